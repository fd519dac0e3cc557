"""What Slack takes, as data: how long, how many, how big.

The figures are Slack's documented ones, save two that it does not document and that are measured:
a message's `text` is refused near 4,000 characters although 40,000 are promised, and all text of
one message's blocks together near 13,200 (`msg_blocks_too_long`).
"""

MESSAGE_TEXT = 3_900
MESSAGE_BLOCKS = 50
MESSAGE_BLOCKS_TEXT = 13_000
VIEW_BLOCKS = 100
VIEW_TITLE = 24
SECTION_TEXT = 3_000
HEADER_TEXT = 150
CONTEXT_ELEMENTS = 10
CONTEXT_TEXT = 3_000
ACTIONS = 25
BUTTON_TEXT = 75
BUTTON_VALUE = 2_000
URL = 3_000
PROMPTS = 4


def size(text: str) -> int:
    """How long Slack may find a text: a character beyond the first plane counts twice.

    Slack does not say what a character is. Counting as JavaScript does is never less than
    counting code points, so it is safe either way.
    """
    return len(text) + sum(character > "\uffff" for character in text)

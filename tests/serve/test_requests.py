"""HTTP mode from the real process: who is let in, how retries are met, where it listens."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot.slack.actions import COMMAND
from tests.fakes.slack import Message, Signature
from tests.fakes.slack.payloads import event_callback, mention_event
from tests.serve.meeting import ASKED, Meeting, Start

BAD = [signature for signature in Signature if signature is not Signature.GOOD]


def mention(meeting: Meeting, channel: str = "C1") -> dict[str, Any]:
    """Return the event of a mention that stands in Slack, and was not delivered yet."""
    workspace = meeting.slack.workspace
    message = workspace.post(Message(channel, "", "U1", ASKED))
    return event_callback(workspace, mention_event(workspace, workspace.channels[channel], message))


def test_a_bad_signature_is_turned_away_and_nothing_is_done(one: Meeting) -> None:
    """Forged, stale, early, missing, for another body: 401 each, and no call to Slack."""
    raw = json.dumps(mention(one)).encode()
    calls = len(one.slack.web_api.calls)
    statuses = {how.value: one.slack.http.post(raw, signature=how).status for how in BAD}

    assert dict.fromkeys(statuses, 401) == statuses
    assert 0 == one.bot.stop()
    assert calls == len(one.slack.web_api.calls)


def test_the_same_body_rightly_signed_is_answered(one: Meeting) -> None:
    """So the refusals above are about the signature alone."""
    body = mention(one)
    reply = one.slack.http.post(json.dumps(body).encode())
    one.slack.wait_for(one.slack.said_by_bot)

    assert 200 == reply.status
    assert 0 == one.bot.stop()
    assert 1 == len(one.slack.said_by_bot())


NONSENSE = [
    *(b"", b"{", b"null", b"[]", b"payload=%7B", b"payload=null", b"\xff\xfe", b"[" * 100_000),
    *(b'{"type":"event_callback","event":null}', b'{"type":"block_actions","actions":[]}'),
]


def test_a_body_that_cannot_be_read_harms_nothing(one: Meeting) -> None:
    """Nonsense, signed or not, is refused without a word in the log; the bot goes on."""
    ways = (Signature.GOOD, Signature.MISSING)
    replies = [one.slack.http.post(raw, signature=how) for raw in NONSENSE for how in ways]
    question = one.ask()

    assert [] == [reply.status for reply in replies if not 400 <= reply.status < 500]
    assert one.slack.wait_for(lambda: one.slack.answers(question))
    assert "Traceback" not in one.bot.log
    assert "ERROR" not in one.bot.log


def test_a_command_about_a_payload_is_answered(one: Meeting) -> None:
    """Although Bolt takes the word for the field that presses come in."""
    one.slack.user("U1").command(COMMAND, "payload of FlashInfer")

    assert "FlashInfer" in one.told("U1").everything


def test_retries_are_acknowledged_and_not_answered_again(one: Meeting) -> None:
    """The same event with `x-slack-retry-num` 1, 2 and 3."""
    raw = json.dumps(mention(one)).encode()
    replies = [one.slack.http.post(raw)]
    one.slack.wait_for(one.slack.said_by_bot)
    for number in (1, 2, 3):
        headers = {"X-Slack-Retry-Num": str(number), "X-Slack-Retry-Reason": "http_timeout"}
        replies.append(one.slack.http.post(raw, headers=headers))

    assert [200] * 4 == [reply.status for reply in replies]
    assert 0 == one.bot.stop()
    assert 1 == len(one.slack.said_by_bot())


def test_a_retry_of_what_was_never_heard_is_answered(one: Meeting) -> None:
    """A first delivery that was lost on the way must not cost the answer."""
    raw = json.dumps(mention(one)).encode()
    one.slack.http.post(raw, headers={"X-Slack-Retry-Num": "1"})

    assert one.slack.wait_for(one.slack.said_by_bot)


@pytest.mark.parametrize("mode", ["socket", "http"])
def test_nothing_listens_beyond_loopback(start: Start, mode: str) -> None:
    """Every listening socket of the process is bound to 127.0.0.1."""
    one = start(mode)

    assert {"127.0.0.1"} == listening_addresses(one.bot.process.pid)


def listening_addresses(pid: int) -> set[str]:
    """The addresses a process listens on, as the kernel tells them."""
    links = [link for link in Path(f"/proc/{pid}/fd").iterdir() if link.is_symlink()]
    names = {str(link.readlink()) for link in links if link.exists() or link.is_symlink()}
    found = set()
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/{pid}/net/{table}").read_text("ascii").splitlines()[1:]:
            fields = line.split()
            if fields[3] == "0A" and f"socket:[{fields[9]}]" in names:
                found.add(address(fields[1].partition(":")[0]))
    return found


def address(hexadecimal: str) -> str:
    """Write an IPv4 address of the kernel's tables as people do; others as they stand."""
    if len(hexadecimal) != 8:
        return hexadecimal
    return ".".join(str(byte) for byte in reversed(bytes.fromhex(hexadecimal)))

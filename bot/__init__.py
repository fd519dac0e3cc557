"""prbot: answers questions about recent PR reviews, from notes, with links to them.

Reading order, from what we know to where we speak:

1. `bot.notes.model`: what a note is. `bot.notes.parsers`, `bot.notes.library`: how notes are read.
2. `bot.search.analysis`, `bot.search.query`, `bot.search.index`, `bot.search.searcher`: how a
   question finds its notes, and why each note matched.
3. `bot.links`: where a note and its references are found on the web; the only maker of URLs.
4. `bot.cli` and `bot.app`: how the parts are put together and run.
"""

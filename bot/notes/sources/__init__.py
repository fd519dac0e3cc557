"""Places notes come from beside folders: git repositories, feeds, reviews on GitHub.

Reading order: `source` (what each of them is), `specs` (how people write them), `polling` (when
they are asked), `cache` (what stays on disk between two pulls), then `git`, `feed` and `github`.

A source never hands notes to the index. It leaves files in its own folder, in the forms that
`bot.notes.parsers` reads anyway; the library reads that folder like any other and the watcher sees
it change. So a source that is down costs nothing: its last files stay.
"""

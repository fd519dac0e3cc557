"""A site of note pages, as the tests need it: notes from files, a clock that stands, real parts."""

import contextlib
import re
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from html import unescape
from pathlib import Path
from typing import Any, Literal

from flask import Flask
from waitress.server import create_server

from bot.links import Links
from bot.notes.library import Library
from bot.notes.model import Note
from bot.notes.rereading import NoteFiles
from bot.notes.watch import LiveNotes
from bot.search.glossary import Glossary
from bot.search.searcher import Searcher
from bot.search.topics import Topic
from bot.web.pages import PageOptions, make_pages
from bot.web.signing import LinkSigner, PageAddresses

TODAY = date(2026, 3, 1)
DAYS = 30
KEY = "a-key-for-tests-alone"


@dataclass
class Site:
    """The pages of some notes.

    Args:
        folder: Where the notes' files are.
        is_open: Whether all pages are open.
        language: The interface's language.
    """

    folder: Path
    is_open: bool = True
    language: Literal["auto", "zh", "en"] = "zh"
    now: datetime = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
    url: str = "http://localhost"

    def __post_init__(self) -> None:
        self.signer = LinkSigner(KEY, timedelta(days=DAYS), lambda: self.now)
        glossary = Glossary.load(None)

        def build(library: Library, _: Searcher | None) -> Searcher:
            return Searcher.build(library.notes, glossary)

        self.live = LiveNotes(NoteFiles([self.folder]), build, lambda: self.now)
        options = PageOptions(
            links=Links(),
            today=lambda: TODAY,
            signer=self.signer,
            is_open=self.is_open,
            language=self.language,
            days=DAYS,
            topics=self.topics,
        )
        self.app = Flask("site", static_folder=None)
        self.app.register_blueprint(make_pages(lambda: self.live.current, options))

    def topics(self) -> tuple[Topic, ...]:
        """The topics of the notes."""
        return self.live.current.searcher.topics()

    def note(self, title: str) -> Note:
        """The note whose title starts so."""
        notes = self.live.current.library.notes
        return next(note for note in notes if note.title.startswith(title))

    def links(self) -> Links:
        """What makes the links of answers."""
        return Links(page=PageAddresses(self.url, None if self.is_open else self.signer))

    def link(self, title: str, *matched: str) -> str:
        """The address of a note's page, as an answer gives it."""
        found = self.links().note(self.note(title), None, matched)
        assert found is not None
        return found

    def get(self, path: str, headers: Mapping[str, str] | None = None) -> Any:
        """The reply to one request, without a server."""
        return self.app.test_client().get(path.removeprefix(self.url), headers=headers)

    @contextlib.contextmanager
    def served(self) -> Iterator["Site"]:
        """The site behind a real server on loopback."""
        sockets: dict[int, Any] = {}
        server: Any = create_server(self.app, host="127.0.0.1", port=0, map=sockets)
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        self.url = f"http://127.0.0.1:{server.effective_port}"
        try:
            yield self
        finally:
            server.close()
            thread.join(10)
            for socket in list(sockets.values()):
                socket.close()


def write_notes(folder: Path, notes: Mapping[str, str]) -> Path:
    """Markdown files of notes, by name."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in notes.items():
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    return folder


SOME_NOTES = {
    "a": """---
title: KV 缓存复用减少重复预填
repo: acme/engine
pr: 12
date: 2026-02-27
labels: [kv-cache, 性能]
author: mei
---
值得精读。复用的键见 `reuse_blocks`，并跟踪 #34 的进展。

## 风险

缓存键里没有模型版本，FlashInfer 后端会读到旧块。

后续在 issue #35 里处理。
""",
    "b": """---
title: FlashInfer backend picks kernels by capability
repo: acme/engine
pr: 13
date: 2026-02-28
labels: [kv-cache]
---
Quick read. The table in `select_backend` replaces a chain of ifs.
""",
    "c": """---
title: 修复 ROCm 图模式解析失败
repo: other/lib
date: 2026-02-28
---
快速浏览即可。
""",
    "d": """---
title: 只有摘要的一条
date: 2026-02-20
---
""",
}


def text_of(html: str) -> str:
    """What a reader sees of a page, on one line."""
    body = html.partition("<body>")[2]
    return " ".join(unescape(re.sub(r"<[^>]+>", "", body)).split())


def titles_of(html: str) -> list[str]:
    """The titles of a list, in order."""
    names = re.findall(r'class="name"[^>]*><a[^>]*>(.*?)</a>', html)
    return [unescape(re.sub(r"<[^>]+>", "", name)) for name in names]

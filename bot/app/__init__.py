"""The composition root: makes the parts of prbot from the settings, each by one small builder.

Only this package, `bot.cli` and `bot.commands` know the settings; what is built here is given
plain values. A command builds what it needs and no more.
"""

from bot.app.notes import (
    build_links,
    build_live,
    build_polling,
    build_searcher,
    build_sources,
    build_team_glossary,
    build_topics,
    build_watcher,
    load_library,
    load_searcher,
    require_notes,
)
from bot.app.serving import (
    build_digests,
    build_page_addresses,
    build_pages,
    build_poster,
    build_stores,
    read_digests,
)

__all__ = [
    "build_digests",
    "build_links",
    "build_live",
    "build_page_addresses",
    "build_pages",
    "build_polling",
    "build_poster",
    "build_searcher",
    "build_sources",
    "build_stores",
    "build_team_glossary",
    "build_topics",
    "build_watcher",
    "load_library",
    "load_searcher",
    "read_digests",
    "require_notes",
]

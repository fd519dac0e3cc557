"""A real Chromium for tests, told to talk to nobody but the pages it is given."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import resources
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser")
_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
# What axe reports below these is advice; these keep someone from reading.
SERIOUS = {"serious", "critical"}


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=PROGRAM, args=_ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


@dataclass
class Window:
    """A window that notes what goes on in it.

    Args:
        page: What is shown.
        asked: The addresses it asked for.
        refused: What the page's own policy kept it from, and all other complaints.
        dialogs: What dialogs said.
    """

    page: Page
    asked: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    dialogs: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("console", lambda message: self.refused.append(message.text))
        self.page.on("pageerror", lambda error: self.refused.append(str(error)))
        self.page.on("dialog", self._dismiss)

    def _dismiss(self, dialog: Any) -> None:
        self.dialogs.append(dialog.message)
        dialog.dismiss()

    def overflow(self) -> int:
        """How many pixels the page is wider than the window."""
        return int(
            self.page.evaluate(
                "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            )
        )


@contextmanager
def window(browser: Browser, **options: Any) -> Iterator[Window]:
    context = browser.new_context(**{"locale": "zh-CN", **options})
    try:
        yield Window(context.new_page())
    finally:
        context.close()


def accessibility_faults(page: Page) -> list[str]:
    """What axe-core finds that keeps someone from reading: rule, element, reason."""
    axe = (resources.files("axe_playwright_python") / "axe.min.js").read_text("utf-8")
    page.evaluate(axe)  # by the debugger's door, which the page's own policy does not bar
    found = page.evaluate("axe.run(document)")
    return [
        f"{rule['id']}: {node['html'][:120]}: {node['failureSummary']}"
        for rule in found["violations"]
        if rule["impact"] in SERIOUS
        for node in rule["nodes"]
    ]

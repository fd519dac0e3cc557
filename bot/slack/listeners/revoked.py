"""The app was removed or its token revoked: said in the log and in health."""

from slack_bolt import App

from bot.slack.deps import Deps
from bot.slack.features import REVOKED, UNINSTALLED


def register(app: App, deps: Deps) -> None:
    @app.event(REVOKED.name)
    def tell_revoked() -> None:
        deps.tokens.refused(REVOKED.name)

    @app.event(UNINSTALLED.name)
    def tell_uninstalled() -> None:
        deps.tokens.refused(UNINSTALLED.name)

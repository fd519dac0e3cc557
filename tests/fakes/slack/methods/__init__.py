"""The Web API's methods, by name: what each needs and what it does."""

from tests.fakes.slack.methods import apps, assistant, chat, conversations, people, views
from tests.fakes.slack.methods.desk import Desk, Method

METHODS: dict[str, Method] = {
    **apps.METHODS,
    **assistant.METHODS,
    **chat.METHODS,
    **conversations.METHODS,
    **people.METHODS,
    **views.METHODS,
}

__all__ = ["METHODS", "Desk", "Method"]

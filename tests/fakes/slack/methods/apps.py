"""`apps.*` and `api.*`: a way in for Socket Mode, and the echo."""

from tests.fakes.slack.methods.desk import Desk, Method
from tests.fakes.slack.workspace import Json


def open_connection(desk: Desk, args: Json) -> Json:
    del args
    return {"url": desk.socket_url()}


def api_test(desk: Desk, args: Json) -> Json:
    del desk
    return {"args": args}


METHODS = {
    "apps.connections.open": Method(open_connection, app_token=True),
    "api.test": Method(api_test),
}

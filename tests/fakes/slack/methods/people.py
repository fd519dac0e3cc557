"""`auth.*`, `users.*`, `team.*`: who is who."""

from tests.fakes.slack.methods.desk import Desk, Method, require
from tests.fakes.slack.refusal import RefusalError
from tests.fakes.slack.workspace import BOT, BOT_ID, TEAM, Json


def auth_test(desk: Desk, args: Json) -> Json:
    del args
    return {
        "url": "https://example.slack.com/",
        "team": "Example",
        "team_id": TEAM,
        "user": desk.workspace.users[BOT].name,
        "user_id": BOT,
        "bot_id": BOT_ID,
        "is_enterprise_install": False,
    }


def user_info(desk: Desk, args: Json) -> Json:
    require(args, "user")
    user = desk.workspace.users.get(args["user"])
    if user is None:
        raise RefusalError("user_not_found")
    shown: Json = {
        "id": user.id,
        "team_id": user.team,
        "name": user.name,
        "real_name": user.name,
        "tz": user.tz,
        "tz_offset": user.tz_offset,
        "is_bot": user.is_bot,
        "is_stranger": user.team != TEAM,
        "deleted": False,
        "profile": {"real_name": user.name, "display_name": user.name},
    }
    if args.get("include_locale") in (True, 1, "1", "true"):
        shown["locale"] = user.locale
    return {"user": shown}


def team_info(desk: Desk, args: Json) -> Json:
    del desk, args
    return {"team": {"id": TEAM, "name": "Example", "domain": "example"}}


METHODS = {
    "auth.test": Method(auth_test),
    "users.info": Method(user_info, ("users:read",)),
    "team.info": Method(team_info, ("team:read",)),
}

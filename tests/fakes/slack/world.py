"""The workspace a fake Slack starts with: a few people, and a channel of each kind."""

from tests.fakes.slack.workspace import BOT, Channel, Kind, User, Workspace

PEOPLE = ("U1", "U2", "U3")
OTHER_TEAM = "T9"


def furnished(workspace: Workspace) -> Workspace:
    """Fill an empty workspace.

    C1 and C2 are public with the app in them, C3 is public without it, C4 archived, C9 shared with
    another organisation; G1 is private with the app in it, G2 without.
    """
    workspace.add_user(User(BOT, "prbot", is_bot=True))
    workspace.add_user(User("UOTHERBOT", "ci", is_bot=True))
    for name in PEOPLE:
        workspace.add_user(User(name, f"person-{name[1:]}"))
    workspace.add_user(User("U9", "guest", team=OTHER_TEAM))
    insiders, everyone = {BOT, *PEOPLE}, {BOT, *PEOPLE, "U9"}
    for channel in (
        Channel("C1", "general", members=set(insiders)),
        Channel("C2", "inference", members=set(insiders)),
        Channel("C3", "random", members=set(PEOPLE)),
        Channel("C4", "old", members=set(insiders), archived=True),
        Channel("C9", "partners", members=everyone, shared=True),
        Channel("G1", "private", Kind.PRIVATE, members=set(insiders)),
        Channel("G2", "secret", Kind.PRIVATE, members=set(PEOPLE)),
    ):
        workspace.add_channel(channel)
    return workspace

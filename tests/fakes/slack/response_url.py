"""What is posted to a `response_url`: five times in half an hour, no token, no membership asked."""

from tests.fakes.slack import limits
from tests.fakes.slack.methods.desk import Desk, check_message
from tests.fakes.slack.refusal import RefusalError
from tests.fakes.slack.workspace import BOT, BOT_ID, Json, Message, ResponseUrl


def answer_by_url(desk: Desk, key: str, args: Json) -> Json:
    """Take one answer, or refuse it."""
    try:
        _answer(desk, _spend(desk, key), args)
    except RefusalError as refusal:
        return refusal.body
    return {"ok": True}


def _spend(desk: Desk, key: str) -> ResponseUrl:
    leave = desk.workspace.response_urls.get(key)
    if leave is None:
        raise RefusalError("invalid_url")
    if desk.workspace.clock.now() - leave.made_at > limits.RESPONSE_URL_SECONDS:
        raise RefusalError("expired_url")
    if leave.uses >= limits.RESPONSE_URL_USES:
        raise RefusalError("used_url")
    leave.uses += 1
    return leave


def _answer(desk: Desk, leave: ResponseUrl, args: Json) -> None:
    if args.get("delete_original"):
        if leave.message is not None:
            leave.message.deleted = True
        return
    check_message(args)
    if args.get("replace_original") and leave.message is not None:
        blocks = [dict(block) for block in args.get("blocks") or ()]
        desk.workspace.change(leave.message, args.get("text") or "", blocks)
        return
    message = reply_to_invocation(leave.user, leave.channel, args)
    desk.workspace.post(message)
    if message.only_for is None:
        for told in desk.posted:
            told(message)


def reply_to_invocation(user: str, channel: str, args: Json) -> Message:
    """Make the message that answers a command or a press: seen by one person unless said."""
    in_channel = args.get("response_type") == "in_channel"
    return Message(
        channel=channel,
        ts="",
        user=BOT,
        text=args.get("text") or "",
        blocks=[dict(block) for block in args.get("blocks") or ()],
        thread_ts=args.get("thread_ts"),
        bot_id=BOT_ID,
        only_for=None if in_channel else user,
    )

"""From an edit of the team's glossary to the next answer, in the real process."""

from pathlib import Path

from bot.search.glossary import Glossary
from tests.fakes.slack import BOT
from tests.serve.meeting import Start

SHIPPED = len(Glossary.load().groups)
_KEPT = "the glossary of before is used"


def test_an_edited_glossary_is_in_the_next_answer(start: Start, tmp_path: Path) -> None:
    """Edited, broken, mended: answers and health follow, without a restart; one fault, one line."""
    team = tmp_path / "team.txt"
    team.write_text("# ours\n", encoding="utf-8")
    meeting = start("socket", PRBOT_GLOSSARY="team.txt")
    unknown = meeting.asked(f"<@{BOT}> 闪推芯").text
    team.write_text("闪推芯 = flashinfer\n", encoding="utf-8")
    meeting.bot.line_with(f"glossary read again: {SHIPPED + 1} groups")
    known = meeting.asked(f"<@{BOT}> 闪推芯").text
    team.write_text("闪推芯 = flashinfer\nalone\n", encoding="utf-8")
    meeting.bot.line_with("team.txt:2: no group")
    team.write_text("闪推芯 = flashinfer\nalone\n# half a thought\n", encoding="utf-8")
    status, health = meeting.bot.health()
    kept = meeting.asked(f"<@{BOT}> 闪推芯").text
    team.with_suffix(".new").write_text("闪推芯 = flashinfer\na = b\n", encoding="utf-8")
    team.with_suffix(".new").replace(team)
    meeting.bot.line_with(f"glossary read again: {SHIPPED + 2} groups")
    mended = meeting.asked(f"<@{BOT}> 闪推芯").text

    assert "没有找到" in unknown
    assert ["找到 2 条相关评审"] * 3 == [text.split("\n")[0] for text in (known, kept, mended)]
    assert status == 200
    assert "team.txt:2: no group" in health["glossary"]["problem"]
    assert "" == meeting.bot.health()[1]["glossary"]["problem"]
    assert 1 == meeting.bot.log.count(_KEPT)

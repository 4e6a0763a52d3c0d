"""What nobody may know early: the seed, boards, others' words; and that names stay text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from steelyard.contest.running.folder import progress_of
from tests.arena.conftest import needs_bubblewrap
from tests.server.contests.contest_server import TWO_BOTS
from tests.server.running_server import ME, OPEN

if TYPE_CHECKING:
    from tests.server.contests.contest_server import ContestServer, Visitor

SEED = "a seed that nobody should ever see"
DUEL = f"""\
name = "<img src=x onerror=alert(1)>"
game = "tank_duel"
seed = "{SEED}"
[[entrants]]
bot = "random"
name = "<script>one</script>"
[[entrants]]
bot = "random"
name = "other"
[[stages]]
kind = "groups"
boards = 2
[[stages]]
kind = "knockout"
boards = 3
"""
PARTS = ("", "/cross", "/games", "/mine", "/ranking.csv")


def everything(visitor: Visitor, contest: str) -> str:
    """All that somebody is told who does not manage it."""
    texts = [visitor.http.get(f"/api/contests/{contest}{part}").text for part in PARTS]
    texts += [visitor.http.get(path).text for path in ("/api/contests", "/api/event", f"/c/{contest}")]
    games = visitor.http.get(f"/api/contests/{contest}/games").json().get("games", [])
    for game in games:
        table = game["to"].removeprefix("/g/")
        texts += [
            visitor.http.get(f"/api/tables/{table}{what}").text for what in ("", "/record", "/positions")
        ]
    return "\n".join(texts)


@needs_bubblewrap
def test_neither_seed_nor_board_is_told_before_it_is_played(
    contest_server: ContestServer, teacher: Visitor, teams: list[Visitor]
) -> None:
    contest = teacher.makes(DUEL)
    teacher.moves(contest, "open")
    assert SEED not in everything(teams[0], contest)
    teacher.moves(contest, "frozen")
    teacher.moves(contest, "running")
    journal = contest_server.data / "contests" / contest / "journal.jsonl"
    progress = progress_of(journal)
    game = progress.contest.game
    boards = {slot.board.setup(progress.contest, {}) for slot in progress.missing}
    hidden = {game.write_state(game.start(board)) for board in boards}
    assert len(hidden) == 2
    before = everything(teams[0], contest)
    assert SEED not in before
    assert not any(state in before for state in hidden)
    assert '"seed"' not in before
    contest_server.work()
    assert teacher.sees(contest)["state"] == "over"
    after = everything(teams[0], contest)
    assert SEED not in after
    played = progress_of(journal)
    starts = {record.start for _, record in played.journal_state.records.values()}
    assert hidden < starts
    assert sum(start in after for start in starts) == len(starts), "what was played is revealed"
    assert SEED in teacher.http.get(f"/api/contests/{contest}/desk").text


@needs_bubblewrap
def test_a_game_has_the_seed_of_the_one_still_to_come_and_keeps_it(
    contest_server: ContestServer, teacher: Visitor
) -> None:
    """Both games on a board have the same chance: the first record is shown without it until all is over."""
    contest = teacher.makes(TWO_BOTS)
    for to in ("open", "frozen", "running"):
        teacher.moves(contest, to)
    contest_server.work()
    game = teacher.sees(contest, "/games")["games"][-1]
    table = game["to"].removeprefix("/g/")
    assert contest_server.stranger().shows(table, "/record")["seed"] != ""
    teacher.decides(contest, "rerun", game=teacher.sees(contest, "/games")["games"][0]["id"])
    contest_server.server.do(_forget(contest_server, table))
    assert contest_server.stranger().shows(table, "/record")["seed"] == ""
    for public in (True, False):
        teacher.http.post(f"/api/contests/{contest}/change", json={"public": public}).raise_for_status()
        contest_server.server.do(_forget(contest_server, table))
        forked = teacher.sets_up("tank_war", ME, OPEN, **{"from": {"table": table, "turn": 0}})["id"]
        assert teacher.shows(forked)["private"] is not public, "its page tells the game's address"


async def _forget(contest_server: ContestServer, table: str) -> None:
    contest_server.server.registry.tables.pop(table, None)


def test_the_address_of_a_game_cannot_be_guessed(contest_server: ContestServer, teacher: Visitor) -> None:
    contest = teacher.makes(TWO_BOTS)
    for to in ("open", "frozen", "running"):
        teacher.moves(contest, to)
    for name in (contest, f"{contest}.", f"{contest}.{'0' * 16}", f"{contest}.../x", "." * 39):
        assert contest_server.stranger().http.get(f"/api/tables/{name}").status_code == 404


def test_names_are_told_as_text(contest_server: ContestServer, teacher: Visitor) -> None:
    contest = teacher.makes(DUEL)
    teacher.moves(contest, "open")
    told = contest_server.stranger().sees(contest)
    assert told["name"] == "<img src=x onerror=alert(1)>"
    assert "<script>one</script>" in told["houses"]
    for to in ("frozen", "running"):
        teacher.moves(contest, to)
    report = teacher.http.get(f"/c/{contest}/report/index.html")
    assert "<script>one" not in report.text
    assert "<img src=x" not in report.text
    policy = report.headers["content-security-policy"]
    assert re.findall(r"script-src ([^;]*)", policy) == re.findall(r"'sha256-[\w+/=]+'", policy), "ours alone"
    assert "default-src 'none'" in policy

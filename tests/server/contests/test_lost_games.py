"""A bot's owner finds the games that it has lost, wherever they were played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sql

from steelyard.contest.running.folder import progress_of
from steelyard.contest.running.journal import ContestJournal
from steelyard.server.bots.schema import matches, trials
from steelyard.server.database.writer import Change
from tests.contest.simulation import admitted, by_strength, played
from tests.server.contests.contest_server import SMALL, ContestServer

if TYPE_CHECKING:
    from tests.server.contests.contest_server import Visitor


def game(number: int, first: str, second: str, **more: Any) -> Change:
    row = {
        "id": f"game{number:06}",
        "kind": "ladder",
        "occasion": "",
        "place": number,
        "game": "tank_war",
        "first": first,
        "second": second,
        "first_version": "",
        "second_version": "",
        "names": msgspec.json.encode([first, second]).decode(),
        "winner": 0,
        "reason": "tanks",
        "rated": True,
        "verdict": "",
        "record": "{}",
        "ended_ms": float(number),
    }
    return Change(sql.insert(matches), row | more)


def plays(
    contest_server: ContestServer, organiser: Visitor, contest: str, strongest_first: list[str]
) -> None:
    for to in ("frozen", "running", "paused"):
        organiser.moves(contest, to)
    file = contest_server.data / "contests" / contest / "journal.jsonl"
    with ContestJournal(file) as journal:
        for entry in admitted(progress_of(file).contest):
            journal.add(entry)
        while missing := progress_of(file).missing:
            for slot in missing:
                journal.add(played(slot, by_strength(strongest_first)(slot)))


def test_an_owner_sees_the_lost_games_of_a_bot_and_nobody_else_does(any_database: str) -> None:
    with ContestServer(any_database) as contest_server:
        gray, ada, bob = (
            contest_server.person("Ms Gray", "organiser"),
            contest_server.person("Ada"),
            contest_server.person("Bob"),
        )
        contest = gray.makes(SMALL)
        gray.moves(contest, "open")
        bot = ada.enters(contest)
        bob.enters(contest)
        ada.uploads()
        newer, older = (version.id for version in contest_server.contest_service.bot_store.versions(bot))
        trial = {"id": "trial", "bot": bot, "newer": newer, "older": older, "state": "running", "told": "{}"}
        contest_server.keep(
            Change(sql.insert(trials), trial | {"created_ms": 0.0}),
            game(1, bot, "random"),
            game(2, "random", bot),
            game(3, bot, bot, kind="trial", occasion="trial", first_version=newer, second_version=older),
            game(4, bot, bot, kind="trial", occasion="trial", first_version=older, second_version=newer),
            game(5, bot, "random", winner=None),
            game(
                6, bot, "random", winner=None, verdict='{"seat": 0, "fault": "crashed", "detail": "it left"}'
            ),
        )
        plays(contest_server, gray, contest, ["Bob", "Ada"])
        lost = ada.http.get(f"/api/bots/{bot}/lost").json()["games"]
        among_bots = [each["to"] for each in lost if each["kind"] != "contest"]
        assert among_bots == ["/g/game000006", "/g/game000004", "/g/game000002"]
        assert next(each["fault"] for each in lost if each["to"] == "/g/game000006") == "crashed"
        in_contest = [each for each in lost if each["kind"] == "contest"]
        assert {name for each in in_contest for name in each["names"]} >= {"Ada", "Bob"}
        assert in_contest[0]["title"].startswith("Small contest, ")
        assert all(ada.http.get(f"/api/tables/{each['to'][3:]}").status_code == 200 for each in in_contest)
        assert bob.http.get(f"/api/bots/{bot}/lost").status_code == 403

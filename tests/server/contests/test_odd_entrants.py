"""Twelve odd entrants of one contest on the web, uploaded and decided on over HTTP, and what each becomes."""

from __future__ import annotations

import csv
import io
import threading
from typing import TYPE_CHECKING, NamedTuple

import pytest
import sqlalchemy as sql

from steelyard.contest.running.folder import Folder
from steelyard.contest.running.verification import verify
from steelyard.server.bots.schema import versions
from steelyard.server.database.writer import Change
from tests.arena.conftest import needs_bubblewrap
from tests.contest.bots import write_bad_bot, write_bot
from tests.server.bots.archives import zipped
from tests.timeouts import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.server.contests.contest_server import ContestServer, Visitor

FILE = """\
name = "Odd"
game = "tank_war"
clock = "bank:1s"

[policy]
suspend_after = 1
startup_s = 4

[[entrants]]
each_in = "teams"

[[stages]]
kind = "groups"
twice = false

[grades]
formula = "wins"
"""
BROKEN = "sh -c 'echo warning: old >&2; echo main.cpp:7:12: error: expected >&2; exit 1'"
AGAIN_S = 200.0  # for a whole contest, on a machine that is busy with other things


class Odd(NamedTuple):
    team: str
    becomes: str
    """Its state in the end."""
    note: str = ""
    """Beside its grade."""
    build: str = ""
    bad: str = ""
    """One of the bad bots."""
    folder: str = ""
    """Where the bot lies in its zip."""


ODD = {
    "does not compile": Odd("Ada", "quarantined", "quarantined: it could not be built", build=BROKEN),
    "slow start": Odd("Bob", "quarantined", "quarantined: it was not ready in time", bad="slow_start"),
    "crashes in game": Odd("Cleo", "suspended", "suspended after too many failures", bad="exit_zero"),
    "hangs": Odd("Dora", "suspended", "suspended after too many failures", bad="slow"),
    "unicode name": Odd("Žofie Ďáblová", "in"),
    "spaces": Odd("Mary Ann", "in", folder="my bot/"),
    "nested folder": Odd("Emil", "in", folder="a/b/c/"),
    "zip": Odd("Fay", "in"),
    "broken last version": Odd("Gus", "in"),
    "disqualified in the middle": Odd("Hal", "disqualified", "disqualified: a good reason"),
    "replaced": Odd("Ida", "replaced"),
    "withdrawn": Odd("Jan", "withdrawn", "withdrawn: a good reason"),
}


def packed(odd: Odd, folder: Path, build: str = "") -> bytes:
    if odd.bad:
        write_bad_bot(folder, odd.bad)
    else:
        write_bot(folder, build=build or odd.build)
    return zipped({f"{odd.folder}{file.name}": file.read_bytes() for file in folder.iterdir()})


def uploads(visitor: Visitor, data: bytes) -> str:
    answer = visitor.http.post(
        "/api/bots",
        content=data,
        headers={"Content-Type": "application/zip"},
        params={"game": "tank_war", "name": "bot"},
    )
    assert answer.status_code == 201, answer.text
    bot: str = answer.json()["bot"]
    return bot


def unfit(contest_server: ContestServer, bot: str) -> None:
    """As if the checks had found the newest version to be so."""
    newest = contest_server.contest_service.bot_store.versions(bot)[0]
    contest_server.keep(
        Change(sql.update(versions).where(versions.c.id == newest.id).values(state="unfit"), {})
    )


def during(contest_server: ContestServer, condition: Callable[[], bool], act: Callable[[], None]) -> None:
    """Play the contest here, and do something meanwhile, once the condition holds."""
    failed: list[BaseException] = []

    def watch() -> None:
        try:
            wait_until(condition, AGAIN_S)
            act()
        except BaseException as error:  # noqa: BLE001 - told below
            failed.append(error)

    thread = threading.Thread(target=watch)
    thread.start()
    contest_server.work()
    thread.join()
    assert not failed, failed


@pytest.mark.long
@needs_bubblewrap
def test_what_becomes_of_twelve_odd_entrants(
    contest_server: ContestServer, teacher: Visitor, tmp_path: Path
) -> None:
    contest = teacher.makes(FILE)
    teacher.moves(contest, "open")
    people = {name: contest_server.person(odd.team) for name, odd in ODD.items()}
    bots = {}
    for name, person in people.items():
        bots[name] = person.enters(contest, uploads(person, packed(ODD[name], tmp_path / name)))
    broken = "broken last version"
    uploads(people[broken], packed(ODD[broken], tmp_path / "last", BROKEN))
    unfit(contest_server, bots[broken])
    for to in ("frozen", "running"):
        teacher.moves(contest, to)
    folder = Folder(contest_server.data / "contests" / contest)

    def some_are_played() -> bool:
        return folder.begun and folder.progress().games_played >= 8

    def decide() -> None:
        team = ODD["replaced"].team
        uploads(people["replaced"], packed(ODD["replaced"], tmp_path / "repaired"))
        assert "plays with version 2" in teacher.decides(contest, "replace", name=team)["told"]
        for what, name in (("disqualify", "disqualified in the middle"), ("withdraw", "withdrawn")):
            teacher.decides(contest, what, name=ODD[name].team)
            teacher.decides(contest, what, name=ODD[name].team, status=422)
        teacher.decides(contest, "replace", name=ODD["withdrawn"].team, status=422)

    during(contest_server, some_are_played, decide)
    shown = teacher.sees(contest)
    assert shown["state"] == "over"
    states = {each["name"]: each["state"] for each in shown["course"]["field"]}
    assert states == {odd.team: odd.becomes for odd in ODD.values()}
    sheet = teacher.http.get(f"/api/contests/{contest}/grades.csv").content.decode("utf-8-sig")
    grades = {row["name"]: row for row in csv.DictReader(io.StringIO(sheet))}
    assert {name: row["note"] for name, row in grades.items()} == {odd.team: odd.note for odd in ODD.values()}
    progress = folder.progress()
    assert not [*verify(folder.journal)]
    withdrawn = ODD["withdrawn"].team
    won = [
        result.points[slot.seats.index(withdrawn)] == 1
        for pairing in progress.pairings()
        for slot, result in pairing.games()
        if withdrawn in slot.seats
    ]
    assert float(grades[withdrawn]["grade"]) == sum(won)
    mine = people["does not compile"].sees(contest, "/mine")
    assert "main.cpp:7:12: error: expected" in mine["quarantined"]["detail"]
    assert people[broken].sees(contest)["you"]["bot"]["version"] == 1
    assert progress.ranked()[-1] == [ODD["disqualified in the middle"].team]

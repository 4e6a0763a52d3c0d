"""A small server as people fill it, over HTTP alone, and what it tells them afterwards.

People: Ruth (administrator), Ms Gray (organiser, by an invite code), Ada and Bob (players with a bot each),
Mallory (shut out), and a guest with a name but no account.
"""

from __future__ import annotations

import json
import random
import signal
import sqlite3
import time
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from tests.compatibility.current import ME, OPEN, Guest, folder_zipped, plays_to_the_end

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable
    from pathlib import Path

    from tests.compatibility.commands import Maker

LONGEST_S = 1200
ACCOUNTS = ("Ruth", "Ms Gray", "Ada", "Bob")
CONTEST = """\
name = "By hand"
game = "tank_war"
clock = "none"
seed = "by hand"

[[entrants]]
each_in = "teams"

[[entrants]]
bot = "random"

[[stages]]
kind = "qualification"
ranking = ["wins", "tanks", "boxes"]
advance = 2

[[stages]]
kind = "knockout"
decide = ["wins", "tanks", "boxes", "lot"]

[grades]
formula = "min(10, max_boxes / 3)"
"""
PASSING = {
    *("svg", "text", "picks", "phases"),  # how something is drawn
    *("connected", "online", "spectators", "sessions", "waiting", "before_it"),  # the moment
    *("now_ms", "clocks_ms", "seq", "hash"),  # the same: a game that goes on is told of every restart
    *("rating", "ready", "isolated", "why_not", "log"),  # the machine
}
"""What a server tells and may tell otherwise tomorrow."""


class Made(NamedTuple):
    """What there is to ask for."""

    tables: list[str]
    bots: list[str]
    contest: str


class Kept(NamedTuple):
    """What a server told: the date, what there was, the guest's cookie, the answers by person and path."""

    at_s: float
    made: Made
    cookie: str
    answers: dict[str, dict[str, Any]]

    def written(self) -> str:
        heading = {"at_s": self.at_s, "made": self.made._asdict(), "cookie": self.cookie}
        told = [[who, path, *answer] for who, each in self.answers.items() for path, answer in each.items()]
        return "".join(f"{json.dumps(line)}\n" for line in (heading, *told))

    @classmethod
    def read(cls, text: str) -> Self:
        heading, *told = map(json.loads, text.splitlines())
        found: dict[str, dict[str, Any]] = {}
        for who, path, *answer in told:
            found.setdefault(who, {})[path] = answer
        return cls(heading["at_s"], Made(**heading["made"]), heading["cookie"], found)


def paths(made: Made) -> list[str]:
    return [
        *("/api/me", "/api/account", "/api/people", "/api/invites", "/api/audit", "/api/tables"),
        *("/api/bots", "/api/ladder/tank_war", "/api/ladder/tank_war/games", "/api/contests"),
        *(f"/api/tables/{each}{what}" for each in made.tables for what in ("", "/record")),
        *(f"/api/bots/{each}{what}" for each in made.bots for what in ("", "/versions/1", "/games")),
        *(
            f"/api/contests/{made.contest}{what}"
            for what in ("", "/cross", "/games", "/desk", "/mine", "/ranking.csv", "/grades.csv")
        ),
    ]


def answers(person: Guest, made: Made) -> dict[str, Any]:
    """What somebody is told, by path: the status, and what does not pass."""
    told = {}
    for path in paths(made):
        answer = person.http.get(path)
        is_json = answer.headers["content-type"].startswith("application/json")
        told[path] = [answer.status_code, lasting(answer.json()) if is_json else answer.text]
    return told


def lasting(told: Any) -> Any:
    if isinstance(told, dict):
        return {key: lasting(value) for key, value in told.items() if key not in PASSING}
    return [lasting(each) for each in told] if isinstance(told, list) else told


def make_server(maker: Maker) -> None:
    """A data folder, its database as SQL, a backup of both, and what everybody was told at the end."""
    data = maker.folder / "server/data"
    (maker.folder / "server").mkdir(exist_ok=True)
    words = ("serve", "--cold", "--workers", "0", "--port", "0", "--data", "server/data", "--admin-link")
    with maker.running(*words, how=signal.SIGTERM) as process, ExitStack() as stack:
        address = told_address(process)
        assert process.stdout is not None
        link = process.stdout.readline().strip().partition("admin=")[2]
        people = {name: stack.enter_context(Guest(address, checked=False)) for name in (*ACCOUNTS, "Mallory")}
        people["guest"] = stack.enter_context(Guest(address, "Visitor", checked=False))
        made = fill(maker, people, link)
        told = {name: answers(people[name], made) for name in (*ACCOUNTS, "guest")}
        cookie = people["guest"].cookie
    maker.run("backup", "--data", "server/data", "server/backup.tar.gz")
    kept = Kept(time.time(), made, cookie, told)  # noqa: TID251 - when that was
    maker.write("server/answers.jsonl", kept.written())
    maker.write("server/data/tables.sql", dumped(data / "tables.db"))
    for file in data.glob("tables.db*"):
        file.unlink()


def told_address(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().split()[3].removeprefix("http://")


def dumped(database: Path) -> str:
    with closing(sqlite3.connect(database)) as connection:
        return "".join(f"{line}\n" for line in connection.iterdump())


def fill(maker: Maker, people: dict[str, Guest], link: str) -> Made:
    ruth, gray, ada, bob = (people[name] for name in ACCOUNTS)
    ruth.registers("Ruth")
    asks(ruth, "/api/account/admin", link=link)
    invite = asks(ruth, "/api/invites", label="teachers", role="organiser", uses=2)
    gray.registers("Ms Gray", code=invite["code"])
    asks(gray, "/api/invites", label="class 4b", uses=30)
    for name in ("Ada", "Bob", "Mallory"):
        people[name].registers(name)
    mallory = people["Mallory"].http.get("/api/me").json()["account"]["id"]
    asks(ruth, f"/api/people/{mallory}/disabled", disabled=True)
    tables = [_finished(people["guest"]), _by_post(ada, people["guest"])]
    bots = [_uploaded(maker, person, name) for person, name in ((ada, "cleo"), (bob, "dora"))]
    with maker.running("work", "--data", "server/data", how=signal.SIGTERM):
        until(lambda: len(ada.http.get("/api/ladder/tank_war/games").json()["games"]) > 2)
    return Made(tables, bots, _contest(maker, gray, {ada: bots[0], bob: bots[1]}))


def asks(person: Guest, path: str, **body: Any) -> Any:
    answer = person.http.post(path, json=body)
    assert answer.is_success, answer.text
    return answer.json() if answer.content else None


def until(condition: Callable[[], bool]) -> None:
    """A worker on a busy machine takes its time, and nobody may ask too often."""
    ends = time.monotonic() + LONGEST_S
    while not condition():
        assert time.monotonic() < ends
        time.sleep(1)


def _finished(guest: Guest) -> str:
    table: str = guest.sets_up("tank_war", ME, {"kind": "bot", "bot": "greedy"})["id"]
    with guest.follows(table) as page:
        plays_to_the_end(page, random.Random(1).choice)
    return table


def _by_post(ada: Guest, guest: Guest) -> str:
    """A game with days per move, at its third turn."""
    table = ada.sets_up("tank_battle", ME, OPEN, clock="days:7")
    guest.joins(table)
    for turn, person in enumerate((ada, guest, ada), start=1):
        with person.follows(table["id"]) as page:
            legal = page.until("snapshot")["legal"]
            page.says("move", turn=turn, move=next(iter(legal.values()))[turn])
            page.until("turn")
    return str(table["id"])


def _uploaded(maker: Maker, person: Guest, name: str) -> str:
    packed = folder_zipped(maker.folder / "bots" / name)
    answer = person.http.post("/api/bots", content=packed, headers={"Content-Type": "application/zip"})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["bot"])


def _contest(maker: Maker, organiser: Guest, entrants: dict[Guest, str]) -> str:
    contest: str = asks(organiser, "/api/contests", file=CONTEST)["id"]
    where = f"/api/contests/{contest}"
    asks(organiser, f"{where}/state", to="open")
    for person, bot in entrants.items():
        asks(person, f"{where}/entry", bot=bot)
    for to in ("frozen", "running"):
        asks(organiser, f"{where}/state", to=to, reason="it is time")
    with maker.running("work", "--data", "server/data", "--lane", "long", how=signal.SIGTERM):
        until(lambda: organiser.http.get(where).json()["state"] == "over")
    asks(organiser, f"{where}/change", published=True)
    return contest

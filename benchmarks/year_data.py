"""A busy year's rows and folders, made up and put into a new database in bulk; see year.py."""

from __future__ import annotations

import hashlib
import json
import random
import secrets
import time
from typing import TYPE_CHECKING, Any

import msgspec
from year_games import GAMES, POOL, Example, Made, Size, contest_file, made_games, put, write_contest
from year_people import Finished, put_ratings, put_results, put_tournaments

from steelyard.arena.record import new_seed
from steelyard.contest.running.folder import Folder
from steelyard.core.names import folded
from steelyard.server.database.database import Database
from steelyard.server.database.engine import connected
from steelyard.server.ids import new_id
from steelyard.server.tables import log
from steelyard.server.tables.summary import summarised, write_summary
from steelyard.server.tables.table import replayed
from steelyard.server.tables.terms import Chair, Terms
from steelyard.server.time_source import now_ms

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    import sqlalchemy as sql

DAY_MS = 24 * 3600 * 1000.0
YEAR_MS = 365 * DAY_MS
TURN_MS = 4000.0
MIXED = 0x9E3779B97F4A7C15  # odd: different numbers give different ids, in no order
CHECKS = [
    {
        "number": n,
        "title": f"check {n}",
        "passed": True,
        "detail": "as it should",
        "sent": "",
        "came_back": "",
    }
    | {"right": "", "log": ""}
    for n in range(1, 11)
]


class Filling:
    """A new server's database and folder, as if a year had passed."""

    def __init__(self, url: str, data: Path, size: Size, seed: int = 1) -> None:
        self._chance = random.Random(seed)
        self._size = size
        self._data = data
        self._url = url
        self._made = made_games(self._chance)
        self._now_ms = now_ms()
        self._guests = [
            hashlib.sha256(f"{seed}/{n}".encode()).hexdigest() for n in range(1, size.accounts + 1)
        ]
        self._bots = [(new_id(), self._chance.choice(GAMES)) for _ in range(size.bots)]
        self._by_game: dict[str, list[str]] = {name: ["random", "greedy"] for name in self._made}
        for bot, game in self._bots:
            self._by_game[game].append(bot)
        self._session = secrets.token_urlsafe(32)
        self._summaries: dict[tuple[int, bool, bool], str] = {}
        self._tables: list[str] = []
        self._contests: list[str] = []

    def fill(self, say: Callable[[str], None]) -> Example:
        Database(self._url).close()  # the tables
        engine = connected(self._url, patiently=True)
        try:
            with engine.connect() as connection:
                if engine.dialect.name == "sqlite":
                    connection.exec_driver_sql("PRAGMA synchronous = OFF")
                    connection.exec_driver_sql("PRAGMA cache_size = -400000")
                for part in (
                    self._people,
                    self._workshop,
                    self._ladder,
                    self._people_games,
                    self._results_of_people,
                    self._contest_rows,
                ):
                    began = time.perf_counter()
                    part(connection)
                    connection.commit()
                    say(f"{part.__name__.strip('_').replace('_', ' ')}: {time.perf_counter() - began:.0f} s")
                connection.exec_driver_sql("ANALYZE")
                connection.commit()
        finally:
            engine.dispose()
        busiest = self._bots[0][0]
        first, big = self._contests[1 % len(self._contests)], self._contests[0]
        return Example(
            self._session, busiest, self._tables[2], first, big, self._tournament, "Player 2", "Player 1"
        )

    def _spread(self, number: int, of: int) -> float:
        """When the n-th of so many things happened."""
        return self._now_ms - YEAR_MS + YEAR_MS * number / of

    def _people(self, connection: sql.Connection) -> None:
        size, began = self._size, self._now_ms - YEAR_MS
        put(
            connection,
            "accounts",
            ("id", "name", "folded", "role", "password", "guest", "disabled", "created_ms"),
            (
                (
                    n,
                    f"Player {n}",
                    folded(f"Player {n}"),
                    "admin" if n == 1 else "player",
                    "x",
                    guest,
                    False,
                    began,
                )
                for n, guest in enumerate(self._guests, 1)
            ),
        )
        session = hashlib.sha256(self._session.encode()).hexdigest()
        sessions = [(session, 1, self._now_ms, self._now_ms)]
        put(connection, "sessions", ("id", "account", "created_ms", "used_ms"), sessions)
        passing = [(hashlib.sha256(f"p{n}".encode()).hexdigest(), n) for n in range(20 * size.accounts)]
        named = [(guest, n) for n, guest in enumerate(self._guests)]
        rows = ((guest, f"Guest {n}", self._spread(n, len(passing))) for guest, n in (*named, *passing))
        put(connection, "guests", ("id", "name", "created_ms"), rows)
        actions = ("account.sign_in", "bot.hand_in", "bot.trial", "contest.change", "account.role")
        total = 200 * size.accounts
        put(
            connection,
            "audit",
            ("at_ms", "actor", "action", "subject", "detail"),
            (
                (self._spread(n, total), n % size.accounts + 1, actions[n % 5], f"bot:{n}", '{"version":3}')
                for n in range(total)
            ),
        )

    def _workshop(self, connection: sql.Connection) -> None:
        size, chance = self._size, self._chance
        columns = (
            "id",
            "owner",
            "game",
            "name",
            "remote",
            "rated",
            "token",
            "online_ms",
            "off",
            "created_ms",
        )
        began = self._now_ms - YEAR_MS
        put(
            connection,
            "bots",
            (*columns, "played_ms"),
            (
                (bot, n % size.accounts + 1, game, f"Bot {n}", False, True, "", 0.0, "", began, self._now_ms)
                for n, (bot, game) in enumerate(self._bots)
            ),
        )
        versions = [(new_id(), bot, n) for bot, _ in self._bots for n in range(1, 2 + chance.randrange(6))]
        report = json.dumps(CHECKS)
        for version, _, _ in versions:
            for folder in ("source", "built"):
                place = self._data / "bots" / version / folder
                place.mkdir(parents=True)
                (place / "bot.py").write_text("print()\n" * 500)
        put(
            connection,
            "versions",
            (
                "id",
                "bot",
                "number",
                "state",
                "reason",
                "log",
                "report",
                "created_ms",
                "source_bytes",
                "built_bytes",
            ),
            (
                (version, bot, n, "fit", "", "built\n" * 300, report, began + n * 30 * DAY_MS, 4000, 4000)
                for version, bot, n in versions
            ),
        )
        put(
            connection,
            "ratings",
            ("game", "player", "mu", "sigma", "games", "version", "failed"),
            ((game, bot, chance.gauss(25, 6), 2.0, 500, "", 0) for bot, game in self._bots),
        )
        by_bot: dict[str, list[str]] = {}
        for version, bot, _ in versions:
            by_bot.setdefault(bot, []).append(version)
        tried = [bot for bot in by_bot if len(by_bot[bot]) > 1]
        self._trials = [(new_id(), bot) for bot in tried for _ in range(2)]
        put(
            connection,
            "trials",
            ("id", "bot", "newer", "older", "state", "told", "created_ms"),
            (
                (trial, bot, by_bot[bot][1], by_bot[bot][0], "better", '{"words":"It is better."}', began)
                for trial, bot in self._trials
            ),
        )
        jobs = size.ladder // 4
        columns = (
            "kind",
            "rank",
            "payload",
            "owner",
            "state",
            "attempts",
            "claimed_by",
            "beat_ms",
            "created_ms",
        )
        payload = '{"game":"tank_war","players":["random","greedy"],"seed":"00"}'
        put(
            connection,
            "jobs",
            (*columns, "result"),
            (
                ("ladder", 2, payload, 1, "done", 1, "w", self._spread(n, jobs), self._spread(n, jobs), "{}")
                for n in range(jobs)
            ),
        )

    def _ladder(self, connection: sql.Connection) -> None:
        columns = (
            "id",
            "kind",
            "occasion",
            "place",
            "game",
            "first",
            "second",
            "first_version",
            "second_version",
        )
        rest = ("names", "winner", "reason", "rated", "verdict", "record", "ended_ms")
        put(connection, "bot_games", (*columns, *rest), self._bot_games())

    def _bot_games(self) -> Iterator[tuple[Any, ...]]:
        size, chance = self._size, self._chance
        total = size.ladder + size.trials
        for n in range(total):
            ended_ms = self._spread(n, total)
            if self._trials and n % (total // max(size.trials, 1)) == 0:
                trial, bot = self._trials[n % len(self._trials)]
                kind, occasion, first, second, made = (
                    "trial",
                    trial,
                    bot,
                    bot,
                    self._made["tank_war"][n % POOL],
                )
            else:
                game = GAMES[n % len(GAMES)]
                there = self._by_game[game]
                first, second = chance.choice(there), there[int(chance.random() ** 2 * len(there))]
                kind, occasion, made = "ladder", str(n // 4), self._made[game][n % POOL]
            name = f"{n * MIXED % 2**40:010x}"
            yield (
                *(name, kind, occasion, n, made.game, first, second, "", "", '["one","two"]', made.winner),
                *(made.reason, kind == "ladder", "", made.record, ended_ms),
            )

    def _people_games(self, connection: sql.Connection) -> None:
        size, chance = self._size, self._chance
        every = [chance.choice(self._made[chance.choice(GAMES)]) for _ in range(size.tables)]
        self._tables = [new_id() for _ in every]
        who = [self._guests[0] if n % 97 == 0 else chance.choice(self._guests) for n in range(size.tables)]
        live = [n % 50 == 1 for n in range(size.tables)]
        put(
            connection,
            "tables",
            ("id", "game", "terms", "owner", "live", "private", "created_ms", "summary"),
            (
                (
                    name,
                    made.game,
                    msgspec.json.encode(self._terms(n, name, made, who[n])).decode(),
                    who[n],
                    live[n],
                    False,
                    self._spread(n, size.tables),
                    self._summary(n, made, who[n], live=live[n]),
                )
                for n, (name, made) in enumerate(zip(self._tables, every, strict=True))
            ),
        )
        self._finished = [
            Finished(name, made, who[n], self._spread(n, size.tables) + len(made.bodies) * TURN_MS)
            for n, (name, made) in enumerate(zip(self._tables, every, strict=True))
            if n % 5 and not live[n]
        ]
        taken = ((name, 0, who[n]) for n, name in enumerate(self._tables) if n % 5)
        put(connection, "seats", ("table_id", "seat", "guest"), taken)
        put(
            connection,
            "entries",
            ("table_id", "seq", "at_ms", "body"),
            (
                (name, seq, self._spread(n, size.tables) + seq * TURN_MS, body)
                for n, (name, made) in enumerate(zip(self._tables, every, strict=True))
                for seq, body in enumerate(made.bodies[:3] if live[n] else made.bodies, 1)
            ),
        )

    def _results_of_people(self, connection: sql.Connection) -> None:
        put_results(connection, self._finished)
        put_ratings(connection, self._size.accounts, sorted(set(GAMES)), self._chance)
        self._tournament = put_tournaments(connection, self._size.accounts, self._tables, self._spread)

    def _terms(self, number: int, name: str, made: Made, guest: str) -> Terms:
        """One in five is a game that bots alone have played."""
        person = Chair("guest", "Player", guest) if number % 5 else Chair("bot", "greedy", bot="greedy")
        return Terms(
            id=name,
            game=made.game,
            options={},
            start=made.start,
            clock="none",
            chairs=(person, Chair("bot", "random", bot="random")),
            seed=new_seed(),
            owner=guest,
            invite="",
            created_ms=self._spread(number, self._size.tables),
        )

    def _summary(self, number: int, made: Made, guest: str, *, live: bool) -> str:
        """What lists show; the same text for all tables with the same game, whoever sits there."""
        key = (id(made), live, number % 5 == 0)
        if key not in self._summaries:
            bodies = made.bodies[:3] if live else made.bodies
            entries = [
                log.Entry(seq, seq * TURN_MS, log.read_body(body)) for seq, body in enumerate(bodies, 1)
            ]
            table = replayed(self._terms(number, "0", made, guest), entries)
            self._summaries[key] = write_summary(summarised(table))
        return self._summaries[key]

    def _contest_rows(self, connection: sql.Connection) -> None:
        """Contests that are over, nearly all of them small; the first has very many games."""
        size = self._size
        self._contests = [new_id() for _ in range(size.contests)]
        small = contest_file(4)
        big = contest_file(max(2, round((2 * size.contest_games) ** 0.5)))
        model = self._data / "model"
        write_contest(model, small, self._made["tank_war"])
        text = Folder(model).journal.read_bytes()
        for contest in self._contests[1:]:
            folder = self._data / "contests" / contest
            folder.mkdir(parents=True)
            (folder / "journal.jsonl").write_bytes(text)
        write_contest(self._data / "contests" / self._contests[0], big, self._made["tank_war"])
        columns = (
            "id",
            "owner",
            "name",
            "game",
            "state",
            "file",
            "public",
            "published",
            "code",
            "secret",
            "problem",
        )
        put(
            connection,
            "contests",
            (*columns, "created_ms", "started_ms"),
            (
                (
                    contest,
                    1,
                    f"Contest {n}",
                    "tank_war",
                    "over",
                    small if n else big,
                    True,
                    True,
                    "",
                    "s" * 43,
                    "",
                )
                + (self._spread(size.contests - n, size.contests),) * 2
                for n, contest in enumerate(self._contests)
            ),
        )
        put(
            connection,
            "contest_entries",
            ("contest", "account", "bot", "version", "name", "late", "entered_ms"),
            (
                (
                    contest,
                    account,
                    self._bots[account % len(self._bots)][0],
                    "",
                    f"Player {account}",
                    False,
                    0.0,
                )
                for contest in self._contests
                for account in range(1, min(10, size.accounts) + 1)
            ),
        )

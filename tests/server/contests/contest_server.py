"""People with accounts and bots at a server with contests, without the pages that are tested elsewhere."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self

import sqlalchemy as sql

from steelyard import games
from steelyard.arena.record import GameTerms, PlayerFacts, TurnFacts
from steelyard.arena.verdicts import Fault, Verdict
from steelyard.core.names import folded
from steelyard.protocol.messages import Result
from steelyard.server.accounts import schema as accounts
from steelyard.server.accounts.store import COOKIE, Person
from steelyard.server.bots import schema as bots
from steelyard.server.bots.game_job import Side, kept
from steelyard.server.bots.programs import built_in
from steelyard.server.database.writer import Change
from steelyard.server.http.access import Account, Role
from steelyard.server.ids import new_id
from steelyard.server.job_handlers import of_lane
from steelyard.server.jobs.worker import Worker, open_context
from tests.contest.bots import write_bot
from tests.server.running_server import Guest, RunningServer

if TYPE_CHECKING:
    from pathlib import Path

    from steelyard.server.contests.service import ContestService

SMALL = """\
name = "Small contest"
game = "tank_war"
clock = "none"
seed = "quite a secret"

[[entrants]]
each_in = "teams"

[teacher]
bot = "random"
games = 2

[[stages]]
kind = "qualification"
ranking = ["wins", "tanks", "boxes"]
advance = 2

[[stages]]
kind = "knockout"
decide = ["wins", "tanks", "boxes", "lot"]

[grades]
formula = "min(10, max_boxes / 3 + beat_teacher)"
"""
TWO_BOTS = SMALL.replace(
    'each_in = "teams"', 'bot = "random"\n\n[[entrants]]\nbot = "random"\nname = "other"'
)


def ladder_game(contest_server: ContestServer, first: str, second: str) -> str:
    """A game that two uploaded bots have played on the ladder, as its worker would keep it; its id."""
    bot_store = contest_server.contest_service.bot_store
    versions = [bot_store.versions(bot)[0] for bot in (first, second)]
    facts = [PlayerFacts(each.name, f"@{each.id}") for each in versions]
    ours = built_in("tank_war", "random")
    sides = [Side(each.bot, each.id, replace(ours, name=each.name)) for each in versions]
    game = games.get("tank_war")
    start = game.write_state(game.start())
    record = (
        GameTerms.of(game, "none")
        .order(start, 0, "", (facts[0], facts[1]))
        .record(
            [TurnFacts(("LA", "LA"), (1.0, 1.0), (1.0, 1.0), (0.0, 0.0))],
            [],
            Result(1, Fault.CRASHED, (0, 0)),
            Verdict(0, Fault.CRASHED, "it crashed", turn=2, wall_ms=(1.0, 1.0), lost_ms=(0.0, 0.0)),
        )
    )
    row = kept("ladder", new_id(), 0, (sides[0], sides[1]), record, rated=True)
    contest_server.keep(Change(sql.insert(bots.matches), row))
    name: str = row["id"]
    return name


class ContestServer:
    """A server, and everything a test needs to fill it."""

    def __init__(self, database: str, **settings: Any) -> None:
        self.server = RunningServer(database, **settings)
        self.database = database
        self._visitors: list[Visitor] = []

    def __enter__(self) -> Self:
        self.server.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        for visitor in self._visitors:
            visitor.http.close()
        self.server.__exit__(None, None, None)

    @property
    def contest_service(self) -> ContestService:
        contest_service: ContestService = self.server.app.state.contests
        return contest_service

    @property
    def data(self) -> Path:
        return self.contest_service.data

    def keep(self, *changes: Change) -> None:
        self.server.do(self.server.registry.writer.kept(changes))

    def person(self, name: str, role: Role = "player") -> Visitor:
        """Somebody with an account, signed in."""
        people = self.server.app.state.people
        account = Account(people.next_id(), name, role)
        guest = hashlib.sha256(name.encode()).hexdigest()
        row = {
            "id": account.id,
            "name": name,
            "folded": folded(name),
            "role": role,
            "password": "",
            "guest": guest,
            "disabled": False,
            "created_ms": 0.0,
        }
        self.keep(Change(sql.insert(accounts.accounts), row))
        people.put(Person(account, guest, disabled=False, created_ms=0.0))
        secret, session, changes = people.new_session(account.id)
        self.keep(*changes)
        people.begin(session)
        return Visitor(self, account, secret)

    def stranger(self) -> Visitor:
        return Visitor(self, None, "")

    def audit(self, contest: str) -> list[tuple[str, int | None, str]]:
        """What was done to it: action, actor, detail."""
        columns = accounts.audit.c
        query = (
            sql.select(columns.action, columns.actor, columns.detail)
            .where(columns.subject == f"contest:{contest}")
            .order_by(columns.id)
        )
        with self.contest_service.engine.connect() as connection:
            return [(action, actor, detail) for action, actor, detail in connection.execute(query)]

    def work(self) -> None:
        """Everything that waits in the queue for contests is played, here and now."""
        context = open_context(self.database, self.data, 0, "")
        try:
            Worker(context, of_lane("long")).work(enough=lambda: True)
        finally:
            context.engine.dispose()
        self.tick()

    def tick(self, at_ms: float = 0.0) -> None:
        self.server.do(self.server.app.state.contest_monitor.tick(at_ms))


class Visitor(Guest):
    """Somebody at the server, with or without an account."""

    def __init__(self, contest_server: ContestServer, account: Account | None, secret: str) -> None:
        super().__init__(contest_server.server.address)
        contest_server._visitors.append(self)
        self.contest_server = contest_server
        self._account = account
        if secret:
            self.http.cookies.set(COOKIE, secret)

    @property
    def account(self) -> Account:
        assert self._account is not None
        return self._account

    def makes(self, text: str = SMALL, **more: Any) -> str:
        name: str = self.asks("/api/contests", 201, file=text, **more)["id"]
        return name

    def moves(self, contest: str, to: str, reason: str = "because", status: int = 200) -> dict[str, Any]:
        told: dict[str, Any] = self.asks(f"/api/contests/{contest}/state", status, to=to, reason=reason)
        return told

    def sees(self, contest: str, what: str = "", status: int = 200) -> Any:
        answer = self.http.get(f"/api/contests/{contest}{what}")
        assert answer.status_code == status, answer.text
        return answer.json()

    def uploads(self, program: str = "", name: str = "bot", game: str = "tank_war", **more: Any) -> str:
        """Upload a bot, or a further version of it; its id."""
        bot_store = self.contest_server.contest_service.bot_store
        bot = bot_store.named(self.account.id, game, name)
        changes = []
        if bot is None:
            row = {
                "id": new_id(),
                "owner": self.account.id,
                "game": game,
                "name": name,
                "remote": False,
                "rated": True,
                "token": "",
                "online_ms": 0.0,
                "off": "",
                "created_ms": 0.0,
            }
            changes.append(Change(sql.insert(bots.bots), row))
        bot_id = bot.id if bot is not None else str(changes[0].values["id"])
        version = new_id()
        folder = bot_store.source(version)
        write_bot(folder, program, build=more.pop("build", ""))
        values = {
            "id": version,
            "bot": bot_id,
            "number": len(bot_store.versions(bot_id)) + 1,
            "state": "fit",
            "reason": "",
            "log": "",
            "report": "",
            "created_ms": 1.0,
        }
        self.contest_server.keep(*changes, Change(sql.insert(bots.versions), values | more))
        return bot_id

    def enters(self, contest: str, bot: str | None = None, status: int = 200) -> str:
        bot = bot or self.uploads()
        self.asks(f"/api/contests/{contest}/entry", status, bot=bot)
        return bot

    def decides(self, contest: str, what: str, status: int = 200, **more: Any) -> dict[str, Any]:
        asked = {"what": what, "reason": "a good reason", **more}
        told: dict[str, Any] = self.asks(f"/api/contests/{contest}/decide", status, **asked)
        return told

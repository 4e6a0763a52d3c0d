"""Everybody who could ask, and everything that could be asked about, on one server."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import httpx
from starlette.routing import Route, WebSocketRoute
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from steelyard.server.accounts.store import COOKIE
from steelyard.server.bots.service import ADD_VERSION, new_bot
from steelyard.server.database.writer import Change
from steelyard.server.http.access import ROLES, Account
from steelyard.server.http.lazy_routes import routes_of
from steelyard.server.ids import new_id
from steelyard.server.tables import share_routes
from tests.server.contests.contest_server import TWO_BOTS, ContestServer, Visitor, ladder_game
from tests.server.running_server import MARK, ME, OPEN, RANDOM, Guest
from tests.timeouts import TIMEOUT_S

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pytest

    from steelyard.server.http.access import Role

WHO = ("nobody", "shut", "guest", "owner", "other", "organiser", "host", "admin")
"""Without a cookie; with the session of an account that was shut; a guest; a player to whom tables and bots
belong and who has come in to the private contests; another player; an organiser; the organiser who made the
contests; the administrator."""
MISSING = "2222222222"
START = "053/053/053/053/053/053"
TOURNAMENT = {"name": "A cup", "game": "tank_war", "clock": "days:3"}
BODIES: dict[str, dict[str, Any]] = {  # what is asked, where {} would not be understood
    "POST /api/me": {"name": "Somebody"},
    "POST /api/tables": {"game": "tank_war", "seats": [ME, OPEN]},
    "POST /api/challenges": {"game": "tank_war"},
    "POST /api/tournaments": TOURNAMENT,
    "POST /api/mail": {"address": "ada@example.org"},
    "POST /api/mail/confirm": {"token": "1.none"},
    "POST /api/mail/unsubscribe": {"token": "1.none"},
    "POST /api/players/{name}/block": {"blocked": False},
    "POST /api/players/{name}/report": {"reason": "other"},
    "POST /api/tables/{id}/join": {"join": "not the invitation"},
    "POST /api/analysis": {"table": "{id}"},
    "POST /api/view": {"game": "tank_war"},
    "POST /api/puzzles/progress": {"solved": [], "days": []},
    "POST /api/puzzles/{id}/solved": {"answers": ["XX"]},
    "POST /api/play": {
        "game": "tank_war",
        "state": "053/053/053/053/053/053",
        "moves": {"0": "LA", "1": "LA"},
    },
    "POST /api/account/sign-in": {"name": "{who}", "password": "not the password"},
    "POST /api/account/password": {"old": "not the password", "new": "quite another one"},
    "POST /api/account/reset": {"link": "a" * 43, "password": "quite another one"},
    "POST /api/account/admin": {"link": "a" * 43},
    "POST /api/tournaments/{id}/remove": {"player": "The other"},
    "POST /api/account/delete": {"password": "not that one"},
    "POST /api/people/{id}/delete": {"password": "not that one"},
    "POST /api/people/{id}/role": {"role": "{state}"},
    "POST /api/people/{id}/disabled": {"disabled": False},
    "POST /api/invites/end": {"code": "none"},
    "POST /api/bots/remote": {"game": "tank_war", "name": "Another"},
    "POST /api/bots/{id}/trials": {"newer": 1},
    "POST /api/bots/{id}/ladder": {"on": True},
    "POST /api/bots/{id}/open_in_contests": {"open": False},
    "POST /api/bots/{id}/rated": {"rated": True},
    "POST /api/contests": {"file": TWO_BOTS},
    "POST /api/contests/formula": {"game": "tank_war", "formula": "wins"},
    "POST /api/contests/join": {"code": "none"},
    "POST /api/contests/register": {"code": "none", "name": "Somebody", "password": "quite another one"},
    "POST /api/contests/{id}/team": {"name": ""},
    "POST /api/contests/{id}/team/captain": {"account": 0},
    "POST /api/contests/{id}/student-number": {"student_number": "7"},
    "POST /api/contests/{id}/state": {"to": "frozen", "reason": ""},
    "POST /api/contests/{id}/decide": {"what": "late", "name": "nobody", "reason": "late"},
    "POST /api/contests/{id}/preview": {"what": "withdraw", "name": "other"},
    "POST /api/contests/{id}/entry": {"bot": None},
}
QUERIES = {
    "GET /api/opponents": {"game": "tank_war"},
    "GET /api/players": {"game": "tank_war"},
    "GET /api/ratings": {"tables": MISSING},
    "GET /api/contests/join": {"code": "none"},
}
ABOUT = {  # by how an address begins, what its id is of
    "table": (
        "/api/tables/{id}",
        "/ws/tables/{id}",
        "/api/analysis",
        "/api/bots/games/{game}",
        "/embed/{id}",
    ),
    "bot": ("/api/bots/{id}", "/ws/bots/{id}", "/ws/seats/{id}"),
    "challenge": ("/api/challenges/{id}",),
    "player": ("/api/players/{name}",),
    "tournament": ("/api/tournaments/{id}",),
    "account": ("/api/people/{id}",),
    "contest": ("/api/contests/{id}", "/ws/contests/{id}", "/c/{id}"),
    "puzzle": ("/api/puzzles/{id}",),
    "game": ("/api/ladder/{game}", "/api/kits/{game}", "/games/{game}"),
}


class AccessCases:
    """A server with all of them; what a request has used up is made anew."""

    def __init__(self, contest_server: ContestServer) -> None:
        self.contest_server = contest_server
        roles: dict[str, Role] = {"organiser": "organiser", "host": "organiser", "admin": "admin"}
        self.people: dict[str, Visitor] = {
            who: contest_server.person(f"The {who}", roles.get(who, "player"))
            for who in ("owner", "other", "organiser", "host", "admin", "shut")
        }
        self.guest = Guest(contest_server.server.address)
        self._do(
            self._desk.disable(Account(0, "the test", "admin"), self.people["shut"].account.id, disabled=True)
        )
        self.bots = self._bots()
        self.objects: dict[str, dict[str, str]] = {
            "table": self._tables(),
            "bot": self.bots,
            "account": {role: str(contest_server.person(f"A {role}", role).account.id) for role in ROLES}
            | {"own": "own", "missing": "999"},
            "challenge": self._challenges(),
            "player": {"other": "The other", "missing": "Nobody"},
            "tournament": {state: self._tournament(state) for state in ("open", "running", "missing")},
            "contest": {state: self._contest(state) for state in CONTESTS},
            "game": {"there": "tank_war", "missing": "chess"},
            "puzzle": {"there": "war-1", "missing": "war-0"},
            "": {"": "1"},
        }
        self._http = httpx.Client(
            base_url=f"http://{contest_server.server.address}", headers=MARK, timeout=TIMEOUT_S
        )

    @property
    def _remade(self) -> dict[str, Callable[[str], str]]:
        return {"contest": self._contest, "challenge": self._challenge, "tournament": self._tournament}

    @property
    def _desk(self) -> Any:
        return self.contest_server.server.app.state.account_service

    def _do(self, work: Any) -> Any:
        return self.contest_server.server.do(work)

    def close(self) -> None:
        self._http.close()
        self.guest.http.close()

    # What there is.
    def _tables(self) -> dict[str, str]:
        owner = self.people["owner"]
        made = {
            "running": owner.sets_up("tank_war", ME, OPEN)["id"],
            "private": owner.sets_up("tank_war", ME, OPEN, private=True)["id"],
            "over": owner.sets_up("tank_war", ME, RANDOM)["id"],
        }
        with owner.follows(made["over"]) as page:
            page.says("resign")
            page.until("over")
        closed = ladder_game(
            self.contest_server, self.bots["closed"], self.people["other"].uploads(name="Bot other")
        )
        return made | {"closed": closed, "missing": MISSING}

    def _challenges(self) -> dict[str, str]:
        """Made by the owner: to anybody, to the other player, withdrawn; and a table that is none."""
        return {
            state: self._challenge(state)
            for state in ("open", "for the other", "withdrawn", "none", "missing")
        }

    def _challenge(self, state: str) -> str:
        owner = self.people["owner"]
        if state == "none":
            return str(owner.sets_up("tank_war", ME, OPEN)["id"])
        if state == "missing":
            return MISSING
        asked = {"game": "tank_war"} | ({"to": "The other"} if state == "for the other" else {})
        name = str(owner.http.post("/api/challenges", json=asked).json()["id"])
        if state == "withdrawn":
            owner.http.post(f"/api/challenges/{name}/withdraw", json={})
        return name

    def _tournament(self, state: str) -> str:
        """Made by the owner; the one it takes the place of is cancelled, as one has three at most."""
        if state == "missing":
            return MISSING
        owner, other = self.people["owner"], self.people["other"]
        if hasattr(self, "objects"):
            owner.http.post(f"/api/tournaments/{self.objects['tournament'][state]}/cancel", json={})
        name = str(owner.http.post("/api/tournaments", json=TOURNAMENT).json()["id"])
        if state == "running":
            for player in (owner, other):
                player.http.post(f"/api/tournaments/{name}/join", json={})
            owner.http.post(f"/api/tournaments/{name}/start", json={})
        return name

    def _bots(self) -> dict[str, str]:
        owner, made = self.people["owner"], {"uploaded": "bbbbbbbbbb", "at home": "cccccccccc"}
        for state, name in made.items():
            token = "token" if state == "at home" else ""
            self.contest_server.keep(new_bot(name, owner.account, "tank_war", f"Bot {state}", token))
        row = {"id": "dddddddddd", "bot": made["uploaded"], "number": 1, "state": "fit", "created_ms": 0.0}
        self.contest_server.keep(Change(ADD_VERSION, row | {"reason": "", "log": "", "report": ""}))
        entered = owner.enters(self._contest("open"), owner.uploads(name="Bot entered"))
        return made | {"closed": entered, "missing": MISSING}

    def _contest(self, state: str) -> str:
        if state == "missing":
            return MISSING
        host, public = self.people["host"], not state.startswith("private")
        name = host.makes(TWO_BOTS, public=public, code="" if public else f"rose-{new_id()}")
        steps = {"draft": (), "deleted": (), "open": ("open",)}.get(state.removeprefix("private "))
        for to in ("open", "frozen", "running") if steps is None else steps:
            host.moves(name, to)
        if state == "deleted":
            host.http.post(f"/api/contests/{name}/delete", json={"reason": ""})
        elif not public:
            row = self.contest_server.contest_service.contest_store.find(name)
            assert row is not None
            self._do(self.contest_server.contest_service.come_in(row, self.people["owner"].account))
        return name

    # Asking.
    def asks(self) -> Iterator[tuple[str, str]]:
        """Every request that can be made: the route, and the state of what it is about."""
        for route in routes_of(self.contest_server.server.app.routes):
            methods = ["WS"] if isinstance(route, WebSocketRoute) else sorted(_methods(route) - {"HEAD"})
            for method in methods:
                asked = f"{method} {getattr(route, 'path', '')}"
                for state in self.objects[about(asked)]:
                    yield asked, state

    def answers(self, asked: str, state: str) -> list[int]:
        """How everybody is answered, in the order of WHO."""
        return [self._answer(who, asked, state) for who in WHO]

    def _answer(self, who: str, asked: str, state: str) -> int:
        method, _, path = asked.partition(" ")
        kind = about(asked)
        name = self.objects[kind][state]
        if name == "own":
            name = str(self.people[who].account.id) if who in self.people else "999"
        path = path.replace("{path:path}", "README.md" if kind == "game" else "index.html")
        path = path.replace("{language}", "python").replace("{number}", "1")
        path = re.sub(r"\{\w+\}", name, path)
        headers = self._cookie(who, own=path.startswith("/api/account"))
        if method == "WS":
            return self._follow(path, headers)
        body = b""
        if method == "POST":
            role = state if state in ROLES else "player"
            told = json.dumps(BODIES.get(asked, {})).replace("{id}", name)
            body = told.replace("{state}", role).replace("{who}", who).encode()
            headers["Content-Type"] = "application/json"
        self._http.cookies.clear()
        answer = self._http.request(method, path, headers=headers, content=body, params=QUERIES.get(asked))
        assert answer.status_code != 500, (who, asked, state)
        if method == "POST" and answer.status_code < 300 and kind in self._remade:
            made = self._remade[kind]
            self.objects[kind][state] = made(state)
        return answer.status_code

    def _cookie(self, who: str, *, own: bool) -> dict[str, str]:
        """What a browser shows; where sessions end, one of its own."""
        if who == "nobody":
            return {}
        if who == "guest":
            return {"Cookie": self.guest.cookie}
        if own and who != "shut":
            return {"Cookie": f"{COOKIE}={self._do(self._desk.begin(self.people[who].account.id))}"}
        return {"Cookie": self.people[who].cookie}

    def _follow(self, path: str, headers: dict[str, str]) -> int:
        """As HTTP would say it: 200 for somebody who is told something, else why the line was closed."""
        with connect(
            f"ws://{self.contest_server.server.address}{path}",
            additional_headers=headers,
            open_timeout=TIMEOUT_S,
        ) as line:
            try:
                if json.loads(line.recv(timeout=TIMEOUT_S))["type"] != "refused":
                    return 200
                line.recv(timeout=TIMEOUT_S)
            except ConnectionClosed:
                return line.close_code or 0
        return 0


CONTESTS = ("draft", "open", "private open", "running", "private running", "deleted", "missing")


def _methods(route: Any) -> set[str]:
    return set(route.methods or ()) if isinstance(route, Route) else set()


def about(asked: str) -> str:
    """What kind of thing a request is about; nothing: itself."""
    path = asked.partition(" ")[2]
    return next((kind for kind, starts in ABOUT.items() if path.startswith(starts)), "")


def without_pictures(contest_server: ContestServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Making a film or a preview takes long, and who may see it is decided before."""

    async def made(*_: Any) -> dict[str, str]:
        return {"film": ""}

    contest_server.server.app.state.studies.compute_pool.ask = made
    monkeypatch.setattr(share_routes, "_preview", lambda _table: b"")

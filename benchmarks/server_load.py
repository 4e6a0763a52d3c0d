"""People who use a server that is killed under them, and write down whatever they are told."""

from __future__ import annotations

import random
import sys
import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

import httpx
from kills import BOT, Failed
from tests.server.bots.archives import zipped
from tests.server.running_server import ME, PASSWORD, RANDOM, Guest
from websockets.exceptions import WebSocketException

if TYPE_CHECKING:
    from collections.abc import Callable

PLAYERS = 4
PACE_S = 0.05
UPLOAD_S = 6.0
LOOK_S = 0.5
REST_S = 8.0  # between two contests, so that the ladder gets its turn
FIRST_S = 240.0  # until each has been told something
CUT = (httpx.TransportError, WebSocketException, OSError, TimeoutError)
ZIP = {"Content-Type": "application/zip"}
CONTEST = 'name = "Killed"\ngame = "tank_war"\nclock = "none"\n' + "".join(
    f'[[entrants]]\nbot = "random"\nname = "bot {number}"\n' for number in range(4)
)
CONTEST += '[[stages]]\nkind = "groups"\n'


@dataclass
class Table:
    """A game as its player was told."""

    id: str
    seq: int = 0
    turns: dict[int, list[str]] = field(default_factory=dict)
    over: bool = False


@dataclass
class Contest:
    id: str
    games: int = 0
    """So many were said to be played."""
    steps: list[str] = field(default_factory=list)


class Load:
    """Everybody, each in a thread."""

    FIGURES = ("tables", "turns", "uploads", "ladder", "contests", "games")

    def __init__(self, address: str, admin_link: str, mark: str, chance: random.Random) -> None:
        self.address, self._mark = address, mark
        self._over = threading.Event()
        self._problems: list[str] = []
        self.tables: dict[str, Table] = {}
        self.uploads: list[dict[str, Any]] = []
        self.ladder: dict[str, int | None] = {}
        self.contests: list[Contest] = []
        self._head = Guest(address)
        self._head.registers("The head")
        answer = self._head.http.post("/api/account/admin", json={"link": admin_link})
        if answer.status_code != 200:
            raise Failed(f"nobody becomes the administrator: {answer.text}")
        works: list[Callable[[], None]] = [self._upload, self._watch_ladder, self._organise]
        seeds = [chance.randrange(10**9) for _ in range(PLAYERS)]
        works += [lambda seed=seed: self._play(random.Random(seed)) for seed in seeds]  # type: ignore[misc]
        self._threads = [threading.Thread(target=self._keep_on, args=(work,), daemon=True) for work in works]

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join(60)
        self.check()

    def figures(self) -> tuple[int, ...]:
        turns = sum(len(table.turns) for table in self.tables.values())
        games = sum(contest.games for contest in self.contests)
        return len(self.tables), turns, len(self.uploads), len(self.ladder), len(self.contests), games

    def check(self) -> None:
        if self._problems:
            raise Failed(self._problems[0])

    def wait_for_the_first(self) -> None:
        ends = time.monotonic() + FIRST_S
        while not all(self.figures()):
            self.check()
            if time.monotonic() > ends:
                raise Failed(
                    f"not everything has begun: {dict(zip(self.FIGURES, self.figures(), strict=True))}"
                )
            time.sleep(LOOK_S)

    def _keep_on(self, work: Callable[[], None]) -> None:
        """Whatever is cut off is taken up again; what should not be told is the end of it all."""
        try:
            work()
        except Exception as error:  # noqa: BLE001 - whatever it is, it is told at the end
            self._problems.append(f"{type(error).__name__}: {error}")
            sys.excepthook(*sys.exc_info())

    def _again(self, ask: Callable[[], httpx.Response], *fine: int) -> dict[str, Any] | None:
        """Ask once: the answer, or nothing if it was cut off or has to be asked again later."""
        try:
            answer = ask()
        except CUT:
            time.sleep(LOOK_S)
            return None
        if answer.status_code in {429, 503}:  # too much at once, or no database just now
            time.sleep(LOOK_S)
            return None
        if answer.status_code not in {200, 201, *fine}:
            raise Failed(f"{answer.request.method} {answer.url}: {answer.status_code} {answer.text[:200]}")
        told: dict[str, Any] = answer.json()
        return told

    # Tables.
    def _play(self, chance: random.Random) -> None:
        guest = Guest(self.address)
        table: Table | None = None
        while not self._over.is_set():
            if table is None or table.over:
                asked = {"game": "tank_war", "seats": [ME, chance.choice([ME, RANDOM])]}
                new = self._again(lambda asked=asked: guest.http.post("/api/tables", json=asked))  # type: ignore[misc]
                if new is None:
                    continue
                table = self.tables[new["id"]] = Table(new["id"])
            try:
                self._follow(guest, table, chance)
            except CUT:
                time.sleep(PACE_S)

    def _follow(self, guest: Guest, table: Table, chance: random.Random) -> None:
        with guest.follows(table.id) as page:
            while not self._over.is_set() and not table.over:
                message = page.next()  # which looks that none is missing, and none comes twice
                if message["type"] == "refused" and "does not answer" not in message["error"]:
                    raise Failed(f"table {table.id}: {message['error']}")
                if "seq" not in message:
                    continue
                if message["seq"] < table.seq:
                    raise Failed(
                        f"table {table.id}: {table.seq} was announced, and it stands at {message['seq']}"
                    )
                table.seq = message["seq"]
                if message["type"] == "turn":
                    self._note(table, message["turn"], message["moves"])
                table.over = message["type"] == "over" or not message.get("live", True)
                time.sleep(PACE_S)
                for seat, legal in message.get("legal", {}).items():
                    page.says("move", turn=message["turn"] + 1, move=chance.choice(legal), seat=int(seat))

    def _note(self, table: Table, turn: int, moves: list[str]) -> None:
        if table.turns.setdefault(turn, moves) != moves:
            raise Failed(f"table {table.id}: turn {turn} was {table.turns[turn]}, and is {moves}")

    # Bots.
    def _upload(self) -> None:
        owner, number = Guest(self.address), 0
        while self._again(lambda: self._registered(owner, "Coder"), 409, 422) is None:
            pass
        owner.signs_in("Coder")
        while not self._over.wait(UPLOAD_S):
            toml = f'name = "Bot {number % 3}"\ngame = "tank_war"\nrun = "python3 bot.py {self._mark}"\n'
            packed = zipped({"bot.toml": toml, "bot.py": BOT})
            told = self._again(
                lambda packed=packed: owner.http.post("/api/bots", content=packed, headers=ZIP)
            )  # type: ignore[misc]
            if told is not None:
                self.uploads.append(told)
                number += 1

    def _registered(self, owner: Guest, name: str) -> httpx.Response:
        return owner.http.post("/api/account/register", json={"name": name, "password": PASSWORD})

    def _watch_ladder(self) -> None:
        guest = Guest(self.address)
        while not self._over.wait(LOOK_S):
            told = self._again(lambda: guest.http.get("/api/ladder/tank_war/games"))
            for game in (told or {"games": []})["games"]:
                if self.ladder.setdefault(game["id"], game["winner"]) != game["winner"]:
                    raise Failed(f"ladder game {game['id']} has another winner now")

    # Contests.
    def _organise(self) -> None:
        while not self._over.is_set():
            made = self._again(lambda: self._head.http.post("/api/contests", json={"file": CONTEST}))
            if made is None:
                continue
            contest = Contest(made["id"])
            self.contests.append(contest)
            while not self._over.is_set() and "over" not in contest.steps:
                self._look_after(contest)
                self._over.wait(LOOK_S)
            self._over.wait(REST_S)

    def _look_after(self, contest: Contest) -> None:
        path = f"/api/contests/{contest.id}"
        told = self._again(lambda: self._head.http.get(path))
        if told is None:
            return
        state = told["state"]
        if contest.steps[-1:] != [state]:
            contest.steps.append(state)
        games = (told.get("course") or {}).get("games", 0)
        if games < contest.games:
            raise Failed(f"contest {contest.id}: {contest.games} games were told, and now {games}")
        contest.games = games
        following = {"draft": "open", "open": "frozen", "frozen": "running", "paused": "running"}.get(state)
        if following is not None:  # one that was kept although its answer was lost is refused the second time
            self._again(lambda: self._head.http.post(f"{path}/state", json={"to": following}), 409, 422)

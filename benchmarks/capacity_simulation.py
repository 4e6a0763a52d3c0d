"""A discrete-event simulation of one server process with live games: how long a move takes to every screen.

Players think, and send a move. The event loop does one thing at a time: it takes the move, hands it to the
writer, and when that has it on the disk, sends the turn to every screen, one after the other. The writer puts
what has come since its last commit into one transaction. Times come from a file of measured costs; chance
comes from a seed, so the same run gives the same figures.
"""

from __future__ import annotations

import heapq
import random
from dataclasses import dataclass
from itertools import count

TAKEN_SHARE = 0.3  # of a turn's cost, before it is written; the rest is drawing, after it


@dataclass(frozen=True)
class Costs:
    """What one thing costs the server, in milliseconds of the processor or as it says."""

    turn_ms: float
    screen_ms: float
    """For each screen that a turn is sent to."""
    idle_share: float
    """Of a core, with nobody there."""
    commit_ms: float
    """How long a transaction takes to the disk."""
    row_ms: float
    """More for each turn in it."""


@dataclass(frozen=True)
class Load:
    games: int
    watchers: int
    pace_s: float = 1.0
    """How long players think, on average; between half and one and a half of it."""
    simultaneous: float = 0.3
    """The share of games in which both players move at the same time."""


@dataclass(frozen=True)
class Measured:
    """What came of it."""

    share: float
    """Of a core, of the process."""
    p50_ms: float
    p99_ms: float
    turns_s: float
    screens_s: float


class Simulation:
    """One process, for so many seconds after a while of warming up."""

    def __init__(self, costs: Costs, load: Load, seed: int = 1) -> None:
        self._costs = costs
        self._load = load
        self._chance = random.Random(seed)
        self._events: list[tuple[float, int, str, int]] = []
        self._order = count()
        self._free_ms = 0.0
        """When the event loop has nothing more to do."""
        self._busy_ms = 0.0
        self._committing: list[tuple[int, float]] = []
        self._to_commit: list[tuple[int, float]] = []
        self._sent: dict[int, float] = {}
        """When the move was sent that a game waits for."""
        self._delays: list[float] = []
        self._turns = 0
        each, more = divmod(load.watchers, load.games)
        self._screens = [2 + each + (number < more) for number in range(load.games)]

    def run(self, seconds: float, warm_s: float = 5.0) -> Measured:
        began, ends = 1000 * warm_s, 1000 * (warm_s + seconds)
        for game in range(self._load.games):
            self._think(game, self._chance.uniform(0, 1000 * self._load.pace_s))
        while self._events and self._events[0][0] < ends:
            now, _, kind, game = heapq.heappop(self._events)
            if kind == "move":
                self._take_move(game, now)
            elif kind == "queued":
                self._queue_write(game, now)
            else:
                self._send(now, counted=now >= began)
            if now < began:
                self._busy_ms = 0.0
        delays = sorted(self._delays)
        share = self._busy_ms / (1000 * seconds) + self._costs.idle_share
        return Measured(
            min(1.0, share),
            _at(delays, 0.5),
            _at(delays, 0.99),
            self._turns / seconds,
            len(delays) / seconds,
        )

    def _think(self, game: int, from_ms: float) -> None:
        """Until the move that completes the turn."""
        pace = 1000 * self._load.pace_s
        thought = pace * self._chance.uniform(0.5, 1.5)
        if game < self._load.simultaneous * self._load.games:
            thought = max(thought, pace * self._chance.uniform(0.5, 1.5))
        self._at(from_ms + thought, "move", game)

    def _take_move(self, game: int, now: float) -> None:
        done = self._work(now, TAKEN_SHARE * self._costs.turn_ms)
        self._sent[game] = now
        self._at(done, "queued", game)

    def _queue_write(self, game: int, now: float) -> None:
        self._to_commit.append((game, self._sent[game]))
        if not self._committing:
            self._commit(now)

    def _commit(self, now: float) -> None:
        self._committing, self._to_commit = self._to_commit, []
        took = self._costs.commit_ms * self._chance.uniform(0.6, 1.4)
        self._at(now + took + self._costs.row_ms * len(self._committing), "kept", 0)

    def _send(self, now: float, *, counted: bool) -> None:
        """What is on the disk, to every screen."""
        kept, self._committing = self._committing, []
        for game, sent in kept:
            done = self._work(now, (1 - TAKEN_SHARE) * self._costs.turn_ms)
            for _ in range(self._screens[game]):
                done = self._work(done, self._costs.screen_ms)
                if counted:
                    self._delays.append(done - sent)
            self._turns += counted
            self._think(game, done)
        if self._to_commit:
            self._commit(now)

    def _work(self, from_ms: float, takes_ms: float) -> float:
        """The event loop does something as soon as it can; when it is done."""
        self._free_ms = max(self._free_ms, from_ms) + takes_ms
        self._busy_ms += takes_ms
        return self._free_ms

    def _at(self, when_ms: float, kind: str, game: int) -> None:
        heapq.heappush(self._events, (when_ms, next(self._order), kind, game))


def _at(ordered: list[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def most_games(costs: Costs, watchers: float, pace_s: float, p99_ms: float, share: float) -> int:
    """How many games one process holds with that many watchers each, p99 and share of a core."""

    def holds(games: int) -> bool:
        load = Load(games, round(watchers * games), pace_s)
        found = Simulation(costs, load).run(min(60.0, max(2.0, 10_000 / games)), warm_s=2.0)
        return found.p99_ms <= p99_ms and found.share <= share

    low, high = 1, 2
    while holds(high) and high < 1 << 20:
        low, high = high, 2 * high
    while high - low > max(1, low // 50):
        middle = (low + high) // 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low

"""Tables for tests in which time is passed in and nothing waits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steelyard import games
from steelyard.server.tables.table import Table
from steelyard.server.tables.terms import Chair, Terms

if TYPE_CHECKING:
    from steelyard.server.tables.log import AnyBody, Entry

ADA, BOB, BOT, OPEN = (
    Chair("guest", "Ada", "a" * 64),
    Chair("guest", "Bob", "b" * 64),
    Chair("bot", "random", bot="random"),
    Chair("open"),
)
START_MS = 1_000_000.0


class Timed:
    """A table with a clock on the wall that a test sets."""

    def __init__(
        self,
        game: str = "tank_war",
        clock: str = "none",
        chairs: tuple[Chair, Chair] = (ADA, BOB),
        **terms: Any,
    ) -> None:
        options = terms.pop("options", {})
        start = games.get(game, **options).start(terms.pop("setup", ""))
        self.terms = Terms(
            id="table",
            game=game,
            options=options,
            start=games.get(game, **options).write_state(start),
            clock=clock,
            chairs=chairs,
            seed=1,
            owner=ADA.guest,
            invite="",
            created_ms=START_MS,
            **terms,
        )
        self.table = Table(self.terms)
        self.now_ms = START_MS
        self.log: list[Entry] = []

    def add(self, bodies: list[AnyBody]) -> list[AnyBody]:
        self.log += [self.table.append(body, self.now_ms) for body in bodies]
        return bodies

    def after(self, ms: float) -> Timed:
        """Time passes, and whatever it brings about happens when it should."""
        ends = self.now_ms + ms
        while (due := self.table.due_ms()) is not None and due <= ends:
            self.now_ms = max(self.now_ms, due)
            if not self.add(self.table.tick(self.now_ms)):
                break
        self.now_ms = ends
        return self

    def here(self) -> Timed:
        """Everybody has been seen."""
        self.add(self.table.seen([0, 1]))
        return self

    def move(self, seat: Any, word: str) -> list[AnyBody]:
        turn = len(self.table.turns) + 1
        return self.add(self.table.move(seat, turn, word, self.now_ms))

    def both(self, first: str, second: str) -> Timed:
        self.move(0, first)
        self.move(1, second)
        return self

    def left_ms(self) -> list[float | None]:
        return [self.table.clocks.left_ms(0, self.now_ms), self.table.clocks.left_ms(1, self.now_ms)]

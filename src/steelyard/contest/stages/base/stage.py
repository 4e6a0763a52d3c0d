"""The interface of a stage, and the registry of all kinds of stages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar

import msgspec

from steelyard.contest.file.keys import Boards, Part, default_boards
from steelyard.contest.file.mistakes import Mistake, board_mistakes
from steelyard.contest.model import board_count

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steelyard.contest.file.definition import ContestFile
    from steelyard.contest.stages.base.progress import StageProgress
    from steelyard.contest.stages.base.schedule import Schedule
    from steelyard.core.game import Game
    from steelyard.core.toml_lines import Path


class StageContext(NamedTuple):
    """Where a stage stands in its contest file."""

    contest: ContestFile
    number: int
    game: Game[Any]

    @property
    def previous(self) -> Stage | None:
        return self.contest.stages[self.number - 1] if self.number else None

    @property
    def is_last(self) -> bool:
        return self.number + 1 == len(self.contest.stages)

    @property
    def figures(self) -> list[str]:
        """What the game counts besides the result."""
        return list(self.game.figures(self.game.start()))

    def path(self, *keys: str | int) -> Path:
        return ("stages", self.number, *keys)


class Stage(Part, frozen=True, tag_field="kind"):
    """One part of a contest, as the contest file describes it; those who advance play the next.

    A subclass adds its keys as fields and says how it is played. Its docstring is what people read about it.
    """

    title: ClassVar[str]
    """What a stage without a `name` is called."""
    board_keys: ClassVar[tuple[str, ...]] = ("boards",)
    """All keys whose values are boards."""
    resolves_ties: ClassVar[bool] = False
    """Whether it decides between those who are level where the stage before it cuts."""

    name: str = ""
    boards: Boards = msgspec.field(default_factory=default_boards)
    twice: bool = True
    """Every board is played twice, with the seats exchanged."""

    @property
    def called(self) -> str:
        return self.name or self.title

    @property
    def games_per_match(self) -> int:
        return board_count(self.boards) * (2 if self.twice else 1)

    @property
    def everybody_meets(self) -> bool:
        """Whether every two meet, so that one entrant more leaves all other matches as they are."""
        return False

    def boards_by_key(self) -> Iterator[tuple[str, Boards]]:
        """All boards that are given, each with its key."""
        for key in self.board_keys:
            boards = getattr(self, key)
            if boards is not None and not isinstance(boards, bool):
                yield key, boards

    def mistakes(self, context: StageContext) -> Iterator[Mistake]:
        """What is wrong with the keys beyond their types."""
        for key, boards in self.boards_by_key():
            yield from board_mistakes(boards, context.path(key), context.game)

    def play(self, schedule: Schedule) -> StageProgress:
        """Schedule all matches that are known to take place, and say how the stage stands.

        The same results must always give the same schedule, in whatever order the games were played.
        """
        raise NotImplementedError

    def reached(self, progress: StageProgress) -> dict[str, str]:
        """How far each of those who take part has come, in words."""
        return dict.fromkeys(progress.names, self.called)

    def games(self, entrants: int) -> int:
        """About how many games it has with so many entrants."""
        raise NotImplementedError

    def advancing(self, entrants: int) -> int:
        """How many of so many entrants advance."""
        return entrants


KINDS: dict[str, type[Stage]] = {}
"""All kinds of stages, by the word for `kind` in a contest file."""

S = TypeVar("S", bound=type[Stage])


def register(kind: S) -> S:
    """Make a kind of stage known."""
    KINDS[str(kind.__struct_config__.tag)] = kind
    # Works out its types, here and once: two threads that do so at the same time crash msgspec.
    msgspec.json.Decoder(kind)
    return kind

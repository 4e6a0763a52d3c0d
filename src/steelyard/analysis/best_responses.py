"""Best responses: the best play against a known policy, and what the policy loses to it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar, overload

from steelyard import games
from steelyard.analysis.policies import Checked, Greedy, Perfect, Uniform
from steelyard.analysis.solved import guarantees, is_solved, open_table, quietly
from steelyard.core.errors import InvalidOption, NotSolved
from steelyard.core.game import SEATS, Game, seat_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from random import Random

    from steelyard.analysis.policies import Policy
    from steelyard.analysis.solved import Progress
    from steelyard.analysis.tank_war.positions import BatchedPolicy
    from steelyard.core.game import Move, Outcome, Seat

P = TypeVar("P", bound="Policy | BatchedPolicy")
MOST_POSITIONS = 2_000_000
DEEPEST = 900  # turns; deeper recursion would overflow Python's stack
QUESTIONS = 20  # how often a player with an unknown mix is asked in each position


@dataclass(frozen=True, slots=True)
class BestResponse:
    seat: Seat
    """The seat that responds; the policy plays the other seat."""
    value: float
    """What the responding seat gets on average, from -1 to 1."""
    positions: int
    """The number of positions that can occur, all of which were searched."""
    line: tuple[str, ...]
    """A sample game from the given position, in which the policy makes its most frequent moves; empty for
    policies of many positions at once."""


@overload
def best_response(
    game: Game[Any], policy: Policy, seat: Seat, *, state: Any = None, progress: Progress | None = None
) -> BestResponse: ...


@overload
def best_response(
    game: BatchedPolicy,
    *,
    seat: Seat = 0,
    state: Any = None,
    progress: Progress | None = None,
    variant: Game[Any] | None = None,
    gather: bool = True,
) -> BestResponse: ...


def best_response(  # noqa: PLR0913 - each is a choice of its own
    game: Game[Any] | BatchedPolicy,
    policy: Policy | None = None,
    seat: Seat = 0,
    *,
    state: Any = None,
    progress: Progress | None = None,
    variant: Game[Any] | None = None,
    gather: bool = True,
) -> BestResponse:
    """The exact best response of `seat`, from `state` or the start, to the other seat's policy.

    `best_response(policy)` is for policies of Tank War that are functions of many positions at once, such as
    networks (see `Positions`); `variant` is the game, if it is not the default one. With `gather` it is shown
    boxes of columns without tanks in the first of these columns: no rule asks where they lie, and the game
    has far fewer positions.
    """
    seat = seat_number(seat)
    if not isinstance(game, Game):
        if policy is not None:
            raise TypeError("the seat is given by name: best_response(policy, seat=1)")
        worths = _batched_responses(game, variant, state, progress, gather=gather)
        return BestResponse(seat, worths[seat], worths[2], ())
    policy = _function(policy, "best_response(game, policy, seat)")
    if game.max_turns > DEEPEST:
        raise NotSolved(f"a game of {game.id} can take {game.max_turns} turns, which is too deep to search")
    start = _first_position(game, state)
    search = _Search(game, policy, seat, progress)
    value = search.worth(start)
    return BestResponse(seat, value, len(search.best), tuple(search.line(start)))


class _Search:
    """Searches all positions that can occur against one policy, each once."""

    def __init__(self, game: Game[Any], policy: Policy, seat: Seat, progress: Progress | None) -> None:
        self._game, self._policy = game, Checked(game, policy)
        self._seat, self._other = seat, SEATS[1 - seat]
        self._progress = progress
        self.best: dict[Any, tuple[float, Move | None]] = {}
        """For each position its value to the responding seat, and the best move."""
        self._under_way: set[Any] = set()

    def worth(self, state: Any) -> float:
        """The value of the position to the responding seat."""
        if state not in self.best:
            outcome = self._game.outcome(state)
            if outcome is not None:
                return _score(outcome, self._seat)
            self._enter(state)
            answers = self._answers(state)
            worths = [(self._expected(state, move, answers), move) for move in self._own_moves(state)]
            self.best[state] = max(worths, key=lambda pair: pair[0])
            self._under_way.remove(state)
        return self.best[state][0]

    def _enter(self, state: Any) -> None:
        if state in self._under_way:
            raise NotSolved(
                f"a position of {self._game.id} can repeat; a best response needs a game without repetition"
            )
        self._under_way.add(state)
        found = len(self.best) + len(self._under_way)
        if found > MOST_POSITIONS:
            raise NotSolved(f"more than {MOST_POSITIONS:,} positions can occur; start from a later position")
        if self._progress and found % 1000 == 0:
            self._progress(f"{found:,} positions", found / MOST_POSITIONS)

    def _own_moves(self, state: Any) -> list[Move | None]:
        """The legal moves of the responding seat; [None] if it is not to move."""
        return list(self._game.legal_moves(state, self._seat)) or [None]

    def _answers(self, state: Any) -> Mapping[Move | None, float]:
        """The policy's moves and their probabilities."""
        if self._other not in self._game.to_move(state):
            return {None: 1.0}
        return dict(self._policy(state, self._other).items())

    def _expected(self, state: Any, move: Move | None, answers: Mapping[Move | None, float]) -> float:
        return sum(
            chance * self.worth(self._game.apply(state, self._moves(move, answer)))
            for answer, chance in answers.items()
        )

    def _moves(self, move: Move | None, answer: Move | None) -> dict[Seat, Move]:
        moves = ((self._seat, move), (self._other, answer))
        return {seat: made for seat, made in moves if made is not None}

    def line(self, state: Any) -> Iterator[str]:
        while state in self.best:
            answers = self._answers(state)
            moves = self._moves(self.best[state][1], max(answers, key=answers.__getitem__))
            yield self._game.write_moves(state, moves)
            state = self._game.play(state, moves)


def _score(outcome: Outcome, seat: Seat) -> float:
    return 0.0 if outcome.winner is None else 1.0 if outcome.winner == seat else -1.0


@dataclass(frozen=True, slots=True)
class Exploitability:
    """What a policy loses against the best response to it."""

    worst: tuple[float, float]
    """The worst result of the policy at seat 0 and at seat 1, from -1 to 1."""
    lines: tuple[tuple[str, ...], tuple[str, ...]]
    """Sample games that beat it at seat 0 and at seat 1; empty for built-in policies."""

    @property
    def loss(self) -> float:
        """The average loss over both seats: 0 for perfect play of a fair game, 1 if it always loses."""
        return -sum(self.worst) / len(self.worst) + 0.0  # no -0.0


@overload
def exploitability(
    game: Game[Any], policy: Policy, *, state: Any = None, progress: Progress | None = None
) -> Exploitability: ...


@overload
def exploitability(
    game: BatchedPolicy,
    *,
    state: Any = None,
    progress: Progress | None = None,
    variant: Game[Any] | None = None,
    gather: bool = True,
) -> Exploitability: ...


def exploitability(  # noqa: PLR0913 - each is a choice of its own
    game: Game[Any] | BatchedPolicy,
    policy: Policy | None = None,
    *,
    state: Any = None,
    progress: Progress | None = None,
    variant: Game[Any] | None = None,
    gather: bool = True,
) -> Exploitability:
    """The exact results of a policy in both seats against best responses, from `state` or the start.

    `exploitability(policy)` is for policies of Tank War that are functions of many positions at once, such as
    networks (see `Positions`); `variant` is the game, if it is not the default one. With `gather` it is shown
    boxes of columns without tanks in the first of these columns: no rule asks where they lie, and the game
    has far fewer positions.
    """
    if not isinstance(game, Game):
        if policy is not None:
            raise TypeError("everything but the policy is given by name: exploitability(policy, state=...)")
        for_u, for_d, _ = _batched_responses(game, variant, state, progress, gather=gather)
        return Exploitability((-for_d, -for_u), ((), ()))
    policy = _function(policy, "exploitability(game, policy)")
    start = _first_position(game, state)
    if is_solved(game) and isinstance(policy, Uniform | Perfect | Greedy):
        # These policies play a position and its images alike, so the compiled solver can be used.
        return Exploitability(guarantees(game, start, policy.way, progress), ((), ()))
    against_0, against_1 = (
        best_response(game, policy, seat, state=start, progress=progress) for seat in (SEATS[1], SEATS[0])
    )
    return Exploitability((-against_0.value, -against_1.value), (against_0.line, against_1.line))


def _batched_responses(
    policy: BatchedPolicy,
    variant: Game[Any] | None,
    state: Any,
    progress: Progress | None,
    *,
    gather: bool,
) -> tuple[float, float, int]:
    from steelyard.analysis.tank_war.response import responses  # noqa: PLC0415 - Numba only when asked

    policy = _function(policy, "exploitability(policy)")
    game = games.get("tank_war") if variant is None else variant
    if not isinstance(game, Game) or game.id != "tank_war":
        raise InvalidOption(f"variant {game!r} is not a Tank War, such as steelyard.game('tank_war')")
    start = _first_position(game, state)
    return responses(policy, start, progress or quietly, gather=gather)


def _function(policy: P | None, wanted: str) -> P:
    if policy is None or not callable(policy):
        raise TypeError(f"{wanted} needs the policy, which is a function; {policy!r} is not")
    return policy


def _first_position(game: Game[Any], state: Any) -> Any:
    start = game.start()
    if state is None:
        return start
    if not isinstance(state, type(start)):
        raise InvalidOption(f"state {state!r} is not a position; game.start(text) makes one of a text")
    if game.outcome(state) is not None:
        raise InvalidOption("the game is over already in that position; nothing is left to respond to")
    return state


@dataclass(frozen=True, slots=True)
class SampledResponse:
    seat: Seat
    value: float
    """What the responding seat got on average, from -1 to 1: a lower bound of its best."""
    interval: tuple[float, float]
    """The 95 % confidence interval of the value."""
    games: int


def sampled_response(
    game: Game[Any], choose: Callable[[Any, Seat], Move], seat: Seat, rng: Random, *, games: int = 200
) -> SampledResponse:
    """The result of `seat` against a player of which only its moves are known.

    In every position the player is asked several times, and the response is the move with the best expected
    value against its answers. That is not the best response, but a lower bound of what the player loses.
    """
    total, other = 0.0, SEATS[1 - seat]
    for _ in range(games):
        state = game.start()
        while (outcome := game.outcome(state)) is None:
            answer = _answer(game, state, seat, [choose(state, other) for _ in range(QUESTIONS)], rng)
            state = game.play(state, {seat: answer, other: choose(state, other)})
        total += _score(outcome, seat)
    return SampledResponse(seat, total / games, _interval(total / games, games), games)


def _answer(game: Game[Any], state: Any, seat: Seat, heard: list[Move], rng: Random) -> Move:
    """The move with the best expected value against the sampled frequencies of the other's moves."""
    matrix = open_table(game).matrix(state)
    own, other = game.legal_moves(state, seat), game.legal_moves(state, SEATS[1 - seat])
    chances = [heard.count(move) / len(heard) for move in other]
    worths = matrix @ chances if seat == 0 else -(chances @ matrix)
    best = [move for move, worth in zip(own, worths, strict=True) if worth >= worths.max() - 1e-9]
    return rng.choice(best)


def _interval(mean: float, count: int) -> tuple[float, float]:
    """Wilson's interval for a share, scaled to -1..1: results in between vary at most as much as a share."""
    z = 1.96
    share = (mean + 1) / 2
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z * math.sqrt(share * (1 - share) / count + (z / (2 * count)) ** 2) / (1 + z * z / count)
    return 2 * max(middle - half, 0.0) - 1, 2 * min(middle + half, 1.0) - 1

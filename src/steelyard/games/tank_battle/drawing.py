"""A position for people: text for terminals, and words."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from steelyard.core.game import SEATS
from steelyard.core.views import count
from steelyard.games import art
from steelyard.games.tank_battle import rules
from steelyard.games.tank_battle.boards import (
    CIRCLE,
    COMMANDER,
    EMPTY,
    FILES,
    MINE,
    SIZE,
    square_name,
)
from steelyard.games.tank_battle.notation import NAMES, write_last

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steelyard.core.game import Outcome, Seat
    from steelyard.games.tank_battle.boards import Board
    from steelyard.games.tank_battle.rules import Last, State

EDGES = ("[]", "()")  # of a base square in text, White's and Black's
OTHERS = [str.maketrans(dict.fromkeys(rules.TANKS[1 - seat], EMPTY)) for seat in SEATS]
"""For `str.translate`: the board without the other seat's tanks."""


# Text.
def to_text(state: State) -> str:
    """`[ ]` is White's base, `( )` Black's, `o` a circle, `~` contaminated, `#` a mine."""
    files = "    " + "  ".join(FILES)
    ranks = [
        f"{rank + 1:2} {''.join(_cell(state, SIZE * rank + file) for file in range(SIZE))} {rank + 1}"
        for rank in reversed(range(SIZE))
    ]
    return "\n".join([files, *ranks, files, *_situation(state)])


def _cell(state: State, square: int) -> str:
    tank, ground = state.squares[square], state.board.ground[square]
    for seat in SEATS:
        if square in state.board.bases[seat]:
            shown = "o" if square in CIRCLE else " "
            return f"{EDGES[seat][0]}{shown if tank == EMPTY else tank}{EDGES[seat][1]}"
    if square in state.board.contaminated:
        return "~~~" if tank == EMPTY else f"~{tank}~"
    return f" {tank if ground != MINE else MINE} "


def describe(state: State) -> str:
    """The last turn and the points, then where every tank stands."""
    squares = state.squares
    armies = [_army(state.board, seat, squares.translate(OTHERS[seat])) for seat in SEATS]
    return " ".join([*in_words(state), *armies])


def last_turn(state: State) -> str:
    """As `_last`, for people who do not know the notation."""
    last = state.last
    if last is None or last.move == rules.PASS:
        return "" if last is None else _last(state, last, art.SIDES)
    start, target = write_last(last._replace(captured="")).split("-")
    return f"{art.SIDES[1 - state.mover]} moved from {start} to {target}{_took(last)}."


def in_words(state: State) -> Iterator[str]:
    """As `_situation`, for people who look at colours and hear no letters."""
    if last := last_turn(state):
        yield last
    yield _standing(rules.points(state), rules.captured(state))
    if (outcome := rules.outcome(state)) is None:
        yield f"{art.SIDES[state.mover]} to move{_quiet(state)}."
    else:
        yield "A draw." if outcome.winner is None else f"{art.SIDES[outcome.winner]} wins."


@lru_cache(maxsize=1 << 12)
def _standing(points: tuple[int, int], lost: tuple[str, str]) -> str:
    first, second = (
        f"{art.SIDES[seat]} {count(points[seat], 'point')}, lost {_lost(lost[seat])}" for seat in SEATS
    )
    return f"{first}; {second}."


def _lost(tanks: str) -> str:
    """`wwW` in words."""
    commander = any(tank in COMMANDER for tank in tanks)
    normal = len(tanks) - commander
    parts = [count(normal, "tank")] * bool(normal) + ["the commander"] * commander
    return " and ".join(parts) or "nothing"


def _quiet(state: State) -> str:
    return (
        f"; {state.quiet} of {2 * state.quiet_limit} quiet turns" if state.quiet and state.quiet_limit else ""
    )


@lru_cache(maxsize=1 << 12)
def _army(board: Board, seat: Seat, squares: str) -> str:
    """`squares` has the tanks of that seat alone: a move of the other rarely changes the sentence."""
    base = board.bases[1 - seat]
    tanks = [
        f"{square_name(square)}{' commander' if tank in COMMANDER else ''}"
        f"{' in base' if square in base else ''}"
        for square, tank in enumerate(squares)
        if tank != EMPTY
    ]
    return f"{art.SIDES[seat]}'s tanks: {', '.join(tanks) or 'none'}."


def _situation(state: State) -> Iterator[str]:
    """The last turn, the points, the captured tanks and the player to move, in words."""
    if state.last is not None:
        yield _last(state, state.last)
    white, black = rules.points(state)
    white_lost, black_lost = (lost or "nothing" for lost in rules.captured(state))
    yield f"White {white} points, lost {white_lost}; Black {black} points, lost {black_lost}."
    if (outcome := rules.outcome(state)) is not None:
        winner = "a draw" if outcome.winner is None else f"{NAMES[outcome.winner]} wins"
        yield f"Over, {winner}: {_why(state, outcome.reason)}."
    else:
        limit = f" of {2 * state.quiet_limit}" if state.quiet_limit else ""
        yield f"{NAMES[state.mover]} to move; {state.quiet}{limit} quiet turns."


def _why(state: State, reason: str) -> str:
    if reason == "destroyed":
        return "there is nobody left to fight"
    if reason == "arrived":
        done = " and ".join(NAMES[seat] for seat in SEATS if rules.all_arrived(state, seat))
        return f"all surviving tanks of {done} are in the enemy base"
    if reason == "passes":
        return "both players passed"
    return f"{state.quiet_limit} moves of each without a capture or a new tank in a base"


def _last(state: State, last: Last, names: tuple[str, str] = NAMES) -> str:
    who = names[1 - state.mover]
    if last.move == rules.PASS:
        return f"{who} had no move and passed."
    return f"{who} played {write_last(last)}{_took(last)}."


def _took(last: Last) -> str:
    if not last.captured:
        return ""
    return " and captured the commander" if last.captured in COMMANDER else " and captured a tank"


ENDED_BY = {
    "arrived": "all tanks of one side reached the enemy base",
    "destroyed": "all tanks of one side are lost",
    "passes": "both players passed",
    "quiet": "too many quiet moves",
    "agreement": "the players agreed to end",
}


def because(outcome: Outcome, loser: str) -> str:
    """Why the game ended so, as the end of a sentence."""
    del loser
    more, less = sorted(outcome.score, reverse=True)
    return f"{ENDED_BY[outcome.reason]}, {count(more, 'point')} to {less}"

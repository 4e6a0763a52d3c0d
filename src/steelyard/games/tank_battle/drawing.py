"""What a position looks like in JSON for programs and in text for terminals; the picture is in picture.py."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from steelyard.core.game import SEATS
from steelyard.games.tank_battle import rules
from steelyard.games.tank_battle.boards import CIRCLE, COMMANDER, EMPTY, FILES, MINE, SIZE
from steelyard.games.tank_battle.notation import NAMES, write_last, write_state

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steelyard.games.tank_battle.rules import Last, State

EDGES = ("[]", "()")  # of a base square in text, White's and Black's


def to_json(state: State) -> dict[str, Any]:
    outcome = rules.outcome(state)
    return {
        "board": [state.board[SIZE * rank : SIZE * (rank + 1)] for rank in reversed(range(SIZE))],
        "to_move": state.mover if outcome is None else None,
        "score": list(rules.points(state)),
        "captured": list(rules.captured(state)),
        "quiet": state.quiet,
        "state": write_state(state),
        "outcome": None if outcome is None else asdict(outcome) | {"score": list(outcome.score)},
    }


def to_text(state: State) -> str:
    """`[ ]` is White's base, `( )` Black's, `o` a circle, `~` contaminated, `#` a mine."""
    files = "    " + "  ".join(FILES)
    ranks = [
        f"{rank + 1:2} {''.join(_cell(state, SIZE * rank + file) for file in range(SIZE))} {rank + 1}"
        for rank in reversed(range(SIZE))
    ]
    return "\n".join([files, *ranks, files, *describe(state)])


def _cell(state: State, square: int) -> str:
    tank, ground = state.board[square], state.layout.ground[square]
    for seat in SEATS:
        if square in state.layout.bases[seat]:
            shown = "o" if square in CIRCLE else " "
            return f"{EDGES[seat][0]}{shown if tank == EMPTY else tank}{EDGES[seat][1]}"
    if square in state.layout.contaminated:
        return "~~~" if tank == EMPTY else f"~{tank}~"
    return f" {tank if ground != MINE else MINE} "


def describe(state: State) -> Iterator[str]:
    """The last turn, the points, what was lost and who is to move, in words."""
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


def _last(state: State, last: Last) -> str:
    who = NAMES[1 - state.mover]
    if last.move == rules.PASS:
        return f"{who} had no move and passed."
    took = " and captured the commander" if last.captured in COMMANDER else " and captured a tank"
    return f"{who} played {write_last(last)}{took if last.captured else ''}."

"""355 games recorded from the engine of the first contest: every field of every round, rules and kernel."""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from steelyard.games.tank_duel import GAME, rules
from steelyard.games.tank_duel.rules import HITS, JOYSTICKS, Board, Joystick, Square, play, start
from steelyard.games.tank_duel.tests.drawn import mirrored

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steelyard.games.tank_duel.rules import State

TRACES = Path(__file__).parent / "traces.jsonl.gz"
WINNER = {0: "one", 1: "two", None: "draw"}


@cache
def traces() -> list[dict[str, Any]]:
    with gzip.open(TRACES, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def first(trace: dict[str, Any]) -> State:
    one, two = (Square(x, y) for x, y in trace["starts"])
    return start(Board(trace["width"], trace["height"], "".join(trace["board"]), (one, two)))


def held(entry: dict[str, Any]) -> tuple[Joystick, Joystick]:
    one, two = (Joystick(stick["move"], stick["tower"], bool(stick["fire"])) for stick in entry["joysticks"])
    return one, two


def rounds(trace: dict[str, Any]) -> Iterator[tuple[State, tuple[Joystick, Joystick], State, dict[str, Any]]]:
    """Each round: the position before, the joysticks, the position after, and what was recorded."""
    state = first(trace)
    for entry in trace["rounds"]:
        before, state = state, play(state, held(entry))
        yield before, held(entry), state, entry["after"]


def recorded(state: State) -> dict[str, Any]:
    """A position in the words of the traces."""
    outcome = rules.outcome(state)
    return {
        "tanks": [
            {"x": tank.at.x, "y": tank.at.y, "fire": tank.fire, "in_flames": tank.in_flames}
            | {f"hit_{hit}": hit in tank.hits for hit in HITS}
            for tank in state.tanks
        ],
        "missiles": [
            {
                "tank": seat,
                "head": [*missile.head],
                "tail": [*missile.tail],
                "direction": missile.direction,
                "in_flames": missile.in_flames,
            }
            for seat, missile in enumerate(state.missiles)
            if missile
        ],
        "board": [state.squares[y : y + state.width] for y in range(0, len(state.squares), state.width)],
        "winner": None if outcome is None else WINNER[outcome.winner],
    }


def test_the_rules_reproduce_every_field_of_every_recorded_round() -> None:
    played = 0
    for trace in traces():
        for _, _, state, expected in rounds(trace):
            played += 1
            assert recorded(state) == expected, f"{trace['id']}, round {state.rounds}"
    assert (len(traces()), played) == (355, 2366)


def test_the_kernel_reproduces_them_too() -> None:
    kernel = GAME().kernel
    for trace in traces():
        position = kernel.encode(first(trace))
        for _, (one, two), state, _ in rounds(trace):
            kernel.play(position, JOYSTICKS.index(one), JOYSTICKS.index(two))
            assert position.tolist() == kernel.encode(state).tolist(), f"{trace['id']}, round {state.rounds}"


def test_the_kernel_tells_apart_all_recorded_positions() -> None:
    kernel = GAME().kernel
    states = {state for trace in traces() for _, _, state, _ in rounds(trace)}
    assert len({tuple(kernel.encode(state).tolist()) for state in states}) == len(states) > 2000


def test_the_recorded_games_are_the_same_with_the_seats_exchanged() -> None:
    for trace in traces():
        for before, (one, two), state, _ in rounds(trace):
            assert play(mirrored(before), (two, one)) == mirrored(state)


def test_every_recorded_position_can_be_written_and_read() -> None:
    game = GAME()
    for trace in traces():
        for _, _, state, _ in rounds(trace):
            assert game.read_state(game.write_state(state)) == state

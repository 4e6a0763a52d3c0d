"""Checks that every game must pass; authors can run them on games of their own.

    from steelyard.core import conformance
    conformance.check(game)

Each check plays random games and fails with an AssertionError that says what to change.
"""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

from steelyard.core.errors import IllegalMove, InvalidMove, InvalidState, SteelyardError
from steelyard.core.game import SEATS, Game, Move
from steelyard.core.random_games import random_game
from steelyard.core.views import is_of_board

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from steelyard.core.game import Kernel, Seat

    Turn = tuple[Any, Mapping[Seat, Move]]
    Schema = Mapping[str, Any] | None

SOME_MOVES = 50  # of all codes, that are tried besides the legal ones


def check(game: Game[Any], schema: Schema = None, games: int = 3) -> None:
    """Run every check on that many random games from every setup.

    `schema` is the JSON Schema of `to_json`, if there is one; checking it needs the package jsonschema.
    """
    if not __debug__:
        raise RuntimeError("the checks are assertions, which python -O leaves out; run it without -O")
    for one in CHECKS:
        one(game, schema, games)


def turns(game: Game[Any], games: int) -> Iterator[Turn]:
    """Every turn of that many random games from every setup."""
    for setup in game.setups():
        for seed in range(games):
            yield from random_game(game, _rng(seed), setup)


def is_over_exactly_when_nobody_is_to_move(game: Game[Any], _schema: Any, games: int) -> None:
    for state, _ in turns(game, games):
        outcome, where = game.outcome(state), game.write_state(state)
        assert (outcome is None) == bool(game.to_move(state)), (
            f"outcome() is {outcome} and to_move() is {game.to_move(state)} at {where}; "
            "there is an outcome exactly when nobody is to move"
        )
        if outcome is not None:
            assert outcome.reason in game.reasons, (
                f"reason {outcome.reason!r} at {where} is not among game.reasons, {game.reasons}"
            )
            assert len(outcome.score) == 2, (
                f"the score {outcome.score} at {where} should have two numbers, seat 0 first"
            )


def names_its_legal_moves_in_order(game: Game[Any], _schema: Any, games: int) -> None:
    for state, _ in turns(game, games):
        where = game.write_state(state)
        for seat in SEATS:
            legal = list(game.legal_moves(state, seat))
            assert legal == sorted(set(legal)), (
                f"legal_moves() of seat {seat} is {legal} at {where}; it should ascend without repeats"
            )
            assert bool(legal) == (seat in game.to_move(state)), (
                f"legal_moves() of seat {seat} is {legal} at {where}, to_move() is {game.to_move(state)}; "
                "a seat has moves exactly while it is to move"
            )
            assert all(0 <= move < game.num_moves for move in legal), (
                f"legal_moves() of seat {seat} is {legal} at {where}; moves are codes below num_moves, "
                f"{game.num_moves}"
            )


def refuses_what_is_not_allowed(game: Game[Any], _schema: Any, games: int) -> None:
    for state, moves in turns(game, games):
        _raises(IllegalMove, "play() without a seat's move", game.play, state, {})
        for seat in moves:
            legal = set(game.legal_moves(state, seat))
            unlisted = next((move for move in range(game.num_moves) if move not in legal), -1)
            for wrong in (game.num_moves, unlisted):
                _raises(IllegalMove, f"move {wrong}", game.play, state, {**moves, seat: wrong})
        if not moves:
            _raises(IllegalMove, "a move after the end", game.play, state, {0: 0, 1: 0})


def refuses_what_cannot_be_read(game: Game[Any], _schema: Any, _games: int) -> None:
    for text in ("", "?", "no such thing", "\x00", "9" * 1000, "é"):
        _raises(InvalidMove, f"read_move({text[:20]!r})", game.read_move, text)
        _raises(InvalidState, f"read_state({text[:20]!r})", game.read_state, text)


def reads_what_it_writes(game: Game[Any], _schema: Any, games: int) -> None:
    for state, moves in turns(game, games):
        text = game.write_state(state)
        assert "\n" not in text, "write_state() is one line"
        assert game.read_state(text) == state, f"read_state(write_state(state)) differs for {text}"
        assert game.start(text) == state, "start() takes a position in notation"
        for seat in SEATS:
            for move in game.legal_moves(state, seat):
                assert game.read_move(game.write_move(move)) == move, (
                    f"{game.write_move(move)} reads differently"
                )
        if moves:
            written = game.write_moves(state, moves)
            assert game.read_moves(state, written) == moves, f"the turn {written} reads differently"


def plays_without_changing_its_input(game: Game[Any], _schema: Any, games: int) -> None:
    for state, moves in turns(game, games):
        if moves:
            before, key = game.to_json(state), hash(state)
            after = game.play(state, moves)
            assert game.play(state, moves) == after, "play() must always give the same position"
            assert game.apply(state, moves) == after, "apply() and play() must give the same position"
            assert (game.to_json(state), hash(state)) == (before, key), (
                "play() or apply() changed the position it was given"
            )


def ends_within_its_promise(game: Game[Any], _schema: Any, games: int) -> None:
    for setup in game.setups():
        for seed in range(games):
            length = sum(1 for _ in random_game(game, _rng(seed), setup)) - 1
            assert length <= game.max_turns, f"{length} turns; max_turns promises {game.max_turns}"


def shows_itself(game: Game[Any], schema: Schema, games: int) -> None:
    mistakes = _schema_mistakes(schema) if schema is not None else lambda _shown: []
    observes = type(game).observe is not Game.observe
    for state, _ in turns(game, games):
        shown = json.loads(json.dumps(game.to_json(state)))
        assert json.loads(game.to_wire(state)) == shown, "to_wire() is to_json(), encoded"
        wrong = mistakes(shown)
        assert not wrong, f"to_json() does not fit schema.json: {wrong}"
        assert shown["state"] == game.write_state(state), 'to_json() has write_state() under "state"'
        picture = game.to_svg(state)
        _check_picture(game, state, picture)
        parts = game.picture_parts(state)
        assert "".join(parts.values()) == picture, "picture_parts() joined is to_svg()"
        assert not any(name.isdecimal() for name in parts), "no part is named by digits alone"
        assert list(game.board_parts(state).items()) == [
            (name, part) for name, part in parts.items() if is_of_board(name)
        ], "board_parts() has the parts of picture_parts() that pages show, in the same order"
        in_notebook = getattr(state, "_repr_svg_", None)
        assert in_notebook is None or in_notebook() == picture, "_repr_svg_() of a state is its to_svg()"
        text = game.to_text(state)
        assert text.isprintable() or "\n" in text, "to_text() is plain text"
        for seat in SEATS if observes else ():
            assert game.observe(state, seat).dtype.name == "float32", "observe() gives float32 planes"


def _schema_mistakes(schema: Mapping[str, Any]) -> Callable[[object], list[str]]:
    try:
        import jsonschema  # noqa: PLC0415 - only this check needs it
    except ImportError:
        raise SteelyardError("to check a game against its schema, install jsonschema") from None
    validator = jsonschema.Draft202012Validator(schema)
    return lambda shown: [f"{error.json_path}: {error.message}" for error in validator.iter_errors(shown)]


def _check_picture(game: Game[Any], state: Any, picture: str) -> None:
    elements = list(ET.fromstring(picture).iter())  # noqa: S314 - our own
    ids = [element.get("id") for element in elements if element.get("id")]
    assert ids, "to_svg() gives elements that move the same id in every picture"
    assert len(ids) == len(set(ids)), "to_svg() has an id twice"
    legal = [[game.write_move(move) for move in game.legal_moves(state, seat)] for seat in SEATS]
    for element in elements:
        if (written := element.get("data-move")) is not None:
            seat = int(element.get("data-seat", "0"))
            assert any(move.startswith(written) for move in legal[seat]), (
                f'data-move="{written}" is not the beginning of a legal move'
            )


def tells_a_board_without_rules_what_it_needs(game: Game[Any], _schema: Any, games: int) -> None:
    before: Turn | None = None
    earlier = ""
    for state, moves in turns(game, games):
        picture = game.to_svg(state)
        if before is not None and before[1]:
            names = [list(game.picture_parts(each)) for each in (before[0], state)]
            assert names[0] == names[1], "picture_parts() has the same names in every position of a game"
        for seat in SEATS:
            picks = game.picks(state, seat)
            assert json.loads(game.picks_wire(state, seat)) == json.loads(json.dumps(picks)), (
                "picks_wire() is picks(), encoded"
            )
            _check_legal(game, state, seat)
            legal = {game.write_move(move) for move in game.legal_moves(state, seat)}
            written = {pick["move"] for choices in picks.values() for pick in choices}
            assert written <= legal, f"picks() of seat {seat} has {written - legal}, which is not legal"
            for name in picks:
                assert f'id="{name}"' in picture, f"picks() names {name!r}, which is not in to_svg()"
        if before is not None and before[1]:
            _check_phases(game, before, state, earlier + picture)
        assert all(len(pair) == 2 for pair in game.figures(state).values()), (
            "a figure has two numbers, seat 0 first"
        )
        assert game.describe(state).strip(), "describe() is the position in words"
        before, earlier = (state, moves), picture


def _check_legal(game: Game[Any], state: Any, seat: Seat) -> None:
    legal = game.legal_moves(state, seat)
    assert json.loads(game.legal_wire(state, seat)) == [game.write_move(move) for move in legal], (
        "legal_wire() is legal_moves(), written and encoded"
    )
    some = {*legal, *range(0, game.num_moves, max(1, game.num_moves // SOME_MOVES)), game.num_moves - 1}
    assert {move for move in some if game.is_legal(state, seat, Move(move))} == set(legal), (
        "is_legal() holds for the moves that legal_moves() has, and for no other"
    )


def _check_phases(game: Game[Any], before: Turn, after: Any, pictures: str) -> None:
    steps = game.phases(*before, after)
    assert all(steps), "phases() has a step in which nothing happens"
    for happening in (each for step in steps for each in step):
        name = happening.get("id")
        assert name is None or f'id="{name}"' in pictures, (
            f"phases() names {name!r}, which is in neither picture"
        )


def has_a_kernel_that_agrees(game: Game[Any], _schema: Any, games: int) -> None:
    if game.kernel is not None:
        for setup in game.setups():
            for seed in range(games):
                kernel_agrees(game, seed, setup)


def kernel_agrees(game: Game[Any], seed: int, setup: str = "") -> int:
    """Play one random game with the rules and the kernel side by side; returns the number of turns."""
    import numpy as np  # noqa: PLC0415 - only kernels need it

    kernel = game.kernel
    assert kernel is not None, "the game has no kernel"
    buffer = np.zeros(1024, np.int64)
    position = kernel.encode(game.start(setup))
    played = 0
    for state, moves in random_game(game, _rng(seed), setup):
        _same(game, kernel, position, state, buffer)
        if moves:
            kernel.apply(position, moves.get(0, -1), moves.get(1, -1))
            played += 1
    return played


def _same(game: Game[Any], kernel: Kernel, position: Any, state: Any, buffer: Any) -> None:
    where = game.write_state(state)
    encoded = kernel.encode(state)
    assert position.tolist() == encoded.tolist(), (
        f"the kernel is in another position than the rules, which are at {where}"
    )
    assert kernel.key(position) == kernel.key(encoded), "equal positions must have equal keys"
    for seat in SEATS:
        legal = buffer[: kernel.legal(position, seat, buffer)].tolist()
        assert legal == list(game.legal_moves(state, seat)), f"legal moves of seat {seat} differ at {where}"
    outcome = game.outcome(state)
    expected = 3 if outcome is None else 2 if outcome.winner is None else outcome.winner
    assert kernel.result(position) == expected, f"the result differs at {where}"


def _raises(error: type[Exception], what: str, call: Callable[..., object], *given: object) -> None:
    try:
        call(*given)
    except error as raised:
        said = str(raised)
    else:
        raise AssertionError(f"{what} must raise {error.__name__}")
    assert said, f"{error.__name__} for {what} says nothing"
    assert "\n" not in said, f"{error.__name__} for {what} is more than one line"


def _rng(seed: int) -> Random:
    return Random(seed)


CHECKS: tuple[Callable[[Game[Any], Schema, int], None], ...] = (
    is_over_exactly_when_nobody_is_to_move,
    names_its_legal_moves_in_order,
    refuses_what_is_not_allowed,
    refuses_what_cannot_be_read,
    reads_what_it_writes,
    plays_without_changing_its_input,
    ends_within_its_promise,
    shows_itself,
    tells_a_board_without_rules_what_it_needs,
    has_a_kernel_that_agrees,
)

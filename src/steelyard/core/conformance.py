"""What every game must keep to, as checks anyone can run on a game of their own.

    from steelyard.core import conformance
    conformance.check(game, schema)

Each check plays random games and fails with an AssertionError that says what is wrong, where,
and what would be right. Nothing is needed for it but Steelyard itself.
"""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

from steelyard.core.errors import IllegalMove, InvalidMove, InvalidState
from steelyard.core.game import SEATS
from steelyard.core.playing import random_game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from steelyard.core.game import Game, Kernel, Move, Seat

    Turn = tuple[Any, Mapping[Seat, Move]]


def check(game: Game[Any], schema: Mapping[str, Any], games: int = 3) -> None:
    """Run every check there is on that many random games from every setup."""
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
                f"the score {outcome.score} at {where} should have two figures, seat 0 first"
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
                f"legal_moves() of seat {seat} is {legal} at {where}; to_move() is {game.to_move(state)}: "
                "a seat has moves exactly while it is to move"
            )
            assert all(0 <= move < game.num_moves for move in legal), (
                f"legal_moves() of seat {seat} is {legal} at {where}; moves are codes from 0 to below "
                f"num_moves, {game.num_moves}"
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
        assert "\n" not in text, f"write_state() gives {text!r}; it should be one line"
        assert game.read_state(text) == state, (
            f"read_state({text!r}) gives {game.read_state(text)}, not {state}, which was written so"
        )
        assert game.start(text) == state, (
            f"start({text!r}) gives {game.start(text)}; it should be the position in that notation, {state}"
        )
        for seat in SEATS:
            for move in game.legal_moves(state, seat):
                assert game.read_move(game.write_move(move)) == move, (
                    f"read_move({game.write_move(move)!r}) gives {game.read_move(game.write_move(move))}, "
                    f"not {move}, which was written so"
                )
        if moves:
            written = game.write_moves(state, moves)
            assert game.read_moves(state, written) == moves, (
                f"read_moves({written!r}) gives {game.read_moves(state, written)} at {text}, not {moves}"
            )


def plays_without_changing_its_input(game: Game[Any], _schema: Any, games: int) -> None:
    for state, moves in turns(game, games):
        if moves:
            where = game.write_state(state)
            before, key = game.to_json(state), hash(state)
            assert game.play(state, moves) == game.play(state, moves), (
                f"play() of {moves} gives now this, now that at {where}; it must depend on nothing else"
            )
            assert (game.to_json(state), hash(state)) == (before, key), (
                f"play() of {moves} changed the position it was given at {where}; it should make a new one"
            )


def ends_within_its_promise(game: Game[Any], _schema: Any, games: int) -> None:
    for setup in game.setups():
        for seed in range(games):
            length = sum(1 for _ in random_game(game, _rng(seed), setup)) - 1
            assert length <= game.max_turns, (
                f"a game from {setup!r} took {length} turns; max_turns promises at most {game.max_turns}"
            )


def shows_itself(game: Game[Any], schema: Mapping[str, Any], games: int) -> None:
    import jsonschema  # noqa: PLC0415 - only this check needs it

    validator = jsonschema.Draft202012Validator(schema)
    for state, _ in turns(game, games):
        where = game.write_state(state)
        shown = json.loads(json.dumps(game.to_json(state)))
        assert json.loads(game.to_wire(state)) == shown, (
            f"to_wire() gives {game.to_wire(state)!r}; it should be to_json(), encoded: {shown}"
        )
        wrong = [f"{error.json_path}: {error.message}" for error in validator.iter_errors(shown)]
        assert not wrong, f"to_json() does not fit the schema at {where}: {wrong}"
        assert shown["state"] == where, (
            f'to_json() has {shown["state"]!r} under "state"; it should be write_state(), {where!r}'
        )
        picture = game.to_svg(state)
        assert state._repr_svg_() == picture, (
            f"_repr_svg_() of a state differs from to_svg() at {where}; it should be the same picture"
        )
        _check_picture(game, state, picture)
        assert game.to_text(state).isprintable() or "\n" in game.to_text(state), (
            f"to_text() gives {game.to_text(state)!r}; it should be plain text"
        )
        for seat in SEATS:
            assert game.observe(state, seat).dtype.name == "float32", (
                f"observe() gives planes of {game.observe(state, seat).dtype.name}; it should be float32"
            )


def _check_picture(game: Game[Any], state: Any, picture: str) -> None:
    where = game.write_state(state)
    ids = [element.get("id") for element in ET.fromstring(picture).iter() if element.get("id")]  # noqa: S314 - our own
    assert ids, f"to_svg() has no id at {where}; things that move need stable ones"
    assert len(ids) == len(set(ids)), (
        f"to_svg() has an id twice at {where}: { {one for one in ids if ids.count(one) > 1} }"
    )
    for element in ET.fromstring(picture).iter():  # noqa: S314 - our own
        if (written := element.get("data-move")) is not None:
            seat = SEATS[int(element.get("data-seat", "0"))]
            legal = [game.write_move(move) for move in game.legal_moves(state, seat)]
            assert any(move.startswith(written) for move in legal), (
                f'data-move="{written}" in to_svg() at {where} begins no legal move of seat {seat}: {legal}'
            )


def tells_a_board_without_rules_what_it_needs(game: Game[Any], _schema: Any, games: int) -> None:
    before: Turn | None = None
    for state, moves in turns(game, games):
        picture, where = game.to_svg(state), game.write_state(state)
        for seat in SEATS:
            picks = game.picks(state, seat)
            legal = {game.write_move(move) for move in game.legal_moves(state, seat)}
            written = {pick["move"] for choices in picks.values() for pick in choices}
            assert written <= legal, (
                f"picks() of seat {seat} has {sorted(written - legal)} at {where}, which is not legal"
            )
            for name in picks:
                assert f'id="{name}"' in picture, (
                    f"picks() names {name!r}, which is not in to_svg() at {where}"
                )
        if before is not None and before[1]:
            _check_phases(game, before, state, game.to_svg(before[0]) + picture)
        assert all(len(pair) == 2 for pair in game.figures(state).values()), (
            f"figures() gives {game.figures(state)} at {where}; each should be a pair, seat 0 first"
        )
        assert game.describe(state).strip(), (
            f"describe() says nothing at {where}; it should say where everything is"
        )
        before = (state, moves)


def _check_phases(game: Game[Any], before: Turn, after: Any, pictures: str) -> None:
    steps, where = game.phases(*before, after), game.write_state(before[0])
    assert all(steps), f"phases() has a step without anything at {where}: {steps}"
    for happening in (each for step in steps for each in step):
        name = happening.get("id")
        assert name is None or f'id="{name}"' in pictures, (
            f"phases() names {name!r}, which is in no picture at {where}"
        )


def has_a_kernel_that_agrees(game: Game[Any], _schema: Any, games: int) -> None:
    if game.kernel is not None:
        for setup in game.setups():
            for seed in range(games):
                kernel_agrees(game, seed, setup)


def kernel_agrees(game: Game[Any], seed: int, setup: str = "") -> int:
    """Follow one random game with the kernel beside the rules; the number of turns compared."""
    import numpy as np  # noqa: PLC0415 - only kernels need it

    kernel = game.kernel
    assert kernel is not None, "there is no kernel to compare"
    buffer = np.zeros(1024, np.int64)
    position = kernel.encode(game.start(setup))
    played = 0
    for state, moves in random_game(game, _rng(seed), setup):
        _same(game, kernel, position, state, buffer)
        if moves:
            kernel.play(position, moves.get(0, -1), moves.get(1, -1))
            played += 1
    return played


def _same(game: Game[Any], kernel: Kernel, position: Any, state: Any, buffer: Any) -> None:
    where = game.write_state(state)
    encoded = kernel.encode(state)
    assert position.tolist() == encoded.tolist(), (
        f"the kernel is at {position.tolist()} where the rules are at {where}: {encoded.tolist()}"
    )
    assert kernel.key(position) == kernel.key(encoded), (
        f"kernel.key() is {kernel.key(position)} and {kernel.key(encoded)} for the same position {where}"
    )
    for seat in SEATS:
        legal = buffer[: kernel.legal(position, seat, buffer)].tolist()
        assert legal == list(game.legal_moves(state, seat)), (
            f"the kernel's legal moves of seat {seat} are {legal} at {where}, the rules' "
            f"{list(game.legal_moves(state, seat))}"
        )
    outcome = game.outcome(state)
    expected = 3 if outcome is None else 2 if outcome.winner is None else outcome.winner
    assert kernel.result(position) == expected, (
        f"the kernel's result is {kernel.result(position)} at {where}; the rules say {expected}"
    )


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


CHECKS: tuple[Callable[[Game[Any], Mapping[str, Any], int], None], ...] = (
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

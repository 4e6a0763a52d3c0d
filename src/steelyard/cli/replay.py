"""`steelyard replay`: show a written or recorded game position by position, or verify it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from steelyard import games
from steelyard.cli.game_files import chosen, is_record, read_played
from steelyard.cli.output import check_replaceable
from steelyard.cli.phrases import result
from steelyard.cli.terminal import show, show_json
from steelyard.core.errors import InvalidOption

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator

    from steelyard.arena.record import Record
    from steelyard.core.notation import WrittenGame

EXIT_FAILED = 1


def configure(parser: ArgumentParser) -> None:
    parser.epilog = (
        "FILE is a record, a match file, or a game written by hand: the game on the first line,\n"
        "then one turn per line:\n\n  tank_war c_reach=up_to_two\n  1. LA-RC\n  2. LC-RB\n\n"
        "example: steelyard replay match.jsonl --game 3 --gif game.gif"
    )
    parser.add_argument("file", metavar="FILE", help="the game; - reads standard input")
    parser.add_argument("--game", type=int, metavar="N", help="which game of a match (default: the first)")
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--verify",
        action="store_true",
        help="replay every record; exit code 1 if one does not replay to its outcome",
    )
    how.add_argument("--text", action="store_true", help="draw every position (the default)")
    how.add_argument(
        "--svg", metavar="DIR", type=Path, help="write every position as an SVG picture into DIR"
    )
    how.add_argument("--gif", metavar="FILE", type=Path, help="write the game as an animation")
    how.add_argument("--json", action="store_true", help="print every position as one JSON list")


def run(arguments: Namespace) -> int:
    data = sys.stdin.buffer.read() if arguments.file == "-" else Path(arguments.file).read_bytes()
    if arguments.verify:
        return _verify(data)
    shown, note = read_played(data, arguments.game), ""
    if is_record(data):
        note = _note(chosen(data, arguments.game))
    if arguments.svg:
        _write_pictures(shown, arguments.svg)
    elif arguments.gif:
        _write_film(shown, arguments.gif)
    elif arguments.json:
        show_json([shown.game.to_json(state) for state in shown.states])
    else:
        show("\n\n".join(_drawn(shown)) + note)
    return 0


def _verify(data: bytes) -> int:
    from steelyard.arena.match.match_file import read_records  # noqa: PLC0415 - only records need the arena
    from steelyard.arena.record import InvalidRecord, replayed  # noqa: PLC0415

    if not is_record(data):
        raise InvalidOption("--verify needs a record; this is a game written by hand, which has no hash")
    held = 0
    try:
        for number, record in read_records(data):
            try:
                replayed(record, games.get)
            except InvalidRecord as error:
                raise InvalidRecord(f"line {number}: {error}") from None
            held += 1
    except InvalidRecord as error:
        show(f"not verified: {error}")
        return EXIT_FAILED
    if not held:
        show("not verified: the file contains no game")
        return EXIT_FAILED
    show(f"verified: {held} {'game replays' if held == 1 else 'games replay'} to the stored outcome")
    return 0


def _note(record: Record) -> str:
    names = " - ".join(player.name for player in record.players)
    lines = [f"\n\n{names}, {record.clock}"]
    if record.verdict is not None:
        verdict = record.verdict
        for seat, fault in (verdict.faults or {verdict.seat: verdict.fault}).items():
            lines.append(f"{record.players[seat].name}: {fault}: {verdict.detail_for(seat)}")
    lines += [event.what for event in record.events]
    return "\n".join(lines)


def _drawn(shown: WrittenGame) -> Iterator[str]:
    game = shown.game
    yield game.to_text(shown.states[0])
    for number, (turn, state) in enumerate(zip(shown.turns, shown.states[1:], strict=True), start=1):
        yield f"{number}. {turn}\n{game.to_text(state)}"
    yield _ending(game, shown.states[-1])


def _ending(game: Any, state: Any) -> str:
    outcome = game.outcome(state)
    return "The game is not over." if outcome is None else result(game, outcome)


def _write_pictures(shown: WrittenGame, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    digits = len(str(len(shown.turns)))
    files = [folder / f"{number:0{digits}}.svg" for number in range(len(shown.states))]
    for file in files:
        check_replaceable(file, b"<svg", "an SVG picture")
    for file, state in zip(files, shown.states, strict=True):
        file.write_text(shown.game.to_svg(state), "utf-8")
    show(f"{len(shown.states)} pictures in {folder}")


def _write_film(shown: WrittenGame, file: Path) -> None:
    from steelyard.arena.match.animation import gif  # noqa: PLC0415 - only animations need an image library

    check_replaceable(file, b"GIF8", "a GIF")
    gif((shown.game.to_svg(state) for state in shown.states), file)
    show(f"{len(shown.states)} positions in {file}")

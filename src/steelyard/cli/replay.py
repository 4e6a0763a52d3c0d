"""`steelyard replay`: list the games of a file, show one position by position, or verify all."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from steelyard import games
from steelyard.cli.arguments import add_hash, add_number, chosen_hash
from steelyard.cli.game_files import chosen, contest_games, is_record, match_games, played
from steelyard.cli.game_table import table
from steelyard.cli.output import check_replaceable
from steelyard.cli.phrases import failure, hash_words, recorded_result, result
from steelyard.cli.terminal import show, show_json
from steelyard.core import files, views
from steelyard.core.errors import InvalidOption, SteelyardError
from steelyard.core.game import SEATS, Outcome, listed
from steelyard.core.notation import read_game

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Iterator, Sequence

    from steelyard.arena.match.match_file import RecordFile
    from steelyard.arena.record import Event, Record
    from steelyard.cli.game_files import Numbered
    from steelyard.core.notation import WrittenGame

EXIT_FAILED = 1
WITHOUT_HEADING = (
    "not checked, because the file has no heading of a match: that these games were to be played like this, "
    "that none is missing, and that nothing was changed since"
)
WITHOUT_TIMES = "not checked, because they have no CPU times of bots: times and verdicts of"
CUT = "the last line is incomplete and was not verified"
MP4 = b"\0\0\0 ftyp"  # how the files of FFmpeg begin


def configure(parser: ArgumentParser) -> None:
    parser.epilog = (
        "FILE is a record, a match file, the folder of a contest, or a game written by hand: the game on\n"
        "the first line, then one turn per line:\n\n  tank_war c_reach=up_to_two\n  1. LA-RC\n  2. LC-RB\n\n"
        "example: steelyard replay match.jsonl\n"
        "example: steelyard replay match.jsonl --number 3 --logs logs\n"
        "example: steelyard replay CONTEST_FOLDER"
    )
    parser.add_argument("file", metavar="FILE", help="the game or the match; - reads standard input")
    add_number(
        parser,
        "which game of a match, or its id in a contest (default: a table of all; for pictures, the first)",
    )
    parser.add_argument(
        "--logs",
        metavar="DIR",
        type=Path,
        help="show what the bots wrote in each turn: the folder of `match --logs`, or one log file",
    )
    parser.add_argument(
        "--seat", type=int, choices=SEATS, help="with --logs: only the bot of this seat (default: both)"
    )
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--verify",
        action="store_true",
        help="replay every record and check its times and verdict; exit code 1 if one does not fit",
    )
    how.add_argument("--text", action="store_true", help="draw every position (the default)")
    how.add_argument(
        "--svg", metavar="DIR", type=Path, help="write every position as an SVG picture into DIR"
    )
    named = "in a folder it is named after game, players and day"
    how.add_argument("--gif", metavar="FILE", type=Path, help=f"write the game as a film; {named}")
    how.add_argument(
        "--mp4", metavar="FILE", type=Path, help=f"the same as a video (needs the package av); {named}"
    )
    add_hash(parser, "of the match file, as `match` printed it; goes with --verify")
    how.add_argument("--json", action="store_true", help="print every position as one JSON list")


def run(arguments: Namespace) -> int:
    _check_log_options(arguments)
    if Path(arguments.file).is_dir():
        return _replay_contest(arguments)
    data = sys.stdin.buffer.read() if arguments.file == "-" else files.read(Path(arguments.file))
    if arguments.verify:
        return _verify(data, arguments.file, chosen_hash(arguments))
    if is_record(data):
        return _replay_record(match_games(data), arguments)
    if arguments.logs:
        raise InvalidOption("--logs needs a record; this is a game written by hand, which no bot played")
    shown = read_game(data.decode(), games.get)
    first, second = shown.game.side_names or shown.game.seat_names
    over = shown.game.outcome(shown.states[-1]) is not None
    titles = ((first, second), _ending(shown) if over else "")
    _present(shown, arguments, lambda: [*_drawn(shown), _ending(shown)], titles)
    return 0


def _check_log_options(arguments: Namespace) -> None:
    films = arguments.gif or arguments.mp4
    if arguments.logs and (arguments.verify or arguments.svg or films or arguments.json):
        raise InvalidOption("--logs goes with text; leave out --verify, --svg, --gif, --mp4 and --json")
    if arguments.hash and not arguments.verify:
        raise InvalidOption("--hash goes with --verify")
    if arguments.seat is not None and not arguments.logs:
        raise InvalidOption("--seat goes with --logs DIR")


def _replay_contest(arguments: Namespace) -> int:
    if arguments.verify:
        raise InvalidOption(f"a contest is verified by: steelyard contest verify {arguments.file}")
    if arguments.logs:
        raise InvalidOption(
            f"--logs goes with a match; what a bot wrote in a contest: steelyard debug BOT {arguments.file}"
        )
    return _replay_record(contest_games(Path(arguments.file)), arguments)


def _replay_record(found: Sequence[Numbered], arguments: Namespace) -> int:
    from steelyard.cli.replay_logs import ShownLogs  # noqa: PLC0415 - only records need the arena

    pictures = arguments.text or arguments.svg or arguments.gif or arguments.mp4 or arguments.json
    if arguments.number is None and not pictures and not arguments.logs and len(found) > 1:
        show(table(found, arguments.file))
        return 0
    record = chosen(found, arguments.number, arguments.file)
    shown = played(record)
    logs = ShownLogs(record, arguments.logs, arguments.seat) if arguments.logs else None

    def parts() -> list[str]:
        drawn = [part + _events(record, turn) for turn, part in enumerate(_drawn(shown))]
        if logs is not None:
            drawn = [part + logs.of(turn) for turn, part in enumerate(drawn)]
        last_words = logs.after(len(shown.turns)) if logs is not None else ""
        return [*drawn, _recorded_ending(shown, record) + last_words, _note(record)]

    first, second = (player.name for player in record.players)
    over = record.outcome is not None
    _present(shown, arguments, parts, ((first, second), recorded_result(record) if over else ""))
    return 0


def _present(
    shown: WrittenGame,
    arguments: Namespace,
    parts: Callable[[], list[str]],
    titles: tuple[tuple[str, str], str],
) -> None:
    if arguments.svg:
        _write_pictures(shown, arguments.svg)
    elif arguments.gif or arguments.mp4:
        _write_film(shown, arguments, titles)
    elif arguments.json:
        show_json([shown.game.to_json(state) for state in shown.states])
    else:
        show("\n\n".join(parts()))


def _verified(data: bytes, name: str, published: str | None) -> RecordFile:
    """The games of a file, all of which are as they could be played; raises SteelyardError."""
    from steelyard.arena.match.match_file import read_records  # noqa: PLC0415 - only records need the arena
    from steelyard.arena.record import InvalidRecord, replayed  # noqa: PLC0415
    from steelyard.arena.verification import UNKNOWN_HASH, verified  # noqa: PLC0415

    found = read_records(data, name)
    if published is not None and not found.links:
        raise InvalidRecord("a hash is of a whole match file; this has no first line")
    if published is not None and published not in found.links:
        raise InvalidRecord(UNKNOWN_HASH + (f"; {CUT}" if found.is_cut else ""))
    for line, record in found.records:
        try:
            (verified if found.links or _is_refereed(record) else replayed)(record, games.get)
        except InvalidRecord as error:
            raise InvalidRecord(f"line {line}: {error}") from None
    if not found.records:
        raise InvalidRecord("the file contains no game")
    return found


def _verify(data: bytes, name: str, published: str | None) -> int:
    from steelyard.arena.verification import UNKNOWABLE  # noqa: PLC0415 - only records need the arena

    if not is_record(data):
        raise InvalidOption(f"--verify needs a record; {_what_is_no_record(data)}")
    try:
        found = _verified(data, name, published)
    except SteelyardError as error:
        show(f"not verified: {error}")
        return EXIT_FAILED
    held = len(found.records)
    show(f"verified: {held} {'game replays' if held == 1 else 'games replay'} to the stored outcome")
    if found.is_cut:
        show(CUT)
    if found.links:
        numbers = {each.record.number for each in found.records}
        if gaps := sorted({*range(max(numbers))} - numbers):
            show(f"not there: {views.count(len(gaps), 'game')} before the last ({listed(gaps[:5])} ...)")
        show(hash_words(found.links[-1], published, UNKNOWABLE))
        return 0
    show(WITHOUT_HEADING)
    if untimed := sum(not _is_refereed(record) for _, record in found.records):
        show(f"{WITHOUT_TIMES} {views.count(untimed, 'game')}")
    return 0


def _what_is_no_record(data: bytes) -> str:
    first = data.decode("utf-8-sig", "replace").split(maxsplit=1)[:1]
    if not first:
        return "the file is empty"
    if first[0] in games.names() or first[0].startswith("#"):
        return "this is a game written by hand, which has no hash"
    return "line 1 is neither a record nor a game"


def _is_refereed(record: Record) -> bool:
    """Whether a single record is of a game between bots; one of a table has no CPU times."""
    return any(turn.cpu_ms != (None, None) for turn in record.turns)


def _note(record: Record) -> str:
    names = " - ".join(player.name for player in record.players)
    lines = [f"{names}, {record.clock}"]
    if record.verdict is not None:
        verdict = record.verdict
        for seat, fault in (verdict.faults or {verdict.seat: verdict.fault}).items():
            lines.append(f"{record.players[seat].name}: {fault}: {verdict.detail_for(seat)}")
    lines += [event.what for event in record.events if event.turn == 0]
    return "\n".join(lines)


def _events(record: Record, turn: int) -> str:
    """What happened in a turn besides moves, each line with the name of the bot."""
    return "".join(
        f"\n{_whose(record, event)}{event.what}" for event in record.events if event.turn == turn and turn > 0
    )


def _whose(record: Record, event: Event) -> str:
    return "" if event.seat is None else f"{record.players[event.seat].name}: "


def _drawn(shown: WrittenGame) -> Iterator[str]:
    game = shown.game
    yield game.to_text(shown.states[0])
    for number, (turn, state) in enumerate(zip(shown.turns, shown.states[1:], strict=True), start=1):
        yield f"{number}. {turn}\n{game.to_text(state)}"


def _ending(shown: WrittenGame) -> str:
    outcome = shown.game.outcome(shown.states[-1])
    return "The game is not over." if outcome is None else result(shown.game, outcome)


def _recorded_ending(shown: WrittenGame, record: Record) -> str:
    if (failed := failure(record)) is not None:
        return f"Stopped here: {failed}."
    ended = record.outcome
    if ended is None:
        return "The game is not over."
    return result(shown.game, Outcome(ended.winner, ended.reason, ended.score))


def _write_pictures(shown: WrittenGame, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    digits = len(str(len(shown.turns)))
    files = [folder / f"{number:0{digits}}.svg" for number in range(len(shown.states))]
    for file in files:
        check_replaceable(file, b"<svg", "an SVG picture")
    for file, state in zip(files, shown.states, strict=True):
        file.write_text(shown.game.to_svg(state), "utf-8")
    show(f"{len(shown.states)} pictures in {folder}")


def _write_film(shown: WrittenGame, arguments: Namespace, titles: tuple[tuple[str, str], str]) -> None:
    from steelyard.films import animation, film, video  # noqa: PLC0415 - need an image library

    file: Path = arguments.gif or arguments.mp4
    kind = "gif" if arguments.gif else "mp4"
    if file.is_dir():
        read = Path(arguments.file)
        at_s = read.stat().st_mtime if arguments.file != "-" else datetime.now(UTC).timestamp()
        file = file / film.file_name(shown.game.id, titles[0], 1000 * at_s, kind)
    frames = list(film.frames(shown, film.Titles(*titles)))
    if kind == "gif":
        check_replaceable(file, b"GIF8", "a GIF")
        animation.write_gif(frames, file)
    else:
        check_replaceable(file, MP4, "an MP4")
        video.mp4(frames, file)
    show(f"{len(shown.states)} positions in {file}")

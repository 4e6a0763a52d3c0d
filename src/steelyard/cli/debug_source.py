"""Finds the game to debug, in a match file, a record or the folder of a contest, and the bot's log."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from steelyard.arena.bot_log import read_log
from steelyard.arena.match.log_files import SEAT, log_file, read_log_of
from steelyard.arena.program import FILE as BOT_FILE
from steelyard.cli.game_files import contest_games, is_record, match_games
from steelyard.cli.terminal import show
from steelyard.core import files
from steelyard.core.errors import InvalidOption
from steelyard.core.game import SEATS, listed
from steelyard.core.toml_text import read_toml

if TYPE_CHECKING:
    from collections.abc import Sequence

    from steelyard.arena.record import Record
    from steelyard.cli.game_files import Numbered
    from steelyard.core.game import Seat


@dataclass(frozen=True, slots=True)
class Found:
    """The game, where the bot sat in it, and what it wrote."""

    id: str
    """What `--number` calls the game."""
    record: Record
    seat: Seat
    log: dict[int, str]


def find_game(path: Path, bot: str, wanted: str | None, seat: Seat | None, logs: Path | None) -> Found:
    """The wanted game; without a wish, the first that the bot lost, else the first that it played."""
    games = contest_games(path) if path.is_dir() else _file_games(path)
    if not games:
        raise InvalidOption(f"{path} contains no recorded game")
    if wanted is not None:
        games = [game for game in games if game.id == wanted]
        if not games:
            raise InvalidOption(f"{path} contains no game {wanted}")
    seated = [(game, own) for game in games for own in _seats(game.record, bot, seat)]
    if not seated:
        if "/" in bot and not bot.startswith("cmd:") and not Path(bot).exists():
            raise InvalidOption(f"there is no folder {bot}; name the bot as in `steelyard match`")
        names = listed([player.name for player in games[0].record.players])
        raise InvalidOption(
            f"{bot} did not play in {path}, where {names} played; say where it sat with --seat"
        )
    lost = [(game, own) for game, own in seated if _lost(game.record, own)]
    if not lost and wanted is None:
        show(f"{bot} lost no game here; this is the first that it played", error=True)
    game, own = (lost or seated)[0]
    if path.is_dir() and logs is None:
        return Found(game.id, game.record, own, _contest_log(path / "logs", game.id, own))
    return Found(game.id, game.record, own, _log(logs, game.record, own))


def _file_games(path: Path) -> list[Numbered]:
    data = files.read(path)
    if not is_record(data):
        raise InvalidOption(f"{path} is a game written by hand, which no bot played; debug needs a record")
    return match_games(data)


def _seats(record: Record, bot: str, seat: Seat | None) -> Sequence[Seat]:
    """Where the bot sat: by the word it was started with, else by the name of its folder or its own."""
    if seat is not None:
        return (seat,)
    started = [each for each in SEATS if record.players[each].bot == bot]
    names = {Path(bot).resolve().name, _name_in(Path(bot))}
    return started or [
        each
        for each, player in zip(SEATS, record.players, strict=True)
        if player.name in names or Path(player.bot).name in names
    ]


def _name_in(folder: Path) -> str:
    try:
        name = read_toml(files.read_text(folder / BOT_FILE)).get("name", "")
    except (OSError, ValueError):
        return ""
    return name if isinstance(name, str) else ""


def _lost(record: Record, seat: Seat) -> bool:
    return record.outcome is not None and record.outcome.winner == 1 - seat


def _log(path: Path | None, record: Record, seat: Seat) -> dict[int, str]:
    if path is None:
        return {}
    file = log_file(path, record, seat) if path.is_dir() else path
    if not file.exists():
        raise InvalidOption(
            f"{file} is missing: the log of {record.players[seat].name} in game {record.number}"
        )
    return read_log_of(record, file)


def _contest_log(folder: Path, game: str, seat: Seat) -> dict[int, str]:
    """The log of that seat among those of all entrants; empty if it wrote nothing."""
    for file in sorted(folder.glob(f"*/{game.replace('/', '.')}.log")):
        text = file.read_text("utf-8", "backslashreplace")
        found = SEAT.match(text)
        if found is not None and int(found[1]) == seat:
            return read_log(text)
    return {}

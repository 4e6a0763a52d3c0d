"""Opens a contest file: finds its entrants, reads its boards, and refuses what cannot be played."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from steelyard import bots
from steelyard.arena.program import InvalidBot, find
from steelyard.arena.record import new_seed
from steelyard.arena.sandbox.folder_walk import printable
from steelyard.contest.file.line_numbers import line_of, lines
from steelyard.contest.file.mistakes import Mistake
from steelyard.contest.file.parser import InvalidContest, read_file, refusal
from steelyard.contest.model import STANDINGS_VERSION, Contest, Entrant, listed_boards, slug
from steelyard.contest.running.journal_entries import Heading
from steelyard.core.errors import SteelyardError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from steelyard.contest.file import line_numbers
    from steelyard.contest.file.definition import ContestFile
    from steelyard.contest.file.keys import Boards


@dataclass(frozen=True)
class Opened:
    """A contest file with the entrants and boards it names."""

    contest: Contest
    heading: Heading
    texts: dict[str, str]
    """The texts of the listed boards."""
    folder: Path


def open_contest(file: Path, begun: Heading | None = None) -> Opened:
    """Read a contest file and everything it names; raises InvalidContest with line and key.

    A file without a seed gets a secret one; a contest that has `begun` goes on with what it has.
    """
    if file.is_dir():
        raise InvalidContest(f"{file} is a folder; a contest is described by a file, say {file}.toml")
    text = file.read_text("utf-8-sig")
    told = read_file(text, file.name)
    found = lines(text)
    try:
        entrants = _entrants(told, file.parent, found)
        texts = dict(_listed_boards(told, file.parent))
    except Mistake as mistake:
        raise refusal(mistake, found, file.name) from None
    version = STANDINGS_VERSION if begun is None else begun.standings_version
    contest = Contest(told, tuple(entrants), _seed(told, begun), version)
    heading = Heading(
        file_name=file.name,
        file=text,
        rules_version=contest.game.rules_version,
        entrants=entrants,
        boards={listed: _fingerprint(board, contest) for listed, board in sorted(texts.items())},
        seed=contest.drawn,
        standings_version=version,
    )
    return Opened(contest, heading, texts, file.parent)


def _seed(told: ContestFile, begun: Heading | None) -> str | None:
    if begun is not None and (begun.seed is None or told.seed is None):
        return begun.seed
    return new_seed() if told.seed is None else str(told.seed)


def contest_of(heading: Heading) -> Contest:
    """The contest that a journal describes."""
    told = read_file(heading.file, heading.file_name)
    return Contest(told, tuple(heading.entrants), heading.seed, heading.standings_version)


def check_unchanged(heading: Heading, texts: dict[str, str]) -> None:
    """Raises InvalidContest if a board has changed since the contest began."""
    told = contest_of(heading)
    for listed, fingerprint in heading.boards.items():
        if listed not in texts or _fingerprint(texts[listed], told) != fingerprint:
            raise InvalidContest(f"the board {listed!r} is not as it was when the contest began")


def bot_folder(bot: str, folder: Path, game: str) -> Path | None:
    """The folder of a bot, relative to the contest file's; None for a bot that is not a folder."""
    if bot.partition(":")[0] in {*bots.names(game), "cmd", "ws", "wss"}:
        return None
    return folder / bot


# Entrants.
def _entrants(told: ContestFile, folder: Path, found: dict[line_numbers.Path, int]) -> list[Entrant]:
    entrants: list[Entrant] = []
    seen: dict[str, int] = {}
    slugs: set[str] = {"teacher"}
    if told.teacher is not None:
        seen[told.teacher.name.casefold()] = line_of(("teacher",), found)
        _find_bot(told.teacher.bot, folder, told.game, ("teacher", "bot"))
    for number in range(len(told.entrants)):
        for name, bot in _expand_entrants(told, number, folder):
            if (other := seen.get(name.casefold())) is not None:
                also = f"two entrants are called {name!r} (the other is on line {other})"
                raise Mistake(("entrants", number), f"{also}; give each its own `name`")
            seen[name.casefold()] = line_of(("entrants", number), found)
            entrants.append(Entrant(name, _make_unique(slug(name), slugs), bot))
    if len(entrants) < 2:
        raise Mistake(("entrants",), f"a contest needs at least two entrants, not {len(entrants)}")
    return entrants


def _expand_entrants(told: ContestFile, number: int, folder: Path) -> Iterator[tuple[str, str]]:
    """The names and bots of one table of entrants."""
    line = told.entrants[number]
    if line.bot is not None:
        program = _find_bot(line.bot, folder, told.game, ("entrants", number, "bot"))
        yield line.name or program.name, line.bot
        return
    inside = folder / str(line.each_in)
    if not inside.is_dir():
        raise Mistake(("entrants", number, "each_in"), f"there is no folder {line.each_in!r} in {folder}")
    handed_in = sorted(
        each.name for each in inside.iterdir() if each.is_dir() and not each.name.startswith(".")
    )
    if not handed_in:
        raise Mistake(("entrants", number, "each_in"), f"there are no folders in {line.each_in!r}")
    for name in handed_in:
        if os.fsencode(name) != name.encode(errors="replace"):
            odd = f"a folder in {line.each_in!r} has a name that is not UTF-8: {printable(name)}"
            raise Mistake(("entrants", number, "each_in"), f"{odd}; rename it")
        yield "".join(c for c in name if c.isprintable())[:60], f"{line.each_in}/{name}"


def _find_bot(bot: str, folder: Path, game: str, path: line_numbers.Path) -> Any:
    try:
        return find(str(bot_folder(bot, folder, game) or bot), game, bots.names(game))
    except InvalidBot as error:
        raise Mistake(path, str(error)) from None


def _make_unique(wanted: str, taken: set[str]) -> str:
    found, number = wanted, 2
    while found in taken:
        found, number = f"{wanted}-{number}", number + 1
    taken.add(found)
    return found


# Boards.
def _listed_boards(told: ContestFile, folder: Path) -> Iterator[tuple[str, str]]:
    contest = Contest(told, ())
    for boards, path in _all_boards(told):
        for number, listed in listed_boards(boards):
            yield listed, _setup(listed, contest, folder, (*path, number))


def _all_boards(told: ContestFile) -> Iterator[tuple[Boards, line_numbers.Path]]:
    if told.teacher is not None:
        yield told.teacher.boards, ("teacher", "boards")
    for number, stage in enumerate(told.stages):
        for key, boards in stage.boards_by_key():
            yield boards, ("stages", number, key)


def _setup(listed: str, contest: Contest, folder: Path, path: line_numbers.Path) -> str:
    if listed in {"", *contest.game.setups()}:
        return listed
    try:
        text = (folder / listed).read_text("utf-8-sig")
    except FileNotFoundError:
        shipped = ", ".join(filter(None, contest.game.setups()))
        have = f"; {contest.game.title} has {shipped}" if shipped else ""
        raise Mistake(
            path, f"there is no board {listed!r}, neither a file in {folder} nor by name{have}"
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise Mistake(path, f"the board {listed!r} cannot be read: {error}") from None
    try:
        contest.game.start(text)
    except SteelyardError as error:
        raise Mistake(path, f"the board {listed!r}: {error}") from None
    return text


def _fingerprint(board: str, told: Contest) -> str:
    """Identifies a board's text without revealing it to anybody who does not know the seed."""
    return hashlib.blake2b(board.encode(), key=str(told.seed).encode()[:64], digest_size=16).hexdigest()

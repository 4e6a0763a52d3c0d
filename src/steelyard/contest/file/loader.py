"""Opens a contest file: finds its entrants, reads its boards, and refuses what cannot be played."""

from __future__ import annotations

import hashlib
import os
import unicodedata
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import msgspec

from steelyard import bots
from steelyard.arena.program import InvalidBot, find
from steelyard.arena.record import new_seed
from steelyard.arena.sandbox.bot_root import BOT_FILE
from steelyard.arena.sandbox.folder_walk import printable
from steelyard.contest.file import submissions
from steelyard.contest.file.mistakes import Mistake
from steelyard.contest.file.names import LONGEST, Candidate, choose, with_told
from steelyard.contest.file.parser import InvalidContest, read_file, refusal
from steelyard.contest.model import Contest, Entrant, listed_boards, slug
from steelyard.contest.running.journal_entries import ContestHeading
from steelyard.core import files
from steelyard.core.errors import SteelyardError
from steelyard.core.names import shown_name
from steelyard.core.toml_lines import line_of, lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from steelyard.contest.file.definition import ContestFile, EntrantLine
    from steelyard.contest.file.keys import Boards
    from steelyard.contest.model import Remark
    from steelyard.core import toml_lines


@dataclass(frozen=True)
class Opened:
    """A contest file with the entrants and boards it names."""

    contest: Contest
    heading: ContestHeading
    texts: dict[str, str]
    """The texts of the listed boards."""
    folder: Path
    candidates: tuple[Candidate, ...] = ()
    """The entrants of a contest that is to begin, in the same order, with what decides their names."""
    left_out: tuple[Remark, ...] = ()

    def with_names(self, said: Mapping[str, str]) -> Opened:
        """The same once the programs, by bot, have said how they call themselves."""
        names, remarks = choose(with_told(self.candidates, said), _taken(self.contest.file))
        pairs = zip(self.contest.entrants, names, strict=True)
        entrants = [msgspec.structs.replace(entrant, name=name) for entrant, name in pairs]
        remarks = [*self.left_out, *remarks]
        heading = msgspec.structs.replace(self.heading, entrants=entrants, remarks=tuple(remarks))
        return replace(self, contest=contest_of(heading), heading=heading)


def open_contest(file: Path, begun: ContestHeading | None = None) -> Opened:
    """Read a contest file and everything it names; raises InvalidContest with line and key.

    A file without a seed gets a secret one; a contest that has `begun` goes on with what it has.
    """
    if file.is_dir():
        raise InvalidContest(f"{file} is a folder; a contest is described by a file, say {file}.toml")
    text = files.read_text(file, "utf-8-sig")
    told = read_file(text, file.name)
    found = lines(text)
    candidates: list[Candidate] = []
    left_out: list[Remark] = []
    remarks: list[Remark]
    try:
        if begun is None:
            candidates, left_out = _candidates(told, file.parent, found)
            names, unused = choose(candidates, _taken(told))
            remarks = [*left_out, *unused]
            entrants = list(_entrants(candidates, names))
        else:
            entrants, remarks = _entrants_now(begun, told, file.parent), list(begun.remarks)
        texts = dict(_listed_boards(told, file.parent))
    except Mistake as mistake:
        raise refusal(mistake, found, file.name) from None
    contest = Contest(told, tuple(entrants), _seed(told, begun))
    heading = ContestHeading(
        file_name=file.name,
        file=text,
        rules_version=contest.game.rules_version,
        entrants=entrants,
        boards={listed: _fingerprint(board, contest) for listed, board in sorted(texts.items())},
        seed=contest.seed,
        remarks=tuple(remarks),
    )
    return Opened(contest, heading, texts, file.parent, tuple(candidates), tuple(left_out))


def _seed(told: ContestFile, begun: ContestHeading | None) -> str:
    if told.seed is not None:
        return str(told.seed)
    return new_seed() if begun is None else begun.seed


def contest_of(heading: ContestHeading) -> Contest:
    """The contest that a journal describes."""
    told = read_file(heading.file, heading.file_name)
    return Contest(
        told, tuple(heading.entrants), heading.seed, heading.remarks, heading.isolated, heading.not_enforced
    )


def all_listed_boards(told: ContestFile) -> set[str]:
    return {name for boards, _ in _all_boards(told) for _, name in listed_boards(boards)}


def entrants_fit(told: ContestFile, entrants: Sequence[Entrant]) -> bool:
    """Whether the file can have these entrants: each with its bot, and its name if the file says one."""
    rest = list(entrants)
    for line in told.entrants:
        if line.bot is None:
            while rest and rest[0].bot.startswith(f"{line.each_in}/"):
                rest.pop(0)
            continue
        if not rest or line.name not in {None, rest[0].name}:
            return False
        if not os.path.normpath(rest.pop(0).bot).startswith(os.path.normpath(line.bot)):
            return False
    names = {entrant.name for entrant in entrants}
    return not rest and len(names) == len({entrant.slug for entrant in entrants}) == len(entrants)


def known_texts(contest: Contest) -> dict[str, str]:
    """The texts of the listed boards that come with the game or are in the contest file."""
    shipped = {"", *contest.game.setups()}
    listed = all_listed_boards(contest.file)
    texts = contest.file.boards | {name: name for name in shipped}
    return {name: texts[name] for name in listed & texts.keys()}


def check_unchanged(heading: ContestHeading, texts: dict[str, str]) -> None:
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
def _candidates(
    told: ContestFile, folder: Path, found: dict[toml_lines.Path, int]
) -> tuple[list[Candidate], list[Remark]]:
    """Everybody that the file names, and what was left out."""
    candidates: list[Candidate] = []
    left_out: list[Remark] = []
    seen = {name.casefold(): line_of(("teacher",), found) for name in _taken(told)}
    if told.teacher is not None:
        _find_bot(told.teacher.bot, folder, told.game, ("teacher", "bot"))
    for number, line in enumerate(told.entrants):
        if line.bot is not None:
            its = [_candidate(line, folder, told.game, ("entrants", number, "bot"))]
        else:
            its, remarks = _each_in(str(line.each_in), folder, ("entrants", number, "each_in"))
            left_out += remarks
        for each in its:
            if (other := seen.get(each.name.casefold())) is not None:
                also = f"two entrants are called {each.name!r} (the other is on line {other})"
                raise Mistake(("entrants", number), f"{also}; give each its own `name`")
            seen[each.name.casefold()] = line_of(("entrants", number), found)
        candidates += its
    if len(candidates) < 2:
        raise Mistake(("entrants",), f"a contest needs at least two entrants, not {len(candidates)}")
    return candidates, left_out


def _entrants(candidates: list[Candidate], names: list[str]) -> Iterator[Entrant]:
    slugs: set[str] = {"teacher"}
    for candidate, name in zip(candidates, names, strict=True):
        yield Entrant(name, _make_unique(slug(name), slugs), candidate.bot)


def _taken(told: ContestFile) -> list[str]:
    """The names that no entrant can have."""
    return [] if told.teacher is None else [told.teacher.name]


def _candidate(line: EntrantLine, folder: Path, game: str, path: toml_lines.Path) -> Candidate:
    """The entrant of a table with `bot`."""
    bot, name = str(line.bot), line.name
    sources = bot_folder(bot, folder, game)
    if sources is not None and sources.exists() and not (sources / BOT_FILE).exists():
        try:
            its = submissions.find(sources)
        except submissions.NoBot as error:
            raise Mistake(path, f"{bot}: {error}") from None
        bot = os.path.relpath(its.path, folder)
        return Candidate(
            bot, name or shown_name(its.told, LONGEST) or its.name, name is not None, is_folder=True
        )
    program = _find_bot(bot, folder, game, path)
    return Candidate(bot, name or program.name, name is not None, is_folder=sources is not None)


def _each_in(shown: str, folder: Path, path: toml_lines.Path) -> tuple[list[Candidate], list[Remark]]:
    """The entrants of a table with `each_in`, and what was left out."""
    found, left_out = submissions.each_in(_existing(shown, folder, path), shown)
    if not found:
        there = "".join(f"; {each.about}: {each.text}" for each in left_out[:3])
        raise Mistake(path, f"there is no bot in {shown!r}, neither a folder nor a zip{there}")
    return [
        Candidate(
            f"{shown}/{each.path.relative_to(folder / shown)}",
            "".join(c for c in unicodedata.normalize("NFC", each.name) if c.isprintable())[:LONGEST],
            fixed=False,
            told=each.told,
            is_folder=True,
        )
        for each in found
    ], left_out


def _existing(shown: str, folder: Path, path: toml_lines.Path) -> Path:
    if not (folder / shown).is_dir():
        raise Mistake(path, f"there is no folder {shown!r} in {folder}")
    return folder / shown


def _entrants_now(begun: ContestHeading, told: ContestFile, folder: Path) -> list[Entrant]:
    """The entrants of a contest that has begun, without those that are gone and with those that are new.

    Whatever else changed in the folders of entrants does not count.
    """
    entrants = list(begun.entrants)
    known = {each.about for each in begun.remarks}
    for number, line in enumerate(told.entrants):
        if line.each_in is None:
            continue
        inside = _existing(line.each_in, folder, ("entrants", number, "each_in"))
        above = f"{line.each_in}/"
        there = {above + printable(item) for item in submissions.items(inside)}
        items = {
            each: above + printable(each.bot.removeprefix(above).partition("/")[0])
            for each in begun.entrants
            if each.bot.startswith(above)
        }
        entrants = [each for each in entrants if items.get(each) in {None, *there}]
        entrants += [Entrant(new, new, new) for new in sorted(there - known - {*items.values()})]
    return entrants


def _find_bot(bot: str, folder: Path, game: str, path: toml_lines.Path) -> Any:
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
    contest = Contest(told, (), "")
    for boards, path in _all_boards(told):
        for number, listed in listed_boards(boards):
            yield listed, _setup(listed, contest, folder, (*path, number))


def _all_boards(told: ContestFile) -> Iterator[tuple[Boards, toml_lines.Path]]:
    if told.teacher is not None:
        yield told.teacher.boards, ("teacher", "boards")
    for number, stage in enumerate(told.stages):
        for key, boards in stage.boards_by_key():
            yield boards, ("stages", number, key)


def _setup(listed: str, contest: Contest, folder: Path, path: toml_lines.Path) -> str:
    if listed in {"", *contest.game.setups()}:
        return listed
    if listed in contest.file.boards:
        return contest.file.boards[listed]
    try:
        text = files.read_text(folder / listed, "utf-8-sig")
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

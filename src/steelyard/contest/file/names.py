"""What entrants are called: as the file says, else as the bot calls itself, else as it was submitted."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from steelyard.contest.model import Remark
from steelyard.core.names import looks, shown_name

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

LONGEST = 60


@dataclass(frozen=True, slots=True)
class Candidate:
    """An entrant that may still get another name."""

    bot: str
    """As the contest file names it, or where it was found."""
    name: str
    """As the file says; or of the folder or zip."""
    fixed: bool
    told: str = ""
    """How it calls itself, in its bot.toml or when it is ready."""
    is_folder: bool = False
    """Whether its sources were submitted, so that it can be asked."""


def with_told(candidates: Sequence[Candidate], said: Mapping[str, str]) -> list[Candidate]:
    """The same with what the programs, by bot, said when they were ready."""
    return [replace(each, told=said.get(each.bot) or each.told) for each in candidates]


def choose(candidates: Sequence[Candidate], taken: Collection[str]) -> tuple[list[str], list[Remark]]:
    """A name for each candidate, and why somebody is not called as their bot calls itself.

    A name that could be taken for another's is nobody's, so that it does not matter who comes first.
    """
    wanted = ["" if each.fixed else shown_name(each.told, LONGEST) for each in candidates]
    if not any(wanted):
        return [each.name for each in candidates], []
    used = Counter(look for name in taken for look in looks(name))
    for each, name in zip(candidates, wanted, strict=True):
        used.update(looks(each.name) | looks(name) if name else looks(each.name))
    names, remarks = [], []
    for each, name in zip(candidates, wanted, strict=True):
        free = bool(name) and any(map(str.isalnum, name)) and all(used[look] == 1 for look in looks(name))
        names.append(name if free else each.name)
        if name and name != names[-1]:
            why = f"{name!r}, as it calls itself, could be taken for another entrant's name"
            remarks.append(Remark(each.bot, f"called {each.name!r}: {why}"))
    return names, remarks

"""The name of a game for people: its id is for files and commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.contest.model import slug

if TYPE_CHECKING:
    from steelyard.contest.model import Contest


def game_words(contest: Contest, game: str) -> str:
    """Who plays whom, where: `Ada against Bob in Knockout, round 2, board 1`."""
    stage, *round_, pair, board = game.split("/")
    names = {short: name for name, short in contest.slugs.items()}
    first, second = (names.get(side, side) for side in pair.split("_v_"))
    titles = {slug(each.called): each.called for each in contest.file.stages}
    where = f" in {titles[stage]}" if stage in titles else ""
    rounds = [f"round {each.removeprefix('r')}" for each in round_]
    return ", ".join([f"{first} against {second}{where}", *rounds, f"board {board}"])

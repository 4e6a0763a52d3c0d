"""Brackets once more: who meets, who wins, who is out. What chance decides is read from the report."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.contest.recomputation.games import WON
from tests.contest.recomputation.stage import match_length

if TYPE_CHECKING:
    from tests.contest.recomputation.games import Match
    from tests.contest.recomputation.stage import Levels, Stage


def knockout(stage: Stage) -> None:
    winner, lost, semi_finalists = tree(stage)
    second = [name for name in lost if lost[name] == max(lost.values())]
    top = [[winner], second]
    if stage.keys.get("third_place", True) is not False and len(semi_finalists) == 2:
        third, _ = decide(stage, semi_finalists[0], semi_finalists[1], "third_place")
        top += [[third], [name for name in semi_finalists if name != third]]
    rank(stage, top, lost)


def finals(stage: Stage) -> None:
    stage.names = stage.names[:4]
    knockout(stage)


def double_elimination(stage: Stage) -> None:
    """Who meets whom in the losers' bracket is given; that each of them has lost once before is checked."""
    best, lost, _ = tree(stage)
    out: dict[str, int] = {}
    last = best
    for match in [m for m, told in zip(stage.matches, stage.winners, strict=True) if not told]:
        left = {name for name in stage.names if name not in out}
        assert match.names <= left
        assert len(left) == 2 or all(lost.get(name, match.round) < match.round for name in match.names)
        last, round_ = decide(stage, match.first, str(match.second), "boards")
        (loser,) = match.names - {last}
        if loser not in lost and stage.keys.get("reset", True):
            lost[loser] = round_
        else:
            out[loser] = round_
    assert len(out) == max(0, len(stage.names) - 1), "all others have lost"
    rank(stage, [[last]], out)


def tree(stage: Stage) -> tuple[str, dict[str, int], list[str]]:
    """The winner, the round in which each of the others lost, and the losers of the semi-finals.

    The best meets the last, and so on; where the tree is not full, the best have byes.
    """
    order = [1]
    while len(order) < len(stage.names):
        order = [seed for better in order for seed in (better, 2 * len(order) + 1 - better)]
    left = [stage.names[seed - 1] if seed <= len(stage.names) else None for seed in order]
    lost: dict[str, int] = {}
    semi_finalists: list[str] = []
    while len(left) > 1:
        winners, losers = [], []
        for one, two in zip(left[::2], left[1::2], strict=True):
            if one is None or two is None:
                winners.append(one or two)
                continue
            winner, round_ = decide(stage, one, two, "final" if len(left) == 2 else "semi_finals")
            winners.append(winner)
            losers.append(two if winner == one else one)
            lost[losers[-1]] = round_
        left = winners
        semi_finalists = losers if len(left) == 2 else semi_finalists
    return left[0] or "", lost, semi_finalists


def rank(stage: Stage, top: Levels, lost: dict[str, int]) -> None:
    """The top, then those who lost in the last round, and so on."""
    assert None not in stage.winners, "nobody else meets"
    placed = {name for level in top for name in level}
    rounds = sorted({*lost.values()}, reverse=True)
    out = [[name for name in lost if lost[name] == number and name not in placed] for number in rounds]
    stage.levels = [level for level in [*top, *out] if any(level)]
    stage.advancing = [name for level in stage.levels for name in sorted(level, key=stage.names.index)]


def decide(stage: Stage, one: str, two: str, boards: str) -> tuple[str, int]:
    """The winner of the first match between two that has not been looked at, and its round."""
    index = next(
        i for i, match in enumerate(stage.matches) if match.names == {one, two} and not stage.winners[i]
    )
    match = stage.matches[index]
    stage.winners[index], stage.reasons[index] = decision(
        stage, match, match_length(stage.keys, boards_of(stage, boards))
    )
    return str(stage.winners[index]), match.round


def decision(stage: Stage, match: Match, games: int) -> tuple[str, str]:
    """Criterion after criterion over all games so far; `extra` adds the two games of one more board."""
    one, two = match.first, str(match.second)
    criteria = [*stage.keys.get("decide", ["wins", "extra", "lot"]), "lot"]
    for boards in range(stage.keys.get("extra", 3) + 1):
        assert games + 2 * boards <= len(match.results), "it goes on until it is decided"
        for criterion in criteria:
            if criterion == "extra" and boards < stage.keys.get("extra", 3):
                break
            worth = match_worth(stage, match, criterion, games + 2 * boards)
            if worth[0] != worth[1]:
                assert games + 2 * boards == len(match.results), "it is decided, and goes on no more"
                return max(zip(worth, (one, two), strict=True))[1], (
                    criterion if criterion != "wins" else "extra boards" if boards else ""
                )
    raise AssertionError("the lot decides between any two")


def match_worth(stage: Stage, match: Match, criterion: str, games: int) -> list[int]:
    sides = (match.first, str(match.second))
    match criterion:
        case "extra":
            return [0, 0]
        case "wins":
            return [match.points(name)[:games].count(WON) for name in sides]
        case "seeding":
            return [-stage.names.index(name) for name in sides]
        case "lot":
            return [int(name == match.winner) for name in sides]
    return [sum(match.figures(name, criterion)[:games]) for name in sides]


def boards_of(stage: Stage, which: str) -> Any:
    """The boards of a match; those of finals may have their own."""
    own = stage.keys.get(which, True) if stage.keys["kind"] == "finals" else True
    if which == "third_place" and own is True:
        return boards_of(stage, "semi_finals")
    return stage.keys.get("boards", 1) if own is True else own

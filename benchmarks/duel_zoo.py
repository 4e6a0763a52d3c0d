"""Play a bot against simple programs of Tank Duel, and count its points.

    python benchmarks/duel_zoo.py [--bot best:50000] [--seconds 0.1] [--programs SET|NAME,NAME]
        [--boards shipped,lanes,passages,open] [--matches 5] [--jobs 2] [--seed 1]

Sets: `tuned` (programs that bots may be tuned against: the `first` twenty and the `twelve`), `validation`
(twenty more, to choose between versions by their points alone), `kept_out` (twenty which only the version
that was chosen meets) and `all`. Whoever works on a bot may not read programs of the last two, or look at
single games with them. A new program is a function of the position and its seat in one of the
`duel_zoo_*_programs.py`, and an entry in the dictionary at its end.
A match is three boards of one kind, each played twice with the starts exchanged, as in a contest; what a bot
learns is kept during a match, also by a bot with a number of simulations, which in a match of the arena
begins every game anew. A round has a number of simulations, or a time (`best` with `--seconds`).
Prints the points with 95 % intervals, and how the games ended that were not won, but for programs kept out.
"""

from __future__ import annotations

import argparse
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import arguments
import duel_zoo_boards
from duel_zoo_kept_out_later_programs import KEPT_OUT_LATER
from duel_zoo_kept_out_programs import KEPT_OUT
from duel_zoo_later_programs import LATER
from duel_zoo_programs import FIRST
from duel_zoo_third_programs import THIRD
from duel_zoo_validation_programs import VALIDATION

from steelyard import bots, games
from steelyard.arena.match.score import Score, of
from steelyard.arena.record import derived_seed
from steelyard.bots.player import Learner
from steelyard.core.errors import SteelyardError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from steelyard.bots import Bot
    from steelyard.games.tank_duel.rules import State

GAME = games.get("tank_duel")
TUNED = FIRST | LATER | THIRD
UNKNOWN = VALIDATION | KEPT_OUT | KEPT_OUT_LATER
PROGRAMS = TUNED | UNKNOWN
SETS = {
    "first": list(FIRST | LATER),
    "twelve": list(THIRD),
    "tuned": list(TUNED),
    "validation": list(VALIDATION),
    "kept_out": list(KEPT_OUT | KEPT_OUT_LATER),
    "all": list(PROGRAMS),
}
BOARDS = 3  # of a match
EARLY = 4  # rounds


class Match(NamedTuple):
    """What is played: a program, a kind of board, and the number of the match."""

    bot: str
    program: str
    boards: str
    number: int
    seconds: float | None
    seed: int


def setups(match: Match) -> list[str]:
    """The boards of a match; the same for every bot and program."""
    seed = derived_seed(match.seed, match.boards, match.number)
    if match.boards == "shipped":
        return Random(seed).sample(GAME.setups(), BOARDS)
    return [duel_zoo_boards.draw(match.boards, seed + number) for number in range(BOARDS)]


def play(match: Match) -> list[tuple[float, str]]:
    """What the bot got in each game, and how it ended."""
    found: list[tuple[float, str]] = []
    earlier: Bot | None = None
    for setup in setups(match):
        for swapped in (False, True):
            game = games.get("tank_duel", swap_starts=swapped)
            seed = derived_seed(match.seed, match.bot, match.program, match.boards, match.number, len(found))
            bot = bots.get(game, match.bot, seed)
            if earlier is not None and isinstance(bot.policy, Learner):
                bot.policy.learn_from(earlier.policy)
            state = game.start(setup)
            while game.to_move(state):
                ours = bot.choose(state, 0, match.seconds)
                state = game.apply(state, {0: ours, 1: PROGRAMS[match.program](state, 1)})
            if isinstance(bot.policy, Learner):
                bot.policy.watch(state)
            earlier = bot
            found.append(ending(state))
    return found


def ending(state: State) -> tuple[float, str]:
    ours, theirs = state.tanks
    early = f", round {state.rounds}" if state.rounds <= EARLY else ""
    if not ours.in_flames:
        return 1.0, "won"
    if not theirs.in_flames:
        return 0.0, f"lost by {ours.hits[0]}{early}"
    if "tank" in ours.hits:
        return 0.5, f"head-on{early}"
    if "missile" in ours.hits and "missile" in theirs.hits:
        return 0.5, f"crossing shots{early}"
    if ours.hits == theirs.hits == ("mine",):
        return 0.5, f"mutual mine{early}"
    return 0.5, f"drawn by {ours.hits[0]} and {theirs.hits[0]}{early}"


def score(results: Iterable[list[tuple[float, str]]]) -> tuple[Score, Counter[str]]:
    """The pairs of all matches, and the endings of games that were not won."""
    total, endings = Score(), Counter[str]()
    for games_of_match in results:
        points = [points for points, _ in games_of_match]
        for first, second in zip(points[::2], points[1::2], strict=True):
            total += of(first, second)
        endings.update(ending for points, ending in games_of_match if points < 1)
    return total, endings


def line(title: str, results: Iterable[list[tuple[float, str]]], *, endings_shown: bool = True) -> str:
    total, endings = score(results)
    low, high = total.interval()
    ended = "; ".join(f"{number} {ending}" for ending, number in endings.most_common() if endings_shown)
    return (
        f"{title:28} {100 * total.share:5.1f} % ({100 * low:.1f} to {100 * high:.1f}) in {total.games:4}"
        f"  {total.wins} won, {total.draws} drawn, {total.losses} lost  {ended}"
    )


def report(played: dict[Match, list[tuple[float, str]]]) -> list[str]:
    """A line for each program, each kind of board, and each pair of them."""

    def where(**wanted: Any) -> list[list[tuple[float, str]]]:
        return [
            games_of_match
            for match, games_of_match in played.items()
            if all(getattr(match, name) == value for name, value in wanted.items())
        ]

    programs = list(dict.fromkeys(match.program for match in played))
    kinds = list(dict.fromkeys(match.boards for match in played))
    shown = {program: program not in UNKNOWN for program in programs}
    lines = [line(each, where(program=each), endings_shown=shown[each]) for each in programs]
    lines += [line(f"on {kind} boards", where(boards=kind)) for kind in kinds]
    lines += [
        line(f"{program}, {kind}", where(program=program, boards=kind), endings_shown=shown[program])
        for program in programs
        for kind in kinds
    ]
    return [*lines, line("all", played.values())]


def _known(parser: argparse.ArgumentParser, text: str, names: Iterable[str]) -> list[str]:
    """The names in a list with commas, each of which should be one of those."""
    for name in text.split(","):
        if name not in names:
            hint = f"; the set {name!r} stands alone" if name in SETS else ""
            parser.error(f"there is no {name!r}{hint}; there are {', '.join(names)}")
    return text.split(",")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--bot", default="best:50000")
    parser.add_argument(
        "--seconds", type=arguments.seconds, help="a round, for a bot without a number of simulations"
    )
    parser.add_argument("--programs", default="tuned", help=f"one of {', '.join(SETS)}, or names with commas")
    parser.add_argument("--boards", default=f"shipped,{','.join(duel_zoo_boards.KINDS)}")
    parser.add_argument(
        "--matches", type=arguments.count, default=5, help="of each program on each kind of board"
    )
    parser.add_argument("--jobs", type=arguments.count, default=2)
    parser.add_argument("--seed", type=int, default=1)
    chosen: Any = parser.parse_args()
    programs = SETS.get(chosen.programs) or _known(parser, chosen.programs, PROGRAMS)
    kinds = _known(parser, chosen.boards, ("shipped", *duel_zoo_boards.KINDS))
    try:
        bots.get(GAME, chosen.bot)
    except SteelyardError as error:
        parser.error(str(error))
    matches = [
        Match(chosen.bot, program, kind, number, chosen.seconds, chosen.seed)
        for number in range(chosen.matches)
        for program in programs
        for kind in kinds
    ]
    with ProcessPoolExecutor(chosen.jobs) as pool:
        played = dict(zip(matches, pool.map(play, matches), strict=True))
    time = f"{chosen.seconds:g} s a round" if chosen.seconds else "no clock"
    print(
        f"{chosen.bot}, {time}, seed {chosen.seed}: {chosen.matches} matches of {2 * BOARDS} games "
        f"a program and kind of board ({', '.join(kinds)})"
    )
    print("\n".join(report(played)))


if __name__ == "__main__":
    main()

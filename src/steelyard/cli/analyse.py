"""`steelyard analyse`: analyse a position, a game or a bot by best play."""

from __future__ import annotations

import time
from contextlib import closing
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from steelyard import analysis, bots
from steelyard.arena.program import find
from steelyard.arena.referee.bot_session import BotSession
from steelyard.arena.referee.examiner import Examiner
from steelyard.bots.player import Search
from steelyard.cli.arguments import add_game, add_number, check_seconds, chosen_game
from steelyard.cli.game_files import is_contest, read_played
from steelyard.cli.progress import Bar, isolation
from steelyard.cli.terminal import show, show_json
from steelyard.core.errors import InvalidOption
from steelyard.core.game import SEATS
from steelyard.core.random_games import random_game
from steelyard.protocol.clock import read_clock

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from steelyard.core.game import Game, Move, Seat

TRIED = 40  # positions in which a bot is asked several times, to see whether it always answers the same
AGAIN = 4
SEARCH = "mcts"  # for games that are not solved
MOST_MOVES = 4  # of a mix that are shown


def configure(parser: ArgumentParser) -> None:
    parser.epilog = (
        "example: steelyard analyse tank_war 053/053/053/053/053/053\n"
        "example: steelyard analyse tank_war match.jsonl --number 3\n"
        "example: steelyard analyse tank_war --against greedy\n"
        "example: steelyard analyse tank_duel maze --seconds 2\n"
        "example: steelyard analyse tank_duel match.jsonl --number 3 --turn 7"
    )
    add_game(parser)
    parser.add_argument(
        "what", metavar="POSITION_OR_RECORD", nargs="?", default="", help="default: the start of the game"
    )
    add_number(parser, "which game of a match, or its id in a contest (default: the first)")
    parser.add_argument(
        "--turn", type=int, metavar="N", help="of a record, only the position before this turn"
    )
    parser.add_argument(
        "--against", metavar="BOT", help="find the best play against this bot, and what it loses"
    )
    parser.add_argument(
        "--games",
        type=int,
        default=200,
        metavar="N",
        help="with --against, for bots that play at random: games to sample (default: 200)",
    )
    parser.add_argument(
        "--seconds",
        type=float,
        default=1.0,
        metavar="S",
        help="for a game that is not solved: how long to search (default: 1)",
    )
    parser.add_argument("--no-sandbox", action="store_true", help="practice: run the bot without isolation")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: Namespace) -> int:
    game = chosen_game(arguments)
    check_seconds(arguments.seconds)
    bar = Bar()
    if arguments.against:
        data, text = _against(arguments, game, bar)
    elif Path(arguments.what).is_file() or is_contest(Path(arguments.what)):
        data, text = _recorded(arguments, game, bar)
    elif arguments.number is not None or arguments.turn is not None:
        raise InvalidOption(
            "--number and --turn go with a record: a match file, a game or a contest's folder"
        )
    else:
        data, text = _position(game, game.start(arguments.what), arguments.seconds, bar)
    bar.clear()
    if arguments.json:
        show_json(data)
    else:
        show(text)
    return 0


def _recorded(arguments: Namespace, game: Game[Any], bar: Bar) -> tuple[dict[str, Any], str]:
    """A review of the whole game, or one of its positions."""
    played = read_played(Path(arguments.what), arguments.number)
    if played.game.id != game.id:
        raise InvalidOption(
            f"{arguments.what} is a game of {played.game.id}, not of {game.id}: "
            f"steelyard analyse {played.game.id} {arguments.what}"
        )
    last = len(played.turns)
    if arguments.turn is not None:
        if not 1 <= arguments.turn <= last:
            raise InvalidOption(f"the game has turns 1 to {last}, and no turn {arguments.turn}")
        return _position(played.game, played.states[arguments.turn - 1], arguments.seconds, bar)
    if _is_searched(game):
        raise InvalidOption(
            f"{game.id} is not solved, so a whole game is not reviewed here; "
            f"choose one of its turns with --turn, 1 to {last}"
        )
    analysis.open_table(played.game, bar)
    review = analysis.analyse_game(played.game, played.states, played.turns)
    return review.to_json(), review.to_text()


def _position(game: Game[Any], state: Any, seconds: float, bar: Bar) -> tuple[dict[str, Any], str]:
    if _is_searched(game):
        return _searched(game, state, seconds, bar)
    analysis.open_table(game, bar)
    found = analysis.analyse(game, state)
    return found.to_json(), found.to_text()


def _is_searched(game: Game[Any]) -> bool:
    return find_spec(f"{bots.__name__}.{game.id}.explanation") is not None


def _searched(game: Game[Any], state: Any, seconds: float, bar: Bar) -> tuple[dict[str, Any], str]:
    """What the search finds, and what the game's bots say about it in words."""
    if game.outcome(state) is not None:
        raise InvalidOption("the game is over in that position; there is nothing to analyse")
    from steelyard.core.compiler import reporting  # noqa: PLC0415 - Numba only when it is needed

    with reporting(bar):
        policy = bots.get(game, SEARCH, 1).policy
        if not isinstance(policy, Search):
            raise InvalidOption(f"{SEARCH} does not search positions of {game.id}")
        studies = policy.study(state)
        study = next(studies)  # by now everything is compiled
        began = time.monotonic()
        while (searched := time.monotonic() - began) < seconds:
            bar("searching", searched / seconds)
            study = next(studies)
        seen = import_module(f"{bots.__name__}.{game.id}.explanation").explain(game, state, study)
    data = {**study._asdict(), "lines": [line._asdict() for line in study.lines], **seen._asdict()}
    names = game.side_names or game.seat_names
    text = [f"value {study.score:+.3f} to {names[0]}, by {study.effort:,} simulations"]
    for seat, mix in study.mixes.items():
        best = sorted(mix.items(), key=lambda pair: -pair[1])[:MOST_MOVES]
        text.append(f"{names[seat]}: " + "  ".join(f"{move} {share:.0%}" for move, share in best))
    return data, "\n".join([*text, *seen.sentences])


def _against(arguments: Namespace, game: Game[Any], bar: Bar) -> tuple[dict[str, Any], str]:
    if arguments.against in bots.names(game.id):
        analysis.open_table(game, bar)
        policy = bots.get(game, arguments.against).policy
        return _exactly(arguments.against, analysis.exploitability(game, policy, progress=bar), game)
    program = find(arguments.against, game.id, bots.names(game.id))
    isolated = isolation([program.bot], game.id, practice=arguments.no_sandbox)
    analysis.open_table(game, bar)
    with closing(BotSession(program, game.id, core=None, isolated=isolated)) as session:
        asked = _Asked(game, session)
        if asked.always_answers_the_same():
            found = analysis.exploitability(game, asked.cached, progress=bar)
            return _exactly(arguments.against, found, game)
        sampled = [
            analysis.sampled_response(game, asked, SEATS[1 - seat], Random(seat), games=arguments.games)
            for seat in SEATS
        ]
    return _by_samples(arguments.against, sampled, game)


def _exactly(bot: str, found: Any, game: Game[Any]) -> tuple[dict[str, Any], str]:
    data = {
        "bot": bot,
        "exact": True,
        "worst": list(found.worst),
        "loss": found.loss,
        "lines": [list(line) for line in found.lines],
    }
    text = [
        f"{bot} loses {found.loss:.4f} per game against best play (0: cannot be beaten, 1: always loses)."
    ]
    for seat in SEATS:
        text.append(f"As {game.seat_names[seat]} it gets at least {found.worst[seat]:+.4f}.")
        if found.lines[seat]:
            text.append("   a game that beats it: " + " ".join(found.lines[seat]))
    return data, "\n".join(text)


def _by_samples(bot: str, sampled: list[Any], game: Game[Any]) -> tuple[dict[str, Any], str]:
    seats = [
        {
            "value": -response.value,
            "interval": [-response.interval[1], -response.interval[0]],
            "games": response.games,
        }
        for response in sampled
    ]
    text = [f"{bot} plays at random. Its results against a response computed from samples of its play:"]
    for seat, data in zip(SEATS, seats, strict=True):
        low, high = data["interval"]
        where = f"between {low:+.3f} and {high:+.3f} with 95 %"
        text.append(f"As {game.seat_names[seat]}: {data['value']:+.3f} ({where}, {data['games']} games).")
    return {"bot": bot, "exact": False, "seats": seats}, "\n".join(text)


class _Asked:
    """A bot program as a policy: asks its process for moves."""

    def __init__(self, game: Game[Any], session: BotSession) -> None:
        self._game = game
        self._session = session
        self._examiner = Examiner(session.player(), game, read_clock("none"))
        self._answers: dict[tuple[Any, Seat], Move] = {}
        self._seed = 0

    def __call__(self, state: Any, seat: Seat) -> Move:
        """The bot's move, with a new seed each time."""
        self._seed += 1
        self._examiner.start(str(self._seed), seat, self._seed)
        return self._examiner.ask(state, 1)

    def cached(self, state: Any, seat: Seat) -> Move:
        """The bot's move, asked once for each position."""
        if (state, seat) not in self._answers:
            self._answers[state, seat] = self(state, seat)
        return self._answers[state, seat]

    def always_answers_the_same(self) -> bool:
        """Whether the bot is deterministic in positions of random games, whatever its seed."""
        positions = [
            state for seed in range(8) for state, moves in random_game(self._game, Random(seed)) if moves
        ]
        for state in positions[:: max(1, len(positions) // TRIED)]:
            for seat in SEATS:
                if len({self(state, seat) for _ in range(AGAIN)}) > 1:
                    return False
        return True

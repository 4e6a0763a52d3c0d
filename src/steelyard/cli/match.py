"""`steelyard match`: play many games between two bots."""

from __future__ import annotations

import shlex
import time
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from steelyard import bots
from steelyard.arena.build import built
from steelyard.arena.match.match_file import MatchFile, read_heading
from steelyard.arena.match.plan import MatchPlan, most_jobs
from steelyard.arena.match.pool import played
from steelyard.arena.match.score import FEWEST_GAMES, Score, sprt
from steelyard.arena.match.summary import Summary
from steelyard.arena.program import find, is_ours
from steelyard.arena.record import new_seed
from steelyard.arena.verdicts import in_words
from steelyard.cli.arguments import add_control_groups, add_game, check_control_groups, chosen_game
from steelyard.cli.match_logs import LogKeeper
from steelyard.cli.progress import isolation, prepare, rate_words
from steelyard.cli.terminal import clear_status, show, show_json, show_status, uninterrupted
from steelyard.core import files, views
from steelyard.core.errors import InvalidOption, SteelyardError
from steelyard.protocol.clock import FORMS, read_clock

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterable

    from steelyard.arena.record import Record
    from steelyard.core.game import Game


def configure(parser: ArgumentParser) -> None:
    parser.epilog = (
        "A BOT is a built-in's name, a folder with a bot.toml, cmd:COMMAND or ws://ADDRESS.\n\n"
        "example: steelyard match tank_war greedy cmd:./mybot --games 100 --record match.jsonl"
    )
    add_game(parser)
    parser.add_argument("bots", metavar="BOT", nargs=2, help="the two players")
    parser.add_argument("--games", type=int, default=20, metavar="N", help="number of games (default: 20)")
    parser.add_argument(
        "--board",
        action="append",
        default=[],
        metavar="BOARD",
        help="start from this: the name of a board, or a file with a board or position; repeatable",
    )
    parser.add_argument(
        "--seed",
        metavar="S",
        help="a number or text; the same seed gives the same match (default: random, shown at the end)",
    )
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="games at a time (default: 1)")
    parser.add_argument("--clock", metavar="C", help=f"{FORMS} (default: the game's)")
    parser.add_argument("--realtime", action="store_true", help="every round lasts its full time")
    parser.add_argument(
        "--strikes",
        type=int,
        default=0,
        metavar="N",
        help="how many bad answers per game are forgiven (default: 0)",
    )
    parser.add_argument(
        "--record", type=Path, metavar="FILE", help="save every game; continues a match that was stopped"
    )
    parser.add_argument(
        "--logs",
        type=Path,
        metavar="DIR",
        help="save what the bots write to standard error: one file per game and seat, turn by turn",
    )
    parser.add_argument(
        "--sprt", metavar="ELO0,ELO1", help="stop as soon as the sequential test (SPRT) is decided"
    )
    parser.add_argument("--no-sandbox", action="store_true", help="practice: run the bots without isolation")
    add_control_groups(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: Namespace) -> int:
    check_control_groups(arguments)
    game = chosen_game(arguments)
    plan = _plan(arguments, game)
    bounds = _elo_bounds(arguments.sprt)
    jobs = _jobs(arguments.jobs, plan.heading.clock)
    keep_logs = LogKeeper(arguments.logs, plan).keep if arguments.logs else None
    summary = Summary(plan)
    with ExitStack() as stack:
        build_folder = stack.enter_context(files.scratch_folder())
        for program in plan.programs:
            prepare(game, program.bot)
        first, second = (
            built(program, build_folder, isolated=plan.heading.isolated) for program in plan.programs
        )
        file = stack.enter_context(MatchFile(arguments.record, plan)) if arguments.record else None
        finished = {record.number: record for record in file.finished} if file else {}
        plan = replace(plan, programs=(first, second))
        for record in finished.values():
            summary.add(record)
        if not (bounds and sprt(summary.pairs, *bounds).state != "running"):
            games = played(plan, (n for n in range(plan.games) if n not in finished), jobs, keep_logs)
            stack.callback(games.close)
            try:
                _follow(games, summary, file, plan.games, bounds)
            except KeyboardInterrupt:
                kept = f", saved in {arguments.record}; run the same command to continue" if file else ""
                with uninterrupted():
                    show(f"stopped after {summary.finished} of {plan.games} games{kept}", error=True)
                raise
        file_hash = file.chain.last if file else None
    _report(summary, bounds, arguments, file_hash)
    if file:
        file.check_programs()
    return 0


def _board(file: str, game: Game[Any]) -> str:
    """A board by its name or from a file; one that the game refuses is named, since there may be several."""
    if file in game.setups():
        return file
    try:
        text = files.read_text(Path(file), "utf-8-sig")
        game.start(text)
    except SteelyardError as error:
        raise InvalidOption(f"{file}: {error}") from None
    except UnicodeDecodeError:
        raise InvalidOption(f"{file}: the file is not UTF-8 text") from None
    return text


def _plan(arguments: Namespace, game: Game[Any]) -> MatchPlan:
    if arguments.games < 1 or arguments.jobs < 1 or arguments.strikes < 0:
        raise InvalidOption("--games and --jobs must be at least 1, --strikes at least 0")
    clock = arguments.clock or game.clock
    read_clock(clock)
    built_ins = bots.names(game.id)
    setups = tuple(_board(file, game) for file in arguments.board) or tuple(game.setups())
    first, second = (find(bot, game.id, built_ins) for bot in arguments.bots)
    return MatchPlan.of(
        game.id,
        game.changed_options(),
        (first, second),
        arguments.games,
        setups,
        _seed(arguments.seed, arguments.record),
        clock,
        realtime=arguments.realtime,
        strikes=arguments.strikes,
        isolated=isolation(arguments.bots, game.id, practice=arguments.no_sandbox),
    )


def _seed(asked: str | None, record: Path | None) -> str:
    """The seed given by the user; else that of the match to be continued, or a new one."""
    if asked is not None and not asked.strip():
        raise InvalidOption("--seed must be a number or text, e.g. --seed 7")
    begun = read_heading(record) if record is not None else None
    if begun is not None and asked in {None, begun.seed}:
        return begun.seed
    return asked or new_seed()


def _jobs(asked: int, clock: str) -> int:
    most = most_jobs(clock)
    if asked > most:
        why = f"under {clock} every bot has its own core" if read_clock(clock).timed else "one per core"
        show(f"playing {most} at a time: {why}", error=True)
    return min(asked, most)


def _elo_bounds(text: str | None) -> tuple[float, float] | None:
    if text is None:
        return None
    try:
        elo0, elo1 = map(float, text.split(","))
    except ValueError:
        raise InvalidOption(f"--sprt {text}: it should be two Elo differences, e.g. 0,20") from None
    sprt(Score(), elo0, elo1)  # raises if they cannot be tested
    return elo0, elo1


def _follow(
    games: Iterable[Record],
    summary: Summary,
    file: MatchFile | None,
    total: int,
    bounds: tuple[float, float] | None,
) -> None:
    """Save games as they finish, and stop early when the test is decided."""
    began, shown = time.monotonic(), 0.0
    for done, record in enumerate(games, start=1):
        if file:
            file.add(record)
        summary.add(record)
        if time.monotonic() - shown > 0.2:
            shown = time.monotonic()
            if file:
                file.sync()  # results that were shown must not be lost
            show_status(_progress(summary, total, done / (shown - began + 1e-9)))
        if bounds and sprt(summary.pairs, *bounds).state != "running":
            break
    clear_status()


def _progress(summary: Summary, total: int, rate: float) -> str:
    score = summary.score
    done = summary.finished
    left_s = (total - done) / rate
    return f"{done}/{total}  {score.share:.1%}  {rate_words(rate)}  {left_s:.0f} s left"


def _report(
    summary: Summary, bounds: tuple[float, float] | None, arguments: Namespace, file_hash: str | None
) -> None:
    data = summary.to_json()
    if file_hash is not None:
        data["hash"] = file_hash
    if bounds:
        tested = sprt(summary.pairs, *bounds)
        data["sprt"] = {"state": tested.state, "llr": tested.llr, "bounds": [tested.lower, tested.upper]}
    if arguments.json:
        show_json(data)
        return
    first, second = data["players"]
    low, high = data["interval"]
    both = f", both failed in {data['both_failed']}" if data["both_failed"] else ""
    show(f"{first} - {second}: {data['wins'][0]} won, {data['draws']} drawn, {data['wins'][1]} lost{both}")
    if data["games"]:
        show(f"score {data['score']:.1%} (95 % between {low:.1%} and {high:.1%}) in {data['games']} games")
        show(_strength(data))
    else:
        show("no score: no game had a winner or was drawn")
    if any(data["pairs"]):
        show(f"pairs with 0, 0.5, 1, 1.5 and 2 points: {', '.join(map(str, data['pairs']))}")
    _report_failures(summary, data, arguments)
    if data["replayed"] or data["given_up"]:
        again = views.count(data["replayed"], "game")
        show(f"{again} replayed, {data['given_up']} given up; the last time: {summary.replayed_because}")
    show(f"seed {data['seed']}")
    if file_hash is not None:
        show(f"hash of {arguments.record}, which shows later that nothing was changed: {file_hash}")
    if "sprt" in data:
        show(f"SPRT {data['sprt']['state']}: LLR {data['sprt']['llr']:.2f} in {data['sprt']['bounds']}")


def _report_failures(summary: Summary, data: dict[str, Any], arguments: Namespace) -> None:
    for side, name in enumerate(data["players"]):
        for word, count in data["verdicts"][side].items():
            why = advice(arguments, arguments.bots[side], summary.first_games[side][word])
            show(f"{name} {in_words(word)} in {views.count(count, 'game')}{why}")


def advice(arguments: Namespace, bot: str, number: int) -> str:
    """The command that shows why a bot failed in a game; nothing for our own bots."""
    if is_ours(bot, bots.names(arguments.game)):
        return ""
    if arguments.record:
        words = ["debug", bot, str(arguments.record), "--number", str(number), "--turn", "last"]
        words += ["--logs", str(arguments.logs)] if arguments.logs else []
    else:
        words = ["check", bot, "--game", arguments.game]
        words += ["--clock", arguments.clock] if arguments.clock else []
        words += ["--no-sandbox"] if arguments.no_sandbox else []
    return f"; why: {shlex.join(['steelyard', *words])}"


def _strength(data: dict[str, Any]) -> str:
    """As other programs for matches write it: the error is half of the interval's width."""
    low, high = data["elo_interval"]
    if data["los"] is None:
        return f"Elo: too few games to tell ({data['games']} counted, at least {FEWEST_GAMES} needed)"
    if low is None:
        elo = f"-inf, at most {high:.1f}"
    elif high is None:
        elo = f"inf, at least {low:.1f}"
    else:
        elo = f"{data['elo']:z.1f} +/- {(high - low) / 2:.1f}"
    return f"Elo: {elo}, LOS: {100 * data['los']:.1f} %"

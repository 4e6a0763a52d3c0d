"""`steelyard check`: check whether a bot is fit to submit."""

from __future__ import annotations

from contextlib import ExitStack, closing
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from steelyard import bots, games
from steelyard.arena.check.checks import LAST_CHECK, Comparison, Finding, Fitness
from steelyard.arena.match.match_file import read_records
from steelyard.arena.program import Program, find, game_of
from steelyard.cli.arguments import add_control_groups, check_control_groups
from steelyard.cli.progress import isolation, prepare
from steelyard.cli.terminal import show, show_json
from steelyard.core import files
from steelyard.core.errors import InvalidOption
from steelyard.core.game import SEATS
from steelyard.protocol.clock import read_clock

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from steelyard.arena.record import Record
    from steelyard.core.game import Seat

EXIT_FAILED = 1
LOG_LINES = 13


def configure(parser: ArgumentParser) -> None:
    parser.epilog = (
        "A BOT is a built-in's name, a folder with a bot.toml, cmd:COMMAND or ws://ADDRESS.\n\n"
        "example: steelyard check ./mybot\n"
        "example: steelyard check ./mybot --game tank_war --clock round:100ms"
    )
    parser.add_argument("bot", metavar="BOT", help="the bot to check")
    parser.add_argument("--game", metavar="GAME", help="the game it plays (default: as its bot.toml says)")
    parser.add_argument("--clock", metavar="C", help="the clock to check against (default: the game's)")
    parser.add_argument(
        "--replay",
        type=Path,
        metavar="FILE",
        help="compare its answers with a recorded game instead",
    )
    parser.add_argument(
        "--seat",
        type=int,
        choices=SEATS,
        help="with --replay: the seat to compare with (default: the bot's own)",
    )
    parser.add_argument("--no-sandbox", action="store_true", help="practice: run the bot without isolation")
    add_control_groups(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: Namespace) -> int:
    check_control_groups(arguments)
    if arguments.replay:
        return _compare(arguments)
    name = arguments.game or game_of(arguments.bot, _built_ins_of_any_game())
    if not name:
        raise InvalidOption(
            f"--game is missing: which game does the bot play? One of {', '.join(games.names())}"
        )
    game = games.get(name)
    clock = arguments.clock or game.clock
    read_clock(clock)
    program = find(arguments.bot, game.id, bots.names(game.id))
    isolated = isolation([program.bot], game.id, practice=arguments.no_sandbox)
    prepare(game, program.bot)
    findings: list[Finding] = []
    for finding in Fitness(program, game, clock, isolated=isolated).findings():
        if not arguments.json:
            show(_finding_text(finding, findings))
        findings.append(finding)
    fit = all(finding.passed for finding in findings)
    if arguments.json:
        checks = [asdict(finding) for finding in findings]
        show_json({"bot": arguments.bot, "game": game.id, "fit": fit, "checks": checks})
    else:
        if not findings[-1].passed and findings[-1].number < LAST_CHECK:
            show("The checks after it were not run.")
        show("Fit to submit." if fit else "Not fit to submit yet.")
    return 0 if fit else EXIT_FAILED


def _built_ins_of_any_game() -> list[str]:
    return [bot for game in games.names() for bot in bots.names(game)]


def _finding_text(finding: Finding, earlier: list[Finding]) -> str:
    """The check's line; below it what went wrong, unless an earlier check has shown the same."""
    same = next((each.number for each in earlier if _cause(each) == _cause(finding)), None)
    if not finding.passed and same is not None:
        return f"{finding.number:2} FAIL {finding.title}: as in check {same}"
    mark = "ok  " if finding.passed else "FAIL"
    lines = [f"{finding.number:2} {mark} {finding.title}" + (f": {finding.detail}" if finding.detail else "")]
    if not finding.passed:
        lines += [f"        sent:      {finding.sent}"] if finding.sent else []
        lines += [
            f"        came back: {finding.came_back or 'nothing'}",
            f"        expected:  {finding.right}",
        ]
        lines += [f"        its log:   {line}" for line in finding.log.strip().splitlines()[-LOG_LINES:]]
    return "\n".join(lines)


def _cause(finding: Finding) -> tuple[bool, str, str, str]:
    return finding.passed, finding.detail, finding.came_back, finding.log


def _compare(arguments: Namespace) -> int:
    records = [each.record for each in read_records(files.read(arguments.replay)).records]
    if not records:
        raise InvalidOption(f"{arguments.replay} contains no recorded game")
    data: list[dict[str, object]] = []
    with ExitStack() as stack:
        comparisons: dict[str, Comparison] = {}
        for record in records:
            program = find(arguments.bot, record.game, bots.names(record.game))
            for seat in _seats(arguments, record, program):
                if record.game not in comparisons:
                    isolated = isolation([program.bot], record.game, practice=arguments.no_sandbox)
                    comparison = Comparison(program, record.game, isolated=isolated)
                    comparisons[record.game] = stack.enter_context(closing(comparison))
                asked, different = comparisons[record.game].of(record, seat)
                differences = [asdict(difference) for difference in different]
                data.append({"game": record.number, "seat": seat, "asked": asked, "different": differences})
    if not data:
        raise InvalidOption(
            f"{arguments.bot} did not play in {arguments.replay}; choose the seat to compare with by --seat"
        )
    same = not any(game["different"] for game in data)
    if arguments.json:
        show_json({"bot": arguments.bot, "same": same, "games": data})
    else:
        _print_comparison(data, same=same)
    return 0 if same else EXIT_FAILED


def _seats(arguments: Namespace, record: Record, program: Program) -> list[Seat]:
    if arguments.seat is not None:
        return [arguments.seat]
    return [seat for seat in SEATS if record.players[seat].bot == program.bot]


def _print_comparison(data: list[dict[str, object]], *, same: bool) -> None:
    for game in data:
        different = game["different"]
        assert isinstance(different, list)  # noqa: S101 - made above
        where = f"game {game['game']}, seat {game['seat']}"
        show(f"{where}: {game['asked']} turns, {len(different)} answered differently")
        for difference in different:
            show(f"   turn {difference['turn']}: {difference['recorded']} then, {difference['answered']} now")
    show("All answers are the same." if same else "Some answers differ from the record.")

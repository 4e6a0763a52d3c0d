"""`steelyard debug`: step through a recorded game as one's bot met it, and run the bot again in its turns."""

from __future__ import annotations

import shlex
from argparse import ArgumentTypeError
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from steelyard import bots
from steelyard.arena.check.recorded_game import RecordedGame
from steelyard.arena.check.rerun import RerunBot
from steelyard.arena.program import find
from steelyard.cli.debug_prompt import Prompt, waiting
from steelyard.cli.debug_source import find_game
from steelyard.cli.debug_text import heading, rerun_json, rerun_text, turn_json, turn_text
from steelyard.cli.progress import isolation, prepare
from steelyard.cli.terminal import show, show_json
from steelyard.core.errors import InvalidOption
from steelyard.core.game import SEATS

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

EXIT_DIFFERENT = 1
LAST = "last"


def configure(parser: ArgumentParser) -> None:
    parser.epilog = (
        "FILE is a match file, a record (also one from a server), or the folder of a contest.\n"
        "On a terminal, `help` lists what can be typed. The bot is started when it is first asked, with no\n"
        "clock and outside the sandbox; its process id is shown, so that a debugger can attach.\n\n"
        "example: steelyard debug ./mybot match.jsonl --logs logs\n"
        "example: steelyard debug ./mybot match.jsonl --logs logs --turn last\n"
        "example: steelyard debug ./mybot match.jsonl --number 3 --turn 7 --ask --json\n"
        'example: steelyard debug ./mybot match.jsonl --under "gdbserver :2345"'
    )
    parser.add_argument("bot", metavar="BOT", help="your bot, as for `match`")
    parser.add_argument("file", metavar="FILE", type=Path, help="where the game is")
    parser.add_argument(
        "--number",
        metavar="N",
        help="its number in a match, or its id in a contest (default: the first that the bot lost)",
    )
    parser.add_argument("--seat", type=int, choices=SEATS, help="the bot's seat (default: where it sat)")
    parser.add_argument("--logs", metavar="DIR", type=Path, help="the folder of `match --logs`, or one log")
    parser.add_argument(
        "--turn", type=_turn, metavar="N", help=f"show this turn and stop; `{LAST}` is where the game ended"
    )
    parser.add_argument("--ask", action="store_true", help="with --turn: ask the bot again in that turn")
    parser.add_argument("--json", action="store_true", help="with --turn: print one JSON object")
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--under",
        type=_command,
        metavar="COMMAND",
        help="start the bot under this command: a debugger's server",
    )
    how.add_argument(
        "--run",
        dest="command",
        type=_command,
        metavar="COMMAND",
        help="start this command instead of bot.toml's",
    )
    parser.add_argument("--no-build", action="store_true", help="do not build the bot: run it as it is")
    parser.add_argument("--sandbox", action="store_true", help="run the bot in the sandbox, with its limits")


def _turn(word: str) -> int | str:
    try:
        return word if word == LAST else int(word)
    except ValueError:
        raise ArgumentTypeError(f"{word!r} is no turn; it should be a number or `{LAST}`") from None


def _command(text: str) -> tuple[str, ...]:
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise ArgumentTypeError(f"{text!r} cannot be split into words: {error}") from None
    if not words:
        raise ArgumentTypeError("the command is empty; it should name a program")
    return tuple(words)


def run(arguments: Namespace) -> int:
    if arguments.turn is None and (arguments.ask or arguments.json):
        raise InvalidOption("--ask and --json go with --turn N")
    found = find_game(arguments.file, arguments.bot, arguments.number, arguments.seat, arguments.logs)
    recorded = RecordedGame(found.record, found.seat, found.log)
    if arguments.turn is not None:
        return _one_turn(arguments, recorded, found.id)
    prompt = Prompt(recorded, found.id, lambda: _bot(arguments, recorded))
    with closing(prompt):
        prompt.serve()
    return 0


def _one_turn(arguments: Namespace, recorded: RecordedGame, name: str) -> int:
    turn = recorded.turn(recorded.last if arguments.turn == LAST else arguments.turn)
    told: dict[str, Any] = turn_json(recorded, name, turn)
    text = [f"{heading(recorded, name)}\n\n{turn_text(recorded, turn)}"]
    different = False
    if arguments.ask:
        if not turn.legal:
            raise InvalidOption(f"the bot was not to move in turn {turn.number}; choose another with --turn")
        with closing(_bot(arguments, recorded)) as bot, waiting():
            again = bot.ask(turn.number)
        different = again.answer != turn.answer
        told["again"] = rerun_json(turn, again)
        text.append(rerun_text(turn, again))
    if arguments.json:
        show_json(told)
    else:
        show("\n\n".join(text))
    return EXIT_DIFFERENT if different else 0


def _bot(arguments: Namespace, recorded: RecordedGame) -> RerunBot:
    game = recorded.game
    program = find(arguments.bot, game.id, bots.names(game.id))
    if arguments.under:
        program = replace(program, run=(*arguments.under, *program.run))
    if arguments.command:
        program = replace(program, run=arguments.command)
    isolated = isolation([program.bot], game.id, practice=not arguments.sandbox)
    prepare(game, program.bot)
    return RerunBot(program, recorded, isolated=isolated, building=not arguments.no_build)

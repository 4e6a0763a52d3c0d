"""`steelyard play`: play a game against a bot in the terminal."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from steelyard import bots, games
from steelyard.cli.arguments import add_game, chosen_game
from steelyard.cli.output import WouldOverwrite, check_replaceable
from steelyard.cli.phrases import result
from steelyard.cli.terminal import clear_screen, show
from steelyard.core.errors import IllegalMove, InvalidMove, InvalidOption
from steelyard.core.game import SEATS, Move, Seat, listed
from steelyard.core.notation import write_game

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable

    from steelyard.bots import Bot
    from steelyard.core.game import Game

HELP = """\
Type a move and press Enter. Also:
  moves        list all legal moves
  undo         take back your last move
  rules        show the rules of this game
  save FILE    save the game; `steelyard replay FILE` shows it again
  quit         leave the game (as does Ctrl-D)
  ?            show this help"""
HELP_JOYSTICK = "\n  (nothing)    repeat your last move: just press Enter"

FEW = 12  # the most moves that the prompt lists


class Quit(Exception):
    pass


@dataclass
class Table:
    """A game in progress between the user and a bot."""

    game: Game[Any]
    seat: Seat
    bot: Bot
    bot_name: str
    states: list[Any]
    turns: list[str] = field(default_factory=list)
    last: Move | None = None
    """The user's last move, which a joystick repeats."""

    @property
    def state(self) -> Any:
        return self.states[-1]

    def play(self, mine: Move | None) -> None:
        """Play one turn. The bot sees only the position, not the user's move."""
        moves = {seat: self.bot.choose(self.state, seat) for seat in self.game.to_move(self.state)}
        if mine is not None:
            moves[self.seat] = self.last = mine
        turn = self.game.write_moves(self.state, moves)
        self.states.append(self.game.play(self.state, moves))
        self.turns.append(turn)

    def undo(self) -> bool:
        """Go back to the position before the user's last move; False if there is none."""
        for earlier in range(len(self.turns) - 1, -1, -1):
            if self.seat in self.game.to_move(self.states[earlier]):
                del self.states[earlier + 1 :], self.turns[earlier:]
                return True
        return False


def configure(parser: ArgumentParser) -> None:
    parser.epilog = "example: steelyard play tank_war --seat 1 -o c_reach=up_to_two"
    add_game(parser)
    parser.add_argument(
        "--bot",
        default="random",
        metavar="NAME",
        help="your opponent, see `steelyard bots GAME` (default: random)",
    )
    parser.add_argument(
        "--seat",
        type=int,
        choices=SEATS,
        default=0,
        help="your seat: 0 moves first or is at the top (default: 0)",
    )
    parser.add_argument(
        "--from",
        dest="setup",
        default="",
        metavar="POSITION",
        help="the start: a position, or the name or file of a board",
    )
    parser.add_argument("--seed", type=int, help="with the same seed the bot plays the same")


def run(arguments: Namespace) -> int:
    game = chosen_game(arguments)
    if "/" in arguments.bot or arguments.bot.startswith("cmd:"):
        raise InvalidOption(
            f"in the terminal only built-in bots play; upload {arguments.bot} on the page Your bots of"
            " the web app (`steelyard`) to play against it"
        )
    bot = bots.get(game, arguments.bot, arguments.seed)
    table = Table(game, arguments.seat, bot, arguments.bot, [game.start(_setup(arguments.setup))])
    say = f"You are {game.seat_names[table.seat]}. Type ? for help."
    try:
        while True:
            say = _one_turn(table, say)
    except (Quit, EOFError):
        show()
        return 0


def _setup(given: str) -> str:
    """The text of a file if `given` names one, else `given` itself."""
    file = Path(given)
    return file.read_text("utf-8") if given and len(given) < 200 and file.is_file() else given


def _one_turn(table: Table, say: str) -> str:
    """Draw the board, ask for a command and run it; returns the text above the next prompt."""
    outcome = table.game.outcome(table.state)
    if outcome is None and table.seat not in table.game.to_move(table.state):
        table.play(None)
        return f"{say}\n{table.bot_name} played {table.turns[-1]}."
    _draw(table, say)
    if outcome is not None:
        show(f"{_verdict(table, outcome.winner)} {result(table.game, outcome)}")
        return _command(table, input("undo, save FILE or quit: ").strip(), over=True)
    return _command(table, input(_prompt(table)).strip(), over=False)


def _draw(table: Table, say: str) -> None:
    clear_screen()
    show(f"{table.game.title}, turn {len(table.turns) + 1}\n\n{table.game.to_text(table.state)}\n\n{say}")


def _prompt(table: Table) -> str:
    legal = table.game.legal_moves(table.state, table.seat)
    words = [table.game.write_move(move) for move in legal]
    named = " ".join(words) if len(words) <= FEW else f"such as {words[len(words) // 2]}; `moves` lists them"
    return f"{table.game.seat_names[table.seat]}, your move ({named}): "


def _verdict(table: Table, winner: Seat | None) -> str:
    return "Nobody won." if winner is None else "You won." if winner == table.seat else "You lost."


def _command(table: Table, words: str, *, over: bool) -> str:
    verb, _, rest = words.partition(" ")
    if verb in {"quit", "q", "exit"}:
        raise Quit
    if verb == "undo":
        return "Taken back." if table.undo() else "There is nothing to take back."
    if verb == "save":
        return _save(table, rest.strip())
    if verb == "rules":
        return _rules(table.game)
    if verb in {"?", "help"} or over:
        return HELP if table.game.joystick is None else HELP + HELP_JOYSTICK
    if verb == "moves":
        return listed(map(table.game.write_move, table.game.legal_moves(table.state, table.seat)), most=1000)
    if words:
        return _move(table, lambda: _read(table.game, words))
    if (joystick := table.game.joystick) is None:
        return "Type a move, or ? for help."
    return _move(table, lambda: joystick.held(table.last))


def _rules(game: Game[Any]) -> str:
    readme = games.folder(game.id) / "README.md"
    return readme.read_text("utf-8") if readme.exists() else f"{game.title} has no README with its rules."


def _save(table: Table, file: str) -> str:
    if not file:
        return "Name a file, e.g. save game.txt"
    try:
        check_replaceable(Path(file), table.game.id.encode(), f"a game of {table.game.id}")
        Path(file).write_text(write_game(table.game, table.states, table.turns), "utf-8")
    except WouldOverwrite as refused:
        return f"{refused}."
    except (OSError, ValueError) as error:
        return f"{file!r} could not be written: {getattr(error, 'strerror', error)}"
    return f"Saved. `steelyard replay {file}` shows it."


def _move(table: Table, read: Callable[[], Move]) -> str:
    """Play the move that was typed; returns the error message if it is not legal."""
    try:
        table.play(read())
    except (InvalidMove, IllegalMove) as error:
        return f"{error}."
    return f"You are {table.game.seat_names[table.seat]}. Played: {table.turns[-1]}"


def _read(game: Game[Any], words: str) -> Move:
    """Read a move in upper or lower case."""
    for spelling in (words, words.upper(), words.lower()):
        try:
            return game.read_move(spelling)
        except InvalidMove:
            continue
    return game.read_move(words)

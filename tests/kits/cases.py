"""The cases that every kit must pass in every language: dialogues with a reporter. `make golden` writes them.

What is said comes from the games themselves; what should come back is worked out in reports.py.
"""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING, Any

from steelyard import games, kits
from steelyard.core.game import SEATS
from steelyard.core.random_games import random_game
from steelyard.games.tank_duel import rules as duel
from steelyard.protocol import lines, messages
from tests.kits.reports import REPORTERS, Asked

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from steelyard.core.game import Game, Seat

PLAYERS = ("reporter", "random")
CLOCKS: tuple[tuple[float | None, float | None], ...] = ((120000.0, 119000.5), (999.75, 0.0), (None, None))


class Dialogue:
    """One case: what is said to a reporter, and what should come back."""

    def __init__(self, game: str, name: str, promise: str) -> None:
        self._reporter = REPORTERS[game]
        self._name, self._promise = name, promise
        self.says: list[str] = []
        self._answers: list[str] = []
        self._console: list[str] = []
        self.say(messages.Hello(game, 10_000))
        self._answer({"type": "ready", "name": "reporter"})

    def say(self, message: messages.ToBot) -> None:
        self.says.append(lines.write(message).decode().rstrip("\n"))

    def start(
        self, game: Game[Any], seat: Seat, called: str, *, players: tuple[str, str] = PLAYERS, seed: int = 7
    ) -> None:
        told = messages.Start(
            called, game.id, game.rules_version, game.changed_options(), seat, players, game.clock, seed
        )
        self.say(told)
        self._console.append(self._reporter.born(json.loads(lines.write(told))))
        self._game, self._seat, self._called = game, seat, called

    def turn(self, number: int, state: Any) -> None:
        clocks, latency = CLOCKS[number % 3], (0.4, 12.5, 0.0)[number % 3]
        asked = Asked(self._game, self._seat, number, state, clocks, latency)
        self.say(
            messages.Turn(
                self._called, number, self._game.to_json(state), asked.legal, clocks, asked.latency_ms
            )
        )
        self._console += self._reporter.report(asked)
        for answer in self._reporter.answers(asked):
            turn = {} if answer["type"] == "joystick" else {"turn": number}
            self._answer(answer | turn | {"game": self._called})

    def over(self, state: Any) -> None:
        outcome = self._game.outcome(state)
        assert outcome is not None
        result = messages.Result(outcome.winner, outcome.reason, outcome.score)
        self.say(messages.Over(self._called, result, self._game.to_json(state), None, None))

    def play(self, states: Iterable[Any], *, most: int = 1000) -> None:
        """Every position in which the reporter is to move, then the end if there is one."""
        for number, state in enumerate(states, start=1):
            if number <= most and self._seat in self._game.to_move(state):
                self.turn(number, state)
            if self._game.outcome(state) is not None:
                self.over(state)

    def case(self) -> dict[str, Any]:
        return {
            "name": self._name,
            "promise": self._promise,
            "says": self.says,
            "answers": self._answers,
            "console": self._console,
        }

    def _answer(self, message: dict[str, Any]) -> None:
        self._answers.append(json.dumps(message, ensure_ascii=False, separators=(",", ":")))


def cases(name: str) -> list[dict[str, Any]]:
    return [dialogue.case() for dialogue in _dialogues(name)]


def _dialogues(name: str) -> Iterator[Dialogue]:
    yield _whole_games(name)
    yield _variants(name)
    if name == "tank_duel":
        yield _positions()
    if name == "tank_battle":
        yield _pass()
    yield _odd_names(name)
    yield _odd_lines(name)
    leaves = Dialogue(name, "leaves", "`bye` ends it; what follows is not read")
    leaves.say(messages.Bye())
    leaves.says.append("this is no message")
    yield leaves


def _whole_games(name: str) -> Dialogue:
    dialogue = Dialogue(name, "whole games", "one process plays several games, a new player for each")
    game = games.get(name)
    for seed in (1, 2, 3):
        dialogue.start(game, SEATS[seed % 2], str(seed))
        dialogue.play(_lively(game, seed, game.setups()[seed % len(game.setups())]), most=12)
    return dialogue


def _variants(name: str) -> Dialogue:
    dialogue = Dialogue(name, "variants", "options and boards of every kind")
    for seed, options in enumerate(games.game_class(name).option_sets()):
        game = games.get(name, **options)
        for board, setup in enumerate(game.setups()[: 15 if seed < 2 else 1]):
            dialogue.start(game, SEATS[(seed + board) % 2], f"{seed}-{board}")
            states = list(_lively(game, seed, setup))
            for number in range(1 + board % 3, len(states), max(3, len(states) // 2)):
                if game.to_move(states[number]):
                    dialogue.start(game, game.to_move(states[number])[0], f"{seed}-{board}-{number}")
                    dialogue.turn(number + 1, states[number])
    return dialogue


def _lively(game: Game[Any], seed: int, setup: str = "") -> Iterator[Any]:
    """A random game's positions; in Tank Duel of tanks that look where they drive, so that it lasts."""
    chance = Random(seed)
    if game.id != "tank_duel":
        yield from (state for state, _ in random_game(game, chance, setup))
        return
    state = game.start(setup)
    while seats := game.to_move(state):
        yield state
        moves = {seat: chance.choice(_sensible(state, seat) or duel.JOYSTICKS) for seat in seats}
        state = duel.apply(state, (moves[0], moves[1]))
    yield state


def _sensible(state: duel.State, seat: Seat) -> list[duel.Joystick]:
    at = state.tanks[seat].at
    return [
        stick
        for stick in duel.JOYSTICKS
        if stick.move and state.holds(state.wrapped(at.next(stick.move)), duel.FREE)
    ]


POSITIONS = {
    "1/1 0,0:R>R 0,1:L>L - -": "a board one square wide: a step aside leads back",
    "2 0,0:R>R 1,0:L>L - -": "a board one square high",
    "14/14/14/14/14/14/14/14/14/14/14/14 0,0:R>R 13,11:L>L - -": "the largest board",
    "10/10/4x5/10/2o7/10/10/7o2/10/10 3,4:R>U 6,5:L!U - 6,4:U": "walls, mines, a missile",
    "6/6/6 1,1:R>R 4,1:L - 5,0:R": "a tower that points nowhere, a missile half off the board",
    "6/6/6 5,1:R!R 3,2:L!D 6,1:R 3,3:D": "missiles wholly off the board",
    "5/2x2/5 0,1:R>R 4,2:L>L 2,1:R* -": "a missile burst in a wall, in one square",
    "5/3x1/5 0,1:R>R 4,2:L>L 2,1:R* -": "a missile whose head is in a wall",
    "5/5/5 0,0:U!L 4,0:U!R -1,0:L 5,0:R": "missiles over two edges",
}


def _positions() -> Dialogue:
    dialogue = Dialogue("tank_duel", "positions", "every helper at the edges of the board and beyond")
    game = games.get("tank_duel")
    for number, position in enumerate(POSITIONS):
        dialogue.start(game, SEATS[number % 2], f"position {number}")
        dialogue.turn(1, game.read_state(position))
    return dialogue


WALLED_IN = """
Bbbbb#.....
bbbb##.....
bbb##......
bb##.......
####.......
...........
.......####
.......##ww
......##www
.....##wwww
.....#wwwwW
""".strip()


def _pass() -> Dialogue:
    dialogue = Dialogue("tank_battle", "pass", "a player that cannot move passes; a layout may be a text")
    game = games.get("tank_battle", layout=WALLED_IN)
    dialogue.start(game, 1, "walled in")
    dialogue.play(_lively(game, 1))
    return dialogue


def _odd_names(name: str) -> Dialogue:
    dialogue = Dialogue(name, "names", "names come back as they were given, whatever characters they have")
    game = games.get(name)
    names = ['"7"', "back\\slash", "tab\tnew\nline\r", "é ü 坦克 \U0001f4a5", "\b\f\x1f\x7f", ""]
    for number, called in enumerate(names):
        players = ("reporter", "Åsa's bot \U0001f4a5")
        dialogue.start(game, 0, called, players=players, seed=2**32 - 1 - number)
        dialogue.turn(1, game.start())
    return dialogue


def _odd_lines(name: str) -> Dialogue:
    """The same messages written otherwise, between lines that mean nothing."""
    dialogue = Dialogue(name, "lines", "any JSON will do; what is not known is passed over")
    game = games.get(name)
    dialogue.start(game, 0, "spaced")
    dialogue.turn(1, game.start())
    dialogue.turn(2, game.start())
    hello, start, first, second = (json.loads(line) for line in dialogue.says)
    second["state"]["unknown"] = {"deep": [[[{}]], [], None, True, False, -1.5e-3], "text": '}]"\\/\u2028'}
    dialogue.says[:] = [
        json.dumps(hello | {"later": {"type": "bye"}}, indent=None, separators=(" ,\t", " : ")),
        "",
        '{"type":"weather","sky":"clear","type_of":["start"]}',
        _escaped(json.dumps(dict(reversed(start.items())))) + "\r",
        "   ",
        " " + json.dumps(first, separators=(", ", ":  ")) + " \t",
        _escaped(json.dumps(dict(reversed(second.items()))).replace('"turn": 2', '"turn": 20.0e-1')),
    ]
    return dialogue


def _escaped(text: str) -> str:
    r"""Some letters as \u escapes, slashes escaped: the same JSON."""
    return text.replace("/", r"\/").replace('"seat"', r'"\u0073eat"').replace('"state"', r'"st\u0061te"')


def file_of(name: str) -> Path:
    return kits.HERE / "shared" / f"{name}.json"


def written(name: str) -> str:
    return json.dumps({"game": name, "cases": cases(name)}, ensure_ascii=False, indent=1) + "\n"


def write() -> None:
    for name in REPORTERS:
        file_of(name).parent.mkdir(exist_ok=True)
        file_of(name).write_text(written(name), "utf-8")


if __name__ == "__main__":
    write()

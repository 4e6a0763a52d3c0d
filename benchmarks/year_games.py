"""What a made-up year consists of: its size, games by chance, contests made of them; see year.py."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from steelyard import games
from steelyard.arena.record import GameTerms, PlayerFacts, TurnFacts, new_seed, write_record
from steelyard.contest.file.loader import open_contest
from steelyard.contest.running import journal
from steelyard.contest.running.folder import Folder, progress_of
from steelyard.contest.running.journal_entries import Admitted, Played
from steelyard.core.random_games import random_game
from steelyard.protocol.messages import Result
from steelyard.server.tables import log

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    import sqlalchemy as sql

GAMES = (*["tank_war"] * 7, *["tank_duel"] * 2, "tank_battle")
POOL = 12  # different games of each kind: their texts are repeated
SHORTEST_OF = 5  # whoever plays by chance takes long to win


@dataclass(frozen=True)
class Size:
    accounts: int
    bots: int
    games: int
    contests: int
    contest_games: int

    @property
    def tables(self) -> int:
        return self.games // 10

    @property
    def trials(self) -> int:
        return self.games // 20

    @property
    def ladder(self) -> int:
        return self.games - self.tables - self.trials


@dataclass(frozen=True)
class Example:
    """What a measurement asks for."""

    session: str
    bot: str
    table: str
    contest: str
    big_contest: str
    tournament: str
    account: str
    signed_in: str


@dataclass(frozen=True)
class Made:
    """A game by chance, as it is written down in its several places."""

    game: str
    start: str
    winner: int | None
    reason: str
    record: str
    bodies: list[str]


def made_games(chance: random.Random) -> dict[str, list[Made]]:
    """Some of each kind."""
    found = {name: [_made(name, chance) for _ in range(SHORTEST_OF * POOL)] for name in sorted(set(GAMES))}
    return {name: sorted(every, key=lambda each: len(each.record))[:POOL] for name, every in found.items()}


def _made(name: str, chance: random.Random) -> Made:
    game = games.get(name)
    states, turns = [], []
    for state, moves in random_game(game, chance):
        states.append(state)
        words = [game.write_move(moves[seat]) if seat in moves else None for seat in (0, 1)]
        took = tuple(None if word is None else 12.5 for word in words)
        lost = tuple(None if word is None else 0.1 for word in words)
        if moves:
            turns.append(TurnFacts((words[0], words[1]), took, took, lost))  # type: ignore[arg-type]
    told = game.outcome(states[-1])
    assert told is not None  # noqa: S101 - a random game ends
    outcome = Result(told.winner, told.reason, told.score)
    start = game.write_state(states[0])
    players = (PlayerFacts("one", "@one"), PlayerFacts("two", "@two"))
    order = GameTerms.of(game, "none").order(start, 0, new_seed(), players)
    record = order.record(turns, [], outcome)
    bodies = [log.write_body(log.Turn(turn.moves, turn.wall_ms)) for turn in turns]
    bodies.append(log.write_body(log.Over(told.winner, str(told.reason), told.score)))
    return Made(name, start, told.winner, str(told.reason), write_record(record).decode(), bodies)


def contest_file(entrants: int) -> str:
    lines = "".join(f'[[entrants]]\nbot = "random"\nname = "bot {n}"\n' for n in range(entrants))
    return f'name = "Year"\ngame = "tank_war"\nclock = "none"\n{lines}[[stages]]\nkind = "groups"\n'


def write_contest(path: Path, text: str, made: Sequence[Made]) -> None:
    """The folder of a contest that was played to its end, by chance."""
    path.mkdir(parents=True)
    file = path / "file.toml"
    file.write_text(text)
    folder = Folder(path)
    folder.begin(open_contest(file))
    with journal.ContestJournal(folder.journal) as book:
        for entrant in open_contest(file).contest.entrants:
            book.add(Admitted(name=entrant.name, bot=entrant.bot))
        for n, slot in enumerate(progress_of(folder.journal).missing):
            record = msgspec.Raw(made[n % len(made)].record.strip().encode())
            figures = {"tanks": (3, 2), "boxes": (18, 18)}
            book.add(Played(id=slot.id, figures=figures, ended=float(n), record=record))


def put(
    connection: sql.Connection, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]
) -> None:
    """Very many rows, the way that is quickest in each database."""
    driver: Any = connection.connection.driver_connection
    names = ", ".join(f'"{column}"' for column in columns)
    if connection.dialect.name == "sqlite":
        holes = ", ".join("?" * len(columns))
        driver.executemany(f'INSERT INTO "{table}" ({names}) VALUES ({holes})', rows)  # noqa: S608 - ours
        return
    with driver.cursor() as cursor, cursor.copy(f'COPY "{table}" ({names}) FROM STDIN') as copy:
        for row in rows:
            copy.write_row(row)

"""What organising costs: games a second of a contest, beside those of a bare match of the same bots.

    python benchmarks/contest_rate.py [--entrants 8] [--boards 10] [--jobs 2] [--times 8]

Both play Tank War between a C++ bot and itself, without a clock, in sandboxes if possible; in turns, the
best of several times each. Start-up is not counted in either.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from steelyard import games
from steelyard.arena.match.pool import WorkerProcesses
from steelyard.arena.sandbox import process
from steelyard.cli.bench_arena import games_a_second, toy_bot
from steelyard.contest.file.loader import open_contest
from steelyard.contest.running.folder import Folder
from steelyard.contest.running.journal import ContestJournal
from steelyard.contest.running.journal_entries import Admitted
from steelyard.contest.running.journal_state import JournalState
from steelyard.contest.running.runner import ContestRunner, conditions

if TYPE_CHECKING:
    from steelyard.arena.program import Program

ISOLATED = process.available() is None


def contest_rate(folder: Path, bot: Program, entrants: int, boards: int, jobs: int) -> float:
    """Games a second, from the moment every bot has played until the last game."""
    file = folder / "rate.toml"
    lines = "".join(f'[[entrants]]\nbot = "random"\nname = "bot {n}"\n' for n in range(entrants))
    listed = ", ".join(['""'] * boards)
    file.write_text(
        f'name = "Rate"\ngame = "tank_war"\nclock = "none"\n{lines}'
        f'[[stages]]\nkind = "groups"\nboards = [{listed}]\n'
    )
    opened = open_contest(file)
    place = Folder(Path(tempfile.mkdtemp(dir=folder)))
    place.begin(opened)
    programs = {(entrant.name, 1): bot for entrant in opened.contest.entrants}
    warm = entrants * entrants
    began: list[float] = []

    def watch(runner: ContestRunner) -> None:
        if not began and runner.games_done >= warm:
            began[:] = [time.perf_counter(), runner.games_done]

    with ContestJournal(place.journal) as journal:
        journal_state = JournalState(Admitted(name=e.name, bot=e.bot) for e in opened.contest.entrants)
        ready = conditions(opened.contest, programs, jobs, isolated=ISOLATED)
        with closing(WorkerProcesses(ready.task_runner)) as workers:
            runner = ContestRunner(opened.contest, journal_state, journal, opened.texts, workers, jobs)
            runner.run(watch)
            return (runner.games_done - began[1]) / (time.perf_counter() - began[0])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--entrants", type=int, default=8)
    parser.add_argument("--boards", type=int, default=10)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--times", type=int, default=8)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)  # the isolated bot runs as another user
        bot = toy_bot(folder)
        if bot is None:
            raise SystemExit("this needs a C++ compiler")
        number = chosen.entrants * (chosen.entrants - 1) * chosen.boards
        bare = contest = 0.0
        for _ in range(chosen.times):
            game = games.get("tank_war")
            bare = max(bare, games_a_second(game, bot, number, chosen.jobs, isolated=ISOLATED))
            contest = max(contest, contest_rate(folder, bot, chosen.entrants, chosen.boards, chosen.jobs))
            print(
                f"match {bare:.0f} games/s, contest {contest:.0f} games/s: {contest / bare:.2f}",
                flush=True,
            )


if __name__ == "__main__":
    main()

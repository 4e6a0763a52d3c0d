"""The runner: which game is played when, what a lost worker costs, and that a bad bot blocks nobody."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from steelyard.arena.program import find
from steelyard.arena.record import read_record
from steelyard.arena.verdicts import Fault
from steelyard.contest.model import SPOILED
from steelyard.contest.report.json_report import report_json
from steelyard.contest.running import journal
from steelyard.contest.running.game_player import GamePlayer, Task
from steelyard.contest.running.journal_entries import ContestHeading, Played
from steelyard.contest.running.journal_state import JournalState
from steelyard.contest.running.runner import ContestRunner, MachineUnfit
from steelyard.contest.running.verification import JournalCheck
from tests.contest.bots import conditions, task, write_bot
from tests.contest.simulation import Ending, admitted, by_chance, contest, names, play_out, played

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from steelyard.contest.model import Contest, Slot
    from steelyard.contest.running.progress import Progress

STAGES = (
    '[teacher]\nbot = "greedy"\n[[stages]]\nkind = "groups"\nadvance = 4\n[[stages]]\nkind = "knockout"\n'
)


class FakeWorkers:
    """Places that finish in any order; `lost` says whose process ends over a game."""

    def __init__(self, ending: Callable[[Slot], Ending], seed: int = 1) -> None:
        self.ending = ending
        self.slots: dict[str, Slot] = {}
        self.busy: set[int] = set()
        self.played: list[str] = []
        self.lost: Callable[[str], bool] = lambda _game: False
        self._tasks: dict[int, Task] = {}
        self._rng = Random(seed)

    def give(self, place: int, task: Task) -> None:
        self._tasks[place] = task
        self.busy.add(place)

    def playing(self) -> set[str]:
        return {task.id for task in self._tasks.values()}

    def finished(self) -> list[tuple[int, bytes | None]]:
        place = self._rng.choice(sorted(self.busy))
        self.busy.discard(place)
        task = self._tasks.pop(place)
        self.played.append(task.id)
        if self.lost(task.id):
            return [(place, None)]
        slot = self.slots[task.id]
        first, second = task.order.players
        return [(place, journal.encode(played(slot, self.ending(slot), (first.version, second.version))))]

    def close(self) -> None:
        pass


def played_to_the_end(told: Contest, workers: FakeWorkers, folder: Path, jobs: int = 3) -> ContestRunner:
    return played_on(told, workers, begun(told, folder), jobs)


def report(progress: Progress, *, measured: bool) -> dict[str, Any]:
    """Without the journal's hash, which is another one each time."""
    return {**report_json(progress, measured=measured), "journal_hash": ""}


def begun(told: Contest, folder: Path) -> Path:
    file = folder / f"{len(list(folder.iterdir()))}.jsonl"
    teacher = f'[teacher]\nbot = "random"\nname = "{told.file.teacher.name}"\n' if told.file.teacher else ""
    stages = [f'[[stages]]\nkind = "groups"\nname = "{stage.called}"\n' for stage in told.file.stages]
    text = f'name = "Test"\ngame = "tank_war"\n[[entrants]]\nbot = "random"\n{teacher}{"".join(stages)}'
    heading = ContestHeading(
        file_name="x", file=text, rules_version=1, entrants=list(told.entrants), seed="1", boards={}
    )
    journal.begin(file, heading)
    return file


def played_on(told: Contest, workers: FakeWorkers, file: Path, jobs: int) -> ContestRunner:
    with journal.ContestJournal(file) as book:
        state = JournalState([*admitted(told), *book.entries])
        runner = ContestRunner(told, state, book, {"": ""}, workers, jobs)

        def watch(_runner: ContestRunner) -> None:
            workers.slots |= _slots(runner)

        def begun(_runner: ContestRunner) -> None:
            assert not workers.playing() & {slot.id for slot in runner.coming(1000)}

        workers.slots |= _slots(runner)
        try:
            runner.run(watch, begun)
        finally:  # however it was interrupted, and whatever was played at the same time
            check = JournalCheck(told, {"": ""}, lambda _entry, _order: None)
            assert list(check.problems([*admitted(told), *book.entries])) == []
            journalled = JournalState([*admitted(told), *book.entries])
            assert state.records.keys() == journalled.records.keys(), "nothing is known that is not written"
    return runner


def _slots(runner: ContestRunner) -> dict[str, Slot]:
    return {slot.id: slot for pairing in runner.progress.pairings() for slot in pairing.slots}


@pytest.mark.parametrize("jobs", [1, 3, 7])
def test_however_games_are_handed_out_the_report_is_the_same(tmp_path: Path, jobs: int) -> None:
    told = contest(STAGES, names(9))
    expected = report(play_out(told, by_chance(4)), measured=True)
    for seed in range(3):
        found = played_to_the_end(told, FakeWorkers(by_chance(4), seed), tmp_path, jobs)
        assert report(found.progress, measured=True) == expected


def test_a_game_whose_worker_is_lost_is_played_again(tmp_path: Path) -> None:
    told = contest(STAGES, names(5))
    workers = FakeWorkers(by_chance(1))
    tried: Counter[str] = Counter()

    def lost(game: str) -> bool:
        tried[game] += 1
        return game.endswith("bot-03/1") and tried[game] == 1

    workers.lost = lost
    file = begun(told, tmp_path)
    found = played_on(told, workers, file, jobs=3)
    assert max(tried.values()) == 2
    records = [read_record(bytes(each.record)) for each in journal.read(file)[1] if isinstance(each, Played)]
    faults = Counter(record.verdict.fault for record in records if record.verdict is not None)
    assert faults[Fault.PLATFORM] == len([game for game in tried if tried[game] == 2])
    assert report(found.progress, measured=True) == report(play_out(told, by_chance(1)), measured=True)


def test_where_every_game_is_spoiled_the_contest_stops_and_says_so(tmp_path: Path) -> None:
    workers = FakeWorkers(by_chance(1))
    workers.lost = lambda _game: True
    with pytest.raises(MachineUnfit, match="6 games in a row were spoiled by this machine"):
        played_to_the_end(contest(STAGES, names(5)), workers, tmp_path)
    assert len(workers.played) == 6


def test_after_a_machine_that_spoiled_every_game_the_contest_ends_as_if_undisturbed(tmp_path: Path) -> None:
    """What an unfit machine has spoiled is nobody's draw: it is played when the machine is fit again."""
    told = contest(STAGES, names(5))
    file = begun(told, tmp_path)
    workers = FakeWorkers(by_chance(1))
    workers.lost = lambda _game: True
    with pytest.raises(MachineUnfit):
        played_on(told, workers, file, jobs=1)
    workers.lost = lambda _game: False
    found = played_on(told, workers, file, jobs=1)
    assert report(found.progress, measured=True) == report(play_out(told, by_chance(1)), measured=True)


def test_games_that_no_machine_can_play_are_drawn_the_second_time(tmp_path: Path) -> None:
    """A contest ends, also if the process that plays these games ends whenever they are played."""
    told = contest('[[stages]]\nkind = "groups"\n', names(3))
    file = begun(told, tmp_path)
    workers = FakeWorkers(by_chance(1))
    workers.lost = lambda game: "bot-01" in game
    for _ in range(4):  # four games, twice three attempts each, and a stop after six
        with pytest.raises(MachineUnfit):
            played_on(told, workers, file, jobs=1)
    found = played_on(told, workers, file, jobs=1)
    results = {game: found.journal_state.result(game) for game in _slots(found)}
    spoiled = {game for game, result in results.items() if result is not None and result.reason == SPOILED}
    assert spoiled == {game for game in results if "bot-01" in game}


def test_a_bot_that_always_fails_plays_few_games_and_the_others_go_first(tmp_path: Path) -> None:
    def ending(slot: Slot) -> Ending:
        if "bot 04" in slot.seats:
            return Ending(None, {}, failed=slot.seats.index("bot 04"))
        return by_chance(1)(slot)

    workers = FakeWorkers(ending)
    found = played_to_the_end(contest(STAGES, names(12)), workers, tmp_path, jobs=2)
    mine = [place for place, game in enumerate(workers.played) if "bot-04" in game]
    assert 3 <= len(mine) <= 2 * 3 + 2
    groups = [place for place, game in enumerate(workers.played) if not game.startswith("knockout")]
    assert mine[-1] >= max(groups) - 1
    assert found.progress.suspended.keys() == {"bot 04"}


def test_games_of_the_same_bots_are_handed_out_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("steelyard.contest.running.game_queue.residents", lambda _jobs: 8)
    workers = FakeWorkers(by_chance(1))
    played_to_the_end(contest('[[stages]]\nkind = "groups"\n', names(24)), workers, tmp_path, jobs=1)
    started, there = 0, list[str]()
    for game in workers.played:
        for bot in game.split("/")[1].split("_v_"):
            started += bot not in there
            there = [*(other for other in there if other != bot), bot][-8:]
    assert started < len(workers.played) / 5


def test_a_game_player_keeps_a_few_bots_and_sends_the_others_away(tmp_path: Path) -> None:
    for name in "abcd":
        write_bot(tmp_path / name)
    programs = {(name, 1): find(str(tmp_path / name), "tank_war", []) for name in "abcd"}
    with closing(GamePlayer(conditions(programs, residents=3), 0)) as game_player:
        teams = game_player._sessions
        for number, (one, two) in enumerate(map(tuple, ("ab", "bc", "ca", "ab", "da"))):
            line = game_player.play(task(f"{one}{two}", one, two, number))
            told: Any = journal.decode(line)
            assert told.figures.keys() == {"tanks", "boxes"}
        running = {name for (name, _), team in teams.items() if team.running}
    assert running == {"a", "b", "d"}
    assert not any(team.running for team in teams.values())

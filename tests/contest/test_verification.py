"""Journals and match files that say what cannot have been, with all hashes computed again."""

from __future__ import annotations

import shutil
from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from steelyard import games
from steelyard.arena.match.match_file import read_records
from steelyard.arena.record import Event, InvalidRecord, Record, derived_seed, unlinked
from steelyard.arena.verdicts import Fault, Verdict, verdict_result
from steelyard.arena.verification import verified
from steelyard.contest.model import Board, Slot
from steelyard.contest.report.status import status_text
from steelyard.contest.running import journal
from steelyard.contest.running.decisions import checked_disqualification
from steelyard.contest.running.folder import Folder
from steelyard.contest.running.journal_entries import Disqualified, Quarantined
from steelyard.contest.running.journal_state import JournalState
from steelyard.contest.running.progress import unfold
from steelyard.contest.running.verification import JournalCheck, counted, verify
from steelyard.core.errors import SteelyardError
from steelyard.core.game import SEATS
from tests.compatibility.commands import DATA
from tests.contest import forgery
from tests.contest.simulation import Ending, admitted, by_strength, contest, names, play_out, played

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from tests.contest.forgery import Forgery

FEW, MANY = 250, 3000  # forgeries of each kind that are tried every time, and by `make test-long`
MATCHES = ("tank_war", "tank_duel", "failures")


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """A contest that is over, with decisions of its organiser."""
    shutil.copytree(DATA / "contests/finished", tmp_path / "contest")
    return Folder(tmp_path / "contest")


def is_found(folder: Folder, text: bytes, published: str | None = None) -> bool:
    folder.journal.write_bytes(text)
    return any(verify(folder.journal, published))


def match_is_found(text: bytes) -> bool:
    try:
        for _, record in read_records(text).records:
            verified(record, games.get)
    except SteelyardError:
        return True
    return False


def unnoticed(
    forgeries: Iterable[Forgery], is_found: Callable[[bytes], bool], most: int
) -> tuple[Counter[str], list[str]]:
    """How many were found, unknowable and neither, and where those were that should have been found."""
    tried = list(forgeries)
    tried = Random(20).sample(tried, min(most, len(tried)))
    counts: Counter[str] = Counter()
    missed = []
    for each in tried:
        found = is_found(each.text)
        counts["found" if found else "unknowable" if each.unknowable else "missed"] += 1
        if not found and not each.unknowable:
            missed.append(each.where)
    return counts, missed


def test_a_contest_as_it_was_played_is_all_right(folder: Folder) -> None:
    assert list(verify(folder.journal)) == []
    *_, links = journal.read(folder.journal)
    assert list(verify(folder.journal, links[-1])) == []
    assert list(verify(folder.journal, links[3])) == [], "more was played since that hash was published"
    (problem,) = verify(folder.journal, "0" * 64)
    assert "no line has this hash" in problem


@pytest.mark.parametrize("most", [FEW, pytest.param(MANY, marks=pytest.mark.long)])
def test_a_field_of_a_contest_that_was_changed_is_found_or_nobody_can_know(folder: Folder, most: int) -> None:
    text = folder.journal.read_bytes()
    counts, missed = unnoticed(forgery.of_fields(text), lambda forged: is_found(folder, forged), most)
    assert missed == [], counts
    assert counts["found"] > 2 * counts["unknowable"], counts


@pytest.mark.parametrize("most", [FEW, pytest.param(MANY, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", MATCHES)
def test_a_field_of_a_match_that_was_changed_is_found_or_nobody_can_know(name: str, most: int) -> None:
    text = (DATA / f"matches/{name}.jsonl").read_bytes()
    assert not match_is_found(text)
    counts, missed = unnoticed(forgery.of_fields(text), match_is_found, most)
    assert missed == [], counts


def test_lines_of_a_contest_that_were_removed_repeated_or_exchanged_are_found(folder: Folder) -> None:
    text = folder.journal.read_bytes()
    lines = text.splitlines()
    decided = [f"{number} twice" for number, line in enumerate(lines) if b'"reason"' in line]
    _, missed = unnoticed(forgery.of_lines(text), lambda forged: is_found(folder, forged), MANY)
    assert [each for each in missed if each not in decided] == []
    for number, line in enumerate(lines[:-1]):
        if b"emil" not in line:  # a game that is forfeited later might as well not have been played
            found = is_found(folder, forgery.removed(text, number))
            assert found or not folder.progress().done, line[:200]


def test_once_the_hash_is_published_no_change_verifies(folder: Folder) -> None:
    text = folder.journal.read_bytes()
    *_, links = journal.read(folder.journal)
    forgeries = Random(21).sample(list(forgery.of_fields(text)), FEW)
    assert all(is_found(folder, each.text, links[-1]) for each in forgeries if each.text != text)
    assert is_found(folder, forgery.removed(text, len(links) - 1), links[-1])


@pytest.mark.parametrize("file", ["handed-in/dora-1/bot.py", "boards.json"])
def test_files_of_the_contest_that_were_changed_are_found(folder: Folder, file: str) -> None:
    with (folder.path / file).open("a") as changed:
        changed.write("\n# better\n")
    assert list(verify(folder.journal))


def games_of(match: str) -> list[dict[str, Any]]:
    lines = (DATA / f"matches/{match}.jsonl").read_bytes().splitlines()
    return [msgspec.json.decode(line) for line in lines[1:]]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"wall_ms": [1.0, 1.0]}, "no time of seat . bears out"),
        ({"turn": 99}, "the verdict is on turn 99 of a game that was stopped after turn"),
        ({"fault": "failed_to_build"}, "no bot fails by failed_to_build while it plays"),
        ({"both": True}, "the verdict|no time of seat"),
    ],
)
def test_a_time_out_is_borne_out_by_its_own_times(change: dict[str, Any], says: str) -> None:
    lines = [
        msgspec.json.decode(line) for line in (DATA / "matches/failures.jsonl").read_bytes().splitlines()
    ]
    late = next(line for line in lines if (line.get("verdict") or {}).get("fault") == "time_out")
    record = msgspec.convert({**late, "hash": ""}, Record)
    verified(record, games.get)
    assert record.verdict is not None
    forged = msgspec.convert({**late, "verdict": {**late["verdict"], **change}, "hash": ""}, Record)
    ended = verdict_result(forged.verdict) if forged.verdict is not None else None
    with pytest.raises(InvalidRecord, match=says):
        verified(msgspec.structs.replace(forged, outcome=ended), games.get)


def test_a_win_rewritten_to_a_time_out_is_found() -> None:
    lines = [
        msgspec.json.decode(line) for line in (DATA / "matches/tank_war.jsonl").read_bytes().splitlines()
    ]
    record = msgspec.convert({**lines[1], "hash": ""}, Record)
    for seat in SEATS:
        verdict = Verdict(
            seat, Fault.TIME_OUT, "late", len(record.turns), wall_ms=(9.0, 9.0), lost_ms=(0.0, 0.0)
        )
        lost = msgspec.structs.replace(
            record, turns=record.turns[:-1], verdict=verdict, outcome=verdict_result(verdict)
        )
        with pytest.raises(InvalidRecord, match=f"no time of seat {seat} bears out that it ran out of time"):
            verified(lost, games.get)


def test_games_that_were_played_and_do_not_count_are_explained() -> None:
    """Six pairs of four play twice each; then one of them is disqualified, and one game is drawn no more."""
    file = contest('[[stages]]\nkind = "groups"\n', names(4))
    whole = play_out(file, by_strength(names(4)))
    assert counted(whole) == "12 games"
    entries = [entry for entry, _ in whole.journal_state.records.values()]
    stray = Slot("groups/gone_v_bot-01/1", 0, 1, ("gone", "bot 01"), Board(""), "")
    out = Disqualified("copied", "", "bot 02", 0, 0, 0)
    progress = unfold(file, JournalState([*entries, played(stray, by_strength([])(stray)), out]))
    assert progress.games_played == 6
    assert counted(progress) == (
        "13 games (6 count; 6 are forfeited since, by a disqualification, withdrawal or suspension; "
        "1 is of a match that was drawn anew)"
    )


def test_the_status_names_those_in_quarantine() -> None:
    file = contest('[[stages]]\nkind = "groups"\n', names(3))
    out = Quarantined(name="bot 03", bot="x", fault="failed_to_build", detail="oops")
    for most in (0, 9):
        told = status_text(play_out(file, by_strength(names(3)), before=[out], most=most))
        assert "quarantined: bot 03: it could not be built" in told


def test_whatever_turn_an_answer_was_forgiven_in_its_move_is_the_one_of_chance() -> None:
    found = set()
    for told in games_of("tank_war"):
        record = msgspec.convert({**told, "hash": "", "strikes": 1}, Record)
        game, states = verified(record, games.get)
        for number, turn in enumerate(record.turns, start=1):
            for seat in game.to_move(states[number - 1]):
                legal = game.legal_moves(states[number - 1], seat)
                chance = legal[derived_seed(record.seed, "strike", number, seat) % len(legal)]
                event = Event(number, "strike 1: bad", seat, "strike", Fault.ILLEGAL_MOVE)
                struck = msgspec.structs.replace(record, events=[event])
                right = turn.moves[seat] == game.write_move(chance)
                found.add((number == len(record.turns), right))
                if right:
                    verified(struck, games.get)
                else:
                    with pytest.raises(InvalidRecord, match="was given another move than chance says"):
                        verified(struck, games.get)
    assert (True, False) in found


def test_a_game_that_was_due_before_a_decision_is_not_due_after_it() -> None:
    told, wins = contest('[[stages]]\nkind = "groups"\n', names(4)), by_strength(names(4))
    entries = admitted(told)
    due = unfold(told, JournalState(entries)).missing
    mine = next(slot for slot in due if "bot 02" in slot.seats)
    other = next(slot for slot in due if "bot 02" not in slot.seats)
    entries.append(played(other, wins(other)))
    entries.append(checked_disqualification(unfold(told, JournalState(entries)), "bot 02", "copied"))
    entries.append(played(mine, wins(mine)))
    (problem,) = JournalCheck(told, {"": ""}, lambda _entry, _order: None).problems(entries)
    assert f"line {len(entries) + 1}: {mine.id} was not to be played then" in problem


def test_a_game_that_was_handed_out_before_a_failure_suspended_a_bot_may_end_after_it() -> None:
    told = contest('[[stages]]\nkind = "groups"\n', names(3), "policy.suspend_after = 1")
    entries = admitted(told)
    failing, other, *_ = (
        slot for slot in unfold(told, JournalState(entries)).missing if "bot 01" in slot.seats
    )
    nothing = {"tanks": (0, 0), "boxes": (0, 0)}
    entries.append(played(other, Ending(None, {}, spoiled=True)))  # to be played again, at once
    entries.append(played(failing, Ending(None, nothing, failed=failing.seats.index("bot 01"))))
    entries.append(played(other, Ending(0, nothing)))
    check = JournalCheck(told, {"": ""}, lambda _entry, _order: None)
    assert list(check.problems(entries)) == []
    twice = [*entries, played(failing, Ending(0, nothing))]
    assert list(JournalCheck(told, {"": ""}, lambda _entry, _order: None).problems(twice))


def test_a_journal_is_verified_itself_whatever_its_name(folder: Folder) -> None:
    lines = [msgspec.json.decode(unlinked(line)[0]) for line in folder.journal.read_bytes().splitlines()]
    lines[12]["figures"]["tanks"][0] += 1
    forged = folder.path / "copy.jsonl"
    forged.write_bytes(forgery.written(lines))
    assert list(verify(forged))
    assert list(verify(folder.journal)) == []


def exchanged(one: str, two: str, value: Any) -> Any:
    if isinstance(value, list):
        return [exchanged(one, two, each) for each in value]
    if isinstance(value, dict):
        return {
            key: {one: two, two: one}.get(each, each)
            if key == "name" and isinstance(each, str)
            else exchanged(one, two, each)
            for key, each in value.items()
        }
    return value


def test_two_entrants_whom_the_file_names_cannot_be_exchanged(folder: Folder) -> None:
    lines = [msgspec.json.decode(unlinked(line)[0]) for line in folder.journal.read_bytes().splitlines()]
    text = forgery.written([exchanged("Bob", "Fay", line) for line in lines])
    assert is_found(folder, text)
    folder.journal.write_bytes(text)
    assert "the entrants are not those of the contest file" in list(verify(folder.journal))


@pytest.mark.parametrize(("field", "value"), [("seed", "evil"), ("boards", {}), ("file", "")])
def test_a_heading_that_does_not_follow_from_its_file_is_found(
    folder: Folder, field: str, value: Any
) -> None:
    lines = [msgspec.json.decode(unlinked(line)[0]) for line in folder.journal.read_bytes().splitlines()]
    lines[0][field] = value if field != "file" else lines[0]["file"].replace("decimals = 1", "decimals = 2")
    assert is_found(folder, forgery.written(lines))


@pytest.mark.parametrize("text", ["null", "1", '{"":1}', "[" * 100_000, '{"":"\\ud800"}'])
def test_boards_that_are_none_are_one_line(folder: Folder, text: str) -> None:
    (folder.path / "boards.json").write_text(text)
    (problem,) = verify(folder.journal)
    assert "boards.json cannot be read" in problem

"""Double elimination: who loses twice is out, whatever the size and the results."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

from steelyard.contest.pairing.bracket_seeding import cross
from steelyard.contest.report.bracket import bracket_text
from steelyard.contest.report.status import status_text
from steelyard.contest.report.writer import write_report
from steelyard.contest.running.journal_entries import Disqualified
from steelyard.contest.running.journal_state import JournalState
from steelyard.contest.running.progress import unfold
from steelyard.server.contests.views import WebLinks, overview
from tests.contest.simulation import (
    Ending,
    admitted,
    by_chance,
    by_strength,
    contest,
    names,
    play_out,
    played,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from steelyard.contest.model import Pairing, Slot
    from steelyard.contest.running.progress import Progress

STAGE = '[[stages]]\nkind = "double_elimination"\n'
LISTED = 'seeding = "listed"'
SIZES = range(2, 18)


def losers_win(size: int) -> Callable[[Slot], Ending]:
    """Whoever is seeded worse wins."""
    return by_strength(names(size)[::-1])


def newcomers_win(slot: Slot) -> Ending:
    """Seat 0 wins its games in odd rounds, seat 1 in even ones: most matches are level to the end."""
    return Ending(slot.round % 2, {})


def upsets(size: int) -> Callable[[Slot], Ending]:
    """The better wins until the losers' bracket, where the worse wins; and so does the one in the final."""

    def ending(slot: Slot) -> Ending:
        better = by_strength(names(size))(slot)
        return better if slot.round % 2 else Ending(1 - (better.winner or 0), {})

    return ending


RESULTS: dict[str, Callable[[int], Callable[[Slot], Ending]]] = {
    "by chance": by_chance,
    "the better wins": lambda size: by_strength(names(size)),
    "the worse wins": losers_win,
    "upsets": upsets,
    "all level": lambda _size: newcomers_win,
}


def matches(progress: Progress) -> list[Pairing]:
    return [pairing for pairing in progress.stages[0].pairings if not pairing.bye]


def lost(progress: Progress) -> Counter[str]:
    found = Counter(dict.fromkeys(progress.names, 0))
    for match in (match for match in matches(progress) if match.winner is not None):
        found[str(match.second if match.winner == match.first else match.first)] += 1
    return found


def levels(progress: Progress) -> list[int]:
    return [len(level) for level in progress.ranked()]


@pytest.mark.sample(4)
@pytest.mark.no_cover  # the same lines again and again; other tests count them
@pytest.mark.parametrize("results", RESULTS)
@pytest.mark.parametrize("reset", [True, False])
def test_everybody_but_the_winner_loses_twice(results: str, *, reset: bool) -> None:
    for size in SIZES:
        stage = f"{STAGE}extra = 1\nreset = {str(reset).lower()}\n"
        progress = play_out(contest(stage, names(size), LISTED), RESULTS[results](size))
        (winner,), (second,), *others = progress.ranked()
        times = lost(progress)
        final = next(m for m in matches(progress) if m.round == 2 * (size - 1).bit_length())
        from_below = final.winner == final.second
        assert progress.done
        assert len(matches(progress)) == 2 * size - 2 + (reset and from_below)
        assert {times[name] for level in others for name in level} <= {2}
        if reset:
            assert (times[second], times[winner]) in {(2, 0), (2, 1)}
        else:
            assert (times[second], times[winner]) == ((1, 1) if from_below else (2, 0))
        assert sorted(name for level in progress.ranked() for name in level) == names(size)


def test_the_best_wins_and_places_are_by_the_round_of_the_second_defeat() -> None:
    for size in SIZES:
        progress = play_out(contest(STAGE, names(size), LISTED), by_strength(names(size)))
        assert [level[0] for level in progress.ranked()[:3]] == names(min(size, 3))
        last = {name: match.round for match in matches(progress) for name in (match.first, match.second)}
        order = [{last[str(name)] for name in level} for level in progress.ranked()[2:]]
        assert all(len(rounds) == 1 for rounds in order)
        assert all(max(later) < min(earlier) for earlier, later in pairwise(order))
    sixteen = play_out(contest(STAGE, names(16), LISTED), by_chance(3))
    assert levels(sixteen) == [1, 1, 1, 1, 2, 2, 4, 4]


@pytest.mark.parametrize("size", [3, 6, 11])
def test_nobody_plays_before_it_is_known_who_and_nobody_twice_in_a_round(size: int) -> None:
    told = contest(STAGE, names(size))
    journal_state, rng = JournalState(admitted(told)), Random(size)
    while not (progress := unfold(told, journal_state)).done:
        times = lost(progress)
        for match in (m for m in matches(progress) if m.winner is None):
            assert {times[match.first], times[str(match.second)]} <= {0, 1}
            before = [m for m in matches(progress) if m.round < match.round and m.winner is None]
            assert not any({m.first, m.second} & {match.first, match.second} for m in before)
        in_rounds = Counter((m.round, name) for m in matches(progress) for name in (m.first, m.second))
        assert set(in_rounds.values()) == {1}
        slot = rng.choice(progress.missing)
        journal_state.add(played(slot, by_chance(size)(slot)))


def test_any_part_of_the_results_gives_the_same_schedule_again() -> None:
    told = contest(STAGE + "boards = 1\n", names(7), game="tank_duel")
    journal_state, entries = JournalState(admitted(told)), admitted(told)
    seen: list[list[Slot]] = []
    rng = Random(5)
    while missing := unfold(told, journal_state).missing:
        seen.append(missing)
        slot = rng.choice(missing)
        entries.append(played(slot, by_chance(8)(slot)))
        journal_state.add(entries[-1])
    known = len(admitted(told))
    for number, missing in enumerate(seen):
        assert unfold(told, JournalState(entries[: known + number])).missing == missing
    in_order = play_out(told, by_chance(8))
    assert in_order.stages == unfold(told, journal_state).stages
    ids = [slot.id for match in matches(in_order) for slot in match.slots]
    assert len(set(ids)) == len(ids)
    boards = {slot.board.label for match in matches(in_order) if match.round == 3 for slot in match.slots}
    assert all(label.startswith("double-elimination-r3-") for label in boards)


def meetings(size: int) -> Iterator[tuple[set[int], set[int]]]:
    """Every match of the losers' bracket: from which first-round matches either side may come."""
    winners = [{number} for number in range(size // 2)]
    left = winners
    for number in range(2, size.bit_length()):
        winners = [one | two for one, two in zip(winners[::2], winners[1::2], strict=True)]
        yield from zip(left[::2], left[1::2], strict=True)
        left = [one | two for one, two in zip(left[::2], left[1::2], strict=True)]
        joining = cross(winners, number)
        yield from zip(left, joining, strict=True)
        left = [one | two for one, two in zip(left, joining, strict=True)]


@pytest.mark.parametrize("size", [4, 8, 16, 32, 64, 128, 256])
def test_those_who_have_met_do_not_meet_again_while_that_can_be_avoided(size: int) -> None:
    one, two = next((one, two) for one, two in meetings(size) if one & two)
    assert len(one) + len(two) > size // 2, "both sides have room for different first-round matches"


def test_a_disqualified_finalist_loses_both_finals() -> None:
    told = contest(STAGE, names(4), LISTED)
    before = play_out(told, by_strength(names(4)))
    last = max(match.round for match in matches(before))
    out = Disqualified(name="bot 01", stage=0, round=last, last_stage=0, reason="copied", at="now")
    before.journal_state.add(out)
    progress = unfold(told, before.journal_state)
    met = [match.round for match in matches(progress) if {"bot 01", "bot 02"} == {match.first, match.second}]
    assert met == [2, 4, 5]
    assert progress.stages[0].ranked[:2] == [["bot 02"], ["bot 01"]]


@pytest.mark.parametrize("size", [0, 1])
def test_with_fewer_than_two_there_is_nothing_to_play(size: int) -> None:
    stages = '[[stages]]\nkind = "groups"\nadvance = 1\n' + STAGE
    told = contest(stages if size else STAGE, names(3) if size else [])
    progress = play_out(told, by_strength(names(3)))
    assert progress.done
    assert [p for p in progress.stages[-1].pairings if not p.bye] == []


SHOWN = """\
Winners' round 1
  bot 01 (bye)
  bot 04 - *bot 05*  0.5:1.5
  bot 02 (bye)
  bot 03 (bye)
Winners' semi-finals
  bot 01 - *bot 05*  0.5:1.5
  bot 02 - *bot 03*  0:2
Winners' final
  bot 05 - *bot 03*  0.5:1.5
Final
  bot 03 - *bot 05*  0:2
Second final
  *bot 05* - bot 03  1.5:0.5
Losers' round 1
  *bot 04* - bot 02  3:1 (extra boards)
Losers' round 2
  *bot 04* - bot 01  1.5:0.5
Losers' final
  bot 04 - *bot 05*  0.5:1.5"""


def test_both_brackets_are_shown(tmp_path: Path) -> None:
    progress = play_out(contest(STAGE, names(5), LISTED), by_chance(4))
    assert bracket_text(progress, progress.stages[0]) == SHOWN
    assert SHOWN in status_text(progress)
    write_report(progress, tmp_path / "report")
    picture = ET.fromstring((tmp_path / "report/brackets/double-elimination.svg").read_text())  # noqa: S314 - our own
    words = [each.text for each in picture.iter("{http://www.w3.org/2000/svg}text")]
    titles = [line for line in SHOWN.splitlines() if not line.startswith(" ")]
    assert [word for word in words if word in titles] == titles
    assert words.count("bye") == 3
    page = (tmp_path / "report/stages/double-elimination.html").read_text()
    assert page.count("#r") >= len(matches(progress))
    assert "Losers&#x27; final" in page or "Losers' final" in page


def test_the_web_page_gets_both_brackets_with_gaps_where_byes_leave_nobody() -> None:
    progress = play_out(contest(STAGE, names(5), LISTED), by_chance(4))
    shown = overview(progress, 0, WebLinks(progress.contest, "friday", "secret"))["stages"][0]["bracket"]
    assert [len(round_["matches"]) for round_ in shown["rounds"]] == [4, 2, 1, 1, 1]
    (losers,) = shown["more"]
    assert [[match and match["names"] for match in round_["matches"]] for round_ in losers["rounds"]] == [
        [["bot 04", "bot 02"], None],
        [["bot 04", "bot 01"]],
        [["bot 04", "bot 05"]],
    ]

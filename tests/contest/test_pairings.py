"""Who meets whom: promises about every pairing system, for any number of entrants and any results."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.contest.pairing import round_robin, swiss_rounds
from steelyard.contest.pairing.bracket_seeding import first_round
from steelyard.contest.pairing.graph_matching import Matching
from steelyard.contest.stages.base.bracket_stage import round_title
from tests.contest.simulation import by_chance, by_strength, contest, names, play_out

if TYPE_CHECKING:
    from steelyard.contest.running.progress import Progress


# Everyone meets everyone.
@given(st.integers(1, 41))
def test_everyone_meets_everyone_once_and_nobody_plays_twice_in_a_round(count: int) -> None:
    rounds = round_robin.rounds(names(count))
    met = Counter(frozenset(pair) for pairs in rounds for pair in pairs)
    assert met == Counter(map(frozenset, combinations(names(count), 2)))
    for pairs in rounds:
        assert len({name for pair in pairs for name in pair}) == 2 * len(pairs)
    assert len(rounds) == (count - 1 if count % 2 == 0 else count) or count == 1


@given(st.integers(2, 41))
def test_with_one_game_a_pair_seats_differ_by_one_at_most(count: int) -> None:
    pairs = [pair for pairs in round_robin.rounds(names(count)) for pair in pairs]
    for name in names(count):
        first, second = (sum(pair[seat] == name for pair in pairs) for seat in (0, 1))
        assert abs(first - second) <= 1


@given(st.integers(1, 40), st.integers(1, 9))
def test_groups_are_seeded_and_even(count: int, wanted: int) -> None:
    groups = round_robin.snake(names(count), wanted)
    assert sorted(name for group in groups for name in group) == names(count)
    assert len(groups) == min(wanted, count)
    assert max(map(len, groups)) - min(map(len, groups)) <= 1
    assert [group[0] for group in groups] == names(count)[: len(groups)]


@pytest.mark.parametrize("twice", [True, False])
@pytest.mark.parametrize("boards", ['["a.txt", "b.txt", "c.txt"]', '["a.txt", "b.txt"]', '[""]'])
def test_in_a_group_seats_and_boards_are_balanced(boards: str, *, twice: bool) -> None:
    stage = f'[[stages]]\nkind = "groups"\nboards = {boards}\ntwice = {str(twice).lower()}'
    progress = play_out(contest(stage, names(7)), by_chance(1))
    slots = [slot for pairing in progress.pairings() for slot in pairing.slots]
    for name in names(7):
        mine = [slot for slot in slots if name in slot.seats]
        seats = Counter(slot.seats.index(name) for slot in mine)
        assert abs(seats[0] - seats[1]) <= (0 if twice else 1)
        on_boards = Counter(slot.board.label for slot in mine)
        assert len(set(on_boards.values())) == 1
        if twice:
            assert len({(slot.board.label, slot.seats.index(name)) for slot in mine}) == 2 * len(on_boards)
    for one, two in combinations(slots, 2):
        assert one.id != two.id
        assert one.seed != two.seed


# Matchings.
def largest(edges: set[frozenset[int]]) -> int:
    """By trying everything."""
    if not edges:
        return 0
    edge = min(edges, key=sorted)
    apart = {other for other in edges if not other & edge}
    return max(1 + largest(apart), largest(edges - {edge}))


graphs = st.integers(2, 8).flatmap(
    lambda size: st.sets(
        st.sets(st.integers(0, size - 1), min_size=2, max_size=2).map(frozenset), max_size=14
    ).map(lambda edges: (size, edges))
)


@given(graphs, st.sets(st.integers(0, 7), max_size=3))
def test_a_matching_is_the_largest_also_of_what_is_left(
    graph: tuple[int, set[frozenset[int]]], taken: set[int]
) -> None:
    size, edges = graph
    neighbours = [{b for e in edges if a in e for b in e - {a}} for a in range(size)]
    matching = Matching(neighbours)
    assert matching.pairs == largest(edges)
    rest = matching.without(*taken)
    assert rest.pairs == largest({edge for edge in edges if not edge & taken})
    for vertex, partner in rest.partner.items():
        assert rest.partner[partner] == vertex
        assert partner in neighbours[vertex]


def test_a_way_around_an_odd_cycle_is_found() -> None:
    edges = {frozenset(pair) for pair in ((0, 1), (0, 2), (0, 3), (0, 5), (1, 2), (2, 3), (3, 4), (3, 5))}
    assert Matching([{b for e in edges if a in e for b in e - {a}} for a in range(6)]).pairs == 3


# Swiss.
def fewest_repetitions(players: list[str], met: Counter[frozenset[str]]) -> int:
    """How few pairs of an even number of players must meet again, by trying everything."""
    if not players:
        return 0
    one, *rest = players
    return min(
        bool(met[frozenset((one, two))]) + fewest_repetitions([p for p in rest if p != two], met)
        for two in rest
    )


@given(st.integers(2, 9), st.integers(1, 12), st.randoms(use_true_random=False))
def test_swiss_never_repeats_a_pairing_while_it_can_be_avoided(count: int, rounds: int, rng: object) -> None:
    shuffle = rng.shuffle  # type: ignore[attr-defined] # a Random
    order, points = names(count), dict.fromkeys(names(count), Fraction(0))
    before: list[tuple[str, str | None]] = []
    for _ in range(rounds):
        met = Counter(frozenset((one, two or "")) for one, two in before)
        pairs = swiss_rounds.pair(order, points, before)
        everyone = [name or "" for pair in pairs for name in pair]
        assert sorted(everyone) == sorted(order + [""] * (count % 2))
        repeated = sum(met[frozenset((one, two or ""))] > 0 for one, two in pairs)
        assert repeated == fewest_repetitions(sorted(everyone), met)
        before += pairs
        for one, _two in pairs:
            points[one] += 1
        shuffle(order)


def test_swiss_pairs_equals_and_the_bye_goes_to_the_last_that_had_none() -> None:
    order = names(7)
    points = dict.fromkeys(order, Fraction(0))
    first = swiss_rounds.pair(order, points, [])
    assert first == [("bot 01", "bot 04"), ("bot 02", "bot 05"), ("bot 03", "bot 06"), ("bot 07", None)]
    points |= dict.fromkeys(("bot 01", "bot 02", "bot 03", "bot 07"), Fraction(3))
    again = swiss_rounds.pair(
        ["bot 01", "bot 02", "bot 03", "bot 07", "bot 04", "bot 05", "bot 06"], points, first
    )
    assert again == [("bot 01", "bot 03"), ("bot 02", "bot 07"), ("bot 04", "bot 05"), ("bot 06", None)]


def test_a_swiss_of_many_rounds_is_as_large_as_wanted() -> None:
    stage = '[[stages]]\nkind = "swiss"\nrounds = 9'
    progress = play_out(contest(stage, names(16)), by_chance(3))
    met = Counter(frozenset((p.first, p.second)) for p in progress.pairings())
    assert (len(met), set(met.values())) == (72, {1})
    for name in names(16):
        seats = Counter(s.seats.index(name) for p in progress.pairings() for s in p.slots if name in s.seats)
        assert seats == {0: 9, 1: 9}


def test_in_single_games_a_swiss_gives_seats_in_turn() -> None:
    stage = '[[stages]]\nkind = "swiss"\nrounds = 6\ntwice = false'
    progress = play_out(contest(stage, names(10)), by_chance(3))
    for name in names(10):
        seats = Counter(s.seats.index(name) for p in progress.pairings() for s in p.slots if name in s.seats)
        assert abs(seats[0] - seats[1]) <= 2


# Knockout.
@given(st.integers(1, 70))
def test_a_bracket_has_byes_for_the_best_alone_and_everybody_once(count: int) -> None:
    pairs = first_round(names(count))
    assert sorted(name for pair in pairs for name in pair if name is not None) == names(count)
    assert all(pair[0] is not None for pair in pairs)
    byes = sorted(str(one) for one, two in pairs if two is None)
    assert byes == names(count)[: len(byes)]
    assert len(pairs) & (len(pairs) - 1) == 0


def knocked_out(count: int) -> Progress:
    stage = '[[stages]]\nkind = "knockout"'
    return play_out(contest(stage, names(count), 'seeding = "listed"'), by_strength(names(count)))


@given(st.integers(2, 40))
def test_if_the_better_always_wins_the_best_meet_last(count: int) -> None:
    progress = knocked_out(count)
    assert progress.done
    ranked = progress.ranked()
    assert ranked[:2] == [["bot 01"], ["bot 02"]]
    if count >= 4:
        assert ranked[2:4] == [["bot 03"], ["bot 04"]]
    for place, level in ((4, ranked[4:5]), (8, ranked[5:6])):
        if level:
            assert level[0] == names(count)[place : 2 * place]
    for number, round_ in enumerate(reversed(progress.stages[0].brackets[0].rounds)):
        there = {name for match in round_.matches for name in match.sides if name}
        assert there == set(names(count)[: 2 ** (number + 1)])


@given(st.integers(2, 21), st.integers(0, 1000))
def test_a_knockout_of_any_size_ends_with_everybody_ranked(count: int, seed: int) -> None:
    stage = '[[stages]]\nkind = "knockout"'
    progress = play_out(contest(stage, names(count)), by_chance(seed))
    assert progress.done
    assert sorted(name for level in progress.ranked() for name in level) == names(count)
    matches = [p for p in progress.pairings() if not p.bye]
    assert len(matches) == count - 1 + (count >= 4)
    for match in matches:
        one, two = match.wins()
        assert match.winner == (match.first if one > two else match.second) or match.why == "lot"
        if match.why == "lot":
            assert len(match.slots) == 2 + 2 * 3


def test_rounds_have_the_names_people_use() -> None:
    assert [round_title(n) for n in (1, 2, 4, 8)] == ["Final", "Semi-finals", "Quarter-finals", "Last 16"]

"""Taking a move back by consent, in games between people."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steelyard.protocol.clock import DAY_MS
from steelyard.server.tables import agreements, log
from steelyard.server.tables.table import Refused, replayed
from tests.server.running_server import ME, OPEN, PASSWORD
from tests.server.tables.timed import ADA, BOB, BOT, Timed

if TYPE_CHECKING:
    from steelyard.core.game import Seat
    from tests.server.running_server import Guest, RunningServer


def agree(timed: Timed, seat: Seat) -> list[log.AnyBody]:
    """The seat asks, the other accepts."""
    timed.add(agreements.offer(timed.table, seat, "takeback"))
    return timed.add(agreements.accept(timed.table, 1 if seat == 0 else 0, "takeback"))


def test_where_both_choose_at_once_the_last_round_goes_and_what_is_sealed_since() -> None:
    timed = Timed().both("LA", "RC")
    before = timed.table.state
    timed.both("LB", "RC").move(0, "LB")
    assert agree(timed, 1) == [log.Undone(1, 1)]
    assert (timed.table.state, timed.table.sealed, timed.table.owing()) == (before, {}, (0, 1))
    assert not timed.table.offers


@pytest.mark.parametrize(("asked_by", "turns"), [(0, 2), (1, 1)])
def test_in_a_game_of_turns_it_goes_back_to_the_askers_own_move(asked_by: Seat, turns: int) -> None:
    timed = Timed("tank_battle")
    for seat in (0, 1):
        timed.move(seat, timed.table.words(seat)[0])
    assert agree(timed, asked_by) == [log.Undone(asked_by, turns)]
    assert timed.table.to_move() == (asked_by,)


def test_an_offer_is_for_one_moment_and_lapses_with_the_next_turn() -> None:
    timed = Timed("tank_battle")
    for seat in (0, 1):
        timed.move(seat, timed.table.words(seat)[0])
    timed.add(agreements.offer(timed.table, 0, "takeback"))
    timed.move(0, timed.table.words(0)[0])  # the asker plays on: what would be taken back is another move
    with pytest.raises(Refused, match="no such offer"):
        agreements.accept(timed.table, 1, "takeback")


def test_whoever_has_been_asked_answers_before_asking() -> None:
    timed = Timed("tank_battle")
    for seat in (0, 1):
        timed.move(seat, timed.table.words(seat)[0])
    timed.add(agreements.offer(timed.table, 0, "takeback"))
    with pytest.raises(Refused, match="answer"):
        agreements.offer(timed.table, 1, "takeback")
    with pytest.raises(Refused, match="stands already"):
        agreements.offer(timed.table, 0, "takeback")


def test_whoever_was_refused_moves_first_and_nobody_asks_without_end() -> None:
    timed = Timed("tank_battle", chairs=(ADA, BOB))
    for number in range(agreements.MOST_ASKED):
        timed.move(0, timed.table.words(0)[0])
        timed.add(agreements.offer(timed.table, 0, "takeback"))
        timed.add(agreements.decline(timed.table, 1, "takeback"))
        with pytest.raises(Refused, match="declined" if number < agreements.MOST_ASKED - 1 else "times"):
            agreements.offer(timed.table, 0, "takeback")
        timed.move(1, timed.table.words(1)[0])
    timed.move(0, timed.table.words(0)[0])
    with pytest.raises(Refused, match="10 times"):
        agreements.offer(timed.table, 0, "takeback")


@pytest.mark.parametrize(
    ("timed", "why"),
    [
        (Timed(chairs=(ADA, BOT)).both("LA", "RC"), "undo"),
        (Timed(), "nothing has been played"),
        (Timed("tank_duel", "round:1s").here(), "in real time"),
    ],
)
def test_what_cannot_be_taken_back_is_not_offered(timed: Timed, why: str) -> None:
    with pytest.raises(Refused, match=why):
        agreements.offer(timed.table, 0, "takeback")


def test_not_after_the_end() -> None:
    timed = Timed().both("LA", "RC")
    timed.add(agreements.offer(timed.table, 0, "takeback"))
    timed.add(timed.table.resign(0))
    with pytest.raises(Refused, match="no such offer"):
        agreements.accept(timed.table, 1, "takeback")
    with pytest.raises(Refused, match="over"):
        agreements.offer(timed.table, 1, "takeback")


def test_two_people_at_one_screen_need_not_ask() -> None:
    timed = Timed(chairs=(ADA, ADA)).both("LA", "RC")
    assert timed.add(agreements.offer(timed.table, 0, "takeback")) == [log.Undone(0, 1)]
    turns = Timed("tank_battle", chairs=(ADA, ADA))
    for seat in (0, 1):
        turns.move(seat, turns.table.words(seat)[0])
    assert agreements.offer(turns.table, 0, "takeback") == [log.Undone(1, 1)], (
        "the last move, whoever made it"
    )


def test_the_clock_of_whoever_consents_goes_back_and_the_askers_gains_nothing() -> None:
    timed = Timed("tank_battle", "fischer:60s+5s").here()
    timed.after(10_000).move(0, timed.table.words(0)[0])  # 55 s
    timed.after(20_000).move(1, timed.table.words(1)[0])  # 45 s
    timed.after(1_000).move(0, timed.table.words(0)[0])  # 59 s: it gains by a quick move
    timed.after(7_000)
    agree(timed, 0)
    assert timed.left_ms() == [55_000, 45_000]
    assert replayed(timed.terms, timed.log).clocks.left_ms(0, timed.now_ms) == 55_000
    timed.after(2_000)
    assert timed.left_ms() == [53_000, 45_000], "the asker's clock runs again"


def test_days_per_move_begin_anew_for_whoever_chooses_again() -> None:
    timed = Timed("tank_battle", "days:3")
    timed.after(DAY_MS).move(0, timed.table.words(0)[0])
    timed.after(2 * DAY_MS)
    agree(timed, 0)
    timed.move(0, timed.table.words(0)[0])
    assert timed.left_ms()[1] == 3 * DAY_MS


def test_a_move_for_the_turn_that_was_taken_back_comes_too_late(ada: Guest, bob: Guest) -> None:
    table = ada.sets_up("tank_battle", ME, OPEN, clock="days:3")
    bob.joins(table)
    with ada.follows(table["id"]) as adas, bob.follows(table["id"]) as bobs:
        first = adas.until("snapshot")
        adas.says("move", turn=1, move=first["legal"]["0"][0])
        answer = bobs.until("turn")["legal"]["1"][0]
        adas.says("offer", what="takeback")
        assert bobs.until("offer") | {"seq": 0} == {"type": "offer", "seq": 0, "seat": 0, "what": "takeback"}
        bobs.says("accept", what="takeback")
        back = adas.until("undone")
        assert (back["turn"], back["state"], back["legal"]) == (0, first["state"], first["legal"])
        assert "turn 2 has not come" in bobs.refused("move", turn=2, move=answer)
        assert "no such offer" in bobs.refused("accept", what="takeback")


def test_nothing_but_moves_passes_between_people_who_keep_apart(ada: Guest, bob: Guest) -> None:
    ada.registers("Ada")
    bob.registers("Bob")
    table = ada.sets_up("tank_war", ME, OPEN)
    bob.joins(table)
    assert ada.http.post("/api/players/Bob/block", json={"blocked": True}).status_code == 204
    with bob.follows(table["id"]) as page:
        for kind, said in (("offer", {"what": "takeback"}), ("say", {"phrase": "hello"})):
            assert "blocked" in page.refused(kind, **said)
        page.says("move", turn=1, move="RC")
        page.until("sealed")


@pytest.mark.parametrize("gone", ["blocked", "deleted"])
def test_a_rematch_that_was_offered_before_is_not_played_with_somebody_who_is_gone(
    server: RunningServer, ada: Guest, bob: Guest, gone: str
) -> None:
    ada.registers("Ada")
    bob.registers("Bob")
    table = ada.sets_up("tank_war", ME, OPEN)
    bob.joins(table)
    with ada.follows(table["id"]) as page:
        page.says("resign")
        page.until("over")
        page.says("offer", what="rematch")
        page.until("offer")
    if gone == "blocked":
        ada.http.post("/api/players/Bob/block", json={"blocked": True})
    else:
        ada.http.post("/api/account/delete", json={"password": PASSWORD})
    with bob.follows(table["id"]) as page:
        page.until("snapshot")
        why = {"blocked": "nothing reaches", "deleted": "has left"}[gone]
        assert why in page.refused("accept", what="rematch")
    assert len(server.everything()["tables"]) == 1

"""Whoever plays in a running game gets no help with its positions; nobody else is refused because of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.server.running_server import GREEDY, ME, OPEN, Guest
from tests.timeouts import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.server.running_server import RunningServer

HOME, ELSEWHERE, THIRD = "198.51.100.7", "203.0.113.9", "192.0.2.5"
TURNS = (("LA", "RA"), ("LB", "RB"))


@pytest.fixture
def guest_at(quick_server: RunningServer) -> Iterator[Callable[[str], Guest]]:
    """A new browser at some address, which the proxy in front of the server reports."""
    guests: list[Guest] = []

    def come(address: str) -> Guest:
        guests.append(Guest(quick_server.address, comes_from=address))
        return guests[-1]

    yield come
    for guest in guests:
        guest.http.close()


def play(table: str, left: Guest, right: Guest) -> str:
    """Play two turns; the position after them."""
    with left.follows(table) as one, right.follows(table) as other:
        for number, turn in enumerate(TURNS, 1):
            for seat, page in enumerate((one, other)):
                page.says("move", turn=number, move=turn[seat], seat=seat)
            for page in (one, other):
                page.until("turn", turn=number)
    state: str = left.shows(table)["state"]
    return state


def finished(guest: Guest) -> str:
    """A game that is over, through the same two turns."""
    table: str = guest.sets_up("tank_war", ME, ME)["id"]
    play(table, guest, guest)
    with guest.follows(table) as page:
        page.says("resign", seat=0)
        page.until("over")
    return table


def closing(left: Guest, right: Guest, clock: str = "days:14") -> tuple[str, str]:
    """A game with days per move that two people leave after two turns, and its position."""
    table = left.sets_up("tank_war", ME, OPEN, clock=clock)
    right.joins(table)
    return table["id"], play(table["id"], left, right)


def asks(guest: Guest, **asked: Any) -> int:
    return guest.http.post("/api/analysis", json=asked).status_code


def test_two_strangers_cannot_close_the_review_of_a_finished_game(guest_at: Callable[[str], Guest]) -> None:
    ada = guest_at(HOME)
    reviewed = finished(ada)
    _, state = closing(guest_at(ELSEWHERE), guest_at(ELSEWHERE))
    assert asks(ada, table=reviewed) == 201
    assert asks(ada, game="tank_war", state=state) == 201
    ada.sets_up("tank_war", ME, GREEDY, position=state)


def test_a_player_is_refused_in_a_second_browser_and_account_and_without_one(
    guest_at: Callable[[str], Guest],
) -> None:
    ada, bob, second = guest_at(HOME), guest_at(ELSEWHERE), guest_at(HOME)
    second.registers("Second")
    reviewed = finished(guest_at(THIRD))
    table, state = closing(ada, bob)
    stranger = guest_at(HOME)
    stranger.http.cookies.clear()
    for cheat in (ada, bob, second, stranger, guest_at(ELSEWHERE)):
        told = [asks(cheat, table=reviewed), asks(cheat, game="tank_war", state=state)]
        assert told == [409, 409]
        forked = {"game": "tank_war", "seats": [ME, GREEDY], "position": state}
        assert cheat.http.post("/api/tables", json=forked).status_code == 409
    with ada.follows(table) as page:
        page.says("resign", seat=0)
        page.until("over")
    assert asks(ada, table=reviewed) == 201


def test_an_account_is_recognised_at_another_address(guest_at: Callable[[str], Guest]) -> None:
    ada, again = guest_at(HOME), guest_at(THIRD)
    ada.registers("Ada")
    _, state = closing(ada, guest_at(ELSEWHERE))
    assert asks(again, game="tank_war", state=state) == 201
    again.signs_in("Ada")
    assert asks(again, game="tank_war", state=state) == 409


def test_every_address_from_which_a_player_has_opened_the_game_counts(
    guest_at: Callable[[str], Guest], quick_server: RunningServer
) -> None:
    ada = guest_at(HOME)
    table, state = closing(ada, guest_at(ELSEWHERE))
    assert asks(guest_at(THIRD), game="tank_war", state=state) == 201
    ada.comes_from(THIRD)
    with ada.follows(table) as page:
        page.until("snapshot")
    wait_until(lambda: len(quick_server.everything()["player_networks"]) == 3)
    for address in (HOME, THIRD):
        assert asks(guest_at(address), game="tank_war", state=state) == 409
    rows = str(quick_server.everything())
    assert not any(address in rows for address in (HOME, ELSEWHERE, THIRD)), "addresses are stored as hashes"
    with ada.follows(table) as page:
        page.says("resign", seat=0)
        page.until("over")
    assert not quick_server.everything()["player_networks"], "and only while the game goes on"


def test_a_rematch_from_such_a_position_is_refused_to_its_players_alone(
    guest_at: Callable[[str], Guest],
) -> None:
    ada, eve = guest_at(HOME), guest_at(THIRD)
    first = guest_at(THIRD)
    table: str = first.sets_up("tank_war", ME, ME)["id"]
    state = play(table, first, first)
    prepared = {}
    for guest in (ada, eve):
        prepared[guest] = guest.sets_up("tank_war", ME, GREEDY, position=state)["id"]
        with guest.follows(prepared[guest]) as page:
            page.says("resign")
            page.until("over")
    assert closing(guest_at(HOME), guest_at(ELSEWHERE))[1] == state
    with ada.follows(prepared[ada]) as page:
        assert "still played" in page.refused("offer", what="rematch")
    with eve.follows(prepared[eve]) as page:
        page.says("offer", what="rematch")
        page.until("rematch")

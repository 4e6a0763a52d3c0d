"""Nobody empties the lobby by offering much: it has a line for each address, and further pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from steelyard.server.people import challenge_routes, service
from tests.server.running_server import Guest, RunningServer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

HOME, FLOOD, SCHOOL = "198.51.100.7", "203.0.113.9", "192.0.2.5"


@pytest.fixture
def guest_at(quick_server: RunningServer) -> Iterator[Callable[..., Guest]]:
    """A new browser at some address, which the proxy in front of the server reports."""
    guests: list[Guest] = []

    def come(address: str, name: str | None = None) -> Guest:
        guests.append(Guest(quick_server.address, name, comes_from=address))
        return guests[-1]

    yield come
    for guest in guests:
        guest.http.close()


def offer(guest: Guest, status: int = 201, **asked: Any) -> str:
    answer = guest.http.post("/api/challenges", json={"game": "tank_war", **asked})
    assert answer.status_code == status, answer.text
    return str(answer.json().get("id"))


def page(guest: Guest, asked: str = "") -> dict[str, Any]:
    found: dict[str, Any] = guest.http.get(f"/api/challenges?{asked}").json()
    return found


def everything(guest: Guest, asked: str = "") -> list[dict[str, Any]]:
    """The lines of all pages."""
    lines: list[dict[str, Any]] = []
    following: str | None = ""
    while following is not None:
        found = page(guest, f"{asked}&after={following}" if following else asked)
        lines += found["challenges"]
        following = found["next"]
    return lines


def test_many_challenges_from_one_address_are_one_line(guest_at: Callable[..., Guest]) -> None:
    early = offer(guest_at(HOME, "Early"))
    first, *others = [offer(guest_at(FLOOD)) for _ in range(120)]
    late = offer(guest_at(SCHOOL, "Late"))
    found = page(guest_at("192.0.2.99"))
    assert [each["id"] for each in found["challenges"]] == [late, first, early]
    assert [(each["more"], each["more_of"]) for each in found["challenges"]] == [
        (0, "person"),
        (119, "place"),
        (0, "person"),
    ]
    assert found["next"] is None
    folded = everything(guest_at(HOME), f"same_as={first}")
    assert sorted(each["id"] for each in folded) == sorted([first, *others])
    assert not any(each["more"] for each in folded)
    assert FLOOD not in str(found)


def test_what_one_person_offers_is_one_line_also_for_their_neighbours(guest_at: Callable[..., Guest]) -> None:
    ada, bob = guest_at(SCHOOL, "Ada"), guest_at(SCHOOL, "Bob")
    first, second, third = offer(ada), offer(ada, clock="days:3"), offer(bob)
    at_school = {each["id"]: each for each in page(guest_at(SCHOOL))["challenges"]}
    assert {name: (each["more"], each["more_of"]) for name, each in at_school.items()} == {
        first: (1, "person"),
        third: (0, "person"),
    }
    (elsewhere,) = page(guest_at(HOME))["challenges"]
    assert (elsewhere["id"], elsewhere["more"], elsewhere["more_of"]) == (first, 2, "place")
    assert {each["id"] for each in page(ada)["challenges"]} == {first, second, third}, (
        "one's own are never folded"
    )
    assert {each["id"] for each in page(bob, f"same_as={first}")["challenges"]} == {first, second}


def test_challenges_to_oneself_unfold_without_those_to_anybody(guest_at: Callable[..., Guest]) -> None:
    una, pupils = guest_at(HOME), [guest_at(SCHOOL) for _ in range(2)]
    una.registers("Una")
    for number, pupil in enumerate(pupils):
        pupil.registers(f"Pupil {number}")
    to_anybody = {offer(pupil) for pupil in pupils}
    by_name = {offer(pupil, to="Una") for pupil in pupils}
    lines = page(una)["challenges"]
    assert [each["more"] for each in lines] == [1, 1]
    unfolded = [page(una, f"same_as={each['id']}")["challenges"] for each in lines]
    assert [{each["id"] for each in found} for found in unfolded] == [by_name, to_anybody]


def test_a_line_shows_somebody_with_an_account_and_nobody_hides_behind_one_who_is_blocked(
    guest_at: Callable[..., Guest],
) -> None:
    viewer, eve = guest_at(HOME), guest_at(SCHOOL)
    viewer.registers("Viewer")
    guests = offer(guest_at(SCHOOL))
    eve.registers("Eve")
    eves = offer(eve)
    assert [each["id"] for each in page(viewer)["challenges"]] == [eves]
    assert viewer.http.post("/api/players/Eve/block", json={"blocked": True}).status_code == 204
    assert [(each["id"], each["more"]) for each in page(viewer)["challenges"]] == [(guests, 0)]


def test_every_line_is_on_a_page_and_those_of_accounts_come_first(
    guest_at: Callable[..., Guest], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(challenge_routes, "MOST_LISTED", 2)
    viewer, una = guest_at(HOME), guest_at("192.0.2.77")
    una.registers("Una")
    unas = offer(una)
    guests = [offer(guest_at(f"203.0.113.{number}")) for number in range(5)]
    own = offer(viewer)
    assert {each["id"] for each in page(viewer)["challenges"]} == {own, unas}
    shown = [each["id"] for each in everything(viewer)]
    assert sorted(shown) == sorted([own, unas, *guests])
    assert shown[2:] == guests[::-1]


def test_an_address_has_so_many_challenges(
    guest_at: Callable[..., Guest], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "MOST_FROM_ADDRESS", 2)
    ended = offer(guest := guest_at(FLOOD))
    offer(guest_at(FLOOD))
    offer(guest_at(FLOOD), 429)
    offer(guest_at(HOME))
    assert guest.http.post(f"/api/challenges/{ended}/withdraw", json={}).status_code == 204
    offer(guest_at(FLOOD))


def test_what_is_folded_is_listed_for_challenges_alone(guest_at: Callable[..., Guest]) -> None:
    """Else anybody could ask which challenges come from the address of a game's owner."""
    ada = guest_at(HOME)
    offer(ada)
    table = ada.sets_up("tank_war", {"kind": "me"}, {"kind": "open"})["id"]
    assert page(guest_at(SCHOOL), f"same_as={table}") == {"challenges": [], "next": None}

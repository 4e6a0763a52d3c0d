"""No way up: what somebody sees, makes or once got never gives more rights than that person has."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from steelyard.server.accounts.passwords import Passwords
from steelyard.server.http.access import Account
from steelyard.server.http.responses import ApiError
from tests.server.bots.bot_owners import BotOwner
from tests.server.running_server import PASSWORD, Guest

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Sequence

    from starlette.datastructures import State

    from tests.server.running_server import RunningServer


@pytest.fixture
def admin(quick_server: RunningServer) -> Iterator[BotOwner]:
    with BotOwner(quick_server, "Ms Head", "admin") as one:
        yield one


@pytest.fixture
def teacher(quick_server: RunningServer) -> Iterator[BotOwner]:
    with BotOwner(quick_server, "Mr Gray", "organiser") as one:
        yield one


def registering(server: RunningServer, code: str) -> int:
    with Guest(server.address) as eve:
        asked = {"name": "Eve", "password": PASSWORD, "code": code}
        return eve.http.post("/api/account/register", json=asked).status_code


def test_codes_are_shown_and_ended_up_to_ones_own_role(admin: BotOwner, teacher: BotOwner) -> None:
    made = {
        role: admin.asks("/api/invites", 201, role=role)["code"] for role in ("player", "organiser", "admin")
    }
    assert {each["code"] for each in admin.sees("/api/invites")} == set(made.values())
    assert {each["code"] for each in teacher.sees("/api/invites")} == {made["player"], made["organiser"]}
    refused = teacher.asks("/api/invites/end", 404, code=made["admin"])
    assert refused == teacher.asks("/api/invites/end", 404, code="AAAAAAAAAA"), "as if there were none"
    assert teacher.http.post("/api/invites/end", json={"code": made["player"]}).status_code == 204
    assert made["admin"] in {each["code"] for each in admin.sees("/api/invites")}


def test_the_log_tells_no_part_of_a_code(admin: BotOwner, teacher: BotOwner) -> None:
    code = admin.asks("/api/invites", 201, role="admin", label="For the deputy")["code"]
    told = teacher.http.get("/api/audit").text
    assert "For the deputy" in told
    assert code[:4] not in told


DEEDS: dict[str, Callable[[State, Account, Account], Awaitable[None]]] = {
    "disabled": lambda state, actor, other: state.account_service.disable(actor, other.id, disabled=True),
    "given a lower role": lambda state, actor, other: state.account_service.change_role(
        actor, other.id, "player"
    ),
    "deleted": lambda state, actor, other: state.deletion.delete_other(actor, other.id, PASSWORD),
}


@pytest.mark.parametrize("one", DEEDS)
@pytest.mark.parametrize("two", DEEDS)
def test_of_two_administrators_who_act_against_each_other_at_once_one_stays(
    quick_server: RunningServer, one: str, two: str
) -> None:
    state = quick_server.app.state

    async def both(ada: Account, bob: Account) -> Sequence[BaseException | None]:
        return await asyncio.gather(
            DEEDS[one](state, ada, bob), DEEDS[two](state, bob, ada), return_exceptions=True
        )

    with Guest(quick_server.address) as ada, Guest(quick_server.address) as bob:
        for each, name in ((ada, "Ada"), (bob, "Bob")):
            each.registers(name)
            each.becomes(quick_server, "admin")
    accounts = [state.people.named(name).account for name in ("Ada", "Bob")]
    (refused,) = [error for error in quick_server.do(both(*accounts)) if error is not None]
    assert isinstance(refused, ApiError)
    assert refused.code in {"last_administrator", "wrong_old_password"}  # the password goes with the account
    left = [row for row in quick_server.everything()["accounts"] if row.role == "admin" and not row.disabled]
    assert len(left) == 1


@pytest.mark.parametrize("change", ["role", "disabled"])
def test_a_code_is_worth_what_its_maker_may_give_now(
    quick_server: RunningServer, admin: BotOwner, teacher: BotOwner, change: str
) -> None:
    """Else somebody who lost a role takes it back with a code from before."""
    code = teacher.asks("/api/invites", 201, role="organiser")["code"]
    lost: dict[str, Any] = {"role": "player"} if change == "role" else {"disabled": True}
    assert admin.http.post(f"/api/people/{teacher.id}/{change}", json=lost).status_code == 204
    assert registering(quick_server, code) == 403


def test_a_players_reset_link_ends_when_the_player_becomes_an_organiser(
    quick_server: RunningServer, admin: BotOwner, teacher: BotOwner
) -> None:
    with BotOwner(quick_server, "Pupil") as pupil:
        link = teacher.asks(f"/api/people/{pupil.id}/reset", 201)["path"].partition("reset=")[2]
        admin.http.post(f"/api/people/{pupil.id}/role", json={"role": "admin"})
    answer = teacher.http.post("/api/account/reset", json={"link": link, "password": PASSWORD})
    assert answer.status_code == 403


def test_the_log_tells_organisers_nothing_of_contests_they_may_not_see(
    quick_server: RunningServer, admin: BotOwner, teacher: BotOwner
) -> None:
    with BotOwner(quick_server, "Mx White", "organiser") as other:
        asked = {"form": {"template": "class", "name": "The hidden cup"}, "public": False}
        made = other.http.post("/api/contests", json=asked)
        assert made.status_code == 201, made.text
        assert "The hidden cup" in other.http.get("/api/audit").text
    assert "The hidden cup" in admin.http.get("/api/audit").text
    assert "The hidden cup" not in teacher.http.get("/api/audit").text


@pytest.mark.parametrize("shut_first", [True, False])
def test_what_is_done_to_an_account_at_the_same_time_all_holds(
    quick_server: RunningServer, *, shut_first: bool
) -> None:
    account_service, somebody = quick_server.app.state.account_service, Account(0, "the test", "admin")

    async def both() -> None:
        deeds = [
            account_service.disable(somebody, number, disabled=True),
            account_service.change_role(somebody, number, "organiser"),
        ]
        await asyncio.gather(*(deeds if shut_first else reversed(deeds)))

    with Guest(quick_server.address) as ada:
        number = ada.registers("Ada")["id"]
    quick_server.do(both())
    person = account_service.people.find(number)
    assert (person.disabled, person.account.role) == (True, "organiser")
    (kept,) = quick_server.everything()["accounts"]
    assert (kept.disabled, kept.role) == (True, "organiser")


def test_a_code_is_worth_what_its_maker_may_give_when_the_account_is_made(
    quick_server: RunningServer, teacher: BotOwner, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = teacher.asks("/api/invites", 201, role="organiser")["code"]
    account_service, hashed = quick_server.app.state.account_service, Passwords.hash

    async def meanwhile(self: Passwords, password: str) -> str:
        maker = account_service.people.named("Mr Gray").account.id
        await account_service.change_role(Account(0, "the test", "admin"), maker, "player")
        return await hashed(self, password)

    monkeypatch.setattr(Passwords, "hash", meanwhile)
    assert registering(quick_server, code) == 403

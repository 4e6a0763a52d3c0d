"""How many sessions an account has, who may guess codes and links, how much of a password is judged."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from steelyard.server.accounts import invites
from steelyard.server.accounts.login_delay import LoginDelay
from steelyard.server.accounts.passwords import WeakPassword, checked_password
from steelyard.server.accounts.responses import account_of
from steelyard.server.accounts.service import ENDED
from steelyard.server.accounts.store import MOST_SESSIONS
from steelyard.server.http.responses import ApiError
from tests.server.bots.bot_owners import BotOwner
from tests.server.running_server import PASSWORD, Guest, RunningServer

if TYPE_CHECKING:
    import httpx


def still() -> float:
    """A time at which nobody's wait ends."""
    return 0.0


def test_the_sessions_in_memory_are_those_in_the_database_also_when_there_are_too_many(
    quick_server: RunningServer,
) -> None:
    people, accounts = quick_server.app.state.people, quick_server.app.state.account_service
    with BotOwner(quick_server, "Ada") as ada:
        for number in range(MOST_SESSIONS + 1):
            quick_server.do(accounts.begin(ada.id))
            known = {each.id for each in people.sessions_of(ada.id)}
            assert len(known) == min(number + 2, MOST_SESSIONS)
            assert {row.id for row in quick_server.everything()["sessions"]} == known


def test_a_right_code_or_link_costs_no_attempt(quick_server: RunningServer) -> None:
    accounts = quick_server.app.state.account_service
    accounts._codes = LoginDelay(free=1, longest_s=60.0, clock=still)
    with Guest(quick_server.address) as head, Guest(quick_server.address) as pupil:
        head.registers("Head")

        def done(answer: httpx.Response) -> Any:
            assert answer.status_code in {200, 201}, answer.text
            return answer.json()

        link = quick_server.app.state.admin_link
        done(head.http.post("/api/account/admin", json={"link": link}))
        code = done(head.http.post("/api/invites", json={}))["code"]
        number = pupil.registers("Pupil", code=code)["id"]
        link = done(head.http.post(f"/api/people/{number}/reset", json={}))["path"].partition("reset=")[2]
        done(pupil.http.post("/api/account/reset", json={"link": link, "password": PASSWORD}))
        for status in (403, 429):
            wrong = pupil.http.post("/api/account/reset", json={"link": "a" * 43, "password": PASSWORD})
            assert wrong.status_code == status


@pytest.mark.parametrize("what", ["reset", "admin", "register"])
def test_whoever_guesses_codes_and_links_holds_up_no_other_address(
    quick_server: RunningServer, what: str
) -> None:
    quick_server.app.state.account_service._codes = LoginDelay(free=1, longest_s=60.0, clock=still)
    asked = {"link": "a" * 43} if what == "admin" else {"password": PASSWORD}
    asked |= {"link": "a" * 43} if what == "reset" else {}
    asked |= {"name": "Eve", "code": "AAAAAAAAAA"} if what == "register" else {}
    with BotOwner(quick_server, "Ada") as ada:
        guest = ada if what == "admin" else Guest(quick_server.address)
        with guest:
            told = [
                guest.http.post(
                    f"/api/account/{what}", json=asked, headers={"X-Forwarded-For": address}
                ).status_code
                for address in ("192.0.2.1", "192.0.2.1", "192.0.2.2")
            ]
    assert told == [403, 429, 403]


def test_a_server_prints_another_link_for_an_administrator_only_if_it_is_asked_to(any_database: str) -> None:
    with RunningServer(any_database) as server, Guest(server.address) as ada:
        ada.registers("Ada")
        ada.becomes(server, "admin")
    for asked in (False, True):
        with RunningServer(any_database, admin_link=asked) as server:
            assert (server.app.state.admin_link is not None) == asked


def test_of_a_password_so_much_is_judged_that_no_part_of_it_alone_makes_it_weak() -> None:
    strong = "password1234xkq7vbn2"
    assert checked_password(strong, "Ada") == strong
    with pytest.raises(WeakPassword):
        checked_password(strong[:12], "Ada")
    with pytest.raises(WeakPassword):
        checked_password("p@$$w0rd!{<1234xkq7vbn2"[:8] + "1234", "Ada")


def test_the_command_for_an_administrators_link_ends_earlier_ones_and_is_in_the_log(
    quick_server: RunningServer,
) -> None:
    engine, before = quick_server.registry.store.engine, quick_server.app.state.admin_link
    secret = invites.replace_admin_link(engine)
    link = invites.find_link(engine, secret, "admin")
    assert link is not None
    assert (link.kind, link.account) == ("admin", None)
    assert invites.find_link(engine, before, "admin") is None
    assert invites.find_link(engine, secret, "reset") is None
    (row,) = quick_server.everything()["links"]
    assert row.id == invites.hashed(secret)
    actions = [(row.actor, row.action, row.subject) for row in quick_server.everything()["audit"]]
    assert actions == [(None, "admin.link", "server")] * 2


def test_whoever_is_signed_out_in_that_moment_is_told_so() -> None:
    ended: Any = SimpleNamespace(people=SimpleNamespace(by_secret=lambda _secret: None))
    with pytest.raises(ApiError) as refused:
        account_of(ended, "its secret")
    assert (refused.value.code, refused.value.error) == ("not_signed_in", ENDED)

"""What an attacker would try: guessing, asking who there is, planting and keeping sessions."""

from __future__ import annotations

import asyncio
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from steelyard.server.accounts import passwords
from steelyard.server.accounts.login_delay import MOST_KEPT, Attempts, LoginDelay
from steelyard.server.accounts.passwords import Passwords, WeakPassword, checked_password
from steelyard.server.accounts.store import COOKIE
from steelyard.server.http.responses import ApiError
from steelyard.server.settings import Limits
from tests.server.running_server import PASSWORD, Guest, RunningServer

if TYPE_CHECKING:
    import httpx

WRONG = "not the password"
REAL = {name: getattr(passwords, name) for name in ("MEMORY_KIB", "ROUNDS")}  # before tests make it cheap


def sign_in(guest: Guest, name: str, password: str) -> httpx.Response:
    return guest.http.post("/api/account/sign-in", json={"name": name, "password": password})


def test_a_real_password_costs_a_guesser_memory_and_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """As much as is usually advised, and not so much that a class signing in takes the server down."""
    for name in ("MEMORY_KIB", "ROUNDS"):
        monkeypatch.setattr(passwords, name, REAL[name])
    kept = asyncio.run(Passwords().hash(PASSWORD))
    assert kept.startswith("$argon2id$v=19$m=49152,t=2,p=1$")


SIGNS = "@4({<[36&9#!|10$5+7%2zZxX"  # each can stand for letters, so there are many words to compare with


@pytest.mark.parametrize("signs", [SIGNS, "<[5{96+|$7!1", "@|+1746923580", "@|$+1746923580", "1!|7"])
def test_no_password_takes_long_to_judge(signs: str) -> None:
    checked_password("a yard of steel", "Ada")  # loads the lists
    before = time.thread_time()
    with suppress(WeakPassword):
        checked_password((signs * 72)[:72], "Ada")
    assert time.thread_time() - before < 0.25


def test_a_password_is_judged_beside_the_loop_once_the_attempt_is_counted(
    quick_server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged: list[str] = []

    def noted(*_: str) -> int:
        judged.append(threading.current_thread().name)
        return 4

    monkeypatch.setattr(passwords, "_score", noted)
    with Guest(quick_server.address) as ada:
        refused = {"name": "Ada", "password": PASSWORD, "code": "no such code"}
        assert ada.http.post("/api/account/register", json=refused).status_code == 403
        assert judged == []
        ada.registers("Ada")
        answer = ada.http.post("/api/account/password", json={"old": WRONG, "new": PASSWORD})
        assert (answer.status_code, len(judged)) == (403, 1)
        answer = ada.http.post("/api/account/password", json={"old": PASSWORD, "new": PASSWORD})
        assert answer.status_code == 200
    assert [name.partition("_")[0] for name in judged] == ["passwords"] * 2


def test_nobody_learns_from_signing_in_who_has_an_account(
    quick_server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same answer for an unknown name, a wrong password and a shut account, after the same work."""
    verified: list[bool] = []
    fits = Passwords._fits

    def counted(self: Passwords, kept: str | None, password: str) -> bool:
        verified.append(kept is None)
        return fits(self, kept, password)

    monkeypatch.setattr(Passwords, "_fits", counted)
    with (
        Guest(quick_server.address) as ada,
        Guest(quick_server.address) as bob,
        Guest(quick_server.address) as eve,
    ):
        ada.registers("Ada")
        number = bob.registers("Bob")["id"]
        ada.becomes(quick_server, "organiser")
        ada.http.post(f"/api/people/{number}/disabled", json={"disabled": True})
        verified.clear()
        answers = [
            sign_in(eve, name, password)
            for name, password in (("Ada", WRONG), ("Nobody", WRONG), ("Bob", PASSWORD), ("\u202e", WRONG))
        ]
    told = {(answer.status_code, answer.text, tuple(answer.headers)) for answer in answers}
    assert len(told) == 1, told
    assert verified == [False, True, False, True]


def test_nobody_learns_from_links_or_the_organisers_routes_who_has_an_account(
    quick_server: RunningServer,
) -> None:
    with Guest(quick_server.address) as ada, Guest(quick_server.address) as eve:
        number = ada.registers("Ada")["id"]
        eve.registers("Eve")
        for what, body in (("role", {"role": "player"}), ("disabled", {"disabled": True}), ("reset", {})):
            there, not_there = (
                eve.http.post(f"/api/people/{each}/{what}", json=body) for each in (number, 999)
            )
            assert (there.status_code, there.text) == (not_there.status_code, not_there.text)
        links = [
            eve.http.post("/api/account/reset", json={"link": letter * 43, "password": PASSWORD})
            for letter in "ab"
        ]
        assert {(each.status_code, each.json()["code"]) for each in links} == {(403, "link_not_valid")}
        assert len({each.text for each in links}) == 1
        assert eve.http.get("/api/people").status_code == 403


def test_guessing_passwords_is_slowed_for_a_name_and_its_owner_is_told_how_long(
    quick_server: RunningServer,
) -> None:
    quick_server.app.state.account_service.attempts.by_name_and_address = LoginDelay(
        free=5, longest_s=60.0, clock=Clock()
    )
    with Guest(quick_server.address) as ada, Guest(quick_server.address) as eve:
        ada.registers("Ada")
        answers = [sign_in(eve, "ADA", WRONG) for _ in range(8)]
        assert [answer.status_code for answer in answers] == [401] * 5 + [429] * 3
        assert int(answers[-1].headers["retry-after"]) >= 1
        assert "wait" in answers[-1].json()["error"]
        assert sign_in(eve, "Ada", PASSWORD).status_code == 429, "also the right one has to wait"
        assert sign_in(eve, "Nobody", WRONG).status_code == 401
        assert ada.http.get("/api/me").json()["account"]["name"] == "Ada", "who is signed in stays so"


def test_guessing_codes_and_links_is_slowed(quick_server: RunningServer) -> None:
    quick_server.app.state.account_service._codes = LoginDelay(free=20, longest_s=60.0, clock=Clock())
    with Guest(quick_server.address) as eve:
        told = [
            eve.http.post("/api/account/reset", json={"link": "a" * 43, "password": PASSWORD}).status_code
            for _ in range(22)
        ]
    assert told == [403] * 20 + [429] * 2


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_each_failure_doubles_the_wait_up_to_the_longest() -> None:
    clock = Clock()
    slowing = LoginDelay(free=3, longest_s=60.0, clock=clock)
    for _ in range(3):
        slowing.attempt("ada")
    waits = []
    for _ in range(9):
        with pytest.raises(ApiError) as refused:
            slowing.attempt("ada")
        assert refused.value.headers is not None
        waits.append(int(refused.value.headers["Retry-After"]))
        clock.now += waits[-1]
        slowing.attempt("ada")
    assert waits == [1, 2, 4, 8, 16, 32, 60, 60, 60]
    slowing.attempt("bob")


def test_an_hour_of_quiet_is_forgiven_and_success_takes_back_one_attempt() -> None:
    clock = Clock()
    slowing = LoginDelay(free=2, longest_s=60.0, clock=clock)
    for _ in range(10):
        slowing.attempt("a class")
        slowing.succeeded("a class")
    slowing.attempt("a class")
    slowing.attempt("a class")
    with pytest.raises(ApiError):
        slowing.attempt("a class")
    clock.now = 4000.0
    slowing.attempt("a class")


def test_what_is_remembered_of_guessers_is_bounded() -> None:
    slowing = LoginDelay(free=1, longest_s=60.0, clock=Clock())
    for each in range(MOST_KEPT + 100):
        slowing.attempt(str(each))
    assert len(slowing._tried) == MOST_KEPT
    slowing.attempt("0")
    with pytest.raises(ApiError):
        slowing.attempt(str(MOST_KEPT + 99))


def test_guessing_from_an_address_leaves_others_there_one_attempt_a_second() -> None:
    clock = Clock()
    attempts = Attempts(clock)
    for number in range(61):
        attempts.attempt(f"pupil {number}", "school", "eve", "")
    with pytest.raises(ApiError, match="wait 1 s"):
        attempts.attempt("another", "school", "eve", "")
    attempts.attempt("bob", "school", "bob", "")
    with pytest.raises(ApiError, match="wait 1 s"):
        attempts.attempt("bob", "school", "bob", "")
    for _ in range(5):
        clock.now += 1
        attempts.attempt("ada", "school", "eve", "")
    with pytest.raises(ApiError, match="wait 1 s"):
        attempts.attempt("ada", "school", "another of Eve's browsers", "")


def test_many_wrong_attempts_at_an_address_keep_nobody_there_from_registering(
    quick_server: RunningServer,
) -> None:
    attempts = quick_server.app.state.account_service.attempts
    attempts.by_address = LoginDelay(free=1, longest_s=300.0, clock=Clock())
    with Guest(quick_server.address) as eve, Guest(quick_server.address) as ada:
        sign_in(eve, "Nobody", WRONG)
        ada.registers("Ada")
        assert sign_in(ada, "Ada", PASSWORD).status_code == 200


def test_a_session_that_somebody_else_planted_is_worth_nothing(quick_server: RunningServer) -> None:
    """Every way in makes a new secret; the one a browser came with is over, whoever's it was."""
    planted = "p" * 43
    with Guest(quick_server.address) as ada, Guest(quick_server.address) as eve:
        ada.registers("Ada")
        ada.http.cookies.set(COOKIE, planted, domain=quick_server.address.split(":")[0])
        assert ada.http.get("/api/me").json()["account"] is None
        ada.http.cookies.delete(COOKIE, domain=quick_server.address.split(":")[0])
        eve.registers("Eve")
        hers = eve.http.cookies[COOKIE]
        answer = ada.http.post(
            "/api/account/sign-in",
            json={"name": "Ada", "password": PASSWORD},
            headers={"Cookie": f"{COOKIE}={hers}"},
        )
        fresh = answer.cookies[COOKIE]
        assert fresh not in {planted, hers}
        assert eve.http.get("/api/me").json()["account"] is None, "what was planted is over"


def test_who_was_signing_in_while_the_password_changed_is_not_in(
    quick_server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The old password was right when it was looked at, and is not any more."""
    with Guest(quick_server.address) as ada, Guest(quick_server.address) as eve:
        number = ada.registers("Ada")["id"]
        fits = Passwords.fits

        async def slow(self: Passwords, kept: str | None, password: str) -> bool:
            verdict = await fits(self, kept, password)
            quick_server.app.state.people.end_all_sessions(number)  # as a new password does
            return verdict

        monkeypatch.setattr(Passwords, "fits", slow)
        assert sign_in(eve, "Ada", PASSWORD).status_code == 401
        assert quick_server.app.state.people.sessions_of(number) == []
        kept = [row.id for row in quick_server.everything()["sessions"]]
        monkeypatch.undo()
        assert len(kept) == 1, "hers, whose row a real change would have taken away; none of Eve's"
        assert sign_in(eve, "Ada", PASSWORD).status_code == 200


def test_secrets_are_kept_as_hashes_only(quick_server: RunningServer) -> None:
    with Guest(quick_server.address) as ada, Guest(quick_server.address) as bob:
        ada.registers("Ada")
        number = bob.registers("Bob")["id"]
        ada.becomes(quick_server, "organiser")
        link = ada.http.post(f"/api/people/{number}/reset", json={}).json()["path"].partition("=")[2]
        secrets = [ada.http.cookies[COOKIE], bob.http.cookies[COOKIE], link, PASSWORD]
    rows = str(quick_server.everything())
    assert [each for each in secrets if each in rows] == []
    assert rows.count("$argon2id$") == 2


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_cookies_are_out_of_reach_for_scripts_and_other_sites(
    quick_server: RunningServer, scheme: str
) -> None:
    with Guest(quick_server.address) as ada:
        answer = ada.http.post(
            "/api/account/register",
            json={"name": "Ada", "password": PASSWORD},
            headers={"X-Forwarded-Proto": scheme},
        )
        (cookie,) = (each for each in answer.headers.get_list("set-cookie") if f"{COOKIE}=" in each)
        flags = {each.strip() for each in cookie.split(";")[1:]}
        assert {"HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=2592000"} <= flags
        assert ("Secure" in flags) == (scheme == "https")
        assert not any(flag.startswith("Domain") for flag in flags)


def test_files_are_read_only_of_people_and_only_so_far(any_database: str) -> None:
    zipped = {"Content-Type": "application/zip"}
    limits = Limits(upload_bytes=200_000)
    with RunningServer(any_database, limits) as server, Guest(server.address) as ada:
        answer = ada.http.post("/api/invites", content=b"x" * 100_000, headers=zipped)
        assert (answer.status_code, answer.json()["error"]) == (401, "sign in first")
        ada.registers("Ada")
        answer = ada.http.post("/api/invites", content=b"x" * 100_000, headers=zipped)
        assert answer.status_code == 403
        assert ada.http.post("/api/invites", content=b"x" * 200_001, headers=zipped).status_code == 413

"""Where secrets are: not in addresses that a proxy logs, in cookies of this host alone, not for ever."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from steelyard.server.accounts import devices, invites, schema
from steelyard.server.accounts.login_delay import LoginDelay
from steelyard.server.accounts.store import COOKIE, DAY_MS, LONGEST_MS
from steelyard.server.http import clients
from steelyard.server.time_source import now_ms
from tests.server.bots.bot_owners import BotOwner
from tests.server.running_server import ME, OPEN, PASSWORD, Guest

if TYPE_CHECKING:
    from collections.abc import Iterator

    import httpx

    from tests.server.clocks import Calendar
    from tests.server.running_server import RunningServer

WRONG = "not the password"
SECURE = {"X-Forwarded-Proto": "https"}


def sign_in(guest: Guest, password: str, **headers: str) -> httpx.Response:
    asked = {"name": "Ada", "password": password}
    return guest.http.post("/api/account/sign-in", json=asked, headers=headers)


def test_what_opens_a_door_is_behind_the_hash_of_an_address(quick_server: RunningServer) -> None:
    """What comes after # stays in the browser."""
    with BotOwner(quick_server, "Mr Gray", "organiser") as teacher, BotOwner(quick_server, "Pupil") as pupil:
        path = teacher.asks(f"/api/people/{pupil.id}/reset", 201)["path"]
        invitation = teacher.sets_up("tank_war", ME, OPEN)["invite"]
    assert path.startswith("/account#reset=")
    assert invitation.partition("#")[2].startswith("join=")


def test_links_do_not_last_and_the_first_administrator_gets_a_new_one(
    quick_server: RunningServer, calendar: Calendar
) -> None:
    assert max(invites.LINK_MS.values()) <= DAY_MS
    account_service = quick_server.app.state.account_service
    assert quick_server.do(account_service.first_admin_link()) is None, "one that can be used was printed"
    calendar.forward(invites.LINK_MS["admin"] + 1)
    assert quick_server.do(account_service.first_admin_link()) is not None


def test_behind_https_cookies_belong_to_this_host_alone(quick_server: RunningServer) -> None:
    """Another host of the same domain can plant no cookie of that name, and one without it opens nothing."""
    with Guest(quick_server.address) as ada:
        answer = ada.http.get("/api/me", headers=SECURE)
        assert _cookie(answer, clients.COOKIE).startswith(f"__Host-{clients.COOKIE}=")
        asked = {"name": "Ada", "password": PASSWORD}
        answer = ada.http.post("/api/account/register", json=asked, headers=SECURE)
        for name in (COOKIE, devices.COOKIE):
            kept = _cookie(answer, name)
            assert kept.startswith(f"__Host-{name}=")
            assert {"Secure", "Path=/", "HttpOnly"} <= {each.strip() for each in kept.split(";")}
            assert "Domain" not in kept
        secret = _cookie(answer, COOKIE).partition("=")[2].partition(";")[0]
    with Guest(quick_server.address) as elsewhere:
        for name, known in ((COOKIE, False), (f"__Host-{COOKIE}", True)):
            shown = elsewhere.http.get("/api/me", headers=SECURE | {"Cookie": f"{name}={secret}"}).json()
            assert (shown["account"] is not None) == known, name


def test_guests_keep_their_games_when_the_server_moves_to_https(quick_server: RunningServer) -> None:
    with Guest(quick_server.address, "Bob") as bob:
        answer = bob.http.get("/api/me", headers=SECURE)
        assert answer.json()["name"] == "Bob"
        renamed = _cookie(answer, clients.COOKIE)
        assert renamed.startswith(f"__Host-{clients.COOKIE}={bob.http.cookies[clients.COOKIE]};")


def _cookie(answer: httpx.Response, name: str) -> str:
    (found,) = (each for each in answer.headers.get_list("set-cookie") if name in each.partition("=")[0])
    return str(found)


def test_a_session_ends_for_good_however_much_it_is_used(quick_server: RunningServer) -> None:
    known = quick_server.app.state.people
    with BotOwner(quick_server, "Ada") as ada:
        (session,) = known.sessions_of(ada.id)
        for began_ms, lasts in ((now_ms() - LONGEST_MS + DAY_MS, True), (now_ms() - LONGEST_MS - 1, False)):
            known.begin(session._replace(created_ms=began_ms, used_ms=now_ms()))
            assert (ada.http.get("/api/me").json()["account"] is not None) == lasts
        known.begin(
            session._replace(created_ms=now_ms() - LONGEST_MS + DAY_MS, used_ms=now_ms() - 2 * DAY_MS)
        )
        age = int(_cookie(ada.http.get("/api/me"), COOKIE).partition("Max-Age=")[2].partition(";")[0])
        assert age <= DAY_MS / 1000, "the browser keeps it no longer than the server"
        known.begin(session._replace(created_ms=now_ms() - LONGEST_MS - 1))
    with quick_server.registry.store.engine.begin() as connection:
        connection.execute(schema.sessions.update().values(created_ms=now_ms() - LONGEST_MS - 1))
    quick_server.do(quick_server.registry.writer.kept([known.forgetting()]))
    assert quick_server.everything()["sessions"] == []


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@contextmanager
def slowed(server: RunningServer) -> Iterator[None]:
    """Time stands still, so that nobody's wait is over."""
    account_service = server.app.state.account_service
    account_service.attempts.by_name_and_address = LoginDelay(free=5, longest_s=300.0, clock=Clock())
    account_service.attempts.by_name = LoginDelay(free=20, longest_s=60.0, clock=Clock())
    yield


def test_who_guesses_a_password_locks_out_himself_and_not_the_owner(quick_server: RunningServer) -> None:
    with Guest(quick_server.address) as ada, Guest(quick_server.address) as eve, slowed(quick_server):
        ada.registers("Ada")
        ada.http.post("/api/account/sign-out", json={})
        told = [sign_in(eve, WRONG, **{"X-Forwarded-For": "192.0.2.1"}).status_code for _ in range(7)]
        assert told == [401] * 5 + [429] * 2
        ada.http.cookies.delete(devices.COOKIE)
        assert sign_in(ada, PASSWORD, **{"X-Forwarded-For": "192.0.2.2"}).status_code == 200


def test_a_browser_that_was_signed_in_gets_in_while_many_addresses_guess(quick_server: RunningServer) -> None:
    with Guest(quick_server.address) as ada, Guest(quick_server.address) as eve, slowed(quick_server):
        ada.registers("Ada")
        ada.http.post("/api/account/sign-out", json={})
        told = [
            sign_in(eve, WRONG, **{"X-Forwarded-For": f"192.0.2.{number % 50}"}).status_code
            for number in range(30)
        ]
        assert told == [401] * 20 + [429] * 10
        eve.registers("Eve")
        assert sign_in(eve, PASSWORD).status_code == 429, "a browser known for another account helps nobody"
        assert [sign_in(ada, WRONG).status_code for _ in range(6)] == [401] * 5 + [429], (
            "nor one to guess with"
        )
        quick_server.app.state.account_service.attempts.by_name_and_address = LoginDelay(
            free=5, longest_s=60.0
        )
        assert sign_in(ada, PASSWORD).status_code == 200


def test_only_the_server_makes_browsers_known() -> None:
    known = devices.Devices(b"a secret")
    made = known.new(7)
    assert known.account(made) == 7
    assert known.account(made.replace("7", "8", 1)) is None
    assert devices.Devices(b"another secret").account(made) is None
    for nonsense in ("", "7", "7..", "..", "7.a.b", "x" * 500):
        assert known.account(nonsense) is None

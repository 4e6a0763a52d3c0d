"""Accounts: made, used in several browsers, looked after, shut."""

from __future__ import annotations

import asyncio
from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest

from steelyard.core.names import looks
from steelyard.server.accounts.invites import new_link
from steelyard.server.accounts.names import InvalidName, checked_name
from steelyard.server.accounts.store import ADD_SESSION, COOKIE, KEPT_MS, MOST_SESSIONS
from steelyard.server.database.writer import Change
from steelyard.server.http.responses import ApiError
from steelyard.server.time_source import now_ms
from tests.server.running_server import ME, OPEN, PASSWORD, RANDOM, Guest, RunningServer

if TYPE_CHECKING:
    from collections.abc import Iterator

OTHER = "another yard of steel"


@pytest.fixture
def come(quick_server: RunningServer) -> Iterator[Any]:
    """Browsers, as many as a test needs."""
    guests: list[Guest] = []

    def one() -> Guest:
        guests.append(Guest(quick_server.address))
        return guests[-1]

    yield one
    for guest in guests:
        guest.http.close()


def test_a_guest_keeps_his_games_when_he_registers_and_finds_them_in_another_browser(come: Any) -> None:
    ada, elsewhere = come(), come()
    table = ada.sets_up("tank_war", ME, OPEN)["id"]
    ada.registers("Ada")
    assert ada.shows(table)["you"] == [0]
    assert elsewhere.shows(table)["you"] == []
    elsewhere.signs_in("ada")
    assert elsewhere.shows(table)["you"] == [0]
    with elsewhere.follows(table) as page:
        assert page.until("snapshot")["you"] == [0]
    mine = elsewhere.http.get("/api/tables", params={"mine": True}).json()["tables"]
    assert [each["id"] for each in mine] == [table]


def test_after_signing_out_the_browser_opens_nothing_of_the_account(come: Any) -> None:
    """The secret the guest had before they registered is worth nothing any more, also on a socket."""
    ada = come()
    table = ada.sets_up("tank_war", ME, OPEN)["id"]
    before = ada.cookie
    ada.registers("Ada")
    assert ada.http.post("/api/account/sign-out", json={}).status_code == 204
    assert COOKIE not in ada.http.cookies
    assert ada.shows(table)["you"] == []
    thief = come()
    thief.http.cookies.clear()
    answer = thief.http.get(f"/api/tables/{table}", headers={"Cookie": before})
    assert answer.json()["you"] == []
    assert "steelyard_guest" in answer.headers["set-cookie"], "they are somebody new"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("A", "2 to 30"),
        ("x" * 31, "2 to 30"),
        ("<b>Ada</b>", "'<' cannot be in a name"),
        ("Ada\u202eLovelace", "cannot be in a name"),
        ("Ada\u200bLovelace", "cannot be in a name"),
        ("Ada\u0000", "cannot be in a name"),
        *((f"Ada{unseen}", "cannot be in a name") for unseen in "\u034f\u115f\u3164\uffa0\ufe0f\U000e0100"),
        ("1984", "at least one letter"),
        ("\u0410da", "one alphabet"),
        ("Ada \U0001f600", "cannot be in a name"),
    ],
)
def test_a_name_that_could_deceive_is_refused_with_a_reason(name: str, why: str) -> None:
    with pytest.raises(InvalidName, match=why):
        checked_name(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(("Ada", same) for same in ("ADA", "a d a", "A.d-a", "\uff21da", "Ada\u200b", "\u0430d\u0430")),
        ("Bill 10", "BI1l \u0661O"),
        ("Iris", "lris"),
        ("Burns", "Bums"),
        ("BETH", "\u0412\u0415\u0422\u041d"),  # all Cyrillic
        ("scope", "\u0455\u0441\u043e\u0440\u0435"),
        ("OXO", "\u039f\u03a7\u039f"),  # all Greek
    ],
)
def test_names_that_look_alike_share_a_look(one: str, other: str) -> None:
    assert looks(one) & looks(other)


def test_names_that_look_different_share_none() -> None:
    names = ("Ada", "Adam", "Team 2", "Team 3", "\u5f20\u4f1f", "J\u00f6rg", "Jorg", "Anna", "Hanna")
    for one, other in combinations(names, 2):
        assert not looks(one) & looks(other), (one, other)
    assert checked_name("  Jo\u0308rg   M\u00fcller ") == "J\u00f6rg M\u00fcller"
    assert checked_name("\u5f20\u4f1f 2") == "\u5f20\u4f1f 2"


def test_what_cannot_be_an_account_is_refused_with_a_reason(come: Any) -> None:
    ada, bob = come(), come()
    ada.registers("Ada Lovelace")

    def register(name: str, password: str) -> tuple[int, str]:
        answer = bob.http.post("/api/account/register", json={"name": name, "password": password})
        return answer.status_code, answer.json()["error"]

    for name, password, status, why in (
        ("ADA_lovelace", PASSWORD, 409, "somebody with an account has that name"),
        ("Ada LoveIace", PASSWORD, 409, "somebody with an account has that name"),
        ("Greedy", PASSWORD, 409, "a bot of this server has that name"),
        ("\uff30ERFECT", PASSWORD, 409, "a bot of this server has that name"),
        ("Ieve18", PASSWORD, 409, "a bot of this server has that name"),
        ("Bob", "sunshine99", 422, "first that others would try"),
        ("Bob", "qwertyuiop12", 422, "first that others would try"),
        ("Bob", "steelyard1", 422, "first that others would try"),
        ("Bob", "short", 422, "at least 8"),
        ("Bob", "12345678", 422, "first that others would try"),
        ("Bob the Builder", "bob the builder", 422, "first that others would try"),
        ("<script>", PASSWORD, 422, "cannot be in a name"),
    ):
        told = register(name, password)
        assert (told[0], why in told[1]) == (status, True), told
    answer = bob.http.post("/api/me", json={"name": "ada  lovelace"})
    assert (answer.status_code, "with an account" in answer.json()["error"]) == (409, True)
    answer = bob.http.post("/api/me", json={"name": "greedy"})
    assert (answer.status_code, "a bot of this server" in answer.json()["error"]) == (409, True)
    assert ada.http.post("/api/me", json={"name": "Somebody"}).status_code == 409
    assert (
        ada.http.post("/api/account/register", json={"name": "Eve", "password": PASSWORD}).status_code == 409
    )


def test_a_changed_password_signs_every_other_browser_out(come: Any) -> None:
    ada, elsewhere = come(), come()
    ada.registers("Ada")
    elsewhere.signs_in("Ada")
    wrong = ada.http.post("/api/account/password", json={"old": OTHER, "new": OTHER})
    assert (wrong.status_code, wrong.json()["error"]) == (403, "that is not your current password")
    before = ada.http.cookies[COOKIE]
    assert ada.http.post("/api/account/password", json={"old": PASSWORD, "new": OTHER}).status_code == 200
    assert ada.http.cookies[COOKIE] != before
    assert ada.http.get("/api/me").json()["account"]["name"] == "Ada"
    assert elsewhere.http.get("/api/me").json()["account"] is None
    elsewhere.signs_in("Ada", OTHER)


def test_whoever_knew_the_old_password_does_not_change_one_that_was_changed_meanwhile(
    come: Any, quick_server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The owner gets the account back with a link, while whoever had stolen it changes its password."""
    thief, owner = come(), come()
    thief.registers("Ada")
    service, asked = quick_server.app.state.account_service, "a password of the thief"
    checked = service._passwords.checked

    async def late(password: str, name: str) -> str:
        if password == asked:
            secret, _, kept = new_link("reset", service.people.named("Ada").account.id)
            await service.writer.kept(kept)
            await service.reset(secret, OTHER, "")
        found: str = await checked(password, name)
        return found

    monkeypatch.setattr(service._passwords, "checked", late)
    answer = thief.http.post("/api/account/password", json={"old": PASSWORD, "new": asked})
    assert (answer.status_code, answer.json()["code"]) == (403, "wrong_old_password")
    owner.signs_in("Ada", OTHER)


def test_signing_out_everywhere_ends_every_session_and_open_page(come: Any) -> None:
    ada, elsewhere = come(), come()
    table = ada.sets_up("tank_war", ME, OPEN)["id"]
    ada.registers("Ada")
    elsewhere.signs_in("Ada")
    with elsewhere.follows(table) as page:
        page.until("snapshot")
        ada.http.post("/api/account/sign-out", json={"everywhere": True})
        assert "no longer signed in" in page.until("refused")["error"]
        page.drain()
        assert page.connection.close_code == 4401
    assert elsewhere.http.get("/api/me").json()["account"] is None


def test_a_session_that_is_not_used_for_a_month_ends_and_one_that_is_used_lasts(
    come: Any, quick_server: RunningServer
) -> None:
    ada = come()
    ada.registers("Ada")
    people = quick_server.app.state.people
    session = people.sessions_of(1)[0]
    people.begin(session._replace(used_ms=now_ms() - KEPT_MS / 2))
    answer = ada.http.get("/api/me")
    assert answer.json()["account"]["name"] == "Ada"
    assert f"{COOKIE}=" in answer.headers["set-cookie"], "the browser keeps it for another month"
    assert people.sessions_of(1)[0].used_ms > now_ms() - KEPT_MS / 4
    people.begin(session._replace(used_ms=now_ms() - KEPT_MS - 1))
    assert ada.http.get("/api/me").json()["account"] is None


def test_accounts_and_sessions_outlive_the_server(database: str) -> None:
    with RunningServer(database) as server, Guest(server.address) as ada:
        ada.registers("Ada")
        cookies = ada.http.cookies
        old = {"id": "0" * 64, "account": 1, "created_ms": 0.0, "used_ms": 0.0}
        server.do(server.registry.writer.kept([Change(ADD_SESSION, old)]))
    with RunningServer(database) as server, Guest(server.address) as again:
        assert [row.used_ms > 0 for row in server.everything()["sessions"]] == [True], "the old one is gone"
        again.http.cookies = cookies
        assert again.http.get("/api/me").json()["account"] == {"id": 1, "name": "Ada", "role": "player"}
        with Guest(server.address) as bob:
            assert bob.registers("Bob")["id"] == 2


def test_an_invite_code_is_used_up_even_when_many_come_at_once(any_database: str) -> None:
    with RunningServer(any_database, register="invited") as server:
        with Guest(server.address) as teacher, Guest(server.address) as nobody:
            code = _first_code(server, teacher)
            refused = nobody.http.post("/api/account/register", json={"name": "Eve", "password": PASSWORD})
            assert (refused.status_code, "invite code" in refused.json()["error"]) == (403, True)
            wrong = {"name": "Eve", "password": PASSWORD, "code": "AAAAAAAAAA"}
            assert nobody.http.post("/api/account/register", json=wrong).status_code == 403
        guests = [Guest(server.address) for _ in range(6)]

        async def all_at_once() -> list[int]:
            asks = [
                asyncio.to_thread(
                    guest.http.post,
                    "/api/account/register",
                    json={"name": f"Team {'ABCDEF'[each]}", "password": PASSWORD, "code": code.lower()},
                )
                for each, guest in enumerate(guests)
            ]
            return [answer.status_code for answer in await asyncio.gather(*asks)]

        told = asyncio.run(all_at_once())
        for guest in guests:
            guest.http.close()
    assert sorted(told) == [201, 201, 201, 403, 403, 403]


def _first_code(server: RunningServer, teacher: Guest) -> str:
    """Made by the first administrator, who has the link alone, and can register with it."""
    link = server.app.state.admin_link
    teacher.registers("Mr Gray", link=link)
    assert teacher.http.post("/api/account/admin", json={"link": link}).json()["role"] == "admin"
    made = teacher.http.post("/api/invites", json={"label": "Class 7b", "uses": 3, "days": 7})
    code: str = made.json()["code"]
    return code


def test_a_code_that_was_ended_lets_nobody_in(come: Any, quick_server: RunningServer) -> None:
    teacher = come()
    teacher.registers("Mr Gray")
    teacher.becomes(quick_server, "organiser")
    code = teacher.http.post("/api/invites", json={}).json()["code"]
    assert [each["code"] for each in teacher.http.get("/api/invites").json()] == [code]
    assert teacher.http.post("/api/invites/end", json={"code": code}).status_code == 204
    assert teacher.http.get("/api/invites").json() == []
    asked = {"name": "Eve", "password": PASSWORD, "code": code}
    assert come().http.post("/api/account/register", json=asked).status_code == 403
    assert teacher.http.post("/api/invites/end", json={"code": code}).status_code == 404


def test_the_admin_link_works_once(come: Any, quick_server: RunningServer) -> None:
    ada, bob = come(), come()
    ada.registers("Ada")
    bob.registers("Bob")
    before = ada.http.cookies[COOKIE]
    link = {"link": quick_server.app.state.admin_link}
    assert come().http.post("/api/account/admin", json=link).status_code == 401
    assert ada.http.post("/api/account/admin", json=link).json()["role"] == "admin"
    assert ada.http.cookies[COOKIE] != before, "with more rights comes another session"
    again, other = (each.http.post("/api/account/admin", json=link) for each in (ada, bob))
    assert (again.status_code, again.json()["error"][:32]) == (403, "you are an administrator already")
    assert (other.status_code, "--admin-link" in other.json()["error"]) == (403, True)
    assert quick_server.do(quick_server.app.state.account_service.first_admin_link()) is None


def test_an_organiser_helps_players_and_only_the_administrator_organisers(
    come: Any, quick_server: RunningServer
) -> None:
    admin, teacher, other, pupil = come(), come(), come(), come()
    numbers = [
        guest.registers(name)["id"]
        for guest, name in ((admin, "Ann"), (teacher, "Mr Gray"), (other, "Other"), (pupil, "Pupil"))
    ]
    admin.becomes(quick_server, "admin")
    teacher.becomes(quick_server, "organiser")
    other.becomes(quick_server, "organiser")
    for guest, whose, status in (
        (teacher, 3, 201),
        (teacher, 2, 403),
        (teacher, 0, 403),
        (teacher, 1, 409),
        (admin, 2, 201),
    ):
        answer = guest.http.post(f"/api/people/{numbers[whose]}/reset", json={})
        assert answer.status_code == status, answer.text
    assert teacher.http.post("/api/people/99/reset", json={}).status_code == 404
    assert teacher.http.post("/api/invites", json={"role": "admin"}).status_code == 403
    assert teacher.http.post("/api/invites", json={"role": "organiser"}).status_code == 201
    assert teacher.http.post(f"/api/people/{numbers[3]}/role", json={"role": "admin"}).status_code == 403


def test_a_reset_link_works_once_and_ends_all_sessions(come: Any, quick_server: RunningServer) -> None:
    teacher, pupil, elsewhere = come(), come(), come()
    teacher.registers("Mr Gray")
    teacher.becomes(quick_server, "organiser")
    number = pupil.registers("Pupil")["id"]
    path = teacher.http.post(f"/api/people/{number}/reset", json={}).json()["path"]
    asked = {"link": path.partition("reset=")[2], "password": OTHER}
    weak = elsewhere.http.post("/api/account/reset", json=asked | {"password": "short"})
    assert (weak.status_code, "at least 8" in weak.json()["error"]) == (422, True)
    assert elsewhere.http.post("/api/account/reset", json=asked).json()["name"] == "Pupil"
    assert elsewhere.http.get("/api/me").json()["account"]["name"] == "Pupil"
    assert pupil.http.get("/api/me").json()["account"] is None
    assert pupil.http.post("/api/account/reset", json=asked).status_code == 403
    pupil.signs_in("Pupil", OTHER)


def test_a_disabled_account_is_shut_at_once_and_can_be_opened_again(
    come: Any, quick_server: RunningServer
) -> None:
    teacher, pupil = come(), come()
    teacher.registers("Mr Gray")
    teacher.becomes(quick_server, "organiser")
    table = pupil.sets_up("tank_war", ME, RANDOM)["id"]
    number = pupil.registers("Pupil")["id"]
    with pupil.follows(table) as page:
        page.until("snapshot")
        assert teacher.http.post(f"/api/people/{number}/disabled", json={"disabled": True}).status_code == 204
        page.until("refused")
        page.drain()
    assert pupil.http.get("/api/me").json()["account"] is None
    again = pupil.http.post("/api/account/sign-in", json={"name": "Pupil", "password": PASSWORD})
    assert (again.status_code, again.json()["error"]) == (401, "the name or the password is wrong")
    teacher.http.post(f"/api/people/{number}/disabled", json={"disabled": False})
    pupil.signs_in("Pupil")


def test_what_was_done_is_in_the_audit_log(come: Any, quick_server: RunningServer) -> None:
    teacher, pupil = come(), come()
    teacher.registers("Mr Gray")
    teacher.becomes(quick_server, "organiser")
    number = pupil.registers("Pupil")["id"]
    teacher.http.post(f"/api/people/{number}/reset", json={})
    teacher.http.post("/api/invites", json={"label": "7b"})
    told = teacher.http.get("/api/audit", params={"actor": "mr gray"}).json()
    assert [(each["action"], each["subject"].partition(":")[0]) for each in told["entries"]] == [
        ("invite.make", "invite"),
        ("account.reset_link", "account"),
        ("account.register", "account"),
    ]
    assert told["entries"][0]["detail"]["label"] == "7b"
    invites = teacher.http.get("/api/audit", params={"action": "invite"}).json()["entries"]
    assert [each["action"] for each in invites] == ["invite.make"]
    assert set(told["actions"]) >= {"account.register", "account.role", "admin.link"}


def test_people_are_listed_by_page_and_found_by_name(come: Any, quick_server: RunningServer) -> None:
    teacher = come()
    teacher.registers("Mr Gray")
    teacher.becomes(quick_server, "organiser")
    come().registers("Pupil One")
    come().registers("Pupil Two")
    found = teacher.http.get("/api/people", params={"find": "pupil"}).json()
    assert [each["name"] for each in found["people"]] == ["Pupil One", "Pupil Two"]
    rest = teacher.http.get("/api/people", params={"after": 2}).json()
    assert [each["name"] for each in rest["people"]] == ["Pupil Two"]


def test_an_account_has_only_so_many_sessions(come: Any, quick_server: RunningServer) -> None:
    first, second = come(), come()
    first.registers("Ada")
    second.signs_in("Ada")
    for _ in range(MOST_SESSIONS - 1):
        come().signs_in("Ada")
    assert len(quick_server.app.state.people.sessions_of(1)) == MOST_SESSIONS
    assert first.http.get("/api/me").json()["account"] is None
    assert second.http.get("/api/me").json()["account"]["name"] == "Ada"


def test_a_session_that_begins_as_all_end_is_none(
    quick_server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody else changes the password in that moment: whoever has done so before is out."""
    people, accounts = quick_server.app.state.people, quick_server.app.state.account_service
    with Guest(quick_server.address) as ada:
        number = ada.registers("Ada")["id"]
        new_session = people.new_session

        def as_all_end(account: int) -> Any:
            made = new_session(account)
            people.end_all_sessions(account)
            return made

        monkeypatch.setattr(people, "new_session", as_all_end)
        with pytest.raises(ApiError):
            quick_server.do(accounts.begin(number))
        assert people.sessions_of(number) == []


def test_whoever_is_signed_out_while_the_answer_is_written_is_told_so(
    quick_server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    people, accounts = quick_server.app.state.people, quick_server.app.state.account_service
    with Guest(quick_server.address) as ada:
        number = ada.registers("Ada")["id"]
        sign_out = accounts.sign_out

        async def everywhere(sessions: list[str]) -> None:
            await sign_out(sessions)
            people.end_all_sessions(number)

        monkeypatch.setattr(accounts, "sign_out", everywhere)
        asked = {"old": PASSWORD, "new": "quite another one"}
        answer = ada.http.post("/api/account/password", json=asked)
        assert (answer.status_code, answer.json()["code"]) == (401, "not_signed_in")

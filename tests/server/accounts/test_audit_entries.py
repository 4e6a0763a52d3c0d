"""Whatever is done with an account is in the log: who did it, to whom, and what is worth reading of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from steelyard.server.accounts.administrators import LAST_ADMIN
from steelyard.server.accounts.service import ALREADY_ADMIN, WRONG_OLD
from steelyard.server.http.access import Account
from steelyard.server.http.responses import ApiError
from tests.server.running_server import PASSWORD, Guest

if TYPE_CHECKING:
    from tests.server.running_server import RunningServer

OTHER = "quite another one"


def done(guest: Guest, path: str, **asked: Any) -> Any:
    answer = guest.http.post(path, json=asked)
    assert answer.status_code in {200, 201, 204}, answer.text
    return answer.json() if answer.content else None


def log(admin: Guest) -> list[tuple[str | None, str, str, dict[str, Any]]]:
    """All of it, the oldest first."""
    entries = admin.http.get("/api/audit").json()["entries"]
    return [(each["actor"], each["action"], each["subject"], each["detail"]) for each in reversed(entries)]


def test_the_log_says_who_did_what_to_whom(quick_server: RunningServer) -> None:
    with (
        Guest(quick_server.address) as head,
        Guest(quick_server.address) as pupil,
        Guest(quick_server.address) as late,
    ):
        head.registers("Head")
        link = quick_server.app.state.admin_link
        assert done(head, "/api/account/admin", link=link) == {"id": 1, "name": "Head", "role": "admin"}
        invite = done(head, "/api/invites", label=" 7b ", role="organiser", uses=3, days=2)
        assert (invite["label"], invite["role"], invite["uses_left"], invite["maker"]) == (
            "7b",
            "organiser",
            3,
            "Head",
        )
        days = (invite["expires_ms"] - invite["created_ms"]) / 86_400_000
        assert days == 2
        pupil.registers("Pupil", code=invite["code"])
        (left,) = head.http.get("/api/invites").json()
        assert left == invite | {"uses_left": 2}
        done(head, "/api/people/2/role", role="player")
        pupil.signs_in("Pupil")
        done(pupil, "/api/account/password", old=PASSWORD, new=OTHER)
        path = done(head, "/api/people/2/reset")["path"]
        done(late, "/api/account/reset", link=path.partition("reset=")[2], password=PASSWORD)
        done(head, "/api/people/2/disabled", disabled=True)
        done(head, "/api/people/2/disabled", disabled=False)
        done(head, "/api/invites/end", code=invite["code"].lower())
        assert log(head) == [
            (None, "admin.link", "server", {}),
            ("Head", "account.register", "account:1", {"name": "Head", "role": "player", "code": None}),
            ("Head", "account.role", "account:1", {"name": "Head", "from": "player", "to": "admin"}),
            ("Head", "invite.make", "invite:7b", {"label": "7b", "role": "organiser", "uses": 3, "days": 2}),
            ("Pupil", "account.register", "account:2", {"name": "Pupil", "role": "organiser", "code": "7b"}),
            ("Head", "account.role", "account:2", {"name": "Pupil", "from": "organiser", "to": "player"}),
            ("Pupil", "account.password", "account:2", {"by_link": False}),
            ("Head", "account.reset_link", "account:2", {"name": "Pupil"}),
            ("Pupil", "account.password", "account:2", {"by_link": True}),
            ("Head", "account.disable", "account:2", {"name": "Pupil"}),
            ("Head", "account.enable", "account:2", {"name": "Pupil"}),
            ("Head", "invite.end", "invite:7b", {"label": "7b"}),
        ]


def test_ones_own_page_says_since_when_and_in_how_many_browsers(quick_server: RunningServer) -> None:
    with Guest(quick_server.address) as ada, Guest(quick_server.address) as elsewhere:
        nobody = ada.http.get("/api/account").json()
        assert nobody == {"account": None, "registering": "open", "sessions": 0, "created_ms": None}
        account = ada.registers("Ada")
        elsewhere.signs_in("ada")
        (row,) = quick_server.everything()["accounts"]
        assert ada.http.get("/api/account").json() == {
            "account": account,
            "registering": "open",
            "sessions": 2,
            "created_ms": row.created_ms,
        }
        assert ada.http.post("/api/account/sign-out", json={}).status_code == 204
        assert elsewhere.http.get("/api/account").json()["sessions"] == 1
        again = elsewhere.http.post("/api/account/register", json={"name": "Eve", "password": PASSWORD})
        assert (again.status_code, again.json()["code"]) == (409, "already_signed_in")


def test_an_administrator_is_told_why_something_cannot_be_done(quick_server: RunningServer) -> None:
    with Guest(quick_server.address) as head, Guest(quick_server.address) as deputy:
        head.registers("Head")
        head.becomes(quick_server, "admin")
        deputy.registers("Deputy")
        deputy.becomes(quick_server, "admin")
        done(deputy, "/api/people/1/role", role="player")
        for path, asked in (("role", {"role": "player"}), ("disabled", {"disabled": True})):
            own = deputy.http.post(f"/api/people/2/{path}", json=asked)
            assert (own.status_code, own.json()["code"]) == (409, "own_account")
            nobody = deputy.http.post(f"/api/people/9/{path}", json=asked)
            assert (nobody.status_code, nobody.json()["code"]) == (404, "account_not_found")


def test_the_last_administrator_stays_one_and_it_is_said_why(quick_server: RunningServer) -> None:
    accounts, server = quick_server.app.state.account_service, Account(0, "the server", "admin")
    with Guest(quick_server.address) as head:
        head.registers("Head")
        head.becomes(quick_server, "admin")
        deeds: list[tuple[Any, dict[str, Any]]] = [
            (accounts.change_role, {"role": "player"}),
            (accounts.disable, {"disabled": True}),
        ]
        for deed, how in deeds:
            with pytest.raises(ApiError) as refused:
                quick_server.do(deed(server, 1, **how))
            assert (refused.value.code, refused.value.error) == ("last_administrator", LAST_ADMIN)
        again = head.http.post("/api/account/admin", json={"link": "a" * 43})
        assert (again.status_code, again.json()["error"]) == (403, ALREADY_ADMIN)
    with Guest(quick_server.address) as pupil:
        pupil.registers("Pupil")
        wrong = pupil.http.post("/api/account/password", json={"old": OTHER, "new": OTHER})
        assert (wrong.status_code, wrong.json()["error"]) == (403, WRONG_OLD)

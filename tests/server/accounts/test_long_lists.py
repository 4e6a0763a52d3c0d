"""People and the audit log, page by page, as organisers read them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
import sqlalchemy as sql

from steelyard.server.accounts import schema
from steelyard.server.accounts.admin_routes import PAGE
from steelyard.server.accounts.store import Person
from steelyard.server.http.access import Account
from tests.server.bots.bot_owners import BotOwner

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.server.running_server import RunningServer


@pytest.fixture
def admin(quick_server: RunningServer) -> Iterator[BotOwner]:
    with BotOwner(quick_server, "Ms Head", "admin") as one:
        yield one


def listed(owner: BotOwner, path: str, **asked: Any) -> dict[str, Any]:
    answer = owner.http.get(path, params=asked)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_people_come_by_number_and_the_last_page_says_that_it_is_the_last(
    quick_server: RunningServer, admin: BotOwner
) -> None:
    people = quick_server.app.state.people
    for number in reversed(range(100, 99 + PAGE)):
        account = Account(number, f"Pupil {number}", "player")
        people.put(Person(account, f"guest {number}", number == 100, 5.0))
    whole = listed(admin, "/api/people")
    assert [each["id"] for each in whole["people"]] == [admin.id, *range(100, 99 + PAGE)]
    assert whole["next"] is None
    assert whole["people"][1] == {
        "id": 100,
        "name": "Pupil 100",
        "role": "player",
        "disabled": True,
        "created_ms": 5.0,
    }
    people.put(Person(Account(99 + PAGE, "Pupil", "player"), "guest", False, 5.0))  # noqa: FBT003 - not disabled
    first = listed(admin, "/api/people")
    assert (len(first["people"]), first["next"]) == (PAGE, 98 + PAGE)
    rest = listed(admin, "/api/people", after=first["next"])
    assert ([each["id"] for each in rest["people"]], rest["next"]) == ([99 + PAGE], None)
    assert [each["id"] for each in listed(admin, "/api/people", find="PUPIL 101")["people"]] == [101]


def log(server: RunningServer, *entries: tuple[int | None, str]) -> None:
    """Entries by an account, or by the server itself."""
    with server.registry.store.engine.begin() as connection:
        connection.execute(sql.delete(schema.audit))
        for place, (actor, action) in enumerate(entries):
            values = {"at_ms": float(place), "actor": actor, "action": action, "subject": f"thing:{place}"}
            detail = json.dumps({"place": place})
            connection.execute(sql.insert(schema.audit).values(**values, detail=detail))


def places(found: dict[str, Any]) -> list[int]:
    return [each["detail"]["place"] for each in found["entries"]]


def test_the_log_is_read_from_its_end_page_by_page(quick_server: RunningServer, admin: BotOwner) -> None:
    log(quick_server, *[(admin.id, "account.role")] * (PAGE - 1))
    whole = listed(admin, "/api/audit")
    assert places(whole) == [*reversed(range(PAGE - 1))]
    assert whole["next"] is None
    log(quick_server, *[(admin.id, "account.role")] * (PAGE + 2))
    first = listed(admin, "/api/audit")
    assert places(first) == [*reversed(range(2, PAGE + 2))]
    assert first["next"] == first["entries"][-1]["id"]
    assert places(listed(admin, "/api/audit", after=first["next"])) == [1, 0]
    assert places(listed(admin, "/api/audit", after=first["next"], action="account")) == [1, 0]


def test_the_log_is_read_by_who_did_it_and_by_the_beginning_of_what_was_done(
    quick_server: RunningServer, admin: BotOwner
) -> None:
    log(
        quick_server,
        (admin.id, "account.role"),
        (77, "account.disable"),
        (None, "admin.link"),
        (admin.id, "invite.make"),
        (77, "account.role"),
    )
    whole = listed(admin, "/api/audit")
    assert [each["actor"] for each in whole["entries"]] == [
        "account 77",
        "Ms Head",
        None,
        "account 77",
        "Ms Head",
    ]
    assert whole["entries"][1] == {
        "id": whole["entries"][1]["id"],
        "at_ms": 3.0,
        "actor": "Ms Head",
        "action": "invite.make",
        "subject": "thing:3",
        "detail": {"place": 3},
    }
    assert whole["actions"] == ["account.disable", "account.role", "admin.link", "invite.make"]
    assert places(listed(admin, "/api/audit", action="account")) == [4, 1, 0]
    assert places(listed(admin, "/api/audit", action="account.role")) == [4, 0]
    assert places(listed(admin, "/api/audit", actor="MS HEAD")) == [3, 0]
    assert places(listed(admin, "/api/audit", actor="ms head", action="invite")) == [3]
    assert places(listed(admin, "/api/audit", actor="nobody")) == []
    assert listed(admin, "/api/audit", actor="nobody")["actions"] == whole["actions"]

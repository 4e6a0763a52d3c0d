"""Nobody's mailbox is flooded, whoever asks and however many at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
import sqlalchemy as sql

from steelyard.server.database.writer import Change
from steelyard.server.mail import news, service, tokens
from steelyard.server.mail.schema import addresses
from steelyard.server.operations.backup import back_up
from steelyard.server.operations.restore import restore
from steelyard.server.settings import Intervals, MailSettings
from steelyard.server.tables.schema import results
from steelyard.server.time_source import now_ms
from tests.server.mail.test_mail import URL, collect
from tests.server.running_server import ME, OPEN, PASSWORD, Guest, RunningServer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.server.clocks import Calendar


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RunningServer]:
    """Tests say when it is looked, and nothing is sent."""
    mail = MailSettings("127.0.0.1", "arena@example.org", URL, 9, "none")
    by_hand = Intervals(news_s=3600.0, mail_s=3600.0)
    with RunningServer(f"sqlite:///{tmp_path}/tables.db", mail=mail, intervals=by_hand) as running:
        yield running


def asks(guest: Guest, address: str) -> int:
    return guest.http.post("/api/mail", json={"address": address}).status_code


def subjects(server: RunningServer) -> list[str]:
    return [row.subject for row in server.everything()["mail_queue"]]


def wants_mail(server: RunningServer, guest: Guest, name: str) -> int:
    """An account with an address that was confirmed."""
    account: int = guest.registers(name)["id"]
    row = {"account": account, "address": f"{name}@example.org", "confirmed_ms": 1.0, "asked_ms": 1.0}
    wishes = {"turns": False, "challenges": True, "results": True}
    server.do(server.registry.writer.kept([Change(sql.insert(addresses), row | wishes)]))
    return account


def test_a_mailbox_gets_so_many_confirmations_a_day_however_many_accounts_ask(
    server: RunningServer,
) -> None:
    tagged = [f"eve+{number}@example.org" for number in range(1, service.MOST_A_DAY)]
    written = ["eve@example.org", *tagged, "Eve@Example.org", "eve.x@example.org"]
    found = []
    for number, address in enumerate(written):
        with Guest(server.address) as somebody:
            somebody.registers(f"Somebody {number}")
            found.append(asks(somebody, address))
            assert somebody.http.post("/api/account/delete", json={"password": PASSWORD}).status_code == 204
    assert found == [*[204] * service.MOST_A_DAY, 429, 204], "also where the accounts are gone"


def test_of_two_requests_at_once_one_sends_a_confirmation(server: RunningServer, ada: Guest) -> None:
    ada.registers("Ada")
    with Guest(server.address) as other:
        other.signs_in("Ada")
        with ThreadPoolExecutor(2) as threads:
            found = sorted(threads.map(lambda tab: asks(tab, "ada@example.org"), (ada, other)))
    assert found == [204, 429]
    assert subjects(server) == ["Confirm your address"]


def test_challenges_come_together_and_at_most_every_hour(
    server: RunningServer, ada: Guest, bob: Guest, calendar: Calendar
) -> None:
    """Whoever challenges, withdraws and challenges again sends one mail, not one a minute."""
    wants_mail(server, ada, "Ada")
    bob.registers("Bob")
    for _ in range(3):
        made = bob.http.post("/api/challenges", json={"game": "tank_war", "clock": "days:3", "to": "Ada"})
        collect(server)
        assert bob.http.post(f"/api/challenges/{made.json()['id']}/withdraw", json={}).status_code == 204
    assert subjects(server) == ["Bob challenges you to Tank War"]
    bob.http.post("/api/challenges", json={"game": "tank_war", "clock": "days:3", "to": "Ada"})
    calendar.forward(news.HOUR_MS)
    collect(server)
    assert len(subjects(server)) == 2


def test_somebody_whose_news_cannot_be_written_keeps_nobody_else_from_theirs(
    server: RunningServer, ada: Guest, bob: Guest
) -> None:
    """A game that is not installed any more, say."""
    wants_mail(server, ada, "Ada")
    wants_mail(server, bob, "Bob")
    guest = server.app.state.people.named("Ada").guest
    table = bob.sets_up("tank_war", ME, OPEN)["id"]
    row = {"table_id": table, "seat": 1, "guest": guest, "game": "gone", "pace": "correspondence"}
    more = {"rated": False, "result": "won", "opponent": "bob", "opening": None, "ended_ms": now_ms()}
    server.do(server.registry.writer.kept([Change(sql.insert(results), row | more)]))
    ada.http.post("/api/challenges", json={"game": "tank_war", "clock": "days:3", "to": "Bob"})
    collect(server)
    assert subjects(server) == ["Ada challenges you to Tank War"]


def test_a_stranger_reads_nothing_that_somebody_else_has_written(server: RunningServer, ada: Guest) -> None:
    """A name may look like an address, which mail programs make a link of."""
    ada.registers("win-money.example.com")
    assert asks(ada, "eve@example.org") == 204
    (mail,) = server.everything()["mail_queue"]
    assert "win-money" not in f"{mail.subject} {mail.body}"


def test_a_mail_that_was_sent_can_end_the_mail_of_a_server_that_was_restored(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    mail = MailSettings("127.0.0.1", "arena@example.org", URL, 9, "none")
    with RunningServer(f"sqlite:///{first}/tables.db", mail=mail) as server, Guest(server.address) as ada:
        account = wants_mail(server, ada, "Ada")
        token = tokens.unsubscription(server.app.state.mail._key, account, "Ada@example.org")
        back_up(f"sqlite:///{first}/tables.db", first, tmp_path / "backup")
    restore(tmp_path / "backup", second, None)
    with RunningServer(f"sqlite:///{second}/tables.db", mail=mail) as server, Guest(server.address) as ada:
        assert ada.http.post("/api/mail/unsubscribe", json={"token": token}).status_code == 204

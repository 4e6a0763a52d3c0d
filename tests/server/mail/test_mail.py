"""Mail: what is sent to whom, once, and how it is ended."""

from __future__ import annotations

import socketserver
import threading
from email import message_from_bytes, policy
from typing import TYPE_CHECKING, Any

import pytest

from steelyard.core.errors import InvalidOption
from steelyard.server.mail import news, sender, service
from steelyard.server.mail.store import KEPT_MS, Mail, added_mail
from steelyard.server.settings import Intervals, MailSettings, read_mail
from tests.server.running_server import Guest, RunningServer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.server.clocks import Calendar

URL = "https://play.example.org"
ONE_CLICK = {"Content-Type": "application/x-www-form-urlencoded"}


class _Session(socketserver.StreamRequestHandler):
    """As much of SMTP as a client needs to hand in one mail."""

    server: SmtpServer

    def handle(self) -> None:
        self._say("220 ready")
        while line := self.rfile.readline():
            word = line.split()[0].upper().decode()
            if word == "DATA":
                self._say("354 go on")
                self._take()
            elif word == "RCPT" and self.server.refuses:
                self._say(self.server.refuses)
            else:
                self._say({"EHLO": "250 here", "QUIT": "221 bye"}.get(word, "250 ok"))

    def _take(self) -> None:
        lines = []
        while (line := self.rfile.readline()) not in {b".\r\n", b""}:
            lines.append(line)
        self.server.taken.append(b"".join(lines))
        self._say("250 taken")

    def _say(self, words: str) -> None:
        self.wfile.write(words.encode() + b"\r\n")


class SmtpServer(socketserver.ThreadingTCPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Session)
        self.taken: list[bytes] = []
        self.refuses = ""

    def mails(self) -> list[Any]:
        return [message_from_bytes(each, policy=policy.SMTP) for each in self.taken]


@pytest.fixture
def smtp() -> Iterator[SmtpServer]:
    with SmtpServer() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture
def server(smtp: SmtpServer, tmp_path: Path) -> Iterator[RunningServer]:
    port = smtp.server_address[1]
    mail = MailSettings("127.0.0.1", "arena@example.org", URL, int(port), "none")
    by_hand = Intervals(news_s=3600.0, mail_s=3600.0)
    with RunningServer(f"sqlite:///{tmp_path}/tables.db", mail=mail, intervals=by_hand) as running:
        yield running


def send(server: RunningServer) -> int:
    state = server.app.state
    mail, settings = state.mail, state.settings.mail
    return server.do(sender.MailSender(settings, mail._store, state.writer, mail._key).send_due())


def collect(server: RunningServer) -> None:
    state = server.app.state
    found = news.MailNews(state.mail._store, server.registry.store, state.people, state.writer, URL)
    server.do(found.collect())


def token_in(mail: Any, purpose: str) -> str:
    return str(mail.get_content()).partition(f"#{purpose}=")[2].split()[0]


def subscribes(guest: Guest, server: RunningServer, smtp: SmtpServer, **wishes: bool) -> Any:
    asked = {"address": "ada@example.org", **wishes}
    assert guest.http.post("/api/mail", json=asked).status_code == 204
    assert send(server) == 1
    mail = smtp.mails()[-1]
    answer = guest.http.post("/api/mail/confirm", json={"token": token_in(mail, "confirm")})
    assert answer.status_code == 204, answer.text
    return mail


def test_nothing_is_sent_before_the_address_is_confirmed_and_after_it_is_ended(
    server: RunningServer, smtp: SmtpServer, ada: Guest, bob: Guest
) -> None:
    ada.registers("Ada")
    bob.registers("Bob")
    asked = {"game": "tank_war", "clock": "days:3", "to": "Ada"}
    assert bob.http.post("/api/challenges", json=asked).status_code == 201
    collect(server)
    assert send(server) == 0
    first = subscribes(ada, server, smtp)
    assert (first["To"], first["Subject"]) == ("ada@example.org", "Confirm your address")
    collect(server)
    collect(server)
    assert send(server) == 1, "once, however often it is looked"
    mail = smtp.mails()[-1]
    assert mail["Subject"] == "Bob challenges you to Tank War"
    assert f"{URL}/g/" in mail.get_content()
    link = mail["List-Unsubscribe"].strip("<>").removeprefix(URL)
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    with Guest(server.address) as program:
        program.http.headers.pop("X-Steelyard")
        ended = program.http.post(link, content="List-Unsubscribe=One-Click", headers=ONE_CLICK)
        assert ended.status_code == 204, ended.text
    assert ada.http.get("/api/mail").json()["address"] == ""
    assert ada.http.post("/api/mail", json={"address": "eve@example.org"}).status_code == 429


def test_at_most_five_confirmations_a_day_are_sent_for_one_account(ada: Guest, calendar: Calendar) -> None:
    """Whatever the address: it may be a stranger's."""
    ada.registers("Ada")

    def asks(number: int) -> int:
        calendar.forward(service.AGAIN_MS)
        return ada.http.post("/api/mail", json={"address": f"eve{number}@example.org"}).status_code

    assert [asks(number) for number in range(7)] == [204] * 5 + [429] * 2
    calendar.forward(service.DAY_MS)
    assert asks(8) == 204


def test_your_moves_come_together_and_at_most_every_hour(
    server: RunningServer, smtp: SmtpServer, ada: Guest, bob: Guest, calendar: Calendar
) -> None:
    ada.registers("Ada")
    bob.registers("Bob")

    for _ in range(2):
        bob.begins(ada, clock="days:3", to="Ada")
    subscribes(ada, server, smtp, challenges=False)
    collect(server)
    assert send(server) == 0, "whoever answers within five minutes need not be told"
    calendar.forward(news.AT_THE_BOARD_MS)
    collect(server)
    bob.begins(ada, clock="days:3", to="Ada")
    calendar.forward(news.AT_THE_BOARD_MS)
    collect(server)
    assert send(server) == 1
    assert smtp.mails()[-1]["Subject"] == "Your move in 2 games"
    calendar.forward(news.HOUR_MS)
    collect(server)
    assert send(server) == 1
    assert smtp.mails()[-1]["Subject"] == "Your move: Tank War against Bob", "only what is new"


def test_what_the_mail_server_does_not_take_now_is_tried_later_and_nothing_twice(
    server: RunningServer, smtp: SmtpServer, ada: Guest, calendar: Calendar
) -> None:
    ada.registers("Ada")
    smtp.refuses = "451 busy"
    ada.http.post("/api/mail", json={"address": "ada@example.org"})
    assert send(server) == 0
    smtp.refuses = ""
    assert send(server) == 0, "not at once"
    calendar.forward(service.DAY_MS)
    assert send(server) == 1
    assert send(server) == 0
    assert len(smtp.taken) == 1


def test_an_address_that_does_not_exist_is_not_tried_again(
    server: RunningServer, smtp: SmtpServer, ada: Guest, calendar: Calendar
) -> None:
    ada.registers("Ada")
    smtp.refuses = "550 nobody here"
    ada.http.post("/api/mail", json={"address": "ada@example.org"})
    assert send(server) == 0
    calendar.forward(service.DAY_MS)
    smtp.refuses = ""
    assert send(server) == 0


@pytest.mark.parametrize(
    "address",
    [
        "a@b@c.org",
        "ada@example.org\r\nBcc: eve@example.org",
        "ada",
        "ada@localhost",
        "<a@b.org>",
        "ada..eve@example.org",
        "=?x?q?ada?=@example.org",
    ],
)
def test_what_is_no_address_is_refused(server: RunningServer, ada: Guest, address: str) -> None:
    ada.registers("Ada")
    assert ada.http.post("/api/mail", json={"address": address}).status_code == 422
    assert server.do(_queued(server)) == 0


async def _queued(server: RunningServer) -> int:
    return len(server.app.state.mail._store.due(1e15, 100))


def test_a_mail_that_cannot_be_written_does_not_hold_up_the_others(
    server: RunningServer, smtp: SmtpServer, ada: Guest, calendar: Calendar
) -> None:
    ada.registers("Ada")
    account = server.app.state.people.named("Ada").account.id
    unwritable = added_mail(account, "=?x?q?ada?=@example.org", "Hello", "", 0.0)
    server.do(server.app.state.writer.kept([unwritable]))
    ada.http.post("/api/mail", json={"address": "ada@example.org"})
    server.do(server.app.state.writer.kept([unwritable]))
    assert send(server) == 1
    calendar.forward(service.DAY_MS)
    assert server.do(_queued(server)) == 0
    assert len(smtp.taken) == 1


@pytest.fixture
def _one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(news, "MOST", 1)


@pytest.mark.usefixtures("_one_at_a_time")
def test_a_result_is_told_once_for_good_and_the_latest_is_never_left_out(
    server: RunningServer, smtp: SmtpServer, ada: Guest, bob: Guest, calendar: Calendar
) -> None:
    ada.registers("Ada")
    bob.registers("Bob")
    subscribes(ada, server, smtp, turns=False, challenges=False)

    def mailed(later_ms: float = 0.0) -> int:
        calendar.forward(later_ms)
        collect(server)
        return send(server)

    for _ in range(2):
        with bob.follows(bob.begins(ada, clock="days:3", to="Ada")) as page:
            page.says("resign")
            page.until("over")
        assert mailed() == 1, "however many there were before"
    assert mailed(KEPT_MS + 60_000) == 0
    assert mailed(KEPT_MS + 120_000) == 0, "nobody hears of an old game again"


def test_a_header_cannot_hold_another_one() -> None:
    mail = Mail(1, 1, "ada@example.org", "Hello\r\nBcc: eve@example.org", "", 0.0, 0.0, 0)
    with pytest.raises(ValueError, match="linefeed"):
        sender.message(mail, "arena@example.org", URL, "1.token")


def test_a_token_of_one_purpose_or_person_is_of_no_use_for_another(
    server: RunningServer, smtp: SmtpServer, ada: Guest
) -> None:
    ada.registers("Ada")
    confirmed = subscribes(ada, server, smtp)
    wrong = token_in(confirmed, "confirm")
    assert ada.http.post("/api/mail/unsubscribe", json={"token": wrong}).status_code == 403
    assert ada.http.post("/api/mail/confirm", json={"token": "2" + wrong[1:]}).status_code == 403


def test_a_link_to_confirm_an_address_is_the_last_one_and_works_for_a_week(
    server: RunningServer, smtp: SmtpServer, ada: Guest, calendar: Calendar
) -> None:
    def asks(address: str) -> str:
        assert ada.http.post("/api/mail", json={"address": address}).status_code == 204
        assert not address or send(server) == 1
        return token_in(smtp.mails()[-1], "confirm")

    def confirmed(token: str) -> bool:
        status = ada.http.post("/api/mail/confirm", json={"token": token}).status_code
        assert status in {204, 403}
        return status == 204

    ada.registers("Ada")
    first = asks("ada@example.org")
    asks("")
    calendar.forward(service.AGAIN_MS)
    second = asks("ada@example.org")
    assert not confirmed(first), "she has changed her mind since"
    calendar.forward(service.CONFIRMED_WITHIN_MS)
    assert not confirmed(second), "it is too old"
    third = asks("ada@example.org")
    calendar.forward(service.CONFIRMED_WITHIN_MS - 60_000)
    assert confirmed(third)


@pytest.mark.parametrize(
    ("given", "public", "wrong"),
    [
        ({"FROM": "nobody"}, URL, "FROM"),
        ({}, "", "public-url"),
        ({"SECURITY": "yes"}, URL, "SECURITY"),
        ({"PORT": "no"}, URL, "PORT"),
    ],
)
def test_settings_that_cannot_be_are_refused(given: dict[str, str], public: str, wrong: str) -> None:
    whole = {"HOST": "mail.example.org", "FROM": "arena@example.org"} | given
    with pytest.raises(InvalidOption, match=wrong):
        read_mail({f"STEELYARD_SMTP_{name}": value for name, value in whole.items()}, public)


def test_without_a_host_there_is_no_mail() -> None:
    assert read_mail({}, "") is None
    found = read_mail({"STEELYARD_SMTP_HOST": "h", "STEELYARD_SMTP_FROM": "a@b.org"}, URL + "/")
    assert found == MailSettings("h", "a@b.org", URL)

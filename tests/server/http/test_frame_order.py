"""What one page sends is handled in the order in which it was sent."""

from __future__ import annotations

import json
import socket
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from websockets.client import ClientProtocol
from websockets.frames import Opcode
from websockets.uri import parse_uri

from tests.server.running_server import ME, OPEN, Guest, wanted
from tests.timeouts import TIMEOUT_S

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.server.running_server import RunningServer

Sent = dict[str, Any]
LOGGED = ("sealed", "turn", "over")


class RawPage(NamedTuple):
    """A web socket whose client decides which frames share a TCP segment."""

    line: socket.socket
    protocol: ClientProtocol

    def sends_at_once(self, *messages: Sent) -> None:
        for each in messages:
            self.protocol.send_text(json.dumps(each).encode())
        self.line.sendall(b"".join(self.protocol.data_to_send()))

    def messages(self) -> Iterator[Sent]:
        while data := self.line.recv(1 << 16):
            self.protocol.receive_data(data)
            for event in self.protocol.events_received():
                if getattr(event, "opcode", None) is Opcode.TEXT:
                    yield json.loads(bytes(event.data))  # type: ignore[union-attr]


@contextmanager
def following(guest: Guest, table: str) -> Iterator[tuple[RawPage, Callable[[], Sent]]]:
    """A page that has received its snapshot, and its next message."""
    host, port = guest.address.split(":")
    protocol = ClientProtocol(parse_uri(f"ws://{guest.address}/ws/tables/{table}"))
    opening = protocol.connect()
    opening.headers["Cookie"] = guest.cookie
    protocol.send_request(opening)
    with socket.create_connection((host, int(port)), TIMEOUT_S) as line:
        page = RawPage(line, protocol)
        page.sends_at_once()
        messages = page.messages()
        wanted(messages.__next__, "snapshot")
        yield page, messages.__next__


def move(turn: int, word: str, seat: int = 0) -> Sent:
    return {"type": "move", "turn": turn, "move": word, "seat": seat}


RESIGN: Sent = {"type": "resign", "seat": 0}
PING: Sent = {"type": "ping"}
VACATION: Sent = {"type": "vacation", "days": 1}


@pytest.mark.parametrize(
    ("sent", "logged", "refused"),
    [
        ([RESIGN, move(1, "LA")], ["over"], ["move"]),
        ([move(1, "LA"), RESIGN], ["sealed", "over"], []),
        (
            [PING, move(1, "LA"), move(1, "RA", 1), VACATION, move(2, "LA"), PING, RESIGN, move(2, "RA", 1)],
            ["sealed", "turn", "sealed", "over"],
            ["vacation", "move"],
        ),
    ],
)
def test_frames_of_one_segment_are_handled_in_order(
    quick_server: RunningServer, sent: list[Sent], logged: list[str], refused: list[str]
) -> None:
    with Guest(quick_server.address) as ada:
        table = ada.sets_up("tank_war", ME, ME)["id"]
        with following(ada, table) as (page, hear):
            page.sends_at_once(*sent, {"type": "undo"})  # which is refused, as the last of all
            heard: list[Sent] = []
            while not {"over", "undo"} <= {each.get("about") or each["type"] for each in heard}:
                heard.append(hear())
    assert [each["type"] for each in heard if each["type"] in LOGGED] == logged
    assert [each["about"] for each in heard if each["type"] == "refused"] == [*refused, "undo"]
    assert sum(each["type"] == "pong" for each in heard) == sent.count(PING)


TAKE_BACK: Sent = {"type": "offer", "what": "takeback"}
FIRST: Sent = {"type": "move", "turn": 1, "move": "g1-g4"}


@pytest.mark.parametrize(("sent", "answer"), [([FIRST, TAKE_BACK], "offer"), ([TAKE_BACK, FIRST], "refused")])
def test_a_move_can_be_taken_back_only_after_it_was_made(
    quick_server: RunningServer, sent: list[Sent], answer: str
) -> None:
    with Guest(quick_server.address, "Ada") as ada, Guest(quick_server.address, "Bob") as bob:
        table = ada.sets_up("tank_battle", ME, OPEN)
        bob.joins(table)
        with following(ada, table["id"]) as (page, hear):
            page.sends_at_once(*sent)
            heard: set[str] = set()
            while not ("turn" in heard and heard & {"offer", "refused"}):
                heard.add(hear()["type"])
    assert answer in heard

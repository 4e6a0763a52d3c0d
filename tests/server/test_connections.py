"""What a connection leaves behind when it closes."""

from __future__ import annotations

import gc
import socket
from asyncio.selector_events import _SelectorSocketTransport  # type: ignore[attr-defined]
from contextlib import contextmanager
from typing import TYPE_CHECKING

from websockets.server import ServerProtocol

from steelyard.server.connections import Request, Socket
from tests.patience import wait_until
from tests.server.house import ME, OPEN, Guest, House

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def nobody_collecting() -> Iterator[None]:
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def test_a_closed_connection_is_forgotten_without_the_garbage_collector(quick_house: House) -> None:
    kinds = (Request, Socket, ServerProtocol, _SelectorSocketTransport)

    def left() -> int:
        return sum(type(each) in kinds for each in gc.get_objects())

    with nobody_collecting():
        before = left()
        for _ in range(3):
            with Guest(quick_house.address) as guest:
                table = guest.sets_up("tank_war", OPEN, ME)["id"]
                with guest.follows(table) as page:
                    page.until("snapshot")
                    assert left() >= before + 5  # two for the request, three for the socket
        wait_until(lambda: left() == before)


def test_small_messages_are_not_held_back(quick_house: House) -> None:
    with Guest(quick_house.address) as guest:
        table = guest.sets_up("tank_war", OPEN, ME)["id"]
        with guest.follows(table) as page:
            page.until("snapshot")
            open_now = [each for each in gc.get_objects() if type(each) is _SelectorSocketTransport]
            server = [each.get_extra_info("socket") for each in open_now if each.get_protocol() is not None]
            assert len(server) >= 2
            assert all(each.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) for each in server)

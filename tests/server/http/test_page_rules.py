"""Plain pages: who may see one, what it costs beside the request, and in whose turn its thread makes it."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from steelyard.server.http.access import Account, page_for, rule_of
from steelyard.server.http.clients import CLIENT, PERSON
from steelyard.server.http.responses import ApiError
from steelyard.server.thread_pools import Payer

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

ADA = SimpleNamespace(account=Account(7, "Ada", "player"))


class Server:
    """What a page needs of one: thread pools, and the rate limits."""

    def __init__(self) -> None:
        self.admitted: list[int] = []
        self.ran: list[tuple[str, Payer]] = []
        pools = SimpleNamespace(pages=self._pool("pages"), reports=self._pool("reports"))
        self.state = SimpleNamespace(pools=pools, rate_limits=SimpleNamespace(admit=self._admit))

    def _admit(self, scope: Any, cost: int) -> None:
        assert scope["app"] is self
        self.admitted.append(cost)

    def _pool(self, name: str) -> Any:
        async def run(payer: Payer, work: Callable[..., Response], *args: Any) -> Response:
            self.ran.append((name, payer))
            return work(*args)

        return SimpleNamespace(run=run)

    def answers(self, page: Callable[[Request], Awaitable[Response]], who: object = None) -> bytes:
        client = SimpleNamespace(person="ada's")
        scope = {"type": "http", "app": self, "client": ("192.0.2.1", 1), "headers": []}
        request = Request({**scope, CLIENT: client, PERSON: who, "path": "/page"})
        return bytes(asyncio.run(page(request)).body)  # type: ignore[arg-type]


def shown(request: Request) -> Response:
    """A page."""
    return Response(request.scope["path"])


def test_a_page_costs_its_request_alone_unless_it_says_more() -> None:
    server = Server()
    assert server.answers(page_for("anyone")(shown)) == b"/page"
    assert server.answers(page_for("anyone", "reports", cost=50)(shown)) == b"/page"
    assert server.admitted == [0, 49]
    turn = Payer("192.0.2.1", "ada's")
    assert server.ran == [("pages", turn), ("reports", turn)]


def test_a_page_that_somebody_may_not_see_is_neither_paid_for_nor_made() -> None:
    server = Server()
    for rule, who, code in (("player", None, "not_signed_in"), ("admin", ADA, "role_too_low")):
        with pytest.raises(ApiError) as refused:
            server.answers(page_for(rule)(shown), who)  # type: ignore[arg-type]
        assert refused.value.code == code
    assert (server.admitted, server.ran) == ([], [])
    assert server.answers(page_for("player")(shown), ADA) == b"/page"


def test_a_page_keeps_its_name_and_declares_its_rule() -> None:
    page = page_for("organiser")(shown)
    assert (page.__name__, page.__doc__) == ("shown", "A page.")
    assert rule_of(Route("/page", page)) == "organiser"

"""What the server counts about itself, and one log line a request for operators."""

from __future__ import annotations

import logging
import secrets
import time
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Histogram

from steelyard.server.http.access import signed_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

logger = logging.getLogger("steelyard.requests")

BUCKETS_S = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
METHODS = {"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"}
REQUEST = "steelyard.request"


class Observations:
    """Requests by class and status, and how long they took; the figures of one server and no other."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._requests = Counter(
            "steelyard_requests",
            "Requests by class, method and status.",
            ["class", "method", "status"],
            registry=self.registry,
        )
        self._took = Histogram(
            "steelyard_request_seconds",
            "How long requests took.",
            ["class"],
            buckets=BUCKETS_S,
            registry=self.registry,
        )
        self.started_s = time.monotonic()

    def note(self, kind: str, method: str, status: int, took_s: float) -> None:
        known = method if method in METHODS else "other"  # it is whatever somebody sends
        self._requests.labels(kind, known, status).inc()
        self._took.labels(kind).observe(took_s)


def classes(addresses: Iterable[str]) -> set[str]:
    """What requests are counted under: the first one or two words of the addresses there are."""
    return {kind for address in addresses for kind in _kinds(address)}


def _kinds(path: str) -> Iterator[str]:
    words = [word for word in path.split("/") if word and "{" not in word]
    yield "/" + "/".join(words[: 2 if words[:1] == ["api"] else 1])


class MetricsMiddleware:
    """Middleware, outermost: counts every request, gives it a number, and writes its line."""

    def __init__(self, app: ASGIApp, observations: Observations, known: set[str]) -> None:
        self._app = app
        self._observations = observations
        self._known = known

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        scope[REQUEST] = secrets.token_hex(6)
        status = 500
        began_s = time.perf_counter()

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (b"x-request-id", scope[REQUEST].encode())]
            await send(message)

        try:
            await self._app(scope, receive, noted)
        finally:
            took_s = time.perf_counter() - began_s
            self._observations.note(self._kind(scope["path"]), scope["method"], status, took_s)
            if logger.isEnabledFor(logging.INFO):
                _log(scope, status, took_s)

    def _kind(self, path: str) -> str:
        kind = next(_kinds(path), "/")
        return kind if kind in self._known else "other"


def _log(scope: Scope, status: int, took_s: float) -> None:
    """Neither query nor cookies nor bodies: secrets travel there."""
    account = signed_in(scope)
    told = {
        "request": scope[REQUEST],
        "method": scope["method"],
        "path": scope["path"],
        "status": status,
        "ms": round(took_s * 1000, 1),
        "address": scope["client"][0] if scope.get("client") else None,
        "account": None if account is None else account.id,
    }
    logger.info("%(method)s %(path)s %(status)s %(ms)s ms", told, extra={"told": told})

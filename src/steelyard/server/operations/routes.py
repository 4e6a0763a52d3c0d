"""For operators: whether the server is healthy, and its metrics."""

from __future__ import annotations

from secrets import compare_digest
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any

import sqlalchemy as sql
from fastapi import APIRouter, Request
from starlette.responses import Response

from steelyard.server.http.access import needs, signed_in
from steelyard.server.http.dependencies import PoolsDep, SettingsDep
from steelyard.server.http.messages import Shown
from steelyard.server.http.origin import is_here
from steelyard.server.http.responses import REFUSALS, ApiError, json
from steelyard.server.operations.dependencies import FiguresDep
from steelyard.server.tables.dependencies import RegistryDep
from steelyard.server.thread_pools import NOBODY, QueueFull, within

if TYPE_CHECKING:
    from pathlib import Path

    from steelyard.server.settings import Settings
    from steelyard.server.thread_pools import Pool

router = APIRouter(responses=REFUSALS)
ANYONE: list[Any] = [needs("anyone")]
PATIENCE_S = 2.0
LATELY_S = 20.0
PROBE = bytes(4096)  # a block: an empty file fits on a full disk


class HealthShown(Shown):
    live: bool
    ready: bool
    problems: list[str] | None = None
    """What an administrator has to look after; left out where there is nothing."""


@router.get("/health", dependencies=ANYONE, response_model=HealthShown)
async def health(registry: RegistryDep, pools: PoolsDep) -> Response:
    """It answers, so it lives; ready: database and data folder can be read and written (503 when not)."""
    ready = registry.writer.keeps(LATELY_S) and await _answers(
        registry.store.engine, registry.settings.data, pools.health
    )
    damaged = len(registry.damaged)
    problems = [f"{damaged} damaged tables; the log names them"] if damaged else []
    more = {"problems": problems} if problems else {}
    return json({"live": True, "ready": ready, **more}, 200 if ready else 503)


async def _answers(engine: sql.Engine, data: Path, pool: Pool) -> bool:
    def ask() -> None:
        with engine.connect() as connection:
            connection.execute(sql.text("SELECT 1"))
        with TemporaryFile(dir=data, buffering=0) as file:  # without a name: nothing is left after a kill
            file.write(PROBE)

    try:
        await within(PATIENCE_S, pool.run(NOBODY, ask))
    except (TimeoutError, OSError, QueueFull, sql.exc.SQLAlchemyError):
        return False
    return True


@router.get("/metrics", dependencies=ANYONE, responses={200: {"content": {"text/plain": {}}}})
async def metrics(request: Request, settings: SettingsDep, figures: FiguresDep) -> Response:
    """Figures for Prometheus: for the administrator, for this machine itself, or with the token."""
    if not (_is_admin(request) or is_here(request) or _has_token(request, settings)):
        raise ApiError(
            "metrics_not_allowed",
            "the metrics are for the administrator, for this machine, or for requests with the token",
        )
    text = await figures.rendered()
    return Response(text, media_type="text/plain; version=0.0.4")


def _is_admin(request: Request) -> bool:
    me = signed_in(request.scope)
    return me is not None and me.role == "admin"


def _has_token(request: Request, settings: Settings) -> bool:
    token = settings.metrics_token
    shown = request.headers.get("authorization", "").removeprefix("Bearer ")
    return bool(token) and compare_digest(shown.encode(), token.encode())

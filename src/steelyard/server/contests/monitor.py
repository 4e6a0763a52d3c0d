"""Looks after contests by itself: deadlines that pass, and jobs of workers that have ended."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sql

from steelyard.server.contests import store
from steelyard.server.contests.job_kinds import CONTEST
from steelyard.server.contests.pause_requests import requested
from steelyard.server.jobs.schema import jobs
from steelyard.server.time_source import now_ms

if TYPE_CHECKING:
    from steelyard.server.contests.service import ContestService
    from steelyard.server.contests.store import Row

logger = logging.getLogger(__name__)

TICK_S = 1.0
FOLLOWED_S = 900.0  # a contest that nobody has asked for so long is forgotten, and read again when needed
JOBS_SEEN = 200


class ContestMonitor:
    """All contests of a server."""

    def __init__(self, service: ContestService) -> None:
        self._service = service

    async def run(self) -> None:
        """As long as the server runs."""
        while True:
            try:
                await self.tick(now_ms())
            except Exception:
                logger.exception("looking after the contests failed; it is tried again in a second")
            await asyncio.sleep(TICK_S)

    async def tick(self, at_ms: float) -> None:
        """What the passing of time, and what workers have done, bring about."""
        for row in self._service.contest_store.those("open"):
            if row.deadline_ms is not None and at_ms >= row.deadline_ms:
                await self._close_entries(row, row.deadline_ms)
        begun = self._service.contest_store.those("running", "paused")
        if begun:
            latest = await asyncio.to_thread(self.latest_jobs)
            for row in begun:
                try:
                    await self._look_after(row, latest.get(row.id))
                except Exception:
                    logger.exception("contest %s could not be looked after", row.id)
        self._service.forget_followers(time.monotonic() - FOLLOWED_S)

    async def _close_entries(self, row: Row, deadline_ms: float) -> None:
        """One that cannot be closed now is tried again, and holds up no other."""
        try:
            async with self._service.locks[row.id]:
                now = self._service.contest_store.find(row.id)
                if now is not None and now.state == "open":
                    await self._service.freeze(now, None, "the deadline has passed", deadline_ms)
        except Exception:
            logger.exception("the entries of contest %s could not be closed", row.id)

    def latest_jobs(self) -> dict[str, tuple[str, dict[str, Any]]]:
        """Of each contest its last job: its state and result."""
        query = (
            sql.select(jobs.c.payload, jobs.c.state, jobs.c.result)
            .where(jobs.c.kind == CONTEST.name)
            .order_by(jobs.c.number.desc())
            .limit(JOBS_SEEN)
        )
        found: dict[str, tuple[str, dict[str, Any]]] = {}
        with self._service.engine.connect() as connection:
            for payload, state, result in connection.execute(query):
                contest = msgspec.json.decode(payload)["contest"]
                found.setdefault(contest, (state, msgspec.json.decode(result) if result else {}))
        return found

    async def _look_after(self, row: Row, job: tuple[str, dict[str, Any]] | None) -> None:
        state, result = job or ("", {})
        if state in {"waiting", "claimed"}:
            return
        async with self._service.locks[row.id]:
            row = self._service.current(row)
            if row.state not in {"running", "paused"}:
                return
            length = self._service.folder(row).length
            if result.get("ended") == "over" and result.get("length") == length:  # nothing was decided since
                after, change = store.change(row, state="over")
                await self._service.keep(after, None, "over", {}, change)
            elif row.state == "paused":
                return
            elif result.get("ended") in {"over", "stopped"} or not state:
                if requested(self._service.folder(row).path) == "play":
                    await self._service.writer.kept([self._service.next_job(row)])
            else:
                problem = str(result.get("problem") or result.get("error") or "its worker failed")
                after, change = store.change(row, state="paused", problem=problem)
                await self._service.keep(after, None, "paused", {"problem": problem}, change)

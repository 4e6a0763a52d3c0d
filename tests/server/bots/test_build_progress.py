"""While a version is built and checked its owner sees how far it is; here the checks' results are made up."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
import sqlalchemy as sql

from steelyard.arena.check.checks import Finding
from steelyard.arena.execution.executors import LocalExecutor
from steelyard.server.bots import build_job, disk_usage
from steelyard.server.bots.job_kinds import BUILD
from steelyard.server.bots.schema import versions
from steelyard.server.bots.store import bot_store
from tests.server.bots.archives import GOOD, zipped
from tests.server.bots.bot_owners import BotOwner, fit

if TYPE_CHECKING:
    from collections.abc import Callable

    from steelyard.arena.execution.work import Work
    from steelyard.server.jobs.context import JobContext


class Checks(LocalExecutor):
    """Finds what it is given, and looks at what is known before each check."""

    def __init__(self, found: list[Finding], look: Callable[[], Any]) -> None:
        super().__init__()
        self._found = found
        self._look = look
        self.seen: list[Any] = []

    def open(self, work: Work) -> Any:
        del work
        return self

    def play(self, task: int, /) -> bytes:
        self.seen.append(self._look())
        found = next((each for each in self._found if each.number >= task), None)
        return msgspec.msgpack.encode(None if found is None else asdict(found))

    def close(self) -> None:
        self.seen.append("closed")


GOES = [Finding(2, "it starts", passed=True), Finding(3, "it answers", passed=True)]
FAILS = [GOES[0], Finding(3, "it answers", passed=False, detail="it is silent")]


@pytest.mark.parametrize(
    ("found", "state", "reason"),
    [
        (GOES, "fit", ""),
        (FAILS, "unfit", "check 3 (it answers) failed: it is silent"),
    ],
)
def test_each_check_is_shown_as_soon_as_it_is_done(
    ada: BotOwner, context: JobContext, found: list[Finding], state: str, reason: str
) -> None:
    upload = ada.uploads(zipped(GOOD))
    page = f"/api/bots/{upload['bot']}/versions/1"

    def look() -> tuple[str, list[int]]:
        seen = ada.sees(page)
        return seen["state"], [each["number"] for each in seen["checks"]]

    checks = Checks(found, look)
    job = context.queue.claim([BUILD])
    assert job is not None
    build_job.run(replace(context, executor=checks), job)
    assert checks.seen == [
        ("checking", [1]),
        ("checking", [1, 2]),
        ("checking", [1, 2, 3]),
        "closed",
    ]
    seen = ada.sees(page)
    assert (seen["state"], seen["reason"]) == (state, reason)
    assert [(each["number"], each["passed"]) for each in seen["checks"]] == [
        (1, True),
        *((each.number, each.passed) for each in found),
    ]
    assert seen["checks"][0]["detail"] == build_job.NO_BUILD


def test_a_job_for_a_version_that_there_is_not_fails(context: JobContext) -> None:
    context.queue.add(BUILD, {"version": "2222222222"}, 1)
    job = context.queue.claim([BUILD])
    assert job is not None
    build_job.run(context, job)
    assert context.queue.claim([BUILD]) is None


def test_an_owner_sees_how_many_wait_before_a_version(ada: BotOwner, bob: BotOwner) -> None:
    bob.uploads(zipped(GOOD))
    bot = ada.uploads(zipped(GOOD))["bot"]
    (waiting,) = ada.sees(f"/api/bots/{bot}")["mine"]["versions"]
    assert (waiting["state"], waiting["before_it"]) == ("waiting", 2)


def test_nobody_waits_for_a_version_that_was_checked(
    ada: BotOwner, bob: BotOwner, context: JobContext
) -> None:
    bot = fit(context, ada)
    bob.uploads(zipped(GOOD))
    (checked,) = ada.sees(f"/api/bots/{bot}")["mine"]["versions"]
    assert (checked["state"], checked["before_it"]) == ("fit", 0)


def test_a_deleted_version_takes_nothing_and_another_one_what_it_takes(
    ada: BotOwner, context: JobContext
) -> None:
    store = bot_store(context)
    fit(context, ada)
    bot = fit(context, ada)
    newer, older = store.versions(bot)
    assert (newer.number, older.number) == (2, 1)
    disk_usage.remove(context.engine, store.place, newer.id)
    with context.engine.begin() as connection:
        gone = sql.update(versions).where(versions.c.id == older.id)
        connection.execute(gone.values(state="deleted", built_bytes=5))
    disk_usage.remove(context.engine, store.place, older.id)
    with context.engine.connect() as connection:
        query = sql.select(versions.c.id, versions.c.source_bytes, versions.c.built_bytes)
        sizes = {row.id: (row.source_bytes, row.built_bytes) for row in connection.execute(query)}
    assert sizes[older.id] == (0, 0)
    assert sizes[newer.id][0] > 0, "it is not deleted, whatever became of its folder"
    assert disk_usage.used_by(context.engine, ada.id).sources == sizes[newer.id][0]
    assert not (store.place / older.id).exists()

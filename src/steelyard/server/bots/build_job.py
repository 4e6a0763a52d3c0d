"""The job that builds an uploaded version in the sandbox and checks it: fit or unfit in the end.

Unchecked is a version that this server has failed to check: nothing is known against it.
"""

from __future__ import annotations

import fcntl
import os
from contextlib import contextmanager
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sql

from steelyard import games
from steelyard.arena.check.checks import Finding
from steelyard.arena.execution import build_work
from steelyard.arena.execution.build_work import CheckWork
from steelyard.arena.program import InvalidBot, find
from steelyard.arena.sandbox import untrusted_folders
from steelyard.arena.verdicts import BotFailure
from steelyard.core import files
from steelyard.core.errors import SteelyardError
from steelyard.server.bots.programs import program
from steelyard.server.bots.schema import bots, versions
from steelyard.server.bots.store import bot_store

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from steelyard.server.bots.store import Version
    from steelyard.server.jobs.context import JobContext
    from steelyard.server.jobs.queue import Job

LOG_KEPT = 1 << 16
NO_BUILD = "there is nothing to build"


class NoLongerBuilds(SteelyardError):
    """A version that was fit, and cannot be built again."""


def run(context: JobContext, job: Job) -> None:
    version = bot_store(context).version(job.payload["version"])
    if version is None:
        give_up(context, job, "there is no such version")
        return
    if version.state == "fit":  # it was checked before; what it was built to is gone
        _build_again(context, version, job)
        return
    findings: list[Finding] = []
    _note(context, version, state="building", reason="", log="", report="")
    findings.append(_built(context, version))
    if findings[0].passed:
        _note(context, version, state="checking", report=_written(findings))
        for finding in build_work.findings(context.executor.open(_checks(version)), first=2):
            findings.append(finding)
            _note(context, version, report=_written(findings))
    failed = next((each for each in findings if not each.passed), None)
    with context.engine.begin() as connection:
        state = "fit" if failed is None else "unfit"
        _settle(connection, version, state=state, reason=_reason(failed), report=_written(findings))
        context.queue.finish(connection, job, {"state": state})


def _build_again(context: JobContext, version: Version, job: Job) -> None:
    try:
        make_sure(context, version)
        state = "fit"
    except NoLongerBuilds:
        state = "unfit"
    with context.engine.begin() as connection:
        context.queue.finish(connection, job, {"state": state})


def make_sure(context: JobContext, version: Version) -> None:
    """Build a fit version again whose program is gone, as after a restore; raises NoLongerBuilds."""
    if version.built.is_dir():
        return
    with _alone(version.folder.parent):
        if version.built.is_dir():  # by another worker
            return
        found = _built(context, version)
        if not found.passed:
            _note(context, version, state="unfit", reason=_reason(found))
            raise NoLongerBuilds(f"{version.name} {version.number} cannot be built any more: {found.detail}")


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """One worker at a time."""
    held = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield
    finally:
        os.close(held)


def give_up(context: JobContext, job: Job, why: str) -> None:
    version, reason = job.payload["version"], f"it could not be checked: {why}"
    if (known := bot_store(context).version(version)) is not None:
        untrusted_folders.remove(unfinished(known))  # of an attempt in which the worker died
    with context.engine.begin() as connection:
        if not job.failed_by_server:
            _write(connection, version, state="unfit", reason=reason)
        elif not _is_fit(connection, version):  # one that was checked before is built again when it is needed
            _write(connection, version, state="unchecked", reason=reason)
        context.queue.fail(connection, job, why)


def _is_fit(connection: sql.Connection, version: str) -> bool:
    found = connection.execute(sql.select(versions.c.state).where(versions.c.id == version))
    return found.scalar_one_or_none() == "fit"


def unfinished(version: Version) -> Path:
    """Where a version is built; whole, it is renamed."""
    return version.built.with_name(version.built.name + files.NEW)


def _built(context: JobContext, version: Version) -> Finding:
    """Its build command run in a copy; what comes of it is put in place when it is whole."""
    new = unfinished(version)
    for old in (new, version.built):
        untrusted_folders.remove(old)
    title, right = "it builds", "the build command of bot.toml ends with 0"
    try:
        made = replace(find(str(version.folder), version.game, []), name=version.name)
        log = context.executor.build(made, new, isolated=True)
    except InvalidBot as error:
        told = str(error).replace(str(version.folder), "its folder")
        return Finding(1, title, passed=False, detail=told, right=right)
    except BotFailure as failure:
        _note(context, version, log=_text(failure.whole_log))
        told = failure.detail.removeprefix(f"{version.name}: ")
        return Finding(1, title, passed=False, detail=told, log=failure.log, right=right)
    _note(context, version, log=_text(log))
    files.put_folder(new, version.built)
    _note(context, version, built_bytes=untrusted_folders.size(version.built))
    return Finding(1, title, passed=True, detail="" if made.build else NO_BUILD)


def _checks(version: Version) -> CheckWork:
    """All checks but the first: that the bot builds is known already."""
    return CheckWork(program(version), True, version.game, games.get(version.game).clock)  # noqa: FBT003 - isolated


def _reason(failed: Finding | None) -> str:
    return (
        ""
        if failed is None
        else _text(f"check {failed.number} ({failed.title}) failed: {failed.detail}")[:1000]
    )


def _written(findings: list[Finding]) -> str:
    return msgspec.json.encode([asdict(each) for each in findings]).decode()


def _text(log: str) -> str:
    """Without what no database keeps."""
    return log.replace("\0", "\ufffd").encode("utf-8", "replace").decode()[:LOG_KEPT]


def _note(context: JobContext, version: Version, **values: Any) -> None:
    with context.engine.begin() as connection:
        _write(connection, version.id, **values)


def _settle(connection: sql.Connection, version: Version, **values: str) -> None:
    """How the checks ended; if the version is fit, what was wrong with an older one is forgotten."""
    if _write(connection, version.id, **values) and values["state"] == "fit":
        connection.execute(sql.update(bots).where(bots.c.id == version.bot).values(off=""))


def _write(connection: sql.Connection, version: str, **values: Any) -> bool:
    """Whether the version is still there: one that was deleted meanwhile stays deleted."""
    there = (versions.c.id == version) & (versions.c.state != "deleted")
    return connection.execute(sql.update(versions).where(there).values(**values)).rowcount > 0

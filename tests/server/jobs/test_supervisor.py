"""The server's own workers: one that dies at once is started again, but not over and over."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from steelyard.server.jobs import supervisor
from steelyard.server.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("lives_s", "waits"),
    [(0.0, [2.0, 4.0, 8.0, 16.0, 32.0, 60.0, 60.0]), (3600.0, [1.0] * 7)],
    ids=["dies at once", "lives long"],
)
def test_a_worker_that_dies_young_is_started_again_later_and_later(
    tmp_path: Path, lives_s: float, waits: list[float]
) -> None:
    now_s, slept, commands = [0.0], list[float](), list[tuple[str, ...]]()

    async def start(*command: str, **__: Any) -> Any:
        commands.append(command)

        async def wait() -> int:
            now_s[0] += lives_s
            return 1

        return SimpleNamespace(wait=wait)

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == len(waits):
            raise KeyboardInterrupt

    keeping = supervisor.keep(
        Settings("sqlite://", tmp_path, log="json"),
        "short",
        0,
        start=start,
        times=supervisor.SupervisorTimes(sleep, lambda: now_s[0]),
    )
    with pytest.raises(KeyboardInterrupt):
        keeping.send(None)
    assert slept == waits
    assert {command[-2:] for command in commands} == {("--log", "json")}, "workers write as the server does"

"""Uploaded bots as opponents: a program that is gone is built again, and whoever plays it waits for that."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from steelyard.server.bots import opponents
from steelyard.server.bots.job_kinds import BUILD

if TYPE_CHECKING:
    from pathlib import Path


class Writer:
    """Builds what it is asked to, or does not."""

    def __init__(self, data: Path, *, builds: bool) -> None:
        self._data = data
        self._builds = builds
        self.asked: list[dict[str, Any]] = []

    async def kept(self, changes: list[Any]) -> None:
        self.asked += [change.values for change in changes]
        if self._builds:
            (self._data / "bots" / "2222222222" / "built").mkdir(parents=True)


def built(data: Path, bot: str, *, builds: bool = True) -> tuple[bool, list[dict[str, Any]]]:
    """Whether it can be played, and the jobs that were added for it."""
    writer = Writer(data, builds=builds)
    found = asyncio.run(opponents.until_built(bot, data, writer, looks=2))  # type: ignore[arg-type]
    return found, writer.asked


def test_a_bot_whose_program_is_gone_is_built_again_once(tmp_path: Path) -> None:
    (there, (job,)) = built(tmp_path, "@2222222222")
    assert there
    assert (job["kind"], job["payload"], job["owner"]) == (BUILD.name, '{"version":"2222222222"}', 0)
    assert built(tmp_path, "@2222222222") == (True, [])
    assert opponents.is_built("@2222222222", tmp_path)


def test_whoever_waits_for_a_bot_in_vain_is_told_so(tmp_path: Path) -> None:
    there, jobs = built(tmp_path, "@2222222222", builds=False)
    assert (there, len(jobs)) == (False, 1)
    assert not opponents.is_built("@2222222222", tmp_path)


def test_our_own_bots_need_no_building(tmp_path: Path) -> None:
    assert built(tmp_path, "greedy") == (True, [])
    assert opponents.is_built("greedy", tmp_path)
    assert opponents.task("greedy", tmp_path) == {}
    folder = str(tmp_path / "bots" / "2222222222")
    assert opponents.task("@2222222222", tmp_path) == {"task": "consult", "folder": folder}

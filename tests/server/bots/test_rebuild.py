"""Programs are not in a backup: a restored server builds them again when it needs them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from steelyard.arena.sandbox import untrusted_folders
from steelyard.arena.sandbox.faults import PlatformFault
from steelyard.contest.file.definition import Policy
from steelyard.contest.running.entrants import EntrantBots
from steelyard.server.bots import build_job, ladder_job, opponents
from steelyard.server.bots.job_kinds import BUILD
from steelyard.server.bots.ladder_job import BotUnavailable
from steelyard.server.bots.store import bot_store
from steelyard.server.jobs.queue import Job, length
from steelyard.server.operations.backup import back_up
from steelyard.server.operations.restore import restore
from tests.server.bots.archives import BOT_TOML
from tests.server.bots.bot_owners import fit, job_context, works_off
from tests.server.running_server import RunningServer
from tests.timeouts import TIMEOUT_S

if TYPE_CHECKING:
    from pathlib import Path

    from steelyard.server.bots.store import Version
    from steelyard.server.jobs.context import JobContext
    from tests.server.bots.bot_owners import BotOwner


def only_version(context: JobContext, bot: str) -> Version:
    (version,) = bot_store(context).versions(bot)
    return version


def test_a_restored_server_builds_its_bots_again_by_itself(
    quick_server: RunningServer, ada: BotOwner, context: JobContext, tmp_path: Path
) -> None:
    bot = fit(context, ada, bot_toml=BOT_TOML + 'build = "cp bot.py made.py"\n')
    settings = quick_server.registry.settings
    back_up(settings.database, settings.data, tmp_path / "backup.tar.gz")
    restore(tmp_path / "backup.tar.gz", tmp_path / "again", None)
    with RunningServer(f"sqlite:///{tmp_path}/again/tables.db") as again, job_context(again) as new:
        version = only_version(new, bot)
        assert version.folder.is_dir()
        assert not version.built.exists()
        ready = asyncio.run_coroutine_threadsafe(
            opponents.until_built(f"@{version.id}", again.registry.settings.data, again.registry.writer),
            again._loop,
        )  # as when somebody plays it
        while not ready.done():
            works_off(new, "build")
        assert ready.result(TIMEOUT_S)
        assert (version.built / "made.py").is_file()
        assert only_version(new, bot).state == "fit"
        assert length(new.engine) == {"waiting": 0, "claimed": 0}


def test_the_ladder_builds_what_it_needs(ada: BotOwner, context: JobContext) -> None:
    bot = fit(context, ada)
    version = only_version(context, bot)
    untrusted_folders.remove(version.built)
    job = Job(1, "ladder", {"game": "tank_war"}, 0, 1)
    assert ladder_job.side(context, job, bot).program.folder == version.built
    assert version.built.is_dir()


def test_what_cannot_be_built_any_more_is_unfit_with_a_reason(ada: BotOwner, context: JobContext) -> None:
    bot = fit(context, ada, bot_toml=BOT_TOML + 'build = "false"\n')
    untrusted_folders.remove(only_version(context, bot).built)
    with pytest.raises(BotUnavailable, match="cannot be built any more"):
        ladder_job.side(context, Job(1, "ladder", {"game": "tank_war"}, 0, 1), bot)
    version = only_version(context, bot)
    assert (version.state, "it builds" in version.reason) == ("unfit", True)


def test_what_this_server_fails_to_build_again_stays_fit(
    ada: BotOwner, context: JobContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise PlatformFault("the disk is full")

    bot = fit(context, ada)
    version = only_version(context, bot)
    untrusted_folders.remove(version.built)
    context.queue.add(BUILD, {"version": version.id}, 0)
    with monkeypatch.context() as patch:
        patch.setattr(build_job, "_built", fail)
        works_off(context, "build")
    assert length(context.engine) == {"waiting": 0, "claimed": 0}
    assert only_version(context, bot).state == "fit"
    ladder_job.side(context, Job(1, "ladder", {"game": "tank_war"}, 0, 1), bot)
    assert version.built.is_dir()


def test_a_contest_builds_its_bots_again(tmp_path: Path) -> None:
    source, contest = tmp_path / "source", tmp_path / "contest"
    source.mkdir()
    (source / "bot.toml").write_text('name = "Ada"\nrun = "sh made.sh"\nbuild = "touch made.sh"\n')
    entrants = EntrantBots(contest, "tank_war", Policy(), isolated=False)
    entrants.submit(source, "ada-1")
    for _ in range(2):
        untrusted_folders.remove(contest / "bots")
        entrants.program("Ada", str(source), "ada-1")
        assert (contest / "bots" / "ada-1" / "made.sh").is_file()

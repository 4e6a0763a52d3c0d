"""Is the new version better? A sequential test in slices, that goes on after any interruption."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import sqlalchemy as sql

from steelyard.server.bots import disk_usage, trial_job
from steelyard.server.bots.job_kinds import TRIAL
from steelyard.server.bots.schema import versions
from steelyard.server.bots.store import bot_store
from steelyard.server.jobs.schema import jobs
from tests.server.bots.archives import POLITE
from tests.server.bots.bot_owners import BotOwner, fit, works_off

if TYPE_CHECKING:
    from steelyard.server.jobs.context import JobContext

GIVES_UP = POLITE.replace('"move": told["legal"][0]', '"move": "nothing"')


def waiting(context: JobContext) -> int:
    query = sql.select(sql.func.count()).where(jobs.c.kind == "sprt", jobs.c.state == "waiting")
    with context.engine.connect() as connection:
        return int(connection.execute(query).scalar_one())


def latest(owner: BotOwner, bot: str) -> dict[str, Any]:
    shown: dict[str, Any] = owner.sees(f"/api/bots/{bot}")["mine"]["trials"][0]
    return shown


def test_a_version_that_wins_every_game_is_found_to_be_better(
    ada: BotOwner, context: JobContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two versions of which the old one has rotten; the trial ends long before all games are played."""
    monkeypatch.setattr(trial_job, "ELO1", 200.0)
    bot = fit(context, ada)
    fit(context, ada)
    old = bot_store(context).versions(bot)[1]
    (old.built / "bot.py").write_text(GIVES_UP)
    ada.asks(f"/api/bots/{bot}/trials", 201, newer=2)
    assert latest(ada, bot)["state"] == "running"
    works_off(context, "sprt")
    shown = latest(ada, bot)
    assert (shown["state"], shown["newer"], shown["older"]) == ("better", 2, 1)
    told = shown["told"]
    assert told["wins"] == told["games"] < trial_job.MOST_GAMES
    assert told["interval"][0] > 0.5
    assert told["words"].startswith("The new version is better: 100% of the points")
    assert waiting(context) == 0


def test_games_in_which_both_failed_are_no_draws_and_still_end_a_trial() -> None:
    told = trial_job._judged({0: 1.0, 1: None, 2: None, 3: 0.0})
    assert (told["games"], told["draws"], told["state"]) == (2, 0, "running")
    assert trial_job._judged(dict.fromkeys(range(trial_job.MOST_GAMES)))["state"] == "undecided"


def test_a_trial_is_played_in_slices_and_others_come_between(
    ada: BotOwner, bob: BotOwner, context: JobContext
) -> None:
    bot, other = fit(context, ada), fit(context, bob)
    fit(context, ada)
    fit(context, bob)
    ada.asks(f"/api/bots/{bot}/trials", 201, newer=2, older=1)
    bob.asks(f"/api/bots/{other}/trials", 201, newer=2, older=1)
    owners = []
    for _ in range(4):
        job = context.queue.claim([TRIAL])
        assert job is not None
        owners.append(job.owner)
        trial_job.run(context, job)
    assert owners == [ada.id, bob.id, ada.id, bob.id]
    assert latest(ada, bot)["told"]["games"] == 2 * trial_job.SLICE
    assert latest(ada, bot)["told"]["score"] == pytest.approx(0.5), "the same program against itself"


def test_a_trial_needs_two_versions_that_are_fit_and_ones_own(
    ada: BotOwner, bob: BotOwner, context: JobContext
) -> None:
    bot = fit(context, ada)
    assert "two versions" in ada.asks(f"/api/bots/{bot}/trials", 409, newer=1)["error"]
    assert "two versions" in ada.asks(f"/api/bots/{bot}/trials", 409, newer=1, older=1)["error"]
    assert bob.http.post(f"/api/bots/{bot}/trials", json={"newer": 1}).status_code == 403


def test_a_trial_without_a_difference_ends_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial_job, "MOST_GAMES", 40)
    even = {place: float(place % 2) for place in range(40)}
    assert trial_job._judged(even)["state"] in {"undecided", "not_better"}
    lost = trial_job._judged(dict.fromkeys(range(60), 0.0))
    assert (lost["state"], lost["words"][:24]) == ("not_better", "The new version is worse")
    assert trial_job._judged({})["state"] == "running"


def test_a_trial_of_a_version_that_was_deleted_is_broken_off_at_once(
    ada: BotOwner, context: JobContext
) -> None:
    """With its owner's account, say."""
    bot = fit(context, ada)
    fit(context, ada)
    ada.asks(f"/api/bots/{bot}/trials", 201, newer=2)
    for version in bot_store(context).versions(bot):
        with context.engine.begin() as connection:
            gone = sql.update(versions).where(versions.c.id == version.id).values(state="deleted")
            connection.execute(gone)
        disk_usage.remove(context.engine, bot_store(context).place, version.id)
    works_off(context, "sprt")
    assert latest(ada, bot)["told"]["words"] == "It was broken off: one of the versions is gone."
    query = sql.select(jobs.c.attempts, jobs.c.state).where(jobs.c.kind == "sprt")
    with context.engine.connect() as connection:
        assert connection.execute(query).all() == [(1, "failed")]

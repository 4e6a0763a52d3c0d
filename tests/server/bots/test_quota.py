"""What an account may have: so many bots, at home or uploaded, and so much of the disk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sqlalchemy as sql

from steelyard.arena.referee.referee import Referee
from steelyard.server.bots import ladder_job, service, trial_job
from steelyard.server.bots.disk_usage import MB, measure, used_by
from steelyard.server.bots.schema import bots, versions
from steelyard.server.bots.store import bot_store
from steelyard.server.operations.removal import Place
from steelyard.server.operations.retention import clean
from steelyard.server.settings import Keep
from tests.server.bots.archives import BOT_TOML, GOOD, POLITE, zipped
from tests.server.bots.bot_owners import BotOwner, fit, works_off
from tests.server.running_server import ME

if TYPE_CHECKING:
    import pytest

    from steelyard.server.jobs.context import JobContext


def named(name: str) -> bytes:
    return zipped({**GOOD, "bot.toml": BOT_TOML.replace('"Ada"', f'"{name}"')})


def change(context: JobContext, version: str, **values: Any) -> None:
    with context.engine.begin() as connection:
        connection.execute(sql.update(versions).where(versions.c.id == version).values(**values))


def test_bots_at_home_count_among_an_accounts_bots(ada: BotOwner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "MOST_BOTS", 2)
    ada.asks("/api/bots/remote", 201, game="tank_war", name="one")
    ada.uploads(named("two"))
    told = ada.asks("/api/bots/remote", 409, game="tank_war", name="three")["error"]
    assert "you have 2 bots, those at home included" in told
    assert ada.sends(named("three")).status_code == 409
    assert ada.sends(named("two")).status_code == 201, "a version is no new bot"


def test_an_account_has_a_share_of_the_disk_and_is_told_what_takes_it(
    ada: BotOwner, context: JobContext
) -> None:
    bot = fit(context, ada)
    fit(context, ada)
    space = ada.sees("/api/bots")["space"]
    assert (space["sources"] > 0, space["records"], space["most"]) == (True, 0, 500 * MB)
    older = bot_store(context).versions(bot)[1]
    change(context, older.id, source_bytes=400 * MB, built_bytes=120 * MB)
    told = ada.sends(zipped(GOOD))
    assert told.status_code == 409
    assert (
        "your bots take 520 MB (sources 400, builds 120), and an account has 500 MB" in told.json()["error"]
    )
    assert "delete old versions" in told.json()["error"]
    assert "520 MB" in ada.asks(f"/api/bots/{bot}/trials", 409, newer=2)["error"]
    ada.asks(f"/api/bots/{bot}/versions/1/delete")
    assert not older.folder.parent.exists()
    assert [each["state"] for each in ada.sees(f"/api/bots/{bot}")["mine"]["versions"]] == ["fit", "deleted"]
    assert ada.sends(zipped(GOOD)).status_code == 201


def test_an_account_that_is_full_gets_out_by_deleting_the_version_that_plays(
    ada: BotOwner, context: JobContext
) -> None:
    bot = fit(context, ada)
    change(context, bot_store(context).versions(bot)[0].id, source_bytes=600 * MB)
    assert ada.sends(zipped(GOOD)).status_code == 409
    ada.asks(f"/api/bots/{bot}/versions/1/delete")
    shown = [ada.sees(f"/api/bots/{bot}"), *ada.sees("/api/bots")["bots"]]
    assert [(each["state"], each["version"]) for each in shown] == [("none", 0)] * 2
    assert ada.sends(zipped(GOOD)).status_code == 201


def test_only_what_nobody_needs_can_be_deleted(ada: BotOwner, bob: BotOwner, context: JobContext) -> None:
    bot = fit(context, ada)
    path = f"/api/bots/{bot}/versions"
    assert "the one that plays" in ada.asks(f"{path}/1/delete", 409)["error"]
    older = bot_store(context).versions(bot)[0].id
    table = bob.sets_up("tank_war", ME, {"kind": "bot", "bot": f"@{older}"})
    fit(context, ada)
    assert "somebody plays" in ada.asks(f"{path}/1/delete", 409)["error"]
    with bob.follows(table["id"]) as page:
        page.says("resign")
        page.until("over")
    ada.asks(f"/api/bots/{bot}/trials", 201, newer=2)
    assert "a trial" in ada.asks(f"{path}/1/delete", 409)["error"]
    assert bob.http.post(f"{path}/1/delete", json={}).status_code == 403
    ada.uploads(zipped(GOOD))
    assert "not checked yet" in ada.asks(f"{path}/3/delete", 409)["error"]
    assert ada.http.post(f"{path}/9/delete", json={}).status_code == 404


def test_a_deletion_that_was_cut_short_is_finished_by_the_clean_up(
    ada: BotOwner, context: JobContext
) -> None:
    bot = fit(context, ada)
    version = bot_store(context).versions(bot)[0]
    change(context, version.id, state="deleted")
    assert dict(clean(Place(context.engine, context.data, Keep(), 0.0))) == {"sources": 1}
    assert not version.folder.exists()
    assert used_by(context.engine, ada.id).total == 0


def test_versions_of_before_there_was_a_measure_are_measured(ada: BotOwner, context: JobContext) -> None:
    version = bot_store(context).versions(fit(context, ada))[0]
    before = used_by(context.engine, ada.id)
    change(context, version.id, source_bytes=None)
    measure(context.engine, context.data)
    after = used_by(context.engine, ada.id)
    assert after.sources == before.sources
    assert after.builds > 0


def test_an_old_version_is_built_again_for_a_trial_and_not_played_against(
    ada: BotOwner, bob: BotOwner, context: JobContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trial_job, "SLICE", 2)
    monkeypatch.setattr(trial_job, "MOST_GAMES", 2)
    bot = fit(context, ada)
    fit(context, ada)
    older = bot_store(context).versions(bot)[1]
    far = older.created_ms + 1e12
    with context.engine.begin() as connection:
        connection.execute(sql.update(bots).values(played_ms=far))
    assert dict(clean(Place(context.engine, context.data, Keep(job_days=0), far)))["builds"] == 1
    assert not older.built.exists()
    seats = [ME, {"kind": "bot", "bot": f"@{older.id}"}]
    refused = bob.http.post("/api/tables", json={"game": "tank_war", "seats": seats})
    assert (refused.status_code, "too old" in refused.text) == (409, True)
    ada.asks(f"/api/bots/{bot}/trials", 201, newer=2)
    works_off(context, "sprt")
    assert ada.sees(f"/api/bots/{bot}")["mine"]["trials"][0]["told"]["games"] == 2
    assert older.built.is_dir()
    assert used_by(context.engine, ada.id).records > 0


READING = POLITE.replace(
    'answer = {"type": "move"', 'open("bot.toml").close()\n        answer = {"type": "move"'
)


def test_a_game_whose_program_was_deleted_meanwhile_counts_for_nobody(
    ada: BotOwner, context: JobContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot cannot help it, and the other has not earned it."""
    bot = fit(context, ada, bot_py=READING)
    ladder_job.add_next(context)
    play = Referee.play

    def delete_then_play(*args: Any) -> Any:
        if len(bot_store(context).versions(bot)) == 1:
            fit(context, ada)
            ada.asks(f"/api/bots/{bot}/versions/1/delete")
        return play(*args)

    monkeypatch.setattr(Referee, "play", delete_then_play)
    works_off(context, "ladder")
    assert len(bot_store(context).versions(bot)) == 2
    assert ada.sees(f"/api/bots/{bot}/games")["games"] == []
    assert ada.sees(f"/api/bots/{bot}")["standing"] is None

"""The ladder: games that tell most come first, each counts once, and ratings follow from the games alone."""

from __future__ import annotations

import itertools
from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
import sqlalchemy as sql

from steelyard import games
from steelyard.arena.record import read_record
from steelyard.arena.verdicts import Fault, Verdict
from steelyard.server.bots import game_job, ladder_job, ladder_pairing, preparation
from steelyard.server.bots import ratings as bots_ratings
from steelyard.server.bots.job_kinds import LADDER
from steelyard.server.bots.ladder_pairing import Entrant
from steelyard.server.bots.ratings import Rating, Result
from steelyard.server.bots.schema import bots, matches, ratings
from steelyard.server.bots.store import bot_store
from steelyard.server.rating_model import MIDDLE_ELO, MU, SIGMA
from tests.server.bots.archives import BOT_TOML, GOOD, POLITE, zipped
from tests.server.bots.bot_owners import BotOwner, fit, works_off
from tests.server.running_server import Guest, RunningServer

if TYPE_CHECKING:
    from steelyard.server.jobs.context import JobContext

NOW_MS = 1_800_000_000_000.0
MONTH_MS = 30 * 24 * 3600 * 1000.0
CRASHING = POLITE.replace(
    'answer = {"type": "move"', 'raise SystemExit("my secret")\n        answer = {"type": "move"'
)


def rows(context: JobContext) -> list[Any]:
    with context.engine.connect() as connection:
        return list(connection.execute(sql.select(matches).order_by(matches.c.number)).all())


def kept_ratings(context: JobContext) -> dict[str, Rating]:
    with context.engine.connect() as connection:
        found = connection.execute(sql.select(ratings)).all()
    return {row.player: Rating(row.mu, row.sigma, row.games, row.version, row.failed) for row in found}


def test_games_count_and_all_ratings_can_be_computed_anew_from_them(
    ada: BotOwner, context: JobContext
) -> None:
    """A bot that always plays its first move meets ours; then the numbers are checked to the last bit."""
    bot = fit(context, ada)
    for _ in range(3):
        assert ladder_job.add_next(context)
        works_off(context, "ladder")
    played = rows(context)
    assert len(played) == 12
    assert {row.rated for row in played} == {True}
    assert {bot} < {each for row in played for each in (row.first, row.second)}
    assert len({(row.first, row.second) for row in played}) > 1, "both seats"
    kept = kept_ratings(context)
    with context.engine.connect() as connection:
        assert ladder_job.recount(connection, "tank_war") == kept
    assert kept[bot].games == 12
    assert kept[bot].sigma < SIGMA
    for row in played:
        record = read_record(row.record.encode())
        assert record.clock == "bank:12s"
        assert row.id == game_job.game_id(f"ladder:{row.occasion}", row.place)
    table = ada.sees("/api/ladder/tank_war")
    line = next(each for each in table["lines"] if each["player"] == bot)
    assert (line["name"], line["owner"], line["games"]) == ("Ada", "Ada", 12)
    assert {"random", "greedy"} == {each["name"] for each in table["lines"] if each["ours"]}


def test_a_bot_whose_games_wait_or_are_played_gets_no_others(ada: BotOwner, context: JobContext) -> None:
    fit(context, ada)
    assert ladder_job.add_next(context)
    assert not ladder_job.add_next(context)
    job = context.queue.claim([LADDER])
    assert job is not None
    assert job.owner == ada.id, "also where one of ours is the first of the two"
    assert not ladder_job.add_next(context)
    ladder_job.give_up(context, job, "it is enough")
    assert ladder_job.add_next(context)


def test_a_bot_is_busy_only_where_it_plays_itself(ada: BotOwner, context: JobContext) -> None:
    bot = fit(context, ada)
    context.queue.add(LADDER, {"game": "tank_war", "players": ["random", f"{bot}a"], "seed": bot}, ada.id)
    assert ladder_job.add_next(context)


def test_every_game_has_a_page_and_a_record(
    ada: BotOwner, context: JobContext, quick_server: RunningServer
) -> None:
    fit(context, ada)
    ladder_job.add_next(context)
    works_off(context, "ladder")
    listed = ada.sees("/api/ladder/tank_war/games")["games"]
    assert len(listed) == 4
    with Guest(quick_server.address) as guest:
        for game in listed:
            shown = guest.shows(game["id"])
            assert [player["name"] for player in shown["players"]] == game["names"]
            assert shown["outcome"]["winner"] == game["winner"]
            positions = guest.shows(game["id"], "/positions")["positions"]
            assert len(positions) == shown["turn"] + 1
            read_record(guest.http.get(f"/api/tables/{game['id']}/record").content)
        with guest.follows(listed[0]["id"]) as page:
            assert page.next()["type"] == "snapshot"


def test_an_owner_reads_what_a_bot_wrote_in_its_games_and_nobody_else_does(
    ada: BotOwner, bob: BotOwner, context: JobContext
) -> None:
    talks = POLITE.replace("import", "import sys; print('hello', file=sys.stderr, flush=True)\nimport", 1)
    bot = fit(context, ada, bot_py=talks)
    ladder_job.add_next(context)
    works_off(context, "ladder")
    game = ada.sees(f"/api/bots/{bot}/games")["games"][-1]
    (log,) = ada.sees(f"/api/bots/games/{game['id']}/log")["logs"]
    assert (log["seat"], log["name"]) == (game["bots"].index(bot), "Ada")
    assert log["turns"] == [{"turn": 0, "text": "hello\n"}]
    assert bob.sees(f"/api/bots/games/{game['id']}/log")["logs"] == []
    assert ada.http.get("/api/bots/games/2222222222/log").status_code == 404


def test_a_worker_that_dies_in_the_middle_loses_no_game_and_repeats_none(
    ada: BotOwner, context: JobContext
) -> None:
    bot = fit(context, ada)
    ladder_job.add_next(context)
    job = context.queue.claim([LADDER])
    assert job is not None
    real = ladder_job._count
    counted: list[Any] = []

    class Killed(BaseException):
        pass

    def count_two(*args: Any, **more: Any) -> None:
        if len(counted) == 2:
            raise Killed
        counted.append(args)
        real(*args, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ladder_job, "_count", count_two)
        with pytest.raises(Killed):
            ladder_job.run(context, job)
    before = rows(context)
    assert len(before) == 2
    context.queue.put_back(job, counted=True)
    works_off(context, "ladder")
    after = rows(context)
    assert len(after) == 4
    assert after[:2] == before
    assert kept_ratings(context)[bot].games == 4


def test_a_game_that_is_counted_twice_counts_once(ada: BotOwner, context: JobContext) -> None:
    bot = fit(context, ada)
    ladder_job.add_next(context)
    works_off(context, "ladder")
    row = dict(rows(context)[0]._mapping)
    del row["number"]
    with context.engine.begin() as connection:
        assert not game_job.add(connection, row)
    assert kept_ratings(context)[bot].games == 4


def test_a_bot_that_fails_again_and_again_is_taken_off_and_only_its_owner_is_told_why(
    ada: BotOwner, context: JobContext, quick_server: RunningServer
) -> None:
    bot = fit(context, ada)
    version = bot_store(context).versions(bot)[0]
    (version.built / "bot.py").write_text(CRASHING)  # fit when it was checked, and rotten since
    while ladder_job.add_next(context):
        works_off(context, "ladder")
    assert len(rows(context)) == bots_ratings.FAILURES
    seen = ada.sees(f"/api/bots/{bot}")
    assert "failed in 5 games in a row" in seen["mine"]["off"]
    lost = ada.sees(f"/api/bots/{bot}/games")["games"]
    assert {game["verdict"]["fault"] for game in lost} == {"crashed"}
    assert all("my secret" in game["verdict"]["stderr"] for game in lost)
    with BotOwner(quick_server, "Bob") as bob:
        assert bob.sees(f"/api/bots/{bot}")["mine"] is None
        assert [game["verdict"] for game in bob.sees(f"/api/bots/{bot}/games")["games"]] == [None] * 5
        for game in lost:
            for what in ("", "/record", "/positions"):
                assert "my secret" not in bob.http.get(f"/api/tables/{game['id']}{what}").text
    assert bot not in {line["player"] for line in ada.sees("/api/ladder/tank_war")["lines"]}
    ada.uploads(zipped(GOOD))
    works_off(context, "build")
    assert ada.sees(f"/api/bots/{bot}")["mine"]["off"] == "", "a new version gets a new chance"


def test_an_owner_can_take_a_bot_off(ada: BotOwner, context: JobContext) -> None:
    bot = fit(context, ada)
    ada.asks(f"/api/bots/{bot}/ladder", on=False)
    assert not ladder_job.add_next(context)
    ada.asks(f"/api/bots/{bot}/ladder", on=True)
    assert ladder_job.add_next(context)


# Ratings and pairs.
def test_ours_take_part_in_every_ladder_and_the_teacher_is_where_one_measures_from(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.undo()
    for game in games.names():
        assert {"random", "greedy", "teacher"} < set(bots_ratings.on_every_ladder(game))
        teacher = bots_ratings.fixed(game, "teacher")
        assert teacher is not None
        assert teacher.elo == MIDDLE_ELO


def test_better_players_come_out_above_and_ours_stay_where_they_are() -> None:
    chance = Random(4)
    strength = {"a": 200.0, "b": 0.0, "c": -200.0}
    results = []
    for _ in range(400):
        first, second = chance.sample([*strength, "teacher"], 2)
        lead = strength.get(first, 0.0) - strength.get(second, 0.0)
        winner = 0 if chance.random() < 1 / (1 + 10 ** (-lead / 400)) else 1
        results.append(Result((first, second), ("", ""), winner))
    found = bots_ratings.recomputed("tank_war", results)
    assert found["a"].elo > found["b"].elo > found["c"].elo
    assert found["teacher"].elo == MIDDLE_ELO
    assert found["a"].elo - found["c"].elo == pytest.approx(400, abs=200)


def test_a_draw_between_equals_changes_only_how_sure_one_is() -> None:
    first, second = bots_ratings.after("tank_war", Result(("a", "b"), ("", ""), None), (Rating(), Rating()))
    assert (first.mu, second.mu) == (MU, MU)
    assert first.sigma < SIGMA


def test_a_game_in_which_both_failed_rates_nobody_and_is_a_failure_of_both() -> None:
    """No draw: the weaker of the two would gain by it."""
    strong, weak = Rating(32.0, 2.0, 50, "", 1), Rating(18.0, 2.0, 50, "", 0)
    verdict = msgspec.json.encode(Verdict(1, Fault.TIME_OUT, "no answer", both=True)).decode()
    row = {"first": "a", "second": "b", "first_version": "", "second_version": "", "winner": None}
    after = bots_ratings.after("tank_war", ladder_job._result({**row, "verdict": verdict}), (strong, weak))
    assert [(each.mu, each.sigma, each.games) for each in after] == [(32.0, 2.0, 51), (18.0, 2.0, 51)]
    assert [each.failed for each in after] == [2, 1]
    drawn = bots_ratings.after("tank_war", ladder_job._result({**row, "verdict": ""}), (strong, weak))
    assert drawn[0].mu < 32.0
    assert [each.failed for each in drawn] == [0, 0]


def test_a_new_version_is_known_less_well() -> None:
    known = Rating(30.0, 1.5, 50, "old", 4)
    result = Result(("a", "b"), ("new", ""), None)
    after, _ = bots_ratings.after("tank_war", result, (known, Rating()))
    assert after.sigma > 3
    assert (after.version, after.failed) == ("new", 0)


def entrant(  # noqa: PLR0913 - what it is known by
    player: str,
    owner: int,
    mu: float = 25.0,
    sigma: float = 3.0,
    *,
    last_ms: float = 0.0,
    due_ms: float = 0.0,
) -> Entrant:
    return Entrant(player, owner, Rating(mu, sigma), last_ms, due_ms)


def chosen(entrants: list[Entrant], met: dict[frozenset[str], int] | None = None) -> Counter[frozenset[str]]:
    pairs: Counter[frozenset[str]] = Counter()
    for seed in range(300):
        pair = ladder_pairing.next_pair(entrants, met or {}, Random(seed), NOW_MS)
        assert pair is not None
        pairs[frozenset(each.player for each in pair)] += 1
    return pairs


def test_who_has_waited_longest_gets_a_game_for_the_bot_that_is_known_least() -> None:
    entrants = [
        entrant("known", 1, sigma=2.0),
        entrant("unknown", 1, sigma=8.0),
        entrant("played", 2, sigma=8.3, last_ms=5.0),
        entrant("random", 0),
    ]
    assert all("unknown" in pair for pair in chosen(entrants))


def test_near_ones_meet_more_often_and_not_the_same_two_again_and_again() -> None:
    entrants = [entrant("new", 1, sigma=4.0), entrant("near", 0, 25.5), entrant("far", 0, 50.0)]
    pairs = chosen(entrants)
    assert pairs[frozenset(("new", "near"))] > 2 * pairs[frozenset(("new", "far"))]
    even = [entrant("new", 1, sigma=4.0), entrant("one", 0), entrant("other", 0)]
    tired = chosen(even, {frozenset(("new", "one")): 9})
    assert tired[frozenset(("new", "other"))] > 3 * tired[frozenset(("new", "one"))]


def test_settled_bots_play_only_when_they_are_due() -> None:
    settled = [entrant("a", 1, sigma=1.0, due_ms=NOW_MS + 1), entrant("b", 2, sigma=1.0, due_ms=NOW_MS + 2)]
    assert ladder_pairing.next_pair(settled, {}, Random(1), NOW_MS) is None
    assert ladder_pairing.next_pair(settled, {}, Random(1), NOW_MS + 1) is not None
    ours = [entrant("random", 0), entrant("greedy", 0)]
    assert ladder_pairing.next_pair(ours, {}, Random(1), NOW_MS) is None, "ours do not play one another"


def test_a_settled_ladder_plays_less_and_less() -> None:
    """A game a minute at first, and a week between two after half a year; a new version is due at once."""
    played, games_by_month = [0.0], Counter[int]()
    while played[-1] < 12 * MONTH_MS:
        played.append(ladder_pairing.next_due_ms(0.0, played[-1]))
        games_by_month[int(played[-1] // MONTH_MS)] += 1
    rests = [later - sooner for sooner, later in itertools.pairwise(played)]
    assert rests[0] == ladder_pairing.LEAST_REST_MS
    assert rests[-1] == ladder_pairing.MOST_REST_MS
    assert rests == sorted(rests)
    assert games_by_month[0] > 100
    assert games_by_month[11] < 6
    changed = played[-1] + 1
    assert ladder_pairing.next_due_ms(changed, played[-1]) - played[-1] == ladder_pairing.LEAST_REST_MS


def test_a_bot_whose_games_do_not_count_rests_too() -> None:
    """No game would ever settle it: it would play without an end, before everybody else."""
    at_home = entrant("home", 1, sigma=SIGMA, due_ms=NOW_MS + 1)._replace(counts=False)
    assert ladder_pairing.next_pair([at_home, entrant("random", 0)], {}, Random(1), NOW_MS) is None
    assert ladder_pairing.next_pair([at_home, entrant("random", 0)], {}, Random(1), NOW_MS + 1) is not None


def test_it_is_known_when_a_bot_has_last_played(ada: BotOwner, context: JobContext) -> None:
    bot = fit(context, ada)
    ladder_job.add_next(context)
    works_off(context, "ladder")
    last = bot_store(context).bot(bot)
    assert last is not None
    assert last.played_ms == rows(context)[-1].ended_ms > 0
    (there,) = (each for each in ladder_job._standing(context, "tank_war").entrants if each.player == bot)
    assert there.due_ms == last.played_ms + ladder_pairing.LEAST_REST_MS


def test_bots_that_are_off_are_not_in_the_database_as_on(context: JobContext, ada: BotOwner) -> None:
    bot = fit(context, ada)
    with context.engine.begin() as connection:
        connection.execute(sql.update(bots).values(off="x"))
    assert not ladder_job.add_next(context)
    assert bot not in {line["player"] for line in ada.sees("/api/ladder/tank_war")["lines"]}


def test_clocks_are_a_tenth_of_the_games_own() -> None:
    assert game_job.short_clock("tank_war") == "bank:12s"
    assert game_job.short_clock("tank_duel") == "round:0.25s"
    assert game_job.short_clock("tank_battle") == "fischer:30s+0.5s"


def test_a_toml_may_leave_the_game_to_the_form(ada: BotOwner) -> None:
    nameless = zipped({**GOOD, "bot.toml": BOT_TOML.replace('game = "tank_war"\n', "")})
    assert ada.sends(nameless, game="tank_war").status_code == 201


def test_a_ladder_job_makes_room_as_soon_as_somebody_waits(ada: BotOwner, context: JobContext) -> None:
    """After the game that is being played; whoever needs more games gets others later."""
    fit(context, ada)
    assert ladder_job.add_next(context)
    ada.uploads(zipped(GOOD))
    works_off(context, "ladder")
    assert len(rows(context)) == 1


def test_ours_that_have_to_get_ready_are_not_waited_for(
    ada: BotOwner, context: JobContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots_ratings, "OURS", ("random", "teacher"))
    asked: list[tuple[str, str]] = []

    class Process:
        status: int | None = None

        def poll(self) -> int | None:
            return self.status

    def started(game: str, bot: str) -> Any:
        asked.append((game, bot))
        return Process()

    monkeypatch.setattr(preparation, "OURS", preparation.Preparation(started))
    fit(context, ada)
    for _ in range(2):
        entrants = ladder_job._standing(context, "tank_war").entrants
        assert {each.player for each in entrants if not each.owner} == {"random"}
    assert asked == [("tank_war", "teacher")]
    Process.status = 0
    entrants = ladder_job._standing(context, "tank_war").entrants
    assert {each.player for each in entrants if not each.owner} == {"random", "teacher"}


def test_a_bot_settles_after_some_hundred_games_and_a_new_version_plays_again() -> None:
    """However many games the old one had."""
    chance = Random(3)
    known, teacher = Rating(), bots_ratings.start("tank_war", "teacher")
    while known.sigma >= ladder_pairing.SETTLED_SIGMA:
        result = Result(("a", "teacher"), ("1", ""), chance.randrange(2))
        known, _ = bots_ratings.after("tank_war", result, (known, teacher))
    assert 30 < known.games < 300
    known, _ = bots_ratings.after("tank_war", Result(("a", "teacher"), ("2", ""), 0), (known, teacher))
    assert known.sigma >= ladder_pairing.SETTLED_SIGMA


def test_a_new_version_is_played_before_it_has_played(ada: BotOwner, context: JobContext) -> None:
    """Its bot was settled, and is not from the moment the version is fit."""
    bot = fit(context, ada)
    with context.engine.begin() as connection:
        old = bot_store(context).versions(bot)[0].id
        settled = Rating(25.0, 1.5, 200, old)._asdict()
        connection.execute(sql.insert(ratings).values(game="tank_war", player=bot, **settled))
    entrants = {each.player: each for each in ladder_job._standing(context, "tank_war").entrants}
    assert entrants[bot].settled
    fit(context, ada)
    entrants = {each.player: each for each in ladder_job._standing(context, "tank_war").entrants}
    assert not entrants[bot].settled

"""Players: ratings that follow from rated games, profiles, lists of one's games, phrases, reports."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import sqlalchemy as sql

from steelyard.server.people import schema
from steelyard.server.people.ratings import AGAINST_BOTS, GAMES_A_DAY, PROVISIONAL, Rating, after
from steelyard.server.rating_model import SIGMA
from steelyard.server.tables.table import MOST_SAID, Refused
from tests.server.running_server import ME, RANDOM, Guest, RunningServer
from tests.server.tables.timed import Timed

if TYPE_CHECKING:
    from collections.abc import Iterator

RATED: dict[str, Any] = {"game": "tank_battle", "clock": "bank:120s", "rated": True, "seat": 0}


@pytest.fixture
def people(server: RunningServer) -> Iterator[dict[str, Guest]]:
    found = {name: Guest(server.address) for name in ("Eve", "Dan", "Tim")}
    for name, guest in found.items():
        guest.registers(name)
    yield found
    for guest in found.values():
        guest.http.close()


def plays(first: Guest, second: Guest, *, rated: bool = True) -> str:
    """A short game that the second player resigns."""
    name = begins(first, second, rated=rated)
    resigns(name, first, second)
    return name


def begins(first: Guest, second: Guest, *, rated: bool = True) -> str:
    return first.begins(second, **{**RATED, "rated": rated})


def resigns(name: str, first: Guest, second: Guest) -> None:
    both_move(name, first, second)
    gives_up(name, second)


def both_move(name: str, first: Guest, second: Guest) -> None:
    with first.follows(name) as one, second.follows(name) as two:
        two.until("snapshot")  # else it may have the first turn in it
        one.says("move", turn=1, move="g1-g4")
        two.says("move", turn=2, move=two.until("turn", turn=1)["legal"]["1"][0])
        one.until("turn", turn=2)


def gives_up(name: str, somebody: Guest) -> None:
    with somebody.follows(name) as page:
        page.says("resign")
        page.until("over")


def counted(server: RunningServer) -> None:
    while server.do(server.app.state.rating_counter.count()):
        pass


def profile(of: Guest, name: str) -> dict[str, Any]:
    found: dict[str, Any] = of.http.get(f"/api/players/{name}").json()
    return found


def games_of(guest: Guest, **asked: str) -> list[str]:
    answer = guest.http.get("/api/tables", params=asked)
    assert answer.status_code == 200, answer.text
    return [each["id"] for each in answer.json()["tables"]]


def test_a_win_moves_both_and_both_are_known_better() -> None:
    winner, loser = after((Rating(), Rating()), 0)
    assert winner.skill.elo > 1000 > loser.skill.elo
    assert (winner.games, loser.games) == (1, 1)
    assert winner.sigma < SIGMA > loser.sigma
    assert after((Rating(), Rating()), None)[0].mu == pytest.approx(Rating().mu)


def test_a_settled_rating_does_not_move_by_a_game_against_a_new_account() -> None:
    settled = Rating(30.0, 3.0, PROVISIONAL, bot_games=AGAINST_BOTS)
    new, old = after((Rating(), settled), 1)
    assert old == settled._replace(games=PROVISIONAL + 1)
    assert new.mu < Rating().mu


def test_rated_games_count_once_and_only_so_many_a_day_between_two(
    server: RunningServer, people: dict[str, Guest]
) -> None:
    """Those that began first, however many run at once: nobody chooses by how they end which ones count."""
    eve, dan = people["Eve"], people["Dan"]
    running = [begins(eve, dan) for _ in range(GAMES_A_DAY + 2)]
    for name in running:
        both_move(name, eve, dan)
    early, late = running[:GAMES_A_DAY], running[GAMES_A_DAY:]
    for name in late:  # they end before the others, and change nothing
        gives_up(name, eve)
    counted(server)
    assert profile(eve, "Eve")["ratings"] == []
    refused = eve.http.post("/api/challenges", json={**RATED, "to": "Dan"})
    assert (refused.status_code, refused.json()["code"]) == (409, "rated_enough")
    for name in early:
        gives_up(name, dan)
        counted(server)
    now = profile(eve, "Eve")["ratings"][0]
    assert (now["games"], now["provisional"], len(now["curve"])) == (GAMES_A_DAY, True, len(running))
    assert now["elo"] == now["limit"] == 1000 > profile(eve, "Dan")["ratings"][0]["elo"]
    counted(server)
    assert profile(eve, "Eve")["ratings"][0] == now


def test_a_rated_game_begins_for_that_when_both_have_moved(
    server: RunningServer, people: dict[str, Guest]
) -> None:
    """Games that stand there without a move keep none from counting."""
    eve, dan = people["Eve"], people["Dan"]
    for _ in range(GAMES_A_DAY):
        begins(eve, dan)
    plays(eve, dan)
    counted(server)
    assert profile(eve, "Eve")["ratings"][0]["games"] == 1


def test_a_profile_shows_results_and_first_moves_and_games_are_found(people: dict[str, Guest]) -> None:
    tim, eve = people["Tim"], people["Eve"]
    won = plays(tim, eve, rated=False)
    lost = plays(eve, tim, rated=False)
    shown = profile(eve, "tim")
    assert shown["results"] == [{"game": "tank_battle", "won": 1, "lost": 1, "drawn": 0}]
    assert {"game": "tank_battle", "move": "g1-g4", "games": 1, "won": 1, "lost": 0} in shown["openings"]
    assert (shown["you"], shown["ratings"], profile(tim, "Tim")["you"]) == (False, [], True)
    assert set(games_of(eve, player="Tim")) == {won, lost}
    assert games_of(eve, player="Tim", result="won") == [won]
    assert games_of(tim, mine="1", result="lost", find="EV") == [lost]
    assert games_of(tim, mine="1", find="dan") == []
    assert games_of(tim, mine="1", rated="true") == []
    assert games_of(tim, mine="1", pace="rapid") == []
    assert tim.http.get("/api/tables", params={"result": "won"}).status_code == 422
    assert eve.http.get("/api/players/Nobody").status_code == 404
    ranked = eve.http.get("/api/players", params={"game": "tank_battle"}).json()["players"]
    assert [each["name"] for each in ranked] == []  # nobody has played enough


def test_what_waits_for_somebody_is_told_with_the_time_left(people: dict[str, Guest]) -> None:
    eve, tim = people["Eve"], people["Tim"]
    asked = {"game": "tank_battle", "clock": "days:3", "to": "Tim", "seat": 0}
    name = eve.http.post("/api/challenges", json=asked).json()["id"]
    assert tim.http.get("/api/waiting").json() == {"turns": [], "challenges": 1}
    tim.http.post(f"/api/challenges/{name}/accept", json={})
    waiting = eve.http.get("/api/waiting").json()["turns"]
    assert [(each["id"], each["opponent"]) for each in waiting] == [(name, "Tim")]
    with eve.follows(name) as page:
        page.says("move", turn=1, move="g1-g4")
        page.until("turn")
    assert eve.http.get("/api/waiting").json()["turns"] == []
    (turn,) = tim.http.get("/api/waiting").json()["turns"]
    assert turn["left_ms"] == 3 * 24 * 3600 * 1000


def test_people_say_phrases_and_nothing_else(people: dict[str, Guest]) -> None:
    eve, tim = people["Eve"], people["Tim"]
    name = plays(eve, tim, rated=False)
    with eve.follows(name) as one, tim.follows(name) as two:
        one.says("say", phrase="good_game")
        assert two.until("said") | {"seq": 0} == {"type": "said", "seq": 0, "seat": 0, "phrase": "good_game"}
        assert "not understood" in one.refused("say", phrase="you fool")
        for _ in range(25):
            two.says("say", phrase="thanks")
        assert "20 times a minute" in two.until("refused")["error"]
    assert tim.shows(name)["said"] == [{"seat": 1, "phrase": "thanks"}] * 3
    alone = eve.sets_up("tank_war", ME, RANDOM)["id"]
    with eve.follows(alone) as page:
        assert "nobody else" in page.refused("say", phrase="hello")


def test_a_report_is_for_organisers_who_settle_it(server: RunningServer, people: dict[str, Guest]) -> None:
    eve, tim, dan = people["Eve"], people["Tim"], people["Dan"]
    asked = {"reason": "stalling", "table": "2222222222"}
    assert eve.http.post("/api/players/Tim/report", json=asked).status_code == 204
    assert eve.http.post("/api/players/Tim/report", json={"reason": "no such reason"}).status_code == 422
    assert tim.http.get("/api/reports").status_code == 403
    dan.becomes(server, "organiser")
    (report,) = dan.http.get("/api/reports").json()["reports"]
    assert (report["reporter"], report["reported"], report["reason"]) == ("Eve", "Tim", "stalling")
    dan.http.post(f"/api/reports/{report['id']}/settle", json={})
    assert dan.http.get("/api/reports").json()["reports"] == []


def test_the_players_of_a_table_have_their_ratings_there(
    server: RunningServer, people: dict[str, Guest], ada: Guest
) -> None:
    name = plays(people["Eve"], people["Dan"])
    counted(server)
    bots = people["Eve"].sets_up("tank_war", ME, RANDOM)["id"]
    asked = {"tables": f"{name},{bots},2222222222,nonsense"}
    ratings = ada.http.get("/api/ratings", params=asked).json()["ratings"]
    assert [each["games"] for each in ratings[name]] == [1, 1]
    assert ratings[name][0]["elo"] > ratings[name][1]["elo"]
    assert ratings == {name: ratings[name], bots: [None, None]}, "of another game, a bot, and nothing else"


def test_a_rating_that_goes_with_its_account_in_that_moment_stops_nothing(
    server: RunningServer, people: dict[str, Guest], monkeypatch: pytest.MonkeyPatch
) -> None:
    eve, dan = people["Eve"], people["Dan"]
    plays(eve, dan)
    counted(server)
    store = server.app.state.people_service.store
    account = server.app.state.people.named("Dan").account.id
    read, gone = store.ratings, set[int]()

    def ratings(accounts: list[int]) -> dict[tuple[int, str, str], Rating]:
        found: dict[tuple[int, str, str], Rating] = read(accounts)
        if not gone:
            gone.add(account)
            with store.engine.begin() as connection:
                connection.execute(sql.delete(schema.ratings).where(schema.ratings.c.account == account))
        return found

    monkeypatch.setattr(store, "ratings", ratings)
    plays(eve, dan)
    for _ in range(2):
        counted(server)
    assert profile(eve, "Eve")["ratings"][0]["games"] == 2


def test_nobody_hides_the_reports_of_others_by_making_many(
    server: RunningServer, people: dict[str, Guest], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("steelyard.server.people.routes.MOST_REPORTS", 4)
    eve, tim, dan = people["Eve"], people["Tim"], people["Dan"]
    name = begins(eve, tim, rated=False)
    assert (
        eve.http.post("/api/players/Tim/report", json={"reason": "unfair", "table": name}).status_code == 204
    )
    for _ in range(4):
        assert tim.http.post("/api/players/Eve/report", json={"reason": "other"}).status_code == 204
    dan.becomes(server, "organiser")
    found = [(each["reporter"], each["table"]) for each in dan.http.get("/api/reports").json()["reports"]]
    assert found == [("Tim", ""), ("Eve", name)], "the same again is one report"
    unknown = tim.http.post("/api/players/Eve/report", json={"reason": "other", "table": "no table"})
    assert unknown.status_code == 422


def test_a_person_has_so_many_reports_that_nobody_has_looked_at(
    server: RunningServer, people: dict[str, Guest], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("steelyard.server.people.service.MOST_REPORTED", 2)
    tim = people["Tim"]
    asked = [("Eve", "other"), ("Eve", "name"), ("Dan", "name"), ("Eve", "name")]
    answers = [
        tim.http.post(f"/api/players/{name}/report", json={"reason": reason}) for name, reason in asked
    ]
    assert [each.status_code for each in answers] == [204, 204, 429, 204]
    assert answers[2].json()["code"] == "too_many_reports"
    assert len(server.everything()["reports"]) == 2


def test_each_of_two_players_has_phrases_of_their_own() -> None:
    timed = Timed()
    for _ in range(MOST_SAID):
        timed.add(timed.table.say(0, "hello"))
    with pytest.raises(Refused, match="enough"):
        timed.table.say(0, "hello")
    assert timed.table.say(1, "thanks")

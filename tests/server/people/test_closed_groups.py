"""Accounts that lose to one another on purpose lift nobody: games against bots set a limit to each rating."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import pytest

from steelyard.server.people import schema
from steelyard.server.people.ratings import AGAINST_BOTS, PROVISIONAL, Rating
from steelyard.server.tables.schema import results
from tests.server.people.test_players import counted, gives_up, plays, profile
from tests.server.running_server import Guest, RunningServer

if TYPE_CHECKING:
    from collections.abc import Iterator

GAME = "tank_battle"
AT_FIRST = round(Rating().skill.elo)
RATED = {"game": GAME, "clock": "bank:120s", "rated": True, "seat": 0}


@pytest.fixture
def group(server: RunningServer) -> Iterator[list[Guest]]:
    """Six accounts; the first is the one to be lifted."""
    found = [Guest(server.address) for _ in range(6)]
    for number, guest in enumerate(found):
        guest.registers(f"Account {number}")
    yield found
    for guest in found:
        guest.http.close()


def challenges_bot(guest: Guest, bot: str, **more: Any) -> str:
    answer = guest.http.post("/api/challenges", json={**RATED, "bot": bot, **more})
    assert answer.status_code == 201, answer.text
    name: str = answer.json()["id"]
    return name


def moves_with_bot(guest: Guest, name: str) -> None:
    with guest.follows(name) as page:
        page.until("snapshot")
        page.says("move", turn=1, move="g1-g4")
        page.until("turn", turn=2)


def loses_to_bot(guest: Guest, bot: str) -> None:
    name = challenges_bot(guest, bot)
    moves_with_bot(guest, name)
    gives_up(name, guest)


def listed(guest: Guest) -> list[str]:
    found = guest.http.get("/api/players", params={"game": GAME}).json()["players"]
    return [each["name"] for each in found]


def test_a_closed_group_lifts_no_account(server: RunningServer, group: list[Guest]) -> None:
    """They play in threes until no account is new by their games, and then lose to the first."""
    for three in (group[:3], group[3:]):
        for winner, loser in itertools.permutations(three, 2):
            plays(winner, loser)
        for winner, loser in itertools.combinations(three, 2):
            plays(winner, loser)
    counted(server)
    for _ in range(3):
        for other in group[3:]:
            plays(group[0], other)
    counted(server)
    (rating,) = profile(group[0], "Account 0")["ratings"]
    assert rating["games"] > PROVISIONAL
    assert rating["elo"] <= AT_FIRST
    assert max(elo for _, elo, _ in rating["curve"]) <= AT_FIRST
    assert listed(group[0]) == []


def test_games_lost_to_a_bot_put_an_account_into_the_list_and_lift_it_no_further(
    server: RunningServer, group: list[Guest]
) -> None:
    first, second, third = group[:3]
    for each in group[:3]:
        for _ in range(AGAINST_BOTS):
            loses_to_bot(each, "alphabeta")
    for _ in range(3):
        plays(first, second)
        plays(first, third)
    counted(server)
    (rating,) = profile(first, "Account 0")["ratings"]
    assert (rating["provisional"], rating["bot_games"]) == (False, AGAINST_BOTS)
    assert rating["elo"] == rating["limit"] < AT_FIRST
    assert "Account 0" in listed(first)


def test_one_rated_game_against_a_bot_at_a_time_without_undo_and_hints(
    server: RunningServer, group: list[Guest]
) -> None:
    """Else the won ones were finished and the lost ones left, or the server's own bot played them."""
    guest = group[0]
    name = challenges_bot(guest, "greedy")
    refused = guest.http.post("/api/challenges", json={**RATED, "bot": "random"})
    assert (refused.status_code, refused.json()["code"]) == (409, "rated_bot_running")
    unrated = {**RATED, "bot": "random", "rated": False}
    assert guest.http.post("/api/challenges", json=unrated).status_code == 201
    moves_with_bot(guest, name)
    with guest.follows(name) as page:
        page.until("snapshot")
        assert "no move is taken back" in page.refused("undo")
        hint = guest.http.post(f"/api/tables/{name}/hint", json={})
        assert (hint.status_code, hint.json()["code"]) == (409, "hint_not_possible")
        page.says("resign")
        page.until("over")
        page.says("offer", what="rematch")
        again = page.until("rematch")["id"]
    assert not guest.shows(again)["rated"]
    challenges_bot(guest, "random")
    counted(server)
    (rating,) = profile(guest, "Account 0")["ratings"]
    assert (rating["games"], rating["bot_games"]) == (1, 1)


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"clock": "none"}, "rated_not_possible"),
        ({"bot": "nobody"}, "rated_not_possible"),
        ({"to": "Account 1"}, "invalid_option"),
    ],
)
def test_what_cannot_be_a_rated_game_against_a_bot(
    group: list[Guest], asked: dict[str, str], code: str
) -> None:
    refused = group[0].http.post("/api/challenges", json={**RATED, "bot": "greedy", **asked})
    assert refused.json()["code"] == code


def test_ratings_follow_from_the_results_alone(server: RunningServer, group: list[Guest]) -> None:
    """Counted again from the first game on, they are the same to the last bit; nobody's part is missing."""
    first, second = group[:2]
    loses_to_bot(first, "level2")
    plays(first, second)
    loses_to_bot(second, "random")
    plays(second, first)
    counted(server)
    before = server.everything()
    with server.app.state.people_service.store.engine.begin() as connection:
        connection.execute(schema.ratings.delete())
        connection.execute(results.update().values(mu=None, sigma=None))
    counted(server)
    after = server.everything()
    assert sorted(after["people_ratings"]) == sorted(before["people_ratings"])
    assert sorted(after["results"]) == sorted(before["results"])
    assert [row.bot_games for row in after["people_ratings"]] == [1, 1]


def test_the_list_goes_by_what_counts(server: RunningServer, group: list[Guest]) -> None:
    """Of two, the one with the higher rating but the lower limit is behind."""
    store = server.app.state.people_service.store
    rows = {
        "Account 0": Rating(40.0, 2.0, PROVISIONAL, 20.0, 4.0, AGAINST_BOTS),
        "Account 1": Rating(30.0, 2.0, PROVISIONAL, 40.0, 4.0, AGAINST_BOTS),
        "Account 2": Rating(35.0, 2.0, PROVISIONAL, 40.0, 4.0, AGAINST_BOTS - 1),
    }
    with store.engine.begin() as connection:
        for name, rating in rows.items():
            account = server.app.state.people.named(name).account.id
            row = {"account": account, "game": GAME, "pace": "blitz", **rating._asdict()}
            connection.execute(schema.ratings.insert(), row)
    found = group[0].http.get("/api/players", params={"game": GAME}).json()["players"]
    assert [(each["name"], each["elo"]) for each in found] == [
        (name, round(rows[name].counted.elo)) for name in ("Account 1", "Account 0")
    ]

"""Event mode: which contest is on, and where people in the room find it."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec
import pytest

from steelyard.contest.model import Entrant, slug
from steelyard.contest.running.journal import ContestJournal
from steelyard.contest.running.journal_state import JournalState
from steelyard.contest.running.progress import unfold
from steelyard.server.big_screen import addresses, views
from steelyard.server.big_screen.addresses import public_url
from steelyard.server.contests.views import WebLinks, crosses, house_bots, overview
from steelyard.server.http.qr_code import qr_code
from tests.contest.simulation import admitted, by_strength, contest, play_out, played
from tests.server.contests.contest_server import TWO_BOTS, ContestServer

if TYPE_CHECKING:
    from pathlib import Path

    from steelyard.server.contests.store import State
    from tests.conftest import Command


PHONES = "http://yard.local:8000/event/ticker"


def test_the_screen_follows_the_contest_that_is_played(any_database: str) -> None:
    with ContestServer(any_database, event=True, public_url="http://yard.local:8000") as contest_server:
        gray, guest = contest_server.person("Ms Gray", "organiser"), contest_server.stranger()
        assert guest.http.get("/api/event").json() == {"contest": None, "address": PHONES}
        hidden = gray.makes(TWO_BOTS, public=False)
        gray.moves(hidden, "open")
        assert guest.http.get("/api/event").json()["contest"] is None, "it is private"
        first, second = gray.makes(TWO_BOTS), gray.makes(TWO_BOTS)
        for contest in (first, second):
            gray.moves(contest, "open")
        assert guest.http.get("/api/event").json()["contest"]["id"] == second, "the newest"
        gray.moves(first, "frozen")
        gray.moves(first, "running")
        told = guest.http.get("/api/event").json()
        assert told["contest"]["id"] == first, "the one that is played"
        assert told["address"] == PHONES
        code = guest.http.get("/api/event/qr.svg").content
        assert code == qr_code(PHONES).body, "it leads where the printed address leads"
        assert told["phase"] == "preparing"
        assert guest.http.get("/event").status_code == 200
        assert guest.http.get("/event/ticker").status_code == 200
        gray.moves(second, "frozen")
        gray.moves(second, "running")
        with ContestJournal(contest_server.data / "contests" / first / "journal.jsonl"):  # as its worker does
            assert guest.http.get("/api/event").json()["contest"]["id"] == first, "the other one waits for it"


def test_a_contest_that_was_named_is_shown_to_everybody(any_database: str) -> None:
    """Whoever runs the event has decided that: its privacy ends at the screen."""
    with ContestServer(any_database) as contest_server:
        gray, guest = contest_server.person("Ms Gray", "organiser"), contest_server.stranger()
        contest = gray.makes(TWO_BOTS, public=False)
        gray.moves(contest, "open")
        guest.sees(contest, status=404)
        contest_server.server.app.state.event_contest = contest
        assert guest.sees(contest)["name"] == "Small contest"
        assert guest.http.get("/api/event").json()["contest"]["id"] == contest
        assert guest.http.get(f"/c/{contest}").status_code == 200


def test_the_code_is_a_picture_without_anything_that_runs(any_database: str) -> None:
    with ContestServer(any_database) as contest_server:
        answer = contest_server.stranger().http.get("/api/event/qr.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert ET.fromstring(answer.content).tag.endswith("svg")  # noqa: S314 - our own
    assert not re.search("script|href|onload", answer.text)


@pytest.mark.parametrize(
    ("host", "asked", "expected"),
    [
        ("0.0.0.0", "", "http://192.168.1.7:8000"),  # noqa: S104 - what is listened on
        ("::", "", "http://192.168.1.7:8000"),
        ("127.0.0.1", "", "http://127.0.0.1:8000"),
        ("::1", "", "http://[::1]:8000"),
        ("0.0.0.0", "https://yard.example/", "https://yard.example"),  # noqa: S104
    ],
)
def test_the_address_is_that_of_the_machine_unless_another_is_given(
    monkeypatch: pytest.MonkeyPatch, host: str, asked: str, expected: str
) -> None:
    monkeypatch.setattr(addresses, "local_address", lambda: "192.168.1.7")
    assert public_url(host, 8000, asked) == expected


def test_a_machine_has_some_address() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+\.\d+", addresses.local_address())


def test_an_event_for_a_contest_that_is_not_there_does_not_begin(
    steelyard_here: Command, tmp_path: Path
) -> None:
    told = steelyard_here(
        "serve", "--event", "nowhere", "--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path)
    )
    assert told.returncode != 0
    assert "there is no contest 'nowhere' here" in told.stderr
    assert "Traceback" not in told.stderr


def test_house_bots_play_but_the_order_is_that_of_the_teams() -> None:
    entrants = {"house": "greedy", "Ada": "teams/ada", "Bob": "teams/bob", "Cem": "teams/cem"}
    stages = (
        '[[stages]]\nkind = "groups"\nranking = ["match_points"]\nadvance = 2\n[[stages]]\nkind = "finals"'
    )
    made = contest(stages, entrants)
    made = replace(made, entrants=tuple(Entrant(name, slug(name), bot) for name, bot in entrants.items()))
    strongest_first = ["house", "Cem", "Ada", "Bob"]
    progress = play_out(made, by_strength(strongest_first))
    told = views.course(progress, 1, WebLinks(made, "id", "secret"))
    assert [(row["place"], row["name"]) for row in told["tables"][0]["rows"]] == [
        (1, "Cem"),
        (2, "Ada"),
        (3, "Bob"),
    ]
    assert [each["name"] for each in told["podium"]] == ["Cem", "Ada", "Bob"]
    assert told["final"]["names"] == ["house", "Cem"], "what was played is told as it was"
    assert told["winners"] == ["house"], "the screen says that the best team did not win"
    whole = overview(progress, 1, WebLinks(made, "id", "secret"))
    assert [each["name"] for each in whole["podium"]] == ["house", "Cem", "Ada"]
    assert whole["houses"] == told["houses"] == ["house"]
    begun = play_out(made, by_strength(strongest_first), most=1)
    [table] = views.course(begun, 1, WebLinks(made, "id", "secret"))["tables"]
    assert table["cut"] == 1, "of the two who advance, one is a team"
    nobody = replace(made, entrants=tuple(Entrant(name, slug(name), "greedy") for name in entrants))
    assert not house_bots(nobody), "where no team takes part, somebody has to win"


@pytest.mark.parametrize("most", [0, 3])
def test_nobody_has_a_place_before_it_is_known_who_takes_part(most: int) -> None:
    """A bot that is prepared may be quarantined, and whoever has a bye now may have none then."""
    stages = '[[stages]]\nkind = "qualification"\nsystem = "swiss"\n[[stages]]\nkind = "knockout"'
    made = contest(stages, ["Ada", "Bob", "Cem"])
    links = WebLinks(made, "id", "secret")
    progress = unfold(made, JournalState([*admitted(made)][:most]))
    told, screen = overview(progress, 1, links), views.course(progress, 1, links)
    known = most == 3
    assert bool(told["stages"]) is bool(told["ranking"]["rows"]) is bool(screen["tables"]) is known
    assert bool(crosses(progress, links)) is known
    assert [each["name"] for each in told["field"]] == ["Ada", "Bob", "Cem"]
    assert told["to_come"] == screen["to_come"] > 0


def test_a_match_tells_its_score_and_the_board_of_each_game() -> None:
    made = contest(
        '[[stages]]\nkind = "groups"\nboards = 3\npoints = [3, 1, 0]', ["Ada", "Bob"], game="tank_duel"
    )
    progress = play_out(made, by_strength(["Bob", "Ada"]))
    known = views.matches(progress)
    [match] = views.shown_matches(known, known)
    assert {(game["of"], game["boards"]) for game in match["games"]} == {(6, 3)}
    assert [game["board"] for game in match["games"]] == [1, 1, 2, 2, 3, 3]
    bob = match["names"].index("Bob")
    assert [game["points"][bob] for game in match["games"]] == [1] * 6, "whoever sits where"
    assert match["points"][bob] == "3"
    assert match["unit"] == "points"


def test_no_game_tells_that_extra_boards_follow_it() -> None:
    made = contest('[[stages]]\nkind = "knockout"\nboards = 2\nextra = 2', ["Ada", "Bob"], game="tank_duel")
    progress = play_out(made, by_strength([]))
    known = views.matches(progress)
    [match] = views.shown_matches(known, known)
    assert [(game["board"], game["boards"], game["of"]) for game in match["games"]] == [
        *[(1, 2, 4)] * 2,
        *[(2, 2, 4)] * 2,
        *[(3, 3, 6)] * 2,
        *[(4, 4, 8)] * 2,
    ]


def test_the_games_of_a_match_are_numbered_as_they_were_played() -> None:
    """Not as they were scheduled: a second game with the score of none would puzzle the room."""
    made = contest('[[stages]]\nkind = "groups"', ["Ada", "Bob"])
    first, second = play_out(made, by_strength(["Ada", "Bob"]), most=0).missing
    ending = by_strength(["Ada", "Bob"])(second)
    entries = [*admitted(made), msgspec.structs.replace(played(second, ending), ended=5.0)]
    known = views.matches(unfold(made, JournalState(entries)))
    [match] = views.shown_matches(known, known)
    assert [(game["id"], game["points"] is None) for game in match["games"]] == [
        (second.id, False),
        (first.id, True),
    ]


@pytest.mark.parametrize(
    ("state", "facts", "expected"),
    [
        ("open", {}, "open"),
        ("frozen", {}, "closed"),
        ("running", {"prepares": True}, "preparing"),
        ("running", {"waits": True, "prepares": True}, "waiting"),
        ("running", {}, "running"),
        ("paused", {}, "paused"),
        ("paused", {"undecided": True}, "undecided"),
        ("over", {}, "over"),
    ],
)
def test_the_screen_knows_what_the_contest_is_at(state: State, facts: dict[str, bool], expected: str) -> None:
    assert views.phase(state, **{"waits": False, "prepares": False, "undecided": False} | facts) == expected

"""The form for a new contest: all that a contest file can say in the common cases."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from steelyard.contest.file import templates
from steelyard.contest.file.parser import InvalidContest, read_file
from steelyard.contest.running import journal
from steelyard.server.contests.file import Chosen, from_form
from steelyard.server.contests.form import templates_json
from tests.arena.conftest import needs_bubblewrap
from tests.contest.test_submissions import saying

if TYPE_CHECKING:
    from steelyard.contest.file.definition import ContestFile
    from tests.server.contests.contest_server import ContestServer, Visitor

BOARD = "t......\n.......\n...x...\n.......\n......t\n"


def made(template: str, **chosen: Any) -> ContestFile:
    return read_file(from_form(Chosen(template, **chosen), lambda _game: ["Mine"]), "x")


def test_formats_can_be_played_in_every_game_and_the_two_big_ones_in_their_own() -> None:
    offered = {
        each["template"]: [game["game"] for game in each["games"]] for each in templates_json(lambda _: [])
    }
    assert list(offered)[:2] == ["class", "winter-games"]
    assert {*offered} == {*templates.names()}
    assert offered["class"] == ["tank_war"]
    assert len(offered["swiss"]) == 3
    for template, names in offered.items():
        for game in names:
            assert made(template, game=game).game == game


def test_a_quick_contest_can_have_a_short_clock() -> None:
    """For a rehearsal; bots in Tank Duel have short rounds anyway."""
    clocks = {game["game"]: game["clocks"] for each in templates_json(lambda _: []) for game in each["games"]}
    assert "bank:10s" in clocks["tank_war"]
    assert "bank:10s" not in clocks["tank_duel"]
    assert made("class", clock="bank:10s").clock == "bank:10s"


def test_boards_have_sizes_or_are_the_organisers_own() -> None:
    drawn = made("winter-games", width=(8, 14), height=(12, 12))
    assert drawn.stages[0].boards == {"draw": 3, "width": [8, 14], "height": 12}
    usual: list[Any] = made("winter-games").stages
    assert usual[0].boards == {"draw": 3, "width": [8, 14], "height": [8, 12]}
    assert (usual[2].semi_finals["draw"], usual[2].final["draw"]) == (4, 5)
    fewer: list[Any] = made("winter-games", boards=1, height=(9, 9)).stages
    assert fewer[2].final == {"draw": 1, "width": [8, 14], "height": 9}
    assert [each.boards for each in made("knockout", game="tank_duel", boards=2).stages] == [2]
    own = made("winter-games", own_boards={"mine": BOARD})
    assert (own.boards, own.stages[0].boards) == ({"mine": BOARD}, ["mine"])
    with pytest.raises(InvalidContest, match=r"boards.mine: "):
        made("winter-games", own_boards={"mine": "x"})
    with pytest.raises(InvalidContest, match="Tank War has no random boards"):
        made("knockout", boards=2)


def test_the_cut_the_groups_the_rounds_and_third_place() -> None:
    told: list[Any] = made("groups", groups=4, advance=3, third_place=False).stages
    assert (told[0].groups, told[0].advance, told[1].third_place) == (4, 3, False)
    swiss: list[Any] = made("swiss", rounds=5).stages
    assert swiss[0].rounds == 5
    finals: list[Any] = made("winter-games", third_place=True, advance=4).stages
    assert finals[2].third_place == {"draw": 4, "width": [8, 14], "height": [8, 12]}


def test_the_teachers_bot_and_the_grades() -> None:
    told = made(
        "knockout", teacher="own:Mine", formula="10 * wins / games", figures_from="all games", decimals=1
    )
    assert told.teacher is not None
    assert told.grades is not None
    assert (told.teacher.bot, told.grades.figures_from, told.grades.decimals) == ("own:Mine", "all games", 1)
    none = made("class", teacher="", formula="")
    assert (none.teacher, none.grades) == (None, None)
    with pytest.raises(
        InvalidContest, match=r"teacher.bot: there is no bot 'Other' among your own; they are Mine"
    ):
        made("class", teacher="own:Other")
    with pytest.raises(InvalidContest, match=r"grades.formula: there is no figure 'luck'"):
        made("class", formula="luck")


def test_all_that_the_form_can_send_is_taken(teacher: Visitor) -> None:
    form = {
        "template": "groups",
        "game": "tank_duel",
        "groups": 3,
        "advance": 1,
        "boards": 2,
        "width": [8, 14],
        "height": [8, 12],
        "third_place": False,
        "teacher": "greedy",
        "formula": "wins",
        "decimals": 0,
        "figures_from": "all games",
    }
    for more in ({}, {"own_boards": {"mine": BOARD}}):
        answer = teacher.http.post("/api/contests", json={"form": {**form, **more}})
        assert answer.status_code == 201, answer.text


def test_a_formula_is_checked_while_it_is_typed(teacher: Visitor, teams: list[Visitor]) -> None:
    asked = {"game": "tank_war", "formula": "max_boxes + wins"}
    assert teacher.http.post("/api/contests/formula", json=asked).json() == {"figures": ["max_boxes", "wins"]}
    wrong = teacher.http.post("/api/contests/formula", json={**asked, "formula": "wins^2"})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "invalid_formula")
    assert teams[0].http.post("/api/contests/formula", json=asked).status_code == 403


@needs_bubblewrap
def test_the_organisers_own_bot_plays_as_the_teachers_and_nobody_else_sees_it(
    contest_server: ContestServer, teacher: Visitor, teams: list[Visitor]
) -> None:
    form = {"template": "knockout", "clock": "none", "teacher": "own:Secret weapon"}
    assert teacher.http.post("/api/contests", json={"form": form}).status_code == 422
    teacher.uploads(name="Secret weapon")
    contest = teacher.http.post("/api/contests", json={"form": form}).json()["id"]
    teacher.moves(contest, "open")
    assert teams[0].sees(contest)["teacher"] is None
    for team in teams[:2]:
        team.enters(contest)
    teacher.moves(contest, "frozen")
    taken = contest_server.data / "contests" / contest / "entries" / "teacher"
    assert (taken / "bot.py").is_file()
    (contest_server.data / "contests" / contest / "entries" / str(teams[0].account.id) / "bot.py").write_text(
        saying("Tank 1")
    )
    teacher.moves(contest, "running")
    contest_server.work()
    told = contest_server.stranger().sees(contest)
    assert told["state"] == "over"
    assert {each["name"]: each["says"] for each in told["course"]["field"]} == {"Ada": "Tank 1", "Bob": ""}
    assert len(contest_server.stranger().sees(contest, "/games?stage=teacher")["games"]) == 2 * 2
    heading, _, _ = journal.read(
        contest_server.contest_service.folder(contest_server.contest_service.contest_store.all()[0]).journal
    )
    assert 'bot = "entries/teacher"' in heading.file
    assert "Secret weapon" not in str(told)

"""Contests from forms and files: what is made of them, and what is refused with line and key."""

from __future__ import annotations

import tomllib
from random import Random
from typing import TYPE_CHECKING

import pytest

from steelyard.contest.file import templates
from steelyard.contest.file.parser import InvalidContest, read_file
from steelyard.core.errors import InvalidOption
from steelyard.server.contests import file as contests_file
from steelyard.server.contests.file import Chosen, Team
from tests.server.contests.contest_server import SMALL

if TYPE_CHECKING:
    from tests.server.contests.contest_server import Visitor


@pytest.mark.parametrize("template", templates.names())
def test_every_template_makes_a_contest_with_a_seed_of_its_own(template: str) -> None:
    files = [read_file(contests_file.from_form(Chosen(template)), "x") for _ in range(2)]
    plain = read_file(templates.text(template), "x")
    assert files[0].seed != files[1].seed
    assert len(str(files[0].seed)) >= 32
    assert files[0].stages == plain.stages
    assert files[0].options == plain.options
    assert contests_file.takes_teams(files[0])


def test_the_form_changes_what_it_names_and_nothing_else() -> None:
    chosen = Chosen(
        template="winter-games",
        name="Duels",
        clock="round:2s",
        seed="mine",
        realtime=True,
        options={"swap_starts": True},
        boards=1,
        bots=["random", "greedy"],
    )
    told = read_file(contests_file.from_form(chosen), "x")
    assert (told.name, told.clock, told.seed, told.realtime) == ("Duels", "round:2s", "mine", True)
    assert told.options == {"swap_starts": True}
    assert [line.bot for line in told.entrants] == [None, "random", "greedy"]
    boards = [getattr(told.stages[2], key)["draw"] for key in ("semi_finals", "final", "third_place")]
    assert boards == [1, 1, 1]


@pytest.mark.parametrize(
    ("chosen", "why"),
    [
        (Chosen("circus"), "there is no template 'circus'"),
        (Chosen("class", clock="soon"), "line 3: clock"),
        (Chosen("class", options={"c_reach": "far"}), "options.c_reach"),
        (Chosen("class", bots=["cmd:sh"]), "cannot take part here"),
        (Chosen("class", name="x" * 61), "name"),
    ],
)
def test_a_form_that_cannot_be_played_is_refused(chosen: Chosen, why: str) -> None:
    with pytest.raises((InvalidContest, InvalidOption), match=why):
        contests_file.from_form(chosen)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("tank_war", "chess", "contest.toml, line 2: game"),
        ('kind = "knockout"', 'kind = "brawl"', "no kind of stage called 'brawl'"),
        (
            'each_in = "teams"',
            'bot = "cmd:rm -rf /"',
            r"line 7: entrants\[1\].bot: 'cmd:rm -rf /' cannot take part",
        ),
        ('each_in = "teams"', 'bot = "ws://evil:1"', "cannot take part"),
        ('each_in = "teams"', 'bot = "../../bots/other/source"', "cannot take part"),
        ('bot = "random"', 'bot = "/etc"', "teacher.bot: '/etc' cannot take part"),
        (
            "games = 2",
            'boards = ["/etc/passwd"]',
            r"teacher.boards\[1\]: the board '/etc/passwd' is not on this",
        ),
        ("advance = 2", 'advance = 2\nboards = ["../../../etc/passwd"]', r"stages\[1\].boards\[1\]"),
        ("min(10", "__import__(", "grades.formula"),
    ],
)
def test_a_file_with_a_mistake_is_refused_with_line_and_key(old: str, new: str, why: str) -> None:
    with pytest.raises(InvalidContest, match=why):
        contests_file.checked(SMALL.replace(old, new))


def test_teams_are_named_one_by_one_and_told_apart_from_bots_of_ours() -> None:
    text = SMALL.replace("[teacher]", '[[entrants]]\nbot = "greedy"\n\n[teacher]\nname = "Miss X."')
    called = ("Ada", "Greedy", "miss x.", "Miss-X", "miss x 2", "ада")
    teams = [Team(name, f"entries/{number}") for number, name in enumerate(called, start=1)]
    played, names = contests_file.with_teams(text, teams)
    assert names == ["Ada", "Greedy (2)", "miss x. (2)", "Miss-X (3)", "miss x 2 (2)", "ада"]
    lines = tomllib.loads(played)["entrants"]
    assert lines[0] == {"bot": "greedy"}
    assert lines[1] == {"bot": "entries/1", "name": "Ada"}
    assert {**tomllib.loads(played), "entrants": 0} == {**tomllib.loads(text), "entrants": 0}
    assert tomllib.loads(f'{played}\n[[entrants]]\nbot = "random"\n')["entrants"][-1] == {"bot": "random"}


def test_tables_in_tables_are_written_under_their_headings() -> None:
    data = {"a": 1, "b": {"c": 2}, "d": [{"e": {"f": 3}, "g": [4]}, {"h": "i"}]}
    assert tomllib.loads(contests_file.written(data)) == data
    assert contests_file.written(data).count("[[d]]") == 2


def test_a_file_that_is_no_toml_says_so_over_http(teacher: Visitor) -> None:
    noise = "".join(map(chr, Random(1).choices(range(32, 1000), k=500)))
    for file in ("", "name = ", noise, SMALL.replace("tank_war", "tank war")):
        answer = teacher.http.post("/api/contests", json={"file": file})
        assert answer.status_code == 422
        assert answer.json()["error"].startswith("contest.toml")
    assert teacher.http.post("/api/contests", json={}).status_code == 422
    both = {"file": SMALL, "form": {"template": "class"}}
    assert teacher.http.post("/api/contests", json=both).status_code == 422
    assert teacher.http.get("/api/contests").json()["contests"] == []


def test_the_form_over_http(teacher: Visitor) -> None:
    offered = {each["template"]: each for each in teacher.http.get("/api/contests/templates").json()}
    assert offered["class"]["realtime"] is None
    assert not offered["class"]["draws_boards"]
    assert offered["winter-games"]["draws_boards"]
    form = {"template": "winter-games", "name": "Duels", "realtime": True, "boards": 2, "bots": ["random"]}
    contest = teacher.http.post("/api/contests", json={"form": form}).json()["id"]
    told = teacher.sees(contest)
    assert (told["name"], told["realtime"], told["houses"]) == ("Duels", True, ["random"])

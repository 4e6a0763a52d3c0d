"""The pages that play games: the game's own pictures, small, in one file."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html import escape, unescape
from random import Random
from typing import TYPE_CHECKING

import msgspec
import pytest

from steelyard import games
from steelyard.arena.record import TurnFacts, unchecked_record
from steelyard.contest.model import Board, Result, Slot
from steelyard.contest.report import replay_page
from steelyard.contest.report.standings_tables import Links
from steelyard.contest.report.writer import write_report
from steelyard.core.html_page import Page
from steelyard.core.random_games import random_game
from steelyard.games.replay_data import replay_data, to_look_at
from tests.contest.simulation import Ending, contest, play_out, played

if TYPE_CHECKING:
    from pathlib import Path

NAME = "</script><!--<script>alert(1)"


def test_a_picture_to_look_at_has_all_that_can_be_seen() -> None:
    game = games.get("tank_duel")
    picture = to_look_at(game.to_svg(game.start()))
    assert [f'id="tank-{seat}"' in picture for seat in (0, 1)] == [True, True]
    assert "data-" not in picture
    assert "pointer-events" not in picture


@pytest.mark.parametrize("name", games.names())
def test_every_picture_can_be_put_together_again(name: str) -> None:
    game = games.get(name)
    pictures = [game.to_svg(state) for state, _ in random_game(game, Random(1))][:40]
    found = replay_data(pictures)
    shown: list[int] = []
    for picture, changes, words in zip(pictures, found.turns, found.words, strict=True):
        for at, gone, *come in changes:
            shown[at : at + gone] = come
        assert "".join(found.parts[number] for number in shown) == to_look_at(picture)
        assert words == unescape(picture.partition("<desc>")[2].partition("</desc>")[0])
    assert len(json.dumps(found)) < 16_000 + 700 * len(pictures)


def test_a_game_is_one_file_whose_names_are_words(tmp_path: Path) -> None:
    progress = play_out(contest('[[stages]]\nkind = "groups"\n', [NAME, "Bob"]), lambda _: Ending(0, {}))
    [(slot, _), *_] = progress.pairings()[0].games()
    for folder, measured in (("whole", True), ("results", False)):
        write_report(progress, tmp_path / folder, measured=measured)
        text = (tmp_path / folder / Links(progress.contest).game_page(slot.id)).read_text("utf-8")
        scripts = re.findall(r"<script([^>]*)>(.*?)</script>", text, re.DOTALL)
        assert [kind for kind, _ in scripts] == [' type="application/json" id="data"', ""]
        assert set(json.loads(scripts[0][1])) == {"parts", "turns", "words"}
        assert f'data-ended="{escape(slot.seats[0])} won: 0 tanks to 0"' in text
        assert ("record</a>" in text) == measured


def test_a_game_that_todays_rules_do_not_allow_is_shown_as_far_as_they_do() -> None:
    page = replay_of(["LA-RC", "LA-RA", "LA-LA", "LA-RA", "LA-RA", "LA-RA"]).html()
    assert "The game cannot be replayed from here on: " in page
    assert page.count('<li><a href="#') < 7


def replay_of(turns: list[str]) -> Page:
    """The page of a game of Tank War in which these moves were recorded."""
    told = contest('[[stages]]\nkind = "groups"\n', ["Ada", "Bob"], 'seeding = "listed"')
    slot = Slot("groups/ada_v_bob/1", 0, 0, ("Ada", "Bob"), Board("start"), "")
    record = unchecked_record(bytes(played(slot, Ending(0, {})).record))
    facts = [
        TurnFacts((one, two), (1, 1), (1, 1), (0, 0)) for one, two in (turn.split("-") for turn in turns)
    ]
    page = Page("games/game.html", "Ada v Bob", "Test", [])
    page.style = replay_page.style()
    record = msgspec.structs.replace(record, turns=facts)
    replay_page.add_replay(page, told, slot, Result((1, 0), "tanks", score=(4, 3)), record)
    return page


def test_the_servers_policy_allows_the_script_of_the_page_and_no_other(tmp_path: Path) -> None:
    reports = pytest.importorskip("steelyard.server.contests.reports")
    progress = play_out(contest('[[stages]]\nkind = "groups"\n', ["Ada", "Bob"]), lambda _: Ending(0, {}))
    write_report(progress, tmp_path / "report")
    page = next((tmp_path / "report/games").iterdir()).read_text("utf-8")
    script = page.rpartition("<script>")[2].partition("</script>")[0]
    mark = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{mark}';" in reports.policy()

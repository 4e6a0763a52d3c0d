"""A game of a contest's report, opened from the disk: no server, no network."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import pytest
from playwright.sync_api import expect

from steelyard.contest.report.writer import write_report
from steelyard.contest.running.journal_entries import Quarantined
from tests.contest.simulation import by_chance, contest, names, play_out
from tests.contest.test_replay import replay_of

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser


def test_it_plays_from_a_file_by_buttons_keys_list_and_address(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "game.html"
    file.write_text(replay_of(["LA-RC", "LC-RB", "RA-RB"]).html(), "utf-8")
    context = browser.new_context(offline=True, reduced_motion="reduce")
    page = context.new_page()
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text))
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(f"{file.as_uri()}#2")
    status, tank = page.locator("#status"), page.locator("#tank-0-LA")
    expect(status).to_have_text("Turn 2 of 3")
    there = tank.get_attribute("transform")
    page.keyboard.press("Home")
    expect(status).to_have_text("Turn 0 of 3")
    assert tank.get_attribute("transform") != there
    expect(page.get_by_role("button", name="Back")).to_be_disabled()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("link", name="1. LA-RC")).to_have_attribute("aria-current", "true")
    page.get_by_role("button", name="Last").click()
    expect(status).to_have_text("Ada won: 4 tanks to 3")
    assert page.url.endswith("#3")
    page.get_by_role("link", name="2. LC-RB").click()
    expect(status).to_have_text("Turn 2 of 3")
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(status).to_have_text("Ada won: 4 tanks to 3")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    assert not problems
    context.close()


GRADED = """
[teacher]
bot = "random"
[[stages]]
kind = "qualification"
ranking = ["wins", "tanks", "boxes"]
advance = 2
[[stages]]
kind = "knockout"
[grades]
formula = "min(10, max_tanks + max_boxes / 36 + beat_teacher + 0 * teacher_wins * wins)"
"""
CUT = """() => [...document.querySelectorAll(".wide:has(table:not(.dense))")]
    .filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent.slice(0, 80))"""


PAPER = 690  # pixels of an A4 page between its margins


def some_report(into: Path) -> None:
    entrants = ["A team with a rather long name", *names(5)]
    out = Quarantined(name="bot 05", bot="x", fault="failed_to_build", detail="line 3")
    told = play_out(contest(GRADED, entrants, 'clock = "bank:5s"'), by_chance(1), before=[out], most=1)
    write_report(told, into)


@pytest.mark.parametrize(("media", "width"), [("print", PAPER), ("screen", 800)])
def test_on_paper_and_in_a_small_window_no_column_of_a_table_is_cut(
    browser: Browser, tmp_path: Path, media: Literal["print", "screen"], width: int
) -> None:
    some_report(tmp_path / "report")
    context = browser.new_context(offline=True, viewport={"width": width, "height": 900})
    page = context.new_page()
    page.emulate_media(media=media)
    for name in ("index", "grades", "games", "stages/qualification"):
        page.goto((tmp_path / "report" / f"{name}.html").as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name
        assert page.evaluate(CUT) == [], name
    context.close()


def test_pages_call_seats_and_figures_as_the_results_beside_them_do(browser: Browser, tmp_path: Path) -> None:
    """Programs read the names of the rules in the CSV."""
    some_report(tmp_path / "report")
    context = browser.new_context(offline=True)
    page = context.new_page()
    page.goto((tmp_path / "report" / "games.html").as_uri())
    heads = page.locator("table").first.locator("th").all_text_contents()
    assert heads == ["Game", "Orange", "Blue", "Board", "Result", "Tanks", "Squares"]
    csv = (tmp_path / "report/csv/games-qualification.csv").read_text("utf-8-sig")
    assert csv.startswith("game,U,D,board,result,tanks,boxes\n")
    page.goto((tmp_path / "report" / "ratings.html").as_uri())
    expect(page.get_by_role("columnheader", name="Share of Orange").first).to_be_visible()
    page.goto((tmp_path / "report" / "stages/qualification.html").as_uri())
    assert "Squares" in page.locator("table").first.locator("th").all_text_contents()
    assert ".5" not in page.locator("table").last.inner_text(), "halves are written as in the cross table"
    context.close()


def test_on_a_phone_no_column_of_a_table_is_cut(browser: Browser, tmp_path: Path) -> None:
    some_report(tmp_path / "report")
    context = browser.new_context(offline=True, viewport={"width": 390, "height": 844})
    page = context.new_page()
    for name in ("index", "grades", "ratings", "games", "stages/qualification", "bots/bot-01"):
        page.goto((tmp_path / "report" / f"{name}.html").as_uri())
        assert page.evaluate(CUT) == [], name
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, name
    page.goto((tmp_path / "report" / "index.html").as_uri())
    expect(page.get_by_text("5 s each for the whole game")).to_be_visible()
    assert (
        page.locator("tbody tr").first.locator("td[data-head]").first.get_attribute("data-head") == "Came to"
    )
    page.goto((tmp_path / "report" / "grades.html").as_uri())
    expect(page.get_by_text("these grades are not final")).to_be_visible()
    heads = page.locator("th").all_text_contents()
    assert heads[0] == "Name"
    assert "max_tanks" in heads, "as in the formula"
    context.close()

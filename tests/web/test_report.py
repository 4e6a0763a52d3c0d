"""A game of a contest's report, opened from the disk: no server, no network."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

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

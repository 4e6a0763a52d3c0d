"""A rated game against a built-in bot is set up where challenges are, and has neither undo nor hints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.web.test_people import signed_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.web.people import Person


def test_a_rated_game_against_a_bot_begins_in_the_dialog(person: Callable[..., Person]) -> None:
    eve = signed_in(person, "Eve Bauer")
    eve.goes_to("/")
    eve.page.get_by_role("button", name="New challenge").click()
    eve.page.locator("select[name=game]").select_option(label="Tank Battle")
    eve.page.locator("select[name=seat]").select_option(label="Orange")
    eve.page.locator("select[name=opponent]").select_option("greedy")
    expect(eve.page.locator("input[name=to]")).to_be_disabled()
    expect(eve.page.locator("dialog")).to_contain_text("One such game at a time")
    eve.page.get_by_label("Rated").check(force=True)
    eve.page.get_by_role("button", name="Challenge", exact=True).click()
    expect(eve.status).to_have_text("Your move.")
    expect(eve.page.get_by_role("button", name="Rules")).to_be_visible()
    expect(eve.page.get_by_role("button", name="Undo")).to_have_count(0)
    expect(eve.page.get_by_role("button", name="Hint")).to_have_count(0)

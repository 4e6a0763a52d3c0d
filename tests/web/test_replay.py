"""Watching, going back and forth, taking along, playing on."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.web.people import RETRIES

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Command
    from tests.web.people import Person

BOT = {"kind": "bot", "bot": "random"}
ME = {"kind": "me"}
TURNS = (("LA", "RC"), ("LC", "RB"), ("RA", "RB"), ("LA", "RB"), ("LC", "RA"))


@pytest.fixture
def ada(person: Callable[..., Person]) -> Person:
    """Somebody at both sides of a table, five rounds into a game they have resigned."""
    one = person()
    one.opens_table(game="tank_war", clock="none", seats=[ME, ME])
    for number, turn in enumerate(TURNS):
        one.may_pick()
        for seat, tank in enumerate(turn):
            one.clicks(one.tank(f"tank-{seat}-{tank}"))
            if seat == 0:
                expect(one.status).to_contain_text("Blue: choose")
        one.sees_turn(number + 1)
    one.page.get_by_role("button", name="Resign").click()
    one.page.get_by_role("button", name="Yes, resign").click()
    one.sees_end()
    one.page.get_by_text("Share, analyse, continue").click()
    return one


def positions(one: Person) -> list[dict[str, Any]]:
    name = one.page.url.split("/g/")[1].split("#")[0]
    answer = one.context.request.get(f"/api/tables/{name}/positions", max_retries=RETRIES).json()
    return list(answer["positions"])


def test_a_list_of_games_says_how_they_ended_as_the_game_does(ada: Person) -> None:
    expect(ada.result).to_have_text("Blue won")
    said = ada.status.inner_text()
    assert said == "Orange resigned."
    ada.goes_to("/")
    expect(ada.page.locator(".tables li").first).to_contain_text(f"Tank War. Blue won: {said}")


def test_a_game_can_be_gone_through_in_every_way(ada: Person) -> None:
    page = ada.page
    onward = [page.get_by_role("button", name=name) for name in ("One turn forward", "Last position")]
    back = [page.get_by_role("button", name=name) for name in ("One turn back", "First position")]
    for button in onward:
        expect(button).to_be_disabled()
    page.get_by_role("button", name="First position").click()
    ada.sees_turn(0)
    for button in back:
        expect(button).to_be_disabled()
    for button in onward:
        expect(button).to_be_enabled()
    page.get_by_role("button", name="One turn forward").click()
    ada.sees_turn(1)
    page.keyboard.press("ArrowRight")
    ada.sees_turn(2)
    page.keyboard.press("ArrowLeft")
    ada.sees_turn(1)
    page.get_by_role("button", name="LC-RA").click()
    ada.sees_turn(5)
    page.get_by_label("Turn", exact=True).fill("3")
    ada.sees_turn(3)
    expect(ada.status).to_contain_text("Viewing turn 3 of 5")
    page.get_by_label("Speed").select_option("16")
    page.get_by_role("button", name="Play", exact=True).click()
    ada.sees_turn(5)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_a_link_leads_to_a_move(ada: Person, person: Callable[..., Person]) -> None:
    ada.page.get_by_role("button", name="RA-RB").click()
    ada.sees_turn(3)
    assert ada.page.url.endswith("#3")
    bob = person()
    bob.goes_to(ada.page.url)
    bob.sees_turn(3)
    assert bob.tank("tank-0-RA").get_attribute("transform") == ada.tank("tank-0-RA").get_attribute(
        "transform"
    )
    bob.goes_to(ada.page.url.replace("#3", "#-1"))
    bob.sees_turn(4)


def test_positions_can_be_copied(ada: Person) -> None:
    ada.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ada.page.get_by_role("button", name="LC-RB").click()
    ada.sees_turn(2)
    ada.page.get_by_role("button", name="Copy position").click()
    expect(ada.page.locator(".notices")).to_contain_text("Copied")
    assert ada.page.evaluate("navigator.clipboard.readText()") == positions(ada)[2]["state"]
    ada.page.get_by_role("button", name="Copy link to this move").click()
    ada.page.wait_for_function("() => navigator.clipboard.readText().then(text => text.endsWith('#2'))")


def test_the_record_can_be_downloaded_and_verifies(ada: Person, steelyard: Command, tmp_path: Path) -> None:
    with ada.page.expect_download() as started:
        ada.page.get_by_role("link", name="Download record").click()
    file = tmp_path / "game.json"
    started.value.save_as(file)
    assert json.loads(file.read_text().splitlines()[0])["game"] == "tank_war"
    verified = steelyard("replay", str(file), "--verify")
    assert verified.returncode == 0, verified.stderr


def test_a_moving_picture_can_be_downloaded(ada: Person, tmp_path: Path) -> None:
    with ada.page.expect_download() as started:
        ada.page.get_by_role("button", name="Download GIF").click()
    named = started.value.suggested_filename
    assert re.fullmatch(r"tank-war-[a-z0-9-]+-vs-[a-z0-9-]+-20\d\d-\d\d-\d\d\.gif", named)
    file = tmp_path / "game.gif"
    started.value.save_as(file)
    assert file.read_bytes().startswith(b"GIF89a")


def test_one_can_play_on_from_any_position_against_any_bot(ada: Person) -> None:
    ada.page.get_by_role("button", name="RA-RB").click()
    ada.sees_turn(3)
    there = positions(ada)[3]["state"]
    ada.page.get_by_role("button", name="Continue from here").click()
    ada.page.locator("select[name=bot]").select_option("greedy")
    old = ada.page.url
    ada.page.get_by_role("button", name="Start").click()
    ada.page.wait_for_url(lambda url: "/g/" in url and url != old)
    ada.may_pick()
    table = ada.snapshot()
    assert table["state"] == there
    assert table["from"]["turn"] == 3
    assert {player["bot"] for player in table["players"]} == {None, "greedy"}


def test_a_line_of_ones_own_is_compared_with_the_game(ada: Person) -> None:
    ada.page.get_by_role("button", name="RA-RB").click()
    ada.sees_turn(3)
    ada.page.get_by_role("button", name="Try another move from here").click()
    ada.page.wait_for_url("**/analyse?*")
    ada.may_pick()
    ada.clicks(ada.tank("tank-0-RB"))
    expect(ada.status).to_contain_text("Blue: choose")
    ada.clicks(ada.tank("tank-1-LA"))
    expect(ada.page.locator(".moves")).to_contain_text("RB-LA")
    compared = ada.page.locator(".compare")
    expect(compared).to_contain_text("The game at the same turn: 4")
    expect(compared.locator('[data-id="tank-0-LA"].wreck')).to_be_attached()
    assert ada.board.locator(".wreck").count() == 0, "in one's own line nobody was hit"


def test_the_list_of_games_shows_boards_and_leads_to_them(ada: Person) -> None:
    name = re.sub(r".*/g/(\w+).*", r"\1", ada.page.url)
    ada.goes_to("/live?game=tank_war")
    entry = ada.page.locator(f'[data-table="{name}"]')
    expect(entry.locator(".tank").first).to_be_visible()
    entry.locator("a").click()
    ada.sees_turn(5)


def test_two_watchers_see_a_game_as_it_goes_on(person: Callable[..., Person]) -> None:
    one, two = person(), person()
    one.opens_table(game="tank_battle", clock="none", seats=[BOT, BOT])
    two.goes_to(one.page.url)
    for watcher in (one, two):
        watcher.page.wait_for_function(
            "() => Number(document.querySelector('.board-place .board')?.dataset.turn) >= 3"
        )
    one.page.get_by_role("button", name="First position").click()
    one.sees_turn(0)
    now = two.snapshot()["turn"]
    two.page.wait_for_function(
        "turn => Number(document.querySelector('.board-place .board').dataset.turn) > turn", arg=now
    )
    one.sees_turn(0)
    one.page.get_by_role("button", name="Back to the current position").click()
    one.page.wait_for_function(
        "turn => Number(document.querySelector('.board-place .board').dataset.turn) >= turn", arg=now
    )

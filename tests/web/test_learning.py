"""The rules with boards to touch, and what best play says."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.test_pages import looks_right

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import WebSocketRoute

    from tests.web.people import Person

PHONE = 844  # pixels high
SOLVING_MS = 280_000  # whoever comes first solves Tank War


def film(one: Person, number: int) -> None:
    """Step through a film to its end."""
    figure = one.page.locator(".diagram.film").nth(number)
    expect(figure.locator(".tank").first).to_be_attached()
    while figure.get_by_role("button", name="Next round").is_enabled():
        before = figure.locator("figcaption").inner_text()
        figure.get_by_role("button", name="Next round").click()
        expect(figure.locator("figcaption")).not_to_have_text(before)


def test_a_touched_tank_shows_its_reach(person: Callable[..., Person]) -> None:
    ada = person()
    ada.goes_to("/learn/tank_war")
    figure = ada.page.locator(".diagram.reach")
    expect(figure.locator(".reach")).to_have_count(3)
    ada.clicks(figure.locator('[data-id="tank-0-RB"]'))
    expect(figure.locator(".reach")).to_have_count(4)
    ada.clicks(figure.locator('[data-id="tank-0-RA"]'))
    expect(figure.locator(".reach")).to_have_count(1)


@pytest.mark.parametrize(("reach", "falls"), [("exactly_two", 0), ("up_to_two", 1)])
def test_the_example_of_tank_war_plays_in_both_readings(
    person: Callable[..., Person], reach: str, falls: int
) -> None:
    """In the reading in which C reaches one or two boxes, D's RB falls in round five too."""
    ada = person()
    ada.goes_to("/learn/tank_war")
    figure = ada.page.locator(".diagram.film").last
    expect(figure.locator(".tank").first).to_be_attached()
    figure.locator("select").select_option(reach)
    film(ada, 1)
    expect(figure.locator('[data-id="tank-0-LC"].wreck')).to_have_count(1)
    expect(figure.locator('[data-id="tank-1-RB"].wreck')).to_have_count(falls)


def test_the_example_of_tank_battle_counts_four_to_seven(person: Callable[..., Person]) -> None:
    ada = person()
    ada.goes_to("/learn/tank_battle")
    figure = ada.page.locator(".diagram.points")
    expect(figure.locator(".note")).to_have_count(6)
    assert sorted(figure.locator(".note").all_text_contents()) == ["1", "1", "2", "2", "2", "3"]
    captures = ada.page.locator(".diagram.moves").first.locator(".target-ring")
    expect(captures).to_have_count(2)


def test_the_examples_of_tank_duel_play_and_can_be_driven(person: Callable[..., Person]) -> None:
    ada = person()
    ada.goes_to("/learn/tank_duel")
    film(ada, 0)
    film(ada, 2)
    expect(ada.page.locator(".diagram.film").nth(2).locator("text.hit")).to_have_text("missile")
    drive = ada.page.locator(".diagram.drive")
    start = drive.get_by_role("button", name="Start over")
    expect(start).to_be_disabled()
    for expected in (8, 9, 0):
        tank = drive.locator('[data-id="tank-0"]')
        ada.clicks(drive.locator('[data-id="way-0-right"]'))
        expect(tank).to_have_attribute("transform", f"translate({60 * expected + 30},330) rotate(90)")
        expect(drive.locator(".board")).not_to_have_attribute("data-moving", "")
    expect(start).to_be_enabled()


@pytest.mark.timeout(600)
def test_a_position_is_analysed_with_value_matrix_and_mix(person: Callable[..., Person]) -> None:
    ada = person()
    ada.goes_to("/analyse?game=tank_war&position=043/153/233/043/253/143")
    expect(ada.page.locator(".matrix td .cell")).to_have_count(25, timeout=SOLVING_MS)
    expect(ada.page.locator(".value")).to_contain_text("Blue is ahead")
    expect(ada.board.locator(".arrow")).not_to_have_count(0)
    ada.page.locator(".matrix td .cell").first.click()
    expect(ada.page.locator(".moves")).to_contain_text("LA-LA")
    expect(ada.page.locator(".value")).to_contain_text("0.56", timeout=SOLVING_MS)
    ada.page.get_by_role("button", name="One turn back").click()
    expect(ada.page.locator(".matrix td .cell")).to_have_count(25)


@pytest.mark.timeout(600)
def test_a_played_game_is_reviewed_turn_by_turn(person: Callable[..., Person]) -> None:
    ada = person()
    table = ada.opens_table(
        game="tank_war", clock="none", seats=[{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    )
    for number in range(3):
        ada.may_pick()
        ada.clicks(ada.board.locator(".pickable").nth(number))
        ada.sees_turn(number + 1)
    ada.page.get_by_role("button", name="Resign").click()
    ada.page.get_by_role("button", name="Yes, resign").click()
    expect(ada.status).to_contain_text("resigned")
    ada.goes_to(f"/analyse/{table['id']}")
    expect(ada.page.locator(".review tbody tr")).to_have_count(3, timeout=SOLVING_MS)
    expect(ada.page.locator(".review th")).to_have_text(
        ["played", "Orange gave away", "Blue gave away", "Value"]
    )
    ada.page.locator(".review tbody tr").nth(1).click()
    expect(ada.page.locator(".review tr[aria-current]")).to_have_count(1)
    expect(ada.page.locator(".value-graph .here")).to_be_attached()
    expect(ada.page.locator(".matrix [data-played]").first).to_be_attached(timeout=SOLVING_MS)


def test_a_line_of_tank_duel_is_driven_with_two_joysticks(person: Callable[..., Person]) -> None:
    ada = person()
    ada.goes_to("/analyse?game=tank_duel")
    first, second = (ada.page.locator(f'.joystick[data-seat="{seat}"]') for seat in (0, 1))
    first.get_by_role("button", name="Tower down").click()
    first.get_by_role("button", name="Fire").click()
    first.get_by_role("button", name="Drive right").click()
    expect(ada.status).to_contain_text("Blue: choose")
    ada.clicks(ada.board.locator('[data-id="way-1-up"]'))
    expect(ada.page.locator(".moves")).to_contain_text("R!D/U")
    expect(ada.board.locator('[data-id="missile-0"]')).to_be_attached()
    expect(second.get_by_role("button", name="Drive up")).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize("game", ["tank_duel", "tank_battle"])
def test_a_search_tells_its_best_lines_on_a_phone_too(person: Callable[..., Person], game: str) -> None:
    ada = person(width=390, has_touch=True)
    ada.goes_to(f"/analyse?game={game}")
    expect(ada.page.locator(".lines li")).to_have_count(3, timeout=SOLVING_MS)
    expect(ada.board.locator(".arrow").first).to_be_attached()
    looks_right(ada, phone=True)
    steps = ada.box(ada.page.locator(".replay"))
    assert steps["y"] + steps["height"] <= PHONE, "one steps through a line with the board in view"


def test_what_a_search_finds_gets_better_and_ends_when_the_page_moves_on(
    person: Callable[..., Person],
) -> None:
    """The server's part is played here: two findings, the second deeper."""
    ada = person()
    lines: list[WebSocketRoute] = []
    left: list[WebSocketRoute] = []

    def answer(line: WebSocketRoute) -> None:
        lines.append(line)
        line.on_close(lambda _code, _reason: left.append(line))
        for depth, score in ((2, 0.1), (3, -0.25)):
            arrow = {"from": [420, 660], "to": [420, 360], "seat": 0, "weight": 0.9}
            best = [{"moves": ["g1-g4", "a8-a2"], "score": score}, {"moves": ["g1-a1"], "score": -0.5}]
            found = {"score": score, "depth": depth, "effort": 100 * depth, "lines": best, "arrows": [arrow]}
            final = depth == 3 and len(lines) > 1
            line.send(json.dumps({"type": "result", "final": final, **found}))

    ada.page.route_web_socket("**/ws/analysis/*", answer)
    ada.goes_to("/analyse?game=tank_battle")
    expect(ada.page.locator(".lines")).to_contain_text("depth 3")
    expect(ada.page.locator(".value")).to_contain_text("Blue is ahead")
    expect(ada.board.locator(".arrow")).to_have_count(1)
    ada.page.locator(".lines button").first.click()
    expect(ada.page.locator(".moves")).to_contain_text("g1-g4")
    expect(ada.page.locator(".lines")).to_contain_text("depth 3")
    assert len(lines) == 2, "one analysis for each position"
    ada.finds(lambda: left)
    assert left[0] is lines[0], "and the one that is left behind is cancelled"

"""The ways into a contest: making one, its code, and signing in first without losing one's way."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.server.contests.contest_server import SMALL
from tests.web.people import Person, signed_in
from tests.web.test_pages import looks_right

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

    from tests.server.contests.contest_server import ContestServer, Visitor

PASSWORD = "a yard of steel"  # noqa: S105 - of people who do not exist


def test_the_dialog_for_a_new_contest_says_that_it_loads_and_suggests_a_code(
    browser: Browser, contest_server: ContestServer, gray: Visitor
) -> None:
    one = signed_in(browser, contest_server, gray, 390, "light")
    page = one.page
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/contests/templates", hold)
    one.goes_to("/contests")
    page.get_by_role("button", name="New contest").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("status")).to_have_text("Loading …")
    expect(dialog.get_by_role("button", name="Create contest")).to_be_disabled()
    held.pop().continue_()
    expect(dialog.locator("select[name=template]")).to_be_visible()
    dialog.get_by_label("Only people with the code").check()
    code = dialog.locator("input[name=code]")
    expect(code).to_have_value(re.compile(r"^[A-Z0-9-]{6,}$"))
    first = code.input_value()
    dialog.get_by_role("button", name="Suggest a code").click()
    expect(code).not_to_have_value(first)
    looks_right(one, phone=True)
    given = code.input_value()
    dialog.get_by_role("button", name="Create contest").click()
    expect(page).to_have_url(re.compile("/c/"))
    expect(page.locator(".link-to-copy input").first).to_have_value(re.compile(f"/join/{given}$"))
    assert one.problems() == []
    one.leave()


def test_a_new_contest_from_a_file_begins_with_the_template_that_was_chosen(
    browser: Browser, contest_server: ContestServer, gray: Visitor
) -> None:
    one = signed_in(browser, contest_server, gray, 1440, "light")
    one.goes_to("/contests")
    one.page.get_by_role("button", name="New contest").click()
    dialog = one.page.get_by_role("dialog")
    dialog.locator("select[name=template]").select_option("winter-games")
    dialog.get_by_label("From a file").check()
    expect(dialog.locator("textarea[name=file]")).to_have_value(re.compile('name = "Winter Games"'))
    dialog.get_by_label("From a template").check()
    expect(dialog.locator("select[name=template]")).to_have_value("winter-games")
    assert one.problems() == []
    one.leave()


def test_a_guest_is_sent_to_sign_in_and_comes_back(browser: Browser, contest_server: ContestServer) -> None:
    guest = Person(browser, f"http://{contest_server.server.address}")
    page = guest.page
    guest.goes_to("/contests")
    page.get_by_role("link", name="Sign in to create a contest").click()
    expect(page.get_by_text("Then you come back to the page you were on.")).to_be_visible()
    page.locator("input[name=name]").fill("Newcomer")
    page.locator("input[name=new-password]").fill(PASSWORD)
    page.get_by_role("button", name="Create an account").click()
    expect(page).to_have_url(re.compile("/contests$"))
    expect(page.locator(".notices")).to_have_text("Your account Newcomer is ready, and you are signed in.")
    expect(page.get_by_text("Organisers create contests.")).to_be_visible()
    page.reload()
    expect(page.locator(".notices")).to_have_count(0)
    assert guest.problems() == []
    guest.leave()


def test_a_guest_with_a_code_gets_an_account_and_is_in(
    browser: Browser, contest_server: ContestServer, gray: Visitor
) -> None:
    contest = gray.makes(SMALL, code="ROOM-12-DOOR")
    gray.moves(contest, "open")
    guest = Person(browser, f"http://{contest_server.server.address}")
    page = guest.page
    guest.goes_to("/contests")
    page.get_by_label("Code").fill("ROOM-12-DOOR")
    page.get_by_role("button", name="Join").click()
    expect(page).to_have_url(re.compile("/join/ROOM-12-DOOR$"))
    page.locator("input[name=name]").fill("Coder")
    page.locator("input[name=new-password]").fill(PASSWORD)
    page.get_by_role("button", name="Create account and join").click()
    expect(page).to_have_url(re.compile(f"/c/{contest}$"))
    expect(page.locator(".notices")).to_have_text("Your account Coder is ready, and you are signed in.")
    assert guest.problems() == []
    guest.leave()


def test_a_contests_code_in_the_place_of_an_invite_code_leads_to_the_contest(
    browser: Browser, contest_server: ContestServer, gray: Visitor
) -> None:
    contest = gray.makes(SMALL, code="ROOM-13-DOOR")
    gray.moves(contest, "open")
    guest = Person(browser, f"http://{contest_server.server.address}")
    page = guest.page
    guest.goes_to("/account")
    page.locator("input[name=name]").fill("Mistaken")
    page.locator("input[name=new-password]").fill(PASSWORD)
    page.get_by_label("Invite code").fill("ROOM-13-DOOR")
    page.get_by_role("button", name="Create an account").click()
    expect(page.get_by_text("This is the code of a contest.")).to_be_visible()
    page.get_by_role("link", name="Join Small contest").click()
    expect(page).to_have_url(re.compile("/join/ROOM-13-DOOR$"))
    guest.leave()


def test_a_bot_uploaded_on_the_way_to_a_contest_enters_it_from_its_own_page(
    browser: Browser, contest_server: ContestServer, gray: Visitor
) -> None:
    """Whoever has uploaded is told that this is not yet an entry."""
    contest = gray.makes(SMALL)
    gray.moves(contest, "open")
    nora = contest_server.person("Nora")
    bot = nora.uploads(name="Northern light")
    one = signed_in(browser, contest_server, nora, 390, "dark")
    page = one.page
    one.goes_to(f"/b/{bot}?contest={contest}")
    expect(page.get_by_text("It has not entered Small contest yet.")).to_be_visible()
    looks_right(one, phone=True)
    page.get_by_role("button", name="Enter Small contest with this bot").click()
    page.wait_for_url(f"**/c/{contest}")
    expect(page.get_by_role("heading", name="Your bot")).to_be_visible()
    expect(page.get_by_role("heading", name="Enter the contest")).to_have_count(0)
    expect(page.get_by_text("Letters, digits, spaces and - _ .")).to_be_visible()
    one.goes_to(f"/b/{bot}?contest={contest}")
    expect(page.get_by_role("link", name="Back to the contest")).to_be_visible()
    expect(page.get_by_text("It has not entered")).to_have_count(0)
    problems = one.problems()
    one.leave()
    assert problems == []


def test_a_version_that_waits_for_its_checks_is_no_problem_yet(
    browser: Browser, contest_server: ContestServer, gray: Visitor
) -> None:
    contest = gray.makes(SMALL)
    gray.moves(contest, "open")
    olaf = contest_server.person("Olaf")
    olaf.enters(contest, olaf.uploads(state="waiting"))
    one = signed_in(browser, contest_server, gray, 1440, "dark")
    one.goes_to(f"/c/{contest}")
    expect(one.page.locator(".entries td .quiet").filter(has_text="not checked yet")).to_be_visible()
    expect(one.page.locator(".entries .error")).to_have_count(0)
    one.leave()


LIVE = """
  () => {
    const side = (seat) => `<div class="side seat-${seat}"><svg width="20" height="20"></svg>
      <span class="name">Team with spaces</span><span class="figures">6 tanks, 18 squares</span></div>`;
    const board = `<article class="liveboard"><div class="sides">${side(0)}${side(1)}</div></article>`;
    document.querySelector("main").innerHTML = `<div class="on-air"><div class="boards">${board}${board}</div>
      <div class="next">Next games</div></div>`;
    const names = [...document.querySelectorAll(".liveboard .name")];
    return names.map((name) => name.scrollWidth - name.clientWidth);
  }
"""


@pytest.mark.parametrize("width", [1440, 390])
def test_live_games_say_who_plays(
    browser: Browser, contest_server: ContestServer, gray: Visitor, width: int
) -> None:
    """A name of usual length is whole beside what the game counts."""
    contest = gray.makes(SMALL)
    one = signed_in(browser, contest_server, gray, width, "light")
    one.goes_to(f"/c/{contest}")
    expect(one.page.locator(".desk").first).to_be_visible()
    cut = one.page.evaluate(LIVE)
    one.leave()
    assert max(cut) <= 0

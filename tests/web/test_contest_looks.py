"""The pages of contests can be read, hit and told apart at every size, in light and dark; names stay text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from steelyard.contest.file.parser import read_file
from steelyard.contest.running import journal
from steelyard.contest.running.folder import progress_of
from tests.contest.simulation import admitted, by_chance, played
from tests.server.contests.contest_server import SMALL
from tests.server.running_server import PASSWORD
from tests.web.people import Person, signed_in
from tests.web.test_pages import SCREENS, looks_right

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

    from tests.server.contests.contest_server import ContestServer, Visitor

EVIL = "<img src=x onerror=document.title='owned'>"
FILE = f"""\
name = "{EVIL}"
game = "tank_war"
clock = "none"
seed = "looks"
""" + "".join(
    f'[[entrants]]\nbot = "random"\nname = "{name}"\n'
    for name in ("Ada", "Bob", "A team with a rather long name, as teams have", EVIL, "Emil", "Fay")
)
FILE += """\
[teacher]
bot = "random"
[[stages]]
kind = "qualification"
ranking = ["wins", "tanks", "boxes"]
advance = 5
[[stages]]
kind = "knockout"
decide = ["wins", "tanks", "lot"]
[grades]
formula = "max_boxes"
"""


@pytest.fixture(scope="module")
def contest(contest_server: ContestServer, gray: Visitor) -> str:
    """One that is over, all its games played in the head."""
    name = gray.makes(FILE)
    for to in ("open", "frozen", "running", "paused"):
        gray.moves(name, to)
    file = contest_server.data / "contests" / name / "journal.jsonl"
    course = progress_of(file)
    with journal.ContestJournal(file) as book:
        for entry in admitted(course.contest):
            book.add(entry)
        while missing := progress_of(file).missing:
            for slot in missing:
                book.add(played(slot, by_chance(2)(slot)))
    gray.moves(name, "running")
    contest_server.work()
    assert gray.sees(name)["state"] == "over"
    return name


@pytest.mark.parametrize(("width", "theme"), SCREENS)
def test_every_page_of_contests_can_be_read_and_hit(  # noqa: PLR0913, PLR0917 - who looks at what, how
    browser: Browser,
    contest_server: ContestServer,
    gray: Visitor,
    contest: str,
    tmp_path: Path,
    width: int,
    theme: str,
) -> None:
    one = signed_in(browser, contest_server, gray, width, theme)
    signs = {
        "/contests": ".contests .name",
        f"/c/{contest}": ".desk .decisions button",
        f"/c/{contest}/print": ".bracket",
        "/event": ".winner",
        "/event/ticker": ".winner",
    }
    for path, sign in signs.items():
        one.goes_to(path)
        expect(one.page.locator(sign).first).to_be_visible()
        one.page.wait_for_load_state("networkidle") if not path.startswith("/event") else None
        if path == f"/c/{contest}":
            one.page.get_by_text("Cross table").click()
            expect(one.page.locator(".cross table").first).to_be_visible()
            expect(one.page.get_by_role("columnheader", name="Squares").first).to_be_attached()
            expect(one.page.get_by_role("columnheader", name="Boxes")).to_have_count(0)
        one.page.screenshot(path=tmp_path / f"{sign}.png", full_page=True)
        looks_right(one, phone=width < 600)
        expect(one.page.get_by_text(EVIL).first).to_be_visible()
    effects = {
        "forfeited": [f"groups/{EVIL}/{number}" for number in range(12)],
        "discarded": [],
        "restored": [],
        "due": [],
        "open": 0,
        "to_come": 0,
        "places": [{"name": EVIL, "before": 1, "after": 5}],
        "grades": [],
    }
    one.page.route("**/preview", lambda route: route.fulfill(json=effects))
    one.goes_to(f"/c/{contest}")
    one.page.get_by_role("button", name="Disqualify").click()
    one.page.get_by_label("Entrant").select_option(EVIL)
    expect(one.page.get_by_role("button", name=f"Disqualify {EVIL}")).to_be_visible()
    looks_right(one, phone=width < 600)
    one.goes_to("/contests")
    one.page.get_by_role("button", name="New contest").click()
    one.page.get_by_text("More settings").click()
    expect(one.page.locator("input[name=seed]")).to_be_visible()
    looks_right(one, phone=width < 600)
    problems = one.problems()
    assert one.page.title() != "owned"
    one.leave()
    assert problems == []


CUT = """() => [...document.querySelectorAll(".wide:has(table:not(.dense))")]
    .filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent.slice(0, 80))"""
BROKEN = """() => [...document.querySelectorAll("td:nth-child(2), .match .name")]
    .filter((each) => each.checkVisibility() && /^(Ada|Bob|Emil|Fay)/.test(each.textContent))
    .filter((each) => each.getClientRects().length && each.getBoundingClientRect().height > 72)
    .map((each) => each.textContent)"""


@pytest.mark.parametrize(("path", "width"), [("", 1024), ("", 1280), ("/print", 690)])
def test_tables_have_room_for_their_columns_and_names(  # noqa: PLR0913, PLR0917 - who looks at what, how
    browser: Browser, contest_server: ContestServer, gray: Visitor, contest: str, path: str, width: int
) -> None:
    """On a small laptop and on a printed page: nothing is cut, and a short name takes a line or two."""
    one = signed_in(browser, contest_server, gray, width, "light")
    one.page.emulate_media(media="print" if path else "screen")
    one.goes_to(f"/c/{contest}{path}")
    expect(one.page.locator(".bracket").first).to_be_visible()
    one.page.wait_for_load_state("networkidle")
    assert one.page.evaluate(CUT) == []
    assert one.page.evaluate(BROKEN) == []
    one.leave()


def test_the_form_makes_a_contest_with_the_teachers_own_bot_boards_and_grades(
    browser: Browser, contest_server: ContestServer, gray: Visitor, tmp_path: Path
) -> None:
    """Simple at first sight; what a contest file can say is one click away, and checked while it is typed."""
    one = signed_in(browser, contest_server, gray, 390, "dark")
    page = one.page
    one.goes_to("/contests")
    page.get_by_role("button", name="New contest").click()
    expect(page.locator("select[name=game] option")).to_have_text(["Tank War"])  # of the class contest
    page.locator("select[name=template]").select_option("groups")
    page.locator("select[name=game]").select_option("tank_duel")
    page.locator("input[name=name]").fill("Duels")
    expect(page.locator("textarea[name=formula]")).to_be_hidden()
    page.get_by_text("More settings").click()
    page.locator("input[name=groups]").fill("3")
    page.get_by_label("Match for third place").uncheck(force=True)
    page.locator("select[name=boards]").select_option("2")
    page.get_by_label("Width, from").fill("8")
    page.get_by_label("Width, to").fill("14")
    with page.expect_popup() as opened:
        page.get_by_text("Upload your own bot first").get_by_role("link", name="Your bots").click()
    gray.uploads(name="My teacher", game="tank_duel")
    opened.value.close()
    page.evaluate("dispatchEvent(new Event('focus'))")
    page.locator("select[name=teacher]").select_option("own:My teacher")
    page.locator("textarea[name=formula]").fill("wins^2")
    expect(page.get_by_text("^ is not a power")).to_be_visible()
    page.locator("textarea[name=formula]").fill("10 * wins / games")
    expect(page.get_by_text("This formula can be computed.")).to_be_visible()
    page.locator("dialog").screenshot(path=tmp_path / "form.png")
    page.get_by_role("button", name="Create contest").click()
    page.wait_for_url("**/c/*")
    told = read_file(gray.sees(page.url.rpartition("/")[2], "/desk")["file"], "x")
    assert (told.name, told.game, told.stages[0].boards) == (
        "Duels",
        "tank_duel",
        {"draw": 2, "width": [8, 14]},
    )
    assert told.teacher is not None
    assert told.grades is not None
    assert (told.teacher.bot, told.grades.formula) == ("own:My teacher", "10 * wins / games")
    one.leave()


def test_a_link_registers_and_joins_and_a_team_comes_together(
    browser: Browser, contest_server: ContestServer, gray: Visitor
) -> None:
    """Two people without an account: one follows the link of the contest, the other that of the team."""
    contest = gray.makes(SMALL, code="ROSE-GARDEN", public=False)
    gray.moves(contest, "open")
    address = f"http://{contest_server.server.address}"
    ada = Person(browser, address)
    bob = Person(browser, address, width=390, color_scheme="dark", has_touch=True)
    ada.goes_to("/join/rose-garden")
    comes(ada, "Ada Lovelace")
    team = ada.page.locator(".team")
    team.get_by_label("Name of the team").fill("Rockets")
    team.get_by_role("button", name="Save").first.click()
    team.get_by_role("button", name="Create a link").click()
    link = team.locator(".link-to-copy input").input_value()
    looks_right(ada, phone=False)
    bob.goes_to(link.removeprefix(address))
    expect(bob.page.get_by_role("heading", name="Join the team Rockets")).to_be_visible()
    looks_right(bob, phone=True)
    comes(bob, "Bob")
    expect(bob.page.locator(".team li")).to_have_text(["Ada Lovelace captain", "BobLeave the team"])
    looks_right(bob, phone=True)
    bob.goes_to("/join/rose-garden")
    expect(bob.page).to_have_url(f"{address}/c/{contest}")  # they are in already
    ada.page.get_by_role("button", name="Make Bob captain").click()
    expect(ada.page.locator(".team li")).to_have_text(["Bob captain", "Ada LovelaceLeave the team"])
    gray.moves(contest, "frozen")
    cleo = Person(browser, address, width=390, color_scheme="dark")
    cleo.goes_to("/join/rose-garden")
    expect(cleo.page.locator(".offer")).to_contain_text("Entries are closed: the deadline has passed")
    expect(cleo.page.get_by_role("button", name="Create account and join")).to_be_visible()
    looks_right(cleo, phone=True)
    cleo.leave()
    problems = [*ada.problems(), *bob.problems()]
    ada.leave()
    bob.leave()
    assert problems == []


FIRST = (
    "([one, two]) => !!(document.querySelector(one).compareDocumentPosition(document.querySelector(two)) & 4)"
)


def test_organiser_and_team_see_first_what_concerns_them(
    browser: Browser, contest_server: ContestServer, gray: Visitor
) -> None:
    """The organiser: what to do next, and everybody who entered with their state. A team: its own games."""
    contest = gray.makes(SMALL, code="TULIP-GARDEN", public=False)
    gray.moves(contest, "open")
    teams = {name: contest_server.person(name) for name in ("Ann", "Ben", "Cem", "Dan")}
    for team in teams.values():
        team.http.post("/api/contests/join", json={"code": "TULIP-GARDEN"})
        team.enters(contest)
    teams["Ann"].uploads("# broken", state="unfit", reason="it does not build")
    for to in ("frozen", "running", "paused"):
        gray.moves(contest, to)
    file = contest_server.data / "contests" / contest / "journal.jsonl"
    with journal.ContestJournal(file) as book:
        for entry in admitted(progress_of(file).contest):
            book.add(entry)
        for slot in progress_of(file).missing[:12]:
            book.add(played(slot, by_chance(1)(slot)))
    gray.decides(contest, "disqualify", name="Ben")
    gray.decides(contest, "withdraw", name="Cem")
    one = signed_in(browser, contest_server, gray, 390, "light")
    one.goes_to(f"/c/{contest}")
    rows = one.page.locator(".entries tbody tr")
    one.page.locator(".entries summary").click()
    for number, state in enumerate(
        ("Version 2 has not passed the checks, so version 1 plays.", "disqualified", "withdrawn", "ready")
    ):
        expect(rows.nth(number)).to_contain_text(state)
    assert one.page.evaluate(FIRST, [".desk", ".columns"])
    expect(one.page.get_by_text("whoever joins with it now can only watch")).to_be_visible()
    for whose in ("Grades by person, not final (CSV)", "Grades by team with figures, not final (CSV)"):
        expect(one.page.get_by_role("link", name=whose)).to_be_visible()
    looks_right(one, phone=True)
    ada = signed_in(browser, contest_server, teams["Ann"], 390, "dark")
    ada.goes_to(f"/c/{contest}")
    expect(ada.page.locator(".own tbody").first.locator("tr")).to_have_count(4)
    assert ada.page.evaluate(FIRST, [".own", ".columns"])
    looks_right(ada, phone=True)
    ada.page.locator(".own td a").first.click()
    ada.page.get_by_role("link", name="Back to the contest").click()
    expect(ada.page).to_have_url(f"{ada.address}/c/{contest}")
    ada.page.goto(f"/c/{contest}/print")
    expect(ada.page.locator("table").first).to_be_visible()
    looks_right(ada, phone=True)
    problems = [*one.problems(), *ada.problems()]
    one.leave()
    ada.leave()
    assert problems == []


def comes(one: Person, name: str) -> None:
    one.page.get_by_label("Name").fill(name)
    one.page.get_by_label("Password").fill(PASSWORD)
    one.page.get_by_label("Student number").fill("s-1815")
    one.page.get_by_role("button", name="Create account and join").click()
    expect(one.page.locator(".contest-head h1")).to_have_text("Small contest")
    expect(one.page.get_by_label("Student number")).to_have_value("s-1815")

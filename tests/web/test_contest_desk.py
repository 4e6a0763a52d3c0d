"""What organisers decide, what teams are told before the start, and what the room sees first."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from playwright.sync_api import expect

from steelyard.contest.running import journal
from steelyard.contest.running.folder import progress_of
from steelyard.contest.running.journal_entries import Quarantined
from tests.contest.simulation import admitted, by_chance, played
from tests.server.contests.contest_server import SMALL
from tests.web.people import Person, signed_in
from tests.web.test_pages import looks_right

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

    from tests.server.contests.contest_server import ContestServer, Visitor

FILE = f'{SMALL}\n[[entrants]]\nbot = "random"\nname = "Filler"\n'


def begun(contest_server: ContestServer, contest: str, games: int) -> Path:
    """The first games are played in the head; where the journal lies."""
    file = contest_server.data / "contests" / contest / "journal.jsonl"
    with journal.ContestJournal(file) as book:
        for entry in admitted(progress_of(file).contest):
            book.add(entry)
        for slot in progress_of(file).missing[:games]:
            book.add(played(slot, by_chance(1)(slot)))
    return file


@pytest.fixture(scope="module")
def teams(contest_server: ContestServer) -> dict[str, Visitor]:
    return {name: contest_server.person(name) for name in ("Ann", "Ben", "Żółw", "Dan")}


@pytest.mark.parametrize("script", ["contest_pages.test.js", "big_screen.test.js"])
def test_what_pages_tell_and_when(script: str) -> None:
    told = subprocess.run(
        [shutil.which("node") or "node", "--test", str(Path(__file__).with_name(script))],
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stdout
    assert re.search(r"^# pass [1-9]", told.stdout, re.MULTILINE), told.stdout


def test_a_decision_names_whom_it_is_about_and_says_what_follows(
    browser: Browser, contest_server: ContestServer, gray: Visitor, teams: dict[str, Visitor]
) -> None:
    """Nobody is chosen beforehand, house bots are named as such, and Cancel changes nothing."""
    contest = gray.makes(FILE)
    gray.moves(contest, "open")
    for team in teams.values():
        team.enters(contest)
    teams["Ann"].uploads()
    for to in ("frozen", "running", "paused"):
        gray.moves(contest, to)
    begun(contest_server, contest, 8)
    one = signed_in(browser, contest_server, gray, 390, "dark")
    page = one.page
    effects = {
        "forfeited": ["groups/a_v_b/1", "groups/b_v_a/1"],
        "discarded": [],
        "restored": [],
        "due": [],
        "open": 0,
        "to_come": 0,
        "places": [{"name": "Żółw", "before": 2, "after": 3}],
        "grades": [{"name": "Żółw", "before": 5, "after": None}],
    }
    asked: list[Any] = []

    def preview(route: Route) -> None:
        asked.append(route.request.post_data_json)
        route.fulfill(json=effects)

    page.route("**/preview", preview)
    one.goes_to(f"/c/{contest}")
    expect(page.get_by_role("link", name="Grades and how they are computed")).to_be_visible()
    page.get_by_role("button", name="Disqualify").click()
    dialog = page.locator("dialog")
    assert dialog.get_by_label("Entrant").input_value() == ""
    assert dialog.locator("option[value=Filler]").inner_text() == "Filler (house bot)"
    dialog.get_by_label("Entrant").select_option("Żółw")
    expect(dialog.get_by_role("status")).to_contain_text("Żółw plays no more")
    listed = dialog.locator(".follows > ul > li")
    expect(listed).to_contain_text(
        [
            "2 played games become forfeits.",
            "Nothing is left to be played.",
            "Places change:Żółw: 2 \u2192 3",
            "Grades change:Żółw: 5 \u2192 none",
        ]
    )
    dialog.get_by_label("Grade").select_option("none")
    expect(listed).to_have_count(4)
    assert asked == [{"what": "disqualify", "name": "Żółw", "grade": grade} for grade in ("formula", "none")]
    looks_right(one, phone=True)
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_have_count(0)
    assert {each["state"] for each in gray.sees(contest)["course"]["field"]} == {"in"}
    page.get_by_role("button", name="Disqualify").click()
    dialog.get_by_label("Entrant").select_option("Ben")
    dialog.get_by_label("Reason").fill("copied")
    dialog.get_by_role("button", name="Disqualify Ben").click()
    expect(page.locator(".notices")).to_contain_text("The decision is recorded.")
    expect(page.locator(".field-list li", has_text="Ben")).to_contain_text("disqualified")
    page.get_by_role("button", name="Reinstate").click()
    dialog.get_by_label("Entrant").select_option("Ben (disqualified)")
    dialog.get_by_label("Reason").fill("not copied")
    dialog.get_by_role("button", name="Reinstate Ben").click()
    expect(dialog).to_have_count(0)
    expect(page.locator(".field-list li", has_text="Ben")).not_to_contain_text("disqualified")
    expect(page.get_by_role("button", name="Reinstate")).to_have_count(0)
    page.get_by_role("button", name="Replace the bot").click()
    dialog.get_by_label("Entrant").select_option("Ann")
    assert dialog.get_by_label("Version").input_value() == ""
    assert one.problems() == []
    one.leave()


SLOW_DESK = """() => {
  const ask = window.fetch;
  window.fetch = async (where, ...more) => {
    const answer = await ask(where, ...more);
    if (String(where).endsWith("/desk")) await new Promise((done) => setTimeout(done, 1000));
    return answer;
  };
}"""


def test_the_start_says_who_is_not_ready_and_who_has_no_bot(
    browser: Browser, contest_server: ContestServer, gray: Visitor, teams: dict[str, Visitor]
) -> None:
    """And where there is no teacher's bot, or the bot was quarantined, decisions say what is so there."""
    file = re.sub(r"\[teacher\].*?\n\n", "", FILE, flags=re.DOTALL).replace(" + beat_teacher", "")
    contest = gray.makes(file, code="PLAIN-DAY")
    gray.moves(contest, "open")
    for team in teams.values():
        team.http.post("/api/contests/join", json={"code": "PLAIN-DAY"})
    broken = "check 1 (it builds) failed: sh failed with exit code 3"
    for name in ("Ann", "Ben"):
        teams[name].enters(contest)
    teams["Dan"].enters(contest, teams["Dan"].uploads(name="odd", state="unfit", reason=broken))
    gray.moves(contest, "frozen")
    one = signed_in(browser, contest_server, gray, 1440, "light")
    page = one.page
    one.goes_to(f"/c/{contest}")
    page.get_by_role("button", name="Start").click()
    dialog = page.locator("dialog")
    expect(dialog.locator("p")).to_contain_text(["A bot that does not start is quarantined", "have no bot"])
    expect(dialog.locator("ul")).to_have_text([f"Dan: {broken}", "Żółw"])
    dialog.get_by_role("button", name="Start with 4 entrants").click()
    expect(page.locator(".state")).to_have_text("Running")
    gray.moves(contest, "paused")
    file_ = contest_server.data / "contests" / contest / "journal.jsonl"
    with journal.ContestJournal(file_) as book:
        for entry in admitted(progress_of(file_).contest)[:2]:
            book.add(entry)
        book.add(Quarantined(name="Dan", bot="entries/4", fault="failed_to_build", detail="exit code 3"))
    contest_server.tick()
    one.goes_to(f"/c/{contest}")
    expect(page.locator(".field-list li", has_text="Dan")).to_contain_text("quarantined")
    page.get_by_role("button", name="Disqualify").click()
    dialog.get_by_label("Entrant").select_option("Ben")
    expect(dialog.get_by_role("status")).to_contain_text("It loses every game of the current round, also")
    dialog.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Replace the bot").click()
    dialog.get_by_label("Entrant").select_option("Dan")
    expect(dialog.get_by_role("status")).to_contain_text("takes part from the beginning")
    dialog.get_by_role("button", name="Cancel").click()
    page.evaluate(SLOW_DESK)
    gray.decides(contest, "disqualify", name="Ben")
    expect(page.locator(".field-list li", has_text="Ben")).to_contain_text("disqualified")
    page.get_by_role("button", name="Rerun a game").click()
    expect(dialog.locator("option", has_text="Ann")).to_have_count(1)
    expect(dialog.locator("option", has_text="Ben")).to_have_count(0)
    assert one.problems() == []
    one.leave()


def test_a_team_is_told_before_the_start_that_it_does_not_play_and_why(
    browser: Browser, contest_server: ContestServer, gray: Visitor, teams: dict[str, Visitor]
) -> None:
    """And whoever goes off to upload a bot finds the way back."""
    contest = gray.makes(FILE, code="LILY-GARDEN")
    gray.moves(contest, "open")
    for team in teams.values():
        team.http.post("/api/contests/join", json={"code": "LILY-GARDEN"})
    wrong = teams["Ann"].uploads("# broken", name="wrong", state="unfit", reason="it could not be built")
    teams["Ann"].enters(contest, wrong)
    zolw = signed_in(browser, contest_server, teams["Żółw"], 390, "light")
    zolw.goes_to(f"/bots?contest={contest}")
    zolw.page.get_by_role("link", name="Back to the contest").click()
    expect(zolw.page).to_have_url(f"{zolw.address}/c/{contest}")
    organiser = signed_in(browser, contest_server, gray, 1440, "light")
    organiser.goes_to(f"/c/{contest}")
    expect(organiser.page.get_by_text("Take part with a bot of your own")).to_be_visible()
    expect(organiser.page.get_by_role("heading", name="Enter the contest")).to_have_count(0)
    gray.moves(contest, "frozen")
    expect(zolw.page.locator(".entry .error")).to_contain_text("entered no bot, so it does not take part")
    ann = signed_in(browser, contest_server, teams["Ann"], 390, "dark")
    ann.goes_to(f"/c/{contest}")
    expect(ann.page.locator(".entry .error")).to_contain_text("it could not be built")
    looks_right(ann, phone=True)
    ann.page.get_by_role("link", name="To its page").click()
    ann.page.get_by_role("link", name="Back to the contest").click()
    expect(ann.page).to_have_url(f"{ann.address}/c/{contest}")
    problems = [problem for one in (zolw, organiser, ann) for problem in one.problems()]
    for one in (zolw, organiser, ann):
        one.leave()
    assert problems == []


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_the_log_of_ones_bot_is_seen_at_once(  # noqa: PLR0913, PLR0917 - who looks at what, how
    browser: Browser,
    contest_server: ContestServer,
    gray: Visitor,
    teams: dict[str, Visitor],
    width: int,
    height: int,
) -> None:
    """On a desktop a good piece of it; on a phone its link opens the drawer in which it lies."""
    contest = gray.makes(FILE, code=f"LOG-{width}")
    gray.moves(contest, "open")
    for team in teams.values():
        team.http.post("/api/contests/join", json={"code": f"LOG-{width}"})
        team.enters(contest)
    for to in ("frozen", "running", "paused"):
        gray.moves(contest, to)
    begun(contest_server, contest, 12)
    ann = signed_in(browser, contest_server, teams["Ann"], width, "light")
    ann.page.set_viewport_size({"width": width, "height": height})
    text = "".join(f"depth {depth}\n" for depth in range(40))
    log = {"name": "Ann", "own": True, "turns": [{"turn": 0, "text": text}]}
    ann.page.route("**/log", lambda route: route.fulfill(json={"logs": [log]}))
    ann.goes_to(f"/c/{contest}")
    ann.page.get_by_role("link", name="Log turn by turn").first.click()
    shown = ann.page.locator(".logs")
    expect(shown).to_contain_text("depth 39")
    expect(shown).to_be_in_viewport(ratio=0.99)
    assert ann.box(shown)["height"] > 200, "ten lines or so"
    looks_right(ann, phone=width < 600)
    problems = ann.problems()
    ann.leave()
    assert problems == []


def test_the_room_sees_the_final_before_its_result(
    browser: Browser, contest_server: ContestServer, gray: Visitor
) -> None:
    """When the screen hears of the last game, it shows that game first, then the winner."""
    two = "".join(f'[[entrants]]\nbot = "random"\nname = "{name}"\n' for name in ("Ada", "Bob"))
    contest = gray.makes(SMALL.replace('[[entrants]]\neach_in = "teams"\n', two))
    for to in ("open", "frozen", "running", "paused"):
        gray.moves(contest, to)
    file = begun(contest_server, contest, 0)
    with journal.ContestJournal(file) as book:
        while missing := progress_of(file).missing:
            game = played(missing[0], by_chance(2)(missing[0]))
            book.add(msgspec.structs.replace(game, ended=float(len(book.entries))))
    gray.moves(contest, "running")
    contest_server.work()
    contest_server.server.app.state.event_contest = contest
    over: dict[str, Any] = gray.http.get("/api/event").json()
    running = {"done": False, "podium": [], "final": None, "recent": []}
    before = over | {"phase": "running", "course": over["course"] | running}
    screen = Person(browser, f"http://{contest_server.server.address}", width=1024, height=768)
    answers = [before]
    films: list[Route] = []
    screen.page.route("**/api/event", lambda route: route.fulfill(json=answers[-1]))
    screen.page.route("**/positions", lambda route: films.append(route))  # noqa: PLW0108 - it gets an attribute
    screen.goes_to("/event")
    expect(screen.page.locator("main")).to_have_attribute("data-phase", "running")
    answers.append(over)
    screen.finds(lambda: films)
    expect(screen.page.locator("main")).to_have_attribute("data-phase", "running")
    expect(screen.page.locator(".winner")).to_have_count(0)
    films[0].continue_()
    expect(screen.page.locator(".screen-board .on")).to_have_text("Just played")
    assert screen.page.locator(".winner").count() == 0
    expect(screen.page.locator(".winner")).to_be_visible()
    problems = screen.problems()
    screen.leave()
    contest_server.server.app.state.event_contest = None
    assert problems == []


def test_the_contest_is_shown_although_what_only_organisers_are_told_is_not(
    browser: Browser, contest_server: ContestServer, gray: Visitor, teams: dict[str, Visitor]
) -> None:
    contest = gray.makes(FILE)
    gray.moves(contest, "open")
    teams["Ann"].enters(contest)
    one = signed_in(browser, contest_server, gray, 1200, "dark")
    one.allowed = ("500",)
    one.page.route("**/desk", lambda route: route.fulfill(status=500, json={"error": "out of order"}))
    one.goes_to(f"/c/{contest}")
    expect(one.page.locator(".notices")).to_contain_text("Out of order")
    expect(one.page.locator("h1")).to_have_text("Small contest")
    one.leave()

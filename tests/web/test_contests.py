"""Contests in the browser, the whole way: a class with its teams, and an event with its big screen."""

from __future__ import annotations

import csv
import io
import re
import shutil
import signal
import subprocess
import sys
from datetime import datetime, timedelta
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from steelyard import kits
from tests.arena.conftest import needs_bubblewrap
from tests.contest.bots import BAD_BOTS, python
from tests.environment import untraced
from tests.server.bots.archives import BOT_TOML, POLITE, folder_zipped, zipped
from tests.web.conftest import LIMITS
from tests.web.people import RETRIES, Person

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

PASSWORD = "a yard of steel"  # noqa: S105 - of people who do not exist
START_S = 120
PLAYED_MS = 240_000  # a whole contest, on a machine that is busy with other things
EVIL = "<img src=x onerror=document.title='owned'>"


class Event(NamedTuple):
    """A server in event mode, and the link for its administrator."""

    address: str
    admin_link: str


@pytest.fixture(scope="module")
def event(tmp_path_factory: pytest.TempPathFactory, solved_data: Path) -> Iterator[Event]:
    data = tmp_path_factory.mktemp("event")
    command = [sys.executable, "-m", "steelyard", "serve", "--port", "0", "--host", "127.0.0.1"]
    limits = [word for limit in LIMITS for word in ("--limit", f"{limit}=100000")]
    with (data / "stderr").open("wb") as problems:
        server = subprocess.Popen(
            [*command, "--event", "--cold", "--data", str(data), *limits],
            stdout=subprocess.PIPE,
            stderr=problems,
            env=untraced(STEELYARD_DATA=str(solved_data)),
            text=True,
        )
    assert server.stdout is not None
    with server.stdout:
        found = (re.search(r"http\S+", line) for line in server.stdout)
        addresses = list(islice((each[0] for each in found if each), 3))
        assert len(addresses) == 3, f"the server did not start: {(data / 'stderr').read_text()}"
        address, link, screen = addresses
        assert screen == f"{address}/event"
        yield Event(address, link)
        server.terminate()
        assert server.wait(START_S) in {0, -signal.SIGTERM}, "a server that is told to stop ends"


class Room:
    """Everybody who comes to the event."""

    def __init__(self, browser: Browser, event: Event) -> None:
        self._browser = browser
        self._event = event
        self.people: list[Person] = []

    def guest(self, **preferences: Any) -> Person:
        self.people.append(Person(self._browser, self._event.address, **preferences))
        return self.people[-1]

    def somebody(self, name: str, **preferences: Any) -> Person:
        """With an account."""
        one = self.guest(**preferences)
        one.post("/api/account/register", {"name": name, "password": PASSWORD})
        return one


@pytest.fixture
def room(browser: Browser, event: Event) -> Iterator[Room]:
    here = Room(browser, event)
    yield here
    problems = [problem for one in here.people for problem in one.problems()]
    for one in here.people:
        one.leave()
    assert not problems, problems


@pytest.fixture(scope="module")
def organiser(browser: Browser, event: Event) -> str:
    """The name of somebody who may make contests."""
    admin = Person(browser, event.address)
    link = event.admin_link.partition("admin=")[2]
    admin.post("/api/account/register", {"name": "The head", "password": PASSWORD})
    admin.post("/api/account/admin", {"link": link})
    gray = Person(browser, event.address)
    account = gray.post("/api/account/register", {"name": "Ms Gray", "password": PASSWORD})
    answer = admin.context.request.post(
        f"/api/people/{account['id']}/role", data={"role": "organiser"}, headers={"X-Steelyard": "1"}
    )
    assert answer.ok, answer.text()
    admin.leave()
    gray.leave()
    return "Ms Gray"


def signs_in(one: Person, name: str) -> None:
    one.goes_to("/account")
    section = one.page.locator("section", has=one.page.get_by_role("heading", name="Sign in"))
    section.get_by_label("Name").fill(name)
    section.get_by_label("Password").fill(PASSWORD)
    section.get_by_role("button", name="Sign in").click()
    expect(one.page.get_by_text("Organiser.")).to_be_visible()


def state(page: Page, words: str) -> None:
    expect(page.locator(".contest-head .state")).to_have_text(words, timeout=PLAYED_MS)


def in_seconds(seconds: int) -> str:
    """What one types into a field for date and time."""
    return (datetime.now().astimezone() + timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M:%S")


def kit(folder: Path, language: str, name: str) -> Path:
    kits.put_out(kits.kit("tank_war", language), folder / name, name)
    return packed(folder / name)


def packed(folder: Path) -> Path:
    file = folder.with_suffix(".zip")
    file.write_bytes(folder_zipped(folder))
    return file


def broken(folder: Path) -> Path:
    """A kit in which somebody has forgotten a brace."""
    kit(folder, "cpp", "Broken")
    source = next((folder / "Broken").rglob("*.cpp"))
    source.write_text(source.read_text() + "\nint main() {\n")
    return packed(folder / "Broken")


def bomb(folder: Path) -> Path:
    (folder / "Bomb").mkdir()
    for name in ("fork_bomb.py", "polite.py"):
        shutil.copy(BAD_BOTS / name, folder / "Bomb")
    toml = f'name = "Bomb"\ngame = "tank_war"\nrun = "{python()} fork_bomb.py"\n'
    (folder / "Bomb" / "bot.toml").write_text(toml)
    return packed(folder / "Bomb")


def uploads(one: Person, file: Path) -> None:
    one.goes_to("/bots")
    one.page.get_by_label("Choose a zip file").set_input_files(file)
    expect(one.page.get_by_role("heading", level=1)).to_have_text(file.stem)


def enters(one: Person, contest: str) -> None:
    one.goes_to(contest)
    one.page.get_by_role("button", name="Enter the contest").click()
    expect(one.page.get_by_text("You are taking part with")).to_be_visible()


def makes_class_contest(page: Page) -> None:
    """By the form, and opened."""
    drafts_class_contest(page)
    page.get_by_role("button", name="Open entries").click()
    state(page, "Open for entries")


def drafts_class_contest(page: Page) -> None:
    page.get_by_role("link", name="Contests").click()
    page.get_by_role("button", name="New contest").click()
    page.locator("input[name=name]").fill("Class 4b")
    page.locator("select[name=clock]").select_option("none")
    page.locator("input[name=deadline]").fill(in_seconds(3600))
    page.get_by_role("button", name="Create contest").click()
    state(page, "Draft")


def may_have_every_game_again(organiser: Person, team: str) -> None:
    """Not only the last ones; what has been played cannot be deleted."""
    page = organiser.page
    page.get_by_role("button", name="Rerun a game").click()
    again = page.locator("form[data-what=rerun]")
    again.get_by_label("Entrant").select_option(label=team)
    contest, slug = page.url.rpartition("/")[2], team.lower().replace(" ", "-")
    every = organiser.context.request.get(
        f"/api/contests/{contest}/games?bot={slug}", max_retries=RETRIES
    ).json()["games"]
    played = [game["id"] for game in every if game["to"]]
    assert len(played) > 2
    expect(again.locator("select[name=game] option[value]:enabled")).to_have_count(len(played))
    again.get_by_label("Game").select_option(played[0])
    again.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("Delete the contest")).to_be_hidden()


def test_a_contest_that_has_not_started_is_deleted_at_its_desk(room: Room, organiser: str) -> None:
    """Asked for once more before it goes; then it is gone from the list."""
    gray = room.guest()
    signs_in(gray, organiser)
    page = gray.page
    drafts_class_contest(page)
    path = page.url.partition("/c/")[2]
    expect(page.get_by_role("button", name="Delete permanently")).to_be_hidden()
    page.get_by_text("Delete the contest").click()
    page.get_by_role("button", name="Delete permanently").click()
    page.wait_for_url("**/contests")
    expect(page.get_by_role("button", name="New contest")).to_be_visible()
    assert page.locator(f"a[href$='{path}']").count() == 0


def starts_without(page: Page, team: str) -> None:
    """Start, past the list of those who are not ready."""
    page.get_by_role("button", name="Start").click()
    not_ready = page.locator("dialog.confirmation")
    expect(not_ready).to_contain_text(f"{team}: ")
    not_ready.get_by_role("button", name="Start").click()


@pytest.mark.long
@needs_bubblewrap
def test_a_class_contest_from_the_template_to_the_grades(room: Room, organiser: str, tmp_path: Path) -> None:
    """Six teams in three languages: one does not compile, one is a fork bomb, one climbs out of its zip."""
    gray = room.guest()
    signs_in(gray, organiser)
    page = gray.page
    makes_class_contest(page)
    contest = page.url

    bots = {
        "Team Python": kit(tmp_path, "python", "Snake"),
        "Team Cpp": kit(tmp_path, "cpp", "Plus"),
        "Team Java": kit(tmp_path, "java", "Bean"),
        "Team Broken": broken(tmp_path),
        "Team Bomb": bomb(tmp_path),
    }
    teams = {name: room.somebody(name) for name in (*bots, "Team Slip")}
    slip = tmp_path / "Slip.zip"
    slip.write_bytes(zipped({"bot.toml": BOT_TOML, "bot.py": POLITE, "../escaped.py": POLITE}))
    climber = teams["Team Slip"]
    climber.allowed = ("422",)
    climber.goes_to("/bots")
    climber.page.get_by_label("Choose a zip file").set_input_files(slip)
    expect(climber.page.locator(".drop .problem")).to_contain_text("leads out of the bot's folder")
    bots["Team Slip"] = kit(tmp_path, "python", "Honest")
    for name, file in bots.items():
        uploads(teams[name], file)
        enters(teams[name], contest)
    expect(page.locator(".field-list li")).to_have_count(6)
    stranger = room.guest()
    stranger.goes_to(contest)
    stranger.page.get_by_role("link", name="Sign in to enter").click()
    stranger.page.get_by_label("Name").last.fill("Team Late")
    stranger.page.get_by_label("Password").last.fill(PASSWORD)
    stranger.page.get_by_role("button", name="Create an account").click()
    expect(stranger.page).to_have_url(contest)  # where the stranger came from

    page.locator("input[name=new-deadline]").fill(in_seconds(2))
    page.get_by_role("button", name="Save").first.click()
    state(page, "Entries closed")
    starts_without(page, "Team Broken")
    state(page, "Finished")
    expect(page.locator(".podium .place-1")).to_be_visible()
    may_have_every_game_again(gray, "Team Slip")
    with page.expect_download() as download:
        page.get_by_role("link", name="Grades by team").click()
    rows = list(csv.DictReader(io.StringIO(download.value.path().read_text("utf-8-sig"))))
    grades = {row["name"]: row for row in rows}
    assert grades.keys() == bots.keys()
    assert grades["Team Broken"]["note"] == "quarantined: it could not be built"
    honest = [float(grades[name]["grade"]) for name in bots if name not in {"Team Broken", "Team Bomb"}]
    assert min(honest) > float(grades["Team Bomb"]["grade"]) == float(grades["Team Broken"]["grade"]) == 0
    # Each team sees what is its own, and no more.
    broke = teams["Team Broken"].page
    broke.goto(contest)
    expect(broke.locator(".own .error")).to_contain_text("it could not be built")
    assert broke.get_by_role("link", name="Grades").count() == 0
    # The teacher's bot stays playable.
    broke.get_by_role("button", name="Play against the teacher's bot").click()
    expect(teams["Team Broken"].board).to_be_visible()
    # A game opens in the page of every game.
    page.locator(".games tbody a").first.click()
    expect(gray.board).to_be_visible()
    gray.sees_end()


@pytest.mark.long
@needs_bubblewrap
def test_winter_games_on_the_big_screen_to_the_winner(room: Room, organiser: str) -> None:
    """The screen follows by itself, without an account, from the first entry to the winner."""
    screen = room.guest(width=1920, height=1080)
    gray = room.guest()
    signs_in(gray, organiser)
    page = gray.page
    page.goto("/contests")
    page.get_by_role("button", name="New contest").click()
    page.locator("select[name=template]").select_option("winter-games")
    page.locator("input[name=name]").fill("Winter Games")
    page.get_by_text("More settings").click()
    page.locator("select[name=boards]").select_option("1")
    for bot in ("random", "greedy"):
        page.locator(f"input[name=bots][value={bot}]").check(force=True)
    page.get_by_role("button", name="Create contest").click()
    state(page, "Draft")
    page.get_by_text("Contest file").click()
    text = page.get_by_label("Contest file").input_value()
    more = "".join(f'[[entrants]]\nbot = "random"\nname = "{name}"\n' for name in ("Polar", EVIL))
    page.get_by_label("Contest file").fill(f"{text}\n{more}")
    page.locator(".desk details", has_text="Contest file").get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Open entries").click()
    state(page, "Open for entries")
    screen.goes_to("/event")
    expect(screen.page.locator(".names")).to_contain_text("Polar")
    expect(screen.page.locator("img.code")).to_be_visible()
    assert screen.page.locator(".address").inner_text() == f"{urlsplit(page.url).netloc}/event/ticker"
    page.get_by_role("button", name="Close entries now").click()
    state(page, "Entries closed")
    page.get_by_role("button", name="Start").click()
    expect(screen.page.locator(".screen-board .board .tank").first).to_be_visible()
    expect(screen.page.locator(".screen-panel table, .screen-panel .bracket").first).to_be_visible()
    expect(screen.page.locator("main")).to_have_attribute("data-state", "over", timeout=PLAYED_MS)
    winner = screen.page.locator(".winner")
    expect(winner).to_be_visible()
    shown = winner.inner_text()
    assert shown in {"random", "greedy", "Polar", EVIL}
    page.goto(page.url + "/print")
    expect(page.locator("table").first.locator("tbody tr").first).to_contain_text(shown)
    assert screen.page.title() != "owned"
    assert page.title() != "owned"

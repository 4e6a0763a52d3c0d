"""Uploading a bot in the browser, following how it is checked, playing against it, and the ladder."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from steelyard import kits
from steelyard.server.accounts.store import COOKIE
from tests.server.bots.archives import BOT_TOML, POLITE, zipped
from tests.server.contests.contest_server import ContestServer, ladder_game
from tests.web.people import Person
from tests.web.test_pages import looks_right

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Browser

EVIL = "<img src=x onerror=document.title='owned'>"


def registered(person: Callable[..., Person], name: str, **preferences: Any) -> Person:
    one = person(**preferences)
    one.post("/api/account/register", {"name": name, "password": "correct horse battery"})
    return one


@pytest.mark.usefixtures("worker")
def test_a_kits_folder_is_handed_in_followed_and_played_against(
    person: Callable[..., Person], tmp_path: Path
) -> None:
    """The folder that `steelyard new` makes, chosen in the browser, which packs it itself."""
    kits.put_out(kits.kit("tank_war", "python"), tmp_path / "mybot", "Kitty")
    ada = registered(person, "Ada Kit")
    ada.goes_to("/bots")
    page = ada.page
    expect(page.get_by_text("You have not uploaded a bot yet.")).to_be_visible()
    page.get_by_label("Choose a folder").set_input_files(tmp_path / "mybot")
    expect(page.get_by_role("heading", level=1)).to_have_text("Kitty")
    expect(page.locator(".checks .passed")).to_have_count(10)
    expect(page.locator(".versions .state")).to_have_text("ready")
    expect(page.get_by_role("button", name="Remove from the ladder")).to_be_visible()
    looks_right(ada, phone=False)
    page.emulate_media(color_scheme="dark")
    page.reload()
    expect(page.get_by_role("button", name="Remove from the ladder")).to_be_visible()
    looks_right(ada, phone=False)
    page.set_viewport_size({"width": 390, "height": 844})
    looks_right(ada, phone=True)
    ada.goes_to("/ladder/tank_war")
    expect(page.get_by_role("link", name="Kitty", exact=True)).to_be_visible()
    looks_right(ada, phone=True)
    page.get_by_role("link", name="Kitty", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Kitty")
    page.set_viewport_size({"width": 1280, "height": 800})
    ada.goes_to("/")
    page.get_by_role("button", name="Set up a game of Tank War").click()
    expect(page.locator("select[name=bot] optgroup option")).to_contain_text(["Kitty, by Ada Kit"])
    page.go_back()  # closes the dialog
    page.go_back()
    page.get_by_role("button", name="Play against Kitty").click()
    expect(ada.board).to_be_visible()
    assert "Kitty" in {player["name"] for player in ada.snapshot()["players"]}
    page.go_back()
    page.get_by_role("button", name="Remove from the ladder").click()  # else it plays as long as tests run
    expect(page.get_by_role("button", name="Add to the ladder")).to_be_visible()


def test_a_bot_in_a_contest_is_closed_until_its_owner_opens_it(browser: Browser, tmp_path: Path) -> None:
    with ContestServer(f"sqlite:///{tmp_path}/tables.db") as contest_server:
        gray, team, rival = (
            contest_server.person("Ms Gray", "organiser"),
            contest_server.person("Ada"),
            contest_server.person("Bob"),
        )
        contest = gray.makes()
        gray.moves(contest, "open")
        bot = team.enters(contest, team.uploads(name="Mole"))
        game = ladder_game(contest_server, bot, rival.uploads(name="Heron"))
        address = f"http://{contest_server.server.address}"
        ada, bob = (Person(browser, address) for _ in range(2))
        for one, visitor in ((ada, team), (bob, rival)):
            one.context.add_cookies([{"name": COOKIE, "value": visitor.http.cookies[COOKIE], "url": address}])
            one.goes_to(f"/b/{bot}")
        why = "Mole is in the contest Small contest and closed until it is over."
        expect(bob.page.locator("main")).to_have_text(re.compile(rf"Mole.*by Ada{why}.*only its owner.*"))
        looks_right(bob, phone=False)
        bob.goes_to(f"/g/{game}")
        expect(bob.page.locator("main.nothing p")).to_have_text(why)
        box = ada.page.get_by_label("Others may play against it and see its games during contests")
        expect(ada.page.get_by_text("It is entered in the contest Small contest")).to_be_visible()
        expect(box).not_to_be_checked()
        looks_right(ada, phone=False)
        box.check()
        expect(ada.page.get_by_text("It is open: others can play against it")).to_be_visible()
        bob.goes_to(f"/b/{bot}")
        expect(bob.page.get_by_text("lost against Heron")).to_be_visible()
        problems = ada.problems() + bob.problems()
        ada.leave()
        bob.leave()
        assert not problems


@pytest.mark.usefixtures("worker")
def test_what_is_wrong_is_shown_as_it_is_and_runs_nothing(
    person: Callable[..., Person], tmp_path: Path
) -> None:
    """A name, a log and an error that would be programs if they were read as HTML."""
    bot = f"import sys\nprint({EVIL!r}, file=sys.stderr, flush=True)\n{POLITE}".replace(
        'told["legal"][0]', repr(EVIL)
    )
    toml = f'name = "{EVIL}"\ngame = "tank_war"\nbuild = "sh build.sh"\nrun = "python3 bot.py"\n'
    evil = tmp_path / "evil.zip"
    evil.write_bytes(
        zipped({"bot.toml": toml, "bot.py": bot, "build.sh": f'echo "{EVIL}"', "README.md": EVIL})
    )
    ada = registered(person, "Ada Evil")
    ada.goes_to("/bots")
    ada.page.get_by_label("Choose a zip file").set_input_files(evil)
    page = ada.page
    expect(page.get_by_role("heading", level=1)).to_have_text(EVIL)
    expect(page.locator(".versions .state")).to_have_text("failed")
    expect(page.locator(".checks .failed").first).to_contain_text(EVIL)
    expect(page.locator(".checks .failed").first).to_contain_text("it gave an answer that cannot be read")
    assert page.get_by_role("button", name="Remove from the ladder").count() == 0, "it never was on it"
    page.get_by_text("Build output").click()
    expect(page.locator(".versions pre").last).to_contain_text(EVIL)
    ada.goes_to("/bots")
    expect(page.locator(".bots strong")).to_have_text(EVIL)
    assert page.locator("main img").count() == 0
    assert page.title() != "owned"


def test_a_refused_zip_says_why_beneath_the_field(person: Callable[..., Person], tmp_path: Path) -> None:
    slip = tmp_path / "slip.zip"
    slip.write_bytes(zipped({"bot.toml": BOT_TOML, "../bot.py": POLITE}))
    ada = registered(person, "Ada Slip")
    ada.allowed = ("422",)
    ada.goes_to("/bots")
    ada.page.get_by_label("Choose a zip file").set_input_files(slip)
    expect(ada.page.locator(".drop .problem")).to_contain_text("leads out of the bot's folder")
    assert ada.page.url.endswith("/bots")


def test_the_ladder_has_our_bots_in_order_and_says_where_to_upload(person: Callable[..., Person]) -> None:
    guest = person(width=390)
    guest.goes_to("/ladder/tank_duel")
    page = guest.page
    expect(page.get_by_role("link", name="Tank Duel")).to_have_attribute("aria-current", "page")
    expect(page.locator(".ladder tbody tr.ours").first).to_be_visible()
    names = page.locator(".ladder tbody tr.ours td:nth-child(2)").all_inner_texts()
    assert names.index("Teacher (teacher)") < names.index("Dice (random)")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("link", name="Your bots").click()
    expect(page.get_by_role("link", name="Sign in to upload a bot.")).to_be_visible()


def test_whoever_has_only_a_browser_downloads_a_kit(person: Callable[..., Person]) -> None:
    page = registered(person, "Ada Browser").page
    page.goto("/bots")
    page.get_by_text("No bot yet?").click()
    kit = page.locator("details")
    kit.get_by_label("Game").select_option("tank_duel")
    kit.get_by_label("Language").select_option("Java")
    with page.expect_download() as download:
        kit.get_by_role("button", name="Download the kit").click()
    assert download.value.suggested_filename == "tank_duel-java.zip"


def test_a_bot_at_home_gets_a_token_that_is_shown_once(person: Callable[..., Person]) -> None:
    ada = registered(person, "Ada Home")
    ada.goes_to("/bots")
    page = ada.page
    page.get_by_label("Name of the bot").fill("Homebody")
    page.get_by_role("button", name="Get a token").click()
    expect(page.locator(".token pre").last).to_contain_text("steelyard connect ws://")
    token = page.locator(".token pre").first.inner_text()
    page.reload()
    expect(page.locator(".bots strong")).to_have_text("Homebody")
    assert token not in page.content()

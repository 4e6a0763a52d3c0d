"""Accounts in the browser: made, used, looked after; whatever people call themselves stays text."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING
from urllib.parse import quote

from playwright.sync_api import expect

from steelyard.server.http.answers import KEPT
from tests.web.test_pages import looks_right

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page, Route

    from tests.web.people import Person

PASSWORD = "a yard of steel"  # noqa: S105 - of people who do not exist
HOSTILE = "<img src=x onerror=alert(1)>"
NO_ANSWER = ("401", "403", "409", "422")  # what the browser notes when the server says no


def register(page: Page, name: str, path: str = "/account") -> None:
    page.goto(path)
    section = page.locator("section", has=page.get_by_role("heading", name="Create an account"))
    section.get_by_label("Name").fill(name)
    section.get_by_label("Password").fill(PASSWORD)
    section.get_by_role("button", name="Create an account").click()


def answering(answer: object) -> Callable[[Route], None]:
    return lambda route: route.fulfill(json=answer)


def test_the_first_administrator_comes_by_the_link_and_looks_after_the_others(
    person: Callable[..., Person], admin_link: str
) -> None:
    """One walk: the link, a code for a class, a pupil with it, their new password, their account shut."""
    admin, pupil = person(), person(width=390, has_touch=True)
    pupil.allowed = NO_ANSWER
    admin.page.goto(admin_link)
    expect(admin.page).to_have_url(re.compile("/account$"))
    section = admin.page.locator("section", has=admin.page.get_by_role("heading", name="Create an account"))
    section.get_by_label("Name").fill("Grace Hopper")
    section.get_by_label("Password").fill(PASSWORD)
    section.get_by_role("button", name="Create an account").click()
    expect(admin.page.get_by_text("Administrator.")).to_be_visible()
    admin.page.get_by_role("link", name="People and invite codes").click()
    admin.page.get_by_label("Label").fill(HOSTILE)
    admin.page.get_by_role("button", name="Create a code").click()
    row = admin.page.locator("li", has_text=HOSTILE)
    expect(row).to_contain_text("30 uses left")
    code = row.locator("code").inner_text()
    expect(admin.page.locator("tbody tr").first).to_contain_text("created an invite code")  # the log follows
    row.get_by_role("button", name=f"Link for the code {code}").click()
    expect(row.locator(".link-to-copy input")).to_have_value(re.compile(rf"/account#code={code}$"))

    pupil.page.goto(f"/account#code={code}")
    expect(pupil.page.get_by_label("Invite code")).to_have_value(code)
    register(pupil.page, HOSTILE)
    expect(pupil.page.get_by_text("cannot be in a name")).to_be_visible()
    register(pupil.page, "Katherine Johnson", f"/account#code={code}")
    expect(pupil.page.get_by_role("heading", name="Katherine Johnson")).to_be_visible()
    looks_right(pupil, phone=True)

    admin.page.reload()
    expect(row).to_contain_text("29 uses left")
    admin.page.get_by_label("Search by name").fill("katherine")
    admin.page.get_by_label("Search by name").press("Enter")
    admin.page.get_by_role("button", name="Create a password reset link for Katherine Johnson").click()
    link = admin.page.locator(".link-to-copy input").input_value()
    expect(admin.page.locator("tbody")).to_contain_text(HOSTILE)  # as the label of a code, as text
    looks_right(admin, phone=False)

    pupil.page.goto(link)
    pupil.page.get_by_label("New password").fill(f"{PASSWORD} again")
    pupil.page.get_by_role("button", name="Set a new password").click()
    expect(pupil.page.get_by_role("heading", name="Katherine Johnson")).to_be_visible()

    admin.page.get_by_role("button", name="Disable the account of Katherine Johnson").click()
    expect(admin.page.get_by_role("button", name="Enable the account of Katherine")).to_be_visible()
    pupil.page.reload()
    expect(pupil.page.get_by_role("heading", name="Sign in")).to_be_visible()
    deletes(admin.page, "Katherine Johnson")


def deletes(page: Page, name: str) -> None:
    """An administrator deletes an account, having shut the form once."""
    row = page.locator("li", has_text=name)
    boxes = [each.bounding_box() for each in (row.get_by_role("combobox"), *row.get_by_role("button").all())]
    edges = [(box["x"], box["x"] + box["width"]) for box in boxes if box is not None]
    assert all(right < left for (_, right), (left, _) in pairwise(edges)), "nothing is behind another"
    delete = row.get_by_role("button", name="Delete the account of")
    delete.first.click()
    password, sure = row.get_by_label("Your password"), delete.last
    expect(row).to_contain_text("bots are deleted for good")
    assert [(box := each.bounding_box()) and box["height"] < 50 for each in (password, sure)] == [True, True]
    delete.first.click()
    expect(row.locator("form")).to_have_count(0)
    delete.click()
    password.fill(PASSWORD)
    sure.click()
    expect(row).to_have_count(0)
    expect(page.locator("tbody tr").first).to_contain_text("deleted an account")


def test_one_signs_in_and_out_and_the_top_of_every_page_says_so(person: Callable[..., Person]) -> None:
    ada = person()
    ada.allowed = NO_ANSWER
    register(ada.page, "Ada of the Top")
    expect(ada.page.locator(".me-link")).to_contain_text("Ada of the Top")
    ada.page.get_by_role("button", name="Sign out", exact=True).click()
    expect(ada.page.locator(".me-link")).to_have_text("Sign in")
    ada.page.goto("/live")
    ada.page.locator(".me-link").click()
    section = ada.page.locator("section", has=ada.page.get_by_role("heading", name="Sign in"))
    section.get_by_label("Name").fill("ada of the top")
    section.get_by_label("Password").fill("something else")
    section.get_by_role("button", name="Sign in").click()
    expect(section.get_by_role("alert")).to_have_text("The name or the password is wrong")
    section.get_by_label("Password").fill(PASSWORD)
    section.get_by_role("button", name="Sign in").click()
    expect(ada.page).to_have_url(re.compile("/live$"))  # where one was
    expect(ada.page.locator(".me-link")).to_contain_text("Ada of the Top")
    ada.page.goto("/")
    expect(ada.page.locator(".me-place")).to_contain_text("Ada of the Top")
    ada.page.goto("/people")
    expect(ada.page.get_by_text("This page is for organisers.")).to_be_visible()


def test_signing_in_leads_to_no_other_site(person: Callable[..., Person]) -> None:
    ada = person()
    for number, next_page in enumerate(
        ("//elsewhere.example/", "https://elsewhere.example/", "/\\elsewhere.example")
    ):
        register(ada.page, f"Ada Elsewhere {number}", f"/account?next={quote(next_page)}")
        expect(ada.page.get_by_role("heading", name=f"Ada Elsewhere {number}")).to_be_visible()
        expect(ada.page).to_have_url(re.compile("/account$"))
        ada.page.get_by_role("button", name="Sign out", exact=True).click()
        expect(ada.page.locator(".me-link")).to_have_text("Sign in")


def test_hostile_names_that_are_in_the_database_all_the_same_stay_text(person: Callable[..., Person]) -> None:
    """Whatever the server lets through one day, pages show it as text."""
    ada = person()
    register(ada.page, "Ada of the Text")
    expect(ada.page.get_by_role("heading", name="Ada of the Text")).to_be_visible()
    account = {"id": 1, "name": HOSTILE, "role": "admin"}
    entry = {"id": 1, "at_ms": 0, "actor": HOSTILE, "action": HOSTILE, "subject": HOSTILE}
    invite = {"code": "AAAA", "label": HOSTILE, "role": "player", "uses_left": 1, "expires_ms": 0}
    answers = {
        "/api/me": {"name": HOSTILE, "account": account},
        "/api/account": {"account": account, "registering": "open", "sessions": 1, "created_ms": 0},
        "/api/people": {"people": [{**account, "id": 2, "disabled": True, "created_ms": 0}], "next": None},
        "/api/reports": {"reports": []},
        "/api/invites": [{**invite, "maker": HOSTILE, "created_ms": 0}],
        "/api/audit": {
            "entries": [{**entry, "detail": {HOSTILE: HOSTILE}}],
            "next": None,
            "actions": [HOSTILE],
        },
    }
    ada.page.set_extra_http_headers({KEPT: "1"})  # pages without the server's answers
    for path, answer in answers.items():
        ada.page.route(re.compile(re.escape(path) + r"(\?.*)?$"), answering(answer))
    for path, times in (("/account", 2), ("/people", 6), ("/", 2)):
        ada.page.goto(path)
        expect(ada.page.get_by_text(HOSTILE).nth(times - 1)).to_be_attached()
        assert ada.page.locator("img").count() == 0, path

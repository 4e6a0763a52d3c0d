"""People find one another: the lobby, invitations, players' pages, and what waits for them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from steelyard import games
from tests.web.test_pages import looks_right

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.web.people import Person

PASSWORD = "a yard of steel"  # noqa: S105 - of people who do not exist


def signed_in(person: Callable[..., Person], name: str, **preferences: object) -> Person:
    somebody = person(**preferences)
    somebody.goes_to("/account")
    somebody.post("/api/account/register", {"name": name, "password": PASSWORD})
    return somebody


def test_a_challenge_is_made_accepted_played_and_cancelled(person: Callable[..., Person]) -> None:
    eve, dan = signed_in(person, "Eve Weber"), signed_in(person, "Dan Weber", width=390)
    eve.goes_to("/")
    eve.page.get_by_role("button", name="New challenge").click()
    expect(eve.page.locator("dialog")).to_be_visible()
    eve.page.go_back()
    expect(eve.page.locator("dialog")).to_have_count(0)
    eve.page.get_by_role("button", name="New challenge").click()
    eve.page.locator("select[name=game]").select_option(label="Tank Battle")
    eve.page.locator("select[name=seat]").select_option(label="Orange")
    eve.page.get_by_label("Rated").check(force=True)
    eve.page.get_by_role("button", name="Challenge", exact=True).click()
    expect(eve.status).to_have_text("Waiting for an opponent.")
    dan.goes_to("/")
    looks_right(dan, phone=True)
    dan.page.get_by_role("button", name="Accept the challenge of Eve Weber").click()
    dan.sees_board()
    expect(eve.status).to_have_text("Your move.")
    eve.page.get_by_label("Say something").select_option(label="Good luck")
    expect(dan.page.locator(".phrases")).to_contain_text("Eve Weber: Good luck")
    dan.goes_to("/learn")
    dan.page.wait_for_load_state("networkidle")
    assert dan.page.locator(".waiting a").count() == 0
    eve.goes_to("/learn")
    eve.page.get_by_role("link", name="Your move, Tank Battle against Dan Weber").click()
    eve.page.get_by_role("button", name="Cancel game").click()
    expect(eve.status).to_have_text("It was cancelled before both had moved.")


def test_an_invitation_says_who_what_and_which_clock(person: Callable[..., Person]) -> None:
    ada, bob = person(), person(width=390)
    ada.post("/api/me", {"name": "Ada Weber"})
    seats = [{"kind": "me"}, {"kind": "open"}]
    table = ada.opens_table(game="tank_battle", clock="fischer:300s+5s", seats=seats)
    ada.goes_to("/")
    expect(ada.page.locator(".return-bar")).to_have_text("Your game of Tank Battle waits for an opponent")
    bob.goes_to(table["invite"])
    card = bob.page.locator(".invite")
    expect(card).to_contain_text("Ada Weber invites you to a game of Tank Battle")
    expect(card).to_contain_text("5 min + 5 s per move · Not rated. You play Blue.")
    expect(bob.page.get_by_role("button", name="Decline")).to_be_visible()
    expect(bob.status).to_have_text("The game begins when you accept.")
    assert "join" not in bob.page.url
    expect(bob.page.locator("details.more[open]")).to_have_count(0)
    looks_right(bob, phone=True)
    button = bob.page.get_by_role("button", name="Accept")
    expect(button).to_be_in_viewport(ratio=1)
    button.click()
    expect(bob.status).to_contain_text("Ada Weber is to move.")
    expect(card).to_be_hidden()


def test_a_players_page_shows_their_games_and_a_way_to_challenge_them(person: Callable[..., Person]) -> None:
    tim, kay = signed_in(person, "Tim Weber"), signed_in(person, "Kay Weber")
    made = tim.post("/api/challenges", {"game": "tank_war", "clock": "days:3", "to": "Kay Weber"})
    kay.goes_to("/player/tim%20weber")
    expect(kay.page.get_by_role("heading", name="Tim Weber", exact=True)).to_be_visible()
    expect(kay.page.locator(".waiting")).to_contain_text("1 challenge for you")
    looks_right(kay, phone=False)
    kay.page.get_by_role("button", name="Block").click()
    expect(kay.page.get_by_role("button", name="Unblock")).to_be_visible()
    kay.goes_to("/games")
    expect(kay.page.get_by_text("No games found.")).to_be_visible()
    kay.page.get_by_label("Any result").select_option(label="Won")
    looks_right(kay, phone=False)
    tim.goes_to(made["url"])
    expect(tim.status).to_have_text("Waiting for Kay Weber to accept.")
    expect(tim.page.locator(".player").filter(has_text="Kay Weber")).to_have_count(1)
    expect(tim.page).to_have_title(re.compile("Kay Weber"))
    tim.page.get_by_role("button", name="Withdraw").click()
    expect(tim.status).to_have_text("The challenge was withdrawn.")
    expect(tim.page.get_by_role("button", name="New game")).to_be_visible()
    for offered in ("Review", "Turning point"):
        expect(tim.page.locator(".actions").get_by_text(offered)).to_have_count(0)
    tim.goes_to("/players/Kay%20Weber")
    expect(tim.page.get_by_role("heading", name="Kay Weber", exact=True)).to_be_visible()
    tim.goes_to("/players/tank_war")
    expect(tim.page.get_by_role("heading", level=1)).to_be_visible()
    looks_right(tim, phone=False)


@pytest.mark.parametrize("language", ["en", "cs", "sv"])
def test_what_waits_is_said_whole_on_a_phone(person: Callable[..., Person], language: str) -> None:
    """Also beside a board, and where a move and a challenge wait."""
    asking = signed_in(person, f"Ivo {language}")
    asked = signed_in(person, f"Eva {language}", width=390, locale=language)
    terms = {"game": "tank_war", "clock": "days:3", "to": f"Eva {language}"}
    made = asking.post("/api/challenges", terms)
    short = {"en": "1 challenge", "cs": "1 výzva", "sv": "1 utmaning"}[language]
    for page in ("/", made["url"]):
        asked.goes_to(page)
        link = asked.page.locator(".waiting a")
        expect(link).to_have_count(1)
        assert link.evaluate("each => each.innerText").strip() == short
        assert link.evaluate("each => each.scrollWidth <= each.clientWidth")
    asked.post(f"/api/challenges/{made['id']}/accept", {})
    asking.post("/api/challenges", terms)
    asked.goes_to("/learn")
    expect(asked.page.locator(".waiting a")).to_have_count(2)
    for link in asked.page.locator(".waiting a").all():
        expect(link.locator(".icon")).to_be_visible()
        assert link.evaluate("each => each.scrollWidth <= each.clientWidth")
    looks_right(asked, phone=True)


@pytest.mark.parametrize("answer", ["Accept", "Decline"])
def test_a_challenge_that_is_answered_waits_no_longer(person: Callable[..., Person], answer: str) -> None:
    """The page looks what waits at once, not at its next round."""
    una, sol = signed_in(person, f"Una {answer}"), signed_in(person, f"Sol {answer}")
    made = una.post("/api/challenges", {"game": "tank_war", "clock": "days:3", "to": f"Sol {answer}"})
    sol.goes_to(made["url"] if answer == "Accept" else "/")
    expect(sol.page.locator(".waiting a")).to_have_count(1)
    sol.page.evaluate("() => addEventListener('moved', () => (window.looked = true))")
    with sol.page.expect_request("**/api/waiting"):
        sol.page.get_by_role("button", name=answer).first.click()
        sol.page.wait_for_function("() => window.looked")
    expect(sol.page.locator(".waiting").get_by_text("challenge")).to_have_count(0)


def foreseen(move: str) -> tuple[str, str]:
    """An answer to the first move of Tank Battle, and a reply to that."""
    game = games.get("tank_battle")
    after = game.apply(game.start(), {0: game.read_move(move)})
    theirs = game.legal_moves(after, 1)[0]
    reply = game.legal_moves(game.apply(after, {1: theirs}), 0)[0]
    return game.write_move(theirs), game.write_move(reply)


def is_line(text: str, move: str) -> bool:
    """Whether that is an answer to the first move of Tank Battle, and a reply."""
    game = games.get("tank_battle")
    theirs, reply = (game.read_move(word) for word in text.split())
    after = game.apply(game.start(), {0: game.read_move(move)})
    return theirs in game.legal_moves(after, 1) and reply in game.legal_moves(
        game.apply(after, {1: theirs}), 0
    )


def test_a_move_is_taken_back_when_the_other_agrees_and_a_reply_is_planned(
    person: Callable[..., Person],
) -> None:
    ada, bob = signed_in(person, "Ann Gray"), signed_in(person, "Ben Gray", width=390, has_touch=True)
    made = ada.post(
        "/api/challenges", {"game": "tank_battle", "clock": "days:3", "to": "Ben Gray", "seat": 0}
    )
    bob.post(f"/api/challenges/{made['id']}/accept", {})
    ada.goes_to(made["url"])
    bob.goes_to(made["url"])
    ada.may_pick()
    ada.page.keyboard.type("g1-e3")
    ada.page.keyboard.press("Enter")
    bob.sees_turn(1)
    ada.page.get_by_role("button", name="Take back").click()
    expect(bob.page.locator(".offer")).to_contain_text("Ann Gray asks to take their last move back.")
    looks_right(bob, phone=True)
    bob.page.get_by_role("button", name="Accept").click()
    ada.sees_turn(0)
    expect(ada.page.locator(".watchers")).to_contain_text("1 move taken back")
    ada.page.keyboard.type("g1-e3")
    ada.page.keyboard.press("Enter")
    bob.sees_turn(1)
    theirs, reply = foreseen("g1-e3")
    ada.page.get_by_text("Conditional moves").click()
    line = ada.page.get_by_label("Their move, your reply, and so on")
    add = ada.page.get_by_role("button", name="Add", exact=True)
    line.fill("a1-a2 g1-e3")
    add.click()
    expect(ada.page.locator(".plans .problem")).to_have_text(
        re.compile("a1-a2 cannot be played there", re.IGNORECASE)
    )
    line.fill(f"{theirs} {reply}")
    add.click()
    expect(ada.page.locator(".plans li")).to_contain_text(f"if {theirs}, then {reply}")
    expect(ada.page.locator(".plans .problem")).to_be_empty()
    example = line.get_attribute("placeholder") or ""
    assert is_line(example, "g1-e3"), example
    looks_right(ada, phone=False)
    bob.page.keyboard.type(theirs)
    bob.page.keyboard.press("Enter")
    bob.sees_turn(3)


def test_a_team_of_a_tournament_is_joined_left_and_played_from_the_page(
    person: Callable[..., Person],
) -> None:
    """The captain removes somebody; each board has its link beside it, and an odd team out is told so."""
    captain = signed_in(person, "Cap Red", width=390, has_touch=True)
    others = [signed_in(person, name) for name in ("Two Red", "Own Blue", "Two Blue", "Own Grey", "Two Grey")]
    asked = {"name": "Team cup", "game": "tank_war", "clock": "days:3", "kind": "round_robin", "team_size": 2}
    made = captain.post("/api/tournaments", asked)
    captain.goes_to(made["url"])
    expect(captain.page.get_by_role("button", name="Start now")).to_have_count(0)
    captain.page.get_by_label("Name of the team").fill("Reds")
    captain.page.get_by_role("button", name="Join a team").click()
    expect(captain.page.get_by_role("button", name="Leave")).to_be_visible()
    join = f"/api/tournaments/{made['id']}/join"
    for each, team in zip(others, ("Reds", "Blues", "Blues", "Greys", "Greys"), strict=True):
        each.context.request.post(join, data={"team": team}, headers={"X-Steelyard": "1"})
    captain.page.get_by_role("button", name="Remove Two Red from the team").click()
    looks_right(captain, phone=True)
    captain.page.get_by_role("button", name="Yes, remove").click()
    expect(captain.page.locator("ol li").first).to_have_text("Reds Cap Red")
    signed_in(person, "New Red").context.request.post(
        join, data={"team": "Reds"}, headers={"X-Steelyard": "1"}
    )
    expect(captain.page.locator("ol li").first).to_contain_text("New Red")
    captain.page.get_by_role("button", name="Start now").click()
    expect(captain.page.get_by_role("heading", name="Round 1")).to_be_visible()
    boards = captain.page.locator(".round li").filter(has=captain.page.get_by_role("link"))
    expect(boards).to_have_count(2)
    expect(captain.page.locator(".round")).to_contain_text("does not play in this round")
    looks_right(captain, phone=True)
    captain.page.set_viewport_size({"width": 1440, "height": 900})
    for board in boards.all():
        pair, link = captain.box(board.locator(".pair")), captain.box(board.get_by_role("link"))
        assert link["y"] < pair["y"] + pair["height"], "the link is in the same row"


def test_a_tournament_is_made_joined_started_and_left(person: Callable[..., Person]) -> None:
    ada, bob = signed_in(person, "Ann Gold"), signed_in(person, "Ben Gold", width=390, has_touch=True)
    ada.goes_to("/tournaments")
    ada.page.get_by_role("button", name="New tournament").click()
    ada.page.get_by_label("Name of the tournament").fill("Winter cup")
    ada.page.get_by_label("Clock").select_option(label="3 days per move")
    looks_right(ada, phone=False)
    buttons = ada.page.locator("dialog button")
    assert buttons.all_inner_texts() == ["Cancel", "Make the tournament"], "as in every dialog"
    buttons.last.click()
    ada.page.get_by_role("button", name="Take part").click()
    expect(ada.page.locator("ol li")).to_have_text("Ann Gold")
    bob.goes_to("/")
    bob.page.get_by_role("link", name="Winter cup").click()
    bob.page.get_by_role("button", name="Take part").click()
    expect(bob.page.locator("ol li")).to_have_count(2)
    looks_right(bob, phone=True)
    ada.page.get_by_role("button", name="Start now").click()
    expect(ada.page.get_by_role("heading", name="Round 1")).to_be_visible()
    looks_right(ada, phone=False)
    bob.page.get_by_role("link", name="To your game").click()
    bob.sees_board()
    expect(bob.page.get_by_role("link", name="Game of a tournament")).to_have_count(1)
    ada.page.get_by_role("button", name="Withdraw").click()
    ada.page.get_by_role("button", name="Yes, withdraw").click()
    expect(ada.page.locator(".ranking")).to_contain_text("(withdrawn)")

"""Every page opens in Firefox too, and a game is played there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.firefox import started
from tests.web.test_pages import PAGES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.web.firefox import Firefox

pytestmark = pytest.mark.long

SET_UP = """fetch("/api/tables", {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Steelyard": "1" },
    body: JSON.stringify({
        game: "tank_war", clock: "none", seats: [{ kind: "me" }, { kind: "bot", bot: "random" }],
    }),
}).then((answer) => answer.json()).then(({ id }) => id)"""
NEXT = """(() => {
    if (document.querySelector('.game[data-live="false"]')) return "over";
    if (document.querySelector("[data-moving]")) return null;
    const box = document.querySelector(".board-place .pickable")?.getBoundingClientRect();
    return box && [box.x + box.width / 2, box.y + box.height / 2];
})()"""


@pytest.fixture
def firefox(tmp_path: Path) -> Iterator[Firefox]:
    with started(tmp_path) as running:
        yield running


def test_every_page_opens_in_firefox(firefox: Firefox, address: str) -> None:
    for path, sign in PAGES.values():
        firefox.goes_to(address + path)
        firefox.waits_for(f"document.querySelector('{sign}') !== null")
    assert firefox.wrong == []


def test_a_game_is_played_to_the_end_in_firefox(firefox: Firefox, address: str) -> None:
    firefox.goes_to(address)
    table = firefox.evaluate(SET_UP)
    firefox.goes_to(f"{address}/g/{table}")
    turns = 0
    while (place := firefox.waits_for(NEXT)) != "over":
        before = firefox.evaluate("document.querySelector('.board-place .board').dataset.turn")
        firefox.clicks(*place)
        firefox.waits_for(
            f"document.querySelector('.board-place .board').dataset.turn !== '{before}'"
            " || document.querySelector('.game').dataset.live === 'false'"
        )
        turns += 1
    game = firefox.evaluate(f"fetch('/api/tables/{table}').then((answer) => answer.json())")
    assert (game["turn"], game["live"]) == (turns, False)
    assert firefox.wrong == []

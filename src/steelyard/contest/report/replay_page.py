"""The page that plays one game: a single file with all pictures, without server or network."""

from __future__ import annotations

import json
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from steelyard.contest.report.replay_data import replay_data
from steelyard.contest.report.result_words import result_words
from steelyard.core.errors import SteelyardError
from steelyard.core.game import SEATS
from steelyard.games.art import STYLE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steelyard.arena.record import Record
    from steelyard.contest.model import Contest, Result, Slot
    from steelyard.contest.report.html_page import Page
    from steelyard.core.game import Game

FOLDER = Path(__file__).parent
SCRIPT = (FOLDER / "replay.js").read_text("utf-8")

CONTROLS = """<input id="slider" type="range" min="0" value="0" aria-label="Turn">
<button id="first" type="button">First</button>
<button id="back" type="button">Back</button>
<button id="play" type="button">Play</button>
<button id="forward" type="button">Next</button>
<button id="last" type="button">Last</button>"""


@cache
def style() -> str:
    """All of it, so that the page is one file."""
    return "".join((FOLDER / name).read_text("utf-8") for name in ("style.css", "replay.css")) + STYLE


def add_replay(page: Page, contest: Contest, slot: Slot, result: Result, record: Record) -> None:
    """Board, controls and turns of a game that was played."""
    states, written, problem = _replayed(contest.game, record)
    ended = result_words(contest.game, slot, result)
    drawn = replay_data(contest.game.to_svg(state) for state in states)
    if problem:
        page.add(f'<p class="error">{escape(problem)}</p>')
    page.add(
        "<noscript><p>The board needs JavaScript. Without it, <code>steelyard replay</code> shows the record."
        "</p></noscript>",
        '<div class="replay" id="replay" hidden>',
        f'<ul class="players">{"".join(_players(contest, slot, result))}</ul>',
        '<div id="board"></div>',
        f'<div class="panel"><p id="status" role="status" data-ended="{escape(ended)}"></p>',
        f'<div class="controls" role="group" aria-label="Replay">{CONTROLS}</div>',
        f'<ol id="turns" aria-label="Turns">{"".join(_turns(written))}</ol></div></div>',
        f'<script type="application/json" id="data">{_data(drawn._asdict())}</script>',
        f"<script>{SCRIPT}</script>",
    )


def _replayed(game: Game[Any], record: Record) -> tuple[list[Any], list[str], str]:
    """All positions and turns; if one cannot be played by the rules of today, those before it and why."""
    states, written = [game.start(record.start)], []
    for turn in record.turns:
        try:
            moves = {seat: game.read_move(word) for seat in SEATS if (word := turn.moves[seat]) is not None}
            written.append(game.write_moves(states[-1], moves))
            states.append(game.play(states[-1], moves))
        except SteelyardError as error:
            return states, written[: len(states) - 1], f"The game cannot be replayed from here on: {error}"
    return states, written, ""


def _players(contest: Contest, slot: Slot, result: Result) -> Iterator[str]:
    for seat in SEATS:
        won = ' class="won"' if result.points[seat] == 1 else ""
        title = escape(contest.game.seat_names[seat])
        yield f'<li title="{title}"><span{won}>{escape(slot.seats[seat])}</span></li>'


def _turns(written: list[str]) -> Iterator[str]:
    yield '<li><a href="#0">Start</a></li>'
    for number, turn in enumerate(written, start=1):
        yield f'<li><a href="#{number}">{number}. {escape(turn)}</a></li>'


def _data(told: dict[str, Any]) -> str:
    """JSON that ends no script element."""
    written = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    return written.replace("</", "<\\/").replace("<!--", "\\u003c!--")

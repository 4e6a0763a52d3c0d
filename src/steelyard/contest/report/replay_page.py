"""The page that plays one game: a single file with all pictures, without server or network."""

from __future__ import annotations

import json
import zlib
from functools import cache, lru_cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from steelyard import games
from steelyard.contest.report.result_words import result_words
from steelyard.core.errors import SteelyardError
from steelyard.core.game import SEATS
from steelyard.games.art import STYLE
from steelyard.games.replay_data import replay_data

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steelyard.arena.record import Record
    from steelyard.contest.model import Contest, Result, Slot
    from steelyard.core.game import OptionValue
    from steelyard.core.html_page import Page

Options = tuple[tuple[str, "OptionValue"], ...]
Turns = tuple[tuple[str | None, str | None], ...]
KEPT = 4096  # games, some 4 KB each: a report of a contest that is being played is written again and again
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
    game = contest.game
    options = tuple(sorted(game.changed_options().items()))
    replay = _replay(game.id, options, record.start, tuple(turn.moves for turn in record.turns))
    ended = result_words(game, slot, result)
    if replay.problem:
        page.add(f'<p class="error">{escape(replay.problem)}</p>')
    page.add(
        "<noscript><p>The board needs JavaScript. Without it, <code>steelyard replay</code> shows the record."
        "</p></noscript>",
        '<div class="replay" id="replay" hidden>',
        f'<ul class="players">{"".join(_players(contest, slot, result))}</ul>',
        '<div id="board"></div>',
        f'<div class="panel"><p id="status" role="status" data-ended="{escape(ended)}"></p>',
        f'<div class="controls" role="group" aria-label="Replay">{CONTROLS}</div>',
        f'<ol id="turns" aria-label="Turns">{"".join(_turns(replay.turns))}</ol></div></div>',
        f'<script type="application/json" id="data">{zlib.decompress(replay.packed).decode()}</script>',
        f"<script>{SCRIPT}</script>",
    )


class _Replay(NamedTuple):
    packed: bytes
    """The pictures as JSON, compressed."""
    turns: list[str]
    problem: str
    """Why the game cannot be replayed to its end; empty if it can."""


@lru_cache(KEPT)
def _replay(name: str, options: Options, start: str, turns: Turns) -> _Replay:
    """All positions of a game, or those before a turn that the rules of today do not allow."""
    game, problem = games.get(name, **dict(options)), ""
    states, written = [game.start(start)], []
    for turn in turns:
        try:
            moves = {seat: game.read_move(word) for seat in SEATS if (word := turn[seat]) is not None}
            states.append(game.play(states[-1], moves))
        except SteelyardError as error:
            problem = f"The game cannot be replayed from here on: {error}"
            break
        written.append(game.write_moves(states[-2], moves))
    drawn = replay_data(game.to_svg(state) for state in states)
    return _Replay(zlib.compress(_data(drawn._asdict()).encode(), 1), written, problem)


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

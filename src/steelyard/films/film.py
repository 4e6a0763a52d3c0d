"""A game as a film: frames with the players' names, each turn in its steps, shots, and the result.

A frame is a picture; `animation` makes a GIF of frames, `video` an MP4. Nothing here needs an image library.
"""

from __future__ import annotations

import re
import unicodedata
from datetime import UTC, datetime
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.etree import ElementTree as ET
from xml.sax.saxutils import escape

from steelyard.core.plain_text import plain
from steelyard.core.views import MARGIN

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from steelyard.core.game import Game
    from steelyard.core.interaction import Happening, Point
    from steelyard.core.notation import WrittenGame

STRIP, LETTER = 0.1, 0.042  # the height of the lines above and below and of their letters, in widths
LONGEST_NAME, LONGEST_LINE = 18, 46  # characters
LONGEST_SLUG = 24  # letters of a name in the file's name
STEP_S, POSITION_S, LAST_S = 0.25, 0.75, 4.0
MOST_FRAMES = 400  # a longer game is shown without steps, and if need be in longer ones
STEPS_EACH = 4  # frames of a turn, at most
BUMP = 0.35  # how far towards a square a tank gets that is kept out of it
COLOURS = ("#E69F00", "#0072B2")
INK, PAPER, ALARM = "#1F2328", "#FAF8F5", "#D55E00"
SVG = "http://www.w3.org/2000/svg"
PAST = {"last", "shot", "burst", "bump", "wreck"}  # what a picture shows of the turn before
PLACE = re.compile(r"translate\([^)]*\)")


class Frame(NamedTuple):
    picture: str
    """As SVG."""
    seconds: float


class Titles(NamedTuple):
    """What a film says besides its pictures."""

    names: tuple[str, str]
    result: str = ""
    """In a sentence; empty if the game is not over."""


def frames(played: WrittenGame, titles: Titles) -> Iterator[Frame]:
    """Every turn, step by step, as long as that makes no more than MOST_FRAMES."""
    last = len(played.turns)
    with_steps = 1 + last * STEPS_EACH <= MOST_FRAMES
    stride = 1 if with_steps else -(-len(played.states) // MOST_FRAMES)
    shown = sorted({*range(0, last + 1, stride), last})
    for turn in shown:
        if with_steps and turn:
            yield from _steps(played, turn, titles)
        words = titles.result if turn == last and titles.result else _words(played, turn)
        picture = played.game.to_svg(played.states[turn])
        yield Frame(_framed(picture, titles.names, words), LAST_S if turn == last else POSITION_S)


def _words(played: WrittenGame, turn: int) -> str:
    return f"{turn}. {played.turns[turn - 1]}" if turn else played.game.title


def _steps(played: WrittenGame, turn: int, titles: Titles) -> Iterator[Frame]:
    """A turn as it happens: what moves stands at its goal, shots are lines, hits are bursts."""
    game, before, after = played.game, played.states[turn - 1], played.states[turn]
    phases = game.phases(before, game.read_moves(before, played.turns[turn - 1]), after)
    picture = _Picture(game, before, after)
    for step in phases:
        picture.add(step)
        yield Frame(_framed(picture.written(), titles.names, _words(played, turn)), STEP_S)


class _Picture:
    """A position that becomes the next one, happening by happening."""

    def __init__(self, game: Game[Any], before: Any, after: Any) -> None:
        ET.register_namespace("", SVG)
        self._root = ET.fromstring(game.to_svg(before))  # noqa: S314 - our own picture
        self._board = self._root.find(f"{{{SVG}}}g")
        for parent in list(self._root.iter()):
            for child in list(parent):
                if PAST & set(child.get("class", "").split()):
                    parent.remove(child)
        self._next = _by_id(ET.fromstring(game.to_svg(after)))  # noqa: S314 - likewise
        self._passing: list[ET.Element] = []
        """What is seen for one step only."""

    def add(self, step: Sequence[Happening]) -> None:
        board = self._board
        if board is None:
            return  # a game that draws itself otherwise
        for mark in self._passing:
            board.remove(mark)
        self._passing = []
        for each in step:
            kind = each["kind"]
            if kind in {"move", "fly", "jump"}:
                self._put(each["id"], each["to"])
            elif kind == "bump":
                self._put(each["id"], _between(each["from"], each["to"]))
            elif kind == "appear" and each["id"] in self._next:
                board.append(self._next[each["id"]])
            elif kind == "gone":
                self._remove(each["id"])
            elif kind == "shot":
                self._mark("M{:g} {:g}L{:g} {:g}".format(*_inside(each["from"]), *_inside(each["to"])))
            elif kind == "hit":
                x, y = _inside(each["at"])
                self._mark(f"M{x - 26:g} {y}h14m24 0h14M{x} {y - 26:g}v14m0 24v14")

    def _put(self, name: str, to: Point) -> None:
        element = _by_id(self._root).get(name)
        if element is None:
            return
        turned = self._next.get(name)
        transform = (element if turned is None else turned).get("transform", "translate(0,0)")
        element.set("transform", PLACE.sub("translate({:g},{:g})".format(*_inside(to)), transform, count=1))

    def _remove(self, name: str) -> None:
        element = _by_id(self._root).get(name)
        for parent in self._root.iter():
            if element is not None and element in list(parent):
                parent.remove(element)

    def _mark(self, path: str) -> None:
        look = {"stroke": ALARM, "stroke-width": "4", "stroke-linecap": "round", "fill": "none"}
        mark = ET.Element(f"{{{SVG}}}path", {"d": path, **look})
        if self._board is not None:
            self._board.append(mark)
            self._passing.append(mark)

    def written(self) -> str:
        return ET.tostring(self._root, "unicode")


def _by_id(root: ET.Element) -> dict[str, ET.Element]:
    return {name: element for element in root.iter() if (name := element.get("id"))}


def _inside(point: Point) -> Point:
    return point[0] - MARGIN, point[1] - MARGIN


def _between(start: Point, end: Point) -> Point:
    return start[0] + BUMP * (end[0] - start[0]), start[1] + BUMP * (end[1] - start[1])


def _framed(picture: str, names: tuple[str, str], words: str) -> str:
    """A picture with the names above it and a line below."""
    found = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', picture)
    width, height = (float(found[1]), float(found[2])) if found else (480.0, 480.0)
    strip, middle = STRIP * width, STRIP * width / 2
    mark, below = LETTER * width / 2, strip + height + middle
    inner = picture.replace("<svg ", f'<svg y="{strip:g}" width="{width:g}" height="{height:g}" ', 1)
    one, two = (escape(_short(name, LONGEST_NAME)) for name in names)
    font = f'font-family="sans-serif" font-size="{2 * mark:g}" dominant-baseline="central"'
    text, side = f'<text fill="{INK}" {font}', f"{2 * mark:g}"
    left, right = MARGIN + 3 * mark, width - MARGIN - 3 * mark
    return (
        f'<svg xmlns="{SVG}" viewBox="0 0 {width:g} {height + 2 * strip:g}">'
        f'<rect fill="{PAPER}" width="{width:g}" height="{height + 2 * strip:g}"/>'
        f'<path fill="{COLOURS[0]}" d="M{MARGIN} {middle - mark:g}h{side}v{side}h-{side}z"/>'
        f'{text} x="{left:g}" y="{middle:g}">{one}</text>'
        f'<circle fill="{COLOURS[1]}" cx="{width - MARGIN - mark:g}" cy="{middle:g}" r="{mark:g}"/>'
        f'{text} text-anchor="end" x="{right:g}" y="{middle:g}">{two}</text>'
        f'{text} text-anchor="middle" x="{width / 2:g}" y="{below:g}">'
        f"{escape(_short(words, LONGEST_LINE))}</text>{inner}</svg>"
    )


def _short(text: str, most: int) -> str:
    """One line that a picture can show: neither control characters nor more than fits."""
    line = " ".join(plain(text).split())
    return line if len(line) <= most else f"{line[: most - 1]}\N{HORIZONTAL ELLIPSIS}"


@cache
def formats() -> list[str]:
    """The formats of films that this installation can make: MP4 needs the extra `video`."""
    return ["gif"] if find_spec("av") is None else ["gif", "mp4"]


def file_name(game: str, names: Sequence[str], at_ms: float, ending: str) -> str:
    """`tank-war-ada-vs-bob-2026-11-16.gif`: letters, digits and hyphens, whatever the players are called."""
    day = datetime.fromtimestamp(at_ms / 1000, UTC).date().isoformat()
    players = "-vs-".join(_slug(name) or "player" for name in names)
    return f"{_slug(game)}-{players}-{day}.{ending}"


def _slug(text: str) -> str:
    plain_letters = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain_letters).strip("-")[:LONGEST_SLUG].strip("-")

"""A game becomes a film: one frame a position, the colours of the board, the same bytes every time."""

from __future__ import annotations

import re
from io import BytesIO
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import resvg_py
from PIL import Image

import steelyard
from steelyard.core.random_games import random_game
from steelyard.films import animation
from steelyard.films.animation import InvalidPicture

if TYPE_CHECKING:
    from pathlib import Path

GAME = steelyard.game("tank_war")
PICTURES = [GAME.to_svg(state) for state, _ in random_game(GAME, Random(33))]
ORANGE, BLUE, PAPER = (0xE6, 0x9F, 0x00), (0x00, 0x72, 0xB2), (0xFA, 0xF8, 0xF5)


def disc(x: float, colour: str = "#E69F00") -> str:
    return f'{SVG} viewBox="0 0 90 60"><circle cx="{x}" cy="30" r="20" fill="{colour}"/></svg>'


SVG = '<svg xmlns="http://www.w3.org/2000/svg"'


def frames(file: Path) -> list[tuple[Image.Image, int]]:
    """Every frame as a viewer shows it, and for how many milliseconds."""
    with Image.open(file) as opened:
        shown = []
        for number in range(getattr(opened, "n_frames", 1)):
            opened.seek(number)
            shown.append((opened.convert("RGB"), opened.info["duration"]))
        return shown


def test_every_position_is_a_frame_and_the_last_one_stays(tmp_path: Path) -> None:
    animation.gif(PICTURES, tmp_path / "game.gif", width=240, seconds=0.5, last_seconds=2)
    shown = frames(tmp_path / "game.gif")
    assert len(shown) == len(PICTURES) == 15
    assert {picture.size for picture, _ in shown} == {(240, 240)}
    assert [time for _, time in shown] == [500] * 14 + [2000]


def test_the_film_repeats_and_is_small(tmp_path: Path) -> None:
    animation.gif(PICTURES, tmp_path / "game.gif")
    with Image.open(tmp_path / "game.gif") as opened:
        assert opened.info["loop"] == 0  # for ever
    size = (tmp_path / "game.gif").stat().st_size
    animation.gif(PICTURES[:1], tmp_path / "start.gif")
    first = (tmp_path / "start.gif").stat().st_size
    assert size < first * len(PICTURES) / 2  # frames hold only what has changed
    assert size < 150_000


def test_one_palette_serves_all_frames(tmp_path: Path) -> None:
    animation.gif(PICTURES, tmp_path / "game.gif", width=240)
    written = (tmp_path / "game.gif").read_bytes()
    frame_flags = re.findall(rb"\x21\xf9\x04.{4}\x00\x2c.{8}(.)", written, re.DOTALL)
    assert len(frame_flags) == 15
    assert not any(flags[0] & 0x80 for flags in frame_flags)  # a palette of its own


def test_colours_are_exact(tmp_path: Path) -> None:
    animation.gif(PICTURES, tmp_path / "game.gif", width=420)
    picture = np.asarray(frames(tmp_path / "game.gif")[0][0])
    assert tuple(picture[5, 5]) == PAPER
    for row, colour in ((0, ORANGE), (5, BLUE)):
        box = picture[30 + 60 * row : 90 + 60 * row, 30:90].reshape(-1, 3)
        assert (box == colour).all(axis=1).sum() > 300  # the hull around the turret


def test_frames_look_as_the_pictures_do(tmp_path: Path) -> None:
    animation.gif(PICTURES, tmp_path / "game.gif", width=240)
    for (shown, _), png in zip(frames(tmp_path / "game.gif"), animation.drawn(PICTURES, 240), strict=True):
        drawn = Image.open(BytesIO(png)).convert("RGB")
        apart = np.abs(np.asarray(shown, int) - np.asarray(drawn, int)).max(axis=2)
        assert apart.mean() < 0.2
        assert apart.max() <= 32  # a few shades at edges


def test_letters_are_drawn_without_any_font_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw = resvg_py.svg_to_bytes
    skipped = []

    def watched(**options: Any) -> bytes:
        skipped.append(options["skip_system_fonts"])
        return draw(**options)

    monkeypatch.setattr(resvg_py, "svg_to_bytes", watched)
    animation.gif(PICTURES[:1], tmp_path / "start.gif", width=420)
    margin = np.asarray(frames(tmp_path / "start.gif")[0][0])[:28, 30:]
    assert (margin != PAPER).any(axis=2).sum() > 100  # the six column numbers
    animation.gif([disc(30).replace("</svg>", "<text>é</text></svg>")], tmp_path / "accent.gif")
    assert skipped == [True, False]


def test_equal_pictures_in_a_row_are_one_longer_frame(tmp_path: Path) -> None:
    pictures = [disc(30), disc(30), disc(50), disc(30), disc(30), disc(30)]
    animation.gif(pictures, tmp_path / "discs.gif", width=90, seconds=1, last_seconds=4)
    assert [time for _, time in frames(tmp_path / "discs.gif")] == [2000, 1000, 6000]
    animation.gif([disc(30)] * 2000, tmp_path / "still.gif", width=9)
    assert [time for _, time in frames(tmp_path / "still.gif")] == [600_000]


def test_height_follows_the_picture(tmp_path: Path) -> None:
    animation.gif([disc(30)], tmp_path / "disc.gif", width=300)
    assert frames(tmp_path / "disc.gif")[0][0].size == (300, 200)


def test_more_colours_than_the_format_has_become_the_nearest(tmp_path: Path) -> None:
    shades = "".join(
        f'<rect x="{i % 30}" y="{i // 30}" width="1" height="1" fill="rgb({i // 3},90,{200 - i // 3})"/>'
        for i in range(600)
    )
    animation.gif([f'{SVG} viewBox="0 0 30 20">{shades}</svg>'], tmp_path / "shades.gif", width=30)
    picture = np.asarray(frames(tmp_path / "shades.gif")[0][0], int).reshape(-1, 3)
    wanted = np.array([(i // 3, 90, 200 - i // 3) for i in range(600)])
    assert np.abs(picture - wanted).max() <= 2


def test_the_same_game_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one.gif", "two.gif"):
        animation.gif(iter(PICTURES), tmp_path / name, width=200)
    assert (tmp_path / "one.gif").read_bytes() == (tmp_path / "two.gif").read_bytes()


@pytest.mark.parametrize(
    ("pictures", "says"),
    [
        ([], "an animation needs at least one picture"),
        ([""], "picture 1 cannot be drawn"),
        ([disc(30), "a tank"], "picture 2 cannot be drawn as SVG: unknown token"),
        ([PICTURES[0][:-6]], "picture 1 cannot be drawn as SVG: .*never closed"),
        ([disc(30), PICTURES[0]], "picture 2 has another size than the first"),
    ],
)
def test_what_is_no_film_is_refused_and_nothing_written(
    tmp_path: Path, pictures: list[str], says: str
) -> None:
    with pytest.raises(InvalidPicture, match=says):
        animation.gif(pictures, tmp_path / "film.gif")
    assert list(tmp_path.iterdir()) == []


def test_a_picture_of_absurd_height_is_drawn_small(tmp_path: Path) -> None:
    animation.gif([f'{SVG} viewBox="0 0 1 100000"/>'], tmp_path / "pole.gif")
    assert frames(tmp_path / "pole.gif")[0][0].height == 480 * animation.TALLEST


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"width": 0}, "1 to 2000 pixels wide, not 0"),
        ({"width": 5000}, "1 to 2000 pixels wide, not 5000"),
        ({"seconds": 0.0}, "0.02 to 600 seconds, not 0"),
        ({"last_seconds": 1e9}, "0.02 to 600 seconds, not 1e\\+09"),
        ({"seconds": float("nan")}, "not nan"),
    ],
)
def test_sizes_and_times_have_bounds(tmp_path: Path, options: dict[str, float], says: str) -> None:
    with pytest.raises(InvalidPicture, match=says):
        animation.gif(PICTURES[:1], tmp_path / "film.gif", **options)  # type: ignore[arg-type]  # on purpose

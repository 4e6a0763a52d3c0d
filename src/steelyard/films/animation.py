"""Makes an animated GIF of a game from its positions as SVG.

resvg renders each picture in its light colours, without a browser or system libraries. Text uses the font
included in Pillow, so that the same game gives the same bytes whichever fonts are installed; only text
beyond ASCII uses system fonts.
"""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from io import BytesIO
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import resvg_py
from PIL import Image, ImageFont

from steelyard.core import files
from steelyard.core.errors import SteelyardError
from steelyard.films.film import Frame

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

PAPER = "#FAF8F5"  # background of transparent pictures
WIDEST = 2000  # pixels
TALLEST = 4  # most height, in widths; a taller picture is drawn narrower
BRIEFEST, LONGEST = (
    0.02,
    600.0,
)  # seconds per frame: viewers slow down shorter ones, the format allows at most 655
CLEAR = 255  # the palette's last index: unchanged from the frame before


class InvalidPicture(SteelyardError):
    """A picture cannot be drawn, or the pictures do not make an animation."""


def gif(
    pictures: Iterable[str], file: Path, *, width: int = 480, seconds: float = 1.0, last_seconds: float = 3.0
) -> None:
    """Write SVG pictures as an endless animation `width` pixels wide, each shown for `seconds`."""
    _check(width, seconds, last_seconds)
    frames = [Frame(picture, seconds) for picture in pictures]
    write_gif(
        [*frames[:-1], *(last._replace(seconds=last_seconds) for last in frames[-1:])], file, width=width
    )


def write_gif(frames: Sequence[Frame], file: Path, *, width: int = 480) -> None:
    """Write frames as an endless animation `width` pixels wide, each shown for its own time."""
    _check(width, *(each.seconds for each in frames))
    pngs = zip(drawn((each.picture for each in frames), width), frames, strict=True)
    shots = [
        _Shot(png, sum(frame.seconds for _, frame in same))
        for png, same in groupby(pngs, key=lambda pair: pair[0])
    ]
    if not shots:
        raise InvalidPicture("an animation needs at least one picture")
    palette = _Palette(shot.png for shot in shots)
    painted = map(palette.painted, (shot.png for shot in shots))
    film = BytesIO()
    next(painted).save(
        film,
        "GIF",
        save_all=True,
        append_images=painted,
        duration=[round(1000 * min(shot.seconds, LONGEST)) for shot in shots],
        loop=0,
        palette=palette.colours,  # one for all frames
        transparency=CLEAR,
        disposal=1,  # the frame before stays visible
        optimize=True,  # a frame stores only what has changed
    )
    file.write_bytes(film.getvalue())


def png(picture: str, width: int) -> bytes:
    """One SVG picture as PNG."""
    return next(drawn([picture], width))


class _Shot(NamedTuple):
    png: bytes
    seconds: float
    """Of all equal pictures in a row."""


def _check(width: int, *seconds: float) -> None:
    if not 1 <= width <= WIDEST:
        raise InvalidPicture(f"an animation is 1 to {WIDEST} pixels wide, not {width}")
    for time in seconds:
        if not BRIEFEST <= time <= LONGEST:
            raise InvalidPicture(f"a picture is shown for {BRIEFEST} to {LONGEST:g} seconds, not {time:g}")


def drawn(pictures: Iterable[str], width: int) -> Iterator[bytes]:
    """Each picture as PNG, all of one size."""
    size = None
    with _font() as font:
        for number, picture in enumerate(pictures, start=1):
            try:
                png = resvg_py.svg_to_bytes(
                    svg_string=picture,
                    width=width,
                    height=TALLEST * width,
                    background=PAPER,
                    skip_system_fonts=picture.isascii(),
                    font_files=[str(font)],
                    font_family="Aileron",
                    sans_serif_family="Aileron",
                )
            except ValueError as error:
                raise InvalidPicture(f"picture {number} cannot be drawn as SVG: {error}") from None
            drawn_size = Image.open(BytesIO(png)).size
            size = size or drawn_size
            if drawn_size != size:
                raise InvalidPicture(
                    f"picture {number} has another size than the first; all must show the same board"
                )
            yield png


@contextmanager
def _font() -> Iterator[Path]:
    """Pillow's own font as a temporary file."""
    font = ImageFont.load_default(size=14)
    if not isinstance(font, ImageFont.FreeTypeFont):
        raise TypeError("Pillow was built without FreeType")
    with files.scratch_folder() as folder:
        file = folder / "Aileron.ttf"
        file.write_bytes(font.font_bytes)
        yield file


class _Palette:
    """One palette for all frames: adds the colour with the largest total error until it is full."""

    def __init__(self, pngs: Iterable[bytes]) -> None:
        found: Counter[int] = Counter()
        for png in pngs:
            colours, counts = np.unique(_pixels(png), return_counts=True)
            found.update(dict(zip(colours.tolist(), counts.tolist(), strict=True)))
        codes, pixels = np.array(sorted(found.items())).T
        bands = np.stack([codes >> 16, codes >> 8 & 255, codes & 255], axis=1)
        kept: list[int] = []
        nearest = np.zeros(len(codes), np.uint8)
        missed_by = np.full(len(codes), 3 * 256**2)  # squared
        while len(kept) < CLEAR and missed_by.any():
            kept.append(int((missed_by * pixels).argmax()))
            distance = ((bands - bands[kept[-1]]) ** 2).sum(axis=1)
            nearest[distance < missed_by] = len(kept) - 1
            missed_by = np.minimum(missed_by, distance)
        self.colours = bands[kept].astype(np.uint8).tobytes().ljust(3 * (CLEAR + 1), b"\0")
        self._index = np.zeros(1 << 24, np.uint8)
        self._index[codes] = nearest

    def painted(self, png: bytes) -> Image.Image:
        frame = Image.fromarray(self._index[_pixels(png)])
        frame.putpalette(self.colours)
        return frame


def _pixels(png: bytes) -> NDArray[np.int32]:
    """Each pixel as one number, 0xRRGGBB."""
    bands = np.asarray(Image.open(BytesIO(png)).convert("RGB"), np.int32)
    return bands[:, :, 0] << 16 | bands[:, :, 1] << 8 | bands[:, :, 2]

"""Makes an MP4 of frames with PyAV, which comes with its own FFmpeg: the extra `video`."""

from __future__ import annotations

from fractions import Fraction
from io import BytesIO
from itertools import groupby
from typing import TYPE_CHECKING, Any

import numpy as np
from PIL import Image

from steelyard.core.errors import SteelyardError
from steelyard.films.animation import InvalidPicture, drawn

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from steelyard.films.film import Frame

MISSING = (
    "MP4 films need the package av: install it with `pip install av`, or make a GIF, which needs nothing more"
)
CODEC = "libx264"  # plays in every browser and messenger
MILLISECOND = Fraction(1, 1000)


class VideoUnavailable(SteelyardError):
    """Only GIFs can be made in this installation."""


def _library() -> Any:
    try:
        import av  # noqa: PLC0415 - optional, and large
    except ImportError:
        raise VideoUnavailable(MISSING) from None
    if CODEC not in av.codecs_available:
        raise VideoUnavailable(MISSING)
    return av


def mp4(frames: Iterable[Frame], file: Path, *, width: int = 480) -> None:
    """Write frames as a video; each is shown for its own time."""
    av = _library()
    shown = list(frames)
    if not shown:
        raise InvalidPicture("a film needs at least one picture")
    with av.open(str(file), "w", format="mp4", options={"movflags": "+faststart"}) as film:
        stream = film.add_stream(CODEC, rate=25, options={"crf": "20", "preset": "veryfast"})
        stream.codec_context.time_base = MILLISECOND
        stream.codec_context.max_b_frames = 0  # with them the file would say that it is shorter than it is
        at_ms = 0
        for pixels, lasts_ms in _pictures(shown, width):
            if at_ms == 0:
                stream.height, stream.width = pixels.shape[:2]
                stream.pix_fmt = "yuv420p"
            film.mux(_encoded(av, stream, pixels, at_ms))
            at_ms += lasts_ms
        film.mux(_encoded(av, stream, pixels, at_ms))  # else the last picture would be seen for a moment only
        film.mux(stream.encode())


def _pictures(frames: list[Frame], width: int) -> Iterator[tuple[NDArray[np.uint8], int]]:
    """Pixels and how long they are shown; equal pictures in a row are one."""
    pngs = zip(drawn((each.picture for each in frames), width), frames, strict=True)
    for png, same in groupby(pngs, key=lambda pair: pair[0]):
        yield _even(png), round(1000 * sum(frame.seconds for _, frame in same))


def _even(png: bytes) -> NDArray[np.uint8]:
    """The format wants an even number of pixels either way: the last ones are seen twice if need be."""
    pixels = np.asarray(Image.open(BytesIO(png)).convert("RGB"))
    height, width = pixels.shape[:2]
    return np.pad(pixels, ((0, height % 2), (0, width % 2), (0, 0)), mode="edge")


def _encoded(av: Any, stream: Any, pixels: NDArray[np.uint8], at_ms: int) -> Any:
    frame = av.VideoFrame.from_ndarray(pixels, format="rgb24")
    frame.pts = at_ms
    frame.time_base = MILLISECOND
    return stream.encode(frame)

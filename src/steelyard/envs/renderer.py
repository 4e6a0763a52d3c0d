"""Pictures of a position, as environments show them: an array, text, or a window."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

import numpy as np
from PIL import Image

from steelyard.core.errors import InvalidOption
from steelyard.core.game import listed
from steelyard.envs.extras import MissingExtra
from steelyard.films.animation import drawn

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.core.game import Game

MODES = ("human", "rgb_array", "ansi")
FRAMES_A_SECOND = 2
_showing: WeakSet[Renderer] = WeakSet()
"""What shares the one window that pygame has: the last to close closes it."""
WIDTH = 480


class Renderer:
    """Draws the positions of a game in one render mode; None draws nothing.

    "rgb_array" is (height, 480, 3) of uint8, as high as the board needs. "human" shows it in a window.
    """

    def __init__(self, game: Game[Any], mode: str | None) -> None:
        if mode is not None and mode not in MODES:
            raise InvalidOption(f"render_mode {mode!r} is not one of {listed(MODES)}")
        self.mode = mode
        self._game = game

    def render(self, state: Any) -> NDArray[np.uint8] | str | None:
        if self.mode == "ansi":
            return self._game.to_text(state)
        if self.mode == "rgb_array":
            return self._pixels(state)
        if self.mode == "human":
            self._show(self._pixels(state))
        return None

    def close(self) -> None:
        if self in _showing:
            _showing.remove(self)
            if not _showing:
                _pygame().display.quit()

    def _pixels(self, state: Any) -> NDArray[np.uint8]:
        (png,) = drawn([self._game.to_svg(state)], WIDTH)
        return np.array(Image.open(BytesIO(png)).convert("RGB"))

    def _show(self, pixels: NDArray[np.uint8]) -> None:
        pygame = _pygame()
        height, width, _ = pixels.shape
        window = pygame.display.get_surface() if pygame.display.get_init() else None
        if window is None or window.get_size() != (width, height):
            try:
                pygame.display.init()
                window = pygame.display.set_mode((width, height))
            except pygame.error as error:
                raise InvalidOption(
                    f"render_mode 'human' opens a window, and there is no display ({error}); "
                    "'rgb_array' and 'ansi' need none"
                ) from None
        _showing.add(self)
        pygame.display.set_caption(self._game.title)
        pygame.event.pump()
        window.blit(pygame.surfarray.make_surface(pixels.swapaxes(0, 1)), (0, 0))
        pygame.display.flip()


def _pygame() -> Any:
    try:
        import pygame  # noqa: PLC0415 - only a window needs it
    except ImportError:
        raise MissingExtra("render_mode 'human'", "pygame", "envs") from None
    return pygame

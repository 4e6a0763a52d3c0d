"""The libraries of environments are extras: they are loaded when asked for, and a missing one is one line."""

from __future__ import annotations

import importlib
import sys

import numpy as np
import pytest

import steelyard
from steelyard.envs.extras import MissingExtra


@pytest.mark.parametrize(
    ("module", "library", "said"),
    [
        ("pettingzoo", "pettingzoo", "needs PettingZoo; pip install 'steelyard[envs]' adds it"),
        ("gymnasium", "gymnasium", "needs Gymnasium; pip install 'steelyard[envs]' adds it"),
        ("gymnasium_vector", "gymnasium", "needs Gymnasium; pip install 'steelyard[envs]' adds it"),
        ("openspiel", "pyspiel", "needs OpenSpiel; pip install 'steelyard[openspiel]' adds it"),
    ],
)
def test_a_missing_extra_is_one_clear_line(
    module: str, library: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"steelyard.envs.{module}"
    monkeypatch.setitem(sys.modules, library, None)  # importing it fails
    monkeypatch.delitem(sys.modules, name, raising=False)
    with pytest.raises(MissingExtra) as raised:
        importlib.import_module(name)
    assert str(raised.value) == f"{name} {said}"
    assert raised.value.__suppress_context__  # no error above it is shown


def test_a_window_says_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    from steelyard.envs import pettingzoo

    monkeypatch.setitem(sys.modules, "pygame", None)
    with pytest.raises(
        MissingExtra, match=r"render_mode 'human' needs pygame; pip install 'steelyard\[envs\]'"
    ):
        pettingzoo.raw_env("tank_war", render_mode="human").reset()


def test_a_window_without_a_display_says_what_works(monkeypatch: pytest.MonkeyPatch) -> None:
    from steelyard.envs import pettingzoo

    monkeypatch.setenv("SDL_VIDEODRIVER", "nowhere")
    environment = pettingzoo.raw_env("tank_war", render_mode="human")
    with pytest.raises(
        steelyard.InvalidOption, match=r"there is no display .*; 'rgb_array' and 'ansi' need none"
    ):
        environment.reset()


@pytest.mark.parametrize("game", ["tank_battle", "tank_duel", "tank_war"])
def test_pictures_are_480_wide(game: str) -> None:
    from steelyard.envs import pettingzoo

    environment = pettingzoo.raw_env(game, render_mode="rgb_array")
    environment.reset()
    picture = environment.render()
    assert isinstance(picture, np.ndarray)
    assert picture.dtype == np.uint8
    assert picture.shape[1:] == (480, 3)

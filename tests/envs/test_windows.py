"""Windows of environments: pygame has one, which they share."""

from __future__ import annotations

import copy
import pickle

import pytest

from steelyard.envs import pettingzoo

pygame = pytest.importorskip("pygame")
pytestmark = pytest.mark.filterwarnings(
    "ignore::DeprecationWarning:pygame", "ignore:.*avx2:RuntimeWarning"
)  # messages of pygame's own when it is imported


def shown(game: str) -> pettingzoo.TurnEnv:
    environment = pettingzoo.raw_env(game, render_mode="human")
    environment.reset()
    return environment


def test_closing_one_leaves_the_others_their_window() -> None:
    one, two = shown("tank_war"), shown("tank_war")
    one.close()
    two.step(0)
    one.close()  # again
    two.step(0)
    assert pygame.display.get_init()
    two.close()
    assert not pygame.display.get_init()
    two.reset()  # opens another
    two.close()


def test_the_window_has_the_size_of_what_is_drawn() -> None:
    one, two = shown("tank_war"), shown("tank_battle")
    sizes = []
    for environment in (one, two, one):
        environment.render()
        sizes.append(pygame.display.get_surface().get_size())
    assert sizes[0] == sizes[2] != sizes[1]
    for environment in (one, two):
        environment.close()


def test_environments_with_a_window_can_be_copied() -> None:
    one = shown("tank_war")
    for other in (copy.deepcopy(one), pickle.loads(pickle.dumps(one))):  # noqa: S301 - ours
        other.step(0)
        other.close()
        one.render()
    one.close()

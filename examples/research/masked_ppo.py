"""MaskablePPO of sb3-contrib learns Tank War against a bot; how well it plays is measured before and after.

    pip install 'steelyard[envs]' sb3-contrib
    python examples/research/masked_ppo.py --opponent random --steps 120000

It takes a few minutes on one core. A score is the share of points, a draw counting one half, with Wilson's
interval of 95 %.
"""

from __future__ import annotations

import argparse
import math
import time

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

from steelyard.envs.gymnasium import SeatEnv

GAMES = 500


def environment(opponent):
    """Tank War, with the learner at either seat."""
    return SeatEnv("tank_war", opponent=opponent, seat=None)


def score(model, opponent, games=GAMES, seed=1):
    """The model's average score against the opponent, and the interval of it."""
    played, points = environment(opponent), 0.0
    for game in range(games):
        planes, _ = played.reset(seed=seed if game == 0 else None)
        over = False
        while not over:
            action, _ = model.predict(planes, action_masks=played.action_masks())
            planes, reward, over, _, _ = played.step(action)
        points += (reward + 1) / 2
    return points / games, *interval(points / games, games)


def interval(share, count, z=1.96):
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z * math.sqrt(share * (1 - share) / count + (z / (2 * count)) ** 2) / (1 + z * z / count)
    return middle - half, middle + half


def beginner(opponent="random", seed=0):
    """A model that has not learnt anything yet."""
    games = make_vec_env(lambda: environment(opponent), n_envs=16, seed=seed)
    return MaskablePPO(
        "MlpPolicy", games, n_steps=128, batch_size=512, n_epochs=6, gamma=1.0, ent_coef=0.01, seed=seed
    )


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--opponent", default="random")
    parser.add_argument("--steps", type=int, default=120_000)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    model, began = beginner(arguments.opponent), time.monotonic()
    for when in ("before", "after"):
        if when == "after":
            model.learn(arguments.steps)
            print(f"{arguments.steps:,} steps in {time.monotonic() - began:.0f} s")
        for opponent in dict.fromkeys((arguments.opponent, "greedy")):
            share, low, high = score(model, opponent)
            print(f"{when} learning, against {opponent}: {share:.3f} ({low:.3f} to {high:.3f})", flush=True)


if __name__ == "__main__":
    main()

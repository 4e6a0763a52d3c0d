"""PPO of stable-baselines3 learns a game against a bot; how well it plays is measured before and after.

    pip install 'steelyard[envs]' sb3-contrib
    python examples/research/masked_ppo.py --opponent random --steps 120000
    python examples/research/masked_ppo.py --setup 053/xx3/053/xx3/053/xx3
    python examples/research/masked_ppo.py --game Steelyard/TankDuel-v0

MaskablePPO of sb3-contrib chooses among legal moves. PPO (--unmasked) has to learn them: illegal ones lose.

A score is the share of points, a draw counting one half, with the interval of 95 %. The games before and
after learning have the same seeds, and so the same seats and the same chance for the opponent: the gain is
the mean of differences. From a setup of Tank War, what the policy loses to the best play against it is
printed too, and exact.
"""

from __future__ import annotations

import argparse
import time

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3 import PPO
from stable_baselines3.common.env_util import make_vec_env

import steelyard
import steelyard.envs.gymnasium  # registers the games
from steelyard.analysis import exploitability

TANK_WAR = "Steelyard/TankWar-v0"


def beginner(kind=MaskablePPO, game=TANK_WAR, seed=0, **given):
    """A model that has not learnt anything yet, at either seat of 16 games."""
    torch.set_num_threads(1)  # so small a network gains nothing from more
    games = make_vec_env(game, n_envs=16, seed=seed, env_kwargs={"seat": None, **given})
    return kind(
        "MlpPolicy", games, n_steps=128, batch_size=512, n_epochs=6, gamma=1.0, ent_coef=0.01, seed=seed
    )


def points(model, games, game=TANK_WAR, **given):
    """What the model gets in the games of the seeds 0, 1, 2 and so on: 1, 0.5 or 0."""
    environment = gymnasium.make(game, seat=None, **given)
    torch.manual_seed(0)  # it draws its moves
    return np.array([_play(model, environment, seed) for seed in range(games)])


def _play(model, environment, seed):
    planes, info = environment.reset(seed=seed)
    over = False
    while not over:
        masks = {"action_masks": info["action_mask"]} if isinstance(model, MaskablePPO) else {}
        action, _ = model.predict(planes, **masks)
        planes, reward, over, _, info = environment.step(action)
    return (reward + 1) / 2


def mean(values):
    """With the interval of 95 %."""
    half = 1.96 * values.std(ddof=1) / len(values) ** 0.5
    return f"{values.mean():.3f} ({values.mean() - half:.3f} to {values.mean() + half:.3f})"


def loss(model, setup):
    """What the policy loses to the best play against it: exactly, in every position that can occur."""

    def policy(positions):
        with torch.no_grad():
            planes = torch.as_tensor(positions.observations)
            return model.policy.get_distribution(planes, positions.masks).distribution.probs.numpy()

    return exploitability(policy, state=steelyard.game("tank_war").start(setup), gather=False).loss


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default=TANK_WAR)
    parser.add_argument("--opponent", default="random")
    parser.add_argument("--setup", default="", help="a position to begin with, of few lanes")
    parser.add_argument("--steps", type=int, default=120_000)
    parser.add_argument("--games", type=int, default=500, help="for a score")
    parser.add_argument("--unmasked", action="store_true")
    given = parser.parse_args()
    place = {"game": given.game, "setup": given.setup}
    model = beginner(PPO if given.unmasked else MaskablePPO, opponent=given.opponent, **place)
    others, before = dict.fromkeys((given.opponent, "greedy")), {}
    for when in ("before", "after"):
        if when == "after":
            began = time.process_time()
            model.learn(given.steps)
            print(f"{given.steps:,} steps in {time.process_time() - began:.0f} s")
        for opponent in others:
            got = points(model, given.games, opponent=opponent, **place)
            gain = f", gained {mean(got - before[opponent])}" if when == "after" else ""
            before.setdefault(opponent, got)
            print(f"{when} learning, against {opponent}: {mean(got)}{gain}", flush=True)
        if given.setup and given.game == TANK_WAR and not given.unmasked:
            print(f"{when} learning, exploitability {loss(model, given.setup):.4f}", flush=True)


if __name__ == "__main__":
    main()

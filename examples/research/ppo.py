"""PPO in plain NumPy, playing Tank War against itself, and its learning curve in exact exploitability.

The environment is Gymnasium's vector environment on the compiled kernels; the other seat is played by the
same network. Exploitability is exact: what a policy loses to the best play against it. Perfect play is a
mix of moves, so the network goes in circles around it; the average of what it has been comes closer.
"""

from __future__ import annotations

from copy import deepcopy

import gymnasium
import numpy as np

import steelyard
import steelyard.envs.gymnasium  # registers the games
from steelyard.analysis import exploitability

SETUP = "053/xx3/053/xx3/053/xx3"  # three lanes
GAMES, STEPS, EPOCHS, PARTS = 256, 16, 4, 4
GAMMA, LAMBDA, CLIP, ENTROPY, VALUE = 1.0, 0.95, 0.2, 0.01, 0.5


class Network:
    """One hidden layer; the probability of each move and the value of the position."""

    def __init__(self, rng, inputs=7 * 6 * 6, hidden=64):
        self.weights = [
            rng.normal(0, inputs**-0.5, (inputs, hidden)),
            np.zeros(hidden),
            rng.normal(0, 0.01, (hidden, 7)),
            np.zeros(7),
        ]
        self.moments = [[np.zeros_like(w) for w in self.weights] for _ in range(2)]
        self.updates = 0

    def __call__(self, planes, masks):
        inputs = planes.reshape(len(planes), -1)
        hidden = np.tanh(inputs @ self.weights[0] + self.weights[1])
        out = hidden @ self.weights[2] + self.weights[3]
        logits = np.where(masks, out[:, :6], -1e9)
        chances = np.exp(logits - logits.max(axis=1, keepdims=True))
        return chances / chances.sum(axis=1, keepdims=True), out[:, 6], hidden

    def update(self, planes, masks, actions, before, advantages, returns, rate):
        """One step of Adam on PPO's loss, by hand."""
        chances, values, hidden = self(planes, masks)
        n = np.arange(len(actions))
        ratios = chances[n, actions] / before
        inside = np.where(advantages > 0, ratios < 1 + CLIP, ratios > 1 - CLIP)
        chosen = np.arange(6) == actions[:, None]
        slope = -(inside * ratios * advantages)[:, None] * (chosen - chances)
        logs = np.log(np.maximum(chances, 1e-12))
        slope += ENTROPY * chances * (logs - (chances * logs).sum(axis=1, keepdims=True))
        out = np.hstack([slope, VALUE * (values - returns)[:, None]]) / len(n)
        back = out @ self.weights[2].T * (1 - hidden**2)
        inputs = planes.reshape(len(planes), -1)
        self._adam([inputs.T @ back, back.sum(axis=0), hidden.T @ out, out.sum(axis=0)], rate)

    def _adam(self, slopes, rate):
        self.updates += 1
        for w, slope, first, second in zip(self.weights, slopes, *self.moments, strict=True):
            first += 0.1 * (slope - first)
            second += 0.001 * (slope**2 - second)
            w -= rate * first / (1 - 0.9**self.updates) / (np.sqrt(second / (1 - 0.999**self.updates)) + 1e-8)

    def choose(self, planes, masks, rng):
        chances, values, _ = self(planes, masks)
        actions = (chances.cumsum(axis=1) > rng.random((len(chances), 1))).argmax(axis=1)
        return actions, chances[np.arange(len(actions)), actions], values

    def policy(self, positions):
        """For `exploitability`: the probability of each move in many positions."""
        return self(positions.observations, positions.masks)[0]


def average(networks):
    """The policy that has the mean of their probabilities."""
    return lambda positions: np.mean([network.policy(positions) for network in networks], axis=0)


def learn(rounds=60, setup=SETUP, seed=1, rate=1e-2):
    """Steps played and exact exploitability, of the network and of its average so far; and the average."""
    rng = np.random.default_rng(seed)
    network = Network(rng)
    earlier = [deepcopy(network)]
    games = gymnasium.make_vec(
        "Steelyard/TankWar-v0",
        num_envs=GAMES,
        vectorization_mode="vector_entry_point",
        setup=setup,
        opponent=lambda planes, masks: network.choose(planes, masks, rng)[0],
    )
    start = steelyard.game("tank_war").start(setup)
    planes, infos = games.reset(seed=seed)
    curve = []
    for number in range(1, rounds + 1):
        kept = []
        for _ in range(STEPS):
            actions, before, values = network.choose(planes, infos["action_mask"], rng)
            after, rewards, done, _, next_infos = games.step(actions)
            kept.append((planes, infos["action_mask"], actions, before, values, rewards, done))
            planes, infos = after, next_infos
        _improve(network, kept, network(planes, infos["action_mask"])[1], rng, rate)
        earlier.append(deepcopy(network))
        if number % max(rounds // 10, 1) == 0:
            losses = (
                exploitability(policy, state=start, gather=False).loss
                for policy in (network.policy, average(earlier))
            )
            curve.append((number * GAMES * STEPS, *losses))
    return curve, average(earlier)


def _improve(network, kept, value, rng, rate):
    """Several epochs over the steps that were played."""
    advantage, advantages = np.zeros(GAMES), []
    for *_, values, rewards, done in reversed(kept):
        surprise = rewards + GAMMA * value * ~done - values
        advantage = surprise + GAMMA * LAMBDA * advantage * ~done
        advantages.insert(0, advantage)
        value = values
    planes, masks, actions, before, values = (np.concatenate([step[k] for step in kept]) for k in range(5))
    gained = np.concatenate(advantages)
    returns = gained + values
    gained = (gained - gained.mean()) / (gained.std() + 1e-8)
    for _ in range(EPOCHS):
        for part in np.array_split(rng.permutation(len(actions)), PARTS):
            network.update(
                planes[part], masks[part], actions[part], before[part], gained[part], returns[part], rate
            )


if __name__ == "__main__":
    for played, loss, average_loss in learn()[0]:
        print(f"{played:8,} steps: exploitability {loss:.4f}, of the average {average_loss:.4f}")

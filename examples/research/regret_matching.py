"""Regret matching in a small Tank War, and its learning curve in exact exploitability.

Every position is a matrix game of the positions that can follow. In each sweep, from the last positions to
the first, both players play in proportion to their regrets and average what they played.
"""

from __future__ import annotations

import numpy as np

import steelyard
from steelyard.analysis import exploitability
from steelyard.games.tank_war.kernel import encode

SETUP = "053/xx3/053/xx3/053/xx3"  # three lanes


class Position:
    """The regrets of both players in one position, and what they played on average."""

    def __init__(self, game, state, positions):
        self.moves = [game.legal_moves(state, seat) for seat in (0, 1)]
        self.after = [
            [_entered(game, game.apply(state, {0: u, 1: d}), positions) for d in self.moves[1]]
            for u in self.moves[0]
        ]
        self.regrets = [np.zeros(len(moves)) for moves in self.moves]
        self.played = [np.zeros(len(moves)) for moves in self.moves]
        self.value = 0.0

    def sweep(self, weight):
        payoffs = np.array(
            [[after if isinstance(after, float) else after.value for after in row] for row in self.after]
        )
        u, d = (_in_proportion(np.maximum(regrets, 0)) for regrets in self.regrets)
        self.value = u @ payoffs @ d
        for seat, (mix, gains) in enumerate(((u, payoffs @ d - self.value), (d, self.value - u @ payoffs))):
            self.regrets[seat] = np.maximum(self.regrets[seat] + gains, 0)
            self.played[seat] += weight * mix

    def mix(self, seat):
        mix = np.zeros(6)
        mix[list(self.moves[seat])] = _in_proportion(self.played[seat])
        return mix


def _in_proportion(weights):
    total = weights.sum()
    return weights / total if total > 0 else np.full(len(weights), 1 / len(weights))


def _entered(game, state, positions):
    """The position, or the result of a game that is over."""
    outcome = game.outcome(state)
    if outcome is not None:
        return 0.0 if outcome.winner is None else 1.0 - 2.0 * outcome.winner
    if state not in positions:
        positions[state] = Position(game, state, positions)  # after all that can follow from it
    return positions[state]


def learn(sweeps=300, setup=SETUP):
    """Pairs of sweeps done and exact exploitability, and the policy that was learnt."""
    game = steelyard.game("tank_war")
    start, positions = game.start(setup), {}
    _entered(game, start, positions)
    by_words = {tuple(encode(state).tolist()): position for state, position in positions.items()}

    def policy(asked):
        return np.array([by_words[tuple(words)].mix(asked.seat) for words in asked.words.tolist()])

    curve = [(0, exploitability(policy, state=start, gather=False).loss)]
    for sweep in range(1, sweeps + 1):
        for position in positions.values():
            position.sweep(sweep)
        if sweep & (sweep - 1) == 0 or sweep == sweeps:
            curve.append((sweep, exploitability(policy, state=start, gather=False).loss))
    return curve, policy


if __name__ == "__main__":
    for done, loss in learn()[0]:
        print(f"{done:5} sweeps: exploitability {loss:.6f}")

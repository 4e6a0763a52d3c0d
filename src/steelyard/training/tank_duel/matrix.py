"""Matrix games, many at once: mixes of both players by regret matching."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp


def solve(values: Any, mine: Any, theirs: Any, rounds: int) -> tuple[Any, Any]:
    """Mixes for the rows, who want much, and the columns, who want little: (n, k) each.

    `mine` and `theirs` say which rows and columns there are. Regret matching plus, the players in turn; later
    rounds count more in the average.
    """

    def turn(number: Any, carry: Any) -> Any:
        row_regrets, column_regrets, row_total, column_total = carry
        rows, columns = _mix(row_regrets, mine), _mix(column_regrets, theirs)
        gains = jnp.einsum("nij,nj->ni", values, columns)
        row_regrets = _learnt(row_regrets, gains, rows, mine)
        rows = _mix(row_regrets, mine)
        gains = -jnp.einsum("nij,ni->nj", values, rows)
        column_regrets = _learnt(column_regrets, gains, columns, theirs)
        weight = 1.0 + number
        return row_regrets, column_regrets, row_total + weight * rows, column_total + weight * columns

    nothing = jnp.zeros(mine.shape, jnp.float32)
    carry = jax.lax.fori_loop(0, rounds, turn, (nothing, nothing, nothing, nothing))
    return _share(carry[2]), _share(carry[3])


def _mix(regrets: Any, allowed: Any) -> Any:
    """In proportion to the regrets; all alike if there are none."""
    total = regrets.sum(-1, keepdims=True)
    alike = allowed / allowed.sum(-1, keepdims=True)
    return jnp.where(total > 0, regrets / jnp.maximum(total, 1e-12), alike)


def _learnt(regrets: Any, gains: Any, mix: Any, allowed: Any) -> Any:
    mean = (gains * mix).sum(-1, keepdims=True)
    return jnp.where(allowed, jnp.maximum(regrets + gains - mean, 0), 0)


def _share(totals: Any) -> Any:
    return totals / totals.sum(-1, keepdims=True)

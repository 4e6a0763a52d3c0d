"""What a match says: the score, how sure it is, and whether enough has been played.

Games come in pairs, the same start with the seats swapped; each gives the first player 1, 0.5 or 0. The two
games of a pair are not independent (a start may favour one seat), so certainty is counted over pairs, of
which there are five kinds: 0, 0.5, 1, 1.5 and 2 points. A game without its partner weighs half a pair.

All rests on one number, the *evidence* against a share: the log-likelihood of the results under the best of
all distributions over the five kinds, less that under the best of those whose mean is the share. Kinds that
have not occurred remain possible, so 20:0, or nothing but draws, still leaves a doubt, and no counts need to
be made up. By Lagrange's method, the best distribution with a given mean divides each kind's frequency by
1 + t * (kind - share), with the t that makes the evidence, the sum of the divisors' logarithms, largest.

- The interval is where twice the evidence stays below the square of the normal quantile (Wilks), widened by
  1 + 1.5 / pairs, Bartlett's correction for the mean of normal values, which matters when pairs are few.
- The likelihood of superiority is the normal probability of the evidence's signed root at one half.
- The sequential test is the generalised one: the evidence against one share less that against another.

Simulated, the 95 % interval held the truth in 93 to 100 % of matches of 2 to 200 pairs, whether even or
one-sided, with draws or without (90 % at worst: 50 pairs of which nine in ten split), and tests between 0
and 100 Elo with errors of 5 % erred in 2 to 6 %.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING, Literal, NamedTuple

from steelyard.core.errors import InvalidOption

if TYPE_CHECKING:
    from collections.abc import Iterator

Entry = tuple[float, ...]  # the first player's results in a pair, the lower first, or in a game alone

ENTRIES: tuple[Entry, ...] = ((0,), (0.5,), (1,), (0, 0), (0, 0.5), (0, 1), (0.5, 0.5), (0.5, 1), (1, 1))
MIRROR = [ENTRIES.index(tuple(sorted(1 - result for result in entry))) for entry in ENTRIES]
NORMAL = NormalDist()
FEWEST_GAMES = 4  # two pairs; with fewer the interval was not tried
MOST_ELO = 2000  # in a test: a share of 0.99999
HALVINGS = 44  # of an interval, until 13 digits are known


@dataclass(frozen=True, slots=True)
class Score:
    """A match as its first player sees it; `score += of(1, 0.5)` adds a pair to it, in any order."""

    counts: tuple[int, ...] = (0,) * len(ENTRIES)
    """How often each of the ENTRIES came."""

    def __add__(self, more: Score) -> Score:
        return Score(tuple(a + b for a, b in zip(self.counts, more.counts, strict=True)))

    def swapped(self) -> Score:
        """The match as its second player sees it."""
        return Score(tuple(self.counts[place] for place in MIRROR))

    @property
    def wins(self) -> int:
        return self._with_result(1)

    @property
    def draws(self) -> int:
        return self._with_result(0.5)

    @property
    def losses(self) -> int:
        return self._with_result(0)

    @property
    def games(self) -> int:
        return sum(n * len(entry) for n, entry in self._entries())

    @property
    def pairs(self) -> tuple[int, ...]:
        """How many pairs gave 0, 0.5, 1, 1.5 and 2 points."""
        kinds = [(n, sum(entry)) for n, entry in self._entries() if len(entry) == 2]
        return tuple(sum(n for n, got in kinds if got == points) for points in (0, 0.5, 1, 1.5, 2))

    @property
    def share(self) -> float:
        """Of the points that were to be had; one half before the first game."""
        return sum(n * sum(entry) for n, entry in self._entries()) / self.games if self.games else 0.5

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """The shares that the results allow: within [0, 1], around the share, never a single point."""
        enough = NORMAL.inv_cdf((1 + confidence) / 2) ** 2 / 2
        return (_lowest(self, enough), 1 - _lowest(self.swapped(), enough)) if self.games else (0.0, 1.0)

    @property
    def elo(self) -> float:
        return elo(self.share)

    def elo_interval(self, confidence: float = 0.95) -> tuple[float, float]:
        low, high = self.interval(confidence)
        return elo(low), elo(high)

    @property
    def superiority(self) -> float:
        """The likelihood that the first player is the stronger."""
        root = math.sqrt(2 * self.evidence(0.5) / self.bartlett)
        return NORMAL.cdf(math.copysign(root, self.share - 0.5))

    def evidence(self, share: float) -> float:
        """Against a share between 0 and 1: nothing at the match's own share, more on either side of it."""
        off = [(n * len(entry) / 2, sum(entry) / len(entry) - share) for n, entry in self._entries()]
        low, high = -1 / (1 - share), 1 / share  # beyond these a divisor is negative, for some kind
        for _ in range(HALVINGS):
            t = (low + high) / 2
            low, high = (t, high) if sum(n * by / (1 + t * by) for n, by in off) > 0 else (low, t)
        return max(0.0, math.fsum(n * math.log1p(low * by) for n, by in off))

    @property
    def bartlett(self) -> float:
        return 1 + 3 / self.games if self.games else math.inf

    def _entries(self) -> Iterator[tuple[int, Entry]]:
        return ((n, entry) for n, entry in zip(self.counts, ENTRIES, strict=True) if n)

    def _with_result(self, result: float) -> int:
        return sum(n * entry.count(result) for n, entry in self._entries())


def of(*results: float) -> Score:
    """What the first player got in the two games of a pair, in either order, or in a game without partner."""
    entry = tuple(sorted(results))
    if entry not in ENTRIES:
        raise ValueError(f"one game or two give the first player 1, 0.5 or 0 each, not {results}")
    return Score(tuple(int(entry == each) for each in ENTRIES))


def elo(share: float) -> float:
    """How much stronger a player is who gets that share; infinite at 0 and 1."""
    if share in {0, 1}:
        return math.copysign(math.inf, share - 0.5)
    return 400 * math.log10(share / (1 - share))


def expected_share(elo_difference: float) -> float:
    return 1 / (1 + 10 ** (-elo_difference / 400))


class Sprt(NamedTuple):
    """How a sequential test stands: accepted from `upper` on, rejected from `lower` down."""

    state: Literal["running", "accepted", "rejected"]
    llr: float
    """The logarithm of the likelihood ratio."""
    lower: float
    upper: float


def sprt(score: Score, elo0: float, elo1: float, alpha: float = 0.05, beta: float = 0.05) -> Sprt:
    """Accept that the first player is `elo1` stronger, or reject it for `elo0`, or go on.

    Asked after every pair, it errs in about a share `alpha` of the matches at `elo0`, `beta` at `elo1`.
    """
    if not -MOST_ELO <= elo0 < elo1 <= MOST_ELO:
        raise InvalidOption(
            f"a test needs two Elo differences, the smaller first, at most {MOST_ELO}, not {elo0:g},{elo1:g}"
        )
    if not (0 < alpha < 0.5 and 0 < beta < 0.5):
        raise InvalidOption(f"error rates lie between 0 and 0.5, not {alpha:g} and {beta:g}")
    lower, upper = math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)
    llr = score.evidence(expected_share(elo0)) - score.evidence(expected_share(elo1))
    return Sprt("accepted" if llr >= upper else "rejected" if llr <= lower else "running", llr, lower, upper)


def _lowest(score: Score, enough: float) -> float:
    """The lowest share that the evidence is not enough against."""
    out, within = 0.0, score.share
    for _ in range(HALVINGS if within else 0):
        share = (out + within) / 2
        out, within = (share, within) if score.evidence(share) > enough * score.bartlett else (out, share)
    return within

"""How far the runs of two versions lie apart, by ranks; a row is a benchmark.

All runs are losses: of higher values that are good the sign is turned, of ratios the logarithm is
taken. Runs that resemble their neighbours count as fewer (`inflation`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.special import ndtr, ndtri

from evenkeel._types import FloatArray, IntArray
from evenkeel.numerics.arrays import all_finite
from evenkeel.pairwise.signed_rank_law import lower_tail, tied_pvalue
from evenkeel.ranks.kernels import rank_rows
from evenkeel.runs.mann_whitney import EXACT_BELOW, mann_whitney
from evenkeel.runs.mann_whitney import untied_law as mann_whitney_law

_EXACT_PAIRS = 100  # pairs of runs up to which the law of signed ranks is exact
_LEAST_SERIES = 6  # runs from which neighbours can be compared
_HIGHEST = 0.95  # correlation of neighbours that is believed
_SPREAD = 1.4826  # of a normal law: standard deviation over median absolute deviation


@dataclass(frozen=True, eq=False)
class Shifts:
    """Losses of several benchmarks; of pairs `base` holds zeros and `new` differences."""

    base: tuple[FloatArray, ...]
    new: tuple[FloatArray, ...]
    paired: bool = False
    discrete: bool = False

    @cached_property
    def sizes(self) -> IntArray:
        """Runs of each, (rows, 2)."""
        return np.array([(b.size, n.size) for b, n in zip(self.base, self.new, strict=True)])

    def scores(self, offset: FloatArray | float) -> FloatArray:
        """Of each row z, such that 1 - Phi(z) is the p-value of H0: shift <= offset.

        Exact where Mann and Whitney's law or that of signed ranks is, below 50 runs without ties
        and up to 100 pairs; the mean of `discrete` pairs is studentised.
        """
        offsets = np.broadcast_to(np.asarray(offset, dtype=np.float64), len(self.new))
        if self.discrete:
            return np.array([_mean_score(d, o) for d, o in zip(self.new, offsets, strict=True)])
        if self.paired:
            return np.array([_signed_score(d - o) for d, o in zip(self.new, offsets, strict=True)])
        n_base, n_new = self.sizes.T
        first = _padded(self.base)
        found = mann_whitney(first, _padded(self.new) - offsets[:, None], n_base, n_new)
        side = np.sign(found.wins - n_base * n_new / 2)
        z: FloatArray = side * -ndtri(np.maximum(found.pvalue, 1e-300) / 2)
        return z

    @cached_property
    def estimates(self) -> FloatArray:
        """Hodges and Lehmann's shift of each row, or the mean difference of discrete pairs."""
        return np.array([self._middle(row) for row in range(len(self.new))])

    def _middle(self, row: int) -> float:
        if self.discrete:
            return float(self.new[row].mean())
        return float(np.median(self._contrasts(row)))

    def _contrasts(self, row: int) -> FloatArray:
        new = self.new[row]
        if not self.paired:
            return np.subtract.outer(new, self.base[row]).ravel()
        kept = new if new.size <= 2000 else np.quantile(new, (np.arange(2000) + 0.5) / 2000)
        i, j = np.triu_indices(kept.size)
        walsh: FloatArray = (kept[i] + kept[j]) / 2
        return walsh

    def interval(self, row: int, confidence: float, inflated: float) -> tuple[float, float]:
        """Where the scores divided by `inflated` do not reject; infinite with too few runs."""
        tail = float(ndtr(inflated * ndtri((1 - confidence) / 2)))
        new = self.new[row]
        if self.discrete:
            mean, error = _studentised(new)
            half = -ndtri(tail) * error
            return mean - half, mean + half
        ordered = np.sort(self._contrasts(row))
        at = self._place(row, tail, ordered.size)
        if at < 0:
            return -np.inf, np.inf
        return float(ordered[at]), float(ordered[-1 - at])

    def _place(self, row: int, tail: float, count: int) -> int:
        """The last place whose tail is at most this, counted from 0; -1 if there is none."""
        n_base, n_new = self.sizes[row].tolist()
        if self.paired and n_new <= _EXACT_PAIRS:
            law = lower_tail(np.arange(1, n_new + 1), n_new * (n_new + 1) // 4)
        elif not self.paired and max(n_base, n_new) < EXACT_BELOW:
            law = mann_whitney_law(min(n_base, n_new), max(n_base, n_new))
        else:
            spread = n_new * (n_new + 1) * (2 * n_new + 1) / 24
            if not self.paired:
                spread = n_base * n_new * (n_base + n_new + 1) / 12
            share = 0.5 + ndtri(tail) * np.sqrt(spread) / (
                n_new * (n_new + 1) / 2 if self.paired else n_base * n_new
            )
            return int(np.floor(share * count)) - 1
        return int(np.searchsorted(law, tail, side="right")) - 1

    def noise(self) -> FloatArray:
        """The standard error of each shift by the robust spread of its runs."""
        errors = []
        for b, n in zip(self.base, self.new, strict=True):
            if self.discrete:
                errors.append(_studentised(n)[1])
                continue
            samples = (n,) if self.paired else (b, n)
            left = np.concatenate([each - np.median(each) for each in samples])
            spread = _SPREAD * float(np.median(np.abs(left))) * np.sqrt(n.size / max(n.size - 1, 1))
            spread = spread or float(left.std())
            sizes = 1 / n.size if self.paired else 1 / b.size + 1 / n.size
            errors.append(spread * np.sqrt(np.pi / 3 * sizes))
        return np.array(errors)


def _padded(samples: Sequence[FloatArray]) -> FloatArray:
    width = max(each.size for each in samples)
    rows = np.full((len(samples), width), np.nan)
    for row, each in zip(rows, samples, strict=True):
        row[: each.size] = each
    return rows


def _signed_score(differences: FloatArray) -> float:
    """Wilcoxon's signed ranks, zeros left out."""
    left = differences[differences != 0]
    if left.size == 0:
        return 0.0
    ranks = rank_rows(np.abs(left)[None])[0]
    plus, total = float(ranks[left > 0].sum()), float(ranks.sum())
    if left.size <= _EXACT_PAIRS:
        pvalue = tied_pvalue(ranks, plus, "two-sided")
    else:
        pvalue = 2 * float(ndtr(-abs(plus - total / 2) / np.sqrt(np.square(ranks).sum() / 4)))
    return float(np.sign(plus - total / 2) * -ndtri(max(min(pvalue, 1.0), 1e-300) / 2))


def _studentised(differences: FloatArray) -> tuple[float, float]:
    """Mean and standard error with one pair more for either side, as Agresti and Min advise."""
    most = max(float(np.abs(differences).max()), 1e-300)
    widened = np.append(differences, (most, -most))
    return float(widened.mean()), float(widened.std(ddof=1) / np.sqrt(widened.size))


def _mean_score(differences: FloatArray, offset: float) -> float:
    mean, error = _studentised(differences)
    return (mean - float(offset)) / error


def neighbours(series: Sequence[FloatArray]) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Of each series the correlation of the ranks of neighbours, that with time, and the length.

    With r the correlation of the ranks of n runs with those of the runs before them, E r = -1/n if
    the order means nothing, and about rho - (1 + 4 rho) / n if the runs are autoregressive: the
    first is (n r + 1) / (n - 4). Series below six runs are left out.
    """
    found = []
    for values in series:
        n = values.size
        ranks = rank_rows(values[None])[0] - (n + 1) / 2
        squares = float(ranks @ ranks)
        if n < _LEAST_SERIES or squares == 0 or not all_finite(values):
            continue
        time = np.arange(n) - (n - 1) / 2
        lagged = float(ranks[1:] @ ranks[:-1]) / squares
        trend = float(ranks @ time) / np.sqrt(squares * float(time @ time))
        found.append(((n * lagged + 1) / max(n - 4, 2), trend, float(n)))
    columns = np.array(found).reshape(-1, 3).T
    return columns[0], columns[1], columns[2]


def inflation(correlation: float, n: int) -> float:
    """How much wider a mean of n autoregressive runs spreads than their variance tells.

    With c = Var(mean) / sigma^2 = (1 + 2 sum_{k<n} (1 - k/n) rho^k) / n the variance of the runs is
    on average (1 - c) n / (n - 1) sigma^2, so that the square is (n - 1) c / (1 - c).

    Examples
    --------
    >>> round(inflation(0.0, 10), 3), round(inflation(0.5, 10), 3)
    (1.0, 1.778)
    """
    rho = min(max(correlation, 0.0), _HIGHEST)
    if n < 2 or rho == 0:
        return 1.0
    lags = np.arange(1, n)
    c = (1 + 2 * float(((1 - lags / n) * rho**lags).sum())) / n
    return float(np.sqrt((n - 1) * c / (1 - c)))

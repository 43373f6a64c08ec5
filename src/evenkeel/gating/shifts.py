"""How far the runs of two versions lie apart: one benchmark, all, and how many more runs decide."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.special import ndtr, ndtri

from evenkeel._types import BoolArray, FloatArray, IntArray
from evenkeel.numerics.arrays import ByValue, all_finite
from evenkeel.numerics.tails import by_alternative
from evenkeel.pairwise.signed_rank_law import lower_tail, tied_tails
from evenkeel.ranks.kernels import rank_rows
from evenkeel.runs.two_samples import EXACT_BELOW, mann_whitney
from evenkeel.runs.two_samples import untied_law as mann_whitney_law

# How far the runs of two versions lie apart, by ranks; a row is a benchmark.
#
# All runs are losses: of higher values that are good the sign is turned, of ratios the logarithm is
# taken. Runs that resemble their neighbours count as fewer (`inflation`).


_EXACT_PAIRS = 100  # pairs of runs up to which the law of signed ranks is exact
_LEAST_SERIES = 6  # runs from which neighbours can be compared
_HIGHEST = 0.95  # correlation of neighbours that is believed
_SPREAD = 1.4826  # of a normal law: standard deviation over median absolute deviation


@dataclass(frozen=True, eq=False)
class Shifts:
    """Losses of several benchmarks; of pairs `new` holds the differences."""

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
            rows = zip(self.new, self.base, offsets, strict=True)
            return np.array([_mean_score(*row) for row in rows])
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
            mean, error = _studentised(new, self.base[row])
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
                errors.append(_studentised(n, b)[1])
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
        pvalue = float(by_alternative(tied_tails(ranks, plus), "two-sided"))
    else:
        pvalue = 2 * float(ndtr(-abs(plus - total / 2) / np.sqrt(np.square(ranks).sum() / 4)))
    return float(np.sign(plus - total / 2) * -ndtri(max(min(pvalue, 1.0), 1e-300) / 2))


def _studentised(differences: FloatArray, base: FloatArray) -> tuple[float, float]:
    """Mean and standard error with one pair more for either side, as Agresti and Min advise.

    Where nothing differs, these pairs differ by as much as the scores of the base do.
    """
    most = float(np.abs(differences).max()) or float(np.ptp(base)) or float(np.abs(base).max()) or 1
    widened = np.append(differences, (most, -most))
    return float(widened.mean()), float(widened.std(ddof=1) / np.sqrt(widened.size))


def _mean_score(differences: FloatArray, base: FloatArray, offset: float) -> float:
    mean, error = _studentised(differences, base)
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
    """How much wider a mean of n autoregressive runs spreads than their variance says.

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


# What all benchmarks of a build say together: drift, a common shift, and how noisy a build is.
#
# Two versions that are measured one after the other differ by what happened to the machine between
# them, which no test of one benchmark can see. All benchmarks together show it: most of them did
# not change, so that the middle of their shifts, and their spread beyond what the runs explain,
# belong to the build.


_FOR_A_MIDDLE = 8  # benchmarks whose middle shift is taken for that of the build
_FOR_A_SPREAD = 20  # benchmarks whose spread shows the noise of the build
_MIDDLE = 1.2533  # standard error of a median over that of a mean, of a normal law
_FLAGGED = 0.005  # level at which drift is said to be there


@dataclass(frozen=True, eq=False)
class Suite(ByValue):
    """The build: `inflated` is by how much each score is too large, `common` the middle shift.

    `correlation` is that of neighbouring runs over all series, `p_correlation`, `p_trend` and
    `p_common` are p-values of no correlation, no trend within the runs, and no common shift;
    `spread` is that of the scores which the runs do not explain, 1 if they do.
    """

    inflated: FloatArray
    common: float
    correlation: float
    p_correlation: float
    p_trend: float
    p_common: float
    spread: float

    @property
    def drifts(self) -> bool:
        """Whether runs depend on when they were made."""
        return min(self.p_correlation, self.p_trend) <= _FLAGGED

    @property
    def shifted(self) -> bool:
        """Whether all benchmarks together are shifted."""
        return self.p_common <= _FLAGGED


def look_at_suite(shifts: Shifts, *, ordered: bool, apart: bool) -> Suite:
    """What the build says.

    Parameters
    ----------
    shifts : Shifts
        All benchmarks.
    ordered : bool
        Whether the order of the runs is that in which they were made.
    apart : bool
        Whether the versions were measured one after the other, neither in turns nor in pairs.
    """
    m = len(shifts.new)
    correlation, own, p_correlation, p_trend = 0.0, np.zeros(m), 1.0, 1.0
    if ordered:
        correlation, own, p_correlation, p_trend = _dependence(shifts)
    least = shifts.sizes[:, 1] if shifts.paired else shifts.sizes.min(axis=1)
    inflated = np.array([inflation(r, int(n)) for r, n in zip(own, least, strict=True)])
    common, p_common, spread = 0.0, 1.0, 1.0
    if apart:
        scores = shifts.scores(0.0) / inflated
        middle = float(np.median(scores))
        if m >= _FOR_A_SPREAD:
            spread = max(1.0, _SPREAD * float(np.median(np.abs(scores - middle))))
        if m >= _FOR_A_MIDDLE:
            common = float(np.median(shifts.estimates))
            p_common = 2 * float(ndtr(-abs(middle) * np.sqrt(m) / (_MIDDLE * spread)))
    return Suite(
        inflated * spread, common, correlation, p_correlation, p_trend, min(p_common, 1.0), spread
    )


def _dependence(shifts: Shifts) -> tuple[float, FloatArray, float, float]:
    """The correlation of neighbours: of all series, and of each benchmark drawn towards that.

    Each is raised by its own standard error: too high a correlation costs power, too low a one
    raises false alarms. Differences that were measured in turns share little with their
    neighbours, and are not raised: a few benchmarks would never be shown to be worse.
    """
    m = len(shifts.new)
    rows: list[tuple[FloatArray, ...]] = (
        [(each,) for each in shifts.new]
        if shifts.paired
        else list(zip(shifts.base, shifts.new, strict=True))
    )
    every = [neighbours(row) for row in rows]
    found = np.concatenate([each[0] for each in every])
    if found.size == 0:
        return 0.0, np.zeros(m), 1.0, 1.0
    lengths = np.concatenate([each[2] for each in every])
    trends = np.concatenate([each[1] for each in every])
    errors = lengths / np.maximum(lengths - 4, 2) * np.sqrt((lengths - 2) / lengths / lengths)
    mean = float(found.mean())
    p_correlation = float(ndtr(-found.sum() / np.sqrt(np.square(errors).sum())))
    p_trend = 2 * float(ndtr(-abs(trends @ np.sqrt(lengths - 1)) / np.sqrt(found.size)))
    noise = float(np.square(errors).mean())
    between = max(float(found.var()) - noise, 0.0) if found.size > 2 else 0.0
    own = np.full(m, mean)
    for row, each in enumerate(every):
        if each[0].size:
            left = noise / each[0].size
            share = between / (between + left)
            own[row] = mean + share * (float(each[0].mean()) - mean)
            if not shifts.paired:
                own[row] += np.sqrt(share * left + noise / found.size)  # what is not known of it
    return min(mean, 1.0), np.maximum(own, 0.0), p_correlation, p_trend


# How many more runs would decide what is undecided.


_POWER = 0.8
_MOST_RUNS = 100_000  # more are said to be too many


def more_runs(
    shifts: Shifts,
    suite: Suite,
    centres: FloatArray,
    bound: float,
    alpha: float,
    undecided: BoolArray,
    made: IntArray,
) -> list[int | None]:
    """How many more runs of each version would decide with a power of 0.8.

    If the shift is as estimated: with the standard error s now, of n runs, N = n (s (z + z') / D)^2
    for the claim that is nearer, where D is the way to its bound, z the quantile at its level (of
    "worse" that of Holm's first step) and z' that of the power; and at least so many that an exact
    p-value can be as small. `made` are the runs that there are, before any were put together.
    """
    errors = shifts.noise() * suite.inflated
    wanted: list[int | None] = []
    open_ones = max(int(undecided.sum()), 1)
    for row, still in enumerate(undecided.tolist()):
        if not still:
            wanted.append(None)
            continue
        n = int(shifts.sizes[row].max())
        least = math.inf
        ways = (
            (centres[row] - max(suite.common, 0.0), alpha / len(undecided)),
            (bound + min(suite.common, 0.0) - centres[row], alpha / open_ones),
        )
        for way, level in ways:
            if way <= 0:
                continue
            factor = errors[row] * (-ndtri(level) + ndtri(_POWER)) / way
            least = min(least, max(n * factor**2, _least_runs(level, shifts)))
        each = made[row] / n  # runs that were put together
        more = math.ceil(min(least, 1e15) * each) - int(made[row])
        wanted.append(max(more, 1) if more <= _MOST_RUNS else None)
    return wanted


def _least_runs(level: float, shifts: Shifts) -> int:
    """Runs of each version from which a p-value can be as small as the level."""
    n = 1
    while (2.0**-n if shifts.paired else 1 / math.comb(2 * n, n)) > level:
        n += 1
    return n

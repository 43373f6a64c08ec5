"""Coverage of the intervals of strengths, of who beats whom, and of average ranks.

Run by itself, ``python tools/calibration/of_orders.py`` prints the section of the page.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np

from calibration.rates import Claim
from calibration.studies import CONFIDENCE
from calibration.tables import rendered
from evenkeel._types import FloatArray
from evenkeel.numerics.resampling import left_out_weights
from evenkeel.ranks.kernels import rank_rows
from evenkeel.report.document import Column, Table
from evenkeel.stability._stability import rank_intervals
from evenkeel.stability.contests import Contests
from evenkeel.stability.likelihoods import win_logits
from evenkeel.stability.models import MODELS as STRENGTH_MODELS
from evenkeel.stability.models import Samples, intervals
from evenkeel.stability.options import PRIOR
from evenkeel.studies.models import MODELS
from evenkeel.studies.outcomes import Estimate, estimate

TABLES = 400
PROBLEMS = (10, 20, 50)
LEVEL = 0.95
WITHIN = 0.02
_LARGE = 40_000  # problems of the table that stands for the truth
_SEED = 0

#: What has an interval.
KINDS = ("Log strength", "Row beats column", "Log strength, Plackett-Luce", "Average rank")
MODELS_OF_KINDS = ("bradley-terry", "plackett-luce")


@dataclass(frozen=True)
class Truth:
    """A model of tables: how results scatter, and the advantages of the algorithms."""

    title: str
    distribution: str
    advantages: tuple[float, ...]

    def draw(self, generator: np.random.Generator, tables: int, n: int) -> FloatArray:
        """Losses (tables, n, k)."""
        advantages = np.array(self.advantages)
        return MODELS[self.distribution].draw(generator, tables, n, advantages)


TRUTHS = (
    Truth("Two, one better by half a standard deviation", "normal", (0.5, 0.0)),
    Truth("Five alike", "normal", (0.0,) * 5),
    Truth("Five in steps of one standard deviation", "normal", (4.0, 3.0, 2.0, 1.0, 0.0)),
    Truth("Five in steps of a half, many ties", "tied", (2.0, 1.5, 1.0, 0.5, 0.0)),
    Truth("Five in steps of a half, skewed", "skewed", (2.0, 1.5, 1.0, 0.5, 0.0)),
    Truth("Two, one better by two and a half", "normal", (2.5, 0.0)),
    Truth("Two, one better by four", "normal", (4.0, 0.0)),
    Truth("Five, one better by four", "normal", (4.0, 0.0, 0.0, 0.0, 0.0)),
    Truth("Five in steps of two", "normal", (8.0, 6.0, 4.0, 2.0, 0.0)),
    Truth("Three specialists among six", "three-specialists", (0.0,) * 6),
)


def fitted(contests: Contests, model: str, times: FloatArray) -> Samples:
    """The strengths in the samples in which problems count `times`."""
    return Samples(*STRENGTH_MODELS[model].fit(contests, times, PRIOR, None), 0)


@cache
def truth_of(truth: Truth) -> list[FloatArray]:
    """The statistics of so many problems that the prior and chance are gone."""
    losses = truth.draw(np.random.default_rng(_SEED + 1), 1, _LARGE)[0]
    contests, every = Contests(losses, split=False), np.ones((1, _LARGE))
    strengths, orders = (fitted(contests, model, every) for model in MODELS_OF_KINDS)
    pairs = np.argwhere(~np.eye(contests.k, dtype=bool))
    beats = win_logits(strengths.log[0], strengths.nu[0], pairs)
    return [strengths.log[0], beats, orders.log[0], rank_rows(losses).mean(axis=0)]


def bounds_of(losses: FloatArray) -> Iterator[tuple[FloatArray, FloatArray]]:
    """The intervals of a table (n, k), kind by kind."""
    contests = Contests(losses, split=False)
    n = len(losses)
    (without,) = left_out_weights(n)
    every = np.concatenate([np.ones((1, n)), without])
    found = []
    for model in MODELS_OF_KINDS:
        log, nu, _ = fitted(contests, model, every)
        less = Samples(log[1:], nu[1:], 0)
        found.append(intervals(contests, STRENGTH_MODELS[model], (log[0], nu[0]), less, LEVEL))
    ranks = rank_rows(losses)
    average = (every @ ranks) / every.sum(axis=1, keepdims=True)
    (strengths, beats), (orders, _) = found
    yield from (strengths, beats, orders)
    yield rank_intervals(average[0], average[1:], (1.0, float(contests.k)), 1 - LEVEL)


@cache
def coverage(truth: Truth, n: int) -> tuple[Estimate, ...]:
    """The share of intervals that hold the truth, over algorithms or pairs, kind by kind."""
    held = np.zeros(len(KINDS))
    for losses in truth.draw(np.random.default_rng(_SEED), TABLES, n):
        for kind, ((low, high), right) in enumerate(
            zip(bounds_of(losses), truth_of(truth), strict=True)
        ):
            held[kind] += ((low <= right) & (right <= high)).mean()
    return tuple(estimate(total, TABLES, CONFIDENCE) for total in held)


def table() -> str:
    """Coverage by model and number of problems; bold where it is too low by two points."""
    rows = [
        (truth.title, str(n), *(f"{rate.value:.3f}" for rate in coverage(truth, n)))
        for truth in TRUTHS
        for n in PROBLEMS
    ]
    off = frozenset(
        (row, 2 + kind)
        for row, (truth, n) in enumerate((truth, n) for truth in TRUTHS for n in PROBLEMS)
        for kind, rate in enumerate(coverage(truth, n))
        if rate.value < LEVEL - WITHIN
    )
    title = f"Coverage of {LEVEL:.0%} intervals of strengths and average ranks"
    columns = (Column("Model"), Column("n", "rank"), *(Column(kind, "rank") for kind in KINDS))
    return rendered(Table(title, title, columns, tuple(rows), off))


def section() -> Iterator[str]:
    """The section of the page."""
    yield "## Intervals of strengths and of average ranks"
    yield (
        "The intervals of `strengths` (with the default prior), Student's with the standard error "
        "of the jackknife over problems, wider by the exact interval of the wins where one of two "
        "won at most once, and of `stability` (of Friedman's average ranks), "
        "Gaffke's of a mean that cannot leave its range. "
        f"Coverage is the share of intervals, over all algorithms or pairs of {TABLES:,} tables, "
        "that hold what the same statistic is on a table of "
        f"{_LARGE:,} problems; bold if it is more than {100 * WITHIN:.0f} points below {LEVEL:g}. "
        "Where results are not those of a Bradley-Terry model, which is everywhere here but for "
        "two algorithms, that is the model's best approximation, not the share of wins. With 10 "
        "problems most tables of five algorithms in steps of one standard deviation have no "
        "finite maximum likelihood, and the prior makes the interval."
    )
    yield table()


def claims() -> Iterator[Claim]:
    """What the page says of them in short."""
    rates = {
        (truth, n): [rate.value for rate in coverage(truth, n)]
        for truth in TRUTHS
        for n in PROBLEMS
    }
    strengths = [rate for found in rates.values() for rate in found[:-1]]
    ranks = [found[-1] for found in rates.values()]
    yield (
        f"The {LEVEL:.0%} intervals of strengths and of the probability of beating hold the truth "
        f"in {min(strengths):.3f} to {max(strengths):.3f} of the cases with 10, 20 or 50 problems, "
        "with ties and skewed results and where one nearly always wins, too: they are right or "
        "safe. Those of average ranks hold it "
        f"in {min(ranks):.3f} to {max(ranks):.3f}. The probability of beating is that of the "
        "model, which is the share of problems won only where the model fits.",
        min(strengths) >= LEVEL - WITHIN and min(ranks) >= LEVEL - WITHIN,
    )


if __name__ == "__main__":
    for part in (*section(), *(claim for claim, _ in claims())):
        print(part, end="\n\n")

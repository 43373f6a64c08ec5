"""Coverage of confidence sets for ranks, and family-wise error of the closed permutation tests."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from calibration.studies import ALPHA, CONFIDENCE, FEWER
from evenkeel.adjustments.closed import closed_test_of_control, closed_test_of_pairs
from evenkeel.families import Family
from evenkeel.pairwise import wilcoxon_all
from evenkeel.posthocs.confidence_sets import adjust_beats, rank_bounds, sign_beats, wilcoxon_beats
from evenkeel.ranks.kernels import rank_rows
from evenkeel.studies.models import MODELS
from evenkeel.studies.outcomes import Estimate, estimate

RESAMPLES = 400
CLOSED_TABLES = 500
_SEED = 0


@dataclass(frozen=True)
class Truth:
    """A model with its true ranks: 1 + the number of algorithms that beat one.

    Wilcoxon's test says something of ranks only if differences are `symmetric`.
    """

    title: str
    distribution: str
    n: int
    ranks: tuple[int, ...]
    step: float = 0.0
    symmetric: bool = True


TRUTHS = (
    Truth("All alike", "normal", 30, (1,) * 10),
    Truth("In steps of half a standard deviation", "normal", 40, tuple(range(1, 11)), step=0.5),
    Truth("One bad algorithm", "one-bad", 30, (1,) * 9 + (10,)),
    *(
        Truth(MODELS[name].title, name, 50, (1,) * count + (worse,) * (10 - count), 0.0, worse == 1)
        for name, count, worse in (
            ("three-specialists", 3, 4),
            ("five-specialists", 5, 6),
            ("three-even-specialists", 3, 1),
            ("five-even-specialists", 5, 1),
        )
    ),
)


@dataclass(frozen=True)
class Coverage:
    """How often all sets hold the true ranks, and how many ranks a set has on average."""

    share: Estimate
    size: float


@cache
def coverage(truth: Truth, test: str) -> Coverage | None:
    """Of the sets by one test; None where it says nothing of these ranks."""
    if test == "wilcoxon" and not truth.symmetric:
        return None
    k = len(truth.ranks)
    losses = MODELS[truth.distribution].draw(
        np.random.default_rng(_SEED), FEWER, truth.n, -truth.step * np.arange(k, dtype=np.float64)
    )
    beats = (
        sign_beats(losses)
        if test == "sign"
        else np.array([wilcoxon_beats(wilcoxon_all(table, better="lower"))[0] for table in losses])
    )
    low, high = rank_bounds(adjust_beats(beats), ALPHA)
    ranks = np.array(truth.ranks)
    held = ((low <= ranks) & (ranks <= high)).all(axis=1).sum()
    return Coverage(estimate(float(held), FEWER, CONFIDENCE), float((high - low + 1).mean()))


@dataclass(frozen=True)
class Closed:
    """Family-wise error and average power of a closed test; None where no hypothesis is false."""

    family_wise_error: Estimate
    power_average: Estimate | None


CLOSED = ("normal", "one-bad", "specialists", "three-specialists")
CLOSED_SIZE = (20, 5)


@cache
def closed(distribution: str, kind: str) -> Closed:
    """Of the closed permutation test of all pairs, or of a control with the rest."""
    n, k = CLOSED_SIZE
    names = Family.of_size(k).algorithms
    family = Family(names, control=names[0] if kind == "control" else None)
    model = MODELS[distribution]
    true = model.alike(np.zeros(k), family.pairs)
    drawn = model.draw(np.random.default_rng(_SEED), CLOSED_TABLES, n, np.zeros(k))
    options = {"resamples": RESAMPLES, "seed": _SEED}
    adjusted = np.array(
        [
            closed_test_of_control(ranks, 0, **options).adjusted
            if kind == "control"
            else closed_test_of_pairs(ranks, **options).adjusted
            for ranks in rank_rows(drawn)
        ]
    )
    rejected = adjusted <= ALPHA
    power = None if true.all() else float(rejected[:, ~true].mean(axis=1).sum())
    return Closed(
        estimate(float(rejected[:, true].any(axis=1).sum()), CLOSED_TABLES, CONFIDENCE),
        None if power is None else estimate(power, CLOSED_TABLES, CONFIDENCE),
    )

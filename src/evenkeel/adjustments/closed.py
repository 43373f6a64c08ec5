"""The closed test by permutation, entered in the registry: it takes the ranks, not p-values."""

from __future__ import annotations

from evenkeel._types import FloatArray
from evenkeel.adjustments.closed_control import closed_test_of_control
from evenkeel.adjustments.closed_permutation import ClosedPvalues, closed_test_of_pairs
from evenkeel.adjustments.registry import Adjustment, register
from evenkeel.families import Family
from evenkeel.numerics.randomness import Seed
from evenkeel.words.references import Reference


def _closed_test(ranks: FloatArray, family: Family, *, resamples: int, seed: Seed) -> ClosedPvalues:
    if family.control is None:
        return closed_test_of_pairs(ranks, resamples=resamples, seed=seed)
    control = family.algorithms.index(family.control)
    return closed_test_of_control(ranks, control, resamples=resamples, seed=seed)


CLOSED_PERMUTATION = register(
    Adjustment(
        name="closed-permutation",
        title="Closed permutation",
        meaning="Tests every group of algorithms by permuting their ranks within problems, and "
        "rejects a pair if every group that holds it is rejected. Other algorithms cannot harm.",
        aliases=("closed",),
        kind="closed",
        controls="FWER",
        assumes="any dependence",
        families=("control", "all-pairs"),
        reference=Reference(
            "marcus1976",
            "Marcus, R. and Peritz, E. and Gabriel, K. R.",
            1976,
            "On closed testing procedures with special reference to ordered analysis of variance",
            "Biometrika",
            volume="63",
            pages="655-660",
            doi="10.1093/biomet/63.3.655",
        ),
        formula=_closed_test,
        quick=False,
        caveat="it tests the rank totals themselves, under the null hypothesis that algorithms are "
        "exchangeable within each problem, given the others, and does not use the raw p-values "
        "beside it.",
    )
)

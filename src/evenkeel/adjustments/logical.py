"""The procedures that use which hypotheses can be true together, entered in the registry."""

from __future__ import annotations

import numpy as np

from evenkeel._types import FloatArray
from evenkeel.adjustments.bergmann import bergmann_hommel
from evenkeel.adjustments.deciding import multiple, step_down
from evenkeel.adjustments.registry import Adjustment, register
from evenkeel.adjustments.shaffer import shaffer_counts, shaffer_dynamic, shaffer_static
from evenkeel.families import algorithms_of_pairs
from evenkeel.words.references import REFERENCES


def _true_counts(m: int) -> FloatArray:
    return shaffer_counts(algorithms_of_pairs(m)).astype(np.float64)


SHAFFER = register(
    Adjustment(
        name="shaffer",
        title="Shaffer static",
        meaning="Holm for all pairs, using how many hypotheses can be true together once some "
        "are false.",
        aliases=("shaffer-static", "shaffer-s1"),
        kind="logical",
        controls="FWER",
        assumes="any dependence",
        families=("all-pairs",),
        reference=REFERENCES["shaffer1986"],
        formula=shaffer_static,
        decide=step_down(
            lambda p: multiple(p, _true_counts(p.shape[-1])),
            lambda m, alpha: alpha / _true_counts(m),
        ),
    )
)

SHAFFER_DYNAMIC = register(
    Adjustment(
        name="shaffer-dynamic",
        title="Shaffer dynamic",
        meaning="Like Shaffer static, but counts which hypotheses can be true together with "
        "each one that is rejected.",
        aliases=("shaffer-s2",),
        kind="logical",
        controls="FWER",
        assumes="any dependence",
        families=("all-pairs",),
        reference=REFERENCES["shaffer1986"],
        formula=shaffer_dynamic,
        quick=False,
    )
)

BERGMANN = register(
    Adjustment(
        name="bergmann",
        title="Bergmann-Hommel",
        meaning="For all pairs, uses exactly which hypotheses can be true together. The "
        "strongest of the valid ones here.",
        aliases=("bergmann-hommel",),
        kind="logical",
        controls="FWER",
        assumes="any dependence",
        families=("all-pairs",),
        reference=REFERENCES["bergmann1988"],
        formula=bergmann_hommel,
        quick=False,
    )
)

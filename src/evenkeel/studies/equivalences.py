"""Tests of equivalence on simulated tables: how often they claim it, rightly and wrongly."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from evenkeel._types import BoolArray, FloatArray
from evenkeel.adjustments import adjust
from evenkeel.adjustments.registry import FamilyKind
from evenkeel.effects.centres import CentreTest, within
from evenkeel.effects.equivalence_tests import checked_alpha, fitting_procedure
from evenkeel.effects.margins import as_margin
from evenkeel.errors import InputError, choice
from evenkeel.families import Family
from evenkeel.numerics.differences import HALF_ULP
from evenkeel.studies.blocks import Block, Resources, add_up, block_size, in_pieces, run_study
from evenkeel.studies.models import MODELS
from evenkeel.studies.outcomes import Estimate, estimate
from evenkeel.studies.pvalues import UNADJUSTED
from evenkeel.studies.simulated import sums_of_rejections
from evenkeel.studies.storage import Tally


@dataclass(frozen=True)
class Sampling:
    """How many tables are drawn, from which seed, and by whom."""

    repetitions: int
    seed: int
    workers: int | None
    backend: str | None


#: Measures the power with n problems.
Measure = Callable[[int, Sampling], Estimate]

#: The tests of equivalence by the names of the comparisons that `problems_needed` takes.
TESTS: Mapping[str, CentreTest] = {"wilcoxon-exact": "wilcoxon", "sign": "sign"}


@dataclass(frozen=True, eq=False)
class EquivalenceSimulation:
    """The work on a block of simulated tables.

    The margin is in standard deviations of a result, as the advantages in `effect` are.
    """

    n: int
    effect: tuple[float, ...]
    distribution: str
    family: Family
    margin: float
    test: CentreTest
    procedure: str
    alpha: float

    @property
    def close(self) -> BoolArray:
        """Which pairs are equivalent: their advantages differ by less than the margin."""
        return close_pairs(self.effect, self.family, self.margin)

    def __call__(self, block: Block) -> Tally:
        """Draw the tables of the block, test them and add up."""
        model = MODELS[self.distribution]
        losses = model.draw(block.generator(), block.size, self.n, np.array(self.effect))
        return add_up(self._tally(piece) for piece in in_pieces(losses))

    def _tally(self, losses: FloatArray) -> Tally:
        pvalue = pvalues_of_tables(losses, self.family, self.margin, self.test)
        if self.procedure != UNADJUSTED:
            pvalue = adjust(pvalue, self.procedure, family=self.family)
        return sums_of_rejections(pvalue <= self.alpha, ~self.close)

    def run(self, sampling: Sampling) -> Tally:
        """What `sums_of_rejections` counts, over many tables."""
        tallies, _ = run_study(
            self,
            {},
            scenarios=1,
            repetitions=sampling.repetitions,
            size=block_size(self.n, self.family.k, slow=MODELS[self.distribution].step is not None),
            seed=sampling.seed,
            resources=Resources(sampling.workers, sampling.backend, progress=False),
        )
        return tallies[0]


def close_pairs(effect: tuple[float, ...], family: Family, margin: float) -> BoolArray:
    """Which pairs of the family have advantages that differ by less than the margin."""
    first, second = (np.array(effect)[family.pairs[:, side]] for side in (0, 1))
    close: BoolArray = np.abs(first - second) < margin
    return close


def pvalues_of_tables(
    losses: FloatArray, family: Family, margin: float, test: CentreTest
) -> FloatArray:
    """Raw p-values (r, m) of "not equivalent", of tables (r, n, k)."""
    first, second = (np.moveaxis(losses[..., family.pairs[:, side]], 1, 2) for side in (0, 1))
    differences = (first - second).reshape(-1, losses.shape[1])
    errors = HALF_ULP * (np.abs(first) + np.abs(second)).reshape(differences.shape)
    errors += HALF_ULP * np.abs(differences)
    p_low, p_high, _ = within(differences, errors, (-margin, margin), HALF_ULP, test)
    return np.maximum(p_low, p_high).reshape(len(losses), family.m)


def measuring_equivalence(
    effect: tuple[float, ...],
    distribution: str,
    kind: FamilyKind,
    margin: float,
    comparison: str | None,
    procedure: str,
    aim: str,
    alpha: float,
) -> tuple[Measure, dict[str, Any]]:
    """How the power to show equivalence is measured, and by which tests."""
    choice(aim, ("average", "any", "all"), "aim of a study of equivalence")
    names = Family.of_size(len(effect)).algorithms
    family = Family(names, names[0] if kind == "control" else None)
    low, high = as_margin(margin, family)
    if low != -high:
        raise InputError(f"equivalence is {margin!r}; give one positive number")
    _require_centres(distribution)
    close = close_pairs(effect, family, high)
    if not close.any():
        raise InputError(
            f"no pair has advantages that differ by less than the margin of {margin:g}: none is "
            "equivalent, and no number of problems shows it; give a larger margin, or no effect"
        )
    source = choice(
        "wilcoxon-exact" if comparison is None else comparison,
        TESTS,
        "comparison of a study of equivalence",
    )
    named = procedure if procedure == UNADJUSTED else fitting_procedure(procedure, family).name
    level = checked_alpha(alpha)

    def measure(n: int, sampling: Sampling) -> Estimate:
        work = EquivalenceSimulation(
            n, effect, distribution, family, high, TESTS[source], named, level
        )
        sums = work.run(sampling)
        totals = {
            "average": sums["rejected"][close].mean(),
            "any": sums["any false"],
            "all": sums["all false"],
        }
        return estimate(float(totals[aim]), sampling.repetitions, 0.95)

    return measure, {
        "family": kind,
        "comparison": source,
        "procedure": named,
        "omnibus": None,
        "equivalence": high,
    }


def _require_centres(distribution: str) -> None:
    """Refuse a model in which advantages do not tell how far centres lie apart."""
    model = MODELS[distribution]
    if model.kinds is not None or model.log_scale:
        fitting = [m.name for m in MODELS.values() if m.kinds is None and not m.log_scale]
        raise InputError(
            f"with the distribution {distribution!r} the advantages do not say how far the centres "
            f"of algorithms lie apart; for equivalence choose one of {', '.join(fitting)}"
        )

"""The work on blocks: simulated tables, samples of the user's own, tests of equivalence."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from scipy.special import log_expit

from evenkeel._types import BoolArray, FloatArray, IndexArray
from evenkeel.adjustments import adjust
from evenkeel.adjustments.registry import FamilyKind
from evenkeel.effects._equivalence import checked_alpha, fitting_procedure
from evenkeel.effects.intervals import CentreTest, within
from evenkeel.effects.margins import as_margin
from evenkeel.errors import InputError, choice
from evenkeel.families import Family
from evenkeel.numerics.arrays import HALF_ULP
from evenkeel.omnibus.registry import Ties
from evenkeel.ranks.registry import Tables
from evenkeel.studies.blocks import Block, Resources, add_up, block_size, in_pieces, run_study
from evenkeel.studies.models import MODELS, NO_HOLES, Holes
from evenkeel.studies.outcomes import Estimate, estimate
from evenkeel.studies.pvalues import COMPARISONS, UNADJUSTED, adjusted_pvalues, omnibus_pvalues
from evenkeel.studies.storage import Tally

# The work on blocks of simulated tables.


@dataclass(frozen=True, eq=False)
class Simulation:
    """The work on a block of simulated tables."""

    n: int
    effect: tuple[float, ...]
    distribution: str
    family: Family
    omnibus: tuple[str, ...]
    comparisons: tuple[str, ...]
    procedures: tuple[str, ...]
    ties: Ties
    alpha: float
    holes: Holes = NO_HOLES

    @property
    def true(self) -> BoolArray:
        """Which hypotheses are true."""
        return MODELS[self.distribution].alike(np.array(self.effect), self.family.pairs)

    def applicable(self, comparison: str) -> tuple[str, ...]:
        """The procedures for a comparison: none if its p-values are adjusted already."""
        return (UNADJUSTED,) if COMPARISONS[comparison].adjusted else self.procedures

    def __call__(self, block: Block) -> Tally:
        """Draw the tables of the block, test them and add up."""
        model = MODELS[self.distribution]
        generator = block.generator()
        losses = model.draw(generator, block.size, self.n, np.array(self.effect))
        losses = self.holes.punch(losses, generator)
        return add_up(self._tally(Tables(piece)) for piece in in_pieces(losses))

    def _tally(self, tables: Tables) -> Tally:
        rejections = [
            omnibus_pvalues(tables, test, self.ties) <= self.alpha for test in self.omnibus
        ]
        tally: Tally = {"omnibus": np.array([rejected.sum() for rejected in rejections], dtype=int)}
        for name in self.comparisons:
            adjusted = adjusted_pvalues(
                tables,
                COMPARISONS[name],
                self.family,
                self.applicable(name),
                holes=self.holes.left,
            )
            for procedure, pvalues in adjusted.items():
                sums = sums_of_rejections(pvalues <= self.alpha, self.true)
                tally |= {key(name, procedure, what): total for what, total in sums.items()}
        return tally

    def parameters(self) -> dict[str, object]:
        """What the sums depend on, for the store."""
        return {
            "study": "simulation",
            "n": self.n,
            "effect": list(self.effect),
            "distribution": self.distribution,
            "family": self.family.kind,
            "omnibus": list(self.omnibus),
            "comparisons": list(self.comparisons),
            "procedures": list(self.procedures),
            "ties": self.ties,
            "alpha": self.alpha,
            **({"holes": asdict(self.holes)} if self.holes.share else {}),
        }


def sums_of_rejections(rejected: BoolArray, true: BoolArray) -> Tally:
    """What is counted of the rejections (r, m) of a family."""
    wrong, right = rejected[:, true], rejected[:, ~true]
    wrong_share = wrong.sum(axis=1) / np.maximum(rejected.sum(axis=1), 1)
    sums = {
        "rejected": rejected.sum(axis=0),
        "any true": wrong.any(axis=1).sum(),
        "false discoveries": wrong_share.sum(),
        "any false": right.any(axis=1).sum(),
        "all false": right.all(axis=1).sum(),
    }
    return {what: np.asarray(total) for what, total in sums.items()}


def key(comparison: str, procedure: str, what: str) -> str:
    """The name of a sum in the tally."""
    return f"{comparison} | {procedure} | {what}"


# The work on blocks of samples of the user's own table, and on continuations of it.


@dataclass(frozen=True, eq=False)
class Resampling:
    """The work on a block of samples; one scenario a bias."""

    losses: FloatArray
    advantages: FloatArray
    bias: tuple[float, ...]
    size: int
    family: Family
    comparison: str
    procedures: tuple[str, ...]
    alpha: float

    def __call__(self, block: Block) -> Tally:
        """Draw the samples of the block, test them and add up."""
        log_weights = log_expit(self.bias[block.scenario] * self.advantages)
        chosen = draw_without_replacement(block.generator(), log_weights, block.size, self.size)
        return add_up(
            tally_rejections(
                Tables(self.losses[piece]),
                self.family,
                self.comparison,
                self.procedures,
                self.alpha,
            )
            for piece in in_pieces(chosen)
        )

    def parameters(self) -> dict[str, object]:
        """What the sums depend on, for the store."""
        return {
            "study": "resampling",
            "table": _digest(self.losses),
            "differences": _digest(self.advantages),
            "algorithms": list(self.family.algorithms),
            "control": self.family.control,
            "size": self.size,
            "bias": list(self.bias),
            "comparison": self.comparison,
            "procedures": list(self.procedures),
            "alpha": self.alpha,
        }


@dataclass(frozen=True, eq=False)
class Continuation:
    """The work on a block of continued tables.

    How frequent problems like each of the n of the table are is not known from so few: each
    continuation has frequencies of its own, flat Dirichlet ones (the Bayesian bootstrap of Rubin
    1981, doi:10.1214/aos/1176345338).
    """

    losses: FloatArray
    more: int
    family: Family
    comparison: str
    procedure: str
    alpha: float

    def __call__(self, block: Block) -> Tally:
        """Continue the table with problems drawn from it, test and add up."""
        n = len(self.losses)
        generator = block.generator()
        reached = np.cumsum(generator.standard_exponential((block.size, n)), axis=1)
        reached /= reached[:, -1:]
        table = np.arange(block.size)[:, None]  # added, one search serves all tables
        places = np.searchsorted(
            (reached + table).ravel(), (generator.random((block.size, self.more)) + table).ravel()
        ).reshape(block.size, self.more)
        drawn = np.clip(places - n * table, 0, n - 1)
        rows = np.hstack([np.broadcast_to(np.arange(n), (block.size, n)), drawn])
        return tally_rejections(
            Tables(self.losses[rows]), self.family, self.comparison, [self.procedure], self.alpha
        )


def tally_rejections(
    tables: Tables, family: Family, comparison: str, procedures: Sequence[str], alpha: float
) -> Tally:
    """Count rejections and add up adjusted p-values, by procedure and hypothesis."""
    adjusted = np.stack(
        list(adjusted_pvalues(tables, COMPARISONS[comparison], family, procedures).values())
    )
    rejected = adjusted <= alpha
    return {
        "rejected": rejected.sum(axis=1),
        "any rejected": rejected.any(axis=2).sum(axis=1),
        "adjusted": adjusted.sum(axis=1),
    }


def draw_without_replacement(
    generator: np.random.Generator, log_weights: FloatArray, samples: int, size: int
) -> IndexArray:
    """Positions of weighted samples without replacement, shape (samples, size).

    The `size` largest log w_i + G_i, with independent standard Gumbel G_i, are distributed like
    `size` successive draws with probabilities proportional to the w_i that are left. Logarithms
    keep weights apart that would underflow.
    """
    keys = log_weights + generator.gumbel(size=(samples, log_weights.size))
    return np.argpartition(-keys, size - 1, axis=1)[:, :size]


def _digest(values: FloatArray) -> str:
    """A fingerprint of an array."""
    return hashlib.sha256(np.ascontiguousarray(values).tobytes()).hexdigest()


# Tests of equivalence on simulated tables: how often they claim it, rightly and wrongly.


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

"""simulate(): error rates and power on simulated tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, cast

import numpy as np
from numpy.typing import NDArray

from evenkeel.adjustments.registry import FamilyKind
from evenkeel.errors import InputError, choice, fraction
from evenkeel.families import Family
from evenkeel.omnibus.core import Ties
from evenkeel.omnibus.friedman_law import friedman_law
from evenkeel.results import FloatArray
from evenkeel.studies.blocks import Block, Execution, Resources, block_size, checked_seed, run_study
from evenkeel.studies.models import MODELS
from evenkeel.studies.outcomes import Estimate, estimate
from evenkeel.studies.pvalues import (
    COMPARISONS,
    UNADJUSTED,
    Tables,
    adjusted_pvalues,
    chosen_comparisons,
    chosen_omnibus,
    chosen_procedures,
    omnibus_pvalues,
)
from evenkeel.studies.resampling import whole_number
from evenkeel.studies.storage import Tally

if TYPE_CHECKING:
    from evenkeel.report.document import Document


@dataclass(frozen=True)
class FamilyOutcome:
    """What one procedure does with the p-values of one comparison.

    A hypothesis is true if its two algorithms have the same advantage. An entry is None if there
    is no hypothesis of its kind.

    Attributes
    ----------
    comparison, procedure : str
        Where the raw p-values come from, and what adjusts them; ``"none"`` leaves them raw.
    rejected : tuple of Estimate
        Share of the tables in which each hypothesis of the family is rejected: its type I error
        if it is true, its power if it is false.
    single_error : Estimate or None
        Type I error of a single comparison: the mean of `rejected` over the true hypotheses.
    family_wise_error : Estimate or None
        Share of the tables in which any true hypothesis is rejected.
    false_discovery_rate : Estimate
        Mean share of the true hypotheses among those rejected; 0 where none is rejected.
    power_average, power_any, power_all : Estimate or None
        Mean of `rejected` over the false hypotheses; shares of the tables in which at least one
        and in which each of them is rejected.
    """

    comparison: str
    procedure: str
    rejected: tuple[Estimate, ...]
    single_error: Estimate | None
    family_wise_error: Estimate | None
    false_discovery_rate: Estimate
    power_average: Estimate | None
    power_any: Estimate | None
    power_all: Estimate | None


@dataclass(frozen=True, eq=False)
class SimulationStudy:
    """Error rates and power of tests and procedures on simulated tables.

    Attributes
    ----------
    n, k : int
        Problems and algorithms of each table.
    effect : tuple of float
        Advantage of each algorithm, in standard deviations of a result.
    distribution : str
        The model of the results.
    family : Family
        The hypotheses.
    true : ndarray of bool, shape (m,)
        Which hypotheses are true.
    omnibus : mapping of str to Estimate
        Share of the tables in which each omnibus test rejects: its type I error if all algorithms
        are alike, else its power.
    outcomes : tuple of FamilyOutcome
        One for each comparison and procedure; `outcome` finds them by name.
    ties : {"uncorrected", "corrected"}
        Whether the omnibus statistics are corrected for ties.
    alpha, confidence : float
        Level of significance, and confidence of the Monte Carlo intervals (Wilson's).
    repetitions : int
        Number of tables.
    execution : Execution
        Seed, blocks, and how they were computed.
    """

    n: int
    k: int
    effect: tuple[float, ...]
    distribution: str
    family: Family
    true: NDArray[np.bool_]
    omnibus: Mapping[str, Estimate] = field(repr=False)
    outcomes: tuple[FamilyOutcome, ...] = field(repr=False)
    ties: Ties
    alpha: float
    confidence: float
    repetitions: int
    execution: Execution

    def outcome(self, comparison: str, procedure: str = UNADJUSTED) -> FamilyOutcome:
        """The outcome of one procedure on the p-values of one comparison."""
        found = {(each.comparison, each.procedure): each for each in self.outcomes}
        choice(comparison, dict.fromkeys(name for name, _ in found), "comparison of this study")
        procedures = [name for owner, name in found if owner == comparison]
        return found[comparison, choice(procedure, procedures, "procedure of this study")]

    def report(self) -> Document:
        """The study as a report."""
        from evenkeel.studies.reporting import report_simulation

        return report_simulation(self)


def simulate(
    n: int,
    k: int,
    *,
    effect: float | Sequence[float] = 0.0,
    distribution: str = "normal",
    family: str = "all-pairs",
    omnibus: str | Iterable[str] = ("friedman", "iman-davenport", "aligned", "quade"),
    comparisons: str | Iterable[str] = ("friedman-normal", "friedman-exact"),
    procedures: str | Iterable[str] | None = None,
    ties: str = "uncorrected",
    repetitions: int = 10_000,
    alpha: float = 0.05,
    confidence: float = 0.95,
    seed: int | None = 0,
    workers: int | None = None,
    backend: str | None = None,
    store: str | Path | None = None,
    progress: bool | None = None,
) -> SimulationStudy:
    """Simulate tables and measure how often tests and procedures are wrong, and right.

    The null hypothesis of a pair is true if its algorithms have the same advantage; otherwise it
    is false. The omnibus hypothesis is true if all have the same.

    The loss of algorithm j on problem i is s_i (e_ij - a_j), with its advantage a_j, independent
    noise e_ij of mean 0 and standard deviation 1, and a scale s_i of the problem. `distribution`
    chooses them:

    - ``"normal"``: normal noise, all scales 1;
    - ``"skewed"``: exponential noise, with a long tail of bad results;
    - ``"heavy-tailed"``: noise with the t law of 3 degrees of freedom;
    - ``"tied"``: normal noise, results rounded to half a standard deviation, so that many tie;
    - ``"unequal-scales"``: normal noise, log s_i standard normal.

    Every rate has its Monte Carlo interval (`Estimate`). The hypotheses are tested whether or not
    an omnibus test rejects. Thousands of tables are treated at once, by the same functions as
    single tables.

    Parameters
    ----------
    n, k : int
        Numbers of problems and algorithms, at least 2.
    effect : float or sequence of k floats, default 0
        Advantage of each algorithm, in standard deviations of a result; a single number is that
        of the first algorithm over all others.
    distribution : str, default "normal"
        The model of the results.
    family : {"all-pairs", "control"}
        All pairs, or the first algorithm against the others.
    omnibus : str or iterable of str
        Omnibus tests: ``"friedman"``, ``"iman-davenport"``, ``"aligned"``, ``"quade"`` and
        ``"friedman-exact"``, for small tables without ties; ``"all"`` for all that can be had.
    comparisons : str or iterable of str, default "friedman-normal" and "friedman-exact"
        Where the raw p-values come from: a ranking (``friedman``, ``aligned``, ``quade``) with
        ``-normal``, ``-calibrated`` or ``-exact``, see `posthoc_statistics`; or a pairwise test,
        ``"wilcoxon-normal"``, ``"wilcoxon-exact"``, ``"sign-exact"`` or ``"t"``; or, against a
        control, ``"multiple-sign"``, which needs no procedure. ``"all"`` for all that serve the
        family. Exact p-values of aligned ranks, and of tied ones, need a law for each table, which
        is slow.
    procedures : str or iterable of str, optional
        Names of procedures, see `procedures`; ``"all"`` for all that serve the family. By default
        those that the documents list for it. The raw p-values are always counted too.
    ties : {"uncorrected", "corrected"}
        Whether the omnibus statistics are corrected for ties.
    repetitions : int, default 10000
        Number of tables.
    alpha, confidence, seed, workers, backend, store, progress
        As in `power`.

    Returns
    -------
    SimulationStudy

    References
    ----------
    Garcia, Fernandez, Luengo and Herrera (2010), doi:10.1016/j.ins.2009.12.010, study the power of
    the procedures against a control.

    Examples
    --------
    If all algorithms are alike, the z of equation (13) of Derrac et al. (2011) for aligned ranks
    rejects too often, the calibrated one does not:

    >>> from evenkeel.studies.simulation import simulate
    >>> names = ["aligned-normal", "aligned-calibrated"]
    >>> study = simulate(20, 4, comparisons=names, procedures="holm", repetitions=2000)
    >>> [study.outcome(name).single_error.low > 0.05 for name in names]
    [True, False]
    """
    n, k = whole_number(n, "n", 2), whole_number(k, "k", 2)
    kind = cast(FamilyKind, choice(family, ("all-pairs", "control"), "family"))
    names = Family.of_size(k).algorithms
    hypotheses = Family(names, names[0] if kind == "control" else None)
    advantages = effect_of_each(effect, k)
    choice(distribution, MODELS, "distribution")
    work = Simulation(
        n,
        advantages,
        distribution,
        hypotheses,
        _feasible_omnibus(chosen_omnibus(omnibus), n, k, distribution, exacting=omnibus != "all"),
        chosen_comparisons(comparisons, kind),
        tuple(dict.fromkeys([UNADJUSTED, *chosen_procedures(procedures, kind)])),
        cast(Ties, choice(ties, ("uncorrected", "corrected"), "treatment of ties")),
        fraction(alpha, "alpha"),
    )
    confidence = fraction(confidence, "confidence")
    repetitions = whole_number(repetitions, "repetitions", 1)
    tallies, execution = run_study(
        work,
        work.parameters(),
        scenarios=1,
        repetitions=repetitions,
        size=block_size(n, k),
        seed=checked_seed(seed),
        resources=Resources(workers, backend, store, progress),
    )
    return SimulationStudy(
        n=n,
        k=k,
        effect=advantages,
        distribution=distribution,
        family=hypotheses,
        true=work.true,
        omnibus={
            name: estimate(float(total), repetitions, confidence)
            for name, total in zip(work.omnibus, tallies[0]["omnibus"], strict=True)
        },
        outcomes=tuple(_outcomes(work, tallies[0], repetitions, confidence)),
        ties=work.ties,
        alpha=work.alpha,
        confidence=confidence,
        repetitions=repetitions,
        execution=execution,
    )


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

    @property
    def true(self) -> NDArray[np.bool_]:
        """Which hypotheses are true."""
        first, second = np.array(self.effect)[self.family.pairs].T
        true: NDArray[np.bool_] = first == second
        return true

    def applicable(self, comparison: str) -> tuple[str, ...]:
        """The procedures for a comparison: none if its p-values are adjusted already."""
        return (UNADJUSTED,) if COMPARISONS[comparison].adjusted else self.procedures

    def __call__(self, block: Block) -> Tally:
        """Draw the tables of the block, test them and add up."""
        model = MODELS[self.distribution]
        losses = model.draw(block.generator(), block.size, self.n, np.array(self.effect))
        tables = Tables(losses)
        rejections = [
            omnibus_pvalues(tables, test, self.ties) <= self.alpha for test in self.omnibus
        ]
        tally: Tally = {"omnibus": np.array([rejected.sum() for rejected in rejections], dtype=int)}
        for name in self.comparisons:
            adjusted = adjusted_pvalues(
                tables, COMPARISONS[name], self.family, self.applicable(name)
            )
            for procedure, pvalues in adjusted.items():
                sums = _sums(pvalues <= self.alpha, self.true)
                tally |= {_key(name, procedure, what): total for what, total in sums.items()}
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
        }


def effect_of_each(effect: float | Sequence[float], k: int) -> tuple[float, ...]:
    """The advantage of each of k algorithms."""
    given = np.asarray(effect, dtype=np.float64)
    if given.ndim == 0:
        given = np.append(given, np.zeros(k - 1))
    if given.shape != (k,) or not np.isfinite(given).all():
        raise InputError(
            f"effect is {effect!r}; give one finite number, or one for each of the {k} algorithms"
        )
    return tuple(given.tolist())


def _feasible_omnibus(
    tests: tuple[str, ...], n: int, k: int, distribution: str, *, exacting: bool
) -> tuple[str, ...]:
    """The tests, once it is clear that Friedman's exact law can be had if it is wanted.

    Unless `exacting`, a law that cannot be had is left out.
    """
    if "friedman-exact" not in tests:
        return tests
    try:
        if MODELS[distribution].step is not None:
            raise InputError(
                f'the distribution {distribution!r} has ties, and "friedman-exact" is for tables '
                "without them; leave it out"
            )
        friedman_law(n, k)
    except InputError:
        if exacting:
            raise
        return tuple(test for test in tests if test != "friedman-exact")
    return tests


def _sums(rejected: NDArray[np.bool_], true: NDArray[np.bool_]) -> Tally:
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


def _key(comparison: str, procedure: str, what: str) -> str:
    return f"{comparison} | {procedure} | {what}"


def _outcomes(
    work: Simulation, tally: Tally, repetitions: int, confidence: float
) -> Iterator[FamilyOutcome]:
    def share(total: FloatArray | float) -> Estimate:
        return estimate(float(total), repetitions, confidence)

    true = work.true
    for name in work.comparisons:
        for procedure in work.applicable(name):
            sums = {
                what: tally[_key(name, procedure, what)]
                for what in ("rejected", "any true", "false discoveries", "any false", "all false")
            }
            rejected = sums["rejected"]
            some_true, some_false = bool(true.any()), not true.all()
            yield FamilyOutcome(
                name,
                procedure,
                rejected=tuple(share(total) for total in rejected),
                single_error=share(rejected[true].mean()) if some_true else None,
                family_wise_error=share(sums["any true"]) if some_true else None,
                false_discovery_rate=share(sums["false discoveries"]),
                power_average=share(rejected[~true].mean()) if some_false else None,
                power_any=share(sums["any false"]) if some_false else None,
                power_all=share(sums["all false"]) if some_false else None,
            )

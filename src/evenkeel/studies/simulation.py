"""simulate(): error rates and power on simulated tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import Any, ClassVar, cast

from evenkeel._types import BoolArray, FloatArray
from evenkeel.adjustments.registry import FamilyKind
from evenkeel.errors import choice, fraction
from evenkeel.families import Family
from evenkeel.omnibus.registry import TIES, Ties
from evenkeel.result import Result
from evenkeel.studies.blocks import Execution, Resources, block_size, checked_seed, run_study
from evenkeel.studies.checks import chosen_with, effect_of_each, feasible_omnibus, whole_number
from evenkeel.studies.models import MODELS, NO_HOLES, Holes
from evenkeel.studies.outcomes import Estimate, estimate
from evenkeel.studies.pvalues import UNADJUSTED, is_slow
from evenkeel.studies.storage import Tally
from evenkeel.studies.work import Simulation, key


class FamilyOutcome(Result):
    """What one procedure does with the p-values of one comparison.

    A hypothesis is true if its two algorithms are alike in the model of the study. An entry is None
    if there is no hypothesis of its kind.

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


class SimulationStudy(Result):
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
    ties : {"corrected", "uncorrected"}
        Whether the omnibus statistics are corrected for ties.
    alpha, confidence : float
        Level of significance, and confidence of the Monte Carlo intervals (Wilson's).
    repetitions : int
        Number of tables.
    execution : Execution
        Seed, blocks, and how they were computed.
    holes : Holes
        Which results are missing, and what was done about it.
    """

    _printed: ClassVar[tuple[str, ...]] = ("omnibus", "single", "errors", "power")

    n: int
    k: int
    effect: tuple[float, ...]
    distribution: str
    family: Family
    true: BoolArray
    omnibus: Mapping[str, Estimate] = field(repr=False)
    outcomes: tuple[FamilyOutcome, ...] = field(repr=False)
    ties: Ties
    alpha: float
    confidence: float
    repetitions: int
    execution: Execution
    holes: Holes = NO_HOLES

    def outcome(self, comparison: str, procedure: str = UNADJUSTED) -> FamilyOutcome:
        """The outcome of one procedure on the p-values of one comparison."""
        found = {(each.comparison, each.procedure): each for each in self.outcomes}
        choice(comparison, dict.fromkeys(name for name, _ in found), "comparison of this study")
        procedures = [name for owner, name in found if owner == comparison]
        return found[comparison, choice(procedure, procedures, "procedure of this study")]


def simulate(
    n: int,
    k: int,
    *,
    effect: float | Sequence[float] = 0.0,
    distribution: str = "normal",
    family: str = "all-pairs",
    omnibus: str | Iterable[str] | None = None,
    comparisons: str | Iterable[str] | None = None,
    procedures: str | Iterable[str] | None = None,
    ties: str = "corrected",
    missing: float = 0.0,
    missing_where: str = "random",
    missing_choice: str = "keep",
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

    The null hypothesis of a pair is true if its algorithms are alike: they have the same advantage
    and, where the model makes algorithms of several kinds, are of one kind; otherwise it is false.
    The omnibus hypothesis is true if all are alike.

    The loss of algorithm j on problem i is s_i (e_ij - a_j), with its advantage a_j, noise e_ij and
    a scale s_i of the problem. `distribution` chooses them. With the first five the noise is
    independent, of mean 0 and standard deviation 1, and all algorithms are of one kind:

    - ``"normal"``: normal noise, all scales 1;
    - ``"skewed"``: exponential noise, with a long tail of bad results;
    - ``"heavy-tailed"``: noise with the t law of 3 degrees of freedom;
    - ``"tied"``: normal noise, results rounded to half a standard deviation, so that many tie;
    - ``"unequal-scales"``: normal noise, log s_i standard normal.

    With the others algorithms differ in more than their advantage. The p-values whose law is taken
    from all k algorithms suppose that they do not, and may separate two that are alike:

    - ``"unequal-spread"``: normal noise, of standard deviation 4 for the first k / 2 algorithms
      (rounded down); two of the same spread are alike;
    - ``"correlated-pairs"``: normal noise, with a correlation of 0.9 between A1 and A2, between A3
      and A4, and so on; two are alike if their partners are;
    - ``"one-bad"``: normal noise, and the last algorithm is worse by 3 standard deviations;
    - ``"specialists"``: the control A1 and A2 win or lose by 20 standard deviations, on 70% and 30%
      of the problems, each by its own chance; the others have normal noise. The specialists are
      alike, and so are the others. ``"three-specialists"`` and ``"five-specialists"`` have more
      of them, and with ``"three-even-specialists"`` and ``"five-even-specialists"`` they win on
      half of the problems. What tells an even specialist from the others, or algorithms of unequal
      spread apart, need not be which of them is better: power is then no merit.

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
    omnibus : str or iterable of str, optional
        Omnibus tests by their names, by default all that are registered; and
        ``"friedman-exact"``, for small tables without ties; ``"all"`` for all that can be had.
        A test for a trend predicts the order A1, A2, ...
    comparisons : str or iterable of str, optional
        By default ``"friedman-calibrated"`` and ``"friedman-exact"``, with holes all that serve
        them. Where the raw p-values come from: a ranking (``friedman``, ``aligned``, ``quade``)
        with ``-normal``, ``-calibrated``, ``-exact`` or ``-paired``, see `posthoc_statistics`; or a
        pairwise test, ``"wilcoxon-normal"``, ``"wilcoxon-exact"``, ``"wilcoxon"`` (exact for few
        problems), ``"sign-exact"`` (ties split), ``"sign"`` (ties left out) or ``"t"``; or, against
        a control, ``"multiple-sign"``, which needs no procedure. ``"all"`` for all that serve the
        family. Paired p-values, and exact ones of aligned ranks or of tied ones, need a law for
        each table, which is slow.
    procedures : str or iterable of str, optional
        Names of procedures, see `procedures`; ``"all"`` for all that serve the family. By default
        those that the documents list for it. The raw p-values are always counted too.
    ties : {"corrected", "uncorrected"}
        Whether the omnibus statistics are corrected for ties.
    missing : float, default 0
        The share of the results that are missing.
    missing_where : {"random", "bad"}
        Whether every result is as likely to be missing, or only results of the first k / 2
        algorithms (rounded down), with a probability proportional to how bad they rank on their
        problem; `missing` is then the share among these, up to 0.5.
    missing_choice : {"keep", "drop-problem", "worst"}
        What is done with the holes, see `evenkeel.tables.choose`. Tables that keep holes or lose
        problems are tested by `skillings_mack`, and their pairs by ``"friedman-paired"``,
        ``"wilcoxon-exact"`` and ``"sign"`` on the problems that both algorithms have.
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
    the procedures against a control. Benavoli, Corani and Mangili (2016), Journal of Machine
    Learning Research 17(5):1-10, show what other algorithms do to the p-values of mean ranks.

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
    holes = Holes(missing, cast(Any, missing_where), cast(Any, missing_choice))
    tests, ways, named = chosen_with(holes, omnibus, comparisons, procedures, kind)
    work = Simulation(
        n,
        advantages,
        distribution,
        hypotheses,
        feasible_omnibus(tests, n, k, distribution, exacting=omnibus != "all"),
        ways,
        tuple(dict.fromkeys([UNADJUSTED, *named])),
        cast(Ties, choice(ties, TIES, "treatment of ties")),
        fraction(alpha, "alpha"),
        holes,
    )
    confidence = fraction(confidence, "confidence")
    repetitions = whole_number(repetitions, "repetitions", 1)
    tallies, execution = run_study(
        work,
        work.parameters(),
        scenarios=1,
        repetitions=repetitions,
        size=block_size(
            n,
            k,
            slow=holes.left
            or is_slow(
                work.comparisons,
                work.procedures,
                k,
                ties=MODELS[distribution].step is not None,
            ),
        ),
        seed=checked_seed(seed, store),
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
        holes=holes,
    )


def _outcomes(
    work: Simulation, tally: Tally, repetitions: int, confidence: float
) -> Iterator[FamilyOutcome]:
    def share(total: FloatArray | float) -> Estimate:
        return estimate(float(total), repetitions, confidence)

    true = work.true
    for name in work.comparisons:
        for procedure in work.applicable(name):
            sums = {
                what: tally[key(name, procedure, what)]
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

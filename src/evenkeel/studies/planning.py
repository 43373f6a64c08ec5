"""How many problems a study needs, and how many more would decide an undecided pair."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast, get_args

import numpy as np
from numpy.typing import ArrayLike

from evenkeel.adjustments.registry import FamilyKind
from evenkeel.errors import InputError, choice, fraction
from evenkeel.families import Family
from evenkeel.pairwise.pair import pick_pair
from evenkeel.posthocs._posthoc import main_procedure
from evenkeel.posthocs.laws import LAWS
from evenkeel.ranks.registry import RANKINGS
from evenkeel.studies.blocks import Resources, block_size, checked_seed, run_study
from evenkeel.studies.checks import effect_of_each, family_with_pair, position_of_pair, whole_number
from evenkeel.studies.models import MODELS
from evenkeel.studies.outcomes import Estimate, estimate, search, summary
from evenkeel.studies.plans import Aim, ProblemsNeeded, ProblemsToDecide
from evenkeel.studies.pvalues import (
    COMPARISONS,
    UNADJUSTED,
    chosen_comparisons,
    chosen_omnibus,
    chosen_procedures,
    is_slow,
)
from evenkeel.studies.simulation import simulate
from evenkeel.studies.work import Continuation, Measure, Sampling, measuring_equivalence
from evenkeel.tables.results import Better, Results, as_results

__all__ = ["ProblemsNeeded", "ProblemsToDecide", "problems_needed", "problems_to_decide"]


def problems_needed(
    k: int,
    effect: float | Sequence[float] = 0.0,
    *,
    equivalence: float | None = None,
    power: float = 0.8,
    aim: str = "average",
    distribution: str = "normal",
    family: str = "all-pairs",
    comparison: str | None = None,
    procedure: str = "holm",
    omnibus: str = "iman-davenport",
    alpha: float = 0.05,
    repetitions: int = 4000,
    limit: int = 1000,
    seed: int | None = 0,
    workers: int | None = None,
    backend: str | None = None,
) -> ProblemsNeeded:
    """Find how many problems a study needs to detect an effect, or to show that there is none.

    Power is the probability of rejecting null hypotheses that are false, "these two algorithms
    perform alike" being false unless they are alike in the model. It is measured on simulated
    tables (`simulate`) of 2, 4, 8, ... problems until it is reached, then by halving the interval,
    and then around the number found. For the power of discrete tests goes up and down with the
    number of problems, by several hundredths: one more problem can mean less power, if it takes one
    more win to be significant. The answer is the smallest number from which on every number tried
    has the wanted power. Numbers are tried downwards until one is surely too few, and upwards until
    four in succession are surely enough; one by one below 100 problems, in steps of about 2%
    beyond, and for no more than 25 steps unless the power is still to be reached.

    With a margin of `equivalence` the power is that of showing equivalence (`evenkeel.equivalence`)
    of the pairs whose advantages differ by less than the margin: those that are alike, unless an
    effect says otherwise.

    Parameters
    ----------
    k : int
        Number of algorithms, at least 2.
    effect : float or sequence of k floats
        Advantage of each algorithm, in standard deviations of a result; a single number is that
        of the first algorithm over all others. By default all are alike, which makes sense only
        with `equivalence`.
    equivalence : float, optional
        The margin of equivalence, in standard deviations of a result; the difference of two
        independent results has a standard deviation of 1.41.
    power : float, default 0.8
        The wanted power.
    aim : {"average", "any", "all", "omnibus"}
        Power of a false hypothesis on average; of any of them; of all of them together; or of
        the omnibus test.
    distribution, family
        As in `simulate`; for equivalence one of the first four distributions.
    comparison, procedure : str
        Where the raw p-values come from, and what adjusts them, one name each, see `simulate`. The
        comparison is by default ``"friedman-calibrated"``, for equivalence ``"wilcoxon-exact"``,
        beside which there is ``"sign"``;
        the procedure ``"none"`` leaves them raw. Without use for ``aim="omnibus"``, and the
        procedure for ``comparison="multiple-sign"``, whose p-values are adjusted already.
    omnibus : str, default "iman-davenport"
        The omnibus test, one name; of use for ``aim="omnibus"`` only.
    alpha : float, default 0.05
        Level of significance.
    repetitions : int, default 4000
        Tables at each number of problems.
    limit : int, default 1000
        The largest number of problems to try.
    seed, workers, backend
        As in `power`.

    Returns
    -------
    ProblemsNeeded

    Examples
    --------
    How many problems does the sign test need, if one algorithm wins on 80% of them? With 20
    problems 15 wins are significant, which the binomial law gives a probability of 0.804. But 22
    problems take 17 wins, and their probability is 0.733. From 23 problems on it is above 0.8:

    >>> from evenkeel.studies.planning import problems_needed
    >>> from scipy.special import ndtri
    >>> effect = 2**0.5 * ndtri(0.8)
    >>> needed = problems_needed(2, effect, comparison="sign-exact", repetitions=20_000)
    >>> needed.n, needed.low
    (23, 23)

    How many to show that two algorithms that are alike are within one standard deviation?

    >>> problems_needed(2, equivalence=1.0).n
    20
    """
    k = whole_number(k, "k", 2)
    advantages = effect_of_each(effect, k)
    choice(distribution, MODELS, "distribution")
    wanted = cast(Aim, choice(aim, get_args(Aim), "aim"))
    kind = cast(FamilyKind, choice(family, ("all-pairs", "control"), "family"))
    seed = checked_seed(seed)
    alpha, power = fraction(alpha, "alpha"), fraction(power, "power")
    repetitions = whole_number(repetitions, "repetitions", 1)
    limit = whole_number(limit, "limit", 2)
    if equivalence is None:
        measure, tests = _measuring_rejections(
            advantages, distribution, kind, comparison, procedure, omnibus, wanted, alpha
        )
    else:
        measure, tests = measuring_equivalence(
            advantages, distribution, kind, equivalence, comparison, procedure, wanted, alpha
        )
    sampling = Sampling(repetitions, seed, workers, backend)
    tried = search(lambda n: measure(n, sampling), power, 2, limit)
    found, low, high = summary(tried, power)
    return ProblemsNeeded(
        n=found,
        low=low,
        high=high,
        power=power,
        aim=wanted,
        tried=tried,
        k=k,
        effect=advantages,
        distribution=distribution,
        alpha=alpha,
        repetitions=repetitions,
        seed=seed,
        limit=limit,
        **tests,
    )


def _measuring_rejections(
    advantages: tuple[float, ...],
    distribution: str,
    kind: FamilyKind,
    comparison: str | None,
    procedure: str,
    omnibus: str,
    aim: Aim,
    alpha: float,
) -> tuple[Measure, dict[str, Any]]:
    """How the power to reject what is false is measured, and by which tests."""
    k = len(advantages)
    if MODELS[distribution].alike(np.array(advantages), Family.of_size(k).pairs).all():
        raise InputError(
            "all algorithms have the same advantage: no hypothesis is false, and no number of "
            "problems gives power; give an effect"
        )
    (test,) = chosen_omnibus([omnibus])
    (source,) = chosen_comparisons(
        ["friedman-calibrated" if comparison is None else comparison], kind
    )
    (adjustment,) = chosen_procedures([procedure], kind)
    adjusted_already = COMPARISONS[source].adjusted
    testing_all = aim == "omnibus"

    def measure(n: int, sampling: Sampling) -> Estimate:
        study = simulate(
            n,
            k,
            effect=advantages,
            distribution=distribution,
            family=kind,
            omnibus=[test] if testing_all else [],
            comparisons=[] if testing_all else [source],
            procedures=[adjustment],
            alpha=alpha,
            progress=False,
            **vars(sampling),
        )
        if testing_all:
            return study.omnibus[test]
        outcome = study.outcome(source, UNADJUSTED if adjusted_already else adjustment)
        shares = {
            "average": outcome.power_average,
            "any": outcome.power_any,
            "all": outcome.power_all,
        }
        return cast(Estimate, shares[aim])

    return measure, {
        "family": None if testing_all else kind,
        "comparison": None if testing_all else source,
        "procedure": None if testing_all or adjusted_already else adjustment,
        "omnibus": test if testing_all else None,
    }


def problems_to_decide(
    results: Results | ArrayLike,
    first: str,
    second: str,
    *,
    power: float = 0.8,
    procedure: str | None = None,
    control: str | None = None,
    ranking: str = "friedman",
    method: str = "calibrated",
    alpha: float = 0.05,
    repetitions: int = 2000,
    limit: int = 1000,
    seed: int | None = 0,
    workers: int | None = None,
    backend: str | None = None,
    better: Better | None = None,
) -> ProblemsToDecide:
    """Find how many more problems would decide a pair that the table leaves undecided.

    The null hypothesis says that the two algorithms perform alike; the alternative, that they do
    not. The table is continued with problems drawn from itself, with replacement, as if further
    problems were like those there are; the whole continued table is tested. How frequent each kind
    of them is, so few problems do not tell: every continuation has frequencies of its own, flat
    Dirichlet ones (Rubin's Bayesian bootstrap). So the probability is the power to be expected
    with the uncertainty of the trend in it (the predictive power of Spiegelhalter, Freedman and
    Blackburn), not that under the trend as it happens to be, which promises too much: from pilots
    of 12 problems an aim of 0.8 by that gave 0.64 on average. The number is sought as in
    `problems_needed`.

    One number for one pair can still be far off. And it is not a licence to add problems until a
    test rejects: that rejects true hypotheses far more often than alpha. Fix the number beforehand,
    or test on new problems only.

    Parameters
    ----------
    results : Results or array_like
        The table; a bare matrix needs `better`.
    first, second : str
        The pair.
    power : float, default 0.8
        The wanted probability of a rejection.
    procedure : str, optional
        The procedure to conclude from, one name; ``"none"`` for the raw p-values. By default that
        of `compare`, Shaffer's for all pairs and Holm's for a control.
    control : str, optional
        Compare only this algorithm, `first` or `second`, with the others. By default all pairs.
    ranking, method
        As in `posthoc_statistics`.
    alpha : float, default 0.05
        Level of significance.
    repetitions : int, default 2000
        Continued tables for each number of further problems.
    limit : int, default 1000
        The largest number of further problems to try.
    seed, workers, backend, better
        As in `power`.

    Returns
    -------
    ProblemsToDecide

    References
    ----------
    Lan and Wittes (1988), doi:10.2307/2531870, for the conditional power of a study under way.
    Spiegelhalter, Freedman and Blackburn (1986), doi:10.1016/0197-2456(86)90003-6. Rubin (1981),
    doi:10.1214/aos/1176345338.

    Examples
    --------
    On the 30 data sets of Garcia and Herrera (2008) Bergmann-Hommel's procedure tells NaiveBayes
    and CN2 apart (Table 5), Shaffer's does not. If the next data sets are like these:

    >>> import evenkeel
    >>> from evenkeel.studies.planning import problems_to_decide
    >>> table = evenkeel.load("garcia2008")
    >>> problems_to_decide(table, "NaiveBayes", "CN2", procedure="bergmann").more
    0
    >>> plan = problems_to_decide(table, "NaiveBayes", "CN2", procedure="shaffer")
    >>> plan.rejected, 15 <= plan.more <= 25
    (False, True)
    """
    table = as_results(results, better)
    table.require_complete("planning")
    pick_pair(table, first, second, None, "planning")
    family = family_with_pair(table, first, second, control)
    if procedure is None:
        procedure = main_procedure(family, method)
    (name,) = chosen_procedures([procedure], family.kind)
    ranking, method = RANKINGS.lookup(ranking).name, LAWS.lookup(method).name
    alpha, power = fraction(alpha, "alpha"), fraction(power, "power")
    repetitions = whole_number(repetitions, "repetitions", 1)
    limit = whole_number(limit, "limit", 1)
    seed = checked_seed(seed)
    resources = Resources(workers, backend, progress=False)
    position = position_of_pair(family, first, second)
    slow = is_slow([f"{ranking}-{method}"], [name], table.k, ties=True)

    def rejections(more: int, samples: int) -> int:
        work = Continuation(table.losses, more, family, f"{ranking}-{method}", name, alpha)
        tallies, _ = run_study(
            work,
            {},
            scenarios=1,
            repetitions=samples,
            size=block_size(table.n + more, table.k, slow=slow),
            seed=seed,
            resources=resources,
        )
        return int(tallies[0]["rejected"][0, position])

    def measure(more: int) -> Estimate:
        return estimate(rejections(more, repetitions), repetitions, 0.95)

    rejected = bool(rejections(0, 1))
    tried = {} if rejected else search(measure, power, 1, limit)
    more, low, high = (0, 0, 0) if rejected else summary(tried, power)
    return ProblemsToDecide(
        first=first,
        second=second,
        n=table.n,
        rejected=rejected,
        more=more,
        low=low,
        high=high,
        power=power,
        tried=tried,
        procedure=name,
        ranking=ranking,
        method=method,
        alpha=alpha,
        repetitions=repetitions,
        seed=seed,
        limit=limit,
        notes=() if rejected else _NOTES,
    )


_NOTES = (
    "the further problems are taken to be like those of the table; how frequent each kind of them "
    "is was drawn anew for every continuation, so that the uncertainty of the trend is in the "
    "probability, which is an average over what the trend may be",
    "adding problems until a test rejects would reject true hypotheses far more often than alpha; "
    "fix the number beforehand, or test on new problems only",
)

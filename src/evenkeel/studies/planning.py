"""How many problems a study needs, and how many more would decide an undecided pair."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, cast

from numpy.typing import ArrayLike

from evenkeel.errors import InputError, choice, fraction
from evenkeel.hypotheses import MAIN_PROCEDURE
from evenkeel.pairwise.pair import pick_pair
from evenkeel.pairwise.rank_statistics import POSTHOC_METHODS
from evenkeel.ranks import RANKINGS
from evenkeel.results import Better, Results, as_results
from evenkeel.studies.blocks import Resources, block_size, checked_seed, run_study
from evenkeel.studies.checks import (
    effect_of_each,
    family_with_pair,
    position_of_pair,
    whole_number,
)
from evenkeel.studies.outcomes import Estimate, estimate
from evenkeel.studies.pvalues import chosen_procedures, is_slow
from evenkeel.studies.samples import Continuation
from evenkeel.studies.searching import crossing, search
from evenkeel.studies.simulation import simulate

Aim = Literal["average", "any", "all", "omnibus"]
AIMS: tuple[Aim, ...] = ("average", "any", "all", "omnibus")


@dataclass(frozen=True)
class ProblemsNeeded:
    """How many problems a study needs for a wanted power.

    Attributes
    ----------
    n : int or None
        The smallest number of problems tried with a measured power of at least `power`; None if
        not even `limit` problems had it.
    low, high : int or None
        The Monte Carlo interval of n: fewer than `low` problems are surely too few, `high` surely
        enough, at the confidence of the estimates; None beyond `limit`.
    power : float
        The wanted power.
    aim : {"average", "any", "all", "omnibus"}
        Which power.
    tried : mapping of int to Estimate
        The measured power at each number of problems that was tried.
    k, effect, distribution, family, comparison, procedure, omnibus, alpha
        What was simulated, see `simulate`.
    repetitions, seed, limit : int
        Tables at each number of problems, the seed, and the largest number to try.
    """

    n: int | None
    low: int | None
    high: int | None
    power: float
    aim: Aim
    tried: Mapping[int, Estimate] = field(repr=False)
    k: int
    effect: tuple[float, ...]
    distribution: str
    family: str
    comparison: str
    procedure: str
    omnibus: str
    alpha: float
    repetitions: int
    seed: int
    limit: int


@dataclass(frozen=True)
class ProblemsToDecide:
    """How many more problems would decide a pair, if they are like those of the table.

    Attributes
    ----------
    first, second : str
        The pair.
    n : int
        Problems of the table.
    rejected : bool
        Whether the table as it is rejects the hypothesis of the pair.
    more : int or None
        The smallest number of further problems tried with which the hypothesis is rejected with a
        measured probability of at least `power`: 0 if it is rejected already, None if not even
        `limit` are enough.
    low, high : int or None
        The Monte Carlo interval of `more`, as in `ProblemsNeeded`. It does not tell how far the
        table may mislead.
    power : float
        The wanted probability.
    tried : mapping of int to Estimate
        The measured probability for each number of further problems that was tried.
    procedure, ranking, method, alpha
        How the hypothesis is tested.
    repetitions, seed, limit : int
        Continued tables for each number, the seed, and the largest number to try.
    notes : tuple of str
        What the reader should know.
    """

    first: str
    second: str
    n: int
    rejected: bool
    more: int | None
    low: int | None
    high: int | None
    power: float
    tried: Mapping[int, Estimate] = field(repr=False)
    procedure: str
    ranking: str
    method: str
    alpha: float
    repetitions: int
    seed: int
    limit: int
    notes: tuple[str, ...] = ()


def problems_needed(
    k: int,
    effect: float | Sequence[float],
    *,
    power: float = 0.8,
    aim: str = "average",
    distribution: str = "normal",
    family: str = "all-pairs",
    comparison: str = "friedman-normal",
    procedure: str = "holm",
    omnibus: str = "iman-davenport",
    alpha: float = 0.05,
    repetitions: int = 4000,
    limit: int = 1000,
    seed: int | None = 0,
    workers: int | None = None,
    backend: str | None = None,
) -> ProblemsNeeded:
    """Find how many problems a study needs to detect an effect with a wanted power.

    Power is the probability of rejecting null hypotheses that are false, "these two algorithms
    perform alike" being false if their advantages differ. It is measured on simulated tables
    (`simulate`) of 2, 4, 8, ... problems until it is reached, and then by halving the interval.
    Power grows with the number of problems but for small steps that discrete tests have; the
    number found has the wanted power and, among those tried, the next smaller one has not.

    Parameters
    ----------
    k : int
        Number of algorithms, at least 2.
    effect : float or sequence of k floats
        Advantage of each algorithm, in standard deviations of a result; a single number is that
        of the first algorithm over all others.
    power : float, default 0.8
        The wanted power.
    aim : {"average", "any", "all", "omnibus"}
        Power of a false hypothesis on average; of any of them; of all of them together; or of
        the omnibus test.
    distribution, family
        As in `simulate`.
    comparison, procedure : str
        Where the raw p-values come from, and what adjusts them, see `simulate`.
    omnibus : str, default "iman-davenport"
        The omnibus test, for ``aim="omnibus"``.
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
    problems 15 wins are needed, which the binomial law gives a probability of 0.804; with 19 it
    is 0.673:

    >>> from evenkeel.studies.planning import problems_needed
    >>> from scipy.special import ndtri
    >>> needed = problems_needed(2, 2**0.5 * ndtri(0.8), comparison="sign-exact")
    >>> needed.low <= 20 <= needed.high
    True
    """
    k = whole_number(k, "k", 2)
    advantages = effect_of_each(effect, k)
    if len(set(advantages)) == 1:
        raise InputError(
            "all algorithms have the same advantage: no hypothesis is false, and no number of "
            "problems gives power; give an effect"
        )
    wanted = cast(Aim, choice(aim, AIMS, "aim"))
    seed = checked_seed(seed)
    power = fraction(power, "power")
    limit = whole_number(limit, "limit", 2)

    def measure(n: int) -> Estimate:
        study = simulate(
            n,
            k,
            effect=advantages,
            distribution=distribution,
            family=family,
            omnibus=[omnibus] if wanted == "omnibus" else [],
            comparisons=[] if wanted == "omnibus" else [comparison],
            procedures=[procedure],
            repetitions=repetitions,
            alpha=alpha,
            seed=seed,
            workers=workers,
            backend=backend,
            progress=False,
        )
        if wanted == "omnibus":
            return study.omnibus[omnibus]
        outcome = study.outcomes[-1]
        if outcome.power_average is None:
            raise InputError(
                "every hypothesis of the family is true; give an effect to the first algorithm, "
                'which is the control, or use family="all-pairs"'
            )
        shares = {
            "average": outcome.power_average,
            "any": outcome.power_any,
            "all": outcome.power_all,
        }
        return cast(Estimate, shares[wanted])

    tried = search(measure, power, 2, limit)
    found, low, high = crossing(tried, power)
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
        family=family,
        comparison=comparison,
        procedure=procedure,
        omnibus=omnibus,
        alpha=alpha,
        repetitions=repetitions,
        seed=seed,
        limit=limit,
    )


def problems_to_decide(
    results: Results | ArrayLike,
    first: str,
    second: str,
    *,
    power: float = 0.8,
    procedure: str | None = None,
    control: str | None = None,
    ranking: str = "friedman",
    method: str = "normal",
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
    problems were like those there are; the whole continued table is tested. This is the
    conditional power under the current trend.

    The answer is as uncertain as the trend: with few problems, or a pair that is nearly even, it
    can be far off. And it is not a licence to add problems until a test rejects: that rejects true
    hypotheses far more often than alpha. Fix the number beforehand, or test on new problems only.

    Parameters
    ----------
    results : Results or array_like
        The table; a bare matrix needs `better`.
    first, second : str
        The pair.
    power : float, default 0.8
        The wanted probability of a rejection.
    procedure : str, optional
        The procedure to conclude from; by default that of `compare`, Shaffer's for all pairs and
        Holm's for a control.
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
    >>> plan.rejected, 10 <= plan.more <= 20
    (False, True)
    """
    table = as_results(results, better)
    table.require_complete("planning")
    pick_pair(table, first, second, None, "planning")
    family = family_with_pair(table, first, second, control)
    name = chosen_procedures(procedure or MAIN_PROCEDURE[family.kind], family.kind)[0]
    choice(ranking, RANKINGS, "ranking")
    choice(method, POSTHOC_METHODS, "method")
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
    more, low, high = (0, 0, 0) if rejected else crossing(tried, power)
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
    "the further problems are taken to be like those of the table; the trend of a small table is "
    "uncertain, and this number with it",
    "adding problems until a test rejects would reject true hypotheses far more often than alpha; "
    "fix the number beforehand, or test on new problems only",
)

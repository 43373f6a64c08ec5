"""bayes_friedman(): the mean ranks of all algorithms, and whether the prior decides."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import fdtri

from evenkeel._types import BoolArray, FloatArray
from evenkeel.bayesian._bayes import checked_level
from evenkeel.errors import InputError
from evenkeel.families import Family
from evenkeel.numerics.resampling import Seed, checked_generator
from evenkeel.ranks.named import compute_ranks
from evenkeel.result import Result, shown
from evenkeel.tables.choices import failures_last
from evenkeel.tables.results import Better, Results, as_results

_MOST_ORDERS = 7  # algorithms of which all k! prior orders are looked at
_HELD = 1 << 22  # weights that are held at a time


class BayesFriedman(Result):
    """What is known of the mean ranks after the data.

    Attributes
    ----------
    family : Family
        The pairs.
    n : int
        Number of problems.
    statistic, threshold : float
        The squared distance of the posterior mean ranks from equal ones, and that beyond which
        equal ranks lie outside the credible region.
    least, most : float
        The smallest and the largest statistic that a prior order of the algorithms can give; NaN
        for more than seven algorithms.
    answer : str
        ``"different"``, ``"open"``, or ``"the prior decides"``.
    probability : ndarray, shape (m,)
        That the first of a pair has the better mean rank, with a prior that favours none.
    lower, upper : ndarray, shape (m,)
        The same with the prior that speaks most against the first, and for it.
    decision : ndarray of str, shape (m,)
        The better one of a pair whose probability reaches the level whatever the prior,
        ``"open"``, or ``"the prior decides"``.
    together : ndarray of bool, shape (m,)
        Which pairs can be stated together: the joint probability of all of them reaches the level.
    prior, level : float
        How many problems the prior is worth; the probability that decides.
    resamples : int
        How many draws.
    notes : tuple of str
        What the reader should know.
    """

    _title: ClassVar[str] = "Bayesian Friedman test"
    _note: ClassVar[str] = (
        "Posterior probabilities bound no error rate: docs/calibration_newer.md says how often "
        "algorithms that are alike are told apart."
    )

    family: Family
    n: int
    statistic: float = shown("statistic")
    threshold: float = shown("statistic")
    least: float = shown("statistic", title="Statistic, least by the prior")
    most: float = shown("statistic", title="Statistic, most by the prior")
    answer: str
    probability: FloatArray = shown("rank", title="First better")
    lower: FloatArray = shown("rank", title="From")
    upper: FloatArray = shown("rank", title="To")
    decision: NDArray[np.str_]
    together: BoolArray
    prior: float = shown("value")
    level: float = shown("value")
    resamples: int
    notes: tuple[str, ...] = ()


def bayes_friedman(
    results: Results | ArrayLike,
    *,
    control: str | None = None,
    prior: float = 1.0,
    decision: float = 0.95,
    resamples: int = 20_000,
    seed: Seed = 0,
    better: Better | None = None,
) -> BayesFriedman:
    """Find how probable differences of mean ranks are, of all algorithms together.

    The problems have Dirichlet weights w (a Dirichlet process), a prior worth s problems has the
    ranks r0. The mean ranks R'w have the posterior mean and covariance

        m = (sum of R_i + s r0) / (n + s),
        C = ((sum of R_i R_i' + s r0 r0') / (n + s) - m m') / (n + s + 1).

    Equal mean ranks e lie outside the credible region, by the normal law of k - 1 of the means, if

        (m - e)' C^-1 (m - e) > (n - 1)(k - 1) / (n - k + 1) F,

    F the quantile of the F law with k - 1 and n - k + 1 degrees of freedom. With r0 = e the prior
    favours no algorithm. The imprecise Dirichlet process takes every r0 that ranks can have: if the
    answer is not the same for all, the prior decides. The orders of the algorithms are looked at,
    for up to seven algorithms. Probabilities of pairs are from draws
    of the weights, their bounds with k - 1 places between the two in r0.

    Parameters
    ----------
    results : Results or array_like
        The table, without holes but failures, which rank last; a bare matrix needs `better`.
    control : str, optional
        Look at the pairs of this algorithm only.
    prior : float, default 1
        How many problems the prior is worth.
    decision : float, default 0.95
        The probability that decides.
    resamples : int, default 20000
        Draws of the weights.
    seed : int, numpy Generator or None, default 0
        Their seed.
    better : {"lower", "higher"}, optional
        Direction of a bare matrix.

    Returns
    -------
    BayesFriedman

    References
    ----------
    Benavoli, Corani, Mangili and Zaffalon (2015), A Bayesian nonparametric procedure for comparing
    algorithms, ICML, PMLR 37:1264-1272.

    Examples
    --------
    >>> import evenkeel
    >>> table = evenkeel.load("garcia2008")
    >>> found = evenkeel.bayesian.bayes_friedman(table, control="C4.5")
    >>> found.answer, found.decision.tolist()
    ('different', ['C4.5', 'open', 'C4.5', 'C4.5'])
    """
    table = failures_last(as_results(results, better))
    if not 1e-6 <= prior <= 1e6:
        raise InputError(
            f"prior is {prior!r}; give how many problems it is worth, from 1e-6 to 1e6, such as 1"
        )
    level = checked_level(decision)
    generator = checked_generator(resamples, seed)
    n, k = table.n, table.k
    if table.has_missing:
        raise InputError("the Bayesian Friedman test needs complete problems; leave out the others")
    if n < k:
        raise InputError(
            f"{k} algorithms need at least {k} problems for a credible region, and there are {n}"
        )
    ranks = compute_ranks(table, "friedman").ranks
    even = np.full(k, (k + 1) / 2)
    quantile = fdtri(k - 1, n - k + 1, level)
    threshold = float((n - 1) * (k - 1) / (n - k + 1) * quantile)
    statistic = squared_distance(ranks, even, prior)
    notes: tuple[str, ...] = ()
    least = most = math.nan
    answer = "different" if statistic > threshold else "open"
    if k <= _MOST_ORDERS:
        orders = itertools.permutations(np.arange(1.0, k + 1))
        found = [squared_distance(ranks, np.array(order), prior) for order in orders]
        least, most = min(statistic, *found), max(statistic, *found)
        answer = answer if (least > threshold) == (most > threshold) else "the prior decides"
    else:
        notes = (f"with {k} algorithms it was not looked at whether the prior decides",)
    family = Family(table.algorithms, control)
    probability, lower, upper, true = _of_pairs(ranks, family, prior, resamples, generator)
    return BayesFriedman(
        family,
        n,
        statistic=statistic,
        threshold=threshold,
        least=least,
        most=most,
        answer=answer,
        probability=probability,
        lower=lower,
        upper=upper,
        decision=np.array(list(_decisions(family, lower, upper, level))),
        together=_stated_together(probability, true, level),
        prior=float(prior),
        level=level,
        resamples=resamples,
        notes=notes,
    )


def squared_distance(ranks: FloatArray, r0: FloatArray, prior: float) -> float:
    """Of the posterior mean ranks from equal ones, in units of their covariance.

    One rank is a function of the others and is left out. Where a difference has no spread the
    distance is infinite, unless it is 0.
    """
    n, k = ranks.shape
    rows = np.vstack([ranks, r0])[:, :-1]
    weights = np.append(np.ones(n), prior) / (n + prior)
    mean = weights @ rows
    spread = ((rows * weights[:, None]).T @ rows - np.outer(mean, mean)) / (n + prior + 1)
    away = mean - (k + 1) / 2
    values, vectors = np.linalg.eigh(spread)
    along = vectors.T @ away
    flat = values <= 1e-12 * k * k / n  # no spread but rounding errors
    if np.any(np.abs(along[flat]) > 1e-9):
        return math.inf
    return float((np.square(along[~flat]) / values[~flat]).sum())


def _of_pairs(
    ranks: FloatArray,
    family: Family,
    prior: float,
    resamples: int,
    generator: np.random.Generator,
) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """P(first better) with a neutral prior, its bounds, and in which draws it is so."""
    n, k = ranks.shape
    a, b = family.pairs.T
    sizes, ends = ranks[:, b] - ranks[:, a], float(k - 1)
    drawn: dict[str, list[Any]] = {"even": [], "low": [], "high": []}
    step = max(1, _HELD // n)
    for start in range(0, resamples, step):
        size = min(step, resamples - start)
        sums = generator.standard_exponential((size, n)) @ sizes
        extra = generator.standard_gamma(prior, (size, 1))
        for name, shift in (("even", 0.0), ("low", -ends), ("high", ends)):
            sign = np.sign(np.round(sums + shift * extra, 12))
            drawn[name].append((sign + 1) / 2 if name == "even" else (sign + 1).mean(axis=0) / 2)
            if name != "even":
                drawn[name][-1] *= size / resamples
    shares = np.concatenate(drawn["even"])
    low, high = (np.sum(drawn[name], axis=0) for name in ("low", "high"))
    return shares.mean(axis=0), low, high, shares


def _decisions(family: Family, lower: FloatArray, upper: FloatArray, level: float) -> Iterator[str]:
    for pair, low, high in zip(family.hypotheses, lower, upper, strict=True):
        if low >= level or high <= 1 - level:
            yield pair[0] if low >= level else pair[1]
        else:
            yield "the prior decides" if high >= level or low <= 1 - level else "open"


def _stated_together(probability: FloatArray, shares: FloatArray, level: float) -> BoolArray:
    """The most certain pairs, as many as hold together with the probability that decides."""
    turned = np.where(probability >= 0.5, shares, 1 - shares)
    order = np.argsort(-np.maximum(probability, 1 - probability), kind="stable")
    joint = np.minimum.accumulate(turned[:, order], axis=1).mean(axis=0)
    stated = np.zeros(len(probability), dtype=bool)
    stated[order[: int((joint >= level).sum())]] = True
    return stated

"""joint_measures(): in which combination of better and worse two algorithms stand."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
from scipy.special import bdtr, bdtrc, betainc, chdtrc, xlogy

from evenkeel._types import BoolArray, FloatArray, IndexArray
from evenkeel.adjustments._adjust import adjust
from evenkeel.adjustments.registry import lookup
from evenkeel.bayesian.registry import advantages_of
from evenkeel.bayesian.sign import largest_share_probability
from evenkeel.errors import InputError, Message, Option, choice
from evenkeel.families import Family
from evenkeel.result import Result
from evenkeel.tables.choices import whole_of
from evenkeel.tables.options import READING, Missing
from evenkeel.tables.results import Results, as_results
from evenkeel.text import series

_MOST_MEASURES = 6  # 64 combinations
_OF_BARE_PVALUES = ("one-step", "two-step", "step-down", "step-up")

Way = Literal["exact", "chi-square"]


class JointMeasures(Result):
    """How often each combination of better and worse holds, and what that shows.

    Attributes
    ----------
    family : Family
        The pairs of algorithms.
    measures : tuple of str
        The m measures.
    n : int
        Number of problems.
    counts : ndarray, shape (pairs, 2^m)
        On how many problems each combination holds, in the order of `combinations`. A problem on
        which the two tie in t measures counts 2^-t in each combination that these leave open.
    probability : ndarray, shape (pairs, 2^m)
        Posterior probability of each combination to be the most frequent one.
    pvalue, adjusted : ndarray, shape (pairs,)
        Of the hypothesis that the most frequent combination is no more frequent than the next.
    pareto, pareto_adjusted : ndarray, shape (pairs, 2)
        Of the hypotheses that the first, or the second, is worse in some measure or better in none.
    dominates : ndarray, shape (pairs, 2)
        On how many problems the first, or the second, is better in one measure and worse in none.
    method, procedure : str
        How the p-values of the most frequent combination were computed, and over the pairs.
    alpha : float
        The level of the conclusions.
    margins : dict of str to float
        By how much an algorithm may be worse in a measure and still be called not worse.
    prior : float
        How many problems the prior is worth.
    left_out : tuple of str
        The problems that were left out, as a measure lacks results of them.
    """

    family: Family
    measures: tuple[str, ...]
    n: int
    counts: FloatArray
    probability: FloatArray
    pvalue: FloatArray
    adjusted: FloatArray
    pareto: FloatArray
    pareto_adjusted: FloatArray
    dominates: FloatArray
    method: Way
    procedure: str
    alpha: float
    margins: dict[str, float]
    prior: float
    left_out: tuple[str, ...] = ()

    @property
    def combinations(self) -> tuple[str, ...]:
        """The combinations as ``"+-"``: a sign per measure, + where the first is better."""
        m = len(self.measures)
        return tuple(
            "".join("-+"[code >> (m - 1 - i) & 1] for i in range(m)) for code in range(1 << m)
        )

    @property
    def most_frequent(self) -> IndexArray:
        """The position of each pair's most frequent combination."""
        place: IndexArray = self.counts.argmax(axis=1)
        return place

    @property
    def conclusions(self) -> tuple[str, ...]:
        """What is shown of each pair, in sentences."""
        return tuple(
            text for i in range(self.family.m) for text in (self._combined(i), self._pareto(i))
        )

    def _combined(self, i: int) -> str:
        first, second = self.family.hypotheses[i]
        place = int(self.most_frequent[i])
        signs = self.combinations[place]
        told = {"better": "+", "worse": "-"}
        said = ", ".join(
            f"{word} in {series(names)}"
            for word, sign in told.items()
            if (names := [m for m, s in zip(self.measures, signs, strict=True) if s == sign])
        )
        shown = self.adjusted[i] <= self.alpha
        return (
            f"{first} against {second}: most often {said} ({self.counts[i, place]:g} of "
            f"{self.n} problems), which is {'' if shown else 'not '}shown to be more frequent than "
            f"the next combination (p = {self.adjusted[i]:.3g})."
        )

    def _pareto(self, i: int) -> str:
        names = self.family.hypotheses[i]
        margin = " by more than its margin" if any(self.margins.values()) else ""
        for side in (0, 1):
            if self.pareto_adjusted[i, side] <= self.alpha:
                return (
                    f"{names[side]} is not worse than {names[1 - side]} in any measure{margin} and "
                    f"better in one, shown (p = {self.pareto_adjusted[i, side]:.3g})."
                )
        return (
            f"That one of {names[0]} and {names[1]} is not worse in any measure{margin} and better "
            f"in one is not shown (p = {self.pareto_adjusted[i].min():.3g})."
        )


def joint_measures(
    tables: Mapping[str, Results],
    *,
    control: str | None = None,
    procedure: str = "holm",
    method: Way = "exact",
    margins: Mapping[str, float] | None = None,
    prior: float = 1.0,
    alpha: float = 0.05,
) -> JointMeasures:
    """Test which combination of better and worse is the most frequent, of two algorithms.

    On a problem the first of two algorithms is better or worse in each of m measures, one of 2^m
    combinations. With the counts a of the most frequent and b of the next, the null hypothesis is
    that the former is no more frequent than the latter on new problems. The likelihood ratio is

        lambda = ((a + b) / 2)^(a + b) / (a^a b^b),

    and -2 log lambda has a chi-square law with 1 degree of freedom (``method="chi-square"``); by
    default p is twice the binomial tail P(X >= a) of a + b tosses. Ties share a problem evenly; the
    tail of counts that are not whole is the incomplete beta function. With a Dirichlet prior of
    strength `prior`, spread evenly, the posterior probability of each combination to be the most
    frequent is computed by quadrature.

    The Pareto statement, "not worse in any measure and better in one", is a test of its own. An
    algorithm is worse in a measure if it is so, by more than the margin, on half of the problems or
    more, and better if it is so on more than half of those without ties. p is the largest of the
    m tails P(X <= worse) of n tosses, or m times the smallest sign test's if that is larger.

    P-values are adjusted over the pairs, those of the Pareto statements over both directions.

    Parameters
    ----------
    tables : mapping of str to Results
        A table for each measure, as `read_measures` gives them, of the same algorithms and
        problems, without holes but failures, which are worse than any result. Problems that were
        left out of one measure, as results of them are missing, are left out of all.
    control : str, optional
        Compare this algorithm with the others; without it all pairs.
    procedure : str, default "holm"
        The adjustment, see `adjust`; one that takes any family.
    method : {"exact", "chi-square"}
        Of the p-value of the most frequent combination.
    margins : mapping of str to float, optional
        By how much an algorithm may be worse in a measure and still not be called worse; 0.
    prior : float, default 1
        How many problems the prior is worth.
    alpha : float, default 0.05
        The level of the conclusions.

    Returns
    -------
    JointMeasures

    References
    ----------
    de Campos and Benavoli (2016), Joint analysis of multiple algorithms and performance measures,
    New Generation Computing 35:69-86, doi:10.1007/s00354-016-0005-8.

    Examples
    --------
    The second is better in error and worse in seconds on eight of ten problems:

    >>> import evenkeel
    >>> error = [[3, 2]] * 8 + [[2, 3]] * 2
    >>> tables = {name: evenkeel.Results(values, algorithms=["A", "B"], better="lower")
    ...           for name, values in (("error", error), ("seconds", [[1, 9]] * 10))}
    >>> found = evenkeel.comparison.joint_measures(tables)
    >>> dict(zip(found.combinations, found.counts[0].tolist()))
    {'--': 0.0, '-+': 8.0, '+-': 0.0, '++': 2.0}
    >>> round(float(found.pvalue[0]), 4)  # 2 P(X >= 8) of 10 tosses
    0.1094
    """
    choice(method, ("exact", "chi-square"), "method")
    measured, left_out = _checked_tables(tables)
    one = next(iter(measured.values()))
    allowed = _checked_margins(margins or {}, measured)
    if not 1e-6 <= prior <= 1e6:
        raise InputError(
            f"prior is {prior!r}; give how many problems it is worth, from 1e-6 to 1e6, such as 1"
        )
    if not 0 < alpha < 1:
        raise InputError(f"alpha is {alpha!r}; give a level between 0 and 1, such as 0.05")
    family = Family(one.algorithms, control)
    entry = lookup(procedure)
    if entry.kind not in _OF_BARE_PVALUES:
        raise InputError(
            Message(
                Option("procedure", entry.name),
                " rests on ranks, or on logical relations that combinations have not; choose one "
                "of single steps, such as 'holm'",
            )
        )
    looked = [_signs(measured[name], family, margin) for name, margin in allowed.items()]
    signs = np.stack([each for each, _ in looked])
    worse = np.stack([each for _, each in looked])
    counts = _counts(signs)
    pvalue = most_frequent_pvalue(counts, method)
    pareto = np.stack(
        [pareto_pvalue(signs, worse[:, 0]), pareto_pvalue(-signs, worse[:, 1])], axis=1
    )
    down, up = (signs < 0).any(axis=0), (signs > 0).any(axis=0)
    return JointMeasures(
        family,
        tuple(measured),
        one.n,
        counts,
        largest_share_probability(counts + prior / counts.shape[1]),
        pvalue,
        adjust(pvalue, entry.name),
        pareto,
        adjust(pareto.ravel(), entry.name).reshape(pareto.shape),
        np.stack([(up & ~down).sum(axis=1), (down & ~up).sum(axis=1)], axis=1),
        method,
        entry.name,
        alpha,
        allowed,
        prior,
        left_out,
    )


def joint_of_files(
    given: Mapping[str, Results] | Sequence[Any],
    *,
    better: str | None = None,
    missing: Missing = "error",
    margins: str | None = None,
    **options: Any,
) -> JointMeasures:
    """`joint_measures` of tables, or of a file with several measures, with options as typed."""
    if not isinstance(given, Mapping):
        from evenkeel.tables.reading import read_measures

        if len(given) != 1:
            raise InputError(f"{len(given)} files were given; give one that has all measures")
        directions: Any = READING["where"].parsed(better) if better and "=" in better else better
        given = read_measures(given[0], better=directions, missing=missing)
    allowed: dict[str, float] = {}
    for part in filter(None, (margins or "").split(",")):
        name, equals, value = part.rpartition("=")
        try:
            allowed[name.strip()] = float(value if equals else "")
        except ValueError:
            raise InputError(
                f"margins is {margins!r}; give numbers as in HV=0.01, not {part!r}"
            ) from None
    return joint_measures(given, margins=allowed, **options)


def _checked_tables(
    tables: Mapping[str, Results],
) -> tuple[dict[str, Results], tuple[str, ...]]:
    """The tables, all with the same algorithms and problems, and which problems were left out."""
    if not 1 <= len(tables) <= _MOST_MEASURES:
        raise InputError(
            f"there are {len(tables)} measures; give from 1 to {_MOST_MEASURES}, for the "
            "combinations of better and worse double with each"
        )
    made = {str(name): as_results(given) for name, given in tables.items()}
    one = next(iter(made.values()))
    if odd := sorted(
        {a for table in made.values() for a in {*table.algorithms} ^ {*one.algorithms}}
    ):
        raise InputError(
            f"the algorithm {odd[0]!r} is not in all measures; leave it out of the others"
        )
    for name, table in made.items():
        if table.has_missing and not table.failures:
            raise InputError(
                Message(
                    f"results of the measure {name!r} are missing; leave out their problems, for "
                    "example with ",
                    Option("missing", "drop-problem"),
                )
            )
    every = {problem: None for table in made.values() for problem in table.problems}
    held = {name: {*table.problems} for name, table in made.items()}
    common = set.intersection(*held.values())
    shared = [problem for problem in every if problem in common]
    for problem in every.keys() - common:
        for name, table in made.items():
            before = whole_of(table)  # what was left out of a measure is left out of all
            if problem not in held[name] and not (before and problem in before[1].problems):
                raise InputError(
                    f"the problem {problem!r} is not in the measure {name!r}; give its results, or "
                    "leave it out of the others"
                )
    if len(shared) < 2:
        raise InputError(f"{len(shared)} problems have results in all measures; give two or more")
    fitting = {name: table.select(list(one.algorithms), shared) for name, table in made.items()}
    return fitting, tuple(problem for problem in every if problem not in common)


def _checked_margins(
    margins: Mapping[str, float], measured: Mapping[str, Results]
) -> dict[str, float]:
    for name, margin in margins.items():
        choice(name, tuple(measured), "measure")
        if not (math.isfinite(margin) and margin >= 0):
            raise InputError(f"the margin of {name!r} is {margin!r}; give a number from 0 on")
    return {name: float(margins.get(name, 0.0)) for name in measured}


def _signs(table: Results, family: Family, margin: float) -> tuple[FloatArray, BoolArray]:
    """Who is better, 1 for the first, and whether first or second is worse by more than a margin.

    Shapes (pairs, n) and (2, pairs, n).
    """
    found = advantages_of(table.losses, family.pairs, margin)
    beyond = np.abs(found.values) > found.rope + (found.error[:, None] if margin else 0.0)
    first, second = np.isnan(table.losses).T[family.pairs.T].astype(np.float64)
    failed = second - first  # a failure is worse than any result, by more than any margin
    signs = np.where(np.isnan(found.values), failed, np.sign(found.values))
    beyond |= failed != 0
    return signs, np.stack([beyond & (signs < 0), beyond & (signs > 0)])


def _counts(signs: FloatArray) -> FloatArray:
    """Signs (m, pairs, n) to counts (pairs, 2^m); what is tied is shared evenly."""
    shares = np.ones((*signs.shape[1:], 1))
    for each in (signs + 1) / 2:
        both = np.stack([1 - each, each], axis=-1)
        shares = (shares[..., :, None] * both[..., None, :]).reshape(*signs.shape[1:], -1)
    counts: FloatArray = shares.sum(axis=1)
    return counts


def most_frequent_pvalue(counts: FloatArray, method: Way) -> FloatArray:
    """P-values of the two largest of each row."""
    b, a = np.sort(counts, axis=1)[:, -2:].T
    if method == "exact":
        pvalue: FloatArray = np.minimum(2 * betainc(a, b + 1, 0.5), 1.0)
        return pvalue
    ratio = 2 * (xlogy(a, a) + xlogy(b, b) - xlogy(a + b, (a + b) / 2))
    return np.asarray(chdtrc(1, np.maximum(ratio, 0.0)))


def pareto_pvalue(signs: FloatArray, worse: BoolArray) -> FloatArray:
    """P-values of "not worse in any and better in one", of (m, pairs, n)."""
    m, _, n = signs.shape
    wins, losses = (signs > 0).sum(axis=-1), (signs < 0).sum(axis=-1)
    better = np.where(wins > 0, bdtrc(wins - 1, np.maximum(wins + losses, 1), 0.5), 1.0)
    not_worse = bdtr(worse.sum(axis=-1), n, 0.5)
    pvalue: FloatArray = np.maximum(not_worse.max(axis=0), np.minimum(m * better.min(axis=0), 1.0))
    return pvalue

"""hinges(): which verdicts hang on a single problem."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from evenkeel._types import BoolArray, FloatArray, IntArray
from evenkeel.adjustments.registry import lookup
from evenkeel.errors import InputError, fraction
from evenkeel.families import Family
from evenkeel.posthocs.laws import LAWS
from evenkeel.ranks.registry import RANKINGS
from evenkeel.result import Result
from evenkeel.stability.resamples import Verdicts, tested
from evenkeel.tables.results import Better, Results, as_results
from evenkeel.text import format_p, series

#: Problems from which on one can be left out.
LEAST = 3

_LISTED = 3  # verdicts, and problems of a verdict, that the sentence lists
_QUICK = 1 << 22  # numbers that a light look may be made of
_AVERAGED = 1 << 19  # p-values of such a look where average ranks suffice
_POOLED, _OWN = 1 << 19, 1 << 16  # the same for laws that are not quick: of all, or of each pair
_SEARCHED = 1 << 15  # the same for sets of hypotheses that a procedure searches


class Hinges(Result):
    """Adjusted p-values of a family without each problem in turn.

    Attributes
    ----------
    family : Family
        The hypotheses.
    problems : tuple of str
        The n problems.
    adjusted : ndarray, shape (m,)
        Adjusted p-values of the whole table.
    without : ndarray, shape (n, m), or None
        The same without the problem of the row; None if that was not looked at.
    procedure, method, ranking : str
        How they were computed.
    alpha : float
        The level of the decisions.
    """

    _printed: ClassVar[tuple[str, ...]] = ("without-one-problem",)

    family: Family
    problems: tuple[str, ...]
    adjusted: FloatArray
    without: FloatArray | None
    procedure: str
    method: str
    ranking: str
    alpha: float

    @property
    def turns(self) -> BoolArray:
        """Which verdicts are others without the problem of the row, shape (n, m)."""
        if self.without is None:
            return np.zeros((len(self.problems), self.family.m), dtype=bool)
        turned: BoolArray = (self.without <= self.alpha) != (self.adjusted <= self.alpha)
        return turned

    @property
    def falls(self) -> BoolArray:
        """Which rejections are not made without the problem of the row, shape (n, m)."""
        return self.turns & (self.adjusted <= self.alpha)

    @property
    def hanging(self) -> dict[tuple[str, str], tuple[str, ...]]:
        """The hypotheses whose verdict hangs on single problems, and on which ones."""
        return {
            self.family.hypotheses[i]: tuple(self.problems[j] for j in self._by_weight(i))
            for i in (*self._hanging(falls=True), *self._hanging(falls=False))
        }

    @property
    def sentence(self) -> str:
        """What was found, in a sentence; empty if no verdict hangs on one problem."""
        if self.without is None:
            return self._not_looked_at()
        fall, appear = self._hanging(falls=True), self._hanging(falls=False)
        if not fall and not appear:
            return ""
        listed = fall or appear
        also = (
            f"; {len(appear)} more would be rejected without a single one"
            if fall and appear
            else ""
        )
        if len(listed) == 1:
            (i,) = listed
            kept = "is no longer rejected" if fall else "would be rejected"
            verdict = f"{self.family.labels[i]} {kept} ({self._change(i)})"
            return f"Without {self._whose(i)}, {verdict}{also}."
        told = [
            f"{self.family.labels[i]} without {self._whose(i)} ({self._change(i)})"
            for i in listed[:_LISTED]
        ]
        if len(listed) > _LISTED:
            told.append(f"{len(listed) - _LISTED} more")
        start = (
            f"{len(fall)} of the {np.count_nonzero(self.adjusted <= self.alpha)} rejections "
            "would not be made without a single problem"
            if fall
            else f"{len(appear)} hypotheses would be rejected but for single problems"
        )
        return f"{start}: {'; '.join(told)}{also}."

    def _hanging(self, *, falls: bool) -> list[int]:
        """The hypotheses that are rejected, or not, but for a single problem: by their p."""
        turned = (self.turns & ((self.adjusted <= self.alpha) == falls)).any(axis=0)
        return [int(i) for i in np.argsort(self.adjusted, kind="stable") if turned[i]]

    def _by_weight(self, i: int) -> IntArray:
        """The problems on which a verdict hangs, that which moves the p-value most first."""
        assert self.without is not None
        without, whole = self.without[:, i], self.adjusted[i]
        turned = np.flatnonzero((without <= self.alpha) != (whole <= self.alpha))
        moved = np.abs(without[turned] - whole)
        found: IntArray = turned[np.argsort(-moved, kind="stable")]
        return found

    def _whose(self, i: int) -> str:
        """The problems on which the verdict of a hypothesis hangs, in words."""
        names = [self.problems[j] for j in self._by_weight(i)]
        if len(names) == 1:
            return f"problem {names[0]}"
        if len(names) <= _LISTED:
            return f"any one of the problems {series(names)}"
        return f"any one of {len(names)} problems, above all {names[0]}"

    def _change(self, i: int) -> str:
        """The p-value with all problems and without the one that moves it most."""
        assert self.without is not None
        after = float(self.without[self._by_weight(i)[0], i])
        kind = "p" if self.family.m == 1 else "adjusted p"
        return f"{kind} {format_p(float(self.adjusted[i]))} -> {format_p(after)}"

    def _not_looked_at(self) -> str:
        procedure = lookup(self.procedure)
        slow = LAWS.lookup(self.method).words if procedure.quick else procedure.title
        return (
            f"Whether a verdict hangs on a single problem was not looked at: {slow} takes long to "
            f"be repeated without each of the {len(self.problems)} problems, which "
            "evenkeel.stability.hinges does."
        )


def hinges(
    results: Results | ArrayLike,
    *,
    ranking: str = "friedman",
    control: str | None = None,
    procedure: str | None = None,
    method: str | None = None,
    alpha: float = 0.05,
    better: Better | None = None,
) -> Hinges:
    """Test the family again without each problem in turn, to see which verdicts hang on one.

    Null hypothesis of each pair: its two algorithms perform alike. A verdict hangs on a problem if
    it is another one without it: a rejection that is not made any more, or one that is made then
    only. That says nothing against the problem. It says that the evidence is near the level, and
    that one problem more or less, or one with an error in it, decides. The omnibus hypothesis is
    not tested again, and a control ``"best"`` is the best ranked of the whole table.

    All tables with a problem less are tested at once, by the code that tests one; a closed
    procedure, which permutes, is repeated n times and takes n times as long.

    Parameters
    ----------
    results : Results or array_like
        A table of three problems or more; a bare matrix needs `better`. Holes are served as by
        `posthoc`.
    ranking, control, method
        As for `posthoc`.
    procedure : str, optional
        The procedure, by default Holm's for a control and Shaffer's for all pairs.
    alpha : float
        The level of the decisions.
    better : {"lower", "higher"}, optional
        Direction of a bare matrix.

    Returns
    -------
    Hinges

    Examples
    --------
    >>> import evenkeel
    >>> from evenkeel.stability import hinges
    >>> found = hinges(evenkeel.load("garcia2008"), method="paired")
    >>> {pair: len(problems) for pair, problems in found.hanging.items()}
    {('1-NN', 'NaiveBayes'): 21}
    """
    table = as_results(results, better)
    require_three(table)
    level = fraction(alpha, "alpha")
    return hinges_of(*tested(table, ranking, control, procedure, method), level)


def require_three(table: Results) -> None:
    """Raise if leaving out a problem does not leave two, without which there is no test."""
    if table.n < LEAST:
        raise InputError(
            f"{table.n} problems are too few to leave one out; give a table of {LEAST} or more"
        )


def hinges_of(
    verdicts: Verdicts, adjusted: FloatArray, alpha: float, *, looked: bool = True
) -> Hinges:
    """The same of p-values that are known, or, unless it is to be `looked` at, nothing but them."""
    without = verdicts.adjusted_without_each() if looked else None
    if without is not None:
        without.flags.writeable = False
    return Hinges(
        verdicts.family,
        verdicts.table.problems,
        adjusted=adjusted,
        without=without,
        procedure=verdicts.procedure.name,
        method=verdicts.law.name,
        ranking=verdicts.ranking,
        alpha=alpha,
    )


def is_light(verdicts: Verdicts, *, patience: int = 1) -> bool:
    """Whether every problem can be left out in turn within some hundredths of a second.

    With more `patience` that many times as long.
    """
    n = verdicts.table.n
    if verdicts.procedure.kind == "closed" or (
        not verdicts.procedure.quick and n << verdicts.table.k > _SEARCHED * patience
    ):
        return False
    if verdicts.by_averages and RANKINGS.lookup(verdicts.ranking).additive:
        return n * verdicts.family.m <= _AVERAGED * patience
    slow = _POOLED if verdicts.law.pooled else _OWN
    return n * verdicts.work <= (_QUICK if verdicts.law.quick else slow) * patience

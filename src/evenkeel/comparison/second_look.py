"""The second look: each pair by a test of its two columns alone, which no other algorithm moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, cast

import numpy as np

from evenkeel._types import BoolArray, FloatArray, IntArray
from evenkeel.adjustments import adjust
from evenkeel.errors import choice
from evenkeel.families import Family
from evenkeel.numerics.tails import by_alternative
from evenkeel.pairwise._wilcoxon_all import SignedRankTests
from evenkeel.pairwise.pair import win_tie_loss
from evenkeel.pairwise.sign import SignTests
from evenkeel.pairwise.signed_rank_law import equal_tails
from evenkeel.posthocs._posthoc import PosthocResult
from evenkeel.posthocs.confidence_sets import RANK_TESTS, RankTest
from evenkeel.posthocs.laws import LAWS
from evenkeel.posthocs.rank_statistics import posthoc_statistics
from evenkeel.result import Result, hidden, shown
from evenkeel.tables.results import Results
from evenkeel.text import p_in_words, series

#: The procedure of the second look: its hypotheses are not transitive.
SECOND_PROCEDURE = "holm"

_LISTED = 10  # hypotheses that a sentence lists before it refers to the table


class SecondLook(Result):
    """A family of hypotheses by the law that was chosen, and by tests of the two columns alone.

    Attributes
    ----------
    family : Family
        The hypotheses.
    first : ndarray, shape (m,)
        Adjusted p-values by the law and the procedure that were chosen. They rest on the other
        algorithms, among which the ranks are taken.
    alone : ndarray, shape (m,)
        Adjusted p-values of the test of the two columns alone, by Holm.
    favours : ndarray of int, shape (m, 2)
        Which algorithm of the pair each look favours: 1 the first, -1 the second, 0 neither.
    differing : ndarray of int, shape (m,)
        The problems on which the two algorithms differ.
    test : {"wilcoxon", "sign"}
        Wilcoxon's signed-rank test or the sign test, exact.
    alpha : float
        The level of the decisions.
    """

    _title: ClassVar[str] = "Second look at each pair by itself"
    _note: ClassVar[str] = (
        "What both looks reject is shown. What only the first rejects rests on the other "
        "algorithms, unless the two differ on too few problems for any rejection."
    )

    family: Family
    first: FloatArray = shown("p", title="Ranks among all")
    alone: FloatArray = shown("p", title="Two alone")
    favours: IntArray = hidden()
    differing: IntArray = shown("count", title="Differing problems")
    test: RankTest
    alpha: float = shown("value")

    @property
    def both(self) -> BoolArray:
        """Which hypotheses both looks reject, in favour of the same algorithm."""
        return self._rejected(self.first) & self._rejected(self.alone) & ~self.opposed

    @property
    def opposed(self) -> BoolArray:
        """Which hypotheses both looks reject, in favour of different algorithms."""
        apart: BoolArray = self.favours[:, 0] * self.favours[:, 1] < 0
        return self._rejected(self.first) & self._rejected(self.alone) & apart

    @property
    def powerless(self) -> BoolArray:
        """Which hypotheses no results on so many differing problems could reject alone.

        The smallest p-value on n problems is 2^(1 - n), and Holm of the smallest is the smallest.
        """
        least = np.ldexp(1.0, 1 - np.maximum(self.differing, 1))
        powerless: BoolArray = adjust(least, SECOND_PROCEDURE) > self.alpha
        return powerless

    @property
    def pooled(self) -> BoolArray:
        """Which only the first look rejects although the second could: they rest on the others."""
        return self._rejected(self.first) & ~self._rejected(self.alone) & ~self.powerless

    @property
    def undecided(self) -> BoolArray:
        """Which the first look rejects and the second cannot, on so few problems."""
        return self._rejected(self.first) & self.powerless

    @property
    def own(self) -> BoolArray:
        """Which hypotheses only the test of the two columns rejects."""
        return ~self._rejected(self.first) & self._rejected(self.alone)

    @property
    def title(self) -> str:
        """The test of the two columns, in words."""
        return {"wilcoxon": "Wilcoxon's signed-rank test", "sign": "the sign test"}[self.test]

    @property
    def sentences(self) -> tuple[str, ...]:
        """What only one of the looks shows, a sentence each."""
        said = (
            (
                self.pooled,
                f"The ranks alone favour {self._listed(self.pooled, self.first, 0)}, which "
                f"{self.title} of the two alone does not: this rests on the other algorithms.",
            ),
            (
                self.undecided,
                f"The ranks alone favour {self._listed(self.undecided, self.first, 0)}; on this "
                f"{self.title} of the two alone cannot decide with so few problems.",
            ),
            (
                self.powerless & ~self.undecided.any() & self.powerless.all(),
                f"{self.title[0].upper()}{self.title[1:]} of two alone cannot decide with so few "
                "problems: no results on them could be rejected.",
            ),
            (
                self.own,
                f"The test of the two alone favours {self._listed(self.own, self.alone, 1)}, which "
                "the ranks among all algorithms do not.",
            ),
            (
                self.opposed,
                f"The ranks favour {self._listed(self.opposed, self.first, 0)}, and the test of "
                "the two alone the contrary: nothing is shown.",
            ),
        )
        return tuple(sentence for which, sentence in said if which.any())

    def _rejected(self, adjusted: FloatArray) -> BoolArray:
        rejected: BoolArray = adjusted <= self.alpha
        return rejected

    def _listed(self, which: BoolArray, adjusted: FloatArray, side: int) -> str:
        found = favoured(self.family, self.favours[:, side], which, (adjusted,))
        return found or "none"


def favoured(
    family: Family,
    sides: IntArray,
    which: BoolArray,
    adjusted: Sequence[FloatArray],
    first: str | None = None,
    signs: SignTests | None = None,
) -> str:
    """Some hypotheses as ``A over B (adjusted p = 0.01)``, those about `first` first.

    With `signs` the problems on which each is better follow.
    """
    places = sorted(
        np.flatnonzero(which).tolist(),
        key=lambda i: (first not in family.hypotheses[i], float(adjusted[0][i])),
    )
    named = []
    for i in places[:_LISTED]:
        side = 1 if sides[i] > 0 else -1
        better, worse = family.hypotheses[i][::side]
        said = f"adjusted {' and '.join(p_in_words(float(each[i])) for each in adjusted)}"
        if signs is not None:
            won, lost = (signs.wins[i], signs.losses[i])[::side]
            said += f"; better on {won}, worse on {lost}"
        named.append(f"{better} over {worse} ({said})")
    if len(places) > _LISTED:
        named.append(f"{len(places) - _LISTED} more in the table of adjusted p-values")
    return series(named) if named else ""


def shown_by_wins(signs: SignTests, sides: IntArray, alpha: float) -> BoolArray:
    """Which hypotheses the sign test rejects with Holm on these sides, leaving ties out.

    It asks who wins more often, and does not suppose, as Wilcoxon's test does, that differences
    are symmetric.
    """
    tails = equal_tails(signs.wins.astype(np.float64), signs.wins + signs.losses)
    raw = by_alternative(tails, "two-sided")
    rejected = adjust(raw, SECOND_PROCEDURE) <= alpha
    by_wins: BoolArray = rejected & (np.sign(signs.wins - signs.losses) == sides)
    return by_wins


def second_test(table: Results, method: str, wish: str | None) -> RankTest:
    """The test of two columns: failures have no size, only an order, which the sign test takes."""
    usual = "sign" if table.failures or method == "sign" else "wilcoxon"
    return cast(RankTest, choice(usual if wish is None else wish, RANK_TESTS, "second look"))


def look_twice(
    table: Results,
    found: PosthocResult,
    procedure: str,
    alpha: float,
    tests: SignedRankTests,
    test: RankTest,
) -> SecondLook | None:
    """The second look at a family; None if the first looked at nothing but the two columns.

    `tests` are Wilcoxon's of the same family.
    """
    statistics, family = found.statistics, found.family
    if not LAWS.lookup(statistics.method).ranked:
        return None
    if test == "wilcoxon":
        pvalue, side = tests.pvalue, tests.r_plus - tests.r_minus
    else:
        signs = posthoc_statistics(table, control=family.control, method=test)
        pvalue, side = signs.pvalue, signs.z
    counts = win_tie_loss(table)
    wins = counts.wins[family.pairs[:, 0], family.pairs[:, 1]]
    losses = counts.wins[family.pairs[:, 1], family.pairs[:, 0]]
    favours = np.column_stack([np.sign(statistics.z), np.sign(side)]).astype(np.int64)
    differing = (wins + losses).astype(np.int64)
    for array in (favours, differing):
        array.flags.writeable = False
    return SecondLook(
        family,
        first=found.adjusted[procedure],
        alone=adjust(pvalue, SECOND_PROCEDURE),
        favours=favours,
        differing=differing,
        test=test,
        alpha=alpha,
    )

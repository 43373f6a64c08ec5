"""The second look: whether a rejection is the pair's own or rests on the pool of algorithms."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from evenkeel._types import BoolArray, FloatArray
from evenkeel.adjustments.registry import lookup
from evenkeel.decisions.testing import (
    MAIN_PROCEDURE,
    PosthocResult,
    posthoc,
    unsuited_procedures,
)
from evenkeel.families import Family
from evenkeel.hypotheses.registry import LAWS
from evenkeel.hypotheses.spread import spread_ratios
from evenkeel.result import Result, shown
from evenkeel.tables.results import Results
from evenkeel.words.numbers import p_in_words
from evenkeel.words.sentences import series

#: The law of the second look, which takes p-values from the rank differences of the pair alone.
SECOND_LAW = "paired"

_LISTED = 5  # hypotheses that the sentence lists before it refers to the table


class SecondLook(Result):
    """A family of hypotheses by the law of all algorithms, and by the law of each pair alone.

    Attributes
    ----------
    family : Family
        The hypotheses.
    chosen : ndarray, shape (m,)
        Adjusted p-values by the law that was chosen, which is taken from all algorithms.
    paired : ndarray, shape (m,)
        Adjusted p-values by the paired law, which the other algorithms cannot change except
        through the ranks of the pair.
    spread : ndarray, shape (m,)
        The variance of the pair's own rank differences over the one that the chosen law
        supposes, see `spread_ratios`.
    procedure : str
        The procedure of the paired ones: the one that was chosen, unless their law does not suit
        it.
    alpha : float
        The level of the decisions.
    notes : tuple of str
        How the paired p-values were computed, if not all are exact.
    """

    _title: ClassVar[str] = "Second look at each pair by itself"
    _note: ClassVar[str] = (
        "A hypothesis that is rejected by the law of all algorithms alone rests on the pool of "
        "algorithms."
    )

    family: Family
    chosen: FloatArray = shown("p", title="Law of all algorithms")
    paired: FloatArray = shown("p", title="Pair alone")
    spread: FloatArray = shown("statistic", title="Own variance / supposed")
    procedure: str
    alpha: float = shown("value")
    notes: tuple[str, ...] = ()

    @property
    def pooled(self) -> BoolArray:
        """Which hypotheses are rejected by the law of all algorithms alone."""
        return (self.chosen <= self.alpha) & (self.paired > self.alpha)

    @property
    def own(self) -> BoolArray:
        """Which hypotheses are rejected by the law of the pair alone."""
        return (self.chosen > self.alpha) & (self.paired <= self.alpha)

    @property
    def agrees(self) -> bool:
        """Whether both reject the same hypotheses."""
        return not (self.pooled | self.own).any()

    @property
    def sentence(self) -> str:
        """What the second look found, in one sentence."""
        start = (
            "A second look, with p-values from the rank differences of each pair alone and "
            f"{lookup(self.procedure).title}, "
        )
        if self.agrees:
            some = (self.chosen <= self.alpha).any()
            return start + ("rejects the same hypotheses." if some else "rejects none either.")
        found = []
        if self.pooled.any():
            rests = "this rejection rests" if self.pooled.sum() == 1 else "these rejections rest"
            found.append(
                f"does not reject {self._listed(self.pooled)}, so that {rests} on the pool of "
                "algorithms"
            )
        if self.own.any():
            found.append(f"rejects {self._listed(self.own)} as well")
        return f"{start}{', and '.join(found)}."

    def _listed(self, which: BoolArray) -> str:
        places = sorted(np.flatnonzero(which).tolist(), key=lambda i: float(self.paired[i]))
        named = [
            f"{self.family.labels[i]} (adjusted {p_in_words(float(self.paired[i]))})"
            for i in places[:_LISTED]
        ]
        if len(places) > _LISTED:
            named.append(f"{len(places) - _LISTED} more in the table of the second look")
        return series(named)


def look_twice(
    table: Results, found: PosthocResult, procedure: str, alpha: float
) -> SecondLook | None:
    """The second look at a family; None if its p-values do not rest on the other algorithms."""
    statistics = found.statistics
    if not LAWS.lookup(statistics.method).pooled or lookup(procedure).kind == "closed":
        return None
    family = found.family
    unsuited = unsuited_procedures(family, LAWS.lookup(SECOND_LAW))
    second = MAIN_PROCEDURE[family.kind] if procedure in unsuited else procedure
    paired = posthoc(
        table,
        ranking=statistics.ranking,
        control=family.control,
        adjust=second,
        method=SECOND_LAW,
    )
    return SecondLook(
        family,
        chosen=found.adjusted[procedure],
        paired=paired.adjusted[second],
        spread=spread_ratios(statistics.ranks.ranks, family.pairs),
        procedure=second,
        alpha=alpha,
        notes=paired.statistics.notes,
    )

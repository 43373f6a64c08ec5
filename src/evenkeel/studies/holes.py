"""Holes of simulated tables: at random, or where results are bad; and what is done with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Literal

import numpy as np

from evenkeel._types import BoolArray, FloatArray
from evenkeel.errors import InputError, choice
from evenkeel.families import Family
from evenkeel.hypotheses.registry import LAWS
from evenkeel.omnibus.registry import OMNIBUS
from evenkeel.ranks.batches import Tables
from evenkeel.ranks.kernels import rank_rows
from evenkeel.ranks.registry import RANKINGS

Where = Literal["random", "bad"]
MissingChoice = Literal["keep", "drop-problem", "worst"]

_MOST = {"random": 0.9, "bad": 0.5}
_SKILLINGS_MACK = "skillings-mack"


def _at_random(losses: FloatArray, share: float, generator: np.random.Generator) -> BoolArray:
    missing: BoolArray = generator.random(losses.shape) < share
    return missing


def _bad(losses: FloatArray, share: float, generator: np.random.Generator) -> BoolArray:
    """Of the first half of the algorithms, with a probability of 2 share times the relative rank.

    The relative rank (r - 1/2) / k is 1/2 on average if all algorithms are alike.
    """
    k = losses.shape[-1]
    chance = 2 * share * (rank_rows(losses) - 0.5) / k
    chance[..., k // 2 :] = 0.0
    missing: BoolArray = generator.random(losses.shape) < chance
    return missing


_MISSING: Mapping[str, Callable[[FloatArray, float, np.random.Generator], BoolArray]] = {
    "random": _at_random,
    "bad": _bad,
}


@dataclass(frozen=True)
class Holes:
    """Which results of simulated tables are missing, and what is done about it.

    Attributes
    ----------
    share : float
        The share of the results that are missing; with ``"bad"`` of those of the first half of
        the algorithms, the others having no holes.
    where : {"random", "bad"}
        Every result alike, or with a probability that grows with its rank on its problem.
    choice : {"keep", "drop-problem", "worst"}
        As for `evenkeel.tables.choose`.

    Examples
    --------
    >>> from evenkeel.studies import Holes
    >>> Holes(0.2, "bad").words()
    " 20% of the results of the first half of the algorithms are missing, the likelier the worse
     they rank on their problem; the tables are tested with missing='keep'."
    """

    share: float = 0.0
    where: Where = "random"
    choice: MissingChoice = "keep"

    def __post_init__(self) -> None:
        choice(self.where, _MISSING, "kind of holes")
        choice(self.choice, ("keep", "drop-problem", "worst"), "treatment of missing cells")
        if not 0 <= self.share <= _MOST[self.where]:
            raise InputError(
                f"missing is {self.share!r}; give a share from 0 to {_MOST[self.where]:g}"
            )

    @property
    def left(self) -> bool:
        """Whether the tables that are tested have holes."""
        return self.share > 0 and self.choice != "worst"

    def punch(self, losses: FloatArray, generator: np.random.Generator) -> FloatArray:
        """The tables (r, n, k) after the choice."""
        if not self.share:
            return losses
        missing = _MISSING[self.where](losses, self.share, generator)
        if self.choice == "drop-problem":
            missing |= missing.any(axis=-1, keepdims=True)
        if self.choice == "worst":  # only their order counts
            worst = losses.max(axis=-1, keepdims=True)
            return np.where(missing, np.nextafter(worst, np.inf), losses)
        return np.where(missing, np.nan, losses)

    def words(self) -> str:
        """What was done, as sentences; nothing without holes."""
        if not self.share:
            return ""
        which = {
            "random": f"{self.share:.0%} of the results are missing at random",
            "bad": f"{self.share:.0%} of the results of the first half of the algorithms are "
            "missing, the likelier the worse they rank on their problem",
        }[self.where]
        return f" {which}; the tables are tested with missing={self.choice!r}."


#: Complete tables.
NO_HOLES = Holes()


def pvalues_with_holes(tables: Tables, comparison: str, family: Family) -> FloatArray:
    """Raw p-values (r, m) by a comparison that serves tables with holes."""
    return _SERVING[comparison](tables, family)


def serving_comparisons() -> tuple[str, ...]:
    """The comparisons that serve tables with holes."""
    return tuple(_SERVING)


def serving_omnibus() -> tuple[str, ...]:
    """The omnibus tests that serve any table with holes."""
    return tuple(test.name for test in OMNIBUS if test.holes and test.decides)


def ordinal_omnibus() -> tuple[str, ...]:
    """The omnibus tests that look at nothing but the order within problems."""
    return tuple(test.name for test in OMNIBUS if RANKINGS.lookup(test.ranking).ordinal)


def _by_law(tables: Tables, family: Family, *, law: str) -> FloatArray:
    pvalues = LAWS.lookup(law).holes
    assert pvalues is not None  # of the laws below
    return pvalues(tables, family.pairs, _SKILLINGS_MACK).pvalue


_SERVING: Mapping[str, Callable[[Tables, Family], FloatArray]] = {
    "friedman-paired": partial(_by_law, law="paired"),
    "wilcoxon-exact": partial(_by_law, law="wilcoxon"),
    "sign": partial(_by_law, law="sign"),
}

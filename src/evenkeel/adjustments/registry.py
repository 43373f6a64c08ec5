"""What a procedure of adjustment is, the table of all, and how one decides at an alpha."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from evenkeel._types import BoolArray, FloatArray
from evenkeel.references import Reference
from evenkeel.registry import Registry

# What a procedure of p-value adjustment is, and the table of all of them.


Kind = Literal["one-step", "step-down", "step-up", "two-step", "logical", "closed"]
FamilyKind = Literal["control", "all-pairs"]

#: Levels that the p-values are compared with, and which hypotheses are rejected.
Decision = tuple[FloatArray, BoolArray]


@dataclass(frozen=True)
class Adjustment:
    """A procedure that turns the raw p-values of a family into adjusted ones.

    Attributes
    ----------
    name, title, aliases
        The name to call it by, the name to print, and other names that are understood.
    meaning
        What it does, for the glossary.
    kind
        How it works, and with it what `formula` is. The last axis is the family, and the
        results are not below p. Those of the procedures in steps may exceed 1: the shared wrapper
        clips them.

        ``"one-step"``, ``"two-step"``
            ``formula(p)`` takes the p-values in any order and returns the adjusted ones.
        ``"step-down"``, ``"step-up"``
            ``formula(p)`` takes p-values sorted in increasing order and returns for each one the
            smallest alpha at which its own comparison holds. The wrapper takes the running
            maximum from the smallest p-value (step-down) or minimum from the largest (step-up).
        ``"logical"``
            ``formula(p, family, positions)`` takes the p-values in the family's order; it uses
            which hypotheses can be true together.
        ``"closed"``
            ``formula(ranks, family, resamples=..., seed=...)`` takes the ranks (n, k) of one table,
            not p-values, and returns `ClosedPvalues`, which may lie below the raw p-values.
    controls
        ``"FWER"``, the probability of any false rejection; ``"weak FWER"``, that probability only
        if every hypothesis is true; or ``"FDR"``, the expected share of false rejections among
        the rejections. Nothing is controlled unless each raw p-value is valid for its own
        hypothesis, whatever the others are. The normal, calibrated and exact p-values of mean
        ranks are so only if all k algorithms are alike (Benavoli, Corani and Mangili 2016, Journal
        of Machine Learning Research 17(5):1-10); the paired ones, Wilcoxon's and those of the sign
        test always.
    assumes
        Under which joint law of the p-values the control holds.
    families
        Which families it serves.
    reference
        Where it was published.
    decide
        ``decide(p, alpha)`` takes p-values (sorted, unless the procedure has one or two steps) and
        returns the level that each is compared with and whether it is rejected, by the procedure's
        own steps. None if the procedure has no such levels.
    variants
        Names of variants, the default first. If there are any, `formula` and `decide` take
        ``variant=``.
    caveat
        What a reader of the result must be warned of.
    quick
        Whether many tables take hardly longer than one; not so if sets of hypotheses are searched.
    """

    name: str
    title: str
    meaning: str
    kind: Kind
    controls: Literal["FWER", "weak FWER", "FDR"]
    assumes: Literal["any dependence", "positive dependence", "independence", "joint normality"]
    families: tuple[FamilyKind, ...]
    reference: Reference
    formula: Callable[..., Any]
    aliases: tuple[str, ...] = ()
    decide: Callable[..., Decision] | None = None
    variants: tuple[str, ...] = ()
    caveat: str = ""
    quick: bool = True

    @property
    def weakness(self) -> str:
        """What a conclusion from it must say, as a clause; empty if it holds what FWER says."""
        if self.controls == "FDR":
            return "which holds the false discovery rate, not the family-wise error"
        if self.controls == "weak FWER":
            return "which holds the family-wise error only if every hypothesis is true"
        if self.assumes == "independence":
            return "which holds the family-wise error of independent p-values, and these are not"
        return ""


ADJUSTMENTS: Registry[Adjustment] = Registry("adjustment", "evenkeel.adjustments")
register = ADJUSTMENTS.register
lookup = ADJUSTMENTS.lookup


# Where the boundary of a rejection lies, to the last bit; how a procedure decides at an alpha.
#
# Each comparison ``p <= level`` is made as ``f(p) <= alpha``, where f, the formula of the
# procedure, is the inverse of the level as a function of alpha: the decision cannot part with the
# adjusted p-values by a rounding. That it does not part with the printed level either is seen to
# here. Most formulas are a multiple of p, and `multiple` is rounded so that it is at most alpha
# exactly where p is at most the double alpha / count. The levels of the others are moved by the few
# roundings that they are off (`settled`).


Formula = Callable[..., FloatArray]
Levels = Callable[..., FloatArray]  # (m, alpha) -> the m levels, from the smallest p-value on

_ROUNDINGS = 16  # by how many at most a level is raised; 4 are not enough from alpha = 0.9 on


def multiple(p: FloatArray, count: FloatArray | NDArray[np.integer] | float) -> FloatArray:
    """`count` times p, count >= 1: the smallest alpha of which alpha / count is not below p.

    In real numbers that is the product; in doubles it may be the neighbour of the product. It
    increases with p and with count. Of subnormal p, which have few digits, and of counts below 1,
    which no procedure uses, it is about the product.
    """
    product = np.asarray(p * count, dtype=np.float64)
    bits = product.view(np.int64)  # from 0 on they are in the order of the numbers
    with np.errstate(divide="ignore", invalid="ignore"):  # count 0
        bits -= (bits - 1).view(np.float64) / count >= p
        bits += product / count < p
    return product


def settled(
    levels: FloatArray, formula: Formula, alpha: float, *, upwards: bool = True
) -> FloatArray:
    """The levels, each moved to the largest p-value nearby whose own comparison holds at alpha.

    They are off by a few roundings, if at all. With ``upwards=False`` they are only made to hold.
    """
    moved = levels.copy()
    bits = moved.view(np.int64)
    step = 1
    while (fails := formula(moved) > alpha).any():
        bits -= step * fails
        step *= 2
    for _ in range(_ROUNDINGS if upwards else 0):
        holds = formula((bits + 1).view(np.float64)) <= alpha
        if not holds.any():
            break
        bits += holds
    return moved


def one_step(formula: Formula, levels: Levels, *, upwards: bool = True) -> Callable[..., Decision]:
    """Reject every hypothesis whose own comparison holds."""

    def decide(p: FloatArray, alpha: float) -> Decision:
        own = settled(levels(p.shape[-1], alpha), formula, alpha, upwards=upwards)
        return np.broadcast_to(own, p.shape), formula(p) <= alpha

    return decide


def step_down(formula: Formula, levels: Levels) -> Callable[..., Decision]:
    """Reject from the smallest p-value on, up to the first comparison that fails."""

    def decide(p: FloatArray, alpha: float) -> Decision:
        own = settled(levels(p.shape[-1], alpha), formula, alpha)
        rejected = np.logical_and.accumulate(formula(p) <= alpha, axis=-1)
        return np.broadcast_to(own, p.shape), rejected

    return decide


def step_up(formula: Formula, levels: Levels, *, upwards: bool = True) -> Callable[..., Decision]:
    """From the largest p-value on, find the first comparison that holds; reject it and the rest."""

    def decide(p: FloatArray, alpha: float, **options: str) -> Decision:
        def comparison(p: FloatArray) -> FloatArray:
            return formula(p, **options)

        own = settled(levels(p.shape[-1], alpha, **options), comparison, alpha, upwards=upwards)
        holds = comparison(p) <= alpha
        rejected = np.logical_or.accumulate(holds[..., ::-1], axis=-1)[..., ::-1]
        return np.broadcast_to(own, p.shape), rejected

    return decide

"""What a procedure of p-value adjustment is, and the table of all of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from evenkeel._types import BoolArray, FloatArray
from evenkeel.registry import Registry
from evenkeel.words.references import Reference

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

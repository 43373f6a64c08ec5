"""Checks that every door to the adjustments shares."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from evenkeel._types import FloatArray
from evenkeel.adjustments.registry import ADJUSTMENTS, Adjustment, FamilyKind
from evenkeel.errors import InputError, Message, Option, choice
from evenkeel.families import Family, algorithms_of_pairs
from evenkeel.numerics.arrays import unmasked


def as_pvalues(p: ArrayLike) -> FloatArray:
    """Return p as an array of p-values with the family on the last axis, or say what is wrong."""
    try:
        values = np.asarray(unmasked(p), dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise InputError(f"p is not an array of numbers ({error})") from None
    if values.ndim == 0:
        raise InputError(f"p is {p!r}; give a list with one p-value or more")
    if values.size == 0:
        raise InputError(
            f"p is empty (its shape is {values.shape}); give one p-value for each hypothesis"
        )
    if not (values.min() >= 0 and values.max() <= 1):  # nor do they for a NaN
        index = tuple(int(i) for i in np.argwhere(~((values >= 0) & (values <= 1)))[0])
        where = ", ".join(str(i) for i in index)
        raise InputError(f"p[{where}] is {values[index]}; a p-value lies between 0 and 1")
    return values + 0.0  # which turns -0.0 into 0.0


def as_positions(positions: ArrayLike) -> FloatArray:
    """Return the positions of the algorithms as an array, or say what is wrong."""
    try:
        values = np.asarray(unmasked(positions), dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise InputError(f"the positions are not an array of numbers ({error})") from None
    if not np.isfinite(values).all():
        raise InputError("a position is not a finite number; give the average ranks")
    return values


def family_served(adjustment: Adjustment, family: Family | None, m: int) -> Family | None:
    """The family of m hypotheses, checked against what the procedure serves.

    A procedure that serves all pairs only gets them from m if no family is given. Others need
    none.
    """
    name = adjustment.name
    if adjustment.kind == "closed":
        raise InputError(
            Message(
                f"{name!r} needs the table, not p-values: it permutes the ranks; give the "
                "table to posthoc() or compare(), with ",
                Option("adjust", name),
            )
        )
    if family is not None and not isinstance(family, Family):
        raise InputError(f"family is {family!r}; give an evenkeel.Family of the algorithms")
    if family is None:
        if "control" in adjustment.families:
            return None
        remedy = Message(
            f"give {name!r} the p-values of all of them, and their names with ", Option("family")
        )
        return Family.of_size(algorithms_of_pairs(m, remedy))
    serving(adjustment, family.kind)
    if family.m != m:
        raise InputError(
            f"{m} p-values were given for a family of {family.m} hypotheses; "
            "give one for each, on the last axis"
        )
    return family


def serving(adjustment: Adjustment, kind: FamilyKind) -> Adjustment:
    """Return the procedure if it serves that kind of family, else raise."""
    if kind in adjustment.families:
        return adjustment
    kinds = {"control": "a control against the rest", "all-pairs": "all pairs"}
    of_pvalues = [a.name for a in ADJUSTMENTS if kind in a.families and a.kind != "closed"]
    others = ", ".join(map(repr, of_pvalues))
    raise InputError(
        f"{adjustment.name!r} serves {kinds[adjustment.families[0]]}, but the family is "
        f"{kinds[kind]}; for that choose one of {others}"
    )


def variant_options(adjustment: Adjustment, variant: str | None) -> dict[str, str]:
    """The keyword for `formula` and `decide`: nothing for a procedure without variants."""
    if adjustment.variants:
        chosen = adjustment.variants[0] if variant is None else variant
        return {"variant": choice(chosen, adjustment.variants, f"variant of {adjustment.name}")}
    if variant is not None:
        raise InputError(
            Message(f"{adjustment.name!r} has no variants; leave out ", Option("variant", variant))
        )
    return {}

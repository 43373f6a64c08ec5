"""What a procedure of p-value adjustment is, and the table of all of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from evenkeel.errors import choice
from evenkeel.references import Reference
from evenkeel.results import FloatArray

Kind = Literal["one-step", "step-down", "step-up", "two-step", "logical"]
FamilyKind = Literal["control", "all-pairs"]

#: Levels that the p-values are compared with, and which hypotheses are rejected.
Decision = tuple[FloatArray, NDArray[np.bool_]]


@dataclass(frozen=True)
class Adjustment:
    """A procedure that turns the raw p-values of a family into adjusted ones.

    Attributes
    ----------
    name, title, aliases
        The name to call it by, the name to print, and other names that are understood.
    kind
        How it works, and with it what `formula` is. In every case the last axis is the family,
        and the results are not below p. Those of all but the logical procedures may exceed 1:
        the shared wrapper clips them.

        ``"one-step"``, ``"two-step"``
            ``formula(p)`` takes the p-values in any order and returns the adjusted ones.
        ``"step-down"``, ``"step-up"``
            ``formula(p)`` takes p-values sorted in increasing order and returns for each one the
            smallest alpha at which its own comparison holds. The wrapper takes the running
            maximum from the smallest p-value (step-down) or minimum from the largest (step-up).
        ``"logical"``
            ``formula(p, family, positions)`` takes the p-values in the family's order; it uses
            which hypotheses can be true together.
    controls
        ``"FWER"``, the probability of any false rejection; ``"weak FWER"``, that probability only
        if every hypothesis is true; or ``"FDR"``, the expected share of false rejections among
        the rejections.
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
    """

    name: str
    title: str
    kind: Kind
    controls: Literal["FWER", "weak FWER", "FDR"]
    assumes: Literal["any dependence", "positive dependence", "independence", "joint normality"]
    families: tuple[FamilyKind, ...]
    reference: Reference
    formula: Callable[..., FloatArray]
    aliases: tuple[str, ...] = ()
    decide: Callable[..., Decision] | None = None
    variants: tuple[str, ...] = ()
    caveat: str = ""


_REGISTRY: dict[str, Adjustment] = {}
_NAMES: dict[str, str] = {}


def register(adjustment: Adjustment) -> Adjustment:
    """Add a procedure to the table; a name or alias can be taken only once."""
    for name in (adjustment.name, *adjustment.aliases):
        if name in _NAMES:
            raise ValueError(f"the name {name!r} is taken by {_NAMES[name]!r}")
        _NAMES[name] = adjustment.name
    _REGISTRY[adjustment.name] = adjustment
    return adjustment


def lookup(method: str) -> Adjustment:
    """Find a procedure by its name or alias."""
    return _REGISTRY[_NAMES[choice(method, _NAMES, "adjustment")]]


def registered() -> tuple[Adjustment, ...]:
    """All procedures, in the order of their registration."""
    return tuple(_REGISTRY.values())

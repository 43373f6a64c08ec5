"""Families of hypotheses with p-values between bounds, and what follows for verdicts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from evenkeel._types import FloatArray, IndexArray
from evenkeel.adjustments import adjust
from evenkeel.adjustments._adjust import serving
from evenkeel.adjustments.exhaustive import LARGEST_ENUMERATED
from evenkeel.adjustments.registry import lookup
from evenkeel.claims.paper import unquoted
from evenkeel.errors import InputError, Message, Option, choice, fraction
from evenkeel.families import Family
from evenkeel.numerics.arrays import ByValue
from evenkeel.posthocs._posthoc import (
    DOCUMENTED,
    MAIN_PROCEDURE,
    require_transitive,
    unsuited_procedures,
)
from evenkeel.posthocs.laws import LAWS

# Numbers that are known between bounds, and what follows for adjusted p-values and verdicts.


Verdict = Literal["rejected", "not rejected", "rounding could turn it"]

REJECTED: Verdict = "rejected"
NOT_REJECTED: Verdict = "not rejected"
TURNED: Verdict = "rounding could turn it"


@dataclass(frozen=True, eq=False)
class Bounds(ByValue):
    """Numbers that follow from printed ones.

    Attributes
    ----------
    value : ndarray
        What follows from the printed numbers; from ranks, from the nearest that are possible.
    low, high : ndarray
        What follows from any numbers that are printed so lies between them.
    """

    value: FloatArray
    low: FloatArray
    high: FloatArray

    def at(self, places: IndexArray) -> Bounds:
        """The numbers at these places."""
        return Bounds(self.value[places], self.low[places], self.high[places])

    def over(self, divisor: float) -> Bounds:
        """The same numbers divided by one above 0."""
        return Bounds(self.value / divisor, self.low / divisor, self.high / divisor)


def verdicts(pvalues: Bounds, alpha: float) -> tuple[Verdict, ...]:
    """Of each p-value whether its hypothesis is rejected, for all numbers that are printed so."""
    level = fraction(alpha, "alpha")
    return tuple(
        REJECTED if high <= level else NOT_REJECTED if low > level else TURNED
        for low, high in zip(pvalues.low.tolist(), pvalues.high.tolist(), strict=True)
    )


def chosen_procedure(
    adjusted: Mapping[str, Bounds], family: Family | None, procedure: str | None
) -> str:
    """The procedure asked for, by default the main one of the family, or the first there is."""
    if procedure is not None:
        return choice(lookup(procedure).name, adjusted, "procedure of this result")
    main = MAIN_PROCEDURE["control" if family is None else family.kind]
    return main if main in adjusted else next(iter(adjusted))


def adjusted_bounds(
    pvalues: Bounds,
    procedures: Iterable[str],
    family: Family | None,
    positions: FloatArray | None = None,
) -> dict[str, Bounds]:
    """Bounds of the adjusted p-values, by the name of the procedure.

    No adjusted p-value falls if a raw p-value of the family rises: a procedure in steps whose
    levels do not decrease, and a closed one, reject no less if p-values fall. So the lowest raw
    p-values of all hypotheses give the lowest adjusted ones, and the highest the highest. If raw
    p-values cannot all be lowest at once, as with ranks, these bounds may be wider than need be.
    """
    return {
        lookup(name).name: Bounds(*_adjusted_rows(pvalues, name, family, positions))
        for name in procedures
    }


def _adjusted_rows(
    pvalues: Bounds, name: str, family: Family | None, positions: FloatArray | None
) -> FloatArray:
    rows = np.stack([pvalues.value, pvalues.low, pvalues.high])
    many = family is not None and family.k > LARGEST_ENUMERATED and lookup(name).kind == "logical"
    if not many or positions is None or family is None:
        return adjust(rows, name, family=family)
    return adjust(_along_line(rows, family, positions), name, family=family, positions=positions)


def _along_line(rows: FloatArray, family: Family, positions: FloatArray) -> FloatArray:
    """P-values made to fall with the distance of the positions, as procedures for many need it.

    The lowest become those of the nearest pairs that are as low, the highest those of the
    farthest that are as high; both stay bounds.
    """
    first, second = family.pairs.T
    order = np.argsort(np.abs(positions[first] - positions[second]), kind="stable")
    value, low, high = rows[:, order]
    ordered = np.stack(
        [
            np.minimum.accumulate(value),
            np.minimum.accumulate(low),
            np.maximum.accumulate(high[::-1])[::-1],
        ]
    )
    along = np.empty_like(rows)
    along[:, order] = ordered
    return along


# Labels of hypotheses as papers print them, and the family that they make.


_VERSUS = re.compile(r"\s+(?:vs\.?|versus|v\.?s?\.|against)\s+|\s+[-–—]\s+|\s*[,;|&\t]\s*", re.I)


@dataclass(frozen=True)
class Labelled:
    """Hypotheses in the order in which they are printed.

    Attributes
    ----------
    pairs : tuple of (str, str)
        The two algorithms of each, or ("", label) if the label names no two.
    family : Family or None
        The family that they make: all pairs, or a control with the rest; None if neither.
    places : ndarray of int, shape (m,)
        The number of the printed hypothesis at each place of the family.
    """

    pairs: tuple[tuple[str, str], ...]
    family: Family | None
    places: IndexArray

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels to print."""
        return tuple(f"{first} vs {second}" if first else second for first, second in self.pairs)

    def adjusted(self, pvalues: Bounds, procedures: Sequence[str]) -> dict[str, Bounds]:
        """Bounds of the adjusted p-values, in the order of the labels."""
        back = np.argsort(self.places)
        found = adjusted_bounds(pvalues.at(self.places), procedures, self.family)
        return {name: each.at(back) for name, each in found.items()}

    def procedures(
        self, adjust: str | Iterable[str] | None, law: str = "paired"
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Names of the procedures asked for, by default the documents', and what is to be said."""
        if adjust is None:
            return self._default(law)
        names = [adjust] if isinstance(adjust, str) else list(adjust)
        if not names:
            raise InputError("adjust names no procedure; name one or more, or leave it out")
        for entry in map(lookup, names):
            if self.family is not None:
                serving(entry, self.family.kind)
                require_transitive(entry, LAWS.lookup(law), self.family)
            elif "control" not in entry.families and entry.kind != "closed":
                raise InputError(
                    f"{entry.name!r} needs p-values of all pairs of some algorithms, and "
                    f"{self._lacking()}; give all of them, or choose another such as 'holm'"
                )
        return tuple(dict.fromkeys(lookup(name).name for name in names)), ()

    def _default(self, law: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        if self.family is None:
            note = (
                f"{self._lacking()}, so that procedures for all pairs such as Shaffer's do not "
                "apply"
            )
            return DOCUMENTED["control"], (note,)
        unsuited = unsuited_procedures(self.family, LAWS.lookup(law))
        names = tuple(name for name in DOCUMENTED[self.family.kind] if name not in unsuited)
        notes: list[str] = []
        if "nemenyi-range" in unsuited:
            notes.append(
                Message(
                    f"{lookup('nemenyi-range').title} is left out: it reads p-values as those "
                    "of z of average ranks; name it with ",
                    Option("adjust"),
                    " if they are",
                )
            )
        notes += [
            f"{lookup(name).title} is left out: {unsuited[name]}"
            for name in ("shaffer", "bergmann")
            if name in unsuited
        ]
        return names, tuple(notes)

    def _lacking(self) -> str:
        """Why the hypotheses are no family."""
        single = [second for first, second in self.pairs if not first]
        if single:
            return f"{single[0]!r} does not name two algorithms"
        names = list(dict.fromkeys(name for pair in self.pairs for name in pair))
        known = {frozenset(pair) for pair in self.pairs}
        first, second = next(
            pair for pair in Family(tuple(names)).hypotheses if frozenset(pair) not in known
        )
        return f"{first} vs {second} is missing"


def split_label(label: str, control: str | None = None) -> tuple[str, str]:
    """The two algorithms that a label names; a single one is compared with the control.

    Examples
    --------
    >>> split_label("A vs. B"), split_label("A, B"), split_label("B", "A"), split_label("H1")
    (('A', 'B'), ('A', 'B'), ('A', 'B'), ('', 'H1'))
    """
    parts = [unquoted(part) for part in _VERSUS.split(label)]
    if len(parts) == 2 and all(parts):
        return parts[0], parts[1]
    return (control or "", label.strip())


def labelled(labels: Sequence[str], control: str | None = None) -> Labelled:
    """Find the family that labels make: all pairs, a control with the rest, or none."""
    pairs = tuple(split_label(label, control) for label in labels)
    seen: set[frozenset[str]] = set()
    for pair, label in zip(pairs, labels, strict=True):
        if pair[0] == pair[1]:
            raise InputError(f"{label!r} compares {pair[0]} with itself; name two algorithms")
        if frozenset(pair) in seen:
            raise InputError(f"{label!r} is given twice, perhaps the other way round")
        seen.add(frozenset(pair))
    family = _family(pairs, control)
    places = np.arange(len(pairs))
    if family is not None:
        numbers = {frozenset(pair): i for i, pair in enumerate(pairs)}
        places = np.array([numbers[frozenset(pair)] for pair in family.hypotheses])
    return Labelled(pairs, family, places)


def _family(pairs: Sequence[tuple[str, str]], control: str | None) -> Family | None:
    if not all(first for first, _ in pairs):
        return None
    names = tuple(dict.fromkeys(name for pair in pairs for name in pair))
    k, m = len(names), len(pairs)
    if control is not None:
        choice(control, names, "control")
    common = set(names).intersection(*map(set, pairs))
    if control is not None and control not in common:
        raise InputError(
            f"control is {control!r}, which not every hypothesis names; leave it out, or give the "
            "hypotheses about it alone"
        )
    if m == k * (k - 1) // 2 and control is None:
        return Family(names)
    if common and m == k - 1:
        return Family(names, control or next(name for name in names if name in common))
    return None

"""Labels of hypotheses as papers print them, and the family that they make."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from evenkeel._types import IndexArray
from evenkeel.adjustments.inputs import serving
from evenkeel.adjustments.registry import lookup
from evenkeel.claims.bounds import Bounds, adjusted_bounds
from evenkeel.claims.lines import unquoted
from evenkeel.decisions.testing import DOCUMENTED, require_transitive, unsuited_procedures
from evenkeel.errors import InputError, Message, Option, choice
from evenkeel.families import Family
from evenkeel.hypotheses.registry import LAWS

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

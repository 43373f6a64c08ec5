"""Which algorithms a diagram shows as close: shown to be equivalent, not only not told apart."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evenkeel.adjustments.registry import lookup
from evenkeel.decisions.groups import unrejected_groups
from evenkeel.effects.centres import CENTRES
from evenkeel.effects.verdicts import EquivalenceTests
from evenkeel.errors import InputError
from evenkeel.plot.decisions import Decisions


@dataclass(frozen=True)
class Closeness:
    """What is shown to be close.

    Attributes
    ----------
    groups : tuple of tuples of int
        Sets of two algorithms or more of which every pair is shown to be equivalent (all pairs).
    others : frozenset of int
        Algorithms shown to be equivalent to the control.
    basis : str
        The margin, the tests and the level, to be printed in the picture.
    """

    groups: tuple[tuple[int, ...], ...] = ()
    others: frozenset[int] = frozenset()
    basis: str = ""

    def in_words(self, algorithms: tuple[str, ...]) -> str:
        """What is close, for readers who cannot see the picture; nothing if it was not tested."""
        if not self.basis:
            return ""
        members = "; ".join(", ".join(algorithms[j] for j in group) for group in self.groups)
        members = members or ", ".join(algorithms[j] for j in sorted(self.others))
        return f" Shown to be equivalent ({self.basis}): {members or 'none'}."


#: If nothing was tested.
NOT_TESTED = Closeness()


def closeness(tests: EquivalenceTests | None, decisions: Decisions) -> Closeness:
    """What the tests show, if they are of the algorithms and the family of the diagram."""
    if tests is None:
        return NOT_TESTED
    if not isinstance(tests, EquivalenceTests):
        raise InputError(
            f"equivalence is a {type(tests).__name__}; give what evenkeel.equivalence() returns"
        )
    if tests.family != decisions.family:
        raise InputError(
            f"the tests of equivalence are of {_described(tests.family.control)} and "
            f"{tests.family.k} algorithms, the diagram of {_described(decisions.family.control)} "
            f"and {decisions.family.k}; test the same table with the same control"
        )
    test = CENTRES[tests.test].title
    procedure = lookup(tests.procedure).title
    basis = f"margin\u00a0{tests.margin_in_words}, {test}, {procedure} at {tests.alpha:g}"
    if tests.family.control is not None:
        close = tests.family.pairs[np.flatnonzero(tests.equivalent), 1]
        return Closeness(others=frozenset(close.tolist()), basis=basis)
    groups = unrejected_groups(~tests.equivalent, positions=decisions.ranks.average)
    return Closeness(groups=tuple(group for group in groups if len(group) > 1), basis=basis)


def _described(control: str | None) -> str:
    return "all pairs" if control is None else f"the control {control!r}"

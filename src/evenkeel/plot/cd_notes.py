"""What a critical difference diagram says of closeness, and what stands below it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from evenkeel.adjustments.registry import lookup
from evenkeel.effects.intervals import CENTRES
from evenkeel.effects.margins import EquivalenceTests
from evenkeel.errors import InputError
from evenkeel.plot.cd_geometry import Bar
from evenkeel.plot.decisions import Decisions
from evenkeel.posthocs.groups import unrejected_groups

# Which algorithms a diagram shows as close: shown to be equivalent, not only not told apart.


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


# What is written below a critical difference diagram.


def diagram_note(decisions: Decisions, bars: Sequence[Bar], close: Closeness) -> str:
    """How it was decided, and what the marks mean."""
    return _decided(decisions, bars) + _close(decisions, close)


def cut_note(limits: tuple[float, float], whole: tuple[float, float]) -> str:
    """That the axis does not show all ranks, if it does not."""
    if limits[0] <= whole[0] and limits[1] >= whole[1]:
        return ""
    return f" The axis is cut: ranks go from {whole[0]:g} to {whole[1]:g}."


def list_note(decisions: Decisions, close: Closeness, interval: str) -> str:
    """What a list of ranks says: its marks, its letters and its intervals."""
    control = decisions.family.control
    if not decisions.tested:
        marks = f"{decisions.untested}."
    elif control is not None:
        marks = _decided(decisions, ())
    else:
        marks = (
            "A shared letter: the pair is not rejected. Diamond: the best rank; filled: rejected "
            f"against it, open: not rejected. {decisions.basis}."
        )
    return f"{marks}{interval}{_close(decisions, close, listed=True)}"


def _decided(decisions: Decisions, bars: Sequence[Bar]) -> str:
    control = decisions.family.control
    if not decisions.tested:
        return f"{decisions.untested}."
    if control is not None:
        return (
            f"{control} is the control (diamond); filled: rejected against it, open: not "
            f"rejected. {decisions.basis}."
        )
    if not bars:
        return f"Every pair is rejected: {decisions.basis}."
    sentence = f"Bars join groups in which no pair is rejected: {decisions.basis}."
    broken = any(not bar.interval for bar in bars)
    return f"{sentence} Dots mark the members of broken bars." if broken else sentence


def _close(decisions: Decisions, close: Closeness, *, listed: bool = False) -> str:
    """What the marks of the algorithms that were shown to be close mean."""
    if not close.basis:
        return ""
    if decisions.family.control is not None:
        if not close.others:
            return f" None is shown to be equivalent to the control ({close.basis})."
        mark = "Close: yes" if listed else "Circle by the name"
        return f" {mark}: shown to be equivalent to the control ({close.basis})."
    if not close.groups:
        return f" No pair is shown to be equivalent ({close.basis})."
    mark = "A shared number" if listed else "Joined circles"
    return f" {mark}: every pair is shown to be equivalent ({close.basis})."

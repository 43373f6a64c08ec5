"""What is written below a critical difference diagram."""

from __future__ import annotations

from collections.abc import Sequence

from evenkeel.plot.cd_geometry import Bar
from evenkeel.plot.closeness import Closeness
from evenkeel.plot.decisions import Decisions


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

"""What is written below a critical difference diagram."""

from __future__ import annotations

from collections.abc import Sequence

from evenkeel.plot.cd_geometry import Bar
from evenkeel.plot.closeness import Closeness
from evenkeel.plot.decisions import Decisions


def diagram_note(decisions: Decisions, bars: Sequence[Bar], close: Closeness) -> str:
    """How it was decided, and what the marks mean."""
    return _decided(decisions, bars) + _close(decisions, close)


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


def _close(decisions: Decisions, close: Closeness) -> str:
    """What the marks of the algorithms that were shown to be close mean."""
    if not close.basis:
        return ""
    if decisions.family.control is not None:
        if not close.others:
            return f" None is shown to be equivalent to the control ({close.basis})."
        return f" Circle by the name: shown to be equivalent to the control ({close.basis})."
    if not close.groups:
        return f" No pair is shown to be equivalent ({close.basis})."
    return f" Joined circles: every pair is shown to be equivalent ({close.basis})."

"""The checks that every table of runs passes before it is used, all faults reported together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evenkeel.errors import SourceError, TableError
from evenkeel.tables.faults import direction_faults
from evenkeel.tables.scanning.engines import HELD, collect
from evenkeel.tables.scanning.faults import (
    has_suspects,
    repeated_rows,
    repetition_faults,
    size_and_name_faults,
    step_faults,
    value_faults,
)
from evenkeel.tables.scanning.survey import Survey, first_pass, survey

if TYPE_CHECKING:
    from evenkeel.tables.scanning.engines import Frame


@dataclass(frozen=True)
class Checked:
    """A frame without faults, its cells, the roles of its columns, and what was not looked at.

    `no_step` is the column that was taken for steps by its name, but has one value a run.
    """

    frame: Frame
    facts: Survey
    columns: dict[str, str]
    notes: tuple[str, ...] = ()
    no_step: str | None = None


def check(
    frame: Frame,
    columns: dict[str, str],
    better: object,
    source: str,
    *,
    explain: Callable[[bool], list[str]] | None = None,
    guessed_step: bool = False,
) -> Checked:
    """Pass over the rows once, or twice if they are few enough to look for repeated runs.

    `explain` describes bad rows where the source knows more about them than the frame does; its
    argument says that they could not even be read.
    """
    try:
        cells = first_pass(frame, source)
    except SourceError:
        reasons = explain(True) if explain else []
        if reasons:
            raise TableError(source, reasons) from None
        raise
    faults = [*direction_faults(better), *size_and_name_faults(cells, columns)]
    if has_suspects(cells):
        faults += explain(False) if explain else value_faults(frame, source)
    elif "step" in columns:
        lacking = step_faults(frame, source, columns["step"])
        faults += explain(False) if explain and lacking else lacking
    if faults:
        raise TableError(source, faults)
    facts = survey(cells, source)
    if "run" not in columns:
        return Checked(frame, facts, columns)
    if facts.total > HELD:
        note = (
            f"runs that occur twice were not looked for among {facts.total} rows; duplicates() "
            "looks for them"
        )
        return Checked(frame, facts, columns, (note,))
    no_step = None
    if guessed_step and not len(repeated_rows(frame.drop("step"), source)):
        no_step, frame = columns["step"], frame.drop("step")
        columns = {role: name for role, name in columns.items() if role != "step"}
    faults = repetition_faults(repeated_rows(frame, source))
    if faults:
        raise TableError(source, faults)
    return Checked(frame, facts, columns, no_step=no_step)


def hold(checked: Checked, source: str) -> Checked:
    """Hold the rows in memory if they are few enough, so that no plan is run again and again."""
    import narwhals as nw

    if checked.facts.total > HELD:
        return checked
    frame = nw.from_native(collect(checked.frame, source).lazy())
    return Checked(frame, checked.facts, checked.columns, checked.notes, checked.no_step)

"""The checks that every table of runs passes before it is used, all faults reported together."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from evenkeel.errors import Message, Option, SourceError, TableError
from evenkeel.tables.faults import direction_faults
from evenkeel.tables.scanning.survey import (
    CELL,
    HELD,
    Survey,
    collect,
    first_pass,
    natural_key,
    survey,
)

if TYPE_CHECKING:
    import polars as pl

    from evenkeel.tables.scanning.survey import Frame

MEND_MISSING = Message(
    "give a failed run the value that a failure is worth, or read the table with ",
    Option("missing", "drop-problem"),
    " or ",
    Option("missing", "keep"),
)
_MOST = 1000  # faults that are described; more are counted


@dataclass(frozen=True)
class Checked:
    """A frame without faults, its cells, the roles of its columns, and what was not looked at.

    `no_step` is the column that was taken for steps by its name, but has one value per run.
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
        lacking = step_faults(cells, columns["step"])
        faults += explain(False) if explain and lacking else lacking
    if faults:
        raise TableError(source, faults)
    facts = survey(cells, frame, source)
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
    return replace(checked, frame=frame, facts=replace(checked.facts, _frame=frame))


def size_and_name_faults(cells: pl.DataFrame, columns: dict[str, str]) -> list[str]:
    """No rows at all, rows without names, and too few algorithms."""
    if not len(cells):
        return ["there are no rows of runs; give a table with a row per run"]
    faults = []
    for role in CELL:
        names = cells[role].to_list()
        rows = sum(
            count
            for name, count in zip(names, cells["rows"].to_list(), strict=True)
            if name is None or not str(name).strip()
        )
        if rows:
            are = "row has" if rows == 1 else "rows have"
            faults.append(
                f"{rows} {are} no name of {_article(role)} in the column {columns[role]!r}; give "
                "every row one"
            )
    algorithms = {name for name in cells["algorithm"].to_list() if name}
    if not faults and len(algorithms) < 2:
        faults.append(
            f"only one algorithm ({algorithms.pop()!r}) was found; a comparison needs at least two"
        )
    return faults


def has_suspects(cells: pl.DataFrame) -> bool:
    """Whether the first pass shows that values may be missing or infinite."""
    import polars as pl

    good = (pl.col("rows") == pl.col("values")) & pl.col("mean").is_finite()
    return not bool(cells.select(good.fill_null(False).all()).item())


def value_faults(frame: Frame, source: str) -> list[str]:
    """Cells in which values are missing or infinite, with how many and an example."""
    import narwhals as nw

    value = nw.col("value").fill_null(float("nan"))
    example = ["run"] if "run" in frame.columns else []
    marked = frame.with_columns(missing=value.is_nan(), finite=value.is_finite())
    bad = marked.filter(~nw.col("finite")).with_columns(
        missing=nw.col("missing").cast(nw.Int64),
    )
    facts = [nw.len().alias("bad"), nw.col("missing").sum()]
    facts += [nw.col(name).min() for name in example]
    cells = collect(bad.group_by(*CELL).agg(*facts), source)
    return list(_described(cells))


def _described(cells: pl.DataFrame) -> Iterator[str]:
    for row in _in_order(cells):
        where = f"algorithm {row['algorithm']!r}, problem {row['problem']!r}"
        example = f", such as in run {row['run']!r}" if "run" in row else ""
        for count, kind, mend in (
            (row["missing"], "missing", MEND_MISSING),
            (row["bad"] - row["missing"], "infinite", "replace infinite values by finite numbers"),
        ):
            if count:
                values = "1 value is" if count == 1 else f"{count} values are"
                yield Message(f"{where}: {values} {kind}{example}; ", mend)


def step_faults(cells: pl.DataFrame, column: str) -> list[str]:
    """Rows that lack the step, if there are any."""
    rows = int(cells["stepless"].sum())
    if not rows:
        return []
    lack = "1 row has" if rows == 1 else f"{rows} rows have"
    return [f"{lack} no finite step in the column {column!r}; give every row one"]


def repeated_rows(frame: Frame, source: str) -> pl.DataFrame:
    """Runs (and steps) of a cell that occur more than once or have no name, with their count."""
    import narwhals as nw

    keys = [name for name in frame.columns if name != "value"]
    counted = frame.group_by(*keys).agg(nw.len().alias("rows"))
    return collect(counted.filter((nw.col("rows") > 1) | nw.col("run").is_null()), source)


def repetition_faults(repeated: pl.DataFrame) -> list[str]:
    """Say which runs occur more than once and which have no name."""
    faults = []
    for row in _in_order(repeated.head(_MOST)):
        where = f"algorithm {row['algorithm']!r}, problem {row['problem']!r}"
        if row["run"] is None:
            rows = "1 row has" if row["rows"] == 1 else f"{row['rows']} rows have"
            faults.append(f"{where}: {rows} no name of the run; give every row one")
            continue
        step = f", step {row['step']:g}" if "step" in row else ""
        faults.append(
            Message(
                f"{where}, run {row['run']!r}{step} occurs {row['rows']} times; keep one "
                "of the rows, or say which columns name a run with ",
                Option("run"),
                " and which one a step of it with ",
                Option("step"),
            )
        )
    if len(repeated) > _MOST:
        faults.append(f"{len(repeated) - _MOST} more runs occur more than once")
    return faults


def _in_order(cells: pl.DataFrame) -> list[dict[str, Any]]:
    keys = [name for name in ("problem", "algorithm", "run", "step") if name in cells.columns]
    rows = cells.to_dicts()
    return sorted(rows, key=lambda row: tuple(natural_key(row[name]) for name in keys))


def _article(role: str) -> str:
    return f"an {role}" if role == "algorithm" else f"a {role}"

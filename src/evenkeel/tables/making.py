"""Results and runs out of arranged cells: faults are told together, gaps treated as asked."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from evenkeel._types import FloatArray
from evenkeel.errors import Message, Option, TableError
from evenkeel.tables.arranging import Arranged, conditions
from evenkeel.tables.choices import choose
from evenkeel.tables.drafts import JOINT, listed
from evenkeel.tables.faults import (
    HALF_A_PAIR,
    Origin,
    direction_faults,
    left_out,
    name_faults,
    size_faults,
)
from evenkeel.tables.parsing.cells import names_of, occurrences, quote
from evenkeel.tables.readings import Reading
from evenkeel.tables.remarks import runs_in_words
from evenkeel.tables.results import Better, Results
from evenkeel.tables.runs import Runs
from evenkeel.tables.scanning.checking import check
from evenkeel.tables.system import check_polars

if TYPE_CHECKING:
    from evenkeel.tables.scanning.survey import Frame

_FEW = 3  # troubles with cells that are no numbers, of which each is shown
_LOOKED_AT = 1000  # cells that are no numbers, to find them


def cell_faults(arranged: Arranged) -> list[str]:
    """Cells that hold no number, and infinite ones: the first few, and how many there are."""
    faults: list[str] = []
    kinds: set[str] = set()
    for at, reasons in islice(arranged.wrong.items(), _LOOKED_AT):
        why = reasons[at[0]]
        kind = why.replace(quote(reasons.cells[at[0]]), "")
        if kind not in kinds and len(kinds) < _FEW:
            kinds.add(kind)
            faults.append(Message(f"{arranged.where(at)}: ", why))
    if (more := len(arranged.wrong) - len(kinds)) > 0:
        cells = "1 more cell is no number" if more == 1 else f"{more} more cells are no numbers"
        faults[-1] = Message(faults[-1], f" ({cells})")
    infinite = [] if arranged.finite else np.argwhere(np.isinf(arranged.values)).tolist()
    for value in infinite[:1]:
        more = len(infinite) - 1
        values = "1 more value is" if more == 1 else f"{more} more values are"
        faults.append(
            f"{arranged.where(arranged.at(value))}: the value is infinite; replace it by a finite "
            "number" + f" ({values} infinite)" * (more > 0)
        )
    return faults


def make_results(arranged: Arranged, better: Better | None, missing: str) -> Results:
    """The results of a table with one value in each cell."""
    table, reading = arranged.table, arranged.reading
    source = table.origin.description
    faults = [*table.faults, *direction_faults(better), *cell_faults(arranged)]
    if arranged.wide:
        values, problems, algorithms = arranged.values, arranged.problems, arranged.algorithms
        deviations = arranged.deviations
    else:
        values, deviations, problems, algorithms, again = _crossed(arranged)
        faults += again
    origin = replace(
        origin_of(table.origin, reading, table.names),
        reading=reading.known_by(problems, algorithms, ""),
    )
    try:
        if faults:
            raise TableError(source, faults)
        held = Results(
            values,
            problems,
            algorithms,
            better=cast(Better, better),
            missing="keep" if missing != "error" else "error",
            deviations=deviations,
            origin=origin,
        )
    except TableError as error:  # the source knows where the names stand
        n, k = values.shape
        faults += size_faults(n, k, problems, algorithms)
        faults += arranged.name_faults(problems, algorithms)
        raise TableError(source, faults or error.faults) from None
    return held if missing == "error" else choose(held, missing)


def origin_of(origin: Origin, reading: Reading, names: Collection[str]) -> Origin:
    """Where a table came from, what its reading chose, and which of its columns it left out."""
    gone = [part.name for part in reading.left_out if part.name in names and part.role != "empty"]
    return replace(
        origin,
        shape="long" if reading.layout == "long" else "wide",
        ignored=(*origin.ignored, *gone),
        chosen=tuple(f"{name} = {value}" for name, value in conditions(reading)),
        measure=origin.measure or reading.measure,
    )


def _crossed(
    arranged: Arranged,
) -> tuple[FloatArray, FloatArray | None, tuple[str, ...], tuple[str, ...], list[str]]:
    """The matrix of a long table with its deviations, and what is given twice."""
    algorithms = tuple(dict.fromkeys(arranged.algorithms))
    problems = tuple(dict.fromkeys(arranged.problems))
    algorithms = tuple(listed(arranged.reading.told.get("algorithms"))) or algorithms
    column = {name: j for j, name in enumerate(algorithms)}
    row = {name: i for i, name in enumerate(problems)}
    values = np.full((len(problems), len(algorithms)), np.nan)
    rows = [row[name] for name in arranged.problems]
    columns = [column[name] for name in arranged.algorithms]
    values[rows, columns] = arranged.values
    deviations = None
    if arranged.deviations is not None:
        deviations = np.full(values.shape, np.nan)
        deviations[rows, columns] = arranged.deviations
    cells = arranged.cells
    again = [cell for cell, count in cells.items() if count > 1]
    faults: list[str] = []
    if again:
        algorithm, problem = again[0]
        count = cells[again[0]]
        pairs = enumerate(zip(arranged.algorithms, arranged.problems, strict=True))
        two = [arranged.line(arranged.at([i])) for i, cell in pairs if cell == again[0]]
        faults.append(
            Message(
                f"{algorithm!r} has {count} results on {problem!r}, in {two[0]} and {two[1]}"
                + (f" (the first of {len(again)} such cells)" if len(again) > 1 else "")
                + "; keep one, choose rows with ",
                Option("where"),
                ", or say which column names the runs with ",
                Option("run"),
            )
        )
    return values, deviations, problems, algorithms, faults


def make_runs(arranged: Arranged, better: Better | None, missing: str) -> Runs:
    """The runs of a table with several values in a cell."""
    import narwhals as nw
    import polars as pl

    check_polars("a table of runs")
    table, reading = arranged.table, arranged.reading
    source = table.origin.description
    faults = [*table.faults, *direction_faults(better), *cell_faults(arranged)]
    if arranged.wide:
        faults += name_faults("algorithm", arranged.algorithms)
    if faults:
        raise TableError(source, faults)
    cells = _long_cells(arranged)
    left, gaps = without_failures(cells, "value", "algorithm", "problem", missing)
    asked = listed(reading.told.get("algorithms"))
    if lost := lost_names(cells, left, gaps, asked):
        raise TableError(source, lost)
    try:
        frame = nw.from_native(pl.DataFrame(left).lazy())
    except UnicodeEncodeError as error:
        raise TableError(source, f"the name {quote(error.object)} {HALF_A_PAIR}") from None
    notes: tuple[str, ...] = ()
    if arranged.deviations is not None:
        count = int(np.isfinite(arranged.deviations).sum())
        notes = (f"{count} cells hold a deviation beside their number, which is not used",)
    origin = origin_of(table.origin, reading, table.names)
    made = runs_of(frame, reading, better, origin, [*left], notes=notes)
    made = replace(made, origin=left_out(made.origin, gaps))
    return made.select(asked) if asked else made


def runs_of(
    frame: Frame,
    reading: Reading,
    better: Better | None,
    origin: Origin,
    columns: Collection[str],
    explain: Callable[[bool], list[str]] | None = None,
    notes: tuple[str, ...] = (),
) -> Runs:
    """The runs of a frame with these `columns`, after its rows were checked.

    `explain` says what is wrong with rows, where the frame does not know it; `notes` are for the
    reader.
    """
    roles = {
        "algorithm": JOINT.join(reading.algorithm) or "algorithm",
        "problem": JOINT.join(reading.problem) or "problem",
        "value": reading.results[0] if reading.layout == "long" else "value",
        "run": " + ".join(reading.run) or "run",
        "step": reading.step or "step",
    }
    checked = check(
        frame,
        {role: name for role, name in roles.items() if role in columns},
        better,
        origin.description,
        explain=explain,
        guessed_step="step" in columns and "step" not in reading.told,
    )
    facts = checked.facts
    no_step = () if checked.no_step is None else (checked.no_step,)
    counted = (
        f"{runs_in_words(facts, 'value' if 'step' in checked.columns else 'run')} in each cell"
    )
    origin = replace(
        origin,
        ignored=(*origin.ignored, *no_step),
        reading=reading.known_by(facts.problems, facts.algorithms, counted),
    )
    notes = (*checked.notes, *notes)
    return Runs(checked.frame, facts, cast(Better, better), checked.columns, origin, notes)


def _long_cells(arranged: Arranged) -> dict[str, Any]:
    if not arranged.wide:
        cells: dict[str, Any] = {
            "algorithm": list(arranged.algorithms),
            "problem": list(arranged.problems),
            "value": arranged.values,
        }
        if arranged.run is not None:
            cells["run"] = _plain_runs(arranged.run)
        if arranged.step is not None:
            cells["step"] = arranged.step
        return cells
    problems, k = list(arranged.problems), len(arranged.algorithms)
    points = problems if arranged.step is None else zip(problems, arranged.step, strict=True)
    runs: list[Any] = list(arranged.run) if arranged.run is not None else occurrences(points)
    cells = {
        "algorithm": [name for name in arranged.algorithms for _ in problems],
        "problem": problems * k,
        "value": arranged.values.T.ravel(),
        "run": _plain_runs(runs) * k,
    }
    if arranged.step is not None:
        cells["step"] = np.tile(arranged.step, k)
    return cells


def _plain_runs(runs: Sequence[Any]) -> list[Any]:
    """Names of runs, as whole numbers if all are; none where it is lacking."""
    texts = [str(run) for run in runs]
    if all(text.isascii() and text.isdigit() and len(text) < 18 for text in texts):
        numbers_ = [int(text) for text in texts]
        if len({*numbers_}) == len({*texts}):
            return numbers_
    return [text.strip() or None for text in texts]


def without_failures(
    cells: Mapping[str, Any], value: str, algorithm: str, problem: str, missing: str
) -> tuple[dict[str, Any], dict[str, tuple[str, ...]]]:
    """Leave out what has no value in the columns of runs.

    ``missing="keep"`` leaves out the failed runs alone, so that their cells have fewer runs than
    others, which `Runs.checks` says; ``"drop-problem"`` the problems on which a run failed; any
    other choice all runs of an algorithm on such a problem, so that the cell is empty and the
    choice is about it. Returned are also the problems left out, with the algorithms that failed.

    Examples
    --------
    >>> import numpy as np
    >>> runs = {"a": ["A", "A", "A"], "p": ["x", "x", "y"], "v": np.array([1.0, np.nan, 2.0])}
    >>> without_failures(runs, "v", "a", "p", "drop-problem")
    ({'a': ['A'], 'p': ['y'], 'v': array([2.])}, {'x': ('A',)})
    >>> without_failures(runs, "v", "a", "p", "keep")[0]["v"].tolist()
    [1.0, 2.0]
    """
    failed = np.isnan(cells[value])
    if missing == "error" or not failed.any():
        return dict(cells), {}
    algorithms, problems = names_of(cells[algorithm]), names_of(cells[problem])
    where = dict.fromkeys((problems[row], algorithms[row]) for row in np.flatnonzero(failed))
    gaps: dict[str, tuple[str, ...]] = {}
    if missing == "drop-problem":
        for name, culprit in where:
            gaps[name] = (*gaps.get(name, ()), culprit)
        failed = np.array([name in gaps for name in problems])
    elif missing != "keep":
        failed = np.array([cell in where for cell in zip(problems, algorithms, strict=True)])
    kept = np.flatnonzero(~failed).tolist()
    chosen = {
        name: column[kept] if isinstance(column, np.ndarray) else [column[row] for row in kept]
        for name, column in cells.items()
    }
    return chosen, gaps


def lost_names(
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    dropped: Collection[str],
    algorithms: Collection[str],
) -> list[Message]:
    """Algorithms and problems that lost all their runs, which nobody asked for, as faults.

    `dropped` are the problems that were left out as asked, `algorithms` those that are wanted, if
    not all.
    """
    gone: dict[str, list[str]] = {"algorithm": [], "problem": []}
    for column in gone if len(after["problem"]) < len(before["problem"]) else ():
        left = set(names_of(after[column]))
        gone[column] = [
            name for name in dict.fromkeys(names_of(before[column])) if name not in left
        ]
    return [
        Message(
            f"the algorithm {name!r} has no run with a value; leave it out by naming "
            "the others with ",
            Option("algorithms"),
        )
        for name in gone["algorithm"]
        if not algorithms or name in algorithms
    ] + [
        Message(
            f"the problem {name!r} has no run with a value; leave it out with ",
            Option("missing", "drop-problem"),
            ", or its rows out of the table",
        )
        for name in gone["problem"]
        if name not in dropped
    ]

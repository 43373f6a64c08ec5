"""From a table and its reading to results or runs: nothing is decided here, and nothing guessed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from typing import Any, cast

import numpy as np

from evenkeel._types import FloatArray, IntArray
from evenkeel.errors import Message, Option, TableError, choice
from evenkeel.tables.choices import choose
from evenkeel.tables.drafts import JOINT, listed, plain
from evenkeel.tables.failures import lost_names, without_failures
from evenkeel.tables.faults import HALF_A_PAIR, Cell, direction_faults, name_faults, size_faults
from evenkeel.tables.origin import left_out
from evenkeel.tables.parsing.cells import Hole, Numbers, Reasons, is_failure, numbers, quote
from evenkeel.tables.parsing.table import Column, Table
from evenkeel.tables.readings import Reading
from evenkeel.tables.results import Better, Results
from evenkeel.tables.runs import Runs
from evenkeel.tables.scanning.survey import Survey

_FEW = 3  # cells that are no numbers, of which each is shown


@dataclass(frozen=True, eq=False)
class Arranged:
    """The results of a table in the order of the reading, before any is refused.

    `values` are by row and column (``wide``) or one for each row (long). They come from the `lines`
    and the columns `across` of the table; `wrong` has, by positions in these, cells that are no
    numbers, with the reasons; `failed` says that a run failed.
    """

    reading: Reading
    table: Table
    algorithms: tuple[str, ...]
    problems: tuple[str, ...]
    values: FloatArray
    wide: bool
    lines: IntArray
    across: Sequence[int]
    run: tuple[str, ...] | None = None
    step: FloatArray | None = None
    deviations: FloatArray | None = None
    wrong: Mapping[Cell, Reasons] = field(default_factory=dict)
    failed: bool = False

    def name_faults(self, problems: Sequence[str], algorithms: Sequence[str]) -> list[str]:
        """Names that are empty or occur twice, and where they stand."""
        table = self.table
        places: list[tuple[str, Sequence[object] | None]] = [("position", None)] * 2
        if self.wide:
            lines = (table.row_word, [table.rows[i] for i in self.lines.tolist()])
            across = (table.column_word, [table.place(j) for j in self.across])
            places = [lines, across] if self.reading.layout == "rows" else [across, lines]
        else:
            for i, (names, own) in enumerate(
                ((problems, self.problems), (algorithms, self.algorithms))
            ):
                at = [self.lines[self.at([own.index(name)])[0]] for name in names]
                places[i] = (table.row_word, [table.rows[line] for line in at])
        return [
            *name_faults("problem", problems, *places[0]),
            *name_faults("algorithm", algorithms, *places[1]),
        ]

    def at(self, value: Sequence[int]) -> Cell:
        """The line and the column of a value, as positions in those that are read."""
        if not self.wide:
            line, column = divmod(value[0], len(self.across))
            return line, column
        line, column = value if self.reading.layout == "rows" else value[::-1]
        return line, column

    def line(self, at: Cell) -> str:
        """The line of the source that has a cell."""
        return f"{self.table.row_word} {self.table.rows[self.lines[at[0]]]}"

    def place(self, at: Cell) -> str:
        """Where the source has a cell."""
        return f"{self.line(at)}, {self.table.column(self.across[at[1]])}"

    def names(self, at: Cell) -> tuple[str, str]:
        """The problem and the algorithm of a cell."""
        if not self.wide:
            i = at[0] * len(self.across) + at[1]
            return self.problems[i], self.algorithms[i]
        problem, algorithm = at if self.reading.layout == "rows" else at[::-1]
        return self.problems[problem], self.algorithms[algorithm]

    def where(self, at: Cell) -> str:
        """The place of a cell, with its names if the source has any."""
        if self.table.header is None:
            return self.place(at)
        return "{} (problem {!r}, algorithm {!r})".format(self.place(at), *self.names(at))

    def first_hole(self) -> str:
        """Which result is missing, the first if there are several."""
        for value in np.argwhere(np.isnan(self.values)).tolist():
            at = self.at(value)
            if at in self.wrong:
                continue
            cell = self.table.columns[self.across[at[1]]][self.lines[at[0]]]
            said = f": {cell.reason}" if isinstance(cell, Hole) else ""
            if isinstance(cell, str) and cell.strip() and not said:
                said = f": {quote(cell)}"
            problem, algorithm = self.names(at)
            return f"that of {algorithm!r} on {problem!r} ({self.place(at)}{said})"
        for problem in dict.fromkeys(self.problems):
            for algorithm in dict.fromkeys(self.algorithms):
                if (algorithm, problem) not in self.cells:
                    return f"that of {algorithm!r} on {problem!r}, which has no row"
        return ""

    @property
    def empty(self) -> int:
        """How many cells hold no result."""
        return int(np.isnan(self.values).sum())

    @property
    def holes(self) -> int:
        """How many results are missing; of a long table also those that have no row."""
        if self.wide:
            return self.empty
        cells = len(set(self.algorithms)) * len(set(self.problems))
        return self.empty + max(0, cells - len(self.cells))

    @property
    def holds_runs(self) -> bool:
        """Whether a cell has several results."""
        if self.wide:
            return len(set(self.problems)) < len(self.problems) and self._all_several(
                Counter(self.problems)
            )
        cells = self.cells
        if max(cells.values(), default=0) < 2:
            return False
        return self._all_several(cells)

    def _all_several(self, counts: Counter[Any]) -> bool:
        named = self.run is not None or self.step is not None
        return named or (len(counts) > 1 and min(counts.values()) > 1)

    @cached_property
    def cells(self) -> Counter[tuple[str, str]]:
        """How many rows each cell of a long table has."""
        return Counter(zip(self.algorithms, self.problems, strict=True))


def arrange(table: Table, reading: Reading) -> Arranged:
    """Take the cells of the reading out of the table."""
    _check_unique(table, reading)
    rows = _rows(table, reading)
    if reading.layout == "long":
        return _arrange_long(table, reading, rows)
    return _arrange_wide(table, reading, rows)


def _check_unique(table: Table, reading: Reading) -> None:
    """Raise if a column that is needed has the name of another one."""
    needed = [*reading.problem, *reading.algorithm, *reading.run]
    if reading.layout == "long":
        needed += reading.results
    if again := [name for name in needed if table.names.count(name) > 1]:
        faults = [
            f"{table.names.count(name)} columns are called {name!r}; give them different names"
            for name in dict.fromkeys(again)
        ]
        raise TableError(table.origin.description, faults)


def _rows(table: Table, reading: Reading) -> IntArray:
    """The rows that are read: those of the measure and of `where`, without those left out."""
    keep = np.ones(len(table.rows), dtype=bool)
    conditions = list(reading.where)
    measures = [part.name for part in reading.columns if part.role == "measure"]
    if measures and reading.measure is not None:
        conditions.append((measures[0], reading.measure))
    for name, wanted in conditions:
        several = isinstance(wanted, Sequence) and not isinstance(wanted, str)
        values = {plain(each) for each in (wanted if several else [wanted])}
        column = [plain(cell) for cell in table.names_in(table.names.index(name))]
        matches = np.array([cell in values for cell in column], dtype=bool)
        if not matches.any():
            some = ", ".join(map(repr, list(dict.fromkeys(column))[:12]))
            raise TableError(
                table.origin.description,
                [f"no row has {wanted!r} in the column {name!r}; choose one of its values: {some}"],
            )
        keep &= matches
    if not keep.any():
        told = " and ".join(f"{name!r}: {wanted!r}" for name, wanted in conditions)
        raise TableError(
            table.origin.description,
            [Message(f"no row has {told} together; choose others with ", Option("where"))],
        )
    gone = {part.name: part.role for part in reading.rows}
    if gone and reading.layout != "long":
        keys = reading.problem or reading.algorithm
        names = _joined(table, keys, np.arange(len(table.rows)))
        keep &= np.array(
            [
                name not in gone or (gone[name] == "empty" and _has_number(table, reading, row))
                for row, name in enumerate(names)
            ]
        )
    return np.flatnonzero(keep)


def _has_number(table: Table, reading: Reading, row: int) -> bool:
    """Whether a row without a name holds a result, as others of no name do not."""
    cells = [
        table.columns[j][row] for j, part in enumerate(reading.columns) if part.role == "result"
    ]
    return bool(np.isfinite(numbers(cells, table.decimal, sure=table.sure).values).any())


def _joined(
    table: Table, columns: Sequence[str], rows: IntArray, *, as_written: bool = False
) -> tuple[str, ...]:
    """The names that one column or several together give the rows, without blanks around them."""
    everything = len(rows) == len(table.rows)
    parts = []
    for name in columns:
        names = table.names_in(table.names.index(name))
        parts.append(names if everything else tuple(names[i] for i in rows.tolist()))
    if len(parts) == 1:
        return parts[0] if as_written else tuple(name.strip() for name in parts[0])
    return tuple(JOINT.join(map(str.strip, each)) for each in zip(*parts, strict=True))


def _numbers(table: Table, name: str, rows: IntArray) -> Numbers:
    column = table.columns[table.names.index(name)]
    if len(rows) < len(table.rows):
        column = _taken(column, rows)
    return numbers(column, table.decimal, sure=table.sure)


def _taken(column: Column, rows: IntArray) -> Column:
    return column[rows] if isinstance(column, np.ndarray) else [column[i] for i in rows.tolist()]


def _arrange_wide(table: Table, reading: Reading, rows: IntArray) -> Arranged:
    keys = reading.problem or reading.algorithm
    first, second = "PA" if reading.layout == "rows" else "AP"
    names = tuple(f"{first}{i + 1}" for i in rows.tolist())
    if keys:
        names = _joined(table, keys, rows, as_written=True)
    if table.header is None:
        positions = list(range(len(table.columns)))
        columns = tuple(f"{second}{j + 1}" for j in positions)
    else:
        wanted = {part.name for part in reading.columns if part.role == "result"}
        positions = [
            j
            for j, part in enumerate(reading.columns)
            if part.role == "result" and part.name in wanted
        ]
        columns = tuple(table.names[j] for j in positions)
        asked = reading.told.get("algorithms")
        if asked and reading.layout == "rows":
            positions = [positions[columns.index(name)] for name in listed(asked)]
            columns = tuple(listed(asked))
        if reading.measure is not None and any(p.role == "other measure" for p in reading.columns):
            columns = tuple(_without(name, reading.measure) for name in columns)
    everything = len(rows) == len(table.rows)
    matrix = table.matrix
    deviations: FloatArray | None = None
    wrong: dict[Cell, Reasons] = {}
    failed = False
    if matrix is not None and everything and matrix.shape[1] == len(positions):
        values = matrix
    else:
        found = []
        for at, j in enumerate(positions):
            column = table.columns[j] if everything else _taken(table.columns[j], rows)
            found.append(numbers(column, table.decimal, sure=table.sure))
            wrong |= dict.fromkeys([(i, at) for i in found[-1].wrong], found[-1].wrong)
        failed = any(is_failure(cell) for each in found for cell in each.absent.cells.values())
        values = np.column_stack([each.values for each in found])
        if any(each.deviations for each in found):
            deviations = np.full(values.shape, np.nan)
            for at, each in enumerate(found):
                for i, deviation in each.deviations.items():
                    deviations[i, at] = deviation
    runs = _joined(table, reading.run, rows) if reading.run else None
    step = _numbers(table, reading.step, rows).values if reading.step is not None else None
    taken: dict[str, Any] = {"lines": rows, "across": positions, "wrong": wrong, "failed": failed}
    if reading.layout == "columns" and not runs and step is None:
        turned = None if deviations is None else deviations.T
        return Arranged(
            reading, table, names, columns, values.T, wide=True, deviations=turned, **taken
        )
    if reading.layout == "columns":
        k = len(columns)
        return Arranged(
            reading,
            table,
            tuple(name for name in names for _ in range(k)),
            columns * len(names),
            values.ravel(),
            wide=False,
            run=None if runs is None else tuple(run for run in runs for _ in range(k)),
            step=None if step is None else np.repeat(step, k),
            **taken,
        )
    return Arranged(
        reading,
        table,
        columns,
        names,
        values,
        wide=True,
        run=runs,
        step=step,
        deviations=deviations,
        **taken,
    )


def _without(name: str, measure: str) -> str:
    """The name of an algorithm without that of the measure at its end or beginning."""
    for head, tail in ((0, len(name) - len(measure)), (len(measure), len(name))):
        rest = name[head:tail] if name[tail:] + name[:head] == measure else ""
        if rest.strip(" /_-."):
            return rest.strip(" /_-.")
    return name


def _arrange_long(table: Table, reading: Reading, rows: IntArray) -> Arranged:
    algorithms, problems = (
        _joined(table, columns, rows) for columns in (reading.algorithm, reading.problem)
    )
    only, gone, drop = (
        listed(reading.told.get(option)) for option in ("algorithms", "not_algorithms", "drop")
    )
    for name in (*only, *gone):
        choice(name, dict.fromkeys(algorithms), "algorithm")
    for name in drop:
        choice(name, dict.fromkeys(problems), "problem")
    if only or gone or drop:
        kept = [
            i
            for i, (algorithm, problem) in enumerate(zip(algorithms, problems, strict=True))
            if (not only or algorithm in only) and algorithm not in gone and problem not in drop
        ]
        rows = rows[kept]
        algorithms = tuple(algorithms[i] for i in kept)
        problems = tuple(problems[i] for i in kept)
    found = _numbers(table, reading.results[0], rows)
    step = None if reading.step is None else _numbers(table, reading.step, rows).values
    deviations = np.full(len(rows), np.nan) if found.deviations else None
    for i, deviation in found.deviations.items():
        cast("FloatArray", deviations)[i] = deviation
    arranged = Arranged(
        reading,
        table,
        algorithms,
        problems,
        found.values,
        wide=False,
        lines=rows,
        across=[table.names.index(reading.results[0])],
        run=_joined(table, reading.run, rows) if reading.run else None,
        step=step,
        deviations=deviations,
        wrong=dict.fromkeys([(i, 0) for i in found.wrong], found.wrong),
        failed=any(map(is_failure, found.absent.cells.values())),
    )
    if step is not None and arranged.run is None:
        arranged = replace(arranged, run=_curves(arranged))
    return arranged


def _curves(arranged: Arranged) -> tuple[str, ...] | None:
    """Numbers for runs without names, where each step of a curve recurs in their order."""
    assert arranged.step is not None
    steps = arranged.step.tolist()
    points = list(zip(arranged.algorithms, arranged.problems, steps, strict=True))
    if len(set(points)) == len(points):
        return None
    seen: Counter[tuple[str, str, float]] = Counter()
    runs = []
    for point in points:
        seen[point] += 1
        runs.append(str(seen[point]))
    return tuple(runs)


# Results and runs ------------------------------------------------------------------------------


def cell_faults(arranged: Arranged) -> list[str]:
    """Cells that hold no number, and infinite ones: the first few, and how many there are."""
    faults: list[str] = []
    for at, reasons in islice(arranged.wrong.items(), _FEW):
        faults.append(Message(f"{arranged.where(at)}: ", reasons[at[0]]))
    if (more := len(arranged.wrong) - _FEW) > 0:
        cells = "1 more cell is no number" if more == 1 else f"{more} more cells are no numbers"
        faults[-1] = Message(faults[-1], f" ({cells})")
    infinite = np.argwhere(np.isinf(arranged.values)).tolist()
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
    n, k = values.shape
    faults += [
        *size_faults(n, k, problems, algorithms),
        *arranged.name_faults(problems, algorithms),
    ]
    if faults:
        raise TableError(source, faults)
    ignored = tuple(
        part.name for part in reading.left_out if part.name in table.names and part.role != "empty"
    )
    shape = "long" if reading.layout == "long" else "wide"
    origin = replace(
        table.origin,
        shape=shape,
        ignored=(*table.origin.ignored, *ignored),
        chosen=_chosen(reading),
        measure=table.origin.measure or reading.measure,
        reading=reading.known_by(problems, algorithms, ""),
    )
    held = Results(
        values,
        problems,
        algorithms,
        better=cast(Better, better),
        missing="keep" if missing != "error" else "error",
        deviations=deviations,
        origin=origin,
    )
    return held if missing == "error" else choose(held, missing)


def _chosen(reading: Reading) -> tuple[str, ...]:
    measures = [part.name for part in reading.columns if part.role == "measure"]
    chosen = [(measures[0], reading.measure)] if measures and reading.measure else []
    return tuple(f"{name} = {value}" for name, value in (*reading.where, *chosen))


def _crossed(
    arranged: Arranged,
) -> tuple[FloatArray, FloatArray | None, tuple[str, ...], tuple[str, ...], list[str]]:
    """The matrix of a long table with its deviations, and what is given twice."""
    algorithms = tuple(dict.fromkeys(arranged.algorithms))
    problems = tuple(dict.fromkeys(arranged.problems))
    asked = arranged.reading.told.get("algorithms")
    if asked:
        algorithms = tuple(listed(asked))
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

    from evenkeel.tables.forks import check_polars
    from evenkeel.tables.scanning.checking import check

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
    asked = reading.told.get("algorithms")
    if lost := lost_names(cells, left, "algorithm", "problem", gaps, asked):
        raise TableError(source, lost)
    try:
        frame = nw.from_native(pl.DataFrame(left).lazy())
    except UnicodeEncodeError as error:
        raise TableError(source, [f"the name {quote(error.object)} {HALF_A_PAIR}"]) from None
    roles = {
        "algorithm": JOINT.join(reading.algorithm) or "algorithm",
        "problem": JOINT.join(reading.problem) or "problem",
        "value": reading.results[0] if reading.layout == "long" else "value",
    }
    if "run" in left:
        roles["run"] = " + ".join(reading.run) or "run"
    if "step" in left:
        roles["step"] = reading.step or "step"
    guessed = "step" in roles and "step" not in reading.told
    checked = check(frame, roles, better, source, guessed_step=guessed)
    ignored = tuple(
        part.name for part in reading.left_out if part.name in table.names and part.role != "empty"
    )
    if checked.no_step is not None:
        ignored = (*ignored, checked.no_step)
    origin = replace(
        table.origin,
        shape="long" if reading.layout == "long" else "wide",
        ignored=(*table.origin.ignored, *ignored),
        chosen=_chosen(reading),
        measure=table.origin.measure or reading.measure,
    )
    facts = checked.facts
    runs = runs_in_words(facts)
    origin = replace(origin, reading=reading.known_by(facts.problems, facts.algorithms, runs))
    notes = checked.notes
    if arranged.deviations is not None:
        count = int(np.isfinite(arranged.deviations).sum())
        notes = (*notes, f"{count} cells hold a deviation beside their number, which is not used")
    made = Runs(
        checked.frame, facts, cast(Better, better), checked.columns, left_out(origin, gaps), notes
    )
    if asked:
        made = made.select(listed(asked))
    return made


def runs_in_words(facts: Survey) -> str:
    """How many runs the cells have."""
    counts = facts.counts[facts.present]
    fewest, most = int(counts.min()), int(counts.max())
    return f"{fewest if fewest == most else f'{fewest} to {most}'} runs in each cell"


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
    runs: list[Any] = list(arranged.run) if arranged.run is not None else _numbered(points)
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


def _numbered(names: Iterable[object]) -> list[int]:
    """Which occurrence of its name each is, from 1."""
    seen: Counter[object] = Counter()
    numbered = []
    for name in names:
        seen[name] += 1
        numbered.append(seen[name])
    return numbered

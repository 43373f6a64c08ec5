"""The cells of a table by its reading: nothing is decided here, and nothing guessed.

Long because wide and long tables are both arranged here, of parts that they share.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from evenkeel._types import FloatArray, IntArray
from evenkeel.errors import Message, Option, TableError, choice
from evenkeel.numerics.arrays import all_finite
from evenkeel.tables.drafts import JOINT, listed, plain
from evenkeel.tables.faults import Cell, name_faults
from evenkeel.tables.parsing.cells import (
    Hole,
    Numbers,
    Reasons,
    Table,
    is_failure,
    numbers,
    occurrences,
    quote,
)
from evenkeel.tables.readings import Reading


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

        def line(i: int) -> object:
            return table.rows[int(self.lines[i])]

        def first(names: Sequence[str], own: Sequence[str]) -> Callable[[int], object]:
            return lambda i: line(self.at([own.index(names[i])])[0])

        if self.wide:
            places = [(table.row_word, line), (table.column_word, self._column)]
            if self.reading.layout != "rows":
                places.reverse()
        else:
            places = [
                (table.row_word, first(problems, self.problems)),
                (table.row_word, first(algorithms, self.algorithms)),
            ]
        return [
            *name_faults("problem", problems, *places[0]),
            *name_faults("algorithm", algorithms, *places[1]),
        ]

    def _column(self, j: int) -> str:
        return self.table.place(self.across[j])

    def by(self, reading: Reading) -> Arranged:
        """The same cells, with more of their reading known."""
        other = copy(self)
        object.__setattr__(other, "reading", reading)
        return other

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

    @cached_property
    def finite(self) -> bool:
        """Whether each cell holds a finite number."""
        return all_finite(self.values)

    @cached_property
    def empty(self) -> int:
        """How many cells hold no result."""
        return 0 if self.finite else int(np.isnan(self.values).sum())

    @property
    def holes(self) -> int:
        """How many results are missing; of a long table also those that have no row."""
        if self.wide:
            return self.empty
        cells = len(set(self.algorithms)) * len(set(self.problems))
        return self.empty + max(0, cells - len(self.cells))

    @cached_property
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


def conditions(reading: Reading) -> list[tuple[str, Any]]:
    """What the rows that are read have in their columns: as it was told, and the measure."""
    measures = [part.name for part in reading.columns if part.role == "measure"]
    if not measures or reading.measure is None:
        return list(reading.where)
    return [*reading.where, (measures[0], reading.measure)]


def _rows(table: Table, reading: Reading) -> IntArray:
    """The rows that are read: those of the measure and of `where`, without those left out."""
    keep = np.ones(len(table.rows), dtype=bool)
    for name, wanted in conditions(reading):
        several = isinstance(wanted, Sequence) and not isinstance(wanted, str)
        values = {plain(each) for each in (wanted if several else [wanted])}
        column = [plain(cell) for cell in table.names_in(table.names.index(name))]
        matches = np.array([cell in values for cell in column], dtype=bool)
        if not matches.any():
            some = ", ".join(map(repr, list(dict.fromkeys(column))[:12]))
            raise TableError(
                table.origin.description,
                f"no row has {wanted!r} in the column {name!r}; choose one of its values: {some}",
            )
        keep &= matches
    if not keep.any():
        told = " and ".join(f"{name!r}: {wanted!r}" for name, wanted in conditions(reading))
        raise TableError(
            table.origin.description,
            Message(f"no row has {told} together; choose others with ", Option("where")),
        )
    gone = {part.name: part.role for part in reading.rows}
    if gone:
        keys = reading.problem or reading.algorithm
        every = np.arange(len(table.rows))
        names = _joined(table, keys, every) if keys else [str(i + 1) for i in every.tolist()]
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


def _numbers(table: Table, position: int, rows: IntArray) -> Numbers:
    column = table.columns[position]
    if len(rows) < len(table.rows):
        chosen = rows.tolist()
        column = column[rows] if isinstance(column, np.ndarray) else [column[i] for i in chosen]
    return numbers(column, table.decimal, sure=table.sure)


def _arrange_wide(table: Table, reading: Reading, rows: IntArray) -> Arranged:
    keys = reading.problem or reading.algorithm
    first, second = "PA" if reading.layout == "rows" else "AP"
    if keys:
        names = _joined(table, keys, rows, as_written=True)
    else:
        names = tuple(f"{first}{i + 1}" for i in rows.tolist())
    if table.header is None:
        positions = list(range(len(table.columns)))
        columns = tuple(f"{second}{j + 1}" for j in positions)
    else:
        positions = [j for j, part in enumerate(reading.columns) if part.role == "result"]
        columns = tuple(table.names[j] for j in positions)
        asked = listed(reading.told.get("algorithms"))
        if asked and reading.layout == "rows":
            positions = [positions[columns.index(name)] for name in asked]
            columns = tuple(asked)
        if reading.measure is not None and any(p.role == "other measure" for p in reading.columns):
            columns = tuple(_without(name, reading.measure) for name in columns)
    found: list[Numbers] = []
    values = table.matrix
    if values is None or values.shape != (len(rows), len(positions)):
        found = [_numbers(table, j, rows) for j in positions]
        values = np.column_stack([each.values for each in found])
    arranged = Arranged(
        reading,
        table,
        columns,
        names,
        values,
        wide=True,
        lines=rows,
        across=positions,
        run=_joined(table, reading.run, rows) if reading.run else None,
        step=_steps(table, reading, rows),
        deviations=_deviations(found),
        wrong={(i, at): each.wrong for at, each in enumerate(found) for i in each.wrong},
        failed=any(is_failure(cell) for each in found for cell in each.absent.cells.values()),
    )
    return _turned(arranged) if reading.layout == "columns" else arranged


def _turned(arranged: Arranged) -> Arranged:
    """A table whose rows are algorithms; one of runs becomes long."""
    columns, names = arranged.algorithms, arranged.problems
    run, step, deviations = arranged.run, arranged.step, arranged.deviations
    if not run and step is None:
        return replace(
            arranged,
            algorithms=names,
            problems=columns,
            values=arranged.values.T,
            deviations=None if deviations is None else deviations.T,
        )
    k = len(columns)
    return replace(
        arranged,
        algorithms=tuple(name for name in names for _ in range(k)),
        problems=columns * len(names),
        values=arranged.values.ravel(),
        wide=False,
        run=None if run is None else tuple(each for each in run for _ in range(k)),
        step=None if step is None else np.repeat(step, k),
        deviations=None,
    )


def _deviations(found: Sequence[Numbers]) -> FloatArray | None:
    """The deviations that stand beside values, a column for each of these columns of numbers."""
    if not any(each.deviations for each in found):
        return None
    deviations = np.full((len(found[0].values), len(found)), np.nan)
    for j, each in enumerate(found):
        for i, deviation in each.deviations.items():
            deviations[i, j] = deviation
    return deviations


def _steps(table: Table, reading: Reading, rows: IntArray) -> FloatArray | None:
    if reading.step is None:
        return None
    return _numbers(table, table.names.index(reading.step), rows).values


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
    position = table.names.index(reading.results[0])
    found = _numbers(table, position, rows)
    deviations = _deviations([found])
    run = _joined(table, reading.run, rows) if reading.run else None
    step = _steps(table, reading, rows)
    if step is not None and run is None:
        # Runs without names are counted where each step of a curve recurs in their order.
        seen = occurrences(zip(algorithms, problems, step.tolist(), strict=True))
        run = tuple(map(str, seen)) if max(seen, default=1) > 1 else None
    return Arranged(
        reading,
        table,
        algorithms,
        problems,
        found.values,
        wide=False,
        lines=rows,
        across=[position],
        run=run,
        step=step,
        deviations=None if deviations is None else deviations[:, 0],
        wrong=dict.fromkeys([(i, 0) for i in found.wrong], found.wrong),
        failed=any(map(is_failure, found.absent.cells.values())),
    )

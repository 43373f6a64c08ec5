"""The cells of a table by its reading: nothing is decided here, and nothing guessed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from evenkeel._types import FloatArray, IntArray
from evenkeel.errors import Message, Option, TableError, choice
from evenkeel.tables.drafts import listed, plain
from evenkeel.tables.faults import name_faults
from evenkeel.tables.parsing.cells import Numbers, is_failure, numbers, occurrences
from evenkeel.tables.parsing.table import Table
from evenkeel.tables.readings import Reading

JOINT = " / "  # between the parts of a name


@dataclass(frozen=True, eq=False)
class Arranged:
    """The results of a table in the order of the reading, before any is refused.

    `values` are by row and column (``wide``) or one for each row (long). `holes` counts missing
    cells, `wrong` are cells that are no numbers, and `failed` says that a run failed. `places` say
    where the algorithms and the problems stand.
    """

    reading: Reading
    table: Table
    algorithms: tuple[str, ...]
    problems: tuple[str, ...]
    values: FloatArray
    wide: bool
    run: tuple[str, ...] | None = None
    step: FloatArray | None = None
    deviations: FloatArray | None = None
    wrong: tuple[str, ...] = ()
    failed: bool = False
    places: tuple[tuple[str, Sequence[object] | None], ...] = ()

    def name_faults(self, problems: Sequence[str], algorithms: Sequence[str]) -> list[str]:
        """Names that are empty or occur twice, and where they stand."""
        places = self.places or (("position", None), ("position", None))
        return [
            *name_faults("problem", problems, *places[1]),
            *name_faults("algorithm", algorithms, *places[0]),
        ]

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
                [f"no row has {wanted!r} in the column {name!r}; choose one of its values: {some}"],
            )
        keep &= matches
    if not keep.any():
        told = " and ".join(f"{name!r}: {wanted!r}" for name, wanted in conditions(reading))
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


def _numbers(table: Table, position: int, rows: IntArray) -> Numbers:
    column = table.columns[position]
    if len(rows) < len(table.rows):
        array = isinstance(column, np.ndarray)
        column = column[rows] if array else [column[i] for i in rows.tolist()]
    return numbers(column, table.decimal, sure=table.sure)


def _wrong(table: Table, position: int, rows: IntArray, found: Numbers) -> list[str]:
    """Where cells are no numbers, and why."""
    column = f"{table.column(position)} ({table.names[position]!r})" if table.header else ""
    return [
        Message(
            f"{table.row_word} {table.rows[rows[i]]}, {column or table.column(position)}: ",
            found.wrong[i],
        )
        for i in found.wrong
    ]


def _arrange_wide(table: Table, reading: Reading, rows: IntArray) -> Arranged:
    keys = reading.problem or reading.algorithm
    names = tuple(f"P{i + 1}" for i in rows.tolist())
    if keys:
        names = _joined(table, keys, rows, as_written=True)
    if table.header is None:
        positions = list(range(len(table.columns)))
        columns = tuple(f"A{j + 1}" for j in positions)
    else:
        positions = [j for j, part in enumerate(reading.columns) if part.role == "result"]
        columns = tuple(table.names[j] for j in positions)
        asked = listed(reading.told.get("algorithms"))
        if asked and reading.layout == "rows":
            positions = [positions[columns.index(name)] for name in asked]
            columns = tuple(asked)
        if reading.measure is not None and any(p.role == "other measure" for p in reading.columns):
            columns = tuple(_without(name, reading.measure) for name in columns)
    everything = len(rows) == len(table.rows)
    matrix = table.matrix
    lines = (table.row_word, [table.rows[i] for i in rows.tolist()])
    across = (table.column_word, [table.place(j) for j in positions])
    found: list[Numbers] = []
    if matrix is None or not everything or matrix.shape[1] != len(positions):
        found = [_numbers(table, j, rows) for j in positions]
        matrix = np.column_stack([each.values for each in found])
    arranged = Arranged(
        reading,
        table,
        columns,
        names,
        matrix,
        wide=True,
        run=_joined(table, reading.run, rows) if reading.run else None,
        step=_steps(table, reading, rows),
        deviations=_deviations(found),
        wrong=tuple(
            w for j, n in zip(positions, found, strict=False) for w in _wrong(table, j, rows, n)
        ),
        failed=any(is_failure(cell) for each in found for cell in each.absent.cells.values()),
        places=(across, lines),
    )
    return _turned(arranged) if reading.layout == "columns" else arranged


def _turned(arranged: Arranged) -> Arranged:
    """A table whose rows are algorithms; those of runs become a long table."""
    columns, names, run, step = (
        arranged.algorithms, arranged.problems, arranged.run, arranged.step,
    )  # fmt: skip
    if not run and step is None:
        deviations = None if arranged.deviations is None else arranged.deviations.T
        return replace(
            arranged,
            algorithms=names,
            problems=columns,
            values=arranged.values.T,
            deviations=deviations,
            places=arranged.places[::-1],
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
        failed=False,
        places=(),
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
    position = table.names.index(reading.results[0])
    found = _numbers(table, position, rows)
    deviations = _deviations([found])
    arranged = Arranged(
        reading,
        table,
        _joined(table, reading.algorithm, rows),
        _joined(table, reading.problem, rows),
        found.values,
        wide=False,
        run=_joined(table, reading.run, rows) if reading.run else None,
        step=_steps(table, reading, rows),
        deviations=None if deviations is None else deviations[:, 0],
        wrong=tuple(_wrong(table, position, rows, found)),
        failed=any(map(is_failure, found.absent.cells.values())),
    )
    if arranged.step is not None and arranged.run is None:
        # Runs without names are counted where each step of a curve recurs in their order.
        steps = arranged.step.tolist()
        seen = occurrences(zip(arranged.algorithms, arranged.problems, steps, strict=True))
        if max(seen, default=1) > 1:
            arranged = replace(arranged, run=tuple(map(str, seen)))
    return _selected(arranged)


def _selected(arranged: Arranged) -> Arranged:
    """A long table without the names that are not wanted."""
    told = arranged.reading.told
    only, gone, drop = (listed(told.get(name)) for name in ("algorithms", "not_algorithms", "drop"))
    if not (only or gone or drop):
        return arranged
    for name in (*only, *gone):
        choice(name, dict.fromkeys(arranged.algorithms), "algorithm")
    for name in drop:
        choice(name, dict.fromkeys(arranged.problems), "problem")
    names = zip(arranged.algorithms, arranged.problems, strict=True)
    at = [
        i
        for i, (algorithm, problem) in enumerate(names)
        if (not only or algorithm in only) and algorithm not in gone and problem not in drop
    ]
    run, step, deviations = arranged.run, arranged.step, arranged.deviations
    return replace(
        arranged,
        algorithms=tuple(arranged.algorithms[i] for i in at),
        problems=tuple(arranged.problems[i] for i in at),
        values=arranged.values[at],
        deviations=None if deviations is None else deviations[at],
        run=None if run is None else tuple(run[i] for i in at),
        step=None if step is None else step[at],
    )

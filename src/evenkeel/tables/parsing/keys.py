"""Columns of a long table that tell results apart, which nobody may pool: measures, groups.

A column is left over if it holds neither the algorithm nor the problem, the value, the run or the
step. It does no harm if it has one value in each cell: then the algorithm and the problem determine
it, as they do a dimension or a family; but a column of measures is a key even if each problem has
its own, for of some of them lower and of others higher values may be better. Otherwise a column
may be a key, and it is one if

- it holds words that recur from cell to cell, and rows of a cell differ in nothing else (no run
  is named, or runs occur several times);
- it holds numbers, or the runs are named and occur once: only if nine of ten cells have all its
  values, each as often as the others. So budgets and groups of runs are found, while a second
  measure in a column of its own, the time or the machine of a run are passed over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

from evenkeel.tables.parsing.cells import is_number, name_of
from evenkeel.tables.parsing.roles import names_measures, role_in_runs
from evenkeel.tables.parsing.table import Table

_SHOWN = 12  # values that a message lists
_CROSSED = 0.9  # of the cells


@dataclass(frozen=True)
class Key:
    """A column that tells results of a cell apart, and its values in the order of the rows."""

    name: str
    values: tuple[str, ...]

    @property
    def numeric(self) -> bool:
        """Whether all its values are numbers."""
        return all(map(is_number, self.values))


def find_keys(
    spare: Mapping[str, Sequence[str]],
    cells: Sequence[Hashable],
    runs: Sequence[Hashable] | None,
    decimal: str = ".",
) -> list[Key]:
    """Which of the `spare` columns are keys.

    `cells` tells the cell of each row, `runs` its run, with its step; None if no column does.
    """
    once = runs is not None and len(set(zip(cells, runs, strict=True))) == len(cells)
    return [
        Key(name, tuple(dict.fromkeys(column)))
        for name, column in spare.items()
        if (names_measures(name) and len(set(column)) > 1) or _is_key(column, cells, once, decimal)
    ]


def keys_of_long(
    table: Table, roles: Mapping[str, int], run: Sequence[str], step: str | None
) -> list[Key]:
    """The keys of a long table, of which `roles` tells the positions of the three columns."""
    known = {table.names[position] for position in roles.values()} | {*run, step}
    spare = {
        name: table.names_in(position)
        for position, name in enumerate(table.names)
        if name not in known
    }
    named = [table.names_in(table.names.index(name)) for name in (*run, step) if name]
    return find_keys(
        spare,
        table.rows_by(roles["algorithm"], roles["problem"]),
        list(zip(*named, strict=True)) if run else None,
        table.decimal,
    )


def keys_of_wide(table: Table, names: int) -> list[Key]:
    """The keys of a wide table whose problems are named several times.

    They are columns of words, and columns of numbers that every problem has alike: settings.
    """
    if not table.recurs(names):
        return []
    others = [
        position
        for position, name in enumerate(table.names)
        if position != names and role_in_runs(name) not in ("run", "step")
    ]
    numbers = [
        j for j in others if any(is_number(cell, table.decimal) for cell in table.columns[j])
    ]
    settings = [j for j in numbers if _alike_on_two(table, names, j)]
    if len(numbers) - len(settings) < 2:  # then some of these are the algorithms
        settings = [j for j in settings if _all_whole(table, j)]
    if len(numbers) - len(settings) < 2:
        settings = []
    spare = {
        table.names[j]: column
        for j in others
        if (j not in numbers or j in settings) and (column := table.names_in(j))
    }
    return find_keys(spare, table.names_in(names), None, table.decimal)


def _all_whole(table: Table, position: int) -> bool:
    return all(name.strip().lstrip("+-").isdigit() for name in table.names_in(position))


def _alike_on_two(table: Table, names: int, position: int) -> bool:
    """Whether a column holds the same values on the first two problems, and not only one.

    So most columns of results are passed over in little time.
    """
    problems, column = table.names_in(names), table.columns[position]
    first = problems[0]
    second = next((name for name in problems if name != first), first)
    values = [
        sorted(name_of(column[i]) for i, name in enumerate(problems) if name == problem)
        for problem in (first, second)
    ]
    return first != second and values[0] == values[1] and len(set(values[0])) > 1


def key_of_wide_fault(key: Key, remedy: str = "") -> str:
    """Refuse to pool a key of a wide table, which may be a long one with unusual names."""
    long = "; if each row is one result, name the columns with algorithm=, problem= and value="
    return key_fault(key, remedy) + long * (not names_measures(key.name))


def key_fault(key: Key, remedy: str = "") -> str:
    """Refuse to pool the values of a key; `remedy` is what else can be done."""
    listed = ", ".join(map(repr, key.values[:_SHOWN]))
    if len(key.values) > _SHOWN:
        listed += f", ... ({len(key.values)} values)"
    first = key.values[0]
    if not key.name.strip():
        return (
            "a column without a name tells apart results of an algorithm on a problem, which must "
            f"not be pooled: {listed}; give it a name, and choose one with where="
        )
    if names_measures(key.name):
        return (
            f"the column {key.name!r} holds measures, which must not be pooled: {listed}; choose "
            f"one with measure={first!r}, or read each with evenkeel.read_measures"
        )
    return (
        f"the column {key.name!r} tells apart results of an algorithm on a problem, which must not "
        f"be pooled: {listed}; choose one with where={{{key.name!r}: {first!r}}}{remedy}"
    )


def _is_key(column: Sequence[str], cells: Sequence[Hashable], once: bool, decimal: str) -> bool:
    values = set(column)
    if len(values) < 2:
        return False
    counts: dict[Hashable, Counter[str]] = {}
    for cell, value in zip(cells, column, strict=True):
        counts.setdefault(cell, Counter())[value] += 1
    if max(map(len, counts.values())) < 2:
        return False
    if once or all(is_number(value, decimal) or not value for value in values):
        even = sum(
            len(each) == len(values) and len(set(each.values())) == 1 for each in counts.values()
        )
        return len(counts) > 1 and even >= _CROSSED * len(counts)
    return sum(map(len, counts.values())) >= 2 * len(values)

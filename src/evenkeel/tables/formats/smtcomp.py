"""SMT-COMP: a CSV file a solver, with the times and the answer of each benchmark."""

from __future__ import annotations

from itertools import combinations

from evenkeel.errors import SourceError, TableError
from evenkeel.tables.formats.building import Rows, cells_of
from evenkeel.tables.formats.givens import Given, Member, names_of_files
from evenkeel.tables.formats.registry import FORMATS, FileFormat
from evenkeel.tables.parsing.cells import Hole, names_of
from evenkeel.tables.parsing.table import Table, only_table

_PROBLEM, _ANSWER, _MEASURES = "benchmark_id", "result", ("cpu_time", "wallclock_time")
_ANSWERS = ("sat", "unsat")  # all else is no answer


def _fits(member: Member) -> bool:
    first, _, _ = member.head.partition("\n")
    return {_PROBLEM, _ANSWER, *_MEASURES} == {cell.strip() for cell in first.split(",")}


def _read(given: Given) -> Table:
    assert given.ordinary is not None  # who finds the format says how to read the rest
    rows = Rows("algorithm", "problem", "measure", "value")
    tried: dict[str, set[str]] = {}
    for solver, member in zip(names_of_files(given.members), given.followed(), strict=True):
        table = only_table(given.ordinary(member.content))
        if table.faults:
            raise TableError(member.content.description, table.faults)
        problems, answers = (names_of(cells_of(table, name)) for name in (_PROBLEM, _ANSWER))
        tried[solver] = set(problems)
        for measure in _MEASURES:
            times = cells_of(table, measure)
            for line, problem, time, answer in zip(
                table.rows, problems, times, answers, strict=True
            ):
                value = time if answer in _ANSWERS else Hole("", answer)
                rows.add(member.name, line, solver, problem, measure, value)
    if len(set.intersection(*tried.values())) < 2 <= len(tried):
        raise SourceError(f"{given.description}: {_apart(tried)}")
    return rows.table(given, "smt-comp", better="lower")


def _apart(tried: dict[str, set[str]]) -> str:
    """Say that the solvers were not run on the same problems, and which were."""
    first, second = max(combinations(tried, 2), key=lambda two: len(tried[two[0]] & tried[two[1]]))
    return (
        f"the {len(tried)} solvers have fewer than 2 problems in common, so that they cannot be "
        f"compared (the most, {len(tried[first] & tried[second])}, are common to {first!r} and "
        f"{second!r}); give the files of solvers that were run on the same problems, as a list"
    )


FORMATS.register(
    FileFormat(
        "smt-comp",
        "SMT-COMP results of solvers",
        "tool",
        "CSV files with the columns benchmark_id, cpu_time, wallclock_time and result",
        "times, of which lower is better, a file a solver; where the result is neither sat nor "
        "unsat, there is a hole",
        _read,
        _fits,
    )
)

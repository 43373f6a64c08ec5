"""baycomp's accuracies.txt: the name of an algorithm on a line, then a line a problem."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from evenkeel.errors import TableError
from evenkeel.tables.formats.building import Places, long_table
from evenkeel.tables.formats.givens import Given, Member
from evenkeel.tables.formats.registry import FORMATS, FileFormat
from evenkeel.tables.parsing.cells import is_number, numbers
from evenkeel.tables.parsing.dialect import WHITESPACE, Row, split_rows
from evenkeel.tables.parsing.table import Column, Table
from evenkeel.tables.results import Origin

_NO_MARKS = (",", ";", "\t", "|", "&")


def _fits(member: Member) -> bool:
    lines = [line for line in member.head.split("\n", 4)[:4] if line.strip()]
    if len(lines) < 2 or any(mark in line for mark in _NO_MARKS for line in lines):
        return False
    first, second = (line.split() for line in lines[:2])
    scores = second[1:]
    return (
        len(first) == 1
        and not is_number(first[0])
        and len(scores) > 1
        and not is_number(second[0])
        and all(map(is_number, scores))
    )


def _read(given: Given) -> Table:
    columns: dict[str, list[str]] = {name: [] for name in ("algorithm", "problem", "run", "value")}
    faults, parts = list[str](), []
    for member in given.members:
        lines: list[int] = []
        seen: dict[str, Counter[str]] = {}
        algorithm = ""
        for row in split_rows(member.text(), WHITESPACE, member.content.description):
            if len(row.cells) == 1 and not row.fault and not is_number(row.cells[0]):
                algorithm = row.cells[0]
                continue
            fault = _fault(row, algorithm)
            if fault:
                faults.append(fault)
                continue
            problem, *scores = row.cells
            problem = _own_name(problem, seen.setdefault(algorithm, Counter()))
            columns["algorithm"] += [algorithm] * len(scores)
            columns["problem"] += [problem] * len(scores)
            columns["run"] += map(str, range(1, len(scores) + 1))
            columns["value"] += scores
            lines += [row.line] * len(scores)
        parts.append((member.name, len(lines), lines.__getitem__))
        faults += _order_faults(seen, member.name)
    if not columns["value"] and not faults:
        raise TableError(given.description, ["no line holds scores; add the lines of the problems"])
    cells: dict[str, Column] = {**columns}
    read = numbers(columns["value"], ".")
    if not read.wrong:
        cells["value"] = read.values
    return long_table(
        Origin(given.description, "baycomp", "long"), cells, Places(parts), faults=faults
    )


def _own_name(problem: str, seen: Counter[str]) -> str:
    """The name of a problem; the second of a name is "name (2)"."""
    seen[problem] += 1
    return problem if seen[problem] == 1 else f"{problem} ({seen[problem]})"


def _order_faults(seen: dict[str, Counter[str]], name: str) -> Iterator[str]:
    """Which is meant by a name that is used twice is told only by the same order everywhere."""
    twice = [each for names in seen.values() for each, count in names.items() if count > 1]
    orders = {tuple(names.items()) for names in seen.values()}
    if twice and len(orders) > 1:
        yield (
            f"{name}: the problem {twice[0]!r} stands twice below an algorithm, and the algorithms "
            "do not have the same problems in the same order; give the two different names"
        )


def _fault(row: Row, algorithm: str) -> str:
    if row.fault:
        return f"line {row.line}: {row.fault}"
    if not algorithm:
        return (
            f"line {row.line} stands before the name of the first algorithm; put that on a line "
            "above it"
        )
    if len(row.cells) < 2:
        return f"line {row.line} holds {row.cells[0]!r} alone; give a problem and its scores"
    return ""


FORMATS.register(
    FileFormat(
        "baycomp",
        "baycomp's accuracies.txt",
        "tool",
        "a line that holds one word, the algorithm, then lines of a problem and its scores",
        "runs: the scores of a line, in their order",
        _read,
        _fits,
    )
)

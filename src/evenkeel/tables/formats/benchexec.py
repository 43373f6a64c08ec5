"""BenchExec's tables as CSV: a row a task, and columns of each tool under three heading rows.

The heading rows tell the tool, the run set and the column; `status` says whether a run failed.
"""

from __future__ import annotations

from typing import NamedTuple

from evenkeel.errors import SourceError
from evenkeel.tables.formats.building import Rows, numbered, told_apart
from evenkeel.tables.formats.givens import Given, Member
from evenkeel.tables.formats.registry import FORMATS, FileFormat
from evenkeel.tables.parsing.cells import Hole, is_missing, is_number
from evenkeel.tables.parsing.table import Table

_STATUS, _CATEGORY = "status", "category"
_ANSWERS = ("true", "false", "done")  # a status that begins otherwise is a failure
_FAILED = ("wrong", "error", "unknown", "missing")  # categories
_LOWER = ("cputime", "walltime", "memory", "cpuenergy", "energy")


class _Row(NamedTuple):
    line: int
    cells: list[str]


def _fits(member: Member) -> bool:
    first, _, rest = member.head.partition("\n")
    return first.startswith("tool\t") and rest.startswith("run set\t")


def _read(given: Given) -> Table:
    if len(given.members) > 1:
        raise SourceError(
            f"{given.description}: several tables of BenchExec are not put together; make one of "
            "them with table-generator"
        )
    (member,) = given.members
    headings, body = _parted(member)
    tools, sets, titles = headings
    keys = next((j for j, cell in enumerate(tools) if j and cell), len(tools))
    blocks = _blocks(tools, sets, titles, keys)
    measures = [
        title
        for title in dict.fromkeys(titles[keys:])
        if title not in (_STATUS, _CATEGORY)
        and all(title in block and _holds_numbers(body, block[title]) for block in blocks)
    ]
    first = [min(block.values()) for block in blocks]
    algorithms = told_apart([(tools[j], sets[j]) for j in first])
    problems = numbered([" ".join(filter(None, row.cells[:keys])) for row in body])
    rows = Rows("algorithm", "problem", "measure", "value")
    for measure in measures:
        for algorithm, block in zip(algorithms, blocks, strict=True):
            for row, problem in zip(body, problems, strict=True):
                failure = _failure(row.cells, block)
                value = row.cells[block[measure]] if failure is None else Hole("", failure)
                rows.add(member.name, row.line, algorithm, problem, measure, value)
    lower = all(measure.startswith(_LOWER) for measure in measures)
    ignored = dict.fromkeys(t for t in titles[keys:] if t not in (*measures, _STATUS, _CATEGORY))
    return rows.table(given, "benchexec", better="lower" if lower else None, ignored=ignored)


def _parted(member: Member) -> tuple[list[list[str]], list[_Row]]:
    """The three heading rows and those of the tasks, all of one length."""
    lines = member.text().splitlines()
    rows = [
        _Row(number, [cell.strip() for cell in line.split("\t")])
        for number, line in enumerate(lines, start=1)
        if line.strip()
    ]
    width = max((len(row.cells) for row in rows[:3]), default=0)
    long = next((row for row in rows if len(row.cells) > width), None)
    if len(rows) < 4 or long:
        where = f"line {long.line} has more cells than the headings" if long else "no task is there"
        raise SourceError(f"{member.content.description}: {where}; give the file as it was made")
    for row in rows:
        row.cells.extend([""] * (width - len(row.cells)))
    return [row.cells for row in rows[:3]], rows[3:]


def _blocks(
    tools: list[str], sets: list[str], titles: list[str], keys: int
) -> list[dict[str, int]]:
    """The columns of each run set by their titles; it ends where another tool or title begins."""
    blocks: list[dict[str, int]] = []
    before: tuple[str, str] | None = None
    for j in range(keys, len(titles)):
        tool, run_set, title = tools[j], sets[j], titles[j]
        if (tool, run_set) != before or title in blocks[-1]:
            blocks.append({})
        blocks[-1][title] = j
        before = (tool, run_set)
    return blocks


def _holds_numbers(body: list[_Row], position: int) -> bool:
    filled = [row.cells[position] for row in body if not is_missing(row.cells[position])]
    return bool(filled) and all(map(is_number, filled))


def _failure(cells: list[str], block: dict[str, int]) -> str | None:
    """Why a run has no value, if its status or category says so."""
    status = cells[block[_STATUS]] if _STATUS in block else _ANSWERS[0]
    category = cells[block[_CATEGORY]] if _CATEGORY in block else ""
    if status.startswith(_ANSWERS) and category not in _FAILED:
        return None
    return status if category in ("", "error", "unknown") else f"{category} answer {status}".strip()


FORMATS.register(
    FileFormat(
        "benchexec",
        "BenchExec tables",
        "tool",
        "a CSV file whose first two lines begin with 'tool' and 'run set'",
        "results, a measure for each column of numbers; of times, memory and energy lower is "
        "better; runs whose status is no answer are holes",
        _read,
        _fits,
        aliases=("table-generator",),
    )
)

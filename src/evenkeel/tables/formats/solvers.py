"""Competitions of solvers: BenchExec, SMT-COMP, StarExec, scenarios of ASlib.

A run has a status; where it is no answer, the value is a hole that says so.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations

from evenkeel.errors import SourceError, TableError
from evenkeel.tables.formats.building import (
    Rows,
    are_numbers,
    cells_of,
    numbered,
    told_apart,
    turned,
)
from evenkeel.tables.formats.givens import Given, Member, names_of_files
from evenkeel.tables.formats.registry import FORMATS, ColumnFormat, FileFormat
from evenkeel.tables.parsing.cells import Column, Hole, Table, is_number, names_of
from evenkeel.tables.parsing.dialect import Row
from evenkeel.tables.parsing.records import arff_rows

# BenchExec: a row per task, and columns of each tool under three heading rows, which name the tool,
# the run set and the column

_STATUS, _CATEGORY = "status", "category"
_ANSWERS = ("true", "false", "done")  # a status that begins otherwise is a failure
_FAILED = ("wrong", "error", "unknown", "missing")  # categories
_LOWER = ("cputime", "walltime", "memory", "cpuenergy", "energy")


def _read_benchexec(given: Given) -> Table:
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
        and all(
            title in block and are_numbers(row.cells[block[title]] for row in body)
            for block in blocks
        )
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


def _parted(member: Member) -> tuple[list[list[str]], list[Row]]:
    """The three heading rows and those of the tasks, all of one length."""
    lines = member.text().splitlines()
    rows = [
        Row(number, [cell.strip() for cell in line.split("\t")])
        for number, line in enumerate(lines, start=1)
        if line.strip()
    ]
    width = max((len(row.cells) for row in rows[:3]), default=0)
    long = next((row for row in rows if len(row.cells) > width), None)
    if len(rows) < 4 or long:
        where = f"line {long.line} has more cells than the headings" if long else "no task is there"
        raise member.damaged(where)
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
        _read_benchexec,
        r"\Atool\t[^\n]*\nrun set\t",
        aliases=("table-generator",),
    )
)

# SMT-COMP: a CSV file per solver, with the times and the answer of each benchmark

_TASK, _ANSWER, _TIMES = "benchmark_id", "result", ("cpu_time", "wallclock_time")
_SOLVED = ("sat", "unsat")  # all else is no answer
_RESULTS = (*_SOLVED, "satisfiable", "unsatisfiable")


def _fits_smt(member: Member) -> bool:
    first, _, _ = member.head.partition("\n")
    return {_TASK, _ANSWER, *_TIMES} == {cell.strip() for cell in first.split(",")}


def _read_smt(given: Given) -> Table:
    rows = Rows("algorithm", "problem", "measure", "value")
    tried: dict[str, set[str]] = {}
    for solver, member in zip(names_of_files(given.members), given.followed(), strict=True):
        table = given.table_of(member)
        if table.faults:
            raise TableError(member.content.description, table.faults)
        problems, answers = (names_of(cells_of(table, name)) for name in (_TASK, _ANSWER))
        tried[solver] = set(problems)
        for measure in _TIMES:
            times = cells_of(table, measure)
            for line, problem, time, answer in zip(
                table.rows, problems, times, answers, strict=True
            ):
                value = time if answer in _SOLVED else Hole("", answer)
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
        "times, of which lower is better, a file per solver; where the result is neither sat nor "
        "unsat, there is a hole",
        _read_smt,
        _TASK,
        _fits_smt,
    )
)

# StarExec, which ran SMT-COMP and the SAT competitions: a row per pair of solver and benchmark

_STAREXEC = ("benchmark", "solver", "cpu time", "wallclock time", _STATUS, _ANSWER)
_CPU_AND_WALL, _CONFIGURATION, _EXPECTED = _STAREXEC[2:4], "configuration", "expected"
_TOLD_OF_PAIRS = (_STATUS, _ANSWER, _EXPECTED, _CONFIGURATION)
_NO_RESULT = "--"  # where no processor of results was run


def _turn_starexec(table: Table) -> Table:
    """Times of pairs that are complete and, where there are answers, have one."""
    told = {name: names_of(cells_of(table, name)) for name in table.names if name in _TOLD_OF_PAIRS}
    answers = told[_ANSWER] if {*told[_ANSWER]} != {_NO_RESULT} else ["sat"] * len(table.rows)
    pairs = zip(told[_STATUS], answers, told.get(_EXPECTED, answers), strict=True)
    failures = [_failure_of_pair(*pair) for pair in pairs]
    columns: list[Column] = [
        [
            Hole("", failure) if failure else cell
            for failure, cell in zip(failures, cells_of(table, name), strict=True)
        ]
        if name in _CPU_AND_WALL
        else column
        for name, column in zip(table.names, table.columns, strict=True)
    ]
    solvers = names_of(cells_of(table, "solver"))
    configured = {*zip(solvers, told.get(_CONFIGURATION, solvers), strict=True)}
    several = len(configured) > len({*solvers})
    return turned(
        replace(table, columns=columns, matrix=None),
        {"algorithm": ("solver", _CONFIGURATION)[: 1 + several], "problem": ("benchmark",)},
        {name: name for name in _CPU_AND_WALL},
        better="lower",
        told=tuple(told),
    )


def _failure_of_pair(status: str, answer: str, expected: str) -> str:
    """Why a pair of solver and benchmark is not solved; empty if it is."""
    told, right = (each.lower().removeprefix("s ") for each in (answer, expected))
    if status != "complete":
        return status
    if told not in _RESULTS:
        return answer
    return f"wrong answer {answer}" if right in _RESULTS and right[:3] != told[:3] else ""


FORMATS.register(
    ColumnFormat(
        "starexec",
        "StarExec job information (SMT-COMP, SAT competitions)",
        f"columns {', '.join(_STAREXEC)}",
        "times, of which lower is better; pairs that are not complete, have no answer or a wrong "
        "one are holes",
        _STAREXEC,
        _turn_starexec,
    )
)

# ASlib: algorithm_runs.arff, a row per run with its status; all that is not ok failed

_KEYS = ("instance_id", "repetition", "algorithm", "runstatus")
_ARFF_DATA = "(?im)^@data"
_OF_TIME = re.compile("par ?[0-9]+|(cpu|wall)?_?(run)?_?time", re.IGNORECASE)


def _fits_aslib(member: Member) -> bool:
    return {*_KEYS} <= {*arff_rows(re.split(_ARFF_DATA, member.head)[0], "")[0]}


def _read_aslib(given: Given) -> Table:
    rows = Rows("algorithm", "problem", "run", "measure", "value")
    directions = set()
    for member in given.followed():
        names, lines = arff_rows(member.text(), member.content.description)
        if not {*_KEYS} <= {*names}:
            raise SourceError(
                f"{member.content.description}: the file has no attributes {', '.join(_KEYS)}; "
                "give algorithm_runs.arff"
            )
        measures = [name for name in names if name not in _KEYS]
        directions |= _maximised(given, member, measures)
        for line in lines:
            if len(line.cells) != len(names):
                raise member.damaged(
                    f"line {line.line} has {len(line.cells)} cells, but there are {len(names)} "
                    "attributes"
                )
            row = dict(zip(names, line.cells, strict=True))
            problem, run, algorithm, status = (row[key] for key in _KEYS)
            for measure in measures:
                value = row[measure] if status.lower() == "ok" else Hole("", status)
                rows.add(member.name, line.line, algorithm, problem, run, measure, value)
    maximised = directions.pop() if len(directions) == 1 else None
    better = None if maximised is None else "higher" if maximised else "lower"
    table = rows.table(given, "aslib", better=better)
    limits = {_cutoff_told(given, member) for member in given.members}
    return replace(table, limit=limits.pop() if len(limits) == 1 else None)


def _cutoff_told(given: Given, member: Member) -> float | None:
    """The time at which runs were stopped, as the scenario's description says it."""
    described = given.beside(member, "description.txt")
    told = re.search(
        r"^algorithm_cutoff_time:\s*([0-9.]+)\s*$", described.text() if described else "", re.M
    )
    return float(told[1]) if told and is_number(told[1]) else None


def _maximised(given: Given, member: Member, measures: list[str]) -> set[bool | None]:
    """Whether more is better, as the scenario's description or the name of a time says."""
    described = given.beside(member, "description.txt")
    if described is not None:
        told = re.search(
            r"^maximize:\s*((?:\s*-?\s*(?:true|false))+|\[.*\])", described.text(), re.M
        )
        words = re.findall("true|false", told[1]) if told else []
        if len(words) >= len(measures):
            return {word == "true" for word in words}
    return {False if _OF_TIME.fullmatch(measure) else None for measure in measures}


FORMATS.register(
    FileFormat(
        "aslib",
        "ASlib scenarios",
        "tool",
        "an ARFF file with the attributes instance_id, repetition, algorithm and runstatus",
        "runs, a measure for each other attribute; a run whose status is not ok (timeout, memout, "
        "crash, ...) is a hole; the direction as description.txt says it, of times lower",
        _read_aslib,
        _ARFF_DATA,
        _fits_aslib,
        companions=(".arff", ".txt", ".bib", ".md", ".csv"),
    )
)

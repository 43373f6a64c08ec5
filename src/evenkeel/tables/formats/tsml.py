"""aeon, tsml and tsml-eval: a file an algorithm and measure, a line a problem, a column a run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from evenkeel._types import FloatArray
from evenkeel.errors import SourceError
from evenkeel.tables.formats.building import Places, long_table
from evenkeel.tables.formats.givens import Given, Member
from evenkeel.tables.formats.registry import FORMATS, FileFormat
from evenkeel.tables.parsing.cells import numbers
from evenkeel.tables.parsing.dialect import split_rows
from evenkeel.tables.parsing.table import Column, Table
from evenkeel.tables.parsing.text import quick_columns
from evenkeel.tables.results import Origin

_MARKS = ("Resamples:", "folds:")  # of newer and of older files
_TWO_WORDS = ("balanced_accuracy", "log_loss", "fit_time", "predict_time", "build_time")


@dataclass(frozen=True)
class _File:
    """What one file holds: problems (rows), runs (columns), values, and what is wrong."""

    name: str
    algorithm: str
    measure: str
    problems: Sequence[str]
    runs: Sequence[str]
    values: FloatArray
    lines: Sequence[int]
    faults: tuple[str, ...] = ()

    def place(self, row: int) -> str:
        """Where the value of a row of the long table stands."""
        line, run = divmod(row, len(self.runs))
        return f"{self.lines[line]}, resample {self.runs[run]},"


def _fits(member: Member) -> bool:
    return member.head.removeprefix(",").startswith(_MARKS)  # pandas may number the lines


def _read(given: Given) -> Table:
    headings = [_heading(member) for member in given.followed()]
    files = _read_together(given.members, headings) or [
        _read_carefully(member, heading)
        for member, heading in zip(given.members, headings, strict=True)
    ]
    columns: dict[str, Column] = {
        "algorithm": [name for file in files for name in [file.algorithm] * file.values.size],
        "problem": [name for f in files for each in f.problems for name in [each] * len(f.runs)],
        "run": [run for file in files for run in [*file.runs] * len(file.problems)],
        "measure": [name for file in files for name in [file.measure] * file.values.size],
        "value": np.concatenate([file.values.ravel() for file in files]),
    }
    return long_table(
        Origin(given.description, "tsml", "long"),
        columns,
        Places([(file.name, file.values.size, file.place) for file in files]),
        faults=[fault for file in files for fault in file.faults],
    )


def _heading(member: Member) -> list[str]:
    """The first line: perhaps an empty label, then the mark and the names of the runs."""
    if not member.name:
        raise SourceError(
            "open file: of this format the name of the file tells the algorithm; give the path"
        )
    first, _, _ = member.head.partition("\n")
    cells = [cell.strip() for cell in first.rstrip("\r").split(",")]
    mark, *runs = cells[_named_at(cells) :] or [""]
    if mark not in _MARKS or not runs or len(set(runs)) < len(runs):
        raise SourceError(
            f"{member.content.description}: line 1 should read '{_MARKS[0]},0,1,2,...', with each "
            "number once; mend it"
        )
    return cells


def _named_at(heading: Sequence[str]) -> int:
    """Which column names the problems: the first, or the one after the numbers of the lines."""
    return 0 if heading[0] else 1


def _read_together(members: Sequence[Member], headings: Sequence[list[str]]) -> list[_File] | None:
    """Read clean files with the same runs in one go, which spares polars a start for each."""
    heading = headings[0]
    if any(other != heading for other in headings) or _named_at(heading):
        return None
    runs = heading[1:]
    bodies = [member.data.partition(b"\n")[2] for member in members]
    bodies = [body if body.endswith(b"\n") else body + b"\n" for body in bodies]
    text = [True, *[False] * len(runs)]
    found = quick_columns(b"".join(bodies), separator=",", decimal=".", skip=0, text=text)
    ends = list(accumulate(body.count(b"\n") for body in bodies))
    if found is None or len(found[0][0]) != ends[-1]:
        return None
    (names, *_), matrix = found
    starts = [0, *ends[:-1]]
    return [
        _File(
            member.name,
            *_names(member.stem),
            [str(name) for name in names[start:end]],
            runs,
            matrix[start:end],
            range(2, 2 + end - start),
        )
        for member, start, end in zip(members, starts, ends, strict=True)
    ]


def _read_carefully(member: Member, heading: list[str]) -> _File:
    """Read a file with empty cells or numbered lines, or find out what is wrong with it."""
    named = _named_at(heading)
    runs = heading[named + 1 :]
    _, *rows = split_rows(member.text(), ",", member.content.description)
    faults, problems, lines, values = list[str](), list[str](), list[int](), list[FloatArray]()
    for row in rows:
        where = f"line {row.line} of {member.name}"
        if row.fault:
            faults.append(f"{where}: {row.fault}")
            continue
        name, *cells = row.cells[named:] or [""]
        if len(cells) != len(runs):
            faults.append(
                f"{where} has {len(cells)} values, but line 1 has {len(runs)} resamples; make "
                "them as many, if need be with empty cells"
            )
            continue
        read = numbers(cells, ".")
        faults += [f"{where}, resample {runs[at]}: {why}" for at, why in read.wrong.items()]
        read.values[list(read.wrong)] = 0.0  # told already
        problems.append(name)
        lines.append(row.line)
        values.append(read.values)
    if not rows:
        faults.append(f"{member.name} holds no problem below line 1; add a line for each")
    matrix = np.array(values).reshape(len(problems), len(runs))
    return _File(member.name, *_names(member.stem), problems, runs, matrix, lines, tuple(faults))


def _names(stem: str) -> tuple[str, str]:
    """The algorithm and the measure that the name of a file tells."""
    for measure in _TWO_WORDS:
        if stem.endswith(f"_{measure}"):
            return stem.removesuffix(f"_{measure}"), measure
    algorithm, _, measure = stem.rpartition("_")
    return (algorithm, measure) if algorithm else (stem, "")


FORMATS.register(
    FileFormat(
        "tsml",
        "aeon, tsml and tsml-eval results",
        "tool",
        "files ALGORITHM_MEASURE.csv that begin with 'Resamples:' or 'folds:'",
        "runs: a line is a problem, a column a resample; algorithm and measure by the file's name",
        _read,
        _fits,
        aliases=("aeon",),
    )
)

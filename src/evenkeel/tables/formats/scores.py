"""Scores in text files: aeon and tsml, baycomp, and trec_eval -q."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from evenkeel._types import FloatArray
from evenkeel.errors import SourceError, TableError
from evenkeel.tables.faults import Origin
from evenkeel.tables.formats.building import Places, Rows, long_table, numbered
from evenkeel.tables.formats.givens import Given, Member, names_of_files
from evenkeel.tables.formats.registry import FORMATS, FileFormat
from evenkeel.tables.parsing.cells import Column, Table, is_number, numbers
from evenkeel.tables.parsing.dialect import WHITESPACE, Row, split_rows
from evenkeel.tables.parsing.text import quick_columns

# aeon, tsml and tsml-eval: a file per algorithm and measure, a line per problem, a column per run

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


def _read_tsml(given: Given) -> Table:
    headings = [_heading_tsml(member) for member in given.followed()]
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


def _heading_tsml(member: Member) -> list[str]:
    """The first line: perhaps an empty label, then the mark and the names of the runs."""
    if not member.name:
        raise SourceError(
            "open file: of this format the name of the file gives the algorithm; give the path"
        )
    first, _, _ = member.head.partition("\n")
    cells = [cell.strip() for cell in first.rstrip("\r").split(",")]
    mark, *runs = cells[_named_at_tsml(cells) :] or [""]
    if mark not in _MARKS or not runs or len(set(runs)) < len(runs):
        raise SourceError(
            f"{member.content.description}: line 1 should read '{_MARKS[0]},0,1,2,...', with each "
            "number once; mend it"
        )
    return cells


def _named_at_tsml(heading: Sequence[str]) -> int:
    """Which column names the problems: the first, or the one after the numbers of the lines."""
    return 0 if heading[0] else 1


def _read_together(members: Sequence[Member], headings: Sequence[list[str]]) -> list[_File] | None:
    """Read clean files with the same runs in one go, which spares polars a start for each."""
    heading = headings[0]
    if any(other != heading for other in headings) or _named_at_tsml(heading):
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
            *_names_tsml(member.stem),
            [str(name) for name in names[start:end]],
            runs,
            matrix[start:end],
            range(2, 2 + end - start),
        )
        for member, start, end in zip(members, starts, ends, strict=True)
    ]


def _read_carefully(member: Member, heading: list[str]) -> _File:
    """Read a file with empty cells or numbered lines, or find out what is wrong with it."""
    named = _named_at_tsml(heading)
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
    return _File(
        member.name, *_names_tsml(member.stem), problems, runs, matrix, lines, tuple(faults)
    )


def _names_tsml(stem: str) -> tuple[str, str]:
    """The algorithm and the measure that the name of a file gives."""
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
        _read_tsml,
        r"\A,?(?:Resamples|folds):",  # pandas may number the lines
        aliases=("aeon",),
    )
)

# baycomp's accuracies.txt: the name of an algorithm on a line, then a line per problem

_NO_MARKS = (",", ";", "\t", "|", "&")


def _fits_baycomp(member: Member) -> bool:
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


def _read_baycomp(given: Given) -> Table:
    rows, faults = Rows("algorithm", "problem", "run", "value"), list[str]()
    for member in given.members:
        seen: dict[str, Counter[str]] = {}
        algorithm = ""
        for row in split_rows(member.text(), WHITESPACE, member.content.description):
            if len(row.cells) == 1 and not row.fault and not is_number(row.cells[0]):
                algorithm = row.cells[0]
                continue
            fault = _fault_baycomp(row, algorithm)
            if fault:
                faults.append(fault)
                continue
            problem, *scores = row.cells
            problem = _own_name(problem, seen.setdefault(algorithm, Counter()))
            for run, score in enumerate(scores, start=1):
                rows.add(member.name, row.line, algorithm, problem, str(run), score)
        faults += _order_faults(seen, member.name)
    if not rows.columns["value"] and not faults:
        raise TableError(given.description, "no line holds scores; add the lines of the problems")
    return rows.table(given, "baycomp", faults=faults)


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


def _fault_baycomp(row: Row, algorithm: str) -> str:
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
        _read_baycomp,
        r"\A\s*[^\s,;|&]+ *\r?\n",
        _fits_baycomp,
    )
)

# trec_eval -q: lines of a measure, a topic and a value

_SYSTEM, _ALL = "runid", "all"
_COUNTS = ("num_q", "num_ret", "num_rel", "num_rel_ret")  # no measures
_KNOWN = (_SYSTEM, *_COUNTS, "map", "Rprec", "bpref", "recip_rank", "P_5", "ndcg")
_HIGHER = (
    *("map", "gm_map", "Rprec", "bpref", "recip_rank", "P_", "P5", "P1", "P2", "P3", "infAP"),
    *("recall_", "ndcg", "success_", "iprec_at_recall_", "ircl_prn", "set_", "11pt_avg"),
)


def _fits_trec(member: Member) -> bool:
    *lines, last = member.head.splitlines() or [""]
    lines = lines or [last]  # the last may be cut
    rows = [line.split() for line in lines if line.strip()]
    return all(len(row) == 3 for row in rows) and any(row[0] in _KNOWN for row in rows)


def _read_trec(given: Given) -> Table:
    names = numbered(
        [_system(m, n) for m, n in zip(given.members, names_of_files(given.members), strict=True)]
    )
    rows = Rows("algorithm", "problem", "measure", "value")
    for name, member in zip(names, given.followed(), strict=True):
        for number, line in enumerate(member.text().splitlines(), start=1):
            cells = line.split()
            if not cells:
                continue
            if len(cells) != 3:
                raise member.damaged(f"line {number} does not hold a measure, a topic and a value")
            measure, topic, value = cells
            if topic != _ALL and measure not in _COUNTS and is_number(value):
                rows.add(member.name, number, name, topic, measure, value)
    if not rows.columns["value"]:
        raise SourceError(
            f"{given.description}: there are means over all topics alone; run trec_eval with -q"
        )
    higher = all(str(measure).startswith(_HIGHER) for measure in set(rows.columns["measure"]))
    ignored = ("means over all topics", *_COUNTS[1:])
    return rows.table(given, "trec-eval", better="higher" if higher else None, ignored=ignored)


def _system(member: Member, name: str) -> str:
    """What the file calls the system, or what the file is called."""
    told = (line.split() for line in member.text().splitlines())
    return next((row[2] for row in told if len(row) == 3 and row[0] == _SYSTEM), name)


FORMATS.register(
    FileFormat(
        "trec-eval",
        "trec_eval -q",
        "tool",
        "lines of a measure such as map, a topic and a value",
        "results, a topic is a problem, a file per system; the means over all topics and the "
        "counts (num_ret, num_rel, num_rel_ret) are left out",
        _read_trec,
        r"\A\s*\S+[ \t]+\S+[ \t]+\S+\s*?(?:\n|\Z)",
        _fits_trec,
    )
)

"""ASlib scenarios: algorithm_runs.arff, a row a run with its status; all that is not ok failed."""

from __future__ import annotations

import csv
import re

from evenkeel.errors import SourceError
from evenkeel.tables.formats.building import Rows
from evenkeel.tables.formats.givens import Given, Member
from evenkeel.tables.formats.registry import FORMATS, FileFormat
from evenkeel.tables.parsing.cells import Hole
from evenkeel.tables.parsing.table import Table

_PROBLEM, _RUN, _ALGORITHM, _STATUS = "instance_id", "repetition", "algorithm", "runstatus"
_KEYS = (_PROBLEM, _RUN, _ALGORITHM, _STATUS)
_ATTRIBUTE = re.compile(r"@attribute\s+('[^']*'|\"[^\"]*\"|\S+)", re.IGNORECASE)
_TIMES = re.compile("par ?[0-9]+|(cpu|wall)?_?(run)?_?time", re.IGNORECASE)


def _fits(member: Member) -> bool:
    head = member.head.lstrip()
    start = re.search("^@data", head, re.IGNORECASE | re.MULTILINE)
    return start is not None and {*_KEYS} <= {*_attributes(head[: start.start()])}


def _attributes(head: str) -> list[str]:
    return [name.strip("'\"") for name in _ATTRIBUTE.findall(head)]


def _read(given: Given) -> Table:
    rows = Rows("algorithm", "problem", "run", "measure", "value")
    directions = set()
    for member in given.followed():
        text = member.text()
        data = re.search("^@data", text, re.IGNORECASE | re.MULTILINE)
        names = _attributes(text[: data.start()]) if data else []
        if not {*_KEYS} <= {*names}:
            raise SourceError(
                f"{member.content.description}: the file has no attributes {', '.join(_KEYS)}; "
                "give algorithm_runs.arff"
            )
        assert data is not None  # there are attributes before it
        measures = [name for name in names if name not in _KEYS]
        directions |= _maximised(given, member, measures)
        start = text.count("\n", 0, data.start()) + 2
        for number, line in enumerate(text[data.start() :].splitlines()[1:], start=start):
            if not line.strip() or line.startswith("%"):
                continue
            cells = next(csv.reader([line], quotechar="'", skipinitialspace=True))
            if len(cells) != len(names):
                raise SourceError(
                    f"{member.content.description}: line {number} has {len(cells)} cells, but "
                    f"there are {len(names)} attributes; give the file as it was made"
                )
            row = dict(zip(names, (cell.strip() for cell in cells), strict=True))
            failed = row[_STATUS].lower() != "ok"
            for measure in measures:
                value = Hole("", row[_STATUS]) if failed else row[measure]
                key = (row[_ALGORITHM], row[_PROBLEM], row[_RUN], measure)
                rows.add(member.name, number, *key, value)
    maximised = directions.pop() if len(directions) == 1 else None
    better = None if maximised is None else "higher" if maximised else "lower"
    return rows.table(given, "aslib", better=better)


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
    return {False if _TIMES.fullmatch(measure) else None for measure in measures}


FORMATS.register(
    FileFormat(
        "aslib",
        "ASlib scenarios",
        "tool",
        "an ARFF file with the attributes instance_id, repetition, algorithm and runstatus",
        "runs, a measure for each other attribute; a run whose status is not ok (timeout, memout, "
        "crash, ...) is a hole; the direction as description.txt tells it, of times lower",
        _read,
        _fits,
        companions=(".arff", ".txt", ".bib", ".md", ".csv"),
    )
)

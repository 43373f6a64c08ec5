"""COCO: .info files with the finals, instance:evaluations|best, .dat files with the curves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

import numpy as np

from evenkeel._types import FloatArray
from evenkeel.errors import SourceError
from evenkeel.tables.formats.building import numbered
from evenkeel.tables.formats.experiments import Experiment, read_curves, read_finals
from evenkeel.tables.formats.givens import Given, Member
from evenkeel.tables.formats.registry import FORMATS, FileFormat
from evenkeel.tables.parsing.cells import is_number, quote
from evenkeel.tables.parsing.table import Table

_FUNCTION = re.compile(r"\b(?:funcId|function)\s*=\s*'?(\d+)'?", re.IGNORECASE)
_DIMENSION = re.compile(r"\bdim\s*=\s*(\d+)", re.IGNORECASE)
_ALGORITHM = re.compile(r"\b(?:algId|algorithm)\s*=\s*(?:'([^']*)'|\"([^\"]*)\")", re.IGNORECASE)
_RUN = re.compile(r"(\d+):(\d+)\|(\S+)")


def _fits(member: Member) -> bool:
    first = member.head.lstrip().partition("\n")[0]
    return bool(_FUNCTION.search(first) and _DIMENSION.search(first) and _ALGORITHM.search(first))


def _experiments(member: Member) -> Iterator[Experiment]:
    source, heading = member.content.description, None
    for number, line in enumerate(member.text().splitlines(), start=1):
        if not line.strip() or line.startswith("%"):
            continue
        function, dimension = _FUNCTION.search(line), _DIMENSION.search(line)
        algorithm = _ALGORITHM.search(line)
        if function and dimension and algorithm:
            heading = (algorithm[1] or algorithm[2] or "", f"f{function[1]} {dimension[1]}D")
            continue
        path, *runs = [part.strip() for part in line.rstrip(", ").split(",")]
        found = [_RUN.fullmatch(run) for run in runs]
        wrong = [run for run, match in zip(runs, found, strict=True) if not _is_run(match)]
        if heading is None or wrong:
            what = quote(wrong[0]) if wrong else quote(path)
            raise SourceError(
                f"{source}: line {number}: found {what}, where a run is written as "
                "instance:evaluations|best below the line of its function; give the file as it "
                "was made"
            )
        matches = [match for match in found if match]
        instances = numbered([match[1] for match in matches])
        finals = [float(match[3]) for match in matches]
        yield Experiment(member, str(number), *heading, instances, finals, path)


def _is_run(match: re.Match[str] | None) -> bool:
    return match is not None and (is_number(match[3]) or match[3] in ("inf", "nan"))


def _read(given: Given, curves: bool = False) -> Table:
    """Read the experiments; values are distances to the optimum, so lower is better."""
    told = [each for member in given.members for each in _experiments(member)]
    if curves:
        return read_curves(given, "coco-curves", told, "lower", _curves)
    return read_finals(given, "coco", told, "lower")


def _curves(member: Member) -> list[FloatArray]:
    """The curves of a .dat file: evaluations, and the best distance to the optimum so far."""
    blocks: list[list[list[float]]] = []
    for number, line in enumerate(member.text().splitlines(), start=1):
        if line.startswith("%"):
            blocks.append([])
        elif line.strip():
            cells = line.split()
            if not blocks or len(cells) < 3 or not (is_number(cells[0]) and is_number(cells[2])):
                raise SourceError(
                    f"{member.content.description}: line {number} does not hold evaluations and "
                    "the best value so far; give the file as it was made"
                )
            blocks[-1].append([float(cells[0]), float(cells[2])])
    return [np.array(block) for block in blocks if block]


_KNOWN = ".info files whose first line tells funcId, DIM and algId"
_LOGS = (".dat", ".tdat", ".rdat", ".mdat", ".adat", ".hdat")
FORMATS.register(
    FileFormat(
        "coco",
        "COCO archives",
        "tool",
        _KNOWN,
        "runs, the best distance to the optimum of each (lower is better): an instance is a run, a "
        "function in a dimension a problem",
        _read,
        _fits,
        companions=_LOGS,
        aliases=("bbob",),
    )
)
FORMATS.register(
    FileFormat(
        "coco-curves",
        "COCO archives, with the curves",
        "tool",
        _KNOWN,
        "curves of the runs from the .dat files, the best distance to the optimum at each step",
        partial(_read, curves=True),
        companions=_LOGS,
        asked=True,
    )
)

"""The .info files of COCO, and those that IOHprofiler wrote before it took JSON.

Both tell a function, a dimension and an algorithm in a line, and below it a file of curves and the
runs, as instance:evaluations|best. COCO gives distances to the optimum, IOHprofiler the values.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import numpy as np

from evenkeel._types import FloatArray
from evenkeel.errors import SourceError
from evenkeel.tables.formats.building import numbered
from evenkeel.tables.formats.givens import Given, Member
from evenkeel.tables.formats.optimisers import (
    BEST,
    TOLD,
    Experiment,
    ioh_columns,
    ioh_curves,
    read_experiments,
    register_both,
)
from evenkeel.tables.formats.registry import FileFormat
from evenkeel.tables.parsing.cells import Table, is_number, quote

_SETTING = re.compile(r"\s*(\w+)\s*=\s*(?:'([^']*)'|\"([^\"]*)\"|([^,]*?))\s*(?:,|$)")
_KEYS = {"function": "funcid", "algorithm": "algid"}  # as bi-objective COCO calls them
_OF_COCO = {"precision", "indicator", "coco_version", "data_format", "logger"}
_RUN = re.compile(r"(\d+):(\d+)\|([^\s;]+)(?:;\S*)?")


def _parted(line: str) -> tuple[dict[str, str], str]:
    """What a line tells as NAME = VALUE, the names in small letters, and the rest of it."""
    told, end = {}, 0
    while match := _SETTING.match(line, end):
        name, single, double, plain = match.groups(default="")
        told[_KEYS.get(name.lower(), name.lower())] = single or double or plain
        end = match.end()
    return told, line[end:]


def _is_coco(told: dict[str, str]) -> bool:
    """Whether COCO wrote it; IOHprofiler has suites of COCO as well, and says the direction."""
    if "maximization" in told:
        return False
    return bool(_OF_COCO & {*told}) or "bbob" in told.get("suite", "").lower()


def _fits(member: Member, *, coco: bool) -> bool:
    told, _ = _parted(member.head.lstrip().partition("\n")[0].rstrip())
    whole = "algid" in told and ("indicator" in told or {"funcid", "dim"} <= {*told})
    return whole and _is_coco(told) == coco


def _experiments(member: Member) -> Iterator[tuple[Experiment, dict[str, str]]]:
    """What a file tells of each function and dimension, with all that is said of it."""
    told: dict[str, str] = {}
    for place, line in enumerate(member.text().splitlines(), start=1):
        if not line.strip() or line.startswith("%"):
            continue
        settings, rest = _parted(line.rstrip(", "))
        told = settings if "algid" in settings else {**told, **settings}
        if not rest:
            continue
        path, *runs = [part.strip() for part in rest.split(",")]
        found = [_RUN.fullmatch(run) for run in runs]
        wrong = [run for run, match in zip(runs, found, strict=True) if not _is_run(match)]
        if wrong or not ({"algid", "funcid"} <= {*told} and told.get("dim", "").isdigit()):
            what = quote(wrong[0]) if wrong else quote(path)
            raise member.damaged(
                f"line {place}: found {what}, where a run is written as "
                "instance:evaluations|best below the line of its function"
            )
        matches = [match for match in found if match]
        instances = numbered([match[1] for match in matches])
        finals = [float(match[3]) for match in matches]
        lengths = [float(match[2]) for match in matches]
        number, title = told["funcid"], told.get("funcname", "")
        function = " ".join(filter(None, (f"f{number}" if number.isdigit() else number, title)))
        named = told["algid"], f"{function} {told['dim']}D"
        path = "/".join(filter(None, (told.get("folder"), path)))
        yield Experiment(member, str(place), *named, instances, finals, path, lengths), told


def _is_run(match: re.Match[str] | None) -> bool:
    return match is not None and (is_number(match[3]) or match[3] in ("inf", "nan"))


# COCO


def _coco_read(given: Given, curves: bool = False) -> Table:
    """Read the experiments; values are distances to the optimum, so lower is better."""
    told = [each for member in given.members for each in _experiments(member)]
    if curves:
        watched = [
            _with_constraints(given, each) if "constrained" in settings.get("suite", "") else each
            for each, settings in told
        ]
        return read_experiments(given, "coco-curves", watched, "lower", _coco_curves)
    return read_experiments(given, "coco", [each for each, _ in told], "lower")


def _with_constraints(given: Given, experiment: Experiment) -> Experiment:
    """The experiment with the lengths of its .tdat file, which counts those of constraints too."""
    member = given.beside(experiment.member, re.sub(r"\.dat$", ".tdat", experiment.path))
    ends = [curve[-1, 0] for curve in _coco_curves(member)] if member else []
    return replace(experiment, lengths=ends) if len(ends) == len(experiment.runs) else experiment


def _coco_curves(member: Member) -> list[FloatArray]:
    """The curves of a .dat file: evaluations, and the best distance to the optimum so far.

    The line above each says what the columns are; evaluations of constraints count as such of the
    function, as in COCO.
    """
    blocks: list[list[list[float]]] = []
    counts, best = 1, 2
    for place, line in enumerate(member.text().splitlines(), start=1):
        if line.startswith("%"):
            titles = [title.strip("% ") for title in line.split("|")]
            if len(titles) > 1:
                counts = sum(title.endswith("evaluations") for title in titles) or 1
                best = next((i for i, t in enumerate(titles) if t.startswith("indicator")), 2)
            blocks.append([])
        elif line.strip():
            cells = line.split()
            wanted = [*cells[:counts], *cells[best : best + 1]]
            if not blocks or len(wanted) <= counts or not all(map(is_number, wanted)):
                raise member.damaged(
                    f"line {place} does not hold evaluations and the best value so far"
                )
            *evaluations, value = map(float, wanted)
            blocks[-1].append([sum(evaluations), value])
    return [np.array(block) for block in blocks if block]


_ONE_LINE = r"\A\s*[^\n]*="
_COCO = FileFormat(
    "coco",
    "COCO archives",
    "tool",
    ".info files whose first line gives funcId, DIM and algId, with Precision, an indicator or a "
    "bbob suite",
    "runs, the best distance to the optimum of each (lower is better): an instance is a run, a "
    "function in a dimension a problem",
    _coco_read,
    _ONE_LINE,
    partial(_fits, coco=True),
    companions=(".dat", ".tdat", ".rdat", ".mdat", ".adat", ".hdat"),
    aliases=("bbob",),
)
register_both(
    _COCO, partial(_coco_read, curves=True), "the best distance to the optimum at each step"
)


# IOHprofiler before JSON


def _ioh_read(given: Given, curves: bool = False) -> Table:
    told = [each for member in given.members for each in _experiments(member)]
    directions = {_direction(settings) for _, settings in told}
    if len(directions) > 1:
        raise SourceError(
            f"{given.description}: some functions are maximised and others minimised or neither is "
            "told ('maximization'); give the files of one kind, with a pattern or as a list"
        )
    better = directions.pop() if directions else None
    experiments = [experiment for experiment, _ in told]
    if not curves:
        return read_experiments(given, "iohprofiler-info", experiments, better)
    curve = partial(_curves_so_far, better=better)
    return read_experiments(given, "iohprofiler-info-curves", experiments, better, curve)


def _direction(told: dict[str, str]) -> str | None:
    """What is better, as the file says it; the functions of the suite PBO are all maximised."""
    said = told.get("maximization", "").lower()
    if said:
        return "higher" if said in ("t", "true", "1") else "lower"
    return "higher" if told.get("suite", "").lower() == "pbo" else None


def _curves_so_far(member: Member, *, better: str | None) -> list[FloatArray]:
    if better is not None:
        return ioh_curves(member, maximised=better == "higher")
    return ioh_columns(member, (BEST,))


register_both(
    FileFormat(
        "iohprofiler-info",
        "IOHprofiler folders with .info files",
        "tool",
        ".info files whose first line gives funcId, DIM and algId, without what COCO adds",
        f"runs, the best value of each; {TOLD}, in the suite PBO higher",
        _ioh_read,
        _ONE_LINE,
        partial(_fits, coco=False),
        companions=(".dat", ".tdat", ".idat", ".cdat", ".rdat"),
    ),
    partial(_ioh_read, curves=True),
    f"the best value so far at each step; {TOLD}",
)

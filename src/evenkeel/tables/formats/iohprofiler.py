"""IOHprofiler: a JSON file a function with the final values, .dat files with the curves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

import numpy as np

from evenkeel._types import FloatArray
from evenkeel.errors import SourceError
from evenkeel.tables.formats.building import item, json_with, loaded, number, numbered
from evenkeel.tables.formats.experiments import Experiment, read_curves, read_finals
from evenkeel.tables.formats.givens import Given, Member
from evenkeel.tables.formats.registry import FORMATS, FileFormat
from evenkeel.tables.parsing.table import Table

_OBJECTIVE = re.compile("[Ff][0-9]+")  # as IOHprofiler names the second and further ones
_EVALUATIONS, _BEST, _RAW = "evaluations", "raw_y_best", "raw_y"


def _experiments(member: Member) -> Iterator[tuple[Experiment, bool]]:
    """What a file tells, and whether its function is maximised."""
    data = loaded(member)
    function = f"f{item(data, 'function_id', int, member)}"
    title = " ".join(part for part in (function, str(data.get("function_name", ""))) if part)
    algorithm = item(item(data, "algorithm", dict, member), "name", str, member)
    maximised = item(data, "maximization", bool, member)
    attributes = data.get("attributes")
    named = attributes if isinstance(attributes, list) else []
    objectives = [name for name in named if _OBJECTIVE.fullmatch(str(name))]
    if objectives:
        raise SourceError(
            f"{member.content.description}: the runs have several objectives ({_RAW!r}, "
            f"{', '.join(map(repr, objectives))}), and a comparison by the first alone would tell "
            "nothing; give the values of an indicator, such as the hypervolume of each run"
        )
    for scenario in item(data, "scenarios", list, member):
        problem = f"{title} {item(scenario, 'dimension', int, member)}D"
        runs = item(scenario, "runs", list, member)
        instances = numbered([str(item(run, "instance", int, member)) for run in runs])
        bests = [item(run, "best", dict, member) for run in runs]
        finals = [number(best, "y", member) for best in bests]
        path = str(scenario.get("path", ""))
        found = Experiment(member, problem, algorithm, problem, instances, finals, path)
        yield found, maximised


def _read(given: Given, curves: bool = False) -> Table:
    told = [each for member in given.members for each in _experiments(member)]
    directions = {maximised for _, maximised in told}
    if len(directions) > 1:
        raise SourceError(
            f"{given.description}: some functions are maximised and others minimised "
            "('maximization'); give the files of one kind, with a pattern or as a list"
        )
    maximised = True in directions
    better = "higher" if maximised else "lower"
    experiments = [experiment for experiment, _ in told]
    if curves:
        curve = partial(_curves, maximised=maximised)
        return read_curves(given, "iohprofiler-curves", experiments, better, curve)
    return read_finals(given, "iohprofiler", experiments, better)


def _curves(member: Member, *, maximised: bool) -> list[FloatArray]:
    """The curves of a .dat file: evaluations, and the best value so far."""
    blocks: list[list[str]] = []
    for line in member.text().splitlines():
        if line.lstrip().startswith((_EVALUATIONS, '"')):
            blocks.append([line.replace('"', "")])
        elif line.strip() and blocks:
            blocks[-1].append(line)
    source = member.content.description
    return [_curve(header.split(), lines, maximised, source) for header, *lines in blocks]


def _curve(header: list[str], lines: list[str], maximised: bool, source: str) -> FloatArray:
    wanted = next((name for name in (_BEST, _RAW) if name in header), None)
    try:
        if wanted is None or _EVALUATIONS not in header or not lines:
            raise ValueError
        cells = [line.split() for line in lines]
        at, value = header.index(_EVALUATIONS), header.index(wanted)
        curve = np.array([[float(row[at]), float(row[value])] for row in cells])
    except (ValueError, IndexError):
        raise SourceError(
            f"{source}: a curve does not hold numbers of {_EVALUATIONS!r} and {_RAW!r} in each "
            "line; give the file as it was made"
        ) from None
    so_far = np.maximum if maximised else np.minimum
    curve[:, 1] = so_far.accumulate(curve[:, 1])
    return curve


_KNOWN = "JSON files with 'function_id' and 'scenarios'"
_RUNS = "algorithm, function and dimension, run and direction as the files tell them"
FORMATS.register(
    FileFormat(
        "iohprofiler",
        "IOHprofiler folders",
        "tool",
        _KNOWN,
        f"runs, the best value of each; {_RUNS}",
        _read,
        json_with("scenarios", "function_id"),
        companions=(".dat", ".tdat", ".rdat", ".cdat"),
        aliases=("ioh",),
    )
)
FORMATS.register(
    FileFormat(
        "iohprofiler-curves",
        "IOHprofiler folders, with the curves",
        "tool",
        _KNOWN,
        f"curves of the runs from the .dat files, the best value so far at each step; {_RUNS}",
        partial(_read, curves=True),
        companions=(".dat", ".tdat", ".rdat", ".cdat"),
        asked=True,
    )
)

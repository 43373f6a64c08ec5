"""Experiments of optimisation, and IOHprofiler's JSON files; `info_files` reads the .info files.

A file per function has the final values of the runs, .dat files their curves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from evenkeel._types import FloatArray
from evenkeel.errors import Message, Option, SourceError
from evenkeel.tables.faults import Origin
from evenkeel.tables.formats.building import (
    JSON,
    Places,
    item,
    json_with,
    loaded,
    long_table,
    number,
    numbered,
)
from evenkeel.tables.formats.givens import Given, Member
from evenkeel.tables.formats.registry import FORMATS, FileFormat
from evenkeel.tables.parsing.cells import Column, Table

Curve = Callable[[Member], list[FloatArray]]  # the curves in a file, each (steps, 2)


@dataclass(frozen=True)
class Experiment:
    """One algorithm on one function in one dimension, as `member` says it in `place`.

    `finals` are the last values of the `runs`, and `path` the file with their curves; `lengths` are
    the evaluations that the runs took in all, which may be more than at their last improvement.
    """

    member: Member
    place: str
    algorithm: str
    problem: str
    runs: list[str]
    finals: list[float]
    path: str
    lengths: list[float]


def read_experiments(
    given: Given,
    format: str,
    experiments: Iterable[Experiment],
    better: str | None,
    curve: Curve | None = None,
) -> Table:
    """A row per run, with its last value; or a row per step, with the value that it had reached."""
    blocks = [
        (each, [np.array([[0.0, y]]) for y in each.finals])
        if curve is None
        else (each, to_the_end(curves_of(given, format, each, curve), each.lengths))
        for each in experiments
    ]
    return table_of_runs(given, format, blocks, better, steps=curve is not None)


def table_of_runs(
    given: Given,
    format: str,
    blocks: Iterable[tuple[Experiment, list[FloatArray]]],
    better: str | None,
    *,
    steps: bool,
    measure: str | None = None,
) -> Table:
    """A row for each step and value of each run of the experiments."""
    columns: dict[str, Column] = {}
    names: dict[str, list[str]] = {name: [] for name in ("algorithm", "problem", "run")}
    parts, points = [], [np.empty((0, 2))]
    for experiment, curves in blocks:
        for run, points_of in zip(experiment.runs, curves, strict=True):
            cells = (experiment.algorithm, experiment.problem, run)
            for column, cell in zip(names.values(), cells, strict=True):
                column += [cell] * len(points_of)
            points.append(points_of)
            place = partial(_place, f"{experiment.place}, run {run},")
            parts.append((experiment.member.name, len(points_of), place))
    if not parts:
        raise SourceError(
            f"{given.description}: the files hold no run; give the folder of a whole experiment"
        )
    values = np.concatenate(points)
    columns |= names
    if steps:
        columns["step"] = values[:, 0]
    columns["value"] = values[:, 1]
    origin = Origin(given.description, format, "long", measure=measure)
    return long_table(origin, columns, Places(parts), better=better)


def to_the_end(curves: list[FloatArray], lengths: list[float]) -> list[FloatArray]:
    """The curves with their last value at the end of each run, which files leave out."""
    return [
        np.vstack([curve, [[length, curve[-1, 1]]]]) if length > curve[-1, 0] else curve
        for curve, length in zip(curves, lengths, strict=True)
    ]


def _place(place: str, row: int) -> str:
    return place


def curves_of(given: Given, format: str, experiment: Experiment, curve: Curve) -> list[FloatArray]:
    """The curves of the runs of an experiment, as many as it says."""
    told = experiment.member.content.description
    member = given.beside(experiment.member, experiment.path)
    if member is None:
        finals = format.removesuffix("-curves")
        raise SourceError(
            Message(
                f"{told}: there is no file {experiment.path!r} with the curves; give the "
                "whole folder, or read the final values with ",
                Option("format", finals),
            )
        )
    curves = curve(member)
    if len(curves) != len(experiment.runs):
        raise SourceError(
            f"{member.content.description}: {len(curves)} curves are there, but "
            f"{experiment.member.name} says {len(experiment.runs)} runs; give the files as they "
            "were made"
        )
    return curves


def register_both(finals: FileFormat, curves: Callable[[Given], Table], gives: str) -> None:
    """Enter the format of the final values, and that of the curves, which is only asked for."""
    FORMATS.register(finals)
    FORMATS.register(
        replace(
            finals,
            name=f"{finals.name}-curves",
            title=f"{finals.title}, with the curves",
            gives=f"curves of the runs from the .dat files, {gives}",
            read=curves,
            aliases=(),
            asked=True,
        )
    )


# IOHprofiler

_OBJECTIVE = re.compile("[Ff][0-9]+")  # as IOHprofiler names the second and further ones
_EVALUATIONS, BEST, _RAW = "evaluations", "raw_y_best", "raw_y"
_OLDER = {  # names of columns
    "function evaluation": _EVALUATIONS,
    "best-so-far f(x)": BEST,
    "current f(x)": _RAW,
}


def ioh_experiments(
    member: Member, *, several: bool = False
) -> Iterator[tuple[Experiment, bool, tuple[str, ...]]]:
    """What a file says, whether its function is maximised, and its objectives.

    That there are several is refused unless that is what is wanted.
    """
    data = loaded(member)
    function = f"f{item(data, 'function_id', int, member)}"
    title = " ".join(part for part in (function, str(data.get("function_name", ""))) if part)
    algorithm = item(item(data, "algorithm", dict, member), "name", str, member)
    maximised = item(data, "maximization", bool, member)
    attributes = data.get("attributes")
    named = attributes if isinstance(attributes, list) else []
    objectives = (_RAW, *(str(name) for name in named if _OBJECTIVE.fullmatch(str(name))))
    if len(objectives) > 1 and not several:
        raise SourceError(
            Message(
                f"{member.content.description}: the runs have several objectives "
                f"({', '.join(map(repr, objectives))}), and a comparison by the first alone would "
                "say nothing; of two, take an indicator with ",
                Option("format", "iohprofiler-hypervolume"),
                " or ",
                Option("format", "iohprofiler-igd-plus"),
            )
        )
    for scenario in item(data, "scenarios", list, member):
        problem = f"{title} {item(scenario, 'dimension', int, member)}D"
        runs = item(scenario, "runs", list, member)
        instances = numbered([str(item(run, "instance", int, member)) for run in runs])
        bests = [item(run, "best", dict, member) for run in runs]
        finals = [number(best, "y", member) for best in bests]
        path = str(scenario.get("path", ""))
        lengths = [number(run, "evals", member) if "evals" in run else 0.0 for run in runs]
        found = Experiment(member, problem, algorithm, problem, instances, finals, path, lengths)
        yield found, maximised, objectives


def _ioh_read(given: Given, curves: bool = False) -> Table:
    told = [each for member in given.members for each in ioh_experiments(member)]
    directions = {maximised for _, maximised, _ in told}
    if len(directions) > 1:
        raise SourceError(
            f"{given.description}: some functions are maximised and others minimised "
            "('maximization'); give the files of one kind, with a pattern or as a list"
        )
    maximised = True in directions
    better = "higher" if maximised else "lower"
    experiments = [experiment for experiment, *_ in told]
    if curves:
        curve = partial(ioh_curves, maximised=maximised)
        return read_experiments(given, "iohprofiler-curves", experiments, better, curve)
    return read_experiments(given, "iohprofiler", experiments, better)


def ioh_curves(member: Member, *, maximised: bool) -> list[FloatArray]:
    """The curves of a .dat file: evaluations, and the best value so far."""
    curves = [curve[:, :2] for curve in ioh_columns(member, (BEST, _RAW))]
    so_far = np.maximum if maximised else np.minimum
    for curve in curves:
        curve[:, 1] = so_far.accumulate(curve[:, 1])
    return curves


def ioh_columns(member: Member, wanted: Sequence[str], *, every: bool = False) -> list[FloatArray]:
    """Of each curve of a .dat file the evaluations and the first of these columns, or all."""
    blocks: list[list[str]] = []
    for line in member.text().splitlines():
        if line.lstrip().startswith((_EVALUATIONS, '"')):
            blocks.append([line])
        elif line.strip() and blocks:
            blocks[-1].append(line)
    return [_ioh_curve(_named(header), lines, wanted, every, member) for header, *lines in blocks]


def _named(header: str) -> list[str]:
    """The names of the columns, with or without quotation marks, as they are called today."""
    names = [quoted or plain for quoted, plain in re.findall(r'"([^"]*)"|([^\s"]+)', header)]
    return [_OLDER.get(name, name) for name in names]


def _ioh_curve(
    header: list[str], lines: list[str], wanted: Sequence[str], every: bool, member: Member
) -> FloatArray:
    found = [name for name in wanted if name in header]
    try:
        if not found or (every and len(found) < len(wanted)) or not lines:
            raise ValueError
        at = [header.index(name) for name in (_EVALUATIONS, *found)]
        cells = [line.split() for line in lines]
        return np.array([[float(row[column]) for column in at] for row in cells])
    except (ValueError, IndexError):
        names = " and ".join(map(repr, (_EVALUATIONS, *(wanted if every else (_RAW,)))))
        raise member.damaged(f"a curve does not hold numbers of {names} in each line") from None


TOLD = "algorithm, function and dimension, run and direction as the files say"
IOH = FileFormat(
    "iohprofiler",
    "IOHprofiler folders",
    "tool",
    "JSON files with 'function_id' and 'scenarios'",
    f"runs, the best value of each; {TOLD}",
    _ioh_read,
    JSON,
    json_with("scenarios", "function_id"),
    companions=(".dat", ".tdat", ".rdat", ".cdat"),
    aliases=("ioh",),
)
register_both(IOH, partial(_ioh_read, curves=True), f"the best value so far at each step; {TOLD}")

"""Experiments of optimisation: final values of runs in one file, their curves in others."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

import numpy as np

from evenkeel._types import FloatArray
from evenkeel.errors import Message, Option, SourceError
from evenkeel.tables.formats.building import Places, long_table
from evenkeel.tables.formats.givens import Given, Member
from evenkeel.tables.parsing.table import Column, Table
from evenkeel.tables.results import Origin

Curve = Callable[[Member], list[FloatArray]]  # the curves in a file, each (steps, 2)


@dataclass(frozen=True)
class Experiment:
    """One algorithm on one function in one dimension, as `member` tells it in `place`.

    `finals` are the last values of the `runs`, and `path` the file with their curves.
    """

    member: Member
    place: str
    algorithm: str
    problem: str
    runs: list[str]
    finals: list[float]
    path: str


def read_finals(given: Given, format: str, experiments: Iterable[Experiment], better: str) -> Table:
    """A row a run, with its last value."""
    blocks = [(each, [np.array([[0.0, y]]) for y in each.finals]) for each in experiments]
    return _table(given, format, blocks, better, steps=False)


def read_curves(
    given: Given, format: str, experiments: Iterable[Experiment], better: str, curve: Curve
) -> Table:
    """A row a step of a run, with the value that it had reached."""
    blocks = [(each, _curves(given, format, each, curve)) for each in experiments]
    return _table(given, format, blocks, better, steps=True)


def _table(
    given: Given,
    format: str,
    blocks: list[tuple[Experiment, list[FloatArray]]],
    better: str,
    *,
    steps: bool,
) -> Table:
    columns: dict[str, Column] = {}
    names: dict[str, list[str]] = {name: [] for name in ("algorithm", "problem", "run")}
    parts, points = [], [np.empty((0, 2))]
    for experiment, curves in blocks:
        for run, curve in zip(experiment.runs, curves, strict=True):
            cells = (experiment.algorithm, experiment.problem, run)
            for column, cell in zip(names.values(), cells, strict=True):
                column += [cell] * len(curve)
            points.append(curve)
            place = partial(_place, f"{experiment.place}, run {run},")
            parts.append((experiment.member.name, len(curve), place))
    if not parts:
        raise SourceError(
            f"{given.description}: the files hold no run; give the folder of a whole experiment"
        )
    values = np.concatenate(points)
    columns |= names
    if steps:
        columns["step"] = values[:, 0]
    columns["value"] = values[:, 1]
    origin = Origin(given.description, format, "long")
    return long_table(origin, columns, Places(parts), better=better)


def _place(place: str, row: int) -> str:
    return place


def _curves(given: Given, format: str, experiment: Experiment, curve: Curve) -> list[FloatArray]:
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
            f"{experiment.member.name} tells {len(experiment.runs)} runs; give the files as they "
            "were made"
        )
    return curves

"""Performance profiles as tables of a report."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

from evenkeel.report.document import Cell, Column, Document, Paragraph, Picture, Table
from evenkeel.runs.performance_profiles import Profiles
from evenkeel.words.numbers import percent
from evenkeel.words.references import REFERENCES
from evenkeel.words.sentences import sentence

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_SHOWN = 11  # places of the table; the result and the picture have all


def report_profiles(found: Profiles) -> Document:
    """The picture, the curves at some places, and their bounds."""
    chosen = np.unique(np.linspace(0, found.places.size - 1, _SHOWN).round().astype(int)).tolist()
    key = "dolan2002" if found.kind == "ratio" else "agarwal2021"
    return Document(
        f"Performance profiles of {len(found.algorithms)} algorithms on {found.n} problems",
        (
            Picture("profiles", meaning(found), lambda: _figure(found)),
            shares_table(found, chosen),
            bounds_table(found, chosen),
            *(Paragraph(sentence(note)) for note in found.notes),
        ),
        references=(REFERENCES[key],),
    )


def meaning(found: Profiles) -> str:
    """What the height of a curve is."""
    if found.kind == "ratio":
        of = "" if found.statistic is None else f"{found.statistic} "
        return f"Share of the problems with a {of}cost of at most so many times the lowest."
    unit = "runs" if found.resampled == "runs" else "problems"
    if found.better == "lower":
        return f"Share of the {unit} with a value below."
    what = "value" if found.zero is None else "score"
    return f"Share of the {unit} with a {what} above."


def shares_table(found: Profiles, chosen: list[int]) -> Table:
    """The curves at some places, and what is solved at all."""
    rows = tuple((float(found.places[place]), *found.share[:, place].tolist()) for place in chosen)
    solved = [f"{share:.3f}" for share in found.solved.tolist()]
    unsolved = (
        ""
        if (found.solved == 1).all()
        else f" Share of the problems with a result, in the same order: {', '.join(solved)}."
    )
    scale = "" if found.zero is None else f" Scores: 0 is {found.zero}, 1 is {found.one}."
    return Table(
        "profiles",
        "Performance profiles",
        (_place_column(found), *(Column(name, "rank") for name in found.algorithms)),
        rows,
        note=f"{meaning(found)} Higher is better.{scale}{unsolved}",
    )


def bounds_table(found: Profiles, chosen: list[int]) -> Table:
    """The bounds at each place by itself, and those of the whole curve."""
    bounds = (found.share, found.lower, found.upper, found.band_lower, found.band_upper)
    titles = ("Share", "Lower", "Upper", "Curve lower", "Curve upper")
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (name, float(found.places[place]), *(float(bound[row, place]) for bound in bounds))
        for row, name in enumerate(found.algorithms)
        for place in chosen
    )
    return Table(
        "bounds",
        "Bounds of the profiles",
        (
            Column("Algorithm"),
            _place_column(found),
            *(Column(title, "rank") for title in titles),
        ),
        rows,
        note=f"Bounds: {percent(found.confidence)}, at each place by itself and for the whole "
        f"curve, bootstrap of the {found.resampled} with {found.resamples} resamples.",
    )


def _place_column(found: Profiles) -> Column:
    title = "Ratio" if found.kind == "ratio" else "Score" if found.zero is not None else "Value"
    return Column(title, "value")


def _figure(found: Profiles) -> Figure:
    from evenkeel.plot.profiles import plot_profiles

    return cast("Figure", plot_profiles(found).figure)

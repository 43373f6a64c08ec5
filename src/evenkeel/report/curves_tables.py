"""The report of the courses of runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

from evenkeel.adjustments.registry import lookup
from evenkeel.report.document import Block, Cell, Column, Document, Paragraph, Picture, Table
from evenkeel.runs.curve_comparison import Curves
from evenkeel.words.numbers import percent
from evenkeel.words.sentences import sentence, series

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_LISTED, _PICTURES = 6, 6


def report_curves(found: Curves) -> Document:
    """The conclusions, convergence, budgets and bands, with pictures of the first problems."""
    blocks: list[Block] = [
        *map(Paragraph, conclusions_of_curves(found)),
        convergence_table(found),
        budgets_table(found),
    ]
    blocks += [
        Picture(
            f"curves-{place + 1}",
            f"Mean curves on {problem}, with bands of {percent(found.confidence)} for all steps "
            "together.",
            lambda problem=problem: _curves_figure(found, problem),  # type: ignore[misc]
        )
        for place, problem in enumerate(found.problems[:_PICTURES])
    ]
    blocks += [bands_table(found), *(Paragraph(sentence(note)) for note in found.notes)]
    k, n = len(found.algorithms), len(found.problems)
    return Document(f"Courses of {k} algorithms on {n} problem{'s' * (n > 1)}", tuple(blocks))


def conclusions_of_curves(found: Curves) -> tuple[str, ...]:
    """What convergence and the budgets show."""
    return _about_convergence(found), *_about_budgets(found)


def reading_of(found: Curves, pair: int, falling: int) -> str:
    """What a trend of the differences says, with who is ahead at the end."""
    first, second = found.family.hypotheses[pair]
    if falling:
        first, second = second, first
    share = found.ahead[pair] if not falling else 1 - found.ahead[pair]
    if share >= 0.5:
        return f"{second} catches up with {first}"
    return f"{second} draws away from {first}"


def _about_convergence(found: Curves) -> str:
    shown = [
        reading_of(found, pair, falling)
        for pair, falling in np.argwhere(found.adjusted <= found.alpha).tolist()
    ]
    more = [f"{len(shown) - _LISTED} more pairs"] if len(shown) > _LISTED else []
    if not shown:
        return (
            f"Convergence: no pair is shown to draw apart or together at {found.alpha:g}; that is "
            "not to say that they converge alike."
        )
    return f"Convergence, shown at {found.alpha:g}: {series([*shown[:_LISTED], *more])}."


def _about_budgets(found: Curves) -> list[str]:
    verdicts = found.verdicts
    start = 0
    said = []
    for place in range(1, len(verdicts) + 1):
        if place == len(verdicts) or verdicts[place] != verdicts[start]:
            pairs = sorted(f"{a} than {b}" for a, b in verdicts[start])
            more = [f"{len(pairs) - _LISTED} more pairs"] if len(pairs) > _LISTED else []
            what = series([*pairs[:_LISTED], *more]) if pairs else "nothing"
            low, high = found.budgets[start], found.budgets[place - 1]
            where = f"at {low:.6g}" if low == high else f"from {low:.6g} to {high:.6g}"
            said.append(f"{where} {what}")
            start = place
    if len(said) == 1:
        return [f"Budgets, shown to be better: {said[0]}; the verdict does not turn."]
    return [f"Budgets, shown to be better: {'; '.join(said)}. The verdict turns between them."]


def convergence_table(found: Curves) -> Table:
    """Both directions of each pair."""
    rows: list[tuple[Cell, ...]] = []
    for pair, (first, second) in enumerate(found.family.hypotheses):
        trend = found.trends[pair]
        for falling, name in enumerate(("rises", "falls")):
            rows.append(
                (
                    f"{first} - {second} {name}",
                    trend.statistic,
                    trend.page[falling],
                    trend.exchange[falling],
                    float(found.adjusted[pair, falling]),
                    reading_of(found, pair, falling),
                )
            )
    order = sorted(range(len(rows)), key=lambda row: cast(float, rows[row][4]))
    return Table(
        "convergence",
        f"Convergence: trend of the differences over {len(found.budgets)} cut points",
        (
            Column("Alternative"),
            Column("Page's L", "count"),
            Column("p by Page's law", "p", starred=False),
            Column("p by exchange", "p", starred=False),
            Column("Adjusted p", "p"),
            Column("It would say"),
        ),
        tuple(rows[row] for row in order),
        frozenset(
            (place, 4)
            for place, row in enumerate(order)
            if cast(float, rows[row][4]) <= found.alpha
        ),
        f"Of costs, of which lower is better. Exchanged: the curves of {found.exchanged}. Adjusted "
        "by Holm over both directions of all pairs. Page's law takes the cut points for "
        "independent, which they are not.",
        emphasis=f"rejected at {found.alpha:g}",
    )


def budgets_table(found: Curves) -> Table:
    """Average ranks and how many pairs are told apart, at each cut point."""
    rejected = found.rejected_at.sum(axis=1)
    rows = tuple(
        (
            float(budget),
            *map(float, found.ranks[place]),
            *(() if np.isnan(found.omnibus).all() else (float(found.omnibus[place]),)),
            float(found.at_budget[place].min()),
            int(rejected[place]),
        )
        for place, budget in enumerate(found.budgets.tolist())
    )
    overall = () if np.isnan(found.omnibus).all() else (Column("p of all", "p", starred=False),)
    return Table(
        "budgets",
        "The comparison at each budget",
        (
            Column("Budget", "value"),
            *(Column(name, "rank") for name in found.algorithms),
            *overall,
            Column("Least adjusted p", "p"),
            Column("Pairs rejected", "count"),
        ),
        rows,
        note=f"Average ranks of the {found.statistic} of the runs; pairs adjusted by "
        f"{lookup(found.procedure).title}, at each budget by itself.",
    )


def bands_table(found: Curves) -> Table:
    """The mean curves with their bounds, at the cut points."""
    places = np.searchsorted(found.grid, found.budgets)
    rows: list[tuple[Cell, ...]] = []
    for i, problem in enumerate(found.problems):
        for j, name in enumerate(found.algorithms):
            for place in places.tolist():
                bounds = (float(found.lower[i, j, place]), float(found.upper[i, j, place]))
                shown = (None, None) if np.isnan(bounds[0]) else bounds
                mean = float(found.mean[i, j, place])
                rows.append((problem, name, float(found.grid[place]), mean, *shown))
    kind = "geometric mean" if found.scale == "log" else "mean"
    return Table(
        "bands",
        "Mean curves with bounds for all steps together",
        (
            Column("Problem"),
            Column("Algorithm"),
            *(Column(title, "value") for title in ("Step", kind.capitalize(), "Lower", "Upper")),
        ),
        tuple(rows),
        note=f"{percent(found.confidence)} for each curve, within the range of all values seen on "
        "the problem; of other runs on it.",
    )


def _curves_figure(found: Curves, problem: str) -> Figure:
    from evenkeel.plot.curves import plot_curves

    return cast("Figure", plot_curves(found, on=problem).figure)

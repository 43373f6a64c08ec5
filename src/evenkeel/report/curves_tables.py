"""The courses of runs and the times to targets, as tables of a report."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

from evenkeel.adjustments.registry import lookup
from evenkeel.report.document import Block, Cell, Column, Document, Paragraph, Picture, Table
from evenkeel.runs.curve_comparison import Curves
from evenkeel.runs.target_times import Targets
from evenkeel.text import percent, sentence, series

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# The report of the courses of runs.


_LISTED, _PICTURES = 6, 6
_RANKS = "by the ranks among all"  # not by a test of the two alone


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
            f"{found.banded.capitalize()} curves on {problem}, with bands of "
            f"{percent(found.confidence)} for all steps together.",
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
    if not shown:
        return (
            f"Convergence: no pair is shown to draw apart or together at {found.alpha:g}; that is "
            "not to say that they converge alike."
        )
    return f"Convergence, shown at {found.alpha:g}: {series(shown, _LISTED, 'pair')}."


def _about_budgets(found: Curves) -> list[str]:
    verdicts = found.verdicts
    start = 0
    said = []
    for place in range(1, len(verdicts) + 1):
        if place == len(verdicts) or verdicts[place] != verdicts[start]:
            pairs = sorted(f"{a} than {b}" for a, b in verdicts[start])
            what = series(pairs, _LISTED, "pair") if pairs else "nothing"
            low, high = found.budgets[start], found.budgets[place - 1]
            where = f"at {low:.6g}" if low == high else f"from {low:.6g} to {high:.6g}"
            said.append(f"{where} {what}")
            start = place
    by = "" if found.family.m == 1 else f" {_RANKS}"
    if len(said) == 1:
        return [f"Budgets, shown to be better{by}: {said[0]}; the verdict does not turn."]
    return [f"Budgets, shown to be better{by}: {'; '.join(said)}. The verdict turns between them."]


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
    """The median or mean curves with their bounds, at the cut points."""
    places = np.searchsorted(found.grid, found.budgets)
    rows: list[tuple[Cell, ...]] = []
    for i, problem in enumerate(found.problems):
        for j, name in enumerate(found.algorithms):
            for place in places.tolist():
                cells = (each[i, j, place] for each in (found.middle, found.lower, found.upper))
                rows.append((problem, name, float(found.grid[place]), *map(float, cells)))
    kind = "geometric mean" if (found.banded, found.scale) == ("mean", "log") else found.banded
    supposed = (
        "they suppose nothing of the values"
        if found.banded == "median"
        else "they suppose that no value lies beyond the limits"
    )
    return Table(
        "bands",
        f"{found.banded.capitalize()} curves with bounds for all steps together",
        (
            Column("Problem"),
            Column("Algorithm"),
            *(Column(title, "value") for title in ("Step", kind.capitalize(), "Lower", "Upper")),
        ),
        tuple(rows),
        note=f"{percent(found.confidence)} for each curve, of other runs on the problem; "
        f"{supposed}.",
    )


def _curves_figure(found: Curves, problem: str) -> Figure:
    from evenkeel.plot.curves import plot_curves

    return cast("Figure", plot_curves(found, on=problem).figure)


# The report of times to targets.


def report_targets(found: Targets) -> Document:
    """The conclusions, the ECDFs, ERT and the comparison at each target."""
    k, n = len(found.algorithms), len(found.problems)
    blocks: list[Block] = [
        *map(Paragraph, conclusions_of_targets(found)),
        Picture(
            "ecdf",
            "Share of problems and targets reached by a time, with bands of "
            f"{percent(found.confidence)} for all times together.",
            lambda: _figure(found, "ecdf"),
        ),
        targets_table(found),
        Picture(
            "ert",
            f"Expected running times with bounds of {percent(found.confidence)}.",
            lambda: _figure(found, "ert"),
        ),
        ert_table(found),
        runtime_pairs_table(found),
        *(Paragraph(sentence(note)) for note in found.notes),
    ]
    return Document(
        f"Times to targets of {k} algorithms on {n} problem{'s' * (n > 1)}", tuple(blocks)
    )


def conclusions_of_targets(found: Targets) -> tuple[str, ...]:
    """Which pairs are told apart at how many targets."""
    rejected, t = found.rejected, found.targets.shape[1]
    said = []
    for place, (first, second) in enumerate(found.family.hypotheses):
        a, b = found.family.pairs[place].tolist()
        for one, other, sign in ((first, second, 1), (second, first, -1)):
            sooner = sign * (found.ranks[:, b] - found.ranks[:, a]) > 0
            count = int((rejected[:, place] & sooner).sum())
            if count:
                said.append(f"{one} than {other} at {count} of {t} targets")
    alone = _on_single_problems(found)
    if not said:
        return (
            f"Over the problems no pair is shown to differ in time to any target at "
            f"{found.alpha:g}; that is not to say that they are equal.",
            *alone,
        )
    by = "" if found.family.m == 1 else f" {_RANKS}"
    over = f"Shown to be sooner at {found.alpha:g}{by}: {series(said, _LISTED, 'pair')}."
    return over, *alone


def _on_single_problems(found: Targets) -> tuple[str, ...]:
    """On how many targets of single problems each pair is told apart by its runs."""
    if len(found.problems) == 1:
        return ()
    shown = found.by_problem <= found.alpha
    all_of = shown[..., 0].size
    said = []
    for place, (first, second) in enumerate(found.family.hypotheses):
        a, b = found.family.pairs[place].tolist()
        with np.errstate(invalid="ignore"):
            sooner = found.ert[:, a] <= found.ert[:, b]
        for one, other, mine in ((first, second, sooner), (second, first, ~sooner)):
            count = int((shown[..., place] & mine).sum())
            if count:
                said.append(f"{one} than {other} at {count}")
    if not said:
        return ()
    return (
        f"Of {all_of} targets of single problems, shown to be sooner by the runs at "
        f"{found.alpha:g}: {series(said, _LISTED, 'pair')}.",
    )


def _target_name(found: Targets, at: int) -> Cell:
    return float(found.targets[0, at]) if found.common else float(at + 1)


def _target_column(found: Targets) -> Column:
    return Column("Target", "value") if found.common else Column("Target number", "count")


def targets_table(found: Targets) -> Table:
    """Success, average ranks and the least p-value at each target."""
    shares = found.successes.sum(axis=0) / found.runs.sum(axis=0)[:, None]
    overall = [] if np.isnan(found.omnibus).all() else [Column("p of all", "p", starred=False)]
    rows: list[tuple[Cell, ...]] = []
    for at in range(found.targets.shape[1]):
        row: list[Cell] = [_target_name(found, at)]
        row += [f"{share:.3f}" for share in shares[:, at].tolist()]
        row += [float(rank) for rank in found.ranks[at]]
        row += [float(found.omnibus[at])] if overall else []
        row += [float(found.at_target[at].min()), int(found.rejected[at].sum())]
        rows.append(tuple(row))
    return Table(
        "targets",
        "The comparison at each target",
        (
            _target_column(found),
            *(Column(f"{name} success") for name in found.algorithms),
            *(Column(f"{name} rank", "rank") for name in found.algorithms),
            *overall,
            Column("Least adjusted p", "p"),
            Column("Pairs rejected", "count"),
        ),
        tuple(rows),
        note="Success: share of the runs that reach it. Ranks of the expected running time, tied "
        f"last without a success. Pairs adjusted by {lookup(found.procedure).title}, at each "
        "target by itself.",
    )


def ert_table(found: Targets) -> Table:
    """Expected running times with bounds."""
    rows: list[tuple[Cell, ...]] = []
    for i, problem in enumerate(found.problems):
        for at in range(found.targets.shape[1]):
            for j, name in enumerate(found.algorithms):
                rows.append(
                    (
                        problem,
                        float(found.targets[i, at]),
                        name,
                        f"{found.successes[i, j, at]}/{found.runs[i, j]}",
                        *(
                            float(each[i, j, at])
                            for each in (found.ert, found.ert_lower, found.ert_upper)
                        ),
                    )
                )
    return Table(
        "ert",
        "Expected running times",
        (
            Column("Problem"),
            Column("Target", "value"),
            Column("Algorithm"),
            Column("Successes"),
            Column("ERT", "value"),
            Column("Lower", "value"),
            Column("Upper", "value"),
        ),
        tuple(rows),
        note=f"Bounds: {percent(found.confidence)} each. Infinite above where no run reached it.",
    )


def runtime_pairs_table(found: Targets) -> Table:
    """Adjusted p-values of every pair at each target of each problem."""
    rows: list[tuple[Cell, ...]] = [
        (problem, float(found.targets[i, at]), *map(float, found.by_problem[i, at]))
        for i, problem in enumerate(found.problems)
        for at in range(found.targets.shape[1])
    ]
    return Table(
        "pairs",
        "Pairs on each problem, adjusted p-values of Gehan's test",
        (
            Column("Problem"),
            Column("Target", "value"),
            *(Column(label, "p") for label in found.family.labels),
        ),
        tuple(rows),
        frozenset(
            (row, column)
            for row, cells in enumerate(rows)
            for column in range(2, len(cells))
            if cast(float, cells[column]) <= found.alpha
        ),
        "Of runtimes, those without the target censored. Adjusted by Holm over the pairs and "
        "targets of a problem.",
        emphasis=f"rejected at {found.alpha:g}",
    )


def _figure(found: Targets, kind: str) -> Figure:
    from evenkeel.plot.times import plot_ecdf, plot_ert

    return cast("Figure", (plot_ecdf if kind == "ecdf" else plot_ert)(found).figure)

"""The report of times to targets."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

from evenkeel.adjustments.registry import lookup
from evenkeel.report.document import Block, Cell, Column, Document, Paragraph, Picture, Table
from evenkeel.runs.target_times import Targets
from evenkeel.words.numbers import percent
from evenkeel.words.sentences import sentence, series

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_LISTED = 6


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
    more = [f"{len(said) - _LISTED} more pairs"] if len(said) > _LISTED else []
    alone = _on_single_problems(found)
    if not said:
        return (
            f"Over the problems no pair is shown to differ in time to any target at "
            f"{found.alpha:g}; that is not to say that they are equal.",
            *alone,
        )
    over = f"Shown to be sooner at {found.alpha:g}: {series([*said[:_LISTED], *more])}."
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
    more = [f"{len(said) - _LISTED} more pairs"] if len(said) > _LISTED else []
    return (
        f"Of {all_of} targets of single problems, shown to be sooner by the runs at "
        f"{found.alpha:g}: {series([*said[:_LISTED], *more])}.",
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
    from evenkeel.plot.targets import plot_ecdf, plot_ert

    return cast("Figure", (plot_ecdf if kind == "ecdf" else plot_ert)(found).figure)

"""The report of runs with timeouts."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

from evenkeel.adjustments.registry import lookup
from evenkeel.report.document import Block, Cell, Column, Document, Facts, Paragraph, Picture, Table
from evenkeel.runs.solver_times import Measured, Timeouts
from evenkeel.text import joined, p_in_words, percent, sentence, series

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from evenkeel.report.glance import Drawn

_LISTED = 6  # pairs and turns that a sentence names
_TITLES = {
    "solved": "Solved",
    "PAR2": "PAR2",
    "PAR10": "PAR10",
    "geometric": "Shifted geometric mean",
    "contribution": "Contribution",
}


def report_timeouts(found: Timeouts) -> Document:
    """Verdict, pairs, descriptions, problems and pictures."""
    k = len(found.algorithms)
    blocks: list[Block] = [
        *map(Paragraph, conclusions_of_timeouts(found)),
        ranks_table(found),
        pairs_of_timeouts_table(found),
        Picture("cactus", "Problems solved within a time.", lambda: _figure(found, "cactus")),
        Picture(
            "survival",
            f"Share of the runs not yet solved, with bands of {percent(found.confidence)} for "
            "whole curves.",
            lambda: _figure(found, "survival"),
        ),
        *_profile(found),
        described_table(found),
    ]
    if found.turns:
        blocks.append(turns_table(found))
    if found.by_problem.size:
        blocks.append(problems_of_timeouts_table(found))
    blocks += [Paragraph(sentence(note)) for note in found.notes]
    return Document(f"{k} solvers on {found.n} problems, with timeouts", tuple(blocks))


def _profile(found: Timeouts) -> list[Block]:
    """The performance profile, where one limit and times above 0 make ratios."""
    solved = found.outcomes.end[found.outcomes.solved]
    if found.limit is None or not solved.size or solved.min() <= 0:
        return []
    title = "Share of the problems solved within so many times the least time of the problem."
    return [Picture("profiles", title, lambda: _figure(found, "profiles"))]


def verdict_of_timeouts(found: Timeouts, drawn: Drawn | None = None) -> Document:
    """The answer on one screen."""
    sentences = conclusions_of_timeouts(found)
    lines = [("Answer", sentences[0])]
    if sentences[1:]:
        lines.append(("Penalty", " ".join(sentences[1:])))
    lines.append(("Notes", joined(map(sentence, found.notes))))
    k = len(found.algorithms)
    title = f"{k} solvers on {found.n} problems, with timeouts"
    return Document(title, (Facts(tuple(lines)), ranks_table(found)))


def conclusions_of_timeouts(found: Timeouts) -> tuple[str, ...]:
    """What the ranks show, and where means with penalties turn."""
    shown = []
    for place in np.argsort(found.adjusted, kind="stable").tolist():
        if not found.rejected[place]:
            continue
        a, b = found.family.pairs[place].tolist()
        better, worse = (a, b) if found.ranks[a] < found.ranks[b] else (b, a)
        shown.append(f"{found.algorithms[better]} than {found.algorithms[worse]}")
    tests = f"adjusted by {lookup(found.procedure).title}"
    if not np.isnan(found.omnibus):
        tests = f"all solvers: {p_in_words(found.omnibus)}; pairs by the ranks among all, {tests}"
    what = series(shown, _LISTED, "pair") if shown else "no solver is shown to be sooner"
    first = (
        f"Shown to be sooner at {found.alpha:g}: {what} ({tests})."
        if shown
        else f"At {found.alpha:g} {what} than another ({tests}); that is not to say that they are "
        "equal."
    )
    turns = [
        f"between PAR{int(turn.factor)} and PAR{int(turn.factor) + 1} {turn.second} passes "
        f"{turn.first}"
        for turn in found.turns[:_LISTED]
    ]
    if not turns:
        return (first,)
    rest = len(found.turns) - _LISTED
    turns += [f"{rest} more pairs change places"] if rest > 0 else []
    return first, sentence(f"the order by mean penalised time turns: {series(turns)}")


def ranks_table(found: Timeouts) -> Table:
    """A row for each solver, the best ranked first."""
    order = np.argsort(found.ranks, kind="stable").tolist()
    return Table(
        "ranks",
        "Solvers by average rank",
        (
            Column("Solver"),
            Column("Average rank", "rank"),
            Column("Runs", "count"),
            Column("Solved", "count"),
            Column("Solved by it alone", "count"),
        ),
        tuple(
            (
                found.algorithms[j],
                float(found.ranks[j]),
                int(found.runs[j]),
                int(found.solved[j]),
                int(found.alone[j]),
            )
            for j in order
        ),
        note="Rank 1 is the soonest. Unsolved runs have no time, only a limit.",
    )


def pairs_of_timeouts_table(found: Timeouts) -> Table:
    """Every hypothesis with its p-values and counts."""
    order = np.argsort(found.adjusted, kind="stable").tolist()
    rejected = found.rejected
    return Table(
        "pairs",
        "Pairs of solvers over the problems",
        (
            Column("Hypothesis"),
            Column("Sooner", "count"),
            Column("Later", "count"),
            Column("p", "p", starred=False),
            Column("Adjusted p", "p"),
        ),
        tuple(
            (
                found.family.labels[i],
                int(found.wins[i]),
                int(found.losses[i]),
                float(found.pvalue[i]),
                float(found.adjusted[i]),
            )
            for i in order
        ),
        frozenset((row, 4) for row, i in enumerate(order) if rejected[i]),
        "Sooner: problems on which the first is known to be sooner. Adjusted by "
        f"{lookup(found.procedure).title}.",
        emphasis=f"rejected at {found.alpha:g}",
    )


def described_table(found: Timeouts) -> Table:
    """Solved share, PAR2, PAR10, geometric mean and contribution, with bounds."""
    names = (*found.algorithms, "virtual best")
    rows: list[tuple[Cell, ...]] = [
        (_TITLES[what], name, *each)
        for what, measured in found.described.items()
        for name, each in zip(names, measured, strict=False)
    ]
    return Table(
        "described",
        "Descriptions, with bounds for problems like these",
        (Column("Measure"), Column("Solver"), *(Column(t, "value") for t in _bounds_titles())),
        tuple(rows),
        note=f"Bounds: {percent(found.confidence)} each. PARx: mean time, x times the limit where "
        "not solved. The geometric mean is shifted by 10 and takes the limit where not solved. "
        "Contribution: what PAR10 of the virtual best solver loses without the solver.",
    )


def _bounds_titles() -> tuple[str, ...]:
    return tuple(field.capitalize() for field in Measured._fields)


def turns_table(found: Timeouts) -> Table:
    """Where two solvers change places by mean PARx."""
    return Table(
        "turns",
        "Where the order by mean PARx turns",
        (Column("Lower below"), Column("Lower above"), Column("x", "value")),
        tuple((turn.first, turn.second, turn.factor) for turn in found.turns),
        note="Of penalties from 1 to 100. The ranks do not depend on the penalty.",
    )


def problems_of_timeouts_table(found: Timeouts) -> Table:
    """P-values of each pair on each problem."""
    adjusted = found.by_problem_adjusted
    test = "Gehan's test" if found.test == "gehan" else "the log-rank test"
    return Table(
        "problems",
        f"Pairs on each problem, adjusted p-values of {test}",
        (Column("Problem"), *(Column(label, "p") for label in found.family.labels)),
        tuple((name, *map(float, row)) for name, row in zip(found.problems, adjusted, strict=True)),
        frozenset((int(i), int(j) + 1) for i, j in np.argwhere(adjusted <= found.alpha)),
        "Adjusted by Holm over the pairs of a problem.",
        emphasis=f"rejected at {found.alpha:g}",
    )


def _figure(found: Timeouts, kind: str) -> Figure:
    from evenkeel.plot.kinds import KINDS

    return cast("Figure", KINDS[kind].function(found).figure)

"""The tables of effect sizes, and the column that other tables show of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, cast

import numpy as np

from evenkeel.effects.registry import EFFECTS
from evenkeel.references import REFERENCES, Reference
from evenkeel.report.document import Block, Cell, Column, Document, Paragraph, Picture, Table
from evenkeel.report.fields import report_fields
from evenkeel.text import Kind, attained_percent, format_number, percent, promised, sentence

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from evenkeel.bayesian.all_algorithms import BayesFriedman
    from evenkeel.effects._effect_sizes import EffectSizes
    from evenkeel.effects.contrasts import ContrastEstimation
    from evenkeel.effects.skill import SkillScores
    from evenkeel.runs._run_effects import RunEffects

_SKILL = (
    Reference(
        "shchur2025",
        "Shchur, O.; Ansari, A. F.; Turkmen, C.; Stella, L.; Erickson, N.; Guerron, P.; "
        "Bohlke-Schneider, M. and Wang, Y.",
        2025,
        "fev-bench: A realistic benchmark for time series forecasting",
        "arXiv:2509.26468",
    ),
    Reference(
        "fleming1986",
        "Fleming, P. J. and Wallace, J. J.",
        1986,
        "How not to lie with statistics: the correct way to summarize benchmark results",
        "Communications of the ACM",
        volume="29",
        pages="218-221",
        doi="10.1145/5666.5673",
    ),
)
_BENAVOLI = Reference(
    "benavoli2015",
    "Benavoli, A.; Corani, G.; Mangili, F. and Zaffalon, M.",
    2015,
    "A Bayesian nonparametric procedure for comparing algorithms",
    "Proceedings of the 32nd International Conference on Machine Learning",
    volume="37",
    pages="1264-1272",
)
_BOOTSTRAP = {
    "bca": "BCa bootstrap over the problems",
    "percentile": "percentile bootstrap over the problems",
}


def report_effects(sizes: EffectSizes) -> Document:
    """The effect sizes of a family, with their intervals."""
    return Document(
        f"Effect sizes: {sizes.title}",
        (effects_table(sizes), *_paragraphs(sizes.notes)),
        tuple(_references(sizes)),
    )


def report_skill(found: SkillScores) -> Document:
    """Skill scores and win rates, and the picture of the former."""
    shows = f"Skill scores against {found.baseline} with their intervals."
    document = report_fields(found, *([_forest(found, shows)] if len(found.algorithms) > 1 else []))
    return replace(document, references=_SKILL)


def report_bayes_friedman(found: BayesFriedman) -> Document:
    """The test of all algorithms, the pairs, and a picture of whether the prior decides."""
    shows = "Probabilities of the better mean rank, with the bounds that a prior can give them."
    document = report_fields(found, *([_forest(found, shows)] if found.family.m <= 200 else []))
    return replace(document, references=(_BENAVOLI,))


def _forest(found: SkillScores | BayesFriedman, shows: str) -> Picture:
    def draw() -> Figure:
        from evenkeel.plot.effects import plot_forest

        return cast("Figure", plot_forest(found).figure)

    return Picture("forest", shows, draw)


def effects_table(sizes: EffectSizes) -> Table:
    """Each pair with its size and interval; in bold where the interval excludes no difference."""
    kind = number_kind(sizes.size)
    columns = [
        Column("Pair"),
        *(() if sizes.common is None else (Column("n", "count"),)),
        Column(sizes.title, kind),
        Column("Low", kind),
        Column("High", kind),
        *(() if sizes.attained is None else (Column("Attained level", "value"),)),
        *((Column("Magnitude"),) if sizes.words else ()),
    ]
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            label,
            *(() if sizes.common is None else (int(sizes.common[i]),)),
            *(_cell(bound[i]) for bound in (sizes.estimate, sizes.low, sizes.high)),
            *(() if sizes.attained is None else (_cell(sizes.attained[i]),)),
            *((sizes.words[i],) if sizes.words else ()),
        )
        for i, label in enumerate(sizes.family.labels)
    )
    place = 1 if sizes.common is None else 2
    excluded = (sizes.low > sizes.neutral) | (sizes.high < sizes.neutral)
    return Table(
        "effects",
        f"{sizes.title} of each pair, first against second",
        tuple(columns),
        rows,
        frozenset((int(i), place) for i in np.flatnonzero(excluded)),
        level_sentence(sizes),
        emphasis=f"the interval excludes {sizes.neutral:g}, no difference",
    )


def level_sentence(sizes: EffectSizes) -> str:
    """What the intervals promise, and how they were made."""
    law = _BOOTSTRAP.get(sizes.interval, EFFECTS.lookup(sizes.size).law)
    drawn = f", {sizes.resamples} resamples" if sizes.resamples else ""
    together = sizes.simultaneous and sizes.family.m > 1
    each = f", {percent(round(sizes.level, 6))} each" if together else ""
    if each and sizes.attained is not None and np.nanmin(sizes.attained) < sizes.level - 1e-9:
        each = f", {attained_percent(float(np.nanmin(sizes.attained)))} or more each"
    return f"Intervals: {sizes.promise}{each}; {law}{drawn}."


def effect_column(sizes: EffectSizes) -> tuple[Column, list[str]]:
    """One column for a table of the same pairs: the size and, in parentheses, its interval."""
    kind = number_kind(sizes.size)
    texts = [
        size_and_interval(*bounds, kind)
        for bounds in zip(
            sizes.estimate.tolist(), sizes.low.tolist(), sizes.high.tolist(), strict=True
        )
    ]
    return Column(f"{sizes.title} (interval)"), texts


def size_and_interval(estimate: float, low: float, high: float, kind: Kind) -> str:
    """A size with its bounds: ``0.0125 (0.0015 to 0.03)``; n/a where there is none.

    Examples
    --------
    >>> size_and_interval(0.0125, 0.0015, 0.03, "value")
    '0.0125 (0.0015 to 0.03)'
    """
    if np.isnan(estimate):
        return "n/a"
    size, lower, upper = (format_number(bound, kind) for bound in (estimate, low, high))
    return f"{size} ({lower} to {upper})"


def number_kind(size: str) -> Kind:
    """How numbers of this size are printed: in the units of the table, or as pure numbers."""
    return "statistic" if EFFECTS.lookup(size).turned else "value"


def report_run_effects(effects: RunEffects) -> Document:
    """The effect sizes of runs, problem by problem."""
    return Document(
        f"Effect sizes of runs: {effects.title}",
        (run_effects_table(effects), *_paragraphs(effects.notes)),
        (EFFECTS.lookup(effects.size).reference, REFERENCES["newcombe2006"]),
    )


def run_effects_table(effects: RunEffects) -> Table:
    """Each problem and pair with its size and interval."""
    pairs = effects.family.hypotheses
    neutral = EFFECTS.lookup(effects.size).neutral
    rows: list[tuple[Cell, ...]] = []
    bold = set()
    for i, problem in enumerate(effects.problems):
        for m, (first, second) in enumerate(pairs):
            bounds = (effects.estimate[i, m], effects.low[i, m], effects.high[i, m])
            if bounds[1] > neutral or bounds[2] < neutral:
                bold.add((len(rows), 5))
            word = (effects.words[i][m],) if effects.words else ()
            counts = effects.runs[i, m].tolist()
            rows.append((problem, first, second, *counts, *map(_cell, bounds), *word))
    together = (
        f"{percent(effects.confidence)} for a pair on all {len(effects.problems)} problems "
        f"together, {percent(round(effects.level, 6))} each"
        if effects.simultaneous and len(effects.problems) > 1
        else f"{percent(effects.confidence)} each"
    )
    return Table(
        "run-effects",
        f"{effects.title} of the runs on each problem, first against second",
        (
            Column("Problem"),
            Column("First"),
            Column("Second"),
            Column("Runs of first", "count"),
            Column("Runs of second", "count"),
            Column(effects.title, "statistic"),
            Column("Low", "statistic"),
            Column("High", "statistic"),
            *((Column("Magnitude"),) if effects.words else ()),
        ),
        tuple(rows),
        frozenset(bold),
        f"Intervals: {together}; Newcombe's, widened where the spreads differ.",
        emphasis=f"the interval excludes {neutral:g}, no tendency",
    )


def contrast_intervals_table(contrast: ContrastEstimation) -> Table:
    """Each pair of a contrast estimation with its interval."""
    low, high, level, confidence = contrast.low, contrast.high, contrast.level, contrast.confidence
    assert low is not None
    assert high is not None
    assert level is not None
    assert confidence is not None
    k = len(contrast.algorithms)
    rows = tuple(
        (
            f"{contrast.algorithms[a]} vs {contrast.algorithms[b]}",
            float(contrast.estimates[a, b]),
            float(low[a, b]),
            float(high[a, b]),
        )
        for a in range(k)
        for b in range(a + 1, k)
    )
    together = contrast.promise
    if together == promised(confidence, confidence, len(rows)):  # and not less
        together += f", {percent(round(level, 6))} each" if len(rows) > 1 else ""
    return Table(
        "contrast-intervals",
        "Contrasts of each pair, first minus second, with intervals",
        (
            Column("Pair"),
            Column("Difference", "value"),
            Column("Low", "value"),
            Column("High", "value"),
        ),
        rows,
        frozenset((i, 1) for i, row in enumerate(rows) if row[2] > 0 or row[3] < 0),
        f"Intervals: {together}; percentile bootstrap over the problems, {contrast.resamples} "
        "resamples.",
        emphasis="the interval excludes 0",
    )


def _cell(value: float) -> Cell:
    return None if np.isnan(value) else float(value)


def _paragraphs(notes: tuple[str, ...]) -> Iterator[Block]:
    return (Paragraph(sentence(note)) for note in notes)


def _references(sizes: EffectSizes) -> Iterator[Reference]:
    entry = EFFECTS.lookup(sizes.size)
    yield entry.reference
    if sizes.words and entry.words is not None and entry.words.reference != entry.reference:
        yield entry.words.reference
    if sizes.interval not in _BOOTSTRAP:
        return
    if sizes.interval == "bca":
        yield REFERENCES["efron1987"]
    if sizes.simultaneous:
        yield REFERENCES["beran1988"]
    yield REFERENCES["hesterberg2015"]

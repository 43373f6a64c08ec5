"""The gate of a new version: the verdict in words, all benchmarks, and their picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, cast

import numpy as np

from evenkeel.adjustments.registry import lookup
from evenkeel.errors import Message, Option, few
from evenkeel.references import REFERENCES
from evenkeel.report.document import (
    Block,
    CaseOutcome,
    Column,
    Document,
    Facts,
    Notice,
    Paragraph,
    Picture,
    Table,
)
from evenkeel.text import count_of, percent, sentence

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from evenkeel.gating.gates import Benchmark, Gate
    from evenkeel.report.glance import Drawn

_MOST_NAMED = 5
_MOST_DRAWN = 60
_ANSWERS = {
    "worse": "Worse.",
    "within margin": "Not worse by more than the margin: shown.",
    "undecided": "Undecided, which is no sign that nothing changed.",
}
_OUTCOMES = {"worse": "failed", "within margin": "passed", "undecided": "undecided"}
_NOISY = 1.3  # spread of the scores over what the runs explain from which it is said


def report_gate(gate: Gate) -> Document:
    """What is shown, in words, as a table and as a picture."""
    picture = Picture(
        "gate", "Each benchmark with its interval; the dashed line is the margin.", _drawn(gate)
    )
    blocks: tuple[Block, ...] = (
        Facts(tuple(_lines(gate))),
        *_notices(gate),
        benchmarks_table(gate),
        *((picture,) if len(gate.benchmarks) <= _MOST_DRAWN else ()),
        *(Paragraph(sentence(remark)) for remark in gate.remarks),
    )
    references = tuple(REFERENCES[key] for key in ("hodges1963", "berger1996"))
    return Document(
        _heading(gate),
        blocks,
        references,
        main="gate",
        outcomes=_outcomes(gate),
        read=_read(gate),
    )


def gate_at_a_glance(gate: Gate, drawn: Drawn | None = None) -> Document:
    """The answer and what is wrong, without the benchmarks that are alright."""
    blocks: tuple[Block, ...] = (Facts(tuple(_lines(gate))), *_notices(gate))
    return Document("Gate of a new version", blocks, read=_read(gate, gate.remarks))


def _read(gate: Gate, remarks: Sequence[str] = ()) -> str:
    first, second = gate.sources
    counted = count_of(len(gate.benchmarks), "benchmark")
    told = f"Read: {counted}, {gate.better} is better; {first} against {second}"
    return sentence("; ".join((told, *remarks)))


def gate_sentences(gate: Gate) -> Iterator[str]:
    """The verdict on the suite, and how many benchmarks have which."""
    counts = {each: len(_with(gate, each)) for each in _ANSWERS}
    yield (
        f"Of {count_of(len(gate.benchmarks), 'benchmark')} {counts['worse']} are shown to be worse "
        f"than the base, {counts['within margin']} not to be worse by {margin_in_words(gate)} or "
        f"more, and {counts['undecided']} are undecided ({lookup(gate.adjusted_by).title}, level "
        f"{gate.alpha:g})."
    )


def margin_in_words(gate: Gate) -> str:
    """The margin as it was given."""
    return f"{100 * gate.margin:g}%" if gate.unit == "ratio" else f"{gate.margin:g}"


def _heading(gate: Gate) -> str:
    return f"Gate with a margin of {margin_in_words(gate)}"


def _with(gate: Gate, verdict: str) -> list[Benchmark]:
    found = [each for each in gate.benchmarks if each.verdict == verdict]
    return sorted(found, key=lambda each: each.shift, reverse=gate.better == "lower")


def _lines(gate: Gate) -> Iterator[tuple[str, str]]:
    yield "Verdict", _ANSWERS[gate.suite_verdict]
    for label, verdict in (("Worse", "worse"), ("Shown", "within margin"), ("Open", "undecided")):
        found = _with(gate, verdict)
        if found:
            yield label, f"{len(found)} of {len(gate.benchmarks)}: {_named(gate, found)}."
    if open_ones := _with(gate, "undecided"):
        yield "Needs", _needs(gate, open_ones)
    yield (
        "Method",
        f"{gate.method}, each family adjusted by {lookup(gate.adjusted_by).title} at "
        f"{gate.alpha:g}; margin {margin_in_words(gate)}"
        + {
            "none": "; versions measured one after the other.",
            "run": f"; paired by the names of the {gate.made_of}.",
            "order": "; measured in turns, paired by order.",
            "auto": ".",
        }[gate.pairing],
    )


def _named(gate: Gate, found: Sequence[Benchmark]) -> str:
    names = [f"{each.name} ({change_in_words(gate, each)})" for each in found]
    return few(names, _MOST_NAMED, counted=True)


def change_in_words(gate: Gate, each: Benchmark) -> str:
    """By how much it changed: per cent, or units."""
    if gate.unit == "ratio":
        return f"{100 * (each.shift - 1):+.3g}%"
    return f"{each.shift:+.3g}"


def _needs(gate: Gate, found: Sequence[Benchmark]) -> str:
    if gate.shifted:
        return "both versions measured in turns, for all benchmarks are shifted together."
    if gate.more is not None:
        return (
            f"some {gate.more} more {gate.made_of} of each version would decide (each with a "
            "probability of 0.8, if the shifts are as estimated)."
        )
    told = [each.more for each in found if each.more is not None]
    beyond = f"{len(found) - len(told)} of them no number of {gate.made_of} would decide"
    return f"{beyond}; the rest some {max(told)} more of each version." if told else f"{beyond}."


def _notices(gate: Gate) -> Iterator[Notice]:
    """What the build itself says: a common shift, drift, and noise that no run explains."""
    suite = gate.suite
    turns = Message(
        "Measure the versions in turns (base, new, base, new, ...) and say so with ",
        Option("pairing", "order"),
        ".",
    )
    if suite.shifted:
        ratio = np.exp(suite.common if gate.better == "lower" else -suite.common)
        size = f"{100 * (ratio - 1):+.3g}%" if gate.unit == "ratio" else f"{suite.common:+.3g}"
        title = "All benchmarks are shifted together"
        text = Message(
            f"The middle shift is {size}. The machine may have changed between the versions, or "
            "the version slows everything alike; measured one after the other, that cannot be "
            f"told. Verdicts are about what goes beyond it. ",
            turns,
        )
        yield Notice("problem" if gate.shifted else "caution", title, text)
    if suite.drifts:
        yield Notice(
            "caution",
            "Runs depend on when they were made",
            Message(
                f"Neighbouring runs are correlated by {suite.correlation:.2f} (p = "
                f"{suite.p_correlation:.2g}; trend over time p = {suite.p_trend:.2g}): they are "
                "counted as fewer. Warm up before the first run. ",
                turns,
            ),
        )
    if suite.spread > _NOISY:
        yield Notice(
            "caution",
            "Benchmarks differ by more than their runs explain",
            Message(
                f"The scores spread {suite.spread:.2g} times as far as the runs suggest, as they "
                "do if processes or machines differ, or if most benchmarks changed. More runs in "
                "the same process do not help. ",
                turns,
            ),
        )


def benchmarks_table(gate: Gate) -> Table:
    """All benchmarks, the worst first."""
    order = [
        each for verdict in ("worse", "undecided", "within margin") for each in _with(gate, verdict)
    ]
    ratio = gate.unit == "ratio"
    rows = tuple(
        (
            each.name,
            "/".join(map(str, dict.fromkeys(each.runs))),
            each.base,
            each.new,
            *((each.shift, each.low, each.high)),
            each.worse,
            each.within,
            each.verdict,
            each.more,
        )
        for each in order
    )
    titles = ("Ratio" if ratio else "Difference", "Low", "High")
    return Table(
        "gate",
        f"Benchmarks{f', {gate.measure}' if gate.measure else ''} ({gate.better} is better)",
        (
            Column("Benchmark"),
            Column("Runs"),
            Column("Base", "value"),
            Column("New", "value"),
            *(Column(title, "rank" if ratio else "value") for title in titles),
            Column("p of worse", "p"),
            Column("p of within", "p"),
            Column("Verdict"),
            Column("More runs", "count"),
        ),
        rows,
        frozenset((row, 9) for row, each in enumerate(order) if each.verdict == "worse"),
        note=f"{'Ratio of new to base' if ratio else 'New less base'} with its interval of "
        f"{percent(1 - gate.alpha)} confidence, each by itself; p-values are adjusted for "
        f"{len(order)} benchmarks by {lookup(gate.adjusted_by).title}.",
        emphasis="shown to be worse",
    )


def _outcomes(gate: Gate) -> tuple[CaseOutcome, ...]:
    return tuple(
        CaseOutcome(
            each.name,
            _OUTCOMES[each.verdict],  # type: ignore[arg-type]
            f"{each.verdict}: {change_in_words(gate, each)}"
            + (f", some {each.more} more {gate.made_of} would decide" if each.more else ""),
        )
        for each in gate.benchmarks
    )


def _drawn(gate: Gate):  # type: ignore[no-untyped-def]
    def draw() -> Figure:
        from evenkeel.plot.boards import plot_gate

        return cast("Figure", plot_gate(gate).figure)

    return draw

"""The reports of a power study and of a simulation: tables, figures, and what was done."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, get_args

from evenkeel.adjustments.registry import lookup
from evenkeel.references import REFERENCES
from evenkeel.report.document import Block, Cell, Column, Document, Heading, Paragraph, Picture
from evenkeel.report.document import Table as ReportTable
from evenkeel.results import FloatArray
from evenkeel.studies.models import MODELS
from evenkeel.studies.outcomes import Estimate
from evenkeel.studies.pvalues import COMPARISONS, UNADJUSTED
from evenkeel.studies.resampling import Scope

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from evenkeel.studies.blocks import Execution
    from evenkeel.studies.resampling import PowerStudy
    from evenkeel.studies.simulation import FamilyOutcome, SimulationStudy

_OMNIBUS_TITLES = {
    "friedman": "Friedman",
    "iman-davenport": "Iman-Davenport",
    "aligned": "Friedman aligned ranks",
    "quade": "Quade",
    "friedman-exact": "Friedman, exact",
}


def report_power(study: PowerStudy) -> Document:
    """The report of a power study, with its figures."""
    keys = ["demsar2006", "garcia2008"]
    keys += [lookup(name).reference.key for name in study.procedures if name != UNADJUSTED]
    return Document(
        f"Power of {len(study.procedures)} procedures: {study.first} against {study.second}",
        tuple(_power_blocks(study)),
        tuple(REFERENCES[key] for key in dict.fromkeys(keys)),
    )


def report_simulation(study: SimulationStudy) -> Document:
    """The report of a simulation."""
    return Document(
        f"Simulation of {study.n} problems and {study.k} algorithms",
        tuple(_simulation_blocks(study)),
    )


def procedure_title(name: str) -> str:
    """The name of a procedure to print."""
    return "Not adjusted" if name == UNADJUSTED else lookup(name).title


def omnibus_title(name: str) -> str:
    """The name of an omnibus test to print."""
    return _OMNIBUS_TITLES[name]


def _power_blocks(study: PowerStudy) -> Iterator[Block]:
    pair = f"{study.first} and {study.second}"
    yield Paragraph(
        f"At each bias {study.repetitions} samples of {study.size} out of {study.problems} "
        f"problems were drawn without replacement, a problem with a probability proportional to "
        f"1 / (1 + exp(-bias d)), d being by how much {study.first} is better than "
        f"{study.second} on it. On each sample {_family_in_words(study)} were tested by the "
        f"{study.ranking} ranks with {study.method} p-values, at level {study.alpha:g}."
    )
    yield Paragraph(_execution_sentence(study.execution, study.confidence))
    for scope in get_args(Scope):
        shares, averages = study.rejected_share(scope), study.average_pvalue(scope)
        if scope == "pair":
            yield Heading(f"The pair {pair}")
            counted = "Share of the samples that reject the equivalence of the pair"
            averaged = "Average adjusted p-value of the pair"
        else:
            yield Heading(f"All {study.family.m} hypotheses")
            counted = "Share of the hypotheses that are rejected, averaged over the samples"
            averaged = "Average adjusted p-value of all hypotheses"
        yield _curves_table(study, f"{scope}_rejections", counted, shares)
        yield Picture(f"{scope}_rejections", f"{counted}.", partial(_draw, study, scope, 0))
        yield _curves_table(study, f"{scope}_pvalues", averaged, averages)
        yield Picture(f"{scope}_pvalues", f"{averaged}.", partial(_draw, study, scope, 1))


def _curves_table(study: PowerStudy, name: str, title: str, values: FloatArray) -> ReportTable:
    low, high = study.interval(values)
    widest = float((high - low).max()) / 2
    columns = [Column(procedure_title(procedure), "rank") for procedure in study.procedures]
    rows = tuple(
        (bias, *(float(value) for value in values[:, i])) for i, bias in enumerate(study.bias)
    )
    note = f"The Monte Carlo intervals reach at most {widest:.3f} to either side."
    return ReportTable(name, title, (Column("Bias", "value"), *columns), rows, note=note)


def _draw(study: PowerStudy, scope: Scope, which: int) -> Figure:
    figure = study.plot(("rejections", "pvalues")[which], scope=scope).get_figure(root=True)
    assert figure is not None
    return figure


def _family_in_words(study: PowerStudy) -> str:
    if study.family.control is None:
        return f"all {study.family.m} pairs"
    return f"the {study.family.m} comparisons with the control {study.family.control}"


def _simulation_blocks(study: SimulationStudy) -> Iterator[Block]:
    true = int(study.true.sum())
    advantages = ", ".join(f"{advantage:g}" for advantage in study.effect)
    yield Paragraph(
        f"{study.repetitions} tables of {study.n} problems and {study.k} algorithms: "
        f"{MODELS[study.distribution].summary}. The advantages of the algorithms are "
        f"{advantages} standard deviations, so that {true} of the {study.family.m} hypotheses "
        f"are true. The level is {study.alpha:g}."
    )
    yield Paragraph(_execution_sentence(study.execution, study.confidence))
    if study.omnibus:
        what = "Type I error" if true == study.family.m else "Power"
        yield ReportTable(
            "omnibus",
            f"{what} of the omnibus tests",
            (Column("Test"), Column(what, "rank"), Column("Interval")),
            tuple(
                (omnibus_title(name), share.value, _interval(share))
                for name, share in study.omnibus.items()
            ),
        )
    if study.outcomes:
        rates = (
            "Single error",
            "Family-wise error",
            "False discovery rate",
            "Average power",
            "Any power",
        )
        yield ReportTable(
            "families",
            "Error rates and power of the procedures",
            (
                Column("Raw p-values"),
                Column("Procedure"),
                *(
                    column
                    for rate in rates
                    for column in (Column(rate, "rank"), Column("Interval"))
                ),
            ),
            tuple(_family_row(outcome) for outcome in study.outcomes),
        )


def _family_row(outcome: FamilyOutcome) -> tuple[Cell, ...]:
    shares = (
        outcome.single_error,
        outcome.family_wise_error,
        outcome.false_discovery_rate,
        outcome.power_average,
        outcome.power_any,
    )
    cells: list[Cell] = [
        COMPARISONS[outcome.comparison].title,
        procedure_title(outcome.procedure),
    ]
    for share in shares:
        cells += [None, None] if share is None else [share.value, _interval(share)]
    return tuple(cells)


def _interval(share: Estimate) -> str:
    return f"{share.low:.3f} to {share.high:.3f}"


def _execution_sentence(execution: Execution, confidence: float) -> str:
    return (
        f"Seed {execution.seed}, blocks of {execution.block_size} replicates; the Monte Carlo "
        f"intervals are Wilson's, with {confidence:.0%} confidence."
    )

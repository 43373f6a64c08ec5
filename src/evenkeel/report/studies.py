"""The reports of a power study and of a simulation: tables, figures, and what was done."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, get_args

from evenkeel._types import FloatArray
from evenkeel.adjustments.registry import lookup
from evenkeel.families import Family
from evenkeel.posthocs.laws import LAWS
from evenkeel.references import REFERENCES
from evenkeel.report.document import (
    Block,
    Cell,
    Column,
    Document,
    Heading,
    Notice,
    Paragraph,
    Picture,
)
from evenkeel.report.document import Table as ReportTable
from evenkeel.studies._power import Scope
from evenkeel.studies.models import MODELS
from evenkeel.studies.outcomes import Estimate
from evenkeel.studies.pvalues import COMPARISONS, UNADJUSTED, omnibus_title, procedure_title
from evenkeel.text import percent

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from evenkeel.studies._power import PowerStudy
    from evenkeel.studies.blocks import Execution
    from evenkeel.studies.plans import ProblemsNeeded, ProblemsToDecide
    from evenkeel.studies.simulation import FamilyOutcome, SimulationStudy

_SATURATED = 5.0  # |bias d| from which a weight 1 / (1 + exp(-bias d)) is 0 or 1 but for 0.7%

# Titles of the columns of a simulation's tables, what they hold, and where it is kept; two rates a
# table, so that it is not wider than a page.
_Rate = tuple[str, str, Callable[["FamilyOutcome"], Estimate | None]]
_SINGLE: tuple[_Rate, ...] = (
    ("Error", "share of the true hypotheses rejected", lambda outcome: outcome.single_error),
    ("Power", "share of the false hypotheses rejected", lambda outcome: outcome.power_average),
)
_ERRORS: tuple[_Rate, ...] = (
    (
        "FWER",
        "family-wise error rate, at least one true hypothesis rejected",
        lambda outcome: outcome.family_wise_error,
    ),
    (
        "FDR",
        "false discovery rate, share of the true hypotheses among those rejected",
        lambda outcome: outcome.false_discovery_rate,
    ),
)
_POWERS: tuple[_Rate, ...] = (
    ("Any", "at least one false hypothesis rejected", lambda outcome: outcome.power_any),
    ("All", "every false hypothesis rejected", lambda outcome: outcome.power_all),
)


def report_power(study: PowerStudy) -> Document:
    """The report of a power study, with its figures."""
    keys = ["demsar2006", "garcia2008"]
    count = f"{len(study.procedures)} procedure{'s' if len(study.procedures) > 1 else ''}"
    keys += [lookup(name).reference.key for name in study.procedures if name != UNADJUSTED]
    return Document(
        f"Power of {count}: {study.first} against {study.second}",
        tuple(_power_blocks(study)),
        tuple(REFERENCES[key] for key in dict.fromkeys(keys)),
    )


def report_simulation(study: SimulationStudy) -> Document:
    """The report of a simulation."""
    return Document(
        f"Simulation of {study.n} problems and {study.k} algorithms",
        tuple(_simulation_blocks(study)),
    )


def report_outcome(outcome: FamilyOutcome) -> Document:
    """What one procedure does: its rates, and how often it rejects each hypothesis."""
    source = COMPARISONS[outcome.comparison].title
    known = [(rate, share(outcome)) for rate, _, share in (*_SINGLE, *_ERRORS, *_POWERS)]
    columns = (Column("Share", "rank"), Column("Low", "rank"), Column("High", "rank"))
    return Document(
        f"{source}, {procedure_title(outcome.procedure)}",
        (
            ReportTable(
                "rates",
                "Error rates and power",
                (Column("Rate"), *columns),
                tuple((rate, *_share_cells(share)) for rate, share in known if share is not None),
                note=f"{_meanings((*_SINGLE, *_ERRORS, *_POWERS))}.",
            ),
            ReportTable(
                "rejected",
                "Share of the tables in which each hypothesis is rejected",
                (Column("Hypothesis", "count"), *columns),
                tuple((i, *_share_cells(s)) for i, s in enumerate(outcome.rejected, start=1)),
            ),
        ),
    )


def report_needed(plan: ProblemsNeeded) -> Document:
    """The answer in words, and the power at each number that was tried."""
    return _report_tried("Number of problems that a study needs", plan)


def report_deciding(plan: ProblemsToDecide) -> Document:
    """The answer in words, and the probability at each number that was tried."""
    return _report_tried(f"Problems to decide between {plan.first} and {plan.second}", plan)


def _report_tried(title: str, plan: ProblemsNeeded | ProblemsToDecide) -> Document:
    """The answer of a plan in words, and what was measured at each number that was tried."""
    table = ReportTable(
        "tried",
        "Power at each number of problems that was tried",
        (Column("Problems", "count"), *_share_columns("Power")),
        tuple((number, *_share_cells(share)) for number, share in plan.tried.items()),
    )
    return Document(title, (Paragraph(str(plan)), table))


def _power_blocks(study: PowerStudy) -> Iterator[Block]:
    pair = f"{study.first} and {study.second}"
    yield Paragraph(
        f"At each bias {study.repetitions} samples of {study.size} out of {study.problems} "
        f"problems were drawn without replacement, a problem with a probability proportional to "
        f"1 / (1 + exp(-bias d)), d being by how much {study.first} is better than "
        f"{study.second} on it, in the units of the table. On each sample the family of "
        f"hypotheses, {_family_in_words(study.family)}, was tested by "
        f"{_tests_in_words(study)}, at level {study.alpha:g}."
    )
    yield Paragraph(_execution_sentence(study.execution, study.confidence))
    yield from _saturation(study)
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


def _tests_in_words(study: PowerStudy) -> str:
    law = LAWS.lookup(study.method)
    return f"the {study.ranking} ranks with {law.name} p-values" if law.ranked else law.words


def _saturation(study: PowerStudy) -> Iterator[Notice]:
    """A caution if even the smallest bias makes most weights almost 0 or 1."""
    smallest = min((abs(bias) for bias in study.bias if bias), default=0.0)
    if smallest * study.median_difference > _SATURATED:
        yield Notice(
            "caution",
            "The biases are large for these results",
            f"The two algorithms differ by {study.median_difference:.3g} on the median problem. "
            f"Already with a bias of {smallest:g} the weights of most problems are almost 0 or "
            "almost 1, so that the samples hardly change if it grows. A bias of about "
            f"{1 / study.median_difference:.2g} would suit the units of the table.",
        )


def _curves_table(study: PowerStudy, name: str, title: str, values: FloatArray) -> ReportTable:
    low, high = study.interval(values)
    reach = max(float((high - values).max()), float((values - low).max()))
    columns = [Column(procedure_title(procedure), "rank") for procedure in study.procedures]
    rows = tuple(
        (bias, *(float(value) for value in values[:, i])) for i, bias in enumerate(study.bias)
    )
    note = (
        "The bias is per unit of the difference of results, in the units of the table. The "
        f"{percent(study.confidence)} Monte Carlo intervals reach at most "
        f"{math.ceil(1000 * reach) / 1000:.3f} to either side."
    )
    return ReportTable(name, title, (Column("Bias", "value"), *columns), rows, note=note)


def _draw(study: PowerStudy, scope: Scope, which: int) -> Figure:
    figure = study.plot(("rejections", "pvalues")[which], scope=scope).get_figure(root=True)
    assert figure is not None
    return figure


def _family_in_words(family: Family) -> str:
    if family.control is None:
        return f"all pairs (m = {family.m})"
    return f"the control {family.control} against the others (m = {family.m})"


def _simulation_blocks(study: SimulationStudy) -> Iterator[Block]:
    m, true = study.family.m, int(study.true.sum())
    advantages = ", ".join(f"{advantage:g}" for advantage in study.effect)
    yield Paragraph(
        f"{study.repetitions} tables of {study.n} problems and {study.k} algorithms: "
        f"{MODELS[study.distribution].summary}.{study.holes.words()} The advantages of the "
        f"algorithms are {advantages} standard deviations. The family of hypotheses is "
        f"{_family_in_words(study.family)}; true among them: {true}. The level is "
        f"{study.alpha:g}."
    )
    yield Paragraph(_execution_sentence(study.execution, study.confidence))
    if study.omnibus:
        what = "Type I error" if true == m else "Power"
        corrected = "" if study.ties == "corrected" else "not "
        yield ReportTable(
            "omnibus",
            f"{what} of the omnibus tests",
            (Column("Test"), *_share_columns(what)),
            tuple(
                (omnibus_title(name), *_share_cells(share)) for name, share in study.omnibus.items()
            ),
            note=f"The statistics are {corrected}corrected for ties; {_ends(study)}.",
        )
    if study.outcomes:
        known = _SINGLE if 0 < true < m else _SINGLE[:1] if true else _SINGLE[1:]
        yield _rates_table(study, "single", "Single comparisons: error and power", known)
    if study.outcomes and true:
        yield _rates_table(study, "errors", "Families of comparisons: error rates", _ERRORS)
    if study.outcomes and true < m:
        yield _rates_table(study, "power", "Families of comparisons: power", _POWERS)


def _rates_table(
    study: SimulationStudy, name: str, title: str, rates: tuple[_Rate, ...]
) -> ReportTable:
    return ReportTable(
        name,
        title,
        (
            Column("Raw p-values"),
            Column("Procedure"),
            *(column for rate, _, _ in rates for column in _share_columns(rate)),
        ),
        tuple(
            (
                COMPARISONS[outcome.comparison].title,
                "By itself"
                if COMPARISONS[outcome.comparison].adjusted
                else procedure_title(outcome.procedure),
                *(cell for _, _, share in rates for cell in _share_cells(share(outcome))),
            )
            for outcome in study.outcomes
        ),
        note=f"{_meanings(rates)}; {_ends(study)}.",
    )


def _meanings(rates: tuple[_Rate, ...]) -> str:
    return "; ".join(f"{column}: {meaning}" for column, meaning, _ in rates)


def _ends(study: SimulationStudy) -> str:
    return f"low and high: ends of the {percent(study.confidence)} Monte Carlo interval"


def _share_columns(title: str) -> tuple[Column, ...]:
    """The columns of a share: itself and the ends of its interval."""
    return tuple(Column(f"{title}{end}", "rank") for end in ("", " low", " high"))


def _share_cells(share: Estimate | None) -> tuple[Cell, ...]:
    assert share is not None  # no table is made of hypotheses that there are not
    return share.value, share.low, share.high


def _execution_sentence(execution: Execution, confidence: float) -> str:
    return (
        f"Seed {execution.seed}, blocks of {execution.block_size} replicates; the Monte Carlo "
        f"intervals are Wilson's, with {percent(confidence)} confidence."
    )

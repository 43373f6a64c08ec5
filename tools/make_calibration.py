"""Make docs/calibration.md: measured error rates and power of every test and procedure.

Run ``python tools/make_calibration.py``. The seeds are fixed, so that the same versions give the
same page. It takes about ten minutes of the processor. If a sentence of the page's summary is not
borne out by the numbers any more, nothing is written.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path

from calibration import (
    of_aggregates,
    of_bayes,
    of_edges,
    of_effects,
    of_equivalence,
    of_headline,
    of_holes,
    of_orders,
    of_runs,
    of_sets,
    tables,
)
from calibration.claims import claims
from calibration.studies import ALPHA, CONFIDENCE, COST_MODELS, FEWER, FEWEST, MANY, TABLES

from evenkeel.adjustments import procedures
from evenkeel.numerics.intervals import wilson_interval
from evenkeel.posthocs.laws import LAWS
from evenkeel.studies.models import MODELS
from evenkeel.tables.system import write_text

PAGE = Path(__file__).parents[1] / "docs" / "calibration.md"


def interval(repetitions: int) -> str:
    """Where the truth lies if the level was measured."""
    low, high = wilson_interval(ALPHA * repetitions, repetitions, CONFIDENCE)
    return f"{low:.3f} to {high:.3f}"


def page() -> Iterator[str]:
    """The parts of the page."""
    yield "# Calibration"
    yield (
        "Which p-values can be trusted, and what do they cost? Each rate below was measured on "
        f"simulated tables of n problems and k algorithms, at the level {ALPHA:g}. An error rate "
        f"near {ALPHA:g} is right, a lower one is safe but wastes power, a higher one is wrong. "
        "**Bold rates are surely too high**: their whole Monte Carlo interval (Wilson's, "
        f"{CONFIDENCE:.1%}) lies above {ALPHA:g}. The interval of a measured {ALPHA:g} goes from "
        f"{interval(TABLES)} with {TABLES:,} tables, from {interval(FEWER)} with {FEWER:,} and "
        f"from {interval(FEWEST)} with {FEWEST:,}."
    )
    yield (
        "The page is made by `tools/make_calibration.py`, which writes it only if every sentence "
        "of the summary is borne out. `evenkeel.simulate` measures any other size, effect and "
        "model. The [gate and the ratings by votes](gate_and_votes.md) have a page of their own."
    )
    yield (
        "These have pages of their own: [models compared on items](calibration_items.md), [newer "
        "methods](calibration_newer.md), such as Conover's p-values and joint tests of measures, "
        "and [runs over time](watched_runs.md)."
    )
    yield "## In short"
    for claim, borne_out in claims():
        if not borne_out:
            raise SystemExit(f"not borne out by the numbers: {claim}")
        yield f"- {claim}"
    yield from of_headline.section()
    yield from algorithms_that_differ()
    yield from algorithms_that_are_alike()
    yield from sets_and_closed_tests()
    yield from of_orders.section()
    yield from of_holes.section()
    yield from of_bayes.section()
    yield from runs()
    yield from of_effects.section()
    yield from of_edges.section()
    yield from of_equivalence.section()
    yield from of_aggregates.section()


def algorithms_that_differ() -> Iterator[str]:
    """Specialists, and what robustness costs."""
    yield "## If algorithms differ in more than their merit"
    yield f"*Normal, calibrated, exact.* {LAWS.lookup('normal').caveat}"
    yield (
        "Family-wise error is the share of the tables in which any two algorithms that are alike "
        "are separated; power is the share of the false hypotheses that are rejected, on average. "
        "Specialists win or lose by 20 standard deviations, each by its own chance, and are alike; "
        "the others are normal, and alike. Specialists that win on half of the problems are "
        "neither better nor worse than the others, so that no power is shown. "
        f"{MANY:,} tables per model, {FEWEST:,} for Bergmann-Hommel."
    )
    yield tables.specialists_of_all_pairs()
    yield (
        "Now the control and one other are specialists that win on 70% of the problems. "
        f"{TABLES:,} tables. {less_promised()}"
    )
    yield tables.specialists_against_a_control()
    yield "## What robustness costs"
    described = "; ".join(
        f"*{MODELS[name].title}*: {MODELS[name].summary}, advantages "
        f"{', '.join(f'{advantage:g}' for advantage in advantages)}"
        for name, advantages in COST_MODELS.items()
    )
    yield (
        "Some of six algorithms are better than others, so that some hypotheses are true and some "
        f"false. {described}. {FEWER:,} tables per model, {FEWEST:,} for the paired p-values of "
        "aligned and Quade ranks."
    )
    yield tables.cost_of_methods()
    yield tables.cost_of_procedures()


def less_promised() -> str:
    """Which procedures promise less."""
    weaker = [p.title for p in procedures() if p.controls != "FWER"]
    return (
        f"{', '.join(weaker[:-1])} and {weaker[-1]} promise less than to hold the family-wise "
        "error and are here to be compared."
    )


def algorithms_that_are_alike() -> Iterator[str]:
    """Type I errors by the size of the table."""
    yield "## If all algorithms are alike"
    yield (
        f"Normal results. {MANY:,} tables for each size; the interval of a measured {ALPHA:g} goes "
        f"from {interval(MANY)}. The exact law of Friedman's statistic is left out where it takes "
        "too long to compute."
    )
    yield tables.omnibus_errors()
    yield (
        f"The rate of one pair, before any adjustment, {TABLES:,} tables for each size. "
        "*Normal* is the standard error of the documents, *calibrated* the exact one with the "
        "normal law, *exact* the exact law, *paired* the exact law of the pair's own rank "
        "differences. What needs a law of many values for each table was measured with up to 10 "
        f"problems, on {FEWER:,} tables."
    )
    yield tables.single_errors()
    yield tables.procedures_if_alike("all-pairs")
    yield tables.procedures_if_alike("control")
    described = "; ".join(
        f"*{MODELS[name].title}*: {MODELS[name].summary}" for name in tables.ONE_KIND
    )
    yield f"Other results than normal ones, {FEWER:,} tables per model. {described}."
    yield tables.other_models()


def sets_and_closed_tests() -> Iterator[str]:
    """Rank sets and closed tests."""
    yield "## Confidence sets for ranks, and closed permutation tests"
    yield (
        "Coverage is the share of the tables in which the sets of all ten algorithms hold their "
        "true ranks; it should be 0.95 or more. The size of a set is the number of ranks in it, "
        "10 if nothing is known. Wilcoxon's test says something of ranks only if differences are "
        f"symmetric, which they are not where specialists win more often than not. {FEWER:,} "
        "tables per model."
    )
    yield tables.coverage_of_rank_sets()
    yield (
        f"The closed tests with {of_sets.RESAMPLES} permutations each, on "
        f"{of_sets.CLOSED_TABLES:,} tables per model; the interval of a measured {ALPHA:g} goes "
        f"from {interval(of_sets.CLOSED_TABLES)}."
    )
    yield tables.closed_tests()


def runs() -> Iterator[str]:
    """Tests of the runs on one problem."""
    yield "## Tests of runs"
    yield (
        "The tests of `conditions` and of `per_problem`, on independent runs of algorithms that "
        f"are alike, {of_runs.PROBLEMS:,} problems for each number of runs ({FEWER:,} for the "
        f"paired tests of two); the interval of a measured {ALPHA:g} goes from "
        f"{interval(of_runs.PROBLEMS)}. "
        "None of these numbers is in a table of critical values. The tests of normality have "
        f"normal runs; those of more than two algorithms have {of_runs.GROUPS}. An empty cell: too "
        "few runs for the test."
    )
    yield tables.tests_of_conditions()
    yield tables.tests_of_single_problems()


def filled(part: str) -> str:
    """Prose in lines of moderate length; headings and tables as they are."""
    if part.startswith(("#", "**")):
        return part
    indent = "  " if part.startswith("- ") else ""
    return textwrap.fill(part, 100, subsequent_indent=indent, break_on_hyphens=False)


if __name__ == "__main__":
    write_text(PAGE, "\n\n".join(filled(part) for part in page()) + "\n")
    print(f"wrote {PAGE}")

"""Make docs/calibration.md: measured error rates of every test and procedure.

Run ``python tools/make_calibration.py``. The seeds are fixed, so that the same versions give the
same page. It takes one to two minutes on two cores. If a sentence of the page's summary is not
borne out by the numbers any more, nothing is written.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

from evenkeel.adjustments import procedures
from evenkeel.atomic import write_text
from evenkeel.report.document import Cell, Column, Table
from evenkeel.report.markdown import render_table
from evenkeel.studies.models import MODELS
from evenkeel.studies.outcomes import Estimate, wilson_interval
from evenkeel.studies.pvalues import COMPARISONS, OMNIBUS, chosen_comparisons, chosen_procedures
from evenkeel.studies.reporting import omnibus_title, procedure_title
from evenkeel.studies.simulation import SimulationStudy, simulate

PAGE = Path(__file__).parents[1] / "docs" / "calibration.md"
ALPHA = 0.05
CONFIDENCE = 0.999
TABLES = 10_000
FEWER = 4_000  # where each table needs an exact law of its own
PROBLEMS = (5, 10, 20, 50)
ALGORITHMS = (3, 5, 7)
SIZES = tuple((n, k) for k in ALGORITHMS for n in PROBLEMS)
SLOW = "aligned-exact"  # a law for each table: only for few problems
FEW_PROBLEMS = 10
PARTIAL = 2.0  # advantage of the first algorithms where not all are alike
WORKERS = -1  # all cores

Rates = Sequence[Estimate | None]


@cache
def single(n: int, k: int) -> SimulationStudy:
    """All algorithms alike, normal results: tests of all algorithms, and of single pairs."""
    comparisons = chosen_comparisons("all", "all-pairs")
    if n > FEW_PROBLEMS:
        comparisons = tuple(name for name in comparisons if name != SLOW)
    return simulate(
        n,
        k,
        omnibus="all",
        comparisons=comparisons,
        procedures=[],
        repetitions=TABLES,
        confidence=CONFIDENCE,
        workers=WORKERS,
    )


@cache
def alike(n: int, k: int, family: str) -> SimulationStudy:
    """All algorithms alike, normal results: procedures."""
    comparisons = ["friedman-normal", "friedman-exact"]
    return simulate(
        n,
        k,
        family=family,
        omnibus=[],
        comparisons=comparisons + ["multiple-sign"] * (family == "control"),
        procedures="all",
        repetitions=TABLES,
        confidence=CONFIDENCE,
        workers=WORKERS,
    )


@cache
def groups(n: int, k: int) -> SimulationStudy:
    """The first half of the algorithms better than the second, each half alike."""
    return simulate(
        n,
        k,
        effect=[PARTIAL] * (k // 2) + [0.0] * (k - k // 2),
        omnibus=[],
        comparisons=["friedman-exact", "wilcoxon-exact"],
        procedures="all",
        repetitions=TABLES,
        confidence=CONFIDENCE,
        workers=WORKERS,
    )


@cache
def modelled(distribution: str) -> SimulationStudy:
    """All algorithms alike, 10 problems and 5 algorithms, any model of the results."""
    return simulate(
        10,
        5,
        distribution=distribution,
        omnibus="all",
        comparisons="all",
        procedures=[],
        repetitions=FEWER,
        confidence=CONFIDENCE,
        workers=WORKERS,
    )


def single_error(study: SimulationStudy, comparison: str) -> Estimate | None:
    """Type I error of one pair; None where it was not measured."""
    found = {outcome.comparison for outcome in study.outcomes}
    return study.outcome(comparison).single_error if comparison in found else None


def procedure_rates(study: SimulationStudy, comparison: str) -> dict[str, Estimate | None]:
    """Family-wise error of every procedure."""
    names = chosen_procedures("all", study.family.kind)
    return {name: study.outcome(comparison, name).family_wise_error for name in names}


def claims() -> Iterator[tuple[str, bool]]:
    """What the page says in short, and whether the numbers bear it out."""

    def omnibus(name: str, n: int) -> list[float]:
        return [single(n, k).omnibus[name].value for k in ALGORITHMS]

    def pairs(name: str, sizes: Iterable[tuple[int, int]] = SIZES) -> list[float]:
        rates = (single_error(single(n, k), name) for n, k in sizes)
        return [rate.value for rate in rates if rate is not None]

    valid = {p.name for p in procedures() if p.controls == "FWER" and p.assumes != "independence"}
    promised = [
        rate
        for n, k in SIZES
        for study in (alike(n, k, "all-pairs"), alike(n, k, "control"), groups(n, k))
        for comparison in dict.fromkeys(outcome.comparison for outcome in study.outcomes)
        if comparison != "multiple-sign"
        for name, rate in procedure_rates(study, comparison).items()
        if name in valid
    ]
    laws = (single(n, k).omnibus.get("friedman-exact") for n, k in SIZES)
    exact_laws = [law.value for law in laws if law is not None]
    lis = [
        alike(n, k, "control").outcome("friedman-normal", "li").family_wise_error for n, k in SIZES
    ]
    yield (
        "Friedman's chi-square rejects too seldom with 5 or 10 problems. Iman and Davenport's "
        "test rejects somewhat too often with 5 problems and more than 3 algorithms, and is right "
        "from 20 on. Quade's test rejects too often with 5 problems and 3 algorithms, and is right "
        "or safe elsewhere. Friedman's exact law is right, or safe where the statistic takes few "
        "values; where it takes too long to compute, a permutation test takes its place.",
        max(omnibus("friedman", 5) + omnibus("friedman", 10)) < 0.047
        and min(omnibus("iman-davenport", 5)[1:]) > 0.054
        and max(omnibus("iman-davenport", 20) + omnibus("iman-davenport", 50)) < 0.056
        and omnibus("quade", 5)[0] > 0.055
        and max(single(n, k).omnibus["quade"].value for n, k in SIZES if (n, k) != (5, 3)) < 0.055
        and max(exact_laws) < 0.055,
    )
    yield (
        "The documents' z for aligned ranks rejects too often at every size, their z for Quade's "
        "ranks hardly ever with more than 3 algorithms. The calibrated and the exact p-values of "
        "both are right wherever they were measured.",
        min(pairs("aligned-normal")) > 0.058
        and max(pairs("quade-normal", [(n, k) for n, k in SIZES if k > 3])) < 0.01
        and all(
            0.035 < rate < 0.055
            for name in ("aligned-calibrated", "aligned-exact", "quade-calibrated", "quade-exact")
            for rate in pairs(name)
        ),
    )
    yield (
        "The z of Friedman's ranks is close to right at every size; what it misses is due to the "
        "few values that ranks can take. Its exact law never rejects too often.",
        all(0.03 < rate < 0.06 for rate in pairs("friedman-normal"))
        and max(pairs("friedman-exact")) < 0.055,
    )
    yield (
        "Wilcoxon's test with 5 problems is wrong by the normal law and cannot reject by the "
        "exact one; from 10 problems on both are right.",
        min(pairs("wilcoxon-normal", [(5, k) for k in ALGORITHMS])) > 0.056
        and max(pairs("wilcoxon-exact", [(5, k) for k in ALGORITHMS])) == 0
        and all(
            0.04 < rate < 0.055
            for name in ("wilcoxon-normal", "wilcoxon-exact")
            for rate in pairs(name, [(n, k) for n, k in SIZES if n > 5])
        ),
    )
    yield (
        "Every procedure that promises to hold the family-wise error under dependence holds it. "
        "Li's, which assumes independence, does not: against a control its error is up to "
        f"{max(rate.value for rate in lis):.3f}.",
        all(rate.low <= ALPHA for rate in promised) and max(rate.low for rate in lis) > ALPHA,
    )


def table(
    title: str,
    keys: Sequence[Column],
    names: Sequence[str],
    rows: Sequence[tuple[tuple[Cell, ...], Rates]],
) -> str:
    """A table of rates, bold where they are surely above the level."""
    return render_table(
        Table(
            title,
            title,
            (*keys, *(Column(each, "rank") for each in names)),
            tuple(
                (*key, *(None if rate is None else rate.value for rate in rates))
                for key, rates in rows
            ),
            frozenset(
                (r, len(keys) + c)
                for r, (_, rates) in enumerate(rows)
                for c, rate in enumerate(rates)
                if rate is not None and rate.low > ALPHA
            ),
        )
    )


def table_of_sizes(title: str, names: Sequence[str], rows: Iterable[Rates]) -> str:
    """A table with a row for each size."""
    keys = (Column("k", "count"), Column("n", "count"))
    by_size = [((k, n), rates) for (n, k), rates in zip(SIZES, rows, strict=True)]
    return table(title, keys, names, by_size)


def table_of_procedures(title: str, comparison: str, studies: Sequence[SimulationStudy]) -> str:
    """The family-wise error of every procedure, a row for each size."""
    rates = [procedure_rates(study, comparison) for study in studies]
    return table_of_sizes(
        title, [procedure_title(name) for name in rates[0]], [list(row.values()) for row in rates]
    )


def table_of_models(title: str, rates: dict[str, Rates]) -> str:
    """A row for each test, a column for each model."""
    names = [name.replace("-", " ").capitalize() for name in MODELS]
    return table(title, (Column("Test"),), names, [((name,), row) for name, row in rates.items()])


def page() -> Iterator[str]:
    """The parts of the page."""
    low, high = wilson_interval(ALPHA * TABLES, TABLES, CONFIDENCE)
    yield "# Calibration"
    yield (
        "Which p-values can be trusted, at which size? Each rate below was measured on simulated "
        f"tables of n problems and k algorithms, {TABLES:,} for each size, at the level "
        f"{ALPHA:g}. A rate near {ALPHA:g} is right, a lower one is safe but wastes power, a "
        "higher one is wrong. Bold rates are surely too high: their whole Monte Carlo interval "
        f"(Wilson's, {CONFIDENCE:.1%}) lies above {ALPHA:g}. The interval of a measured "
        f"{ALPHA:g} goes from {low:.3f} to {high:.3f}."
    )
    yield (
        "The page is made by `tools/make_calibration.py`. `evenkeel.simulate` measures any other "
        "size, effect and model."
    )
    yield "## In short"
    for claim, borne_out in claims():
        if not borne_out:
            raise SystemExit(f"not borne out by the numbers: {claim}")
        yield f"- {claim}"
    yield "## Omnibus tests"
    yield (
        "All algorithms alike, normal results. The exact law of Friedman's statistic is left out "
        "where it takes too long to compute."
    )
    yield table_of_sizes(
        "Type I error of the omnibus tests",
        [omnibus_title(name) for name in OMNIBUS],
        [[single(n, k).omnibus.get(name) for name in OMNIBUS] for n, k in SIZES],
    )
    yield "## Single comparisons"
    yield (
        "All algorithms alike, normal results. The rate of one pair, before any adjustment for "
        "the number of pairs. *Normal* is the standard error of the documents, *calibrated* the "
        "exact one with the normal law, *exact* the exact law. That of aligned ranks is left out "
        "where it takes too long."
    )
    names = chosen_comparisons("all", "all-pairs")
    yield table_of_sizes(
        "Type I error of a single comparison",
        [COMPARISONS[name].title for name in names],
        [[single_error(single(n, k), name) for name in names] for n, k in SIZES],
    )
    yield "## Procedures for all pairs"
    weaker = [p.title for p in procedures() if p.controls != "FWER"]
    yield (
        "The family-wise error: the share of the tables in which any true hypothesis is rejected. "
        f"{', '.join(weaker[:-1])} and {weaker[-1]} promise less than to hold it and are here to "
        "be compared."
    )
    for method in ("normal", "exact"):
        yield table_of_procedures(
            f"All algorithms alike; Friedman ranks, {method}",
            f"friedman-{method}",
            [alike(n, k, "all-pairs") for n, k in SIZES],
        )
    yield (
        "Now the first k / 2 algorithms (rounded down) are better than the others by "
        f"{PARTIAL:g} standard deviations, and only the hypotheses within the two groups are true. "
        "The p-values of Friedman's ranks come from the law in which all algorithms are alike. "
        "Here ranks within a group vary less than that, and the procedures are safer than they "
        "need be. Wilcoxon's p-values look at one pair alone and keep their level."
    )
    for name in ("friedman-exact", "wilcoxon-exact"):
        yield table_of_procedures(
            f"Two groups of algorithms; {COMPARISONS[name].title}",
            name,
            [groups(n, k) for n, k in SIZES],
        )
    yield "## Procedures against a control"
    controlled = [alike(n, k, "control") for n, k in SIZES]
    for method in ("normal", "exact"):
        yield table_of_procedures(
            f"All algorithms alike; Friedman ranks, {method}", f"friedman-{method}", controlled
        )
    yield table_of_sizes(
        "All algorithms alike; the multiple sign test, two-sided",
        ["Family-wise error"],
        [[study.outcome("multiple-sign").family_wise_error] for study in controlled],
    )
    yield "## Other results than normal ones"
    yield (
        f"10 problems and 5 algorithms, all alike, {FEWER:,} tables a model. *Skewed*: "
        "exponential results. *Heavy tailed*: the t law of 3 degrees of freedom. *Tied*: rounded "
        "to half a standard deviation. *Unequal scales*: problems on log-normal scales. Friedman's "
        "exact law is for tables without ties."
    )
    yield table_of_models(
        "Type I error of the omnibus tests",
        {omnibus_title(name): [modelled(m).omnibus.get(name) for m in MODELS] for name in OMNIBUS},
    )
    yield table_of_models(
        "Type I error of a single comparison",
        {
            COMPARISONS[name].title: [single_error(modelled(m), name) for m in MODELS]
            for name in names
        },
    )


def filled(part: str) -> str:
    """Prose in lines of moderate length; headings and tables as they are."""
    if part.startswith(("#", "**")):
        return part
    indent = "  " if part.startswith("- ") else ""
    return textwrap.fill(part, 100, subsequent_indent=indent, break_on_hyphens=False)


if __name__ == "__main__":
    write_text(PAGE, "\n\n".join(filled(part) for part in page()) + "\n")
    print(f"wrote {PAGE}")

"""The tables of the page: rates as numbers, bold where they are surely above the level."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from calibration import of_runs, of_sets, studies
from evenkeel.report.document import Cell, Column, Table
from evenkeel.report.text import markdown_table
from evenkeel.runs._conditions import NORMALITY, VARIANCES
from evenkeel.runs.problem_tests import PROBLEM_TESTS
from evenkeel.studies.models import MODELS
from evenkeel.studies.outcomes import Estimate
from evenkeel.studies.pvalues import (
    COMPARISONS,
    chosen_comparisons,
    chosen_omnibus,
    chosen_procedures,
    omnibus_title,
    procedure_title,
)
from evenkeel.studies.simulation import FamilyOutcome, SimulationStudy

#: An error rate, or one with the power beside it.
Rate = Estimate | tuple[Estimate, Estimate | None] | None
Row = tuple[str, Sequence[Rate]]


def table(title: str, keys: str, names: Sequence[str], rows: Iterable[Row]) -> str:
    """A table with a text column in front of the rates."""
    rows = list(rows)
    bold = frozenset(
        (r, 1 + c)
        for r, (_, rates) in enumerate(rows)
        for c, rate in enumerate(rates)
        if is_too_high(rate)
    )
    columns = (Column(keys), *(Column(name, "rank") for name in names))
    cells = tuple((key, *(shown(rate) for rate in rates)) for key, rates in rows)
    return rendered(Table(title, title, columns, cells, bold))


def rendered(made: Table) -> str:
    """The table as Markdown; a dot within a number needs no escape."""
    return markdown_table(made).replace("\\.", ".")


def is_too_high(rate: Rate) -> bool:
    """Whether an error rate is surely above the level."""
    error = rate[0] if isinstance(rate, tuple) else rate
    return error is not None and error.low > studies.ALPHA


def shown(rate: Rate) -> Cell:
    """The rate as text: error / power."""
    if isinstance(rate, tuple):
        error, power = rate
        return f"{error.value:.3f}" if power is None else f"{error.value:.3f} / {power.value:.2f}"
    return None if rate is None else f"{rate.value:.3f}"


def error_and_power(outcome: FamilyOutcome, *, power: bool = True) -> Rate:
    """Family-wise error, and average power beside it."""
    assert outcome.family_wise_error is not None
    return outcome.family_wise_error, outcome.power_average if power else None


def size_names(sizes: Iterable[tuple[int, int]]) -> list[str]:
    """Titles of columns, one for each size."""
    return [f"k = {k}, n = {n}" for n, k in sizes]


def omnibus_errors() -> str:
    """Type I error of the omnibus tests, a column for each size."""
    return table(
        "Type I error of the omnibus tests",
        "Test",
        size_names(studies.SIZES),
        [
            (
                omnibus_title(name),
                [studies.omnibus(n, k).get(name) for n, k in studies.SIZES],
            )
            for name in chosen_omnibus("all")
        ],
    )


def single_errors() -> str:
    """Type I error of one pair, a column for each size."""
    return table(
        "Type I error of a single comparison",
        "P-values",
        size_names(studies.SIZES),
        [
            (
                COMPARISONS[name].title,
                [studies.single_error(n, k, name) for n, k in studies.SIZES],
            )
            for name in chosen_comparisons("all", "all-pairs")
        ],
    )


def procedures_if_alike(family: str) -> str:
    """Family-wise error of all procedures, a column for each size."""
    found = [studies.alike(n, k, family) for n, k in studies.SIZES]
    rows: list[Row] = [
        (
            procedure_title(name),
            [study.outcome("friedman-normal", name).family_wise_error for study in found],
        )
        for name in chosen_procedures("all", found[0].family.kind)
    ]
    if family == "control":
        title = f"{COMPARISONS['multiple-sign'].title}, two-sided"
        rows.append((title, [s.outcome("multiple-sign").family_wise_error for s in found]))
    words = "against a control" if family == "control" else "for all pairs"
    return table(
        f"Family-wise error {words}, all algorithms alike (Friedman ranks, normal)",
        "Procedure",
        size_names(studies.SIZES),
        rows,
    )


def specialists_of_all_pairs() -> str:
    """Family-wise error and power with three or five specialists among ten."""
    return table(
        "Specialists among ten algorithms, 50 problems, all pairs: family-wise error / power",
        "Model and p-values",
        [procedure_title(name) for name in studies.LOGICAL],
        [
            (
                f"{MODELS[model].title}: {COMPARISONS[law].title}",
                [
                    error_and_power(
                        studies.specialists(model, law, name), power="even" not in model
                    )
                    for name in studies.LOGICAL
                ],
            )
            for model in studies.SPECIALISTS
            for law in (*studies.POOLED, *studies.OWN)
        ],
    )


def specialists_against_a_control() -> str:
    """Family-wise error and power if the control and one other are specialists."""
    laws = (*studies.POOLED, *studies.OWN)

    def row(label: str, study: SimulationStudy, name: str) -> Row:
        return label, [error_and_power(study.outcome(law, name)) for law in laws]

    small, large = (studies.specialist_control(n, k) for n, k in studies.CONTROL_SIZES)
    rows = [row(procedure_title(name), small, name) for name in chosen_procedures("all", "control")]
    rows.append(row("Holm, n = 100, k = 20", large, "holm"))
    return table(
        "The control and one other are specialists, n = 50, k = 10: family-wise error / power",
        "Procedure",
        [COMPARISONS[law].title for law in laws],
        rows,
    )


def cost_of_methods() -> str:
    """Every way to raw p-values with Holm's procedure, a column for each model."""

    def study(model: str, name: str) -> SimulationStudy:
        return studies.slow_cost(model) if name in studies.SLOW else studies.cost(model)

    return table(
        "All pairs by Holm's procedure, n = 30, k = 6: family-wise error / power",
        "P-values",
        [MODELS[model].title for model in studies.COST_MODELS],
        [
            (
                COMPARISONS[name].title,
                [
                    error_and_power(study(model, name).outcome(name, "holm"))
                    for model in studies.COST_MODELS
                ],
            )
            for name in chosen_comparisons("all", "all-pairs")
            if name != "aligned-exact"
        ],
    )


def cost_of_procedures() -> str:
    """Every procedure on pooled and on paired p-values, for three of the models."""
    chosen = [
        (law, model)
        for law in ("friedman-normal", "friedman-paired")
        for model in ("normal", "one-bad", "three-specialists")
    ]
    return table(
        "All pairs by every procedure, n = 30, k = 6: family-wise error / power",
        "Procedure",
        [f"{COMPARISONS[law].title}: {MODELS[model].title}" for law, model in chosen],
        [
            (
                procedure_title(name),
                [error_and_power(studies.cost(model).outcome(law, name)) for law, model in chosen],
            )
            for name in chosen_procedures("all", "all-pairs")
        ],
    )


#: The models in which all algorithms are of one kind.
ONE_KIND = tuple(name for name, model in MODELS.items() if not model.kinds)


def other_models() -> str:
    """Type I error of omnibus tests and single pairs, a column for each model of one kind."""
    found = [studies.modelled(name) for name in ONE_KIND]
    return table(
        "Type I error of the omnibus tests and of a single comparison, n = 10, k = 5",
        "Test",
        [MODELS[name].title for name in ONE_KIND],
        [
            *((omnibus_title(t), [s.omnibus.get(t) for s in found]) for t in chosen_omnibus("all")),
            *(
                (COMPARISONS[name].title, [s.outcome(name).single_error for s in found])
                for name in chosen_comparisons("all", "all-pairs")
            ),
        ],
    )


def coverage_of_rank_sets() -> str:
    """Coverage of the sets, with their mean size."""

    def cells(truth: of_sets.Truth) -> Iterable[Cell]:
        for test in ("sign", "wilcoxon"):
            found = of_sets.coverage(truth, test)
            yield None if found is None else f"{found.share.value:.3f}"
            yield None if found is None else f"{found.size:.1f}"

    names = ("Coverage, sign test", "Mean size", "Coverage, Wilcoxon's test", "Mean size")
    title = "Simultaneous coverage of the confidence sets for the ranks of ten algorithms"
    rows = tuple((t.title, str(t.n), *cells(t)) for t in of_sets.TRUTHS)
    columns = (Column("Model"), Column("n", "rank"), *(Column(name, "rank") for name in names))
    return rendered(Table(title, title, columns, rows))


def closed_tests() -> str:
    """Family-wise error and power of the closed permutation tests."""
    n, k = of_sets.CLOSED_SIZE
    kinds = {"all-pairs": "All pairs", "control": "Against a control"}

    def rate(model: str, kind: str) -> Rate:
        found = of_sets.closed(model, kind)
        return found.family_wise_error, found.power_average

    return table(
        f"The closed permutation tests, n = {n}, k = {k}: family-wise error / power",
        "Model",
        tuple(kinds.values()),
        [(MODELS[model].title, [rate(model, kind) for kind in kinds]) for model in of_sets.CLOSED],
    )


def tests_of_conditions() -> str:
    """Type I error of the tests of normality and of equal variances, by the number of runs."""
    rows: list[Row] = [
        (title, [of_runs.normality(name, runs) for runs in of_runs.RUNS])
        for name, (title, _, _) in NORMALITY.items()
    ]
    rows += [
        (f"{title}; {law} runs", [of_runs.variances(name, law, runs) for runs in of_runs.RUNS])
        for name, (title, _) in VARIANCES.items()
        for law in of_runs.LAWS
    ]
    return _by_runs("Type I error of the tests of conditions", rows)


def tests_of_single_problems() -> str:
    """Type I error of the tests of one problem, by the number of runs."""
    rows: list[Row] = []
    for law in of_runs.LAWS:
        for name in of_runs.TWO_SAMPLE:
            title = PROBLEM_TESTS[name].title
            label = f"{title[0].upper()}{title[1:]}; {law} runs"
            rows.append((label, [of_runs.two_sample(name, law, runs) for runs in of_runs.RUNS]))
        for name in of_runs.TWO_SAMPLE:
            label = f"{of_runs.k_sample_title(name)}; {law} runs"
            rows.append((label, [of_runs.k_sample(name, law, runs) for runs in of_runs.RUNS]))
    return _by_runs("Type I error of the tests of single problems", rows)


def _by_runs(title: str, rows: Iterable[Row]) -> str:
    return table(title, "Test", [f"{runs} runs" for runs in of_runs.RUNS], rows)

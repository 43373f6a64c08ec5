"""No p-value of the package depends on the unit of the data, or on a common value.

Every test is run on every bundled case as it is, times powers of two from 2^-900 to 2^950, and
times -1 with the direction turned; and, on data that allow it without rounding, after adding a
number of its own to each problem. Powers of two are exact, so that nothing may change at all.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace

import numpy as np
import polars as pl
import pytest

import evenkeel
from evenkeel.omnibus.registry import OMNIBUS
from evenkeel.posthocs.laws import LAWS
from evenkeel.ranks.registry import RANKINGS
from evenkeel.runs.problem_tests import PROBLEM_TESTS

POWERS = (-900, -500, 37, 500, 950)
TURNED = {"lower": "higher", "higher": "lower"}
CASES = {
    case.name: evenkeel.load(case.name)
    for case in evenkeel.cases()
    if not case.name.startswith("cec2017")  # four tables of the form of cec2005, and larger
}


def omnibus(test):
    """An omnibus test, with and without the correction for ties if it knows one."""
    if "ties" not in inspect.signature(test).parameters:
        return test
    return lambda t: [test(t, ties=ties) for ties in ("uncorrected", "corrected")]


def equivalence(table):
    """The p-values of tests of equivalence within a sixteenth of the largest difference."""
    margin = float(np.ptp(table.values / 16, axis=1).max())
    found = [
        evenkeel.equivalence(table, margin, test=test, control=control)
        for test in ("wilcoxon", "sign")
        for control in (None, table.algorithms[0])
    ]
    # The one-sided p-values change places with the direction.
    names = ("pvalue", "adjusted", "difference_pvalue", "difference_adjusted")
    return [{name: getattr(tests, name) for name in names} for tests in found]


#: Every test of a table.
TABLE_TESTS = {
    **{test.function.__name__: omnibus(test.function) for test in OMNIBUS},
    "sign_test": lambda t: evenkeel.sign_test(t, *t.algorithms[:2]),
    "sign_all": evenkeel.pairwise.sign_all,
    "wilcoxon": lambda t: [
        evenkeel.wilcoxon(t, *t.algorithms[:2], scaled=scaled, alternative=alternative)
        for scaled in (False, True)
        for alternative in ("two-sided", "better", "worse")
    ],
    "wilcoxon_all": lambda t: [
        evenkeel.wilcoxon_all(t, scaled=scaled, method=method)
        for scaled in (False, True)
        for method in ("auto", "normal")
    ],
    "t_test": lambda t: [
        evenkeel.pairwise.t_test(t, *t.algorithms[:2], alternative=alternative)
        for alternative in ("two-sided", "better", "worse")
    ],
    "multiple_sign_test": lambda t: evenkeel.multiple_sign_test(t, control=t.algorithms[-1]),
    "posthoc_statistics": lambda t: [
        evenkeel.posthoc_statistics(t, ranking=ranking, method=method)
        for ranking in RANKINGS.names
        for method in LAWS.names
    ],
    "posthoc": lambda t: evenkeel.posthoc(t, control=t.algorithms[0]),
    "equivalence": equivalence,
    "rank_sets": evenkeel.rank_sets,
    "missing_pattern": evenkeel.tables.missing_pattern,
    "leave_one_out": evenkeel.posthocs.leave_one_out,
    "hinges": evenkeel.stability.hinges,
    "stability": lambda t: evenkeel.stability.stability(t, resamples=20),
    "problem_tree": lambda t: evenkeel.stability.problem_tree(
        t, {"size": list(range(t.n))}, least=2, resamples=99
    ),
    "compare": lambda t: [
        evenkeel.compare(t, always=True),
        evenkeel.compare(t.select(t.algorithms[:2])),
    ],
    "repeated_measures_anova": lambda t: evenkeel.runs.repeated_measures_anova(
        t, control=t.algorithms[0]
    ),
}
#: Every test of the scores of two algorithms.
SCORE_TESTS = {
    "five_by_two_t": lambda a, b: evenkeel.runs.five_by_two_t(a[:10], b[:10]),
    "five_by_two_f": lambda a, b: evenkeel.runs.five_by_two_f(a[:10], b[:10]),
    "corrected_resampled_t": lambda a, b: evenkeel.runs.corrected_resampled_t(
        a, b, train=9, test=1
    ),
}
#: Every test of runs.
RUN_TESTS = {
    "compare_runs": evenkeel.compare_runs,
    "conditions": evenkeel.conditions,
    "per_problem": lambda runs: [
        evenkeel.per_problem(runs, test=test, test_share=0.1, control=runs.algorithms[0])
        for test in PROBLEM_TESTS
        if test != "mcnemar" and not test.startswith("five-by-two")  # these take other runs
    ],
}
#: What takes data and has no p-value of its own, or takes what no unit belongs to.
WITHOUT = {
    "contrast_estimation",
    "effect_sizes",
    "kendall_w",
    "run_effects",
    "hodges_lehmann",
    "win_tie_loss",
    "kemeny",
    "strengths",  # looks at nothing but who beats whom
    "friedman_ranks",
    "aligned_ranks",
    "quade_ranks",
    "skillings_mack_ranks",
    "bayes_friedman",  # looks at nothing but ranks, and gives probabilities
    "skill_scores",  # ratios, and no test
    "choose",  # makes a table of a table
    "mcnemar",  # predicted classes
    "power",  # draws tables and tests each of them by the kernels above
    "problems_to_decide",
    "aggregates",  # in the unit of the data; see tests/unit/test_aggregates.py
}


def pvalues(result: object, name: str = "") -> Iterator[np.ndarray]:
    """Every p-value, raw or adjusted, that a result holds."""
    if is_dataclass(result):
        for field in fields(result):
            yield from pvalues(getattr(result, field.name), field.name)
    elif isinstance(result, dict):
        for key, value in result.items():
            yield from pvalues(value, f"{name} {key}")
    elif isinstance(result, list):
        for value in result:
            yield from pvalues(value, name)
    elif result is not None and any(word in name for word in ("pvalue", "adjusted", "without")):
        yield np.asarray(result, dtype=np.float64).ravel()


def all_pvalues(result: object) -> np.ndarray:
    return np.concatenate(list(pvalues(result)))


def test_every_public_test_is_listed():
    rooms = filter(inspect.ismodule, (getattr(evenkeel, name) for name in dir(evenkeel)))
    taking_data = {
        name
        for room in (evenkeel, *rooms)
        for name in getattr(room, "__all__", ())
        if inspect.isfunction(function := getattr(room, name))
        and next(iter(inspect.signature(function).parameters), "") in ("results", "runs", "first")
    }
    taking_data = {name for name in taking_data if not name.startswith("plot_")}
    assert taking_data == set(TABLE_TESTS) | set(SCORE_TESTS) | set(RUN_TESTS) | WITHOUT


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("test", TABLE_TESTS)
def test_a_table_in_another_unit(case, test):
    table, function = CASES[case], TABLE_TESTS[test]
    expected = all_pvalues(function(table))
    assert np.isfinite(expected).any()
    turned = replace(table, values=-table.values, better=TURNED[table.better])
    assert np.array_equal(all_pvalues(function(turned)), expected, equal_nan=True)
    for power in POWERS:
        there = replace(table, values=np.ldexp(table.values, power))
        assert np.array_equal(all_pvalues(function(there)), expected, equal_nan=True), power


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("test", TABLE_TESTS)
def test_a_table_with_another_zero_on_each_problem(case, test):
    table, function = CASES[case], TABLE_TESTS[test]
    # Multiples of 2^-20 up to 2^21 stay exact when 2^25 is added.
    table = replace(table, values=np.round(table.values * 2.0**20) / 2.0**20)
    offsets = np.random.default_rng(15).integers(-(2**25), 2**25, (table.n, 1))
    shifted = replace(table, values=table.values + offsets)
    assert np.array_equal(shifted.values - offsets, table.values)
    assert all_pvalues(function(shifted)) == pytest.approx(
        all_pvalues(function(table)), rel=1e-9, nan_ok=True
    )


@pytest.mark.parametrize("test", SCORE_TESTS)
@pytest.mark.parametrize("case", ["cec2005", "demsar2006", "motivation"])
def test_scores_in_another_unit(case, test):
    first, second = CASES[case].values[:, :2].T
    function = SCORE_TESTS[test]
    expected = function(first, second).pvalue
    assert function(-first, -second).pvalue == expected
    for power in POWERS:
        assert function(np.ldexp(first, power), np.ldexp(second, power)).pvalue == expected
    first, second = (np.round(scores * 2.0**20) / 2.0**20 for scores in (first, second))
    offsets = np.arange(first.size) * 2.0**20
    assert function(first + offsets, second + offsets).pvalue == pytest.approx(
        function(first, second).pvalue, rel=1e-12
    )


@pytest.fixture(scope="module")
def frame() -> pl.DataFrame:
    """The bundled runs on four problems."""
    runs = evenkeel.load_runs("scipy_optimisers")
    rows = [
        (algorithm, problem, run, value)
        for (algorithm, problem), values in runs.values_by_cell().items()
        if problem in runs.problems[:4]
        for run, value in enumerate(values.tolist())
    ]
    return pl.DataFrame(rows, schema=["algorithm", "problem", "run", "value"], orient="row")


def as_runs(frame: pl.DataFrame, values: np.ndarray, better: str) -> evenkeel.Runs:
    return evenkeel.read_runs(frame.with_columns(value=values), better=better)


@pytest.mark.slow
@pytest.mark.parametrize("test", RUN_TESTS)
def test_runs_in_another_unit(frame, test):
    function, values = RUN_TESTS[test], frame["value"].to_numpy()
    expected = all_pvalues(function(as_runs(frame, values, "lower")))
    assert np.isfinite(expected).mean() > 0.5
    turned = all_pvalues(function(as_runs(frame, -values, "higher")))
    assert turned == pytest.approx(expected, rel=1e-9, nan_ok=True)
    for power in POWERS:
        there = all_pvalues(function(as_runs(frame, np.ldexp(values, power), "lower")))
        assert np.array_equal(there, expected, equal_nan=True), power


@pytest.mark.slow
@pytest.mark.parametrize("test", RUN_TESTS)
def test_runs_with_another_zero(frame, test):
    function, values = RUN_TESTS[test], np.round(frame["value"].to_numpy() * 2.0**20) / 2.0**20
    expected = all_pvalues(function(as_runs(frame, values, "lower")))
    shifted = values + 2.0**30  # a spread of 1e-6 upon 1e9
    assert np.array_equal(shifted - 2.0**30, values)
    found = all_pvalues(function(as_runs(frame, shifted, "lower")))
    assert found == pytest.approx(expected, rel=1e-9, nan_ok=True)

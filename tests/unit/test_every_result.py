"""Every result class of the package can do what a `Result` promises; a new one needs an example."""

from __future__ import annotations

import importlib
import json
import pickle
import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import FrozenInstanceError, fields
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema
import polars as pl
import pytest

import evenkeel
from evenkeel.casestudies import runs_cases
from evenkeel.report.document import Document, Picture
from evenkeel.report.saving import _PICTURES, ENDINGS
from evenkeel.result import Answer, Result, ResultList, TestResult
from item_logs import table as item_table
from runs_examples import random_runs
from watched_runs import improving_runs


@cache
def table(name: str = "garcia2008") -> evenkeel.Results:
    return evenkeel.load(name)


@cache
def compared_items() -> evenkeel.items.ItemsComparison:
    """Two models on 24 items of each of three benchmarks, twice, some judged by people as well."""
    scores = {"a": [1, 1, 0, 1] * 36, "b": [1, 0, 0, 0] * 36}
    return evenkeel.items.items(
        item_table(
            scores,
            benchmark=[f"b{i // 48}" for i in range(144)],
            human=["1" if i % 3 else "" for i in range(144)],
        )
    )


@cache
def comparison() -> evenkeel.Comparison:
    return evenkeel.compare(table("toy"), control="C", always=True)


@cache
def two() -> evenkeel.Comparison:
    return evenkeel.compare(table("toy").select(["A", "C"]))


@cache
def simulation() -> evenkeel.studies.SimulationStudy:
    return evenkeel.simulate(
        5, 3, effect=[1, 0, 0], comparisons="friedman-normal", procedures="holm", repetitions=20
    )


@cache
def checked() -> evenkeel.runs.Conditions:
    return evenkeel.conditions(random_runs(1, 3, 2, (9, 9)))


@cache
def parametric() -> evenkeel.runs.RepeatedMeasures:
    return evenkeel.runs.repeated_measures_anova(table("demsar2006"), control="C4.5")


def decided() -> evenkeel.studies.ProblemsToDecide:
    options = {"repetitions": 20, "limit": 40, "power": 0.5}
    return evenkeel.studies.problems_to_decide(table("toy"), "A", "C", **options)


EXAMPLES: dict[str, Callable[[], Any]] = {
    "Board": lambda: evenkeel.votes(
        {"model_a": ["A", "A", "B"], "model_b": ["B"] * 2 + ["A"], "winner": ["A", "B", "tie"]}
    ),
    "ProblemTree": lambda: evenkeel.stability.problem_tree(
        table("demsar2006"), {"size": range(14)}, resamples=99
    ),
    "TrendTest": lambda: evenkeel.omnibus.daniel_trend([1, 3, 2, 5]),
    "Gate": lambda: evenkeel.gate(
        {"a": [1.0, 1.1, 1.2, 1.3]}, {"a": [1.0, 1.1, 1.2, 1.4]}, margin="2%", better="lower"
    ),
    "AdjustedAlphas": lambda: evenkeel.adjustments.adjusted_alphas([0.01, 0.02, 0.5], "holm"),
    "Advice": lambda: comparison().advice[0],
    "AdviceList": lambda: comparison().advice,
    "Aggregates": lambda: evenkeel.runs.aggregates(random_runs(1, 3, 3, (2, 4)), resamples=20),
    "Audit": lambda: evenkeel.audit("n,,4\nrank,A,1.5\nrank,B,1.5\nstatistic,friedman,1"),
    "BayesComparison": lambda: evenkeel.bayes(table("toy"), rope=1.0, resamples=100),
    "Case": lambda: evenkeel.cases()[0],
    "Cases": evenkeel.cases,
    "Comparison": comparison,
    "ConditionTest": lambda: checked().normality["shapiro-wilk"],
    "Checklist": lambda: evenkeel.comparison.checklist(comparison()),
    "Conditions": checked,
    "ContrastEstimation": lambda: evenkeel.contrast_estimation(table()),
    "CountsAnalysis": lambda: evenkeel.claims.from_counts({"A vs B": (12, 2, 6)}),
    "CriticalValue": lambda: evenkeel.critical.friedman_critical(5, 4),
    "Curves": lambda: evenkeel.runs.curves(improving_runs(), cuts=4),
    "CrossValidationTest": lambda: evenkeel.runs.five_by_two_f(range(10), [1, 4] * 5),
    "Description": lambda: comparison().description,
    "EquivalenceTests": lambda: evenkeel.equivalence(table("demsar2006"), 0.02),
    "EffectSizes": lambda: evenkeel.effect_sizes(table(), size="a12", words=True, resamples=99),
    "ErrorsAnalysis": lambda: evenkeel.claims.from_errors({"A": "43/208", "B": (20, 208)}),
    "Estimate": lambda: simulation().omnibus["quade"],
    "FamilyOutcome": lambda: simulation().outcomes[0],
    "Hinges": lambda: evenkeel.stability.hinges(table()),
    "HodgesLehmann": lambda: evenkeel.pairwise.hodges_lehmann(table(), "C4.5", "CN2"),
    "KemenyConsensus": lambda: evenkeel.stability.kemeny(table()),
    "KendallW": lambda: evenkeel.effects.kendall_w(table(), resamples=99),
    "McNemarTest": lambda: evenkeel.runs.mcnemar([1, 1, 0, 0], [1, 0, 0, 1], [1, 1, 1, 0]),
    "MeanComparisons": lambda: parametric().tukey,
    "BayesFriedman": lambda: evenkeel.bayesian.bayes_friedman(table("toy"), resamples=50),
    "SkillScores": lambda: evenkeel.effects.skill_scores(table("demsar2006"), baseline="C4.5"),
    "JointMeasures": lambda: evenkeel.comparison.joint_measures(
        {"a": table("toy"), "b": table("toy")}
    ),
    "MeasuresComparison": lambda: evenkeel.compare_measures({"a": table("toy"), "b": table("toy")}),
    "MissingPattern": lambda: evenkeel.tables.missing_pattern(table()),
    "MultipleSignTest": lambda: evenkeel.multiple_sign_test(table(), control="CN2"),
    "OmnibusResult": lambda: evenkeel.friedman(table()),
    "PairedTTest": lambda: evenkeel.pairwise.t_test(table(), "C4.5", "CN2"),
    "PerProblem": lambda: evenkeel.per_problem(random_runs(1, 3, 2, (9, 9)), control="A1"),
    "PosthocResult": lambda: evenkeel.posthoc(table()),
    "PosthocStatistics": lambda: evenkeel.posthoc_statistics(table()),
    "PvaluesAnalysis": lambda: evenkeel.claims.from_pvalues("A vs B, <0.001\nA vs C, 0.02"),
    "PowerStudy": lambda: evenkeel.power(table(), "C4.5", "1-NN", bias=[0, 5], repetitions=9),
    "ProblemsNeeded": lambda: evenkeel.problems_needed(3, 2.0, repetitions=20, limit=20),
    "ProblemsToDecide": decided,
    "Profiles": lambda: evenkeel.runs.profiles(table(), resamples=20),
    "RankSets": lambda: evenkeel.rank_sets(table()),
    "RanksAnalysis": lambda: evenkeel.from_ranks({"A": 1.5, "B": 1.9, "C": 2.6}, n=10),
    "Ranks": lambda: evenkeel.ranks.friedman_ranks(table()),
    "Item": lambda: evenkeel.comparison.checklist(comparison())[0],
    "LeaveOneOut": lambda: comparison().leave_one_out,
    "RepeatedMeasures": parametric,
    "RunEffects": lambda: evenkeel.runs.run_effects(random_runs(1, 3, 2, (9, 9)), words=True),
    "RunsComparison": lambda: evenkeel.compare_runs(random_runs(1, 3, 3, (9, 9)), control="A1"),
    "RunsCase": lambda: runs_cases()[0],
    "SecondLook": lambda: comparison().second_look,
    "SignTest": lambda: evenkeel.sign_test(table(), "C4.5", "CN2"),
    "SignTests": lambda: evenkeel.pairwise.sign_all(table()),
    "SignedRankTest": lambda: evenkeel.wilcoxon(table(), "C4.5", "CN2"),
    "SignedRankTests": lambda: evenkeel.wilcoxon_all(table()),
    "SimulationStudy": simulation,
    "Sphericity": lambda: parametric().sphericity,
    "SpssTable": lambda: evenkeel.wilcoxon(table(), "C4.5", "CN2").spss_table,
    "Stability": lambda: evenkeel.stability.stability(table(), resamples=20),
    "Strengths": lambda: evenkeel.stability.strengths(table(), resamples=20),
    "StatisticAnalysis": lambda: evenkeel.claims.from_statistic("friedman", "3.8", n=10, k=3),
    "TwoAlgorithms": lambda: two().two,
    "WinTieLoss": lambda: evenkeel.pairwise.win_tie_loss(table()),
    "ItemsComparison": compared_items,
    "Targets": lambda: evenkeel.runs.targets(improving_runs(), targets=[1, 0.1]),
    "Timeouts": lambda: evenkeel.runs.timeouts(table("toy"), cutoff=8),
}


@cache
def example(name: str) -> Result:
    made = EXAMPLES[name]()
    assert type(made).__name__ == name
    return made


def subclasses(base: type) -> Iterator[type]:
    for each in base.__subclasses__():
        yield each
        yield from subclasses(each)


def test_every_result_class_has_an_example() -> None:
    for module in pkgutil.walk_packages(evenkeel.__path__, "evenkeel."):
        if module.name != "evenkeel.__main__":
            importlib.import_module(module.name)
    found = {each for each in subclasses(Result) if each.__module__.startswith("evenkeel.")}
    assert {each.__name__ for each in found - {Answer, ResultList, TestResult}} == set(EXAMPLES)


@pytest.fixture(params=sorted(EXAMPLES))
def result(request: pytest.FixtureRequest) -> Result:
    return example(request.param)


@pytest.mark.slow
def test_report_and_print(result: Result) -> None:
    report = result.report()
    assert isinstance(report, Document)
    assert report.title
    assert report.tables
    assert str(result).strip()
    assert type(result).__name__ in repr(result)
    for row in result._repr_html_(), str(result):
        assert "object at 0x" not in row  # a thing that no renderer knows


@pytest.mark.slow
def test_save(result: Result, tmp_path: Path) -> None:
    report = result.report()
    drawn = any(isinstance(block, Picture) for block in report.flow)
    for ending in ENDINGS:
        if ending in _PICTURES and not drawn:
            continue
        path = tmp_path / f"saved{ending}"
        name = report.main_table.name if ending == ".csv" else None
        assert result.save(path, table=name, fragment=True) == [path]
        assert path.stat().st_size > 0
    assert json.loads((tmp_path / "saved.json").read_text(encoding="utf-8")) == json.loads(
        json.dumps(result.to_dict())
    )
    head, *rows = (tmp_path / "saved.csv").read_text(encoding="utf-8").splitlines()
    assert head.startswith(report.main_table.columns[0].title)
    assert len(rows) == len(report.main_table.rows)


@pytest.mark.slow
def test_frames(result: Result) -> None:
    report = result.report()
    for name in (None, *(each.name for each in report.tables)):
        table = report.main_table if name is None else report.table(name)
        titles = [column.title for column in table.columns]
        polars, pandas = result.to_polars(name), result.to_pandas(name)
        if pandas.index.name is not None:  # a matrix of pairs: the same names on both sides
            assert list(pandas.index) == list(pandas.columns)
            pandas = pandas.reset_index()
        assert polars.columns == list(pandas.columns) == titles
        assert polars.height == len(pandas) == len(table.rows)
        for c, column in enumerate(table.columns):
            cells = [row[c] for row in table.rows]
            numbers = [cell for cell in cells if cell is not None and cell == cell]
            if column.kind != "text":
                assert polars[column.title].drop_nulls().drop_nans().to_list() == numbers
                assert pandas[column.title].dropna().tolist() == numbers


@pytest.mark.slow
def test_equality(result: Result) -> None:
    again = pickle.loads(pickle.dumps(result))
    assert again is not result
    assert again == result
    assert {again, result} == {result}
    assert result != "a result"
    for field in fields(result):  # type: ignore[arg-type]
        changed = pickle.loads(pickle.dumps(result))
        object.__setattr__(changed, field.name, "something else")
        assert changed != result


def test_no_field_can_be_set(result: Result) -> None:
    with pytest.raises(FrozenInstanceError):
        setattr(result, fields(result)[0].name, None)  # type: ignore[arg-type]


def test_numbers_of_the_main_tables() -> None:
    # Garcia and Herrera (2008): Friedman's statistic, the largest z of Table 5, average ranks
    friedman = evenkeel.friedman(table(), ties="uncorrected").to_polars()
    assert friedman["Statistic"].to_list() == [pytest.approx(39.647, abs=5e-4)]
    z = evenkeel.posthoc_statistics(table(), method="normal").to_polars()
    largest = z.filter(pl.col("Hypothesis") == "C4.5 vs Kernel")["z"].item()
    assert largest == pytest.approx(5.471, abs=5e-4)
    ranks = evenkeel.ranks.friedman_ranks(table()).to_pandas().set_index("Algorithm")["Rank"]
    assert ranks["C4.5"] == pytest.approx(2.1, abs=5e-4)
    assert ranks.is_monotonic_increasing
    adjusted = evenkeel.compare(table()).to_polars()
    assert adjusted.columns[:3] == ["Hypothesis", "p", "Nemenyi (Bonferroni)"]


@pytest.mark.slow
@pytest.mark.parametrize("name", EXAMPLES)
def test_every_report_follows_the_published_schema(name: str) -> None:
    schema = json.loads((resources.files("evenkeel.report") / "report.schema.json").read_text())
    jsonschema.validate(json.loads(json.dumps(EXAMPLES[name]().to_dict())), schema)

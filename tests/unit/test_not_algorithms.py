"""Columns that are no algorithms: by name a fault, by look a remark, and how to leave them out."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from evenkeel.tables.parsing.not_algorithms import columns_faults, unlike_the_others

import evenkeel
from reading_help import faults, read_text, refusal

TABLE = """dataset,Size,SVM,RF,k-NN
adult,48842,0.851,0.862,0.794
breast,286,0.715,0.741,0.694
glass,214,0.642,0.774,0.715
heart,303,0.832,0.829,0.763
iris,150,0.961,0.953,0.953
"""
ALL = ("SVM", "RF", "k-NN")


def test_a_size_is_no_algorithm() -> None:
    assert refusal(TABLE) == (
        "open file: the column 'Size' is no algorithm by its name; leave it out with "
        "not_algorithms=['Size'], or keep every column as an algorithm with not_algorithms=[]"
    )


def test_it_is_left_out_or_the_algorithms_are_named() -> None:
    left = read_text(TABLE, better="higher", not_algorithms=["Size"])
    assert left.algorithms == ALL
    assert read_text(TABLE, better="higher", algorithms=ALL) == left
    assert read_text(TABLE, better="higher", not_algorithms="Size") == left
    turned = read_text(TABLE, better="higher", algorithms=["k-NN", "SVM"])
    assert turned.algorithms == ("k-NN", "SVM")
    assert turned.values[0].tolist() == [0.794, 0.851]
    assert left.checks() == ()


def test_an_algorithm_of_that_name_is_kept_on_request() -> None:
    assert read_text(TABLE, not_algorithms=[]).algorithms == ("Size", *ALL)
    assert read_text(TABLE, algorithms=["Size", "RF"]).algorithms == ("Size", "RF")


def test_several_columns_are_told_together_with_other_faults() -> None:
    text = TABLE.replace("Size", "#Classes").replace("k-NN", "Time (s)").replace("0.642", "x")
    found = faults(text)
    assert found[0] == (
        "the columns '#Classes' and 'Time (s)' are no algorithms by their names; leave them out "
        "with not_algorithms=['#Classes', 'Time (s)'], or keep every column as an algorithm with "
        "not_algorithms=[]"
    )
    assert found[1].startswith("line 4, column 3 (problem 'glass', algorithm 'SVM'): found 'x'")


def test_columns_that_hold_text_can_be_left_out() -> None:
    text = TABLE.replace("Size", "Area").replace("48842", "census").replace("286", "medicine")
    assert len(faults(text)) == 2
    assert read_text(text, not_algorithms=["Area"]).algorithms == ALL
    assert read_text(text, algorithms=["RF", "SVM"]).n == 5


@pytest.mark.parametrize(
    "name",
    [
        "Size", "size", "#Instances", "No. of classes", "number of features", "n_samples", "ID",
        "Seed", "fold", "Time (s)", "CPU time [ms]", "Runtime", "dim", "Dimensions", "Train size",
        "Iteration", "Length", "Mean", "Average rank", "Std", "p-value", "Winner", "#", "Task",
        "accuracy", "RMSE (test)", "FitTime", "log_loss", "Top-1 accuracy", "train_time_seconds",
        "period_length", "nb_samples", "BKS", "Optimum", "LB", "Diff", "Δ", "Improvement (%)",
        "Wilcoxon p", "n_runs", "# Cities", "Outlier Perc", "jobs", "GPU Memory (GB)", "gap.1",
    ],
)  # fmt: skip
def test_names_of_other_things(name: str) -> None:
    assert columns_faults([name, "A", "B", "C"])


@pytest.mark.parametrize(
    "names",
    [
        ("SVM", "k-NN", "DE", "TimeNet"),
        ("D", "n", "k", "t"),
        ("A1", "IDE", "SIZE-SVM", "Rank-SVM"),
        ("Sum", "Max", "Min", "Vote"),  # ways to combine classifiers
        ("Train", "Best-first", "10", "C4.5"),
        ("Time-CNN", "F2", "LogisticRegression", "MeanShift"),
        ("DE time", "GA time", "PSO time", "SA time"),  # times that are compared
        ("SVM rbf", "SVM linear", "RF rbf", "RF linear"),
        ("DE/best/1", "DE/rand/1", "GA/best/1", "GA/rand/1"),
        ("ResNet-18", "ResNet-50", "VGG-16", "VGG-19"),
        ("A_1", "A_2", "A_3", "B"),
        ("fixed-length", "variable-length", "any-length", "GA"),
    ],
)
def test_names_of_algorithms(names: tuple[str, ...]) -> None:
    assert columns_faults(names) == []


@pytest.mark.parametrize(
    ("names", "remedy"),
    [
        (("DE mean", "DE std", "PSO mean", "PSO std"), ["DE mean", "PSO mean"]),
        (("DE", "DE_std", "PSO", "PSO_std"), ["DE", "PSO"]),
        (("mean(DE)", "sd(DE)", "mean(PSO)", "sd(PSO)"), ["mean(DE)", "mean(PSO)"]),
        (("DE best", "DE mean", "GA best", "GA mean", "dim"), ["DE best", "GA best"]),
        (("A_mse", "A_mae", "B_mse", "B_mae"), ["A_mse", "B_mse"]),
        (("New / Acc", "New / F1", "Old / Acc", "Old / F1"), ["New / Acc", "Old / Acc"]),
        (("acc_A", "acc_B", "time_A", "time_B"), ["acc_A", "acc_B"]),
        (("A train", "A test", "B train", "B test"), ["A train", "B train"]),
        (("A_1", "A_2", "B_1", "B_2"), ["A_1", "B_1"]),
        (("A (seed 0)", "A (seed 1)", "B (seed 0)", "B (seed 1)"), ["A (seed 0)", "B (seed 0)"]),
        (("DE Ave", "DE STD", "PSO Ave", "PSO STD"), ["DE Ave", "PSO Ave"]),
        (("DE avg", "DE std. dev.", "GA avg", "GA std. dev."), ["DE avg", "GA avg"]),
        (("New", "New +/-", "Old", "Old +/-"), ["New", "Old"]),
        (("New", "σ New", "Old", "σ Old"), ["New", "Old"]),
        (("New", "Old", "New_err", "Old_err"), ["New", "Old"]),
        (("New", "Old", "New.1", "Old.1"), ["New", "Old"]),
    ],
)
def test_several_statistics_an_algorithm(names: tuple[str, ...], remedy: list[str]) -> None:
    (fault,) = columns_faults(names)
    assert fault.startswith(f"algorithms have several columns each, such as {names[0]!r}, ")
    assert fault.endswith(
        f"only one of a kind can be compared; say which with algorithms={remedy!r}"
    )


@pytest.mark.parametrize(
    "names", [("Best", "Worst", "Mean", "Std"), ("W", "T", "L"), ("Min", "Q1", "Median", "Q3")]
)
def test_columns_that_are_nothing_but_statistics(names: tuple[str, ...]) -> None:
    (fault,) = columns_faults(names)
    assert "are statistics by their names, not algorithms; if the table holds those of one" in fault
    assert f"with measure={names[0]!r}" in fault


def test_values_that_are_no_shares_among_shares_are_remarked_on() -> None:
    values = np.column_stack(
        [np.linspace(0.1, 0.9, 6), np.linspace(0.2, 0.8, 6), np.arange(6) + 2.5]
    )
    (remark,) = unlike_the_others(values, ["A", "B", "C"])
    assert "for most of its values are not between 0 and 1, as all of theirs are" in remark


@pytest.mark.parametrize("names", ["01234", ("fold1", "fold2"), ("run_0", "run_1"), ("10", "100")])
def test_columns_that_count_are_runs(names: tuple[str, ...]) -> None:
    (fault,) = columns_faults(list(names))
    assert "merely count, as the runs of one algorithm do" in fault


def test_a_measure_among_algorithms_and_no_other_column() -> None:
    (fault,) = columns_faults(["SVM", "accuracy", "recall"])
    assert "not_algorithms=['accuracy', 'recall'], or keep" in fault
    (fault,) = columns_faults(["accuracy", "recall"])
    assert "are measures by their names, not algorithms; if the table holds those of one" in fault


def test_the_columns_that_stay_are_doubted_too() -> None:
    text = TABLE.replace("k-NN", "Seed")
    assert refusal(text, not_algorithms=["Size"]) == (
        "open file: the column 'Seed' is no algorithm by its name; leave it out with "
        "not_algorithms=['Size', 'Seed'], or name the algorithms with algorithms="
    )
    assert read_text(text, better="higher", algorithms=["Seed", "RF"]).k == 2


def test_long_tables_choose_algorithms_by_name() -> None:
    text = "algorithm,problem,value\nA,x,1\nB,x,2\nC,x,oops\nA,y,4\nB,y,5\nC,y,6\n"
    assert read_text(text, algorithms=["B", "A"]).values.tolist() == [[2, 1], [5, 4]]
    assert read_text(text, not_algorithms=["C"]).algorithms == ("A", "B")
    assert refusal(text, algorithms=["D"]).startswith("unknown algorithm 'D'")


def test_both_options_contradict_each_other() -> None:
    assert refusal(TABLE, algorithms=["RF"], not_algorithms=["Size"]) == (
        "give algorithms= or not_algorithms=, not both; either says what is meant"
    )
    assert refusal(TABLE, not_algorithms=["Siz"]).startswith("unknown column of open file 'Siz': ")


def test_runs_in_a_wide_table() -> None:
    rows = [f"{p},{f},{s},0.{f}1,0.{f}2" for p, s in (("x", 10), ("y", 20)) for f in (1, 2, 3)]
    text = "\n".join(["problem,fold,Size,A,B", *rows, ""])
    with pytest.raises(evenkeel.TableError) as caught:
        evenkeel.read_runs(io.StringIO(text), better="lower")
    assert caught.value.faults == (
        "the column 'Size' is no algorithm by its name; leave it out with not_algorithms=['Size'], "
        "or keep every column as an algorithm with not_algorithms=[]",
    )
    runs = evenkeel.read_runs(io.StringIO(text), better="lower", not_algorithms=["Size"])
    assert runs.algorithms == ("A", "B")
    assert runs.counts().tolist() == [[3, 3], [3, 3]]
    runs = evenkeel.read_runs(io.StringIO(text), better="lower", algorithms=["B", "A"])
    assert sorted(runs.algorithms) == ["A", "B"]
    assert evenkeel.read_runs(io.StringIO(text), better="lower", not_algorithms=[]).k == 3


def test_runs_in_a_long_table() -> None:
    rows = [f"{a},{p},{r},{r}" for a in "ABC" for p in "xy" for r in (1, 2)]
    text = "\n".join(["algorithm,problem,run,value", *rows, ""])
    runs = evenkeel.read_runs(io.StringIO(text), better="lower", not_algorithms=["B"])
    assert runs.algorithms == ("A", "C")
    runs = evenkeel.read_runs(io.StringIO(text), better="lower", algorithms=["C", "A"])
    assert runs.algorithms == ("C", "A")


RADIUS = TABLE.replace("Size", "Radius")
REMARK = (
    "the column 'Radius' looks unlike the others, for it holds whole numbers and they do not; make "
    "sure that it is an algorithm, or leave it out with not_algorithms=['Radius']"
)


def test_a_column_that_looks_unlike_the_others_is_remarked_on() -> None:
    results = read_text(RADIUS, better="higher")
    assert results.checks() == (REMARK,)
    notice = evenkeel.compare(results).to_dict()["advice"][0]
    assert notice == {
        "grade": "caution",
        "title": "A column that may be no algorithm",
        "text": f"T{REMARK[1:]}.",
    }


def test_nobody_doubts_what_was_named() -> None:
    for options in ({"not_algorithms": []}, {"algorithms": ["Radius", *ALL]}):
        results = read_text(RADIUS, better="higher", **options)
        assert results.checks() == ()
        titles = [notice["title"] for notice in evenkeel.compare(results).to_dict()["advice"]]
        assert "A column that may be no algorithm" not in titles


def test_another_scale_is_remarked_on() -> None:
    rng = np.random.default_rng(3)
    values = rng.uniform(0.5, 1, (8, 4))
    values[:, 2] *= 1000
    (remark,) = unlike_the_others(values, "abcd")
    assert remark.startswith(
        "the column 'c' looks unlike the others, for its values are more than 100"
    )
    assert "times larger than theirs" in remark
    values[:, 2] /= 1e6
    assert "times smaller than theirs" in unlike_the_others(values, "abcd")[0]


@pytest.mark.parametrize(
    "values",
    [
        np.ones((8, 3)),
        np.arange(24.0).reshape(8, 3),
        np.random.default_rng(1).uniform(0, 1, (4, 3)),
        np.random.default_rng(1).uniform(0, 1, (30, 2)) * [1, 1e6],
        np.zeros((9, 3)) + np.array([0, 0.1, 0.2]),
    ],
    ids=["constant", "all whole", "few problems", "two algorithms", "constant columns"],
)
def test_what_looks_alike_is_not_remarked_on(values: np.ndarray) -> None:
    assert unlike_the_others(values, "abc"[: values.shape[1]]) == []


@pytest.mark.parametrize(
    "case", [case.name for case in evenkeel.cases() if case.name != "scipy_optimisers"]
)
def test_published_tables_have_no_such_columns(case: str) -> None:
    results = evenkeel.load(case)
    assert columns_faults(results.algorithms) == []
    assert unlike_the_others(results.values, results.algorithms) == []


@pytest.mark.parametrize("ending", ["csv", "tsv", "xlsx", "parquet", "json"])
def test_what_was_kept_is_read_back_without_doubt(ending: str, tmp_path: Path) -> None:
    text = TABLE + "Mean,9959,0.8,0.832,0.784\n"
    results = read_text(text, better="higher", not_algorithms=[], drop=[])
    results.save(tmp_path / f"r.{ending}")
    assert evenkeel.read(tmp_path / f"r.{ending}", better="higher") == results

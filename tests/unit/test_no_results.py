"""Rows and columns that are no results: left out and said, or asked about, and how to keep them."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import evenkeel
from reading_help import question, read_text, refusal

TABLE = """dataset,Size,SVM,RF,k-NN
adult,48842,0.851,0.862,0.794
breast,286,0.715,0.741,0.694
glass,214,0.642,0.774,0.715
heart,303,0.832,0.829,0.763
iris,150,0.961,0.953,0.953
"""
ALL = ("SVM", "RF", "k-NN")
BODY = """dataset,C4.5,1-NN,SVM,RF
adult,0.856,0.794,0.851,0.862
breast,0.732,0.694,0.715,0.741
glass,0.688,0.715,0.642,0.774
heart,0.781,0.763,0.832,0.829
iris,0.947,0.953,0.961,0.953
letter,0.881,0.957,0.974,0.966
"""
# Means, average ranks (higher is better), orders of them and wins of the six rows above, by hand.
MEANS = "0.814,0.813,0.829,0.854"
RANKS = "3.0,3.25,2.167,1.583"
ORDER = "3,4,2,1"
WINS = "0,0,3,3"


def said(results: evenkeel.Results) -> str:
    """What the reading says to have left out."""
    assert results.origin is not None
    return str(results.origin.reading).partition("; left out: ")[2]


def table_of(names: tuple[str, ...], seed: int = 4) -> str:
    """Eight problems with results between 0 and 1."""
    rows = np.random.default_rng(seed).random((8, len(names))).round(3).tolist()
    lines = [",".join(map(str, (f"d{i}", *row))) for i, row in enumerate(rows)]
    return "\n".join([",".join(("dataset", *names)), *lines, ""])


# Columns ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Size", "Radius"])  # by name and look, and by look alone
def test_a_size_is_left_out_and_said(name: str) -> None:
    results = read_text(TABLE.replace("Size", name), better="higher")
    assert results.algorithms == ALL
    assert said(results) == f"{name} (size)."
    assert results == read_text(TABLE, better="higher", not_algorithms="Size")
    assert results == read_text(TABLE, better="higher", algorithms=ALL)
    turned = read_text(TABLE, better="higher", algorithms=["k-NN", "SVM"])
    assert turned.algorithms == ("k-NN", "SVM")
    assert turned.values[0].tolist() == [0.794, 0.851]


def test_an_algorithm_of_that_name_is_kept_on_request() -> None:
    assert read_text(TABLE, not_algorithms=[]).algorithms == ("Size", *ALL)
    assert read_text(TABLE, algorithms=["Size", "RF"]).algorithms == ("Size", "RF")


def test_what_is_surely_none_is_left_out_beside_what_was_told() -> None:
    text = TABLE.replace("k-NN", "Notes")
    results = read_text(text, better="higher", not_algorithms=["Notes"])
    assert results.algorithms == ("SVM", "RF")
    assert said(results) == "Size (size), Notes."


def test_a_name_alone_is_a_question() -> None:
    assert question(table_of(("A", "B", "C", "Time (s)")), better="higher") == (
        "the table can be read in several ways: does the column 'Time (s)' (its name says time) "
        "hold results?",
        [{"not_algorithms": []}, {"not_algorithms": ["Time (s)"]}],
    )


def test_columns_that_hold_text_are_left_out() -> None:
    text = TABLE.replace("Size", "Area").replace("48842", "census").replace("286", "medicine")
    text = text.replace("214", "physics").replace("303", "medicine").replace("150", "botany")
    results = read_text(text, better="higher")
    assert (results.algorithms, said(results)) == (ALL, "Area (text).")


@pytest.mark.parametrize(
    "names",
    [
        ("SVM", "k-NN", "DE", "TimeNet"),
        ("D", "n", "k", "t"),
        ("A1", "IDE", "SIZE-SVM", "Rank-SVM"),
        ("Time-CNN", "F2", "LogisticRegression", "MeanShift"),
        ("DE time", "GA time", "PSO time", "SA time"),  # times that are compared
        ("SVM rbf", "SVM linear", "RF rbf", "RF linear"),
        ("ResNet-18", "ResNet-50", "VGG-16", "VGG-19"),
        ("fixed-length", "variable-length", "any-length", "GA"),
        ("A_1", "A_2", "A_3", "B"),
    ],
)
def test_names_of_algorithms(names: tuple[str, ...]) -> None:
    assert read_text(table_of(names)).algorithms == names


def test_names_that_may_be_those_of_algorithms_are_kept() -> None:
    names: tuple[str, ...] = ("Train", "Best-first", "10", "C4.5")
    assert question(table_of(names))[1][0] == {"not_algorithms": []}
    assert read_text(table_of(names), not_algorithms=[]).algorithms == names
    names = ("DE/best/1", "DE/rand/1", "GA/best/1", "GA/rand/1")
    assert read_text(table_of(names)).algorithms == names


@pytest.mark.parametrize(
    ("names", "algorithms"),
    [
        (("DE mean", "DE std", "PSO mean", "PSO std"), ("DE mean", "PSO mean")),
        (("DE", "DE_std", "PSO", "PSO_std"), ("DE", "PSO")),
        (("mean(DE)", "sd(DE)", "mean(PSO)", "sd(PSO)"), ("mean(DE)", "mean(PSO)")),
        (("DE Ave", "DE STD", "PSO Ave", "PSO STD"), ("DE Ave", "PSO Ave")),
        (("New", "New +/-", "Old", "Old +/-"), ("New", "Old")),
        (("New", "σ New", "Old", "σ Old"), ("New", "Old")),
        (("New", "Old", "New_err", "Old_err"), ("New", "Old")),
    ],
)
def test_deviations_beside_results_are_no_algorithms(
    names: tuple[str, ...], algorithms: tuple[str, ...]
) -> None:
    assert read_text(table_of(names)).algorithms == algorithms


@pytest.mark.parametrize(
    ("names", "measures"),
    [
        (("A_mse", "A_mae", "B_mse", "B_mae"), ["mse", "mae"]),
        (("A cost", "A regret", "B cost", "B regret"), ["cost", "regret"]),
        (("loss_A", "loss_B", "time_A", "time_B"), ["loss", "time"]),
        (("A train", "A test", "B train", "B test"), ["test", "train"]),
        (("A_1", "A_2", "B_1", "B_2"), ["1", "2"]),
        (("A (seed 0)", "A (seed 1)", "B (seed 0)", "B (seed 1)"), ["(seed 0)", "(seed 1)"]),
    ],
)
def test_several_columns_an_algorithm_are_never_pooled(
    names: tuple[str, ...], measures: list[str]
) -> None:
    text = table_of(names)
    why, answers = question(text)
    assert why == "the table can be read in several ways: which measure is meant?"
    assert answers == [{"measure": measure} for measure in measures]
    assert read_text(text, measure=measures[0]).algorithms == ("A", "B")
    assert list(evenkeel.read_measures(io.StringIO(text), better="lower")) == sorted(
        measures, key=lambda measure: [measure in name for name in names].index(True)
    )


@pytest.mark.parametrize(
    ("names", "why"),
    [
        (("accuracy", "recall"), "the columns 'accuracy', 'recall' are measures of one algorithm"),
        (("0", "1", "2", "3", "4"), "the columns '0', '1', ... are runs of one algorithm"),
    ],
)
def test_measures_and_runs_of_one_algorithm_are_refused(names: tuple[str, ...], why: str) -> None:
    assert refusal(table_of(names)).startswith(f"open file: {why}")
    assert read_text(table_of(names), not_algorithms=[]).algorithms == names


@pytest.mark.parametrize(
    "names",
    [("Best", "Worst", "Mean", "Std"), ("fold1", "fold2"), ("SVM", "accuracy", "recall")],
)
def test_what_may_be_statistics_or_runs_is_asked(names: tuple[str, ...]) -> None:
    why, answers = question(table_of(names))
    assert "measures of one" in why or "runs of one" in why
    assert {"shape": "wide"} in answers


def test_long_tables_choose_algorithms_by_name() -> None:
    text = "algorithm,problem,value\nA,x,1\nB,x,2\nC,x,oops\nA,y,4\nB,y,5\nC,y,6\n"
    assert read_text(text, algorithms=["B", "A"]).values.tolist() == [[2, 1], [5, 4]]
    assert read_text(text, not_algorithms=["C"]).algorithms == ("A", "B")
    assert refusal(text, algorithms=["D"]).startswith("unknown algorithm 'D'")
    rows = [f"{a},{p},{r},{r}" for a in "ABC" for p in "xy" for r in (1, 2)]
    runs = "\n".join(["algorithm,problem,run,value", *rows, ""])
    for options in ({"not_algorithms": ["B"]}, {"algorithms": ["A", "C"]}):
        found = evenkeel.read_runs(io.StringIO(runs), better="lower", **options)  # type: ignore[arg-type]
        assert found.algorithms == ("A", "C")


def test_both_options_contradict_each_other() -> None:
    assert refusal(TABLE, algorithms=["RF"], not_algorithms=["Size"]) == (
        "give algorithms= or not_algorithms=, not both; either says what is meant"
    )
    assert refusal(TABLE, not_algorithms=["Siz"]).startswith("unknown column of open file 'Siz': ")


def test_runs_in_a_wide_table() -> None:
    draws = np.random.default_rng(2).random((6, 2)).round(3).tolist()
    cells = [(p, f, s) for p, s in (("x", 10), ("y", 20)) for f in (1, 2, 3)]
    rows = [",".join(map(str, (*cell, *draw))) for cell, draw in zip(cells, draws, strict=True)]
    text = "\n".join(["problem,fold,Size,A,B", *rows, ""])

    def read(**options: Any) -> evenkeel.Runs:
        return evenkeel.read_runs(io.StringIO(text), better="lower", **options)

    runs = read()
    assert (runs.algorithms, runs.counts().tolist()) == (("A", "B"), [[3, 3], [3, 3]])
    assert read(not_algorithms=["Size"]).cell("A", "y").tolist() == [row[0] for row in draws[3:]]
    assert read(algorithms=["B", "A"]).algorithms == ("B", "A")
    assert sorted(read(not_algorithms=[]).algorithms) == ["A", "B", "Size"]


@pytest.mark.parametrize("ending", ["csv", "tsv", "xlsx", "parquet", "json"])
def test_what_was_kept_is_read_back_without_doubt(ending: str, tmp_path: Path) -> None:
    text = TABLE + "Mean,9959,0.8,0.832,0.784\n"
    results = read_text(text, better="higher", not_algorithms=[], drop=[])
    assert (results.n, results.k) == (6, 4)
    results.save(tmp_path / f"r.{ending}")
    assert evenkeel.read(tmp_path / f"r.{ending}", better="higher") == results


# Rows ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "what"),
    [
        (MEANS, "mean"),
        ("0.8142,0.8127,0.8292,0.8542", "mean"),
        ("4.885,4.876,4.975,5.125", "sum"),
        ("0.098,0.116,0.132,0.092", "standard deviation"),
        (RANKS, "average rank (higher is better)"),
        (WINS, "number of wins (higher is better)"),  # whole numbers among fractions
    ],
)
def test_rows_are_known_by_their_values(row: str, what: str) -> None:
    results = read_text(f"{BODY}(all),{row}\n", better="higher")
    assert results == read_text(BODY, better="higher")
    assert results.origin is not None
    assert results.origin.reading is not None
    (part,) = results.origin.reading.rows
    assert (part.name, part.role) == ("(all)", "summary")
    assert f"it is the {what} of the others" in part.why


@pytest.mark.parametrize("row", ["0.819,0.778,0.841,0.845", ORDER])  # medians, ranks
def test_rows_that_may_sum_up_are_asked_about(row: str) -> None:
    why, answers = question(f"{BODY}(all),{row}\n", better="higher")
    assert "does the row '(all)' (" in why
    assert sorted(answers, key=len) == [{"drop": []}, {"drop": ["(all)"]}]


def test_summaries_below_each_other_are_left_out_together() -> None:
    expected = read_text(BODY, better="higher")
    for options in ({}, {"drop": ["Mean", "Rank"]}, {"drop": "Mean"}):
        text = f"{BODY}Mean,{MEANS}\nRank,{RANKS}\n"
        assert read_text(text, better="higher", **options) == expected
    assert read_text(f"{BODY}x,{MEANS}\ny,{RANKS}\nz,{WINS}\n", better="higher") == expected


def test_a_name_without_the_values_is_a_question() -> None:
    text = BODY + "Mean,0.6,0.7,0.65,0.71\n"
    assert question(text, better="higher") == (
        "the table can be read in several ways: does the row 'Mean' (its name says summary) hold "
        "results?",
        [{"drop": ["Mean"]}, {"drop": []}],
    )
    assert read_text(text, better="higher", drop=[]).problems[-1] == "Mean"
    assert refusal(BODY, drop=["Maen"]).startswith("unknown row 'Maen': ")


def test_outcomes_in_words_are_no_row_of_results() -> None:
    text = f"{BODY}Mean,{MEANS}\nW/T/L,0/0/6,0/0/6,3/0/3,3/0/3\n"
    results = read_text(text, better="higher")
    assert results == read_text(BODY, better="higher")
    assert said(results) == "W/T/L (empty), Mean (summary)."


def test_long_tables_and_frames_are_looked_at_too() -> None:
    results = read_text(BODY, better="higher")
    means = [float(mean) for mean in MEANS.split(",")]
    long = "algorithm,problem,value\n" + "".join(
        f"{a},{p},{v}\n"
        for p, row in zip(
            (*results.problems, "Average"), (*results.values.tolist(), means), strict=True
        )
        for a, v in zip(results.algorithms, row, strict=True)
    )
    found = read_text(long, better="higher")
    assert (found, said(found)) == (results, "Average (summary).")
    assert read_text(long, better="higher", drop=["Average"]) == results
    assert read_text(long, better="higher", drop=[]).n == 7
    why, answers = question(long.replace("0.854", "0.9").replace("0.813", "0.7"), better="higher")
    assert "does the row 'Average' (its name says summary" in why
    assert {"drop": ["Average"]} in answers
    frame = results.to_pandas()
    frame.loc["x"] = frame.mean()
    assert evenkeel.read(frame, better="higher") == results


def test_a_problem_of_runs_that_is_a_summary_is_left_out() -> None:
    runs = {(p, r): [i**3 + 0.37 * r, 2**i + 0.11 * r] for i, p in enumerate("uvw") for r in (1, 2)}
    mean = np.mean(list(runs.values()), axis=0).tolist()
    rows = [
        f"{a},{p},{r},{values[j]}"
        for j, a in enumerate("AB")
        for (p, r), values in {**runs, ("Mean", 1): mean, ("Mean", 2): mean}.items()
    ]
    text = "\n".join(["algorithm,problem,run,value", *rows, ""])
    for options in ({}, {"drop": ["Mean"]}, {"drop": []}):
        found = evenkeel.read_runs(io.StringIO(text), better="lower", **options)  # type: ignore[arg-type]
        assert sorted(found.problems) == [*(["Mean"] if options == {"drop": []} else []), *"uvw"]


def test_what_was_saved_was_checked_before(tmp_path: Path) -> None:
    results = read_text(BODY + "Mean,0.6,0.7,0.65,0.71\n", better="higher", drop=[])
    results.save(tmp_path / "r.json")
    assert json.loads((tmp_path / "r.json").read_text())["problems"][-1] == "Mean"
    assert evenkeel.read(tmp_path / "r.json") == results


@pytest.mark.parametrize(
    ("why", "values"),
    [
        ("few rows", [[1.12, 2.31, 3.43], [3.24, 2.11, 5.45], [2.18, 2.21, 4.44]]),
        ("equal rows", [[0.5, 0.7, 0.9]] * 12),
        ("small whole numbers", [[1, 2, 3], [2, 2, 1], [3, 1, 2], [2, 3, 2], [2, 2, 2], [2, 2, 2]]),
        ("ranks of ranks", [[1, 2, 3, 4], [1, 3, 2, 4], [2, 1, 3, 4], [1, 2, 4, 3], [1, 2, 3, 4]]),
        ("two columns of two digits", [[10, 12], [14, 15], [11, 17], [13, 12], [12, 14]]),
        ("an easy problem", [*[[0.1, 0.2, 0.31]] * 3, [0.5, 0.4, 0.61], [0.7, 0.9, 0.8], [0] * 3]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_chance_is_no_summary(why: str, values: list[list[float]]) -> None:
    names = [f"A{j}" for j in range(len(values[0]))]
    lines = [",".join(map(str, (f"F{i}", *row))) for i, row in enumerate(values)]
    text = "\n".join([",".join(["problem", *names]), *lines, ""])
    assert read_text(text).values.tolist() == values


@pytest.mark.parametrize(
    "case", ["cec2005", "demsar2006", "garcia2008", "garcia2010", "dietterich2000"]
)
def test_published_tables_have_none_until_a_mean_is_appended(case: str) -> None:
    results = evenkeel.load(case)
    frame = results.to_pandas().rename_axis("problem")
    assert evenkeel.read(frame, better=results.better).n == results.n
    frame.loc["(all)"] = np.round(results.values.mean(axis=0), 4)
    found = evenkeel.read(frame, better=results.better)
    assert found.problems == results.problems

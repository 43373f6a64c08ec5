"""Rows that sum up the problems are no problems: by name, by value, and how to leave them out."""

from __future__ import annotations

import json

import numpy as np
import pytest
from evenkeel.tables.parsing.summary_rows import named_as_summary, summary_rows

import evenkeel
from reading_help import faults, read_text, refusal

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


@pytest.mark.parametrize(
    "name",
    [
        "Mean", "MEAN", "Average", "Avg", "Avg.", "Average rank", "avg. rank", "Mean Rank", "Rank",
        "Friedman rank", "Wins", "#Wins", "No. of wins", "W/T/L", "w-t-l", "w/d/l", "Win/Tie/Loss",
        "wins / ties / losses", "+/-/=", "+/≈/−", "Std", "Std. dev.", "Standard deviation", "Total",
        "Sum", "Median", "Best", "# best", r"\textbf{Mean}", "**Average**", "Average accuracy",
        "Mean (all datasets)", "Geometric mean", "p-value", "Overall", "Mean ± std", "Promedio",
        "Aggregate", "Geo. mean", "Avg. (all)", "Mean (6 datasets)", "Average over 30 functions",
        "MEAN (28 Data Sets)", "Avg. rank (all 30 problems)", "Average of 12 tasks",
        "Mittelwert", "Durchschnitt", "Mittlerer Rang", "Ø", "Ø Rang", "Summe", "Gesamt",
        "Standardabweichung", "Mittelwert (6 Datensätze)",
        "Moyenne", "Écart-type", "E\u0301cart type", "ECART-TYPE", "Rang moyen", "Médiane",
        "Média", "Desvio padrão", "Posição média", "Media", "Mediana",
        "Desviación estándar", "Desviacion estandar", "Rango medio", "Rango promedio",
        "Deviazione standard", "平均", "平均值", "总计", "标准差", "平均排名",
    ],
)  # fmt: skip
def test_names_of_summaries(name: str) -> None:
    assert named_as_summary(name)


@pytest.mark.parametrize(
    "name",
    [
        "iris", "F1", "Mean1", "meanshift", "Sum squares", "Total energy", "sd2", "e-t", "s-b", "b",
        "win95pts", "max-cut", "min vertex cover", "value", "score", "problem 1", "task", "", "12",
        "dataset", "best first", "E/T",
        "Mean-shift", "Sum10", "average-distance", "Rankine", "Total Energy", "Medium", "Mittel",
        "Mean 6", "Mean6 datasets", "Sum of 2 functions", "Maximum of 3 functions", "6 datasets",
        "30 functions", "Mean (6 dataset shift)", "Best DE", "SOMA", "Moyen", "Médio", "Medio",
        "Posição", "Padrão", "Type", "Rangoon", "Moyenne Durance", "平均场", "Summertime",
    ],
)  # fmt: skip
def test_names_of_problems(name: str) -> None:
    assert not named_as_summary(name)


@pytest.mark.parametrize("name", ["Mean (6 datasets)", "Mittelwert (6 Datensätze)", "Écart-type"])
def test_one_name_is_found_among_names_with_digits(name: str) -> None:
    names = [*(f"function {i} of data sets" for i in range(40)), name, "F41 (large)"]
    assert list(summary_rows(names, np.random.default_rng(3).random((42, 4)))) == [40]


def test_few_columns_of_few_digits_are_known_by_their_names_alone() -> None:
    # The row holds the means, but each fortieth row like those above would agree with them.
    body = [[95, 94, 91], [98, 97, 93], [71, 69, 60], [85, 81, 80], [96, 90, 92], [93, 95, 90]]
    values = np.array([*body, [90, 88, 84]]) / 100
    names = ["iris", "wine", "glass", "heart", "zoo", "vote"]
    assert summary_rows([*names, "Mittelwert"], values) == {6: "its name says so"}
    assert summary_rows([*names, "yeast"], values) == {}


def test_rows_are_known_by_their_names() -> None:
    text = BODY + "Mean,0.8,0.8,0.8,0.8\nW/T/L,0/0/6,0/0/6,3/0/3,3/0/3\n"
    assert refusal(text) == (
        "open file: the rows 'Mean' (line 8: its name says so) and 'W/T/L' (line 9: its name says "
        "so) are no problems but sum up others; leave them out with drop=['Mean', 'W/T/L'], or "
        "keep every row as a problem with drop=[]"
    )


@pytest.mark.parametrize(
    ("row", "what"),
    [
        (MEANS, "means"),
        ("0.8142,0.8127,0.8292,0.8542", "means"),
        ("0.819,0.778,0.841,0.845", "medians"),
        ("4.885,4.876,4.975,5.125", "sums"),
        ("0.098,0.116,0.132,0.092", "standard deviations"),
        (RANKS, "ranks"),
        (ORDER, "ranks"),
        (WINS, "numbers of wins"),
    ],
)
def test_rows_are_known_by_their_values(row: str, what: str) -> None:
    assert refusal(f"{BODY}(all),{row}\n", better="higher") == (
        f"open file: the row '(all)' (line 8: its values are the {what} of the 6 rows above) is no "
        "problem but sums up others; leave it out with drop=['(all)'], or keep every row as a "
        "problem with drop=[]"
    )


def test_several_summaries_below_each_other_are_told_together() -> None:
    text = f"{BODY}x,{MEANS}\ny,{RANKS}\nz,{WINS}\n"
    (fault,) = faults(text, better="higher")
    assert "drop=['x', 'y', 'z']" in fault
    assert "'y' (line 9: its values are the ranks of the 6 rows above)" in fault


def test_summaries_are_left_out() -> None:
    expected = read_text(BODY, better="higher")
    text = f"{BODY}Mean,{MEANS}\nW/T/L,0/0/6,0/0/6,3/0/3,3/0/3\n"
    assert read_text(text, better="higher", drop=["Mean", "W/T/L"]) == expected
    assert read_text(f"{BODY}Mean,{MEANS}\n", better="higher", drop="Mean") == expected


def test_what_is_not_named_stays_a_fault() -> None:
    text = f"{BODY}Mean,{MEANS}\nRank,{RANKS}\n"
    (fault,) = faults(text, better="higher", drop=["Mean"])
    assert fault == (
        "the row 'Rank' (line 9: its name says so) is no problem but sums up others; leave it out "
        "with drop=['Rank'], or keep every row as a problem with drop=[]"
    )


def test_a_problem_of_that_name_is_kept_on_request() -> None:
    text = BODY + "Mean,0.6,0.7,0.65,0.71\n"
    results = read_text(text, better="higher", drop=[])
    assert results.problems[-1] == "Mean"
    assert results.n == 7


def test_an_unknown_row_cannot_be_left_out() -> None:
    assert refusal(BODY, drop=["Maen"]).startswith("unknown row 'Maen': choose one of 'adult'")


def test_other_faults_are_told_with_the_summaries_but_not_those_in_them() -> None:
    text = BODY.replace("0.794", "0.794x") + f"Mean,{MEANS.replace('0.829', 'n.a.')}\n"
    found = faults(text, better="higher")
    assert len(found) == 2
    assert found[0].startswith("the row 'Mean' (line 8")
    assert found[1].startswith(
        "line 2, column 3 (problem 'adult', algorithm '1-NN'): found '0.794x'"
    )


def test_long_tables_and_frames_are_looked_at_too() -> None:
    results = read_text(BODY, better="higher")
    long = "algorithm,problem,value\n" + "".join(
        f"{a},{p},{v}\n"
        for p, row in zip(
            (*results.problems, "Average"), (*results.values.tolist(), [0.8] * 4), strict=True
        )
        for a, v in zip(results.algorithms, row, strict=True)
    )
    assert refusal(long) == (
        "open file: the row 'Average' (its name says so) is no problem but sums up others; leave "
        "it out with drop=['Average'], or keep every row as a problem with drop=[]"
    )
    frame = results.to_pandas()
    frame.loc["x"] = frame.mean()
    assert "'x' (row 7: its values are the means of the 6 rows above)" in refusal(frame)
    matrix = frame.to_numpy()
    assert "leave it out with drop=['P7']" in refusal(matrix)
    assert evenkeel.read(matrix, better="higher", drop=["P7"]).n == 6


def test_what_was_saved_was_checked_before(tmp_path) -> None:
    results = read_text(BODY + "Mean,0.6,0.7,0.65,0.71\n", better="higher", drop=[])
    results.save(tmp_path / "r.json")
    assert json.loads((tmp_path / "r.json").read_text())["problems"][-1] == "Mean"
    assert evenkeel.read(tmp_path / "r.json") == results


def summaries(values: object) -> dict[int, str]:
    matrix = np.array(values, dtype=float)
    return summary_rows([f"F{i}" for i in range(len(matrix))], matrix)


@pytest.mark.parametrize(
    ("why", "values"),
    [
        ("few rows", [[1.12, 2.31, 3.43], [3.24, 2.11, 5.45], [2.18, 2.21, 4.44]]),
        ("equal rows", [[0.5, 0.7, 0.9]] * 12),
        ("most rows are equal", [[1, 1, 1, 0.9], *[[1.0] * 4] * 9, [0.9, 0.8, 0.7, 0], [1.0] * 4]),
        ("small whole numbers", [[1, 2, 3], [2, 2, 1], [3, 1, 2], [2, 3, 2], [2, 2, 2], [2, 2, 2]]),
        ("ranks of ranks", [[1, 2, 3, 4], [1, 3, 2, 4], [2, 1, 3, 4], [1, 2, 4, 3], [1, 2, 3, 4]]),
        ("two columns of two digits", [[10, 12], [14, 15], [11, 17], [13, 12], [12, 14]]),
        ("one column", [[1.23], [4.56], [7.89], [2.34], [4.005]]),
        ("an easy problem", [*[[0.1, 0.2, 0.31]] * 3, [0.5, 0.4, 0.61], [0.7, 0.9, 0.8], [0] * 3]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_chance_is_no_summary(why: str, values: object) -> None:
    assert summaries(values) == {}


@pytest.mark.slow
def test_tables_of_chance_are_hardly_ever_refused() -> None:
    rng = np.random.default_rng(7)
    found = 0
    for _ in range(200):
        level = rng.normal(0.8, 0.1, (12, 1))
        found += bool(summaries(np.round(level + rng.normal(0, 0.03, (12, 4)), 2)))
    assert found == 0


def test_numbers_with_exponents_have_digits_of_their_own() -> None:
    body = [
        [1.23e2, 4.56e-5, 7.8e3],
        [3.4e1, 2.2e-5, 1.11e3],
        [5.6e2, 3.1e-6, 4.5e2],
        [1.0e2, 9e-5, 9e3],
    ]
    means = np.mean(body, axis=0)
    printed = [float(f"{mean:.2e}") for mean in means]
    assert summaries([*body, printed]) == {4: "its values are the means of the 4 rows above"}


@pytest.mark.parametrize(
    "case", ["cec2005", "demsar2006", "garcia2008", "garcia2010", "dietterich2000"]
)
def test_published_tables_have_none_until_a_mean_is_appended(case: str) -> None:
    results = evenkeel.load(case)
    assert summaries(results.values) == {}
    means = np.round(results.values.mean(axis=0), 4)
    assert list(summaries([*results.values, means])) == [results.n]


@pytest.mark.parametrize("size", [1.7e308, 5e-324, 0.0])
def test_numbers_at_the_ends_of_the_range_warn_of_nothing(size: float) -> None:
    rng = np.random.default_rng(5)
    assert summaries(rng.choice([-size, size, 0.5, 1e22], (9, 3))) == {}
    assert summaries(np.full((9, 3), size)) == {}

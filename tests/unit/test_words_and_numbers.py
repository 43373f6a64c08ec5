"""Layouts of published tables in which words, numbers and names must be weighed together.

Each is a small table made for the test, of the layout of one that was read falsely or asked about
without need; what is right was said by a person.
"""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest

import evenkeel
from evenkeel.errors import ReadingQuestion
from reading_help import question, read_text, refusal

DRAWN = np.random.default_rng(29)
MODELS = "model,Average,RTFx,Model size (B),ami,earnings,tedlium,voxpopuli\n" + "".join(
    f"org/m{i},{np.mean(row):.3f},{90 - 7 * i}.5,{i % 3}.5,{','.join(f'{x:.2f}' for x in row)}\n"
    for i, row in enumerate(3.0 + i + DRAWN.random(4) for i in range(8))
)
OVERSAMPLERS = "Classifier,Metric,NONE,ROS,SMOTE,B-SMOTE,K-SMOTE\n" + "".join(
    f"{classifier},{metric},{','.join(f'{x:.3f}' for x in 0.7 + 0.2 * DRAWN.random(5))}\n"
    for classifier in ("LR", "KNN", "RF")
    for metric in ("Accuracy", "F-score")
)
VALUES = 0.4 + 0.5 * DRAWN.random((9, 5))
RANKS = "dataset,MLP,FCN,ResNet,CNN,Encoder\n" + "".join(
    f"set{i},{','.join(map(str, DRAWN.permutation(5) + 1))}\n" for i in range(12)
)
MEAN_RANKS = "Classifier,Metric,NONE,ROS,SMOTE\n" + "".join(
    f"{name},{metric},{ranks}\n"
    for name, ranks in (("LR", "2.81,2.05,1.14"), ("KNN", "2.9,1.78,1.32"), ("RF", "2.55,2.4,1.05"))
    for metric in ("AUC", "F-score")
)


def first_direction(text: str) -> str | None:
    """Which values are better, as the first answer has it."""
    with pytest.raises(ReadingQuestion) as caught:
        evenkeel.read(io.StringIO(text))
    return caught.value.readings[0].options()["better"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("name,nsamples,nfeatures,npoints\na,90,7,630\nb,55,12,660\nc,31,9,279\n", "measures of"),
        ("strategy,mean,min,max,median\na,4,1,9,3\nb,5,2,8,4\nc,3,1,7,2\n", "measures of one prob"),
        (
            "model,img_size,top1,top5,crop_pct\na,224,71.5,90.1,0.9\na,288,72.5,91.1,0.95\n"
            "b,240,75.5,92.1,0.9\nc,256,76.0,93.1,1.0\nd,300,60.5,80.2,0.875\n",
            "measures of one problem",
        ),
        ("Model,ROUGE-1,ROUGE-2,ROUGE-L\na,44,21,40\nb,43,20,41\nc,45,22,42\n", "measures of one"),
        (
            "data,part,rows,columns\nmq,train,963,46\nmq,test,287,46\nyahoo,train,473,69\n"
            "yahoo,test,165,69\n",
            "measures of one algorithm",
        ),
        (
            "r,l,t\n" + "".join(f"-{i % 7}.5,{i % 9 + 70},{i}.25\n" for i in range(30)),
            "measures of one algorithm",
        ),
        (
            "strategy,corpus,p_value\n"
            + "".join(f"s{i},{c},{10.0**-i:.1e}\n" for i in range(5) for c in "ABC"),
            "'p_value' holds p-values of a test; give the results that were tested",
        ),
        (
            "model,Training Time,Evaluation Time,Training Memory,Evaluation Memory\n"
            "BPR,1.9,20.3,0.1,0.9\nNeuMF,4.2,19.0,3.4,4.8\nDMF,9.1,30.2,1.9,4.4\n",
            "measures of one problem",
        ),
    ],
)
def test_nothing_to_compare(text: str, why: str) -> None:
    assert why in refusal(text)


def test_p_values_are_known_by_their_file_and_their_numbers(tmp_path: Path) -> None:
    text = "Classifier,NONE,ROS,SMOTE\nLR,9.8e-04,2.8e-08,1.5e-07\nKNN,2.5e-09,2.1e-10,5.3e-05\n"
    path = tmp_path / "holms_test.csv"
    path.write_text(text)
    assert "seems to hold p-values of a test" in refusal(path)
    assert evenkeel.read(path, better="lower", shape="wide").algorithms == ("NONE", "ROS", "SMOTE")
    other = tmp_path / "errors.csv"  # the numbers alone say nothing
    other.write_text(text)
    assert "shape" not in refusal(other) or "p-values" not in refusal(other)


def test_what_is_said_of_models_is_no_problem_and_a_sorted_mean_tells_the_direction() -> None:
    results = read_text(MODELS)
    assert results.problems == ("ami", "earnings", "tedlium", "voxpopuli")
    assert results.k == 8
    assert first_direction(MODELS) == "lower"


def test_sizes_beside_few_algorithms() -> None:
    text = "data,#Instances,#Features,No. of classes,kNN,SVM\na,150,4,3,0.95,0.96\n"
    results = read_text(f"{text}b,178,13,3,0.95,0.98\nc,101,16,7,0.96,0.95\n")
    assert results.algorithms == ("kNN", "SVM")


def test_classifiers_are_settings_of_what_is_named_like_algorithms_as_well() -> None:
    why, answers = question(OVERSAMPLERS, better="higher")
    assert "which measure" in why
    assert answers[0] | {"shape": "wide"} == {"shape": "wide", "measure": "F-score"}
    results = read_text(OVERSAMPLERS, measure="Accuracy", shape="wide")
    assert results.problems == ("LR", "KNN", "RF")


@pytest.mark.parametrize("text", [RANKS, MEAN_RANKS])
def test_ranks_are_lower_for_the_better_whatever_was_ranked(text: str) -> None:
    assert first_direction(text) == "lower"


def test_marks_of_what_was_not_run_are_holes() -> None:
    text = "data,A,B,C\na,1,2,X\nb,2,1,3\nc,3,X,X\nd,1,X,2\ne,2,3,1\n"
    why, answers = question(text)
    assert why.startswith("4 results are missing, the first that of 'C' on 'a' (line 2, column 4")
    assert answers[0] == {"missing": "keep"}
    assert "found 'X', which is not a number" in refusal(text.replace("c,3,X", "c,3,4"))


def test_names_of_levels_below_two_headings() -> None:
    text = "group,old,old,new,new\nstrategy,a,b,c,d\ncorpus,,,,\nConll,1,2,3,4\nWnut,2,1,4,3\n"
    results = read_text(text + "Jnlpba,4,2,3,1\n")
    assert results.problems == ("Conll", "Wnut", "Jnlpba")
    assert results.algorithms == ("old / a", "old / b", "new / c", "new / d")


def test_markdown_with_tables_in_html(tmp_path: Path) -> None:
    path = tmp_path / "README.md"
    pipes = "# A\n\n| data | x | y |\n|---|---|---|\n| a | 1 | 2 |\n| b | 2 | 3 |\n\n"
    head = "<tr><th>data</th><th>u</th><th>v</th></tr>"
    row = "<tr><td>{}</td><td>{}</td><td>2</td></tr>"
    rows = "".join(row.format(*each) for each in (("a", 5), ("b", 4), ("c", 3)))
    path.write_text(f"{pipes}# B\n\n<table>{head}{rows}</table>\n")
    _, answers = question(path)
    assert [answer["pick"] for answer in answers] == ["B", "A"]  # the larger one first
    assert evenkeel.read(path, better="lower", pick="A").n == 2


def test_a_test_among_the_sheets_is_not_offered_first() -> None:
    tables = [{"name": "Wilcoxon", "rows": range(9)}, {"name": "runs", "rows": range(3)}]
    text = "".join(
        f"# {each['name']}\n\n|data|a|b|\n|---|---|---|\n"
        + "".join(f"|p{i}|0.{i + 1}|0.{i + 2}|\n" for i in each["rows"])  # type: ignore[attr-defined]
        + "\n"
        for each in tables
    )
    file = io.BytesIO(text.encode())
    with pytest.raises(ReadingQuestion) as caught:
        evenkeel.read(file, better="lower", format="markdown")
    assert [reading.pick for reading in caught.value.readings] == ["runs", "Wilcoxon"]


def test_a_column_among_the_others_that_is_no_mean_of_them_is_a_result() -> None:
    names = ("Mean", "KNN", "MICE", "Zero", "GAIN")
    rows = [f"set{i},{','.join(f'{x:.3f}' for x in row)}" for i, row in enumerate(VALUES)]
    results = read_text("\n".join([f"dataset,{','.join(names)}", *rows, ""]))
    assert results.algorithms == names
    means = [f"{row},{np.mean(values):.3f}" for row, values in zip(rows, VALUES, strict=True)]
    results = read_text("\n".join(["dataset,A,KNN,MICE,Zero,GAIN,Mean", *means, ""]))
    assert "Mean" not in results.algorithms


def test_extremes_that_are_none_are_names() -> None:
    rows = [f"set{i},{','.join(f'{x:.3f}' for x in row)}" for i, row in enumerate(VALUES)]
    heads = "dataset,Max,Mean,Sum,Attention,Min\n"
    assert read_text(heads + "\n".join(rows) + "\n").k == 5
    ordered = [f"s{i},{x.min():.3f},{x.mean():.3f},{x.max():.3f}" for i, x in enumerate(VALUES)]
    assert "measures of one algorithm" in refusal("\n".join(["dataset,Min,Mean,Max", *ordered, ""]))


def test_wins_under_a_name_that_says_nothing() -> None:
    text = "data,A,B,C,D\na,68.4,25.3,81.2,79.1\nb,85.4,55.5,83.3,85.2\nc,42.5,24.9,39.8,41.6\n"
    text += "d,96.6,9.1,78.3,80.7\ne,69.7,25.1,72.6,73.8\nf,60.1,80.2,70.3,50.5\nzz,3,1,1,1\n"
    assert "zz" not in read_text(text, better="higher").problems


def test_zeros_beside_a_problem_that_all_solve_are_not_run() -> None:
    rows = "a,0.10,0.08,0.15,0\nb,0.10,0.12,0.11,0\nc,0.00,0.00,0.00,0\nd,0.26,0.28,0.24,0\n"
    found = read_text(f"data,MLP,PF,kNN,CART\n{rows}e,0.18,0.17,0.23,0\n", better="lower")
    assert found.algorithms == ("MLP", "PF", "kNN")
    assert "left out: CART (not run)" in found.origin.reading.sentence()


def test_a_measure_whose_name_begins_like_another() -> None:
    names = ("MPT-30B", "GPT-4o", "Llama-2-7B", "Llama-2-13B")
    heads = ",".join(f"{measure}_{name}" for name in names for measure in ("acc", "acc_norm"))
    rows = "".join(f"b{i},{','.join(f'{x:.3f}' for x in DRAWN.random(8))}\n" for i in range(6))
    why, answers = question(f"Benchmark,{heads}\n{rows}", better="higher")
    assert "which measure is meant" in why
    assert answers[0] == {"measure": "acc"}
    assert read_text(f"Benchmark,{heads}\n{rows}", measure="acc_norm").k == 4


def test_a_column_without_the_sign_of_the_others_is_no_result() -> None:
    rows = [(f"{x:.1f}%" for x in row) for row in 90 * VALUES]
    text = "".join(f"m{i},{','.join(row)},{2 + i / 8:.2f}\n" for i, row in enumerate(rows))
    results = read_text(f"method,iris,wine,zoo,car,glass,zz\n{text}", transpose=True, drop=["zz"])
    assert results.n == 5
    why, _ = question(f"method,iris,wine,zoo,car,glass,zz\n{text}")
    assert "'zz' (it has no percentages, and the others have" in why


def test_a_column_of_yes_and_no_names_no_rows() -> None:
    rows = "".join(f"{i},{i % 3 == 1},{','.join(map(str, row))}\n" for i, row in enumerate(VALUES))
    results = read_text(f"index,seq_anomaly,BLOOM,GPT-4o,Llama,MPT,Qwen\n{rows}")
    assert (results.n, results.k) == (9, 5)

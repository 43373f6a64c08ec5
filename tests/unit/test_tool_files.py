"""What tools write oddly is refused with culprit and remedy, or said; never taken as it is."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

import evenkeel
from evenkeel.tables.parsing.written import separated
from evenkeel.tables.reading import read_any
from reading_help import question

MLFLOW = "run_id,status,params.model,params.dataset,metrics.acc,metrics.loss\n"
SEEDED = "run_id,status,params.model,params.dataset,params.seed,metrics.acc\n"
WEKA = "Key_Dataset,Key_Run,Key_Scheme,Key_Scheme_options,Percent_correct\n"


def message(text: str, **options: Any) -> str:
    with pytest.raises(evenkeel.EvenkeelError) as caught:
        read_any(io.StringIO(text), better="higher", **options)
    return str(caught.value)


@pytest.mark.parametrize("status", ["FAILED", "KILLED", "RUNNING", "SCHEDULED"])
def test_what_an_unfinished_run_of_mlflow_has_logged_is_no_result(status: str) -> None:
    rows = [f"{a}{p},FINISHED,{a},{p},0.5,1" for a in "AB" for p in "xyz"]
    rows[1] = f"Ay,{status},A,y,0.1,9"
    text = MLFLOW + "\n".join(rows)
    assert question(text, better="higher", measure="acc") == (
        "1 result is missing, that of 'A' on 'y' (line 3, column value: the run has the status "
        f"{status}): what is to become of it?",
        [{"missing": "worst"}, {"missing": "keep"}, {"missing": "drop-problem"}],
    )
    kept = read_any(io.StringIO(text), better="higher", measure="acc", missing="drop-problem")
    assert kept.problems == ("x", "z")
    assert kept.origin is not None
    assert "status" not in kept.origin.ignored


def test_a_run_of_mlflow_that_was_done_again_is_left_out_and_said() -> None:
    rows = [
        f"{model}{problem}{seed},FINISHED,{model},{problem},{seed},0.{seed}"
        for model in "AB"
        for problem in "xy"
        for seed in (1, 2)
    ]
    text = SEEDED + "\n".join(["f1,FAILED,A,x,1,0.9", *rows, "f2,KILLED,B,y,2,"]) + "\n"
    runs = evenkeel.read_runs(io.StringIO(text), better="higher")
    assert runs.cell("A", "x").tolist() == [0.1, 0.2]
    assert runs.origin.unread == (
        "runs that did not finish and were done again: 'f1' (FAILED), 'f2' (KILLED)",
    )
    again = "\n".join([SEEDED.strip(), *rows, "f1,FINISHED,A,x,1,0.9"])
    assert "algorithm 'A', problem 'x', run 1 occurs 2 times" in message(again)


@pytest.mark.parametrize(
    ("header", "rows", "column", "places"),
    [
        (
            "Algorithm,Problem,ExecutionId,IndicatorName,IndicatorValue,IndicatorValue",
            ["{a},{p},0,HV,1,9"],
            "IndicatorValue",
            "5 and 6",
        ),
        (
            "Problem,Algorithm,Problem,ExecutionId,IndicatorName,IndicatorValue",
            ["{p},{a},z,0,HV,1"],
            "Problem",
            "1 and 3",
        ),
        (
            "Key_Dataset,Key_Scheme,Key_Run,Percent_correct,Percent_correct",
            ["{p},{a},1,1,2"],
            "Percent_correct",
            "4 and 5",
        ),
        (
            "run_id,params.model,params.dataset,metrics.acc,metrics.acc",
            ["{a}{p},{a},{p},1,2"],
            "metrics.acc",
            "4 and 5",
        ),
        ("task_id,learner_id,classif.ce,classif.ce", ["{p},{a},1,2"], "classif.ce", "3 and 4"),
    ],
)
def test_a_column_of_a_tool_that_is_there_twice_is_refused(
    header: str, rows: list[str], column: str, places: str
) -> None:
    lines = [row.format(a=a, p=p) for a in "AB" for p in "xy" for row in rows]
    assert message("\n".join([header, *lines])) == (
        f"open file: the column {column!r} is there more than once (columns {places}); keep one of "
        "them"
    )


def test_classes_of_weka_of_one_name_keep_their_packages() -> None:
    rows = [
        f"{problem},1,{scheme},{option},{value}"
        for problem in "xy"
        for value, (scheme, option) in enumerate(
            [
                ("weka.trees.J48", "-a"),
                ("my.trees.J48", "-a"),
                ("my.trees.J48", "-b"),
                ("weka.rules.ZeroR", ""),
            ]
        )
    ]
    results = evenkeel.read(io.StringIO(WEKA + "\n".join(rows)), better="higher")
    assert results.algorithms == (
        "weka.trees.J48",
        "my.trees.J48 -a",
        "my.trees.J48 -b",
        "ZeroR",
    )
    assert results.values.tolist() == [[0, 1, 2, 3], [0, 1, 2, 3]]


def test_lm_eval_with_what_is_no_direction_model_or_number(tmp_path: Path) -> None:
    def refusal(**changed: Any) -> str:
        data = {"model_name": "m", "results": {"t": {"acc,none": 1}}, "versions": {}, **changed}
        path = tmp_path / "results.json"
        path.write_text(json.dumps(data))
        with pytest.raises(evenkeel.EvenkeelError) as caught:
            read_any(path, better="higher")
        return str(caught.value).replace(str(tmp_path), "HERE")

    for direction in ([True], {"a": 1}, "yes", 1):
        assert refusal(higher_is_better={"t": {"acc": direction}}) == (
            "HERE/results.json: 'higher_is_better' of the metric 'acc' of 't' is not true or "
            "false; give the file as it was made"
        )
    for arguments in ([1], 5, {"pretrained": [1]}, {"pretrained": ""}):
        named = refusal(model_name=None, config={"model_args": arguments})
        assert named.startswith("HERE/results.json: the file does not name its model")
    for value in ([1, 2], {"a": 1}, [[]]):
        assert f"found {value}, which is not a number" in refusal(
            results={"t": {"acc,none": value}}
        )
    for wrong in ([1], "x", 3):
        assert "results" in refusal(results={"t": wrong})
        assert "only one algorithm" in refusal(group_subtasks=wrong, higher_is_better=wrong)


def test_quotation_marks_that_do_not_pair_up_have_their_line(tmp_path: Path) -> None:
    marks = "do not pair up; close each cell before the next separator, and double the marks that"
    texts = {
        "accuracies.txt": 'nbc\niris 0.5 0.25\nwine 1 2\n"a\n"b 1 2\n',
        "A_acc.csv": 'Resamples:,0,1\nIris,0.5,0.25,"x\n,,,\nWine,1,2\n',
    }
    for (name, text), line in zip(texts.items(), (4, 2), strict=True):
        path = tmp_path / name
        path.write_text(text)
        with pytest.raises(evenkeel.EvenkeelError, match=marks) as caught:
            read_any(path, better="higher")
        assert f"line {line}" in str(caught.value)


@pytest.mark.parametrize("text", ["", "\n", "\x00", ",\n"])
def test_an_empty_heading_of_tsml_is_told(text: str, tmp_path: Path) -> None:
    path = tmp_path / "A_acc.csv"
    path.write_text(text + "x")
    with pytest.raises(evenkeel.EvenkeelError, match="line 1 should read 'Resamples:"):
        read_any(path, better="higher", format="tsml")


def test_a_wide_table_without_an_algorithm_is_told() -> None:
    text = 'nbc\n"x" anneal 94.5 98.5\n  credit 70 71\n  credit 80 81\nj48\n  anneal 90 91\n'
    assert "open file" in message(text)


@pytest.mark.parametrize("digits", [309, 400])
def test_iohprofiler_with_a_number_beyond_the_largest(digits: int, tmp_path: Path) -> None:
    path = tmp_path / "IOHprofiler_f1.json"
    best = f'{{"y": {"9" * digits}}}'
    path.write_text(
        '{"function_id": 1, "maximization": false, "algorithm": {"name": "A"}, "scenarios": '
        f'[{{"dimension": 2, "runs": [{{"instance": 1, "best": {best}}}]}}]}}'
    )
    with pytest.raises(evenkeel.EvenkeelError) as caught:
        read_any(path)
    assert str(caught.value) == (
        f"{path}: 'y' is beyond the largest number, about 1.8e308; replace it by a finite number"
    )


@pytest.mark.slow
@pytest.mark.parametrize("unit", ["_", "( ", "a ", "a_1", ".1"])
def test_a_column_with_a_very_long_name_is_read_soon(unit: str) -> None:
    # 50,000 underscores took 200 s, and a name that ends in 5,000 digits had a traceback.
    for name in (unit * 50_000 + "z", f"{unit * 50_000}_{'1' * 5000}"):
        table = io.StringIO(f"problem,A,{name}\nx,1,2\ny,1,3\n")
        assert evenkeel.read(table, better="lower").algorithms == ("A", name)


def test_a_text_of_very_many_digits_is_written_soon() -> None:
    text = f"-{'1' * 300_000}x"
    assert separated([text]).rstrip("\n") == f"'{text}"


def test_a_file_of_curves_whose_name_no_system_allows_is_told(tmp_path: Path) -> None:
    path = tmp_path / "f1.info"
    path.write_text(f"funcId = 1, DIM = 2, algId = 'A'\n%\n{'d' * 5000}.dat, 1:5|0.5\n")
    with pytest.raises(evenkeel.EvenkeelError, match="with the curves; give the whole folder"):
        read_any(path, format="coco-curves")

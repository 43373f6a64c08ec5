"""Frames, dicts and what scikit-learn returns keep their names, in compare() and everywhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

import evenkeel
from evenkeel.errors import ReadingQuestion
from evenkeel.tables.finding import find_tables
from reading_help import question

VALUES = np.array([[0.81, 0.79, 0.64], [0.92, 0.95, 0.7], [0.55, 0.61, 0.5], [0.7, 0.74, 0.69]])
PROBLEMS, ALGORITHMS = ("iris", "wine", "zoo", "heart"), ("SVM", "RF", "k-NN")
EXPECTED = evenkeel.Results(VALUES, PROBLEMS, ALGORITHMS, better="higher")
FRAME = pd.DataFrame(VALUES, index=list(PROBLEMS), columns=list(ALGORITHMS))
COLUMNS = {"dataset": PROBLEMS, **dict(zip(ALGORITHMS, VALUES.T, strict=True))}


def _series() -> pd.Series:
    return FRAME.rename_axis("problem").rename_axis("algorithm", axis=1).stack()


@pytest.mark.parametrize(
    "given",
    [
        FRAME,
        FRAME.reset_index(names="dataset"),
        pl.DataFrame(COLUMNS),
        pl.DataFrame(COLUMNS).lazy(),
        pl.DataFrame(COLUMNS).to_arrow(),
        _series(),
        _series().to_frame("accuracy"),
        COLUMNS,
        FRAME.to_dict(),
    ],
    ids=[
        "pandas index", "pandas column", "polars", "lazy", "pyarrow", "series", "levels of rows",
        "dict of arrays", "dict of dicts",
    ],
)  # fmt: skip
def test_compare_keeps_the_names(given: Any) -> None:
    assert evenkeel.compare(given, better="higher").results == EXPECTED
    assert evenkeel.friedman(given, better="higher").ranks.algorithms == ALGORITHMS


def test_a_path_is_read(tmp_path: Path) -> None:
    EXPECTED.save(tmp_path / "r.csv")
    assert evenkeel.compare(tmp_path / "r.csv", better="higher").results == EXPECTED


def test_a_bare_matrix_stays_one() -> None:
    class Lazy:
        def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray:
            return VALUES

    for given in (VALUES, VALUES.tolist(), Lazy()):
        results = evenkeel.compare(given, better="higher").results
        assert results.algorithms == ("A1", "A2", "A3")
        assert results.origin is None


LEVELS = pd.concat({"accuracy": FRAME, "time": 10 * FRAME}, axis=1)


def test_two_levels_of_columns_are_algorithms_and_measures() -> None:
    assert question(LEVELS, better="higher") == (
        "the table can be read in several ways: which measure is meant?",
        [{"measure": "accuracy"}, {"transpose": True, "measure": "accuracy"}],
    )  # times are not offered, for they are the better the lower
    assert evenkeel.read(LEVELS, better="higher", measure="accuracy") == EXPECTED
    turned = LEVELS.swaplevel(axis=1)
    assert evenkeel.read(turned, better="higher", measure="accuracy") == EXPECTED
    both = evenkeel.read_measures(LEVELS, better={"accuracy": "higher", "time": "lower"})
    assert both["time"].values.tolist() == (10 * VALUES).tolist()


def test_levels_are_known_by_their_names() -> None:
    frame = pd.concat({"x": FRAME, "y": 10 * FRAME}, axis=1)
    for names in (["metric", None], [None, "algorithm"], ["measure", "method"]):
        frame.columns.names = names
        assert evenkeel.read(frame, better="higher", measure="x") == EXPECTED


def test_levels_of_columns_are_joined_and_their_names_kept() -> None:
    frame = LEVELS.copy()
    (table,) = find_tables(frame)
    assert table.header is not None
    assert table.header[1:3] == ("accuracy / SVM", "accuracy / RF")
    assert table.levels == ()
    frame.columns.names = ["measure", "algorithm"]
    assert find_tables(frame)[0].levels == ("measure", "algorithm")
    one = FRAME.rename_axis(columns="model")
    assert find_tables(one)[0].levels == ("model",)


def test_levels_of_rows_are_columns() -> None:
    frame = FRAME.set_index(pd.MultiIndex.from_product([["a", "b"], [1, 2]]))
    (table,) = find_tables(frame)
    assert table.header is not None
    assert table.header[:2] == ("level_0", "level_1")
    assert table.names_in(0) == ("a", "a", "b", "b")
    frame.index.names = ["problem", "run"]
    results = evenkeel.compare(frame, better="higher").results
    assert results.problems == ("a", "b")
    assert results.origin is not None
    assert results.origin.aggregated == "mean of 2 runs"
    assert evenkeel.read_runs(frame, better="higher").counts().tolist() == [[2, 2, 2]] * 2


def scores(*values: float, **more: Any) -> dict[str, Any]:
    """What `sklearn.model_selection.cross_validate` returns."""
    folds = np.array(values)
    return {"fit_time": folds * 0 + 1, "score_time": folds * 0, "test_score": folds, **more}


STUDY = {
    "iris": {"SVM": scores(0.8, 0.9), "RF": scores(0.7, 0.6)},
    "wine": {"SVM": scores(0.5, 0.7), "RF": scores(0.9, 0.9)},
}


def test_cross_validation_of_several_problems() -> None:
    runs = evenkeel.read_runs(STUDY, better="higher")
    assert runs.cell("SVM", "iris").tolist() == [0.8, 0.9]
    assert runs.is_paired()
    results = evenkeel.compare(STUDY, better="higher").results
    assert results.algorithms == ("RF", "SVM")
    assert results.values.tolist() == [pytest.approx([0.65, 0.85]), pytest.approx([0.9, 0.6])]
    assert evenkeel.compare_runs(STUDY, better="higher").comparison.results == results


def test_cross_validation_of_one_problem_is_told_what_to_call() -> None:
    with pytest.raises(evenkeel.InputError) as caught:
        evenkeel.compare(STUDY["iris"], better="higher")
    assert str(caught.value) == (
        "cross validation: a comparison needs at least two problems, but there is only 'data'; add "
        "problems, or test its runs by themselves in Python with evenkeel.per_problem or "
        "evenkeel.runs.corrected_resampled_t"
    )
    runs = evenkeel.read_runs(STUDY["iris"], better="higher")
    assert evenkeel.per_problem(runs).problems == ("data",)


def test_sizes_of_repeated_folds_are_kept_for_the_corrected_tests() -> None:
    indices = {"train": [np.arange(90)] * 2, "test": [np.arange(10)] * 2}
    study = {
        p: {a: {**found, "indices": indices} for a, found in s.items()} for p, s in STUDY.items()
    }
    runs = evenkeel.read_runs(study, better="higher")
    assert runs.origin.split_sizes == (90.0, 10.0)
    assert evenkeel.read_runs(STUDY, better="higher").origin.split_sizes is None
    train, test = runs.origin.split_sizes
    first, second = (runs.cell(name, "iris") for name in ("SVM", "RF"))
    found = evenkeel.runs.corrected_resampled_t(first, second, train=train, test=test)
    # Differences 0.1 and 0.3: mean 0.2, variance 0.02, so t = 0.2 / sqrt((1/2 + 1/9) 0.02).
    assert found.statistic == pytest.approx(0.2 / ((1 / 2 + 1 / 9) * 0.02) ** 0.5)


def test_several_scores_are_measures() -> None:
    folds = {"fit_time": np.ones(2), "test_accuracy": np.array([0.5, 0.7]), "test_f1": np.ones(2)}
    study = {p: dict.fromkeys("ab", folds) for p in "xy"}
    with pytest.raises(ReadingQuestion, match=r"which measure is meant\?") as caught:
        evenkeel.compare(study, better="higher")
    answers = [reading.options()["measure"] for reading in caught.value.readings]
    assert answers == ["accuracy", "f1"]
    runs = evenkeel.read_runs(study, better="higher", measure="accuracy")
    assert runs.aggregate("mean").values.tolist() == [pytest.approx([0.6, 0.6])] * 2
    assert list(evenkeel.read_measures(study, better="higher")) == ["accuracy", "f1"]


def test_candidates_of_searches_are_algorithms() -> None:
    search = {
        "params": [{"C": 1, "kernel": "rbf"}, {"C": 10, "kernel": "rbf"}],
        "mean_fit_time": np.array([0.1, 0.2]),
        "split0_test_score": np.array([0.5, 0.7]),
        "split1_test_score": np.array([0.6, 0.9]),
        "mean_test_score": np.array([0.55, 0.8]),
        "rank_test_score": np.array([2, 1]),
    }
    results = evenkeel.compare({"iris": search, "wine": search}, better="higher").results
    assert results.algorithms == ("C=1, kernel=rbf", "C=10, kernel=rbf")
    assert results.values[0].tolist() == pytest.approx([0.55, 0.8])
    assert evenkeel.read_runs(search, better="higher").problems == ("data",)


def test_compare_takes_runs() -> None:
    runs = evenkeel.read_runs(STUDY, better="higher")
    assert evenkeel.compare(runs).results == evenkeel.compare(STUDY, better="higher").results
    one = runs.select(problems=["iris"])
    with pytest.raises(
        evenkeel.InputError, match="there is only 'iris'; add problems, or test its"
    ):
        evenkeel.compare(one)

"""A matrix of scores an algorithm, as rliable takes them."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import evenkeel

SCORES = {
    "PPO": np.array([[1.0, 2.0, 3.0], [1.5, 2.5, 3.5]]),
    "SAC": np.array([[2, 1, 7], [3, 2, 9], [4, 3, 8]]),
}


def test_rows_are_runs_and_columns_problems() -> None:
    runs = evenkeel.read_runs(SCORES, better="higher")
    assert (runs.algorithms, runs.problems) == (("PPO", "SAC"), ("P1", "P2", "P3"))
    assert runs.counts().tolist() == [[2, 3]] * 3
    long = pd.DataFrame(
        [
            (name, f"P{j + 1}", i, value)
            for name, scores in SCORES.items()
            for (i, j), value in np.ndenumerate(scores)
        ],
        columns=["algorithm", "problem", "run", "value"],
    )
    expected = evenkeel.read_runs(long, better="higher")
    assert np.array_equal(runs.aggregate("median").values, expected.aggregate("median").values)


def test_compare_takes_them() -> None:
    found = evenkeel.compare(SCORES, better="higher")
    assert found.results.values.tolist() == [[1.25, 3.0], [2.25, 2.0], [3.25, 8.0]]


def test_matrices_of_other_problems_are_refused() -> None:
    with pytest.raises(evenkeel.TableError) as caught:
        evenkeel.read_runs({**SCORES, "DQN": np.ones((2, 4))}, better="higher")
    assert str(caught.value) == (
        "dict of matrices: each matrix has a row per run and a column per problem, but the numbers "
        "of columns differ ('PPO' 3, 'SAC' 3, 'DQN' 4); give all the same problems, or a data "
        "frame with columns algorithm, problem, run and value"
    )


def test_a_matrix_has_no_names_to_choose_by() -> None:
    with pytest.raises(evenkeel.InputError, match="array has no names of columns to choose by"):
        evenkeel.read(np.ones((3, 2)), better="lower", algorithms=["a", "b"])

"""The design of the runs chooses the test of each problem, at every door."""

from __future__ import annotations

import json

import numpy as np
import pytest
from typer.testing import CliRunner

import evenkeel
from evenkeel.cli.app import app
from evenkeel.errors import InputError
from evenkeel.runs.problem_tests import DESIGNS, PROBLEM_TESTS, valid_tests
from runs_examples import make_runs


def runs_of(size: int, *, ones: bool = False) -> evenkeel.Runs:
    rng = np.random.default_rng(1)
    return make_runs(
        {
            (f"A{j}", f"P{i}"): rng.random(size) < 0.5 + 0.1 * j if ones else rng.random(size) + j
            for j in range(3)
            for i in range(4)
        },
        "higher",
    )


@pytest.mark.parametrize("design", DESIGNS)
def test_each_design_takes_its_own_test(design: str) -> None:
    found = evenkeel.compare_runs(
        runs_of(10, ones=design == "predictions"), design=design, test_share=0.1
    )
    assert found.problems.test == DESIGNS[design].test
    assert found.problems.design == design
    assert found.problems.test in valid_tests(design)
    assert PROBLEM_TESTS[found.problems.test].title in found.conclusions[-2]
    assert not found.untested


@pytest.mark.parametrize("design", DESIGNS)
def test_a_test_that_is_not_valid_for_the_design_is_refused(design: str) -> None:
    runs = runs_of(10)
    for test in PROBLEM_TESTS:
        if test not in valid_tests(design):
            with pytest.raises(InputError, match=f"not valid for the design '{design}'; choose "):
                evenkeel.compare_runs(runs, design=design, test=test)
            with pytest.raises(InputError, match=f"not valid for the design '{design}'; choose "):
                evenkeel.per_problem(runs, design=design, test=test)


def test_no_rank_test_and_no_plain_t_is_valid_for_dependent_runs() -> None:
    plain = {"mann-whitney", "wilcoxon", "t", "welch", "paired-t", "tukey", "dunnett", "tamhane"}
    for name, design in DESIGNS.items():
        assert bool(plain & set(valid_tests(name))) == (
            name != "predictions" and not design.dependent
        )


@pytest.mark.parametrize(
    ("size", "design", "why"),
    [
        (9, "5x2", "5 x 2 cross validation has ten runs per cell, five replications of two folds"),
        (30, "k-fold", "a cell has 30 runs, which may be one cross validation or several; say"),
        (10, "resampled", "of random splits needs the share of the examples"),
        (10, "predictions", "needs a run for each test example with the value 0 or 1"),
    ],
)
def test_where_no_test_is_valid_nothing_is_concluded(size: int, design: str, why: str) -> None:
    found = evenkeel.compare_runs(runs_of(size), design=design)
    assert found.problems is None
    assert found.untested.startswith("The problems were not tested of their own, and nothing is")
    assert why in found.untested
    said = " ".join(found.conclusions)
    assert found.untested in said
    assert "significant; each" not in said
    with pytest.raises(InputError, match=why):
        evenkeel.compare_runs(runs_of(size), design=design, test=DESIGNS[design].test)


def test_unpaired_folds_are_not_tested() -> None:
    frame = runs_of(10).frame.collect().to_polars().drop("run")
    found = evenkeel.compare_runs(evenkeel.read_runs(frame, better="higher"), design="k-fold")
    assert found.problems is None
    assert "test nothing on single problems: unpaired tests suppose independent" in found.untested


def test_a_test_for_one_design_tells_the_design() -> None:
    found = evenkeel.compare_runs(runs_of(10), test="five-by-two-t")
    assert found.conditions.design == "5x2"
    assert found.conditions.verdict == "not fulfilled"


def test_runs_are_taken_in_the_order_of_their_numbers() -> None:
    """As text 10 comes before 2, and the pairs of the replications would be torn."""
    values = np.random.default_rng(7).random((2, 10))
    ordered = make_runs({("A", "p"): values[0], ("B", "p"): values[1]})
    frame = ordered.frame.collect().to_polars().sample(fraction=1, shuffle=True, seed=3)
    found = evenkeel.per_problem(evenkeel.read_runs(frame, better="lower"), design="5x2")
    expected = evenkeel.runs.five_by_two_f(*values)
    assert found.pvalue[0, 0] == pytest.approx(expected.pvalue)


def test_dunnett_needs_a_control() -> None:
    with pytest.raises(InputError, match="name a control, or choose 'tukey' for all pairs"):
        evenkeel.per_problem(runs_of(5), test="dunnett")


@pytest.mark.parametrize("share", [0, 1, -0.1])
def test_the_share_lies_between_0_and_1(share: float) -> None:
    for call in (evenkeel.per_problem, evenkeel.compare_runs):
        with pytest.raises(InputError, match="test_share is "):
            call(runs_of(10), design="k-fold", test_share=share)


@pytest.mark.parametrize("test", ["five-by-two-t", "corrected-resampled-t", "tukey", "tamhane"])
def test_the_command_line_has_every_test(test: str, tmp_path) -> None:
    path = tmp_path / "runs.csv"
    runs_of(10).frame.collect().to_polars().write_csv(path)
    arguments = ["runs", str(path), "--better", "higher", "--test", test, "--json"]
    printed = CliRunner().invoke(app, arguments)
    assert printed.exit_code == 0
    tables = json.loads(printed.stdout)["tables"]
    found = evenkeel.per_problem(evenkeel.read_runs(path, better="higher"), test=test)
    rows = tables["per-problem-tests"]["rows"]
    assert [row[6] for row in rows] == pytest.approx(found.pvalue.ravel().tolist())
    assert ("per-problem-k-sample" in tables) == (found.k_sample is not None)

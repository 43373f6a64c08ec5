"""evenkeel joint, and the joint level of compare."""

from __future__ import annotations

import pytest

BETTER = ("--better", "HV=higher,IGD=lower")


@pytest.fixture
def table(tmp_path):
    rows = [
        f"{name},p{problem},{measure},{value}"
        for place, name in enumerate("ABC")
        for problem in range(8)
        for measure, value in (("IGD", place + 0.1 * problem), ("HV", 9 - place))
    ]
    path = tmp_path / "t.csv"
    path.write_text("\n".join(["algorithm,problem,measure,value", *rows]))
    return str(path)


def test_two_measures_together(evenkeel, table):
    run = evenkeel("joint", table, *BETTER, "--control", "A", "--margins", "IGD=0.5, HV=0")
    assert run.code == 0, run.err
    assert "A against B: most often better in IGD and HV (8 of 8 problems)" in run.out
    assert "(by more than its margin: IGD 0.5)" in " ".join(run.out.split())


@pytest.mark.parametrize("margins", ["IGD", "IGD=x", "IGD=1,2"])
def test_margins_that_are_no_numbers(evenkeel, table, margins):
    run = evenkeel("joint", table, *BETTER, "--margins", margins)
    assert run.code == 2
    assert "give numbers as in HV=0.01" in run.err


def test_the_level_of_all_measures(evenkeel, table):
    run = evenkeel("compare", table, *BETTER, "--each-measure", "--joint-level", "--full")
    assert run.code == 0, run.err
    assert "each is tested at 0.025" in " ".join(run.out.split())
    run = evenkeel("compare", "case:toy", "--joint-level")
    assert (run.code, run.out) == (2, "")
    assert "--joint-level is for several measures" in run.err

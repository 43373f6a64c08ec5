"""Conover's law beside scikit-posthocs and brute force, and McNemar's mid-p as published."""

import json
import math
from pathlib import Path

import numpy as np
import pytest

import evenkeel
from evenkeel.runs import mcnemar

FOUND = json.loads((Path(__file__).parent / "python" / "conover.json").read_text())


@pytest.mark.parametrize("ranking", ["friedman", "quade"])
@pytest.mark.parametrize("case", [name for name in FOUND if name != "versions"])
def test_conover_is_that_of_scikit_posthocs(case: str, ranking: str) -> None:
    found = evenkeel.posthoc_statistics(evenkeel.load(case), method="conover", ranking=ranking)
    np.testing.assert_allclose(found.pvalue, FOUND[case][ranking], rtol=1e-9)
    assert "Student's t" in found.notes[0]


def test_problems_that_all_rank_alike_have_the_chance_of_that() -> None:
    found = evenkeel.posthoc_statistics([[1, 2, 3]] * 3, method="conover", better="lower")
    np.testing.assert_allclose(found.pvalue, 1 / math.factorial(3) ** 2)
    assert np.isinf(found.z).all()
    tied = evenkeel.posthoc_statistics([[1, 1, 1]] * 3, method="conover", better="lower")
    assert tied.pvalue.tolist() == [1, 1, 1]


@pytest.mark.parametrize(
    ("b", "c", "exact", "mid"),
    # Fagerland, Lydersen and Laake (2013), Tables 6 and 7
    [(1, 7, 0.0703, 0.0391), (6, 16, 0.0525, 0.0347)],
)
def test_mid_p_as_published(b: int, c: int, exact: float, mid: float) -> None:
    truth = [1] * (b + c)
    first = [1] * b + [0] * c
    second = [0] * b + [1] * c
    assert mcnemar(first, second, truth).pvalue == pytest.approx(exact, abs=5e-5)
    found = mcnemar(first, second, truth, method="mid-p")
    assert found.pvalue == pytest.approx(mid, abs=5e-5)
    assert found.statistic == min(b, c)
    alike = mcnemar(first, first, truth, method="mid-p")
    assert alike.pvalue == 1
    one_sided = mcnemar(truth, [0] * (b + c), truth, method="mid-p")
    assert one_sided.pvalue == pytest.approx(2.0 ** -(b + c))

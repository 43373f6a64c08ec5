"""What docs/coming_from/aeon.md says of errors is measured here."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import evenkeel
from evenkeel.adjustments import adjust
from evenkeel.pairwise import wilcoxon_all

PAGE = Path(__file__).parents[2] / "docs" / "coming_from" / "aeon.md"
TABLES = 400


def rates(k: int, n: int = 30) -> tuple[float, float, float]:
    """How often k algorithms that are alike are told apart beside a far worse one.

    By aeon's rule, one-sided p-values against alpha / (algorithms - 1) after Friedman's test; by
    Holm's procedure of two-sided p-values; and how often Friedman's test lets aeon go on.
    """
    rng, alpha = np.random.default_rng(k), 0.05
    found = np.zeros(3)
    for _ in range(TABLES):
        values = rng.normal(size=(n, k + 1))
        values[:, k] += 10
        table = evenkeel.Results(values, better="lower")
        tests = wilcoxon_all(table)
        alike = (tests.family.pairs < k).all(axis=1)
        gate = evenkeel.friedman(table).pvalue < alpha
        found += (
            gate and (tests.pvalue[alike] / 2 <= alpha / k).any(),
            (adjust(tests.pvalue, "holm")[alike] <= alpha).any(),
            gate,
        )
    return tuple(found / TABLES)


@pytest.mark.slow
@pytest.mark.parametrize("k", [5, 10, 20])
def test_the_rates_of_errors_on_the_page_are_those_of_a_simulation(k: int) -> None:
    aeon, holm, gate = rates(k)
    row = re.search(
        rf"^\| {k} \| ([0-9.]+) \| ([0-9.]+) \|$", PAGE.read_text("utf-8"), re.MULTILINE
    )
    assert row is not None
    assert gate == 1  # the bad one is found every time
    assert (float(row[1]), float(row[2])) == (round(aeon, 3), round(holm, 3))
    assert holm <= 0.05 + 2 * np.sqrt(0.05 * 0.95 / TABLES)

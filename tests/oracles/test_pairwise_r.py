"""Pairwise tests against the stored output of R; the script and its version lie in oracles/r."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import evenkeel
from evenkeel.pairwise._wilcoxon import wilcoxon
from evenkeel.pairwise.sign import sign_test
from evenkeel.pairwise.signed_rank_law import untied_tail
from evenkeel.pairwise.ttest import t_test
from evenkeel.pairwise.walsh import hodges_lehmann

with (Path(__file__).parent / "r" / "pairwise.csv").open(encoding="utf-8", newline="") as file:
    VERSION = file.readline()
    ROWS = list(csv.DictReader(file))
SIDES = {"two.sided": "two-sided", "greater": "better", "less": "worse"}


@cache
def table(name: str) -> evenkeel.Results:
    return evenkeel.load(name)


def rows(kind: str) -> list[dict[str, str]]:
    return [row for row in ROWS if row["kind"].split("-")[0] == kind]


def label(row: dict[str, str]) -> str:
    return f"{row['kind']}-{row['first']}-{row['second']}"


def test_version_is_recorded():
    assert VERSION.startswith("# R version 4")


@pytest.mark.parametrize("row", rows("exact"), ids=label)
def test_wilcoxon_and_hodges_lehmann(row):
    cec2005 = table("cec2005")
    test = wilcoxon(cec2005, row["first"], row["second"])
    # R's V is the sum of the ranks of positive differences first - second; lower is better here.
    assert test.r_minus == float(row["statistic"])
    assert test.pvalue == pytest.approx(float(row["pvalue"]), rel=1e-10)
    estimate = hodges_lehmann(cec2005, row["first"], row["second"])
    assert estimate.method == "exact"
    assert (estimate.low, estimate.high, estimate.estimate) == pytest.approx(
        (float(row["low"]), float(row["high"]), float(row["estimate"])), rel=1e-9
    )


@pytest.mark.parametrize("row", rows("t"), ids=label)
def test_t(row):
    test = t_test(table("cec2005"), row["first"], row["second"])
    found = (test.statistic, test.pvalue, test.low, test.high, test.mean_difference)
    names = ("statistic", "pvalue", "low", "high", "estimate")
    assert found == pytest.approx([float(row[name]) for name in names], rel=1e-8)


@pytest.mark.parametrize("row", rows("normal"), ids=label)
def test_wilcoxon_normal_with_ties_and_zeros(row):
    _, side, *corrected = row["kind"].split("-")
    test = wilcoxon(
        table("demsar2006"),
        row["first"],
        row["second"],
        zeros="drop",
        method="normal",
        alternative=SIDES[side],
        continuity=bool(corrected),
    )
    assert test.r_plus == float(row["statistic"])
    assert test.pvalue == pytest.approx(float(row["pvalue"]), rel=1e-9)


@pytest.mark.parametrize("row", rows("psignrank"), ids=label)
def test_law(row):
    tail = untied_tail(1, int(row["first"]))
    assert tail[int(row["second"])] == pytest.approx(float(row["pvalue"]), rel=1e-9)


@pytest.mark.parametrize("row", rows("sign"), ids=label)
def test_sign(row):
    n, wins = int(row["first"]), int(row["second"])
    values = np.column_stack([np.arange(n) < wins, np.arange(n) >= wins]).astype(float)
    alternative = "better" if row["kind"].endswith("greater") else "two-sided"
    test = sign_test(values, alternative=alternative, better="higher")
    assert test.pvalue == pytest.approx(float(row["pvalue"]), rel=1e-10)

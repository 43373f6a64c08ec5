"""Multiple sign test and contrast estimation against Derrac et al. (2011) and its companions."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

import evenkeel
from evenkeel.effects.contrasts import contrast_estimation
from evenkeel.pairwise.multiple_sign import multiple_sign_critical, multiple_sign_test
from evenkeel.pairwise.sign_counts import familywise_level
from published import published

with Path(__file__).with_name("derrac2011_a21_multiple_sign.csv").open() as file:
    A21 = list(csv.DictReader(file))  # as printed
# Erratum 32: (n, alpha, m) where the exact critical value is one more than the printed one.
ONE_MORE = {
    *((6, 0.1, m) for m in (7, 8)),
    *((7, 0.05, m) for m in (6, 7)),
    (9, 0.1, 6),
    (10, 0.05, 5),
    *((11, 0.05, m) for m in (8, 9)),
    (12, 0.1, 6),
    (13, 0.05, 5),
    (14, 0.1, 4),
    *((14, 0.05, m) for m in (8, 9)),
    (15, 0.1, 7),
    *((17, 0.05, m) for m in (8, 9)),
    (18, 0.1, 8),
    (19, 0.05, 6),
    *((20, 0.05, m) for m in (8, 9)),
    (22, 0.05, 6),
    (23, 0.1, 7),
    (24, 0.05, 5),
    (25, 0.1, 2),
    (25, 0.05, 8),
    (35, 0.1, 6),
    (40, 0.05, 7),
    (45, 0.1, 7),
    *((45, 0.05, m) for m in (3, 7)),
}


def printed_critical(row: dict[str, str], m: int) -> int | None:
    return int(row[f"m={m}"]) if row[f"m={m}"] else None


@pytest.mark.parametrize("row", A21, ids=lambda row: f"{row['n']}-{row['alpha']}")
def test_table_a21_by_lookup(row):
    for m in range(2, 10):
        found = multiple_sign_critical(int(row["n"]), m, float(row["alpha"]), law="table")
        assert found == printed_critical(row, m)


@pytest.mark.slow
@pytest.mark.parametrize("row", A21, ids=lambda row: f"{row['n']}-{row['alpha']}")
def test_table_a21_by_the_exact_law(row):
    # Erratum 32: the table comes from a normal approximation.
    n, alpha = int(row["n"]), float(row["alpha"])
    for m in range(2, 10):
        printed = printed_critical(row, m)
        critical = (-1 if printed is None else printed) + ((n, alpha, m) in ONE_MORE)
        counts = [critical + 1] if critical < 0 else [critical + 1, critical]
        beyond, *allowed = familywise_level(n, m, counts, "one-sided")
        assert beyond > alpha, (n, m)
        assert all(level <= alpha for level in allowed), (n, m)


@pytest.mark.parametrize(
    ("n", "m", "alpha", "exact", "printed"), [(10, 5, 0.05, 1, 0), (25, 8, 0.05, 6, 5)]
)
def test_erratum_32(n, m, alpha, exact, printed):
    assert multiple_sign_critical(n, m, alpha) == exact
    assert multiple_sign_critical(n, m, alpha, law="table") == printed


@pytest.mark.parametrize("law", ["exact", "table"])
def test_example_3(law):
    # Erratum 12: where lower is better, minus signs of x_j - x_control speak for x_j.
    test = multiple_sign_test(evenkeel.load("cec2005"), control="SaDE", law=law)
    signs = {row["algorithm"]: row for row in published("derrac2011_t5_sign_sade")}
    assert test.counted.tolist() == [int(signs[a]["losses"]) for a in test.algorithms]
    assert test.minus.tolist() == test.counted.tolist()
    assert test.critical == {"exact": 6, "table": 5}[law]
    assert np.array(test.algorithms)[test.rejected].tolist() == ["PSO", "CHC"]


def test_example_3_with_three_algorithms_less():
    # Excluding three algorithms (m = 5), SSGA with 7 signs is detected at 0.1.
    small = evenkeel.load("cec2005").select(["PSO", "CHC", "SSGA", "SS-BLX", "SS-Arit", "SaDE"])
    test = multiple_sign_test(small, control="SaDE", alpha=0.1, law="table")
    assert test.critical == 7
    assert np.array(test.algorithms)[test.rejected].tolist() == ["PSO", "CHC", "SSGA"]


@pytest.mark.parametrize("law", ["exact", "table"])
def test_pdfc_against_the_rest(law):
    test = multiple_sign_test(evenkeel.load("garcia2010"), control="PDFC", law=law)
    # Erratum 29: cleveland is printed as (-) for NNEP, with 7 plus and 16 minus signs; 0.553 is
    # more than 0.508, so there are 8 and 15. The conclusion stands.
    assert dict(zip(test.algorithms, test.plus, strict=True)) == {
        "NNEP": 8,
        "IS-CHC+1NN": 6,
        "FH-GBML": 4,
    }
    assert test.minus.tolist() == [15, 18, 20]
    assert test.ties.tolist() == [1, 0, 0]
    assert test.r.tolist() == [8, 6, 4]
    assert test.critical == 6
    # Erratum 12: where higher is better, plus signs speak for x_j.
    assert test.counted.tolist() == [9, 6, 4]  # the tie of NNEP counts half, rounded up
    assert test.rejected.tolist() == [False, True, True]


def matrix(name: str) -> tuple[list[str], np.ndarray]:
    rows = published(name)
    names = [row["algorithm"] for row in rows]
    return names, np.array([[float(row[other]) for other in names] for row in rows])


def test_erratum_10_medians_are_antisymmetric():
    # Printed: Z_uv = Z_vu. With it, m_u - m_v would not give Table 19.
    contrasts = contrast_estimation(evenkeel.load("cec2005"))
    np.testing.assert_array_equal(contrasts.medians, -contrasts.medians.T)
    _, printed = matrix("derrac2011_t19_contrast")
    above = np.triu(contrasts.medians)
    effects = (above + above.T).mean(axis=1)
    assert np.abs(effects[:, None] - effects - printed).max() > 1

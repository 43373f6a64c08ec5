"""The adjustments against statsmodels, stored output of R, and brute force."""

from __future__ import annotations

import csv
from collections.abc import Callable
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache
from math import comb
from pathlib import Path

import numpy as np
import pytest
from statsmodels.stats.multitest import multipletests

from adjustment_oracle import (
    bonferroni_minimum,
    closed_testing,
    reject_down,
    reject_hommel,
    reject_li,
    reject_up,
    sidak_minimum,
    simes,
    smallest_alpha,
)
from evenkeel.adjustments import adjust, adjusted_alphas
from evenkeel.adjustments.step_up import rom_constants

R = Path(__file__).parent / "r"

STATSMODELS = {
    "bonferroni": "bonferroni",
    "sidak": "sidak",
    "holm": "holm",
    "holland": "holm-sidak",
    "hochberg": "simes-hochberg",
    "hommel": "hommel",
    "benjamini-hochberg": "fdr_bh",
    "benjamini-yekutieli": "fdr_by",
}


def families(seed: int, sizes: tuple[int, ...]) -> list[np.ndarray]:
    rng = np.random.default_rng(seed)
    drawn = []
    for m in sizes:
        drawn += [
            rng.random(m),
            rng.random(m) ** 5,
            rng.integers(0, 12, m) / 12,
            np.where(rng.random(m) < 0.3, rng.random(m) * 1e-9, rng.random(m)),
        ]
    return drawn


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:divide by zero encountered in log1p")  # theirs, at p = 1
@pytest.mark.parametrize("method", STATSMODELS)
def test_statsmodels(method: str) -> None:
    for p in families(1, (1, 2, 5, 36, 255, 256, 257, 900)):
        expected = multipletests(p, method=STATSMODELS[method])[1]
        np.testing.assert_allclose(adjust(p, method), expected, rtol=1e-12, atol=0)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:divide by zero encountered in log1p")
@pytest.mark.parametrize("method", [name for name in STATSMODELS if name != "hommel"])
def test_statsmodels_long(method: str) -> None:
    """Families that are sorted by bits and shared among the cores. Their Hommel takes too long."""
    for p in families(2, (5_000, 300_000)):
        expected = multipletests(p, method=STATSMODELS[method])[1]
        np.testing.assert_allclose(adjust(p, method), expected, rtol=1e-11, atol=0)


@cache
def r_families() -> dict[str, list[dict[str, str]]]:
    lines = (R / "adjustments.csv").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "# R version 4.2.2 Patched (2022-11-10 r83330)"
    rows: dict[str, list[dict[str, str]]] = {}
    for row in csv.DictReader(lines[1:]):
        rows.setdefault(row["family"], []).append(row)
    return rows


@pytest.mark.parametrize("family", r_families())
def test_r(family: str) -> None:
    rows = r_families()[family]
    p = [float(row["p"]) for row in rows]
    for column, method in [
        ("holm", "holm"),
        ("hochberg", "hochberg"),
        ("hommel", "hommel"),
        ("BH", "bh"),
        ("BY", "by"),
        ("bonferroni", "bonferroni"),
    ]:
        expected = [float(row[column]) for row in rows]
        np.testing.assert_allclose(adjust(p, method), expected, rtol=1e-14, atol=0)


@pytest.mark.parametrize(
    ("method", "local"),
    [("hommel", simes), ("holm", bonferroni_minimum), ("holland", sidak_minimum)],
)
def test_closed_testing(method: str, local: Callable[[np.ndarray], float]) -> None:
    for p in families(2, (1, 2, 3, 4, 6, 8)):
        np.testing.assert_allclose(
            adjust(p, method), closed_testing(p, local), rtol=1e-9, atol=1e-13
        )


def test_hochberg_is_not_below_closed_simes() -> None:
    """Hochberg is a shortcut that closed testing with Simes' test dominates."""
    for p in families(3, (2, 3, 5, 8)):
        assert (adjust(p, "hochberg") >= closed_testing(p, simes) * (1 - 1e-14)).all()


LEVELS = {
    "holm": (reject_down, lambda m, a: a / np.arange(m, 0, -1)),
    "holland": (reject_down, lambda m, a: 1 - (1 - a) ** (1 / np.arange(m, 0, -1))),
    "finner": (reject_down, lambda m, a: 1 - (1 - a) ** (np.arange(1, m + 1) / m)),
    "hochberg": (reject_up, lambda m, a: a / np.arange(m, 0, -1)),
    "benjamini-hochberg": (reject_up, lambda m, a: a * np.arange(1, m + 1) / m),
    "benjamini-yekutieli": (
        reject_up,
        lambda m, a: a * np.arange(1, m + 1) / m / sum(1 / i for i in range(1, m + 1)),
    ),
    "bonferroni": (reject_down, lambda m, a: np.full(m, a / m)),
    "sidak": (reject_down, lambda m, a: np.full(m, 1 - (1 - a) ** (1 / m))),
    "rom": (reject_up, lambda m, a: rom_levels(m, a)),
}


def rom_levels(m: int, alpha: float) -> np.ndarray:
    """Rom (1990), written down as printed in erratum 4; from the smallest p-value on."""
    level = {m: alpha, m - 1: alpha / 2}
    for i in range(3, m + 1):
        first = sum(alpha**j for j in range(1, i))
        second = sum(comb(i, j) * level[m - j] ** (i - j) for j in range(1, i - 1))
        level[m - i + 1] = (first - second) / i
    return np.array([level[i] for i in range(1, m + 1)])


@pytest.mark.slow
@pytest.mark.parametrize("method", LEVELS)
def test_smallest_alpha_of_the_rejection_rule(method: str) -> None:
    direction, levels = LEVELS[method]
    for p in families(4, (1, 2, 3, 7)):
        expected = smallest_alpha(direction(levels), p)
        np.testing.assert_allclose(adjust(p, method), expected, rtol=0, atol=1e-11)


@pytest.mark.parametrize(("method", "rejects"), [("hommel", reject_hommel), ("li", reject_li)])
def test_smallest_alpha_of_hommel_and_li(
    method: str, rejects: Callable[[np.ndarray, float], np.ndarray]
) -> None:
    for p in families(5, (1, 2, 3, 7)):
        expected = smallest_alpha(rejects, p)
        np.testing.assert_allclose(adjust(p, method), expected, rtol=0, atol=1e-11)


@pytest.mark.parametrize("method", LEVELS)
def test_levels(method: str) -> None:
    for alpha in (0.001, 0.05, 0.5, 0.99):
        p = np.linspace(0, 1, 9)
        result = adjusted_alphas(p, method, alpha)
        assert result.levels is not None
        np.testing.assert_allclose(result.levels, LEVELS[method][1](9, alpha), rtol=1e-12)


def rom_fractions(m: int, alpha: Fraction) -> list[Fraction]:
    """c_1, ..., c_m in exact arithmetic."""
    c = [alpha, alpha / 2][:m]
    for i in range(3, m + 1):
        first = sum((alpha**j for j in range(1, i)), Fraction(0))
        second = sum((comb(i, j) * c[j] ** (i - j) for j in range(1, i - 1)), Fraction(0))
        c.append((first - second) / i)
    return c


@pytest.mark.parametrize(
    "alpha", [Fraction(1, 2**20), Fraction(1, 16), Fraction(1, 2), Fraction(1)]
)
def test_rom_constants_in_exact_arithmetic(alpha: Fraction) -> None:
    exact = rom_fractions(12, alpha)
    computed = rom_constants(12, np.array([float(alpha)]))[:, 0]
    for ours, theirs in zip(computed.tolist(), exact, strict=True):
        assert abs(Fraction(ours) / theirs - 1) < Fraction(1, 10**15)


def rom_decimals(m: int, alpha: float) -> list[Decimal]:
    """c_1, ..., c_m with 120 digits: exact fractions outgrow every memory."""
    with localcontext() as context:
        context.prec = 120
        a = Decimal(alpha)
        c, terms, power, powers = [a, a / 2], {}, a, a
        for i in range(3, m + 1):
            power *= a
            powers += power
            for j in terms:
                terms[j] *= c[j] * i / (i - j)
            terms[i - 2] = comb(i, 2) * c[i - 2] ** 2
            c.append((powers - sum(terms.values())) / i)
        return c


@pytest.mark.slow
@pytest.mark.parametrize(
    ("alpha", "m", "error"),
    [
        (1e-9, 300, 1e-15),
        (0.05, 300, 2e-15),
        (0.5, 300, 2e-15),
        (0.9, 300, 1e-14),
        (0.999, 300, 3e-12),
        (1.0, 300, 3e-12),
    ],
)
def test_rom_constants_with_120_digits(alpha: float, m: int, error: float) -> None:
    exact = rom_decimals(m, alpha)
    computed = rom_constants(m, np.array([alpha]))[:, 0]
    relative = [
        abs(float(Decimal(ours) / theirs - 1))
        for ours, theirs in zip(computed.tolist(), exact, strict=True)
    ]
    assert max(relative) < error


def test_rom_constants_increase_with_alpha_and_lie_between_their_bounds() -> None:
    """The inversion rests on it: c_j increases, alpha / j <= c_j <= 1 - (1 - alpha)^(1 / j)."""
    alpha = np.linspace(0.001, 1, 1000)
    for m in (40, 400):
        constants = rom_constants(m, alpha)
        assert (np.diff(constants, axis=1) > 0).all()
        assert (np.diff(constants, axis=0) < 0).all()
        j = np.arange(1, m + 1)[:, None]
        assert (constants >= alpha / j * (1 - 1e-14)).all()
        assert (constants <= 1 - (1 - alpha) ** (1 / j) + 1e-12).all()


@pytest.mark.slow
@pytest.mark.parametrize("j", [3, 4, 10, 36, 300])
def test_rom_apv_inverts_the_constants(j: int) -> None:
    """The smallest of j p-values, the others 1: its APV is the alpha at which c_j is its value."""
    for alpha in (1e-8, 0.01, 0.05, 0.3, 0.9):
        smallest = rom_constants(j, np.array([alpha]))[-1, 0]
        p = np.append(np.ones(j - 1), smallest)
        assert adjust(p, "rom")[-1] == pytest.approx(alpha, rel=1e-11)


@pytest.mark.slow
def test_rom_for_many_families_at_once() -> None:
    """Thousands of families are interpolated, a few are solved one by one."""
    rng = np.random.default_rng(6)
    p = rng.random((2500, 9)) ** rng.integers(1, 6, (2500, 1))
    together = adjust(p, "rom")
    apart = np.array([adjust(family, "rom") for family in p[:150]])
    np.testing.assert_allclose(together[:150], apart, rtol=1e-11)

"""The omnibus tests against scipy, stored output of R and brute force."""

from __future__ import annotations

import csv
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

import evenkeel
from evenkeel.numerics.tails import f_sf
from evenkeel.omnibus._aligned import aligned_statistic, friedman_aligned
from evenkeel.omnibus._friedman import friedman, friedman_law, friedman_statistic, iman_davenport
from evenkeel.omnibus._quade import quade, quade_statistic
from evenkeel.omnibus.permutation import arrangements, chi_square_sf
from evenkeel.ranks.kernels import rank_aligned, rank_ranges, rank_rows
from evenkeel.ranks.named import compute_ranks
from evenkeel.tables.results import Results
from permutations import omnibus_pvalue

TESTS = {"friedman": friedman, "aligned": friedman_aligned, "quade": quade}
STATISTICS = {
    "friedman": friedman_statistic,
    "aligned": aligned_statistic,
    "quade": quade_statistic,
}
R = Path(__file__).parent / "r"


def tied_tables(seed: int, count: int) -> list[Results]:
    rng = np.random.default_rng(seed)
    return [
        Results(
            rng.integers(0, rng.integers(2, 9), size=(rng.integers(2, 15), rng.integers(2, 7))),
            better="lower",
        )
        for _ in range(count)
    ]


def r_rows(name: str) -> list[dict[str, str]]:
    lines = (R / name).read_text(encoding="utf-8").splitlines()
    assert lines[0] == "# R version 4.2.2 Patched (2022-11-10 r83330)"
    return list(csv.DictReader(lines[1:]))


def r_results() -> list[tuple[str, str, float, float]]:
    rows = r_rows("omnibus_results.csv")
    return [(r["table"], r["test"], float(r["statistic"]), float(r["pvalue"])) for r in rows]


def r_tables() -> dict[str, Results]:
    cells: dict[str, dict[tuple[int, int], float]] = {}
    with (R / "omnibus_tables.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            place = int(row["problem"]) - 1, int(row["algorithm"]) - 1
            cells.setdefault(row["table"], {})[place] = float(row["value"])
    tables = {}
    for name, values in cells.items():
        matrix = np.empty(tuple(np.max(list(values), axis=0) + 1))
        for place, value in values.items():
            matrix[place] = value
        tables[name] = Results(matrix, better="lower")
    return tables


R_RESULTS = r_results()
R_TABLES = r_tables()


@pytest.mark.parametrize(
    ("table", "test", "statistic", "pvalue"), R_RESULTS, ids=[f"{r[0]}-{r[1]}" for r in R_RESULTS]
)
def test_r(table: str, test: str, statistic: float, pvalue: float) -> None:
    """R corrects for ties; where Quade's A = B it gives NaN and (1 / k!)^(n - 1)."""
    results = R_TABLES[table] if table in R_TABLES else evenkeel.load(table)
    ours = TESTS[test](results, ties="corrected")
    if table == "identical" and test == "quade":
        assert np.isnan(statistic)
        assert ours.statistic == np.inf
    else:
        assert ours.statistic == pytest.approx(statistic, rel=1e-12, abs=1e-12)
    assert ours.pvalue == pytest.approx(pvalue, rel=1e-11)


def test_r_covers_what_it_should() -> None:
    assert len(R_RESULTS) == 2 * (8 + 24 + 1)
    assert sum(np.isnan(row[2]) for row in R_RESULTS) == 1


@pytest.mark.parametrize("table", [t for t in tied_tables(0, 30) if t.k > 2], ids=str)
def test_scipy_friedman(table: Results) -> None:
    reference = stats.friedmanchisquare(*table.values.T)
    ours = friedman(table, ties="corrected")
    assert ours.statistic == pytest.approx(reference.statistic, rel=1e-12, abs=1e-12)
    assert ours.pvalue == pytest.approx(reference.pvalue, rel=1e-11)


def test_kendalls_w_of_the_raters_of_anxiety() -> None:
    """Three raters of twenty persons: 0.5396569 by R's irr and DescTools, corrected for ties."""
    raters = np.array(
        [
            [3, 3, 3, 4, 5, 5, 2, 3, 5, 2, 2, 6, 1, 5, 2, 2, 1, 2, 4, 3],
            [3, 6, 4, 6, 2, 4, 2, 4, 3, 3, 2, 3, 3, 3, 2, 2, 1, 3, 3, 4],
            [2, 1, 4, 4, 3, 2, 1, 6, 1, 1, 1, 2, 3, 3, 1, 1, 3, 3, 2, 2],
        ]
    )
    assert round(friedman(raters, better="lower").kendall_w, 7) == 0.5396569


def test_kendalls_w_by_its_formula() -> None:
    """W = 12 S / (n^2 (k^3 - k) - n sum (t^3 - t)), in whole numbers; the test is left alone."""
    for table in tied_tables(2, 20):
        n, k = table.n, table.k
        ranks = np.apply_along_axis(stats.rankdata, 1, table.values)
        totals = [Fraction(float(total)) for total in ranks.sum(axis=0)]
        squares = sum((total - Fraction(n * (k + 1), 2)) ** 2 for total in totals)
        groups = [np.unique(row, return_counts=True)[1] for row in table.values]
        ties = sum(int((t**3 - t).sum()) for t in groups)
        below = n * n * (k**3 - k) - n * ties
        expected = float(12 * squares / below) if below else 0.0
        for ours in (friedman(table), friedman(table, ties="corrected"), iman_davenport(table)):
            assert ours.kendall_w == pytest.approx(expected, rel=1e-12)


def test_identical_rankings_with_ties_agree_completely() -> None:
    # It was 0.75, while 1 means complete agreement.
    values = np.array([[1, 1, 2, 3], [0, 0, 5, 6], [-2, -2, 0, 1]])
    assert friedman(values, better="lower").kendall_w == pytest.approx(1.0, rel=1e-15)
    assert iman_davenport(values, better="lower").kendall_w == pytest.approx(1.0, rel=1e-15)


def test_tie_correction_by_its_formula() -> None:
    """X / (1 - sum (t^3 - t) / (n k (k^2 - 1))), and equation (3) from it."""
    for table in tied_tables(1, 20):
        n, k = table.n, table.k
        groups = [np.unique(row, return_counts=True)[1] for row in table.values]
        shrink = 1 - sum(int((t**3 - t).sum()) for t in groups) / (n * k * (k * k - 1))
        plain = friedman(table, ties="uncorrected").statistic
        corrected = friedman(table)
        if shrink > 0:
            assert corrected.statistic == pytest.approx(plain / shrink, rel=1e-12)
        f = iman_davenport(table).statistic
        x = corrected.statistic
        if x < n * (k - 1) - 1e-9:
            assert f == pytest.approx((n - 1) * x / (n * (k - 1) - x), rel=1e-10)


def test_survival_functions_far_out() -> None:
    """R's pchisq and pf with lower.tail = FALSE, down to 1e-260."""
    rows = r_rows("omnibus_tails.csv")
    assert len(rows) == 2 * 4 * 3 * 5
    for row in rows:
        statistic, n, k = float(row["statistic"]), int(row["n"]), int(row["k"])
        f = row["distribution"] == "f"
        ours = f_sf(statistic, k - 1, (k - 1) * (n - 1)) if f else chi_square_sf(statistic, k - 1)
        assert float(ours) == pytest.approx(float(row["pvalue"]), rel=1e-9, abs=1e-300)


def small_tables(ranking: str) -> list[Results]:
    """Tables small enough for brute force: with ties, without, with a wholly tied problem."""
    rng = np.random.default_rng(len(ranking))
    shapes = [(2, 2), (7, 2), (2, 3), (3, 3), (5, 3), (2, 4), (3, 4), (2, 5)]
    tied = [rng.integers(0, 4, size=shape) for shape in shapes for _ in range(2)]
    untied = [rng.normal(size=shape) for shape in shapes]
    flat = [np.array([[1, 1, 1], [1, 2, 3], [2, 1, 3], [5, 9, 9]])]
    return [Results(values, better="higher") for values in [*tied, *untied, *flat]]


@pytest.mark.slow
@pytest.mark.parametrize("ranking", ["friedman", "aligned", "quade"])
def test_exact_pvalues_by_brute_force(ranking: str) -> None:
    for table in small_tables(ranking):
        expected = float(omnibus_pvalue(compute_ranks(table, ranking).ranks))
        for method in ("exact", "permutation"):
            result = TESTS[ranking](table, method=method)
            assert result.method == "exact"
            assert result.pvalue == pytest.approx(expected, rel=1e-12)
        corrected = TESTS[ranking](table, ties="corrected", method="exact")
        assert corrected.pvalue == result.pvalue


@pytest.mark.parametrize(("n", "k"), [(2, 2), (6, 2), (3, 3), (5, 3), (3, 4), (2, 5), (2, 6)])
def test_friedman_law_by_brute_force(n: int, k: int) -> None:
    """All (k!)^(n - 1) tables whose first problem is fixed."""
    rows = rank_rows(arrangements(np.arange(k)).astype(float))
    totals = rows[:1]
    for _ in range(n - 1):
        totals = (totals[:, None] + rows).reshape(-1, k)
    statistic = 12 * np.square(totals - n * (k + 1) / 2).sum(axis=1) / (n * k * (k + 1))
    values, counts = np.unique(statistic.round(9), return_counts=True)
    law = friedman_law(n, k)
    assert law.statistic == pytest.approx(values, abs=1e-8)
    assert law.survival == pytest.approx(counts[::-1].cumsum()[::-1] / len(totals), rel=1e-12)
    assert law.sf(values) == pytest.approx(law.survival)
    assert float(law.sf(values[-1] + 1)) == 0


@pytest.mark.slow
def test_large_untied_law_agrees_with_chi_square() -> None:
    law = friedman_law(30, 4)
    at = law.statistic[np.abs(law.statistic - 7.8).argmin()]
    assert float(law.sf(at)) == pytest.approx(stats.chi2.sf(at, 3), rel=0.05)


@pytest.mark.parametrize("ranking", ["friedman", "aligned", "quade"])
def test_monte_carlo_agrees_with_the_exact_law(
    ranking: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    values = np.random.default_rng(5).normal([0, 0.2, 0.4, 1], size=(6, 4))
    table = Results(values, better="lower")
    exact = TESTS[ranking](table, method="exact").pvalue
    monkeypatch.setattr("evenkeel.omnibus.permutation._WORK", 0)
    sampled = TESTS[ranking](table, method="permutation", resamples=20_000, seed=7)
    assert sampled.method == "monte-carlo"
    assert sampled.resamples == 20_000
    assert abs(sampled.pvalue - exact) < 4.5 * sampled.standard_error
    assert (sampled.pvalue * 20_001) == pytest.approx(round(sampled.pvalue * 20_001))


def test_kernels_on_many_tables() -> None:
    """A stack of tables gives what the tables give one by one."""
    tables = np.random.default_rng(3).integers(0, 6, size=(3, 4, 7, 5)).astype(float)
    friedman_of = rank_rows(tables)
    stacks = {
        "friedman": friedman_of,
        "aligned": rank_aligned(tables),
        "quade": friedman_of * rank_ranges(tables)[..., None],
    }
    for ranking, stack in stacks.items():
        for ties in ("uncorrected", "corrected"):
            statistics = STATISTICS[ranking](stack, ties=ties)
            assert statistics.shape == (3, 4)
            for place in np.ndindex(3, 4):
                one = TESTS[ranking](Results(tables[place], better="lower"), ties=ties)
                assert statistics[place] == pytest.approx(one.statistic, rel=1e-12)

"""The lecture slides' worked examples and critical values; Demsar's and Riddle's beside them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from scipy.special import fdtri

from evenkeel.adjustments import adjusted_alphas, combined_error
from evenkeel.casestudies import load
from evenkeel.claims.figures import Figure
from evenkeel.critical import bonferroni_dunn_critical_difference, nemenyi_critical_difference
from evenkeel.hypotheses.rank_statistics import standard_error
from evenkeel.numerics.proportions import normal_interval
from evenkeel.numerics.tails import normal_pvalue
from evenkeel.omnibus.of_friedman import friedman, friedman_from_averages, iman_davenport
from evenkeel.pairwise.sign import sign_test
from evenkeel.pairwise.signed_rank import wilcoxon, wilcoxon_critical
from evenkeel.ranks.kernels import rank_rows
from evenkeel.ranks.of_friedman import friedman_ranks
from evenkeel.reproduction.derrac2011 import critical_wins
from evenkeel.reproduction.figures import row_of_figures, table_of_figures
from evenkeel.reproduction.registry import SLIDES, published_table
from evenkeel.reproduction.stored import published_rows

_DEMSAR = "Demsar (2006)"
_NEMENYI_Q = {
    0.05: "1.960 2.343 2.569 2.728 2.850 2.949 3.031 3.102 3.164",
    0.10: "1.645 2.052 2.291 2.459 2.589 2.693 2.780 2.855 2.920",
}
_BONFERRONI_Q = {
    0.05: "1.960 2.241 2.394 2.498 2.576 2.638 2.690 2.724 2.773",
    0.10: "1.645 1.960 2.128 2.241 2.326 2.394 2.450 2.498 2.539",
}
_C45 = ("C4.5", "C4.5m", "C4.5cf", "C4.5cf,m")
_AVERAGES = "3.143 2.000 2.893 1.964"


@published_table(SLIDES, "motivation", "Averages and wins of seven algorithms", "data")
def _motivation() -> Iterator[Figure]:
    results = load("motivation")
    printed = "44.8 80.0 82.4 78.0 82.1 81.8 81.7"
    yield from row_of_figures(
        "average of", results.algorithms, printed, results.values.mean(axis=0)
    )
    best = results.values == results.values.max(axis=1, keepdims=True)
    alone = best & (best.sum(axis=1, keepdims=True) == 1)
    for name, wins in (("Alg. 4", "8"), ("Alg. 2", "4")):
        yield Figure(f"wins of {name}", wins, int(alone[:, results.index(name)].sum()))


@published_table(SLIDES, "nine tests", "Error of nine tests at 0.05", "definition")
def _nine_tests() -> Iterator[Figure]:
    yield Figure("error", "0.37", combined_error([0.05] * 9))


published_table(SLIDES, "sign test", "Critical wins of the sign test", "definition")(critical_wins)


@published_table(SLIDES, "sign example", "C4.5m against C4.5", "data")
def _sign_example() -> Iterator[Figure]:
    test = sign_test(load("demsar2006"), "C4.5m", "C4.5")
    yield Figure("wins with half the ties", "11", test.statistic, places=1)
    yield Figure("wins", "10", test.wins)
    yield Figure("losses", "2", test.losses)
    yield Figure("ties", "2", test.ties)


@published_table(SLIDES, "Wilcoxon example", "C4.5m against C4.5", "data")
def _wilcoxon_example() -> Iterator[Figure]:
    test = wilcoxon(load("demsar2006"), "C4.5m", "C4.5")
    rows = published_rows("slides_c45_wilcoxon")
    values = zip(test.differences, rank_rows(np.abs(test.differences)), strict=True)
    yield from table_of_figures(rows, ("difference", "rank"), values, places=3)
    yield Figure("R+", "93", test.r_plus, places=1)
    yield Figure("R-", "12", test.r_minus, places=1)
    yield Figure("critical T, n = 14", "21", wilcoxon_critical(14, 0.05))


@published_table(SLIDES, "Wilcoxon T", "Critical values of T", "definition")
def _critical_t() -> Iterator[Figure]:
    for row in published_rows("slides_wilcoxon_critical"):
        for alpha in ("0.05", "0.02", "0.01"):
            critical = wilcoxon_critical(int(row["n"]), float(alpha))
            yield Figure(f"n = {row['n']}, {alpha}", row[alpha], critical)


@published_table(SLIDES, "SPSS output", "Wilcoxon's test, 11 positive differences", "printed ranks")
def _spss() -> Iterator[Figure]:
    before_and_after = np.column_stack([np.zeros(11), np.arange(1, 12)])
    table = wilcoxon(before_and_after, better="lower").spss_table
    yield Figure("sum of positive ranks", "66.00", table.positive.sum_of_ranks)
    yield Figure("mean of positive ranks", "6.00", table.positive.mean_rank)
    yield Figure("Z", "-2.934", table.z)
    yield Figure("p", "0.003", table.pvalue)


@published_table(SLIDES, "Friedman example", "Four versions of C4.5", "data")
def _c45_from_data() -> Iterator[Figure]:
    results = load("demsar2006")
    ranks = friedman_ranks(results)
    rows = published_rows("slides_c45_ranks")
    yield from table_of_figures(rows, _C45, ranks.ranks, places=1)
    yield from row_of_figures("average of", _C45, _AVERAGES, ranks.average)
    yield Figure("Friedman", "9.28", friedman(results, ties="uncorrected").statistic)
    yield Figure("Iman-Davenport", "3.69", iman_davenport(results, ties="uncorrected").statistic)


@published_table(SLIDES, "Friedman example", "Four versions of C4.5", "printed ranks")
def _c45_from_ranks() -> Iterator[Figure]:
    rows = published_rows("slides_c45_ranks")
    average = np.array([[float(row[name]) for name in _C45] for row in rows]).mean(axis=0)
    yield from row_of_figures("average of", _C45, _AVERAGES, average)
    squares = (float(printed) ** 2 for printed in _AVERAGES.split())
    yield from row_of_figures("square of", _C45, "9.878 4.000 8.369 3.857", squares)
    chi_square, f = friedman_from_averages(average, 14)
    yield Figure("Friedman", "9.28", float(chi_square))
    yield Figure("Iman-Davenport", "3.69", float(f))
    yield Figure("critical value of Iman-Davenport", "2.85", fdtri(3, 39, 0.95))


@published_table(SLIDES, "Bonferroni-Dunn q", "Critical values", "definition")
def _bonferroni_q() -> Iterator[Figure]:
    for alpha, printed in _BONFERRONI_Q.items():
        q = (
            bonferroni_dunn_critical_difference(14, k, alpha) / standard_error("friedman", 14, k)
            for k in range(2, 11)
        )
        yield from row_of_figures(f"{alpha:g}, k =", map(str, range(2, 11)), printed, q)


@published_table(_DEMSAR, "Table 5 (a)", "Nemenyi q, studentised range", "definition")
def _nemenyi_q() -> Iterator[Figure]:
    for alpha, printed in _NEMENYI_Q.items():
        q = (
            nemenyi_critical_difference(14, k, alpha) / standard_error("friedman", 14, k)
            for k in range(2, 11)
        )
        yield from row_of_figures(f"{alpha:g}, k =", map(str, range(2, 11)), printed, q)


@published_table(SLIDES, "critical differences", "Bonferroni-Dunn, C4.5", "definition")
def _critical_differences() -> Iterator[Figure]:
    yield Figure("0.05", "1.16", bonferroni_dunn_critical_difference(14, 4, 0.05))
    yield Figure("0.1", "1.038", bonferroni_dunn_critical_difference(14, 4, 0.10))


@published_table(SLIDES, "Holm example", "C4.5 as the control", "printed ranks")
def _c45_holm() -> Iterator[Figure]:
    yield Figure("standard error", "0.488", standard_error("friedman", 14, 4))
    # The slides divide the printed averages by the printed standard error.
    control, m, cf, both = (float(average) for average in _AVERAGES.split())
    z = (control - np.array([both, m, cf])) / 0.488
    p = normal_pvalue(z, "two-sided")
    levels = adjusted_alphas(p, "holm").levels
    assert levels is not None
    names = ("C4.5cf,m", "C4.5m", "C4.5cf")
    yield from row_of_figures("z of", names, "2.416 2.342 0.512", z)
    yield from row_of_figures("p of", names, "0.016 0.019 0.607", p)
    yield from row_of_figures("level of", names, "0.017 0.025 0.050", levels)


@published_table("Riddle, slides", "standard deviation", "Half widths of error rates", "data")
def _half_widths() -> Iterator[Figure]:
    # The numbers of test examples are not on the slides; they are those of the data sets in the
    # UCI repository. Phoneme is not of that size: any number from 7230 to 7280 gives its four.
    rates, printed = load("dietterich2000"), load("dietterich2000_halfwidth")
    for i, row in enumerate(published_rows("riddle_test_sizes")):
        n = int(row["n"])
        low, high = normal_interval(rates.values[i] * n, n, 0.95)
        figures = " ".join(f"{each:.4f}" for each in printed.values[i])
        yield from row_of_figures(f"{row['problem']},", rates.algorithms, figures, (high - low) / 2)


@published_table("Riddle, slides", "ceiling effect", "The better of C4 and 1R", "data")
def _ceiling() -> Iterator[Figure]:
    first = [93.8, 77.2, 77.5, 100, 97.7, 97.5, 95.6, 89.4]
    second = [95.9, 87.4, 77.3, 98.4, 95, 87, 95.2, 87.9]
    names = ("IR", "LA", "LY", "MU", "SE", "SO", "VO", "VI")
    printed = "95.9 87.4 77.5 100 97.7 97.5 95.6 89.4"
    yield from row_of_figures("max of", names, printed, map(max, first, second), places=1)

"""The lecture slides: worked examples, critical values and studies."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np
from scipy.special import chdtri, fdtri, ndtri

from evenkeel._types import FloatArray
from evenkeel.adjustments import adjust, adjusted_alphas, combined_error
from evenkeel.casestudies import load
from evenkeel.claims.printed import Figure
from evenkeel.claims.reproduction.derrac2011 import critical_wins
from evenkeel.claims.reproduction.registry import (
    SLIDES,
    published_rows,
    published_table,
    row_of_figures,
    table_of_figures,
)
from evenkeel.critical import bonferroni_dunn_critical_difference, nemenyi_critical_difference
from evenkeel.numerics.intervals import normal_interval
from evenkeel.numerics.tails import f_sf, normal_pvalue
from evenkeel.omnibus._friedman import friedman, friedman_from_averages, iman_davenport
from evenkeel.omnibus.permutation import chi_square_sf
from evenkeel.pairwise._wilcoxon import wilcoxon, wilcoxon_critical
from evenkeel.pairwise.sign import sign_test
from evenkeel.posthocs.rank_statistics import standard_error
from evenkeel.ranks.kernels import rank_rows
from evenkeel.ranks.rankings import friedman_ranks

# The lecture slides' worked examples and critical values; Demsar's and Riddle's beside them.


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


# The lecture slides' studies of which only ranks, sums of ranks or p-values are printed.


_STUDIES = {"classification rate": (14, 5), "kappa": (14, 5), "neural networks": (16, 7)}  # n, k
_PROCEDURES = ("bonferroni", "holm", "hochberg")
_CEC = "garcia2009_cec_gcmaes_control"
_G_CMA_ES = 3.34  # its average rank
# Average ranks on f15 to f25 in the order of the slides; the tenth is that of L-SaDE.
_COMPOSITION = "5.227 7.681 9.000 4.955 5.409 6.318 3.045 7.545 6.545 4.956 5.318"


def _signed_rank_pvalue(r_plus: str, r_minus: str, n: int) -> float:
    """P-value of the slides' z, which takes no account of ties."""
    z = (float(r_minus) - float(r_plus)) / 2 / np.sqrt(n * (n + 1) * (2 * n + 1) / 24)
    return float(normal_pvalue(z, "two-sided"))


def _genetics_wilcoxon(measure: str) -> Iterator[Figure]:
    for row in published_rows("slides_wilcoxon_genetics"):
        if row["measure"] == measure:
            pvalue = _signed_rank_pvalue(row["r_plus"], row["r_minus"], 14)
            yield Figure(f"{row['comparison']}, p", row["p"], pvalue)


for _number, _measure in (("Table 11", "classification rate"), ("Table 12", "kappa")):
    published_table(SLIDES, _number, f"Wilcoxon, {_measure}", "printed ranks")(
        partial(_genetics_wilcoxon, _measure)
    )


@published_table(SLIDES, "Table 13", "Iman-Davenport of five learners", "printed statistics")
def _genetics_omnibus() -> Iterator[Figure]:
    n, k = 14, 5
    for measure, statistic, printed in (
        ("classification rate", 28.957, "13.920"),
        ("kappa", 26.729, "11.871"),
    ):
        f = (n - 1) * statistic / (n * (k - 1) - statistic)
        p = float(f_sf(f, k - 1, (k - 1) * (n - 1)))
        yield Figure(f"{measure}, Friedman's p", "<0.0001", float(chi_square_sf(statistic, k - 1)))
        yield Figure(f"{measure}, Iman-Davenport", printed, f)
        yield Figure(f"{measure}, Iman-Davenport's p", "<0.0001", p)
    yield Figure("critical value of Friedman", "9.487", chdtri(4, 0.05))
    yield Figure("critical value of Iman-Davenport", "2.55", fdtri(4, 52, 0.95))


@published_table(SLIDES, "Table 13", "Friedman of five learners", "printed p")
def _genetics_friedman() -> Iterator[Figure]:
    for study, statistic, f in (
        ("classification rate", "28.957", "13.920"),
        ("kappa", "26.729", "11.871"),
    ):
        found = friedman_from_averages(averages_behind(study), _STUDIES[study][0])
        for name, printed, value in zip(
            ("Friedman", "Iman-Davenport"), (statistic, f), found, strict=True
        ):
            yield Figure(f"{study}, {name}", printed, float(value))


def averages_behind(study: str) -> FloatArray:
    """The average ranks that unadjusted p-values were computed from, the control's first.

    Each p-value gives a difference to the control's rank, and differences are multiples of 1/(2n).
    """
    n, k = _STUDIES[study]
    p = np.array([float(row["unadjusted"]) for row in _rows_of(study)])
    error = standard_error("friedman", n, k)
    differences = np.round(-ndtri(p / 2) * error * 2 * n) / (2 * n)
    control = (k * (k + 1) / 2 - float(differences.sum())) / k
    averages: FloatArray = np.append(0.0, differences) + control
    return averages


def _rows_of(study: str) -> list[dict[str, str]]:
    return [row for row in published_rows("slides_adjusted") if row["study"] == study]


@published_table(SLIDES, "Table XVI", "Critical T of the CEC study", "definition")
def _cec_critical() -> Iterator[Figure]:
    levels = (0.01, 0.02, 0.05, 0.1)
    critical = (wilcoxon_critical(25, alpha) for alpha in levels)
    yield from row_of_figures("n = 25,", map(str, levels), "68 76 89 100", critical)


@published_table(SLIDES, "Table XVI", "Decisions of the CEC study", "printed ranks")
def _cec_decisions() -> Iterator[Figure]:
    levels = ("0.01", "0.02", "0.05", "0.1")
    accepted = ("DMS-L-PSO", "L-SaDE")  # at every level; all others are rejected at every level
    for row in published_rows("slides_wilcoxon_cec"):
        smaller = min(float(row["r_plus"]), float(row["r_minus"]))
        for level in levels:
            critical = wilcoxon_critical(25, float(level))
            assert critical is not None
            printed = "0" if row["algorithm"] in accepted else "1"
            label = f"{row['algorithm']}, rejected at {level}"
            yield Figure(label, printed, int(smaller <= critical))


@published_table(SLIDES, "CEC Wilcoxon", "G-CMA-ES against the rest", "printed ranks")
def _cec_wilcoxon() -> Iterator[Figure]:
    for row in published_rows("slides_wilcoxon_cec"):
        pvalue = _signed_rank_pvalue(row["r_plus"], row["r_minus"], 25)
        yield Figure(f"{row['algorithm']}, p", row["p"], pvalue)


@published_table(SLIDES, "combined error", "Ten uncorrected tests", "printed p")
def _combined() -> Iterator[Figure]:
    p = [float(row["p"]) for row in published_rows("slides_wilcoxon_cec")]
    yield Figure("combined error", "0.467", combined_error(p))


@published_table(SLIDES, "Table 7", "Friedman and Iman-Davenport, CEC study", "printed ranks")
def _cec_omnibus() -> Iterator[Figure]:
    ranks = [float(row["rank"]) for row in published_rows(_CEC)]
    chi_square, f = friedman_from_averages([*ranks, _G_CMA_ES], 25)
    yield Figure("f1 to f25, Friedman", "41.985", float(chi_square))
    yield Figure("f1 to f25, Friedman's p", "<0.0001", float(chi_square_sf(chi_square, 10)))
    yield Figure("f1 to f25, Iman-Davenport", "4.844", float(f))
    yield Figure("f1 to f25, Iman-Davenport's p", "<0.0001", float(f_sf(f, 10, 240)))
    yield Figure("f1 to f25, rank of CoEVO", "6.44", 66 - _G_CMA_ES - sum(ranks[1:]))
    # Average ranks over eleven functions are multiples of 1/22, and add to 66.
    multiples = np.round(np.array([float(rank) for rank in _COMPOSITION.split()]) * 22) / 22
    chi_square, f = friedman_from_averages(multiples, 11)
    yield Figure("f15 to f25, Friedman", "26.942", float(chi_square))
    yield Figure("f15 to f25, Friedman's p", "0.0027", float(chi_square_sf(chi_square, 10)))
    yield Figure("f15 to f25, Iman-Davenport", "3.244", float(f))
    yield Figure("f15 to f25, Iman-Davenport's p", "0.0011", float(f_sf(f, 10, 100)))
    rest = 66 - (multiples.sum() - multiples[9])
    yield Figure("f15 to f25, rank of L-SaDE", "4.956", float(rest))


@published_table(SLIDES, "Table 7", "Critical values, CEC study", "definition")
def _cec_critical_values() -> Iterator[Figure]:
    yield Figure("critical value of Friedman", "18.307", chdtri(10, 0.05))
    yield Figure("f15 to f25, critical value of Iman-Davenport", "1.930", fdtri(10, 100, 0.95))
    yield Figure("f1 to f25, critical value of Iman-Davenport", "1.875", fdtri(10, 240, 0.95))


def _cec_pvalues(p: FloatArray) -> Iterator[Figure]:
    """The adjusted p-values of Table 10."""
    for method in _PROCEDURES:
        for row, value in zip(published_rows(_CEC), adjust(p, method), strict=True):
            yield Figure(f"{row['algorithm']}, {method}", row[method], value)


def _cec_z() -> FloatArray:
    ranks = np.array([float(row["rank"]) for row in published_rows(_CEC)])
    z: FloatArray = (ranks - _G_CMA_ES) / standard_error("friedman", 25, 11)
    return z


@published_table(SLIDES, "Table 10", "G-CMA-ES as the control", "printed ranks")
def _cec_control_from_ranks() -> Iterator[Figure]:
    p = normal_pvalue(_cec_z(), "two-sided")
    for row, z, pvalue in zip(published_rows(_CEC), _cec_z(), p, strict=True):
        yield Figure(f"{row['algorithm']}, z", row["z"], z)
        yield Figure(f"{row['algorithm']}, unadjusted", row["unadjusted"], pvalue)
    yield from _cec_pvalues(p)


@published_table(SLIDES, "Table 10", "G-CMA-ES as the control", "printed p")
def _cec_control_from_p() -> Iterator[Figure]:
    yield from _cec_pvalues(np.array([float(row["unadjusted"]) for row in published_rows(_CEC)]))


@published_table(SLIDES, "Holm/Hochberg", "Levels of the CEC study", "definition")
def _cec_levels() -> Iterator[Figure]:
    printed = {
        0.05: "0.00500 0.00556 0.00625 0.00714 0.00833 0.01000 0.01250 0.01667 0.02500 0.05000",
        0.10: "0.01000 0.01111 0.01250 0.01429 0.01667 0.02000 0.02500 0.03333 0.05000 0.10000",
    }
    for alpha, row in printed.items():
        levels = adjusted_alphas(np.linspace(0.1, 1, 10), "holm", alpha).levels
        assert levels is not None
        yield from row_of_figures(f"{alpha:g}, i =", map(str, range(10, 0, -1)), row, levels)


def _adjusted(study: str) -> Iterator[Figure]:
    averages = averages_behind(study)
    z = (averages[1:] - averages[0]) / standard_error("friedman", *_STUDIES[study])
    p = normal_pvalue(z, "two-sided")
    columns = {"unadjusted": p} | {name: adjust(p, name) for name in _PROCEDURES}
    for name, values in columns.items():
        for row, value in zip(_rows_of(study), values, strict=True):
            yield Figure(f"{row['algorithm']}, {name}", row[name], value)


for _number, _study in (
    ("genetics, rate", "classification rate"),
    ("genetics, kappa", "kappa"),
    ("Table 17", "neural networks"),
):
    published_table(SLIDES, _number, f"P-values, {_study}", "printed p")(partial(_adjusted, _study))

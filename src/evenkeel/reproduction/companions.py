"""The tables of Garcia and Herrera (2008), of the lecture slides and of the Spanish tutorial."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from scipy.special import ndtri

from evenkeel.adjustments import adjust, adjusted_alphas, combined_error
from evenkeel.adjustments.exhaustive import exhaustive_sets
from evenkeel.casestudies import load
from evenkeel.contrast import contrast_estimation
from evenkeel.control import multiple_sign_test
from evenkeel.hypotheses import posthoc
from evenkeel.omnibus.aligned import friedman_aligned
from evenkeel.omnibus.friedman import friedman, friedman_from_averages, iman_davenport
from evenkeel.omnibus.quade import quade
from evenkeel.pairwise.pair import normal_pvalue
from evenkeel.pairwise.rank_statistics import standard_error
from evenkeel.pairwise.sign import sign_test
from evenkeel.pairwise.wilcoxon import wilcoxon, wilcoxon_critical
from evenkeel.ranks import friedman_ranks
from evenkeel.reproduction.figures import PublishedTable, published_rows
from evenkeel.studentised_range import studentised_range_isf

Figures = Iterator[tuple[str, str, float]]

_ALL_PAIRS = "Garcia and Herrera (2008)"
_SLIDES = "Garcia and Herrera, slides"
_SPANISH = "Garcia et al., Spanish tutorial"

_LEVELS = {  # Table 3 of Garcia and Herrera (2008)
    "nemenyi": "0.005 0.005 0.005 0.005 0.005 0.005 0.005 0.005 0.005 0.005",
    "holm": "0.005 0.0055 0.0063 0.0071 0.0083 0.01 0.0125 0.0167 0.025 0.05",
    "shaffer": "0.005 0.0083 0.0083 0.0083 0.0083 0.0125 0.0125 0.0167 0.025 0.05",
}
_NEMENYI_Q = {
    0.05: "1.960 2.343 2.569 2.728 2.850 2.949 3.031 3.102 3.164",
    0.10: "1.645 2.052 2.291 2.459 2.589 2.693 2.780 2.855 2.920",
}
_BONFERRONI_Q = {
    0.05: "1.960 2.241 2.394 2.498 2.576 2.638 2.690 2.724 2.773",
    0.10: "1.645 1.960 2.128 2.241 2.326 2.394 2.450 2.498 2.539",
}
_UNCORRECTED = (0.001, 0.001, 0.000, 0.009, 0.357, 0.001, 0.004, 0.003, 0.259, 0.000)
# R-, normal p of the genetics-based study, n = 14
_SIGNED_RANKS = """
    105 0.001, 104 0.001, 99 0.004, 16 0.022, 52 0.975, 27 0.109, 85 0.041, 53 0.975, 5 0.003,
    95 0.008, 31 0.177, 54 0.925, 77 0.124, 45 0.638, 9 0.006
"""
_COMPOSITION = "5.227 7.681 9.000 4.955 5.409 6.318 3.045 7.545 6.545 4.956 5.318"


def _exhaustive_counts() -> Figures:
    for row in published_rows("garcia2008_t1_exhaustive_sets"):
        k = int(row["k"])
        yield f"k = {k}", f"{row['exhaustive_sets']}.0", len(exhaustive_sets(k))


def _average_ranks() -> Figures:
    ranks = friedman_ranks(load("garcia2008"))
    for name, printed, average in zip(
        ranks.algorithms, ["2.100", "3.250", "2.200", "4.333", "3.117"], ranks.average, strict=True
    ):
        yield f"average of {name}", printed, average
    row = load("garcia2008").problems.index("OptDigits")
    yield "OptDigits, 1-NN", "1.0", ranks.ranks[row, ranks.algorithms.index("1-NN")]


def _five_classifiers() -> Figures:
    results = load("garcia2008")
    yield "Friedman", "39.647", friedman(results).statistic
    yield "Iman-Davenport", "14.309", iman_davenport(results).statistic


def _levels() -> Figures:
    found = posthoc(load("garcia2008"))
    order = np.argsort(found.pvalue)
    for method, printed in _LEVELS.items():
        levels = adjusted_alphas(found.pvalue, method, family=found.family).levels
        assert levels is not None
        for i, (text, level) in enumerate(zip(printed.split(), levels[order], strict=True), 1):
            yield f"hypothesis {i}, {method}", text, level


def _acceptance() -> Figures:
    yield "exhaustive sets listed", "51.0", len(exhaustive_sets(5))
    found = posthoc(load("garcia2008"), adjust="bergmann")
    yield "hypotheses rejected at 0.05", "8.0", int(found.rejected(0.05).sum())


def _five_classifiers_all_pairs() -> Figures:
    found = posthoc(load("garcia2008"))
    place = {frozenset(pair): i for i, pair in enumerate(found.family.hypotheses)}
    for row in published_rows("garcia2008_t5_all_pairs"):
        i = place[frozenset((row["first"], row["second"]))]
        label = f"{row['first']} vs {row['second']}"
        yield f"{label}, z", row["z"], abs(found.statistics.z[i])
        yield f"{label}, p", row["p"], found.pvalue[i]
        for column in ("nemenyi", "holm", "shaffer", "bergmann"):
            yield f"{label}, {column}", row[column], found.adjusted[column][i]


def _sign_example() -> Figures:
    test = sign_test(load("demsar2006"), "C4.5m", "C4.5")
    yield "wins with a tie", "11.0", test.statistic
    yield "wins", "10.0", test.wins
    yield "losses", "2.0", test.losses


def _wilcoxon_example() -> Figures:
    test = wilcoxon(load("demsar2006"), "C4.5m", "C4.5")
    yield "R+", "93.0", test.r_plus
    yield "R-", "12.0", test.r_minus
    critical = wilcoxon_critical(14, 0.05)
    yield "critical T, n = 14", "21.0", float("nan" if critical is None else critical)


def _c45_study() -> Figures:
    chi_square, f = friedman_from_averages(np.array([44, 28, 40.5, 27.5]) / 14, 14)
    yield "Friedman from the printed ranks", "9.28", float(chi_square)
    yield "Iman-Davenport from the printed ranks", "3.69", float(f)
    yield "Friedman from the data", "9.28", friedman(load("demsar2006")).statistic


def _c45_holm() -> Figures:
    ranks = np.array([40.5, 28, 27.5]) / 14
    z = (44 / 14 - ranks) / standard_error("friedman", 14, 4)
    p = normal_pvalue(z, "two-sided")
    levels = adjusted_alphas(p, "holm").levels
    assert levels is not None
    printed = (
        ("0.512", "0.607", "0.050"),
        ("2.342", "0.019", "0.025"),
        ("2.416", "0.016", "0.017"),
    )
    for name, texts, values in zip(
        ("cf", "m", "cf,m"), printed, zip(z, p, levels, strict=True), strict=True
    ):
        for column, text, value in zip(("z", "p", "alpha/i"), texts, values, strict=True):
            yield f"{name}, {column}", text, value


def _nemenyi_q() -> Figures:
    for alpha, row in _NEMENYI_Q.items():
        for k, printed in enumerate(row.split(), start=2):
            yield f"k = {k}, {alpha:g}", printed, studentised_range_isf(alpha, k) / np.sqrt(2)


def _bonferroni_q() -> Figures:
    for alpha, row in _BONFERRONI_Q.items():
        for k, printed in enumerate(row.split(), start=2):
            yield f"k = {k}, {alpha:g}", printed, -ndtri(alpha / 2 / (k - 1))


def _combined() -> Figures:
    yield "combined error", "0.467", combined_error(_UNCORRECTED)


def _normal_wilcoxon() -> Figures:
    for entry in _SIGNED_RANKS.split(","):
        minus, printed = entry.split()
        test = wilcoxon(_with_minus(14, int(minus)), better="lower", method="normal")
        yield f"R- = {minus}", printed, test.pvalue


def _with_minus(n: int, minus: int) -> np.ndarray:
    """Two columns whose differences have the ranks 1..n and `minus` as their negative sum."""
    differences = np.arange(1.0, n + 1)
    for rank in range(n, 0, -1):
        if rank <= minus:
            differences[rank - 1] *= -1
            minus -= rank
    return np.column_stack([np.zeros(n), differences])


def _cec_study() -> Figures:
    ranks = [float(row["rank"]) for row in published_rows("garcia2009_cec_gcmaes_control")]
    chi_square, f = friedman_from_averages([*ranks, 3.34], 25)
    yield "Friedman, f1 to f25", "41.985", float(chi_square)
    yield "Iman-Davenport, f1 to f25", "4.844", float(f)
    rounded = np.round(np.array([float(rank) for rank in _COMPOSITION.split()]) * 22) / 22
    chi_square, f = friedman_from_averages(rounded, 11)
    yield "Friedman, f15 to f25", "26.942", float(chi_square)
    yield "Iman-Davenport, f15 to f25", "3.244", float(f)
    yield "average rank of CoEVO", "6.44", 66 - 3.34 - (sum(ranks) - 8.44)


def _cec_control() -> Figures:
    rows = published_rows("garcia2009_cec_gcmaes_control")
    z = np.array([(float(r["rank"]) - 3.34) / standard_error("friedman", 25, 11) for r in rows])
    columns = {"z": z, "unadjusted": normal_pvalue(z, "two-sided")}
    printed = [float(row["unadjusted"]) for row in rows]  # the adjusted ones are multiples of it
    for method in ("bonferroni", "holm", "hochberg"):
        columns[method] = adjust(printed, method)
    for i, row in enumerate(rows):
        for column, values in columns.items():
            yield f"{row['algorithm']}, {column}", row[column], values[i]


def _four_classifiers() -> Figures:
    results = load("garcia2010")
    yield "Friedman", "16.225", friedman(results).statistic
    test = iman_davenport(results)
    yield "Iman-Davenport", "6.691", test.statistic
    yield "Iman-Davenport, p", "4.970e-4", test.pvalue
    ranks = friedman_ranks(results)
    for name, printed, average in zip(
        ranks.algorithms, ["1.771", "2.479", "2.479", "3.271"], ranks.average, strict=True
    ):
        yield f"average of {name}", printed, average


def _four_classifiers_aligned() -> Figures:
    n, k, columns, problems = 24, 4, 5923547, 926830
    numerator = (k - 1) * (columns - k * n**2 / 4 * (k * n + 1) ** 2)
    from_sums = numerator / (k * n * (k * n + 1) * (2 * k * n + 1) / 6 - problems / k)
    yield "statistic from the printed sums", "18.837", from_sums
    yield (
        "statistic from the printed data",
        "18.837",
        friedman_aligned(load("garcia2010")).statistic,
    )


def _four_classifiers_quade() -> Figures:
    totals = np.array([-332, 11, 27.5, 293.5])
    b = float(np.square(totals).sum()) / 24
    yield "A", "24500.0", 24 * 25 * 49 * 4 * 5 * 3 / 72
    yield "B from the printed sums", "4068.479", b
    yield "statistic from the printed data", "21.967", quade(load("garcia2010")).statistic


def _four_classifiers_control(ranking: str) -> Callable[[], Figures]:
    def compute() -> Figures:
        rows = [
            row
            for row in published_rows("garcia2010_apv_control_pdfc")
            if row["ranking"] == ranking
        ]
        names = ("FH-GBML", "IS-CHC+1NN", "NNEP")
        bonferroni = next(row for row in rows if row["procedure"] == "bonferroni")
        p = np.array([float(bonferroni[name]) / 3 for name in names])  # one digit more than p
        for row in rows:
            procedure = row["procedure"]
            variant = "keel" if procedure == "rom" else None
            values = p if procedure == "unadjusted" else adjust(p, procedure, variant=variant)
            for name, value in zip(names, values, strict=True):
                yield f"{name}, {procedure}", row[name], value

    return compute


def _four_classifiers_contrast() -> Figures:
    contrast = contrast_estimation(load("garcia2010"))
    for row in published_rows("garcia2010_contrast"):
        for other in contrast.algorithms:
            # The data are printed with three decimals, so no more can be compared.
            printed = f"{float(row[other]):.3f}"
            yield (
                f"{row['algorithm']} - {other}",
                printed,
                contrast.estimate(row["algorithm"], other),
            )


def _four_classifiers_signs() -> Figures:
    test = multiple_sign_test(load("garcia2010"), control="PDFC")
    printed = {"NNEP": ("7.0", "16.0"), "IS-CHC+1NN": ("6.0", "18.0"), "FH-GBML": ("4.0", "20.0")}
    for j, name in enumerate(test.algorithms):
        yield f"{name}, plus", printed[name][0], int(test.plus[j])
        yield f"{name}, minus", printed[name][1], int(test.minus[j])


TABLES = (
    PublishedTable(_ALL_PAIRS, "Table 1", "Numbers of exhaustive sets", _exhaustive_counts),
    PublishedTable(_ALL_PAIRS, "Table 2", "Average ranks", _average_ranks, {"OptDigits, 1-NN": 24}),
    PublishedTable(_ALL_PAIRS, "Section 2.2", "Friedman and Iman-Davenport", _five_classifiers),
    PublishedTable(_ALL_PAIRS, "Table 3", "Adjusted levels", _levels),
    PublishedTable(_ALL_PAIRS, "Table 4", "Exhaustive sets and acceptance", _acceptance),
    PublishedTable(
        _ALL_PAIRS,
        "Table 5",
        "Adjusted p-values",
        _five_classifiers_all_pairs,
        {"1-NN vs NaiveBayes, bergmann": 13},
    ),
    PublishedTable(_SLIDES, "sign example", "C4.5m against C4.5", _sign_example),
    PublishedTable(_SLIDES, "Wilcoxon example", "C4.5m against C4.5", _wilcoxon_example),
    PublishedTable(
        _SLIDES,
        "Friedman example",
        "Four versions of C4.5",
        _c45_study,
        {"Friedman from the data": 27},
    ),
    PublishedTable(_SLIDES, "Holm example", "C4.5 as the control", _c45_holm, {"cf, p": 34}),
    PublishedTable(_SLIDES, "Nemenyi q", "Critical values", _nemenyi_q),
    PublishedTable(
        _SLIDES, "Bonferroni-Dunn q", "Critical values", _bonferroni_q, {"k = 9, 0.05": 31}
    ),
    PublishedTable(
        _SLIDES, "combined error", "Ten uncorrected tests", _combined, {"combined error": 35}
    ),
    PublishedTable(_SLIDES, "Tables 11 and 12", "Wilcoxon, genetics-based", _normal_wilcoxon),
    PublishedTable(
        _SLIDES,
        "Table 7",
        "Friedman and Iman-Davenport, CEC study",
        _cec_study,
        {"average rank of CoEVO": 25},
    ),
    PublishedTable(
        _SLIDES,
        "Tables 10 and 17",
        "G-CMA-ES as the control",
        _cec_control,
        {"BLX-GL50, z": 36},
    ),
    PublishedTable(_SPANISH, "Friedman", "Four classifiers", _four_classifiers),
    PublishedTable(
        _SPANISH,
        "aligned ranks",
        "Four classifiers",
        _four_classifiers_aligned,
        {"statistic from the printed sums": 19, "statistic from the printed data": 19},
    ),
    PublishedTable(
        _SPANISH,
        "Quade",
        "Four classifiers",
        _four_classifiers_quade,
        {"B from the printed sums": 20, "statistic from the printed data": 20},
    ),
    PublishedTable(
        _SPANISH,
        "adjusted p, Friedman",
        "PDFC as the control",
        _four_classifiers_control("friedman"),
        {"FH-GBML, li": 22, "FH-GBML, finner": 33},
    ),
    PublishedTable(
        _SPANISH, "adjusted p, aligned", "PDFC as the control", _four_classifiers_control("aligned")
    ),
    PublishedTable(
        _SPANISH,
        "adjusted p, Quade",
        "PDFC as the control",
        _four_classifiers_control("quade"),
        {"FH-GBML, unadjusted": 21, "FH-GBML, li": 21, "FH-GBML, finner": 33},
    ),
    PublishedTable(_SPANISH, "contrasts", "Four classifiers", _four_classifiers_contrast),
    PublishedTable(
        _SPANISH,
        "multiple sign test",
        "PDFC as the control",
        _four_classifiers_signs,
        {"NNEP, plus": 29, "NNEP, minus": 29},
    ),
)

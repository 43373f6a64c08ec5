"""The tables of Derrac, Garcia, Molina and Herrera (2011)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from evenkeel.adjustments import adjust
from evenkeel.casestudies import load
from evenkeel.contrast import contrast_estimation
from evenkeel.control import multiple_sign_critical
from evenkeel.hypotheses import posthoc
from evenkeel.omnibus.aligned import friedman_aligned
from evenkeel.omnibus.friedman import friedman, iman_davenport
from evenkeel.omnibus.quade import quade
from evenkeel.pairwise.pair import normal_pvalue
from evenkeel.pairwise.rank_statistics import posthoc_statistics, standard_error
from evenkeel.pairwise.sign import sign_test, sign_test_critical
from evenkeel.pairwise.wilcoxon import wilcoxon
from evenkeel.ranks import RANKINGS, Ranking, compute_ranks
from evenkeel.reproduction.figures import PublishedTable, published_rows

Figures = Iterator[tuple[str, str, float]]

_DOCUMENT = "Derrac et al. (2011)"
_CONTROL_COLUMNS = ("bonferroni", "holm", "hochberg", "hommel", "holland", "rom", "finner", "li")
_SIGN_TABLE = {
    0.05: "5 6 7 7 8 9 9 10 10 11 12 12 13 13 14 15 15 16 17 18 18",
    0.1: "5 6 6 7 7 8 9 9 10 10 11 12 12 13 13 14 14 15 16 16 17",
}
_TOY = {
    "friedman": ("3 4 1 2 1.5 4 1.5 3 2 4 3 1 3 4 1.5 1.5", "2.375 4 1.250 1.875"),
    "aligned": ("12 14 4 10 1.5 16 1.5 3 8 13 11 7 9 15 5.5 5.5", "7.625 14.5 5.5 6.375"),
    "quade": ("6 8 2 4 6 16 6 12 2 4 3 1 9 12 4.5 4.5", "2.3 4 1.55 2.15"),
}


def _sign_critical() -> Figures:
    for alpha, row in _SIGN_TABLE.items():
        for n, printed in enumerate(row.split(), start=5):
            wins = sign_test_critical(n, alpha, alternative="one-sided")
            yield f"n = {n}, {alpha:g}", f"{printed}.0", float("nan" if wins is None else wins)


def _signs() -> Figures:
    results = load("cec2005")
    for row in published_rows("derrac2011_t5_sign_sade"):
        test = sign_test(results, "SaDE", row["algorithm"])
        yield f"{row['algorithm']}, wins", f"{row['wins']}.0", test.wins
        yield f"{row['algorithm']}, losses", f"{row['losses']}.0", test.losses


def _wilcoxon() -> Figures:
    results = load("cec2005")
    for row in published_rows("derrac2011_t6_wilcoxon"):
        test = wilcoxon(results, row["first"], row["second"])
        yield f"{row['second']}, R+", f"{row['r_plus']}.0", test.r_plus
        yield f"{row['second']}, R-", f"{row['r_minus']}.0", test.r_minus
        yield f"{row['second']}, p", row["p"], test.pvalue


def _toy(ranking: str) -> Callable[[], Figures]:
    def compute() -> Figures:
        ranks = compute_ranks(load("toy"), ranking)
        cells, averages = (text.split() for text in _TOY[ranking])
        for i, printed in enumerate(cells):
            yield f"P{i // 4 + 1}, {'ABCD'[i % 4]}", _decimal(printed), ranks.ranks.flat[i]
        for name, printed, average in zip("ABCD", averages, ranks.average, strict=True):
            yield f"average of {name}", _decimal(printed), average

    return compute


def _ranks_and_statistics() -> Figures:
    results = load("cec2005_ties")
    for ranking in ("friedman", "quade"):
        average = compute_ranks(results, ranking).average
        for row in published_rows("derrac2011_t11_ranks"):
            value = average[results.index(row["algorithm"])]
            yield f"{row['algorithm']}, {ranking}", _decimal(row[ranking]), value
    tests = {
        "Friedman": (friedman(results), "35.99733", "0.000018"),
        "Iman-Davenport": (iman_davenport(results), "5.267817", "0.000006"),
        "aligned": (friedman_aligned(results), "21.31479", "0.006357"),
        "Quade": (quade(results), "6.63067", "1.20327e-7"),
    }
    for name, (test, statistic, pvalue) in tests.items():
        yield f"{name}, statistic", statistic, test.statistic
        yield f"{name}, p", pvalue, test.pvalue


def _four_algorithms() -> Figures:
    rows = published_rows("derrac2011_t12_ranks")
    results = load("cec2005").select([row["algorithm"] for row in rows])
    for ranking in RANKINGS:
        average = compute_ranks(results, ranking).average
        for row, value in zip(rows, average, strict=True):
            yield f"{row['algorithm']}, {ranking}", row[ranking], value


def _control_sade(ranking: str) -> Callable[[], Figures]:
    def compute() -> Figures:
        names = [row["algorithm"] for row in published_rows("derrac2011_t12_ranks")]
        results = load("cec2005").select(names)
        found = posthoc_statistics(results, ranking=ranking, control="SaDE")
        place = {other: i for i, (_, other) in enumerate(found.family.hypotheses)}
        for row in published_rows("derrac2011_t13_t15_z_control_sade"):
            if row["ranking"] == ranking:
                i = place[row["algorithm"]]
                yield f"{row['algorithm']}, z", row["z"], found.z[i]
                yield f"{row['algorithm']}, p", row["p"], found.pvalue[i]

    return compute


def _control_de_exp(ranking: Ranking, name: str) -> Callable[[], Figures]:
    def compute() -> Figures:
        rows = published_rows(name)
        if ranking == "aligned":  # only the printed ranks reproduce Table 17 (erratum 17)
            average = {r["algorithm"]: float(r["aligned"]) for r in published_rows(_TABLE_11)}
        else:
            ranks = compute_ranks(load("cec2005_ties"), ranking)
            average = dict(zip(ranks.algorithms, ranks.average.tolist(), strict=True))
        error = standard_error(ranking, 25, 9)
        z = np.array([(average[row["algorithm"]] - average["DE-Exp"]) / error for row in rows])
        p = normal_pvalue(z, "two-sided")
        columns = {"unadjusted": p}
        for column in _CONTROL_COLUMNS:
            columns[column] = adjust(p, column, variant="keel" if column == "rom" else None)
        for i, row in enumerate(rows):
            for column, values in columns.items():
                yield f"{row['algorithm']}, {column}", row[column], values[i]

    return compute


def _contrasts() -> Figures:
    contrast = contrast_estimation(load("cec2005"))
    for row in published_rows("derrac2011_t19_contrast"):
        for other in contrast.algorithms:
            value = contrast.estimate(row["algorithm"], other)
            yield f"{row['algorithm']} - {other}", row[other], value


def _all_pairs() -> Figures:
    found = posthoc(load("cec2005_ties"))
    place = {frozenset(pair): i for i, pair in enumerate(found.family.hypotheses)}
    for row in published_rows("derrac2011_t20_all_pairs"):
        i = place[frozenset((row["first"], row["second"]))]
        label = f"{row['first']} vs {row['second']}"
        yield f"{label}, p", row["unadjusted"], found.pvalue[i]
        for column in ("nemenyi", "holm", "shaffer", "bergmann"):
            yield f"{label}, {column}", _decimal(row[column]), found.adjusted[column][i]


def _multiple_sign() -> Figures:
    for row in published_rows("derrac2011_a21_multiple_sign"):
        for m in range(2, 10):
            critical = multiple_sign_critical(int(row["n"]), m, float(row["alpha"]))
            printed = row[f"m={m}"] or "-1"
            label = f"n = {row['n']}, m = {m}, {row['alpha']}"
            yield label, f"{printed}.0", -1 if critical is None else critical


def _decimal(printed: str) -> str:
    """Whole printed numbers, and p-values of 1.0, are exact: give them digits to compare."""
    whole = "." not in printed or printed == "1.0"
    return f"{float(printed):.6f}" if whole else printed


_TABLE_11 = "derrac2011_t11_ranks"
# Erratum 32: where the exact critical value is one more than the tabulated one.
_A21 = """
    6 0.1 78, 7 0.05 67, 9 0.1 6, 10 0.05 5, 11 0.05 89, 12 0.1 6, 13 0.05 5, 14 0.1 4, 14 0.05 89,
    15 0.1 7, 17 0.05 89, 18 0.1 8, 19 0.05 6, 20 0.05 89, 22 0.05 6, 23 0.1 7, 24 0.05 5, 25 0.1 2,
    25 0.05 8, 35 0.1 6, 40 0.05 7, 45 0.1 7, 45 0.05 37
"""
_A21_ERRATA = {
    f"n = {n}, m = {m}, {alpha}": 32
    for n, alpha, columns in (entry.split() for entry in _A21.split(","))
    for m in columns
}
_T20_ERRATA = {
    "PSO vs SS-Arit, holm": 26,
    "CHC vs SS-BLX, bergmann": 13,
    "SS-Arit vs SaDE, bergmann": 13,
    "SS-Arit vs DE-Bin, bergmann": 13,
}

TABLES = (
    PublishedTable(
        _DOCUMENT,
        "Table 4",
        "Critical wins of the sign test",
        _sign_critical,
        {"n = 23, 0.05": 30, "n = 24, 0.05": 30},
    ),
    PublishedTable(_DOCUMENT, "Table 5", "Sign test, SaDE against the rest", _signs),
    PublishedTable(_DOCUMENT, "Table 6", "Wilcoxon's test, SaDE against the rest", _wilcoxon),
    PublishedTable(
        _DOCUMENT, "Table 8", "Friedman ranks, worked", _toy("friedman"), {"average of C": 23}
    ),
    PublishedTable(_DOCUMENT, "Table 9", "Aligned ranks, worked", _toy("aligned")),
    PublishedTable(_DOCUMENT, "Table 10", "Quade ranks, worked", _toy("quade")),
    PublishedTable(
        _DOCUMENT,
        "Table 11",
        "Ranks and statistics of the CEC'2005 study",
        _ranks_and_statistics,
        {"aligned, statistic": 18, "aligned, p": 18},
    ),
    PublishedTable(_DOCUMENT, "Table 12", "Ranks of four algorithms", _four_algorithms),
    PublishedTable(_DOCUMENT, "Table 13", "Friedman z and p", _control_sade("friedman")),
    PublishedTable(_DOCUMENT, "Table 14", "Aligned z and p", _control_sade("aligned")),
    PublishedTable(_DOCUMENT, "Table 15", "Quade z and p", _control_sade("quade")),
    PublishedTable(
        _DOCUMENT,
        "Table 16",
        "Adjusted p-values, Friedman",
        _control_de_exp("friedman", "derrac2011_t16_friedman"),
    ),
    PublishedTable(
        _DOCUMENT,
        "Table 17",
        "Adjusted p-values, aligned",
        _control_de_exp("aligned", "derrac2011_t17_aligned"),
    ),
    PublishedTable(
        _DOCUMENT,
        "Table 18",
        "Adjusted p-values, Quade",
        _control_de_exp("quade", "derrac2011_t18_quade"),
    ),
    PublishedTable(_DOCUMENT, "Table 19", "Contrast estimation", _contrasts),
    PublishedTable(_DOCUMENT, "Table 20", "Adjusted p-values, all pairs", _all_pairs, _T20_ERRATA),
    PublishedTable(
        _DOCUMENT, "Table A.21", "Critical values, multiple sign test", _multiple_sign, _A21_ERRATA
    ),
)

"""Derrac et al. (2011), Tables 4 to A.21: two algorithms, all, and post-hoc."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from evenkeel.adjustments import adjust, adjusted_alphas, combined_error
from evenkeel.casestudies import load
from evenkeel.claims.printed import Figure
from evenkeel.claims.reproduction.registry import (
    DERRAC,
    DOCUMENTED_RANKINGS,
    published_rows,
    published_table,
    row_of_figures,
    table_of_figures,
)
from evenkeel.effects.contrasts import contrast_estimation
from evenkeel.omnibus._aligned import friedman_aligned
from evenkeel.omnibus._friedman import friedman, iman_davenport
from evenkeel.omnibus._quade import quade
from evenkeel.pairwise._wilcoxon import wilcoxon
from evenkeel.pairwise.multiple_sign import multiple_sign_critical
from evenkeel.pairwise.sign import sign_test, sign_test_critical
from evenkeel.pairwise.sign_counts import COLUMNS, TABLE_A21
from evenkeel.posthocs.rank_statistics import posthoc_statistics
from evenkeel.ranks.named import compute_ranks

# Derrac et al. (2011), Tables 4 to 12: tests of two algorithms, rankings and their tests.


_SIGN_TABLE = {
    0.05: "5 6 7 7 8 9 9 10 10 11 12 12 13 13 14 15 15 16 17 18 18",
    0.1: "5 6 6 7 7 8 9 9 10 10 11 12 12 13 13 14 14 15 16 16 17",
}
_TOY_CELLS = [f"P{i}, {algorithm}" for i in range(1, 5) for algorithm in "ABCD"]
_TOY: dict[str, tuple[str, str, str]] = {
    "friedman": ("Table 8", "3 4 1 2 1.5 4 1.5 3 2 4 3 1 3 4 1.5 1.5", "2.375 4 1.250 1.875"),
    "aligned": (
        "Table 9",
        "12 14 4 10 1.5 16 1.5 3 8 13 11 7 9 15 5.5 5.5",
        "7.625 14.5 5.5 6.375",
    ),
    "quade": ("Table 10", "6 8 2 4 6 16 6 12 2 4 3 1 9 12 4.5 4.5", "2.3 4 1.55 2.15"),
}
_TOY_CENTRED = "1 3 -3 -1 -4 6 -4 2 -0.5 1.5 0.5 -1.5 1.5 4.5 -3 -3"


@published_table(DERRAC, "Table 4", "Critical wins of the sign test", "definition")
def critical_wins() -> Iterator[Figure]:
    """The critical numbers of wins, which the slides print too."""
    for alpha, printed in _SIGN_TABLE.items():
        sizes = range(5, 26)
        wins = (sign_test_critical(n, alpha, alternative="one-sided") for n in sizes)
        yield from row_of_figures(f"{alpha:g}, n =", map(str, sizes), printed, wins)


@published_table(DERRAC, "Table 5", "Sign test, SaDE against the rest", "data")
def _signs() -> Iterator[Figure]:
    results = load("cec2005")
    critical = {a: sign_test_critical(25, a, alternative="one-sided") for a in (0.05, 0.1)}
    detected = ("0.05", "", "0.05", "0.05", "", "0.1", "", "")
    for row, level in zip(published_rows("derrac2011_t5_sign_sade"), detected, strict=True):
        name = row["algorithm"]
        test = sign_test(results, "SaDE", name)
        yield Figure(f"{name}, wins", row["wins"], test.wins)
        yield Figure(f"{name}, losses", row["losses"], test.losses)
        reached = (a for a, wins in critical.items() if wins is not None and test.wins >= wins)
        yield Figure(f"{name}, level of a detected difference", level, next(reached, None))


@published_table(DERRAC, "Table 6", "Wilcoxon's test, SaDE against the rest", "data")
def _signed_ranks() -> Iterator[Figure]:
    results = load("cec2005")
    for row in published_rows("derrac2011_t6_wilcoxon"):
        test = wilcoxon(results, row["first"], row["second"])
        yield Figure(f"{row['second']}, R+", row["r_plus"], test.r_plus, places=1)
        yield Figure(f"{row['second']}, R-", row["r_minus"], test.r_minus, places=1)
        yield Figure(f"{row['second']}, p", row["p"], test.pvalue)


def _toy(ranking: str) -> Iterator[Figure]:
    ranks = compute_ranks(load("toy"), ranking)
    _, cells, averages = _TOY[ranking]
    yield from row_of_figures("rank", _TOY_CELLS, cells, ranks.ranks.flat, places=1)
    yield from row_of_figures("average of", "ABCD", averages, ranks.average, places=3)
    if ranking == "quade":
        totals = ranks.centred.sum(axis=0)
        yield from row_of_figures("S", _TOY_CELLS, _TOY_CENTRED, ranks.centred.flat, places=1)
        yield from row_of_figures("S of", "ABCD", "-2 15 -9.5 -3.5", totals, places=1)


for _ranking, (_number, _, _) in _TOY.items():
    published_table(DERRAC, _number, f"{_ranking.title()} ranks, worked", "data")(
        partial(_toy, _ranking)
    )


@published_table(DERRAC, "Table 11", "Ranks and statistics of nine optimisers", "data")
def _nine_optimisers() -> Iterator[Figure]:
    results = load("cec2005_ties")
    rows = published_rows("derrac2011_t11_ranks")
    averages = [compute_ranks(results, ranking).average for ranking in DOCUMENTED_RANKINGS]
    yield from table_of_figures(rows, DOCUMENTED_RANKINGS, zip(*averages, strict=True), places=4)
    tests = {
        "Friedman": (friedman(results, ties="uncorrected"), "35.99733", "0.000018"),
        "Iman-Davenport": (iman_davenport(results, ties="uncorrected"), "5.267817", "0.000006"),
        "aligned": (friedman_aligned(results, ties="uncorrected"), "21.31479", "0.006357"),
        "Quade": (quade(results, ties="uncorrected"), "6.63067", "1.20327e-7"),
    }
    for name, (test, statistic, pvalue) in tests.items():
        yield Figure(f"{name}, statistic", statistic, test.statistic)
        yield Figure(f"{name}, p", pvalue, test.pvalue)


@published_table(DERRAC, "Table 12", "Ranks of four optimisers", "data")
def _four_optimisers() -> Iterator[Figure]:
    rows = published_rows("derrac2011_t12_ranks")
    results = load("cec2005").select([row["algorithm"] for row in rows])
    averages = [compute_ranks(results, ranking).average for ranking in DOCUMENTED_RANKINGS]
    yield from table_of_figures(rows, DOCUMENTED_RANKINGS, zip(*averages, strict=True), places=4)


# Derrac et al. (2011), Tables 13 to A.21: what is done after a test of all algorithms.


_PROCEDURES = ("bonferroni", "holm", "hochberg", "hommel", "holland", "rom", "finner", "li")


def _control_sade(ranking: str) -> Iterator[Figure]:
    names = [row["algorithm"] for row in published_rows("derrac2011_t12_ranks")]
    found = posthoc_statistics(
        load("cec2005").select(names), ranking=ranking, control="SaDE", method="normal"
    )
    place = {other: i for i, (_, other) in enumerate(found.family.hypotheses)}
    for row in published_rows("derrac2011_t13_t15_z_control_sade"):
        if row["ranking"] == ranking:
            i = place[row["algorithm"]]
            yield Figure(f"{row['algorithm']}, z", row["z"], found.z[i])
            yield Figure(f"{row['algorithm']}, p", row["p"], found.pvalue[i])


for _plain_number, _ranking_after in (("13", "friedman"), ("14", "aligned"), ("15", "quade")):
    published_table(
        DERRAC, f"Table {_plain_number}", f"{_ranking_after.title()} z and p against SaDE", "data"
    )(partial(_control_sade, _ranking_after))


@published_table(DERRAC, "Section 4.3", "Error of eight tests, Rom's constants", "definition")
def _constants() -> Iterator[Figure]:
    yield Figure("error of eight tests at 0.05", "0.33", combined_error([0.05] * 8))
    levels = adjusted_alphas(np.full(7, 0.5), "rom").levels  # they do not depend on p
    assert levels is not None
    constants = (0.05 / level for level in levels[::-1])
    printed = "1 2 3 3.814 4.755 5.705 6.655"
    yield from row_of_figures("r", map(str, range(1, 8)), printed, constants, places=3)


def _control_de_exp(ranking: str, file: str) -> Iterator[Figure]:
    found = posthoc_statistics(
        load("cec2005_ties"), ranking=ranking, control="DE-Exp", method="normal"
    )
    columns = {"unadjusted": found.pvalue} | {
        # The printed constants of Rom's procedure are the program's (erratum 4).
        name: adjust(found.pvalue, name, variant="keel" if name == "rom" else None)
        for name in _PROCEDURES
    }
    place = {other: i for i, (_, other) in enumerate(found.family.hypotheses)}
    for row in published_rows(file):
        for column, values in columns.items():
            label = f"{row['algorithm']}, {column}"
            yield Figure(label, row[column], values[place[row["algorithm"]]], places=6)


for _plain_number, _ranking_after in (("16", "friedman"), ("17", "aligned"), ("18", "quade")):
    _title = f"{_ranking_after.title()} p against DE-Exp, adjusted"
    published_table(DERRAC, f"Table {_plain_number}", _title, "data")(
        partial(_control_de_exp, _ranking_after, f"derrac2011_t{_plain_number}_{_ranking_after}")
    )


@published_table(DERRAC, "Table 19", "Contrast estimation", "data")
def _contrasts() -> Iterator[Figure]:
    contrast = contrast_estimation(load("cec2005"), confidence=None)
    rows = published_rows("derrac2011_t19_contrast")
    values = (
        [contrast.estimate(row["algorithm"], other) for other in contrast.algorithms]
        for row in rows
    )
    yield from table_of_figures(rows, contrast.algorithms, values, places=3)


@published_table(DERRAC, "Table 20", "Adjusted p, all pairs", "data")
def _all_pairs() -> Iterator[Figure]:
    found = posthoc_statistics(load("cec2005_ties"), method="normal")
    columns = {"unadjusted": found.pvalue} | {
        name: adjust(found.pvalue, name, family=found.family)
        for name in ("nemenyi", "holm", "shaffer", "bergmann")
    }
    place = {pair: i for i, pair in enumerate(found.family.hypotheses)}
    for row in published_rows("derrac2011_t20_all_pairs"):
        pair = (row["first"], row["second"])
        for column, values in columns.items():
            yield Figure(f"{' vs '.join(pair)}, {column}", row[column], values[place[pair]], 6)


@published_table(DERRAC, "Example 9", "Hypotheses of 36 rejected at 0.1", "data")
def _rejected_pairs() -> Iterator[Figure]:
    found = posthoc_statistics(load("cec2005_ties"))
    for name, printed in (("nemenyi", "6"), ("holm", "7"), ("shaffer", "7"), ("bergmann", "8")):
        adjusted = adjust(found.pvalue, name, family=found.family)
        yield Figure(f"rejected by {name}", printed, int((adjusted <= 0.1).sum()))


@published_table(DERRAC, "Table A.21", "Critical values, multiple sign test", "definition")
def _multiple_sign() -> Iterator[Figure]:
    for n, levels in TABLE_A21.items():
        for alpha, cells in levels.items():
            for m, cell in zip(COLUMNS, cells, strict=True):
                printed = "" if cell is None else str(cell)
                critical = multiple_sign_critical(n, m, alpha)
                yield Figure(f"n = {n}, m = {m}, {alpha:g}", printed, critical)

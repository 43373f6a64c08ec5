"""Derrac et al. (2011), Tables 4 to 12: tests of two algorithms, rankings and their tests."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from evenkeel.casestudies import load
from evenkeel.claims.figures import Figure
from evenkeel.omnibus.of_aligned import friedman_aligned
from evenkeel.omnibus.of_friedman import friedman, iman_davenport
from evenkeel.omnibus.of_quade import quade
from evenkeel.pairwise.sign import sign_test, sign_test_critical
from evenkeel.pairwise.signed_rank import wilcoxon
from evenkeel.ranks.named import compute_ranks
from evenkeel.reproduction.figures import DOCUMENTED_RANKINGS, row_of_figures, table_of_figures
from evenkeel.reproduction.registry import DERRAC, published_table
from evenkeel.reproduction.stored import published_rows

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

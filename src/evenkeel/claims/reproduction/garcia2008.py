"""Garcia and Herrera (2008): all pairs of five classifiers, and the exhaustive sets."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator

import numpy as np
from scipy.special import fdtri

from evenkeel.adjustments import adjust, adjusted_alphas
from evenkeel.adjustments.exhaustive import exhaustive_sets
from evenkeel.casestudies import load
from evenkeel.claims.printed import Figure
from evenkeel.claims.reproduction.registry import (
    GARCIA_2008,
    published_rows,
    published_table,
    row_of_figures,
    table_of_figures,
)
from evenkeel.omnibus._friedman import friedman, friedman_critical, iman_davenport
from evenkeel.posthocs.rank_statistics import posthoc_statistics, standard_error
from evenkeel.ranks.rankings import friedman_ranks

_LEVELS = {
    "nemenyi": "0.005 0.005 0.005 0.005 0.005 0.005 0.005 0.005 0.005 0.005",
    "holm": "0.005 0.0055 0.0063 0.0071 0.0083 0.01 0.0125 0.0167 0.025 0.05",
    "shaffer": "0.005 0.0083 0.0083 0.0083 0.0083 0.0125 0.0125 0.0167 0.025 0.05",
}
_REJECTED = {"nemenyi": "4", "holm": "5", "shaffer": "6", "bergmann": "8"}


@published_table(GARCIA_2008, "Table 1", "Numbers of hypotheses and sets", "definition")
def _numbers_of_sets() -> Iterator[Figure]:
    for row in published_rows("garcia2008_t1_exhaustive_sets"):
        k = int(row["k"])
        m = math.comb(k, 2)
        yield Figure(f"k = {k}, m", row["m"], m)
        yield Figure(f"k = {k}, index sets", row["index_sets"], 2**m)
        yield Figure(f"k = {k}, exhaustive sets", row["exhaustive_sets"], len(exhaustive_sets(k)))


@published_table(GARCIA_2008, "Table 2", "Ranks of five classifiers", "data")
def _ranks() -> Iterator[Figure]:
    ranks = friedman_ranks(load("garcia2008"))
    rows = published_rows("garcia2008_t2_ranks")
    yield from table_of_figures(rows, ranks.algorithms, ranks.ranks, places=1)
    printed = "2.100 3.250 2.200 4.333 3.117"
    yield from row_of_figures("average of", ranks.algorithms, printed, ranks.average)


@published_table(GARCIA_2008, "Section 2.2", "Statistics and rejections", "data")
def _statistics() -> Iterator[Figure]:
    results = load("garcia2008")
    yield Figure("Friedman", "39.647", friedman(results, ties="uncorrected").statistic)
    yield Figure("Iman-Davenport", "14.309", iman_davenport(results, ties="uncorrected").statistic)
    found = posthoc_statistics(results, method="normal")
    for name, printed in _REJECTED.items():
        adjusted = adjust(found.pvalue, name, family=found.family)
        yield Figure(f"hypotheses rejected, {name}", printed, int((adjusted <= 0.05).sum()))


@published_table(GARCIA_2008, "Section 2.2", "Critical values, standard error", "definition")
def _critical_values() -> Iterator[Figure]:
    critical = friedman_critical(30, 5, method="chi-square").value
    yield Figure("critical value of Friedman", "9.488", critical)
    yield Figure("critical value of Iman-Davenport", "2.45", fdtri(4, 4 * 29, 0.95))
    yield Figure("standard error", "0.408", standard_error("friedman", 30, 5))


@published_table(GARCIA_2008, "Table 3", "z, p and adjusted levels", "data")
def _levels() -> Iterator[Figure]:
    found = posthoc_statistics(load("garcia2008"), method="normal")
    place = {frozenset(pair): i for i, pair in enumerate(found.family.hypotheses)}
    for row in published_rows("garcia2008_t5_all_pairs"):
        i = place[frozenset((row["first"], row["second"]))]
        label = f"{row['first']} vs {row['second']}"
        yield Figure(f"{label}, z", row["z"], abs(found.z[i]), places=3)
        yield Figure(f"{label}, p", row["p"], found.pvalue[i], places=4)
    order = np.argsort(found.pvalue)
    for name, printed in _LEVELS.items():
        levels = adjusted_alphas(found.pvalue, name, family=found.family).levels
        assert levels is not None
        numbers = map(str, range(1, 11))
        yield from row_of_figures(f"{name}, level", numbers, printed, levels[order], places=4)


@published_table(GARCIA_2008, "Table 4", "Exhaustive sets listed, by size", "definition")
def _listed_sets() -> Iterator[Figure]:
    printed = Counter(row["size"] for row in published_rows("garcia2008_t4_exhaustive_sets"))
    right = Counter(len(hypotheses) for hypotheses in exhaustive_sets(5))
    for size, count in printed.items():
        yield Figure(f"sets of size {size}", str(count), right[int(size)])
    yield Figure("all sets, as the text says", "51", right.total())


@published_table(GARCIA_2008, "Table 5", "Adjusted p, all pairs", "data")
def _all_pairs() -> Iterator[Figure]:
    found = posthoc_statistics(load("garcia2008"), method="normal")
    columns = {"p": found.pvalue} | {
        name: adjust(found.pvalue, name, family=found.family)
        for name in ("nemenyi", "holm", "shaffer", "bergmann")
    }
    place = {frozenset(pair): i for i, pair in enumerate(found.family.hypotheses)}
    for row in published_rows("garcia2008_t5_all_pairs"):
        i = place[frozenset((row["first"], row["second"]))]
        for column, values in columns.items():
            label = f"{row['first']} vs {row['second']}, {column}"
            yield Figure(label, row[column], values[i], places=4)

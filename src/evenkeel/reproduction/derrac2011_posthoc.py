"""Derrac et al. (2011), Tables 13 to A.21: what is done after a test of all algorithms."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from evenkeel.adjustments import adjust, adjusted_alphas, combined_error
from evenkeel.casestudies import load
from evenkeel.claims.figures import Figure
from evenkeel.control.multiple_sign import multiple_sign_critical
from evenkeel.control.published_table import COLUMNS, TABLE_A21
from evenkeel.effects.contrasts import contrast_estimation
from evenkeel.hypotheses.rank_statistics import posthoc_statistics
from evenkeel.reproduction.figures import row_of_figures, table_of_figures
from evenkeel.reproduction.registry import DERRAC, published_table
from evenkeel.reproduction.stored import published_rows

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


for _number, _ranking in (("13", "friedman"), ("14", "aligned"), ("15", "quade")):
    published_table(DERRAC, f"Table {_number}", f"{_ranking.title()} z and p against SaDE", "data")(
        partial(_control_sade, _ranking)
    )


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


for _number, _ranking in (("16", "friedman"), ("17", "aligned"), ("18", "quade")):
    _title = f"{_ranking.title()} p against DE-Exp, adjusted"
    published_table(DERRAC, f"Table {_number}", _title, "data")(
        partial(_control_de_exp, _ranking, f"derrac2011_t{_number}_{_ranking}")
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

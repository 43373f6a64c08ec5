"""The study of four classifiers: adjusted p-values with PDFC as the control."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from evenkeel._types import FloatArray
from evenkeel.adjustments import adjust
from evenkeel.casestudies import load
from evenkeel.claims.figures import Figure
from evenkeel.hypotheses.rank_statistics import posthoc_statistics, standard_error
from evenkeel.numerics.tails import normal_pvalue
from evenkeel.reproduction.figures import DOCUMENTED_RANKINGS
from evenkeel.reproduction.four_classifiers import NAMES, printed_ranks
from evenkeel.reproduction.registry import SPANISH, published_table
from evenkeel.reproduction.stored import published_rows

_OTHERS = ("FH-GBML", "IS-CHC+1NN", "NNEP")
# Where ranks are printed that the data do not give (erratum 41): file, columns, sum of weights.
_PRINTED: dict[str, tuple[str, str, float]] = {
    "aligned": ("garcia2010_t3_ranks", "", 24),
    "quade": ("garcia2010_t4_quade", "W ", 24 * 25 / 2),
}


def _adjusted(ranking: str, pvalues: FloatArray) -> Iterator[Figure]:
    """The figures of one ranking for the raw p-values of `_OTHERS`."""
    for row in published_rows("garcia2010_apv_control_pdfc"):
        if row["ranking"] == ranking:
            name = row["procedure"]
            values = pvalues
            if name != "unadjusted":
                # The printed constants of Rom's procedure are the program's (erratum 4).
                values = adjust(pvalues, name, variant="keel" if name == "rom" else None)
            for other, value in zip(_OTHERS, values, strict=True):
                yield Figure(f"{other}, {name}", row[other], value)


def _from_data(ranking: str) -> Iterator[Figure]:
    found = posthoc_statistics(load("garcia2010"), ranking=ranking, control="PDFC", method="normal")
    place = {other: i for i, (_, other) in enumerate(found.family.hypotheses)}
    yield from _adjusted(ranking, found.pvalue[[place[other] for other in _OTHERS]])


def _from_ranks(ranking: str) -> Iterator[Figure]:
    file, what, weights = _PRINTED[ranking]
    average = printed_ranks(file, what).sum(axis=0) / weights
    control = average[NAMES.index("PDFC")]
    others = average[[NAMES.index(other) for other in _OTHERS]]
    z = (others - control) / standard_error(ranking, 24, 4)
    yield from _adjusted(ranking, np.asarray(normal_pvalue(z, "two-sided")))


for _ranking in DOCUMENTED_RANKINGS:
    _number, _title = f"Table 5, {_ranking}", f"{_ranking.title()} p against PDFC, adjusted"
    published_table(SPANISH, _number, _title, "data")(partial(_from_data, _ranking))
    if _ranking in _PRINTED:
        published_table(SPANISH, _number, _title, "printed ranks")(partial(_from_ranks, _ranking))

"""The lecture slides' studies of which only ranks, sums of ranks or p-values are printed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np
from scipy.special import chdtri, fdtri, ndtri

from evenkeel._types import FloatArray
from evenkeel.adjustments import adjust, adjusted_alphas, combined_error
from evenkeel.claims.figures import Figure
from evenkeel.hypotheses.rank_statistics import standard_error
from evenkeel.numerics.tails import f_sf, normal_pvalue
from evenkeel.omnibus.of_friedman import friedman_from_averages
from evenkeel.omnibus.sums import chi_square_sf
from evenkeel.pairwise.signed_rank import wilcoxon_critical
from evenkeel.reproduction.figures import row_of_figures
from evenkeel.reproduction.registry import SLIDES, published_table
from evenkeel.reproduction.stored import published_rows

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
    for measure, friedman, printed in (
        ("classification rate", 28.957, "13.920"),
        ("kappa", 26.729, "11.871"),
    ):
        f = (n - 1) * friedman / (n * (k - 1) - friedman)
        p = float(f_sf(f, k - 1, (k - 1) * (n - 1)))
        yield Figure(f"{measure}, Friedman's p", "<0.0001", float(chi_square_sf(friedman, k - 1)))
        yield Figure(f"{measure}, Iman-Davenport", printed, f)
        yield Figure(f"{measure}, Iman-Davenport's p", "<0.0001", p)
    yield Figure("critical value of Friedman", "9.487", chdtri(4, 0.05))
    yield Figure("critical value of Iman-Davenport", "2.55", fdtri(4, 52, 0.95))


@published_table(SLIDES, "Table 13", "Friedman of five learners", "printed p")
def _genetics_friedman() -> Iterator[Figure]:
    for study, friedman, f in (
        ("classification rate", "28.957", "13.920"),
        ("kappa", "26.729", "11.871"),
    ):
        found = friedman_from_averages(averages_behind(study), _STUDIES[study][0])
        for name, printed, value in zip(
            ("Friedman", "Iman-Davenport"), (friedman, f), found, strict=True
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

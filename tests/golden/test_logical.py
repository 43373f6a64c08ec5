"""Published results of Shaffer's and the Bergmann-Hommel procedures, and of the exhaustive sets.

García and Herrera (2008), Journal of Machine Learning Research 9, 2677-2694, Tables 1, 3, 4 and 5;
Derrac et al. (2011), Swarm and Evolutionary Computation 1, 3-18, Table 20.
"""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import erfc

import evenkeel
from evenkeel.adjustments.bergmann import bergmann_hommel
from evenkeel.adjustments.exhaustive import exhaustive_sets
from evenkeel.adjustments.shaffer import shaffer_counts, shaffer_dynamic, shaffer_static
from evenkeel.posthocs.groups import compact_letters, unrejected_groups
from published import published

TABLE_4 = """
12 13 23 14 24 34 15 25 35 45
12,34 13,24 14,23 12,35 13,25 15,23 12,45 13,45 23,45 14,25 15,24 14,35 24,35
12,13,23 12,14,24 13,14,34 23,24,34 12,15,25 13,15,35 23,25,35 14,15,45 24,25,45 34,35,45
12,13,23,45 12,14,24,35 12,34,35,45 13,14,25,34 13,15,24,35 13,24,25,45 14,15,23,45 14,23,25,35
15,23,24,34
12,13,14,15,23,24,25,34,35,45 12,13,14,23,24,34 12,13,15,23,25,35 12,14,15,24,25,45
13,14,15,34,35,45 23,24,25,34,35,45
"""


def half_unit(printed: str, decimals: int) -> float:
    """Half a unit of the last digit: `decimals` after the point, also of a power's mantissa."""
    exponent = int(printed.split("e")[1]) if "e" in printed else 0
    return 0.5 * 10.0 ** (exponent - (3 if "e" in printed else decimals)) * (1 + 1e-9)


def from_ranks(
    algorithms: list[str], average: list[float], n: int
) -> tuple[evenkeel.Family, np.ndarray, np.ndarray]:
    """Family, p-values of the Friedman ranks and the average ranks themselves."""
    family = evenkeel.Family(tuple(algorithms))
    # Printed averages are sums of halves divided by n: restore the digits that were cut off.
    positions = np.round(np.array(average) * 2 * n) / (2 * n)
    first, second = family.pairs.T
    z = (positions[first] - positions[second]) / np.sqrt(family.k * (family.k + 1) / (6 * n))
    return family, erfc(np.abs(z) / np.sqrt(2)), positions


def garcia_2008() -> tuple[evenkeel.Family, np.ndarray, np.ndarray]:
    """Average ranks of Table 2, 30 data sets."""
    names = ["C4.5", "1-NN", "NaiveBayes", "Kernel", "CN2"]
    return from_ranks(names, [2.100, 3.250, 2.200, 4.333, 3.117], 30)


def derrac_2011() -> tuple[evenkeel.Family, np.ndarray, np.ndarray]:
    """Friedman ranks of Table 11, 25 functions."""
    rows = published("derrac2011_t11_ranks")
    return from_ranks(
        [row["algorithm"] for row in rows], [float(row["friedman"]) for row in rows], 25
    )


def number_of(family: evenkeel.Family, row: dict[str, str]) -> int:
    pairs = [frozenset(pair) for pair in family.hypotheses]
    return pairs.index(frozenset((row["first"], row["second"])))


def test_figure_2_lists_the_14_sets_of_4_classifiers():
    printed = (
        "(12,13,14,23,24,34), (23,24,34), (13,14,34), (12,14,24), (12,13,23), (12), (13), (14), "
        "(23), (24), (34), (12,34), (13,24), (14,23)"
    )
    assert sorted(map(str, exhaustive_sets(4))) == sorted(printed.split(", "))


def test_table_4_lists_48_of_the_51_sets():
    # The table omits the three sets in which 3 and 4 are a group and 5 is not alone; the text and
    # Table 1 count 51 sets.
    printed = {f"({entry})" for entry in TABLE_4.split()}
    ours = {str(one) for one in exhaustive_sets(5)}
    assert len(printed) == 48
    assert printed <= ours
    assert ours - printed == {"(15,34)", "(25,34)", "(12,15,25,34)"}


def test_table_3_levels_of_shaffer():
    printed = [0.005, 0.0083, 0.0083, 0.0083, 0.0083, 0.0125, 0.0125, 0.0167, 0.025, 0.05]
    assert 0.05 / shaffer_counts(5) == pytest.approx(printed, abs=0.5e-4)


MADE_MONOTONE = {  # cells of Table 5 and Table 20 that were made monotone in p, by the definition
    # hypothesis 23: the largest product is that of (23,25,35), 3 p = 3 x 0.0101
    ("1-NN", "NaiveBayes"): "0.0303",
    ("CHC", "SS-BLX"): "0.445123",
    ("SS-Arit", "SaDE"): "0.572190",
    ("SS-Arit", "DE-Bin"): "0.633690",
}


def test_cells_that_were_made_monotone_are_smaller_by_the_definition():
    """Erratum 13; the other cells of both tables agree, see test_reproduction.py."""
    for table, decimals, cells in (
        (garcia_2008(), 4, list(MADE_MONOTONE)[:1]),
        (derrac_2011(), 6, list(MADE_MONOTONE)[1:]),
    ):
        family, p, positions = table
        adjusted = bergmann_hommel(p, family, positions)
        for first, second in cells:
            i = number_of(family, {"first": first, "second": second})
            printed = MADE_MONOTONE[first, second]
            assert adjusted[i] == pytest.approx(float(printed), abs=half_unit(printed, decimals))


def test_garcia_2008_rejections_and_groups():
    family, p, positions = garcia_2008()
    assert (shaffer_static(p, family) <= 0.05).sum() == 6
    assert (bergmann_hommel(p, family, positions) <= 0.05).sum() == 8
    adjusted = bergmann_hommel(p, family, positions)
    groups = unrejected_groups(adjusted, alpha=0.05, positions=positions)
    named = [[family.algorithms[a] for a in group] for group in groups]
    assert named == [["C4.5", "NaiveBayes"], ["CN2", "1-NN"], ["Kernel"]]
    letters = compact_letters(adjusted, alpha=0.05, positions=positions)
    assert letters == ("a", "b", "a", "c", "b")


@pytest.mark.parametrize(
    ("table", "ranks", "decimals"),
    [
        ("garcia2008_t5_all_pairs", garcia_2008, 4),
        ("derrac2011_t20_all_pairs", derrac_2011, 6),
    ],
)
def test_printed_bergmann_is_the_definition_made_monotone(table, ranks, decimals):
    family, p, positions = ranks()
    rows = published(table)
    order = [number_of(family, row) for row in rows]
    monotone = np.maximum.accumulate(bergmann_hommel(p, family, positions)[order])
    for value, row in zip(monotone, rows, strict=True):
        printed = row["bergmann"]
        assert value == pytest.approx(float(printed), abs=half_unit(printed, decimals))


def test_derrac_2011_rejections_at_a_tenth():
    family, p, positions = derrac_2011()
    assert (shaffer_static(p, family) <= 0.1).sum() == 7
    assert (shaffer_dynamic(p, family, positions) <= 0.1).sum() >= 7
    assert (bergmann_hommel(p, family, positions) <= 0.1).sum() == 8


NUMBERED = [(a, b) for a in range(1, 6) for b in range(a + 1, 6)]


def test_the_acceptance_set_of_garcia_2008_is_marked_among_the_exhaustive_sets():
    """Of the ten hypotheses 8 are rejected by Bergmann and Hommel; the others are in A."""
    results = evenkeel.load("garcia2008")
    found = evenkeel.compare(results, ties="uncorrected")
    rows = found.report(exhaustive=True).table("exhaustive").rows
    pairs = {f"{a}{b}": p for (a, b), p in zip(NUMBERED, found.posthoc.pvalue, strict=True)}
    accepted = set()
    for name, size, _, _, mark in rows:
        members = name.strip("()").split(",")
        assert len(members) == size
        assert (mark == "yes") == (min(pairs[each] for each in members) > 0.05 / len(members))
        accepted |= set(members) if mark else set()
    assert len(accepted) == 2
    bergmann = found.posthoc.rejected(0.05, "bergmann")
    assert accepted == {name for name, gone in zip(pairs, bergmann, strict=True) if not gone}

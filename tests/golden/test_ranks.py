"""The three rankings against the tables of the documents, misprints named."""

from __future__ import annotations

import evenkeel


def test_toy_friedman_ranks() -> None:
    """Derrac et al. (2011), Table 8; erratum 23: the printed average of C is 1.250."""
    ranks = evenkeel.ranks.friedman_ranks(evenkeel.load("toy"))
    expected = [[3, 4, 1, 2], [1.5, 4, 1.5, 3], [2, 4, 3, 1], [3, 4, 1.5, 1.5]]
    assert ranks.ranks.tolist() == expected
    assert ranks.average.tolist() == [2.375, 4, 1.75, 1.875]
    assert ranks.average.sum() == 10  # with 1.250 the averages would not add to k (k + 1) / 2
    assert ranks.tied == 4


def test_garcia2008() -> None:
    """Garcia and Herrera (2008), Table 2; erratum 24: OptDigits has 1-NN (0.098) at rank 1."""
    table = evenkeel.load("garcia2008")
    ranks = evenkeel.ranks.friedman_ranks(table)
    assert ranks.average.round(3).tolist() == [2.1, 3.25, 2.2, 4.333, 3.117]
    optdigits = ranks.ranks[table.problems.index("OptDigits")]
    assert optdigits.tolist() == [3, 5, 2, 1, 4]  # printed 3, 1, 2, 1, 4


def test_demsar2006() -> None:
    """Slides; erratum 27: Voting has the ranks 2 and 3 printed for equal values 0.975."""
    table = evenkeel.load("demsar2006")
    ranks = evenkeel.ranks.friedman_ranks(table)
    assert ranks.ranks[table.problems.index("Voting")].tolist() == [4, 1, 2.5, 2.5]
    assert ranks.average.round(3).tolist() == [3.143, 2.0, 2.929, 1.929]  # not 2.893, 1.964
    assert ranks.ranks[table.problems.index("Mushroom")].tolist() == [2.5] * 4

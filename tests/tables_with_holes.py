"""Published tables with holes, and tables with random ones."""

from __future__ import annotations

import numpy as np

from evenkeel.tables import Results

_ = np.nan

#: Assembly times of nine workers by four methods: Skillings and Mack (1981), Technometrics
#: 23:171-177. Typed from memory, not from the paper; what vouches for the data is that they give
#: every digit of the statistic and the p-value in a printed output of the R package Skillings.Mack.
ASSEMBLY = [
    [3.2, 4.1, 3.8, 4.2],
    [3.1, 3.9, 3.4, 4.0],
    [4.3, 3.5, 4.6, 4.8],
    [3.5, 3.6, 3.9, 4.0],
    [3.6, 4.2, 3.7, 3.9],
    [4.5, 4.7, 3.7, _],
    [_, 4.2, 3.4, _],
    [4.3, 4.6, 4.4, 4.9],
    [3.5, _, 3.7, 3.9],
]
#: Speech with a metronome: Brady (1969), in Hollander and Wolfe (1999), Example 7.8; the data are
#: those of the example of PMCMRplus::skillingsMackTest.
METRONOME = [
    [3, 5, 15],
    [1, 3, 18],
    [5, 4, 21],
    [2, _, 6],
    [0, 2, 17],
    [0, 2, 10],
    [0, 3, 8],
    [0, 2, 13],
]
#: Most results missing and one tie: data and expected values from the tests of tlsfuzzer, another
#: program in Python; it does not say where it has them from.
SPARSE = [
    [3, 5, 15, _, 4],
    [1, 3, _, _, _],
    [5, 4, 21, 5, _],
    [2, _, 6, _, _],
    [0, 2, 17, _, _],
    [0, 2, 10, _, _],
    [0, 3, _, 5, _],
    [0, 2, 13, _, _],
]
#: Seven kinds of ice cream, of which each person tastes three: Conover (1999), Section 5.9; the
#: data are those that a public script gives to PMCMRplus::durbinTest.
ICE_CREAM = [
    [2, 3, _, 1, _, _, _],
    [_, 3, 1, _, 2, _, _],
    [_, _, 2, 1, _, 3, _],
    [_, _, _, 1, 2, _, 3],
    [3, _, _, _, 1, 2, _],
    [_, 3, _, _, _, 1, 2],
    [3, _, 1, _, _, _, 2],
]


def kept(values: object, better: str = "lower") -> Results:
    """The table with its holes."""
    return Results(values, better=better, missing="keep")  # type: ignore[arg-type]


def punched(values: np.ndarray, share: float, seed: int) -> np.ndarray:
    """A copy without some of its values, at random; of each problem at least two are left."""
    generator = np.random.default_rng(seed)
    holes = np.array(values, dtype=np.float64)
    holes[generator.random(holes.shape) < share] = np.nan
    few = np.count_nonzero(~np.isnan(holes), axis=1) < 2
    holes[few] = values[few]
    return holes

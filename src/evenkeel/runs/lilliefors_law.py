"""The law of Lilliefors' statistic D for normal samples, from a simulation of its own.

There is no formula for it. `lilliefors.csv`, made by tools/make_lilliefors.py, holds quantiles of
Stephens' modified statistic T = (sqrt(n) - 0.01 + 0.85 / sqrt(n)) D for some numbers n of runs. D
itself shrinks like 1 / sqrt(n) and must not be interpolated in n; T hardly depends on n, so that
between the stored n its quantiles are taken on a straight line in 1 / sqrt(n). Beyond 4000 runs
they are those of 4000, which makes the p-values of very many runs some 3% too small.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import resources

import numpy as np

from evenkeel._types import FloatArray

#: The p-values end here: the table does.
LILLIEFORS_BOUNDS = (0.001, 0.99)


def modified(distance: FloatArray, runs: int) -> FloatArray:
    """Stephens' T of distances D from samples of so many runs (Stephens 1974)."""
    root = np.sqrt(runs)
    statistic: FloatArray = (root - 0.01 + 0.85 / root) * distance
    return statistic


def lilliefors_pvalue(distance: FloatArray, runs: int) -> FloatArray:
    """Probability that normal samples of 4 runs or more are as far from their fitted normal law.

    Between the stored levels its logarithm lies on a straight line in T. 0.001 and 0.99 mean "at
    most" and "at least".

    References
    ----------
    Lilliefors (1967), doi:10.1080/01621459.1967.10482916. Stephens (1974),
    doi:10.1080/01621459.1974.10480196, Table 1A, case 3.
    """
    sizes, levels, stored = _table()
    along = -1 / np.sqrt(sizes)  # increasing
    quantiles = [np.interp(-1 / np.sqrt(runs), along, column) for column in stored.T]
    return np.asarray(np.exp(np.interp(modified(distance, runs), quantiles, np.log(levels))))


@lru_cache(maxsize=1)
def _table() -> tuple[FloatArray, FloatArray, FloatArray]:
    """Numbers of runs (s,), levels in decreasing order (l,), quantiles of T (s, l)."""
    file = resources.files("evenkeel.runs") / "lilliefors.csv"
    table = np.loadtxt(file.read_text(encoding="utf-8").splitlines(), delimiter=",")
    return table[1:, 0], table[0, 1:], table[1:, 1:]

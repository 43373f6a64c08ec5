"""The largest exhaustive sets for arbitrary p-values, by dynamic programming over subsets.

For a level t, call a group of algorithms admissible if no pair in it has a p-value below t. An
exhaustive set without p-values below t is a partition into admissible groups. The largest one
within a subset U of the algorithms is found by taking out the group T of its last algorithm::

    best(U) = max { C(|T|, 2) + best(U without T) : T admissible, within U, with the last of U }

A subset is a bit mask. The table of `best` has one axis of length 2 for each algorithm, so that
"T and any others before its last" and "the same without T" are two views of it, and a last axis
for the levels, which are all served at once. There are 3^k / 2 choices of U and T.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from evenkeel.families import matrix_of_pairs
from evenkeel.results import FloatArray

LARGEST_BY_SUBSETS = 16  # about two seconds; one more algorithm takes more than three times longer

IntArray = NDArray[np.intp]


def largest_by_subsets(p: FloatArray, k: int) -> tuple[FloatArray, NDArray[np.int16]]:
    """Levels (the different p-values, increasing) and the largest exhaustive set at each of them.

    At a level only hypotheses whose p-value is not below it may be in the set.
    """
    levels, highest = _admissible(p, k)
    return levels, _largest(highest, k, len(levels))[-1]


def bergmann_by_subsets(p: FloatArray, k: int) -> FloatArray:
    """Bergmann-Hommel for one vector of m arbitrary p-values; the result is not clipped at 1."""
    levels, highest = _admissible(p, k)
    best = _largest(highest, k, len(levels))
    masks = np.arange(1 << k)
    within = _pairs_within(k)
    product = np.zeros(1 << k)  # for each group T, the largest |I| min p with T a group of I
    for number, level in enumerate(levels):
        size = within + best[::-1, number]  # the last row but T is that of the others
        np.maximum(product, np.where(highest >= number, level * size, 0.0), out=product)
    return np.array(
        [
            product[(masks >> first & masks >> second & 1).astype(bool)].max()
            for first, second in zip(*np.triu_indices(k, 1), strict=True)
        ]
    )


def _admissible(p: FloatArray, k: int) -> tuple[FloatArray, IntArray]:
    """Levels, and for each group (bit mask) the number of the last level it is admissible at."""
    levels, number = np.unique(p, return_inverse=True)
    last = len(levels) - 1
    between = matrix_of_pairs(number.astype(np.float64), k, diagonal=last).astype(np.intp)
    highest = np.array([last])
    for j in range(k):
        joining = np.array([last])  # algorithm j with each group of the algorithms before it
        for i in range(j):
            joining = np.concatenate([joining, np.minimum(joining, between[i, j])])
        highest = np.concatenate([highest, np.minimum(highest, joining)])
    return levels, highest


def _largest(highest: IntArray, k: int, n_levels: int) -> NDArray[np.int16]:
    """`best` of the module's docstring: a row for each subset, a column for each level."""
    best = np.zeros((2,) * k + (n_levels,), dtype=np.int16)
    within = _pairs_within(k)
    for group in range(1, 1 << k):
        before = group.bit_length() - 1  # the last algorithm; later ones are in no subset here
        taken: list[int | slice] = [0] * k
        left: list[int | slice] = [0] * k
        for j in range(before + 1):
            inside = group >> j & 1
            taken[k - 1 - j] = 1 if inside else slice(None)
            left[k - 1 - j] = 0 if inside else slice(None)
        admitted = slice(highest[group] + 1)
        target = best[(*taken, admitted)]
        np.maximum(target, best[(*left, admitted)] + within[group], out=target)
    return best.reshape(1 << k, n_levels)


def _pairs_within(k: int) -> NDArray[np.int16]:
    """C(size, 2) for each group (bit mask)."""
    size = np.zeros(1, dtype=np.int16)
    for _ in range(k):
        size = np.concatenate([size, size + np.int16(1)])
    pairs: NDArray[np.int16] = size * (size - 1) // 2
    return pairs

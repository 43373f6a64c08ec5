"""Adjusted p-values over the list of all exhaustive sets, for few algorithms and many tables.

Each line of the computation handles all sets and a block of replicates at once. A set is held as
its hypotheses, and a hypothesis as the sets that hold it, both flattened for ``ufunc.reduceat``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from evenkeel._types import FloatArray, IndexArray
from evenkeel.adjustments.deciding import multiple

LARGEST_ENUMERATED = 9  # beyond, the sets are too many: 115,974 for 10 algorithms

_BLOCK_CELLS = 1 << 14  # numbers gathered at a time: small enough for malloc to keep the memory


@dataclass(frozen=True)
class _Sets:
    """The exhaustive sets of all pairs of k algorithms, ordered by size.

    `hypotheses` lists the members of the first set, of the second, ...; `begins` says where each
    set begins. `holders` lists the sets that hold the first hypothesis, the second, ...;
    `holders_begin` says where each hypothesis begins. `size_begins` is the first set of each size.
    """

    sizes: IndexArray
    hypotheses: IndexArray
    begins: IndexArray
    holders: IndexArray
    holders_begin: IndexArray
    size_begins: IndexArray


def bergmann_by_sets(p: FloatArray, k: int) -> FloatArray:
    """Bergmann-Hommel: the largest |I| min p over the exhaustive sets I that hold the hypothesis.

    `p` has shape (replicates, m); the result is not clipped at 1.
    """
    return _in_blocks(_bergmann, p, _exhaustive(k))


def dynamic_by_sets(p: FloatArray, k: int) -> FloatArray:
    """Shaffer dynamic: the largest |I| min(p_i, min p over I) over all exhaustive sets I.

    `p` has shape (replicates, m); the result is not clipped at 1.
    """
    return _in_blocks(_dynamic, p, _exhaustive(k))


def set_partitions(k: int) -> NDArray[np.int8]:
    """All B(k) partitions of k algorithms: one row each, the number of the group of each one.

    Groups are numbered as they first appear, so that a new algorithm joins one of the groups
    there are or opens the next one.
    """
    labels = np.zeros((1, 1), dtype=np.int8)
    for _ in range(1, k):
        choices = labels.max(axis=1).astype(np.intp) + 2
        begins = np.cumsum(choices) - choices
        joined = np.arange(choices.sum()) - np.repeat(begins, choices)
        labels = np.column_stack([np.repeat(labels, choices, axis=0), joined.astype(np.int8)])
    return labels


@cache
def _exhaustive(k: int) -> _Sets:
    labels = set_partitions(k)
    first, second = np.triu_indices(k, 1)
    holds = labels[:, first] == labels[:, second]
    sizes = holds.sum(axis=1)
    order = np.argsort(sizes, kind="stable")[1:]  # without the empty set
    holds, sizes = holds[order], sizes[order]
    counts = holds.sum(axis=0)
    return _Sets(
        sizes=sizes,
        hypotheses=np.nonzero(holds)[1],
        begins=np.cumsum(sizes) - sizes,
        holders=np.nonzero(holds.T)[1],
        holders_begin=np.cumsum(counts) - counts,
        size_begins=np.flatnonzero(np.diff(sizes, prepend=0)),
    )


def _in_blocks(
    formula: Callable[[FloatArray, _Sets], FloatArray], p: FloatArray, sets: _Sets
) -> FloatArray:
    step = max(1, _BLOCK_CELLS // len(sets.hypotheses))
    adjusted = np.empty_like(p)
    for first in range(0, len(p), step):
        block = np.ascontiguousarray(p[first : first + step].T)
        adjusted[first : first + step] = formula(block, sets).T
    return adjusted


def _bergmann(p: FloatArray, sets: _Sets) -> FloatArray:
    products = multiple(_smallest(p, sets), sets.sizes[:, None])
    adjusted: FloatArray = np.maximum.reduceat(products[sets.holders], sets.holders_begin, axis=0)
    return adjusted


def _dynamic(p: FloatArray, sets: _Sets) -> FloatArray:
    # of the sets of one size, the one whose smallest p-value is largest decides
    highest = np.maximum.reduceat(_smallest(p, sets), sets.size_begins, axis=0)
    adjusted = np.zeros_like(p)
    for size, level in zip(sets.sizes[sets.size_begins], highest, strict=True):
        np.maximum(adjusted, multiple(np.minimum(p, level), size), out=adjusted)
    return adjusted


def _smallest(p: FloatArray, sets: _Sets) -> FloatArray:
    """Smallest p-value of each exhaustive set; `p` has shape (m, replicates)."""
    smallest: FloatArray = np.minimum.reduceat(p[sets.hypotheses], sets.begins, axis=0)
    return smallest

"""Which algorithms have results on which problems: what such a design allows to compare."""

from __future__ import annotations

import numpy as np

from evenkeel._types import BoolArray, FloatArray, IntArray
from evenkeel.errors import InputError
from evenkeel.tables.results import Results
from evenkeel.words.sentences import series

_LISTED = 5  # names of a group that a message lists


def common_problems(present: BoolArray) -> IntArray:
    """How many problems two algorithms share, designs (..., n, k) to counts (..., k, k)."""
    cells = present.astype(np.float64)  # whose product is that of a fast library, and exact
    return np.rint(np.swapaxes(cells, -1, -2) @ cells).astype(np.int64)


def laplacians(present: BoolArray, weights: FloatArray) -> FloatArray:
    """Sum over the problems of w_i (k_i I - 1 1') on those present: (..., n, k) to (..., k, k).

    It is the Laplacian of the graph that joins two algorithms by the weight of the problems which
    they share; its rank is k less the number of groups that share none.
    """
    cells = present * weights[..., None]
    joined = np.swapaxes(cells, -1, -2) @ present
    diagonal = (cells * present.sum(axis=-1, keepdims=True)).sum(axis=-2)
    laplacian: FloatArray = diagonal[..., None] * np.eye(present.shape[-1]) - joined
    return laplacian


def eigen(laplacian: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Eigenvalues (..., k), exactly 0 where they are but rounding errors, and eigenvectors."""
    values, vectors = np.linalg.eigh(laplacian)
    k = values.shape[-1]
    noise = 8 * k * np.finfo(np.float64).eps * np.abs(values).max(axis=-1, keepdims=True)
    return np.where(values > noise, values, 0.0), vectors


def connected_groups(present: BoolArray) -> list[list[int]]:
    """Algorithms (columns of (n, k)) that problems join, directly or through others."""
    joined = common_problems(present) > 0
    left = set(range(present.shape[1]))
    groups = []
    while left:
        group, new = set[int](), {min(left)}
        while new:
            group |= new
            new = set(np.flatnonzero(joined[sorted(new)].any(axis=0)).tolist()) - group
        groups.append(sorted(group))
        left -= group
    return groups


def require_connected(results: Results) -> None:
    """Raise if the algorithms fall into groups that share no problem; the message names them."""
    groups = connected_groups(~np.isnan(results.values))
    if len(groups) > 1:
        named = [_named([results.algorithms[j] for j in group]) for group in groups]
        raise InputError(
            f"the algorithms fall into {len(groups)} groups that share no problem: "
            f"{'; '.join(named)}. Nothing tells how one group does beside another: compare each by "
            "itself with results.select([...]), or leave some out with results.drop([...])"
        )


def _named(names: list[str]) -> str:
    more = len(names) - _LISTED
    shown = [repr(name) for name in names[:_LISTED]]
    return series(shown if more <= 0 else [*shown, f"{more} more"])

"""Families of hypotheses: a control against the rest (1 x N), or all pairs (N x N)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from evenkeel._types import FloatArray, IndexArray
from evenkeel.errors import InputError, Message, choice

__all__ = ["Family"]


@dataclass(frozen=True)
class Family:
    """The hypotheses that are tested together, each "these two algorithms perform alike".

    Parameters
    ----------
    algorithms : tuple of str
        The k algorithms.
    control : str, optional
        The control. Without it the family holds all k (k - 1) / 2 pairs, in the order
        (1, 2), (1, 3), ..., (k - 1, k); with it the k - 1 pairs (control, other), the others in
        their own order.

    Examples
    --------
    >>> from evenkeel import Family
    >>> Family(("A", "B", "C")).hypotheses
    (('A', 'B'), ('A', 'C'), ('B', 'C'))
    >>> Family(("A", "B", "C"), control="B").hypotheses
    (('B', 'A'), ('B', 'C'))
    """

    algorithms: tuple[str, ...]
    control: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "algorithms", tuple(self.algorithms))
        if len(self.algorithms) < 2:
            raise InputError(
                f"a family of hypotheses needs at least 2 algorithms, not {len(self.algorithms)}"
            )
        if self.control is not None:
            choice(self.control, self.algorithms, "control")

    @classmethod
    def of_size(cls, k: int) -> Family:
        """All pairs of k algorithms without names of their own."""
        return cls(tuple(f"A{j}" for j in range(1, k + 1)))

    @property
    def kind(self) -> Literal["control", "all-pairs"]:
        """``"control"`` (1 x N) or ``"all-pairs"`` (N x N)."""
        return "all-pairs" if self.control is None else "control"

    @property
    def k(self) -> int:
        """Number of algorithms."""
        return len(self.algorithms)

    @property
    def m(self) -> int:
        """Number of hypotheses."""
        return len(self.pairs)

    @cached_property
    def pairs(self) -> IndexArray:
        """The hypotheses as positions of the two algorithms, shape (m, 2)."""
        if self.control is None:
            return np.column_stack(np.triu_indices(self.k, 1))
        control = self.algorithms.index(self.control)
        others = np.delete(np.arange(self.k), control)
        return np.column_stack([np.full(self.k - 1, control), others])

    @cached_property
    def hypotheses(self) -> tuple[tuple[str, str], ...]:
        """The hypotheses as names of the two algorithms."""
        return tuple((self.algorithms[a], self.algorithms[b]) for a, b in self.pairs.tolist())

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The hypotheses as they are printed: ``A vs B``."""
        return tuple(f"{first} vs {second}" for first, second in self.hypotheses)


def algorithms_of_pairs(m: int, remedy: str = "give one for every pair") -> int:
    """The k of which m = k (k - 1) / 2 are all pairs; an error with the remedy if there is none."""
    k = (1 + math.isqrt(1 + 8 * m)) // 2
    if m < 1 or k * (k - 1) // 2 != m:
        raise InputError(
            Message(
                f"{m} is not the number of all pairs of some algorithms (1, 3, 6, 10, 15, ...); ",
                remedy,
            )
        )
    return k


def matrix_of_pairs(values: Sequence[float] | FloatArray, k: int, *, diagonal: float) -> FloatArray:
    """Spread one value for each of all pairs over a symmetric k x k matrix."""
    matrix = np.full((k, k), diagonal)
    rows, columns = np.triu_indices(k, 1)
    matrix[rows, columns] = values
    matrix[columns, rows] = values
    return matrix

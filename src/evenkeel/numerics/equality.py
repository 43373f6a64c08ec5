"""Equality of dataclasses that hold arrays."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

import numpy as np


class ByValue:
    """A base of dataclasses made with ``eq=False``: two of a class are equal if their fields are.

    Arrays are equal if they have the same shape and elements, and NaN equals NaN, so that a result
    equals a second one that was computed alike. The hash follows, so that it can be kept in sets.
    """

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return _equal(_values(self), _values(other))

    def __hash__(self) -> int:
        return _hash(_values(self))


def _values(instance: Any) -> tuple[Any, ...]:
    return tuple(
        getattr(instance, field.name) for field in dataclasses.fields(instance) if field.compare
    )


def _equal(one: Any, other: Any) -> bool:
    if isinstance(one, np.ndarray) or isinstance(other, np.ndarray):
        return (
            isinstance(one, np.ndarray)
            and isinstance(other, np.ndarray)
            and one.dtype.kind == other.dtype.kind
            and np.array_equal(one, other, equal_nan=one.dtype.kind == "f")
        )
    if isinstance(one, tuple):
        return isinstance(other, tuple) and len(one) == len(other) and all(map(_equal, one, other))
    if isinstance(one, Mapping):
        return (
            isinstance(other, Mapping)
            and one.keys() == other.keys()
            and all(_equal(value, other[key]) for key, value in one.items())
        )
    both_nan = one != one and other != other  # only NaN differs from itself
    return bool(one == other or both_nan)


def _hash(value: Any) -> int:
    if isinstance(value, np.ndarray):
        numbers = np.nan_to_num(value) if value.dtype.kind == "f" else value
        return hash((value.shape, *numbers.ravel().tolist()))
    if isinstance(value, tuple):
        return hash(tuple(map(_hash, value)))
    if isinstance(value, Mapping):
        return hash(frozenset((key, _hash(each)) for key, each in value.items()))
    return hash(value) if value == value else 0  # every NaN has a hash of its own

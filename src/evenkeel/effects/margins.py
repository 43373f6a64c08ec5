"""Margins of equivalence: in the units of the values, or in per cent of a value.

A margin in per cent is a statement on ratios, so the differences that are tested are those of
logarithms: if two algorithms are alike, the logarithm of their ratio is distributed symmetrically
about 0, while their difference over one of the two is not.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from evenkeel._types import FloatArray
from evenkeel.errors import InputError, Message, Option
from evenkeel.families import Family
from evenkeel.numerics.differences import HALF_ULP
from evenkeel.numerics.scaling import in_range, unscaled
from evenkeel.tables.results import Results

Unit = Literal["value", "percent"]
UNITS: tuple[Unit, ...] = ("value", "percent")
Margin = float | Sequence[float]

_LARGEST = 2.0**960  # beyond it no difference of values in range can lie
_LOG_ERROR = 4 * HALF_ULP  # of a logarithm, for each unit of 1 + its size


@dataclass(frozen=True, eq=False)
class Measured:
    """A table on the scale on which differences are tested, and the margins there.

    Attributes
    ----------
    columns, errors : ndarray, shape (n, k)
        The values on that scale, and how far each may be from the number that it stands for.
    low, high : float
        The margins of the difference first minus second on that scale.
    margin_error : float
        How far a margin may be off, as a share of it.
    in_unit : callable
        Takes differences on that scale to the unit of the margin.
    """

    columns: FloatArray
    errors: FloatArray
    low: float
    high: float
    margin_error: float
    in_unit: Callable[[FloatArray], FloatArray]


def as_margin(margin: Margin, family: Family) -> tuple[float, float]:
    """The lowest and the highest difference that still counts as equivalent."""
    low, high = _two_numbers(margin)
    if not (math.isfinite(low) and math.isfinite(high) and low < 0 < high):
        raise InputError(
            f"margin is {margin!r}; give a positive number, such as 0.02, or two, (low, high), "
            "with 0 between them"
        )
    if low != -high and family.control is None and family.k > 2:
        raise InputError(
            f"margin is {margin!r}, which is not the same on both sides, but which algorithm of a "
            "pair is the first is chance if all pairs are compared; give one number, or name the "
            "control"
        )
    return low, high


def measured(table: Results, bounds: tuple[float, float], unit: Unit, *, control: bool) -> Measured:
    """The table and the margins on the scale on which differences are tested."""
    return _of_ratios(table, bounds, control) if unit == "percent" else _of_values(table, bounds)


def _two_numbers(margin: Any) -> tuple[float, float]:
    parts = margin if isinstance(margin, Sequence | np.ndarray) else (margin,)
    try:
        numbers = [math.nan if isinstance(part, str | bool) else float(part) for part in parts]
    except (TypeError, ValueError, OverflowError):
        numbers = []
    if len(numbers) == 2:
        return numbers[0], numbers[1]
    return (-numbers[0], numbers[0]) if len(numbers) == 1 else (math.nan, math.nan)


def _of_values(table: Results, bounds: tuple[float, float]) -> Measured:
    values, power = in_range(table.values)
    low, high = np.clip(unscaled(np.array(bounds), -power), -_LARGEST, _LARGEST).tolist()
    return Measured(
        values,
        HALF_ULP * np.abs(values),
        low,
        high,
        HALF_ULP,
        lambda differences: unscaled(differences, power),
    )


def _of_ratios(table: Results, bounds: tuple[float, float], control: bool) -> Measured:
    _require_positive(table)
    if control and bounds[1] >= 100:
        raise InputError(
            f"the margin is {bounds[1]:g} per cent of the control, which no positive value can "
            "fall below by so much; give one below 100"
        )
    columns = _logarithms(table.values)
    low, high = (_control_to_log if control else _smaller_to_log)(np.array(bounds)).tolist()
    return Measured(
        columns,
        _LOG_ERROR * (1 + np.abs(columns)),
        low,
        high,
        _LOG_ERROR,
        _log_to_control if control else _log_to_smaller,
    )


def _require_positive(table: Results) -> None:
    if (table.values <= 0).any():
        row, column = np.argwhere(table.values <= 0)[0]
        raise InputError(
            Message(
                "a margin in per cent needs positive values, but problem "
                f"{table.problems[row]!r}, algorithm {table.algorithms[column]!r} is "
                f"{table.values[row, column]:g}; give the margin in the units of the "
                "values, with ",
                Option("unit", "value"),
            )
        )


def _logarithms(values: FloatArray) -> FloatArray:
    """Logarithms less a number of each problem, so that they are small where values are close."""
    fraction, power = np.frexp(values)
    power = np.where(np.isnan(values), np.iinfo(power.dtype).min // 2, power)
    logarithms: FloatArray = np.log(fraction) + (power - power.max(axis=1, keepdims=True)) * np.log(
        2.0
    )
    return logarithms


def _control_to_log(percent: FloatArray) -> FloatArray:
    """The logarithm of first over second, of (first - second) in per cent of the first."""
    return -np.log1p(-percent / 100)


def _log_to_control(logarithm: FloatArray) -> FloatArray:
    with np.errstate(over="ignore"):
        return np.asarray(-100 * np.expm1(-logarithm)) + 0.0


def _smaller_to_log(percent: FloatArray) -> FloatArray:
    """The same of (first - second) in per cent of the smaller of the two."""
    return np.copysign(np.log1p(np.abs(percent) / 100), percent)


def _log_to_smaller(logarithm: FloatArray) -> FloatArray:
    with np.errstate(over="ignore"):
        return np.asarray(np.copysign(100 * np.expm1(np.abs(logarithm)), logarithm)) + 0.0

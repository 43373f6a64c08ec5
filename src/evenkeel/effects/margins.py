"""Margins of equivalence, and what tests against them find."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from evenkeel._types import BoolArray, FloatArray, IntArray
from evenkeel.effects.intervals import CentreTest
from evenkeel.errors import InputError, Message, Option, choice
from evenkeel.families import Family
from evenkeel.numerics.arrays import HALF_ULP, in_range, unscaled
from evenkeel.pairwise.signed_ranks import Method
from evenkeel.posthocs.groups import compact_letters, unrejected_groups
from evenkeel.result import Result
from evenkeel.tables.results import Better, Results

# Margins of equivalence: in the units of the values, or in per cent of a value.
#
# A margin in per cent is a statement on ratios, so the differences that are tested are those of
# logarithms: if two algorithms are alike, the logarithm of their ratio is distributed symmetrically
# about 0, while their difference over one of the two is not.


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


# What tests of equivalence find: verdicts, groups and letters.


Verdict = Literal["better", "equivalent", "better and equivalent", "undecided"]


class EquivalenceTests(Result):
    """Tests of equivalence and of difference of each pair of a family, in its order.

    Attributes
    ----------
    family : Family
        The pairs; differences are of first minus second, in the unit of the margin.
    margin : tuple of float
        The lowest and the highest difference that counts as equivalent.
    unit : {"value", "percent"}
        Whether the margin and all differences are in the units of the values or in per cent: of
        the control's value, or for all pairs of the smaller of the two values.
    test : {"wilcoxon", "sign"}
        The tests, and with them what the centre of the differences is.
    difference, low, high : ndarray, shape (m,)
        The estimated centre and its interval, of each pair alone; NaN without two common problems.
    confidence : float
        What was asked of the intervals, 1 - 2 alpha.
    attained : ndarray, shape (m,)
        The confidence that each interval really has, less only if there are too few problems.
    pvalue_low, pvalue_high : ndarray, shape (m,)
        One-sided p-values of "the centre is not above the lower margin" and of "it is not below
        the upper margin".
    pvalue, adjusted : ndarray, shape (m,)
        P-values of "not equivalent", the larger of the two above; and adjusted for the family.
    difference_pvalue, difference_adjusted : ndarray, shape (m,)
        Two-sided p-values of "no difference", raw and adjusted for the family.
    verdicts : tuple of {"better", "equivalent", "better and equivalent", "undecided"}
        What is shown of each pair at `alpha`.
    leaders : tuple of str
        Which algorithm of each pair the differences speak for; empty if for neither.
    method : tuple of {"exact", "saddle-point"}
        Whether all p-values of a pair are exact.
    procedure : str
        The procedure of adjustment.
    alpha : float
        The level of the family of tests of equivalence, and again of that of difference.
    better : {"lower", "higher"}
        The direction of the table.
    n : int
        Number of problems.
    common : ndarray of int, shape (m,), or None
        The problems that both algorithms of each pair have; None if no result is missing.
    notes : tuple of str
        Remarks for the reader.
    """

    family: Family
    margin: tuple[float, float]
    unit: Unit
    test: CentreTest
    difference: FloatArray
    low: FloatArray
    high: FloatArray
    confidence: float
    attained: FloatArray
    pvalue_low: FloatArray
    pvalue_high: FloatArray
    pvalue: FloatArray
    adjusted: FloatArray
    difference_pvalue: FloatArray
    difference_adjusted: FloatArray
    verdicts: tuple[Verdict, ...]
    leaders: tuple[str, ...]
    method: tuple[Method, ...]
    procedure: str
    alpha: float
    better: Better
    n: int
    common: IntArray | None = None
    notes: tuple[str, ...] = ()

    @property
    def equivalent(self) -> BoolArray:
        """Which pairs are shown to be equivalent: adjusted p-value <= alpha."""
        equivalent: BoolArray = self.adjusted <= self.alpha
        return equivalent

    @property
    def different(self) -> BoolArray:
        """Which pairs are shown to differ: adjusted p-value of the difference <= alpha."""
        different: BoolArray = self.difference_adjusted <= self.alpha
        return different

    @property
    def reference(self) -> str:
        """What per cent are of; empty if differences are in the units of the values."""
        if self.unit == "value":
            return ""
        return "the smaller value" if self.family.control is None else self.family.control

    @property
    def margin_in_words(self) -> str:
        """The margin to print: ``0.05``, ``-1 to 2`` or ``5% of the smaller value``."""
        low, high = self.margin
        numbers = f"{high:g}" if low == -high else f"{low:g} to {high:g}"
        return f"{numbers}% of {self.reference}" if self.reference else numbers

    def verdict(self, first: str, second: str) -> Verdict:
        """The verdict on two algorithms, in either order."""
        for name in (first, second):
            choice(name, self.family.algorithms, "algorithm")
        for pair, found in zip(self.family.hypotheses, self.verdicts, strict=True):
            if set(pair) == {first, second}:
                return found
        raise InputError(
            f"{first!r} and {second!r} are no pair of this family, which is "
            f"{', '.join(self.family.labels[:3])}, ...; name two that were compared"
        )

    def groups(self) -> tuple[tuple[str, ...], ...]:
        """Maximal sets of algorithms of which every pair is shown to be equivalent.

        Equivalence is not transitive: A may be close to B, and B to C, while A and C are not. So
        the groups overlap. An algorithm that is close to no other is a group of its own.
        """
        groups = unrejected_groups(~self._of_all_pairs("groups"))
        return tuple(tuple(self.family.algorithms[j] for j in group) for group in groups)

    def letters(self) -> dict[str, str]:
        """Capital letters: two algorithms share one if and only if they are shown equivalent.

        The small letters of `PosthocResult.letters` say something else: whoever shares one was
        not told apart.
        """
        letters = compact_letters(~self._of_all_pairs("letters"))
        return {
            name: own.upper() for name, own in zip(self.family.algorithms, letters, strict=True)
        }

    def _of_all_pairs(self, what: str) -> BoolArray:
        if self.family.kind != "all-pairs":
            raise InputError(
                Message(
                    f"{what} need all pairs, but here {self.family.control!r} is compared with "
                    "the rest; leave out ",
                    Option("control"),
                )
            )
        return self.equivalent

"""What tests of equivalence find: verdicts, groups and letters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from evenkeel._types import BoolArray, FloatArray, IntArray
from evenkeel.decisions.groups import compact_letters, unrejected_groups
from evenkeel.effects.centres import CentreTest
from evenkeel.effects.margins import Unit
from evenkeel.errors import InputError, Message, Option, choice
from evenkeel.families import Family
from evenkeel.pairwise.signed_rank_pvalues import Method
from evenkeel.result import Result
from evenkeel.tables.results import Better

if TYPE_CHECKING:
    from evenkeel.report.document import Document

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

    def report(self) -> Document:
        """What is shown, in words and as a table."""
        from evenkeel.report.equivalence_tables import report_equivalence

        return report_equivalence(self)

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

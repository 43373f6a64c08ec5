"""What the adjustments refuse, with the whole message, and what they take."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from evenkeel.adjustments import AdjustedAlphas, adjust, adjusted_alphas, combined_error, procedures
from evenkeel.adjustments.registry import lookup, register
from evenkeel.errors import InputError, UnknownNameError
from evenkeel.families import Family
from evenkeel.numerics.studentised_range import studentised_range_isf, studentised_range_sf

OF_PVALUES = [a for a in procedures() if a.kind != "closed"]
CONTROL = Family(("A", "B", "C", "D"), control="A")


@pytest.mark.parametrize("function", [adjust, adjusted_alphas, combined_error])
@pytest.mark.parametrize(
    ("p", "message"),
    [
        ([], "p is empty (its shape is (0,)); give one p-value for each hypothesis"),
        (
            np.empty((3, 0)),
            "p is empty (its shape is (3, 0)); give one p-value for each hypothesis",
        ),
        (0.5, "p is 0.5; give a list with one p-value or more"),
        ([0.1, np.nan], "p[1] is nan; a p-value lies between 0 and 1"),
        ([0.1, 0.2, -0.1], "p[2] is -0.1; a p-value lies between 0 and 1"),
        ([[0.1, 0.2], [1.5, 0.1]], "p[1, 0] is 1.5; a p-value lies between 0 and 1"),
        ([np.inf], "p[0] is inf; a p-value lies between 0 and 1"),
        (None, "p is None; give a list with one p-value or more"),
        (
            np.ma.masked_less([0.1, 0.001, 0.9], 0.005),
            "p[1] is nan; a p-value lies between 0 and 1",
        ),
        (np.array([0.1 + 1j]), "p is not an array of numbers (they are complex)"),
        (
            ["x"],
            "p is not an array of numbers (could not convert string to float: 'x')",
        ),
        ([10**400], "p is not an array of numbers (int too large to convert to float)"),
    ],
)
def test_pvalues(function: object, p: object, message: str) -> None:
    with pytest.raises(InputError) as error:
        function(p)  # type: ignore[operator]
    assert str(error.value) == message


@pytest.mark.parametrize("function", [adjust, adjusted_alphas])
class TestFamily:
    def test_size(self, function: object) -> None:
        with pytest.raises(InputError) as error:
            function([0.1, 0.2], "holm", family=CONTROL)  # type: ignore[operator]
        assert str(error.value) == (
            "2 p-values were given for a family of 3 hypotheses; "
            "give one for each, on the last axis"
        )

    def test_no_family(self, function: object) -> None:
        with pytest.raises(InputError) as error:
            function([0.1, 0.2, 0.3], "shaffer", family=["A", "B", "C"])  # type: ignore[operator]
        assert str(error.value) == (
            "family is ['A', 'B', 'C']; give an evenkeel.Family of the algorithms"
        )

    @pytest.mark.parametrize(
        ("positions", "message"),
        [
            (["a", "b", "c"], "the positions are not an array of numbers (could not convert"),
            ([1, 2, 10**400], "the positions are not an array of numbers (int too large"),
            ([1, 2, np.nan], "a position is not a finite number; give the average ranks"),
            (7.0, "positions of shape () do not fit p-values of shape (3,); give one number"),
            ([7.0], "positions of shape (1,) do not fit p-values of shape (3,); give one number"),
        ],
    )
    def test_positions(self, function: object, positions: object, message: str) -> None:
        with pytest.raises(InputError) as error:
            function([0.3, 0.3, 0.3], "bergmann", positions=positions)  # type: ignore[operator]
        assert str(error.value).startswith(message)

    def test_kind(self, function: object) -> None:
        with pytest.raises(InputError) as error:
            function([0.1, 0.2, 0.3], "nemenyi-bonferroni", family=CONTROL)  # type: ignore[operator]
        assert str(error.value) == (
            "'nemenyi-bonferroni' serves all pairs, but the family is a control against the rest; "
            "for that choose one of 'bonferroni', 'sidak', 'holm', 'holland', 'hochberg', "
            "'hommel', 'rom', 'finner', 'benjamini-hochberg', 'benjamini-yekutieli', 'li'"
        )

    @pytest.mark.parametrize("method", ["nemenyi-bonferroni", "nemenyi-range", "shaffer"])
    def test_not_all_pairs(self, function: object, method: str) -> None:
        with pytest.raises(InputError) as error:
            function([0.1] * 8, method)  # type: ignore[operator]
        assert str(error.value) == (
            "8 is not the number of all pairs of some algorithms (1, 3, 6, 10, 15, ...); "
            f"give '{method}' the p-values of all of them, and their names with family="
        )

    def test_unknown_variant(self, function: object) -> None:
        with pytest.raises(UnknownNameError) as error:
            function([0.1], "rom", variant="keel2")  # type: ignore[operator]
        assert str(error.value) == (
            "unknown variant of rom 'keel2': did you mean 'keel'? choose one of 'exact', 'keel'"
        )

    def test_unknown_method(self, function: object) -> None:
        with pytest.raises(
            UnknownNameError, match=r"unknown adjustment 'hom': did you mean 'holm'\?"
        ):
            function([0.1], "hom")  # type: ignore[operator]

    def test_the_constants_of_keel_are_for_any_number(self, function: object) -> None:
        function(np.full(2001, 0.1), "rom", variant="keel")  # type: ignore[operator]


def test_combined_error() -> None:
    assert combined_error([0.2, 0.5]) == pytest.approx(0.6, rel=1e-15)
    assert combined_error([0.2, 1.0]) == 1.0
    assert combined_error([1e-20, 2e-20]) == pytest.approx(3e-20, rel=1e-15)


def test_input_is_left_alone() -> None:
    for procedure in OF_PVALUES:
        p = np.array([0.04, 0.01, 0.5])
        p.flags.writeable = False
        adjust(p, procedure.name)
        adjusted_alphas(p, procedure.name)
        assert p.tolist() == [0.04, 0.01, 0.5]


def test_integers_and_lists_are_taken() -> None:
    assert adjust([0, 1], "holm").tolist() == [0.0, 1.0]
    assert adjust(((0.01,), (0.02,)), "holm").shape == (2, 1)


def test_families_are_inferred_or_given() -> None:
    p = [0.01, 0.02, 0.04]
    for method in ("nemenyi", "nemenyi-range", "shaffer", "bergmann"):
        np.testing.assert_array_equal(
            adjust(p, method), adjust(p, method, family=Family(("A", "B", "C")))
        )
    np.testing.assert_array_equal(adjust(p, "holm"), adjust(p, "holm", family=CONTROL))


def test_positions_make_no_difference_where_they_are_not_needed() -> None:
    p = [0.01, 0.02, 0.5]
    np.testing.assert_array_equal(adjust(p, "holm", positions=[1.0, 2.0, 3.0]), adjust(p, "holm"))


def test_adjusted_alphas() -> None:
    result = adjusted_alphas([0.02, 0.2, 0.001], "bh", 0.06)
    assert isinstance(result, AdjustedAlphas)
    assert result.method == "benjamini-hochberg"
    assert result.alpha == 0.06
    assert result.levels is not None
    np.testing.assert_allclose(result.levels, [0.04, 0.06, 0.02], rtol=1e-15)
    assert result.rejected.tolist() == [True, False, True]


@pytest.mark.parametrize("method", ["bergmann", "shaffer-dynamic"])
def test_procedures_without_levels(method: str) -> None:
    result = adjusted_alphas([0.001, 0.03, 0.5], method)
    assert result.levels is None
    assert result.rejected.tolist() == [True, True, False]


def test_levels_of_li() -> None:
    """Step 1 rejects all of the first family; step 2 compares with 0.2 * 0.05 / 0.95."""
    result = adjusted_alphas([[0.01, 0.04], [0.01, 0.8]], "li")
    assert result.levels is not None
    np.testing.assert_allclose(result.levels, [[0.05, 0.05], [0.2 * 0.05 / 0.95, 0.05]])
    assert result.rejected.tolist() == [[True, True], [True, False]]


def test_li_of_the_largest_is_the_largest() -> None:
    p = np.array([0.1, 0.7, 0.7, 0.3])
    assert adjust(p, "li")[1:3].tolist() == [0.7, 0.7]
    assert adjust([0.0, 0.5, 1.0], "li").tolist() == [0.0, 1.0, 1.0]


def test_levels_of_hommel() -> None:
    """Hommel's j is 3: 0.022, 0.09, 0.3 are above 0.05 / 3, 0.1 / 3, 0.05; 0.02 is not above
    0.1 / 4 nor 0.1 / 5."""
    result = adjusted_alphas([0.01, 0.02, 0.022, 0.09, 0.3], "hommel", 0.05)
    assert result.levels is not None
    np.testing.assert_allclose(result.levels, 0.05 / 3)
    assert result.rejected.tolist() == [True, False, False, False, False]


def test_registry_describes_every_procedure() -> None:
    names = [procedure.name for procedure in procedures()]
    years = [procedure.reference.year for procedure in procedures()]
    assert years == sorted(years)
    assert set(names) >= {
        *(
            "bonferroni",
            "sidak",
            "nemenyi-bonferroni",
            "nemenyi-range",
            "holm",
            "holland",
            "finner",
            "hochberg",
        ),
        *("hommel", "rom", "li", "shaffer", "shaffer-dynamic", "bergmann"),
    }
    assert {a.name for a in procedures() if a.controls == "FDR"} == {
        "benjamini-hochberg",
        "benjamini-yekutieli",
    }
    assert {a.name for a in procedures() if a.controls == "weak FWER"} == {"finner"}
    assert {a.name for a in procedures() if a.families == ("all-pairs",)} >= {
        "nemenyi-bonferroni",
        "nemenyi-range",
    }
    assert lookup("bh") is lookup("fdr") is lookup("benjamini-hochberg")
    assert lookup("by") is lookup("benjamini-yekutieli")


def test_a_name_is_taken_once() -> None:
    with pytest.raises(ValueError, match="the name 'holm' is taken by 'holm'"):
        register(lookup("holm"))


def test_studentised_range_input() -> None:
    with pytest.raises(InputError) as error:
        studentised_range_sf(1.0, 1)
    assert str(error.value) == "a range needs at least 2 variables, not 1"
    with pytest.raises(InputError) as error:
        studentised_range_isf([0.5, 1.5], 3)
    assert str(error.value) == "alpha is 1.5; give numbers between 0 and 1"
    with pytest.raises(InputError) as error:
        studentised_range_sf([0.5, np.nan], 3)
    assert str(error.value) == "q is nan; give numbers"
    assert studentised_range_sf([-1.0, 0.0, np.inf], 4).tolist() == [1.0, 1.0, 0.0]
    assert studentised_range_isf([0.0, 1.0], 4).tolist() == [np.inf, 0.0]


@pytest.mark.parametrize("alpha", ["0.05", None, 0, 1, 1.0, 10**400, np.nan, [0.05, 0.1]])
def test_levels_that_are_none(alpha: object) -> None:
    with pytest.raises(InputError) as error:
        adjusted_alphas([0.1], "holm", alpha)  # type: ignore[arg-type]
    shown = "1" + "0" * 59 + "..." if alpha == 10**400 else repr(alpha)
    assert str(error.value) == f"alpha is {shown}; give a number between 0 and 1, such as 0.05"


@pytest.mark.parametrize("alpha", [np.float32(0.25), Fraction(1, 4), Decimal("0.25")])
@pytest.mark.parametrize("method", ["sidak", "li", "holm", "hommel"])
def test_levels_of_other_types(alpha: float, method: str) -> None:
    result = adjusted_alphas([0.01, 0.2], method, alpha)
    expected = adjusted_alphas([0.01, 0.2], method, 0.25)
    assert type(result.alpha) is float
    assert result.levels is not None
    assert result.levels.dtype == np.float64
    np.testing.assert_array_equal(result.levels, expected.levels)


@pytest.mark.parametrize("name", [a.name for a in OF_PVALUES])
@pytest.mark.parametrize("others", [2, 5_000])
def test_a_negative_zero_is_a_zero(name: str, others: int) -> None:
    if others > 2 and (name == "rom" or "control" not in lookup(name).families):
        others = 2
    p = np.append(-0.0, np.random.default_rng(8).random(others))
    adjusted = adjust(p, name)
    assert adjusted[0] == 0
    assert not np.signbit(adjusted[0])
    assert np.signbit(p[0])  # the given array is as it was
    assert adjusted_alphas(p, name, 1e-9).rejected[0]


def test_subnormal_pvalues() -> None:
    assert adjust([1e-310, 0.5], "li")[0] == pytest.approx(2e-310, rel=1e-12)
    p = np.append(0.0, 5e-324 * np.random.default_rng(9).integers(1, 60, 5_000))
    assert adjust(p, "hommel")[0] == 0

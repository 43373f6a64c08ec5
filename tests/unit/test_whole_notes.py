"""Every note of the tests and decisions, word for word, and when it is made and when not."""

from __future__ import annotations

import numpy as np
import pytest

from evenkeel import Results, posthoc, sign_test, wilcoxon
from evenkeel.families import Family
from evenkeel.omnibus import friedman, iman_davenport, page_trend, van_der_waerden
from evenkeel.pairwise import t_test
from evenkeel.posthocs import posthoc_statistics
from evenkeel.posthocs._posthoc import procedures_for


def pair_with(ties: int, n: int) -> Results:
    """Two algorithms that are equal on the first `ties` of n problems, then 1, 2, ... apart."""
    apart = np.maximum(np.arange(n) - ties + 1, 0)
    return Results(np.column_stack([np.zeros(n), apart]), better="lower")


SPLIT = (
    ", as in the documents, so that the p-value is not exact; ties='drop' leaves them out and is"
)


@pytest.mark.parametrize(
    ("ties", "treatment", "notes", "method"),
    [
        (0, "split", (), "exact"),
        (0, "drop", (), "exact"),
        (
            1,
            "split",
            ("1 of 6 problems is tied and left out; the p-value is exact given the ties",),
            "exact",
        ),
        (
            2,
            "split",
            ("2 of 6 problems are tied; the ties are split evenly" + SPLIT,),
            "ties split",
        ),
        (
            3,
            "split",
            ("3 of 6 problems are tied; the ties are split evenly, one is left out" + SPLIT,),
            "ties split",
        ),
        (
            3,
            "drop",
            ("3 of 6 problems are tied and left out; the p-value is exact given the ties",),
            "exact",
        ),
        (6, "drop", ("the algorithms are equal on every problem",), "exact"),
    ],
)
def test_the_sign_test_says_what_became_of_the_ties(ties, treatment, notes, method):
    found = sign_test(pair_with(ties, 6), ties=treatment)
    assert (found.notes, found.method) == (notes, method)


@pytest.mark.parametrize(
    ("zeros", "treatment", "notes"),
    [
        (0, "split", ()),
        (1, "split", "1 of 6 differences is zero; their ranks are split evenly, one is left out"),
        (2, "split", "2 of 6 differences are zero; their ranks are split evenly"),
        (2, "pratt", "2 of 6 differences are zero; their ranks count for neither algorithm"),
        (2, "drop", "2 of 6 differences are zero; they are left out"),
        (6, "drop", "all differences are zero: the data cannot tell the algorithms apart"),
    ],
)
def test_wilcoxon_says_what_became_of_the_zeros(zeros, treatment, notes):
    expected = (notes,) if notes else ()
    assert wilcoxon(pair_with(zeros, 6), zeros=treatment).notes == expected


def test_the_t_test_says_that_equal_differences_have_no_spread():
    equal = Results([[1, 2], [3, 4]], better="lower")
    assert t_test(equal).notes == ("all differences are equal: their spread cannot be estimated",)
    assert t_test(pair_with(0, 3)).notes == ()


def test_a_table_of_nothing_but_ties_says_what_that_means():
    equal = Results(np.ones((12, 6)), better="lower")
    begin = "on every problem all algorithms are equal: "
    assert friedman(equal).notes == (begin + "the statistic is 0 and the p-value 1",)
    assert page_trend(equal).notes == (begin + "nothing speaks for a trend",)


def test_equal_problems_make_an_infinite_statistic_and_say_so():
    alike = Results(np.tile(np.arange(3.0), (4, 1)), better="lower")
    found = iman_davenport(alike)
    assert found.notes == (
        "all problems rank the algorithms alike: the statistic is infinite, and the p-value is the "
        "exact probability of that",
    )
    assert (found.method, found.statistic) == ("exact", np.inf)
    assert found.pvalue == pytest.approx(6.0**-3, rel=1e-14)


@pytest.mark.slow
@pytest.mark.parametrize(("n", "k"), [(11, 6), (10, 6), (11, 5)])
def test_friedman_says_when_the_chi_square_approximation_is_not_meant(n, k):
    values = np.array([np.random.default_rng(i).permutation(k) for i in range(n)])
    table = Results(values, better="lower")
    note = (
        "the chi-square approximation is meant for n > 10 problems and k > 5 algorithms, here "
        f'n = {n} and k = {k}; as a method "permutation" needs none'
    )
    assert friedman(table).notes == (() if (n, k) == (11, 6) else (note,))
    assert friedman(table, method="permutation").notes == ()


@pytest.mark.slow
def test_ties_are_remarked_only_where_a_correction_can_be_asked_for():
    values = np.array([np.random.default_rng(i).permutation(6) for i in range(12)])
    values[0, values[0] == 1] = 0
    table = Results(values, better="lower")
    note = (
        "2 of the 72 values are tied and the statistic is not corrected for ties; "
        "ties='corrected' does that"
    )
    assert friedman(table, ties="uncorrected").notes == (note,)
    assert iman_davenport(table, ties="uncorrected").notes == (note,)
    assert friedman(table).notes == ()
    assert friedman(table, method="permutation").notes == ()
    assert van_der_waerden(table).notes == ()


def test_the_raw_p_values_say_how_they_were_computed_if_not_exactly():
    values = np.random.default_rng(1).random((2000, 3))
    table = Results(values, better="lower")
    assert posthoc_statistics(table, method="wilcoxon").notes == (
        "how the p-values were computed: saddle-point",
    )
    some = values[:900].copy()
    some[:, 2] = some[:, 0] + np.arange(900) % 7 - 3  # so that the differences of a pair are tied
    assert posthoc_statistics(Results(some, better="lower"), method="wilcoxon").notes == (
        "how the p-values were computed: exact and saddle-point",
    )
    few = Results(values[:20], better="lower")
    assert posthoc_statistics(few, method="wilcoxon").notes == ()
    assert posthoc_statistics(few, method="sign").notes == ()


LONG = (
    " is left out: for 17 algorithms and p-values that are no function of the distance of two "
    "average ranks it takes long or cannot be had; Shaffer static serves any number"
)


def test_procedures_that_p_values_of_pairs_do_not_suit_are_left_out_and_named():
    sixteen, seventeen = (Family(tuple(f"A{j}" for j in range(k))) for k in (16, 17))
    range_left_out = (
        "Nemenyi (studentised range) is left out: p-values by the sign test of each pair, ties "
        "left out do not have the joint law that it supposes"
    )
    transitive = (
        " is left out: the hypotheses of the sign test of each pair, ties left out are not "
    )
    assert procedures_for(None, sixteen, "sign") == (
        ["nemenyi-bonferroni", "holm"],
        (
            f"Shaffer static{transitive}transitive",
            f"Bergmann-Hommel{transitive}transitive",
            range_left_out,
        ),
    )
    paired_left_out = range_left_out.replace(
        "the sign test of each pair, ties left out",
        "the exact law of the pair's own rank differences under changes of sign",
    )
    assert procedures_for(None, sixteen, "paired") == (
        ["nemenyi-bonferroni", "holm", "shaffer", "bergmann"],
        (paired_left_out,),
    )
    assert procedures_for(None, seventeen, "paired") == (
        ["nemenyi-bonferroni", "holm", "shaffer"],
        (paired_left_out, "Bergmann-Hommel" + LONG),
    )
    assert procedures_for(None, seventeen, "normal") == (
        ["nemenyi-bonferroni", "nemenyi-range", "holm", "shaffer", "bergmann"],
        (),
    )
    control = Family(seventeen.algorithms, "A0")
    documented = ["bonferroni", "holm", "hochberg", "hommel", "holland", "rom", "finner", "li"]
    assert procedures_for(None, control, "sign") == (documented, ())


def test_a_procedure_named_twice_or_besides_is_taken_once():
    family = Family(("A", "B", "C"))
    assert procedures_for(["holm", "shaffer-s1", "holm"], family, "normal", also="shaffer") == (
        ["holm", "shaffer"],
        (),
    )
    assert procedures_for("holm", family, "normal", also="bergmann")[0] == ["holm", "bergmann"]


def test_the_closed_test_says_how_it_permuted():
    table = Results(np.random.default_rng(2).random((5, 3)), better="lower")
    found = posthoc(table, adjust="closed-permutation", resamples=100_000)
    assert found.notes == ("Closed permutation went through all permutations",)

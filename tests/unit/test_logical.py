"""Messages, registry entries and small cases of the logically related procedures and groups."""

from __future__ import annotations

import numpy as np
import pytest

from evenkeel import Family, InputError, Results, compare, load, posthoc
from evenkeel.adjustments import bergmann
from evenkeel.adjustments.bergmann import bergmann_hommel
from evenkeel.adjustments.exhaustive import ExhaustiveSet, exhaustive_sets
from evenkeel.adjustments.registry import lookup
from evenkeel.adjustments.shaffer import shaffer_counts, shaffer_dynamic, shaffer_static
from evenkeel.errors import UnknownNameError
from evenkeel.posthocs.groups import compact_letters, unrejected_groups


@pytest.mark.parametrize(
    ("name", "entry"),
    [
        ("shaffer", bergmann.SHAFFER),
        ("shaffer-static", bergmann.SHAFFER),
        ("shaffer-s1", bergmann.SHAFFER),
        ("shaffer-dynamic", bergmann.SHAFFER_DYNAMIC),
        ("shaffer-s2", bergmann.SHAFFER_DYNAMIC),
        ("bergmann", bergmann.BERGMANN),
        ("bergmann-hommel", bergmann.BERGMANN),
    ],
)
def test_registry(name, entry):
    assert lookup(name) is entry
    assert (entry.kind, entry.controls, entry.assumes) == ("logical", "FWER", "any dependence")
    assert entry.families == ("all-pairs",)


@pytest.mark.parametrize("procedure", [shaffer_static, shaffer_dynamic, bergmann_hommel])
@pytest.mark.parametrize("positions", [None, np.array([1.3, 1.7])])
def test_two_algorithms_are_one_hypothesis(procedure, positions):
    assert procedure(np.array([0.3]), Family.of_size(2), positions).tolist() == [0.3]


@pytest.mark.parametrize("procedure", [shaffer_static, shaffer_dynamic, bergmann_hommel])
@pytest.mark.parametrize("k", [3, 9, 12, 20])
def test_equal_positions_and_the_ends_of_the_scale(procedure, k):
    m = k * (k - 1) // 2
    family, positions = Family.of_size(k), np.full(k, (k + 1) / 2)
    assert procedure(np.ones(m), family, positions).tolist() == [1.0] * m
    assert procedure(np.zeros(m), family, positions).tolist() == [0.0] * m


def test_three_algorithms_by_hand():
    p, family = np.array([0.01, 0.03, 0.02]), Family.of_size(3)
    # any two false hypotheses leave one, and so does any one, by transitivity
    assert shaffer_counts(3).tolist() == [3, 1, 1]
    assert shaffer_static(p, family) == pytest.approx([0.03, 0.03, 0.03])
    assert shaffer_dynamic(p, family) == pytest.approx([0.03, 0.03, 0.03])
    assert bergmann_hommel(p, family) == pytest.approx([0.03, 0.03, 0.03])


def test_a_larger_p_can_have_the_smaller_bergmann_value():
    # 12 and 34 can be true together; 13 can be so with 24 only, whose p-value is small
    p = np.array([0.04, 0.05, 0.001, 0.001, 0.001, 0.045])
    adjusted = bergmann_hommel(p, Family.of_size(4))
    assert adjusted == pytest.approx([0.08, 0.05, 0.006, 0.006, 0.006, 0.08])


def test_arbitrary_p_of_many_algorithms_are_refused():
    p = np.full(210, 0.5)
    for procedure, name in [
        (bergmann_hommel, "the Bergmann-Hommel procedure"),
        (shaffer_dynamic, "Shaffer's dynamic procedure"),
    ]:
        with pytest.raises(InputError) as caught:
            procedure(p, Family.of_size(21))
        assert str(caught.value) == (
            f"{name} takes arbitrary p-values of at most 20 algorithms, not 21; give positions= "
            "(the average ranks) if the p-values depend only on their distance, or use "
            '"shaffer"'
        )
    assert shaffer_static(p, Family.of_size(21)).shape == (210,)
    assert bergmann_hommel(p, Family.of_size(21), np.ones(21)).tolist() == [1.0] * 210


@pytest.mark.parametrize("procedure", [shaffer_dynamic, bergmann_hommel])
def test_positions_that_contradict_p(procedure):
    family = Family(("A", "B", "C"))
    p = np.array([[0.2, 0.1, 0.2], [0.5, 0.02, 0.02]])
    positions = np.array([[1.0, 2.0, 3.0], [1.0, 3.0, 2.0]])
    with pytest.raises(InputError) as caught:
        procedure(p, family, positions)
    assert str(caught.value) == (
        "p increases with the distance of the positions: 0.02 for A and C, but 0.5 for A and B, "
        "which are not closer; give positions only if p depends on nothing but their distance, "
        "else leave them out"
    )


@pytest.mark.parametrize("procedure", [shaffer_dynamic, bergmann_hommel])
def test_positions_that_do_not_fit(procedure):
    with pytest.raises(InputError) as caught:
        procedure(np.full(3, 0.5), Family.of_size(3), np.ones(4))
    assert str(caught.value) == (
        "positions of shape (4,) do not fit p-values of shape (3,); give one number for each of "
        "the 3 algorithms"
    )
    with pytest.raises(InputError, match=r"^a position is not a finite number; give the average"):
        procedure(np.full(3, 0.5), Family.of_size(3), np.array([1, np.nan, 2]))


def test_one_set_of_positions_serves_all_replicates():
    positions = np.array([1.0, 2.0, 4.0])
    p = np.array([[0.5, 0.1, 0.2], [0.4, 0.01, 0.02]])
    both = bergmann_hommel(p, Family.of_size(3), positions)
    assert both[1].tolist() == bergmann_hommel(p[1], Family.of_size(3), positions).tolist()


@pytest.mark.parametrize("k", [1, 10])
def test_exhaustive_sets_that_cannot_be_listed(k):
    with pytest.raises(InputError) as caught:
        exhaustive_sets(k)
    assert str(caught.value) == (
        f"the exhaustive sets can be listed for 2 to 9 algorithms, not {k}; the Bergmann-Hommel "
        "procedure works for more of them without the list"
    )


def test_an_exhaustive_set():
    one = ExhaustiveSet(((0, 1, 3), (2, 4)))
    assert one.pairs == ((0, 1), (0, 3), (1, 3), (2, 4))
    assert len(one) == 4
    assert str(one) == "(12,14,24,35)"
    assert one in exhaustive_sets(5)


def test_shaffer_counts_of_two_algorithms():
    assert shaffer_counts(2).tolist() == [1]


def test_groups_by_hand():
    nothing, everything = [False] * 6, [True] * 6
    assert unrejected_groups(nothing) == ((0, 1, 2, 3),)
    assert unrejected_groups(everything) == ((0,), (1,), (2,), (3,))
    assert compact_letters(nothing) == ("a",) * 4
    assert compact_letters(everything, positions=[4, 3, 2, 1]) == ("d", "c", "b", "a")
    assert unrejected_groups([0.05, 0.0500001, 0.04], alpha=0.05) == ((0, 2), (1,))


def test_letters_beyond_z():
    k = 28
    letters = compact_letters([True] * (k * (k - 1) // 2))
    assert letters[:2] == ("a", "b")
    assert letters[25:] == ("z", "aa", "ab")
    # 27 groups of two: the first algorithm is in all of them
    star = np.triu_indices(k, 1)[0] > 0
    assert compact_letters(star)[0] == "a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t,u,v,w,x,y,z,aa"
    assert compact_letters(star)[27] == "aa"


def test_groups_of_many_algorithms():
    k = 400
    first, second = np.triu_indices(k, 1)
    groups = unrejected_groups(second - first > 5)
    assert groups == tuple(tuple(range(a, a + 6)) for a in range(k - 5))


@pytest.mark.parametrize("function", [unrejected_groups, compact_letters])
@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        ([np.nan], {"alpha": 0.1}, r"p\[0\] is nan; a p-value lies between 0 and 1"),
        ([0.5, 2, 0], {"alpha": 0.1}, r"p\[1\] is 2.0; a p-value lies between 0 and 1"),
        (["a"], {"alpha": 0.1}, r"p is not an array of numbers \("),
        (np.zeros(0, bool), {}, "there are no decisions; give one for every pair"),
        ([True], {"positions": [1, np.nan]}, "a position is not a finite number; give the average"),
        ([True], {"positions": ["a", 1]}, r"the positions are not an array of numbers \("),
    ],
)
def test_messages_of_groups(function, arguments, options, message):
    with pytest.raises(InputError, match=f"^{message}"):
        function(arguments, **options)


@pytest.mark.slow
def test_too_many_groups():
    k = 33  # eleven threes: 177,147 groups
    first, second = np.triu_indices(k, 1)
    with pytest.raises(InputError) as caught:
        unrejected_groups(first // 3 == second // 3)
    assert str(caught.value) == (
        "these decisions on 33 algorithms make more than 100,000 groups, which nobody can read; "
        "show a table of the pairs instead"
    )


def test_procedures_that_are_none():
    results = Results(np.random.default_rng(0).random((8, 4)), better="lower")
    with pytest.raises(
        UnknownNameError, match=r"^unknown adjustment 5: choose one of 'bonferroni'"
    ):
        posthoc(results, adjust=5)


def test_results_can_be_compared_and_kept_in_sets():
    results = Results(np.random.default_rng(0).random((8, 4)), better="lower")
    one, two = posthoc(results), posthoc(results)
    other = posthoc(results, method="exact")
    assert one == two
    assert one != other
    assert len({one, two, other}) == 2


def test_exhaustive_sets_are_refused_with_a_control():
    comparison = compare(load("garcia2008"), control="C4.5")
    with pytest.raises(InputError) as error:
        comparison.report(exhaustive=True)
    assert str(error.value) == (
        "exhaustive sets are those of all pairs, and these are comparisons with 'C4.5'; leave out "
        "the control, or ask for no exhaustive sets"
    )

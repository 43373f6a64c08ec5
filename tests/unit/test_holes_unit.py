"""Tables with holes: what is refused, and what is said."""

from __future__ import annotations

import re

import numpy as np
import pytest

from evenkeel.errors import InputError
from evenkeel.omnibus import durbin, friedman, skillings_mack
from evenkeel.ranks.designs import connected_groups
from tables_with_holes import ICE_CREAM, METRONOME, kept

_ = np.nan


def refusal(call: object, *args: object, **options: object) -> str:
    with pytest.raises(InputError) as error:
        call(*args, **options)  # type: ignore[operator]
    return str(error.value)


def test_groups_that_share_no_problem_are_named() -> None:
    table = kept([[1, 2, _, _], [2, 1, _, _], [_, _, 1, 2], [_, _, 2, 1]])
    assert refusal(skillings_mack, table) == (
        "the algorithms fall into 2 groups that share no problem: 'A1' and 'A2'; 'A3' and 'A4'. "
        "Nothing tells how one group does beside another: compare each by itself with "
        "results.select([...]), or leave some out with results.drop([...])"
    )


def test_an_algorithm_without_a_result_is_a_group_of_its_own() -> None:
    table = kept([[1, 2, _], [2, 1, _], [1, 2, _]])
    assert "'A1' and 'A2'; 'A3'. " in refusal(skillings_mack, table)
    assert skillings_mack(table.drop(["A3"])).k == 2


def test_a_long_group_is_abridged() -> None:
    values = np.full((4, 9), _)
    values[:2, :7] = np.arange(7)
    values[2:, 7:] = np.arange(2)
    assert "'A1', 'A2', 'A3', 'A4', 'A5' and 2 more; 'A8' and 'A9'. " in refusal(
        skillings_mack, kept(values)
    )


def test_algorithms_are_joined_through_others() -> None:
    present = np.array([[1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 0, 1]], dtype=bool)
    assert connected_groups(present) == [[0, 1, 2], [3]]


@pytest.mark.parametrize(
    ("values", "fault"),
    [
        (METRONOME, "the problem 'P4' has 2 results and 'P1' 3"),
        (
            [[1, 2, _], [1, 2, _], [1, 2, _], [1, _, 2], [1, _, 2]],
            "the algorithm 'A3' has 2 results and 'A1' 5",
        ),
        (
            [[1, 2, _, _], [_, 2, 1, _], [_, _, 1, 2], [1, _, _, 2]],
            "'A1' and 'A3' share 0 problems, and 'A1' and 'A2' 1",
        ),
    ],
)
def test_a_design_that_is_not_balanced_is_refused_by_durbins_test(
    values: object, fault: str
) -> None:
    assert refusal(durbin, kept(values)) == (
        f"Durbin's test needs a balanced design, but {fault}; use skillings_mack, which serves any "
        "design"
    )


def test_friedmans_test_of_a_table_with_holes_names_the_test_that_serves_it() -> None:
    assert 'a table with holes is served by ranking="skillings-mack"' in refusal(
        friedman, kept(METRONOME)
    )


def test_an_exact_law_that_takes_too_long_is_refused() -> None:
    values = np.random.default_rng(0).random((40, 6))
    values[0, 0] = _
    assert re.search(
        r'the exact law for these 40 problems .* use method="permutation"',
        refusal(skillings_mack, kept(values), method="exact"),
    )


def test_problems_that_tell_nothing_are_counted() -> None:
    table = kept([*METRONOME, [1, _, _], [_, _, _]])
    result = skillings_mack(table)
    assert result.statistic == skillings_mack(kept(METRONOME)).statistic
    assert result.notes[:2] == (
        "6 of 30 results are missing; the ranks are those among the algorithms present, and the "
        "test supposes that a result is not missing because it would have been good or bad",
        "2 problems have fewer than two results, which tell nothing about an order",
    )


def test_wholly_tied_tables_with_holes_have_a_p_of_1() -> None:
    values = [[1, 1, _], [2, 2, 2], [_, 3, 3]]
    for ties in ("uncorrected", "corrected"):
        for method in ("chi-square", "exact"):
            result = skillings_mack(kept(values), ties=ties, method=method)
            assert (result.statistic, result.pvalue, result.df) == (0.0, 1.0, (2,))


def test_ties_are_counted_among_those_present() -> None:
    result = skillings_mack(kept([[1, 1, _, _], [2, 1, 3, _], [1, 2, 3, 3]]))
    assert result.tied == 4
    assert any(note.startswith("4 of the 9 values are tied") for note in result.notes)


def test_a_permutation_of_rows_of_the_balanced_design_stays_balanced() -> None:
    shuffled = np.array(ICE_CREAM)[[3, 1, 0, 2, 6, 5, 4]]
    assert durbin(kept(shuffled)).statistic == pytest.approx(12, rel=1e-12)

"""Tables with holes: what is refused, and what is said."""

from __future__ import annotations

import re

import numpy as np
import pytest

import evenkeel
from evenkeel.errors import InputError
from evenkeel.omnibus import durbin, friedman, skillings_mack
from evenkeel.ranks.named import connected_groups
from tables_with_holes import ASSEMBLY, ICE_CREAM, METRONOME, SPARSE, kept

_ = np.nan


def refusal(call: object, *args: object, **options: object) -> str:
    with pytest.raises(InputError) as error:
        call(*args, **options)  # type: ignore[operator]
    return str(error.value)


def test_groups_that_share_no_problem_are_named() -> None:
    table = kept([[1, 2, _, _], [2, 1, _, _], [_, _, 1, 2], [_, _, 2, 1]])
    assert refusal(skillings_mack, table) == (
        "the algorithms fall into 2 groups that share no problem: 'A1' and 'A2'; 'A3' and 'A4'. "
        "Nothing shows how one group does beside another: compare each by itself with "
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
    assert "a table with holes is served by ranking='skillings-mack'" in refusal(
        friedman, kept(METRONOME)
    )


def test_an_exact_law_that_takes_too_long_is_refused() -> None:
    values = np.random.default_rng(0).random((40, 6))
    values[0, 0] = _
    assert re.search(
        r'the exact law for these 40 problems .* choose "permutation"',
        refusal(skillings_mack, kept(values), method="exact"),
    )


def test_problems_that_tell_nothing_are_counted() -> None:
    table = kept([*METRONOME, [1, _, _], [_, _, _]])
    result = skillings_mack(table)
    assert result.statistic == skillings_mack(kept(METRONOME)).statistic
    assert result.notes[:2] == (
        "6 of 30 results are missing; the ranks are those among the algorithms present, and the "
        "test supposes that a result is not missing because it would have been good or bad",
        "2 problems have fewer than two results, which show nothing about an order",
    )


def test_wholly_tied_tables_with_holes_have_a_p_of_1() -> None:
    values = [[1, 1, _], [2, 2, 2], [_, 3, 3]]
    for ties in ("uncorrected", "corrected"):
        for method in ("chi-square", "exact"):
            result = skillings_mack(kept(values), ties=ties, method=method)
            assert (result.statistic, result.pvalue, result.df) == (0.0, 1.0, (2,))


def test_ties_are_counted_among_those_present() -> None:
    result = skillings_mack(kept([[1, 1, _, _], [2, 1, 3, _], [1, 2, 3, 3]]), ties="uncorrected")
    assert result.tied == 4
    assert any(note.startswith("4 of the 9 values are tied") for note in result.notes)


def test_a_permutation_of_rows_of_the_balanced_design_stays_balanced() -> None:
    shuffled = np.array(ICE_CREAM)[[3, 1, 0, 2, 6, 5, 4]]
    assert durbin(kept(shuffled)).statistic == pytest.approx(12, rel=1e-12)


@pytest.mark.parametrize("method", ["normal", "calibrated", "exact"])
def test_laws_of_complete_problems_are_refused_with_those_that_serve(method: str) -> None:
    assert refusal(evenkeel.posthoc, kept(METRONOME), method=method) == (
        f"method='{method}' takes its law from complete problems, and some cells are missing; "
        "choose one of 'wilcoxon', 'sign', 'paired', which compare a pair on the problems that "
        "both algorithms have"
    )


@pytest.mark.parametrize("procedure", ["closed-permutation", "nemenyi-range"])
def test_procedures_that_need_more_than_p_are_refused(procedure: str) -> None:
    assert refusal(evenkeel.posthoc, kept(METRONOME), adjust=procedure) == (
        f"'{procedure}' needs the ranks of complete problems, and some cells are missing; choose a "
        "procedure that needs only p-values, such as 'holm' or 'shaffer'"
    )


def test_every_other_procedure_serves_a_table_with_holes() -> None:
    table = kept(ASSEMBLY)
    for procedure in evenkeel.procedures():
        if procedure.kind == "closed" or procedure.name == "nemenyi-range":
            continue
        controls = [None] * ("all-pairs" in procedure.families)
        controls += ["A1"] * ("control" in procedure.families)
        for control in controls:
            found = evenkeel.posthoc(table, adjust=procedure.name, control=control)
            assert (found.adjusted[procedure.name] >= found.pvalue - 1e-15).all()


def test_the_default_law_with_holes_is_the_paired_one() -> None:
    found = evenkeel.posthoc(kept(METRONOME))
    assert found.statistics.method == "paired"
    assert found.statistics.ranking == "skillings-mack"
    assert found.procedures == ("nemenyi-bonferroni", "holm", "shaffer", "bergmann")


def test_other_rankings_of_a_table_with_holes_are_refused() -> None:
    for ranking in ("aligned", "quade"):
        assert refusal(evenkeel.posthoc, kept(METRONOME), ranking=ranking).startswith(
            f"the {ranking} ranking needs a complete table, but 1 cell is missing"
        )


def test_pairs_with_too_few_common_problems_are_named() -> None:
    found = evenkeel.posthoc(kept(SPARSE), adjust="holm")
    few = found.statistics.powerless(0.05)
    assert few == tuple(
        label
        for label, n in zip(found.family.labels, found.statistics.common, strict=True)
        if n <= 5
    )
    assert "A4 vs A5" in few
    assert "A1 vs A2" not in few
    assert found.statistics.powerless(0.07) == tuple(
        label
        for label, n in zip(found.family.labels, found.statistics.common, strict=True)
        if n <= 4
    )
    notice = next(b for b in found.report().blocks if getattr(b, "grade", "") == "caution")
    assert notice.text.startswith(f"{len(few)} pairs have too few common problems for any ")


def test_pairs_without_a_common_problem_have_a_p_of_1() -> None:
    found = {
        method: evenkeel.posthoc_statistics(kept(SPARSE), method=method)
        for method in ("paired", "wilcoxon", "sign")
    }
    for statistics in found.values():
        where = statistics.family.labels.index("A4 vs A5")
        assert statistics.common[where] == 0
        assert (statistics.pvalue[where], statistics.z[where]) == (1.0, 0.0)


def test_a_pair_needs_two_common_problems() -> None:
    table = kept([[1, 2, _], [2, _, 3], [_, 1, 2], [1, 2, 3]])
    assert refusal(evenkeel.wilcoxon, table.select(problems=["P1", "P2", "P3"]), "A1", "A2") == (
        "Wilcoxon's test needs at least two problems that both algorithms have, but 'A1' and 'A2' "
        "share one problem; add results, or compare other algorithms"
    )
    assert evenkeel.wilcoxon(table, "A1", "A2").n == 2


def test_the_printed_table_of_the_multiple_sign_test_is_refused_with_holes() -> None:
    assert refusal(evenkeel.multiple_sign_test, kept(METRONOME), control="A1", law="table") == (
        "Table A.21 has one critical value for all algorithms, and here some cells are missing; "
        "use law='exact'"
    )


def test_the_multiple_sign_test_with_holes_has_a_critical_value_for_each() -> None:
    test = evenkeel.multiple_sign_test(kept(METRONOME), control="A1")
    assert test.common.tolist() == [7, 8]
    # P(none of 7) + P(at most 1 of 8) = 1/128 + 9/256 < 0.05, but P(at most 1 of 7) = 8/128
    assert test.criticals.tolist() == [0, 1]
    assert test.rejected.tolist() == [False, True]
    assert (test.adjusted <= 0.05).tolist() == (test.counted <= test.criticals).tolist()
    few = evenkeel.multiple_sign_test(kept(SPARSE), control="A1")
    assert few.notes[0] == ("too few problems shared with the control for a rejection: A4 and A5")


def test_rank_sets_of_a_table_with_holes_use_the_common_problems() -> None:
    sets = evenkeel.rank_sets(kept(METRONOME), alpha=0.2)
    assert sets.adjusted[0, 2] == pytest.approx(6 * 2.0**-8)  # A1 beats A3 on 8 of 8
    assert sets.adjusted[1, 2] == pytest.approx(5 * 2.0**-7)  # A2 beats A3 on 7 of 7

"""What stability, hinges and the consensus say in words, and what they refuse."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest

import evenkeel
from evenkeel.errors import InputError
from evenkeel.families import Family
from evenkeel.ranks.named import compute_ranks
from evenkeel.report.text import render_text
from evenkeel.stability import Hinges, _stability, hinges, kemeny, resamples, stability
from evenkeel.stability._hinges import is_light
from evenkeel.stability.resamples import Verdicts, average_ranks_without_each


def made(adjusted: list[float], without: list[list[float]] | None, **options: object) -> Hinges:
    """Hinges of three algorithms, or with m = 1 of two, on problems P1, P2, ..."""
    names = ("A", "B", "C") if len(adjusted) == 3 else ("A", "B")
    rows = None if without is None else np.array(without)
    return Hinges(
        Family(names),
        tuple(f"P{i}" for i in range(1, 1 + (7 if rows is None else len(rows)))),
        np.array(adjusted),
        rows,
        **{"procedure": "holm", "method": "normal", "ranking": "friedman", "alpha": 0.05} | options,
    )


def test_no_sentence_if_no_verdict_hangs_on_a_problem() -> None:
    found = made([0.01, 0.2, 0.5], [[0.04, 0.06, 1]] * 4)
    assert found.sentence == ""
    assert found.hanging == {}
    assert "No verdict hangs on a single problem." in str(found)


def test_one_rejection_that_hangs_on_one_problem() -> None:
    found = made([0.04, 0.2, 0.5], [[0.07, 0.2, 1], [0.03, 0.2, 1], [0.02, 0.3, 1]])
    assert found.sentence == (
        "Without problem P1, A vs B is no longer rejected (adjusted p 0.04000 -> 0.07000)."
    )
    assert found.hanging == {("A", "B"): ("P1",)}


def test_the_problem_that_moves_the_p_value_most_is_named_first() -> None:
    found = made([0.04, 0.2, 0.5], [[0.06, 0.2, 1], [0.09, 0.2, 1], [0.07, 0.3, 1]])
    assert found.sentence == (
        "Without any one of the problems P2, P3 and P1, A vs B is no longer rejected (adjusted "
        "p 0.04000 -> 0.09000)."
    )


def test_many_problems_are_counted() -> None:
    found = made([0.04, 0.2, 0.5], [[0.06, 0.2, 1]] * 3 + [[0.08, 0.2, 1]])
    assert found.sentence == (
        "Without any one of 4 problems, above all P4, A vs B is no longer rejected (adjusted "
        "p 0.04000 -> 0.08000)."
    )


def test_several_rejections_are_listed_and_what_would_be_rejected_is_counted() -> None:
    found = made([0.04, 0.03, 0.06], [[0.06, 0.07, 0.04], [0.04, 0.04, 0.2]])
    assert found.sentence == (
        "2 of the 2 rejections would not be made without a single problem: A vs C without problem "
        "P1 (adjusted p 0.03000 -> 0.07000); A vs B without problem P1 (adjusted p 0.04000 -> "
        "0.06000); 1 more would be rejected without a single one."
    )


def test_what_would_be_rejected_without_a_problem() -> None:
    found = made([0.4, 0.3, 0.06], [[0.4, 0.3, 0.04], [0.4, 0.3, 0.2]])
    assert found.sentence == (
        "Without problem P1, B vs C would be rejected (adjusted p 0.06000 -> 0.04000)."
    )
    both = made([0.4, 0.07, 0.06], [[0.4, 0.03, 0.04], [0.4, 0.3, 0.2]])
    assert both.sentence == (
        "2 hypotheses would be rejected but for single problems: B vs C without problem P1 "
        "(adjusted p 0.06000 -> 0.04000); A vs C without problem P1 (adjusted p 0.07000 -> "
        "0.03000)."
    )


def test_the_p_value_of_two_algorithms_is_not_adjusted() -> None:
    found = made([0.04], [[0.06], [0.03]])
    assert found.sentence == (
        "Without problem P1, A vs B is no longer rejected (p 0.04000 -> 0.06000)."
    )


@pytest.mark.parametrize(
    ("options", "slow"),
    [
        ({"procedure": "closed-permutation"}, "Closed permutation"),
        ({"method": "wilcoxon"}, "Wilcoxon's signed-rank test of each pair"),
    ],
)
def test_what_takes_long_is_not_looked_at_and_said(options, slow) -> None:
    found = made([0.04, 0.2, 0.5], None, **options)
    assert found.sentence == (
        f"Whether a verdict hangs on a single problem was not looked at: {slow} takes long to be "
        "repeated without each of the 7 problems, which evenkeel.stability.hinges does."
    )
    assert not found.turns.any()
    assert "Not looked at" in str(found)


def test_an_adjusted_p_value_of_alpha_is_a_rejection() -> None:
    assert made([0.05, 1, 1], [[0.05, 1, 1]] * 3).sentence == ""
    assert made([0.05, 1, 1], [[np.nextafter(0.05, 1), 1, 1]] * 3).falls[:, 0].all()


@pytest.mark.parametrize("function", [hinges, stability])
def test_two_problems_leave_nothing_to_test(function) -> None:
    with pytest.raises(InputError) as caught:
        function([[1, 2, 3], [1, 3, 2]], better="lower")
    assert str(caught.value) == (
        "2 problems are too few to leave one out; give a table of 3 or more"
    )


def test_compare_says_which_verdict_hangs_on_a_problem() -> None:
    table = evenkeel.load("garcia2008")
    comparison = evenkeel.compare(table)
    assert comparison.hinges == hinges(table)
    assert f"On the ranks alone: {comparison.hinges.sentence}" in comparison.conclusions
    control = evenkeel.compare(table, control="C4.5", procedure="hochberg", method="paired")
    expected = hinges(table, control="C4.5", procedure="hochberg", method="paired")
    assert control.hinges == expected


def test_compare_looks_at_wilcoxons_test_of_two_algorithms() -> None:
    values = np.array([[1, 2], [1, 3], [1, 4], [1, 5], [1, 6], [1, 7]])
    found = evenkeel.compare(values, better="lower")
    assert found.conclusions[-1] == (
        "Without any one of 6 problems, above all P1, A1 vs A2 is no longer rejected (p 0.03125 "
        "-> 0.06250)."
    )


def test_compare_says_that_it_did_not_look() -> None:
    table = evenkeel.load("toy")
    found = evenkeel.compare(table, procedure="closed", always=True)
    assert any("was not looked at" in sentence for sentence in found.conclusions)


def test_nothing_hangs_where_nothing_was_tested() -> None:
    random = np.random.default_rng(0).random((8, 4))
    assert evenkeel.compare(random, better="lower").hinges is None
    assert evenkeel.compare(random[:2], better="lower", always=True).hinges is None


def test_a_light_look_is_one_of_few_numbers() -> None:
    def light(n: int, k: int, law: str, procedure: str) -> bool:
        values = np.arange(n * k, dtype=float).reshape(n, k)
        table = evenkeel.Results(values, better="lower")
        return is_light(Verdicts.of(table, Family(table.algorithms), "friedman", law, procedure))

    assert light(112, 40, "normal", "shaffer")
    assert light(30, 9, "paired", "holm")
    assert light(30, 9, "normal", "bergmann")
    assert light(50_000, 5, "normal", "shaffer")
    assert light(50_000, 5, "calibrated", "shaffer")
    assert not light(50_000, 5, "exact", "shaffer")
    assert not light(112, 40, "paired", "shaffer")
    assert not light(112, 40, "normal", "bergmann")
    assert not light(5, 3, "normal", "closed-permutation")


def test_a_long_law_is_not_resampled_and_said() -> None:
    table = evenkeel.load("toy")
    found = stability(table, procedure="closed-permutation", method="paired", resamples=200)
    assert found.rejected is None
    (slow,) = found.notes
    assert slow == (
        "how often resamples reject was not looked at: Closed permutation on p-values by the "
        "exact law of the pair's own rank differences under changes of sign takes too long to be "
        "repeated 200 times"
    )
    assert "How often resamples reject was not looked at" in render_text(found.report())


def test_what_would_be_too_many_numbers_is_not_looked_at_and_said(monkeypatch) -> None:
    table = evenkeel.load("demsar2006")
    for limit in ("_MOST_PVALUES", "_MOST_RESAMPLED"):
        monkeypatch.setattr(_stability, limit, 10)
    monkeypatch.setattr(_stability, "_PATIENCE", 0)
    found = stability(table, resamples=20)
    assert found.leave_one_out is None
    assert found.rejected is None
    assert found.hinges.without is None
    resampled, algorithms = found.notes
    assert resampled.startswith("how often resamples reject was not looked at: Shaffer static")
    assert algorithms == (
        "the verdicts without each algorithm were not looked at: 6 hypotheses, 4 times, which "
        "evenkeel.posthocs.leave_one_out does"
    )
    assert "was not looked at" in found.hinges.sentence
    assert "leave-one-out" not in {table.name for table in found.report().tables}


@pytest.mark.parametrize("ranking", ["quade", "aligned"])
def test_a_ranking_of_whole_tables_takes_some_thousands_of_problems(ranking, monkeypatch) -> None:
    table = evenkeel.load("demsar2006")
    monkeypatch.setattr(_stability, "_MOST_RANKED", 4 * 13**2)
    stability(table, resamples=5)
    with pytest.raises(InputError) as caught:
        stability(table, ranking=ranking, resamples=5)
    assert str(caught.value).endswith(
        " ranks, for which the table is ranked anew without each of them; give 13 at most, or a "
        "complete table and ranking='friedman'"
    )


def test_blocks_of_bounded_memory_change_nothing(monkeypatch) -> None:
    table = evenkeel.load("demsar2006")
    whole = stability(table, resamples=60)
    for room in (_stability, resamples, resamples):
        monkeypatch.setattr(room, "_CELLS", 50)
    assert stability(table, resamples=60) == whole


@pytest.mark.slow
def test_memory_does_not_grow_with_the_resamples() -> None:
    table = evenkeel.Results(np.random.default_rng(0).random((20_000, 3)), better="lower")
    tracemalloc.start()
    stability(table, resamples=500)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 80e6  # the rows of all resamples alone have 80 MB


def test_who_leads_without_a_problem_is_named() -> None:
    # A leads by P1 alone; without P2 or P3 its lead grows
    values = [[1, 9, 10], [2, 1, 3], [1, 2, 3]]
    table = evenkeel.Results(values, (), list("ABC"), better="lower")
    found = stability(table, resamples=10)
    assert found.leaders == {"P1": ("A", "B"), "P3": ("A", "B")}
    assert "Who is first without a problem" in {t.title for t in found.report().tables}


def test_the_ranks_without_a_problem_are_ranked_anew_if_need_be() -> None:
    table = evenkeel.load("demsar2006")
    for ranking in ("friedman", "aligned", "quade", "skillings-mack"):
        found = average_ranks_without_each(table, ranking)
        for problem, average in zip(table.problems, found, strict=True):
            less = table.drop(problems=[problem])
            expected = compute_ranks(less, ranking).average
            assert average == pytest.approx(expected, rel=1e-12)


def test_two_algorithms_leave_none_out() -> None:
    table = evenkeel.load("demsar2006").select(["C4.5", "C4.5m"])
    found = stability(table, resamples=10)
    assert found.leave_one_out is None
    assert found.places.shape == (2, 2)
    assert str(found)


def test_the_report_names_several_best_orders() -> None:
    values = [[1, 2, 3], [2, 3, 1], [3, 1, 2]]
    table = evenkeel.Results(values, (), list("ABC"), better="lower")
    assert kemeny(table).optimal == 3
    text = str(stability(table, resamples=5))
    assert "one of 3 orders with as few disagreements" in text


def test_the_seed_decides_what_is_drawn() -> None:
    table = evenkeel.load("demsar2006")
    first, again, other = (stability(table, resamples=50, seed=s) for s in (1, 1, 2))
    assert first == again
    assert not np.array_equal(first.distances, other.distances)


def test_a_p_value_equal_to_alpha_is_a_rejection_that_can_fall() -> None:
    found = made([0.05, 0.2, 0.5], [[0.07, 0.2, 1], [0.05, 0.2, 1]])
    assert found.sentence == (
        "Without problem P1, A vs B is no longer rejected (adjusted p 0.05000 -> 0.07000)."
    )

"""The closed test by permutation as a procedure of posthoc() and compare()."""

from __future__ import annotations

import numpy as np
import pytest

import closed_oracle as oracle
import evenkeel
from evenkeel.ranks.kernels import whole_scores
from evenkeel.ranks.registry import RANKINGS
from evenkeel.studies.pvalues import chosen_procedures

CLOSED = "closed-permutation"
GARCIA = evenkeel.load("garcia2008")


def table(n: int, k: int, seed: int = 0) -> evenkeel.Results:
    values = np.random.default_rng(seed).normal(size=(n, k)) + np.arange(k)
    return evenkeel.Results(values, better="lower")


@pytest.mark.slow
@pytest.mark.parametrize("ranking", RANKINGS.names)
@pytest.mark.parametrize("control", [None, 0, 2])
def test_all_permutations_of_a_small_table(ranking: str, control: int | None) -> None:
    small = table(3, 4)
    name = None if control is None else small.algorithms[control]
    found = evenkeel.posthoc(small, ranking=ranking, control=name, adjust=CLOSED, resamples=10**6)
    scores = whole_scores(found.statistics.ranks.ranks)[0]
    if control is None:
        expected = oracle.closed_test([tuple(row) for row in scores.tolist()])
    else:
        order = [control, *(j for j in range(4) if j != control)]
        expected = oracle.control_test([tuple(row) for row in scores[:, order].tolist()])
    np.testing.assert_allclose(found.adjusted[CLOSED], np.array(expected, dtype=float), rtol=1e-12)
    assert found.notes == ("Closed permutation went through all permutations",)


def test_sampled_permutations_are_repeatable_and_their_error_is_stated() -> None:
    first, again, other = (
        evenkeel.posthoc(GARCIA, adjust=CLOSED, resamples=2000, seed=seed) for seed in (1, 1, 2)
    )
    assert first == again
    p, q = first.adjusted[CLOSED], other.adjusted[CLOSED]
    error = np.sqrt(p * (1 - p) / 2000)
    assert (p != q).any()
    assert (np.abs(p - q) <= 6 * error + 2e-3).all()
    assert first.notes == (
        "Closed permutation sampled 2,000 permutations of each group of algorithms; the Monte "
        f"Carlo standard error of its adjusted p-values is at most {error.max():.2g}",
    )


def test_compare_concludes_from_it_and_reports_what_it_is() -> None:
    comparison = evenkeel.compare(GARCIA, procedure=CLOSED, resamples=2000, seed=1)
    assert comparison.posthoc is not None
    np.testing.assert_array_equal(
        comparison.posthoc.adjusted[CLOSED],
        evenkeel.posthoc(GARCIA, adjust=CLOSED, resamples=2000, seed=1).adjusted[CLOSED],
    )
    assert int(comparison.posthoc.rejected(0.05, CLOSED).sum()) == 8
    assert "with Closed permutation and Wilcoxon's signed-rank" in comparison.conclusions[1]
    report = comparison.report()
    assert (
        "Closed permutation: it tests the rank totals themselves, under the null hypothesis that "
        "algorithms are exchangeable within each problem, given the others, and does not use the "
        "raw p-values beside it."
    ) in report.table("rejections").note
    assert any("sampled 2,000 permutations" in note for note in comparison.posthoc.notes)


def test_the_notes_on_what_was_left_out_stay() -> None:
    options = {"method": "paired", "procedure": CLOSED, "always": True}
    found = evenkeel.compare(evenkeel.load("toy"), **options).posthoc
    assert found is not None
    assert [note.split(":")[0] for note in found.notes] == [
        "Nemenyi (studentised range) is left out",
        "Closed permutation went through all permutations",
    ]


@pytest.mark.parametrize(
    ("k", "control", "message"),
    [
        (
            13,
            None,
            "the closed test by permutation goes up to 12 algorithms, not 13; compare fewer, or "
            "take method='paired' with the procedure 'shaffer'",
        ),
        (
            17,
            "A3",
            "the closed test with a control goes up to 16 algorithms, not 17; compare fewer, or "
            "take method='paired' with the procedure 'holm'",
        ),
    ],
)
def test_too_many_algorithms(k: int, control: str | None, message: str) -> None:
    with pytest.raises(evenkeel.InputError) as error:
        evenkeel.posthoc(table(5, k), control=control, adjust=CLOSED)
    assert str(error.value) == message


@pytest.mark.parametrize("method", ["wilcoxon", "sign"])
def test_laws_without_ranks_are_refused(method: str) -> None:
    with pytest.raises(evenkeel.InputError) as error:
        evenkeel.compare(GARCIA, adjust=["holm", CLOSED], method=method)
    assert str(error.value) == (
        f"'closed-permutation' tests totals of ranks, but method='{method}' does not look at them; "
        "choose method='paired', or another procedure such as 'holm'"
    )


def test_studies_leave_it_out_and_say_why() -> None:
    assert CLOSED not in chosen_procedures("all", "all-pairs")
    with pytest.raises(evenkeel.InputError) as error:
        chosen_procedures([CLOSED], "control")
    assert str(error.value).startswith(
        "the procedure 'closed-permutation' permutes the ranks of one table, which takes too long "
        "for thousands of them; choose from 'bonferroni', "
    )

"""The choices for missing results: what each makes, supposes and would change."""

from __future__ import annotations

import io

import numpy as np
import polars as pl
import pytest

import evenkeel
from evenkeel.errors import TableError, UnknownNameError
from evenkeel.tables import choose
from evenkeel.tables.choices import CHOICES, failures_last, whole_of
from evenkeel.tables.options import MISSING
from tables_with_holes import ASSEMBLY, kept, punched

_ = np.nan
TABLE = kept([[1, 2, 3], [2, 1, _], [1, _, _], [3, 2, 1]])


def test_dropping_leaves_a_complete_table_and_remembers_the_whole() -> None:
    without_problems = choose(TABLE, "drop-problem")
    assert without_problems.problems == ("P1", "P4")
    assert not without_problems.has_missing
    assert whole_of(without_problems) == ("drop-problem", TABLE)
    table = choose(kept([[1, 2, 3], [2, 1, _]]), "drop-algorithm")
    assert table.algorithms == ("A1", "A2")
    with pytest.raises(TableError, match="2 of 3 algorithms have a missing value, and leaving"):
        choose(TABLE, "drop-algorithm")


def test_a_choice_that_leaves_too_little_is_refused() -> None:
    with pytest.raises(TableError, match="3 of 4 problems have a missing value, and leaving them"):
        choose(kept([[1, _], [2, _], [_, 1], [1, 2]]), "drop-problem")


def test_a_failure_ranks_last_level_with_other_failures() -> None:
    table = choose(TABLE, "worst")
    assert np.isnan(table.values).sum() == 3  # the values are still missing
    assert (table.has_missing, table.has_holes, table.failures) == (True, False, True)
    ranks = evenkeel.ranks.friedman_ranks(table).ranks
    assert ranks.tolist() == [[1, 2, 3], [2, 1, 3], [1, 2.5, 2.5], [3, 2, 1]]
    higher = evenkeel.Results(-TABLE.values, better="higher", missing="worst")
    assert evenkeel.ranks.friedman_ranks(higher).ranks.tolist() == ranks.tolist()


def test_a_problem_on_which_all_fail_is_a_tie() -> None:
    table = kept([[_, _, _], [1, 2, 3], [2, 1, _]])
    assert evenkeel.ranks.friedman_ranks(choose(table, "worst")).ranks[0].tolist() == [2, 2, 2]


def test_only_the_order_counts_of_a_failure() -> None:
    """Signed ranks, contrasts and means take the values that are given."""
    worst, keep = choose(TABLE, "worst"), TABLE
    assert evenkeel.wilcoxon_all(worst).common.tolist() == [3, 2, 2]
    assert evenkeel.wilcoxon(worst, "A1", "A2").n == 3
    assert evenkeel.sign_test(worst, "A1", "A2").n == 4
    one, other = (evenkeel.contrast_estimation(table).estimates for table in (worst, keep))
    assert np.array_equal(one, other)
    counts = evenkeel.pairwise.win_tie_loss(worst)
    assert counts.versus("A1", "A3") == (3, 0, 1)
    assert counts.versus("A2", "A3") == (2, 1, 1)
    for ranking in ("aligned", "quade"):
        with pytest.raises(evenkeel.InputError, match="served by ranking='friedman'"):
            evenkeel.posthoc(worst, ranking=ranking)


def test_every_law_serves_a_table_with_failures() -> None:
    values = punched(np.random.default_rng(0).normal(size=(15, 4)), 0.2, seed=1)
    worst = evenkeel.Results(values, better="lower", missing="worst")
    complete = failures_last(worst)
    for method in ("normal", "calibrated", "exact", "paired", "sign"):
        one, other = (evenkeel.posthoc_statistics(t, method=method) for t in (worst, complete))
        assert np.array_equal(one.pvalue, other.pvalue)
        assert one.common is None
    signed = evenkeel.posthoc_statistics(worst, method="wilcoxon")
    expected = evenkeel.posthoc_statistics(kept(values), method="wilcoxon")
    assert np.array_equal(signed.pvalue, expected.pvalue)


def test_the_choice_outlives_a_selection() -> None:
    table = choose(TABLE, "worst").select(["A1", "A3"])
    assert table.failures
    assert table != TABLE.select(["A1", "A3"])


@pytest.mark.parametrize("name", CHOICES)
def test_read_and_compare_take_the_same_choices(name: str) -> None:
    values = np.random.default_rng(2).normal(size=(40, 4)) + np.arange(4)
    values[[0, 3, 7], [2, 3, 3]] = _
    text = "problem,A,B,C,D\n" + "\n".join(
        f"p{i}," + ",".join("" if v != v else repr(float(v)) for v in row)
        for i, row in enumerate(values)
    )
    read = evenkeel.read(io.StringIO(text), better="lower", missing=name)  # type: ignore[arg-type]
    whole = evenkeel.read(io.StringIO(text), better="lower", missing="keep")
    assert read == choose(whole, name)
    one, other = evenkeel.compare(read), evenkeel.compare(whole, missing=name)
    assert one.missing_choices == other.missing_choices
    assert one.missing_choices[0].startswith(f"missing={name!r} was chosen: ")
    assert CHOICES[name].supposes in one.missing_choices[0]
    assert len(one.missing_choices) == 4
    assert one.missing is not None
    assert one.missing.count == int(np.isnan(values).sum())
    text_of_report = str(one.report())
    assert one.missing_choices[1] in text_of_report


def test_another_verdict_is_named() -> None:
    """B fails on the problems where it would lose: only as failures they speak against it."""
    generator = np.random.default_rng(7)
    values = generator.normal(size=(30, 3)) * 0.1 + [0, 0.0, 1]
    values[:20, 1] = _
    found = evenkeel.compare(kept(values), method="sign", procedure="holm", always=True)
    worst = next(s for s in found.missing_choices if s.startswith("With missing='worst'"))
    assert "the verdict would change: it would also find A1 better than A2" in worst
    dropped = next(s for s in found.missing_choices if s.startswith("With missing='drop-problem'"))
    assert "on the 10 problems left" in dropped


def test_a_choice_without_a_verdict_says_why() -> None:
    found = evenkeel.compare(kept(ASSEMBLY), control="A1")
    sentences = {s.split("'")[1]: s for s in found.missing_choices}
    assert sentences["drop-algorithm"].endswith(
        "there would be no verdict: 3 of 4 algorithms have a missing value, and leaving them out "
        "leaves 1; a comparison needs at least two, so fill values in."
    )


def test_a_control_that_would_be_left_out_is_named() -> None:
    values = np.random.default_rng(1).normal(size=(12, 4))
    values[0, 0] = _
    found = evenkeel.compare(kept(values), control="A1")
    assert any(s.endswith("the control A1 would be left out.") for s in found.missing_choices)


def test_two_algorithms_have_their_choices_too() -> None:
    values = np.random.default_rng(1).normal(size=(12, 2))
    values[0, 0] = _
    found = evenkeel.compare(kept(values))
    assert len(found.missing_choices) == 4


@pytest.mark.parametrize("name", CHOICES)
def test_cells_without_runs_take_every_choice(name: str) -> None:
    generator = np.random.default_rng(0)
    rows = [
        (f"A{j}", f"P{i}", float(generator.normal()))
        for j in range(4)
        for i in range(12)
        for _run in range(2 + i % 2)
        if not (j == 2 and i in (3, 7))
    ]
    runs = pl.DataFrame(rows, schema=["algorithm", "problem", "value"], orient="row")
    found = evenkeel.compare_runs(runs, better="lower", missing=name)  # type: ignore[arg-type]
    assert found.comparison.missing_choices[0].startswith(f"missing={name!r} was chosen: ")
    assert found.comparison.missing is not None
    assert found.comparison.missing.count == 2
    left_out = found.comparison.missing_choices[0].endswith(" Left out: A2.")
    assert left_out == (name == "drop-algorithm")


def test_a_complete_table_needs_no_choice() -> None:
    toy = evenkeel.load("toy")
    assert choose(toy, "worst") is toy
    assert evenkeel.compare(toy).missing_choices == ()
    with pytest.raises(UnknownNameError, match="unknown treatment of missing cells 'best'"):
        evenkeel.compare(toy, missing="best")


def test_the_choices_are_those_that_the_doors_offer() -> None:
    assert set(CHOICES) | {"error"} == set(MISSING)

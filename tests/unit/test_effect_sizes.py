"""Effect sizes: what is refused, degenerate data, holes, words, notes, registry."""

from __future__ import annotations

import inspect
import math

import numpy as np
import pytest

import evenkeel
from evenkeel.comparison.analyses.registry import ANALYSES
from evenkeel.comparison.conclusions import describe_methods
from evenkeel.effects.registry import EFFECTS
from evenkeel.errors import InputError, UnknownNameError
from evenkeel.plot import plot_comparison_matrix, plot_forest
from runs_examples import random_runs

PAIRS = [entry.name for entry in EFFECTS if entry.kernel is not None]
LARGE = float(np.finfo(float).max)


def table(values, better="lower", **options) -> evenkeel.Results:
    return evenkeel.Results(values, better=better, **options)


def sizes(values, size, **options):
    return evenkeel.effect_sizes(table(values), size=size, **{"resamples": 99, **options})


@pytest.mark.parametrize("entry", list(EFFECTS), ids=lambda entry: entry.name)
def test_every_entry_says_what_readers_need(entry):
    assert entry.title[0].isupper()
    assert entry.formula
    assert entry.law
    assert entry.assumes
    low, high = entry.range
    assert low <= entry.neutral <= high
    if entry.kernel is not None:
        assert entry.mirrored(np.array([entry.neutral]))[0] == entry.neutral
        assert entry.interval in entry.intervals


def test_the_default_and_the_menus_are_those_of_the_registry():
    default = inspect.signature(evenkeel.effect_sizes).parameters["size"].default
    assert default == EFFECTS.default == "hodges-lehmann"
    menu = next(option for option in ANALYSES.lookup("effect").options if option.name == "size")
    assert set(menu.choices) == set(PAIRS)
    menu = next(option for option in ANALYSES.lookup("run-effect").options if option.name == "size")
    assert set(menu.choices) == {entry.name for entry in EFFECTS if entry.of_wins is not None}


@pytest.mark.parametrize("name", ["effect", "concordance", "contrast"])
def test_the_analyses_run_with_their_defaults(name):
    analysis = ANALYSES.lookup(name)
    given = analysis.parsed({})
    assert analysis.run(evenkeel.load("toy"), given).report().tables
    parameters = inspect.signature(analysis._function()).parameters
    for option in analysis.options:
        assert parameters[option.name].default == option.default


@pytest.mark.parametrize("size", PAIRS)
@pytest.mark.parametrize(
    "values",
    [
        [[1.0, 2.0], [2.0, 3.0]],
        [[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]],
        [[1e300, 2e-300, 3e5], [2e300, 1e-300, 1e5], [3e300, 5e-300, 2e5], [1e299, 1e-301, 1e4]],
        [[LARGE, 1.0], [LARGE / 2, 2.0], [LARGE / 3, 5.0]],
        [[5e-324, 1e-323], [2e-323, 5e-324], [1.0, 2.0]],
        np.arange(1.0, 7.0).reshape(3, 2),
    ],
    ids=["two problems", "equal", "scales", "largest", "tiny", "constant difference"],
)
@pytest.mark.parametrize("interval", [None, "bca", "percentile"])
def test_degenerate_tables_have_an_answer(size, values, interval):
    found = sizes(values, size, interval=interval)
    assert not np.isnan(found.estimate).any()
    assert (found.low <= found.high).all()
    assert str(found)


def test_equal_algorithms_have_the_neutral_size():
    values = np.repeat(np.arange(1.0, 9.0)[:, None], 3, axis=1)
    for size in PAIRS:
        found = sizes(values, size)
        assert found.estimate.tolist() == [found.neutral] * 3
        assert (found.low <= found.neutral).all()
        assert (found.high >= found.neutral).all()


def test_a_ratio_of_what_is_not_positive_is_refused():
    with pytest.raises(InputError) as caught:
        sizes([[1.0, 2.0], [0.0, 3.0]], "median-ratio")
    assert str(caught.value) == (
        "a ratio needs positive values, but 'A1' has 0 on problem 'P2'; choose another effect "
        "size, such as size='hodges-lehmann'"
    )


def test_what_is_not_known_is_refused_with_what_is():
    values = [[1.0, 2.0], [2.0, 3.0]]
    with pytest.raises(UnknownNameError, match="did you mean 'a12'"):
        sizes(values, "a13")
    with pytest.raises(UnknownNameError, match="unknown interval 'exact': choose one of 'score'"):
        sizes(values, "a12", interval="exact")
    with pytest.raises(InputError, match="Kendall's W is the size of a whole table"):
        sizes(values, "kendall-w")
    with pytest.raises(InputError, match="no publication gives words for the Hodges-Lehmann"):
        sizes(values, "hodges-lehmann", words=True)
    with pytest.raises(InputError, match="confidence is 95"):
        sizes(values, "a12", confidence=95)
    with pytest.raises(InputError, match="resamples is 0"):
        sizes(values, "a12", interval="bca", resamples=0)
    with pytest.raises(InputError, match="is no size of independent runs; choose"):
        evenkeel.runs.run_effects(random_runs(1, 2, 2, (5, 5)), size="rank-biserial")
    with pytest.raises(UnknownNameError, match="unknown problem 'elsewhere'"):
        evenkeel.runs.run_effects(random_runs(1, 2, 2, (5, 5)), problem="elsewhere")


def test_a_pair_of_another_family_is_no_pair_of_this_one():
    found = evenkeel.effect_sizes(evenkeel.load("toy"), control="A")
    with pytest.raises(InputError, match="are no pair of this family, in which 'A' is compared"):
        found.versus("B", "C")


def test_intervals_of_all_pairs_are_wider_than_those_of_each():
    given = evenkeel.load("garcia2008")
    for size in PAIRS:
        if size == "median-ratio":
            continue
        each = evenkeel.effect_sizes(given, size=size, simultaneous=False, resamples=999)
        together = evenkeel.effect_sizes(given, size=size, resamples=999)
        assert each.level == 0.95
        assert 0.95 < together.level < 1
        assert (together.low <= each.low + 1e-12).all()
        assert (each.high <= together.high + 1e-12).all()


def test_the_level_of_exact_intervals_is_bonferronis():
    found = evenkeel.effect_sizes(evenkeel.load("garcia2008"))
    assert found.level == pytest.approx(1 - 0.05 / 10)
    assert found.attained_together >= 0.95
    control = evenkeel.effect_sizes(evenkeel.load("garcia2008"), control="C4.5")
    assert control.level == pytest.approx(1 - 0.05 / 4)


def test_too_few_problems_for_the_level_are_said():
    found = sizes(np.random.default_rng(0).normal(size=(5, 4)), "hodges-lehmann")
    assert found.attained == pytest.approx(np.full(6, 1 - 2 / 2**5))
    assert any(
        "6 of 6 intervals have too few problems for the level 99.1667%" in note
        for note in found.notes
    )
    assert any("all together hold with at least 62.5%" in note for note in found.notes)


def test_the_same_seed_gives_the_same_intervals_and_another_seed_others():
    values = np.random.default_rng(0).normal(size=(15, 3))
    one, same, other = (
        sizes(values, "a12", interval="percentile", seed=seed) for seed in (1, 1, 2)
    )
    assert one == same
    assert one != other
    assert one.estimate.tolist() == other.estimate.tolist()


def test_pairs_of_a_table_with_holes_are_compared_on_their_common_problems():
    values = np.random.default_rng(0).normal(5, 1, size=(12, 3))
    values[:4, 0] = np.nan
    values[9:, 1] = np.nan
    given = table(values, missing="keep")
    for size in PAIRS:
        if size == "rank-difference":
            with pytest.raises(InputError, match="needs a complete table"):
                evenkeel.effect_sizes(given, size=size)
            continue
        found = evenkeel.effect_sizes(given, size=size, resamples=199)
        assert found.common.tolist() == [5, 8, 9]
        both = given.select(["A1", "A3"]).drop_incomplete()
        alone = evenkeel.effect_sizes(both, size=size, resamples=199)
        assert found.versus("A1", "A3")[0] == pytest.approx(alone.versus("A1", "A3")[0])


def test_a_pair_without_common_problems_has_no_size_and_is_named():
    values = [[1.0, np.nan, 3.0], [2.0, np.nan, 1.0], [np.nan, 4.0, 2.0], [np.nan, 1.0, 5.0]]
    given = table(values, missing="keep")
    found = evenkeel.effect_sizes(given)
    assert np.isnan(found.estimate).tolist() == [True, False, False]
    assert "A1 vs A2" in found.notes[-2] + found.notes[-1]
    assert found.report().table("effects").rows[0][2] is None
    compared = evenkeel.effect_sizes(given, size="a12", interval="bca", resamples=99)
    assert np.isnan(compared.estimate).tolist() == [True, False, False]
    assert any("resamples were left out" in note for note in compared.notes)


def test_failures_rank_last_where_only_the_order_counts():
    values = [[1.0, 2.0], [1.0, np.nan], [np.nan, 1.0], [1.0, np.nan]]
    given = evenkeel.Results(values, better="lower", missing="worst")
    found = evenkeel.effect_sizes(given, size="superiority")
    assert found.estimate.tolist() == [0.75]


def test_words_are_those_of_their_source_at_the_limits():
    a12 = EFFECTS.lookup("a12").words
    assert a12.of(np.array([0.5, 0.5599, 0.56, 0.64, 0.71, 0.29, 0.3]), 0.5) == (
        "negligible",
        "negligible",
        "small",
        "medium",
        "large",
        "large",
        "medium",
    )
    delta = EFFECTS.lookup("cliff-delta").words
    assert delta.of(np.array([0.146, -0.147, 0.33, -0.474]), 0.0) == (
        "negligible",
        "small",
        "medium",
        "large",
    )
    d = EFFECTS.lookup("standardised-mean").words
    assert d.of(np.array([0.19, 0.2, -0.5, 0.8]), 0.0) == ("negligible", "small", "medium", "large")
    found = evenkeel.effect_sizes(evenkeel.load("toy"), size="a12", words=True, resamples=99)
    assert len(found.words) == found.family.m
    assert any("Vargha and Delaney (2000): small from 0.56" in note for note in found.notes)
    plain = evenkeel.effect_sizes(evenkeel.load("toy"), size="a12", resamples=99)
    assert plain.words == ()
    assert not any("words" in note for note in plain.notes)


def test_notes_say_which_values_speak_for_the_first():
    values = np.random.default_rng(0).normal(5, 1, size=(10, 2))
    said = {
        (size, better): evenkeel.effect_sizes(table(values, better), size=size, resamples=99).notes[
            0
        ]
        for size in ("hodges-lehmann", "median-ratio", "superiority", "rank-biserial")
        for better in ("lower", "higher")
    }
    assert said["hodges-lehmann", "lower"].endswith("negative values speak for the first algorithm")
    assert said["hodges-lehmann", "higher"].endswith(
        "positive values speak for the first algorithm"
    )
    assert said["median-ratio", "lower"].endswith("values below 1 speak for the first algorithm")
    assert said["superiority", "lower"].endswith("values above 0.5 speak for the first algorithm")
    assert said["rank-biserial", "lower"].endswith("positive values speak for the first algorithm")


def test_where_one_wins_everything_a_bootstrap_says_that_it_is_blind():
    values = np.column_stack([np.arange(10.0), np.arange(10.0) + 100])
    found = sizes(values, "a12", interval="percentile")
    assert (found.estimate[0], found.low[0], found.high[0]) == (1, 1, 1)
    assert any("the interval is a point" in note for note in found.notes)
    for size in ("rank-biserial", "a12", "rank-difference"):
        lawful = sizes(values, size)
        assert lawful.estimate[0] == lawful.high[0] == 1
        assert lawful.low[0] < 0.8
        assert not any("the interval is a point" in note for note in lawful.notes)


def test_the_best_ranked_control_is_said_to_be_picked():
    found = evenkeel.effect_sizes(evenkeel.load("garcia2008"), control="best")
    assert found.family.control == "C4.5"
    assert found.notes[-1] == "the control was picked as the best ranked by the same results"


def test_compare_has_the_sizes_beside_wilcoxons_tests():
    given = evenkeel.load("cec2005")
    comparison = evenkeel.compare(given, control="SaDE", alpha=0.1)
    assert comparison.effects == evenkeel.effect_sizes(given, control="SaDE", confidence=0.9)
    shown = comparison.report().table("wilcoxon")
    assert shown.columns[-1].title == "Hodges-Lehmann difference (interval)"
    assert shown.rows[0][0] == "SaDE vs PSO"
    estimate, low, high = comparison.effects.versus("SaDE", "PSO")
    assert shown.rows[0][-1] == f"{estimate:.5g} ({low:.5g} to {high:.5g})"
    assert evenkeel.wilcoxon_all(given).report().table("wilcoxon").columns[-1].title == "Method"


def test_contrasts_have_intervals_unless_they_are_left_out():
    given = evenkeel.load("garcia2008")
    found = evenkeel.contrast_estimation(given, resamples=499)
    low, high = found.interval("C4.5", "Kernel")
    assert low < found.estimate("C4.5", "Kernel") < high
    assert found.interval("Kernel", "C4.5") == (-high, -low)
    assert found.report().table("contrast-intervals").rows[0][0] == "C4.5 vs 1-NN"
    each = evenkeel.contrast_estimation(given, resamples=499, simultaneous=False)
    assert each.level == 0.95 < found.level
    without = evenkeel.contrast_estimation(given, confidence=None)
    assert without.low is None
    assert [table.name for table in without.report().tables] == ["contrast"]
    with pytest.raises(InputError, match="ask for them with contrast_estimation"):
        without.interval("C4.5", "Kernel")


def test_contrasts_with_holes_leave_out_resamples_that_fall_apart():
    values = np.random.default_rng(0).normal(size=(6, 3))
    values[1:4, 0] = np.nan
    values[4:, 1] = np.nan
    values[0, 2] = np.nan
    found = evenkeel.contrast_estimation(table(values, missing="keep"), resamples=499)
    assert (
        "resamples were left out, in which groups of algorithms shared no problem"
        in (found.notes[0])
    )
    assert (found.low <= found.high).all()


def test_kendalls_w_of_no_order_and_of_one_order():
    none = evenkeel.effects.kendall_w(np.ones((6, 3)), better="lower", resamples=99)
    assert none.notes == (
        "on every problem all algorithms are equal, so that nothing is known of a common order",
    )
    assert (none.low, none.correlation, none.high) == (0, 0, 1)
    unanimous = np.tile(np.arange(4.0), (6, 1))
    same = evenkeel.effects.kendall_w(unanimous, better="lower")
    assert (same.estimate, same.high) == pytest.approx((1, 1))
    # six of six: up to 1 - 0.025^(1/6) may be contrary, and the mean ranking that much shorter
    contrary = 1 - 0.025 ** (1 / 6)
    length = max(1 - 2 * contrary, 0)
    assert same.low == pytest.approx((1 + 5 * length**2) / 6, abs=0.005)
    drawn = evenkeel.effects.kendall_w(unanimous, better="lower", interval="bca", resamples=99)
    assert (drawn.estimate, drawn.low, drawn.high) == pytest.approx((1, 1, 1))
    with pytest.raises(InputError, match="Kendall's W needs a complete table"):
        evenkeel.effects.kendall_w(table([[1.0, np.nan], [1.0, 2.0]], missing="keep"))


def test_effects_of_runs_are_joined_to_the_tests_of_each_problem():
    runs = random_runs(1, 3, 2, (9, 9))
    analysis = evenkeel.per_problem(runs, control="A1")
    assert analysis.effects == evenkeel.runs.run_effects(runs, control="A1")
    # the statistic of Mann and Whitney is A12 times the number of pairs of runs
    assert analysis.effects.estimate * 81 == pytest.approx(analysis.tests.statistic)
    shown = analysis.report().table("per-problem-tests")
    assert [column.title for column in shown.columns][8] == "A12 (interval)"
    best = evenkeel.runs.run_effects(runs, control="best")
    assert best.family.control in runs.algorithms


def test_intervals_of_runs_hold_for_a_pair_on_all_problems_together():
    runs = random_runs(1, 4, 2, (9, 9))
    together = evenkeel.runs.run_effects(runs)
    each = evenkeel.runs.run_effects(runs, simultaneous=False)
    assert together.level == pytest.approx(1 - 0.05 / len(together.problems))
    assert each.level == 0.95
    assert (together.low <= each.low).all()
    one = evenkeel.runs.run_effects(runs, problem=runs.problems[1])
    assert one.estimate.tolist() == together.estimate[1:2].tolist()
    delta = evenkeel.runs.run_effects(runs, size="cliff-delta")
    assert delta.low == pytest.approx(2 * together.low - 1)


@pytest.mark.parametrize(
    ("n", "k", "held"),
    [(5, 3, "81.2%"), (8, 6, "88.2%"), (6, 10, "no confidence"), (30, 4, "95%")],
)
def test_every_door_prints_what_is_attained_together(n, k, held):
    """With few problems 95% for all pairs cannot be had: 1 - m 2^(1 - n), or 0."""
    values = np.random.default_rng(0).random((n, k))
    found = evenkeel.effect_sizes(values, better="lower")
    m = k * (k - 1) // 2
    promise = f"{held} for all {m} together"
    short = held != "95%"
    if short:
        assert found.attained_together == pytest.approx(max(1 - m * 2.0 ** (1 - n), 0))
        promise += ", for 95% there are too few problems"
    assert found.promise == promise
    comparison = evenkeel.compare(evenkeel.Results(values, better="lower"))
    shown = [
        found.report().table("effects").note,
        comparison.report().table("wilcoxon").note,
        describe_methods(comparison),
        note_of(plot_forest(comparison)),
    ]
    least = f"{math.floor(1000 * (1 - 2.0 ** (1 - n))) / 10:g}% or more each"
    assert (least in shown[0]) == short
    for text in shown:
        assert promise in text
        assert not short or "95% for all" not in text
    matrix = plot_comparison_matrix(comparison, size="hodges-lehmann")
    written = " ".join([matrix.get_xlabel(), *(text.get_text() for text in matrix.texts)])
    assert promise in written.replace("\n", " ")


def note_of(ax):
    """The note below a picture."""
    note = next(text.get_text() for text in ax.texts if text.get_gid() == "note")
    return note.replace("\n", " ")


def test_one_interval_alone_says_what_it_attains():
    alone = sizes(np.random.default_rng(1).random((5, 2)), "hodges-lehmann")
    assert alone.promise == "93.7% each, for 95% there are too few problems"


def test_the_median_of_two_ratios_is_their_geometric_mean_and_said_to_be():
    found = sizes([[1.0, 1.0], [4.0, 1.0]], "median-ratio")
    assert found.estimate[0] == 2
    assert "of two middle ratios their geometric mean" in found.notes[0]


def test_with_ties_wilcoxons_test_may_reject_where_the_interval_holds_0():
    """Without ties both agree; the sentence that they always do was false."""
    differences = [3.0, 0, 1, 1, 2, 1, -1, 3, 2]
    values = np.column_stack([differences, np.zeros(9)])
    found = sizes(values, "hodges-lehmann")
    assert evenkeel.wilcoxon(values, better="lower").pvalue <= 1 - found.attained[0]
    assert found.low[0] <= 0 <= found.high[0]
    assert "without\n    ties lies on one side of 0 if and only if" in evenkeel.effect_sizes.__doc__


@pytest.mark.parametrize(
    ("n", "k", "held"), [(4, 2, 0.875), (5, 3, 0.8125), (6, 5, 0.6875), (3, 5, 0), (20, 3, 0.95)]
)
def test_contrasts_promise_no_more_than_few_problems_allow(n, k, held):
    """1 - m 2^(1 - n), and tables of algorithms that are alike miss no more often."""
    rng = np.random.default_rng(n)
    missed, first = 0, np.triu_indices(k, 1)
    for table in rng.normal(size=(60, n, k)):
        found = evenkeel.contrast_estimation(table, better="lower", confidence=0.95, resamples=199)
        missed += bool(((found.low[first] > 0) | (found.high[first] < 0)).any())
    m = k * (k - 1) // 2
    whom = f"for all {m} together" if m > 1 else "each"
    told = f"{math.floor(1000 * held) / 10:.1f}%" if held else "no confidence"
    few = f"{told} {whom}, for 95% there are too few problems"
    assert found.promise == (few if held < 0.95 else f"95% {whom}")
    assert found.promise in found.report().table("contrast-intervals").note
    assert missed / 60 <= 1 - held + 0.09  # three standard errors


def test_many_contrasts_on_few_problems_say_how_often_they_missed():
    rng = np.random.default_rng(0)
    for (n, k), noted in {(12, 9): True, (12, 5): False, (20, 9): False}.items():
        found = evenkeel.contrast_estimation(
            rng.normal(size=(n, k)), better="lower", confidence=0.95, resamples=99
        )
        assert any("15 to 20% of simulated tables" in note for note in found.notes) == noted

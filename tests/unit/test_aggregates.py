"""Aggregates and profiles of runs: directions, units, anchors, holes, notes and whole messages."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import evenkeel
from evenkeel.errors import InputError
from evenkeel.runs import aggregates, profiles
from runs_examples import make_runs, random_runs

pytestmark = pytest.mark.reaching  # its slow tests count lines, too

RNG = np.random.default_rng(11)
ARRAYS = {name: RNG.lognormal(0.3 * j, 1, (4, 6)) for j, name in enumerate("ABC")}
FEW = {"resamples": 60}
IN_UNITS = ("value", "lower", "upper", "difference", "difference_lower", "difference_upper")
IMPROVEMENT = ("improvement", "improvement_lower", "improvement_upper")


def turned(arrays):
    return {name: -values for name, values in arrays.items()}


def message(function, *args, **options):
    with pytest.raises(InputError) as caught:
        function(*args, **options)
    return str(caught.value)


@pytest.mark.parametrize("interval", ["expanded", "percentile"])
def test_costs_are_the_scores_turned_round(interval):
    options = {"interval": interval, "threshold": 1.0, **FEW}
    scores = aggregates(ARRAYS, better="higher", **options)
    costs = aggregates(turned(ARRAYS), better="lower", **{**options, "threshold": -1.0})
    signs = np.where(np.array(scores.statistics) == "optimality-gap", 1, -1)[:, None]
    np.testing.assert_allclose(costs.value, signs * scores.value, rtol=1e-12)
    below = np.where(signs > 0, scores.lower, -scores.upper)
    np.testing.assert_allclose(costs.lower, below, rtol=1e-12)
    for name in (*IN_UNITS[3:], *IMPROVEMENT):
        np.testing.assert_allclose(
            getattr(costs, name), getattr(scores, name), rtol=1e-12, atol=1e-15
        )


@pytest.mark.parametrize("power", [-900, -600, 30, 1000])
@pytest.mark.parametrize("better", ["lower", "higher"])
def test_in_another_unit_aggregates_are_in_that_unit(power, better):
    def scaled(arrays):
        return {name: np.ldexp(values, power) for name, values in arrays.items()}

    options = {"better": better, **FEW}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        here = aggregates(ARRAYS, threshold=0.5, **options)
        there = aggregates(scaled(ARRAYS), threshold=float(np.ldexp(0.5, power)), **options)
        here_scored = aggregates(ARRAYS, zero="worst", one="best", **options)
        there_scored = aggregates(scaled(ARRAYS), zero="worst", one="best", **options)
        curves, there_curves = profiles(ARRAYS, **options), profiles(scaled(ARRAYS), **options)
    for name in IN_UNITS:
        expected = np.ldexp(getattr(here, name), power)
        np.testing.assert_allclose(getattr(there, name), expected, rtol=1e-9)
        np.testing.assert_allclose(
            getattr(there_scored, name), getattr(here_scored, name), rtol=1e-9
        )
    for name in IMPROVEMENT:
        np.testing.assert_array_equal(getattr(there, name), getattr(here, name))
    np.testing.assert_array_equal(there_curves.share, curves.share)
    np.testing.assert_array_equal(there_curves.lower, curves.lower)


def test_an_interval_holds_the_estimate_and_grows_with_the_confidence():
    narrow, wide = (
        aggregates(ARRAYS, better="higher", confidence=level, resamples=2000)
        for level in (0.8, 0.99)
    )
    for name, low, high in (
        ("value", "lower", "upper"),
        ("difference", "difference_lower", "difference_upper"),
        ("improvement", "improvement_lower", "improvement_upper"),
    ):
        assert (getattr(narrow, low) <= getattr(narrow, name)).all()
        assert (getattr(narrow, name) <= getattr(narrow, high)).all()
        assert (getattr(wide, low) <= getattr(narrow, low)).all()
        assert (getattr(wide, high) >= getattr(narrow, high)).all()


def test_the_same_seed_gives_the_same_intervals_and_another_seed_others():
    first, again, other = (
        aggregates(ARRAYS, better="lower", seed=seed, **FEW) for seed in (1, 1, 2)
    )
    assert first == again
    assert not np.array_equal(first.lower, other.lower)
    assert np.array_equal(first.value, other.value)


def test_with_a_control_only_its_pairs_are_compared():
    found = aggregates(ARRAYS, better="higher", control="C", statistics="iqm", **FEW)
    assert found.family.hypotheses == (("C", "A"), ("C", "B"))
    assert found.difference.shape == (1, 2)
    apart = {name: values + 100 * j for j, (name, values) in enumerate(ARRAYS.items())}
    best = aggregates(apart, better="lower", control="best", **FEW)
    assert best.family.control == "A"
    assert any("picked as the best by the same runs" in note for note in best.notes)
    assert not any("picked" in note for note in found.notes)


def test_a_difference_is_positive_where_the_first_is_better():
    arrays = {"good": [[1.0, 2.0], [1.1, 2.1]], "bad": [[3.0, 4.0], [3.5, 4.5]]}
    for better, sign in (("lower", 1), ("higher", -1)):
        found = aggregates(arrays, better=better, threshold=2.5, **FEW)
        assert (found.difference * sign > 0).all()
        assert found.improvement[0] == pytest.approx(1 if sign > 0 else 0)


def test_scores_lie_between_the_anchors():
    runs = make_runs(
        {
            ("random", "p"): [10, 12],
            ("human", "p"): [2, 0],
            ("new", "p"): [6, 6],
            ("random", "q"): [100, 100],
            ("human", "q"): [50, 50],
            ("new", "q"): [0, 50],
        }
    )
    found = aggregates(runs, zero="random", one="human", statistics="mean", **FEW)
    assert (found.zero, found.one, found.better) == ("random", "human", "higher")
    # p: (11 - 6) / 10 = 0.5; q: (100 - 25) / 50 = 1.5
    by_name = dict(zip(found.algorithms, found.value[0], strict=True))
    assert by_name == pytest.approx({"random": 0, "human": 1, "new": 1})
    numbers = aggregates(runs, zero={"p": 11, "q": 100}, one={"p": 1, "q": 50}, **FEW)
    assert numbers.value[0] == pytest.approx(found.value[0])
    assert numbers.zero == "a number for each problem"
    texts = aggregates(runs, zero="0", one="10", statistics="mean", **FEW)
    plain = aggregates(runs, zero=0, one=10, statistics="mean", **FEW)
    assert texts.value.tolist() == plain.value.tolist()


def test_worst_and_best_are_those_of_the_direction():
    arrays = {"A": [[1.0, 5.0], [3.0, 7.0]], "B": [[4.0, 1.0], [6.0, 1.0]]}
    costs = aggregates(arrays, better="lower", zero="worst", one="best", **FEW)
    assert costs.value[0].tolist() == [0.5, 0.5]
    assert costs.threshold == 1
    runs = aggregates(arrays, better="lower", **FEW)
    assert runs.threshold == 0


ANCHORS = {
    "one is missing": (
        {"zero": 1},
        "zero is given without one; a scale needs both: add one",
    ),
    "unknown": (
        {"zero": "Q", "one": 1},
        "zero is 'Q', which is neither a number nor an algorithm; give a number, or one of 'A', "
        "'B', 'C', 'worst', 'best'",
    ),
    "no number": (
        {"zero": 0, "one": float("inf")},
        "one is inf; give a finite number, an algorithm, 'worst', 'best', or a dict of a number "
        "for each problem",
    ),
    "a problem without": (
        {"zero": {"P1": 0}, "one": 1},
        "zero has no number for problem 'P2'; give one for every problem",
    ),
    "equal": (
        {"zero": 1, "one": 1.0},
        "on problem 'P1' zero and one are the same value, so that no score can be computed; give "
        "other anchors, or leave this problem out",
    ),
    "too close": (
        {"zero": 0, "one": 5e-324},
        "on problem 'P1' zero and one are so close that the scores are beyond the largest number; "
        "give anchors that are further apart",
    ),
}


@pytest.mark.parametrize(("options", "expected"), ANCHORS.values(), ids=ANCHORS)
def test_anchors_that_make_no_scale_are_refused(options, expected):
    assert message(aggregates, ARRAYS, better="higher", **options) == expected
    assert message(profiles, ARRAYS, better="higher", **options) == expected


FAULTS = {
    "no direction": (
        ARRAYS,
        {},
        "arrays do not say which values are good; say better='lower' or better='higher'",
    ),
    "no runs": (
        [[1, 2], [3, 4]],
        {"better": "lower"},
        "a list holds no runs; give what read_runs returns, or a dict of an array (runs, problems) "
        "for each algorithm",
    ),
    "one row": (
        {"A": [1, 2], "B": [2, 3]},
        {"better": "lower"},
        "the array of 'A' has the shape (2,); give runs x problems, with a column for each problem",
    ),
    "other problems": (
        {"A": [[1, 2], [2, 3]], "B": [[1], [2]]},
        {"better": "lower"},
        "the array of 'B' has 1 problems in its columns, that of 'A' 2; give the same problems for "
        "every algorithm",
    ),
    "a hole": (
        {"A": [[1, 2], [2, np.nan]], "B": [[1, 3], [2, 3]]},
        {"better": "lower"},
        "'A' has nan in run 2 of problem 2; give finite numbers, or read the runs with read_runs, "
        "whose cells may have fewer runs",
    ),
    "no statistic": (
        ARRAYS,
        {"better": "lower", "statistics": []},
        "name each aggregate once, and at least one",
    ),
    "a threshold of words": (
        ARRAYS,
        {"better": "lower", "threshold": "high"},
        "threshold is 'high'; give a finite number, such as 1.0",
    ),
}


@pytest.mark.parametrize(("data", "options", "expected"), FAULTS.values(), ids=FAULTS)
def test_a_fault_of_aggregates_names_the_culprit_and_the_remedy(data, options, expected):
    assert message(aggregates, data, **options) == expected


def test_runs_that_say_otherwise_than_better_are_refused():
    runs = random_runs(1, 2, 2, (3, 3))
    assert message(aggregates, runs, better="higher") == (
        "better='higher' was given, but the runs say 'lower' is better; leave the option out"
    )


def test_a_cell_without_runs_is_refused_with_what_is_left():
    cells = {(a, p): [1.0, 2.0] for a in "AB" for p in "pqr"}
    del cells["B", "q"]
    runs = make_runs(cells)
    assert message(aggregates, runs) == (
        "'B' has no run on 'q'; aggregates of algorithms on different problems cannot be compared. "
        "Add the runs, or read them without this problem: drop=['q']"
    )
    assert aggregates(runs.select(problems=["p", "r"]), **FEW).n == 2


def test_one_run_everywhere_is_refused_and_one_somewhere_is_said():
    single = {"A": [[1.0, 2.0]], "B": [[2.0, 3.0]]}
    assert message(aggregates, single, better="lower").startswith(
        "the intervals of aggregates need at least 2 runs per cell, but no cell has more than 1; "
    )
    found = aggregates({"A": [[1.0, 2.0]], "B": [[2.0, 3.0], [3.0, 3.0]]}, better="lower", **FEW)
    assert found.runs == (1, 2)
    assert any(
        "2 of 4 cells have one run, the first of them 'A' on 'P1'" in note for note in found.notes
    )
    assert any("the cells have from 1 to 2 runs" in note for note in found.notes)
    # two runs of A, one per problem: others may be as bad as the worst of B
    assert found.lower[0, 0] == found.value[0, 0] < found.upper[0, 0] <= 3


def test_the_result_says_where_its_intervals_are_too_narrow():
    def notes(runs, interval):
        arrays = {name: np.random.default_rng(0).normal(size=(runs, 3)) for name in "AB"}
        return " ".join(aggregates(arrays, better="higher", interval=interval, **FEW).notes)

    assert "plain percentile intervals are too narrow for 3 runs" in notes(3, "percentile")
    assert "intervals of strongly skewed runs are too narrow" in notes(10, "expanded")
    assert "too narrow" not in notes(20, "percentile") + notes(20, "expanded")
    wide = np.random.default_rng(0).normal(size=(3, 4)) * [10, 1, 1, 1]
    found = aggregates({"A": wide, "B": wide}, better="higher", **FEW)
    assert "most of the spread of 'A' comes from one problem" in " ".join(found.notes)


def test_equal_runs_have_points_for_intervals():
    found = aggregates({name: np.full((3, 4), 0.1) for name in "AB"}, better="lower", **FEW)
    for bound in (found.value, found.lower, found.upper):
        np.testing.assert_allclose(bound, 0.1, rtol=1e-12)
    np.testing.assert_allclose(found.difference_upper, 0, atol=1e-15)
    assert found.improvement_lower[0] < 0.4 < 0.6 < found.improvement_upper[0]


@pytest.mark.parametrize("n", [1, 2, 3])
def test_few_problems_have_an_answer(n):
    arrays = {name: values[:2, :n] for name, values in ARRAYS.items()}
    found, curves = (f(arrays, better="lower", **FEW) for f in (aggregates, profiles))
    for array in (found.value, found.lower, found.upper, curves.lower, curves.band_upper):
        assert np.isfinite(array).all()


def test_a_hole_is_a_problem_that_is_never_solved():
    cells = {(a, p): [1.0, 2.0] for a in "AB" for p in "pqr"}
    del cells["B", "q"]
    for kind in ("ratio", "score"):
        found = profiles(make_runs(cells), kind=kind, places=[3.0], **FEW)
        np.testing.assert_allclose(found.share[:, 0], [1, 2 / 3])
        assert found.solved.tolist() == pytest.approx([1, 2 / 3])
        assert any("'B' on 'q'; they count as never solved" in note for note in found.notes)
        assert "0.667" in str(found)


def test_the_kind_of_profile_follows_the_data_and_is_said():
    costs = {name: values + 0.1 for name, values in ARRAYS.items()}
    assert profiles(costs, better="lower", **FEW).kind == "ratio"
    assert profiles(costs, better="higher", **FEW).kind == "score"
    assert profiles(turned(costs), better="lower", **FEW).kind == "score"
    assert profiles(costs, better="lower", zero="worst", one="best", **FEW).kind == "score"


RATIOS = {
    "scores": (
        {"better": "higher"},
        "ratios to the best are for costs, of which lower is better, and here higher is better; "
        "give kind='score'",
    ),
    "normalised": (
        {"better": "lower", "zero": 1, "one": 0},
        "ratios compare costs as they are; leave zero and one out, or give kind='score'",
    ),
    "not positive": (
        {"better": "lower"},
        "ratios to the best need costs above 0, but 'B' has 0 on 'P2'; measure another cost, such "
        "as the time or the evaluations needed, or give kind='score'",
    ),
}


@pytest.mark.parametrize(("options", "expected"), RATIOS.values(), ids=RATIOS)
def test_ratios_of_what_is_no_positive_cost_are_refused(options, expected):
    data = {"A": [[1.0, 2.0], [2.0, 2.0]], "B": [[1.0, 0.0], [2.0, 3.0]]}
    assert message(profiles, data, kind="ratio", **options) == expected


def test_places_that_cannot_be_are_refused():
    costs = {"A": [[1.0, 2.0], [2.0, 2.0]], "B": [[1.0, 3.0], [2.0, 3.0]]}
    assert message(profiles, costs, better="lower", places=[0.5, 2]) == (
        "a ratio to the best is never below 1, but places has 0.5; give ratios of at least 1"
    )
    assert message(profiles, costs, better="lower", places=[]) == (
        "places are where the curves are computed; give finite numbers"
    )


def test_shares_of_costs_grow_and_those_of_scores_fall_within_their_bands():
    for better, sign in (("lower", 1), ("higher", -1)):
        found = profiles(ARRAYS, better=better, kind="score", resamples=500)
        assert (np.diff(found.places) > 0).all()
        assert (sign * np.diff(found.share, axis=1) >= 0).all()
        for low, high in ((found.lower, found.upper), (found.band_lower, found.band_upper)):
            assert (low <= found.share + 1e-7).all()
            assert (found.share <= high + 1e-7).all()
            assert low.min() >= 0
            assert high.max() <= 1


def test_equal_means_are_equal_ratios_whatever_their_numbers_of_runs():
    cells = {("A", "p"): [0.1] * 3, ("B", "p"): [0.1] * 7, ("A", "q"): [0.7] * 9, ("B", "q"): [0.7]}
    found = profiles(make_runs(cells), **FEW)
    assert found.share[:, 0].tolist() == [1, 1]
    assert found.lower[:, 0].tolist() == [1, 1]


def test_ratios_beyond_the_doubles_are_not_failures():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = profiles([[1e-300, 1e300], [1e300, 1e-300]], better="lower", **FEW)
    assert found.share[:, -1].tolist() == [1, 1]


def test_the_default_places_of_many_runs_are_about_a_hundred_that_occur():
    runs = evenkeel.load_runs("scipy_optimisers")
    found = profiles(runs, zero="worst", one="best", resamples=20)
    assert 90 < found.places.size <= 101
    assert found.share[:, -1].tolist() == [0] * runs.k

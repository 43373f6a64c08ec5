"""bayes(): directions, options, degenerate data, and what it says."""

from __future__ import annotations

import io
import warnings
from dataclasses import replace

import numpy as np
import pytest

import evenkeel
from evenkeel.bayesian import _bayes, hyperparameters, integrated_means, registry, sign
from evenkeel.bayesian.registry import BAYES_METHODS
from evenkeel.comparison.analyses.registry import ANALYSES
from evenkeel.errors import InputError, UnknownNameError
from evenkeel.report.text import render_text
from runs_examples import make_runs

pytestmark = pytest.mark.reaching  # its slow tests count lines, too

CASE = evenkeel.load("demsar2006")
METHODS = ("sign", "signed-rank")


def message(*arguments, **options) -> str:
    with pytest.raises(InputError) as caught:
        evenkeel.bayes(*arguments, **options)
    return str(caught.value)


def runs(means=(0.85, 0.83), problems=4, folds=10, spread=0.02, better="higher"):
    rng = np.random.default_rng(4)
    return make_runs(
        {
            (f"A{a + 1}", f"P{p + 1}"): mean + rng.normal(0, spread, folds)
            for p in range(problems)
            for a, mean in enumerate(means)
        },
        better,
    )


RUNS = runs()


def test_a_rope_is_asked_for() -> None:
    assert message(CASE) == (
        "rope is missing: by how much may two algorithms differ and still be alike in practice? "
        "Give it in the units of the values, such as rope=0.01 for accuracies, or say "
        "rope='none' to ask only which one is better"
    )


@pytest.mark.parametrize("rope", [0, -1, np.nan, np.inf, True, "0.01", [1]])
def test_a_rope_is_a_positive_number_or_none(rope) -> None:
    assert message(CASE, rope=rope) == (
        f"rope is {rope!r}; give a positive number in the units of the values, or say "
        "rope='none' to ask only which algorithm is better"
    )


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("rope", [0.01, "none"])
def test_exchanging_the_two_exchanges_the_probabilities(method, rope) -> None:
    one = evenkeel.bayes(CASE, rope=rope, method=method, first="C4.5", second="C4.5m")
    other = evenkeel.bayes(CASE, rope=rope, method=method, first="C4.5m", second="C4.5")
    assert one.of("C4.5", "C4.5m") == pytest.approx(other.of("C4.5", "C4.5m"), abs=1e-12)
    assert one.of("C4.5m", "C4.5")[0] > 0.2


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
def test_the_direction_and_the_unit_do_not_matter(method) -> None:
    expected = evenkeel.bayes(CASE, rope=0.01, method=method)
    turned = replace(CASE, values=-CASE.values, better="lower")
    assert (evenkeel.bayes(turned, rope=0.01, method=method).left == expected.left).all()
    for power in (-900, -300, 500, 950):
        scaled = replace(CASE, values=np.ldexp(CASE.values, power))
        found = evenkeel.bayes(scaled, rope=float(np.ldexp(0.01, power)), method=method)
        for side in ("left", "within", "right"):
            assert (getattr(found, side) == getattr(expected, side)).all(), power


@pytest.mark.slow
@pytest.mark.parametrize("method", ["correlated-t", "hierarchical"])
def test_the_unit_of_runs_does_not_matter(method) -> None:
    options = {"method": method, "test_share": 0.1}
    options |= {"problem": "P2"} if method == "correlated-t" else {}
    expected = evenkeel.bayes(RUNS, rope=0.01, **options)
    rows = RUNS.values_by_cell()
    for power in (-900, 900):
        scaled = make_runs({c: np.ldexp(v, power) for c, v in rows.items()}, "higher")
        found = evenkeel.bayes(scaled, rope=float(np.ldexp(0.01, power)), **options)
        assert found.left == pytest.approx(expected.left, rel=1e-9)
        assert np.isfinite(found.posterior.density(0).edges).all()


def test_differences_at_the_border_lie_within_the_rope() -> None:
    # 0.3 - 0.2 and 0.9 - 0.8 are both 0.1 in decimals, on different sides of it in binary
    table = evenkeel.Results([[0.3, 0.2], [0.9, 0.8], [0.2, 0.3]], better="higher")
    found = evenkeel.bayes(table, rope=0.1, method="sign")
    assert found.posterior.counts.tolist() == [[0, 3, 0]]


def test_ties_say_nothing_of_which_is_better_without_a_rope() -> None:
    values = np.array([[1, 0]] * 5 + [[0, 1]] * 2 + [[1, 1]] * 6)
    with_ties = evenkeel.Results(values, better="higher")
    without = evenkeel.Results(values[:7], better="higher")
    found, expected = (
        evenkeel.bayes(table, rope="none", method="sign") for table in (with_ties, without)
    )
    assert found.of("A1", "A2") == pytest.approx(expected.of("A1", "A2"))
    assert found.n.tolist() == [13]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("rope", [0.5, "none"])
def test_equal_algorithms_are_alike(method, rope) -> None:
    table = evenkeel.Results(np.ones((6, 3)), better="lower")
    found = evenkeel.bayes(table, rope=rope, method=method, resamples=200)
    share = (0.0, 1.0, 0.0) if rope != "none" else (0.5, 0.0, 0.5)
    for pair in found.family.hypotheses:
        assert found.of(*pair) == pytest.approx(share)
    assert set(found.decision) == ({"within"} if rope != "none" else {"open"})


@pytest.mark.parametrize("n", [2, 3])
@pytest.mark.parametrize("method", METHODS)
def test_few_problems_give_an_answer(n, method) -> None:
    table = evenkeel.Results(np.arange(2.0 * n).reshape(n, 2), better="lower")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = evenkeel.bayes(table, rope=0.1, method=method, prior=0)
        assert found.of("A1", "A2")[0] == 1
        found = evenkeel.bayes(table, rope=0.1, method=method)
    assert found.left + found.within + found.right == pytest.approx(1)


def test_problems_and_a_prior_of_the_same_weight_are_even() -> None:
    table = evenkeel.Results([[1.0, 2.0], [3.0, 5.0]], better="lower")
    found = evenkeel.bayes(table, rope=0.1, method="sign", prior=2)
    assert found.left.tolist() == pytest.approx([0.5])


@pytest.mark.parametrize("method", METHODS)
def test_the_place_of_the_prior_moves_the_probability_there(method) -> None:
    left, rope, right = (
        evenkeel.bayes(CASE, rope=0.01, method=method, prior=8, prior_place=place)
        for place in ("left", "rope", "right")
    )
    assert (left.left > rope.left).all()
    assert (right.right > rope.right).all()
    assert (rope.within > left.within).all()


def test_a_pair_of_a_table_with_holes_is_compared_on_its_common_problems() -> None:
    values = CASE.values.copy()
    values[[0, 3, 5, 9], [0, 1, 2, 0]] = np.nan
    table = replace(CASE, values=values, missing="keep")
    for method in METHODS:
        found = evenkeel.bayes(table, rope=0.01, method=method)
        for i, (a, b) in enumerate(found.family.hypotheses):
            both = table.select([a, b]).drop_incomplete()
            alone = evenkeel.bayes(both, rope=0.01, method=method)
            assert found.n[i] == both.n
            error = 0.0 if found.standard_error is None else 6 * found.standard_error[i].max()
            assert found.of(a, b) == pytest.approx(alone.of(a, b), abs=error + 1e-12)


def test_the_draws_are_those_of_the_seed_and_the_same_for_a_pair_alone() -> None:
    all_pairs = evenkeel.bayes(CASE, rope=0.01, seed=3, resamples=2000)
    pair = evenkeel.bayes(CASE, rope=0.01, seed=3, resamples=2000, first="C4.5m", second="C4.5cf")
    assert all_pairs.of("C4.5m", "C4.5cf") == pair.of("C4.5m", "C4.5cf")
    assert (evenkeel.bayes(CASE, rope=0.01, seed=4, resamples=2000).left != all_pairs.left).any()
    expected = np.sqrt(all_pairs.within * (1 - all_pairs.within) / 2000)
    found = all_pairs.standard_error[:, 1]
    assert found == pytest.approx(np.maximum(expected, 1 / 2000))


def test_a_control_is_the_first_of_every_pair() -> None:
    found = evenkeel.bayes(CASE, rope=0.01, method="sign", control="best")
    assert found.family.control == "C4.5cf,m"
    everything = evenkeel.bayes(CASE, rope=0.01, method="sign")
    for _, other in found.family.hypotheses:
        assert found.of("C4.5cf,m", other) == pytest.approx(everything.of("C4.5cf,m", other))
    with pytest.raises(InputError, match="were not compared with each other; each pair holds"):
        found.of("C4.5", "C4.5m")


def test_decisions_and_expected_losses_at_another_level() -> None:
    found = evenkeel.bayes(CASE, rope=0.01, method="sign", decision=0.7)
    largest = np.max([found.left, found.within, found.right], axis=0)
    assert [d == "open" for d in found.decision] == (largest < 0.7).tolist()
    assert found.expected_loss == pytest.approx(np.minimum(1 - largest, 0.3))
    assert "practically alike" in found.verdicts
    for level in (0.5, 0.2):
        assert message(CASE, rope=0.01, decision=level) == (
            f"decision is {level}; give a probability above 0.5, such as 0.95, for at most one "
            "region can then have it"
        )


@pytest.mark.slow
def test_runs_without_spread() -> None:
    same = runs(spread=0.0)
    options = {"rope": 0.01, "test_share": 0.1}
    found = evenkeel.bayes(same, method="correlated-t", problem="P1", **options)
    assert found.of("A1", "A2") == (1, 0, 0)
    assert found.notes == (
        "all differences of the runs are equal (A1 vs A2): the posterior is then a single point",
    )
    found = evenkeel.bayes(same, method="hierarchical", **options)
    assert found.left[0] > 0.9
    assert found.notes[0].startswith("on 'P1', 'P2', 'P3' and 'P4' all differences of the runs")
    said = message(same, method="hierarchical", rope="none", test_share=0.1)
    assert said.startswith("on problem 'P1' all differences of the runs are equal")
    alike = runs(means=(0.5, 0.5), spread=0.0)
    found = evenkeel.bayes(alike, method="hierarchical", **options)
    assert found.within[0] > 0.9


@pytest.mark.parametrize("rope", [1e-300, 1e300])
def test_the_hierarchical_test_refuses_what_it_cannot_resolve(rope: float) -> None:
    lines = [f"{a},P{p},{r},{p + (a == 'A')}\n" for a in "AB" for p in range(3) for r in range(4)]
    lines[0] = "A,P0,0,1.5\n" if rope > 1 else lines[0]  # else only the rope says how sure they are
    text = "algorithm,problem,run,value\n" + "".join(lines)
    same = evenkeel.read_runs(io.StringIO(text), better="lower")
    said = message(same, method="hierarchical", rope=rope, test_share=1e-300)
    assert said.startswith("the hierarchical test cannot resolve how little the differences of the")
    assert "'P0'" in said


@pytest.mark.slow
def test_the_hierarchical_test_refuses_units_that_differ_before_it_has_done_much(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made, tables = integrated_means.Convolution.densities, []

    def densities(self: integrated_means.Convolution) -> np.ndarray:
        tables.append(made(self))
        return tables[-1]

    monkeypatch.setattr(integrated_means.Convolution, "densities", densities)
    rng = np.random.default_rng(4)
    units = {"P1": 1.0, "P2": 1e5, "P3": 1.0}
    apart = make_runs(
        {(a, p): unit * rng.normal(size=10) for p, unit in units.items() for a in ("A", "B")},
        "lower",
    )
    said = message(apart, method="hierarchical", rope=0.1, test_share=0.1)
    assert said.startswith("the hierarchical test cannot resolve how little the differences of the")
    assert sum(table.size for table in tables) < integrated_means.MOST_CELLS / 4


def test_the_hierarchical_test_needs_three_runs_and_two_problems() -> None:
    options = {"rope": 0.01, "method": "hierarchical", "test_share": 0.1}
    assert "at least 3 runs" in message(runs(folds=2), **options)
    assert "at least two problems" in message(runs(problems=1), **options)


@pytest.mark.slow
@pytest.mark.parametrize("method", ["correlated-t", "hierarchical"])
def test_exchanging_the_two_exchanges_the_probabilities_of_runs(method) -> None:
    options = {"method": method, "test_share": 0.2, "rope": 0.005}
    options |= {"problem": "P1"} if method == "correlated-t" else {}
    one = evenkeel.bayes(RUNS, **options, first="A1", second="A2")
    other = evenkeel.bayes(RUNS, **options, first="A2", second="A1")
    assert one.of("A1", "A2") == pytest.approx(other.of("A1", "A2"), abs=1e-9)


REFUSED = {
    "'hierarchical' needs the runs (folds)": (CASE, {"method": "hierarchical", "test_share": 0.1}),
    "these are runs, and here one value per cell is needed": (RUNS, {}),
    "test_share is missing": (RUNS, {"method": "hierarchical"}),
    "test_share=0.1 was given, but 'sign'": (CASE, {"method": "sign", "test_share": 0.1}),
    "prior=1 was given, but 'hierarchical'": (
        RUNS,
        {"method": "hierarchical", "prior": 1, "test_share": 0.1},
    ),
    "prior_place='left' was given, but 'hierarchical'": (
        RUNS,
        {"method": "hierarchical", "prior_place": "left", "test_share": 0.1},
    ),
    "prior is -1; give the number of problems": (CASE, {"prior": -1}),
    "'correlated-t' compares on one problem, and the runs have 4": (
        RUNS,
        {"method": "correlated-t", "test_share": 0.1},
    ),
    "one problem was named with problem='P1', but 'hierarchical'": (
        RUNS,
        {"method": "hierarchical", "problem": "P1", "test_share": 0.1},
    ),
    "one problem was named with problem='P1', but 'sign'": (
        CASE,
        {"method": "sign", "problem": "P1"},
    ),
    "name two different algorithms": (CASE, {"first": "C4.5"}),
    "control='C4.5' was given with a pair": (
        CASE,
        {"first": "C4.5", "second": "C4.5m", "control": "C4.5"},
    ),
    "resamples is 0": (CASE, {"resamples": 0}),
}


@pytest.mark.parametrize("start", REFUSED)
def test_what_does_not_fit_is_refused(start) -> None:
    data, options = REFUSED[start]
    assert message(data, rope=0.01, **options).startswith(start)


def test_unknown_names_are_refused() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'signed-rank'"):
        evenkeel.bayes(CASE, rope=0.01, method="signedrank")
    with pytest.raises(UnknownNameError, match="unknown place of the prior 'middle'"):
        evenkeel.bayes(CASE, rope=0.01, prior_place="middle")


def test_runs_that_are_not_paired_are_refused() -> None:
    uneven = make_runs({("a", "P"): [1, 2, 3], ("b", "P"): [1, 2]}, "lower")
    said = message(uneven, rope=0.1, method="correlated-t", test_share=0.1)
    assert said.endswith("complete the runs, or compare the means by method='signed-rank'")


def test_two_algorithms_without_a_common_problem_are_refused() -> None:
    table = evenkeel.Results([[1, np.nan], [np.nan, 2]], better="lower", missing="keep")
    assert message(table, rope=0.1) == (
        "'A1' and 'A2' have no problem in common; add results, or compare other algorithms with "
        "first= and second="
    )


@pytest.mark.slow
@pytest.mark.reaching
@pytest.mark.parametrize("method", [m.name for m in BAYES_METHODS])
@pytest.mark.parametrize("rope", [0.01, "none"])
def test_the_report_says_what_was_asked_and_supposed(method, rope) -> None:
    entry = BAYES_METHODS.lookup(method)
    if entry.takes == "results":
        found = evenkeel.bayes(CASE, rope=rope, method=method, resamples=500)
    else:
        options = {"problem": "P1"} if method == "correlated-t" else {}
        found = evenkeel.bayes(RUNS, rope=rope, method=method, test_share=0.1, **options)
    text = " ".join(render_text(found.report()).split())
    assert entry.title in text
    assert entry.meaning in text
    assert "Prior: " in text
    assert "It is no test" in text
    assert ("nothing is adjusted for the number of pairs" in text) == (found.family.m > 1)
    assert ("draws; the largest Monte Carlo standard error" in text) == entry.sampled
    table = found.to_polars()
    assert ("Alike" in table.columns) == (rope != "none")
    assert table["First better"].to_list() == found.left.tolist()
    assert entry.reference in found.report().references


def test_the_doors_know_both_forms() -> None:
    table = ANALYSES.lookup("bayes")
    given = table.parsed({"rope": "0.01", "method": "sign"})
    assert table.run(CASE, given) == evenkeel.bayes(CASE, rope=0.01, method="sign")
    given = table.parsed({"rope": "none", "method": "sign"})
    assert table.run(CASE, given) == evenkeel.bayes(CASE, rope="none", method="sign")
    with pytest.raises(InputError, match="rope is missing; by how much"):
        table.parsed({})
    with pytest.raises(InputError, match="rope is 'x'; give a number or 'none'"):
        table.parsed({"rope": "x"})
    of_runs = ANALYSES.lookup("bayes-runs")
    texts = {"rope": "0.01", "method": "correlated-t", "test_share": "0.1", "problem": "P1"}
    options = {"rope": 0.01, "method": "correlated-t", "test_share": 0.1, "problem": "P1"}
    assert of_runs.run(RUNS, of_runs.parsed(texts)) == evenkeel.bayes(RUNS, **options)


def test_many_pairs_of_many_problems_get_fewer_draws_and_that_is_said(monkeypatch) -> None:
    monkeypatch.setattr(_bayes, "_MOST_WEIGHTS", 14 * 6 * 2500)
    found = evenkeel.bayes(CASE, rope=0.01)
    assert found.resamples == 2500
    assert found.notes[-1] == (
        "2,500 draws instead of 50,000, which would take long for so many pairs and problems; the "
        "standard errors are larger for it. Give resamples=50000, or compare fewer pairs with "
        "control= or first= and second=, if they are too large"
    )
    asked = evenkeel.bayes(CASE, rope=0.01, resamples=2500)
    assert asked.notes == found.notes[:-1]
    assert np.array_equal(asked.left, found.left)
    exact = evenkeel.bayes(CASE, rope=0.01, method="sign")
    assert not any("draws" in note for note in exact.notes)
    monkeypatch.setattr(_bayes, "_MOST_WEIGHTS", 1)
    assert evenkeel.bayes(CASE, rope=0.01).resamples == 1000


@pytest.mark.parametrize("method", METHODS)
def test_pairs_in_blocks_have_the_same_draws(method, monkeypatch) -> None:
    def probabilities():
        found = evenkeel.bayes(CASE, rope=0.01, method=method, resamples=500)
        return np.stack([found.left, found.within, found.right])

    whole = probabilities()
    monkeypatch.setattr(registry, "_HELD", 30)  # two pairs at a time
    assert np.array_equal(probabilities(), whole)


def test_draws_that_are_worked_on_together_are_those_of_smaller_blocks(monkeypatch) -> None:
    whole = np.concatenate([*sign._weights(2000, 0.5, 300, np.random.default_rng(1))], 1)
    monkeypatch.setattr(sign, "_WIDTH", 1)
    blocks = [*sign._weights(2000, 0.5, 300, np.random.default_rng(1))]
    assert [block.shape[1] for block in blocks] == [64, 64, 64, 64, 44]
    assert np.array_equal(np.concatenate(blocks, axis=1), whole)


@pytest.mark.slow
def test_problems_that_are_held_in_parts_have_the_same_posterior(monkeypatch) -> None:
    def left() -> float:
        options = {"rope": 0.01, "method": "hierarchical", "test_share": 0.1}
        return float(evenkeel.bayes(RUNS, **options).left[0])

    whole = left()
    monkeypatch.setattr(hyperparameters, "_HELD", 1)  # one problem at a time
    assert left() == pytest.approx(whole, rel=1e-9)


@pytest.mark.parametrize("method", ["sign", "signed-rank"])
def test_what_the_prior_decides_is_open_if_it_may_lie_anywhere(method: str) -> None:
    differences = [[0.1, 0.5]] * 5 + [[0.5, 0.1]]
    table = evenkeel.Results(differences, algorithms=["A", "B"], better="lower")
    options = {"rope": "none", "method": method, "prior": 1.0, "decision": 0.9}
    places = {
        place: evenkeel.bayes(table, prior_place=place, **options).decision[0]
        for place in ("rope", "left", "right")
    }
    assert len({*places.values()}) > 1
    any_place = evenkeel.bayes(table, prior_place="any", **options)
    middle = evenkeel.bayes(table, prior_place="rope", **options)
    assert any_place.decision == ("open",)
    assert any_place.of("A", "B") == middle.of("A", "B")
    assert "the prior decides about A vs B" in any_place.notes[-1]
    clear = evenkeel.Results([[0.1, 0.5]] * 30, algorithms=["A", "B"], better="lower")
    sure = evenkeel.bayes(clear, prior_place="any", **options)
    assert sure.decision == ("left",)
    assert sure.notes[-1].startswith("wherever the prior lies")

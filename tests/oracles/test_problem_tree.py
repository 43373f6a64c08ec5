"""The tree of problems beside enumeration, loops, and the strengths of the whole table."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from scipy.stats import rankdata

from evenkeel import Results
from evenkeel.errors import InputError
from evenkeel.stability import problem_tree, strengths
from evenkeel.stability._problem_tree import tree_of_files
from evenkeel.stability.features import Feature, features_of, ways_of


def study(seed, n=60, k=4, effect=0.0):
    """Results in which the first algorithm is good where the size is small."""
    random = np.random.default_rng(seed)
    features = {
        "size": random.lognormal(size=n),
        "kind": random.choice(list("abc"), n).tolist(),
        "noise": random.normal(size=n),
    }
    values = random.normal(size=(n, k))
    values[:, 0] -= effect * (features["size"] < 1)
    return Results(values, algorithms=list("ABCD")[:k], better="lower"), features


def test_the_statistic_is_the_sum_of_squares_between_the_groups():
    random = np.random.default_rng(1)
    ranks = rankdata(random.integers(0, 5, (12, 4)), axis=1)
    features = (
        Feature("x", random.integers(0, 6, 12).astype(float)),
        Feature("y", tuple(random.choice(list("abcd"), 12).tolist())),
    )
    ways = ways_of(features, np.arange(12), 2)
    for yes, found in zip(ways.yes, ways.statistics(ranks), strict=True):
        between = sum(
            len(part) * ((part.mean(axis=0) - ranks.mean(axis=0)) ** 2).sum()
            for part in (ranks[yes], ranks[~yes])
        )
        assert found == pytest.approx(between)
    labels = [set(q.labels) for q in ways.questions if q.labels]
    halves = {frozenset((frozenset(s), frozenset("abcd") - s)) for s in labels}
    assert len(halves) == len(labels)  # none twice


def test_the_scores_are_those_of_bradley_and_terrys_likelihood():
    """Without holes a problem's part of the gradient is the average rank less its own."""
    table, _ = study(2, n=9)
    wins = (table.losses[:, :, None] < table.losses[:, None, :]).astype(float)
    expected = wins.mean(axis=0)  # at the maximum sums of wins are those expected
    gradient = wins.sum(axis=2) - expected.sum(axis=1)
    ranks = rankdata(table.losses, axis=1)
    assert gradient == pytest.approx(ranks.mean(axis=0) - ranks)


def test_the_p_value_of_one_feature_is_that_of_all_permutations():
    table, _ = study(3, n=8, k=3)
    flag = np.array([0.0, 0, 0, 1, 1, 1, 1, 0])
    ranks = rankdata(table.losses, axis=1)

    def statistic(chosen):
        yes = np.isin(np.arange(8), chosen)
        return 2 * ((ranks[yes].mean(axis=0) - ranks[~yes].mean(axis=0)) ** 2).sum()

    own = statistic(np.flatnonzero(flag == 0))
    every = [statistic(list(chosen)) for chosen in itertools.combinations(range(8), 4)]
    exact = np.mean([each >= own - 1e-9 for each in every])
    found = problem_tree(table, {"flag": flag}, least=2, resamples=19_999, seed=1).pvalues[0]
    assert found == pytest.approx(exact, abs=4 * np.sqrt(exact * (1 - exact) / 20_000))


def test_the_adjusted_p_values_are_those_of_all_orders():
    """Of each order of the problems the larger standardised statistic of two features."""
    table = Results(
        [[1, 3, 2], [1, 3, 2], [3, 1, 2], [2, 1, 3], [3, 2, 1], [1, 2, 3]], better="lower"
    )
    features = {"x": np.array([0.0, 1, 2, 3, 4, 4]), "kind": list("abcabc")}
    ranks = rankdata(table.losses, axis=1)
    ways = (
        [[0, 1], [0, 1, 2], [0, 1, 2, 3]],
        [[i for i in range(6) if features["kind"][i] == kind] for kind in "abc"],
    )

    def between(own, chosen):
        yes = np.isin(np.arange(6), chosen)
        means = own[yes].mean(axis=0) - own[~yes].mean(axis=0)
        return yes.sum() * (~yes).sum() / 6 * (means**2).sum()

    orders = [list(order) for order in itertools.permutations(range(6))]
    largest = np.array(
        [
            [max(between(ranks[order], way) for way in of_feature) for of_feature in ways]
            for order in orders
        ]
    ).round(9)
    scores = (np.cbrt(largest) - np.cbrt(largest).mean(axis=0)) / np.cbrt(largest).std(axis=0)
    exact = (scores.max(axis=1)[:, None] >= scores[0] - 1e-9).mean(axis=0)
    raw = (largest >= largest[0]).mean(axis=0)
    found = problem_tree(table, features, least=2, resamples=9999, seed=2)
    assert found.pvalues == pytest.approx(exact, abs=0.02)
    assert exact[0] > raw[0]


@pytest.mark.slow
def test_without_any_effect_few_trees_have_a_split():
    splits = 0
    for seed in range(200):
        table, features = study(seed, n=30)
        splits += bool(problem_tree(table, features, resamples=199, seed=seed).splits)
    assert splits <= 19  # of a binomial with 200 and 0.05 at most 19 in 99.7%


@pytest.mark.slow
def test_many_features_and_few_permutations_keep_the_level():
    """The table is one of the permutations: without it smallest p-values erred in 0.245 here."""
    random, splits = np.random.default_rng(9), 0
    for seed in range(200):
        values = random.normal(size=(20, 3))
        features = {f"f{i}": random.normal(size=20) for i in range(10)}
        tree = problem_tree(values, features, better="lower", resamples=39, seed=seed)
        splits += bool(tree.splits)
    assert splits <= 19


def test_a_feature_that_tells_is_found_and_is_stable():
    table, features = study(5, n=120, effect=2.0)
    tree = problem_tree(table, features)
    (split,) = tree.splits
    assert (split.question.feature, split.within, split.n) == ("size", (), 120)
    assert split.question.cut == pytest.approx(1, abs=0.2)
    assert split.again > 0.8
    assert split.low <= split.question.cut <= split.high
    few, many = tree.leaves
    assert few.conditions[0].startswith("size <= ")
    assert many.conditions[0].startswith("size > ")
    assert few.average_ranks[0] < 2
    assert many.average_ranks[0] == pytest.approx(2.5, abs=0.5)
    assert {*few.problems} | {*many.problems} == {*table.problems}
    told = " ".join(tree.conclusions)
    assert "feature 'size' tells which algorithm is good" in told
    assert "no tests of new ones" in told
    assert tree.pvalues[0] == tree.pvalues.min() == pytest.approx(1 / 2000)
    assert problem_tree(table, features, seed=0).splits == tree.splits


def test_of_one_group_the_strengths_are_those_of_all_problems():
    table, features = study(6)
    tree = problem_tree(table, features, alpha=0.001, resamples=99)
    (leaf,) = tree.leaves
    assert (leaf.name, tree.splits) == ("all problems", ())
    log = strengths(table, ties="split", resamples=100).strength
    assert leaf.worth == pytest.approx(np.exp(log) / np.exp(log).sum(), rel=1e-6)
    assert "None of 3 features is shown" in tree.conclusions[0]


def test_features_come_from_a_file_by_the_names_of_the_problems(tmp_path):
    table, features = study(5, n=120, effect=2.0)
    results, about = tmp_path / "results.csv", tmp_path / "features.csv"
    lines = [",".join(map(repr, row)) for row in table.values.tolist()]
    results.write_text(
        "problem,A,B,C,D\n" + "".join(f"d{i},{line}\n" for i, line in enumerate(lines))
    )
    sizes = features["size"].tolist()
    rows = [f"{sizes[i]!r},d{i},{features['kind'][i]}\n" for i in reversed(range(120))]
    about.write_text("size,name,kind\n" + "".join(rows) + "7,another,a\n")
    tree = tree_of_files([str(results), str(about)], better="lower")
    beside = problem_tree(table, {"size": features["size"], "kind": features["kind"]})
    assert [leaf.name for leaf in tree.leaves] == [leaf.name for leaf in beside.leaves]
    assert tree.features == ("size", "kind")
    some = tree_of_files([str(results), str(about)], features="kind", better="lower")
    assert some.features == ("kind",)
    with pytest.raises(InputError, match=r"'name' lacks 1 of 2, such as 'nowhere'"):
        features_of(str(about), ["d1", "nowhere"])
    about.write_text(about.read_text() + "8,d3,b\n")
    with pytest.raises(InputError, match="'d3' has several rows"):
        features_of(str(about), ["d3"])
    with pytest.raises(InputError, match=r"the number of files is 1; .* features="):
        tree_of_files([str(results)])


def test_features_stand_beside_the_results_or_in_a_scenario(tmp_path):
    table, features = study(5, n=120, effect=2.0)
    both, columns = tmp_path / "both.csv", ("size", "kind")
    rows = [
        ",".join(map(str, (f"d{i}", *(features[name][i] for name in columns), *values)))
        for i, values in enumerate(table.values.tolist())
    ]
    both.write_text("\n".join(["problem,size,kind,A,B,C,D", *rows]))
    alone = tree_of_files([str(both)], features="size,kind", better="lower")
    assert alone.features == columns
    assert alone.splits == problem_tree(table, {name: features[name] for name in columns}).splits
    with pytest.raises(InputError, match="unknown column 'sizes': did you mean 'size'"):
        tree_of_files([str(both)], features="sizes", better="lower")
    # what the results are is no feature of the problems: it would tell who wins, of course
    circular = problem_tree(table, {**features, "A": table.values[:, 0]}, resamples=99)
    assert circular.left_out == ("A (it is an algorithm)",)


def test_failures_are_worst_if_that_is_said(tmp_path):
    runs, about = tmp_path / "algorithm_runs.arff", tmp_path / "feature_values.arff"
    head = "@RELATION ALGORITHM_RUNS_X\n@ATTRIBUTE instance_id STRING\n"
    head += "@ATTRIBUTE repetition NUMERIC\n@ATTRIBUTE algorithm STRING\n"
    head += "@ATTRIBUTE runtime NUMERIC\n"
    head += "@ATTRIBUTE runstatus {ok, timeout, memout, not_applicable, crash, other}\n@DATA\n"
    lines = []
    for i in range(20):
        for name, solved in (("Old", i < 10), ("New", i >= 10)):
            lines.append(
                f"i{i},1,{name},{1 + i if solved else 100},{'ok' if solved else 'timeout'}"
            )
    runs.write_text(head + "\n".join(lines) + "\n")
    about.write_text(
        "@RELATION FEATURE_VALUES_X\n@ATTRIBUTE instance_id STRING\n"
        "@ATTRIBUTE repetition NUMERIC\n@ATTRIBUTE size NUMERIC\n@DATA\n"
        + "".join(f"i{i},1,{i}\n" for i in range(20))
    )
    tree = tree_of_files([str(runs), str(about)], missing="worst")
    assert [leaf.name for leaf in tree.leaves] == ["size <= 9", "size > 9"]
    assert [leaf.average_ranks.tolist() for leaf in tree.leaves] == [[1, 2], [2, 1]]
    assert tree.left_out == ("repetition (the same on all problems)",)
    with pytest.raises(InputError, match="missing='worst'"):
        tree_of_files([str(runs), str(about)])


def test_a_feature_may_go_to_the_ends_of_the_numbers():
    table, _ = study(3)
    far = {"far": np.resize([1.7e308, -1.7e308, 5e-324], table.n)}
    assert problem_tree(table, far, resamples=19).features == ("far",)


def test_what_cannot_be_tried_is_left_out_and_said():
    table, features = study(7)
    more = {
        "same": [1] * 60,
        "gap": [np.nan] + [1.0] * 59,
        "name": [f"n{i}" for i in range(60)],
        "none": [None, *"ab" * 29, "a"],
    }
    tree = problem_tree(table, {**features, **more}, resamples=99)
    assert tree.features == ("size", "kind", "noise")
    assert [each.split(" (")[0] for each in tree.left_out] == list(more)
    with pytest.raises(InputError, match="no feature to try"):
        problem_tree(table, more)
    with pytest.raises(InputError, match="give a value for each of the 60 problems"):
        problem_tree(table, {"short": [1, 2]})
    holes = table.values.copy()
    holes[0, 0] = np.nan
    with pytest.raises(InputError, match="misses results"):
        problem_tree(Results(holes, better="lower", missing="keep"), features)
    for wrong in ({"least": 40}, {"leaves": 1}):
        with pytest.raises(InputError, match="give a number from 2"):
            problem_tree(table, features, **wrong)

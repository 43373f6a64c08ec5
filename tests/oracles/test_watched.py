"""Watched runs against cocopp, lifelines, Gehan's paper, the rule of rNPBST, and brute force."""

from __future__ import annotations

import itertools
import json
import math
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import kstwo, mannwhitneyu, rankdata

import evenkeel
from evenkeel.runs.censored import (
    censored_ranks,
    gehan,
    kolmogorov_distance,
    log_rank,
    wins_of_runs,
)
from evenkeel.runs.courses import convergence_ranks, courses_of, exchanged_runs, trend_of
from evenkeel.runs.target_times import ert_interval, hitting_times, target_values
from evenkeel.tables.formats.fronts import hypervolume, igd_plus, non_dominated
from evenkeel.tables.outcomes import Outcomes
from watched_runs import coco_curves, write_coco

STORED = json.loads((Path(__file__).parent / "python" / "watched.json").read_text())


@pytest.fixture(scope="module")
def coco(tmp_path_factory):
    folder = tmp_path_factory.mktemp("coco")
    write_coco(folder, coco_curves())
    return evenkeel.read_runs(str(folder), format="coco-curves")


def test_expected_running_times_are_those_of_cocopp(coco):
    found = evenkeel.runs.targets(coco, targets=STORED["targets"])
    assert found.problems == ("f1 2D", "f2 2D")
    for j, name in enumerate(found.algorithms):
        for i, function in enumerate(("1", "2")):
            expected = STORED["cocopp"][name][function]["ert"]
            np.testing.assert_allclose(found.ert[i, j], expected, rtol=1e-9)


def test_targets_of_coco_are_the_floats_of_its_grid(coco):
    """cocopp takes the next harder row for a target an ulp below its own, as logspace's are."""
    found = evenkeel.runs.targets(coco)
    assert found.targets[0].tolist() == [10 ** (fifth / 5.0) for fifth in range(10, -41, -1)]
    assert found.common


def test_hitting_times_and_ecdfs_are_those_of_cocopp(coco):
    courses = courses_of(coco).best_so_far()
    hit = hitting_times(courses, target_values(courses, STORED["targets"])[0])
    found = evenkeel.runs.targets(coco, targets=STORED["targets"])
    for j, name in enumerate(found.algorithms):
        evals = [np.array(STORED["cocopp"][name][f]["evals"], dtype=float) for f in ("1", "2")]
        for i, each in enumerate(evals):
            np.testing.assert_array_equal(hit[courses.runs_in(i, j)].T, each)
        every = np.concatenate(evals, axis=1)
        share = [(every <= time).mean() for time in found.times]
        np.testing.assert_allclose(found.ecdf[j], share, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("sample", STORED["log_rank"], ids=["small", "remissions", "ties"])
def test_the_log_rank_test_is_that_of_lifelines(sample):
    end, solved, other, other_solved, statistic, pvalue = sample
    found = log_rank(*(np.array(x, float) for x in (end,)), np.array(solved, bool),
                     np.array(other, float), np.array(other_solved, bool))  # fmt: skip
    assert found.statistic**2 == pytest.approx(statistic, rel=1e-9)
    assert found.pvalue == pytest.approx(pvalue, rel=1e-9)


def test_gehan_published_the_statistic_of_remissions():
    """Gehan (1965, section 5): W = 271 for 6-MP against placebo."""
    end, solved, other, other_solved = STORED["log_rank"][1][:4]
    arrays = (np.array(end, float), np.array(solved, bool),
              np.array(other, float), np.array(other_solved, bool))  # fmt: skip
    found = gehan(*arrays)
    assert abs(found.statistic) == 271
    assert found.pvalue < 0.001
    long = gehan(*(np.tile(each, 2) for each in arrays))  # 84 runs: the normal law of Mantel
    scores = -wins_of_runs(*_all_pairs(arrays)).sum(axis=1)
    variance = 42 * 42 * 4 * 2 * (scores.astype(float) ** 2).sum() / (84 * 83)
    z = 4 * 271 / math.sqrt(variance)
    assert long.pvalue == pytest.approx(math.erfc(z / math.sqrt(2)), rel=1e-9)


def _all_pairs(arrays):
    end, solved = np.r_[arrays[0], arrays[2]], np.r_[arrays[1], arrays[3]]
    return end[:, None], solved[:, None], end, solved


@pytest.mark.parametrize("seed", range(4))
def test_gehan_is_exact_by_brute_force(seed):
    random = np.random.default_rng(seed)
    end, solved = random.integers(1, 6, 7).astype(float), random.random(7) < 0.6
    found = gehan(end[:3], solved[:3], end[3:], solved[3:])
    signs = np.zeros((7, 7))
    for a, b in itertools.permutations(range(7), 2):
        if solved[a] and (end[a] < end[b] or (end[a] == end[b] and not solved[b])):
            signs[a, b], signs[b, a] = 1, -1
    losses = [
        -sum(signs[a, b] for a in group for b in range(7) if b not in group)
        for group in itertools.combinations(range(7), 3)
    ]
    assert found.statistic == losses[0]
    extreme = np.mean([abs(loss) >= abs(losses[0]) for loss in losses])
    assert found.pvalue == pytest.approx(extreme, abs=1e-12)


def test_without_censoring_gehan_is_the_rank_sum_test():
    random = np.random.default_rng(5)
    a, b = random.normal(size=9), random.normal(0.7, size=8)
    expected = mannwhitneyu(a, b, method="exact").pvalue
    assert gehan(a, np.full(9, True), b, np.full(8, True)).pvalue == pytest.approx(expected)


def test_ranks_with_one_limit_are_those_of_the_times():
    random = np.random.default_rng(6)
    end = np.minimum(random.integers(1, 12, (30, 5)), 8).astype(float)[..., None]
    solved = end < 8
    outcomes = Outcomes(tuple("ABCDE"), tuple(f"p{i}" for i in range(30)), end, solved)
    np.testing.assert_array_equal(censored_ranks(outcomes), rankdata(end[..., 0], axis=1))


def _rnpbst(x, y):
    """The rule of rNPBST's page.test, cut point by cut point."""
    order = rankdata(np.array(x) - np.array(y))
    x0, y0 = [v == 0 for v in x], [v == 0 for v in y]
    if sum(x0) == sum(y0):
        return order.tolist()
    if sum(x0) > sum(y0):
        first = rankdata([r for r, zero in zip(order, x0, strict=False) if not zero]).tolist()
        return first + [i + 1 for i, zero in enumerate(x0) if zero]
    above = range(sum(y0) + 1, len(x) + 1)
    first = rankdata([r for r, zero in zip(order, y0, strict=False) if not zero])
    return [above[int(r) - 1] for r in first] + list(range(sum(y0), 0, -1))


def test_ranks_of_convergence_follow_rnpbst():
    cases = [
        ([9, 5, 3, 1], [8, 6, 2, 1.5]),
        ([9, 5, 0, 0], [8, 6, 2, 1.5]),
        ([9, 5, 3.5, 1], [8, 6, 2, 0]),
        ([9, 5, 3.5, 0, 0], [8, 3, 0, 0, 0]),
        ([9, 5, 0, 0], [8, 1, 0, 0]),
    ]
    for x, y in cases:
        found = convergence_ranks(np.array([x], float), np.array([y], float), 0.0)
        assert found[0].tolist() == _rnpbst(x, y)


def test_exchanged_curves_by_brute_force():
    random = np.random.default_rng(8)
    first, second = random.normal(size=(6, 5)).cumsum(axis=1), random.normal(size=(6, 5))
    own = convergence_ranks(first, second)
    found = trend_of(own, resamples=99, seed=0)
    places = np.arange(1, 6)
    every = []
    for flips in itertools.product((1, -1), repeat=6):
        flipped = (first - second) * np.array(flips)[:, None]
        every.append((rankdata(flipped, axis=1) @ places).sum())
    observed = (rankdata(first - second, axis=1) @ places).sum()
    assert found.statistic == observed
    assert found.exchange[0] == pytest.approx(np.mean(np.array(every) >= observed))
    assert found.exchange[1] == pytest.approx(np.mean(np.array(every) <= observed))


def test_pages_p_is_that_of_the_trend_test():
    random = np.random.default_rng(9)
    gap = random.normal(size=(5, 4))
    found = trend_of(rankdata(gap, axis=1), resamples=99, seed=0)
    expected = evenkeel.page_trend(gap, better="lower", method="exact")
    assert found.page[0] == pytest.approx(expected.pvalue, rel=1e-9)
    assert found.statistic == expected.statistic


def test_exchanged_runs_by_brute_force():
    random = np.random.default_rng(10)
    first, second = random.normal(size=(2, 4)), random.normal(size=(3, 4))
    total, drawn = exchanged_runs([(first, second)], 4000, np.random.default_rng(1))
    pooled, places = np.concatenate([first, second]), np.arange(1, 5)
    every = []
    for mine in itertools.combinations(range(5), 2):
        others = [i for i in range(5) if i not in mine]
        gaps = [rankdata(pooled[a] - pooled[b]) @ places - 25 for a in mine for b in others]
        every.append(int(2 * sum(gaps)))
    assert total == every[0]
    assert set(drawn.tolist()) == set(every)
    for score in set(every):
        share, expected = np.mean(drawn == score), np.mean(np.array(every) == score)
        assert abs(share - expected) < 5 * math.sqrt(expected * (1 - expected) / 4000)


def test_kolmogorov_distance_is_the_quantile_of_its_law():
    for size in (1, 5, 40):
        assert kstwo.sf(kolmogorov_distance(size, 0.95), size) == pytest.approx(0.05)
    assert kolmogorov_distance(5, 0.95) == pytest.approx(0.5633, abs=5e-5)  # Miller (1956)


def test_bounds_of_certain_success_hold_the_mean_of_the_times():
    """With success at once and always the time is 1; the range makes the upper bound."""
    spent, success = np.ones((10, 1)), np.ones((10, 1), bool)
    low, high = ert_interval(spent, success, 100.0, 0.95)
    assert low[0] <= 1.0 <= high[0] < 100
    none = ert_interval(np.full((10, 1), 50.0), np.zeros((10, 1), bool), 50.0, 0.95)
    assert none[1][0] == np.inf
    # Clopper and Pearson: p <= 1 - 0.025^(1/10) = 0.3085, so that ERT >= 50 / 0.3085 = 162 if no
    # run is shorter than the longest; the bound allows shorter ones
    assert 0 < none[0][0] <= 162.1


FRONTS = json.loads((Path(__file__).parent / "python" / "fronts.json").read_text())["cases"]


@pytest.mark.parametrize("case", FRONTS, ids=[str(len(case["points"])) for case in FRONTS])
def test_indicators_are_those_of_moocore_and_pymoo(case):
    points, front = np.array(case["points"]), np.array(case["front"])
    assert [hypervolume(points)] * 2 == pytest.approx(case["hypervolume"], rel=1e-12, abs=1e-15)
    assert [igd_plus(points, front)] * 2 == pytest.approx(case["igd_plus"], rel=1e-12)
    assert non_dominated(points).tolist() == sorted(case["non_dominated"])


@pytest.mark.parametrize("maximised", [False, True])
def test_the_course_of_an_indicator_is_that_of_all_points_so_far(tmp_path, maximised):
    random = np.random.default_rng(2)
    sign = -1 if maximised else 1
    clouds = {name: random.random((2, 30, 2)) + (name == "B") * 0.1 for name in "AB"}
    for name, runs in clouds.items():
        folder = tmp_path / name
        folder.mkdir()
        lines = []
        for run in runs:
            lines.append("evaluations raw_y F2")
            lines += [f"{i} {sign * x!r} {sign * y!r}" for i, (x, y) in enumerate(run.tolist(), 1)]
        (folder / "f.dat").write_text("\n".join(lines) + "\n")
        told = [{"instance": 1, "evals": 40, "best": {"y": 0}} for _ in runs]
        (folder / "f.json").write_text(json.dumps({
            "function_id": 1, "algorithm": {"name": name}, "maximization": maximised,
            "attributes": ["evaluations", "raw_y", "F2"],
            "scenarios": [{"dimension": 2, "path": "f.dat", "runs": told}],
        }))  # fmt: skip
    front = non_dominated(np.concatenate([run for runs in clouds.values() for run in runs]))
    low, width = front.min(axis=0), np.ptp(front, axis=0)
    for name, better, indicator in (
        ("hypervolume", "higher", hypervolume),
        ("igd-plus", "lower", lambda points: igd_plus(points, (front - low) / width)),
    ):
        runs = evenkeel.read_runs(str(tmp_path), format=f"iohprofiler-{name}")
        assert runs.better == better
        courses = courses_of(runs)
        held = courses.at(np.arange(1.0, 41))
        for j, cell in enumerate("AB"):
            for row, run in zip(held[courses.runs_in(0, j)], clouds[cell], strict=True):
                expected = [indicator((run[:i] - low) / width) for i in range(1, 31)]
                assert row.tolist() == pytest.approx(expected + expected[-1:] * 10)

"""items(): what is said of models on items, and where nothing can be said."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

from evenkeel.errors import InputError
from evenkeel.items import items, read_items
from evenkeel.items.planning import plan_items
from item_logs import alpaca, inspect_log, named, table, tau


def zeros(wins: int, n: int = 40, start: int = 0) -> list[int]:
    """Zeros with some ones."""
    return [int(start <= i < start + wins) for i in range(n)]


def text_of(found, name="text"):
    """The report as text."""
    from evenkeel.report.text import render_text

    return " ".join(render_text(found.report()).split())


def test_two_models():
    found = items([table({"low": zeros(12), "high": zeros(36)})])
    (one,) = found.benchmarks
    assert one.models == ("high", "low")
    assert one.pairs.difference[0] == pytest.approx(0.6)
    assert one.pairs.pvalue[0] == 2 / 2**24
    assert found.conclusions[1].startswith(
        "At 0.05 the difference of high and low is shown: 0.6000"
    )
    assert one.groups == ((0,), (1,))
    assert (one.best.tolist(), one.worst.tolist()) == ([1, 2], [1, 2])
    said = text_of(found)
    assert "Differ? Yes: high - low = 0.6000" in said
    assert "Items on which models disagree most" in said


def test_lower_scores_may_be_better():
    found = items([table({"low": zeros(12), "high": zeros(36)})], better="lower")
    assert found.benchmarks[0].models == ("low", "high")
    assert found.benchmarks[0].pairs.difference[0] < 0
    assert "low has the best mean" in found.conclusions[0]


@pytest.mark.parametrize("adjust", ["max-t", "holm", "none"])
def test_all_pairs_and_a_control(adjust):
    scores = {"a": zeros(38), "b": zeros(36), "c": zeros(10), "d": zeros(9)}
    found = items([table(scores)], adjust=adjust)
    (one,) = found.benchmarks
    wins = one.pairs.wins()
    assert wins.sum() == 4
    assert wins[:2, 2:].all()
    assert one.groups == ((0, 1), (2, 3))
    said = text_of(found)
    assert "4 of 6 shown at 0.05" in said
    assert "a, b > c, d" in said
    assert "Models 1 to 2; 3 to 4" in said
    assert "2 of the 6 pairs differ on fewer than 6 items" in said
    held = items([table(scores)], adjust=adjust, control="c")
    assert held.benchmarks[0].pairs.m == 3
    assert held.benchmarks[0].groups == ()
    assert held.benchmarks[0].pairs.shown.sum() == 2


def test_holm_adjusts_exact_p_values():
    scores = {"a": zeros(30), "b": zeros(20), "c": zeros(22, start=5)}
    pairs = items([table(scores)], adjust="holm").benchmarks[0].pairs
    order = np.argsort(pairs.pvalue)
    expected = np.maximum.accumulate(pairs.pvalue[order] * [3, 2, 1])
    np.testing.assert_allclose(pairs.adjusted[order], np.minimum(expected, 1))
    joint = items([table(scores)]).benchmarks[0].pairs
    assert (joint.adjusted >= joint.pvalue).all()
    wide = items([table(scores)], simultaneous=False).benchmarks[0].pairs
    assert (wide.low > joint.low).all()
    assert (wide.held, joint.held) == ("95% each", "all 95% together")


def test_mid_p_and_its_limits():
    scores = {"a": zeros(30), "b": zeros(22)}
    exact = items([table(scores)]).benchmarks[0].pairs
    mid = items([table(scores)], mid_p=True).benchmarks[0].pairs
    assert mid.pvalue[0] == exact.pvalue[0] / 2
    assert mid.method == "mid-p"
    with pytest.raises(InputError, match="mid-p-values cannot be adjusted"):
        items([table({**scores, "c": zeros(5)})], mid_p=True)


def test_cochrans_q_as_a_gate():
    alike = {m: [(i + s) % 2 for i in range(30)] for s, m in enumerate("abc")}
    found = items([table(alike)], gate="cochran").benchmarks[0]
    assert found.cochran == (0.0, 1.0)
    assert not found.pairs.shown.any()
    same = {"a": zeros(38), "b": zeros(38)}
    assert items([table(same)], gate="cochran").benchmarks[0].cochran == (0.0, 1.0)
    said = text_of(items([table(alike)], gate="cochran"))
    assert "so that no pair is tested" in said
    graded = {"a": [0.5] * 30, "b": zeros(30)}
    with pytest.raises(InputError, match="Cochran's Q is for zeros and ones"):
        items([table(graded)], gate="cochran")


@pytest.mark.slow
def test_cochrans_q_against_statsmodels():
    from statsmodels.stats.contingency_tables import cochrans_q

    apart = {"a": zeros(38), "b": zeros(36), "c": zeros(10)}
    q, p = items([table(apart)], gate="cochran").benchmarks[0].cochran
    expected = cochrans_q(np.array(list(apart.values())).T)
    assert (q, p) == pytest.approx((expected.statistic, expected.pvalue))


# Where nothing can be said


def test_few_clusters_are_said():
    passage = [i // 10 for i in range(40)]
    found = items([table({"a": zeros(38), "b": zeros(8)}, cluster=passage)])
    said = text_of(found)
    assert "There are only 4 clusters: too few to test." in said
    assert "can have is 0.125" in said
    assert not found.benchmarks[0].pairs.shown.any()
    passage = [i // 5 for i in range(40)]
    said = text_of(items([table({"a": zeros(38), "b": zeros(8)}, cluster=passage)]))
    assert "With 8 clusters honest intervals are very wide." in said
    assert "Differing clusters" in said
    assert "in 8 clusters" in said


def test_models_that_never_differ_or_seldom():
    said = text_of(items([table({"a": zeros(30), "b": zeros(30)})]))
    assert "1 pair never differs; two such models differ on at most 7.2% of such items" in said
    said = text_of(items([table({"a": zeros(30), "b": zeros(27)})]))
    assert "1 pair differs on fewer than 6 items: no exact test can show" in said


def test_holm_that_can_show_nothing_is_said():
    scores = {f"m{j}": zeros(7, 7) if j else zeros(0, 7) for j in range(6)}
    said = text_of(items([table(scores)], adjust="holm"))
    assert "Holm's procedure can show nothing for 15 pairs here" in said
    random = np.random.default_rng(3)
    drawn = {f"m{j}": random.random(30).round(4) for j in range(8)}
    said = text_of(items([table(drawn)], adjust="holm", resamples=99))
    assert "Holm's procedure needs at least 560 resamples for 28 pairs" in said


def test_scores_beyond_0_and_1():
    scores = {"a": [7, 8, 9, 10, 6, 8] * 4, "b": [5, 6, 7, 7, 2, 6] * 4}
    found = items([table(scores)])
    assert "The scores lie between 2 and 10" in text_of(found)
    one = found.benchmarks[0]
    assert one.pairs.difference[0] == pytest.approx(2.5)
    assert 0 < one.pairs.low[0] < 2.5 < one.pairs.high[0] < 8
    assert (one.low > 2).all()


def test_one_model_and_one_item():
    alone = items([table({"a": zeros(10)})])
    assert alone.benchmarks[0].pairs is None
    assert len(alone.conclusions) == 1
    assert "Mean a, mean 0.250" in text_of(alone)
    single = items([table({"a": [1], "b": [0]})])
    pairs = single.benchmarks[0].pairs
    assert (pairs.low[0], pairs.high[0], pairs.pvalue[0]) == (-1, 1, 1)


# Epochs, attempts


def test_trials_of_agents():
    found = items([named(json.dumps(tau([[1, 1], [1, 0], [0, 0], [1, 1]])), "x-retail.json")])
    (attempts,) = found.attempts
    assert attempts.every[0].tolist() == [[0.625, 0.5]]
    assert attempts.at_least_one[0].tolist() == [[0.625, 0.75]]
    assert "pass^k" in text_of(found)
    assert "up to 2 epochs each" in text_of(found)


def test_epochs_that_are_missing_are_said():
    rows = [
        f"{m},q{i},{e},{int(e < i)}"
        for m in "ab"
        for i in range(8)
        for e in range(3)
        if (m, i, e) != ("a", 2, 2)
    ]
    found = items([named("model,item,epoch,correct\n" + "\n".join(rows))])
    assert "Some items have fewer epochs (2 to 3)" in text_of(found)
    assert found.attempts[0].k.tolist() == [1, 2]
    assert 0 < found.benchmarks[0].shares.epochs[0] < 1


# Several benchmarks


def benchmarks(gaps, n=60):
    """A model that is better than the other by a number of items on each benchmark."""
    return [
        table({"a": zeros(30 + gap, n), "b": zeros(30, n), "c": zeros(2, n)}, f"{b}.csv",
              benchmark=[f"b{b}"] * n)
        for b, gap in enumerate(gaps)
    ]  # fmt: skip


def test_two_questions_with_two_answers():
    found = items(benchmarks([25, -5, 20, -4]))
    said = " ".join(found.conclusions)
    assert "On these 4 benchmarks, whose items are the sample" in said
    assert "On benchmarks like these, of which 4 are the sample" in said
    assert "a > b is shown on these benchmarks, not on others like them" in said
    together = found.together
    assert together.models == ("a", "b", "c")
    assert together.mean[1] == pytest.approx(0.5)
    assert "Apart" in text_of(found)
    alone = items(benchmarks([25, -5]), benchmark="b0")
    assert alone.together is None
    assert len(alone.benchmarks) == 1


def test_two_models_on_six_benchmarks():
    def logs(gaps):
        return [
            table(
                {"a": zeros(30 + gap, 60), "b": zeros(30, 60)}, f"{b}.csv", benchmark=[f"b{b}"] * 60
            )
            for b, gap in enumerate(gaps)
        ]

    apart = items(logs([25, -5, 20, -4, 3, 2]))
    assert "a > b is shown on these benchmarks, not on others like them" in apart.conclusions[-1]
    both = items(logs([25, 9, 20, 8, 12, 10]))
    assert both.together.comparison.wilcoxon.pvalue[0] == 2 / 2**6
    assert both.conclusions[-1].startswith("On benchmarks like these")


def test_two_benchmarks_are_no_sample():
    found = items(benchmarks([25, 20]))
    assert found.together.comparison is None
    assert "Too few benchmarks to say anything" in text_of(found)
    held = items(benchmarks([25, 20]), control="a")
    assert held.together.these.m == 2
    logs = [table({"a": zeros(30), "b": zeros(20)}, f"{b}.csv", benchmark=[b] * 40) for b in "xy"]
    assert "the mean difference lies in" in text_of(items(logs))


def test_models_that_not_all_benchmarks_have():
    logs = [
        table({"a": zeros(30), "b": zeros(20), "c": zeros(9)}, "x.csv", benchmark=["x"] * 40),
        table({"a": zeros(30), "b": zeros(20), "d": zeros(9)}, "y.csv", benchmark=["y"] * 40),
        table({"a": zeros(31), "b": zeros(20)}, "z.csv", benchmark=["z"] * 40),
    ]
    found = items(logs)
    assert found.together.models == ("a", "b")
    assert "left out where they are joined: c, d." in text_of(found)
    for log in logs:
        log.seek(0)
    with pytest.raises(InputError, match="has no scores on one of the benchmarks"):
        items(logs, control="c")
    apart = [
        table({"a": zeros(30)}, "x.csv", benchmark=["x"] * 40),
        table({"b": zeros(20)}, "y.csv", benchmark=["y"] * 40),
    ]
    assert items(apart).together is None
    one = [
        table({"a": zeros(30), "b": [1] * 40}, "x.csv", benchmark=["x"] * 40),
        table({"a": [1], "b": [0]}, "y.csv", benchmark=["y"]),
    ]
    assert (items(one).together.these.high == 1).all()


# Judges


def test_human_labels_correct_a_judge():
    random = np.random.default_rng(5)
    truth = random.random(200) < 0.6
    judge = np.where(random.random(200) < 0.9, truth, True)
    human = [str(int(t)) if i % 4 == 0 else "" for i, t in enumerate(truth)]
    found = items([table({"a": judge.astype(int), "b": judge.astype(int)}, human=human)])
    (judged,) = found.judged
    assert judged.kind == "human"
    assert judged.count.tolist() == [50, 50]
    assert judged.corrected[0] < judged.mean[0]
    assert judged.low[0] < 0.6 < judged.high[0]
    assert "random part of all" in text_of(found)


def test_length_and_too_few_labels():
    files = [
        named(json.dumps(alpaca(m, [1 + (i + s) % 3 / 2 for i in range(20)])), f"{m}.json")
        for s, m in enumerate("ab")
    ]
    found = items(files)
    (judged,) = found.judged
    assert judged.kind == "length"
    assert np.isfinite(judged.corrected).all()
    few = items([table({"a": zeros(10), "b": zeros(9)}, human=["1"] * 5 + [""] * 35)])
    assert np.isnan(few.judged[0].corrected).all()
    graded = items([table({"a": np.linspace(0, 1, 40)}, human=np.linspace(0, 0.8, 40).tolist())])
    assert graded.judged[0].agreement[0].tolist() == pytest.approx([1, 1])
    flat = items([table({"a": [0.5] * 40}, human=np.linspace(0, 0.8, 40).tolist())])
    assert np.isnan(flat.judged[0].agreement).all()


# Plans


def test_a_plan_says_what_can_be_shown():
    random = np.random.default_rng(6)
    scores = {
        "a": (random.random(100) < 0.8).astype(int),
        "b": (random.random(100) < 0.6).astype(int),
    }
    found = items([table(scores)], plan=True)
    plan = found.plan
    differ = np.count_nonzero(scores["a"] != scores["b"])
    assert plan.smallest[0] < 0.28
    # Twice the precision needs four times the items.
    assert plan.needed[0, 0] == pytest.approx(400, abs=1)
    wanted = items([table(scores)], difference=0.1).plan
    assert wanted.needed[0, 0] > 7.84 * (differ / 100 - 0.04) / 0.01
    assert "nothing shows what more epochs" in text_of(found)
    for difference in (-1.0, 1e-300, 1e300, math.nan):
        with pytest.raises(InputError, match="cannot be planned for with scores from 0 to 1"):
            items([table(scores)], difference=difference)
    with pytest.raises(InputError, match="give at least 1e-15"):
        items([table(scores)], alpha=1e-300)


def test_a_plan_weighs_epochs_against_items():
    random = np.random.default_rng(7)
    scores = np.where(random.random((2, 50, 4)) < 0.5, 1, 0)
    rows = [f"{m},q{i},{e},{i // 2},{scores[j, i, e]}" for j, m in enumerate("ab")
            for i in range(50) for e in range(4)]  # fmt: skip
    found = items([named("model,item,epoch,cluster,correct\n" + "\n".join(rows))], plan=True)
    plan = found.plan
    assert plan.choices == (1, 2, 4, 8, 16)
    assert (np.diff(plan.needed[0]) < 0).all()
    assert "more epochs help as well as more items" in text_of(found)
    assert "come in clusters" in text_of(found)


def test_plans_that_cannot_be_made():
    with pytest.raises(InputError, match="needs two models"):
        items([table({"a": zeros(5)})], plan=True)
    with pytest.raises(InputError, match="say which with benchmark="):
        items(benchmarks([1, 2]), plan=True)
    (single,) = read_items([table({"a": [1], "b": [0]})]).tables
    with pytest.raises(InputError, match="needs several items"):
        plan_items(single, 0.05, 0.8)
    (whole,) = read_items([table({"a": zeros(9), "b": zeros(4)}, cluster=["p"] * 40)]).tables
    assert np.isfinite(plan_items(whole, 0.05, 0.8).smallest).all()


# Options, results


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"alpha": 2}, "alpha is 2"),
        ({"power": 0}, "power is 0"),
        ({"resamples": 0}, "resamples is 0"),
        ({"seed": -1}, "seed is -1"),
        ({"adjust": "shaffer"}, "unknown adjustment"),
        ({"gate": "friedman"}, "unknown gate"),
        ({"weights": "none"}, "unknown weights"),
        ({"control": "z"}, "unknown model"),
        ({"benchmark": "z"}, "unknown benchmark"),
    ],
)
def test_options_that_are_refused(options, said):
    with pytest.raises(InputError, match=said):
        items([table({"a": zeros(9), "b": zeros(4)})], **options)


def test_a_long_board_is_shortened_and_many_pairs_are_counted():
    random = np.random.default_rng(8)
    scores = {f"m{j:02}": (random.random(60) < 0.02 + j / 31).astype(int) for j in range(30)}
    found = items([table(scores)])
    verdict = " ".join(str(row) for row in found.verdict().table("board").rows)
    assert "... 11 more" in verdict
    assert "of 29" in text_of(found)
    assert found.to_polars("pairs").height == 435


def test_items_that_were_read_can_be_given():
    read = read_items([table({"a": zeros(9), "b": zeros(4)})])
    assert items(read).items is read
    logs = [
        named(json.dumps(inspect_log(m, ["C"] * n)), f"{m}.json")
        for m, n in (("a", 30), ("b", 21), ("c", 30))
    ]
    said = text_of(items(logs))
    assert "9 items that b has no score of are left out: 22, 23, 24, ..." in said
    assert "Items that not all models have" in said

"""The gate of a new version: verdicts, exit codes, what is read, what is refused."""

from __future__ import annotations

import io
import itertools
import json
import math
from xml.etree import ElementTree

import numpy as np
import pytest
from scipy.stats import mannwhitneyu, wilcoxon

import evenkeel
from evenkeel.errors import InputError
from evenkeel.gating.gates import gate, gate_files
from evenkeel.gating.samples import read_version
from evenkeel.gating.shifts import Shifts, inflation, look_at_suite, neighbours
from evenkeel.plot import plot_gate
from evenkeel.report.text import render_text
from item_logs import inspect_log

NOTHING = {"benchmark": None, "run": None, "value": None, "measure": None}


def noise(seed, *shape, deviation=0.02):
    return np.exp(deviation * np.random.default_rng(seed).standard_normal(shape))


def named(values):
    return {f"b{row:02}": each for row, each in enumerate(values)}


def written(path, values):
    entries = [
        {"fullname": name, "stats": {"mean": float(each.mean()), "data": each.tolist()}}
        for name, each in named(values).items()
    ]
    path.write_text(json.dumps({"benchmarks": entries}))
    return path


def test_the_scores_are_those_of_scipys_exact_tests():
    base, new = np.random.default_rng(0).normal(size=(2, 9))
    z = Shifts((base,), (new,)).scores(0.3)[0]
    exact = mannwhitneyu(new - 0.3, base, alternative="two-sided", method="exact")
    assert math.erfc(abs(z) / math.sqrt(2)) == pytest.approx(exact.pvalue, rel=1e-9)
    assert np.sign(z) == np.sign(exact.statistic - 40.5)
    paired = Shifts((np.zeros(9),), (new - base,), paired=True).scores(0.1)[0]
    exact = wilcoxon(new - base - 0.1, mode="exact")
    assert math.erfc(abs(paired) / math.sqrt(2)) == pytest.approx(exact.pvalue, rel=1e-9)
    many = Shifts((np.zeros(150),), (np.random.default_rng(1).normal(0.1, 1, 150),), paired=True)
    normal = wilcoxon(many.new[0], mode="approx")
    assert math.erfc(abs(many.scores(0.0)[0]) / math.sqrt(2)) == pytest.approx(normal.pvalue)
    assert Shifts((np.zeros(3),), (np.zeros(3),), paired=True).scores(0.0)[0] == 0


@pytest.mark.parametrize("paired", [False, True])
@pytest.mark.parametrize("size", [8, 60])
def test_intervals_are_where_the_tests_do_not_reject(paired, size):
    base, new = np.random.default_rng(3).normal(size=(2, size))
    shifts = Shifts((np.zeros(size),), (new - base,), True) if paired else Shifts((base,), (new,))
    low, high = shifts.interval(0, 0.9, 1.3)
    inside, outside = [], []
    for end, way in ((low, 1), (high, -1)):
        inside.append(shifts.scores(end + way * 1e-9)[0] / 1.3)
        outside.append(shifts.scores(end - way * 1e-9)[0] / 1.3)
    assert max(map(abs, inside)) < 1.645 + 0.02 < 0.06 + min(map(abs, outside))
    assert low < shifts.estimates[0] < high


def test_too_few_runs_have_no_interval():
    assert Shifts((np.arange(2.0),), (np.arange(2.0),)).interval(0, 0.95, 1.0) == (-np.inf, np.inf)


def test_the_inflation_is_that_of_autoregressive_runs():
    rng, rho, n = np.random.default_rng(0), 0.6, 10
    runs = rng.standard_normal((20_000, 60))
    for at in range(1, 60):
        runs[:, at] = rho * runs[:, at - 1] + np.sqrt(1 - rho**2) * runs[:, at]
    runs = runs[:, 50:]
    spread = runs.mean(axis=1).std() * np.sqrt(n) / np.sqrt(runs.var(axis=1, ddof=1).mean())
    assert inflation(rho, n) == pytest.approx(spread, rel=0.02)
    assert inflation(-0.5, n) == inflation(0.5, 1) == 1
    found = neighbours(list(runs[:2000]))
    assert found[0].mean() == pytest.approx(rho, abs=0.08)


def test_no_correlation_above_one_is_told():
    rising = np.arange(6.0)
    suite = look_at_suite(Shifts((rising,), (rising + 1,)), ordered=True, apart=False)
    assert suite.correlation == 1


def test_neighbours_of_runs_in_any_order_are_uncorrelated_on_average():
    every = [np.array(each, dtype=float) for each in itertools.permutations(range(6))]
    correlation, trend, length = neighbours([*every, np.arange(3.0), np.ones(9)])
    assert correlation.mean() == pytest.approx(0, abs=1e-12)
    assert trend.mean() == pytest.approx(0, abs=1e-12)
    assert set(length) == {6}


@pytest.mark.parametrize(
    ("loss", "deviation", "verdict", "code"),
    [(1.2, 0.005, "worse", 1), (1.0, 0.005, "within margin", 0), (1.0, 0.05, "undecided", 3)],
)
def test_three_verdicts_and_their_codes(loss, deviation, verdict, code):
    base, new = noise(1, 3, 20, deviation=deviation), noise(2, 3, 20, deviation=deviation)
    new[1] *= loss
    found = gate(named(base), named(new), margin="2%", better="lower")
    assert found.benchmarks[1].verdict == found.suite_verdict == verdict
    assert found.exit_code == code
    higher = gate(named(1 / base), named(1 / new), margin="1.96%", better="higher")
    assert [each.verdict for each in higher.benchmarks] == [e.verdict for e in found.benchmarks]
    lenient = gate(named(base), named(new), margin="2%", better="lower", lenient=True)
    assert lenient.exit_code == (0 if code == 3 else code)


def test_a_version_that_is_worse_by_less_than_the_margin_passes():
    base, new = noise(1, 1, 30, deviation=0.002), 1.01 * noise(2, 1, 30, deviation=0.002)
    (found,) = gate(named(base), named(new), margin="5%", better="lower").benchmarks
    assert found.worse < 0.05
    assert found.verdict == "within margin"


def test_more_runs_decide_as_often_as_they_should():
    rng, decided, asked = np.random.default_rng(4), 0, 0
    for _ in range(60):
        base, new = np.exp(0.02 * rng.standard_normal((2, 12)))
        (first,) = gate({"a": base}, {"a": new}, margin="2%", better="lower").benchmarks
        if first.verdict != "undecided" or first.more is None or first.more > 400:
            continue
        truth = first.shift
        longer = np.exp(0.02 * rng.standard_normal((2, 12 + first.more)))
        again = gate({"a": longer[0]}, {"a": truth * longer[1]}, margin="2%", better="lower")
        asked += 1
        decided += again.suite_verdict != "undecided"
    assert asked > 20
    assert 0.6 < decided / asked <= 1


def test_a_common_shift_is_recognised_and_not_called_worse():
    base, new = noise(1, 20, 20), 1.05 * noise(2, 20, 20)
    found = gate(named(base), named(new), margin="2%", better="lower", lenient=True)
    assert found.suite.shifted
    assert found.shifted
    assert found.suite_verdict == "undecided"
    assert found.exit_code == 3
    assert "All benchmarks are shifted together" in str(found)
    assert "measured in turns" in render_text(found.verdict())
    turns = gate(named(base), named(new), margin="2%", better="lower", pairing="order")
    assert turns.suite_verdict == "worse"
    assert turns.suite.common == 0


def test_drift_within_the_runs_is_recognised():
    slope = np.linspace(1, 1.1, 20)
    found = gate(
        named(slope * noise(1, 12, 20)),
        named(slope * noise(2, 12, 20)),
        margin="2%",
        better="lower",
    )
    assert found.suite.drifts
    assert found.suite.inflated.min() > 1.5
    assert "Runs depend on when they were made" in str(found)


def test_a_shift_of_each_process_widens_all():
    rng = np.random.default_rng(0)
    new = noise(2, 40, 20) * np.exp(0.04 * rng.standard_normal((40, 1)))
    found = gate(named(noise(1, 40, 20)), named(new), margin="2%", better="lower")
    assert found.suite.spread > 1.3
    assert found.suite_verdict == "undecided"
    assert "differ by more than their runs explain" in str(found)


def test_many_runs_are_put_together():
    found = gate({"a": noise(1, 500)}, {"a": noise(2, 500)}, margin="2%", better="lower")
    assert found.benchmarks[0].runs == (500, 500)
    assert found.suite_verdict == "within margin"


def test_items_are_paired_and_their_means_compared():
    rng = np.random.default_rng(0)
    right = rng.random(400) < 0.7
    flipped = np.where(rng.random(400) < 0.02, ~right, right)
    rows = {"item": [f"q{i}" for i in range(400)], "score": right.astype(float).tolist()}
    other = {"item": rows["item"][::-1], "score": flipped.astype(float).tolist()[::-1]}
    pandas = pytest.importorskip("pandas")
    base, new = (pandas.DataFrame(each) for each in (rows, other))
    found = gate(base, new, margin=0.05, better="higher")
    assert (found.pairing, found.method) == ("run", "means of pairs, studentised")
    assert found.benchmarks[0].shift == pytest.approx(flipped.mean() - right.mean())
    assert found.suite_verdict == "within margin"
    bad = pandas.DataFrame({**rows, "score": (right & (rng.random(400) < 0.7)).astype(float)})
    assert gate(base, bad, margin=0.05, better="higher").suite_verdict == "worse"
    assert "New less base" in str(found)


def item_log(folder, name, right, **more):
    path = folder / f"{name}.json"
    letters = ["C" if each else "I" for each in right]
    path.write_text(json.dumps(inspect_log(name, letters, **more)))
    return str(path)


def test_logs_of_items_are_paired_by_item(tmp_path):
    rng = np.random.default_rng(0)
    right = rng.random(400) < 0.7
    flipped = np.where(rng.random(400) < 0.02, ~right, right)
    base, new = item_log(tmp_path, "before", right), item_log(tmp_path, "after", flipped[:-3])
    found = gate(base, new, margin=0.05)
    (quiz,) = found.benchmarks
    assert (quiz.runs, found.pairing, found.better) == ((397, 397), "run", "higher")
    assert quiz.shift == pytest.approx(flipped[:-3].mean() - right[:-3].mean())
    assert found.suite_verdict == "within margin"
    assert "and not compared: '398', '399', '400'" in render_text(found.verdict())
    bad = item_log(tmp_path, "bad", right & (rng.random(400) < 0.7))
    assert gate_files([base, bad], margin=0.05).suite_verdict == "worse"
    with pytest.raises(InputError, match="4 models"):
        gate(str(tmp_path), bad, margin=0.05)


def test_items_that_hang_together_are_one_run(tmp_path):
    rng = np.random.default_rng(1)
    right = np.repeat(rng.random(60) < 0.8, 2)
    changed = right ^ (np.arange(120) < 22)
    scores = [{"name": "match", "metrics": {"stderr": {"params": {"cluster": "passage"}}}}]
    about = {"results": {"scores": scores}}
    base, new = (
        item_log(tmp_path, name, each, **about)
        for name, each in (("before", right), ("after", changed))
    )
    found = gate(base, new, margin=0.5)
    (quiz,) = found.benchmarks
    assert quiz.runs == (60, 60)
    assert quiz.shift == pytest.approx(changed.mean() - right.mean())
    assert "60 clusters" in render_text(found.verdict())


def test_files_of_tools_tables_and_folders_are_read(tmp_path, evenkeel):
    base, new = noise(1, 3, 20), noise(2, 3, 20)
    new[0] *= 1.2
    first, second = written(tmp_path / "base.json", base), written(tmp_path / "new.json", new)
    out = tmp_path / "gate"
    files = [word for end in ("md", "xml", "json", "html") for word in ("-o", f"{out}.{end}")]
    shown = evenkeel("gate", str(first), str(second), "--margin", "2%", *files)
    assert shown.code == 1
    printed = evenkeel("gate", str(first), str(second), "--margin", "2%").out
    assert "Worse    1 of 3: b00 (+" in printed
    suite = ElementTree.parse(f"{out}.xml").getroot()
    assert (suite.get("tests"), suite.get("failures")) == ("3", "1")
    assert "| b00 |" in out.with_suffix(".md").read_text()
    assert "<svg" in out.with_suffix(".html").read_text()
    assert json.loads(out.with_suffix(".json").read_text())["title"] == "Gate with a margin of 2%"
    for version, values in (("old", base), ("fresh", new)):
        (tmp_path / version).mkdir()
        for run in range(20):
            written(tmp_path / version / f"{run:02}.json", values[:, run : run + 1])
    folders = gate(tmp_path / "old", tmp_path / "fresh", margin="2%")
    assert [each.runs for each in folders.benchmarks] == [(20, 20)] * 3
    assert "Each of 20 files is one run" in str(folders)
    assert folders.benchmarks[0].verdict == "worse"


def test_columns_are_found_or_told(tmp_path):
    long = tmp_path / "long.csv"
    long.write_text("benchmark,seed,time\na,1,1.5\na,2,2.5\nb,1,3\nb,2,4\n")
    version = read_version(long, NOTHING, None)
    assert version.better == "lower"
    assert version.samples["a"].names == ("1", "2")
    assert version.samples["b"].values.tolist() == [3, 4]
    wide = tmp_path / "wide.csv"
    wide.write_text("parse,print\n1,2\n3,4\n5,6\n")
    assert set(read_version(wide, NOTHING, "lower").samples) == {"parse", "print"}
    odd = tmp_path / "odd.csv"
    odd.write_text("what,x,y\na,1,2\nb,3,4\n")
    told = read_version(odd, NOTHING | {"benchmark": "what", "value": "y"}, "lower")
    assert told.samples["b"].values.tolist() == [4]
    assert read_version(told, NOTHING, None) is told
    with pytest.raises(InputError, match="which of the columns"):
        read_version(odd, NOTHING | {"benchmark": "what"}, "lower")
    text = tmp_path / "text.csv"
    text.write_text("benchmark,time\na,1.5\nb,quick\nc,2\n")
    with pytest.raises(InputError, match="quick"):
        read_version(text, NOTHING | {"benchmark": "benchmark", "value": "time"}, None)


def test_measures_and_failures_are_said(tmp_path):
    entries = [
        {"name": "a", "real_time": t, "cpu_time": 2 * t, "time_unit": "ns"} for t in (8, 9, 10)
    ] + [{"name": "a", "real_time": 0, "cpu_time": 0, "error_occurred": True}]
    path = tmp_path / "google.json"
    path.write_text(json.dumps({"context": {}, "benchmarks": entries}))
    version = read_version(path, NOTHING, None)
    assert version.samples["a"].values == pytest.approx([8e-9, 9e-9, 10e-9])
    assert version.remarks == (
        "of the measures real_time, cpu_time: real_time",
        "1 failed or missing run left out",
    )
    chosen = read_version(path, NOTHING | {"measure": "cpu_time"}, None)
    assert chosen.samples["a"].values == pytest.approx([16e-9, 18e-9, 20e-9])


def test_the_only_benchmarks_are_compared_whatever_they_are_called(tmp_path):
    paths = []
    for name, seconds in (("old", 1.0), ("new", 1.5)):
        times = [seconds + run * 7 % 10 / 1000 for run in range(10)]
        paths.append(tmp_path / f"{name}.json")
        told = {"results": [{"command": f"./{name}", "mean": seconds, "median": seconds}]}
        told["results"][0]["times"] = times
        paths[-1].write_text(json.dumps(told))
    found = gate(*paths, margin="2%")
    assert (found.suite_verdict, found.benchmarks[0].name) == ("worse", "./old")
    assert found.remarks == ("the only benchmarks are compared, './new' with './old'",)


def test_files_of_two_folders_are_two_versions(tmp_path):
    files = []
    for folder, level in (("runs/old", 1.0), ("runs/new", 1.2)):
        for run in range(12):
            path = written(tmp_path / f"{run}.json", level * noise(run, 1, 1))
            files.append(io.BytesIO(path.read_bytes()))
            files[-1].name = f"{folder}/{run}.json"
    found = gate_files(files, margin="2%")
    assert found.sources == ("runs/old", "runs/new")
    assert (found.benchmarks[0].runs, found.suite_verdict) == ((12, 12), "worse")
    assert "runs/old against runs/new" in render_text(found.report())
    logs = []
    for task in ("quiz", "other"):
        for folder, wrong in (("a", 1), ("b", 3)):
            values = ["CI"[i % 9 < wrong] for i in range(90)]
            log = inspect_log("m", values, eval={"task": task, "model": "m"})
            logs.append(io.BytesIO(json.dumps(log).encode()))
            logs[-1].name = f"{folder}/{task}.json"
    answered = gate_files(logs, margin=0.05)
    assert [each.name for each in answered.benchmarks] == ["quiz", "other"]
    assert answered.benchmarks[0].shift == pytest.approx(-2 / 9)


def test_what_an_action_stores_of_all_commits_is_read(tmp_path):
    listed = [{"name": "t", "unit": "ms", "value": value} for value in (2.0, 3.0)]
    runs = [{"commit": {"id": f"c{each['value']}"}, "benches": [each]} for each in listed]
    stored = {"lastUpdate": 1, "entries": {"b": runs}}
    path = tmp_path / "data.js"
    path.write_text(f"window.BENCHMARK_DATA = {json.dumps(stored)};\n")
    version = read_version(path, NOTHING, None)
    assert version.samples["t"].values.tolist() == [2, 3]
    assert version.better == "lower"


def test_benchmarks_of_one_version_alone_are_said():
    base = {"a": [1.0, 1.1, 1.2], "gone": [1.0]}
    found = gate(base, {"a": [1.0, 1.1, 1.2], "fresh": [1.0]}, margin="2%", better="lower")
    assert found.remarks == (
        "only in the base, and not compared: 'gone'",
        "only in the new version, and not compared: 'fresh'",
    )


@pytest.mark.parametrize(
    ("base", "new", "options", "message"),
    [
        ({"a": [1], "c": [1]}, {"b": [1]}, {}, "have no benchmark in common"),
        ({"a": [1]}, {"a": [1]}, {"better": None}, "it is not said which values are good"),
        ({"a": [1]}, {"a": [0]}, {}, "have no ratio"),
        ({"a": [1]}, {"a": [math.nan]}, {}, "missing or not finite"),
        ({"a": ["x"]}, {"a": [1]}, {}, "the runs are no numbers"),
        ({}, {"a": [1]}, {}, "no runs were found"),
        ({"a": [1]}, {"a": [1]}, {"margin": "2 per cent"}, "the margin is '2 per cent'"),
        ({"a": [1]}, {"a": [1]}, {"margin": 0}, "the margin is 0"),
        ({"a": [1]}, {"a": [1]}, {"margin": "100%"}, "the margin is '100%'"),
        ({"a": [1]}, {"a": [1]}, {"pairing": "run"}, "have no runs of the same names"),
        ({"a": [1]}, {"a": [1, 2]}, {"pairing": "order"}, "cannot be paired by their order"),
        ({"a": [1]}, {"a": [1]}, {"pairing": "seed"}, "unknown pairing"),
        ({"a": [1]}, {"a": [1]}, {"alpha": 2}, "alpha"),
    ],
)
def test_what_cannot_be_compared_is_refused(base, new, options, message):
    with pytest.raises(InputError, match=message):
        gate(base, new, **{"margin": "2%", "better": "lower"} | options)


def test_a_gate_takes_two_sources():
    with pytest.raises(InputError, match="but 3 were given"):
        gate_files([{}, {}, {}], margin="2%")


def test_single_runs_are_undecided_and_say_how_many_more():
    found = gate({"a": [1.0]}, {"a": [2.0]}, margin="2%", better="lower")
    assert found.suite_verdict == "undecided"
    assert found.benchmarks[0].low == 0
    assert found.benchmarks[0].more >= 2


def test_no_number_of_runs_is_said_where_none_would_decide():
    base = {"a": noise(1, 10), "b": noise(3, 10)}
    new = {"a": noise(2, 10), "b": 1.0100 * base["b"][::-1]}
    found = gate(base, new, margin="1.0001%", better="lower")
    assert "no number of runs would decide" in str(found) or found.more


def test_reports_that_are_no_gates_have_no_junit(tmp_path):
    with pytest.raises(InputError, match="lists the outcomes of a gate"):
        evenkeel.friedman(evenkeel.load("toy")).save(tmp_path / "report.xml")


def test_the_picture_shows_each_benchmark_and_the_margin():
    base, new = noise(1, 3, 20), noise(2, 3, 20)
    new[2] *= 1.1
    ax = plot_gate(gate(named(base), named(new), margin="2%", better="lower"))
    lines = {line.get_gid(): line for line in ax.lines}
    assert lines["margin"].get_xdata()[0] == pytest.approx(1.02)
    assert ax.get_yticklabels()[0].get_text() == "b02"
    assert {"interval-0", "shift-2", "none"} <= set(lines)


def test_the_fixture_fails_skips_and_passes(tmp_path):
    from evenkeel.gating.pytest_plugin import evenkeel_gate

    check = evenkeel_gate.__wrapped__()
    runs = noise(1, 20, deviation=0.005)
    assert check({"a": runs}, {"a": runs[::-1]}, margin="2%", better="lower").exit_code == 0
    with pytest.raises(pytest.fail.Exception, match="Worse"):
        check({"a": runs}, {"a": 2 * runs}, margin="2%", better="lower")
    with pytest.raises(pytest.skip.Exception, match="undecided"):
        check({"a": noise(1, 5)}, {"a": noise(2, 5)}, margin="0.1%", better="lower")


def test_a_suite_without_order_has_no_dependence():
    shifts = Shifts((np.arange(9.0),), (np.arange(9.0),))
    suite = look_at_suite(shifts, ordered=False, apart=False)
    assert suite.inflated.tolist() == [1]
    assert not suite.drifts


@pytest.mark.parametrize(("n", "verdict"), [(30, "undecided"), (1000, "within margin")])
@pytest.mark.parametrize("right", [0, 1])
def test_logs_in_which_no_item_changed_show_what_their_number_does(tmp_path, n, verdict, right):
    """Of n items none of which is lost, up to about 3 / n may be, with 95% (the rule of three)."""
    sources = []
    for name in ("base.json", "new.json"):
        (tmp_path / name).write_text(json.dumps(inspect_log("m", [1, right] * (n // 2), made=name)))
        sources.append(tmp_path / name)
    found = gate(*sources, margin=0.02, better="higher")
    assert found.suite_verdict == verdict
    assert 0 < found.benchmarks[0].high == -found.benchmarks[0].low < 4 / n

"""Courses of runs, times to targets and timeouts: what is said, refused and remarked."""

from __future__ import annotations

import io
import math
from dataclasses import replace
from pathlib import Path

import narwhals as nw
import numpy as np
import pytest

import evenkeel
from evenkeel.comparison.analyses.registry import FILE_ANALYSES
from evenkeel.errors import InputError
from evenkeel.report.text import render_text
from evenkeel.runs.courses import courses_of
from evenkeel.runs.curve_comparison import cut_points
from evenkeel.runs.solver_times import penalised
from evenkeel.tables.outcomes import Outcomes, read_outcomes
from watched_runs import arff, coco_curves, improving_runs, table_of, write_coco

LONG = """solver,instance,seconds,status,limit
A,p1,3,ok,10
A,p2,20,timeout,20
A,p3,3,ok,50
B,p1,4,ok,30
B,p2,30,ok,40
B,p3,60,crash,60
"""


def outcomes(end, solved, algorithms="AB"):
    end = np.asarray(end, float)
    end = end[..., None] if end.ndim == 2 else end
    solved = np.asarray(solved, bool).reshape(end.shape)
    return Outcomes(tuple(algorithms), tuple(f"p{i}" for i in range(len(end))), end, solved)


# Reading


def test_a_status_and_a_column_of_limits():
    found = read_outcomes(io.StringIO(LONG), cutoff="limit")
    assert found.end[..., 0].tolist() == [[3, 4], [20, 30], [3, 60]]
    assert found.solved[..., 0].tolist() == [[True, True], [False, True], [True, False]]
    assert found.limit is None
    assert repr(found) == "Outcomes: 3 problems x 2 algorithms, 4 of 6 runs solved"
    # B on p2 was solved after A was stopped: nobody is known to be better
    ranks = evenkeel.runs.timeouts(found).ranks
    assert ranks.tolist() == [(1 + 1.5 + 1) / 3, (2 + 1.5 + 2) / 3]


def test_without_a_cutoff_the_limit_is_not_known():
    found = evenkeel.runs.timeouts(io.StringIO(LONG.replace(",limit", "").replace(",10\n", "\n")
                                   .replace(",20\n", "\n").replace(",50\n", "\n")
                                   .replace(",30\n", "\n").replace(",40\n", "\n")
                                   .replace(",60\n", "\n")))  # fmt: skip
    assert "the limit of unsolved runs is not known" in found.notes[0]
    assert [*found.described] == ["solved"]
    assert found.turns == ()


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        (LONG.replace("crash", "weird"), {}, "whether the status 'weird' of the column 'status'"),
        (LONG, {"cutoff": "nothing"}, "there is no column 'nothing'"),
        (LONG, {"status": "state"}, "there is no column 'state'"),
        (LONG, {"value": "when"}, "there is no column 'when'"),
        (LONG, {"cutoff": -1}, "cutoff is -1; give the time at which runs were stopped"),
        (LONG.replace("seconds", "amount"), {}, "which column holds the times is not clear (none"),
        (LONG.replace("limit", "cputime"), {}, "('seconds' and 'cputime' by name)"),
        (LONG.replace("A,p3,3,ok,50\n", ""), {}, "'A' has no run on 'p3', solved or not"),
        (LONG.replace("20,timeout", "-20,ok"), {}, "times must be finite and not negative"),
    ],
)
def test_what_is_refused(text, options, message):
    with pytest.raises(InputError) as error:
        read_outcomes(io.StringIO(text), **options)
    assert message in str(error.value)


def test_which_of_several_times_is_asked_for(tmp_path):
    lines = ["benchmark_id,cpu_time,wallclock_time,result"]
    lines += [f"{i},{1.5 * i},{0.5 * i},{'sat' if i % 4 else 'unknown'}" for i in range(1, 9)]
    (tmp_path / "one.csv").write_text("\n".join(lines) + "\n")
    (tmp_path / "two.csv").write_text("\n".join(lines).replace("unknown", "unsat") + "\n")
    files = [str(tmp_path / name) for name in ("one.csv", "two.csv")]
    with pytest.raises(InputError) as error:
        read_outcomes(files)
    assert str(error.value).endswith(
        "can be read in several ways; give measure='cpu_time' or measure='wallclock_time'"
    )
    found = read_outcomes(files, measure="cpu_time", cutoff=20)
    assert found.solved.sum(axis=(0, 2)).tolist() == [6, 8]
    with open(files[0], "rb") as one, open(files[1], "rb") as two:
        dropped = read_outcomes([one, two], measure="cpu_time", cutoff=20)
    assert dropped.algorithms == ("one", "two")
    assert dropped == found
    with pytest.raises(InputError, match="2 open files were given, and not each has a name"):
        read_outcomes([io.StringIO(), io.StringIO()])


def test_of_several_measures_the_only_time_is_taken_and_said(tmp_path):
    folder = arff(tmp_path / "s", n=20)
    text = (folder / "algorithm_runs.arff").read_text()
    text = text.replace("@ATTRIBUTE runstatus", "@ATTRIBUTE solved NUMERIC\n@ATTRIBUTE runstatus")
    for status in ("ok", "timeout", "memout", "crash"):
        text = text.replace(f",{status}\n", f",1,{status}\n")
    (folder / "algorithm_runs.arff").write_text(text)
    found = evenkeel.runs.timeouts(str(folder))
    assert found.notes[0] == "the times are those of 'runtime'"
    (tmp_path / "t").mkdir()
    np.testing.assert_array_equal(
        found.ranks, evenkeel.runs.timeouts(str(arff(tmp_path / "t", n=20))).ranks
    )


def test_values_of_which_higher_is_better_are_no_times(tmp_path):
    folder = arff(tmp_path / "s", n=20)
    told = (folder / "description.txt").read_text().replace("false", "true")
    (folder / "description.txt").write_text(told)
    scores = evenkeel.Results([[1.0, 2.0]] * 3, ["p", "q", "r"], ["A", "B"], better="higher")
    for given in (str(folder), scores):
        with pytest.raises(InputError, match="of the values higher is better, so that they are no"):
            evenkeel.runs.timeouts(given, cutoff=5)


def test_solvers_that_did_not_run_everywhere_are_left_out_or_their_problems():
    text = LONG.replace("A,p3,3,ok,50\n", "") + "C,p1,1,ok,9\nC,p2,1,ok,9\nC,p3,9,timeout,9\n"
    with pytest.raises(InputError) as error:
        read_outcomes(io.StringIO(text), cutoff="limit")
    assert str(error.value).endswith(
        "compare some of the solvers with algorithms=, or leave out such problems with "
        "missing='drop-problem'"
    )
    some = read_outcomes(io.StringIO(text), cutoff="limit", missing="drop-problem")
    assert some.problems == ("p1", "p2")
    assert some.remarks == ("1 problem on which a solver has no run are left out",)
    two = read_outcomes(io.StringIO(text), cutoff="limit", algorithms="B,C")
    assert (two.algorithms, two.problems) == (("B", "C"), ("p1", "p2", "p3"))
    rest = read_outcomes(io.StringIO(text), cutoff="limit", missing="drop-algorithm")
    assert rest.remarks == ("solvers without a run on a problem are left out: A",)


def test_words_for_solved_can_be_told():
    odd = LONG.replace("ok", "weird").replace("timeout", "odd")
    found = read_outcomes(io.StringIO(odd), solved="weird", measure="seconds", cutoff=100)
    assert found.solved.sum() == 4
    assert found.limit == 100


def test_results_and_runs_need_a_cutoff():
    table = evenkeel.load("toy")
    with pytest.raises(InputError, match="say from which time on a run counts as not solved"):
        evenkeel.runs.timeouts(table)
    assert read_outcomes(table, cutoff=1e9).solved.all()
    runs = evenkeel.load_runs("scipy_optimisers")
    assert read_outcomes(runs, cutoff=1.0).end.shape == (12, 7, 30)


def test_outcomes_are_checked():
    with pytest.raises(InputError, match="give both as 1 problems x 2 algorithms x runs"):
        Outcomes(("A", "B"), ("p",), np.ones((1, 2)), np.ones((1, 2), bool))
    one = outcomes([[1.0, 2.0]], [[True, True]])
    assert read_outcomes(one) is one
    with pytest.raises(InputError, match="1 problem and 2 solvers are there"):
        evenkeel.runs.timeouts(one)


def test_solvers_of_several_runs_are_tested_on_each_problem():
    text = ["solver,instance,seed,time,status"]
    for i in range(3):
        for r in range(5):
            text.append(f"A,p{i},{r},{r + 1},ok")
            text.append(f"B,p{i},{r},{50 + r},{'ok' if r < 3 else 'timeout'}")
    for test in ("gehan", "log-rank"):
        found = evenkeel.runs.timeouts(io.StringIO("\n".join(text)), cutoff=60, test=test)
        assert found.by_problem.shape == (3, 1)
        assert (found.by_problem_adjusted <= 0.05).all()
        assert found.runs.tolist() == [15, 15]
        assert "Pairs on each problem" in render_text(found.report())
    # exact: 2 of C(10, 5) = 252 ways are so extreme
    assert evenkeel.runs.timeouts(io.StringIO("\n".join(text))).by_problem[0, 0] == 2 / 252


# Descriptions


def test_penalties_and_where_they_turn():
    """A solves 3 of 4 slowly, B 2 of 4 quickly: 30 + 30 + 30 + 100x = 1 + 1 + 200x at x = 0.88."""
    found = outcomes([[30, 1], [30, 1], [30, 100], [100, 100]], [[1, 1], [1, 1], [1, 0], [0, 0]])
    np.testing.assert_allclose(penalised(found, 2).mean(axis=0), [72.5, 100.5])
    analysed = evenkeel.runs.timeouts(found)
    assert analysed.turns == ()
    assert analysed.described["PAR10"][0].value == pytest.approx(272.5)
    assert analysed.described["PAR10"][2].value == pytest.approx((1 + 1 + 30 + 1000) / 4)
    assert analysed.described["contribution"][0].value == pytest.approx((1000 - 30) / 4)
    assert analysed.described["contribution"][1].value == pytest.approx(29 * 2 / 4)
    assert analysed.described["geometric"][1].value == pytest.approx(
        math.exp((2 * math.log(11) + 2 * math.log(110)) / 4) - 10
    )
    assert analysed.alone.tolist() == [1, 0]
    slower = outcomes([[95, 1], [95, 1], [95, 100], [100, 100]], [[1, 1], [1, 1], [1, 0], [0, 0]])
    (turn,) = evenkeel.runs.timeouts(slower).turns  # 285 + 100x = 2 + 200x
    assert (turn.first, turn.second, turn.factor) == ("B", "A", pytest.approx(2.83))
    said = evenkeel.runs.timeouts(slower).conclusions
    assert said[1] == ("The order by mean penalised time turns: between PAR2 and PAR3 A passes B.")


def test_profiles_with_timeouts():
    """A is the best on two of four problems; B within twice on one; the last nobody solves."""
    found = outcomes([[10, 20], [5, 50], [90, 30], [99, 99]], [[1, 1], [1, 0], [1, 1], [0, 0]])
    limited = replace(found, end=np.where(found.solved, found.end, 99.0))
    profile = evenkeel.runs.profiles(limited, places=[1, 2, 3], resamples=99)
    assert profile.share.tolist() == [[0.5, 0.5, 0.75], [0.25, 0.5, 0.5]]
    assert profile.solved.tolist() == [0.75, 0.5]
    several = outcomes(np.array([[[1, 9, 9], [2, 2, 9]]]), [[[1, 0, 0], [1, 1, 0]]])
    assert evenkeel.runs.profiles(several, places=[1], resamples=9).solved.tolist() == [0, 1]
    early = outcomes([[10, 5]], [[1, 0]])
    with pytest.raises(InputError, match="'B' on 'p0' was stopped at 5, before 10"):
        evenkeel.runs.profiles(early)
    with pytest.raises(InputError, match="nothing was solved"):
        evenkeel.runs.profiles(outcomes([[9, 9]], [[0, 0]]))


def test_conclusions_and_verdict(tmp_path):
    found = evenkeel.runs.timeouts([str(arff(tmp_path / "s", n=60))])
    assert found.conclusions[0].startswith("Shown to be sooner at 0.05: A than C")
    assert "; pairs by the ranks among all, adjusted by " in found.conclusions[0]
    text = render_text(found.verdict())
    assert "Solved by it alone" in text
    assert (
        "is not to say that they are equal"
        in (evenkeel.runs.timeouts(outcomes([[1, 2], [2, 1]], np.ones((2, 2)))).conclusions[0])
    )
    assert found.exit_code == 0
    control = evenkeel.runs.timeouts(str(tmp_path / "s"), control="A")
    assert control.family.control == "A"


def test_notes_tell_of_unsolved_problems_and_of_none():
    never = outcomes([[100, 100], [1, 2]], [[0, 0], [1, 1]])
    assert "no solver solved 'p0'" in evenkeel.runs.timeouts(never).notes[-1]
    all_of = outcomes([[1, 2], [2, 3]], np.ones((2, 2)))
    assert "every run was solved" in evenkeel.runs.timeouts(all_of).notes[0]


def test_a_scenario_at_the_command_line(tmp_path, capsys, monkeypatch):
    from evenkeel.cli.app import main

    arff(tmp_path / "s", n=30)
    monkeypatch.setattr("sys.argv", ["evenkeel", "timeouts", str(tmp_path / "s"), "--full"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code in (0, None)
    said = capsys.readouterr().out
    assert "3 solvers on 30 problems, with timeouts" in said
    assert "virtual best" in said


# Courses


def test_curves_find_the_quicker_and_the_verdict_that_turns():
    found = evenkeel.runs.curves(improving_runs(), at=[5, 7, 9, 12])
    assert found.exchanged == "problems"
    assert found.scale == "log"
    assert found.trends[0].exchange[0] == 1 / 128
    assert found.conclusions[0] == "Convergence, shown at 0.05: slow catches up with quick."
    assert found.conclusions[1] == (
        "Budgets, shown to be better: from 5 to 12 quick than slow; the verdict does not turn."
    )
    assert found.verdicts[-1] == {("quick", "slow")}
    text = render_text(found.report())
    assert "p by exchange" in text
    assert found.banded == "median"
    assert np.isinf(found.lower).all()
    assert "4 runs of a cell are too few" in found.notes[0]
    assert "4 cut points take 8" in found.notes[0]


def test_verdicts_among_several_say_that_the_ranks_are_those_among_all():
    rows = [
        (a, f"p{p}", r, s, 10 + p - s * (1 + "ABC".index(a)) + 0.1 * r)
        for a in "ABC" for p in range(8) for r in range(2) for s in range(1, 5)
    ]  # fmt: skip
    found = evenkeel.runs.curves(evenkeel.read_runs(table_of(rows), better="lower"), at="2,4")
    assert found.conclusions[1].startswith(
        "Budgets, shown to be better by the ranks among all: from 2 to 4 "
    )


def test_a_verdict_turns_between_budgets():
    rows = [
        (a, f"p{p}", r, s, 10 + p - s * (3 if (a == "A") == (s > 3) else 1) + 0.1 * r)
        for a in "AB" for p in range(8) for r in range(2) for s in range(1, 7)
    ]  # fmt: skip
    found = evenkeel.runs.curves(evenkeel.read_runs(table_of(rows), better="lower"), at="1,2,5,6")
    assert found.conclusions[1] == (
        "Budgets, shown to be better: from 1 to 2 B than A; from 5 to 6 A than B. The verdict "
        "turns between them."
    )
    assert found.conclusions[0] == "Convergence, shown at 0.05: A draws away from B."


def test_curves_with_few_problems_exchange_runs():
    runs = improving_runs(n=2, runs=6)
    found = evenkeel.runs.curves(runs, at=[5, 7, 9, 12], resamples=199)
    assert found.exchanged == "runs"
    assert found.adjusted.min() <= 0.02
    alone = evenkeel.runs.curves(runs.select(problems=["p0"]), cuts=4, resamples=99)
    assert "by the rank-sum test" in alone.notes[-1]
    assert np.isnan(alone.omnibus).all()
    assert alone.at_budget[-1, 0] == pytest.approx(2 / 924)


def test_three_algorithms_have_an_omnibus_test():
    rows = [
        (a, f"p{p}", r, s, 10.0 + p - s * (1 + "ABC".index(a)) + 0.1 * r * ((s + p) % 3))
        for a in "ABC" for p in range(8) for r in range(3) for s in range(1, 7)
    ]  # fmt: skip
    table = dict(
        zip(
            ("algorithm", "problem", "run", "step", "value"), zip(*rows, strict=False), strict=False
        )
    )
    found = evenkeel.runs.curves(evenkeel.read_runs(table, better="higher"), cuts=3)
    assert (found.omnibus < 0.05).all()
    assert found.scale == "linear"
    assert found.grid.tolist() == found.budgets.tolist()  # curves that do not only improve
    assert "A than B" in found.conclusions[1]
    assert "p of all" in render_text(found.report())


def test_courses_that_are_refused():
    runs = improving_runs(n=2, runs=2, steps=4)
    for options, message in [
        ({"at": "1,x"}, "at is '1,x'"),
        ({"at": [0.0]}, "budgets must not lie before 1"),
        ({"at": "1e400"}, "at is '1e400'; give 1 to 1000 steps"),
        ({"cuts": 2}, "cuts is 2; give a whole number from 3"),
        ({"cuts": 100_000_000}, "cuts is 100000000; give a whole number from 3 to 1000"),
        ({"optimum": float("nan")}, "optimum is nan"),
        ({"spacing": "odd"}, "spacing"),
    ]:
        with pytest.raises(InputError, match=message):
            evenkeel.runs.curves(runs, **options)
    table = table_of([(a, p, 1, s, 1e300 + s) for a in "AB" for p in "pq" for s in (1, 2)])
    with pytest.raises(
        InputError, match=r"values go to 1e\+300; curves are compared up to 1e\+150"
    ):
        evenkeel.runs.curves(evenkeel.read_runs(table, better="lower"))
    with pytest.raises(InputError, match="the runs have no steps"):
        evenkeel.runs.curves(evenkeel.load_runs("scipy_optimisers"))
    with pytest.raises(InputError, match="there is one algorithm"):
        evenkeel.runs.curves(runs.select(["quick"]))
    with pytest.raises(InputError, match="there is one algorithm"):
        evenkeel.runs.targets(runs.select(["quick"]))
    below = {"algorithm": [*"AABB"], "problem": ["p"] * 4, "run": [1] * 4, "step": [1, 2] * 2,
             "value": [-1.0, -2, -3, -4]}  # fmt: skip
    negative = evenkeel.read_runs(below, better="lower")
    with pytest.raises(InputError, match="logarithms need values above 0"):
        evenkeel.runs.curves(negative, scale="log")
    one_step = evenkeel.read_runs(below | {"step": [1, 1] * 2, "run": [1, 2] * 2}, better="lower")
    if one_step.has_steps:
        with pytest.raises(InputError, match="at one step only"):
            evenkeel.runs.curves(one_step)


def test_a_run_has_one_value_a_step_and_every_cell_has_runs():
    runs = improving_runs(n=1, runs=1, steps=2)
    twice = replace(runs, frame=runs.frame.with_columns(step=nw.lit(1)))
    with pytest.raises(InputError, match="'quick' on 'p0' has two values at step 1"):
        courses_of(twice)
    no_runs = replace(runs, frame=runs.frame.drop("run"))
    assert courses_of(no_runs).start.tolist() == [0, 2, 4]
    holes = {"algorithm": [*"AAB"], "problem": [*"pqp"], "run": ["x"] * 3, "step": [1, 1, 2],
             "value": [1.0, 2, 3]}  # fmt: skip
    with pytest.raises(InputError, match="'B' has no run on 'q'"):
        courses_of(evenkeel.read_runs(holes, better="lower", step="step"))


@pytest.mark.parametrize("order", ["by algorithm", "step by step", "shuffled"])
def test_courses_do_not_depend_on_the_order_of_the_rows(order):
    expected = courses_of(improving_runs())
    frame = improving_runs().frame.collect().to_native()
    keys = {"by algorithm": ["algorithm", "problem", "run"], "step by step": ["step", "run"]}
    some = frame.sample(fraction=1, shuffle=True, seed=1)
    mixed = frame.sort(keys[order]) if order in keys else some
    found = courses_of(evenkeel.read_runs(mixed, better="lower"))
    assert found.cell.tolist() == expected.cell.tolist()
    for name in ("start", "step", "value"):
        np.testing.assert_array_equal(getattr(found, name), getattr(expected, name))


def test_too_many_values_are_refused(monkeypatch):
    monkeypatch.setattr("evenkeel.runs.courses._MOST_ROWS", 10)
    with pytest.raises(InputError, match="values are too many to hold"):
        courses_of(improving_runs(n=2, runs=2, steps=4))


def test_cut_points():
    courses = courses_of(improving_runs(n=1, runs=2, steps=200))
    assert cut_points(courses, None, 3, None).tolist() == pytest.approx([1, 200**0.5, 200])
    assert cut_points(courses, None, 3, "linear").tolist() == [1, 100.5, 200]
    assert cut_points(courses, "5, 9", 3, None).tolist() == [5, 9]
    early = improving_runs(n=1, runs=2, steps=3)
    found = evenkeel.runs.curves(early, at=[2, 3, 9], resamples=99)
    assert "runs end before the last cut point" in found.notes[1]


# Targets


def test_targets_of_each_problem_and_what_is_said():
    found = evenkeel.runs.targets(improving_runs(runs=8))
    assert not found.common
    assert found.targets.shape == (7, 10)
    assert found.conclusions[0].startswith("Shown to be sooner at 0.05: quick than slow")
    assert "Of 70 targets of single problems" in found.conclusions[1]
    text = render_text(found.report())
    assert "Target number" in text
    assert (found.ert_lower <= found.ert).all()
    assert (found.ert <= found.ert_upper).all()
    assert (found.ecdf_lower <= found.ecdf).all()


def test_targets_can_be_given_and_are_refused():
    runs = improving_runs(n=1, runs=5)
    found = evenkeel.runs.targets(runs, targets="1,0.1", budget=100)
    assert found.targets.tolist() == [[1.0, 0.1]]
    assert "by Gehan's test" in found.notes[-1]
    assert found.common
    nothing = evenkeel.runs.targets(improving_runs(gain=0.0), targets=[1e-30])
    assert np.isinf(nothing.ert).all()
    assert "is not to say that they are equal" in nothing.conclusions[0]
    for wrong, message in [("a", "targets are 'a'"), ([np.inf], "must be finite"), ([], "finite")]:
        with pytest.raises(InputError, match=message):
            evenkeel.runs.targets(runs, targets=wrong)
    flat = {"algorithm": [*"AABB"], "problem": ["p"] * 4, "run": [1] * 4, "step": [1, 2] * 2,
            "value": [1.0] * 4}  # fmt: skip
    with pytest.raises(InputError, match="no run on 'p' improves on its first value"):
        evenkeel.runs.targets(evenkeel.read_runs(flat, better="lower"))


def test_three_algorithms_at_targets_where_higher_is_better():
    rows = [
        (a, f"p{p}", r, s, (p + 1) * s * (1.0 + "ABC".index(a)) + r)
        for a in "ABC" for p in range(8) for r in range(3) for s in range(1, 7)
    ]  # fmt: skip
    table = dict(
        zip(
            ("algorithm", "problem", "run", "step", "value"), zip(*rows, strict=False), strict=False
        )
    )
    found = evenkeel.runs.targets(evenkeel.read_runs(table, better="higher"))
    assert (found.omnibus[-1] < 0.05).all()
    assert (np.diff(found.targets) > 0).all()
    assert "C than A" in found.conclusions[0]
    assert "p of all" in render_text(found.report())


# Doors


@pytest.mark.parametrize(
    ("kind", "needs"),
    [("curves", "--on=f1 2D"), ("ecdf", ""), ("ert", ""), ("cactus", ""), ("survival", ""),
     ("profiles", ""), ("profiles", "--cutoff=100")],
)  # fmt: skip
def test_a_picture_of_a_folder_needs_no_option(tmp_path, kind, needs, monkeypatch):
    from evenkeel.cli.app import main

    if kind in ("curves", "ecdf", "ert"):
        write_coco(tmp_path / "given", coco_curves())
    else:
        arff(tmp_path / "given", n=30)
    picture = tmp_path / "picture.svg"
    words = ["evenkeel", "plot", kind, str(tmp_path / "given"), *filter(None, [needs])]
    monkeypatch.setattr("sys.argv", [*words, "-o", str(picture)])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code in (0, None)
    assert "</svg>" in picture.read_text()


@pytest.mark.parametrize("command", ["curves", "targets"])
def test_a_folder_of_coco_needs_no_option(tmp_path, capsys, monkeypatch, command):
    from evenkeel.cli.app import main

    write_coco(tmp_path / "exdata", coco_curves())
    report = tmp_path / "report.txt"
    words = ["evenkeel", command, str(tmp_path / "exdata"), "-o", str(report)]
    monkeypatch.setattr("sys.argv", words)
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code in (0, None)
    verdict = capsys.readouterr().out
    assert ("Convergence" if command == "curves" else "Over the problems") in verdict
    assert "--full" in verdict
    said = report.read_text()
    assert len(said) > 2 * len(verdict)
    assert "2 algorithms on 2 problems" in said
    assert ("1e-08" in said) == (command == "targets")


def test_limits_of_bands_are_told_or_refused():
    runs = improving_runs(n=2, runs=3)
    found = evenkeel.runs.curves(runs, cuts=3, limits="1e-9,100", resamples=9)
    assert found.banded == "mean"
    assert ((found.lower >= 1e-9) & (found.upper <= 100)).all()
    assert ((found.lower <= found.middle) & (found.middle <= found.upper)).all()
    assert "Geometric mean" in render_text(found.report())
    for limits, message in [("a,b", "give two numbers"), ((2, 1), "least and the greatest"),
                            ((1, 2), "beyond the limits"), ((1,), "give two numbers"),
                            ((-1e308, 1e308), r"at most 1e\+150")]:  # fmt: skip
        with pytest.raises(InputError, match=message):
            evenkeel.runs.curves(runs, limits=limits)


@pytest.mark.parametrize("better", ["lower", "higher"])
def test_bands_of_medians_lie_between_ordered_runs(better):
    """16 runs at 3 cut points: 2 of them may lie beyond on either side, by 2 * 3 * 137 / 65536."""
    sign = 1 if better == "lower" else -1
    random = np.random.default_rng(1)
    falls = -sign * np.cumsum(random.exponential(size=(2, 16, 9)), axis=2)
    rows = [("AB"[a], "p", r, s + 1, falls[a, r, s]) for a, r, s in np.ndindex(falls.shape)]
    runs = evenkeel.read_runs(table_of(rows), better=better)
    found = evenkeel.runs.curves(runs, at=[1, 5, 9], resamples=9)
    np.testing.assert_array_equal(found.middle[0][:, [0, -1]], np.median(falls, axis=1)[:, [0, -1]])
    for place, step in enumerate(found.grid):
        before = max(cut for cut in (1, 5, 9) if cut <= step)
        after = min(cut for cut in (1, 5, 9) if cut >= step)
        below, above = (after, before) if better == "lower" else (before, after)
        assert found.lower[0, 0, place] == np.sort(falls[0, :, below - 1])[2]
        assert found.upper[0, 0, place] == np.sort(falls[0, :, above - 1])[-3]


def test_runs_end_where_the_files_say(tmp_path):
    curves = coco_curves()
    write_coco(tmp_path, curves)
    runs = evenkeel.read_runs(str(tmp_path), format="coco-curves")
    courses = courses_of(runs)
    ends = [length for name in ("quick", "slow") for length, _ in curves[name]["1"]]
    assert courses.last[: len(ends)].tolist() == ends


def test_columns_that_may_be_left_out_are_an_answer_of_the_command(tmp_path: Path) -> None:
    """The values of an answer may be a list."""
    file = tmp_path / "times.csv"
    file.write_text('problem,-,C4.5,Max\n7,1.5,2.2,7\n"x y",1.5,7,0x1F\nz,1.5,1.5,timeout\n')
    with pytest.raises(InputError, match="several ways; give ") as caught:
        read_outcomes(file, cutoff=100.0)
    assert "not_algorithms=['Max']" in str(caught.value)
    assert read_outcomes(file, cutoff=100.0, not_algorithms=["Max"]).algorithms == ("-", "C4.5")
    assert "not_algorithms" in {option.name for option in FILE_ANALYSES.lookup("timeouts").options}

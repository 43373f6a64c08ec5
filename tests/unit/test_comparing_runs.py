"""compare_runs(): its parts are those of the single functions, and nothing is left out silently."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import polars as pl
import pytest

import evenkeel
from evenkeel.cli import app
from evenkeel.cli import runs as runs_commands
from evenkeel.comparison import _compare_runs
from evenkeel.comparison.steps import CompareOptions
from evenkeel.report.document import Facts, Heading, Paragraph, Picture, Table
from runs_examples import make_runs, random_runs


def first(size: str, number: str) -> tuple[str, str]:
    """The remarks with which all begin."""
    return (
        f"Runs: {size}, {number} per cell, lower is better.",
        f"Over the problems the mean of {number} of each cell is compared.",
    )


def runs_of(size: int, *, named: bool = True) -> evenkeel.Runs:
    """`size` runs of three algorithms on four problems; the mean of A1 is always the lowest."""
    rows = [
        (f"A{j}", f"P{i}", r, 10.0 * i + j + 0.25 * r + 0.01 * (i * j * r % 3))
        for j in range(1, 4)
        for i in range(1, 5)
        for r in range(size)
    ]
    frame = pl.DataFrame(rows, schema=["algorithm", "problem", "run", "value"], orient="row")
    return evenkeel.read_runs(frame if named else frame.drop("run"), better="lower")


def test_the_parts_are_those_of_the_single_functions():
    runs = random_runs(3, 9, 4, (8, 8), skewed=True)
    options = {"ranking": "quade", "adjust": ["holm", "hommel"], "method": "calibrated"}
    found = evenkeel.compare_runs(
        runs,
        aggregate=0.25,
        control="best",
        test="welch",
        alpha=0.1,
        design="hold-out",
        procedure="hommel",
        always=True,
        **options,
    )
    expected = evenkeel.compare(
        runs.aggregate(0.25), control="best", alpha=0.1, procedure="hommel", always=True, **options
    )
    assert found.comparison == expected
    single = evenkeel.per_problem(
        runs, control=expected.control, test="welch", alpha=0.1, design="hold-out"
    )
    assert found.problems == single
    assert found.conditions == evenkeel.conditions(runs, alpha=0.1, design="hold-out")
    assert found.rejected == expected.rejected


def test_every_option_of_compare_is_there_too():
    options = set(inspect.signature(evenkeel.compare).parameters) - {"results"}
    own = set(inspect.signature(evenkeel.compare_runs).parameters)
    assert options <= own | set(CompareOptions.__annotations__)
    commands = inspect.signature(app.compare), inspect.signature(runs_commands.runs)
    of_compare, of_runs = (set(command.parameters) for command in commands)
    assert of_compare - of_runs == {"each", "each_measure", "joint_level"}


def test_the_conclusions_are_those_of_the_comparison_then_of_the_runs():
    # On each problem A1 has 0 to 5, A2 has 10 to 15 and A3 lies half a unit above A1. Six runs that
    # all lie above six others have an exact p-value of 2 / 924, times 4 by Holm; A1 and A3 have
    # U = 15 of 36, far from significant.
    shifts = {"A1": 0.0, "A2": 10.0, "A3": 0.5}
    runs = make_runs(
        {
            (name, f"P{i}"): [100 * i + shift + r for r in range(6)]
            for name, shift in shifts.items()
            for i in range(4)
        }
    )
    found = evenkeel.compare_runs(runs, control="A1")
    *over_problems, single, conditions = found.conclusions
    expected = evenkeel.compare(runs.aggregate("mean"), control="A1")
    assert tuple(over_problems) == expected.conclusions
    assert single == (
        "Tested problem by problem (Mann-Whitney U test with Holm over the 4 problems, level "
        "0.05), the control A1 is significantly better / worse than A2 on 4 / 0, A3 on 0 / 0 of "
        "the 4 problems; each such finding holds for its problem alone."
    )
    assert conditions == (
        "Nothing was found against the conditions for parametric tests of the runs, which does "
        "not prove that they hold; where they do, a parametric test is more powerful."
    )
    # The same differences in all six folds: no spread, so that all of them are certain.
    pairs = evenkeel.compare_runs(runs, design="k-fold")
    assert pairs.conclusions[-2:] == (
        "Tested problem by problem (corrected resampled t-test with Holm over the 4 problems, "
        "level 0.05), 12 of 12 differences between two algorithms on a problem are significant; "
        "each such finding holds for its problem alone.",
        "The conditions for parametric tests of the runs are not fulfilled.",
    )
    assert repr(pairs) == "\n".join(["RunsComparison of 3 algorithms", *pairs.conclusions])


def test_many_rivals_are_not_all_listed():
    found = evenkeel.compare_runs(random_runs(1, 3, 13, (2, 2)), control="A1")
    assert " (2 more in the table) of the 3 problems" in found.conclusions[-1]


def test_the_report_begins_with_the_conclusions_and_holds_the_whole_comparison():
    found = evenkeel.compare_runs(runs_of(6), control="A1", always=True)
    report = found.report()
    assert report.title == (
        "Comparison of 3 algorithms on 4 problems, A1 as the control, from runs"
    )
    kinds = [type(block) for block in report.blocks[:4]]
    assert kinds == [Picture, Table, Facts, Heading]
    assert "average rank" in report.headline
    start = report.blocks.index(Heading("Conclusions in sentences")) + 1
    said = tuple(map(Paragraph, found.conclusions))
    assert report.blocks[start : start + len(said)] == said
    headings = [block.text for block in report.blocks if isinstance(block, Heading)]
    whole = found.comparison.report()
    others = [block.text for block in whole.blocks if isinstance(block, Heading)]
    assert headings == [
        "Runs",
        "Conditions for parametric tests",
        "Each problem of its own",
        *others,
    ]
    names = [table.name for table in report.tables]
    assert len(names) == len(set(names))
    assert {table.name for table in whole.tables} < set(names)
    assert report.references[:-1] == whole.references
    assert report.references[-1].key == "garcia2009"
    methods = report.blocks[-1]
    assert isinstance(methods, Paragraph)
    assert methods.text.startswith(
        "Each value that was compared is the mean of 6 runs. The runs of each problem were "
        "compared by the Mann-Whitney U test with Holm over the 4 problems, the level of "
        "significance being 0.05. The conditions for parametric tests were checked after García "
        "et al. (2009) by Kolmogorov-Smirnov"
    )


def test_it_is_saved_shown_and_drawn(tmp_path: Path):
    found = evenkeel.compare_runs(runs_of(3))
    (written,) = found.save(tmp_path / "report.md")
    assert written.read_text().startswith("# Comparison of 3 algorithms on 4 problems, from runs")
    assert re.search('</style>\n<dl class="facts"><dt>Read</dt>', found._repr_html_())
    assert found.plot().figure is not None
    sets = {table.name for table in found.report(exhaustive=True).tables}
    assert "exhaustive" in sets or found.comparison.posthoc is None


@pytest.mark.parametrize(
    ("size", "undone"),
    [
        (3, []),
        (2, ["No cell has three runs, so the conditions for parametric tests were not checked."]),
        (
            1,
            [
                "Every cell has one run, so nothing is known about the spread of the runs.",
                "No cell has two runs, so the problems were not tested of their own.",
                "No cell has three runs, so the conditions for parametric tests were not checked.",
            ],
        ),
    ],
)
def test_too_few_runs_leave_the_comparison_and_are_remarked_on(size, undone):
    found = evenkeel.compare_runs(runs_of(size))
    number = "1 run" if size == 1 else f"{size} runs"
    assert list(found.remarks) == [*first("4 problems x 3 algorithms", number), *undone]
    assert (found.problems is None) == (size < 2)
    assert (found.conditions is None) == (size < 3)
    assert len(found.conclusions) == len(found.comparison.conclusions) + min(size - 1, 2)
    texts = [block.text for block in found.report().blocks if isinstance(block, Paragraph)]
    assert set(found.remarks) < set(texts)
    headings = {block.text for block in found.report().blocks if isinstance(block, Heading)}
    assert ("Each problem of its own" in headings) == (size > 1)
    assert ("Conditions for parametric tests" in headings) == (size > 2)


@pytest.mark.parametrize("size", [1, 3])
@pytest.mark.parametrize(
    ("option", "message"),
    [
        (
            {"test": "foo"},
            "unknown test 'foo': choose one of 'mann-whitney', 't', 'welch', 'wilcoxon', "
            "'paired-t', 'tukey', 'dunnett', 'tamhane', 'five-by-two-f', 'five-by-two-t', "
            "'corrected-resampled-t', 'mcnemar'",
        ),
        (
            {"design": "kfold"},
            "unknown design 'kfold': did you mean 'k-fold'? choose one of 'hold-out', 'k-fold', "
            "'5x2', 'independent-runs', 'resampled', 'shared-seeds', 'predictions'",
        ),
        (
            {"aggregate": "avg"},
            "unknown statistic 'avg': choose one of 'mean', 'median', 'min', 'max', 'best', "
            "'worst', 'std'",
        ),
        (
            {"missing": "drop"},
            "unknown treatment of missing cells 'drop': choose one of 'error', 'keep', "
            "'drop-problem', 'drop-algorithm', 'worst'",
        ),
        (
            {"step": 10},
            "data frame: the runs have no steps; say which column holds them when they are read, "
            "with step=",
        ),
        (
            {"better": "higher"},
            "better='higher' was given, but the runs say 'lower' is better; leave the option out",
        ),
        (
            {"ranking": "x"},
            "unknown ranking 'x': choose one of 'friedman', 'aligned', 'quade', 'skillings-mack'",
        ),
        ({"alpha": 5}, "alpha is 5; give a number between 0 and 1, such as 0.05"),
    ],
)
def test_a_wrong_option_is_an_error_however_many_runs_there_are(size, option, message):
    with pytest.raises(evenkeel.InputError) as caught:
        evenkeel.compare_runs(runs_of(size), **option)
    assert str(caught.value) == message


def test_a_paired_test_of_runs_that_are_not_paired_is_an_error():
    with pytest.raises(evenkeel.InputError, match="test='wilcoxon' pairs the runs of the same"):
        evenkeel.compare_runs(runs_of(4, named=False), test="wilcoxon")


def test_what_a_careful_reader_would_remark():
    cells = {(f"A{j}", f"P{i}"): [i + j, i + j + 0.5] for j in range(3) for i in range(4)}
    cells["A0", "P3"] = [1.0]
    del cells["A1", "P2"]
    runs = make_runs(cells)
    with pytest.raises(evenkeel.InputError) as caught:
        evenkeel.compare_runs(runs)
    assert str(caught.value) == (
        "data frame: 1 of 12 cells has no run, the first that of 'A1' on 'P2'; add the runs, or "
        "say missing='drop-problem', missing='drop-algorithm', missing='worst' or missing='keep'"
    )
    found = evenkeel.compare_runs(runs, missing="drop-problem")
    assert found.remarks == (
        *first("4 problems x 3 algorithms", "1 to 2 runs"),
        "1 of 12 cells has no run, the first that of 'A1' on 'P2'.",
        "The cells have from 1 to 2 runs; the fewest has 'A0' on 'P3'.",
        "Left out of the comparison, since a cell has no run: 'P2'.",
        "No cell has three runs, so the conditions for parametric tests were not checked.",
    )
    assert found.comparison.results.problems == ("P0", "P1", "P3")


def test_columns_passed_over_and_ceilings_are_remarked_on():
    rows = [
        (f"A{j}", f"P{i}", r, float(i * (j + r)), "host")
        for j in range(3)
        for i in range(4)
        for r in range(3)
    ]
    names = ["algorithm", "problem", "run", "value", "where"]
    runs = evenkeel.read_runs(pl.DataFrame(rows, schema=names, orient="row"), better="lower")
    assert evenkeel.compare_runs(runs).remarks == (
        *first("4 problems x 3 algorithms", "3 runs"),
        "Columns that were passed over: 'where'.",
        "On 1 of 4 problems, the first 'P0', two or more algorithms reach the best value in most "
        "of their runs (ceiling effect): these problems cannot tell them apart; add harder ones or "
        "use a finer measure.",
    )


def test_more_runs_than_are_held_leave_the_comparison(monkeypatch):
    monkeypatch.setattr(_compare_runs, "LIMIT", 35)
    found = evenkeel.compare_runs(runs_of(3))
    assert found.problems is None
    assert found.conditions is None
    assert found.remarks == (
        *first("4 problems x 3 algorithms", "3 runs"),
        "36 values are more than the 35 that are held in memory at once, so neither the problems "
        "were tested of their own nor the conditions for parametric tests.",
    )


def test_one_problem_is_not_compared():
    with pytest.raises(evenkeel.InputError) as caught:
        evenkeel.compare_runs(runs_of(3).select(problems=["P2"]))
    assert str(caught.value) == (
        "data frame: a comparison needs at least two problems, but there is only 'P2'; add "
        "problems, or test it by itself in Python with evenkeel.per_problem"
    )


def test_curves_are_compared_at_one_step(tmp_path: Path):
    path = tmp_path / "curves.csv"
    lines = ["algorithm,problem,run,budget,value"]
    lines += [
        f"A{j},P{i},{r},{10 * b},{i + j * b + r / 8}"
        for j in range(3)
        for i in range(3)
        for r in range(3)
        for b in (1, 2)
    ]
    path.write_text("\n".join(lines) + "\n")
    last = evenkeel.compare_runs(path, better="lower")
    early = evenkeel.compare_runs(path, better="lower", step=10)
    # the mean of the three runs of Aj on Pi is i + 2 j + 1/8 at the end, i + j + 1/8 before
    assert last.comparison.results.values[1].tolist() == [1.125, 3.125, 5.125]
    assert early.comparison.results.values[1].tolist() == [1.125, 2.125, 3.125]
    assert last.comparison.results.origin.description == f"{path} (last step) (mean of the runs)"
    with pytest.raises(evenkeel.InputError) as caught:
        evenkeel.compare_runs(path, better="lower", step="first")
    assert str(caught.value) == ("'first' is no step; give a number, such as 1000, or \"last\"")
    with pytest.raises(evenkeel.TableError, match="which values are better"):
        evenkeel.compare_runs(path)


def test_compare_takes_runs_and_says_so_in_the_report():
    runs = runs_of(3)
    by_hand = evenkeel.compare(runs.aggregate("median"))
    found = evenkeel.compare(runs, aggregate="median", better="lower")
    assert found.results == by_hand.results
    paragraphs = [block.text for block in found.report().blocks if isinstance(block, Paragraph)]
    assert (
        "4 problems and 3 algorithms from data frame (median of the runs); lower values are "
        "better. Each value is the median of 3 runs."
    ) in paragraphs
    assert evenkeel.compare(runs).results == runs.aggregate("mean")
    deviations = evenkeel.compare(evenkeel.load_runs("scipy_optimisers"), aggregate="std")
    assert deviations.results.better == "lower"
    with pytest.raises(evenkeel.InputError) as caught:
        evenkeel.compare(runs, better="higher")
    assert str(caught.value) == (
        "better='higher' was given, but the runs say 'lower' is better; leave the option out"
    )
    with pytest.raises(evenkeel.InputError) as caught:
        evenkeel.compare(by_hand.results, aggregate="mean")
    assert str(caught.value) == (
        "aggregate='mean' says how runs become one value, but the table has one value per cell; "
        "leave it out"
    )


def test_the_single_tests_say_what_to_call_for_runs():
    with pytest.raises(evenkeel.InputError) as caught:
        evenkeel.friedman(runs_of(3))
    assert str(caught.value) == (
        "these are runs, and here one value per cell is needed; make it with "
        'runs.aggregate("mean"), or give the runs to compare_runs, which does everything'
    )

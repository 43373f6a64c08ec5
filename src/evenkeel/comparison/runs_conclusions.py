"""What was found in runs, in sentences: the single problems and the conditions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from evenkeel.adjustments.registry import lookup
from evenkeel.runs.problem_tests import PROBLEM_TESTS
from evenkeel.words.references import REFERENCES

if TYPE_CHECKING:
    from evenkeel.comparison.comparing_runs import RunsComparison
    from evenkeel.runs.single_problem import PerProblem

_LISTED = 10  # algorithms that a sentence lists before it refers to the table
_CONDITIONS = {
    "not fulfilled": "The conditions for parametric tests of the runs are not fulfilled.",
    "not contradicted": "Nothing was found against the conditions for parametric tests of the "
    "runs, which does not prove that they hold; where they do, a parametric test is more powerful.",
    "cannot be checked": "The conditions for parametric tests of the runs cannot be checked.",
}
#: The publication whose way of looking at runs is followed.
RUNS_REFERENCE = REFERENCES["garcia2009"]


def conclude_runs(found: RunsComparison) -> tuple[str, ...]:
    """The conclusions over the problems, then a sentence each on single problems and conditions."""
    return (*found.comparison.conclusions, *_on_the_runs(found))


def describe_runs_methods(found: RunsComparison) -> str:
    """A paragraph for the methods section on what was done with the runs."""
    origin = found.comparison.results.origin
    assert origin is not None  # what was made of runs has one
    sentences = [f"Each value that was compared is the {origin.aggregated}."]
    if found.problems is not None:
        sentences.append(
            f"The runs of each problem were compared by the {_test(found.problems)}, the level of "
            f"significance being {found.problems.alpha:g}."
        )
    if found.conditions is not None:
        tests = (*found.conditions.normality.values(), *found.conditions.variances.values())
        sentences.append(
            "The conditions for parametric tests were checked after "
            f"{RUNS_REFERENCE.short} by {', '.join(test.title for test in tests)}."
        )
    return " ".join(sentences)


def _on_the_runs(found: RunsComparison) -> Iterator[str]:
    if found.problems is not None:
        yield _single_problems(found.problems)
    if found.untested:
        yield found.untested
    if found.conditions is not None:
        yield _CONDITIONS[found.conditions.verdict]


def _single_problems(problems: PerProblem) -> str:
    """How many differences are significant on single problems."""
    where = f"Tested problem by problem ({_test(problems)}, level {problems.alpha:g}), "
    alone = "each such finding holds for its problem alone"
    if problems.control is None:
        possible = int((problems.marks != "?").sum())
        significant = int(problems.significant_win_tie_loss[:, [0, 2]].sum())
        return (
            f"{where}{significant} of {possible} differences between two algorithms on a problem "
            f"are significant; {alone}."
        )
    counts = [
        f"{other} on {wins} / {losses}"
        for (_, other), (wins, _, losses) in zip(
            problems.family.hypotheses, problems.significant_win_tie_loss.tolist(), strict=True
        )
    ]
    listed = ", ".join(counts[:_LISTED])
    if len(counts) > _LISTED:
        listed += f" ({len(counts) - _LISTED} more in the table)"
    return (
        f"{where}the control {problems.control} is significantly better / worse than {listed} of "
        f"the {len(problems.problems)} problems; {alone}."
    )


def _test(problems: PerProblem) -> str:
    title = PROBLEM_TESTS[problems.test].title
    if problems.adjustment is None:
        return title
    return (
        f"{title} with {lookup(problems.adjustment).title} over the {len(problems.problems)} "
        "problems"
    )

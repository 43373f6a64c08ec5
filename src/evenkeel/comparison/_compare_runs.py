"""compare_runs(): from raw runs to conclusions, with all that lies between."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal, Unpack

from evenkeel.adjustments.registry import lookup
from evenkeel.comparison._compare import compare
from evenkeel.comparison.findings import Comparison
from evenkeel.comparison.steps import CompareOptions
from evenkeel.errors import InputError, Message, choice, fraction
from evenkeel.references import REFERENCES
from evenkeel.result import Answer
from evenkeel.runs import _conditions, _per_problem
from evenkeel.runs._conditions import Conditions, conditions
from evenkeel.runs._per_problem import PerProblem, per_problem
from evenkeel.runs.cells import ceiling_remark
from evenkeel.runs.problem_tests import PROBLEM_TESTS, Design, Test, chosen_test, design_for
from evenkeel.tables.choices import CHOICES, Statistic
from evenkeel.tables.reading import as_runs
from evenkeel.tables.results import Better, Results
from evenkeel.tables.runs import LIMIT, Runs, at_one_step

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from evenkeel.report.document import Document


class RunsComparison(Answer):
    """Everything that `compare_runs` found.

    Attributes
    ----------
    comparison : Comparison
        The comparison over the problems of one value per cell.
    problems : PerProblem or None
        The tests of each problem of its own; None if there are too few runs, or too many.
    conditions : Conditions or None
        Whether the conditions for parametric tests hold; None likewise.
    remarks : tuple of str
        Which runs there are, what was compared, what a careful reader would remark, and what was
        left undone and why.
    untested : str
        Why no test of single problems is valid for the design with these runs; else empty.
    """

    _folded = True

    comparison: Comparison
    problems: PerProblem | None
    conditions: Conditions | None
    remarks: tuple[str, ...]
    untested: str = ""

    @property
    def conclusions(self) -> tuple[str, ...]:
        """The conclusions over the problems, then what the single problems and conditions say."""
        return conclude_runs(self)

    @property
    def rejected(self) -> bool:
        """Whether the first hypothesis over the problems is rejected, see `Comparison`."""
        return self.comparison.rejected

    def report(self, *, exhaustive: bool = False) -> Document:
        """The report: the conclusions, the runs, and the whole report of the comparison.

        `exhaustive` adds the exhaustive sets of hypotheses (all pairs of at most 9 algorithms).
        """
        return self._built(exhaustive=exhaustive)

    def plot(self) -> Axes:
        """Draw the picture of the comparison over the problems."""
        return self.comparison.plot()

    def __repr__(self) -> str:
        title = f"RunsComparison of {self.comparison.results.k} algorithms"
        return "\n".join([title, *self.conclusions])

    __str__ = __repr__  # the conclusions are shorter than the tables


def compare_runs(
    runs: Runs | Any,
    *,
    better: Better | None = None,
    aggregate: Statistic | float = "mean",
    control: str | None = None,
    test: Test | None = None,
    alpha: float = 0.05,
    step: float | Literal["last"] = "last",
    design: Design | None = None,
    test_share: float | None = None,
    missing: Literal["error", "drop-problem", "drop-algorithm", "worst", "keep"] = "error",
    **options: Unpack[CompareOptions],
) -> RunsComparison:
    """Compare algorithms from their raw runs: the conditions, each problem, and all problems.

    One number is made of the runs of each cell, and `compare` compares the algorithms by it over
    the problems; `per_problem` tests the runs of each problem of its own, against the same
    control; `conditions` says whether the runs allow parametric tests. A conclusion over the
    problems follows from the first alone.

    Too few runs leave the comparison, which needs one per cell: without a cell of two runs the
    problems are not tested, without one of three the conditions are not, nor is either if there
    are more runs than are held in memory (2^24 values). The remarks say so. An option that is
    not known is an error, however many runs there are.

    Parameters
    ----------
    runs : Runs, path, frame or open file
        The runs; what is no `Runs` is read by `read_runs` and needs `better`.
    better : {"lower", "higher"}, optional
        Which values are good.
    aggregate : str or float, default "mean"
        The statistic of each cell, or the level of a quantile; see `Runs.aggregate`.
    control : str, optional
        The control algorithm, or ``"best"`` for the best ranked over the problems. Without it all
        pairs are compared.
    test : str, optional
        The test of single problems, by default that of the design, see `per_problem`. If these
        runs do not allow it, the problems are not tested, and a remark says why; a test that was
        named is an error then.
    alpha : float
        The level of significance.
    step : float or "last"
        The step of curves to compare, see `Runs.at_step`.
    design : str, optional
        How the runs were made: hold-out, k-fold, 5x2, independent-runs, resampled, shared-seeds
        or predictions, see `per_problem`.
    test_share : float, optional
        The share of the examples that each run was tested on, see `per_problem`.
    missing : {"error", "drop-problem", "drop-algorithm", "worst", "keep"}
        Whether a cell without runs is an error, or what it is to become in the comparison, see
        `evenkeel.tables.choose`.
    **options
        `ranking`, `adjust`, `procedure`, `method`, `always`, `order`, `ties`, `omnibus_method`,
        `sign_ties`, `second_look`, `resamples`, `seed` and `scaled`, as `compare` takes them.

    Returns
    -------
    RunsComparison

    References
    ----------
    Garcia, Molina, Lozano and Herrera (2009), doi:10.1007/s10732-008-9080-4, and those of
    `compare`, `per_problem` and `conditions`.

    Examples
    --------
    >>> import evenkeel
    >>> runs = evenkeel.load_runs("scipy_optimisers")
    >>> found = evenkeel.compare_runs(runs, control="best", design="independent-runs")
    >>> found.comparison.picked, found.conditions.verdict
    ('dual annealing', 'not fulfilled')
    >>> for remark in found.remarks:
    ...     print(remark)
    Runs: 12 problems x 7 algorithms, 30 runs per cell, lower is better.
    Over the problems the mean of 30 runs of each cell is compared.
    """
    design = design_for(chosen_test(test, design), design)
    if test_share is not None:
        fraction(test_share, "test_share")
    choice(missing, ("error", *CHOICES), "treatment of missing cells")
    given = at_one_step(as_runs(runs, better, missing), step)
    if given.n < 2:
        raise InputError(
            f"{given.origin.description}: a comparison needs at least two problems, but there is "
            f"only {given.problems[0]!r}; add problems, or test it by itself in Python with "
            "evenkeel.per_problem"
        )
    comparison = compare(
        given.aggregate(aggregate, missing=missing),
        control=control,
        alpha=alpha,
        **options,
    )
    most, held = int(given.counts().max()), given.facts.total <= LIMIT
    problems = found = None
    untested = ""
    if held and most >= _per_problem.LEAST_RUNS:
        try:
            problems = per_problem(
                given,
                control=comparison.control,
                test=test,
                design=design,
                test_share=test_share,
                alpha=alpha,
            )
        except InputError as error:
            if test is not None or design is None:
                raise
            untested = Message(
                "The problems were not tested of their own, and nothing is concluded of them, for "
                "no test that is valid for the design is possible: ",
                error.args[0],
                ".",
            )
    if held and most >= _conditions.LEAST_RUNS:
        found = conditions(given, alpha=alpha, design=design)
    return RunsComparison(
        comparison=comparison,
        problems=problems,
        conditions=found,
        remarks=tuple(map(_sentence, _remarks(given, comparison.results, most, held=held))),
        untested=untested,
    )


def _remarks(runs: Runs, results: Results, most: int, *, held: bool) -> Iterator[str]:
    origin = results.origin
    assert origin is not None  # what was made of runs has one
    yield repr(runs)
    yield f"over the problems the {origin.aggregated} of each cell is compared"
    yield from runs.checks()
    if origin.dropped:
        left_out = ", ".join(map(repr, origin.dropped))
        yield f"left out of the comparison, since a cell has no run: {left_out}"
    if origin.ignored:
        yield f"columns that were passed over: {', '.join(map(repr, origin.ignored))}"
    if not held:
        yield (
            f"{runs.facts.total} values are more than the {LIMIT} that are held in memory at once, "
            "so neither the problems were tested of their own nor the conditions for parametric "
            "tests"
        )
        return
    if most < _per_problem.LEAST_RUNS:
        yield "no cell has two runs, so the problems were not tested of their own"
    if most < _conditions.LEAST_RUNS:
        yield "no cell has three runs, so the conditions for parametric tests were not checked"
    if ceiling := ceiling_remark(runs):
        yield ceiling


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:].removesuffix('.')}."


# What was found in runs, in sentences: the single problems and the conditions.


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
        title = PROBLEM_TESTS[found.problems.test].title
        the = "" if "'s " in title else "the "  # Tukey's test, the Mann-Whitney U test
        sentences.append(
            f"The runs of each problem were compared by {the}{_test(found.problems)}, the level of "
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

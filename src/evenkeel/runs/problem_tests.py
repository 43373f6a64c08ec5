"""The tests of single problems and the designs of runs: which test is valid for which design.

Each test says what it supposes of the runs by the designs that it serves. A design is how the
runs were made; it decides which tests are valid, for no test of the values can show independence.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from evenkeel.errors import InputError, Message, Option, choice, fraction
from evenkeel.families import Family
from evenkeel.runs.dependent_tests import (
    corrected_t_of_runs,
    five_by_two_f_of_runs,
    five_by_two_t_of_runs,
    mcnemar_of_runs,
)
from evenkeel.runs.joint_comparisons import dunnett, tamhane, tukey
from evenkeel.runs.k_sample_tests import (
    KSampleTests,
    anova,
    cochran,
    friedman_on_runs,
    kruskal_wallis,
    repeated_measures,
    welch,
)
from evenkeel.runs.run_cells import Cells
from evenkeel.runs.two_sample_tests import (
    TwoSampleTests,
    paired_t,
    rank_sum,
    signed_ranks,
    student_t,
    welch_t,
)

Test = Literal[
    "mann-whitney",
    "t",
    "welch",
    "wilcoxon",
    "paired-t",
    "tukey",
    "dunnett",
    "tamhane",
    "five-by-two-f",
    "five-by-two-t",
    "corrected-resampled-t",
    "mcnemar",
]
Design = Literal[
    "hold-out", "k-fold", "5x2", "independent-runs", "resampled", "shared-seeds", "predictions"
]
_INDEPENDENT = ("hold-out", "independent-runs")


@dataclass(frozen=True)
class DesignOfRuns:
    """How runs were made: what that says about their independence, and the test to take."""

    dependent: bool
    words: str
    test: Test


#: The designs, each with the test that is taken if none is named.
DESIGNS: dict[str, DesignOfRuns] = {
    "hold-out": DesignOfRuns(
        False,
        "Hold-out: no example is both trained on and tested, so that the documents take the runs "
        "as independent. That is about one partition; runs on many random partitions of the same "
        "examples are not.",
        "mann-whitney",
    ),
    "k-fold": DesignOfRuns(
        True,
        "k-fold cross validation: any two training sets share most of their examples, so that the "
        "runs of a cell are not independent, and tests that suppose it reject too often; "
        "corrected_resampled_t allows for the overlap.",
        "corrected-resampled-t",
    ),
    "5x2": DesignOfRuns(
        True,
        "5 x 2 cross validation: the two training sets of a replication are disjoint, but the "
        "five replications use the same examples, so that the ten runs of a cell are not "
        "independent; five_by_two_t and five_by_two_f allow for it.",
        "five-by-two-f",
    ),
    "independent-runs": DesignOfRuns(
        False,
        "Independent runs: they are independent if each had a random seed of its own and none "
        "continued another.",
        "mann-whitney",
    ),
    "resampled": DesignOfRuns(
        True,
        "Random splits of the same examples: any two training sets share examples, so that the "
        "runs of a cell are not independent; corrected_resampled_t allows for the overlap.",
        "corrected-resampled-t",
    ),
    "shared-seeds": DesignOfRuns(
        False,
        "Shared seeds: the runs of the same name share their seed or starting point. The runs of "
        "a cell are independent of each other, but those of two algorithms are paired.",
        "wilcoxon",
    ),
    "predictions": DesignOfRuns(
        False,
        "Predictions: each run is one test example, 1 if it was classified rightly, else 0. The "
        "examples are independent if they were drawn so; those of two algorithms are paired.",
        "mcnemar",
    ),
}


@dataclass(frozen=True)
class ProblemTest:
    """A test of two algorithms on one problem.

    `statistic` is its letter; `function` tests all problems and pairs at once; `k_sample` is the
    test of all algorithms that goes before, if there is one for such runs; `designs` are those for
    which it is valid; `paired` whether runs of the same name are paired; `joint` whether the
    p-values hold for all pairs of a problem together; `parametric` whether it supposes normality.
    """

    title: str
    statistic: str
    function: Callable[[Cells, Family], TwoSampleTests]
    k_sample: Callable[[Cells], KSampleTests] | None
    designs: tuple[str, ...] = _INDEPENDENT
    paired: bool = False
    joint: bool = False
    parametric: bool = True

    @property
    def dependent(self) -> bool:
        """Whether it is made for runs of a cell that are not independent."""
        return any(DESIGNS[design].dependent for design in self.designs)


_SEEDS = ("shared-seeds", *_INDEPENDENT)
#: The tests of single problems by their names.
PROBLEM_TESTS: dict[str, ProblemTest] = {
    "mann-whitney": ProblemTest(
        "Mann-Whitney U test", "U", rank_sum, kruskal_wallis, parametric=False
    ),
    "t": ProblemTest("Student's t-test", "t", student_t, anova),
    "welch": ProblemTest("Welch's t-test", "t", welch_t, welch),
    "wilcoxon": ProblemTest(
        "Wilcoxon's signed-rank test",
        "T",
        signed_ranks,
        friedman_on_runs,
        _SEEDS,
        paired=True,
        parametric=False,
    ),
    "paired-t": ProblemTest("paired t-test", "t", paired_t, repeated_measures, _SEEDS, paired=True),
    "tukey": ProblemTest("Tukey's test", "q", tukey, anova, joint=True),
    "dunnett": ProblemTest("Dunnett's test", "t", dunnett, anova, joint=True),
    "tamhane": ProblemTest("Tamhane's T2 test", "t", tamhane, welch, joint=True),
    "five-by-two-f": ProblemTest(
        "5x2cv combined F test", "F", five_by_two_f_of_runs, None, ("5x2",), paired=True
    ),
    "five-by-two-t": ProblemTest(
        "5x2cv paired t-test", "t", five_by_two_t_of_runs, None, ("5x2",), paired=True
    ),
    "corrected-resampled-t": ProblemTest(
        "corrected resampled t-test",
        "t",
        corrected_t_of_runs,
        None,
        ("k-fold", "resampled"),
        paired=True,
    ),
    "mcnemar": ProblemTest(
        "McNemar's test",
        "fewer",
        mcnemar_of_runs,
        cochran,
        ("predictions",),
        paired=True,
        parametric=False,
    ),
}


def valid_tests(design: str) -> tuple[str, ...]:
    """The names of the tests that are valid for a design."""
    return tuple(name for name, test in PROBLEM_TESTS.items() if design in test.designs)


def chosen_test(test: str | None, design: str | None) -> Test:
    """The test that was named, if it is valid for the design; else the one of the design."""
    if design is not None:
        choice(design, DESIGNS, "design")
    if test is None:
        return DESIGNS[design].test if design else "mann-whitney"
    name: Test = choice(test, PROBLEM_TESTS, "test")  # type: ignore[assignment]
    if design is not None and design not in PROBLEM_TESTS[name].designs:
        valid = " or ".join(map(repr, valid_tests(design)))
        raise InputError(
            Message(
                Option("test", test),
                f" is not valid for the design {design!r}; choose {valid}, or leave the option out",
            )
        )
    return name


def design_for(test: Test, design: Design | None) -> Design | None:
    """The design that was said, or that a test for dependent runs of one design alone tells."""
    entry = PROBLEM_TESTS[test]
    if design is None and entry.dependent and len(entry.designs) == 1:
        return entry.designs[0]  # type: ignore[return-value]
    return design


def share_for(given: float | None, test: Test, design: Design | None) -> float | None:
    """The share of the test set, if it was said or need not be."""
    if given is not None:
        return fraction(given, "test_share")
    if design == "resampled":
        raise InputError(
            Message(
                Option("test", test),
                " of random splits needs the share of the examples that each run was tested on, "
                "for example ",
                Option("test_share", 0.3),
            )
        )
    return None

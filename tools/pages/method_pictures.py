"""The pictures on the pages of methods, each drawn by the library on a bundled case study."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np
from matplotlib.axes import Axes

import evenkeel
from evenkeel.adjustments.registry import Adjustment
from evenkeel.bayesian import BayesComparison
from evenkeel.bayesian.registry import BAYES_METHODS, BayesMethod
from evenkeel.comparison.analyses.registry import Analysis
from evenkeel.plot import (
    draw_picture,
    plot_aggregates,
    plot_curves,
    plot_ecdf,
    plot_equivalence,
    plot_forest,
    plot_joint,
    plot_posterior,
    plot_problem_tree,
    plot_profiles,
    plot_qq,
    plot_runs_box,
    plot_simplex,
)
from evenkeel.stability import ProblemTree
from evenkeel.tables.results import Results
from evenkeel.tables.runs import Runs
from pages.method import Picture

CASE = "garcia2008"
_STUDY = "five classifiers on thirty data sets (Garcia and Herrera 2008)"
_COURSES = "10 runs of two invented optimisers on six problems"
_RUNS = "30 runs of optimisers on test functions (the bundled runs scipy_optimisers)"


@cache
def with_holes() -> Results:
    """The case study with a hole on every third problem, each time of another algorithm."""
    table = evenkeel.load(CASE)
    values = table.values.copy()
    for place, row in enumerate(range(0, table.n, 3)):
        values[row, place % table.k] = np.nan
    return Results(values, table.problems, table.algorithms, better=table.better, missing="keep")


@cache
def some_runs() -> Runs:
    """The runs of the bundled study."""
    return evenkeel.load_runs("scipy_optimisers")


def of_table(kind: str, shows: str, *, holes: bool = False, **options: Any) -> Picture:
    """A picture of the table, by its name in the menus."""
    study = f"{_STUDY}, every third of which lacks a result" if holes else _STUDY

    def draw() -> Axes:
        return draw_picture(kind, with_holes() if holes else evenkeel.load(CASE), **options)

    return Picture(draw, f"{shows}, of {study}.")


def of_procedure(procedure: Adjustment) -> Picture:
    """The stair of levels; the critical difference diagram if there are no such levels."""
    control = "C4.5" if "control" in procedure.families else None
    if procedure.decide is None:
        shows = f"Critical difference diagram by {procedure.title}: a bar joins algorithms that "
        shows += "were not told apart"
        return of_table("critical-difference", shows, procedure=procedure.name)
    shows = f"P-values in order against the levels of {procedure.title}"
    return of_table("stairs", shows, procedure=procedure.name, control=control)


def of_effect(size: str, title: str) -> Picture:
    """The forest of an effect size, of pairs or of the whole table."""
    return of_table("forest", f"{title} of each pair with its 95% interval", size=size)


def of_posterior(method: BayesMethod) -> Picture:
    """The simplex of a method of shares, the density of a method of runs."""
    if method.takes == "results":
        return Picture(
            lambda: plot_simplex(
                evenkeel.load(CASE), rope=0.01, method=method.name, first="C4.5", second="1-NN"
            ),
            f"Posterior of the shares of the three regions by the {method.title}, C4.5 against "
            f"1-NN, rope 0.01, of {_STUDY}.",
        )
    return Picture(
        lambda: plot_posterior(_posterior_of_runs(method.name)),
        f"Posterior density of the difference of two algorithms by the {method.title}, of "
        f"{_RUNS} that are taken as if they were folds.",
    )


def _posterior_of_runs(method: str) -> BayesComparison:
    problems = ["Griewank", "Levy", "Michalewicz"][: 1 if method == "correlated-t" else 3]
    runs = some_runs().select(["Nelder-Mead", "Powell"], problems)
    return evenkeel.bayes(runs, rope=0.01, method=method, test_share=0.1)


def of_analysis(analysis: Analysis) -> Picture:
    """The picture that shows the answer of an analysis; else what it takes."""
    if analysis.name in _OF_ANALYSES:
        return _OF_ANALYSES[analysis.name]()
    if analysis.takes == "runs":
        return of_runs("What is compared")
    return of_table("rank-heatmap", "Ranks of the algorithms on each problem")


_OF_ANALYSES: dict[str, Callable[[], Picture]] = {
    "contrast": lambda: of_table("contrasts", "Contrasts of medians of all pairs"),
    "effect": lambda: of_table("forest", "Differences of each pair with their 95% intervals"),
    "equivalence": lambda: Picture(
        lambda: plot_equivalence(evenkeel.equivalence(evenkeel.load(CASE), margin=0.02)),
        f"Verdicts of equivalence within 0.02 for all pairs, of {_STUDY}.",
    ),
    "bayes": lambda: of_table(
        "posterior-matrix", "Posterior probabilities of all pairs with a rope of 0.01", rope=0.01
    ),
    "bayes-friedman": lambda: Picture(
        lambda: plot_forest(evenkeel.bayesian.bayes_friedman(evenkeel.load(CASE))),
        f"Probabilities of the better mean rank, and the bounds that priors give, of {_STUDY}.",
    ),
    "skill": lambda: Picture(
        lambda: plot_forest(
            evenkeel.effects.skill_scores(evenkeel.load(CASE), baseline="NaiveBayes")
        ),
        f"Skill scores against NaiveBayes with 95% intervals, of {_STUDY}.",
    ),
    "joint": lambda: Picture(
        lambda: plot_joint(
            {
                f"{d} dimensions": evenkeel.load(f"cec2017_{d}").select(
                    ["EBO", "jSO", "LSSPA", "IDEN"]
                )
                for d in (10, 100)
            }
        ),
        "Combinations of better and worse in 10 and 100 dimensions, of four optimisers of CEC'2017 "
        "(Carrasco et al. 2020).",
    ),
    "tree": lambda: Picture(
        lambda: plot_problem_tree(_grouped()),
        "Groups of 60 invented problems by their size, with the average ranks in each.",
    ),
    "bayes-runs": lambda: of_posterior(BAYES_METHODS.lookup("hierarchical")),
    "rank-sets": lambda: of_table("average-ranks", "Average ranks of the algorithms"),
    "stability": lambda: of_table("rank-shares", "How often each algorithm takes each place"),
    "strengths": lambda: of_table("beating", "How likely each algorithm beats each other one"),
    "aggregates": lambda: Picture(
        lambda: plot_aggregates(
            evenkeel.runs.aggregates(some_runs(), zero="worst", one="best", resamples=500)
        ),
        f"Aggregates of all runs with 95% intervals, of {_RUNS}.",
    ),
    "profiles": lambda: Picture(
        lambda: plot_profiles(
            evenkeel.runs.profiles(some_runs(), statistic="median", resamples=200)
        ),
        f"Performance profiles with bounds, of {_RUNS}.",
    ),
    "curves": lambda: Picture(
        lambda: plot_curves(evenkeel.runs.curves(some_courses()), on="f1"),
        f"Mean curves with bands that hold at all steps together, of {_COURSES}.",
    ),
    "targets": lambda: Picture(
        lambda: plot_ecdf(evenkeel.runs.targets(some_courses())),
        f"Share of problems and targets reached by a time, with bands, of {_COURSES}.",
    ),
}


def _grouped() -> ProblemTree:
    """A tree of problems on which who is good depends on their size."""
    random = np.random.default_rng(1)
    size = random.lognormal(7, 1, 60).round()
    errors = random.normal(size=(60, 3)) + np.where(size[:, None] < 900, [0, 1, 2], [2, 1, 0])
    table = Results(errors, algorithms=("Tree", "Forest", "Network"), better="lower")
    return evenkeel.stability.problem_tree(table, {"size": size})


@cache
def some_courses() -> Runs:
    """Runs whose errors fall, those of one algorithm sooner."""
    random = np.random.default_rng(1)
    columns: dict[str, list[Any]] = {
        name: [] for name in ("algorithm", "problem", "run", "step", "value")
    }
    for name, speed in (("Fast", 0.3), ("Slow", 0.15)):
        for problem, run in np.ndindex(6, 10):
            errors = np.exp(-np.cumsum(random.exponential(speed, 40))).tolist()
            for step, error in enumerate(errors, start=1):
                for column, cell in zip(
                    columns.values(), (name, f"f{problem}", run, step, error), strict=True
                ):
                    column.append(cell)
    return evenkeel.read_runs(columns, better="lower")


def of_runs(title: str) -> Picture:
    """The runs of some algorithms on one problem as boxes."""

    def draw() -> Axes:
        names = ("Nelder-Mead", "Powell", "SLSQP")
        return plot_runs_box({name: some_runs().cell(name, "Rastrigin") for name in names})

    return Picture(draw, f"{title}: runs on Rastrigin's function as boxes, of {_RUNS}.")


def of_normality(title: str) -> Picture:
    """One cell of runs against the normal law."""
    return Picture(
        lambda: plot_qq(some_runs().cell("SLSQP", "Rastrigin")),
        f"Quantiles of 30 runs against those of the normal law, which {title} tests: SLSQP on "
        f"Rastrigin's function, of {_RUNS}.",
    )


def of_two(kind: str, what: str, first: Sequence[float], second: Sequence[float]) -> Picture:
    """Two learners on the folds of one data set, or on its examples."""
    table = Results(
        np.array([first, second], dtype=np.float64).T, algorithms=("A", "B"), better="higher"
    )
    return Picture(lambda: draw_picture(kind, table), what)

"""The tests of runs of one problem, which have no registry: those of the tables, and the others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import evenkeel
from evenkeel.runs._conditions import NORMALITY, VARIANCES
from evenkeel.runs.k_samples import levene, welch_anova
from evenkeel.runs.problem_tests import PROBLEM_TESTS
from evenkeel.runs.two_samples import mann_whitney
from pages import method_pictures as draw
from pages.docstrings import references, sentences, summary
from pages.method import Method, Picture, options_of, public_name

_RUNS = "runs.csv --better lower"
_TWO_SAMPLE = {
    "mann-whitney": "Asks of the runs of one problem whether those of one algorithm tend to be "
    "better than those of another, by ranks. Supposes independent runs, and under the null "
    "hypothesis one distribution for both.",
    "t": "Compares the mean of the runs of two algorithms on one problem. Supposes independent "
    "runs, normal with the same variance.",
    "welch": "Compares the mean of the runs of two algorithms on one problem. Supposes "
    "independent, normal runs; the variances may differ.",
    "tukey": "Compares the means of all pairs of algorithms on one problem, adjusted for them. "
    "Supposes independent runs, normal with the same variance.",
    "dunnett": "Compares the mean of a control with that of each other algorithm on one problem, "
    "adjusted for their number. Supposes independent runs, normal with the same variance.",
    "tamhane": "Compares the means of all pairs of algorithms on one problem, adjusted for the "
    "pairs. Supposes independent, normal runs; the variances may differ.",
    "wilcoxon": "Compares the paired runs of two algorithms on one problem by signed ranks. "
    "Supposes independent pairs that share something, such as the seed, and symmetric differences.",
    "paired-t": "Compares the means of the paired runs of two algorithms on one problem. Supposes "
    "independent pairs that share something, such as the seed, and normal differences.",
}
_MORE: dict[str, Callable[..., Any]] = {"mann-whitney": mann_whitney, "welch": welch_anova}


def tests_of_runs() -> Iterator[Method]:
    """One page for each test of runs."""
    yield from _two_sample_tests()
    yield from _tests_of_conditions()
    yield from _tests_of_folds()


def _two_sample_tests() -> Iterator[Method]:
    """Two algorithms on one problem; the test of all algorithms that goes before is beside it."""
    titles = k_sample_titles()
    for name in _TWO_SAMPLE:
        test = PROBLEM_TESTS[name]
        assert test.k_sample is not None  # independent runs have one
        title, paired, function = test.title, test.paired, test.function
        meaning, supposes = _TWO_SAMPLE[name].split(" Supposes ")
        beside = titles[name]
        found = [references(each) for each in (_MORE.get(name, function), test.k_sample)]
        yield Method(
            "runs",
            name,
            title=f"{title[0].upper()}{title[1:]}, of runs",
            meaning=meaning,
            facts=(
                ("Hypotheses", " ".join(sentences(evenkeel.per_problem, "H0", "H1")[:2])),
                ("Supposes", supposes),
                ("Runs", "paired by their names." if paired else "not paired."),
                ("More than two algorithms", f"are tested together first: {beside}."),
            ),
            call=f'evenkeel.per_problem(runs, test="{name}")',
            command=f"evenkeel runs {_RUNS} --test {name}",
            reference=" ".join(filter(None, found)) or references(evenkeel.per_problem),
            picture=draw.of_runs(f"{title[0].upper()}{title[1:]}"),
            options=options_of(evenkeel.per_problem),
            rows=(beside,) if test.joint else (f"{title[0].upper()}{title[1:]}", beside),
        )


def k_sample_titles() -> dict[str, str]:
    """What the test of all algorithms is called that belongs to each two-sample test."""
    runs = draw.some_runs().select(["Powell", "SLSQP"], ["Griewank"])
    return {
        name: evenkeel.per_problem(
            runs,
            test=name,  # type: ignore[arg-type]
            control="Powell",
        ).k_sample.title  # type: ignore[union-attr]
        for name in _TWO_SAMPLE
    }


def _tests_of_conditions() -> Iterator[Method]:
    normality, variances = sentences(evenkeel.conditions, "H0")
    for name, (title, least, function) in NORMALITY.items():
        yield _of_conditions(
            name,
            title,
            "Asks of the runs of one cell whether they come from a normal distribution.",
            (
                ("Hypotheses", normality),
                ("Needs", f"at least {least} runs that are not all equal."),
            ),
            references(function),
            draw.of_normality(title),
        )
    for name, (title, centre) in VARIANCES.items():
        yield _of_conditions(
            name,
            title,
            "Asks of the runs of one problem whether all algorithms have the same variance, by "
            f"the distances of the runs from the {centre} of their cell.",
            (("Hypotheses", variances), ("Needs", "at least 3 runs in every cell of the problem.")),
            references(levene),
            draw.of_runs(title),
        )


def _of_conditions(
    name: str,
    title: str,
    meaning: str,
    facts: tuple[tuple[str, str], ...],
    reference: str,
    picture: Picture,
) -> Method:
    return Method(
        "runs",
        name,
        title=title,
        meaning=meaning,
        facts=(*facts, ("Not rejected", "is no proof: with few runs the tests seldom notice.")),
        call="evenkeel.conditions(runs)",
        command=f"evenkeel check {_RUNS}",
        reference=reference,
        picture=picture,
        options=options_of(evenkeel.conditions),
        rows=(title,),
    )


#: Errors of two learners on ten folds, and which of 20 examples each classifies rightly.
_FOLDS = (
    (0.11, 0.13, 0.12, 0.12, 0.14, 0.11, 0.13, 0.12, 0.12, 0.13),
    (0.09, 0.10, 0.10, 0.09, 0.10, 0.10, 0.09, 0.10, 0.11, 0.10),
)
_RIGHT = ([1.0] * 17 + [0.0] * 3, [1.0] * 11 + [0.0] * 6 + [1.0] + [0.0] * 2)


def _tests_of_folds() -> Iterator[Method]:
    folds = draw.of_two(
        "differences", "Differences of the scores of two learners A and B on ten folds.", *_FOLDS
    )
    examples = draw.of_two(
        "win-tie-loss",
        "How many of 20 examples only one of two classifiers A and B gets right.",
        *_RIGHT,
    )
    residuals = draw.of_table("contrasts", "Differences of the algorithms by medians")
    for name, title, function, picture, supposes in (
        (
            "five-by-two-t",
            "5x2cv paired t-test",
            evenkeel.runs.five_by_two_t,
            folds,
            "ten normal differences, the two of a replication independent of each other.",
        ),
        (
            "five-by-two-f",
            "5x2cv combined F test",
            evenkeel.runs.five_by_two_f,
            folds,
            "ten normal differences, the two of a replication independent of each other.",
        ),
        (
            "corrected-resampled-t",
            "Corrected resampled t-test",
            evenkeel.runs.corrected_resampled_t,
            folds,
            "normal differences, two of which correlate as the share of the test set: a rule of "
            "thumb, not a proof.",
        ),
        (
            "mcnemar",
            "McNemar's test",
            evenkeel.runs.mcnemar,
            examples,
            "test examples that are independent and were not trained on.",
        ),
        (
            "repeated-measures-anova",
            "Repeated-measures analysis of variance",
            evenkeel.runs.repeated_measures_anova,
            residuals,
            "residuals that are normal, commensurable over the problems, and spherical.",
        ),
    ):
        yield Method(
            "runs",
            name,
            title=title,
            meaning=summary(function),
            facts=(
                ("Hypotheses", " ".join(sentences(function, "H0", "H1")[:2])),
                ("Supposes", supposes),
            ),
            call=f"{public_name(function)}(...)",
            command=f"evenkeel runs {_RUNS} --test {name}" if name in PROBLEM_TESTS else "",
            reference=references(function),
            picture=picture,
            options=options_of(function),
        )

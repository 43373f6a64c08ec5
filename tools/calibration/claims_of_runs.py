"""What the page says in short of the tests of runs."""

from __future__ import annotations

from calibration import of_runs
from calibration.rates import Claim, held, most, span
from calibration.studies import ALPHA


def conditions() -> Claim:
    """The tests of normality and of equal variances."""
    right = ("lilliefors", "shapiro-wilk")
    rates = [of_runs.normality(name, runs) for name in right for runs in of_runs.RUNS]
    others = [of_runs.normality("dagostino-pearson", runs) for runs in of_runs.RUNS]
    dagostino = [rate for rate in others if rate is not None]
    few = [of_runs.variances("levene", "normal", runs) for runs in of_runs.RUNS[:2]]
    levene = [of_runs.variances("levene", "exponential", runs) for runs in of_runs.RUNS]
    median = [
        of_runs.variances("brown-forsythe", law, runs)
        for law in of_runs.LAWS
        for runs in of_runs.RUNS
    ]
    return (
        "Of the tests of normality, Lilliefors' and Shapiro and Wilk's are right at every number "
        f"of runs, and D'Agostino and Pearson's is close to it ({span(dagostino)}). Levene's test "
        f"by means rejects too often with 7 or 13 runs ({span(few)}) and takes skewed runs for "
        f"unequal variances ({span(levene)}); by medians (Brown and Forsythe) it is safe with few "
        "runs and right with many.",
        all(rate is not None and rate.covers(ALPHA) for rate in rates)
        and all(0.045 < rate.value < 0.06 for rate in dagostino)
        and min(rate.low for rate in (*few, *levene)) > ALPHA
        and held(median),
    )


def single_problems() -> Claim:
    """The tests of single problems."""
    normal, skewed = (
        [
            test(name, law, runs)
            for test in (of_runs.two_sample, of_runs.k_sample)
            for name in of_runs.TWO_SAMPLE
            for runs in of_runs.RUNS
            if (test, name) != (of_runs.k_sample, "welch")
        ]
        for law in of_runs.LAWS
    )
    welch = [of_runs.k_sample("welch", "exponential", runs) for runs in of_runs.RUNS]
    return (
        "The tests of single problems hold their level at every number of runs, with normal and "
        "with exponential runs, of which only Welch's analysis of variance rejects too often, "
        f"in up to {most(welch)} of the cases.",
        held(normal) and held(skewed) and max(rate.low for rate in welch) > ALPHA,
    )

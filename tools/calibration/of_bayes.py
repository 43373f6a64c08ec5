"""How often Bayesian decisions at 0.95 tell algorithms apart that are alike.

Run by itself, ``python tools/calibration/of_bayes.py`` prints its part of the page.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

import evenkeel
from calibration import tables
from calibration.rates import Claim, most, span
from calibration.studies import ALPHA, CONFIDENCE, FEWER
from evenkeel.bayesian.registry import BAYES_METHODS, Problem, Rope
from evenkeel.families import Family
from evenkeel.runs.cells import Cells
from evenkeel.studies.outcomes import Estimate, estimate

LEVEL = 0.95
SIZES = (10, 20, 50)
LAWS = ("Normal", "Heavy tails", "Ties")
ROPES: dict[str, Rope] = {"no rope": "none", "rope of 1/4": 0.25, "rope of 1": 1.0}
RHO = 0.1
CORRELATIONS = (0.05, 0.1, 0.2)
HIERARCHICAL = 100
_DRAWS = 4000
_SEED = 0


def differences(law: str, tables: int, n: int) -> np.ndarray:
    """Differences of two algorithms that are alike, with a standard deviation of about 1."""
    rng = np.random.default_rng(_SEED)
    if law == "Heavy tails":
        return rng.standard_t(3, (n, tables)) / np.sqrt(3)
    drawn = rng.normal(size=(n, tables))
    return np.round(drawn * 2) / 2 if law == "Ties" else drawn


@cache
def decisions(method: str, rope: str, law: str, n: int) -> tuple[Estimate, Estimate]:
    """How often one of two is decided to be better, and how often that they are alike."""
    drawn = differences(law, FEWER, n)
    names = ["control", *(f"table {i}" for i in range(FEWER))]
    losses = np.column_stack([np.zeros(n), drawn])
    found = evenkeel.bayes(
        evenkeel.Results(losses, algorithms=names, better="lower"),
        rope=ROPES[rope],
        method=method,
        control="control",
        resamples=_DRAWS,
    )
    return _rates(found.decision)


@cache
def one_problem(correlation: float) -> Estimate:
    """The same of the correlated t-test without a rope, 10 x 10 folds with this correlation."""
    rng = np.random.default_rng(_SEED)
    common = np.sqrt(correlation) * rng.normal(size=(FEWER, 1))
    runs = common + np.sqrt(1 - correlation) * rng.normal(size=(FEWER, 100))
    return _rates_of_runs("correlated-t", runs[:, None])


@cache
def over_problems() -> Estimate:
    """The same of the hierarchical test without a rope: 10 problems, 5 folds of 4 runs."""
    rng = np.random.default_rng(_SEED)
    shape = (HIERARCHICAL, 10, 1)
    mean = 0.5 * rng.normal(size=shape) + np.sqrt(0.2) * rng.normal(size=shape)
    runs = mean + np.sqrt(0.8) * rng.normal(size=(*shape[:2], 20))
    return _rates_of_runs("hierarchical", runs)


def _rates_of_runs(method: str, runs: np.ndarray) -> Estimate:
    """Decisions of tables (tables, problems, runs) of differences."""
    wrong = 0
    share = RHO if method == "correlated-t" else 0.2
    for table in runs:
        values = np.stack([np.zeros_like(table), table], axis=1)
        cells = Cells(
            ("a", "b"),
            tuple(f"P{i}" for i in range(len(table))),
            "lower",
            values,
            np.full(values.shape[:2], values.shape[2]),
        )
        pairs = Family(("a", "b")).pairs
        generator = np.random.default_rng(0)
        problem = Problem(None, cells, pairs, 0.0, 0.0, "rope", share, 1, generator)
        found = BAYES_METHODS.lookup(method).posterior(problem).probabilities[0]
        wrong += max(found) >= LEVEL
    return estimate(float(wrong), len(runs), CONFIDENCE)


def _rates(decided: tuple[str, ...]) -> tuple[Estimate, Estimate]:
    apart = sum(decision in ("left", "right") for decision in decided)
    alike = sum(decision == "within" for decision in decided)
    return tuple(estimate(float(count), len(decided), CONFIDENCE) for count in (apart, alike))


def table_of_decisions() -> str:
    """Decisions for one of two algorithms that are alike, by method, rope, law and size."""
    rows: list[tables.Row] = [
        (
            f"{BAYES_METHODS.lookup(method).title}, {rope}: {law.lower()}",
            [
                *(decisions(method, rope, law, n)[0] for n in SIZES),
                *(None if rope == "no rope" else decisions(method, rope, law, n)[1] for n in SIZES),
            ],
        )
        for method in ("signed-rank", "sign")
        for rope in ROPES
        for law in LAWS
    ]
    names = [f"{what}, n = {n}" for what in ("Apart", "Alike") for n in SIZES]
    return _without_bold(
        tables.table("Decisions at 0.95 about two algorithms that are alike", "Method", names, rows)
    )


def _without_bold(text: str) -> str:
    """Bold marks errors above the level; these rates are none of tests."""
    title, _, rest = text.partition("\n")
    return f"{title}\n{rest.replace('**', '')}"


def section() -> Iterator[str]:
    """The section of the page."""
    yield "## Bayesian decisions"
    yield (
        "A posterior probability is no p-value, and a decision at 0.95 bounds no error rate. How "
        "often does it tell two algorithms apart that are alike? Their differences on n problems "
        "are symmetric about 0 with a standard deviation of 1, which is the unit of the rope: "
        "normal, with the t law of 3 degrees of freedom, or normal and rounded to 1/2. *Apart* is "
        "the share of the tables in which one of the two is decided to be (practically) better, "
        "*alike* that in which they are decided to be practically alike; the rest stays open. "
        f"{FEWER:,} tables per row, the default priors."
    )
    yield table_of_decisions()
    yield (
        "The correlated t-test without a rope, 10 x 10 folds, test_share 0.1: two learners that "
        "are alike are told apart in "
        + ", ".join(f"{one_problem(c).value:.3f} ({c:g})" for c in CORRELATIONS)
        + f" of {FEWER:,} cases, by the true correlation of the runs (in brackets); 0.1 is what "
        "the test supposes. The hierarchical test without a rope, 10 problems, 5 folds of 4 runs, "
        "the problems' own means with half of the standard deviation of the runs: "
        f"{over_problems().value:.2f} of {HIERARCHICAL} cases."
    )


def claims() -> Iterator[Claim]:
    """What the page says in short."""
    bare = [
        decisions(m, "no rope", law, n)[0]
        for m in ("signed-rank", "sign")
        for law in LAWS
        for n in SIZES
    ]
    roped = [
        decisions(m, "rope of 1", law, n)[0]
        for m in ("signed-rank", "sign")
        for law in LAWS
        for n in SIZES
    ]
    yield (
        "**Bayesian decisions are not tests**: without a rope `bayes` at 0.95 tells two algorithms "
        f"that are alike apart in {span(bare)} of the tables, twice 0.05 and more, for either of "
        f"them may seem better; with a rope of one standard deviation in at most {most(roped)}.",
        max(rate.low for rate in bare) > ALPHA
        and max(rate.value for rate in bare) < 0.16
        and max(rate.value for rate in roped) < ALPHA,
    )


if __name__ == "__main__":
    for claim, borne_out in claims():
        print("-", claim, "" if borne_out else "NOT BORNE OUT", "\n")
    print("\n\n".join(section()))

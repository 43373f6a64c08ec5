"""Tests of equivalence: false claims at the margin, over families too, and power."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache

import numpy as np

from calibration import studies, tables
from calibration.rates import Claim, held, most
from calibration.studies import ALPHA, CONFIDENCE, FEWER, TABLES
from evenkeel.effects.intervals import CentreTest, within
from evenkeel.families import Family
from evenkeel.studies.models import MODELS
from evenkeel.studies.outcomes import Estimate, estimate
from evenkeel.studies.pvalues import UNADJUSTED, procedure_title
from evenkeel.studies.work import EquivalenceSimulation, Sampling

PROBLEMS = (10, 20, 50)
SYMMETRIC = ("normal", "heavy-tailed", "skewed", "tied")
TESTS: dict[CentreTest, str] = {"wilcoxon": "Wilcoxon", "sign": "Sign test"}
MARGIN = 1.0
#: Three algorithms that are alike, and three that are alike at the margin from them.
SIX = (0.0, 0.0, 0.0, 1.5, 1.5, 1.5)
#: Two that are alike, and one at the margin from them.
THREE = (0.0, 0.0, 1.0)
#: Where the exponential law has its centres.
MEDIAN = math.log(2)
PSEUDO_MEDIAN = 0.8391734950083303  # half the median of the sum of two
SKEWED = {
    ("wilcoxon", "pseudo-median", "outwards"): (PSEUDO_MEDIAN, 1),
    ("wilcoxon", "pseudo-median", "inwards"): (PSEUDO_MEDIAN, -1),
    ("wilcoxon", "median", "outwards"): (MEDIAN, 1),
    ("wilcoxon", "median", "inwards"): (MEDIAN, -1),
    ("sign", "median", "outwards"): (MEDIAN, 1),
    ("sign", "median", "inwards"): (MEDIAN, -1),
}


def _repetitions(model: str) -> int:
    return TABLES if MODELS[model].step is None else FEWER


def _sampling(repetitions: int) -> Sampling:
    return Sampling(repetitions, 0, studies.WORKERS, None)


@cache
def claimed(n: int, model: str, test: CentreTest, advantage: float) -> Estimate:
    """How often two algorithms so far apart are claimed to be equivalent."""
    family = Family.of_size(2)
    work = EquivalenceSimulation(
        n, (advantage, 0.0), model, family, MARGIN, test, UNADJUSTED, ALPHA
    )
    repetitions = _repetitions(model)
    sums = work.run(_sampling(repetitions))
    return estimate(float(sums["rejected"][0]), repetitions, CONFIDENCE)


@cache
def claimed_if_skewed(n: int, test: CentreTest, centre: str, tail: str) -> Estimate:
    """The same of exponential differences whose centre lies at the margin."""
    place, sign = SKEWED[test, centre, tail]
    drawn = np.random.default_rng(0).standard_exponential((TABLES, n)) - place
    rows = MARGIN * 10 + sign * drawn
    # a margin so large that the other one-sided test always rejects
    pvalue = within(rows, np.zeros_like(rows), (-MARGIN * 10, MARGIN * 10), 0.0, test)[1]
    return estimate(float((pvalue <= ALPHA).sum()), TABLES, CONFIDENCE)


@cache
def over_family(
    n: int, effect: tuple[float, ...], kind: str, test: CentreTest, procedure: str
) -> tuple[Estimate, Estimate]:
    """Family-wise error of claims of equivalence, and average power; the margin is the last."""
    names = Family.of_size(len(effect)).algorithms
    family = Family(names, names[0] if kind == "control" else None)
    work = EquivalenceSimulation(n, effect, "normal", family, effect[-1], test, procedure, ALPHA)
    sums = work.run(_sampling(TABLES))
    power = float(sums["rejected"][work.close].mean())
    return (
        estimate(float(sums["any true"]), TABLES, CONFIDENCE),
        estimate(power, TABLES, CONFIDENCE),
    )


def errors_and_power() -> str:
    """One pair: false claims at the margin, and power if the two are alike."""
    rows: list[tables.Row] = [
        (
            f"{title}: {MODELS[model].title.lower()}",
            [
                *(
                    (claimed(n, model, test, MARGIN), claimed(n, model, test, 0.0))
                    for n in PROBLEMS
                ),
            ],
        )
        for test, title in TESTS.items()
        for model in SYMMETRIC
    ]
    title = "One pair: false claims of equivalence at the margin / power if both are alike"
    return tables.table(title, "Test and results", _names(), rows)


def skewed_differences() -> str:
    """One pair: false claims if the differences are skewed."""
    rows: list[tables.Row] = [
        (
            f"{TESTS[test]}: {centre} at the margin, tail {tail}",
            [claimed_if_skewed(n, test, centre, tail) for n in PROBLEMS],
        )
        for test, centre, tail in SKEWED
    ]
    return tables.table(
        "One pair: false claims of equivalence if differences are exponential",
        "Test, centre and tail",
        _names(),
        rows,
    )


def families() -> str:
    """Family-wise error and power of procedures."""
    rows: list[tables.Row] = [
        (
            f"{words}, {title}: {procedure_title(procedure)}",
            [over_family(n, SIX, kind, test, procedure) for n in PROBLEMS],
        )
        for kind, words in (("control", "Control"), ("all-pairs", "All pairs"))
        for test, title in TESTS.items()
        for procedure in (UNADJUSTED, "holm", "hochberg")
    ]
    title = "Families of six: false claims of equivalence, of any pair / power"
    return tables.table(title, "Family, test and procedure", _names(), rows)


def counting_true_hypotheses() -> str:
    """Family-wise error of Shaffer's procedure, which is refused."""
    rows: list[tables.Row] = [
        (
            procedure_title(procedure),
            [over_family(n, THREE, "all-pairs", "wilcoxon", procedure) for n in PROBLEMS],
        )
        for procedure in ("holm", "shaffer")
    ]
    title = "All pairs of three, Wilcoxon: false claims of equivalence, of any pair / power"
    return tables.table(title, "Procedure", _names(), rows)


def section() -> Iterator[str]:
    """The section of the page."""
    yield "## Tests of equivalence"
    yield (
        "How often `equivalence` claims that two algorithms are within the margin if they lie at "
        "it, where the claim is just false, and how often if they are alike. The margin is one "
        "standard deviation of a result, which is 0.71 of one of a difference. "
        f"{TABLES:,} tables, {FEWER:,} with ties. Differences of two skewed results of one law are "
        "symmetric. With ties, differences at the margin count against equivalence, and the test "
        "is the safer for it."
    )
    yield errors_and_power()
    yield (
        "Differences that are skewed themselves: exponential, with the tail away from 0 "
        "(outwards) or towards it (inwards). Wilcoxon's test supposes symmetry. It speaks of the "
        "pseudo-median, and not exactly; read as a claim of the median it can be false far too "
        "often. The sign test speaks of the median whatever the law."
    )
    yield skewed_differences()
    yield (
        "Three algorithms that are alike, and three others, alike among themselves, at the margin "
        "of 1.5 standard deviations from them; normal results. Every claim across is false."
    )
    yield families()
    yield (
        "Two algorithms that are alike, and one at the margin of a standard deviation from both. "
        "Shaffer's procedure counts as if 'not equivalent' were transitive: if one of three "
        "hypotheses is false, as if at most one of the others could be true, while here two are. "
        "`equivalence` refuses it."
    )
    yield counting_true_hypotheses()


def claims() -> Iterator[Claim]:
    """What the page says of them in short."""
    single = [
        claimed(n, model, test, MARGIN) for n in PROBLEMS for model in SYMMETRIC for test in TESTS
    ]
    wide = [
        over_family(n, SIX, kind, test, "holm")[0]
        for n in PROBLEMS
        for kind in ("control", "all-pairs")
        for test in TESTS
    ]
    signs = [claimed_if_skewed(n, "sign", "median", tail) for n in PROBLEMS for tail in _TAILS]
    pseudo = [
        claimed_if_skewed(n, "wilcoxon", "pseudo-median", tail) for n in PROBLEMS for tail in _TAILS
    ]
    median = [claimed_if_skewed(n, "wilcoxon", "median", tail) for n in PROBLEMS for tail in _TAILS]
    wide += [over_family(n, THREE, "all-pairs", "wilcoxon", "holm")[0] for n in PROBLEMS]
    shaffer = [over_family(n, THREE, "all-pairs", "wilcoxon", "shaffer")[0] for n in PROBLEMS]
    yield (
        "**Tests of equivalence** hold their level at the margin itself, where a claim is just "
        f"false: the largest rate is {most(single)} for a pair with symmetric differences, and "
        f"{most(wide)} for any pair of a family with Holm's procedure. If differences are skewed, "
        f"the sign test holds it for the median ({most(signs)}); Wilcoxon's claims equivalence "
        f"falsely in up to {most(pseudo)} of the tables if the pseudo-median lies at the margin, "
        f"and in up to {most(median)} if the median does. Shaffer's procedure would claim it "
        f"falsely in up to {most(shaffer)}, and is refused.",
        held([*single, *wide, *signs])
        and max(rate.low for rate in median) > ALPHA
        and max(rate.low for rate in shaffer) > ALPHA,
    )


_TAILS = ("outwards", "inwards")


def _names() -> list[str]:
    return [f"n = {n}" for n in PROBLEMS]

"""The studies behind the page, each computed once, with fixed seeds."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from evenkeel.studies.outcomes import Estimate
from evenkeel.studies.pvalues import chosen_comparisons
from evenkeel.studies.simulation import FamilyOutcome, SimulationStudy, simulate

ALPHA = 0.05
CONFIDENCE = 0.999
MANY = 20_000  # where nothing but ranks is needed
TABLES = 5_000
FEWER = 2_000  # where each table takes its own time
FEWEST = 1_000  # where it takes very long
PROBLEMS = (5, 10, 20, 50)
ALGORITHMS = (3, 5, 7)
SIZES = tuple((n, k) for k in ALGORITHMS for n in PROBLEMS)
WORKERS = -1  # all cores

#: P-values that need a law of many values for each table: measured for few problems only.
SLOW = ("aligned-exact", "aligned-paired", "quade-paired")
FEW_PROBLEMS = 10

#: The laws that are compared where algorithms are of several kinds.
POOLED = ("friedman-normal", "friedman-exact")
OWN = ("friedman-paired", "wilcoxon-exact", "sign")
LOGICAL = ("holm", "shaffer", "bergmann")
SEARCHING = "bergmann"  # among ten algorithms it takes its time

#: Problems and algorithms of the tables that show what robustness costs, and the advantages.
COST_SIZE = (30, 6)
COST_MODELS: dict[str, tuple[float, ...]] = {
    "normal": (1, 1, 1, 0, 0, 0),
    "heavy-tailed": (1, 1, 1, 0, 0, 0),
    "tied": (1, 1, 1, 0, 0, 0),
    "unequal-spread": (0, 0, 0, 2, 2, 2),
    "correlated-pairs": (1, 1, 0, 0, 0, 0),
    "one-bad": (1, 0, 0, 0, 0, 0),
    "three-specialists": (0, 0, 0, 0, 0, 0),
}
#: All pairs, and the first specialist as the control: problems and algorithms of the tables.
SPECIALISTS = (
    "three-specialists",
    "five-specialists",
    "three-even-specialists",
    "five-even-specialists",
)
SPECIALISTS_SIZE = (50, 10)
CONTROL_SIZES = ((50, 10), (100, 20))


def measured(n: int, k: int, repetitions: int, **options: object) -> SimulationStudy:
    """Simulate with the settings of the page."""
    return simulate(
        n,
        k,
        repetitions=repetitions,
        alpha=ALPHA,
        confidence=CONFIDENCE,
        workers=WORKERS,
        **options,  # type: ignore[arg-type]
    )


@cache
def omnibus(n: int, k: int) -> Mapping[str, Estimate]:
    """All algorithms alike, normal results: tests of all algorithms."""
    return measured(n, k, MANY, omnibus="all", comparisons=[]).omnibus


@cache
def single(n: int, k: int) -> SimulationStudy:
    """The same of single pairs."""
    quick = [name for name in chosen_comparisons("all", "all-pairs") if name not in SLOW]
    return measured(n, k, TABLES, omnibus=[], comparisons=quick, procedures=[])


@cache
def slow_single(n: int, k: int) -> SimulationStudy:
    """The same of the p-values that take their time."""
    return measured(n, k, FEWER, omnibus=[], comparisons=SLOW, procedures=[])


def single_error(n: int, k: int, comparison: str) -> Estimate | None:
    """Type I error of one pair; None where it was not measured."""
    if comparison not in SLOW:
        return single(n, k).outcome(comparison).single_error
    return slow_single(n, k).outcome(comparison).single_error if n <= FEW_PROBLEMS else None


@cache
def alike(n: int, k: int, family: str) -> SimulationStudy:
    """All algorithms alike, normal results: procedures."""
    comparisons = ["friedman-normal"] + ["multiple-sign"] * (family == "control")
    return measured(
        n, k, TABLES, family=family, omnibus=[], comparisons=comparisons, procedures="all"
    )


@cache
def modelled(distribution: str) -> SimulationStudy:
    """All algorithms alike, 10 problems and 5 algorithms, any model of one kind of algorithms."""
    return measured(
        10,
        5,
        FEWER,
        distribution=distribution,
        omnibus="all",
        comparisons="all",
        procedures=[],
    )


@cache
def cost(distribution: str) -> SimulationStudy:
    """Some algorithms better than others: every procedure on the quick p-values."""
    quick = [name for name in chosen_comparisons("all", "all-pairs") if name not in SLOW]
    return measured(
        *COST_SIZE,
        FEWER,
        effect=COST_MODELS[distribution],
        distribution=distribution,
        omnibus=[],
        comparisons=quick,
        procedures="all",
    )


@cache
def slow_cost(distribution: str) -> SimulationStudy:
    """The same of Holm's procedure on the p-values that take their time."""
    return measured(
        *COST_SIZE,
        FEWEST,
        effect=COST_MODELS[distribution],
        distribution=distribution,
        omnibus=[],
        comparisons=[name for name in SLOW if name != "aligned-exact"],
        procedures="holm",
    )


@cache
def _specialists(distribution: str, *, searching: bool) -> SimulationStudy:
    """All pairs of ten algorithms, three or five of them specialists."""
    return measured(
        *SPECIALISTS_SIZE,
        FEWEST if searching else MANY,
        distribution=distribution,
        omnibus=[],
        comparisons=[*POOLED, *OWN],
        procedures=[name for name in LOGICAL if (name == SEARCHING) == searching],
    )


def specialists(distribution: str, comparison: str, procedure: str) -> FamilyOutcome:
    """What a procedure does with them."""
    study = _specialists(distribution, searching=procedure == SEARCHING)
    return study.outcome(comparison, procedure)


@cache
def specialist_control(n: int, k: int) -> SimulationStudy:
    """The control and the second algorithm are specialists, and alike."""
    return measured(
        n,
        k,
        TABLES,
        distribution="specialists",
        family="control",
        omnibus=[],
        comparisons=[*POOLED, *OWN],
        procedures="all",
    )

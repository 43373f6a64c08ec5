"""Single steps of compare(): the table, the omnibus tests, the procedure to conclude from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from numpy.typing import ArrayLike

from evenkeel.adjustments.registry import lookup
from evenkeel.decisions.confidence_sets import RankTest
from evenkeel.decisions.testing import main_procedure
from evenkeel.errors import InputError, Message, Option, choice
from evenkeel.families import Family
from evenkeel.numerics.randomness import Seed
from evenkeel.omnibus.carrying_out import OmnibusResult
from evenkeel.omnibus.registry import OMNIBUS, Ties, deciding_test
from evenkeel.pairwise.sign import TieTreatment
from evenkeel.pairwise.ttest import PairedTTest, t_test
from evenkeel.pairwise.walsh import HodgesLehmann, hodges_lehmann
from evenkeel.ranks.registry import RANKINGS
from evenkeel.result import Result
from evenkeel.tables.cell_statistics import Statistic
from evenkeel.tables.choices import choose, failures_last
from evenkeel.tables.results import Better, Results, as_results, has_names

if TYPE_CHECKING:
    from evenkeel.report.document import Document
    from evenkeel.tables.runs import Runs


class CompareOptions(TypedDict, total=False):
    """The options that `compare_runs` gives to `compare`."""

    ranking: str
    adjust: str | Iterable[str] | None
    procedure: str | None
    method: str | None
    always: bool
    order: Sequence[str] | None
    ties: Ties
    omnibus_method: Literal["permutation"] | None
    sign_ties: TieTreatment
    second_look: RankTest | None
    resamples: int
    seed: Seed


class TwoAlgorithms(Result):
    """What is shown only for two algorithms: how large their difference is."""

    t: PairedTTest
    hodges_lehmann: HodgesLehmann

    def report(self) -> Document:
        """Both estimates of the difference as a table."""
        from evenkeel.report.pair_tables import report_two_algorithms

        return report_two_algorithms(self)


def one_value_a_cell(
    data: Results | Runs | ArrayLike,
    better: Better | None,
    aggregate: Statistic | float | None,
    missing: str | None,
) -> Results:
    """The table itself, or one value of the runs of each cell, with missing ones as chosen."""
    if not isinstance(data, Results):  # what reads and holds runs is not imported for a table
        from evenkeel.tables.reading import read_any
        from evenkeel.tables.runs import Runs

        if not isinstance(data, Runs) and has_names(data):
            data, better = read_any(data, better=better, missing=missing or "error"), None
        if isinstance(data, Runs):
            return _one_value_of_runs(data, better, aggregate, missing)
    if aggregate is not None:
        raise InputError(
            Message(
                Option("aggregate", aggregate),
                " says how runs become one value, but the table has one value a cell; leave it out",
            )
        )
    table = as_results(data, better)
    return table if missing is None else choose(table, missing)


def _one_value_of_runs(
    data: Runs, better: Better | None, aggregate: Statistic | float | None, missing: str | None
) -> Results:
    from evenkeel.tables.reading import as_runs
    from evenkeel.tables.runs import aggregated

    runs = as_runs(data, better)
    if runs.n < 2:
        raise InputError(
            f"{runs.origin.description}: a comparison needs at least two problems, but there "
            f"is only {runs.problems[0]!r}; add problems, or test its runs by themselves in Python "
            "with evenkeel.per_problem or evenkeel.runs.corrected_resampled_t"
        )
    statistic = "mean" if aggregate is None else aggregate
    table = aggregated(runs, statistic, missing="error" if missing is None else "keep")
    return table if missing is None else choose(table, missing)


def omnibus_tests(
    table: Results, ranking: str, order: Sequence[str] | None, options: Mapping[str, Any]
) -> dict[str, OmnibusResult]:
    """Every test that serves the table, those for a trend only if an order was predicted.

    `options` are those of the tests that have them; a `method` other than ``"permutation"`` would
    not serve every test.
    """
    if options["method"] is not None:
        choice(options["method"], ("permutation",), "method of the omnibus tests")
    if order is not None:
        failures_last(table).require_complete("a test for a trend")
    decisive = deciding_test(ranking)
    found = {}
    for test in OMNIBUS:
        if test is not decisive and not serves(test.ranking, table):
            continue
        given = {name: value for name, value in options.items() if name in test.options}
        if test.alternative == "any":
            found[test.name] = test.function(table, **given)
        elif order is not None:
            found[test.name] = test.function(table, order=order, **given)
    return found


def serves(ranking: str, table: Results) -> bool:
    """Whether a ranking is shown of a table without being asked for.

    On a complete table those for holes are like another one; failures have only an order.
    """
    entry = RANKINGS.lookup(ranking)
    return not (entry.holes or table.has_holes or (table.has_missing and not entry.ordinal))


def two_algorithms(table: Results, first: str, second: str) -> TwoAlgorithms:
    """How large the difference of the only two algorithms is."""
    return TwoAlgorithms(t_test(table, first, second), hodges_lehmann(table, first, second))


def concluding_procedure(
    procedure: str | None, shown: list[str], family: Family, method: str
) -> str:
    """The procedure to conclude from: the one asked for, the documents' choice, or the first."""
    if procedure is not None:
        return lookup(procedure).name
    default = main_procedure(family, method)
    return default if default in shown else shown[0]

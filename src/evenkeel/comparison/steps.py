"""Single steps of compare(), and whether another choice for holes changes the verdict."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from numpy.typing import ArrayLike

from evenkeel.adjustments.registry import lookup
from evenkeel.comparison.second_look import SecondLook, look_twice, second_test
from evenkeel.errors import InputError, Message, Option, TableError, choice
from evenkeel.families import Family
from evenkeel.numerics.resampling import Seed
from evenkeel.omnibus.registry import OMNIBUS, OmnibusResult, Ties, deciding_test
from evenkeel.pairwise._wilcoxon_all import SignedRankTests, wilcoxon_all
from evenkeel.pairwise.sign import TieTreatment
from evenkeel.pairwise.ttest import PairedTTest, t_test
from evenkeel.pairwise.walsh import HodgesLehmann, hodges_lehmann
from evenkeel.posthocs._posthoc import PosthocResult, main_procedure, posthoc
from evenkeel.posthocs.confidence_sets import RankTest
from evenkeel.posthocs.laws import LAWS, WITH_HOLES
from evenkeel.ranks.named import fitting_ranking
from evenkeel.ranks.registry import RANKINGS
from evenkeel.result import Result
from evenkeel.tables.choices import CHOICES, Statistic, choose, failures_last, whole_of
from evenkeel.tables.results import Better, Results, as_results, has_names
from evenkeel.text import joined, series

if TYPE_CHECKING:
    from evenkeel.tables.runs import Runs

# Single steps of compare(): the table, the omnibus tests, the procedure to conclude from.


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
    scaled: bool


class TwoAlgorithms(Result):
    """What is shown only for two algorithms: how large their difference is."""

    t: PairedTTest
    hodges_lehmann: HodgesLehmann


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
                " says how runs become one value, but the table has one value per cell; leave it "
                "out",
            )
        )
    if missing is None or isinstance(data, Results):
        table = as_results(data, better)
    else:
        table = Results(data, better=better, missing="keep")  # type: ignore[arg-type]
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


# Whether another choice for the missing results would change the verdict, a sentence each.


_LISTED = 5  # pairs that a sentence names

#: The better and the worse algorithm of a rejected hypothesis.
Rejections = frozenset[tuple[str, str]]


@dataclass(frozen=True)
class Asked:
    """What was asked of the table, to be asked again of others."""

    method: str
    procedure: str
    control: str | None
    alpha: float
    always: bool
    ties: Ties
    second_look: RankTest | None


def on_missing_choices(table: Results, asked: Asked, rejected: Rejections) -> tuple[str, ...]:
    """Which choice was made, what it supposes, and what each of the others would say.

    Nothing if no result was missing.
    """
    found = whole_of(table)
    if found is None:
        return ()
    name, whole = found
    taken = CHOICES[name]
    first = [f" was chosen: {taken.does}. It supposes that {taken.supposes}."]
    left_out = [algorithm for algorithm in whole.algorithms if algorithm not in table.algorithms]
    if left_out:
        first.append(f" Left out: {series(left_out)}.")
    others = [other for other in CHOICES if other != name]
    chosen = Message(Option("missing", name), *first)
    return (chosen, *(_of_another(whole, table, other, asked, rejected) for other in others))


def shown_pairs(
    found: PosthocResult | None, second: SecondLook | None, procedure: str, alpha: float
) -> Rejections:
    """The hypotheses of a family that both looks reject; none if it was not tested."""
    if found is None:
        return frozenset()
    rejected = found.rejected(alpha, procedure) if second is None else second.both
    pairs = zip(found.family.hypotheses, found.statistics.z, rejected, strict=True)
    return frozenset(
        (one, other) if z > 0 else (other, one) for (one, other), z, out in pairs if out
    )


def rejected_pair(tests: SignedRankTests, alpha: float) -> Rejections:
    """The hypothesis about the only two algorithms, if Wilcoxon's test rejects it."""
    (one, other), speaks = tests.family.hypotheses[0], tests.r_plus[0] - tests.r_minus[0]
    pair = (one, other) if speaks > 0 else (other, one)
    return frozenset([pair] if tests.pvalue[0] <= alpha else [])


def _of_another(
    whole: Results, table: Results, name: str, asked: Asked, rejected: Rejections
) -> str:
    start = ("With ", Option("missing", name), f" ({CHOICES[name].does}) ")
    return Message(*start, *_would_say(whole, table, name, asked, rejected), ".")


def _would_say(
    whole: Results, table: Results, name: str, asked: Asked, rejected: Rejections
) -> Iterator[str]:
    """How the verdict with another choice differs, in words."""
    try:
        other = choose(whole, name)
        if asked.control is not None and asked.control not in other.algorithms:
            yield f"the control {asked.control} would be left out"
            return
        found, by_paired = _rejections(other, asked), _needs_another_law(other, asked.method)
    except InputError as error:
        yield "there would be no verdict: "
        yield joined(error.faults, "; ") if isinstance(error, TableError) else error.args[0]
        return
    both = set(table.algorithms) & set(other.algorithms)
    here, there = ({pair for pair in pairs if both.issuperset(pair)} for pairs in (rejected, found))
    if by_paired:
        yield f"and {LAWS.lookup(WITH_HOLES).title} p-values "
    left = "" if other.k == whole.k else f" on the {other.k} algorithms left"
    left += "" if other.n == whole.n else f" on the {other.n} problems left"
    if here == there:
        yield f"the verdict{left} would be the same"
        return
    changes = []
    if there - here:
        changes.append(f"would also find {_named(there - here)}")
    if here - there:
        changes.append(f"would not find {_named(here - there)}")
    yield f"the verdict{left} would change: it {' and '.join(changes)}"


def _rejections(table: Results, asked: Asked) -> Rejections:
    if table.k == 2:
        return rejected_pair(wilcoxon_all(table, control=asked.control), asked.alpha)
    test = deciding_test(fitting_ranking(table, RANKINGS.default))
    if test.function(table, ties=asked.ties).pvalue > asked.alpha and not asked.always:
        return frozenset()
    method, procedure = asked.method, asked.procedure
    if _needs_another_law(table, method):
        method = WITH_HOLES
    if table.has_holes and (lookup(procedure).kind == "closed" or procedure == "nemenyi-range"):
        procedure = main_procedure(Family(table.algorithms, asked.control), method)
    found = posthoc(table, control=asked.control, adjust=procedure, method=method)
    tests = wilcoxon_all(table, control=asked.control)
    alone = second_test(table, method, asked.second_look)
    second = look_twice(table, found, procedure, asked.alpha, tests, alone)
    return shown_pairs(found, second, procedure, asked.alpha)


def _needs_another_law(table: Results, method: str) -> bool:
    return table.has_holes and table.k > 2 and LAWS.lookup(method).holes is None


def _named(pairs: set[tuple[str, str]]) -> str:
    listed = [f"{better} better than {worse}" for better, worse in sorted(pairs)]
    more = len(listed) - _LISTED
    return series(listed if more <= 0 else [*listed[:_LISTED], f"{more} more"])

"""Whether another choice for the missing results would change the verdict, a sentence each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from evenkeel.adjustments.registry import lookup
from evenkeel.comparison.second_look import SecondLook, look_twice, second_test
from evenkeel.decisions.confidence_sets import RankTest
from evenkeel.decisions.testing import PosthocResult, main_procedure, posthoc
from evenkeel.errors import InputError, Message, Option, TableError
from evenkeel.families import Family
from evenkeel.hypotheses.registry import LAWS, WITH_HOLES
from evenkeel.omnibus.registry import Ties, deciding_test
from evenkeel.pairwise.signed_rank_pairs import SignedRankTests, wilcoxon_all
from evenkeel.ranks.named import fitting_ranking
from evenkeel.ranks.registry import RANKINGS
from evenkeel.tables.choices import CHOICES, choose, whole_of
from evenkeel.tables.results import Results
from evenkeel.words.sentences import joined, series

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

"""Conclusions in words: sentences for a paper, true to the numbers.

A hypothesis that is not rejected is never called true, and algorithms that were not told apart
are never called equal.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from evenkeel.adjustments.registry import lookup
from evenkeel.comparison.second_look import SECOND_LAW
from evenkeel.hypotheses.registry import LAWS
from evenkeel.omnibus.carrying_out import OmnibusResult
from evenkeel.omnibus.registry import OMNIBUS
from evenkeel.ranks.registry import RANKINGS, Ranking
from evenkeel.words.numbers import format_number, p_in_words
from evenkeel.words.references import REFERENCES, Reference
from evenkeel.words.sentences import series

if TYPE_CHECKING:
    from evenkeel.comparison.findings import Comparison
    from evenkeel.decisions.confidence_sets import RankSets
    from evenkeel.decisions.testing import PosthocResult

_LISTED = 10  # pairs that a sentence lists before it refers to the table

_FRAMEWORK = ("demsar2006", "garcia2008", "derrac2011")


def conclude(comparison: Comparison) -> tuple[str, ...]:
    """The conclusions of a comparison, a sentence or two each."""
    if comparison.results.k == 2:
        return tuple(_two_algorithms(comparison))
    return tuple(_several_algorithms(comparison))


def describe_methods(comparison: Comparison) -> str:
    """A paragraph for the methods section that names everything that was done."""
    results = comparison.results
    if comparison.results.k == 2:
        return (
            f"Two algorithms were compared on {results.n} problems by the sign test "
            f"({_cite('dixon1946')}) and Wilcoxon's signed-rank test ({_cite('wilcoxon1945')}); "
            f"the size of the difference was estimated after {_cite('hodges1963', inline=True)}. "
            f"The level of significance was {comparison.alpha:g}."
        )
    tests = ", ".join(
        f"the {test.title} ({_in_parentheses(test.reference)})"
        for test in map(OMNIBUS.lookup, comparison.omnibus)
    )
    sentences = [
        f"{results.k} algorithms were compared on {results.n} problems with nonparametric tests, "
        f"following {series([_cite(key, inline=True) for key in _FRAMEWORK])}.",
        f"The hypothesis that all algorithms perform alike was tested by {tests}.",
    ]
    if comparison.posthoc is not None:
        family = comparison.posthoc.family
        against = (
            f"the {family.m} hypotheses against the control {family.control}"
            if family.control
            else f"all {family.m} pairwise hypotheses"
        )
        names = [
            f"{lookup(name).title} ({_in_parentheses(lookup(name).reference)})"
            for name in comparison.posthoc.procedures
        ]
        sentences.append(
            f"Raw p-values of {against} came from {_law_in_words(comparison)} and were adjusted by "
            f"{series(names)}; the conclusions rest on {lookup(comparison.procedure).title}."
        )
    if comparison.second_look is not None:
        law = LAWS.lookup(SECOND_LAW)
        sentences.append(
            f"A second look took the p-values from {law.words} "
            f"({_in_parentheses(law.reference)}), adjusted by "
            f"{lookup(comparison.second_look.procedure).title}."
        )
    if comparison.rank_sets is not None:
        sentences.append(
            "Simultaneous confidence sets for the ranks came from one-sided sign tests of all "
            f"ordered pairs, adjusted by Holm ({_in_parentheses(lookup('holm').reference)})."
        )
    sentences.append(
        f"Contrasts between medians were estimated after {_cite('doksum1967', inline=True)}."
    )
    if comparison.multiple_sign is not None:
        sentences.append(f"The multiple sign test followed {_cite('rhyne1965', inline=True)}.")
    sizes = (
        f", and Hodges-Lehmann differences ({_cite('hodges1963')}) with exact intervals that hold "
        "for all pairs together"
    )
    sentences.append(
        f"Pairwise sign tests ({_cite('dixon1946')}) and Wilcoxon tests ({_cite('wilcoxon1945')}) "
        "are shown without control of the family-wise error"
        f"{sizes if comparison.measured else ''}."
    )
    sentences.append(f"The level of significance was {comparison.alpha:g}.")
    return " ".join(sentences)


def references(comparison: Comparison) -> tuple[Reference, ...]:
    """The publications that the methods paragraph names, each once."""
    if comparison.results.k == 2:
        keys = ("demsar2006", "derrac2011", "dixon1946", "wilcoxon1945", "hodges1963")
        return tuple(REFERENCES[key] for key in keys)
    found = [REFERENCES[key] for key in _FRAMEWORK]
    found += [OMNIBUS.lookup(name).reference for name in comparison.omnibus]
    if comparison.posthoc is not None:
        found += [lookup(name).reference for name in comparison.posthoc.procedures]
        found.append(LAWS.lookup(comparison.method).reference)
    if comparison.second_look is not None:
        found.append(LAWS.lookup(SECOND_LAW).reference)
    if comparison.rank_sets is not None:
        found.append(lookup("holm").reference)
    found.append(REFERENCES["doksum1967"])
    if comparison.multiple_sign is not None:
        found.append(REFERENCES["rhyne1965"])
    last = ("dixon1946", "wilcoxon1945", *(["hodges1963"] if comparison.measured else []))
    return tuple(dict.fromkeys([*found, *(REFERENCES[key] for key in last)]))


def statistic_in_words(test: OmnibusResult) -> str:
    """The statistic of an omnibus test with its degrees of freedom and p-value."""
    symbol = OMNIBUS.lookup(test.test).symbol
    freedom = ""
    if test.df:
        plural = "degree" if test.df == (1,) else "degrees"
        freedom = f" with {' and '.join(map(str, test.df))} {plural} of freedom"
    statistic = format_number(test.statistic, "statistic")
    return f"{symbol} = {statistic}{freedom}, {p_in_words(test.pvalue)}"


def _several_algorithms(comparison: Comparison) -> Iterator[str]:
    ranks = comparison.ranks[comparison.ranking]
    order = ranks.order
    best, worst = (comparison.results.algorithms[int(order[j])] for j in (0, -1))
    kind = "rank, as estimated without holes," if _has_holes(comparison) else "rank"
    yield (
        f"Over {comparison.results.n} problems {best} has the best average "
        f"{_ranking(comparison).title} {kind} "
        f"({format_number(ranks.average[order[0]], 'rank')}) and {worst} the worst "
        f"({format_number(ranks.average[order[-1]], 'rank')})."
    )
    yield _omnibus_sentence(comparison)
    if comparison.posthoc is None:
        yield (
            "The post-hoc hypotheses were therefore not tested; no difference between algorithms "
            "has been shown, and this does not show that there is none."
        )
    elif comparison.control is None:
        yield from _all_pairs(comparison)
    else:
        yield from _against_control(comparison)
    if comparison.second_look is not None:
        yield comparison.second_look.sentence
    yield from _hinges(comparison)
    if comparison.rank_sets is not None:
        yield _may_be_first(comparison.rank_sets)


def _hinges(comparison: Comparison) -> Iterator[str]:
    """Which verdicts hang on a single problem, if any."""
    if comparison.hinges is not None and comparison.hinges.sentence:
        yield comparison.hinges.sentence


def _may_be_first(sets: RankSets) -> str:
    first = sets.top(1)
    k = len(sets.algorithms)
    who = (
        "None may be first, for each algorithm loses to another, in a circle"
        if not first
        else f"Only {first[0]} may be first"
        if len(first) == 1
        else f"All {k} algorithms may be first"
        if len(first) == k
        else f"These {len(first)} may be first: {series(first)}"
    )
    return (
        f"{who} (simultaneous confidence sets for the ranks at {1 - sets.alpha:g}, by sign tests)."
    )


def _omnibus_sentence(comparison: Comparison) -> str:
    test = comparison.deciding
    assert test is not None  # there are several algorithms
    verb = "rejects" if comparison.omnibus_rejected else "does not reject"
    return (
        f"The {test.title} {verb} the hypothesis that all algorithms perform alike at "
        f"the level {comparison.alpha:g} ({statistic_in_words(test)})."
    )


def _against_control(comparison: Comparison) -> Iterator[str]:
    posthoc, control = comparison.posthoc, comparison.control
    assert posthoc is not None
    adjusted = posthoc.adjusted[comparison.procedure]
    rejected = posthoc.rejected(comparison.alpha, comparison.procedure)
    better: list[str] = []
    worse: list[str] = []
    open_: list[str] = []
    for named, z, p, reject in zip(
        posthoc.family.hypotheses, posthoc.statistics.z, adjusted, rejected, strict=True
    ):
        text = f"{named[1]} (adjusted {p_in_words(p)})"
        (open_ if not reject else better if z > 0 else worse).append(text)
    title, alpha = lookup(comparison.procedure).title, f"{comparison.alpha:g}"
    if better:
        yield (
            f"With {title} at {alpha}, the control {control} performs significantly better than "
            f"{series(better)}."
        )
    if worse:
        yield (
            f"With {title} at {alpha}, the control {control} performs significantly worse than "
            f"{series(worse)}."
        )
    if comparison.with_best is not None:
        yield _pairs_with_the_best(comparison, comparison.with_best)
    if open_:
        yield (
            f"{'The difference' if len(open_) == 1 else 'Differences'} between {control} and "
            f"{series(open_)} {'is' if len(open_) == 1 else 'are'} not significant at {alpha}, "
            "which does not show that the algorithms perform alike."
        )


def _pairs_with_the_best(comparison: Comparison, family: PosthocResult) -> str:
    """What holds although the control was picked: its pairs among all pairs."""
    best, names = comparison.control, family.family.hypotheses
    adjusted = family.adjusted[family.procedures[0]]
    found = [
        f"{one if other == best else other} (adjusted {p_in_words(p)})"
        for (one, other), p in zip(names, adjusted, strict=True)
        if best in (one, other) and p <= comparison.alpha
    ]
    verdict = (
        f"{best} performs significantly better than {series(found)}"
        if found
        else f"no pair with {best} is rejected"
    )
    return (
        f"{best} became the control because its rank is the best, which makes the p-values above "
        f"too small. Among all pairs, where this does no harm, {verdict} with "
        f"{lookup(family.procedures[0]).title} at {comparison.alpha:g}."
    )


def _all_pairs(comparison: Comparison) -> Iterator[str]:
    posthoc = comparison.posthoc
    assert posthoc is not None
    adjusted = posthoc.adjusted[comparison.procedure]
    rejected = posthoc.rejected(comparison.alpha, comparison.procedure)
    title, alpha = lookup(comparison.procedure).title, f"{comparison.alpha:g}"
    found = sorted(
        (float(p), *((one, other) if z > 0 else (other, one)))
        for (one, other), z, p, reject in zip(
            posthoc.family.pairs.tolist(), posthoc.statistics.z, adjusted, rejected, strict=True
        )
        if reject
    )
    count = f"{len(found)} of the {posthoc.family.m} pairwise hypotheses"
    if not found:
        yield (
            f"With {title} at {alpha}, none of the {posthoc.family.m} pairwise hypotheses is "
            "rejected; this does not show that the algorithms perform alike."
        )
        return
    names = posthoc.family.algorithms
    listed = []
    for p, first, second in found[:_LISTED]:
        listed.append(f"{names[first]} over {names[second]} (adjusted {p_in_words(p)})")
    if len(found) > _LISTED:
        listed.append(f"{len(found) - _LISTED} more in the table of adjusted p-values")
    yield (
        f"With {title} at {alpha}, {count} {'is' if len(found) == 1 else 'are'} rejected, in "
        f"favour of {series(listed)}."
    )
    if len(found) < posthoc.family.m:
        left = posthoc.family.m - len(found)
        others = "one is" if left == 1 else f"{left} are"
        yield (
            f"The other {others} not rejected, which does not show that those algorithms perform "
            "alike."
        )


def _two_algorithms(comparison: Comparison) -> Iterator[str]:
    signs, tests, two = comparison.signs, comparison.wilcoxon, comparison.two
    assert two is not None
    first, second = tests.family.hypotheses[0]
    p = float(tests.pvalue[0])
    sums = (
        f"R+ = {format_number(float(tests.r_plus[0]), 'count')}, "
        f"R- = {format_number(float(tests.r_minus[0]), 'count')}, {tests.method[0]} {p_in_words(p)}"
    )
    if p <= comparison.alpha:
        winner, loser = (first, second) if tests.r_plus[0] > tests.r_minus[0] else (second, first)
        yield (
            f"Wilcoxon's signed-rank test finds {winner} significantly better than {loser} at "
            f"{comparison.alpha:g} ({sums})."
        )
    else:
        yield (
            f"Wilcoxon's signed-rank test finds no significant difference between {first} and "
            f"{second} at {comparison.alpha:g} ({sums}), which does not show that they perform "
            "alike."
        )
    n = signs.n if signs.common is None else f"{signs.common[0]} common"
    yield (
        f"Of {n} problems {first} is better on {signs.wins[0]} and {second} on "
        f"{signs.losses[0]}, with {signs.ties[0]} ties (sign test, {signs.method[0]}, "
        f"{p_in_words(float(signs.pvalue[0]))})."
    )
    estimate = two.hodges_lehmann
    yield (
        f"The Hodges-Lehmann estimate of the difference {first} minus {second} is "
        f"{format_number(estimate.estimate, 'value')} ({estimate.attained:.1%} interval from "
        f"{format_number(estimate.low, 'value')} to {format_number(estimate.high, 'value')})."
    )
    yield from _hinges(comparison)


def _law_in_words(comparison: Comparison) -> str:
    law = LAWS.lookup(comparison.method)
    ranks = f"the {_ranking(comparison).title} ranks by " if law.ranked else ""
    where = " on the problems that both algorithms have" if _has_holes(comparison) else ""
    return f"{ranks}{law.words}{where}"


def _has_holes(comparison: Comparison) -> bool:
    return comparison.results.has_holes


def _ranking(comparison: Comparison) -> Ranking:
    return RANKINGS.lookup(comparison.ranking)


def _cite(key: str, *, inline: bool = False) -> str:
    """``Holm (1979)`` in running text, ``Holm, 1979`` within parentheses."""
    return REFERENCES[key].short if inline else _in_parentheses(REFERENCES[key])


def _in_parentheses(reference: Reference) -> str:
    return reference.short.replace(" (", ", ").rstrip(")")

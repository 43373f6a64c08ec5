"""Conclusions in words: sentences for a paper, true to the numbers.

A hypothesis that is not rejected is never called true, and algorithms that were not told apart
are never called equal.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from evenkeel.adjustments.registry import lookup
from evenkeel.comparison.second_look import SECOND_PROCEDURE, favoured
from evenkeel.omnibus.registry import OMNIBUS, OmnibusResult
from evenkeel.posthocs.laws import LAWS
from evenkeel.ranks.registry import RANKINGS, Ranking
from evenkeel.references import REFERENCES, Reference
from evenkeel.text import attained_percent, format_number, p_in_words, series

if TYPE_CHECKING:
    from evenkeel.comparison.findings import Comparison
    from evenkeel.families import Family
    from evenkeel.posthocs._posthoc import PosthocResult
    from evenkeel.ranks.named import Ranks

_LISTED = 6  # pairs that a sentence names
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
        second, condition = comparison.second_look, ""
        if comparison.by_size is not None:
            condition = "; what the sign test with Holm does not, if differences are symmetric"
        sentences.append(
            f"A second look at each pair was {second.title} of the two alone "
            f"({_in_parentheses(LAWS.lookup(second.test).reference)}), adjusted by "
            f"{lookup(SECOND_PROCEDURE).title}; what both reject is shown{condition}."
        )
    if comparison.rank_sets is not None:
        sentences.append(
            "Simultaneous confidence sets for the ranks came from the one-sided "
            f"{comparison.rank_sets.test} tests of all ordered pairs, adjusted by Holm "
            f"({_in_parentheses(lookup('holm').reference)})."
        )
    sentences.append(
        f"Contrasts between medians were estimated after {_cite('doksum1967', inline=True)}."
    )
    if comparison.multiple_sign is not None:
        sentences.append(f"The multiple sign test followed {_cite('rhyne1965', inline=True)}.")
    sizes = (
        f", and Hodges-Lehmann differences ({_cite('hodges1963')}) with exact intervals "
        f"({comparison.effects.promise})"
        if comparison.effects is not None
        else ""
    )
    sentences.append(
        f"Pairwise sign tests ({_cite('dixon1946')}) and Wilcoxon tests ({_cite('wilcoxon1945')}) "
        f"are shown without control of the family-wise error{sizes}."
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
        found.append(LAWS.lookup(comparison.second_look.test).reference)
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
    yield _best(comparison)
    if comparison.posthoc is not None:
        yield from _shown(comparison, comparison.posthoc)
    if comparison.picked is not None:
        yield (
            f"{comparison.picked} was to be the control because its rank is the best: the same "
            "data would pick and test it, so that all pairs are compared."
        )
    yield from _alike(comparison)
    yield _omnibus_sentence(comparison)
    if comparison.posthoc is None:
        yield (
            "The post-hoc hypotheses were therefore not tested; no difference between algorithms "
            "has been shown, and this does not show that there is none."
        )
    elif comparison.second_look is not None:
        yield from comparison.second_look.sentences
    yield from comparison.turned_by_ties
    yield from _hinges(comparison)


def _best(comparison: Comparison) -> str:
    """The best and the worst average rank, and what is shown of the best; it leads."""
    ranks = comparison.ranks[comparison.ranking]
    kind = "rank, as estimated without holes" if _has_holes(comparison) else "rank"
    over = f"Over {comparison.results.n} problems"
    noun = f"average {_ranking(comparison).title} {kind}"
    first, last = (float(end) for end in (ranks.average.min(), ranks.average.max()))
    if first == last:
        return f"{over} all algorithms have the same {noun} ({format_number(first, 'rank')})."
    best, worst = (_named_with_rank(comparison, ranks, end) for end in (first, last))
    shared = best[0].endswith(" share") != worst[0].endswith(" share")  # each needs its verb
    beaten = _beaten(
        comparison, [ranks.algorithms[j] for j in (ranks.average == first).nonzero()[0]]
    )
    return (
        f"{over} {best[0]} the best {noun} ({best[1]}) and {worst[0 if shared else 2]} the worst "
        f"({worst[1]})"
        f"{beaten}."
    )


def _beaten(comparison: Comparison, best: list[str]) -> str:
    """Whom each of the best ranked is shown to beat, and what of it rests on sizes.

    What a weak procedure shows is left to the sentence that says so.
    """
    found, shown = comparison.posthoc, comparison.shown
    if found is None or shown is None or lookup(comparison.procedure).weakness:
        return ""
    family, by_size = found.family, comparison.by_size
    rests = np.zeros(family.m, bool) if by_size is None else by_size
    sides = np.sign(found.statistics.z).astype(np.int64)
    pairs = {family.hypotheses[i][:: int(sides[i])]: bool(rests[i]) for i in np.flatnonzero(shown)}
    start = f"; at {comparison.alpha:g} {best[0] if len(best) == 1 else 'each of the best'} is"
    beaten = [name for name in family.algorithms if all((one, name) in pairs for one in best)]
    if not beaten:
        one = family.control is None or family.control in best
        rival = "any other" if one else f"the control {family.control}"
        some = any(one in best for one, _ in pairs)
        return "" if some else f"{start} not shown to be better than {rival}"
    weak = [name for name in beaten if any(pairs[one, name] for one in best)]
    sure = [name for name in beaten if name not in weak]
    said = [f" than {_few(sure, family)}"] if sure else []
    if weak:
        said.append(f", if differences are symmetric, than {_few(weak, family)}")
    return f"{start} shown to be better{' and'.join(said)}"


def _few(names: list[str], family: Family) -> str:
    """Some names, or how many of the others they are."""
    others = len(family.algorithms) - 1
    return series(names) if len(names) <= _LISTED else f"{len(names)} of the other {others}"


def _named_with_rank(comparison: Comparison, ranks: Ranks, value: float) -> tuple[str, str, str]:
    """All of this average rank with their verb, the rank, and the same names without a verb."""
    at = [j for j in ranks.order.tolist() if ranks.average[j] == value]
    names = series([_with_its_problems(comparison, j) for j in at])
    verb = "has" if len(at) == 1 else "share"
    return f"{names} {verb}", format_number(value, "rank"), names


def _alike(comparison: Comparison) -> Iterator[str]:
    """That the table cannot tell some algorithms apart, or none of them."""
    if nothing_differs(comparison):
        yield "On every problem all algorithms have the same result: nothing can be told apart."
        return
    values = comparison.results.values
    constant = [
        name
        for name, column in zip(comparison.results.algorithms, values.T, strict=True)
        if np.nanmin(column) == np.nanmax(column) and comparison.results.n > 1
    ]
    if constant:
        verb = "has" if len(constant) == 1 else "each have"
        yield f"{series(constant)} {verb} the same result on every problem; is this a result?"


def nothing_differs(comparison: Comparison) -> bool:
    """Whether on every problem all algorithms that are there have the same result."""
    signs = comparison.signs
    return not (signs.wins.any() or signs.losses.any())


def _with_its_problems(comparison: Comparison, column: int) -> str:
    """The name of an algorithm, and on how many problems it was seen if not on all."""
    results = comparison.results
    seen = int(np.count_nonzero(~np.isnan(results.values[:, column])))
    name = results.algorithms[column]
    return name if seen == results.n else f"{name} (seen on {seen} of {results.n})"


def _hinges(comparison: Comparison) -> Iterator[str]:
    """Which verdicts hang on a single problem, if any."""
    if comparison.hinges is not None and comparison.hinges.sentence:
        look = "" if comparison.second_look is None else "On the ranks alone: "
        yield f"{look}{comparison.hinges.sentence}"


def _omnibus_sentence(comparison: Comparison) -> str:
    test = comparison.deciding
    assert test is not None  # there are several algorithms
    verb = "rejects" if comparison.omnibus_rejected else "does not reject"
    return (
        f"The {test.title} {verb} the hypothesis that all algorithms perform alike at "
        f"the level {comparison.alpha:g} ({statistic_in_words(test)})."
    )


def _shown(comparison: Comparison, found: PosthocResult) -> Iterator[str]:
    """What both looks show, or the only one; it leads the conclusions."""
    family, shown, second = found.family, comparison.shown, comparison.second_look
    assert shown is not None
    adjusted = [found.adjusted[comparison.procedure]]
    sides = np.sign(found.statistics.z).astype(np.int64)
    procedure = lookup(comparison.procedure)
    weakness = f", {procedure.weakness}," if procedure.weakness else ""
    by = f"by {LAWS.lookup(comparison.method).words} with {procedure.title}{weakness}"
    if second is not None:
        adjusted.append(second.alone)
        by = (
            f"by both looks: the ranks among all algorithms with {procedure.title}{weakness} and "
            f"{second.title} of the two alone with {lookup(SECOND_PROCEDURE).title}"
        )
    number, alpha = int(shown.sum()), f"{comparison.alpha:g}"
    rests = np.zeros(family.m, bool) if comparison.by_size is None else comparison.by_size
    sure, weak = int((shown & ~rests).sum()), int(rests.sum())
    signs = f"the sign test with {lookup(SECOND_PROCEDURE).title}"
    by += f", and by wins, {signs}" if weak else ""
    pairs = f"pairs with the control {family.control}" if family.control else "pairs"
    which = f"{sure or 'none'} of the {family.m} {pairs} {'is' if sure < 2 else 'are'}"
    listed = favoured(family, sides, shown & ~rests, adjusted, comparison.picked)
    yield f"At {alpha}, {which} shown to differ {by}{f': {listed}' if listed else ''}."
    if weak:
        more = favoured(family, sides, rests, adjusted, comparison.picked, comparison.signs)
        yield (
            f"{weak} {'more ' if sure else ''}{'is' if weak == 1 else 'are'} shown if differences "
            f"are symmetric, as Wilcoxon's test supposes, and not by wins: {more}."
        )
    if number < family.m:
        yield (
            "What is not shown to differ is not shown to perform alike."
            if number
            else "This does not show that the algorithms perform alike."
        )
    if family.control is None and sure:
        beaten = {
            family.hypotheses[i][1 if sides[i] > 0 else 0]
            for i in np.flatnonzero(shown & ~rests).tolist()
        }
        first = [name for name in family.algorithms if name not in beaten]
        yield (
            f"No algorithm is shown to be better than {series(first)}."
            if first
            else "Each algorithm is shown to be worse than another, in a circle."
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
    ties = int(signs.ties[0])
    tied = f", with {ties} {'tie' if ties == 1 else 'ties'}" if ties else ""
    yield (
        f"Of {n} problems {first} is better on {signs.wins[0]} and {second} on "
        f"{signs.losses[0]}{tied} (sign test, {signs.method[0]}, "
        f"{p_in_words(float(signs.pvalue[0]))})."
    )
    if comparison.by_size is not None and comparison.by_size.any():
        yield (
            "Wilcoxon's test supposes that differences are symmetric; by wins alone this is not "
            "shown."
        )
    yield from _alike(comparison)
    estimate = two.hodges_lehmann
    low, high = (format_number(end, "value") for end in (estimate.low, estimate.high))
    yield (
        f"The Hodges-Lehmann estimate of the difference {first} minus {second} is "
        f"{format_number(estimate.estimate, 'value')} ({attained_percent(estimate.attained)} "
        f"interval from {low} to {high})."
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

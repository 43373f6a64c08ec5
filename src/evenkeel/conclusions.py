"""Conclusions in words: sentences for a paper, true to the numbers.

A hypothesis that is not rejected is never called true, and algorithms that were not told apart
are never called equal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from evenkeel.adjustments.registry import lookup
from evenkeel.omnibus.core import OmnibusResult
from evenkeel.references import REFERENCES
from evenkeel.report.numbers import format_number, p_in_words

if TYPE_CHECKING:
    from evenkeel.comparison import Comparison

_LISTED = 10  # pairs that a sentence lists before it refers to the table

RANKING_TITLES = {"friedman": "Friedman", "aligned": "Friedman aligned", "quade": "Quade"}
OMNIBUS_TITLES = {
    "friedman": "Friedman test",
    "iman-davenport": "Iman-Davenport test",
    "aligned": "Friedman aligned ranks test",
    "quade": "Quade test",
}
_OMNIBUS_REFERENCES = {
    "friedman": "friedman1937",
    "iman-davenport": "iman1980",
    "aligned": "hodges1962",
    "quade": "quade1979",
}
_METHODS = {
    "normal": "the normal approximation",
    "calibrated": "the normal approximation with the exact variance",
    "exact": "the exact permutation law within problems",
}
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
        f"the {OMNIBUS_TITLES[key]} ({_cite(_OMNIBUS_REFERENCES[key])})"
        for key in comparison.omnibus
    )
    sentences = [
        f"{results.k} algorithms were compared on {results.n} problems with nonparametric tests, "
        f"following {_series([_cite(key, inline=True) for key in _FRAMEWORK])}.",
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
            f"{lookup(name).title} ({_cite(lookup(name).reference.key)})"
            for name in comparison.posthoc.procedures
        ]
        sentences.append(
            f"Raw p-values of {against} came from the {RANKING_TITLES[comparison.ranking]} ranks "
            f"by {_METHODS[comparison.method]} and were adjusted by {_series(names)}; the "
            f"conclusions rest on {lookup(comparison.procedure).title}."
        )
    sentences.append(
        f"Contrasts between medians were estimated after {_cite('doksum1967', inline=True)}."
    )
    if comparison.multiple_sign is not None:
        sentences.append(f"The multiple sign test followed {_cite('rhyne1965', inline=True)}.")
    sentences.append(
        f"Pairwise sign tests ({_cite('dixon1946')}) and Wilcoxon tests ({_cite('wilcoxon1945')}) "
        "are shown without control of the family-wise error."
    )
    sentences.append(f"The level of significance was {comparison.alpha:g}.")
    return " ".join(sentences)


def reference_keys(comparison: Comparison) -> list[str]:
    """Keys of the publications that the methods paragraph names, each once."""
    if comparison.results.k == 2:
        return ["demsar2006", "derrac2011", "dixon1946", "wilcoxon1945", "hodges1963"]
    keys = [*_FRAMEWORK, *(_OMNIBUS_REFERENCES[key] for key in comparison.omnibus)]
    if comparison.posthoc is not None:
        keys += [lookup(name).reference.key for name in comparison.posthoc.procedures]
    if comparison.method == "exact":
        keys.append("eisinga2017")
    keys.append("doksum1967")
    if comparison.multiple_sign is not None:
        keys.append("rhyne1965")
    return list(dict.fromkeys([*keys, "dixon1946", "wilcoxon1945"]))


def statistic_in_words(test: OmnibusResult) -> str:
    """The statistic of an omnibus test with its degrees of freedom and p-value."""
    symbol = "chi-square" if len(test.df) == 1 else "F"
    freedom = " and ".join(str(df) for df in test.df)
    plural = "degree" if test.df == (1,) else "degrees"
    return (
        f"{symbol} = {format_number(test.statistic, 'statistic')} with {freedom} {plural} of "
        f"freedom, {p_in_words(test.pvalue)}"
    )


def _several_algorithms(comparison: Comparison) -> Iterator[str]:
    ranks = comparison.ranks[comparison.ranking]
    order = ranks.order
    best, worst = (comparison.results.algorithms[int(order[j])] for j in (0, -1))
    yield (
        f"Over {comparison.results.n} problems {best} has the best average "
        f"{RANKING_TITLES[comparison.ranking]} rank "
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


def _omnibus_sentence(comparison: Comparison) -> str:
    test = comparison.deciding
    assert test is not None  # there are several algorithms
    verb = "rejects" if comparison.omnibus_rejected else "does not reject"
    name = next(key for key, value in comparison.omnibus.items() if value is test)
    return (
        f"The {OMNIBUS_TITLES[name]} {verb} the hypothesis that all algorithms perform alike at "
        f"the level {comparison.alpha:g} ({statistic_in_words(test)})."
    )


def _against_control(comparison: Comparison) -> Iterator[str]:
    posthoc, control = comparison.posthoc, comparison.control
    assert posthoc is not None
    adjusted = posthoc.adjusted[comparison.procedure]
    average = comparison.ranks[comparison.ranking].average
    rejected = posthoc.rejected(comparison.alpha, comparison.procedure)
    better: list[str] = []
    worse: list[str] = []
    open_: list[str] = []
    for (one, other), named, p, reject in zip(
        posthoc.family.pairs.tolist(), posthoc.family.hypotheses, adjusted, rejected, strict=True
    ):
        text = f"{named[1]} (adjusted {p_in_words(p)})"
        (open_ if not reject else better if average[one] < average[other] else worse).append(text)
    title, alpha = lookup(comparison.procedure).title, f"{comparison.alpha:g}"
    if better:
        yield (
            f"With {title} at {alpha}, the control {control} performs significantly better than "
            f"{_series(better)}."
        )
    if worse:
        yield (
            f"With {title} at {alpha}, the control {control} performs significantly worse than "
            f"{_series(worse)}."
        )
    if open_:
        yield (
            f"{'The difference' if len(open_) == 1 else 'Differences'} between {control} and "
            f"{_series(open_)} {'is' if len(open_) == 1 else 'are'} not significant at {alpha}, "
            "which does not show that the algorithms perform alike."
        )


def _all_pairs(comparison: Comparison) -> Iterator[str]:
    posthoc = comparison.posthoc
    assert posthoc is not None
    adjusted = posthoc.adjusted[comparison.procedure]
    average = comparison.ranks[comparison.ranking].average
    rejected = posthoc.rejected(comparison.alpha, comparison.procedure)
    title, alpha = lookup(comparison.procedure).title, f"{comparison.alpha:g}"
    found = sorted(
        (float(p), one, other)
        for (one, other), p, reject in zip(
            posthoc.family.pairs.tolist(), adjusted, rejected, strict=True
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
    for p, one, other in found[:_LISTED]:
        first, second = (one, other) if average[one] < average[other] else (other, one)
        listed.append(f"{names[first]} over {names[second]} (adjusted {p_in_words(p)})")
    if len(found) > _LISTED:
        listed.append(f"{len(found) - _LISTED} more in the table of adjusted p-values")
    yield (
        f"With {title} at {alpha}, {count} {'is' if len(found) == 1 else 'are'} rejected, in "
        f"favour of {_series(listed)}."
    )
    if len(found) < posthoc.family.m:
        yield (
            f"The other {posthoc.family.m - len(found)} are not rejected, which does not show that "
            "those algorithms perform alike."
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
    yield (
        f"Of {signs.n} problems {first} is better on {signs.wins[0]} and {second} on "
        f"{signs.losses[0]}, with {signs.ties[0]} ties (sign test, exact "
        f"{p_in_words(float(signs.pvalue[0]))})."
    )
    estimate = two.hodges_lehmann
    yield (
        f"The Hodges-Lehmann estimate of the difference {first} minus {second} is "
        f"{format_number(estimate.estimate, 'value')} ({estimate.attained:.1%} interval from "
        f"{format_number(estimate.low, 'value')} to {format_number(estimate.high, 'value')})."
    )


def _cite(key: str, *, inline: bool = False) -> str:
    """``Holm (1979)`` in running text, ``Holm, 1979`` within parentheses."""
    short = REFERENCES[key].short
    return short if inline else short.replace(" (", ", ").rstrip(")")


def _series(items: Sequence[str]) -> str:
    """Join items as English does: ``a``, ``a and b``, ``a, b and c``."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"

"""The methods that the registries of tests, rankings, laws, procedures and sizes hold."""

from __future__ import annotations

from collections.abc import Iterator

import evenkeel
from evenkeel.adjustments.registry import ADJUSTMENTS, Adjustment
from evenkeel.effects.registry import EFFECTS, EffectSize
from evenkeel.omnibus.registry import OMNIBUS, OmnibusTest
from evenkeel.posthocs.laws import LAWS, Law
from evenkeel.ranks.registry import RANKINGS, Ranking
from evenkeel.text import escape_markdown as plain
from pages import method_pictures as draw
from pages.docstrings import sentences
from pages.method import Method, Option, options_of, public_name, published

_FILE = "results.csv --better lower"
_HOLES = "Tables with holes"
_MEANS = {
    "FWER": "the family-wise error: the probability of any false rejection",
    "weak FWER": "the family-wise error only if every hypothesis of the family is true",
    "FDR": "the false discovery rate: the expected share of false rejections among the rejections",
}


def omnibus_tests() -> Iterator[Method]:
    """One page for each omnibus test."""
    for test in OMNIBUS:
        head = test.title.removesuffix(" test").removesuffix(" ranks")
        yield Method(
            "omnibus",
            test.name,
            title=test.title,
            meaning=plain(test.meaning),
            facts=tuple(_omnibus_facts(test)),
            call=f"{public_name(test.function)}(results)",
            command=f"evenkeel test {test.name} {_FILE}" + _order(test),
            reference=published(test.reference),
            picture=draw.of_table(
                "average-ranks",
                f"Average ranks that the {test.title} looks at",
                holes=test.holes,
                ranking=test.ranking,
            ),
            aliases=test.aliases,
            options=options_of(test.function),
            rows=(test.title,),
            errata=(head,),
        )


def _order(test: OmnibusTest) -> str:
    return " --order A,B,C" if test.alternative == "ordered" else ""


def _omnibus_facts(test: OmnibusTest) -> Iterator[tuple[str, str]]:
    hypotheses = sentences(test.function, "Null hypothesis:", "Alternative:", "H0", "H1")
    yield "Hypotheses", " ".join(hypotheses)
    yield "Ranks", f"those of the ranking [{test.ranking}](../rankings/{test.ranking}.md)."
    law = test.approximation.replace("f", "F")
    approximation = f"by the {law} approximation, which is meant for {test.assumes};"
    yield "P-values", f"{approximation} by the exact law; or by random permutations."
    yield _HOLES, "served." if test.holes else "refused; the Skillings-Mack test serves them."
    if test.decides:
        yield "What follows", "its rejection leads on to the post-hoc procedures with its ranking."


def rankings() -> Iterator[Method]:
    """One page for each ranking."""
    for ranking in RANKINGS:
        ranks = f"{ranking.title} ranks"
        yield Method(
            "rankings",
            ranking.name,
            title=f"Ranking: {ranking.title}",
            meaning=plain(ranking.meaning),
            facts=tuple(_ranking_facts(ranking)),
            call=f'evenkeel.compare(results, ranking="{ranking.name}")',
            command=f"evenkeel compare {_FILE} --ranking {ranking.name}",
            reference=published(ranking.reference),
            picture=draw.of_table(
                "critical-difference",
                f"Critical difference diagram with the ranking {ranking.name}",
                holes=ranking.holes,
                ranking=ranking.name,
            ),
            aliases=ranking.aliases,
            rows=(ranks,),
            errata=(ranking.title,),
        )


def _ranking_facts(ranking: Ranking) -> Iterator[tuple[str, str]]:
    yield "Hypotheses", "none: a ranking puts the algorithms in order and tests nothing."
    yield (
        "What it looks at",
        "nothing but the order within each problem, so that a failure can rank last."
        if ranking.ordinal
        else "the values too, which must be comparable over the problems.",
    )
    caveats = " ".join(f"{text[0].upper()}{text[1:]}." for text in ranking.caveats(30, 5, 1))
    if caveats:  # those of a table of 30 by 5 with a tie, said of any table
        caveats = caveats.replace("1 of the 150 values are tied", "Values may be tied")
        yield "P-values by its standard error", plain(caveats)
    yield _HOLES, "served." if ranking.holes else "refused; skillings-mack serves them."


def laws() -> Iterator[Method]:
    """One page for each law of raw p-values."""
    for law in LAWS:
        own = {"wilcoxon": ("Wilcoxon, exact",), "sign": ("Sign test, ties left out",)}
        ranked = tuple(f"{r.title} ranks, {law.name}" for r in RANKINGS)
        yield Method(
            "laws",
            law.name,
            title=f"P-values of pairs: {law.title}",
            meaning=plain(f"The raw p-values of pairs of algorithms by {law.words}."),
            facts=tuple(_law_facts(law)),
            call=f'evenkeel.posthoc(results, method="{law.name}")',
            command=f"evenkeel posthoc {_FILE} --method {law.name}",
            reference=published(law.reference),
            picture=draw.of_table(
                "pvalues",
                f"Adjusted p-values of all pairs from raw ones by {law.words}",
                method=law.name,
            ),
            aliases=law.aliases,
            rows=ranked if law.ranked else own[law.name],
        )


def _law_facts(law: Law) -> Iterator[tuple[str, str]]:
    yield "Null hypothesis of a pair", plain(f"{law.null.statement}.")
    yield "What follows for procedures", plain(law.null.consequence)
    yield (
        "What it looks at",
        "the average ranks of the ranking that is chosen."
        if law.ranked
        else "the results of the pair; the ranking only puts the algorithms in order.",
    )
    yield (
        "Other algorithms",
        "the law is taken from all of them, not from the pair alone."
        if law.pooled
        else "they do not change the null hypothesis of a pair.",
    )
    if law.caveat:
        yield "Caveat", plain(law.caveat)
    yield (
        _HOLES,
        "refused, since its law needs complete problems."
        if law.holes is None
        else "served: each pair on the problems that both algorithms have.",
    )


def procedures() -> Iterator[Method]:
    """One page for each procedure of adjustment."""
    for procedure in ADJUSTMENTS:
        head = procedure.title.split(" (")[0].removesuffix(" static").removesuffix(" dynamic")
        closed = ("The closed permutation tests",) if procedure.kind == "closed" else ()
        if procedure.kind == "closed":
            call = f'evenkeel.posthoc(results, adjust="{procedure.name}")'
            command = f"evenkeel posthoc {_FILE} --adjust {procedure.name}"
        else:
            call = f'evenkeel.adjust(pvalues, "{procedure.name}")'
            command = f"evenkeel adjust 0.01 0.02 0.03 --method {procedure.name}"
        yield Method(
            "procedures",
            procedure.name,
            title=procedure.title,
            meaning=plain(procedure.meaning),
            facts=tuple(_procedure_facts(procedure)),
            call=call,
            command=command,
            reference=published(procedure.reference),
            picture=draw.of_procedure(procedure),
            aliases=procedure.aliases,
            options=_variants(procedure),
            rows=(procedure.title,),
            tables=closed,
            errata=(head,),
        )


def _variants(procedure: Adjustment) -> tuple[Option, ...]:
    if not procedure.variants:
        return ()
    choices = " or ".join(f"`{name!r}`" for name in procedure.variants)
    return (Option("variant", f"`{procedure.variants[0]!r}`", f"{choices}."),)


def _procedure_facts(procedure: Adjustment) -> Iterator[tuple[str, str]]:
    serves = {"control": "of a control against the others", "all-pairs": "of all pairs"}
    yield (
        "Hypotheses",
        f"the family {' or '.join(serves[kind] for kind in procedure.families)}; each raw p-value "
        "must be valid for its own hypothesis, whatever the others are.",
    )
    yield "Controls", f"{_MEANS[procedure.controls]}."
    yield "Under", f"{procedure.assumes} of the p-values."
    yield "Kind", f"{procedure.kind}."
    if procedure.caveat:
        yield "Caveat", plain(procedure.caveat[0].upper() + procedure.caveat[1:])


#: Cliff's delta is 2 A12 - 1, and was measured as A12.
_MEASURED_AS = {"cliff-delta": EFFECTS.lookup("a12").title}


def effect_sizes() -> Iterator[Method]:
    """One page for each effect size."""
    for size in EFFECTS:
        whole = size.sample is None
        name = size.name
        picture = (
            draw.of_table("rank-heatmap", "Ranks on each problem, whose agreement W measures")
            if whole
            else draw.of_effect(name, size.title)
        )
        yield Method(
            "effect-sizes",
            name,
            title=size.title,
            meaning=plain(f"{size.formula[0].upper()}{size.formula[1:]}."),
            facts=tuple(_effect_facts(size)),
            call="evenkeel.effects.kendall_w(results)"
            if whole
            else f'evenkeel.effect_sizes(results, size="{name}")',
            command=f"evenkeel concordance {_FILE}"
            if whole
            else f"evenkeel effect {_FILE} --size {name}",
            reference=published(size.reference),
            picture=picture,
            aliases=size.aliases,
            options=options_of(evenkeel.effects.kendall_w if whole else evenkeel.effect_sizes),
            rows=(_MEASURED_AS.get(name, size.title),),
            tables=("A12 of runs",) if name == "a12" else (),
        )


def _effect_facts(size: EffectSize) -> Iterator[tuple[str, str]]:
    yield "Hypotheses", "none: it says how large a difference is, and tests nothing."
    yield "Of", f"{', '.join(size.takes)}."
    low, high = (f"{bound:g}".replace("inf", "\N{INFINITY}") for bound in size.range)
    of_pairs = size.takes != ("whole table",)
    neutral = f"; {size.neutral:g} means no difference" if of_pairs else ""
    yield "Range", plain(f"from {low} to {high}{neutral}.")
    yield "Interval", plain(f"{size.law}.")
    yield "Supposes", plain(f"{size.assumes}.")
    if size.least > 1:
        yield "Needs", f"at least {size.least} problems."
    if of_pairs:
        yield (
            "Direction",
            "what is beyond the neutral value speaks for the first algorithm."
            if size.turned
            else "first against second in the units of the table, not turned by its direction.",
        )
    if size.words is not None:
        yield "Words", plain(f"{size.words.explained(size.neutral)}.")

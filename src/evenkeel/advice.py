"""The guidelines of the source documents as data: rule, measured facts, reason, source, remedy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from evenkeel.hypotheses import PosthocResult
from evenkeel.ranks import friedman_ranks
from evenkeel.results import Results
from evenkeel.shown import Shown

Grade = Literal["problem", "caution", "note"]
GRADES: tuple[Grade, ...] = ("problem", "caution", "note")

_TUTORIAL = "Derrac et al. (2011), Section 6"
_CONTROL = "Derrac et al. (2011), Section 6.2"
_ALL_PAIRS = "Derrac et al. (2011), Section 6.3"
_QUESTIONS = "Garcia and Herrera, lecture slides, frequent questions"


@dataclass(frozen=True)
class Situation:
    """What the guidelines look at: the table, and what is done with it."""

    results: Results
    ranking: str = "friedman"
    method: str = "normal"
    procedures: tuple[str, ...] = ()
    control: str | None = None
    control_was_picked: bool = False
    omnibus_rejected: bool | None = None
    posthoc: PosthocResult | None = None
    alpha: float = 0.05


@dataclass(frozen=True)
class Advice(Shown):
    """One guideline that applies to a situation.

    Attributes
    ----------
    rule : str
        The name of the guideline.
    grade : {"problem", "caution", "note"}
        How much it matters.
    title, facts, reason, remedy, source : str
        What it says, what was measured, why it matters, what to do, and who says so.
    """

    rule: str
    grade: Grade
    title: str
    facts: str
    reason: str
    remedy: str
    source: str

    def __str__(self) -> str:
        return f"[{self.grade}] {self.title}. {self.text}"

    @property
    def text(self) -> str:
        """Facts, reason, remedy and source as running text."""
        return f"{self.facts} {self.reason} {self.remedy} ({self.source}.)"


@dataclass(frozen=True)
class Rule:
    """A guideline: `facts` measures a situation, and answers None if the rule does not apply."""

    name: str
    grade: Grade
    title: str
    facts: Callable[[Situation], str | None]
    reason: str
    remedy: str
    source: str


def advise(situation: Situation) -> tuple[Advice, ...]:
    """The guidelines that apply, problems first."""
    found = [
        Advice(rule.name, rule.grade, rule.title, facts, rule.reason, rule.remedy, rule.source)
        for rule in RULES
        if (facts := rule.facts(situation)) is not None
    ]
    return tuple(sorted(found, key=lambda advice: GRADES.index(advice.grade)))


def _shape(s: Situation) -> str:
    return f"There are n = {s.results.n} problems and k = {s.results.k} algorithms."


def _several(s: Situation) -> bool:
    return s.results.k > 2


def _more_algorithms_than_problems(s: Situation) -> str | None:
    return _shape(s) if _several(s) and s.results.k >= s.results.n else None


def _few_problems(s: Situation) -> str | None:
    k, n = s.results.k, s.results.n
    return _shape(s) if _several(s) and k < n < 2 * k else None


def _many_problems(s: Situation) -> str | None:
    return _shape(s) if _several(s) and s.results.n >= 8 * s.results.k else None


def _two_algorithms(s: Situation) -> str | None:
    return _shape(s) if s.results.k == 2 else None


def _wilcoxon_cannot_reject(s: Situation) -> str | None:
    n = s.results.n
    if n > 5:
        return None
    return f"With n = {n} problems the smallest two-sided exact p-value is {2.0 ** (1 - n):g}."


def _wilcoxon_outliers(s: Situation) -> str | None:
    return f"There are n = {s.results.n} problems." if 5 < s.results.n <= 11 else None


def _wilcoxon_many(s: Situation) -> str | None:
    n = s.results.n
    return f"There are n = {n} problems." if s.results.k == 2 and n > 30 else None


def _several_wilcoxon(s: Situation) -> str | None:
    k = s.results.k
    if k < 3:
        return None
    m = k - 1 if s.control else k * (k - 1) // 2
    return (
        f"{m} pairwise tests at level {s.alpha:g} would err at least once with probability up to "
        f"{-np.expm1(m * np.log1p(-s.alpha)):.2f} if they were independent."
    )


def _few_algorithms(s: Situation) -> str | None:
    if s.ranking == "friedman" and 3 <= s.results.k <= 4:
        return f"There are k = {s.results.k} algorithms."
    return None


def _quade_is_sensitive(s: Situation) -> str | None:
    return "The conclusions rest on Quade's ranking." if s.ranking == "quade" else None


def _aligned_is_liberal(s: Situation) -> str | None:
    if s.ranking == "aligned" and s.method == "normal":
        return "The p-values come from the normal approximation to aligned ranks."
    return None


def _quade_is_conservative(s: Situation) -> str | None:
    if s.ranking == "quade" and s.method == "normal" and s.results.k > 3:
        return (
            f"For k = {s.results.k} its variance is {(s.results.k - 1) / 2:g} times the exact one."
        )
    return None


def _conservative(s: Situation) -> str | None:
    shown = [name for name in ("bonferroni", "nemenyi") if name in s.procedures]
    if not shown:
        return None
    titles = {"bonferroni": "Bonferroni-Dunn", "nemenyi": "Nemenyi"}
    return f"{' and '.join(titles[name] for name in shown)} is among the procedures."


def _holm_is_missing(s: Situation) -> str | None:
    if s.procedures and "holm" not in s.procedures:
        return f"The procedures are {', '.join(s.procedures)}."
    return None


def _largest(s: Situation) -> float | None:
    return float(s.posthoc.pvalue.max()) if s.posthoc and "li" in s.procedures else None


def _li_is_weak(s: Situation) -> str | None:
    largest = _largest(s)
    if largest is None or largest < 0.5:
        return None
    return f"The largest raw p-value is {largest:.3f}."


def _bergmann_decides(s: Situation) -> str | None:
    if s.posthoc is None or not {"bergmann", "shaffer"} <= set(s.procedures):
        return None
    more, fewer = (int(s.posthoc.rejected(s.alpha, name).sum()) for name in ("bergmann", "shaffer"))
    if more == fewer:
        return None
    return f"Bergmann-Hommel rejects {more} hypotheses, Shaffer's static procedure {fewer}."


def _ranks_alone(s: Situation) -> str | None:
    if s.omnibus_rejected is False:
        return f"The omnibus hypothesis is not rejected at {s.alpha:g}."
    return None


def _choice_of_procedure(s: Situation) -> str | None:
    return f"{len(s.procedures)} procedures are shown." if len(s.procedures) > 1 else None


def _control_was_picked(s: Situation) -> str | None:
    if s.control_was_picked:
        return f"{s.control} was made the control because its average rank is the best."
    return None


def _ties(s: Situation) -> str | None:
    tied = friedman_ranks(s.results).tied
    total = s.results.n * s.results.k
    decimals = _decimals(s.results)
    if tied < 0.1 * total and decimals > 2:
        return None
    printed = "" if decimals > 6 else f"; the values have at most {decimals} decimals"
    return f"{tied} of {total} values are tied with another on their problem{printed}."


def _constant(s: Situation) -> str | None:
    values = s.results.values
    names = [
        name
        for name, column in zip(s.results.algorithms, values.T, strict=True)
        if column.min() == column.max()
    ]
    return f"Constant over all problems: {', '.join(names)}." if names else None


def _ceiling(s: Situation) -> str | None:
    losses = s.results.losses
    best = losses.min()
    crowded = int(((losses == best).sum(axis=1) >= 2).sum())
    if crowded < max(2, 0.1 * s.results.n):
        return None
    value = best if s.results.better == "lower" else -best
    return (
        f"On {crowded} of {s.results.n} problems two or more algorithms reach {value:g}, the best "
        "value of the whole table."
    )


def _small_for_chi_square(s: Situation) -> str | None:
    if _several(s) and s.method == "normal" and s.results.n <= 10:
        return _shape(s)
    return None


def _decimals(results: Results) -> int:
    """The most decimals that any value needs, up to 17."""
    for decimals in range(17):
        if np.array_equal(np.round(results.values, decimals), results.values):
            return decimals
    return 17


RULES: tuple[Rule, ...] = (
    Rule(
        "more-algorithms-than-problems",
        "problem",
        "Not fewer algorithms than problems",
        _more_algorithms_than_problems,
        "A multiple comparison needs fewer algorithms than problems; with so few problems hardly "
        "any difference can be detected.",
        "Add problems, or compare fewer algorithms that were chosen before looking at the results.",
        _TUTORIAL,
    ),
    Rule(
        "few-problems",
        "caution",
        "Few problems for so many algorithms",
        _few_problems,
        "The rule of thumb asks for n of at least 2k; below it, differences that exist are likely "
        "to be missed.",
        "Add problems, and do not read a lack of rejections as evidence of equality.",
        _TUTORIAL,
    ),
    Rule(
        "many-problems",
        "note",
        "Many problems for so few algorithms",
        _many_problems,
        "With n of 8k and more the documents warn that tests may point at differences too small "
        "to matter.",
        "Report how large the differences are (contrast estimation) beside the p-values.",
        _TUTORIAL,
    ),
    Rule(
        "two-algorithms",
        "note",
        "Two algorithms call for a pairwise test",
        _two_algorithms,
        "Friedman's test and its kin are made for three algorithms and more.",
        "Use Wilcoxon's signed-ranks test, and the sign test as a first look.",
        "Demsar (2006), Section 3.1",
    ),
    Rule(
        "wilcoxon-cannot-reject",
        "problem",
        "Too few problems for Wilcoxon's test",
        _wilcoxon_cannot_reject,
        "No outcome, however clear, can be significant at 0.05 with five problems or fewer.",
        "Add problems.",
        "exact law of the signed ranks",
    ),
    Rule(
        "wilcoxon-outliers",
        "note",
        "Few problems for Wilcoxon's test",
        _wilcoxon_outliers,
        "With 11 problems or fewer a single outlying difference can decide Wilcoxon's test.",
        "Look at the differences one by one before quoting its p-value.",
        "Garcia and Herrera, lecture slides, considerations",
    ),
    Rule(
        "wilcoxon-many",
        "note",
        "Many problems for Wilcoxon's test",
        _wilcoxon_many,
        "The documents suggest at most 30 problems: with many, tiny differences become "
        "significant.",
        "Report the size of the difference (Hodges-Lehmann estimate) beside the p-value.",
        _TUTORIAL,
    ),
    Rule(
        "several-wilcoxon",
        "caution",
        "Several pairwise tests do not control the family-wise error",
        _several_wilcoxon,
        "Each test adds its own chance of a false rejection.",
        "Quote the adjusted p-values of the post-hoc procedures; use the pairwise tables only to "
        "look at single pairs that were of interest beforehand.",
        _QUESTIONS,
    ),
    Rule(
        "few-algorithms",
        "note",
        "Aligned ranks and Quade's test are worth a look",
        _few_algorithms,
        "With four algorithms or fewer, ranking within each problem uses little of the data.",
        'Compare with ranking="aligned" (with method="exact") and, if the problems with larger '
        'differences are the more relevant ones, ranking="quade".',
        _QUESTIONS,
    ),
    Rule(
        "quade-is-sensitive",
        "caution",
        "Quade's test depends on the choice of problems",
        _quade_is_sensitive,
        "It takes the problems with the largest differences for the most important; a few chosen "
        "problems can decide the outcome.",
        "Say why larger differences mean more relevant problems, and show Friedman's test beside "
        "it.",
        _CONTROL,
    ),
    Rule(
        "aligned-is-liberal",
        "caution",
        "The normal approximation to aligned ranks is not calibrated",
        _aligned_is_liberal,
        "In a null simulation (n = 20, k = 4) it rejected 8.7% of single comparisons at a nominal "
        "5%.",
        'Use method="exact", which has no such error, or method="calibrated" for large tables.',
        "measured, see the documentation of posthoc_statistics",
    ),
    Rule(
        "quade-z-is-conservative",
        "caution",
        "The normal approximation to Quade's ranks is conservative",
        _quade_is_conservative,
        "Equation (14) of the documents takes (k - 1) / 2 times the exact variance of a "
        "difference, so that differences are missed for k > 3.",
        'Use method="exact", or method="calibrated" for very large tables.',
        "derived from the permutation law, see posthoc_statistics",
    ),
    Rule(
        "conservative",
        "note",
        "Bonferroni-Dunn and Nemenyi are conservative",
        _conservative,
        "Holm's procedure makes the same assumptions, controls the same error and never rejects "
        "less.",
        "Show them for graphics or comparison with older studies; conclude from Holm or a "
        "procedure that uses more of the structure.",
        f"{_CONTROL}, and {_ALL_PAIRS}",
    ),
    Rule(
        "holm-is-missing",
        "caution",
        "Holm's procedure should be shown",
        _holm_is_missing,
        "It is simple, assumes nothing about dependence and is never weaker than Bonferroni-Dunn.",
        "Add it; Hochberg, Finner and Li can stand beside it as complements.",
        _QUESTIONS,
    ),
    Rule(
        "li-is-weak",
        "caution",
        "Li's procedure is at its best only when the largest p-value is small",
        _li_is_weak,
        "Its power falls with the largest raw p-value; from 0.5 on, others are better.",
        "Prefer Holm, Hochberg or Finner here.",
        _CONTROL,
    ),
    Rule(
        "bergmann-decides",
        "note",
        "Bergmann-Hommel's procedure finds more",
        _bergmann_decides,
        "It uses all logical relations between the hypotheses and is as valid as the others; the "
        "documents recommend it when the differences are small.",
        "If it is to be the basis of the conclusions, say so in advance.",
        _ALL_PAIRS,
    ),
    Rule(
        "ranks-alone",
        "caution",
        "Rankings alone prove nothing",
        _ranks_alone,
        "Average ranks order the algorithms, but without a rejected hypothesis the order may be "
        "chance.",
        "Do not conclude from the order of the ranks that one algorithm outperforms another.",
        _CONTROL,
    ),
    Rule(
        "choice-of-procedure",
        "note",
        "The procedure must be justified, not picked because it rejects more",
        _choice_of_procedure,
        "Choosing among procedures after seeing their p-values raises the error that each of them "
        "controls.",
        "Name one procedure and the reason for it before looking, and conclude from that one.",
        _TUTORIAL,
    ),
    Rule(
        "control-was-picked",
        "caution",
        "The control was picked by its rank",
        _control_was_picked,
        "The same data chose the control and tested it, so the p-values are somewhat too small.",
        "Name the control in advance, or compare all pairs.",
        "selection effect; the documents take the best-ranked algorithm without comment",
    ),
    Rule(
        "ties",
        "caution",
        "Ties and rounding",
        _ties,
        "The tests assume continuous values; rounding makes ties, which cost power and make the "
        "approximations less accurate.",
        'Use the unrounded results; where ties are real, use ties="corrected" and method="exact".',
        "Derrac et al. (2011), Section 3.2",
    ),
    Rule(
        "constant",
        "caution",
        "An algorithm is constant",
        _constant,
        "A constant column is often an identifier, a default or a failed run.",
        "Make sure that it is a result.",
        "good practice",
    ),
    Rule(
        "ceiling",
        "caution",
        "Ceiling effect",
        _ceiling,
        "Problems that several algorithms solve perfectly cannot tell them apart.",
        "Add harder problems or use a finer measure.",
        "Riddle, slides on evaluation; Garcia and Herrera, lecture slides",
    ),
    Rule(
        "small-for-chi-square",
        "note",
        "Few problems for the large-sample approximations",
        _small_for_chi_square,
        "The chi-square and normal approximations are meant for more than 10 problems.",
        'Use method="exact".',
        "Derrac et al. (2011), Section 4.2",
    ),
)

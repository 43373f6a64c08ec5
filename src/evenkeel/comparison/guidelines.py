"""The guidelines of the source documents as data: facts to measure, reason, remedy, source.

Long because every guideline stands here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from evenkeel.comparison import situations
from evenkeel.comparison.situations import Situation
from evenkeel.errors import Message, Option

Grade = Literal["problem", "caution", "note"]
GRADES: tuple[Grade, ...] = ("problem", "caution", "note")

_TUTORIAL = "Derrac et al. (2011), Section 6"
_CONTROL = "Derrac et al. (2011), Section 6.2"
_ALL_PAIRS = "Derrac et al. (2011), Section 6.3"
_QUESTIONS = "Garcia and Herrera, lecture slides, frequent questions"


@dataclass(frozen=True)
class Rule:
    """A guideline: `facts` measures a situation, and answers None if the rule does not apply.

    A `general` one holds for nearly every table, or speaks of tables that stand further down.
    """

    name: str
    grade: Grade
    title: str
    facts: Callable[[Situation], str | None]
    reason: str
    remedy: str
    source: str
    general: bool = False


RULES: tuple[Rule, ...] = (
    Rule(
        "more-algorithms-than-problems",
        "problem",
        "Not fewer algorithms than problems",
        situations.more_algorithms_than_problems,
        "A multiple comparison needs fewer algorithms than problems; with so few problems hardly "
        "any difference can be detected.",
        "Add problems, or compare fewer algorithms that were chosen before looking at the results.",
        _TUTORIAL,
    ),
    Rule(
        "few-problems",
        "caution",
        "Few problems for so many algorithms",
        situations.few_problems,
        "The rule of thumb asks for n of at least 2k; below it, differences that exist are likely "
        "to be missed.",
        "Add problems, and do not read a lack of rejections as evidence of equality.",
        _TUTORIAL,
    ),
    Rule(
        "many-problems",
        "note",
        "Many problems for so few algorithms",
        situations.many_problems,
        "With n of 8k and more the documents warn that tests may point at differences too small "
        "to matter.",
        "Report how large the differences are (contrast estimation) beside the p-values.",
        _TUTORIAL,
    ),
    Rule(
        "two-algorithms",
        "note",
        "Two algorithms call for a pairwise test",
        situations.two_algorithms,
        "Friedman's test and its kin are made for three algorithms and more.",
        "Use Wilcoxon's signed-ranks test, and the sign test as a first look.",
        "Demsar (2006), Section 3.1",
    ),
    Rule(
        "wilcoxon-cannot-reject",
        "problem",
        "Too few problems for Wilcoxon's test",
        situations.wilcoxon_cannot_reject,
        "No outcome, however clear, can be significant at 0.05 with five problems or fewer.",
        "Add problems.",
        "exact law of the signed ranks",
    ),
    Rule(
        "wilcoxon-outliers",
        "note",
        "Few problems for Wilcoxon's test",
        situations.wilcoxon_outliers,
        "With 11 problems or fewer a single outlying difference can decide Wilcoxon's test.",
        "Look at the differences one by one before quoting its p-value.",
        "Garcia and Herrera, lecture slides, considerations",
    ),
    Rule(
        "wilcoxon-many",
        "note",
        "Many problems for Wilcoxon's test",
        situations.wilcoxon_many,
        "The documents suggest at most 30 problems: with many, tiny differences become "
        "significant.",
        "Report the size of the difference (Hodges-Lehmann estimate) beside the p-value.",
        _TUTORIAL,
    ),
    Rule(
        "several-wilcoxon",
        "caution",
        "Several pairwise tests do not control the family-wise error",
        situations.several_wilcoxon,
        "Each test adds its own chance of a false rejection.",
        "Quote the adjusted p-values of the post-hoc procedures; use the pairwise tables only to "
        "look at single pairs that were of interest beforehand.",
        _QUESTIONS,
        general=True,
    ),
    Rule(
        "few-algorithms",
        "note",
        "Aligned ranks and Quade's test are worth a look",
        situations.few_algorithms,
        "With four algorithms or fewer, ranking within each problem uses little of the data.",
        Message(
            "Compare with ",
            Option("ranking", "aligned"),
            " (with ",
            Option("method", "exact"),
            ") and, if the problems with larger differences are the more relevant ones, ",
            Option("ranking", "quade"),
            ".",
        ),
        _QUESTIONS,
        general=True,
    ),
    Rule(
        "quade-is-sensitive",
        "caution",
        "Quade's test depends on the choice of problems",
        situations.quade_is_sensitive,
        "It takes the problems with the largest differences for the most important; a few chosen "
        "problems can decide the outcome.",
        "Say why larger differences mean more relevant problems, and show Friedman's test beside "
        "it.",
        _CONTROL,
        general=True,
    ),
    Rule(
        "aligned-is-liberal",
        "caution",
        "The normal approximation to aligned ranks is not calibrated",
        situations.aligned_is_liberal,
        "In a null simulation (n = 20, k = 4) it rejected 8.7% of single comparisons at a nominal "
        "5%.",
        Message(
            "Use ",
            Option("method", "exact"),
            ", which has no such error, or ",
            Option("method", "calibrated"),
            " for large tables.",
        ),
        "measured, see the documentation of posthoc_statistics",
        general=True,
    ),
    Rule(
        "quade-z-is-conservative",
        "caution",
        "The normal approximation to Quade's ranks is conservative",
        situations.quade_is_conservative,
        "Equation (14) of the documents takes (k - 1) / 2 times the exact variance of a "
        "difference, so that differences are missed for k > 3.",
        Message(
            "Use ",
            Option("method", "exact"),
            ", or ",
            Option("method", "calibrated"),
            " for very large tables.",
        ),
        "derived from the permutation law, see posthoc_statistics",
        general=True,
    ),
    Rule(
        "conservative",
        "note",
        "Bonferroni-Dunn and its form for all pairs are conservative",
        situations.conservative,
        "Holm's procedure makes the same assumptions, controls the same error and never rejects "
        "less.",
        "Show them for graphics or comparison with older studies; conclude from Holm or a "
        "procedure that uses more of the structure.",
        f"{_CONTROL}, and {_ALL_PAIRS}",
        general=True,
    ),
    Rule(
        "two-forms-of-nemenyi",
        "note",
        "Nemenyi's name stands for two procedures",
        situations.two_forms_of_nemenyi,
        "The source documents multiply the p-values by the number of pairs; Demsar and most "
        "programs compare with the studentised range, from which the critical difference comes "
        "and which may reject a little more or less than Holm.",
        "Say which of the two a table or a critical difference shows.",
        "Demsar (2006), Section 3.2.2; Derrac et al. (2011), Section 5",
        general=True,
    ),
    Rule(
        "holm-is-missing",
        "caution",
        "Holm's procedure should be shown",
        situations.holm_is_missing,
        "It is simple, assumes nothing about dependence and is never weaker than Bonferroni-Dunn.",
        "Add it; Hochberg's can stand beside it as a complement.",
        _QUESTIONS,
    ),
    Rule(
        "li-is-weak",
        "caution",
        "Li's procedure is at its best only when the largest p-value is small",
        situations.li_is_weak,
        "Its power falls with the largest raw p-value; from 0.5 on, others are better.",
        "Conclude from Holm or Hochberg, which hold the family-wise error.",
        _CONTROL,
    ),
    Rule(
        "bergmann-decides",
        "note",
        "Bergmann-Hommel's procedure finds more",
        situations.bergmann_decides,
        "It uses all logical relations between the hypotheses and is as valid as the others; the "
        "documents recommend it when the differences are small.",
        "If it is to be the basis of the conclusions, say so in advance.",
        _ALL_PAIRS,
    ),
    Rule(
        "ranks-alone",
        "caution",
        "Rankings alone prove nothing",
        situations.ranks_alone,
        "Average ranks order the algorithms, but without a rejected hypothesis the order may be "
        "chance.",
        "Do not conclude from the order of the ranks that one algorithm outperforms another.",
        _CONTROL,
        general=True,
    ),
    Rule(
        "not-rejected",
        "note",
        "What is not rejected is not shown to be equal",
        situations.not_rejected,
        "A test that does not reject may lack the problems to do so; it shows neither a difference "
        "nor that there is none.",
        Message(
            "To show that algorithms are close, test their equivalence within a margin that was "
            "fixed beforehand (",
            Option("equivalence", call="evenkeel.equivalence"),
            ").",
        ),
        "Altman and Bland (1995), doi:10.1136/bmj.311.7003.485",
        general=True,
    ),
    Rule(
        "sizes-beside-p-values",
        "note",
        "A p-value does not say how large a difference is",
        situations.sizes_are_wanted,
        "With many problems small differences are significant, with few large ones are not.",
        Message(
            "Report the size of a difference with its interval beside its p-value: it stands in "
            "the table of the pairwise tests, and there are others (",
            Option("effect", call="evenkeel.effect_sizes"),
            ").",
        ),
        "Wasserstein and Lazar (2016), doi:10.1080/00031305.2016.1154108",
        general=True,
    ),
    Rule(
        "choice-of-procedure",
        "note",
        "The procedure must be justified, not picked because it rejects more",
        situations.choice_of_procedure,
        "Choosing among procedures after seeing their p-values raises the error that each of them "
        "controls.",
        "Name one procedure and the reason for it before looking, and conclude from that one.",
        _TUTORIAL,
        general=True,
    ),
    Rule(
        "control-was-picked",
        "caution",
        "The control was picked by its rank",
        situations.control_was_picked,
        "The same data would pick the control and test it, so that its p-values would be too "
        "small; a first rejection by the omnibus test does not mend that if some algorithm is bad.",
        "All pairs were compared instead. To test fewer hypotheses, name the control before the "
        "results are seen.",
        "selection effect; the documents take the best-ranked algorithm without comment",
    ),
    Rule(
        "rests-on-the-pool",
        "caution",
        "Rejections that rest on the other algorithms",
        situations.rests_on_the_pool,
        "Ranks are taken among all algorithms, and the law of their averages as if all were alike: "
        "a third one can turn the verdict on two, and where some win and lose by more than the two "
        "do, a true hypothesis is rejected more often than the level says.",
        Message(
            "Conclude from what both looks show, or use ",
            Option("method", "wilcoxon"),
            " or ",
            Option("method", "sign"),
            ", which look at the two columns alone.",
        ),
        "Benavoli, Corani and Mangili (2016)",
        general=True,
    ),
    Rule(
        "results-are-missing",
        "caution",
        "Results are missing",
        situations.results_are_missing,
        "The methods for tables with holes suppose that a result is not missing because it would "
        "have been good or bad. A run that failed or timed out is missing because it is bad.",
        Message(
            "Say why results are missing. If a failure is a result, read the table with ",
            Option("missing", "worst"),
            ", which ranks it last.",
        ),
        "Skillings and Mack (1981)",
    ),
    Rule(
        "holes-are-not-at-random",
        "caution",
        "Holes go with the quality of the algorithms",
        situations.holes_are_not_at_random,
        "What is supposed to be missing at random is not: the comparison on what is left favours "
        "some algorithms.",
        Message(
            "Find out why results are missing, run again what can be run, or use ",
            Option("missing", "worst"),
            " if a failure is a result.",
        ),
        "permutation test of the number of holes against the share of rivals beaten",
    ),
    Rule(
        "too-few-common-problems",
        "caution",
        "Pairs with too few common problems",
        situations.too_few_common_problems,
        "On n problems the smallest two-sided p-value of a pair is 2^(1 - n), whatever its "
        "results.",
        "Add results of these algorithms on the same problems, or leave some algorithms out "
        "beforehand.",
        "exact law of the signs",
    ),
    Rule(
        "ties",
        "caution",
        "Ties and rounding",
        situations.ties,
        "The tests assume continuous values; rounding makes ties, which cost power and make the "
        "approximations less accurate.",
        Message(
            "Use the unrounded results; where ties are real, ",
            Option("method", "exact"),
            " has their own law.",
        ),
        "Derrac et al. (2011), Section 3.2",
    ),
    Rule(
        "sign-ties",
        "note",
        "The sign test is not exact with ties",
        situations.sign_ties,
        "The documents split ties evenly between two algorithms, and half of a tie is not a win: "
        "for 8 wins, no loss and 20 ties p is 0.1849, while it is 0.0078 given the ties.",
        Message(
            "Quote the exact sign test, which leaves ties out: ", Option("sign_ties", "drop"), "."
        ),
        "Coakley and Heise (1996), doi:10.2307/2532840",
        general=True,
    ),
    Rule(
        "constant",
        "caution",
        "An algorithm is constant",
        situations.constant,
        "A constant column is often an identifier, a default or a failed run.",
        "Make sure that it is a result.",
        "good practice",
    ),
    Rule(
        "ceiling",
        "caution",
        "Ceiling effect",
        situations.ceiling,
        "Problems that several algorithms solve perfectly, or as well as can be, cannot tell them "
        "apart.",
        "Add harder problems or use a finer measure.",
        "Riddle, slides on evaluation; Garcia and Herrera, lecture slides",
    ),
    Rule(
        "few-runs",
        "caution",
        "Fewer than three runs per cell",
        situations.few_runs,
        "An algorithm with a random part needs several runs before one number stands for it; two "
        "runs say next to nothing about what a third would give.",
        "Make at least three runs of every algorithm on every problem, better 30.",
        _QUESTIONS,
    ),
    Rule(
        "copied-problems",
        "caution",
        "Problems with the same results",
        situations.copied_problems,
        "All tests suppose that the problems are independent, the nonparametric ones too; a "
        "problem that stands twice, or two versions of one data set, count as two.",
        "Keep one of them, or say why they are two problems.",
        "Garcia and Herrera, lecture slides, conditions; Riddle, slides on evaluation",
    ),
    Rule(
        "different-scales",
        "note",
        "The problems have very different scales",
        situations.different_scales,
        "Aligned ranks, Wilcoxon's test and contrasts compare differences across problems, so that "
        "the problems with the largest scale decide. Friedman's ranks do not.",
        "Conclude from ranks within problems, or map every problem on [0, 1] first "
        "(Results.scaled, at the command line --scaled).",
        _QUESTIONS,
        general=True,
    ),
    Rule(
        "contrasts-against-ranks",
        "note",
        "Contrasts and ranks disagree",
        situations.contrasts_against_ranks,
        "Contrast estimation supposes that the expected difference of two algorithms is the same "
        "on all problems, and has no probability of error: it says how large a difference is, not "
        "whether there is one.",
        "Read the contrasts as sizes; conclude from the adjusted p-values.",
        "Derrac et al. (2011), Section 4.4",
        general=True,
    ),
    Rule(
        "multiple-sign-is-weak",
        "note",
        "The multiple sign test is for very clear differences",
        situations.multiple_sign_is_weak,
        "It is quick and easy, but has little power: it looks at signs alone.",
        "Use it for a first look where differences are very clear; conclude from the post-hoc "
        "procedures.",
        _CONTROL,
        general=True,
    ),
    Rule(
        "hochberg-beside-holm",
        "note",
        "Hochberg's procedure beside Holm's",
        situations.hochberg_beside_holm,
        "It never rejects less, but needs p-values that are independent or positively dependent, "
        "which Holm's does not; in practice the two differ little.",
        "Show it together with Holm's, and conclude from the one that was named beforehand.",
        "Garcia and Herrera, lecture slides, considerations",
        general=True,
    ),
    Rule(
        "all-pairs-or-a-control",
        "note",
        "All pairs cost power",
        situations.all_pairs_or_a_control,
        "Fewer hypotheses are adjusted for if one algorithm, such as a new one, is compared with "
        "the others.",
        "If the question is about one algorithm, name it as the control before looking; keep all "
        "pairs if it is about all of them.",
        f"{_CONTROL}, and {_ALL_PAIRS}",
        general=True,
    ),
    Rule(
        "control-must-stay",
        "note",
        "The control must have been named before",
        situations.control_must_stay,
        "The family-wise error is that of the k - 1 comparisons with this control. Whoever looks "
        "at the results and takes another control, or the best one, has made more comparisons and "
        "loses it.",
        "Keep the control that was named; to compare freely, compare all pairs.",
        _QUESTIONS,
        general=True,
    ),
    Rule(
        "small-for-chi-square",
        "note",
        "Few problems for the large-sample approximations",
        situations.small_for_chi_square,
        "The chi-square and normal approximations are meant for more than 10 problems.",
        Message(
            "Use ",
            Option("omnibus_method", "permutation"),
            " and ",
            Option("method", "exact"),
            ", which need no approximation.",
        ),
        "Derrac et al. (2011), Section 4.2",
    ),
)

"""The decision guide in English."""

from __future__ import annotations

from pages.guide_words import Answer, Language, Step

_STEPS = (
    Step(
        "What do you have?",
        "The unit of all that follows is the *problem*: a data set, a function, a task. Runs of "
        "one problem do not count as problems.",
        (
            Answer(
                "One result for each algorithm on each problem",
                "`evenkeel compare results.csv --better higher`, "
                "`evenkeel.compare(read(...))`. Go on with step 2.",
            ),
            Answer(
                "Many runs of each algorithm on each problem",
                "`evenkeel runs runs.csv`, `evenkeel.compare_runs(read_runs(...))`: each problem "
                "by itself, then the comparison of the aggregates by the steps below.",
            ),
            Answer(
                "Results with holes",
                "`--missing keep` compares what is there, `drop-problem` and `drop-algorithm` "
                "leave out, `worst` takes a failure for the worst result. Which is right depends "
                "on why results are missing.",
            ),
            Answer(
                "Only what a paper prints",
                "`evenkeel from-ranks`, `evenkeel from-pvalues`, `evenkeel audit`: what follows "
                "from printed figures, with their rounding carried through.",
            ),
        ),
        ("results-are-missing", "holes-are-not-at-random", "too-few-common-problems"),
        ("With results missing at random", "If half of the algorithms miss"),
    ),
    Step(
        "How many algorithms?",
        "A family of hypotheses is tested together; a pair of two is one hypothesis.",
        (
            Answer(
                "Two",
                "[Wilcoxon's signed-ranks test](methods/pairs/wilcoxon.md), "
                "[the sign test](methods/pairs/sign.md) as a first look: "
                "`evenkeel.wilcoxon(a, b)`.",
            ),
            Answer(
                "Three or more",
                "An omnibus test first, then a post-hoc procedure over the family: "
                "`evenkeel.compare`. Go on with step 3.",
            ),
        ),
        (
            "two-algorithms",
            "wilcoxon-cannot-reject",
            "wilcoxon-outliers",
            "wilcoxon-many",
            "several-wilcoxon",
            "sign-ties",
        ),
        ("Wilcoxon's test with 5 problems",),
    ),
    Step(
        "Are there enough problems?",
        "The number of problems decides which differences can be seen at all. "
        "`evenkeel.problems_needed` and `evenkeel power` plan it beforehand; the table at the end "
        "of this page shows which cautions apply to which sizes.",
        (
            Answer("Fewer problems than algorithms", "Hardly any difference can be detected."),
            Answer(
                "Up to about ten",
                'Laws without approximation: `omnibus_method="permutation"`, `method="exact"`.',
            ),
            Answer("Twice as many problems as algorithms, or more", "Go on with step 4."),
            Answer(
                "Very many",
                "Small differences become significant: show their size beside the p-value.",
            ),
        ),
        (
            "more-algorithms-than-problems",
            "few-problems",
            "many-problems",
            "small-for-chi-square",
            "constant",
            "ceiling",
            "few-runs",
            "copied-problems",
            "different-scales",
        ),
    ),
    Step(
        "Which omnibus test?",
        "It asks whether all algorithms perform alike, and its ranking goes on to the post-hoc "
        "tests.",
        (
            Answer(
                "In general",
                "[Iman and Davenport's](methods/omnibus/iman-davenport.md) form of "
                "[Friedman's test](methods/omnibus/friedman.md): the default.",
            ),
            Answer(
                "Four algorithms or fewer, results on comparable scales",
                '[Aligned ranks](methods/omnibus/aligned.md): `ranking="aligned", method="exact"`.',
            ),
            Answer(
                "Problems with larger differences matter more",
                '[Quade\'s test](methods/omnibus/quade.md): `ranking="quade"`, with the reason.',
            ),
            Answer(
                "An order was predicted beforehand",
                "[Page's trend test](methods/omnibus/page.md): `evenkeel.page_trend`.",
            ),
            Answer(
                "There are holes",
                "[Skillings and Mack's test](methods/omnibus/skillings-mack.md), or "
                "[Durbin's](methods/omnibus/durbin.md) for balanced designs.",
            ),
            Answer(
                "First and last places should count for more",
                "[Van der Waerden's test](methods/omnibus/van-der-waerden.md).",
            ),
        ),
        ("few-algorithms", "quade-is-sensitive", "ties"),
        ("Friedman's chi-square rejects too seldom",),
    ),
    Step(
        "Which p-values for a pair?",
        "The documents take them from average ranks, whose law supposes that *all* algorithms are "
        "alike. Other laws look at the two alone.",
        (
            Answer(
                "As in the source documents",
                '[Normal](methods/laws/normal.md) (`ties="uncorrected"`). The default, '
                "[calibrated](methods/laws/calibrated.md), has the variance given the ties; "
                "[exact](methods/laws/exact.md) needs no approximation.",
            ),
            Answer(
                "The verdict on two must not depend on the others",
                "[Wilcoxon's](methods/laws/wilcoxon.md) if sizes of differences are comparable "
                "over problems, else [the sign test](methods/laws/sign.md). `compare` looks twice, "
                "the second time so, and leads with what both looks show.",
            ),
        ),
        ("rests-on-the-pool", "aligned-is-liberal", "quade-z-is-conservative"),
        (
            "No procedure makes good a raw p-value",
            "What `compare` without options states",
            "The other algorithms can turn the ranks",
            "The price of that",
            "The documents' z for aligned ranks",
        ),
    ),
    Step(
        "A control, or all pairs?",
        "Fewer hypotheses are tested with more power, but only if they were chosen beforehand.",
        (
            Answer(
                "A new method against others, named before the results",
                '`control="Mine"`, `--control Mine`: k - 1 hypotheses.',
            ),
            Answer("No algorithm stands out beforehand", "All pairs, the default: k(k - 1) / 2."),
        ),
        (
            "control-was-picked",
            "control-must-stay",
            "all-pairs-or-a-control",
            "multiple-sign-is-weak",
        ),
    ),
    Step(
        "Which procedure?",
        "Each has [its page](methods/index.md) with formula, assumptions and measured error. "
        "Choose before looking.",
        (
            Answer(
                "With a control",
                "[Holm](methods/procedures/holm.md) assumes nothing; "
                "[Hommel](methods/procedures/hommel.md) and "
                "[Hochberg](methods/procedures/hochberg.md) need positive dependence and reject "
                "a little more.",
            ),
            Answer(
                "All pairs",
                "[Bergmann-Hommel](methods/procedures/bergmann.md), strongest of the valid ones, "
                "or [Shaffer](methods/procedures/shaffer.md); "
                "[closed permutation](methods/procedures/closed-permutation.md) if the other "
                "algorithms must not matter.",
            ),
            Answer(
                "Very many hypotheses, some false rejections are bearable",
                "[Benjamini-Hochberg](methods/procedures/benjamini-hochberg.md) holds their "
                "expected share, which is not the family-wise error.",
            ),
        ),
        (
            "conservative",
            "two-forms-of-nemenyi",
            "holm-is-missing",
            "hochberg-beside-holm",
            "li-is-weak",
            "bergmann-decides",
            "choice-of-procedure",
        ),
        ("If all algorithms are alike, the procedures", "The confidence sets for ranks"),
    ),
    Step(
        "What may be concluded?",
        "A rejected hypothesis is a difference that is hardly chance. One that is not rejected is "
        "not shown to be true.",
        (
            Answer(
                "How large is it?",
                "[Effect sizes](methods/analyses/effect.md) with intervals: "
                "`evenkeel.effect_sizes`.",
            ),
            Answer(
                "Are they practically the same?",
                "[Equivalence](methods/analyses/equivalence.md) within a margin that was fixed "
                "beforehand: `evenkeel.equivalence`.",
            ),
            Answer(
                "How probable is a practical difference?",
                "[A Bayesian comparison](methods/analyses/bayes.md): `evenkeel.bayes`.",
            ),
            Answer(
                "Which ranks are possible?",
                "[Confidence sets for ranks](methods/analyses/rank-sets.md): `evenkeel.rank_sets`.",
            ),
        ),
        ("ranks-alone", "not-rejected", "sizes-beside-p-values", "contrasts-against-ranks"),
        ("Intervals of effect sizes", "Tests of equivalence", "Bayesian decisions are not tests"),
    ),
)

ENGLISH = Language(
    "Which test do I need?",
    "Eight questions, in the order in which a study meets them. Under each stand the rules that "
    "`compare` applies to your table by itself (its *advice*), and what was measured. The page is "
    "made from the same rules, so that the two cannot differ.",
    _STEPS,
    {"problem": "Problem.", "caution": "Caution.", "note": "Note."},
    "What the advice says, if it applies",
    "What was measured",
    "All figures",
    "Which cautions apply to which size",
    "What the advice answers for tables of n problems and k algorithms that have nothing odd but "
    "their size. A dot: none.",
    "../",
    {},
)

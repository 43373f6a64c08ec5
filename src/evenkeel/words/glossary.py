"""The general terms that the page explains; those of methods stand in the registries."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Term:
    """A term: its key in addresses and ids, its spellings, and its explanation."""

    key: str
    spellings: tuple[str, ...]
    meaning: str


GENERAL = (
    Term(
        "adjusted-p",
        ("adjusted p-values", "Adjusted p-values", "adjusted p"),
        "The smallest level at which a procedure, applied to the whole family of hypotheses, "
        "rejects this one. Reject what is at most alpha.",
    ),
    Term(
        "average-rank",
        ("average Friedman rank", "Average ranks", "average ranks"),
        "Each problem ranks the algorithms from 1, the best; the average is taken over the "
        "problems. Tied algorithms share the mean of their ranks.",
    ),
    Term(
        "control",
        ("the control", "The control"),
        "The algorithm that is compared with each of the others, mostly the new one. It is chosen "
        "before the results are seen.",
    ),
    Term(
        "fwer",
        ("family-wise error", "weak FWER", "FWER"),
        "The probability of rejecting at least one true hypothesis of the family. Weak control "
        "holds only if all hypotheses are true.",
    ),
    Term(
        "fdr",
        ("FDR", "false discovery rate"),
        "The expected share of false rejections among the rejections.",
    ),
    Term(
        "omnibus",
        ("Omnibus tests", "omnibus hypothesis", "omnibus"),
        "A test of the one hypothesis that all algorithms perform alike. If it is rejected, "
        "post-hoc procedures tell which ones differ.",
    ),
    Term(
        "post-hoc",
        ("Post-hoc hypotheses", "post-hoc procedures", "post-hoc"),
        "What follows the rejection of the omnibus hypothesis: a hypothesis for each pair, or for "
        "the control and each other algorithm, with p-values adjusted for their number.",
    ),
    Term(
        "contrast",
        ("Contrast estimation", "contrast estimation"),
        "Estimates by how much algorithms differ, in the units of the table, from the medians of "
        "their differences over the problems.",
    ),
    Term(
        "wilcoxon",
        ("Wilcoxon signed-rank tests", "Wilcoxon signed-rank test", "Wilcoxon"),
        "Tests two algorithms by the ranks of the sizes of their differences.",
    ),
    Term(
        "sign-test",
        ("Sign tests", "Multiple sign test", "multiple sign test", "sign test"),
        "Tests two algorithms by counting the problems on which each is better.",
    ),
    Term(
        "pairwise",
        ("Pairwise tests", "pairwise tests"),
        "Tests of single pairs. Several of them together do not hold the family-wise error.",
    ),
    Term(
        "kendall",
        ("Kendall's coefficient of concordance W",),
        "From 0, the problems rank the algorithms in no common order, to 1, all in the same; "
        "corrected for ties.",
    ),
    Term(
        "win",
        ("A win",),
        "A problem on which no other algorithm is better.",
    ),
    Term(
        "cd",
        ("Bars join algorithms", "critical difference"),
        "A bar joins algorithms of which no pair is significantly different. It does not say that "
        "they perform alike.",
    ),
)

"""Every refusal of the rooms of tests and decisions, word for word: the culprit and the remedy."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import evenkeel
from evenkeel import Family, InputError, Results
from evenkeel.adjustments import adjusted_alphas, combined_error, shaffer_counts
from evenkeel.numerics.resampling import checked_generator
from evenkeel.omnibus import friedman_critical
from evenkeel.pairwise import (
    hodges_lehmann,
    sign_all,
    sign_test_critical,
    t_test,
    wilcoxon_critical,
    win_tie_loss,
)
from evenkeel.posthocs import compact_letters, leave_one_out, rank_sets, unrejected_groups
from evenkeel.posthocs.paired_laws import paired_pvalues

RANDOM = np.random.default_rng(3)


def table(n: int = 6, k: int = 3) -> Results:
    names = tuple(f"A{j}" for j in range(1, k + 1))
    problems = tuple(f"p{i}" for i in range(1, n + 1))
    return Results(RANDOM.random((n, k)), problems, names, better="lower")


TABLE = table()
PAIR = TABLE.select(["A1", "A2"])
ALTERNATIVES = "choose one of 'two-sided', 'better', 'worse'"
SIDES = "choose one of 'two-sided', 'one-sided'"
BETWEEN = "; give a number between 0 and 1, such as 0.05"
PAIRS = "4 is not the number of all pairs of some algorithms (1, 3, 6, 10, 15, ...); "
OF_CONTROL = Family(("A1", "A2", "A3"), "A1")

REFUSALS: dict[str, Callable[[], object]] = {
    # adjustments
    "p is 0.5; give a list with one p-value or more": lambda: evenkeel.adjust(0.5),
    "p is empty (its shape is (2, 0)); give one p-value for each hypothesis": lambda: (
        evenkeel.adjust(np.empty((2, 0)))
    ),
    "p[1, 0] is 1.5; a p-value lies between 0 and 1": lambda: evenkeel.adjust(
        [[0.1, 0.2], [1.5, -1]]
    ),
    "p is not an array of numbers (could not convert string to float: 'x')": lambda: (
        evenkeel.adjust(["x"])
    ),
    "the positions are not an array of numbers (could not convert string to float: 'x')": lambda: (
        evenkeel.adjust([0.1], "shaffer-dynamic", positions=["x", "y"])
    ),
    "a position is not a finite number; give the average ranks": lambda: evenkeel.adjust(
        [0.1], "shaffer-dynamic", positions=[1, np.inf]
    ),
    "'closed-permutation' needs the table, not p-values: it permutes the ranks; give the table to "
    "posthoc() or compare(), with adjust='closed-permutation'": lambda: evenkeel.adjust(
        [0.1], "closed-permutation"
    ),
    "family is 'A'; give an evenkeel.Family of the algorithms": lambda: evenkeel.adjust(
        [0.1],
        family="A",  # type: ignore[arg-type]
    ),
    PAIRS + "give 'shaffer' the p-values of all of them, and their names with family=": lambda: (
        evenkeel.adjust([0.1] * 4, "shaffer")
    ),
    "4 p-values were given for a family of 2 hypotheses; give one for each, on the last axis": (
        lambda: evenkeel.adjust([0.1] * 4, family=OF_CONTROL)
    ),
    "'holm' has no variants; leave out variant='keel'": lambda: evenkeel.adjust(
        [0.1], variant="keel"
    ),
    "unknown variant of rom 'kell': did you mean 'keel'? choose one of 'exact', 'keel'": lambda: (
        evenkeel.adjust([0.1], "rom", variant="kell")
    ),
    "Rom's constants are computed for at most 2000 hypotheses, not 2001; "
    'use "hommel" or "hochberg"': lambda: evenkeel.adjust(np.full(2001, 0.5), "rom"),
    "p has 2 dimensions; give the p-values of one conclusion": lambda: combined_error([[0.1]]),
    "alpha is 0" + BETWEEN: lambda: adjusted_alphas([0.1], alpha=0),
    "pairs need at least 2 algorithms, not 1": lambda: shaffer_counts(1),
    # omnibus
    "unknown treatment of ties 'no': choose one of 'corrected', 'uncorrected'": lambda: (
        evenkeel.friedman(TABLE, ties="no")
    ),
    "unknown method 'F': choose one of 'f', 'exact', 'permutation'": lambda: (
        evenkeel.iman_davenport(TABLE, method="F")
    ),
    "order is 'A1'; give the names of all algorithms, best first": lambda: evenkeel.page_trend(
        TABLE, order="A1"
    ),
    "order is 7; give the names of all algorithms, best first": lambda: evenkeel.page_trend(
        TABLE,
        order=7,  # type: ignore[arg-type]
    ),
    "order must name each algorithm once, best first, but 'A2' is missing": lambda: (
        evenkeel.page_trend(TABLE, order=["A1", "A3"])
    ),
    "order must name each algorithm once, best first, but a name occurs twice": lambda: (
        evenkeel.page_trend(TABLE, order=["A1", "A3", "A2", "A1"])
    ),
    "resamples is 0; give a whole number of at least 1, such as 9999": lambda: checked_generator(
        0, 1
    ),
    "the exact law for these 40 problems and 8 algorithms takes too long to compute; choose "
    '"permutation" instead of "exact", which samples the permutations': lambda: evenkeel.friedman(
        table(40, 8), method="exact"
    ),
    "the exact law of Friedman's statistic for n = 40 problems and k = 8 algorithms takes too long "
    "to compute; use method='chi-square'": lambda: friedman_critical(40, 8),
    "n is 1; give a whole number of problems, from 2 to 1,000,000,000": (
        lambda: friedman_critical(1, 3)
    ),
    "k is 2.5; give a whole number of algorithms, from 2 to 1,000,000,000": (
        lambda: friedman_critical(4, 2.5)  # type: ignore[arg-type]
    ),
    "alpha is 1" + BETWEEN: lambda: friedman_critical(4, 3, 1),
    "unknown method 'normal': choose one of 'exact', 'chi-square'": lambda: friedman_critical(
        4,
        3,
        method="normal",  # type: ignore[arg-type]
    ),
    # pairwise
    "the sign test compares two algorithms, and the table has 3; name the two, for example 'A1' "
    "and 'A2'": lambda: evenkeel.sign_test(TABLE),
    "Wilcoxon's test compares two algorithms, and the table has 3; name the two, for example 'A1' "
    "and 'A2'": lambda: evenkeel.wilcoxon(TABLE, second="A1"),
    "the t-test compares two algorithms, but 'A1' was named twice": lambda: t_test(
        TABLE, "A1", "A1"
    ),
    "unknown treatment of ties 'half': choose one of 'split', 'drop'": lambda: evenkeel.sign_test(
        PAIR,
        ties="half",  # type: ignore[arg-type]
    ),
    "unknown treatment of ties 'both': choose one of 'split', 'drop'": lambda: sign_all(
        PAIR,
        ties="both",  # type: ignore[arg-type]
    ),
    "unknown alternative 'upper': " + ALTERNATIVES: lambda: evenkeel.sign_test(
        PAIR,
        alternative="upper",  # type: ignore[arg-type]
    ),
    "unknown alternative 'under': " + ALTERNATIVES: lambda: sign_all(
        PAIR,
        alternative="under",  # type: ignore[arg-type]
    ),
    "unknown alternative 'up': " + ALTERNATIVES: lambda: t_test(
        PAIR,
        alternative="up",  # type: ignore[arg-type]
    ),
    "unknown alternative 'down': " + ALTERNATIVES: lambda: evenkeel.wilcoxon(
        PAIR,
        alternative="down",  # type: ignore[arg-type]
    ),
    "unknown alternative 'left': " + ALTERNATIVES: lambda: paired_pvalues(
        np.ones((2, 2)),
        np.array([[0, 1]]),
        alternative="left",  # type: ignore[arg-type]
    ),
    "unknown alternative 'both': " + SIDES: lambda: sign_test_critical(
        5,
        alternative="both",  # type: ignore[arg-type]
    ),
    "unknown treatment of zero differences 'keep': choose one of 'split', 'pratt', 'drop'": (
        lambda: evenkeel.wilcoxon(
            PAIR,
            zeros="keep",  # type: ignore[arg-type]
        )
    ),
    "unknown method 'sampled': choose one of 'auto', 'exact', 'normal'": lambda: evenkeel.wilcoxon(
        PAIR,
        method="sampled",  # type: ignore[arg-type]
    ),
    "continuity=True corrects the normal approximation, and method='exact' has none; leave one of "
    "them out": lambda: evenkeel.wilcoxon(PAIR, method="exact", continuity=True),
    "confidence is 1" + BETWEEN: lambda: t_test(PAIR, confidence=1),
    "confidence is 0" + BETWEEN: lambda: hodges_lehmann(PAIR, confidence=0),
    "n is 0; the sign test needs at least one problem": lambda: sign_test_critical(0),
    "n is 0; critical values of T exist for 1 to 1000 differences": lambda: wilcoxon_critical(0),
    "n is 1001; critical values of T exist for 1 to 1000 differences": lambda: wilcoxon_critical(
        1001
    ),
    "alpha is 0.51; critical values exist up to 0.5": lambda: wilcoxon_critical(9, 0.51),
    "alpha is 2" + BETWEEN: lambda: sign_test_critical(9, 2),
    "unknown algorithm 'B': choose one of 'A1', 'A2', 'A3'": lambda: win_tie_loss(TABLE).versus(
        "A1", "B"
    ),
    # decisions
    "unknown test 'signs': did you mean 'sign'? choose one of 'sign', 'wilcoxon'": lambda: (
        rank_sets(
            TABLE,
            test="signs",  # type: ignore[arg-type]
        )
    ),
    "alpha is -1" + BETWEEN: lambda: rank_sets(TABLE, alpha=-1),
    "m is 0; give a number from 1 to 3": lambda: rank_sets(TABLE).top(0),
    "m is 4; give a number from 1 to 3": lambda: rank_sets(TABLE).surely_top(4),
    "there are no decisions; give one for every pair": lambda: unrejected_groups([]),
    "a decision is masked; leave its algorithms out": lambda: unrejected_groups(
        np.ma.masked_array([True], [True])
    ),
    "the decisions have 2 dimensions; give one value per pair": lambda: compact_letters([[True]]),
    "the decisions are float64 numbers; give True for each rejected pair, or adjusted p-values and "
    "alpha=": lambda: unrejected_groups([0.1]),
    "alpha was given with decisions already made; leave it out": lambda: unrejected_groups(
        [True], alpha=0.05
    ),
    "alpha is 3" + BETWEEN: lambda: unrejected_groups([0.1], alpha=3),
    PAIRS + "give the decision on every pair": lambda: unrejected_groups([True] * 4),
    "positions of shape (3,) do not fit; give one number for each of the 2 algorithms": lambda: (
        unrejected_groups([True], positions=[1, 2, 3])
    ),
    "2 algorithms leave none out of which two remain; give three or more": lambda: leave_one_out(
        PAIR
    ),
    "alpha is 4" + BETWEEN: lambda: leave_one_out(TABLE, alpha=4),
    "alpha is 5" + BETWEEN: lambda: evenkeel.posthoc(TABLE).rejected(5),
    "groups need all pairs, but here 'A1' is compared with the rest; leave out control=": lambda: (
        evenkeel.posthoc(TABLE, control="A1").groups()
    ),
    "letters need all pairs, but here 'A1' is compared with the rest; leave out control=": lambda: (
        evenkeel.posthoc(TABLE, control="A1").letters()
    ),
    "unknown procedure of this result 'rom': choose one of 'holm', 'shaffer'": lambda: (
        evenkeel.posthoc(TABLE, adjust=["holm", "shaffer"]).rejected(procedure="rom")
    ),
    "adjust names no procedure; name one or more, or leave it out": lambda: evenkeel.posthoc(
        TABLE, adjust=[]
    ),
    "'closed-permutation' tests totals of ranks, but method='sign' does not look at them; choose "
    "method='paired', or another procedure such as 'holm'": lambda: evenkeel.posthoc(
        TABLE, adjust="closed-permutation", method="sign"
    ),
}


@pytest.mark.parametrize("message", REFUSALS)
def test_the_whole_message_names_the_culprit_and_the_remedy(message: str) -> None:
    with pytest.raises(InputError) as error:
        REFUSALS[message]()
    assert str(error.value) == message

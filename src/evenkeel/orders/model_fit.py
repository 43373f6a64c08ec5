"""Whether a model of strengths fits: the shares of problems won beside those that it gives."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from scipy.special import betainc, expit

from evenkeel._types import FloatArray
from evenkeel.orders.contests import Contests
from evenkeel.orders.separation import groups_in_order
from evenkeel.words.numbers import p_in_words
from evenkeel.words.sentences import series

_DOUBTFUL = 0.05  # level of the test of the fit
_LISTED = 5  # names that a note lists


def lack_of_fit(contests: Contests, log: FloatArray) -> tuple[float | None, int]:
    """The p-value of the model's fit, and the number of the pair that it fits worst.

    Of the problems that either of a pair won, each has its share by strength in both models. That
    the strengths were fitted to the same problems makes the test conservative.
    """
    if contests.k == 2:
        return None, 0
    wins, defeats, _ = contests.totals
    share = expit(log[contests.pairs[:, 0]] - log[contests.pairs[:, 1]])
    # P(so few wins or fewer) and P(so many or more), as incomplete beta functions
    few = np.where(defeats > 0, betainc(np.maximum(defeats, 1), wins + 1, 1 - share), 1.0)
    many = np.where(wins > 0, betainc(np.maximum(wins, 1), defeats + 1, share), 1.0)
    pvalues = np.minimum(2 * np.minimum(few, many), 1.0)
    worst = int(pvalues.argmin())
    return min(float(pvalues[worst]) * len(pvalues), 1.0), worst


def shares_won(contests: Contests) -> FloatArray:
    """Shares (k, k) of their common problems on which the row beats the column; NaN without any."""
    wins, defeats, ties = contests.totals
    (first, second), common = contests.pairs.T, wins + defeats + ties
    share = np.full((contests.k, contests.k), np.nan)
    share[first, second], share[second, first] = wins / common, defeats / common
    share.flags.writeable = False
    return share


def on_fit(
    contests: Contests, names: tuple[str, ...], fit: float | None, misfit: int
) -> Iterator[str]:
    """What the probabilities are worth: whether the model fits, and whether majorities cycle."""
    if fit is None:
        return
    yield (
        "probabilities of beating are those of the model, and their intervals hold what it would "
        "give for all problems: the share of problems won only if the model fits "
        f"(test of its fit: {p_in_words(fit)}); the shares seen stand beside them"
    )
    share = shares_won(contests)
    if fit <= _DOUBTFUL:
        a, b = contests.pairs[misfit].tolist()
        yield (
            f"the model does not fit: {names[a]} wins {share[a, b]:.3f} of its problems with "
            f"{names[b]}, which its strengths do not give; believe the shares (the "
            "effect size of superiority has their exact intervals)"
        )
    circles = [group for group in groups_in_order(share > share.T) if len(group) > 1]
    if circles:
        shown = [names[j] for j in circles[0]]
        more = len(shown) - _LISTED
        listed = series([*shown[:_LISTED], *([f"{more} more"] if more > 0 else [])])
        yield f"majorities go in a circle among {listed}, which no strengths can show"

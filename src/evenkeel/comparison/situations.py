"""What the guidelines look at, and what they measure: one function a guideline.

Each answers with the measured facts as a sentence, or None if the guideline does not apply.
Long because every guideline has its function here.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtri

from evenkeel._types import FloatArray
from evenkeel.adjustments.registry import lookup
from evenkeel.comparison.second_look import SecondLook
from evenkeel.effects.contrasts import ContrastEstimation
from evenkeel.families import Family
from evenkeel.numerics.studentised_range import studentised_range_sf
from evenkeel.pairwise.multiple_sign import MultipleSignTest
from evenkeel.pairwise.pair import win_tie_loss
from evenkeel.posthocs._leave_one_out import LeaveOneOut
from evenkeel.posthocs._posthoc import PosthocResult
from evenkeel.ranks.named import compute_ranks, fitting_ranking
from evenkeel.tables.remarks import MissingPattern
from evenkeel.tables.results import Results


@dataclass(frozen=True)
class Situation:
    """What the guidelines look at: the table, and what is done with it."""

    results: Results
    ranking: str = "friedman"
    method: str = "calibrated"
    procedures: tuple[str, ...] = ()
    procedure: str | None = None
    control: str | None = None
    picked: str | None = None
    omnibus_rejected: bool | None = None
    posthoc: PosthocResult | None = None
    alpha: float = 0.05
    second_look: SecondLook | None = None
    leave_one_out: LeaveOneOut | None = None
    sign_ties: str = "split"
    missing: MissingPattern | None = None
    multiple_sign: MultipleSignTest | None = None
    contrast: ContrastEstimation | None = None


def _shape(s: Situation) -> str:
    return f"There are n = {s.results.n} problems and k = {s.results.k} algorithms."


def _several(s: Situation) -> bool:
    return s.results.k > 2


def more_algorithms_than_problems(s: Situation) -> str | None:
    return _shape(s) if _several(s) and s.results.k >= s.results.n else None


def few_problems(s: Situation) -> str | None:
    k, n = s.results.k, s.results.n
    return _shape(s) if _several(s) and k < n < 2 * k else None


def many_problems(s: Situation) -> str | None:
    return _shape(s) if _several(s) and s.results.n >= 8 * s.results.k else None


def two_algorithms(s: Situation) -> str | None:
    return _shape(s) if s.results.k == 2 else None


def wilcoxon_cannot_reject(s: Situation) -> str | None:
    n = s.results.n
    if n > 5:
        return None
    return f"With n = {n} problems the smallest two-sided exact p-value is {2.0 ** (1 - n):g}."


def wilcoxon_outliers(s: Situation) -> str | None:
    return f"There are n = {s.results.n} problems." if 5 < s.results.n <= 11 else None


def wilcoxon_many(s: Situation) -> str | None:
    n = s.results.n
    return f"There are n = {n} problems." if s.results.k == 2 and n > 30 else None


def several_wilcoxon(s: Situation) -> str | None:
    k = s.results.k
    if k < 3:
        return None
    m = k - 1 if s.control else k * (k - 1) // 2
    return (
        f"{m} pairwise tests at level {s.alpha:g} would err at least once with probability up to "
        f"{-np.expm1(m * np.log1p(-s.alpha)):.2f} if they were independent."
    )


def few_algorithms(s: Situation) -> str | None:
    if s.ranking == "friedman" and 3 <= s.results.k <= 4:
        return f"There are k = {s.results.k} algorithms."
    return None


def quade_is_sensitive(s: Situation) -> str | None:
    return "The conclusions rest on Quade's ranking." if s.ranking == "quade" else None


def aligned_is_liberal(s: Situation) -> str | None:
    if s.ranking == "aligned" and s.method == "normal":
        return "The p-values come from the normal approximation to aligned ranks."
    return None


def quade_is_conservative(s: Situation) -> str | None:
    if s.ranking == "quade" and s.method == "normal" and s.results.k > 3:
        return (
            f"For k = {s.results.k} its variance is {(s.results.k - 1) / 2:g} times the exact one."
        )
    return None


def conservative(s: Situation) -> str | None:
    shown = [name for name in ("bonferroni", "nemenyi-bonferroni") if name in s.procedures]
    return f"{lookup(shown[0]).title} is among the procedures." if shown else None


def two_forms_of_nemenyi(s: Situation) -> str | None:
    forms = ("nemenyi-bonferroni", "nemenyi-range")
    if s.posthoc is None or not set(forms) <= set(s.procedures):
        return None
    first, second = (int(s.posthoc.rejected(s.alpha, name).sum()) for name in forms)
    titles = [lookup(name).title for name in forms]
    return f"{titles[0]} rejects {first} hypotheses, {titles[1]} {second}."


def holm_is_missing(s: Situation) -> str | None:
    if s.procedures and "holm" not in s.procedures:
        return f"The procedures are {', '.join(s.procedures)}."
    return None


def _largest(s: Situation) -> float | None:
    return float(s.posthoc.pvalue.max()) if s.posthoc and "li" in s.procedures else None


def li_is_weak(s: Situation) -> str | None:
    largest = _largest(s)
    if largest is None or largest < 0.5:
        return None
    return f"The largest raw p-value is {largest:.3f}."


def bergmann_decides(s: Situation) -> str | None:
    if s.posthoc is None or not {"bergmann", "shaffer"} <= set(s.procedures):
        return None
    more, fewer = (int(s.posthoc.rejected(s.alpha, name).sum()) for name in ("bergmann", "shaffer"))
    if more == fewer:
        return None
    return f"Bergmann-Hommel rejects {more} hypotheses, Shaffer's static procedure {fewer}."


def ranks_alone(s: Situation) -> str | None:
    if s.omnibus_rejected is False:
        return f"The omnibus hypothesis is not rejected at {s.alpha:g}."
    return None


def _rejections(s: Situation) -> tuple[int, int] | None:
    """How many hypotheses the verdict rejects, and of how many."""
    if s.posthoc is None:
        return None
    second = s.second_look
    rejected = s.posthoc.rejected(s.alpha, s.procedure) if second is None else second.both
    return int(rejected.sum()), s.posthoc.family.m


def not_rejected(s: Situation) -> str | None:
    found = _rejections(s)
    if found is None or found[0] == found[1]:
        return None
    rest = found[1] - found[0]
    return f"{rest} of {found[1]} {_hypotheses(found[1], rest)} not shown to be false."


def sizes_are_wanted(s: Situation) -> str | None:
    found = _rejections(s)
    if found is None or not found[0]:
        return None
    return f"{found[0]} of {found[1]} {_hypotheses(*found[::-1])} shown to be false."


def _hypotheses(all_of_them: int, some: int) -> str:
    noun = "hypothesis" if all_of_them == 1 else "hypotheses"
    return f"{noun} {'is' if some == 1 else 'are'}"


def choice_of_procedure(s: Situation) -> str | None:
    return f"{len(s.procedures)} procedures are shown." if len(s.procedures) > 1 else None


def error_of_a_picked_control(k: int, alpha: float) -> float:
    """Probability that Holm rejects something if all k algorithms are alike and the best is picked.

    The first step of Holm rejects if the distance of the best from the worst average rank, their
    range, reaches the level alpha / (k - 1) of a single pair; for many problems the range has the
    law of the studentised range.
    """
    z = -float(ndtri(alpha / (2 * (k - 1))))
    return float(studentised_range_sf(math.sqrt(2) * z, k))


def control_was_picked(s: Situation) -> str | None:
    if s.picked is None:
        return None
    return (
        f"{s.picked} was to be the control because its average rank is the best. If all "
        f"k = {s.results.k} algorithms were alike, Holm would then find a difference in "
        f"{error_of_a_picked_control(s.results.k, s.alpha):.0%} of the tables at a nominal "
        f"{s.alpha:.0%}."
    )


def ties(s: Situation) -> str | None:
    tied = compute_ranks(s.results, fitting_ranking(s.results, "friedman")).tied
    total = int(np.count_nonzero(~np.isnan(s.results.values)))
    decimals = _decimals(s.results)
    if not tied or (tied < 0.1 * total and decimals > 2):
        return None
    printed = f"; the values have at most {decimals} decimal{'s' if decimals > 1 else ''}"
    printed = "; the values are whole numbers" if decimals == 0 else printed * (decimals <= 6)
    return f"{tied} of {total} values are tied with another on their problem{printed}."


def sign_ties(s: Situation) -> str | None:
    """Pairs with several ties, which the sign test of the documents splits."""
    family = Family(s.results.algorithms, s.control)
    tied = win_tie_loss(s.results).ties[family.pairs[:, 0], family.pairs[:, 1]]
    several = int(np.count_nonzero(tied > 1))  # an odd tie is left out
    if not several or s.sign_ties == "drop":
        return None
    most = int(tied.argmax())
    return (
        f"Several problems are tied for {several} of {family.m} pairs, most for "
        f"{family.labels[most]}: {int(tied[most])} of {s.results.n}."
    )


def constant(s: Situation) -> str | None:
    values = s.results.values
    names = [
        name
        for name, column in zip(s.results.algorithms, values.T, strict=True)
        if np.fmin.reduce(column) == np.fmax.reduce(column)
    ]
    return f"Constant over all problems: {', '.join(names)}." if names else None


def ceiling(s: Situation) -> str | None:
    """Several at the best value of the table, close to 1 or 100%, or at the best of most problems.

    Close is nearer than half a per cent to the end of a scale on which higher is better.
    """
    losses, n = s.results.losses, s.results.n
    best = np.fmin.reduce(losses, axis=None)
    value = best if s.results.better == "lower" else -best
    low, high = -np.fmax.reduce(losses, axis=None), -best  # where higher is better
    end = next((end for end in (1, 100) if 0.995 * end <= high <= end and low >= 0), math.inf)
    for reached, where, least in (
        (losses == best, f"reach {value:g}, the best value of the whole table", 0.1),
        (-losses >= 0.995 * end, f"come within half a per cent of {end:g}", 0.1),
        (
            losses == np.fmin.reduce(losses, axis=1, keepdims=True),
            "share the best value of the problem",
            0.6,
        ),
    ):
        crowded = int((reached.sum(axis=1) >= 2).sum())
        if crowded >= max(2, least * n):
            return f"On {crowded} of {n} problems two or more algorithms {where}."
    return None


_LEAST_RUNS = 3  # that the documents ask of an algorithm that has a random part
_BY_CHANCE = 0.05  # pairs of problems with the same results that chance may make
_FAR_APART = 1e4  # differences on one problem over those on another


def few_runs(s: Situation) -> str | None:
    origin = s.results.origin
    if origin is None or origin.fewest_runs is None or origin.fewest_runs >= _LEAST_RUNS:
        return None
    return f"The values are the {origin.aggregated}."


def copied_problems(s: Situation) -> str | None:
    """Problems on which every algorithm has the same value as on another one, if not by chance.

    Of coarse results, such as zeros and ones, many are the same: these are no copies.
    """
    values, names = s.results.values + 0.0, s.results.problems
    first: dict[bytes, int] = {}
    copies = []
    for i, row in enumerate(values):
        place = first.setdefault(row.tobytes(), i)
        if place != i and np.fmax.reduce(row) > np.fmin.reduce(row):
            copies.append(f"{names[i]} as {names[place]}")
    if not copies or _alike_by_chance(values[list(first.values())], len(values)) > _BY_CHANCE:
        return None
    return f"All algorithms have the same results on: {_some(copies)}."


def _alike_by_chance(values: FloatArray, n: int) -> float:
    """How many pairs of n such problems would be alike if the columns were independent."""
    pairs = float(math.comb(n, 2))
    for column in values.T:
        counts = np.unique(column, return_counts=True)[1]
        pairs *= float((counts * (counts - 1)).sum()) / max(len(values) * (len(values) - 1), 1)
    return pairs


def different_scales(s: Situation) -> str | None:
    values = s.results.values
    spread = np.fmax.reduce(values, axis=1) / 2 - np.fmin.reduce(values, axis=1) / 2
    places = np.flatnonzero(spread > 0)
    if not places.size:
        return None
    low, high = (int(places[f(spread[places])]) for f in (np.argmin, np.argmax))
    if spread[high] / _FAR_APART < spread[low]:
        return None
    names = s.results.problems
    return (
        f"The results differ by {2 * spread[low]:.3g} on {names[low]} and by "
        f"{2 * spread[high]:.3g} on {names[high]}."
    )


def contrasts_against_ranks(s: Situation) -> str | None:
    """Pairs that the contrasts order otherwise than the average ranks do."""
    if s.contrast is None or not _several(s):
        return None
    ranks = compute_ranks(s.results, fitting_ranking(s.results, "friedman")).average
    estimates = s.contrast.estimates
    losses = estimates if s.results.better == "lower" else -estimates
    family = Family(s.results.algorithms)
    pairs = family.pairs
    first, second = pairs[:, 0], pairs[:, 1]
    against = np.flatnonzero(losses[first, second] * (ranks[first] - ranks[second]) < 0)
    if not against.size:
        return None
    labels = family.labels
    return (
        f"The contrasts and the average ranks order {against.size} of {len(pairs)} pairs "
        f"differently: {_some([labels[i] for i in against.tolist()], 3)}."
    )


def multiple_sign_is_weak(s: Situation) -> str | None:
    test = s.multiple_sign
    if test is None or s.posthoc is None:
        return None
    ranks = compute_ranks(s.results, fitting_ranking(s.results, "friedman")).average
    pairs = s.posthoc.family.pairs
    worse = ranks[pairs[:, 1]] > ranks[pairs[:, 0]]  # the test asks whether the control is better
    more, fewer = int(s.posthoc.rejected(s.alpha)[worse].sum()), int(test.rejected.sum())
    if fewer >= more:
        return None
    title = lookup(s.posthoc.procedures[0]).title
    return (
        f"Of {int(worse.sum())} algorithms with a worse average rank than {test.control} the "
        f"multiple sign test tells {fewer} from it, {title} {more}."
    )


def hochberg_beside_holm(s: Situation) -> str | None:
    if s.posthoc is None or not {"holm", "hochberg"} <= set(s.procedures):
        return None
    holm, hochberg = (s.posthoc.adjusted[name] for name in ("holm", "hochberg"))
    counts = [int(s.posthoc.rejected(s.alpha, name).sum()) for name in ("hochberg", "holm")]
    return (
        f"Hochberg rejects {counts[0]} hypotheses, Holm {counts[1]}; their adjusted p-values "
        f"differ by at most {float(np.max(holm - hochberg)):.3g}."
    )


def all_pairs_or_a_control(s: Situation) -> str | None:
    if s.control is not None or s.picked is not None or s.posthoc is None or not _several(s):
        return None
    m, k = s.posthoc.family.m, s.results.k
    if s.posthoc.family.control is not None or _rejections(s) in (None, (m, m)):
        return None
    return f"{m} hypotheses are tested; with a control named beforehand there are {k - 1}."


def control_must_stay(s: Situation) -> str | None:
    if s.control is None or not _several(s):
        return None
    ranks = compute_ranks(s.results, fitting_ranking(s.results, "friedman"))
    best = ranks.best
    return (
        f"{s.control} is the control, and has the best average rank."
        if best == s.control
        else f"{s.control} is the control; {best} has the best average rank."
    )


def small_for_chi_square(s: Situation) -> str | None:
    if _several(s) and s.method in ("normal", "calibrated") and s.results.n <= 10:
        return _shape(s)
    return None


def rests_on_the_pool(s: Situation) -> str | None:
    parts = []
    if s.second_look is not None and s.second_look.pooled.any():
        labels = s.second_look.family.labels
        pairs = [labels[i] for i in np.flatnonzero(s.second_look.pooled).tolist()]
        parts.append(f"Not rejected by {s.second_look.title} of the two alone: {_some(pairs)}.")
    if s.leave_one_out is not None and (fallen := s.leave_one_out.fallen):
        pairs = [
            f"{first} vs {second} (without {' or '.join(others)})"
            for (first, second), others in fallen.items()
        ]
        title = lookup(s.leave_one_out.procedure).title
        parts.append(f"Not rejected with {title} if another is left out: {_some(pairs)}.")
    return " ".join(parts) or None


def results_are_missing(s: Situation) -> str | None:
    return None if s.missing is None else s.missing.sentence


def holes_are_not_at_random(s: Situation) -> str | None:
    return s.missing.association if s.missing is not None and s.missing.associated else None


def too_few_common_problems(s: Situation) -> str | None:
    pairs = [] if s.posthoc is None else list(s.posthoc.statistics.powerless(s.alpha))
    if not pairs:
        return None
    return f"No outcome could reject {len(pairs)} hypotheses at {s.alpha:g}: {_some(pairs)}."


def _some(items: list[str], most: int = 5) -> str:
    rest = len(items) - most
    return "; ".join(items[:most]) + (f"; and {rest} more" if rest > 0 else "")


def _decimals(results: Results) -> int:
    """The most decimals that any value needs, up to 17."""
    longer = results.values[~np.isnan(results.values)]
    with np.errstate(over="ignore"):  # a number of 1e308 is multiplied to be rounded
        for decimals in range(17):
            if longer.size and np.round(longer[0], decimals) != longer[0]:
                continue
            longer = longer[np.round(longer, decimals) != longer]
            if not longer.size:
                return decimals
    return 17

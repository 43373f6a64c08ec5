"""What one rating a model does not say: position, ties, cycles, and judges of different tastes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy.sparse.csgraph import connected_components
from scipy.special import betainc, chdtrc, ndtr, ndtri, stdtr

from evenkeel._types import FloatArray, IntArray
from evenkeel.errors import InputError
from evenkeel.items.battles import LOST, TIED, Battles
from evenkeel.items.ratings import (
    SCORE,
    Cells,
    Fit,
    counted,
    expected,
    fit,
    scores_of_clusters,
    uncertainty,
)

Name = Literal["position", "ties", "cycle", "judges", "one judge"]
LEVEL = 0.01  # of each of the tests, so that a clean board is flagged in at most some 5%
_OF_CIRCLES = 0.6  # of that of cycles, what the circles of three have; the rest is the others'
_ENOUGH = 10  # votes on a pair from which it is looked at alone
_MUCH, _TIMES = 0.1, 3.0  # share of one judge: at least, and over that of all alike
_EXPECTED = 5.0  # ties of a judge from which he is looked at alone
_FEW_PAIRS = 3  # that are named


@dataclass(frozen=True)
class Check:
    """One check: whether it found something, by which p-value if it is a test, and what."""

    name: Name
    found: bool
    pvalue: float | None
    text: str


@dataclass(frozen=True)
class Position:
    """The advantage of the answer that is shown first, on the scale of the strengths.

    The effect is NaN where no vote can tell it from strength.
    """

    effect: float
    error: float
    df: float
    pvalue: float


def position_effect(battles: Battles, davidson: bool, prior: float) -> Position:
    """Fit the model with an advantage of the first answer, its error by clusters.

    Where it has no maximum, as if one position always wins, the votes alone are tested by signs.
    """
    x = battles.shown[:, None]
    cells = counted(battles, x)
    if _is_strength(cells):
        return Position(np.nan, np.inf, 1.0, 1.0)
    try:
        found = fit(cells, davidson=davidson, prior=prior)
    except InputError:
        sign = battles.shown * (1.0 - 2.0 * (battles.outcome == LOST)) * (battles.outcome != TIED)
        ahead, behind = int((sign > 0).sum()), int((sign < 0).sum())
        tail = float(betainc(max(ahead, behind), min(ahead, behind) + 1, 0.5))
        return Position(np.inf * np.sign(ahead - behind + 0.5), np.inf, 1.0, min(1.0, 2 * tail))
    sure = uncertainty(found, battles, x)
    k = len(battles.models)
    effect, error = float(found.beta[0]), float(sure.own[k])
    df = _votes_df(battles)
    return Position(effect, error, df, 2 * float(stdtr(df, -abs(effect) / error)))


def _is_strength(cells: Cells) -> bool:
    """Whether differences of strengths can be the covariate, as where A always comes first."""
    a, b, k = cells.first, cells.second, cells.k
    met = np.bincount(a * k + b, minlength=k * k).reshape(k, k)
    met = met + met.T
    _, label = connected_components(met, directed=False)
    shown = cells.x[:, 0]
    apart = np.bincount(a, shown, k) - np.bincount(b, shown, k)
    laplacian = np.diag(met.sum(axis=0)) - met + (label[:, None] == label)
    strength = np.linalg.solve(laplacian, apart)
    return bool(np.abs(strength[a] - strength[b] - shown).max() < 1e-9)


def _votes_df(battles: Battles) -> float:
    """Degrees of freedom of what rests on all votes: the effective number of judges less 1."""
    df = float(battles.size - 1)
    for codes in (battles.judge, battles.prompt):
        if codes is not None:
            squares = np.square(np.bincount(codes).astype(np.float64))
            df = min(df, max(float(squares.sum() ** 2 / np.square(squares).sum()) - 1, 1.0))
    return df


def checks(battles: Battles, plain: Fit, x: FloatArray, position: Position) -> tuple[Check, ...]:
    """All checks, on a model of ties as such if there are any."""
    return tuple(_each_check(battles, plain, x, position))


def _each_check(battles: Battles, plain: Fit, x: FloatArray, position: Position) -> Iterator[Check]:
    yield _moved(position)
    yield _ties(battles, plain, x, position)
    spread, p_judges = 1.0, None
    if battles.judge is not None:
        spread, p_judges = judges_differ(battles, plain, x, battles.judge)
    yield _cycle(battles, plain, x, spread if p_judges is not None and p_judges <= LEVEL else 1.0)
    if battles.judge is not None and p_judges is not None:
        differ = p_judges <= LEVEL
        yield Check(
            "judges",
            differ,
            p_judges,
            f"Votes of one judge agree with each other {spread:.3g} times as much as chance makes "
            "them. "
            + (
                "Judges have tastes of their own: one rating is an average over these judges."
                if differ
                else "No sign of tastes of their own."
            ),
        )
        yield _one_judge(battles, battles.judge)


def _moved(position: Position) -> Check:
    if np.isnan(position.effect):
        said = (
            "No vote can tell the advantage of a position from strength. Show pairs in both orders."
        )
        return Check("position", False, None, said)
    moved = position.pvalue <= LEVEL
    share = 1 / (1 + np.exp(-position.effect))
    side = "first" if position.effect > 0 else "second"
    return Check(
        "position",
        moved,
        position.pvalue,
        f"The answer shown {side} is preferred beyond its strength: of two equal models the first "
        f"wins {100 * share:.3g}% of the votes that are no ties. "
        + (
            "Show every pair in both orders, or take the position out of the ratings."
            if moved
            else "That may be chance."
        ),
    )


def _ties(battles: Battles, plain: Fit, x: FloatArray, position: Position) -> Check:
    """Ties that were written as wins: none at all beside an advantage, or judges without any."""
    tied = battles.outcome == TIED
    if not tied.any():
        found = position.pvalue <= LEVEL
        return Check(
            "ties",
            found,
            None,
            "No vote is a tie"
            + (
                ", and one position wins too often: ties may have been written as its wins. Look "
                "at how the votes were stored."
                if found
                else ", so that nothing is to be said of ties."
            ),
        )
    chance = expected(plain, battles, x)[2]
    groups = [
        (name, codes)
        for name, codes in (("judge", battles.judge), ("model", battles.first))
        if codes is not None
    ]
    found_p, where = 1.0, "judge"
    for name, codes in groups:
        counts, wanted = np.bincount(codes, tied), np.bincount(codes, chance)
        variance = np.bincount(codes, chance * (1 - chance))
        few = wanted < _EXPECTED  # those with few votes are taken together
        counts, wanted, variance = (
            np.append(each[~few], each[few].sum()) for each in (counts, wanted, variance)
        )
        z = (counts - wanted) / np.sqrt(np.maximum(variance, 1e-9))
        z = z[wanted > 0]
        if z.size < 2:
            continue
        p = float(chdtrc(z.size - 1.0, float(z @ z)))
        lack = z < ndtri(LEVEL / (2 * z.size))
        if p < found_p and lack.any():
            found_p, where = p, name
    found = found_p <= LEVEL / len(groups)
    return Check(
        "ties",
        found,
        min(found_p * len(groups), 1.0),
        f"Ties are rarer than they can be by chance with one {where} or more: some may have been "
        "written as wins."
        if found
        else "Ties are as frequent everywhere as the model says.",
    )


def _cycle(battles: Battles, plain: Fit, x: FloatArray, spread: float) -> Check:
    """Whether the pairs win as often as one strength a model says.

    With the residuals R of the votes on a pair, (sum R)^2 / Var is 1 on average. The sum over the
    pairs is referred to a chi-square with the same mean and variance; the largest, and the largest
    shift around three models, to Bonferroni over those that have votes enough.
    """
    k = len(battles.models)
    mean, variance, tie = expected(plain, battles, x)
    low = np.minimum(battles.first, battles.second)
    high = np.maximum(battles.first, battles.second)
    turn = np.where(battles.first == low, 1.0, -1.0)
    code, place = _numbered(low * k + high, k * k)
    residual = np.bincount(place, turn * (SCORE[battles.outcome] - mean))
    own = np.asarray(np.bincount(place, variance) * spread, dtype=np.float64)
    size = np.bincount(place)
    square = np.square(residual) / own
    df = float(code.size - (k - 1))
    if df < 1:
        text = "The pairs that met are too few to show a cycle."
        return Check("cycle", False, None, text)
    win = mean - tie / 2
    fourth = win * (1 - mean) ** 4 + (1 - win - tie) * mean**4 + tie * (0.5 - mean) ** 4
    kurtosis = np.bincount(place, fourth) / np.maximum(
        np.square(own / spread / size) * size, 1e-300
    )
    noise = float((2 + (kurtosis - 3) / size).clip(0.1).sum()) * df / code.size
    p_sum = float(chdtrc(2 * df**2 / noise, 2 * df / noise * float(square.sum())))
    enough = size >= _ENOUGH
    z = np.abs(residual) / np.sqrt(own)
    count = int(enough.sum())
    p_most = min(1.0, 2 * count * float(ndtr(-z[enough].max()))) if count else 1.0
    p_three, around = _around(k, code[enough], (residual / own)[enough], own[enough])
    p_three /= _OF_CIRCLES
    pvalue = min(1.0, p_three, *(2 * p / (1 - _OF_CIRCLES) for p in (p_sum, p_most)))
    found = pvalue <= LEVEL
    if not found:
        return Check("cycle", False, pvalue, "One strength a model explains who beats whom.")
    named = []
    for at in np.argsort(-z * enough, kind="stable")[:_FEW_PAIRS].tolist():
        a, b = divmod(int(code[at]), k)
        over, under = (a, b) if residual[at] > 0 else (b, a)
        named.append(f"{battles.models[over]} over {battles.models[under]}")
    text = (
        "One strength a model does not explain who beats whom; more often than it says wins "
        f"{', '.join(named)}."
    )
    if p_three <= LEVEL:
        ring = [battles.models[at] for at in (*around, around[0])]
        text += f" The votes run in a circle: {' over '.join(ring)}."
    return Check("cycle", True, pvalue, f"{text} Read such pairs by themselves.")


def _around(
    k: int, code: IntArray, shift: FloatArray, weight: FloatArray
) -> tuple[float, tuple[int, ...]]:
    """The largest sum of shifts around three models, over its error, by Bonferroni.

    No strengths explain a sum around a circle, so that the fit takes nothing from it.
    """
    shifts, errors = np.zeros((k, k)), np.full((k, k), np.inf)
    a, b = code // k, code % k
    shifts[a, b], shifts[b, a] = shift, -shift
    errors[a, b] = errors[b, a] = 1 / weight
    most, ring, count = 0.0, (0, 0, 0), 0
    for i in range(k - 2):
        rest = slice(i + 1, None)
        summed = shifts[i, rest, None] + shifts[rest, rest] + shifts[None, rest, i]
        spread = errors[i, rest, None] + errors[rest, rest] + errors[None, rest, i]
        z = np.abs(summed) / np.sqrt(spread)
        count += int(np.isfinite(spread).sum()) // 2
        j, last = np.unravel_index(int(z.argmax()), z.shape)
        if z[j, last] > most:
            most = float(z[j, last])
            turned = (i, i + 1 + int(j), i + 1 + int(last))
            ring = turned if summed[j, last] > 0 else (turned[0], turned[2], turned[1])
    return min(1.0, 2 * count * float(ndtr(-most))), ring


def _numbered(codes: IntArray, most: int) -> tuple[IntArray, IntArray]:
    """The codes that occur, and the place of each; without sorting if they can be counted."""
    if most > 4 * codes.size + 10_000:
        found, places = np.unique(codes, return_inverse=True)
        return found, places
    held = np.bincount(codes, minlength=most) > 0
    return np.flatnonzero(held), (np.cumsum(held) - 1)[codes]


def judges_differ(
    battles: Battles, plain: Fit, x: FloatArray, codes: IntArray
) -> tuple[float, float]:
    """How much more the gradients of judges spread than if votes were independent, and its p-value.

    Q = sum_c |U_c|^2 has the mean sum 2 w of the variances w of the votes, and of its parts of two
    votes the variance 2 sum_c (|M_c|^2 - sum 4 w^2), M_c being the weighted Laplacian of a judge's
    votes; it is referred to a chi-square with this mean and variance.
    """
    k = len(battles.models)
    scores = scores_of_clusters(plain, battles, x, codes)[:, :k]
    mean, variance, _ = expected(plain, battles, x)
    residual = np.square(SCORE[battles.outcome] - mean)
    excess = float(scores.power(2).sum()) - 2 * float(residual.sum())
    sizes = np.bincount(codes).astype(np.float64)
    together = float((sizes * (sizes - 1)).sum()) / max(codes.size * (codes.size - 1.0), 1.0)
    excess += together * 2 * float(residual.sum())  # the gradients of all votes add to 0
    centre = 2 * float(variance.sum())
    squares = 0.0
    for at in (battles.first, battles.second):
        diagonal = np.bincount(codes * k + at, variance) if codes.max() * k < 5e7 else None
        if diagonal is None:
            _, place = np.unique(codes * k + at, return_inverse=True)
            diagonal = np.bincount(place, variance)
        squares += float(np.square(diagonal).sum())
    both = _crossed(codes * k + battles.first, codes * k + battles.second, variance)
    low = np.minimum(battles.first, battles.second)
    high = np.maximum(battles.first, battles.second)
    _, place = np.unique((codes * k + low) * k + high, return_inverse=True)
    pairs = float(np.square(np.bincount(place, variance)).sum())
    norm = squares + 2 * both + 2 * pairs
    noise = 2 * (norm - 4 * float(np.square(variance).sum()))
    if noise <= 1e-9 * norm or centre <= 0:  # no judge cast two votes
        return 1.0, 1.0
    df = 2 * centre**2 / noise
    total = (centre + excess) / centre
    return max(total, 0.0), float(chdtrc(df, max(df * total, 0.0)))


def _crossed(first: IntArray, second: IntArray, weight: FloatArray) -> float:
    """The sum over groups of the product of their weights as first and as second."""
    labels, place = np.unique(np.concatenate([first, second]), return_inverse=True)
    n = first.size
    up = np.bincount(place[:n], weight, labels.size)
    down = np.bincount(place[n:], weight, labels.size)
    return float((up * down).sum())


def _one_judge(battles: Battles, codes: IntArray) -> Check:
    """Whether one judge casts much more than the others."""
    shares = np.bincount(codes) / codes.size
    most = int(shares.argmax())
    share, count = float(shares[most]), int(np.count_nonzero(shares))
    limit = max(_MUCH, _TIMES / count) if count > _TIMES else 0.5
    found = share > limit
    name = battles.judges[most] if most < len(battles.judges) else str(most)
    text = f"{name} casts {100 * share:.3g}% of the votes of {count} judges."
    if count == 1:
        text = f"{name} casts all votes: ratings and intervals say nothing of other judges."
    elif found:
        text += " The ratings are largely the taste of one; the intervals allow for it."
    return Check("one judge", found, None, text)

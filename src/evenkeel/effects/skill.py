"""skill_scores(): the geometric mean of ratios to a baseline, and the win rate."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import stdtrit

from evenkeel._types import FloatArray, IntArray
from evenkeel.errors import InputError, choice, fraction
from evenkeel.numerics.intervals import bounded_mean_interval
from evenkeel.result import Result, shown
from evenkeel.tables.results import Better, Results, as_results


class SkillScores(Result):
    """Skill against a baseline and win rate against all others, with intervals.

    Attributes
    ----------
    algorithms : tuple of str
        The algorithms, as in the table.
    baseline : str
        The baseline, whose skill is 0.
    skill, skill_low, skill_high : ndarray, shape (k,)
        1 less the geometric mean of the ratios to the baseline, and its interval.
    win_rate, win_low, win_high : ndarray, shape (k,)
        Share of the comparisons with the others that are won, ties half, and its interval.
    clipped : ndarray of int, shape (k,)
        How many ratios were cut to the bounds.
    n : int
        Number of problems.
    clip, confidence : float
        Ratios are cut to [1 / clip, clip]; the level of each interval by itself.
    """

    _title: ClassVar[str] = "Skill scores and win rates"
    _note: ClassVar[str] = (
        "Intervals of skill are Student's, of the log ratios; those of win rates are Gaffke's, of "
        "each problem's share of wins. Each is at its level by itself and supposes that the "
        "problems are a sample. Win rates depend on which other algorithms take part. "
        "docs/calibration_newer.md says how often they hold."
    )

    algorithms: tuple[str, ...]
    baseline: str
    skill: FloatArray = shown("statistic", title="Skill")
    skill_low: FloatArray = shown("statistic", title="From")
    skill_high: FloatArray = shown("statistic", title="To")
    win_rate: FloatArray = shown("statistic", title="Win rate")
    win_low: FloatArray = shown("statistic", title="Win rate from")
    win_high: FloatArray = shown("statistic", title="Win rate to")
    clipped: IntArray = shown("count", title="Cut ratios")
    n: int
    clip: float = shown("value")
    confidence: float = shown("value")


def skill_scores(
    results: Results | ArrayLike,
    *,
    baseline: str,
    clip: float = 100.0,
    confidence: float = 0.95,
    better: Better | None = None,
) -> SkillScores:
    """Rate algorithms by the skill score against a baseline and by the win rate.

    With the ratios q_i = error of the algorithm / error of the baseline on problem i (if higher
    values are better, baseline / algorithm), cut to [1 / clip, clip],

        skill = 1 - exp(mean of log q_i);

    0.2 says that errors are 20% smaller by the geometric mean. The win rate is the share of all
    comparisons with the other algorithms, problem by problem, that are won, ties half. Neither is
    a test.

    Parameters
    ----------
    results : Results or array_like
        The table, of positive values without holes; a bare matrix needs `better`.
    baseline : str
        The algorithm to compare with.
    clip : float, default 100
        Ratios are cut to [1 / clip, clip], as fev does.
    confidence : float, default 0.95
        Of each interval.
    better : {"lower", "higher"}, optional
        Direction of a bare matrix.

    Returns
    -------
    SkillScores

    References
    ----------
    Shchur et al. (2025), fev-bench: A realistic benchmark for time series forecasting,
    arXiv:2509.26468. Aksu et al. (2024), GIFT-Eval, arXiv:2410.10393. Fleming and Wallace (1986),
    doi:10.1145/5666.5673 (why the geometric mean).

    Examples
    --------
    >>> import evenkeel
    >>> errors = evenkeel.Results([[2, 1], [4, 1]], algorithms=["naive", "new"], better="lower")
    >>> found = evenkeel.effects.skill_scores(errors, baseline="naive")
    >>> found.skill.round(4).tolist(), found.win_rate.tolist()  # 1 - sqrt(1/2 1/4)
    ([0.0, 0.6464], [0.0, 1.0])
    """
    table = as_results(results, better)
    column = table.algorithms.index(choice(baseline, table.algorithms, "baseline"))
    level = fraction(confidence, "confidence")
    if not 1 < clip <= 1e6:
        raise InputError(f"clip is {clip!r}; give a number above 1 and up to 1e6, such as 100")
    odd = np.argwhere(~(table.values > 0))
    if odd.size:
        i, j = odd[0]
        raise InputError(
            f"{table.algorithms[j]!r} has {table.values[i, j]:g} on {table.problems[i]!r}; ratios "
            "need positive values, all of them there"
        )
    logs = np.log(table.values)
    ratios = logs - logs[:, [column]] if table.better == "lower" else logs[:, [column]] - logs
    cut = np.clip(ratios, -np.log(clip), np.log(clip))
    sign = np.sign(table.losses[:, None, :] - table.losses[:, :, None])  # of the row's algorithm
    share = ((sign + 1) / 2).sum(axis=2) - 0.5  # a problem's wins, without itself
    mean, low, high = student_interval(cut, level)
    rates = share.T / max(table.k - 1, 1)
    below, above = bounded_mean_interval(rates, 0.0, 1.0, level)
    with np.errstate(over="ignore"):  # a bound can be infinite
        skill, least, most = (1 - np.exp(each) for each in (mean, high, low))
    return SkillScores(
        table.algorithms,
        baseline,
        skill=skill,
        skill_low=least,
        skill_high=most,
        win_rate=rates.mean(axis=1),
        win_low=below,
        win_high=above,
        clipped=(cut != ratios).sum(axis=0),
        n=table.n,
        clip=float(clip),
        confidence=level,
    )


def student_interval(
    values: FloatArray, confidence: float
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Means of columns (n, k) with Student's interval."""
    n = len(values)
    mean = values.mean(axis=0)
    error = values.std(axis=0, ddof=1) / np.sqrt(n)
    wide = stdtrit(n - 1, (1 + confidence) / 2)  # infinite for levels next to 1
    half = np.multiply(wide, error, out=np.zeros_like(error), where=error > 0)
    return mean, mean - half, mean + half

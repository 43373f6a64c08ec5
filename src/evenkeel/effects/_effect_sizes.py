"""effect_sizes(): how large the differences of all pairs are, each with an interval."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import cast

import numpy as np
from numpy.typing import ArrayLike

from evenkeel._types import FloatArray, IntArray
from evenkeel.effects.intervals import (
    Found,
    Level,
    bootstrap_intervals,
    groups_of,
    lawful_intervals,
)
from evenkeel.effects.registry import BOOTSTRAP, EFFECTS, EffectSize, IntervalMethod
from evenkeel.errors import InputError, Message, Option, choice, fraction
from evenkeel.families import Family
from evenkeel.numerics.resampling import Seed
from evenkeel.pairwise.pair import shared_by
from evenkeel.posthocs._posthoc import resolve_control
from evenkeel.result import Result
from evenkeel.tables.choices import failures_last
from evenkeel.tables.results import Better, Results, as_results
from evenkeel.text import attained_percent, percent, promised, series

RESAMPLES = 9_999
_LISTED = 5  # pairs that a note names
_SLACK = 1e-12  # of a level, for rounding
_ENOUGH = 50  # problems from which on a bootstrap nearly keeps what it promises


class EffectSizes(Result):
    """An effect size of each pair of a family, with an interval.

    Attributes
    ----------
    family : Family
        The pairs, the control with each other algorithm or all.
    size : str
        Name of the effect size, see `evenkeel.effects.EFFECTS`.
    estimate, low, high : ndarray, shape (m,)
        The size of each pair and the bounds of its interval; NaN where the two algorithms share
        too few problems.
    confidence : float
        The confidence that was asked for.
    simultaneous : bool
        Whether all intervals together hold their true sizes with that confidence, or each by
        itself.
    level : float
        The level of each interval by itself.
    attained : ndarray, shape (m,), or None
        The level that each interval really has, if its law is discrete and known.
    interval : {"exact", "score", "bounded", "percentile", "bca"}
        How the intervals were made.
    better : {"lower", "higher"}
        The direction of the table.
    n : int
        Number of problems.
    common : ndarray of int, shape (m,), or None
        The problems that two algorithms share; None if no result is missing.
    words : tuple of str
        A word for each magnitude, if asked for.
    resamples : int or None
        How many resamples there were, for a bootstrap.
    notes : tuple of str
        In which direction the numbers speak, what they suppose, and where they fall short.
    """

    family: Family
    size: str
    estimate: FloatArray
    low: FloatArray
    high: FloatArray
    confidence: float
    simultaneous: bool
    level: float
    attained: FloatArray | None
    interval: IntervalMethod
    better: Better
    n: int
    common: IntArray | None = None
    words: tuple[str, ...] = ()
    resamples: int | None = None
    notes: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The name of the effect size in words."""
        return EFFECTS.lookup(self.size).title

    @property
    def neutral(self) -> float:
        """The value of the size if there is no difference."""
        return EFFECTS.lookup(self.size).neutral

    @property
    def attained_together(self) -> float | None:
        """What the attained levels promise for all intervals together, at least."""
        if self.attained is None:
            return None
        return max(0.0, 1 - float(np.nansum(1 - self.attained)))

    @property
    def promise(self) -> str:
        """What the intervals promise, in words: the confidence that they attain, not more."""
        together = self.simultaneous and self.family.m > 1
        held = self.confidence
        if self.attained is not None:
            least = self.attained_together if together else float(np.nanmin(self.attained))
            held = min(held, least or 0.0)
        return promised(self.confidence, held, self.family.m if together else 1)

    def versus(self, first: str, second: str) -> tuple[float, float, float]:
        """Estimate and bounds of first against second, in either order of the two."""
        for name in (first, second):
            choice(name, self.family.algorithms, "algorithm")
        pairs = self.family.hypotheses
        found = np.stack([self.estimate, self.low, self.high])
        if (first, second) in pairs:
            estimate, low, high = found[:, pairs.index((first, second))]
        elif (second, first) in pairs:
            turned = EFFECTS.lookup(self.size).mirrored(found[:, pairs.index((second, first))])
            estimate, high, low = turned
        else:
            raise InputError(
                Message(
                    f"{first!r} and {second!r} are no pair of this family, in which "
                    f"{self.family.control!r} is compared with the rest; leave out ",
                    Option("control"),
                )
            )
        return float(estimate), float(low), float(high)


def effect_sizes(
    results: Results | ArrayLike,
    *,
    size: str = "hodges-lehmann",
    control: str | None = None,
    confidence: float = 0.95,
    simultaneous: bool = True,
    interval: IntervalMethod | None = None,
    resamples: int = RESAMPLES,
    seed: Seed = 0,
    words: bool = False,
    better: Better | None = None,
) -> EffectSizes:
    """Say how large the difference of each pair of algorithms is, with an interval.

    ===================== ======================================================= ==========
    size                  what it is                                              interval
    ===================== ======================================================= ==========
    hodges-lehmann        median of the averages of two differences               exact
    superiority           share of the problems that the first wins, ties half    exact
    median-ratio          median of first over second, for positive values        exact
    standardised-mean     mean over standard deviation of the differences         exact
    rank-biserial         (R+ - R-) / (R+ + R-) of the signed ranks               score
    a12, cliff-delta      share of the pairs of any two values that first wins    score
    rank-difference       difference of average ranks among all algorithms        bounded
    ===================== ======================================================= ==========

    The Hodges-Lehmann difference is the default: it is in the units of the table, a few wild
    problems do not move it, and it has an exact interval for any number of problems, which without
    ties lies on one side of 0 if and only if Wilcoxon's test rejects at its level (equal or zero
    differences widen it). Where the problems have different scales a difference over all of them
    says little; ``"superiority"`` needs no scale.

    Direction. ``"hodges-lehmann"`` and ``"median-ratio"`` are first minus (over) second, not
    turned by the direction of the table: where lower is better, small ones speak for the first.
    All others are turned: what is beyond the neutral value speaks for the first.

    All intervals together. With `simultaneous` the confidence is that of all intervals of the
    family together: those by a law have the level 1 - (1 - confidence) / m of Bonferroni's
    inequality, bootstrap ones a common level that their own resamples show to be enough (Beran
    1988), which uses how the pairs depend on each other.

    Intervals. ``"exact"`` ones come from the law of the size, ``"score"`` ones from a law with the
    variance that each possible value would have, and ``"bounded"`` ones are Gaffke's (2005) of a
    mean that cannot leave its range. None of them becomes a point where one algorithm wins
    everything. On request every size has a bootstrap over
    the problems: percentiles of the resamples, or the quantiles of BCa (Efron 1987), widened as
    Student's law is wider than the normal one (Hesterberg 2015). It is not the default: with 10
    problems it cannot look far enough into the tails that many intervals together need, and missed
    in up to 23% of the tables at 95%. How often each interval misses is measured in
    docs/calibration.md: the defaults in at most 7%, at the edges too, and often in far less; but
    those of A12 in up to 17% where a few problems are contrary to all others.

    Ties count half in ``"superiority"``, ``"a12"`` and ``"rank-biserial"``; other sizes need no
    care. Without any spread an interval in the units of the table may be a point. With few problems
    an exact interval is as wide as the data, `attained` says what it is worth, and `promise` what
    all of them hold together. In a table with holes each pair is
    compared on the problems that both algorithms have; failures (``missing="worst"``) rank last
    where only the order counts.

    Parameters
    ----------
    results : Results or array_like
        The table; a bare matrix needs `better`.
    size : str
        The effect size.
    control : str, optional
        Compare this algorithm with each other one, or ``"best"``, the best ranked. Without it
        all pairs are compared.
    confidence : float
        Of all intervals together, or of each.
    simultaneous : bool
        Which of the two.
    interval : {"exact", "score", "bounded", "percentile", "bca"}, optional
        How the intervals are made; by default as the table above says. Each size has that one and
        the two of a bootstrap.
    resamples : int, default 9999
        Resamples of a bootstrap.
    seed : int, Generator or None
        Seed of these.
    words : bool
        Whether each magnitude gets a word (negligible, small, medium, large), for sizes for which
        a publication gives them. They know nothing of your field.
    better : {"lower", "higher"}, optional
        Direction of a bare matrix.

    Returns
    -------
    EffectSizes

    References
    ----------
    Hodges and Lehmann (1963), doi:10.1214/aoms/1177704172. Grissom (1994),
    doi:10.1037/0021-9010.79.2.314. Thompson (1936), doi:10.1214/aoms/1177732502. Hedges (1981),
    doi:10.3102/10769986006002107. Kerby (2014), doi:10.2466/11.IT.3.1. Vargha and Delaney (2000),
    doi:10.3102/10769986025002101. Cliff (1993), doi:10.1037/0033-2909.114.3.494. Newcombe (2006),
    doi:10.1002/sim.2324. Gaffke (2005), Mathematical Methods of Statistics 14:451-467. Efron
    (1987), doi:10.1080/01621459.1987.10478410. Beran (1988), doi:10.1080/01621459.1988.10478648.
    Hesterberg (2015), doi:10.1080/00031305.2015.1089789.

    Examples
    --------
    Tuning both parameters of C4.5 (Demsar 2006) gains about 0.02 of AUC:

    >>> import evenkeel
    >>> sizes = evenkeel.effect_sizes(evenkeel.load("demsar2006"), control="C4.5cf,m")
    >>> estimate, low, high = sizes.versus("C4.5cf,m", "C4.5")
    >>> print(f"{estimate:.4f} ({low:.4f} to {high:.4f})")
    0.0200 (0.0025 to 0.0425)
    """
    table = as_results(results, better)
    entry = EFFECTS.lookup(size)
    if entry.kernel is None:
        raise InputError(
            Message(
                f"{entry.title} is the size of a whole table and not of a pair; ",
                Option("concordance", call="evenkeel.effects.kendall_w"),
                " computes it, or choose another size, such as 'hodges-lehmann'",
            )
        )
    level = Level(fraction(confidence, "confidence"), simultaneous, resamples, seed)
    method = cast(
        IntervalMethod,
        choice(entry.interval if interval is None else interval, entry.intervals, "interval"),
    )
    if words and entry.words is None:
        named = series([each.name for each in EFFECTS if each.words is not None])
        raise InputError(
            f"no publication gives words for the {entry.title}; leave out words, or choose one of "
            f"{named}"
        )
    table = failures_last(table) if entry.ordinal else table
    if entry.check is not None:
        entry.check(table)
    family = Family(table.algorithms, resolve_control(table, control, "friedman"))
    common = shared_by(table, family.pairs)
    if (table.n if common is None else common.max()) < entry.least:
        raise InputError(
            f"no two algorithms share {entry.least} problems or more, which the {entry.title} "
            "needs; add results"
        )
    groups = groups_of(entry, table.values, family.pairs, table.better)
    lawful = method not in BOOTSTRAP
    if lawful:
        found = lawful_intervals(entry, groups, family.m, level)
    else:
        found = bootstrap_intervals(entry, [*groups], (table.n, family.m), level, method)
    for array in (found.estimate, found.low, found.high):
        array.flags.writeable = False
    magnitudes = entry.words.of(found.estimate, entry.neutral) if words and entry.words else ()
    made = EffectSizes(
        family,
        entry.name,
        estimate=found.estimate,
        low=found.low,
        high=found.high,
        confidence=level.confidence,
        simultaneous=simultaneous,
        level=found.level,
        attained=found.attained,
        interval=method,
        better=table.better,
        n=table.n,
        common=common,
        words=magnitudes,
        resamples=None if lawful else resamples,
    )
    return _with_notes(made, entry, found, picked=family.control != control)


def _with_notes(
    sizes: EffectSizes, entry: EffectSize, found: Found, *, picked: bool
) -> EffectSizes:
    notes = (*_on_reading(sizes, entry), *_on_falling_short(sizes, entry, found))
    if picked:
        notes = (*notes, "the control was picked as the best ranked by the same results")
    return replace(sizes, notes=notes)


def direction(entry: EffectSize, better: Better) -> str:
    """Which values speak for the first algorithm."""
    beyond = entry.turned or better == "higher"
    if entry.neutral == 0:
        return f"{'positive' if beyond else 'negative'} values speak for the first algorithm"
    side = "above" if beyond else "below"
    return f"values {side} {entry.neutral:g} speak for the first algorithm"


def _on_reading(sizes: EffectSizes, entry: EffectSize) -> Iterator[str]:
    units = "" if entry.turned or entry.neutral == 1 else ", in the units of the table"
    yield f"{entry.title}: {entry.formula}{units}; {direction(entry, sizes.better)}"
    yield f"it supposes {entry.assumes}"
    if sizes.words and entry.words is not None:
        yield entry.words.explained(entry.neutral)


def _on_falling_short(sizes: EffectSizes, entry: EffectSize, found: Found) -> Iterator[str]:
    without = np.isnan(sizes.estimate)
    if without.any():
        labels = [sizes.family.labels[i] for i in np.flatnonzero(without)]
        listed = series(labels, _LISTED)
        yield f"these pairs share fewer than {entry.least} problems and have no size: {listed}"
    if found.attained is not None and (found.attained < found.level - _SLACK).any():
        few = int((found.attained < found.level - _SLACK).sum())
        held = sizes.attained_together
        promised = f"hold with at least {attained_percent(held)}" if held else "promise nothing"
        together = f", and all together {promised}" if sizes.simultaneous else ""
        yield (
            f"{few} of {sizes.family.m} intervals have too few problems for the level "
            f"{percent(round(found.level, 6))}: they are as wide as the data{together}"
        )
    if found.left_out:
        yield (
            f"{found.left_out} of {sizes.resamples} resamples were left out, in which a pair "
            "shared too few problems"
        )
    if sizes.interval in BOOTSTRAP and np.isin(sizes.estimate, entry.range).any():
        yield (
            "where one algorithm wins everything nothing varies from problem to problem, and the "
            "interval is a point that shows no uncertainty"
        )
    if np.isinf(sizes.estimate).any() and entry.least > 1:
        yield "all differences of a pair are equal: their spread cannot be estimated"
    if entry.least > 1 and sizes.n == entry.least:
        yield "with two problems Hedges' correction does not exist and was left out"
    least = sizes.n if sizes.common is None else int(sizes.common[~without].min())
    if sizes.resamples and least < _ENOUGH:
        yield (
            f"with fewer than {_ENOUGH} problems bootstrap intervals of 95% missed large effects, "
            "or several together, in up to 23% of measured tables (docs/calibration.md)"
        )

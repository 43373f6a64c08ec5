"""What all benchmarks of a build say together: drift, a common shift, and how noisy a build is.

Two versions that are measured one after the other differ by what happened to the machine between
them, which no test of one benchmark can see. All benchmarks together show it: most of them did not
change, so that the middle of their shifts, and their spread beyond what the runs explain, belong to
the build.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import ndtr

from evenkeel._types import FloatArray
from evenkeel.gating.shifts import Shifts, inflation, neighbours

_FOR_A_MIDDLE = 8  # benchmarks whose middle shift is taken for that of the build
_FOR_A_SPREAD = 20  # benchmarks whose spread tells the noise of the build
_MIDDLE = 1.2533  # standard error of a median over that of a mean, of a normal law
_SPREAD = 1.4826
_FLAGGED = 0.005  # level at which drift is said to be there


@dataclass(frozen=True)
class Suite:
    """The build: `inflated` is by how much each score is too large, `common` the middle shift.

    `correlation` is that of neighbouring runs over all series, `p_correlation`, `p_trend` and
    `p_common` are p-values of no correlation, no trend within the runs, and no common shift;
    `spread` is that of the scores which the runs do not explain, 1 if they do.
    """

    inflated: FloatArray
    common: float
    correlation: float
    p_correlation: float
    p_trend: float
    p_common: float
    spread: float

    @property
    def drifts(self) -> bool:
        """Whether runs depend on when they were made."""
        return min(self.p_correlation, self.p_trend) <= _FLAGGED

    @property
    def shifted(self) -> bool:
        """Whether all benchmarks together are shifted."""
        return self.p_common <= _FLAGGED


def look_at_suite(shifts: Shifts, *, ordered: bool, apart: bool) -> Suite:
    """What the build says.

    Parameters
    ----------
    shifts : Shifts
        All benchmarks.
    ordered : bool
        Whether the order of the runs is that in which they were made.
    apart : bool
        Whether the versions were measured one after the other, neither in turns nor in pairs.
    """
    m = len(shifts.new)
    correlation, own, p_correlation, p_trend = 0.0, np.zeros(m), 1.0, 1.0
    if ordered:
        correlation, own, p_correlation, p_trend = _dependence(shifts)
    least = shifts.sizes[:, 1] if shifts.paired else shifts.sizes.min(axis=1)
    inflated = np.array([inflation(r, int(n)) for r, n in zip(own, least, strict=True)])
    common, p_common, spread = 0.0, 1.0, 1.0
    if apart:
        scores = shifts.scores(0.0) / inflated
        middle = float(np.median(scores))
        if m >= _FOR_A_SPREAD:
            spread = max(1.0, _SPREAD * float(np.median(np.abs(scores - middle))))
        if m >= _FOR_A_MIDDLE:
            common = float(np.median(shifts.estimates))
            p_common = 2 * float(ndtr(-abs(middle) * np.sqrt(m) / (_MIDDLE * spread)))
    return Suite(
        inflated * spread, common, correlation, p_correlation, p_trend, min(p_common, 1.0), spread
    )


def _dependence(shifts: Shifts) -> tuple[float, FloatArray, float, float]:
    """The correlation of neighbours: of all series, and of each benchmark drawn towards that.

    Each is raised by its own standard error: too high a correlation costs power, too low a one
    raises false alarms.
    """
    m = len(shifts.new)
    rows: list[tuple[FloatArray, ...]] = (
        [(each,) for each in shifts.new]
        if shifts.paired
        else list(zip(shifts.base, shifts.new, strict=True))
    )
    every = [neighbours(row) for row in rows]
    found = np.concatenate([each[0] for each in every])
    if found.size == 0:
        return 0.0, np.zeros(m), 1.0, 1.0
    lengths = np.concatenate([each[2] for each in every])
    trends = np.concatenate([each[1] for each in every])
    errors = lengths / np.maximum(lengths - 4, 2) * np.sqrt((lengths - 2) / lengths / lengths)
    mean = float(found.mean())
    p_correlation = float(ndtr(-found.sum() / np.sqrt(np.square(errors).sum())))
    p_trend = 2 * float(ndtr(-abs(trends @ np.sqrt(lengths - 1)) / np.sqrt(found.size)))
    noise = float(np.square(errors).mean())
    between = max(float(found.var()) - noise, 0.0) if found.size > 2 else 0.0
    own = np.full(m, mean)
    for row, each in enumerate(every):
        if each[0].size:
            left = noise / each[0].size
            share = between / (between + left)
            own[row] = mean + share * (float(each[0].mean()) - mean)
            own[row] += np.sqrt(share * left + noise / found.size)  # what is not known of it
    return mean, np.maximum(own, 0.0), p_correlation, p_trend

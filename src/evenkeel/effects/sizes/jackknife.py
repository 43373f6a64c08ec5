"""Student's intervals of sizes by the jackknife: leave out each problem in turn.

A bootstrap of few problems cannot look far enough into the tails that several intervals together
need; Student's law can. Of a mean it is Student's interval of the mean.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.special import expit, logit

from evenkeel._types import FloatArray
from evenkeel.effects.sizes.registry import Bounds
from evenkeel.numerics.bootstrap import jackknife_interval

Kernel = Callable[[FloatArray, FloatArray], FloatArray]
LeftOut = Callable[[FloatArray], FloatArray]
_NO_ERROR = 1e-12  # of a logit: rounding alone


def student_bounds(
    kernel: Kernel, left_out: LeftOut, sample: FloatArray, confidence: float
) -> Bounds:
    """The size plus and minus Student's quantile times the standard error of the jackknife.

    `left_out` gives the sizes (n, m) without each of the problems, in time n log n.
    """
    n = sample.shape[-1]
    estimate = kernel(sample, np.ones((1, n)))[0]
    if n < 2:  # nothing is known about the spread
        return Bounds(estimate, np.full_like(estimate, -np.inf), np.full_like(estimate, np.inf))
    return Bounds(estimate, *jackknife_interval(estimate, left_out(sample), confidence))


def logit_bounds(
    kernel: Kernel, left_out: LeftOut, sample: FloatArray, confidence: float
) -> Bounds:
    """The same of a share between 0 and 1 on the scale of logits, which stays between 0 and 1.

    The standard error of a logit is that of the share over share (1 - share). Where one algorithm
    wins everything there is no error to see, and the interval is a point. Where leaving out any
    problem happens to leave another share as it is, nothing is known of its error, and the
    interval is all that a share can be.
    """
    plain = student_bounds(kernel, left_out, sample, confidence)
    share = plain.estimate
    spread = share * (1 - share)
    inside = spread > 0
    reach = np.divide(plain.high - share, spread, out=np.zeros_like(share), where=inside)
    middle = logit(np.where(inside, share, 0.5))
    reach = np.where(inside & (reach < _NO_ERROR), np.inf, reach)
    low, high = (np.where(inside, expit(middle + side * reach), share) for side in (-1, 1))
    return Bounds(share, low, high)

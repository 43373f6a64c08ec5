"""Maximum likelihood of many small logit models at once, by Newton's method with safe steps."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from evenkeel._types import FloatArray, IndexArray

#: Gradients (r, q), or informations (r, q, q), of the models of these numbers at x (r, q).
Slopes = Callable[[IndexArray, FloatArray], FloatArray]

_TOLERANCE = 1e-9  # the largest change of a parameter in the last step
_ROUNDING = 1e-4  # a smaller one that is no smaller than the one before is a rounding error
_MOST_STEPS = 500
_CHORDS = 60  # steps with one information for all models, after which each gets its own


def maximise(
    gradients: Slopes, informations: Slopes, start: FloatArray, chord: FloatArray | None = None
) -> FloatArray:
    """Parameters (r, q) at which the concave log-likelihoods of r models are largest.

    A full step of Newton's may go too far. Log-likelihoods of logit models are self-concordant in
    the generalised sense: shortened by log(1 + s) / s, where s bounds the change of a difference
    of two scores, a step always increases them, and near the maximum it is all but a full one
    (Sun and Tran-Dinh 2019, doi:10.1007/s10107-018-1282-4). If the inverse (q, q) of an information
    is given that is near enough to those of all models, it is tried first: its steps are many, but
    cheap.

    The maxima must exist, and the informations be regular.
    """
    found = np.array(start)
    every = np.arange(len(found))
    if chord is not None:
        left = _steps(found, every, lambda which, x: gradients(which, x) @ chord, _CHORDS)
        found[left] = start[left]
        every = left

    def newton(which: IndexArray, x: FloatArray) -> FloatArray:
        gradient, information = gradients(which, x), informations(which, x)
        step = np.linalg.solve(information, gradient[..., None])[..., 0]
        return np.asarray(step, dtype=np.float64)

    if _steps(found, every, newton, _MOST_STEPS).size:
        raise ArithmeticError("a likelihood has no maximum that Newton's method finds")
    return found


def _steps(found: FloatArray, active: IndexArray, step: Slopes, most: int) -> IndexArray:
    """Change `found` by steps; the numbers of the models that have not come to rest by then."""
    before = np.full((len(active), 1), np.inf)
    for _ in range(most):
        if active.size == 0:
            break
        change = step(active, found[active])
        size = 2 * np.abs(change).max(axis=-1, keepdims=True)
        found[active] += change * np.log1p(size) / np.where(size > 0, size, 1.0)
        moves = (size > 2 * _TOLERANCE) & ((size < before) | (size > 2 * _ROUNDING))
        active, before = active[moves[:, 0]], size[moves[:, 0]]
    return active

"""Where random numbers come from: a seed, and how many times something is drawn."""

from __future__ import annotations

import numpy as np

from evenkeel.errors import InputError

Seed = int | np.random.Generator | None


def checked_generator(resamples: int, seed: Seed) -> np.random.Generator:
    """The generator of random numbers, if the number of draws is at least 1."""
    if isinstance(resamples, bool) or not isinstance(resamples, int | np.integer) or resamples < 1:
        raise InputError(
            f"resamples is {resamples!r}; give a whole number of at least 1, such as 9999"
        )
    try:
        return np.random.default_rng(seed)
    except (TypeError, ValueError):
        raise InputError(
            f"seed is {seed!r}; give a whole number from 0, a generator of numpy, or None for a "
            "fresh one"
        ) from None

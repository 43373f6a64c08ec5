"""Ratings of a million votes on 200 models; `make bench` has evalica beside it in one run."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import polars as pl

from benchmarks.timing import Measurement, seconds
from evenkeel.items.boards import votes

VOTES, MODELS = 1_000_000, 200


def measurements() -> Iterator[Measurement]:
    frame = drawn_battles(VOTES, MODELS)
    found = seconds(lambda: votes(frame), 3)
    yield Measurement(f"votes, {VOTES} on {MODELS} models, errors and checks", found, 3, "s")


def drawn_battles(size: int, models: int) -> pl.DataFrame:
    """Votes drawn by Davidson's model."""
    rng = np.random.default_rng(0)
    strength = rng.normal(0, 0.7, models)
    first = rng.integers(0, models, size)
    second = (first + rng.integers(1, models, size)) % models
    apart = np.exp((strength[first] - strength[second]) / 2)
    drawn = rng.random(size) * (apart + 1 / apart + 0.5)
    winner = np.where(drawn < apart, 0, np.where(drawn < apart + 1 / apart, 1, 2))
    names = np.array([f"model {i}" for i in range(models)])
    words = np.array(["model_a", "model_b", "tie"])
    return pl.DataFrame(
        {"model_a": names[first], "model_b": names[second], "winner": words[winner]}
    )

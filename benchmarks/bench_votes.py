"""Ratings of a million votes on 200 models, beside evalica where it is installed."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec

import numpy as np
import polars as pl

from benchmarks.timing import Measurement, seconds
from evenkeel.items.boards import votes

VOTES, MODELS = 1_000_000, 200


def measurements() -> Iterator[Measurement]:
    frame = _battles()
    found = seconds(lambda: votes(frame), 3)
    yield Measurement(f"votes, {VOTES} on {MODELS} models, errors and checks", found, 3, "s")
    if find_spec("evalica") is not None:
        yield Measurement("evalica: the ratings alone", seconds(lambda: _rated(frame), 3), unit="s")


def _battles() -> pl.DataFrame:
    rng = np.random.default_rng(0)
    strength = rng.normal(0, 0.7, MODELS)
    first = rng.integers(0, MODELS, VOTES)
    second = (first + rng.integers(1, MODELS, VOTES)) % MODELS
    apart = np.exp((strength[first] - strength[second]) / 2)
    drawn = rng.random(VOTES) * (apart + 1 / apart + 0.5)
    winner = np.where(drawn < apart, 0, np.where(drawn < apart + 1 / apart, 1, 2))
    names = np.array([f"model {i}" for i in range(MODELS)])
    words = np.array(["model_a", "model_b", "tie"])
    return pl.DataFrame(
        {"model_a": names[first], "model_b": names[second], "winner": words[winner]}
    )


def _rated(frame: pl.DataFrame) -> None:
    import evalica

    words = {"model_a": evalica.Winner.X, "model_b": evalica.Winner.Y, "tie": evalica.Winner.Draw}
    columns = [frame[name].to_list() for name in ("model_a", "model_b")]
    evalica.bradley_terry(*columns, [words[each] for each in frame["winner"].to_list()])

"""Models of results: what the simulated tables look like."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from evenkeel.results import FloatArray

Noise = Callable[[np.random.Generator, tuple[int, int, int]], FloatArray]


@dataclass(frozen=True)
class Model:
    """How results scatter.

    `noise` gives values of mean 0 and standard deviation 1, `log_scale` is the standard deviation
    of the logarithm of the problems' scales, and `step` is what the results are rounded to.
    """

    name: str
    summary: str
    noise: Noise
    log_scale: float = 0.0
    step: float | None = None

    def draw(
        self, generator: np.random.Generator, tables: int, n: int, advantages: FloatArray
    ) -> FloatArray:
        """Losses of random tables, shape (tables, n, k).

        The loss of algorithm j on problem i is s_i (e_ij - a_j), with the scale s_i of the
        problem, the noise e_ij and the advantage a_j. Nothing is common to the results of a
        problem: every test here looks at differences within problems only.
        """
        losses: FloatArray = self.noise(generator, (tables, n, advantages.size)) - advantages
        if self.log_scale:
            scales = np.exp(self.log_scale * generator.standard_normal((tables, n, 1)))
            np.multiply(losses, scales, out=losses)
        if self.step is not None:
            np.multiply(np.rint(losses / self.step), self.step, out=losses)
        return losses


def _normal(generator: np.random.Generator, shape: tuple[int, int, int]) -> FloatArray:
    return generator.standard_normal(shape)


def _skewed(generator: np.random.Generator, shape: tuple[int, int, int]) -> FloatArray:
    return generator.standard_exponential(shape) - 1.0


def _heavy_tailed(generator: np.random.Generator, shape: tuple[int, int, int]) -> FloatArray:
    return generator.standard_t(3, shape) / math.sqrt(3)  # whose variance is 3


#: The models, by name.
MODELS: Mapping[str, Model] = {
    model.name: model
    for model in (
        Model("normal", "normal results", _normal),
        Model("skewed", "exponential results, with a long tail of bad ones", _skewed),
        Model("heavy-tailed", "results with the t law of 3 degrees of freedom", _heavy_tailed),
        Model("tied", "normal results rounded to half a standard deviation", _normal, step=0.5),
        Model(
            "unequal-scales",
            "normal results, problems on log-normal scales",
            _normal,
            log_scale=1.0,
        ),
    )
}

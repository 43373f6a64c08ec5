"""The second pass: means that do not depend on the order of the rows, standard deviations."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from evenkeel._types import FloatArray
from evenkeel.tables.scanning.engines import arrays
from evenkeel.tables.scanning.survey import CELL, Survey, numbered

if TYPE_CHECKING:
    from evenkeel.tables.scanning.engines import Frame

#: Tables of more rows keep the engine's own mean: a second pass would cost more than it mends.
EXACT = 1 << 24
_FLOAT = np.finfo(np.float64)


def means_and_deviations(
    frame: Frame, survey: Survey, source: str
) -> tuple[FloatArray, FloatArray]:
    """Mean and standard deviation (divisor runs - 1) of every cell, (n, k).

    Both come from sums that are exact to some hundred bits of the largest term, so that two
    algorithms with the same values have the same mean, in whatever order an engine adds. Each
    term is split in a high part, a multiple of one power of two so large that high parts add up
    without rounding, and a low part, too small for the rounding of its sum to matter. For a
    splitter s = 1.5 2^e the high part is (x + s) - s; the sum of c terms below 2^a in magnitude is
    exact if e >= a + log2(c). Values near the largest number are scaled down first.

    The squares are those of (x - middle) / range, which can neither overflow nor vanish; the
    middle is near the mean, and what it is off by is taken out at the end.
    """
    import narwhals as nw

    counts = survey.counts
    scale, splitter, unit_splitter = _scales(survey)
    low, high = survey.minimum * scale, survey.maximum * scale
    width = np.where(high > low, high - low, 1.0)
    mean = np.clip(np.where(np.isfinite(survey.mean), survey.mean * scale, low), low, high)
    # Coarse, for the last digits of the engine's mean depend on the order of the rows.
    middle = low + width * (np.round((mean - low) / width * 2.0**20) / 2.0**20)
    columns = {
        "scale": scale,
        "middle": middle,
        "width": width,
        "splitter": splitter,
        "unit": unit_splitter,
    }
    terms = numbered(frame.select(*CELL, "value"), survey, columns).with_columns(
        value=nw.col("value") * nw.col("scale")
    )
    terms = terms.with_columns(first=(nw.col("value") - nw.col("middle")) / nw.col("width"))
    terms = terms.with_columns(second=nw.col("first") * nw.col("first"))
    parts = {"value": "splitter", "first": "unit", "second": "unit"}
    terms = terms.with_columns(
        **{
            f"{name}_high": (nw.col(name) + nw.col(power)) - nw.col(power)
            for name, power in parts.items()
        }
    )
    terms = terms.with_columns(
        **{f"{name}_low": nw.col(name) - nw.col(f"{name}_high") for name in parts}
    )
    names = [f"{name}_{part}" for name in parts for part in ("high", "low")]
    sums = arrays(terms.group_by("cell").agg(*(nw.col(name).sum() for name in names)), source)
    facts = np.full((3, *counts.shape), np.nan)
    for fact, name in zip(facts.reshape(3, -1), parts, strict=True):
        fact[sums["cell"]] = sums[f"{name}_high"] + sums[f"{name}_low"]
    total, first, second = facts
    some, more = np.maximum(counts, 1), np.maximum(counts - 1, 1)
    # Rounding may push the mean of equal values off them.
    mean = np.clip(total / some, low, high) / scale
    squares = np.maximum(second - first * first / some, 0.0)
    with np.errstate(over="ignore"):
        std = np.where(high > low, width * np.sqrt(squares / more), 0.0) / scale
    return mean, np.where(counts > 1, std, np.nan)


def engine_means(survey: Survey) -> FloatArray:
    """The means of the first pass to 12 digits; the others depend on the order of the rows.

    They are not finite where the engine's sum overflowed.
    """
    rounded = np.array([float(f"{mean:.12g}") for mean in survey.mean.flat])
    rounded = rounded.reshape(survey.mean.shape)
    inside = np.clip(rounded, survey.minimum, survey.maximum)
    return np.where(np.isfinite(rounded), inside, rounded)


def _scales(survey: Survey) -> tuple[FloatArray, FloatArray, FloatArray]:
    """A power of two that keeps the sum of a cell finite, and splitters.

    The first splitter is for the scaled values, the second for numbers between -1 and 1.
    """
    largest = np.nan_to_num(np.maximum(np.abs(survey.minimum), np.abs(survey.maximum)))
    _, exponent = np.frexp(largest)
    _, size = np.frexp(survey.counts.astype(np.float64))
    excess = np.maximum(exponent + size - (_FLOAT.maxexp - 2), 0)
    splitter = np.ldexp(1.5, exponent + size - excess)
    return np.ldexp(1.0, -excess), splitter, np.ldexp(1.5, size + 1)

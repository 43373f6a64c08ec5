"""Which scale an axis needs: linear, or logarithmic where the numbers span many powers of ten."""

from __future__ import annotations

import math

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import FixedLocator, NullLocator

from evenkeel._types import FloatArray
from evenkeel.errors import InputError, Message, Option, choice

SCALES = ("linear", "log", "symlog")
_LEAST = 1e-300  # numbers nearer to zero are shown as zero
_DECADES = 3.0  # beyond so many powers of ten a linear axis shows only the largest numbers


def fitting_scale(values: FloatArray, wish: str | None) -> str:
    """The scale that was wished for, else one in which all of these numbers can be seen."""
    if wish is not None:
        choice(wish, SCALES, "scale")
        if wish == "log" and (values < _LEAST).any():
            raise InputError(
                Message(
                    "a log scale cannot show zero, less than 1e-300 or negative numbers, "
                    "which these results have; give ",
                    Option("scale", "symlog"),
                    " or ",
                    Option("scale", "linear"),
                )
            )
        return wish
    sizes = _sizes(values)
    if sizes.size == 0 or np.log10(sizes.max()) - np.log10(np.percentile(sizes, 10)) <= _DECADES:
        return "linear"
    return "log" if (values >= _LEAST).all() else "symlog"


def set_scale(
    ax: Axes, names: str, scale: str, values: FloatArray, *, decades: int, ticks: int
) -> None:
    """Set the scale of the axes named (``"x"`` or ``"xy"``), with about so many ticks.

    A symlog scale is linear round zero, as far as the smallest number or so many powers of ten
    below the largest, whichever is further.
    """
    sizes = _sizes(values)
    if scale == "linear" or sizes.size == 0:
        return
    top = math.ceil(np.log10(sizes.max()))
    bottom = max(math.floor(np.log10(sizes.min())), top - decades)
    if scale == "log":
        bottom = math.floor(np.log10(sizes.min()))
    stride = max(1, math.ceil((top - bottom) / ticks))
    powers = [10.0**power for power in range(top, bottom - 1, -stride)]
    # zero takes the place of the powers next to it
    clear = [power for power in powers if power >= 10.0 ** (bottom + 0.8 * stride)]
    both_sides = [-power for power in clear if values.min() < 0] + [0.0] + clear
    for name in names:
        change = ax.set_xscale if name == "x" else ax.set_yscale
        axis = ax.xaxis if name == "x" else ax.yaxis
        if scale == "log":
            change("log")
            axis.set_major_locator(FixedLocator(powers))
        else:
            change("symlog", linthresh=10.0**bottom, linscale=0.5)
            axis.set_major_locator(FixedLocator(both_sides))
        axis.set_minor_locator(NullLocator())


def _sizes(values: FloatArray) -> FloatArray:
    return np.abs(values[np.abs(values) >= _LEAST])

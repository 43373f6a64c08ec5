"""Studies to draw in the tests, and what a renderer says about the texts of a figure."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.figure import Figure
from matplotlib.text import Text
from numpy.typing import NDArray

from evenkeel.casestudies import load
from evenkeel.tables.results import Results

_METHODS = ("Gradient boosting", "Random forest", "Support vector machine", "Rocket", "k-NN", "MLP")
_SETTINGS = ("with tuned settings", "with the settings of its authors", "wide", "", "pruned")


def random_study(seed: int, n: int, k: int, spread: float = 1.5, decimals: int = 6) -> Results:
    """A made-up study in which skill varies by `spread`; few `decimals` make ties."""
    rng = np.random.default_rng(seed)
    skill = rng.permutation(np.linspace(0, spread, k))
    names = [f"{_METHODS[j % 6]} {_SETTINGS[j // 6 % 5]}".strip() + f" v{j}" for j in range(k)]
    values = np.round(rng.normal(size=(n, k)) + skill, decimals)
    return Results(values, (), tuple(names), better="lower")


def studies() -> dict[str, Results]:
    """The studies that every picture must be fit for."""
    cec2005 = load("cec2005")
    return {
        "cec2005": cec2005,
        "garcia2008": load("garcia2008"),
        "two": cec2005.select(["SaDE", "PSO"]),
        "sixty": random_study(60, 40, 60),
    }


def place_texts(figure: Figure) -> None:
    """Put the texts of a figure where a file has them."""
    layout, renderer = figure.get_layout_engine(), _renderer(figure.dpi)
    if any(ax.axison for ax in figure.axes):
        with renderer._draw_disabled():
            figure.draw(renderer)  # axes and legends place their texts when they are drawn
    elif layout is not None:
        layout.execute(figure)


def boxes(figure: Figure) -> tuple[list[Text], NDArray[np.float64]]:
    """Every visible text of a figure about to be drawn, and its box (x0, y0, x1, y1) in pixels."""
    place_texts(figure)
    renderer = _renderer(figure.dpi)
    texts = [
        text
        for ax in figure.axes
        for text in _texts(ax)
        if text.get_visible() and text.get_text().strip()
    ]
    return texts, np.array([text.get_window_extent(renderer).extents for text in texts])


def faults(figure: Figure) -> list[str]:
    """Texts that are not wholly inside the figure, and pairs that overlap by half a pixel."""
    texts, box = boxes(figure)
    x0, y0, x1, y1 = box.T
    gone = (x0 < 0) | (y0 < 0) | (x1 > figure.bbox.width) | (y1 > figure.bbox.height)
    found = [f"outside: {texts[i].get_text()}" for i in np.flatnonzero(gone)]
    wide = np.minimum.outer(x1, x1) - np.maximum.outer(x0, x0)
    high = np.minimum.outer(y1, y1) - np.maximum.outer(y0, y0)
    return found + [
        f"overlap: {texts[a].get_text()!r} and {texts[b].get_text()!r}"
        for a, b in np.argwhere((wide > 0.5) & (high > 0.5))
        if a < b
    ]


def pixels(figure: Figure) -> bytes:
    """What is seen of a figure as it was laid out when it was drawn."""
    figure.set_layout_engine("none")
    figure.canvas.draw()
    return bytes(figure.canvas.buffer_rgba())


@cache
def _renderer(dpi: float) -> RendererAgg:
    """The renderer of PNG files, kept because matplotlib remembers the sizes of texts by it."""
    return RendererAgg(1, 1, dpi)


def _texts(ax: Axes) -> Iterator[Text]:
    """The texts of an axes that are drawn, so none of an axis that is off or a tick out of view."""
    yield from ax.texts
    yield ax.title
    if ax.get_legend() is not None:
        yield from ax.get_legend().get_texts()
    for axis in (ax.xaxis, ax.yaxis) if ax.axison else ():
        yield axis.label
        low, high = sorted(axis.get_view_interval())
        margin = 1e-9 * (high - low)
        for tick in (*axis.get_major_ticks(), *axis.get_minor_ticks()):
            if low - margin <= tick.get_loc() <= high + margin:
                yield from (tick.label1, tick.label2)

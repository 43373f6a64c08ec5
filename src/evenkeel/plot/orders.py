"""How sure an order is: who beats whom on a new problem, and the places in resamples."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes

from evenkeel.plot.axes import Cells, draw_cells, label_with_note, shade
from evenkeel.plot.canvas import axes_for, picture
from evenkeel.plot.decisions import Compared, ranks_of, results_of
from evenkeel.plot.styles import DIVERGING, SEQUENTIAL
from evenkeel.ranks.registry import RANKINGS
from evenkeel.stability._stability import Stability
from evenkeel.stability._strengths import Strengths, strengths
from evenkeel.stability.models import MODELS
from evenkeel.stability.resamples import places_in_resamples
from evenkeel.tables.results import Results
from evenkeel.text import percent

_RESAMPLES = 1000


@picture
def plot_beating(
    data: Results | Compared | Strengths,
    *,
    annotate: bool | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw how likely each row beats each column on a new problem, the strongest first.

    The numbers are the probabilities of `strengths` with their intervals; blue cells are rows that
    beat the column more often than not, orange ones the reverse.

    Parameters
    ----------
    data : Results, Comparison or Strengths
        What to draw; of a table the strengths are estimated with the defaults.
    annotate : bool, optional
        Whether the numbers are written in the cells; by default for up to 25 algorithms.

    Examples
    --------
    >>> import evenkeel.plot
    >>> ax = evenkeel.plot.plot_beating(evenkeel.load("garcia2008"))
    >>> {text.get_gid(): text.get_text() for text in ax.texts}["cell-0-4"].splitlines()[0]
    '0.90'
    """
    found = data if isinstance(data, Strengths) else strengths(results_of(data), resamples=1)
    order = np.argsort(-found.strength, kind="stable")
    names = [found.algorithms[j] for j in order]
    chance, low, high, tied = (
        each[np.ix_(order, order)]
        for each in (found.beats, found.beats_low, found.beats_high, found.ties_with)
    )
    apart = ~np.eye(len(names), dtype=bool)
    share = np.where(apart, chance + tied / 2, 0.5)
    cells = Cells(
        rows=names,
        columns=names,
        colours=shade(share, DIVERGING, apart),
        texts=[
            [
                f"{chance[a, b]:.2f}\n{low[a, b]:.2f}–{high[a, b]:.2f}" if apart[a, b] else ""
                for b in range(len(names))
            ]
            for a in range(len(names))
        ],
        bold=np.zeros(apart.shape, dtype=bool),
    )
    title = MODELS[found.model].title
    with axes_for(ax, f"Who beats whom on a new problem, by {title}.", width=1) as axes:
        draw_cells(axes, cells, own=ax is None, annotate=annotate)
        label_with_note(
            axes,
            "Probability that the row beats the column on a new problem",
            f"{title}, {found.n} problems, {percent(found.confidence)} intervals, each by itself. "
            "Blue: the row beats the column more often.",
        )
    return axes


@picture
def plot_rank_shares(
    data: Results | Compared | Stability,
    *,
    ranking: str | None = None,
    annotate: bool | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw in which share of the resamples of the problems each algorithm has each place.

    A row is an algorithm, the best average rank on top, and a column for each place by average rank
    in a resample; the darker a cell, the more resamples. Dark cells in the diagonal are a ranking
    that other problems would hardly have changed. The shares are per cent.

    Parameters
    ----------
    data : Results, Comparison or Stability
        What to draw; of a table 1000 resamples are drawn.
    ranking : {"friedman", "aligned", "quade"}, optional
        The ranking; by default that of the comparison, or Friedman's.
    annotate : bool, optional
        Whether the shares are written in the cells; by default for up to 25 algorithms.

    Examples
    --------
    >>> import evenkeel.plot
    >>> ax = evenkeel.plot.plot_rank_shares(evenkeel.load("garcia2008"))
    >>> [text.get_text() for text in ax.texts if text.get_gid() == "cell-4-4"]
    ['100']
    """
    if isinstance(data, Stability):
        average, algorithms, n = data.average, data.algorithms, len(data.problems)
        places, name, resamples = data.places, data.ranking, data.resamples
    else:
        table, ranks = results_of(data), ranks_of(data, ranking)
        average, algorithms, n = ranks.average, table.algorithms, table.n
        name, resamples = ranks.ranking, _RESAMPLES
        places = places_in_resamples(table, name, resamples, seed=0)
    order = np.argsort(average, kind="stable")
    shares = places[order]
    k = len(order)
    cells = Cells(
        rows=[algorithms[j] for j in order],
        columns=[str(place) for place in range(1, k + 1)],
        colours=shade(shares, SEQUENTIAL, np.ones((k, k), dtype=bool)),
        texts=[[f"{each:.0f}" if each > 0.5 else "" for each in row] for row in 100 * shares],
        bold=np.zeros((k, k), dtype=bool),
    )
    title = RANKINGS.lookup(name).title
    with axes_for(ax, f"Places by average {title} rank in resamples.", width=1) as axes:
        draw_cells(axes, cells, own=ax is None, annotate=annotate)
        label_with_note(
            axes,
            "Place in resamples of the problems, per cent",
            f"{title} ranks, {n} problems, {resamples:,} resamples. The best average rank on top. "
            "These are no probabilities of being the best.",
        )
    return axes

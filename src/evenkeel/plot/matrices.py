"""Matrices of all pairs: adjusted p-values, wins, contrasts."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba
from matplotlib.patches import Patch

from evenkeel._types import FloatArray
from evenkeel.decisions.testing import PosthocResult
from evenkeel.effects.contrasts import contrast_estimation
from evenkeel.families import matrix_of_pairs
from evenkeel.pairwise.wins import WinTieLoss, win_tie_loss
from evenkeel.plot.canvas import axes_for, font_points, line_height, plain
from evenkeel.plot.cells import Cells, draw_cells, shade, short_number, short_p
from evenkeel.plot.decisions import Compared, decisions_of, require_tested, results_of
from evenkeel.plot.rows import label_with_note
from evenkeel.plot.styles import DIVERGING
from evenkeel.ranks.named import compute_ranks
from evenkeel.tables.results import Results

_P_COLOURS = ("#174a80", "#3b78b1", "#93bbdc", "#ececec", "#f7f7f7")


def plot_pvalue_matrix(
    data: Results | Compared | PosthocResult,
    *,
    ranking: str | None = None,
    control: str | None = None,
    procedure: str | None = None,
    method: str | None = None,
    alpha: float | None = None,
    annotate: bool | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw the adjusted p-values of all pairs as a triangle of coloured cells.

    Rejected hypotheses are blue with bold numbers, the others grey. The darker the blue the
    smaller the p-value, in classes that end at alpha / 50, alpha / 5 and alpha. With a control
    the matrix has one column.

    Parameters
    ----------
    data : Results, Comparison or PosthocResult
        What to draw. What is not given below comes from the comparison.
    ranking, control, procedure, method, alpha
        As for `plot_critical_difference`; a procedure must have adjusted p-values.
    annotate : bool, optional
        Whether the p-values are written in the cells; by default for up to 25 algorithms.
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes

    Examples
    --------
    >>> import evenkeel.plot
    >>> ax = evenkeel.plot.plot_pvalue_matrix(evenkeel.load("garcia2008"), procedure="bergmann")
    >>> sum(text.get_fontweight() == "bold" for text in ax.texts)
    8
    """
    decisions = decisions_of(
        data, ranking=ranking, control=control, procedure=procedure, method=method, alpha=alpha
    )
    require_tested(decisions)
    assert decisions.adjusted is not None
    names, k = decisions.family.algorithms, decisions.family.k
    order = decisions.ranks.order
    if decisions.family.control is None:
        adjusted = matrix_of_pairs(decisions.adjusted, k, diagonal=np.nan)[np.ix_(order, order)]
        adjusted = np.where(np.tri(k, k=-1, dtype=bool), adjusted, np.nan)[1:, :-1]
        rows, columns = [names[j] for j in order[1:]], [names[j] for j in order[:-1]]
    else:
        others = decisions.family.pairs[:, 1]
        by_rank = np.argsort(decisions.ranks.average[others], kind="stable")
        adjusted = decisions.adjusted[by_rank, None]
        rows, columns = [names[j] for j in others[by_rank]], [decisions.family.control]
    shown = ~np.isnan(adjusted)
    edges = np.array([decisions.alpha / 50, decisions.alpha / 5, decisions.alpha])
    edges = np.append(edges, min(2 * decisions.alpha, 1.0))
    palette = np.array([to_rgba(colour) for colour in _P_COLOURS])
    colours = palette[np.searchsorted(edges, np.where(shown, adjusted, 1.0))]
    colours[~shown] = 0
    cells = Cells(
        rows=rows,
        columns=columns,
        colours=colours,
        texts=[[short_p(p) for p in row] for row in adjusted],
        bold=np.where(shown, adjusted, 1.0) <= decisions.alpha,
    )
    with axes_for(ax, f"Adjusted p-values of all pairs ({decisions.basis}).", width=1) as axes:
        draw_cells(axes, cells, own=ax is None, annotate=annotate)
        if decisions.family.control is None:
            _p_legend(axes, edges)
        label_with_note(axes, "Adjusted p-value; bold: rejected", f"{decisions.basis}.")
    return axes


def plot_win_tie_loss(
    data: Results | Compared,
    *,
    annotate: bool | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw wins, ties and losses of each row against each column, best average rank first.

    Blue cells are rows that win more often than they lose; orange ones the reverse.

    Parameters
    ----------
    data : Results or Comparison
        What to draw.
    annotate : bool, optional
        Whether the counts are written in the cells; by default for up to 25 algorithms.
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes

    Examples
    --------
    SaDE, second by average rank, against PSO, the last; Table 5 of Derrac et al. (2011):

    >>> import evenkeel.plot
    >>> ax = evenkeel.plot.plot_win_tie_loss(evenkeel.load("cec2005"))
    >>> {text.get_gid(): text.get_text() for text in ax.texts}["cell-1-8"]
    '20/0/5'
    """
    table = results_of(data)
    counts = win_tie_loss(table)
    order = compute_ranks(table).order
    every = list(order)
    cells = Cells(
        rows=[table.algorithms[j] for j in order],
        columns=[table.algorithms[j] for j in order],
        colours=balance(counts, every, every),
        texts=[[counted(counts, a, b) for b in order] for a in order],
        bold=np.zeros((table.k, table.k), dtype=bool),
    )
    with axes_for(ax, "Wins, ties and losses of all pairs.", width=1) as axes:
        draw_cells(axes, cells, own=ax is None, annotate=annotate)
        label_with_note(
            axes,
            "Wins/ties/losses of the row against the column",
            f"{table.n} problems. Blue: the row wins more often.",
        )
    return axes


def plot_contrasts(
    data: Results | Compared,
    *,
    annotate: bool | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw the contrast estimation: by how much each row differs from each column.

    The numbers are row minus column in the units of the table. Blue cells are rows that do
    better than the column, in whichever direction better lies.

    Parameters
    ----------
    data : Results or Comparison
        What to draw.
    annotate : bool, optional
        Whether the estimates are written in the cells; by default for up to 25 algorithms.
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes

    Examples
    --------
    SaDE minus PSO, Table 19 of Derrac et al. (2011):

    >>> import evenkeel.plot
    >>> ax = evenkeel.plot.plot_contrasts(evenkeel.load("cec2005"))
    >>> {text.get_gid(): text.get_text() for text in ax.texts}["cell-1-8"]
    '−25.0'
    """
    table = results_of(data)
    estimation = contrast_estimation(table, confidence=None)
    order = compute_ranks(table).order
    estimates = estimation.estimates[np.ix_(order, order)]
    largest = float(np.abs(estimates).max()) or 1.0
    good = -estimates if table.better == "lower" else estimates
    cells = Cells(
        rows=[table.algorithms[j] for j in order],
        columns=[table.algorithms[j] for j in order],
        colours=shade(0.5 + 0.5 * good / largest, DIVERGING, ~np.eye(table.k, dtype=bool)),
        texts=[[short_number(value) for value in row] for row in estimates],
        bold=np.zeros((table.k, table.k), dtype=bool),
    )
    with axes_for(ax, "Contrast estimation of all pairs.", width=1) as axes:
        draw_cells(axes, cells, own=ax is None, annotate=annotate)
        label_with_note(
            axes,
            "Contrast estimation, row minus column",
            f"{table.n} problems, {table.better} is better. Blue: the row is better.",
        )
    return axes


def balance(counts: WinTieLoss, rows: Sequence[int], columns: Sequence[int]) -> FloatArray:
    """Blue where the row wins more often than it loses; the diagonal is empty."""
    balance = (counts.wins - counts.losses)[np.ix_(rows, columns)] / counts.n
    return shade(0.5 + 0.5 * balance, DIVERGING, np.not_equal.outer(rows, columns))


def counted(counts: WinTieLoss, a: int, b: int) -> str:
    """Wins, ties and losses of a against b, as they stand in a cell."""
    return f"{counts.wins[a, b]}/{counts.ties[a, b]}/{counts.losses[a, b]}"


def _p_legend(ax: Axes, edges: FloatArray) -> None:
    """Tell the classes of the colours in the empty half of a triangle, if there is room.

    A small matrix has its p-values in the cells and does without.
    """
    labels = [f"p ≤ {edge:g}" for edge in edges] + [f"p > {edges[-1]:g}"]
    patches = [
        Patch(facecolor=colour, edgecolor="#999999", linewidth=0.4, label=plain(label))
        for colour, label in zip(_P_COLOURS, labels, strict=True)
    ]
    box = ax.get_window_extent()
    width, height = box.width / ax.figure.dpi, box.height / ax.figure.dpi
    size = font_points("legend.fontsize")
    # a box in the upper right corner clears the diagonal if its shares of the sides stay below 1
    if 6.5 * line_height(size) / height + 7.5 * size / 72 / width < 1:
        legend = ax.legend(
            handles=patches,
            loc="upper right",
            frameon=False,
            borderaxespad=0.0,
            handlelength=1.0,
            handleheight=1.0,
        )
        for text in legend.get_texts():
            text.set_parse_math(False)

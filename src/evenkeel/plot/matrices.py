"""Matrices of all pairs: p-values, wins, contrasts, and the comparison matrix.

Long because the four matrices share their cells, labels and notes.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba
from matplotlib.patches import Patch

from evenkeel._types import FloatArray, IndexArray
from evenkeel.effects._effect_sizes import EffectSizes, effect_sizes
from evenkeel.effects.contrasts import contrast_estimation
from evenkeel.families import Family, matrix_of_pairs
from evenkeel.pairwise.pair import WinTieLoss, win_tie_loss
from evenkeel.plot.axes import Cells, draw_cells, label_with_note, shade, short_number, short_p
from evenkeel.plot.canvas import axes_for, font_points, line_height, picture, plain
from evenkeel.plot.decisions import (
    Compared,
    Decisions,
    decisions_of,
    positions_of,
    require_tested,
    results_of,
)
from evenkeel.plot.styles import DIVERGING
from evenkeel.posthocs._posthoc import PosthocResult
from evenkeel.ranks.named import compute_ranks
from evenkeel.tables.results import Results

# Matrices of all pairs: adjusted p-values, wins, contrasts.


_P_COLOURS = ("#174a80", "#3b78b1", "#93bbdc", "#ececec", "#f7f7f7")


@picture
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


@picture
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


@picture
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


# The multiple comparison matrix: difference, wins and p-value of each pair.


@picture
def plot_comparison_matrix(
    data: Results | Compared,
    *,
    rows: str | Sequence[str] | None = None,
    columns: str | Sequence[str] | None = None,
    ranking: str | None = None,
    control: str | None = None,
    procedure: str | None = None,
    method: str | None = None,
    alpha: float | None = None,
    size: str | None = None,
    raw: bool = False,
    ax: Axes | None = None,
) -> Axes:
    """Draw the multiple comparison matrix: mean difference, wins/ties/losses and p of each pair.

    Each cell has the mean of row minus column, the wins, ties and losses of the row, and the
    p-value that the report has, adjusted over the whole family also if only some rows or columns
    are shown. The cell is bold if its hypothesis is rejected, blue if the row wins more often
    than it loses, orange in the reverse. A pair that was not tested has no p-value: with a
    control those of the others, without one all of them if the omnibus hypothesis stands. In
    place of the mean difference a cell can have an effect size of the row against the column and
    below it the interval; what all intervals together hold is written beside them.

    Parameters
    ----------
    data : Results or Comparison
        What to draw. What is not given below comes from the comparison.
    rows, columns : str or sequence of str, optional
        The algorithms to show, such as one's own in the rows; by default all, and with a control
        the others in the rows and it in the column.
    ranking, control, procedure, method, alpha
        As for `plot_critical_difference`.
    size : str, optional
        An effect size to show with its interval, see `evenkeel.effect_sizes`. The intervals have
        the confidence 1 - alpha.
    raw : bool
        Whether the p-values are shown, and decide, as they are, not adjusted. With
        ``method="wilcoxon"`` this is the matrix as it was proposed.

    References
    ----------
    Ismail-Fawaz et al. (2023), An approach to multiple comparison benchmark evaluations that is
    stable under manipulation of the comparate set, arXiv:2305.11921.

    Examples
    --------
    >>> import evenkeel.plot
    >>> table = evenkeel.load("cec2005")
    >>> ax = evenkeel.plot.plot_comparison_matrix(table, rows="SaDE", columns="PSO")
    >>> print(ax.texts[0].get_text().splitlines()[1])
    20/0/5
    """
    table = results_of(data)
    decisions = decisions_of(
        data, ranking=ranking, control=control, procedure=procedure, method=method, alpha=alpha
    )
    family, order = decisions.family, decisions.ranks.order
    if family.control is not None:
        columns = family.control if columns is None else columns
        apart = [name for name in family.algorithms if name != family.control]
        rows = apart if rows is None else rows
    down, across = (_chosen(names, table, order) for names in (rows, columns))
    pvalue = _matrix(family, decisions.pvalue if raw else decisions.adjusted)
    rejected = np.nan_to_num(pvalue, nan=1.0) <= decisions.alpha
    counts = win_tie_loss(table)
    confidence = 1 - decisions.alpha
    sizes = None if size is None else effect_sizes(table, size=size, confidence=confidence)

    def written(a: int, b: int) -> str:
        lines = [*_size_lines(table, sizes, a, b), counted(counts, a, b)]
        tested = not np.isnan(pvalue[a, b])
        return "\n".join([*lines, f"p = {short_p(pvalue[a, b])}"] if tested else lines)

    cells = Cells(
        rows=[table.algorithms[j] for j in down],
        columns=[table.algorithms[j] for j in across],
        colours=balance(counts, down, across),
        texts=[[written(a, b) for b in across] for a in down],
        bold=rejected[np.ix_(down, across)],
    )
    basis = _basis(decisions, raw=raw)
    with axes_for(ax, f"Multiple comparison matrix. {basis}", width=1) as axes:
        draw_cells(axes, cells, own=ax is None, annotate=True)
        what = ", p" if decisions.tested else ""
        label_with_note(
            axes,
            f"{_size_title(sizes)}, wins/ties/losses{what}",
            f"{basis} {table.better.capitalize()} is better. Blue: the row wins more often.",
        )
    return axes


def _chosen(names: str | Sequence[str] | None, table: Results, order: IndexArray) -> list[int]:
    chosen = positions_of(names, table.algorithms) if names is not None else range(table.k)
    return [int(j) for j in order if j in chosen]


def _matrix(family: Family, pvalues: FloatArray | None) -> FloatArray:
    """The p-value of each pair, in either order; NaN where nothing was tested."""
    matrix = np.full((family.k, family.k), np.nan)
    if pvalues is not None:
        first, second = family.pairs.T
        matrix[first, second] = matrix[second, first] = pvalues
    return matrix


def _size_title(sizes: EffectSizes | None) -> str:
    if sizes is None:
        return "Mean of row minus column"
    return f"{sizes.title} of row against column, intervals: {sizes.promise}"


def _size_lines(table: Results, sizes: EffectSizes | None, a: int, b: int) -> tuple[str, ...]:
    """The mean difference of two columns, or their effect size and below it the interval."""
    if sizes is None:
        return (_mean_difference(table.values, a, b),)
    if a == b:
        return ("", "")
    bounds = sizes.versus(table.algorithms[a], table.algorithms[b])
    size, low, high = map(short_number, bounds)
    return size, f"({low} to {high})"


def _mean_difference(values: FloatArray, a: int, b: int) -> str:
    """Row minus column, on the problems that both have."""
    both = ~np.isnan(values[:, [a, b]]).any(axis=1)
    if not both.any():
        return "–"
    return short_number(float(values[both, a].mean() - values[both, b].mean()))


def _basis(decisions: Decisions, *, raw: bool) -> str:
    """What the p-values are, and which cells are bold."""
    if not decisions.tested:
        return f"{decisions.untested}."
    if raw:
        level = f"bold: p\u00a0≤\u00a0{decisions.alpha:g}"
        law = f"{decisions.law[:1].upper()}{decisions.law[1:]}"
        return f"{law}, p not adjusted, {level}, {decisions.ranks.n}\u00a0problems."
    return f"p adjusted, bold: rejected by {decisions.basis}."

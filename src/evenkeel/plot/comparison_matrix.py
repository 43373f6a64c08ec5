"""The multiple comparison matrix: difference, wins and p-value of each pair."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes

from evenkeel._types import FloatArray, IndexArray
from evenkeel.effects.measuring import EffectSizes, effect_sizes
from evenkeel.families import Family
from evenkeel.pairwise.wins import win_tie_loss
from evenkeel.plot.canvas import axes_for
from evenkeel.plot.cells import Cells, draw_cells, short_number, short_p
from evenkeel.plot.decisions import Compared, Decisions, decisions_of, positions_of, results_of
from evenkeel.plot.matrices import balance, counted
from evenkeel.plot.rows import label_with_note
from evenkeel.tables.results import Results


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
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes

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

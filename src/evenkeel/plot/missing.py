"""The picture of what is missing: a row a problem, a column an algorithm."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba

from evenkeel._types import FloatArray
from evenkeel.plot.canvas import axes_for, font_points, line_height, place_axes
from evenkeel.plot.cells import Cells, draw_cells
from evenkeel.plot.decisions import Compared, results_of
from evenkeel.plot.rows import label_with_note
from evenkeel.plot.styles import ACCENT, FAINT
from evenkeel.tables.missing import MissingPattern, missing_pattern
from evenkeel.tables.results import Results

_MOST_NAMED = 60  # problems that are named
_TALLEST = 7.0  # inches


def plot_missing(data: Results | Compared, *, ax: Axes | None = None) -> Axes:
    """Draw which results are missing: dark cells, those with most holes first.

    Rows are problems and columns algorithms, both ordered by how many results are missing, so that
    holes that belong together stand together. Of more than 60 problems only those with holes are
    shown.

    Parameters
    ----------
    data : Results or Comparison
        What to draw.
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes

    Examples
    --------
    >>> import numpy as np
    >>> import evenkeel.plot
    >>> table = evenkeel.Results([[1, np.nan], [2, 3]], better="lower", missing="keep")
    >>> ax = evenkeel.plot.plot_missing(table)
    >>> [label.get_text() for label in ax.get_xticklabels()]
    ['A2', 'A1']
    """
    return draw_pattern(missing_pattern(results_of(data)), ax)


def draw_pattern(pattern: MissingPattern, ax: Axes | None = None) -> Axes:
    """Draw a pattern that was found."""
    rows = np.argsort(-pattern.by_problem, kind="stable").tolist()
    holed = int(np.count_nonzero(pattern.by_problem))
    if len(rows) > _MOST_NAMED and holed:
        rows = rows[:holed]
    columns = np.argsort(-pattern.by_algorithm, kind="stable").tolist()
    missing = ~pattern.present[np.ix_(rows, columns)]
    colours: FloatArray = np.where(missing[..., None], to_rgba(ACCENT), to_rgba(FAINT))
    cells = Cells(
        rows=[pattern.problems[i] for i in rows],
        columns=[pattern.algorithms[j] for j in columns],
        colours=colours,
        texts=[[""] * len(columns)] * len(rows),
        bold=np.zeros(missing.shape, dtype=bool),
    )
    description = f"Which results are missing. {pattern.sentence}"
    with axes_for(ax, description, width=1.0, narrowest=2.4) as axes:
        draw_cells(axes, cells, own=ax is None, annotate=False)
        if ax is None and len(rows) > _MOST_NAMED:
            axes.set_yticks([])
            axes.set_ylabel(f"{len(rows)} problems")
            width = len(columns) * line_height(font_points("ytick.labelsize"))
            place_axes(axes, (0, 0, width, _TALLEST))
        left_out = len(pattern.problems) - len(rows)
        rest = f" {left_out} problems without holes are not shown." if left_out else ""
        label_with_note(
            axes,
            f"{pattern.count} of {pattern.present.size} results are missing",
            f"Dark: missing. Most holes first.{rest}",
        )
    return axes

"""Several measures together: in which combinations of better and worse two algorithms stand."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes

from evenkeel.comparison.combinations import JointMeasures, joint_measures
from evenkeel.plot.canvas import axes_for
from evenkeel.plot.cells import Cells, draw_cells, shade
from evenkeel.plot.decisions import Compared, results_of
from evenkeel.plot.rows import label_with_note
from evenkeel.plot.styles import SEQUENTIAL
from evenkeel.tables.results import Results


def plot_joint(
    data: JointMeasures | Results | Compared | Mapping[str, Results | Compared],
    *,
    control: str | None = None,
    alpha: float | None = None,
    annotate: bool | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw on how many problems each combination of better and worse holds, a row a pair.

    A column is a combination, with a sign a measure: + where the first of the pair is better. The
    darker a cell the more problems; bold where the combination is shown to be the most frequent.

    Parameters
    ----------
    data : JointMeasures or mapping of str to Results
        What to draw: a table for each measure, as `read_measures` gives them.
    control, alpha
        As for `evenkeel.comparison.joint_measures`.
    annotate : bool, optional
        Whether the cells are written in.
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes

    Examples
    --------
    >>> import evenkeel.plot
    >>> table = evenkeel.load("cec2005").select(["SaDE", "CHC"])
    >>> ax = evenkeel.plot.plot_joint({"error": table, "again": table})
    >>> [text.get_text() for text in ax.texts[:4]]
    ['5', '', '', '20']
    """
    found = data if isinstance(data, JointMeasures) else _tested(data, control, alpha)
    counts = found.counts
    bold = np.zeros(counts.shape, dtype=bool)
    shown = found.adjusted <= found.alpha
    bold[np.arange(len(counts))[shown], found.most_frequent[shown]] = True
    cells = Cells(
        found.family.labels,
        [signs.replace("-", "−") for signs in found.combinations],
        shade(counts / found.n, SEQUENTIAL, np.ones(counts.shape, dtype=bool)),
        [[f"{count:.4g}" if count else "" for count in row] for row in counts.tolist()],
        bold,
    )
    description = (
        f"Problems of each combination of better and worse in {', '.join(found.measures)}, of "
        f"{len(counts)} pairs on {found.n} problems."
    )
    with axes_for(ax, description, width=1) as axes:
        draw_cells(axes, cells, own=ax is None, annotate=annotate)
        label_with_note(
            axes,
            "+ where the first is better: " + ", ".join(found.measures),
            f"Problems of {found.n}; bold: shown to be the most frequent at {found.alpha:g}",
        )
    return axes


def _tested(
    data: Results | Compared | Mapping[str, Results | Compared],
    control: str | None,
    alpha: float | None,
) -> JointMeasures:
    tables = data if isinstance(data, Mapping) else {"result": data}
    return joint_measures(
        {name: results_of(each) for name, each in tables.items()},
        control=control,
        alpha=0.05 if alpha is None else alpha,
    )

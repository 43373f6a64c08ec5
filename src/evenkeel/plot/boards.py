"""A board of votes: the rating of each model with its interval, and its places."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes

from evenkeel.plot.canvas import axes_for
from evenkeel.plot.rows import label_with_note, name_rows
from evenkeel.plot.styles import ACCENT, INK, MUTED
from evenkeel.voting.boards import Board
from evenkeel.words.numbers import percent


def plot_board(board: Board, *, most: int = 60, ax: Axes | None = None) -> Axes:
    """Draw the ratings with their intervals, the best on top, and the places on the right.

    Parameters
    ----------
    board : Board
        What `evenkeel.votes` returns.
    most : int
        How many models, the best first.
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes

    Examples
    --------
    >>> import evenkeel.plot
    >>> battles = {"model_a": ["A", "A", "B"], "model_b": ["B", "B", "A"]}
    >>> battles["winner"] = ["model_a", "tie", "tie"]
    >>> ax = evenkeel.plot.plot_board(evenkeel.votes(battles))
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['A', 'B']
    """
    names = board.models[:most]
    finite = [
        (low, high)
        for low, high in zip(board.low[:most], board.high[:most], strict=True)
        if np.isfinite([low, high]).all()
    ]
    ends = np.array([*np.ravel(finite), *board.rating[:most]])
    room = max(0.05 * float(np.ptp(ends)), 5.0)
    left, right = float(ends.min()) - room, float(ends.max()) + room
    ranked = ", ".join(f"{name} {r:.0f}" for name, r in zip(names, board.rating, strict=False))
    with axes_for(ax, f"Ratings of {len(names)} models by votes: {ranked}.", width=1) as axes:
        name_rows(axes, names, own=ax is None)
        for row in range(len(names)):
            leading = int(board.best[row]) == 1
            colour = ACCENT if leading else INK
            low, high = np.clip([board.low[row], board.high[row]], left, right)
            axes.plot([low, high], [row, row], color=colour, linewidth=1.2, gid=f"interval-{row}")
            axes.plot(
                [board.rating[row]], [row], "o", color=colour, markersize=4, gid=f"rating-{row}"
            )
            best, worst = int(board.best[row]), int(board.worst[row])
            axes.annotate(
                f"{best}" if best == worst else f"{best}–{worst}",
                (1.0, row),
                xycoords=("axes fraction", "data"),
                xytext=(4, 0),
                textcoords="offset points",
                va="center",
                color=MUTED,
                annotation_clip=False,
                gid=f"places-{row}",
            )
        axes.set_xlim(left, right)
        label_with_note(
            axes,
            "Rating (400 points are odds of 10 to 1)",
            f"{board.n} votes. {percent(board.confidence)} intervals, each by itself; on the right "
            "the places that a model may have, for all models together. Coloured: may be the best.",
        )
    return axes

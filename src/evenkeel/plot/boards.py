"""Boards: ratings of models by votes, and the ratios of a gate."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from evenkeel.gating.gates import Gate
from evenkeel.items.boards import Board
from evenkeel.plot.axes import label_with_note, legend_above, name_rows
from evenkeel.plot.canvas import axes_for, picture
from evenkeel.plot.styles import ACCENT, INK, MUTED
from evenkeel.text import percent

# A board of votes: the rating of each model with its interval, and its places.


@picture
def plot_board(board: Board, *, most: int = 60, ax: Axes | None = None) -> Axes:
    """Draw the ratings with their intervals, the best on top, and the places on the right.

    Parameters
    ----------
    board : Board
        What `evenkeel.votes` returns.
    most : int
        How many models, the best first.

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


# A gate: the ratio of each benchmark with its interval, beside 1 and the margin.


_LOOKS = {
    "worse": ("#c4552d", "s"),
    "undecided": ("#8a8a8a", "o"),
    "within margin": ("#3b78b1", "D"),
}
_ROOM = 1.25  # of the widest estimate, beyond which intervals are cut


@picture
def plot_gate(gate: Gate, *, most: int = 60, ax: Axes | None = None) -> Axes:
    """Draw what changed: a row for each benchmark, the worst first, with the margin dashed.

    Parameters
    ----------
    gate : Gate
        What `evenkeel.gate` returns.
    most : int
        How many rows; of more benchmarks the worst are shown.

    Examples
    --------
    >>> import evenkeel.plot
    >>> base, new = {"parse": [1.0, 1.1, 1.2, 1.3]}, {"parse": [2.0, 2.1, 2.2, 2.3]}
    >>> found = evenkeel.gate(base, new, margin="2%", better="lower")
    >>> ax = evenkeel.plot.plot_gate(found)
    >>> ax.get_yticklabels()[0].get_text()
    'parse'
    """
    worst = -1 if gate.better == "lower" else 1
    rows = sorted(gate.benchmarks, key=lambda each: worst * each.shift)[:most]
    none, turn = (1.0, 1) if gate.unit == "ratio" else (0.0, 1)
    bound = none + (gate.margin if gate.better == "lower" else -gate.margin) * turn
    counted = ", ".join(f"{each.name}: {each.verdict}" for each in rows)
    with axes_for(ax, f"Shifts of {len(rows)} benchmarks. {counted}.", width=1) as axes:
        name_rows(axes, [each.name for each in rows], own=ax is None)
        reach = _ROOM * max(
            [abs(each.shift - none) for each in rows] + [2 * gate.margin, _finite_reach(gate, none)]
        )
        left, right = none - reach, none + reach
        axes.axvline(none, color=INK, linewidth=0.8, gid="none")
        axes.axvline(bound, color=MUTED, linewidth=1, linestyle="--", gid="margin")
        for row, each in enumerate(rows):
            colour, mark = _LOOKS[each.verdict]
            ends = np.clip([each.low, each.high], left, right)
            axes.plot(ends, [row, row], color=colour, linewidth=1.2, gid=f"interval-{row}")
            axes.plot([each.shift], [row], mark, color=colour, markersize=4, gid=f"shift-{row}")
        axes.set_xlim(left, right)
        shown = [verdict for verdict in _LOOKS if any(each.verdict == verdict for each in rows)]
        handles = [
            Line2D([], [], color=_LOOKS[v][0], marker=_LOOKS[v][1], markersize=4) for v in shown
        ]
        legend_above(axes, handles, shown, handle=2.0)
        label_with_note(
            axes,
            "Ratio of new to base" if gate.unit == "ratio" else "New less base",
            f"{gate.better.capitalize()} is better; dashed: the margin. {percent(1 - gate.alpha)} "
            "intervals, each by itself; the colours are verdicts adjusted for all benchmarks. "
            "Intervals that reach the edge are cut.",
        )
    return axes


def _finite_reach(gate: Gate, none: float) -> float:
    """The middle reach of the intervals that have ends."""
    ends = [
        abs(end - none)
        for each in gate.benchmarks
        for end in (each.low, each.high)
        if np.isfinite(end)
    ]
    return float(np.quantile(ends, 0.9)) if ends else 0.0

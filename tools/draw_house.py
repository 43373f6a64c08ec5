"""Draw the rooms of the house and what flows between them: docs/pictures/house.svg.

`tests/unit/test_house.py` holds the picture to the rooms that there are, each arrow to an import.
"""

from __future__ import annotations

import sys
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from evenkeel.plot import save_figure

HERE = Path(__file__).parent.parent

#: Where a room stands, and what it answers.
ROOMS = {
    "tables": (5.0, 0.0, "files to results, runs"),
    "ranks": (2.2, 1.3, "who is first on a problem"),
    "omnibus": (0.8, 2.6, "do all perform alike?"),
    "pairwise": (5.3, 2.6, "do two?"),
    "adjustments": (3.3, 2.6, "many p-values"),
    "runs": (8.6, 1.3, "many runs a cell"),
    "posthocs": (2.3, 3.9, "which pairs differ?"),
    "effects": (4.6, 3.9, "how large"),
    "stability": (6.6, 3.9, "in what order, how sure"),
    "bayesian": (8.6, 3.9, "how probable"),
    "claims": (0.8, 5.2, "what a paper prints"),
    "comparison": (4.6, 5.2, "all of it in one call"),
    "studies": (2.7, 5.2, "power, error rates"),
    "items": (6.5, 5.2, "models on questions, votes"),
    "gating": (9.2, 5.2, "is a version worse?"),
    "plot": (5.0, 6.5, "pictures"),
    "report": (7.2, 6.5, "documents"),
    "cli": (5.2, 7.8, "evenkeel ..."),
    "web": (7.6, 7.8, "page and API"),
}

#: From room to room, and what flows there.
FLOWS = (
    ("tables", "ranks", "Results"),
    ("tables", "pairwise", "two columns"),
    ("tables", "runs", "Runs"),
    ("tables", "stability", "Results"),
    ("ranks", "omnibus", "ranks"),
    ("ranks", "posthocs", "ranks"),
    ("omnibus", "posthocs", "first test"),
    ("adjustments", "posthocs", "procedures"),
    ("pairwise", "posthocs", "laws of pairs"),
    ("pairwise", "effects", "signed ranks"),
    ("runs", "bayesian", "cells"),
    ("posthocs", "comparison", "adjusted p"),
    ("posthocs", "studies", "p-values"),
    ("effects", "comparison", "sizes"),
    ("stability", "comparison", "hinges"),
    ("posthocs", "claims", "decisions"),
    ("comparison", "plot", "decisions"),
    ("comparison", "report", "Comparison"),
    ("studies", "report", "rates"),
    ("items", "report", "boards"),
    ("gating", "report", "verdicts"),
    ("bayesian", "report", "posteriors"),
    ("claims", "report", "verdicts"),
    ("plot", "report", "pictures"),
    ("report", "cli", "Document"),
    ("report", "web", "Document"),
)

#: What all of them use.
BELOW = ("numerics",)


def draw() -> Axes:
    """The rooms as boxes, from the file at the bottom to the doors at the top."""
    ax = Figure(figsize=(9.6, 7.2)).add_axes((0, 0, 1, 1))
    ax.set(xlim=(-0.1, 10.1), ylim=(-0.5, 8.3))
    ax.set_axis_off()
    for start, end, what in FLOWS:
        (x, y, _), (to_x, to_y, _) = ROOMS[start], ROOMS[end]
        level = y == to_y
        side = 0.65 if to_x > x else -0.65
        tail = (x + side, y) if level else (x, y + 0.36)
        head = (to_x - side, to_y) if level else (to_x, to_y - 0.36)
        arrow = {"arrowstyle": "-|>", "color": "#8a94a0", "linewidth": 0.9}
        ax.annotate("", head, tail, arrowprops=arrow)
        middle = ((2 * tail[0] + head[0]) / 3, (2 * tail[1] + head[1]) / 3)
        back = {"facecolor": "white", "edgecolor": "none", "pad": 0.6}
        ax.text(*middle, what, ha="center", va="center", fontsize=7.5, color="#55606b", bbox=back)
    for name, (x, y, answers) in ROOMS.items():
        box = {"boxstyle": "round,pad=0.35", "facecolor": "#e8eef5", "edgecolor": "#3b78b1"}
        ax.text(
            x, y, f"{name}\n{answers}", ha="center", va="center", fontsize=9, bbox=box, zorder=3
        )
    return ax


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "docs" / "pictures"
    print(save_figure(draw(), folder / "house.svg"))

"""A tree of problems: average ranks in each group, below the questions that part them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes

from evenkeel.plot.axes import label_with_note
from evenkeel.plot.canvas import axes_for, font_points, picture, plain, root_figure
from evenkeel.plot.styles import CYCLE, FAINT, INK, MUTED
from evenkeel.text import count_of

if TYPE_CHECKING:
    from evenkeel.stability._problem_tree import ProblemTree

_NAMED = 10  # algorithms that have a colour and a name; the others are grey


@picture
def plot_problem_tree(tree: ProblemTree, *, ax: Axes | None = None) -> Axes:
    r"""Draw the average ranks in each group of problems, the best on top, side by side.

    Above stands the tree; lines join the marks of an algorithm.

    Parameters
    ----------
    tree : ProblemTree
        What `evenkeel.stability.problem_tree` finds.

    Examples
    --------
    >>> import numpy as np
    >>> import evenkeel.plot
    >>> size = np.arange(20.0)
    >>> errors = np.where(size[:, None] < 9, [1, 2, 3], [3, 2, 1])
    >>> tree = evenkeel.stability.problem_tree(errors, {"size": size}, better="lower")
    >>> ax = evenkeel.plot.plot_problem_tree(tree)
    >>> [label.get_text() for label in ax.get_xticklabels()]
    ['yes\n9 problems', 'no\n11 problems']
    """
    ranks = np.array([leaf.average_ranks for leaf in tree.leaves])  # (leaves, k)
    k, depth = len(tree.algorithms), max(len(leaf.conditions) for leaf in tree.leaves)
    order = np.argsort(ranks.min(axis=0), kind="stable")
    groups = "; ".join(
        f"{leaf.name}: {tree.algorithms[int(np.argmin(leaf.average_ranks))]} is best"
        for leaf in tree.leaves
    )
    with axes_for(
        ax,
        f"Average ranks of {k} algorithms in {count_of(len(tree.leaves), 'group')} of problems. "
        f"{groups}.",
        height=min(1.2 + 0.28 * k, 5.0) + 0.4 * depth,
        width=max(4.2, 1.5 * len(tree.leaves) + 1.2),
    ) as axes:
        small = font_points("xtick.labelsize")
        places = np.arange(len(tree.leaves))
        colors = {j: CYCLE[place % len(CYCLE)] for place, j in enumerate(order[:_NAMED].tolist())}
        again = list(colors)[len(CYCLE) :]  # of a colour that another one has
        for j in order.tolist()[::-1]:
            color = colors.get(j, FAINT)
            line = "o--" if j in again else "o-"
            axes.plot(places, ranks[:, j], line, color=color, gid=f"algorithm-{j}")
        step = 0.09 * (ranks.max() - ranks.min() + 1)
        top = ranks.min() - step
        _draw_tree(axes, tree, top, 1.8 * step, small)
        axes.set_ylim(ranks.max() + step, top - 1.8 * step * depth - 0.2 * step)
        axes.set_xlim(-0.5, len(places) - 0.3)
        for j, place in _apart(axes, {j: float(ranks[-1, j]) for j in colors}, small):
            name, color = plain(tree.algorithms[j]), colors[j]
            axes.text(places[-1] + 0.08, place, name, color=color, va="center", fontsize=small)
        axes.set_yticks([t for t in axes.get_yticks() if 1 <= t <= k and t >= top])
        axes.set_xticks(
            places,
            [
                f"{_answer(tree, i)}{count_of(len(leaf.problems), 'problem')}"
                for i, leaf in enumerate(tree.leaves)
            ],
        )
        axes.set_ylabel("Average rank")
        label_with_note(axes, "Groups of problems", f"{tree.n} problems; the best is on top")
    return axes


def _answer(tree: ProblemTree, leaf: int) -> str:
    """Whether a leaf answers the last question by yes or no."""
    own = tree.leaves[leaf].conditions
    if not own:
        return ""
    (split,) = (s for s in tree.splits if s.within == own[:-1])
    return "yes\n" if own[-1] == split.question.in_words(yes=True) else "no\n"


def _draw_tree(axes: Axes, tree: ProblemTree, top: float, step: float, size: float) -> None:
    """Each question above the middle of its groups, with lines down to both."""
    depth = max(len(leaf.conditions) for leaf in tree.leaves)

    def middle(within: tuple[str, ...]) -> float:
        leaves = [
            i for i, leaf in enumerate(tree.leaves) if leaf.conditions[: len(within)] == within
        ]
        return float(np.mean(leaves))

    inner = {split.within for split in tree.splits}
    for split in tree.splits:
        level = top - step * (depth - len(split.within))
        here = middle(split.within)
        for yes in (True, False):
            below = (*split.within, split.question.in_words(yes=yes))
            end = level + step if below in inner else top
            there = middle(below)
            axes.plot([here, there, there], [level, level, end], color=INK, linewidth=0.8)
            side = "yes" if yes else "no"
            if below in inner:
                axes.text(
                    there, level + step / 3, f" {side}", fontsize=size, color=MUTED, va="center"
                )
        axes.text(
            here,
            level,
            plain(split.question.in_words(yes=True)),
            ha="center",
            va="center",
            fontsize=size,
            bbox={"facecolor": axes.get_facecolor(), "edgecolor": "none", "pad": 1.5},
            gid="question",
        )


def _apart(axes: Axes, at: dict[int, float], size: float) -> Iterator[tuple[int, float]]:
    """Places of names, from the top down, moved down where they would stand on each other."""
    bottom, top = axes.get_ylim()
    inches = axes.bbox.height / root_figure(axes).dpi
    height = 1.2 * size / 72 / inches * (bottom - top)
    last = -np.inf
    for name in sorted(at, key=lambda each: at[each]):
        last = max(at[name], last + height)
        yield name, last

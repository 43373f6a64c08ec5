"""Pictures of models on items: the board, the forest, shares of variance, split items."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes

from evenkeel.errors import InputError
from evenkeel.plot.axes import label_with_note, legend_above, name_rows
from evenkeel.plot.canvas import axes_for, picture
from evenkeel.plot.styles import BASE, CYCLE, INK, MUTED, SEQUENTIAL, check_labels, setting
from evenkeel.text import percent

if TYPE_CHECKING:
    from evenkeel.items.one_benchmark import ItemPairs, OneBenchmark

_MOST = 200  # rows
_MOST_BARS = 12


@picture
def plot_item_board(data: OneBenchmark, *, ax: Axes | None = None) -> Axes:
    """Draw the mean of each model with its interval, and bars that join models not told apart.

    Intervals are those of each mean by itself: that two of them overlap is no verdict. A bar on the
    right joins models in the order of the means of which no pair is shown to differ.

    Parameters
    ----------
    data : OneBenchmark
        What `evenkeel.items.items` says of a benchmark.

    Examples
    --------
    >>> import io
    >>> from evenkeel.items import items
    >>> from evenkeel.plot import plot_item_board
    >>> rows = ["model,item,correct"]
    >>> rows += [f"{m},q{i},{int(i < c)}" for m, c in (("A", 18), ("B", 9)) for i in range(20)]
    >>> found = items([io.BytesIO(chr(10).join(rows).encode())])
    >>> ax = plot_item_board(found.benchmarks[0])
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['A', 'B']
    """
    k = _few_enough(len(data.models), "models")
    runs = [group for group in data.groups if len(group) > 1][:_MOST_BARS]
    with axes_for(ax, _described(data)) as axes:
        rows = np.arange(k)
        axes.hlines(rows, data.low, data.high, color=MUTED, gid="intervals")
        axes.plot(data.mean, rows, "o", color=BASE, gid="means", clip_on=False, zorder=3)
        for place, run in enumerate(runs):
            axes.plot(
                [1.02 + 0.025 * place] * 2,
                [run[0] - 0.2, run[-1] + 0.2],
                transform=axes.get_yaxis_transform(),
                color=INK,
                linewidth=2.5 * setting("lines.linewidth"),
                solid_capstyle="butt",
                clip_on=False,
                gid=f"tie-{place}",
            )
        check_labels(data.models)
        name_rows(axes, list(data.models), own=ax is None)
        label_with_note(
            axes,
            f"Mean score{f' on {data.benchmark}' if data.benchmark else ''}",
            f"{data.n} items. Intervals: {percent(data.level)}, each by itself. A bar on the right "
            "joins models of which no pair is shown to differ.",
        )
    return axes


@picture
def plot_item_forest(data: ItemPairs, *, ax: Axes | None = None) -> Axes:
    """Draw the difference of each pair of models with its interval, the largest on top.

    A filled point is shown to differ by the adjusted p-value, an open one is not, which does not
    mean alike.

    Parameters
    ----------
    data : ItemPairs
        The pairs of a benchmark, or of several on these benchmarks.

    Examples
    --------
    >>> import io
    >>> from evenkeel.items import items
    >>> from evenkeel.plot import plot_item_forest
    >>> rows = ["model,item,correct"]
    >>> rows += [f"{m},q{i},{int(i < c)}" for m, c in (("A", 18), ("B", 9)) for i in range(20)]
    >>> found = items([io.BytesIO(chr(10).join(rows).encode())])
    >>> ax = plot_item_forest(found.benchmarks[0].pairs)
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['A – B']
    """
    m = _few_enough(data.m, "pairs; name a control")
    order = np.argsort(-data.difference, kind="stable")
    names = [
        f"{data.models[data.first[i]]} – {data.models[data.second[i]]}" for i in order.tolist()
    ]
    said = ", ".join(
        f"{name} {data.difference[i]:.4g}" for name, i in zip(names, order.tolist(), strict=True)
    )
    with axes_for(ax, f"Differences of mean scores: {said}.") as axes:
        rows = np.arange(m)
        shown = data.shown[order]
        colours = np.where(shown, BASE, MUTED)
        axes.axvline(0, color=INK, linewidth=0.8 * setting("lines.linewidth"), gid="neutral")
        axes.hlines(rows, data.low[order], data.high[order], color=colours, gid="intervals")
        for row, i in enumerate(order.tolist()):
            axes.plot(
                data.difference[i],
                row,
                "o",
                markeredgecolor=colours[row],
                markerfacecolor=colours[row] if shown[row] else "white",
                zorder=3,
                gid="shown" if shown[row] else "open",
            )
        check_labels(data.models)
        name_rows(axes, names, own=ax is None)
        label_with_note(
            axes,
            "Difference of means, first minus second",
            f"Intervals: {data.held}. Filled: shown at {data.alpha:g} by "
            "the adjusted p-value, which decides.",
        )
    return axes


@picture
def plot_variance_shares(data: OneBenchmark, *, ax: Axes | None = None) -> Axes:
    """Draw how the variance of a model's answers divides: clusters, items, epochs.

    Parameters
    ----------
    data : OneBenchmark
        What `evenkeel.items.items` says of a benchmark.

    Examples
    --------
    >>> import io
    >>> from evenkeel.items import items
    >>> from evenkeel.plot import plot_variance_shares
    >>> rows = ["model,item,correct"]
    >>> rows += [f"{m},q{i},{int(i < c)}" for m, c in (("A", 18), ("B", 9)) for i in range(20)]
    >>> found = items([io.BytesIO(chr(10).join(rows).encode())])
    >>> ax = plot_variance_shares(found.benchmarks[0])
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['A', 'B']
    """
    k = _few_enough(len(data.models), "models")
    parts = {
        "clusters": data.shares.clusters,
        "items": data.shares.items,
        "epochs": data.shares.epochs,
    }
    there = {name: share for name, share in parts.items() if not np.isnan(share).all()}
    words = "; ".join(
        f"{model}: " + ", ".join(f"{name} {share[j]:.2f}" for name, share in there.items())
        for j, model in enumerate(data.models)
    )
    with axes_for(ax, f"Shares of variance: {words}.") as axes:
        left, handles = np.zeros(k), []
        for (name, share), colour in zip(there.items(), CYCLE, strict=False):
            wide = np.nan_to_num(share)
            bars = axes.barh(np.arange(k), wide, left=left, height=0.6, color=colour)
            bars.set_gid(name) if hasattr(bars, "set_gid") else None
            handles.append(bars[0])
            left = left + wide
        axes.set_xlim(0, 1)
        check_labels(data.models)
        name_rows(axes, list(data.models), own=ax is None)
        legend_above(axes, handles, list(there))
        label_with_note(
            axes,
            "Share of the variance of one answer",
            "Between clusters, between items within them, between the epochs of an item.",
        )
    return axes


@picture
def plot_split_items(data: OneBenchmark, *, most: int = 30, ax: Axes | None = None) -> Axes:
    """Draw the scores of all models on the items on which they disagree most.

    Parameters
    ----------
    data : OneBenchmark
        What `evenkeel.items.items` says of a benchmark.
    most : int
        How many items, the most disputed on top; those that all models score alike are left out.

    Examples
    --------
    >>> import io
    >>> from evenkeel.items import items
    >>> from evenkeel.plot import plot_split_items
    >>> rows = ["model,item,correct"]
    >>> rows += [f"{m},q{i},{int(i < c)}" for m, c in (("A", 18), ("B", 9)) for i in range(20)]
    >>> found = items([io.BytesIO(chr(10).join(rows).encode())])
    >>> ax = plot_split_items(found.benchmarks[0])
    >>> [label.get_text() for label in ax.get_yticklabels()][:2]
    ['q9', 'q10']
    """
    spread = data.means.std(axis=1)
    disputed = int(np.count_nonzero(spread > 1e-9))
    order = np.argsort(-spread, kind="stable")[: max(1, min(most, _MOST, disputed))]
    cells = data.means[order]
    with axes_for(ax, f"Scores of {len(data.models)} models on {len(order)} items.") as axes:
        axes.imshow(cells, aspect="auto", cmap=SEQUENTIAL, interpolation="nearest", gid="scores")
        axes.set_xticks(range(len(data.models)), data.models, rotation=90, parse_math=False)
        check_labels(data.models)
        name_rows(axes, [_cut(data.items[i]) for i in order.tolist()], own=ax is None)
        label_with_note(
            axes,
            "",
            "Items on which models disagree most; dark is high.",
        )
    return axes


def _cut(name: str, most: int = 40) -> str:
    return name if len(name) <= most else f"{name[: most - 3].rstrip()}..."


def _few_enough(count: int, what: str) -> int:
    if count > _MOST:
        raise InputError(f"a picture of {count} {what} cannot be read; select fewer")
    return count


def _described(data: OneBenchmark) -> str:
    said = ", ".join(
        f"{model} {mean:.3f} ({low:.3f} to {high:.3f})"
        for model, mean, low, high in zip(data.models, data.mean, data.low, data.high, strict=True)
    )
    return f"Mean scores of {data.n} items: {said}."

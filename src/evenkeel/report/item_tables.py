"""The tables of a comparison on items: the board, pairs, benchmarks, trials, judges, plan.

Long because every table of a comparison on items is here, each short.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

import numpy as np

from evenkeel.errors import few
from evenkeel.report.document import Block, Cell, Column, Picture, Table
from evenkeel.text import percent, places

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from evenkeel._types import FloatArray
    from evenkeel.items._items import ItemsComparison
    from evenkeel.items.benchmarks import Together
    from evenkeel.items.judges import Judged
    from evenkeel.items.one_benchmark import ItemPairs, OneBenchmark
    from evenkeel.items.planning import ItemPlan
    from evenkeel.items.scores import Attempts

_BOARD = 20  # rows of the board of a verdict, before its middle is left out
_MOST_PAIRS = 2000  # rows of the table of pairs
_DRAWN = 60  # rows of a picture
_PICTURED = 12  # benchmarks that have pictures of their own


def blocks_of_benchmark(one: OneBenchmark, found: ItemsComparison) -> Iterator[Block]:
    """Board, pictures, pairs, shares of variance and split items of one benchmark."""
    from evenkeel import plot

    tail = _tail(one, found)
    few_benchmarks = len(found.benchmarks) <= _PICTURED
    drawable = few_benchmarks and one.pairs is not None and len(one.models) <= _DRAWN
    yield item_board(one, found)
    if drawable:
        yield Picture(
            f"board{tail}",
            "Means with their intervals; bars join models of which no pair is shown to differ.",
            lambda: cast("Figure", plot.plot_item_board(one).figure),
        )
    if one.pairs is not None:
        pairs = one.pairs
        if few_benchmarks and pairs.m <= 2 * _DRAWN:
            yield Picture(
                f"forest{tail}",
                "Differences of pairs with their intervals; filled points are shown to differ.",
                lambda: cast("Figure", plot.plot_item_forest(pairs).figure),
            )
        yield _pairs_table(pairs, f"pairs{tail}", one.clusters < one.n)
    yield _shares_table(one, f"shares{tail}")
    if drawable and (one.epochs > 1 or one.clusters < one.n):
        yield Picture(
            f"shares{tail}",
            "Shares of the variance of one answer, for each model.",
            lambda: cast("Figure", plot.plot_variance_shares(one).figure),
        )
    if one.pairs is not None:
        yield _split_items_table(one, f"disagreement{tail}")
    if drawable and one.means.std(axis=1).any():
        yield Picture(
            f"disagreement{tail}",
            "The items on which models disagree most, with the score of each model.",
            lambda: cast("Figure", plot.plot_split_items(one).figure),
        )


def _tail(one: OneBenchmark, found: ItemsComparison) -> str:
    names = [each.benchmark for each in found.benchmarks]
    return "" if len(names) == 1 else f"-{names.index(one.benchmark) + 1}"


def item_board(one: OneBenchmark, found: ItemsComparison) -> Table:
    """A row per model: mean, interval, error, who is shown better, places, ties."""
    rows: list[tuple[Cell, ...]] = []
    pairs = one.pairs
    wins = None if pairs is None else pairs.wins()
    for j, name in enumerate(one.models):
        numbers = tuple(float(x[j]) for x in (one.mean, one.low, one.high, one.error))
        beside: tuple[Cell, ...] = ()
        if wins is not None:
            beside = (int(wins[j].sum()), int(wins[:, j].sum()))
            beside += (places(int(one.best[j]), int(one.worst[j]), "-"), _bars(one.groups, j))
        rows.append((name, *numbers, *beside))
    more: tuple[Column, ...] = ()
    if wins is not None:
        more = (
            Column("Better than", "count"),
            Column("Worse than", "count"),
            Column("Places"),
            Column("Ties"),
        )
    note = f"Intervals of means: {percent(one.level)}, each by itself."
    if wins is not None:
        note += (
            f" Better and worse: shown. Places: all at once, {percent(one.level)}. A shared bar: "
            "no pair of these models is shown to differ."
        )
    return Table(
        f"board{_tail(one, found)}",
        f"{one.benchmark}: {one.n} items" if one.benchmark else f"{one.n} items",
        (
            Column("Model"),
            Column("Mean", "rank"),
            Column("Low", "rank"),
            Column("High", "rank"),
            Column("Error", "statistic"),
            *more,
        ),
        tuple(rows),
        note=note,
    )


def _bars(groups: tuple[tuple[int, ...], ...], j: int, most: int = 12) -> str:
    runs = [group for group in groups if len(group) > 1]
    if len(runs) > most:
        return ""
    return "".join("|" if j in group else "." for group in runs)


def shortened_board(table: Table) -> Table:
    """A board for a screen: the first rows and the last, with how many stand between."""
    rows = table.rows
    if len(rows) <= _BOARD:
        return table
    hidden = len(rows) - _BOARD + 1
    gap = (f"... {hidden} more", *[None] * (len(rows[0]) - 1))
    kept = (*rows[: _BOARD - 4], gap, *rows[-3:])
    return Table(table.name, table.title, table.columns, kept, note=table.note)


def _pairs_table(pairs: ItemPairs, name: str, clustered: bool) -> Table:
    order = np.arange(pairs.m)
    note = ""
    if pairs.m > _MOST_PAIRS:
        order = np.argsort(pairs.adjusted, kind="stable")[:_MOST_PAIRS]
        note = f"The {_MOST_PAIRS:,} of {pairs.m:,} pairs with the smallest adjusted p. "
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            pairs.models[pairs.first[i]],
            pairs.models[pairs.second[i]],
            float(pairs.difference[i]),
            float(pairs.low[i]),
            float(pairs.high[i]),
            int(pairs.differing[i]),
            float(pairs.pvalue[i]),
            float(pairs.adjusted[i]),
        )
        for i in order.tolist()
    )
    by = f" Adjusted by: {pairs.by}." if pairs.by else ""
    note += (
        f"Intervals: {pairs.held}. p: {pairs.method}.{by} The adjusted p decides, not the interval."
    )
    return Table(
        name,
        "Pairs, first minus second",
        (
            Column("First"),
            Column("Second"),
            Column("Difference", "statistic"),
            Column("Low", "statistic"),
            Column("High", "statistic"),
            Column("Differing clusters" if clustered else "Differing items", "count"),
            Column("p", "p", starred=False),
            Column("Adjusted p", "p"),
        ),
        rows,
        frozenset((row, 7) for row, i in enumerate(order.tolist()) if pairs.shown[i]),
        note,
        emphasis=f"shown at {pairs.alpha:g}",
    )


def _shares_table(one: OneBenchmark, name: str) -> Table:
    parts = one.shares
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            model,
            *(_number(x[j]) for x in (parts.variance, parts.clusters, parts.items, parts.epochs)),
        )
        for j, model in enumerate(one.models)
    )
    return Table(
        name,
        "Where the variance of answers lies",
        (
            Column("Model"),
            Column("Variance", "statistic"),
            Column("Clusters", "rank"),
            Column("Items", "rank"),
            Column("Epochs", "rank"),
        ),
        rows,
        note="Shares of the variance of one answer: between clusters, between items within them, "
        "between the epochs of an item. What cannot be told is left empty.",
    )


def _number(value: float) -> float | None:
    return None if np.isnan(value) else float(value)


def _split_items_table(one: OneBenchmark, name: str, most: int = 20) -> Table:
    """The items on which models disagree most."""
    spread = one.means.std(axis=1)
    order = np.argsort(-spread, kind="stable")[:most]
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            one.items[i],
            float(spread[i]),
            float(one.means[i].mean()),
            _few_names([one.models[j] for j in np.flatnonzero(_above(one.means[i])).tolist()]),
        )
        for i in order.tolist()
        if spread[i] > 0
    )
    return Table(
        name,
        "Items on which models disagree most",
        (Column("Item"), Column("SD", "rank"), Column("Mean", "rank"), Column("Above the mean")),
        rows,
    )


def _above(scores: FloatArray) -> FloatArray:
    found: FloatArray = scores > scores.mean()
    return found


def _few_names(names: list[str]) -> str:
    return few(names, 4, counted=True)


def blocks_of_together(found: Together) -> Iterator[Block]:
    """Board and pairs of several benchmarks, for either question."""
    from evenkeel import plot

    yield together_board(found)
    pairs = found.these
    if pairs.m <= 2 * _DRAWN:
        yield Picture(
            "forest",
            "Differences on these benchmarks with their intervals; filled points are shown to "
            "differ.",
            lambda: cast("Figure", plot.plot_item_forest(pairs).figure),
        )
    yield _pairs_table(pairs, "pairs-on-these", clustered=False)
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            found.models[pairs.first[i]],
            found.models[pairs.second[i]],
            float((found.means[:, pairs.first[i]] - found.means[:, pairs.second[i]]).mean()),
            float(found.low[i]),
            float(found.high[i]),
            float(found.spread[i]),
        )
        for i in range(min(pairs.m, _MOST_PAIRS))
    )
    yield Table(
        "pairs-like-these",
        "On benchmarks like these: differences of means, first minus second",
        (
            Column("First"),
            Column("Second"),
            Column("Difference", "statistic"),
            Column("Low", "statistic"),
            Column("High", "statistic"),
            Column("SD of benchmarks", "statistic"),
        ),
        rows,
        note=f"Student's intervals over benchmarks, {percent(pairs.level)} each.",
    )


def together_board(found: Together) -> Table:
    """A row per model: its weighted mean, places, ties, and the mean on each benchmark."""
    columns = tuple(Column(name, "rank") for name in found.benchmarks[:8])
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            name,
            float(found.mean[j]),
            places(int(found.best[j]), int(found.worst[j]), "-"),
            _bars(found.groups, j),
            *(float(found.means[b, j]) for b in range(len(columns))),
        )
        for j, name in enumerate(found.models)
    )
    return Table(
        "board",
        "Means over benchmarks, and on each",
        (Column("Model"), Column("Mean", "rank"), Column("Places"), Column("Ties"), *columns),
        rows,
        note="Places and ties are those on these benchmarks, whose items are the sample.",
    )


def attempts_table(found: Attempts) -> Table:
    """pass@k and pass^k of each model."""
    rows: list[tuple[Cell, ...]] = []
    for j, model in enumerate(found.models):
        for at, k in enumerate(found.k.tolist()):
            once, every = (
                tuple(float(part[j, at]) for part in kind)
                for kind in (found.at_least_one, found.every)
            )
            rows.append((model, k, *once, *every))
    titles = ("Low", "High")
    return Table(
        f"attempts-{found.benchmark}" if found.benchmark else "attempts",
        "One of k attempts succeeds (pass@k), or all of them (pass^k)"
        f"{f': {found.benchmark}' if found.benchmark else ''}",
        (
            Column("Model"),
            Column("k", "count"),
            Column("pass@k", "rank"),
            *(Column(title, "rank") for title in titles),
            Column("pass^k", "rank"),
            *(Column(title, "rank") for title in titles),
        ),
        tuple(rows),
        note=f"Unbiased; intervals {percent(found.level)}, each by itself.",
    )


_JUDGED = {
    "human": ("human labels", "Labels", "Agreement", "Kappa or correlation"),
    "length": ("the length of answers", "Answers", "Slope", "Its error"),
    "order": ("the order of showing", "Answers", "Slope", "Its error"),
}


def judged_table(found: Judged) -> Table:
    """What the scores of a judge are held against."""
    what, count, one, other = _JUDGED[found.kind]
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            model,
            int(found.count[j]),
            _number(found.agreement[j, 0]),
            _number(found.agreement[j, 1]),
            float(found.mean[j]),
            _number(found.corrected[j]),
            _number(found.low[j]),
            _number(found.high[j]),
        )
        for j, model in enumerate(found.models)
    )
    return Table(
        f"judge-{found.kind}{f'-{found.benchmark}' if found.benchmark else ''}",
        f"The scores and {what}{f': {found.benchmark}' if found.benchmark else ''}",
        (
            Column("Model"),
            Column(count, "count"),
            Column(one, "rank"),
            Column(other, "rank"),
            Column("Mean", "rank"),
            Column("Corrected mean", "rank"),
            Column("Low", "rank"),
            Column("High", "rank"),
        ),
        rows,
        note=" ".join((*found.notes, f"Intervals {percent(found.level)}, each by itself.")),
    )


def blocks_of_plan(plan: ItemPlan) -> Iterator[Block]:
    """What a benchmark can show, and what a difference needs."""
    rows: list[tuple[Cell, ...]] = []
    for j, (first, second) in enumerate(plan.pairs):
        wanted = plan.difference or float(plan.smallest[j] / 2)
        needed = tuple(int(each) for each in plan.needed[j].tolist())
        rows.append((f"{first} - {second}", float(plan.smallest[j]), wanted, *needed))
    of = f" of {plan.benchmark}" if plan.benchmark else ""
    epochs = (f"Items, {e} epoch{'s' * (e > 1)}" for e in plan.choices)
    yield Table(
        "plan",
        f"What {plan.n} items{of} can show with power {plan.power:g}",
        (
            Column("Pair"),
            Column("Smallest difference", "statistic"),
            Column("Wanted", "statistic"),
            *(Column(title, "count") for title in epochs),
        ),
        tuple(rows),
        note=" ".join(filter(None, (_what_buys_more(plan), *plan.notes))),
    )


def _what_buys_more(plan: ItemPlan) -> str:
    """Whether epochs or items buy more."""
    if plan.epochs == 1:
        return ""
    share = float(np.max(plan.within / (plan.between + plan.within)))
    return (
        f"{100 * share:.0f}% of the variance of one answer's difference lies between epochs: "
        + (
            "more epochs help as well as more items."
            if share > 0.5
            else "more items buy more than more epochs, which can take away no more than this."
        )
    )


def left_out_items(found: ItemsComparison, most: int = 200) -> Table:
    """Items that not all models have."""
    rows = tuple(
        (benchmark, item, _few_names(list(models)))
        for benchmark, item, models in found.items.left_out[:most]
    )
    note = (
        f"The first {most} of {len(found.items.left_out)}."
        if len(found.items.left_out) > most
        else ""
    )
    return Table(
        "left-out",
        "Items that not all models have, which are left out",
        (Column("Benchmark"), Column("Item"), Column("No score of")),
        rows,
        note=note,
    )

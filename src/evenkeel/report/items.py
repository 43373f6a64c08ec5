"""The report of a comparison on items: the answer, the board, pairs, benchmarks, trials, plan."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, cast

import numpy as np

from evenkeel.report.document import Block, Cell, Column, Document, Facts, Paragraph, Picture, Table
from evenkeel.words.numbers import format_number, format_p, percent, places
from evenkeel.words.references import REFERENCES
from evenkeel.words.sentences import series

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from evenkeel._types import FloatArray
    from evenkeel.items.attempts import Attempts
    from evenkeel.items.benchmarks import Together
    from evenkeel.items.comparing import ItemsComparison
    from evenkeel.items.judges import Judged
    from evenkeel.items.one_benchmark import ItemPairs, OneBenchmark
    from evenkeel.items.planning import ItemPlan
    from evenkeel.report.glance import Drawn

_CHAINS = 6  # lines of pairs
_NAMES = 6  # that a line lists
_BOARD = 20  # rows of the board of a verdict, before its middle is left out
_MOST_PAIRS = 2000  # rows of the table of pairs
_DRAWN = 60  # rows of a picture


def report_items(found: ItemsComparison) -> Document:
    """All that was found: the answer first, then each benchmark, then what was asked for beside."""
    blocks: list[Block] = [Facts(_answer(found))]
    for one in found.benchmarks:
        blocks += _of_benchmark(one, found)
    if found.together is not None:
        blocks += _of_together(found.together)
    blocks += [_attempts_table(each) for each in found.attempts]
    blocks += [_judged_table(each) for each in found.judged]
    if found.plan is not None:
        blocks += _of_plan(found.plan)
    if found.items.left_out:
        blocks.append(_left_out_table(found))
    blocks += [Paragraph(sentence) for sentence in conclusions_of(found)]
    blocks.append(Paragraph(_methods(found)))
    keys = ("wilson1927", "holm1979")
    references = tuple(REFERENCES[key] for key in keys if key in REFERENCES)
    return Document(_title(found), tuple(blocks), references, main="board", read=_read(found))


def verdict_of(found: ItemsComparison, drawn: Drawn | None = None) -> Document:
    """The answer and the board, as the first screen shows them."""
    blocks: list[Block] = [Facts(_answer(found))]
    if found.together is not None:
        blocks.append(_shortened(_together_board(found.together)))
    elif len(found.benchmarks) == 1:
        blocks.append(_shortened(_board(found.benchmarks[0], found)))
    blocks += [_attempts_table(each) for each in found.attempts[:1]]
    if found.plan is not None:
        blocks += _of_plan(found.plan)
    return Document(_title(found), tuple(blocks), main="board", read=_read(found))


def conclusions_of(found: ItemsComparison) -> tuple[str, ...]:
    """The answer in sentences that can stand in a paper."""
    sentences: list[str] = []
    for one in found.benchmarks:
        sentences += _sentences(one)
    if found.together is not None:
        sentences += _two_answers(found.together)
    return tuple(sentences)


# Words


def _title(found: ItemsComparison) -> str:
    models = len(found.items.models)
    many, one = len(found.benchmarks), found.benchmarks[0]
    where = f"{many} benchmarks" if many > 1 else one.benchmark or f"{one.n} items"
    return f"{models} model{'s' * (models > 1)} on {where}"


def _read(found: ItemsComparison) -> str:
    items, tables = found.items, found.benchmarks
    count = sum(one.n for one in tables)
    where = f"{count} items" if len(tables) == 1 else f"{count} items of {len(tables)} benchmarks"
    epochs = max(one.epochs for one in tables)
    often = f", up to {epochs} epochs each" if epochs > 1 else ""
    clustered = any(one.clusters < one.n for one in tables)
    hung = f", in {sum(one.clusters for one in tables)} clusters" if clustered else ""
    kinds = f" ({', '.join(items.kinds)})" if items.kinds else ""
    files = f"{len(items.sources)} log{'s' * (len(items.sources) != 1)}"
    return (
        f"{files}{kinds}: {len(items.models)} model{'s' * (len(items.models) != 1)}, {where}"
        f"{hung}{often}; {items.measure}, {items.better} is better."
    )


def _answer(found: ItemsComparison) -> tuple[tuple[str, str], ...]:
    lines: dict[str, str] = {}
    if found.together is not None:
        lines |= _together_lines(found.together)
    else:
        for one in found.benchmarks:
            head = f"{one.benchmark}: " if len(found.benchmarks) > 1 else ""
            lines |= {f"{head}{label}": text for label, text in _one_lines(one).items()}
    lines["Caution"] = "\n".join(_cautions(found))
    return tuple((label, text) for label, text in lines.items() if text)


def _one_lines(one: OneBenchmark) -> dict[str, str]:
    if one.pairs is None:
        return {"Mean": f"{one.models[0]}, {_mean_text(one, 0)}."}
    pairs = one.pairs
    if pairs.m == 1:
        return {"Best": _best(one), "Differ?": _one_pair(pairs)}
    shown = int(pairs.shown.sum())
    gate = ""
    if one.cochran is not None:
        gate = f"Cochran's Q = {one.cochran[0]:.3f}, p = {format_p(one.cochran[1])}. "
        if one.cochran[1] > pairs.alpha:
            gate += "It does not reject, so that no pair is tested. "
    rest = pairs.m - shown
    lines = "".join(f"\n  {chain}" for chain in _chains(pairs))
    unshown = f"\n{rest:,} not shown, which does not mean alike." if rest else ""
    return {
        "Best": _best(one),
        "Pairs": f"{gate}{shown:,} of {pairs.m:,} shown at {pairs.alpha:g} ({pairs.by or 'each'})"
        f"{':' if shown else '.'}{lines}{unshown}",
        "Ties": _ties(one.models, one.groups),
    }


def _best(one: OneBenchmark) -> str:
    first = f"{one.models[0]}, {_mean_text(one, 0)}."
    may = int((one.best == 1).sum())
    if one.pairs is None or one.pairs.m == 1 or not one.groups:
        return first
    if may == 1:
        return f"{first} Shown better than all others."
    who = "all" if may == len(one.models) else f"{may} of {len(one.models)}"
    return f"{first} Not shown best: {who} may be first."


def _mean_text(one: OneBenchmark, j: int) -> str:
    low, high = format_number(one.low[j], "rank"), format_number(one.high[j], "rank")
    return f"mean {format_number(one.mean[j], 'rank')} ({low} to {high})"


def _one_pair(pairs: ItemPairs) -> str:
    first, second = pairs.models[pairs.first[0]], pairs.models[pairs.second[0]]
    verdict = "Yes" if pairs.shown[0] else "Not shown, which does not mean alike"
    numbers = [format_number(float(x[0]), "statistic") for x in (pairs.difference, pairs.low)]
    high = format_number(float(pairs.high[0]), "statistic")
    return (
        f"{verdict}: {first} - {second} = {numbers[0]}, {percent(pairs.level)} interval "
        f"{numbers[1]} to {high} ({pairs.method} p = {format_p(float(pairs.adjusted[0]))})."
    )


def _chains(pairs: ItemPairs) -> list[str]:
    """Who is shown better than whom; winners with the same losers share a line."""
    wins, names, m = pairs.wins(), pairs.models, len(pairs.models)
    losers: dict[tuple[int, ...], list[int]] = {}
    for i in range(m):
        beaten = tuple(np.flatnonzero(wins[i]).tolist())
        if beaten:
            losers.setdefault(beaten, []).append(i)
    lines = []
    for beaten, winners in list(losers.items())[:_CHAINS]:
        won = (
            ", ".join(names[j] for j in beaten)
            if len(beaten) <= _NAMES
            else f"{len(beaten)} of {m - 1}"
        )
        who = [names[i] for i in winners[:_NAMES]] + ["..."] * (len(winners) > _NAMES)
        lines.append(f"{', '.join(who)} > {won}")
    return [*lines, "..."] if len(losers) > _CHAINS else lines


def _ties(models: Sequence[str], groups: tuple[tuple[int, ...], ...]) -> str:
    runs = [group for group in groups if len(group) > 1]
    if not runs or len(models) == 2:
        return ""
    parts = [f"{places(run[0] + 1, run[-1] + 1)}" for run in runs[:_NAMES]]
    more = ", ..." if len(runs) > _NAMES else ""
    return (
        f"Models {'; '.join(parts)}{more}, counted from the best, cannot be told apart among "
        "themselves."
    )


def _cautions(found: ItemsComparison) -> list[str]:
    notes = list(found.items.notes)
    names = len(found.benchmarks) > 1
    for one in found.benchmarks:
        notes += [f"{one.benchmark}: {note}" if names else note for note in one.notes]
    if found.together is not None:
        notes += found.together.notes
    lacking = found.items.left_out
    if lacking:
        listed = ", ".join(item for _, item, _ in lacking[:3]) + (
            ", ..." if len(lacking) > 3 else ""
        )
        some = sorted({model for _, _, models in lacking for model in models})
        who = series(some[:3]) if len(some) <= 3 else f"{len(some)} models"
        count = len(lacking)
        notes.append(
            f"{count} item{'s' * (count > 1)} that {who} ha{'s' if len(some) == 1 else 've'} no "
            f"score of {'is' if count == 1 else 'are'} left out: {listed}."
        )
    return notes


def _sentences(one: OneBenchmark) -> Iterator[str]:
    where = f" of {one.benchmark}" if one.benchmark else ""
    low, high = format_number(one.low[0], "rank"), format_number(one.high[0], "rank")
    best = f"{format_number(one.mean[0], 'rank')} ({low} to {high})"
    yield f"On {one.n} items{where}, {one.models[0]} has the best mean: {best}."
    pairs = one.pairs
    if pairs is None:
        return
    if pairs.m == 1:
        yield _pair_sentence(pairs)
        return
    shown = int(pairs.shown.sum())
    chains = "; ".join(_chains(pairs))
    yield (
        f"At {pairs.alpha:g}, {shown:,} of the {pairs.m:,} pairs are shown to differ by sign "
        f"changes of {'items' if one.clusters == one.n else 'clusters of items'}"
        f"{f' with {pairs.by}' if pairs.by else ', not adjusted for their number'}"
        f"{f': {chains}' if shown else ''}."
    )


def _pair_sentence(pairs: ItemPairs) -> str:
    first, second = pairs.models[pairs.first[0]], pairs.models[pairs.second[0]]
    size = [
        format_number(float(x[0]), "statistic") for x in (pairs.difference, pairs.low, pairs.high)
    ]
    return (
        f"At {pairs.alpha:g} the difference of {first} and {second} is "
        f"{'' if pairs.shown[0] else 'not '}shown: {size[0]}, {percent(pairs.level)} interval "
        f"{size[1]} to {size[2]} ({pairs.method} p = {format_p(float(pairs.adjusted[0]))})."
    )


# One benchmark


def _of_benchmark(one: OneBenchmark, found: ItemsComparison) -> Iterator[Block]:
    yield _board(one, found)
    if one.pairs is not None:
        if len(one.models) <= _DRAWN:
            from evenkeel.plot import plot_item_board

            yield Picture(
                f"board{_tail(one, found)}",
                "Means with their intervals; bars join models of which no pair is shown to differ.",
                lambda: cast("Figure", plot_item_board(one).figure),
            )
        yield _pairs_table(one.pairs, f"pairs{_tail(one, found)}", one.clusters < one.n)
    yield _shares_table(one, f"shares{_tail(one, found)}")
    if one.pairs is not None:
        yield _split_items_table(one, f"disagreement{_tail(one, found)}")


def _tail(one: OneBenchmark, found: ItemsComparison) -> str:
    names = [each.benchmark for each in found.benchmarks]
    return "" if len(names) == 1 else f"-{names.index(one.benchmark) + 1}"


def _board(one: OneBenchmark, found: ItemsComparison) -> Table:
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


def _shortened(table: Table) -> Table:
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
    spread = one.means.std(axis=0) if one.n == 0 else one.means.std(axis=1)
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
    return ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")


# Several benchmarks


def _together_lines(found: Together) -> dict[str, str]:
    pairs = found.these
    shown = int(pairs.shown.sum())
    chains = "".join(f"\n  {chain}" for chain in _chains(pairs))
    lines = {
        "Best": f"{found.models[0]}, mean {found.mean[0]:.3f} of {len(found.means)} benchmarks.",
        "On these": f"{shown:,} of {pairs.m:,} shown at {pairs.alpha:g} on these benchmarks, "
        f"whose items are the sample{':' if shown else '.'}{chains}",
        "Like these": _like_these(found),
        "Ties": _ties(found.models, found.groups),
    }
    why = _why(found)
    return lines | ({"Apart": why} if why else {})


def _like_these(found: Together) -> str:
    if found.comparison is None:
        if found.these.m == 1:
            numbers = format_number(float(found.low[0]), "statistic")
            high = format_number(float(found.high[0]), "statistic")
            return f"Too few benchmarks to test; the mean difference lies in {numbers} to {high}."
        return "Too few benchmarks to say anything of others like them."
    return found.comparison.conclusions[0]


def _two_answers(found: Together) -> Iterator[str]:
    pairs = found.these
    count = len(found.benchmarks)
    shown = int(pairs.shown.sum())
    chains = "; ".join(_chains(pairs))
    equal = np.ptp(found.weights) < 1e-12
    yield (
        f"On these {count} benchmarks, whose items are the sample and which "
        f"{'all count the same' if equal else 'count by their items'}, {shown:,} of {pairs.m:,} "
        f"pairs are shown to differ at {pairs.alpha:g}{f': {chains}' if shown else ''}."
    )
    yield f"On benchmarks like these, of which {count} are the sample: {_like_these(found)}"
    why = _why(found)
    if why:
        yield why


def _why(found: Together) -> str:
    """Why the two answers differ, if they do."""
    if found.comparison is None or found.comparison.shown is None:
        return ""
    broad = {
        frozenset(pair)
        for pair, is_shown in zip(
            found.comparison.posthoc.family.hypotheses if found.comparison.posthoc else (),
            found.comparison.shown,
            strict=True,
        )
        if is_shown
    }
    pairs = found.these
    for i in np.flatnonzero(pairs.shown).tolist():
        names = found.models[pairs.first[i]], found.models[pairs.second[i]]
        if frozenset(names) not in broad:
            per = found.means[:, pairs.first[i]] - found.means[:, pairs.second[i]]
            low, high = float(per.min()), float(per.max())
            return (
                f"{names[0]} > {names[1]} is shown on these benchmarks, not on others like them: "
                f"its difference goes from {low:.3f} to {high:.3f} over {len(per)} benchmarks (SD "
                f"{found.spread[i]:.3f}), and few benchmarks say little of others, however many "
                "items they have."
            )
    return ""


def _of_together(found: Together) -> Iterator[Block]:
    yield _together_board(found)
    yield _pairs_table(found.these, "pairs-on-these", clustered=False)
    pairs = found.these
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


def _together_board(found: Together) -> Table:
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


# Trials, judges, plan


def _attempts_table(found: Attempts) -> Table:
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


def _judged_table(found: Judged) -> Table:
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


def _of_plan(plan: ItemPlan) -> Iterator[Block]:
    rows: list[tuple[Cell, ...]] = []
    for j, (first, second) in enumerate(plan.pairs):
        wanted = plan.difference or float(plan.smallest[j] / 2)
        needed = tuple(int(each) for each in plan.needed[j].tolist())
        rows.append((f"{first} - {second}", float(plan.smallest[j]), wanted, *needed))
    epochs = (f"Items, {e} epoch{'s' * (e > 1)}" for e in plan.choices)
    yield Table(
        "plan",
        f"What {plan.n} items{f' of {plan.benchmark}' if plan.benchmark else ''} can show with power {plan.power:g}",
        (
            Column("Pair"),
            Column("Smallest difference", "statistic"),
            Column("Wanted", "statistic"),
            *(Column(title, "count") for title in epochs),
        ),
        tuple(rows),
        note=" ".join((_what_buys_more(plan), *plan.notes)),
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


def _left_out_table(found: ItemsComparison, most: int = 200) -> Table:
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


def _methods(found: ItemsComparison) -> str:
    one = found.benchmarks[0]
    if one.pairs is None:
        return "Intervals of means are Wilson's, with the effective number of items."
    return (
        "Answers are paired by item, epochs are averaged first. Pairs are tested by changing the "
        "signs of the differences of whole clusters (items that hang on nothing are clusters of "
        "one), which is McNemar's exact test for zeros and ones; it is exact if two models are "
        "exchangeable within a cluster, and errs for strongly skewed differences of few clusters. "
        f"Adjusted by: {one.pairs.by or 'nothing'}. Intervals of differences are Bonett and "
        "Price's with the effective number of items; intervals of means Wilson's likewise."
    )

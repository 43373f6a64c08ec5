"""The report of a comparison on items: the answer, the board, pairs, benchmarks, trials, plan."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from evenkeel.errors import few
from evenkeel.references import REFERENCES
from evenkeel.report.document import Block, Document, Facts, Paragraph
from evenkeel.report.item_tables import (
    attempts_table,
    blocks_of_benchmark,
    blocks_of_plan,
    blocks_of_together,
    item_board,
    judged_table,
    left_out_items,
    shortened_board,
    together_board,
)
from evenkeel.text import format_number, format_p, joined, percent, places, series

if TYPE_CHECKING:
    from evenkeel.items._items import ItemsComparison
    from evenkeel.items.benchmarks import Together
    from evenkeel.items.one_benchmark import ItemPairs, OneBenchmark
    from evenkeel.report.glance import Drawn

_CHAINS = 6  # lines of pairs
_NAMES = 6  # that a line lists


def report_items(found: ItemsComparison) -> Document:
    """All that was found: the answer, all benchmarks, each of them, what was asked for beside."""
    blocks: list[Block] = [Facts(_answer(found))]
    if found.together is not None:
        blocks += blocks_of_together(found.together)
    for one in found.benchmarks:
        blocks += blocks_of_benchmark(one, found)
    blocks += [attempts_table(each) for each in found.attempts]
    blocks += [judged_table(each) for each in found.judged]
    if found.plan is not None:
        blocks += blocks_of_plan(found.plan)
    if found.items.left_out:
        blocks.append(left_out_items(found))
    blocks += [Paragraph(sentence) for sentence in conclusions_of(found)]
    blocks.append(Paragraph(_methods(found)))
    pairs = ("bonett2012", "westfall2008") if found.benchmarks[0].pairs is not None else ()
    references = tuple(REFERENCES[key] for key in ("wilson1927", "korn1998", *pairs))
    return Document(_title(found), tuple(blocks), references, main="board", read=_read(found))


def verdict_of(found: ItemsComparison, drawn: Drawn | None = None) -> Document:
    """The answer and the board, as the first screen shows them."""
    blocks: list[Block] = [Facts(_answer(found))]
    if found.together is not None:
        blocks.append(shortened_board(together_board(found.together)))
    elif len(found.benchmarks) == 1:
        blocks.append(shortened_board(item_board(found.benchmarks[0], found)))
    blocks += [attempts_table(each) for each in found.attempts[:1]]
    if found.plan is not None:
        blocks += blocks_of_plan(found.plan)
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
            for label, text in _one_lines(one).items():
                if text:
                    said = [lines[label]] if label in lines else []
                    lines[label] = joined([*said, f"{head}{text}"], "\n")
    lines["Caution"] = joined(_cautions(found), "\n")
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
    verdict = "Yes" if pairs.shown[0] else "Not shown, which does not mean alike"
    names = pairs.models
    return f"{verdict}: {names[pairs.first[0]]} - {names[pairs.second[0]]} = {_sized(pairs)}."


def _sized(pairs: ItemPairs) -> str:
    """The only difference with its interval and p-value."""
    size, low, high = (
        format_number(float(x[0]), "statistic") for x in (pairs.difference, pairs.low, pairs.high)
    )
    how = f"{pairs.method} p = {format_p(float(pairs.adjusted[0]))}"
    return f"{size}, {percent(pairs.level)} interval {low} to {high} ({how})"


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
    if len(found.items.models) > 1 and not any(one.pairs for one in found.benchmarks):
        notes.insert(0, "No benchmark has answers of two models: nothing is compared.")
    names = len(found.benchmarks) > 1
    for one in found.benchmarks:
        notes += [f"{one.benchmark}: {note}" if names else note for note in one.notes]
    if found.together is not None:
        notes += found.together.notes
    lacking = found.items.left_out
    if lacking:
        listed = few([item for _, item, _ in lacking], 3)
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
    names = pairs.models
    return (
        f"At {pairs.alpha:g} the difference of {names[pairs.first[0]]} and "
        f"{names[pairs.second[0]]} is {'' if pairs.shown[0] else 'not '}shown: {_sized(pairs)}."
    )


# Several benchmarks


def _together_lines(found: Together) -> dict[str, str]:
    pairs = found.these
    shown = int(pairs.shown.sum())
    chains = "".join(f"\n  {chain}" for chain in _chains(pairs))
    answer = (
        f"Items are the sample. {_one_pair(pairs)}"
        if pairs.m == 1
        else f"{shown:,} of {pairs.m:,} shown at {pairs.alpha:g} on these benchmarks, whose items "
        f"are the sample{':' if shown else '.'}{chains}"
    )
    lines = {
        "Best": f"{found.models[0]}, mean {found.mean[0]:.3f} of {len(found.means)} benchmarks.",
        "On these": answer,
        "Others": f"On benchmarks like these: {_like_these(found)}",
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
    said = f"{shown:,} of {pairs.m:,} pairs are shown to differ at {pairs.alpha:g}" + (
        f": {chains}" if shown else ""
    )
    if pairs.m == 1:
        said = _pair_sentence(pairs).removesuffix(".").replace("At", "at", 1)
    yield (
        f"On these {count} benchmarks, whose items are the sample and which "
        f"{'all count the same' if equal else 'count by their items'}, {said}."
    )
    yield f"On benchmarks like these, of which {count} are the sample: {_like_these(found)}"
    why = _why(found)
    if why:
        yield why


def _why(found: Together) -> str:
    """Why the two answers differ, if they do."""
    comparison = found.comparison
    if comparison is None:
        return ""
    tested, shown = comparison.posthoc, comparison.shown
    broad: set[frozenset[str]] = set()
    if tested is not None and shown is not None:
        hypotheses = zip(tested.family.hypotheses, shown, strict=True)
        broad = {frozenset(pair) for pair, is_shown in hypotheses if is_shown}
    elif len(found.models) == 2 and comparison.wilcoxon.pvalue[0] <= comparison.alpha:
        broad = {frozenset(found.models)}
    pairs = found.these
    for i, on_these in enumerate(pairs.shown.tolist()):
        names = found.models[pairs.first[i]], found.models[pairs.second[i]]
        if on_these == (frozenset(names) in broad):
            continue
        per = found.means[:, pairs.first[i]] - found.means[:, pairs.second[i]]
        spread = (
            f"its difference goes from {per.min():.3f} to {per.max():.3f} over {len(per)} "
            f"benchmarks (SD {found.spread[i]:.3f})"
        )
        if on_these:
            return (
                f"{names[0]} > {names[1]} is shown on these benchmarks, not on others like them: "
                f"{spread}, and few benchmarks say little of others, however many items they have."
            )
        return (
            f"{names[0]} and {names[1]} are shown to differ on benchmarks like these, not on "
            f"these: {spread}; ranks ask how often one is ahead, whatever the size, and the mean "
            "over these items is not sure by itself."
        )
    return ""


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

"""The answer at a glance: labelled lines, and one table that is a diagram on a terminal.

The labels and their order are fixed; a label with nothing to say is left out. A difference is
shown or not shown, never absent. Names are printed as they are.

Long because every label has its sentence, and both tables of it are here.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from evenkeel.adjustments.registry import lookup
from evenkeel.comparison.conclusions import nothing_differs
from evenkeel.comparison.second_look import SECOND_PROCEDURE
from evenkeel.posthocs.laws import LAWS
from evenkeel.ranks.registry import RANKINGS
from evenkeel.report.document import Cell, Column, Table, cell_text
from evenkeel.report.pair_tables import two_algorithms_table
from evenkeel.report.text import display_width
from evenkeel.text import (
    attained_percent,
    column_decimals,
    format_number,
    joined,
    p_in_words,
    percent,
    places,
    series,
)

if TYPE_CHECKING:
    from evenkeel._types import BoolArray
    from evenkeel.comparison.findings import Comparison


@dataclass(frozen=True)
class Drawn:
    """How the diagram is drawn: the columns that it may take, with Unicode or with ASCII alone.

    `lines` are those that stand above it on the same screen; `parts` may stand beside the axis.
    """

    width: int = 80
    unicode: bool = True
    lines: int = 0
    parts: tuple[str, ...] = ("groups", "p", "places")

    def below(self, *texts: str, indent: int = 9) -> Drawn:
        """The same below these texts, which are broken at its width."""
        room = max(self.width - indent, 20)
        parts = [line for text in texts for line in text.split("\n")]
        return replace(self, lines=sum(len(textwrap.wrap(part, room)) for part in parts))


_CHAINS = 6  # of pairs that are shown, before they are counted
_LETTERS = 320  # of all chains
_TEST_NAMES = {"wilcoxon": "Wilcoxon", "sign": "sign"}
_NAMES = 4  # that a line lists
_LISTED = 100  # letters of them
_CAUTIONS = 2
_OF_PROCEDURES = {"li-is-weak": "li"}  # cautions that matter if it decides
ROWS = 18  # of the diagram, before the middle is left out
_FEWEST = 4
_SCREENS = {9: 25, 10**9: 40}  # lines of all, up to so many algorithms
_AROUND = 4  # of them between the answer and the rows, and what else there is
_LONG = 30  # columns of a name, above which the sentences of a screen cut it in the middle
_AXIS = (13, 41)  # characters: with fewer there is no axis
_BETWEEN = 3  # columns between two columns of a table
_WIDTHS = {"groups": 6, "p": 8}
_MARKS = {
    True: {"best": "◆", "open": "○", "worse": "●", "tick": "·", "bar": "┃", "gap": "…"},
    False: {"best": "#", "open": "o", "worse": "x", "tick": ".", "bar": "|", "gap": "..."},
}


def headline(comparison: Comparison) -> str:
    """The answer in one sentence."""
    if comparison.two is not None:
        return _winner(comparison)
    ranks = comparison.ranks[comparison.ranking]
    best = [ranks.algorithms[j] for j in ranks.order if ranks.average[j] == ranks.average.min()]
    if len(best) == ranks.k:
        return "All have the same average rank; no difference is shown."
    has = "has" if len(best) == 1 else "share"
    leads = f"{_some(best)} {has} the best average rank{_of_each(comparison, best)}"
    found, shown = comparison.posthoc, comparison.shown
    number = 0 if shown is None else int(shown.sum())
    which = f" from {comparison.control}" if comparison.control else ""
    if not number:
        return f"{leads}; no difference{which} is shown."
    assert found is not None  # something was shown
    each = "difference" if found.family.m == 1 else "differences"
    sure, weak = _sure(comparison)
    of = f"of {found.family.m} {each}{which}"
    if not sure:
        return f"{leads}; {weak} {of} {_are(weak)} shown if symmetric, none by wins as well."
    more = f", {weak} more if symmetric" if weak else ""
    return f"{leads}; {sure} {of} {_are(sure)} shown{more}."


def _are(number: int) -> str:
    return "is" if number == 1 else "are"


def _sure(comparison: Comparison) -> tuple[int, int]:
    """How many differences are shown, and how many more if they are symmetric, not by wins."""
    number = 0 if comparison.shown is None else int(comparison.shown.sum())
    weak = 0 if comparison.by_size is None else int(comparison.by_size.sum())
    return number - weak, weak


def answer(comparison: Comparison) -> tuple[tuple[str, str], ...]:
    """What was found, as labels and sentences, in the order in which a reader asks."""
    several = comparison.two is None
    lines = {
        "Read": _read(comparison),
        "Best": _best(comparison) if several else _winner(comparison),
        "Differ?": _differ(comparison) if several else _differ_two(comparison),
        "Pairs": _pairs(comparison) if several else "",
        "Size": "" if several else _size(comparison),
        "Wins": "" if several else _wins(comparison),
        "Missing": _missing(comparison),
        "Fragile": _fragile(comparison),
        "Caution": _caution(comparison),
    }
    return tuple((label, text) for label, text in lines.items() if text)


def _read(comparison: Comparison) -> str:
    table = comparison.results
    if table.origin is not None and table.origin.reading is not None:
        return ""  # the document says it, with what was left out
    return f"{table.n} problems, {table.k} algorithms, {table.better} is better."


def _rank(value: float) -> str:
    return format_number(value, "rank", 2)


def _best(comparison: Comparison) -> str:
    """The best and the worst average rank, and who may be first."""
    ranks, sets = comparison.ranks[comparison.ranking], comparison.rank_sets
    names, average = ranks.algorithms, ranks.average
    first, last = average.min(), average.max()
    if first == last:
        return f"None: all {ranks.k} algorithms have the average rank {_rank(first)}."
    best, worst = (
        [names[j] for j in ranks.order if average[j] == value] for value in (first, last)
    )
    kind = (
        "" if comparison.ranking == "friedman" else f"{RANKINGS.lookup(comparison.ranking).title} "
    )
    words = [
        f"{_some(best)}, {kind}rank {_rank(first)}{_of_each(comparison, best)}; "
        f"worst {_some(worst)}, {_rank(last)}{_of_each(comparison, worst)}."
    ]
    assert sets is not None  # there are several algorithms
    may = [names[j] for j in ranks.order if sets.lower[j] == 1]
    rest = [name for name in names if name not in may]
    losers, alone = _losers(comparison), f"By {_TEST_NAMES[sets.test]} tests of each pair alone,"
    if not may:
        words.append("None may be first: each loses to another, in a circle.")
    elif len(may) == 1:
        words.append(f"{alone} no other may be first.")
    elif len(may) == len(names):
        words.append("All may be first.")
    elif len(may) <= min(len(rest), _NAMES) and sum(map(len, may)) <= _LISTED:
        words.append(f"Only {_some(may)} may be first.")
    elif len(rest) <= _NAMES and sum(map(len, rest)) <= _LISTED:
        words.append(f"All but {_some(rest)} may be first.")
    else:
        words.append(f"{len(may)} of {len(names)} may be first.")
    if not set(may).isdisjoint(losers):  # these sets have more pairs than a control
        words[-1] = f"Over all pairs at once, {_inside(words[-1])}"
    elif len(may) > 1 and not losers.issuperset(rest):  # no other look shows it
        words[-1] = f"{alone} {_inside(words[-1])}"
    return " ".join(words)


def _inside(sentence: str) -> str:
    """The sentence as it goes on after a comma; names stay as they are."""
    return sentence if sentence[0].isdigit() else sentence[0].lower() + sentence[1:]


def _losers(comparison: Comparison) -> set[str]:
    """The algorithms that are shown worse than another, by wins as well."""
    found, shown = comparison.posthoc, comparison.shown
    if found is None or shown is None:
        return set()
    sure = shown if comparison.by_size is None else shown & ~comparison.by_size
    return {
        found.family.hypotheses[i][0 if found.statistics.z[i] < 0 else 1]
        for i in np.flatnonzero(sure).tolist()
    }


def _of_each(comparison: Comparison, names: Sequence[str]) -> str:
    """On how many problems, if an algorithm lacks results."""
    table = comparison.results
    if not table.has_holes:
        return ""
    present = np.count_nonzero(~np.isnan(table.values), axis=0)
    counts = [int(present[table.index(name)]) for name in names]
    few = [f"{count}" for count in counts if count < table.n]
    return f" (on {series(few)} of {table.n} problems)" if few else ""


def _some(names: Sequence[str]) -> str:
    if len(names) <= _NAMES:
        return series(list(names))
    return f"{', '.join(names[:_NAMES])} and {len(names) - _NAMES} more"


def _differ(comparison: Comparison) -> str:
    test = comparison.deciding
    assert test is not None  # there are several algorithms
    if nothing_differs(comparison):
        return "Nothing to test: on every problem all have the same result."
    name = test.title.removesuffix(" test")
    if comparison.omnibus_rejected:
        return f"Yes, not all perform alike ({name}, {_p(test.pvalue)})."
    tested = "" if comparison.posthoc is not None else " No pairs were tested."
    return f"Not shown ({name}, {_p(test.pvalue)}), which does not mean alike.{tested}"


def _p(pvalue: float) -> str:
    return "p < 0.0001" if pvalue < 1e-4 else p_in_words(pvalue)


def _pairs(comparison: Comparison) -> str:
    """Which pairs are shown, as chains, and which only beside the other algorithms."""
    found, shown, second = comparison.posthoc, comparison.shown, comparison.second_look
    if found is None or shown is None:
        return ""
    family, z = found.family, found.statistics.z
    by = lookup(comparison.procedure).title
    if second is not None:
        by = f"ranks: {by}; alone: {second.test.capitalize()}, {_title(SECOND_PROCEDURE)}"
    number, (sure, weak) = int(shown.sum()), _sure(comparison)
    rests = np.zeros(family.m, bool) if comparison.by_size is None else comparison.by_size
    lines = [f"{sure or 'None'} of {family.m} shown at {comparison.alpha:g} ({by})"]
    if sure:
        lines[0] += ":"
        found_chains = chains(family.hypotheses, z, shown & ~rests)
        lines += found_chains if len(found_chains) <= 2 else ["; ".join(found_chains)]
    if weak:
        listed = "; ".join(chains(family.hypotheses, z, rests))
        named = f": {listed}" if len(listed) <= _LONG else ""  # in one line
        lines.append(
            f"{weak}{' more' * (sure > 0)} if differences are symmetric, not by wins{named}"
        )
    if not number:
        lines[0] += ", which does not mean alike"
    elif number < family.m:
        lines.append(f"{family.m - number} not shown, which does not mean alike")
    if second is not None and second.pooled.any():
        listed = "; ".join(chains(family.hypotheses, z, second.pooled))
        lines[-1] += f"; {int(second.pooled.sum())} only beside the other algorithms: {listed}"
    if second is not None and second.undecided.any():
        undecided = int(second.undecided.sum())
        lines.append(f"{undecided} more by the ranks; the two alone: too few problems to decide.")
    return "\n".join(lines)


def _title(procedure: str) -> str:
    return lookup(procedure).title


def chains(pairs: Sequence[tuple[str, str]], z: np.ndarray, which: BoolArray) -> list[str]:
    """``A, B > C``: each at the left is shown better than each at the right.

    Winners with the same losers share a chain; more than a few chains are counted instead.

    Examples
    --------
    >>> import numpy as np
    >>> pairs = [("A", "B"), ("A", "C"), ("B", "C")]
    >>> chains(pairs, np.array([0.1, 2.0, 2.5]), np.array([False, True, True]))
    ['A, B > C']
    """
    beaten: dict[str, list[str]] = {}
    for i in np.flatnonzero(which).tolist():
        winner, loser = pairs[i] if z[i] > 0 else pairs[i][::-1]
        beaten.setdefault(winner, []).append(loser)
    alike: dict[tuple[str, ...], list[str]] = {}
    for winner, losers in beaten.items():
        alike.setdefault(tuple(sorted(losers)), []).append(winner)
    short = all(max(len(losers), len(winners)) <= _NAMES * 2 for losers, winners in alike.items())
    listed = [
        f"{', '.join(winners)} > {', '.join(beaten[winners[0]])}" for winners in alike.values()
    ]
    if len(alike) <= _CHAINS and short and sum(map(len, listed)) <= _LETTERS:
        return listed
    lost: dict[str, int] = {}
    for losers in beaten.values():
        for loser in losers:
            lost[loser] = lost.get(loser, 0) + 1
    most = max(beaten, key=lambda name: len(beaten[name]))
    least = max(lost, key=lambda name: lost[name])
    return [f"{most} > {_others(len(beaten[most]))}; {least} < {_others(lost[least])}"]


def _others(number: int) -> str:
    return f"{number} other{'s' if number > 1 else ''}"


def _winner(comparison: Comparison) -> str:
    tests = comparison.wilcoxon
    first, second = tests.family.hypotheses[0]
    plus, minus = float(tests.r_plus[0]), float(tests.r_minus[0])
    if comparison.rejected and plus != minus:
        winner, loser = (first, second) if plus > minus else (second, first)
        by_size = comparison.by_size is not None and comparison.by_size.any()
        wins = " if differences are symmetric, not by wins alone" if by_size else ""
        return f"{winner} is shown better than {loser} at {comparison.alpha:g}{wins}."
    if int(comparison.signs.wins[0]) == int(comparison.signs.losses[0]) == 0:
        return f"{first} and {second} have the same result on every problem."
    return f"No difference between {first} and {second} is shown."


def _differ_two(comparison: Comparison) -> str:
    tests = comparison.wilcoxon
    if nothing_differs(comparison):
        return "Nothing to test: no problem shows a difference."
    by = f"Wilcoxon, {tests.method[0]} {_p(float(tests.pvalue[0]))}"
    return (
        f"Yes ({by})." if comparison.rejected else f"Not shown ({by}), which does not mean alike."
    )


def _size(comparison: Comparison) -> str:
    assert comparison.two is not None
    found = comparison.two.hodges_lehmann
    first, second = comparison.wilcoxon.family.hypotheses[0]
    if found.low == found.high:
        return ""  # nothing but ties, which the other lines say
    values = (found.estimate, found.low, found.high)
    decimals = column_decimals([value for value in values if math.isfinite(value)])
    size, low, high = (cell_text(value, "value", decimals=decimals) for value in values)
    return (
        f"{first} - {second} = {size}, {attained_percent(found.attained)} interval {low} to {high} "
        "(Hodges-Lehmann)."
    )


def _wins(comparison: Comparison) -> str:
    signs = comparison.signs
    first, second = signs.family.hypotheses[0]
    n = signs.n if signs.common is None else int(signs.common[0])
    ties = int(signs.ties[0])
    tied = f", {ties} tie{'s' if ties > 1 else ''}" if ties else ""
    return (
        f"{first} on {signs.wins[0]} of {n}, {second} on {signs.losses[0]}{tied} "
        f"(sign test, {_p(float(signs.pvalue[0]))})."
    )


def _missing(comparison: Comparison) -> str:
    if comparison.missing is None:
        return ""
    return joined([comparison.missing.sentence, *comparison.missing_choices[:1]])


def _fragile(comparison: Comparison) -> str:
    """How many verdicts hang on one problem or on ties."""
    words = list(comparison.turned_by_ties)
    hinges = comparison.hinges
    if hinges is not None and hinges.without is not None:
        falls = int(hinges.falls.any(axis=0).sum())
        turns = int(hinges.turns.any(axis=0).sum())
        made = int((hinges.adjusted <= hinges.alpha).sum())
        if falls:
            which = "The only rejection" if made == 1 else f"{falls} of {made} rejections"
            if comparison.shown is not None and made != int(comparison.shown.sum()):
                which += " by the ranks"  # fewer are shown, by both looks
            words.append(f"{which} {'hangs' if falls == 1 else 'hang'} on one problem.")
        if turns - falls:
            ranks = comparison.second_look is not None
            would = f"the ranks reject {turns - falls} more"
            would = would if ranks else f"{turns - falls} more would be rejected"
            words.append(f"Without one problem {would}.")
        if falls or turns:
            words.append("See evenkeel stability.")
    return " ".join(words)


def _caution(comparison: Comparison) -> str:
    """The one or two cautions that this table earns, not those that hold for every table."""
    other = {rule for rule, of in _OF_PROCEDURES.items() if of != lookup(comparison.procedure).name}
    earned = [
        each
        for each in comparison.advice
        if each.grade != "note" and not each.general and each.rule not in other
    ]
    lines = [f"{each.title}. {each.facts}" for each in earned[:_CAUTIONS]]
    if rest := len(earned) - len(lines):
        lines.append(f"{rest} more in the full report under Advice.")
    return "\n".join(lines)


def diagram(comparison: Comparison, drawn: Drawn) -> Table:
    """The ranks on an axis, the groups as bars, p-values and possible places: a row for each."""
    ranks, sets = comparison.ranks[comparison.ranking], comparison.rank_sets
    assert sets is not None  # there are several algorithms
    marks, names, k = _MARKS[drawn.unicode], ranks.algorithms, ranks.k
    order = ranks.order.tolist()
    against = comparison.control or comparison.picked or names[order[0]]
    adjusted = adjusted_against(comparison, against)
    worse, ranked = shown_against(comparison, against), ranked_against(comparison, against)
    letters = comparison.letters
    groups = sorted(set("".join(letters.values()))) if letters else []
    groups = groups if len(groups) <= _CHAINS else []
    wide, widest = max(map(display_width, names)), max(4, len(_rank(float(ranks.average.max()))))
    spans = {j: places(int(sets.lower[j]), int(sets.upper[j]), "-") for j in order}
    widths = _WIDTHS | {"places": max(6, *map(len, spans.values()))}
    asked = {"groups": bool(groups), "p": adjusted is not None, "places": True}
    role = "control" if comparison.control else "best"
    other = against if len(against) <= _LISTED // 3 else f"the {role}"
    notes = {
        "axis": _legend(marks, role),
        "p": f"p against {other}, {_whose(comparison)}; * shown"
        f"{', + only by the ranks' * bool(ranked)}.",
        "groups": "A shared bar: not shown to differ.",
        "places": f"Places: all at once, {percent(1 - sets.alpha)}.",
    }
    screen = next(lines for most, lines in _SCREENS.items() if k <= most)
    kept = [part for part in drawn.parts if asked[part]]
    # Fewer columns, if names would break into too many lines.
    for number in range(len(kept), min(len(kept), 1) - 1, -1):
        parts = kept[:number]
        taken = widest + _BETWEEN * (number + 3) + sum(widths[part] for part in parts)
        high = -(-wide // max(drawn.width - taken + _BETWEEN, 20))  # lines of a name
        note = textwrap.wrap(" ".join(notes[part] for part in ("axis", *parts)), drawn.width)
        room = screen - _AROUND - len(note) - drawn.lines
        if high == 1 or k * high <= room:
            break
    most = min(ROWS, max(room // high, _FEWEST))
    most = k if k <= most else max(min(most, (room - 1) // high), _FEWEST)
    last = most // 4 + 1
    visible = order if k <= most else [*order[: most - last], *order[-last:]]
    wide = max(map(display_width, ("Algorithm", *(names[j] for j in visible))))
    room = drawn.width - wide - taken
    if "places" in parts and room < _AXIS[0] <= room + widths["places"] + _BETWEEN:
        parts = [part for part in parts if part != "places"]
        room += widths["places"] + _BETWEEN
    room = min(_AXIS[1], room)
    axis = room >= _AXIS[0]
    middle, largest = float(ranks.average.mean()), float(ranks.average.max())
    end = max(k, round(2 * middle - 1), math.ceil(largest))  # aligned ranks go beyond k
    rows: list[tuple[Cell, ...]] = []
    for j in visible:
        name, rank = names[j], float(ranks.average[j])
        mark = marks["best" if name == against else "worse" if name in worse else "open"]
        bars = "".join(
            marks["bar"] if letters and group in letters[name] else " " for group in groups
        )
        rows.append(
            (
                name,
                rank,
                *((_axis(rank, end, room, mark, marks["tick"]),) if axis else ()),
                *((bars.rstrip(),) if "groups" in parts else ()),
                *((_adjusted_text(adjusted, name, worse, ranked),) if "p" in parts else ()),
                *((spans[j],) if "places" in parts else ()),
            )
        )
    if k > most:
        gap = (f"{marks['gap']} {k - most} more", None, *[""] * (len(rows[0]) - 2))
        rows = [*rows[:-last], gap, *rows[-last:]]
    return Table(
        "diagram",
        "",
        (
            Column("Algorithm"),
            Column("Rank", "rank"),
            *((Column(_scale(end, room)),) if axis else ()),
            *((Column("Groups"),) if "groups" in parts else ()),
            *((Column("p", "p"),) if "p" in parts else ()),
            *((Column("Places"),) if "places" in parts else ()),
        ),
        tuple(rows),
        note=" ".join(notes[part] for part in notes if part in ("axis" * axis, *parts)),
        digits=2,
    )


def in_characters(comparison: Comparison) -> Table:
    """The ranks on an axis with the groups, for reports that hold no pictures."""
    widest = max(map(display_width, comparison.ranks[comparison.ranking].algorithms))
    return diagram(comparison, Drawn(80 + widest, parts=("groups",)))


def _legend(marks: dict[str, str], role: str) -> str:
    what = "to differ" if role == "control" else "worse"
    return (
        f"{marks['best']} {role}, {marks['open']} not shown {what}, {marks['worse']} shown {what}."
    )


def _adjusted_text(
    adjusted: dict[str, float] | None, name: str, shown: set[str], ranked: set[str]
) -> str:
    value = (adjusted or {}).get(name)
    if value is None:
        return ""
    text = "<0.0001" if value < 1e-4 else format_number(value, "p", 2)
    return f"{text}{'*' if name in shown else '+' if name in ranked else ' '}"


def abridged(text: str, names: Sequence[str], drawn: Drawn) -> str:
    """The text with long names cut in the middle, as long as no two become one.

    Examples
    --------
    >>> abridged("A > ViT-L/14 with deep prompt tuning, 3", ["ViT-L/14 with deep prompt tuning, 3"],
    ...          Drawn(unicode=False))
    'A > ViT-L/14 with d...ning, 3'
    """
    gap = _MARKS[drawn.unicode]["gap"]
    short = {
        name: f"{name[: _LONG // 2].rstrip()}{gap}{name[-(_LONG // 4) :].lstrip()}"
        for name in sorted(names, key=len, reverse=True)
        if len(name) > _LONG
    }
    known = [*short.values(), *names]
    for name, cut in short.items():
        if known.count(cut) == 1:
            text = text.replace(name, cut)
    return text


def _place(rank: float, end: int, room: int) -> int:
    return round((rank - 1) / (end - 1) * (room - len(str(end))))


def _axis(rank: float, end: int, room: int, mark: str, tick: str) -> str:
    cells = [" "] * room
    for each in _ticks(end, room):
        cells[_place(each, end, room)] = tick
    cells[_place(rank, end, room)] = mark
    return "".join(cells).rstrip()


def _scale(end: int, room: int) -> str:
    """The numbers of the axis, each at its place."""
    line = [" "] * room
    for each in _ticks(end, room):
        place = _place(each, end, room)
        line[place : place + len(str(each))] = list(str(each))
    return "".join(line).rstrip()


def _ticks(end: int, room: int) -> list[int]:
    """The ranks that the axis names: 1, the last, and as many round ones as do not touch."""
    each = len(str(end)) + 1  # columns of a number and the space behind it
    step = next(
        step
        for step in (1, 2, 5, 10, 20, 50, 10 ** len(str(end)))
        if step * (room - each) >= each * (end - 1)
    )
    inner = [rank for rank in range(step, end, step) if rank > 1 and _fits(rank, end, room, each)]
    return [1, *inner, end]


def _fits(rank: int, end: int, room: int, each: int) -> bool:
    """Whether the number of a rank touches neither end of the axis."""
    place = _place(rank, end, room)
    return place >= 2 and _place(end, end, room) - place >= each


def verdict_table(comparison: Comparison) -> Table:
    """Each algorithm, best first: its rank, where it may stand, and what tells it from others."""
    if comparison.two is not None:
        return two_algorithms_table(comparison.two)
    sets = comparison.rank_sets
    assert sets is not None  # there are several algorithms
    ranks = comparison.ranks[comparison.ranking]
    order = ranks.order.tolist()
    names = ranks.algorithms
    against = comparison.control or comparison.picked or names[order[0]]
    adjusted = adjusted_against(comparison, against)
    letters = comparison.letters
    seen = np.count_nonzero(~np.isnan(ranks.ranks), axis=0).tolist()
    holes = min(seen) < ranks.n
    rows: list[tuple[Cell, ...]] = [
        (
            names[j],
            *((seen[j],) if holes else ()),
            float(ranks.average[j]),
            places(int(sets.lower[j]), int(sets.upper[j])),
            *(() if letters is None else (letters[names[j]],)),
            *(() if adjusted is None else (adjusted.get(names[j]),)),
        )
        for j in order
    ]
    place = len(rows[0]) - 1
    shown = shown_against(comparison, against)
    bold = {(row, place) for row, cells in enumerate(rows) if cells[0] in shown}
    against_title = f"Adjusted p against {against}"
    return Table(
        "verdict",
        f"Average ranks ({RANKINGS.lookup(comparison.ranking).title}), 1 is the best",
        (
            Column("Algorithm"),
            *((Column("Problems", "count"),) if holes else ()),
            Column("Rank", "rank"),
            Column("Rank set"),
            *(() if letters is None else (Column("Group"),)),
            *(() if adjusted is None else (Column(against_title, "p"),)),
        ),
        tuple(rows),
        frozenset(bold),
        _note(comparison),
        emphasis=f"shown at {comparison.alpha:g}" if adjusted is not None else "",
    )


def _note(comparison: Comparison) -> str:
    if comparison.posthoc is None:
        return "The omnibus hypothesis was not rejected, so that no pairs were tested."
    test = "" if comparison.rank_sets is None else _TEST_NAMES[comparison.rank_sets.test]
    note = (
        f"p {_whose(comparison)}, adjusted by {lookup(comparison.procedure).title}; rank sets by "
        f"{test} tests of the two alone."
    )
    if comparison.by_size is not None and comparison.by_size.any():
        note += " Not all that is shown is shown by wins: see Pairs."
    if comparison.control is None:
        note += " A shared letter: not told apart."
    order = comparison.ranks[comparison.ranking].order
    names = comparison.results.algorithms
    if ranked_against(comparison, comparison.control or comparison.picked or names[order[0]]):
        note += f" A p up to {comparison.alpha:g} without a mark: only by the ranks."
    return note


def _whose(comparison: Comparison) -> str:
    return "by the ranks" if LAWS.lookup(comparison.method).ranked else "of the two alone"


def shown_against(comparison: Comparison, against: str) -> set[str]:
    """The algorithms that are shown to differ from one."""
    if comparison.posthoc is None or comparison.shown is None:
        return set()
    pairs = zip(comparison.posthoc.family.hypotheses, comparison.shown, strict=True)
    return {name for pair, shown in pairs if shown and against in pair for name in pair} - {against}


def ranked_against(comparison: Comparison, against: str) -> set[str]:
    """The algorithms that differ from one by the ranks, but not by the two columns alone."""
    found, second = comparison.posthoc, comparison.second_look
    if found is None or second is None:
        return set()
    pairs = zip(found.family.hypotheses, second.pooled | second.undecided, strict=True)
    return {name for pair, only in pairs if only and against in pair for name in pair} - {against}


def adjusted_against(comparison: Comparison, against: str) -> dict[str, float] | None:
    """Adjusted p-values of one algorithm with each other, by the procedure of the conclusions."""
    if comparison.posthoc is None:
        return None
    values = comparison.posthoc.adjusted[comparison.procedure].tolist()
    return {
        first if second == against else second: value
        for (first, second), value in zip(comparison.posthoc.family.hypotheses, values, strict=True)
        if against in (first, second)
    }

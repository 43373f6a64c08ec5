"""Rows that sum up the rows above them, such as means and average ranks, and are no problems.

They are known by their names, or by their values: those of a summary agree with a statistic of the
rows above in every column. Real problems do so by chance too, if there are few columns, few
digits or rows that are alike. A row is therefore called a summary by its values only if

- at least `_LEAST_ROWS` rows stand above it, for the mean of two or three rows is often a row;
- no row above agrees with the statistic, for then rows of that kind occur by themselves (the
  median of a table in which most rows are equal is such a row);
- chance would hit it less than once in 10^4 tries: each column counts with as many digits as its
  values spread over the precision of the agreement, after the level of the row is taken off,
  for an easy problem is easy for all algorithms. Accuracies of three algorithms with two
  decimals are hit once in some 40 tries: means of these are known by their names alone.

Of counts of wins and of ranks no row above may be of their kind (whole numbers; numbers with the
sum of the ranks), and there must be four columns, or three if they do not lie among the values.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from evenkeel._types import BoolArray, FloatArray
from evenkeel.errors import choice
from evenkeel.tables.parsing.selecting import listed
from evenkeel.tables.parsing.table import Understood
from evenkeel.tables.results import names_or_default
from evenkeel.words.sentences import series

# Names are compared without accents.
_CORE = """
    mean means average averages avg ave aver median std stdev stddev sd dev deviation sum total
    totals count rank ranks ranking rankings win wins won loss losses lost tie ties draw draws best
    worst min max minimum maximum overall geomean gmean pvalue aggregate
    mittelwert mittelwerte durchschnitt ø summe gesamt insgesamt standardabweichung rang
    moyenne moyennes mediane somme ecarttype
    media promedio mediana suma rango desviacion desvio deviazione somma
    平均 平均值 均值 平均数 平均排名 排名 中位数 标准差 总计 总和 合计 總計 標準差 合計 標準偏差
"""
_FILLING = """
    of the all for in over per on number no nr num final friedman standard arithmetic geometric
    accuracy error score scores value values rate result results problem problems dataset datasets
    function functions task tasks and across instance instances geo
    mittlerer durchschnittlicher alle moyen medio posicao padrao estandar
"""
_CORE_WORDS = frozenset(_CORE.split())
_WORDS = _CORE_WORDS | frozenset(_FILLING.split())
# How many were summed up, as in "over 30 functions"; a "sum of 2 functions" is a function.
_THINGS = """
    datasets problems functions tasks instances datensatze probleme funktionen problemes fonctions
    problemas funciones funcoes problemi funzioni
"""
_COUNTABLE = ("data sets", *_THINGS.split())
_BEGUN = {f" {thing[:3]}" for thing in _COUNTABLE}
_COUNT = re.compile(rf"\d++ (?:{'|'.join(_COUNTABLE)})\b")
_COUNTED = re.compile(rf"(?<!(?:sum|max|min) of )(?<!imum of )\b{_COUNT.pattern}")
# Win/tie/loss, w-t-l, w/l, +/=/-: marks of outcomes with strokes between them.
_MARK = r"(?:[wtldbse+=~≈≃−–-]|wins?|ties?|draws?|loss(?:es)?)"
_OUTCOMES = re.compile(
    rf"\(?(?:{_MARK}\s*[/|,:]\s*{_MARK}\s*[/|,:]\s*{_MARK}|w-[td]-l|w/l|wins?/loss(?:es)?|\+/[−–-])\)?"
)

_ACCENTS = re.compile("[\u0300-\u036f]+")
_DIGIT = re.compile(r"\d")  # in the name of a summary only to count what it sums up
_WITHOUT_DIGIT = re.compile(r"\n[^\d\n]+\n")
_LONGEST = 60  # characters of such a name
_CELLS = 1 << 18  # of a table that is looked at by value; no one sums up larger ones below them
_NAMED = "its name says so"
_LAST = 6  # summaries close a table: only so many rows at its end are looked at
_LEAST_ROWS = 4
_DIGITS = 4.0  # chance hits less than once in 10 to this power
_PLAIN = 8  # digits of a number that is not written with an exponent
_SAMPLE = 200  # rows that tell with how many decimals the values are written

Statistic = Callable[[FloatArray], FloatArray]
_STATISTICS: Mapping[str, Statistic] = {
    "means": lambda x: x.mean(axis=0),
    "medians": lambda x: np.median(x, axis=0),
    "sums": lambda x: x.sum(axis=0),
    "standard deviations": lambda x: x.std(axis=0, ddof=1),
    "standard deviations (divided by n)": lambda x: x.std(axis=0),
}


def named_as_summary(name: str) -> bool:
    """Whether a row of this name sums up others.

    Examples
    --------
    >>> [named_as_summary(n) for n in ("Average rank", "W/T/L", "Total Energy", "F1")]
    [True, True, False, False]
    >>> [named_as_summary(n) for n in ("Écart-type", "Mean (6 datasets)", "Mean 6")]
    [True, True, False]
    """
    if len(name) > _LONGEST:
        return False
    plain = _plain(name)
    if plain.isalpha():  # most names, in little time
        return plain in _CORE_WORDS
    if _DIGIT.search(plain):
        plain = _COUNTED.sub("", plain)
        if _DIGIT.search(plain):
            return False
    plain = re.sub(r"\\[a-z]+\b|[{}*_$#]", " ", plain).strip(" :.")
    if "value" in plain or "type" in plain:
        plain = re.sub("ecart[ -]type", "ecarttype", re.sub("p[ -]values?", "pvalue", plain))
    if _OUTCOMES.fullmatch(plain):
        return True
    words = re.findall(r"[^\W\d_]+", plain)
    return not _CORE_WORDS.isdisjoint(words) and _WORDS.issuperset(words)


def _plain(text: str) -> str:
    """Write the text in small letters, without the accents that many leave out."""
    small = text.casefold()
    return small if small.isascii() else _ACCENTS.sub("", unicodedata.normalize("NFKD", small))


def _by_name(names: Sequence[str]) -> Iterator[int]:
    """Which names are of summaries; one look at all of them is quick."""
    text = "\n".join(("", *names, ""))
    small = text.casefold() if " " in text else ""
    counted = any(begun in small for begun in _BEGUN) and bool(_COUNT.search(_plain(text)))
    if counted or _WITHOUT_DIGIT.search(text):
        for i, name in enumerate(names):
            if (counted or not _DIGIT.search(name)) and named_as_summary(name):
                yield i


def summary_rows(names: Sequence[str], values: FloatArray) -> dict[int, str]:
    """The rows that are summaries, each with the reason."""
    found = dict.fromkeys(_by_name(names), _NAMED)
    n, k = values.shape
    if values.size > _CELLS:
        return found
    for i in range(max(_LEAST_ROWS, n - _LAST), n if k > 1 else 0):
        if i in found or not np.isfinite(values[i]).all():
            continue
        first = max(_LEAST_ROWS, n - _LAST)
        for end in range(i, first - 1, -1):  # summaries that were not recognised may stand between
            above = np.delete(values[:end], [j for j in found if j < end], axis=0)
            above = above[np.isfinite(above).all(axis=1)]
            if len(above) < _LEAST_ROWS:
                break
            with np.errstate(all="ignore"):  # sums beyond the largest number agree with nothing
                what = _sums_up(values[i], above) if end == i else None
                what = what or _counts(values[i], above)
            if what:
                found[i] = f"its values are the {what} of the {len(above)} rows above"
                break
    return dict(sorted(found.items()))


def only_problems(
    found: Understood, word: str, drop: Sequence[str] | None
) -> tuple[Understood, list[str]]:
    """Leave out the rows to `drop`, and those that are summaries; these are faults.

    `word` is what the source calls a row. An empty list keeps every row.
    """
    if drop is not None and not drop:
        return found, []
    if drop:
        names = names_or_default(found.problems, "P", len(found.values))
        gone = [choice(name, names, "row") for name in listed(drop)]
        found = _without(found, (i for i, name in enumerate(names) if name in gone), names)
    summaries = summary_rows(found.problems, found.values)
    if not summaries:
        return found, []
    names = names_or_default(found.problems, "P", len(found.values))

    def known(i: int) -> str:
        place = "" if found.rows is None else f"{word} {found.rows[i]}: "
        return f"{names[i]!r} ({place}{summaries[i]})"

    fault = summary_fault([names[i] for i in summaries], [known(i) for i in summaries])
    return _without(found, summaries, names), [fault]


def summary_fault(names: Sequence[str], known: Sequence[str] = ()) -> str:
    """Say which rows are summaries, by `known` why, and what to do."""
    known = known or [f"{name!r} ({_NAMED})" for name in names]
    what, them = (
        (f"the row {known[0]} is no problem but sums up others", "it")
        if len(known) == 1
        else (f"the rows {series(known)} are no problems but sum up others", "them")
    )
    return (
        f"{what}; leave {them} out with drop={list(names)!r}, or keep every row as a problem with "
        "drop=[]"
    )


def _without(found: Understood, rows: Iterable[int], names: Sequence[str]) -> Understood:
    """Leave out rows; those that stay keep their names."""
    gone, k = set(rows), found.values.shape[1]
    kept = [i for i in range(len(names)) if i not in gone]
    return replace(found, problems=tuple(names)).take(kept, range(k))


def _sums_up(row: FloatArray, above: FloatArray) -> str | None:
    """What the row is of the rows above, such as "means"; None if it is a row like them."""
    precision = 0.5 * (
        _unit(row) + _unit(above[:_SAMPLE].ravel()).reshape(-1, len(row)).max(axis=0)
    )
    for what, statistic in _STATISTICS.items():
        first = statistic(above[:, :1])
        if not _agrees(row[:1], first, precision[:1]).all():  # most rows end here
            continue
        wanted = statistic(above)
        if _agrees(row, wanted, precision).all() and _no_chance(above, wanted, precision):
            return what
    return None


def _agrees(values: FloatArray, wanted: FloatArray, precision: FloatArray) -> BoolArray:
    return np.asarray(np.abs(values - wanted) <= precision * 1.001 + 1e-9 * np.abs(wanted))


def _no_chance(above: FloatArray, wanted: FloatArray, precision: FloatArray) -> bool:
    """Whether rows like those above would not agree with the statistic by chance."""
    if _agrees(above, wanted, precision).all(axis=1).any():
        return False
    level = above.mean(axis=1, keepdims=True)
    spread = (above - level).std(axis=0)
    digits = np.log10(np.maximum(spread / precision, 1.0))
    of_level = np.log10(max(level.std() / precision.mean(), 1.0))
    # The deviations from the level sum to 0, so that one column says nothing that is new.
    return bool(of_level + digits.sum() - digits.max() >= _DIGITS)


def _counts(row: FloatArray, above: FloatArray) -> str | None:
    """Whether the row counts wins or holds ranks, and no row above is of that kind."""
    k, unit = len(row), _unit(row)
    apart = row.max() > above.max() or row.min() < above.min()
    if k < (3 if apart else 4) or row.min() == row.max() or np.array_equal(above, np.rint(above)):
        return None
    whole = k * (k + 1) / 2
    alike = np.abs(above.sum(axis=1) - whole) <= k * unit.max()
    if abs(row.sum() - whole) <= k * unit.max() and 1 <= row.min() <= row.max() <= k:
        wanted = list(_ranks(above))
        if not alike.any() and any(_agrees(row, each, unit).all() for each in wanted):
            return "ranks"
    integer = (above == np.rint(above)).all(axis=1).any()
    if not integer and np.array_equal(row, np.rint(row)) and row.sum() >= len(above) / 2:
        for best in (above.min(axis=1, keepdims=True), above.max(axis=1, keepdims=True)):
            winners = above == best
            alone = winners & (winners.sum(axis=1, keepdims=True) == 1)
            if any(np.array_equal(row, which.sum(axis=0)) for which in (winners, alone)):
                return "numbers of wins"
    return None


def _ranks(above: FloatArray) -> Iterator[FloatArray]:
    """Average ranks of the columns and their order, for either direction."""
    from scipy.stats import rankdata

    for sign in (1.0, -1.0):
        average = rankdata(sign * above, axis=1).mean(axis=0)
        yield average
        yield rankdata(average)
        yield rankdata(sign * above.mean(axis=0))


def _unit(values: FloatArray) -> FloatArray:
    """The unit of the last digit with which each value is written, as far as it shows.

    Zeros at the end of a number are lost, so that all are taken to have as many decimals as the
    one with most; if that would make numbers of more than `_PLAIN` digits, or as many significant
    digits, whichever is coarser: 1.20E+02 beside 1.23E-05 has no seven decimals.
    """
    sizes = np.abs(values)
    power = np.floor(np.log10(np.where(sizes > 0, sizes, 1.0)))
    digits = [repr(value).partition("e")[0].strip("-0.") for value in sizes.tolist()]
    significant = np.array([len(text.replace(".", "")) for text in digits])
    decimals = np.maximum(significant - 1 - power, 0).max()
    fixed = np.full(values.shape, 10.0**-decimals)
    if power.max() + 1 + decimals <= _PLAIN:
        return fixed
    return np.asarray(np.maximum(fixed, 10.0 ** (power - significant.max() + 1)))

"""What can be wrong with a table, where it came from, and what was left out of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from evenkeel._types import BoolArray, FloatArray
from evenkeel.errors import Message, Option, SourceError, quoted
from evenkeel.numerics.arrays import all_finite

if TYPE_CHECKING:
    from evenkeel.tables.readings import Reading

# What can be wrong with a table of results, each fault in one sentence.


ANY_CHOICE = Message(
    Option("missing", "drop-problem"),
    ", ",
    Option("missing", "drop-algorithm"),
    ", ",
    Option("missing", "worst"),
    " or ",
    Option("missing", "keep"),
)
MEND_MISSING = Message("fill it in, or read the table with ", ANY_CHOICE)
HALF_A_PAIR = "holds half of a surrogate pair, which is no character; mend it"
LONGEST_NAME = 1000  # characters, of what pictures draw beside an axis
_FEW = 20  # names described one by one
_CELLS = 10  # cells with a trouble, of which each is shown

Cell = tuple[int, int]


def size_faults(
    n: int, k: int, problems: Sequence[str], algorithms: Sequence[str]
) -> Iterable[str]:
    """Names that do not fit the n rows and k columns, and too few of either."""
    if len(problems) != n:
        yield f"{len(problems)} problem names were given for {n} rows; give one name per row"
    if len(algorithms) != k:
        yield f"{len(algorithms)} algorithm names were given for {k} columns; give one per column"
    if k < 2:
        found = f"only one algorithm ({algorithms[0]!r})" if k and algorithms else "no algorithm"
        yield f"{found} was found; a comparison needs at least two columns of numbers"
    if n < 2:
        found = f"only one problem ({problems[0]!r})" if n and problems else "no problem"
        yield f"{found} was found; a comparison needs at least two rows of numbers"


def name_faults(
    what: str,
    names: Sequence[str],
    word: str = "position",
    number: Callable[[int], object] = lambda i: i + 1,
) -> Iterable[str]:
    """Empty and repeated names, and such as nothing can print, the first of them one by one.

    `word` and `number` say where a name stands, as in "line 3".
    """
    if len(set(names)) == len(names) and all(map(str.strip, names)) and is_unicode("".join(names)):
        return
    odd = [i for i, name in enumerate(names) if not name.strip() or not is_unicode(name)]
    used = Counter(names)
    again = [name for name, times in used.items() if times > 1 and name.strip()]
    for i in odd[:_FEW]:
        if names[i].strip():
            yield f"the {what} name {names[i]!r} at {word} {number(i)} {HALF_A_PAIR}"
        else:
            yield f"the {what} at {word} {number(i)} has an empty name; give it one"
    for name in again[: max(_FEW - len(odd), 0)]:
        one = names.index(name)
        first, second = number(one), number(names.index(name, one + 1))
        last = number(next(i for i in reversed(range(len(names))) if names[i] == name))
        often = "twice" if used[name] == 2 else f"{used[name]} times"
        where = f"{first} and {second}" if used[name] == 2 else f"{first}, {second}, ... {last}"
        yield f"the {what} name {name!r} is used {often}, at {word}s {where}; names must be unique"
    if len(odd) + len(again) > _FEW:
        yield f"{len(odd) + len(again) - _FEW} more {what} names are empty or not unique"


def check_names(source: str, what: str, names: Iterable[str], most: float = LONGEST_NAME) -> None:
    """Refuse a name of a log or a vote that nothing can print, or that is a text and no name."""
    for name in names:
        if not is_unicode(name):
            raise SourceError(f"{source}: the {what} name {quoted(name)} {HALF_A_PAIR}")
        if len(name) > most:
            raise SourceError(
                f"{source}: the {what} name {quoted(name)} has {len(name):,} characters; give one "
                f"of at most {most:,}"
            )


def is_unicode(text: str) -> bool:
    """Whether the text holds no half of a surrogate pair, so that it can be written."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def direction_faults(better: object) -> Iterable[str]:
    """A direction that is not given or not known."""
    if better not in ("lower", "higher"):
        given = (
            ("it is not said",) if better is None else (Option("better", better), " does not say")
        )
        yield Message(
            *given,
            " which values are good; give ",
            Option("better", "lower"),
            " (errors, costs, times) or ",
            Option("better", "higher"),
            " (accuracies, scores)",
        )


def cell_faults(
    values: FloatArray, where: Callable[[int, int], str], *, allow_missing: bool
) -> Iterable[str]:
    """Cells that hold no finite number; `where` describes the place of a cell."""
    if all_finite(values):
        return
    bad = np.isinf(values) if allow_missing else ~np.isfinite(values)
    found = np.argwhere(bad).tolist()
    for i, j in found[:_CELLS]:
        infinite = "the value is infinite; replace it by a finite number"
        missing = Message("the value is missing; ", MEND_MISSING)
        yield Message(f"{where(i, j)}: ", infinite if np.isinf(values[i, j]) else missing)
    if len(found) > _CELLS:
        yield f"{len(found) - _CELLS} more cells are missing or hold no finite number"


# Where a table came from, how it was understood, and what was left out of it.


@dataclass(frozen=True)
class Origin:
    """Where a table came from and how it was understood.

    `description` is a file name or a word such as ``"array"``; `format` is ``"csv"``, ``"excel"``,
    ``"parquet"``, ``"json"``, ``"frame"`` or ``"array"``, or a name that ``evenkeel formats``
    lists; `shape` is ``"wide"`` or ``"long"``. `separator`, `decimal` and `encoding` are ``None``
    where the format has none. `dropped` names the problems left out by ``missing="drop-problem"``,
    `lacking` of each the algorithms that have no value there, `left_out` the algorithms left out
    by ``"drop-algorithm"``, and `ignored` the columns of a long table that hold neither the
    algorithm nor the problem nor the value. `unread` says what else the source holds that was not
    read, such as hidden files of a folder. `chosen` says by what the rows were chosen, as in
    ``"indicator = HV"``, and `measure` is the only measure of a table that names it. `aggregated`
    says what each value was made of, as in ``"mean of 30 runs"``, and is ``None`` if nobody
    aggregated runs; `fewest_runs` is how many the poorest of these cells has. `split_sizes` are
    the mean sizes of the training and the test sets of cross validation, if they are known
    (`corrected_resampled_t` takes them as ``train=`` and ``test=``). `reading` is how the table was
    understood.
    """

    description: str
    format: str
    shape: str
    separator: str | None = None
    decimal: str | None = None
    encoding: str | None = None
    dropped: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    aggregated: str | None = None
    lacking: tuple[tuple[str, ...], ...] = ()
    chosen: tuple[str, ...] = ()
    measure: str | None = None
    left_out: tuple[str, ...] = ()
    split_sizes: tuple[float, float] | None = None
    unread: tuple[str, ...] = ()
    fewest_runs: int | None = None
    reading: Reading | None = field(default=None, compare=False, repr=False)

    def not_read(self) -> tuple[str, ...]:
        """What was not read, a remark each."""
        return tuple(f"not read: {what}" for what in self.unread)


def without_value(
    missing: BoolArray, problems: Sequence[str], algorithms: Sequence[str]
) -> dict[str, tuple[str, ...]]:
    """The problems in which a cell is missing, each with the algorithms that have no value."""
    return {
        problems[i]: tuple(algorithms[j] for j in np.flatnonzero(missing[i]).tolist())
        for i in np.flatnonzero(missing.any(axis=1)).tolist()
    }


def left_out(origin: Origin, gaps: Mapping[str, tuple[str, ...]]) -> Origin:
    """The origin of a table from which the problems with gaps were left out, as well."""
    return replace(
        origin,
        dropped=(*origin.dropped, *gaps),
        lacking=(*origin.lacking, *gaps.values()),
    )

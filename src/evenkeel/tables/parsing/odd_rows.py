"""Rows that hold no result: a second row of headings, and rows with nothing but a name."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from evenkeel.tables.parsing.table import Understood
from evenkeel.words.sentences import series

_MOST = 20  # rows that are footers or headings of groups; of more the values are missing


def only_results(
    found: Understood, word: str, drop: Sequence[str] | None, missing: str
) -> tuple[Understood, list[str]]:
    """Leave out the rows without a result; they are faults.

    `word` is what the source calls a row. Rows are kept if `drop` says that every row is a
    problem, and rows without a value if problems with missing values are left out anyway.
    """
    n, k = found.values.shape
    if (drop is not None and not drop) or found.shape != "wide" or n < 2 or not found.problems:
        return found, []
    headings = _headings(found)
    empty = [] if missing == "drop-problem" else _empty(found)
    empty = empty if len(empty) <= _MOST else []
    gone = {*headings, *empty}
    if not gone or len(gone) == n:
        return found, []
    faults = [
        f"{word} {found.rows[i] if found.rows else i + 1} holds words in every column, as a second "
        "row of headings does; write one row of headings, with a name for each column"
        for i in headings
    ]
    if empty:
        names = [found.problems[i] for i in empty]
        what = "row {} has" if len(names) == 1 else "rows {} have"
        them = "it" if len(names) == 1 else "them"
        faults.append(
            f"the {what.format(series(list(map(repr, names))))} no value at all; leave {them} out "
            f"with drop={names!r}, or keep every row as a problem with drop=[]"
        )
    return found.take([i for i in range(n) if i not in gone], range(k)), faults


def _headings(found: Understood) -> list[int]:
    """The first row, if words stand in all its columns and numbers below it."""
    k = found.values.shape[1]
    if (0, 0) not in found.wrong:  # nearly always, and quick to say
        return []
    words = [j for j in range(k) if _is_word(found.wrong.get((0, j), ""))]
    below = np.isfinite(found.values[1:]).any(axis=0)
    return [0] if len(words) == k > 1 and bool(below.all()) else []


def _is_word(why: str) -> bool:
    """Whether what is wrong with a cell is that a word stands in it."""
    return re.match(r"found ['\"][^\W\d_]", why) is not None


def _empty(found: Understood) -> list[int]:
    told = {i for i, _ in found.wrong}
    missing = np.flatnonzero(np.isnan(found.values[:, :1])).tolist()  # a look at few of the values
    return [i for i in missing if i not in told and np.isnan(found.values[i]).all()]

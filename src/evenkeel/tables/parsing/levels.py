"""Pandas frames with levels: series and two levels of columns become long tables."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from evenkeel.errors import TableError
from evenkeel.tables.parsing.cells import name_of
from evenkeel.tables.parsing.roles import names_measures, role_of

if TYPE_CHECKING:
    import pandas as pd

_STATISTICS = frozenset(("mean", "std", "median", "min", "max", "best", "worst", "rank", "sd"))


def without_levels(frame: pd.DataFrame, source: str) -> pd.DataFrame:
    """Put the columns of a frame with two levels of them below each other.

    One level names the algorithms and one the measures: by its own name, or because its labels
    are words for values (accuracy, time) or statistics (mean, std).
    """
    import pandas as pd

    _check_index(frame, source)
    if frame.columns.nlevels == 1:
        return frame
    measures = _level_of_measures(frame.columns)
    if frame.columns.nlevels > 2 or measures is None:
        raise TableError(
            source,
            [
                f"the columns have {frame.columns.nlevels} levels, and it is not clear which are "
                "algorithms and which measures; name the levels so, as in frame.columns.names = "
                "['algorithm', 'measure'], or keep one level"
            ],
        )
    index = frame.index
    label = index.name if index.nlevels == 1 else None
    parts = []
    for column, label_pair in enumerate(frame.columns):
        part = pd.DataFrame({"value": frame.iloc[:, column].to_numpy()})
        part.insert(0, "measure", name_of(label_pair[measures]))
        part.insert(0, "algorithm", name_of(label_pair[1 - measures]))
        levels = [index.get_level_values(level) for level in range(index.nlevels)]
        for level, values in enumerate(levels):
            name = index.names[level] if index.nlevels > 1 else _label(label)
            part.insert(level, name, values.to_numpy())
        parts.append(part)
    return pd.concat(parts, ignore_index=True)


def _check_index(frame: pd.DataFrame, source: str) -> None:
    names = list(frame.index.names)
    if len(names) > 1 and None in names:
        raise TableError(
            source,
            [
                f"the index has {len(names)} levels, of which some have no names; name them, as in "
                "frame.index.names = ['problem', 'run']"
            ],
        )


def _level_of_measures(columns: pd.MultiIndex) -> int | None:
    """Which of two levels names measures, if one does."""
    by_name = [level for level, name in enumerate(columns.names) if _says_measure(name)]
    other = [level for level, name in enumerate(columns.names) if _says_algorithm(name)]
    if len(by_name) == 1:
        return by_name[0]
    if len(other) == 1 and columns.nlevels == 2:
        return 1 - other[0]
    by_label = [
        level
        for level in range(columns.nlevels)
        if all(map(_is_measure, columns.get_level_values(level).unique()))
    ]
    return by_label[0] if len(by_label) == 1 else None


def _says_measure(name: Hashable) -> bool:
    return name is not None and names_measures(name_of(name))


def _says_algorithm(name: Hashable) -> bool:
    return name is not None and role_of(name_of(name)) == "algorithm"


def _is_measure(label: object) -> bool:
    word = name_of(label)
    return role_of(word) == "value" or word.casefold() in _STATISTICS


def _label(name: Hashable) -> str:
    """What the only level of an index is called: the problem, unless it has another role."""
    return "problem" if name is None or role_of(name_of(name)) is None else name_of(name)

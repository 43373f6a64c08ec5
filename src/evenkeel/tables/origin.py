"""Where a table came from, how it was understood, and what was left out of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from evenkeel._types import BoolArray

if TYPE_CHECKING:
    from evenkeel.tables.readings import Reading


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

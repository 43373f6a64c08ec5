"""A gate: a verdict on each benchmark of a new version, and on the suite."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from scipy.special import ndtr

from evenkeel._types import FloatArray
from evenkeel.adjustments._adjust import adjust
from evenkeel.adjustments.registry import lookup
from evenkeel.errors import InputError, Message, Option, choice, fraction, quoted
from evenkeel.gating.samples import (
    Sample,
    by_folder,
    common_names,
    read_version,
    versions_of_items,
)
from evenkeel.gating.shifts import Shifts, Suite, look_at_suite, more_runs
from evenkeel.result import Answer, hidden

Verdict = Literal["worse", "within margin", "undecided"]
Pairing = Literal["auto", "none", "run", "order"]
PAIRINGS: tuple[Pairing, ...] = ("auto", "none", "run", "order")

_FEW_VALUES = 1 / 3  # share of pairs without a difference from which means are compared


@dataclass(frozen=True)
class Benchmark:
    """One benchmark: `shift` is the ratio of new to base, or the difference in units.

    `worse` and `within` are adjusted p-values of "not worse" and of "worse by more than the
    margin"; `more` is how many more runs of each version would likely decide, None if it is
    decided or no number would.
    """

    name: str
    runs: tuple[int, int]
    base: float
    new: float
    shift: float
    low: float
    high: float
    worse: float
    within: float
    verdict: Verdict
    more: int | None = None


class Gate(Answer):
    """What a gate finds; `verdict` is that on the suite, `exit_code` what a command ends with."""

    sources: tuple[str, str]
    benchmarks: tuple[Benchmark, ...]
    suite_verdict: Verdict
    margin: float
    unit: Literal["ratio", "value"]
    better: Literal["lower", "higher"]
    measure: str
    pairing: Pairing
    method: str
    adjusted_by: str
    alpha: float
    lenient: bool
    suite: Suite = hidden()
    remarks: tuple[str, ...] = hidden()
    made_of: str = "runs"

    @property
    def exit_code(self) -> int:
        """Worse 1, within the margin 0, undecided 3; if lenient 0, unless all are shifted."""
        if self.suite_verdict == "undecided" and self.lenient and not self.shifted:
            return 0
        return {"worse": 1, "within margin": 0, "undecided": 3}[self.suite_verdict]

    @property
    def shifted(self) -> bool:
        """Whether all benchmarks together are shifted by more than the margin, either way."""
        bound = _bound_of(self.margin, self.unit, self.better)
        return self.suite.shifted and abs(self.suite.common) > bound

    @property
    def more(self) -> int | None:
        """How many more runs would likely decide all that is undecided."""
        wanted = [each.more for each in self.benchmarks if each.verdict == "undecided"]
        return None if not wanted or None in wanted else max(each for each in wanted if each)


def gate_files(files: Sequence[Any], **options: Any) -> Gate:
    """`gate` of a list of two sources, the base, then the new version, with its options.

    Of open files with names in two folders, as they are dropped on the page, each folder is one.

    Examples
    --------
    >>> from evenkeel.gating import gate_files
    >>> base = {"parse": [1.01, 1.02, 1.03, 1.04]}
    >>> gate_files([base, base], margin="5%", better="lower").suite_verdict
    'within margin'
    """
    files = by_folder(files)
    if len(files) != 2:
        raise InputError(
            f"a gate compares two versions, but {len(files)} were given; give the base, then the "
            "new version, each a file, or a folder of files that are one run each"
        )
    return gate(*files, **options)


def gate(
    base: Any,
    new: Any,
    *,
    margin: str | float,
    better: Literal["lower", "higher"] | None = None,
    pairing: Pairing = "auto",
    adjust_by: str = "holm",
    alpha: float = 0.05,
    lenient: bool = False,
    benchmark: str | None = None,
    run: str | None = None,
    value: str | None = None,
    measure: str | None = None,
) -> Gate:
    r"""Whether a new version is worse than its base, for each benchmark and for the suite.

    Of each benchmark two null hypotheses are tested, both one-sided: that the new version is not
    worse, and that it is worse by the margin or more. With losses x of the base and y of the new
    version (of ratios the logarithms, of higher values that are good with their sign turned), the
    shift D = y - x and the margin d, ::

        H0: D <= 0       rejected: worse
        H0: D >= d       rejected: not worse by more than the margin
        neither          undecided, and how many more runs would likely decide

    The tests are Mann and Whitney's, of pairs Wilcoxon's signed ranks, with the exact law where
    there is one; of pairs that mostly agree, such as items that are right or wrong, the mean
    difference is studentised. Each family of p-values is adjusted by itself. If all raw p-values
    of the second are at most alpha, the suite is shown to be within the margin: that is a test of
    a union of hypotheses, which needs no adjustment (Berger 1982).

    Runs that resemble their neighbours are worth fewer: the scores are divided by the factor that
    the correlation of neighbouring ranks gives, pooled over the suite as far as the benchmarks
    agree. If the versions were measured one after the other, the middle shift of 8 benchmarks or
    more is taken for the machine's: it must be exceeded to be worse, and speaks against the new
    version if it is to be within the margin. With 20 or more, the spread of their scores beyond
    what the runs explain widens all of them. Whoever measures in turns (base, new, base, new, ...)
    and says so with ``pairing="order"`` has neither doubt.

    Parameters
    ----------
    base, new : path, folder, open file, data frame, or dict of arrays
        Files of pytest-benchmark, asv, hyperfine, Google Benchmark or github-action-benchmark, or
        a table with a row per run. Of a folder each file is one run, the median of its repetitions.
        Or logs of items as `evenkeel.items` reads them, of one model before and after: each item
        is a run, and items that hang together are one.
    margin : str or float
        How much worse is tolerated: ``"2%"`` of the base, or a number in units of the values.
    better : {"lower", "higher"}, optional
        Which values are good, if the source does not say so.
    pairing : {"auto", "none", "run", "order"}
        Runs belong together by their names (seeds, items), by their order, or not at all; auto:
        by name if a column holds seeds, folds or items that both versions have.
    adjust_by : str
        The procedure: ``"holm"`` holds the family-wise error, ``"bh"`` the false discovery rate.
    alpha : float
        The level.
    lenient : bool
        Whether undecided ends a command with 0.
    benchmark, run, value, measure : str, optional
        Columns of a table that is not understood by itself, and which of several measures.

    Returns
    -------
    Gate

    References
    ----------
    Berger (1982), doi:10.1080/00401706.1982.10487790. Hodges and Lehmann (1963),
    doi:10.1214/aoms/1177704172.

    Examples
    --------
    >>> import evenkeel
    >>> base = {"parse": [10.1, 10.2, 10.0, 10.3, 10.1], "print": [5.0, 5.1, 5.2, 5.1, 5.0]}
    >>> new = {"parse": [12.0, 12.1, 12.3, 12.2, 12.1], "print": [5.0, 5.1, 5.1, 5.2, 5.0]}
    >>> found = evenkeel.gate(base, new, margin="5%", better="lower")
    >>> [(each.name, each.verdict, round(each.shift, 3)) for each in found.benchmarks]
    [('parse', 'worse', 1.198), ('print', 'within margin', 1.0)]
    >>> found.suite_verdict, found.exit_code
    ('worse', 1)
    """
    choice(pairing, PAIRINGS, "pairing")
    fraction(alpha, "alpha")
    size, unit = _margin(margin)
    columns = {"benchmark": benchmark, "run": run, "value": value, "measure": measure}
    items = versions_of_items(base, new, measure, better)
    first, second = items or (read_version(source, columns, better) for source in (base, new))
    names, fresh_samples, remarks = common_names(first, second)
    direction = first.better or second.better
    if direction is None or (second.better or direction) != direction:
        raise InputError(
            Message(
                f"{first.source}: it is not said which values are good; say it with ",
                Option("better", "lower"),
                " or ",
                Option("better", "higher"),
            )
        )
    choice(direction, ("lower", "higher"), "direction")
    pairs = [(first.samples[name], fresh_samples[name]) for name in names]
    how = _pairing(pairing, pairs, names)
    shifts = _shifts(pairs, names, how, unit, direction)
    ordered = how != "run"
    suite = look_at_suite(shifts, ordered=ordered, apart=how == "none")
    bound = _bound_of(size, unit, direction)
    worse = shifts.scores(max(suite.common, 0.0)) / suite.inflated
    within = -shifts.scores(bound + min(suite.common, 0.0)) / suite.inflated
    raw = ndtr(-within)
    p_worse, p_within = adjust(ndtr(-worse), adjust_by), adjust(raw, adjust_by)
    all_within = bool(raw.max() <= alpha)
    shown = (p_within <= alpha) | all_within
    verdicts: list[Verdict] = [
        "within margin" if inside else "worse" if bad <= alpha else "undecided"
        for inside, bad in zip(shown, p_worse, strict=True)
    ]
    centres = shifts.estimates
    undecided = np.array([each == "undecided" for each in verdicts])
    made = np.array([max(a.values.size, b.values.size) for a, b in pairs])
    wanted = more_runs(shifts, suite, centres, bound, alpha, undecided, made)
    turn = 1.0 if direction == "lower" else -1.0
    benchmarks = []
    for row, name in enumerate(names):
        low, high = shifts.interval(row, 1 - alpha, float(suite.inflated[row]))
        ends = [_shown(turn * each, unit) for each in (centres[row], low, high)]
        old, fresh = (float(np.median(sample.values)) for sample in pairs[row])
        if shifts.discrete:
            old, fresh = (float(np.mean(sample.values)) for sample in pairs[row])
        benchmarks.append(
            Benchmark(
                name,
                (pairs[row][0].values.size, pairs[row][1].values.size),
                old,
                fresh,
                ends[0],
                min(ends[1:]),
                max(ends[1:]),
                float(p_worse[row]),
                float(p_within[row]),
                verdicts[row],
                wanted[row],
            )
        )
    found: Verdict = "undecided"
    if "worse" in verdicts:
        found = "worse"
    elif all(each == "within margin" for each in verdicts):
        found = "within margin"
    gathered = (*first.remarks, *(r for r in second.remarks if r not in first.remarks), *remarks)
    return Gate(
        (first.source, second.source),
        tuple(benchmarks),
        found,
        size,
        unit,
        "lower" if direction == "lower" else "higher",
        first.measure,
        how,
        _method(shifts),
        lookup(adjust_by).name,
        float(alpha),
        lenient,
        suite,
        gathered,
        first.made_of,
    )


def _margin(margin: str | float) -> tuple[float, Literal["ratio", "value"]]:
    """The margin as a number, a share of the base if it is told in per cent."""
    text = str(margin).strip()
    relative = text.endswith("%")
    try:
        size = float(text.removesuffix("%")) / (100 if relative else 1)
    except ValueError:
        size = math.nan
    if not (0 < size < (1 if relative else math.inf)):
        raise InputError(
            f"the margin is {quoted(margin)}; give a share of the base such as '2%', or a positive "
            "number in the units of the values"
        )
    return size, "ratio" if relative else "value"


def _bound_of(size: float, unit: str, better: str) -> float:
    """The margin on the scale of the losses."""
    if unit == "value":
        return size
    return math.log1p(size) if better == "lower" else -math.log1p(-size)


def _shown(loss: float, unit: str) -> float:
    if unit == "value":
        return loss
    return math.exp(loss) if loss < 700 else math.inf


def _pairing(
    asked: Pairing, pairs: Sequence[tuple[Sample, Sample]], names: Sequence[str]
) -> Pairing:
    named = [bool(a.names) and {*a.names} == {*b.names} for a, b in pairs]
    if asked == "auto":
        return "run" if all(named) else "none"
    if asked == "run" and not all(named):
        raise InputError(
            f"{names[named.index(False)]!r}: the versions have no runs of the same names; give "
            "tables with a column of seeds, folds or items that both have, or pair by order"
        )
    if asked == "order":
        for name, (a, b) in zip(names, pairs, strict=True):
            if a.values.size != b.values.size:
                raise InputError(
                    f"{name!r}: {a.values.size} runs of the base and {b.values.size} of the new "
                    "version cannot be paired by their order; measure both in turns, equally often"
                )
    return asked


def _shifts(
    pairs: Sequence[tuple[Sample, Sample]],
    names: Sequence[str],
    how: Pairing,
    unit: str,
    better: str,
) -> Shifts:
    turn = 1.0 if better == "lower" else -1.0
    bases, news = [], []
    for name, (base, new) in zip(names, pairs, strict=True):
        old, fresh = base.values, new.values
        for values in (old, fresh):
            if values.size == 0 or not np.isfinite(values).all():
                raise InputError(f"{name!r}: runs are missing or not finite; leave them out")
            if unit == "ratio" and values.min() <= 0:
                raise InputError(
                    f"{name!r}: a run is {values.min():g}, and values that are not above 0 have no "
                    "ratio; give the margin in units of the values, such as 0.02"
                )
        if how == "run":
            places = {run: at for at, run in enumerate(new.names)}
            fresh = fresh[[places[run] for run in base.names]]
        old, fresh = (np.log(v) if unit == "ratio" else v for v in (old, fresh))
        bases.append(turn * old)
        news.append(turn * fresh)
    if how == "none":
        return Shifts(tuple(_batched(bases)), tuple(_batched(news)))
    differences = [fresh - old for old, fresh in zip(bases, news, strict=True)]
    if how == "order":
        bases, differences = _batched(bases), _batched(differences)
    zeros = np.mean([float(np.mean(each == 0)) for each in differences])
    return Shifts(tuple(bases), tuple(differences), True, bool(zeros > _FEW_VALUES))


def _batched(rows: Sequence[FloatArray]) -> list[FloatArray]:
    return [Sample(each).batched().values for each in rows]


def _method(shifts: Shifts) -> str:
    if shifts.discrete:
        return "means of pairs, studentised"
    return "Wilcoxon's signed ranks" if shifts.paired else "Mann and Whitney"

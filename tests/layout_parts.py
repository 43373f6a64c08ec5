"""Parts of a random layout: results with names, lines around them, what stands in a cell."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Literal, TypeVar

import numpy as np
from scipy.stats import rankdata

import evenkeel
import layout_names as names
from layout_files import (
    Grid,
    excel,
    latex,
    markdown,
    records,
    separated,
)

T = TypeVar("T")
Better = Literal["lower", "higher"]
SIZES = (4, 60), (3, 20)  # problems, algorithms
FORMATS = (
    *("csv", "csv", "csv", "tsv", "semicolon", "bar", "blanks"),
    *("markdown", "latex", "json", "xlsx"),
)
PLUS_MINUS = ("{} ± {}", "{}±{}", "{} +/- {}", "{}({})", "{} ({})", "{}+{}", "{} (±{})")
HOLES = ("", "", "NA", "-", "nan", "timeout", "N/A", "—")


class Draw:
    """Random choices of one layout, and the tags that they leave."""

    def __init__(self, seed: int, index: int) -> None:
        self.rng = np.random.default_rng([seed, index])
        self.tags: set[str] = set()
        self.zeal = 1.0  # how much stands around the results

    def pick(self, options: Sequence[T]) -> T:
        return options[int(self.rng.integers(len(options)))]

    def some(self, options: Sequence[T], count: int) -> list[T]:
        chosen = self.rng.permutation(len(options))[:count]
        return [options[i] for i in chosen]

    def chance(self, share: float, tag: str = "") -> bool:
        """Whether something happens to this share of layouts, tagged."""
        happens = bool(self.rng.random() < share)
        if happens and tag:
            self.tags.add(tag)
        return happens

    def feature(self, share: float, tag: str) -> bool:
        """Whether a layout has this: the more zeal, the more often."""
        return self.chance(share * self.zeal, tag)

    def between(self, low: int, high: int) -> int:
        """A whole number, small ones as often as large ones on a logarithmic scale."""
        return int(math.exp(self.rng.uniform(math.log(low), math.log(high + 1))))


@dataclass
class Base:
    """The results that are to be laid out, as texts, with the names of both axes."""

    problems: list[str]
    algorithms: list[str]
    texts: np.ndarray
    better: Better
    area: names.Field
    spare: list[str]  # further algorithms' names
    decimals: int | None  # None for numbers of all magnitudes
    values: np.ndarray = field(init=False)

    def __post_init__(self) -> None:
        self.values = self.texts.astype(float)

    def write(self, value: float, more: int = 0) -> str:
        """A number as the table writes its own, with more decimals if wanted."""
        return written(value, None if self.decimals is None else self.decimals + more)


def written(value: float, decimals: int | None) -> str:
    return f"{value:.4g}" if decimals is None else f"{value:.{decimals}f}"


@cache
def studies() -> tuple[evenkeel.Results, ...]:
    left_out = ("dietterich2000_halfwidth", "cec2005_ties", "cec2017")  # like others in form
    names = [case.name for case in evenkeel.cases() if not case.name.startswith(left_out)]
    return tuple(evenkeel.load(name) for name in names)


# --- results and names ------------------------------------------------------------------------


def draw_base(draw: Draw) -> Base:
    study = draw.pick(studies())
    wide_range = bool(study.values.max() > 200)  # of many magnitudes, as errors of optimisers
    awkward = draw.pick(names.AWKWARD) if draw.feature(0.15, "awkward names") else None
    if awkward is not None:
        fields = names.Field(
            awkward.problems, awkward.algorithms, (awkward.problem,), (awkward.algorithm,)
        )
        n, k = len(awkward.problems), len(awkward.algorithms)
    else:
        kinds = ("functions", "instances") if wide_range or study.n < 10 else (
            ("classification", "series", "language", "language")
            if study.better == "higher"
            else ("classification", "speech", "series")
        )  # fmt: skip
        fields = names.FIELDS[draw.pick(kinds)]
        n = min(draw.between(*SIZES[0]), len(fields.problems))
        k = draw.between(*SIZES[1])
    values = grown(draw, study.values, n, k, logarithmic=wide_range)
    decimals = None if wide_range else draw.pick((2, 3, 3, 4))
    if not wide_range and values.max() <= 1 and draw.chance(0.3):
        values, decimals = values * 100, draw.pick((1, 2, 2))
    elif values.max() > 1 and decimals is not None:
        decimals = draw.pick((1, 2, 3))
    if decimals is not None and draw.chance(0.5):  # more digits than the study has
        top = 100 if values.max() > 1 else 1
        noise = draw.rng.uniform(-0.5, 0.5, size=values.shape) * top * 0.001
        values = np.clip(values + noise, 0, top)
    texts = np.array([[written(value, decimals) for value in row] for row in values])
    problems, algorithms, spare = _names(draw, study, fields, n, k, keep=awkward is not None)
    return Base(problems, algorithms, texts, study.better, fields, spare, decimals)


def grown(draw: Draw, values: np.ndarray, n: int, k: int, logarithmic: bool) -> np.ndarray:
    """A part of a table, or a larger one whose further rows and columns lie about its own."""
    table = np.log10(values + 1e-9) if logarithmic else values
    for size in (n, k):  # rows, then columns
        order = draw.rng.permutation(len(table))[:size]
        chosen = table[order]
        if size > len(table):
            first = draw.rng.integers(len(table), size=size - len(table))
            other = (first + draw.rng.integers(1, len(table), size=len(first))) % len(table)
            weights = draw.rng.uniform(0.2, 0.8, size=(len(first), table.shape[1]))
            between = weights * table[first] + (1 - weights) * table[other]
            between += draw.rng.normal(size=between.shape) * 0.1 * table.std(axis=0)
            between = np.clip(between, table.min(), table.max())
            chosen = np.vstack([chosen, between])
        table = chosen.T
    return np.maximum(10**table - 1e-9, 0) if logarithmic else table


def _names(
    draw: Draw, study: evenkeel.Results, fields: names.Field, n: int, k: int, keep: bool
) -> tuple[list[str], list[str], list[str]]:
    if keep:
        return list(fields.problems), list(fields.algorithms), ["extra", "other", "third"]
    problems = draw.some(fields.problems, n)
    if draw.chance(0.5):
        problems.sort(key=str.casefold)
    algorithms = draw.some(fields.algorithms, k + 3)
    algorithms, spare = algorithms[:k], algorithms[k:]
    if n <= study.n and k <= study.k and draw.chance(0.4, "own names"):
        problems, algorithms = draw.some(study.problems, n), draw.some(study.algorithms, k)
    elif fields.problems[0] in names.FUNCTIONS and draw.chance(0.5):
        letter = draw.pick(("F", "f"))
        problems = [f"{letter}{i + 1}" for i in range(n)]
    if draw.feature(0.08, "neutral algorithms"):
        style = draw.pick(("A{}", "Alg. {}", "method {}", "m{}", "ALG{}"))
        algorithms = [style.format(i + 1) for i in range(k)]
        spare = [style.format(i + 1) for i in range(k, k + 3)]
    if draw.feature(0.06, "an awkward name among others"):
        algorithms[int(draw.rng.integers(k))] = draw.pick(names.AWKWARD_WORDS)
    if draw.feature(0.08, "neutral problems"):
        style = draw.pick(("P{}", "D{}", "data{}", "{}", "problem {}"))
        problems = [style.format(i + 1) for i in range(n)]
    return problems, algorithms, spare


# --- lines around the results -----------------------------------------------------------------


def free_name(draw: Draw, options: Sequence[str], taken: set[str]) -> str:
    """One of these names that nothing else has."""
    left = [name for name in options if name not in taken] or [f"{options[0]}_{len(taken)}"]
    name = draw.pick(left)
    taken.add(name)
    return name


def called(draw: Draw, options: Sequence[str], taken: set[str], may_be_meaningless: bool) -> str:
    """A name that says what a line is, or now and then one that says nothing."""
    if may_be_meaningless and draw.chance(0.25, "meaningless"):
        options = names.MEANINGLESS
    return free_name(draw, options, taken)


def sizes(draw: Draw, kind: str, n: int) -> list[str]:
    """What a column of this kind says of n problems."""
    rng = draw.rng
    if kind == "instances":
        return [str(int(10 ** rng.uniform(1.5, 5))) for _ in range(n)]
    if kind == "features":
        return [str(int(10 ** rng.uniform(0.5, 3))) for _ in range(n)]
    if kind == "classes":
        return [str(int(draw.pick((2, 2, 2, 3, 3, 4, 5, 6, 7, 10, 15)))) for _ in range(n)]
    if kind == "ratio":
        return [f"{10 ** rng.uniform(0, 2):.2f}" for _ in range(n)]
    if kind == "type":
        return [draw.pick(names.GROUPS) for _ in range(n)]
    if kind == "yes/no":
        yes, no = draw.pick((("1", "0"), ("yes", "no"), ("True", "False")))
        return [draw.pick((yes, no)) for _ in range(n)]
    if kind == "id":
        return [str(int(rng.integers(3, 45000))) for _ in range(n)]
    if kind == "constant":
        return [draw.pick(("10", "5", "30", "1000"))] * n
    if kind == "year":
        return [str(int(rng.integers(1995, 2026))) for _ in range(n)]
    if kind == "parameters":
        return [
            draw.pick(("0.3", "1.1", "7", "13", "70", "6.7", "2.7", "34", "0.06")) for _ in range(n)
        ]
    if kind == "licence":
        return [draw.pick(("MIT", "Apache-2.0", "CC-BY-4.0", "proprietary")) for _ in range(n)]
    return [draw.pick(names.FAMILIES) for _ in range(n)]  # family


def _summary(kind: str, base: Base, values: np.ndarray) -> list[str]:
    """A summary over the problems, one cell per algorithm; holes are left out of it."""
    sign = 1 if base.better == "lower" else -1
    ranks = rankdata(np.where(np.isnan(values), np.inf, sign * values), axis=1)
    if kind == "rank":
        return [f"{rank:.2f}" for rank in ranks.mean(axis=0)]
    if kind == "wins":
        best = (sign * values == np.nanmin(sign * values, axis=1, keepdims=True)).sum(axis=0)
        return [str(int(count)) for count in best]
    if kind == "W/T/L":
        first = sign * values[:, :1]
        losses, wins = (first > sign * values).sum(axis=0), (first < sign * values).sum(axis=0)
        texts = [
            f"{won}/{len(values) - won - lost}/{lost}"
            for won, lost in zip(wins, losses, strict=True)
        ]
        return ["-", *texts[1:]]
    if kind == "count":
        return [str(int(count)) for count in (~np.isnan(values)).sum(axis=0)]
    if kind == "p":
        positions = ranks.mean(axis=0)
        return [f"{p:.4f}" for p in np.exp(-2.0 * np.abs(positions - positions.min()))]
    statistic: dict[str, Callable[..., np.ndarray]] = {
        "mean": np.nanmean, "median": np.nanmedian, "sum": np.nansum, "std": np.nanstd,
        "max": np.nanmax, "min": np.nanmin,
    }  # fmt: skip
    return [base.write(value) for value in statistic[kind](values, axis=0)]


@dataclass
class Lines:
    """Lines beside the results along one axis: names, and cells along the other one."""

    names: list[str] = field(default_factory=list)
    cells: list[list[str]] = field(default_factory=list)
    first: bool = True  # before the results

    def add(self, name: str, cells: Sequence[str]) -> None:
        self.names.append(name)
        self.cells.append(list(cells))


def metadata(draw: Draw, n: int, kinds: dict[str, tuple[str, ...]], taken: set[str]) -> Lines:
    lines = Lines(first=draw.chance(0.7))
    for kind in draw.some(tuple(kinds), int(draw.rng.integers(1, 4))):
        meaningless = kind in ("instances", "features", "classes")
        lines.add(called(draw, kinds[kind], taken, meaningless), sizes(draw, kind, n))
        draw.tags.add(f"metadata: {kind}")
    return lines


def summaries(draw: Draw, base: Base, values: np.ndarray, taken: set[str]) -> Lines:
    """Summaries over the problems."""
    kinds = ("mean", "rank", *names.SUMMARY_NAMES)
    lines = Lines(first=draw.chance(0.1))
    for kind in dict.fromkeys(draw.some(kinds, int(draw.rng.integers(1, 4)))):
        meaningless = kind not in ("p", "max", "min")
        lines.add(
            called(draw, names.SUMMARY_NAMES[kind], taken, meaningless),
            _summary(kind, base, values),
        )
        draw.tags.add(f"summary: {kind}")
    return lines


def over_algorithms(draw: Draw, base: Base, values: np.ndarray, taken: set[str]) -> Lines:
    """Summaries over the algorithms, one cell per problem."""
    lines = Lines(first=False)
    kind = draw.pick(("mean", "best", "std"))
    if kind == "best":
        best = np.nanmin(values, axis=1) if base.better == "lower" else np.nanmax(values, axis=1)
        lines.add(free_name(draw, names.BEST_NAMES, taken), [base.write(value) for value in best])
    else:
        statistic = np.nanmean if kind == "mean" else np.nanstd
        lines.add(
            called(draw, names.SUMMARY_NAMES[kind], taken, True),
            [base.write(value) for value in statistic(values, axis=1)],
        )
    draw.tags.add(f"over algorithms: {kind}")
    return lines


# --- measures and runs -------------------------------------------------------------------------


def _another_measure(draw: Draw, base: Base) -> np.ndarray:
    """Values of another measure: near those of the first, in their order more or less."""
    spread = np.std(base.values, axis=1, keepdims=True) + 0.01 * np.abs(base.values)
    moved = base.values + draw.rng.normal(size=base.values.shape) * spread * 0.5
    top = 100 if base.values.max() > 1 else 1
    moved = np.maximum(moved, 0) if base.decimals is None else np.clip(moved, 0, top)
    return np.array([[base.write(value) for value in row] for row in moved])


def _cost(draw: Draw, base: Base) -> np.ndarray:
    costs = 10 ** (draw.rng.normal(size=base.values.shape) + draw.rng.uniform(0, 2))
    return np.array([[f"{cost:.2f}" for cost in row] for row in costs])


def draw_measures(draw: Draw, base: Base) -> tuple[list[str], list[np.ndarray], list[int]]:
    """Names and texts of measures of the results, and which of them `better` may mean."""
    qualities = list(draw.pick(names.QUALITY[base.better]))
    if draw.chance(0.3):
        qualities = qualities[:1]
    texts = [base.texts, *(_another_measure(draw, base) for _ in qualities[1:])]
    meant = list(range(len(qualities)))
    if len(qualities) == 1 or draw.chance(0.5):
        if base.better == "lower":
            meant.append(len(qualities))
        qualities.append(draw.pick(names.COSTS))
        texts.append(_cost(draw, base))
        draw.tags.add("cost beside quality")
    return qualities, texts, meant


def draw_runs(draw: Draw, base: Base) -> tuple[np.ndarray, np.ndarray]:
    """Texts of several runs per cell (runs, n, k), and their means."""
    count = draw.pick((2, 3, 5, 10))
    spread = np.std(base.values, axis=1, keepdims=True) * 0.3
    noise = draw.rng.normal(size=(count, *base.values.shape)) * spread
    moved = np.maximum(base.values + noise, 0)
    if base.decimals is not None:
        moved = np.minimum(moved, 100 if base.values.max() > 1 else 1)
    texts = np.array([[[base.write(v, 1) for v in row] for row in table] for table in moved])
    return texts, texts.astype(float).mean(axis=0)


# --- cells ------------------------------------------------------------------------------------


def make_holes(draw: Draw, base: Base) -> tuple[np.ndarray, np.ndarray]:
    """Texts and values with some of them missing, though no row or column is without values."""
    texts, values = base.texts.astype(object), base.values.copy()
    holes = draw.rng.random(values.shape) < draw.pick((0.02, 0.05, 0.2))
    holes[draw.rng.integers(len(holes)), draw.rng.integers(holes.shape[1])] = True
    holes[holes.sum(axis=1) > values.shape[1] - 2] = False
    holes[:, holes.sum(axis=0) > len(values) - 2] = False
    texts[holes], values[holes] = draw.pick(HOLES), np.nan
    return texts, values


def with_deviations(draw: Draw, base: Base, texts: np.ndarray, values: np.ndarray) -> np.ndarray:
    forms = [form for form in PLUS_MINUS if base.decimals is not None or form != "{}+{}"]
    form = draw.pick(forms)
    draw.tags.add(f"deviations: {form.format('a', 'b')}")
    scale = np.nanstd(values, axis=1, keepdims=True) / 3
    deviations = np.abs(draw.rng.normal(size=values.shape)) * scale
    texts_with = [
        [
            text if np.isnan(value) else form.format(text, base.write(deviation))
            for text, value, deviation in zip(*row, strict=True)
        ]
        for row in zip(texts, values, deviations, strict=True)
    ]
    return np.array(texts_with, dtype=object)


def best_cells(base: Base, values: np.ndarray) -> list[tuple[int, int]]:
    best = np.nanargmin(values if base.better == "lower" else -values, axis=1)
    return list(enumerate(int(column) for column in best))


def in_a_file(draw: Draw, grid: Grid, kinds: Sequence[str] = FORMATS) -> bytes:
    """The grid in one of the formats that can hold it."""
    heads = grid.headings[0]
    flat = len(grid.headings) == 1 and all(heads) and len(set(heads)) == len(heads)
    cells = {cell for line in (*grid.headings, *grid.body) for cell in line}
    unfit = {"json"} if not flat else set()
    if any(not cell or " " in cell for cell in cells):
        unfit.add("blanks")
    kind = draw.pick([kind for kind in kinds if kind not in unfit])
    draw.tags.add(kind)
    if kind == "semicolon":
        comma = draw.chance(0.6, "decimal comma")
        return separated(grid, ";", "," if comma else ".")
    marks = {"csv": ",", "tsv": "\t", "bar": "|", "blanks": "  "}
    if kind in marks:
        text = separated(grid, marks[kind])
        return text.replace(b"\n", b"\r\n") if draw.chance(0.1, "CRLF") else text
    return {"markdown": markdown, "latex": latex, "json": records, "xlsx": excel}[kind](grid)

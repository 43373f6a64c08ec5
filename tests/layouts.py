"""Random layouts of the bundled studies, each with the table that a reader must find in it.

`layout(seed, index)` takes a part of a study, or grows it, names it, and lays it out as people do:
problems in rows or in columns, or a row per result; with sizes, summaries, counters, deviations,
groups, several measures, runs and holes; as CSV, Markdown, LaTeX, JSON or Excel. The same two
numbers make the same layout again. Its tags say what kind it is.

Long because all features of a layout must know of each other: the truth is made beside the text.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

import layout_names as names
from layout_files import (
    Grid,
    separated,
    turned,
    with_column,
    with_sections,
)
from layout_parts import (
    FORMATS,
    Base,
    Better,
    Draw,
    Lines,
    best_cells,
    called,
    draw_base,
    draw_measures,
    draw_runs,
    free_name,
    grown,
    in_a_file,
    make_holes,
    metadata,
    over_algorithms,
    sizes,
    studies,
    summaries,
    with_deviations,
    written,
)

Spellings = tuple[str, ...]  # what a name may be read as, the fullest last


@dataclass(frozen=True)
class Matrix:
    """What may be read: names of the algorithms, and values (problems, algorithms)."""

    algorithms: tuple[Spellings, ...]
    values: np.ndarray


@dataclass(frozen=True)
class Truth:
    """What a table says: one of `matrices`, on these problems (None: they have no names).

    If it has several matrices, as many measures are meant equally, and taking one unasked is a
    guess. Values of a table in per cent may be read as shares.
    """

    problems: tuple[Spellings, ...] | None
    matrices: tuple[Matrix, ...]
    per_cent: bool = False


# a number whose point or comma cannot separate thousands, after 0 or before other than 3 digits
_PLAINLY_DECIMAL = re.compile(rb";(?:0[.,]|[0-9]+[.,](?:[0-9]{1,2}|[0-9]{4,})[;\r\n])")


@dataclass(frozen=True)
class Layout:
    """A file, what its user says of it, and what it holds; no truth: nothing to compare."""

    seed: int
    index: int
    tags: frozenset[str]
    content: bytes
    better: Better
    given: dict[str, Any]
    truth: Truth | None

    @property
    def plain(self) -> bool:
        """A named column of problems and nothing but algorithms, under names of a field.

        Nobody knows what 57.720 between semicolons is, where all numbers are so: it is refused.
        """
        return "plain" in self.tags and not (
            "semicolon" in self.tags and not _PLAINLY_DECIMAL.search(self.content)
        )

    @property
    def meaningful(self) -> bool:
        """Whether summaries and sizes have names that say so."""
        return "meaningless" not in self.tags

    def describe(self) -> str:
        """Its kind in a line."""
        return f"{self.seed}/{self.index}: {', '.join(sorted(self.tags))}"


def _spelled(*parts: str) -> Spellings:
    """A name by its last part, or by all parts together, in this order or the other."""
    return tuple(dict.fromkeys((parts[-1], " ".join(parts), " ".join(parts[::-1]))))


def _each(found: Sequence[str]) -> tuple[Spellings, ...]:
    return tuple((name,) for name in found)


def _named(problems: Sequence[str]) -> tuple[Spellings, ...]:
    """Names of problems; numbers that count them may be read as numbers of rows."""
    counted = [str(i + 1) for i in range(len(problems))]
    if list(problems) == counted:
        return tuple((number, f"P{number}") for number in counted)
    return _each(problems)


def _finish(
    draw: Draw, seed: int, index: int, base: Base, content: bytes, truth: Truth | None
) -> Layout:
    given = {}
    if truth and any(np.isnan(matrix.values).any() for matrix in truth.matrices):
        draw.tags.add("holes")
        given["missing"] = "keep"
    tags = frozenset(draw.tags)
    return Layout(seed, index, tags, content, base.better, given, truth)


# --- one number per cell: problems in rows or in columns -----------------------------------------


def _wide(draw: Draw) -> tuple[Base, bytes, Truth]:
    base = draw_base(draw)
    is_turned = draw.chance(0.27 if draw.zeal else 0, "columns")
    if not is_turned:
        draw.tags.add("rows")
    n, k = base.values.shape
    texts, values = base.texts.astype(object), base.values
    if draw.feature(0.12, "holes"):
        texts, values = make_holes(draw, base)
    known = values
    if base.decimals is not None and draw.feature(0.08, "per cent"):
        base.decimals = min(base.decimals, 2)
        factor = 100 if np.nanmax(values) <= 1 else 1
        sign = draw.pick(("%", " %"))
        shown = [[written(v * factor, base.decimals) for v in row] for row in values]
        known = np.array(shown, dtype=float)
        texts = np.where(np.isnan(values), texts, [[f"{s}{sign}" for s in row] for row in shown])
    elif draw.feature(0.12, "deviations"):
        texts = with_deviations(draw, base, texts, values)
    bold = best_cells(base, values) if draw.chance(0.4) else []

    taken = {*base.problems, *base.algorithms}
    beside, below = [], []  # lines that say something of problems, and of algorithms
    if draw.feature(0.06 if is_turned else 0.25, "metadata"):
        beside.append(metadata(draw, n, names.SIZE_NAMES, taken))
    if is_turned and draw.feature(0.25, "metadata of algorithms"):
        below.append(metadata(draw, k, names.MODEL_NAMES, taken))
    if draw.feature(0.3, "summaries"):
        below.append(summaries(draw, base, values, taken))
    if draw.feature(0.08, "over algorithms"):
        beside.append(over_algorithms(draw, base, values, taken))
    if n >= 6 and draw.feature(0.05, "not run"):
        zero = draw.pick(("0", "0.0", base.write(0)))
        lines = Lines(first=False)
        for name in base.spare[: int(draw.rng.integers(1, 3))]:
            lines.add(name, [zero] * n)
        beside.append(lines)

    corner = _corner(draw, base, is_turned)
    grid = _crossed(base, texts, corner, beside, below, bold)
    if is_turned:
        grid = turned(grid)
    problems: tuple[Spellings, ...] | None = _named(base.problems)
    algorithms = _each(base.algorithms)
    grouped = sorted(draw.some(range(1, n), min(2, n - 1)))
    if not is_turned and len(grid.body) == n and draw.feature(0.07, "sections"):
        starts = dict(zip((0, *grouped), draw.some(names.GROUPS, 3), strict=False))
        parts = _sections_of(starts, n)
        problems = tuple(_spelled(a, b) for a, b in zip(parts, base.problems, strict=True))
        grid = with_sections(grid, starts)
    elif not is_turned and draw.feature(0.06, "two headings"):
        grid, algorithms = _two_headings(draw, base, grid, algorithms)
    if len(grid.headings) == 1 and "sections" not in draw.tags and draw.feature(0.1, "index"):
        start = draw.pick((0, 1))
        if len(grid.body) > n or is_turned or draw.chance(0.8):
            name = draw.pick(("", "Unnamed: 0", "index", "#", "No.", "id"))
        else:  # nothing but a number names the problem
            grid, name = _without_names(grid, base), draw.pick(("", "Unnamed: 0", "index"))
            problems = None
            draw.tags.add("unnamed problems")
        if name not in taken:
            numbers = [str(i + start) for i in range(len(grid.body))]
            grid = with_column(grid, [name], numbers)
    if draw.zeal == 0 and "awkward names" not in draw.tags:
        draw.tags.add("plain")
    return (
        base,
        in_a_file(draw, grid),
        Truth(problems, (Matrix(algorithms, known),), "per cent" in draw.tags),
    )


def _corner(draw: Draw, base: Base, is_turned: bool) -> str:
    words = base.area.algorithm_words if is_turned else base.area.problem_words
    if draw.zeal == 0:
        return draw.pick(words)
    kind = draw.rng.random()
    if kind < 0.3:
        draw.tags.add("empty corner")
        return ""
    if kind < 0.36:
        draw.tags.add("corner of both words")
        both = draw.pick(base.area.problem_words), draw.pick(base.area.algorithm_words)
        return draw.pick((" / ", "\\", "/")).join(both[::-1] if is_turned else both)
    if kind < 0.42:
        draw.tags.add("corner says nothing")
        return draw.pick(("Name", "name", "x", "label"))
    return draw.pick(words)


def _crossed(
    base: Base,
    texts: np.ndarray,
    corner: str,
    beside: Sequence[Lines],
    below: Sequence[Lines],
    bold: Sequence[tuple[int, int]],
) -> Grid:
    """Problems in rows: columns and rows around the results, empty where both cross."""
    n = len(base.problems)
    before = [
        (a, b)
        for lines in beside
        if lines.first
        for a, b in zip(lines.names, lines.cells, strict=True)
    ]
    after = [
        (a, b)
        for lines in beside
        if not lines.first
        for a, b in zip(lines.names, lines.cells, strict=True)
    ]
    rows = [
        (name, *(cells[i] for _, cells in before), *texts[i], *(cells[i] for _, cells in after))
        for i, name in enumerate(base.problems)
    ]

    def around(lines: Lines) -> list[tuple[str, ...]]:
        left, right = ("",) * len(before), ("",) * len(after)
        return [
            (name, *left, *cells, *right)
            for name, cells in zip(lines.names, lines.cells, strict=True)
        ]

    top = [row for lines in below if lines.first for row in around(lines)]
    bottom = [row for lines in below if not lines.first for row in around(lines)]
    head = (corner, *(name for name, _ in before), *base.algorithms, *(name for name, _ in after))
    places = frozenset((len(top) + i, 1 + len(before) + j) for i, j in bold)
    return Grid((head,), tuple(map(tuple, (*top, *rows[:n], *bottom))), places)


def _sections_of(starts: dict[int, str], n: int) -> list[str]:
    found: list[str] = []
    for i in range(n):
        found.append(starts.get(i, found[-1] if found else ""))
    return found


def _two_headings(
    draw: Draw, base: Base, grid: Grid, algorithms: tuple[Spellings, ...]
) -> tuple[Grid, tuple[Spellings, ...]]:
    """A line of families above the algorithms, each named once or over every column."""
    (head,) = grid.headings
    first = head.index(base.algorithms[0])
    families = sorted(draw.pick(names.FAMILIES[:4]) for _ in base.algorithms)
    repeated = draw.chance(0.5)
    shown = [
        family if repeated or i == 0 or families[i - 1] != family else ""
        for i, family in enumerate(families)
    ]
    rest = len(head) - first - len(shown)
    top = (*[""] * first, *shown, *[""] * rest)
    spelled = tuple(
        _spelled(family, name) for family, name in zip(families, base.algorithms, strict=True)
    )
    return Grid((top, head), grid.body, grid.bold), spelled


def _without_names(grid: Grid, base: Base) -> Grid:
    (head,) = grid.headings
    bold = frozenset((line, column - 1) for line, column in grid.bold)
    body = tuple(line[1:] for line in grid.body)
    return Grid((head[1:],), body, bold)


# --- several columns per algorithm, several rows per problem --------------------------------------


def _pairs(draw: Draw) -> tuple[Base, bytes, Truth]:
    """Several columns per algorithm: measures, or means and deviations."""
    base = draw_base(draw)
    draw.tags.add("rows")
    k = len(base.algorithms)
    if draw.chance(0.5, "columns of means and deviations"):
        deviations = np.abs(draw.rng.normal(size=base.values.shape)) * np.std(base.values) / 5
        shown = np.array([[base.write(value) for value in row] for row in deviations])
        kinds: list[str] = list(
            draw.pick((("mean", "std"), ("Mean", "Std"), ("avg", "sd"), ("", "std")))
        )
        texts, meant = [base.texts, shown], [0]
    else:
        draw.tags.add("columns of measures")
        kinds, texts, meant = draw_measures(draw, base)
    joint = draw.pick(("{a}_{m}", "{a} {m}", "{a} ({m})", "{m}_{a}", "{a}.{m}"))
    over = draw.chance(0.3, "two headings") and all(kinds)
    if not over and "two headings" in draw.tags:
        draw.tags.discard("two headings")
    by_measure = draw.chance(0.25) and not over
    places = [(j, m) for j in range(k) for m in range(len(kinds))]
    if by_measure:
        places.sort(key=lambda place: place[1])
    corner = draw.pick(base.area.problem_words)
    if over:
        heads: tuple[tuple[str, ...], ...] = (
            ("", *(base.algorithms[j] for j, _ in places)),
            (corner, *(kinds[m] for _, m in places)),
        )
    else:
        named = [
            joint.format(a=base.algorithms[j], m=kinds[m]) if kinds[m] else base.algorithms[j]
            for j, m in places
        ]
        heads = ((corner, *named),)
    body = [(name, *(texts[m][i, j] for j, m in places)) for i, name in enumerate(base.problems)]
    content = in_a_file(draw, Grid(heads, tuple(body)))
    matrices = tuple(
        Matrix(
            tuple((name, f"{name} {kinds[m]}", f"{kinds[m]} {name}") for name in base.algorithms),
            texts[m].astype(float),
        )
        for m in meant
    )
    return base, content, Truth(_named(base.problems), matrices)


def _wide_runs(draw: Draw) -> tuple[Base, bytes, Truth]:
    """Several rows per problem: runs, or what names the problem together with its name."""
    base = draw_base(draw)
    draw.tags.add("rows")
    texts, means = draw_runs(draw, base)
    corner = draw.pick(base.area.problem_words)
    algorithms = _each(base.algorithms)
    runs = len(texts)
    by_run = draw.chance(0.3)
    order = sorted(
        itertools.product(range(runs), range(len(base.problems))),
        key=lambda place: place if by_run else place[::-1],
    )
    lines = [(base.problems[i], *texts[r, i]) for r, i in order]
    if draw.chance(0.3, "composite problems"):
        second, levels = draw.pick(
            (
                ("Horizon", ["24", "48", "96", "192", "336", "720", "24h", "7d", "30d", "1y"]),
                ("Noise", ["0.05", "0.1", "0.15", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8"]),
                ("Subset", ["easy", "medium", "hard", "a", "b", "c", "d", "e", "f", "g"]),
                ("Base learner", ["LR", "KNN", "DT", "GBC", "RF", "NB", "SVC", "MLP", "LDA", "ET"]),
            )
        )
        body = tuple(
            (line[0], levels[r], *line[1:]) for (r, _), line in zip(order, lines, strict=True)
        )
        head = (corner, second, *base.algorithms)
        problems = tuple(
            (f"{base.problems[i]} {levels[r]}", f"{levels[r]} {base.problems[i]}") for r, i in order
        )
        values = np.array([texts[r, i] for r, i in order]).astype(float)
        truth = Truth(problems, (Matrix(algorithms, values),))
    elif draw.chance(0.6, "column of runs"):
        start, column = draw.pick((0, 1, 42)), draw.pick(names.RUNS)
        body = tuple(
            (line[0], str(r + start), *line[1:]) for (r, _), line in zip(order, lines, strict=True)
        )
        head = (corner, column, *base.algorithms)
        truth = Truth(_named(base.problems), (Matrix(algorithms, means),))
    else:
        draw.tags.add("runs without a column")
        body, head = tuple(lines), (corner, *base.algorithms)
        truth = Truth(_named(base.problems), (Matrix(algorithms, means),))
    return base, in_a_file(draw, Grid((head,), body)), truth


# --- a row per result ---------------------------------------------------------------------------


def _long(draw: Draw) -> tuple[Base, bytes, Truth]:
    base = draw_base(draw)
    draw.tags.add("long")
    n, k = base.values.shape
    texts = base.texts.astype(object)[None]  # runs, n, k
    values = base.values
    run_names: list[str] = []
    measures: list[str] = []
    if draw.feature(0.3, "runs"):
        shown, values = draw_runs(draw, base)
        texts = shown.astype(object)
        if draw.chance(0.75, "column of runs"):
            start = draw.pick((0, 1, 42))
            run_names = [str(r + start) for r in range(len(texts))]
        else:
            draw.tags.add("runs without a column")
    elif draw.feature(0.12, "holes"):
        shown, values = make_holes(draw, base)
        texts = shown[None]
    elif draw.feature(0.08, "deviations"):
        texts = with_deviations(draw, base, texts[0], values)[None]
    matrices: tuple[Matrix, ...] = (Matrix(_each(base.algorithms), values),)
    several = [texts]
    melted = False
    if (
        len(texts) == 1
        and not draw.tags & {"holes", "deviations"}
        and draw.feature(0.3, "measures")
    ):
        measures, tables, meant = draw_measures(draw, base)
        several = [table.astype(object)[None] for table in tables]
        matrices = tuple(Matrix(_each(base.algorithms), tables[m].astype(float)) for m in meant)
        melted = draw.chance(0.4, "column of measures")

    if awkward := "awkward names" in draw.tags:
        roles = draw.pick(base.area.problem_words), draw.pick(base.area.algorithm_words)
    elif draw.chance(0.65):
        roles = draw.pick(names.PLAIN_LONG)
    else:
        roles = draw.pick(names.OTHER_LONG)
        draw.tags.add("other headings")
    taken = {*roles}
    heads = {"problem": roles[0], "algorithm": roles[1]}
    if run_names:
        heads["run"] = free_name(draw, names.RUNS, taken)
    if melted:
        heads["measure"] = free_name(draw, ("metric", "measure", "Metric", "indicator"), taken)
        heads["value"] = free_name(draw, ("value", "score", "result", "MetricValue"), taken)
    elif measures:
        heads |= {f"value {m}": free_name(draw, [name], taken) for m, name in enumerate(measures)}
    else:
        heads["value"] = free_name(draw, names.VALUES[base.better], taken)
    extra: dict[str, list[str]] = {}
    if not awkward and draw.feature(0.12, "metadata"):
        kind = draw.pick(("instances", "classes", "type"))
        head = called(draw, names.SIZE_NAMES[kind], taken, kind != "type")
        extra[head] = sizes(draw, kind, n)
    heads |= {f"extra {head}": head for head in extra}
    columns: dict[str, list[str]] = {role: [] for role in heads}
    levels: list[int] = list(range(len(several))) if melted else [0]
    places = list(itertools.product(range(n), range(k), range(len(texts)), levels))
    order = draw.pick(("problems", "algorithms", "shuffled"))
    if order == "algorithms":
        places.sort(key=lambda place: (place[1], place[0]))
    elif order == "shuffled":
        places = [places[i] for i in draw.rng.permutation(len(places))]
    gaps = "holes" in draw.tags and draw.chance(0.5, "rows left out")
    for i, j, r, m in places:
        if gaps and np.isnan(values[i, j]):
            continue
        columns["problem"].append(base.problems[i])
        columns["algorithm"].append(base.algorithms[j])
        if run_names:
            columns["run"].append(run_names[r])
        if melted:
            columns["measure"].append(measures[m])
        for role in columns:
            if role == "value":
                columns[role].append(several[m][r, i, j])
            elif role.startswith("value "):
                columns[role].append(several[int(role.split()[1])][r, i, j])
            elif role.startswith("extra "):
                columns[role].append(extra[heads[role]][i])
    arranged = list(columns)
    if draw.chance(0.3):
        arranged = draw.some(arranged, len(arranged))
    elif draw.chance(0.4):
        arranged = ["algorithm", "problem", *arranged[2:]]
    body = tuple(zip(*(columns[role] for role in arranged), strict=True))
    grid = Grid((tuple(heads[role] for role in arranged),), body)
    if draw.feature(0.1, "index"):
        name = draw.pick(("", "Unnamed: 0", "index", "id"))
        grid = with_column(grid, [name], [str(i) for i in range(len(body))])
    kinds = [kind for kind in FORMATS if kind != "latex"]
    return base, in_a_file(draw, grid, kinds), Truth(_named(base.problems), matrices)


# --- nothing to compare -----------------------------------------------------------------------


def _nothing(draw: Draw) -> tuple[Base, bytes, None]:
    """One algorithm and its measures, one score a model, or sizes of data sets alone."""
    base = draw_base(draw)
    n, k = base.values.shape
    kind = draw.pick(("one algorithm", "one problem", "no results"))
    draw.tags |= {"nothing to compare", kind}
    if kind == "one algorithm":
        measures, texts, _ = draw_measures(draw, base)
        head = (draw.pick(base.area.problem_words), *measures)
        body = [(name, *(table[i, 0] for table in texts)) for i, name in enumerate(base.problems)]
    elif kind == "one problem":
        word = draw.pick(base.area.algorithm_words)
        score = draw.pick(names.VALUES[base.better])
        parameters = sizes(draw, "parameters", k)
        head = (word, score, *draw.pick((("#Params",), ())))
        body = [
            (name, base.texts[0, j], parameters[j])[: len(head)]
            for j, name in enumerate(base.algorithms)
        ]
    else:
        taken = {*base.problems}
        chosen = draw.some([*names.SIZE_NAMES][:5], 4)
        sizes_of = [sizes(draw, kind, n) for kind in chosen]
        head = (
            draw.pick(base.area.problem_words),
            *(free_name(draw, names.SIZE_NAMES[kind], taken) for kind in chosen),
        )
        body = [(name, *(column[i] for column in sizes_of)) for i, name in enumerate(base.problems)]
    return base, in_a_file(draw, Grid((head,), tuple(body))), None


# --- all of them ------------------------------------------------------------------------------

_KINDS: tuple[tuple[float, Callable[[Draw], tuple[Base, bytes, Truth | None]]], ...] = (
    (0.60, _wide),
    (0.05, _pairs),
    (0.06, _wide_runs),
    (0.26, _long),
    (0.03, _nothing),
)


def layout(seed: int, index: int) -> Layout:
    """The layout of this number."""
    draw = Draw(seed, index)
    shares = np.array([share for share, _ in _KINDS])
    kind = _KINDS[int(draw.rng.choice(len(_KINDS), p=shares / shares.sum()))][1]
    draw.zeal = draw.pick((0.0, 0.5, 1.0, 1.0, 1.5))
    base, content, truth = kind(draw)
    return _finish(draw, seed, index, base, content, truth)


def layouts(count: int, seed: int) -> Iterator[Layout]:
    """So many layouts."""
    return (layout(seed, index) for index in range(count))


def awkward_layout(number: int, seed: int = 1) -> Layout:
    """A plain layout of one of the made-up tables of awkward names, problems in rows."""
    draw = Draw(seed, number)
    awkward = names.AWKWARD[number]
    study = draw.pick([study for study in studies() if study.values.max() <= 1])
    n, k = len(awkward.problems), len(awkward.algorithms)
    values = grown(draw, study.values, n, k, logarithmic=False)
    texts = np.array([[written(value, 3) for value in row] for row in values])
    grid = Grid(
        ((awkward.problem, *awkward.algorithms),),
        tuple((name, *row) for name, row in zip(awkward.problems, texts, strict=True)),
    )
    truth = Truth(
        _each(awkward.problems), (Matrix(_each(awkward.algorithms), texts.astype(float)),)
    )
    tags = frozenset({"rows", "csv", "awkward table"})
    return Layout(seed, number, tags, separated(grid, ","), study.better, {}, truth)

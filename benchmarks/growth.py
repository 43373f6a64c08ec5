"""How the time of the three proved methods grows, written into their pages, and of all analyses.

``python -m benchmarks.growth`` measures all, ``python -m benchmarks.growth closed`` one of them,
in a few minutes; ``analyses`` are in `benchmarks.analyses` (`make growth`). The name of an
analysis, ``python -m benchmarks.growth contrast bayes``, prints its growth and writes nothing.

Every size is timed beside a floor, the least that any method must do, in rounds:
a table shows medians of the ratios, so that it means the same on every machine. How time itself
grows is the slope of its logarithm, fitted by least squares in each round; the median is given with
the least and the greatest. What is taken is the time of the processor, which other work on the
machine hardly moves, with linear algebra in one thread, for those that wait spend time too.
"""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import process_time

import numpy as np

from benchmarks.analyses import above, measured, subjects
from benchmarks.bench_logical import evenly_spread, simulated
from benchmarks.peers.__main__ import with_analyses
from evenkeel import Family, Results
from evenkeel.adjustments.bergmann import bergmann_on_line
from evenkeel.adjustments.closed import closed_test_of_control, closed_test_of_pairs
from evenkeel.adjustments.exhaustive import bergmann_by_sets, set_partitions
from evenkeel.adjustments.shaffer import shaffer_static
from evenkeel.posthocs.paired_laws import paired_pvalues
from evenkeel.ranks.kernels import rank_rows
from evenkeel.ranks.named import compute_ranks
from evenkeel.tables.system import write_text

DOCS = Path(__file__).parents[1] / "docs"
BEGIN, END = "<!-- measured by benchmarks/growth.py -->", "<!-- end of what was measured -->"
ROUNDS = 5
TABLES = 5  # of one size, where the time hangs on the table
_SHORT = 0.01  # seconds, below which a call is repeated as often as it takes
_ONE_THREAD = "OPENBLAS_NUM_THREADS"

Array = np.ndarray
Call = Callable[[], object]


@dataclass(frozen=True)
class Series:
    """Calls at growing sizes, each beside a floor.

    Attributes
    ----------
    axis, sizes
        What grows, and its values.
    floor
        ``floor(size)`` makes the call that the others are divided by.
    calls
        The same for each method, by its name.
    beside
        Columns that are no times: the name and ``column(size)``.
    base
        Whether time is multiplied with each step, instead of growing as a power of the size.
    least
        The size from which on the growth is fitted.
    """

    axis: str
    sizes: tuple[int, ...]
    floor: Callable[[int], Call]
    calls: dict[str, Callable[[int], Call]]
    beside: tuple[tuple[str, Callable[[int], int]], ...] = ()
    base: bool = False
    least: int = 0

    def blocks(self) -> Iterator[str]:
        """The table of ratios, and the growth in a sentence each."""
        floors, times = self._times()
        yield self._table({name: np.median(t / floors, axis=0) for name, t in times.items()})
        yield "\n".join(f"- {name}: {self._growth(t)}." for name, t in times.items())

    def _times(self) -> tuple[Array, dict[str, Array]]:
        """Seconds (rounds, sizes) of the floor and of each method, all of a size in turns."""
        made = [
            (self.floor(size), {name: call(size) for name, call in self.calls.items()})
            for size in self.sizes
        ]
        floors = np.empty((ROUNDS, len(self.sizes)))
        times = {name: np.empty_like(floors) for name in self.calls}
        for floor, calls in made:  # what is remembered from the first call is not measured
            for call in (floor, *calls.values()):
                call()
        for row in range(ROUNDS):
            for column, (floor, calls) in enumerate(made):
                floors[row, column] = processor_seconds(floor)
                for name, call in calls.items():
                    times[name][row, column] = processor_seconds(call)
        return floors, times

    def _table(self, ratios: dict[str, Array]) -> str:
        names = [self.axis, *(name for name, _ in self.beside), *ratios]
        lines = [names, ["---:"] * len(names)]
        for column, size in enumerate(self.sizes):
            counts = [f"{number(size):,}" for _, number in self.beside]
            shown = [f"{_rounded(ratio[column]):,}" for ratio in ratios.values()]
            lines.append([f"{size:,}", *counts, *shown])
        return "\n".join(f"| {' | '.join(line)} |" for line in lines)

    def _growth(self, times: Array) -> str:
        fitted = np.array(self.sizes) >= self.least
        sizes = np.array(self.sizes, dtype=np.float64)[fitted]
        slopes = np.polyfit(sizes if self.base else np.log(sizes), np.log(times[:, fitted].T), 1)[0]
        low, middle, high = np.quantile(slopes, [0, 0.5, 1])
        if self.base:
            low, middle, high = np.exp([low, middle, high])
            return f"{middle:.2f} times as long with each more ({low:.2f} to {high:.2f})"
        return f"the power {middle:.2f} of {self.axis} ({low:.2f} to {high:.2f})"


def processor_seconds(call: Call) -> float:
    """Time of the processor that a call takes."""
    times, spent = 1, 0.0
    while spent < _SHORT:
        start = process_time()
        for _ in range(times):
            call()
        spent = process_time() - start
        taken, times = spent / times, times * max(2, math.ceil(_SHORT / max(spent, 1e-6)))
    return taken


def _rounded(ratio: float) -> float | int:
    """Two significant digits."""
    short = float(f"{ratio:.2g}")
    return int(short) if short >= 10 else short


Tables = list[tuple[Array, Array]]


def _simulated(k: int, effect: float) -> Tables:
    """Several tables, for how much is left to be looked at hangs on the table."""
    return [simulated(k, effect, seed=seed) for seed in range(TABLES)]


def _evenly_spread(k: int) -> Tables:
    return [evenly_spread(k, seed) for seed in range(TABLES)]


def _on_line(tables: Tables) -> Call:
    return lambda: [bergmann_on_line(p, average) for average, p in tables]


def _sorting(k: int) -> Call:
    return partial(np.argsort, _pvalues(k), axis=1)


def _pvalues(k: int) -> Array:
    return np.stack([p for _, p in _simulated(k, 1.0)])


def _pairs(k: int) -> int:
    return k * (k - 1) // 2


def bergmann() -> Iterator[Series]:
    """On a line, beside Shaffer's static procedure, and over all exhaustive sets."""
    yield Series(
        "k",
        (12, 17, 24, 34, 48, 68, 96),
        _sorting,
        {
            "Shaffer static": lambda k: partial(shaffer_static, _pvalues(k), Family.of_size(k)),
            "no differences": lambda k: _on_line(_simulated(k, 0.0)),
            "moderate differences": lambda k: _on_line(_simulated(k, 1.0)),
            "all distances differ": lambda k: _on_line(_evenly_spread(k)),
        },
        (("pairs", _pairs),),
        least=24,
    )
    yield Series(
        "k",
        (5, 6, 7, 8, 9, 10),
        _sorting,
        {
            "all exhaustive sets": lambda k: partial(bergmann_by_sets, _pvalues(k), k),
            "on a line": lambda k: _on_line(_simulated(k, 1.0)),
        },
        (("partitions", lambda k: len(set_partitions(k))),),
        base=True,
    )


def _ranks(ranking: str, n: int, k: int) -> Array:
    values = np.random.default_rng(n).normal(size=(n, k)) + np.linspace(0, 1, k)
    return compute_ranks(Results(values, better="lower"), ranking).ranks


def _statistics(n: int, k: int) -> Call:
    ranks, (first, second) = _ranks("friedman", n, k), Family.of_size(k).pairs.T
    return lambda: np.abs((ranks[:, second] - ranks[:, first]).sum(axis=0))


def _paired(ranking: str, n: int, k: int) -> Call:
    return partial(paired_pvalues, _ranks(ranking, n, k), Family.of_size(k).pairs)


def paired() -> Iterator[Series]:
    """With the problems, and with the algorithms; aligned and Quade's as far as all is exact."""
    titles = {"friedman": "Friedman", "aligned": "aligned", "quade": "Quade"}
    yield Series(
        "n",
        (80, 160, 320, 640, 1280, 2560, 5120),
        lambda n: _statistics(n, 10),
        {"Friedman": lambda n: _paired("friedman", n, 10)},
        least=320,
    )
    yield Series(
        "n",
        (10, 14, 20, 28, 40, 56, 80),
        lambda n: _statistics(n, 10),
        {
            titles[name]: partial(lambda ranking, n: _paired(ranking, n, 10), name)
            for name in ("aligned", "quade")
        },
        least=20,
    )
    yield Series(
        "k",
        (5, 7, 10, 14, 20, 28, 40),
        lambda k: _statistics(40, k),
        {
            title: partial(lambda ranking, k: _paired(ranking, 40, k), name)
            for name, title in titles.items()
        },
        (("pairs", _pairs),),
        least=10,
    )


def _drawing(n: int, resamples: int) -> Call:
    return lambda: np.random.default_rng(0).integers(0, 2, (n, resamples))


def _closed(n: int, k: int, resamples: int) -> Call:
    ranks = rank_rows(np.random.default_rng(k).normal(size=(n, k)))
    return partial(closed_test_of_pairs, ranks, resamples=resamples, seed=0)


def _controlled(n: int, k: int, resamples: int) -> Call:
    ranks = rank_rows(np.random.default_rng(k).normal(size=(n, k)))
    return partial(closed_test_of_control, ranks, 0, resamples=resamples, seed=0)


def closed() -> Iterator[Series]:
    """With the algorithms, with the problems and with the permutations."""
    both = {"all pairs": _closed, "a control": _controlled}
    yield Series(
        "k",
        (4, 5, 6, 7, 8, 9, 10),
        lambda k: _drawing(30, 1000),
        {name: partial(lambda test, k: test(30, k, 1000), test) for name, test in both.items()},
        (("groups", lambda k: 2**k - k - 1), ("partitions", lambda k: len(set_partitions(k)))),
        base=True,
        least=6,
    )
    yield Series(
        "n",
        (20, 40, 80, 160, 320),
        lambda n: _drawing(n, 1000),
        {name: partial(lambda test, n: test(n, 6, 1000), test) for name, test in both.items()},
    )
    yield Series(
        "permutations",
        (1000, 2000, 4000, 8000, 16_000),
        lambda resamples: _drawing(30, resamples),
        {name: partial(lambda test, b: test(30, 6, b), test) for name, test in both.items()},
    )


ANALYSES = "analyses"
PAGES = {
    "bergmann": ("bergmann_hommel.md", bergmann),
    "paired": ("paired_law.md", paired),
    "closed": ("closed_permutation.md", closed),
}


def inserted(page: str, blocks: list[str]) -> str:
    """The page with each of the measured blocks between its marks."""
    head, *rest = page.split(BEGIN)
    if len(rest) != len(blocks):
        raise SystemExit(f"the page has {len(rest)} places for {len(blocks)} measurements")
    tails = [part.partition(END)[2] for part in rest]
    filled = zip(blocks, tails, strict=True)
    return head + "".join(f"{BEGIN}\n\n{block}\n\n{END}{tail}" for block, tail in filled)


def main(names: list[str]) -> None:
    if os.environ.get(_ONE_THREAD) != "1":
        command = [sys.executable, "-m", "benchmarks.growth", *names]
        os.execve(sys.executable, command, {**os.environ, _ONE_THREAD: "1"})
    single = [name for name, _, _ in subjects()]
    for name in names or (*PAGES, ANALYSES):
        if name == ANALYSES or name in single:
            curves = [*measured(single if name == ANALYSES else [name])]
            if name == ANALYSES:
                with_analyses(curves)
            if wrong := above(curves):
                sys.exit("\n".join(["", "These grow too fast:", *wrong]))
            continue
        if name not in PAGES:
            choices = ", ".join((*PAGES, ANALYSES, *single))
            sys.exit(f"unknown method {name!r}; choose from {choices}")
        file, series = PAGES[name]
        blocks = ["\n\n".join(each.blocks()) for each in series()]
        print(*blocks, sep="\n\n", flush=True)
        page = DOCS / file
        write_text(page, inserted(page.read_text(encoding="utf-8"), blocks))


if __name__ == "__main__":
    main(sys.argv[1:])

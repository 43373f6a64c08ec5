"""Every loop that may take long goes through the one mechanism that says how far it is."""

from __future__ import annotations

import importlib
import io
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import numpy as np
import pytest

import evenkeel
from evenkeel.numerics import progress
from evenkeel.runs import aggregates
from evenkeel.stability import stability

TABLE = evenkeel.Results(np.random.default_rng(3).normal(size=(12, 4)), better="lower")
HOLES = evenkeel.Results(
    np.where(np.arange(48).reshape(12, 4) % 11 == 5, np.nan, TABLE.values),
    better="lower",
    missing="keep",
)
LOOPS: list[tuple[str, str, Callable[[], object]]] = [
    (
        "omnibus.permutation",
        "random permutations",
        lambda: evenkeel.quade(TABLE, method="permutation", resamples=9, seed=1),
    ),
    (
        "omnibus.permutation",
        "exact law, problem by problem",
        lambda: evenkeel.friedman(TABLE, method="exact"),
    ),
    (
        "omnibus._skillings_mack",
        "random permutations",
        lambda: evenkeel.skillings_mack(HOLES, method="permutation", resamples=9, seed=1),
    ),
    ("posthocs.paired_laws", "pairs", lambda: evenkeel.posthoc(TABLE, method="paired")),
    (
        "runs.profile_curves",
        "resampling runs",
        lambda: aggregates(evenkeel.load_runs("scipy_optimisers"), resamples=5, seed=1),
    ),
    (
        "adjustments.closed",
        "partitions of the algorithms",
        lambda: evenkeel.posthoc(TABLE, adjust="closed-permutation", resamples=99, seed=1),
    ),
    ("numerics.resampling", "resampling", lambda: stability(TABLE, resamples=5, seed=1)),
    (
        "bayesian.sign",
        "posterior draws",
        lambda: evenkeel.bayes(TABLE, rope=0.01, method="signed-rank", seed=1),
    ),
]


@pytest.mark.parametrize(("module", "words", "call"), LOOPS)
def test_a_long_loop_says_how_far_it_is(
    module: str, words: str, call: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    said = []

    def recorded(items: Iterable[object], what: str, total: int) -> Iterator[object]:
        left = list(items)
        assert len(left) == total or isinstance(items, Iterator)
        said.append(what)
        yield from left

    monkeypatch.setattr(importlib.import_module(f"evenkeel.{module}"), "steps", recorded)
    call()
    assert words in said


def test_a_large_file_is_read_with_the_time_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[tuple[str, bool]] = []

    @contextmanager
    def expecting(words: str, seconds: float) -> Iterator[None]:
        said.append((words, seconds > 0))
        yield

    file = tmp_path / "table.csv"
    file.write_text("problem,a,b\np,1,2\nq,3,4\n")
    reading = importlib.import_module("evenkeel.tables.reading")
    monkeypatch.setattr(reading, "expecting", expecting)
    evenkeel.read(file, better="lower")
    assert said == []  # which takes less than two seconds
    monkeypatch.setattr(reading, "DELAY", 0.0)
    evenkeel.read(file, better="lower")
    assert said == [("reading the file", True), ("understanding the table", True)]
    said.clear()
    evenkeel.read_runs(file, better="lower", run=False)
    assert said[0] == ("reading the file", True)


@pytest.mark.parametrize("ended", [None, KeyboardInterrupt])
def test_the_time_left_of_one_call_is_taken_away(
    ended: type[BaseException] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    err = io.StringIO()
    err.isatty = lambda: True  # type: ignore[method-assign]
    monkeypatch.setattr(sys, "stderr", err)
    monkeypatch.setenv("TERM", "xterm")
    with suppress(KeyboardInterrupt), progress.expecting("reading the file", 60.0):
        if ended is not None:
            raise ended
    shown = err.getvalue()
    assert re.search(
        "reading the file about (60|59) s left", re.sub(r"\x1b[^a-zA-Z]*[a-zA-Z]", "", shown)
    )
    assert shown.endswith("\x1b[2K")  # the line is wiped


def test_a_loop_that_is_watched_goes_on_under_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[object] = []

    @contextmanager
    def bar(words: str, total: int, done: int = 0) -> Iterator[Callable[[], None]]:
        seen.append((words, total, done))
        yield lambda: seen.append("step")

    monkeypatch.setattr(progress, "_is_watched", lambda: True)
    monkeypatch.setattr(progress, "DELAY", 0.0)
    monkeypatch.setattr(progress, "bar", bar)
    assert list(progress.steps("abc", "letters", 3)) == ["a", "b", "c"]
    assert seen == [("letters", 3, 1), "step", "step"]


def test_many_pairs_are_counted_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """One block of draws for all pairs would end before a bar could move."""
    totals = []

    def recorded(items: Iterable[object], _: str, total: int) -> Iterator[object]:
        totals.append(total)
        yield from items

    monkeypatch.setattr("evenkeel.bayesian.sign.steps", recorded)
    evenkeel.bayes(TABLE, rope=0.01, method="signed-rank", resamples=100, seed=1)
    assert all(total == 6 for total in totals)  # pairs of four algorithms
    assert totals

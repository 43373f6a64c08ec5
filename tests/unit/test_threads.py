"""Work shared among the cores."""

from __future__ import annotations

import os
import threading
import time

import numpy as np
import pytest

from evenkeel.adjustments import adjust, procedures
from evenkeel.sorting import blocks
from evenkeel.threads import side_by_side, threads

LONG = 300_000  # a length for two threads, if there are two cores


@pytest.fixture
def two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("evenkeel.threads._cores", lambda: 2)


@pytest.mark.usefixtures("two_cores")
def test_every_slice_once_and_not_by_one_thread() -> None:
    counts = np.zeros(LONG, dtype=int)
    seen = set()

    def work(part: slice) -> None:
        counts[part] += 1
        seen.add(threading.get_ident())
        time.sleep(0.001)

    side_by_side(work, [slice(i, i + 1000) for i in range(0, LONG, 1000)])
    assert (counts == 1).all()
    assert len(seen) == 2


@pytest.mark.usefixtures("two_cores")
@pytest.mark.parametrize("culprit", [0, 1])
def test_an_error_is_not_lost(culprit: int) -> None:
    def work(part: slice) -> None:
        if part.start == culprit * 200_000:
            raise ValueError("this slice")

    with pytest.raises(ValueError, match="this slice"):
        side_by_side(work, [slice(0, 200_000), slice(200_000, 400_000)])


def test_nothing_to_do() -> None:
    side_by_side(lambda part: pytest.fail(f"called with {part}"), blocks(0))


def test_how_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: range(8), raising=False)
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    assert threads(1000) == 1
    assert threads(1 << 18) == 2
    assert threads(1 << 24) == 8
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    assert threads(1 << 24) == 3
    monkeypatch.setenv("OMP_NUM_THREADS", "many")
    assert threads(1 << 24) == 8
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert threads(1 << 24) == 1


SHAPES = {
    "some false": np.random.default_rng(3).random(LONG) ** 4,
    "all adjusted to 1": np.linspace(0.5, 1, LONG),
    "all to 0": np.zeros(LONG),
    "ties": np.random.default_rng(4).integers(0, 50, LONG) / 49,
}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(
    "name", [a.name for a in procedures() if a.kind in ("step-down", "step-up") and a.name != "rom"]
)
def test_adjusted_alike_by_one_thread_and_two(
    name: str, shape: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    p = SHAPES[shape]
    monkeypatch.setattr("evenkeel.threads._cores", lambda: 1)
    alone = adjust(p, name)
    monkeypatch.setattr("evenkeel.threads._cores", lambda: 2)
    np.testing.assert_array_equal(adjust(p, name), alone)

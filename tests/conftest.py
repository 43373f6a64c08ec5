"""What all tests share: settings of hypothesis, and the command line called in this process."""

from __future__ import annotations

import gc
import io
import os
import pkgutil
import random
import signal
import sys
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import pytest
from coverage import Coverage
from hypothesis import settings

# Set before numpy is imported. Each process that tests has a core; more threads of the algebra
# would wait for one another, and take twice the time.
os.environ |= {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}

from numpy.random import bit_generator

# No timed assertions; the examples are the same in every run, unless new ones are looked for.
EXPLORE = "EVENKEEL_EXPLORE" in os.environ
settings.register_profile("evenkeel", deadline=None, derandomize=not EXPLORE)
settings.load_profile("evenkeel")


# They start servers, run every page of the documentation and draw inputs for minutes: not looked
# into if slow tests are not wanted, else marked as such.
SLOW_ROOMS = tuple(Path(__file__).parent / room for room in ("docs", "fuzz", "web"))

# Lines are counted while quick tests run, and those marked as reaching lines of their own.
SPARED = {"slow", "browser", "tex"}
STOPPED: list[Coverage] = []


def pytest_ignore_collect(collection_path, config):
    if collection_path.parent == Path(__file__).parent and collection_path.suffix == ".py":
        return True  # what tests share, no tests; imported by those who need it
    return True if collection_path in SLOW_ROOMS and "not slow" in config.option.markexpr else None


def pytest_itemcollected(item):
    if not set(SLOW_ROOMS).isdisjoint(item.path.parents):
        item.add_marker(pytest.mark.slow)


def pytest_configure():
    """Let Ctrl-C interrupt as on a terminal, though a shell's background jobs ignore it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_runtest_setup():
    """Draw the same numbers in every run of a test, also where the program draws without a seed."""
    bit_generator.randbits = random.Random(0).getrandbits


def _counted(item):
    marks = {mark.name for mark in item.iter_markers()}
    return "reaching" in marks or marks.isdisjoint(SPARED)


def pytest_collection_modifyitems(items):
    items.sort(key=_counted, reverse=True)


def _count(on):
    """Count lines from now on, or stop it; a process may have several counters, one in another."""
    while on and STOPPED:
        STOPPED.pop().start()
    while not on and (counter := Coverage.current()):
        counter.stop()
        STOPPED.append(counter)


@pytest.hookimpl(wrapper=True)
def pytest_collection(session):
    """Collect tests without collecting garbage or counting lines, but those of importing."""
    gc.disable()
    collects = session.config.getoption("dist", "no") == "no"  # else its workers do
    if collects and Coverage.current():
        package = import_module("evenkeel")
        for module in pkgutil.walk_packages(package.__path__, "evenkeel."):
            if not module.name.endswith("__main__"):
                import_module(module.name)
        _count(False)
    try:
        return (yield)
    finally:
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item):
    _count(_counted(item))  # which changes seldom, for the tests are sorted by it


def pytest_collection_finish():
    """Leave what ten thousand tests hold out of every later collection of garbage."""
    gc.collect()
    gc.freeze()


def pytest_sessionfinish():
    gc.unfreeze()  # else libraries that count their objects at the end report them as lost


@dataclass(frozen=True)
class Run:
    """What a command printed, and its exit code."""

    out: str
    err: str
    code: int


@pytest.fixture
def evenkeel(monkeypatch, capsys):
    from evenkeel.cli.app import main

    def run(*arguments: str, stdin: str = "") -> Run:
        monkeypatch.setattr(sys, "argv", ["evenkeel", *arguments])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        with pytest.raises(SystemExit) as ending:
            main()
        printed = capsys.readouterr()
        return Run(printed.out, printed.err, int(ending.value.code or 0))

    return run

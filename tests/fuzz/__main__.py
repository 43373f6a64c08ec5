"""Fuzz the targets: ``python -m fuzz [--keep] SECONDS [TARGET ...]``, as `make fuzz` does.

Each target runs in a process of its own for its part of the seconds, guided by the lines that it
reaches (atheris). Where atheris is missing, the inputs are drawn at random. What was found is
printed with the input that shows it, and the exit code is 1. With ``--keep`` some of the inputs
that a guided run found worth keeping become the stored corpus, which the tests begin with.
"""

from __future__ import annotations

import argparse
import base64
import os
import pkgutil
import random
import subprocess
import sys
import tempfile
import time
import traceback
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

STORED = 40  # inputs of a target that --keep keeps
NAMES = (
    *(
        "read",
        "formats",
        "read_runs",
        "tools",
        "adjust",
        "compare",
        "analyses",
        "files",
        "reviewing",
    ),
    *("run", "open_report", "command_line", "api"),
)


class Tally:
    """Counts the inputs of a target, and prints each kind of failure once."""

    def __init__(self, name: str, seconds: float) -> None:
        from fuzz.targets import run

        self._run = run
        self._name = name
        self._end = time.monotonic() + seconds
        self._inputs = 0
        self._accepted = 0
        self._places: set[tuple[object, ...]] = set()

    @property
    def over(self) -> bool:
        return time.monotonic() > self._end

    def try_input(self, data: bytes) -> None:
        self._inputs += 1
        try:
            self._accepted += self._run(self._name, data)
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            last = traceback.extract_tb(error.__traceback__)[-1]
            place = (type(error), last.filename, last.lineno)
            if place not in self._places:
                self._places.add(place)
                traceback.print_exc()
                print(f"{self._name} fails for {base64.b85encode(data).decode()}", flush=True)

    def told(self) -> int:
        """Print what was done; 1 if something failed, or if less than half was accepted."""
        share = self._accepted / max(self._inputs, 1)
        print(
            f"{self._name}: {self._inputs} inputs, {share:.0%} accepted, "
            f"{len(self._places)} kinds of failure",
            flush=True,
        )
        return 1 if self._places or share <= 0.5 else 0


def fuzz(name: str, seconds: float, *, keep: bool) -> int:
    """Fuzz one target in this process, which a guided run does not leave."""
    if find_spec("atheris") is not None:
        _guided(name, seconds, keep=keep)
    from fuzz.targets import drawn

    tally = Tally(name, seconds)
    inputs = drawn(name, seed=time.time_ns())
    while not tally.over:
        tally.try_input(next(inputs))
    return tally.told()


def _guided(name: str, seconds: float, *, keep: bool) -> None:
    import atheris

    with atheris.instrument_imports(include=["evenkeel"]):
        import evenkeel

        for module in pkgutil.walk_packages(evenkeel.__path__, "evenkeel."):
            if not module.name.endswith("__main__"):
                import_module(module.name)
        from fuzz.targets import store, stored

        tally = Tally(name, seconds)
    corpus = Path(tempfile.mkdtemp())
    for number, data in enumerate(stored(name)):
        (corpus / str(number)).write_bytes(data)

    def one(data: bytes) -> None:
        if tally.over:  # libFuzzer would end the process without a word
            if keep:
                found = [path.read_bytes() for path in sorted(corpus.iterdir())]
                store(name, random.Random(0).sample(found, min(STORED, len(found))))
            os._exit(tally.told())
        tally.try_input(data)

    atheris.Setup([sys.argv[0], str(corpus), "-max_len=300", "-len_control=0", "-verbosity=0"], one)
    atheris.Fuzz()


def main() -> int:
    parser = argparse.ArgumentParser("fuzz")
    parser.add_argument("seconds", type=float, help="for all targets together")
    parser.add_argument("targets", nargs="*", default=NAMES)
    parser.add_argument("--keep", action="store_true", help="store inputs that were found")
    parser.add_argument("--one", action="store_true", help="fuzz one target in this process")
    asked = parser.parse_args()
    if asked.one:
        return fuzz(asked.targets[0], asked.seconds, keep=asked.keep)
    guided = "guided by coverage" if find_spec("atheris") else "at random, for atheris is missing"
    print(f"{asked.seconds:g} s for {len(asked.targets)} targets, {guided}", flush=True)
    options = [
        "--one",
        *(["--keep"] if asked.keep else []),
        str(asked.seconds / len(asked.targets)),
    ]
    command = [sys.executable, "-m", "fuzz", *options]
    return max(subprocess.run([*command, name], check=False).returncode for name in asked.targets)


if __name__ == "__main__":
    sys.exit(main())

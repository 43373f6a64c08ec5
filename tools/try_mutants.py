"""Change the code in one place at a time and count the changes ("mutants") that the tests notice.

Run ``python tools/try_mutants.py --sample 400 --seed 1`` from the root of the repository. mutmut
writes the mutants: a copy of the code in ``mutants/`` whose functions know their changed versions.
The tests are imported once. Then each mutant gets a fork of this process, which runs the tests that
reach the changed function, cheap ones first, until one fails. The configuration of mutmut in
``pyproject.toml`` says which code is changed and which tests are run.
"""

from __future__ import annotations

import argparse
import contextlib
import csv
import fnmatch
import hashlib
import io
import json
import math
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

PLACE = Path("mutants").absolute()
MEMORY = 8 * 2**30  # bytes of addresses that a mutant may take
PATIENCE = 5.0  # a test may take this many times its usual CPU time,
GRACE = 5.0  # and these seconds besides
SILENCE = 900.0  # seconds of wall clock after which a mutant hangs


@dataclass(frozen=True)
class Tried:
    """What became of one mutant."""

    mutant: str
    outcome: str  # noticed, timeout, survived, unreached
    seconds: float
    by: str = ""

    @property
    def noticed(self) -> bool:
        """A test failed, or did not end."""
        return self.outcome in ("noticed", "timeout")

    @property
    def room(self) -> str:
        """The room of the changed code."""
        return self.mutant.split(".")[1]


def wilson(noticed: int, tried: int, z: float = 1.959963984540054) -> tuple[float, float]:
    """The score interval of a share, by default of 95% (Wilson 1927)."""
    share, weight = noticed / tried, z * z / tried
    middle = (share + weight / 2) / (1 + weight)
    half = z * math.sqrt(share * (1 - share) / tried + weight / (4 * tried)) / (1 + weight)
    return middle - half, middle + half


def sample(mutants: Sequence[str], size: int, seed: int) -> list[str]:
    """Pick as many mutants, spread over the modules by their numbers of mutants, in random order.

    So the first of them are a sample too, if there is no time for all.
    """
    if size >= len(mutants):
        return list(mutants)
    generator = random.Random(seed)
    ordered = sorted(mutants, key=lambda name: (name.rpartition(".")[0], generator.random()))
    start, step = generator.random(), len(ordered) / size
    picked = [ordered[int((start + i) * step)] for i in range(size)]
    generator.shuffle(picked)
    return picked


def write_mutants() -> list[str]:
    """Let mutmut write the changed code, put it on the path, and list the mutants."""
    from mutmut.__main__ import collect_source_file_mutation_data, create_mutants
    from mutmut.mutation.trampoline import set_mutant_under_test
    from mutmut.utils.file_utils import copy_also_copy_files, copy_src_dir, setup_source_paths

    set_mutant_under_test("mutant_generation")
    PLACE.mkdir(exist_ok=True)
    with contextlib.redirect_stdout(io.StringIO()):  # it names every file
        copy_src_dir()
        copy_also_copy_files()
        setup_source_paths()
        create_mutants(1)
    found, _ = collect_source_file_mutation_data(mutant_names=())
    return [name for _, name, _ in found]


def in_fork(work: Callable[[int], None]) -> tuple[int, str]:
    """Do work in a fork that may write to the given file; its exit status and what it wrote."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, 1)
        os.dup2(nothing, 2)
        try:
            work(writing)
        except BaseException as error:
            os.write(writing, repr(error).encode())
            os._exit(3)
        os._exit(0)
    os.close(writing)
    signal.signal(signal.SIGALRM, lambda *_: os.kill(child, signal.SIGKILL))
    signal.setitimer(signal.ITIMER_REAL, SILENCE)
    with os.fdopen(reading, "rb") as pipe:
        said = pipe.read().decode()
    _, status = os.waitpid(child, 0)
    signal.setitimer(signal.ITIMER_REAL, 0)
    return os.waitstatus_to_exitcode(status), said


def passes(item: Any, following: Any) -> bool:
    """Run one test, as pytest does."""
    from _pytest.runner import runtestprotocol

    return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=following))


class Reach:
    """Which functions every test reaches, and its CPU seconds; kept until the test file changes."""

    def __init__(self, items: Sequence[Any]) -> None:
        self.path = PLACE / "reach.json"
        known = json.loads(self.path.read_text()) if self.path.exists() else {}
        marks = {path: self._mark(path) for path in {item.path for item in items}}
        self.of = {item.nodeid: known.get(item.nodeid, {}) for item in items}
        fresh = [item for item in items if self.of[item.nodeid].get("file") != marks[item.path]]
        if fresh:
            print(f"see what {len(fresh)} tests reach", flush=True)
            _, said = in_fork(lambda pipe: self._observe(fresh, pipe))
            lines = said.splitlines()
            if len(lines) < len(fresh):
                sys.exit(f"{fresh[len(lines)].nodeid} cannot run in a fork; do not select it")
            for item, line in zip(fresh, lines, strict=True):
                self.of[item.nodeid] = {"file": marks[item.path], **json.loads(line)}
            self.path.write_text(json.dumps(self.of))
        failing = [item.nodeid for item in items if not self.of[item.nodeid]["passes"]]
        if failing:
            print("left out, for they fail in a fork of the unchanged code:", *failing, sep="\n  ")
            items = [item for item in items if self.of[item.nodeid]["passes"]]
        self.tests: dict[str, list[Any]] = defaultdict(list)
        for item in sorted(items, key=self.cost):
            for function in self.of[item.nodeid]["functions"]:
                self.tests[function].append(item)

    @staticmethod
    def _mark(path: Path) -> str:
        return hashlib.sha256(path.read_bytes()).hexdigest()

    @staticmethod
    def _observe(items: Sequence[Any], pipe: int) -> None:
        from mutmut.mutation.trampoline import set_mutant_under_test
        from mutmut.state import state

        set_mutant_under_test("stats")
        with os.fdopen(pipe, "w") as file:
            for item, following in zip(items, [*items[1:], None], strict=True):
                state()._stats.clear()
                begin = time.process_time()
                good = passes(item, following)
                seconds = time.process_time() - begin
                seen = {"passes": good, "seconds": seconds, "functions": sorted(state()._stats)}
                file.write(json.dumps(seen) + "\n")
                file.flush()

    def cost(self, item: Any) -> float:
        """What comes first: tests that are quick, and that reach little besides."""
        return self.seconds(item) * len(self.of[item.nodeid]["functions"])

    def seconds(self, item: Any) -> float:
        """CPU seconds of a test."""
        return float(self.of[item.nodeid]["seconds"])


class Trial:
    """A plugin of pytest that tries mutants in place of running the tests."""

    def __init__(self, mutants: Sequence[str], budget: float, output: Path) -> None:
        self.mutants, self.budget, self.output = mutants, budget, output
        self.kills: Counter[tuple[str, str]] = Counter()
        self.tried: list[Tried] = []

    def pytest_runtestloop(self, session: Any) -> bool:
        """Try every mutant, and write down each as soon as it is known.

        Tests that noticed a mutant of the same function come first, then the cheap ones.
        """
        reach = Reach(session.items)
        self.output.parent.mkdir(exist_ok=True)
        with self.output.open("w", newline="", encoding="utf-8") as file:
            table = csv.DictWriter(file, [*Tried.__dataclass_fields__])
            table.writeheader()
            for mutant in self.mutants:
                self.tried.append(self._try(mutant, reach))
                table.writerow(asdict(self.tried[-1]))
                file.flush()
        return True

    def _try(self, mutant: str, reach: Reach) -> Tried:
        function = mutant.rpartition("__mutmut_")[0]
        known = sorted(reach.tests[function], key=lambda item: -self.kills[function, item.nodeid])
        tests = self._affordable(known, reach)
        begin = time.monotonic()
        if not tests:
            found = self._try_anew(mutant, reach)
            return Tried(mutant, found, round(time.monotonic() - begin, 2))
        status, by = in_fork(lambda pipe: self._run(mutant, tests, reach, pipe))
        seconds = round(time.monotonic() - begin, 2)
        if status == 0:
            return Tried(mutant, "survived", seconds)
        self.kills[function, by] += 1
        return Tried(mutant, "noticed" if status > 0 else "timeout", seconds, by)

    def _try_anew(self, mutant: str, reach: Reach) -> str:
        """Try a mutant of a function that runs at import, if at all: in a process of its own."""
        module = mutant.rpartition(".")[0] + "."
        near = {
            item for name in reach.tests if name.startswith(module) for item in reach.tests[name]
        }
        tests = self._affordable(sorted(near, key=reach.cost), reach)
        if not tests:
            return "unreached"
        names = [item.nodeid for item in tests]
        command = [sys.executable, "-m", "pytest", "--rootdir=.", "-q", "-x", *names]
        environment = os.environ | {"MUTANT_UNDER_TEST": mutant, "PYTHONPATH": "src"}
        try:
            done = subprocess.run(
                command, env=environment, stdout=subprocess.DEVNULL, timeout=SILENCE, check=False
            )
        except subprocess.TimeoutExpired:
            return "timeout"
        return "noticed" if done.returncode else "survived"

    def _affordable(self, tests: Sequence[Any], reach: Reach) -> list[Any]:
        """The first of the tests, as many as the budget allows, at least one."""
        chosen, spent = [], 0.0
        for item in tests:
            spent += reach.seconds(item)
            if chosen and spent > self.budget:
                break
            chosen.append(item)
        return chosen

    @staticmethod
    def _run(mutant: str, tests: Sequence[Any], reach: Reach, pipe: int) -> None:
        from mutmut.mutation.trampoline import set_mutant_under_test

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        set_mutant_under_test(mutant)
        for item, following in zip(tests, [*tests[1:], None], strict=True):
            signal.setitimer(signal.ITIMER_PROF, GRACE + PATIENCE * reach.seconds(item))
            if not passes(item, following):
                os.write(pipe, item.nodeid.encode())
                os._exit(1)


def summary(tried: Sequence[Tried]) -> str:
    """Counts by room as a table in Markdown, with the interval of the share noticed."""
    rooms = {room: [one for one in tried if one.room == room] for room in {t.room for t in tried}}
    lines = [
        "| room | tried | noticed | by timeout | survived | unreached | share | 95% interval |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for room, those in [*sorted(rooms.items()), ("all", list(tried))]:
        count = Counter(one.outcome for one in those)
        noticed = count["noticed"] + count["timeout"]
        low, high = wilson(noticed, len(those))
        lines.append(
            f"| {room} | {len(those)} | {noticed} | {count['timeout']} | {count['survived']} | "
            f"{count['unreached']} | {noticed / len(those):.1%} | {low:.1%} to {high:.1%} |"
        )
    return "\n".join(lines)


def chosen_of(mutants: Iterable[str], patterns: Sequence[str]) -> list[str]:
    """The mutants whose names match a pattern, or that a file of names ("@file") holds."""
    wanted: list[str] = []
    for pattern in patterns:
        wanted += Path(pattern[1:]).read_text().split() if pattern.startswith("@") else [pattern]
    return [name for name in mutants if any(fnmatch.fnmatchcase(name, one) for one in wanted)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Try the mutants; print the counts and the names of those that survived."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("patterns", nargs="*", default=["*"], help="names of mutants, or @file")
    parser.add_argument("--sample", type=int, default=sys.maxsize, help="how many; default: all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--budget", type=float, default=math.inf, help="CPU seconds of tests each")
    parser.add_argument("--output", type=Path, default=Path("out/mutants.csv"))
    options = parser.parse_args(arguments)
    mutants = chosen_of(write_mutants(), options.patterns)
    from mutmut.configuration import config
    from mutmut.mutation.trampoline import set_mutant_under_test

    selection = config().pytest_add_cli_args_test_selection
    extra = config().pytest_add_cli_args
    picked = sample(mutants, options.sample, options.seed)
    print(f"{len(picked)} of {len(mutants)} mutants, seed {options.seed}", flush=True)
    trial = Trial(picked, options.budget, options.output.absolute())
    set_mutant_under_test("")
    os.chdir(PLACE)
    import pytest
    from hypothesis import Phase, settings

    settings.register_profile(
        "mutants", deadline=None, derandomize=True, phases=[Phase.explicit, Phase.generate]
    )
    flags = ["--rootdir=.", "-s", "-qq", "--hypothesis-profile=mutants"]
    flags += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]  # of hypothesis
    status = pytest.main([*flags, *extra, *selection], plugins=[trial])
    if not trial.tried:
        return int(status) or 1
    print(summary(trial.tried))
    print(*(one.mutant for one in trial.tried if not one.noticed), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

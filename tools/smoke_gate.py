"""The gate of `docs/cookbook/ci_gate.md`, run from the wheel: its workflow, its hook, its test.

A repository is made in which a commit makes a benchmark slower. There each step of the workflow of
the page is run as it stands, in an environment that held nothing before; then the entry of its hook
of pre-commit, and its test of pytest. All must find the commit worse. `tools/smoke.py` calls it.
"""

from __future__ import annotations

import re
import subprocess
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "cookbook" / "ci_gate.md"
#: How a program is run in a folder with variables: its words, the folder, the variables.
Run = Callable[[Sequence[str], Path, Mapping[str, str]], "subprocess.CompletedProcess[bytes]"]

_SLEEPS = """import time


def test_parse(benchmark):
    benchmark(time.sleep, {seconds})
"""
_BRIEF = "[pytest]\naddopts = --benchmark-max-time=0.02 --benchmark-min-rounds=5\n"
_MEASURED = ("python", "-m", "pytest", "benchmarks", "--benchmark-json=base.json")


def steps(page: str) -> list[str]:
    """What the steps of the workflow on the page run, in their order."""
    (workflow,) = re.findall(r"```yaml\n(jobs:.*?)```", page, re.DOTALL)
    found: list[str] = []
    for mark in re.finditer(r"^( *)(?:- )?run: (.*)\n", workflow, re.MULTILINE):
        indent, told = len(mark[1]), mark[2]
        if told != "|":
            found.append(told)
            continue
        rest = workflow[mark.end() :].splitlines()
        ends = (i for i, line in enumerate(rest) if len(line) - len(line.lstrip()) <= indent)
        found.append(textwrap.dedent("\n".join(rest[: next(ends, len(rest))])))
    return found


def hook(page: str) -> str:
    """The entry of the hook of pre-commit on the page."""
    (entry,) = re.findall(r"^ *entry: (.*)$", page, re.MULTILINE)
    return str(entry)


def test_of_pytest(page: str) -> str:
    """The test with the fixture on the page."""
    (text,) = re.findall(r"```text\n(def test_.*?)```", page, re.DOTALL)
    return str(text)


def repository(place: Path, run: Callable[[Sequence[str]], object]) -> None:
    """A repository whose last commit makes its benchmark 2.5 times slower."""
    (place / "benchmarks").mkdir(parents=True)
    (place / "pytest.ini").write_text(_BRIEF)
    git = ("git", "-c", "user.name=smoke", "-c", "user.email=smoke@example.org")
    run((*git, "init", "--quiet", "--initial-branch=main"))
    for seconds in (0.002, 0.005):
        (place / "benchmarks" / "test_speed.py").write_text(_SLEEPS.format(seconds=seconds))
        run((*git, "add", "benchmarks", "pytest.ini"))
        run((*git, "commit", "--quiet", "--message", f"sleep {seconds}"))
        if seconds == 0.002:
            run((*git, "update-ref", "refs/remotes/origin/main", "HEAD"))


def _told(ended: subprocess.CompletedProcess[bytes]) -> str:
    return f"{ended.returncode}: {(ended.stdout + ended.stderr).decode()}"


def tried(place: Path, wheel: Path, run: Run) -> Iterator[str]:
    """What does not do as the page says."""
    page = PAGE.read_text(encoding="utf-8")
    place.mkdir(parents=True)
    repository(place, lambda words: run(words, place, {}))
    (place / wheel.name).write_bytes(wheel.read_bytes())
    summary = place / "summary.md"
    about = {"GITHUB_WORKSPACE": str(place), "GITHUB_STEP_SUMMARY": str(summary)}
    for step in steps(page):
        ended = run(("bash", "-e", "-c", step), place, about)
        wanted = 1 if step.lstrip().startswith("evenkeel gate") else 0
        if ended.returncode != wanted:
            yield f"{step!r} ended with {_told(ended)}"
            return
    for name, text in (("summary.md", "Worse"), ("gate.xml", "<failure"), ("gate.html", "<svg")):
        if text not in (place / name).read_text(encoding="utf-8"):
            yield f"{name} does not hold {text!r}"
    run(("git", "checkout", "--quiet", "--detach", "origin/main"), place, {})
    run(_MEASURED, place, {})
    run(("git", "checkout", "--quiet", "main"), place, {})
    ended = run(("bash", "-c", hook(page)), place, {})
    if ended.returncode != 1 or b"Worse" not in ended.stdout:
        yield f"the hook ended with {_told(ended)}"
    (place / "test_gate.py").write_text(test_of_pytest(page))
    ended = run(("python", "-m", "pytest", "test_gate.py"), place, {})
    if ended.returncode != 1 or b"1 failed" not in ended.stdout or b"Worse" not in ended.stdout:
        yield f"the test ended with {_told(ended)}"
    same = ("evenkeel", "gate", "base.json", "base.json", "--margin", "5%", "--lenient")
    if (code := run(same, place, {}).returncode) != 0:
        yield f"a version against itself ended with {code}"

"""What one environment finds, written as JSON: ``python -m benchmarks.peers.measure FILE PEER...``.

It runs in the environment of its peers, where evenkeel is installed too, so that both sides of a
line or a job share one interpreter.
"""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.peers.agreement import ask, label
from benchmarks.peers.growth import GROWTHS, measured
from benchmarks.peers.jobs import JOBS, Job
from benchmarks.peers.lines import LINES
from benchmarks.peers.names import prepared, quietly, with_peer
from benchmarks.peers.r_program import R, version_of_r
from benchmarks.peers.racing import race

Found = dict[str, Any]


def main(path: str, *peers: str) -> None:
    """Measure with all of these peers that are installed."""
    found: Found = {part: {} for part in ("peers", "absent", "broken", "lines")}
    found |= {"jobs": [], "growth": []}
    for peer in peers:
        try:
            found["peers"][peer] = _version(peer)
        except (ImportError, PackageNotFoundError) as error:
            found["absent"][peer] = str(error)
            print(f"{peer} is left out: {error}", file=sys.stderr)
    here = found["peers"]
    for line in LINES:
        if line.peer in here:
            with _caught(label(line), found):
                found["lines"][label(line)] = asdict(ask(line))
    _say(f"{len(found['lines'])} numbers compared with {', '.join(here) or 'nobody'}")
    gc.collect()
    gc.freeze()  # statsmodels collects garbage in every call; this makes it cheap
    for job in JOBS:
        if job.peer in here:
            with _caught(f"{job.name} ({job.peer})", found):
                found["jobs"].append(_timed(job))
    for growth in GROWTHS:
        if growth.peer in here:
            with _caught(growth.name, found), quietly():
                found["growth"].append(
                    {"name": growth.name, "axis": growth.axis, **measured(growth)}
                )
            _say(f"growth with {growth.axis}: {growth.name}")
    Path(path).write_text(json.dumps(found), encoding="utf-8")


@contextmanager
def _caught(name: str, found: Found) -> Iterator[None]:
    """Let the rest go on if a call fails, and remember it."""
    try:
        yield
    except Exception as error:
        found["broken"][name] = f"{type(error).__name__}: {error}"


def _version(peer: str) -> str:
    if peer == R:
        return version_of_r()
    with_peer(peer)
    return version(peer)


def _timed(job: Job) -> Found:
    names = dict(with_peer(job.peer))
    with quietly():
        for name, expression in job.given.items():
            names[name] = prepared(expression, names)()
        ours, theirs = race(prepared(job.ours, names), prepared(job.theirs, names))
    _say(f"{job.name} ({job.peer}): {median(theirs) / median(ours):.3g}")
    return {
        "name": job.name,
        "peer": job.peer,
        "ours": [float(f"{value:.4g}") for value in ours],
        "theirs": [float(f"{value:.4g}") for value in theirs],
    }


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])

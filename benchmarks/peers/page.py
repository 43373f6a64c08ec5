"""The stored run as a page: docs/benchmarks.md.

Everything on the page comes from `run.json` and the registries; a test compares the two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from statistics import quantiles
from typing import Any

from benchmarks.analyses import FITTED, FIXED, LIMITS, RUNS, above, fitted
from benchmarks.peers.agreement import Answers, Line, label
from benchmarks.peers.growth import GROWTHS, Growth, exponent
from benchmarks.peers.jobs import JOBS, Job
from benchmarks.peers.lines import LINES
from benchmarks.peers.names import MEANINGS

Run = dict[str, Any]

_UNITS = {"s": 1.0, "ms": 1e-3, "µs": 1e-6, "ns": 1e-9}
_LITTLE = 1 << 16  # bytes: what a call holds whatever the table

_HEAD = """\
# Benchmarks beside other programs

Made by `make bench`, which installs the peers into environments of their own, compares the
numbers, times the same jobs in turns and writes this page from the run that it stores
(`benchmarks/peers/run.json`). It fails if a number differs without a reason that is given here,
or if a reason no longer holds.
"""
_AGREEMENT = """\
Where a number stands for several, it is the one that differs most. Numbers agree if they differ
by at most 10^-9 of their size, or as a note says. The reasons for a difference are not only
told: each comes with an expression that computes the peer's number from the definition which it
names, checked in the same run.
"""
_SPEED = """\
Seconds of processor time a call takes (median and quartiles), and the peer's over ours, round by
round (median and quartiles). Both calls alternate in one process, and waiting for other programs
is not counted, so that a busy machine hits both alike. Above 1 evenkeel is faster.
"""
_GROWTH = """\
Time and memory grow as a power of n or k: the exponent is the slope of the logarithms over the
sizes, with its 95% interval (Student's, of least squares), which holds the noise of the clock
and the bend of the curve. Memory is the most that a call holds besides its table, in multiples
of the table's bytes. The floors are one pass over the bytes, and numpy's argsort of every row,
without which there are no ranks.
"""

_ANALYSES = f"""\
Made by `make growth`. Each analysis of the registries with the text that its command prints: of a
table, of runs, {RUNS} of each cell, or of files with a row per cell or vote, which it reads. Sizes
double until a call takes some seconds; the exponents are fitted over the last {FITTED}, and none
may exceed {LIMITS["n"]} in n and {LIMITS["k"]} in k. For k the root of k (k - 1) is taken: of a few
algorithms, pairs grow faster than the square of k.
"""


def page(run: Run) -> str:
    """The whole page."""
    parts = [
        _HEAD,
        _made_with(run),
        *_agreement(run),
        "## Speed\n",
        _SPEED,
        "![How many times faster evenkeel does the jobs of its peers, and how time grows with the"
        " table](pictures/benchmarks.svg)\n",
        *_speed(run),
        "## Growth\n",
        _GROWTH,
        *_growth(run),
        "### Every analysis\n",
        _ANALYSES,
        *_analyses(run),
        *_calls(run),
    ]
    return "\n".join(parts)


def stored_lines(run: Run) -> list[tuple[int, Line, Answers]]:
    """The lines that the run has, numbered as on the page."""
    kept = [line for line in LINES if label(line) in run["lines"]]
    return [
        (number, line, Answers(**run["lines"][label(line)])) for number, line in enumerate(kept, 1)
    ]


def _made_with(run: Run) -> str:
    versions = ", ".join(f"{peer} {number}" for peer, number in run["peers"].items())
    text = f"Run of {run['date']}: {run['machine']}; evenkeel {run['evenkeel']}, {versions}.\n"
    for peer, reason in run["absent"].items():
        left = sum(line.peer == peer for line in LINES)
        text += f"\n{peer} is left out, with its {left} lines: {reason}.\n"
    return text


def _agreement(run: Run) -> Iterator[str]:
    lines = stored_lines(run)
    differ = [(number, line) for number, line, _ in lines if line.why]
    yield "## Agreement of the numbers\n"
    yield (
        f"{len(lines)} numbers are computed by evenkeel and by a peer: {len(lines) - len(differ)} "
        f"agree, {len(differ)} differ for the reason given below.\n"
    )
    yield _AGREEMENT
    head = ("", "Number", "Peer", "evenkeel", "Peer's", "Difference", "Verdict")
    for topic, group in groupby(lines, key=lambda stored: stored[1].topic):
        yield f"### {topic[0].upper()}{topic[1:]}\n"
        yield _table(head, [(number, *_answers(line, found)) for number, line, found in group])
    yield "### Why some differ\n"
    yield _table(("", "Number", "Peer", "Reason"), [(n, x.name, x.peer, x.why) for n, x in differ])


def _answers(line: Line, found: Answers) -> tuple[str, ...]:
    place = found.apart
    mine, its = found.ours[place], found.theirs[place]
    several = f" ({len(found.ours)} numbers)" if len(found.ours) > 1 else ""
    verdict = "**differs**" if line.why else "agrees" + (f": {line.note}" if line.note else "")
    numbers = (f"{mine:.6g}", f"{its:.6g}", f"{abs(mine - its):.1g}")
    return (line.name + several, line.peer, *numbers, verdict)


def _speed(run: Run) -> Iterator[str]:
    rows = []
    for job, found in stored_jobs(run):
        low, middle, high = ratio_quartiles(found)
        ratio = f"**{middle:.3g}** ({low:.3g} to {high:.3g})"
        times = [_spread(found[whose]) for whose in ("ours", "theirs")]
        rows.append((job.name, job.peer, *times, ratio, len(found["ours"]), job.note))
    yield _table(("Job", "Peer", "evenkeel", "Peer's", "Ratio", "Rounds", "Not the same"), rows)


def stored_jobs(run: Run) -> list[tuple[Job, Run]]:
    """The jobs that the run has."""
    found = {(job["name"], job["peer"]): job for job in run["jobs"]}
    return [(job, found[job.name, job.peer]) for job in JOBS if (job.name, job.peer) in found]


def ratio_quartiles(found: Run) -> list[float]:
    """Quartiles of the peer's time over ours, round by round."""
    pairs = zip(found["theirs"], found["ours"], strict=True)
    return quantiles([its / mine for its, mine in pairs], n=4, method="inclusive")


def stored_growth(run: Run) -> list[tuple[Growth, Run]]:
    """The curves that the run has."""
    found = {(curve["name"], curve["axis"]): curve for curve in run["growth"]}
    return [
        (growth, found[growth.name, growth.axis])
        for growth in GROWTHS
        if (growth.name, growth.axis) in found
    ]


def _growth(run: Run) -> Iterator[str]:
    head = ("Call", "Sizes", "Time grows as", "At the largest", "Over argsort")
    rows = [_growth_row(growth, found) for growth, found in stored_growth(run)]
    yield _table((*head, "Memory grows as", "Memory, tables"), rows)


def _growth_row(growth: Growth, found: Run) -> tuple[str, ...]:
    n, k = growth.sizes[-1]
    sizes = list(growth.n if growth.axis == "n" else growth.k)
    fixed = f"k = {k}" if growth.axis == "n" else f"n = {n:,}"
    seconds, held = found["seconds"], found["bytes"]
    return (
        growth.name,
        f"{growth.axis} = {sizes[0]:,} to {sizes[-1]:,}, {fixed}",
        _power(sizes, seconds),
        in_units(seconds[-1]),
        f"{seconds[-1] / found['argsort'][-1]:.3g}",
        _power(sizes, held) if min(held) > _LITTLE else "hardly any",
        f"{held[-1] / (8 * n * k):.2g}",
    )


def _analyses(run: Run) -> Iterator[str]:
    head = (
        "Analysis",
        "Sizes",
        "Time grows as",
        "At the largest",
        "Over argsort",
        "Within the limit",
    )
    rows = [_analysis_row(curve) for curve in run["analyses"]]
    yield _table(head, rows)


def _analysis_row(curve: Run) -> tuple[str, ...]:
    axis, sizes, seconds = curve["axis"], curve["sizes"], curve["seconds"]
    slope, half = fitted(curve)
    other, fixed = FIXED[axis]
    return (
        curve["name"],
        f"{axis} = {sizes[-FITTED:][0]:,} to {sizes[-1]:,}, {other} = {fixed}",
        f"{slope:.2f} ± {half:.2f}",
        in_units(seconds[-1]),
        f"{seconds[-1] / curve['argsort'][-1]:.3g}",
        "**no**" if above([curve]) else "yes",
    )


def _calls(run: Run) -> Iterator[str]:
    yield "## The calls\n"
    yield "In these expressions\n"
    yield "".join(f"- {meaning}\n" for meaning in MEANINGS)
    rows = [(n, f"`{line.ours}`", f"`{line.theirs}`") for n, line, _ in stored_lines(run)]
    yield _table(("", "evenkeel", "Peer's"), rows)
    yield "What gives the peer's number where it differs:\n"
    differ = [(n, f"`{line.proof}`") for n, line, _ in stored_lines(run) if line.why]
    yield _table(("", "Expression"), differ)


def _power(sizes: list[int], values: list[float]) -> str:
    slope, half = exponent(sizes, values)
    return f"{slope:.2f} ± {half:.2f}"


def _spread(times: list[float]) -> str:
    """The median and the quartiles."""
    low, middle, high = map(in_units, quantiles(times, n=4, method="inclusive"))
    return f"{middle} ({low} to {high})"


def in_units(seconds: float) -> str:
    """A time with three digits."""
    unit, size = next((u, s) for u, s in _UNITS.items() if seconds >= s)
    return f"{seconds / size:.3g} {unit}"


def _table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(map(str, line))} |\n" for line in lines)

"""Read random layouts of the bundled studies, and count what came of them.

Run ``python tools/try_layouts.py --count 10000 --seed 1`` from the root of the repository;
``--kind TAG`` lists those of one kind, ``--show 17`` prints one layout with its outcome. It says
for all layouts, for plain ones, by what summaries and sizes are called, and for every tag, how many
were right at once, asked about, refused or wrong, and lists the wrong ones, so that each kind of
them can be looked at. The goals stand beside the numbers.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

os.environ |= {"OMP_NUM_THREADS": "1", "POLARS_MAX_THREADS": "1"}
ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "src")]

from joblib import Parallel, delayed  # noqa: E402

import layout_outcomes as of  # noqa: E402
from layout_names import AWKWARD  # noqa: E402
from layouts import awkward_layout, layout  # noqa: E402

BLOCK = 50  # layouts that a process is given at a time
SHORT = {
    of.AT_ONCE: "once",
    of.UNASKED: "unasked",
    of.ASKED[0]: "1st",
    of.ASKED[1]: "2nd",
    of.ASKED[2]: "3rd",
    of.NONE_RIGHT: "none",
    of.REFUSED: "refused",
    of.RIGHTLY_REFUSED: "rightly",
    of.WRONG: "WRONG",
    of.CRASHED: "CRASH",
}


def _block(seed: int, indices: Sequence[int]) -> list[of.Tried]:
    return [of.tried(layout(seed, index)) for index in indices]


def try_all(count: int, seed: int, jobs: int = -1) -> list[of.Tried]:
    """Read so many layouts on all cores."""
    blocks = [range(i, min(i + BLOCK, count)) for i in range(0, count, BLOCK)]
    done = Parallel(n_jobs=jobs)(delayed(_block)(seed, block) for block in blocks)
    return [tried for block in done for tried in block]


def line(name: str, tried: Iterable[of.Tried]) -> str:
    """One line of the table of outcomes."""
    counts = Counter(one.outcome.kind for one in tried)
    cells = "".join(f"{counts[kind] or '.':>8}" for kind in SHORT)
    return f"{name:<38.38}{counts.total():>7}{cells}"


def goals(tried: Sequence[of.Tried]) -> list[str]:
    """The goals of reading, each with what was reached."""
    lines = []
    for goal in of.GOALS:
        missed, whole = goal.counts(tried)
        reached = f"{missed / whole:.2%} ({missed} of {whole})" if whole else "none drawn"
        lines.append(f"{goal.title + ':':<42}{reached}, at most {goal.at_most:.1%}")
    return lines


def table(tried: Sequence[of.Tried]) -> list[str]:
    """The outcomes of all, of some groups and of every tag."""
    tags = Counter(tag for one in tried for tag in one.tags)
    lines = [
        f"{'':<38}{'all':>7}" + "".join(f"{short:>8}" for short in SHORT.values()),
        line("all", tried),
        line("plain", (one for one in tried if one.plain)),
        line("names mean something", (one for one in tried if one.meaningful)),
        line("a summary or size called q", (one for one in tried if not one.meaningful)),
        "",
    ]
    lines += [line(tag, (one for one in tried if tag in one.tags)) for tag in sorted(tags)]
    return lines


def reasons(tried: Iterable[of.Tried]) -> list[str]:
    """What differs in those that are wrong, by its first words, with counts."""
    counts = Counter(one.outcome.why.split(":")[0] for one in tried if one.bad)
    return [f"{count:>6} {why}" for why, count in counts.most_common()]


def listed(tried: Iterable[of.Tried], kinds: Sequence[str], most: int) -> list[str]:
    """The layouts of some outcomes, each with its number, its tags and what was said."""
    chosen = [one for one in tried if one.outcome.kind in kinds]
    lines = [
        f"{one.seed}/{one.index} {SHORT[one.outcome.kind]}: {', '.join(sorted(one.tags))}\n"
        f"    {' '.join(one.outcome.why.split())[:300]}"
        for one in chosen[:most]
    ]
    return [*lines, f"... and {len(chosen) - most} more"] if len(chosen) > most else lines


def show(seed: int, index: int) -> None:
    """Print one layout as it is, and what comes of it."""
    made = layout(seed, index)
    outcome = of.judge(made)
    binary = made.content.startswith(b"PK")
    print(made.describe())
    print("(an Excel file)" if binary else made.content.decode())
    print(f"better={made.better}, {made.given}")
    print(f"{outcome.kind}: {outcome.why}")


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", help="a tag: list its layouts that are not right at once")
    parser.add_argument("--show", type=int, metavar="INDEX", help="print one layout")
    parser.add_argument("--most", type=int, default=40, help="how many layouts are listed")
    parser.add_argument("--jobs", type=int, default=-1)
    told = parser.parse_args()
    if told.show is not None:
        return show(told.seed, told.show)
    tried = try_all(told.count, told.seed, told.jobs)
    awkward = [of.tried(awkward_layout(number, told.seed)) for number in range(len(AWKWARD))]
    if told.kind:
        tried = [one for one in tried if told.kind in one.tags]
        print("\n".join(table(tried)[:2]))
        others = [kind for kind in SHORT if kind not in (of.AT_ONCE, of.RIGHTLY_REFUSED)]
        print("\n".join(listed(tried, others, told.most)))
        return None
    print("\n".join(table(tried)))
    print(line("tables of awkward names", awkward))
    print()
    print("\n".join(goals(tried)))
    print()
    print("\n".join(reasons(tried)))
    print("\n".join(listed([*awkward, *tried], (of.WRONG, of.CRASHED), told.most)))
    return None


if __name__ == "__main__":
    main()

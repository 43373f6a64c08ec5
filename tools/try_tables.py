"""Read tables as they were published, and say of each whether its best algorithm is the right one.

Run ``python tools/try_tables.py FOLDER`` from the root of the repository. An ``index.csv`` in the
folder lists files and folders, the options that a person would give, and the best algorithm then;
without an index every file is read in both directions. Each is read as ``evenkeel compare`` reads
it, with no option but ``--better``. If that is a question, every answer is carried out. The best
average rank is computed here, and what a person would leave out by name must not be left. Where the
index knows no best algorithm, what was read is printed for a person to judge.
"""

from __future__ import annotations

import argparse
import csv
import itertools
import os
import re
import shlex
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

os.environ |= {"OMP_NUM_THREADS": "1", "POLARS_MAX_THREADS": "1"}
ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "src")]

import numpy as np  # noqa: E402
from joblib import Parallel, delayed  # noqa: E402
from scipy.stats import rankdata  # noqa: E402

from evenkeel.errors import EvenkeelError  # noqa: E402
from evenkeel.tables.results import Results  # noqa: E402
from layout_outcomes import answers, as_results, bare, read_any  # noqa: E402

AT_ONCE, NONE_RIGHT = "right at once", "asked, no answer right"
LEFT = "right winner, but beside what is no algorithm or problem"
ASKED = ("right, 1st answer", "right, 2nd answer", "right, 3rd answer")
REFUSED, RIGHTLY = "refused wrongly", "refused rightly"
WRONG, CRASHED, JUDGE = "WRONG at once", "CRASHED", "to be judged"
NO_REFUSAL = "WRONG: nothing to compare, but read"
ASKED_FOR_NOTHING = "asked, though nothing to compare"
SUMMARY = (AT_ONCE, *ASKED, LEFT, NONE_RIGHT, REFUSED, RIGHTLY, JUDGE, ASKED_FOR_NOTHING, WRONG,
           NO_REFUSAL, CRASHED)  # fmt: skip


@dataclass(frozen=True)
class Published:
    """A file or folder, and what a person makes of it.

    `best` is its best algorithm, "?" if unknown, "-" if there is nothing to compare; `others` are
    names that are neither algorithms nor problems; `size` is k, if it is said.
    """

    path: Path
    directions: tuple[str, ...]
    best: str
    others: frozenset[str] = frozenset()
    size: int | None = None


@dataclass
class Tried:
    """What came of one of them in one direction, told in lines."""

    name: str
    outcome: str
    told: list[str] = field(default_factory=list)
    other_winners: int = 0
    broken: int = 0


def listed(folder: Path) -> Iterator[Published]:
    """What the index lists, or else every file."""
    index = folder / "index.csv"
    if not index.exists():
        for path in sorted(folder.iterdir()):
            yield Published(path, ("higher", "lower"), "?")
        return
    with index.open(newline="", encoding="utf-8") as lines:
        for row in csv.DictReader(lines):
            file, *_, how, best = row.values()
            told = re.search(r"--better (higher|lower)", how)
            directions = (told[1],) if told else ("higher", "lower")
            nothing = "refuse" in how + best or (best == "-" and "one problem" in how)
            known = "-" if nothing else "?" if best in ("-", "?") else best
            size = re.search(r"of (\d+)\)$", best)
            yield Published(
                folder / file, directions, known, _left_out(how), int(size[1]) if size else None
            )


def _left_out(how: str) -> frozenset[str]:
    """The names that the options leave out."""
    try:
        words = shlex.split(how)
    except ValueError:  # a remark, no options
        return frozenset()
    names = {
        name.strip()
        for option, value in itertools.pairwise(words)
        if option in ("--not-algorithms", "--drop-rows")
        for name in value.split(",")
    }
    return frozenset(names)


def winners(results: Results) -> dict[str, set[str]]:
    """The algorithms of the best average rank; of a table with holes, by what they count as."""
    signed = results.values if results.better == "lower" else -results.values
    holes = np.isnan(signed)
    if not holes.any():
        return {"": _best(results, rankdata(signed, axis=1))}
    last = np.where(holes, np.inf, signed)
    if results.failures:
        return {"": _best(results, rankdata(last, axis=1))}
    present = np.where(holes, np.nan, rankdata(last, axis=1))
    found = {
        "ranks over present cells": _best(results, present),
        "holes last": _best(results, rankdata(last, axis=1)),
    }
    whole = ~holes.any(axis=1)
    if whole.any():
        found[f"{whole.sum()} whole problems"] = _best(results, rankdata(signed[whole], axis=1))
    return found


def _best(results: Results, ranks: np.ndarray) -> set[str]:
    held = ~np.isnan(ranks).all(axis=0)
    means = np.full(len(held), np.inf)
    means[held] = np.nanmean(ranks[:, held], axis=0)
    return {
        name
        for name, mean in zip(results.algorithms, means, strict=True)
        if mean <= means.min() + 1e-9
    }


def verdict(results: Results, published: Published) -> str:
    """Right, right but with lines that do not belong there, or wrong."""
    expected = published.best
    accepted = {bare(expected), bare(expected.rsplit(" (", 1)[0])}  # with a remark in brackets
    if not any(accepted & set(map(bare, best)) for best in winners(results).values()):
        return WRONG
    left = published.others & {*results.algorithms, *results.problems}
    return LEFT if left or published.size not in (None, results.k) else AT_ONCE


def told(results: Results) -> str:
    """What was read, in a line."""
    best = "; ".join(
        f"{', '.join(sorted(names))}{f' ({holes})' if holes else ''}"
        for holes, names in winners(results).items()
    )
    algorithms, problems = (
        f"{', '.join(axis[:4])}{', ...' if len(axis) > 4 else ''}"
        for axis in (results.algorithms, results.problems)
    )
    return f"{results.n} problems ({problems}) x {results.k} ({algorithms}); best: {best}"


def attempt(published: Published, better: str | None, **options: Any) -> Results:
    """Read it as the command line does, without a word about holes or with one."""
    return as_results(read_any(str(published.path), **({"better": better} | options)))


def try_one(published: Published, better: str) -> Tried:
    """Read one in one direction, and follow every answer if it is asked."""
    tried = Tried(f"{published.path.name} --better {better}", "")
    try:
        results = attempt(published, better)
    except EvenkeelError as error:
        if offered := answers(error):
            tried.told.append(f"asked: {_short(error)}")
            tried.outcome = _follow(published, better, offered, tried)
        else:
            tried.told.append(f"refused: {_short(error)}")
            tried.outcome = RIGHTLY if published.best == "-" else REFUSED
            if published.best == "?":
                tried.outcome = JUDGE
            tried.told += _with_holes(published, better)
    except Exception as error:
        tried.outcome = CRASHED
        tried.told.append(f"{type(error).__name__}: {_short(error)}")
    else:
        tried.told.append(f"read: {told(results)}")
        tried.outcome = _judged(results, published)
    try:
        tried.told.append(f"without --better: {told(attempt(published, None))}")
    except Exception as error:
        asked = f"{len(answers(error))} answers" if answers(error) else "refused"
        tried.told.append(f"without --better: {asked}: {_short(error, 120)}")
    return tried


def _judged(results: Results, published: Published) -> str:
    special = {"-": NO_REFUSAL, "?": JUDGE}
    return special.get(published.best) or verdict(results, published)


def _follow(published: Published, better: str, offered: Any, tried: Tried) -> str:
    """Carry out every answer, tell of it, and say which is the first right one."""
    found: list[str] = []
    for number, reading in enumerate(offered, start=1):
        options = reading.options()
        try:
            results = attempt(published, **({"better": better} | options))
        except Exception as error:
            tried.broken += 1
            tried.told.append(f"  {number}. FAILS {_short(options)}: {_short(error)}")
            found.append(CRASHED)
            continue
        found.append(_judged(results, published))
        tried.other_winners += found[-1] == WRONG
        shown = {AT_ONCE: "RIGHT: ", WRONG: "another winner: ", LEFT: "lines left: "}
        verdict_of = shown.get(found[-1], "")
        tried.told.append(f"  {number}. {verdict_of}{_short(options, 200)}: {told(results)}")
    if published.best in ("-", "?"):
        return ASKED_FOR_NOTHING if published.best == "-" else JUDGE
    return ASKED[min(found.index(AT_ONCE), 2)] if AT_ONCE in found else NONE_RIGHT


def _with_holes(published: Published, better: str) -> list[str]:
    """What would be read if holes were kept, in case they alone were the trouble."""
    try:
        results = attempt(published, better, missing="keep")
    except Exception:
        return []
    return [f"with --missing keep: {_judged(results, published)}: {told(results)}"]


def together(published: Published, tried: Sequence[Tried]) -> str:
    """The outcome of a file in all its directions: the best if one may be meant, else the worst."""
    place = min if published.best not in ("-", "?") else max
    return place((one.outcome for one in tried), key=SUMMARY.index)


def _short(said: object, most: int = 240) -> str:
    line = " ".join(str(said).split())
    return line if len(line) <= most else f"{line[:most]}..."


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="", help="a part of the name of a file")
    parser.add_argument("--jobs", type=int, default=-1)
    given = parser.parse_args()
    tables = [one for one in listed(given.folder) if given.only in one.path.name]
    work = [(published, better) for published in tables for better in published.directions]
    done = iter(Parallel(n_jobs=given.jobs)(delayed(try_one)(*one) for one in work))
    counts: Counter[str] = Counter()
    tried: list[Tried] = []
    for published in tables:
        of_it = [next(done) for _ in published.directions]
        tried += of_it
        counts[together(published, of_it)] += 1
        for one in of_it:
            print(f"{one.name}: {one.outcome} (expected: {published.best})")
            for line in one.told:
                print(f"    {line.replace(f'{given.folder}{os.sep}', '')}")
    print()
    for outcome in SUMMARY:
        print(f"{outcome:<60}{counts[outcome]:>4}")
    print(f"{'answers with another winner':<60}{sum(one.other_winners for one in tried):>4}")
    print(f"{'answers that cannot be carried out':<60}{sum(one.broken for one in tried):>4}")


if __name__ == "__main__":
    main()

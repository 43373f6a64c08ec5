"""Runs that are watched for a while: curves, COCO folders and scenarios for the tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

import evenkeel

Curve = list[tuple[int, float]]


def coco_curves(seed: int = 3) -> dict[str, dict[str, list[tuple[int, Curve]]]]:
    """For each algorithm and function (length, curve) of each run: best distances so far."""
    random = np.random.default_rng(seed)
    found: dict[str, dict[str, list[tuple[int, Curve]]]] = {}
    for algorithm, speed in (("quick", 1.5), ("slow", 0.7)):
        for function in ("1", "2"):
            runs = []
            for _ in range(6):
                length = int(random.integers(60, 120))
                steps = np.unique(random.integers(1, length, 12)).tolist()
                values = 200 * 10.0 ** -np.cumsum(random.exponential(speed, len(steps)))
                runs.append(
                    (length, [(s, float(f"{v:.9e}")) for s, v in zip(steps, values, strict=False)])
                )
            found.setdefault(algorithm, {})[function] = runs
    return found


def write_coco(folder: Path, curves: dict[str, dict[str, list[tuple[int, Curve]]]]) -> None:
    """The folders that COCO would write, one per algorithm."""
    for algorithm, functions in curves.items():
        for function, runs in functions.items():
            data = folder / algorithm / f"data_f{function}"
            data.mkdir(parents=True, exist_ok=True)
            name = f"bbobexp_f{function}_DIM2.dat"
            told = ", ".join(
                f"{i}:{length}|{curve[-1][1]:.1e}" for i, (length, curve) in enumerate(runs, 1)
            )
            (folder / algorithm / f"bbobexp_f{function}.info").write_text(
                f"suite = 'bbob', funcId = {function}, DIM = 2, Precision = 1.000e-08, "
                f"algId = '{algorithm}', coco_version = '2.3.6', logger = 'bbob', "
                f"data_format = 'bbob-new2'\n% {algorithm}\ndata_f{function}/{name}, {told}\n"
            )
            dat, tdat = [], []
            head = "% f evaluations | g evaluations | best noise-free fitness - Fopt (0.0e+00) + sum g_i+ | measured fitness | best measured fitness or single-digit g-values | x1 | x2..."  # noqa: E501
            for length, curve in runs:
                lines = [f"{s} 0 {v:+.9e} {v:+.9e} {v:+.9e} +1.0e+00 +1.0e+00" for s, v in curve]
                best = curve[-1][1]
                last = f"{length} 0 {best:+.9e} {best:+.9e} {best:+.9e} +1.0e+00 +1.0e+00"
                dat += [head, *lines]
                tdat += [head, *lines, last]
            (data / name).write_text("\n".join(dat) + "\n")
            (data / name.replace(".dat", ".tdat")).write_text("\n".join(tdat) + "\n")


def table_of(rows: list[tuple[Any, ...]]) -> dict[str, Any]:
    """Columns of runs with steps out of rows."""
    names = ("algorithm", "problem", "run", "step", "value")
    return dict(zip(names, zip(*rows, strict=True), strict=True))


def improving_runs(
    n: int = 7, runs: int = 4, steps: int = 12, seed: int = 1, gain: float = 0.5
) -> Any:
    """Two algorithms whose errors fall, "quick" by `gain` of a logarithm a step more."""
    random = np.random.default_rng(seed)
    columns: dict[str, list[Any]] = {
        name: [] for name in ("algorithm", "problem", "run", "step", "value")
    }
    for algorithm, own in (("quick", gain), ("slow", 0.0)):
        for problem in range(n):
            for run in range(runs):
                value = np.exp(3 - np.cumsum(random.exponential(0.3 + own, steps)))
                for step in range(steps):
                    cells = (algorithm, f"p{problem}", run, step + 1, float(value[step]))
                    for column, cell in zip(columns.values(), cells, strict=True):
                        column.append(cell)
    return evenkeel.read_runs(columns, better="lower")


def scenario(
    n: int = 20, seed: int = 2, cutoff: float = 100.0
) -> tuple[list[str], np.ndarray, np.ndarray]:
    """Names of three solvers, times (n, 3) and which were solved before the cutoff."""
    random = np.random.default_rng(seed)
    times = np.round(
        random.lognormal(3.5, 1.0, (n, 1)) * random.lognormal([0, 0.4, 1], 0.6, (n, 3)), 2
    )
    return ["A", "B", "C"], times, times < cutoff


def arff(folder: Path, timeouts: Any = 1000.0, cutoff: float = 100.0, **told: Any) -> Path:
    """An ASlib scenario, with a number of choice in place of timeouts."""
    names, times, solved = scenario(cutoff=cutoff, **told)
    folder.mkdir(exist_ok=True)
    lines = [
        "@RELATION R", "@ATTRIBUTE instance_id STRING", "@ATTRIBUTE repetition NUMERIC",
        "@ATTRIBUTE algorithm STRING", "@ATTRIBUTE runtime NUMERIC",
        "@ATTRIBUTE runstatus {ok, timeout, memout, crash, other}", "@DATA",
    ]  # fmt: skip
    for i in range(len(times)):
        for j, name in enumerate(names):
            status = "ok" if solved[i, j] else ("timeout", "memout", "crash")[(i + j) % 3]
            lines.append(f"i{i},1,{name},{times[i, j] if solved[i, j] else timeouts},{status}")
    (folder / "algorithm_runs.arff").write_text("\n".join(lines) + "\n")
    (folder / "description.txt").write_text(
        f"scenario_id: S\nmaximize:\n    - false\nalgorithm_cutoff_time: {cutoff:g}\n"
    )
    return folder

"""Make the bundled case study of runs: optimisers of scipy on test functions.

Each of seven optimisers is run thirty times on each of twelve functions of five variables, with
at most 3000 evaluations per run. What is recorded is the error of the best point found, its value
less the known minimum; a run ends when its error falls to 1e-8. A local search that ends before
the budget is spent begins anew from another random point. Run r begins at the same point for all
optimisers, so that the runs are paired. Functions that have their minimum in the middle of the
box are shifted, for some optimisers find the middle for no other reason.

Usage: python tools/make_runs_case.py [FILE]
"""

from __future__ import annotations

import contextlib
import csv
import sys
import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np
from scipy import optimize

SEED = 20_110_301
DIMENSION = 5
RUNS = 30
BUDGET = 3000
SOLVED = 1e-8
TARGET = Path(__file__).parents[1] / "src/evenkeel/data/scipy_optimisers_runs.csv"

Vector = np.ndarray
Objective = Callable[[Vector], float]


def ackley(x: Vector) -> float:
    """A bowl with many small pits."""
    root = np.sqrt(np.mean(x**2))
    waves = np.mean(np.cos(2 * np.pi * x))
    return -20 * np.exp(-0.2 * root) - np.exp(waves) + 20 + np.e


def alpine(x: Vector) -> float:
    """Absolute waves, without derivatives at the minimum."""
    return np.sum(np.abs(x * np.sin(x) + 0.1 * x))


def dixon_price(x: Vector) -> float:
    """A curved valley."""
    index = np.arange(2, x.size + 1)
    return (x[0] - 1) ** 2 + np.sum(index * (2 * x[1:] ** 2 - x[:-1]) ** 2)


def griewank(x: Vector) -> float:
    """A wide bowl with waves that depend on all variables."""
    return np.sum(x**2) / 4000 - np.prod(np.cos(x / np.sqrt(np.arange(1, x.size + 1)))) + 1


def levy(x: Vector) -> float:
    """Waves in a valley."""
    w = 1 + (x - 1) / 4
    inner = np.sum((w[:-1] - 1) ** 2 * (1 + 10 * np.sin(np.pi * w[:-1] + 1) ** 2))
    last = (w[-1] - 1) ** 2 * (1 + np.sin(2 * np.pi * w[-1]) ** 2)
    return np.sin(np.pi * w[0]) ** 2 + inner + last


def michalewicz(x: Vector) -> float:
    """Flat land with steep ravines."""
    return -np.sum(np.sin(x) * np.sin(np.arange(1, x.size + 1) * x**2 / np.pi) ** 20)


def rastrigin(x: Vector) -> float:
    """A bowl with a regular grid of pits."""
    return np.sum(x**2 - 10 * np.cos(2 * np.pi * x) + 10)


def rosenbrock(x: Vector) -> float:
    """A narrow curved valley."""
    return np.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)


def schwefel(x: Vector) -> float:
    """Deep pits, the deepest far from the others."""
    return -np.sum(x * np.sin(np.sqrt(np.abs(x))))


def sphere(x: Vector) -> float:
    """A bowl."""
    return np.sum(x**2)


def styblinski_tang(x: Vector) -> float:
    """Two valleys in every variable."""
    return np.sum(x**4 - 16 * x**2 + 5 * x) / 2


def zakharov(x: Vector) -> float:
    """A flat valley between steep walls."""
    weighted = np.sum(np.arange(1, x.size + 1) * x) / 2
    return np.sum(x**2) + weighted**2 + weighted**4


def shifted(function: Objective, size: float) -> Objective:
    """Move the minimum of a function away from the origin."""
    where = size * np.array([0.17, -0.31, 0.23, -0.11, 0.29])
    return lambda x: function(x - where)


# Name: function, lower and upper bound of every variable, least value in five dimensions.
FUNCTIONS: dict[str, tuple[Objective, float, float, float]] = {
    "Ackley": (shifted(ackley, 32.768), -32.768, 32.768, 0.0),
    "Alpine": (shifted(alpine, 10), -10, 10, 0.0),
    "Dixon-Price": (dixon_price, -10, 10, 0.0),
    "Griewank": (shifted(griewank, 600), -600, 600, 0.0),
    "Levy": (levy, -10, 10, 0.0),
    "Michalewicz": (michalewicz, 0, np.pi, -4.687658179088148),
    "Rastrigin": (shifted(rastrigin, 5.12), -5.12, 5.12, 0.0),
    "Rosenbrock": (rosenbrock, -5, 10, 0.0),
    "Schwefel": (schwefel, -500, 500, -418.9828872724338 * DIMENSION),
    "Sphere": (shifted(sphere, 5.12), -5.12, 5.12, 0.0),
    "Styblinski-Tang": (styblinski_tang, -5, 5, -39.16616570377142 * DIMENSION),
    "Zakharov": (shifted(zakharov, 5), -5, 10, 0.0),
}


class RunEndedError(Exception):
    """The budget is spent or the minimum is found."""


class Counted:
    """An objective that counts its evaluations and remembers the least error."""

    def __init__(self, function: Objective, least: float) -> None:
        self.function, self.least = function, least
        self.evaluations, self.error = 0, np.inf

    def __call__(self, x: Vector) -> float:
        """Evaluate the function, unless the run has ended."""
        if self.evaluations == BUDGET or self.error <= SOLVED:
            raise RunEndedError
        self.evaluations += 1
        value = float(self.function(np.asarray(x, dtype=float)))
        self.error = min(self.error, max(value - self.least, 0.0))
        return value


def local(method: str) -> Callable[..., None]:
    """Local search by one of the methods of `minimize`, again and again from random points."""

    def search(objective: Counted, box: list, start: Vector, rng: np.random.Generator) -> None:
        low, high = np.array(box).T
        while True:
            optimize.minimize(objective, start, method=method, bounds=box)
            start = rng.uniform(low, high)

    return search


def basin_hopping(objective: Counted, box: list, start: Vector, rng: np.random.Generator) -> None:
    """L-BFGS-B from randomly moved minima."""
    step = 0.1 * (box[0][1] - box[0][0])
    inner = {"method": "L-BFGS-B", "bounds": box}
    optimize.basinhopping(
        objective, start, niter=BUDGET, stepsize=step, minimizer_kwargs=inner, rng=rng
    )


def dual_annealing(objective: Counted, box: list, start: Vector, rng: np.random.Generator) -> None:
    """Generalised simulated annealing with local searches."""
    optimize.dual_annealing(objective, box, maxiter=BUDGET, x0=start, rng=rng)


def evolution(objective: Counted, box: list, start: Vector, rng: np.random.Generator) -> None:
    """Differential evolution, best1bin, without the final local search."""
    optimize.differential_evolution(
        objective, box, maxiter=BUDGET, tol=0, polish=False, x0=start, rng=rng
    )


OPTIMISERS: dict[str, Callable[..., None]] = {
    "basin hopping": basin_hopping,
    "differential evolution": evolution,
    "dual annealing": dual_annealing,
    "L-BFGS-B": local("L-BFGS-B"),
    "Nelder-Mead": local("Nelder-Mead"),
    "Powell": local("Powell"),
    "SLSQP": local("SLSQP"),
}


def error_of(optimiser: str, problem: str, run: int) -> float:
    """Run one optimiser once on one function and return the error of its best point."""
    function, low, high, least = FUNCTIONS[problem]
    where = (SEED, list(FUNCTIONS).index(problem), run)
    start = np.random.default_rng(where).uniform(low, high, DIMENSION)
    rng = np.random.default_rng((*where, 1 + list(OPTIMISERS).index(optimiser)))
    objective = Counted(function, least)
    with contextlib.suppress(RunEndedError):
        OPTIMISERS[optimiser](objective, [(low, high)] * DIMENSION, start, rng)
    return objective.error


def main(target: Path) -> None:
    """Write the runs to a file."""
    warnings.simplefilter("ignore", RuntimeWarning)  # squares that overflow far from the minimum
    with target.open("w", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(["algorithm", "problem", "run", "error"])
        for problem in FUNCTIONS:
            for optimiser in OPTIMISERS:
                for run in range(1, RUNS + 1):
                    error = error_of(optimiser, problem, run)
                    writer.writerow([optimiser, problem, run, f"{error:.6g}"])


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET)

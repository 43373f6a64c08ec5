"""The bundled runs: what their list says, and what the script that made them computes."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import numpy as np
import pytest

from evenkeel.casestudies import load_runs, runs_cases
from evenkeel.errors import UnknownNameError
from evenkeel.tables.faults import Origin

pytestmark = pytest.mark.reaching  # its slow tests count lines, too

SCRIPT = Path(__file__).parents[2] / "tools" / "make_runs_case.py"


@pytest.fixture(scope="module")
def script():
    spec = importlib.util.spec_from_file_location("make_runs_case", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("case", runs_cases(), ids=lambda case: case.name)
def test_facts_of_each_case(case):
    runs = load_runs(case.name)
    assert (runs.n, runs.k, runs.better) == (case.problems, case.algorithms, case.better)
    assert (runs.counts() == case.runs).all()
    assert runs.origin == Origin(f"case study {case.name!r}", "csv", "long")
    assert runs.checks() == ()
    assert runs.is_paired()
    assert case.title
    assert case.source


def test_unknown_case():
    with pytest.raises(UnknownNameError) as caught:
        load_runs("scipy_optimizers")
    assert str(caught.value) == (
        "unknown case study of runs 'scipy_optimizers': did you mean 'scipy_optimisers'? choose "
        "one of 'scipy_optimisers'"
    )


def test_names_are_those_of_the_script(script):
    runs = load_runs("scipy_optimisers")
    assert set(runs.algorithms) == set(script.OPTIMISERS)
    assert set(runs.problems) == set(script.FUNCTIONS)
    assert (runs.aggregate("min").values >= 0).all()


SHIFT = np.array([0.17, -0.31, 0.23, -0.11, 0.29])
# Where the functions have their least value; Michalewicz by its five one-dimensional minima.
MINIMA = {
    "Ackley": 32.768 * SHIFT,
    "Alpine": 10 * SHIFT,
    "Dixon-Price": 2.0 ** -(1 - 0.5 ** np.arange(5)),
    "Griewank": 600 * SHIFT,
    "Levy": np.ones(5),
    "Michalewicz": np.array([2.2029055, 1.5707963, 1.2849916, 1.9230585, 1.7204698]),
    "Rastrigin": 5.12 * SHIFT,
    "Rosenbrock": np.ones(5),
    "Schwefel": np.full(5, 420.968746),
    "Sphere": 5.12 * SHIFT,
    "Styblinski-Tang": np.full(5, -2.903534),
    "Zakharov": 5 * SHIFT,
}


@pytest.mark.parametrize("name", MINIMA)
def test_least_values(script, name):
    function, low, high, least = script.FUNCTIONS[name]
    minimum = MINIMA[name]
    assert ((low < minimum) & (minimum < high)).all()
    assert function(minimum) == pytest.approx(least, abs=1e-6)
    rng = np.random.default_rng(1)
    around = minimum + rng.normal(0, 1e-4 * (high - low), (200, 5))
    assert all(function(point) > least for point in around)


def test_a_run_is_counted_and_ends(script):
    objective = script.Counted(lambda x: float(x[0]), -1.0)
    for _ in range(script.BUDGET):
        objective(np.array([2.0]))
    assert (objective.error, objective.evaluations) == (3.0, script.BUDGET)
    with pytest.raises(script.RunEndedError):
        objective(np.array([-1.0]))
    solved = script.Counted(lambda x: float(x[0]), -1.0)
    solved(np.array([-1.0]))
    with pytest.raises(script.RunEndedError):
        solved(np.array([0.0]))


def test_the_same_run_again(script):
    assert script.error_of("Powell", "Sphere", 1) == script.error_of("Powell", "Sphere", 1)
    assert script.error_of("Nelder-Mead", "Zakharov", 2) != script.error_of(
        "Nelder-Mead", "Zakharov", 3
    )

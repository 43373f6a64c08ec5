"""Bayesian comparisons by baycomp, its hierarchical test by Stan.

Run from the root of the repository, with baycomp and pystan installed:
``python tests/oracles/python/bayes.py``. It writes bayes.json beside itself: what baycomp gives for
pairs of bundled tables, and for scores that are drawn here, with the scores. In baycomp the first
probability speaks for the algorithm with the higher score; `first` is that of the first one.
"""

from __future__ import annotations

import csv
import json
import os
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
CASES = HERE.parents[2] / "src" / "evenkeel" / "data"
DRAWS = 200_000
PAIRS = (
    ("demsar2006", "C4.5", "C4.5cf,m", 0.01),
    ("demsar2006", "C4.5m", "C4.5cf", 0.0055),  # no sum of two lies at its border
    ("garcia2008", "C4.5", "NaiveBayes", 0.01),
    ("garcia2008", "CN2", "1-NN", 0.02),
    ("garcia2008", "1-NN", "Kernel", 0.0),
    ("garcia2008", "C4.5", "CN2", 0.0),
)


def columns(case: str, first: str, second: str):
    import numpy as np

    with (CASES / f"{case}.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return (np.array([float(row[name]) for row in rows]) for name in (first, second))


def of_tables() -> list[dict[str, object]]:
    import baycomp

    found: list[dict[str, object]] = []
    for case, first, second, rope in PAIRS:
        a, b = columns(case, first, second)
        tests = {"signed-rank": baycomp.SignedRankTest}
        if rope:
            tests["sign"] = baycomp.SignTest
        for method, test in tests.items():
            priors = ((1, 1), (2.0, 0), (3.0, 2)) if method == "sign" else (0.5, 2.0)
            for prior in priors:
                options = {"nsamples": DRAWS, "random_state": 1, "prior": prior}
                left, *within, right = test.probs(a, b, rope, **options)
                strength, place = prior if isinstance(prior, tuple) else (prior, 1)
                found.append(
                    {
                        "case": case,
                        "pair": [first, second],
                        "rope": rope,
                        "method": method,
                        "prior": strength,
                        "place": ("left", "rope", "right")[place],
                        "draws": DRAWS,
                        "probabilities": [float(left), float(sum(within)), float(right)],
                    }
                )
    return found


def scores() -> dict[str, tuple[int, list[list[float]]]]:
    """Differences, first minus second, of runs of 5-fold cross validations on q problems."""
    import numpy as np

    rng = np.random.default_rng(77)

    def drawn(means, spread: float, folds: int, runs: int):
        common = rng.normal(0, spread * 0.4, (len(means), 1))
        own = rng.normal(0, spread, (len(means), folds * runs))
        return np.round(np.array(means)[:, None] + common + own, 4).tolist()

    return {
        "homogeneous": (2, drawn([0.012] * 8, 0.02, 5, 2)),
        "spread": (2, drawn(rng.normal(0.01, 0.03, 10), 0.02, 5, 2)),
        "outlier": (3, drawn([0.0, 0.004, -0.003, 0.002, 0.15, 0.001, 0.003], 0.01, 5, 3)),
        "alike": (4, drawn(rng.normal(0.0, 0.002, 20), 0.008, 5, 4)),
        "three problems": (2, drawn([0.02, 0.05, -0.01], 0.02, 5, 2)),
    }


def of_runs() -> list[dict[str, object]]:
    import baycomp
    import numpy as np

    found: list[dict[str, object]] = []
    for name, (runs, differences) in scores().items():
        first = np.array(differences)
        second = np.zeros_like(first)
        left, within, right = baycomp.CorrelatedTTest.probs(first[0], second[0], 0.01, runs)
        found.append(
            {
                "name": name,
                "method": "correlated-t",
                "folds": len(differences[0]) // runs,
                "rope": 0.01,
                "differences": differences[:1],
                "probabilities": [left, within, right],
            }
        )
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)  # it leaves a file where it is run
            posterior = baycomp.HierarchicalTest(
                first, second, 0.01, runs=runs, nsamples=25_000, chains=4
            )
        found.append(
            {
                "name": name,
                "method": "hierarchical",
                "folds": len(differences[0]) // runs,
                "rope": 0.01,
                "differences": differences,
                "draws": len(posterior.sample),
                "probabilities": list(posterior.probs()),
                "shares": posterior.sample.mean(axis=0).tolist(),
            }
        )
    return found


def main() -> None:
    from importlib.metadata import version

    versions = {name: version(name) for name in ("baycomp", "pystan", "numpy", "scipy")}
    stored = {"versions": versions, "tables": of_tables(), "runs": of_runs()}
    (HERE / "bayes.json").write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""Bradley-Terry and Plackett-Luce strengths by choix, on a table without ties.

Run from the root of the repository, with choix installed:
``python tests/oracles/python/strengths.py``. It writes strengths.json beside itself: the log
strengths of the algorithms of cec2005.csv, in which lower values are better, by both models.
"""

from __future__ import annotations

import csv
import json
from importlib.metadata import version
from pathlib import Path


def main() -> None:
    import choix
    import numpy as np

    with Path("src/evenkeel/data/cec2005.csv").open(encoding="utf-8") as file:
        header, *rows = csv.reader(file)
    names = header[1:]
    values = np.array([[float(cell) for cell in row[1:]] for row in rows])
    k = len(names)
    pairs = [(i, j) for row in values for i in range(k) for j in range(k) if row[i] < row[j]]
    rankings = [tuple(int(j) for j in np.argsort(row)) for row in values]
    found = {
        "versions": {name: version(name) for name in ("choix", "numpy", "scipy")},
        "algorithms": names,
        "bradley-terry": choix.opt_pairwise(k, pairs, tol=1e-12).tolist(),
        "bradley-terry by ilsr": choix.ilsr_pairwise(k, pairs, tol=1e-12).tolist(),
        "plackett-luce": choix.opt_rankings(k, rankings, tol=1e-12).tolist(),
        "plackett-luce by ilsr": choix.ilsr_rankings(k, rankings, tol=1e-12).tolist(),
    }
    path = Path(__file__).with_suffix(".json")
    path.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

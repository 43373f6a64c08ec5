"""Conover's p-values of all pairs by scikit-posthocs, after Friedman's and Quade's test.

Run from the root of the repository, with scikit-posthocs installed:
``python tests/oracles/python/conover.py``. It writes conover.json beside itself.
"""

from __future__ import annotations

import csv
import json
from importlib.metadata import version
from pathlib import Path

CASES = ("garcia2008", "cec2005_ties", "toy", "demsar2006")


def main() -> None:
    import numpy as np
    import scikit_posthocs as sp

    found: dict[str, object] = {"versions": {"scikit-posthocs": version("scikit-posthocs")}}
    for case in CASES:
        with Path(f"src/evenkeel/data/{case}.csv").open(encoding="utf-8") as file:
            rows = [row for row in csv.reader(file) if row and not row[0].startswith("#")]
        values = np.array([[float(x) for x in row[1:]] for row in rows[1:]])
        upper = np.triu_indices(values.shape[1], 1)
        found[case] = {
            "friedman": sp.posthoc_conover_friedman(values).to_numpy()[upper].tolist(),
            "quade": sp.posthoc_quade(values, dist="t").to_numpy()[upper].tolist(),
        }
    Path(__file__).with_suffix(".json").write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()

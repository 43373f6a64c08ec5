"""Runtimes by cocopp, and tests of censored runs by lifelines.

Run from the root of the repository, with cocopp, six and lifelines installed (in an environment of
their own) and evenkeel's own sources on the path: ``python tests/oracles/python/watched.py``. It
writes watched.json beside itself: what the other programs make of the runs of
tests/watched_runs.py.
"""

from __future__ import annotations

import json
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

TARGETS = [100.0, 10.0, 1.0, 0.1, 1e-3, 1e-5, 1e-8]
SAMPLES = [
    ([1, 2, 3, 4], [1, 1, 1, 1], [3.5, 5, 6, 7], [1, 1, 0, 1]),
    ([6, 6, 6, 7, 10, 13, 16, 22, 23, 6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35],
     [1] * 9 + [0] * 12,
     [1, 1, 2, 2, 3, 4, 4, 5, 5, 8, 8, 8, 8, 11, 11, 12, 12, 15, 17, 22, 23], [1] * 21),
    ([5, 8, 10, 10], [1, 1, 0, 0], [10, 10, 10, 10], [0, 0, 0, 0]),
]  # fmt: skip


def main() -> None:
    sys.path.insert(0, "tests")
    import numpy as np
    from cocopp.pproc import DataSetList
    from lifelines.statistics import logrank_test

    from watched_runs import coco_curves, write_coco

    found: dict = {"versions": {name: version(name) for name in ("cocopp", "lifelines")}}
    with tempfile.TemporaryDirectory() as place:
        write_coco(Path(place), coco_curves())
        ert: dict = {}
        for name in ("quick", "slow"):
            for each in DataSetList(f"{place}/{name}"):
                evals = np.array(each.detEvals(TARGETS))
                ert.setdefault(name, {})[str(each.funcId)] = {
                    "ert": [float(value) for value in each.detERT(TARGETS)],
                    "evals": [[None if np.isnan(x) else float(x) for x in row] for row in evals],
                }
    found["targets"], found["cocopp"] = TARGETS, ert
    found["log_rank"] = []
    for sample in SAMPLES:
        end, solved, other, other_solved = sample
        test = logrank_test(end, other, solved, other_solved)
        found["log_rank"].append([*sample, float(test.test_statistic), float(test.p_value)])
    path = Path(__file__).with_suffix(".json")
    path.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()

"""Means and standard errors of Inspect's own metrics, for tests/oracles/test_items.py.

Run with inspect-ai 0.3.285: ``python tests/oracles/python/items_inspect.py > items_inspect.json``.
"""

from __future__ import annotations

import json


def case(values: list[float], clusters: list[int]) -> dict[str, object]:
    """One set of scores with what Inspect says of it."""
    from inspect_ai.scorer import SampleScore, Score, mean, stderr

    scores = [
        SampleScore(score=Score(value=value), sample_metadata={"passage": cluster})
        for value, cluster in zip(values, clusters, strict=True)
    ]
    return {
        "values": values,
        "clusters": clusters,
        "mean": float(mean()(scores)),
        "stderr": float(stderr()(scores)),
        "clustered": float(stderr(cluster="passage")(scores)),
    }


if __name__ == "__main__":
    import inspect_ai
    import numpy as np

    random = np.random.default_rng(5)
    zeros = random.integers(0, 2, 60).astype(float).tolist()
    apart = random.integers(0, 13, 60).tolist()
    graded = random.random(40).round(3).tolist()
    even = np.repeat(np.arange(8), 5).tolist()
    cases = [case(zeros, apart), case(graded, even)]
    print(json.dumps({"versions": {"inspect-ai": inspect_ai.__version__}, "cases": cases}))

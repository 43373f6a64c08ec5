"""The comparison on items beside evalstats, scipy and the z test of harnesses, on the same tables.

Run ``python -m calibration.beside_evalstats [TABLES [FIRST [LAST]]]`` from the folder tools, with
PYTHONPATH=., where evalstats 0.3.3 is installed; it prints a table for docs/calibration_items.md,
of all rows or of those from FIRST to LAST. Some fifteen minutes of the processor with 100 tables.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator

import numpy as np
from scipy.stats import wilcoxon

from calibration.of_items import ALPHA, SURE, harness_pvalues, scores
from evenkeel.adjustments import adjust
from evenkeel.items.intervals import Clusters, difference_intervals
from evenkeel.items.sign_flips import joint_pvalues
from evenkeel.numerics.intervals import wilson_interval

_SIZES = ((15, 1), (50, 1), (200, 1), (200, 4), (1000, 1))
#: Models, their accuracy, items, correlation, epochs.
CELLS = (
    *((2, p, n, rho, e) for p in (0.6, 0.98) for rho in (0.0, 0.3, 0.6) for n, e in _SIZES),
    *((5, 0.6, n, rho, e) for rho in (0.0, 0.3, 0.6) for n, e in _SIZES[:4]),
    *((5, 0.6, 1000, rho, 1) for rho in (0.0, 0.6)),
    *((5, 0.98, n, rho, 1) for rho in (0.0, 0.6) for n in (15, 50, 200, 1000)),
    (20, 0.6, 200, 0.6, 1),
)


def beside(
    k: int, accuracy: float, n: int, rho: float, epochs: int, tables: int
) -> tuple[list[int], list[int]]:
    """Tables with any rejection, of ours, evalstats, scipy, z; and with all intervals right."""
    import evalstats

    random = np.random.default_rng([34, n, int(10 * rho), epochs])
    clusters = Clusters(np.arange(n) // (1 if rho == 0 else min(5, n // 5)))
    first, second = (each.astype(np.int64) for each in np.triu_indices(k, 1))
    errors, held = np.zeros(4, dtype=int), np.zeros(2, dtype=int)
    names = [f"m{j}" for j in range(k)]
    for at in range(tables):
        drawn = scores(random, np.full(k, accuracy), clusters.codes, rho, epochs)
        means = drawn.mean(axis=2)
        ours = joint_pvalues(clusters.sums(means), first, second, resamples=999, seed=at)[0]
        d = means[:, first] - means[:, second]
        low, high = difference_intervals(d, clusters, 1 - ALPHA / len(first))
        benchmark = evalstats.BenchmarkResult(
            drawn.transpose(1, 0, 2) if epochs > 1 else drawn[:, :, 0].T,
            names,
            list(map(str, range(n))),
        )
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = evalstats.analyze(benchmark, p_values=True, rng=np.random.default_rng(at))
            signed = np.array([wilcoxon(one).pvalue if one.any() else 1.0 for one in d.T])
        pairs = found.pairwise.results.values()
        p_values = np.array([each.p_value for each in pairs])
        plain = harness_pvalues(means, first, second)
        adjusted = [adjust(each, "holm") for each in (signed, plain)]
        errors += [bool((p <= ALPHA).any()) for p in (ours, p_values, *adjusted)]
        held += [
            bool(((low <= 0) & (high >= 0)).all()),
            all(each.ci_low <= 0 <= each.ci_high for each in pairs),
        ]
    return errors.tolist(), held.tolist()


def table(tables: int, cells: slice) -> Iterator[str]:
    """Lines of Markdown."""
    yield (
        "| Models | Accuracy | Items | Correlation | Epochs | Error | evalstats | "
        "Wilcoxon with Holm | z with Holm | Together | evalstats, together |"
    )
    yield "|" + " --: |" * 11
    for k, accuracy, n, rho, epochs in CELLS[cells]:
        errors, held = beside(k, accuracy, n, rho, epochs, tables)
        rates = " | ".join(f"{count / tables:.3f}" for count in (*errors, *held))
        yield f"| {k} | {accuracy:g} | {n} | {rho:g} | {epochs} | {rates} |"
    low, high = (float(end) for end in wilson_interval(ALPHA * tables, tables, SURE))
    yield f"The interval of a measured {ALPHA:g} goes from {low:.3f} to {high:.3f}."


if __name__ == "__main__":
    told = tuple(map(int, sys.argv[1:]))
    tables, row, last = (*told, *(100, 1, len(CELLS))[len(told) :])
    for line in table(tables, slice(row - 1, last)):
        print(line, flush=True)

"""The comparison on items beside evalstats, scipy and the z test of harnesses, on the same tables.

Run ``python -m calibration.beside_evalstats [TABLES]`` from the folder tools, with PYTHONPATH=.,
where evalstats 0.3.3 is installed; it prints a table for docs/calibration_items.md. Seven minutes
of the processor with 300 tables.
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

MODELS, ACCURACY = 5, 0.6
CELLS = tuple(
    (n, rho, epochs) for rho in (0.0, 0.3, 0.6) for n, epochs in ((50, 1), (200, 1), (200, 4))
)


def beside(n: int, rho: float, epochs: int, tables: int) -> tuple[list[int], list[int]]:
    """Tables with any rejection, of ours, evalstats, scipy, z; and with all intervals right."""
    import evalstats

    random = np.random.default_rng([34, n, int(10 * rho), epochs])
    clusters = Clusters(np.arange(n) // (1 if rho == 0 else 5))
    first, second = (each.astype(np.int64) for each in np.triu_indices(MODELS, 1))
    errors, held = np.zeros(4, dtype=int), np.zeros(2, dtype=int)
    names = [f"m{j}" for j in range(MODELS)]
    for at in range(tables):
        drawn = scores(random, np.full(MODELS, ACCURACY), clusters.codes, rho, epochs)
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


def table(tables: int) -> Iterator[str]:
    """Lines of Markdown."""
    yield (
        "| Items | Correlation | Epochs | Error | evalstats | Wilcoxon with Holm | z with Holm | "
        "Together | evalstats, together |"
    )
    yield "|" + " --: |" * 9
    for n, rho, epochs in CELLS:
        errors, held = beside(n, rho, epochs, tables)
        rates = " | ".join(f"{count / tables:.3f}" for count in (*errors, *held))
        yield f"| {n} | {rho:g} | {epochs} | {rates} |"
    low, high = (float(end) for end in wilson_interval(ALPHA * tables, tables, SURE))
    yield f"The interval of a measured {ALPHA:g} goes from {low:.3f} to {high:.3f}."


if __name__ == "__main__":
    for line in table(int(sys.argv[1]) if len(sys.argv) > 1 else 300):
        print(line, flush=True)

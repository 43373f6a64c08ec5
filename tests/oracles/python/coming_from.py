"""What autorank, scikit-posthocs and aeon answer on bundled tables, for docs/coming_from.

Run from the root of the repository, with these three installed:
``python tests/oracles/python/coming_from.py``. It writes coming_from.json beside itself.
"""

from __future__ import annotations

import contextlib
import io
import json
import warnings
from importlib.metadata import version
from pathlib import Path

HERE = Path(__file__).resolve().parent
CASES = HERE.parents[2] / "src" / "evenkeel" / "data"


def table(case: str):
    import pandas as pd

    return pd.read_csv(CASES / f"{case}.csv", index_col=0)


def of_autorank() -> dict[str, object]:
    from autorank import autorank

    found: dict[str, object] = {}
    for case, order in (
        ("cec2005_ties", "ascending"),
        ("garcia2008", "descending"),
        ("demsar2006", "descending"),
        ("dietterich2000", "ascending"),
    ):
        for mode in (None, "nonparametric"):
            with contextlib.redirect_stdout(io.StringIO()):
                result = autorank(table(case), order=order, force_mode=mode)
            found[f"{case}, {mode}"] = {
                "omnibus": result.omnibus,
                "posthoc": result.posthoc,
                "pvalue": float(result.pvalue),
                "cd": None if result.cd is None else float(result.cd),
                "first": result.rankdf.index[0],
                "rank of the first": float(result.rankdf["meanrank"].iloc[0]),
            }
    for case, first, second, order in (
        ("cec2005_ties", "PSO", "SaDE", "ascending"),
        ("demsar2006", "C4.5", "C4.5m", "descending"),
    ):
        with contextlib.redirect_stdout(io.StringIO()):
            pair = autorank(table(case)[[first, second]], order=order, force_mode="nonparametric")
        found[f"{case}, {first}, {second}"] = {
            "omnibus": pair.omnibus,
            "pvalue": float(pair.pvalue),
        }
    return found


def of_scikit_posthocs() -> dict[str, dict[str, float]]:
    import scikit_posthocs as sp

    values, pairs = table("garcia2008"), (("C4.5", "1-NN"), ("1-NN", "NaiveBayes"))
    c45 = table("demsar2006")
    answers = {
        "nemenyi_friedman": sp.posthoc_nemenyi_friedman(values),
        "siegel_friedman": sp.posthoc_siegel_friedman(values),
        "siegel_friedman, holm": sp.posthoc_siegel_friedman(values, p_adjust="holm"),
        "miller_friedman": sp.posthoc_miller_friedman(values),
        "conover_friedman": sp.posthoc_conover_friedman(values),
        "quade, normal": sp.posthoc_quade(values, dist="normal"),
        "quade, t": sp.posthoc_quade(values, dist="t"),
    }
    found = {
        name: {" - ".join(pair): float(answer.loc[pair]) for pair in pairs}
        for name, answer in answers.items()
    }
    melted = c45.melt(var_name="algorithm", value_name="value")
    for zeros in ("wilcox", "pratt", "zsplit"):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            answer = sp.posthoc_wilcoxon(
                melted, val_col="value", group_col="algorithm", zero_method=zeros
            )
        found[f"wilcoxon, {zeros}"] = {"C4.5 - C4.5m": float(answer.loc["C4.5", "C4.5m"])}
    return found


def of_aeon() -> dict[str, object]:
    import numpy as np
    from aeon.benchmarking.stats import nemenyi_test, wilcoxon_test

    def critical_difference(k: int, n: int, alpha: float) -> float:
        """The least distance of the first two average ranks that it calls different."""
        low, high = 0.0, float(k)
        for _ in range(60):
            middle = (low + high) / 2
            ranks = np.array([1.0, 1 + middle, *(20.0 + np.arange(k - 2))])
            if nemenyi_test(ranks, n, alpha)[0, 1]:
                low = middle
            else:
                high = middle
        return high

    values = table("garcia2008")
    order = ["C4.5", "NaiveBayes", "CN2", "1-NN", "Kernel"]
    pvalues = wilcoxon_test(values[order].to_numpy(), order)
    return {
        "nemenyi": {str(k): critical_difference(k, 30, 0.05) for k in (3, 4, 5, 10)},
        "wilcoxon": {
            f"{order[i]} - {order[j]}": float(pvalues[i, j])
            for i in range(5)
            for j in range(i + 1, 5)
        },
    }


if __name__ == "__main__":
    stored = {
        "versions": {
            name: version(name)
            for name in ("autorank", "scikit-posthocs", "aeon", "numpy", "scipy", "statsmodels")
        },
        "autorank": of_autorank(),
        "scikit-posthocs": of_scikit_posthocs(),
        "aeon": of_aeon(),
    }
    text = json.dumps(stored, indent=1) + "\n"
    (HERE / "coming_from.json").write_text(text, encoding="utf-8")

"""What the expressions of `lines` and `jobs` may name: numpy, evenkeel, tables, and a peer.

An expression is text, so that the page can show the very calls that were made. Ours are evaluated
without the peers, in the test suite too; a peer is imported for its own expressions only.
"""

from __future__ import annotations

import importlib
import io
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from functools import cache
from typing import Any

import numpy as np

from benchmarks.bench_votes import drawn_battles
from benchmarks.peers import helpers

# What stands for a peer in its expressions: a module, or a name within one.
PEERS: dict[str, dict[str, str]] = {
    "scipy": {},  # evenkeel itself needs it: `stats` is there for all
    "statsmodels": {
        "multipletests": "statsmodels.stats.multitest:multipletests",
        "AnovaRM": "statsmodels.stats.anova:AnovaRM",
        "anova_oneway": "statsmodels.stats.oneway:anova_oneway",
        "lilliefors": "statsmodels.stats.diagnostic:lilliefors",
        "statsmodels_mcnemar": "statsmodels.stats.contingency_tables:mcnemar",
        "rank_compare_2indep": "statsmodels.stats.nonparametric:rank_compare_2indep",
        "statsmodels_sign_test": "statsmodels.stats.descriptivestats:sign_test",
        "ttost_paired": "statsmodels.stats.weightstats:ttost_paired",
    },
    "scikit-posthocs": {"sp": "scikit_posthocs"},
    "pingouin": {"pg": "pingouin"},
    "autorank": {
        "autorank": "benchmarks.peers.helpers:quiet_autorank",
        "autorank_posteriors": "benchmarks.peers.helpers:autorank_posteriors",
        "plot_stats": "autorank:plot_stats",
    },
    "baycomp": {"baycomp": "baycomp"},
    "choix": {"choix": "choix"},
    "inspect-ai": {
        "inspect_metric": "benchmarks.peers.helpers:inspect_metric",
        "scorer": "inspect_ai.scorer",
    },
    "lm-eval": {"lm_eval_metrics": "lm_eval.api.metrics"},
    "evalica": {"evalica_ratings": "benchmarks.peers.helpers:evalica_ratings"},
    "arena-rank": {"arena_ratings": "benchmarks.peers.helpers:arena_ratings"},
    "polars": {"pl": "polars"},
    "rliable": {"metrics": "rliable.metrics", "library": "rliable.library"},
}

_OURS = {
    "evenkeel": (
        "Results adjust bayes compare conditions effect_sizes equivalence friedman "
        "friedman_aligned iman_davenport load load_runs page_trend posthoc posthoc_statistics "
        "quade read read_runs sign_test skillings_mack votes wilcoxon wilcoxon_all"
    ),
    "evenkeel.critical": "bonferroni_dunn_critical_difference nemenyi_critical_difference",
    "evenkeel.effects": "kendall_w",
    "evenkeel.items": "items",
    "evenkeel.omnibus": "durbin",
    "evenkeel.stability": "strengths",
    "evenkeel.pairwise": "t_test",
    "evenkeel.plot": "plot_critical_difference save_figure",
    "evenkeel.ranks": "aligned_ranks friedman_ranks",
    "evenkeel.runs": (
        "aggregates corrected_resampled_t mcnemar per_problem repeated_measures_anova run_effects"
    ),
    "evenkeel.runs.normality": "dagostino_pearson shapiro_wilk",
}

_CASES = ("cec2005", "demsar2006", "dietterich2000", "garcia2008")

# What the page says of the names in expressions.
MEANINGS = (
    "`cec2005`, `demsar2006`, `dietterich2000` and `garcia2008` are the bundled tables of "
    "these names;",
    "`x`, `y`, `z` are C4.5, C4.5m and C4.5cf of demsar2006, with ties and zeros, `u` and "
    "`v` are PSO and "
    "DE-Exp of cec2005, without;",
    "`given` are the 15 p-values of Benjamini and Hochberg (1995);",
    "`incomplete` are the first five problems of garcia2008, each without another algorithm;",
    "`runs` are the 30 runs of each of the seven optimisers of the bundled runs on "
    "Griewank's function;",
    "`scores` are drawn: five runs of two algorithms on eight problems;",
    "`answers` are drawn: 60 zeros and ones on questions of 13 `passages`; `battles` are 600 votes "
    "on seven models;",
    "`pairs` are all pairs of four columns, `named_pairs` of the algorithms of demsar2006, "
    "`duels` who beat whom "
    "on each problem of cec2005;",
    "`frame` makes a pandas frame, `upper` takes the cells above the diagonal; `sp` is "
    "scikit_posthocs, `pg` "
    "pingouin, `metrics` that of rliable, `statsmodels_` and `our_` tell apart what has the "
    "same name.",
)

# The p-values of Benjamini and Hochberg (1995), section 3.2, doi:10.1111/j.2517-6161.1995.tb02031.x
_GIVEN = (
    "0.0001 0.0004 0.0019 0.0095 0.0201 0.0278 0.0298 0.0344 0.0459 "
    "0.324 0.4262 0.5719 0.6528 0.759 1"
)


@cache
def ours() -> Mapping[str, Any]:
    """The names of all expressions."""
    from scipy import stats

    names: dict[str, Any] = {"np": np, "stats": stats}
    names |= {name: getattr(helpers, name) for name in helpers.FOR_ALL}
    for module, listed in _OURS.items():
        names |= {name: getattr(importlib.import_module(module), name) for name in listed.split()}
    names["drawn_battles"] = drawn_battles
    names["our_lilliefors"] = importlib.import_module("evenkeel.runs.normality").lilliefors
    names |= {case: names["load"](case) for case in _CASES}
    return names | _data(names)


def _data(names: Mapping[str, Any]) -> dict[str, Any]:
    """Samples of the bundled cases, as `MEANINGS` says."""
    optimisers = names["load_runs"]("scipy_optimisers")
    demsar, cec = names["demsar2006"], names["cec2005"]
    pairs = [(i, j) for i in range(4) for j in range(i + 1, 4)]
    absent = [[column] for column in (4, 3, 2, 1, 0)]
    incomplete = names["garcia2008"].values[:5].copy()
    np.put_along_axis(incomplete, np.array(absent), np.nan, axis=1)
    rng = np.random.default_rng(7)
    random = np.random.default_rng(34)
    return {
        "answers": random.integers(0, 2, 60),
        "passages": random.integers(0, 13, 60),
        "battles": drawn_battles(600, 7),
        "given": np.array([float(p) for p in _GIVEN.split()]),
        "x": demsar.values[:, 0],
        "y": demsar.values[:, 1],
        "z": demsar.values[:, 2],
        "u": cec.values[:, 0],
        "v": cec.values[:, 7],
        "pairs": pairs,
        "named_pairs": [(demsar.algorithms[i], demsar.algorithms[j]) for i, j in pairs],
        "duels": [
            (i, j) for row in cec.values for i in range(9) for j in range(9) if row[i] < row[j]
        ],
        "incomplete": names["Results"](incomplete, better="higher", missing="keep"),
        "optimisers": optimisers,
        "runs": [optimisers.cell(name, "Griewank") for name in optimisers.algorithms],
        "scores": {name: rng.lognormal(0.2 * j, 0.8, (5, 8)) for j, name in enumerate("AB")},
    }


@cache
def with_peer(peer: str) -> Mapping[str, Any]:
    """The names of an expression of this peer."""
    found = {}
    for name, place in PEERS[peer].items():
        module, _, inside = place.partition(":")
        found[name] = importlib.import_module(module)
        if inside:
            found[name] = getattr(found[name], inside)
    return {**ours(), **found}


def prepared(expression: str, names: Mapping[str, Any]) -> Callable[[], Any]:
    """The expression as a call, compiled once."""
    code, known = compile(expression, "<expression>", "eval"), dict(names)
    return lambda: eval(code, known)


@contextmanager
def quietly() -> Iterator[None]:
    """Without the warnings and the talk of a peer."""
    with warnings.catch_warnings(), redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        yield


def evaluate(expression: str, names: Mapping[str, Any]) -> Any:
    """The value of an expression."""
    with quietly():
        return prepared(expression, names)()

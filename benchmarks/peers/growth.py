"""How time and memory grow with n and k, beside the floor: a look at every value, and a sort.

No ranking is quicker than an argsort of each row, nothing is quicker than one pass over the bytes.
The exponents are slopes of the logarithms, fitted by least squares over the sizes; their interval
is Student's, so that it holds both the noise of the clock and the bend of the curve.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from benchmarks.peers.names import prepared, with_peer
from benchmarks.peers.racing import seconds_of
from benchmarks.timing import peak

ROUNDS = 5


@dataclass(frozen=True)
class Growth:
    """A call of a table X of n problems and k algorithms, one of which grows."""

    name: str
    call: str
    n: tuple[int, ...]
    k: tuple[int, ...]
    peer: str = "scipy"

    @property
    def axis(self) -> str:
        """Which of the two grows."""
        return "n" if len(self.n) > 1 else "k"

    @property
    def floored(self) -> bool:
        """Whether the floors are measured at the same sizes."""
        return self.n == _TALL or self.k == _WIDE

    @property
    def sizes(self) -> list[tuple[int, int]]:
        """The tables, n by k."""
        return [(n, k) for n in self.n for k in self.k]


_FRESH = 'Results(X, better="lower")'
_WILCOXON = f"wilcoxon_all({_FRESH})"
_COMPARE = f"compare({_FRESH}, always=True)"
_AUTORANK = f'autorank(frame({_FRESH}), order="ascending", force_mode="nonparametric")'
_TALL = (5000, 10_000, 20_000, 40_000, 80_000)
_WIDE = (20, 40, 80, 160, 320)
_PROBLEMS, _ALGORITHMS = (100, 200, 400, 800, 1600), (10, 20, 40, 80)
FLOORS = {"one pass over the bytes (sum)": "X.sum()", "argsort": "np.argsort(X, axis=1)"}
_ROWS = (
    ("Friedman's ranks", f"friedman_ranks({_FRESH})", "scipy"),
    ("Friedman's test", f"friedman({_FRESH})", "scipy"),
    ("Quade's test", f"quade({_FRESH})", "scipy"),
    ("aligned ranks test", f"friedman_aligned({_FRESH})", "scipy"),
    ("scipy.stats.friedmanchisquare", "stats.friedmanchisquare(*X.T)", "scipy"),
)

GROWTHS = [
    *(Growth(name, call, _TALL, (20,)) for name, call in FLOORS.items()),
    *(Growth(name, call, _TALL, (20,), peer) for name, call, peer in _ROWS),
    *(Growth(name, call, (5000,), _WIDE) for name, call in FLOORS.items()),
    *(Growth(name, call, (5000,), _WIDE, peer) for name, call, peer in _ROWS),
    Growth("Wilcoxon's tests of all pairs", _WILCOXON, (1000, 2000, 4000, 8000, 16_000), (20,)),
    Growth("Wilcoxon's tests of all pairs", _WILCOXON, (200,), (20, 40, 80, 160)),
    Growth("compare()", _COMPARE, _PROBLEMS, (10,)),
    Growth("compare()", _COMPARE, (50,), _ALGORITHMS),
    Growth("autorank", _AUTORANK, _PROBLEMS, (10,), "autorank"),
    Growth("autorank", _AUTORANK, (50,), _ALGORITHMS, "autorank"),
]


def measured(growth: Growth) -> dict[str, Any]:
    """Median seconds of the call and of an argsort, and the most bytes held, at every size."""
    tables = [_values(n, k) for n, k in growth.sizes]
    names = with_peer(growth.peer)
    calls = [prepared(growth.call, {**names, "X": X}) for X in tables]
    for call in calls:
        call()
    sorts = [partial(np.argsort, X, axis=1) for X in tables]
    rounds = [
        [list(map(seconds_of, both)) for both in zip(calls, sorts, strict=True)]
        for _ in range(ROUNDS)
    ]
    seconds, argsort = np.median(rounds, axis=0).T
    return {
        "seconds": [float(f"{value:.4g}") for value in seconds],
        "argsort": [float(f"{value:.4g}") for value in argsort],
        "bytes": [peak(call) for call in calls],
    }


def _values(n: int, k: int) -> np.ndarray:
    values: np.ndarray = np.random.default_rng(0).normal(size=(n, k)) + np.linspace(0, 1, k)
    return values


def exponent(sizes: Sequence[float], values: list[float]) -> tuple[float, float]:
    """The slope of the logarithms, and half of its 95% interval."""
    from scipy import stats

    fit = stats.linregress(np.log(sizes), np.log(values))
    return float(fit.slope), float(fit.stderr * stats.t.isf(0.025, len(sizes) - 2))

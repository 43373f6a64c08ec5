"""Coverage of the intervals of aggregates of runs, and of the bounds of performance profiles."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache

import numpy as np
from scipy.special import ndtri

from calibration.rates import Claim, span
from calibration.studies import CONFIDENCE
from calibration.tables import rendered
from evenkeel._types import FloatArray
from evenkeel.numerics.intervals import wilson_interval
from evenkeel.report.document import Cell, Column, Table
from evenkeel.runs._profiles import Profiles, profiles
from evenkeel.runs.aggregate_intervals import AGGREGATES, DrawnAggregates
from evenkeel.runs.cells import Cells
from evenkeel.runs.profile_curves import equal_weights, ratio_shares, ratios_to_best
from evenkeel.studies.outcomes import Estimate, estimate

LEVEL = 0.95
STUDIES = 1_000
CURVES = 500
RESAMPLES = 399
SIZES = tuple((n, runs) for runs in (3, 5, 10) for n in (10, 20))
THRESHOLD = 1.0
_SEED = 0
_FINE = 4001  # quantiles that stand for a whole law
_SPREAD = 0.5  # standard deviation of the runs; the problems lie from 0 to 2
_PAIR = np.array([[0, 1]])
_AHEAD = 0.2  # of the second algorithm
_COST = 3.0  # added to make costs above 0
_EXPECTED = 4_000  # studies from which an expected curve is known
_ALLOWED = 0.02  # below the level
PLACES = {
    "score": np.linspace(-0.5, 2.5, 31),
    "ratio": np.array([1.0, 1.02, 1.05, 1.1, 1.2, 1.5, 2.0]),
}
CURVE_LAWS = ("normal", "exponential")

#: Quantile functions of the runs about the mean of their problem.
LAWS: Mapping[str, tuple[str, Callable[[FloatArray], FloatArray]]] = {
    "normal": ("Normal", lambda u: _SPREAD * ndtri(u)),
    "tied": ("Rounded to halves", lambda u: np.round(2 * _SPREAD * ndtri(u)) / 2),
    "exponential": ("Exponential", lambda u: _SPREAD * (-np.log1p(-u) - 1)),
    "lognormal": (
        "Lognormal",
        lambda u: _SPREAD * (np.exp(ndtri(u)) - np.exp(0.5)) / np.sqrt((np.e - 1) * np.e),
    ),
}
MEASURED = {
    **{name: each.title for name, each in AGGREGATES.items()},
    "difference": "Difference of interquartile means",
    "improvement": "Probability of improvement",
}


def _means(n: int) -> FloatArray:
    """Of two algorithms on n problems, (n, 2)."""
    return np.linspace(0, 2, n)[:, None] + np.array([0.0, _AHEAD])


def _drawn(values: FloatArray) -> DrawnAggregates:
    n, k, runs = values.shape
    count = np.full((n, k), runs)
    names = tuple(f"A{j}" for j in range(k))
    cells = Cells(names, tuple(f"P{i}" for i in range(n)), "higher", values, count)
    return DrawnAggregates(cells, tuple(AGGREGATES), _PAIR, THRESHOLD)


@cache
def _truth(n: int, law: str) -> dict[str, float]:
    """The aggregates of the whole law."""
    around = LAWS[law][1]((np.arange(_FINE) + 0.5) / _FINE)
    values = _means(n)[..., None] + around
    weights = equal_weights(np.full(n, _FINE))[..., None]
    found = {
        name: [float(each.kernel(values[:, j], weights, THRESHOLD, n * _FINE)[0]) for j in (0, 1)]
        for name, each in AGGREGATES.items()
    }
    ordered = np.sort(around)
    behind = ordered - _AHEAD  # P(first > second) = P(around - ahead > around')
    below, up_to = (np.searchsorted(ordered, behind, side=side) for side in ("left", "right"))
    return {
        **{name: both[0] for name, both in found.items()},
        "difference": found["iqm"][0] - found["iqm"][1],
        "improvement": float((below + up_to).mean() / 2 / _FINE),
    }


@cache
def coverage(n: int, runs: int, law: str, *, expanded: bool) -> dict[str, Estimate]:
    """Of every interval, in studies of two algorithms on n problems."""
    rng = np.random.default_rng([_SEED, n, runs, *map(ord, law), expanded])
    truth, quantile = _truth(n, law), LAWS[law][1]
    held = dict.fromkeys(MEASURED, 0)
    row = list(AGGREGATES).index("iqm")
    for _ in range(STUDIES):
        values = _means(n)[..., None] + quantile(rng.random((n, 2, runs)))
        found = _drawn(values).intervals(RESAMPLES, rng, LEVEL, expanded=expanded)
        bounds = {
            **{
                name: (found["lower"][each, 0], found["upper"][each, 0])
                for each, name in enumerate(AGGREGATES)
            },
            "difference": (found["difference_lower"][row, 0], found["difference_upper"][row, 0]),
            "improvement": (found["improvement_lower"][0], found["improvement_upper"][0]),
        }
        for name, (low, high) in bounds.items():
            held[name] += bool(low - 1e-9 <= truth[name] <= high + 1e-9)
    return {name: estimate(float(times), STUDIES, CONFIDENCE) for name, times in held.items()}


def _curve(values: FloatArray, kind: str, resamples: int, rng: np.random.Generator) -> Profiles:
    """The profiles of two algorithms, (n, 2, runs)."""
    return profiles(
        {name: values[:, j].T for j, name in enumerate("AB")},
        better="higher" if kind == "score" else "lower",
        kind="score" if kind == "score" else "ratio",
        places=PLACES[kind],
        resamples=resamples,
        seed=rng,
    )


@cache
def _true_curves(n: int, runs: int, law: str, kind: str) -> dict[str, FloatArray]:
    """The first curve of the whole law, and the one that is expected of so many runs."""
    rng = np.random.default_rng([_SEED, n, runs, *map(ord, law)])
    quantile, means, places = LAWS[law][1], _means(n), PLACES[kind]
    if kind == "score":
        fine = means[:, :1] + quantile((np.arange(_FINE) + 0.5) / _FINE)
        whole = np.array([(fine > place).mean() for place in places])
        return {"whole": whole, "expected": whole}
    means = means + _COST
    ratios = means / means.min(axis=1, keepdims=True)
    drawn = means[..., None, None] + quantile(rng.random((n, 2, runs, _EXPECTED)))
    measured = ratio_shares(ratios_to_best(drawn.mean(axis=2)), places)
    return {
        "whole": ratio_shares(ratios[..., None], places)[0, :, 0],
        "expected": measured[0].mean(axis=-1),
    }


@cache
def coverage_of_curves(n: int, runs: int, law: str, kind: str) -> dict[str, Estimate]:
    """Of the bounds of the first curve: at the place nearest to one half, and at all together."""
    rng = np.random.default_rng([_SEED, n, runs, *map(ord, law + kind)])
    truth = _true_curves(n, runs, law, kind)
    middle = int(np.abs(truth["expected"] - 0.5).argmin())
    means = _means(n) + (0 if kind == "score" else _COST)
    held = {"place": 0, "expected": 0, "whole": 0}
    for _ in range(CURVES):
        values = means[..., None] + LAWS[law][1](rng.random((n, 2, runs)))
        found = _curve(values, kind, RESAMPLES, rng)
        place = truth["expected"][middle]
        held["place"] += bool(
            found.lower[0, middle] - 1e-6 <= place <= found.upper[0, middle] + 1e-6
        )
        for name, curve in truth.items():
            above = found.band_lower[0] - 1e-6 <= curve
            held[name] += bool((above & (curve <= found.band_upper[0] + 1e-6)).all())
    return {name: estimate(float(times), CURVES, CONFIDENCE) for name, times in held.items()}


def _size_names() -> list[str]:
    return [f"{n} problems, {runs} runs" for n, runs in SIZES]


def _table(title: str, keys: str, rows: list[tuple[str, list[Estimate]]]) -> str:
    """Coverages, bold where they are surely below the level by more than two points."""
    bold = frozenset(
        (r, 1 + c)
        for r, (_, shares) in enumerate(rows)
        for c, share in enumerate(shares)
        if share.high < LEVEL - _ALLOWED
    )
    cells: tuple[tuple[Cell, ...], ...] = tuple(
        (key, *(f"{share.value:.3f}" for share in shares)) for key, shares in rows
    )
    columns = (Column(keys), *(Column(name, "rank") for name in _size_names()))
    return rendered(Table(title, title, columns, cells, bold))


def of_intervals(expanded: bool) -> str:
    """Coverage of the intervals of one kind, a row for each law and interval."""
    rows = [
        (
            f"{title}: {words[0].lower()}{words[1:]}",
            [coverage(n, runs, law, expanded=expanded)[name] for n, runs in SIZES],
        )
        for law, (title, _) in LAWS.items()
        for name, words in MEASURED.items()
    ]
    kind = 'interval="expanded", the default' if expanded else 'interval="percentile"'
    return _table(f"Coverage of 95% intervals, {kind}", "Runs and aggregate", rows)


def of_profiles() -> str:
    """Coverage of the bounds of profiles."""
    words = {
        ("score", "place"): "scores, at one place",
        ("score", "whole"): "scores, whole curve",
        ("ratio", "place"): "ratios, at one place",
        ("ratio", "expected"): "ratios, whole curve",
        ("ratio", "whole"): "ratios, whole curve of the true mean costs",
    }
    rows = [
        (
            f"{LAWS[law][0]}: {said}",
            [coverage_of_curves(n, runs, law, kind)[which] for n, runs in SIZES],
        )
        for law in CURVE_LAWS
        for (kind, which), said in words.items()
    ]
    return _table("Coverage of 95% bounds of performance profiles", "Runs and bounds", rows)


def section() -> Iterator[str]:
    """The section of the page."""
    low, high = wilson_interval(LEVEL * STUDIES, STUDIES, CONFIDENCE)
    yield "## Aggregates of runs and performance profiles"
    yield (
        "How often intervals hold the aggregate of the whole law of the runs. Two algorithms on "
        "problems whose means lie from 0 to 2, runs with a standard deviation of "
        f"{_SPREAD:g}, the second algorithm ahead by {_AHEAD:g}; {STUDIES:,} studies of each size, "
        f"{RESAMPLES} resamples each. The interval of a measured 0.950 goes from {low:.3f} to "
        f"{high:.3f}. Bold: surely more than two points below 0.95."
    )
    yield of_intervals(expanded=True)
    yield (
        "The plain percentile intervals, those of rliable: from 3 or 5 runs most of them are too "
        "narrow, whatever the law."
    )
    yield of_intervals(expanded=False)
    yield (
        f"Bounds of performance profiles, {CURVES} studies of each size. Bounds of ratios are for "
        "the curve that is to be expected of so many runs. That of the true mean costs is another: "
        "where the means of few runs vary more than the algorithms differ, small advantages drown."
    )
    yield of_profiles()


def claims() -> Iterator[Claim]:
    """What the page says in short."""
    symmetric = [
        share
        for law in ("normal", "tied")
        for n, runs in SIZES
        for share in coverage(n, runs, law, expanded=True).values()
    ]
    skewed = [
        coverage(n, runs, law, expanded=True)
        for law in ("exponential", "lognormal")
        for n, runs in SIZES
    ]
    plain = [
        share
        for law in LAWS
        for n, runs in SIZES
        if runs == 3
        for share in coverage(n, runs, law, expanded=False).values()
    ]
    worst = min(share.value for each in skewed for share in each.values())
    improved = [each["improvement"].value for each in skewed]
    yield (
        "The 95% intervals of `runs.aggregates` hold the truth in "
        f"{span(symmetric)} of the "
        "studies with normal or rounded runs, from 3 runs on; with skewed runs in as few as "
        f"{worst:.3f} (those of the probability of improvement in {min(improved):.3f} or more). "
        f"Plain percentile intervals, as rliable has them, hold it in {span(plain)} with 3 runs.",
        min(s.high for s in symmetric) >= LEVEL - _ALLOWED
        and max(s.value for s in plain) < LEVEL
        and min(improved) >= LEVEL - _ALLOWED - 0.01,
    )
    scores = [
        coverage_of_curves(n, runs, law, "score")["whole"].value
        for law in CURVE_LAWS
        for n, runs in SIZES
    ]
    ratios = [
        coverage_of_curves(n, runs, law, "ratio")["expected"].value
        for law in CURVE_LAWS
        for n, runs in SIZES
    ]
    yield (
        "The 95% bounds of whole curves of `runs.profiles` hold the curve of the law in "
        f"{min(scores):.3f} to {max(scores):.3f} of the studies for scores, and for ratios the "
        f"curve that is expected of so many runs in {min(ratios):.3f} to {max(ratios):.3f}; the "
        "curve of the true mean costs can be far from it.",
        min(scores) > 0.9 and min(ratios) > 0.9,
    )

"""False alarms and power of the gate, beside benchstat's rule and scipy's tests.

python -m calibration.of_gate [BUILDS]      from the folder tools, with PYTHONPATH=.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from scipy.signal import lfilter
from scipy.stats import ttest_ind

from evenkeel._types import FloatArray
from evenkeel.adjustments._adjust import adjust
from evenkeel.gating.gates import Gate, gate
from evenkeel.runs.two_samples import mann_whitney
from evenkeel.studies.outcomes import Estimate, estimate

Noise = Callable[[np.random.Generator, int, int], FloatArray]
LEVEL, MARGIN, NOISE = 0.05, "2%", 0.02
_SEED = 36


def independent(rng: np.random.Generator, m: int, n: int) -> FloatArray:
    """Normal noise on the logarithms."""
    return rng.standard_normal((m, n))


def skewed(rng: np.random.Generator, m: int, n: int) -> FloatArray:
    """Exponential noise, with a run in twenty ten times as far out."""
    drawn: FloatArray = rng.exponential(size=(m, n)) * np.where(rng.random((m, n)) < 0.05, 10, 1)
    return drawn


def autoregressive(rho: float) -> Noise:
    """Each run resembles the one before it by rho."""

    def draw(rng: np.random.Generator, m: int, n: int) -> FloatArray:
        steps = rng.standard_normal((m, n + 50))
        drawn: FloatArray = np.sqrt(1 - rho**2) * lfilter([1.0], [1.0, -rho], steps)[:, 50:]
        return drawn

    return draw


def half_autoregressive(rng: np.random.Generator, m: int, n: int) -> FloatArray:
    """Every second benchmark is autoregressive by 0.6, the others are independent."""
    drawn = independent(rng, m, n)
    drawn[::2] = autoregressive(0.6)(rng, m, n)[::2]
    return drawn


def warming(rng: np.random.Generator, m: int, n: int) -> FloatArray:
    """The machine slows down during each version, each benchmark by an amount of its own."""
    slope = rng.uniform(0, 4, (m, 1))
    return rng.standard_normal((m, n)) + slope * np.linspace(0, 1, n)


@dataclass(frozen=True)
class Setting:
    """How a build is made: `between` is by how much versions are shifted, in deviations of a run.

    `own` is the standard deviation of a shift of each benchmark by itself, as if each process had
    one.
    """

    title: str
    noise: Noise = independent
    between: float = 0.0
    own: float = 0.0
    m: int = 200
    n: int = 10
    loss: float = 0.0
    turns: bool = False


A_A = (
    Setting("independent"),
    Setting("skewed, with outliers", skewed),
    Setting("autoregressive 0.3", autoregressive(0.3)),
    Setting("autoregressive 0.6", autoregressive(0.6)),
    Setting("autoregressive 0.9", autoregressive(0.9)),
    Setting("autoregressive 0.6, every second", half_autoregressive),
    Setting("drift between the versions, 1 deviation", between=1.0),
    Setting("drift between the versions, 3 deviations", between=3.0),
    Setting("drift within and between", warming, between=2.0),
    Setting("a shift of each process, 1 deviation", own=1.0),
    Setting("measured in turns, drift within", warming, turns=True),
    Setting("2 benchmarks in turns, 12 runs, skewed", skewed, m=2, n=12, turns=True),
    Setting(
        "2 benchmarks in turns, 12 runs, autoregressive 0.9",
        autoregressive(0.9),
        m=2,
        n=12,
        turns=True,
    ),
    Setting("20 benchmarks, independent", m=20),
    Setting("20 benchmarks, autoregressive 0.6", autoregressive(0.6), m=20),
    Setting("20 benchmarks, drift between, 1 deviation", between=1.0, m=20),
    Setting("1 benchmark, independent", m=1),
    Setting("1 benchmark, autoregressive 0.6", autoregressive(0.6), m=1),
    Setting("1 benchmark, 40 runs, autoregressive 0.6", autoregressive(0.6), m=1, n=40),
)
POWER = (
    Setting("5% loss in one of 200, 20 runs", n=20, loss=0.05),
    Setting("5% loss in one of 200, 20 runs in turns", n=20, loss=0.05, turns=True),
    Setting("10% loss in one of 2, 12 runs in turns", m=2, n=12, loss=0.10, turns=True),
    Setting("5% loss in one of 200, 20 runs, skewed", skewed, n=20, loss=0.05),
    Setting(
        "5% loss in one of 200, 20 runs, autoregressive 0.3", autoregressive(0.3), n=20, loss=0.05
    ),
    Setting("5% loss in one of 200, 10 runs", n=10, loss=0.05),
    Setting("5% loss, one benchmark, 10 runs", m=1, n=10, loss=0.05),
)


def build(setting: Setting, rng: np.random.Generator) -> tuple[FloatArray, FloatArray]:
    """Times of both versions, (benchmarks, runs); the loss is that of the first benchmark."""
    m, n = setting.m, setting.n
    if setting.turns:
        both = setting.noise(rng, m, 2 * n)
        base, new = both[:, ::2], both[:, 1::2]
    else:
        base, new = setting.noise(rng, m, n), setting.noise(rng, m, n)
    new = new + setting.between + setting.own * rng.standard_normal((m, 1))
    times = [np.exp(NOISE * each) for each in (base, new)]
    times[1][0] *= 1 + setting.loss
    return times[0], times[1]


def gated(base: FloatArray, new: FloatArray, turns: bool) -> Gate:
    """The gate of a build."""
    sources = [{f"b{i}": row for i, row in enumerate(each)} for each in (base, new)]
    pairing = "order" if turns else "none"
    return gate(*sources, margin=MARGIN, better="lower", pairing=pairing)


@dataclass(frozen=True)
class Alarms:
    """Shares of builds: with a benchmark called worse by the gate, benchstat's rule and scipy's."""

    setting: Setting
    gate: Estimate
    benchstat: Estimate
    holm: Estimate
    noticed: Estimate


def alarms(setting: Setting, builds: int) -> Alarms:
    """Any false alarm in builds of which nothing changed but the machine; or the loss found."""
    rng = np.random.default_rng(_SEED)
    counts = np.zeros(4, dtype=int)
    for _ in range(builds):
        base, new = build(setting, rng)
        found = gated(base, new, setting.turns)
        sizes = np.full(setting.m, setting.n)
        mann = mann_whitney(base, new, sizes, sizes)
        slower = (mann.wins > setting.n**2 / 2) & (mann.pvalue <= LEVEL)
        welch = ttest_ind(np.log(new), np.log(base), axis=1, equal_var=False)
        holm = (adjust(welch.pvalue, "holm") <= LEVEL) & (welch.statistic > 0)
        worse = np.array([each.verdict == "worse" for each in found.benchmarks])
        counts += [
            bool(each[0] if setting.loss else each.any()) for each in (worse, slower, holm)
        ] + [found.suite.shifted or found.suite.drifts or found.suite.spread > 1.3]
    rates = [estimate(int(count), builds, 0.95) for count in counts]
    return Alarms(setting, *rates)


def table(settings: tuple[Setting, ...], builds: int) -> Iterator[str]:
    """The rates as a Markdown table, line by line."""
    yield "| Builds | Gate | benchstat's rule | Welch with Holm | Drift or noise noticed |"
    yield "|---|---:|---:|---:|---:|"
    for setting in settings:
        one = alarms(setting, builds)
        rates = (one.gate, one.benchstat, one.holm, one.noticed)
        cells = " | ".join(f"{r.value:.3f} ({r.low:.3f} to {r.high:.3f})" for r in rates)
        yield f"| {setting.title} | {cells} |"
    yield ""


if __name__ == "__main__":
    asked = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    for settings in (A_A, POWER):
        for line in table(settings, asked):
            print(line, flush=True)

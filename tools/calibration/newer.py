"""Make docs/calibration_newer.md: what the newer methods measure, apart from the large page.

Run ``nice python tools/calibration/newer.py``; the seeds are fixed, and it takes some minutes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from scipy.stats import binom

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

import evenkeel
from evenkeel.bayesian.sign import largest_share_probability
from evenkeel.comparison.combinations import most_frequent_pvalue, pareto_pvalue
from evenkeel.effects.skill import student_interval
from evenkeel.families import Family
from evenkeel.numerics.intervals import bounded_mean_interval
from evenkeel.numerics.tails import t_pvalue
from evenkeel.omnibus.registry import OMNIBUS
from evenkeel.posthocs.laws import LAWS
from evenkeel.ranks.registry import Tables
from evenkeel.studies.outcomes import Estimate, estimate
from evenkeel.tables.system import write_text

PAGE = Path(__file__).parents[2] / "docs" / "calibration_newer.md"
ALPHA = 0.05
_TABLES = 4000
_CONFIDENCE = 0.999
_SEED = 37
PAIRS = Family.of_size(7).pairs


def rate(hits: np.ndarray | Sequence[bool]) -> Estimate:
    """The share of hits with its interval."""
    return estimate(float(np.sum(hits)), len(hits), _CONFIDENCE)


def table(head: Sequence[str], rows: Sequence[tuple[str, Sequence[Estimate | str]]]) -> str:
    """A table of rates; those whose interval lies above the level are bold."""

    def cell(value: Estimate | str) -> str:
        if isinstance(value, str):
            return value
        text = f"{value.value:.3f}"
        return f"**{text}**" if value.low > ALPHA else text

    lines = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    lines += [f"| {label} | {' | '.join(map(cell, cells))} |" for label, cells in rows]
    return "\n".join(lines)


def conover() -> Iterator[str]:
    """Conover's p-values beside the calibrated and Wilcoxon's."""
    yield "## Conover's t after Friedman's test"
    yield (
        "The share of the tables in which two algorithms that are alike are separated at 0.05: one "
        "pair before any adjustment, and any of them after Holm's, with and without Friedman's "
        "test having rejected before. Normal results. *Apart*: so many of the k algorithms are "
        "better than all others by 10 standard deviations, each by 10 more than the next."
    )
    rows = []
    for n, k, apart in ((10, 4, 0), (30, 4, 0), (10, 10, 0), (30, 4, 1), (30, 4, 2), (30, 10, 5)):
        rng = np.random.default_rng(_SEED)
        losses = rng.normal(size=(_TABLES, n, k))
        losses[..., :apart] -= 10 * np.arange(apart, 0, -1)
        pairs = Family.of_size(k).pairs
        true = (pairs >= apart).all(axis=1)
        tables, test = Tables(losses), OMNIBUS.lookup("friedman")
        ranks = tables.by("friedman").ranks
        omnibus = test.tail(test.statistic(ranks), ranks, "corrected")
        for law in ("conover", "calibrated"):
            raw = LAWS.lookup(law).pvalues(tables, pairs, "friedman").pvalue
            wrong = (evenkeel.adjust(raw) <= ALPHA)[:, true].any(axis=1)
            rows.append(
                (
                    f"n = {n}, k = {k}, apart {apart}: {LAWS.lookup(law).title}",
                    [rate(raw[:, -1] <= ALPHA), rate(wrong), rate(wrong & (omnibus <= ALPHA))],
                )
            )
    yield table(["Tables", "One pair", "Any, by Holm", "Any, by Holm after Friedman"], rows)
    yield (
        "Tables with holes: each problem has three of seven algorithms, so that every two share "
        "equally many (*balanced*), or any three. All are alike. Conover's formula for balanced "
        "designs, as PMCMRplus has it, beside the regression that evenkeel computes."
    )
    rows = []
    for n in (7, 14, 28):
        for balanced in (True, False):
            rng = np.random.default_rng([_SEED, n, balanced])
            losses = rng.normal(size=(_TABLES, n, 7))
            order = rng.permuted(np.tile(np.arange(7), (_TABLES, n, 1)), axis=-1)
            steps = (np.arange(7) - np.arange(n)[:, None]) % 7
            hidden = ~np.isin(steps, (0, 1, 3))  # whose differences are all, each once
            losses[hidden[None].repeat(_TABLES, 0) if balanced else order > 2] = np.nan
            found = LAWS.lookup("conover").holes(Tables(losses), PAIRS, "skillings-mack")
            ours = found.pvalue
            cells = [rate(ours[:, 0] <= ALPHA), rate((evenkeel.adjust(ours) <= ALPHA).any(axis=1))]
            efficiency = 7 / 9
            theirs = t_pvalue(found.z * np.sqrt(efficiency), 2 * n - 6)
            printed = [rate(theirs[:, 0] <= ALPHA)] if balanced else ["-"]
            rows.append((f"n = {n}, {'balanced' if balanced else 'any'}", [*cells, *printed]))
    yield table(["Tables", "One pair", "Any, by Holm", "One pair, Conover's formula"], rows)


def joint() -> Iterator[str]:
    """Errors of the tests of several measures together."""
    yield "## Several measures together"
    yield (
        "How often is a combination of better and worse in two measures called the most frequent "
        "at 0.05 if on new problems two are equally frequent? A row has the shares of the four "
        "combinations. *Posterior* is how often the posterior probability of the seemingly most "
        f"frequent reaches 0.95, which is no test. {2 * _TABLES:,} tables."
    )
    rng = np.random.default_rng(_SEED)
    rows = []
    for shares in ((0.5, 0.5, 0, 0), (0.4, 0.4, 0.1, 0.1), (0.25, 0.25, 0.25, 0.25)):
        for n in (10, 30, 100):
            counts = rng.multinomial(n, shares, size=2 * _TABLES).astype(float)
            found, inverse = np.unique(counts, axis=0, return_inverse=True)
            hits = [most_frequent_pvalue(found, law) <= ALPHA for law in ("exact", "chi-square")]
            hits.append(largest_share_probability(found + 0.25).max(axis=1) >= 0.95)
            label = f"{', '.join(f'{share:g}' for share in shares)}, n = {n}"
            rows.append((label, [rate(hit[inverse.ravel()]) for hit in hits]))
    yield table(["Shares", "Exact", "Chi-square", "Posterior"], rows)
    yield (
        "How often is an algorithm said at 0.05 to be not worse in any of m measures and better in "
        "one (one pair, one direction) if it is not so? *Even*: better or worse by the toss of a "
        "coin in each. *One even*: in one measure so, in the others better on 95% of the problems. "
        "*Not better*: tied on 90% of the problems of each measure, else a coin."
    )
    rows = []
    for m in (2, 4):
        for n in (10, 30, 100):
            better = {
                "Even": rng.random((m, 2 * _TABLES, n)) < 0.5,
                "One even": rng.random((m, 2 * _TABLES, n))
                < np.where(np.arange(m) == 0, 0.5, 0.95)[:, None, None],
                "Not better": rng.random((m, 2 * _TABLES, n)) < 0.5,
            }
            tied = rng.random((m, 2 * _TABLES, n)) < 0.9
            cells = []
            for name, up in better.items():
                signs = np.where(tied & (name == "Not better"), 0.0, 2.0 * up - 1)
                cells.append(rate(pareto_pvalue(signs, signs < 0) <= ALPHA))
            rows.append((f"m = {m}, n = {n}", cells))
    yield table(["Measures and problems", "Even", "One even", "Not better"], rows)


def bayes_friedman() -> Iterator[str]:
    """How often the Bayesian Friedman test tells algorithms apart that are alike."""
    repetitions = 500
    yield "## Bayesian Friedman test"
    yield (
        "Algorithms that are alike, normal results: how often are they called *different*, does "
        "*the prior* decide (of up to seven algorithms), is any pair decided whatever the prior, "
        f"and is any among those that are stated together, at 0.95? {repetitions} tables per row, "
        "so that a measured 0.05 has an interval from 0.026 to 0.093."
    )
    rng = np.random.default_rng(_SEED)
    rows = []
    for n, k in ((10, 3), (30, 3), (10, 5), (30, 5), (100, 5)):
        found = [
            evenkeel.bayesian.bayes_friedman(
                rng.normal(size=(n, k)), better="lower", resamples=2000
            )
            for _ in range(repetitions)
        ]
        cells = [
            rate([each.answer == "different" for each in found]),
            rate([each.answer == "the prior decides" for each in found]),
            rate([any(d.startswith("A") for d in each.decision) for each in found]),
            rate([each.together.any() for each in found]),
        ]
        rows.append((f"n = {n}, k = {k}", cells))
    names = ["Tables", "Different", "The prior decides", "Any pair", "Any pair together"]
    yield table(names, rows)


def skill() -> Iterator[str]:
    """How often the intervals of skill scores and win rates miss the truth."""
    yield "## Intervals of skill scores and win rates"
    yield (
        "How often does the 95% interval miss the true skill, or win rate? Log ratios have the law "
        "of the row. The algorithm whose win rate is asked for wins against each of five others, "
        "or against the *one* other, on the share of the problems in the column, independently. "
        f"{2 * _TABLES:,} tables."
    )
    rng = np.random.default_rng(_SEED)
    rows = []
    shares = ((5, 0.5), (5, 0.9), (5, 0.99), (1, 0.9), (1, 0.99))
    laws = ("Normal", "Student's t, 3", "exponential")
    for n in (5, 10, 30, 100):
        size = (n, 2 * _TABLES)
        drawn = (rng.normal(size=size), rng.standard_t(3, size), rng.exponential(size=size) - 1)
        cells = []
        for each in drawn:
            _, low, high = student_interval(each, 0.95)
            cells.append(rate((low > 0) | (high < 0)))
        for others, share in shares:
            wins = (rng.random((others, *size)) < share).mean(axis=0)
            low, high = bounded_mean_interval(wins.T, 0.0, 1.0, 0.95)
            cells.append(rate((low > share + 1e-9) | (high < share - 1e-9)))
        rows.append((f"n = {n}", cells))
    names = (f"Wins {share}{', one' if others == 1 else ''}" for others, share in shares)
    yield table(["Problems", *laws, *names], rows)


def mid_p() -> Iterator[str]:
    """Exact rates of McNemar's tests: every number of items that only the first answered."""
    yield "## McNemar's tests"
    yield (
        "Given m items that just one of two models answered, how often are two models that are "
        "alike told apart at 0.05? Not simulated: the sum of the binomial probabilities. *Worst*: "
        "the largest rate of all m up to 100."
    )

    def error(m: int, method: str) -> float:
        truth, hits = np.ones(m, dtype=int), 0.0
        for b in range(m + 1):
            first = (np.arange(m) < b).astype(int)
            p = evenkeel.runs.mcnemar(first, 1 - first, truth, method=method).pvalue
            hits += float(binom.pmf(b, m, 0.5)) * (p <= ALPHA)
        return hits

    methods = ("exact", "mid-p", "chi-square")
    rates = {m: [error(m, method) for method in methods] for m in range(1, 101)}
    rows = [(f"m = {m}", [f"{each:.3f}" for each in rates[m]]) for m in (5, 10, 16, 25, 50, 100)]
    worst = [
        f"{max(each):.3f} (m = {1 + int(np.argmax(each))})"
        for each in zip(*rates.values(), strict=True)
    ]
    yield table(["Items", *methods], [*rows, ("Worst", worst)])


def trees() -> Iterator[str]:
    """How often a tree of problems splits where no feature tells anything, and where one does."""
    yield "## Trees of problems"
    tables = _TABLES // 10
    yield (
        "The share of the tables with any split at 0.05. *Nothing tells*: results do not depend on "
        "the features, half of which are numbers and half labels. *One tells*: the first algorithm "
        "is better by 1.5 standard deviations where the first feature is below its median; beside "
        "it how often just that feature makes the first split, and how often there is a second "
        f"split, which is false. {tables:,} tables per rate, 199 permutations per test, so that a "
        f"measured {ALPHA:g} has an interval from {rate(np.arange(tables) < 0.05 * tables).low:.3f}"
        f" to {rate(np.arange(tables) < 0.05 * tables).high:.3f}."
    )
    rows = []
    for n, k, count in ((20, 3, 2), (40, 5, 4), (100, 5, 4), (100, 5, 20), (100, 10, 4)):
        random = np.random.default_rng([_SEED, n, k, count])
        found = []
        for effect in (0.0, 1.5):
            for at in range(tables):
                features = {
                    f"f{i}": random.choice(list("abcd"), n) if i % 2 else random.normal(size=n)
                    for i in range(count)
                }
                values = random.normal(size=(n, k))
                values[:, 0] -= effect * (features["f0"] < np.median(features["f0"]))
                tree = evenkeel.stability.problem_tree(
                    values, features, better="lower", resamples=199, seed=at
                )
                first = tree.splits[0].question.feature if tree.splits else ""
                found.append((effect, len(tree.splits), first))
        alike = [each for each in found if each[0] == 0]
        apart = [each for each in found if each[0] > 0]
        cells: list[Estimate | str] = [rate([each[1] > 0 for each in alike])]
        for hits in ([each[2] == "f0" for each in apart], [each[1] > 1 for each in apart]):
            cells.append(f"{rate(hits).value:.3f}")
        rows.append((f"n = {n}, k = {k}, {count} features", cells))
    yield table(["Tables", "Nothing tells", "One tells: found", "Second split"], rows)


def page() -> Iterator[str]:
    """The parts of the page."""
    level = rate(np.arange(_TABLES) < ALPHA * _TABLES)
    yield "# Calibration of the newer methods"
    yield (
        "Made by `tools/calibration/newer.py`, beside [the large page](calibration.md). "
        f"{_TABLES:,} tables per rate unless said otherwise; of a measured {ALPHA:g} the interval "
        f"of {_CONFIDENCE:.1%} goes from {level.low:.3f} to {level.high:.3f}. **Bold rates are "
        f"surely above {ALPHA:g}.**"
    )
    yield from conover()
    yield from joint()
    yield from bayes_friedman()
    yield from mid_p()
    yield from skill()
    yield from trees()


if __name__ == "__main__":
    write_text(PAGE, "\n\n".join(page()) + "\n")

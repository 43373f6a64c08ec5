"""Family-wise error of what compare() says without options, in every model of the page and more.

Run by itself, ``python tools/insert_calibration.py of_headline`` renews the section of the page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial

import numpy as np

from calibration.rates import Claim, held, most
from calibration.studies import ALPHA, CONFIDENCE, COST_MODELS, FEWER, FEWEST, SPECIALISTS
from calibration.tables import Rate, table
from evenkeel._types import BoolArray, FloatArray
from evenkeel.adjustments import adjust
from evenkeel.adjustments.registry import lookup
from evenkeel.families import Family
from evenkeel.omnibus._friedman import IMAN_DAVENPORT
from evenkeel.posthocs._posthoc import MAIN_PROCEDURE, adjusted_of_tables
from evenkeel.posthocs.laws import LAWS
from evenkeel.ranks.registry import Tables
from evenkeel.studies.models import MODELS
from evenkeel.studies.outcomes import Estimate, estimate
from evenkeel.studies.pvalues import COMPARISONS

Draw = Callable[[np.random.Generator, int], FloatArray]
_SEED = 0


@dataclass(frozen=True)
class Case:
    """Tables of which it is known which hypotheses are `true`.

    The hypothesis of a pair is true if nothing tells one of its algorithms from the other, or, in
    the models of a pool and of a hub, if their differences are symmetric about 0.
    """

    title: str
    n: int
    k: int
    draw: Draw
    true: tuple[tuple[int, int], ...]
    control: bool = False
    test: str = "wilcoxon"
    tables: int = FEWER

    @property
    def family(self) -> Family:
        """All pairs, or the first algorithm as the control."""
        names = Family.of_size(self.k).algorithms
        return Family(names, names[0] if self.control else None)

    @property
    def is_true(self) -> BoolArray:
        """Which hypotheses of the family are true."""
        pairs = map(tuple, np.sort(self.family.pairs, axis=1).tolist())
        return np.array([pair in self.true for pair in pairs])


def modelled(
    name: str, n: int, k: int, advantages: tuple[float, ...] = (), *, control: bool = False
) -> Case:
    """A model of `simulate`."""
    model, effect = MODELS[name], np.array(advantages or (0.0,) * k)
    pairs = Family.of_size(k).pairs
    title = f"{model.title}{', some better' if np.ptp(effect) else ''}"
    return Case(
        f"{title}{', a control' if control else ''}",
        n,
        k,
        lambda generator, tables: model.draw(generator, tables, n, effect),
        tuple(map(tuple, pairs[model.alike(effect, pairs)].tolist())),
        control,
    )


def pool(generator: np.random.Generator, tables: int, *, n: int, others: int) -> FloatArray:
    """A and B win on half of the problems, by 1; poor ones come between them where A wins."""
    wins = generator.random((tables, n, 1)) < 0.5
    pair = np.where(wins, [1.0, 2.0], [3.0, 2.0])
    poor = 1.5 + 0.01 * generator.standard_normal((tables, n, others))
    return np.concatenate([pair, poor], axis=-1)


def hub(generator: np.random.Generator, tables: int, *, n: int, k: int) -> FloatArray:
    """B is even with each A, and of two A the first wins on 75%: they are in order on each side.

    B comes first; each A is on either side of it by its own chance.
    """
    below = generator.random((tables, n, k - 1)) < 0.5
    order = np.arange(k - 1, dtype=np.float64)
    others = np.where(below, order - k, order + 1)
    return np.concatenate([np.zeros((tables, n, 1)), others], axis=-1)


def symmetric_hub(generator: np.random.Generator, tables: int, *, n: int) -> FloatArray:
    """The same of three, with sizes 1 and 2 such that the differences to B are symmetric."""
    one, two = (generator.random((tables, n)) < 0.5 for _ in range(2))
    first = np.where(one, np.where(two, -2.0, -1.0), np.where(two, 2.0, 1.0))
    second = np.where(two, np.where(one, -1.0, -2.0), np.where(one, 1.0, 2.0))
    scale = np.exp(generator.standard_normal((tables, n, 1)))
    return scale * np.stack([np.zeros_like(first), first, second], axis=-1)


def mostly_tied(generator: np.random.Generator, tables: int, *, n: int, k: int) -> FloatArray:
    """Normal results on three of ten problems, and the same result for all on the others."""
    drawn = generator.standard_normal((tables, n, k))
    return np.where(generator.random((tables, n, 1)) < 0.3, drawn, 0.0)


def items(generator: np.random.Generator, tables: int, *, n: int, k: int) -> FloatArray:
    """Half of the questions are too hard for all; the others the last model fails more often."""
    hard = generator.random((tables, n, 1)) < 0.5
    chance = np.append(np.full(k - 1, 0.1), 0.25)
    return np.where(generator.random((tables, n, k)) < chance, True, hard).astype(np.float64)


def pairs_of(*members: int) -> tuple[tuple[int, int], ...]:
    """All pairs of some algorithms."""
    return tuple((a, b) for a in members for b in members if a < b)


def skewed_beside_symmetric(generator: np.random.Generator, tables: int, *, n: int) -> FloatArray:
    """Two skewed algorithms and one that never varies: each wins as often as it loses."""
    skewed = generator.standard_exponential((tables, n, 2)) - np.log(2)
    return np.concatenate([np.zeros((tables, n, 1)), skewed], axis=-1)


def zeros_and_ones(generator: np.random.Generator, tables: int, *, n: int, k: int) -> FloatArray:
    """Each algorithm solves a problem by its chance, which is the problem's own."""
    chance = generator.beta(0.3, 0.3, size=(tables, n, 1))
    return (generator.random((tables, n, k)) < chance).astype(np.float64)


def means_of_runs(generator: np.random.Generator, tables: int, *, n: int, k: int) -> FloatArray:
    """Means of three skewed runs, on problems of which the last varies a hundred times as much."""
    scale = np.where(np.arange(n) < n - 1, 1.0, 100.0)[:, None]
    return scale * generator.standard_exponential((3, tables, n, k)).mean(axis=0)


HUB = 200  # problems, so that what is false in a hub is rejected
HUBS = (3, 5, 8)
SIZES = ((5, 3), (10, 5), (20, 5), (50, 7))
CASES = (
    *(
        Case(
            f"Normal, {k} algorithms",
            n,
            k,
            lambda generator, tables, n=n, k=k: generator.standard_normal((tables, n, k)),  # type: ignore[misc]
            pairs_of(*range(k)),
        )
        for n, k in SIZES
    ),
    *(modelled(name, 10, 5) for name in ("skewed", "heavy-tailed", "tied", "unequal-scales")),
    *(modelled(name, 30, 6, effect) for name, effect in COST_MODELS.items()),
    *(modelled(name, 50, 10) for name in SPECIALISTS),
    modelled("specialists", 50, 10, control=True),
    modelled("specialists", 100, 20, control=True),
    Case("Pool", 30, 7, partial(pool, n=30, others=5), ((0, 1), *pairs_of(*range(2, 7)))),
    Case(
        "Pool of eight", 40, 10, partial(pool, n=40, others=8), ((0, 1), *pairs_of(*range(2, 10)))
    ),
    Case("Hub of 3", HUB, 3, partial(symmetric_hub, n=HUB), ((0, 1), (0, 2))),
    *(
        Case(
            f"Hub of {k}, second look by sign tests",
            HUB,
            k,
            partial(hub, n=HUB, k=k),
            tuple((0, j) for j in range(1, k)),
            test="sign",
        )
        for k in HUBS
    ),
    Case("Mostly tied problems", 40, 5, partial(mostly_tied, n=40, k=5), pairs_of(*range(5))),
    Case("Items of zeros and ones", 200, 5, partial(items, n=200, k=5), pairs_of(*range(4))),
    *(
        Case(f"Zeros and ones, {k} algorithms", n, k, partial(zeros_and_ones, n=n, k=k), all_of)
        for n, k, all_of in ((20, 4, pairs_of(*range(4))), (100, 8, pairs_of(*range(8))))
    ),
    *(
        Case(
            "Means of three skewed runs",
            n,
            5,
            partial(means_of_runs, n=n, k=5),
            pairs_of(*range(5)),
        )
        for n in (10, 30)
    ),
    *(
        Case(
            f"Few problems, {k} algorithms",
            n,
            k,
            partial(means_of_runs, n=n, k=k),
            pairs_of(*range(k)),
        )
        for n, k in ((3, 5), (6, 3), (8, 3))
    ),
)
#: Even pairs by Wilcoxon's test, the default: their differences are not symmetric, as it supposes.
ASYMMETRIC = (
    *(
        replace(case, title=f"{case.title.split(',')[0]}, even but not symmetric", test="wilcoxon")
        for case in CASES
        if case.test == "sign"
    ),
    *(
        Case(
            "Two skewed beside one that is not, even",
            n,
            3,
            partial(skewed_beside_symmetric, n=n),
            pairs_of(0, 1, 2),
        )
        for n in (20, 50, 200)
    ),
)


@dataclass(frozen=True, eq=False)
class Looks:
    """Adjusted p-values (tables, m) of the two looks, what both show, and what wins show, too."""

    first: FloatArray
    alone: FloatArray
    both: BoolArray
    by_wins: BoolArray


def looks(losses: FloatArray, family: Family, test: str = "wilcoxon") -> Looks:
    """What compare() finds in tables (tables, n, k), all of them at once."""
    tables = Tables(losses)
    calibrated, law = LAWS.lookup("calibrated"), LAWS.lookup(test)
    procedure = lookup(MAIN_PROCEDURE[family.kind])
    first = adjusted_of_tables(tables, family, "friedman", calibrated, procedure)
    raw = law.pvalues(tables, family.pairs, "friedman")
    alone = adjust(raw.pvalue, "holm")
    side = calibrated.pvalues(tables, family.pairs, "friedman").z * raw.z
    ranks = tables.by("friedman").ranks
    statistic = IMAN_DAVENPORT.statistic(ranks, ties="corrected")
    rejected = IMAN_DAVENPORT.tail(statistic, ranks, "corrected") <= ALPHA
    both = (first <= ALPHA) & (alone <= ALPHA) & (side > 0) & rejected[:, None]
    signs = LAWS.lookup("sign").pvalues(tables, family.pairs, "friedman")
    by_wins = both & (adjust(signs.pvalue, "holm") <= ALPHA) & (signs.z * raw.z > 0)
    return Looks(np.where(rejected[:, None], first, 1.0), alone, both, by_wins)


@dataclass(frozen=True)
class Found:
    """Family-wise errors of both looks, of all that is said, and without a condition, and power."""

    first: Estimate
    alone: Estimate
    headline: Estimate
    by_wins: Estimate
    power: Estimate | None
    power_by_wins: Estimate | None


@cache
def found(case: Case) -> Found:
    """The rates of a case."""
    made = looks(case.draw(np.random.default_rng(_SEED), case.tables), case.family, case.test)
    true = case.is_true

    def error(rejected: BoolArray) -> Estimate:
        return estimate(float(rejected[:, true].any(axis=1).sum()), case.tables, CONFIDENCE)

    def power(shown: BoolArray) -> Estimate | None:
        if true.all():
            return None
        return estimate(float(shown[:, ~true].mean(axis=1).sum()), case.tables, CONFIDENCE)

    first, alone = made.first <= ALPHA, made.alone <= ALPHA
    stated = made.both, made.by_wins
    return Found(error(first), error(alone), *map(error, stated), *map(power, stated))


PICKED = ((30, 8), (40, 20))


@cache
def picked(n: int, k: int) -> tuple[Estimate, ...]:
    """All alike: errors if the best ranked were the control, by three tests, and of compare()."""
    drawn = np.random.default_rng(_SEED).standard_normal((FEWEST, n, k))
    best = Tables(drawn).by("friedman").average.argmin(axis=1)
    # the best comes first, so that the first algorithm is the control
    order = np.array([[b, *(j for j in range(k) if j != b)] for b in best])
    turned = np.take_along_axis(drawn, order[:, None, :], axis=2)
    names = Family.of_size(k).algorithms
    control = looks(turned, Family(names, names[0]))
    signs = COMPARISONS["multiple-sign"].pvalues(Tables(turned), Family(names, names[0]))
    said = looks(drawn, Family(names)).both
    with_best = (Family(names).pairs[None] == best[:, None, None]).any(axis=2)
    return tuple(
        estimate(float(count), FEWEST, CONFIDENCE)
        for count in (
            (control.first <= ALPHA).any(axis=1).sum(),
            (control.alone <= ALPHA).any(axis=1).sum(),
            (signs <= ALPHA).any(axis=1).sum(),
            (said & with_best).any(axis=1).sum(),
        )
    )


@cache
def paired_pool() -> Estimate:
    """Family-wise error of Shaffer's procedure on paired p-values of the first pool."""
    case = next(each for each in CASES if each.title == "Pool")
    drawn = case.draw(np.random.default_rng(_SEED), FEWEST)
    raw = LAWS.lookup("paired").pvalues(Tables(drawn), case.family.pairs, "friedman").pvalue
    rejected = adjust(raw, "shaffer", family=case.family)[:, case.is_true] <= ALPHA
    return estimate(float(rejected.any(axis=1).sum()), FEWEST, CONFIDENCE)


LOGICAL = ("holm", "shaffer", "bergmann")


@cache
def logical(k: int, procedure: str) -> Estimate:
    """Family-wise error of a procedure on the sign tests of a hub."""
    family = Family.of_size(k)
    drawn = hub(np.random.default_rng(_SEED), FEWEST, n=HUB, k=k)
    raw = LAWS.lookup("sign").pvalues(Tables(drawn), family.pairs, "friedman").pvalue
    rejected = adjust(raw, procedure, family=family) <= ALPHA
    return estimate(
        float(rejected[:, family.pairs[:, 0] == 0].any(axis=1).sum()), FEWEST, CONFIDENCE
    )


def claims() -> Iterator[Claim]:
    """What the page says in short."""
    rates = [found(case) for case in CASES]
    headline = [rate.headline for rate in rates]
    asymmetric = [found(case) for case in ASYMMETRIC]
    by_wins = [rate.by_wins for rate in [*rates, *asymmetric]]
    pools = [found(case).first for case in CASES if case.title.startswith("Pool")]
    worst = [logical(k, name) for k in HUBS for name in ("shaffer", "bergmann")]
    best = [picked(n, k) for n, k in PICKED]
    yield (
        "**What `compare` without options states** separates two algorithms that are alike in at "
        f"most {most(by_wins)} of the tables in every model measured: those of complete tables "
        "that `simulate` has and those of a pool, a hub, skewed differences, ties and a picked "
        "control. It states what three tests reject: the ranks among all algorithms, and of the "
        "two columns alone Wilcoxon's test and the sign test, each with Holm. What the sign test "
        "does not reject is stated with the condition that differences are symmetric about 0, "
        f"which Wilcoxon's test supposes: where they are, at most {most(headline)} errs with it, "
        "and where two win equally often by unequal amounts up to "
        f"{most(rate.headline for rate in asymmetric)} would without that condition. The ranks by "
        f"themselves separate two that are alike in up to {most(rate.first for rate in rates)}.",
        held(headline)
        and held(each[3] for each in best)
        and held(by_wins)
        and max(h.high for h in by_wins) <= ALPHA
        and max(h.value for h in headline) <= ALPHA
        and max(rate.headline.low for rate in asymmetric) > ALPHA,
    )
    yield (
        "**The other algorithms can turn the ranks of two**: if poor ones come between A and B on "
        "those problems only on which A wins, two that win equally often are separated by their "
        f"ranks in {min(p.value for p in pools):.3f} or more of the tables. Paired p-values, which "
        "are valid for two that are exchangeable given the others and not for these, are no "
        f"remedy: they separate them in {paired_pool().value:.3f}.",
        min(rate.low for rate in [*pools, paired_pool()]) > ALPHA,
    )
    yield (
        "**Logical procedures need hypotheses that are transitive.** Those of the sign test and of "
        "Wilcoxon's are not: on a hub, even with others that are not even among each other, "
        f"Shaffer and Bergmann-Hommel err in up to {most(worst)} of the tables, Holm in up to "
        f"{most(logical(k, 'holm') for k in HUBS)}; they are refused there. An earlier form "
        "of this page said that every procedure holds with these p-values.",
        held(logical(k, "holm") for k in HUBS) and max(rate.low for rate in worst) > ALPHA,
    )
    yield (
        "**A control that is picked as the best** errs in "
        f"{min(e.value for each in best for e in each[1:3]):.3f} to "
        f"{most(e for each in best for e in each[1:3])} of the tables if all are alike, by tests "
        "of the two columns with Holm and by the multiple sign test. `compare` takes its pairs "
        f"from all pairs instead, and errs in at most {most(each[3] for each in best)}.",
        held(each[3] for each in best) and min(e.low for each in best for e in each[1:3]) > ALPHA,
    )


def section() -> Iterator[str]:
    """The section of the page."""
    yield "## What compare() says without options"
    yield (
        "The headline states what three tests reject after Iman and Davenport's, corrected for "
        "ties, has: the calibrated p-values of Friedman's ranks with Shaffer's procedure (Holm's "
        "for a control), Wilcoxon's exact test of the two columns alone with Holm's, and the sign "
        "test with Holm's, which by itself errs in no more than the level wherever two win equally "
        "often. What only the first two reject it states with the words *if differences "
        f"are symmetric*; the last column has both. {FEWER:,} tables per model; the power is the "
        "share of the false hypotheses that are stated. *Pool*: A and B win on half of the "
        "problems each, and the others come between them where A wins. *Hub*: B is even with each "
        "A, of two A the first wins on 75% of the problems. In the last six rows differences are "
        "not symmetric, so that Wilcoxon's hypothesis is false where the sign test's is true: a "
        "hub with unequal amounts, and two algorithms whose results are skewed about the median 0 "
        "beside one that always has 0. *Mostly tied problems*: results differ on three of ten. "
        "*Items*: zeros and ones, half of them too hard for all; one model is worse."
    )

    def rows() -> Iterator[tuple[str, list[Rate]]]:
        for case in (*CASES, *ASYMMETRIC):
            rates = found(case)
            title = f"{case.title}: n = {case.n}, k = {case.k}"
            stated = (rates.by_wins, rates.power_by_wins), (rates.headline, rates.power)
            yield title, [rates.first, rates.alone, *stated]

    yield table(
        "Family-wise error of two tests and of the headline, with its power",
        "Model",
        (
            "Ranks among all",
            "Two alone",
            "Headline / power",
            "With what it states if symmetric / power",
        ),
        rows(),
    )
    yield (
        "The best ranked as the control although it was picked by the same results, all "
        f"algorithms alike, {FEWEST:,} tables: errors of tests against it, and of `compare` with "
        '`control="best"`, which compares all pairs.'
    )
    yield table(
        "A picked control: family-wise error",
        "Size",
        ("Ranks, Holm", "Two alone, Holm", "Multiple sign test", "compare()"),
        [(f"n = {n}, k = {k}", picked(n, k)) for n, k in PICKED],
    )
    yield (
        f"A hub of k algorithms on {HUB} problems by sign tests, whose hypotheses are not "
        f"transitive, {FEWEST:,} tables. `posthoc` and `compare` refuse all but Holm's."
    )
    yield table(
        "Logical procedures on a hub: family-wise error",
        "Procedure",
        [f"k = {k}" for k in HUBS],
        [(lookup(name).title, [logical(k, name) for k in HUBS]) for name in LOGICAL],
    )

"""What simulated tables look like, who is alike in them, and which results are missing."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Literal

import numpy as np

from evenkeel._types import BoolArray, FloatArray, IndexArray
from evenkeel.errors import InputError, choice
from evenkeel.families import Family
from evenkeel.omnibus.registry import OMNIBUS
from evenkeel.posthocs.laws import LAWS
from evenkeel.ranks.kernels import rank_rows
from evenkeel.ranks.registry import RANKINGS, Tables

# Models of results: what the simulated tables look like, and which algorithms are alike in them.
#
# In the first five, nothing but the advantages tells the algorithms apart. In the others they
# differ in more than that, as real algorithms do, and only some of them are alike.


Shape = tuple[int, int, int]
Noise = Callable[[np.random.Generator, Shape], FloatArray]
Kinds = Callable[[FloatArray], FloatArray]

_WIN = 20.0  # by so much a specialist wins or loses
_BAD = 3.0  # standard deviations by which the bad algorithm is worse
_SPREAD = 4.0  # standard deviation of the algorithms that vary more
_CORRELATION = 0.9  # of the two algorithms of a pair


@dataclass(frozen=True)
class Model:
    """How results scatter.

    Attributes
    ----------
    name, title
        The name that ``distribution=`` takes, and the name to print.
    summary
        What the results are like.
    noise
        ``noise(generator, shape)`` gives what is added to the advantages of tables (r, n, k). Its
        mean is 0 and its standard deviation 1 if all algorithms are of one kind.
    kinds
        ``kinds(advantages)`` gives a number for each of the k algorithms. Those with the same
        number and the same advantage are alike: in the law of the tables nothing tells one from
        the other. NaN is like no other. None if all are of one kind.
    log_scale
        The standard deviation of the logarithm of the problems' scales.
    step
        What the results are rounded to.
    """

    name: str
    title: str
    summary: str
    noise: Noise
    kinds: Kinds | None = None
    log_scale: float = 0.0
    step: float | None = None

    def draw(
        self, generator: np.random.Generator, tables: int, n: int, advantages: FloatArray
    ) -> FloatArray:
        """Losses of random tables, shape (tables, n, k).

        The loss of algorithm j on problem i is s_i (e_ij - a_j), with the scale s_i of the
        problem, the noise e_ij and the advantage a_j. Nothing is common to the results of a
        problem: every test here looks at differences within problems only.
        """
        losses: FloatArray = self.noise(generator, (tables, n, advantages.size)) - advantages
        if self.log_scale:
            scales = np.exp(self.log_scale * generator.standard_normal((tables, n, 1)))
            np.multiply(losses, scales, out=losses)
        if self.step is not None:
            np.multiply(np.rint(losses / self.step), self.step, out=losses)
        return losses

    def alike(self, advantages: FloatArray, pairs: IndexArray) -> BoolArray:
        """Which pairs (m, 2) of the k algorithms are alike: their hypotheses are true."""
        described = [advantages] if self.kinds is None else [advantages, self.kinds(advantages)]
        alike: BoolArray = np.all([each[pairs[:, 0]] == each[pairs[:, 1]] for each in described], 0)
        return alike


def _normal(generator: np.random.Generator, shape: Shape) -> FloatArray:
    return generator.standard_normal(shape)


def _skewed(generator: np.random.Generator, shape: Shape) -> FloatArray:
    return generator.standard_exponential(shape) - 1.0


def _heavy_tailed(generator: np.random.Generator, shape: Shape) -> FloatArray:
    return generator.standard_t(3, shape) / math.sqrt(3)  # whose variance is 3


def _first(advantages: FloatArray, *, count: int) -> FloatArray:
    """1 for the first algorithms, 0 for the others."""
    return np.where(np.arange(advantages.size) < count, 1.0, 0.0)


def _unequal_spread(generator: np.random.Generator, shape: Shape) -> FloatArray:
    noise = generator.standard_normal(shape)
    noise[..., : shape[2] // 2] *= _SPREAD
    return noise


def _first_half(advantages: FloatArray) -> FloatArray:
    return _first(advantages, count=advantages.size // 2)


def _correlated_pairs(generator: np.random.Generator, shape: Shape) -> FloatArray:
    """A1 and A2, A3 and A4, ... have a common part; the last of an odd number has its own."""
    tables, n, k = shape
    common = generator.standard_normal((tables, n, (k + 1) // 2)).repeat(2, axis=-1)[..., :k]
    own = generator.standard_normal(shape)
    noise: FloatArray = math.sqrt(_CORRELATION) * common + math.sqrt(1 - _CORRELATION) * own
    return noise


def _partners(advantages: FloatArray) -> FloatArray:
    """The advantage of each algorithm's partner: pairs are alike as a whole."""
    partners: FloatArray = np.append(advantages, np.nan)[np.arange(advantages.size) ^ 1]
    return partners


def _one_bad(generator: np.random.Generator, shape: Shape) -> FloatArray:
    noise = generator.standard_normal(shape)
    noise[..., -1] += _BAD
    return noise


def _last(advantages: FloatArray) -> FloatArray:
    return 1 - _first(advantages, count=advantages.size - 1)


def _specialised(
    generator: np.random.Generator, shape: Shape, *, specialists: int, wins: float
) -> FloatArray:
    noise = generator.standard_normal(shape)
    won = generator.random((*shape[:2], min(specialists, shape[2]))) < wins
    noise[..., :specialists] += np.where(won, -_WIN, _WIN)
    return noise


def _of_specialists() -> Iterator[Model]:
    """Two, three or five specialists, which win on 70% of the problems, or on half of them."""
    for name, count, wins in (
        ("specialists", 2, 0.7),
        ("three-specialists", 3, 0.7),
        ("five-specialists", 5, 0.7),
        ("three-even-specialists", 3, 0.5),
        ("five-even-specialists", 5, 0.5),
    ):
        words = {2: "two", 3: "three", 5: "five"}[count]
        yield Model(
            name,
            f"{words.capitalize()} specialists, winning {wins:.0%}",
            f"normal results, and {words} specialists, the first {words} algorithms, which win on "
            f"{wins:.0%} of the problems and lose on the others, by {_WIN:g} standard deviations",
            partial(_specialised, specialists=count, wins=wins),
            partial(_first, count=count),
        )


#: The models, by name.
MODELS: Mapping[str, Model] = {
    model.name: model
    for model in (
        Model("normal", "Normal", "normal results", _normal),
        Model("skewed", "Skewed", "exponential results, with a long tail of bad ones", _skewed),
        Model(
            "heavy-tailed",
            "Heavy tails",
            "results with the t law of 3 degrees of freedom",
            _heavy_tailed,
        ),
        Model(
            "tied",
            "Ties",
            "normal results rounded to half a standard deviation",
            _normal,
            step=0.5,
        ),
        Model(
            "unequal-scales",
            "Unequal scales of problems",
            "normal results, problems on log-normal scales",
            _normal,
            log_scale=1.0,
        ),
        Model(
            "unequal-spread",
            "Unequal spread",
            f"normal results, the standard deviation of the first half of the algorithms "
            f"{_SPREAD:g} times that of the second",
            _unequal_spread,
            _first_half,
        ),
        Model(
            "correlated-pairs",
            "Correlated pairs",
            "normal results, those of A1 and A2, of A3 and A4, ... with a correlation of "
            f"{_CORRELATION:g}",
            _correlated_pairs,
            _partners,
        ),
        Model(
            "one-bad",
            "One bad algorithm",
            f"normal results, those of the last algorithm worse by {_BAD:g} standard deviations",
            _one_bad,
            _last,
        ),
        *_of_specialists(),
    )
}


# Holes of simulated tables: at random, or where results are bad; and what is done with them.


Where = Literal["random", "bad"]
MissingChoice = Literal["keep", "drop-problem", "worst"]

_MOST = {"random": 0.9, "bad": 0.5}
_SKILLINGS_MACK = "skillings-mack"


def _at_random(losses: FloatArray, share: float, generator: np.random.Generator) -> BoolArray:
    missing: BoolArray = generator.random(losses.shape) < share
    return missing


def _bad(losses: FloatArray, share: float, generator: np.random.Generator) -> BoolArray:
    """Of the first half of the algorithms, with a probability of 2 share times the relative rank.

    The relative rank (r - 1/2) / k is 1/2 on average if all algorithms are alike.
    """
    k = losses.shape[-1]
    chance = 2 * share * (rank_rows(losses) - 0.5) / k
    chance[..., k // 2 :] = 0.0
    missing: BoolArray = generator.random(losses.shape) < chance
    return missing


_MISSING: Mapping[str, Callable[[FloatArray, float, np.random.Generator], BoolArray]] = {
    "random": _at_random,
    "bad": _bad,
}


@dataclass(frozen=True)
class Holes:
    """Which results of simulated tables are missing, and what is done about it.

    Attributes
    ----------
    share : float
        The share of the results that are missing; with ``"bad"`` of those of the first half of
        the algorithms, the others having no holes.
    where : {"random", "bad"}
        Every result alike, or with a probability that grows with its rank on its problem.
    choice : {"keep", "drop-problem", "worst"}
        As for `evenkeel.tables.choose`.

    Examples
    --------
    >>> from evenkeel.studies import Holes
    >>> Holes(0.2, "bad").words()
    " 20% of the results of the first half of the algorithms are missing, the likelier the worse
     they rank on their problem; the tables are tested with missing='keep'."
    """

    share: float = 0.0
    where: Where = "random"
    choice: MissingChoice = "keep"

    def __post_init__(self) -> None:
        choice(self.where, _MISSING, "kind of holes")
        choice(self.choice, ("keep", "drop-problem", "worst"), "treatment of missing cells")
        if not 0 <= self.share <= _MOST[self.where]:
            raise InputError(
                f"missing is {self.share!r}; give a share from 0 to {_MOST[self.where]:g}"
            )

    @property
    def left(self) -> bool:
        """Whether the tables that are tested have holes."""
        return self.share > 0 and self.choice != "worst"

    def punch(self, losses: FloatArray, generator: np.random.Generator) -> FloatArray:
        """The tables (r, n, k) after the choice."""
        if not self.share:
            return losses
        missing = _MISSING[self.where](losses, self.share, generator)
        if self.choice == "drop-problem":
            missing |= missing.any(axis=-1, keepdims=True)
        if self.choice == "worst":  # only their order counts
            worst = losses.max(axis=-1, keepdims=True)
            return np.where(missing, np.nextafter(worst, np.inf), losses)
        return np.where(missing, np.nan, losses)

    def words(self) -> str:
        """What was done, as sentences; nothing without holes."""
        if not self.share:
            return ""
        which = {
            "random": f"{self.share:.0%} of the results are missing at random",
            "bad": f"{self.share:.0%} of the results of the first half of the algorithms are "
            "missing, the likelier the worse they rank on their problem",
        }[self.where]
        return f" {which}; the tables are tested with missing={self.choice!r}."


#: Complete tables.
NO_HOLES = Holes()


def pvalues_with_holes(tables: Tables, comparison: str, family: Family) -> FloatArray:
    """Raw p-values (r, m) by a comparison that serves tables with holes."""
    return _SERVING[comparison](tables, family)


def serving_comparisons() -> tuple[str, ...]:
    """The comparisons that serve tables with holes."""
    return tuple(_SERVING)


def serving_omnibus() -> tuple[str, ...]:
    """The omnibus tests that serve any table with holes."""
    return tuple(test.name for test in OMNIBUS if test.holes and test.decides)


def ordinal_omnibus() -> tuple[str, ...]:
    """The omnibus tests that look at nothing but the order within problems."""
    return tuple(test.name for test in OMNIBUS if RANKINGS.lookup(test.ranking).ordinal)


def _by_law(tables: Tables, family: Family, *, law: str) -> FloatArray:
    pvalues = LAWS.lookup(law).holes
    assert pvalues is not None  # of the laws below
    return pvalues(tables, family.pairs, _SKILLINGS_MACK).pvalue


_SERVING: Mapping[str, Callable[[Tables, Family], FloatArray]] = {
    "friedman-paired": partial(_by_law, law="paired"),
    "wilcoxon-exact": partial(_by_law, law="wilcoxon"),
    "sign": partial(_by_law, law="sign"),
}

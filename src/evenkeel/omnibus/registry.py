"""What an omnibus test is, the table of all, and how one is done on a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, cast

import numpy as np
from numpy.typing import ArrayLike

from evenkeel._types import FloatArray
from evenkeel.errors import InputError, Message, Option, choice
from evenkeel.numerics.resampling import Seed
from evenkeel.omnibus.permutation import Pvalue
from evenkeel.ranks.named import Ranks, compute_ranks
from evenkeel.references import Reference
from evenkeel.registry import Registry
from evenkeel.result import TestResult, hidden, shown
from evenkeel.tables.results import Better, Results, as_results

if TYPE_CHECKING:
    from evenkeel.report.document import Document

# What an omnibus test is, and the table of all of them.


Approximation = Literal["chi-square", "f", "normal"]
Ties = Literal["uncorrected", "corrected"]
TIES: tuple[Ties, ...] = ("corrected", "uncorrected")  # the default first


@dataclass(frozen=True)
class OmnibusTest:
    """A test of the hypothesis that all algorithms perform alike.

    Attributes
    ----------
    name, title, aliases
        The name to call it by, the name to print (``"Friedman test"``), and other names.
    meaning
        A sentence for the glossary.
    function
        The public function that carries it out on one table.
    options
        Keywords that `function` takes beside the table and its direction.
    ranking
        The ranking that it works on.
    statistic
        ``statistic(ranks, ties=...)`` for ranks of tables (..., n, k).
    symbol
        What the statistic is called in sentences.
    approximation
        The law that approximates the statistic; it is also the name of the default method.
    permutation
        ``permutation(ranks, complete=, resamples=, seed=)`` is the p-value of the ranks (n, k) of
        one table by permuting within problems: the law of *this* statistic.
    reference
        Where it was published.
    tail
        ``tail(statistic, ranks, ties)``: p-values by the approximation, of tables (..., n, k).
    assumes, meant_for
        For which tables the approximation is meant, in words, and as ``meant_for(n, k)``.
    alternative
        ``"any"`` difference, or ``"ordered"``: a trend in a predicted order of the algorithms,
        which `function` and `statistic` then need.
    decides
        Whether its rejection leads on to the post-hoc procedures with its ranking.
    concordance
        ``concordance(ranks)`` is Kendall's W; None if the test has none.
    degrees
        ``degrees(ranks, ties)`` of freedom of the approximating law for the ranks (n, k) of one
        table; None if they follow from n and k.
    holes
        Whether it serves tables with holes. On a complete table it is then one of the others, and
        not shown beside it.
    """

    name: str
    title: str
    meaning: str
    function: Callable[..., OmnibusResult]
    ranking: str
    statistic: Callable[..., FloatArray]
    symbol: str
    approximation: Approximation
    tail: Callable[[FloatArray, FloatArray, str], FloatArray]
    permutation: Callable[..., Pvalue]
    reference: Reference
    assumes: str = "any table"
    meant_for: Callable[[int, int], bool] = lambda n, k: True
    options: tuple[str, ...] = ("ties", "method", "resamples", "seed")
    alternative: Literal["any", "ordered"] = "any"
    decides: bool = False
    concordance: Callable[..., FloatArray] | None = None
    aliases: tuple[str, ...] = ()
    degrees: Callable[[FloatArray, str], tuple[int, ...]] | None = None
    holes: bool = False

    @property
    def methods(self) -> tuple[str, ...]:
        """How the p-value can be computed, the default first."""
        return (self.approximation, "exact", "permutation")


OMNIBUS: Registry[OmnibusTest] = Registry("omnibus test", "evenkeel.omnibus")


def deciding_test(ranking: str) -> OmnibusTest:
    """The test whose rejection leads on to the post-hoc procedures with a ranking."""
    return next(test for test in OMNIBUS if test.decides and test.ranking == ranking)


# Carry out an omnibus test on one table: its ranks, its statistic, its p-value, one result.


RESAMPLES = 9_999  # so that a Monte Carlo p-value is a multiple of 1 / 10000
_IN_WORDS = {"chi-square": "chi-square", "f": "F", "normal": "normal"}


class OmnibusResult(TestResult):
    """Outcome of a test of the hypothesis that all algorithms perform alike.

    Attributes
    ----------
    test : str
        Name of the test in the registry, such as ``"iman-davenport"``.
    statistic, pvalue : float
        The statistic and its p-value.
    method : {"chi-square", "f", "normal", "exact", "monte-carlo"}
        Where the p-value comes from: an approximating distribution, all permutations within the
        problems, or a random sample of them.
    df : tuple of int
        Degrees of freedom of the chi-square or F distribution that approximates the statistic;
        none for a normal one.
    ties : {"corrected", "uncorrected"}
        Whether the statistic is corrected for ties.
    ranks : Ranks
        The ranks that were tested.
    kendall_w : float, optional
        Kendall's coefficient of concordance, from 0 to 1, always corrected for ties (Friedman
        and Iman-Davenport).
    standard_error, resamples : float and int, optional
        Standard error of a Monte Carlo p-value and the number of random permutations behind it.
    order : tuple of str, optional
        The predicted order of the algorithms, best first, of a test for a trend.
    notes : tuple of str
        What the reader should know about this p-value.
    """

    test: str
    statistic: float = shown("statistic")
    pvalue: float = shown("p", title="p")
    method: Literal["chi-square", "f", "normal", "exact", "monte-carlo"]
    df: tuple[int, ...] = shown("count", title="Degrees of freedom")
    ties: Ties
    ranks: Ranks = hidden(repr=False)
    kendall_w: float | None = shown("statistic", title="Kendall's W", default=None)
    standard_error: float | None = shown("p", title="Standard error of p", default=None)
    resamples: int | None = shown("count", default=None)
    order: tuple[str, ...] | None = None
    notes: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The name of the test in words."""
        return OMNIBUS.lookup(self.test).title

    @property
    def n(self) -> int:
        """Number of problems."""
        return self.ranks.n

    @property
    def k(self) -> int:
        """Number of algorithms."""
        return self.ranks.k

    @property
    def ranking(self) -> str:
        """The ranking that was tested."""
        return self.ranks.ranking

    @property
    def average_ranks(self) -> FloatArray:
        """Average rank of each algorithm."""
        return self.ranks.average

    @property
    def tied(self) -> int:
        """How many values share their rank with another one."""
        return self.ranks.tied

    def report(self, *, alpha: float = 0.05) -> Document:
        """The test with its decision at `alpha`, and the average ranks."""
        return self._built(alpha=alpha)


def carry_out(
    test: OmnibusTest,
    results: Results | ArrayLike,
    *,
    better: Better | None,
    ties: str = "corrected",
    method: str | None = None,
    resamples: int = RESAMPLES,
    seed: Seed = 0,
    order: Sequence[str] | None = None,
) -> OmnibusResult:
    """Test one table: validation, statistic, p-value by the method asked for, what was done.

    `order` is the predicted order of a test for a trend, whose ranks are put in that order.
    """
    table = as_results(results, better, directed=test.alternative == "ordered")
    treatment = cast(Ties, choice(ties, TIES, "treatment of ties"))
    how = choice(test.approximation if method is None else method, test.methods, "method")
    ranks = compute_ranks(table, test.ranking)
    predicted = _predicted_order(table, order) if test.alternative == "ordered" else None
    scores = ranks.ranks if predicted is None else ranks.ranks[:, predicted]
    statistic = test.statistic(scores, ties=treatment)
    if how == test.approximation:
        pvalue = float(test.tail(statistic, scores, treatment))
        found = Pvalue(pvalue, "exact" if np.isinf(statistic) else test.approximation)
    else:
        found = test.permutation(scores, complete=how == "exact", resamples=resamples, seed=seed)
    return OmnibusResult(
        test=test.name,
        statistic=float(statistic),
        pvalue=found.value,
        method=found.method,
        df=_degrees(test, ranks, treatment),
        ties=treatment,
        ranks=ranks,
        kendall_w=None if test.concordance is None else float(test.concordance(ranks.ranks)),
        standard_error=found.standard_error,
        resamples=found.resamples,
        order=None if predicted is None else tuple(table.algorithms[j] for j in predicted),
        notes=tuple(_notes(test, ranks, float(statistic), treatment, found.method)),
    )


def _predicted_order(table: Results, order: Sequence[str] | None) -> list[int]:
    """Positions of the algorithms in the predicted order, by default that of the table."""
    if order is None:
        return list(range(table.k))
    if isinstance(order, str) or not isinstance(order, Iterable):
        raise InputError(f"order is {order!r}; give the names of all algorithms, best first")
    positions = [table.index(name) for name in order]
    if sorted(positions) != list(range(table.k)):
        missing = [name for name in table.algorithms if name not in order]
        culprit = f"{missing[0]!r} is missing" if missing else "a name occurs twice"
        raise InputError(f"order must name each algorithm once, best first, but {culprit}")
    return positions


def _degrees(test: OmnibusTest, ranks: Ranks, ties: Ties) -> tuple[int, ...]:
    if test.degrees is not None:
        return test.degrees(ranks.ranks, ties)
    n, k = ranks.n, ranks.k
    known: dict[Approximation, tuple[int, ...]] = {
        "chi-square": (k - 1,),
        "f": (k - 1, (k - 1) * (n - 1)),
        "normal": (),
    }
    return known[test.approximation]


def _notes(
    test: OmnibusTest, ranks: Ranks, statistic: float, ties: Ties, method: str
) -> Iterator[str]:
    n, k = ranks.n, ranks.k
    present = int(np.count_nonzero(~np.isnan(ranks.ranks)))
    if test.holes and present < n * k:
        yield from _notes_on_holes(ranks, present)
    spread = np.fmax.reduce(ranks.ranks, axis=1) - np.fmin.reduce(ranks.ranks, axis=1)
    if not (spread > 0).any():
        meaning = (
            "the statistic is 0 and the p-value 1"
            if test.alternative == "any"
            else "nothing speaks for a trend"
        )
        yield f"on every problem all algorithms are equal: {meaning}"
        return
    if ranks.tied and ties == "uncorrected" and "ties" in test.options and method in _IN_WORDS:
        yield (
            Message(
                f"{ranks.tied} of the {present} values are tied and the statistic is not "
                "corrected for ties; ",
                Option("ties", "corrected"),
                " does that",
            )
        )
    if np.isinf(statistic):
        yield (
            "all problems rank the algorithms alike: the statistic is infinite, and the p-value "
            "is the exact probability of that"
        )
    if method == test.approximation and not test.meant_for(n, k):
        yield (
            f"the {_IN_WORDS[method]} approximation is meant for {test.assumes}, here n = {n} and "
            f'k = {k}; as a method "permutation" needs none'
        )


def _notes_on_holes(ranks: Ranks, present: int) -> Iterator[str]:
    n, k = ranks.n, ranks.k
    yield (
        f"{n * k - present} of {n * k} results are missing; the ranks are those among the "
        "algorithms present, and the test supposes that a result is not missing because it would "
        "have been good or bad"
    )
    alone = int(np.count_nonzero(np.count_nonzero(~np.isnan(ranks.ranks), axis=1) < 2))
    if alone:
        problems = "problem has" if alone == 1 else "problems have"
        yield f"{alone} {problems} fewer than two results, which show nothing about an order"

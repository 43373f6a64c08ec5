"""What an omnibus test is, and the table of all of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from evenkeel._types import FloatArray
from evenkeel.registry import Registry
from evenkeel.words.references import Reference

if TYPE_CHECKING:
    from evenkeel.omnibus.carrying_out import OmnibusResult
    from evenkeel.omnibus.permutation import Pvalue

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

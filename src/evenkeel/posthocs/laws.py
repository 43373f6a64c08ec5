"""What a law of raw p-values is, which null hypothesis it tests, and the table of all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evenkeel.errors import InputError, Message, Option
from evenkeel.references import Reference
from evenkeel.registry import Registry

if TYPE_CHECKING:
    from evenkeel._types import FloatArray, IndexArray
    from evenkeel.ranks.registry import Tables

# Which null hypothesis a p-value of two algorithms tests, apart from what the others do.
#
# Procedures that use logical relations (Shaffer's, Bergmann and Hommel's, the closed tests) need a
# null hypothesis that is transitive: from "a and b" and "b and c" follows "a and c".


@dataclass(frozen=True)
class Null:
    """A null hypothesis about two algorithms.

    Attributes
    ----------
    statement : str
        What it says, as a clause.
    transitive : bool
        Whether it holds for a and c if it holds for a and b and for b and c.
    """

    statement: str
    transitive: bool

    @property
    def consequence(self) -> str:
        """What that means for the choice of a procedure, as sentences."""
        return _TRANSITIVE if self.transitive else _NOT_TRANSITIVE


#: Of the p-values whose law is taken from all k algorithms.
ALL_ALIKE = Null(
    "all algorithms perform alike, so that within each problem every order of them is equally "
    "likely",
    transitive=True,
)

#: Of the paired p-values.
EXCHANGEABLE = Null(
    "the two algorithms are exchangeable within each problem, given the results of the others",
    transitive=True,
)

#: The weakest that Wilcoxon's test serves.
SYMMETRIC = Null(
    "the differences of the two algorithms are distributed symmetrically about 0",
    transitive=False,
)

#: The weakest that the sign test serves.
EQUAL_WINS = Null(
    "either of the two algorithms beats the other on equally many problems of the population",
    transitive=False,
)

_TRANSITIVE = (
    "This is transitive, so that the logical relations which Shaffer's and the Bergmann-Hommel "
    "procedure use hold for it."
)
_NOT_TRANSITIVE = (
    "This is not transitive: for it only procedures without logical relations are valid, such as "
    "Holm's. Shaffer's and the Bergmann-Hommel procedure are refused."
)


# What a law of raw p-values is, and the table of all of them.


@dataclass(frozen=True, eq=False)
class Raw:
    """Raw p-values of the hypotheses of tables, with what they were computed from.

    Attributes
    ----------
    pvalue : ndarray, shape (..., m)
        Two-sided p-values, not adjusted.
    z : ndarray, shape (..., m)
        Standardised differences, positive where the first of a pair is better.
    standard_error : ndarray, shape (..., 1) or (..., m), or None
        Of the differences of average ranks under the null hypothesis.
    computed : tuple of str
        How the p-values were computed, if a law has several ways: ``"exact"``, ``"normal"``,
        ``"saddle-point"``.
    """

    pvalue: FloatArray
    z: FloatArray
    standard_error: FloatArray | None = None
    computed: tuple[str, ...] = ()


@dataclass(frozen=True)
class Law:
    """A way from a table to the raw p-values of a family of hypotheses about pairs.

    Attributes
    ----------
    name, title, aliases
        The name that ``method=`` takes, the name to print, and other names.
    words
        How a methods section names it: "the normal approximation".
    null
        The null hypothesis of a pair, and whether it is transitive.
    pvalues
        ``pvalues(tables, pairs, ranking)`` gives the `Raw` p-values of pairs (m, 2) of the
        algorithms of tables (..., n, k).
    reference
        Where it was published.
    ranked
        Whether the p-values come from the ranks of a ranking; if not, the ranking only puts the
        algorithms in order.
    pooled
        Whether the null law is taken from all k algorithms: the p-value of a pair then rests on
        the others too, and is a function of the distance of two average ranks, with which it does
        not increase.
    caveat
        What a reader of its p-values must be warned of, as sentences.
    caveats
        Whether the caveats of the ranking's standard error apply.
    quick
        Whether many tables take hardly longer than one.
    measured
        Whether it looks at the sizes of differences, which a failure has not: failures are then
        holes.
    holes
        The same as `pvalues` for tables with holes, each pair on the problems that both of its
        algorithms have; None if the law needs complete problems.
    of_averages
        ``of_averages(average, n, pairs, ranking, within)`` gives the same of average ranks (..., k)
        over n problems and, of ranks that are given within each problem, the sum of their squares
        about the problems' means (...); None if the law looks at more than these.
    """

    name: str
    title: str
    words: str
    null: Null
    pvalues: Callable[[Tables, IndexArray, str], Raw]
    reference: Reference
    ranked: bool = True
    pooled: bool = True
    caveat: str = ""
    caveats: bool = False
    quick: bool = True
    aliases: tuple[str, ...] = ()
    holes: Callable[[Tables, IndexArray, str], Raw] | None = None
    measured: bool = False
    of_averages: Callable[[FloatArray, int, IndexArray, str, FloatArray], Raw] | None = None


LAWS: Registry[Law] = Registry("method", "evenkeel.posthocs", "calibrated")

#: The law that is taken for a table with holes if none is named.
WITH_HOLES = "paired"


def law_for(method: str | None, *, holes: bool) -> Law:
    """The law of that name, or the default, for a complete table or for one with holes."""
    from evenkeel.adjustments.registry import ADJUSTMENTS  # not for the help, which needs no numpy

    if method not in (None, *LAWS.names) and method in ADJUSTMENTS.names:
        raise InputError(
            Message(
                f"method is {method!r}, which is a procedure of adjustment; give it as ",
                Option("adjust", method),
            )
        )
    law = LAWS.lookup(method or (WITH_HOLES if holes else LAWS.default))
    if holes and law.holes is None:
        serving = ", ".join(repr(each.name) for each in LAWS if each.holes and not each.pooled)
        raise InputError(
            Message(
                Option("method", law.name),
                " takes its law from complete problems, and some cells are missing; "
                f"choose one of {serving}, which compare a pair on the problems that both "
                "algorithms have",
            )
        )
    return law

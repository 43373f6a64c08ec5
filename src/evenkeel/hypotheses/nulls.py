"""Which null hypothesis a p-value of two algorithms tests, apart from what the others do.

Procedures that use logical relations (Shaffer's, Bergmann and Hommel's, the closed tests) need a
null hypothesis that is transitive: from "a and b" and "b and c" follows "a and c".
"""

from __future__ import annotations

from dataclasses import dataclass


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

"""Whether strengths have a finite maximum likelihood, and who stands apart if not.

An algorithm, or a group, that never loses to the others is as strong as one likes: no strength of
it is the most likely one. Ford (1957) says when there is one: if from every algorithm a chain of
wins (A beats B, B beats C, ...) leads to every other one.
"""

from __future__ import annotations

import numpy as np
from scipy.sparse.csgraph import connected_components

from evenkeel._types import BoolArray


def has_maximum(wins: BoolArray, ties: BoolArray, *, estimated_ties: bool) -> BoolArray:
    """Whether the likelihood has a finite maximum: relations (r, k, k) to (r,).

    A tie is a link both ways. With Davidson's parameter of ties (`estimated_ties`) there is one
    more way to infinity if there are ties: that it grows together with the distances of the
    strengths. The way is closed by a cycle of wins and ties that has more wins than ties. (The
    outcomes win, loss and tie of a pair have the scores d, -d and c; a direction in which the
    likelihood never falls has d >= max(c, 0) where there is a win and c >= abs(d) where there is
    a tie, and such d and c, not all zero, exist unless both conditions hold.)
    """
    finite = strongly_connected(wins | ties)
    if estimated_ties:
        some = finite & ties.any(axis=(-2, -1))
        finite[some] = _more_wins_than_ties(wins[some], ties[some])
    return finite


def strongly_connected(links: BoolArray) -> BoolArray:
    """Whether every algorithm reaches every other one: relations (r, k, k) to (r,)."""
    k = links.shape[-1]
    reached = (links | np.eye(k, dtype=bool)).astype(np.float32)
    for _ in range(max(k - 1, 1).bit_length()):
        reached = (reached @ reached > 0).astype(np.float32)
    return np.asarray((reached > 0).all(axis=(-2, -1)))


def groups_in_order(links: BoolArray) -> list[list[int]]:
    """The groups of algorithms that reach each other by links (k, k), the ones that win first."""
    count, label = connected_components(links, connection="strong")
    groups = [np.flatnonzero(label == i).tolist() for i in range(count)]
    beaten = [
        np.count_nonzero(links[group].any(axis=0) & (label != label[group[0]])) for group in groups
    ]
    return [groups[i] for i in np.argsort(beaten, kind="stable")[::-1]]


def _more_wins_than_ties(wins: BoolArray, ties: BoolArray) -> BoolArray:
    """Whether a cycle has more wins than ties, in (r, k, k): by the search of Bellman and Ford."""
    k = wins.shape[-1]
    length = np.where(wins, 1.0, np.where(ties, -1.0, -np.inf))
    longest = np.zeros(wins.shape[:-1])
    for _ in range(k):
        before = longest
        longest = np.maximum(before, (before[..., None] + length).max(axis=-2))
    return np.asarray((longest > before).any(axis=-1))

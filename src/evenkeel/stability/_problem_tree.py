"""problem_tree(): on which problems who is good, as a Bradley-Terry tree over their features."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from evenkeel._types import FloatArray, IndexArray
from evenkeel.errors import InputError, Message, Option, fraction
from evenkeel.numerics.arrays import ByValue
from evenkeel.numerics.progress import steps
from evenkeel.numerics.resampling import Seed, checked_generator
from evenkeel.ranks.kernels import rank_rows
from evenkeel.result import Answer, hidden
from evenkeel.stability.contests import Contests
from evenkeel.stability.features import (
    Feature,
    Question,
    Ways,
    checked_features,
    features_of,
    parted,
    ways_of,
)
from evenkeel.stability.models import MODELS
from evenkeel.stability.options import PRIOR
from evenkeel.tables.choices import failures_last
from evenkeel.tables.options import Missing, split_names
from evenkeel.tables.results import Better, Results, as_results

_BOOTSTRAPS = 200
_ROUNDING = 1e-9
_CELLS = 1 << 22  # ranks that are permuted at a time


@dataclass(frozen=True)
class Split:
    """A split: its place in the tree, its p-value, and how it fares in resamples of the problems.

    `again` is the share of the resamples in which the same feature is chosen; `low` and `high` hold
    80% of the cuts then, NaN for labels.
    """

    within: tuple[str, ...]
    question: Question
    n: int
    pvalue: float
    again: float
    low: float
    high: float


@dataclass(frozen=True, eq=False)
class Leaf(ByValue):
    """A group of problems, the average ranks there, and Bradley and Terry's strengths, sum 1."""

    conditions: tuple[str, ...]
    problems: tuple[str, ...]
    average_ranks: FloatArray
    worth: FloatArray

    @property
    def name(self) -> str:
        """Its conditions in words."""
        return " and ".join(self.conditions) or "all problems"


class ProblemTree(Answer):
    """Which problems make which algorithm win.

    Attributes
    ----------
    algorithms, features : tuple of str
        The algorithms, and the features that were tried.
    pvalues : ndarray
        Of each feature on all problems: adjusted for the number of features.
    splits : tuple of Split
        From the top down; none if no feature tells anything at the level.
    leaves : tuple of Leaf
        The groups of problems, in the order of the splits.
    left_out : tuple of str
        Features that could not be tried, with the reason.
    alpha : float
        The level.
    least, n, resamples : int
        Smallest leaf, problems, and permutations of each test.
    """

    algorithms: tuple[str, ...]
    features: tuple[str, ...]
    pvalues: FloatArray
    splits: tuple[Split, ...]
    leaves: tuple[Leaf, ...]
    left_out: tuple[str, ...]
    alpha: float
    least: int
    n: int
    resamples: int
    seed: Seed = hidden()


def problem_tree(
    results: Results | ArrayLike,
    features: Mapping[str, Sequence[Any]],
    *,
    alpha: float = 0.05,
    least: int | None = None,
    leaves: int = 4,
    resamples: int = 1999,
    seed: Seed = 0,
    better: Better | None = None,
) -> ProblemTree:
    r"""Split the problems by their features where who beats whom depends on them.

    On each problem every two algorithms are compared, as in Bradley and Terry's model. What a
    problem adds to the gradient of its likelihood is, for each algorithm, its wins less the
    expected ones; in a table without holes that is its average rank less its rank r_i on the
    problem. Null hypothesis: who is good on a problem does not depend on its features. Then the
    largest of ::

        T(L, R) = |L| |R| / (|L| + |R|)  || mean of r in L - mean of r in R ||^2

    over all ways to part the problems in two by the feature is no larger than after permuting
    the problems among the values of all features. Of each feature the cube root of that largest T,
    which is nearly normal, is standardised over the permutations, so that how many ways it offers
    does not favour it, and compared with the largest of all features in each permutation (Westfall
    and Young's step). The problems are parted by the feature of the smallest p-value if that
    is at most alpha, and each part is looked at again, with p-values times the number of nodes that
    a level of the tree can have. The probability that there is any split although no feature tells
    anything is therefore at most alpha.

    What the leaves show is chosen by the data: their ranks are descriptions, and no tests.

    Parameters
    ----------
    results : Results or array_like
        The table, without holes but failures, which are worst; a bare matrix needs `better`.
    features : mapping or data frame
        Of each feature the value on every problem, in the order of the table: numbers or labels.
        Features that are missing on a problem or the same on all, and columns that have the name of
        an algorithm, are left out, which is said.
    alpha : float
        The level.
    least : int, optional
        The fewest problems of a leaf; by default a tenth of them, at least 5,
        at most half of them.
    leaves : int, default 4
        The most leaves.
    resamples : int, default 1999
        Permutations of each test.
    seed : int, Generator or None
        Seed of the permutations and of the resamples that tell how stable the splits are.
    better : {"lower", "higher"}, optional
        Direction of a bare matrix.

    Returns
    -------
    ProblemTree

    References
    ----------
    Eugster, Leisch and Strobl (2014), CSDA 71:986-1000. Strobl, Wickelmaier and
    Zeileis (2011), doi:10.3102/1076998609359791. Westfall and Young (1993), Resampling-Based
    Multiple Testing.

    Examples
    --------
    >>> import numpy as np
    >>> import evenkeel
    >>> size = np.arange(20.0)
    >>> errors = np.where(size[:, None] < 9, [1, 2, 3], [3, 2, 1])
    >>> tree = evenkeel.stability.problem_tree(errors, {"size": size}, better="lower")
    >>> [(leaf.name, leaf.average_ranks.tolist()) for leaf in tree.leaves]
    [('size <= 8', [1.0, 2.0, 3.0]), ('size > 8', [3.0, 2.0, 1.0])]
    """
    table = failures_last(as_results(results, better))
    level = fraction(alpha, "alpha")
    if table.has_missing:
        raise InputError(
            "the table misses results, and a problem without some has no ranks of all algorithms; "
            "leave out those problems or algorithms"
        )
    if table.n < 4:
        raise InputError(f"there are {table.n} problems; a tree needs 4, 2 for each of 2 leaves")
    few = min(max(5, table.n // 10), table.n // 2) if least is None else least
    if not 2 <= few <= table.n // 2:
        raise InputError(
            f"the fewest problems of a leaf are {few}, of {table.n} problems; give a number from 2 "
            f"to {table.n // 2}"
        )
    if not 2 <= leaves <= 16:
        raise InputError(f"the most leaves are {leaves}; give a number from 2 to 16")
    tried, left_out = checked_features(features, table)
    generator = checked_generator(resamples, seed)
    grown = _Growing(table, rank_rows(table.losses), tried, level, few, resamples, generator)
    grown.grow(leaves)
    parts = sorted(grown.leaves.items())
    return ProblemTree(
        table.algorithms,
        tuple(each.name for each in tried),
        pvalues=grown.first,
        splits=tuple(split for _, split in sorted(grown.splits.items())),
        leaves=tuple(grown.leaf(path) for path, _ in parts),
        left_out=left_out,
        alpha=level,
        least=few,
        n=table.n,
        resamples=resamples,
        seed=seed,
    )


@dataclass
class _Node:
    """A group of problems that may be parted: the best way, and the p-value of each feature.

    `pvalue` is the smallest of these times the number of nodes that its level can have; `scale` is
    mean and standard deviation of the cube roots of the features' largest statistics.
    """

    ways: Ways
    chosen: int
    pvalues: FloatArray
    pvalue: float
    scale: tuple[FloatArray, FloatArray]


class _Growing:
    """A tree that grows: groups by their paths, of 0 for yes and 1 for no."""

    def __init__(
        self,
        table: Results,
        ranks: FloatArray,
        features: tuple[Feature, ...],
        alpha: float,
        least: int,
        resamples: int,
        generator: np.random.Generator,
    ) -> None:
        self.table, self.ranks, self.features = table, ranks, features
        self.alpha, self.least, self.resamples = alpha, least, resamples
        self.generator = generator
        self.leaves: dict[tuple[int, ...], IndexArray] = {(): np.arange(len(ranks))}
        self.conditions: dict[tuple[int, ...], tuple[str, ...]] = {(): ()}
        self.splits: dict[tuple[int, ...], Split] = {}
        self.first = np.ones(len(features))

    def grow(self, most: int) -> None:
        """Part group after group, the surest first, up to so many leaves."""
        nodes: dict[tuple[int, ...], _Node] = {}
        waiting: list[tuple[int, ...]] = [()]
        while len(self.leaves) < most:
            found = {path: self._look(path) for path in waiting}
            nodes |= {path: node for path, node in found.items() if node}
            if () in nodes:
                self.first = nodes[()].pvalues
            path = min(nodes, key=lambda each: (nodes[each].pvalue, each), default=None)
            if path is None or nodes[path].pvalue > self.alpha:
                return
            waiting = self._part(path, nodes.pop(path))

    def _part(self, path: tuple[int, ...], node: _Node) -> list[tuple[int, ...]]:
        rows, within = self.leaves.pop(path), self.conditions.pop(path)
        question, yes = node.ways.questions[node.chosen], node.ways.yes[node.chosen]
        again, low, high = self._again(node, self.ranks[rows])
        self.splits[path] = Split(within, question, rows.size, node.pvalue, again, low, high)
        for side, answers in ((0, yes), (1, ~yes)):
            self.leaves[*path, side] = rows[answers]
            self.conditions[*path, side] = (*within, question.in_words(yes=side == 0))
        return [(*path, 0), (*path, 1)]

    def _look(self, path: tuple[int, ...]) -> _Node | None:
        """The best way to part these problems, and how sure it is; None if there is no way."""
        rows = self.leaves[path]
        ways = ways_of(self.features, rows, self.least)
        if not ways.questions:
            return None
        ranks = self.ranks[rows]
        own = ways.statistics(ranks)
        every = np.cbrt(np.concatenate([ways.largest(own)[None], *self._permuted(ways, ranks)]))
        scale = centre, spread = _scale(every)
        scores = (every - centre) / spread
        beyond = scores.max(axis=1)[:, None] >= scores[0] - _ROUNDING
        feature = int(np.argmax(scores[0]))
        chosen = int(np.argmax(np.where(ways.feature == feature, own, -np.inf)))
        pvalues = beyond.mean(axis=0)
        pvalue = min(1.0, float(pvalues[feature]) * float(2 ** len(path)))
        return _Node(ways, chosen, pvalues, pvalue, scale)

    def _permuted(self, ways: Ways, ranks: FloatArray) -> Iterator[FloatArray]:
        """The largest statistics of the features after permuting the problems, in blocks."""
        most = max(1, _CELLS // (ranks.size + len(ways.questions) * ranks.shape[1]))
        starts = range(0, self.resamples, most)
        for start in steps(starts, "random permutations", len(starts)):
            size = min(most, self.resamples - start)
            order = self.generator.permuted(np.tile(np.arange(len(ranks)), (size, 1)), axis=1)
            yield ways.largest(ways.statistics(ranks[order]))

    def _again(self, node: _Node, ranks: FloatArray) -> tuple[float, float, float]:
        """How often resamples of the problems choose this feature, and where they cut it."""
        n, cuts, hits = len(ranks), [], 0
        (centre, spread), feature = node.scale, int(node.ways.feature[node.chosen])
        for _ in range(_BOOTSTRAPS):
            drawn = self.generator.integers(0, n, n)
            part = node.ways.of(drawn)
            if not part.questions:
                continue
            own = part.statistics(ranks[drawn])
            if int(np.argmax((np.cbrt(part.largest(own)) - centre) / spread)) == feature:
                hits += 1
                at = int(np.argmax(np.where(part.feature == feature, own, -np.inf)))
                cut = part.questions[at].cut
                cuts += [] if cut is None else [cut]
        low, high = np.quantile(cuts, [0.1, 0.9]).tolist() if cuts else (np.nan, np.nan)
        return hits / _BOOTSTRAPS, low, high

    def leaf(self, path: tuple[int, ...]) -> Leaf:
        """A group with its ranks, and the strengths that Bradley and Terry's model gives it."""
        rows = self.leaves[path]
        contests = Contests(self.table.losses[rows], split=True)
        log, _ = MODELS["bradley-terry"].fit(contests, np.ones((1, rows.size)), PRIOR, None)
        worth = np.exp(log[0] - log[0].max())
        average = self.ranks[rows].mean(axis=0)
        average.flags.writeable = False
        return Leaf(
            self.conditions[path],
            tuple(self.table.problems[row] for row in rows.tolist()),
            average,
            worth / worth.sum(),
        )


def _scale(every: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Mean and standard deviation of the columns; 0 and 1 of a feature without any way."""
    there = np.isfinite(every).all(axis=0)
    values = np.where(there, every, 0.0)
    spread = values.std(axis=0)
    return values.mean(axis=0), np.where(spread > 0, spread, 1.0)


# Results and features from files: what the command, the page and the API take.


def tree_of_files(
    files: Sequence[Any],
    *,
    better: Better | None = None,
    missing: Missing = "error",
    features: str | None = None,
    alpha: float = 0.05,
    least: int | None = None,
    leaves: int = 4,
    resamples: int = 1999,
    seed: Seed = 0,
) -> ProblemTree:
    """`problem_tree` of a table of results and a table of features, a row per problem.

    One column of the second holds the names of the problems of the first, in any order; its other
    columns, or those that `features` names, are the features. A single table has the columns that
    `features` names beside its results.
    """
    from evenkeel.tables.reading import read

    names = split_names(features) if features else None
    if len(files) == 1 and names:
        results, source = parted(files[0], names)
    elif len(files) == 2:
        results, source = files
    else:
        raise InputError(
            Message(
                f"the number of files is {len(files)}; give the table of results, then a table "
                "with the features of the problems, a row each; or one table that has both, with ",
                Option("features"),
                " and the names of its columns that are features, with commas",
            )
        )
    table = read(results, better=better, missing=missing)
    return problem_tree(
        table,
        features_of(source, table.problems, names),
        alpha=alpha,
        least=least,
        leaves=leaves,
        resamples=resamples,
        seed=seed,
    )

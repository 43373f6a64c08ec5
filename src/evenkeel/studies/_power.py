"""power(): the experiment of the documents, on the user's own table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np
from numpy.typing import ArrayLike

from evenkeel._types import FloatArray, IntArray
from evenkeel.errors import InputError, choice, fraction
from evenkeel.families import Family
from evenkeel.numerics.intervals import wilson_interval
from evenkeel.pairwise.pair import pick_pair
from evenkeel.posthocs.laws import LAWS
from evenkeel.ranks.registry import RANKINGS
from evenkeel.result import Result
from evenkeel.studies.blocks import Execution, Resources, block_size, checked_seed, run_study
from evenkeel.studies.checks import family_with_pair, finite_biases, position_of_pair, whole_number
from evenkeel.studies.pvalues import chosen_procedures, comparison_by, is_slow
from evenkeel.studies.work import Resampling
from evenkeel.tables.results import Better, Results, as_results

if TYPE_CHECKING:
    from matplotlib.axes import Axes


Scope = Literal["pair", "family"]
SCOPES: tuple[Scope, ...] = ("pair", "family")


class PowerStudy(Result):
    """How often procedures reject hypotheses on samples of a table, against the bias of these.

    The arrays have one entry per procedure, then one a bias, then one per hypothesis of the family.

    Attributes
    ----------
    first, second : str
        The two algorithms whose differences bias the samples towards the first.
    family : Family
        The hypotheses.
    procedures : tuple of str
        The procedures.
    bias : tuple of float
        The biases.
    rejections : ndarray of int, shape (procedures, biases, m)
        In how many samples each hypothesis is rejected: adjusted p-value <= `alpha`.
    any_rejected : ndarray of int, shape (procedures, biases)
        In how many samples at least one hypothesis of the family is rejected.
    average : ndarray, shape (procedures, biases, m)
        Average adjusted p-values.
    repetitions : int
        Samples drawn at each bias.
    problems, size : int
        Problems of the table, and of each sample.
    median_difference : float
        Median over the problems of abs(d), by how much the two algorithms differ, in the units of
        the table. Biases far above 1 / `median_difference` all draw much the same samples.
    ranking, method : str
        The ranking of the post-hoc statistics and how the raw p-values were computed.
    alpha, confidence : float
        Level of significance, and confidence of the Monte Carlo intervals (Wilson's).
    execution : Execution
        Seed, blocks, and how they were computed.
    """

    _printed: ClassVar[tuple[str, ...]] = ("pair_rejections",)

    first: str
    second: str
    family: Family
    procedures: tuple[str, ...]
    bias: tuple[float, ...]
    rejections: IntArray = field(repr=False)
    any_rejected: IntArray = field(repr=False)
    average: FloatArray = field(repr=False)
    repetitions: int
    problems: int
    size: int
    median_difference: float
    ranking: str
    method: str
    alpha: float
    confidence: float
    execution: Execution

    @property
    def hypothesis(self) -> int:
        """Position of the hypothesis about the two algorithms in the family."""
        return position_of_pair(self.family, self.first, self.second)

    def rejected_share(self, scope: str = "pair") -> FloatArray:
        """Share of the samples that reject the pair's hypothesis, (procedures, biases).

        With ``scope="family"`` the share of all hypotheses that are rejected, on average.
        """
        return self._of(self.rejections / self.repetitions, scope)

    def average_pvalue(self, scope: str = "pair") -> FloatArray:
        """Average adjusted p-value of the pair, or of all hypotheses; (procedures, biases)."""
        return self._of(self.average, scope)

    def interval(self, shares: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Monte Carlo interval of `rejected_share` or `average_pvalue` (Wilson's).

        It is meant for shares of the samples. For averages of numbers between 0 and 1 it is
        rather too wide than too narrow.
        """
        return wilson_interval(shares * self.repetitions, self.repetitions, self.confidence)

    def plot(
        self, what: str = "rejections", *, scope: str = "pair", ax: Axes | None = None
    ) -> Axes:
        """Draw ``"rejections"`` or ``"pvalues"`` against the bias, one line per procedure."""
        from evenkeel.plot.power_curves import plot_power

        return plot_power(self, what=what, scope=scope, ax=ax)

    def _of(self, values: FloatArray, scope: str) -> FloatArray:
        if choice(scope, SCOPES, "scope") == "pair":
            return values[..., self.hypothesis]
        mean: FloatArray = values.mean(axis=-1)
        return mean


def power(
    results: Results | ArrayLike,
    first: str,
    second: str,
    *,
    size: int = 10,
    bias: float | Iterable[float] = tuple(range(21)),
    repetitions: int = 1000,
    procedures: str | Iterable[str] | None = None,
    control: str | None = None,
    ranking: str = "friedman",
    method: str = "calibrated",
    alpha: float = 0.05,
    confidence: float = 0.95,
    seed: int | None = 0,
    workers: int | None = None,
    backend: str | None = None,
    store: str | Path | None = None,
    progress: bool | None = None,
    better: Better | None = None,
) -> PowerStudy:
    """Measure how powerful each procedure is on samples of the user's own problems.

    Each null hypothesis says that two algorithms perform alike; the alternative, that they do
    not. Samples of `size` problems are drawn from the table, problem i with a probability
    proportional to

        1 / (1 + exp(-bias d_i)),

    d_i being by how much the first algorithm is better than the second, in the units of the
    table. With bias 0 all problems are equally likely; the larger it is, the more the samples
    favour the first algorithm. The default biases suit results between 0 and 1; for others take
    biases around 1 / median(abs(d_i)). On each sample all hypotheses of the family are tested by
    every procedure, whether or not an omnibus test rejects; rejections and adjusted p-values are
    counted and averaged.

    A sample has no problem twice: it is drawn one problem after the other without replacement,
    each time with these probabilities among the problems that are left. This is done for
    thousands of samples at once: the problems with the `size` largest log w_i + G_i, with
    independent standard Gumbel variables G_i, are such a sample.

    The problems of the table are taken as the population. Ties are treated as by
    `posthoc_statistics`. A problem on which the two algorithms are equal has d_i = 0. If the
    problems have different units, scale the table first (``results.scaled()``).

    Parameters
    ----------
    results : Results or array_like
        The table; a bare matrix needs `better`.
    first, second : str
        The two algorithms whose differences decide which problems are likely.
    size : int, default 10
        Problems in a sample, fewer than the table has.
    bias : float or iterable of float, default 0, 1, ..., 20
        The biases, per unit of the difference of results: if all results are multiplied by 100,
        a hundredth of the bias draws the same samples.
    repetitions : int, default 1000
        Samples at each bias.
    procedures : str or iterable of str, optional
        Names of procedures, see `procedures`; ``"all"`` for all that serve the family, ``"none"``
        for the raw p-values. By default those that the documents list for the family.
    control : str, optional
        Compare only this algorithm, `first` or `second`, with the others. By default all pairs.
    ranking : {"friedman", "aligned", "quade"}
        The ranks of the post-hoc statistics.
    method : {"calibrated", "normal", "exact", "paired", "wilcoxon", "sign", "conover"}
        How the raw p-values are computed, see `posthoc_statistics`.
    alpha : float, default 0.05
        Level of significance.
    confidence : float, default 0.95
        Confidence of the Monte Carlo intervals.
    seed : int or None, default 0
        Seed of the samples; None for a fresh one, which the result gives, or for that of the
        study in the `store`.
    workers : int, optional
        How many processes or threads compute; -1 for all cores. By default one, or what an active
        ``joblib.parallel_config`` says. The numbers do not depend on it.
    backend : {"loky", "threading", "dask"}, optional
        Processes, threads, or the workers of a Dask cluster, whose client must be there. By
        default processes, or what an active ``joblib.parallel_config`` says.
    store : str or Path, optional
        A directory for the finished blocks: the same call goes on from there after an
        interruption. It serves one study.
    progress : bool, optional
        Whether to show a bar with the time left. By default only on a terminal.
    better : {"lower", "higher"}, optional
        Direction of a bare matrix.

    Returns
    -------
    PowerStudy

    References
    ----------
    Garcia and Herrera (2008), Journal of Machine Learning Research 9:2677-2694, Section 4,
    Figures 4 and 5, with the sampling of Demsar (2006), Journal of Machine Learning Research
    7:1-30, Section 4. Efraimidis and Spirakis (2006), doi:10.1016/j.ipl.2005.11.003, for drawing
    without replacement by the largest of random keys.

    Examples
    --------
    C4.5 against 1-NN. Garcia and Herrera (2008) had 50 data sets, of which 30 are published:

    >>> import evenkeel
    >>> from evenkeel.studies._power import power
    >>> case, names = evenkeel.load("garcia2008"), ["nemenyi", "holm", "shaffer", "bergmann"]
    >>> study = power(case, "C4.5", "1-NN", bias=[0, 20], repetitions=500, procedures=names)
    >>> study.procedures
    ('nemenyi-bonferroni', 'holm', 'shaffer', 'bergmann')
    >>> bool((study.rejections[1:] >= study.rejections[:-1]).all())
    True
    """
    table = as_results(results, better)
    table.require_complete("a power study")
    pair = pick_pair(table, first, second, None, "a power study")
    family = family_with_pair(table, first, second, control)
    names = chosen_procedures(procedures, family.kind)
    if not names:
        raise InputError('procedures: name at least one; "none" stands for the raw p-values')
    biases = finite_biases(bias)
    comparison = comparison_by(ranking, method)
    size = whole_number(size, "size", 2)
    if size >= table.n:
        raise InputError(
            f"size is {size}, but the table has {table.n} problems and none is drawn twice; "
            f"give a size below {table.n}"
        )
    repetitions = whole_number(repetitions, "repetitions", 1)
    alpha, confidence = fraction(alpha, "alpha"), fraction(confidence, "confidence")
    seed = checked_seed(seed, store)
    work = Resampling(
        table.losses,
        pair.advantages,
        biases,
        size,
        family,
        comparison,
        names,
        alpha,
    )
    tallies, execution = run_study(
        work,
        work.parameters(),
        scenarios=len(biases),
        repetitions=repetitions,
        size=block_size(size, table.k, slow=is_slow([comparison], names, table.k, ties=True)),
        seed=seed,
        resources=Resources(workers, backend, store, progress),
    )
    rejections, any_rejected, sums = (
        np.stack([tally[name] for tally in tallies], axis=1)
        for name in ("rejected", "any rejected", "adjusted")
    )
    return PowerStudy(
        first=first,
        second=second,
        family=family,
        procedures=names,
        bias=biases,
        rejections=rejections,
        any_rejected=any_rejected,
        average=sums / repetitions,
        repetitions=repetitions,
        problems=table.n,
        size=size,
        median_difference=float(np.median(np.abs(pair.advantages))),
        ranking=RANKINGS.lookup(ranking).name,
        method=LAWS.lookup(method).name,
        alpha=alpha,
        confidence=confidence,
        execution=execution,
    )

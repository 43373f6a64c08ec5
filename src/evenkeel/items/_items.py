"""items(): models compared on the items themselves, one benchmark and several.

The order is that of the words above: read, means with intervals, pairs, several benchmarks,
repeated trials, judges, plan. No mathematics.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from evenkeel.errors import InputError, Message, Option, choice, fraction
from evenkeel.items.benchmarks import Together, compare_benchmarks
from evenkeel.items.judges import Judged, judge_scores
from evenkeel.items.logs.registry import read_items
from evenkeel.items.one_benchmark import Adjust, OneBenchmark, Settings, compare_one
from evenkeel.items.planning import ItemPlan, plan_items
from evenkeel.items.scores import Attempts, Better, Items, attempts_of
from evenkeel.numerics.resampling import checked_generator
from evenkeel.result import Answer


class ItemsComparison(Answer):
    """Models compared on the items of one benchmark or several; `items` makes it.

    Attributes
    ----------
    items : Items
        What was read.
    benchmarks : tuple of OneBenchmark
        The answer on each benchmark.
    together : Together or None
        The answers on several benchmarks: on these, and on benchmarks like these.
    attempts : tuple of Attempts
        pass@k and pass^k where items have several epochs of zeros and ones.
    judged : tuple of Judged
        Agreement of judge and human labels, corrected means, effects of length and order.
    plan : ItemPlan or None
        What the benchmark can show, and how many items or epochs more would.
    alpha : float
        The level of each benchmark's family of pairs.
    """

    _title: ClassVar[str] = "Comparison on items"

    items: Items
    benchmarks: tuple[OneBenchmark, ...]
    together: Together | None
    attempts: tuple[Attempts, ...]
    judged: tuple[Judged, ...]
    plan: ItemPlan | None
    alpha: float


def items(
    sources: Any,
    *,
    control: str | None = None,
    alpha: float = 0.05,
    score: str | None = None,
    cluster: str | None = None,
    better: Better | None = None,
    columns: str | None = None,
    benchmark: str | None = None,
    adjust: Adjust = "max-t",
    gate: Literal["none", "cochran"] = "none",
    simultaneous: bool = True,
    mid_p: bool = False,
    weights: Literal["equal", "items"] = "equal",
    plan: bool = False,
    difference: float | None = None,
    power: float = 0.8,
    resamples: int = 9999,
    seed: int = 0,
) -> ItemsComparison:
    """Compare language models or agents on the items of benchmarks, from the logs of harnesses.

    Answers of two models to the same item are paired by its name. Epochs of an item are averaged
    first. Every model has its mean with an interval; every pair has its difference with an
    interval, and an exact test by changing the signs of its differences, of whole clusters where
    items hang together (`evenkeel.items.sign_flips`). The family-wise error of all pairs is held
    by the step-down maximum over joint sign changes, or by Holm's procedure. The adjusted p-value
    decides; an interval near 0 can say otherwise.

    Parameters
    ----------
    sources : path, open file, list of them, or Items
        Logs of Inspect, lm-evaluation-harness, HELM, lighteval, Every Eval Ever, AlpacaEval,
        tau-bench, SWE-bench, promptfoo, OpenAI Evals or DeepEval, or tables with a row per answer;
        see `read_items`.
    control : str, optional
        Compare each model with this one only. It must not be picked by its score: for the best
        one look at all pairs.
    alpha : float
        Level of the family-wise error of the pairs of each benchmark.
    score, cluster, better, columns
        How the logs are read, see `read_items`.
    benchmark : str, optional
        Only this benchmark.
    adjust : {"max-t", "holm", "none"}
        How p-values are adjusted for the number of pairs.
    gate : {"none", "cochran"}
        With ``"cochran"``, pairs are only tested if Cochran's Q rejects that all models are alike.
    simultaneous : bool
        Whether the intervals of differences hold together, each at the level 1 - alpha / m, or
        each by itself.
    mid_p : bool
        Mid-p-values, which reject more often and are not exact; not with ``adjust="max-t"`` of
        several pairs.
    weights : {"equal", "items"}
        Of several benchmarks: each counts the same, or each item.
    plan : bool
        Say what the benchmark can show.
    difference : float, optional
        Say how many items or epochs this difference needs.
    power : float
        The power to plan for.
    resamples, seed : int
        How many random sign changes, unless all can be tried, and their seed.

    Returns
    -------
    ItemsComparison

    References
    ----------
    .. [1] E. Miller, Adding error bars to evals, arXiv:2411.00640 (2024).
    .. [2] D. G. Bonett, R. M. Price, Adjusted Wald confidence interval for a difference of
       binomial proportions based on paired data, Journal of Educational and Behavioral Statistics
       37 (2012) 479-488, doi:10.3102/1076998611411915.
    .. [3] P. H. Westfall, S. S. Young, Resampling-based multiple testing, Wiley 1993.

    Examples
    --------
    >>> import io
    >>> from evenkeel.items import items
    >>> rows = ["model,item,correct"]
    >>> rows += [f"A,q{i},{int(i < 18)}" for i in range(20)]
    >>> rows += [f"B,q{i},{int(i < 9)}" for i in range(20)]
    >>> found = items([io.BytesIO(chr(10).join(rows).encode())])
    >>> for sentence in found.conclusions:
    ...     print(sentence)
    On 20 items, A has the best mean: 0.900 (0.699 to 0.972).
    At 0.05 the difference of A and B is shown: 0.4500, 95% interval 0.1517 to 0.6665 (exact
    p = 0.003906).
    """
    level = fraction(alpha, "alpha")
    if 1 - level == 1:
        raise InputError(f"alpha is {alpha!r}, and intervals have 1 - alpha; give at least 1e-15")
    choice(adjust, ("max-t", "holm", "none"), "adjustment")
    choice(gate, ("none", "cochran"), "gate")
    choice(weights, ("equal", "items"), "weights")
    fraction(power, "power")
    checked_generator(resamples, seed)
    given = isinstance(sources, Items)
    read = (
        sources
        if given
        else read_items(sources, score=score, cluster=cluster, better=better, columns=columns)
    )
    settings = Settings(control, level, adjust, gate, simultaneous, mid_p, resamples, seed)
    names = read.benchmarks
    if benchmark is not None:
        names = (choice(benchmark, names, "benchmark"),)
    tables = {name: read.tables[read.benchmarks.index(name)] for name in names}
    if control is not None and not any(control in t.models for t in tables.values()):
        choice(control, read.models, "model")
    found = tuple(compare_one(table, read.better, settings) for table in tables.values())
    together = None
    if len(tables) > 1:
        together = compare_benchmarks(tuple(tables.values()), read.better, weights, settings)
    trials = tuple(
        attempts_of(table, 1 - level)
        for table in tables.values()
        if table.epochs > 1 and table.binary
    )
    judged = tuple(each for name in names for each in judge_scores(read, name, 1 - level))
    wanted = None
    if plan or difference is not None:
        if len(tables) > 1:
            raise InputError(
                Message("a plan is made for one benchmark; say which with ", Option("benchmark"))
            )
        (table,) = tables.values()
        wanted = plan_items(table, level, power, difference)
    return ItemsComparison(read, found, together, trials, judged, wanted, level)

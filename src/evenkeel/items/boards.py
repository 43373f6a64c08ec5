"""votes(): ratings of models by votes on two answers, with all that the votes say of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import connected_components
from scipy.special import stdtr, stdtrit

from evenkeel._types import FloatArray, IntArray
from evenkeel.errors import InputError, Message, Option, choice, fraction
from evenkeel.items.battles import LOST, TIED, WON, Battles, read_battles
from evenkeel.items.checks import Check, Position, checks, position_effect
from evenkeel.items.ratings import counted, fit, uncertainty
from evenkeel.posthocs.confidence_sets import adjust_beats, rank_bounds
from evenkeel.result import Answer, hidden, shown

Model = Literal["davidson", "bradley-terry"]
MODELS: tuple[Model, ...] = ("davidson", "bradley-terry")
SCALE, MIDDLE = 400 / np.log(10), 1000.0  # of Elo's ratings: 400 points are odds of 10 to 1


class Board(Answer):
    """Ratings of k models, the best first, with what the votes say of them.

    Attributes
    ----------
    models : tuple of str
        The best rating first.
    rating, low, high : ndarray, shape (k,)
        On Elo's scale with a mean of 1000, and the ends of the intervals, each by itself.
    votes : ndarray of int
        How many votes a model has; `wins` counts ties half.
    best, worst : ndarray of int
        Which places it may have, for all models together.
    ties : float
        Davidson's nu; 0 in Bradley and Terry's model.
    position : Position
        The advantage of the answer that is shown first.
    checks : tuple of Check
        What one rating a model does not say.
    coefficients : tuple of (name, effect, standard error)
        Of covariates in points, for a standard deviation of their difference.
    """

    models: tuple[str, ...]
    rating: FloatArray = shown("value")
    low: FloatArray = shown("value")
    high: FloatArray = shown("value")
    votes: IntArray = shown("count")
    wins: FloatArray = shown("count")
    best: IntArray = shown("count")
    worst: IntArray = shown("count")
    model: Model
    ties: float = shown("value")
    n: int
    bad: int
    clusters: tuple[str, ...]
    confidence: float = shown("value")
    position: Position = hidden()
    checks: tuple[Check, ...] = hidden()
    coefficients: tuple[tuple[str, float, float], ...] = hidden()
    source: str = hidden()
    sizes: tuple[int, int] = hidden()

    @property
    def flagged(self) -> tuple[str, ...]:
        """The checks that found something."""
        return tuple(each.name for each in self.checks if each.found)


def votes(
    source: Any,
    *,
    model: Model = "davidson",
    style: str | Sequence[str] | None = None,
    position: bool = False,
    both_bad: Literal["tie", "drop"] = "tie",
    prior: float = 0.0,
    confidence: float = 0.95,
    model_a: str | None = None,
    model_b: str | None = None,
    winner: str | None = None,
    judge: str | None = None,
    prompt: str | None = None,
) -> Board:
    r"""Rate models by votes on two of their answers.

    With strengths theta, a vote on a and b is won by a, by b or by none in proportion to ::

        exp((theta_a - theta_b) / 2),   exp((theta_b - theta_a) / 2),   nu

    (Davidson). In Bradley and Terry's model, which boards of arenas use, nu is 0 and a tie counts
    as half a win for either; without ties the models are the same. Ratings are 1000 + 400 theta /
    log 10, their mean is 1000.

    Errors are the largest of those that the model says, of independent votes, of votes in clusters
    by judge, by prompt, and by both (a sandwich that leaves out one cluster at a time), with the
    degrees of freedom of the clusters that a model rests on. Places are simultaneous: i stands
    before j where it is shown to be stronger, by Holm over all ordered pairs. `Board.checks` tests
    the position, ties that were written as wins, cycles and other misfits, tastes of judges, and
    whether one judge casts most votes, each test at the level 0.01.

    Parameters
    ----------
    source : path, list of paths, open file, data frame or dict
        A row per vote, with columns such as model_a, model_b, winner, judge, prompt (question_id)
        and position (which was shown first; without it model_a).
    model : {"davidson", "bradley-terry"}
        Whether ties have a parameter of their own, or are half a win.
    style : str or sequence of str, optional
        Covariates to hold fixed, such as ``"length,markdown"``, with columns length_a and length_b.
    position : bool
        Whether the ratings hold the position fixed, too.
    both_bad : {"tie", "drop"}
        What a vote is that says both are bad.
    prior : float
        Precision of a normal prior of the strengths; 0 is none. With it a model that won or lost
        all its votes has a rating.
    confidence : float
        Of the intervals, and of all places together.
    model_a, model_b, winner, judge, prompt : str, optional
        Columns that have other names.

    References
    ----------
    Bradley and Terry (1952), doi:10.2307/2334029. Davidson (1970),
    doi:10.1080/01621459.1970.10481082. Bell and McCaffrey (2002), Survey Methodology 28:169-181.
    Carter, Schnepel and Steigerwald (2017), doi:10.1162/REST_a_00639.

    Examples
    --------
    >>> import evenkeel
    >>> names = ["model_a", "model_b", "winner"]
    >>> rows = [("A", "B", "model_a")] * 6 + [("B", "A", "model_a")] * 3 + [("A", "B", "tie")]
    >>> battles = {name: column for name, column in zip(names, zip(*rows))}
    >>> board = evenkeel.votes(battles, model="bradley-terry")
    >>> board.models, board.rating.round(1).tolist()
    (('A', 'B'), [1053.8, 946.2])
    """
    choice(model, MODELS, "model")
    choice(both_bad, ("tie", "drop"), "treatment of both_bad")
    fraction(confidence, "confidence")
    if not (isinstance(prior, (int, float)) and 0 <= prior < 1e6):
        raise InputError(f"the prior is {prior!r}; give 0 or a positive number such as 0.1")
    names = style.split(",") if isinstance(style, str) else list(style or ())
    columns = {
        "model_a": model_a,
        "model_b": model_b,
        "winner": winner,
        "judge": judge,
        "prompt": prompt,
    }
    battles = read_battles(
        source,
        columns=columns,
        style=tuple(each.strip() for each in names if each.strip()),
        drop_bad=both_bad == "drop",
    )
    if prior == 0:
        _check_connected(battles)
    davidson = model == "davidson"
    x = np.column_stack([battles.style, *([battles.shown] if position else [])])
    cells = counted(battles, x)
    found = fit(cells, davidson=davidson, prior=prior)
    sure = uncertainty(found, battles, x)
    k = len(battles.models)
    rating = MIDDLE + SCALE * found.theta
    error = sure.own
    half = _quantile(sure.df, (1 - confidence) / 2) * SCALE * error[:k]
    best, worst = _places(found.theta, sure.apart, sure.df, 1 - confidence)
    order = np.argsort(-rating, kind="stable")
    plain = found if davidson else fit(cells, davidson=True, prior=prior)
    place = position_effect(battles, davidson=True, prior=prior)
    counts = np.bincount(cells.first, cells.count, k) + np.bincount(cells.second, cells.count, k)
    won = np.bincount(cells.first, cells.count * cells.y, k) + np.bincount(
        cells.second, cells.count * (1 - cells.y), k
    )
    labels = (*battles.covariates, *(["position"] if position else []))
    sizes = [0 if each is None else int(each.max()) + 1 for each in (battles.judge, battles.prompt)]
    return Board(
        tuple(battles.models[at] for at in order),
        rating[order],
        (rating - half)[order],
        (rating + half)[order],
        counts[order].astype(np.int64),
        won[order].astype(np.float64),
        best[order],
        worst[order],
        "davidson" if davidson else "bradley-terry",
        float(np.exp(found.log_nu)),
        battles.size,
        battles.bad,
        tuple(name for name, _ in sure.ways if name in ("judge", "prompt")),
        float(confidence),
        place,
        checks(battles, plain, x, place),
        tuple(
            (label, float(SCALE * beta), float(SCALE * own))
            for label, beta, own in zip(labels, found.beta, error[k:], strict=False)
        ),
        battles.source,
        (sizes[0], sizes[1]),
    )


def _quantile(df: FloatArray, tail: float) -> FloatArray:
    """Student's quantile; infinite for what rests on a single cluster."""
    quantile: FloatArray = -stdtrit(np.clip(df, 1.0, 1e9), tail)
    return np.where(df < 0.1, np.inf, quantile)


def _places(
    theta: FloatArray, apart: FloatArray, df: FloatArray, alpha: float
) -> tuple[IntArray, IntArray]:
    """Which places each model may have, by tests of all pairs with the fewer degrees of freedom."""
    difference = theta[:, None] - theta[None, :]
    scaled = np.divide(difference, apart, out=np.zeros_like(difference), where=apart > 0)
    fewer = np.minimum(df[:, None], df[None, :])
    pvalue = np.where(fewer < 0.1, 1.0, stdtr(np.clip(fewer, 1.0, 1e9), -scaled))
    np.fill_diagonal(pvalue, 1.0)
    return rank_bounds(adjust_beats(pvalue), alpha)


def _check_connected(battles: Battles) -> None:
    """Refuse models that won, or lost, all votes against the rest: they have no finite strength."""
    k = len(battles.models)
    beaten = np.zeros((k, k), dtype=bool)
    for outcome, turned in ((LOST, False), (WON, True), (TIED, False), (TIED, True)):
        chosen = battles.outcome == outcome
        a, b = battles.first[chosen], battles.second[chosen]
        beaten[(b, a) if turned else (a, b)] = True
    graph = csr_matrix(beaten)
    count, label = connected_components(graph, directed=True, connection="strong")
    if count > 1:
        largest = int(np.bincount(label).argmax())
        outside = [battles.models[at] for at in np.flatnonzero(label != largest).tolist()]
        named = ", ".join(map(repr, outside[:5])) + (" ..." if len(outside) > 5 else "")
        raise InputError(
            Message(
                f"{battles.source}: {len(outside)} of {k} models won or lost every vote against "
                f"the others, or never met them ({named}), and have no finite strength; leave "
                "them out, or give ",
                Option("prior", 0.1),
            )
        )

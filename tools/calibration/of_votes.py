"""How often the intervals of votes hold the truth, and how often defects of boards are found.

python -m calibration.of_votes [BOARDS]      from the folder tools, with PYTHONPATH=.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from evenkeel._types import FloatArray, IntArray
from evenkeel.items.boards import SCALE, Board, votes
from evenkeel.items.ratings import Cells, fit
from evenkeel.studies.outcomes import Estimate, estimate

_SEED = 5
WORDS = np.array(["model_a", "model_b", "tie"], dtype=object)


@dataclass(frozen=True)
class Arena:
    """How votes are made: `k` models, `n` votes, ties of weight `nu`.

    `judges` cast the votes, the first `heavy` of them the share `much`; `taste` is the standard
    deviation of a judge's own strengths beside the common ones. `rare` is how seldom the last third
    of the models is asked. `advantage` is that of the answer shown first, `lost_ties` the share of
    ties that are written as wins of it, `cycle` an advantage around three models.
    """

    title: str
    k: int = 8
    n: int = 2000
    nu: float = 0.5
    judges: int = 200
    heavy: int = 0
    much: float = 0.0
    taste: float = 0.0
    rare: float = 1.0
    advantage: float = 0.0
    lost_ties: float = 0.0
    cycle: float = 0.0
    spread: float = 0.8
    prompts: int = 0
    topic: float = 0.0


COVERAGE = (
    Arena("independent"),
    Arena("independent, 300 votes", n=300),
    Arena("independent, 30 models, 20,000 votes", k=30, n=20_000),
    Arena("without ties", nu=0.0),
    Arena("unbalanced: a third of the models in a twentieth of the votes", rare=0.05),
    Arena("clustered: 200 judges with tastes", taste=0.5),
    Arena("clustered: ten judges cast 90%, tastes", heavy=10, much=0.9, taste=0.5),
    Arena("ten judges cast 90%, independent", heavy=10, much=0.9),
    Arena("clustered and unbalanced", heavy=10, much=0.9, taste=0.5, rare=0.05),
    Arena(
        "clustered: 30 judges, 100 prompts with tastes",
        judges=30,
        taste=0.4,
        prompts=100,
        topic=0.4,
    ),
)
PLANTED = (
    ("position", Arena("position: +0.4", advantage=0.4)),
    ("position", Arena("half of the ties written as wins of the first", lost_ties=0.5)),
    ("ties", Arena("all ties written as wins of the first", lost_ties=1.0)),
    ("cycle", Arena("a cycle of three among eight, +1.2", cycle=1.2)),
    (
        "cycle",
        Arena("a cycle of three among thirty, 20,000 votes, +1.5", k=30, n=20_000, cycle=1.5),
    ),
    ("judges", Arena("200 judges with tastes of 0.8", taste=0.8)),
    ("one judge", Arena("one judge of 200 casts 30%", heavy=1, much=0.3)),
    (
        "ties",
        Arena("one judge of many votes writes ties as wins", heavy=1, much=0.3, lost_ties=-1.0),
    ),
)
CLEAN = (
    Arena("independent"),
    Arena("independent, 300 votes", n=300),
    Arena("independent, 30 models, 20,000 votes", k=30, n=20_000),
    Arena("without ties", nu=0.0),
    Arena("many ties", nu=2.0),
    Arena("strong and weak models", spread=2.0),
    Arena("unbalanced", rare=0.05),
    Arena("20 judges", judges=20),
)


def votes_of(arena: Arena, rng: np.random.Generator) -> tuple[dict[str, IntArray], FloatArray]:
    """The columns of a board, and the true strengths that add to 0."""
    k, n = arena.k, arena.n
    theta = rng.normal(0, arena.spread, k)
    theta -= theta.mean()
    weight = np.where(np.arange(k) >= k - k // 3, arena.rare, 1.0)
    first = rng.choice(k, n, p=weight / weight.sum())
    second = rng.choice(k, n, p=weight / weight.sum())
    while (same := first == second).any():
        second[same] = rng.choice(k, int(same.sum()), p=weight / weight.sum())
    share = np.full(arena.judges, (1 - arena.much) / max(arena.judges - arena.heavy, 1))
    share[: arena.heavy] = arena.much / max(arena.heavy, 1)
    judge = rng.choice(arena.judges, n, p=share)
    tastes = arena.taste * rng.standard_normal((arena.judges, k))
    eta = theta[first] - theta[second] + tastes[judge, first] - tastes[judge, second]
    prompt = np.arange(n)
    if arena.prompts:
        prompt = rng.integers(0, arena.prompts, n)
        topics = arena.topic * rng.standard_normal((arena.prompts, k))
        eta += topics[prompt, first] - topics[prompt, second]
    eta += arena.advantage
    around = (second - first) % 3
    among = (first < 3) & (second < 3)
    eta += arena.cycle * among * np.where(around == 1, 1.0, np.where(around == 2, -1.0, 0.0))
    up, down = np.exp(eta / 2), np.exp(-eta / 2)
    drawn = rng.random(n) * (up + down + arena.nu)
    outcome = np.where(drawn < up, 0, np.where(drawn < up + down, 1, 2))
    lost = (rng.random(n) < arena.lost_ties) if arena.lost_ties >= 0 else judge == 0
    outcome[(outcome == 2) & lost] = 0
    columns = {"a": first, "b": second, "outcome": outcome, "judge": judge, "prompt": prompt}
    return columns, theta


def averaged(arena: Arena, theta: FloatArray) -> FloatArray:
    """The strengths that average over all judges and prompts that there could be.

    Tastes draw the shares of votes towards one half; what is estimated is the model that comes
    nearest to the shares of all of them, by Gauss and Hermite's rule.
    """
    deviation = np.sqrt(2 * (arena.taste**2 + arena.topic**2))
    if deviation == 0:
        return theta
    points, weights = np.polynomial.hermite_e.hermegauss(41)
    first, second = np.nonzero(~np.eye(arena.k, dtype=bool))
    asked = np.where(np.arange(arena.k) >= arena.k - arena.k // 3, arena.rare, 1.0)
    eta = (theta[first] - theta[second])[:, None] + deviation * points
    parts = np.stack([np.exp(eta / 2), np.exp(-eta / 2), np.full_like(eta, arena.nu)])
    shares = (parts / parts.sum(axis=0)) @ (weights / weights.sum())
    count = (shares * asked[first] * asked[second]).ravel()
    cells = Cells(
        np.tile(first, 3),
        np.tile(second, 3),
        np.zeros((3 * first.size, 0)),
        np.repeat([0, 1, 2], first.size),
        count,
        arena.k,
    )
    return fit(cells, davidson=True).theta


def board_of(columns: dict[str, IntArray], k: int) -> Board:
    """The board of these votes."""
    names = np.array([f"m{i:03}" for i in range(k)], dtype=object)
    return votes(
        {
            "model_a": names[columns["a"]].tolist(),
            "model_b": names[columns["b"]].tolist(),
            "winner": WORDS[columns["outcome"]].tolist(),
            "judge": [f"j{each}" for each in columns["judge"].tolist()],
            "prompt": [f"q{each}" for each in columns["prompt"].tolist()],
        },
        prior=0.0 if k < 100 else 0.01,
    )


def coverage(arena: Arena, boards: int) -> tuple[Estimate, Estimate, float]:
    """The share of intervals that hold the truth, of boards whose places do, and the width."""
    rng = np.random.default_rng(_SEED)
    held = places = made = 0.0
    widths = []
    for _ in range(boards):
        columns, theta = votes_of(arena, rng)
        try:
            board = board_of(columns, arena.k)
        except ValueError:  # a model that won or lost all: no board is made
            continue
        made += 1
        at = np.array([int(name[1:]) for name in board.models])
        common = averaged(arena, theta)
        truth = 1000 + SCALE * common[at]
        ranks = 1 + (common[None, :] > common[:, None]).sum(axis=1)[at]
        held += float(((board.low <= truth) & (truth <= board.high)).mean())
        places += bool(((board.best <= ranks) & (ranks <= board.worst)).all())
        widths.append(float(np.median(board.high - board.low)))
    count = int(made)
    return estimate(held, count, 0.95), estimate(places, count, 0.95), float(np.mean(widths))


def flags(arena: Arena, boards: int) -> tuple[Counter[str], int]:
    """How often each check finds something, and on how many boards any does."""
    rng = np.random.default_rng(_SEED)
    found: Counter[str] = Counter()
    some = 0
    for _ in range(boards):
        columns, _ = votes_of(arena, rng)
        try:
            board = board_of(columns, arena.k)
        except ValueError:
            continue
        found.update(board.flagged)
        some += bool(board.flagged)
    return found, some


def _cell(rate: Estimate) -> str:
    return f"{rate.value:.3f} ({rate.low:.3f} to {rate.high:.3f})"


def report(boards: int) -> Iterator[str]:
    """The rates as Markdown tables, line by line."""
    yield "| Votes | Intervals that hold | Boards whose places hold | Width |"
    yield "|---|---:|---:|---:|"
    for arena in COVERAGE:
        held, places, width = coverage(arena, boards)
        yield f"| {arena.title} | {_cell(held)} | {_cell(places)} | {width:.0f} |"
    yield from ("", "| Planted | Check | Found |", "|---|---|---:|")
    for name, arena in PLANTED:
        found, _ = flags(arena, boards)
        yield f"| {arena.title} | {name} | {_cell(estimate(found[name], boards, 0.95))} |"
    yield from ("", "| Clean | Any check finds something |", "|---|---:|")
    for arena in CLEAN:
        _, some = flags(arena, boards)
        yield f"| {arena.title} | {_cell(estimate(some, boards, 0.95))} |"


if __name__ == "__main__":
    for line in report(int(sys.argv[1]) if len(sys.argv) > 1 else 500):
        print(line, flush=True)

"""Ratings of the same votes by arena-rank 0.1.1 and evalica 0.4.2: writes votes.json.

    pip install arena-rank==0.1.1 evalica==0.4.2 && python votes.py

The votes are drawn here, and stored beside what both programs make of them. arena-rank has no
interval for clusters; the variances are those of independent votes. evalica's newman has ties of
half Davidson's weight nu.
"""

import json
import math
from importlib.metadata import version
from pathlib import Path


def main() -> None:
    import evalica
    import numpy as np
    import pandas as pd
    from arena_rank.models.bradley_terry import BradleyTerry
    from arena_rank.utils.data_utils import PairDataset

    rng = np.random.default_rng(36)
    theta = rng.normal(0, 0.8, 7)
    first = rng.integers(0, 7, 600)
    second = (first + rng.integers(1, 7, 600)) % 7
    eta = theta[first] - theta[second]
    up, down = np.exp(eta / 2), np.exp(-eta / 2)
    drawn = rng.random(600) * (up + down + 0.6)
    outcome = np.where(drawn < up, "model_a", np.where(drawn < up + down, "model_b", "tie"))
    names = [f"m{i}" for i in range(7)]
    votes = pd.DataFrame(
        {
            "model_a": [names[i] for i in first],
            "model_b": [names[i] for i in second],
            "winner": outcome.tolist(),
        }
    )

    def rated(scores: "pd.Series") -> dict[str, float]:
        logs = np.log(scores)
        return (1000 + 400 / math.log(10) * (logs - logs.mean())).to_dict()

    winners = {"model_a": evalica.Winner.X, "model_b": evalica.Winner.Y, "tie": evalica.Winner.Draw}
    given = (votes.model_a, votes.model_b, [winners[each] for each in votes.winner])
    exact = {"tolerance": 1e-14, "limit": 100_000}
    half = evalica.bradley_terry(*given, **exact)
    newman = evalica.newman(*given, **exact)
    dataset = PairDataset.from_pandas(votes)
    arena = BradleyTerry(len(dataset.competitors), ftol=0.0, gtol=1e-13, max_iter=10_000)
    found = arena.compute_ratings_and_cis(dataset)
    stored = {
        "versions": {name: version(name) for name in ("arena-rank", "evalica")},
        "votes": votes.to_dict("list"),
        "evalica": rated(half.scores),
        "evalica_newman": rated(newman.scores),
        "evalica_ties": float(newman.v),
        "arena_rank": dict(
            zip(dataset.competitors, np.asarray(found["ratings"]).tolist(), strict=True)
        ),
        "arena_rank_variances": dict(
            zip(dataset.competitors, np.asarray(found["variances"]).tolist(), strict=True)
        ),
    }
    Path(__file__).with_suffix(".json").write_text(json.dumps(stored) + "\n")


if __name__ == "__main__":
    main()

"""What takes more than an expression: frames, pictures, new processes, and definitions of peers."""

from __future__ import annotations

import io
import subprocess
import sys
import tempfile
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

FOR_ALL = (
    "answered",
    "drawing_file",
    "drawn_runs",
    "drawn_table",
    "frame",
    "in_new_process",
    "save_drawn",
    "signed_rank_posterior",
    "signed_ranks_of_floats",
    "upper",
)
_SETTINGS = {"savefig.dpi": 150.0, "pdf.fonttype": 42}  # as save_figure has them


def frame(table: Any) -> Any:
    """The table as a pandas frame, a column for each algorithm."""
    import pandas as pd

    return pd.DataFrame(table.values, columns=list(table.algorithms))


def answered(cells: Any, passages: Any = None) -> list[io.BytesIO]:
    """A table of the answers of one model, which `items` reads; `passages` are clusters."""
    lines = ["model,item,score" + (",cluster" if passages is not None else "")]
    for at, cell in enumerate(cells):
        beside = f",{passages[at]}" if passages is not None else ""
        lines.append(f"A,q{at},{float(cell)!r}{beside}")
    return [io.BytesIO("\n".join(lines).encode())]


def inspect_metric(metric: Any, cells: Any, passages: Any) -> float:
    """A metric of Inspect, of scores whose samples are of these passages."""
    from inspect_ai.scorer import SampleScore, Score

    return float(
        metric(
            [
                SampleScore(score=Score(value=float(cell)), sample_metadata={"passage": passage})
                for cell, passage in zip(cells, passages, strict=True)
            ]
        )
    )


def evalica_ratings(battles: Any, **exact: Any) -> Any:
    """Ratings by evalica on Elo's scale about 1000, in the order of the models' names."""
    import evalica

    words = {"model_a": evalica.Winner.X, "model_b": evalica.Winner.Y, "tie": evalica.Winner.Draw}
    sides = [battles[name].to_list() for name in ("model_a", "model_b")]
    winners = [words[each] for each in battles["winner"].to_list()]
    logs = np.log(evalica.bradley_terry(*sides, winners, **exact).scores.sort_index().to_numpy())
    return 1000 + 400 / np.log(10) * (logs - logs.mean())


def arena_ratings(battles: Any) -> Any:
    """Ratings by arena-rank, in the order of the models' names."""
    from arena_rank.models.bradley_terry import BradleyTerry
    from arena_rank.utils.data_utils import PairDataset

    dataset = PairDataset.from_pandas(battles.to_pandas())
    model = BradleyTerry(len(dataset.competitors), ftol=0.0, gtol=1e-13, max_iter=10_000)
    ratings = np.asarray(model.compute_ratings_and_cis(dataset)["ratings"])
    return ratings[np.argsort(dataset.competitors)]


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    """A folder that lasts as long as this process."""
    return tempfile.TemporaryDirectory()


def drawn_table(n: int, k: int) -> Path:
    """A CSV file with a table of random numbers, in the folder of this process."""
    import evenkeel

    path = Path(_folder().name) / f"{n}x{k}.csv"
    values = np.random.default_rng(2011).random((n, k))
    evenkeel.Results(values, better="lower").save(path)
    return path


def drawn_runs(count: int) -> str:
    """The pattern of Parquet files with random runs, in the folder of this process."""
    from benchmarks.bench_runs import generate

    folder = Path(_folder().name) / f"runs{count}"
    folder.mkdir()
    generate(folder, count)
    return str(folder / "*.parquet")


def upper(matrix: Any) -> Any:
    """The cells of a square matrix above its diagonal, in our order of the pairs."""
    square = np.asarray(matrix, dtype=float)
    return square[np.triu_indices(len(square), 1)]


def signed_ranks_of_floats(differences: Any) -> float:
    """Wilcoxon's normal p-value of differences as they are, zeros left out."""
    from scipy import stats

    kept = differences[differences != 0]
    ranks = stats.rankdata(np.abs(kept))
    z = np.sign(kept) @ ranks / np.sqrt(np.square(ranks).sum())
    return float(2 * stats.norm.sf(abs(z)))


def signed_rank_posterior(differences: Any, rope: float, draws: int = 50_000) -> Any:
    """The Bayesian signed-rank test of differences as they are, weights drawn from their prior."""
    moved = np.append(differences, 0)
    sums = moved[:, None] + moved
    weights = np.random.default_rng(0).dirichlet([1.0] * len(differences) + [0.5], draws)
    below, above = (
        ((weights @ ((s > 2 * rope) + (s == 2 * rope) / 2)) * weights).sum(axis=1)
        for s in (-sums, sums)
    )
    winner = np.argmax([below, 1 - below - above, above], axis=0)
    return np.bincount(winner, minlength=3) / draws


def autorank_posteriors(table: Any, pairs: Any) -> Any:
    """The probabilities of autorank for each pair, of which it keeps one order."""
    found = quiet_autorank(
        frame(table),
        approach="bayesian",
        rope=0.0102,
        rope_mode="absolute",
        nsamples=10_000,
        random_state=1,
    ).posterior_matrix
    return [
        cell
        for a, b in pairs
        for cell in (
            found.loc[a, b] if isinstance(found.loc[a, b], tuple) else found.loc[b, a][::-1]
        )
    ]


def quiet_autorank(data: Any, **options: Any) -> Any:
    """What autorank finds, without the tables that it prints in any case."""
    from autorank import autorank

    with redirect_stdout(io.StringIO()):
        return autorank(data, verbose=False, **options)


def in_new_process(statements: str) -> None:
    """Run statements in a new interpreter."""
    subprocess.run([sys.executable, "-c", statements], check=True, capture_output=True)


def drawing_file() -> Path:
    """A file to draw into, of the same kind and with the same fonts for all."""
    import matplotlib as mpl

    mpl.use("agg")
    mpl.rcParams.update(_SETTINGS)
    return Path(tempfile.mkdtemp()) / "drawing.pdf"


def save_drawn(path: Path) -> None:
    """Save and close what a peer drew on the current figure."""
    from matplotlib import pyplot

    pyplot.savefig(path)
    pyplot.close()

"""What takes more than an expression: frames, pictures, new processes, and definitions of peers."""

from __future__ import annotations

import io
import subprocess
import sys
import tempfile
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import numpy as np

FOR_ALL = (
    "drawing_file",
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

"""Make docs/calibration_newer.md: what the newer methods measure, apart from the large page.

Run ``nice python tools/calibration/newer.py``; the seeds are fixed, and it takes some minutes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

import evenkeel
from evenkeel.families import Family
from evenkeel.hypotheses.registry import LAWS
from evenkeel.ranks.batches import Tables
from evenkeel.studies.outcomes import Estimate, estimate
from evenkeel.tables.atomic import write_text

PAGE = Path(__file__).parents[2] / "docs" / "calibration_newer.md"
ALPHA = 0.05
_TABLES = 4000
_CONFIDENCE = 0.999
_SEED = 37


def rate(hits: np.ndarray | Sequence[bool]) -> Estimate:
    """The share of hits with its interval."""
    return estimate(float(np.sum(hits)), len(hits), _CONFIDENCE)


def table(head: Sequence[str], rows: Sequence[tuple[str, Sequence[Estimate | str]]]) -> str:
    """A table of rates; those whose interval lies above the level are bold."""

    def cell(value: Estimate | str) -> str:
        if isinstance(value, str):
            return value
        text = f"{value.value:.3f}"
        return f"**{text}**" if value.low > ALPHA else text

    lines = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    lines += [f"| {label} | {' | '.join(map(cell, cells))} |" for label, cells in rows]
    return "\n".join(lines)


def conover() -> Iterator[str]:
    """Conover's p-values beside the calibrated and Wilcoxon's."""
    yield "## Conover's t after Friedman's test"
    yield (
        "The share of the tables in which two algorithms that are alike are separated at 0.05: one "
        "pair before any adjustment, and any of them after Holm's, with and without Friedman's "
        "test having rejected before. Normal results. *Apart*: so many of the k algorithms are "
        "better than all others by 10 standard deviations, each by 10 more than the next."
    )
    rows = []
    for n, k, apart in ((10, 4, 0), (30, 4, 0), (10, 10, 0), (30, 4, 1), (30, 4, 2), (30, 10, 5)):
        rng = np.random.default_rng(_SEED)
        losses = rng.normal(size=(_TABLES, n, k))
        losses[..., :apart] -= 10 * np.arange(apart, 0, -1)
        pairs = Family.of_size(k).pairs
        true = (pairs >= apart).all(axis=1)
        tables = Tables(losses)
        for law in ("conover", "calibrated"):
            raw = LAWS.lookup(law).pvalues(tables, pairs, "friedman").pvalue
            wrong = (evenkeel.adjust(raw) <= ALPHA)[:, true].any(axis=1)
            omnibus = np.array([evenkeel.friedman(each, better="lower").pvalue for each in losses])
            rows.append(
                (
                    f"n = {n}, k = {k}, apart {apart}: {LAWS.lookup(law).title}",
                    [rate(raw[:, -1] <= ALPHA), rate(wrong), rate(wrong & (omnibus <= ALPHA))],
                )
            )
    yield table(["Tables", "One pair", "Any, by Holm", "Any, by Holm after Friedman"], rows)


def page() -> Iterator[str]:
    """The parts of the page."""
    level = rate(np.arange(_TABLES) < ALPHA * _TABLES)
    yield "# Calibration of the newer methods"
    yield (
        "Made by `tools/calibration/newer.py`, beside [the large page](calibration.md). "
        f"{_TABLES:,} tables a rate unless said otherwise; of a measured {ALPHA:g} the interval of "
        f"{_CONFIDENCE:.1%} goes from {level.low:.3f} to {level.high:.3f}. **Bold rates are surely "
        f"above {ALPHA:g}.**"
    )
    yield from conover()


if __name__ == "__main__":
    write_text(PAGE, "\n\n".join(page()) + "\n")

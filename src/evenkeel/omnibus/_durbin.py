"""Durbin's test: Friedman's for balanced incomplete designs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from evenkeel._types import BoolArray
from evenkeel.errors import InputError
from evenkeel.numerics.resampling import Seed
from evenkeel.omnibus._skillings_mack import (
    chi_square_tail_with_holes,
    degrees_with_holes,
    permutation_with_holes,
    skillings_mack_statistic,
)
from evenkeel.omnibus.registry import OMNIBUS, RESAMPLES, OmnibusResult, OmnibusTest, carry_out
from evenkeel.ranks.named import common_problems
from evenkeel.references import Reference
from evenkeel.tables.results import Better, Results, as_results


def durbin(
    results: Results | ArrayLike,
    *,
    ties: str = "corrected",
    method: str = "chi-square",
    resamples: int = RESAMPLES,
    seed: Seed = 0,
    better: Better | None = None,
) -> OmnibusResult:
    """Durbin's test of the hypothesis that k algorithms perform alike, in a balanced design.

    Null hypothesis: within each problem every order of the algorithms that have a result there is
    equally likely. Alternative: at least two algorithms tend to different ranks.

    In a balanced incomplete design every problem has c results, every algorithm r, and every two
    algorithms share equally many problems. With the totals R_j of the ranks within problems

        D = 12 (k - 1) / (r k (c^2 - 1)) sum_j (R_j - r (c + 1) / 2)^2

    is approximately chi-square with k - 1 degrees of freedom. It is Skillings and Mack's statistic
    of such a design, and Friedman's of a complete table. Ties, few problems and holes that are not
    at random are as in `skillings_mack`. A design that is not balanced is an error that says where.

    Parameters
    ----------
    results : Results or array_like
        The table, with ``missing="keep"`` if it has holes; a bare matrix needs `better` and has
        none.
    ties, method, resamples, seed, better
        As in `skillings_mack`.

    Returns
    -------
    OmnibusResult

    References
    ----------
    Durbin (1951), British Journal of Psychology (Statistical Section) 4:85-90.

    Examples
    --------
    Seven kinds of ice cream, each person tasting three (Conover 1999, Section 5.9):

    >>> import numpy as np
    >>> import evenkeel
    >>> _ = np.nan
    >>> places = [[2, 3, _, 1, _, _, _], [_, 3, 1, _, 2, _, _], [_, _, 2, 1, _, 3, _],
    ...           [_, _, _, 1, 2, _, 3], [3, _, _, _, 1, 2, _], [_, 3, _, _, _, 1, 2],
    ...           [3, _, 1, _, _, _, 2]]
    >>> table = evenkeel.Results(places, better="lower", missing="keep")
    >>> result = evenkeel.omnibus.durbin(table)
    >>> print(f"{result.statistic:.4f} {result.df} {result.pvalue:.5f}")
    12.0000 (6,) 0.06197
    """
    table = as_results(results, better, directed=False)
    _require_balance(table)
    test = replace(DURBIN, permutation=partial(permutation_with_holes, ties=ties))
    return carry_out(
        test, table, better=None, ties=ties, method=method, resamples=resamples, seed=seed
    )


def _require_balance(table: Results) -> None:
    fault = next(_faults(table, ~np.isnan(table.values)), None)
    if fault is not None:
        raise InputError(
            f"Durbin's test needs a balanced design, but {fault}; use skillings_mack, which serves "
            "any design"
        )


def _faults(table: Results, present: BoolArray) -> Iterator[str]:
    for what, names, counts in (
        ("problem", table.problems, present.sum(axis=1)),
        ("algorithm", table.algorithms, present.sum(axis=0)),
    ):
        least, most = int(counts.argmin()), int(counts.argmax())
        if counts[least] < counts[most]:
            yield (
                f"the {what} {names[least]!r} has {counts[least]} results and {names[most]!r} "
                f"{counts[most]}"
            )
    shared = common_problems(present).astype(np.float64)
    np.fill_diagonal(shared, np.nan)
    low, high = np.nanmin(shared), np.nanmax(shared)
    if low < high:
        first, second = (np.argwhere(shared == value)[0] for value in (low, high))
        names = table.algorithms
        yield (
            f"{names[first[0]]!r} and {names[first[1]]!r} share {low:g} problems, and "
            f"{names[second[0]]!r} and {names[second[1]]!r} {high:g}"
        )


DURBIN = OMNIBUS.register(
    OmnibusTest(
        name="durbin",
        title="Durbin test",
        meaning="Friedman's test for balanced incomplete designs, in which every two algorithms "
        "share equally many problems.",
        function=durbin,
        ranking="skillings-mack",
        statistic=skillings_mack_statistic,
        symbol="chi-square",
        approximation="chi-square",
        tail=chi_square_tail_with_holes,
        permutation=partial(permutation_with_holes, ties="corrected"),
        reference=Reference(
            "durbin1951",
            "Durbin, J.",
            1951,
            "Incomplete blocks in ranking experiments",
            "British Journal of Psychology (Statistical Section)",
            volume="4",
            pages="85-90",
        ),
        assumes="n > 10 problems and k > 5 algorithms",
        meant_for=lambda n, k: n > 10 and k > 5,
        degrees=degrees_with_holes,
        holes=True,
    )
)

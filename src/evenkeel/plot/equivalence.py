"""What is shown of equivalence: a matrix of verdicts on all pairs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba

from evenkeel._types import FloatArray, IndexArray
from evenkeel.adjustments.registry import lookup
from evenkeel.effects.intervals import CENTRES
from evenkeel.effects.margins import EquivalenceTests
from evenkeel.plot.axes import Cells, draw_cells, label_with_note
from evenkeel.plot.canvas import axes_for, picture

#: A mark, a colour and a meaning: of the row's algorithm where it is better or worse.
_LOOKS = {
    "better": ("+", "#3b78b1", "better"),
    "worse": ("\u2212", "#e08a3c", "worse"),
    "equivalent": ("=", "#4d9a61", "equivalent"),
    "better and equivalent": ("+=", "#8fc7a0", "better, yet equivalent"),
    "worse and equivalent": ("\u2212=", "#cfe3c4", "worse, yet equivalent"),
    "undecided": ("?", "#ececec", "undecided"),
}


@picture
def plot_equivalence(
    tests: EquivalenceTests, *, annotate: bool | None = None, ax: Axes | None = None
) -> Axes:
    """Draw the verdicts on all pairs, or on a control and the rest, as a matrix.

    A cell speaks of the row against the column: green with = for pairs shown to be equivalent,
    blue with + where the row is shown to be better, orange with a minus where it is worse, pale
    green for both at once, and grey with ? where nothing is shown. The algorithms stand in the
    order of the wins in these differences, those who lead most pairs first.

    Parameters
    ----------
    tests : EquivalenceTests
        What `equivalence` returns.
    annotate : bool, optional
        Whether the marks are written in the cells; by default for up to 25 algorithms.

    Examples
    --------
    >>> import evenkeel.plot
    >>> tests = evenkeel.equivalence(evenkeel.load("demsar2006"), margin=0.05)
    >>> ax = evenkeel.plot.plot_equivalence(tests)
    >>> [text.get_text() for text in ax.texts if text.get_gid() == "cell-1-3"]
    ['+=']
    """
    verdicts = _matrix(tests)
    order = _order(tests)
    control = tests.family.control
    columns = order if control is None else [tests.family.algorithms.index(control)]
    rows = [j for j in order if control is None or j not in columns]
    kinds = [[verdicts[a][b] for b in columns] for a in rows]
    shown = list(dict.fromkeys(kind for kind in _LOOKS if any(kind in row for row in kinds)))
    cells = Cells(
        rows=[tests.family.algorithms[j] for j in rows],
        columns=[tests.family.algorithms[j] for j in columns],
        colours=_colours(kinds),
        texts=[[_LOOKS[kind][0] if kind else "" for kind in row] for row in kinds],
        bold=np.zeros((len(rows), len(columns)), dtype=bool),
    )
    with axes_for(ax, _description_of_verdicts(tests), width=1, narrowest=2.4) as axes:
        draw_cells(axes, cells, own=ax is None, annotate=annotate)
        meanings = ", ".join(f"{_LOOKS[kind][0]}\u00a0{_LOOKS[kind][2]}" for kind in shown)
        label_with_note(axes, "Row against column", f"{meanings}. {_note_on_margins(tests)}")
    return axes


def _matrix(tests: EquivalenceTests) -> list[list[str]]:
    """The verdict of each row against each column; empty where nothing was tested."""
    k = tests.family.k
    matrix = [[""] * k for _ in range(k)]
    for (a, b), verdict, leader in zip(
        tests.family.pairs.tolist(), tests.verdicts, tests.leaders, strict=True
    ):
        for row, column in ((a, b), (b, a)):
            behind = leader != tests.family.algorithms[row]
            matrix[row][column] = verdict.replace("better", "worse") if behind else verdict
    return matrix


def _order(tests: EquivalenceTests) -> list[int]:
    """Who leads most pairs first."""
    led = [sum(leader == name for leader in tests.leaders) for name in tests.family.algorithms]
    order: IndexArray = np.argsort(-np.array(led), kind="stable")
    if tests.family.control is None:
        return [int(j) for j in order]
    first, second = tests.family.pairs.T
    turned = tests.difference if tests.better == "higher" else -tests.difference
    by_difference = second[np.argsort(np.nan_to_num(turned), kind="stable")]
    return [int(first[0]), *(int(j) for j in by_difference)]


def _colours(kinds: Sequence[Sequence[str]]) -> FloatArray:
    empty = (0.0, 0.0, 0.0, 0.0)
    return np.array(
        [[to_rgba(_LOOKS[kind][1]) if kind else empty for kind in row] for row in kinds]
    )


def _note_on_margins(tests: EquivalenceTests) -> str:
    test = CENTRES[tests.test].title
    return (
        f"Margin {tests.margin_in_words}. {test[:1].upper()}{test[1:]}, "
        f"{lookup(tests.procedure).title} at the\u00a0{tests.alpha:g}\u00a0level, "
        f"{tests.n}\u00a0problems."
    )


def _description_of_verdicts(tests: EquivalenceTests) -> str:
    """What the picture says, for readers who cannot see it."""
    found = "; ".join(
        f"{label}: {verdict}"
        for label, verdict in zip(tests.family.labels, tests.verdicts, strict=True)
    )
    return f"Verdicts on equivalence within {tests.margin_in_words}. {found}."

"""Bayesian comparisons: the simplex of a pair, its posterior, and the matrix of all pairs.

Long because the simplex, the density and the matrix show the same posterior.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Polygon

from evenkeel._types import BoolArray, FloatArray
from evenkeel.bayesian._bayes import BayesComparison, bayes
from evenkeel.bayesian.registry import BAYES_METHODS, Rope
from evenkeel.errors import InputError, Message, Option
from evenkeel.numerics.arrays import drawable
from evenkeel.plot.axes import Cells, draw_cells, label_with_note, shade
from evenkeel.plot.canvas import axes_for, font_points, make_square, picture, plain, text_sizes
from evenkeel.plot.decisions import Compared, results_of
from evenkeel.plot.styles import (
    ACCENT,
    BASE,
    DIVERGING,
    FAINT,
    INK,
    MUTED,
    SEQUENTIAL,
    is_typeset,
    setting,
)
from evenkeel.tables.results import Results

_HEIGHT = math.sqrt(3) / 2
_DRAWS = 20_000


@picture
def plot_simplex(
    data: Results | Compared | BayesComparison,
    *,
    rope: Rope | None = None,
    method: str | None = None,
    first: str | None = None,
    second: str | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw the posterior of two algorithms as a cloud in a triangle of three regions.

    A point of the cloud is a draw of the shares of the problems on which the first algorithm is
    practically better (lower left), on which the two are practically alike (top) and on which the
    second is practically better (lower right). The lines part the triangle by the largest of the
    three; the posterior probability of each part stands at its corner.

    Parameters
    ----------
    data : Results, Comparison or BayesComparison
        What to draw; what is not given below comes from the last.
    rope : float, optional
        The region of practical equivalence, see `evenkeel.bayes`.
    method : {"signed-rank", "sign"}, optional
        The method, by default the first; a BayesComparison of runs has its own.
    first, second : str, optional
        The two algorithms. They may be left out if there are just two.

    References
    ----------
    Benavoli, Corani, Demsar and Zaffalon (2017), Journal of Machine Learning Research 18(77):1-36.

    Examples
    --------
    >>> import evenkeel.plot
    >>> table = evenkeel.load("demsar2006")
    >>> ax = evenkeel.plot.plot_simplex(table, rope=0.01, method="sign", first="C4.5m",
    ...                                 second="C4.5")
    >>> [text.get_text().splitlines() for text in ax.texts if text.get_gid() == "rope"]
    [['practically alike', '0.788']]
    """
    found, pair, turned = _pair_of(data, rope, method, first, second)
    if found.rope is None:
        raise InputError(
            Message(
                "without a rope there are two regions and no triangle; give ",
                Option("rope"),
                " a number, or draw the picture 'posterior'",
            )
        )
    shares = found.posterior.shares(pair, _DRAWS)
    if shares is None:
        raise InputError(
            f"{found.method!r} compares on one problem, so that there are no shares of problems; "
            "draw the picture 'posterior'"
        )
    shares = shares[:, ::-1] if turned else shares
    names = found.family.hypotheses[pair][:: -1 if turned else 1]
    probabilities = found.of(*names)
    description = (
        f"Posterior of {names[0]} and {names[1]}: {probabilities[0]:.3f} for the first, "
        f"{probabilities[1]:.3f} for alike, {probabilities[2]:.3f} for the second."
    )
    with axes_for(ax, description, width=1) as axes:
        make_square(axes, own=ax is None)
        axes.set(xlim=(0, 1), ylim=(-0.02, _HEIGHT), aspect="equal")
        axes.set_axis_off()
        triangle = _draw_triangle(axes)
        x, y = in_triangle(shares)
        cloud = axes.hexbin(
            x,
            y,
            gridsize=(48, 28),
            extent=(0, 1, 0, _HEIGHT),
            mincnt=1,
            bins="log",
            cmap=SEQUENTIAL,
            linewidths=0,
            gid="cloud",
        )
        cloud.set_clip_path(triangle)
        _name_corners(axes, names, probabilities)
        axes.annotate(
            f"{BAYES_METHODS.lookup(found.method).title}, rope {found.rope:g}, "
            f"{found.n[pair]} problems",
            (0.5, -0.02),
            xytext=(0, -4.3 * font_points("font.size")),
            textcoords="offset points",
            ha="center",
            va="top",
            fontsize=font_points("legend.fontsize"),
            color=MUTED,
            annotation_clip=False,
            gid="note",
        )
    return axes


def plot_posterior(
    data: Results | Compared | BayesComparison,
    *,
    rope: Rope | None = None,
    method: str | None = None,
    first: str | None = None,
    second: str | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw the posterior density of the difference of two algorithms, by region.

    For methods of runs it is the density of the mean difference, in the units of the values, and
    the rope is its middle part; for ``"sign"`` and ``"signed-rank"`` that of the share of the
    problems for the first algorithm less that for the second. To the right of 0 the first
    algorithm is better.

    Parameters
    ----------
    data, rope, method, first, second, ax
        As for `plot_simplex`; the rope may be ``"none"``.

    Returns
    -------
    Axes

    Examples
    --------
    >>> import evenkeel.plot
    >>> found = evenkeel.bayes(evenkeel.load("demsar2006"), rope=0.01)
    >>> ax = evenkeel.plot.plot_posterior(found, first="C4.5m", second="C4.5")
    >>> ax.get_xlabel()
    'C4.5m − C4.5: share of problems'
    """
    found, pair, turned = _pair_of(data, rope, method, first, second)
    density = found.posterior.density(pair)
    edges, heights = density.edges, density.heights
    if turned:
        edges, heights = -edges[::-1], heights[::-1]
    if not (drawable(edges) and drawable(heights)):
        raise InputError(
            "a picture cannot show numbers beyond 1e300, which this posterior has; multiply all "
            "results and the rope by the same power of ten"
        )
    names = found.family.hypotheses[pair][:: -1 if turned else 1]
    left, within, right = found.of(*names)
    border = density.rope or 0.0
    middles = (edges[1:] + edges[:-1]) / 2
    what = "share of problems" if density.rope is None else density.of
    description = f"Posterior density of {names[0]} minus {names[1]}: {what}."
    with axes_for(ax, description) as axes:
        for chosen, colour in (
            (middles > border, BASE),
            (np.abs(middles) <= border, FAINT),
            (middles < -border, ACCENT),
        ):
            _fill(axes, edges, heights, chosen, colour)
        for line in sorted({-border, border}):
            axes.axvline(line, color=INK, linewidth=0.8 * setting("lines.linewidth"))
        axes.set(xlim=(edges[0], edges[-1]), yticks=[])
        axes.set_ylim(bottom=0)
        axes.spines["left"].set_visible(False)
        alike = "" if found.rope is None else f", alike {within:.3f}"
        title = BAYES_METHODS.lookup(found.method).title
        rope_text = "no rope" if found.rope is None else f"rope {found.rope:g}"
        label_with_note(
            axes,
            f"{names[0]} − {names[1]}: {what}",
            f"{title}, {rope_text}. Right of 0: {names[0]} better. Probabilities: {names[0]} "
            f"{left:.3f}{alike}, {names[1]} {right:.3f}.",
        )
    return axes


def plot_posterior_matrix(
    data: Results | Compared | BayesComparison,
    *,
    rope: Rope | None = None,
    method: str | None = None,
    control: str | None = None,
    annotate: bool | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw the posterior probabilities of all pairs as a matrix of coloured cells.

    The first number of a cell is the probability that the row's algorithm is practically better
    than the column's, the second, after ≈, that the two are practically alike. Blue cells are
    rows that are more probably better than worse; bold ones are decided. With a control the
    matrix has one column.

    Parameters
    ----------
    data, rope, method, ax
        As for `plot_simplex`; the rope may be ``"none"``.
    control : str, optional
        Compare only with this algorithm, or ``"best"``.
    annotate : bool, optional
        Whether the probabilities are written in the cells; by default for up to 25 algorithms.

    Returns
    -------
    Axes

    Examples
    --------
    >>> import evenkeel.plot
    >>> found = evenkeel.bayes(evenkeel.load("demsar2006"), rope=0.01, method="sign")
    >>> ax = evenkeel.plot.plot_posterior_matrix(found)
    >>> ax.get_yticklabels()[0].get_text()
    'C4.5cf,m'
    """
    found = _found(data, rope, method, control=control)
    names, (wins, alike, decided) = _order(found), _matrices(found)
    if found.family.control is None:
        rows = columns = list(names)
    else:
        columns = [found.family.algorithms.index(found.family.control)]
        rows = [j for j in names if j not in columns]
    place = np.ix_(rows, columns)
    shown = np.not_equal.outer(rows, columns)
    losses = wins.T
    texts = [[_cell(found, wins[a, b], alike[a, b]) for b in columns] for a in rows]
    cells = Cells(
        rows=[found.family.algorithms[j] for j in rows],
        columns=[found.family.algorithms[j] for j in columns],
        colours=shade(0.5 + 0.5 * (wins - losses)[place], DIVERGING, shown),
        texts=texts,
        bold=decided[place],
    )
    title = BAYES_METHODS.lookup(found.method).title
    roped = found.rope is not None
    with axes_for(ax, f"Posterior probabilities of all pairs ({title}).", width=1) as axes:
        draw_cells(axes, cells, own=ax is None, annotate=annotate)
        label_with_note(
            axes,
            f"Probability that the row is {'practically ' * roped}better",
            f"{title}, "
            + (f"rope {found.rope:g}; ≈: practically alike" if roped else "no rope")
            + f". Bold: decided at {found.level:g}. Blue: the row is more probably better.",
        )
    return axes


def in_triangle(shares: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Where shares (..., 3) stand in a triangle with the side 1: first, alike (top), second."""
    return shares[..., 2] + shares[..., 1] / 2, shares[..., 1] * _HEIGHT


def _found(
    data: Results | Compared | BayesComparison,
    rope: Rope | None,
    method: str | None,
    **options: Any,
) -> BayesComparison:
    """The comparison that was given, or that of a table."""
    given = {name: value for name, value in options.items() if value is not None}
    if not isinstance(data, BayesComparison):
        return bayes(results_of(data), rope=rope, method=method or "signed-rank", **given)
    if rope is not None or method is not None or "control" in given:
        raise InputError(
            "rope, method and control belong to the Bayesian comparison that was given; leave "
            "them out"
        )
    return data


def _pair_of(
    data: Results | Compared | BayesComparison,
    rope: Rope | None,
    method: str | None,
    first: str | None,
    second: str | None,
) -> tuple[BayesComparison, int, bool]:
    if isinstance(data, BayesComparison):
        found = _found(data, rope, method)
        return found, *found.position(first, second)
    table = results_of(data)
    if first is None and second is None and table.k > 2:
        raise InputError(
            Message(
                f"a picture of two algorithms was asked of a table of {table.k}; name two "
                "different ones with ",
                Option("first"),
                " and ",
                Option("second"),
            )
        )
    return _found(table, rope, method, first=first, second=second), 0, False


def _draw_triangle(ax: Axes) -> Polygon:
    corners = np.array([[0, 0], [0.5, _HEIGHT], [1, 0]])
    width = 0.8 * setting("lines.linewidth")
    triangle = Polygon(corners, fill=False, edgecolor=INK, linewidth=width, clip_on=False, zorder=3)
    ax.add_patch(triangle)
    centre = corners.mean(axis=0)
    for a, b in ((0, 1), (1, 2), (2, 0)):
        middle = (corners[a] + corners[b]) / 2
        ax.plot(*np.stack([centre, middle]).T, color=MUTED, linewidth=width, zorder=3)
    return triangle


def _name_corners(
    ax: Axes, names: tuple[str, ...], probabilities: tuple[float, float, float]
) -> None:
    """The names and probabilities at the corners; long names grow outwards."""
    size = font_points("font.size")
    room = 0.48 * ax.get_window_extent().width / ax.figure.dpi
    widest = max(w for w, _ in text_sizes(ax.figure, [*names, "practically better"], size))
    fits = widest <= room
    shift = 0.0 if fits else 0.48
    for name, x, side, probability, gid in (
        (names[0], shift, "left" if fits else "right", probabilities[0], "left"),
        (names[1], 1 - shift, "right" if fits else "left", probabilities[2], "right"),
    ):
        ax.annotate(
            f"{plain(name)}\npractically better\n{probability:.3f}",
            (x, -0.02),
            xytext=(0, -0.2 * size),
            textcoords="offset points",
            ha=side,
            va="top",
            fontsize=size,
            parse_math=is_typeset(),
            annotation_clip=False,
            gid=gid,
        )
    ax.annotate(
        f"practically alike\n{probabilities[1]:.3f}",
        (0.5, _HEIGHT),
        xytext=(0, 0.2 * size),
        textcoords="offset points",
        ha="center",
        va="bottom",
        fontsize=size,
        annotation_clip=False,
        gid="rope",
    )


def _fill(ax: Axes, edges: FloatArray, heights: FloatArray, chosen: BoolArray, colour: str) -> None:
    """Fill the bars that were chosen, which stand side by side."""
    bars = np.flatnonzero(chosen)
    if bars.size:
        part = slice(bars[0], bars[-1] + 1)
        ax.stairs(heights[part], edges[bars[0] : bars[-1] + 2], fill=True, color=colour)


def _matrices(found: BayesComparison) -> tuple[FloatArray, FloatArray, BoolArray]:
    """P(row better), P(alike) and whether the pair is decided, (k, k)."""
    k = found.family.k
    wins, alike, decided = np.zeros((k, k)), np.zeros((k, k)), np.zeros((k, k), dtype=bool)
    a, b = found.family.pairs.T
    wins[a, b], wins[b, a] = found.left, found.right
    alike[a, b] = alike[b, a] = found.within
    decided[a, b] = decided[b, a] = [decision != "open" for decision in found.decision]
    return wins, alike, decided


def _order(found: BayesComparison) -> list[int]:
    """The algorithms, the most probably better first."""
    wins, _, _ = _matrices(found)
    merit = (wins - wins.T).sum(axis=1)
    return [int(j) for j in np.argsort(-merit, kind="stable")]


def _cell(found: BayesComparison, better: float, alike: float) -> str:
    return f"{better:.2f}" if found.rope is None else f"{better:.2f}\n≈ {alike:.2f}"

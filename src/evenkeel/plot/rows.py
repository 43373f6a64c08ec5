"""What pictures with one row an algorithm, or one a problem, have in common."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from matplotlib.artist import Artist
from matplotlib.axes import Axes

from evenkeel.plot.canvas import (
    font_points,
    place_axes,
    plain,
    room_for_text,
    row_height,
    text_sizes,
    wrap,
)
from evenkeel.plot.mathtext import is_typeset
from evenkeel.plot.styles import ACCENT, MUTED, setting

_AIR = 1.15
_HANDLE_PAD, _COLUMN_SPACING = 0.5, 1.2  # of a legend, in letters


def name_rows(
    ax: Axes, names: Sequence[str], *, own: bool, emphasised: Collection[int] = ()
) -> None:
    """Name the rows 0, 1, ... of the picture from the top down.

    With `own` the axes is the picture's own and gets the height that the names need.
    """
    size = font_points("ytick.labelsize")
    ax.set_yticks(range(len(names)), [plain(name) for name in names], parse_math=is_typeset())
    ax.set_ylim(len(names) - 0.5, -0.5)
    ax.tick_params(axis="y", length=0)
    for row in emphasised:
        label = ax.get_yticklabels()[row]
        label.set_fontweight("bold")
        label.set_color(ACCENT)
    if own:
        width = setting("figure.figsize")[0]
        high = row_height(ax.figure, names, size)
        place_axes(ax, (0, 0, width, max(len(names), 2) * high * _AIR))


def label_with_note(ax: Axes, label: str, note: str) -> None:
    """Write the label of the horizontal axis and below it, smaller, what the reader must know."""
    size = font_points("legend.fontsize")
    ax.set_xlabel(plain(label), parse_math=is_typeset())
    ax.annotate(
        "\n".join(plain(line) for line in wrap(ax.figure, note, size, room_for_text(ax))),
        (0.5, 0),
        xycoords=ax.xaxis.label,
        xytext=(0, -0.35 * size),
        textcoords="offset points",
        ha="center",
        va="top",
        fontsize=size,
        color=MUTED,
        parse_math=is_typeset(),
        annotation_clip=False,
        gid="note",
    )


def legend_above(
    ax: Axes, handles: Sequence[Artist], labels: Sequence[str], *, handle: float = 1.2
) -> None:
    """Put a legend above the axes, in as many columns as fit; a long one on the right.

    `handle` is the length of a handle in letters; one with dashes needs more.
    """
    names = [plain(label) for label in labels]
    size = font_points("legend.fontsize")
    letter = size / 72
    widest = max(width for width, _ in text_sizes(ax.figure, labels, size))
    column = widest + (handle + _HANDLE_PAD + _COLUMN_SPACING) * letter
    room = room_for_text(ax) + (_COLUMN_SPACING - 2 * setting("legend.borderpad")) * letter
    columns = min(max(int(room // column), 1), len(names))
    aside = len(names) / columns > 6
    legend = ax.legend(
        handles,
        ["name"] * len(names),  # a name that begins with _ would be left out; see below
        loc="upper left" if aside else "lower left",
        bbox_to_anchor=(1.02, 1) if aside else (0, 1),
        borderaxespad=0 if aside else 0.3,
        ncols=1 if aside else columns,
        frameon=False,
        handlelength=handle,
        handletextpad=_HANDLE_PAD,
        columnspacing=_COLUMN_SPACING,
    )
    for text, name in zip(legend.get_texts(), names, strict=True):
        text.set_parse_math(is_typeset())
        text.set_text(name)

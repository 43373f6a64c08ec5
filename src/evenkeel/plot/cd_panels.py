"""Several critical difference diagrams as one scene: above each other, on the same axis."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from evenkeel.plot.canvas import AnyFigure, line_height, text_sizes, wrap
from evenkeel.plot.cd_geometry import Diagram, all_ranks
from evenkeel.plot.cd_notes import NOT_TESTED, cut_note, diagram_note
from evenkeel.plot.cd_scene import (
    Frame,
    Look,
    Sizes,
    axis_title,
    diagram_scene,
    note_labels,
    title_label,
)
from evenkeel.plot.decisions import Decisions
from evenkeel.plot.scene import Label, Scene, stacked
from evenkeel.plot.styles import INK
from evenkeel.text import series

_MARGIN = 0.02


@dataclass(frozen=True)
class Stack:
    """Where the panels stand, in inches from the bottom, the first on top.

    Attributes
    ----------
    feet : tuple of float
        The foot of each panel.
    headings : tuple of float
        The middle of the line with its name.
    title : float
        The middle of the line with the title of the axis.
    height : float
        Of everything.
    """

    feet: tuple[float, ...]
    headings: tuple[float, ...]
    title: float
    height: float


def stack(
    panels: Sequence[float], *, heading: float, title: float, notes: float, gap: float
) -> Stack:
    """Put panels of these heights above each other, each below a heading, all above the notes.

    Examples
    --------
    >>> stack([1.0, 2.0], heading=0.2, title=0.1, notes=0.3, gap=0.5).feet
    (3.0, 0.3)
    """
    feet, headings = [], []
    y = notes
    for height in reversed(panels):
        feet.append(y)
        headings.append(y + height + heading / 2)
        y += height + heading + gap
    top = y - gap
    return Stack(tuple(feet[::-1]), tuple(headings[::-1]), top + title / 2, top + title)


def panels_scene(
    figure: AnyFigure, panels: Mapping[str, Decisions], look: Look, width: float
) -> tuple[list[Diagram], Scene]:
    """Lay the diagrams out for this width in inches, and say what is drawn where."""
    sizes = Sizes.in_force()
    bare = replace(look, note=False)
    frame = Frame(np.concatenate([each.ranks.average for each in panels.values()]))
    for _ in range(2):  # the second time with the room that the longest names need
        drawn = [diagram_scene(figure, each, bare, width, frame=frame) for each in panels.values()]
        left, right = (max(sides) for sides in zip(*(d.room for d, _ in drawn), strict=True))
        frame = replace(frame, room=(left, right))
    diagrams = [diagram for diagram, _ in drawn]
    title = axis_title(next(iter(panels.values())).ranks)
    half = text_sizes(figure, [title], sizes.note)[0][0] / 2 + _MARGIN
    names = _headings(panels)
    wide = [size + 2 * _MARGIN for size, _ in text_sizes(figure, names, sizes.name, "bold")]
    widest = max(2 * half, *(diagram.width for diagram in diagrams), *wide)
    words = _notes(panels, diagrams) if look.note else ""
    notes = wrap(figure, words, sizes.note, widest) if words else []
    unit = diagrams[0].unit
    room = len(notes) * line_height(sizes.note) + _MARGIN
    at = stack(
        [diagram.height for diagram in diagrams],
        heading=line_height(sizes.name),
        title=1.3 * line_height(sizes.note),
        notes=room + (0.06 * unit if notes else 0.0),
        gap=0.09 * unit,
    )
    whole = stacked(
        [(foot, scene) for foot, (_, scene) in zip(at.feet, drawn, strict=True)],
        widest,
        at.height + _MARGIN,
    )
    x = min(max(sum(diagrams[0].axis_x) / 2, half), widest - half)
    headings = [
        Label(_MARGIN, y, name, "left", sizes.name, INK, f"heading-{number}", bold=True)
        for number, (name, y) in enumerate(zip(names, at.headings, strict=True))
    ]
    labels = (
        *whole.labels,
        *headings,
        *title_label(x, at.title, title, sizes),
        *note_labels(room, notes, sizes),
    )
    return diagrams, replace(whole, labels=labels)


def _headings(panels: Mapping[str, Decisions]) -> list[str]:
    """The names of the panels, with the number of problems where it differs."""
    if _as_many(panels):
        return list(panels)
    return [f"{name} ({each.ranks.n}\u00a0problems)" for name, each in panels.items()]


def _as_many(panels: Mapping[str, Decisions]) -> bool:
    return len({each.ranks.n for each in panels.values()}) == 1


def _notes(panels: Mapping[str, Decisions], diagrams: Sequence[Diagram]) -> str:
    """One note for all panels that say the same, with their names if there are several notes."""
    by_note: dict[str, list[str]] = {}
    for (name, decisions), diagram in zip(panels.items(), diagrams, strict=True):
        note = diagram_note(decisions, diagram.bars, NOT_TESTED)
        note += cut_note(diagram.limits, all_ranks(decisions.ranks.average))
        if not _as_many(panels):  # which the headings say
            note = note.replace(decisions.basis, decisions.rule)
        by_note.setdefault(note, []).append(name)
    if len(by_note) == 1:
        return next(iter(by_note))
    return " ".join(f"{series(names)}: {note}" for note, names in by_note.items())

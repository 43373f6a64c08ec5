"""A drawing as lines, marks and texts in inches, drawn by matplotlib or as TikZ."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from evenkeel.plot.canvas import plain
from evenkeel.plot.styles import is_typeset
from evenkeel.text import escape_latex, latex_definitions

# A drawing as lines, marks and texts in inches, which matplotlib and TikZ draw alike.


Anchor = Literal["left", "centre", "right"]


@dataclass(frozen=True)
class Line:
    """A line through `points`, `width` points wide; `name` finds it again in the figure."""

    points: tuple[tuple[float, float], ...]
    width: float
    colour: str
    name: str
    dotted: bool = False
    layer: int = 1


@dataclass(frozen=True)
class Mark:
    """A disc or a diamond of `size` points across, filled with `fill`."""

    x: float
    y: float
    size: float
    colour: str
    fill: str
    name: str
    shape: Literal["disc", "diamond"] = "disc"


@dataclass(frozen=True)
class Label:
    """A line of text in `size` points, centred in height at `y` and anchored at `x`."""

    x: float
    y: float
    text: str
    anchor: Anchor
    size: float
    colour: str
    name: str
    bold: bool = False


@dataclass(frozen=True)
class Scene:
    """What is drawn in a box of `width` x `height` inches, y upwards."""

    width: float
    height: float
    lines: tuple[Line, ...]
    marks: tuple[Mark, ...]
    labels: tuple[Label, ...]


def stacked(scenes: Sequence[tuple[float, Scene]], width: float, height: float) -> Scene:
    """Scenes above each other, each with the height of its foot; names begin with ``panel-0-``."""
    lines, marks, labels = [], [], []
    for number, (foot, scene) in enumerate(scenes):
        before = f"panel-{number}-"
        lines += [
            replace(
                line,
                points=tuple((x, y + foot) for x, y in line.points),
                name=before + line.name,
            )
            for line in scene.lines
        ]
        marks += [replace(m, y=m.y + foot, name=before + m.name) for m in scene.marks]
        labels += [replace(t, y=t.y + foot, name=before + t.name) for t in scene.labels]
    return Scene(width, height, tuple(lines), tuple(marks), tuple(labels))


def draw_scene(scene: Scene, ax: Axes, scale: float) -> None:
    """Draw with matplotlib; `scale` shrinks text and lines where the axes is too small."""
    ax.set_axis_off()
    ax.set_xlim(0, scene.width)
    ax.set_ylim(0, scene.height)
    ax.set_aspect("equal", adjustable="box", anchor="C")
    for line in scene.lines:
        x, y = zip(*line.points, strict=True)
        ax.add_line(
            Line2D(
                x,
                y,
                color=line.colour,
                linewidth=line.width * scale,
                linestyle=(0, (1, 1.5)) if line.dotted else "solid",
                solid_capstyle="butt",
                solid_joinstyle="miter",
                gid=line.name,
                zorder=2 + line.layer,
                clip_on=False,
            )
        )
    for mark in scene.marks:
        ax.add_line(
            Line2D(
                [mark.x],
                [mark.y],
                linestyle="none",
                marker="o" if mark.shape == "disc" else "D",
                markersize=mark.size * scale,
                markeredgecolor=mark.colour,
                markerfacecolor=mark.fill,
                markeredgewidth=0.8 * scale,
                gid=mark.name,
                zorder=5,
                clip_on=False,
            )
        )
    for label in scene.labels:
        ax.text(
            label.x,
            label.y,
            plain(label.text),
            ha="center" if label.anchor == "centre" else label.anchor,
            va="center_baseline",
            color=label.colour,
            fontsize=label.size * scale,
            fontweight="bold" if label.bold else "normal",
            parse_math=is_typeset(),
            gid=label.name,
        )


# A scene as TikZ.


_ANCHORS = {"left": "west", "centre": "center", "right": "east"}


def scene_tikz(scene: Scene, escape: Callable[[str], str] = escape_latex) -> str:
    """Write the scene as a ``tikzpicture``; one unit is one inch."""
    drawn: tuple[Line | Mark | Label, ...] = (*scene.lines, *scene.marks, *scene.labels)
    colours = sorted({thing.colour for thing in drawn} | {mark.fill for mark in scene.marks})
    names = {colour: f"evenkeel{number}" for number, colour in enumerate(colours, start=1)}
    labels = [_label(label, names, escape) for label in scene.labels]
    lines = [
        "% Needs \\usepackage{tikz} and \\usepackage[T1]{fontenc}.",
        *latex_definitions("".join(labels)),
        "\\begin{tikzpicture}[x=1in, y=1in, line join=miter, line cap=butt]",
        *(
            f"\\definecolor{{{name}}}{{HTML}}{{{colour.lstrip('#').upper()}}}"
            for colour, name in names.items()
        ),
        *(_line(line, names) for line in sorted(scene.lines, key=lambda line: line.layer)),
        *(_mark(mark, names) for mark in scene.marks),
        *labels,
        "\\end{tikzpicture}",
    ]
    return "\n".join(lines) + "\n"


def _line(line: Line, names: dict[str, str]) -> str:
    path = " -- ".join(_point(x, y) for x, y in line.points)
    dash = f", dash pattern=on {line.width:.2f}pt off {1.5 * line.width:.2f}pt" * line.dotted
    return f"\\draw[{names[line.colour]}, line width={_bp(line.width)}{dash}] {path};"


def _mark(mark: Mark, names: dict[str, str]) -> str:
    style = f"draw={names[mark.colour]}, fill={names[mark.fill]}, line width={_bp(0.8)}"
    half = _bp(mark.size / 2)
    if mark.shape == "disc":
        return f"\\filldraw[{style}] {_point(mark.x, mark.y)} circle[radius={half}];"
    return (
        f"\\filldraw[{style}, shift={{{_point(mark.x, mark.y)}}}, rotate=45] "
        f"(-{half}, -{half}) rectangle ({half}, {half});"
    )


def _label(label: Label, names: dict[str, str], escape: Callable[[str], str]) -> str:
    font = f"\\fontsize{{{label.size:g}}}{{{1.2 * label.size:g}}}\\selectfont"
    font += "\\bfseries" if label.bold else ""
    text = escape(label.text)
    return (
        f"\\node[{names[label.colour]}, anchor={_ANCHORS[label.anchor]}, inner sep=0pt, "
        f"text height=1.5ex, text depth=0.25ex, font={{{font}}}] at {_point(label.x, label.y)} "
        f"{{{text}}};"
    )


def _point(x: float, y: float) -> str:
    return f"({x:.4f}, {y:.4f})"


def _bp(points: float) -> str:
    """A length in the points of matplotlib, 72 to the inch, which TeX calls big points."""
    return f"{points:.3g}bp"

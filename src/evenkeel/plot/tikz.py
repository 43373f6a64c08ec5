"""A scene as TikZ."""

from __future__ import annotations

from collections.abc import Callable

from evenkeel.plot.scene import Label, Line, Mark, Scene
from evenkeel.words.escaping import escape_latex, latex_definitions

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

"""Save figures: the same bytes every time, whole files or none, SVG that can stand in a page."""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.layout_engine import LayoutEngine
from matplotlib.text import Text
from matplotlib.ticker import Formatter

from evenkeel.errors import InputError, SourceError, visible
from evenkeel.plot.canvas import root_figure
from evenkeel.plot.styles import Settings, drawing, escape_words, was_typeset
from evenkeel.tables.system import write_bytes, write_text
from evenkeel.text import LATEX_CHARACTER, escape_html, escape_latex

#: The endings that can be saved and what they give.
ENDINGS: Mapping[str, str] = {
    ".pdf": "PDF",
    ".svg": "SVG",
    ".png": "PNG",
    ".eps": "PostScript",
    ".pgf": "PGF, for LaTeX",
    ".tikz": "TikZ, for LaTeX (critical difference diagrams)",
    ".tex": "TikZ, for LaTeX (critical difference diagrams)",
}
_SETTINGS: Settings = {
    "pdf.fonttype": 42,  # TrueType: many publishers refuse the Type 3 fonts of the default
    "pgf.preamble": f"\\usepackage[T1]{{fontenc}}\\usepackage{{textcomp}}{LATEX_CHARACTER}",
    "pgf.rcfonts": False,
    "pgf.texsystem": "pdflatex",
    "savefig.dpi": 300.0,
    "svg.fonttype": "path",
    "svg.hashsalt": "evenkeel",
}
_NO_LAYOUT: Settings = {"figure.autolayout": False, "figure.constrained_layout.use": False}
_NO_METADATA = {"Date": None, "Creator": None, "Format": None, "Type": None}
_OPTIONS: Mapping[str, dict[str, Any]] = {
    ".pdf": {"metadata": {"CreationDate": None}},
    ".svg": {"metadata": _NO_METADATA},
}
#: What is changed in a file that matplotlib has written: dates and temporary names go, and a
#: command that matplotlib would have every document define is defined where it is used.
_PGF_DEFINITIONS = rb"\providecommand{\mathdefault}[1]{#1}" + LATEX_CHARACTER.encode() + b"%\n"
_AFTERWARDS: Mapping[str, tuple[bytes, Callable[[re.Match[bytes]], bytes]]] = {
    ".eps": (rb"(?m)^%%(CreationDate|Title):.*\n", lambda _: b""),
    ".pgf": (rb"\\begingroup%\n", lambda match: match[0] + _PGF_DEFINITIONS),
}
_TIKZ: WeakKeyDictionary[Figure, Callable[[], str]] = WeakKeyDictionary()


def save_figure(figure: Figure | Axes, path: str | Path) -> Path:
    """Save a figure; the ending says how.

    The file appears under its name only when it is complete, and the same figure gives the same
    bytes: no dates, no random names. Settings of matplotlib that were changed by hand are kept.

    Parameters
    ----------
    figure : Figure or Axes
        The figure, or an axes in it.
    path : str or Path
        Where to; it ends in .pdf, .svg, .png, .eps, .pgf, or (critical difference diagrams only)
        .tikz or .tex.

    Returns
    -------
    Path

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> import evenkeel
    >>> from evenkeel.plot import plot_critical_difference, save_figure
    >>> ax = plot_critical_difference(evenkeel.load("garcia2008"))
    >>> with TemporaryDirectory() as folder:
    ...     save_figure(ax, f"{folder}/diagram.pdf").name
    'diagram.pdf'
    """
    figure = root_figure(figure)
    target = Path(path)
    ending = target.suffix.lower()
    if ending not in ENDINGS:
        found = f"the ending {ending!r}" if ending else "a name without an ending"
        listed = ", ".join(ENDINGS)
        name = visible(target)
        raise InputError(f"{name}: {found} does not say how to save a picture; use {listed}")
    if ending in (".tikz", ".tex"):
        write_text(target, figure_tikz(figure))
        return target
    try:
        with drawing(_SETTINGS):
            content = _rendered(figure, ending)
    except RuntimeError as error:
        if ending != ".pgf":
            raise
        raise SourceError(
            f"{visible(target)}: a .pgf file is measured by LaTeX ({error}); save the picture as "
            ".pdf instead"
        ) from None
    write_bytes(target, content)
    return target


def figure_svg(figure: Figure | Axes) -> str:
    """Return the figure as an ``<svg>`` element that can stand in a page among others.

    The text is drawn as paths, so that it looks the same everywhere; a ``<title>`` says what the
    picture shows. Every id begins with letters that depend on the content, so that two different
    figures in one page never share an id. The same figure gives the same text.

    Examples
    --------
    >>> import evenkeel
    >>> from evenkeel.plot import figure_svg, plot_critical_difference
    >>> figure_svg(plot_critical_difference(evenkeel.load("garcia2008")))[:15]
    '<svg role="img"'
    """
    figure = root_figure(figure)
    with drawing(always=_SETTINGS):
        text = _rendered(figure, ".svg").decode()
    text = text[text.index("<svg") :]
    text = re.sub(r"\s*<!--.*?-->", "", text, flags=re.DOTALL)
    prefix = f"e{hashlib.sha256(text.encode()).hexdigest()[:10]}-"
    text = re.sub(r'(\sid="|href="#|url\(#)', rf"\g<1>{prefix}", text)
    title = f'<title id="{prefix}title">{escape_html(str(figure.get_label() or "Picture"))}</title>'
    head = f'<svg role="img" aria-labelledby="{prefix}title"'
    return re.sub(r"<svg([^>]*)>", lambda match: f"{head}{match[1]}>\n {title}", text, count=1)


def figure_png(figure: Figure | Axes, *, dpi: float = 300.0) -> bytes:
    """Return the figure as a PNG file."""
    with drawing(always={**_SETTINGS, "savefig.dpi": dpi}):
        return _rendered(root_figure(figure), ".png")


def figure_pdf(figure: Figure | Axes) -> bytes:
    """Return the figure as a PDF file."""
    with drawing(always=_SETTINGS):
        return _rendered(root_figure(figure), ".pdf")


def figure_tikz(figure: Figure | Axes) -> str:
    r"""Return a critical difference diagram as a ``tikzpicture``, in the fonts of the document.

    Everything stands where the picture has it. The document needs ``\usepackage{tikz}`` and
    ``\usepackage[T1]{fontenc}``.

    Examples
    --------
    >>> import evenkeel
    >>> from evenkeel.plot import figure_tikz, plot_critical_difference
    >>> text = figure_tikz(plot_critical_difference(evenkeel.load("garcia2008")))
    >>> text.splitlines()[1]
    '\\begin{tikzpicture}[x=1in, y=1in, line join=miter, line cap=butt]'
    """
    figure = root_figure(figure)
    if figure not in _TIKZ:
        raise InputError(
            "only a critical difference diagram in a figure of its own can be written as TikZ; "
            "save other pictures for LaTeX as .pgf"
        )
    return _TIKZ[figure]()


def remember_tikz(part: Axes, write: Callable[[], str]) -> None:
    """Note how the figure of this axes is written as TikZ."""
    _TIKZ[root_figure(part)] = write


def _rendered(figure: Figure, ending: str) -> bytes:
    """What a file with this ending holds; nothing is written before it is complete."""
    buffer = io.BytesIO()
    with _laid_out(figure), _escaped(figure) if ending == ".pgf" else nullcontext():
        figure.savefig(buffer, format=ending[1:], **_OPTIONS.get(ending, {}))
    content = buffer.getvalue()
    if ending in _AFTERWARDS:
        pattern, replacement = _AFTERWARDS[ending]
        content = re.sub(pattern, replacement, content)
    return content


@contextmanager
def _laid_out(figure: Figure) -> Iterator[None]:
    """Lay the figure out once, before it is saved.

    Otherwise matplotlib draws it twice. And the texts that are escaped for LaTeX, longer than what
    LaTeX makes of them, must not be measured.
    """
    layout = figure.get_layout_engine()
    if layout is not None:
        layout.execute(figure)
    _set_layout(figure, None)
    try:
        yield
    finally:
        _set_layout(figure, layout)


def _set_layout(figure: Figure, layout: LayoutEngine | None) -> None:
    """Give the figure this layout, or none even where the settings have one for every figure."""
    with drawing(always=_NO_LAYOUT):
        figure.set_layout_engine(None)  # before any other, which might not fit to the one it has
        figure.set_layout_engine(layout)


@contextmanager
def _escaped(figure: Figure) -> Iterator[None]:
    """Escape, while a LaTeX file is written, the texts that are not to be read as markup."""
    typeset = [ax for ax in figure.axes if was_typeset(ax)]
    plain = [t for t in figure.findobj(Text) if isinstance(t, Text) and not t.get_parse_math()]
    mixed = [t for ax in typeset for t in ax.findobj(Text) if isinstance(t, Text)]
    escapers = [(text, escape_latex) for text in plain]
    escapers += [(text, escape_words) for text in mixed if text.get_parse_math()]
    before = [text.get_text() for text, _ in escapers]
    named = [
        (axis, axis.get_major_formatter(), escape_words if ax in typeset else escape_latex)
        for ax in figure.axes
        for axis in (ax.xaxis, ax.yaxis)
        if ax in typeset or any(not label.get_parse_math() for label in axis.get_ticklabels())
    ]
    for text, escape in escapers:
        text.set_text("\n".join(escape(line) for line in text.get_text().split("\n")))
    for axis, formatter, escape in named:  # names are set anew at every drawing
        axis.set_major_formatter(_EscapedTicks(formatter, escape))
    try:
        yield
    finally:
        for axis, formatter, _ in named:
            axis.set_major_formatter(formatter)
        for (text, _), original in zip(escapers, before, strict=True):
            text.set_text(original)


class _EscapedTicks(Formatter):
    """The ticks of another formatter, escaped for LaTeX."""

    def __init__(self, formatter: Formatter, escape: Callable[[str], str]) -> None:
        self.formatter = formatter
        self.escape = escape

    def __call__(self, x: float, pos: int | None = None) -> str:
        return self.escape(self.formatter(x, pos))

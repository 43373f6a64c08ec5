"""The two styles, the colours, and mathematics in labels."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from threading import RLock
from typing import Any
from weakref import WeakSet

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.mathtext import MathTextParser

from evenkeel.errors import InputError, Message, Option, choice
from evenkeel.text import escape_latex

# Mathematics in labels, on request: ``$\alpha$-NN`` is typeset; otherwise labels are text.


_ASKED_FOR: ContextVar[bool] = ContextVar("mathtext", default=False)
_DOLLAR = re.compile(r"(?<!\\)\$")
_FORMULA = re.compile(r"((?<!\\)\$.*?(?<!\\)\$)")
_TYPESET: WeakSet[Axes] = WeakSet()


@contextmanager
def typesetting(asked_for: bool) -> Iterator[None]:
    """Typeset the labels that are drawn meanwhile by this thread, or do not."""
    token = _ASKED_FOR.set(asked_for)
    try:
        yield
    finally:
        _ASKED_FOR.reset(token)


def is_typeset() -> bool:
    """Whether labels are typeset now."""
    return _ASKED_FOR.get()


def remember_typeset(ax: Axes) -> None:
    """Note that the labels of this axes are typeset, for when they are saved for LaTeX."""
    if is_typeset():
        _TYPESET.add(ax)


def was_typeset(ax: Axes) -> bool:
    """Whether the labels of this axes were typeset when it was drawn."""
    return ax in _TYPESET


def check_labels(labels: Iterable[str]) -> None:
    r"""Refuse what cannot be typeset, if labels are typeset now.

    Examples
    --------
    >>> with typesetting(True):
    ...     check_labels([r"$\alpha$-NN", "C4.5", r"under \$5"])
    """
    if is_typeset():
        for label in labels:
            _check(label)


@lru_cache(maxsize=4096)
def _check(label: str) -> None:
    dollars = len(_DOLLAR.findall(label))
    if dollars % 2:
        raise InputError(
            Message(
                f"the label {label!r} has a $ without its pair and is no mathtext; write "
                "\\$ for a dollar sign, or leave out ",
                Option("mathtext", True),
            )
        )
    if dollars:
        try:
            MathTextParser("path").parse(label)
        except ValueError as error:
            last = str(error).strip().splitlines()[-1].split("  (at char")[0]
            why = last.removeprefix("ParseFatalException: ").removeprefix("ParseException: ")
            raise InputError(
                Message(
                    f"the label {label!r} is no mathtext ({why}); mend it, or leave out ",
                    Option("mathtext", True),
                )
            ) from None


def words_of(text: str) -> list[str]:
    r"""The words between which a line may be broken: not within a formula.

    Examples
    --------
    >>> with typesetting(True):
    ...     words_of(r"the $a + b$-NN wins")
    ['the', '$a + b$-NN', 'wins']
    """
    if not is_typeset():
        return text.split(" ")
    hidden = _FORMULA.sub(lambda found: found[0].replace(" ", "\0"), text)
    return [word.replace("\0", " ") for word in hidden.split(" ")]


def escape_words(text: str) -> str:
    r"""Escape text for LaTeX but for its formulas.

    Examples
    --------
    >>> escape_words(r"a_1 of $\alpha_1$ for \$5")
    'a\\_1 of $\\alpha_1$ for \\$5'
    """
    parts = _FORMULA.split(text)
    return "".join(
        part if number % 2 else escape_latex(part.replace(r"\$", "$"))
        for number, part in enumerate(parts)
    )


# The two styles, the colours, and which settings of matplotlib win over them.
#
# The settings of matplotlib (``rcParams``) belong to the whole process. They are changed only while
# `drawing`, which one thread does at a time.


Settings = dict[Any, Any]  # by the names of matplotlib.rcParams

_BOTH: Settings = {
    "axes.axisbelow": True,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "legend.frameon": False,
    "xtick.direction": "out",
    "ytick.direction": "out",
}
#: Settings of matplotlib by the name of the style. The width of ``figure.figsize`` is the width
#: that a picture keeps to if its labels let it: a column of a journal, or a slide.
STYLES: Mapping[str, Settings] = {
    "paper": {
        **_BOTH,
        "axes.labelsize": 8.0,
        "axes.linewidth": 0.6,
        "axes.titlesize": 9.0,
        "figure.dpi": 150.0,
        "figure.figsize": [3.5, 2.4],
        "font.size": 8.0,
        "grid.linewidth": 0.4,
        "legend.fontsize": 7.5,
        "lines.linewidth": 0.9,
        "lines.markersize": 3.5,
        "patch.linewidth": 0.6,
        "xtick.labelsize": 7.5,
        "xtick.major.size": 2.5,
        "xtick.major.width": 0.6,
        "xtick.minor.size": 1.5,
        "xtick.minor.width": 0.45,
        "ytick.labelsize": 7.5,
        "ytick.major.size": 2.5,
        "ytick.major.width": 0.6,
        "ytick.minor.size": 1.5,
        "ytick.minor.width": 0.45,
    },
    "slides": {
        **_BOTH,
        "axes.labelsize": 18.0,
        "axes.linewidth": 1.2,
        "axes.titlesize": 20.0,
        "figure.dpi": 100.0,
        "figure.figsize": [10.0, 5.6],
        "font.size": 18.0,
        "grid.linewidth": 0.8,
        "legend.fontsize": 16.0,
        "lines.linewidth": 2.0,
        "lines.markersize": 8.0,
        "patch.linewidth": 1.2,
        "xtick.labelsize": 16.0,
        "xtick.major.size": 6.0,
        "xtick.major.width": 1.2,
        "xtick.minor.size": 3.5,
        "xtick.minor.width": 0.9,
        "ytick.labelsize": 16.0,
        "ytick.major.size": 6.0,
        "ytick.major.width": 1.2,
        "ytick.minor.size": 3.5,
        "ytick.minor.width": 0.9,
    },
}

_DEFAULTS: Mapping[Any, Any] = mpl.rcParamsDefault

INK = "#222222"
MUTED = "#6b6b6b"
FAINT = "#c4c4c4"
ACCENT = "#c2410c"  # one's own method, and what is rejected
BASE = "#35618f"
PALE = "#a9c1da"
PALE_ACCENT = "#efb08d"
#: Okabe and Ito's colours, told apart by every kind of colour vision, without their yellow, which
#: is too light for a line on paper.
CYCLE = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000")
DASHES = ("-", "--", ":")  # of lines beyond the colours
#: From the row loses (orange) to the row wins (blue); told apart by every kind of colour vision.
DIVERGING = LinearSegmentedColormap.from_list(
    "evenkeel-diverging",
    ["#b35806", "#f1a340", "#fee0b6", "#ffffff", "#d1e5f0", "#67a9cf", "#2166ac"],
)
#: Light to dark in one hue, so that it survives a black and white print.
SEQUENTIAL = LinearSegmentedColormap.from_list(
    "evenkeel-sequential", ["#f4f7fb", "#c6d8ea", "#7fabd3", "#3b78b1", "#174a80"]
)


_CHOSEN: ContextVar[Settings | None] = ContextVar("style", default=None)
_ALONE = RLock()
if hasattr(os, "register_at_fork"):  # a child begins when nobody draws, with the settings in order
    os.register_at_fork(
        before=_ALONE.acquire, after_in_parent=_ALONE.release, after_in_child=_ALONE.release
    )


@contextmanager
def style(
    name: str, settings: Mapping[str, Any] | None = None, *, mathtext: bool = False
) -> Iterator[Settings]:
    r"""Draw in the style of a ``"paper"`` (a journal's column) or of ``"slides"``.

    It holds for the pictures of evenkeel that this thread draws and saves, and leaves the settings
    of matplotlib alone. To draw something else in the same style, give what it yields to
    ``matplotlib.rc_context``.

    Parameters
    ----------
    name : {"paper", "slides"}
        The style. Without this function pictures are drawn for a paper, except where the
        settings of matplotlib (``rcParams``) were changed by hand.
    settings : mapping, optional
        Settings of matplotlib that go before those of the style, such as
        ``{"font.family": "serif"}``.
    mathtext : bool
        Whether formulas in the names of algorithms and problems are typeset, ``$\alpha$-NN`` with
        a Greek letter, as matplotlib's mathtext has it; ``\$`` is then a dollar sign. Otherwise
        names are shown as they are. A name that is no mathtext is refused.

    Yields
    ------
    dict
        The settings in force.

    Examples
    --------
    >>> import evenkeel.plot
    >>> with evenkeel.plot.style("slides", {"font.family": "serif"}) as settings:
    ...     settings["font.size"]
    18.0
    >>> names = (r"$\alpha$-NN", "k-NN")
    >>> table = evenkeel.Results([[1, 2], [3, 4]], algorithms=names, better="lower")
    >>> with evenkeel.plot.style("paper", mathtext=True):
    ...     ax = evenkeel.plot.plot_win_tie_loss(table)
    """
    chosen = {**STYLES[choice(name, STYLES, "style")], **(settings or {})}
    token = _CHOSEN.set(chosen)
    try:
        with typesetting(mathtext):
            yield chosen
    finally:
        _CHOSEN.reset(token)


@contextmanager
def drawing(
    defaults: Mapping[str, Any] | None = None, always: Mapping[str, Any] | None = None
) -> Iterator[None]:
    """Put in force the style that was chosen, what holds `always`, and untouched `defaults`.

    Neither the style nor the user has touched a setting that is still matplotlib's own.
    """
    with _ALONE, _changed({**(_CHOSEN.get() or {}), **(always or {})}):
        untouched = {
            key: value for key, value in (defaults or {}).items() if setting(key) == _DEFAULTS[key]
        }
        with _changed(untouched):
            yield


def setting(key: str) -> Any:
    """A setting of matplotlib that is in force."""
    settings: Mapping[Any, Any] = mpl.rcParams
    return settings[key]


@contextmanager
def _changed(settings: Settings) -> Iterator[None]:
    """Change some settings of matplotlib for a while, and none but these."""
    before = {key: setting(key) for key in settings}
    try:
        mpl.rcParams.update(settings)
        yield
    finally:
        mpl.rcParams.update(before)


def look(number: int) -> tuple[str, str]:
    """Colour and dashes of a line by its number, no two of the first 21 alike.

    Examples
    --------
    >>> look(0), look(7)
    (('#0072b2', '-'), ('#0072b2', '--'))
    """
    return CYCLE[number % len(CYCLE)], DASHES[number // len(CYCLE) % len(DASHES)]

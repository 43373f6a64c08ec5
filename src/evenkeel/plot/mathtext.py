r"""Mathematics in labels, on request: ``$\alpha$-NN`` is typeset; otherwise labels are text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from weakref import WeakSet

from matplotlib.axes import Axes
from matplotlib.mathtext import MathTextParser

from evenkeel.errors import InputError, Message, Option
from evenkeel.words.escaping import escape_latex

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

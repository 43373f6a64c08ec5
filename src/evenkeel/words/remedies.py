"""Remedies in the words of a door: ``method="exact"`` in Python is ``--method exact`` in a shell.

The library writes a remedy as a keyword argument, with its value or, where only the user knows
it, without. A door that calls the option otherwise rewrites it before it shows the text.
"""

from __future__ import annotations

import ast
import re
import shlex
from collections.abc import Callable, Iterable, Mapping
from typing import Any

Rewrite = Callable[[str], str]

_SHOWN = 59  # characters after the opening mark of a text that was abridged: 'abc...
# What stands in quotation marks is a name or a value of the user's and stays as it is.
_WHOLE = r"""'(?:[^'\\]|\\.)*+'|"(?:[^"\\]|\\.)*+\""""
_ABRIDGED = "|".join(
    rf"{mark}(?!(?:[^{mark}\\]|\\.){{0,{_SHOWN - 1}}}{mark}).{{{_SHOWN}}}\.\.\." for mark in "'\""
)
_QUOTED = rf"(?<!\w)(?:{_ABRIDGED}|{_WHOLE})"
_LISTED = rf"""(?:{_WHOLE}|[^\[\]{{}}'"])*+"""
_VALUE = rf"(?:{_WHOLE}|\[{_LISTED}\]|\{{{_LISTED}\}}|True|False|[0-9]+(?:\.[0-9]+)?)"
_MORE = r"""((?:(?:,|\ or)\ "[\w-]+")*)"""  # other values of the same keyword
_REMEDY = re.compile(
    rf"(?<![\w.=-])([a-z_]+)=(?:({_VALUE}){_MORE})?(?![\w'\"])|{_QUOTED}", re.DOTALL
)


def remedies(text: str) -> list[tuple[str, Any]]:
    """The remedies that a text names: keyword and value, which is None if it is left open.

    Examples
    --------
    >>> remedies('say which one it is with value=, or use missing="keep"')
    [('value', None), ('missing', 'keep')]
    """
    return [
        (found[1], ast.literal_eval(found[2]) if found[2] else None)
        for found in _REMEDY.finditer(text)
        if found[1] and _is_value(found[2])
    ]


def _is_value(text: str | None) -> bool:
    """Whether it is a value of Python: a part of a file's name may only look like one."""
    try:
        ast.literal_eval(text or "None")
    except (SyntaxError, ValueError):
        return False
    return True


def rewritten(text: str, say: Callable[[str, Any], str | None]) -> str:
    """The text with each remedy in the words of a door; None of ``say`` leaves it as it is."""

    def one(found: re.Match[str]) -> str:
        if not found[1] or not _is_value(found[2]):
            return found[0]
        value = ast.literal_eval(found[2]) if found[2] else None
        words = say(found[1], value)
        if words is None:
            return found[0]
        more = found[3] or ""
        return words + (more if '"' in words else more.replace('"', ""))

    return _REMEDY.sub(one, text)


def for_command_line(flags: Mapping[str, str], phrases: Mapping[str, str]) -> Rewrite:
    """Rewrite remedies as options of a command; `flags` has those that it knows.

    `phrases` has what is said there in place of a function.

    Examples
    --------
    >>> rewrite = for_command_line({"problem": "--problem", "drop": "--drop-rows"}, {})
    >>> rewrite("call it 'problem=' or give problem='data set', or drop=['Mean', 'Sum']")
    "call it 'problem=' or give --problem 'data set', or --drop-rows Mean,Sum"
    >>> for_command_line({"missing": "--missing"}, {})('say missing="worst" or "keep"')
    'say --missing worst or keep'
    """

    def say(name: str, value: Any) -> str | None:
        if name not in flags:
            return None
        words = "" if value is None or value is True else f" {shlex.quote(typed(value))}"
        return flags[name] + words

    return lambda text: rewritten(phrased(text, phrases), say)


def phrased(text: str, phrases: Mapping[str, str]) -> str:
    """The text with other words for what only Python has."""
    for python, words in phrases.items():
        text = text.replace(python, words)
    return text


def typed(value: Any) -> str:
    """A value as it is typed where only text can be."""
    if value is False or value == []:
        return "none"
    if isinstance(value, Mapping):
        return ",".join(f"{key}={each}" for key, each in value.items())
    if isinstance(value, Iterable) and not isinstance(value, str):
        return ",".join(f'"{name}"' if "," in str(name) else str(name) for name in value)
    return {"\t": "tab", " ": "blank"}.get(str(value), str(value))

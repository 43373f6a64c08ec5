"""What a page about a method shows beside its hand-written part."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from matplotlib.axes import Axes

import evenkeel
from evenkeel.references import Reference
from evenkeel.text import escape_markdown
from pages.docstrings import linked, parameters


@dataclass(frozen=True)
class Option:
    """An option: its name, what holds if nothing is said, and what it means, in Markdown."""

    name: str
    default: str
    meaning: str


@dataclass(frozen=True)
class Picture:
    """A picture: a function without arguments that draws it, and what it shows."""

    draw: Callable[[], Axes]
    words: str


@dataclass(frozen=True)
class Method:
    """A method of which there is a page.

    Attributes
    ----------
    kind, name
        The folder and the name of the page.
    title, meaning
        Its heading, and what it is, in Markdown.
    facts
        Hypotheses and assumptions, a label and a text in Markdown each.
    call, command
        How it is called in Python and on the command line; the command may be empty.
    reference
        Where it was published, in Markdown.
    picture
        What is drawn for it.
    rows
        What the rows (or columns) of docs/calibration.md that measure it are called.
    tables
        How the titles of tables there begin that are about nothing else.
    remarks
        Words by which sentences of the summary there are known that measure it.
    errata
        What the list of errata calls it; nothing if its name there is that of another method.
    """

    kind: str
    name: str
    title: str
    meaning: str
    facts: tuple[tuple[str, str], ...]
    call: str
    command: str
    reference: str
    picture: Picture
    aliases: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    rows: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    errata: tuple[str, ...] = ()

    @property
    def place(self) -> str:
        """Where its page lies, below the folder of the methods."""
        return f"{self.kind}/{self.name}"


def public_name(function: Callable[..., Any]) -> str:
    """How a public function is called: ``evenkeel.friedman``, ``evenkeel.omnibus.durbin``."""
    if hasattr(evenkeel, function.__name__):
        return f"evenkeel.{function.__name__}"
    return f"evenkeel.{function.__module__.split('.')[1]}.{function.__name__}"


def options_of(function: Callable[..., Any]) -> tuple[Option, ...]:
    """The keywords of a function, as its signature and its docstring have them."""
    described = parameters(function)
    return tuple(
        Option(
            parameter.name,
            "" if parameter.default is parameter.empty else f"`{parameter.default!r}`",
            next(filter(None, reversed(described.get(parameter.name, ()))), ""),
        )
        for parameter in inspect.signature(function).parameters.values()
        if parameter.kind is parameter.KEYWORD_ONLY
    )


def published(reference: Reference) -> str:
    """A reference in Markdown, its DOI a link."""
    doi = f" {linked(f'doi:{reference.doi}')}" if reference.doi else ""
    return escape_markdown(reference.text.removesuffix(f" doi:{reference.doi}")) + doi

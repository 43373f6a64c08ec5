"""What a docstring in numpydoc's form says: sentences, parameters, references."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any

_CALIBRATION = "[the measurements](../../../calibration.md)"
_TITLE = re.compile(r"^(\w[\w ]*)\n-{3,}$", re.MULTILINE)


def summary(function: Callable[..., Any]) -> str:
    """The first paragraph, on one line."""
    return _joined(_parts(function)[""].split("\n\n")[0])


def sentences(function: Callable[..., Any], *words: str) -> tuple[str, ...]:
    """The sentences of the prose, without its first line and formulas, that hold one of the words.

    A sentence that goes on in a formula is left out.
    """
    paragraphs = _parts(function)[""].split("\n\n")[1:]
    prose = [_joined(part) for part in paragraphs if not part.startswith((" ", "=", "-", "``"))]
    found = (
        sentence
        for paragraph in prose
        for sentence in re.split(r"(?<=[.!?])\s+(?=[A-Z`\"])", paragraph)
    )
    return tuple(
        sentence.replace("docs/calibration.md", _CALIBRATION)
        for sentence in found
        if sentence.endswith(".") and any(word in sentence for word in words)
    )


def references(function: Callable[..., Any]) -> str:
    """Its references, with a link where there is a DOI."""
    return linked(_joined(_parts(function).get("References", "")))


def linked(text: str) -> str:
    """The text with its DOIs as links."""
    return re.sub(
        r"doi:(10\.[^\s,;]*[^\s,;.])", lambda m: f"[doi:{m[1]}](https://doi.org/{m[1]})", text
    )


def parameters(function: Callable[..., Any]) -> dict[str, tuple[str, str]]:
    """Type and meaning of each parameter, as the docstring has them."""
    found: dict[str, tuple[str, str]] = {}
    names: list[str] = []
    for line in _parts(function).get("Parameters", "").splitlines():
        if line and not line.startswith(" "):
            left, _, kind = line.partition(" : ")
            names = [name.strip() for name in left.split(",")]
            found |= dict.fromkeys(names, (kind, ""))
        else:
            for name in names:
                kind, text = found[name]
                found[name] = (kind, f"{text} {line.strip()}".strip())
    return found


def _parts(function: Callable[..., Any]) -> dict[str, str]:
    """The prose, under an empty name, and the sections of a docstring by their titles."""
    prose, *rest = _TITLE.split(inspect.getdoc(function) or "")
    return {"": prose.strip()} | {
        title: text.strip("\n") for title, text in zip(rest[::2], rest[1::2], strict=True)
    }


def _joined(paragraph: str) -> str:
    return " ".join(paragraph.split())

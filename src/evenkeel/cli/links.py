"""Links in a terminal: publications and files that a text names can be opened from there."""

from __future__ import annotations

import os
import platform
import re
import sys
from pathlib import Path
from typing import IO, TYPE_CHECKING
from urllib.parse import quote

from evenkeel.cli.progress import hush, say
from evenkeel.errors import visible

if TYPE_CHECKING:
    from rich.text import Text

# A DOI or an address up to a space; the sentence may go on after it.
_ADDRESS = re.compile(r"doi:10\.\d{4,9}/[^\s\"<>]+|https?://[^\s\"<>]+")
_SAFE = "/:;()?#&=%@+,~!$'*"  # what may stand in an address, beside letters and digits
_WITHOUT = ("dumb", "linux")  # terminals that would print the address among the text


def has_links(stream: IO[str]) -> bool:
    """Whether a stream is a terminal that hides the address behind the text of a link."""
    return (
        stream.isatty()
        and os.environ.get("TERM") not in _WITHOUT
        and "INSIDE_EMACS" not in os.environ
    )


def linked(text: str, style: str = "") -> Text:
    """A text for standard output, with a link on each DOI and address in it.

    Examples
    --------
    >>> from evenkeel.cli.links import linked
    >>> linked("Friedman (1937), doi:10.2307/2279372.").plain
    'Friedman (1937), doi:10.2307/2279372.'
    """
    from rich.style import Style
    from rich.text import Text

    from evenkeel.words.escaping import printable

    shown = Text(printable(text), style=style)
    if has_links(sys.stdout):
        for start, end, address in addresses(shown.plain):
            shown.stylize(Style(link=address), start, end)
    return shown


def addresses(text: str) -> list[tuple[int, int, str]]:
    """Where in a text DOIs and addresses begin and end, and where each leads to.

    Examples
    --------
    >>> addresses("see Dunn (1961, doi:10.1080/01621459.1961.10482090).")
    [(16, 50, 'https://doi.org/10.1080/01621459.1961.10482090')]
    """
    found = []
    for match in _ADDRESS.finditer(text):
        words = _ended(match[0])
        doi = words.removeprefix("doi:")
        leads = words if doi == words else f"https://doi.org/{doi}"
        found.append((match.start(), match.start() + len(words), quote(leads, safe=_SAFE)))
    return found


def _ended(words: str) -> str:
    """An address without what the sentence around it adds: a full stop, a closing bracket."""
    while words[-1] in ".,;:]'" or (words[-1] == ")" and words.count(")") > words.count("(")):
        words = words[:-1]
    return words


def say_written(path: Path) -> None:
    """Say on standard error that a file was written, with a link to it in a terminal."""
    hush()
    if not has_links(sys.stderr):
        say(f"wrote {visible(path)}")
        return
    from rich.console import Console
    from rich.style import Style
    from rich.text import Text

    line = Text.assemble("wrote ", (visible(path), Style(link=_address_of(path))))
    Console(stderr=True).print(line, soft_wrap=True)


def _address_of(path: Path) -> str:
    """The address of a file on this machine, which a terminal elsewhere can tell from its own."""
    address = path.absolute().as_uri()
    host = platform.node() if os.name == "posix" else ""
    return address.replace("file://", f"file://{host}", 1)

"""Standard input and output, what a terminal shows while a command works, and links."""

from __future__ import annotations

import codecs
import errno
import io
import os
import platform
import re
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from threading import Event, Thread
from typing import IO, TYPE_CHECKING, TypeVar
from urllib.parse import quote

from evenkeel.errors import SourceError, visible
from evenkeel.numerics.progress import DELAY, ROOM, bar

if TYPE_CHECKING:
    from rich.text import Text

# What a terminal shows while a command works: a bar over steps, else what is being done.
#
# Both stand on standard error and are wiped away again. Where that is no terminal there is neither.


Item = TypeVar("Item")


class Spinner:
    """Says on standard error what a command is doing, if that takes long.

    Parameters
    ----------
    command : str
        Stands before the words.
    delay : float
        Seconds from now on before anything is shown.
    """

    def __init__(self, command: str, delay: float) -> None:
        self.words: str | None = None
        self._command = command
        self._due = time.monotonic() + delay
        self._stopped = Event()
        self._thread: Thread | None = None

    def start(self, words: str) -> None:
        """Say `words`, in place of what was said before, as soon as the delay is over."""
        self.stop()
        self.words = words
        self._stopped = Event()
        self._thread = Thread(target=self._turn, args=(words, self._stopped), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Wipe away what is shown."""
        self.words = None
        self._stopped.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _turn(self, words: str, stopped: Event) -> None:
        if stopped.wait(max(0.0, self._due - time.monotonic())):
            return
        from rich.console import Console
        from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        text = TextColumn("{task.description}", markup=False)
        console = Console(stderr=True)
        with Progress(
            SpinnerColumn(),
            text,
            TimeElapsedColumn(),
            console=console,
            transient=True,
            redirect_stdout=False,
        ) as shown:
            shown.add_task(f"evenkeel {self._command}: {words}", total=None)
            stopped.wait()


_SPINNER: ContextVar[Spinner | None] = ContextVar("_SPINNER", default=None)


@contextmanager
def working(command: str) -> Iterator[None]:
    """Tell a terminal that a command computes, from `DELAY` seconds on."""
    if not sys.stderr.isatty():
        yield
        return
    hush()  # the command that repeats this one
    spinner = Spinner(command, DELAY)
    told, room = _SPINNER.set(spinner), ROOM.set(pausing)
    try:
        spinner.start("computing")
        yield
    finally:
        spinner.stop()
        _SPINNER.reset(told)
        ROOM.reset(room)


def doing(words: str) -> None:
    """Say from now on that the command that runs does this."""
    if (spinner := _SPINNER.get()) is not None:
        spinner.start(words)


def hush() -> None:
    """Say no more, until `doing` has something new to say."""
    if (spinner := _SPINNER.get()) is not None:
        spinner.stop()


@contextmanager
def pausing() -> Iterator[None]:
    """Leave the terminal to something else for a while."""
    spinner = _SPINNER.get()
    words = None if spinner is None else spinner.words
    hush()
    yield
    if words is not None:
        doing(words)


def say(text: str) -> None:
    """Print a line on standard error."""
    with pausing():
        print(text, file=sys.stderr)


def following(items: Sequence[Item], label: str) -> Iterable[Item]:
    """Go through `items`, with a progress bar on standard error if that is a terminal."""
    return _followed(items, label) if sys.stderr.isatty() else items


def _followed(items: Sequence[Item], label: str) -> Iterator[Item]:
    with bar(label, len(items)) as advance:
        for item in items:
            yield item
            advance()


# Links in a terminal: publications and files that a text names can be opened from there.


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
    >>> from evenkeel.cli.streams import linked
    >>> linked("Friedman (1937), doi:10.2307/2279372.").plain
    'Friedman (1937), doi:10.2307/2279372.'
    """
    from rich.style import Style
    from rich.text import Text

    from evenkeel.text import printable

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


# Standard input and output as they come: closed, full, or in another encoding.


def open_streams() -> None:
    r"""Let neither a closed stream nor an encoding end a command with a traceback.

    What an encoding lacks is shown by its escape, such as ``\u7b97``.
    """
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115  # till the end
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def check_output_stream() -> None:
    """Raise if there is nowhere to print."""
    if sys.stdout is None:
        raise SourceError("standard output is closed; name a file with -o")


def print_text(text: str) -> None:
    """Write to standard output, to the last character."""
    check_output_stream()
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        # what is left would fail again when the program ends
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if error.errno == errno.EPIPE:  # whoever read it has read enough
            raise
        raise SourceError(f"standard output cannot be written ({error.strerror})") from None


def prints_unicode() -> bool:
    """Whether standard output can show every character."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return codecs.lookup(encoding).name.startswith("utf-")


def draws_unicode() -> bool:
    """Whether the terminal shows more than ASCII: Python writes UTF-8 in the C locale, too."""
    names = ("LC_ALL", *(() if sys.flags.utf8_mode else ("LC_CTYPE",)), "LANG")  # it sets LC_CTYPE
    locale = next((value for name in names if (value := os.environ.get(name))), "")
    return prints_unicode() and locale not in ("C", "POSIX")


def standard_input() -> IO[bytes]:
    """The bytes of standard input; none if it is closed. Whoever types them is not disturbed."""
    if sys.stdin.isatty():
        hush()
    return sys.stdin.buffer

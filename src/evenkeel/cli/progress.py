"""What a terminal shows while a command works: a bar over steps, else what is being done.

Both stand on standard error and are wiped away again. Where that is no terminal there is neither.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Event, Thread
from typing import TypeVar

from evenkeel.numerics.progress import DELAY, ROOM, bar

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

"""Long loops tell how far they are: a bar with the time left, from two seconds on.

One mechanism for all: a loop is written ``for item in steps(items, "words", total)``. The bar
stands on standard error and is wiped away again, in a notebook below its cell. Where neither is
there, and in the processes and threads that a study or the page starts, nothing is shown. Whatever
ends the loop, Ctrl-C too, takes the bar away; nothing is kept of a loop that was not finished.
"""

from __future__ import annotations

import multiprocessing
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from typing import TypeVar

Item = TypeVar("Item")

DELAY = 2.0  # seconds of work before anything is shown

#: What makes room for a bar, such as a command that says what it does.
ROOM: ContextVar[Callable[[], AbstractContextManager[None]]] = ContextVar(
    "ROOM", default=nullcontext
)


def steps(items: Iterable[Item], words: str, total: int) -> Iterator[Item]:
    """Go through `items`, of which there are `total`, with a bar if that takes long.

    Examples
    --------
    >>> list(steps(range(3), "counting", 3))
    [0, 1, 2]
    """
    left = iter(items)
    if _is_watched():
        start, done = time.monotonic(), 0
        for item in left:
            yield item
            done += 1
            if time.monotonic() - start >= DELAY and done < total:
                break
        with bar(words, total, done) as advance:
            for item in left:
                yield item
                advance()
    else:
        yield from left


@contextmanager
def bar(words: str, total: int, done: int = 0) -> Iterator[Callable[[], None]]:
    """A bar with the time left; gives what is called after each step. None if all are done."""
    if done >= total:
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left:"),
        TimeRemainingColumn(),
    )
    with (
        ROOM.get()(),
        Progress(*columns, console=Console(stderr=True), transient=True) as shown,
    ):
        task = shown.add_task(words, total=total, completed=done)
        yield lambda: shown.advance(task)


@contextmanager
def expecting(words: str, seconds: float) -> Iterator[None]:
    """A bar over what no loop of ours does, such as parsing a file, by how long it may take."""
    if not _is_watched():
        yield
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn
    from rich.text import Text

    class Left(ProgressColumn):
        """The time that may be left; it moves the bar as well."""

        def render(self, task: Task) -> Text:
            task.completed = min(task.elapsed or 0.0, seconds)
            left = seconds - task.completed
            return Text(f"about {left:.0f} s left" if left else "longer than expected")

    columns = (TextColumn("{task.description}", markup=False), Left(), BarColumn())
    with (
        ROOM.get()(),
        Progress(*columns, console=Console(stderr=True), transient=True) as shown,
    ):
        shown.add_task(words, total=seconds)
        yield


def _is_watched() -> bool:
    """Whether someone sees a bar: at a terminal or in a notebook, and not from a worker."""
    if multiprocessing.parent_process() is not None:
        return False
    if threading.current_thread() is not threading.main_thread():
        return False
    return sys.stderr.isatty() or "ipykernel" in sys.modules

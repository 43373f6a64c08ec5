"""Processes that were forked: the threads of polars do not live on in them.

Polars would wait for its threads for ever. So a forked process reads and writes text tables without
it, and refuses what cannot be done without it.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from evenkeel.errors import EvenkeelError

_working = False  # the threads of polars, when a fork began
_lost = False  # by a fork


def polars_hangs() -> bool:
    """Whether this process was forked after polars had started its threads."""
    return _lost


def check_polars(what: str) -> None:
    """Raise if polars, which `what` needs, would wait for ever."""
    if polars_hangs():
        raise EvenkeelError(
            f"{what} needs polars, which does not work in a process that was forked after polars "
            'had worked; start processes with multiprocessing.get_context("forkserver") or '
            '"spawn", or do it before the fork'
        )


def _before_fork() -> None:
    global _working
    _working = "polars" in sys.modules and _threads_of_polars()


def _in_child() -> None:
    global _lost
    _lost = _lost or _working


def _threads_of_polars() -> bool:
    """Whether polars has started its threads; where threads have no names, it may have."""
    tasks = Path("/proc/self/task")
    if not tasks.exists():
        return True
    first = f"{os.environ.get('POLARS_THREAD_NAME', 'polars')}-0"
    return any(_name(task) == first for task in tasks.iterdir())


def _name(task: Path) -> str:
    try:
        return (task / "comm").read_text(errors="replace").strip()
    except OSError:  # it has just ended
        return ""


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before_fork, after_in_child=_in_child)

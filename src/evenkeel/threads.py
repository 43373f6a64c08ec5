"""Share the work on a long array among the cores: numpy lets others run while it computes."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable

_LEAST = 1 << 17  # numbers for each core: fewer are done before a thread has begun


def side_by_side(work: Callable[[slice], object], slices: Iterable[slice]) -> None:
    """Call `work` for every slice of an array; of a long one on several cores.

    Each core takes the next slice that is waiting, so that none is idle while others have much to
    do.
    """
    waiting = deque(slices)
    if not waiting:
        return
    number = min(threads(waiting[-1].stop), len(waiting))

    def help_out() -> None:
        while True:
            try:
                part = waiting.popleft()
            except IndexError:
                return
            work(part)

    if number == 1:
        help_out()
        return
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(number - 1) as pool:
        others = [pool.submit(help_out) for _ in range(number - 1)]
        help_out()
    for other in others:
        other.result()  # raises what it has raised


def threads(size: int) -> int:
    """How many threads are worth their while for `size` numbers."""
    return max(1, min(_cores(), size // _LEAST))


def _cores() -> int:
    """Cores that may be used: OMP_NUM_THREADS limits them, as joblib does for its workers."""
    affinity = getattr(os, "sched_getaffinity", None)  # not on every system
    cores = len(affinity(0)) if affinity else os.cpu_count() or 1
    limit = os.environ.get("OMP_NUM_THREADS", "")
    return min(cores, int(limit)) if limit.isdecimal() and int(limit) else cores

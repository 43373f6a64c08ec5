"""Files that are written whole or not at all, and processes that were forked."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from evenkeel.errors import EvenkeelError, SourceError, visible

# Write files whole or not at all.


if sys.platform != "win32":
    import fcntl


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Give a temporary path beside `path`; rename it when all went well, else remove it.

    An interruption, such as Ctrl-C, leaves the old file, or none, and never half of a new one.
    What a killed process left of the same file is removed first.
    """
    try:
        _remove_leftovers(path)
        temporary, handle = _begin(path)
    except OSError as error:
        raise unwritable(path, error) from None
    with os.fdopen(handle) as held:  # and with it the lock, until the file has its name
        try:
            yield temporary
            if sys.platform == "win32":  # which renames no open file
                held.close()
            temporary.replace(path)
        except BaseException as error:
            held.close()
            temporary.unlink(missing_ok=True)
            if isinstance(error, OSError) and error.strerror:  # such as a full disk
                raise unwritable(path, error) from None
            raise


def check_place(path: Path) -> None:
    """Raise what `replacing` would raise after a long computation: no directory, no right."""
    try:
        temporary, handle = _begin(path)
        os.close(handle)
        temporary.unlink()
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    except OSError as error:
        raise unwritable(path, error) from None


def unwritable(path: Path, error: OSError) -> SourceError:
    """What to tell if a file or directory cannot be written."""
    name, parent = visible(path), visible(path.parent)
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return SourceError(f"{name}: there is no directory {parent}; make it first")
    if isinstance(error, PermissionError) or error.errno == errno.EROFS:
        reason = f"cannot write into {parent} ({error.strerror})"
        return SourceError(f"{name}: {reason}; choose another directory")
    return SourceError(f"{name}: the file cannot be written ({error.strerror})")


def write_text(path: Path, text: str) -> None:
    """Write a text file whole or not at all, in UTF-8 with bare line feeds."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file whole or not at all."""
    with replacing(path) as temporary:
        temporary.write_bytes(content)


def _begin(path: Path) -> tuple[Path, int]:
    """Make an empty temporary file with the mode of every new file, and hold it open and locked.

    Its name is short, so that any name that the system allows can be written.
    """
    if "\0" in str(path):
        raise SourceError(f"{visible(path)}: no file can have this name")
    while True:
        temporary = path.with_name(f"{_prefix(path)}{os.urandom(8).hex()}.part")
        handle = os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o666)
        _lock(handle, wait=True)
        if os.fstat(handle).st_nlink:
            return temporary, handle
        os.close(handle)  # another save took it for a leftover before it was locked


def _remove_leftovers(path: Path) -> None:
    """Remove the temporary files of saves that were killed: nobody holds them locked."""
    with suppress(OSError, ValueError), os.scandir(path.parent) as entries:
        for entry in entries:
            if entry.name.startswith(_prefix(path)):
                _remove_if_left(Path(entry.path))


def _remove_if_left(temporary: Path) -> None:
    with suppress(OSError):  # finished in the meantime; or open, on Windows
        handle = os.open(temporary, os.O_RDWR)
        try:
            if _lock(handle, wait=False):
                temporary.unlink()
        finally:
            os.close(handle)


def _lock(handle: int, *, wait: bool) -> bool:
    """Lock an open file and say whether it could be done; Windows protects what is open."""
    if sys.platform == "win32":
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:  # locked by another, or a file system without locks
        return False
    return True


def _prefix(path: Path) -> str:
    import hashlib  # not with evenkeel itself

    return f".evenkeel-{hashlib.sha256(os.fsencode(path.name)).hexdigest()[:16]}-"


# Processes that were forked: the threads of polars do not live on in them.
#
# Polars would wait for its threads for ever. So a forked process reads and writes text tables
# without it, and refuses what cannot be done without it.


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

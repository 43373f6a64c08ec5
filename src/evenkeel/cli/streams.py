"""Standard input and output as they come: closed, full, or in another encoding."""

from __future__ import annotations

import codecs
import errno
import io
import os
import sys
from typing import IO

from evenkeel.cli.progress import hush
from evenkeel.errors import SourceError


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


def standard_input() -> IO[bytes]:
    """The bytes of standard input; none if it is closed. Whoever types them is not disturbed."""
    if sys.stdin.isatty():
        hush()
    return sys.stdin.buffer

"""A pseudo-terminal: a stream to write to, what arrives there, and what is left on its screen."""

from __future__ import annotations

import os
import pty
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_PATIENCE = 120  # seconds until a test that waits for ever fails
_CONTROL = re.compile(r"\x1b\[([0-9;?]*)([A-Za-z])|\x1b\]8;[^\x1b]*\x1b\\|\r|\n")


class Terminal:
    """`stream` is what a program has for its standard output or error."""

    def __init__(self) -> None:
        self._master, slave = pty.openpty()
        self.stream = os.fdopen(slave, "w", encoding="utf-8")
        self._read = b""
        self._arrived = threading.Condition()
        self._reader = threading.Thread(target=self._listen, daemon=True)
        self._reader.start()

    def _listen(self) -> None:
        while True:
            try:
                piece = os.read(self._master, 4096)
            except OSError:  # the other side is closed
                return
            with self._arrived:
                self._read += piece
                self._arrived.notify_all()

    def wait_for(self, words: str) -> None:
        """Return as soon as these words were shown."""
        with self._arrived:
            assert self._arrived.wait_for(lambda: words.encode() in self._read, _PATIENCE)

    def close(self) -> str:
        """All that arrived, now that nothing more will."""
        self.stream.close()
        self._reader.join(_PATIENCE)
        os.close(self._master)
        return self._read.decode()


@contextmanager
def terminal() -> Iterator[Terminal]:
    """A terminal that is closed in the end, whatever happens."""
    made = Terminal()
    try:
        yield made
    finally:
        if not made.stream.closed:
            made.close()


def screen(text: str) -> list[str]:
    """The lines on a high and wide screen after a text was sent to it, without empty ones below."""
    lines, row, column, end = [""], 0, 0, 0

    def write(words: str) -> None:
        nonlocal column
        lines[row] = lines[row][:column].ljust(column) + words + lines[row][column + len(words) :]
        column += len(words)

    for match in _CONTROL.finditer(text):
        write(text[end : match.start()])
        end = match.end()
        match match[0], match[2]:
            case "\r", _:
                column = 0
            case "\n", _:
                row += 1
                lines += [""] * (row == len(lines))
            case _, "A":
                row -= int(match[1] or 1)
            case _, "K":
                assert match[1] == "2"  # the whole line, which is all that is used
                lines[row] = ""
            case _, "m" | "h" | "l" | None:  # colours, the cursor, links
                pass
            case sequence:
                raise AssertionError(f"this screen does not know {sequence}")
    write(text[end:])
    return "\n".join(lines).rstrip("\n").split("\n")

"""Write files whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from evenkeel.errors import SourceError


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Give a temporary path beside `path`; rename it when all went well, else remove it.

    An interruption, such as Ctrl-C, leaves the old file, or none, and never half of a new one.
    """
    try:
        handle, name = tempfile.mkstemp(
            prefix=f".{path.name}.", suffix=path.suffix, dir=path.parent
        )
    except OSError as error:
        raise SourceError(f"{path}: cannot write there ({error.strerror})") from None
    os.close(handle)
    temporary = Path(name)
    try:
        yield temporary
        temporary.chmod(0o666 & ~_umask())
        temporary.replace(path)
    except BaseException as error:
        temporary.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.strerror:  # such as a full disk
            raise SourceError(f"{path}: the file cannot be written ({error.strerror})") from None
        raise


def write_text(path: Path, text: str) -> None:
    """Write a text file whole or not at all, in UTF-8 with bare line feeds."""
    with replacing(path) as temporary:
        temporary.write_bytes(text.encode("utf-8", errors="surrogatepass"))


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask

"""Why a request is refused: what the library says about its input, or a limit of the server."""

from __future__ import annotations

from collections.abc import Sequence

from evenkeel.errors import InputError, TableError


class TooLargeError(InputError):
    """A table is too large for the page, though maybe not for the library."""


class RefusedError(Exception):
    """A request that cannot be answered: the status, the kind of error and what it says."""

    def __init__(self, status: int, kind: str, message: str, faults: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.status = status
        self.kind = kind
        self.message = message
        self.faults = tuple(faults)


class BusyError(RefusedError):
    """All processes are at work, and enough requests wait already."""

    def __init__(self) -> None:
        super().__init__(
            503, "BusyError", "the server is busy with other tables; try again in some seconds"
        )


class TimeLimitError(RefusedError):
    """A computation took too long and was ended."""

    def __init__(self, seconds: float) -> None:
        super().__init__(
            422,
            "TimeLimitError",
            f"the answer would take more than {seconds:g} s, the limit of this server; choose "
            "fewer algorithms or another method, or use evenkeel in Python, which has no limit",
        )


class CrashError(RefusedError):
    """The process that computed ended, mostly because the table wants too much memory."""

    def __init__(self) -> None:
        super().__init__(
            422,
            "CrashError",
            "the table needs more memory than this server gives to one request; make it smaller, "
            "or use evenkeel in Python, which has no limit",
        )


def refusal(error: InputError) -> tuple[int, str, str, tuple[str, ...]]:
    """Status, kind, message and single faults of an error of the library."""
    faults = error.faults if isinstance(error, TableError) else ()
    status = 413 if isinstance(error, TooLargeError) else 422
    return status, type(error).__name__, str(error), faults

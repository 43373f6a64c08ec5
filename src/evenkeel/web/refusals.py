"""Why a request is refused: what the library says about its input, or a limit of the server."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from evenkeel.errors import InputError, Message, Option, ReadingQuestion, TableError, spelled
from evenkeel.web.readings import Question, asked

LONGEST_MESSAGE = 10_000  # characters
LONGEST_FAULT = 1_000
MOST_FAULTS = 100  # listed by themselves


class TooLargeError(InputError):
    """A table is too large for the page, though maybe not for the library."""


class RefusedError(Exception):
    """A request that cannot be answered: the status, the kind of error and what it says.

    The message and the faults are cut to a length that can be read; `count` is the number of all
    faults. `question` has the answers if a table can be read in several ways.
    """

    def __init__(
        self,
        status: int,
        kind: str,
        message: str,
        faults: Sequence[str] = (),
        question: Question | None = None,
    ) -> None:
        self.message = _sendable(message, LONGEST_MESSAGE)
        super().__init__(self.message)
        self.status = status
        self.kind = kind
        self.faults = tuple(_sendable(fault, LONGEST_FAULT) for fault in faults[:MOST_FAULTS])
        self.count = len(faults)
        self.question = question

    @property
    def headers(self) -> dict[str, str]:
        """Headers of the answer."""
        return {"retry-after": "5"} if self.status == 503 else {}

    def spelled(self, spell: Callable[[Option], str]) -> RefusedError:
        """The same with the options that it names as a door writes them."""
        faults = [spelled(each, spell) for each in self.faults]
        message = spelled(self.message, spell)
        other = RefusedError(self.status, self.kind, message, faults, self.question)
        other.count = self.count
        return other

    def as_dict(self) -> dict[str, object]:
        """What the API sends."""
        question = {} if self.question is None else {"question": self.question.as_dict()}
        said = {"type": self.kind, "message": self.message, "faults": [*self.faults]}
        return {"error": said | question}


class BusyError(RefusedError):
    """All processes are at work, and enough requests wait already."""

    def __init__(self) -> None:
        super().__init__(
            503, "BusyError", "the server is busy with other tables; try again in some seconds"
        )


class SlowRequestError(RefusedError):
    """A request did not arrive in time."""

    def __init__(self, seconds: float) -> None:
        super().__init__(
            408,
            "SlowRequestError",
            f"the request did not arrive within {seconds:g} s; send it again, or a smaller table",
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


class MemoryLimitError(RefusedError):
    """A computation wanted more memory than a process has."""

    def __init__(self) -> None:
        super().__init__(
            422,
            "MemoryLimitError",
            "the table needs more memory than this server gives to one request; make it smaller, "
            "or use evenkeel in Python, which has no limit",
        )


class CrashError(RefusedError):
    """The process that computed ended by itself or was ended, and so did the one after it."""

    def __init__(self, how: str) -> None:
        super().__init__(
            503,
            "CrashError",
            f"the process that computed the answer ended twice without giving it ({how}); either "
            "something on the server ended it, or the table made it fail, for instance for want "
            "of memory; try again, then try a smaller table, or use evenkeel in Python",
        )


def refusal(error: InputError) -> tuple[int, str, str, tuple[str, ...], Question | None]:
    """Status, kind, message, single faults and question of an error of the library."""
    faults = error.faults if isinstance(error, TableError) else ()
    status = 413 if isinstance(error, TooLargeError) else 422
    question = asked(error) if isinstance(error, ReadingQuestion) else None
    return status, type(error).__name__, error.args[0] if error.args else "", faults, question


def _sendable(text: str, most: int) -> str:
    """Text of a bounded length; half a surrogate pair, which JSON can bring in, is replaced.

    A message is cut when it is spelled.
    """
    if isinstance(text, Message):
        return text
    if len(text) > most:
        half = most // 2
        text = f"{text[:half]} [{len(text) - 2 * half} characters left out] {text[-half:]}"
    return text.encode("utf-8", "replace").decode()

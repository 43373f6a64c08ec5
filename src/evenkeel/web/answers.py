"""How a table was understood, and why a request is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlencode

from evenkeel.errors import InputError, Message, Option, ReadingQuestion, TableError, spelled
from evenkeel.tables.options import READING, typed

if TYPE_CHECKING:
    from evenkeel.tables.readings import Reading

# How a table was understood, as the page and the API show it, and the controls that change it.


MOST_COLUMNS = 150  # that have a control
#: What a column can be said to hold, by the option that names it.
NAMED = ("problem", "algorithm", "value", "run", "step")
_STAY = ("text", "empty", "measure", "group", "deviation", "key", "")  # left as they were found
_ROLE, _APPLY, _ANSWER = "role.", "roles", "answer"
_TURNING = ("shape", "transpose", "algorithms", "not_algorithms", "drop", *NAMED)


@dataclass(frozen=True)
class Role:
    """A column or a row: what it was taken for and why; `field` of the form changes it."""

    name: str
    role: str
    why: str
    field: str = ""
    chosen: str = ""


@dataclass(frozen=True)
class Shown:
    """A reading: its sentence, its columns, and the rows that are left out.

    `turn` is the answer of a button that takes the rows for what the columns are.
    """

    sentence: str
    layout: str
    columns: tuple[Role, ...]
    rows: tuple[Role, ...]
    turn: str


@dataclass(frozen=True)
class Answer:
    """A whole answer: `fields` is what its button sends."""

    sentence: str
    options: Mapping[str, Any]
    command: str
    fields: str


@dataclass(frozen=True)
class Question:
    """What is in doubt, the likeliest reading, and the answers."""

    why: str
    reading: Shown
    answers: tuple[Answer, ...]

    def as_dict(self) -> dict[str, Any]:
        """What the API sends."""
        return {
            "why": self.why,
            "columns": [
                {"name": each.name, "role": each.role, "why": each.why}
                for each in (*self.reading.columns, *self.reading.rows)
            ],
            "answers": [
                {"sentence": each.sentence, "options": each.options, "command": each.command}
                for each in self.answers
            ],
        }


def asked(question: ReadingQuestion) -> Question:
    """A question as plain data."""
    return Question(
        question.why,
        shown(question.readings[0]),
        tuple(
            Answer(
                reading.sentence(),
                reading.options(),
                reading.command("compare", question.source),
                urlencode({name: text_of(v, name) for name, v in reading.options().items()}),
            )
            for reading in question.readings
        ),
    )


def shown(reading: Reading) -> Shown:
    """A reading as plain data."""
    turned = {"shape": "wide"} if reading.layout == "columns" else {"transpose": "1"}
    return Shown(
        reading.sentence(),
        reading.layout,
        tuple(
            role_of(part.name, part.role, part.why, control=i < MOST_COLUMNS)
            for i, part in enumerate(reading.columns)
        ),
        tuple(Role(part.name, part.role, part.why) for part in reading.rows),
        urlencode(dict.fromkeys(_TURNING, "") | turned),
    )


def role_of(name: str, role: str = "", why: str = "", *, control: bool = True) -> Role:
    """A column with the field that changes what it is taken for."""
    chosen = role if role in (*NAMED, "result") else "" if role in _STAY else "out"
    return Role(name, role, why, f"{_ROLE}{chosen}.{name}" if control else "", chosen)


def with_answers(fields: Mapping[str, str]) -> dict[str, str]:
    """The fields of a form after the button that was pressed: an answer, or other roles."""
    told = {name: value for name, value in fields.items() if not name.startswith(_ROLE)}
    answer, layout = told.pop(_ANSWER, None), told.pop(_APPLY, None)
    if answer is not None:
        known = (*READING, "better")
        given = parse_qsl(answer, keep_blank_values=True)
        told |= {name: value for name, value in given if name in known}
    if layout is not None:
        told |= _from_roles(fields, layout)
    return told


def _from_roles(fields: Mapping[str, str], layout: str) -> dict[str, str]:
    """The options that say what was chosen for the columns, of all of them if one was changed."""
    roles = [
        (*name.removeprefix(_ROLE).split(".", 1), chosen)
        for name, chosen in fields.items()
        if name.startswith(_ROLE) and "." in name.removeprefix(_ROLE)
    ]
    if all(before == now for before, _, now in roles):
        return {}
    told = {}
    for role in NAMED:
        names = [column for _, column, now in roles if now == role]
        one = READING[role].kind == "text" and len(names) == 1  # which may hold a comma
        told[role] = names[0] if one else typed(names, role) if names else ""
    if layout != "long":
        out = typed([column for _, column, now in roles if now == "out"])
        told["drop" if layout == "columns" else "not_algorithms"] = out
    return told | ({"transpose": "1"} if layout == "columns" else {})


def text_of(value: Any, option: str = "") -> str:
    """The value of an option as a field has it."""
    return "1" if value is True else typed(value, option)


# Why a request is refused: what the library says about its input, or a limit of the server.


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

"""How a table was understood, as the page and the API show it, and the controls that change it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlencode

from evenkeel.errors import ReadingQuestion
from evenkeel.tables.options import READING, typed

if TYPE_CHECKING:
    from evenkeel.tables.readings import Reading

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

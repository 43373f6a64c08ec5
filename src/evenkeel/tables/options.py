"""What a user may say about a table that is to be read: the same at every door.

The command line, the page and the API have an option for each entry, and `read_any` takes all of
them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from evenkeel.errors import InputError, choice

SHAPES = ("auto", "wide", "long", "transposed", "runs")
Missing = Literal["error", "drop-problem", "drop-algorithm", "worst", "keep"]
MISSING: tuple[str, ...] = get_args(Missing)


@dataclass(frozen=True)
class ReadingOption:
    """An option of `read`, of `read_runs` or of both.

    Attributes
    ----------
    name
        The keyword in Python.
    title
        The label on the page.
    help
        A sentence for the command line and the API.
    kind
        What its text holds: one of `choices`, a text, a name or several with commas between them,
        several names, pairs of a name and a value, or a flag that is given or not.
    choices
        What can be chosen, the default first.
    meanings
        What a word stands for that is no text in Python.
    flag
        The option of the command line, by default the name with dashes.
    usual
        Whether many need it: the others are folded where there is little room.
    """

    name: str
    title: str
    help: str
    kind: Literal["choice", "text", "name or names", "names", "pairs", "flag"] = "text"
    choices: tuple[str, ...] = ()
    meanings: Mapping[str, Any] = field(default_factory=dict)
    flag: str = ""
    usual: bool = False

    def __post_init__(self) -> None:
        if not self.flag:
            object.__setattr__(self, "flag", f"--{self.name.replace('_', '-')}")

    @property
    def default(self) -> str | bool | None:
        """What holds if nothing is said."""
        return False if self.kind == "flag" else self.choices[0] if self.choices else None

    def parsed(self, text: str | bool | None) -> Any:
        """What the text of an option or a field means, as Python takes it.

        Examples
        --------
        >>> READING["run"].parsed("repeat,fold"), READING["run"].parsed("none")
        (['repeat', 'fold'], False)
        """
        if self.kind == "flag":
            return text in (True, "true", "on", "1", "yes")
        if not text or isinstance(text, bool):
            return self.default
        if text in self.meanings:
            return self.meanings[text]
        if self.kind == "choice":
            return choice(text, self.choices, self.title.lower())
        if self.kind == "text":
            return text
        names = split_names(text)
        if self.kind == "pairs":
            return dict(map(_pair, names))
        return names[0] if self.kind == "name or names" and len(names) == 1 else names


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not (name.strip() and equals):
        raise InputError(f"{text!r} is no condition; give a column and its value, as in group=x")
    return name.strip(), value.strip()


#: A name up to the next comma, in quotes (doubled within them) or as it is.
_NAME = re.compile(r'\s*"((?:[^"]|"")*)"\s*(,|$)|([^,]*)(,|$)')


def split_names(text: str) -> list[str]:
    """The names in a text with commas between them; one that holds a comma stands in quotes.

    Examples
    --------
    >>> split_names('SVM, k-NN, "C, tuned", ""')
    ['SVM', 'k-NN', 'C, tuned', '']
    """
    names, at, comma = [], 0, ","
    while comma:
        found = _NAME.match(text, at)
        assert found is not None  # whatever there is up to the next comma
        quoted, plain = found[1], found[3]
        if quoted is None and not plain.strip():
            raise InputError(f"{text!r} holds an empty name; give names with commas between them")
        names.append(plain.strip() if quoted is None else quoted.replace('""', '"'))
        at, comma = found.end(), found[2] or found[4]
    return names


READING: dict[str, ReadingOption] = {
    option.name: option
    for option in (
        ReadingOption("shape", "Shape", "auto, wide, long, transposed or runs.", "choice", SHAPES),
        ReadingOption(
            "transpose", "Each row is an algorithm", "Each row is an algorithm.", "flag", usual=True
        ),
        ReadingOption(
            "missing",
            "Missing cells",
            "Missing cells: error, drop-problem, drop-algorithm, worst or keep.",
            "choice",
            MISSING,
            usual=True,
        ),
        ReadingOption(
            "algorithm",
            "Column of the algorithms",
            "The column that names the algorithms, several with commas.",
            "name or names",
        ),
        ReadingOption(
            "problem",
            "Column of the problems",
            "The column that names the problems, several with commas.",
            "name or names",
        ),
        ReadingOption(
            "value", "Column of the values", "The column of a long table that holds the values."
        ),
        ReadingOption(
            "run",
            "Column of the runs",
            "The column that names the runs, several with commas, or none.",
            "name or names",
            meanings={"none": False},
        ),
        ReadingOption(
            "step",
            "Column of the steps",
            "The column that holds the steps of curves, or none.",
            meanings={"none": False},
        ),
        ReadingOption(
            "measure",
            "Measure",
            "The measure to read, where rows or columns hold several.",
        ),
        ReadingOption(
            "where",
            "Only the rows where",
            "The rows to read, as COLUMN=VALUE; several with commas.",
            "pairs",
            usual=True,
        ),
        ReadingOption(
            "algorithms",
            "Only these algorithms",
            "The columns, or names, that are algorithms, with commas.",
            "names",
        ),
        ReadingOption(
            "not_algorithms",
            "Not algorithms",
            "The columns, or names, that are none, with commas; none keeps all.",
            "names",
            meanings={"none": []},
        ),
        ReadingOption(
            "drop",
            "Rows that are no problems",
            "Names of rows to leave out, such as Mean, with commas; none keeps all.",
            "names",
            meanings={"none": []},
            flag="--drop-rows",
        ),
        ReadingOption(
            "format",
            "Format",
            "The format, one of those that evenkeel formats lists; table for none of them.",
        ),
        ReadingOption(
            "separator",
            "Separator of the cells",
            "The mark between the cells of a text table; tab and blank are words for theirs.",
            meanings={"tab": "\t", "blank": " "},
        ),
        ReadingOption(
            "decimal",
            "Decimal mark",
            "The decimal mark of a text table: auto, . or ,",
            "choice",
            ("auto", ".", ","),
        ),
        ReadingOption("encoding", "Encoding", "The encoding of a text table, such as utf-8."),
        ReadingOption("sheet", "Sheet", "The sheet of an Excel file."),
        ReadingOption("pick", "Which table", "Which of several tables: its name, or 1, 2, ..."),
        ReadingOption(
            "records", "Records", "Where the records are in a JSON or YAML file, as runs.results."
        ),
    )
}


def typed(value: Any, option: str = "") -> str:
    r"""A value as it is typed where only text can be, from which `option` has it back.

    Examples
    --------
    >>> typed(["a", "b, c"]), typed({"group": "x"}), typed(False), typed("\t")
    ('a,"b, c"', 'group=x', 'none', 'tab')
    >>> typed("a, b", "problem"), typed(["none"], "drop")
    ('"a, b"', '"none"')
    """
    if value is False or value == []:
        return "none"
    if isinstance(value, Mapping):
        return ",".join(_quoted(f"{key}={each}") for key, each in value.items())
    several = option in READING and READING[option].kind == "name or names"
    if isinstance(value, (list, tuple)) or several:
        names = list(value) if isinstance(value, (list, tuple)) else [value]
        words = ("none",) if len(names) == 1 else ()
        return ",".join(_quoted(name, words) for name in names)
    return {"\t": "tab", " ": "blank"}.get(str(value), str(value))


def _quoted(name: Any, words: Sequence[str] = ()) -> str:
    """A name, in quotes where it would not be read back without them."""
    text = str(name)
    if text and text == text.strip() and text not in words and not re.search('^"|,', text):
        return text
    return '"{}"'.format(text.replace('"', '""'))


def parsed(texts: Mapping[str, str | None]) -> dict[str, Any]:
    """What the texts of options mean, without those that say no more than their defaults."""
    found = {name: READING[name].parsed(text) for name, text in texts.items()}
    return {name: value for name, value in found.items() if value != READING[name].default}

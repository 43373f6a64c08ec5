"""What a request asks for: which table, how it is read, and how the algorithms are compared."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import urlencode

from evenkeel.errors import InputError, choice
from evenkeel.runs.parametric_conditions import INDEPENDENCE
from evenkeel.runs.two_sample_tests import TWO_SAMPLE_TESTS
from evenkeel.tables.cell_statistics import STATISTICS
from evenkeel.tables.reading_any import SHAPES

MISSING = ("error", "drop-problem")
SAVED_AS = "results.csv"  # the name under which the table that was understood is downloaded
_LONGEST_NAME = 200


@dataclass(frozen=True)
class Source:
    """A case study by its name, or the bytes of a table and how to read them.

    `statistic`, `test` and `design` are for runs: `aggregate`, `test` and `design` of
    `evenkeel.compare_runs`.
    """

    case: str = ""
    data: bytes = b""
    name: str = "the table"
    better: str | None = None
    shape: str = "auto"
    missing: str = "error"
    statistic: str = "mean"
    test: str = "mann-whitney"
    design: str = ""

    def runs_arguments(self) -> dict[str, Any]:
        """The keyword arguments of `compare_runs`, without those that have their default."""
        given = {
            "aggregate": (self.statistic, "mean"),
            "missing": (self.missing, "error"),
            "test": (self.test, "mann-whitney"),
            "design": (self.design, ""),
        }
        return {key: value for key, (value, default) in given.items() if value != default}

    def checked(self) -> Source:
        """Return it, or raise what is wrong with it."""
        choice(self.shape, SHAPES, "shape")
        choice(self.missing, MISSING, "treatment of missing cells")
        choice(self.statistic, STATISTICS, "statistic of the runs")
        choice(self.test, TWO_SAMPLE_TESTS, "test")
        if self.design:
            choice(self.design, INDEPENDENCE, "design")
        if self.better is not None:
            choice(self.better, ("lower", "higher"), "direction")
        return self


@dataclass(frozen=True)
class Options:
    """The options of `evenkeel.compare`, with its defaults."""

    control: str | None = None
    alpha: float = 0.05
    ranking: str = "friedman"
    method: str = "normal"
    procedure: str | None = None
    adjust: tuple[str, ...] = ()
    always: bool = False

    def arguments(self) -> dict[str, Any]:
        """The keyword arguments of `compare`, without those that have their default."""
        chosen = {key: value for key, value in asdict(self).items() if value != _DEFAULTS[key]}
        return {key: list(v) if isinstance(v, tuple) else v for key, v in chosen.items()}


_DEFAULTS = asdict(Options())
_DEFAULT_SOURCE = Source()


def source_from(fields: Mapping[str, str], data: bytes = b"", name: str = "the table") -> Source:
    """Make a `Source` of the fields of a form or an address."""
    return Source(
        case="" if data else fields.get("case", ""),
        data=data,
        name=name,
        better=fields.get("better") or None,
        shape=fields.get("shape") or "auto",
        missing=fields.get("missing") or "error",
        statistic=fields.get("statistic") or "mean",
        test=fields.get("test") or "mann-whitney",
        design=fields.get("design") or "",
    ).checked()


def options_from(fields: Mapping[str, str], adjust: Sequence[str] = ()) -> Options:
    """Make `Options` of the fields of a form or an address."""
    control = fields.get("control") or None
    if fields.get("family") == "all-pairs":
        control = None
    elif fields.get("family") == "control":
        control = control or "best"
    return Options(
        control=control,
        alpha=_number(fields.get("alpha") or "0.05"),
        ranking=fields.get("ranking") or "friedman",
        method=fields.get("method") or "normal",
        procedure=fields.get("procedure") or None,
        adjust=tuple(dict.fromkeys(adjust)),
        always=fields.get("always") in ("1", "on", "true", "yes"),
    )


def address(source: Source, options: Options) -> str:
    """The query that brings back this view; of an own table it holds only the options."""
    fields: list[tuple[str, str]] = [("case", source.case)] if source.case else []
    of_own = () if source.case else ("better", "shape", "missing")
    for key in (*of_own, "statistic", "test", "design"):
        value = getattr(source, key)
        if value != getattr(_DEFAULT_SOURCE, key):
            fields.append((key, value))
    for key, value in options.arguments().items():
        values = value if isinstance(value, list) else ["1" if value is True else value]
        fields += [(key, str(v)) for v in values]
    return urlencode(fields)


def python_code(source: Source, better: str, options: Options, *, runs: bool) -> str:
    """Lines of Python that give the same comparison."""
    table, load, read, compare = (
        ("runs", "load_runs", "read_runs", "compare_runs")
        if runs
        else ("results", "load", "read", "compare")
    )
    reading = f"{load}({source.case!r})" if source.case else f"{read}({SAVED_AS!r}, {better=})"
    arguments = {**(source.runs_arguments() if runs else {}), **options.arguments()}
    listed = "".join(f", {key}={value!r}" for key, value in arguments.items())
    return (
        "import evenkeel\n\n"
        f"{table} = evenkeel.{reading}\n"
        f"comparison = evenkeel.{compare}({table}{listed})\n"
        "print(comparison)\n"
        "comparison.save('report.html')\n"
    )


def command_line(source: Source, better: str, options: Options, *, runs: bool) -> str:
    """The command that gives the same comparison."""
    words = ["evenkeel", "runs" if runs else "compare"]
    words += [f"case:{source.case}"] if source.case else [SAVED_AS, f"--better={better}"]
    words += _command_options(source.runs_arguments() if runs else {})
    words += _command_options(options.arguments())
    return " ".join(map(shlex.quote, [*words, "-o", "report.html"])) + "\n"


def _command_options(arguments: Mapping[str, Any]) -> Iterable[str]:
    for key, value in arguments.items():
        if value is True:
            yield f"--{key}"
        else:
            for item in value if isinstance(value, list) else [value]:
                yield f"--{key}={item}"


def safe_name(name: str | None) -> str:
    """The last part of the name of an uploaded file, for messages; it is never opened."""
    last = (name or "").replace("\\", "/").rsplit("/", 1)[-1]
    shown = "".join(c for c in last if c.isprintable())[-_LONGEST_NAME:]
    return shown or "the table"


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise InputError(
            f"alpha is {text[:40]!r}; give a number between 0 and 1, such as 0.05"
        ) from None

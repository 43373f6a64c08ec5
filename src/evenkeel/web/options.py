"""What a request asks for: the table, the comparison, and the analyses beside it."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any
from urllib.parse import urlencode

from evenkeel.comparison.analyses.registry import ANALYSES, Analysis, AnalysisOption
from evenkeel.errors import InputError, choice, fraction
from evenkeel.omnibus.registry import RESAMPLES, TIES
from evenkeel.pairwise.sign import TIE_TREATMENTS
from evenkeel.runs.problem_tests import chosen_test
from evenkeel.tables.choices import STATISTICS
from evenkeel.tables.options import READING, parsed, split_names, typed
from evenkeel.web.answers import text_of

# The analyses beside the comparison that a request asks for, in fields and lines.


OFFERED = tuple(analysis for analysis in ANALYSES if analysis.beside)


@dataclass(frozen=True)
class Beside:
    """An analysis that is asked for, with the options that differ from their defaults."""

    name: str
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def analysis(self) -> Analysis:
        """Its entry of the registry."""
        return ANALYSES.lookup(self.name)


def beside_from(fields: Mapping[str, str]) -> tuple[Beside, ...]:
    """What the fields of a form or an address ask for: ``beside.NAME`` and ``NAME.OPTION``."""
    return tuple(
        Beside(analysis.name, _told(analysis, fields))
        for analysis in OFFERED
        if fields.get(f"beside.{analysis.name}") in ("1", "on", "true", "yes")
    )


def _told(analysis: Analysis, fields: Mapping[str, str]) -> dict[str, Any]:
    texts = {o.name: fields.get(f"{analysis.name}.{o.name}") for o in analysis.options}
    found = analysis.parsed(texts)
    for option in analysis.options:
        check_bounds(option, found[option.name])
    return analysis.arguments(found)


def check_bounds(option: AnalysisOption, value: Any) -> None:
    """Refuse numbers beyond the bounds that hold where others wait."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return
    if option.least is not None and not value >= option.least:
        raise InputError(f"{option.name} is {value}; give at least {option.least:g}")
    if option.most is not None and not value <= option.most:
        raise InputError(f"{option.name} is {value}; give at most {option.most:g} here")


def address_fields(asked: tuple[Beside, ...]) -> Iterator[tuple[str, str]]:
    """The fields of an address that bring these analyses back."""
    for each in asked:
        yield f"beside.{each.name}", "1"
        for name, value in each.options.items():
            yield f"{each.name}.{name}", _typed(value)


def python_lines(asked: tuple[Beside, ...], data: str) -> Iterator[str]:
    """Lines of Python that give the same analyses."""
    for each in asked:
        listed = "".join(f", {name}={value!r}" for name, value in each.options.items())
        yield f"print({each.analysis.call}({data}{listed}))\n"


def command_lines(asked: tuple[Beside, ...], table: list[str]) -> Iterator[str]:
    """Commands that give the same analyses; `table` is the file and how it is read."""
    for each in asked:
        words = ["evenkeel", each.name, *table]
        flags = {option.name: option.flag for option in each.analysis.options}
        for name, value in each.options.items():
            flag = flags[name]
            if isinstance(value, bool):
                words.append(flag if value else f"--no-{flag[2:]}")
            else:
                words.append(f"{flag}={typed(value)}")
        yield " ".join(map(shlex.quote, words)) + "\n"


def _typed(value: Any) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else typed(value)


# What a request asks for: which table, how it is read, and how the algorithms are compared.


MOST_RESAMPLES = 100_000  # where others wait
SAVED_AS = "results.csv"  # the name under which the table that was understood is downloaded
_LONGEST_NAME = 200
_SHARES = ("alpha", "test_share")  # fields with a number between 0 and 1
LONGEST_LIST = 20_000  # characters of an option that lists names
KEPT = ("keep", "worst")  # choices with which the table that was understood has empty cells


@dataclass(frozen=True)
class Source:
    """A case study by its name, or the bytes of a table and how to read them.

    `reading` holds what was said about the table, the options of `read_any`. `statistic`, `test`,
    `design` and `test_share` are for runs: `aggregate` and the others of `evenkeel.compare_runs`.
    """

    case: str = ""
    data: bytes = b""
    name: str = "the table"
    better: str | None = None
    reading: Mapping[str, Any] = field(default_factory=dict)
    statistic: str = "mean"
    test: str = ""
    design: str = ""
    test_share: float | None = None

    @property
    def missing(self) -> str:
        """What becomes of missing cells."""
        return str(self.reading.get("missing", "error"))

    def runs_arguments(self) -> dict[str, Any]:
        """The keyword arguments of `compare_runs`, without those that have their default."""
        given = {
            "aggregate": (self.statistic, "mean"),
            "missing": (self.missing, "error"),
            "test": (self.test, ""),
            "design": (self.design, ""),
            "test_share": (self.test_share, None),
        }
        return {key: value for key, (value, default) in given.items() if value != default}

    def checked(self) -> Source:
        """Return it, or raise what is wrong with it."""
        choice(self.statistic, STATISTICS, "statistic of the runs")
        chosen_test(self.test or None, self.design or None)
        if self.test_share is not None:
            fraction(self.test_share, "test_share")
        if self.better is not None:
            choice(self.better, ("lower", "higher"), "direction")
        return self


@dataclass(frozen=True)
class Options:
    """The options of `evenkeel.compare`, with its defaults, and the analyses beside it."""

    control: str | None = None
    alpha: float = 0.05
    ranking: str = "friedman"
    method: str | None = None
    procedure: str | None = None
    adjust: tuple[str, ...] = ()
    always: bool = False
    order: tuple[str, ...] | None = None
    ties: str = "corrected"
    omnibus_method: str | None = None
    sign_ties: str = "split"
    second_look: str | None = None
    resamples: int = RESAMPLES
    seed: int = 0
    scaled: bool = False
    checklist: bool = False
    beside: tuple[Beside, ...] = ()

    def arguments(self) -> dict[str, Any]:
        """The keyword arguments of `compare`, without those that have their default."""
        chosen = {key: value for key, value in asdict(self).items() if value != _DEFAULTS[key]}
        for name in ("beside", "checklist"):
            chosen.pop(name, None)
        return {key: list(v) if isinstance(v, tuple) else v for key, v in chosen.items()}


_ON = ("1", "on", "true", "yes")
_DEFAULTS = asdict(Options())
_DEFAULT_SOURCE = Source()


def source_from(fields: Mapping[str, str], data: bytes = b"", name: str = "the table") -> Source:
    """Make a `Source` of the fields of a form or an address."""
    return Source(
        case="" if data else fields.get("case", ""),
        data=data,
        name=name,
        better=fields.get("better") or None,
        reading=parsed({name: fields.get(name, "") for name in READING}),
        statistic=fields.get("statistic") or "mean",
        test=fields.get("test") or "",
        design=fields.get("design") or "",
        test_share=number_from(fields, "test_share", 0.1) if fields.get("test_share") else None,
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
        alpha=number_from(fields, "alpha", 0.05),
        ranking=fields.get("ranking") or "friedman",
        method=fields.get("method") or None,
        procedure=fields.get("procedure") or None,
        adjust=tuple(dict.fromkeys(adjust)),
        always=fields.get("always") in _ON,
        order=tuple(split_names(fields["order"])) if fields.get("order") else None,
        ties=choice(fields.get("ties") or TIES[0], TIES, "treatment of ties"),
        omnibus_method=fields.get("omnibus_method") or None,
        sign_ties=choice(fields.get("sign_ties") or "split", TIE_TREATMENTS, "treatment of ties"),
        second_look=fields.get("second_look") or None,
        resamples=_resamples_from(fields),
        seed=int(number_from(fields, "seed", 0)),
        scaled=fields.get("scaled") in _ON,
        checklist=fields.get("checklist") in _ON,
        beside=beside_from(fields),
    )


def address(source: Source, options: Options) -> str:
    """The query that brings back this view; of an own table it holds only the options."""
    fields: list[tuple[str, str]] = [("case", source.case)] if source.case else []
    if not source.case:
        fields += [("better", source.better)] if source.better else []
        fields += [
            (key, text_of(value))
            for key, value in source.reading.items()
            if value != READING[key].default
        ]
    for key in ("statistic", "test", "design", "test_share"):
        value = getattr(source, key)
        if value != getattr(_DEFAULT_SOURCE, key):
            fields.append((key, str(value)))
    for key, value in options.arguments().items():
        values = value if key == "adjust" else [text_of(value)]
        fields += [(key, str(v)) for v in values]
    fields += [("checklist", "1")] if options.checklist else []
    return urlencode([*fields, *address_fields(options.beside)])


def python_code(source: Source, better: str, options: Options, *, runs: bool) -> str:
    """Lines of Python that give the same comparison."""
    table, load, read, compare = (
        ("runs", "load_runs", "read_runs", "compare_runs")
        if runs
        else ("results", "load", "read", "compare")
    )
    holes = "" if runs or source.missing not in KEPT else f", missing={source.missing!r}"
    reading = f"{read}({SAVED_AS!r}, {better=}{holes})"
    if source.case:
        reading = f"{load}({source.case!r})"
    arguments = {**(source.runs_arguments() if runs else {}), **options.arguments()}
    listed = "".join(f", {key}={value!r}" for key, value in arguments.items())
    tables = "comparison.comparison" if runs else "comparison"
    asked = f"print(evenkeel.comparison.checklist({tables}))\n" if options.checklist else ""
    return (
        "import evenkeel\n\n"
        f"{table} = evenkeel.{reading}\n"
        f"comparison = evenkeel.{compare}({table}{listed})\n"
        "print(comparison)\n"
        f"comparison.save('report.html')\n{asked}" + "".join(python_lines(options.beside, table))
    )


def command_line(source: Source, better: str, options: Options, *, runs: bool) -> str:
    """The command that gives the same comparison."""
    table = [f"case:{source.case}"] if source.case else [SAVED_AS, f"--better={better}"]
    if not (runs or source.case) and source.missing in KEPT:
        table.append(f"--missing={source.missing}")
    words = ["evenkeel", "runs" if runs else "compare", *table]
    words += _command_options(source.runs_arguments() if runs else {})
    words += _command_options(options.arguments())
    words += ["--checklist"] if options.checklist else []
    compared = " ".join(map(shlex.quote, [*words, "-o", "report.html"])) + "\n"
    return compared + "".join(command_lines(options.beside, table))


def _command_options(arguments: Mapping[str, Any]) -> Iterable[str]:
    for key, value in arguments.items():
        if value is True:
            yield f"--{key}"
        else:
            for item in value if key == "adjust" else [typed(value)]:
                yield f"--{key.replace('_', '-')}={item}"


def safe_name(name: str | None, parts: int = 1) -> str:
    """The last parts of the name of an uploaded file, for messages; it is never opened."""
    listed = [part for part in (name or "").replace("\\", "/").split("/") if part.strip(". ")]
    last = "/".join(listed[-parts:])
    shown = "".join(c for c in last if c.isprintable())[-_LONGEST_NAME:]
    return shown or "the table"


def _resamples_from(fields: Mapping[str, str]) -> int:
    resamples = int(number_from(fields, "resamples", RESAMPLES))
    if resamples > MOST_RESAMPLES:
        raise InputError(f"resamples is {resamples}; give at most {MOST_RESAMPLES} here")
    return resamples


def number_from(fields: Mapping[str, str], name: str, default: float) -> float:
    """The number in a field, or the default if it is empty."""
    text = fields.get(name) or str(default)
    try:
        return float(text) if name in _SHARES else int(text)
    except ValueError:
        bounds = " between 0 and 1" if name in _SHARES else ""
        raise InputError(
            f"{name} is {text[:40]!r}; give a number{bounds}, such as {default}"
        ) from None

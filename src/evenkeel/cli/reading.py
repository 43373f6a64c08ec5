"""The table of a command, how it was read, and ``evenkeel read`` and ``formats``.

Long because what is asked of a table and how it is read are said in one place.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from evenkeel.cli.commands import REQUIRED, Parameters, Part, rare, takes
from evenkeel.cli.commands import TABLE as THE_TABLE
from evenkeel.cli.options import CONTEXT, READ, AggregateOption, number_or_word
from evenkeel.cli.output import OUTPUT, Destination, show
from evenkeel.cli.questions import answer_to
from evenkeel.cli.streams import (
    doing,
    following,
    hush,
    print_text,
    say,
    say_written,
    standard_input,
)
from evenkeel.errors import (
    EvenkeelError,
    InputError,
    Message,
    Option,
    ReadingQuestion,
    SourceError,
    TableError,
    visible,
)
from evenkeel.tables.options import READING, parsed

if TYPE_CHECKING:
    from evenkeel.tables.outcomes import Outcomes
    from evenkeel.tables.results import Results
    from evenkeel.tables.runs import Runs

# The table of a command: its file, how it is to be read, and what it turned out to be.


CASE_PREFIX = "case:"

_FILE = typer.Argument(
    help="A CSV, TSV, Excel, Parquet or JSON file, - for standard input, or case:NAME for a "
    "bundled case study.",
    metavar="FILE",
)
_RUNS_FILE = typer.Argument(
    help="A table of runs, long (columns algorithm, problem, run, value) or wide with several "
    "rows per problem: CSV, Excel, JSON, a Parquet file, folder or glob, - for standard input, or "
    "case:NAME for bundled runs.",
    metavar="FILE",
)
_BETTER = typer.Option(
    "--better",
    "-b",
    help="Which values are good: lower or higher.",
    metavar="SIDE",
    rich_help_panel=THE_TABLE,
)
_EACH_MEASURE = typer.Option(
    "--each-measure",
    help="Compare by each measure of the table; --better HV=higher,IGD=lower.",
    rich_help_panel=rare(THE_TABLE),
)
_EACH = typer.Option(
    "--each",
    help="Compare for each value of a column, such as group.",
    rich_help_panel=rare(THE_TABLE),
)

ScaledOption = Annotated[
    bool,
    typer.Option(
        "--scaled",
        help="Map each problem on [0, 1] first, so that no problem outweighs another.",
        rich_help_panel=rare(THE_TABLE),
    ),
]

Found = TypeVar("Found", bound="Results | Runs")


def _reading_options() -> Parameters:
    options: Parameters = {"better": (Annotated[str | None, _BETTER], None)}
    for option in READING.values():
        kind: Any = bool if option.kind == "flag" else str if option.default else str | None
        group = THE_TABLE if option.usual else rare(THE_TABLE)
        shown = typer.Option(option.flag, help=option.help, rich_help_panel=group)
        annotation: Any = Annotated[kind, shown]
        options[option.name] = annotation, option.default
    return options


_READING = _reading_options()


@contextmanager
def _reading(file: str) -> Iterator[None]:
    """Tell a terminal what is being read, and that it is computed with after that."""
    doing(f"reading {visible(file)}")
    yield
    doing("computing")


def _load_results(
    file: str, better: str | None, aggregate: str | None, scaled: bool, **told: Any
) -> Results:
    """Read the table that a command works on; of runs, make one value per cell and say so."""
    results = _load_one(file, better, aggregate, **told)
    return results.scaled() if scaled else results


def _load_one(file: str, better: str | None, aggregate: str | None, **told: Any) -> Results:
    from evenkeel.tables.results import Results

    found = load_any_table(file, better, **told)
    if isinstance(found, Results):
        say_what_was_left_out(found)
        if aggregate is not None:
            raise InputError(
                f"{file}: --aggregate {aggregate} says how runs become one value, but the table "
                "has one value per cell; leave it out"
            )
        return found
    from evenkeel.tables.runs import aggregated

    missing: Any = told["missing"]
    results = aggregated(found, number_or_word(aggregate or "mean"), missing=missing)
    assert results.origin is not None  # what was made of runs has one
    step = f" at their last {found.columns['step']!r}" if found.has_steps else ""
    say(
        f"{visible(file)} holds runs: the {results.origin.aggregated}{step} of each cell is taken "
        "(--aggregate chooses another statistic); evenkeel runs looks at the runs of each problem "
        "as well"
    )
    say_what_was_left_out(results)
    return results


def _load_tables(
    file: str,
    better: str | None,
    aggregate: str | None,
    scaled: bool,
    each_measure: bool,
    each: str | None,
    **told: str | None,
) -> Results | dict[str, Results]:
    """Read the table of a command, or one of each measure or group."""
    if not each_measure and each is None:
        return _load_results(file, better, aggregate, scaled, **told)
    if file.startswith(CASE_PREFIX):
        raise InputError(f"{file} is a case study, which has one measure; leave out --each-measure")
    from evenkeel.tables.reading import read_measures

    directions: Any = READING["where"].parsed(better) if better and "=" in better else better
    with _reading(file):
        tables = read_measures(
            _source(file),
            better=directions,
            each=each,
            aggregate=number_or_word(aggregate or "mean"),
            **parsed(told),
        )
    for results in tables.values():
        say_what_was_left_out(results)
    return {name: each.scaled() for name, each in tables.items()} if scaled else tables


def say_what_was_read() -> None:
    """Say on standard error how the table was understood, where no report does."""
    if sentence := CONTEXT.get().meta.get(READ):
        say(sentence)


def say_what_was_left_out(results: Results) -> None:
    """Name on standard error what takes no part in what follows: problems, files."""
    origin = results.origin
    for remark in origin.not_read() if origin is not None else ():
        say(visible(f"evenkeel: {remark}"))
    if origin is not None and origin.dropped:
        from evenkeel.report.tables import left_out_in_words

        say(visible(f"evenkeel: {left_out_in_words(origin, results.n)}"))


def load_any_table(
    file: str, better: str | None, *, direction: bool = True, **told: Any
) -> Results | Runs:
    """Read the table of a command: results, or runs if its cells have several values.

    With `direction` False it need not be known which values are good.
    """
    if file.startswith(CASE_PREFIX):
        from evenkeel.casestudies import load_any

        return _of_case(file, load_any, better, parsed(told))
    from evenkeel.tables.reading import read_any

    return _read(read_any, file, better, told, direction=direction)


def _load_runs(file: str, better: str | None, **told: str | None) -> Runs:
    """Read the runs that a command works on."""
    if file.startswith(CASE_PREFIX):
        from evenkeel.casestudies import load_runs

        return _of_case(file, load_runs, better, parsed(told))
    from evenkeel.tables.reading import read_runs

    return _read(read_runs, file, better, told)


def _load_curves(file: str, better: str | None, **told: str | None) -> Runs:
    """Read the runs of a command with their courses, where the format has them."""
    from evenkeel.tables.formats.registry import FORMATS

    runs = _load_runs(file, better, **told)
    curves = f"{runs.origin.format}-curves"
    if runs.has_steps or curves not in FORMATS.names:
        return runs
    return _load_runs(file, better, **{**told, "format": curves})


def says_limit(file: str) -> bool:
    """Whether the file or folder says when runs were stopped, as an ASlib scenario does."""
    from evenkeel.tables.finding import find_tables

    if not (Path(file).is_dir() or file.endswith(".arff")):
        return False
    try:
        return any(table.limit is not None for table in find_tables(file))
    except EvenkeelError:  # which is told where the table is read
        return False


def load_outcomes(
    file: str, better: str | None, *, cutoff: str | None, **told: str | None
) -> Outcomes:
    """Read when runs were solved, or how long they were watched; sooner is always better."""
    from evenkeel.casestudies import load_any
    from evenkeel.tables.outcomes import read_outcomes

    if better not in (None, "lower"):
        raise InputError("of times lower is better; leave out --better")
    if file.startswith(CASE_PREFIX):
        return read_outcomes(_of_case(file, load_any, better, parsed(told)), cutoff=cutoff)
    with _reading(file):
        return read_outcomes(_source(file), cutoff=cutoff, **parsed(told))


def _read(
    read: Callable[..., Found],
    file: str,
    better: str | None,
    told: Mapping[str, str | None],
    *,
    direction: bool = True,
) -> Found:
    """Read a file; what is in doubt is asked, and how it was understood is kept."""
    given = parsed(told) | ({} if better is None else {"better": better})
    try:
        with _reading(file):
            found = read(_source(file), **given)
    except (TableError, SourceError) as question:
        if not {*given} - {"better"}:
            _point_to_another_command(file)
        if not isinstance(question, ReadingQuestion):
            raise
        answer = question.readings[0].options()
        if direction or not set(answer) <= {*given, "better"}:
            answer = answer_to(question, given, file)
        with _reading(file):
            found = read(_source(file), **given | answer)
    if found.origin is not None and found.origin.reading is not None:
        CONTEXT.get().meta[READ] = found.origin.reading.sentence()
    return found


def _point_to_another_command(file: str) -> None:
    """Raise if logs of language models or votes were given as if they were a table."""
    from evenkeel.items.logs.registry import command_for

    if (name := command_for(file) if file != "-" else None) is not None:
        held = "logs of answers to single items" if name == "items" else "votes on pairs of models"
        raise InputError(
            f"{visible(file)}: these are {held}, no table of results; give them to "
            f"evenkeel {name} {shlex.quote(file)}"
        )


def _source(file: str) -> Any:
    """What to read; the files of a folder are followed by a bar on a terminal."""
    from evenkeel.tables.formats.givens import FOLLOWING

    FOLLOWING.set(lambda members: following(members, "Reading"))
    return standard_input() if file == "-" else file


def _of_case(
    file: str, load: Callable[[str], Found], better: str | None, told: dict[str, Any]
) -> Found:
    """A bundled case study, of which nothing need be said."""
    for name in told:
        flag = READING[name].flag
        raise InputError(f"{file} is a case study, which needs no {flag}; leave it out")
    table = load(file.removeprefix(CASE_PREFIX))
    if better not in (None, table.better):
        raise InputError(f"{file}: {table.better} is better in this case study; leave out --better")
    return table


#: A file and all options of reading it, in place of a parameter `results`.
RESULTS = Part(
    "results",
    {
        "file": (Annotated[str, _FILE], REQUIRED),
        **_READING,
        "aggregate": (AggregateOption, None),
        "scaled": (ScaledOption, False),
    },
    _load_results,
)

#: Like `RESULTS`, with tables of several measures or groups if they are asked for.
TABLES = Part(
    "tables",
    {
        "file": (Annotated[str, _FILE], REQUIRED),
        **_READING,
        "aggregate": (AggregateOption, None),
        "scaled": (ScaledOption, False),
        "each_measure": (Annotated[bool, _EACH_MEASURE], False),
        "each": (Annotated[str | None, _EACH], None),
    },
    _load_tables,
)

#: A file and all options of reading it, in place of a parameter `found`: whatever it holds. Which
#: values are good need not be known.
TABLE = Part(
    "found",
    {"file": (Annotated[str, _FILE], REQUIRED), **_READING},
    partial(load_any_table, direction=False),
)

#: A file and the options of reading runs, in place of a parameter `given`.
RUNS = Part(
    "given",
    {"file": (Annotated[str, _RUNS_FILE], REQUIRED), **_READING},
    _load_runs,
)

#: The same for runs whose courses are wanted.
CURVES = Part("given", RUNS.added, _load_curves)


# ``evenkeel read``: how a table is understood, and the clean table to keep.


_DIRECTION = Message(
    "a .json file says which values are good; give ",
    Option("better", "lower"),
    " or ",
    Option("better", "higher"),
)


@takes(TABLE)
def read(
    found: Results | Runs,
    output: Annotated[
        list[Path] | None,
        typer.Option(
            "--output",
            "-o",
            help="Write the clean table there; may be repeated: .csv .tsv .xlsx .parquet .json; of "
            "runs a row per run, as .csv or .parquet.",
        ),
    ] = None,
) -> None:
    """Show how a table is understood: what every column is taken for, and why.

    For example:

      evenkeel read results.xlsx

      evenkeel read results.xlsx --transpose -o clean.csv
    """
    from evenkeel.report.single import report_reading
    from evenkeel.tables.runs import Runs

    given = CONTEXT.get().params
    files = output or []
    reading = None if found.origin is None else found.origin.reading
    if reading is None:
        raise InputError(f"{given['file']} is a case study, of which nothing had to be understood")
    if given["better"] is None and "better" in reading.told:  # by whichever answer came first
        if any(path.suffix.lower() == ".json" for path in files):
            raise InputError(_DIRECTION)
        told = {name: value for name, value in reading.told.items() if name != "better"}
        reading = replace(reading, better=None, told=told)
    hush()
    file, runs = given["file"], isinstance(found, Runs)
    show(report_reading(reading, file))
    print_text(
        f"\nIn Python: {reading.code(file, 'read_runs' if runs else 'read')}\n"
        f"On the command line: {reading.command('runs' if runs else 'compare', file)}\n"
    )
    for path in files:
        found.save(path)
        say_written(path)


# ``evenkeel formats``: what is read beside ordinary tables.


@takes(OUTPUT)
def formats(goes: Destination) -> None:
    """List the formats of tools and papers that are read, and by what each is known.

    For example:

      evenkeel formats
    """
    from evenkeel.report.single import report_formats

    goes.emit(report_formats())

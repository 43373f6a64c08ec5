"""The table of a command: its file, how it is to be read, and what it turned out to be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from evenkeel.cli.options import AggregateOption, number_or_word
from evenkeel.cli.parameters import REQUIRED, Parameters, Part
from evenkeel.cli.progress import doing, following, say
from evenkeel.cli.streams import standard_input
from evenkeel.errors import InputError, visible
from evenkeel.tables.reading_options import READING, parsed
from evenkeel.words.sentences import series

if TYPE_CHECKING:
    from evenkeel.tables.results import Results
    from evenkeel.tables.runs import Runs

CASE_PREFIX = "case:"

_FILE = typer.Argument(
    help="A CSV, TSV, Excel, Parquet or JSON file, - for standard input, or case:NAME for a "
    "bundled case study.",
    metavar="FILE",
)
_RUNS_FILE = typer.Argument(
    help="A table of runs, long (columns algorithm, problem, run, value) or wide with several "
    "rows a problem: CSV, Excel, JSON, a Parquet file, folder or glob, - for standard input, or "
    "case:NAME for bundled runs.",
    metavar="FILE",
)
_BETTER = typer.Option(
    "--better", "-b", help="Which values are good: lower or higher.", metavar="SIDE"
)
_EACH_MEASURE = typer.Option(
    "--each-measure", help="Compare by each measure of the table; --better HV=higher,IGD=lower."
)
_EACH = typer.Option("--each", help="Compare for each value of a column, such as group.")
_OF_RUNS = [name for name in READING if name not in ("shape", "encoding", "sheet")]

Found = TypeVar("Found", bound="Results | Runs")


def _reading_options(names: Iterable[str]) -> Parameters:
    options: Parameters = {"better": (Annotated[str | None, _BETTER], None)}
    for option in (READING[name] for name in names):
        kind: Any = str if option.default else str | None
        annotation: Any = Annotated[kind, typer.Option(option.flag, help=option.help)]
        options[option.name] = annotation, option.default
    return options


@contextmanager
def _reading(file: str) -> Iterator[None]:
    """Tell a terminal what is being read, and that it is computed with after that."""
    doing(f"reading {visible(file)}")
    yield
    doing("computing")


def _load_results(
    file: str, better: str | None, aggregate: str | None, **told: str | None
) -> Results:
    """Read the table that a command works on; of runs, make one value a cell and say so."""
    from evenkeel.tables.results import Results

    found = _load(file, better, parsed(told))
    if isinstance(found, Results):
        say_what_was_left_out(found)
        if aggregate is not None:
            raise InputError(
                f"{file}: --aggregate {aggregate} says how runs become one value, but the table "
                "has one value a cell; leave it out"
            )
        return found
    from evenkeel.tables.aggregating import aggregated

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
    each_measure: bool,
    each: str | None,
    **told: str | None,
) -> Results | dict[str, Results]:
    """Read the table of a command, or one of each measure or group."""
    if not each_measure and each is None:
        return _load_results(file, better, aggregate, **told)
    if file.startswith(CASE_PREFIX):
        raise InputError(f"{file} is a case study, which has one measure; leave out --each-measure")
    from evenkeel.tables.reading_measures import read_measures

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
        say_what_was_left_out(results, columns=False)  # some hold the other measures
    return tables


def say_what_was_left_out(results: Results, *, columns: bool = True) -> None:
    """Name on standard error what takes no part in what follows: problems, columns, files."""
    origin = results.origin
    if columns and origin is not None and origin.ignored:
        say(visible(f"evenkeel: columns that were passed over: {series(origin.ignored)}"))
    for remark in origin.not_read() if origin is not None else ():
        say(visible(f"evenkeel: {remark}"))
    if origin is not None and origin.dropped:
        from evenkeel.report.about_tables import left_out_in_words

        say(visible(f"evenkeel: {left_out_in_words(origin, results.n)}"))


def _load(file: str, better: str | None, told: dict[str, Any]) -> Results | Runs:
    if file.startswith(CASE_PREFIX):
        from evenkeel.casestudies import load_any

        return _of_case(file, load_any, better, told)
    from evenkeel.tables.reading_any import read_any

    with _reading(file):
        return read_any(_source(file), better=better, **told)  # type: ignore[arg-type]


def _load_runs(file: str, better: str | None, **told: str | None) -> Runs:
    """Read the runs that a command works on."""
    known = parsed(told)
    if file.startswith(CASE_PREFIX):
        from evenkeel.casestudies import load_runs

        return _of_case(file, load_runs, better, known)
    from evenkeel.tables.reading_runs import read_runs

    with _reading(file):
        return read_runs(_source(file), better=better, **known)  # type: ignore[arg-type]


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
        **_reading_options(READING),
        "aggregate": (AggregateOption, None),
    },
    _load_results,
)

#: Like `RESULTS`, with tables of several measures or groups if they are asked for.
TABLES = Part(
    "tables",
    {
        "file": (Annotated[str, _FILE], REQUIRED),
        **_reading_options(READING),
        "aggregate": (AggregateOption, None),
        "each_measure": (Annotated[bool, _EACH_MEASURE], False),
        "each": (Annotated[str | None, _EACH], None),
    },
    _load_tables,
)

#: A file and the options of reading runs, in place of a parameter `given`.
RUNS = Part(
    "given",
    {"file": (Annotated[str, _RUNS_FILE], REQUIRED), **_reading_options(_OF_RUNS)},
    _load_runs,
)

"""Runs that stay where they are: lazy frames, Parquet files and large text tables.

Some rows from all over the source are understood as any table is, and the roles of that reading
make a lazy frame with the columns algorithm, problem, value, run and step.

Long because three kinds of sources are opened in one way.
"""

from __future__ import annotations

import codecs
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from evenkeel.errors import (
    InputError,
    Message,
    Option,
    ReadingQuestion,
    TableError,
    choice,
    first_line,
    visible,
)
from evenkeel.tables.arranging import conditions
from evenkeel.tables.drafts import JOINT, listed, plain
from evenkeel.tables.finding import find_tables, in_columns, refuse
from evenkeel.tables.formats.folders import name_one_key_by_file
from evenkeel.tables.formats.givens import PARQUET, TEXTS, Given, given_of
from evenkeel.tables.lexicon import FAILURES, MISSING
from evenkeel.tables.making import lost_names, origin_of, runs_of
from evenkeel.tables.parsing.cells import Table, is_missing, quote
from evenkeel.tables.parsing.objects import damaged_parquet, read_frame
from evenkeel.tables.readings import Reading
from evenkeel.tables.results import Better
from evenkeel.tables.runs import Runs
from evenkeel.tables.scanning.survey import CELL, Engine, collect, engine_of, load_engine
from evenkeel.tables.settling import clear_reading
from evenkeel.tables.system import check_polars

if TYPE_CHECKING:
    import polars as pl
    from narwhals.dtypes import DType

    from evenkeel.tables.scanning.survey import Frame

LARGE = 1 << 26  # bytes of a text table that is passed over instead of held
_PIECES, _PIECE = 256, 1 << 11  # of a text, by which it is understood
_SLICES, _SLICE = 25, 200  # rows of a Parquet file
_HEAD = 20_000  # rows of a frame of another engine
_MOST_CELLS = 1 << 17  # combinations of names by which a table is understood


@dataclass(frozen=True)
class _Source:
    """A source that is passed over: some of its rows, and all of them as a lazy frame.

    `frame` is given the columns that hold numbers, if it asks for them. `plain` says that cells
    of a text were not looked at one by one; `explain` says what is wrong with them.
    """

    description: str
    sample: Table
    frame: Callable[[Sequence[str]], Frame]
    format: str
    plain: bool = False
    careful: Callable[[Reading], Frame] | None = None
    unread: tuple[str, ...] = ()


class _NotPlainError(Exception):
    """A cell of a text is no plain number."""


def scan(
    source: Any, told: Mapping[str, Any], engine: Engine | None, written: Mapping[str, Any]
) -> Runs | None:
    """The runs of a source that stays where it is; None if it has to be read whole.

    Raises
    ------
    ReadingQuestion
        If what its columns hold is in doubt.
    """
    if told.get("missing", "error") not in ("error", "keep"):
        return None
    found = _opened(source, engine, written)
    if found is None:
        return None
    check_polars("a table of runs")
    reading = _understood(found, {**told, **written})
    if reading is None or (found.plain and not _holds_plain_numbers(found.sample, reading)):
        return None
    try:
        return _runs(found, reading, found.frame(_numbers_of(reading)))
    except _NotPlainError:
        assert found.careful is not None  # only texts are not plain
        return _runs(replace(found, plain=False), reading, found.careful(reading))


def _holds_plain_numbers(sample: Table, reading: Reading) -> bool:
    """Whether the cells are numbers that polars reads, without deviations or signs beside them."""
    for name in _numbers_of(reading):
        for cell in sample.columns[sample.names.index(name)]:
            if isinstance(cell, str) and not is_missing(cell):
                try:
                    float(cell.replace(sample.decimal, "."))
                except ValueError:
                    return False
    return True


def _numbers_of(reading: Reading) -> list[str]:
    return [reading.results[0], *([reading.step] if reading.step is not None else [])]


def _understood(found: _Source, told: Mapping[str, Any]) -> Reading | None:
    """The reading by some rows; if they do not show it, by one row of each combination of names."""
    try:
        reading = clear_reading(found.sample, told)
        if reading is not None:
            return reading
    except ReadingQuestion:
        pass
    return clear_reading(_with_all_names(found), told)


def _with_all_names(found: _Source) -> Table:
    """The sample, and a row for each combination of names that it lacks: rows are often sorted."""
    import narwhals as nw

    table = found.sample
    words = [
        name
        for name, column in zip(table.names, table.columns, strict=True)
        if isinstance(column[0], str) and 2 * len(set(column)) <= len(column)
    ]
    others = [name for name in table.names if name not in words]
    if not words or not others:
        return table
    frame = found.frame(())
    cells = frame.group_by(*words).agg(*(nw.col(name).min() for name in others))
    held = read_frame(collect(cells.select(*table.names).head(_MOST_CELLS), found.description))
    named = [table.names.index(name) for name in words]
    seen = set(zip(*(table.columns[j] for j in named), strict=True))
    new = [
        i
        for i, key in enumerate(zip(*(held.columns[j] for j in named), strict=True))
        if key not in seen
    ]
    columns = [
        [*some, *(more[i] for i in new)]
        for some, more in zip(table.columns, held.columns, strict=True)
    ]
    return replace(table, columns=columns, rows=range(1, len(columns[0]) + 1), matrix=None)


def _opened(source: Any, engine: Engine | None, written: Mapping[str, Any]) -> _Source | None:
    import narwhals.dependencies as libraries

    if isinstance(source, (str, os.PathLike, list, tuple)):
        if Path(str(source)).suffix.lower() == ".zip":
            return None
        given = given_of(source)
        return None if given is None else _of_files(given, engine, written)
    lazy = (
        libraries.is_polars_lazyframe,
        libraries.is_dask_dataframe,
        libraries.is_duckdb_relation,
    )
    if any(question(source) for question in lazy):
        if engine is not None or written:
            name = "engine" if engine is not None else next(iter(written))
            raise InputError(
                Message(Option(name), " says nothing about a data frame; leave it out")
            )
        return _of_frame(source)
    return None


def _of_frame(native: Any) -> _Source:
    import narwhals as nw

    frame: Frame = nw.from_native(native)
    engine_of(frame)
    sample = read_frame(collect(frame.head(_HEAD), "data frame"))
    return _Source("data frame", sample, lambda numbers: frame, "frame")


def _of_files(given: Given, engine: Engine | None, written: Mapping[str, Any]) -> _Source | None:
    paths = [member.path for member in given.members if member.path is not None]
    if len(paths) < len(given.members):
        return None
    if all(each.suffix.lower() in PARQUET for each in paths):
        if "format" in written:
            return None
        refuse(f"{given.description}, a Parquet file", **written)
        found = _of_parquet(given.description, paths, engine or "polars")
        return _in_parts(replace(found, unread=given.unread), given)
    if engine not in (None, "polars"):
        raise InputError(
            Message(
                f"{given.description}: text tables and streams are evaluated by polars; to use "
                f"{engine!r}, give a Parquet file or a lazy frame of it, or leave ",
                Option("engine"),
                " out",
            )
        )
    try:
        large = sum(each.stat().st_size for each in paths) >= LARGE
    except (OSError, ValueError):  # opening it says why
        return None
    if not large or not all(each.suffix.lower() in TEXTS for each in paths):
        return None
    found_text = _of_text(given.description, paths, written)
    if found_text is None:
        return None
    return _in_parts(replace(found_text, unread=given.unread), given)


def _in_parts(found: _Source, given: Given) -> _Source | None:
    """The source if its files are parts of a long table: of no tool, nor named after a key."""
    named = given.several and name_one_key_by_file(given, found.sample.names)
    return None if named or in_columns(found.sample).formatted else found


def _of_parquet(description: str, paths: Sequence[Path], engine: Engine) -> _Source:
    import narwhals as nw
    import polars as pl

    check_polars("a table of runs")
    names = [str(each) for each in paths]
    hive = any("=" in part for part in paths[0].parts[:-1])
    module = load_engine(engine)

    def scanned_by_polars(path: str | list[str]) -> pl.LazyFrame:
        return pl.scan_parquet(path, hive_partitioning=hive, glob=False)

    try:
        groups = _of_one_schema(names, scanned_by_polars, description)
        scanned = pl.concat(map(scanned_by_polars, groups), how="diagonal_relaxed")
        rows = int(scanned.select(pl.len()).collect().item())
        starts = sorted({int(rows * i / _SLICES) for i in range(_SLICES)})
        pieces = [scanned.slice(start, _SLICE).collect() for start in starts] if rows else []
        sample = read_frame(pl.concat(pieces).unique(maintain_order=True) if pieces else scanned)
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError) as error:
        raise damaged_parquet(description, error) from None
    sample = replace(sample, origin=replace(sample.origin, description=description))

    def frame(numbers: Sequence[str]) -> Frame:
        lazy: Frame = nw.from_native(scanned)
        if engine == "polars":
            return lazy
        connection = module.connect() if engine == "duckdb" else None
        frames = []
        for group in groups:
            native = (
                module.read_parquet(group)
                if connection is None
                else connection.read_parquet(group, hive_partitioning=hive)
            )
            part: Frame = nw.from_native(native)
            if len(groups) > 1:
                types = lazy.collect_schema().items()
                part = part.select(nw.col(name).cast(dtype) for name, dtype in types)
            frames.append(part)
        return nw.concat(frames, how="vertical")

    return _Source(description, sample, frame, "parquet")


def _of_one_schema(
    names: Sequence[str], scan: Callable[[str], pl.LazyFrame], description: str
) -> list[list[str]]:
    """The files in groups whose columns have the same types, which engines scan together."""
    groups: dict[tuple[Any, ...], list[str]] = {}
    first = scan(names[0]).collect_schema() if len(names) > 1 else {}
    for name in names:
        schema = scan(name).collect_schema() if len(names) > 1 else {}
        if set(schema) != set(first):
            odd = min(set(schema) ^ set(first))
            one, other = (names[0], name) if odd in first else (name, names[0])
            raise TableError(
                description,
                f"{visible(Path(one).name)} has a column {odd!r}, but "
                f"{visible(Path(other).name)} has none; read only files with the same columns "
                "together",
            )
        groups.setdefault(tuple(sorted(schema.items())), []).append(name)
    return list(groups.values())


def _of_text(description: str, paths: Sequence[Path], written: Mapping[str, Any]) -> _Source | None:
    """Large text tables with one header, which polars scans."""
    import narwhals as nw
    import polars as pl

    samples = [_pieces(each, max(4, _PIECES // len(paths))) for each in paths]
    first = samples[0].partition(b"\n")[0]
    if first.count(b'"') % 2 or any(each.partition(b"\n")[0] != first for each in samples[1:]):
        return None
    body = b"".join(each.partition(b"\n")[2] for each in samples)
    try:
        (sample,) = find_tables(BytesIO(first + b"\n" + body), **written)
    except ValueError:  # several tables, or none: not for here
        return None
    if not _is_plain(sample):
        return None
    sample = replace(sample, origin=replace(sample.origin, description=description))
    header, decimal = sample.names, sample.decimal

    def scanned(path: Path | list[Path], numbers: Sequence[str] = ()) -> pl.LazyFrame:
        return pl.scan_csv(
            path,
            separator=sample.origin.separator or ",",
            decimal_comma=decimal == ",",
            has_header=True,
            schema={name: pl.Float64() if name in numbers else pl.String() for name in header},
            glob=False,
        )

    def number(name: str) -> pl.Expr:
        text = pl.col(name).str.strip_chars()
        if decimal == ",":
            text = text.str.replace(",", ".", literal=True)
        return text.cast(pl.Float64, strict=False)

    def frame(numbers: Sequence[str]) -> Frame:
        names = [pl.col(name).str.strip_chars() for name in header if name not in numbers]
        return nw.from_native(scanned(list(paths), numbers).with_columns(*names))

    def careful(reading: Reading) -> Frame:
        """Each cell that is no number stands for a missing value, or else is a fault."""
        numbers = _numbers_of(reading)
        faults = []
        for path in paths:
            where = f"{visible(path.name)}, " if len(paths) > 1 else ""
            for name in numbers:
                cells = scanned(path).select(cell=pl.col(name), number=number(name))
                faults += _wrong_cells(cells, where, name)
        if faults:
            raise TableError(description, faults)
        made = scanned(list(paths)).with_columns(pl.all().str.strip_chars())
        return nw.from_native(made.with_columns(*(number(name) for name in numbers)))

    return _Source(description, sample, frame, "csv", True, careful)


def _is_plain(sample: Table) -> bool:
    """Whether polars can scan a text as it is: UTF-8, one line of unique headings, one mark."""
    origin = sample.origin
    return (
        sample.header is not None
        and not sample.formatted
        and not sample.faults
        and len(set(sample.names)) == len(sample.names)
        and codecs.lookup(origin.encoding or "utf-8").name in ("utf-8", "utf-8-sig")
        and (origin.separator or ",") in (",", ";", "\t", "|")
        and (sample.sure or origin.separator != ";")  # a point may separate thousands
        and len(sample.rows) > 0
        and sample.rows[0] == 2
    )


def _wrong_cells(cells: pl.LazyFrame, where: str, name: str) -> list[str]:
    """The first of the cells that are neither numbers nor stand for a missing value."""
    import polars as pl

    words = sorted({word.casefold() for word in (*MISSING, *FAILURES)})
    text = pl.col("cell").str.strip_chars().str.to_lowercase()
    no_number = pl.col("cell").is_not_null() & pl.col("number").is_null() & ~text.is_in(words)
    wrong = cells.with_row_index("line", offset=2).filter(no_number)
    try:
        some = wrong.head(1).collect(engine="streaming")
        count = int(wrong.select(pl.len()).collect(engine="streaming").item())
    except pl.exceptions.PolarsError as error:
        return [f"the rows cannot be read ({first_line(error)}); mend them"]
    if not count:
        return []
    line, cell, _ = some.row(0)
    more = f" (the first of {count} such cells)" if count > 1 else ""
    return [f"{where}line {line}, column {name!r}: found {quote(cell)}, which is no number{more}"]


def _pieces(path: Path, count: int) -> bytes:
    """The header and whole lines from all over a file."""
    size = path.stat().st_size
    with path.open("rb") as file:
        head = file.readline()
        found = [head]
        for i in range(count):
            start = len(head) + (size - len(head)) * i // count
            file.seek(start)
            if i:
                file.readline()  # the rest of a line
            found.append(file.read(_PIECE).rpartition(b"\n")[0] + b"\n")
    return b"".join(found)


def _runs(found: _Source, reading: Reading, frame: Frame) -> Runs:
    import narwhals as nw

    schema = frame.collect_schema()
    for name, wanted in conditions(reading):
        frame = frame.filter(_equals(name, wanted, schema))
    _check_types(schema, reading, found.description)
    chosen = _canonical(reading, schema)
    frame = frame.select(**chosen)
    before = None
    if reading.missing == "keep" and not found.plain:
        before = collect(frame.select(*CELL).unique(), found.description).to_dict(as_series=False)
        frame = frame.filter(~nw.col("value").fill_null(float("nan")).is_nan())
    origin = replace(
        origin_of(found.sample.origin, reading, found.sample.names),
        description=found.description,
        format=found.format,
        unread=(*found.unread, *found.sample.origin.unread),
    )
    explain = _not_plain if found.plain else None
    runs = runs_of(frame, reading, cast(Better, reading.better), origin, [*chosen], explain)
    told = (listed(reading.told.get(name)) for name in ("algorithms", "not_algorithms", "drop"))
    only, gone, drop = told
    if before is not None:
        after = {"algorithm": runs.algorithms, "problem": runs.problems}
        if lost := lost_names(before, after, (), only):
            raise TableError(found.description, lost)
    drop += [part.name for part in reading.rows if part.name in runs.problems]
    for name in gone:
        choice(name, runs.algorithms, "algorithm")
    for name in drop:
        choice(name, runs.problems, "problem")
    if not (only or gone or drop):
        return runs
    algorithms = only or [name for name in runs.algorithms if name not in gone]
    return runs.select(algorithms, [name for name in runs.problems if name not in drop])


def _not_plain(unreadable: bool) -> list[str]:
    raise _NotPlainError


def _equals(name: str, wanted: Any, schema: Mapping[str, DType]) -> Any:
    import narwhals as nw

    several = isinstance(wanted, (list, tuple))
    values: list[Any] = [plain(each) for each in (wanted if several else [wanted])]
    column = nw.col(name)
    if schema[name].is_numeric():
        return column.cast(nw.Float64).is_in([float(value) for value in values])
    text = column if schema[name] == nw.String else column.cast(nw.String)
    return text.str.strip_chars().is_in(values)


def _check_types(schema: Mapping[str, DType], reading: Reading, source: str) -> None:
    """Raise if a column has a type that cannot fill its role."""
    import narwhals as nw

    faults: list[str] = []
    for role, name in (("value", reading.results[0]), ("step", reading.step)):
        if name is not None and not schema[name].is_numeric():
            faults.append(
                Message(
                    f"the column {name!r}, which is to hold the {role}, holds {schema[name]}, not "
                    f"numbers; convert it, or say which column holds the {role} with ",
                    Option(role),
                )
            )
    for name in (*reading.algorithm, *reading.problem, *reading.run):
        dtype = schema[name]
        if dtype.is_nested() or dtype.is_float() or dtype in (nw.Object, nw.Unknown, nw.Binary):
            faults.append(
                f"the column {name!r} holds {dtype}, which cannot be names; convert it to text or "
                "to integers"
            )
    if faults:
        raise TableError(source, faults)


def _canonical(reading: Reading, schema: Mapping[str, DType]) -> dict[str, Any]:
    """Only the columns that matter: algorithm and problem as text, value and step as float64."""
    import narwhals as nw

    def text(name: str) -> nw.Expr:
        column = nw.col(name)
        return column if schema[name] == nw.String else column.cast(nw.String)

    def number(name: str) -> nw.Expr:
        column = nw.col(name)
        return column if schema[name] == nw.Float64 else column.cast(nw.Float64)

    def joint(names: Sequence[str], mark: str) -> nw.Expr:
        if len(names) == 1:
            return text(names[0])
        return nw.concat_str([_escaped(text(name), mark) for name in names], separator=mark)

    chosen: dict[str, Any] = {
        "algorithm": joint(reading.algorithm, JOINT),
        "problem": joint(reading.problem, JOINT),
        "value": number(reading.results[0]),
    }
    if len(reading.run) == 1 and schema[reading.run[0]].is_integer():
        chosen["run"] = nw.col(reading.run[0])
    elif reading.run:
        chosen["run"] = joint(reading.run, "/")
    if reading.step is not None:
        chosen["step"] = number(reading.step)
    return chosen


def _escaped(part: Any, mark: str) -> Any:
    """Mark the slashes in a part of a name, so that "a/b" + "c" is not "a" + "b/c"."""
    if mark != "/":
        return part
    slashes = part.str.replace_all("\\", "\\\\", literal=True)
    return slashes.str.replace_all("/", "\\/", literal=True)

"""Writing a table and reading it back gives the same table, in every format."""

from __future__ import annotations

import io
import math
import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import evenkeel
from evenkeel.tables.parsing import text as text_tables

pytestmark = pytest.mark.slow

ENDINGS = (".csv", ".tsv", ".xlsx", ".parquet", ".json")

# Names that look like something else: numbers, markers, headers, comments, escapes.
TRICKY = (
    "1", "2", "0.5", "0,5", "1,234", "-1e5", "NA", "nan", "inf", "true", "null", "-", "?", "None",
    "problem", "algorithm", "value", "model", "accuracy", "data set", "index", "id",
    "problem \\ algorithm", "problem \\ algorithm_", "#1", "# a", "a,b", "a;b", "a|b", "a\tb",
    " a", "a ", "\ta", '"', '""', 'a"b', '"a"', "a\nb", "a\r\nb", "a\rb", "\na", "a\r", "_x000D_",
    "_x005F_", "<a & b>", "'a'", "=1+1", "é", "数", "\ufeffa", "\x1fa", "a\x7f", "\u2028a", "😀",
    "'=1+1", "''@x", "+x", "-x", "@SUM(1)", "'-5", "\t=1", " =1", "'=", "=", "＝1", "'-x'", "-inf",
)  # fmt: skip

names = st.one_of(st.sampled_from(TRICKY), st.text(min_size=1, max_size=6)).filter(
    lambda name: name.strip() and not set(name) & set("\0\ufffe\uffff")
)
numbers = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from([-0.0, 5e-324, -2.2e-308, 1.7976931348623157e308, 0.1 + 0.2, 1 / 3, 1e22, 1.0]),
)


@st.composite
def tables(draw: st.DrawFn, cells: st.SearchStrategy[float] = numbers) -> evenkeel.Results:
    problems = draw(st.lists(names, min_size=2, max_size=5, unique=True))
    algorithms = draw(st.lists(names, min_size=2, max_size=4, unique=True))
    size = len(problems) * len(algorithms)
    values = draw(st.lists(cells, min_size=size, max_size=size))
    return evenkeel.Results(
        np.reshape(values, (len(problems), len(algorithms))),
        problems,
        algorithms,
        better=draw(st.sampled_from(["lower", "higher"])),
        missing="keep",
    )


def assert_same(back: evenkeel.Results, results: evenkeel.Results) -> None:
    assert back == results
    assert hash(back) == hash(results)
    kept = ~np.isnan(results.values)
    assert np.array_equal(np.signbit(back.values)[kept], np.signbit(results.values)[kept])


def there_and_back(results: evenkeel.Results, ending: str) -> evenkeel.Results:
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / f"table{ending}"
        results.save(path)
        return evenkeel.read(path, better=results.better, missing="keep")


@pytest.mark.parametrize("ending", ENDINGS)
@settings(max_examples=50, deadline=None)
@given(results=tables())
@example(
    results=evenkeel.Results([[1, 2], [3, 4]], ["1", "2"], ["algorithm", "value"], better="lower")
)
@example(
    results=evenkeel.Results([[1e22, 2e22]] * 2, ["1,234", "2,345"], ["1", "2"], better="lower")
)
def test_every_finite_number_and_name_survives(ending, results):
    assert_same(there_and_back(results, ending), results)


@pytest.mark.parametrize("ending", ENDINGS)
@settings(max_examples=50, deadline=None)
@given(results=tables(st.one_of(numbers, st.just(math.nan))))
@example(
    results=evenkeel.Results(
        [[1, 2], [3, 4]], ["NA", "2"], ["problem \\ algorithm", "1"], better="lower"
    )
)
def test_missing_values_survive(ending, results):
    assert_same(there_and_back(results, ending), results)


@settings(max_examples=50, deadline=None)
@given(results=tables())
def test_json_tells_the_direction(results):
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "table.json"
        results.save(path)
        assert_same(evenkeel.read(path), results)


@settings(max_examples=50, deadline=None)
@given(results=tables())
def test_frames_give_the_table_back(results):
    for frame in (results.to_polars(), results.to_pandas(), results.to_polars().to_arrow()):
        names = {"drop": [], "not_algorithms": []}  # whatever they are called
        back = evenkeel.read(frame, better=results.better, shape="wide", **names)
        assert_same(back, results)


# Cells and lines that may trip one of the two ways to read a text table.
tokens = st.sampled_from(
    ["1", "0.5", "-.5e-3", "5.", "+1", "007", "1e5", "1E-3", "1e400", "nan", "inf", "NA", "-", "",
     " ", " 1", "1 ", "\t2", "1_0", "0x1", "1\r", "a", "b c", "é", "#x", '"q"', '"1,5"', '"a',
     "1,5", "1.5", "1;5", "12%", "x\0", "1e", "e5", "--1", "1.5.2", "1d5", "true", "９",
     "timeout", "None", "--", "–", "1.230", "12.345"]
)  # fmt: skip
headers = st.sampled_from(
    ["problem", "p", "", "A", "B", "algorithm", "value", "1", "0.5", "#h", "A"]
)


@st.composite
def texts(draw: st.DrawFn) -> bytes:
    separator = draw(st.sampled_from([",", ",", ";", "\t"]))
    newline = draw(st.sampled_from(["\n", "\n", "\r\n"]))
    width = draw(st.integers(2, 4))
    clean = draw(st.booleans())
    cells = st.sampled_from(["1", "0.5", "-2.25e-3", "7"]) if clean else tokens
    header = draw(st.lists(headers, min_size=width, max_size=width))
    rows = draw(st.lists(st.lists(cells, min_size=width, max_size=width), max_size=5))
    if clean:
        rows = [[f"p{number}", *row[1:]] for number, row in enumerate(rows)]
    lines = [separator.join(row) for row in [header, *rows]]
    extra = draw(st.sampled_from(["", "", "\n", "# end", ",", "x"]))
    return newline.join([*lines, extra] if extra else lines).encode() + newline.encode()


def outcome(path: Path, missing: str) -> object:
    try:
        results = evenkeel.read(path, better="lower", missing=missing)
    except evenkeel.InputError as error:
        return str(error)
    return results, results.origin, results.values.tobytes()


@settings(max_examples=300, deadline=None)
@given(data=texts(), missing=st.sampled_from(["error", "keep"]))
def test_the_quick_and_the_careful_way_agree(data, missing):
    with tempfile.TemporaryDirectory() as directory, pytest.MonkeyPatch.context() as patch:
        path = Path(directory) / "table.csv"
        path.write_bytes(data)
        patch.setattr(text_tables, "SMALL", 0)
        quick = outcome(path, missing)
        patch.setattr(text_tables, "quick_columns", lambda *_, **__: None)
        assert outcome(path, missing) == quick


fragments = st.sampled_from(
    [b",", b";", b"\n", b"\r\n", b"\r", b'"', b"#", b"1", b"0.5", b"1,5", b"a", b"problem",
     b"algorithm", b"value", b"\xef\xbb\xbf", b"\xff\xfe", b"\xe9", b"\0", b" ", b"\t", b"|", b"NA",
     b"{", b"[", b"]", b"}", b":", b'"values"', b"PK\x03\x04", b"PAR1", b"%", b"()", b"-"]
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(
    data=st.one_of(st.binary(max_size=40), st.lists(fragments, max_size=25).map(b"".join)),
    missing=st.sampled_from(["error", "keep", "drop-problem"]),
    shape=st.sampled_from(["auto", "wide", "long"]),
)
def test_any_bytes_give_a_table_or_a_clear_error(data, missing, shape):
    try:
        results = evenkeel.read(io.BytesIO(data), better="lower", missing=missing, shape=shape)
        told = results.origin.description
    except evenkeel.InputError as error:
        told = str(error)
    assert told.startswith("open file")

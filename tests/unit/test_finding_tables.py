"""Every table of a source is found, with a name: sheets, papers, records at any depth."""

from __future__ import annotations

import io
import json
from pathlib import Path

import numpy as np
import pytest

import evenkeel
from evenkeel.errors import InputError, SourceError
from evenkeel.tables.finding import find_tables
from evenkeel.tables.parsing.cells import Table
from evenkeel.tables.parsing.written import write_workbook

MARKDOWN = """# Results

Some words.

## Errors

| set | A | B |
|-----|---|---|
| x | **0.1** | 0.2 |
| y | 0.3 | 0.4 |

**Table 2.** Times in seconds

| set | A | B |
|-----|---|---|
| x | 1 | 2 |
"""
LATEX = r"""
\begin{table}
\begin{tabular}{lrr} set & A & B \\ \hline
x & \textbf{1} & 2 \\ y & 3 & 4 \\ \end{tabular}
\caption{The \emph{errors}}
\end{table}
\begin{tabular}{lrr} set & A & B \\ \hline
x & 5 & 6 \\
y & 7 & 8 \\ \end{tabular}
"""
PAGE = """<h2>Errors <i>of all</i></h2>
<table><tr><th>set<th>A<th>B<tr><td>x<td><b>1</b><td>2<tr><td>y<td>3<td>4</table>
<table><caption>Times</caption><tr><th>set<th>A<th>B<tr><td>x<td>5<td>6</table>
"""


def cells(table: Table) -> list[tuple[object, ...]]:
    return list(zip(*table.columns, strict=True))


def names(source: object) -> list[str]:
    return [table.name for table in find_tables(source)]


def test_tables_of_markdown() -> None:
    first, second = find_tables(io.StringIO(MARKDOWN))
    assert (first.name, second.name) == ("Errors", "Table 2. Times in seconds")
    assert cells(first) == [("x", "0.1", "0.2"), ("y", "0.3", "0.4")]
    assert first.bold == {(0, 1)}
    assert cells(second) == [("x", "1", "2")]


def test_tables_without_a_heading_are_called_by_their_lines() -> None:
    lines = MARKDOWN.splitlines()
    table = "\n".join(lines[6:10])
    assert names(io.StringIO(f"{table}\n\nwords\n\n{table}\n")) == ["lines 3-4", "lines 10-11"]
    assert names(io.StringIO(f"# One\n{table}\n\n{table}\n")) == [
        "One (lines 4-5)",
        "One (lines 9-10)",
    ]


def test_a_table_without_results_is_left_out_beside_others() -> None:
    empty = "| a | b |\n|---|---|\n\n"
    assert names(io.StringIO(empty + MARKDOWN)) == ["Errors", "Table 2. Times in seconds"]
    with pytest.raises(evenkeel.TableError, match="no row holds results below the headings"):
        find_tables(io.StringIO(empty))


def test_tables_of_latex() -> None:
    first, second = find_tables(io.StringIO(LATEX))
    assert (first.name, second.name) == ("The errors", "lines 8-9")
    assert first.bold == {(0, 1)}
    assert cells(second) == [("x", "5", "6"), ("y", "7", "8")]


def test_tables_of_a_page() -> None:
    first, second = find_tables(io.StringIO(PAGE))
    assert (first.name, second.name) == ("Errors of all", "Times")
    assert first.bold == {(0, 1)}
    assert cells(second) == [("x", "5", "6")]


def test_sheets_of_a_workbook(tmp_path: Path) -> None:
    path = tmp_path / "book.xlsx"
    write_workbook(
        path,
        {
            "PSO": [[1.5, 2.5], [3.5, 4.5]],
            "empty": [],
            "DE": [["set", "A"], ["x", 1.0], ["y", 2.0]],
        },
    )
    matrix, headed = find_tables(path)
    assert (matrix.name, headed.name) == ("PSO", "DE")
    assert matrix.header is None
    assert matrix.numbers(1).values.tolist() == [2.5, 4.5]
    assert headed.header == ("set", "A")
    (one,) = find_tables(path, sheet="DE")
    assert one.name == "DE"
    with pytest.raises(InputError, match=r"unknown sheet of .* 'SA'"):
        find_tables(path, sheet="SA")


RUNS = [{"run": 1, "score": 0.5}, {"run": 2, "score": 0.75}]


def test_records_at_any_depth() -> None:
    data = {"version": "1", "results": {"runs": RUNS, "config": {"k": 3}}, "one": [{"a": 1}]}
    (table,) = find_tables(io.StringIO(json.dumps(data)))
    assert table.name == "results.runs"
    assert table.header == ("run", "score")
    assert cells(table) == [(1, 0.5), (2, 0.75)]


def test_records_in_records_repeat_what_is_above_them() -> None:
    data = [
        {"model": "A", "info": {"size": 7}, "runs": RUNS, "tags": ["x", "y"]},
        {"model": "B", "info": {"size": 9}, "runs": RUNS, "tags": []},
    ]
    models, runs = find_tables(io.StringIO(json.dumps(data)))
    assert models.header == ("model", "info.size", "tags")
    assert cells(models) == [("A", 7, "x, y"), ("B", 9, "")]
    assert runs.name == "runs"
    assert runs.header == ("model", "info.size", "tags", "run", "score")
    assert len(runs.rows) == 4
    assert find_tables(data, records="runs")[0].columns == runs.columns
    with pytest.raises(SourceError) as caught:
        find_tables(data, records="run")
    assert str(caught.value) == (
        "list: records='run' names no list of records; there are such lists at '', 'runs'"
    )


def test_objects_of_objects() -> None:
    tasks = {"t1": {"acc": 0.5, "n": 3}, "t2": {"acc": 0.75, "n": 4}}
    (table,) = find_tables(io.StringIO(json.dumps({"version": 2, "results": tasks})))
    assert table.name == "results"
    assert table.header == ("level_0", "acc", "n")
    assert cells(table) == [("t1", 0.5, 3), ("t2", 0.75, 4)]
    deep = {"version": 2, "all": {"A": tasks, "B": tasks}}
    (table,) = find_tables(io.StringIO(json.dumps(deep)))
    assert table.header == ("level_0", "level_1", "acc", "n")
    assert cells(table)[2] == ("B", "t1", 0.5, 3)


def test_records_that_are_not_alike_are_no_table() -> None:
    data = {"steps": [{"a": 1, "b": 2}, {"x": 1, "y": 2, "z": 3}]}
    with pytest.raises(InputError):
        find_tables(io.StringIO(json.dumps(data)))


def test_what_pandas_writes_as_split() -> None:
    data = {"columns": ["A", "B"], "index": ["x", "y"], "data": [[1, 2], [3, 4]]}
    (table,) = find_tables(io.StringIO(json.dumps(data)))
    assert table.header == ("", "A", "B")
    assert cells(table) == [("x", 1, 2), ("y", 3, 4)]


@pytest.mark.parametrize("name", ["runs.jsonl", "runs.ndjson", "runs.log"])
def test_json_lines(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    lines = [{"args": {"algorithm": "ERM"}, "acc": 0.5}, {"args": {"algorithm": "IRM"}, "acc": 0.7}]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    (table,) = find_tables(path)
    assert table.origin.format == "jsonl"
    assert table.header == ("args.algorithm", "acc")
    assert cells(table) == [("ERM", 0.5), ("IRM", 0.7)]
    path.write_text(path.read_text() + "{oops\n", encoding="utf-8")
    with pytest.raises(SourceError, match="record 3: the file is not valid JSON"):
        find_tables(path)


YAML = """# a leaderboard
- model: A
  score: 20.4
  date: 2025-02-25
- model: B
  score: 3.6
"""


@pytest.mark.parametrize("name", ["board.yml", "board.yaml", "board"])
def test_yaml(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(YAML, encoding="utf-8")
    (table,) = find_tables(path)
    assert table.origin.format == "yaml"
    assert table.header == ("model", "score", "date")
    assert table.numbers(1).values.tolist() == [20.4, 3.6]
    assert table.names_in(2) == ("2025-02-25", "")


def test_yaml_makes_nothing_but_plain_data(tmp_path: Path) -> None:
    path = tmp_path / "evil.yml"
    path.write_text("- a: !!python/object/apply:os.getcwd []\n  b: 1\n")
    with pytest.raises(SourceError, match="is not valid YAML"):
        find_tables(path)


ARFF = """% a comment
@RELATION runs
@ATTRIBUTE 'instance id' STRING
@attribute PAR10 NUMERIC
@ATTRIBUTE status {ok, timeout}

@DATA
'a, b', 106, ok
% another
c, ?, timeout
"""


def test_arff() -> None:
    (table,) = find_tables(io.StringIO(ARFF))
    assert table.origin.format == "arff"
    assert table.header == ("instance id", "PAR10", "status")
    assert cells(table) == [("a, b", "106", "ok"), ("c", "?", "timeout")]
    assert list(table.rows) == [8, 10]
    with pytest.raises(SourceError, match="the data are sparse"):
        find_tables(io.StringIO(ARFF.replace("c, ?, timeout", "{1 5}")))
    with pytest.raises(evenkeel.TableError, match="has no attribute or no data"):
        find_tables(io.StringIO("@relation x\n@data\n"))


def test_options_that_say_nothing(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="records='a' says nothing about open file"):
        find_tables(io.StringIO("set,A\nx,1\n"), records="a")
    with pytest.raises(InputError, match="records='a' says nothing about"):
        find_tables(np.eye(2), records="a")


def test_a_table_is_itself() -> None:
    (table,) = find_tables(io.StringIO("set,A\nx,1\n"))
    assert find_tables(table) == (table,)

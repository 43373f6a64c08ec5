"""Processes forked after polars has worked: what can be done is done, the rest is refused."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from processes import output_of

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no fork"),
]

DONE = {
    "there_and_back('.csv')": "True",
    "there_and_back('.tsv')": "True",
    "there_and_back('.xlsx')": "True",
    "there_and_back('.json')": "True",
    "evenkeel.read(results.to_pandas(), better='lower') == results": "True",
    "len(evenkeel.compare(evenkeel.load('toy')).save(folder / 'report.tex'))": "2",
}
REFUSED = {
    "evenkeel.read(folder / 'table.parquet', better='lower')": "reading a Parquet file",
    "results.save(folder / 'new.parquet')": "writing a Parquet file",
    "evenkeel.read(results.to_polars().lazy(), better='lower')": "collecting a lazy frame",
    "evenkeel.load_runs('scipy_optimisers')": "a table of runs",
    "evenkeel.read_runs(folder / 'table.parquet', better='lower')": "a table of runs",
    "runs.select(runs.algorithms[:2]).aggregate()": "a table of runs",
}
PROGRAM = """
import json, os, sys
from pathlib import Path
import evenkeel

def there_and_back(ending):
    path = folder / f"table{ending}"
    results.save(path)
    return evenkeel.read(path, better="lower") == results

def in_a_fork(work):
    reading, writing = os.pipe()
    if not os.fork():
        try:
            told = str(eval(work))
        except BaseException as error:
            told = str(error)
        finally:
            os.write(writing, told.encode())
            os._exit(0)
    os.wait()
    return os.read(reading, 10_000).decode()

folder = Path(sys.argv[1])
results = evenkeel.load("toy")
runs = evenkeel.load_runs("scipy_optimisers")
assert runs.aggregate().n == 12  # by polars
assert there_and_back(".parquet")
answers = {work: in_a_fork(work) for work in json.loads(sys.argv[2])}
assert there_and_back(".parquet")  # the parent goes on as before
print(json.dumps(answers))
"""


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("forks")
    asked = json.dumps([*DONE, *REFUSED])
    answers: dict[str, str] = json.loads(output_of(PROGRAM, folder, asked))
    return answers


@pytest.mark.parametrize("work", DONE)
def test_what_can_be_done_without_polars(answers: dict[str, str], work: str) -> None:
    assert answers[work] == DONE[work]


@pytest.mark.parametrize("work", REFUSED)
def test_what_needs_polars_is_refused(answers: dict[str, str], work: str) -> None:
    assert answers[work] == (
        f"{REFUSED[work]} needs polars, which does not work in a process that was forked after "
        'polars had worked; start processes with multiprocessing.get_context("forkserver") or '
        '"spawn", or do it before the fork'
    )


def test_a_fork_before_polars_has_worked_can_do_everything() -> None:
    code = """
import os, sys
import evenkeel, polars
if os.fork():
    sys.exit(os.wait()[1])
runs = evenkeel.load_runs("scipy_optimisers")
print(runs.aggregate().n, evenkeel.load("toy").n)
"""
    assert output_of(code) == "12 4\n"


POOLS = """
import multiprocessing
import evenkeel
def work(name):
    return evenkeel.load(name).n
if __name__ == "__main__":
    evenkeel.load("toy")
    for method in ("fork", "forkserver", "spawn"):
        with multiprocessing.get_context(method).Pool(2) as pool:
            print(method, pool.map(work, ["toy", "cec2005"]))
"""


def test_pools_that_are_forked_and_the_recommended_ones(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(POOLS)
    run = "import runpy, sys; runpy.run_path(sys.argv[1], run_name='__main__')"
    assert output_of(run, program) == "fork [4, 25]\nforkserver [4, 25]\nspawn [4, 25]\n"

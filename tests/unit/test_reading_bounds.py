"""Long cells: a number has a bound, and no text makes reading slower than in proportion to it."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

import evenkeel
from evenkeel.tables.parsing.numerals import LONGEST_NUMBER
from reading_help import faults, read_text

LONGEST = "0." + "0" * (LONGEST_NUMBER - 3) + "1"
TOO_LONG = "0" + LONGEST
REFUSED = (
    f"a cell of {LONGEST_NUMBER + 1} characters, more than the {LONGEST_NUMBER} that a number may "
    "have; make sure that every cell ends where it should, and write a number"
)


def test_every_double_can_be_written_out():
    assert max(len(f"{-5e-324:.1074f}"), len(f"{-1.7976931348623157e308:.1f}")) <= LONGEST_NUMBER
    results = read_text(f"problem,A,B\nx,{5e-324:.1074f},2\ny,{1.7976931348623157e308:f},3\n")
    assert results.column("A").tolist() == [5e-324, 1.7976931348623157e308]


@pytest.mark.parametrize("quoted", ["", '"'], ids=["quick", "careful"])
def test_the_length_of_a_number_is_bounded(quoted):
    text = f"problem,A,B\nx,{LONGEST},2\ny,3,{quoted}4{quoted}\n"
    assert read_text(text).column("A").tolist() == [0, 3]
    (fault,) = faults(text.replace(LONGEST, TOO_LONG))
    assert fault.endswith(f"..., {REFUSED}")


@pytest.mark.parametrize("make", [json.dumps, lambda rows: rows], ids=["json", "rows"])
def test_the_length_is_bounded_in_other_sources(make, tmp_path):
    path = tmp_path / "table.json"
    made = make([["problem", "A", "B"], ["x", TOO_LONG, 2], ["y", 3, 4]])
    if isinstance(made, str):
        path.write_text(made)
        made = path
    (fault,) = faults(made)
    assert fault.endswith(REFUSED)


def test_the_length_is_bounded_in_runs(tmp_path):
    path = tmp_path / "runs.csv"
    path.write_text(f"algorithm,problem,value\nA,x,{TOO_LONG}\nB,x,{LONGEST}\n")
    with pytest.raises(evenkeel.TableError) as caught:
        evenkeel.read_runs(path, better="lower")
    (fault,) = caught.value.faults
    assert fault.startswith("line 2, column 3 (problem 'x', algorithm 'A'): found '00.0")
    assert fault.endswith(REFUSED)


@pytest.mark.parametrize("place", [1, 60, 200, 399], ids="row {}".format)
@pytest.mark.parametrize("length", [LONGEST_NUMBER, LONGEST_NUMBER + 1])
def test_a_long_cell_is_found_wherever_it_stands(place, length):
    rows = ["0.125,0.25,0.0625"] * 400
    rows[place] = f"1,0.{'0' * (length - 2)},2"
    text = "\n".join(["A,B,C", *rows])
    if length <= LONGEST_NUMBER:
        assert read_text(text).values[place].tolist() == [1, 0, 2]
    else:
        (fault,) = faults(text, not_algorithms=[], drop=[])
        where = f"(problem 'P{place + 1}', algorithm 'B')"
        assert fault.startswith(f"line {place + 2}, column 2 {where}: found '0.000")
        assert fault.endswith(REFUSED)


def test_a_long_name_is_a_name():
    name = "n" * 100_000
    assert read_text(f"problem,A,B\n{name},1,2\ny,3,4\n").problems == (name, "y")


# Each text is read in every place, and tried on every pattern, in a process that is ended after a
# time that suffices many times over if the work is linear, and by no means if it is quadratic.
HOSTILE = r"""
import io, json, re
import evenkeel
from evenkeel.tables import evidence, lexicon, profile
from evenkeel.tables.parsing import cells, dialect, numerals
from evenkeel.tables.scanning import survey

SIZE = 200_000
PIECES = (
    "1", "1x", "1 ", " ", "\t", "1.", "1,", "1,000", " 000", "1e", "1e+", "+", "-", "±", "+-",
    "+/-", "\\pm", "(", "((", "()", "[", ")", "]", '"', '""', 'a"', '" "', "_", "names",
    "id", "a\r", "#",
)
TEXTS = [start + piece * (SIZE // len(piece)) + "x" for piece in PIECES for start in ("", "1")]


def patterns(value):
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from patterns(part)


grammars = [dialect._Grammar(separator, "\n") for separator in ",;\t| "]
owners = (dialect, cells, numerals, evidence, lexicon, profile, survey, *grammars)
found = {pattern for owner in owners for pattern in patterns(vars(owner))}
assert len(found) > 15, len(found)

for text in TEXTS:
    for pattern in found:
        pattern.fullmatch(text)
        pattern.match(text)
    numerals.remedy(text[: numerals.LONGEST_NUMBER], ".")
    numerals.parse(text[: numerals.LONGEST_NUMBER])
    lexicon.meanings(text)
    lexicon.direction(text)
    survey.natural_key(text)


def attempt(function, source, **options):
    try:
        function(source, better="lower", **options)
    except evenkeel.InputError:
        pass


for text in TEXTS:
    quoted = text.replace('"', '""')
    attempt(evenkeel.read, io.StringIO(f'problem,A,B\nx,1,"{quoted}"\ny,3,4\n'))
    attempt(evenkeel.read, io.StringIO(f"problem,A,B\nx,1,{text}\ny,3,4\n"))
    attempt(evenkeel.read, {"problem": ["x", "y"], "A": [text, "1"], "B": ["2", "3"]})

# Many cells, many names, many lines.
many = SIZE // 10
attempt(evenkeel.read, io.StringIO("problem,A,B" + "," * many + ("\nx,1,2" + "," * many) * 5))
attempt(evenkeel.read, io.StringIO("problem,A,B\n" + '"x\n' * many))
attempt(evenkeel.read, io.StringIO("problem,A,B\n" + 'x,1,"2""\n' * many))
attempt(evenkeel.read, io.StringIO('[{"a":1}' + ',{"a":1}' * many + "]"))
keys = ",".join(f'"{number}":1' for number in range(many))
attempt(evenkeel.read, io.StringIO("{" + keys + ',"0":1}'))
attempt(evenkeel.read, io.StringIO("problem,A,A" + ",A" * many + "\nx,1,2\n"))
attempt(evenkeel.read, io.StringIO(("x," * many + "\n") * 2))
attempt(evenkeel.read, io.StringIO(("1 " * many + "\n") * 2))
print("done")
"""


@pytest.mark.slow
def test_the_work_grows_in_proportion_to_the_text():
    done = subprocess.run(
        [sys.executable, "-c", HOSTILE], capture_output=True, text=True, timeout=300, check=False
    )
    assert done.stdout == "done\n", done.stderr[-2000:]

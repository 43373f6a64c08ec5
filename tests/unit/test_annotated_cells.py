"""Cells that hold more than a number: value, deviation, per cent."""

from __future__ import annotations

import io
import math
import pickle
from pathlib import Path

import numpy as np
import pytest

import evenkeel
import evenkeel.tables.reading
from evenkeel.tables.parsing.cells import numbers
from evenkeel.tables.parsing.numerals import parse
from reading_help import question, read_text

TABLE = """dataset,SVM,RF,k-NN
adult,0.851 ± 0.011,**0.862 ± 0.010**,0.794 ± 0.021
breast,0.715 ± 0.042,0.741 ± 0.050,0.694 ± 0.033*
glass,0.642 ± 0.061,0.774 ± 0.047,0.715
"""


def test_their_first_numbers_are_read_and_deviations_kept() -> None:
    results = read_text(TABLE, better="higher")
    assert results.values.tolist() == [
        [0.851, 0.862, 0.794],
        [0.715, 0.741, 0.694],
        [0.642, 0.774, 0.715],
    ]
    assert results.deviations is not None
    np.testing.assert_array_equal(
        results.deviations, [[0.011, 0.01, 0.021], [0.042, 0.05, 0.033], [0.061, 0.047, np.nan]]
    )
    assert not results.deviations.flags.writeable


def test_deviations_go_along() -> None:
    results = read_text(TABLE, better="higher")
    some = results.select(["RF", "SVM"], ["glass", "adult"])
    assert some.deviations is not None
    assert some.deviations.tolist() == [[0.047, 0.061], [0.01, 0.011]]
    assert results.scaled().deviations is None
    again = pickle.loads(pickle.dumps(results))
    np.testing.assert_array_equal(again.deviations, results.deviations)
    assert not again.deviations.flags.writeable
    assert results == evenkeel.Results(
        results.values, results.problems, results.algorithms, better="higher"
    )
    dropped = read_text(TABLE.replace("0.774 ± 0.047", ""), missing="drop-problem")
    assert dropped.deviations is not None
    assert dropped.deviations.shape == (2, 3)


def test_deviations_have_the_shape_of_the_values() -> None:
    with pytest.raises(evenkeel.TableError, match=r"deviations have the shape \(1, 2\), but the"):
        evenkeel.Results([[1, 2], [3, 4]], better="lower", deviations=[[1, 2]])  # type: ignore[arg-type]


def test_a_plain_table_has_no_deviations() -> None:
    assert read_text("dataset,A,B\nx,1,2\ny,3,4\n").deviations is None


@pytest.mark.parametrize(
    ("cell", "number", "deviation"),
    [
        ("0.81 ± 0.02", 0.81, 0.02),
        ("0.81±0.02", 0.81, 0.02),
        ("0.81 +/- 0.02", 0.81, 0.02),
        ("0.81 (0.02)", 0.81, 0.02),
        ("0.81 (±0.02)", 0.81, 0.02),
        ("0.81 [0.02]", 0.81, 0.02),
        ("0.81 (2)", 0.81, None),  # a rank
        (r"\textbf{0.81}", 0.81, None),
        (r"{\bf 0.81}", 0.81, None),
        (r"$\mathbf{0.81}\pm0.02$", 0.81, 0.02),
        (r"\textbf{0.81} $\pm$ 0.02", 0.81, 0.02),
        (r"\cellcolor{gray!20}0.81", 0.81, None),
        (r"\underline{0.81}", 0.81, None),
        (r"0.81$^\dagger$", 0.81, None),
        (r"0.81$^{\ast\ast}$", 0.81, None),
        ("$0.81$", 0.81, None),
        ("**0.81**", 0.81, None),
        ("__0.81__", 0.81, None),
        ("<b>0.81</b>", 0.81, None),
        ("0.81†", 0.81, None),
        ("0.81*", 0.81, None),
        ("*0.81", 0.81, None),
        ("1.23E+02 (4.5E+01) +", 123.0, 45.0),
        ("1.23E+02 -", 123.0, None),
        (r"$1.2\times10^{-3}$", 0.0012, None),
        ("\N{MINUS SIGN}0.5 ± 0.1", -0.5, 0.1),
        ("4.89e+06 ± 7.3e+06", 4.89e6, 7.3e6),
        ("0.5 ± nan", 0.5, None),  # the deviation of one run
        ("12 (±2)", 12, 2),
        ("0.272978 (±0.0004) (+1.20%)", 0.272978, 0.0004),
        ("_**0.27**_ (±0.0004) (-0.18%)", 0.27, 0.0004),
        ("0.81 ± 0.02 (3)", 0.81, 0.02),
        ("0.81 (0.02) (3)", 0.81, 0.02),
        ("0.81 (+0.02)", 0.81, None),  # a change
        ("0.81 (-0.02)", 0.81, None),
        ("0.27 (+1.2%)", 0.27, None),
        ("0.9 ^1", 0.9, None),
        ("80 _13", 80, None),
        ("92.2 ^0.3", 92.2, 0.3),
        ("95 ^a", 95, None),
        ("95 ^a, b", 95, None),
        ("0.81 ± 0.02 ^1", 0.81, 0.02),
        ("0.9<sup>1</sup>", 0.9, None),
        ("80<sub>13</sub>", 80, None),
        ("**0.9**<sup>1</sup>", 0.9, None),
        ("91<small>±0.3</small>", 91, 0.3),
        (r"95\textsuperscript{2}", 95, None),
        (r"\textbf{95}\textsubscript{2.5}", 95, 2.5),
        (r"95$^{2}$", 95, None),
        (r"81{\tiny 14}", 81, None),
        (r"92.2{\scriptsize 0.3}", 92.2, 0.3),
        (r"92.2{\footnotesize $\pm$0.3}", 92.2, 0.3),
        ("-3", -3, None),
        ("93.3(0.5)", 93.3, 0.5),
        ("10614 +/- 671*", 10614, 671),
        ("0.55+0.01", 0.55, 0.01),
        ("**0.55 + 0.01**", 0.55, 0.01),
        (r"$\textbf{0.91} \pm 0.01$", 0.91, 0.01),
        (r"$0.91_{\pm 0.01}$", 0.91, 0.01),
        ("0.81 [0.79, 0.83]", 0.81, None),  # an interval
        ("0.81 (0.79-0.83)", 0.81, None),
        ("1,014.45", 1014.45, None),
        ("1,014,000", 1014000, None),
        ("1'014", 1014, None),
        ("1,014.5 ± 1,000.5", 1014.5, 1000.5),
    ],
)
def test_the_first_number(cell: str, number: float, deviation: float | None) -> None:
    assert parse(cell)[:2] == (number, deviation)


@pytest.mark.parametrize(
    "cell",
    [
        "1.5.2", "10k", "0x1F", "1_0", "1{2}", "1,234", "1,23", "0,123", "1.5+2", "1+1", "1 2",
        "10^3", "10^{3}", "1**2", "0.8$1$", "1__2", "0.81 ± ", "±0.2", "1-2", "5+3", "0.8/0.9",
        "NA", "", "a", "3:1",
        "2024-01-01", "1,5", "9" * 3000 + "*",
        "10 ^3", "10<sup>3</sup>", r"10\textsuperscript{-3}", "2^10",  # powers
        "1.5(-3)", "1.5 (-3)",  # 0.0015 in some tables
        "5-", "- 0.5",  # -5 and -0.5 in some programs
        "0.81 (0.02) (0.5)", "0.9 ± 0.1 ± 0.2", "0.9 ^1 0.3", "^1 0.9", "1 ^st", "81.2 (↑0.5)",
        "nan",
    ],
)  # fmt: skip
def test_no_part_of_what_is_no_number(cell: str) -> None:
    assert parse(cell) is None


@pytest.mark.parametrize(
    "cell", ["nan ± nan", "NaN (NaN)", r"$nan\pm nan$", "- ± -", "NA (±NA)", "nan+nan"]
)
def test_no_number_beside_no_deviation_is_a_missing_value(cell: str) -> None:
    found = parse(cell)
    assert found is not None
    assert math.isnan(found[0])
    assert found[1] is None


@pytest.mark.parametrize(
    ("cell", "number", "deviation"),
    [
        ("12%", 12, None),
        ("1.8 %", 1.8, None),
        (r"91.2\%", 91.2, None),
        ("91.2% ± 0.3%", 91.2, 0.3),
        ("91.2 ± 0.3 %", 91.2, 0.3),
        ("+90%", 90, None),
    ],
)
def test_per_cent(cell: str, number: float, deviation: float | None) -> None:
    assert parse(cell) == (number, deviation, True, True)


def test_a_single_comma_separates_thousands_where_points_are_seen() -> None:
    assert parse("1,234", sure=True).value == 1234
    assert parse("0,5", sure=True) is None
    assert parse("1.234", ",", sure=True) is None
    assert parse("1.014,45", ",").value == 1014.45
    assert numbers(["6,034", "40,550", "72"], sure=True).values.tolist() == [6034, 40550, 72]
    assert numbers(["6,034", "40,550", "72"]).wrong.cells == {0: "6,034", 1: "40,550"}
    assert numbers(["2,100", "1.5"], sure=True).wrong.cells == {0: "2,100"}


def test_what_a_column_says_is_data() -> None:
    cells = ["0.5", "0.6 ± 0.1", "NA", "", "abc", None, 3, True, "0.7*"]
    found = numbers(cells)
    np.testing.assert_array_equal(found.values, [0.5, 0.6, *[np.nan] * 4, 3, np.nan, 0.7])
    assert found.wrong.cells == {4: "abc", 7: True}
    assert found.absent.cells == {2: "NA"}
    assert found.deviations == {1: 0.1}
    assert found.annotated == {1: "0.6 ± 0.1", 8: "0.7*"}
    assert found.percent == set()
    assert found.wrong[4].startswith("found 'abc', which is not a number; write a number")
    assert found.wrong[7] == "found True, a truth value; write a number"


def test_percentages_of_a_whole_column_are_numbers_and_some_are_not() -> None:
    whole = numbers(["1%", "2.5 %", "NA"])
    assert whole.values[:2].tolist() == [1, 2.5]
    assert whole.percent == {0, 1}
    assert not whole.wrong
    mixed = numbers(["1%", "2.5", "3"])
    assert np.isnan(mixed.values).tolist() == [True, False, False]
    assert mixed.wrong.cells == {0: "1%"}
    assert mixed.wrong[0] == (
        "found '1%', a percentage among plain numbers; write 1 without the sign, or all of them "
        "with it"
    )


def test_a_mean_that_is_missing_is_a_missing_value() -> None:
    text = "f,A,B\n" + "".join(f"F{i},{i * i}e+06 ± 7e+05,{i}e+07 ± 7e+05\n" for i in range(1, 6))
    text += "F9,nan ± nan,1e+01 ± 1e+00\n"
    assert question(text) == (
        "1 result is missing, that of 'A' on 'F9' (line 7, column 2: 'nan ± nan'): what is to "
        "become of it?",
        [{"missing": "keep"}, {"missing": "drop-problem"}, {"missing": "worst"}],
    )
    kept = read_text(text, missing="drop-problem")
    assert kept.values.tolist() == [[i * i * 1e6, i * 1e7] for i in range(1, 6)]


def test_a_decimal_comma() -> None:
    assert parse("0,81 ± 0,02", ",")[:2] == (0.81, 0.02)
    text = "dataset;A;B\nx;0,81 (0,02);0,5\ny;0,7 (0,1);0,6\n"
    assert read_text(text, decimal=",").values.tolist() == [[0.81, 0.5], [0.7, 0.6]]


def test_long_tables_too() -> None:
    text = "algorithm,problem,value\nA,x,1 ± 0.5\nB,x,2 ± 0.5\nA,y,**3**\nB,y,4\n"
    results = read_text(text)
    assert results.values.tolist() == [[1, 2], [3, 4]]
    assert results.deviations is not None
    assert results.deviations[0].tolist() == [0.5, 0.5]


def test_whole_columns_of_them_are_not_taken_for_text() -> None:
    rows = "".join(f"p{i},0.{i} (0.1),0.{i + 1} (0.2)\n" for i in range(1, 8))
    assert read_text(f"dataset,A,B\n{rows}").n == 7


def test_names_keep_their_marks() -> None:
    text = "dataset,A,B\n1*,0.5 ± 0.1,0.6 ± 0.1\n2*,0.7 ± 0.1,0.8 ± 0.1\n"
    assert read_text(text).problems == ("1*", "2*")


LONG_RUNS = "algorithm,problem,run,value\n" + "".join(
    f"{name},P{p},{r},0.{p}{r} ± 0.02\n" for name in "AB" for p in range(1, 5) for r in range(3)
)
WIDE_RUNS = "problem,fold,A,B\n" + "".join(
    f"P{p},{r},**0.{p}{r}**,0.{p}{r}†\n" for p in range(1, 5) for r in range(3)
)


@pytest.mark.parametrize("text", [LONG_RUNS, WIDE_RUNS])
@pytest.mark.parametrize("read", [evenkeel.read_runs, evenkeel.tables.reading.read_any])
def test_first_numbers_of_runs(text: str, read, tmp_path: Path) -> None:
    path = tmp_path / "runs.csv"
    path.write_text(text, encoding="utf-8")
    for source in (path, io.StringIO(text)):
        runs = read(source, better="higher")
        assert isinstance(runs, evenkeel.Runs)
        values = runs.aggregate("max").values.tolist()
        assert values == [[0.12, 0.12], [0.22, 0.22], [0.32, 0.32], [0.42, 0.42]]
        lost = ("24 cells hold a deviation beside their number, which is not used",)
        assert runs.checks() == (lost if "±" in text else ())

r"""Tables in LaTeX: what TeX does not print is not read, and said; what it may print is refused."""

from __future__ import annotations

import pytest

from evenkeel.tables.formats.printed_cells import END, RAISED, plain_text, set_apart
from reading_help import question, read_text, refusal

HEAD = "\\begin{tabular}{lrr}\nproblem & A & B \\\\ \\hline\n"
ROWS = [f"x{i} & {i} & {i + 0.5} \\\\\n" for i in range(6)]
FOOT = "\\end{tabular}\n"
NOT_PRINTED = "rows that LaTeX does not print"


@pytest.mark.parametrize(
    ("hidden", "lines"),
    [
        (f"\\iffalse\n{ROWS[2]}\\fi\n", "line 6"),
        (
            f"\\iffalse {ROWS[2]}% \\fi\n \\ifx\\a\\b {ROWS[3]} \\else {ROWS[3]} \\fi\\fi\n",
            "lines 5, 7, 8",
        ),
        (f"\\iftrue\\else\n{ROWS[2]}\\fi\n", "line 6"),
        (f"\\iffalse {ROWS[2]}\\else\\fi\n", "line 5"),
        (f"\\begin{{comment}}\n{ROWS[2]}\\end{{comment}}\n", "line 6"),
        (f"% {ROWS[2]}", "line 5"),
    ],
)
def test_rows_that_are_not_printed_are_said(hidden: str, lines: str) -> None:
    results = read_text(f"{HEAD}{ROWS[0]}{ROWS[1]}{hidden}{ROWS[4]}{FOOT}")
    assert results.problems == ("x0", "x1", "x4")
    assert results.values.tolist() == [[0, 0.5], [1, 1.5], [4, 4.5]]
    assert results.origin is not None
    assert results.origin.unread == (f"{NOT_PRINTED} ({lines})",)


@pytest.mark.parametrize(
    "shown",
    [
        f"\\iftrue {ROWS[2]}\\fi\n",
        f"\\iftrue {ROWS[2]}\\else\\fi\n",
        f"\\iffalse\\else {ROWS[2]}\\fi\n",
        f"\\iffalse Smith \\& Jones \\fi {ROWS[2]}",
        f"% Smith \\& Jones\n{ROWS[2]}",
    ],
)
def test_what_is_printed_is_read(shown: str) -> None:
    results = read_text(f"\\newif\\ifpaper\n{HEAD}{ROWS[0]}{ROWS[1]}{shown}{ROWS[3]}{FOOT}")
    assert results.problems == ("x0", "x1", "x2", "x3")
    assert results.origin is not None
    assert results.origin.unread == ()


def test_a_table_that_is_not_printed_is_none() -> None:
    other = HEAD + ROWS[0] + FOOT
    text = f"\\iffalse\n{other}\\fi\n{HEAD}{ROWS[1]}{ROWS[2]}{FOOT}"
    assert read_text(text).problems == ("x1", "x2")
    one = HEAD + ROWS[0] + ROWS[1] + FOOT
    assert question(one + one) == (
        "there are 2 tables (1: lines 3-4, 2: lines 8-9), and 2 of them can be compared; which one "
        "is meant?",
        [{"pick": "lines 3-4"}, {"pick": "lines 8-9"}],
    )


def test_a_condition_that_only_the_paper_knows_is_refused_within_a_table() -> None:
    rows = f"{ROWS[0]}\\ifpaper\n{ROWS[1]}\\else\n{ROWS[2]}\\fi\n{ROWS[3]}"
    assert refusal(f"{HEAD}{rows}{FOOT}") == (
        "open file: whether what stands before \\else in line 6 is printed depends on a condition; "
        "keep in the table what the paper prints, without \\if, \\else and \\fi"
    )
    whole = f"\\ifpaper\n{HEAD}{ROWS[0]}{ROWS[1]}{FOOT}\\fi\n"
    assert read_text(whole).problems == ("x0", "x1")
    assert read_text(f"{HEAD}$a \\iff b$ & 1 & 2 \\\\\n{ROWS[1]}{FOOT}").n == 2


@pytest.mark.parametrize("begin", ["\\iffalse", "\\iftrue\\else", "\\begin{comment}"])
def test_what_is_not_printed_must_end(begin: str) -> None:
    end = "\\end{comment}" if "comment" in begin else "\\fi"
    assert refusal(f"{HEAD}{ROWS[0]}{ROWS[1]}{begin} {ROWS[2]}{FOOT}") == (
        f"open file: what is not printed from line 5 on has no end; close it with {end}"
    )


def test_tables_within_cells_are_text() -> None:
    inner = "\\begin{tabular}[t]{@{}c@{}}a\\\\b & \\begin{array} c & d\\end{array}\\end{tabular}"
    text = f"{HEAD}{inner} & 1 & 2 \\\\\n{{y {inner}}} & 3 & 4 \\\\\n{FOOT}"
    assert read_text(text, shape="wide").problems == ("a b c d", "y a b c d")


@pytest.mark.parametrize(
    "text",
    [
        "a & b \\\\ c & d \\\\" + "\\begin{tabular}{\\end{tabular}" * 30_000,
        "a & b \\\\ c & d \\\\" + "\\begin{tabular}{l}\\end{tabular}\n" * 30_000,
        HEAD + "\\begin{tabular}{" * 30_000 + FOOT,
        HEAD + "\\begin{tabular}{l}" * 30_000 + FOOT,
        HEAD + "\\iffalse " * 30_000 + FOOT,
        HEAD + "\\iftrue " * 30_000 + FOOT,
    ],
    ids=range(6),
)
@pytest.mark.slow
def test_many_tables_that_are_open_end_in_a_message_and_soon(text: str) -> None:
    # These took hours, or minutes: time in proportion to the square of the text.
    assert len(refusal(text)) < 300


@pytest.mark.parametrize(
    "cell",
    [
        "{" + "\\tiny " * 50_000,
        "{" + "1\\tiny" * 50_000,
        "a" + "\\textsuperscript{b}" * 50_000,
        "a" + "\\footnote{b}" * 50_000,
        " " * 300 + "\\textsuperscript{b} " * 50_000,
    ],
    ids=range(5),
)
@pytest.mark.slow
def test_a_cell_of_many_commands_is_read_soon(cell: str) -> None:
    assert plain_text(cell)


def test_parts_within_parts_are_closed_soon() -> None:
    assert set_apart("a" + RAISED * 100_000 + "b" + END * 100_000 + "c") == "a^bc"


def test_what_follows_a_command_in_a_group_is_small() -> None:
    assert plain_text(r"81{\bf \tiny 14 \small 2}") == "81 (14) (2)"
    assert plain_text(r"81{\footnotesize14}") == "81 (14)"

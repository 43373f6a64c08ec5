"""Raised and small parts of cells: what is taken for the number, and what stays in names."""

from __future__ import annotations

import io

import pytest

import evenkeel
from evenkeel.tables.formats.printed_cells import (
    END,
    NOTE,
    RAISED,
    SMALL,
    marked,
    plain_text,
    set_apart,
)

PAGE = (
    "<table><tr><th>set<th>New<sup>a</sup><th>Old<tr><td>x<td>0.9<sup>1</sup><td>80<sub>13</sub>"
    "<tr><td>y<td>0.5<sub>0.1</sub><td>70<small>2</small></table>"
)
TABULAR = r"""\begin{tabular}{lrr} set & New$^{a}$ & Old \\ \hline
x & 0.9\textsuperscript{1} & 80$_{13}$ \\ y & 0.5{\scriptsize 0.1} & 70{\tiny 2} \\ \end{tabular}"""
PIPES = """|set|New<sup>a</sup>|Old|
|-|-|-|
|x|**0.9**<sup>1</sup>|80<sub>13</sub>|
|y|0.5<small>0.1</small>|70[^2]|
"""


@pytest.mark.parametrize("text", [PAGE, TABULAR, PIPES], ids=["html", "latex", "markdown"])
def test_the_first_number_is_read_and_ranks_are_not_glued_to_it(text: str) -> None:
    results = evenkeel.read(io.StringIO(text), better="higher", shape="wide")
    assert results.algorithms == ("New^a", "Old")
    assert results.values.tolist() == [[0.9, 80], [0.5, 70]]
    assert results.deviations is not None
    assert results.deviations[1, 0] == 0.1
    assert results.deviations[~(results.deviations == 0.1)].size == 3


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        (r"\small 0.91", "0.91"),
        (r"\footnotesize{0.91}", "0.91"),
        (r"{\small 81}{\tiny 14}", "81 (14)"),
        (r"\textbf{81\tiny 14}", "81 (14)"),
        (r"0.5{\color{gray}\scriptsize 0.1}", "0.5 (0.1)"),
        (r"91.2{\tiny$\pm$0.3}", "91.2 ± 0.3"),
        (r"81.1{\scriptsize (0.4)}", "81.1 (0.4)"),
        (r"95\raisebox{1ex}{2}", "95 ^2"),
        (r"95\scalebox{0.6}{2}", "95 (2)"),
        (r"95\textsuperscript{\textdagger}", "95†"),
        (r"$\mathbf{0.9}^{+}$", "0.9 +"),
        (r"\textsuperscript{1}0.9", "^1 0.9"),
        (r"\textsuperscript{*}0.9", "*0.9"),
        (r"95{\bf 2}", "95 2"),
        (r"95\cite{a}2", "95 2"),
        (r"\phantom{0}9.5", "9.5"),
        (r"0{,}5", "0,5"),
        (r"Acc $\uparrow$", "Acc"),
        (r"R{\small ANDOM} F{\small OREST}", "RANDOM FOREST"),
        (r"ResNet{\tiny 50}", "ResNet 50"),
        (r"$H_{2}O$, wine\_2, $N_{init}$", "H_2O, wine_2, N_init"),
        (r"A\textsuperscript{$\dagger$}\footnote{Ours.}", "A†"),
        (r"\textcolor{red}{{\bf 8.5}}", "8.5"),
        (r"\best{1}", r"\best1"),
        ("9\x015\x07", "9 5"),
    ],
)
def test_what_a_cell_of_latex_prints(cell: str, text: str) -> None:
    assert plain_text(cell) == text


@pytest.mark.parametrize(
    ("signs", "text"),
    [
        (f"95{RAISED}2", "95 ^2"),  # left open
        (f"95{END}", "95"),
        (f"95{RAISED}{marked(SMALL, '2')}{END}", "95 ^2"),
        (f"95{marked(RAISED, ' ')}", "95"),
        (f"{marked(NOTE, 'a')}New", "New"),
        (f"{marked(SMALL, '1')}0.9", "1 0.9"),
        (f"0.9{marked(RAISED, '1')}5", "0.9 ^1 5"),
    ],
)
def test_signs_that_do_not_match_and_parts_in_odd_places(signs: str, text: str) -> None:
    assert set_apart(signs) == text

"""Formulas in labels, on request, and labels as they are otherwise."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.text import Text

from drawing import faults, place_texts
from evenkeel.errors import InputError
from evenkeel.plot import (
    KINDS,
    draw_picture,
    figure_tikz,
    plot_critical_difference,
    plot_critical_differences,
    plot_stairs,
    save_figure,
    style,
)
from evenkeel.plot.styles import check_labels, escape_words, typesetting, words_of
from evenkeel.tables.results import Results

#: Those of results, which are drawn of one table.
OF_RESULTS = [kind for kind in KINDS if not KINDS[kind].of_runs]
ALPHA, OTHER = r"$\alpha$-NN", r"$\beta_{1} + x$_2"


def table(*names: str) -> Results:
    values = np.random.default_rng(1).normal(size=(12, len(names))) + 2 * np.arange(len(names))
    return Results(np.exp(values), (), names, better="lower")  # positive, for times


def texts(ax: Axes, *parts: str) -> list[list[Text]]:
    """By part, those that hold it, tick labels and legends among them."""
    place_texts(ax.figure)
    shown = [text for text in ax.figure.findobj(Text) if text.get_visible()]
    return [[text for text in shown if part in text.get_text()] for part in parts]


@pytest.mark.slow
@pytest.mark.parametrize("kind", OF_RESULTS)
def test_every_picture_typesets_names_on_request_and_not_otherwise(kind: str) -> None:
    study = table(ALPHA, OTHER)
    with style("paper", mathtext=True):
        typeset = draw_picture(kind, study, **KINDS[kind].needs)
    plainly = draw_picture(kind, study, **KINDS[kind].needs)
    for found in texts(typeset, r"\alpha", r"\beta"):
        assert found
        assert all(text.get_parse_math() for text in found)
    for found in texts(plainly, r"\alpha", r"\beta"):
        assert found
        assert not any(text.get_parse_math() for text in found)
    assert not [fault for fault in faults(typeset.figure) if "alpha" in fault or "beta" in fault]


def test_room_is_left_for_what_is_seen() -> None:
    study = table(r"$\mathrm{a}$", "b", "c")
    with style("paper", mathtext=True):
        typeset = plot_critical_difference(study, width=1.0)
    plainly = plot_critical_difference(study, width=1.0)
    narrow, wide = (ax.figure.get_size_inches()[0] for ax in (typeset, plainly))
    assert narrow < wide - 0.5


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "message"),
    [
        (
            r"$\alph$-NN",
            r"the label '$\\alph$-NN' is no mathtext (Unknown symbol: \alph, found '\')",
        ),
        (
            r"$x",
            "the label '$x' has a $ without its pair and is no mathtext; write \\$ for a dollar",
        ),
        (r"$x^$", r"the label '$x^$' is no mathtext ("),
    ],
)
def test_a_label_that_is_no_mathtext_is_refused_by_name(name: str, message: str) -> None:
    study = table(name, "b", "c")
    for kind in OF_RESULTS:
        needs = dict(KINDS[kind].needs)
        if "first" in KINDS[kind].options:
            needs |= {"first": name, "second": "b"}
        with style("paper", mathtext=True), pytest.raises(InputError) as caught:
            draw_picture(kind, study, **needs)
        assert name.split("-")[0] in str(caught.value).replace("\\\\", "\\")
    with style("paper", mathtext=True), pytest.raises(InputError) as caught:
        plot_critical_difference(study)
    assert str(caught.value).startswith(message)
    assert "leave out mathtext=True" in str(caught.value)
    assert plot_critical_difference(study).figure is not None


def test_two_dollar_signs_of_two_names_make_no_formula() -> None:
    with style("paper", mathtext=True), pytest.raises(InputError, match=r"'under \$5' has a \$"):
        plot_stairs(table("under $5", "over $5"))


def test_a_dollar_sign_that_is_escaped_is_one() -> None:
    with style("paper", mathtext=True):
        ax = plot_critical_difference(table(r"under \$5", "b", "c"))
    ((label,),) = texts(ax, "under")
    assert label._preprocess_math(label.get_text()) == ("under $5", False)
    assert "{under \\$5}" in figure_tikz(ax)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["critical-difference", "stairs", "rank-heatmap", "average-ranks"])
def test_rows_make_room_for_a_high_formula(kind: str) -> None:
    high = [rf"$\sum_{{i}}^{{{n}}} x_i^2$ net" for n in range(5)]
    with style("paper", mathtext=True):
        ax = draw_picture(kind, table(*high))
    assert faults(ax.figure) == []


def test_a_formula_is_not_broken_over_lines() -> None:
    with typesetting(True):
        assert words_of(r"a $b + c$ d\$ e") == ["a", "$b + c$", r"d\$", "e"]
    assert words_of("a $b + c$") == ["a", "$b", "+", "c$"]
    name = r"$\alpha + \beta + \gamma + \delta + \epsilon + \zeta$"
    with style("paper", mathtext=True):
        ax = plot_critical_difference(table(name, "b", "c"), control=name)
    notes = [text.get_text() for text in ax.texts if text.get_gid() == "note"]
    assert sum(note.count("$") for note in notes) == 2
    assert all(note.count("$") % 2 == 0 for note in notes)


@pytest.mark.slow
def test_latex_gets_the_formula_and_the_rest_escaped(tmp_path: Path) -> None:
    assert escape_words(OTHER) == r"$\beta_{1} + x$\_2"
    with style("paper", mathtext=True):
        diagram = plot_critical_difference(table(ALPHA, OTHER, "50%"))
        bars = draw_picture("average-ranks", table(ALPHA, OTHER, "50%"))
    tikz = figure_tikz(diagram)
    assert r"{$\alpha${-}NN}" in tikz
    assert r"{$\beta_{1} + x$\_2}" in tikz
    assert r"{50\%}" in tikz
    for ax in (diagram, bars):
        text = save_figure(ax, tmp_path / "picture.pgf").read_text()
        assert r"$\alpha${-}NN" in text
        assert r"$\beta_{1} + x$\_2" in text
        assert texts(ax, r"$\beta_{1} + x$_2") != [[]]  # as before


def test_mathtext_ends_with_its_style_and_holds_in_axes_of_the_caller() -> None:
    figure = Figure(figsize=(6, 4))
    ax = figure.subplots()
    with style("slides", mathtext=True):
        with style("paper"):
            check_labels(["$x"])
        with pytest.raises(InputError):
            check_labels(["$x"])
        plot_critical_differences({"$n = 10$": table(ALPHA, "b", "c")}, ax=ax)
    check_labels(["$x"])
    ((heading,),) = texts(ax, "n = 10")
    assert heading.get_parse_math()

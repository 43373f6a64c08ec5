"""Every option of every picture, in Python and as it is typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache, wraps
from typing import Any

import pytest
from matplotlib.axes import Axes

from drawing import pixels
from evenkeel.casestudies import load
from evenkeel.errors import InputError, UnknownNameError
from evenkeel.plot import KINDS, draw_picture
from evenkeel.plot.kinds import draw_typed
from evenkeel.plot.options import OPTIONS, typed_value
from evenkeel.tables.results import Results
from evenkeel.tables.runs import Runs
from runs_examples import make_curves

TABLE = load("garcia2008")
TIMES = Results(TABLE.values, TABLE.problems, TABLE.algorithms, better="lower")
CURVES = make_curves()
#: What has no text: arrays, the outcome of tests, and the kind of a picture of runs.
ONLY_IN_PYTHON = {"adjusted", "equivalence", "bins", "kind", "x"}
#: Of each option, what can be typed, and what it means; by kind where the values differ.
TYPED: dict[str, tuple[str | bool, Any]] = {
    "control": ("CN2", "CN2"),
    "first": ("NaiveBayes", "NaiveBayes"),
    "second": ("CN2", "CN2"),
    "rows": ("C4.5,CN2", ["C4.5", "CN2"]),
    "columns": ("Kernel", "Kernel"),
    "alpha": ("0.2", 0.2),
    "ranking": ("aligned", "aligned"),
    "procedure": ("holm", "holm"),
    "method": ("sign", "sign"),
    "raw": (True, True),
    "size": ("superiority", "superiority"),
    "rope": ("0.02", 0.02),
    "interval": ("none", "none"),
    "bounds": ("none", "none"),
    "scale": ("symlog", "symlog"),
    "cutoff": ("0.8", 0.8),
    "confidence": ("0.9", 0.9),
    "form": ("slope", "slope"),
    "annotate": (False, False),
    "layout": ("one-sided", "one-sided"),
    "best": ("right", "right"),
    "limits": ("2,5", (2.0, 5.0)),
    "ranks": (True, True),
    "highlight": ("CN2, Kernel", ["CN2", "Kernel"]),
    "colours": ("CN2=red, C4.5=#0072b2", {"CN2": "red", "C4.5": "#0072b2"}),
    "note": (False, False),
    "width": ("6", 6.0),
    "of": ("B", "B"),
    "on": ("F2", "F2"),
    "label": ("error", "error"),
    "x_label": ("evaluations", "evaluations"),
}
CASES = [(kind, name) for kind in KINDS for name in KINDS[kind].options if name in TYPED]


def data_of(kind: str) -> Results | Runs:
    if KINDS[kind].of_runs:
        return CURVES
    return TIMES if "cutoff" in KINDS[kind].options else TABLE


def needed(kind: str, name: str) -> dict[str, Any]:
    """Without which this kind cannot be drawn of five algorithms."""
    two = {"first": "C4.5", "second": "Kernel"} if "first" in KINDS[kind].options else {}
    level = {"interval": "nemenyi-range"} if (kind, name) == ("average-ranks", "alpha") else {}
    cell = {key: value for key, value in (("of", "A"), ("on", "F1")) if key in KINDS[kind].options}
    return {**KINDS[kind].needs, **two, **level, **({} if kind == "runs-box" else cell)}


@cache
def default(kind: str, needs: tuple[tuple[str, Any], ...]) -> bytes:
    """The picture without any option that it can do without."""
    return pixels(draw_picture(kind, data_of(kind), **dict(needs)).figure)


def test_every_option_of_every_picture_can_be_typed() -> None:
    options = {name for kind in KINDS.values() for name in kind.options}
    assert set(OPTIONS) == set(TYPED) == options - ONLY_IN_PYTHON


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_said_yes_or_no_is_so_in_the_signature(kind: str) -> None:
    for name, annotation in KINDS[kind].types.items():
        if name in OPTIONS:
            assert OPTIONS[name].flag == (annotation in (bool, bool | None))


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "name"), CASES)
def test_a_typed_option_draws_what_it_draws_in_python_and_not_the_default(
    kind: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The function that draws is called in the same way, so it need draw only once."""
    text, value = TYPED[name]
    needs = needed(kind, name)
    words = {key: str(each) for key, each in needs.items()}
    draw, calls = KINDS[kind].function, []

    @wraps(draw)
    def draw_once(*table: Results, **options: Any) -> Axes | None:
        calls.append((table, options))
        return draw(*table, **options) if len(calls) == 1 else None

    with monkeypatch.context() as patch:
        patch.setitem(KINDS, kind, replace(KINDS[kind], function=draw_once))
        typed = draw_typed(kind, data_of(kind), {**words, name: text})
        draw_picture(kind, data_of(kind), **{**needs, name: value})
    as_typed, in_python = calls
    assert as_typed == in_python
    assert isinstance(typed, Axes)
    assert pixels(typed.figure) != default(kind, (*needs.items(),))


@pytest.mark.parametrize("name", TYPED)
def test_an_option_that_a_picture_does_not_take_names_those_that_do(name: str) -> None:
    taking = [kind.name for kind in KINDS.values() if name in kind.options]
    other = next(kind for kind in KINDS if kind not in taking)
    with pytest.raises(InputError) as caught:
        draw_typed(other, TABLE, {name: TYPED[name][0]})
    assert str(caught.value) == (
        f"the picture {other!r} has no option {name!r}; these have it: {', '.join(taking)}"
    )


@pytest.mark.parametrize(
    ("text", "annotation", "expected"),
    [
        ("0.05", float | Sequence[float] | None, 0.05),
        ("0.05,0.1", float | Sequence[float] | None, [0.05, 0.1]),
        ("a", str | Sequence[str] | None, "a"),
        ('"a,b",c', str | Sequence[str] | None, ["a,b", "c"]),
        ("groups", str | Mapping[str, str] | None, "groups"),
        ("a=b=red", str | Mapping[str, str] | None, {"a=b": "red"}),
        ("2", str | None, "2"),
    ],
)
def test_what_a_text_means_is_said_by_the_type(text: str, annotation: Any, expected: Any) -> None:
    assert typed_value("option", text, annotation) == expected


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("width", "wide", "width is 'wide'; give a number"),
        ("alpha", "0.05,0.1", "alpha is '0.05,0.1'; give a number"),
        ("limits", "1", "limits has 1 numbers; give 2, such as 1,2"),
        ("limits", "1,b", "limits is 'b'; give a number"),
        ("colours", "CN2=", "colours is 'CN2='; give pairs with commas, as in A=red,B=blue"),
        ("colours", "CN2=nocolour", "'nocolour' is no colour; give a name or a code such as"),
        ("highlight", "CN2,,C4.5", "holds an empty name"),
    ],
)
def test_a_text_that_means_nothing_is_refused_by_name(name: str, text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        draw_typed("critical-difference", TABLE, {name: text})
    assert message in str(caught.value)


def test_a_name_with_a_comma_needs_no_quotation_marks_if_it_stands_alone() -> None:
    table = load("demsar2006")
    assert "C4.5cf,m" in table.algorithms
    one = draw_typed("critical-difference", table, {"highlight": "C4.5cf,m"})
    assert [t.get_text() for t in one.texts if t.get_fontweight() == "bold"] == ["C4.5cf,m"]
    with pytest.raises(UnknownNameError, match=r"algorithm 'C4\.5x'"):
        draw_typed("critical-difference", table, {"highlight": "C4.5x"})


def test_a_level_of_intervals_that_test_nothing_is_refused() -> None:
    with pytest.raises(InputError) as caught:
        draw_typed("average-ranks", TABLE, {"alpha": "0.1"})
    assert str(caught.value) == (
        "alpha=0.1 was given for intervals that test nothing (quartiles); leave it out, or give "
        "interval='rank-sets' or, for Friedman ranks, interval='nemenyi-range'"
    )

"""Which direction is offered first, and tables that hold something else than results."""

from __future__ import annotations

import io

import numpy as np
import pytest
from scipy.stats import rankdata

import evenkeel
from evenkeel.errors import NoComparison, ReadingQuestion
from evenkeel.tables.evidence import _ranks_down

ACCURACIES = """Data,SVM,kNN,C4.5
iris,0.95,0.91,0.93
wine,0.98,0.97,0.92
glass,0.71,0.69,0.66
heart,0.83,0.81,0.78
adult,0.85,0.82,0.84
"""
COSTS = """Function,PSO,DE,GA
F1,1.2e-8,3.1e-9,0.4
F2,12.5,3.2,880
F3,4021,3900,15500
F4,0.31,0.02,7.5
F5,210,150,990
"""
MARKED = """| Data | SVM | kNN | C4.5 |
|---|---|---|---|
| iris | 1.95 | **1.91** | 1.93 |
| wine | 1.98 | 1.97 | **1.92** |
| glass | **1.61** | 1.69 | 1.66 |
| heart | 1.83 | **1.71** | 1.78 |
"""


def first_direction(text: str, name: str = "") -> tuple[str, list[object]]:
    """What is offered when nobody says which values are good."""
    source = io.StringIO(text)
    source.name = name
    with pytest.raises(ReadingQuestion) as asked:
        evenkeel.read(source)
    assert asked.value.why == "which values are better, the lower or the higher?"
    first, *others = [reading.options() for reading in asked.value.readings]
    assert [{**other, "better": ""} for other in others] == [{**first, "better": ""}]
    return first["better"], [other["better"] for other in others]


@pytest.mark.parametrize(
    ("text", "better"),
    [
        pytest.param(ACCURACIES, "higher", id="shares that fill the range up to 1"),
        pytest.param(COSTS, "lower", id="values with a floor, over magnitudes"),
        pytest.param(MARKED, "lower", id="the lowest are in bold type"),
        pytest.param(
            ACCURACIES.replace("SVM", "SVM error")
            .replace("kNN", "kNN error")
            .replace("C4.5", "C4.5 error"),
            "lower",
            id="the headings share the name of a measure",
        ),
    ],
)
def test_the_likelier_direction_is_offered_first(text: str, better: str) -> None:
    assert first_direction(text) == (better, ["higher" if better == "lower" else "lower"])


def test_the_best_direction_by_the_name_of_the_file(tmp_path: object) -> None:
    path = tmp_path / "test_error.csv"  # type: ignore[operator]
    path.write_text(ACCURACIES)
    with pytest.raises(ReadingQuestion) as asked:
        evenkeel.read(path)
    assert [reading.better for reading in asked.value.readings] == ["lower", "higher"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (",A,B,C\nA,1,0.03,0.2\nB,0.03,1,0.5\nC,0.2,0.5,1\n", "the rows have the names of"),
        ("data,A vs B,A vs C\na,0.03,0.2\nb,0.01,0.3\nc,0.5,0.6\n", "names such as 'A vs B'"),
        ("Comparison,z,p\nA vs B,2.1,0.03\nA vs C,1.1,0.2\nB vs C,0.3,0.7\n", "names such as"),
        ("Algorithm,W,T,L\nA,10,2,8\nB,7,3,10\nC,12,1,7\nD,4,6,10\n", "the columns 'W', 'T', 'L'"),
    ],
)
def test_what_compares_algorithms_holds_no_results(text: str, said: str) -> None:
    with pytest.raises(NoComparison) as refused:
        evenkeel.read(io.StringIO(text), better="lower")
    assert refused.value.faults[0].startswith(said)


def answers(text: str) -> list[list[str]]:
    """The algorithms of each answer."""
    with pytest.raises(ReadingQuestion) as asked:
        evenkeel.read(io.StringIO(text), better="higher")
    found = []
    for reading in asked.value.readings:
        results = evenkeel.read(io.StringIO(text), **reading.options())
        found.append(list(results.algorithms))
    return found


def test_a_name_that_occurs_twice_is_asked_about() -> None:
    rows = ("a,0.91,0.88,1.2,0.9", "b,0.81,0.78,2.2,1.9", "c,0.71,0.68,3.2,2.4", "d,0.9,0.9,1,0.7")
    assert answers("\n".join(["dataset,New,Old,New.1,Old.1", *rows]))[:2] == [
        ["New", "Old"],
        ["New", "Old", "New.1", "Old.1"],
    ]


def test_a_setting_is_asked_about() -> None:
    rows = ["0,0.0,0.9995,0.9431,0.9904", "1,0.01,0.9952,0.9476,1.0", "2,0.02,1.0,0.9471,0.9905",
            "3,0.05,0.9904,0.9667,0.9619", "4,0.1,0.9903,0.9762,0.9667"]  # fmt: skip
    assert answers("\n".join([",share,depth,muod,ms", *rows]))[0] == ["depth", "muod", "ms"]


def test_what_is_left_after_dropping_is_counted() -> None:
    text = "dataset,SVM,kNN\niris,1,2\nwine,2,\nglass,3,4\nheart,5,4\n"
    results = evenkeel.read(io.StringIO(text), better="lower", missing="drop-problem")
    assert results.origin is not None
    assert str(results.origin.reading).startswith("Read: 3 problems (iris, glass, heart),")


def test_the_marks_of_jmetal() -> None:
    cell = r"$\cellcolor{gray25} {%s\makebox[0.1cm]{-}01(2.79e\makebox[0.1cm]{-}02)%s} $"
    rows = [
        " & ".join([name, cell % ("3.70e", "-"), cell % ("4.56e", r"\approx"), cell % ("6e", "")])
        for name in ("WFG1", "WFG2", "DTLZ1")
    ]
    body = " \\\\\n".join([" & NSGAII & SMPSO & MOEAD", *rows])
    text = f"\\begin{{tabular}}{{llll}}\n{body} \\\\\n\\end{{tabular}}\n"
    results = evenkeel.read(io.StringIO(text), better="lower", format="latex")
    assert results.values.tolist() == [[0.37, 0.456, 0.6]] * 3


def test_ranks_are_those_of_scipy() -> None:
    rng = np.random.default_rng(5)
    for _ in range(50):
        shape = rng.integers(1, 12), rng.integers(1, 5)
        values = rng.integers(0, 6, shape).astype(float)
        values[rng.random(shape) < 0.2] = np.nan
        last = np.where(np.isnan(values), np.inf, values)
        assert (_ranks_down(values) == rankdata(last, axis=0)).all()

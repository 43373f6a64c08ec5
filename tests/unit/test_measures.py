"""Several measures in one go: reading each, comparing each, and one report."""

from __future__ import annotations

import io
import itertools
import re
from pathlib import Path

import pytest

import evenkeel.plot
from evenkeel.report.document import Picture

PROBLEMS = [f"F{i}" for i in range(1, 13)]
BETTER = {"HV": "higher", "IGD": "lower"}
# HV: A is best on every problem, then B, then C; IGD: C, B, A. So ranks are 1, 2, 3 and 3, 2, 1.
LEVEL = {"A": 0.9, "B": 0.6, "C": 0.3}


def long(runs: int = 0) -> str:
    names = "algorithm,problem,indicator,run,value" if runs else "algorithm,problem,indicator,value"
    rows = [names]
    for a, (i, p), m in itertools.product(LEVEL, enumerate(PROBLEMS), ("HV", "IGD")):
        value = LEVEL[a] + i / 1000
        rows += [f"{a},{p},{m},{r},{value + r / 100:.4f}" for r in range(runs)]
        rows += [] if runs else [f"{a},{p},{m},{value:.4f}"]
    return "\n".join(rows) + "\n"


def tables(runs: int = 0) -> dict[str, evenkeel.Results]:
    return evenkeel.read_measures(io.StringIO(long(runs)), better=BETTER)


def test_each_measure_has_its_table_and_direction() -> None:
    found = tables()
    assert list(found) == ["HV", "IGD"]
    assert found["HV"].better == "higher"
    assert found["IGD"].better == "lower"
    assert found["HV"].values[0].tolist() == [0.9, 0.6, 0.3]
    assert found["HV"].origin is not None
    assert found["HV"].origin.chosen == ("indicator = HV",)


def test_runs_become_one_value_a_cell() -> None:
    found = tables(runs=3)
    assert found["IGD"].values[0].tolist() == pytest.approx([0.91, 0.61, 0.31])
    assert found["IGD"].origin is not None
    assert found["IGD"].origin.aggregated == "mean of 3 runs"


def test_some_measures_only() -> None:
    found = evenkeel.read_measures(io.StringIO(long()), better="lower", measures=["IGD"])
    assert list(found) == ["IGD"]


def test_groups_are_read_each() -> None:
    text = long().replace("indicator", "group")
    found = evenkeel.read_measures(io.StringIO(text), better="lower", each="group")
    assert list(found) == ["HV", "IGD"]
    assert found["HV"] == found["IGD"]


def test_columns_of_values_are_measures() -> None:
    text = "method,dataset,accuracy,time\na,u,0.5,10\na,v,0.6,20\nb,u,0.7,30\nb,v,0.8,40\n"
    found = evenkeel.read_measures(
        io.StringIO(text), better={"accuracy": "higher", "time": "lower"}
    )
    assert found["accuracy"].values.tolist() == [[0.5, 0.7], [0.6, 0.8]]
    assert found["time"].values.tolist() == [[10, 30], [20, 40]]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"better": {"HV": "higher"}},
            "open file: it is not said which values of 'IGD' are good; add them to better=",
        ),
        (
            {"better": {"HV": "higher", "IGDX": "lower", "IGD": "lower"}},
            "unknown measure of open file 'IGDX': did you mean 'IGD'? choose one of 'HV', 'IGD'",
        ),
        (
            {"better": "lower", "measures": ["EP"]},
            "unknown measure 'EP': choose one of 'HV', 'IGD'",
        ),
        (
            {"better": "lower", "each": "grp"},
            "unknown column of open file 'grp': choose one of 'algorithm', 'problem', 'indicator', "
            "'value'",
        ),
    ],
)
def test_what_is_not_said_is_asked(options: dict[str, object], message: str) -> None:
    with pytest.raises(evenkeel.InputError) as caught:
        evenkeel.read_measures(io.StringIO(long()), **options)  # type: ignore[arg-type]
    assert str(caught.value) == message


def test_a_table_without_measures() -> None:
    with pytest.raises(evenkeel.InputError) as caught:
        evenkeel.read_measures(io.StringIO("problem,A,B\nx,1,2\ny,3,4\n"), better="lower")
    assert str(caught.value) == (
        "open file: no single column holds measures, nor do several hold values, among 'problem', "
        "'A', 'B'; say which column tells them apart with each="
    )


def test_faults_say_in_which_measure_they_are() -> None:
    text = long().replace("A,F1,IGD,0.9000", "A,F1,IGD,failed")
    with pytest.raises(evenkeel.TableError) as caught:
        evenkeel.read_measures(io.StringIO(text), better=BETTER)
    assert caught.value.source == "open file (indicator = IGD)"


def test_the_overview_has_ranks_and_letters() -> None:
    found = evenkeel.compare_measures(tables())
    overview = found.report().table("overview")
    assert [column.title for column in overview.columns] == [
        "Measure", "A", "B", "C", "First hypothesis",
    ]  # fmt: skip
    assert overview.rows == (
        ("HV", "1.000 a", "2.000 b", "3.000 c", "rejected"),
        ("IGD", "3.000 c", "2.000 b", "1.000 a", "rejected"),
    )
    assert overview.bold == {(0, 1), (1, 3)}
    assert found.rejected
    assert found.conclusions[1].startswith(
        "HV: At 0.05, 3 of the 3 pairs are shown to differ by both"
    )


def test_with_a_control_differences_are_marked() -> None:
    overview = evenkeel.compare_measures(tables(), control="A").report().table("overview")
    assert overview.rows[0][1:4] == ("1.000", "2.000 differs", "3.000 differs")


def test_algorithms_that_a_measure_lacks_are_empty() -> None:
    both = tables()
    both["IGD"] = both["IGD"].select(["A", "B"])
    overview = evenkeel.compare_measures(both).report().table("overview")
    assert overview.rows[1] == ("IGD", "2.000", "1.000", None, "rejected")


def test_each_measure_has_its_section_with_names_of_its_own() -> None:
    report = evenkeel.compare_measures(tables()).report()
    names = [table.name for table in report.tables]
    assert len(names) == len(set(names))
    assert {"overview", "hv-ranks", "igd-ranks", "hv-adjusted"} <= set(names)
    sections = [
        section["heading"] for section in evenkeel.compare_measures(tables()).to_dict()["sections"]
    ]
    assert "HV: Conclusions in sentences" in sections
    assert "IGD: Methods" in sections
    keys = [reference.key for reference in report.references]
    assert len(keys) == len(set(keys))


def test_names_that_no_file_can_have() -> None:
    table = tables()["HV"]
    report = evenkeel.compare_measures({"+": table, "-": table}).report()
    assert {"m1-ranks", "m2-ranks"} <= {each.name for each in report.tables}


@pytest.mark.slow
def test_it_is_saved_with_its_pictures(tmp_path: Path) -> None:
    evenkeel.compare_measures(tables()).save(tmp_path / "r.html")
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert re.findall('id="picture-([^"]*)"', page) == ["ranks", "hv-ranks", "igd-ranks"]


@pytest.mark.slow
def test_the_diagrams_of_all_measures_share_an_axis() -> None:
    found = evenkeel.compare_measures(tables())
    ax = found.plot()
    assert [text.get_text() for text in ax.texts if text.get_fontweight() == "bold"] == [
        "HV",
        "IGD",
    ]
    shown = found._repr_html_().partition("<details>")[0]
    assert shown.count("<svg") == 1
    assert "HV" in shown


def test_ranks_of_different_algorithms_share_no_axis() -> None:
    both = tables()
    both["IGD"] = both["IGD"].select(["A", "B"])
    found = evenkeel.compare_measures(both)
    pictures = [block for block in found.report().blocks if isinstance(block, Picture)]
    assert "ranks" not in [picture.name for picture in pictures]
    with pytest.raises(evenkeel.InputError, match="'C' is in only one of 'HV' and 'IGD'"):
        found.plot()


def test_no_table_at_all() -> None:
    with pytest.raises(evenkeel.InputError) as caught:
        evenkeel.compare_measures({})
    assert str(caught.value) == (
        "there is no table; give one for each measure, as read_measures does"
    )

"""The answer at a glance: chains that say what is shown, and a screen that holds it."""

from __future__ import annotations

import io
import itertools
import re
import sys
from pathlib import Path

import numpy as np
import pytest

import evenkeel
from evenkeel.cli.streams import draws_unicode
from evenkeel.cli.terminal import _parts
from evenkeel.ranks.registry import RANKINGS
from evenkeel.report.document import Facts, Layout, Paragraph
from evenkeel.report.glance import Drawn, _place, _scale, abridged, chains, diagram
from evenkeel.report.html import render_html
from evenkeel.report.text import render_markdown
from evenkeel.report.typesetting import render_latex


def pairs_in(lines: list[str]) -> set[tuple[str, str]]:
    """The pairs that chains such as ``A, B > C`` mean."""
    found = set()
    for line in lines:
        winners, losers = line.split(" > ")
        found |= set(itertools.product(winners.split(", "), losers.split(", ")))
    return found


@pytest.mark.parametrize("seed", range(40))
def test_chains_say_the_pairs_that_are_shown_and_no_others(seed: int) -> None:
    rng = np.random.default_rng(seed)
    names = [f"A{j}" for j in range(int(rng.integers(3, 6)))]
    pairs = list(itertools.combinations(names, 2))
    z = rng.normal(size=len(pairs))
    which = rng.random(len(pairs)) < 0.4
    expected = {
        (pair if value > 0 else pair[::-1])
        for pair, value, shown in zip(pairs, z, which, strict=True)
        if shown
    }
    assert pairs_in(chains(pairs, z, which)) == expected


def test_many_chains_are_counted() -> None:
    names = [f"A{j}" for j in range(12)]
    pairs = list(itertools.combinations(names, 2))
    (line,) = chains(pairs, np.ones(len(pairs)), np.ones(len(pairs), dtype=bool))
    assert line == "A0 > 11 others; A11 < 11 others"


def answer_of(values: object, **options: object) -> dict[str, str]:
    found = evenkeel.compare(values, **options)
    facts = next(block for block in found.verdict().blocks if isinstance(block, Facts))
    return dict(facts.lines)


def test_ties_for_the_best_are_named_together() -> None:
    values = np.tile([1.0, 1.0, 2.0], (8, 1))
    said = answer_of(evenkeel.Results(values, better="lower"), alpha=0.05)
    assert said["Best"].startswith("A1 and A2, rank 1.50; worst A3, 3.00.")


def test_a_table_of_ties_alone_has_no_best() -> None:
    said = answer_of(evenkeel.Results(np.ones((8, 3)), better="lower"))
    assert said["Best"] == "None: all 3 algorithms have the average rank 2.00."
    assert said["Differ?"] == "Nothing to test: on every problem all have the same result."
    two = answer_of(evenkeel.Results(np.ones((8, 2)), better="lower"))
    assert two["Differ?"] == "Nothing to test: no problem shows a difference."
    assert "Pairs" not in said


def screen(found: evenkeel.Comparison, width: int, unicode: bool = True) -> list[str]:
    """What a terminal of that width shows, a line each."""
    from rich.console import Console

    console = Console(width=width, record=True, highlight=False, file=io.StringIO())
    for part in _parts(found.verdict(drawn=Drawn(width, unicode)), console):
        console.print(part)
    return console.export_text().rstrip("\n").split("\n")


def large(k: int) -> evenkeel.Results:
    values = np.random.default_rng(48).normal(size=(100, k)) + np.linspace(0, 1.2, k)
    names = [f"ConvNeXt-B + full fine-tuning {j}" for j in range(k)]
    return evenkeel.Results(values, algorithms=names, better="lower")


def headline_of(values: object, **options: object) -> str:
    return evenkeel.compare(evenkeel.Results(values, better="lower"), **options).report().headline


def test_the_headline_is_the_answer_in_one_sentence() -> None:
    cec = evenkeel.load("cec2005")
    shown = evenkeel.compare(cec).shown
    assert shown is not None
    assert int(shown.sum()) == 1
    assert evenkeel.compare(cec).report().headline == (
        "DE-Exp has the best average rank; 1 of 36 differences is shown."
    )
    assert evenkeel.compare(cec, control="SaDE").report().headline == (
        "DE-Exp has the best average rank; 2 of 8 differences from SaDE are shown."
    )
    first, second = evenkeel.load("garcia2008").algorithms[:2]
    two = evenkeel.compare(evenkeel.load("garcia2008").select([first, second]))
    assert two.report().headline == f"{first} is shown better than {second} at 0.05."


def test_the_headline_of_ties_names_no_winner() -> None:
    assert headline_of(np.ones((8, 3))) == "All have the same average rank; no difference is shown."
    both = headline_of(np.tile([1.0, 1.0, 2.0], (12, 1)))
    assert both == "A1 and A2 share the best average rank; 2 of 3 differences are shown."
    assert headline_of(np.ones((8, 2))) == "A1 and A2 have the same result on every problem."
    draw = np.array([[1.0, 2.0], [2.0, 1.0]] * 5)
    assert headline_of(draw) == "No difference between A1 and A2 is shown."


def test_every_format_begins_with_the_headline_and_what_was_read(tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    table.write_text("p,a,b,c\n" + "".join(f"d{i},{i}.1,{i}.25,{i}.4\n" for i in range(9)))
    report = evenkeel.compare(evenkeel.read(table, better="lower", shape="wide")).report()
    leading, read, *_ = report.flow
    assert leading == Paragraph(report.headline, leads=True)
    assert isinstance(read, Paragraph)
    assert read.text.startswith("Read: 9 problems (d0, d1, ... d8), 3 algorithms (a, b, c)")
    assert f"<h1>{report.headline}</h1>" in render_html(report, pictures=False)
    assert f"**{report.headline[:-1]}\\.**" in render_markdown(report)
    assert rf"\bfseries {report.headline}" in render_latex(report)
    assert report.headline in report.brief().flow[0].text
    assert report.brief(["ranks"]).headline == Layout(table="ranks").applied(report).headline == ""


@pytest.mark.parametrize(("k", "room"), [(9, 41), (48, 13), (48, 41), (134, 13), (134, 33)])
def test_the_numbers_of_the_axis_do_not_touch(k: int, room: int) -> None:
    scale = _scale(k, room)
    numbers = [int(word) for word in scale.split()]
    assert numbers[0] == 1
    assert numbers[-1] == k
    assert numbers == sorted(set(numbers))
    assert len(scale) == room
    for number in numbers:
        at = re.search(rf"\b{number}\b", scale)
        assert at is not None
        assert at.start() == _place(number, k, room)


def test_wide_places_and_ranks_leave_the_axis_in_one_line() -> None:
    values = np.random.default_rng(1).normal(size=(20, 134)) + np.linspace(0, 9, 134)
    lines = screen(evenkeel.compare(evenkeel.Results(values, better="lower")), 80)
    (header,) = [line for line in lines if "Algorithm" in line]
    assert header.split()[:3] == ["Algorithm", "Rank", "1"]
    assert header.split()[-3:] == ["134", "p", "Places"]


def test_a_caution_about_a_procedure_is_made_if_it_decides() -> None:
    table = evenkeel.load("garcia2008")  # its largest p-value against C4.5 is 0.81
    assert "Li's" not in answer_of(table, control="C4.5").get("Caution", "")
    assert "Li's" in answer_of(table, control="C4.5", procedure="li")["Caution"]


@pytest.mark.parametrize(
    ("locale", "mark"),
    [({}, "◆"), ({"LC_ALL": "C"}, "#"), ({"LANG": "POSIX"}, "#"), ({"LANG": "de_DE.UTF-8"}, "◆")],
)
def test_the_c_locale_is_drawn_with_ascii(
    locale: dict[str, str], mark: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_CTYPE", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in locale.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="utf-8"))
    assert draws_unicode() == (mark == "◆")
    lines = screen(evenkeel.compare(evenkeel.load("toy"), always=True), 80, draws_unicode())
    assert sum(mark in line for line in lines) == 2  # its row and the key
    assert any(set(line) == {"─" if mark == "◆" else "-"} for line in lines)


@pytest.mark.parametrize(
    ("table", "width", "most"),
    [
        ("cec2005", 80, 25),
        ("cec2005", 120, 25),
        ("garcia2008", 80, 25),
        ((4, 60), 80, 25),
        ((9, 60), 80, 25),
        ((9, 60), 120, 25),
        ((20, 60), 80, 40),
        ((48, 60), 80, 40),
        (48, 80, 40),
        (48, 120, 40),
    ],
)
@pytest.mark.slow
def test_the_screen_holds_it(table: str | int | tuple[int, int], width: int, most: int) -> None:
    if isinstance(table, str):
        results = evenkeel.load(table)
    else:
        results = large(table) if isinstance(table, int) else named(*table)
    lines = screen(evenkeel.compare(results), width)
    assert len(lines) + 1 <= most  # and one that names what else there is
    assert max(map(len, lines)) <= width
    if results.k <= 9:
        rows = " ".join(" ".join(lines[lines.index("") :]).split())
        assert all(name[:15] in rows for name in results.algorithms)


def test_ascii_where_the_terminal_has_nothing_else() -> None:
    lines = screen(evenkeel.compare(evenkeel.load("cec2005")), 100, unicode=False)
    drawn = [line for line in lines if re.match(r" ?(DE-Exp|PSO) ", line)]
    assert "#" in drawn[0]
    assert "x" in drawn[-1]
    assert all(ord(character) < 128 for line in drawn for character in line)


def test_marks_stand_at_their_ranks() -> None:
    """From 1 to 9 on an axis of 41 columns: rank r is at 5 (r - 1), in its column of the header."""
    found = evenkeel.compare(evenkeel.load("cec2005"))
    table = found.verdict(drawn=Drawn(200)).tables[0]
    scale = table.columns[2].title
    ranks = dict(zip(found.results.algorithms, found.ranks["friedman"].average, strict=True))
    for row in table.rows:
        drawn = str(row[2])
        place = next(drawn.index(mark) for mark in "◆○●" if mark in drawn)
        left, right = scale.index("3"), scale.index("8")
        assert place == pytest.approx(left + (ranks[str(row[0])] - 3) / 5 * (right - left), abs=1)


def named(k: int, longest: int) -> evenkeel.Results:
    values = np.random.default_rng(5).normal(size=(30, k)) + np.linspace(0, 2, k)
    names = [f"{j:02d} {'a long name of it ' * 9}"[:longest] for j in range(k)]
    return evenkeel.Results(values, algorithms=names, better="lower")


def test_long_names_are_counted_where_a_line_would_list_them() -> None:
    found = evenkeel.compare(named(9, 60))
    lines = screen(found, 80)
    assert max(map(len, lines)) <= 80
    text = " ".join(" ".join(lines).split())
    assert re.search(r"\d of 9 may be first", text)
    assert "1 others" not in text
    assert "p against the best, by the ranks; * shown" in " ".join(
        " ".join(screen(found, 120)).split()
    )


def test_the_axis_stays_longer_than_the_places() -> None:
    found = evenkeel.compare(named(6, 32))
    wide, narrow, least = (found.verdict(drawn=Drawn(w)).tables[0] for w in (120, 80, 60))
    assert [column.title for column in wide.columns][-1] == "Places"
    assert [column.title for column in narrow.columns][-1] == "p"
    assert "◆" in str(narrow.rows[0][2])
    assert narrow.note.endswith("not shown to differ.")
    assert "◆" not in least.note  # no axis finds room


def test_the_key_of_a_control_says_differ() -> None:
    """What differs from a control may be better than it."""
    found = evenkeel.compare(evenkeel.load("garcia2008"), control="CN2")
    note = found.verdict(drawn=Drawn(100)).tables[0].note
    assert "◆ control, ○ not shown to differ, ● shown to differ. p against CN2" in note


def test_one_rejection_hangs() -> None:
    said = {}
    for seed in (0, 2):
        values = np.random.default_rng(seed).normal((0, 0.6, 1.3), size=(12, 3))
        said[seed] = answer_of(evenkeel.Results(values, better="lower"))["Fragile"]
    assert "The only rejection hangs on one problem." in said[0]
    assert "1 of 2 rejections hangs on one problem." in said[2]


def test_what_is_shown_worse_than_a_control_is_not_called_first_without_a_word() -> None:
    """Four pairs with a control can be shown on 8 problems, ten pairs at once cannot: 2^-7."""
    values = np.add.outer(np.arange(8.0), [0.1, 0.2, 0.3, 0.4, 5.0])
    values += np.random.default_rng(2).normal(0, 0.2, size=values.shape)
    table = evenkeel.Results(values, better="lower")
    said = answer_of(table, control="A1")
    assert "A1 > A5" in said["Pairs"]
    assert "Over all pairs at once, all may be first." in said["Best"]
    assert answer_of(table)["Best"].endswith(". All may be first.")
    assert "by the ranks" in answer_of(table)["Fragile"]  # where no pair is shown


def test_what_only_the_ranks_show_has_a_mark_beside_its_p() -> None:
    """CHC differs from DE-Exp by the ranks, and not by Wilcoxon's tests of the two columns."""
    found = evenkeel.compare(evenkeel.load("cec2005"))
    table = found.verdict(drawn=Drawn(100)).tables[0]
    column = [each.title for each in table.columns].index("p")
    beside = {str(row[0]): str(row[column]).strip() for row in table.rows}
    assert (beside["CHC"], beside["PSO"]) == ("0.0069+", "0.00016*")
    assert not beside["SSGA"].endswith(("+", "*"))
    assert "* shown, + only by the ranks." in table.note


def test_two_long_names_stay_two_where_they_are_cut() -> None:
    names = [f"the same long beginning {j} of a long name, with one end" for j in range(2)]
    names.append("another long beginning, with another end")
    text = abridged(" > ".join(names), names, Drawn())
    assert text == f"{names[0]} > {names[1]} > another long be…her end"


def test_those_who_may_be_first_are_named_if_they_are_fewer() -> None:
    said = answer_of(evenkeel.load("garcia2008"))
    assert said["Best"].endswith("Only C4.5 and NaiveBayes may be first.")


def test_nothing_shown_is_said_once() -> None:
    values = np.tile([1.0, 2.0, 2.0, 2.0], (14, 1)) + np.arange(14.0)[:, None]
    values[:2, 0] += 5  # the best is best on 12 of 14
    said = answer_of(evenkeel.Results(values, better="lower"), second_look="sign")
    shown = re.match(r"(\d+|None) of 6 shown", said["Pairs"])
    assert shown is not None
    assert said["Pairs"].count("does not mean alike") == 1


@pytest.mark.parametrize("shown", [True, False])
def test_markdown_draws_the_ranks_in_characters(shown: bool) -> None:
    """A fence that no name closes, and all marks even where no pairs were tested."""
    values = np.random.default_rng(5).normal(size=(30, 4)) + (np.arange(4) if shown else 0)
    names = ["A ```` B", "SVM", "kNN", "RF"]
    found = evenkeel.compare(evenkeel.Results(values, algorithms=names, better="lower"))
    text = render_markdown(found.report())
    fence, drawn = re.findall(r"^(`+)text\n(.*?)\n\1$", text, re.S | re.M)[0]
    assert len(fence) == 5
    rows = drawn.splitlines()[2:6]
    assert [row[:8].strip() for row in rows] == [
        names[j][:8].strip() for j in found.ranks["friedman"].order
    ]
    marks = "".join(mark for row in rows for mark in re.findall("[◆○●]", row))
    assert marks[0] == "◆"
    assert ("●" in marks) == shown


@pytest.mark.parametrize("ranking", RANKINGS.names)
def test_the_axis_holds_the_ranks_of_every_ranking(ranking: str) -> None:
    """Aligned ranks go from 1 to n k."""
    table = evenkeel.load("garcia2008")
    if ranking == "skillings-mack":
        values = np.where(np.arange(table.values.size).reshape(30, 5) % 11, table.values, np.nan)
        table = evenkeel.Results(values, better="higher", missing="keep")
    found = evenkeel.compare(table, ranking=ranking)
    rows = diagram(found, Drawn(100)).rows
    average = [row[1] for row in rows]
    places = [re.search("[◆○●]", str(row[2])).start() for row in rows]  # type: ignore[union-attr]
    assert average == sorted(average)
    assert places == sorted(places)
    assert places[0] < places[-1]

"""Every result shows itself in a notebook: its numbers, and hostile names as text."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

import evenkeel

NAMES = {"C4.5": "<script>alert(1)</script>", "CN2": "a & b"}


@pytest.fixture(scope="module")
def results() -> evenkeel.Results:
    return evenkeel.load("garcia2008").rename(algorithms=NAMES)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)

    def handle_data(self, data):
        self.text.append(data)


def read(html: str) -> _Reader:
    reader = _Reader()
    reader.feed(html)
    return reader


PAIR = tuple(NAMES.values())
SHOWN = {
    "results": lambda r: (r, "0.219"),
    "ranks": lambda r: (evenkeel.ranks.friedman_ranks(r), "2.100"),
    "friedman": lambda r: (
        evenkeel.friedman(r, ties="uncorrected"),
        "39.6467",
    ),  # published: 39.647
    "sign": lambda r: (evenkeel.sign_test(r, *PAIR), "exact"),
    "wilcoxon": lambda r: (evenkeel.wilcoxon(r, *PAIR), "exact"),
    "wilcoxon_all": lambda r: (evenkeel.wilcoxon_all(r), "exact"),
    "t": lambda r: (evenkeel.pairwise.t_test(r, *PAIR), "two-sided"),
    "hodges_lehmann": lambda r: (evenkeel.pairwise.hodges_lehmann(r, *PAIR), "a & b"),
    "wins": lambda r: (evenkeel.pairwise.win_tie_loss(r), "30"),  # each ties with itself
    "multiple_sign": lambda r: (evenkeel.multiple_sign_test(r, control="1-NN"), "1-NN"),
    "contrast": lambda r: (evenkeel.contrast_estimation(r), "a & b"),
    "statistics": lambda r: (
        evenkeel.posthoc_statistics(r, method="normal"),
        "5.47",
    ),  # published: 5.471
    "posthoc": lambda r: (evenkeel.posthoc(r), "Bergmann-Hommel"),
    "comparison": lambda r: (evenkeel.compare(r), "39.9128"),
    "advice": lambda r: (evenkeel.compare(r).advice[0], "caution"),
    "case": lambda r: (evenkeel.cases()[0], "cec2005"),
    "power": lambda r: (evenkeel.power(r, *PAIR, bias=[0, 5], repetitions=20), "Shaffer static"),
    "simulation": lambda r: (evenkeel.simulate(5, 3, repetitions=20), "Iman-Davenport"),
}


@pytest.mark.parametrize("name", SHOWN)
def test_results_show_themselves(results, name):
    result, expected = SHOWN[name](results)
    reader = read(result._repr_html_())
    assert "table" in reader.tags
    assert "script" not in reader.tags
    assert any(expected in text for text in reader.text), reader.text


def test_a_comparison_shows_verdict_and_diagram_and_folds_the_rest(results) -> None:
    html = evenkeel.compare(results)._repr_html_()
    shown, _, folded = html.partition("<details>")
    assert shown.count("<svg") == 1
    assert "table-verdict" in shown
    assert "table-adjusted" not in shown
    assert "table-adjusted" in folded
    assert "<svg" not in folded


def test_a_picture_shows_itself_without_its_figure(results) -> None:
    assert evenkeel.compare(results).plot()._repr_png_().startswith(b"\x89PNG")


@pytest.mark.parametrize("shown", [lambda r: r, evenkeel.friedman, evenkeel.compare])
def test_cells_of_tables_keep_their_distance_in_every_notebook(results, shown) -> None:
    """marimo sets the padding of all cells to nothing, which joins 2.100 and 1 to 2.1001."""
    html = shown(results)._repr_html_()
    assert html.startswith('<div class="evenkeel">')
    assert html.endswith("</div>")
    style = html[html.index("<style>") : html.index("</style>")]
    assert re.search(r"\.evenkeel th, \.evenkeel td \{ padding: 0\.\d+em 0\.\d+em;", style)


@pytest.mark.slow
def test_a_result_tells_a_notebook_by_the_protocols_that_all_of_them_know(results) -> None:
    """Jupyter, VS Code and marimo ask for _repr_html_ or _repr_png_ and show text or bytes."""
    comparison = evenkeel.compare(results)
    measures = evenkeel.compare_measures({"a": results, "b": results})
    for each in (comparison, measures):
        assert isinstance(each._repr_html_(), str)
        assert each.plot()._repr_png_().startswith(b"\x89PNG")
        assert not hasattr(each, "_mime_")  # which marimo would ask first

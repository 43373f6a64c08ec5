"""Notebooks that are executed: what a user sees below a cell."""

from __future__ import annotations

from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

CELLS = (
    "import evenkeel; comparison = evenkeel.compare(evenkeel.load('garcia2008'))",
    "comparison",
    "comparison.plot()",
    "comparison.posthoc",
    "comparison.posthoc.to_pandas('matrix').shape",
    "evenkeel.plot.plot_critical_difference(comparison, ax=None)",
)


@pytest.fixture(scope="module")
def outputs() -> list[dict[str, Any]]:
    notebook = nbformat.v4.new_notebook(cells=list(map(nbformat.v4.new_code_cell, CELLS)))
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    return [
        next((o["data"] for o in cell["outputs"] if "data" in o), {}) for cell in notebook["cells"]
    ]


@pytest.mark.slow
def test_a_comparison_is_shown_with_its_verdict_and_diagram(outputs) -> None:
    html = outputs[1]["text/html"]
    assert html.index("table-verdict") < html.index("<svg") < html.index("<details>")


@pytest.mark.slow
@pytest.mark.parametrize("cell", [2, 5])
def test_a_picture_is_shown_without_its_figure(outputs, cell) -> None:
    assert outputs[cell]["image/png"].startswith("iVBOR")


@pytest.mark.slow
def test_results_and_frames_are_shown(outputs) -> None:
    assert "Bergmann-Hommel" in outputs[3]["text/html"]
    assert outputs[4]["text/plain"] == "(5, 5)"  # names are the index

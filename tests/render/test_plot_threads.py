"""Pictures drawn side by side in threads, and in a process forked while another thread draws."""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import matplotlib as mpl
import pytest

import evenkeel
from evenkeel.plot import (
    figure_svg,
    figure_tikz,
    plot_critical_difference,
    plot_stairs,
    save_figure,
    style,
)
from evenkeel.report.html import render_html
from processes import output_of

THREADS = 16


def at_once(tasks: list[Callable[[], object]]) -> list[object]:
    """Begin all tasks at the same moment, a thread each; switch among them as often as possible."""
    barrier = Barrier(len(tasks))

    def run(task: Callable[[], object]) -> object:
        barrier.wait()
        return task()

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(len(tasks)) as pool:
            return list(pool.map(run, tasks))
    finally:
        sys.setswitchinterval(interval)


@pytest.mark.slow
def test_pages_of_many_threads_are_the_page_of_one() -> None:
    document = evenkeel.compare(evenkeel.load("toy"), always=True).report()
    before = dict(mpl.rcParams)
    alone = render_html(document)
    assert set(at_once([lambda: render_html(document)] * THREADS)) == {alone}
    assert dict(mpl.rcParams) == before


@pytest.mark.slow
def test_every_thread_has_its_own_style(tmp_path: Path) -> None:
    results = evenkeel.load("garcia2008")

    def slides() -> object:
        with style("slides"):
            return figure_svg(plot_critical_difference(results))

    tasks: list[Callable[[], object]] = [
        slides,
        lambda: figure_svg(plot_stairs(results, control="C4.5")),
        lambda: figure_tikz(plot_critical_difference(results)),
        lambda: save_figure(plot_critical_difference(results), tmp_path / "a.pdf").read_bytes(),
    ]
    alone = [task() for task in tasks]
    before = dict(mpl.rcParams)
    assert at_once(tasks * 2) == alone * 2
    assert dict(mpl.rcParams) == before


@pytest.mark.slow
def test_threads_may_draw_while_one_waits_for_them_in_a_style() -> None:
    code = """
from threading import Thread
import evenkeel
from evenkeel.plot import plot_critical_difference, style
results = evenkeel.load("toy")
with style("slides"):
    thread = Thread(target=plot_critical_difference, args=(results,))
    thread.start()
    thread.join()
print("drawn")
"""
    assert output_of(code) == "drawn\n"


def test_a_style_leaves_the_settings_of_matplotlib_alone() -> None:
    before = dict(mpl.rcParams)
    with style("slides"):
        ax = plot_critical_difference(evenkeel.load("toy"))
        assert ax.figure.get_figwidth() > 9
        assert dict(mpl.rcParams) == before


FORKED = """
import os, sys, threading
import matplotlib as mpl
import evenkeel
from evenkeel.plot import figure_svg, plot_critical_difference
results = evenkeel.posthoc(evenkeel.load("toy"), adjust=["holm"])
before = dict(mpl.rcParams)
alone = figure_svg(plot_critical_difference(results))
busy = True
def draw():
    while busy:
        figure_svg(plot_critical_difference(results))
thread = threading.Thread(target=draw)
thread.start()
for number in range(5):
    child = os.fork()
    if not child:
        same = figure_svg(plot_critical_difference(results)) == alone
        os._exit(0 if same and dict(mpl.rcParams) == before else 1)
    print(os.waitpid(child, 0)[1])
busy = False
thread.join()
"""


@pytest.mark.slow
def test_a_process_forked_while_another_thread_draws() -> None:
    assert output_of(FORKED) == "0\n" * 5

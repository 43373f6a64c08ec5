"""The stored run as a picture: docs/pictures/benchmarks.svg."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from benchmarks.peers.growth import FLOORS
from benchmarks.peers.names import PEERS
from benchmarks.peers.page import Run, ratio_quartiles, stored_growth, stored_jobs

_PEERS = tuple(PEERS)
_MARKS = "osD^v<>PXhd*p8"
_FLOOR_STYLES = {
    name: {"color": "0.45", "ls": ls} for name, ls in zip(FLOORS, (":", "--"), strict=True)
}


def draw(run: Run, path: Path) -> None:
    """Ratios with their quartiles on the left, growth with n and with k on the right."""
    import matplotlib as mpl

    mpl.use("agg")
    mpl.rcParams.update({"svg.hashsalt": "evenkeel", "svg.fonttype": "path", "font.size": 8})
    from matplotlib import pyplot

    figure, axes = pyplot.subplot_mosaic(
        [["ratios", "n"], ["ratios", "k"]],
        figsize=(11, 6.5),
        width_ratios=(1.3, 1),
        layout="constrained",
    )
    _ratios(axes["ratios"], run)
    _curves(axes["n"], run, "n")
    _curves(axes["k"], run, "k")
    axes["n"].set(xlabel="problems n, with k = 20 algorithms", title="Growth beside the floors")
    axes["k"].set(xlabel="algorithms k, with n = 5,000 problems")
    lines, names = axes["k"].get_legend_handles_labels()
    figure.legend(lines, names, loc="outside lower right", ncols=3, fontsize=7)
    figure.savefig(path)
    pyplot.close(figure)


def _ratios(axes: Any, run: Run) -> None:
    jobs = sorted(stored_jobs(run), key=lambda pair: ratio_quartiles(pair[1])[1])
    for row, (job, found) in enumerate(jobs):
        low, middle, high = ratio_quartiles(found)
        place = _PEERS.index(job.peer)
        axes.plot([low, high], [row, row], color=f"C{place}", lw=2)
        axes.plot(middle, row, _MARKS[place], color=f"C{place}", ms=5)
    for place, peer in enumerate(_PEERS):
        if any(job.peer == peer for job, _ in jobs):
            axes.plot([], [], _MARKS[place], color=f"C{place}", label=peer)
    axes.set_yticks(range(len(jobs)), [job.name for job, _ in jobs])
    axes.axvline(1, color="0.4", lw=0.8, ls="--")
    axes.set_xscale("log")
    axes.grid(axis="x", color="0.9")
    axes.set_xlabel("time of the peer / time of evenkeel (median, quartiles)")
    axes.set_title("Right of the dashed line evenkeel is faster")
    axes.legend(loc="lower right")


def _curves(axes: Any, run: Run, axis: str) -> None:
    shown = [pair for pair in stored_growth(run) if pair[0].axis == axis and pair[0].floored]
    sizes = getattr(shown[0][0], axis)
    for growth, found in shown:
        style = _FLOOR_STYLES.get(growth.name, {"ls": "-"})
        axes.plot(sizes, found["seconds"], marker="o", ms=3, label=growth.name, **style)
    axes.set(xscale="log", yscale="log", ylabel="seconds of processor time")
    axes.set_xticks(sizes, [f"{size:,}" for size in sizes])
    axes.minorticks_off()
    axes.grid(color="0.9")

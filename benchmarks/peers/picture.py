"""The stored run as a picture: docs/pictures/benchmarks.svg."""

from __future__ import annotations

from pathlib import Path

from benchmarks.peers.names import PEERS
from benchmarks.peers.page import Run, ratio_quartiles, stored_growth, stored_jobs

_PEERS = tuple(PEERS)
_MARKS = "osD^v<>P"


def draw(run: Run, path: Path) -> None:
    """Ratios with their quartiles on the left, growth with n on the right."""
    import matplotlib as mpl

    mpl.use("agg")
    mpl.rcParams.update({"svg.hashsalt": "evenkeel", "svg.fonttype": "path", "font.size": 8})
    from matplotlib import pyplot

    figure, (left, right) = pyplot.subplots(
        1, 2, figsize=(11, 6.5), width_ratios=(1.3, 1), layout="constrained"
    )
    _ratios(left, run)
    _curves(right, run)
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)


def _ratios(axes: object, run: Run) -> None:
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
    axes.set_xlabel("time of the peer / time of evenkeel (median, quartiles)")
    axes.set_title("Right of the dashed line evenkeel is faster")
    axes.legend(loc="lower right")


def _curves(axes: object, run: Run) -> None:
    for growth, found in stored_growth(run):
        if growth.axis == "n" and growth.n[0] >= 10_000:
            floor = growth.name.startswith(("argsort", "one pass"))
            style = {"color": "0.45", "ls": "--"} if floor else {}
            axes.plot(growth.n, found["seconds"], marker="o", ms=3, label=growth.name, **style)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("problems n, with k = 20 algorithms")
    axes.set_ylabel("seconds")
    axes.set_title("Growth beside the floors (dashed)")
    axes.legend()

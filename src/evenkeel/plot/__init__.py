"""Pictures that go straight into a paper.

Every ``plot_*`` function takes results or a comparison and an optional `ax`, and returns the axes,
on which anything can be changed as usual in matplotlib. Without `ax` a new figure is made, outside
pyplot, that has the width of a column and grows where its labels need it. `save_figure` saves it.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from evenkeel.plot.control import plot_average_ranks, plot_bonferroni_dunn
    from evenkeel.plot.critical_difference import (
        critical_difference_tikz,
        plot_critical_difference,
    )
    from evenkeel.plot.kinds import KINDS, Kind, draw_picture
    from evenkeel.plot.matrices import (
        plot_comparison_matrix,
        plot_contrasts,
        plot_pvalue_matrix,
        plot_win_tie_loss,
    )
    from evenkeel.plot.pairs import plot_differences, plot_scatter
    from evenkeel.plot.problems import plot_rank_heatmap
    from evenkeel.plot.runs import plot_curves, plot_histogram, plot_qq, plot_runs_box
    from evenkeel.plot.saving import figure_svg, save_figure
    from evenkeel.plot.stairs import plot_stairs
    from evenkeel.plot.styles import STYLES, style

_HOME = {
    "control": ("plot_average_ranks", "plot_bonferroni_dunn"),
    "critical_difference": ("critical_difference_tikz", "plot_critical_difference"),
    "kinds": ("KINDS", "Kind", "draw_picture"),
    "matrices": (
        "plot_comparison_matrix",
        "plot_contrasts",
        "plot_pvalue_matrix",
        "plot_win_tie_loss",
    ),
    "pairs": ("plot_differences", "plot_scatter"),
    "problems": ("plot_rank_heatmap",),
    "runs": ("plot_curves", "plot_histogram", "plot_qq", "plot_runs_box"),
    "saving": ("figure_svg", "save_figure"),
    "stairs": ("plot_stairs",),
    "styles": ("STYLES", "style"),
}
_MODULE = {name: module for module, names in _HOME.items() for name in names}

__all__ = [
    "KINDS",
    "STYLES",
    "Kind",
    "critical_difference_tikz",
    "draw_picture",
    "figure_svg",
    "plot_average_ranks",
    "plot_bonferroni_dunn",
    "plot_comparison_matrix",
    "plot_contrasts",
    "plot_critical_difference",
    "plot_curves",
    "plot_differences",
    "plot_histogram",
    "plot_pvalue_matrix",
    "plot_qq",
    "plot_rank_heatmap",
    "plot_runs_box",
    "plot_scatter",
    "plot_stairs",
    "plot_win_tie_loss",
    "save_figure",
    "style",
]


def __getattr__(name: str) -> Any:
    if name not in _MODULE:
        raise AttributeError(f"module 'evenkeel.plot' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"evenkeel.plot.{_MODULE[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__

"""Hands the pictures of the gallery's scripts to sphinx-gallery.

sphinx-gallery looks for figures of pyplot; those of evenkeel belong to nobody. A script leaves each
picture in the variable `ax`, and this takes it from there with the words for readers who cannot
see it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sphinx_gallery.scrapers import figure_rst

import evenkeel.plot
from evenkeel.plot import KINDS, save_figure

#: The pictures of a table in the order of the menus, then the others.
ORDER = tuple(
    dict.fromkeys(
        [*(kind.function.__name__ for kind in KINDS.values()), *sorted(dir(evenkeel.plot))]
    )
)


class ReadingOrder:
    """Sorts the scripts of the gallery, which are named after their pictures, as `ORDER` has them.

    sphinx-gallery makes it with the folder of the scripts and asks it for the key of each.
    """

    def __init__(self, folder: str) -> None:
        self.folder = folder

    def __call__(self, script: str) -> int:
        """The place of a script among the others."""
        return ORDER.index(Path(script).stem)

    def __repr__(self) -> str:
        return "<the order of the menus>"


def pictures(block: Any, block_vars: dict[str, Any], gallery_conf: dict[str, Any]) -> str:
    """Save the picture that a block of a script drew; give the lines that show it."""
    del block
    ax = block_vars["example_globals"].pop("ax", None)
    if ax is None:
        return ""
    path = Path(next(block_vars["image_path_iterator"])).with_suffix(".svg")
    save_figure(ax, path)
    return str(figure_rst([str(path)], gallery_conf["src_dir"], ax.figure.get_label()))

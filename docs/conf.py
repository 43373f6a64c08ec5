"""How Sphinx builds the site: `make docs`. Pages made from the code are written first."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parent
sys.path.insert(0, str(DOCS.parent / "tools"))

from pages import making  # noqa: E402
from pages.pictures import ReadingOrder, pictures  # noqa: E402
from sphinx.application import Sphinx  # noqa: E402

from evenkeel import __version__  # noqa: E402

making.make(DOCS / "made")

project = "evenkeel"
author = "The evenkeel authors"
copyright = "the evenkeel authors"  # noqa: A001  # Sphinx asks for this name
release = version = __version__

extensions = [
    "myst_parser",
    "numpydoc",
    "pages.mathml",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx_copybutton",
    "sphinx_design",
    "sphinx_gallery.gen_gallery",
]
myst_enable_extensions = ["attrs_inline", "colon_fence", "deflist", "dollarmath", "fieldlist"]
myst_heading_anchors = 4
exclude_patterns = ["_build", "methods/**", "gallery/**"]
nitpicky = False
smartquotes = False  # a dash of two is an option, not a dash
suppress_warnings = ["config.cache"]

autosummary_generate = False
autodoc_typehints = "none"  # the docstrings say what is taken, in words
numpydoc_show_class_members = False
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
copybutton_line_continuation_character = "\\"

sphinx_gallery_conf = {
    "examples_dirs": "gallery",
    "gallery_dirs": "made/gallery",
    "filename_pattern": "/plot_",
    "image_scrapers": (pictures,),
    "within_subsection_order": ReadingOrder,
    "matplotlib_animations": False,
    "download_all_examples": False,
    "show_memory": False,
    "min_reported_time": 1e9,
    "write_computation_times": False,
    "copyfile_regex": r"^$",
    "show_signature": False,
}

html_math_renderer = "mathml"
html_theme = "pydata_sphinx_theme"
html_title = "evenkeel"
html_static_path = ["_static"]
html_css_files = ["evenkeel.css"]
html_js_files = ["evenkeel.js"]
html_show_sourcelink = False
html_copy_source = False
# Pages that have no others below them need no list of these.
html_sidebars = {
    page: []
    for page in ("index", "made/guide", "made/errata", "how_we_know", "benchmarks", "search")
}
html_theme_options = {
    "header_links_before_dropdown": 6,
    "navbar_align": "left",
    "collapse_navigation": True,  # else each page lists all others, 40 kB each
    "navigation_with_keys": True,
    "show_prev_next": True,
    "secondary_sidebar_items": ["page-toc"],
    "footer_start": ["copyright"],
    "footer_end": [],
    "show_toc_level": 2,
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}

_SPANISH = {
    "next": "siguiente",
    "next page": "página siguiente",
    "previous": "anterior",
    "previous page": "página anterior",
    "On this page": "En esta página",
    "Section Navigation": "En esta sección",
    "Breadcrumb": "Dónde está",
    "Home": "Inicio",
    "Search": "Buscar",
    "Skip to main content": "Ir al contenido",
    "Back to top": "Arriba",
}


def setup(app: Sphinx) -> None:
    """Link what docstrings name, and leave out the theme's source maps, 3 MB for nobody here."""
    app.connect("autodoc-process-docstring", _link_pages)
    app.connect("html-page-context", _in_spanish)
    app.connect("build-finished", lambda app, error: _remove_maps(Path(app.outdir)))


def _in_spanish(
    _app: Sphinx, page: str, _template: str, context: dict[str, Any], _tree: object
) -> None:
    """The words around a Spanish page in Spanish, too."""
    if page.startswith(("es/", "made/es/")):
        context["_"] = lambda text: _SPANISH.get(text, text)


def _link_pages(
    _app: Sphinx, _what: str, _name: str, _of: object, _options: object, lines: list[str]
) -> None:
    """Make links of pages that are named as files, such as docs/calibration.md."""
    lines[:] = [re.sub(r"\bdocs/(\w+)\.md", r":doc:`\1 </\1>`", line) for line in lines]


def _remove_maps(site: Path) -> None:
    for path in site.glob("_static/**/*.map"):
        path.unlink()

"""What a result shows in a notebook: a comparison its verdict and picture, with the rest folded.

Some notebooks, such as marimo's, take away all space between the cells of a table, so that the
style comes with it. Colours are those of the notebook.
"""

from __future__ import annotations

from dataclasses import replace

from evenkeel.report.document import Document, Picture
from evenkeel.report.html import render_fragment

_STYLE = """<style>
.evenkeel th, .evenkeel td { padding: 0.25em 0.7em; text-align: left; vertical-align: baseline; }
.evenkeel .number { text-align: right; }
.evenkeel p, .evenkeel figure { margin: 0.7em 0; }
</style>"""


def spaced(html: str) -> str:
    """A piece of HTML whose tables have space between their cells in every notebook."""
    return f'<div class="evenkeel">\n{_STYLE}\n{html}\n</div>'


def render_shown(document: Document) -> str:
    """A document as HTML, without its pictures."""
    return spaced(render_fragment(document, pictures=False))


def render_folded(verdict: Document, report: Document) -> str:
    """The verdict and its picture as HTML, and the whole report behind a heading."""
    pictures = [
        block
        for block in report.blocks
        if isinstance(block, Picture) and block.name in ("ranks", "scatter")
    ]
    shown = render_fragment(replace(verdict, blocks=(*verdict.blocks, *pictures[:1])))
    folded = render_fragment(report, pictures=False)
    return spaced(f"{shown}\n<details><summary>The whole report</summary>\n{folded}\n</details>")

"""What a comparison shows in a notebook: the verdict, its picture, and the rest folded."""

from __future__ import annotations

from dataclasses import replace

from evenkeel.report.document import Document, Picture
from evenkeel.report.html import render_fragment


def render_folded(verdict: Document, report: Document) -> str:
    """The verdict and its picture as HTML, and the whole report behind a heading."""
    pictures = [
        block
        for block in report.blocks
        if isinstance(block, Picture) and block.name in ("ranks", "scatter")
    ]
    shown = render_fragment(replace(verdict, blocks=(*verdict.blocks, *pictures[:1])))
    folded = render_fragment(report, pictures=False)
    return f"{shown}\n<details><summary>The whole report</summary>\n{folded}\n</details>"

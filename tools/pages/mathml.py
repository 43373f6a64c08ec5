"""Formulas as MathML, which browsers draw themselves: no script and no address is loaded."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from latex2mathml.converter import convert
from sphinx.application import Sphinx

_CLOSING = ",.;:)?!"


def _inline(writer: Any, node: nodes.Element) -> None:
    formula = convert(node.astext())
    after = node.get("after", "")
    writer.body.append(f'<span class="unbroken">{formula}{after}</span>' if after else formula)
    raise nodes.SkipNode


def _keep_together(_app: Sphinx, tree: nodes.document, _page: str) -> None:
    """Give formulas the comma or the like that follows: browsers would begin a line with it."""
    for formula in list(tree.findall(nodes.math)):
        text = formula.next_node(nodes.Text, descend=False, siblings=True)
        siblings = formula.parent.children
        if text is None or siblings.index(text) != siblings.index(formula) + 1:
            continue
        rest = text.lstrip(_CLOSING)
        if rest != text:
            formula["after"] = text[: len(text) - len(rest)]
            formula.parent.replace(text, nodes.Text(rest))


def _block(writer: Any, node: nodes.Element) -> None:
    formula = convert(node.astext(), display="block")
    # It can be wider than a telephone: then it scrolls by itself, with the keyboard too.
    writer.body.append(f'<div class="math" tabindex="0" role="group">{formula}</div>\n')
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the renderer."""
    app.add_html_math_renderer("mathml", (_inline, None), (_block, None))
    app.connect("doctree-resolved", _keep_together)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

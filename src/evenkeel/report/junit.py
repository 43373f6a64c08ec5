"""JUnit's XML, as servers of continuous integration read it: an outcome a test case."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

from evenkeel.errors import InputError, visible
from evenkeel.report.document import Document

_ELEMENTS = {"failed": "failure", "undecided": "skipped"}


def render_junit(document: Document) -> str:
    """The outcomes of a gate: what failed is a failure, what is undecided is skipped."""
    outcomes = document.outcomes
    if not outcomes:
        raise InputError(
            "JUnit's XML lists the outcomes of a gate, and this report has none; choose another "
            "ending than .xml"
        )
    counts = {kind: sum(each.verdict == kind for each in outcomes) for kind in _ELEMENTS}
    title = quoteattr(visible(document.title))
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        f'<testsuite name={title} tests="{len(outcomes)}" failures="{counts["failed"]}" '
        f'errors="0" skipped="{counts["undecided"]}">',
    ]
    for each in outcomes:
        name, text = quoteattr(visible(each.name)), visible(each.text)
        begun = f"  <testcase name={name} classname={title}>"
        if each.verdict == "passed":
            lines.append(f"{begun}<system-out>{escape(text)}</system-out></testcase>")
        else:
            element = _ELEMENTS[each.verdict]
            lines.append(f"{begun}<{element} message={quoteattr(text)}/></testcase>")
    return "\n".join([*lines, "</testsuite>", ""])

"""Write docs/methods.md: every method that the registries hold, and where it was published."""

from __future__ import annotations

from pathlib import Path

from evenkeel.adjustments.registry import ADJUSTMENTS
from evenkeel.bayesian.registry import BAYES_METHODS
from evenkeel.effects.registry import EFFECTS
from evenkeel.omnibus.registry import OMNIBUS
from evenkeel.posthocs.laws import LAWS
from evenkeel.ranks.registry import RANKINGS
from evenkeel.report import Column, Document, Paragraph, Table
from evenkeel.report.text import render_markdown

PAGE = Path(__file__).parents[1] / "docs" / "methods.md"


def _table(name: str, title: str, columns: list[str], rows: list[tuple[str, ...]]) -> Table:
    return Table(name, title, tuple(map(Column, columns)), tuple(rows))


def document() -> Document:
    """The registries as tables, in the order of publication."""
    serves = {"control": "a control", "all-pairs": "all pairs"}
    entries = [*RANKINGS, *OMNIBUS, *LAWS, *ADJUSTMENTS, *EFFECTS, *BAYES_METHODS]
    references = {entry.reference.key: entry.reference for entry in entries}
    return Document(
        "Methods",
        (
            Paragraph(
                "Made by tools/make_methods.py from the registries, which the functions, the "
                "command line, the page, the studies and the tests iterate too. The names are "
                "those that options take."
            ),
            _table(
                "rankings",
                "Rankings: ranking=, --ranking",
                ["Name", "Meaning", "Published"],
                [(r.name, r.meaning, r.reference.short) for r in RANKINGS],
            ),
            _table(
                "omnibus",
                "Omnibus tests: one function each, evenkeel test NAME",
                ["Name", "Title", "Ranks", "Meaning", "P-values", "Meant for", "Published"],
                [
                    (
                        test.name,
                        test.title,
                        test.ranking,
                        test.meaning,
                        ", ".join(test.methods),
                        test.assumes,
                        test.reference.short,
                    )
                    for test in OMNIBUS
                ],
            ),
            _table(
                "laws",
                "Laws of raw p-values: method=, --method",
                ["Name", "P-values by", "Null hypothesis of a pair", "Published"],
                [(law.name, law.words, law.null.statement, law.reference.short) for law in LAWS],
            ),
            _table(
                "procedures",
                "Procedures: adjust=, procedure=, --adjust, --procedure",
                ["Name", "Title", "Meaning", "Controls", "Assumes", "For", "Published"],
                [
                    (
                        procedure.name,
                        procedure.title,
                        procedure.meaning,
                        procedure.controls,
                        procedure.assumes,
                        " and ".join(serves[kind] for kind in procedure.families),
                        procedure.reference.short,
                    )
                    for procedure in ADJUSTMENTS
                ],
            ),
            _table(
                "effect-sizes",
                "Effect sizes: size=, --size",
                ["Name", "Title", "Formula", "Of", "Interval", "Supposes", "Published"],
                [
                    (
                        size.name,
                        size.title,
                        size.formula,
                        ", ".join(size.takes),
                        size.law,
                        size.assumes,
                        size.reference.short,
                    )
                    for size in EFFECTS
                ],
            ),
            _table(
                "bayes",
                "Bayesian comparison: bayes(method=)",
                ["Name", "Title", "Takes", "A probability is that of this", "Published"],
                [(m.name, m.title, m.takes, m.meaning, m.reference.short) for m in BAYES_METHODS],
            ),
        ),
        tuple(sorted(references.values(), key=lambda r: (r.year, r.key))),
    )


if __name__ == "__main__":
    PAGE.write_text(render_markdown(document()), encoding="utf-8")

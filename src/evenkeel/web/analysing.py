"""Analyses beside the comparison: carried out, and joined to its report. Those of files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from evenkeel.analyses.registry import FILE_ANALYSES
from evenkeel.errors import InputError
from evenkeel.report.document import Block, Document, Heading, Paragraph, Table
from evenkeel.result import Result
from evenkeel.web.beside import Beside
from evenkeel.web.tables import Found, Upload


def carried_out(each: Beside, found: Found) -> Result:
    """The result of one analysis of a table."""
    data = found.results if each.analysis.takes == "results" else found.runs
    if data is None:
        raise InputError("this analysis needs many runs a cell, and the table has one value")
    return each.analysis.run(data, each.options)


def joined_with(document: Document, asked: tuple[Beside, ...], found: Found) -> Document:
    """The report of the comparison with a section for each analysis; one that is refused says why.

    Names of tables are unique in a report: those of an analysis begin with its name if they are
    taken already.
    """
    blocks = list(document.blocks)
    references = list(document.references)
    for each in asked:
        blocks.append(Heading(each.analysis.title))
        try:
            report = carried_out(each, found).report()
        except InputError as error:
            blocks.append(Paragraph(f"Not done: {error}."))
            continue
        taken = {block.name for block in blocks if isinstance(block, Table)}
        blocks += [_below(block, each.name, taken) for block in report.blocks]
        references += [one for one in report.references if one not in references]
    return replace(document, blocks=tuple(blocks), references=tuple(references))


def _below(block: Block, name: str, taken: set[str]) -> Block:
    if isinstance(block, Heading):
        return replace(block, level=block.level + 1)
    if isinstance(block, Table) and block.name in taken:
        return replace(block, name=f"{name}-{block.name}")
    return block


def analysed(name: str, files: Sequence[tuple[str, bytes]], options: Mapping[str, Any]) -> Document:
    """The report of an analysis of files, of which the name and the bytes are given."""
    uploads = [Upload(data, called) for called, data in files]
    return FILE_ANALYSES.lookup(name).run(uploads, options).report()

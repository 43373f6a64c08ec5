"""trec_eval -q: a file a system, with lines of a measure, a topic and a value."""

from __future__ import annotations

from evenkeel.errors import SourceError
from evenkeel.tables.formats.building import Rows, numbered
from evenkeel.tables.formats.givens import Given, Member, names_of_files
from evenkeel.tables.formats.registry import FORMATS, FileFormat
from evenkeel.tables.parsing.cells import is_number
from evenkeel.tables.parsing.table import Table

_SYSTEM, _ALL = "runid", "all"
_COUNTS = ("num_q", "num_ret", "num_rel", "num_rel_ret")  # no measures
_KNOWN = (_SYSTEM, *_COUNTS, "map", "Rprec", "bpref", "recip_rank", "P_5", "ndcg")
_HIGHER = (
    *("map", "gm_map", "Rprec", "bpref", "recip_rank", "P_", "P5", "P1", "P2", "P3", "infAP"),
    *("recall_", "ndcg", "success_", "iprec_at_recall_", "ircl_prn", "set_", "11pt_avg"),
)


def _fits(member: Member) -> bool:
    *lines, last = member.head.splitlines() or [""]
    lines = lines or [last]  # the last may be cut
    rows = [line.split() for line in lines if line.strip()]
    return all(len(row) == 3 for row in rows) and any(row[0] in _KNOWN for row in rows)


def _read(given: Given) -> Table:
    names = numbered(
        [_system(m, n) for m, n in zip(given.members, names_of_files(given.members), strict=True)]
    )
    rows = Rows("algorithm", "problem", "measure", "value")
    for name, member in zip(names, given.followed(), strict=True):
        for number, line in enumerate(member.text().splitlines(), start=1):
            cells = line.split()
            if not cells:
                continue
            if len(cells) != 3:
                raise SourceError(
                    f"{member.content.description}: line {number} does not hold a measure, a topic "
                    "and a value; give the file as it was made"
                )
            measure, topic, value = cells
            if topic != _ALL and measure not in _COUNTS and is_number(value):
                rows.add(member.name, number, name, topic, measure, value)
    if not rows.columns["value"]:
        raise SourceError(
            f"{given.description}: there are means over all topics alone; run trec_eval with -q"
        )
    higher = all(str(measure).startswith(_HIGHER) for measure in set(rows.columns["measure"]))
    ignored = ("means over all topics", *_COUNTS[1:])
    return rows.table(given, "trec-eval", better="higher" if higher else None, ignored=ignored)


def _system(member: Member, name: str) -> str:
    """What the file calls the system, or what the file is called."""
    told = (line.split() for line in member.text().splitlines())
    return next((row[2] for row in told if len(row) == 3 and row[0] == _SYSTEM), name)


FORMATS.register(
    FileFormat(
        "trec-eval",
        "trec_eval -q",
        "tool",
        "lines of a measure such as map, a topic and a value",
        "results, a topic is a problem, a file a system; the means over all topics and the counts "
        "(num_ret, num_rel, num_rel_ret) are left out",
        _read,
        _fits,
    )
)

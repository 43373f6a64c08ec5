"""Tables and choices that are refused or advised against, with what a user knows about them.

Each door shows the remedies in its own words; the tests at each door take them from what is
shown, apply them there, and see that the fault is gone.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

WIDE = "problem,A,B,C\nx,1.5,2.5,3.5\ny,2.1,3.2,4.1\nz,1.2,4.3,2.4\n"
LONG = [(a, p, float(i + 2 * j)) for i, a in enumerate("ABC") for j, p in enumerate("xyz")]


@dataclass(frozen=True)
class Refused:
    """A text table that cannot be compared as it is.

    `fault` is a part of what is said about it at every door; `remedies` are the keywords that are
    offered; `knows` has the values that only the user can fill in, as they are typed; `told` was
    said already.
    """

    name: str
    table: str | bytes
    fault: str
    remedies: tuple[str, ...]
    knows: dict[str, Any] = field(default_factory=dict)
    told: dict[str, Any] = field(default_factory=dict)

    @property
    def data(self) -> bytes:
        """The bytes of the file."""
        return self.table if isinstance(self.table, bytes) else self.table.encode()


def _long(header: str, *extra: str) -> str:
    rows = [f"{a},{p},{v}" + "".join(f",{e}" for e in extra) for a, p, v in LONG]
    return "\n".join([header, *rows]) + "\n"


REFUSED = (
    Refused("a missing cell", WIDE.replace("2.1", ""), "the value is missing", ("missing",)),
    Refused("a text for one", WIDE.replace("2.1", "NA"), "stands for a missing", ("missing",)),
    Refused(
        "no column of values",
        _long("method,dataset,res,note", "good"),
        "no column was recognised as the value",
        ("value",),
        {"value": "res"},
    ),
    Refused(
        "two columns of values",
        _long("method,dataset,accuracy,time", "9.5"),
        "several columns may hold the value",
        ("value",),
        {"value": "accuracy"},
    ),
    Refused(
        "two columns of problems",
        _long("method,dataset,accuracy,task", "t"),
        "several columns may hold the problem",
        ("problem",),
        {"problem": "dataset"},
    ),
    Refused(
        "a table that is long, but does not say so",
        "\n".join(["who,where,what", *(f"{a},{p},{v}" for a, p, v in LONG)]),
        "tells apart results of an algorithm on a problem",
        ("where", "algorithm", "problem", "value"),
        {"algorithm": "who", "problem": "where", "value": "what"},
    ),
    Refused(
        "numbers and text before the results",
        "set,A,B,C\n1,1.5,2.5,3.5\nx2,2.1,3.2,4.1\nz,1.2,4.3,2.4\n",
        "holds numbers and text",
        ("problem",),
    ),
    Refused(
        "problems that are counted",
        "set,A,B,C\n1,1.5,2.5,3.5\n2,2.1,3.2,4.1\n3,1.2,4.3,2.4\n",
        "may hold results or the numbers of the problems",
        ("problem",),
    ),
    Refused(
        "a row for each algorithm",
        "method,x,y,z\nA,1.5,2.1,1.2\nB,2.5,3.2,4.3\n",
        "says that each line is an algorithm",
        ("problem", "shape"),
    ),
    Refused(
        "columns that are problems",
        ",f1,f2,f3\nA,1.5,2.1,1.2\nB,2.5,3.2,4.3\n",
        "are named as problems are",
        ("shape", "not_algorithms"),
    ),
    Refused(
        "runs of one algorithm",
        WIDE.replace("A,B,C", "0,1,2"),
        "merely count, as the runs of one algorithm do",
        ("not_algorithms",),
    ),
    Refused(
        "measures of one algorithm",
        WIDE.replace("A,B,C", "accuracy,recall,time_seconds"),
        "are measures by their names, not algorithms",
        ("measure", "not_algorithms"),
    ),
    Refused(
        "measures on one problem",
        WIDE.replace("\nx", "\naccuracy").replace("\ny", "\nrecall").replace("\nz", "\nAUC"),
        "are by their names no problems but measures",
        ("drop",),
    ),
    Refused(
        "a column of words and one of sizes",
        "problem,note,A,B,Size\n" + "".join(f"p{i},word,{i}.5,{i}.7,{9 * i}\n" for i in range(5)),
        "holds text, such as 'word' in line 2, and the column 'Size' is no algorithm by its name",
        ("not_algorithms", "algorithms", "algorithm", "problem", "value"),
        {"not_algorithms": "note,Size"},
    ),
    Refused(
        "names of the rows, and of groups of them",
        "file,dataset,A,B\na,x,1.5,2.5\nb,x,2.1,3.2\nc,y,1.2,4.3\nd,y,1.3,2.4\n",
        "may both name the problems",
        ("problem",),
    ),
    Refused(
        "thousands or decimals",
        "problem\tA\tB\tC\nx\t1.5\t2.5\t3.5\ny\t2,100\t3.2\t4.1\nz\t1.2\t4.3\t2.4\n",
        "with a thousands separator",
        ("decimal",),
    ),
    Refused(
        "an unusual separator",
        WIDE.replace(",", "!"),
        "holds one column only",
        ("separator",),
        {"separator": "!"},
    ),
    Refused(
        "two columns of runs",
        "method,dataset,repeat,fold,accuracy\n"
        + "".join(
            f"{a},{p},{r},{f},{v + r + f / 7}\n" for a, p, v in LONG for r in (1, 2) for f in (1, 2)
        ),
        "several columns may hold the run",
        ("run",),
    ),
    Refused(
        "UTF-16 without a mark",
        WIDE.encode("utf-16-le"),
        "NUL character",
        ("encoding",),
    ),
)

#: What compare() advises, by the option that mends it.
ADVISED = (
    ("aligned-is-liberal", "cec2005", {"ranking": "aligned"}, ("method",)),
    ("quade-z-is-conservative", "cec2005", {"ranking": "quade"}, ("method",)),
    ("few-algorithms", "toy", {}, ("ranking", "method")),
    ("ties", "demsar2006", {}, ("ties", "method")),
    ("sign-ties", "cec2005_ties", {}, ("sign_ties",)),
    ("small-for-chi-square", "toy", {}, ("omnibus_method", "method")),
)

"""What an installed evenkeel must do: its doors, each with what must come of it.

`tools/smoke.py` tries them in environments without the repository. Nothing but the standard
library is imported here, for these environments hold only what evenkeel asks for.

The table of `FILES` is worked out by hand: New is first on 6 of 8 problems and second on 2, Old the
other way round, Baseline always last. The average ranks are 10/8, 14/8 and 3, Friedman's statistic
is 8 (1.25^2 + 1.75^2 + 3^2 - 12) = 13, and its p-value with 2 degrees of freedom exp(-13/2).
"""

from __future__ import annotations

import math
import shlex
from dataclasses import dataclass
from itertools import pairwise

STATISTIC, PVALUE = 13.0, math.exp(-6.5)
_OWN = """problem,New,Old,Baseline
p1,0.95,0.94,0.91
p2,0.98,0.97,0.93
p3,0.85,0.84,0.81
p4,0.75,0.74,0.71
p5,0.65,0.64,0.61
p6,0.55,0.54,0.51
p7,0.44,0.45,0.41
p8,0.34,0.35,0.31
"""


def _zstandard(text: str) -> bytes:
    """Text as a Zstandard frame of one raw block."""
    data = text.encode()
    head = bytes.fromhex("28b52ffd 20") + bytes([len(data)])
    return head + (len(data) << 3 | 1).to_bytes(3, "little") + data


def _runs() -> str:
    """Five runs of three algorithms on six problems, A always ahead of B and B of C."""
    lines = [
        f"{algorithm},f{problem},{run},{place + 0.1 * problem + 0.01 * (run * (place + 2) % 5)}"
        for place, algorithm in enumerate("ABC")
        for problem in range(6)
        for run in range(5)
    ]
    return "\n".join(["algorithm,problem,run,value", *lines]) + "\n"


def _measures() -> str:
    """Two algorithms by two measures on eight problems: A is better by both."""
    lines = [
        f"f{problem},{algorithm},{0.9 - place / 10 + problem / 100},{0.1 + place / 10}"
        for problem in range(8)
        for place, algorithm in enumerate("AB")
    ]
    return "\n".join(["problem,algorithm,HV,IGD", *lines]) + "\n"


def _steps() -> str:
    """Three runs of ten steps of two algorithms on six problems: A falls faster."""
    lines = [
        f"{algorithm},f{problem},{run},{step},{(1 + place) / step + 0.01 * run + problem}"
        for place, algorithm in enumerate("AB")
        for problem in range(6)
        for run in range(3)
        for step in range(1, 11)
    ]
    return "\n".join(["algorithm,problem,run,step,value", *lines]) + "\n"


def _times() -> str:
    """Two solvers on eight instances within 10 seconds: B does not solve the last three."""
    lines = [f"i{i},{i + 1},{min(2 * i + 2, 10)}" for i in range(8)]
    return "\n".join(["instance,A,B", *lines]) + "\n"


def _items() -> str:
    """Two models on forty questions: the small one knows fewer."""
    lines = [
        f"{model},q{item},{int(item % 4 < right)}"
        for model, right in (("large", 3), ("small", 1))
        for item in range(40)
    ]
    return "\n".join(["model,item,score", *lines]) + "\n"


def _benchmarks() -> str:
    """Ten runs of two benchmarks."""
    lines = [f"{name},{run},{1 + 0.01 * (run * 7 % 10)}" for name in "xy" for run in range(10)]
    return "\n".join(["benchmark,run,seconds", *lines]) + "\n"


def _battles() -> str:
    """Votes of forty judges: the large model wins three of four."""
    lines = [f"large,small,{'model_b' if i % 4 == 0 else 'model_a'},j{i}" for i in range(40)]
    return "\n".join(["model_a,model_b,winner,judge", *lines]) + "\n"


FILES = {
    "own.csv": _OWN.encode(),
    "own.csv.zst": _zstandard(_OWN),
    "ranks.csv": b"New,1.25\nOld,1.75\nBaseline,3.00\n",
    "pvalues.csv": b"New vs Old,0.01\nNew vs Baseline,0.02\nOld vs Baseline,0.04\n",
    "errors.csv": b"New,12/200\nOld,20/200\n",
    "counts.csv": b"New vs Old,6/0/2\nNew vs Baseline,8/0/0\nOld vs Baseline,8/0/0\n",
    "paper.csv": b"n,,8\nrank,New,1.25\nrank,Old,1.75\nrank,Baseline,3.00\n"
    b"statistic,friedman,13.0\n",
    "own.yaml": "".join(
        "- {{dataset: {}, New: {}, Old: {}, Baseline: {}}}\n".format(*line.split(","))
        for line in _OWN.splitlines()[1:]
    ).encode(),
    "runs.csv": _runs().encode(),
    "measures.csv": _measures().encode(),
    "steps.csv": _steps().encode(),
    "times.csv": _times().encode(),
    "items.csv": _items().encode(),
    "base.csv": _benchmarks().encode(),
    "sizes.csv": b"problem,size\n" + b"".join(b"p%d,%d\n" % (i, 10 * i) for i in range(1, 9)),
    "battles.csv": _battles().encode(),
}

#: How files of each ending begin.
BEGINS = {
    ".bib": b"@",
    ".csv": b"Hypothesis,",
    ".docx": b"PK\x03\x04",
    ".eps": b"%!PS-Adobe",
    ".html": b"<!doctype html>",
    ".json": b"{",
    ".md": b"# ",
    ".pdf": b"%PDF-",
    ".pgf": b"%% Creator",
    ".png": b"\x89PNG",
    ".svg": b"<?xml",
    ".tex": b"\\documentclass",
    ".toml": b"",
    ".txt": b"",
    ".typ": b"",
    ".xlsx": b"PK\x03\x04",
}


@dataclass(frozen=True)
class Call:
    """A command, and what it must print; without the extra that it needs it must name it."""

    text: str
    says: str = ""
    needs: str = ""

    @property
    def words(self) -> list[str]:
        """The words of the command."""
        return shlex.split(self.text)

    @property
    def files(self) -> list[str]:
        """The files that the command writes."""
        return [word for option, word in pairwise(self.words) if option in _WRITES]


_WRITES = ("-o", "--save-config")
_TABLE = "own.csv --better higher"

#: Commands in an order in which the later ones find what the earlier ones wrote.
CALLS = (
    Call(
        f"compare {_TABLE} -o report.html -o report.tex -o report.md -o report.json -o report.typ "
        "-o report.txt -o report.bib -o report.xlsx --save-config study.toml",
        "New has the best average Friedman rank (1.250)",
    ),
    Call(f"compare {_TABLE} -o ranks.eps -o ranks.pgf --picture ranks"),
    Call("run study.toml", "New"),
    Call(f"compare {_TABLE} -o report.docx", "New", needs="word"),
    Call("compare own.csv.zst --better higher", "(1.250)", needs="zstd"),
    Call("compare own.xlsx --better higher", "(1.250)", needs="excel"),
    Call("compare own.yaml --better higher", "(1.250)", needs="yaml"),
    Call(f"read {_TABLE}", "8 problems (p1, p2, ... p8), 3 algorithms (New, Old, Baseline)"),
    Call("compare - --better higher", "(1.250)"),
    Call(f"test friedman {_TABLE}", "13.0000"),
    Call(f"posthoc {_TABLE} --adjust holm --adjust bergmann", "Baseline"),
    Call(f"compare {_TABLE} --table adjusted -o adjusted.csv"),
    Call("adjust 0.01 0.02 0.03 --method holm", "0.03000"),
    Call(f"table {_TABLE} -o table.xlsx"),
    Call(f"advise {_TABLE}", "problems"),
    Call(f"contrast {_TABLE}", "Baseline"),
    Call(f"effect {_TABLE}", "Baseline"),
    Call(f"concordance {_TABLE}", "0.8125"),
    Call(f"equivalence {_TABLE} --margin 0.1", "equivalent"),
    Call(f"bayes {_TABLE} --rope 0.01", "Baseline"),
    Call(f"rank-sets {_TABLE}", "Baseline"),
    Call(f"stability {_TABLE}", "Baseline"),
    Call("tree own.csv sizes.csv --better higher", "Baseline"),
    Call(f"strengths {_TABLE}", "Baseline"),
    Call(f"bayes-friedman {_TABLE}", "Baseline"),
    Call(f"skill {_TABLE} --baseline Baseline", "New"),
    Call("joint measures.csv --better HV=higher,IGD=lower", "A"),
    Call("curves steps.csv --better lower", "A"),
    Call("targets steps.csv --better lower", "A"),
    Call("timeouts times.csv --cutoff 10", "A"),
    Call("items items.csv", "large"),
    Call("gate base.csv base.csv --margin 50% --better lower --lenient", "benchmark"),
    Call("votes battles.csv", "large"),
    Call("cases", "cec2005"),
    Call("reproduce", "0 are unexplained"),
    Call("from-ranks ranks.csv --n 8", "rejected"),
    Call("from-pvalues pvalues.csv --adjust holm", "rejected"),
    Call("from-counts counts.csv --adjust holm", "New vs Baseline"),
    Call("from-errors errors.csv", "New"),
    Call("from-statistic friedman 13.0 --n 8 --k 3", "0.0015"),
    Call("audit paper.csv", "Of 4 claims"),
    Call("formats", "jmetal"),
    Call(f"plot critical-difference {_TABLE} -o cd.pdf -o cd.svg -o cd.png"),
    Call("check runs.csv --better lower", "A"),
    Call("runs runs.csv --better lower -o runs.html", "A"),
    Call("run-effect runs.csv --better lower", "A"),
    Call(
        "bayes-runs runs.csv --better lower --rope 0.1 --method correlated-t --where problem=f0 "
        "--test-share 0.2",
        "probab",
    ),
    Call("aggregates runs.csv --better lower", "A"),
    Call("profiles runs.csv --better lower", "A"),
    Call(f"power {_TABLE} --first New --second Old --size 4 --bias 0,5 --repetitions 20", "Holm"),
)

#: Import, compare and save in Python, and read by every engine; prints what was found as JSON.
PROGRAM = """
import json, evenkeel, polars
results = evenkeel.read("own.csv", better="higher")
results.save("own.xlsx")
comparison = evenkeel.compare(results)
comparison.save("python.html")
omnibus = evenkeel.friedman(results)
polars.read_csv("runs.csv").write_parquet("runs.parquet")
engines = {}
for engine in ("polars", "duckdb", "dask"):
    try:
        runs = evenkeel.read_runs("runs.parquet", better="lower", engine=engine)
    except evenkeel.MissingPackageError as error:
        engines[engine] = str(error)
    else:
        engines[engine] = list(runs.aggregate("mean").algorithms)
print(json.dumps({
    "file": evenkeel.__file__,
    "version": evenkeel.__version__,
    "statistic": omnibus.statistic,
    "pvalue": omnibus.pvalue,
    "case": evenkeel.load("cec2005").values.shape,
    "conclusions": len(comparison.conclusions),
    "engines": engines,
}))
"""

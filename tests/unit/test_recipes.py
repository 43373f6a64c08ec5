"""The recipes of CONTRIBUTING, followed: a throw-away method is one file and appears everywhere.

The package is copied, the files that the recipes name are added to the copy and nothing in it is
edited; then every door is asked for the new methods.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

import evenkeel
from web_server import running_server

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
REFERENCE = """
from evenkeel.references import Reference

REFERENCE = Reference("nobody2026", "Nobody, N.", 2026, "Thrown away", "Nowhere")
"""
FILES = {
    "adjustments/thrown_away.py": """
import numpy as np

from evenkeel.adjustments.registry import multiple, one_step
from evenkeel.adjustments.registry import Adjustment, register

def formula(p):
    return multiple(p, 2 * p.shape[-1] - 1)

def levels(m, alpha):
    return np.full(m, alpha / (2 * m - 1))

register(
    Adjustment(
        name="thrown-away",
        title="Thrown-away procedure",
        meaning="Nearly doubles what Bonferroni-Dunn gives.",
        kind="one-step",
        controls="FWER",
        assumes="any dependence",
        families=("control", "all-pairs"),
        reference=REFERENCE,
        formula=formula,
        decide=one_step(formula, levels),
    )
)
""",
    "omnibus/of_thrown_away.py": """
from evenkeel.omnibus.registry import RESAMPLES, carry_out
from evenkeel.omnibus.permutation import squared_totals_pvalue
from evenkeel.omnibus.registry import OMNIBUS, OmnibusTest
from evenkeel.omnibus.permutation import (
    between_totals, chi_square_statistic, chi_square_tail, within_problems
)

def cochran(results, *, method="chi-square", resamples=RESAMPLES, seed=0, better=None):
    options = {"method": method, "resamples": resamples, "seed": seed}
    return carry_out(COCHRAN, results, better=better, ties="corrected", **options)

def statistic(ranks, *, ties="corrected"):
    between = between_totals(ranks.sum(axis=-2))
    return chi_square_statistic(between, within_problems(ranks), ranks.shape[-1])

def permutation(ranks, *, complete, resamples, seed):
    centred = ranks - ranks.mean(axis=1, keepdims=True)
    return squared_totals_pvalue(centred, complete=complete, resamples=resamples, seed=seed)

COCHRAN = OMNIBUS.register(
    OmnibusTest(
        name="thrown-away",
        title="Thrown-away test",
        meaning="Tests whether all algorithms win equally often.",
        function=cochran,
        ranking="thrown-away",
        statistic=statistic,
        symbol="Q",
        approximation="chi-square",
        tail=chi_square_tail,
        permutation=permutation,
        reference=REFERENCE,
        options=("method", "resamples", "seed"),
        decides=True,
    )
)
""",
    "ranks/of_thrown_away.py": """
import math

import numpy as np

from evenkeel.ranks.registry import Ranked
from evenkeel.ranks.registry import RANKINGS, Ranking

def rank(tables):
    ranks = 2.0 - (tables.losses == tables.losses.min(axis=-1, keepdims=True))
    weights = np.ones(ranks.shape[:-1])
    return Ranked(ranks, ranks.mean(axis=-2), weights, 0)

RANKINGS.register(
    Ranking(
        name="thrown-away",
        title="Thrown-away",
        noun="Thrown-away rank",
        meaning="1 for the best of a problem, 2 for all others.",
        rank=rank,
        standard_error=lambda n, k: math.sqrt(2 / n),
        caveats=lambda n, k, tied: iter(()),
        reference=REFERENCE,
    )
)
""",
    "effects/of_thrown_away.py": """
from evenkeel.effects.registry import EFFECTS, EffectSize, weighted_means, wins_of

EFFECTS.register(
    EffectSize(
        "thrown-away",
        title="Thrown-away size",
        formula="share of the problems on which the first is better",
        range=(0.0, 1.0),
        neutral=0.5,
        law="none",
        assumes="nothing",
        reference=REFERENCE,
        sample=wins_of,
        kernel=weighted_means,
        interval="bca",
    )
)
""",
    "tables/formats/thrown_away.py": """
from evenkeel.tables.formats.building import Rows
from evenkeel.tables.formats.registry import FORMATS, FileFormat

def read(given):
    rows = Rows("algorithm", "problem", "measure", "value")
    for member in given.members:
        for line, text in enumerate(member.content.whole().decode().splitlines()[1:], start=2):
            algorithm, problem, value = text.split("~")
            rows.add(member.name, line, algorithm, problem, "thrown", value)
    return rows.table(given, "thrown-away", better="lower")

FORMATS.register(
    FileFormat(
        "thrown-away",
        title="Thrown-away format",
        of="tool",
        known_by="its first line",
        gives="a value of each algorithm on each problem",
        read=read,
        begins="^thrown~away",
    )
)
""",
    "comparison/analyses/thrown_away.py": """
from evenkeel.comparison.analyses.registry import ALPHA, ANALYSES, FILE_ANALYSES, Analysis

def of_table(results, *, alpha=0.05):
    import evenkeel
    return evenkeel.friedman(results)

def of_files(files, *, alpha=0.05):
    import evenkeel
    return evenkeel.compare(evenkeel.read(files[0], better="lower"), alpha=alpha, always=True)

for registry, name, takes in ((ANALYSES, "table", "results"), (FILE_ANALYSES, "files", "files")):
    registry.register(
        Analysis(
            f"thrown-{name}",
            title=f"Thrown-away analysis of {name}",
            summary="Throws it away.",
            function=f"{__name__}:of_{name}",
            takes=takes,
            files="A table." if takes == "files" else "",
            options=(ALPHA,),
            examples=(f"thrown-{name} results.csv",),
        )
    )
""",
    "plot/thrown_away.py": """
from evenkeel.plot.canvas import axes_for

def plot_thrown_away(data, *, ax=None):
    with axes_for(ax, "Thrown away.") as axes:
        axes.plot(range(data.n), data.values[:, 0])
    return axes
""",
    "posthocs/thrown_away.py": """
from evenkeel.posthocs.laws import ALL_ALIKE
from evenkeel.posthocs.pooled_laws import (
    pair_differences, permutation_standard_error, standardised
)
from evenkeel.posthocs.laws import LAWS, Law, Raw
from evenkeel.numerics.tails import normal_pvalue

def pvalues(tables, pairs, ranking):
    ranked = tables.by(ranking)
    error = 2 * permutation_standard_error(ranked)[..., None]
    z = standardised(pair_differences(ranked.average, pairs), error)
    return Raw(normal_pvalue(z, "two-sided"), z, error)

LAWS.register(
    Law(
        name="thrown-away",
        title="thrown away",
        words="the thrown-away law",
        null=ALL_ALIKE,
        pvalues=pvalues,
        reference=REFERENCE,
    )
)
""",
}
#: Lines that a recipe adds to a file: the file, and the line that stands before each.
LINES = {
    "plot/__init__.pyi": {
        "from .stairs import plot_stairs as plot_stairs\n": (
            "from .thrown_away import plot_thrown_away as plot_thrown_away\n"
        )
    },
    "plot/kinds.py": {
        '            ("stairs", plot_stairs),\n': (
            '            ("thrown-away", plot_thrown_away),\n'
        ),
        "from evenkeel.plot.stairs import plot_stairs\n": (
            "from evenkeel.plot.thrown_away import plot_thrown_away\n"
        ),
    },
}
TOOL = "thrown~away\n" + "".join(
    f"{algorithm}~P{problem}~{problem * factor % 7}\n"
    for algorithm, factor in (("A", 2), ("B", 3), ("C", 5))
    for problem in range(1, 7)
)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with a copy of the package, to which files and lines of recipes are added."""
    folder = tmp_path_factory.mktemp("house")
    source = Path(evenkeel.__file__).parent
    shutil.copytree(source, folder / "evenkeel")
    for name, text in FILES.items():
        (folder / "evenkeel" / name).write_text(REFERENCE + text, encoding="utf-8")
    for name, lines in LINES.items():
        path = folder / "evenkeel" / name
        text = path.read_text(encoding="utf-8")
        for before, line in lines.items():
            assert before in text
            text = text.replace(before, before + line)
        path.write_text(text, encoding="utf-8")
    (folder / "results.txt").write_text(TOOL, encoding="utf-8")
    return folder


def run(house: Path, *arguments: str, cwd: Path | None = None) -> str:
    """What Python prints, with the copy in the place of the package."""
    environment = {**os.environ, "PYTHONPATH": str(house)}
    command = [sys.executable, *arguments]
    done = subprocess.run(
        command, env=environment, cwd=cwd or house, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return re.sub(r"-\n\s+", "-", done.stdout)  # names that the help breaks at a hyphen


def test_in_python(house: Path) -> None:
    printed = run(
        house,
        "-c",
        """
import evenkeel
assert "house" in evenkeel.__file__
table = evenkeel.load("garcia2008")
options = {"ranking": "thrown-away", "method": "thrown-away", "procedure": "thrown-away"}
comparison = evenkeel.compare(table, **options)
assert comparison.rejected is not None
report = comparison.report()
print(*comparison.conclusions, report.table("omnibus"), *report.references, sep="\\n")
study = evenkeel.simulate(
    6, 3, effect=[1, 0, 0], comparisons="thrown-away-thrown-away", procedures="thrown-away",
    repetitions=20,
)
assert "thrown-away" in {each.procedure for each in study.outcomes}
assert "thrown-away" in study.omnibus
print(study)
""",
    )
    for title in ("Thrown-away procedure", "Thrown-away test", "Nobody"):
        assert title in printed


def test_on_the_command_line(house: Path) -> None:
    assert run(house, "-m", "evenkeel", "compare", "--help-all").count("thrown-away") >= 3
    assert "thrown-away" in run(house, "-m", "evenkeel", "test", "--help")
    tested = run(house, "-m", "evenkeel", "test", "thrown-away", "case:toy", "--method", "exact")
    assert "Thrown-away test" in tested
    adjusted = run(house, "-m", "evenkeel", "adjust", "0.01", "0.2", "-m", "thrown-away")
    assert "0.0300" in adjusted


def test_an_effect_size_a_format_a_picture_and_analyses_on_the_command_line(house: Path) -> None:
    command = ("-m", "evenkeel")
    assert "thrown-away" in run(house, *command, "effect", "--help")
    sizes = run(house, *command, "effect", "case:toy", "--size", "thrown-away")
    assert "Thrown-away size" in sizes
    assert "Thrown-away format" in run(house, *command, "formats")
    assert "6 problems (P1, P2, ... P6), 3 algorithms (A, B, C)" in (
        run(house, *command, "read", "results.txt")
    )
    assert "thrown-away" in run(house, *command, "plot", "--help")
    run(house, *command, "plot", "thrown-away", "results.txt", "-o", "picture.svg")
    assert "<svg" in (house / "picture.svg").read_text(encoding="utf-8")
    assert run(house, *command, "--help").count("thrown-") == 2
    assert "Friedman" in run(house, *command, "thrown-table", "results.txt", "--alpha", "0.1")
    assert "A, B, C" in run(house, *command, "thrown-files", "results.txt")


def test_on_the_page(house: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(house))
    with running_server(tmp_path, workers=1) as server:
        asked = {"case": "toy", "ranking": "thrown-away", "always": "1", "adjust": "thrown-away"}
        page = httpx.get(server.url, params=asked, timeout=60).text
        beside = {"case": "toy", "beside.thrown-table": "1", "effect.size": "thrown-away"}
        more = httpx.get(server.url, params=beside | {"beside.effect": "1"}, timeout=60).text
        sent = {"file": ("results.txt", TOOL.encode())}
        tab = httpx.post(f"{server.url}/thrown-files", files=sent, timeout=60).text
        api = httpx.post(f"{server.url}/api/files/thrown-files", files=sent, timeout=60).json()
    options = re.findall(r'<option value="thrown-away"[^>]*>([^<]*)', page)
    assert {"Thrown-away", "thrown away"} <= set(options)
    assert re.search(r'name="adjust"[^>]*value="thrown-away"', page)
    answer = page[page.index('<main id="answer"') :]
    assert "Thrown-away test" in answer
    assert "Nearly doubles what Bonferroni-Dunn gives." in answer  # of the glossary
    assert "Thrown-away analysis of table" in more
    assert "Thrown-away size" in more[more.index('<main id="answer"') :]
    assert "Thrown-away analysis of files" in tab
    assert "Friedman" in tab
    assert "3 algorithms (A, B, C)" in api["read"]
    assert "thrown-files" in page  # the tab


def test_in_the_documentation(house: Path) -> None:
    shutil.copytree(ROOT / "tools", house / "tools", dirs_exist_ok=True)
    (house / "docs").mkdir(exist_ok=True)
    run(house, "tools/make_methods.py")
    page = (house / "docs" / "methods.md").read_text(encoding="utf-8")
    assert page.count("\n| thrown\\-away |") == 5


def test_on_the_site(house: Path) -> None:
    shutil.copytree(ROOT / "tools", house / "tools", dirs_exist_ok=True)
    ask = ("-c", "from pages import methods; print(*methods.faults(), sep='\\n')")
    wanted = re.findall(
        r"(docs/methods/[\w-]+/thrown-\w+.md) is missing", run(house, *ask, cwd=house / "tools")
    )
    assert len(wanted) == 6
    sections = "".join(
        f"## {title}\n\n" for title in ("Formula", "By hand", "By call", "When not to use it")
    )
    for name in wanted:
        (house / name).parent.mkdir(parents=True, exist_ok=True)
        (house / name).write_text(sections, encoding="utf-8")
    assert "thrown-" not in run(house, *ask, cwd=house / "tools")


def test_in_the_property_tests(house: Path) -> None:
    properties = str(ROOT / "tests" / "properties")
    printed = run(
        house,
        *("-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "0", "-k", "thrown-away"),
        *(f"{properties}/{name}" for name in PROPERTIES),
        cwd=ROOT,
    )
    found = re.search(r"(\d+) passed", printed)
    assert found is not None
    assert int(found[1]) >= 12


PROPERTIES = ("test_adjustments.py", "test_every_omnibus_test.py")

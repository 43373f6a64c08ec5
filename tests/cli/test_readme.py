"""Every command of the README does what it says, and the verdict that it shows is printed."""

from __future__ import annotations

import itertools
import re
import shlex
from pathlib import Path

import pytest

import evenkeel as library

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
COMMANDS = [
    shlex.split(line, comments=True)[1:]
    for line in re.findall(r"^    (evenkeel .*)$", README, re.M)
    if not line.startswith("evenkeel serve")
]
NAMES = ("New", "Old", "Random", "Human")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The files that the README names; its commands write into the same folder."""
    place = tmp_path
    demsar = library.load("demsar2006")
    library.Results(demsar.values, demsar.problems, NAMES, better="higher").save(
        place / "results.csv"
    )
    lines = ["algorithm,problem,run,value"]
    lines += [
        f"{name},P{p},{r},{1 + a + 0.3 * p + 0.1 * ((3 * r + 2 * a) % 7)}"
        for a, name in enumerate(NAMES)
        for p in range(6)
        for r in range(5)
    ]
    (place / "runs.csv").write_text("\n".join(lines) + "\n")
    rows = [
        f"P{p},{name},{measure},{p + a + (p * a) % 3}"
        for p in range(9)
        for a, name in enumerate(NAMES)
        for measure in ("HV", "IGD")
    ]
    ranks = "C4.5, 2.1\n1-NN, 3.3\nNaiveBayes, 2.2\nKernel, 4.3\nCN2, 3.1\n"
    (place / "ranks.csv").write_text(ranks)
    (place / "pvalues.txt").write_text("A vs B, <0.001\nA vs C, 0,01\nB vs C, 0.3\n")
    (place / "errors.txt").write_text("C4.5, 43/208\nCN2, 0.21/208\n")
    (place / "paper.csv").write_text("n,,30\nrank,A,1.2\nrank,B,1.8\n")
    study = library.load("garcia2010")
    models = library.Results(study.values.T, NAMES, study.problems, better="higher").to_pandas()
    models.assign(Average=models.mean(axis=1)).to_csv(place / "models.csv")
    (place / "measures.csv").write_text("\n".join(["problem,algorithm,indicator,value", *rows]))
    return place


@pytest.mark.slow
def test_the_commands_of_the_readme_run_one_after_the_other(evenkeel, folder, monkeypatch):
    monkeypatch.chdir(folder)
    for words in COMMANDS:
        run = evenkeel(*words)
        assert run.code == 0, (words, run.err)
        for option, file in itertools.pairwise(words):
            if option == "-o":
                assert (folder / file).stat().st_size > 0, words


def test_the_readme_has_the_commands_that_matter():
    assert len(COMMANDS) > 15
    assert {"compare", "plot", "table", "runs", "power"} <= {words[0] for words in COMMANDS}


def test_the_verdict_that_it_shows_is_printed(evenkeel):
    shown = README[
        README.index("    Read     24 problems") : README.index("\n\nwith a table of ranks")
    ]
    run = evenkeel("compare", "case:garcia2010", "--control", "PDFC")
    assert " ".join(shown.split()) in " ".join(run.out.split())


def test_every_link_of_the_readme_leads_somewhere():
    root = Path(__file__).parents[2]
    links = re.findall(r'\]\(([^)#]+)\)|src="([^"]+)"', README)
    for link in (a or b for a, b in links):
        assert (root / link).exists(), link

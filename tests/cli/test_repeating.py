"""A study in one file: written by --save-config, repeated by evenkeel run."""

from __future__ import annotations

import tomllib

import pytest

TABLE = "problem,New,Old,Base\n" + "".join(
    f"P{i},{90 + i},{80 + i},{50 + 2 * i}\n" for i in range(12)
)


@pytest.fixture
def study(tmp_path, monkeypatch, evenkeel):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "table.csv").write_text(TABLE)
    run = evenkeel(
        *("compare", "table.csv", "--better", "higher", "--control", "New", "--always"),
        *("--adjust", "holm", "--adjust", "hommel", "-o", "report.md"),
        *("--save-config", "study.toml"),
    )
    assert run.code == 0
    return tmp_path


def test_the_file_holds_input_options_versions_and_conclusions(study):
    saved = tomllib.loads((study / "study.toml").read_text())
    assert saved["command"] == "compare"
    assert saved["input"]["file"] == "table.csv"
    assert len(saved["input"]["sha256"]) == 64
    assert saved["options"] == {
        "control": "New",
        "output": ["report.md"],
        "adjust": ["holm", "hommel"],
        "always": True,
        "better": "higher",
    }
    assert {"evenkeel", "python", "numpy", "scipy"} <= set(saved["versions"])
    assert "New has the best average Friedman rank (1.000)" in saved["result"]["conclusions"][0]


@pytest.mark.slow
def test_repeating_writes_the_same_report_and_says_so(study, evenkeel):
    before = (study / "report.md").read_bytes()
    (study / "report.md").unlink()
    run = evenkeel("run", "study.toml")
    assert run.code == 0
    assert (study / "report.md").read_bytes() == before
    assert "the conclusions are those of the saved study" in run.err


@pytest.mark.slow
def test_a_changed_table_and_what_it_changes_are_said(study, evenkeel):
    (study / "table.csv").write_text(TABLE.replace("P0,90,80", "P0,10,80"))
    run = evenkeel("run", "study.toml")
    assert "table.csv has changed since the study was saved" in run.err
    assert "was: Over 12 problems New has the best average Friedman rank (1.000)" in run.err
    assert "is: Over 12 problems New has the best average Friedman rank (1.167)" in run.err


def test_another_version_is_said(study, evenkeel):
    path = study / "study.toml"
    path.write_text(path.read_text().replace('evenkeel = "', 'evenkeel = "0.0.'))
    assert "evenkeel was 0.0." in evenkeel("run", "study.toml").err


@pytest.mark.slow
def test_a_study_of_runs(evenkeel, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run = evenkeel(
        "runs", "case:scipy_optimisers", "--aggregate", "median", "--save-config", "s.toml"
    )
    assert run.code == 0
    assert "those of the saved study" in evenkeel("run", "s.toml").err


@pytest.mark.slow
@pytest.mark.reaching
@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "study.toml: No such file or directory"),
        ("x = [", "study.toml: this is no TOML"),
        ("x = 1", "study.toml: this is no study; --save-config writes one"),
        ('command = "no"\n[input]\nfile = "x"\n[options]\n', "there is no command 'no'"),
        ('command = "compare"\n[input]\nfile = "x"\n[options]\nno = 1\n', "an option 'no'"),
        (
            'command = "compare"\n[input]\nfile = "x"\nsha256 = "0"\n[options]\n',
            "the table of the study is not there",
        ),
    ],
)
def test_what_cannot_be_repeated_is_refused(evenkeel, tmp_path, monkeypatch, content, message):
    monkeypatch.chdir(tmp_path)
    if content is not None:
        (tmp_path / "study.toml").write_text(content)
    run = evenkeel("run", "study.toml")
    assert run.code == 2
    assert message in run.err

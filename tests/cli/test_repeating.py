"""A study in one file: written by --save-config, repeated by evenkeel run."""

from __future__ import annotations

import os
import shutil
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evenkeel.cli.study_files import Study, read_study

pytestmark = pytest.mark.reaching  # its slow tests count lines, too

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
    said = " ".join(saved["result"]["conclusions"])
    assert "New has the best average Friedman rank (1.000)" in said


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
    (study / "report.md").unlink()
    run = evenkeel("run", "study.toml")
    assert run.code == 2
    assert run.err == (
        "evenkeel: table.csv has changed since the study was saved; --changed-data goes on with it "
        "as it is\n"
    )
    assert not (study / "report.md").exists()
    run = evenkeel("run", "study.toml", "--changed-data")
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
        ("a." * 500_000 + "a = 1", "this is no study, whose keys have one or two parts"),
        (r'"\"".' * 150_000 + "a = 1", "this is no study, whose keys have one or two parts"),
        ("x = 1", "study.toml: this is no study (it has no command); --save-config writes one"),
        (
            'command = "no"\n[input]\nfile = "x"\n[options]\n',
            "'no' is no command that can be repeated; these are compare and runs",
        ),
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


#: Where the command is called, the table, the study and the report, all seen from a folder.
PLACES = {
    "all together": (".", "t.csv", "s.toml", "r.md"),
    "the study elsewhere": (".", "data/t.csv", "studies/s.toml", "studies/r.md"),
    "the table above": ("studies", "../t.csv", "s.toml", "out/r.md"),
    "called from below": ("studies/deep", "../../data/t.csv", "../s.toml", "../r.md"),
    "spelt with detours": ("studies", "./../data/../t.csv", "../studies/./s.toml", "deep/../r.md"),
    "beyond U+FFFF": (".", "\U0001f600 \U0001d54f.csv", "\U0001f4a9.toml", "\U0001f680.md"),
    "quotes and breaks": (".", "a \"b\" 'c'\\ \n#.csv", "s = [1].toml", "r\t\x7f\x1b.md"),
    "options by their names": (".", "./--json.csv", "./-s.toml", "./--r.md"),
    "cases by their names": (".", "./case:toy/t.csv", "s.toml", "r.md"),
    "the name of standard input": (".", "./-", "s.toml", "r.md"),
    "through a link": ("link", "../t.csv", "link/s.toml", "link/deep/r.md"),
}


@pytest.fixture
def folders(tmp_path: Path) -> Path:
    for name in ("data", "studies/deep", "out", "studies/out", "case:toy", "data/inner/deep"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path / "data" / "inner")
    (tmp_path / "data" / "inner" / "link").symlink_to(tmp_path / "studies")
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize("places", PLACES.values(), ids=PLACES)
def test_what_is_saved_can_be_repeated_from_anywhere(evenkeel, folders, monkeypatch, places):
    called, table, study, report = places
    monkeypatch.chdir(folders / called)
    Path(table).write_text(TABLE)
    saved = evenkeel(
        *("compare", "--better", "higher", "-o", report, "--save-config", study, "--", table)
    )
    assert saved.code == 0, saved.err
    whole, written = os.path.realpath(study), os.path.realpath(report)
    for now in (folders / called, folders / "out"):
        monkeypatch.chdir(now)
        os.unlink(written)
        run = evenkeel("run", "--", os.path.relpath(whole))
        assert run.code == 0, run.err
        assert "the conclusions are those of the saved study" in run.err
        assert Path(written).exists()


@pytest.mark.slow
def test_a_folder_of_a_study_can_be_moved(evenkeel, folders, monkeypatch):
    monkeypatch.chdir(folders)
    Path("studies/t.csv").write_text(TABLE)
    assert (
        evenkeel(
            *("compare", "studies/t.csv", "-b", "higher", "-o", "studies/r.md"),
            *("--save-config", "studies/s.toml"),
        ).code
        == 0
    )
    shutil.move("studies", "moved")
    os.unlink("moved/r.md")
    assert evenkeel("run", "moved/s.toml").code == 0
    assert Path("moved/r.md").exists()


@pytest.mark.slow
@pytest.mark.parametrize("given", ["parts", "parts/*.csv"])
def test_of_several_files_all_are_summed(evenkeel, tmp_path, monkeypatch, given):
    monkeypatch.chdir(tmp_path)
    Path("parts").mkdir()
    for i, name in enumerate("abc"):
        rows = "".join(f"P{j},{i * 3 + j % (i + 2)}\n" for j in range(9))
        Path(f"parts/{name}.csv").write_text("problem,value\n" + rows)
    words = ("compare", given, "--better", "lower", "--save-config", "s.toml")
    assert evenkeel(*words).code == 0
    assert evenkeel("run", "s.toml").code == 0
    Path("parts/b.csv").write_text(Path("parts/b.csv").read_text().replace("P0,3", "P0,4"))
    run = evenkeel("run", "s.toml")
    assert (run.code, "has changed since the study was saved" in run.err) == (2, True)
    assert evenkeel("run", "s.toml", "--changed-data").code == 0


@pytest.mark.slow
def test_a_study_of_standard_input_and_an_undecodable_name(evenkeel, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = ("compare", "-", "--better", "higher", "--save-config", "s.toml")
    assert evenkeel(*words, stdin=TABLE).code == 0
    assert "those of the saved study" in evenkeel("run", "s.toml", stdin=TABLE).err
    name = os.fsdecode(b"\xff.csv")
    Path(name).write_text(TABLE)
    run = evenkeel("compare", name, "--better", "higher", "--save-config", "other.toml")
    assert (run.code, "a study is written in Unicode" in run.err) == (2, True)
    assert not Path("other.toml").exists()


TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = TEXTS | st.booleans() | st.integers() | st.floats(allow_nan=False)


@pytest.mark.slow
@given(
    file=TEXTS,
    options=st.dictionaries(
        st.from_regex("[a-z_]+", fullmatch=True), VALUES | st.lists(TEXTS), max_size=5
    ),
    versions=st.dictionaries(st.from_regex("[a-z]+", fullmatch=True), TEXTS, max_size=3),
    conclusions=st.none() | st.lists(TEXTS, max_size=3),
)
def test_a_study_is_read_as_it_was_written(tmp_path_factory, file, options, versions, conclusions):
    path = tmp_path_factory.getbasetemp() / "any.toml"
    study = Study("compare", file, None, options, versions, conclusions)
    path.write_bytes(study.as_toml().encode())
    assert read_study(path) == study

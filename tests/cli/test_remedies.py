"""A remedy that Python or the command line names exists there, and mends the fault."""

from __future__ import annotations

import ast
import inspect
import io
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

import evenkeel as package
from evenkeel.cli.wording import on_command_line
from evenkeel.comparison.guidelines import RULES
from evenkeel.comparison.steps import CompareOptions
from evenkeel.errors import EvenkeelError, InputError
from evenkeel.tables.reading_any import read_any
from evenkeel.tables.reading_options import READING
from evenkeel.words.remedies import remedies
from remedy_cases import ADVISED, REFUSED, Refused

SOURCE = Path(package.__file__).parent
_OPTION = re.compile(r"(?<!\S)(--[a-z][a-z-]*)((?: (?:'[^']*'|,(?= )|[^\s,;.()]+))?)")
#: Options of functions that the command line does not call with them.
ONLY_IN_PYTHON = {
    "backend",  # of joblib
    "continuity",
    "engine",
    "family",
    "law",
    "limit",
    "positions",
    "scale",
    "table",
    "variant",
}

refused = pytest.mark.parametrize("case", REFUSED, ids=[case.name for case in REFUSED])
advised = pytest.mark.parametrize(
    ("rule", "case", "options", "keywords"), ADVISED, ids=[rule for rule, *_ in ADVISED]
)


@refused
def test_python_mends_what_it_refuses(case: Refused) -> None:
    with pytest.raises(InputError) as refusal:
        read_any(io.BytesIO(case.data), better="lower", **case.told)
    offered = remedies(str(refusal.value))
    assert case.fault in str(refusal.value)
    assert {name for name, _ in offered} == set(case.remedies)
    for name, value in offered:
        known = {each: READING[each].parsed(text) for each, text in case.knows.items()}
        chosen = known if value is None else {name: value}
        assert case.fault not in message(case, **chosen)


def message(case: Refused, **options: object) -> str:
    try:
        read_any(io.BytesIO(case.data), better="lower", **(case.told | options))
    except EvenkeelError as error:
        return str(error)
    return ""


@pytest.mark.slow
@refused
def test_the_command_line_mends_what_it_refuses(evenkeel, tmp_path: Path, case: Refused) -> None:
    file = tmp_path / "table"
    file.write_bytes(case.data)
    words = ("compare", str(file), "--better", "lower")
    run = evenkeel(*words)
    assert run.code == 2
    assert case.fault in run.err
    assert not [name for name, _ in remedies(run.err) if name in READING]
    offered = [(option, words.strip()) for option, words in _OPTION.findall(run.err)]
    others = ("--better", "--each-measure")  # which are no options of reading
    if "--each-measure" in run.err:
        assert case.fault not in evenkeel(*words, "--each-measure").err
    offered = [(option, value) for option, value in offered if option not in others]
    assert {option for option, _ in offered} == {READING[name].flag for name in case.remedies}
    for option, value in offered:
        names = case.knows or {_keyword(option): shlex.split(value)[0]}
        chosen = [w for name, known in names.items() for w in (READING[name].flag, known)]
        said = evenkeel(*words, *chosen).err
        assert case.fault not in said
        assert "unknown" not in said


def _keyword(option: str) -> str:
    return next(name for name, each in READING.items() if each.flag == option)


@pytest.mark.slow
@advised
def test_compare_takes_what_it_advises(rule, case, options, keywords) -> None:
    table = package.load(case)
    found = package.compare(table, **options)
    advice = [each for each in found.advice if each.rule == rule]
    assert advice, rule
    offered = [each for one in advice for each in remedies(one.remedy)]
    assert {name for name, _ in offered} == set(keywords)
    for name, value in offered:
        assert value is not None
        package.compare(table, **(options | {name: value}))


@pytest.mark.slow
@advised
def test_the_command_line_takes_what_it_advises(evenkeel, rule, case, options, keywords) -> None:
    words = ["advise", f"case:{case}", *(f"--{name}={value}" for name, value in options.items())]
    said = " ".join(evenkeel(*words).out.split())
    offered = {option: value.strip() for option, value in _OPTION.findall(said)}
    assert {f"--{name.replace('_', '-')}" for name in keywords} <= set(offered)
    for option, value in offered.items():
        assert evenkeel(*words, option, value).code == 0


def texts() -> Iterator[tuple[Path, str]]:
    """Every text in the source that is no docstring, with blanks for what is filled in."""
    for path in sorted(SOURCE.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        documented = [
            node.body[0].value
            for node in ast.walk(tree)
            if isinstance(node, (ast.Module, ast.FunctionDef, ast.ClassDef))
            and isinstance(node.body[0], ast.Expr)
        ]
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                parts = (
                    part.value if isinstance(part, ast.Constant) else "'x'" for part in node.values
                )
                yield path, "".join(map(str, parts))
            elif isinstance(node, ast.Constant) and node not in documented:
                yield path, node.value if isinstance(node.value, str) else ""


@pytest.mark.slow
def test_every_remedy_in_the_source_is_an_option_of_the_command_line() -> None:
    """Of what the command line can show; pictures, pages and files have syntaxes of their own."""
    rooms = ("tables", "comparison", "omnibus", "hypotheses", "decisions", "pairwise", "runs")
    rewrite = on_command_line()
    unknown = {
        (path.relative_to(SOURCE).as_posix(), name)
        for path, text in texts()
        if path.relative_to(SOURCE).parts[0] in rooms and path.parent.name != "formats"
        if path.name != "workbook.py"
        for name, _ in remedies(rewrite(text))
        if name not in ONLY_IN_PYTHON
    }
    assert unknown == set()


def test_compare_has_every_option_that_a_guideline_names() -> None:
    known = set(inspect.signature(package.compare).parameters)
    assert set(CompareOptions.__annotations__) <= known
    for rule in RULES:
        assert {name for name, _ in remedies(rule.remedy)} <= known, rule.name

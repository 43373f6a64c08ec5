"""Messages keep the options that they name apart from their words, and each door writes them."""

from __future__ import annotations

import ast
import inspect
import pickle
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

import evenkeel as package
from evenkeel.cli.questions import on_command_line
from evenkeel.comparison.analyses.registry import ANALYSES
from evenkeel.comparison.guidelines import RULES
from evenkeel.comparison.steps import CompareOptions
from evenkeel.errors import InputError, Message, Option, TableError, spelled
from evenkeel.plot.options import OPTIONS as PICTURES
from evenkeel.tables.options import READING, typed
from evenkeel.tables.readings import typed_option
from evenkeel.text import joined, sentence
from evenkeel.web.answers import text_of
from evenkeel.web.review import in_api, on_page

SOURCE = Path(package.__file__).parent
DOORS = (str, on_command_line, on_page, in_api)
NAMES = ["Acc [%]", "a]b", "a{b}", "it's", 'say "so"', "x, y", "problem='x'", "kNN (k=20)"]
#: Words before an equals sign that are no options of ours: markup, other programs, Python itself.
FOREIGN = re.compile(
    r"\\|<|charset=|href=|\(\\s|pretrained=|line width=|fill=|draw=|dash pattern=|_cite|group=x"
)
#: Options of functions that no other door has.
ONLY_IN_PYTHON = {
    "alternative", "backend", "continuity", "engine", "family", "law", "limit", "positions",
    "scale", "variant",
}  # fmt: skip


@pytest.mark.parametrize(
    ("option", "written"),
    [
        (
            Option("missing", "keep"),
            ("missing='keep'", "--missing keep", '"Missing cells: are kept: missing at random"',
             '"missing": "keep"'),
        ),
        (
            Option("drop", ["Mean", "Sum of ranks"]),
            ("drop=['Mean', 'Sum of ranks']", "--drop-rows 'Mean,Sum of ranks'",
             '"Rows that are no problems: Mean,Sum of ranks"',
             '"drop": ["Mean", "Sum of ranks"]'),
        ),
        (
            Option("value"),
            ("value=", "--value", '"Column of the values"', '"value"'),
        ),
        (
            Option("transpose", True),
            ("transpose=True", "--transpose", '"Each row is an algorithm"', '"transpose": true'),
        ),
        (
            Option("run", False),
            ("run=False", "--run none", '"Column of the runs: none"', '"run": false'),
        ),
        (
            Option("equivalence", call="evenkeel.equivalence"),
            ("evenkeel.equivalence", "evenkeel equivalence", '"Beside the comparison: Equivalence"',
             "/api/analyses/equivalence"),
        ),
        (
            Option("audit", call="evenkeel.audit"),
            ("evenkeel.audit", "evenkeel audit", '"Audit"', "evenkeel.audit"),
        ),
        (
            Option("shape", "runs", call="evenkeel.read_runs"),
            (
                "evenkeel.read_runs",
                "--shape runs",
                '"Shape: many runs per cell"',
                '"shape": "runs"',
            ),
        ),
        (
            Option("engine", "dask"),
            ("engine='dask'",) * 4,
        ),
    ],
    ids=lambda each: each.name if isinstance(each, Option) else "",
)  # fmt: skip
def test_each_door_writes_an_option_in_its_own_way(option: Option, written: tuple[str, ...]):
    message = Message("give ", option, ", or mend it")
    for spell, words in zip(DOORS, written, strict=True):
        assert message.spelled(spell) == f"give {words}, or mend it"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("spell", DOORS)
def test_names_of_the_user_stay_as_they_are_whatever_they_look_like(name: str, spell) -> None:
    text = f"the column {name} holds words; "
    assert Message(text, Option("missing", "keep")).spelled(spell).startswith(text)
    assert spelled(text, spell) == text


def test_a_name_with_a_comma_is_typed_so_that_it_is_read_back() -> None:
    typed = on_command_line(Option("not_algorithms", ["x, y", "it's"]))
    assert typed == """--not-algorithms '"x, y",it'"'"'s'"""


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *((name, [text]) for name in ("drop", "not_algorithms", "algorithms")
          for text in (*NAMES, "", "none", " a", "a ", '"q"', '""', "a\nb")),
        *((name, text) for name in ("problem", "algorithm", "run")
          for text in (*NAMES, "", "none", " a", '"')),
        ("problem", ["a, b", 'c "d"', "none"]),
        ("drop", []),
        ("run", False),
        ("where", {"group": "x, y", "budget": "", "a b": "k=5"}),
    ],
    ids=repr,
)  # fmt: skip
def test_what_is_typed_is_read_back(name: str, value) -> None:
    """No name is such that an option which was proposed for it is refused."""
    option = READING[name]
    assert option.parsed(typed(value, name)) == value
    typed_words = shlex.split(" ".join(typed_option(name, value)))
    assert typed_words[0] == option.flag
    assert option.parsed(typed_words[1]) == value
    assert option.parsed(text_of(value, name)) == value


def test_a_condition_without_a_column_or_an_equals_sign_is_refused() -> None:
    for text in ("x", "=x"):
        with pytest.raises(InputError, match=f"'{text}' is no condition"):
            READING["where"].parsed(text)
    with pytest.raises(InputError, match="holds an empty name"):
        READING["drop"].parsed("a,,b")


def test_faults_and_sentences_keep_their_options() -> None:
    fault = Message("the value is missing; give ", Option("missing", "keep"))
    error = TableError("t.csv", [fault, "it is empty"])
    assert "  - the value is missing; give --missing keep" in error.spelled(on_command_line)
    assert error.faults[0].spelled(in_api) == 'the value is missing; give "missing": "keep"'
    whole = joined([sentence(fault), "Then go on."])
    assert spelled(whole, on_command_line) == (
        "The value is missing; give --missing keep. Then go on."
    )
    assert InputError("plain").spelled(on_command_line) == "plain"


def test_a_message_arrives_whole_from_another_process() -> None:
    message = Message("give ", Option("missing", "keep"))
    arrived = pickle.loads(pickle.dumps(message))
    assert arrived == message
    assert arrived.spelled(on_command_line) == "give --missing keep"


def texts() -> Iterator[tuple[str, str]]:
    """Every text in the source that is neither a docstring nor what an option has for Python."""
    for path in sorted(SOURCE.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        passed = {
            id(node.body[0].value)
            for node in ast.walk(tree)
            if isinstance(node, (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
            and isinstance(node.body[0], ast.Expr)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.keyword) and node.arg == "call":
                passed |= {id(each) for each in ast.walk(node.value)}
            if isinstance(node, ast.JoinedStr):
                passed |= {id(each) for each in node.values}
        for node in ast.walk(tree):
            if id(node) in passed:
                continue
            where = f"{path.relative_to(SOURCE).as_posix()}:{getattr(node, 'lineno', 0)}"
            if isinstance(node, ast.JoinedStr):
                yield (
                    where,
                    "".join(
                        str(part.value) if isinstance(part, ast.Constant) else "'x'"
                        for part in node.values
                    ),
                )
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield where, node.value


@pytest.mark.slow
def test_no_text_of_the_source_names_an_option_without_saying_so() -> None:
    """`missing="keep"` in a plain text could not be written otherwise at another door."""
    named = re.compile(r"(?<![\w.=<-])[a-z_]+=(?=['\"\[{\d,;. )]|True|False|$)")
    rooms = ("cli/", "web/", "plot/tikz", "plot/saving", "report/html", "report/latex", "studies/")
    elsewhere = ("_calls", "report/notebook", "effects/contrasts", "tables/parsing/written")
    found = {
        where: text
        for where, text in texts()
        if named.search(text) and not where.startswith((*rooms, *elsewhere))
        if not FOREIGN.search(text)
    }
    assert found == {}


def options_named() -> Iterator[tuple[str, str]]:
    for path in sorted(SOURCE.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "Option"
                and isinstance(node.args[0], ast.Constant)
            ):
                yield path.relative_to(SOURCE).as_posix(), str(node.args[0].value)


@pytest.mark.slow
def test_every_option_that_a_message_names_exists_at_the_command_line() -> None:
    from typer.main import get_command

    from evenkeel.cli.app import app

    commands = get_command(app).commands
    known = {p.name for command in commands.values() for p in command.params} | set(commands)
    known |= {"statistic", *PICTURES, *READING}
    unknown = {each for each in options_named() if each[1] not in known | ONLY_IN_PYTHON}
    assert unknown == set()


def test_compare_has_every_option_that_a_guideline_names() -> None:
    known = set(inspect.signature(package.compare).parameters)
    assert set(CompareOptions.__annotations__) <= known
    for rule in RULES:
        if isinstance(rule.remedy, Message):
            options = [part for part in rule.remedy.parts if isinstance(part, Option)]
            assert {each.name for each in options if not each.call} <= known, rule.name
            assert {each.name for each in options if each.call} <= set(ANALYSES.names), rule.name


ADVISED = (
    ("aligned-is-liberal", "cec2005", {"ranking": "aligned", "method": "normal"}, ("method",)),
    ("quade-z-is-conservative", "cec2005", {"ranking": "quade", "method": "normal"}, ("method",)),
    ("few-algorithms", "toy", {}, ("ranking", "method")),
    ("ties", "demsar2006", {}, ("method",)),
    ("sign-ties", "cec2005_ties", {}, ("sign_ties",)),
    ("small-for-chi-square", "toy", {}, ("omnibus_method", "method")),
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rule", "case", "options", "keywords"), ADVISED, ids=[rule for rule, *_ in ADVISED]
)
def test_compare_takes_what_it_advises(rule, case, options, keywords) -> None:
    table = package.load(case)
    advice = [each for each in package.compare(table, **options).advice if each.rule == rule]
    assert advice, rule
    offered = [part for each in advice for part in each.remedy.parts if isinstance(part, Option)]
    assert {each.name for each in offered} == set(keywords)
    for each in offered:
        package.compare(table, **(options | {each.name: each.value}))

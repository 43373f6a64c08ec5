"""Studies: what is refused and how, the report, the pictures and the command line."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pytest
import typer
from typer.testing import CliRunner, Result

import evenkeel
from evenkeel.cli.power import biases
from evenkeel.cli.power import power as command
from evenkeel.errors import InputError, MissingPackageError, UnknownNameError
from evenkeel.omnibus.registry import OMNIBUS
from evenkeel.plot.power_curves import plot_power
from evenkeel.posthocs.laws import LAWS
from evenkeel.ranks.registry import complete_rankings
from evenkeel.studies._power import PowerStudy, power
from evenkeel.studies.outcomes import Estimate
from evenkeel.studies.planning import problems_needed, problems_to_decide
from evenkeel.studies.plans import ProblemsNeeded
from evenkeel.studies.simulation import simulate
from evenkeel.studies.storage import BlockStore

TABLE = evenkeel.load("garcia2008")


def refused(call: Callable[[], object]) -> str:
    with pytest.raises(InputError) as error:
        call()
    return str(error.value)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"size": 30},
            "size is 30, but the table has 30 problems and none is drawn twice; give a size below "
            "30",
        ),
        ({"size": 1}, "size is 1; give a whole number of at least 2"),
        ({"repetitions": 0}, "repetitions is 0; give a whole number of at least 1"),
        ({"alpha": 5}, "alpha is 5; give a number between 0 and 1, such as 0.05"),
        (
            {"procedures": []},
            'procedures: name at least one; "none" stands for the raw p-values',
        ),
        ({"bias": []}, "bias: give one finite number or more, such as 0, 5, 10"),
        ({"bias": [0, np.inf]}, "bias: give one finite number or more, such as 0, 5, 10"),
        ({"bias": [1, 1]}, "bias: the same number was given twice; give each once"),
        (
            {"control": "CN2"},
            "the control 'CN2' is neither 'C4.5' nor '1-NN'; one of the two must be the control, "
            "so that their hypothesis is in the family",
        ),
        (
            {"ranking": "skillings-mack"},
            "the ranking 'skillings-mack' is for tables with holes, and a study of power needs a "
            "complete one; choose one of 'friedman', 'aligned', 'quade'",
        ),
        ({"seed": -1}, "seed is -1; give a whole number from 0, or None for a fresh one"),
        ({"workers": 0}, "workers is 0; give a whole number from 1, or -1 for all cores"),
    ],
)
def test_options_of_power(options: dict[str, object], message: str) -> None:
    assert refused(lambda: power(TABLE, "C4.5", "1-NN", **options)) == message


@pytest.mark.parametrize("method", LAWS.names)
@pytest.mark.parametrize("ranking", complete_rankings())
def test_every_ranking_and_law_that_serve_complete_tables(ranking: str, method: str) -> None:
    few = {"bias": [0], "size": 5, "repetitions": 2, "procedures": "holm"}
    study = power(TABLE, "C4.5", "1-NN", ranking=ranking, method=method, **few)
    assert (study.ranking, study.method) == (ranking, method)
    law = LAWS.lookup(method)
    said = f"{ranking} ranks with {method} p-values" if law.ranked else law.words
    assert said in str(study.report().blocks[0])


@pytest.mark.parametrize(
    "options",
    [
        {"procedures": "holms"},
        {"ranking": "fridman"},
        {"method": "precise"},
        {"backend": "mpi"},
        {"control": "none"},
    ],
)
def test_unknown_names(options: dict[str, object]) -> None:
    with pytest.raises(UnknownNameError, match=str(next(iter(options.values())))):
        power(TABLE, "C4.5", "1-NN", **options)


def test_unknown_algorithms_and_missing_cells() -> None:
    assert "did you mean 'C4.5'" in refused(lambda: power(TABLE, "C45", "1-NN"))
    assert "named twice" in refused(lambda: power(TABLE, "C4.5", "C4.5"))
    values = TABLE.values.copy()
    values[3, 1] = np.nan
    holed = evenkeel.Results(values, better="higher", missing="keep")
    assert "a power study needs a complete table" in refused(lambda: power(holed, "A1", "A2"))


def test_procedures_that_do_not_serve_the_family() -> None:
    def run() -> PowerStudy:
        return power(TABLE, "C4.5", "1-NN", control="C4.5", procedures="bergmann")

    assert refused(run).startswith(
        "the procedure 'bergmann' does not serve the family 'control'; choose from 'bonferroni', "
    )


def test_a_backend_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("evenkeel.studies.blocks.find_spec", lambda name: None)
    with pytest.raises(MissingPackageError, match=r"pip install 'evenkeel\[dask\]'"):
        power(TABLE, "C4.5", "1-NN", backend="dask")


def test_options_of_simulate() -> None:
    assert refused(lambda: simulate(1, 3)) == "n is 1; give a whole number of at least 2"
    assert refused(lambda: simulate(5, 3, effect=[1, 2])) == (
        "effect is [1, 2]; give one finite number, or one for each of the 3 algorithms"
    )
    assert refused(lambda: simulate(5, 3, distribution="tied", omnibus="friedman-exact")) == (
        "\"friedman-exact\" cannot be had: the distribution 'tied' has ties, and its law is "
        'without them; use "friedman" instead'
    )
    assert refused(lambda: simulate(50, 9, omnibus="friedman-exact")) == (
        '"friedman-exact" cannot be had: its law takes too long to compute for 50 problems and '
        '9 algorithms; use "friedman" instead'
    )
    with pytest.raises(UnknownNameError, match="unknown comparison 'multiple-sign'"):
        simulate(5, 3, comparisons="multiple-sign")
    study = simulate(5, 3, omnibus="all", distribution="tied", comparisons=[], repetitions=10)
    assert list(study.omnibus) == [test.name for test in OMNIBUS if not test.holes]
    with pytest.raises(UnknownNameError, match="unknown procedure of this study 'li'"):
        simulate(5, 3, repetitions=10).outcome("friedman-calibrated", "li")


def test_options_of_planning() -> None:
    assert refused(lambda: problems_needed(3, 0.0)).startswith(
        "all algorithms have the same advantage: no hypothesis is false"
    )
    assert "unknown aim 'most'" in refused(lambda: problems_needed(3, 1.0, aim="most"))
    assert refused(
        lambda: problems_needed(3, 1.0, family="control", procedure="bergmann")
    ).startswith("the procedure 'bergmann' does not serve the family 'control'; choose from")


@pytest.mark.parametrize("name", ["x", "all", "", ["shaffer", "bergmann"], ["holm"], ("holm",)])
def test_planning_takes_one_procedure(name: object) -> None:
    for plan in (
        lambda: problems_to_decide(TABLE, "C4.5", "1-NN", procedure=name),
        lambda: problems_needed(3, 1.0, procedure=name),
        lambda: problems_needed(3, 1.0, procedure=name, aim="omnibus"),
    ):
        with pytest.raises(UnknownNameError) as error:
            plan()
        assert str(error.value).startswith(f"unknown adjustment {name!r}: ")


@pytest.mark.parametrize("name", ["x", "all", ["t", "sign-exact"]])
def test_planning_takes_one_comparison_and_one_omnibus_test(name: object) -> None:
    with pytest.raises(UnknownNameError, match="unknown comparison"):
        problems_needed(3, 1.0, comparison=name)
    for aim in ("omnibus", "any"):
        with pytest.raises(UnknownNameError, match="unknown omnibus test"):
            problems_needed(3, 1.0, omnibus=name, aim=aim)


@pytest.mark.parametrize(
    ("options", "recorded"),
    [
        ({}, ("all-pairs", "friedman-calibrated", "holm", None)),
        ({"procedure": "bh"}, ("all-pairs", "friedman-calibrated", "benjamini-hochberg", None)),
        ({"procedure": "none"}, ("all-pairs", "friedman-calibrated", "none", None)),
        ({"aim": "omnibus"}, (None, None, None, "iman-davenport")),
        (
            {"comparison": "multiple-sign", "family": "control"},
            ("control", "multiple-sign", None, None),
        ),
    ],
)
def test_planning_records_what_was_applied(
    options: dict[str, str], recorded: tuple[str | None, ...]
) -> None:
    plan = problems_needed(3, 1.0, repetitions=20, limit=4, **options)
    assert (plan.family, plan.comparison, plan.procedure, plan.omnibus) == recorded


def test_deciding_records_the_name_of_the_procedure() -> None:
    for given, name in {"bh": "benjamini-hochberg", "none": "none", None: "shaffer"}.items():
        plan = problems_to_decide(
            TABLE, "C4.5", "NaiveBayes", procedure=given, repetitions=20, limit=2
        )
        assert plan.procedure == name


def test_a_plan_in_words() -> None:
    plan = ProblemsNeeded(
        n=12,
        low=11,
        high=14,
        power=0.8,
        aim="any",
        tried={
            10: Estimate(0.7, 0.675, 0.725, 1000, 0.95),
            12: Estimate(0.81, 0.785, 0.835, 1000, 0.95),
            14: Estimate(0.9, 0.875, 0.925, 1000, 0.95),
        },
        k=3,
        effect=(0.5, 0.0, 0.0),
        distribution="normal",
        family="control",
        comparison="sign-exact",
        procedure="holm",
        omnibus=None,
        alpha=0.05,
        repetitions=1000,
        seed=7,
        limit=100,
    )
    assert str(plan) == (
        "12 problems are enough for a study that rejects at least one false hypothesis with a "
        "probability of at least 0.8: measured 0.8100 [0.7850, 0.8350], and not below 0.8 for any "
        "larger number tried. Of the numbers tried (3), 10 is the largest that is surely too few, "
        "and all from 14 on are surely enough, each with 95% confidence. (3 algorithms with "
        "advantages of 0.5, 0, 0 standard deviations; normal results; the first algorithm against "
        "the others; Sign test, ties split; Holm; level 0.05; simulated tables for each number: "
        "1000; seed 7.)"
    )
    short = replace(plan, n=None, high=None, low=None, limit=10, tried={10: plan.tried[10]})
    assert str(short).startswith(
        "The limit of 10 problems is not enough for a study that rejects at least one false "
        "hypothesis with a probability of at least 0.8: measured 0.7000 [0.6750, 0.7250]. Of the "
        "numbers tried (1), none is surely too few, and the largest is not surely enough, each "
    )
    whole = {"aim": "omnibus", "family": None, "comparison": None, "procedure": None}
    omnibus = str(replace(plan, **whole, omnibus="quade"))
    assert "rejects the hypothesis that all algorithms perform alike with" in omnibus
    assert "normal results; Quade test; level 0.05;" in omnibus


def test_a_decision_in_words() -> None:
    plan = problems_to_decide(TABLE, "C4.5", "NaiveBayes", repetitions=50, limit=1)
    assert str(plan).startswith(
        "The limit of 1 problems more than the 30 of the table is not enough to reject the "
        "hypothesis that C4.5 and NaiveBayes perform alike with a probability of at least 0.8: "
        f"measured {plan.tried[1]}. Of the numbers tried (1), 1 is the largest that is surely too "
        "few, and the largest is not surely enough, each with 95% confidence. The further "
    )
    assert str(plan).endswith(
        "or test on new problems only. (Friedman ranks, calibrated; Shaffer static; level 0.05; "
        "continued tables for each number: 50; seed 0.)"
    )
    enough = replace(plan, more=1, low=None, high=1, tried={1: Estimate(0.9, 0.85, 0.95, 50, 0.95)})
    assert str(enough).startswith(
        "1 problem more than the 30 of the table is enough to reject the hypothesis that C4.5 and "
        "NaiveBayes perform alike with a probability of at least 0.8: measured 0.9000 [0.8500, "
        "0.9500], and not below 0.8 for any larger number tried."
    )
    assert str(problems_to_decide(TABLE, "C4.5", "Kernel")) == (
        "The 30 problems of the table reject the hypothesis that C4.5 and Kernel perform alike "
        "already. (Friedman ranks, calibrated; Shaffer static; level 0.05.)"
    )


@pytest.fixture(scope="module")
def study() -> PowerStudy:
    return power(TABLE, "C4.5", "1-NN", bias=[10, 0, 5], repetitions=80)


@pytest.mark.slow
def test_the_pictures_show_the_numbers(study: PowerStudy) -> None:
    for what, values in {
        "rejections": study.rejections[:, :, 0] / 80,
        "pvalues": study.average[:, :, 0],
    }.items():
        ax = study.plot(what)
        curves = {line.get_gid(): line for line in ax.lines}
        for number, name in enumerate(study.procedures):
            assert curves[name].get_xdata().tolist() == [0, 5, 10]  # in order
            assert curves[name].get_ydata().tolist() == values[number, [1, 2, 0]].tolist()
        assert ("alpha" in curves) == (what == "pvalues")
        legend = [text.get_text() for text in ax.get_legend().get_texts()]
        assert legend == [
            "Nemenyi (Bonferroni)",
            "Nemenyi (studentised range)",
            "Holm",
            "Shaffer static",
            "Bergmann-Hommel",
        ]
        (note,) = (text.get_text() for text in ax.texts if text.get_gid() == "note")
        assert "80 samples of 10" in note.replace("\n", " ")


def test_the_picture_of_the_family_in_given_axes(study: PowerStudy) -> None:
    figure, given = plt.subplots()
    assert plot_power(study, scope="family", ax=given) is given
    plt.close(figure)
    (holm,) = (line for line in given.lines if line.get_gid() == "holm")
    number = study.procedures.index("holm")
    expected = study.rejections[number].mean(axis=1)[[1, 2, 0]] / 80
    assert holm.get_ydata().tolist() == pytest.approx(expected.tolist())
    with pytest.raises(UnknownNameError, match="unknown scope 'all'"):
        study.plot(scope="all")
    with pytest.raises(UnknownNameError, match="unknown picture of a power study"):
        study.plot("power")


def test_the_report_of_a_power_study(study: PowerStudy) -> None:
    report = study.report()
    table = report.table("pair_rejections")
    titles = [column.title for column in table.columns]
    assert titles[1:4] == ["Nemenyi (Bonferroni)", "Nemenyi (studentised range)", "Holm"]
    assert table.rows[0] == (10.0, *(study.rejections[:, 0, 0] / 80))
    assert [table.name for table in report.tables] == [
        "pair_rejections",
        "pair_pvalues",
        "family_rejections",
        "family_pvalues",
    ]
    assert {reference.key for reference in report.references} >= {"demsar2006", "garcia2008"}


def test_the_report_of_a_simulation() -> None:
    study = simulate(6, 3, effect=1, repetitions=50)
    report = study.report()
    assert report.table("omnibus").title == "Power of the omnibus tests"
    rows = report.table("single").rows
    assert rows[0][:2] == ("Friedman ranks, calibrated", "Not adjusted")
    assert rows[0][2] == study.outcome("friedman-calibrated").single_error.value
    assert len(rows) == 2 * 6
    alone = simulate(6, 3, repetitions=50, omnibus="quade", comparisons=[]).report()
    assert [(t.name, t.title) for t in alone.tables] == [
        ("omnibus", "Type I error of the omnibus tests")
    ]


@pytest.fixture
def run() -> Callable[..., Result]:
    app = typer.Typer(pretty_exceptions_enable=False)
    app.command()(command)
    basics = ["case:garcia2008", "--first", "C4.5", "--second", "1-NN", "--repetitions", "50"]
    return lambda *options: CliRunner().invoke(app, [*basics, *options])


def test_the_command_prints_the_study(run: Callable[..., Result]) -> None:
    result = run("--bias", "0:10:5", "--json", "--adjust", "holm", "--seed", "4")
    assert result.exit_code == 0
    document = json.loads(result.stdout)
    expected = power(
        TABLE, "C4.5", "1-NN", bias=[0, 5, 10], repetitions=50, procedures="holm", seed=4
    )
    assert f"{expected.rejected_share()[0, 2]}" in json.dumps(document)
    assert run("--bias", "0").stdout.startswith("Power of 5 procedures: C4.5 against 1-NN\n=====")


@pytest.mark.slow
def test_the_command_writes_files(run: Callable[..., Result], tmp_path: Path) -> None:
    page, sheet = tmp_path / "power.html", tmp_path / "power.csv"
    options = ("-o", str(page), "-o", str(sheet), "--table", "pair_pvalues")
    assert run("--bias", "0,20", *options).exit_code == 0
    assert page.read_text(encoding="utf-8").count("<svg") == 4
    assert sheet.read_text(encoding="utf-8").splitlines()[0].startswith("Bias,Nemenyi")


def test_the_command_interrupted_and_resumed(
    run: Callable[..., Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = BlockStore.save

    def interrupting(self: BlockStore, *arguments: object) -> None:
        save(self, *arguments)
        if len(list(tmp_path.glob("block-*"))) == 2:
            signal.raise_signal(signal.SIGINT)

    options = ("--bias", "0:4", "--store", str(tmp_path), "--json")
    monkeypatch.setattr(BlockStore, "save", interrupting)
    interrupted = run(*options)
    monkeypatch.setattr(BlockStore, "save", save)
    assert interrupted.exit_code == 130
    assert interrupted.stdout == ""
    assert f"kept in {tmp_path}; the same call goes on from there" in interrupted.stderr
    assert run(*options).stdout == run("--bias", "0:4", "--json").stdout


def test_a_cluster_that_does_not_answer(
    run: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    def silent(*arguments: object, **options: object) -> None:
        raise OSError("timed out")

    monkeypatch.setattr("distributed.Client", silent)
    assert str(run("--dask", "tcp://127.0.0.1:1").exception) == (
        "--dask tcp://127.0.0.1:1: no scheduler answers there (timed out)"
    )
    monkeypatch.setattr("evenkeel.cli.power.find_spec", lambda name: None)
    assert isinstance(run("--dask", "tcp://127.0.0.1:1").exception, MissingPackageError)


@pytest.mark.parametrize("text", ["", "a", "0:x", "5:0", "0:10:0", "0:1:2:3", "0:1e9", "1,,2"])
def test_biases_that_make_no_sense(text: str) -> None:
    assert refused(lambda: biases(text)) == (
        f"--bias {text!r}: give numbers as 0,5,10, or a range as 0:20 or 0:20:2"
    )

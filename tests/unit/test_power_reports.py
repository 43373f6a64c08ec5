"""Studies show themselves: as text, in notebooks, in files; and what their reports say."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import numpy as np
import pytest
import typer
from scipy.stats import binomtest
from typer.testing import CliRunner

import evenkeel
from evenkeel.cli.options import AdjustOption, FilledCommand
from evenkeel.errors import InputError
from evenkeel.posthocs._posthoc import DOCUMENTED
from evenkeel.report.document import Document, Notice, Paragraph
from evenkeel.studies._power import PowerStudy, power
from evenkeel.studies.simulation import SimulationStudy, simulate

TABLE = evenkeel.load("garcia2008")
PERCENT = evenkeel.Results(100 * TABLE.values, TABLE.problems, TABLE.algorithms, better="higher")


def quick(table: evenkeel.Results = TABLE, **options: object) -> PowerStudy:
    return power(table, "C4.5", "1-NN", **{"repetitions": 60, "procedures": "holm"} | options)


def prose(document: Document) -> str:
    return " ".join(block.text for block in document.blocks if isinstance(block, Paragraph))


@pytest.fixture(scope="module")
def resampled() -> PowerStudy:
    return quick(bias=[0, 10])


@pytest.fixture(scope="module")
def simulated() -> SimulationStudy:
    return simulate(8, 4, effect=1, comparisons="friedman-normal", repetitions=60)


def test_print_shows_the_rates(resampled: PowerStudy, simulated: SimulationStudy) -> None:
    text = str(resampled)
    assert text.startswith("Power of 1 procedure: C4.5 against 1-NN\n====")
    for bias, count in zip((0, 10), resampled.rejections[0, :, resampled.hypothesis], strict=True):
        assert re.search(rf"^ *{bias} +{count / 60:.3f}$", text, re.MULTILINE)
    text = str(simulated)
    quade = simulated.omnibus["quade"]
    assert re.search(rf"^Quade test +{quade.value:.3f} +{quade.low:.3f}", text, re.MULTILINE)
    every = simulated.outcome("friedman-normal", "holm").power_all
    assert re.search(
        rf" Holm .* {every.value:.3f} +{every.low:.3f} +{every.high:.3f}$", text, re.MULTILINE
    )


@pytest.mark.slow
@pytest.mark.parametrize("study", ["resampled", "simulated"])
def test_studies_are_saved(study: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    saved = request.getfixturevalue(study)
    tables = saved.report().tables
    for ending in ("txt", "md", "html", "json", "xlsx"):
        assert saved.save(tmp_path / f"study.{ending}") == [tmp_path / f"study.{ending}"]
    assert saved.report().title in (tmp_path / "study.txt").read_text(encoding="utf-8")
    for table in tables:
        saved.save(tmp_path / "study.csv", table=table.name)
        with (tmp_path / "study.csv").open(encoding="utf-8", newline="") as file:
            head, *rows = csv.reader(file)
        assert head == [column.title for column in table.columns]
        assert len(set(head)) == len(head)
        texts = [c for c, column in enumerate(table.columns) if column.kind == "text"]
        for row, expected in zip(rows, table.rows, strict=True):
            numbers = [float(cell) for c, cell in enumerate(row) if c not in texts]
            assert numbers == [cell for c, cell in enumerate(expected) if c not in texts]
    fragment = saved.save(tmp_path / "study.tex", fragment=True)
    assert fragment == [tmp_path / "study.tex"]
    with pytest.raises(InputError, match=f"one of '{tables[0].name}'"):
        saved.save(tmp_path / "study.csv")


def test_json_has_numbers(simulated: SimulationStudy, tmp_path: Path) -> None:
    (path,) = simulated.save(tmp_path / "study.json")
    share = simulated.outcome("friedman-normal", "shaffer").power_any
    text = json.dumps(json.loads(path.read_text(encoding="utf-8")))
    assert f"{share.value}, {share.low}, {share.high}" in text


@pytest.mark.parametrize(("repetitions", "reach"), [(200, "0.019"), (160, "0.024")])
def test_how_far_the_intervals_reach(repetitions: int, reach: str) -> None:
    study = quick(bias=0, size=4, repetitions=repetitions, procedures="nemenyi")
    assert study.rejections[..., study.hypothesis].tolist() == [[0]]
    wilson = binomtest(0, repetitions).proportion_ci(0.95, "wilson")
    assert float(reach) - 0.001 < wilson.high < float(reach)  # 0.0188 and 0.0234, rounded up
    assert f"reach at most {reach} to either side" in study.report().table("pair_rejections").note


def test_no_interval_reaches_farther() -> None:
    study = quick(bias=[0, 10, 40], repetitions=150, procedures=None, confidence=0.9)
    reaches = []
    for count in study.rejections[..., study.hypothesis].ravel():
        low, high = binomtest(int(count), 150).proportion_ci(0.9, "wilson")
        reaches += [count / 150 - low, high - count / 150]
    note = study.report().table("pair_rejections").note
    (told,) = re.findall(r"90% Monte Carlo intervals reach at most ([\d.]+) to either side", note)
    assert max(reaches) <= float(told) < max(reaches) + 0.001


@pytest.mark.slow
@pytest.mark.parametrize(
    ("confidence", "words"), [(0.999, "99.9%"), (0.95, "95%"), (0.99999, "99.999%"), (0.29, "29%")]
)
def test_confidence_is_not_rounded(confidence: float, words: str) -> None:
    study = quick(bias=[0, 1], confidence=confidence)
    assert f"with {words} confidence" in prose(study.report())
    (note,) = (text.get_text() for text in study.plot().texts if text.get_gid() == "note")
    assert f"bands: {words} Monte Carlo" in note.replace("\n", " ")
    simulation = simulate(4, 3, confidence=confidence, comparisons=[], repetitions=10)
    assert f"with {words} confidence" in prose(simulation.report())


def test_the_units_of_the_bias(resampled: PowerStudy) -> None:
    for table in resampled.report().tables:
        assert "per unit of the difference of results, in the units of the table" in table.note
    assert resampled.plot().get_xlabel() == "Bias (per unit of the results)"


def test_a_hundredth_of_the_bias_for_percent(resampled: PowerStudy) -> None:
    percent = quick(PERCENT, bias=[0, 0.1])
    assert percent.rejections.tolist() == resampled.rejections.tolist()
    differences = np.subtract(*(TABLE.values[:, TABLE.index(name)] for name in ("C4.5", "1-NN")))
    median = np.median(np.abs(differences))
    assert resampled.median_difference == pytest.approx(median, rel=1e-9)
    assert percent.median_difference == pytest.approx(100 * median, rel=1e-9)


def notices(study: PowerStudy) -> list[Notice]:
    return [block for block in study.report().blocks if isinstance(block, Notice)]


@pytest.mark.parametrize("bias", [range(3), [-1, -2], 1, [0, 3]])
def test_saturated_weights_are_told(bias: object) -> None:
    study = quick(PERCENT, bias=bias)
    (notice,) = notices(study)
    # the median difference is 5.55 per cent, so that 1 / 5.55 = 0.18 makes |bias d| about 1
    assert "A bias of about 0.18 would suit" in notice.text
    assert notice.title in str(study)
    assert notice.title in study._repr_html_()


@pytest.mark.parametrize(
    ("table", "bias"), [(TABLE, range(21)), (PERCENT, [0, 0.2, 5]), (PERCENT, 0)]
)
def test_biases_that_suit_are_not_blamed(table: evenkeel.Results, bias: object) -> None:
    assert notices(quick(table, bias=bias)) == []


def test_two_algorithms_that_mostly_tie() -> None:
    values = np.tile([0.5, 0.5, 0.1], (8, 1))
    values[0, 0] = 90.0
    study = power(values, "A1", "A2", better="higher", size=4, repetitions=10, procedures="holm")
    assert study.median_difference == 0
    assert notices(study) == []


@pytest.mark.parametrize(
    ("options", "family", "true", "ties"),
    [
        ({"ties": "uncorrected"}, "all pairs (m = 6)", 3, "not corrected"),
        (
            {"family": "control"},
            "the control A1 against the others (m = 3)",
            0,
            "are corrected",
        ),
    ],
)
def test_a_simulation_tells_family_and_ties(
    options: dict[str, str], family: str, true: int, ties: str
) -> None:
    report = simulate(6, 4, effect=1, repetitions=20, procedures="holm", **options).report()
    assert f"The family of hypotheses is {family}; true among them: {true}." in prose(report)
    assert f"{ties} for ties" in report.table("omnibus").note


def test_the_tables_of_a_simulation(simulated: SimulationStudy) -> None:
    report = simulated.report()
    assert [table.name for table in report.tables] == ["omnibus", "single", "errors", "power"]
    holm = simulated.outcome("friedman-normal", "holm")
    expected = {
        "single": ("Error", holm.single_error, "Power", holm.power_average),
        "errors": ("FWER", holm.family_wise_error, "FDR", holm.false_discovery_rate),
        "power": ("Any", holm.power_any, "All", holm.power_all),
    }
    for name, (one, first, two, second) in expected.items():
        table = report.table(name)
        assert [column.title for column in table.columns[2:]] == [
            f"{title}{end}" for title in (one, two) for end in ("", " low", " high")
        ]
        (row,) = (row for row in table.rows if row[1] == "Holm")
        assert row == (
            "Friedman ranks, normal",
            "Holm",
            *(first.value, first.low, first.high),
            *(second.value, second.low, second.high),
        )


@pytest.mark.parametrize(
    ("effect", "names", "titles"),
    [
        (0, ["single", "errors"], ["Error", "Error low", "Error high"]),
        ([3, 2, 1], ["single", "power"], ["Power", "Power low", "Power high"]),
    ],
)
def test_rates_of_hypotheses_that_there_are_not(
    effect: object, names: list[str], titles: list[str]
) -> None:
    report = simulate(6, 3, effect=effect, omnibus=[], repetitions=20).report()
    assert [table.name for table in report.tables] == names
    assert [column.title for column in report.table("single").columns[2:]] == titles


def test_the_help_names_the_default_procedures() -> None:
    app = typer.Typer()

    @app.command(cls=FilledCommand)
    def command(adjust: AdjustOption = None) -> None:
        """Nothing."""

    text = re.sub(r"[\s│]+", " ", CliRunner().invoke(app, ["--help"]).stdout)
    for kind, words in {"all-pairs": "for all pairs", "control": "for a control"}.items():
        assert f"{', '.join(DOCUMENTED[kind])} {words}" in text


def test_p_values_that_are_adjusted_already_need_no_procedure() -> None:
    comparisons = ["friedman-normal", "multiple-sign"]
    study = evenkeel.simulate(
        6, 3, family="control", comparisons=comparisons, procedures="holm", repetitions=20
    )
    rows = study.report().table("errors").rows
    procedures = [row[1] for row in rows]
    assert procedures == ["Not adjusted", "Holm", "By itself"]

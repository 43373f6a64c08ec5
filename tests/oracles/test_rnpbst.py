"""What rNPBST prints of the CEC'2017 study, and what evenkeel makes of the same tables.

Its article "Statistical Analysis" (jacintocc.github.io/rNPBST, made by R 4.0.5 on 2021-07-23 from
vignettes/StatisticalAnalysis.Rmd at commit 68a9769) prints these; so many digits as it has.
"""

import numpy as np
import pytest

import evenkeel
from evenkeel.comparison import joint_measures

DIMENSIONS = (10, 30, 50, 100)


def tables() -> dict[str, evenkeel.Results]:
    return {f"{d}": evenkeel.load(f"cec2017_{d}") for d in DIMENSIONS}


def test_the_combinations_and_their_posterior_are_those_of_rnpbst() -> None:
    pair = {name: table.select(["EBO", "jSO"]) for name, table in tables().items()}
    found = joint_measures(pair, method="chi-square")
    counts = "8.25 2.62 1.25 0.12 1.25 0.12 1.25 3.12 0.75 1.62 1.25 0.12 0.75 0.12 1.25 5.12"
    printed = dict(zip(found.combinations[::-1], map(float, counts.split()), strict=True))
    for name, count in zip(found.combinations, found.counts[0], strict=True):
        assert count == pytest.approx(printed[name], abs=0.0051)
    posterior = {"++++": 0.76, "----": 0.17, "+---": 0.03, "+++-": 0.02}
    for name, probability in zip(found.combinations, found.probability[0], strict=True):
        assert probability == pytest.approx(posterior.get(name, 0.0), abs=0.015)  # 10,000 draws


@pytest.mark.parametrize(
    ("dimension", "sign", "quade"),
    [(10, 0.210, 7.91e-37), (30, 0.690, 6.87e-62), (50, 0.845, 1.27e-57), (100, 0.711, 2.52e-61)],
)
def test_the_sign_test_and_quades_are_those_printed(
    dimension: int, sign: float, quade: float
) -> None:
    table = evenkeel.load(f"cec2017_{dimension}")
    found = evenkeel.sign_test(table, "EBO", "jSO", ties="drop")
    assert found.pvalue == pytest.approx(sign, abs=5.1e-4)
    assert evenkeel.quade(table).pvalue == pytest.approx(quade, rel=7e-3)


def test_friedman_with_hollands_procedure_over_all_dimensions() -> None:
    raw = [
        evenkeel.posthoc_statistics(table, control="EBO", method="normal").pvalue
        for table in tables().values()
    ]
    found = evenkeel.adjust(np.concatenate(raw), "holland").reshape(4, 13)
    printed = {
        "DES": (8.35e-04, 1.24e-01, 9.95e-01, 9.85e-01),
        "DYYPO": (3.67e-07, 2.15e-12, 1.44e-09, 3.82e-09),
        "IDEN": (9.67e-01, 1.19e-01, 1.49e-02, 1.80e-02),
        "jSO": (9.86e-01, 9.96e-01, 9.96e-01, 9.96e-01),
        "LSSPA": (6.35e-01, 8.96e-01, 9.96e-01, 9.96e-01),
        "MM": (9.96e-01, 8.61e-01, 6.35e-01, 9.96e-01),
        "MOS11": (1.79e-04, 4.94e-09, 3.49e-08, 2.70e-05),
        "PPSO": (2.19e-05, 4.53e-10, 3.64e-11, 1.47e-08),
        "RBI": (3.74e-02, 6.65e-02, 5.98e-01, 9.92e-01),
        "TFL": (1.44e-09, 6.80e-12, 2.96e-11, 1.51e-11),
        "LSCNE": (3.85e-01, 9.95e-01, 9.96e-01, 9.96e-01),
    }
    others = [name for name in tables()["10"].algorithms if name != "EBO"]
    for name, expected in printed.items():
        assert found[:, others.index(name)] == pytest.approx(expected, rel=7e-3)


def test_the_signed_ranks_agree_and_the_p_values_do_not() -> None:
    """Theirs are 0.0013990 (exact) and 0.0000994 (normal): the former is half of the right one."""
    table = evenkeel.load("cec2017_10")
    found = evenkeel.wilcoxon(table, "jSO", "PPSO")
    assert (found.r_plus, found.r_minus) == (351.5, 83.5)
    assert found.pvalue == pytest.approx(2 * 0.0013990, abs=1e-4)
    low, high = (
        8.557851,
        233.709039,
    )  # by the normal approximation; the exact interval is no shorter
    interval = evenkeel.effect_sizes(table.select(["jSO", "PPSO"]))
    assert -interval.high[0] == pytest.approx(low, rel=1e-6)
    assert -interval.low[0] >= high

"""simulate(missing=...): holes at random or of bad results, and what is done with them."""

from __future__ import annotations

import numpy as np
import pytest

import evenkeel
from evenkeel.errors import InputError
from evenkeel.ranks.kernels import rank_rows
from evenkeel.ranks.registry import Tables
from evenkeel.studies.models import Holes, pvalues_with_holes, serving_comparisons
from evenkeel.studies.pvalues import omnibus_pvalues
from tables_with_holes import kept

TABLES = np.random.default_rng(0).normal(size=(200, 12, 4))


def punched(**options: object) -> np.ndarray:
    return Holes(**options).punch(TABLES, np.random.default_rng(1))  # type: ignore[arg-type]


def test_holes_at_random_have_their_share_everywhere() -> None:
    missing = np.isnan(punched(share=0.3))
    assert missing.mean() == pytest.approx(0.3, abs=0.02)
    assert missing.mean(axis=(0, 1)) == pytest.approx([0.3] * 4, abs=0.03)
    assert np.array_equal(punched(share=0.3)[~missing], TABLES[~missing])


def test_bad_results_of_the_first_half_are_the_likelier_missing() -> None:
    missing = np.isnan(punched(share=0.3, where="bad"))
    assert missing[..., :2].mean() == pytest.approx(0.3, abs=0.02)
    assert not missing[..., 2:].any()
    ranks = rank_rows(TABLES)[..., :2]
    by_rank = [missing[..., :2][ranks == rank].mean() for rank in (1, 2, 3, 4)]
    assert by_rank == pytest.approx([0.075, 0.225, 0.375, 0.525], abs=0.04)


def test_the_choices_leave_what_they_say() -> None:
    kept_holes, dropped = np.isnan(punched(share=0.2)), punched(share=0.2, choice="drop-problem")
    assert np.array_equal(np.isnan(dropped).all(axis=-1), kept_holes.any(axis=-1))
    assert np.array_equal(np.isnan(dropped).any(axis=-1), kept_holes.any(axis=-1))
    worst = punched(share=0.2, choice="worst")
    filled = np.where(kept_holes, np.inf, TABLES)
    assert np.array_equal(rank_rows(worst), rank_rows(filled))


def test_tables_with_holes_are_tested_as_each_one_is() -> None:
    tables, family = punched(share=0.2)[:6], evenkeel.Family.of_size(4)
    methods = dict(zip(serving_comparisons(), ("paired", "wilcoxon", "sign"), strict=True))
    for comparison, method in methods.items():
        together = pvalues_with_holes(Tables(tables), comparison, family)
        alone = [evenkeel.posthoc_statistics(kept(t), method=method).pvalue for t in tables]
        assert together == pytest.approx(np.array(alone), rel=1e-12)
    together = omnibus_pvalues(Tables(tables), "skillings-mack", "uncorrected")
    alone = [evenkeel.skillings_mack(kept(t)).pvalue for t in tables]
    assert together == pytest.approx(np.array(alone), rel=1e-10)


def test_a_study_with_holes_measures_what_serves_them() -> None:
    study = evenkeel.simulate(12, 4, missing=0.2, repetitions=40, workers=1)
    assert list(study.omnibus) == ["skillings-mack"]
    assert {outcome.comparison for outcome in study.outcomes} == set(serving_comparisons())
    assert "nemenyi-range" not in {outcome.procedure for outcome in study.outcomes}
    words = "20% of the results are missing at random; the tables are tested with missing='keep'."
    assert words in str(study.report().blocks[0])


def test_failures_are_tested_by_their_order_alone() -> None:
    study = evenkeel.simulate(12, 4, missing=0.2, missing_choice="worst", repetitions=20, workers=1)
    assert list(study.omnibus) == ["friedman", "van-der-waerden", "page", "iman-davenport"]
    with pytest.raises(InputError, match="'wilcoxon-exact' needs the values, which a failure has"):
        evenkeel.simulate(12, 4, missing=0.2, missing_choice="worst", comparisons="wilcoxon-exact")


def test_without_holes_nothing_changes() -> None:
    options = {"repetitions": 50, "workers": 1, "procedures": "holm", "comparisons": "sign"}
    one, other = (
        evenkeel.simulate(10, 3, **options, **more)  # type: ignore[arg-type]
        for more in ({}, {"missing": 0.0, "missing_choice": "worst"})
    )
    assert one.omnibus == other.omnibus
    assert one.outcomes == other.outcomes


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"missing": 0.95}, "missing is 0.95; give a share from 0 to 0.9"),
        ({"missing": 0.6, "missing_where": "bad"}, "missing is 0.6; give a share from 0 to 0.5"),
        ({"missing": 0.1, "missing_where": "good"}, "unknown kind of holes 'good'"),
        ({"missing": 0.1, "missing_choice": "drop-algorithm"}, "unknown treatment of missing"),
        (
            {"missing": 0.1, "comparisons": "friedman-normal"},
            "'friedman-normal' needs complete tables, and results are missing; choose from "
            "'friedman-paired', 'wilcoxon-exact', 'sign'",
        ),
        (
            {"missing": 0.1, "omnibus": "quade"},
            "'quade' needs complete tables, and results are missing; choose from 'skillings-mack'",
        ),
        (
            {"missing": 0.1, "procedures": "nemenyi-range"},
            "'nemenyi-range' needs complete tables, and results are missing; choose from 'holm', "
            "'shaffer'",
        ),
    ],
)
def test_what_cannot_be_simulated_is_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(InputError) as error:
        evenkeel.simulate(10, 4, repetitions=10, **options)  # type: ignore[arg-type]
    assert str(error.value).startswith(message)

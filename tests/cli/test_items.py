"""evenkeel items: logs at the command line, and what is refused there."""

from __future__ import annotations

import json

import pytest

from item_logs import (
    alpaca,
    deepeval,
    eee_files,
    eval_file,
    helm_folder,
    inspect_log,
    lm_eval_files,
    openai_evals,
    promptfoo,
    swe_bench,
    tau,
)

FIRST, SECOND = [1] * 18 + [0] * 2, [1] * 6 + [0] * 14


def logs_of(kind, folder):
    """Two logs of a kind, as arguments."""
    if kind == "inspect":
        for name, values in (("a", FIRST), ("b", SECOND)):
            log = inspect_log(name, ["CI"[1 - value] for value in values])
            (folder / f"{name}.eval").write_bytes(eval_file(log))
        return [folder / "a.eval", folder / "b.eval"]
    if kind == "lm-eval":
        stamps = "2026-01-01T00-00-00.1", "2026-01-01T00-00-00.2"
        return [
            lm_eval_files(folder, name, values, stamp)
            for name, values, stamp in zip("ab", (FIRST, SECOND), stamps, strict=True)
        ]
    if kind == "helm":
        return [helm_folder(folder / n, n, v) for n, v in (("a", FIRST), ("b", SECOND))]
    if kind == "every-eval-ever":
        return [eee_files(folder, n, v) for n, v in (("a", FIRST), ("b", SECOND))]
    found = []
    for name, values in (("a", FIRST), ("b", SECOND)):
        told = JSON[kind](name, values)
        path = folder / f"{name}.{'jsonl' if isinstance(told, str) else 'json'}"
        path.write_text(told if isinstance(told, str) else json.dumps(told))
        found.append(path)
    return found


JSON = {
    "alpaca-eval": lambda name, values: alpaca(name, [value + 1 for value in values]),
    "tau-bench": lambda _, values: tau([[value] for value in values]),
    "promptfoo": lambda name, values: promptfoo({name: values}),
    "swe-bench": lambda _, values: swe_bench(values),
    "openai-evals": openai_evals,
    "deepeval": lambda _, values: deepeval(values),
}


@pytest.mark.parametrize("kind", ["inspect", "lm-eval", "helm", "every-eval-ever", *JSON])
def test_two_logs_give_a_verdict_without_options(kind, tmp_path, evenkeel):
    run = evenkeel("items", *map(str, logs_of(kind, tmp_path)))
    assert run.code == 0, run.err
    said = " ".join(run.out.split())
    assert "2 models" in said
    assert "Best a, mean 0.900" in said
    assert "Differ? Yes: a - b = 0.6000" in said
    assert "exact p = 0.0004883" in said  # 12 items differ, all for a: 2 / 2^12


@pytest.mark.parametrize("kind", ["inspect", "lm-eval", "helm", "every-eval-ever", *JSON])
def test_logs_that_are_given_as_a_table_are_told_to_go_elsewhere(kind, tmp_path, evenkeel):
    logs_of(kind, tmp_path)
    run = evenkeel("compare", str(tmp_path), "--better", "higher")
    assert (run.code, run.out) == (2, "")
    assert run.err.rstrip().endswith(f"no table of results; give them to evenkeel items {tmp_path}")


def test_votes_that_are_given_as_a_table_are_told_to_go_elsewhere(tmp_path, evenkeel):
    path = tmp_path / "votes.csv"
    path.write_text("model_a,model_b,winner\nA,B,model_a\nB,C,tie\n")
    run = evenkeel("read", str(path))
    assert (run.code, run.out) == (2, "")
    assert run.err.rstrip().endswith(f"give them to evenkeel votes {path}")


def test_the_score_that_was_chosen_is_said_with_its_option(tmp_path, evenkeel):
    said = evenkeel("items", *map(str, logs_of("lm-eval", tmp_path))).out
    assert "'acc,strict' as well (--score acc,strict)" in " ".join(said.split())


def test_options_and_forms(tmp_path, evenkeel):
    logs = [str(path) for path in logs_of("inspect", tmp_path)]
    said = evenkeel("items", *logs, "--sentence").out
    assert "On 20 items of quiz, a has the best mean" in said
    table = evenkeel("items", *logs, "--table", "pairs").out
    assert "a," in table or "a " in table
    full = " ".join(
        evenkeel("items", *logs, "--full", "--plan", "--cluster", "metadata.passage").out.split()
    )
    assert "in 10 clusters" in full
    assert "What 20 items of quiz can show" in full
    done = evenkeel("items", *logs, "-o", str(tmp_path / "report.html"))
    assert done.code == 0
    assert "<svg" in (tmp_path / "report.html").read_text()


def test_each_picture_of_the_report_can_be_had_alone(tmp_path, evenkeel):
    logs = [str(path) for path in logs_of("inspect", tmp_path)]
    clusters = ("--cluster", "metadata.passage")
    for name in ("board", "forest", "shares", "disagreement"):
        path = tmp_path / f"{name}.svg"
        run = evenkeel("items", *logs, *clusters, "-o", str(path), "--picture", name)
        assert run.code == 0, run.err
        assert path.read_text().startswith("<?xml")
    first = tmp_path / "first.svg"
    assert evenkeel("items", *logs, *clusters, "-o", str(first)).code == 0
    assert first.read_bytes() == (tmp_path / "board.svg").read_bytes()
    run = evenkeel("items", *logs, "-o", str(first), "--picture", "shares")
    assert "unknown picture 'shares': choose one of 'board', 'forest', 'disagreement'" in run.err


def test_refusals_have_no_traceback(tmp_path, evenkeel):
    (tmp_path / "a.csv").write_text("nothing\n")
    run = evenkeel("items", str(tmp_path / "a.csv"))
    assert run.code != 0
    assert "no log that is known" in run.err
    assert "Traceback" not in run.err
    assert evenkeel("items", str(tmp_path / "none.json")).code != 0

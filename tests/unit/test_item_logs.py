"""Logs of harnesses are read as items, or refused with the culprit and a remedy."""

from __future__ import annotations

import gzip
import io
import json
import math
import sys
import zipfile

import numpy as np
import polars as pl
import pytest

from evenkeel.errors import InputError, SourceError, TableError
from evenkeel.items import read_items
from item_logs import (
    alpaca,
    by_zstandard,
    deepeval,
    eee_files,
    eval_file,
    helm_folder,
    inspect_log,
    lm_eval_files,
    named,
    openai_evals,
    promptfoo,
    swe_bench,
    table,
    tau,
)


def means(items):
    """The means of all models by their names, on the only benchmark."""
    (only,) = items.tables
    return dict(zip(only.models, only.means.mean(axis=0).round(6).tolist(), strict=True))


# Inspect


@pytest.mark.parametrize("summaries", [True, False])
def test_inspect_json_and_eval_give_the_same(tmp_path, summaries):
    log = inspect_log("openai/a", ["C", "I", "P", "N"])
    (tmp_path / "a.json").write_text(json.dumps(log))
    (tmp_path / "a.eval").write_bytes(eval_file(log, summaries=summaries))
    for name in ("a.json", "a.eval"):
        items = read_items(tmp_path / name)
        assert items.kinds == ("Inspect",)
        assert items.benchmarks == ("quiz",)
        assert sorted(items.items[0]) == ["1", "2", "3", "4"]
        assert means(items) == {"openai/a": 0.375}


@pytest.mark.parametrize("without", [False, True])
def test_inspect_eval_packed_by_zstandard(monkeypatch, without):
    if without:  # neither Python's own package nor pyarrow: polars unpacks it
        monkeypatch.setitem(sys.modules, "compression", None)
        monkeypatch.setitem(sys.modules, "compression.zstd", None)
        monkeypatch.setitem(sys.modules, "pyarrow", None)
    packed = by_zstandard(eval_file(inspect_log("a", ["C", "I", "P", "N"])))
    assert means(read_items([named(packed, "a.eval")])) == {"a": 0.375}
    at = packed.rindex(b"\x28\xb5\x2f\xfd")
    broken = packed[: at + 8] + bytes(12) + packed[at + 20 :]
    with pytest.raises(SourceError, match="a damaged or protected zip archive"):
        read_items([named(broken, "a.eval")])


def test_inspect_open_files_are_told_apart_by_their_models():
    first = named(eval_file(inspect_log("a", ["C", "C", "I"])), "one.eval")
    second = named(json.dumps(inspect_log("b", [True, "0.5", "no"])), "two.json")
    assert means(read_items([first, second])) == {"a": 0.666667, "b": 0.5}


def test_inspect_journal_of_a_log_that_was_not_finished():
    log = inspect_log("a", ["C", "I"])
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("_journal/start.json", json.dumps({"eval": log["eval"]}))
        archive.writestr("_journal/summaries/1.json", json.dumps(log["samples"]))
    items = read_items([named(held.getvalue(), "x.eval")])
    assert means(items) == {"a": 0.5}
    assert "was not finished" in items.notes[0]


def test_inspect_epochs_clusters_and_several_scores():
    log = inspect_log("a", ["C", "I", "C", "C", "I", "I", "C", "I"], epochs=2)
    for sample in log["samples"]:
        sample["scores"] |= {"judge": {"value": {"style": 0.5, "list": [1]}}}
    score = {"metrics": {"stderr": {"name": "stderr", "params": {"cluster": "passage"}}}}
    log["results"] = {"scores": [score]}
    items = read_items([named(json.dumps(log), "a.json")])
    assert items.tables[0].scores.shape == (4, 1, 2)
    assert items.tables[0].clusters.tolist() == [0, 0, 1, 1]
    assert items.clustered_by == "metadata.passage"
    assert "'judge/style'" in items.notes[0]
    chosen = read_items([named(json.dumps(log), "a.json")], score="judge/style", cluster="none")
    assert means(chosen) == {"a": 0.5}
    assert not chosen.tables[0].clustered


@pytest.mark.parametrize(
    ("names", "kind"),
    [(("plain/log.json", "thinking/log.json"), "folders"), (("1.json", "2.json"), "files")],
)
def test_one_model_twice_is_compared_by_its_folders_or_files(names, kind):
    values = (["C", "I"], ["C", "C"])
    logs = [
        named(json.dumps(inspect_log("a", row)), name)
        for name, row in zip(names, values, strict=True)
    ]
    items = read_items(logs)
    assert items.models == tuple(
        f"a [{name.partition('/log')[0].removesuffix('.json')}]" for name in names
    )
    assert (
        f"2 logs are of the model a; they are compared with each other, by the names of "
        f"their {kind}." in items.notes
    )


def test_runs_of_one_model_on_several_benchmarks_keep_their_names():
    logs = []
    for run, values in (("old", ["C", "I"]), ("new", ["C", "C"])):
        for task, scorer in (("quiz", "match"), ("essay", "judge")):
            log = inspect_log("a", values)
            log["eval"] = {"task": task, "model": "a"}
            for sample in log["samples"]:
                sample["scores"] = {scorer: sample["scores"]["match"]}
            if task == "essay":
                metrics = {"stderr": {"params": {"cluster": "passage"}}}
                log["results"] = {"scores": [{"metrics": metrics}]}
            logs.append(named(json.dumps(log), f"{run}/{task}.json"))
    items = read_items(logs)
    assert items.models == ("a [old]", "a [new]")
    assert items.measure == "score"
    assert (
        "No score is in all logs; compared are 'match' on quiz and 'judge' on essay." in items.notes
    )
    assert [table.clustered for table in items.tables] == [False, True]
    assert [table.means.mean(axis=0).tolist() for table in items.tables] == [[0.5, 1.0]] * 2


def test_tables_among_the_logs_of_a_folder_are_left(tmp_path):
    (tmp_path / "a.json").write_text(json.dumps(inspect_log("a", ["C", "I"])))
    (tmp_path / "summary.csv").write_text("model,item,score\na,1,1\n")
    items = read_items(tmp_path)
    assert means(items) == {"a": 0.5}
    assert "Not read, for they are no logs: summary.csv." in items.notes


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"samples": [{"epoch": 1}]}, "no list of samples with an id"),
        ({"samples": [{"id": 1, "scores": {"m": {"value": "maybe"}}}]}, "the score 'maybe'"),
        ({"samples": [{"id": 1, "scores": {}}]}, "score it first"),
        ({"samples": [{"id": 1, "scores": {"m": 1}}, {"id": 1, "scores": {"m": 1}}]}, "twice"),
        ({"samples": [{"id": 1, "scores": {"m": math.inf}}]}, "an infinite score"),
    ],
)
def test_inspect_faults(change, said):
    log = inspect_log("a", ["C"]) | change
    with pytest.raises(InputError, match=said):
        read_items([named(json.dumps(log), "a.json")])


def test_inspect_scores_that_are_words_are_left_out_beside_others():
    log = inspect_log("a", ["C", "I"])
    for sample, word in zip(log["samples"], ("refusal", "answer"), strict=True):
        sample["scores"]["kind"] = {"value": word}
    items = read_items([named(json.dumps(log), "a.json")])
    assert (items.measure, means(items)) == ("match", {"a": 0.5})
    assert "scores that are words are left out: 'kind'" in items.notes[0]
    log["samples"][0]["scores"]["kind"] = {"value": 1}
    with pytest.raises(SourceError, match="the score 'answer', no letter or number"):
        read_items([named(json.dumps(log), "a.json")])


def test_inspect_log_without_samples_is_named():
    log = inspect_log("a", ["C"], stats={})
    del log["samples"]
    with pytest.raises(SourceError, match="no list of samples"):
        read_items([named(json.dumps(log), "a.json")])


def test_inspect_eval_without_task_and_damaged_archive():
    log = inspect_log("a", ["C"])
    log["eval"] = {"model": "a"}
    with pytest.raises(SourceError, match="names no task"):
        read_items([named(eval_file(log), "a.eval")])
    with pytest.raises(SourceError, match="archive"):
        read_items([named(eval_file(log)[:200], "a.eval")])


def test_items_of_one_name_must_be_the_same_question():
    first, second = inspect_log("a", ["C"]), inspect_log("b", ["C"])
    second["samples"][0]["input"] = "something else"
    with pytest.raises(TableError, match="is not the same question"):
        read_items([named(json.dumps(each), f"{i}.json") for i, each in enumerate((first, second))])


def test_items_that_not_all_have_are_listed():
    logs = [
        named(json.dumps(inspect_log(m, ["C"] * n)), f"{m}.json") for m, n in (("a", 4), ("b", 2))
    ]
    items = read_items(logs)
    assert items.tables[0].n == 2
    assert items.left_out == (("quiz", "3", ("b",)), ("quiz", "4", ("b",)))


# lm-evaluation-harness and lighteval


def test_lm_eval_pairs_samples_with_the_results_of_their_time(tmp_path):
    stamps = "2026-01-01T00-00-00.1", "2026-01-01T00-00-00.2"
    for stamp, model, values in zip(stamps, "ab", ([1.0, 0.0], [1.0, 1.0]), strict=True):
        lm_eval_files(tmp_path, model, values, stamp)
    items = read_items(tmp_path, cluster="passage")
    assert means(items) == {"a": 0.5, "b": 1.0}
    assert items.benchmarks == ("arc",)
    assert "'acc,strict'" in items.notes[0]
    assert items.tables[0].clusters.tolist() == [0, 0]
    streams = [named(path.read_bytes(), path.name) for path in sorted(tmp_path.iterdir())]
    assert means(read_items(streams)) == {"a": 0.5, "b": 1.0}


def test_lm_eval_without_results_is_called_by_its_folder_or_file(tmp_path):
    path = lm_eval_files(tmp_path / "org__model", "a", [1.0, 0.0], "2026-01-01T00-00-00.1")
    next(path.parent.glob("results*")).unlink()
    assert means(read_items(path)) == {"org/model": 0.5}
    stream = read_items([named(path.read_bytes(), "samples_arc.jsonl")])
    assert stream.models == ("samples_arc",)
    assert "called by its file" in stream.notes[-1]


def test_lm_eval_other_shapes(tmp_path):
    path = lm_eval_files(tmp_path, "a", [1.0, 0.0], "2026-01-01T00-00-00.1")
    told = {"results": {}, "configs": {}, "config": {"model_args": "pretrained=x/y,dtype=auto"}}
    (tmp_path / "results_2026-01-01T00-00-00.1.json").write_text(json.dumps(told))
    assert read_items(path).models == ("x/y",)
    told["config"] = {"model_args": {"model": "z"}}
    (tmp_path / "results_2026-01-01T00-00-00.1.json").write_text(json.dumps(told))
    assert read_items(path).models == ("z",)
    path = path.rename(tmp_path / "samples_arc_2026-02-02T00-00-00.1.jsonl")
    assert "whose time is another" in read_items(path).notes[-1]
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines, lines[0]]))
    with pytest.raises(TableError, match="twice"):
        read_items(path)
    path.write_text("\n".join([*lines, '{"doc": 1}']))
    with pytest.raises(SourceError, match="record 5 has no doc_id"):
        read_items(path)
    old = [{k: v for k, v in json.loads(line).items() if k != "metrics"} for line in lines]
    path.write_text("\n".join(map(json.dumps, old)))
    assert means(read_items(path)) == {"z": 0.5}


def test_lm_eval_without_documents_and_as_lmms_eval_names_it(tmp_path):
    path = lm_eval_files(tmp_path, "a", [1.0, 0.0], "2026-01-01T00-00-00.1")
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    kept = [{k: v for k, v in line.items() if k != "doc"} | {"resps": [["x"]]} for line in lines]
    path.write_text("\n".join(map(json.dumps, kept)))
    items = read_items(path)
    assert (items.kinds, items.measure) == (("lm-evaluation-harness",), "acc")
    path.rename(tmp_path / "20260101_000000_samples_arc.jsonl")
    next(tmp_path.glob("results*")).rename(tmp_path / "20260101_000000_results.json")
    items = read_items(tmp_path)
    assert (items.models, items.benchmarks, items.better) == (("a",), ("arc",), "higher")


def test_lighteval_details(tmp_path):
    folder = tmp_path / "details" / "org" / "m" / "2026-01-01T00-00-00.1"
    folder.mkdir(parents=True)
    rows = {
        "__doc__": [{"query": f"q{i}", "id": ""} for i in range(3)],
        "__metric__": [{"em": float(i > 0), "text": None} for i in range(3)],
    }
    path = folder / "details_lighteval|gsm8k|0_2026-01-01T00-00-00.1.parquet"
    pl.DataFrame(rows).write_parquet(path)
    items = read_items(path)
    assert means(items) == {"org/m": 0.666667}
    assert items.benchmarks == ("lighteval:gsm8k:0",)
    assert read_items([named(path.read_bytes(), "details_x.parquet")]).models == ("details_x",)
    rows = {"doc": ["q"], "metric": ["none"]}
    pl.DataFrame(rows).write_parquet(path)
    with pytest.raises(SourceError, match="row 1 has no metrics"):
        read_items(path)
    path.write_bytes(b"PAR1 and no more")
    with pytest.raises(SourceError, match="Parquet"):
        read_items(path)


# HELM, Every Eval Ever, AlpacaEval, tau-bench


def test_helm(tmp_path):
    helm_folder(tmp_path / "one", "o/a", [1, 0, 1])
    helm_folder(tmp_path / "two", "o/b", [0, 0, 1])
    items = read_items(tmp_path)
    assert means(items) == {"o/a": 0.666667, "o/b": 0.333333}
    assert items.benchmarks == ("mmlu:subject=law",)
    assert any("perturbed" in note for note in items.notes)
    alone = (tmp_path / "one" / "per_instance_stats.json").read_bytes()
    assert read_items([named(alone, "per_instance_stats.json")]).measure == "exact_match"
    names = "per_instance_stats.json", "run_spec.json"
    dropped = [
        named((tmp_path / run / name).read_bytes(), name)
        for run in ("one", "two")
        for name in names
    ]
    told = read_items(dropped)  # two of one name: which belongs to which cannot be known
    assert told.models == ("per_instance_stats.json (1)", "per_instance_stats.json (2)")
    broken = json.dumps([{"instance_id": "a", "stats": []}, {"stats": []}])
    with pytest.raises(SourceError, match="record 2 has no instance_id"):
        read_items([named(broken, "x.json")])
    no_mean = [{"instance_id": "a", "stats": [{"name": {"name": "f"}, "count": 2, "sum": 1}]}]
    assert means(read_items([named(json.dumps(no_mean), "x.json")])) == {"x": 0.5}


@pytest.mark.parametrize("lower", [True, False])
def test_every_eval_ever(tmp_path, lower):
    for model, values in (("o/a", [1.0, 0.0]), ("o/b", [1.0, 1.0])):
        eee_files(tmp_path, model, values, lower=lower)
    items = read_items(tmp_path)
    assert items.better == ("lower" if lower else "higher")
    assert means(items) == {"o/a": 0.5, "o/b": 1.0}
    with pytest.raises(InputError, match="leave better out"):
        read_items(tmp_path, better="higher" if lower else "lower")


def test_every_eval_ever_by_its_verdict_and_faults(tmp_path):
    path = eee_files(tmp_path, "a", [1.0, 0.0])
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    del lines[0]["evaluation"]["score"]
    path.write_text("\n".join(map(json.dumps, lines)))
    assert means(read_items(path)) == {"a": 0.5}
    lines[1]["evaluation"] = None
    path.write_text("\n".join(map(json.dumps, lines)))
    with pytest.raises(SourceError, match="record 2 has no sample_id or no evaluation"):
        read_items(path)


def test_every_eval_ever_with_several_results_of_a_sample(tmp_path):
    path = eee_files(tmp_path, "a", [1.0, 0.0])
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    more = [
        row | {"evaluation_result_id": name, "evaluation": {"score": score}}
        for row in rows
        for name, score in (("accuracy", row["evaluation"]["score"]), ("loss", 2.0))
    ]
    path.write_text("\n".join(map(json.dumps, more)))
    result = {"evaluation_result_id": "loss", "metric_config": {"lower_is_better": True}}
    told = {"evaluation_id": "e", "evaluation_results": [result]}
    (tmp_path / "a.json").write_text(json.dumps(told))
    items = read_items(path)
    assert means(items) == {"a": 0.5}
    assert (items.measure, items.better) == ("accuracy", "higher")
    assert read_items(path, score="loss").better == "lower"
    path.write_text("\n".join(map(json.dumps, [*more, more[0]])))
    with pytest.raises(TableError, match="twice"):
        read_items(path)


def test_alpaca_eval():
    files = [
        named(json.dumps(alpaca(model, preferences)), f"{model}.json")
        for model, preferences in (("a", [1, 2, 0, None]), ("b", [1.5, 1.5, 2, 2]))
    ]
    items = read_items(files)
    assert means(items) == {"a": 0.5, "b": 0.666667}
    assert len(items.left_out) == 1
    assert not np.isnan(items.also["length"]).any()
    wrong = alpaca("a", [1, 5])
    with pytest.raises(SourceError, match="the preference 5, not 1 to 2"):
        read_items([named(json.dumps(wrong), "a.json")])
    del wrong[1]["preference"]
    with pytest.raises(SourceError, match="record 2 lacks"):
        read_items([named(json.dumps(wrong), "a.json")])


def test_tau_bench_trials_are_epochs(tmp_path):
    path = tmp_path / "gpt-x-airline.json"
    path.write_text(json.dumps(tau([[1, 0], [1, 1], [0, 0]])))
    items = read_items(path)
    assert (items.models, items.benchmarks) == (("gpt-x",), ("airline",))
    assert items.tables[0].scores.shape == (3, 1, 2)
    trial = {"task_id": "t", "trial": 0, "reward_info": {"reward": 1.0}}
    about = {"agent_info": {"llm": "m"}, "environment_info": {"domain_name": "retail"}}
    second = {"info": about, "simulations": [trial]}
    items = read_items([named(json.dumps(second), "run.json")])
    assert (items.models, items.benchmarks) == (("m",), ("retail",))
    second["simulations"].append({"trial": 1})
    with pytest.raises(SourceError, match="record 2 has no task_id"):
        read_items([named(json.dumps(second), "run.json")])


# Tables


def test_tables_with_all_columns():
    text = (
        "system,task,question_id,seed,passage,correct\n"
        "a,t1,1,0,p,true\na,t1,1,1,p,no\na,t1,2,0,p,1\na,t1,2,1,p,0\n"
        "b,t1,1,0,p,1\nb,t1,1,1,p,1\nb,t1,2,0,p,1\nb,t1,2,1,p,\n"
    )
    items = read_items([named(text)])
    assert items.benchmarks == ("t1",)
    assert means(items) == {"a": 0.5, "b": 1.0}
    assert items.tables[0].clusters.tolist() == [0, 0]
    assert read_items([named(text)], cluster="none").tables[0].clusters.tolist() == [0, 1]


def test_json_lines_without_a_model_are_called_by_their_files():
    files = [
        named(f'{{"id": 1, "correct": {value}}}\n{{"id": 2.0, "correct": true}}\n', f"{name}.jsonl")
        for name, value in (("a", "true"), ("b", "false"))
    ]
    items = read_items(files)
    assert means(items) == {"a": 1.0, "b": 0.5}
    assert items.items == (("1", "2"),)


@pytest.mark.parametrize(
    "text",
    [
        "Model Name,Question ID,Is Correct\na,1,Pass\na,2,fail\n",
        "model,category,question_id,judge_score\na,x,1,1\na,y,2,0\n",
        '{"id": 1, "model": "a", "metrics": {"acc": 1.0}}\n{"id": 2, "model": "a"}\n'
        '{"id": 3, "model": "a", "metrics": {"acc": 0.0}}\n',
        '{"model": "a", "results": [{"id": 1, "score": "C"}, {"id": 2, "score": "I"}]}',
    ],
)
def test_names_of_columns_and_objects_around_them_are_understood(text):
    items = read_items([named(text, f"x.{'csv' if text[0] != '{' else 'txt'}")])
    assert (means(items), items.better) == ({"a": 0.5}, "higher")


def test_scores_that_are_not_clear_are_asked_for():
    text = "model,item,tone,taste\na,1,1,0\n"
    with pytest.raises(TableError, match=r"scores is not clear \('tone', 'taste'\)"):
        read_items([named(text)])


def test_a_column_a_model_needs_a_direction():
    text = "item,a,b\nq1,1,0\nq2,1,1\n"
    with pytest.raises(InputError, match="better='higher' or better='lower'"):
        read_items([named(text)])
    assert means(read_items([named(text)], better="lower")) == {"a": 1.0, "b": 0.5}
    unnamed = "puzzle,a,b\nq1,1,0\nq2,1,1\n"
    assert means(read_items([named(unnamed)], better="higher")) == {"a": 1.0, "b": 0.5}
    grouped = "item,benchmark,cluster,a,b\nq1,x,1,1,0\nq2,x,1,1,1\nq1,y,1,0,0\n"
    items = read_items([named(grouped)], better="higher")
    assert [t.n for t in items.tables] == [2, 1]
    assert items.tables[0].clusters.tolist() == [0, 0]


def test_columns_can_be_named():
    text = "who,what,how\na,1,0.5\nb,1,0.25\n"
    items = read_items([named(text)], columns="model=who,item=what,score=how", better="higher")
    assert means(items) == {"a": 0.5, "b": 0.25}
    for wrong in ("model", "colour=who", "model="):
        with pytest.raises(InputError, match="cannot be understood; give ROLE=COLUMN"):
            read_items([named(text)], columns=wrong)
    with pytest.raises(TableError, match="names no column of 'who', 'what', 'how'"):
        read_items([named(text)], columns="model=nobody")
    with pytest.raises(TableError, match="no column names the items"):
        read_items([named("model,score\na,1\n")])
    with pytest.raises(TableError, match="'a' in row 1 is 'much', no score"):
        read_items([named("item,a,b\nq,much,1\n")], better="higher")


def test_a_table_may_begin_as_json_does():
    assert means(read_items([named("[item],a,b\nq1,1,0\n")], better="higher")) == {"a": 1, "b": 0}


def test_scores_that_are_losses():
    items = read_items([named("model,item,loss\na,1,0.5\nb,1,0.25\n")])
    assert items.better == "lower"


@pytest.mark.parametrize(
    ("files", "options", "said"),
    [
        ([named("x")], {}, "no log that is known"),
        ([named("")], {}, "no log|empty"),
        ([named("[1, 2]", "a.json")], {}, "no log that is known"),
        ([named('{"a": 1}', "a.json")], {}, "no log that is known"),
        ([named('{"a": ', "a.json")], {}, "not valid JSON"),
        ([named("[" * 100_000, "a.json")], {}, "not valid JSON"),
        ([named('{"id": 1}\n{"id": ', "a.jsonl")], {}, "line 2"),
        ([named('{"id": 1, "score": 1}\n{"id": }', "a.txt")], {}, "line 2"),
        ([], {}, "nothing was given"),
        ([table({"a": [1, 0]}), table({"a": [1, 0]}, "u.csv")], {}, "given twice"),
        ([table({"a": [1, 0], "b": [1, 1]})], {"score": "f1"}, "unknown score"),
        ([table({"a": [1, 0], "b": [1, 1]})], {"cluster": "page"}, "no log has a field 'page'"),
        ([table({"a": [1, 0]})], {"better": "best"}, "unknown direction"),
        ([table({"a": [1, 2]}), named(json.dumps(inspect_log("b", "C")), "b.json")], {}, "common"),
        ([table({"a": [1, 0]}, cluster=["x", "y"]), table({"b": [1, 0]}, cluster=["x", "z"])], {},
         "an item lies in one cluster"),
    ],
)  # fmt: skip
def test_refused(files, options, said):
    for file in files:
        file.seek(0)
    with pytest.raises(InputError, match=said):
        read_items(files, **options)


def test_other_refusals():
    first = named(json.dumps(inspect_log("a", ["C"])), "a.json")
    second = inspect_log("b", ["C"])
    second["samples"][0]["scores"] |= {"other": {"value": 1}}
    with pytest.raises(InputError, match="there is no score 'other' in this log"):
        read_items([first, named(json.dumps(second), "b.json")], score="other")
    apart = [
        named("model,item,error\na,1,0.5\n", "a.csv"),
        named('{"model": "b", "item": 1, "error": 1, "score": 1}\n' * 1, "b.jsonl"),
    ]
    with pytest.raises(InputError, match="common"):
        read_items(apart)
    some = '{"model": "a", "item": 1, "score": 1, "page": 1}\n{"model": "a", "item": 2, "score": 1}'
    with pytest.raises(InputError, match="1 answers have no field 'page'"):
        read_items([named(some, "a.jsonl")], cluster="page")
    shared = [
        named(f'{{"model": "{m}", "item": {i}, "score": 1}}\n', f"{m}.jsonl")
        for i, m in enumerate("ab")
    ]
    with pytest.raises(InputError, match="no item has a score of every model"):
        read_items(shared).tables[0]


# Reports of tests


def test_promptfoo_prompts_and_errors():
    told = promptfoo({"openai:a": [1, 0.5], "openai:b": [0, 1]})
    rows = told["results"]["results"]
    rows[0]["failureReason"] = 2  # the provider failed
    items = read_items([named(json.dumps(told), "r.json")])
    assert means(items) == {"openai:a": 0.0, "openai:b": 1.0}
    assert [item for _, item, _ in items.left_out] == ["test 0"]
    for row in rows:
        row |= {"provider": "openai:a", "prompt": {"label": f"prompt {row['promptIdx']}"}}
        del row["testIdx"]
    items = read_items([named(json.dumps(told), "r.json")], score="tone")
    assert items.models == ("openai:a [prompt 0]", "openai:a [prompt 1]")
    del rows[1]["success"]
    with pytest.raises(SourceError, match="result 2 has no provider or no success"):
        read_items([named(json.dumps(told), "r.json")])


def test_swe_bench_counts_errors_as_failures_and_names_what_was_not_submitted():
    told = json.dumps(swe_bench([1, 1, 0, 0]))
    items = read_items([named(told, "org__agent.run1.json")], cluster="repository")
    assert means(items) == {"org/agent": 0.5}
    assert items.tables[0].clusters.tolist() == [0] * 4
    assert "1 instances that were not submitted are left out" in items.notes[-1]


def test_openai_evals_and_deepeval():
    items = read_items([named(openai_evals("gpt-4", [1, 0]), "log.jsonl")])
    assert means(items) == {"gpt-4": 0.5}
    assert items.benchmarks == ("arithmetic.dev.v0",)
    told = deepeval([1, 0, 1])
    items = read_items(
        [named(json.dumps({"testRunData": told}), "run.json")], score="Answer Relevancy"
    )
    assert means(items) == {"run": pytest.approx(5 / 6, abs=1e-6)}
    told["testCases"][1]["metricsData"] = None
    with pytest.raises(SourceError, match="test case 2 has no metrics"):
        read_items([named(json.dumps(told), "run.json")])


# Sources


def test_folders_patterns_archives_and_packed_files(tmp_path):
    for model, values in (("a", ["C", "I"]), ("b", ["C", "C"])):
        (tmp_path / f"{model}.json").write_text(json.dumps(inspect_log(model, values)))
    (tmp_path / "notes.json").write_text('{"nothing": 1}')
    found = read_items(tmp_path)
    assert means(found) == {"a": 0.5, "b": 1.0}
    assert "Not read, for they are no logs: notes.json." in found.notes
    assert means(read_items(str(tmp_path / "[ab].json"))) == {"a": 0.5, "b": 1.0}
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        for name in "ab":
            archive.write(tmp_path / f"{name}.json", f"logs/{name}.json")
    assert means(read_items([named(held.getvalue(), "logs.zip")])) == {"a": 0.5, "b": 1.0}
    packed = gzip.compress((tmp_path / "a.json").read_bytes())
    assert means(read_items([named(packed, "a.json.gz")])) == {"a": 0.5}
    assert means(read_items(named((tmp_path / "a.json").read_bytes(), "a.json"))) == {"a": 0.5}


def test_results_beside_the_logs_may_be_given_too(tmp_path):
    path = lm_eval_files(tmp_path, "a", [1.0, 0.0], "2026-01-01T00-00-00.1")
    results = next(tmp_path.glob("results*"))
    assert means(read_items([path, results])) == {"a": 0.5}


def test_conflicting_directions(tmp_path):
    first = eee_files(tmp_path / "1", "a", [1.0], lower=True)
    second = eee_files(tmp_path / "2", "b", [1.0], lower=False)
    with pytest.raises(InputError, match="mend one"):
        read_items([first, second])


def test_logs_that_disagree_about_clusters_use_none():
    logs = [inspect_log(m, ["C", "I"]) for m in "ab"]
    metrics = {"stderr": {"params": {"cluster": "passage"}}}
    logs[0]["results"] = {"scores": [{"metrics": metrics}]}
    items = read_items([named(json.dumps(log), f"{i}.json") for i, log in enumerate(logs)])
    assert "no clusters are used" in items.notes[0]
    assert repr(items) == "Items: 2 models, 2 items of 1 benchmark"

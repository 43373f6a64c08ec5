"""Target of the analyses of files: logs, votes, versions, outcomes and features, at three doors."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import evenkeel
from evenkeel.comparison.analyses.registry import FILE_ANALYSES, Analysis
from fuzz import tables
from fuzz.analysing import ODD, text_of
from fuzz.choices import Choices
from fuzz.computing import RENDERERS
from fuzz.doors import called, flag_of
from item_logs import alpaca, eee_files, eval_file, helm_folder, inspect_log, lm_eval_files, tau
from watched_runs import arff, scenario
from web_in_place import asked as asked_in_place

#: What options may be besides their menus and numbers; those that are not here stay away.
Fitting = dict[str, tuple[str, ...]]
Made = tuple[list[Path], Fitting]


def files(choices: Choices, place: Path) -> bool:
    """Files give a report at any door, or are refused with a message."""
    analysis = choices.of(list(FILE_ANALYSES))
    sources, fitting = MAKERS.get(analysis.name, _any)(choices, place)
    texts = {
        option.name: choices.of(fitting[option.name])
        if option.name in fitting
        else text_of(choices, option)
        for option in analysis.options
        if option.required
        or (option.name in ("resamples", *NEEDED) and option.name in (*fitting, "resamples"))
        or (choices.rarely(8) and (option.name in fitting or option.kind != "text"))
    }
    if choices.spoil:
        if choices.rarely(3):
            texts[choices.of(analysis.options).name] = choices.of(ODD)
        else:
            _spoil(choices, choices.of([each for each in place.rglob("*") if each.is_file()]))
    door = choices.of((_in_python, _in_python, _on_the_command_line, _in_the_api))
    return door(choices, analysis, sources, texts)


def _in_python(
    choices: Choices, analysis: Analysis, sources: list[Path], texts: dict[str, str]
) -> bool:
    try:
        result = analysis.run(sources, analysis.parsed(texts))
    except evenkeel.EvenkeelError:
        return False
    assert choices.of(RENDERERS)(result.report())
    return True


def _on_the_command_line(
    choices: Choices, analysis: Analysis, sources: list[Path], texts: dict[str, str]
) -> bool:
    flags = [flag_of(analysis, *each) for each in texts.items()]
    code, _, told = called([analysis.name, *flags, "--", *map(str, sources)])
    assert code in (0, 1, 2, 3), (code, told)
    assert code != 2 or told
    return code != 2


def _in_the_api(
    choices: Choices, analysis: Analysis, sources: list[Path], texts: dict[str, str]
) -> bool:
    """Only files can be sent, each by its name."""
    inside = [[each] if each.is_file() else sorted(each.rglob("*")) for each in sources]
    held = [each for part in inside for each in part if each.is_file()]
    sent = [("file", (each.name, each.read_bytes())) for each in held]
    texts = {n: text.encode("utf-8", "replace").decode() for n, text in texts.items()}
    path = choices.of((f"/api/files/{analysis.name}", f"/{analysis.name}/report.html"))
    answer = asked_in_place(path, files=sent, data=texts)
    assert answer.status_code in (200, 413, 422), (answer.status_code, answer.text)
    return bool(answer.status_code == 200)


def _spoil(choices: Choices, path: Path) -> None:
    """With another value at some place of its JSON, or another byte."""
    data = path.read_bytes()
    try:
        held = json.loads(data)
    except ValueError:
        held = None
    if isinstance(held, dict | list) and held and not choices.rarely(3):
        path.write_text(json.dumps(tables.altered(choices, held)), errors="surrogatepass")
    else:
        path.write_bytes(tables.spoiled(data, choices))


def _answers(choices: Choices) -> tuple[list[str], list[list[float]]]:
    """Names of models, and right and wrong answers of each."""
    k, n = choices.integer(2, 4), choices.integer(3, 12)
    own = [[float(j == i) for j in range(k)] for i in range(k)]  # so that no two logs are the same
    kind = choices.of(((0, 1), (0, 1), (0, 0.25, 0.5, 1), (1, 1)))
    values = [[*own[i], *(float(choices.of(kind)) for _ in range(n))] for i in range(k)]
    return choices.distinct(tables.NAMES, k), values


def _items(choices: Choices, place: Path) -> Made:
    models, values = _answers(choices)
    fitting: Fitting = {"control": tuple(models), "cluster": ("none",)}
    sources = []
    kind = choices.of(("table", "lines", "inspect", "eval", "lm_eval", "helm", "eee", "alpaca"))
    if kind in ("table", "lines"):
        rows = [
            {"model": model, "item": f"q{i}", "score": value, "passage": f"p{i // 2}"}
            for model, row in zip(models, values, strict=True)
            for i, value in enumerate(row)
        ]
        path = place / ("t.csv" if kind == "table" else "t.jsonl")
        cells = [[*map(str, rows[0])], *([*map(str, row.values())] for row in rows)]
        lines = "".join(json.dumps(row) + "\n" for row in rows).encode()
        path.write_bytes(tables.text_table(cells, choices) if kind == "table" else lines)
        return [path], fitting | {"cluster": ("none", "passage")}
    for place_of, (model, row) in enumerate(zip(models, values, strict=True)):
        words = ["C" if each == 1 else "I" if each == 0 else each for each in row]
        log = inspect_log(model, words, epochs=1)
        path = place / f"{place_of}.{'eval' if kind == 'eval' else 'json'}"
        if kind == "inspect":
            path.write_text(json.dumps(log))
        elif kind == "eval":
            path.write_bytes(eval_file(log, summaries=choices.rarely(2)))
        elif kind == "lm_eval":
            path = lm_eval_files(place / str(place_of), f"m{place_of}", row, "2024")
        elif kind == "helm":
            path = helm_folder(place / str(place_of), model, row)
        elif kind == "eee":
            path = eee_files(place / str(place_of), f"m{place_of}", row)
        else:
            path.write_text(json.dumps(alpaca(model, row)))
        sources.append(path)
    if kind == "lm_eval":
        fitting["control"] = ("m0",)
    if kind == "eee":
        fitting["control"] = ("m0",)
    return sources, fitting


def _trials(choices: Choices, place: Path) -> Made:
    """Trials of tau-bench, a file per model, or any other log."""
    if not choices.rarely(8):
        return _items(choices, place)
    sources = []
    for number, row in enumerate(_answers(choices)[1]):
        path = place / f"{number}.json"
        path.write_text(json.dumps(tau([[value, 1.0] for value in row])))
        sources.append(path)
    return sources, {}


def _votes(choices: Choices, place: Path) -> Made:
    models = choices.distinct(
        [name for name in tables.NAMES if name.strip()], choices.integer(2, 4)
    )
    outcomes = choices.of((("model_a", "model_b", "tie"), ("model_a", "model_b"), ("tie",)))
    rows = [["model_a", "model_b", "winner", "judge", "len_a", "len_b"]]
    for number in range(choices.integer(1, 12)):
        first, second = choices.distinct(models, 2)
        for winner in outcomes:  # so that each has won, and lost
            beside = [str(choices.integer(0, 9)) for _ in "ab"]
            rows.append([first, second, winner, f"j{number % 3}", *beside])
    path = place / "votes.csv"
    path.write_bytes(tables.text_table(rows, choices))
    return [path], {"style": ("len",), "prior": ("0.1", "1", "1e-9")}


def _gate(choices: Choices, place: Path) -> Made:
    names = choices.distinct(tables.NAMES, choices.integer(1, 3))
    runs, scale = choices.integer(2, 12), choices.of((1.0, 1e-9, 1e9, 1e150))
    sources = []
    as_table = choices.rarely(2)
    for version in ("base", "new"):
        times = {
            name: [scale * (1 + choices.integer(0, 200) / 1000) for _ in range(runs)]
            for name in names
        }
        path = place / f"{version}.{'csv' if as_table else 'json'}"
        if as_table:
            cells = [["benchmark", "seed", "time"]]
            cells += [[n, str(i), repr(t)] for n, all_ in times.items() for i, t in enumerate(all_)]
            path.write_bytes(tables.text_table(cells, choices))
        else:
            held = [{"fullname": n, "stats": {"mean": 1.0, "data": t}} for n, t in times.items()]
            path.write_text(json.dumps({"benchmarks": held}))
        sources.append(path)
    margins = ("2%", "0.5%", "50%", "1e-3")
    return sources, {"margin": margins, "better": ("lower", "higher"), "adjust_by": ("holm", "bh")}


def _timeouts(choices: Choices, place: Path) -> Made:
    cutoff = choices.of((100.0, 50.0, 1e-3))
    if choices.rarely(3):
        return [arff(place / "scenario", cutoff=100.0, n=choices.integer(2, 9))], {}
    _, times, solved = scenario(n=choices.integer(2, 9), seed=choices.integer(0, 99), cutoff=100.0)
    word = choices.of(("timeout", "100", ">100", "memout"))
    names = choices.distinct(tables.NAMES, 3 + len(times))
    cells = [["instance", *names[:3]]]
    for name, row, right in zip(names[3:], times, solved, strict=True):
        cells.append([name, *(str(t) if s else word for t, s in zip(row, right, strict=True))])
    path = place / "times.csv"
    path.write_bytes(tables.text_table(cells, choices))
    return [path], {"cutoff": ("100", "100", str(cutoff)), "control": tuple(names[:3])}


def _tree(choices: Choices, place: Path) -> Made:
    meant = tables.draft(choices, problems=(4, 12))
    results, features = place / "results.csv", place / "features.csv"
    results.write_bytes(tables.text_table(tables.wide_cells(meant, choices), choices))
    cells = [["problem", "size", "kind"]]
    cells += [[name, str(choices.integer(0, 9)), choices.of("xy")] for name in meant.problems]
    features.write_bytes(tables.text_table(cells, choices))
    return [results, features], {"better": (meant.better,), "least": ("2",), "leaves": ("2",)}


def _joint(choices: Choices, place: Path) -> Made:
    meant = tables.draft(choices)
    path = place / "measures.csv"
    path.write_bytes(tables.text_table(tables.measured_cells(meant, choices), choices))
    fitting: Fitting = {"better": ("HV=higher,IGD=lower",), "control": meant.algorithms}
    return [path], fitting | {"margins": ("HV=0.1", "HV=1,IGD=2"), "procedure": ("holm", "hommel")}


def _any(choices: Choices, place: Path) -> Made:
    """A table, for an analysis that nobody has told this target of."""
    path = place / "table.csv"
    path.write_bytes(tables.text_table(tables.wide_cells(tables.draft(choices), choices), choices))
    return [path], {}


NEEDED = ("cutoff", "better", "least")  # options that most sources cannot do without
MAKERS: dict[str, Callable[[Choices, Path], Made]] = {
    "items": _trials,
    "votes": _votes,
    "gate": _gate,
    "timeouts": _timeouts,
    "tree": _tree,
    "joint": _joint,
}

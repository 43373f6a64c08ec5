"""What tools write, a few lines each, and the whole understanding or the whole message expected.

Every test of formats, and the corpus of the fuzzing, takes its files from here.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evenkeel.tables.formats.registry import FORMATS
from evenkeel.tables.parsing.cells import Table, numbers


@dataclass(frozen=True)
class Case:
    """Files by their names, what is read (``""``: their folder), and what must come of it.

    `header` and `rows` are those of the long (or, out of papers, wide) table.
    """

    name: str
    files: Mapping[str, str]
    format: str
    header: tuple[str, ...]
    rows: list[tuple[Any, ...]]
    source: str = ""
    better: str | None = None
    measure: str | None = None
    ignored: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Refusal:
    """Files that are refused, and the message; ``HERE`` stands for their folder."""

    name: str
    files: Mapping[str, str]
    message: str
    source: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)


def written(files: Mapping[str, str], place: Path) -> Path:
    """Write the files into a folder."""
    for name, text in files.items():
        path = place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return place


def cells(table: Table) -> list[tuple[Any, ...]]:
    """The rows of a table: the value as a number if all its cells are some, None where missing."""
    columns = []
    for name, column in zip(table.names, table.columns, strict=True):
        if name in ("value", "step"):
            found = numbers(column, table.decimal)
            columns.append(
                [
                    (None if not isinstance(cell, str) or not cell else cell)
                    if math.isnan(value)
                    else value
                    for cell, value in zip(column, found.values.tolist(), strict=True)
                ]
            )
        else:
            columns.append([cell if isinstance(cell, str) else float(cell) for cell in column])
    return list(zip(*columns, strict=True))


def ioh(name: str, function: int, values: list[float], **more: Any) -> str:
    runs = [
        {"instance": i, "evals": 9, "best": {"evals": 5, "y": y, "x": [0.0]}}
        for i, y in enumerate(values, start=1)
    ]
    scenario = {"dimension": 2, "path": f"data_f{function}/f{function}.dat", "runs": runs}
    return json.dumps(
        {
            "version": "0.3.17",
            "function_id": function,
            "function_name": "Sphere",
            "maximization": False,
            "algorithm": {"name": name, "info": ""},
            "attributes": ["evaluations", "raw_y"],
            "scenarios": [scenario],
            **more,
        }
    )


def lm_eval(model: str, results: Mapping[str, Any], **more: Any) -> str:
    return json.dumps({"results": results, "versions": {}, "model_name": model, **more})


DAT = "evaluations raw_y x0\n1 8.0 0.5\n3 2.0 0.1\n9 5.0 0.2\nevaluations raw_y x0\n1 7.0 0.5\n"
COCO = """suite = 'bbob', funcId = 1, DIM = 2, Precision = 1.000e-08, algId = 'BFGS'
% a comment
data_f1/f1_DIM2.dat, 1:13|2.5e-13, 1:25|4.0e-13
funcId = 1, DIM = 3, Precision = 1.000e-08, algId = 'BFGS'
% a comment
data_f1/f1_DIM3.dat, 1:17|0.125
"""
COCO_DAT = """% f evaluations | g evaluations | best noise-free fitness - Fopt (7.9e+01) | ...
1 0 +5.0e-01 +8.0e+01 +8.0e+01 -3.2e-01
10 0 +2.5e-13 +7.9e+01 +7.9e+01 +2.5e-01
% f evaluations | g evaluations | best noise-free fitness - Fopt (7.9e+01) | ...
1 0 +4.0e-13 +8.0e+01 +8.0e+01 -3.2e-01
"""
COCO_OF_TWO = """suite = 'bbob-biobj', algorithm = 'RS', indicator = 'hyp', folder = 'near'
% a comment
function =  3, dim =  2, f03_d02_hyp.dat, 1:20|6.2e-01, 2:30|2.0e-01
"""
COCO_OF_TWO_DAT = """%
% index = 570, name = bbob_f001_i02_d02__bbob_f006_i04_d02
% instance = 1, reference value = 9.7e-01
% function evaluation | indicator value | target hit
1\t1.25e+00\t1.26e+00
6\t6.2e-01\t6.31e-01
%
% instance = 2, reference value = 8.5e-01
% function evaluation | indicator value | target hit
3\t2.0e-01\t2.51e-01
"""
IOH_INFO = """suite = "{suite}", funcId = {f}, {more}DIM = 100, {last}algId = 'EA', algInfo = ''
%
data_f{f}\\DIM100.dat, 1:9|9.5e+01;0.25, 2:8|1.0e+02
"""
IOH_INFO_DAT = """"function evaluation" "current f(x)" "best-so-far f(x)" "rate"
1 +3.8e+01 +3.8e+01 0.01
4 +3.0e+01 +3.8e+01 0.02
7 +9.5e+01 +9.5e+01 0.02
"function evaluation" "current f(x)" "best-so-far f(x)" "rate"
8 +1.0e+02 +1.0e+02 0.01
"""
AMLB = """id,task,framework,fold,result,mode,seed,info,acc,auc,logloss
t/1,adult,TPOT,0,0.9,aws,1,,0.8,0.9,
t/1,adult,TPOT,1,,aws,2,Error: no model in time.,,,
t/1,adult,oboe,0,0.7,aws,1,,0.6,0.7,
t/2,Helena,TPOT,0,2.5,aws,1,,0.2,,2.5
"""
NEW_AMLB = """id,task,framework,constraint,fold,type,result,metric,mode,info
t/1,adult,TPOT,1h8c,0,binary,0.9,auc,aws,
t/1,adult,oboe,1h8c,0,binary,,auc,aws,
"""
WEKA = """Key_Dataset,Key_Run,Key_Fold,Key_Scheme,Key_Scheme_options,Key_Scheme_version_ID,Date_time,Percent_correct,Kappa_statistic,Summary
iris,1,1,weka.classifiers.trees.J48,-C 0.25,-2,20240101.1,93.5,0.9,?
iris,1,2,weka.classifiers.trees.J48,-C 0.5,-2,20240101.1,95.5,0.95,?
iris,1,1,weka.classifiers.rules.ZeroR,'',4,20240101.1,33.5,0,?
"""  # noqa: E501
MLFLOW = """run_id,status,metrics.acc,metrics.loss,params.model,params.dataset,params.seed
a1,FINISHED,0.9,0.25,ROCKET,GunPoint,1
b2,FINISHED,0.8,0.5,DTW,GunPoint,1
"""


def mteb(task: str, **splits: Any) -> str:
    scores = {
        split: [
            {"hf_subset": subset, "main_score": score, "ndcg_at_10": 0.5} for subset, score in found
        ]
        for split, found in splits.items()
    }
    return json.dumps({"mteb_version": "1.18.0", "task_name": task, "scores": scores})


def click(system: str, machine: str, *result: Any) -> str:
    return json.dumps({"system": system, "machine": machine, "load_time": 1, "result": result})


def google(name: str, time: float, unit: str = "ns", **more: Any) -> dict[str, Any]:
    return {"name": name, "real_time": time, "cpu_time": time, "time_unit": unit, **more}


BENCHEXEC = """tool\t\tCPA 1\tCPA 1\tCPA 1\tUlt 2\tUlt 2\tUlt 2
run set\t\tmain\tmain\tmain\tmain\tmain\tmain
tasks/\t\tstatus\tcputime (s)\thost\tstatus\tcputime (s)\thost
a.c\tunreach\ttrue\t1.5\tn1\tTIMEOUT\t60.5\tn2
b.c\tunreach\tERROR (recursion)\t2\tn1\tfalse(unreach)\t3\tn2
"""
TREC = "num_ret\t301\t5\nmap\t301\t0.5\nP_5\t301\t0.25\nmap\t302\t0.75\nP_5\t302\t1\n"
ARFF = """% made up
@RELATION ALGORITHM_RUNS
@ATTRIBUTE instance_id STRING
@ATTRIBUTE repetition NUMERIC
@attribute algorithm STRING
@ATTRIBUTE runtime NUMERIC
@ATTRIBUTE runstatus {ok, timeout, memout}

@DATA
'inst, 1',1,SCIP,10.5,ok
'inst, 1',1,CBC,300,timeout
% a comment
b,1,SCIP,2,ok
b,1,CBC,?,memout
"""
CHART = """"Step","iris_RF - acc","iris_RF - acc__MIN","iris_RF - acc__MAX","iris_LR - acc","iris_LR - acc__MIN","iris_LR - acc__MAX","wine_RF - acc","wine_RF - acc__MIN","wine_RF - acc__MAX","wine_LR - acc","wine_LR - acc__MIN","wine_LR - acc__MAX","wine_LR - _step","wine_LR - _step__MIN","wine_LR - _step__MAX"
"0","0.5","0.5","0.5","0.25","0.25","0.25","0.75","0.75","0.75","1","1","1","0","0","0"
"1","0.625","0.5","0.75","","","","","","","","","","","",""
"""  # noqa: E501
FUZZ = """fuzzer,benchmark,trial_id,time,edges_covered,crash_key
afl,png,1,0,4,
afl,png,1,900,70,x
afl,png,1,900,70,y
libfuzzer,png,2,0,5,
"""
SMT = "benchmark_id,cpu_time,wallclock_time,result\n"
GIFT = "dataset,model,eval_metrics/MASE[0.5],domain\n"
FEV = "model_name,task_name,eval_metric,extra_metrics,horizon,test_error,SQL,MASE,training_time_s\n"
LATEX = r"""
\begin{table}\caption{A table} % with a comment & more \\
\begin{tabular}{l@{}rr}
  \toprule
  & \multicolumn{2}{c}{Accuracy (\%)} \\ \cmidrule(lr){2-3}
  Data set & New~\cite{new} & C4.5 \\
  \midrule
  iris & \textbf{95.5} & $-1.5$ \\[2pt] % the best
  \multicolumn{3}{l}{\emph{Large ones}} \\
  ``gl\"ass'' & {\bf 70} & $1.25\times 10^{1}$ \\
  wine\_2 & --- & 0.81$\pm$0.02 \\
  \bottomrule
\end{tabular}\end{table}
"""
MARKDOWN = """Some words | and a bar.

| data set | New | **Old** |
|:---------|----:|:-------:|
| iris     | **0.95** | 0.5 |
| a \\| b  | `0.25` | − |
| [wine](http://x.y) | \N{MINUS SIGN}0.5 | 1 |

The end.
"""
LATEX_SMALL = r"""
\begin{tabular}{lrr}
  Data set & New\textsuperscript{a} & Old$_{2}$ {\small (slow)}\tnote{b} \tabularnewline
  \midrule
  iris$^{1}$ & 81{\tiny 14} & 95\textsuperscript{2} \tabularnewline
  wine & 92.5{\scriptsize 0.3} & $80_{13}$ \tabularnewline
  glass & 92{\footnotesize 3} & \textbf{95}\textsubscript{2} \tabularnewline
  zoo\footnote{a remark} & 95\footnote{another of 3 runs} & 95\tnote{a} \tabularnewline
  car & 95\tablefootnote{one more} & 81\footnotemark[2] \tabularnewline
  yeast & \small 0.5 & {\scriptsize 0.25} \tabularnewline
  abalone & 95\textcolor{gray}{14} & 95\newline 2 \tabularnewline
  vowel & 81{\tiny $\uparrow$2} & 95\hspace{1em}2 \tabularnewline
  sonar & $\mathbf{6.5\text{E}{-07}\pm 1.0\text{E}{-08}}$ & 10\textsuperscript{3} \tabularnewline
  led & 1.5$\times$10\textsuperscript{2} & $2^{10}$ \tabularnewline
\end{tabular}
"""
MARKDOWN_SMALL = """| data set[^1] | New<sup>a</sup> | F<sub>1</sub> |
|-|-|-|
| iris | **0.9**<sup>1</sup> | 80<sub>13</sub> |
| wine | 0.7[^1] | 95[2](#note) |
| zoo | <b>0.5</b> | 90<br>2 |
"""
HTML_SMALL = """<table><tr><th>Data set<th>New<sup>a</sup><th>F<sub>1</sub> <small>%</small></tr>
<tr><td>iris<td>0.9<sup>1</sup><td>80<sub>13</sub></tr>
<tr><td>wine<td><b>95</b><small>2</small><td><small>0.5</small></tr>
<tr><td>zoo<td>92.5<sub>0.3</sub><td>92<small>&plusmn;0.3</small></tr>
<tr><td>car<td>0.9<sup>&dagger;</sup><td>0.9<sup>a</sup></tr>
<tr><td>led<td>1.5&times;10<sup>&minus;2</sup><td>10<sup>3</sup></tr>
<tr><td>yeast<td><div>95</div><div>2</div><td>95<span>2</span></tr>
<tr><td>vowel<td>95<table><tr><td>2</table><td>7</tr></table>
"""
HTML = """<!DOCTYPE html><html><head><style>td {color: red}</style></head><body>
<table><thead><tr><th rowspan=2>Data set<th colspan="2">Accuracy</tr>
<tr><th>New</th><th>Old &amp; slow</th></tr></thead>
<tbody><tr><td>iris</td><td><b>0.95</b></td><td>0.5</td></tr>
<tr><td>wine<td>0.25<td>1.5</table></body></html>
"""

CASES = [
    Case(
        "tsml",
        {
            "HC2_accuracy.csv": "Resamples:,0,1\nIris,0.5,0.25\nWine,1,\n",
            "1NN_DTW_accuracy.csv": "Resamples:,0,1\nIris,0.75,0.5\n",
            "README.md": "What this is.",
        },
        "tsml",
        ("algorithm", "problem", "run", "value"),
        [
            ("1NN_DTW", "Iris", "0", 0.75),
            ("1NN_DTW", "Iris", "1", 0.5),
            ("HC2", "Iris", "0", 0.5),
            ("HC2", "Iris", "1", 0.25),
            ("HC2", "Wine", "0", 1.0),
            ("HC2", "Wine", "1", None),
        ],
        measure="accuracy",
    ),
    Case(
        "tsml, two measures and clean",
        {
            "a/A_accuracy.csv": "Resamples:,0\nIris,0.5\nWine,0.25\n",
            "a/A_balanced_accuracy.csv": "Resamples:,0\r\nIris,0.75\r\n",
        },
        "tsml",
        ("algorithm", "problem", "run", "measure", "value"),
        [
            ("A", "Iris", "0", "accuracy", 0.5),
            ("A", "Wine", "0", "accuracy", 0.25),
            ("A", "Iris", "0", "balanced_accuracy", 0.75),
        ],
    ),
    Case(
        "tsml, older files, and one whose lines pandas has numbered",
        {
            "A_rmse.csv": "folds:,0,1\nCovid3Month,0.5,0.25\n",
            "B_rmse.csv": ",folds:,0,1\n0,Covid3Month,0.75,1\n1,Flood,2,3\n",
        },
        "tsml",
        ("algorithm", "problem", "run", "value"),
        [
            ("A", "Covid3Month", "0", 0.5),
            ("A", "Covid3Month", "1", 0.25),
            ("B", "Covid3Month", "0", 0.75),
            ("B", "Covid3Month", "1", 1.0),
            ("B", "Flood", "0", 2.0),
            ("B", "Flood", "1", 3.0),
        ],
        measure="rmse",
    ),
    Case(
        "jMetal",
        {
            "QualityIndicatorSummary.csv": "Algorithm,Problem,IndicatorName,ExecutionId,"
            "IndicatorValue\nNSGAII,ZDT1,HV,0,0.5\nNSGAII,ZDT1,EP,0,0.25\n"
        },
        "jmetal",
        ("algorithm", "problem", "run", "measure", "value"),
        [("NSGAII", "ZDT1", "0", "HV", 0.5), ("NSGAII", "ZDT1", "0", "EP", 0.25)],
    ),
    Case(
        "jMetalPy, with the columns in another order",
        {
            "QualityIndicatorSummary.csv": "Algorithm,Problem,ExecutionId,IndicatorName,"
            "IndicatorValue\nNSGAII,ZDT1,0,HV,0.5\nSMPSO,ZDT1,0,HV,0.25\n"
        },
        "jmetal",
        ("algorithm", "problem", "run", "value"),
        [("NSGAII", "ZDT1", "0", 0.5), ("SMPSO", "ZDT1", "0", 0.25)],
        source="QualityIndicatorSummary.csv",
        measure="HV",
    ),
    Case(
        "IOHprofiler",
        {
            "HC/IOHprofiler_f1.json": ioh("HillClimber", 1, [0.5, 0.25]),
            "HC/data_f1/f1.dat": DAT,
            "RS/IOHprofiler_f1.json": ioh("RandomSearch", 1, [2.0, 3.0]),
        },
        "iohprofiler",
        ("algorithm", "problem", "run", "value"),
        [
            ("HillClimber", "f1 Sphere 2D", "1", 0.5),
            ("HillClimber", "f1 Sphere 2D", "2", 0.25),
            ("RandomSearch", "f1 Sphere 2D", "1", 2.0),
            ("RandomSearch", "f1 Sphere 2D", "2", 3.0),
        ],
        better="lower",
    ),
    Case(
        "IOHprofiler, curves of the best value so far",
        {"HC/IOHprofiler_f1.json": ioh("HillClimber", 1, [2.0, 7.0]), "HC/data_f1/f1.dat": DAT},
        "iohprofiler-curves",
        ("algorithm", "problem", "run", "step", "value"),
        [
            ("HillClimber", "f1 Sphere 2D", "1", 1.0, 8.0),
            ("HillClimber", "f1 Sphere 2D", "1", 3.0, 2.0),
            ("HillClimber", "f1 Sphere 2D", "1", 9.0, 2.0),
            ("HillClimber", "f1 Sphere 2D", "2", 1.0, 7.0),
            ("HillClimber", "f1 Sphere 2D", "2", 9.0, 7.0),
        ],
        source="HC/IOHprofiler_f1.json",
        better="lower",
        options={"format": "iohprofiler-curves"},
    ),
    *(
        Case(
            f"IOHprofiler, {name} of two objectives: (0, 1) and (1, 0) make the front",
            {
                "HC/a.json": ioh("A", 1, [0.5], attributes=["evaluations", "raw_y", "F2"]),
                "HC/data_f1/f1.dat": "evaluations raw_y F2\n1 1 1\n2 0 1\n4 1 0\n5 2 2\n",
            },
            f"iohprofiler-{name}",
            ("algorithm", "problem", "run", "step", "value"),
            [
                ("A", "f1 Sphere 2D", "1", step, value)
                for step, value in zip((1.0, 2.0, 4.0, 9.0), values, strict=True)
            ],
            better=better,
            measure=measure,
            options={"format": f"iohprofiler-{name}"},
        )
        for name, measure, better, values in (
            (
                "hypervolume",
                "hypervolume",
                "higher",
                [(1.1 - 1) ** 2, 1.1 * (1.1 - 1), *[2.1 * (1.1 - 1)] * 2],
            ),
            ("igd-plus", "IGD+", "lower", [1.0, 0.5, 0.0, 0.0]),
        )
    ),
    Case(
        "COCO",
        {"f1.info": COCO, "data_f1/f1_DIM2.dat": COCO_DAT, "data_f1/f1_DIM2.tdat": COCO_DAT},
        "coco",
        ("algorithm", "problem", "run", "value"),
        [
            ("BFGS", "f1 2D", "1", 2.5e-13),
            ("BFGS", "f1 2D", "1 (2)", 4e-13),
            ("BFGS", "f1 3D", "1", 0.125),
        ],
        better="lower",
    ),
    Case(
        "StarExec: complete pairs with a right answer have times",
        {
            "Job_info.csv": (
                "pair id,benchmark,solver,solver id,configuration,status,cpu time,wallclock time,"
                "result,expected\n"
                "1,p,Z3,7,fast,complete,1.5,1.0,sat,sat\n2,p,Z3,7,slow,complete,2.5,2.0,sat,unsat\n"
                "3,p,CVC4,8,fast,timeout (cpu),9.5,9.0,--,sat\n"
                "4,q,CVC4,8,fast,complete,3.5,3.0,starexec-unknown,sat\n"
            )
        },
        "starexec",
        ("algorithm", "problem", "measure", "value"),
        [
            (solver, problem, measure, value)
            for measure, values in (
                ("cpu time", [1.5, None, None, None]),
                ("wallclock time", [1.0, None, None, None]),
            )
            for (solver, problem), value in zip(
                [("Z3/fast", "p"), ("Z3/slow", "p"), ("CVC4/fast", "p"), ("CVC4/fast", "q")],
                values,
                strict=True,
            )
        ],
        source="Job_info.csv",
        better="lower",
        ignored=("pair id", "solver id"),
    ),
    Case(
        "COCO of two objectives",
        {"a.info": COCO_OF_TWO, "near/f03_d02_hyp.dat": COCO_OF_TWO_DAT},
        "coco-curves",
        ("algorithm", "problem", "run", "step", "value"),
        [
            ("RS", "f3 2D", "1", 1.0, 1.25),
            ("RS", "f3 2D", "1", 6.0, 0.62),
            ("RS", "f3 2D", "1", 20.0, 0.62),
            ("RS", "f3 2D", "2", 3.0, 0.2),
            ("RS", "f3 2D", "2", 30.0, 0.2),
        ],
        better="lower",
        options={"format": "coco-curves"},
    ),
    Case(
        "COCO with constraints, of which the evaluations count too",
        {
            "a.info": COCO.partition("funcId = 1, DIM = 3")[0].replace(
                "'bbob'", "'bbob-constrained'"
            ),
            "data_f1/f1_DIM2.dat": COCO_DAT.replace(" 0 +", " 4 +"),
            "data_f1/f1_DIM2.tdat": COCO_DAT.replace("10 0", "13 20").replace("1 0 +4", "25 30 +4"),
        },
        "coco-curves",
        ("algorithm", "problem", "run", "step", "value"),
        [
            ("BFGS", "f1 2D", "1", 5.0, 0.5),
            ("BFGS", "f1 2D", "1", 14.0, 2.5e-13),
            ("BFGS", "f1 2D", "1", 33.0, 2.5e-13),
            ("BFGS", "f1 2D", "1 (2)", 5.0, 4e-13),
            ("BFGS", "f1 2D", "1 (2)", 55.0, 4e-13),
        ],
        better="lower",
        options={"format": "coco-curves"},
    ),
    *(
        Case(
            f"IOHprofiler's .info files, {suite} {more}",
            {"IOHprofiler_f1.info": IOH_INFO.format(suite=suite, f=1, more=more, last=last)},
            "iohprofiler-info",
            ("algorithm", "problem", "run", "value"),
            [("EA", problem, "1", 95.0), ("EA", problem, "2", 100.0)],
            better=better,
        )
        for suite, more, last, problem, better in (
            ("PBO", "", "", "f1 100D", "higher"),
            ("bbob", 'funcName = "Sphere", ', 'maximization = "F", ', "f1 Sphere 100D", "lower"),
            ("mine", 'funcName = "X", ', 'maximization = "T", ', "f1 X 100D", "higher"),
            ("mine", "", "", "f1 100D", None),
        )
    ),
    *(
        Case(
            f"IOHprofiler's .info files, curves, {suite}",
            {
                "f_a.info": IOH_INFO.format(suite=suite, f="a", more="", last=""),
                "data_fa/DIM100.dat": IOH_INFO_DAT,
            },
            "iohprofiler-info-curves",
            ("algorithm", "problem", "run", "step", "value"),
            [
                ("EA", "a 100D", "1", 1.0, 38.0),
                ("EA", "a 100D", "1", 4.0, 38.0),
                ("EA", "a 100D", "1", 7.0, 95.0),
                ("EA", "a 100D", "1", 9.0, 95.0),
                ("EA", "a 100D", "2", 8.0, 100.0),
            ],
            better=better,
            options={"format": "iohprofiler-info-curves"},
        )
        for suite, better in (("PBO", "higher"), ("mine", None))
    ),
    Case(
        "COCO, curves",
        {"f1.info": "\n".join(COCO.splitlines()[:3]), "data_f1/f1_DIM2.dat": COCO_DAT},
        "coco-curves",
        ("algorithm", "problem", "run", "step", "value"),
        [
            ("BFGS", "f1 2D", "1", 1.0, 0.5),
            ("BFGS", "f1 2D", "1", 10.0, 2.5e-13),
            ("BFGS", "f1 2D", "1", 13.0, 2.5e-13),
            ("BFGS", "f1 2D", "1 (2)", 1.0, 4e-13),
            ("BFGS", "f1 2D", "1 (2)", 25.0, 4e-13),
        ],
        better="lower",
        options={"format": "coco-curves"},
    ),
    Case(
        "AutoML benchmark, older: a score for which higher is better and a loss",
        {"results.csv": AMLB},
        "amlb",
        ("algorithm", "problem", "run", "measure", "value"),
        [
            ("TPOT", "adult", "0", "auc", 0.9),
            ("TPOT", "adult", "1", "auc", None),
            ("oboe", "adult", "0", "auc", 0.7),
            ("TPOT", "Helena", "0", "logloss", 2.5),
        ],
        source="results.csv",
        ignored=("id", "mode", "seed", "acc", "auc", "logloss"),
    ),
    Case(
        "AutoML benchmark, newer: the metric is named, and higher is better",
        {"results.csv": NEW_AMLB},
        "amlb",
        ("algorithm", "problem", "run", "value"),
        [("TPOT", "adult", "0", 0.9), ("oboe", "adult", "0", None)],
        source="results.csv",
        better="higher",
        measure="auc",
        ignored=("id", "constraint", "type", "mode"),
    ),
    Case(
        "TabArena",
        {
            "results.csv": "method,dataset,fold,repeat,metric_error,metric,time_train_s\n"
            "RF,adult,0,1,0.25,auc,7\nLR,adult,0,1,0.5,auc,2\n"
        },
        "tabarena",
        ("algorithm", "problem", "run", "value"),
        [("RF", "adult", "1/0", 0.25), ("LR", "adult", "1/0", 0.5)],
        source="results.csv",
        better="lower",
        measure="metric_error",
        ignored=("metric", "time_train_s"),
    ),
    Case(
        "mlr3, scores",
        {
            "scores.csv": "nr,task_id,learner_id,resampling_id,iteration,classif.ce,classif.acc\n"
            "1,iris,classif.rpart,cv,1,0.25,0.75\n1,iris,classif.rpart,cv,2,0.5,0.5\n"
        },
        "mlr3",
        ("algorithm", "problem", "run", "measure", "value"),
        [
            ("classif.rpart", "iris", "1", "classif.ce", 0.25),
            ("classif.rpart", "iris", "2", "classif.ce", 0.5),
            ("classif.rpart", "iris", "1", "classif.acc", 0.75),
            ("classif.rpart", "iris", "2", "classif.acc", 0.5),
        ],
        ignored=("nr", "resampling_id"),
    ),
    Case(
        "mlr3, aggregates",
        {
            "bmr.csv": "nr,task_id,learner_id,resampling_id,iters,classif.ce\n"
            "1,iris,rpart,cv,3,0.5\n"
        },
        "mlr3",
        ("algorithm", "problem", "value"),
        [("rpart", "iris", 0.5)],
        measure="classif.ce",
        ignored=("nr", "resampling_id", "iters"),
    ),
    Case(
        "baycomp",
        {
            "accuracies.txt": "nbc\n  anneal 94.5 98.5\n  credit 70 71\n  credit 80 81\n"
            "j48\n  anneal 90 91\n  credit 60 61\n  credit 62 63\n"
        },
        "baycomp",
        ("algorithm", "problem", "run", "value"),
        [
            ("nbc", "anneal", "1", 94.5),
            ("nbc", "anneal", "2", 98.5),
            ("nbc", "credit", "1", 70.0),
            ("nbc", "credit", "2", 71.0),
            ("nbc", "credit (2)", "1", 80.0),
            ("nbc", "credit (2)", "2", 81.0),
            ("j48", "anneal", "1", 90.0),
            ("j48", "anneal", "2", 91.0),
            ("j48", "credit", "1", 60.0),
            ("j48", "credit", "2", 61.0),
            ("j48", "credit (2)", "1", 62.0),
            ("j48", "credit (2)", "2", 63.0),
        ],
    ),
    Case(
        "lm-evaluation-harness",
        {
            "a/results_1.json": lm_eval(
                "org/A",
                {
                    "arc": {
                        "alias": "arc",
                        "acc,none": 0.5,
                        "acc_stderr,none": 0.1,
                        "f1,strict": 0.25,
                        "samples": 7,
                    },
                    "mmlu": {"acc,none": 0.3},
                    "mmlu_law": {"acc,none": 0.3, "f1,strict": "N/A"},
                },
                group_subtasks={"mmlu": ["mmlu_law"], "arc": []},
                higher_is_better={
                    "arc": {"acc": True, "f1": True},
                    "mmlu_law": {"acc": True, "f1": True},
                },
            ),
        },
        "lm-eval",
        ("algorithm", "problem", "measure", "value"),
        [
            ("org/A", "arc", "acc", 0.5),
            ("org/A", "arc", "f1 (strict)", 0.25),
            ("org/A", "mmlu_law", "acc", 0.3),
            ("org/A", "mmlu_law", "f1 (strict)", "N/A"),
        ],
        better="higher",
        ignored=("group 'mmlu', whose tasks are there",),
    ),
    Case(
        "lm-evaluation-harness, older, with the model among the arguments",
        {
            "a.json": json.dumps(
                {
                    "results": {"arc": {"acc": 0.5, "acc_stderr": 0.1}},
                    "versions": {"arc": 0},
                    "config": {"model": "hf", "model_args": "pretrained=org/A,dtype=float"},
                }
            ),
            "B/b.json": json.dumps(
                {"results": {"arc": {"acc": 0.25}}, "versions": {"arc": 0}, "config": {}}
            ),
        },
        "lm-eval",
        ("algorithm", "problem", "value"),
        [("B", "arc", 0.25), ("org/A", "arc", 0.5)],
        measure="acc",
    ),
    Case(
        "Weka",
        {"experiment.csv": WEKA},
        "weka",
        ("algorithm", "problem", "run", "measure", "value"),
        [
            ("J48 -C 0.25", "iris", "1/1", "Percent_correct", 93.5),
            ("J48 -C 0.5", "iris", "1/2", "Percent_correct", 95.5),
            ("ZeroR", "iris", "1/1", "Percent_correct", 33.5),
            ("J48 -C 0.25", "iris", "1/1", "Kappa_statistic", 0.9),
            ("J48 -C 0.5", "iris", "1/2", "Kappa_statistic", 0.95),
            ("ZeroR", "iris", "1/1", "Kappa_statistic", 0.0),
        ],
        source="experiment.csv",
        ignored=("Key_Scheme_version_ID", "Date_time", "Summary"),
    ),
    Case(
        "MLflow",
        {"runs.csv": MLFLOW},
        "mlflow",
        ("run", "algorithm", "problem", "measure", "value"),
        [
            ("1", "ROCKET", "GunPoint", "acc", 0.9),
            ("1", "DTW", "GunPoint", "acc", 0.8),
            ("1", "ROCKET", "GunPoint", "loss", 0.25),
            ("1", "DTW", "GunPoint", "loss", 0.5),
        ],
        ignored=("run_id",),
    ),
    Case(
        "critdd and cd-diagram",
        {"example.csv": "classifier_name,dataset_name,accuracy\nRF,iris,0.5\nLR,iris,0.25\n"},
        "critdd",
        ("algorithm", "problem", "value"),
        [("RF", "iris", 0.5), ("LR", "iris", 0.25)],
        source="example.csv",
        measure="accuracy",
    ),
    Case(
        "SAES",
        {
            "metrics.csv": "Algorithm,Instance,MetricName,ExecutionId,MetricValue\n"
            "SVM,Iris,loss,1,0.5\nKNN,Iris,loss,1,0.25\n"
        },
        "saes",
        ("algorithm", "problem", "run", "value"),
        [("SVM", "Iris", "1", 0.5), ("KNN", "Iris", "1", 0.25)],
        source="metrics.csv",
        measure="loss",
    ),
    Case(
        "MTEB: subsets are problems, and the split 'test' is taken where there is one",
        {
            "org__A/0123456789abcdef/SciFact.json": mteb(
                "SciFact", test=[("default", 0.5)], train=[("default", 0.75)]
            ),
            "org__A/0123456789abcdef/Massive.json": mteb("Massive", dev=[("de", 0.25), ("fr", 1)]),
            "org__A/0123456789abcdef/model_meta.json": "{}",
            "org__B/SciFact.json": mteb("SciFact", test=[("default", 0.375)]),
        },
        "mteb",
        ("algorithm", "problem", "value"),
        [
            ("org__A", "Massive (de, dev)", 0.25),
            ("org__A", "Massive (fr, dev)", 1.0),
            ("org__A", "SciFact", 0.5),
            ("org__B", "SciFact", 0.375),
        ],
        better="higher",
        ignored=("scores other than the main score", "split 'train' of 'SciFact'"),
    ),
    Case(
        "ClickBench: the first try and the best of the others",
        {
            "duckdb/results/large.json": click("DuckDB", "large", [3, 1.5, 1.25], [2, None, 1]),
            "duckdb/results/small.json": click("DuckDB", "small", [5, 4, 4.5], [None, None, None]),
        },
        "clickbench",
        ("algorithm", "problem", "measure", "value"),
        [
            ("large", "Q0", "cold run", 3.0),
            ("large", "Q0", "hot run", 1.25),
            ("large", "Q1", "cold run", 2.0),
            ("large", "Q1", "hot run", None),
            ("small", "Q0", "cold run", 5.0),
            ("small", "Q0", "hot run", 4.0),
            ("small", "Q1", "cold run", None),
            ("small", "Q1", "hot run", None),
        ],
        better="lower",
    ),
    Case(
        "FuzzBench: a snapshot that is there for each crash counts once",
        {"data.csv": FUZZ},
        "fuzzbench",
        ("algorithm", "problem", "run", "step", "value"),
        [
            ("afl", "png", "1", 0.0, 4.0),
            ("afl", "png", "1", 900.0, 70.0),
            ("libfuzzer", "png", "2", 0.0, 5.0),
        ],
        source="data.csv",
        better="higher",
        measure="edges_covered",
        ignored=("crash_key",),
    ),
    Case(
        "BenchExec: failures by their status",
        {"table.csv": BENCHEXEC},
        "benchexec",
        ("algorithm", "problem", "value"),
        [
            ("CPA 1", "a.c unreach", 1.5),
            ("CPA 1", "b.c unreach", None),
            ("Ult 2", "a.c unreach", None),
            ("Ult 2", "b.c unreach", 3.0),
        ],
        source="table.csv",
        better="lower",
        measure="cputime (s)",
        ignored=("host",),
    ),
    Case(
        "BenchExec: the same tool twice, and wrong answers",
        {
            "table.csv": "tool\tCPA\tCPA\tCPA\tCPA\nrun set\tx\tx\ty\ty\n"
            "\tcategory\tscore\tcategory\tscore\na.c\tcorrect\t2\twrong\t-16\n"
        },
        "benchexec",
        ("algorithm", "problem", "value"),
        [("x", "a.c", 2.0), ("y", "a.c", None)],
        measure="score",
    ),
    Case(
        "Weights & Biases, a chart whose runs are named PROBLEM_ALGORITHM",
        {"chart.csv": CHART},
        "wandb-problem-algorithm",
        ("algorithm", "problem", "run", "step", "value"),
        [
            ("RF", "iris", "iris_RF", 0.0, 0.5),
            ("RF", "iris", "iris_RF", 1.0, 0.625),
            ("LR", "iris", "iris_LR", 0.0, 0.25),
            ("RF", "wine", "wine_RF", 0.0, 0.75),
            ("LR", "wine", "wine_LR", 0.0, 1.0),
        ],
        measure="acc",
        ignored=("the least and greatest values of the runs (__MIN, __MAX) and W&B's counters",),
        options={"format": "wandb-problem-algorithm"},
    ),
    Case(
        "Weights & Biases, a chart whose runs are named ALGORITHM_PROBLEM",
        {"chart.csv": "\n".join(CHART.splitlines()[:2])},
        "wandb-algorithm-problem",
        ("algorithm", "problem", "run", "step", "value"),
        [
            ("iris", "RF", "iris_RF", 0.0, 0.5),
            ("iris", "LR", "iris_LR", 0.0, 0.25),
            ("wine", "RF", "wine_RF", 0.0, 0.75),
            ("wine", "LR", "wine_LR", 0.0, 1.0),
        ],
        measure="acc",
        ignored=("the least and greatest values of the runs (__MIN, __MAX) and W&B's counters",),
        options={"format": "wandb-algorithm-problem"},
    ),
    *(
        Case(
            f"TensorBoard, runs named {order}",
            {
                "run-a_x_1-tag-acc.csv": "Wall time,Step,Value\n1.7e9,0,0.5\n1.7e9,10,0.625\n",
                "run-a_y_1-tag-acc.json": "[[1700000000.5, 0, 0.25]]",
                "run-b_x_1-tag-acc.csv": "Wall time,Step,Value\n1.7e9,0,0.75\n",
                "run-b_y_2-tag-acc.csv": "Wall time,Step,Value\n1.7e9,0,1\n",
            },
            f"tensorboard-{order}",
            ("algorithm", "problem", "run", "step", "value"),
            [
                (first, second, run, step, value)
                if order[0] == "a"
                else (second, first, run, step, value)
                for first, second, run, step, value in (
                    ("a", "x", "1", 0.0, 0.5),
                    ("a", "x", "1", 10.0, 0.625),
                    ("a", "y", "1", 0.0, 0.25),
                    ("b", "x", "1", 0.0, 0.75),
                    ("b", "y", "2", 0.0, 1.0),
                )
            ],
            measure="acc",
            options={"format": f"tensorboard-{order}"},
        )
        for order in ("algorithm-problem", "problem-algorithm")
    ),
    Case(
        "trec_eval -q: systems by their files or as these are named",
        {
            "bm25.trec": TREC + "map\tall\t0.625\n",
            "b.trec": "runid\tall\tDense\nmap\t301\t0.25\n",
        },
        "trec-eval",
        ("algorithm", "problem", "measure", "value"),
        [
            ("Dense", "301", "map", 0.25),
            ("bm25", "301", "map", 0.5),
            ("bm25", "301", "P_5", 0.25),
            ("bm25", "302", "map", 0.75),
            ("bm25", "302", "P_5", 1.0),
        ],
        better="higher",
        ignored=("means over all topics", "num_ret", "num_rel", "num_rel_ret"),
    ),
    Case(
        "hyperfine: repetitions are runs, and exit codes show failures",
        {
            "new.json": json.dumps(
                {
                    "results": [
                        {"command": "a", "median": 2, "times": [1.5, 2.5], "exit_codes": [0, 0]},
                        {"command": "b", "median": 3, "times": [3, 4], "exit_codes": [0, 1]},
                    ]
                }
            ),
            "old.json": json.dumps({"results": [{"command": "a", "mean": 5, "median": 6}]}),
        },
        "hyperfine",
        ("algorithm", "problem", "run", "value"),
        [
            ("new", "a", "1", 1.5),
            ("new", "a", "2", 2.5),
            ("new", "b", "1", 3.0),
            ("new", "b", "2", None),
            ("old", "a", "1", 5.0),
        ],
        better="lower",
        measure="time",
    ),
    Case(
        "hyperfine, version 2",
        {
            "new.json": json.dumps(
                {
                    "schema_version": 2,
                    "primary_metric": "time_wall_clock",
                    "results": [
                        {
                            "command": "sleep 1",
                            "name": "nap",
                            "measurements": [
                                {"time_wall_clock": {"value": 1.5}, "exit_code": 0},
                                {"time_wall_clock": {"value": 9.5}, "exit_code": 2},
                            ],
                        }
                    ],
                }
            )
        },
        "hyperfine",
        ("algorithm", "problem", "run", "value"),
        [("new", "nap", "1", 1.5), ("new", "nap", "2", None)],
        better="lower",
        measure="time_wall_clock",
    ),
    Case(
        "Google Benchmark: repetitions in seconds, and means where there are no others",
        {
            "new.json": json.dumps(
                {
                    "context": {},
                    "benchmarks": [
                        google("Sort", 8, run_type="iteration"),
                        google("Sort", 9, run_type="iteration"),
                        google("Sort_mean", 8.5, run_name="Sort", run_type="aggregate"),
                        google(
                            "Sum_mean",
                            5,
                            "us",
                            run_name="Sum",
                            run_type="aggregate",
                            aggregate_name="mean",
                        ),
                        google("Max", 1, error_occurred=True, error_message="no memory"),
                    ],
                }
            )
        },
        "google-benchmark",
        ("algorithm", "problem", "run", "measure", "value"),
        [
            ("new", "Sum", "1", "real_time", 5e-6),
            ("new", "Sum", "1", "cpu_time", 5e-6),
            ("new", "Sort", "1", "real_time", 8e-9),
            ("new", "Sort", "2", "real_time", 9e-9),
            ("new", "Sort", "1", "cpu_time", 8e-9),
            ("new", "Sort", "2", "cpu_time", 9e-9),
            ("new", "Max", "1", "real_time", None),
            ("new", "Max", "1", "cpu_time", None),
        ],
        better="lower",
    ),
    Case(
        "pytest-benchmark: all rounds, or the mean where they were not stored",
        {
            f"{name}.json": json.dumps(
                {"machine_info": {}, "benchmarks": [{"fullname": "t.py::sort", "stats": stats}]}
            )
            for name, stats in (("0001", {"mean": 2.0, "data": [1.5, 2.5]}), ("0002", {"mean": 7}))
        },
        "pytest-benchmark",
        ("algorithm", "problem", "run", "value"),
        [
            ("0001", "t.py::sort", "1", 1.5),
            ("0001", "t.py::sort", "2", 2.5),
            ("0002", "t.py::sort", "1", 7.0),
        ],
        better="lower",
        measure="time",
    ),
    Case(
        "github-action-benchmark: names that are there again are runs",
        {
            "new.json": json.dumps(
                [
                    {"name": "sort", "unit": "ms", "value": 1.5, "range": "0.1"},
                    {"name": "sort", "unit": "ms", "value": 2.5},
                    {"name": "sum", "unit": "ms/iter", "value": 4},
                ]
            )
        },
        "github-action-benchmark",
        ("algorithm", "problem", "run", "value"),
        [("new", "sort", "1", 1.5), ("new", "sort", "2", 2.5), ("new", "sum", "1", 4.0)],
        better="lower",
        measure="value",
    ),
    Case(
        "github-action-benchmark: what it stores of all commits",
        {
            "data.json": json.dumps(
                {
                    "lastUpdate": 1,
                    "entries": {
                        "Benchmark": [
                            {
                                "commit": {"id": commit},
                                "benches": [{"name": "t", "unit": "iter/sec", "value": value}],
                            }
                            for commit, value in (("aaaa", 1.5), ("bbbb", 2.5))
                        ]
                    },
                }
            )
        },
        "github-action-benchmark",
        ("algorithm", "problem", "value"),
        [("aaaa", "t", 1.5), ("bbbb", "t", 2.5)],
        better="higher",
        measure="value",
    ),
    Case(
        "asv: parameters, failures, samples; and the older layout",
        {
            "cheetah/aaaa-py3.12.json": json.dumps(
                {
                    "commit_hash": "aaaa",
                    "requirements": {},
                    "result_columns": ["result", "params", "version", "samples"],
                    "results": {
                        "b.time_add": [[0.5, None], [["1", "2"]], "v"],
                        "b.time_mul": [[2.0], [], "v", [[1.5, 2.5]]],
                    },
                    "version": 2,
                }
            ),
            "cheetah/bbbb-py3.12.json": '{"commit_hash": "bbbb", "requirements": {}, "results": {'
            '"b.time_add": {"params": [["1", "2"]], "result": [1, 4]}, "b.time_mul": NaN}}',
            "cheetah/machine.json": "{}",
            "benchmarks.json": "{}",
        },
        "asv",
        ("algorithm", "problem", "run", "value"),
        [
            ("aaaa-py3.12", "b.time_add(1)", "1", 0.5),
            ("aaaa-py3.12", "b.time_add(2)", "1", None),
            ("aaaa-py3.12", "b.time_mul", "1", 1.5),
            ("aaaa-py3.12", "b.time_mul", "2", 2.5),
            ("bbbb-py3.12", "b.time_add(1)", "1", 1.0),
            ("bbbb-py3.12", "b.time_add(2)", "1", 4.0),
            ("bbbb-py3.12", "b.time_mul", "1", None),
        ],
        better="lower",
        measure="time",
    ),
    Case(
        "ASlib: a run whose status is not ok is a hole, and the description says the direction",
        {
            "S/algorithm_runs.arff": ARFF.replace("runtime", "quality"),
            "S/feature_values.arff": "@RELATION F\n@ATTRIBUTE instance_id STRING\n@DATA\nb\n",
            "S/description.txt": "scenario_id: S\nmaximize:\n- true\n",
        },
        "aslib",
        ("algorithm", "problem", "value"),
        [
            ("SCIP", "inst, 1", 10.5),
            ("CBC", "inst, 1", None),
            ("SCIP", "b", 2.0),
            ("CBC", "b", None),
        ],
        better="higher",
        measure="quality",
    ),
    Case(
        "ASlib, one file: of times lower is better",
        {"runs.arff": ARFF},
        "aslib",
        ("algorithm", "problem", "value"),
        [
            ("SCIP", "inst, 1", 10.5),
            ("CBC", "inst, 1", None),
            ("SCIP", "b", 2.0),
            ("CBC", "b", None),
        ],
        source="runs.arff",
        better="lower",
        measure="runtime",
    ),
    Case(
        "GIFT-Eval: a folder per model, and a column that only one file has",
        {
            "A/all_results.csv": GIFT + "m4/A/short,A,0.5,Econ\n",
            "B/all_results.csv": "dataset,model,eval_metrics/MASE[0.5],domain,notes\n"
            "m4/A/short,B,0.25,Econ,none\n",
        },
        "gift-eval",
        ("algorithm", "problem", "value"),
        [("A", "m4/A/short", 0.5), ("B", "m4/A/short", 0.25)],
        better="lower",
        measure="MASE[0.5]",
        ignored=("notes", "domain"),
    ),
    Case(
        "fev: the error, the metrics that the file names, and the times",
        {"naive.csv": FEV + "Naive,ETT_1D,SQL,\"['MASE']\",28,0.5,0.5,0.75,9\n"},
        "fev",
        ("algorithm", "problem", "measure", "value"),
        [
            ("Naive", "ETT_1D", "test_error", 0.5),
            ("Naive", "ETT_1D", "SQL", 0.5),
            ("Naive", "ETT_1D", "MASE", 0.75),
            ("Naive", "ETT_1D", "training_time_s", 9.0),
        ],
        better="lower",
        ignored=("eval_metric", "extra_metrics", "horizon"),
    ),
    Case(
        "SMT-COMP: a file per solver",
        {
            "cvc5.csv": SMT + "1,0.5,0.25,sat\n2,7,8,starexec-unknown\n",
            "z3.csv": SMT + "1,1.5,2,sat\n2,3,4,unsat\n",
        },
        "smt-comp",
        ("algorithm", "problem", "measure", "value"),
        [
            ("cvc5", "1", "cpu_time", 0.5),
            ("cvc5", "2", "cpu_time", None),
            ("cvc5", "1", "wallclock_time", 0.25),
            ("cvc5", "2", "wallclock_time", None),
            ("z3", "1", "cpu_time", 1.5),
            ("z3", "2", "cpu_time", 3.0),
            ("z3", "1", "wallclock_time", 2.0),
            ("z3", "2", "wallclock_time", 4.0),
        ],
        better="lower",
    ),
    Case(
        "a file per problem, with curves of runs that are not named",
        {
            f"{name}.json": json.dumps(
                [
                    {"Iteration": step, "Value": value, "Agent": "DQN"}
                    for step, value in ((0, start), (1, 2), (0, 3), (1, 4))
                ]
            )
            for name, start in (("alien", 1), ("pong", 5))
        },
        "problem-files",
        ("problem", "step", "algorithm", "run", "value"),
        [
            ("alien", 0.0, "DQN", "1", 1.0),
            ("alien", 1.0, "DQN", "1", 2.0),
            ("alien", 0.0, "DQN", "2", 3.0),
            ("alien", 1.0, "DQN", "2", 4.0),
            ("pong", 0.0, "DQN", "1", 5.0),
            ("pong", 1.0, "DQN", "1", 2.0),
            ("pong", 0.0, "DQN", "2", 3.0),
            ("pong", 1.0, "DQN", "2", 4.0),
        ],
        measure="Value",
        options={"format": "problem-files"},
    ),
    Case(
        "parts of a long table, one with a column more",
        {
            "1.csv": "algorithm,problem,value\nA,iris,0.5\n",
            "2.csv": "problem,algorithm,value,note\nwine,B,0.25,x\n",
        },
        "csv",
        ("algorithm", "problem", "value"),
        [("A", "iris", 0.5), ("B", "wine", 0.25)],
        ignored=("note",),
    ),
    Case(
        "LaTeX",
        {"table.tex": LATEX},
        "latex",
        ("section", "Data set", "Accuracy (%) / New", "Accuracy (%) / C4.5"),
        [
            ("", "iris", "95.5", "-1.5"),
            ("Large ones", "``gläss''", "70", "1.25e1"),
            ("Large ones", "wine_2", "-", "0.81 ± 0.02"),
        ],
        source="table.tex",
    ),
    Case(
        "rows of a LaTeX table alone, a group over several of them",
        {
            "rows.txt": "group & data & A & B \\\\\n\\hline\n"
            "\\multirow{2}{*}{UCI} & iris & 1 & 2 \\\\\n"
            " & wine & 3 & 4 \\\\"
        },
        "latex",
        ("group", "data", "A", "B"),
        [("UCI", "iris", "1", "2"), ("UCI", "wine", "3", "4")],
    ),
    Case(
        "Markdown",
        {"table.md": MARKDOWN},
        "markdown",
        ("data set", "New", "Old"),
        [("iris", "0.95", "0.5"), ("a | b", "0.25", "-"), ("wine", "-0.5", "1")],
        source="table.md",
    ),
    Case(
        "HTML",
        {"page.html": HTML},
        "html",
        ("Data set", "Accuracy / New", "Accuracy / Old & slow"),
        [("iris", "0.95", "0.5"), ("wine", "0.25", "1.5")],
        source="page.html",
    ),
    Case(
        "LaTeX: raised and small parts stay apart from numbers",
        {"table.tex": LATEX_SMALL},
        "latex",
        ("Data set", "New^a", "Old_2 (slow)"),
        [
            ("iris^1", "81 (14)", "95 ^2"),
            ("wine", "92.5 (0.3)", "80 _13"),
            ("glass", "92 (3)", "95 _2"),
            ("zoo", "95*", "95 ^a"),
            ("car", "95*", "81 ^2"),
            ("yeast", "0.5", "0.25"),
            ("abalone", "95 14", "95 2"),
            ("vowel", "81 (↑2)", "95 2"),
            ("sonar", "6.5E-07 ± 1.0E-08", "10^3"),
            ("led", "1.5e2", "2^10"),
        ],
        source="table.tex",
    ),
    Case(
        "Markdown: raised and small parts stay apart from numbers",
        {"table.md": MARKDOWN_SMALL},
        "markdown",
        ("data set", "New^a", "F_1"),
        [
            ("iris", "**0.9** ^1", "80 _13"),
            ("wine", "0.7 ^1", "95 2"),
            ("zoo", "0.5", "90 2"),
        ],
        source="table.md",
    ),
    Case(
        "HTML: raised and small parts stay apart from numbers",
        {"page.html": HTML_SMALL},
        "html",
        ("Data set", "New^a", "F_1 %"),
        [
            ("iris", "0.9 ^1", "80 _13"),
            ("wine", "95 (2)", "0.5"),
            ("zoo", "92.5 _0.3", "92 ±0.3"),
            ("car", "0.9†", "0.9 ^a"),
            ("led", "1.5e-2", "10^3"),
            ("yeast", "95 2", "95 2"),
            ("vowel", "95 2", "7"),
        ],
        source="page.html",
    ),
    Case(
        "text pasted from a spreadsheet",
        {"pasted.txt": '\tNew\tOld\t\r\niris\t0,95\t0,5\t\r\n"a ""b"""\t1,5\t#DIV/0!\t\r\n'},
        "csv",
        ("", "New", "Old"),
        [("iris", "0,95", "0,5"), ('a "b"', "1,5", "#DIV/0!")],
        source="pasted.txt",
    ),
    Case(
        "a file per algorithm",
        {
            "New.csv": "dataset,accuracy\niris,0.5\nwine,0.25\n",
            "Old.csv": "dataset,accuracy\niris,1\n",
        },
        "algorithm-files",
        ("algorithm", "problem", "value"),
        [("New", "iris", 0.5), ("New", "wine", 0.25), ("Old", "iris", 1.0)],
        measure="accuracy",
    ),
    Case(
        "a file per algorithm, columns of runs, named after the folder",
        {
            "New/results.csv": "dataset,run 1,run 2\niris,0.5,0.25\n",
            "Old/results.csv": "dataset,run 1,run 2\niris,1,0.75\n",
        },
        "algorithm-files",
        ("algorithm", "problem", "run", "value"),
        [
            ("New", "iris", "run 1", 0.5),
            ("New", "iris", "run 2", 0.25),
            ("Old", "iris", "run 1", 1.0),
            ("Old", "iris", "run 2", 0.75),
        ],
    ),
    Case(
        "a folder per algorithm with a file per problem, whose rows are numbered runs",
        {
            "DE/F1.csv": "No.;f(x)\n1;0.5\n2;0.25\n",
            "GA/F1.csv": "No.;f(x)\n1;1.5\n2;2\n",
        },
        "algorithm-folders",
        ("algorithm", "problem", "run", "value"),
        [
            ("DE", "F1", "1", 0.5),
            ("DE", "F1", "2", 0.25),
            ("GA", "F1", "1", 1.5),
            ("GA", "F1", "2", 2.0),
        ],
        measure="f(x)",
        options={"format": "algorithm-folders"},
    ),
    Case(
        "a folder per problem with a file per algorithm, with two measures",
        {"F1/DE.csv": "error,time,seed\n0.5,7,a\n", "F1/GA.csv": "error,time,seed\n1.5,8,b\n"},
        "problem-folders",
        ("problem", "algorithm", "run", "measure", "value"),
        [
            ("F1", "DE", "a", "error", 0.5),
            ("F1", "DE", "a", "time", 7.0),
            ("F1", "GA", "b", "error", 1.5),
            ("F1", "GA", "b", "time", 8.0),
        ],
        options={"format": "problem-folders"},
    ),
    Case(
        "a file per problem, with two measures",
        {
            "iris.csv": "classifier,fold,accuracy,time\nNew,1,0.5,7\nOld,1,0.25,8\n",
            "wine.csv": "classifier,fold,accuracy,time\nNew,1,0.75,9\n",
        },
        "problem-files",
        ("problem", "run", "algorithm", "measure", "value"),
        [
            ("iris", "1", "New", "accuracy", 0.5),
            ("iris", "1", "Old", "accuracy", 0.25),
            ("iris", "1", "New", "time", 7.0),
            ("iris", "1", "Old", "time", 8.0),
            ("wine", "1", "New", "accuracy", 0.75),
            ("wine", "1", "New", "time", 9.0),
        ],
    ),
    Case(
        "a file per problem, as was asked for: columns of algorithms, rows of runs",
        {"iris.csv": "New,Old\n0.5,0.25\n1,2\n", "wine.csv": "New,Old\n3,4\n"},
        "problem-files",
        ("problem", "algorithm", "run", "value"),
        [
            ("iris", "New", "1", 0.5),
            ("iris", "New", "2", 1.0),
            ("iris", "Old", "1", 0.25),
            ("iris", "Old", "2", 2.0),
            ("wine", "New", "1", 3.0),
            ("wine", "Old", "1", 4.0),
        ],
        options={"format": "problem-files"},
    ),
    Case(
        "parts of a long table, the columns in another order",
        {
            "1.csv": "algorithm,problem,value\nA,iris,0.5\n",
            "2.csv": "problem,algorithm,value\nwine,B,0.25\n",
        },
        "csv",
        ("algorithm", "problem", "value"),
        [("A", "iris", 0.5), ("B", "wine", 0.25)],
    ),
    Case(
        "parts of a wide table",
        {"1.csv": "problem,A,B\niris,1,2\n", "2.csv": "problem,A,B\nwine,3,4\n"},
        "csv",
        ("problem", "A", "B"),
        [("iris", "1", "2"), ("wine", "3", "4")],
    ),
    Case(
        "parts of the AutoML benchmark's results",
        {"1.csv": NEW_AMLB, "2.csv": NEW_AMLB.replace("adult", "iris")},
        "amlb",
        ("algorithm", "problem", "run", "value"),
        [
            ("TPOT", "adult", "0", 0.9),
            ("oboe", "adult", "0", None),
            ("TPOT", "iris", "0", 0.9),
            ("oboe", "iris", "0", None),
        ],
        better="higher",
        measure="auc",
        ignored=("id", "constraint", "type", "mode"),
    ),
]

TSML = "Resamples:,0,1\nIris,0.5,0.25\n"
CUT = len(ioh("A", 1, [0.5])) - 9
ALIASES = [alias for entry in FORMATS for alias in entry.aliases]
REFUSALS = [
    Refusal(
        "TensorBoard: names that show no problems",
        {f"{name}.csv": "Wall time,Step,Value\n1,1,1\n" for name in ("first", "second")},
        "HERE: the names of the 2 files, such as 'first', do not name algorithm and problem; name "
        "the runs PROBLEM_ALGORITHM or PROBLEM_ALGORITHM_SEED, with each algorithm on each problem",
    ),
    Refusal(
        "TensorBoard: a point without a step",
        {f"{p}_{a}.json": "[[1.5, 2, 3], [1.5, 2]]" for p in "pq" for a in "AB"},
        "HERE/p_A.json: point 2 is not [wall time, step, value]; give the file as it was made",
    ),
    Refusal(
        "IOHprofiler: two objectives",
        {"a.json": ioh("A", 1, [0.5], attributes=["evaluations", "raw_y", "F2"])},
        "HERE/a.json: the runs have several objectives ('raw_y', 'F2'), and a comparison by the "
        "first alone would say nothing; of two, take an indicator with "
        "format='iohprofiler-hypervolume' or format='iohprofiler-igd-plus'",
    ),
    Refusal(
        "IOHprofiler: an indicator of one objective",
        {"a.json": ioh("A", 1, [0.5])},
        "HERE/a.json: the runs have 1 objective, and this indicator is of two; give the files of "
        "runs with two objectives",
        options={"format": "iohprofiler-hypervolume"},
    ),
    Refusal(
        "IOHprofiler: a curve without the second objective",
        {
            "a.json": ioh("A", 1, [0.5], attributes=["evaluations", "raw_y", "F2"]),
            "data_f1/f1.dat": DAT,
        },
        "HERE/data_f1/f1.dat: a curve does not hold numbers of 'evaluations' and 'raw_y' and 'F2' "
        "in each line; give the file as it was made",
        options={"format": "iohprofiler-igd-plus"},
    ),
    Refusal(
        "SMT-COMP: solvers that were not run on the same problems",
        {
            "a.csv": SMT + "1,1,1,sat\n2,1,1,sat\n",
            "b.csv": SMT + "1,1,1,sat\n2,1,1,sat\n",
            "c.csv": SMT + "3,1,1,sat\n",
        },
        "HERE: the 3 solvers have fewer than 2 problems in common, so that they cannot be compared "
        "(the most, 2, are common to 'a' and 'b'); give the files of solvers that were run on the "
        "same problems, as a list",
    ),
    Refusal(
        "Weights & Biases: names of runs that cross, but do not show which part is the problem",
        {
            "t.csv": CHART.replace("iris", "one")
            .replace("wine", "two")
            .replace("RF", "x")
            .replace("LR", "y")
        },
        "HERE/t.csv: the table can be read in several ways: which column names the algorithms, and "
        "which one the problems?\n"
        "  1. Read: 2 problems (one, two), 2 algorithms (x, y), 1 to 2 values in each cell, "
        "values of value, lower is better.\n"
        "     better='lower' algorithm='end of the name' problem='start of the name'\n"
        "  2. Read: 2 problems (x, y), 2 algorithms (one, two), 1 to 2 values in each cell, "
        "values of value, lower is better.\n"
        "     better='lower' algorithm='start of the name' problem='end of the name'",
    ),
    Refusal(
        "Weights & Biases: names of runs that name no problem",
        {"t.csv": "Step,a - acc,a - acc__MIN,a - acc__MAX\n0,1,1,1\n"},
        "HERE/t.csv: the chart has 1 runs, such as 'a', and does not say on which problems; a "
        "comparison needs two or more: name the runs PROBLEM_ALGORITHM, with each algorithm on "
        "each problem, or export a table",
    ),
    Refusal(
        "MTEB: a file in no folder",
        {"SciFact.json": mteb("SciFact", test=[("default", 0.5)])},
        "HERE/SciFact.json: the model is the name of a folder; give the folder above those of the "
        "models",
    ),
    Refusal(
        "ClickBench: a query without times",
        {"a.json": click("DuckDB", "small", 7)},
        "HERE/a.json: the result of Q0 is no list of times; give the file as it was made",
    ),
    Refusal(
        "BenchExec: several tables",
        {"a.csv": BENCHEXEC, "b.csv": BENCHEXEC},
        "HERE: several tables of BenchExec are not put together; make one of them with "
        "table-generator",
    ),
    Refusal(
        "BenchExec: a line that is too long",
        {"a.csv": BENCHEXEC + "c.c\tunreach\ttrue\t1\tn\ttrue\t1\tn\t7\n"},
        "HERE/a.csv: line 6 has more cells than the headings; give the file as it was made",
    ),
    Refusal(
        "trec_eval without -q",
        {"a.trec": "map all 0.5\n"},
        "HERE/a.trec: there are means over all topics alone; run trec_eval with -q",
    ),
    Refusal(
        "trec_eval: a line that is cut",
        {"a.txt": TREC + "map\n"},
        "HERE/a.txt: line 6 does not hold a measure, a topic and a value; give the file as it was "
        "made",
    ),
    Refusal(
        "Google Benchmark: an unknown unit",
        {"a.json": json.dumps({"context": {}, "benchmarks": [google("a", 1, "days")]})},
        "HERE/a.json: the unit of time 'days' is not known; give one of ns, us, ms, s",
    ),
    Refusal(
        "Google Benchmark: no results",
        {
            "a.json": json.dumps(
                {"context": {}, "benchmarks": [google("a", 1, run_type="aggregate")]}
            )
        },
        "HERE/a.json: the files hold no results; give others",
    ),
    Refusal(
        "ASlib: a failure says why",
        {"a.arff": ARFF},
        "HERE/a.arff: 2 results are missing, the first that of 'CBC' on 'inst, 1' (line 11, "
        "column 3: timeout): what is to become of them?\n"
        "  1. Read: 2 problems (inst, 1, b), 2 algorithms (SCIP, CBC), values of value, lower "
        "is better, 2 missing results taken for failures.\n"
        "     better='lower' missing='worst'\n"
        "  2. Read: 2 problems (inst, 1, b), 2 algorithms (SCIP, CBC), values of value, lower "
        "is better, 2 missing results kept as missing.\n"
        "     better='lower' missing='keep'",
    ),
    Refusal(
        "ASlib: a row that is cut",
        {"a.arff": ARFF + "c,1\n"},
        "HERE/a.arff: line 15 has 2 cells, but there are 5 attributes; give the file as it was "
        "made",
    ),
    Refusal(
        "ASlib: another file of a scenario",
        {"a.data": "@RELATION F\n@ATTRIBUTE instance_id STRING\n@DATA\nb\n"},
        "HERE/a.data: the file has no attributes instance_id, repetition, algorithm, runstatus; "
        "give algorithm_runs.arff",
        source="a.data",
        options={"format": "aslib"},
    ),
    Refusal(
        "parts of which one has folds",
        {
            "a.csv": "algorithm,problem,value\nA,x,1\n",
            "b.csv": "algorithm,problem,value,fold\nB,x,3,1\n",
        },
        "HERE: b.csv has the columns 'algorithm', 'problem', 'value', 'fold', but a.csv has "
        "'algorithm', 'problem', 'value'; read only files with the same columns together",
    ),
    Refusal(
        "two formats in one folder",
        {"A_acc.csv": TSML, "x.info": COCO},
        "HERE: files are of several formats: 'A_acc.csv' of 'tsml', 'x.info' of 'coco'; give those "
        "of one with a pattern such as '*.csv', or as a list",
    ),
    Refusal(
        "a file among others that is of no format",
        {"A_acc.csv": TSML, "B_acc.csv": TSML, "summary.csv": "problem,A\nIris,1\n"},
        "HERE: 'A_acc.csv', 'B_acc.csv' have the format 'tsml', but 'summary.csv' does not; give "
        "only files of one format, with a pattern such as '*.csv' or as a list",
    ),
    Refusal(
        "a text that may be two things",
        {"t.txt": "| a | b |\n|---|---|\n| x & y \\\\ | 1 |\n| z & w \\\\ | 2 |\n"},
        "HERE/t.txt may be of several formats: latex or markdown; say which with format='latex' or "
        "format='markdown'",
    ),
    Refusal(
        "columns that fit two formats",
        {"t.csv": "method,task,metric_error,task_id,learner_id\nA,x,1,x,A\n"},
        "HERE/t.csv: the columns fit several formats: mlr3 or tabarena; say which with "
        "format='mlr3' or format='tabarena'",
    ),
    Refusal(
        "a format that is not known",
        {"t.csv": "problem,A,B\nx,1,2\n"},
        "unknown format 'tsmll': did you mean 'tsml'? choose one of 'auto', 'table', "
        + ", ".join(repr(name) for name in (*FORMATS.names, *ALIASES)),
        options={"format": "tsmll"},
    ),
    Refusal(
        "a format whose columns are not there",
        {"t.csv": "problem,A,B\nx,1,2\n"},
        "HERE/t.csv: format='weka' was given, but the table has no column 'Key_Dataset', "
        "'Key_Scheme', 'Key_Run'; leave the format out, or give the right one",
        options={"format": "weka"},
    ),
    Refusal(
        "logs without what they belong to",
        {"a.dat": COCO_DAT, "b.dat": COCO_DAT},
        "HERE: there is no file of the format 'coco', only 'a.dat', 'b.dat'; give the folder that "
        "holds .info files whose first line gives funcId, DIM and algId, with Precision, an "
        "indicator or a bbob suite",
        options={"format": "coco"},
    ),
    Refusal(
        "tsml: a row that is too short, a word, and no problems",
        {
            "A_acc.csv": "Resamples:,0,1\nIris,0.5\nWine,good,1\n",
            "B_acc.csv": "Resamples:,0,1\n",
        },
        "HERE: 3 faults\n"
        "  - line 2 of A_acc.csv has 1 values, but line 1 has 2 resamples; make them as many, if "
        "need be with empty cells\n"
        "  - line 3 of A_acc.csv, resample 0: found 'good', which is not a number; write a number, "
        "or leave the cell empty if it is missing\n"
        "  - B_acc.csv holds no problem below line 1; add a line for each",
    ),
    Refusal(
        "tsml: a heading without runs",
        {"A_acc.csv": "Resamples:\nIris\n"},
        "HERE/A_acc.csv: line 1 should read 'Resamples:,0,1,2,...', with each number once; mend it",
    ),
    Refusal(
        "tsml: the same file twice",
        {"1/A_acc.csv": TSML, "2/A_acc.csv": TSML, "B_acc.csv": TSML},
        "HERE: 2 faults\n"
        "  - algorithm 'A', problem 'Iris', run 0 occurs 2 times; keep one of the rows, or say "
        "which columns name a run with run= and which one a step of it with step=\n"
        "  - algorithm 'A', problem 'Iris', run 1 occurs 2 times; keep one of the rows, or say "
        "which columns name a run with run= and which one a step of it with step=",
    ),
    Refusal(
        "IOHprofiler's .info files of which one does not tell the direction",
        {
            "a.info": IOH_INFO.format(suite="PBO", f=1, more="", last=""),
            "b.info": IOH_INFO.format(suite="mine", f=2, more="", last=""),
        },
        "HERE: some functions are maximised and others minimised or neither is told "
        "('maximization'); give the files of one kind, with a pattern or as a list",
    ),
    Refusal(
        "IOHprofiler: functions of both directions",
        {"a.json": ioh("A", 1, [0.5]), "b.json": ioh("A", 2, [0.5], maximization=True)},
        "HERE: some functions are maximised and others minimised ('maximization'); give the files "
        "of one kind, with a pattern or as a list",
    ),
    Refusal(
        "IOHprofiler: a direction that contradicts the file",
        {"a.json": ioh("A", 1, [0.5, 1.0]), "b.json": ioh("B", 1, [0.5, 2.0])},
        "HERE: better='higher' was given, but the file says better='lower'; leave the option out, "
        "or mend the file",
        options={"better": "higher"},
    ),
    Refusal(
        "IOHprofiler: a key of another type",
        {"a.json": ioh("A", 1, [0.5], algorithm={"name": 7})},
        "HERE/a.json: 'name' is not there or not a text; give the file as it was made",
    ),
    Refusal(
        "IOHprofiler: cut in the middle",
        {"a.json": ioh("A", 1, [0.5])[:CUT]},
        f"HERE/a.json: the file is not valid JSON (Expecting ',' delimiter: line 1 column "
        f"{CUT + 1} (char {CUT})); mend it",
    ),
    Refusal(
        "IOHprofiler: no runs",
        {"a.json": ioh("A", 1, [])},
        "HERE/a.json: the files hold no run; give the folder of a whole experiment",
    ),
    Refusal(
        "IOHprofiler: the curves are not there",
        {"a.json": ioh("A", 1, [0.5])},
        "HERE/a.json: there is no file 'data_f1/f1.dat' with the curves; give the whole folder, or "
        "read the final values with format='iohprofiler'",
        options={"format": "iohprofiler-curves"},
    ),
    Refusal(
        "IOHprofiler: a path that leads out of the folder",
        {
            "in/a.json": ioh("A", 1, [0.5]).replace("data_f1/f1.dat", "../secret.dat"),
            "secret.dat": DAT,
        },
        "HERE/in/a.json: there is no file '../secret.dat' with the curves; give the whole folder, "
        "or read the final values with format='iohprofiler'",
        source="in",
        options={"format": "iohprofiler-curves"},
    ),
    Refusal(
        "IOHprofiler: other curves than runs",
        {"a.json": ioh("A", 1, [0.5]), "data_f1/f1.dat": DAT},
        "HERE/data_f1/f1.dat: 2 curves are there, but a.json says 1 runs; give the files as they "
        "were made",
        options={"format": "iohprofiler-curves"},
    ),
    Refusal(
        "IOHprofiler: a curve without numbers",
        {"a.json": ioh("A", 1, [0.5]), "data_f1/f1.dat": "evaluations raw_y\n1 x\n"},
        "HERE/data_f1/f1.dat: a curve does not hold numbers of 'evaluations' and 'raw_y' in each "
        "line; give the file as it was made",
        options={"format": "iohprofiler-curves"},
    ),
    Refusal(
        "COCO: a run that is written otherwise",
        {"f1.info": COCO.replace("1:25|", "1-25|")},
        "HERE/f1.info: line 3: found '1-25|4.0e-13', where a run is written as "
        "instance:evaluations|best below the line of its function; give the file as it was made",
    ),
    Refusal(
        "COCO: a curve that is cut",
        {"f1.info": COCO, "data_f1/f1_DIM2.dat": COCO_DAT[:-36]},
        "HERE/data_f1/f1_DIM2.dat: line 5 does not hold evaluations and the best value so far; "
        "give the file as it was made",
        options={"format": "coco-curves"},
    ),
    Refusal(
        "AutoML benchmark: a failure says why",
        {"t.csv": AMLB},
        "HERE/t.csv: the table can be read in several ways: which measure is meant? 1 result is"
        " missing, that of 'TPOT' on 'adult' (line 3, column 5: Error: no model in time.): what"
        " is to become of it?\n"
        "  1. Read: 1 problem (adult), 2 algorithms (oboe, TPOT), 1 run in each cell, measure "
        "auc, higher is better, 1 missing result kept as missing.\n"
        "     better='higher' shape='runs' measure='auc' missing='keep'",
        options={"better": "higher", "shape": "runs"},
    ),
    Refusal(
        "mlr3: no measure",
        {"t.csv": "nr,task_id,learner_id,iters\n1,iris,rpart,3\n"},
        "HERE/t.csv: no column holds a measure, such as 'classif.ce'; write the table with "
        "bmr$score(measures) or bmr$aggregate(measures)",
    ),
    Refusal(
        "Weka: no measure",
        {"t.csv": "Key_Dataset,Key_Run,Key_Scheme,Summary\niris,1,J48,good\n"},
        "HERE/t.csv: no column holds a measure, such as 'Percent_correct'; export the whole "
        "experiment",
    ),
    Refusal(
        "MLflow: no algorithm, two problems",
        {"t.csv": "run_id,metrics.acc,params.dataset,tags.task,params.lr\na,0.5,x,y,1\n"},
        "HERE/t.csv: 2 faults\n"
        "  - no parameter or tag was recognised as the algorithm among 'params.dataset', "
        "'tags.task', 'params.lr'; log it as 'model', or say which column it is with algorithm=\n"
        "  - several parameters or tags may be the problem: 'params.dataset', 'tags.task'; say "
        "which one it is with problem=",
    ),
    Refusal(
        "baycomp: a line that is cut, and problems in another order",
        {"t.txt": "A\nx 1 2\nx 1 2\n\nB\ny 1 2\nx 3 4\n7\n"},
        "HERE/t.txt: 2 faults\n"
        "  - line 8 holds '7' alone; give a problem and its scores\n"
        "  - t.txt: the problem 'x' stands twice below an algorithm, and the algorithms do not "
        "have the same problems in the same order; give the two different names",
        options={"better": "lower"},
    ),
    Refusal(
        "lm-evaluation-harness: no model",
        {"t.json": json.dumps({"results": {"a": {"acc": 1}}, "versions": {}})},
        "HERE/t.json: the file does not name its model ('model_name'); put it in a folder of that "
        "name, and give the folder above",
    ),
    Refusal(
        "lm-evaluation-harness: results that are none",
        {"t.json": lm_eval("A", {"arc": 0.5})},
        "HERE/t.json: the results of 'arc' are no object of metrics; give the file as it was made",
    ),
    Refusal(
        "LaTeX: two tables",
        {"t.tex": LATEX + LATEX},
        "HERE/t.tex: there are 2 tables (1: A table (lines 8-11), 2: A table (lines 21-24)), "
        "and 2 of them can be compared; which one is meant?\n"
        "  1. Read: 3 problems (iris, ``gläss'', wine_2), 2 algorithms (Accuracy (%) / New, "
        "Accuracy (%) / C4.5), lower is better, 1 missing result kept as missing; left out: "
        "section (text).\n"
        "     better='lower' missing='keep' pick='A table (lines 8-11)'\n"
        "  2. Read: 3 problems (iris, ``gläss'', wine_2), 2 algorithms (Accuracy (%) / New, "
        "Accuracy (%) / C4.5), lower is better, 1 missing result kept as missing; left out: "
        "section (text).\n"
        "     better='lower' missing='keep' pick='A table (lines 21-24)'",
    ),
    Refusal(
        "LaTeX: what is not understood is told with line and cell",
        {"t.tex": "a & A & B \\\\ \\hline\nx & \\best{1} & 2 \\\\\ny & 1 \\\\\nz & 1 & 2 \\\\\n"},
        "HERE/t.tex: 2 faults\n"
        "  - line 2, column 2 (problem 'x', algorithm 'A'): found '\\\\best1', which is not a "
        "number; write a number, or leave the cell empty if it is missing\n"
        "  - 1 result is missing, that of 'B' on 'y' (line 3, column 3: the line has 2 cells of"
        " 3); fill it in, or read the table with missing='drop-problem', "
        "missing='drop-algorithm', missing='worst' or missing='keep'",
        options={"better": "lower"},
    ),
    Refusal(
        "LaTeX: no results",
        {"t.tex": "\\begin{tabular}{ll}\na & A & B \\\\ \\hline\n\\end{tabular}\\\\"},
        "HERE/t.tex: no row holds results below the headings; give a table with both",
    ),
    Refusal(
        "Markdown: a row that ends too soon",
        {"t.md": "|p|A|B|\n|-|-|-|\n|x|1|\n|y|1|2|\n|z|1|2|\n"},
        "HERE/t.md: the table can be read in several ways: do the problems lie in the rows or "
        "in the columns? 1 result is missing, that of 'B' on 'x' (line 3, column 3: the line "
        "has 2 cells of 3): what is to become of it?\n"
        "  1. Read: 3 problems (x, y, z), 2 algorithms (A, B), lower is better, 1 missing "
        "result kept as missing.\n"
        "     better='lower' shape='wide' missing='keep'\n"
        "  2. Read: 2 problems (A, B), 3 algorithms (x, y, z), lower is better, 1 missing "
        "result kept as missing.\n"
        "     better='lower' transpose=True missing='keep'\n"
        "  3. Read: 2 problems (y, z), 2 algorithms (A, B), lower is better, the problem of "
        "1 missing result left out.\n"
        "     better='lower' shape='wide' missing='drop-problem'",
        options={"better": "lower"},
    ),
    Refusal(
        "Markdown: several files",
        {"a.md": MARKDOWN, "b.md": MARKDOWN},
        "HERE: 2 files hold tables as papers show them, which are not put together; give one file, "
        "or tables as CSV",
    ),
    Refusal(
        "HTML: two tables",
        {"t.html": 2 * "<table><tr><th>p<th>A<tr><td>x<td>1</table>\n"},
        "HERE/t.html: 3 faults\n"
        "  - there are 2 tables, and none of them can be compared\n"
        "  - line 1: 'A' is the only column of results; give a table with two or more, or, if "
        "each row is one result, name the columns with algorithm= and problem=; or give "
        "not_algorithms=[]\n"
        "  - line 2: 'A' is the only column of results; give a table with two or more, or, if "
        "each row is one result, name the columns with algorithm= and problem=; or give "
        "not_algorithms=[]",
    ),
    Refusal(
        "HTML: an empty table",
        {"t.html": "<html><table></table>"},
        "HERE/t.html: the text holds no table of this format; give one that does",
    ),
    Refusal(
        "HTML: cells that cover more than any table has",
        {"t.html": "<table><tr>" + "<td colspan=1000>x" * 300},
        "HERE/t.html: the table has more than 200000 cells, too many for one that a paper shows; "
        "give it as CSV",
    ),
    Refusal(
        "LaTeX: cells that cover more than any table has",
        {"t.tex": "a & b \\\\\n\\hline\n" + "\\multicolumn{1000}{l}{x} & x \\\\\n" * 300},
        "HERE/t.tex: the table has more than 200000 cells, too many for one that a paper shows; "
        "give it as CSV",
    ),
    Refusal(
        "files that may be anything",
        {"a.csv": "New,Old\n0.5,0.25\n1,2\n", "b.csv": "New,Old\n3,4\n"},
        "HERE: it is not clear what the files are: their columns 'New', 'Old' may be "
        "algorithms, problems or measures, and a file per algorithm, problem or part of the "
        "table; say it with format='algorithm-files', format='problem-files' or "
        "format='part-files'",
    ),
    Refusal(
        "wide tables of the same problems",
        {"a.csv": "problem,A,B\nx,1,2\n", "b.csv": "problem,A,B\nx,3,4\n"},
        "HERE: it is not clear what the files are: their columns 'problem', 'A', 'B' may be "
        "algorithms, problems or measures, and a file per algorithm, problem or part of the "
        "table; say it with format='algorithm-files', format='problem-files' or "
        "format='part-files'",
    ),
    Refusal(
        "files that are not alike",
        {"a.csv": "dataset,accuracy\nx,1\n", "b.csv": "algorithm,dataset,accuracy\nA,x,3\n"},
        "HERE: a.csv has the columns 'dataset', 'accuracy', but b.csv has 'algorithm', 'dataset', "
        "'accuracy'; read only files that are alike together",
    ),
    Refusal(
        "parts with other columns",
        {"a.csv": "algorithm,problem,value\nA,x,1\n", "b.csv": "algorithm,problem,error\nA,x,3\n"},
        "HERE: b.csv has the columns 'algorithm', 'problem', 'error', but a.csv has 'algorithm', "
        "'problem', 'value'; read only files with the same columns together",
    ),
    Refusal(
        "a fault in one of several files",
        {"A.csv": "dataset,accuracy\nx,1\ny,2\n", "B.csv": "dataset,accuracy\nx,1,7,8\ny,many\n"},
        "HERE: 2 faults\n"
        "  - B.csv: line 2 has 4 cells, but the table has 2 columns; remove what is too much, "
        "or put a cell with a separator in quotation marks\n"
        "  - line 3 of B.csv, column 3 (problem 'y', algorithm 'B'): found 'many', which is not a "
        "number; write a number, or leave the cell empty if it is missing",
        options={"better": "higher", "missing": "keep"},
    ),
    Refusal(
        "an empty file",
        {"t.csv": ""},
        "HERE/t.csv: the file is empty; give a table with a header and results",
    ),
    Refusal(
        "no table",
        {"t.py": "x = 1"},
        "HERE: the folder holds no table (not read: files that are no tables by their names: "
        "'t.py'); put files such as "
        ".csv, .xlsx or .parquet in it, or give another one",
    ),
    Refusal(
        "a pattern without files",
        {"t.csv": ""},
        "HERE/*.tsv: no file matches this pattern; make sure that the path is right",
        source="*.tsv",
    ),
]

"""Tables as people publish them, what is asked or said of each, and the options that read it."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Published:
    """A table, what is asked or said of it, the options that read it, and what is read.

    Nothing is `said` where it is read at once; `answer` is the number of the answer that is right,
    0 if none is, as where the rows of a group are meant that are not offered.
    """

    name: str
    text: str
    said: str
    options: dict[str, Any]
    problems: tuple[str, ...]
    first_row: dict[str, float]
    chosen: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    deviations: bool = False
    better: Any = field(default="higher")
    answer: int = 0


def _long(header: str, *levels: tuple[object, ...]) -> str:
    rows = [
        ",".join(map(str, (*row, f"0.{100 + 7 * i}")))
        for i, row in enumerate(itertools.product(*levels))
    ]
    return "\n".join([header, *rows, ""])


TABLES = [
    Published(
        "bake-off with a mean and a rank row",
        "Dataset,HC2,ROCKET,InceptionTime\nAdiac,0.811,0.783,0.836\nBeef,0.761,0.743,0.680\n"
        "Car,0.910,0.913,0.898\nCoffee,1.0,0.999,0.998\nFish,0.979,0.973,0.971\n"
        "Mean,0.892,0.882,0.877\nAvg. rank,1.4,2.2,2.4\n",
        (
            "the table can be read in several ways: does the row 'Mean' (its name says "
            "summary) hold results?"
        ),
        {"drop": ["Mean", "Avg. rank"]},
        ("Adiac", "Beef", "Car", "Coffee", "Fish"),
        {"HC2": 0.811, "ROCKET": 0.783, "InceptionTime": 0.836},
        answer=1,
    ),
    Published(
        "CEC table with a mean and a deviation an algorithm",
        "F,DE mean,DE std,PSO mean,PSO std\nF1,1.2E-08,3.1E-09,4.5E-03,1.0E-03\n"
        "F2,2.2E+02,1.1E+01,3.0E+02,5.0E+01\nF3,4.0E+00,1.0E-01,6.1E+00,2.0E-01\n",
        "",
        {"algorithms": ["DE mean", "PSO mean"]},
        ("F1", "F2", "F3"),
        {"DE mean": 1.2e-08, "PSO mean": 4.5e-03},
        better="lower",
    ),
    Published(
        "long table of a benchmark with several metrics",
        _long("framework,task,metric,result", ("flaml", "tpot"), ("adult", "car"), ("acc", "auc")),
        "the table can be read in several ways: which measure is meant?",
        {"algorithm": "framework", "measure": "auc", "shape": "long"},
        ("adult", "car"),
        {"flaml": 0.107, "tpot": 0.135},
        ("metric = auc",),
        answer=2,
    ),
    Published(
        "long table of indicators",
        _long(
            "Algorithm,Problem,Indicator,Value", ("NSGAII", "MOEAD"), ("ZDT1", "ZDT2"), ("HV", "EP")
        ),
        "the table can be read in several ways: which measure is meant?",
        {"measure": "HV"},
        ("ZDT1", "ZDT2"),
        {"NSGAII": 0.100, "MOEAD": 0.128},
        ("Indicator = HV",),
        answer=1,
    ),
    Published(
        "long table of two budgets",
        _long("algorithm,function,budget level,error", ("CMA", "DE"), ("F1", "F2"), (100, 1000)),
        (
            "the table can be read in several ways: what does the column 'budget level' say? "
            "(what names a problem?)"
        ),
        {"where": {"budget level": 1000}},
        ("F1", "F2"),
        {"CMA": 0.107, "DE": 0.135},
        ("budget level = 1000",),
        better="lower",
        answer=3,
    ),
    Published(
        "table with a column of sizes",
        "dataset,Size,C4.5,NB\niris,150,0.94,0.95\nwine,178,0.93,0.97\nzoo,101,0.92,0.95\n",
        "",
        {"not_algorithms": ["Size"]},
        ("iris", "wine", "zoo"),
        {"C4.5": 0.94, "NB": 0.95},
        ignored=("Size",),
    ),
    Published(
        "UCI table with what is known of the data sets",
        "Data set,#Instances,#Features,No. of classes,kNN,SVM\niris,150,4,3,0.95,0.96\n"
        "wine,178,13,3,0.95,0.98\nzoo,101,16,7,0.96,0.95\n",
        "",
        {"algorithms": ["kNN", "SVM"]},
        ("iris", "wine", "zoo"),
        {"kNN": 0.95, "SVM": 0.96},
        ignored=("#Instances", "#Features", "No. of classes"),
    ),
    Published(
        "means with deviations and marks",
        "dataset,A,B\nx,0.81 ± 0.02,0.79 ± 0.03*\ny,0.90 ± 0.01,0.88 ± 0.02\n",
        "",
        {},
        ("x", "y"),
        {"A": 0.81, "B": 0.79},
        deviations=True,
    ),
    Published(
        "cells copied out of LaTeX",
        "dataset,A,B\nx,\\textbf{0.81},$0.79$\ny,0.90,$\\mathbf{0.95}^{\\dagger}$\n",
        "",
        {},
        ("x", "y"),
        {"A": 0.81, "B": 0.79},
    ),
    Published(
        "values with ranks in brackets and a row of average ranks",
        "dataset,A,B,C\nx,0.81 (1),0.79 (2),0.75 (3)\ny,0.90 (2),0.95 (1),0.85 (3)\n"
        "z,0.7 (1),0.6 (2),0.5 (3)\nAverage rank,1.333,1.667,3\n",
        "",
        {"drop": ["Average rank"]},
        ("x", "y", "z"),
        {"A": 0.81, "B": 0.79, "C": 0.75},
    ),
    Published(
        "CEC table with a row of outcomes",
        "Function;Ours;JADE;SHADE\nF1;1.1e1;1.2e1;1.3e1\nF2;2.1e1;2.0e1;2.3e1\nF3;3.1e1;3.2e1;3.0e1\n"
        "+/-/=;;1/2/0;2/1/0\n",
        "",
        {"drop": ["+/-/="]},
        ("F1", "F2", "F3"),
        {"Ours": 11, "JADE": 12, "SHADE": 13},
        better="lower",
    ),
    Published(
        "table with a mean row under another name",
        "dataset,A,B,C,D\na,0.851,0.862,0.794,0.815\nb,0.715,0.741,0.694,0.733\n"
        "c,0.642,0.774,0.715,0.702\nd,0.832,0.829,0.763,0.881\ne,0.961,0.953,0.953,0.942\n"
        "ALL 5,0.800,0.832,0.784,0.815\n",
        "",
        {"drop": ["ALL 5"]},
        ("a", "b", "c", "d", "e"),
        {"A": 0.851, "B": 0.862, "C": 0.794, "D": 0.815},
    ),
    Published(
        "wide table with two metrics a data set",
        "dataset,metric,A,B\nx,acc,0.8,0.7\nx,f1,0.6,0.5\ny,acc,0.9,0.8\ny,f1,0.7,0.6\n",
        "the table can be read in several ways: which measure is meant?",
        {"measure": "f1"},
        ("x", "y"),
        {"A": 0.6, "B": 0.5},
        ("metric = f1",),
        answer=2,
    ),
    Published(
        "accuracy and time in columns of their own",
        "classifier,dataset,accuracy,time\nA,x,0.8,12\nA,y,0.9,13\nB,x,0.7,1\nB,y,0.85,2\n",
        "",
        {"measure": "accuracy"},
        ("x", "y"),
        {"A": 0.8, "B": 0.7},
        ignored=("time",),
    ),
    Published(
        "wide table with a total and the winner",
        "instance,GA,SA,Winner\nk10,5.5,6.5,GA\nk20,7.5,7.0,SA\nTotal,13.0,13.5,\n",
        "",
        {"not_algorithms": ["Winner"], "drop": ["Total"]},
        ("k10", "k20"),
        {"GA": 5.5, "SA": 6.5},
        better="lower",
        ignored=("Winner",),
    ),
    Published(
        "long table with the dimension of each problem",
        "algorithm,problem,dimension,value\nA,f1,10,1\nA,f2,30,2\nB,f1,10,3\nB,f2,30,4\n",
        "",
        {},
        ("f1", "f2"),
        {"A": 1, "B": 3},
        ignored=("dimension",),
        better="lower",
    ),
    Published(
        "accuracies of the resamples of one algorithm",
        "dataset,0,1,2,3,4\nACSF1,0.92,0.83,0.84,0.85,0.83\nAdiac,0.82,0.80,0.77,0.78,0.83\n",
        (
            "the columns '0', '1', ... are runs of one algorithm; a comparison needs two or "
            "more: read the files of several algorithms together (a folder, a pattern or a "
            "list of files), or, if they are names of algorithms, give not_algorithms=[]"
        ),
        {"not_algorithms": []},
        ("ACSF1", "Adiac"),
        {"0": 0.92, "1": 0.83, "2": 0.84, "3": 0.85, "4": 0.83},
    ),
    Published(
        "accuracy and times of one algorithm",
        "dataset,accuracy_mean,accuracy_standard_deviation,time_training_seconds\n"
        "ACSF1,0.886,0.011,14.93\nAdiac,0.783,0.006,9.13\n",
        (
            "the columns 'accuracy_mean', 'time_training_seconds' are measures of one "
            "algorithm, so there is nothing to compare; give a table with two or more "
            "algorithms, or, if they are names of algorithms, give not_algorithms=[]"
        ),
        {"algorithms": ["accuracy_mean", "time_training_seconds"]},
        ("ACSF1", "Adiac"),
        {"accuracy_mean": 0.886, "time_training_seconds": 14.93},
    ),
    Published(
        "several measures of algorithms on one problem",
        "Metric,SVM,RF\nAccuracy,0.91,0.88\nF1-score,0.90,0.86\nTest time (s),1.5,0.2\n",
        (
            "the rows 'Accuracy', 'F1-score', 'Test time (s)' are measures of one problem, so"
            " there is nothing to compare; give a table with two or more problems, or, if "
            "they are names of problems, give drop=[]"
        ),
        {"drop": []},
        ("Accuracy", "F1-score", "Test time (s)"),
        {"SVM": 0.91, "RF": 0.88},
    ),
    Published(
        "rows of measures among functions",
        "f,DE,GA\nf1,0.5,2\nf2,3,4\nRuntime,7,3\nCPU time,10,20\n",
        (
            "the table can be read in several ways: do the rows 'Runtime' (its name says "
            "time), 'CPU time' (its name says time) hold results?"
        ),
        {"drop": ["Runtime", "CPU time"]},
        ("f1", "f2"),
        {"DE": 0.5, "GA": 2},
        better="lower",
        answer=2,
    ),
    Published(
        "functions in the columns, algorithms in the rows",
        ",F1,F2,F3,F4,F5\nDE,1,2,3,4,5\nPSO,2,3,1,5,4\n",
        "",
        {"shape": "transposed"},
        ("F1", "F2", "F3", "F4", "F5"),
        {"DE": 1, "PSO": 2},
        better="lower",
    ),
    Published(
        "methods in the rows",
        "Method,MNLI,QNLI,SST-2\nBERT,84.6,90.5,93.5\nRoBERTa,90.2,94.7,96.4\n",
        "",
        {"shape": "transposed"},
        ("MNLI", "QNLI", "SST-2"),
        {"BERT": 84.6, "RoBERTa": 90.2},
    ),
    Published(
        "numbers of the rows, names, what is known of the data sets, and results",
        ",Dataset,Train Size,Type,Hydra,WEASEL\n0,ACSF1,100,DEVICE,0.86,0.96\n"
        "1,Adiac,390,IMAGE,0.7801,0.844\n2,Beef,30,SPECTRO,0.9,0.8\n",
        "",
        {"not_algorithms": ["Type", "Train Size"]},
        ("ACSF1", "Adiac", "Beef"),
        {"Hydra": 0.86, "WEASEL": 0.96},
        ignored=("", "Train Size", "Type"),
    ),
    Published(
        "the kind of each task before its name",
        "type,task,tpot,h2o\nbinary,adult,0.93,0.92\nbinary,kc1,0.84,0.83\nmulti,car,1.0,0.9\n",
        "",
        {},
        ("adult", "kc1", "car"),
        {"tpot": 0.93, "h2o": 0.92},
        (),
        ignored=("type",),
    ),
    Published(
        "groups that are named in their first rows",
        "group,problem,New,Old\nUCI,iris,0.9,0.8\n,wine,0.7,0.9\nKEEL,zoo,0.5,0.6\n,car,0.4,0.3\n",
        "",
        {"not_algorithms": ["group"]},
        ("iris", "wine", "zoo", "car"),
        {"New": 0.9, "Old": 0.8},
        ignored=("group",),
    ),
    Published(
        "files of several data sets",
        "filename,dataset,LOF,PCA\na.out,ECG,0.5,0.6\nb.out,ECG,0.7,0.8\nc.out,SMD,0.1,0.2\n"
        "d.out,SMD,0.3,0.2\n",
        "",
        {"problem": "filename", "not_algorithms": ["dataset"]},
        ("a.out", "b.out", "c.out", "d.out"),
        {"LOF": 0.5, "PCA": 0.6},
        ignored=("dataset",),
    ),
    Published(
        "means as tsml-eval writes them, with an empty column",
        "Estimators:,,KASBA,k-AVG\nACSF1,,0.42,0.37\nAdiac,,0.55,0.51\n",
        "",
        {"shape": "wide"},
        ("ACSF1", "Adiac"),
        {"KASBA": 0.42, "k-AVG": 0.37},
    ),
    Published(
        "two scores below each detector, one named by a letter",
        ",IForest,IForest,LOF,LOF\nDatasets,AUC,F,AUC,F\nECG,0.71,0.30,0.61,0.22\n"
        "IOPS,0.54,0.12,0.50,0.11\nNAB,0.45,0.19,0.48,0.21\n",
        "the table can be read in several ways: which measure is meant?",
        {"measure": "AUC"},
        ("ECG", "IOPS", "NAB"),
        {"IForest": 0.71, "LOF": 0.61},
        ignored=("IForest / F", "LOF / F"),
        answer=1,
    ),
    Published(
        "settings below each classifier, of which one is meant",
        ",SVM,SVM,kNN,kNN\ndataset,raw,normed,raw,normed\niris,0.91,0.92,0.81,0.83\n"
        "wine,0.82,0.80,0.93,0.94\nglass,0.74,0.75,0.61,0.66\n",
        "the table can be read in several ways: which measure is meant?",
        {"measure": "raw"},
        ("iris", "wine", "glass"),
        {"SVM": 0.91, "kNN": 0.81},
        ignored=("SVM / normed", "kNN / normed"),
        answer=1,
    ),
    Published(
        "a size of each problem whose names say little, in a long table",
        "index,variant,name,f1,w\n0,Oracle,Lung,0.86,108\n1,ALG1,Lung,0.77,108\n"
        "2,Oracle,Iris,1.0,737\n3,ALG1,Iris,0.95,737\n4,Oracle,Breast,0.61,40\n"
        "5,ALG1,Breast,0.6,40\n",
        "",
        {},
        ("Lung", "Iris", "Breast"),
        {"Oracle": 0.86, "ALG1": 0.77},
        ignored=("index", "w"),
    ),
    Published(
        "ranks below the results, under a name that says nothing",
        "instance,ILS,TS,SA,GA,ACO\natt48,10.5,11.2,9.7,12.0,10.9\nch130,20.3,,19.9,22.8,20.2\n"
        "d493,31.1,30.2,32.2,33.9,30.4\nrat195,8.3,7.7,8.0,9.2,8.8\n"
        "place,2.75,2.45,2.0,4.9,2.9\n",
        (
            "the table can be read in several ways: does the row 'place' (it adds up as average "
            "ranks do) hold results? 1 result is missing, that of 'TS' on 'ch130' (line 3, column "
            "3): what is to become of it?"
        ),
        {"drop": ["place"], "missing": "keep"},
        ("att48", "ch130", "d493", "rat195"),
        {"ILS": 10.5, "TS": 11.2, "SA": 9.7, "GA": 12.0, "ACO": 10.9},
        better="lower",
        answer=1,
    ),
    Published(
        "an algorithm called Max among numbered ones, with a hole",
        "instance,method 1,method 2,Max,method 4,method 5\nkroA150,2.6,2.5,2.7,2.5,2.8\n"
        "fl417,7.9,7.8,7.8,,8.2\nrd400,3.40,3.41,3.43,3.3,3.9\nu1060,0.1,0.12,0.14,0.2,0.26\n"
        "pr124,5.7,4.3,5.4,5.1,4.4\n",
        (
            "the table can be read in several ways: does the column 'Max' (its name says summary; "
            "its name lacks the word 'method' of the others) hold results? 1 result is missing, "
            "that of 'method 4' on 'fl417' (line 3, column 5): what is to become of it?"
        ),
        {"not_algorithms": [], "missing": "keep"},
        ("kroA150", "fl417", "rd400", "u1060", "pr124"),
        {"method 1": 2.6, "method 2": 2.5, "Max": 2.7, "method 4": 2.5, "method 5": 2.8},
        better="lower",
        answer=1,
    ),
    Published(
        "columns of zeros in few rows, as of what was not run",
        "name,SPEA2,CoDE,MFO,GWO\nch130,853.9,582.8,0,0\nd493,3.775,2.97,0,0\n"
        "fl417,1267,1908,0,0\npr107,0,1.064,0,0\ntsp225,23.27,21.79,0,0\nu574,1818,1804,0,0\n",
        (
            "the table can be read in several ways: do the columns 'MFO' (it is 0 everywhere, as "
            "if it had not been run), 'GWO' (it is 0 everywhere, as if it had not been run) hold "
            "results?"
        ),
        {"not_algorithms": ["MFO", "GWO"]},
        ("ch130", "d493", "fl417", "pr107", "tsp225", "u574"),
        {"SPEA2": 853.9, "CoDE": 582.8},
        better="lower",
        ignored=("MFO", "GWO"),
        answer=1,
    ),
    Published(
        "ranks beside the results of models, under a name that says nothing, with holes",
        "Model,GSM8K,MMLU,BoolQ,DROP,place\nQwen-7B,51,58,76,42,2.25\nLlama-7B,14,46,,24,4.67\n"
        "Yi-6B,32,63,77,41,2.25\nPhi-2,57,56,83,,1.67\nGemma-2B,17,42,69,28,4.16\n",
        (
            "the table can be read in several ways: does the column 'place' (it adds up as average "
            "ranks do) hold results? 2 results are missing, the first that of 'Llama-7B' on "
            "'BoolQ' (line 3, column 4): what is to become of them?"
        ),
        {"drop": ["place"], "missing": "keep"},
        ("GSM8K", "MMLU", "BoolQ", "DROP"),
        {"Qwen-7B": 51, "Llama-7B": 14, "Yi-6B": 32, "Phi-2": 57, "Gemma-2B": 17},
        ignored=("place",),
        answer=1,
    ),
    Published(
        "two algorithms and their mean, of one decimal",
        "dataset,SVM,kNN,Mean\niris,0.9,0.8,0.85\nwine,0.8,0.9,0.85\nglass,0.7,0.6,0.65\n"
        "heart,0.6,0.5,0.55\npima,0.75,0.7,0.725\n",
        "",
        {"not_algorithms": ["Mean"]},
        ("iris", "wine", "glass", "heart", "pima"),
        {"SVM": 0.9, "kNN": 0.8},
        ignored=("Mean",),
    ),
    Published(
        "shares of wins by theme, with a count",
        ",mlp,fcn,#\nDEVICE,0.0,50.0,6\nECG,14.3,71.4,7\n",
        (
            "the table can be read in several ways: does the column '#' (its name says "
            "counter) hold results?"
        ),
        {"not_algorithms": ["#"]},
        ("DEVICE", "ECG"),
        {"mlp": 0.0, "fcn": 50.0},
        answer=2,
        ignored=("#",),
    ),
    Published(
        "two dimensions of each function",
        "function,D,New,Old\nF1,10,0.1,0.2\nF1,30,0.3,0.5\nF2,10,0.2,0.1\nF2,30,0.7,0.9\n",
        "the table can be read in several ways: which column holds the values?",
        {"where": {"D": 30}},
        ("F1", "F2"),
        {"New": 0.3, "Old": 0.5},
        ("D = 30",),
        better="lower",
    ),
    Published(
        "training, validation and test in rows",
        _long("dataset,model,split,acc", ("x", "y"), ("A", "B"), ("train", "val", "test")),
        (
            "the table can be read in several ways: what does the column 'split' say? (what "
            "names a problem?)"
        ),
        {"where": {"split": "test"}},
        ("x", "y"),
        {"A": 0.114, "B": 0.135},
        ("split = test",),
    ),
    Published(
        "a mean and a deviation for each function, in rows",
        "F,DE,GA\nF1 Mean,0.5,2\nF1 Std,0.1,0.2\nF2 Mean,3,4\nF2 Std,0.3,0.4\n",
        (
            "the table can be read in several ways: do the rows 'F1 Mean' (its name says "
            "summary), 'F2 Mean' (its name says summary) hold results?"
        ),
        {"drop": ["F1 Std", "F2 Std"]},
        ("F1 Mean", "F2 Mean"),
        {"DE": 0.5, "GA": 2},
        better="lower",
        answer=1,
    ),
    Published(
        "folds of one problem",
        "fold,SVM,RF\nfold1,0.91,0.88\nfold2,0.90,0.86\nfold3,0.95,0.96\n",
        (
            "the rows 'fold1', 'fold2', 'fold3' are runs of one problem, so there is nothing "
            "to compare; give a table with two or more problems, or, if they are names of "
            "problems, give drop=[]"
        ),
        {"drop": []},
        ("fold1", "fold2", "fold3"),
        {"SVM": 0.91, "RF": 0.88},
    ),
    Published(
        "headings in two rows, a heading of a group and a footer",
        "dataset,New,Old\nmeasure,acc,acc\nUCI,,\niris,0.9,0.8\nwine,0.7,0.6\nSource: own runs,,\n",
        "",
        {"drop": ["measure", "UCI", "Source: own runs"]},
        ("iris", "wine"),
        {"New": 0.9, "Old": 0.8},
    ),
    Published(
        "table of cd-diagram with more measures",
        "classifier_name,dataset_name,precision,accuracy,duration\nmlp,x,0.5,0.6,12\n"
        "mlp,y,0.7,0.8,13\nfcn,x,0.55,0.65,2\nfcn,y,0.75,0.85,3\n",
        "the table can be read in several ways: which measure is meant?",
        {"measure": "accuracy"},
        ("x", "y"),
        {"mlp": 0.6, "fcn": 0.65},
        ("measure = accuracy",),
        ignored=("duration",),
        answer=1,
    ),
    Published(
        "horizons below groups, and a name for two rows of measures",
        "Methods,Dataset,ETTh1,,,ETTh2,,\n,Metric,96,192,336,96,192,336\n"
        "Linear,MSE,0.375,0.418,0.479,0.288,0.377,0.452\n,MAE,0.397,0.429,0.476,0.352,0.413,0.461\n"
        "NLinear,MSE,0.374,0.408,0.429,0.277,0.344,0.357\n,MAE,0.394,0.415,0.427,0.338,0.381,0.400\n"
        "DLinear,MSE,0.370,0.405,0.440,0.289,0.383,0.448\n,MAE,0.399,0.416,0.443,0.353,0.418,0.465\n",
        "the table can be read in several ways: which measure is meant?",
        {"measure": "MSE"},
        tuple(f"{name} / {ahead}" for name in ("ETTh1", "ETTh2") for ahead in (96, 192, 336)),
        {"Linear": 0.375, "NLinear": 0.374, "DLinear": 0.370},
        chosen=("Metric = MSE",),
        better="lower",
        answer=1,
    ),
    Published(
        "a measure of its own for each data set",
        "dataset,version,metric,Qwen-7B,Llama-7B,Yi-6B\nMMLU,-,naive_average,83.6,84.2,84.6\n"
        "TriviaQA,01cf41,score,73.1,82.9,82.4\nRace,9a54b6,accuracy,89.3,89.6,90.8\n"
        "HellaSwag,e42710,accuracy,92.7,93.5,94.6\n",
        "",
        {},
        ("MMLU", "TriviaQA", "Race", "HellaSwag"),
        {"Qwen-7B": 83.6, "Llama-7B": 84.2, "Yi-6B": 84.6},
        ignored=("version", "metric"),
    ),
    Published(
        "algorithms with a word for a count in a name",
        "Dataset,NO OVERSAMPLING,RANDOM OVERSAMPLING,SMOTE\niris,0.671,0.702,0.713\n"
        "wine,0.812,0.821,0.833\nglass,0.455,0.523,0.507\nyeast,0.391,0.444,0.471\n",
        "",
        {},
        ("iris", "wine", "glass", "yeast"),
        {"NO OVERSAMPLING": 0.671, "RANDOM OVERSAMPLING": 0.702, "SMOTE": 0.713},
    ),
    Published(
        "sizes side by side, one of them with a name that may mean anything",
        "file,IForest,LOF,POLY,period_length,ratio,data_len\nNAB1,0.171,0.243,0.412,288,0.111,5040\n"
        "NAB2,0.352,0.317,0.557,147,0.127,2279\nYAHOO3,0.652,0.561,0.443,24,0.035,1420\n"
        "YAHOO4,0.451,0.672,0.731,24,0.041,1680\nECG5,0.239,0.301,0.472,96,0.072,9000\n",
        "",
        {"not_algorithms": ["period_length", "ratio", "data_len"]},
        ("NAB1", "NAB2", "YAHOO3", "YAHOO4", "ECG5"),
        {"IForest": 0.171, "LOF": 0.243, "POLY": 0.412},
        ignored=("period_length", "ratio", "data_len"),
    ),
]

"""The lexicon: what words in the headings and names of published tables usually mean.

One list of words for each meaning, with its languages. A word is evidence, never a decision: any
of them may be the name of an algorithm or of a problem. `meanings` weighs how much of a label a
meaning explains, from 0 to 1: the whole label, its last word, or one of its words.

Long because it is the one list of words, by meaning and language.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from typing import Literal

Meaning = Literal[
    "algorithm",
    "problem",
    "value",
    "measure",
    "time",
    "measures",
    "run",
    "step",
    "size",
    "remark",
    "summary",
    "deviation",
    "statistic",
    "counter",
]


def word_set(text: str) -> frozenset[str]:
    """The words of a text with blanks between them."""
    return frozenset(text.split())


#: The first heading of a table that `Results.save` writes: what stands below and beside it.
CORNER = "problem \\ algorithm"

# What a spreadsheet shows in place of a value that it cannot compute.
ERRORS = ("#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!")
# Texts that stand for a missing value, whatever their case.
MISSING = (
    *("", "NA", "N/A", "N/A.", "n.a.", "nan", "null", "None", "?"),
    *("-", "--", "---", "\N{EN DASH}", "\N{EM DASH}"),
    *ERRORS,
)
# Marks that stand for a missing value in columns of numbers; elsewhere they may be names.
NOT_RUN = ("x", "\N{MULTIPLICATION SIGN}", "\N{BALLOT X}", "n/r", "n.r.", "n.d.")
# Words that stand in the place of the value of a run that failed, whatever their case.
FAILURES = (
    *("timeout", "time out", "time-out", "T/O", "DNF", "OOM", "memout", "out of memory"),
    *("fail", "failed", "crash", "crashed", "error", "unsolved"),
)

_WORDS: dict[Meaning, str] = {
    "algorithm": """
        algorithm algorithms algo algos method methods classifier classifiers optimizer optimiser
        optimizers model models modelname learner solver approach technique estimator regressor
        heuristic metaheuristic system variant framework strategy agent tool detector forecaster
        fuzzer network net architecture sampler oversampler imputer clusterer team submission
        policy planner engine baseline competitor configuration llm configname recommender
        algoritmo algoritmos método metodo métodos modelo clasificador estrategia
        algorithmus verfahren methode modell algorithme méthode modèle classifieur
        classificador classificatore metodi 算法 方法 模型
    """,
    "problem": """
        problem problems dataset datasets testset testsets data database db function functions func
        fun task tasks taskname benchmark benchmarks instance instances testfunction testproblem
        testcase domain environment env game games corpus corpora scenario program subject query
        topic question series file filename test suite collection language environments indexlevel0
        problema problemas función funcion funciones conjunto datos tarea instancia
        datensatz datensätze problemstellung aufgabe funktion jeu données tâche fonction problème
        conjuntos tarefa função funcao problemi compito 数据集 问题 函数 任务
    """,
    "value": """
        value values score scores result results performance fitness bestfitness objective
        objectivevalue indicatorvalue metricvalue errorval val valor valores resultado resultados
        wert ergebnis valeur résultat valore
    """,
    "measure": """
        accuracy acc accuracies error errors errorrate err loss losses f1 fscore fmeasure f1score
        precision recall auc roc auroc aucroc rocauc prc auprc aucpr ap map rmse mse mae mape smape
        mase nrmse rmsle r2 logloss nll brier crps kappa mcc gmean sensitivity specificity ari nmi
        ami purity silhouette hv hypervolume igd igdplus gd epsilon spread perplexity ppl bleu rouge
        meteor wer cer psnr ssim fid iou dice miou ndcg mrr hit hits bias regret reward return
        returns cost costs gap makespan distance elo winrate rating passrate top1 top5 coverage
        edges bugs vus rate em agreement correlation corr spearman pearson exactitud precisión
        precisao acurácia acuracia genauigkeit fehler
        fehlerrate
        précision erreur exatidão erro esattezza errore 准确率 精度 误差
    """,
    "time": """
        time times runtime seconds secs sec minutes hours duration walltime cputime elapsed latency
        throughput memory ram rtfx fps energy traintime testtime fittime tiempo zeit dauer temps
        durée tempo 时间
    """,
    "measures": """
        measure measures metric metrics indicator indicators criterion scoring measurename
        metricname indicatorname scorename qualityindicator performancemeasure evaluationmeasure
        evaluationmetric statistic medida métrica metrica indicador maß kennzahl mesure critère
        misura 指标
    """,
    "run": """
        run runs runid runnumber runno runindex fold folds seed seeds randomseed randomstate rep
        reps repetition repeat repeats replicate replication trial trials trialid execution
        executionid split resample resampling attempt cv iteration iter sample epochs independentrun
        ejecución ejecucion semilla pliegue repetición repeticion lauf durchlauf wiederholung essai
        graine répétition execução semente 运行 种子
    """,
    "step": """
        step steps timestep timesteps episodes budget iteration iterations iter epoch epochs
        generation generations evaluation evaluations functionevaluation functionevaluations fe fes
        nfe nfes
        nfev checkpoint time frames interactions paso iteración iteracion generación generacion
        schritt étape passo
    """,
    "size": """
        size sizes instances examples samples objects patterns records features attributes variables
        inputs dimension dimensions dimensionality dim dims classes labels id ids length len lengths
        trainsize testsize trainingsize datasize serieslength n m d count counts number num params
        parameters param jobs machines nodes edges vertices cities ratio percentage perc percent pct
        ir imbalance year width height depth rows columns channels tokens ctx context anomaly
        flops gflops mflops macs gmacs macts mparams
        bks bestknown optimum optimal opt lb ub lowerbound upperbound bound target known imgsize
        points tamaño ejemplos instancias atributos clases dimensión größe anzahl klassen merkmale
        taille
        nombre exemplaires tamanho exemplos classi 样本数 维度
    """,
    "remark": """
        license licence type kind category family group source year date version notes note remark
        comment comments link url paper reference author authors organization organisation
        affiliation mode tag tags hash commit commithash host path directory dirname command
        language lang country status info details description venue hardware gpu device params
        utc timestamp started ended winner interpolation
        licencia tipo categoría fecha typ kategorie datum bemerkung licence catégorie remarque
        tipologia anno 类型 备注
    """,
    "summary": """
        mean means average averages avg ave aver median med sum σ 평균 total totals count rank
        ranks ranking rankings win wins won loss losses lost tie ties draw draws best worst min max
        minimum maximum overall geomean gmean pvalue aggregate friedman wilcoxon nemenyi wtl wdl
        points places holm bonferroni hochberg oracle vbs sbs siege
        victorias gemiddelde średnia среднее
        mittelwert mittelwerte durchschnitt ø summe gesamt insgesamt rang moyenne moyennes
        mediane médiane somme media promedio mediana suma rango somma média soma posição classifica
        平均 平均值 均值 平均数 平均排名 排名 中位数 总计 总和 合计 總計 合計
    """,
    "deviation": """
        std stdev stddev stdv sd dev deviation deviations variance var se sem stderr standarderror
        ci iqr error standarddeviation halfwidth pm sigma desviación desviacion desvio
        standardabweichung écarttype ecarttype deviazione 标准差 標準差 標準偏差
    """,
    "statistic": """
        mean avg average median med mad std stdev stddev sd var min max minimum maximum best worst
        count q1
        q2 q3 q025 q975 iqr sem se 25 50 75 quartile percentile lower upper
    """,
    "counter": """
        index idx id no nr number row rows rowid unnamed0 unnamed key num serial sl
    """,
}

_COUNTS = word_set("n number num no nr count anzahl número numero nombre")

# Words that add nothing to the meaning of the others beside them.
FILLING = word_set(
    """
    of the all for in over per on number no nr num n final standard arithmetic geometric and across
    name names id ids set sets test testing train training valid validation val cv holdout fit eval
    evaluation predict prediction inference final last macro micro weighted balanced bal log root
    squared normalized normalised relative absolute top by s ms sec pct percent wall cpu gpu
    elapsed min b gb mb kb usd overall without with der die das des de la le les el los las
    du do da di del a an to vs raw p overall performance lower upper bound x
    """
)

_HIGHER = word_set(
    """
    accuracy acc accuracies f1 fscore fmeasure f1score precision recall auc roc auroc aucroc rocauc
    prc auprc aucpr ap map r2 kappa mcc gmean sensitivity specificity ari nmi ami purity silhouette
    hv hypervolume bleu rouge meteor psnr ssim iou dice miou ndcg mrr hit hits reward return returns
    elo winrate rating passrate top1 top5 coverage edges bugs vus exactitud precisión genauigkeit
    précision exatidão esattezza throughput fps rtfx 准确率
    """
)
_LOWER = word_set(
    """
    error errors errorrate err loss losses rmse mse mae mape smape mase nrmse rmsle logloss nll
    brier crps igd igdplus gd epsilon perplexity ppl wer cer fid bias regret cost costs gap makespan
    distance time times runtime seconds secs sec minutes hours duration walltime cputime elapsed
    latency memory ram energy rank ranks ranking fehler fehlerrate erreur erro errore tiempo zeit
    dauer temps durée 误差
    """
)

_KNOWN_ALGORITHMS = word_set(
    """
    svm svc knn nn rf randomforest xgb xgboost lgbm lightgbm catboost mlp lr logreg logistic c45 j48
    cart cn2 nb naivebayes bayes lda qda adaboost bagging boosting boost stacking voting tree trees
    forest dt id3 ripper part ridge lasso linear kernel gp gaussian resnet fcn cnn rnn
    lstm gru transformer bert gpt llama llama2 llama3 claude gemini mistral mixtral qwen vicuna
    falcon gemma phi deepseek yi chatglm internlm t5 opt bloom pythia whisper wav2vec pso de ga gwo
    cma cmaes es ipop abc sa aco sade jade shade lshade nsga nsgaii nsga2 spea2 moead smpso omopso
    tabu greedy random oversampling undersampling cplex gurobi scip cbc glucose minisat z3 cvc5 dqn
    ppo sac td3 a2c rainbow iqn
    bc cql iql awac rocket minirocket multirocket hydra hc2 inceptiontime dtw boss weasel smote ros
    rus adasyn iforest lof ocsvm pca hbos cblof copod ecod kmeans dbscan em arima autoarima ets
    theta naive prophet deepar chronos tft nbeats patchtst dlinear autosklearn h2o tpot autogluon
    flaml erm irm mixup coral mldg groupdro afl libfuzzer honggfuzz baseline ours proposed
    """
)
_KNOWN_PROBLEMS = word_set(
    """
    iris wine glass adult heart diabetes pima mnist cifar cifar10 cifar100 imagenet svhn ionosphere
    sonar vehicle yeast vowel letter balance ecoli german australian breast cancer wdbc car credit
    hepatitis lymph lymphography mushroom segment soybean spambase splice tic waveform zoo abalone
    page satimage shuttle thyroid titanic vote housing bank coil2000 banana phoneme ring twonorm
    sphere rastrigin ackley griewank rosenbrock schwefel mmlu gsm8k hellaswag arc truthfulqa boolq
    winogrande humaneval mbpp hotpotqa squad triviaqa drop piqa lambada race musique dureader
    librispeech tedlium voxpopuli gigaspeech earnings22 scifact arguana nfcorpus treccovid scidocs
    pong breakout alien amidar assault asterix halfcheetah hopper walker2d ant humanoid cartpole
    coloredmnist rotatedmnist vlcs pacs officehome terraincognita domainnet adiac acsf1 arrowhead
    coffee gunpoint beef wafer yoga articularywordrecognition basicmotions
    """
)
_PROBLEM_NAME = re.compile(
    r"(?:f|fn|func|function|problem|dataset|data|instance|inst|task|ds|prob|set|case|bench|p)"
    r"[ _-]?[0-9]+[a-z]?"
    r"|(?:zdt|dtlz|wfg|uf|cf|mop|lz|cec|bbob|maf|imop|dascmop)[0-9][0-9a-z_-]*"
    r"|.*-v[0-9]|.*(?:qa|bench)(?:[ _-].*)?|.*\.(?:csv|arff|c|i|smt2|cnf|txt|mat|dat)",
    re.IGNORECASE,
)
_ALGORITHM_NAME = re.compile(
    r"(?:alg|algo|algorithm|clf|classifier|method|model|net|a|m)[ _-]?[0-9]+"
    r"|.*[^a-z0-9][0-9]+(?:\.[0-9]+)?b(?:[^a-z0-9].*)?|.*[0-9]b-.*"
    r"|.*(?:net|boost|former|bert|lstm|gpt)\b.*"
    r"|.*\b(?:svm|knn|k-nn|forest|smote|pso|cma-es|nsga|moea).*",
    re.IGNORECASE,
)
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_PATH = re.compile(r"[^\W\d][\w-]*(?:\.[^\W\d][\w-]*)+")
_WORD = re.compile(r"[^\W_]+")
_TABLE: dict[str, frozenset[Meaning]] = {}
for _meaning, _text in _WORDS.items():
    for _word in _text.split():
        _TABLE[_word] = _TABLE.get(_word, frozenset()) | {_meaning}


@lru_cache(1 << 13)
def words(label: str) -> tuple[str, ...]:
    """The words of a label, in small letters: "Avg. WER" and "trainTime" have two.

    Examples
    --------
    >>> words("Average_Rank (test)"), words("trainTime")
    (('average', 'rank', 'test'), ('train', 'time'))
    """
    text = unicodedata.normalize("NFC", label)
    return tuple(_WORD.findall(_CAMEL.sub(" ", text).casefold()))


def says_count(label: str) -> bool:
    """Whether a label is that of a count, by how it begins.

    Examples
    --------
    >>> says_count("# samples"), says_count("n_classes"), says_count("nfeatures")
    (True, True, True)
    >>> says_count("classes")
    False
    """
    parts = words(label)
    if not parts:
        return False
    marked = label.lstrip().startswith("#") and not "".join(parts).isdigit()
    joint = parts[0][:1] == "n" and "size" in _TABLE.get(parts[0][1:], ()) and len(parts[0]) > 4
    return marked or joint or (len(parts) > 1 and parts[0] in _COUNTS)


_TESTED = word_set(
    """
    p pvalue pvalues pval pvals holm holms wilcoxon friedman nemenyi bonferroni hochberg shaffer
    hommel posthoc significance
    """
)


def says_test(label: str) -> bool:
    """Whether a label says that p-values of a test are meant.

    Examples
    --------
    >>> says_test("holms_test.csv"), says_test("p-value"), says_test("test accuracy")
    (True, True, False)
    """
    parts = words(label)
    whole = {"".join(parts), *parts, *map("".join, pairwise(parts))}
    return bool(whole & _TESTED - {"p"}) or whole == {"p"}


_UNIT = re.compile(r"(?<=\w)\s*[\[(][^\])]{1,3}[\])]\s*$")  # such as (s), [%] at the end


@lru_cache(1 << 12)
def meanings(label: str) -> dict[Meaning, float]:
    """How much each meaning explains a label: 1 whole, 0.6 its last or first word, 0.3 a word.

    Examples
    --------
    >>> meanings("dataset_name")["problem"], meanings("AMI WER")["measure"]
    (1.0, 1.0)
    >>> meanings("Earnings22 WER")["measure"], "measure" in meanings("Earnings22")
    (0.6, False)
    """
    label = _UNIT.sub("", label)
    parts = words(label)
    whole = "".join(parts)
    found: dict[Meaning, float] = dict.fromkeys(_TABLE.get(whole, ()), 1.0)
    if len(whole) == 1 and whole.isascii():  # a letter may be anything, but "Ø" is a mean
        found = dict.fromkeys(found, 0.4)
    if label.strip() == "#":
        return {"counter": 1.0}
    if not parts or len(parts) > 8:
        return found
    if (label.lstrip().startswith("%") and not whole.isdigit()) or says_count(label):
        return {"size": 1.0}
    core = [part for part in parts if part not in FILLING] or list(parts)
    by_part = [_senses(part) for part in core]
    for sense in {sense for senses in by_part for sense in senses}:
        if len(whole) > 1 and all(sense in senses for senses in by_part):
            found[sense] = 1.0
    others = []
    if _PATH.fullmatch(label):  # of nested records, such as args.algorithm
        others.append(meanings(label.rpartition(".")[2]))
    if any(map(str.isdigit, parts)):  # "Recall@20" and "pass_rate_1" are measures
        plain = meanings(" ".join(part for part in parts if not part.isdigit()))
        others.append({sense: plain[sense] for sense in plain if sense in ("measure", "time")})
    for other in others:
        found |= {sense: max(weight, found.get(sense, 0.0)) for sense, weight in other.items()}
    # Parts of a name such as OmniAnomaly are no words of their own.
    apart = tuple(_WORD.findall(unicodedata.normalize("NFC", label).casefold()))
    core = [part for part in apart if part not in FILLING] or list(apart)
    letters = [part if len(part) > 1 else "" for part in core]
    by_part = [_senses(part) for part in letters] if len(core) > 1 else []
    for sense in {sense for senses in by_part for sense in senses}:
        has = [sense in senses for senses in by_part]
        found[sense] = max(found.get(sense, 0.0), 0.6 if has[-1] or has[0] else 0.3)
    return found


def _senses(word: str) -> frozenset[Meaning]:
    plural = word.removesuffix("s") if len(word) > 4 else word
    return _TABLE.get(word) or _TABLE.get(plural) or frozenset()


def means(label: str, meaning: Meaning, least: float = 1.0) -> bool:
    """Whether a meaning explains at least so much of a label."""
    return meanings(label).get(meaning, 0.0) >= least


def corner(names: Iterable[str]) -> str:
    """The heading of the problems that says so, and that is none of these names."""
    taken, label = set(names), CORNER
    while label in taken:
        label += "_"
    return label


def is_corner(label: str) -> bool:
    """Whether the label is the corner of a table that `Results.save` wrote."""
    return label.startswith(CORNER)


def names_problems(label: str) -> bool:
    """Whether a first column with this label holds names: it says so, or says nothing."""
    blank = not label.strip() or label.startswith("Unnamed:")
    return blank or is_corner(label) or means(label, "problem") or means(label, "counter")


def names_a_measure(label: str) -> bool:
    """Whether a label is that of a measure or a statistic, such as "train_time" or "std"."""
    return any(means(label, m) for m in ("measure", "value", "time", "statistic", "deviation"))


@lru_cache(1 << 12)
def role_of(label: str) -> str | None:
    """The role in a long table that a label says: algorithm, problem, run, step or value.

    Examples
    --------
    >>> role_of("classifier_name"), role_of("seed"), role_of("test accuracy"), role_of("New")
    ('algorithm', 'run', 'value', None)
    """
    roles: tuple[Meaning, ...] = ("algorithm", "problem", "step", "run")
    for meaning in roles:
        if means(label, meaning) and not (meaning == "step" and means(label, "time")):
            return meaning
    return "value" if means(label, "value") or means(label, "measure") else None


def direction(label: str) -> Literal["lower", "higher"] | None:
    """Which values of a measure are good, by its name; None if the name does not say.

    Examples
    --------
    >>> direction("test accuracy"), direction("eval_metrics/MASE[0.5]"), direction("value")
    ('higher', 'lower', None)
    """
    parts = words(label)
    compound = {*parts, "".join(parts), *map("".join, pairwise(parts))}
    higher, lower = bool(compound & _HIGHER), bool(compound & _LOWER)
    return None if higher == lower else "higher" if higher else "lower"


@lru_cache(1 << 14)
def kind_of_name(name: str) -> float:
    """What a name is likely the name of: +1 a problem, -1 an algorithm, 0 unknown.

    Examples
    --------
    >>> kind_of_name("F12"), kind_of_name("Random Forest"), kind_of_name("Alpha")
    (1.0, -1.0, 0.0)
    """
    parts = words(name)
    whole = "".join(parts)
    if not parts:
        return 0.0
    if whole in _KNOWN_PROBLEMS or whole in _KNOWN_ALGORITHMS:
        return float(whole in _KNOWN_PROBLEMS) - float(whole in _KNOWN_ALGORITHMS)
    stripped = name.strip()
    problem = bool(_PROBLEM_NAME.fullmatch(stripped)) or parts[0] in _KNOWN_PROBLEMS
    algorithm = bool(_ALGORITHM_NAME.fullmatch(stripped)) or bool(
        {*parts, *map("".join, pairwise(parts))} & _KNOWN_ALGORITHMS
    )
    return float(problem) - float(algorithm)


def names_runs(labels: list[str]) -> bool:
    """Whether labels merely count runs: 0, 1, 2, ... or fold1, fold2, ...

    Examples
    --------
    >>> names_runs(["run 1", "run 2"]), names_runs(["0", "1", "2"]), names_runs(["A1", "A2"])
    (True, True, False)
    """
    found = [_COUNTED.fullmatch(label.strip(" ()[]{}_-.").casefold()) for label in labels]
    if len(labels) < 2 or None in found:
        return False
    if all(match and match[1] for match in found):
        return True
    numbers = [int(match[2]) for match in found if match]
    return numbers[0] in (0, 1) and numbers == [*range(numbers[0], numbers[0] + len(numbers))]


_SPLITS = word_set(
    "train training test testing val valid validation dev eval evaluation fit predict inference"
)


def are_splits(labels: Iterable[str]) -> bool:
    """Whether labels are parts of the data or of the work, as training and test are.

    Examples
    --------
    >>> are_splits(["train", "Test"]), are_splits(["test A", "test B"])
    (True, False)
    """
    return all(part in _SPLITS for label in {*labels} for part in words(label))


_COUNTED = re.compile(
    r"((?:run|fold|seed|rep|repetition|resample|trial|split|iter|cv|try)s?)?[ _-]?([0-9]{1,6})"
)

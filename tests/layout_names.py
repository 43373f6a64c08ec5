"""Names that tables of results have: problems and algorithms of some fields, and words around them.

`AWKWARD` holds whole made-up tables whose names are also the words of statistics, sizes, measures,
counters and roles. People do give such names, and a name alone must not delete anything.
"""

from __future__ import annotations

from dataclasses import dataclass


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


UCI = _words(
    """
    abalone adult annealing arrhythmia audiology australian autos balance-scale bank
    breast-cancer bupa car cleveland cmc colic contraceptive credit-a credit-g dermatology
    diabetes ecoli eucalyptus flare german glass haberman hayes-roth heart-c heart-h
    heart-statlog hepatitis hypothyroid ionosphere iris kr-vs-kp labor led7digit letter lymph
    magic mammographic monks-2 mushroom new-thyroid nursery optdigits page-blocks penbased
    phoneme pima post-operative primary-tumor ring saheart satimage segment shuttle sick sonar
    soybean spambase splice tae texture thyroid tic-tac-toe titanic twonorm vehicle vote vowel
    waveform wdbc wine wisconsin yeast zoo
    """
)
UCR = _words(
    """
    ACSF1 Adiac ArrowHead BME Beef BeetleFly BirdChicken CBF Car Chinatown CinCECGTorso Coffee
    Computers CricketX CricketY CricketZ Crop DiatomSizeReduction ECG200 ECG5000 ECGFiveDays
    Earthquakes ElectricDevices EOGHorizontalSignal FaceAll FaceFour FacesUCR FiftyWords Fish
    FordA FordB FreezerSmallTrain Fungi GunPoint Ham HandOutlines Haptics Herring InlineSkate
    InsectWingbeatSound ItalyPowerDemand LargeKitchenAppliances Lightning2 Lightning7 Mallat
    Meat MedicalImages MoteStrain OSULeaf OliveOil PhalangesOutlinesCorrect Phoneme Plane
    PowerCons ProximalPhalanxTW Rock ScreenType SemgHandGenderCh2 ShapesAll
    SmallKitchenAppliances StarLightCurves Strawberry SwedishLeaf Symbols SyntheticControl
    ToeSegmentation1 Trace TwoPatterns UMD Wafer Wine WordSynonyms Worms Yoga
    """
)
BENCHMARKS = _words(
    """
    MMLU GSM8K HellaSwag ARC-Challenge ARC-Easy TruthfulQA WinoGrande BoolQ PIQA SIQA OpenBookQA
    HumanEval MBPP MATH BBH DROP NaturalQuestions TriviaQA HotpotQA SQuAD QuAC RACE-h RACE-m
    CommonsenseQA LAMBADA WiC WSC CB COPA RTE MultiRC ReCoRD CoLA SST-2 MRPC QQP STS-B MNLI QNLI
    WNLI XNLI XCOPA MGSM C-Eval CMMLU GAOKAO AGIEval IFEval MuSR GPQA MMLU-Pro LiveBench
    RepoBench LCC QMSum MultiNews SAMSum TREC PassageCount NarrativeQA Qasper MuSiQue 2WikiMQA
    GovReport DuReader
    """
)
FUNCTIONS = _words(
    """
    Sphere Schwefel1.2 Schwefel2.21 Schwefel2.22 Rosenbrock Rastrigin Griewank Ackley
    Weierstrass Levy Zakharov DixonPrice Michalewicz Step Quartic Penalized1 Penalized2 Foxholes
    Kowalik SixHump Branin GoldsteinPrice Hartmann3 Hartmann6 Shekel5 Shekel7 Shekel10
    Bohachevsky Booth Matyas Easom Beale Powell Trid Perm Salomon Whitley Alpine1 Alpine2
    CrossInTray DropWave Eggholder HolderTable Langermann McCormick Schaffer2 Schaffer4 Shubert
    StyblinskiTang ThreeHump Bukin6 Colville PowerSum SumSquares RotatedEllipsoid Himmelblau
    Keane Katsuura HappyCat HGBat Discus BentCigar
    """
)
INSTANCES = _words(
    """
    att48 berlin52 bier127 brazil58 ch130 ch150 d198 d493 d657 eil51 eil76 eil101 fl417 fl1400
    gil262 kroA100 kroA150 kroA200 kroB100 kroB150 kroC100 kroD100 kroE100 lin105 lin318
    linhp318 nrw1379 p654 pcb442 pcb1173 pr76 pr107 pr124 pr136 pr144 pr152 pr226 pr264 pr299
    pr439 pr1002 rat99 rat195 rat575 rat783 rd100 rd400 rl1304 rl1323 si175 si535 st70 swiss42
    ts225 tsp225 u159 u574 u724 u1060 vm1084
    """
)
SPEECH = _words(
    """
    AMI Earnings22 GigaSpeech LS-clean LS-other SPGISpeech TED-LIUM VoxPopuli CommonVoice Fleurs
    CORAAL CallHome Switchboard WSJ CHiME-6 MLS Libriheavy DiPCo ICSI Kincaid46 Meanwhile Rev16
    Europarl VoxForge Artie
    """
)

CLASSIFIERS = _words(
    """
    C4.5 kNN NaiveBayes SVM RandomForest AdaBoost XGBoost LightGBM CatBoost MLP
    LogisticRegression LDA QDA GaussianProcess ExtraTrees RIPPER JRip PART OneR CART Bagging
    LogitBoost RBF-Net TabNet FT-Transformer SAINT NODE TabPFN ResNet ROCKET MiniRocket
    HIVE-COTE InceptionTime BOSS TDE DTW-1NN ShapeletTransform TS-CHIEF PF STC
    """
)
OPTIMISERS = _words(
    """
    PSO DE GA CMA-ES IPOP-CMA-ES SHADE L-SHADE jSO JADE SaDE jDE EPSDE CoDE CLPSO HPSO-TVAC ABC
    GWO WOA SSA HHO MFO SCA FA BA CS TLBO GSA HS ACO SA TabuSearch ILS VNS GRASP NSGA-II MOEA/D
    SPEA2 ImodE EBOwithCMAR HSES
    """
)
MODELS = _words(
    """
    GPT-4o GPT-3.5-Turbo Claude-3-Opus Llama-2-7B Llama-2-13B Llama-2-70B Llama-3-8B Mistral-7B
    Mixtral-8x7B Qwen-7B Qwen2-72B Yi-34B Falcon-40B MPT-30B Gemma-7B Phi-2 Vicuna-13B
    ChatGLM3-6B Baichuan2-13B InternLM-20B DeepSeek-67B OPT-66B BLOOM-176B Pythia-12B StableLM-2
    OLMo-7B RWKV-14B XGen-7B LongChat-7B Command-R
    """
)
RECOGNISERS = _words(
    """
    whisper-large-v3 whisper-medium whisper-small canary-1b parakeet-rnnt-1.1b wav2vec2-base
    wav2vec2-large hubert-large wavlm-large data2vec-audio speecht5 conformer-ctc distil-whisper
    moonshine-base seamless-m4t mms-1b omniASR granite-speech phi-4-multimodal voxtral-mini
    kyutai-stt
    """
)


@dataclass(frozen=True)
class Field:
    """Problems and algorithms that are compared with each other, and what they are called."""

    problems: tuple[str, ...]
    algorithms: tuple[str, ...]
    problem_words: tuple[str, ...]
    algorithm_words: tuple[str, ...]


_DATA_SETS = ("Dataset", "dataset", "Data set", "Datasets", "data", "Dataset Name", "DATASET")
_METHODS = (
    "Method",
    "Algorithm",
    "method",
    "algorithm",
    "Classifier",
    "classifier_name",
    "Approach",
)
FIELDS: dict[str, Field] = {
    "classification": Field(
        UCI, CLASSIFIERS, (*_DATA_SETS, "dataset_name", "Problem", "task"), _METHODS
    ),
    "series": Field(UCR, CLASSIFIERS, (*_DATA_SETS, "folder name", "Problem"), _METHODS),
    "language": Field(
        BENCHMARKS,
        MODELS,
        ("Task", "Benchmark", "task", "Dataset", "benchmark"),
        ("Model", "model", "Models", "Model Name", "LLM"),
    ),
    "speech": Field(SPEECH, RECOGNISERS, ("Corpus", "Test set", "Dataset"), ("model", "System")),
    "functions": Field(
        FUNCTIONS,
        OPTIMISERS,
        ("Function", "function", "Problem", "problem", "Func.", "Benchmark function"),
        ("Algorithm", "algorithm", "Optimizer", "optimiser", "Method"),
    ),
    "instances": Field(
        INSTANCES,
        OPTIMISERS,
        ("Instance", "instance", "Problem", "problem instance"),
        ("Algorithm", "solver", "Heuristic", "Method"),
    ),
}
GROUPS = (
    "binary",
    "multi-class",
    "imbalanced",
    "small",
    "large",
    "unimodal",
    "multimodal",
    "hybrid",
)
FAMILIES = ("Trees", "Ensembles", "Neural", "Baselines", "Ours", "Swarm", "Evolutionary", "Linear")

# What metadata is called, how its values are drawn, and what it says.
SIZE_NAMES: dict[str, tuple[str, ...]] = {
    "instances": ("#instances", "Instances", "#Samples", "n_samples", "Size", "train size", "#Ex.",
                  "rows", "Number of examples", "ts_len", "length"),
    "features": ("#features", "Features", "# Dimensions", "n_features", "#Atts.", "dim"),
    "classes": ("#classes", "Classes", "n_classes", "#Cl.", "No. of classes"),
    "ratio": ("IR", "imbalance ratio", "Outlier Perc", "anomaly_ratio", "% minority"),
    "type": ("Type", "type", "Category", "Domain", "Task type"),
    "yes/no": ("missing values", "has_categorical", "multivariate", "seq_anomaly"),
    "id": ("OpenML id", "id", "task_id", "did"),
    "constant": ("folds", "n_runs", "dim", "budget"),
}  # fmt: skip
MODEL_NAMES: dict[str, tuple[str, ...]] = {
    "year": ("Year", "year", "Published"),
    "parameters": ("#Params", "Model size (B)", "Params (M)", "n_parameters"),
    "licence": ("License", "Licence", "license"),
    "family": ("Family", "Type", "Organisation", "type"),
    "yes/no": ("Open", "pretrained", "tuned"),
}
MEANINGLESS = ("q", "place", "x", "zz", "V7", "s1", "k2", "col", "xi", "w", "h", "B_3")

# What summaries are called: plainly, in another language, awkwardly.
SUMMARY_NAMES: dict[str, tuple[str, ...]] = {
    "mean": ("Mean", "mean", "Average", "AVG", "Avg.", "Average accuracy", "Mean Acc", "avg_score",
             "Mittelwert", "Durchschnitt", "Moyenne", "Media", "Promedio", "Média", "Gemiddelde",
             "Średnia", "Среднее", "平均", "평균", "Avg (all data sets)", "Ø", "Overall",
             "Macro avg", "Average (±)"),
    "rank": ("Average rank", "Avg. rank", "Average_Rank", "Mean rank", "AvgRank", "Rank", "Ranking",
             "Friedman", "Friedman rank", "Mittlerer Rang", "Rang moyen", "Rango medio", "平均排名",
             "avg rank (lower is better)", "MR", "Overall rank", "Rank sum / n"),
    "wins": ("Wins", "wins", "#wins", "# best", "Best", "No. of wins", "Siege",
             "Number of best results", "Victorias", "Times best", "1st places", "win count"),
    "W/T/L": ("W/T/L", "w/t/l", "Win/Tie/Loss", "+/=/-", "+/-/≈", "W-T-L"),
    "median": ("Median", "median", "Med.", "Médiane", "Mediana", "中位数", "Median over problems"),
    "std": ("Std", "std", "StdDev", "Standard deviation", "SD", "Std. dev.", "Standardabweichung",
            "écart-type", "σ"),
    "count": ("Count", "count", "N", "#datasets", "Number of data sets", "Anzahl"),
    "sum": ("Sum", "Total", "total", "Summe", "Σ", "Total score"),
    "max": ("Max", "Maximum", "max"),
    "min": ("Min", "Minimum", "min"),
    "p": ("p-value", "p (Wilcoxon)", "p_holm", "Wilcoxon p"),
}  # fmt: skip
BEST_NAMES = ("Best", "best", "Best known", "Max", "Winner score", "Oracle")

# Measures: name, whether higher is better, and what they are made of: "own" or a time or a size.
QUALITY: dict[str, tuple[tuple[str, ...], ...]] = {
    "higher": (
        ("accuracy", "f1"), ("acc", "auc"), ("accuracy", "f1_macro", "kappa"),
        ("Precision", "Recall"), ("Accuracy", "F1"), ("em", "f1"), ("acc", "acc_norm"),
    ),
    "lower": (("rmse", "mae"), ("error", "brier"), ("MSE", "MAE", "MAPE"), ("MASE", "CRPS")),
}  # fmt: skip
COSTS = ("time", "train_time", "Time (s)", "runtime", "duration", "memory_mb", "fit_time")
VALUES: dict[str, tuple[str, ...]] = {
    "higher": ("accuracy", "score", "value", "Accuracy", "auc", "result", "f1", "test_score", "acc",
               "performance", "mean_test_score", "metric_value"),
    "lower": ("error", "value", "score", "result", "loss", "rmse", "test_error", "fitness", "Error",
              "cost", "objective"),
}  # fmt: skip
PLAIN_LONG = (
    ("dataset", "method"), ("Dataset", "Algorithm"), ("problem", "algorithm"),
    ("data set", "classifier"), ("dataset_name", "classifier_name"), ("function", "algorithm"),
    ("task", "model"), ("Problem", "Solver"),
)  # fmt: skip
OTHER_LONG = (
    ("task", "framework"), ("corpus", "strategy"), ("benchmark", "fuzzer"), ("instance", "system"),
    ("data", "estimator"), ("name", "variant"), ("environment", "agent"), ("game", "agent"),
    ("site", "treatment"), ("case", "config"), ("collection", "run_tag"), ("scenario", "policy"),
)  # fmt: skip
RUNS = (
    "seed",
    "fold",
    "run",
    "trial",
    "repeat",
    "rep",
    "Run",
    "random_state",
    "iteration",
    "cv_fold",
)


@dataclass(frozen=True)
class Awkward:
    """A made-up table of awkward but plausible names, and what its two axes are called."""

    problem: str
    problems: tuple[str, ...]
    algorithm: str
    algorithms: tuple[str, ...]


def _awkward(problem: str, problems: str, algorithm: str, algorithms: str) -> Awkward:
    return Awkward(problem, tuple(problems.split(", ")), algorithm, tuple(algorithms.split(", ")))


_DATA = "iris, wine, glass, sonar, vowel, yeast, ecoli, pima, heart, vehicle, zoo, car, vote, bupa"
_F = "F1, F2, F3, F4, F5, F6, F7, F8, F9, F10, F11, F12"
AWKWARD: tuple[Awkward, ...] = tuple(
    _awkward(*parts)
    for parts in (
        ("Dataset", _DATA, "Imputer", "Mean, Median, Mode, KNN, MICE, Zero"),
        ("Dataset", _DATA, "Loss", "MSE, MAE, Huber, LogCosh, Quantile"),
        ("Dataset", _DATA, "Ensemble", "Average, Voting, Stacking, Bagging, Boosting"),
        ("Dataset", _DATA, "Pooling", "Max, Mean, Sum, Attention, Min"),
        ("Dataset", _DATA, "Rule", "Max, Min, Product, Sum, Median, Majority, Borda"),
        ("Dataset", _DATA, "k", "1, 3, 5, 7, 9, 11"),
        ("Dataset", _DATA, "Trees", "10, 50, 100, 500, 1000"),
        ("Dataset", _DATA, "Criterion", "Gini, Entropy, Gap, AMI, Gain, Ratio"),
        ("Dataset", _DATA, "Index", "Silhouette, Gap, AMI, ARI, NMI, Dunn"),
        ("Dataset", _DATA, "Selector", "Variance, F1, Chi2, Kappa, MI, ReliefF"),
        ("Dataset", _DATA, "Variant", "Base, Best, Full, Final, Last, Avg"),
        ("Dataset", _DATA, "Policy", "Random, Best, Worst, Rank, Total, First"),
        ("Dataset", _DATA, "Strategy", "Delta, Epsilon, Alpha, Beta, Gamma"),
        ("Dataset", _DATA, "Controller", "P, PI, PD, PID, LQR"),
        ("Dataset", _DATA, "Model size", "Tiny, Small, Base, Large, Size-XL"),
        ("Dataset", _DATA, "Model", "n, s, m, l, x"),
        ("Dataset", _DATA, "Sampling", "None, Over, Under, SMOTE, Ratio"),
        ("Dataset", _DATA, "Normalisation", "None, MinMax, Z-score, Rank, Quantile, Std"),
        ("Dataset", _DATA, "Prior", "Normal, Uniform, Laplace, Error, Size"),
        ("Dataset", _DATA, "Kernel", "Linear, Poly, RBF, Sigmoid, Precomputed, Time"),
        ("Dataset", _DATA, "Model", "RMSProp, Adam, SGD, Momentum, Step, Average SGD"),
        ("Dataset", _DATA, "Measure", "Accuracy-tuned, F1-tuned, AUC-tuned, G-mean-tuned"),
        ("Dataset", _DATA, "Team", "Baseline, Total Recall, Mean Machine, Best Effort"),
        ("Dataset", _DATA, "Model", "Baseline, Reference, Control, Ours, Human"),
        ("Dataset", _DATA, "Fusion", "Early, Late, Mean-field, Max-margin, Sum-product, Min-cut"),
        ("Dataset", _DATA, "Regressor", "Mean, Median, Last value, Drift, Trend, Theta"),
        ("Dataset", _DATA, "Seeding", "Seed, k-means++, Random, Fold, PCA"),
        ("Dataset", _DATA, "Detector", "Z, IQR, MAD, Std, Range, Count"),
        ("Dataset", _DATA, "Bandit", "UCB, Thompson, Greedy, Mean, P"),
        ("Dataset", _DATA, "Aggregator", "Mean, Median, Trimmed mean, Krum, Geometric median"),
        ("Dataset", _DATA, "Year of rules", "2015, 2016, 2017, 2018, 2019"),
        ("Dataset", _DATA, "Version", "v1, v2, v3, v10, latest"),
        ("Dataset", _DATA, "Weights", "Uniform, Inverse, Rank sum, Size, IDF, Count"),
        ("Dataset", _DATA, "Threshold", "Youden, F1, Kappa, Prevalence, 0.5, Max accuracy"),
        ("Dataset", _DATA, "Stopping", "Time, Budget, Plateau, Epoch, Never"),
        ("Function", _F, "Algorithm", "Best, Rand, Current, Mean, Rank-DE"),
        ("Function", _F, "Restart", "Time, Count, Stagnation, Total, None"),
        ("Function", _F, "Crossover", "One-point, Two-point, Uniform, Average, Max"),
        ("Function", _F, "Topology", "Global, Ring, Mean, Fully informed, Size 3"),
        ("Function", _F, "Dimension rule", "N, 2N, 4N, 10N"),
        ("Function", _F, "Selection", "Rank, Tournament, Roulette, Truncation, Best"),
        ("Instance", "Small, Medium, Large, Total, Max flow, Min cut, Mean field, Best buy",
         "Solver", "CPLEX, Gurobi, SCIP, HiGHS, CBC"),
        ("Corpus", "AMI, Earnings22, Mean Girls, LS clean, LS other, Total Recall, TED, Vox",
         "Model", "whisper, canary, parakeet, wav2vec2"),
        ("Function", "Sphere, Step, Max, Sum squares, Average hull, Rank one, Time lag, Ackley",
         "Optimiser", "DE, PSO, CMA-ES, GA"),
        ("Task", "Count, Sum, Sort, Reverse, Median, Max, Copy, Parity",
         "Model", "LSTM, Transformer, NTM, S4"),
        ("Data set", "Year Prediction, Size of shoes, Total sleep, Rank of wines, Time to event",
         "Method", "Ridge, Lasso, Elastic net, Trees"),
        ("Problem", "1, 2, 3, 4, 5, 6, 7, 8, 9, 10", "Method", "new, old, hybrid, naive"),
        ("Problem", "10, 20, 50, 100, 200, 500", "Heuristic", "NN, Savings, Sweep, Insertion"),
        ("Stat", "Health, Speed, Mean temper, Max jump, Size", "Bot", "Alice, Bob, Carol"),
        ("Horizon", "24, 48, 96, 192, 336, 720", "Model", "DLinear, PatchTST, Naive, Average"),
        ("Language", "de, fr, it, es, en, no, se, is", "Tagger", "HMM, CRF, LSTM, BERT"),
        ("Ticker", "MAX, MIN, AVG, SUM, STD, COST, SIZE, BEST", "Forecaster", "AR, MA, ARIMA, ETS"),
        ("Image", "Mandrill, Lena, Average face, House, Peppers, Boat", "Filter",
         "Median, Mean, Gaussian, Bilateral, NLM"),
        ("Shop", "CUB, Cars, SOP, In-shop, VehicleID", "Miner", "Hard, Semi-hard, All, Rank"),
    )
)  # fmt: skip
AWKWARD_WORDS = ("Mean", "Median", "Average", "Voting", "Stacking", "Baseline", "Best", "Random",
                 "Total", "Max", "Rank", "Ours", "Default", "Oracle", "Size-aware", "Gap",
                 "Delta", "Kappa", "P", "n", "F1", "Time", "1", "MAE", "Std")  # fmt: skip

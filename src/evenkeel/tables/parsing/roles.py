"""What the name of a column says about its meaning."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

# The first header cell of a wide table that could be taken for a long one.
CORNER = "problem \\ algorithm"

# "indexlevel0" is what pandas calls an index without a name in a Parquet file.
_WORDS = {
    "algorithm": """
        algorithm algo method classifier optimizer optimiser model learner solver approach
        technique estimator regressor heuristic metaheuristic system variant
        algoritmo método metodo clasificador
    """,
    "problem": """
        problem dataset data database function func task benchmark instance testfunction
        testproblem testcase domain environment env problema función funcion indexlevel0
    """,
    "value": """
        value score error errorrate meanerror accuracy acc balancedaccuracy result performance auc
        fitness bestfitness objective cost loss time runtime mean average median rmse mse mae f1
        f1score precision recall kappa indicatorvalue valor resultado
    """,
}
# The columns that only a table of runs has.
_RUN_WORDS = {
    "run": """
        run runnumber runno fold seed randomseed repetition repeat rep replicate replication trial
        execution
        ejecución ejecucion semilla pliegue repetición repeticion
    """,
    "step": """
        step timestep budget iteration iter epoch generation evaluation functionevaluation fe nfe
        nfev checkpoint paso iteración iteracion generación generacion evaluacion evaluación
    """,
}


# Names of measures have several words, as in "RMSE (test)" or "train_time_seconds": each of these
# is one of the values above, one of these, or a word that may stand beside them.
_MEASURED = """
    r2 logloss nll auroc auprc ari nmi ami mcc gmean sensitivity specificity brier crps
    mape smape mase nrmse rmsle hypervolume hv igd perplexity bleu rouge wer psnr ssim iou ndcg mrr
"""
_TIMES = "time times runtime seconds secs minutes hours duration walltime cputime"
_BESIDE = """
    train training test testing validation valid val cv holdout fit predict prediction inference
    evaluation eval epoch gpu usd build mean avg average median std sd stdev stddev standard
    deviation dev variance min max final last total macro micro weighted balanced bal log root
    squared normalized normalised relative absolute rate top of per set s ms sec pct percent wall
    cpu elapsed 1 5 10
"""

# A column that says what was measured in each row of a long table.
_MEASURES = """
    measure metric indicator criterion scoring measurename metricname indicatorname scorename
    qualityindicator performancemeasure evaluationmeasure evaluationmetric statistic medida métrica
    metrica indicador
"""


def _roles(words: dict[str, str]) -> dict[str, str]:
    return {word: role for role, text in words.items() for word in text.split()}


_ROLES = _roles(_WORDS)
_RUN_ROLES = _roles(_WORDS | _RUN_WORDS)
_STATISTICS = frozenset(("mean", "average", "median"))
_TIME_WORDS = frozenset(_TIMES.split())
_MEASURE_WORDS = frozenset({*_WORDS["value"].split(), *_MEASURED.split()}) - _STATISTICS
_BESIDE_WORDS = frozenset(_BESIDE.split())
_NUMBERED = re.compile(r"(?:run|fold|seed|rep|repetition|resample|trial|split|iter)?[ _-]?[0-9]+")

# Labels of a first column that can only hold names; not words for "problem" in a long table.
_INDEX = {"", "index", "id", "no", "nr", "number", "name", "row", "key", "unnamed0"}

_REMEMBERED = 1024  # labels; those of a table are asked for several times


@lru_cache(_REMEMBERED)
def role_of(label: str) -> str | None:
    """Return "algorithm", "problem" or "value" if the label is a usual word for it."""
    return _look_up(label, _ROLES) or _value(label)


@lru_cache(_REMEMBERED)
def role_in_runs(label: str) -> str | None:
    """Return the same for a table of runs, and also "run" or "step"."""
    return _look_up(label, _RUN_ROLES) or _value(label)


def is_corner(label: str) -> bool:
    """Whether the label is the corner of a cross table: a wide table, whatever the columns."""
    return label.startswith(CORNER)


def heads_columns(label: str) -> bool:
    """Whether the label of a first column names the columns beside it, as "Estimators:" does."""
    return label.rstrip().endswith(":") and role_of(label) == "algorithm"


def number_runs(labels: Sequence[str]) -> bool:
    """Whether labels merely count, as those of runs do: 0, 1, 2, ... or fold1, fold2, ...."""
    return len(labels) > 1 and all(_NUMBERED.fullmatch(label.casefold()) for label in labels)


@lru_cache(_REMEMBERED)
def names_a_measure(label: str) -> bool:
    """Whether a label names a measure, such as "accuracy" or "train_time_seconds".

    Examples
    --------
    >>> [names_a_measure(label) for label in ("RMSE (test)", "FitTime", "mean", "Time-CNN")]
    [True, True, False, False]
    """
    if _normal(label) in _STATISTICS:
        return False
    return _of_measures(label, _MEASURE_WORDS | _TIME_WORDS) or _look_up(label, _ROLES) == "value"


def _of_measures(label: str, wanted: frozenset[str]) -> bool:
    """Whether all words of a label are of measures, one of them a `wanted` one."""
    words = re.findall(r"[^\W_]+", re.sub("(?<=[a-z])(?=[A-Z])", " ", label).casefold())
    return not wanted.isdisjoint(words) and wanted | _BESIDE_WORDS >= {*words}


def names_problems(label: str) -> bool:
    """Whether a first column with this label holds the names of the problems."""
    return is_corner(label) or role_of(label) == "problem" or _normal(label) in _INDEX


def names_measures(label: str) -> bool:
    """Whether a column with this label says what was measured."""
    return not {_normal(label), _normal(label).removesuffix("s")}.isdisjoint(_MEASURES.split())


def _normal(label: str) -> str:
    return re.sub(r"[\W_]+", "", label).casefold()


def _value(label: str) -> str | None:
    """The role of a name of several words; times stand beside the values that are meant."""
    return "value" if _of_measures(label, _MEASURE_WORDS - _TIME_WORDS) else None


def _look_up(label: str, roles: dict[str, str]) -> str | None:
    word = _normal(label)
    for candidate in (word, word.removesuffix("s"), re.sub("(names?|ids?)$", "", word)):
        if candidate in roles:
            return roles[candidate]
    return None

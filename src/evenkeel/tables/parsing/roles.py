"""What the name of a column says about its meaning."""

from __future__ import annotations

import re
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
        problem dataset data database function task benchmark instance testfunction testproblem
        testcase domain problema función funcion indexlevel0
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
        split execution
        ejecución ejecucion semilla pliegue repetición repeticion
    """,
    "step": """
        step timestep budget iteration iter epoch generation evaluation functionevaluation fe nfe
        nfev checkpoint paso iteración iteracion generación generacion evaluacion evaluación
    """,
}


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

# Labels of a first column that can only hold names; not words for "problem" in a long table.
_INDEX = {"", "index", "id", "no", "nr", "number", "name", "row", "key", "unnamed0"}

_REMEMBERED = 1024  # labels; those of a table are asked for several times


@lru_cache(_REMEMBERED)
def role_of(label: str) -> str | None:
    """Return "algorithm", "problem" or "value" if the label is a usual word for it."""
    return _look_up(label, _ROLES)


@lru_cache(_REMEMBERED)
def role_in_runs(label: str) -> str | None:
    """Return the same for a table of runs, and also "run" or "step"."""
    return _look_up(label, _RUN_ROLES)


def is_corner(label: str) -> bool:
    """Whether the label is the corner of a cross table: a wide table, whatever the columns."""
    return label.startswith(CORNER)


def names_problems(label: str) -> bool:
    """Whether a first column with this label holds the names of the problems."""
    return is_corner(label) or role_of(label) == "problem" or _normal(label) in _INDEX


def names_measures(label: str) -> bool:
    """Whether a column with this label says what was measured."""
    return not {_normal(label), _normal(label).removesuffix("s")}.isdisjoint(_MEASURES.split())


def _normal(label: str) -> str:
    return re.sub(r"[\W_]+", "", label).casefold()


def _look_up(label: str, roles: dict[str, str]) -> str | None:
    word = _normal(label)
    for candidate in (word, word.removesuffix("s"), re.sub("(names?|ids?)$", "", word)):
        if candidate in roles:
            return roles[candidate]
    return None

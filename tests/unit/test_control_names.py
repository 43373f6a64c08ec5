"""Whatever takes a control says so, and names the choices, when it gets something else."""

from __future__ import annotations

import inspect
from types import FunctionType, ModuleType

import pytest

import evenkeel
from item_logs import table as item_table
from runs_examples import make_runs

RESULTS = evenkeel.Results([[1, 2, 3], [2, 3, 4], [1, 3, 2], [4, 2, 5], [1, 5, 6]], better="lower")
RUNS = make_runs({(f"A{j}", p): [j, j + 1.5, 3] for j in (1, 2, 3) for p in ("x", "y")})
MORE = {
    "power": ("A1", "A2"),
    "problems_to_decide": ("A1", "A2"),
    "equivalence": (0.5,),
    "from_ranks": (6,),
}
PAIRS = ("A1 vs A2", "A1 vs A3", "A2 vs A3")
PRINTED = {
    "from_ranks": {"A1": "1.5", "A2": "2.0", "A3": "2.5"},
    "from_pvalues": dict(zip(PAIRS, ("0.01", "0.02", "0.3"), strict=True)),
    "from_counts": dict.fromkeys(PAIRS, (4, 1, 5)),
    "plot_critical_differences": {"first": RESULTS},
    "joint_measures": {"first": RESULTS, "second": RESULTS},
}
ROPED = ("bayes", "plot_posterior_matrix")


def with_control() -> dict[str, FunctionType]:
    rooms = [getattr(evenkeel, name) for name in evenkeel.__all__]
    modules = [room for room in rooms if isinstance(room, ModuleType)]
    public = {name: getattr(module, name) for module in modules for name in module.__all__}
    return {
        name: function
        for name, function in public.items()
        if isinstance(function, FunctionType)
        and "control" in inspect.signature(function).parameters
    }


def test_there_are_functions_with_a_control():
    assert len(with_control()) >= 15


@pytest.mark.slow
@pytest.mark.parametrize("control", [["A1"], {"A1": 1}, 1, b"A1", "A9"], ids=repr)
@pytest.mark.parametrize("name", with_control())
def test_a_control_that_is_no_name(name, control):
    function = with_control()[name]
    data = RUNS if "runs" in inspect.signature(function).parameters else RESULTS
    more = {"rope": 0.5} if name in ROPED else {"cutoff": 6} if name == "timeouts" else {}
    if name == "items":
        data = item_table({"A1": [1, 0, 1], "A2": [0, 0, 1], "A3": [1, 1, 1]})
    with pytest.raises(evenkeel.InputError, match=r"'A1', 'A2', 'A3'"):
        function(PRINTED.get(name, data), *MORE.get(name, ()), control=control, **more)


@pytest.mark.parametrize("name", [["A1"], {"A1": 1}, 1, None])
def test_algorithms_are_found_by_name_only(name):
    with pytest.raises(evenkeel.InputError, match="unknown algorithm"):
        RESULTS.column(name)
    with pytest.raises(evenkeel.InputError, match="unknown algorithm"):
        RESULTS.select(algorithms=["A2", name])

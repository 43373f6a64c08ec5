"""Arguments of the studies that are no numbers: refused in words of their own."""

from __future__ import annotations

import numpy as np
import pytest

import evenkeel
from evenkeel.errors import InputError

TABLE = evenkeel.load("garcia2008")
WHOLE = "give a whole number of at least"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"repetitions": float("nan")}, f"repetitions is nan; {WHOLE} 1"),
        ({"repetitions": float("inf")}, f"repetitions is inf; {WHOLE} 1"),
        ({"repetitions": None}, f"repetitions is None; {WHOLE} 1"),
        ({"repetitions": True}, f"repetitions is True; {WHOLE} 1"),
        ({"size": np.array([4, 5])}, f"size is array([4, 5]); {WHOLE} 2"),
        ({"bias": "abc"}, "bias: give one finite number or more, such as 0, 5, 10"),
        ({"bias": 10**400}, "bias: give one finite number or more, such as 0, 5, 10"),
        ({"bias": None}, "bias: give one finite number or more, such as 0, 5, 10"),
        ({"workers": "x"}, "workers is 'x'; give a whole number from 1, or -1 for all cores"),
        ({"seed": "x"}, "seed is 'x'; give a whole number from 0, or None for a fresh one"),
        ({"alpha": "0.05"}, "alpha is '0.05'; give a number between 0 and 1, such as 0.05"),
    ],
)
def test_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(InputError) as error:
        evenkeel.power(TABLE, "C4.5", "1-NN", **{"repetitions": 10, **options})  # type: ignore[arg-type]
    assert str(error.value) == message


def test_a_generator_is_no_seed() -> None:
    with pytest.raises(InputError, match=r"^seed is Generator\(PCG64\).*; give a whole number"):
        evenkeel.power(TABLE, "C4.5", "1-NN", seed=np.random.default_rng(0))  # type: ignore[arg-type]


@pytest.mark.parametrize("effect", ["big", 10**400])
def test_an_effect_that_is_no_number(effect: object) -> None:
    with pytest.raises(InputError) as error:
        evenkeel.simulate(10, 4, effect=effect)  # type: ignore[arg-type]
    assert str(error.value) == (
        f"effect is {effect!r}; give one finite number, or one for each of the 4 algorithms"
    )


def test_whole_numbers_of_other_types() -> None:
    few = {"bias": [0], "size": np.int32(10), "repetitions": 1e2, "workers": np.int64(1)}
    study = evenkeel.power(TABLE, "C4.5", "1-NN", seed=np.uint8(3), **few)  # type: ignore[arg-type]
    assert (study.repetitions, study.size, study.execution.seed) == (100, 10, 3)

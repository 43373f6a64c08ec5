"""The pictures by name, for menus, and in axes of the caller."""

from __future__ import annotations

import pytest
from matplotlib import pyplot
from matplotlib.axes import Axes

from evenkeel.casestudies import load
from evenkeel.errors import InputError, UnknownNameError
from evenkeel.plot import KINDS, draw_picture

TWO = load("cec2005").select(["SaDE", "PSO"])


@pytest.mark.slow
@pytest.mark.parametrize("name", KINDS)
def test_every_kind_draws(name: str) -> None:
    assert KINDS[name].summary.startswith("Draw ")
    assert isinstance(draw_picture(name, TWO, layout=None, **KINDS[name].needs), Axes)
    assert pyplot.get_fignums() == []


@pytest.mark.slow
@pytest.mark.parametrize("name", KINDS)
def test_every_kind_draws_in_axes_of_the_caller(name: str) -> None:
    figure, ax = pyplot.subplots(figsize=(7, 5))
    try:
        assert KINDS[name].function(TWO, **KINDS[name].needs, ax=ax) is ax
        figure.draw_without_rendering()
        assert figure.get_size_inches() == pytest.approx((7, 5))
    finally:
        pyplot.close(figure)


def test_an_option_of_another_picture() -> None:
    with pytest.raises(InputError) as caught:
        draw_picture("scatter", TWO, procedure="holm")
    assert str(caught.value) == (
        "the picture 'scatter' has no option 'procedure'; these have it: critical-difference, "
        "stairs, pvalues, comparison-matrix"
    )


def test_an_unknown_picture() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'scatter'"):
        draw_picture("scater", TWO)

"""The options of `evenkeel.compare`, for the commands that compare."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from evenkeel.cli.helping import ANALYSIS, rare
from evenkeel.cli.options import (
    AdjustOption,
    MethodOption,
    OrderOption,
    RankingOption,
    ResamplesOption,
    SeedOption,
    listed,
)
from evenkeel.cli.parameters import Parameters, Part

_PROCEDURE = typer.Option(
    "--procedure",
    help="What to conclude from, one of {procedures}.",
    rich_help_panel=rare(ANALYSIS),
    metavar="NAME",
)
_ALWAYS = typer.Option(
    "--always",
    help="Test the hypotheses even if the omnibus test fails.",
    rich_help_panel=rare(ANALYSIS),
)
_TIES = typer.Option(
    "--ties",
    help="Statistics of ranks: corrected for ties, or uncorrected as the documents print them.",
    rich_help_panel=rare(ANALYSIS),
)
_OMNIBUS = typer.Option(
    "--omnibus-method",
    help="P-values of the omnibus tests: permutation; by default approximations.",
    rich_help_panel=rare(ANALYSIS),
)
_SIGN_TIES = typer.Option(
    "--sign-ties",
    help="Ties of the pairwise sign tests: split or drop.",
    rich_help_panel=rare(ANALYSIS),
)
_SECOND = typer.Option(
    "--second-look",
    help="Test of two columns alone: wilcoxon, or sign if sizes do not compare.",
    rich_help_panel=rare(ANALYSIS),
)
_COMPARING: Parameters = {
    "ranking": (RankingOption, "friedman"),
    "adjust": (AdjustOption, None),
    "procedure": (Annotated[str | None, _PROCEDURE], None),
    "method": (MethodOption, None),
    "always": (Annotated[bool, _ALWAYS], False),
    "order": (OrderOption, None),
    "ties": (Annotated[str, _TIES], "corrected"),
    "omnibus_method": (Annotated[str | None, _OMNIBUS], None),
    "sign_ties": (Annotated[str, _SIGN_TIES], "split"),
    "second_look": (Annotated[str | None, _SECOND], None),
    "resamples": (ResamplesOption, 9999),
    "seed": (SeedOption, 0),
}


def _arguments(order: str | None, **options: Any) -> dict[str, Any]:
    return {"order": listed(order), **options}


#: The options of `compare`, in place of a parameter `options`.
COMPARING = Part("options", _COMPARING, _arguments)

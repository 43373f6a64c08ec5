"""``evenkeel plot``: a picture for a paper or for slides."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from evenkeel.cli.reading import takes_results
from evenkeel.errors import visible
from evenkeel.tables.results import Results


@takes_results
def plot(
    kind: Annotated[
        str,
        typer.Argument(
            help="One of {pictures}.",
            metavar="KIND",
        ),
    ],
    results: Results,
    output: Annotated[
        list[Path],
        typer.Option(
            "--output", "-o", help="The picture; may be repeated: .pdf .svg .png .pgf .tikz"
        ),
    ],
    control: Annotated[
        str | None, typer.Option("--control", "-c", help="The control algorithm.")
    ] = None,
    first: Annotated[str | None, typer.Option("--first", help="First algorithm of two.")] = None,
    second: Annotated[str | None, typer.Option("--second", help="Second algorithm of two.")] = None,
    alpha: Annotated[
        float | None, typer.Option("--alpha", "-a", help="Level of significance.")
    ] = None,
    ranking: Annotated[
        str | None, typer.Option("--ranking", "-r", help="One of {rankings}.")
    ] = None,
    procedure: Annotated[
        str | None, typer.Option("--procedure", help="The post-hoc procedure.")
    ] = None,
    method: Annotated[
        str | None, typer.Option("--method", "-m", help="Raw p-values, one of {laws}.")
    ] = None,
    interval: Annotated[
        str | None,
        typer.Option(
            "--interval",
            help="Of the average ranks: nemenyi-range, rank-sets, quartiles or none.",
        ),
    ] = None,
    highlight: Annotated[
        str | None, typer.Option("--highlight", help="An algorithm to make stand out.")
    ] = None,
    style: Annotated[str, typer.Option("--style", help="paper or slides.")] = "paper",
) -> None:
    """Draw a picture for a paper or for slides.

    For example:

      evenkeel plot critical-difference results.csv --better lower -o ranks.pdf

      evenkeel plot stairs case:cec2005 --control SaDE -o stairs.svg

      evenkeel plot critical-difference case:cec2005 --method wilcoxon --procedure holm -o cd.pdf
    """
    from evenkeel.plot import draw_picture, save_figure
    from evenkeel.plot import style as use_style

    with use_style(style):
        axes = draw_picture(
            kind,
            results,
            control=control,
            first=first,
            second=second,
            alpha=alpha,
            ranking=ranking,
            procedure=procedure,
            method=method,
            interval=interval,
            highlight=highlight,
        )
        for path in output:
            print(f"wrote {visible(save_figure(axes, path))}", file=sys.stderr)

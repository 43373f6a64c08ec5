"""``evenkeel plot``: a picture for a paper or for slides."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from evenkeel.cli.helping import ANALYSIS, OUTPUT, rare
from evenkeel.cli.links import say_written
from evenkeel.cli.parameters import Parameters, Part, takes
from evenkeel.cli.progress import doing
from evenkeel.cli.reading import TABLES, say_what_was_read
from evenkeel.errors import visible
from evenkeel.plot.options import OPTIONS, PictureOption

if TYPE_CHECKING:
    from evenkeel.tables.results import Results


def _parameter(option: PictureOption) -> tuple[Any, Any]:
    """An option of the command line; what its text means is the picture's to say.

    Those that many need have a letter.
    """
    flag = f"--{option.name.replace('_', '-')}"
    shown = f"{option.help} {{of_{option.name}}}"
    group = ANALYSIS if option.short else rare(ANALYSIS)
    if option.flag:
        either: Any = typer.Option(f"{flag}/--no-{flag[2:]}", help=shown, rich_help_panel=group)
        return Annotated[bool | None, either], None
    short = [f"-{option.short}"] if option.short else []
    text: Any = typer.Option(flag, *short, help=shown, rich_help_panel=group)
    return Annotated[str | None, text], None


_PARAMETERS: Parameters = {name: _parameter(option) for name, option in OPTIONS.items()}
_OPTIONS = Part("options", _PARAMETERS, lambda **given: given)


@takes(TABLES, _OPTIONS)
def plot(
    kind: Annotated[
        str,
        typer.Argument(
            help="One of {pictures}.",
            metavar="KIND",
        ),
    ],
    tables: Results | dict[str, Results],
    output: Annotated[
        list[Path],
        typer.Option(
            "--output",
            "-o",
            help="The picture; may be repeated: .pdf .svg .png .pgf .tikz",
            rich_help_panel=OUTPUT,
            metavar="FILE",
        ),
    ],
    options: dict[str, Any],
    style: Annotated[
        str, typer.Option("--style", help="paper or slides.", rich_help_panel=OUTPUT)
    ] = "paper",
    mathtext: Annotated[
        bool,
        typer.Option(
            "--mathtext",
            help="Typeset formulas in names, such as $\\alpha$-NN.",
            rich_help_panel=rare(OUTPUT),
        ),
    ] = False,
) -> None:
    """Draw a picture for a paper or for slides.

    Each kind takes some of the options; one that it does not take is refused with those that do.

    For example:

      evenkeel plot critical-difference results.csv --better lower -o ranks.pdf

      evenkeel plot stairs case:cec2005 --control SaDE -o stairs.svg

      evenkeel plot critical-difference case:cec2005 --ranks --best right --colours groups -o cd.pdf

      evenkeel plot critical-difference r.csv --each-measure --better HV=higher,IGD=lower -o m.svg
    """
    from evenkeel.plot import save_figure
    from evenkeel.plot import style as use_style
    from evenkeel.plot.kinds import draw_typed

    say_what_was_read()
    with use_style(style, mathtext=mathtext):
        axes = draw_typed(kind, tables, options)
        for path in output:
            doing(f"writing {visible(path)}")
            say_written(save_figure(axes, path))

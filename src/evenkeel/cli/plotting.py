"""``evenkeel plot``: a picture for a paper or for slides."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from evenkeel.cli.helping import ANALYSIS, OUTPUT, rare
from evenkeel.cli.links import say_written
from evenkeel.cli.parameters import REQUIRED, Parameters, Part, takes
from evenkeel.cli.progress import doing
from evenkeel.cli.reading import RUNS, TABLES, say_what_was_read
from evenkeel.errors import InputError, visible
from evenkeel.plot.options import OPTIONS, PictureOption

if TYPE_CHECKING:
    from evenkeel.tables.results import Results
    from evenkeel.tables.runs import Runs

KindArgument = Annotated[str, typer.Argument(help="One of {pictures}.", metavar="KIND")]


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


def _load(kind: str, **given: Any) -> Results | dict[str, Results] | Runs:
    """The runs of a file for a picture of runs, else its results."""
    from evenkeel.plot.kinds import KINDS

    if kind not in KINDS or not KINDS[kind].of_runs:
        return TABLES.make(**given)  # type: ignore[no-any-return]
    for name in set(TABLES.added) - set(RUNS.added):
        if given.pop(name):
            flag = f"--{name.replace('_', '-')}"
            raise InputError(f"{flag} is for pictures of results, not for {kind}; leave it out")
    return RUNS.make(**given)  # type: ignore[no-any-return]


_TABLES = Part("tables", {"kind": (KindArgument, REQUIRED), **TABLES.added}, _load)


@takes(_TABLES, _OPTIONS)
def plot(
    kind: KindArgument,
    tables: Results | dict[str, Results] | Runs,
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


      evenkeel plot critical-difference r.csv --each-measure --better HV=higher,IGD=lower -o m.svg

      evenkeel plot win-tie-loss r.csv --better lower --each noise -o wins.pdf

      evenkeel plot qq case:scipy_optimisers --of Powell --on Rastrigin -o qq.pdf
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

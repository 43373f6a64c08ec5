"""Commands made from registries: the analyses beside the comparison, and the pictures."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from evenkeel.cli.commands import (
    ANALYSIS,
    OUTPUT_GROUP,
    REQUIRED,
    Command,
    Parameters,
    Part,
    rare,
    takes,
)
from evenkeel.cli.options import (
    CONTEXT,
    FilledCommand,
    FullOption,
    SentenceOption,
    begin_writing,
)
from evenkeel.cli.output import OUTPUT, Destination, at_a_glance
from evenkeel.cli.reading import (
    CURVES,
    RESULTS,
    RUNS,
    TABLES,
    load_outcomes,
    say_what_was_read,
    says_limit,
)
from evenkeel.cli.streams import say_written, standard_input
from evenkeel.comparison.analyses.registry import Analysis, AnalysisOption
from evenkeel.errors import InputError
from evenkeel.plot.options import OPTIONS, PictureOption

if TYPE_CHECKING:
    from evenkeel.tables.outcomes import Outcomes
    from evenkeel.tables.results import Results
    from evenkeel.tables.runs import Runs

# A command for each analysis beside the comparison: ``evenkeel rank-sets`` and its like.


_BY_MEASURE = {name: kind for name, kind in TABLES.added.items() if name != "each_measure"}

#: A file and the options of reading it, a table for each measure.
MEASURES = Part("tables", _BY_MEASURE, partial(TABLES.make, each_measure=True))


def add_commands(app: typer.Typer, analyses: Iterable[Analysis], group: str) -> None:
    """Give the command line a command for each entry of a registry, in a group of the help."""
    for analysis in analyses:
        command = _command(analysis)
        command.__doc__ = _help(analysis)
        app.command(name=analysis.name, cls=FilledCommand, rich_help_panel=group)(command)


def _command(analysis: Analysis) -> Command:
    given = Part("options", _parameters(analysis), lambda **given: given)

    def found_of(data: Any, options: dict[str, Any]) -> Any:
        texts = {each.name: _text(options.get(each.parameter)) for each in analysis.options}
        return analysis.run(data, analysis.parsed(texts))

    def carry_out(data: Any, options: dict[str, Any], goes: Destination) -> None:
        goes.emit(found_of(data, options).report())

    def answer(result: Any, goes: Destination, full: bool, sentence: bool) -> None:
        report = result.report()
        goes.emit(report, None if full else at_a_glance(result, report, sentence=sentence))
        if result.exit_code:
            raise typer.Exit(result.exit_code)

    def of_results(results: Results, options: dict[str, Any], goes: Destination) -> None:
        carry_out(results, options, goes)

    def of_measures(tables: Any, options: dict[str, Any], goes: Destination) -> None:
        carry_out(tables, options, goes)

    def of_runs(given: Any, options: dict[str, Any], goes: Destination) -> None:
        carry_out(given, options, goes)

    def of_courses(
        given: Any,
        options: dict[str, Any],
        goes: Destination,
        full: FullOption = False,
        sentence: SentenceOption = False,
    ) -> None:
        answer(found_of(given, options), goes, full, sentence)

    def of_files(
        goes: Destination,
        files: list[str],
        options: dict[str, Any],
        full: FullOption = False,
        sentence: SentenceOption = False,
    ) -> None:
        sources = [standard_input() if file == "-" else file for file in files]
        answer(found_of(sources, options), goes, full, sentence)

    if analysis.takes == "files":
        shown = typer.Argument(help=f"{analysis.files} - is standard input.", metavar="FILES")
        of_files.__annotations__["files"] = Annotated[list[str], shown]
        return takes(OUTPUT, given)(of_files)
    if analysis.takes == "measures":
        return takes(MEASURES, OUTPUT, given)(of_measures)
    if analysis.takes == "runs" and analysis.curves:
        return takes(CURVES, OUTPUT, given)(of_courses)
    if analysis.takes == "runs":
        return takes(RUNS, OUTPUT, given)(of_runs)
    return takes(RESULTS, OUTPUT, given)(of_results)


def _parameters(analysis: Analysis) -> Parameters:
    """An option of the command line for each of the analysis; numbers are read from their text."""
    parameters: Parameters = {}
    for option in analysis.options:
        if option.alone and analysis.takes == "measures":
            continue
        name, flag = option.parameter, option.flag
        short = _SHORT.get(option.name, ())
        if option.kind == "flag":
            shown: Any = typer.Option(
                f"{flag}/--no-{flag[2:]}", help=_said(analysis, option), rich_help_panel=ANALYSIS
            )
            parameters[name] = Annotated[bool, shown], option.default
            continue
        shown = typer.Option(
            flag,
            *short,
            help=_said(analysis, option),
            metavar=option.kind.upper(),
            rich_help_panel=ANALYSIS,
        )
        if option.required:
            parameters[name] = Annotated[str, shown], REQUIRED
        elif option.default is None:
            parameters[name] = Annotated[str | None, shown], None
        else:
            parameters[name] = Annotated[str, shown], option.text
    return parameters


def _said(analysis: Analysis, option: AnalysisOption) -> str:
    """Its sentence, and what can be chosen, which a registry may have to be asked for."""
    return (
        f"{option.help} {{choices {analysis.name} {option.name}}}"
        if option.kind == "choice"
        else option.help
    )


_SHORT = {"control": ("-c",), "alpha": ("-a",)}


def _text(value: str | bool | None) -> str | None:
    return ("yes" if value else "no") if isinstance(value, bool) else value


def _help(analysis: Analysis) -> str:
    examples = "\n\n".join(f"  evenkeel {example}" for example in analysis.examples)
    return analysis.summary + (f"\n\nFor example:\n\n{examples}" if examples else "")


# ``evenkeel plot``: a picture for a paper or for slides.


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


def _load(kind: str, **given: Any) -> Results | dict[str, Results] | Runs | Outcomes:
    """What a picture shows of a file: results, runs, their courses, or when they were solved."""
    from evenkeel.plot.kinds import KINDS

    picture = KINDS.get(kind)
    shows = "results" if picture is None else picture.shows
    cutoff = CONTEXT.get().params["cutoff"]
    stops = picture is not None and "cutoff" in picture.options
    if stops and (cutoff is not None or says_limit(given["file"])):
        shows = "outcomes"
    if shows == "results":
        return TABLES.make(**given)  # type: ignore[no-any-return]
    for name in set(TABLES.added) - set(RUNS.added):
        if given.pop(name):
            flag = f"--{name.replace('_', '-')}"
            raise InputError(f"{flag} is for pictures of results, not for {kind}; leave it out")
    if shows == "outcomes":
        return load_outcomes(cutoff=cutoff, **given)
    return (CURVES if shows == "courses" else RUNS).make(**given)  # type: ignore[no-any-return]


_TABLES = Part("tables", {"kind": (KindArgument, REQUIRED), **TABLES.added}, _load)


@takes(_TABLES, _OPTIONS)
def plot(
    kind: KindArgument,
    tables: Results | dict[str, Results] | Runs | Outcomes,
    output: Annotated[
        list[Path],
        typer.Option(
            "--output",
            "-o",
            help="The picture; may be repeated: .pdf .svg .png .pgf .tikz",
            rich_help_panel=OUTPUT_GROUP,
            metavar="FILE",
        ),
    ],
    options: dict[str, Any],
    style: Annotated[
        str, typer.Option("--style", help="paper or slides.", rich_help_panel=OUTPUT_GROUP)
    ] = "paper",
    mathtext: Annotated[
        bool,
        typer.Option(
            "--mathtext",
            help="Typeset formulas in names, such as $\\alpha$-NN.",
            rich_help_panel=rare(OUTPUT_GROUP),
        ),
    ] = False,
) -> None:
    """Draw a picture for a paper or for slides.

    Each kind takes some of the options; one that it does not take is refused with those that do.

    For example:

      evenkeel plot critical-difference results.csv --better lower -o ranks.pdf


      evenkeel plot critical-difference r.csv --each-measure --better HV=higher,IGD=lower -o m.svg

      evenkeel plot qq case:scipy_optimisers --of Powell --on Rastrigin -o qq.pdf
    """
    from evenkeel.plot import save_figure
    from evenkeel.plot import style as use_style
    from evenkeel.plot.kinds import draw_typed

    say_what_was_read()
    with use_style(style, mathtext=mathtext):
        axes = draw_typed(kind, tables, options)
        for path in output:
            begin_writing(path)
            say_written(save_figure(axes, path))

"""A command for each analysis beside the comparison: ``evenkeel rank-sets`` and its like."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from evenkeel.analyses.registry import Analysis, AnalysisOption
from evenkeel.cli.helping import ANALYSIS
from evenkeel.cli.options import FilledCommand, FullOption, SentenceOption
from evenkeel.cli.output import OUTPUT, Destination, at_a_glance
from evenkeel.cli.parameters import REQUIRED, Command, Parameters, Part, takes
from evenkeel.cli.reading import CURVES, RESULTS, RUNS
from evenkeel.cli.streams import standard_input

if TYPE_CHECKING:
    from evenkeel.tables.results import Results


def add_commands(app: typer.Typer, analyses: Iterable[Analysis], group: str) -> None:
    """Give the command line a command for each entry of a registry, in a group of the help."""
    for analysis in analyses:
        command = _command(analysis)
        command.__doc__ = _help(analysis)
        app.command(name=analysis.name, cls=FilledCommand, rich_help_panel=group)(command)


def _command(analysis: Analysis) -> Command:
    given = Part("options", _parameters(analysis), lambda **given: given)

    def carry_out(data: Any, options: dict[str, Any], goes: Destination) -> None:
        texts = {each.name: _text(options[each.parameter]) for each in analysis.options}
        goes.emit(analysis.run(data, analysis.parsed(texts)).report())

    def of_results(results: Results, options: dict[str, Any], goes: Destination) -> None:
        carry_out(results, options, goes)

    def of_runs(given: Any, options: dict[str, Any], goes: Destination) -> None:
        carry_out(given, options, goes)

    def of_files(
        goes: Destination,
        files: list[str],
        options: dict[str, Any],
        full: FullOption = False,
        sentence: SentenceOption = False,
    ) -> None:
        texts = {each.name: _text(options[each.parameter]) for each in analysis.options}
        sources = [standard_input() if file == "-" else file for file in files]
        result = analysis.run(sources, analysis.parsed(texts))
        report = result.report()
        goes.emit(report, None if full else at_a_glance(result, report, sentence=sentence))
        if result.exit_code:
            raise typer.Exit(result.exit_code)

    if analysis.takes == "files":
        shown = typer.Argument(help=f"{analysis.files} - is standard input.", metavar="FILES")
        of_files.__annotations__["files"] = Annotated[list[str], shown]
        return takes(OUTPUT, given)(of_files)
    if analysis.takes == "runs":
        return takes(CURVES if analysis.curves else RUNS, OUTPUT, given)(of_runs)
    return takes(RESULTS, OUTPUT, given)(of_results)


def _parameters(analysis: Analysis) -> Parameters:
    """An option of the command line for each of the analysis; numbers are read from their text."""
    parameters: Parameters = {}
    for option in analysis.options:
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

"""Options that several commands share."""

from __future__ import annotations

from contextvars import ContextVar
from pathlib import Path
from typing import Annotated, Any

import typer

from evenkeel.cli.files import check_outputs
from evenkeel.cli.helping import ANALYSIS, OUTPUT, TABLE, WORDS, HelpedCommand, rare
from evenkeel.cli.progress import working

AggregateOption = Annotated[
    str | None,
    typer.Option(
        "--aggregate",
        help="The value of each cell of a table of runs: mean (the default), median, min, max, "
        "best, worst, std, or the level of a quantile such as 0.25.",
        rich_help_panel=rare(TABLE),
    ),
]
AlphaOption = Annotated[
    float, typer.Option("--alpha", "-a", help="Level of significance.", rich_help_panel=ANALYSIS)
]
ControlOption = Annotated[
    str | None,
    typer.Option(
        "--control",
        "-c",
        help="The control algorithm, or best for the best ranked.",
        rich_help_panel=ANALYSIS,
        metavar="NAME",
    ),
]
RankingOption = Annotated[
    str,
    typer.Option(
        "--ranking", "-r", help="One of {rankings}.", rich_help_panel=ANALYSIS, metavar="NAME"
    ),
]
MethodOption = Annotated[
    str | None,
    typer.Option(
        "--method",
        "-m",
        help="Raw p-values, one of {laws}; by default the first, with holes paired.",
        rich_help_panel=ANALYSIS,
        metavar="NAME",
    ),
]
OrderOption = Annotated[
    str | None,
    typer.Option(
        "--order",
        help="A predicted order for tests of a trend: all algorithms, best first, with commas.",
        metavar="A,B,...",
        rich_help_panel=rare(ANALYSIS),
    ),
]
ResamplesOption = Annotated[
    int,
    typer.Option(
        "--resamples",
        help="Number of random permutations, where they are drawn.",
        rich_help_panel=rare(ANALYSIS),
    ),
]
SeedOption = Annotated[
    int,
    typer.Option("--seed", help="Seed of the random permutations.", rich_help_panel=rare(ANALYSIS)),
]
ExhaustiveOption = Annotated[
    bool,
    typer.Option(
        "--exhaustive",
        help="List the exhaustive sets (all pairs, k <= 9).",
        rich_help_panel=rare(OUTPUT),
    ),
]
ChecklistOption = Annotated[
    bool,
    typer.Option(
        "--checklist",
        help="Add what to ask of the study before its conclusions are believed.",
        rich_help_panel=rare(OUTPUT),
    ),
]
FullOption = Annotated[
    bool,
    typer.Option(
        "--full", help="Print the whole report, not the verdict alone.", rich_help_panel=OUTPUT
    ),
]
SentenceOption = Annotated[
    bool,
    typer.Option(
        "--sentence", help="Print the conclusions as sentences for a paper.", rich_help_panel=OUTPUT
    ),
]
SaveConfigOption = Annotated[
    Path | None,
    typer.Option(
        "--save-config",
        help="Write the whole study there, as TOML, for evenkeel run.",
        metavar="STUDY.toml",
        rich_help_panel=rare(OUTPUT),
    ),
]
FragmentOption = Annotated[
    bool,
    typer.Option(
        "--fragment", help="For .tex: only the tables, no document.", rich_help_panel=rare(OUTPUT)
    ),
]
JointLevelOption = Annotated[
    bool,
    typer.Option(
        "--joint-level",
        help="Alpha is the level of all measures together; with --each-measure or --each.",
        rich_help_panel=rare(ANALYSIS),
    ),
]
FailOption = Annotated[
    bool,
    typer.Option(
        "--fail-if-not-rejected",
        help="Exit with 1 unless a hypothesis is rejected (the omnibus one, or for two "
        "algorithms Wilcoxon's).",
        rich_help_panel=rare(OUTPUT),
    ),
]
AdjustOption = Annotated[
    list[str] | None,
    typer.Option(
        "--adjust",
        help="A procedure to show; may be repeated. By default those that Derrac et al. (2011) "
        "list: {all_pairs} for all pairs; {control} for a control.",
        rich_help_panel=rare(ANALYSIS),
        metavar="NAME",
    ),
]
OutputOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--output",
        "-o",
        help="Write the report there; may be repeated. The ending says how: .txt .md .tex .html "
        ".json .docx .typ .bib .csv .xlsx.",
        rich_help_panel=OUTPUT,
        metavar="FILE",
    ),
]
TableOption = Annotated[
    str | None,
    typer.Option(
        "--table",
        help="One table of the report alone, by its name; .csv needs it.",
        rich_help_panel=OUTPUT,
        metavar="NAME",
    ),
]
DigitsOption = Annotated[
    int | None,
    typer.Option(
        "--digits",
        help="Significant digits of p-values and values, decimals of ranks.",
        rich_help_panel=rare(OUTPUT),
    ),
]
StarsOption = Annotated[
    bool,
    typer.Option(
        "--stars",
        help="Stars for p-values up to 0.05, 0.01 and 0.001.",
        rich_help_panel=rare(OUTPUT),
    ),
]
SiunitxOption = Annotated[
    bool,
    typer.Option(
        "--siunitx",
        help="For .tex: numbers set by the package siunitx.",
        rich_help_panel=rare(OUTPUT),
    ),
]
CaptionOption = Annotated[
    str | None,
    typer.Option(
        "--caption",
        help="The caption of the table that --table names.",
        rich_help_panel=rare(OUTPUT),
    ),
]
LabelPrefixOption = Annotated[
    str,
    typer.Option(
        "--label-prefix",
        help="For .tex: labels become tab:PREFIX-NAME.",
        metavar="PREFIX",
        rich_help_panel=rare(OUTPUT),
    ),
]
JsonOption = Annotated[
    bool, typer.Option("--json", help="Print JSON instead of tables.", rich_help_panel=OUTPUT)
]


#: What the command that runs was given; older and newer versions of typer have other ways.
CONTEXT: ContextVar[Any] = ContextVar("CONTEXT")
READ = "evenkeel.read"  # how its table was understood, in a sentence


class FilledCommand(HelpedCommand):
    """A command whose help names what the registries hold, which are asked when it is needed."""

    def invoke(self, ctx: Any) -> Any:
        """Run it; `CONTEXT` has what it was given."""
        CONTEXT.set(ctx)
        check_outputs(ctx.params)
        with working(self.name or ""):
            return super().invoke(ctx)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Keep what was typed, so that a command can be shown with more options."""
        ctx.meta[WORDS] = list(args)
        return super().parse_args(ctx, args)

    def get_params(self, ctx: Any) -> list[Any]:
        """The options, with ``{rankings}`` and the like filled in."""
        params: list[Any] = super().get_params(ctx)
        for param in params:
            text = getattr(param, "help", None)
            if text and "{" in text:
                param.help = text.format_map(_Menus()).rstrip()
        return params


class _Menus(dict[str, str]):
    """The names in each registry, in words."""

    def __missing__(self, key: str) -> str:
        if key == "pictures":  # with matplotlib, which only they need
            from evenkeel.plot.kinds import KINDS

            return ", ".join(KINDS)
        if key.startswith("choices "):  # of an option of an analysis, if its help names not all
            from evenkeel.analyses.registry import every_analysis

            _, name, option = key.split()
            (analysis,) = [each for each in every_analysis() if each.name == name]
            (found,) = [each for each in analysis.options if each.name == option]
            said = found.help.lower()
            named = all(each in said for each in found.choices)
            return "" if named else f"One of {', '.join(found.choices)}."
        if key.startswith("of_"):  # an option of pictures
            from evenkeel.plot.kinds import kinds_with

            return f"[{', '.join(kinds_with(key.removeprefix('of_')))}]"
        from evenkeel.adjustments.registry import ADJUSTMENTS
        from evenkeel.decisions.testing import DOCUMENTED
        from evenkeel.hypotheses.registry import LAWS
        from evenkeel.omnibus.registry import OMNIBUS
        from evenkeel.ranks.registry import RANKINGS, complete_rankings

        names = {
            "rankings": RANKINGS.names,
            "complete_rankings": complete_rankings(),
            "laws": LAWS.names,
            "procedures": ADJUSTMENTS.names,
            "omnibus": OMNIBUS.names,
            "all_pairs": DOCUMENTED["all-pairs"],
            "control": DOCUMENTED["control"],
        }[key]
        return ", ".join(names)


def listed(text: str | None) -> list[str] | None:
    """The names in an option that takes several, with commas between them."""
    return None if text is None else [name.strip() for name in text.split(",")]


def number_or_word(word: str) -> Any:
    """The number that an option gives, or its word: a quantile or ``mean``, a step or ``last``."""
    try:
        return float(word)
    except ValueError:
        return word

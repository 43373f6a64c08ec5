"""Options that several commands share, and the files that they name.

Long because it is the list of them.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Container, Iterator, Mapping
from contextlib import suppress
from contextvars import ContextVar
from pathlib import Path
from typing import Annotated, Any

import typer

from evenkeel.cli.commands import ANALYSIS, OUTPUT_GROUP, TABLE, WORDS, HelpedCommand, rare
from evenkeel.cli.streams import doing, working
from evenkeel.errors import EvenkeelError, InputError, visible

# Files that a command reads and writes: none that is read is written over.


_INPUTS = ("file", "files", "source", "study")  # arguments that name what is read


def check_outputs(params: Mapping[str, Any]) -> None:
    """Refuse to write over what the command reads, or two things into one file.

    Files are the same by any name: another spelling, a symbolic or a hard link, standard input.
    """
    outputs = list(_outputs(params))
    written: set[object] = set()
    for path in outputs:
        place = _identity(path) or os.path.realpath(path)
        if place in written:
            raise InputError(f"{visible(path)} is to be written twice; give each its own name")
        written.add(place)
    if not any(map(os.path.exists, outputs)):
        return
    read = set(_identities(params))
    for path in outputs:
        _check_unread(path, read)


def begin_writing(path: Path) -> None:
    """Say what is done now, unless the file was read, as one that lies beside those given."""
    from evenkeel.tables.parsing.sources import OPENED

    _check_unread(path, OPENED.get(()))
    doing(f"writing {visible(path)}")


def _check_unread(path: Path, read: Container[object]) -> None:
    if _identity(path) in read:
        raise InputError(
            f"{visible(path)}: this file is read, and would be written over; choose another name"
        )


def is_below(path: str | Path, folder: str | Path) -> bool:
    """Whether a path stays within a folder, wherever its ``..`` and its links lead."""
    return Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))


def _outputs(params: Mapping[str, Any]) -> Iterator[Path]:
    """The paths among the options; what is read is no option."""
    for name, value in params.items():
        for each in value if isinstance(value, list | tuple) else [value]:
            if isinstance(each, Path) and name not in _INPUTS:
                yield each


def _identities(params: Mapping[str, Any]) -> Iterator[object]:
    """What tells the files apart that are read, whatever their names."""
    with suppress(OSError, ValueError, AttributeError):  # no standard input, or no file
        status = os.fstat(sys.stdin.fileno())
        yield status.st_dev, status.st_ino
    for name in _INPUTS:
        given = params.get(name)
        for each in given if isinstance(given, list | tuple) else [given]:
            if each is not None:
                yield from filter(None, map(_identity, _files(Path(each))))


def _files(path: Path) -> list[Path]:
    """A file, or the files that a folder or a pattern means."""
    from evenkeel.tables.formats.givens import given_of

    if os.path.isfile(path):
        return [path]
    with suppress(EvenkeelError):  # which will be said when it is read
        given = given_of(path)
        return [] if given is None else [each.path for each in given.members if each.path]
    return []


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return status.st_dev, status.st_ino


# Options that several commands share.


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
        rich_help_panel=rare(OUTPUT_GROUP),
    ),
]
ChecklistOption = Annotated[
    bool,
    typer.Option(
        "--checklist",
        help="Add what to ask of the study before its conclusions are believed.",
        rich_help_panel=rare(OUTPUT_GROUP),
    ),
]
FullOption = Annotated[
    bool,
    typer.Option(
        "--full",
        help="Print the whole report, not the verdict alone.",
        rich_help_panel=OUTPUT_GROUP,
    ),
]
SentenceOption = Annotated[
    bool,
    typer.Option(
        "--sentence",
        help="Print the conclusions as sentences for a paper.",
        rich_help_panel=OUTPUT_GROUP,
    ),
]
SaveConfigOption = Annotated[
    Path | None,
    typer.Option(
        "--save-config",
        help="Write the whole study there, as TOML, for evenkeel run.",
        metavar="STUDY.toml",
        rich_help_panel=rare(OUTPUT_GROUP),
    ),
]
FragmentOption = Annotated[
    bool,
    typer.Option(
        "--fragment",
        help="For .tex: only the tables, no document.",
        rich_help_panel=rare(OUTPUT_GROUP),
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
        rich_help_panel=rare(OUTPUT_GROUP),
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
        ".json .docx .typ .bib .csv .xlsx, or of one picture .svg .pdf .png .eps .pgf.",
        rich_help_panel=OUTPUT_GROUP,
        metavar="FILE",
    ),
]
TableOption = Annotated[
    str | None,
    typer.Option(
        "--table",
        help="One table of the report alone, by its name; .csv needs it.",
        rich_help_panel=OUTPUT_GROUP,
        metavar="NAME",
    ),
]
PictureOption = Annotated[
    str | None,
    typer.Option(
        "--picture",
        help="Which picture of the report a file .svg .pdf .png .eps .pgf holds, by its name; the "
        "first if none is named.",
        rich_help_panel=rare(OUTPUT_GROUP),
        metavar="NAME",
    ),
]
DigitsOption = Annotated[
    int | None,
    typer.Option(
        "--digits",
        help="Significant digits of p-values and values, decimals of ranks.",
        rich_help_panel=rare(OUTPUT_GROUP),
    ),
]
StarsOption = Annotated[
    bool,
    typer.Option(
        "--stars",
        help="Stars for p-values up to 0.05, 0.01 and 0.001.",
        rich_help_panel=rare(OUTPUT_GROUP),
    ),
]
SiunitxOption = Annotated[
    bool,
    typer.Option(
        "--siunitx",
        help="For .tex: numbers set by the package siunitx.",
        rich_help_panel=rare(OUTPUT_GROUP),
    ),
]
CaptionOption = Annotated[
    str | None,
    typer.Option(
        "--caption",
        help="The caption of the table that --table names.",
        rich_help_panel=rare(OUTPUT_GROUP),
    ),
]
LabelPrefixOption = Annotated[
    str,
    typer.Option(
        "--label-prefix",
        help="For .tex: labels become tab:PREFIX-NAME.",
        metavar="PREFIX",
        rich_help_panel=rare(OUTPUT_GROUP),
    ),
]
JsonOption = Annotated[
    bool, typer.Option("--json", help="Print JSON instead of tables.", rich_help_panel=OUTPUT_GROUP)
]


#: What the command that runs was given; older and newer versions of typer have other ways.
CONTEXT: ContextVar[Any] = ContextVar("CONTEXT")
READ = "evenkeel.read"  # how its table was understood, in a sentence


class FilledCommand(HelpedCommand):
    """A command whose help names what the registries hold, which are asked when it is needed."""

    def invoke(self, ctx: Any) -> Any:
        """Run it; `CONTEXT` has what it was given."""
        from evenkeel.tables.parsing.sources import OPENED

        CONTEXT.set(ctx)
        check_outputs(ctx.params)
        before = OPENED.set({*OPENED.get(())})  # of the study that is repeated, if any
        try:
            with working(self.name or ""):
                return super().invoke(ctx)
        finally:
            OPENED.reset(before)

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
            from evenkeel.comparison.analyses.registry import every_analysis

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
        from evenkeel.omnibus.registry import OMNIBUS
        from evenkeel.posthocs._posthoc import DOCUMENTED
        from evenkeel.posthocs.laws import LAWS
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

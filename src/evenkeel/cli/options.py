"""Options that several commands share, and how a table is found from them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from evenkeel.cli.streams import standard_input
from evenkeel.errors import InputError, visible
from evenkeel.tables.results import Results

if TYPE_CHECKING:
    from evenkeel.tables.runs import Runs

CASE_PREFIX = "case:"

File = Annotated[
    str,
    typer.Argument(
        help="A CSV, TSV, Excel, Parquet or JSON file, - for standard input, or case:NAME for a "
        "bundled case study.",
        metavar="FILE",
    ),
]
BetterOption = Annotated[
    str | None,
    typer.Option("--better", "-b", help="Which values are good: lower or higher.", metavar="SIDE"),
]
ShapeOption = Annotated[str, typer.Option("--shape", help="auto, wide, long or runs.")]
MissingOption = Annotated[
    str, typer.Option("--missing", help="Missing cells: error, drop-problem or keep.")
]
AggregateOption = Annotated[
    str | None,
    typer.Option(
        "--aggregate",
        help="The value of each cell of a table of runs: mean (the default), median, min, max, "
        "best, worst, std, or the level of a quantile such as 0.25.",
    ),
]
AlphaOption = Annotated[float, typer.Option("--alpha", "-a", help="Level of significance.")]
ControlOption = Annotated[
    str | None,
    typer.Option("--control", "-c", help="The control algorithm, or best for the best ranked."),
]
RankingOption = Annotated[str, typer.Option("--ranking", "-r", help="One of {rankings}.")]
MethodOption = Annotated[str, typer.Option("--method", "-m", help="Raw p-values, one of {laws}.")]
OrderOption = Annotated[
    str | None,
    typer.Option(
        "--order",
        help="A predicted order for tests of a trend: all algorithms, best first, with commas.",
        metavar="A,B,...",
    ),
]
ProcedureOption = Annotated[
    str | None,
    typer.Option("--procedure", help="The procedure to conclude from, one of {procedures}."),
]
ResamplesOption = Annotated[
    int,
    typer.Option("--resamples", help="Random permutations, for the procedure closed-permutation."),
]
SeedOption = Annotated[int, typer.Option("--seed", help="Seed of the random permutations.")]
AlwaysOption = Annotated[
    bool, typer.Option("--always", help="Test the hypotheses even if the omnibus test fails.")
]
ExhaustiveOption = Annotated[
    bool, typer.Option("--exhaustive", help="List the exhaustive sets (all pairs, k <= 9).")
]
FragmentOption = Annotated[
    bool, typer.Option("--fragment", help="For .tex: only the tables, no document.")
]
FailOption = Annotated[
    bool,
    typer.Option(
        "--fail-if-not-rejected",
        help="Exit with 1 unless a hypothesis is rejected (the omnibus one, or for two "
        "algorithms Wilcoxon's).",
    ),
]
AdjustOption = Annotated[
    list[str] | None,
    typer.Option(
        "--adjust",
        help="A procedure to show; may be repeated. By default those that Derrac et al. (2011) "
        "list: {all_pairs} for all pairs; {control} for a control.",
    ),
]
OutputOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--output",
        "-o",
        help="Write the report there; may be repeated. The ending says how: .txt .md .tex .html "
        ".json .bib .csv .xlsx.",
    ),
]
TableOption = Annotated[
    str | None, typer.Option("--table", help="For .csv: which table of the report.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")]


class FilledCommand(TyperCommand):
    """A command whose help names what the registries hold, which are asked when it is needed."""

    def get_params(self, ctx: Any) -> list[Any]:
        """The options, with ``{rankings}`` and the like filled in."""
        params: list[Any] = super().get_params(ctx)
        for param in params:
            text = getattr(param, "help", None)
            if text and "{" in text:
                param.help = text.format_map(_Menus())
        return params


class _Menus(dict[str, str]):
    """The names in each registry, in words."""

    def __missing__(self, key: str) -> str:
        if key == "pictures":  # with matplotlib, which only they need
            from evenkeel.plot.kinds import KINDS

            return ", ".join(KINDS)
        from evenkeel.adjustments.registry import ADJUSTMENTS
        from evenkeel.decisions.testing import DOCUMENTED
        from evenkeel.hypotheses.registry import LAWS
        from evenkeel.omnibus.registry import OMNIBUS
        from evenkeel.ranks.registry import RANKINGS

        names = {
            "rankings": RANKINGS.names,
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


def load_table(
    file: str,
    better: str | None,
    shape: str = "auto",
    missing: str = "error",
    aggregate: str | None = None,
) -> Results:
    """Read the table that a command works on; of runs, make one value a cell and say so."""
    found = _load(file, better, shape, missing)
    if isinstance(found, Results):
        if aggregate is not None:
            raise InputError(
                f"{file}: --aggregate {aggregate} says how runs become one value, but the table "
                "has one value a cell; leave it out"
            )
        return found
    from evenkeel.tables.aggregating import aggregated

    results = aggregated(found, number_or_word(aggregate or "mean"), missing=missing)  # type: ignore[arg-type]
    assert results.origin is not None  # what was made of runs has one
    print(
        f"{visible(file)} holds runs: the {results.origin.aggregated} of each cell is taken "
        "(--aggregate chooses another statistic); evenkeel runs looks at the runs of each problem "
        "as well",
        file=sys.stderr,
    )
    return results


def load_runs_table(file: str, better: str | None) -> Runs:
    """Read the runs that a command works on."""
    if file.startswith(CASE_PREFIX):
        from evenkeel.casestudies import load_runs

        runs = load_runs(file.removeprefix(CASE_PREFIX))
        _check_direction(file, runs.better, better)
        return runs
    from evenkeel.tables.reading_runs import read_runs

    return read_runs(standard_input() if file == "-" else file, better=better)  # type: ignore[arg-type]


def number_or_word(word: str) -> Any:
    """The number that an option gives, or its word: a quantile or ``mean``, a step or ``last``."""
    try:
        return float(word)
    except ValueError:
        return word


def _load(file: str, better: str | None, shape: str, missing: str) -> Results | Runs:
    if file.startswith(CASE_PREFIX):
        from evenkeel.casestudies import load_any

        table = load_any(file.removeprefix(CASE_PREFIX))
        _check_direction(file, table.better, better)
        return table
    from evenkeel.tables.reading_any import read_any

    source = standard_input() if file == "-" else file
    return read_any(source, better=better, shape=shape, missing=missing)  # type: ignore[arg-type]


def _check_direction(file: str, told: str, better: str | None) -> None:
    """Raise if the direction that was given contradicts that of a case study."""
    if better not in (None, told):
        raise InputError(f"{file}: {told} is better in this case study; leave out --better")

"""What an analysis beside the comparison is: the function, its options, and what doors say of it.

The command line has a command for each entry, the page a section that can be asked for, and the
API an address; all of them come from here. An analysis of files, which are logs and not one table,
has a tab of the page instead.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal

from evenkeel.errors import InputError, choice
from evenkeel.registry import Registry
from evenkeel.tables.options import READING

if TYPE_CHECKING:
    from evenkeel.result import Result

Kind = Literal["number", "count", "choice", "text", "flag"]


@dataclass(frozen=True)
class AnalysisOption:
    """An option of an analysis.

    Attributes
    ----------
    name
        The keyword in Python; the command line has its `flag`.
    title
        The label on the page.
    help
        A sentence for the command line and the API.
    kind
        What its text holds: a number, a whole number, one of `choices`, a text, or yes or no.
    default
        What holds if nothing is said, as in the signature of the function.
    offers
        What can be chosen; of a number, the words that may stand in its place. Names of another
        registry are given by a function, which is called when they are wanted.
    required
        Whether the analysis cannot be done without it.
    alone
        Whether no options of reading stand beside it, as in an analysis of files, so that it may
        have the name of one. Of measures the command line has the options of reading instead.
    least, most
        Bounds of a number, the largest for the page and the API, where others wait.
    """

    name: str
    title: str
    help: str
    kind: Kind = "text"
    default: Any = None
    offers: tuple[str, ...] | Callable[[], tuple[str, ...]] = ()
    required: bool = False
    least: float | None = None
    most: float | None = None
    alone: bool = False

    @property
    def parameter(self) -> str:
        """Its name beside the options of reading, of which `problem` is one already."""
        return f"on_{self.name}" if self.name in READING and not self.alone else self.name

    @property
    def flag(self) -> str:
        """The option of the command line, with dashes."""
        return f"--{self.parameter.replace('_', '-')}"

    @property
    def choices(self) -> tuple[str, ...]:
        """What can be chosen, or the words that may stand in the place of a number."""
        return self.offers() if callable(self.offers) else self.offers

    def described(self) -> dict[str, Any]:
        """Its fields as plain data, with the choices that there are."""
        described = asdict(self) | {"choices": self.choices}
        del described["offers"]
        return described

    @property
    def text(self) -> str:
        """The default as it is typed."""
        return "" if self.default is None else _words(self.default)

    @property
    def menu(self) -> tuple[str, ...]:
        """What a menu offers; nothing if any text is possible."""
        if self.kind == "flag":
            return ("no", "yes")
        return self.choices if self.kind == "choice" else ()

    def parsed(self, text: str | None) -> Any:
        """What the text of an option or a field means, as Python takes it."""
        if text is None or not text.strip():
            if self.required:
                raise InputError(f"{self.name} is missing; {self.help[0].lower()}{self.help[1:]}")
            return self.default
        if self.kind == "choice":
            return choice(text, self.choices, self.name.replace("_", " "))
        if self.kind == "flag":
            return text in ("1", "on", "true", "yes")
        if self.kind in ("number", "count"):
            return text if text in self.choices else self._number(text)
        return text

    def _number(self, text: str) -> float:
        try:
            return int(text) if self.kind == "count" else float(text)
        except ValueError:
            kind = "a whole number" if self.kind == "count" else "a number"
            kind = " or ".join((kind, *map(repr, self.choices)))
            raise InputError(f"{self.name} is {text[:40]!r}; give {kind}") from None


def _words(value: Any) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


@dataclass(frozen=True)
class Analysis:
    """An analysis beside the comparison.

    Attributes
    ----------
    name
        The name of the command, such as ``"rank-sets"``.
    title
        What the page calls it, and its heading there.
    summary
        A sentence on what it answers.
    function
        Module and name of the function, ``"evenkeel.posthocs.confidence_sets:rank_sets"``. It
        takes `Results`, `Runs` or a list of files and the options by keyword, and returns a
        `Result`. A file is a path, of a folder too, or an open binary file with its ``name``. Of
        measures it takes such files or, from the command line, a table for each measure.
    options
        What can be said, in the order of the help.
    examples
        Commands that can be typed, without ``evenkeel``.
    takes
        ``"results"``, ``"runs"``, ``"files"`` or ``"measures"``.
    curves
        Of an analysis of runs: whether it takes their courses, where a format has them.
    files
        Of an analysis of files or measures: what they are, for the help and the page.
    place
        Where it stands in lists.
    beside
        Whether the page offers it: False for what every comparison shows.
    """

    name: str
    title: str
    summary: str
    function: str
    options: tuple[AnalysisOption, ...] = ()
    examples: tuple[str, ...] = ()
    takes: Literal["results", "runs", "files", "measures"] = "results"
    files: str = ""
    curves: bool = False
    place: int = 100
    beside: bool = True
    aliases: tuple[str, ...] = ()

    def run(self, data: Any, given: Mapping[str, Any]) -> Result:
        """Do it, with the options that differ from their defaults."""
        result: Result = self._function()(data, **self.arguments(given))
        return result

    def arguments(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The options without those that say no more than their defaults."""
        defaults = {option.name: option.default for option in self.options}
        return {name: value for name, value in given.items() if value != defaults[name]}

    def parsed(self, texts: Mapping[str, str | None]) -> dict[str, Any]:
        """What the texts of the options mean, as the function takes them."""
        return {option.name: option.parsed(texts.get(option.name)) for option in self.options}

    @property
    def call(self) -> str:
        """The function as users call it, ``evenkeel.rank_sets``."""
        import evenkeel

        module, name = self.function.split(":")
        room = "" if callable(getattr(evenkeel, name, None)) else f"{module.split('.')[1]}."
        return f"evenkeel.{room}{name}"

    def _function(self) -> Callable[..., Result]:
        module, name = self.function.split(":")
        function: Callable[..., Result] = getattr(importlib.import_module(module), name)
        return function


#: Options that several analyses have.
CONTROL = AnalysisOption(
    "control", "Control", "The control, or best for the best ranked; without it, all pairs."
)
ALPHA = AnalysisOption(
    "alpha", "Level of significance", "Level of significance.", "number", 0.05, least=0, most=1
)
CONFIDENCE = AnalysisOption(
    "confidence", "Confidence", "Confidence of the intervals.", "number", 0.95, least=0, most=1
)
RESAMPLES = AnalysisOption(
    "resamples", "Resamples", "Resamples of the bootstrap.", "count", 9999, least=1, most=100_000
)
SEED = AnalysisOption("seed", "Seed", "Seed of the random numbers.", "count", 0, least=0)

ANALYSES: Registry[Analysis] = Registry(
    "analysis", "evenkeel.comparison.analyses", place=lambda analysis: analysis.place
)

FILE_ANALYSES: Registry[Analysis] = Registry(
    "analysis of files", "evenkeel.comparison.analyses", place=lambda analysis: analysis.place
)
"""A command for each analysis of files that tools write: ``evenkeel items`` and its like."""


def every_analysis() -> tuple[Analysis, ...]:
    """Those of files, and those of tables."""
    return (*FILE_ANALYSES, *ANALYSES)

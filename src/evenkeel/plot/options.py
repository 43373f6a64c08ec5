"""The options of the pictures where only text can be typed: their flags, and what a text means.

Which picture takes which option, and what its values are, is said by the signature of its
function; here stands what the signature cannot say.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import NoneType
from typing import Any, get_args, get_origin

from evenkeel.errors import InputError
from evenkeel.tables.options import split_names


@dataclass(frozen=True)
class PictureOption:
    """An option of one picture or of several.

    Attributes
    ----------
    name
        The keyword in Python; the option of the command line has dashes for underscores.
    help
        A sentence for the command line.
    flag
        Whether it is said or not said, yes or no.
    short
        One letter that is understood as well.
    """

    name: str
    help: str
    flag: bool = False
    short: str = ""


#: What can be typed, in the order of the help.
OPTIONS: Mapping[str, PictureOption] = {
    option.name: option
    for option in (
        PictureOption("control", "The control algorithm, or best for the best ranked.", short="c"),
        PictureOption("of", "Of runs, the algorithm."),
        PictureOption("on", "Of runs, the problem; several with commas."),
        PictureOption("first", "First algorithm of two."),
        PictureOption("second", "Second algorithm of two."),
        PictureOption("rows", "The algorithms in the rows, with commas."),
        PictureOption("columns", "The algorithms in the columns, with commas."),
        PictureOption("alpha", "Level of significance; several with commas.", short="a"),
        PictureOption("ranking", "One of {rankings}.", short="r"),
        PictureOption("procedure", "The post-hoc procedure, one of {procedures}."),
        PictureOption(
            "method", "Raw p-values, one of {laws}, or how a posterior is had.", short="m"
        ),
        PictureOption("raw", "Show raw p-values, not adjusted.", flag=True),
        PictureOption("size", "An effect size, such as hodges-lehmann."),
        PictureOption("rope", "Differences up to this one are practically none; or none."),
        PictureOption("interval", "Of average ranks: nemenyi-range, rank-sets, quartiles or none."),
        PictureOption("bounds", "Bands of profiles: place, curve or none."),
        PictureOption("cutoff", "The time at which runs were stopped."),
        PictureOption("confidence", "Confidence of bands."),
        PictureOption("scale", "Of the axes: linear, log or symlog."),
        PictureOption("form", "Of ranks over the problems: heat or slope."),
        PictureOption("annotate", "Write in the cells, also in many.", flag=True),
        PictureOption("layout", "Names: two-sided, one-sided, a list of rows, or auto."),
        PictureOption("best", "Side on which the best rank stands: left or right."),
        PictureOption("limits", "The ranks at the ends of the axis, such as 1,9."),
        PictureOption("ranks", "Write the average ranks beside the names.", flag=True),
        PictureOption("highlight", "Algorithms to make stand out, with commas."),
        PictureOption("colours", "groups for a colour a bar, or NAME=COLOUR with commas."),
        PictureOption("note", "Write below how it was decided.", flag=True),
        PictureOption("width", "Width in inches."),
        PictureOption("label", "Name of the axis of values."),
        PictureOption("x_label", "Name of the axis of steps."),
    )
}


def typed_value(name: str, text: str, annotation: Any, known: Collection[str] = ()) -> Any:
    """What a text means for a parameter of this type; `known` has names that may hold commas.

    Examples
    --------
    >>> typed_value("alpha", "0.05, 0.1", float | Sequence[float] | None)
    [0.05, 0.1]
    >>> typed_value("highlight", "a,b", str | Sequence[str] | None, known=["a,b", "c"])
    'a,b'
    >>> typed_value("colours", "a=red,b=#00ff00", str | Mapping[str, str] | None)
    {'a': 'red', 'b': '#00ff00'}
    """
    kinds = [kind for kind in get_args(annotation) or (annotation,) if kind is not NoneType]
    several = next((kind for kind in kinds if get_origin(kind) in (Sequence, tuple)), None)
    if any(get_origin(kind) is Mapping for kind in kinds) and "=" in text:
        return _pairs(name, text)
    if several is not None and text not in known:
        parts = split_names(text)
        found = [_number(name, part) for part in parts] if float in get_args(several) else parts
        return found[0] if len(found) == 1 and len(kinds) > 1 else _enough(name, found, several)
    words = [value for kind in kinds for value in get_args(kind) if isinstance(value, str)]
    return _number(name, text) if float in kinds and text not in words else text


def _number(name: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise InputError(f"{name} is {text[:40]!r}; give a number") from None


def _enough(name: str, found: list[Any], kind: Any) -> Any:
    """A list as it is, a tuple if it has as many members as it needs."""
    if get_origin(kind) is not tuple:
        return found
    needed = len(get_args(kind))
    if len(found) != needed:
        example = ",".join(str(i + 1) for i in range(needed))
        raise InputError(f"{name} has {len(found)} numbers; give {needed}, such as {example}")
    return tuple(found)


def _pairs(name: str, text: str) -> dict[str, str]:
    pairs = [part.rpartition("=") for part in split_names(text)]
    for before, equals, value in pairs:
        if not (before.strip() and equals and value.strip()):
            raise InputError(f"{name} is {text[:60]!r}; give pairs with commas, as in A=red,B=blue")
    return {before.strip(): value.strip() for before, _, value in pairs}

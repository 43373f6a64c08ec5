"""Which columns of a long table hold the algorithm, the problem, the run, the value, the step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from evenkeel.errors import InputError, TableError, choice
from evenkeel.tables.parsing.roles import role_in_runs

if TYPE_CHECKING:
    import narwhals as nw
    import polars as pl
    from narwhals.dtypes import DType

    from evenkeel.tables.scanning.engines import Frame

Asked = str | Sequence[str] | Literal[False] | None
AnyText = TypeVar("AnyText", "nw.Expr", "pl.Expr")
_ROLES = ("algorithm", "problem", "value", "run", "step")
_OPTIONAL = ("run", "step")


@dataclass(frozen=True)
class Columns:
    """Names of the columns by their role; `run` may have several, that only together name a run.

    `guessed` says that the step was recognised by its name and not given.
    """

    algorithm: str
    problem: str
    value: str
    run: tuple[str, ...] = ()
    step: str | None = None
    ignored: tuple[str, ...] = ()
    guessed: bool = False

    @property
    def used(self) -> tuple[str, ...]:
        """Names of all columns that have a role."""
        names = (self.algorithm, self.problem, self.value, *self.run)
        return names if self.step is None else (*names, self.step)

    @property
    def names(self) -> tuple[str, ...]:
        """The columns of the frame that `canonical` makes."""
        optional = zip(_OPTIONAL, (bool(self.run), self.step is not None), strict=True)
        return ("algorithm", "problem", "value", *(name for name, there in optional if there))

    def roles(self) -> dict[str, str]:
        """Each role that is filled and its column."""
        found = {"algorithm": self.algorithm, "problem": self.problem, "value": self.value}
        if self.run:
            found["run"] = " + ".join(self.run)
        return found if self.step is None else {**found, "step": self.step}


def find_columns(
    header: Sequence[str], asked: Mapping[str, Asked], source: str, chosen: Iterable[str] = ()
) -> Columns:
    """Find the columns by what was asked for, else by the usual names.

    `chosen` are columns by which rows are chosen: they may have a role, but are not passed over.

    Raises
    ------
    TableError
        If a column is not found, or several may be meant, or one is asked for twice.
    """
    given = {role: _asked_names(role, names) for role, names in asked.items()}
    by = [choice(name, header, f"column of {source}") for name in chosen]
    for name in (name for names in given.values() for name in names):
        choice(name, header, f"column of {source}")
    taken = [name for names in given.values() for name in names]
    found: dict[str, list[str]] = {}
    faults: list[str] = []
    for role in _ROLES:
        named = [] if asked[role] is False else given[role]
        if not named and asked[role] is not False:
            named = [h for h in header if role_in_runs(h) == role and h not in taken]
        if not named and role not in _OPTIONAL:
            faults.append(
                f"no column was recognised as the {role} among {_listed(header)}; say which one it "
                f"is with {role}="
            )
        if len(named) > 1 and not given[role]:
            together = f", or {role}={named!r} if only together they name one" * (role == "run")
            none = f", or {role}=False if none of them does" * (role in _OPTIONAL)
            faults.append(
                f"several columns may hold the {role}: {_listed(named)}; say which one it is with "
                f"{role}={named[0]!r}{together}{none}"
            )
        found[role] = named
    faults += [
        f"the column {name!r} is given for two roles; give each its own"
        for name, count in sorted(Counter(taken).items())
        if count > 1
    ]
    used = [name for names in found.values() for name in names]
    counts = Counter(header)
    faults += [
        f"{counts[name]} columns are called {name!r}; give them different names"
        for name in dict.fromkeys(used)
        if counts[name] > 1
    ]
    if faults:
        raise TableError(source, faults)
    step = found["step"][0] if found["step"] else None
    return Columns(
        algorithm=found["algorithm"][0],
        problem=found["problem"][0],
        value=found["value"][0],
        run=tuple(found["run"]),
        step=step,
        ignored=tuple(name for name in header if name not in used and name not in by),
        guessed=step is not None and not given["step"],
    )


def _asked_names(role: str, asked: Asked) -> list[str]:
    if asked is None or (asked is False and role in _OPTIONAL):
        return []
    if isinstance(asked, str):
        return [asked]
    if role == "run" and isinstance(asked, Sequence):
        return list(asked)
    raise InputError(f"{role}={asked!r} names no column; give its name, as in {role}={role!r}")


def check_types(schema: Mapping[str, DType], columns: Columns, source: str) -> None:
    """Raise if a column has a type that cannot fill its role."""
    import narwhals as nw

    faults = []
    for role, name in (("value", columns.value), ("step", columns.step)):
        if name is not None and not schema[name].is_numeric():
            faults.append(
                f"the column {name!r}, which is to hold the {role}, holds {_kind(schema[name])}, "
                f"not numbers; convert it, or say which column holds the {role} with {role}="
            )
    for name in (columns.algorithm, columns.problem, *columns.run):
        dtype = schema[name]
        if dtype.is_nested() or dtype.is_float() or dtype in (nw.Object, nw.Unknown, nw.Binary):
            faults.append(
                f"the column {name!r} holds {_kind(dtype)}, which cannot be names; convert it to "
                "text or to integers"
            )
    if faults:
        raise TableError(source, faults)


def canonical(
    frame: Frame,
    columns: Columns,
    schema: Mapping[str, DType],
    *,
    run_as_text: bool = False,
    spare: Mapping[str, str] = MappingProxyType({}),
) -> Frame:
    """Only the columns that matter: algorithm and problem as text, value and step as float64.

    `spare` names more columns, which go along as text.
    """
    import narwhals as nw

    def text(name: str) -> nw.Expr:
        column = nw.col(name)
        return column if schema[name] == nw.String else column.cast(nw.String)

    def number(name: str) -> nw.Expr:
        column = nw.col(name)
        return column if schema[name] == nw.Float64 else column.cast(nw.Float64)

    chosen: dict[str, Any] = {
        "algorithm": text(columns.algorithm),
        "problem": text(columns.problem),
        "value": number(columns.value),
    }
    if len(columns.run) > 1:
        parts = [escaped(text(name)) for name in columns.run]
        chosen["run"] = nw.concat_str(parts, separator="/")
    elif columns.run:
        (name,) = columns.run
        plain = schema[name].is_integer() and not run_as_text
        chosen["run"] = nw.col(name) if plain else text(name)
    if columns.step is not None:
        chosen["step"] = number(columns.step)
    chosen |= {name: text(label) for name, label in spare.items()}
    return frame.select(**chosen)


def escaped(part: AnyText) -> AnyText:
    """Mark the slashes in a part of the name of a run, so that "a/b" + "c" is not "a" + "b/c"."""
    slashes = part.str.replace_all("\\", "\\\\", literal=True)
    return slashes.str.replace_all("/", "\\/", literal=True)


def _kind(dtype: DType) -> str:
    import narwhals as nw

    kinds = {
        nw.String: "text",
        nw.Categorical: "categories",
        nw.Boolean: "truth values",
        nw.Object: "values of mixed types",
    }
    return next((word for kind, word in kinds.items() if dtype == kind), f"values of type {dtype}")


def _listed(names: Sequence[str]) -> str:
    return ", ".join(map(repr, names))

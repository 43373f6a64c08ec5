"""What a log is, what a format of logs is, and how files of all formats become `Items`.

A format recognises its files by what is in them, never by their names alone. What belongs to a log
but holds no scores (the configuration of a run) is looked for among the files that were given and
beside them.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Any, Literal, NamedTuple

from evenkeel.errors import EvenkeelError, InputError, Message, Option, SourceError
from evenkeel.items.logs.joining import items_of
from evenkeel.items.scores import Items
from evenkeel.registry import Registry
from evenkeel.tables.formats.givens import given_of, is_file, is_folder, is_pattern
from evenkeel.tables.parsing.records import load_json
from evenkeel.tables.parsing.sources import RECORDS, Content, held, open_path, open_stream, path_of
from evenkeel.tables.parsing.unpacking import archived, archived_names, unpacked

Better = Literal["higher", "lower"]
_ZIP = b"PK\x03\x04"


class Sample(NamedTuple):
    """One answer of a model: to which item, in which epoch, and its scores by their names.

    `text` is what was asked, as far as the log says it: items of one name must agree in it.
    `fields` holds what else the log says, where clusters and other columns are looked up.
    """

    item: str
    epoch: str
    scores: Mapping[str, float | None]
    text: str = ""
    fields: Mapping[str, Any] = {}


@dataclass(frozen=True)
class Log:
    """What one model did on one benchmark.

    Attributes
    ----------
    model, benchmark
        Their names; a model without one is called by its file.
    samples
        The answers.
    source
        The file.
    better
        The direction of each score that the log gives; the others are better if higher,
        unless `undirected`, where the user has to say.
    clusters
        The field by which the log itself says that items hang together.
    notes
        What a reader must know, such as that the log was not finished.
    """

    model: str
    benchmark: str
    samples: Sequence[Sample]
    source: str
    better: Mapping[str, Better] = field(default_factory=dict)
    undirected: bool = False
    clusters: str = ""
    notes: tuple[str, ...] = ()


@dataclass(eq=False)
class LogFile:
    """A file that was given, or stands beside one: opened, unpacked and parsed when asked for."""

    name: str
    content: Content
    path: Path | None = None
    near: tuple[LogFile, ...] = ()  # those that were given with it
    memo: dict[str, Any] = field(default_factory=dict)  # what a format has found in it

    @cached_property
    def members(self) -> tuple[str, ...]:
        """The names in it, if it is an archive."""
        return tuple(archived_names(self.content))

    def parts(self, names: Sequence[str]) -> list[Any]:
        """The JSON of these members of an archive."""
        found = dict(archived(self.content, names))
        return [load_json(found[name], f"{self.source}: {name}") for name in names]

    @cached_property
    def data(self) -> Any:
        """What its JSON holds: an object or a list; of JSON Lines the list of them, else None."""
        head = self.content.head.lstrip(b"\xef\xbb\xbf \t\r\n")
        plain = self.ending in (".csv", ".tsv") or self.content.head.startswith(_ZIP)
        if plain or head[:1] not in (b"{", b"["):
            return None
        data = self.content.whole().removeprefix(b"\xef\xbb\xbf")
        lined = RECORDS.get(self.ending) == "jsonl"
        if not lined:
            try:
                return load_json(data, self.source)
            except SourceError:
                if self.ending == ".json" or head[:1] == b"[" or b"\n" not in data.strip():
                    raise
        lines = enumerate(data.splitlines(), start=1)
        return [load_json(line, f"{self.source}, line {i}") for i, line in lines if line.strip()]

    @property
    def records(self) -> list[Mapping[str, Any]]:
        """The objects of a list in JSON; none of anything else."""
        data = self.data
        records = isinstance(data, list) and all(isinstance(each, Mapping) for each in data)
        return data if records else []

    @property
    def ending(self) -> str:
        """The last ending of its name."""
        return PurePosixPath(self.name).suffix.lower()

    @property
    def stem(self) -> str:
        """Its name without folders and ending."""
        return PurePosixPath(self.name).stem

    @property
    def folder(self) -> str:
        """The name of the folder that it lies in."""
        return (self.path.absolute() if self.path else PurePosixPath(self.name)).parent.name

    @property
    def source(self) -> str:
        """What messages call it."""
        return self.content.description

    def beside(self, names: Callable[[str], bool]) -> Iterator[LogFile]:
        """The files of wanted names in its folder; of an open file, among those given with it."""
        if self.path is not None:
            for path in sorted(self.path.absolute().parent.iterdir()):
                if names(path.name) and is_file(path):
                    yield LogFile(path.name, open_path(path), path)
            return
        own = PurePosixPath(self.name).parent
        here = [each for each in self.near if each.path is None]
        found = [each for each in here if names(PurePosixPath(each.name).name)]
        often = Counter(each.name for each in found)
        yield from (  # of several of one name nobody knows which belongs to it
            each
            for each in found
            if PurePosixPath(each.name).parent == own and often[each.name] == 1
        )

    def damaged(self, what: str) -> SourceError:
        """What to raise if a tool did not write it so."""
        return SourceError(f"{self.source}: {what}; give the log as it was made")


@dataclass(frozen=True)
class LogFormat:
    """A format of logs: how a file of it is known, what is read, and what only belongs to it.

    `fits` and `belongs` look at what is in a file, `read` makes its logs; `place` says when it is
    asked, for the most special ones go first.
    """

    name: str
    title: str
    known_by: str
    fits: Callable[[LogFile], bool]
    read: Callable[[LogFile, Mapping[str, str]], Iterable[Log]]
    belongs: Callable[[LogFile], bool] = lambda file: False
    place: int = 10
    aliases: tuple[str, ...] = ()


LOGS: Registry[LogFormat] = Registry(
    "format of logs", "evenkeel.items.logs", place=lambda entry: entry.place
)


def read_items(
    sources: Any,
    *,
    score: str | None = None,
    cluster: str | None = None,
    better: Better | None = None,
    columns: str | None = None,
) -> Items:
    r"""Read logs of harnesses, or tables with a row per answer, as `Items`.

    Parameters
    ----------
    sources : path, open file, or list of them
        Files, folders, patterns or open binary files.
    score : str, optional
        Which score, if a log has several; without it the first one, which the result names.
    cluster : str, optional
        The field of the log by which items hang together, such as a passage that several
        questions are about: ``"metadata.passage"``, or a column. ``"none"`` for no clusters.
    better : {"higher", "lower"}, optional
        Which scores are good; only where the logs do not say it.
    columns : str, optional
        Which columns of a table hold what, as in ``"model=system,item=qid,score=ok"``.

    Returns
    -------
    Items

    Examples
    --------
    >>> import io
    >>> from evenkeel.items import read_items
    >>> log = io.BytesIO(b"model,item,correct\nA,q1,1\nA,q2,0\nB,q1,1\nB,q2,1\n")
    >>> read_items([log])
    Items: 2 models, 2 items of 1 benchmark
    """
    files = _opened(sources)
    named = _columns_of(columns)
    logs: list[Log] = []
    used: list[str] = []
    others: list[LogFile] = []
    entries = [next((entry for entry in LOGS if entry.fits(file)), None) for file, _ in files]
    _check_once(file for (file, told), entry in zip(files, entries, strict=True) if told and entry)
    tables_alone = {entry.name for entry in entries if entry is not None} <= {"table"}
    for (file, told), entry in zip(files, entries, strict=True):
        if entry is None or not (told or tables_alone or entry.name != "table"):
            belongs = any(each.belongs(file) for each in LOGS)
            if told and not belongs:
                raise SourceError(
                    f"{file.source}: this is no log that is known, and no table with columns for "
                    f"model, item and score; known are {', '.join(e.title for e in LOGS)}"
                )
            others += [] if belongs else [file]
            continue
        logs += entry.read(file, named)
        used.append(entry.title)
    if not logs:
        listed = ", ".join(each.source for each, _ in files[:3]) or "nothing was given"
        raise SourceError(f"there is no log with scores of items among what was given: {listed}")
    notes: tuple[str, ...] = ()
    if others:
        more = "" if len(others) <= 3 else f" and {len(others) - 3} more"
        notes = (f"Not read, for they are no logs: {', '.join(o.name for o in others[:3])}{more}.",)
    return items_of(
        logs,
        kinds=tuple(dict.fromkeys(used)),
        score=score,
        cluster=cluster,
        better=better,
        notes=notes,
    )


def _check_once(files: Iterable[LogFile]) -> None:
    """Refuse a log that was given twice; what stands beside logs may be the same for several."""
    seen: dict[bytes, LogFile] = {}
    for file in files:
        twice = seen.setdefault(sha256(file.content.whole()).digest(), file)
        if twice is not file:
            raise SourceError(
                f"{file.source}: this file was given twice (as {twice.source}); give it once"
            )


def are_logs(sources: Any) -> bool:
    """Whether a harness wrote any of the files; a table with a row per answer is no such log."""
    return any(
        entry.fits(file) for file, _ in _opened(sources) for entry in LOGS if entry.name != "table"
    )


def command_for(source: Any) -> str | None:
    """The command that takes what is no table of results: logs of answers, or votes."""
    from evenkeel.items.sheets import read_sheets

    try:
        if are_logs(source):
            return "items"
        names = [{*sheet.names} for sheet in read_sheets(source)]
    except EvenkeelError:
        return None
    return "votes" if all({"model_a", "model_b", "winner"} <= each for each in names) else None


def _opened(sources: Any) -> list[tuple[LogFile, bool]]:
    """All files, each with whether it was named itself (and not found in a folder)."""
    if isinstance(sources, (str, bytes)) or not isinstance(sources, Iterable):
        sources = [sources]
    if hasattr(sources, "read"):
        sources = [sources]
    found: list[tuple[LogFile, bool]] = []
    for source in sources:
        found += _files_of(source)
    given = tuple(file for file, _ in found)
    for file in given:
        file.near = given
    return found


def _files_of(source: Any) -> Iterator[tuple[LogFile, bool]]:
    if hasattr(source, "read"):
        content = open_stream(source)
        name = content.description.replace("\\", "/")
        yield from _unpacked_files(content, name, None)
        return
    path = path_of(source)
    if is_folder(path) or is_pattern(path):
        given = given_of(path)
        assert given is not None  # a path
        for member in given.members:
            if member.path is not None:
                content = open_path(member.path)
                told = not is_folder(path)
                for file, _ in _unpacked_files(content, member.name, member.path):
                    yield file, told
        return
    yield from _unpacked_files(open_path(path), path.name, path)


def _unpacked_files(
    content: Content, name: str, path: Path | None
) -> Iterator[tuple[LogFile, bool]]:
    """The file, or those in a zip archive; one of Inspect is an archive and one log."""
    names = archived_names(content)
    if len(names) > 1 and not any(_of_inspect(each) for each in names):
        for each, data in archived(content, names):
            yield LogFile(each, held(data, f"{each} in {content.description}")), False
        return
    is_log = any(_of_inspect(each) for each in names)
    yield LogFile(name, content if is_log else unpacked(content), path), True


def _of_inspect(name: str) -> bool:
    return name in ("header.json", "_journal/start.json")


def _columns_of(text: str | None) -> dict[str, str]:
    """What the columns of a table hold, as it was told."""
    known = ("model", "benchmark", "item", "epoch", "score", "cluster", "human", "length", "order")
    pairs = [part.partition("=") for part in (text or "").split(",") if part.strip()]
    for role, equals, column in pairs:
        if role.strip() not in known or not equals or not column.strip():
            raise InputError(
                Message(
                    Option("columns", text),
                    f" cannot be understood; give ROLE=COLUMN with commas, of {', '.join(known)}",
                )
            )
    return {role.strip(): column.strip() for role, _, column in pairs}


def fingerprint(data: Any) -> str:
    """A short text that two items share if the same was asked."""
    text = data if isinstance(data, str) else json.dumps(data, sort_keys=True, default=str)
    return sha256(text.strip().encode(errors="surrogatepass")).hexdigest()[:16]


def number_of(value: Any) -> float | None:
    """A score as a number: truth values too; None if it is none."""
    if not isinstance(value, (bool, int, float)):
        return None
    try:
        return float(value)
    except OverflowError:
        return math.inf

"""What was given: a file, an open file, a folder, a pattern or a list of files."""

from __future__ import annotations

import glob
import os
import posixpath
from collections.abc import Callable, Iterable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Any, TypeGuard

from evenkeel.errors import SourceError, few, visible
from evenkeel.tables.parsing.cells import Table, only_table
from evenkeel.tables.parsing.sources import (
    CHUNK,
    MOST_STREAMED,
    RECORDS,
    Content,
    held,
    open_path,
    open_stream,
    path_of,
)
from evenkeel.tables.parsing.text import decode
from evenkeel.tables.parsing.unpacking import ENDINGS as PACKED
from evenkeel.tables.parsing.unpacking import SIGNATURES, archived, archived_names, unpacked

PARQUET = (".parquet", ".pq", ".parq")
TEXTS = (".csv", ".tsv", ".txt")
_TABLES = (*TEXTS, *PARQUET, ".xlsx", ".arff", *RECORDS)
_PAPERS = (".tex", ".html", ".htm", ".md")
_LOGS = (".info", ".dat", ".tdat", ".rdat", ".mdat", ".adat", ".hdat", ".cdat")
_TOOLS = (".arff", ".eval", ".trec", ".trec_eval")
_ENDINGS = (*_TABLES, *_PAPERS, *_LOGS, *_TOOLS)
_PROSE = ("readme", "license", "licence", "changelog", "citation")  # no tables, whatever the ending
_FEW = 5  # names of files that are not read
_HIDDEN = "hidden files, whose names begin with '.' or '_' (rename those that hold results)"
_SNIFFED = 1 << 16  # bytes that a format is known by


@dataclass(eq=False)
class Member:
    """One of the files: opened when it is first asked for, and unpacked if it is packed.

    `name` is its path within the folder, with slashes; for an open file without a name it is empty.
    One that was taken out of an archive is `unpacked` already: there is one layer.
    """

    name: str
    path: Path | None = None
    opened: Content | None = None
    unpacked: bool = False

    @cached_property
    def content(self) -> Content:
        """Its bytes."""
        if self.opened is None:
            assert self.path is not None  # a member is a file or open
            self.opened = open_path(self.path)
        packed = self.opened.head.startswith(SIGNATURES) and not self.unpacked
        return unpacked(self.opened) if packed else self.opened

    @cached_property
    def head(self) -> str:
        """The beginning as text, empty if it is none."""
        try:
            return decode(self.content.head[:_SNIFFED], "auto", self.content, final=False)[0]
        except SourceError:
            return ""

    @property
    def data(self) -> bytes:
        """All its bytes, read once: of a small file they are the beginning."""
        content = self.content
        return content.head if len(content.head) < CHUNK else content.whole()

    def text(self) -> str:
        """All of it as text."""
        return decode(self.data, "auto", self.content)[0]

    def damaged(self, what: str) -> SourceError:
        """What to raise if a tool did not write it so."""
        return SourceError(f"{self.content.description}: {what}; give the file as it was made")

    @property
    def stem(self) -> str:
        """The name without folders and endings."""
        return PurePosixPath(bare(self.name)).name

    @property
    def ending(self) -> str:
        """The last ending that does not say how the file is packed."""
        return PurePosixPath(_unpacked_name(self.name)).suffix.lower()


#: How files are gone through one by one; a door may show how far it is.
FOLLOWING: ContextVar[Callable[[Sequence[Member]], Iterable[Member]]] = ContextVar(
    "following", default=iter
)


@dataclass(frozen=True)
class Given:
    """The files to read together; `several` says that a folder, pattern or list was given.

    `others` are files that only belong to them, and `unread` says what else was found. `ordinary`
    reads one file that is of no format.
    """

    description: str
    members: tuple[Member, ...]
    several: bool = False
    others: tuple[Member, ...] = ()
    ordinary: Callable[[Content], tuple[Table, ...]] | None = field(default=None, repr=False)
    unread: tuple[str, ...] = ()

    def followed(self) -> Iterable[Member]:
        """The files one by one, as the door follows them."""
        return FOLLOWING.get()(self.members)

    def table_of(self, member: Member) -> Table:
        """The only table of a file that is of no format."""
        assert self.ordinary is not None  # who finds the format says how to read the rest
        return only_table(self.ordinary(member.content))

    def beside(self, member: Member, path: str) -> Member | None:
        """The file at a path that `member` names, looked for only among those given or near it."""
        place = PurePosixPath(path.replace("\\", "/"))
        if place.is_absolute() or ".." in place.parts:
            return None
        wanted = str(PurePosixPath(member.name).parent / place)
        for other in (*self.members, *self.others):
            if wanted in (other.name, _unpacked_name(other.name)):
                return other
        if not self.several and member.path is not None:
            near = member.path.parent / place
            return Member(wanted, near) if is_file(near) else None
        return None


def given_of(source: Any) -> Given | None:
    """The files that a source means; None if it is data in memory."""
    if isinstance(source, Given):
        return source
    if isinstance(source, Content):
        return _single(source, source.path)
    if isinstance(source, (str, os.PathLike)):
        return _of_path(path_of(source))
    if hasattr(source, "read"):
        return _single(open_stream(source), None)
    if isinstance(source, (list, tuple)) and source and all(hasattr(e, "read") for e in source):
        return _opened([open_stream(each) for each in source])
    if _is_paths(source):
        paths = [path_of(each) for each in source]
        return _several(f"{len(paths)} files", paths)
    return None


def bare(name: str) -> str:
    """A name without the endings of tables and of packed files."""
    name = _unpacked_name(name)
    ending = PurePosixPath(name).suffix
    return name[: -len(ending)] if ending.lower() in _ENDINGS else name


def names_of_files(members: Sequence[Member]) -> list[str]:
    """What the files are called: by their names, or by their folders if all names are the same."""
    stems = [member.stem for member in members]
    if len(set(stems)) == len(stems):
        return stems
    folders = [PurePosixPath(member.name).parent.name for member in members]
    if len(set(stems)) == 1 and all(folders) and len(set(folders)) == len(folders):
        return folders
    return [bare(member.name) for member in members]


def _is_paths(source: object) -> TypeGuard[Sequence[str | os.PathLike[str]]]:
    return (
        isinstance(source, (list, tuple))
        and bool(source)
        and all(isinstance(each, (str, os.PathLike)) for each in source)
    )


def of_archive(content: Content, most: int = MOST_STREAMED) -> Given | None:
    """The tables in a zip archive of several files, as if it were a folder; None if it is none."""
    names = archived_names(content)
    if len(names) < 2:
        return None
    wanted, unread = _tables_among(names)
    if not wanted:
        raise SourceError(
            f"{content.description}: the zip archive holds no table{_instead(unread)}; put files "
            "such as .csv, .xlsx or .json in it"
        )
    root = posixpath.commonpath([PurePosixPath("/", name).parent for name in wanted])
    members = tuple(
        Member(
            PurePosixPath("/", name).relative_to(root).as_posix(),
            opened=held(data, f"{visible(name)} in {content.description}"),
            unpacked=True,
        )
        for name, data in archived(content, wanted, most)
    )
    return Given(content.description, members, several=len(members) > 1, unread=unread)


def _single(content: Content, path: Path | None) -> Given:
    archive = of_archive(content)
    if archive is not None:
        return archive
    named = path is not None or content.description != "open file"
    name = Path(content.description).name if named else ""
    return Given(content.description, (Member(name, path, content),))


def _opened(contents: Sequence[Content]) -> Given:
    """Several open files, as if they lay in one folder; each must have a name."""
    if len(contents) == 1:
        return _single(contents[0], None)
    held = {PurePosixPath("/", content.description): content for content in contents}
    if len(held) < len(contents) or any(each.description == "open file" for each in contents):
        raise SourceError(
            f"{len(contents)} open files were given, and not each has a name of its own; give the "
            "paths of the files, or their folder"
        )
    root = PurePosixPath(posixpath.commonpath([path.parent for path in held]))
    named = {path.relative_to(root).as_posix(): content for path, content in held.items()}
    wanted, unread = _tables_among(sorted(named))
    members = tuple(Member(name, opened=named[name]) for name in wanted)
    if not members:
        raise SourceError(f"none of the {len(contents)} open files is a table{_instead(unread)}")
    return Given(f"{len(contents)} files", members, several=True, unread=unread)


def _of_path(path: Path) -> Given:
    if is_folder(path):
        held_there = (each for each in path.rglob("*") if each.is_symlink() or not each.is_dir())
        names = [each.relative_to(path).as_posix() for each in sorted(held_there)]
        found, unread = _tables_among(names, lambda name: is_file(path / name))
        if not found:
            raise SourceError(
                f"{visible(path)}: the folder holds no table{_instead(unread)}; put files such as "
                ".csv, .xlsx or .parquet in it, or give another one"
            )
        return _several(visible(path), [path / name for name in found], path, unread)
    if is_pattern(path):
        files, folders = matching(path)
        closed = [] if "**" in path.parts else [each.name for each in folders]
        return _several(
            visible(path), files, unread=_told("folders that the pattern finds", closed)
        )
    return _several(visible(path), [path])


def _several(
    description: str,
    paths: Sequence[Path],
    root: Path | None = None,
    unread: tuple[str, ...] = (),
) -> Given:
    """Several files, or the only one, whatever it was found by."""
    if len(paths) == 1:
        archive = of_archive(open_path(paths[0])) if paths[0].suffix.lower() == ".zip" else None
        if archive is not None:
            return replace(archive, unread=(*unread, *archive.unread))
        return Given(visible(paths[0]), (Member(paths[0].name, paths[0]),), unread=unread)
    return Given(description, _members(paths, root), several=True, unread=unread)


def _members(paths: Sequence[Path], root: Path | None = None) -> tuple[Member, ...]:
    """The files under their paths in the folder that holds them all."""
    if root is None:
        root = Path(os.path.commonpath([each.absolute().parent for each in paths]))
        return tuple(Member(each.absolute().relative_to(root).as_posix(), each) for each in paths)
    return tuple(Member(each.relative_to(root).as_posix(), each) for each in paths)


def _tables_among(
    names: Iterable[str], there: Callable[[str], bool] = bool
) -> tuple[list[str], tuple[str, ...]]:
    """The files of a folder that are tables by their names, and what is to be said of the others.

    Hidden files are said only if they may be tables: systems and tools keep their own so.
    """
    tables, hidden, others = list[str](), list[str](), list[str]()
    for name in names:
        file = PurePosixPath(_unpacked_name(name))
        may_be = file.suffix.lower() in _ENDINGS and file.stem.casefold() not in _PROSE
        if any(part[0] in "._" for part in file.parts):
            hidden += [name] if may_be else []
        else:
            (tables if may_be and there(name) else others).append(name)
    return tables, (
        *_told(_HIDDEN, hidden),
        *_told("files that are no tables by their names", others),
    )


def _told(what: str, names: Sequence[str]) -> tuple[str, ...]:
    if not names:
        return ()
    listed = few([repr(visible(name)) for name in names], _FEW, counted=True)
    return (f"{what}: {listed}",)


def _instead(unread: Sequence[str]) -> str:
    return f" (not read: {'; '.join(unread)})" if unread else ""


def _unpacked_name(name: str) -> str:
    return next((name[: -len(end)] for end in PACKED if name.lower().endswith(end)), name)


def listed(members: Iterable[Member], most: int = 3) -> str:
    """The names of some files, for a message."""
    return few([repr(visible(member.name)) for member in members], most)


def is_folder(path: Path) -> bool:
    """Whether a path is that of a folder."""
    return _is(path, Path.is_dir)


def is_file(path: Path) -> bool:
    """Whether a path is that of a file."""
    return _is(path, Path.is_file)


def is_pattern(path: Path) -> bool:
    """Whether a path holds ``*``, ``?`` or ``[`` and is not the name of a file."""
    return glob.has_magic(str(path)) and not _is(path, Path.exists)


def matching(pattern: Path) -> tuple[list[Path], list[Path]]:
    """The files that a pattern means, of which there must be one, and the folders."""
    found = sorted(Path(each) for each in glob.glob(str(pattern), recursive=True))
    paths = [path for path in found if path.is_file()]
    if not paths:
        raise SourceError(
            f"{visible(pattern)}: no file matches this pattern; make sure that the path is right"
        )
    return paths, [path for path in found if path.is_dir()]


def _is(path: Path, question: Callable[[Path], bool]) -> bool:
    """Ask about a path whose name may be impossible; opening it says why."""
    try:
        return question(path)
    except (OSError, ValueError):
        return False

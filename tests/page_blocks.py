"""The code blocks of a page of the documentation, and how they are run: in order, in one folder.

Blocks of `python` are doctests. In blocks of `console` a line `$ command` is run and the lines
below it must stand in what it prints; `$ cat FILE` with lines below writes that file, if it is not
there yet. What installs or starts something elsewhere is shown only. Other languages are shown.
"""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

OPTIONS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
RUN = {"python", "console"}
SHOWN = {"text", "latex", "bibtex", "csv", "json", "toml", "yaml", "r", "java", "typst", "spss"}
SHOWN_COMMANDS = {"pip", "git", "make", "cd", "docker", "python", "evenkeel serve"}
_FENCE = re.compile(r"^( *)(`{3,})(\S*)[^\n]*\n(.*?)^\1\2 *$", re.M | re.S)


@dataclass(frozen=True)
class Block:
    """A fenced block: its language or directive, its text, and the line where it begins."""

    language: str
    text: str
    line: int


def blocks(page: str) -> list[Block]:
    """All fenced blocks of a page, with those inside of directives' fences."""
    found = []
    for match in _FENCE.finditer(page):
        indent, _, language, text = match.groups()
        text = re.sub(rf"^{indent}", "", text, flags=re.M)
        line = page[: match.start()].count("\n") + 1
        found.append(Block(language, text, line))
    return found


def _contains(shown: str, printed: str) -> bool:
    parts = [re.escape(" ".join(part.split())) for part in shown.split("...")]
    return re.search(r".*?".join(parts), " ".join(printed.split()), re.S) is not None


def _ending(code: int) -> str:
    return f"\n(status {code})" if code else ""


@dataclass
class Page:
    """A page that is being run: where it lies, its folder, the command, what was defined so far."""

    path: Path
    folder: Path
    evenkeel: Callable[..., Any]
    names: dict[str, Any] = field(default_factory=dict)

    def run(self) -> int:
        """Run all blocks in order, and count them."""
        done = 0
        for block in blocks(self.path.read_text(encoding="utf-8")):
            if block.language == "python":
                self._doctest(block)
            elif block.language == "console":
                self._console(block)
            done += block.language in RUN
        return done

    def _doctest(self, block: Block) -> None:
        test = doctest.DocTestParser().get_doctest(
            block.text, self.names, self.path.name, str(self.path), block.line
        )
        assert test.examples, f"line {block.line}: a python block without >>> is not run"
        runner = doctest.DocTestRunner(optionflags=OPTIONS)
        said: list[str] = []
        runner.run(test, out=said.append, clear_globs=False)
        self.names.update(test.globs)
        assert runner.failures == 0, "".join(said)

    def _console(self, block: Block) -> None:
        for part in re.split(r"^\$ ", block.text, flags=re.M)[1:]:
            lines = part.split("\n")
            command = lines[0]
            while command.endswith("\\"):
                lines = lines[1:]
                command = command[:-1] + lines[0]
            self._command(command, "\n".join(lines[1:]).strip("\n"), block.line)

    def _command(self, command: str, shown: str, line: int) -> None:
        words = shlex.split(command, comments=True)
        if words[0] in SHOWN_COMMANDS or " ".join(words[:2]) in SHOWN_COMMANDS:
            return
        if words[0] == "cat" and not (self.folder / words[1]).exists():
            (self.folder / words[1]).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / words[1]).write_text(shown + "\n", encoding="utf-8")
            return
        printed = self._printed(words)
        assert _contains(shown, printed), f"line {line}: {command} printed\n{printed}"

    def _printed(self, words: list[str]) -> str:
        """What a command prints; a status that is not 0 is part of what a page may show."""
        if words[0] == "evenkeel":
            run = self.evenkeel(*words[1:])
            return run.out + run.err + _ending(run.code)
        done = subprocess.run(words, cwd=self.folder, capture_output=True, text=True, check=False)
        return done.stdout + done.stderr + _ending(done.returncode)

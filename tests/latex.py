"""Compile LaTeX in the tests, and read the PDF back."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest


@dataclass(frozen=True)
class Compiled:
    """What pdflatex made of a document: its log, and the text of the PDF."""

    log: str
    text: str

    def overfull(self) -> list[float]:
        """How many points each overfull box sticks out, but for the class's own head and foot."""
        found = re.findall(
            r"Overfull \\hbox \(([\d.]+)pt too wide\) (?!has occurred while \\output)", self.log
        )
        return [float(points) for points in found]


def require(command: str) -> str:
    """The path of a program that the tests need; its absence is a failure, not a skip."""
    path = shutil.which(command)
    if path is None:
        pytest.fail(f"the tests need {command}; tools/system-packages installs it")
    return path


def compile_latex(source: Path) -> Compiled:
    """Compile a LaTeX file in its folder; fail with the log if pdflatex reports an error."""
    run = subprocess.run(
        [require("pdflatex"), "-interaction=nonstopmode", "-halt-on-error", source.name],
        cwd=source.parent,
        capture_output=True,
        check=False,
        timeout=120,
    )
    log = run.stdout.decode("utf-8", errors="replace")
    if run.returncode:
        pytest.fail(f"pdflatex failed on {source.name}:\n{log[-3000:]}")
    text = subprocess.run(
        [require("pdftotext"), "-layout", source.with_suffix(".pdf").name, "-"],
        cwd=source.parent,
        capture_output=True,
        check=True,
        timeout=60,
    ).stdout.decode("utf-8")
    return Compiled(log, text)

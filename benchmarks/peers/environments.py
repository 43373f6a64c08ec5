"""Environments for the peers, beside `.venv`: as few as their requirements allow.

Each holds evenkeel too, so that both sides of a comparison share an interpreter. They are made
once and again when their list changes; `make clean` removes them.
"""

from __future__ import annotations

import subprocess
import sys
import venv
from dataclasses import dataclass
from pathlib import Path

from benchmarks.peers.r_program import R

ROOT = Path(__file__).parents[2]
_FOLDER = ROOT / ".venv-peers"


@dataclass(frozen=True)
class Environment:
    """A folder, the peers that it holds, and what else these need."""

    name: str
    peers: tuple[str, ...]
    besides: tuple[str, ...] = ()
    constraints: str = ""

    @property
    def python(self) -> Path:
        """Its interpreter."""
        return _FOLDER / self.name / "bin" / "python"

    @property
    def requirements(self) -> list[str]:
        """What is installed beside evenkeel; R is no package."""
        return [*(peer for peer in self.peers if peer != R), *self.besides]

    def make(self) -> None:
        """Create it and install what can be installed."""
        stamp = _FOLDER / self.name / "installed"
        wanted = "\n".join([*self.requirements, self.constraints])
        if stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted:
            return
        print(f"installing {', '.join(self.requirements)} into {_FOLDER.name}/{self.name}")
        venv.create(_FOLDER / self.name, with_pip=True, clear=True)
        if self._install("--editable", str(ROOT)):
            sys.exit("evenkeel itself could not be installed: is there a package index?")
        if self._install(*self.requirements):
            failed = [name for name in self.requirements if self._install(name)]
            print(f"not to be installed here: {', '.join(failed)}")
        stamp.write_text(wanted, encoding="utf-8")

    def _install(self, *what: str) -> int:
        pip = [str(self.python), "-m", "pip", "--disable-pip-version-check", "--quiet", "install"]
        limits = ["--constraint", str(ROOT / self.constraints)] if self.constraints else []
        return subprocess.run([*pip, *limits, *what], check=False).returncode


ENVIRONMENTS = (
    Environment(
        "main",
        (
            *("scipy", "statsmodels", "scikit-posthocs", "pingouin", "autorank", "baycomp"),
            *("choix", "polars", R),
        ),
        constraints="constraints.txt",
    ),
    Environment("models", ("inspect-ai", "lm-eval", "evalica", "arena-rank")),
    Environment("older", ("rliable",), besides=("pandas<3",)),  # its arch does not import with 3
)

"""Work for the blocks of a study that other processes can import."""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from evenkeel.studies.blocks import Block


@dataclass(frozen=True)
class Dying:
    """Random numbers; the process that computes block (1, 2) is killed the first few times."""

    marks: Path | None = None
    deaths: int = 0

    def __call__(self, block: Block) -> dict[str, np.ndarray]:
        if self.marks is not None and (block.scenario, block.number) == (1, 2):
            died = len(list(self.marks.iterdir()))
            if died < self.deaths:
                (self.marks / str(died)).touch()
                os.kill(os.getpid(), signal.SIGKILL)
        return {"sum": block.generator().random((block.size, 3)).sum(axis=0)}

"""One line of the agreement: our number, a peer's, and why they differ where they do.

A difference is believed only if it is explained twice: in words, and by an expression of ours that
gives the peer's number from the definition which the words name. An explained difference that is
gone is reported as well as one that nobody expected.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.peers.names import evaluate, ours, with_peer
from benchmarks.peers.r_program import R, answer

Values = list[float]


@dataclass(frozen=True)
class Line:
    """A number that two programs compute; all calls are expressions of `names`.

    Numbers are alike if they differ by at most `within` times the larger, or by `absolute`. `note`
    says why that is much, if it is; `why` that they differ by definition or by a fault, and then
    `proof` gives the peer's number.
    """

    topic: str
    name: str
    peer: str
    ours: str
    theirs: str
    within: float = 1e-9
    absolute: float = 0.0
    note: str = ""
    why: str = ""
    proof: str = ""

    def alike(self, first: Sequence[float], second: Sequence[float]) -> bool:
        """Whether two answers are the same within the tolerance, hole for hole."""
        a, b = np.array(first), np.array(second)
        if a.shape != b.shape:
            return False
        room = np.maximum(self.within * np.maximum(np.abs(a), np.abs(b)), self.absolute)
        return bool(np.all((np.abs(a - b) <= room) | (np.isnan(a) & np.isnan(b))))


@dataclass(frozen=True)
class Answers:
    """What a run found for a line."""

    ours: Values
    theirs: Values
    proof: Values

    @property
    def apart(self) -> int:
        """Where the two answers differ most."""
        return int(np.argmax(np.abs(np.subtract(self.ours, self.theirs))))


def ask(line: Line) -> Answers:
    """Evaluate the line, the peer's call too."""
    mine, proof = of_us(line)
    if line.peer == R:
        return Answers(mine, answer(line.theirs, ours()["given"].tolist()), proof)
    return Answers(mine, _flat(evaluate(line.theirs, with_peer(line.peer))), proof)


def of_us(line: Line) -> tuple[Values, Values]:
    """What evenkeel gives now, and the proof; nothing of a peer is imported."""
    proof = _flat(evaluate(line.proof, ours())) if line.proof else []
    return _flat(evaluate(line.ours, ours())), proof


def faults(line: Line, found: Answers) -> list[str]:
    """What was not expected of a line."""
    alike = line.alike(found.ours, found.theirs)
    if not line.why:
        return [] if alike else [f"{label(line)}: differs, and nobody says why"]
    wrong = [f"{label(line)}: no longer differs, as it should: {line.why}"] if alike else []
    if not line.alike(found.proof, found.theirs):
        wrong.append(f"{label(line)}: the reason no longer gives the peer's number: {line.why}")
    return wrong


def label(line: Line) -> str:
    return f"{line.name} ({line.peer})"


def _flat(value: Any) -> Values:
    return [float(cell) for cell in np.ravel(np.asarray(value, dtype=float))]

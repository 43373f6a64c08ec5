"""The targets by name, and one way to run each of them on given bytes."""

from __future__ import annotations

import base64
import random
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

from fuzz import analysing, computing, doors, files, papers, reading, saved, tools
from fuzz.choices import Choices

Target = Callable[[Choices, Path], bool]

TARGETS: dict[str, Target] = {
    target.__name__: target
    for target in (
        reading.read,
        reading.formats,
        reading.read_runs,
        tools.tools,
        computing.adjust,
        computing.compare,
        analysing.analyses,
        files.files,
        papers.reviewing,
        saved.run,
        saved.open_report,
        doors.command_line,
        doors.api,
    )
}
CORPUS = Path(__file__).parent / "corpus"


def run(name: str, data: bytes) -> bool:
    """Whether the input that the bytes stand for is accepted; raises what must not happen.

    A warning must not happen either, except that the font of the pictures lacks a character.
    """
    with tempfile.TemporaryDirectory() as place, warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", "Glyph .* missing from font", UserWarning)
        return TARGETS[name](Choices(data), Path(place))


def stored(name: str) -> list[bytes]:
    """The corpus of a target: one input a line."""
    path = CORPUS / f"{name}.txt"
    lines = path.read_text().split() if path.exists() else []
    return [base64.b85decode(line) for line in lines]


def store(name: str, corpus: list[bytes]) -> None:
    lines = [base64.b85encode(data).decode() + "\n" for data in sorted(set(corpus))]
    (CORPUS / f"{name}.txt").write_text("".join(lines))


def drawn(name: str, seed: int) -> Iterator[bytes]:
    """Random bytes and changed inputs of the corpus, without end, the same for a seed."""
    chance = random.Random(f"{name} {seed}")
    corpus = stored(name)
    while True:
        data = bytearray(chance.randbytes(chance.choice((16, 64, 200))))
        if corpus and chance.random() < 0.5:
            data = bytearray(chance.choice(corpus))
            for _ in range(min(len(data), chance.choice((1, 2, 4)))):
                data[chance.randrange(len(data))] = chance.randrange(256)
        yield bytes(data)

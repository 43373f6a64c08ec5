"""Stores that were spoiled: blocks are computed again, anything else ends with one message."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from evenkeel.errors import InputError
from evenkeel.studies.simulation import SimulationStudy, simulate

DEEP = "[" * 100_000
NO_DESCRIPTIONS = {
    "empty": b"",
    "half": b'{"parameters": {"seed": 1',
    "no text": b"\xff\xfe\x00",
    "a list": b"[]",
    "null": b"null",
    "a number": b"5",
    "no parameters": b"{}",
    "parameters that are a number": b'{"parameters": 5}',
    "deep": DEEP.encode(),
    "digits without end": b'{"parameters": {"seed": ' + b"9" * 10_000 + b"}}",
}
ODD_SEEDS = ['"x"', "null", "[]", "true", "-1", "1.5", "NaN", "1e999", '"\\ud800"']


def study(folder: Path, seed: int | None = 1) -> SimulationStudy:
    return simulate(6, 3, repetitions=2_000, seed=seed, store=folder)


def refusal(folder: Path, seed: int | None) -> str:
    with pytest.raises(InputError) as error:
        study(folder, seed)
    return str(error.value)


@pytest.mark.parametrize("seed", [1, None])
@pytest.mark.parametrize("spoiled", NO_DESCRIPTIONS)
def test_what_is_no_description(tmp_path: Path, spoiled: str, seed: int | None) -> None:
    description = tmp_path / "study.json"
    description.write_bytes(NO_DESCRIPTIONS[spoiled])
    assert refusal(tmp_path, seed) == (
        f"{description}: not the description of a study; name another directory as the store, or "
        "delete this one"
    )


def test_a_directory_as_the_description(tmp_path: Path) -> None:
    (tmp_path / "study.json").mkdir()
    assert "not the description of a study" in refusal(tmp_path, None)


@pytest.mark.parametrize("odd", ODD_SEEDS)
def test_seeds_that_are_none(tmp_path: Path, odd: str) -> None:
    (tmp_path / "study.json").write_text(f'{{"parameters": {{"seed": {odd}}}}}')
    assert "the store holds blocks of another study" in refusal(tmp_path, None)


def test_names_of_stores(tmp_path: Path) -> None:
    assert "cannot be a store (File name too long)" in refusal(tmp_path / ("a" * 300), 1)
    assert refusal(tmp_path / "a\0b", 1) == f"{tmp_path}/a\\x00b: no directory can have this name"
    (tmp_path / "file").touch()
    assert "cannot be a store" in refusal(tmp_path / "file", 1)
    assert "cannot be a store" in refusal(tmp_path / "file\n" / ".." / "file", 1)


def sealed(body: object) -> str:
    """A block with the checksum of its content, as one that was made by hand would have."""
    text = json.dumps(body, sort_keys=True)
    return json.dumps({"block": body, "checksum": hashlib.sha256(text.encode()).hexdigest()})


def spoil(block: dict[str, object], **changes: object) -> str:
    return sealed({**block, **changes})


@pytest.mark.slow
@pytest.mark.parametrize(
    "spoiled",
    [
        lambda _: "",
        lambda _: "[]",
        lambda _: "null",
        lambda _: DEEP,
        lambda _: '{"block": NaN, "checksum": "x"}',
        lambda _: '{"block": {"sums": ' + DEEP + "}}",
        lambda _: sealed(None),
        lambda _: sealed([]),
        lambda _: sealed({}),
        lambda block: spoil(block, sums=None),
        lambda block: spoil(block, sums=[1]),
        lambda block: spoil(block, sums={"a": None}),
        lambda block: spoil(block, sums={"a": {"type": "x", "shape": [1], "values": [1]}}),
        lambda block: spoil(block, sums={"a": {"type": "int64", "shape": [7], "values": [1]}}),
        lambda block: spoil(block, sums={"a": {"type": "int64", "shape": [1], "values": ["b"]}}),
        lambda block: spoil(block, sums={"a": {"type": "int64", "shape": [1], "values": [2**70]}}),
    ],
)
def test_a_spoiled_block_is_computed_again(tmp_path: Path, spoiled) -> None:
    whole = study(tmp_path)
    path = next(tmp_path.glob("block-*.json"))
    path.write_text(spoiled(json.loads(path.read_text())["block"]))
    again = study(tmp_path)
    assert again.execution.damaged == 1
    assert again.outcomes == whole.outcomes
    assert study(tmp_path).execution.damaged == 0


def test_a_directory_in_the_place_of_a_block(tmp_path: Path) -> None:
    study(tmp_path)
    path = next(tmp_path.glob("block-*.json"))
    path.unlink()
    path.mkdir()
    assert refusal(tmp_path, 1) == f"{path}: the file cannot be written (Is a directory)"

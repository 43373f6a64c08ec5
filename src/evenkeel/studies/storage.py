"""Finished blocks in a directory that the user names, with the study that they belong to."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evenkeel.errors import InputError, SourceError, visible
from evenkeel.tables.system import write_text

#: Sums over the replicates of a block, by name.
Tally = dict[str, NDArray[Any]]
#: What determines the outcome of a study; JSON can hold it.
Parameters = Mapping[str, Any]

_DESCRIPTION = "study.json"
#: What a file that was not written here, or was spoiled, may raise when it is read.
_SPOILED = (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError)


class DamagedBlockError(Exception):
    """A stored block cannot be read back as it was written."""


class BlockStore:
    """A directory with the finished blocks of one study.

    Parameters
    ----------
    folder : Path
        The directory; it is made if there is none.
    parameters : mapping
        Everything that the numbers of the study depend on, except the number of repetitions: a
        study can be made longer later.
    """

    def __init__(self, folder: Path, parameters: Parameters) -> None:
        self.folder = folder
        self.digest = _digest(parameters)
        if "\0" in str(folder):
            raise SourceError(f"{visible(folder)}: no directory can have this name")
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise SourceError(f"{visible(folder)}: cannot be a store ({error.strerror})") from None
        description = folder / _DESCRIPTION
        if description.exists():
            self._check_description(description, parameters)
        else:
            content = {"study": self.digest, "parameters": parameters}
            write_text(description, json.dumps(content, indent=1, sort_keys=True) + "\n")

    def load(self, scenario: int, number: int, size: int) -> Tally | None:
        """The sums of a finished block, or None if it is not there."""
        path = self._path(scenario, number, size)
        try:
            content = _read(path)
            body = content["block"]
            if content["checksum"] != _digest(body):
                raise DamagedBlockError(f"{visible(path)} was changed")
            there = [body["scenario"], body["number"], body["size"]]
            study, sums = body["study"], body["sums"]
            tally = {name: _array(values) for name, values in sums.items()}
        except FileNotFoundError:
            return None
        except (OSError, *_SPOILED):
            raise DamagedBlockError(f"{visible(path)} is not whole") from None
        if study != self.digest:
            raise InputError(
                f"{visible(path)} belongs to another study; name another directory as the store"
            )
        if there != [scenario, number, size]:
            raise DamagedBlockError(f"{visible(path)} has the name of another block")
        return tally

    def save(self, scenario: int, number: int, size: int, tally: Tally) -> None:
        """Write the sums of a finished block, whole or not at all."""
        body = {
            "study": self.digest,
            "scenario": scenario,
            "number": number,
            "size": size,
            "sums": {
                name: {
                    "type": sums.dtype.name,
                    "shape": list(sums.shape),
                    "values": sums.ravel().tolist(),  # as the shortest decimals that come back
                }
                for name, sums in tally.items()
            },
        }
        content = {"block": body, "checksum": _digest(body)}
        write_text(self._path(scenario, number, size), json.dumps(content) + "\n")

    def _path(self, scenario: int, number: int, size: int) -> Path:
        """The last block of a study may be a short one; it stands beside the whole one."""
        return self.folder / f"block-{scenario:04d}-{number:06d}-{size}.json"

    def _check_description(self, description: Path, parameters: Parameters) -> None:
        try:
            there = dict(_read(description)["parameters"])
        except (OSError, *_SPOILED):
            raise SourceError(
                f"{visible(description)}: not the description of a study; name another directory "
                "as the store, or delete this one"
            ) from None
        here = json.loads(json.dumps(parameters))
        differing = [key for key in sorted({*there, *here}) if there.get(key) != here.get(key)]
        if differing:
            listed = "; ".join(
                f"{key} is {there.get(key)!r} there and {here.get(key)!r} here"
                for key in differing[:3]
            )
            raise InputError(
                f"{visible(description.parent)}: the store holds blocks of another study: "
                f"{listed}; name another directory, or delete this one"
            )


def kept_seed(folder: Path) -> int | None:
    """The seed of the study whose blocks are in a directory, if there is one."""
    try:
        seed = _read(folder / _DESCRIPTION)["parameters"]["seed"]
    except (OSError, *_SPOILED):
        return None
    return seed if isinstance(seed, int) and seed >= 0 else None


def _read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def _array(sums: Mapping[str, Any]) -> NDArray[Any]:
    return np.array(sums["values"], dtype=sums["type"]).reshape(sums["shape"])


def _digest(content: Mapping[str, Any]) -> str:
    text = json.dumps(content, sort_keys=True, allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()

"""MTEB results: a folder a model (and revision), with a JSON file a task."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import Any

from evenkeel.errors import SourceError
from evenkeel.tables.formats.building import Rows, told_apart
from evenkeel.tables.formats.givens import Given, Member
from evenkeel.tables.formats.records import item, loaded
from evenkeel.tables.formats.registry import FORMATS, FileFormat
from evenkeel.tables.parsing.table import Table

_SCORE, _SPLIT, _SUBSET = "main_score", "test", "default"
_REVISION = re.compile("[0-9a-f]{7,40}|no_revision_available|external")


def _fits(member: Member) -> bool:
    head = member.content.head.lstrip()
    return head.startswith(b"{") and b'"mteb_version"' in head and b'"scores"' in head


def _read(given: Given) -> Table:
    keys = [_model(member) for member in given.members]
    folders = list(dict.fromkeys(keys))
    models = dict(zip(folders, told_apart(folders), strict=True))
    rows = Rows("algorithm", "problem", "value")
    ignored = {"scores other than the main score": None}
    for key, member in zip(keys, given.followed(), strict=True):
        data = loaded(member)
        task = item(data, "task_name", str, member)
        splits = item(data, "scores", dict, member)
        for split in splits:
            if _SPLIT in splits and split != _SPLIT:
                ignored[f"split {split!r} of {task!r}"] = None
                continue
            for scores in item(splits, split, list, member):
                score = item(scores, _SCORE, (int, float), member)
                rows.add(member.name, split, models[key], _problem(task, split, scores), score)
    return rows.table(given, "mteb", row_word="score", better="higher", ignored=ignored)


def _model(member: Member) -> tuple[str, str]:
    """The model and the revision that the folders of a file are named after."""
    *above, last = ("", *PurePosixPath(member.name).parts[:-1])
    if _REVISION.fullmatch(last) and above[-1]:
        return above[-1], last
    if not last:
        raise SourceError(
            f"{member.content.description}: the model is the name of a folder; give the folder "
            "above those of the models"
        )
    return last, ""


def _problem(task: str, split: str, scores: dict[str, Any]) -> str:
    """A task is a problem, and so is each of its subsets (languages) if it has some."""
    subset = scores.get("hf_subset", _SUBSET)
    parts = [part for part in (subset, split) if part not in (_SUBSET, _SPLIT)]
    return f"{task} ({', '.join(map(str, parts))})" if parts else task


FORMATS.register(
    FileFormat(
        "mteb",
        "MTEB results",
        "tool",
        "JSON files with 'mteb_version' and 'scores', in a folder a model",
        "results of the main score, of which higher is better, on the split 'test' where there is "
        "one; a task is a problem, and each of its subsets",
        _read,
        _fits,
        companions=("model_meta.json",),
    )
)

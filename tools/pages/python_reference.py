"""The reference of the Python interface: a page for each room and for each public name."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from enum import Enum
from types import ModuleType
from typing import Any

import evenkeel

PLACE = "reference/python"
PYTHONS = ("dict", "str", "tuple", "Mapping", "Sequence", "ImportError", "BaseException")
#: What Python keeps no docstring of.
CONSTANTS = {
    "EFFECTS": "The effect sizes by their names, in the order of their publication.",
    "KINDS": "The pictures by the names that `draw_picture` and the command line take.",
    "STYLES": "The settings of matplotlib by the name of the style; see `style`.",
}


def rooms() -> dict[str, ModuleType]:
    """The public rooms by their names, as the stub lists them."""
    found = {name: getattr(evenkeel, name) for name in evenkeel.__all__}
    return {name: value for name, value in found.items() if isinstance(value, ModuleType)}


def _first_sentence(value: Any) -> str:
    return (inspect.getdoc(value) or "").split("\n\n")[0].replace("\n", " ")


def _is_documented(value: Any) -> bool:
    return inspect.isfunction(value) or inspect.isclass(value)


def _title(text: str) -> str:
    return f"{text}\n{'=' * len(text)}\n\n"


def _home(name: str) -> str:
    """The first room that has a public name, where it is described."""
    return next(room for room, module in rooms().items() if name in module.__all__)


def _name_page(room: str, name: str, value: Any) -> str:
    full = f"evenkeel.{room}.{name}"
    lines = [_title(name)]
    if _home(name) != room:
        home = f":doc:`evenkeel.{_home(name)}.{name} </made/{PLACE}/{_home(name)}/{name}>`"
        return lines[0] + f"``{full}`` is the same as {home}.\n"
    if name in evenkeel.__all__:
        lines.append(f"Also at the top: ``evenkeel.{name}``.\n\n")
    if inspect.isclass(value):
        # What Python's own classes give is not explained again.
        own = f"   :members:\n   :inherited-members: {', '.join(PYTHONS)}\n"
        if issubclass(value, Enum):  # its members have values, no docstrings
            own += "   :undoc-members:\n"
        lines.append(f".. autoclass:: {full}\n{own}")
    elif inspect.isfunction(value):
        lines.append(f".. autofunction:: {full}\n")
    else:
        words = CONSTANTS[name].replace("`", "``")
        lines.append(f".. py:data:: {name}\n   :module: evenkeel.{room}\n\n")
        lines.append(f"   {words}\n\n   The names in ``{full}``: {_names(value)}.\n")
    return "".join(lines)


def _room_page(room: str, module: ModuleType) -> str:
    names = sorted(module.__all__, key=str.lower)
    rows = "".join(
        f"   * - :doc:`{name} <{room}/{name}>`\n     - {_summary(name, getattr(module, name))}\n"
        for name in names
    )
    listed = "".join(f"   {room}/{name}\n" for name in names)
    return (
        _title(f"evenkeel.{room}")
        + _first_sentence(module)
        + "\n\n.. list-table::\n   :widths: 30 70\n\n"
        + rows
        + "\n.. toctree::\n   :hidden:\n\n"
        + listed
    )


def _names(value: Any) -> str:
    """What a mapping or a registry holds."""
    names = value if isinstance(value, Mapping) else [each.name for each in value]
    return ", ".join(f"``{name}``" for name in names)


def _summary(name: str, value: Any) -> str:
    return _first_sentence(value) if _is_documented(value) else CONSTANTS[name]


def _index() -> str:
    top = [name for name in evenkeel.__all__ if name not in rooms() and name != "__version__"]
    daily = "".join(
        f"   * - :doc:`{name} <{_home(name)}/{name}>`\n"
        f"     - {_summary(name, getattr(evenkeel, name))}\n"
        for name in sorted(top, key=str.lower)
    )
    listed = "".join(f"   {room}\n" for room in rooms())
    return (
        _title("Python")
        + "What is typed daily stands at the top, ``evenkeel.compare``; the rest is in rooms, "
        "``evenkeel.plot.plot_forest``.\n\n.. list-table:: At the top\n   :widths: 30 70\n\n"
        + daily
        + "\n.. toctree::\n   :caption: Rooms\n   :maxdepth: 1\n\n"
        + listed
    )


def pages() -> dict[str, str]:
    """The index, the rooms and the names."""
    made = {f"{PLACE}/index.rst": _index()}
    for room, module in rooms().items():
        made[f"{PLACE}/{room}.rst"] = _room_page(room, module)
        for name in module.__all__:
            made[f"{PLACE}/{room}/{name}.rst"] = _name_page(room, name, getattr(module, name))
    return made

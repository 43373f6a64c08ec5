"""Rows of cells -> a table: which rows are headings, which open a section, and which do not fit.

Rows above the body that hold no numbers are headings; several of them are joined, "UCI / error".
Numbers are headings only if they do not look like those below them. Nothing is said about what the
columns mean.

Long because what tells a heading from a row of the body is one question.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Any

from evenkeel.errors import Message, Option, TableError
from evenkeel.tables.faults import Origin
from evenkeel.tables.lexicon import is_corner, names_problems
from evenkeel.tables.parsing.cells import (
    Hole,
    Numeral,
    Table,
    is_missing,
    is_number,
    name_of,
    number_in,
    quote,
)
from evenkeel.tables.parsing.dialect import Row

SECTION = "section"  # what the column of sections is called
_MOST = 3  # rows of headings
_SAMPLE = 40  # rows with numbers that headings are compared with
_MOSTLY = 0.6  # of the filled cells of a column are numbers
_FRACTIONS = 0.8  # of the numbers of a column are no whole ones
_COUNTED = 3  # columns, or more, that are merely counted


@dataclass(frozen=True)
class Headings:
    """How a table begins: titles, then headings, then its body, by positions of rows.

    `width` is how many columns there are; `header` is None if there is no heading at all. `levels`
    are what the headings are called, where the last of them names the labels of the rows.
    """

    titles: int
    body: int
    width: int
    header: tuple[str, ...] | None
    levels: tuple[str, ...] = ()


def table_of(
    rows: Sequence[Row],
    origin: Origin,
    *,
    told: int = 0,
    row_word: str = "line",
    decimal: str = ".",
    sure: bool = False,
    places: Sequence[str] = (),
    name: str = "",
) -> Table:
    """Make a table of rows; those that do not fit its width are one fault, or have holes.

    `told` is how many rows the source says to be headings, 0 if it does not.

    Raises
    ------
    TableError
        If there is no cell, or one column only.
    """
    faulty = [row for row in rows if row.fault]
    faults = _quotation_faults(faulty, row_word)
    begins = not rows or bool(rows[0].fault)
    rows = [row for row in rows if not row.fault]
    if begins or not rows:
        faults = faults or ["no cell is filled in; give a table with a header and results"]
        raise TableError(origin.description, faults)
    rows = trimmed(rows, decimal)
    begun = find_headings(rows, decimal, told)
    first, width = rows[begun.titles], begun.width
    if width < 2 and not faults:
        raise TableError(
            origin.description,
            Message(
                f"{row_word} {first.line} holds one column only ({quote(first.cells[0])}); "
                "if its cells are separated by an unusual mark, give it with ",
                Option("separator"),
            ),
        )
    header = begun.header
    long = [row for row in rows[begun.body :] if len(row.cells) > width]
    body = [_whole(row, width) for row in rows[begun.body :] if len(row.cells) <= width]
    if long:
        faults.append(_too_long(long, width, row_word, origin.separator))
    heads = [i for i, row in enumerate(body) if row.section]
    if not heads and not (header and is_corner(header[0])):  # a table of ours has none
        heads = _sections(body, width)
    labels = _section_of_rows(body, heads)
    kept = [row for i, row in enumerate(body) if i not in heads]
    columns: list[Sequence[object]] = [[row.cells[j] for row in kept] for j in range(width)]
    if width > 2:
        columns[0] = _filled_down(columns[0], columns[1])
    places = list(places[:width])
    if labels:
        columns.insert(0, labels)
        places = ["'section'", *(places or map(str, range(1, width + 1)))]
        header = (SECTION, *header) if header is not None else None
    return Table(
        origin,
        header,
        columns,
        [row.line for row in kept],
        row_word,
        decimal,
        tuple(faults),
        places=places,
        sure=sure,
        levels=begun.levels,
        name=name or " ".join(name_of(row.cells[0]) for row in rows[: begun.titles]),
        bold=frozenset((i, j + bool(labels)) for i, row in enumerate(kept) for j in row.bold),
    )


def find_headings(rows: Sequence[Row], decimal: str, told: int = 0) -> Headings:
    """Find the titles and headings above the body, and join the headings to names."""
    own = is_corner(name_of(rows[0].cells[0]))  # a table of ours has one row of headings
    told = 1 if own else told
    titles = 0 if told else _titles(rows, decimal)
    table = rows[titles:]
    usual = _usual_width(table)
    sample = list(islice(_with_numbers(table, decimal), _SAMPLE + _MOST))
    count = told
    while not own and count < min(_MOST, len(table)):
        below = [table[i].cells for i in sample if i > count]
        above = [row.cells for row in table[:count]]
        if not _is_heading(table[count].cells, above, below, decimal, usual):
            break
        count += 1
    heads = [row.cells for row in table[:count]]
    if not heads:
        return Headings(titles, titles, usual, None)
    width = max(map(len, heads))
    names = _joined(heads, width)
    if count == 2:  # where rows have several labels, the lower heading is that of a label
        below = [table[i].cells for i in sample if i >= count]
        upper, lower = ([name_of(cell) for cell in _padded(head, width, "")] for head in heads)
        spans = [j for j in range(1, width - 1) if upper[j] and upper[j + 1] in ("", upper[j])]
        names = tuple(
            lower[j] if j and lower[j] and j not in spans and _labels(below, j, decimal) else name
            for j, name in enumerate(names)
        )
    corner = names[0]
    levels: tuple[str, ...] = ()
    if count > 1 and _filled(heads[-1]) == [0]:  # it names the labels of the rows
        corner = name_of(heads[-1][0])
        levels = tuple(name_of(row[0]) for row in heads[:-1])
    elif (not corner or count > 1) and _one_label(table[count:], width):
        corner = name_of(table[count].cells[0])
        levels = tuple(name_of(row[0]) for row in heads) if count > 1 else ()
        count += 1
    told_levels = levels if any(levels) else ()
    return Headings(titles, titles + count, width, (corner, *names[1:]), told_levels)


def _filled_down(names: Sequence[Any], within: Sequence[Any]) -> Sequence[Any]:
    """Names that are written once for several rows, which the next column tells apart."""
    at = [i for i, name in enumerate(names) if name_of(name).strip()]
    size = at[1] if len(at) > 1 else 0
    groups = [tuple(map(name_of, within[i : i + size])) for i in at]
    regular = at == [*range(0, len(names), size)] if size > 1 else False
    if not regular or len({*groups}) > 1 or len({*groups[0]}) < size or is_number(within[0]):
        return names
    return [names[i - i % size] for i in range(len(names))]


def _titles(rows: Sequence[Row], decimal: str) -> int:
    """How many rows with one text alone stand above the headings."""
    for count, row in enumerate(rows):
        if _filled(row.cells) == [0]:
            continue
        alone = all(len(row.cells) == 1 for row in rows[:count])
        return count if alone or not any(_is_value(c, decimal) for c in row.cells[1:]) else 0
    return 0


def _usual_width(rows: Sequence[Row]) -> int:
    """How many cells most rows have, not counting those with one alone."""
    widths = Counter(len(row.cells) for row in rows if len(row.cells) > 1)
    return max(widths, key=lambda size: (widths[size], size)) if widths else 1


def _with_numbers(rows: Sequence[Row], decimal: str) -> Iterator[int]:
    """The rows that hold numbers beyond their first cells."""
    for i, row in enumerate(rows):
        if any(_is_value(cell, decimal) for cell in row.cells[1:]):
            yield i


def _is_heading(
    cells: Sequence[Any],
    above: Sequence[Sequence[Any]],
    below: Sequence[Sequence[Any]],
    decimal: str,
    width: int,
) -> bool:
    """Whether a row is a heading, by the rows above it, which are, and rows below it."""
    values = [j for j, cell in enumerate(cells) if j and _is_value(cell, decimal)]
    if not below:
        return not above and not values
    numeric = [j for j in range(width) if _mostly_values(below, j, decimal)]
    words = [
        j
        for j in numeric
        if j < len(cells) and not is_missing(cells[j]) and not _is_value(cells[j], decimal)
    ]
    if not values:
        beyond = len([j for j in words if j])  # the first column, which holds names
        enough = 2 * beyond >= max(len([j for j in numeric if j]), 1)
        return not above or (enough and _goes_on(cells, above[-1], numeric))
    if above:
        return len(above) == 1 and _numbers_below_groups(cells, above[0], values, below, decimal)
    corner = name_of(cells[0]).strip()
    return (
        not corner
        or 0 in words
        or len(words) >= len(values)
        or _number_names(cells, values, below, decimal)
        or (not _is_value(cells[0], decimal) and names_problems(corner))
    )


def _numbers_below_groups(
    cells: Sequence[Any],
    upper: Sequence[Any],
    values: Sequence[int],
    below: Sequence[Sequence[Any]],
    decimal: str,
) -> bool:
    """Whether a row goes on with headings across several columns, with the same numbers in each.

    So are horizons of forecasts written: 96, 192, 336 below the name of each data set.
    """
    groups: list[list[Any]] = []
    for j in values:
        if j < len(upper) and name_of(upper[j]) and (not j or upper[j] != upper[j - 1]):
            groups.append([])
        if not groups:
            return False
        groups[-1].append(_number(cells[j], decimal))
    alike = len({len(group) for group in groups}) == 1 and len(groups) > 1 and len(groups[0]) > 1
    whole = all(number is not None and number.is_integer() for group in groups for number in group)
    return alike and whole and all(_fractions(below, j, decimal) for j in values)


def _goes_on(cells: Sequence[Any], upper: Sequence[Any], numeric: Sequence[int]) -> bool:
    """Whether a row of words goes on with the heading above, and is no row of the body.

    Each column of names is named once, or the heading above goes across several columns.
    """
    spans = any(name_of(b) in ("", name_of(a)) and name_of(a) for a, b in pairwise(upper[1:]))
    named = [
        j
        for j, (one, other) in enumerate(zip(cells, upper, strict=False))
        if j not in numeric and name_of(one) and name_of(other) and name_of(one) != name_of(other)
    ]
    return spans or not named


def _number_names(
    cells: Sequence[Any], values: Sequence[int], below: Sequence[Sequence[Any]], decimal: str
) -> bool:
    """Whether the numbers of a first row are names, for they do not look like those below."""
    found = [_number(cells[j], decimal) for j in values]
    if all(_form(cells[j]) not in {_form(row[j]) for row in below if j < len(row)} for j in values):
        return True  # such as +90% over 51.5
    bare = _is_value(cells[0], decimal)
    if bare:
        values, found = [0, *values], [_number(cells[0], decimal), *found]
    if any(value is None or not value.is_integer() for value in found):
        return False
    whole = [value for value in found if value is not None]
    rising = all(a < b for a, b in pairwise(whole)) and len(whole) >= _COUNTED
    counted = rising and whole == [*range(len(whole))]
    fractions = all(_fractions(below, j, decimal) for j in values)
    if bare:
        return counted or (rising and fractions)
    return rising or (fractions and len(set(whole)) == len(whole))


def _form(cell: Any) -> tuple[bool, bool]:
    """How a number is written: with a per cent sign, with a plus before it."""
    return (
        (cell.rstrip().endswith("%"), cell.startswith("+"))
        if isinstance(cell, str)
        else (False, False)
    )


def _fractions(below: Sequence[Sequence[Any]], column: int, decimal: str) -> bool:
    """Whether the numbers of a column are fractions, most of them."""
    values = [_number(row[column], decimal) for row in below if column < len(row)]
    found = [value for value in values if value is not None]
    return sum(not value.is_integer() for value in found) >= _FRACTIONS * len(found) > 0


def _mostly_values(below: Sequence[Sequence[Any]], column: int, decimal: str) -> bool:
    cells = [row[column] for row in below if column < len(row) and not is_missing(row[column])]
    return sum(_is_value(cell, decimal) for cell in cells) >= _MOSTLY * len(cells) > 0


def _labels(below: Sequence[Sequence[Any]], column: int, decimal: str) -> bool:
    """Whether all cells of a column are filled with words."""
    cells = [row[column] if column < len(row) else "" for row in below]
    return bool(cells) and all(name_of(c).strip() and not _is_value(c, decimal) for c in cells)


_OUTCOMES = re.compile(r"[0-9]+\s*[/|:-]\s*[0-9]+\s*[/|:-]\s*[0-9]+")  # wins, ties, losses


def _is_value(cell: Any, decimal: str) -> bool:
    if is_number(cell, decimal):
        return True
    if not isinstance(cell, str) or not cell:
        return False
    return _number(cell, decimal) is not None or _OUTCOMES.fullmatch(cell.strip()) is not None


def _number(cell: Any, decimal: str) -> float | None:
    if isinstance(cell, Numeral):
        return cell.number
    if isinstance(cell, str):
        found = number_in(cell, decimal, sure=True)
        return None if found is None or found.value != found.value else found.value
    return float(cell) if is_number(cell) else None


def _filled(cells: Sequence[Any]) -> list[int]:
    return [j for j, cell in enumerate(cells) if name_of(cell).strip()]


def _joined(heads: Sequence[Sequence[Any]], width: int) -> tuple[str, ...]:
    """Headings below each other as one, such as "UCI / error"; an upper one may go across several.

    It goes on to the right over empty cells, where headings stand below it and below them.
    """
    rows = [[name_of(cell) for cell in _padded(head, width, "")] for head in heads]
    for upper, lower in pairwise(rows):
        for j in range(1, width):
            if not upper[j] and upper[j - 1] and lower[j] and lower[j - 1]:
                upper[j] = upper[j - 1]
    return tuple(
        " / ".join(dict.fromkeys(filter(None, parts))) for parts in zip(*rows, strict=True)
    )


def _one_label(rows: Sequence[Row], width: int) -> bool:
    """Whether the first row has one cell, and no other row opens a section."""
    return (
        width > 1
        and len(rows) > 1
        and [i for i, row in enumerate(rows) if opens_a_section(row)] == [0]
    )


def trimmed(rows: Sequence[Row], decimal: str) -> list[Row]:
    """Leave out empty cells at the right end, and complete a header without a first cell.

    Some programs end each line with a separator. R writes no header cell for the row names.
    """
    ends = [max(_filled(row.cells), default=-1) + 1 for row in rows]
    first = next((i for i, end in enumerate(ends) if end > 1), 0)
    header = max(ends[first], 1)
    widest = max(ends[first + 1 :], default=0)
    width = max(header, min(widest, len(rows[first].cells)))
    rows = [
        row._replace(cells=row.cells[: max(end, width)]) if len(row.cells) > width else row
        for row, end in zip(rows, ends, strict=True)
    ]
    body = [row.cells for row in rows[first + 1 :]]
    if (
        body
        and all(len(cells) == width + 1 for cells in body)
        and not any(is_number(cells[0], decimal) for cells in body)
    ):
        rows[first] = rows[first]._replace(cells=["", *rows[first].cells])
    return list(rows)


def _whole(row: Row, width: int) -> Row:
    """A row with holes where its cells end too soon."""
    lacking = width - len(row.cells)
    if not lacking:
        return row
    if len(row.cells) == 1:
        return row._replace(cells=[*row.cells, *[""] * lacking])
    told = f"the line has {len(row.cells)} cells of {width}"
    return row._replace(cells=[*row.cells, *[Hole("", told, failed=False)] * lacking])


def _padded(cells: Sequence[Any], width: int, filling: Any) -> tuple[Any, ...]:
    return (*cells[:width], *[filling] * (width - len(cells)))


def _sections(body: Sequence[Row], width: int) -> list[int]:
    """The rows that open sections: one text alone, first of all, and rows of results after each.

    Rows without results may look the same, but are not followed by what belongs to them.
    """
    if width < 3 or not body or not opens_a_section(body[0]):
        return []
    alone = [i for i, row in enumerate(body) if opens_a_section(row)]
    followed = all(i + 1 < len(body) and i + 1 not in alone for i in alone)
    return alone if followed and len(alone) > 1 else []


def opens_a_section(row: Row) -> bool:
    """Whether a row has one text alone, in its first cell."""
    return _filled(row.cells) == [0] and not is_number(row.cells[0])


def _section_of_rows(body: Sequence[Row], heads: Sequence[int]) -> list[str]:
    """The section of each row that opens none; nothing if there are none."""
    labels, label = list[str](), ""
    for i, row in enumerate(body if heads else ()):
        if i in heads:
            label = name_of(row.cells[0]).strip()
        else:
            labels.append(label)
    return labels


def _quotation_faults(rows: Sequence[Row], word: str) -> list[str]:
    if not rows:
        return []
    others = len(rows) - 1
    more = f"; so it is in {others} more {word}{'s' * (others > 1)}" if others else ""
    return [f"{word} {rows[0].line}: {rows[0].fault}{more}"]


def _too_long(rows: Sequence[Row], width: int, word: str, separator: str | None) -> str:
    """Describe the rows that have more cells than the table."""
    found, first = len(rows[0].cells), f"{word} {rows[0].line}"
    if len(rows) == 1:
        fault = f"{first} has {found} cells, but the table has {width} columns"
    else:
        fault = (
            f"{len(rows)} {word}s have more cells than the {width} columns of the table, the first "
            f"is {first} with {found}"
        )
    if separator == "," and all(len(row.cells) == 2 * width - 1 for row in rows):
        return (
            f"{fault}; if the comma is the decimal mark, separate the cells by semicolons or put "
            "the numbers in quotation marks"
        )
    return f"{fault}; remove what is too much, or put a cell with a separator in quotation marks"

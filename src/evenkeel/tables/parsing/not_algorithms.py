"""Columns of a wide table that are no algorithms: sizes, seeds, times, measures, runs, problems.

By their names they are a fault. By their look (whole numbers among fractions, another scale) they
are a remark, for some algorithms do look so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from evenkeel._types import FloatArray
from evenkeel.errors import InputError, choice
from evenkeel.tables.parsing.roles import names_a_measure, number_runs, role_in_runs
from evenkeel.tables.parsing.selecting import listed
from evenkeel.tables.parsing.summary_rows import named_as_summary
from evenkeel.tables.parsing.table import Table, Understood
from evenkeel.words.sentences import series

_OTHER_THINGS = """
    size sizes instances examples samples objects patterns records features attributes variables
    inputs dimension dimensions dimensionality dim dims classes labels id ids index seed seeds fold
    folds length lengths trainsize testsize trainingsize datasize serieslength time times runtime
    cputime walltime traintime testtime trainingtime seconds secs duration elapsed memory year
    winner ratio ex exs atts jobs machines nodes edges vertices cities params parameters runs
    gap ir bks bestknown optimum optimal lb ub lowerbound upperbound diff difference delta δ gain
    improvement wilcoxonp fes nfes violation violations license licence rtfx
    tamaño ejemplos instancias atributos clases semilla tiempo
"""
_BEFORE = r"(?:#|no\.?\s+(?:of\s+)?|nr\.?\s+(?:of\s+)?|n(?:um(?:ber)?|b)[\s_]+(?:of[\s_]+)?|n_)?\s*"
_UNIT = r"\s*(?:\([^()]*\)|\[[^\[\]]*\])?"
_NAME = re.compile(rf"{_BEFORE}(.*?){_UNIT}")
# Words that tell which statistic of an algorithm a column holds, before or after its name.
_STATISTICS = """
    mean avg ave aver average median best worst min max std stdev stddev stdv sd dev var se sem ci
    err iqr q1 q3 pm sigma rank time
"""
_SPLITS = "train training test testing val valid validation"
# Statistics that are a column each, as of one algorithm.
_ALONE = """
    mean avg ave average median best worst min max minimum maximum std stdev stddev stdv sd dev var
    standarddeviation variance se sem iqr q1 q2 q3 rank ranks range w t l d win wins tie ties draw
    draws loss losses won lost
"""
# What a column holds if its name ends so, unless most columns end so and are compared.
_LAST_WORDS = """
    length len size count time times seconds secs instances examples samples features perc percent
    percentage pct memory
"""
# Names of problems, which are columns where each row is an algorithm.
_PROBLEMS = re.compile(r"(?:f|func|function|problem|dataset|instance|task)[ _-]?[0-9]+")
_KEEP = "or keep every column as an algorithm with not_algorithms=[]"
_TRANSPOSE = 'if each row is an algorithm, read the table with shape="transposed"'
_TOGETHER = "read the files of several algorithms together (a folder, a pattern or a list of files)"

_LONGEST = 200  # characters of a name that tells what it is
_LEAST = 5  # problems, below which a look says nothing
_ROWS = 1000  # problems that are enough to see how a column looks, or some more
_FAR = 100.0  # times as large or as small
_MOSTLY = 0.9  # of the problems


def choose_columns(
    table: Table,
    keep: Iterable[int | None],
    algorithms: Sequence[str] | None,
    not_algorithms: Sequence[str] | None,
) -> Table:
    """Keep the columns of a wide table that are said to be algorithms, in the order given.

    `keep` are the positions of columns that say something about the rows, and stay.
    """
    asked, gone = listed(algorithms), listed(not_algorithms)
    if algorithms is not None and gone:
        raise InputError("give algorithms= or not_algorithms=, not both; either says what is meant")
    if table.header is None and (asked or gone):
        raise InputError(
            f"{table.origin.description} has no names of columns to choose by; choose its columns "
            "first, and give them names with evenkeel.Results(matrix, problems, algorithms)"
        )
    for name in (*asked, *gone):
        choice(name, table.names, f"column of {table.origin.description}")
    if not (asked or gone):
        return table
    kept = [j for j in keep if j is not None and table.names[j] not in asked]
    stay = (
        kept + [table.names.index(name) for name in asked]
        if asked
        else [j for j, name in enumerate(table.names) if name not in gone or j in kept]
    )
    return replace(
        table,
        header=tuple(table.names[j] for j in stay),
        columns=[table.columns[j] for j in stay],
        places=[table.place(j) for j in stay],
        matrix=None,
    )


def choose_algorithms(
    found: Understood, algorithms: Sequence[str] | None, not_algorithms: Sequence[str] | None
) -> Understood:
    """Keep the algorithms of a long table that are meant, in the order given."""
    asked, gone = listed(algorithms), listed(not_algorithms)
    for name in (*asked, *gone):
        choice(name, found.algorithms, "algorithm")
    if not (asked or gone):
        return found
    names = asked or [name for name in found.algorithms if name not in gone]
    return found.take(range(len(found.values)), [found.algorithms.index(name) for name in names])


def doubted_columns(
    names: Sequence[str],
    texts: Mapping[str, str],
    algorithms: Sequence[str] | None,
    not_algorithms: Sequence[str] | None,
    *,
    runs: bool = False,
) -> list[str]:
    """Say which columns are no algorithms, unless it was said which are, or that all are.

    What holds text is none whatever was said. A table of `runs` is not transposed.
    """
    left_out = listed(not_algorithms)
    if algorithms is not None or (not_algorithms is not None and not left_out):
        names = list(texts)
    faults = columns_faults(names, texts, left_out)
    long = "if each row is one result, name the columns with algorithm=, problem= and value="
    return [fault.replace(_TRANSPOSE, long) for fault in faults] if runs else faults


def columns_faults(
    names: Sequence[str],
    texts: Mapping[str, str] = MappingProxyType({}),
    left_out: Sequence[str] = (),
) -> list[str]:
    """Say which columns are no algorithms by their names, and how to leave them out.

    `texts` are those that hold words, each with an example; `left_out` are the columns that were
    said to be none, which are not among the names.
    """
    plain = [name for name in names if name not in texts]
    for doubt in (_runs, _problems, _alone, _statistics):
        if not texts and (fault := doubt(plain)):
            return [fault]
    return _others(plain, texts, left_out)


def _runs(names: Sequence[str]) -> str | None:
    if not number_runs(names):
        return None
    return (
        f"the columns {_first_and_last(names)} merely count, as the runs of one algorithm do; "
        f"{_TOGETHER}, {_KEEP}"
    )


def _problems(names: Sequence[str]) -> str | None:
    if len(names) < 2 or not all(_PROBLEMS.fullmatch(name.casefold()) for name in names):
        return None
    return f"the columns {_first_and_last(names)} are named as problems are; {_TRANSPOSE}, {_KEEP}"


def _statistics(names: Sequence[str]) -> str | None:
    mixed = several_statistics(names) or _several_runs(names)
    if not mixed:
        return None
    one = of_one_statistic(names)
    return (
        f"algorithms have several columns each, such as {_listed(mixed[:4])}, and only one of a "
        f"kind can be compared; say which with algorithms={one!r}"
    )


def _alone(names: Sequence[str]) -> str | None:
    if len(names) < 2 or not all(names_a_statistic(name) for name in names):
        return None
    return (
        f"the columns {_listed(names)} are statistics by their names, not algorithms; if the table "
        f"holds those of one algorithm, {_TOGETHER} with measure={names[0]!r}, {_KEEP}"
    )


def names_a_statistic(name: str) -> bool:
    """Whether a name is that of a statistic and nothing else, as "Std. dev." is."""
    return re.sub(r"[\W_]+", "", name.casefold()) in _ALONE.split()


def _others(names: Sequence[str], texts: Mapping[str, str], left_out: Sequence[str]) -> list[str]:
    measures = [name for name in names if names_a_measure(name)]
    others = {name for name in names if names_another_thing(name)} | {*measures}
    for doubted in (named_as_summary, ends_as_another_thing):
        found = [name for name in names if doubted(name)]
        if 2 * len(found) <= len(names):  # else they are ways to combine, which are compared
            others |= {*found}
    gone = [name for name in names if name in others]
    if measures and len(gone) == len(names) > 1:
        return [
            f"the columns {_listed(gone)} are measures by their names, not algorithms; if the "
            f"table holds those of one algorithm, {_TOGETHER} with measure={measures[0]!r}, {_KEEP}"
        ]
    what = []
    if "" in texts:
        return [
            f"a column without a name holds text, such as {texts['']}; give it a name, or name the "
            "algorithms with algorithms="
        ]
    if texts:
        hold = "hold" if len(texts) > 1 else "holds"
        example = next(iter(texts.values()))
        what.append(f"{_columns(list(texts))} {hold} text, such as {example}")
    if gone:
        are = "are no algorithms by their names" if len(gone) > 1 else "is no algorithm by its name"
        what.append(f"{_columns(gone)} {are}")
    if not what:
        return []
    them = "them" if len(gone) + len(texts) > 1 else "it"
    keep = "or name the algorithms with algorithms=" if texts or left_out else _KEEP
    row = "; if each row is one result, name the columns with algorithm=, problem= and value="
    return [
        f"{', and '.join(what)}; leave {them} out with "
        f"not_algorithms={[*left_out, *texts, *gone]!r}, {keep}{row if texts else ''}"
    ]


def _columns(names: Sequence[str]) -> str:
    return f"the column{'s' if len(names) > 1 else ''} {_listed(names)}"


def _listed(names: Sequence[str]) -> str:
    return series(list(map(repr, names)))


def _first_and_last(names: Sequence[str]) -> str:
    """The names, of many of them the first two and the last."""
    if len(names) <= 4:
        return _listed(names)
    return f"{names[0]!r}, {names[1]!r}, ..., {names[-1]!r}"


def unlike_the_others(values: FloatArray, names: Sequence[str]) -> list[str]:
    """Remark on columns that look unlike the others, one sentence each."""
    n, k = values.shape
    values = values[:: max(1, n // _ROWS)]
    remarks = []
    for j in range(k if n >= _LEAST and k >= 3 else 0):
        with np.errstate(all="ignore"):  # what overflows is far enough
            what = _unlike(values[:, j], np.delete(values, j, axis=1))
        if what is not None:
            remarks.append(
                f"the column {names[j]!r} looks unlike the others, for {what}; make sure that it "
                f"is an algorithm, or leave it out with not_algorithms=[{names[j]!r}]"
            )
    return remarks


def names_another_thing(name: str) -> bool:
    """Whether a name is that of a size, a seed, a time or the like."""
    if len(name) > _LONGEST:
        return False
    plain = re.sub(r"\.[0-9]+$", "", name.strip().casefold())  # pandas counts columns of one name
    found = _NAME.fullmatch(plain)
    word = re.sub(r"[\W_]+", "", found[1] if found else plain)
    if word in _OTHER_THINGS.split() or re.match(r"#(?:\s*[^\W\d_]|$)", plain):
        return True
    return role_in_runs(name) in ("run", "step", "problem")


def ends_as_another_thing(name: str) -> bool:
    """Whether a name of several words ends as that of a size or a time does."""
    if len(name) > _LONGEST:
        return False
    found = _NAME.fullmatch(name.strip().casefold())
    words = re.findall(r"[^\W_]+", found[1] if found else name)
    return len(words) > 1 and words[-1] in _LAST_WORDS.split()


def _words(name: str) -> list[str]:
    """The words of a name, with signs of deviations as words."""
    for sign, word in (("+/-", " pm "), ("±", " pm "), ("σ", " sigma ")):
        name = name.replace(sign, word)
    name = re.sub(r"\bstd\.?\s*dev\b", "stddev", name, flags=re.IGNORECASE)
    return re.findall(r"[^\s_()\[\]/.:-]+", name)


def _stem(name: str) -> tuple[str, str] | None:
    """An algorithm and a statistic or measure of it, if the name tells both, as "DE std" does."""
    words = _words(name)
    if len(words) < 2:
        return None
    first, last = words[0].casefold(), words[-1].casefold()
    if _is_kind(last):
        return " ".join(words[:-1]), last
    return (" ".join(words[1:]), first) if _is_kind(first) else None


def _is_kind(word: str) -> bool:
    return word in _STATISTICS.split() or word in _SPLITS.split() or names_a_measure(word)


def several_statistics(names: Sequence[str]) -> list[str]:
    """Names that have several columns, or rows, one a statistic, if two names have."""
    by_stem: dict[str, list[str]] = {}
    known = set(names)
    plain = {" ".join(_words(name)): name for name in names}
    for name in names:
        again = re.fullmatch(r"(.+)\.[0-9]+", name)  # as pandas writes a second column of a name
        found = (again[1], "") if again and again[1] in known else _stem(name)
        if found is not None:
            by_stem.setdefault(found[0], []).append(name)
    several = [
        [*([plain[stem]] if stem in plain else []), *columns] for stem, columns in by_stem.items()
    ]
    several = [columns for columns in several if len(columns) > 1]
    return [name for columns in several for name in columns] if len(several) > 1 else []


def _several_runs(names: Sequence[str]) -> list[str]:
    """Columns of several algorithms that count alike, as "A_1", "A_2", "B_1" and "B_2" do."""
    if max(map(len, names), default=0) > _LONGEST:
        return []
    parts = [re.fullmatch(r"(.*\D)[\s_.(-]+(?:[a-z]+\s*)?([0-9]+)\)?", name) for name in names]
    numbers: dict[str, list[int]] = {}
    for part in parts:
        if part is None:
            return []
        numbers.setdefault(part[1], []).append(int(part[2]))
    counts = {tuple(found) for found in numbers.values()}
    if len(numbers) < 2 or len(counts) > 1:
        return []
    (count,) = counts
    whole = [list(range(start, start + len(count))) for start in (0, 1)]
    return list(names) if len(count) > 1 and list(count) in whole else []


def of_one_statistic(names: Sequence[str]) -> list[str]:
    """The columns without a statistic in their names, or those of the first."""
    if _several_runs(names):
        number = re.findall("[0-9]+", names[0])[-1]
        return [name for name in names if re.findall("[0-9]+", name)[-1] == number]
    found = {name: _stem(name) for name in names}
    plain = [
        name
        for name, stem in found.items()
        if stem is None and not names_another_thing(name) and not re.search(r"\.[0-9]+$", name)
    ]
    first = next((stem[1] for stem in found.values() if stem is not None), "")
    return plain or [name for name, stem in found.items() if stem is not None and stem[1] == first]


def _unlike(column: FloatArray, others: FloatArray) -> str | None:
    """What is odd about a column beside others."""
    known = np.isfinite(column) & np.isfinite(others).all(axis=1)
    column, others = column[known], others[known]
    if len(column) < _LEAST or column.min() == column.max():
        return None
    whole = np.array_equal(column, np.rint(column))
    if whole and ((others != np.rint(others)).mean(axis=0) >= 0.5).all():
        return "it holds whole numbers and they do not"
    size, typical = np.abs(column), np.median(np.abs(others), axis=1)
    for large, small, word in ((size, typical, "larger"), (typical, size, "smaller")):
        if (large / _FAR > small).mean() >= _MOSTLY and not (large == 0).any():
            return f"its values are more than {_FAR:g} times {word} than theirs"
    shares = (others >= 0).all() and (others <= 1).all()
    if shares and ((column < 0) | (column > 1)).mean() > 0.5:
        return "most of its values are not between 0 and 1, as all of theirs are"
    return None

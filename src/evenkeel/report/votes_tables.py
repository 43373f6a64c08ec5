"""A board of votes: ratings with intervals and places, the checks, and the picture."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

import numpy as np

from evenkeel.references import REFERENCES
from evenkeel.report.document import Block, Cell, Column, Document, Facts, Notice, Picture, Table
from evenkeel.text import percent

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from evenkeel.items.boards import Board
    from evenkeel.report.glance import Drawn

_MOST_DRAWN = 60
_TITLES = {
    "position": "The position changes who wins",
    "ties": "Ties may have been written as wins",
    "cycle": "One number per model is not enough",
    "judges": "Judges have tastes of their own",
    "one judge": "One judge casts much of the votes",
}
_MODELS = {"davidson": "Davidson", "bradley-terry": "Bradley and Terry (ties half)"}


def report_board(board: Board) -> Document:
    """The board, what to beware of, all checks, and the picture."""
    blocks: tuple[Block, ...] = (
        Facts(tuple(_board_lines(board))),
        *_board_notices(board),
        board_table(board),
        *([coefficients_table(board)] if board.coefficients else []),
        checks_table(board),
        *(
            [Picture("board", "Ratings with their intervals.", lambda: _board_figure(board))]
            if len(board.models) <= _MOST_DRAWN
            else []
        ),
    )
    references = tuple(REFERENCES[key] for key in ("bradley1952", "davidson1970"))
    return Document("Ratings by votes", blocks, references, main="board", read=_board_read(board))


def board_at_a_glance(board: Board, drawn: Drawn | None = None) -> Document:
    """The board and what to beware of."""
    blocks: tuple[Block, ...] = (
        Facts(tuple(_board_lines(board))),
        *_board_notices(board),
        board_table(board),
    )
    return Document("Ratings by votes", blocks, main="board", read=_board_read(board))


def board_sentences(board: Board) -> Iterator[str]:
    """The leaders, and what is not explained."""
    leaders = _leaders(board)
    if len(leaders) == 1:
        yield (
            f"{leaders[0]} is shown to be the strongest of {len(board.models)} models by "
            f"{board.n} votes at the {1 - board.confidence:.3g} level."
        )
    else:
        yield (
            f"The strongest of {len(board.models)} models is not shown by {board.n} votes; "
            f"{len(leaders)} may be it."
        )
    yield from (f"{each.text}" for each in board.checks if each.found)


def _board_read(board: Board) -> str:
    clusters = [
        f"{count} {word}{'s' * (count > 1)}"
        for word, count in zip(("judge", "prompt"), board.sizes, strict=True)
        if count
    ]
    with_bad = f", {board.bad} of them both bad" if board.bad else ""
    parts = (f"{board.n} votes{with_bad} on {len(board.models)} models", *clusters)
    return f"Read: {', '.join(parts)}; {board.source}."


def _leaders(board: Board) -> list[str]:
    return [name for name, best in zip(board.models, board.best.tolist(), strict=True) if best == 1]


def _board_lines(board: Board) -> Iterator[tuple[str, str]]:
    leaders = _leaders(board)
    shown = f"{', '.join(leaders[:6])}{' ...' if len(leaders) > 6 else ''}"
    first = "shown to be the strongest" if len(leaders) == 1 else "may be the strongest"
    yield "Best", f"{shown} {first}."
    errors = " and ".join(board.clusters)
    ties = f", nu = {board.ties:.3g}" if board.model == "davidson" and board.ties else ""
    yield (
        "Model",
        f"{_MODELS[board.model]}{ties}; errors "
        f"{f'allow for votes of one {errors}' if errors else 'take votes for independent'}.",
    )
    position = board.position
    share = 100 / (1 + np.exp(-position.effect))
    yield (
        "Position",
        "no vote can tell its advantage from strength; show pairs in both orders."
        if np.isnan(share)
        else f"of two equal models the one shown first wins {share:.3g}% of the votes that are no "
        f"ties (p = {position.pvalue:.3g}).",
    )
    found = board.flagged
    asked = ", ".join(each.name for each in board.checks)
    yield "Checks", f"{', '.join(found)} found." if found else f"nothing found ({asked})."


def _board_notices(board: Board) -> Iterator[Notice]:
    for each in board.checks:
        if each.found:
            yield Notice("caution", _TITLES[each.name], each.text)


def board_table(board: Board) -> Table:
    """A row per model, the best first."""
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            _places_in_words(int(board.best[at]), int(board.worst[at])),
            name,
            round(float(board.rating[at]), 1),
            round(float(board.low[at]), 1),
            round(float(board.high[at]), 1),
            int(board.votes[at]),
            float(board.wins[at] / board.votes[at]),
        )
        for at, name in enumerate(board.models)
    )
    return Table(
        "board",
        "Ratings on Elo's scale",
        (
            Column("Places"),
            Column("Model"),
            Column("Rating", "value"),
            Column("Low", "value"),
            Column("High", "value"),
            Column("Votes", "count"),
            Column("Won", "rank"),
        ),
        rows,
        note=f"The mean is 1000; 400 points are odds of 10 to 1. Intervals of "
        f"{percent(board.confidence)} confidence, each by itself; the places hold for all models "
        "together. Won: share of the votes, ties half.",
    )


def _places_in_words(best: int, worst: int) -> str:
    return str(best) if best == worst else f"{best}-{worst}"


def coefficients_table(board: Board) -> Table:
    """What is held fixed, in points of the rating."""
    return Table(
        "style",
        "Held fixed",
        (Column("Covariate"), Column("Points", "value"), Column("Standard error", "value")),
        board.coefficients,
        note="Points for a standard deviation of the difference of both answers.",
    )


def checks_table(board: Board) -> Table:
    """All checks with their p-values."""
    return Table(
        "checks",
        "What one rating a model does not say",
        (Column("Check"), Column("Found"), Column("p", "p", starred=False), Column("What it says")),
        tuple((each.name, each.found, each.pvalue, each.text) for each in board.checks),
        note="Each test finds something at the level 0.01.",
    )


def _board_figure(board: Board) -> Figure:
    from evenkeel.plot.boards import plot_board

    return cast("Figure", plot_board(board).figure)

"""``evenkeel power``: how powerful the procedures are on samples of one's own problems."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evenkeel.cli.commands import takes
from evenkeel.cli.options import AdjustOption, AlphaOption
from evenkeel.cli.output import OUTPUT, Destination
from evenkeel.cli.reading import RESULTS
from evenkeel.cli.streams import pausing, say
from evenkeel.errors import InputError, MissingPackageError

if TYPE_CHECKING:
    from evenkeel.tables.results import Results

INTERRUPTED = 130  # as shells report a program that Ctrl-C ended


@takes(RESULTS, OUTPUT)
def power(
    goes: Destination,
    results: Results,
    first: Annotated[
        str, typer.Option("--first", help="The algorithm that the samples come to favour.")
    ],
    second: Annotated[str, typer.Option("--second", help="The algorithm to compare it with.")],
    size: Annotated[int, typer.Option("--size", help="Problems in a sample.")] = 10,
    bias: Annotated[
        str,
        typer.Option(
            "--bias",
            help="Biases, as 0,5,10, or FROM:TO or FROM:TO:STEP, for a difference of 1 between "
            "two results. The default suits results between 0 and 1; for percentages take a "
            "hundredth: 0:0.2:0.01.",
            metavar="BIASES",
        ),
    ] = "0:20",
    repetitions: Annotated[
        int, typer.Option("--repetitions", help="Samples drawn at each bias.")
    ] = 1000,
    adjust: AdjustOption = None,
    control: Annotated[
        str | None,
        typer.Option(
            "--control", "-c", help="Compare only this algorithm, one of the two, with the others."
        ),
    ] = None,
    ranking: Annotated[
        str, typer.Option("--ranking", "-r", help="One of {complete_rankings}.")
    ] = "friedman",
    method: Annotated[
        str,
        typer.Option(
            "--method",
            "-m",
            help="How raw p-values are computed, one of {laws}.",
        ),
    ] = "calibrated",
    alpha: AlphaOption = 0.05,
    seed: Annotated[int, typer.Option("--seed", help="Seed of the samples.")] = 0,
    workers: Annotated[
        int, typer.Option("--workers", "-w", help="Processes that compute; -1 for all cores.")
    ] = 1,
    dask: Annotated[
        str | None,
        typer.Option(
            "--dask", help="Compute on the Dask cluster with this scheduler.", metavar="ADDRESS"
        ),
    ] = None,
    store: Annotated[
        Path | None,
        typer.Option(
            "--store", help="A directory for finished blocks; the same command goes on from there."
        ),
    ] = None,
) -> None:
    """How often each procedure rejects on samples of your problems, and its average p-value.

    Samples of a few problems are drawn again and again, with a growing bias towards problems on
    which the first algorithm is better than the second.

    For example:

      evenkeel power results.csv --better higher --first New --second Old -o power.html

      evenkeel power case:garcia2008 --first C4.5 --second 1-NN --workers 2
    """
    from evenkeel.studies._power import power as run

    goes.check()
    with pausing(), _cluster(dask):  # there is a bar of its own
        try:
            study = run(
                results,
                first,
                second,
                size=size,
                bias=biases(bias),
                repetitions=repetitions,
                procedures="all" if adjust == ["all"] else adjust,
                control=control,
                ranking=ranking,
                method=method,
                alpha=alpha,
                seed=seed,
                workers=None if dask else workers,
                store=store,
            )
        except KeyboardInterrupt as error:
            say(f"evenkeel: interrupted; {error}")
            raise typer.Exit(INTERRUPTED) from None
    goes.emit(study.report())


def biases(text: str) -> list[float]:
    """The biases that ``0,5,10``, ``0:20`` or ``0:20:2`` stands for; ends are included.

    Examples
    --------
    >>> biases("0,2.5,5"), biases("0:3"), biases("0:1:0.25")
    ([0.0, 2.5, 5.0], [0.0, 1.0, 2.0, 3.0], [0.0, 0.25, 0.5, 0.75, 1.0])
    """
    separator = ":" if ":" in text else ","
    try:
        numbers = [float(word) for word in text.split(separator)]
    except ValueError:
        numbers = []
    if separator == "," and numbers:
        return numbers
    low, high, step = [*numbers, 1.0][:3] if len(numbers) in (2, 3) else (0.0, -1.0, 1.0)
    if not (high >= low and step > 0 and (high - low) / step < 10_000):
        raise InputError(f"--bias {text!r}: give numbers as 0,5,10, or a range as 0:20 or 0:20:2")
    return [low + i * step for i in range(int((high - low) / step + 1e-9) + 1)]


@contextmanager
def _cluster(address: str | None) -> Iterator[None]:
    """Let joblib use the Dask cluster at `address`, if one is given."""
    if address is None:
        yield
        return
    if find_spec("distributed") is None:
        raise MissingPackageError("distributed", "the option --dask", "dask")
    from joblib import parallel_config

    _check_address(address)
    try:
        client = import_module("distributed").Client(address, timeout=10, set_as_default=False)
    except (OSError, ValueError) as error:
        raise InputError(f"--dask {address}: no scheduler answers there ({error})") from None
    with client, parallel_config(backend="dask", client=client):
        yield


def _check_address(address: str) -> None:
    """Refuse what is no address: a client would go on looking for it in the background."""
    addressing = import_module("distributed.comm.addressing")
    try:
        scheme, place = addressing.parse_address(address)
        if scheme != "inproc":
            addressing.parse_host_port(place)
    except ValueError as error:
        raise InputError(
            f"--dask {address!r}: no address of a scheduler ({error}); "
            "give one such as tcp://127.0.0.1:8786"
        ) from None

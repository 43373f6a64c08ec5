"""Blocks of replicates: their seeds, and their execution on one core, on many or on a cluster.

A study is cut into blocks of a fixed size. The random numbers of a block depend on the seed of
the study and on the place of the block, and on nothing else; blocks are added up in their order.
So the numbers are the same whoever computes them, in whatever order, interrupted or not.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evenkeel._version import __version__
from evenkeel.errors import EvenkeelError, InputError, Message, MissingPackageError, Option, choice
from evenkeel.numerics.progress import bar
from evenkeel.studies.checks import is_whole
from evenkeel.studies.storage import BlockStore, DamagedBlockError, Parameters, Tally, kept_seed

BACKENDS = ("loky", "threading", "dask")

_LARGEST_BLOCK = 10_000  # replicates: about a tenth of a second
_LARGEST_SLOW_BLOCK = 500  # where each replicate takes its own time
_BLOCK_CELLS = 1 << 19  # values of the tables of a block: 4 megabytes
_PIECE_CELLS = 1 << 17  # values worked on at a time
_PATIENCE = 120.0  # seconds for a finished result to come from a cluster
_ATTEMPTS = 3  # times that workers may be lost in a row without a block finished in between


@dataclass(frozen=True)
class Block:
    """Replicates number `number` * block size and following of one scenario of a study."""

    seed: int
    scenario: int
    number: int
    size: int

    def generator(self) -> np.random.Generator:
        """The random numbers of this block: those of ``SeedSequence.spawn``, twice."""
        sequence = np.random.SeedSequence(self.seed, spawn_key=(self.scenario, self.number))
        return np.random.default_rng(sequence)


#: Computes the sums over the replicates of a block.
Work = Callable[[Block], Tally]


@dataclass(frozen=True)
class Resources:
    """Who computes a study, and where its blocks are kept."""

    workers: int | None = None
    backend: str | None = None
    store: str | Path | None = None
    progress: bool | None = None

    def __post_init__(self) -> None:
        if self.workers is not None and (not is_whole(self.workers) or self.workers == 0):
            raise InputError(
                f"workers is {self.workers!r}; give a whole number from 1, or -1 for all cores"
            )
        if self.backend is not None:
            choice(self.backend, BACKENDS, "backend")
        if self.backend == "dask" and find_spec("distributed") is None:
            raise MissingPackageError("distributed", "the Dask backend", "dask")


@dataclass(frozen=True)
class Execution:
    """How a study was computed. The numbers of a study depend on the first two fields only.

    Attributes
    ----------
    seed : int
        Its seed; a fresh one was drawn if none was given.
    block_size : int
        Replicates in a block; the last block of a scenario may have fewer.
    blocks : int
        Number of blocks.
    restored : int
        Blocks that were found finished in the store.
    damaged : int
        Blocks in the store that could not be read and were computed again.
    lost : int
        How often workers were lost and what they had not finished was computed again. A Dask
        scheduler does so by itself a few times, without counting.
    """

    seed: int
    block_size: int
    blocks: int
    restored: int = 0
    damaged: int = 0
    lost: int = 0


def block_size(n: int, k: int, *, slow: bool) -> int:
    """Replicates in a block of tables of n problems and k algorithms."""
    largest = _LARGEST_SLOW_BLOCK if slow else _LARGEST_BLOCK
    return max(1, min(largest, _BLOCK_CELLS // (n * k)))


def in_pieces(values: NDArray[Any]) -> Iterator[NDArray[Any]]:
    """Tables, or what tables are made of, a few at a time: several processes share a cache."""
    step = max(1, _PIECE_CELLS // (values.size // len(values)))
    for first in range(0, len(values), step):
        yield values[first : first + step]


def checked_seed(seed: int | None, store: str | Path | None = None) -> int:
    """The seed itself; for None that of the study in the store, or a fresh one."""
    kept = kept_seed(Path(store)) if seed is None and store is not None else None
    if kept is not None:
        return kept
    if seed is None:
        fresh = np.random.SeedSequence().entropy
        assert isinstance(fresh, int)
        return fresh
    if not is_whole(seed) or seed < 0:
        raise InputError(f"seed is {seed!r}; give a whole number from 0, or None for a fresh one")
    return int(seed)


def run_study(
    work: Work,
    parameters: Parameters,
    *,
    scenarios: int,
    repetitions: int,
    size: int,
    seed: int,
    resources: Resources,
) -> tuple[list[Tally], Execution]:
    """Compute all blocks of a study; return the sums of each scenario and how it went.

    Parameters
    ----------
    work : callable
        ``work(block)`` gives the sums over the replicates of a block. It is sent to the workers.
    parameters : mapping
        Everything else that the sums depend on, for the store.
    scenarios, repetitions : int
        How many scenarios, and replicates in each.
    size, seed : int
        Replicates in a block, and the seed of the study.
    resources : Resources
        Who computes, and where finished blocks are kept.
    """
    blocks = [
        Block(seed, scenario, number, min(size, repetitions - number * size))
        for number in range(-(-repetitions // size))
        for scenario in range(scenarios)
    ]
    identity = {**parameters, "seed": seed, "block size": size, "versions": _versions()}
    store = BlockStore(Path(resources.store), identity) if resources.store is not None else None
    finished, damaged = _restore(store, blocks)
    restored = len(finished)
    lost = _compute(work, blocks, finished, store, resources)
    in_order = sorted(blocks, key=lambda block: (block.scenario, block.number))
    tallies = [
        add_up(finished[block] for block in in_order if block.scenario == scenario)
        for scenario in range(scenarios)
    ]
    return tallies, Execution(seed, size, len(blocks), restored, damaged, lost)


class LostClusterError(EvenkeelError):
    """The scheduler of a cluster has gone."""


class _LostResultError(EvenkeelError):
    """A cluster has computed a block and cannot deliver it."""


@dataclass(frozen=True)
class _Labelled:
    """Work that says whose the sums are."""

    work: Work

    def __call__(self, block: Block) -> tuple[Block, Tally]:
        return block, self.work(block)


def _compute(
    work: Work,
    blocks: list[Block],
    finished: dict[Block, Tally],
    store: BlockStore | None,
    resources: Resources,
) -> int:
    """Compute what is not finished yet; return how often workers were lost."""
    lost = failures = 0
    with _progress_bar(len(blocks), len(finished), resources.progress) as advance:
        while len(finished) < len(blocks):
            remaining = [block for block in blocks if block not in finished]
            try:
                with _stream(_Labelled(work), remaining, resources) as stream:
                    for block, tally in stream:
                        if store is not None:
                            store.save(block.scenario, block.number, block.size, tally)
                        finished[block] = tally
                        failures = 0
                        advance()
            except _losses():
                lost += 1
                failures += 1
                if failures > _ATTEMPTS:
                    raise
            except KeyboardInterrupt:
                raise KeyboardInterrupt(_what_is_kept(finished, blocks, store)) from None
            except _end_of_a_cluster() as error:
                kept = _what_is_kept(finished, blocks, store)
                raise LostClusterError(f"the cluster was lost ({error}); {kept}") from None
    return lost


def _what_is_kept(
    finished: dict[Block, Tally], blocks: list[Block], store: BlockStore | None
) -> str:
    share = f"{len(finished)} of {len(blocks)} blocks are finished"
    if store is None:
        return f"{share} but not kept, because no store was named"
    return f"{share} and kept in {store.folder}; the same call goes on from there"


@contextmanager
def _stream(
    work: _Labelled, blocks: list[Block], resources: Resources
) -> Iterator[Iterable[tuple[Block, Tally]]]:
    """Blocks as they are finished, in any order."""
    client = _cluster(resources.backend)
    outputs = (
        _from_cores(work, blocks, resources) if client is None else _from(client, work, blocks)
    )
    try:
        yield outputs
    finally:
        with warnings.catch_warnings():  # joblib remarks on results that nobody will take
            warnings.simplefilter("ignore")
            outputs.close()


def _from_cores(
    work: _Labelled, blocks: list[Block], resources: Resources
) -> Generator[tuple[Block, Tally], None, None]:
    from joblib import Parallel, delayed

    parallel = Parallel(
        n_jobs=resources.workers,
        backend=resources.backend,
        return_as="generator_unordered",
        batch_size=1,  # a block takes its time; more of them would leave a core idle at the end
    )
    outputs: Generator[tuple[Block, Tally], None, None]
    outputs = parallel(delayed(work)(block) for block in blocks)
    return outputs


def _from(
    client: Any, work: _Labelled, blocks: list[Block]
) -> Generator[tuple[Block, Tally], None, None]:
    """Blocks from a Dask cluster.

    Its scheduler sends the blocks of a lost worker to another one. After some losses it gives a
    block up with an error, for which `joblib.Parallel` would wait for ever; hence without it. And
    a result that was lost on its way is not waited for without end.
    """
    distributed = import_module("distributed")
    futures = client.map(work, blocks, pure=False)
    try:
        for future in distributed.as_completed(futures, loop=client.loop):
            try:
                yield future.result(timeout=_PATIENCE)
            except TimeoutError:
                raise _LostResultError(
                    f"a finished block did not arrive from the cluster within {_PATIENCE:g} seconds"
                ) from None
    finally:
        client.cancel(futures)


def _cluster(backend: str | None) -> Any | None:
    """The client of the Dask cluster that is to compute, or None."""
    from joblib.parallel import get_active_backend

    if backend not in (None, "dask"):
        return None
    client = getattr(get_active_backend()[0], "client", None)  # of parallel_config("dask")
    if client is None and backend == "dask":
        try:
            client = import_module("distributed").get_client()
        except ValueError:
            raise InputError(
                Message(
                    Option("backend", "dask"),
                    " needs the client of a cluster; make one first, with "
                    "dask.distributed.Client(address)",
                )
            ) from None
    return client


def _losses() -> tuple[type[BaseException], ...]:
    """What is raised when a worker has died."""
    distributed = sys.modules.get("distributed")
    if distributed is None:
        return (BrokenExecutor,)
    return (BrokenExecutor, distributed.KilledWorker, _LostResultError)


def _end_of_a_cluster() -> tuple[type[BaseException], ...]:
    """What is raised when a scheduler has died."""
    distributed = sys.modules.get("distributed")
    if distributed is None:
        return ()
    return (distributed.CancelledError, import_module("distributed.comm").CommClosedError)


def _restore(store: BlockStore | None, blocks: list[Block]) -> tuple[dict[Block, Tally], int]:
    """Blocks that the store has, and how many it has in a damaged state."""
    finished: dict[Block, Tally] = {}
    damaged = 0
    if store is None:
        return finished, damaged
    for block in blocks:
        try:
            tally = store.load(block.scenario, block.number, block.size)
        except DamagedBlockError:
            damaged += 1
        else:
            if tally is not None:
                finished[block] = tally
    return finished, damaged


def add_up(tallies: Iterable[Tally]) -> Tally:
    """The sums over several blocks, or pieces of a block."""
    total: Tally = {}
    for tally in tallies:
        for name, sums in tally.items():
            total[name] = total[name] + sums if name in total else sums
    return total


def _versions() -> dict[str, str]:
    """The versions on which the numbers depend: numpy may change its random numbers."""
    return {"evenkeel": __version__, "numpy": ".".join(np.__version__.split(".")[:2])}


@contextmanager
def _progress_bar(total: int, done: int, wanted: bool | None) -> Iterator[Callable[[], None]]:
    """A bar on standard error with the time left; by default only if that is a terminal."""
    if not (sys.stderr.isatty() if wanted is None else wanted):
        yield lambda: None
        return
    with bar("blocks", total, done) as advance:
        yield advance

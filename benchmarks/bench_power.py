"""Studies of procedures: against a loop over tables, and over cores and a cluster."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator

import dask
import joblib
import numpy as np
from distributed import Client, LocalCluster
from scipy import stats
from statsmodels.stats.multitest import multipletests

from benchmarks.timing import Measurement, seconds
from evenkeel.studies.simulation import simulate

N, K, TABLES = 10, 5, 10_000
LOOPED = 200  # tables that the slow loop is timed on
# By default Dask makes its workers return freed memory at once, and numpy wants it back; these
# settings, of docs/large_studies.md, let them keep it.
ENVIRONMENT = {
    "OMP_NUM_THREADS": 1,
    "OPENBLAS_NUM_THREADS": 1,
    "MALLOC_TRIM_THRESHOLD_": 1 << 28,
    "MALLOC_MMAP_THRESHOLD_": 1 << 25,
}


def loop() -> None:
    """Friedman's test by scipy and Holm's adjusted p-values by statsmodels, table by table."""
    generator = np.random.default_rng(0)
    first, second = np.triu_indices(K, 1)
    error = np.sqrt(K * (K + 1) / (6 * N))
    for _ in range(LOOPED):
        table = generator.standard_normal((N, K))
        stats.friedmanchisquare(*table.T)
        average = stats.rankdata(table, axis=1).mean(axis=0)
        z = (average[first] - average[second]) / error
        multipletests(2 * stats.norm.sf(np.abs(z)), method="holm")


def vectorised() -> None:
    """The same with Nemenyi, Shaffer and Bergmann-Hommel besides, and every interval."""
    simulate(N, K, omnibus="friedman", comparisons="friedman-normal", repetitions=TABLES)


def long_study(workers: int | None = None, backend: str | None = None) -> None:
    """Some seconds of work on one core."""
    simulate(
        N,
        K,
        omnibus="friedman",
        comparisons="friedman-normal",
        repetitions=30 * TABLES,
        workers=workers,
        backend=backend,
    )


def faster(parallel: Callable[[], object], repeat: int = 10) -> float:
    """Best time of one process over the best of `parallel`, which has run once before."""
    parallel()
    alone = together = float("inf")
    for _ in range(repeat):
        alone = min(alone, seconds(lambda: long_study(1, "loky"), 1))
        together = min(together, seconds(parallel, 1))
    return alone / together


def measurements() -> Iterator[Measurement]:
    vectorised()
    ours = seconds(vectorised, 5)
    name = f"{TABLES:,} tables {N} x {K}: faster than a loop with scipy and statsmodels"
    theirs = seconds(loop, 2) * TABLES / LOOPED
    yield Measurement(name, theirs / ours, 100, at_least=True)
    gc.freeze()  # statsmodels collects garbage in every call; this makes it cheap
    theirs = seconds(loop, 2) * TABLES / LOOPED
    gc.unfreeze()
    name = "  the same, the loop without the cost of its garbage collections"
    yield Measurement(name, theirs / ours)
    yield Measurement("  time of ours", ours, None, "s")

    yield Measurement("a longer study, one process", seconds(long_study, 1), None, "s")
    speed = faster(lambda: long_study(2, "loky"))
    yield Measurement("  two processes, faster", speed, 1.7, at_least=True)
    with (
        dask.config.set({"distributed.nanny.pre-spawn-environ": ENVIRONMENT}),
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
        joblib.parallel_config(backend="dask", client=client),
    ):
        speed = faster(long_study)
    yield Measurement("  Dask with two local workers, faster", speed, 1.5, at_least=True)

"""The same numbers from every seed, backend, interruption and loss."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor
from pathlib import Path

import dask
import joblib
import numpy as np
import pytest
import typer
from distributed import Client, Future
from typer.testing import CliRunner

import evenkeel
from evenkeel.cli.power import power as command
from evenkeel.errors import InputError, SourceError
from evenkeel.studies import blocks
from evenkeel.studies._power import PowerStudy, power
from evenkeel.studies.blocks import Block, LostClusterError
from evenkeel.studies.simulation import simulate
from evenkeel.studies.storage import BlockStore
from power_work import Dying

TABLE = evenkeel.load("garcia2008")


def study(**options: object) -> PowerStudy:
    """A study of 3 biases with 8 blocks each."""
    return power(TABLE, "C4.5", "1-NN", **{"bias": [0, 5, 10], "repetitions": 230, **options})


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "_LARGEST_BLOCK", 30)


@pytest.fixture(scope="module")
def expected() -> PowerStudy:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(blocks, "_LARGEST_BLOCK", 30)
        return study()


@pytest.fixture
def after_saves(monkeypatch: pytest.MonkeyPatch) -> Callable[[int, Callable[[], None]], None]:
    """Do something once so many blocks are stored."""
    save = BlockStore.save

    def arrange(count: int, action: Callable[[], None]) -> None:
        saved = []

        def saving(self: BlockStore, *arguments: object) -> None:
            save(self, *arguments)
            saved.append(1)
            if len(saved) == count:
                action()

        monkeypatch.setattr(BlockStore, "save", saving)

    return arrange


def assert_same(one: PowerStudy, other: PowerStudy) -> None:
    np.testing.assert_array_equal(one.rejections, other.rejections)
    np.testing.assert_array_equal(one.any_rejected, other.any_rejected)
    np.testing.assert_array_equal(one.average, other.average)


def test_the_seed_of_a_block_is_spawned() -> None:
    spawned = np.random.SeedSequence(42).spawn(3)[2].spawn(5)[4]
    expected = np.random.default_rng(spawned).random(4)
    np.testing.assert_array_equal(Block(42, 2, 4, 10).generator().random(4), expected)


def test_blocks_and_seed_are_told(expected: PowerStudy) -> None:
    assert expected.execution.blocks == 3 * 8
    assert expected.execution.block_size == 30
    assert expected.execution.seed == 0


def test_another_seed_gives_other_numbers(expected: PowerStudy) -> None:
    assert (study(seed=1).average != expected.average).any()


def test_a_fresh_seed_is_told_and_gives_the_numbers_again() -> None:
    fresh = study(seed=None)
    assert_same(study(seed=fresh.execution.seed), fresh)
    assert study(seed=None).execution.seed != fresh.execution.seed


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["loky", "threading"])
def test_workers_and_backend_do_not_matter(backend: str, expected: PowerStudy) -> None:
    assert_same(study(workers=2, backend=backend), expected)


def test_the_joblib_context_is_obeyed(expected: PowerStudy) -> None:
    with joblib.parallel_config(backend="threading", n_jobs=2):
        assert_same(study(), expected)


def test_blocks_of_a_simulation_survive_the_store(tmp_path: Path) -> None:
    options = {"repetitions": 100, "procedures": "all", "comparisons": "friedman-normal"}
    first = simulate(8, 3, effect=0.5, store=tmp_path, **options)
    again = simulate(8, 3, effect=0.5, store=tmp_path, **options)
    assert again.execution.restored == again.execution.blocks == 4
    assert again.outcomes == first.outcomes == simulate(8, 3, effect=0.5, **options).outcomes
    assert again.omnibus == first.omnibus


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_interrupted_and_resumed(
    workers: int, tmp_path: Path, expected: PowerStudy, after_saves: Callable[..., None]
) -> None:
    after_saves(5, lambda: signal.raise_signal(signal.SIGINT))
    with pytest.raises(KeyboardInterrupt, match=r"4 of 24 blocks are finished and kept in .*"):
        study(store=tmp_path, workers=workers)
    resumed = study(store=tmp_path, workers=workers)
    assert resumed.execution.restored == 5
    assert_same(resumed, expected)


def test_interrupted_without_a_store(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr("evenkeel.studies.work.tally_rejections", interrupted)
    with pytest.raises(KeyboardInterrupt, match=r"0 of 24 blocks .* no store was named"):
        study()


@pytest.mark.slow
def test_a_killed_process_loses_no_block(tmp_path: Path) -> None:
    def run(work: Dying, workers: int) -> tuple[list[dict[str, np.ndarray]], blocks.Execution]:
        resources = blocks.Resources(workers=workers, backend="loky")
        options = {"scenarios": 2, "repetitions": 60, "size": 5, "seed": 3}
        return blocks.run_study(work, {}, resources=resources, **options)

    expected, _ = run(Dying(), workers=1)
    survived, execution = run(Dying(marks=tmp_path, deaths=1), workers=2)
    assert execution.lost == 1
    assert [tally["sum"].tolist() for tally in survived] == [
        tally["sum"].tolist() for tally in expected
    ]
    with pytest.raises(BrokenExecutor):  # a block that always kills its worker is given up
        run(Dying(marks=tmp_path, deaths=99), workers=2)


@pytest.fixture(params=["3", "0"], ids=["scheduler-retries", "scheduler-gives-up"])
def cluster(
    tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[tuple[Client, list[subprocess.Popen[bytes]]]]:
    """A scheduler and two workers, three processes that speak TCP on 127.0.0.1."""
    file = tmp_path / "scheduler.json"
    connect = "distributed.comm.timeouts.connect"  # how long a killed worker is looked for
    environment = os.environ | {
        "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": request.param,
        "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "5s",
    }

    def start(module: str, *options: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.{module}", "--no-dashboard"]
        command += ["--host", "127.0.0.1", "--scheduler-file", str(file), *options]
        return subprocess.Popen(command, stderr=subprocess.DEVNULL, env=environment)

    scheduler = start("dask_scheduler", "--port", "0")
    folder = ("--local-directory", str(tmp_path / "work"))
    workers = [start("dask_worker", "--nthreads", "1", "--no-nanny", *folder) for _ in range(2)]
    try:
        wait_until(file.exists)
        with (
            dask.config.set({connect: "5s"}),
            Client(scheduler_file=str(file), set_as_default=False) as client,
        ):
            client.wait_for_workers(2, timeout=60)
            yield client, [*workers, scheduler]
    finally:
        for process in (*workers, scheduler):
            process.kill()
            process.wait()


def lost_once(result: Callable[..., object]) -> Callable[..., object]:
    """The first result does not arrive."""
    lost = []

    def late(*arguments: object, **options: object) -> object:
        if not lost:
            lost.append(1)
            raise TimeoutError
        return result(*arguments, **options)

    return late


def test_a_dask_backend_without_a_client() -> None:
    with pytest.raises(InputError, match=r"make one first, with dask\.distributed\.Client"):
        study(backend="dask")


def printed(*options: str) -> str:
    """What the command prints of a small study."""
    app = typer.Typer()
    app.command()(command)
    basics = ["case:garcia2008", "--first", "C4.5", "--second", "1-NN", "--bias", "0:3", "--json"]
    return CliRunner().invoke(app, [*basics, *options], catch_exceptions=False).stdout


def wait_until(condition: Callable[[], bool], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.slow
@pytest.mark.parametrize("cluster", ["3"], indirect=True)
def test_a_dask_cluster_that_loses_its_scheduler(
    cluster: tuple[Client, list[subprocess.Popen[bytes]]],
    tmp_path: Path,
    expected: PowerStudy,
    after_saves: Callable[..., None],
) -> None:
    client, (*_, scheduler) = cluster
    folder = tmp_path / "store"
    with joblib.parallel_config(backend="dask", client=client):
        after_saves(3, scheduler.kill)
        with pytest.raises(LostClusterError) as error:
            study(store=folder)
    kept = len(list(folder.glob("block-*")))
    assert str(error.value).endswith(
        f"); {kept} of 24 blocks are finished and kept in {folder}; "
        "the same call goes on from there"
    )
    assert_same(study(store=folder), expected)


@pytest.mark.slow
def test_a_dask_cluster_that_loses_a_worker(
    cluster: tuple[Client, list[subprocess.Popen[bytes]]],
    tmp_path: Path,
    expected: PowerStudy,
    after_saves: Callable[..., None],
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    """Killed in the middle; also if Dask gives up what the worker was about to compute."""
    client, (worker, *_) = cluster
    assert all(address.startswith("tcp://127.0.0.1") for address in client.ncores())
    with joblib.parallel_config(backend="dask", client=client):
        assert_same(study(), expected)
    with client.as_current(), monkeypatch.context() as patch:
        patch.setattr(Future, "result", lost_once(Future.result))
        delayed = study(backend="dask")
    assert delayed.execution.lost == 1
    assert_same(delayed, expected)
    assert printed("--dask", client.scheduler.address) == printed()
    longer = {"procedures": "all", "bias": range(9)}
    with joblib.parallel_config(backend="dask", client=client):
        after_saves(3, worker.kill)
        survived = study(store=tmp_path / "store", **longer)
    wait_until(lambda: len(client.ncores()) == 1)
    assert survived.execution.blocks == 72
    assert (survived.execution.lost > 0) == (request.node.callspec.id == "scheduler-gives-up")
    assert_same(survived, study(**longer))


def test_a_longer_study_goes_on_from_a_shorter_one(tmp_path: Path) -> None:
    def at_zero(repetitions: int, store: Path | None) -> PowerStudy:
        return power(TABLE, "C4.5", "1-NN", bias=0, repetitions=repetitions, store=store)

    at_zero(75, tmp_path)  # blocks of 30, 30 and 15
    longer = at_zero(120, tmp_path)
    assert (longer.execution.blocks, longer.execution.restored) == (4, 2)
    assert_same(longer, at_zero(120, None))
    shorter = at_zero(20, tmp_path)
    assert (shorter.execution.blocks, shorter.execution.restored) == (1, 0)
    again = at_zero(120, tmp_path)  # the shorter study has not touched the blocks of the longer
    assert (again.execution.blocks, again.execution.restored) == (4, 4)
    assert_same(again, longer)


def test_a_fresh_seed_is_that_of_the_store(tmp_path: Path) -> None:
    one, two = study(seed=None, store=tmp_path), study(seed=None, store=tmp_path)
    assert one.execution.seed == two.execution.seed
    assert two.execution.restored == two.execution.blocks
    assert_same(one, two)
    assert study(seed=None).execution.seed != one.execution.seed


def test_a_damaged_block_is_computed_again(tmp_path: Path, expected: PowerStudy) -> None:
    study(store=tmp_path)
    cut, changed, gone = sorted(tmp_path.glob("block-*.json"))[:3]
    cut.write_text(cut.read_text()[:100])
    content = json.loads(changed.read_text())
    content["block"]["sums"]["rejected"]["values"][0] += 1
    changed.write_text(json.dumps(content))
    gone.unlink()
    mended = study(store=tmp_path)
    assert (mended.execution.restored, mended.execution.damaged) == (21, 2)
    assert_same(mended, expected)


def test_the_blocks_of_another_study_are_refused(tmp_path: Path) -> None:
    study(store=tmp_path)
    with pytest.raises(InputError) as error:
        study(store=tmp_path, size=12)
    assert str(error.value) == (
        f"{tmp_path}: the store holds blocks of another study: size is 10 there and 12 here; name "
        "another directory, or delete this one"
    )
    with pytest.raises(InputError, match="seed is 0 there and 3 here"):
        study(store=tmp_path, seed=3)
    other = evenkeel.Results(TABLE.values + 1, better="higher", algorithms=TABLE.algorithms)
    with pytest.raises(InputError, match=r"table is '[0-9a-f]{64}' there and"):
        power(other, "C4.5", "1-NN", bias=[0, 5, 10], store=tmp_path)


def test_a_single_foreign_block_is_refused(tmp_path: Path) -> None:
    study(store=tmp_path / "one")
    study(store=tmp_path / "other", seed=9)
    foreign = tmp_path / "other" / "block-0000-000000-30.json"
    foreign.replace(tmp_path / "one" / foreign.name)
    with pytest.raises(InputError, match=r"block-0000-000000-30\.json belongs to another study"):
        study(store=tmp_path / "one")


def test_a_renamed_block_is_computed_again(tmp_path: Path, expected: PowerStudy) -> None:
    study(store=tmp_path)
    (tmp_path / "block-0000-000001-30.json").replace(tmp_path / "block-0000-000000-30.json")
    mended = study(store=tmp_path)
    assert mended.execution.damaged == 1
    assert_same(mended, expected)


def test_a_store_that_cannot_be_one(tmp_path: Path) -> None:
    (tmp_path / "study.json").write_text("{}")
    with pytest.raises(SourceError, match="not the description of a study"):
        study(store=tmp_path)
    with pytest.raises(SourceError, match="cannot be a store"):
        study(store=tmp_path / "study.json")


class Terminal(io.StringIO):
    """Standard error as a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_a_bar_with_the_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    for progress, shown in [(None, True), (True, True), (False, False)]:
        monkeypatch.setattr(sys, "stderr", terminal := Terminal())
        study(progress=progress)
        assert ("24/24" in terminal.getvalue()) is shown
        assert ("left:" in terminal.getvalue()) is shown


def test_without_a_terminal_there_is_no_bar(capsys: pytest.CaptureFixture[str]) -> None:
    study()
    assert capsys.readouterr().err == ""

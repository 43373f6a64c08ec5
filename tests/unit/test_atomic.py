"""Files appear whole or not at all, touch nothing of the process, and leave nothing behind."""

from __future__ import annotations

import errno
import os
import signal
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from evenkeel.errors import SourceError
from evenkeel.tables.system import check_place, replacing, write_bytes, write_text
from processes import output_of


def refusal(path: Path) -> str:
    with pytest.raises(SourceError) as error:
        write_text(path, "text")
    return str(error.value)


def failing(number: int) -> Callable[..., int]:
    def fail(*_: object, **__: object) -> int:
        raise OSError(number, os.strerror(number))

    return fail


UMASK = """
import os, stat, sys
from pathlib import Path
from evenkeel.tables.system import write_text
os.umask(int(sys.argv[2], 8))
os.umask = None  # whoever asks for the mask changes it for every thread
write_text(Path(sys.argv[1]), "text")
print(oct(stat.S_IMODE(os.stat(sys.argv[1]).st_mode)))
"""


@pytest.mark.parametrize(("mask", "mode"), [("022", "0o644"), ("077", "0o600"), ("002", "0o664")])
def test_the_mode_follows_the_umask_which_is_not_touched(tmp_path: Path, mask: str, mode: str):
    assert output_of(UMASK, tmp_path / "a.txt", mask).strip() == mode


def test_many_threads_write_to_one_name(tmp_path: Path):
    target = tmp_path / "a.txt"
    texts = [f"{number} " * 10_000 for number in range(16)]
    threads = [threading.Thread(target=write_text, args=(target, text)) for text in texts]
    before = os.umask(0o022)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert os.umask(0o022) == 0o022
    finally:
        os.umask(before)
    assert target.read_text() in texts
    assert stat.S_IMODE(target.stat().st_mode) == 0o644
    assert list(tmp_path.iterdir()) == [target]


KILLED = """
import os, signal, sys
from pathlib import Path
from evenkeel.tables.system import replacing
with replacing(Path(sys.argv[1])) as temporary:
    temporary.write_bytes(b"half of it")
    if sys.argv[2] == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    print("writing", flush=True)
    sys.stdin.read()
"""


def kill_a_save(target: Path) -> None:
    run = subprocess.run([sys.executable, "-c", KILLED, str(target), "die"], check=False)
    assert run.returncode == -signal.SIGKILL


def test_the_next_save_removes_what_a_killed_one_left(tmp_path: Path):
    target, other = tmp_path / "report.html", tmp_path / "other.html"
    kill_a_save(target)
    kill_a_save(other)
    assert len(list(tmp_path.iterdir())) == 2
    assert not target.exists()
    write_text(target, "whole")
    assert target.read_text() == "whole"
    assert len(list(tmp_path.iterdir())) == 2  # what belongs to the other file is left alone
    write_text(other, "whole")
    assert sorted(tmp_path.iterdir()) == [other, target]


def test_a_save_that_is_still_running_is_left_alone(tmp_path: Path):
    target = tmp_path / "report.html"
    with subprocess.Popen(
        [sys.executable, "-c", KILLED, str(target), "wait"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == b"writing\n"
        write_text(target, "ours")
        assert target.read_text() == "ours"
        running.communicate(timeout=60)
    assert target.read_bytes() == b"half of it"  # it ended last
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize("length", [255, 200])
def test_names_as_long_as_the_system_allows(tmp_path: Path, length: int):
    target = tmp_path / ("é" * 60 + "a" * (length - 124) + ".txt")
    assert len(os.fsencode(target.name)) == length
    write_text(target, "text")
    assert list(tmp_path.iterdir()) == [target]


def test_a_name_that_is_too_long(tmp_path: Path):
    target = tmp_path / ("a" * 252 + ".txt")
    assert refusal(target) == f"{target}: the file cannot be written (File name too long)"
    assert list(tmp_path.iterdir()) == []


def test_places_that_do_not_exist_or_refuse(tmp_path: Path, monkeypatch):
    lost = tmp_path / "nowhere" / "a.txt"
    assert refusal(lost) == f"{lost}: there is no directory {lost.parent}; make it first"
    (tmp_path / "file").touch()
    below = tmp_path / "file" / "a.txt"
    assert refusal(below) == f"{below}: there is no directory {below.parent}; make it first"
    assert refusal(tmp_path / "a\0.txt") == f"{tmp_path}/a\\x00.txt: no file can have this name"
    closed = tmp_path / "a.txt"
    for number in (errno.EACCES, errno.EROFS):  # as root one may write everywhere
        monkeypatch.setattr(os, "open", failing(number))
        assert refusal(closed) == (
            f"{closed}: cannot write into {tmp_path} ({os.strerror(number)}); choose another "
            "directory"
        )
    monkeypatch.setattr(os, "open", failing(errno.ENOSPC))
    assert refusal(closed) == f"{closed}: the file cannot be written (No space left on device)"


@pytest.mark.parametrize("name", ["no/a.txt", "a" * 252 + ".txt", "directory", "file/a.txt"])
def test_places_are_checked_before_anything_is_written(tmp_path: Path, name: str):
    (tmp_path / "directory").mkdir()
    (tmp_path / "file").touch()
    before = sorted(tmp_path.iterdir())
    with pytest.raises(SourceError) as error:
        check_place(tmp_path / name)
    assert str(error.value) == refusal(tmp_path / name)
    check_place(tmp_path / "a.txt")
    assert sorted(tmp_path.iterdir()) == before


def test_messages_hold_no_control_characters(tmp_path: Path):
    target = tmp_path / "no\nwhere\x1b[31m" / "a\udcff.txt"
    place = f"{tmp_path}/no\\nwhere\\x1b[31m"
    assert refusal(target) == f"{place}/a\\udcff.txt: there is no directory {place}; make it first"


def test_a_full_disk(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(Path, "write_bytes", failing(errno.ENOSPC))
    target = tmp_path / "report.txt"
    assert refusal(target) == f"{target}: the file cannot be written (No space left on device)"
    assert list(tmp_path.iterdir()) == []


def test_an_error_of_the_writer_is_passed_on(tmp_path: Path):
    def fail() -> None:
        with replacing(target) as temporary:
            temporary.write_bytes(b"half")
            raise ZeroDivisionError

    target = tmp_path / "a.txt"
    write_bytes(target, b"old")
    with pytest.raises(ZeroDivisionError):
        fail()
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]

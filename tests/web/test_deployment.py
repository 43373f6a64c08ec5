"""The image and its proxy fit together and fit the server; `make lint-deployment` lints them."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from evenkeel.cli.app import app
from evenkeel.web.middleware import BODIES_HELD
from evenkeel.web.settings import MEGABYTE, Settings
from web_server import Server, free_port

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
STEPS = [
    tuple(line.split(maxsplit=1))
    for line in re.sub(r"\\\n\s*", "", DOCKERFILE).splitlines()
    if line and not line.startswith("#")
]
LAST_STAGE = dict(STEPS[max(i for i, step in enumerate(STEPS) if step[0] == "FROM") :])
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
PAGE, PROXY = COMPOSE["services"]["page"], COMPOSE["services"]["proxy"]
NGINX = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
SERVE = typer.main.get_command(app).commands["serve"]  # type: ignore[attr-defined]


def given(words: list[str]) -> dict[str, Any]:
    """What `evenkeel serve` understands from these words; it refuses unknown ones."""
    return dict(SERVE.make_context("serve", words).params)


def of_nginx(directive: str) -> list[str]:
    """The values of a directive, in their order."""
    return re.findall(rf"^\s*{directive} ([^;]+);", NGINX, re.MULTILINE)


def seconds(text: str) -> float:
    assert text.endswith("s")
    return float(text[:-1])


def usual(text: str) -> str:
    """A value of compose.yaml if no variable is set."""
    return re.sub(r"\$\{\w+:-([^}]+)\}", r"\1", text)


PINS = dict(
    re.findall(
        r"^(\S+==\S+) ((?:\\\n {4}--hash=sha256:[0-9a-f]{64} ?)+)$",
        (ROOT / "deploy" / "requirements.txt").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
)


COMMAND = json.loads(LAST_STAGE["ENTRYPOINT"])
WORDS = [re.sub(r"\$\{\w+:\?.*\}", "stats.example.org", word) for word in PAGE["command"]]
WORDS = [usual(word) for word in WORDS]
GIVEN = given([*COMMAND[2:], *WORDS])


def test_the_server_understands_the_command_of_the_image() -> None:
    assert COMMAND[:2] == ["evenkeel", "serve"]
    plain = given(COMMAND[2:])
    assert plain["no_browser"]
    assert plain["host"] == "0.0.0.0"  # of the container, whose ports nobody opens
    assert str(plain["port"]) == LAST_STAGE["EXPOSE"]


def test_the_image_runs_as_a_user_that_owns_nothing() -> None:
    user = LAST_STAGE["USER"]
    assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", user)
    assert f"--uid {user.partition(':')[0]}" in LAST_STAGE["RUN"]
    assert "--no-create-home" in LAST_STAGE["RUN"]


def test_the_python_of_the_image_is_a_supported_one() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (image,) = {text.removeprefix("PYTHON=") for kind, text in STEPS if kind == "ARG"}
    assert {text.split()[0] for kind, text in STEPS if kind == "FROM"} == {"${PYTHON}"}
    version = re.fullmatch(r"python:(\d+\.\d+)-slim@sha256:[0-9a-f]{64}", image)
    assert version is not None
    assert f"Programming Language :: Python :: {version[1]}" in project["classifiers"]


def test_what_the_image_installs_is_pinned_by_its_hashes_as_it_was_tried() -> None:
    installing = [text for kind, text in STEPS if kind == "RUN" and "pip install" in text]
    assert "--require-hashes --requirement requirements.txt" in re.sub(r"\s+", " ", installing[0])
    assert all("--no-deps --no-build-isolation ." in text for text in installing[1:])
    lines = (ROOT / "deploy" / "requirements.txt").read_text(encoding="utf-8").splitlines()
    assert len([line for line in lines if "==" in line]) == len(PINS)
    tried = {
        (canonicalize_name(pin.name), str(pin.specifier))
        for pin in map(Requirement, (ROOT / "constraints.txt").read_text("utf-8").split())
    }
    pins = {(pin.name, str(pin.specifier)) for pin in map(Requirement, PINS)}
    building = {"hatchling", "pathspec", "pluggy", "packaging", "tomlkit", "trove-classifiers"}
    assert {pin for pin in pins - tried if pin[0] not in building} == set()
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project = settings["project"]
    required = [*project["dependencies"], *project["optional-dependencies"]["web"]]
    assert {Requirement(text).name for text in required} <= {name for name, _ in pins}


def test_the_images_are_named_by_digests_that_can_be_renewed(tmp_path: Path) -> None:
    assert re.fullmatch(r"nginx:stable-alpine@sha256:[0-9a-f]{64}", PROXY["image"])
    files = [tmp_path / name for name in ("Dockerfile", "compose.yaml")]
    (tmp_path / "deploy").mkdir()
    for name in ("Dockerfile", "compose.yaml", "deploy/pin-images"):
        shutil.copy(ROOT / name, tmp_path / name)
    before = [file.read_text(encoding="utf-8") for file in files]
    engine = tmp_path / "docker"
    renew = partial(
        subprocess.run,
        [tmp_path / "deploy" / "pin-images"],
        env={"PATH": f"{tmp_path}:{os.environ['PATH']}"},
        check=False,
    )
    # the second image cannot be asked for, so that neither is renewed
    engine.write_text('#!/bin/sh\ncase "$*" in *nginx*) exit 1;; esac\necho sha256:1234abcd\n')
    engine.chmod(0o755)
    assert renew().returncode != 0
    assert [file.read_text(encoding="utf-8") for file in files] == before
    engine.write_text("#!/bin/sh\necho sha256:1234abcd\n")
    assert renew().returncode == 0
    assert [file.read_text(encoding="utf-8") for file in files] == [
        re.sub("sha256:[0-9a-f]{64}", "sha256:1234abcd", text) for text in before
    ]


def test_the_proxy_has_no_rights_but_those_that_it_needs() -> None:
    assert PROXY["cap_drop"] == ["ALL"]
    # tried with nginx 1.22: without one of them it does not start, or its workers do not
    assert PROXY["cap_add"] == ["CHOWN", "NET_BIND_SERVICE", "SETGID", "SETUID"]
    assert PROXY["security_opt"] == ["no-new-privileges:true"]
    assert PROXY["read_only"] is True


def test_what_the_image_is_made_of_is_sent_to_its_builder_and_nothing_else() -> None:
    copied = {
        name
        for kind, text in STEPS
        if kind == "COPY" and not text.startswith("--from")
        for name in text.split()[:-1]
    }
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert "*" in lines
    assert {line[1:] for line in lines if line.startswith("!")} == copied
    assert all((ROOT / name).exists() for name in copied)


@pytest.mark.slow
def test_the_check_of_health_passes_with_a_server_and_fails_without(server: Server) -> None:
    words = json.loads(LAST_STAGE["HEALTHCHECK"].partition("CMD ")[2])
    assert words[:2] == ["python", "-c"]
    inside = f"127.0.0.1:{LAST_STAGE['EXPOSE']}"
    assert inside in words[2]
    codes = [
        subprocess.run(
            [sys.executable, "-c", words[2].replace(inside, f"127.0.0.1:{port}")],
            capture_output=True,
            timeout=120,
        ).returncode
        for port in (server.port, free_port())
    ]
    assert codes == [0, 1]


def test_only_the_proxy_reaches_the_page_and_the_page_reaches_nothing() -> None:
    assert "ports" not in PAGE
    assert PAGE["networks"] == ["inside"]
    assert COMPOSE["networks"]["inside"]["internal"] is True
    assert set(PROXY["networks"]) == {"inside", "outside"}
    assert of_nginx("proxy_pass") == [f"http://page:{LAST_STAGE['EXPOSE']}"]


def test_the_page_must_be_told_its_name_and_knows_it_then() -> None:
    assert PAGE["command"][:2] == [
        "--name",
        "${EVENKEEL_NAME:?set it to the name by which people reach the page}",
    ]
    assert list(GIVEN["name"]) == ["stats.example.org"]
    assert "Host $http_host" in of_nginx("proxy_set_header")


def test_the_page_may_write_nowhere_and_do_nothing_beyond_its_bounds() -> None:
    assert PAGE["read_only"] is True
    assert PAGE["cap_drop"] == ["ALL"]
    assert PAGE["security_opt"] == ["no-new-privileges:true"]
    assert {"mem_limit", "pids_limit"} <= set(PAGE)
    memory = int(usual(PAGE["mem_limit"]).removesuffix("g")) * 2**30
    (written,) = (text for text in PAGE["tmpfs"] if text.startswith("/tmp:size="))
    held = int(written.removeprefix("/tmp:size=").removesuffix("m")) * 2**20
    held += BODIES_HELD * GIVEN["max_upload"] * MEGABYTE  # of the server, beside what it is itself
    assert memory >= GIVEN["workers"] * Settings.memory + held + 500 * MEGABYTE


def test_the_proxy_refuses_nothing_that_the_page_would_take() -> None:
    (bound,) = of_nginx("client_max_body_size")
    assert int(bound) == GIVEN["max_upload"] * 1_000_000  # what is between would end in 502
    (waits,) = of_nginx("proxy_read_timeout")
    assert seconds(waits) > 2 * GIVEN["seconds"] + 5  # of waiting, and of computing
    (body,) = of_nginx("client_body_timeout")
    assert seconds(body) >= Settings.body_seconds


def test_what_runs_is_finished_when_the_page_is_told_to_stop() -> None:
    assert seconds(PAGE["stop_grace_period"]) >= GIVEN["seconds"] + 5  # as web/server.py waits


def test_tables_and_answers_stay_in_memory_at_the_proxy_too() -> None:
    assert of_nginx("proxy_request_buffering") == ["off"]
    assert of_nginx("proxy_max_temp_file_size") == ["0"]
    assert "/var/cache/nginx" in PROXY["tmpfs"]


def test_the_certificate_is_a_secret_that_the_proxy_reads_and_git_does_not_know() -> None:
    for directive, name in (
        ("ssl_certificate", "certificate.pem"),
        ("ssl_certificate_key", "key.pem"),
    ):
        assert of_nginx(directive) == [f"/run/secrets/{name}"]
        assert name in PROXY["secrets"]
        assert COMPOSE["secrets"][name] == {"file": f"./deploy/{name}"}
    assert "/deploy/*.pem" in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()


def test_the_files_that_the_proxy_is_given_exist() -> None:
    (volume,) = PROXY["volumes"]
    source, target, mode = volume.split(":")
    assert (ROOT / source).is_file()
    assert (target, mode) == ("/etc/nginx/conf.d/default.conf", "ro")


def test_the_page_on_security_shows_the_same_proxy() -> None:
    shown = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    block = shown.split("    # nginx\n", 1)[1].split("\n\n", 1)[0]
    lines = {line.partition(";")[0].strip() for line in block.splitlines() if ";" in line}
    changed = {"server_name stats.example.org", "proxy_pass http://127.0.0.1:8000"}
    known = {line.partition(";")[0].strip() for line in NGINX.splitlines()}
    assert changed <= lines
    assert lines - changed <= known
    assert len(lines) > 8

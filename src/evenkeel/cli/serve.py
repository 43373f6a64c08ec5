"""``evenkeel serve``: the web page, on this machine alone unless told otherwise."""

from __future__ import annotations

import webbrowser
from importlib.util import find_spec
from ipaddress import ip_address
from threading import Thread
from typing import Annotated

import typer

from evenkeel.cli.streams import hush, say
from evenkeel.errors import InputError, MissingPackageError


def serve(
    host: Annotated[str, typer.Option("--host", help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", "-p", help="Port to listen on; 0 for any that is free.")
    ] = 8000,
    max_upload: Annotated[
        float, typer.Option("--max-upload", help="Largest request, in megabytes.")
    ] = 50.0,
    workers: Annotated[
        int | None, typer.Option("--workers", "-w", help="Processes that compute.")
    ] = None,
    seconds: Annotated[
        float, typer.Option("--seconds", help="How long one request may compute.")
    ] = 30.0,
    name: Annotated[
        list[str] | None,
        typer.Option(
            "--name", help="A name by which the server is reached from elsewhere; may be repeated."
        ),
    ] = None,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Do not open the page in a browser.")
    ] = False,
) -> None:
    """Open the web page: drop a table, read the answer.

    For example:

      evenkeel serve

      evenkeel serve --port 9000 --max-upload 200 --no-browser
    """
    for package in ("fastapi", "jinja2", "uvicorn", "python_multipart"):
        if find_spec(package) is None:
            raise MissingPackageError(package, "the web page", "web")
    if not 0 <= port < 65536:
        raise InputError(f"--port {port}: give a number from 1 to 65535, or 0 for any free port")
    if not 0 < max_upload <= 1000:
        raise InputError(f"--max-upload {max_upload:g}: give megabytes, above 0 and up to 1000")
    if workers is not None and not 1 <= workers <= 64:
        raise InputError(f"--workers {workers}: give a number from 1 to 64")
    if not 0 < seconds <= 3600:
        raise InputError(f"--seconds {seconds:g}: give seconds, above 0 and up to 3600")
    from evenkeel.web.server import listen, run
    from evenkeel.web.settings import MEGABYTE, Settings

    listening = listen(host, port)
    addresses = [each.getsockname() for each in listening]
    alone = all(ip_address(address[0].partition("%")[0]).is_loopback for address in addresses)
    defaults = Settings()
    shown = f"[{host}]" if ":" in host else host
    settings = Settings(
        max_upload=int(max_upload * MEGABYTE),
        workers=workers or defaults.workers,
        seconds=seconds,
        hosts=tuple(dict.fromkeys((*defaults.hosts, shown, *(name or ())))),
    )
    page = f"http://{shown}:{addresses[0][1]}"

    def ready() -> None:
        say(f"evenkeel: {page} (Ctrl-C ends it)")
        if not alone:
            say(f"evenkeel: listening on {host}: others can reach the page")
        elif not no_browser:
            Thread(target=webbrowser.open, args=[page], daemon=True).start()

    hush()  # it lasts until it is ended
    run(settings, listening, ready)

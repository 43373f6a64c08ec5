"""Run the application until it is told to end."""

from __future__ import annotations

from evenkeel.web.settings import Settings

CONNECTIONS = 200  # beside those of requests that are worked on or wait


def run(settings: Settings, host: str, port: int) -> None:
    """Serve until Ctrl-C or SIGTERM; what runs then is finished first."""
    import uvicorn

    from evenkeel.web.app import create_app
    from evenkeel.web.connection import timed_protocol
    from evenkeel.web.logs import log_to_standard_error

    log_to_standard_error()
    uvicorn.run(
        create_app(settings),
        host=host,
        port=port,
        http=timed_protocol(settings),
        ws="none",
        access_log=False,  # it would hold addresses with the users' choices
        log_config=None,  # the lines of uvicorn go where ours go
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=int(settings.seconds) + 5,
        limit_concurrency=settings.workers + settings.waiting + CONNECTIONS,
        h11_max_incomplete_event_size=64 * 1024,
    )

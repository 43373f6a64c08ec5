"""Run the application until it is told to end."""

from __future__ import annotations

from evenkeel.web.settings import Settings


def run(settings: Settings, host: str, port: int) -> None:
    """Serve until Ctrl-C or SIGTERM; what runs then is finished first."""
    import uvicorn

    from evenkeel.web.app import create_app
    from evenkeel.web.logs import log_to_standard_error

    log_to_standard_error()
    uvicorn.run(
        create_app(settings),
        host=host,
        port=port,
        access_log=False,  # it would hold addresses with the users' choices
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=int(settings.seconds) + 5,
        limit_concurrency=settings.workers + settings.waiting + 200,
        h11_max_incomplete_event_size=64 * 1024,
    )

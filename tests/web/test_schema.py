"""Requests made up from the OpenAPI document: none may fail inside the server."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from evenkeel.web.app import create_app

CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
)
NEEDED = ("better", "case", "table", "options")


def _document() -> dict[str, Any]:
    """What the server says of itself; how a table is read, which all analyses say alike, once."""
    document = create_app().openapi()
    models, paths = document["components"]["schemas"], document["paths"]
    _, *others = (path for path in paths if path.startswith("/api/analyses/"))
    for path in others:
        body = paths[path]["post"]["requestBody"]["content"]["application/json"]["schema"]
        model = models[body["$ref"].rpartition("/")[2]]
        assert len(model["properties"]) > 20
        model["properties"] = {name: model["properties"][name] for name in NEEDED}
    return document


schema = schemathesis.openapi.from_dict(_document())


@pytest.fixture(scope="module")
def session() -> Iterator[requests.Session]:
    """One connection for thousands of requests."""
    with requests.Session() as opened:
        opened.trust_env = False  # no proxy on the way to this machine
        yield opened


@pytest.mark.slow
@schema.parametrize()
@settings(max_examples=15, suppress_health_check=list(HealthCheck), deadline=None)
def test_the_document_tells_the_truth_and_nothing_fails(case, server, session):
    case.call_and_validate(base_url=server.url, session=session, checks=list(CHECKS), timeout=60)

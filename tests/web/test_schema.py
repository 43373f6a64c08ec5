"""Requests made up from the OpenAPI document: none may fail inside the server."""

from __future__ import annotations

import pytest
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


schema = schemathesis.openapi.from_dict(create_app().openapi())


@pytest.mark.slow
@schema.parametrize()
@settings(max_examples=15, suppress_health_check=list(HealthCheck), deadline=None)
def test_the_document_tells_the_truth_and_nothing_fails(case, server):
    case.call_and_validate(base_url=server.url, checks=list(CHECKS), timeout=60)

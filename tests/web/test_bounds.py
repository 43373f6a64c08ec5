"""What the server says and holds is bounded: messages, faults, fields, bodies in memory."""

from __future__ import annotations

import asyncio
import json

import pytest

from evenkeel.web.answers import LONGEST_MESSAGE, RefusedError
from evenkeel.web.middleware import BODIES_HELD, BoundedBody
from evenkeel.web.settings import Settings

TABLE = "problem,A,B,C\nx,1,2,3\ny,2,3,4\nz,1,4,2\n"
LONG = "x" * 3_000_000
LONG_CELL = "y" * 90_000  # of a line that is just short enough to be read
SHORT_ANSWER = 80_000  # bytes: the page without a report is a third of it


@pytest.mark.slow
@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ({"case": "toy", LONG: 1}, 422),
        ({"case": LONG}, 422),
        ({"case": "toy", "control": LONG}, 422),
        ({"case": "toy", "adjust": [LONG]}, 422),
        ({"case": "toy", "ranking": LONG}, 422),
        ({"table": TABLE.replace("3,4", f"{LONG},4"), "better": "lower"}, 413),
        ({"table": TABLE.replace("3,4", f"{LONG_CELL},4"), "better": "lower"}, 422),
        ({"table": TABLE.replace("y,2,3", f"{LONG_CELL},2,oops"), "better": "lower"}, 422),
        ({"table": TABLE.replace("B", LONG_CELL), "better": "lower", "control": "no"}, 422),
    ],
    ids=["key", "case", "control", "adjust", "ranking", "line", "cell", "problem", "algorithm"],
)
def test_a_message_of_the_api_is_short(client, asked, status):
    answer = client.post("/api/compare", json=asked)
    assert answer.status_code == status
    assert len(answer.content) < SHORT_ANSWER


@pytest.mark.parametrize(
    "field", ["case", "control", "alpha", "procedure", "adjust", "shape", "no such field"]
)
def test_a_field_of_the_form_is_short(client, field):
    answer = client.post("/", data={"table": TABLE, "better": "lower", field: LONG})
    assert answer.status_code == 422
    assert len(answer.content) < SHORT_ANSWER
    assert "is longer than 1000 characters" in answer.text


def test_many_cells_with_one_trouble_are_few_faults(client):
    value = [0.5 + i * i % 17 for i in range(1000)]
    others = [f"{v + 0.25}" if i % 50 else "oops" for i, v in enumerate(value)]
    rows = "".join(
        f"P{i},{v},{w},{v / 2}\n" for i, (v, w) in enumerate(zip(value, others, strict=True))
    )
    table = f"problem,A,B,C\n{rows}"
    error = client.post("/api/compare", json={"table": table, "better": "lower"}).json()["error"]
    assert len(error["faults"]) == 1
    assert "(19 more cells are no numbers)" in error["message"]


def test_a_message_that_is_cut_keeps_its_beginning_and_its_remedy():
    refused = RefusedError(422, "InputError", f"found {LONG}; write a number", [LONG])
    assert refused.message.startswith("found xxx")
    assert refused.message.endswith("xxx; write a number")
    assert "characters left out" in refused.message
    assert len(refused.message) < LONGEST_MESSAGE + 100
    assert len(refused.faults[0]) < LONGEST_MESSAGE


def test_the_bodies_held_at_the_same_time_are_bounded():
    limit = 100
    answers: list[dict[str, object]] = []
    held: list[int] = []

    async def use() -> None:
        everyone_has_sent = asyncio.Event()

        async def app(scope, receive, send) -> None:
            await everyone_has_sent.wait()
            await send({"type": "http.response.start", "status": 200})

        bounded = BoundedBody(app, Settings(max_upload=limit))
        scope = {"type": "http", "path": "/api/compare", "headers": []}

        async def ask() -> None:
            sent = False

            async def receive() -> dict[str, object]:
                nonlocal sent
                if sent:
                    await asyncio.sleep(60)
                sent = True
                return {"type": "http.request", "body": bytes(limit), "more_body": False}

            async def send(message: dict[str, object]) -> None:
                answers.append(message)

            await bounded(scope, receive, send)

        tasks = [asyncio.create_task(ask()) for _ in range(BODIES_HELD + 1)]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        everyone_has_sent.set()
        await asyncio.gather(*tasks)
        held.append(bounded.held)

    asyncio.run(use())
    starts = [message for message in answers if message["type"] == "http.response.start"]
    assert [message["status"] for message in starts] == [503, *[200] * BODIES_HELD]
    assert (b"retry-after", b"5") in starts[0]["headers"]
    assert "busy" in json.loads(answers[1]["body"])["error"]["message"]
    assert held == [0]

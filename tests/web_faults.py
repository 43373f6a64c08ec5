"""Clients on this machine that load the web server or misuse it, for tests and benchmarks."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack, contextmanager
from dataclasses import dataclass, field

import httpx
import numpy as np

from web_server import Server

PATIENCE = 120.0  # seconds after which an answer counts as lost


@dataclass
class Tally:
    """What became of the requests of a crowd."""

    right: int = 0
    wrong: int = 0  # the answer to another table
    refused: int = 0  # with 503, and sent again
    lost: list[str] = field(default_factory=list)  # and why
    seconds: list[float] = field(default_factory=list)  # until the right answer


@dataclass(frozen=True)
class Question:
    """A table of a client's own and its average ranks, by counting."""

    table: str
    ranks: dict[str, float]

    @classmethod
    def make(cls, seed: int, n: int = 25, k: int = 9) -> Question:
        """A table without ties; the rank is the number of values that are not larger."""
        values = np.random.default_rng(seed).permutation(n * k).reshape(n, k)
        ranks = (values[:, None, :] <= values[:, :, None]).sum(axis=2).mean(axis=0)
        names = [f"A{j}" for j in range(k)]
        rows = [f"P{i}," + ",".join(map(str, row)) for i, row in enumerate(values)]
        table = "\n".join([f"problem,{','.join(names)}", *rows, ""])
        return cls(table, dict(zip(names, ranks.tolist(), strict=True)))

    def is_answered_by(self, answer: httpx.Response) -> bool:
        """Whether the ranks of the answer are those of this table."""
        rows = answer.json()["tables"]["ranks"]["rows"]
        found = {row[0]: row[1] for row in rows}
        return found.keys() == self.ranks.keys() and all(
            abs(found[name] - rank) < 1e-9 for name, rank in self.ranks.items()
        )


async def crowd(
    url: str, *, clients: int, requests: int | None = None, seconds: float = 0.0, pause: float = 0.0
) -> Tally:
    """So many clients at once, each with its own table, for a number of requests or a time."""
    tally = Tally()
    end = seconds

    def goes_on(count: int) -> bool:
        return count < requests if requests is not None else time.perf_counter() < end

    async def person(number: int, client: httpx.AsyncClient) -> None:
        question = Question.make(number)
        chance = np.random.default_rng(number)
        await asyncio.sleep(chance.uniform(0, pause))
        count = 0
        while goes_on(count):
            await _ask(client, question, tally)
            await asyncio.sleep(pause * chance.uniform(0.5, 1.5))
            count += 1

    async with AsyncExitStack() as stack:
        each = [
            await stack.enter_async_context(_client(url))  # before any of them connects
            for _ in range(clients)
        ]
        end += time.perf_counter()
        await asyncio.gather(*(person(number, client) for number, client in enumerate(each)))
    return tally


def _client(url: str) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=url, timeout=PATIENCE, verify=False)


async def _ask(client: httpx.AsyncClient, question: Question, tally: Tally) -> None:
    """Ask until there is an answer; a server that is busy says so and is asked again."""
    begun = time.perf_counter()
    reason = "busy all the time"
    while time.perf_counter() - begun < PATIENCE:
        try:
            answer = await client.post("/api/compare/file?better=lower", content=question.table)
        except httpx.TransportError as error:
            reason = repr(error)
            break
        if answer.status_code == 200:
            tally.seconds.append(time.perf_counter() - begun)
            if question.is_answered_by(answer):
                tally.right += 1
            else:
                tally.wrong += 1
            return
        if answer.status_code != 503:
            reason = answer.text
            break
        tally.refused += 1
        await asyncio.sleep(0.5)
    tally.lost.append(reason)


def connect(server: Server, data: bytes = b"") -> socket.socket:
    """A connection on which some bytes were sent."""
    opened = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
    opened.sendall(data)
    return opened


def request(path: str, body: bytes, *, length: int | None = None) -> bytes:
    """The bytes of a request; with a `length`, less of its body than it promises."""
    size = len(body) if length is None else length
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {size}\r\n"
    return f"{head}Content-Type: application/json\r\n\r\n".encode() + body


def until_closed(connection: socket.socket) -> bytes:
    """All that comes until the server ends the connection."""
    received = b""
    try:
        while piece := connection.recv(65536):
            received += piece
    except ConnectionResetError:
        pass
    return received


@contextmanager
def many(server: Server, count: int, data: bytes) -> Iterator[list[socket.socket]]:
    """So many connections with the same bytes sent, closed at the end."""
    with ExitStack() as stack:
        yield [stack.enter_context(connect(server, data)) for _ in range(count)]


HALF_A_HEADER = b"GET /health HTTP/1.1\r\nHost: local"
HALF_A_BODY = request("/api/compare", b'{"case": ', length=1000)


def long_request() -> bytes:
    """A study that takes longer than any limit of the server."""
    values = np.random.default_rng(0).normal(size=(1000, 40)).round(4)
    header = ",".join(f"A{j}" for j in range(40))
    rows = "\n".join(f"P{i}," + ",".join(map(str, row)) for i, row in enumerate(values))
    asked = {"table": f"problem,{header}\n{rows}\n", "better": "lower", "first": "A0"}
    asked |= {"second": "A1", "size": 900, "bias": list(range(21)), "repetitions": 2000}
    return request("/api/power", json.dumps(asked).encode())

"""HTTP with as little work as possible: for crowds on the machine of the server they measure."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return msgspec.json.decode(self.body)


class Browser:
    """One person: a connection that is kept, and the cookie that the server gave."""

    def __init__(self, address: str, source: str, *, keeps_cookie: bool = True) -> None:
        self.address, self.source = address, source
        self.cookie = ""
        self._keeps_cookie = keeps_cookie
        self._line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def line(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection from this person's address."""
        host, port = self.address.split(":")
        return await asyncio.open_connection(host, int(port), local_addr=(self.source, 0))

    def head(self, method: str, path: str, more: str = "") -> bytes:
        cookie = f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        return (
            f"{method} {path} HTTP/1.1\r\nHost: {self.address}\r\nX-Steelyard: 1\r\n"
            f"Content-Type: application/json\r\n{cookie}{more}\r\n"
        ).encode()

    async def ask(self, method: str, path: str, body: Any = None) -> Answer:
        data = b"" if body is None else msgspec.json.encode(body)
        said = self.head(method, path, f"Content-Length: {len(data)}\r\n") + data
        for _ in range(3):  # a connection that was kept may just have been closed
            fresh = self._line is None
            reader, writer = self._line = self._line or await self.line()
            try:
                writer.write(said)
                return await self._answer(reader)
            except (ConnectionError, asyncio.IncompleteReadError):
                self.close()
                if fresh:
                    raise
        raise ConnectionError(f"no answer to {method} {path}")

    async def _answer(self, reader: asyncio.StreamReader) -> Answer:
        first, *rest = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in rest)}
        if headers.get("transfer-encoding") == "chunked":
            body = b"".join([chunk async for chunk in _chunks(reader)])
        else:
            body = await reader.readexactly(int(headers.get("content-length", 0)))
        if self._keeps_cookie and "set-cookie" in headers:
            self.cookie = headers["set-cookie"].partition(";")[0]
        if headers.get("connection") == "close":
            self.close()
        return Answer(int(first.split()[1]), headers, body)

    def close(self) -> None:
        if self._line is not None:
            self._line[1].close()
            self._line = None


async def _chunks(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    """The parts of a body whose length was not known when it began."""
    while size := int(await reader.readline(), 16):
        yield (await reader.readexactly(size + 2))[:-2]
    await reader.readline()

"""Encodes and decodes messages, one JSON object per line; does no input or output itself."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TypeVar

import msgspec

from steelyard.core.errors import SteelyardError
from steelyard.protocol.messages import FromBot, ToBot

if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST_LINE = 1 << 16
"""A line with more bytes is an `answer_too_long`."""


class Unreadable(SteelyardError):
    """The line is not a message; the text says what would be one."""


T = TypeVar("T")

UNDECODABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""The errors that decoding untrusted bytes can raise."""

_encoder = msgspec.json.Encoder()
_from_bot: msgspec.json.Decoder[FromBot] = msgspec.json.Decoder(FromBot)
_to_bot: msgspec.json.Decoder[ToBot] = msgspec.json.Decoder(ToBot)


def write(message: ToBot | FromBot) -> bytes:
    return _encoder.encode(message) + b"\n"


raw = msgspec.Raw
"""A part of a message that is already encoded."""


def _read(decoder: msgspec.json.Decoder[T], line: bytes) -> T:
    try:
        return decoder.decode(line)
    except UNDECODABLE as error:
        raise Unreadable(f"{shown(line)} is not a message: {error}") from None


read_from_bot: Callable[[bytes], FromBot] = partial(_read, _from_bot)
read_to_bot: Callable[[bytes], ToBot] = partial(_read, _to_bot)


def shown(line: bytes, most: int = 200) -> str:
    """A line for messages and logs: printable, and cut to `most` bytes."""
    cut = line[:most].decode("utf-8", "backslashreplace")
    printable = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in cut)
    return repr(printable) + (f" ... ({len(line)} bytes)" if len(line) > most else "")


class LineBuffer:
    """Splits a stream of bytes into lines."""

    def __init__(self, longest: int = LONGEST_LINE) -> None:
        self._longest = longest
        self._held = b""
        self.too_long = False
        """Set when a line is longer than allowed. The lines before it were returned; none follows."""

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that `data` completes, without blank ones."""
        if not self._held and len(data) <= self._longest and data.find(b"\n") == len(data) - 1:
            return [data[:-1]] if data.strip() else []  # the usual case: exactly one complete line
        if self.too_long:
            return []
        *lines, self._held = (self._held + data).split(b"\n")
        for number, line in enumerate((*lines, self._held)):
            if len(line) > self._longest:
                self.too_long, self._held = True, line
                del lines[number:]
                break
        return [line for line in lines if line.strip()]

    @property
    def unfinished(self) -> bytes:
        """The beginning of a line that is not complete, or is too long."""
        return self._held

"""Bytes to messages and back, one JSON object a line; no input or output happens here."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TypeVar

import msgspec

from steelyard.core.errors import SteelyardError
from steelyard.protocol.messages import FromBot, ToBot

if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST_LINE = 1 << 16
"""More bytes than this without a line's end are an answer too long."""


class Unreadable(SteelyardError):
    """A line that is no message; the text says what would be one."""


class TooLong(SteelyardError):
    """More bytes without a line's end than any message needs."""


T = TypeVar("T")

UNDECODABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What decoding bytes that somebody else wrote can raise."""

_encoder = msgspec.json.Encoder()
_from_bot: msgspec.json.Decoder[FromBot] = msgspec.json.Decoder(FromBot)
_to_bot: msgspec.json.Decoder[ToBot] = msgspec.json.Decoder(ToBot)


def write(message: ToBot | FromBot) -> bytes:
    return _encoder.encode(message) + b"\n"


raw = msgspec.Raw
"""A part of several messages that is encoded already."""


def _read(decoder: msgspec.json.Decoder[T], line: bytes) -> T:
    try:
        return decoder.decode(line)
    except UNDECODABLE as error:
        raise Unreadable(f"{shown(line)} is not a message: {error}") from None


read_from_bot: Callable[[bytes], FromBot] = partial(_read, _from_bot)
read_to_bot: Callable[[bytes], ToBot] = partial(_read, _to_bot)


def shown(line: bytes, most: int = 200) -> str:
    """A line as it can be printed and kept, cut short."""
    cut = line[:most].decode("utf-8", "backslashreplace")
    printable = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in cut)
    return repr(printable) + (f" ... ({len(line)} bytes)" if len(line) > most else "")


class LineBuffer:
    """Collects bytes as they come and gives out whole lines."""

    def __init__(self, longest: int = LONGEST_LINE) -> None:
        self._longest = longest
        self._held = b""

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that `data` completes; raises TooLong once a line cannot end within the limit."""
        if not self._held and len(data) <= self._longest and data.find(b"\n") == len(data) - 1:
            return [data[:-1]] if data.strip() else []  # one whole line, as nearly always
        *lines, self._held = (self._held + data).split(b"\n")
        if len(self._held) > self._longest or any(len(line) > self._longest for line in lines):
            raise TooLong(
                f"{len(data) + len(self._held)} bytes without a line's end; {self._longest} are allowed"
            )
        return [line for line in lines if line.strip()]

    @property
    def unfinished(self) -> bytes:
        """What has come of a line that has not ended."""
        return self._held

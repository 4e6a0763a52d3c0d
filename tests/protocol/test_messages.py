"""The schemas, the values and the page say the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

import jsonschema
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.protocol import document, lines, messages

SCHEMAS = document.schemas()
KINDS = {kind.__name__.lower(): kind for kind in (*get_args(messages.ToBot), *get_args(messages.FromBot))}


def test_every_schema_has_its_message_and_every_message_its_schema() -> None:
    assert set(SCHEMAS) == set(KINDS) == {file.stem for file in document.SCHEMAS.glob("*.json")}


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_message_has_the_members_its_schema_names(name: str) -> None:
    schema, fields = SCHEMAS[name], msgspec.structs.fields(KINDS[name])
    jsonschema.Draft202012Validator.check_schema(schema)
    assert {field.name for field in fields} == set(schema["properties"]) - {"type"}
    optional = {field.name for field in fields if field.default is not msgspec.NODEFAULT}
    if schema["x-sender"] == "bot":
        assert optional == set(schema["properties"]) - set(schema["required"])


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_example_fits_its_schema_and_is_read(name: str) -> None:
    schema = SCHEMAS[name]
    jsonschema.validate(schema["x-example"], schema)
    line = json.dumps(schema["x-example"]).encode()
    read = lines.read_from_bot if schema["x-sender"] == "bot" else lines.read_to_bot
    assert isinstance(read(line), KINDS[name])


TO_BOT: list[messages.ToBot] = [
    messages.Hello("tank_war", 10_000),
    messages.Start("1", "tank_war", 1, {"c_reach": "up_to_two"}, 1, ("a", "b"), "bank:120s", 5),
    messages.Turn("1", 3, {"state": "x"}, ["LA"], (1.5, None), 0.0),
    messages.Over("1", messages.Result(None, "level", (18, 18)), {"state": "x"}, "time_out", None),
    messages.Bye(),
]


@pytest.mark.parametrize("message", TO_BOT, ids=lambda m: type(m).__name__)
def test_what_we_send_fits_the_schema(message: messages.ToBot) -> None:
    told: Any = json.loads(lines.write(message))
    jsonschema.validate(told, SCHEMAS[told["type"]])
    assert lines.read_to_bot(lines.write(message)) == message


def test_a_bot_may_add_members_of_its_own() -> None:
    assert lines.read_from_bot(b'{"type":"move","move":"LA","mood":"good"}') == messages.Move("LA")


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"LA",
        b"{}",
        b"[]",
        b'{"type":"move"}',
        b'{"type":"turn"}',
        b'{"type":"move","move":7}',
        b"\xff\x00",
        b"{",
    ],
)
def test_what_is_no_message_is_refused_with_the_line(line: bytes) -> None:
    with pytest.raises(lines.Unreadable, match="is not a message"):
        lines.read_from_bot(line)


@given(st.lists(st.binary(max_size=40).map(lambda b: b.replace(b"\n", b"") or b"x")), st.integers(1, 7))
def test_lines_come_out_whole_however_they_arrive(wanted: list[bytes], piece: int) -> None:
    text = b"".join(line + b"\n" for line in wanted)
    buffer = lines.LineBuffer()
    got = [line for at in range(0, len(text), piece) for line in buffer.feed(text[at : at + piece])]
    assert got == [line for line in wanted if line.strip()]
    assert buffer.unfinished == b""


def test_a_line_that_does_not_end_is_too_long() -> None:
    buffer = lines.LineBuffer(longest=100)
    assert buffer.feed(b"x" * 100) == []
    assert not buffer.too_long
    assert buffer.feed(b"x") == []
    assert buffer.too_long


@pytest.mark.parametrize("end", [b"", b"\n", b"\nlater\n"])
def test_lines_before_one_that_is_too_long_are_given_out_and_none_after_it(end: bytes) -> None:
    buffer = lines.LineBuffer(longest=100)
    assert buffer.feed(b"one\ntwo\n" + b"x" * 101 + end) == [b"one", b"two"]
    assert buffer.too_long
    assert buffer.feed(b"more\n") == []


@given(st.binary(max_size=500))
def test_any_bytes_can_be_shown(data: bytes) -> None:
    assert lines.shown(data).isprintable()


def test_the_page_is_made_from_the_schemas() -> None:
    page = Path(__file__).parents[2] / "docs" / "protocol.md"
    assert page.read_text("utf-8") == document.page(), "run `make golden`"

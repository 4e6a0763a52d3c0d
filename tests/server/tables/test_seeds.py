"""A table's chance: nobody who plays there can work it out."""

from __future__ import annotations

import msgspec

from steelyard.server.tables.messages import NewTable, SeatAsked
from steelyard.server.tables.setup import agreed_terms
from steelyard.server.tables.table import Table
from steelyard.server.tables.terms import Terms

ASKED = NewTable(game="tank_war", seats=[SeatAsked(kind="me"), SeatAsked(kind="bot", bot="greedy")])


def test_a_table_gets_128_bits_and_its_bot_a_number() -> None:
    one, two = (agreed_terms(ASKED, "guest", "Ada", {}) for _ in range(2))
    assert one.seed != two.seed
    assert len(bytes.fromhex(str(one.seed))) == 16
    assert 0 <= Table(one).bot_seed(1) < 2**32


def test_terms_of_an_earlier_version_are_read() -> None:
    terms = agreed_terms(ASKED.model_copy(update={"seed": 7}), "guest", "Ada", {})
    assert msgspec.json.decode(msgspec.json.encode(terms), type=Terms) == terms
    assert (terms.seed, Table(terms).bot_seed(1)) == (7, 441_161_801)

"""TOML of strangers."""

from __future__ import annotations

import pytest

from steelyard.core.toml_text import MOST_PARTS, read_toml


@pytest.mark.parametrize("written", ["a" + ".a" * 30_000 + " = 1", "x = 1\n[" + "'a' . " * 50 + "b]"])
def test_a_key_of_very_many_parts_is_refused_before_it_is_parsed(written: str) -> None:
    with pytest.raises(ValueError, match=f"more than {MOST_PARTS} parts"):
        read_toml(written)


@pytest.mark.parametrize("part", ["a", "a ", "'", '"', "a.", "a . ", ". "])
def test_a_long_text_is_read_or_refused_soon(part: str) -> None:
    """With the square of its length it would take hours."""
    times = 1_000_000 // len(part)
    with pytest.raises(ValueError, match=r"line 1|end of document|parts"):
        read_toml(part * times)


def test_what_people_write_is_read() -> None:
    board = "\n".join(["." * 40] * 20)
    formula = " + ".join(["0.5 * wins"] * 40)
    text = f'name = "a.b.c"\nx.y.z = 0.5\nformula = "{formula}"\nboard = """\n{board}"""\n'
    assert read_toml(text)["x"] == {"y": {"z": 0.5}}

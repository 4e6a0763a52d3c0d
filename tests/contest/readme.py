"""The list of stages in the README of contests, written from the stages' modules: `make golden`."""

from __future__ import annotations

from pathlib import Path
from textwrap import fill

from steelyard import contest
from steelyard.contest.stages import KINDS

README = Path(str(contest.__file__)).parent / "README.md"
BEGIN, END = "<!-- stages -->\n", "<!-- /stages -->"


def stage_list() -> str:
    items = (f"**`{kind}`**: {' '.join(str(stage.__doc__).split())}" for kind, stage in KINDS.items())
    return "".join(f"{fill(item, 120, initial_indent='- ', subsequent_indent='  ')}\n" for item in items)


def with_stage_list(text: str) -> str:
    before, _, rest = text.partition(BEGIN)
    return f"{before}{BEGIN}{stage_list()}{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    README.write_text(with_stage_list(README.read_text("utf-8")), "utf-8")

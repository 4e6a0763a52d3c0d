"""The walks through the code in docs/architecture.md name files that exist, none of them twice."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
WALK = re.compile(r"^### (?P<title>.+)\n.+\n\n(?P<steps>(?:\d+\. .+\n)+)", re.MULTILINE)
FILE = re.compile(r"`([\w/-]+\.(?:py|js))`")


def test_the_walks_name_files_that_exist_and_none_twice() -> None:
    text = (ROOT / "docs/architecture.md").read_text()
    walks = {walk["title"]: FILE.findall(walk["steps"]) for walk in WALK.finditer(text)}
    assert len(walks) == 2
    for title, files in walks.items():
        assert len(files) > 15, title
        assert [name for name in files if not (ROOT / "src/steelyard" / name).is_file()] == [], title
        assert sorted(files) == sorted(set(files)), title

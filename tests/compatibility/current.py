"""All that these tests know of today's modules: when those move, this file changes, and no other."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

from steelyard.contest.running.folder import Folder
from steelyard.protocol.document import schemas
from steelyard.server import time_source
from tests.compatibility.comparison import game_line
from tests.server.bots.archives import folder_zipped
from tests.server.running_server import ME, OPEN, RANDOM, Guest, Page, RunningServer, plays_to_the_end

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from steelyard.contest.model import Slot

__all__ = [
    "ME",
    "OPEN",
    "RANDOM",
    "Guest",
    "Page",
    "RunningServer",
    "folder_zipped",
    "plays_to_the_end",
    "schemas",
]


def server(data: Path) -> RunningServer:
    """A server in a thread, on the database in that folder."""
    return RunningServer(f"sqlite:///{data}/tables.db", data=data)


def set_date(monkeypatch: pytest.MonkeyPatch, at_s: float) -> None:
    """From now on it is that date, so that nothing has expired that had not."""
    behind = time.time() - at_s  # noqa: TID251 - how far the data lies in the past
    monkeypatch.setattr(time_source, "_wall_s", lambda: time.time() - behind)  # noqa: TID251
    monkeypatch.setattr(time_source, "_BEGAN_MS", (at_s - time.monotonic()) * 1000)


def schedule(folder: Path) -> str:
    """What is to be played in a contest: name, players, seed, where each game begins."""
    kept = Folder(folder)
    progress = kept.progress()
    texts = json.loads((folder / "boards.json").read_text("utf-8"))
    contest, slots = progress.contest, [slot for pairing in progress.pairings() for slot in pairing.slots]

    def start(slot: Slot) -> str:
        return contest.game.write_state(contest.game.start(slot.board.setup(contest, texts)))

    return "".join(
        game_line(slot.id, slot.seats, slot.seed, start(slot))
        for slot in sorted(slots, key=lambda each: each.id)
    )

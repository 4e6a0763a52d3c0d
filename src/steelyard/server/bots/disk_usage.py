"""What bots take on the disk, by account."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import sqlalchemy as sql

from steelyard.arena.sandbox import untrusted_folders
from steelyard.server.bots.schema import SETTLED, bots, matches, versions

if TYPE_CHECKING:
    from pathlib import Path

MB = 1 << 20
PAGE = 100


class Used(NamedTuple):
    """By one account, in bytes."""

    sources: int
    builds: int
    records: int
    """Of its trials; games of the ladder are the server's own doing, and those of people are theirs."""

    @property
    def total(self) -> int:
        return sum(self)

    def in_words(self) -> str:
        parts = ", ".join(f"{name} {size / MB:.0f}" for name, size in self._asdict().items() if size >= MB)
        return f"{self.total / MB:.0f} MB" + (f" ({parts})" if parts else "")


def used_by(engine: sql.Engine, owner: int) -> Used:
    on_disk = sql.select(
        sql.func.coalesce(sql.func.sum(versions.c.source_bytes), 0),
        sql.func.coalesce(sql.func.sum(versions.c.built_bytes), 0),
    ).select_from(versions.join(bots))
    written = sql.select(sql.func.coalesce(sql.func.sum(sql.func.length(matches.c.record)), 0))
    tried = written.select_from(matches.join(bots, bots.c.id == matches.c.first)).where(
        matches.c.kind == "trial"
    )
    with engine.connect() as connection:
        sources, builds = connection.execute(on_disk.where(bots.c.owner == owner)).one()
        records = connection.execute(tried.where(bots.c.owner == owner)).scalar_one()
    return Used(int(sources), int(builds), int(records))


def measure(engine: sql.Engine, data: Path) -> None:
    """Look at versions that an earlier Steelyard has taken in."""
    unknown = versions.c.source_bytes.is_(None) & versions.c.state.in_(SETTLED)
    query = sql.select(versions.c.id).where(unknown).limit(PAGE)
    while True:
        with engine.connect() as connection:
            found = list(connection.execute(query).scalars())
        if not found:
            return
        sizes = {name: of_version(data / "bots" / name) for name in found}
        with engine.begin() as connection:
            for name, values in sizes.items():
                connection.execute(sql.update(versions).where(versions.c.id == name).values(**values))


def remove(engine: sql.Engine, place: Path, version: str) -> None:
    """Everything of a version that was deleted but its row."""
    untrusted_folders.remove(place / version)
    with engine.begin() as connection:
        gone = sql.update(versions).where(versions.c.id == version, versions.c.state == "deleted")
        connection.execute(gone.values(source_bytes=0, built_bytes=0))


def game_logs(data: Path, bot: str) -> Path:
    """Where the logs of a bot's latest games on the ladder and in trials are."""
    return data / "bot-logs" / bot


def remove_game_logs(data: Path, bot: str) -> None:
    untrusted_folders.remove(game_logs(data, bot))


def of_version(folder: Path) -> dict[str, int]:
    """The columns of a version's row that tell what it takes."""
    sizes = (untrusted_folders.size(folder / name) for name in ("source", "built"))
    return dict(zip(("source_bytes", "built_bytes"), sizes, strict=True))

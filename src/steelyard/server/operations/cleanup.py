"""The server's clean-up: a few times a day, beside its other work."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from typing import TYPE_CHECKING

from sqlalchemy.exc import SQLAlchemyError

from steelyard.core.directories import solved_folder
from steelyard.server.bots.disk_usage import measure
from steelyard.server.operations.removal import Place
from steelyard.server.operations.retention import clean
from steelyard.server.time_source import now_ms

if TYPE_CHECKING:
    from steelyard.server.tables.registry import TableRegistry

logger = logging.getLogger(__name__)

FIRST_S = 300.0  # after the start, when the first pages are served
EVERY_S = 6 * 3600.0
PAUSE_S = 0.1  # between two steps: whoever plays writes meanwhile


async def keep_clean(registry: TableRegistry) -> None:
    """As long as the server runs."""
    await asyncio.sleep(FIRST_S)
    while True:
        try:
            await clean_up(registry)
        except (OSError, SQLAlchemyError):
            logger.exception("the clean-up failed; it is tried again in a few hours")
        await asyncio.sleep(EVERY_S)


async def clean_up(registry: TableRegistry, pause_s: float = PAUSE_S) -> Counter[str]:
    """Once; how much of each kind was removed."""
    settings = registry.settings
    place = Place(registry.store.engine, settings.data, settings.keep, now_ms(), solved_folder())
    await asyncio.to_thread(measure, place.engine, place.data)
    removed: Counter[str] = Counter()
    steps = clean(place)
    while (step := await asyncio.to_thread(next, steps, None)) is not None:
        kind, number = step
        removed[kind] += number
        await asyncio.sleep(pause_s)
    if removed:
        logger.info("the clean-up has removed %s", dict(removed))
    return removed

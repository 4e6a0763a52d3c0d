"""Orders of games, and journals as a forger would write them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard import games
from steelyard.arena.match.journal import Chain
from steelyard.arena.record import GameOrder, GameTerms, PlayerFacts, game_seed, unlinked

if TYPE_CHECKING:
    from collections.abc import Iterable

    from steelyard.core.game import OptionValue

SEED = game_seed("a test", "game", 0)


def order(  # noqa: PLR0913 - all that a test may want otherwise
    game: str = "tank_war",
    *,
    clock: str = "none",
    number: int = 0,
    seed: str = SEED,
    names: tuple[str, str] = ("a", "b"),
    setup: str = "",
    strikes: int = 0,
    realtime: bool = False,
    **options: OptionValue,
) -> GameOrder:
    """A game between two players who are called like their bots."""
    rules = games.get(game, **options)
    terms = GameTerms.of(rules, clock, realtime=realtime, strikes=strikes)
    first, second = (PlayerFacts(name, name) for name in names)
    return terms.order(rules.write_state(rules.start(setup)), number, seed, (first, second))


def chained(lines: Iterable[bytes]) -> bytes:
    """The text of a journal with these lines, as if they had been written one after the other."""
    heading, *others = (unlinked(line.strip())[0] for line in lines)
    chain = Chain("", "", 0)
    chain.check([heading])
    text = [heading]
    for line in others:
        linked, link = chain.linked(line)
        chain.links.append(link)
        text.append(linked)
    return b"\n".join([*text, b""])

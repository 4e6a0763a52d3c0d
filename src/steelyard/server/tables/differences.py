"""What changes from one position to the next: a page that has the last one is sent that and no more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steelyard.games.art import STYLE_ELEMENT

if TYPE_CHECKING:
    from steelyard.core.game import Game
    from steelyard.server.tables.table_state import TableState

SENTENCE = ". "


def shown(game: Game[Any], state: Any) -> dict[str, Any]:
    """A position as pages get it that follow changes: its picture in parts, its words in sentences."""
    text, last_turn = game.describe(state), game.last_turn(state)
    begins = text.isascii() and text.startswith(last_turn)
    return {
        "picture": _parts(game, state),
        "json": game.to_json(state),
        "text": text.split(SENTENCE),
        "last_turn": len(last_turn) if begins else last_turn,  # so many letters of the text
        "score": [{"name": name, "values": values} for name, values in game.figures(state).items()],
    }


def _parts(game: Game[Any], state: Any) -> dict[str, str]:
    parts = game.board_parts(state)
    if len(parts) == 1:  # a game that draws its picture as one
        return {name: text.replace(STYLE_ELEMENT, "", 1) for name, text in parts.items()}
    return parts


def since(table: TableState, before: Any, state: Any) -> Any:
    """What changes from one position of a table to the next."""
    known = shown_at(table, before)
    return changed(known, shown_at(table, state))


def shown_at(table: TableState, state: Any) -> dict[str, Any]:
    """A position as it is shown; the table keeps the last one, with which the next turn is compared."""
    if table.shown is None or table.shown[0] is not state:
        table.shown = (state, shown(table.game, state))
    return table.shown[1]


def changed(before: Any, after: Any) -> Any:
    """What turns `before` into `after`, two values of JSON.

    An object has the changes inside, by name or by number in a list; a list has one item, the new value, if
    that is an object or a list; anything else is the new value itself.
    """
    if isinstance(after, dict):
        if not isinstance(before, dict) or before.keys() != after.keys():
            return [after]
        return {
            name: value if isinstance(value, str) else changed(before[name], value)
            for name, value in after.items()
            if value != before[name]
        }
    if isinstance(after, list | tuple):
        if not isinstance(before, list | tuple) or len(before) != len(after):
            return [after]
        pairs = enumerate(zip(before, after, strict=True))
        return {str(number): changed(old, new) for number, (old, new) in pairs if new != old}
    return after

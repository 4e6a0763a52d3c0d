"""Views: a position as JSON, text, a picture and words. Each has a default made from the notation."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

from steelyard.core.rules import Rules, S

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from steelyard.core.rules import Outcome, Seat

# Every picture has this grid, so that a page can show any game.
SQUARE = 60  # the side of one square, in the picture's units
MARGIN = 30  # around the board, for coordinates

LINE = 24  # from one line of a text to the next
LETTER = 9.6  # the width of a letter in a font of 16 units
LEAST_COLUMNS = 6
INK = "#1F2328"
BESIDE = {"style", "title", "words"}  # parts of a picture that pages have in their own way
ASIDE = "aside-"  # how the names of parts begin that are beside the board


class Ending(NamedTuple):
    """How the rules ended a game."""

    words: str
    """A sentence without its full stop: `Blue had no tank left; 4 tanks to 0`. Empty: it is not told."""
    elements: tuple[str, ...] = ()
    """Ids of the elements of the picture that show it."""


class Views(Rules[S]):
    """The ways in which a position is shown."""

    def to_text(self, state: S) -> str:
        """For terminals."""
        return self.write_state(state)

    def to_json(self, state: S) -> dict[str, Any]:
        """For programs. It has `write_state` under "state"; its shape is the game's schema.json."""
        outcome = self.outcome(state)
        return {
            "to_move": list(self.to_move(state)),
            "state": self.write_state(state),
            "outcome": outcome
            and {"winner": outcome.winner, "reason": outcome.reason, "score": list(outcome.score)},
        }

    def to_wire(self, state: S) -> bytes:
        """`to_json` as bytes. A game can define it to save time: a referee asks for it every turn."""
        from msgspec.json import encode  # noqa: PLC0415 - imported only when positions are sent

        return encode(self.to_json(state))

    def to_svg(self, state: S) -> str:
        """A picture. Elements that move have the same id in every picture, so that pages can animate them.

        The default is the text with the legal moves below it, each an element that can be clicked.
        """
        moves = [
            (seat, move, self.write_move(move))
            for seat in self.to_move(state)
            for move in self.legal_moves(state, seat)
        ]
        return _text_picture(self.title, self.to_text(state).splitlines(), moves)

    def picture_parts(self, state: S) -> dict[str, str]:
        """The picture in named parts: joined in their order, they are `to_svg`.

        Whoever shows one picture after another needs only the parts that differ. A game that defines this has
        the same names in the same order in every position; a part that is not there now is empty.
        """
        return {"picture": self.to_svg(state)}

    def board_parts(self, state: S) -> dict[str, str]:
        """The parts of the picture that a page shows, which has a style and words of its own.

        A game that does not draw the others here saves the time.
        """
        parts = self.picture_parts(state)
        return {name: text for name, text in parts.items() if is_of_board(name)}

    def describe(self, state: S) -> str:
        """The position in words, for people who do not see the board."""
        return self.to_text(state).strip() or self.write_state(state)

    def last_turn(self, state: S) -> str:
        """What happened in the last turn, in sentences; nothing if the position does not say."""
        del state
        return ""

    @classmethod
    def because(cls, outcome: Outcome, loser: str) -> str:
        """Why the game ended so, as the end of a sentence: `Bob hit a mine`. In a draw nobody is `loser`."""
        del loser
        return outcome.reason

    def ending(self, state: S) -> Ending:
        """What happened in the end, in a position where the game is over by its rules."""
        del state
        return Ending("")


def is_of_board(part: str) -> bool:
    """Whether a page shows that part of a picture."""
    return part not in BESIDE and not part.startswith(ASIDE)


def count(number: int, one: str, many: str = "") -> str:
    """`1 tank`, `2 tanks`."""
    return f"{number} {one if number == 1 else many or f'{one}s'}"


def _text_picture(title: str, lines: Sequence[str], moves: Sequence[tuple[Seat, int, str]]) -> str:
    longest = max((len(line) for line in lines), default=0)
    columns = max(LEAST_COLUMNS, _squares(longest * LETTER))
    text_rows = _squares(len(lines) * LINE)
    rows = text_rows + -(-len(moves) // columns)
    width, height = columns * SQUARE + 2 * MARGIN, rows * SQUARE + 2 * MARGIN
    board = "".join([*_text(lines), *_buttons(moves, columns, text_rows)])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" class="steelyard" '
        f'role="img" data-columns="{columns}" data-rows="{rows}"><title>{escape(title)}</title>'
        f"<desc>{escape(' '.join(lines))}</desc>"
        f'<rect class="paper" fill="#FAF8F5" width="{width}" height="{height}"/>'
        f'<g transform="translate({MARGIN},{MARGIN})">{board}</g></svg>'
    )


def _squares(length: float) -> int:
    return int(-(-length // SQUARE))


def _text(lines: Sequence[str]) -> Iterator[str]:
    yield f'<g id="text" class="dot" fill="{INK}" font-family="monospace" font-size="16">'
    for number, line in enumerate(lines, start=1):
        yield f'<text xml:space="preserve" x="0" y="{number * LINE - 6}">{escape(line)}</text>'
    yield "</g>"


def _buttons(moves: Sequence[tuple[Seat, int, str]], columns: int, first_row: int) -> Iterator[str]:
    middle = SQUARE // 2
    for number, (seat, move, written) in enumerate(moves):
        row, column = divmod(number, columns)
        x, y = column * SQUARE + middle, (first_row + row) * SQUARE + middle
        yield (
            f'<g id="move-{seat}-{move}" transform="translate({x},{y})" data-seat="{seat}" '
            f'data-move="{escape(written)}" pointer-events="all">'
            f'<rect class="line" fill="none" stroke="{INK}" x="-28" y="-20" width="56" height="40" rx="6"/>'
            f'<text class="label strong" fill="{INK}" text-anchor="middle" dominant-baseline="central">'
            f"{escape(written)}</text></g>"
        )

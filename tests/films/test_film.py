"""A film tells who played, each turn in its steps, and how it ended; names are text, whatever is in them."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import fromstring

import pytest

import steelyard
from steelyard.core.notation import WrittenGame
from steelyard.core.random_games import random_game
from steelyard.films import film, video
from steelyard.films.animation import drawn
from steelyard.films.film import Frame, Titles, file_name

if TYPE_CHECKING:
    from pathlib import Path

TITLES = Titles(("Ada", "Bob"), "Ada won: 4 tanks to 3")


def played(name: str, seed: int = 33, most: int = 30) -> WrittenGame:
    game = steelyard.game(name)
    pairs = list(random_game(game, Random(seed)))[:most]
    turns = [game.write_moves(state, moves) for state, moves in pairs[:-1]]
    return WrittenGame(game, tuple(state for state, _ in pairs), tuple(turns))


def read(frame: Frame) -> Any:
    return fromstring(frame.picture)  # noqa: S314 - our own picture


def texts(frame: Frame) -> list[str]:
    return [each.text or "" for each in read(frame) if each.tag.endswith("text")]


@pytest.mark.parametrize("name", ["tank_war", "tank_duel", "tank_battle"])
def test_every_turn_is_shown_in_its_steps_with_names_and_result(name: str) -> None:
    game = played(name)
    frames = list(film.frames(game, TITLES))
    assert texts(frames[0]) == ["Ada", "Bob", game.game.title]
    assert texts(frames[-1]) == ["Ada", "Bob", "Ada won: 4 tanks to 3"]
    told = [texts(frame)[2] for frame in frames[1:-1]]
    assert {f"{number}. {turn}" for number, turn in enumerate(game.turns, start=1)} >= set(told)
    assert len(frames) > len(game.states), "there are steps between positions"
    assert len({len(png) for png in drawn((frame.picture for frame in frames[:5]), 60)}) > 1


def test_shots_are_lines_and_what_moves_stands_at_its_goal() -> None:
    game = played("tank_war")
    frames = list(film.frames(game, TITLES))
    moved = f"tank-0-{game.turns[0].split('-')[0]}"
    before, moving, after = (_place(frame, moved) for frame in frames[:3])
    assert before != moving == after
    assert any(f'stroke="{film.ALARM}"' in frame.picture for frame in frames)


def _place(frame: Frame, name: str) -> str | None:
    found = [each for each in read(frame).iter() if each.get("id") == name]
    place: str | None = found[0].get("transform")
    return place


def test_names_are_text_whatever_is_in_them() -> None:
    game = played("tank_war", most=2)
    hostile = ("</text><script>alert(1)</script>", "\x00\u202e\ud800 " + "W" * 500)
    first = next(film.frames(game, Titles(hostile, "")))
    one, two, _ = texts(first)
    assert one.startswith("</text><script>")
    assert "script" not in {each.tag for each in read(first).iter()}
    assert len(two) <= film.LONGEST_NAME
    assert list(drawn([first.picture], 60))


def test_a_long_game_is_shown_in_longer_steps() -> None:
    game = steelyard.game("tank_duel")
    state = game.start()
    long = WrittenGame(game, (state,) * 5001, ("U/D",) * 5000)
    assert len(list(film.frames(long, TITLES))) <= film.MOST_FRAMES + 1


@pytest.mark.parametrize(
    ("names", "called"),
    [
        (("Ada", "Bob"), "tank-war-ada-vs-bob-2026-11-16.gif"),
        (("Čapek & Šimon", "../../etc/passwd"), "tank-war-capek-simon-vs-etc-passwd-2026-11-16.gif"),
        (('"; x=', "坦克"), "tank-war-x-vs-player-2026-11-16.gif"),
        (("a" * 99, "b\r\nc"), f"tank-war-{'a' * 24}-vs-b-c-2026-11-16.gif"),
    ],
)
def test_files_are_named_after_game_players_and_day(names: tuple[str, str], called: str) -> None:
    assert file_name("tank_war", names, 1_794_787_200_000.0, "gif") == called


def test_a_video_shows_each_frame_for_its_time(tmp_path: Path) -> None:
    av: Any = pytest.importorskip("av")
    frames = list(film.frames(played("tank_war", most=3), TITLES))
    video.mp4(frames, tmp_path / "game.mp4", width=121)
    with av.open(str(tmp_path / "game.mp4")) as opened:
        (stream,) = opened.streams.video
        lasts = float(opened.duration / av.time_base)
        assert (stream.codec_context.name, stream.width % 2, stream.height % 2) == ("h264", 0, 0)
        assert len(list(opened.decode(stream))) <= len(frames) + 1
    assert lasts == pytest.approx(sum(frame.seconds for frame in frames), abs=0.1)


def test_without_the_library_one_is_told_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "av", None)
    with pytest.raises(video.VideoUnavailable, match="pip install av"):
        video.mp4([Frame("", 1.0)], tmp_path / "game.mp4")

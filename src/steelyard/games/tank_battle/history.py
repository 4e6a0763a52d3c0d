"""The history that a picture shows: the last move, and where each tank's barrel points."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from steelyard.games.tank_battle.rules import Figure, Last, State

_decoder = msgspec.json.Decoder(tuple[Last | None, tuple[Figure, ...]])


def write_history(state: State) -> str:
    return msgspec.json.encode((state.last, state.figures)).decode()


def read_history(state: State, text: str) -> State:
    last, figures = _decoder.decode(text)
    return replace(state, last=last, figures=figures)

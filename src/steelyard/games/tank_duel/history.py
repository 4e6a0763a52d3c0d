"""The history that a picture shows: the number of rounds, and the last one."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from steelyard.games.tank_duel.rules import Round, State

_decoder = msgspec.json.Decoder(tuple[int, Round | None])


def write_history(state: State) -> str:
    return msgspec.json.encode((state.rounds, state.last)).decode()


def read_history(state: State, text: str) -> State:
    rounds, last = _decoder.decode(text)
    return replace(state, rounds=rounds, last=last)

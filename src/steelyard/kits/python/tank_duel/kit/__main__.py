"""`python3 -m kit` in the bot's folder: plays, with a new TankLogic for each game."""

from __future__ import annotations

from functools import partial

from kit.game_state import Direction, read_state
from kit.referee import Referee
from tank_logic import TankLogic


def set_joystick(
    referee: Referee, game: str, move_direction: Direction, tower_direction: Direction, fire: bool
) -> None:
    referee.say(
        type="joystick",
        MoveDirection=move_direction.value,
        TowerDirection=tower_direction.value,
        Fire=bool(fire),
        game=game,
    )


def play() -> None:
    referee = Referee()
    logic = None
    for message in referee.messages():
        match message.get("type"):
            case "hello":
                referee.say(type="ready", name=TankLogic.player_name)
            case "start":
                joystick = partial(set_joystick, referee, message["game"])
                seat = int(message["seat"])
                logic = TankLogic(seat, joystick)
            case "turn" if logic:
                logic.make_move(read_state(message["state"], message["clocks_ms"][seat]))
                referee.say(type="done", turn=int(message["turn"]), game=message["game"])


play()

package kit

import "encoding/json"

// SetJoystick sets where to drive, where to aim and whether to fire.
type SetJoystick func(moveDirection, towerDirection Direction, fire bool)

// Logic plays one game.
type Logic interface {
	// MakeMove is called with the first state of a game and each time it has changed.
	MakeMove(state *GameState)
}

type joystick struct {
	Type           string `json:"type"`
	MoveDirection  Direction
	TowerDirection Direction
	Fire           bool
	Game           text `json:"game"`
}

type done struct {
	Type string `json:"type"`
	Turn int    `json:"turn"`
	Game text   `json:"game"`
}

// A round lasts as long as the clock says; without one, times are 0.
func (state *GameState) setTimes(clockMs *float64) {
	if clockMs != nil {
		state.GamePace = int(*clockMs)
		state.ElapsedTime = state.GamePace * state.Counter
		state.NextMove = state.ElapsedTime + state.GamePace
	}
}

// Play plays every game there is to play, a new Logic for each.
func Play(name string, newLogic func(tankId int, setJoystick SetJoystick) Logic) {
	referee := openReferee()
	var logic Logic
	var seat int
	for heard := (message{}); referee.hear(&heard); {
		switch heard.Type {
		case "hello":
			referee.say(ready{"ready", text(name)})
		case "start":
			game := text(heard.Game)
			seat = heard.Seat
			logic = newLogic(seat, func(moveDirection, towerDirection Direction, fire bool) {
				referee.say(joystick{"joystick", moveDirection, towerDirection, fire, game})
			})
		case "turn":
			if logic != nil {
				state := new(GameState)
				check(json.Unmarshal(heard.State, state))
				state.setTimes(heard.ClocksMs[seat])
				logic.MakeMove(state)
				referee.say(done{"done", int(heard.Turn), text(heard.Game)})
			}
		}
	}
}

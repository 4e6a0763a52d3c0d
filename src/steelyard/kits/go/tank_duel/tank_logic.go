// Your bot: edit this file.
//
// This one drives where the longest run of free squares lies ahead, and fires when the enemy is in line.
package main

import "bot/kit"

// PlayerName is what others see.
const PlayerName = "{{name}}"

const longestLook = 6

// TankLogic plays one game; add what it should remember.
type TankLogic struct {
	tankId      int
	setJoystick kit.SetJoystick
}

// NewTankLogic is called when a game begins.
func NewTankLogic(tankId int, setJoystick kit.SetJoystick) *TankLogic {
	return &TankLogic{tankId, setJoystick}
}

// MakeMove is called with the first state of a game and each time it has changed: set the joystick. It may be set as
// often as you like in a round; what was set last counts, and stays set.
func (logic *TankLogic) MakeMove(state *kit.GameState) {
	m := NewGameMap(logic.tankId, state)
	steps := []struct {
		way  kit.Direction
		step func(Position) Position
	}{{kit.Left, m.MoveLeft}, {kit.Right, m.MoveRight}, {kit.Up, m.MoveUp}, {kit.Down, m.MoveDown}}
	best := steps[0]
	for _, other := range steps[1:] {
		if freeRun(m, other.step) > freeRun(m, best.step) {
			best = other
		}
	}
	aim := inLine(best.step(m.OwnPosition()), m.EnemyPosition())
	logic.setJoystick(best.way, aim, aim != kit.Neutral)
}

// How many squares ahead are free, as far as we look.
func freeRun(m *GameMap, step func(Position) Position) int {
	square := step(m.OwnPosition())
	for length := 0; length < longestLook; length++ {
		if square == m.EnemyPosition() || m.IsMissileInPosition(square) || !m.IsEmpty(square) {
			return length
		}
		square = step(square)
	}
	return longestLook
}

// Where to fire from one square to hit another; a missile does not go around the edge.
func inLine(own, enemy Position) kit.Direction {
	switch {
	case own.Y == enemy.Y && enemy.X < own.X:
		return kit.Left
	case own.Y == enemy.Y && enemy.X > own.X:
		return kit.Right
	case own.X == enemy.X && enemy.Y < own.Y:
		return kit.Up
	case own.X == enemy.X && enemy.Y > own.Y:
		return kit.Down
	}
	return kit.Neutral
}

// Prints everything that the kit tells it.
package main

import (
	"fmt"
	"strings"

	"bot/kit"
)

const PlayerName = "reporter"

var directions = []kit.Direction{kit.Left, kit.Right, kit.Up, kit.Down, kit.Neutral}

type TankLogic struct {
	tankId      int
	setJoystick kit.SetJoystick
}

func NewTankLogic(tankId int, setJoystick kit.SetJoystick) *TankLogic {
	fmt.Println("new tank", tankId)
	return &TankLogic{tankId, setJoystick}
}

func (logic *TankLogic) MakeMove(state *kit.GameState) {
	m := NewGameMap(logic.tankId, state)
	reportMap(m)
	reportState(state)
	if elapsed := m.Elapsed(); elapsed >= 0 && elapsed < 60000 {
		fmt.Println("elapsed ok")
	}
	m.PrintMap()
	m.PrintState()
	count := state.Counter
	if count%7 == 6 {
		return
	}
	logic.setJoystick(directions[count%5], directions[(count+2)%5], count%2 == 1)
	if count%3 == 2 {
		logic.setJoystick(directions[(count+1)%5], kit.Neutral, false)
	}
}

func reportMap(m *GameMap) {
	width, height, own, enemy := m.SizeX(), m.SizeY(), m.OwnPosition(), m.EnemyPosition()
	grid := func(holds func(Position) bool) string {
		rows := make([]string, height)
		for y := range rows {
			for x := 0; x < width; x++ {
				rows[y] += fmt.Sprint(bit(holds(Position{x, y})))
			}
		}
		return strings.Join(rows, "/")
	}
	fmt.Println("size", width, height)
	fmt.Println("own", own.X, own.Y)
	fmt.Println("enemy", enemy.X, enemy.Y)
	fmt.Println("empty", grid(m.IsEmpty))
	fmt.Println("missile", grid(m.IsMissileInPosition))
	for _, at := range []Position{{0, 0}, {width - 1, 0}, {0, height - 1}, {width - 1, height - 1}, own, enemy} {
		left, right, up, down := m.MoveLeft(at), m.MoveRight(at), m.MoveUp(at), m.MoveDown(at)
		fmt.Println("from", at.X, at.Y, "left", left.X, left.Y, "right", right.X, right.Y, "up", up.X, up.Y, "down", down.X, down.Y)
	}
}

func word(direction kit.Direction) string {
	if direction == kit.Neutral {
		return "null"
	}
	return string(direction)
}

func bit(flag bool) int {
	if flag {
		return 1
	}
	return 0
}

func reportState(state *kit.GameState) {
	fmt.Println("state", state.Width, state.Height, state.Counter, state.Board)
	fmt.Println("times", state.ElapsedTime, state.NextMove, state.GamePace)
	for _, tank := range state.Tanks {
		fmt.Printf("tank %d %d %d %s %s fire=%d flames=%d wall=%d mine=%d missile=%d tank=%d\n", tank.TankId, tank.PosX, tank.PosY,
			word(tank.MoveDirection), word(tank.TowerDirection), bit(tank.Fire), bit(tank.InFlames), bit(tank.HitWall),
			bit(tank.HitMine), bit(tank.HitMissile), bit(tank.HitTank))
	}
	for index, missile := range state.Missiles {
		if missile == nil {
			fmt.Println("missile", index, "null")
			continue
		}
		fmt.Printf("missile %d %d head %d %d tail %d %d %s flames=%d\n", index, missile.TankId, missile.HeadPosX, missile.HeadPosY,
			missile.TailPosX, missile.TailPosY, word(missile.Direction), bit(missile.InFlames))
	}
}

package main

import (
	"fmt"
	"time"

	"bot/kit"
)

// Position is a square; (0, 0) is at the top left.
type Position struct{ X, Y int }

// GameMap helps to read a GameState. Make a new one for each; change it and add to it as you like.
type GameMap struct {
	madeAt time.Time
	tankId int
	state  *kit.GameState
}

// NewGameMap makes the map of a state.
func NewGameMap(tankId int, state *kit.GameState) *GameMap {
	return &GameMap{time.Now(), tankId, state}
}

// SizeX returns the width of the board.
func (m *GameMap) SizeX() int { return m.state.Width }

// SizeY returns the height of the board.
func (m *GameMap) SizeY() int { return m.state.Height }

// OwnPosition returns where your tank is.
func (m *GameMap) OwnPosition() Position { return place(&m.state.Tanks[m.tankId]) }

// EnemyPosition returns where the enemy's tank is.
func (m *GameMap) EnemyPosition() Position { return place(&m.state.Tanks[1-m.tankId]) }

// Elapsed returns the milliseconds since this GameMap was made.
func (m *GameMap) Elapsed() int { return int(time.Since(m.madeAt).Milliseconds()) }

// IsEmpty tells whether there is neither a wall nor a mine; a tank or a missile may be there.
func (m *GameMap) IsEmpty(position Position) bool { return m.state.Board[m.index(position)] == '.' }

// IsMissileInPosition tells whether head or tail of a missile is there.
func (m *GameMap) IsMissileInPosition(position Position) bool {
	for _, missile := range m.state.Missiles {
		if missile == nil {
			continue
		}
		head, tail := Position{missile.HeadPosX, missile.HeadPosY}, Position{missile.TailPosX, missile.TailPosY}
		if position == head || position == tail {
			return true
		}
	}
	return false
}

// MoveLeft returns the square one step to the left, around the edge if need be; the others likewise.
func (m *GameMap) MoveLeft(position Position) Position { return m.wrapped(position.X-1, position.Y) }

// MoveRight returns the square to the right.
func (m *GameMap) MoveRight(position Position) Position { return m.wrapped(position.X+1, position.Y) }

// MoveUp returns the square above.
func (m *GameMap) MoveUp(position Position) Position { return m.wrapped(position.X, position.Y-1) }

// MoveDown returns the square below.
func (m *GameMap) MoveDown(position Position) Position { return m.wrapped(position.X, position.Y+1) }

// PrintMap prints walls, mines and missiles.
func (m *GameMap) PrintMap() {
	for y := 0; y < m.SizeY(); y++ {
		row := []byte(m.state.Board[y*m.SizeX() : (y+1)*m.SizeX()])
		for x := range row {
			if m.IsMissileInPosition(Position{x, y}) {
				row[x] = '*'
			}
		}
		fmt.Println(string(row))
	}
}

// PrintState prints the positions of both tanks, the map and the missiles.
func (m *GameMap) PrintState() {
	fmt.Printf("own position %d,%d\n", m.OwnPosition().X, m.OwnPosition().Y)
	fmt.Printf("enemy position %d,%d\n", m.EnemyPosition().X, m.EnemyPosition().Y)
	m.PrintMap()
	for _, missile := range m.state.Missiles {
		if missile == nil {
			continue
		}
		flames := ""
		if missile.InFlames {
			flames = " in flames"
		}
		fmt.Printf("missile head %d,%d tail %d,%d %s%s\n", missile.HeadPosX, missile.HeadPosY,
			missile.TailPosX, missile.TailPosY, missile.Direction, flames)
	}
}

func (m *GameMap) index(position Position) int { return position.X + position.Y*m.SizeX() }

func (m *GameMap) wrapped(x, y int) Position {
	return Position{(x + m.SizeX()) % m.SizeX(), (y + m.SizeY()) % m.SizeY()}
}

func place(tank *kit.Tank) Position { return Position{tank.PosX, tank.PosY} }

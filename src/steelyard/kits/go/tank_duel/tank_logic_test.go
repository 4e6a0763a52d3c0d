package main

import (
	"strings"
	"testing"

	"bot/kit"
)

type held struct {
	move, tower kit.Direction
	fire        bool
}

// What tank 0 sets last in a position as drawn: 0 and 1 are the tanks.
func joystick(rows ...string) held {
	board := strings.Join(rows, "")
	state := &kit.GameState{Width: len(rows[0]), Height: len(rows)}
	state.Board = strings.NewReplacer("0", ".", "1", ".").Replace(board)
	for id, sign := range "01" {
		at := strings.IndexRune(board, sign)
		state.Tanks[id] = kit.Tank{TankId: id, PosX: at % state.Width, PosY: at / state.Width}
	}
	var set held
	NewTankLogic(0, func(move, tower kit.Direction, fire bool) { set = held{move, tower, fire} }).MakeMove(state)
	return set
}

func TestItDrivesWhereThereIsRoom(t *testing.T) {
	if set := joystick("xxxxx", "x0.oo", "xxxxx", "1xxxx"); set.move != kit.Right {
		t.Error(set)
	}
	if set := joystick("xoxxx", "xo.oo", "x0xxx", "x...1", "x.xxx"); set.move != kit.Down {
		t.Error(set)
	}
}

func TestItFiresAtAnEnemyInLine(t *testing.T) {
	if set := joystick("xxxxxxx", "x0....1", "xxxxxxx"); set != (held{kit.Right, kit.Right, true}) {
		t.Error(set)
	}
}

func TestItHoldsItsFireOtherwise(t *testing.T) {
	if joystick("xxxxxx", "x0...x", "xxxxx1").fire {
		t.Error("it fires")
	}
}

func TestAMissileDoesNotGoAroundTheEdge(t *testing.T) {
	if way := inLine(Position{0, 3}, Position{9, 3}); way != kit.Right {
		t.Error(way)
	}
}

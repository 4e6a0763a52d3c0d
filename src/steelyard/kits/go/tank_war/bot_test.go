package main

import (
	"strings"
	"testing"

	"bot/kit"
)

var names = []string{"LA", "LB", "LC", "RC", "RB", "RA"}

// A position in notation: per column both tanks' rows (x: destroyed) and how many boxes are seat 0's.
func position(text string) *kit.State {
	state := &kit.State{Text: text, Territory: make([]string, 6)}
	columns := strings.Split(text, "/")
	for seat := 0; seat < 2; seat++ {
		for column, rows := range columns {
			name := names[column]
			if seat == 0 {
				name = names[5-column]
			}
			tank := kit.Tank{Seat: seat, Name: name, Type: name[1:], Column: column, Row: -1}
			if rows[seat] != 'x' {
				tank.Alive, tank.Row = true, int(rows[seat]-'0')
			}
			state.Tanks = append(state.Tanks, tank)
		}
	}
	for row := range state.Territory {
		for _, rows := range columns {
			owner := "1"
			if row < int(rows[2]-'0') {
				owner = "0"
			}
			state.Territory[row] += owner
		}
	}
	return state
}

func chosen(text string, seat int, legal ...string) string {
	bot := NewBot(&kit.Start{Seat: seat, Seed: 7})
	return bot.Choose(&kit.Turn{Number: 1, State: position(text), Legal: legal, Seat: seat})
}

// Seat 0's RB in column 1 comes to stand beside the enemy in column 2, which hits at two only.
func TestItHitsWhatItCan(t *testing.T) {
	if move := chosen("0x3/1x3/x22/xx3/xx3/x53", 0, "RA", "RB"); move != "RB" {
		t.Error(move)
	}
}

// At the row of the enemy's C, which cannot move, column 1 is hit; in column 0 nobody is near.
func TestItDoesNotDriveIntoFire(t *testing.T) {
	if move := chosen("053/1x3/xx3/123/xx3/xx3", 0, "RA", "RB"); move != "RA" {
		t.Error(move)
	}
}

func TestItChoosesALegalMove(t *testing.T) {
	for seat := 0; seat < 2; seat++ {
		if move := chosen("053/053/053/053/053/053", seat, names...); !strings.Contains(strings.Join(names, " "), move) {
			t.Error(move)
		}
	}
}

// Your bot: edit this file.
//
// This one looks one round ahead: of its moves it makes the one after which, over all answers of the enemy, it
// destroys the most for the least. Among equals chance decides.
package main

import (
	"math/rand"

	"bot/kit"
)

// Name is what others see.
const Name = "{{name}}"

type offset struct{ columns, rows int }

var (
	diagonal = []offset{{-1, -1}, {-1, 1}, {1, -1}, {1, 1}}
	adjacent = []offset{{-1, 0}, {1, 0}, {0, -1}, {0, 1}}
	atTwo    = []offset{{-2, 0}, {2, 0}, {0, -2}, {0, 2}}
)

// Bot plays one game; add what it should remember.
type Bot struct {
	seat   int
	chance *rand.Rand
	reach  map[string][]offset
}

// NewBot is called when a game begins.
func NewBot(start *kit.Start) *Bot {
	reach := map[string][]offset{"A": diagonal, "B": adjacent, "C": atTwo}
	if start.Options["c_reach"] == "up_to_two" {
		reach["C"] = append(append([]offset{}, adjacent...), atTwo...)
	}
	return &Bot{start.Seat, rand.New(rand.NewSource(start.Seed)), reach}
}

// Choose returns one of turn.Legal.
func (bot *Bot) Choose(turn *kit.Turn) string {
	var best []string
	most := 0
	for _, move := range turn.Legal {
		worth := bot.worth(turn.State, move)
		if len(best) == 0 || worth > most {
			best, most = nil, worth
		}
		if worth == most {
			best = append(best, move)
		}
	}
	return best[bot.chance.Intn(len(best))]
}

// Enemies destroyed less own tanks lost, over all the enemy's moves together.
func (bot *Bot) worth(state *kit.State, move string) int {
	own := moved(state, state.Tank(bot.seat, move))
	sum := 0
	for i := range state.Tanks {
		if enemy := &state.Tanks[i]; enemy.Seat != bot.seat && canMove(state, enemy) {
			sum += bot.gain(own, moved(state, enemy))
		}
	}
	return sum
}

// A player's living tanks when one of them has moved.
func moved(state *kit.State, mover *kit.Tank) []kit.Tank {
	var tanks []kit.Tank
	for _, tank := range state.Tanks {
		if !tank.Alive || tank.Seat != mover.Seat {
			continue
		}
		if tank.Name == mover.Name {
			tank.Row = state.Ahead(mover)
		}
		tanks = append(tanks, tank)
	}
	return tanks
}

func (bot *Bot) gain(own, enemies []kit.Tank) int {
	return bot.destroyed(own, enemies) - bot.destroyed(enemies, own)
}

// How many of the targets are hit.
func (bot *Bot) destroyed(tanks, targets []kit.Tank) int {
	count := 0
	for _, target := range targets {
		for _, tank := range tanks {
			if bot.hits(tank, target) {
				count++
				break
			}
		}
	}
	return count
}

func (bot *Bot) hits(tank, other kit.Tank) bool {
	distance := offset{other.Column - tank.Column, other.Row - tank.Row}
	for _, each := range bot.reach[tank.Type] {
		if each == distance {
			return true
		}
	}
	return false
}

func canMove(state *kit.State, tank *kit.Tank) bool {
	row := state.Ahead(tank)
	return tank.Alive && 0 <= row && row <= 5 && state.TankAt(tank.Column, row) == nil
}

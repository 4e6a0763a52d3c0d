// Your bot: edit this file.
//
// This one takes what it can, a commander above all; otherwise it drives a tank as far as it can towards the
// enemy's corner. Among equals chance decides.
package main

import (
	"math/rand"
	"strconv"
	"strings"

	"bot/kit"
)

// Name is what others see.
const Name = "{{name}}"

var corner = [2]string{"a11", "k1"} // where seat 0 and seat 1 want to go: the enemy's corner

// Bot plays one game; add what it should remember.
type Bot struct {
	seat   int
	chance *rand.Rand
}

// NewBot is called when a game begins.
func NewBot(start *kit.Start) *Bot {
	return &Bot{start.Seat, rand.New(rand.NewSource(start.Seed))}
}

// Choose returns one of turn.Legal; "--", a pass, is the only one if no tank can move.
func (bot *Bot) Choose(turn *kit.Turn) string {
	if turn.Legal[0] == "--" {
		return "--"
	}
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

func (bot *Bot) worth(state *kit.State, move string) int {
	goal := corner[bot.seat]
	nearer := distance(kit.FromSquare(move), goal) - distance(kit.ToSquare(move), goal)
	if !state.Captures(move) {
		return nearer
	}
	if strings.IndexByte("WB", state.At(kit.ToSquare(move))) >= 0 {
		return nearer + 40
	}
	return nearer + 20
}

// In moves of a chess king.
func distance(square, other string) int {
	files := strings.IndexByte(kit.Files, square[0]) - strings.IndexByte(kit.Files, other[0])
	rank, _ := strconv.Atoi(square[1:])
	otherRank, _ := strconv.Atoi(other[1:])
	return max(abs(files), abs(rank-otherRank))
}

func abs(number int) int {
	if number < 0 {
		return -number
	}
	return number
}

func max(one, other int) int {
	if one > other {
		return one
	}
	return other
}

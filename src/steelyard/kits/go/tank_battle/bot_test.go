package main

import (
	"strconv"
	"strings"
	"testing"

	"bot/kit"
)

// A board with these tanks, by their squares: "e5w" is a tank of White's.
func position(tanks ...string) *kit.State {
	board := make([]string, 11)
	for row := range board {
		board[row] = "..........."
	}
	for _, tank := range tanks {
		rank, _ := strconv.Atoi(tank[1 : len(tank)-1])
		file := strings.IndexByte(kit.Files, tank[0])
		row := board[11-rank]
		board[11-rank] = row[:file] + tank[len(tank)-1:] + row[file+1:]
	}
	return &kit.State{Board: board}
}

func chosen(state *kit.State, seat int, legal ...string) string {
	bot := NewBot(&kit.Start{Seat: seat, Seed: 7})
	return bot.Choose(&kit.Turn{Number: 1, State: state, Legal: legal, Seat: seat})
}

func expect(t *testing.T, expected, found string) {
	t.Helper()
	if found != expected {
		t.Errorf("expected %s, found %s", expected, found)
	}
}

func TestItTakesTheCommanderFirst(t *testing.T) {
	expect(t, "e5-h5", chosen(position("e5w", "e9b", "h5B"), 0, "e5-e9", "e5-h5", "e5-d6"))
}

func TestItDrivesTowardsTheEnemysCorner(t *testing.T) {
	expect(t, "g1-c5", chosen(position("g1w", "a11B"), 0, "g1-k1", "g1-c5", "g1-f2"))
	expect(t, "a11-d8", chosen(position("a11b", "k1W"), 1, "a11-a10", "a11-d8"))
}

func TestItPassesWhenItMust(t *testing.T) {
	expect(t, "--", chosen(position("a11w", "k1B"), 0, "--"))
}

func TestDistancesAreThoseOfAKing(t *testing.T) {
	if found := distance("a11", "k1"); found != 10 {
		t.Error(found)
	}
}

// Prints everything that the kit tells it.
package main

import (
	"fmt"
	"sort"
	"strings"

	"bot/kit"
)

const Name = "reporter"

type Bot struct{ seat int }

func NewBot(start *kit.Start) *Bot {
	options := []string{}
	for name, value := range start.Options {
		options = append(options, name+"="+value)
	}
	sort.Strings(options)
	fmt.Printf("new game=%s seat=%d clock=%s seed=%d players=%s options=%s\n", start.Game, start.Seat, start.Clock,
		start.Seed, strings.Join(start.Players, "|"), strings.Join(options, ","))
	return &Bot{start.Seat}
}

func clock(ms *float64) string {
	if ms == nil {
		return "none"
	}
	return fmt.Sprint(int(*ms))
}

func bit(flag bool) int {
	if flag {
		return 1
	}
	return 0
}

func (bot *Bot) Choose(turn *kit.Turn) string {
	fmt.Printf("turn %d seat %d clock %s enemy %s latency %.1f\n", turn.Number, turn.Seat, clock(turn.ClockMs),
		clock(turn.EnemyClockMs), turn.LatencyMs)
	fmt.Println("legal", strings.Join(turn.Legal, " "))
	report(turn.State, turn.Legal, bot.seat)
	return turn.Legal[turn.Number%len(turn.Legal)]
}

func report(state *kit.State, legal []string, _ int) {
	fmt.Println("text", state.Text)
	fmt.Println("board", strings.Join(state.Board, "/"))
	if state.ToMove == nil {
		fmt.Println("to_move none")
	} else {
		fmt.Println("to_move", *state.ToMove)
	}
	fmt.Printf("score %d %d captured %s|%s quiet %d\n", state.Score[0], state.Score[1], state.Captured[0], state.Captured[1], state.Quiet)
	squares := []string{"k1", "a11", "f6"}
	if first := kit.FromSquare(legal[0]); first != "" {
		squares = append(squares, first)
	}
	for _, square := range squares {
		fmt.Printf("at %s %c\n", square, state.At(square))
	}
	for seat := 0; seat < 2; seat++ {
		fmt.Println(strings.Join(append([]string{fmt.Sprint("tanks ", seat)}, state.Tanks(seat)...), " "))
	}
	fmt.Println("mine", bit(state.IsMine("k1", 0)), bit(state.IsMine("k1", 1)))
	for _, move := range []string{legal[0], legal[len(legal)-1]} {
		fmt.Printf("move %s from %s to %s capture %d\n", move, kit.FromSquare(move), kit.ToSquare(move), bit(state.Captures(move)))
	}
}

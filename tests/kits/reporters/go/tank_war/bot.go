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


func (bot *Bot) Choose(turn *kit.Turn) string {
	fmt.Printf("turn %d seat %d clock %s enemy %s latency %.1f\n", turn.Number, turn.Seat, clock(turn.ClockMs),
		clock(turn.EnemyClockMs), turn.LatencyMs)
	fmt.Println("legal", strings.Join(turn.Legal, " "))
	report(turn.State, turn.Legal, bot.seat)
	return turn.Legal[turn.Number%len(turn.Legal)]
}

func report(state *kit.State, _ []string, seat int) {
	fmt.Println("text", state.Text)
	fmt.Println("round", state.Round, "boxes", state.Boxes[0], state.Boxes[1], "surviving", state.Surviving[0], state.Surviving[1])
	fmt.Println("territory", strings.Join(state.Territory, "/"))
	for _, tank := range state.Tanks {
		fate := "dead"
		if tank.Alive {
			fate = "alive"
		}
		fmt.Println("tank", tank.Seat, tank.Name, tank.Type, tank.Column, tank.Row, fate)
	}
	for _, shot := range state.Fired {
		fmt.Println("fired", shot.Seat, shot.Tank, shot.Hit)
	}
	fmt.Println("at", grid(func(column, row int) string {
		if tank := state.TankAt(column, row); tank != nil {
			return fmt.Sprint(tank.Seat)
		}
		return "."
	}))
	fmt.Println("owner", grid(func(column, row int) string { return fmt.Sprint(state.Owner(column, row)) }))
	for _, tank := range state.Tanks {
		if tank.Seat == seat && tank.Alive {
			fmt.Println("ahead", tank.Name, state.Ahead(state.Tank(seat, tank.Name)))
		}
	}
}

func grid(of func(column, row int) string) string {
	rows := make([]string, 6)
	for row := range rows {
		for column := 0; column < 6; column++ {
			rows[row] += of(column, row)
		}
	}
	return strings.Join(rows, "/")
}

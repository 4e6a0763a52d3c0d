package kit

import "encoding/json"

// Start: a game begins.
type Start struct {
	Game    string            // which one; a process may play many
	Seat    int               // where you sit: 0 or 1
	Options map[string]string // of the game, where they are not at their default
	Players []string
	Clock   string
	Seed    int64 // chance for your bot: with the same seed it should play the same
}

// Turn: a move is due.
type Turn struct {
	Number       int
	State        *State
	Legal        []string // every move you may make
	Seat         int
	ClockMs      *float64 // what you have left; nil is no limit
	EnemyClockMs *float64
	LatencyMs    float64 // how late this machine runs things: keep at least this much in hand
}

// Bot plays one game.
type Bot interface {
	// Choose returns one of turn.Legal.
	Choose(turn *Turn) string
}

type move struct {
	Type string `json:"type"`
	Move text   `json:"move"`
	Turn int    `json:"turn"`
	Game text   `json:"game"`
}

// Play plays every game there is to play, a new bot for each.
func Play(name string, newBot func(start *Start) Bot) {
	referee := openReferee()
	var bot Bot
	var seat int
	for heard := (message{}); referee.hear(&heard); {
		switch heard.Type {
		case "hello":
			referee.say(ready{"ready", text(name)})
		case "start":
			seat = heard.Seat
			bot = newBot(startOf(&heard))
		case "turn":
			if bot != nil {
				turn := turnOf(&heard, seat)
				referee.say(move{"move", text(bot.Choose(turn)), turn.Number, text(heard.Game)})
			}
		}
	}
}

func startOf(heard *message) *Start {
	options := map[string]string{}
	for name, value := range heard.Options {
		options[name] = plain(value)
	}
	return &Start{heard.Game, heard.Seat, options, heard.Players, heard.Clock, heard.Seed}
}

func turnOf(heard *message, seat int) *Turn {
	state := new(State)
	check(json.Unmarshal(heard.State, state))
	own, enemy := heard.ClocksMs[seat], heard.ClocksMs[1-seat]
	return &Turn{int(heard.Turn), state, heard.Legal, seat, own, enemy, heard.LatencyMs}
}

package main

import "bot/kit"

// Plays every game there is to play, a new Bot for each.
func main() {
	kit.Play(Name, func(start *kit.Start) kit.Bot { return NewBot(start) })
}

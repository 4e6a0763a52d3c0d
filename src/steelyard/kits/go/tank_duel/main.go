package main

import "bot/kit"

// Plays every game there is to play, a new TankLogic for each.
func main() {
	kit.Play(PlayerName, func(tankId int, setJoystick kit.SetJoystick) kit.Logic {
		return NewTankLogic(tankId, setJoystick)
	})
}

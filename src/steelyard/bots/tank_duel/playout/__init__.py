"""What a position is worth: the joysticks worth a look, a short careful game, and what stands at its end."""

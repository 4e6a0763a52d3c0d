"""Tables: each is one game, live or finished, played by people and bots."""

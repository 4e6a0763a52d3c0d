"""Event mode: a room with a big screen, and people in it who follow on their phones."""

"""What it plays depends on the game's seed and the turn alone, so that every match can be played again."""

import json
import sys

step = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type": "ready", "name": "dora"}', flush=True)
    elif message["type"] == "start":
        step = message["seed"] % 1009 + message["seat"]
    elif message["type"] == "turn":
        legal = message["legal"]
        answer = {"type": "move", "move": legal[11 * (step + message["turn"]) % len(legal)], "turn": message["turn"]}
        print(json.dumps(answer), flush=True)
    elif message["type"] == "bye":
        break

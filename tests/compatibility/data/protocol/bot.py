"""Plays the first legal move and keeps every line that was said, in the file it is given."""

import json
import sys

with open(sys.argv[1], "a", encoding="utf-8") as kept:
    for line in sys.stdin:
        kept.write(line)
        message = json.loads(line)
        if message["type"] == "bye":
            break
        if message["type"] == "hello":
            answer = {"type": "ready", "name": "keeper", "version": "1"}
        elif message["type"] == "turn":
            answer = {"type": "move", "move": message["legal"][0], "turn": message["turn"]}
        else:
            continue
        kept.write(json.dumps(answer) + "\n")
        print(json.dumps(answer), flush=True)

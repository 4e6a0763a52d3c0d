"""Fails in every way, by the seed of each game: late, illegal, unreadable, gone."""

import json
import random
import sys
import time

rng = random.Random(0)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type":"ready","name":"Erna","version":"1"}', flush=True)
    elif message["type"] == "start":
        rng = random.Random(message["seed"])
    elif message["type"] == "turn":
        chance, move = rng.random(), rng.choice(message["legal"])
        if chance < 0.04:
            time.sleep(1)
        elif chance < 0.08:
            move = next(each for each in ("LA", "LB", "LC", "RA", "RB", "RC", "--") if each not in message["legal"])
        elif chance < 0.1:
            move = "to the left"
        elif chance < 0.11:
            sys.exit(3)
        print(json.dumps({"type": "move", "move": move, "turn": message["turn"]}), flush=True)
    elif message["type"] == "bye":
        break

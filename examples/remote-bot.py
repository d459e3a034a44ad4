#!/usr/bin/env python3
"""A bot that sits at a table of a server anywhere, over HTTP alone: docs/protocol.md, "Programs that play".

    remote-bot.py http://localhost:8080 TOKEN TABLE

TOKEN is a bot's, made by its owner with POST /api/bots; TABLE is the code of a table that is gathering. It plays one game:
the first of its actions that lays a card, else the first one there is."""
import json
import sys
import urllib.error
import urllib.request


def ask(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(server + path, data, {"Authorization": "Bearer " + token})
    try:
        return urllib.request.urlopen(request)
    except urllib.error.HTTPError as refusal:
        return refusal


def choose(actions):
    plain = {"draw", "keep", "pass", "accept", "challenge", "call", "catch", "deal", "done"}
    return next((action for action in actions if action not in plain), actions[0])


if len(sys.argv) != 4:
    sys.exit(__doc__)
server, token, table = sys.argv[1:]
stream = ask("/api/bot/stream")
if stream.status != 200:
    sys.exit(json.load(stream)["message"])
print("hello:", json.loads(stream.readline())["protocol"])
seat = ask("/api/bot/sit", {"table": table})
if seat.status != 200:
    sys.exit(json.load(seat)["message"])
for line in stream:
    message = json.loads(line)
    if message["type"] == "act" and message["awaited"]:
        answer = ask("/api/bot/do", {"table": message["table"], "q": message["q"], "action": choose(message["actions"])})
        if answer.status != 200:
            print("refused:", json.load(answer)["message"])
    if message["type"] == "end":
        print("the game is over; winners:", ", ".join(message["winners"]) or "nobody")
        break

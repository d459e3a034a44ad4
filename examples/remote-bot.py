#!/usr/bin/env python3
"""A bot that sits at a table of a server anywhere, over HTTP alone: docs/protocol.md, "Programs that play".

    remote-bot.py http://localhost:8080 TOKEN TABLE

TOKEN is a bot's, made by its owner with POST /api/bots; TABLE is the code of a table that is gathering. It plays one game:
the first of its actions that lays a card, else the first one there is. It adds a seed of its own to the chance of the deal,
and checks afterwards that the record has what the table showed before ("Fair deals")."""
import hashlib
import json
import os
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


def commit_of(seed):
    return hashlib.blake2b(b"uno seat seed 1" + seed, digest_size=32).hexdigest()


def check(record, before, seal, seed):
    """What the record says about the deal is what was shown; `uno verify` or uno.fair.check() redo the whole sum."""
    lines = record.splitlines()
    shown = [f"commitment {before}", f"contribution {seal['seat']} {seed.hex()}"]
    shown += [f"commit {seat} {hashed}" for seat, hashed in seal["commits"].items()]
    missing = [line for line in shown if line not in lines]
    return "checked" if not missing else "NOT what was shown before: " + "; ".join(missing)


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
seed, seal, before = os.urandom(32), None, json.load(seat).get("commitment")
ask("/api/bot/ready", {"table": table, "commit": commit_of(seed)})
for line in stream:
    message = json.loads(line)
    if message["type"] == "seal" and message["commitment"] == before:  # else the server has changed its secret since
        seal = message
        ask("/api/bot/reveal", {"table": table, "seed": seed.hex()})
    if message["type"] == "act" and message["awaited"]:
        answer = ask("/api/bot/do", {"table": message["table"], "q": message["q"], "action": choose(message["actions"])})
        if answer.status != 200:
            print("refused:", json.load(answer)["message"])
    if message["type"] == "end":
        print("the game is over; winners:", ", ".join(message["winners"]) or "nobody")
        if seal:
            record = ask(f"/api/games/{seal['game']}/record").read().decode()
            print("the deal:", check(record, before, seal, seed))
        break

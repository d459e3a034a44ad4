#!/usr/bin/env python3
"""bad.py HOW -- a bot that plays the first action it is offered, until it misbehaves."""
import json, os, signal, subprocess, sys, time

how, acts = sys.argv[1], 0

def say(message):
    print(json.dumps(message) if isinstance(message, dict) else message, flush=True)

def misbehave(message):
    if how == "ends": sys.stderr.write("I am\n  out of ideas \n\n"), sys.stderr.flush(), os._exit(7)
    if how == "crashes": os.kill(os.getpid(), signal.SIGSEGV)
    if how == "raises": raise KeyError("no such colour")
    if how == "hangs": time.sleep(60)
    if how == "late": time.sleep(1.5)
    if how == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(60)
    if how == "closes": os.close(1), time.sleep(60)
    if how == "deaf": os.close(0), say({"type": "do", "action": message["actions"][0]}), time.sleep(60)
    if how == "floods":
        while True: os.write(1, b'{"type":"do","action":"draw"}\n' * 1000)
    if how == "long": os.write(1, b"x" * 100000), time.sleep(60)
    if how == "garbage": say("I think I play the red five.")
    if how == "broken": say('{"type":"do","action":"draw"')
    if how == "untyped": say({"action": "draw"})
    if how == "unknown": say({"type": "think"})
    if how == "nothing": say({"type": "do"})
    if how == "nonsense": say({"type": "do", "action": "R99"})
    if how == "illegal": say({"type": "do", "action": "deal"})
    if how == "waits": say({"type": "wait"})
    if how == "gives-up": say({"type": "error", "message": "these rules are\ttoo hard"})
    if how == "ready": say({"type": "ready", "name": "again"})

if how == "at-once": sys.exit(3)
if how == "children": subprocess.Popen(["sleep", "987"])
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        ready = {"type": "ready", "name": how, "watch": how == "watches"}
        if how == "impolite": ready = {"type": "do", "action": "draw"}
        if how == "early": ready = json.dumps(ready) + '\n{"type":"do","action":"draw"}'
        say(ready)
    elif message["type"] == "act" and message["awaited"]:
        acts += 1
        if acts == 3: misbehave(message)
        say({"type": "do", "action": message["actions"][0]})
    elif message["type"] == "act":
        say({"type": "wait"})
    elif message["type"] == "bye" and how == "lingers":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(60)

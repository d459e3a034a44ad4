#!/usr/bin/env python3
"""relay.py LOG COMMAND... -- a bot that asks another one, and notes down what was said."""
import json, subprocess, sys

bot = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
with open(sys.argv[1], "a") as log:
    for line in sys.stdin:
        log.write("> " + line)
        bot.stdin.write(line)
        bot.stdin.flush()
        if json.loads(line)["type"] in ("hello", "act"):
            answer = bot.stdout.readline()
            log.write("< " + answer)
            print(answer, end="", flush=True)
sys.exit(bot.wait())

#!/usr/bin/env python3
"""document.py UNO FOLDER [--write] -- what docs/bot-protocol.md shows is what is said: its
short game word for word, and every field of every message. --write puts the game there anew."""
import json, os, re, subprocess, sys

uno, folder, write = sys.argv[1], sys.argv[2], "--write" in sys.argv
page = "docs/bot-protocol.md"
text = open(page, encoding="utf-8").read()

def listen(bot, *arguments):
    """What an arena of these arguments says to a bot of `uno bot`, and what it answers."""
    log = os.path.join(folder, "said")
    if os.path.exists(log): os.remove(log)
    relay = f"tests/protocol/relay.py {log} {uno} bot {bot}"
    subprocess.run([uno, "arena", relay, "random", "--games", "1", "--threads", "1", *arguments],
                   check=True, stdout=subprocess.DEVNULL)
    return open(log, encoding="utf-8").read().splitlines()

def shortened(line, first):
    line = re.sub(r'("options":\{"min_players":2,).*?("cards_dealt":3,).*?\},"cards"', r'\1…,\2…},"cards"', line)
    line = re.sub(r'("cards":\[\{"code":"R0".*?\},).*(\{"code":"R\+2".*?\},).*\],"rules_text"', r'\1…,\2…],"rules_text"', line)
    if not first:
        for start, end in ("choice", "top"), ("draw_pile", "uno"), ("drawn_fits", "discards"):
            line = re.sub(f'"{start}".*?"{end}"', f'…"{end}"', line)
    return line

def short_game():
    lines = listen("rule", "--option", "cards_dealt=3", "--option", "target=0", "--seed", "2")
    end = next(i for i, line in enumerate(lines) if '"end"' in line)
    acts = [i for i, line in enumerate(lines) if '"act"' in line]
    return [shortened(line, i == acts[0]) for i, line in enumerate(lines[:end + 1])] + lines[-1:]

def keys(value):
    if isinstance(value, list):
        for item in value: yield from keys(item)
    if isinstance(value, dict):
        for key, item in value.items():
            yield key
            if key != "options": yield from keys(item)

def report(name, complaints):
    print("\n".join([*complaints, f"{'not ok' if complaints else 'ok'} {name}"]))
    return not complaints

game = short_game()
shown = text.split("```\n")[-2].splitlines()
if write:
    open(page, "w", encoding="utf-8").write(text.replace("\n".join(shown), "\n".join(game)))
    sys.exit()
good = report("the short game of the page is what is said", [f"said:  {a}\nshown: {b}" for a, b in zip(game, shown) if a != b]
              or ([] if len(game) == len(shown) else ["more or less is shown than is said"]))
said = set()
for rules, bot in ("official", "search"), ("ultimate", "rule"), ("split-team", "rule"), ("split-duel", "search"):
    few = ["--option", "target=0"] if rules == "official" else []
    for line in listen(bot, "--rules", rules, "--worlds", "2", *few): said.update(keys(json.loads(line[2:])))
good &= report("every field that is said is explained", [f"'{key}' is not explained" for key in sorted(said)
               if not re.search(rf'[`.]{key}`|"{key}":', text)])
sys.exit(not good)

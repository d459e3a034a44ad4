#!/usr/bin/env python3
# A bot for any game of uno, in the protocol of docs/bot-protocol.md.
# Run it:  uno arena examples/bot.py random --games 100
import json, random, sys

def card_of(action):                    # "W:B!" -> "W", "R7>C" -> "R7", "shed Y3" -> "Y3"
    return action.split()[-1].rstrip("!").split(":")[0].split(">")[0]

def worth(action, view, cards):
    word, card, hand = action.split()[0], cards.get(card_of(action)), view["hand"]
    if word in ("refuse", "challenge", "misplay"):
        return -100                     # more risk than this bot likes
    if word in ("catch", "call"):       # nothing to lose, unless the call was made
        return -100 if word == "catch" and view["uno"]["called"] else 100
    if view["family"] == "split":       # Split UNO: bid high, shed low, keep action cards
        if card is None or card["colour"] is None:
            return 5
        return card["points"] if word != "shed" else 10 - card["points"]
    if card is None or word in ("draw", "keep", "accept", "pass"):
        return -1
    score = 10 + card["points"] if card["colour"] else 5             # Wilds last
    colour = action[action.index(":") + 1] if ":" in action else card["colour"]
    score += sum(code[0] == colour for code in hand if code != "W")  # the colour I have most of
    return score + ("!" in action)

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer = {"type": "ready", "name": "example.py", "watch": False}
    elif message["type"] == "game":
        cards, chance = {card["code"]: card for card in message["cards"]}, random.Random(message["seed"])
        continue
    elif message["type"] == "act":
        best = max(message["actions"], key=lambda a: (worth(a, message["view"], cards), chance.random()))
        good = message["awaited"] or worth(best, message["view"], cards) > 0
        answer = {"type": "do", "action": best} if good else {"type": "wait"}
    else:
        continue
    print(json.dumps(answer), flush=True)

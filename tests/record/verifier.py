"""verifier.py UNO GAMES -- examples/verify.py beside the library of UNO: whole games whose deal follows from a secret and seeds
of the seats, and each of them forged in some way. Both must say the same of every record, and know the same hands."""

import importlib.util
import os
import random
import secrets
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
program, games = Path(sys.argv[1]).resolve(), int(sys.argv[2])
library = program.parent / "libuno.so"
os.environ["UNO_LIBRARY"] = str(library if library.exists() else ROOT / "build/libuno.so")
sys.path.insert(0, str(ROOT / "python"))
import uno  # noqa: E402

spec = importlib.util.spec_from_file_location("verify", ROOT / "examples/verify.py")
verify = importlib.util.module_from_spec(spec)
sys.dont_write_bytecode = True
spec.loader.exec_module(verify)


def make_chance(players):
    """Lines of the head, the secret's line, and what the lines say."""
    chance = {"way": "2", "players": players, "secret": secrets.token_bytes(32), "commit": {}, "contribution": {}}
    chance["commitment"] = verify.digest(chance["secret"])
    lines = ["chance 2", f"commitment {chance['commitment'].hex()}"]
    for seat in verify.SEATS[:players]:
        what, seed = random.choice(("revealed", "late", "nothing")), secrets.token_bytes(32)
        if what != "nothing":
            chance["commit"][seat] = verify.digest(b"uno seat seed 1", seed)
            lines.append(f"commit {seat} {chance['commit'][seat].hex()}")
        if what == "revealed":
            chance["contribution"][seat] = seed
            lines.append(f"contribution {seat} {seed.hex()}")
    return lines, f"secret {chance['secret'].hex()}", chance


def play(rules, players, seed):
    game = uno.Game(rules, players, seed=seed)
    hands = [game.view(seat).hand for seat in range(players)]
    while not game.over:
        seat = random.choice(game.awaited)
        game.apply(seat, random.choice(game.actions(seat)))
    return game, hands


def ours(text):
    try:
        return uno.Record.parse(text).verify().proof
    except uno.RecordError:
        return "wrong"


def theirs(text):
    try:
        verify.game_seed(verify.read(text))
        return "holds"
    except verify.Wrong:
        return "wrong"
    except verify.Unreadable:
        return "none"


def forge(text):
    """One digit of what the proof is made of is another."""
    lines = text.split("\n")
    places = [i for i, line in enumerate(lines) if line.split(" ")[0] in ("commitment", "secret", "contribution")]
    place = random.choice(places)
    digit = len(lines[place]) - random.randrange(1, 65)
    other = random.choice([c for c in "0123456789abcdef" if c != lines[place][digit]])
    lines[place] = lines[place][:digit] + other + lines[place][digit + 1:]
    return "\n".join(lines)


def complain(what, text):
    print(text)
    print(f"not ok verifier: {what}")
    sys.exit(1)


rules = {name: uno.Rules(name, target=0) for name in ("official", "ultimate")}
holds = uno.Record.load(str(ROOT / "tests/record/committed.uno")).verify().proof
for number in range(games):
    name, players = random.choice(list(rules)), random.randrange(2, 11)
    head, secret, chance = make_chance(players)
    game, hands = play(rules[name], players, verify.game_seed(chance))
    text = uno.Record.of(game).format()
    start, end = text.index("\nseed ") + 1, text.index("\nwinners ") + 1
    text = text[:start] + "\n".join(head) + text[text.index("\n", start):end] + secret + "\n" + text[end:]
    if ours(text) != holds:
        complain("an honest game is not good to the library", text)
    if theirs(text) != "holds":
        complain("an honest game is not good to the verifier", text)
    dealt, opening = verify.deal(verify.game_seed(verify.read(text)), players)
    drawn = [Counter(map(str, shown)) - Counter(hand) for hand, shown in zip(dealt, hands)]
    lost = [Counter(hand) - Counter(map(str, shown)) for hand, shown in zip(dealt, hands)]
    if any(lost) or sum(sum(more.values()) for more in drawn) != (2 if opening.endswith("+2") else 0):
        complain("the hands differ", text)
    forged = forge(text)
    if ours(forged) != "wrong" or theirs(forged) != "wrong":
        complain(f"a forged record: the library says {ours(forged)}, the verifier {theirs(forged)}", forged)
print(f"ok verifier: {games} games and as many forged ones, the same to both")

#!/usr/bin/env python3
"""verify.py RECORD... -- checks that the deal of a recorded game is the one that was fixed beforehand, without anything of uno's:
Python's own library and the description in docs/notation.md are all it knows.

    the server's secret is the one it committed to; each revealed seed is the one its seat committed to;
    the seed of the game follows from them; and these are the hands and the opening card that follow from that seed
    (for the 108 cards of official and ultimate, where the first dealer is drawn for)

Exit status: 0 all of it holds; 1 it does not; 2 a file cannot be read or has no proof. That every action was legal is not checked
here: `uno verify` does that."""

import hashlib
import struct
import sys

SEATS = "ABCDEFGHIJ"


class Wrong(Exception):
    """The record does not hold."""


class Unreadable(Exception):
    """There is nothing to check, or it cannot be read."""


# ---- reading ----

def read(text):
    """The lines that the deal depends on."""
    record = {"way": "1", "commit": {}, "contribution": {}}
    for line in text.splitlines():
        words = line.split()
        try:
            if words and words[0] in ("commit", "contribution"):
                record[words[0]][words[1]] = bytes.fromhex(words[2])
            elif words and words[0] in ("commitment", "secret", "seed"):
                record[words[0]] = bytes.fromhex(words[1])
            elif words and words[0] == "chance":
                record["way"] = words[1]
            elif words and words[0] == "players":
                record["players"] = int(words[1])
            elif words and words[0] == "ruleset":
                record["ruleset"] = words[1]
        except (IndexError, ValueError):
            raise Unreadable(f"cannot read the line '{line}'") from None
    if not 2 <= record.get("players", 0) <= len(SEATS):
        raise Unreadable("this is not a record of uno: it does not say how many play")
    return record


# ---- the proof ----

def digest(*parts):
    return hashlib.blake2b(b"".join(parts), digest_size=32).digest()


def game_seed(record):
    """The seed of the game, once everything that was committed to is what was shown."""
    if "commitment" not in record:
        raise Unreadable("nothing was committed to: there is nothing to prove")
    if "secret" not in record:
        raise Unreadable("the secret is not shown yet: it is once the game is over")
    secret, given, fixed = record["secret"], record["contribution"], record["commit"]
    if digest(secret) != record["commitment"]:
        raise Wrong("the secret is not the one that the server committed to")
    seats = SEATS[:record["players"]]
    if record["way"] == "1":
        return digest(b"uno game seed 1", secret, *(given.get(seat, bytes(32)) for seat in seats))
    for seat in given:
        if digest(b"uno seat seed 1", given[seat]) != fixed.get(seat):
            raise Wrong(f"the seed of seat {seat} is not the one it committed to")
    blocks = (b"\1" + given[seat] if seat in given else b"\2" + fixed[seat] if seat in fixed else bytes(33) for seat in seats)
    return digest(b"uno game seed 2", secret, *blocks)


# ---- the deal ----

QUARTERS = ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
            (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14))


def chacha20_block(key, block):
    start = list(struct.unpack("<16I", b"expand 32-byte k" + key + struct.pack("<QQ", block, 0)))
    state = start[:]
    for _ in range(10):
        for a, b, c, d in QUARTERS:
            for x, y, z, n in (a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7):
                state[x] = state[x] + state[y] & 0xFFFFFFFF
                mixed = state[z] ^ state[x]
                state[z] = (mixed << n | mixed >> 32 - n) & 0xFFFFFFFF
    return struct.pack("<16I", *(v + w & 0xFFFFFFFF for v, w in zip(state, start)))


def numbers_of(key):
    """The key stream as 16-bit numbers."""
    block = 0
    while True:
        yield from struct.unpack("<32H", chacha20_block(key, block))
        block += 1


def below(numbers, n):
    while True:
        product = next(numbers) * n
        if product % 65536 >= 65536 % n:
            return product // 65536


def take(numbers, pile):
    """One of the cards that are left, all equally likely. pile: number of a face -> copies."""
    k = below(numbers, sum(pile.values()))
    for bit in 1, 2, 4, 8, 16:
        faces = [face for face in sorted(pile) if pile[face] & bit]
        if k < len(faces) * bit:
            pile[faces[k // bit]] -= 1
            return faces[k // bit]
        k -= len(faces) * bit
    raise AssertionError("a pile without cards")


def pack():
    """The 108 cards."""
    return {**{colour * 16 + value: 1 if value == 0 else 2 for colour in range(4) for value in range(13)}, 15: 4, 31: 4}


def code(face):
    if face % 16 == 15:
        return {15: "W", 31: "W+4"}[face]
    return "RYGB"[face // 16] + [*"0123456789x-", "+2"][face % 16]


def draw_for_dealer(numbers, players):
    drawing = list(range(players))
    while len(drawing) > 1:
        pile = pack()
        value = {seat: take(numbers, pile) % 16 for seat in drawing}
        value = {seat: v if v <= 9 else 0 for seat, v in value.items()}
        drawing = [seat for seat in drawing if value[seat] == max(value.values())]
    return drawing[0]


def deal(seed, players):
    """The first hands, as codes of cards, and the opening card."""
    numbers = numbers_of(seed)
    dealer, pile, hands = draw_for_dealer(numbers, players), pack(), [[] for _ in range(players)]
    for _ in range(7):
        for i in range(players):
            hands[(dealer + 1 + i) % players].append(take(numbers, pile))
    top = take(numbers, pile)
    while top % 16 == 15:  # a card without a colour goes back
        pile[top] += 1
        top = take(numbers, pile)
    return [[code(face) for face in sorted(hand, key=lambda face: (face % 16 == 15, face))] for hand in hands], code(top)


# ---- telling ----

def tell(path, record, seed):
    print(f"{path}: the deal is the one that was fixed beforehand")
    late = sorted(set(record["commit"]) - set(record["contribution"]))
    if late:
        print(f"  seats that did not reveal, or of which the server said so: {' '.join(late)}; two deals to choose from for each")
    print(f"  compare this commitment with the one you were shown: {record['commitment'].hex()}")
    print(f"  seed of the game {seed.hex()}")
    if record.get("ruleset") in ("official", "ultimate"):
        hands, top = deal(seed, record["players"])
        for seat, hand in zip(SEATS, hands):
            print(f"  {seat} {' '.join(hand)}")
        print(f"  opening {top}")


def main(paths):
    if not paths:
        print(__doc__.partition("\n")[0], file=sys.stderr)
        return 2
    status = 0
    for path in paths:
        try:
            with open(path, encoding="utf-8") as file:
                record = read(file.read())
            tell(path, record, game_seed(record))
        except Wrong as wrong:
            print(f"{path}: {wrong}")
            status = 1
        except (Unreadable, OSError, UnicodeDecodeError) as trouble:
            print(f"{path}: {trouble}", file=sys.stderr)
            status = status or 2
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

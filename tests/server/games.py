#!/usr/bin/env python3
"""games.py -- whole games over the network: every built-in ruleset with people and bots, to the end; what is
told is what the record has, and the record proves that the deal was fair."""
import re
from lib import *

# ruleset, people, seats, options that keep it short
GAMES = [
    ("official", 3, 4, {"cards_dealt": 5, "target": 0}),
    ("official", 2, 2, {"cards_dealt": 3, "target": 400}),
    ("official", 4, 4, {"cards_dealt": 3, "target": 60, "teams": 2}),
    ("official", 6, 10, {"cards_dealt": 3, "target": 0, "jump_in": "on", "stack_draws": "any"}),
    ("mattel", 2, 3, {"cards_dealt": 3, "target": 60}),
    ("ultimate", 2, 4, {"cards_dealt": 4}),
    ("ultimate-next", 3, 3, {"cards_dealt": 4}),
    ("split-v3", 2, 4, {"numbers_dealt": 5}),
    ("split-arbiter", 1, 2, {}),
    ("split-duel", 2, 2, {"numbers_dealt": 5}),
    ("split-tournament", 1, 2, {}),
    ("split-speed", 2, 3, {"numbers_dealt": 5}),
    ("split-team", 2, 4, {"numbers_dealt": 5}),
    ("split-hardcore", 1, 3, {"numbers_dealt": 5}),
]


async def watch(line):
    await line.until(lambda: line.over is not None, "the end of the game")


async def check_review(host, game):
    """The server's review is that of `uno review`, to the last digit."""
    record = host.guest.get(f"/api/games/{game}/record").body
    said = host.guest.get(f"/api/games/{game}/review")
    expect(said.status == 200, said)
    heading, *choices, end = [json.loads(line) for line in said.body.decode().splitlines()]
    here = subprocess.run([UNO, "review", "-", "--json", "-"], input=record, capture_output=True, timeout=PATIENCE_S)
    here = json.loads(here.stdout)
    expect(heading["actions"] == here["actions"] and heading["worlds"] == here["worlds"], heading)
    expect(choices == here["choices"], "the choices of a review differ")
    expect(end == {"over": here["over"], "seats": here["seats"]}, end, here["seats"])


async def check_record(lines, commitment, seeds):
    """The record is what was played, and the deal what was promised."""
    host = lines[0]
    over = host.over
    expect(all(line.over == over for line in lines), "all hear the same end")
    game = host.guest.get("/api/games/" + over["game"])
    expect(game.status == 200 and game.json["game"]["finished"], game)
    seats = game.json["game"]["seats"]
    expect([seat["score"] for seat in seats] == over["scores"], seats, over)
    expect([chr(65 + i) for i, seat in enumerate(seats) if seat["won"]] == over["winners"], seats, over)
    expect(game.json["game"]["hash"] == host.table["settings"]["rules_hash"], game)
    record = host.guest.get("/api/games/" + over["game"] + "/record")
    expect(record.status == 200 and ".uno" in record.headers["Content-Disposition"], record)
    text = record.body.decode()
    said = verify(record.body)
    expect(said.returncode == 0, "uno verify:", said.stdout, said.stderr)
    expect(commitment in text, "the commitment that was published before the start is not in the record")
    expect(over["secret"] in text, "nor the secret")
    for line in lines: expect(seeds[line.guest.id] in text, "the seed of", line.guest.name, "is not in the record")
    # One character of a seed changed, and the deal is another.
    seed = seeds[host.guest.id]
    changed = seed[:-1] + ("0" if seed[-1] != "0" else "1")
    expect(verify(record.body.replace(seed.encode(), changed.encode())).returncode != 0, "a forged seed is taken")
    return text


async def whole_game(server, number, ruleset, people, seats, options):
    names = [f"{name} {number}" for name in ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay")[:people]]
    settings = {"ruleset": ruleset, "options": options, "seats": seats, "fill": "greedy", **FAST}
    lines = await seat_people(server, names, settings)
    watcher = await Guest(server, f"Watcher {number}").line(lines[0].code)
    commitment = lines[0].table["commitment"]
    seeds = await start(lines)
    await gather(*(line.play() for line in lines), watch(watcher))
    # The whole view again, to be compared with what came of all the changes.
    for line in [*lines, watcher]:
        await line.settled()
        expect((await line.join())["t"] == "joined")
        line.check()
    await check_record(lines, commitment, seeds)
    check_told(server, [*lines, watcher])
    return lines, watcher


async def rematch(server, lines, watcher):
    """Another game at the same table, with another secret."""
    before = lines[0].over["game"]
    commitment = lines[0].table["commitment"]
    expect(re.fullmatch("[0-9a-f]{64}", commitment or ""), "no new commitment after the game")
    seeds = await start(lines)
    await gather(*(line.play() for line in lines), watch(watcher))
    expect(lines[0].over["game"] != before and lines[0].table["games"] == 2)
    await check_record(lines, commitment, seeds)
    games = lines[0].guest.get("/api/games?user=me").json["games"]
    expect([game["id"] for game in games][:2] == [lines[0].over["game"], before], "the newest game first", games)


async def main():
    server = Server()
    kept = []

    async def play(number, game):
        kept.append((await whole_game(server, number, *game), game))

    async def again(lines, watcher):
        await rematch(server, lines, watcher)

    await asyncio.gather(*(test(f"a whole game of {game[0]} with {game[1]} of {game[2]}", play(number, game))
                           for number, game in enumerate(GAMES)))
    await asyncio.gather(*(test(f"a rematch of {game[0]} with {game[1]} of {game[2]}", again(lines, watcher))
                           for (lines, watcher), game in kept[:4]))
    for (lines, _), game in (kept[0], next(one for one in kept if one[1][0] == "split-duel")):
        await test(f"a review of a game of {game[0]}", check_review(lines[0], lines[0].over["game"]))
    matches = [lines for (lines, _), game in kept if game[3].get("target", 0) >= 60]
    check("a match had several deals", any(lines[0].view["deals"] > 1 for lines in matches))
    check_good_end("games", server)


run(main)

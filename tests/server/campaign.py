#!/usr/bin/env python3
"""campaign.py HARM[,HARM...] [ROUNDS [SEED]] -- people play at three servers on one PostgreSQL while, round after round, one of the harms (harms.py) comes over
them; then the journals of everybody are held against the log (field.py). Several harms take turns by chance; they need the same field."""
from harms import *

RACES = 40  # wishes of each of three people


async def race(field):
    """Three people at three servers wish something of one table at the same moment, again and again. Whatever is answered for is in the
    log, once each."""
    lines = [Player(Guest(server, f"R{number}"), field) for number, server in enumerate(field.servers)]
    for line in lines: await line.open()
    code = lines[0].guest.table(ruleset="official", seats=4, **FAST)
    for line in lines:
        await line.join(code)
        if line is not lines[0]: await line.good("sit")

    async def change(line):
        for turn in range(RACES): await line.good("ready", yes=turn % 2 == 0)
    await gather(*(change(line) for line in lines))
    entries = field.postgres.entries(code)
    for line in lines:
        found = [text.split()[0] for text in entries.values() if text.split()[0] in ("ready", "unready") and text.split()[1] == line.you]
        expect(found == ["ready", "unready"] * (RACES // 2), f"{line.guest.name} was answered {RACES} times, and the log has {len(found)}")
    for line in lines: await line.until(lambda: line.q >= max(entries), "the others' last words")
    for line in lines: await line.settled()
    expect(len({line.q for line in lines}) == 1 and lines[0].q == max(entries), [line.q for line in lines], max(entries))
    for line in lines:
        line.check_journal(entries)
        await line.drop()


def races(field):
    return sum(int(re.search(rb"^uno_races_total (\d+)", Guest(server).get("/metrics").body, re.M)[1]) for server in field.up())


async def main():
    words = sys.argv[1].split(",")
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 6
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(10**6)
    chance = random.Random(seed)
    fields = {HARMS[word][1] for word in words} - {Field}
    if len(fields) > 1: sys.exit("campaign: these harms need fields of their own: one after the other")
    print("# seed", seed)
    postgres = Postgres()
    field = (fields.pop() if fields else Field)(postgres, chance)

    async def harm(field):
        await HARMS[chance.choice(words)][0](field)
        if rounds > 20 and sum(count.values()) % 10 == 0: print("#", dict(count), flush=True)
    try:
        for _ in range(NODES): await field.start()
        await test("three servers race for the same places of a log", race(field))
        count["races lost"] = races(field)
        good = await test(f"people play on at three servers, come what may: {sys.argv[1]}", field.play(harm, rounds))
        if good: good = await test("nothing that was told is lost, nothing is done twice, everybody saw the same", field.check())
        print("#", ", ".join(f"{number} {what}" for what, number in count.items()))
        print("# refused:", dict(codes))
        if good: await test("the servers end in order, and complain of nothing", field.check_ends())
        check("enough has happened to say so", count["races lost"] > 0 and count["told"] > 100 * rounds and count["acknowledged"] > 10 * rounds)
    finally:
        field.over = True


run(main)

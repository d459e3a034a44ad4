#!/usr/bin/env python3
"""keep.py -- --keep on a running server. Tables are closed and keys expire weeks before, by the clock of the database; a server that keeps them
for less deletes their logs, and one that keeps everything does not. What was played stays: records verify, statistics count."""
from lib import *

DAY_MS = 24 * 3600 * 1000
LOGS = "SELECT count(*) FROM log WHERE table_id = ?"


def age(server, statement, *values):
    """The server is down: its past is moved."""
    base = sqlite3.connect(server.data, timeout=PATIENCE_S)
    with base: base.execute(statement, values)
    base.close()


async def play_one(server, number):
    """A game to its end at a table of its own: (the table's id, what its host has played, the host)."""
    settings = {"ruleset": "official", "options": {"cards_dealt": 3, "target": 0}, "seats": 2, **FAST}
    lines = await seat_people(server, [f"Ada {number}", f"Ben {number}"], settings)
    await start(lines)
    await gather(*(line.play() for line in lines))
    table = server.rows("SELECT id FROM tables WHERE code = ?", lines[0].code)[0][0]
    game, host = lines[0].over["game"], lines[0].guest
    for line in lines: await line.close()
    return table, game, host


def restart(server, keep):
    expect(server.stop() == 0, server.log()[-500:])
    return Server("--keep", str(keep), data=server.data)


async def until_gone(server, query, *values):
    for _ in range(PATIENCE_S * 10):
        if not server.rows(query, *values)[0][0]: return
        await asyncio.sleep(0.1)
    expect(False, "still there:", query, values)


async def kept(_):
    server = Server("--keep", "30")
    old, game, host = await play_one(server, 1)
    young, _, _ = await play_one(server, 2)
    open_table, _, other = await play_one(server, 3)
    expect(server.stop() == 0)
    now = int(time.time() * 1000)
    age(server, "UPDATE tables SET state = 1, closed_at = ? WHERE id = ?", now - 31 * DAY_MS, old)
    age(server, "UPDATE tables SET state = 1, closed_at = ? WHERE id = ?", now - 29 * DAY_MS, young)
    age(server, "UPDATE keys SET expires_at = ? WHERE user = ?", now - 1000, int(other.id, 16))
    before = {table: server.rows(LOGS, table)[0][0] for table in (old, young, open_table)}
    expect(all(count > 10 for count in before.values()), before)

    server = Server("--keep", "0", data=server.data)
    host.server = server
    for _ in range(20): expect(host.get("/api/me").status == 200)
    expect(server.rows(LOGS, old)[0][0] == before[old], "one that keeps everything has deleted a log")

    server = restart(server, 30)
    host.server = other.server = server
    await until_gone(server, LOGS, old)
    await until_gone(server, "SELECT count(*) FROM tables WHERE id = ?", old)
    await until_gone(server, "SELECT count(*) FROM keys WHERE user = ?", int(other.id, 16))
    expect(server.rows(LOGS, young)[0][0] == before[young], "a table that was closed 29 days ago has lost its log")
    expect(server.rows(LOGS, open_table)[0][0] >= before[open_table], "a table that is open has lost its log")
    expect(other.get("/api/me").json["user"] is None, "an expired key still opens")
    record = host.get(f"/api/games/{game}/record")
    expect(record.status == 200 and verify(record.body).returncode == 0, "the record of what was deleted:", record)
    expect([one["id"] for one in host.get("/api/games?user=me").json["games"]] == [game])
    check_good_end("a server that has deleted", server)


run(lambda: test("logs of closed tables and expired keys go, records stay", kept(None)))

#!/usr/bin/env python3
"""kill.py [ROUNDS [SEED]] -- the server is killed (kill -9) at any moment while several tables play as fast as they can,
and started again on the same database. Whatever anybody was told is in the log, once and in that
order; everybody goes on from the last thing they heard; and an action whose answer never came is done
exactly once when it is sent again."""
from lib import *

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 5
chance = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else None)
TABLES = [  # people, settings
    (3, {"ruleset": "official", "seats": 4, "options": {"cards_dealt": 5, "target": 0}, **FAST}),
    (2, {"ruleset": "ultimate", "seats": 3, "options": {"cards_dealt": 5}, **FAST}),
    (2, {"ruleset": "split-v3", "seats": 3, "options": {"numbers_dealt": 6}, **FAST}),
    (2, {"ruleset": "official", "seats": 2, "options": {"cards_dealt": 3, "target": 100}, **FAST, "window_ms": 60}),
]
count = {"told": 0, "acknowledged": 0, "unanswered": 0, "unanswered, and done": 0, "games": 0, "guests": 0, "tables": 0}


class Player(Line):
    """Plays on for ever, and remembers what it was not answered."""
    pending = None   # (do, q): sent, and no answer came
    verified = 0     # up to here the log was compared with what was told

    async def do(self, asked):
        self.pending = (self.choose([action["do"] for action in asked["actions"]]), asked["q"], self.game_id)
        answer = await self.ask("do", do=self.pending[0], q=asked["q"])
        self.pending = None
        if answer["t"] == "act":
            expect(answer["by"] == self.you and self.heard[answer["q"]][2] == answer["do"], answer)
            count["acknowledged"] += 1
        else: expect(answer["t"] == "held" or self.q > asked["q"] or self.over is not None, asked, answer)
        return answer

    async def act(self):
        asked = await self.good("ask")
        return await self.do(asked) if self.is_awaited() and asked["actions"] else None

    def _hear(self, message):
        """The server dies the moment that somebody hears the last thing it is to say."""
        if "q" in message and self.killer.is_last(): self.server.process.kill()
        super()._hear(message)

    def check_log(self, server):
        """What was told since the last time is what the database has."""
        entries = dict(server.rows("SELECT seq, text FROM log JOIN tables ON id = table_id WHERE code = ? AND seq > ?",
                                   self.code, self.verified))
        for q, heard in self.heard.items():
            if q <= self.verified: continue
            expect(q in entries, f"table {self.code}: {self.guest.name} was told of entry {q} {heard}, and it is lost")
            check_entry(q, entries[q], heard)
            count["told"] += 1
        self.heard = {}
        last = max(entries, default=self.verified)
        expect(len(entries) == last - self.verified, f"table {self.code}: its log has gaps after {self.verified}")
        was, self.verified = self.verified, self.q
        return {q: entry for q, entry in entries.items() if q > was}

    async def take_up(self, server):
        """After the restart: nothing is lost, nothing comes twice."""
        self.guest.server = self.server = server
        entries = self.check_log(server)
        answer = await self.again()
        expect(answer["t"] in ("resumed", "joined"), answer)
        if chance.randrange(3) == 0: await self.join()  # the whole view, to compare
        if self.pending: await self.send_again(entries)

    async def send_again(self, entries):
        (do, q, game), self.pending = self.pending, None
        count["unanswered"] += 1
        mine = [at for at, entry in entries.items() if at > q and entry.startswith(f"act {self.you} self ")]
        if mine:
            count["unanswered, and done"] += 1
            wanted = f"act {self.you} self {do}"
            expect(entries[mine[0]] == wanted, "another action took its place:", entries[mine[0]], "not", do)
        answer = await self.ask("do", do=do, q=q)
        if mine: expect(answer["t"] == "no" and answer["code"] in ("stale", "not_playing"), do, "was done twice:", answer)


class Killer:
    def __init__(self):
        self.data = folder + "/killed.db"
        self.tables, self.promised, self.games = [], [], set()
        self.left = self.kills = 0  # messages until the end; how often it came

    async def make_tables(self, server):
        def player(number, name):
            line = Player(Guest(server, f"P{number}{name}"))
            line.killer = self
            return line
        self.tables = await open_tables(TABLES, player)

    def lines(self): return [line for lines in self.tables for line in lines]

    async def check_promises(self, server):
        """People, tables and games that were answered for are there."""
        for kind, what, guest in self.promised:
            guest.server = server
            if kind == "guest": expect(guest.get("/api/me").json["user"]["id"] == guest.id, "a guest is lost")
            elif kind == "table": expect(guest.get("/api/tables/" + what).status == 200, "a table is lost")
            else: expect(guest.get("/api/tables/" + what).status == 404, "a table that was closed is back")
            count[kind + "s"] = count.get(kind + "s", 0) + 1
        for line in self.lines():
            if line.over and line.over["game"] not in self.games:
                self.games.add(line.over["game"])
                record = line.guest.get(f"/api/games/{line.over['game']}/record")
                expect(record.status == 200 and verify(record.body).returncode == 0, "a game is lost", record)
                count["games"] += 1
        tables = [(what, guest) for kind, what, guest in self.promised if kind == "table"]
        self.promised = []
        return tables

    async def make_promises(self, server, tables):
        """Somebody comes, opens a table, and closes that of the last time."""
        try:
            for what, guest in tables:
                line = await guest.line(what)
                await line.good("close")
                self.promised.append(("closed table", what, guest))
                await line.drop()
            while True:
                guest = await asyncio.to_thread(Guest, server, f"G{chance.randrange(10**6)}")
                self.promised.append(("guest", None, guest))
                if len(self.promised) == 3:
                    self.promised.append(("table", await asyncio.to_thread(guest.table, **FAST), guest))
        except (OSError, EOFError, http.client.HTTPException, websockets.WebSocketException, Closed):
            pass

    async def play(self, line, is_host):
        try:
            while True: await line.step(is_host)
        except Closed:
            if line.trouble: raise line.trouble
        finally:
            await line.drop()

    def is_last(self):
        self.left -= 1
        return self.left == 0

    async def hold_disk(self):
        """Somebody else has the database for a while, so that the server can write nothing; and goes without
        touching it."""
        hold = ("import sqlite3, sys, time; base = sqlite3.connect(sys.argv[1], timeout=60, isolation_level=None);"
                "base.execute('BEGIN IMMEDIATE'); print('held', flush=True); time.sleep(600)")
        holder = await asyncio.create_subprocess_exec(sys.executable, "-c", hold, self.data, stdout=subprocess.PIPE)
        await holder.stdout.readline()
        return holder

    async def kill(self, server):
        """At a moment that nobody knows: after so many messages, at once or a little later; or while the disk is slow."""
        wanted = int(chance.choice((0, 3, 30, 150, 400)) * chance.random())
        self.kills += 1
        at_once = self.kills % 3 != 2
        self.left = wanted + 1 if at_once else wanted + 10**9
        before, end = self.left, time.monotonic() + PATIENCE_S
        while before - self.left < wanted + at_once and time.monotonic() < end: await asyncio.sleep(0.002)
        await asyncio.sleep(chance.random() * 0.01)
        holder = await self.hold_disk() if not at_once else None
        if holder: await asyncio.sleep(chance.random() * 0.1)
        server.process.kill()
        if holder:
            holder.kill()
            await holder.wait()

    async def round(self, number):
        server = Server(data=self.data)
        if not self.tables: await self.make_tables(server)
        else:
            for line in self.lines(): await line.take_up(server)
        tables = await self.check_promises(server)
        promises = asyncio.create_task(self.make_promises(server, tables))
        try:
            await gather(self.kill(server), *(self.play(line, line is lines[0])
                                                      for lines in self.tables for line in lines))
        finally:
            server.kill()
            await promises
        bad = [event for event in server.events() if event.get("level") == "error"]
        expect(not bad, "the log says", bad)

    async def end(self):
        server = Server(data=self.data)
        for line in self.lines(): await line.take_up(server)
        for line in self.lines(): await line.drop()
        broken = server.rows("SELECT count(*), max(seq) FROM log GROUP BY table_id HAVING count(*) <> max(seq)")
        expect(not broken, "logs with gaps", broken)
        expect(server.rows("PRAGMA integrity_check") == [("ok",)], "the database is damaged")
        expect(not server.rows("SELECT trouble FROM tables WHERE state = 2 OR trouble <> ''"), "tables in quarantine")
        return server


async def main():
    killer = Killer()
    for number in range(ROUNDS):
        try:
            await asyncio.wait_for(killer.round(number), 4 * PATIENCE_S)
        except Exception as error:
            check(f"killed {number + 1} times", False, f"{type(error).__name__}: {error}")
            return
        if ROUNDS > 20 and number % 20 == 19: print(f"# {number + 1} rounds: {count}", flush=True)
    try:
        server = await killer.end()
    except Exception as error:
        check("after the last kill everything is there", False, f"{type(error).__name__}: {error}")
        return
    print("#", ", ".join(f"{number} {what}" for what, number in count.items()))
    check(f"killed {ROUNDS} times: nothing that was told is lost", count["told"] > 0)
    check(f"killed {ROUNDS} times: nothing is done twice", count["acknowledged"] > 0)
    check(f"killed {ROUNDS} times: people and tables that were answered for are there", count["guests"] > 0)
    check_good_end("kill", server)


run(main)

"""field.py -- several servers share a PostgreSQL; people at every table are spread over them, play on and on, go on at another server when theirs is gone,
and keep a journal of all they sent and heard. What comes to grief meanwhile is the campaign's (harms.py).

The checker reads the journals and the log: whatever anybody was told is in the log, in that order; what was acknowledged is there where it
was said to be; what was refused is not; nothing is there twice, and nothing that nobody sent."""
from collections import Counter
from lib import *

NODES = 3
TABLES = [  # people, settings
    (3, {"ruleset": "official", "seats": 4, "options": {"cards_dealt": 5, "target": 0, "jump_in": True}, **FAST}),
    (2, {"ruleset": "ultimate", "seats": 3, "options": {"cards_dealt": 5}, **FAST}),
    (2, {"ruleset": "split-v3", "seats": 3, "options": {"numbers_dealt": 6}, **FAST}),
    (3, {"ruleset": "official", "seats": 3, "options": {"cards_dealt": 3, "target": 100}, **FAST, "window_ms": 60}),
]
count, codes = Counter(), Counter()
LATER = ("storage_full", "going_down", "unreadable")  # it is to be tried again
WAITS = LATER + ("not_host", "not_ready", "not_sealed", "sealed", "playing")  # or somebody else was faster

UNKNOWN, REFUSED = "unknown", "refused"  # what became of a thing that was sent; else the place where it was acknowledged


class Player(Line):
    """Plays on for ever, at whichever server is there, and sends again what was not answered."""

    def __init__(self, guest, field):
        super().__init__(guest)
        self.field, self.pending, self.sent, self.all_heard = field, None, {}, {}

    # -- the journal --

    async def do(self, do, q, game):
        self.pending = key = (do, q, game)
        again = self.sent.get(key) == UNKNOWN
        self.sent[key] = UNKNOWN
        answer = await self.ask("do", do=do, q=q)
        self.pending = None
        if answer["t"] == "act":
            expect(answer["by"] == self.you and self.heard[answer["q"]][2] == answer["do"], answer)
            self.sent[key] = answer["q"]
            count["acknowledged"] += 1
        elif answer["t"] == "no":
            count["refused"] += 1
            codes[answer["code"]] += 1
            if not again: self.sent[key] = REFUSED
        return answer

    def _hear(self, message):
        super()._hear(message)
        q = message.get("q")
        if q in self.heard:  # an entry that is told twice, by two servers, is told the same
            heard = self.heard[q]
            expect(self.all_heard.setdefault(q, heard)[:2] == heard[:2], q, heard, self.all_heard[q])

    def check_journal(self, entries):
        for q, heard in self.all_heard.items():
            expect(q in entries, f"{self.guest.name} was told of entry {q} {heard}, and it is lost")
            check_entry(q, entries[q], heard)
            count["told"] += 1
        mine = {q: text.split(" ", 3)[3] for q, text in entries.items() if text.startswith(f"act {self.you} self ")}
        for (do, q, _), place in self.sent.items():
            if place in (UNKNOWN, REFUSED): continue
            expect(mine.pop(place, None) == do, f"{self.guest.name}: {do} was acknowledged as entry {place}, which is {entries.get(place)}")
        open_ones = [(q, do) for (do, q, _), place in self.sent.items() if place == UNKNOWN]
        for place, do in sorted(mine.items()):  # done, and no answer came: each of them once
            fitting = [one for one in open_ones if one[1] == do and one[0] < place]
            expect(fitting, f"{self.guest.name}: entry {place}, {do}, was not sent, or is there twice, or was refused")
            open_ones.remove(max(fitting))
            count["done without an answer"] += 1

    # -- playing --

    async def act(self):
        asked = await self.good("ask")
        if not self.is_awaited() or not asked["actions"]: return None
        return await self.do(self.choose([action["do"] for action in asked["actions"]]), asked["q"], self.game_id)

    async def come(self):
        """To any server that is there; what waits for an answer is sent again."""
        while True:
            up = self.field.up()
            if not up:
                await asyncio.sleep(0.05)
                continue
            self.guest.server = self.server = self.field.chance.choice(up)
            try:
                answer = await asyncio.wait_for(self.again(), 10)
                if answer["t"] == "no" and answer["code"] in LATER: raise Closed(0)
                expect(answer["t"] in ("resumed", "joined"), answer)
                expect(self.q >= max(self.all_heard, default=0), f"told of {max(self.all_heard, default=0)}, and then of {self.q}")
                count["moves to another server"] += 1
                if self.pending:
                    count["unanswered"] += 1
                    await asyncio.wait_for(self.do(*self.pending), 10)
                return
            except (OSError, EOFError, websockets.WebSocketException, Closed, asyncio.TimeoutError):
                if self.trouble: raise self.trouble
                await self.drop()
                await asyncio.sleep(0.05)

    async def play_on(self, is_host):
        while not self.field.over:
            try:
                await asyncio.wait_for(self.step(is_host), 3)  # a server that stands still says nothing
            except (Closed, asyncio.TimeoutError, Wrong, websockets.WebSocketException) as error:
                if self.trouble: raise self.trouble
                if isinstance(error, Wrong):
                    if not any(f"'{code}'" in str(error) for code in WAITS): raise
                    await asyncio.sleep(0.05)
                    continue
                stands = isinstance(error, asyncio.TimeoutError) and self.server not in self.field.stopped and not self.closed
                if stands and self.field.chance.randrange(3): continue
                await self.drop()
                await self.come()


class Field:
    """The servers, the database, the tables with their people; `url` is what the servers are told of the database."""

    def __init__(self, postgres, chance):
        self.postgres, self.chance = postgres, chance
        self.servers, self.stopped, self.over, self.old, self.tables = [], set(), False, [], []

    def up(self):
        return [server for server in self.servers if server not in self.stopped and server.process.poll() is None]

    def address(self): return self.postgres.url

    def environment(self): return None

    def options(self): return ()

    def settings(self): return {}

    def check_entries(self, entries): pass

    async def start(self):
        self.servers.append(await asyncio.to_thread(Server, *self.options(), data=self.address(), env=self.environment()))

    async def replace(self, server):
        """It is gone; another one comes."""
        self.servers.remove(server)
        self.stopped.discard(server)
        self.old.append(server)
        await self.start()

    async def make_tables(self):
        tables = [(people, {**settings, **self.settings()}) for people, settings in TABLES]
        self.tables = await open_tables(tables, lambda number, name: Player(
            Guest(self.servers[(number + name) % NODES], f"P{number}{name}"), self))

    def lines(self): return [line for lines in self.tables for line in lines]

    def heard(self): return [sum(len(line.all_heard) for line in lines) for lines in self.tables]

    async def goes_on(self, entries):
        """So much more has been told in all, and something at every table."""
        before, end = self.heard(), time.monotonic() + PATIENCE_S
        while sum(self.heard()) < sum(before) + entries or any(now < was + 10 for was, now in zip(before, self.heard())):
            expect(time.monotonic() < end, "nothing goes on any more", before, self.heard())
            ended = [server for server in self.servers if server.process.poll() is not None and server not in self.stopped]
            expect(not ended, "a server ended by itself", *(server.log()[-1000:] for server in ended))
            await asyncio.sleep(0.02)

    async def suffer(self, harm, rounds):
        """Round after round something comes to grief under load."""
        for _ in range(rounds):
            await self.goes_on(100)
            await harm(self)
        await self.goes_on(100)
        self.over = True

    async def play(self, harm, rounds):
        await self.make_tables()
        await gather(self.suffer(harm, rounds), *(line.play_on(line is lines[0]) for lines in self.tables for line in lines))

    # -- the checker --

    async def check(self):
        games = 0
        for lines in self.tables:
            for line in lines:
                await line.drop()  # a table goes on: what the old connection still tells is no answer to the new one
                await line.come()
            whole = [(await line.join(line.code)) for line in lines]
            expect(all(answer["t"] == "joined" for answer in whole), whole)
            entries = self.postgres.entries(lines[0].code)
            expect(list(entries) == list(range(1, len(entries) + 1)), "the log has gaps")
            for line in lines: line.check_journal(entries)
            self.check_entries(entries)
            for line in lines: await line.drop()
            games += sum(text == "start" or text.startswith("start ") for text in entries.values())
        expect(not self.postgres.rows("SELECT trouble FROM tables WHERE state = 2 OR trouble <> ''"), "tables in quarantine")
        results = self.postgres.rows("SELECT id FROM results")
        for (game,) in results:
            record = lines[0].guest.get(f"/api/games/{int(game):016x}/record")
            expect(record.status == 200 and verify(record.body).returncode == 0, "a game is lost", record)
        count["games"] = len(results)
        expect(len(results) <= games, "more results than games")

    async def check_ends(self):
        for server in self.servers:
            expect(server.stop() == 0, "it does not stop in order", server.log()[-1000:])
        for server in self.servers + self.old:
            # the database breaks with one that stood still in the middle of a transaction, and may be out of reach itself
            bad = [event for event in server.events() if event.get("level") == "error" and event["event"] != "storage_full"]
            expect(not bad, "the log says", bad)

#!/usr/bin/env python3
"""halls.py [ROUNDS [SEED]] -- one event at three servers of one database. People enter at whichever server is there, all at once; whoever asks is told the same
everywhere, and what an answer has told is known to the next one that is asked. Then the servers are killed, stand still and are restarted while an organiser types
results, bots play, and people play at the tables they are called to. What was acknowledged is in the log of the event once, in its place, and every
game of bots or at a table has one result."""
from harms import *

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 4
SEED = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(10**6)
BROKEN = (OSError, EOFError, http.client.HTTPException, websockets.WebSocketException, Closed, asyncio.TimeoutError)
RULES = "[ruleset]\ntitle = Quick\nextends = official\n[rules]\ntarget = 0\ncards_dealt = 3\n"
QUICK = {"ruleset": RULES, "think_s": 5, "reserve_s": 0, "noshow_s": 7200}


class Caller:
    """Somebody who asks any server, and again where one has gone."""

    def __init__(self, field, name):
        self.field, self.guest = field, Guest(field.servers[0], name)

    async def ask(self, method, path, body=None, server=None):
        """The answer; None: none came, and nobody knows whether it was done."""
        self.guest.server = server or self.field.chance.choice(self.field.up())
        try:
            answer = await asyncio.wait_for(asyncio.to_thread(self.guest.ask, method, path, body), 20)
        except BROKEN:
            return None
        return None if answer.status == 503 and answer.error != "going_down" else answer

    async def get(self, path):
        end = time.monotonic() + PATIENCE_S
        while True:
            expect(time.monotonic() < end, "nobody answers", path)
            if self.field.up():
                answer = await self.ask("GET", path)
                if answer and answer.status == 200: return answer.json
            await asyncio.sleep(0.05)


class Player(Caller):
    """Comes to every table of the event that has a seat for them, and plays there."""

    def __init__(self, field, name, code):
        super().__init__(field, name)
        self.code, self.called, self.played = code, 0, set()

    async def table(self):
        games = (await self.get(f"/api/events/{self.code}/games?open=1&most=500"))["games"]
        mine = [game["table"] for game in games if game.get("table") and any(seat.get("name") == self.guest.name for seat in game["seats"])]
        return mine[0] if mine else None

    async def sit(self, line, table):
        answer = await line.join(table)
        while answer["t"] != "no" and line.over is None and not self.field.over:
            if line.is_playing: await line.play(1)
            elif line.you and not line.seat(line.you)["ready"] and not line.table.get("sealed"): await line.ready()
            else:
                before = line.q
                await line.until(lambda: line.q > before, "the others")
        if line.over is not None: self.played.add(line.over["game"])

    async def play_on(self):
        while not self.field.over:
            up = self.field.up()
            line = None
            try:
                self.guest.server = self.field.chance.choice(up)
                line = await asyncio.wait_for(self.guest.line(), 10)
                await line.good("follow", code=self.code)
                table = await self.table()
                if not table:  # one is called wherever one is; now and then one asks as well
                    await asyncio.wait_for(line.until(lambda: any(message["t"] == "called" for message in line.messages)), 2)
                    self.called += 1
                    table = [message for message in line.messages if message["t"] == "called"][-1]["table"]
                await asyncio.wait_for(self.sit(line, table), 10)
            except (*BROKEN, Wrong, IndexError) as error:
                if line and line.trouble: raise line.trouble
                if isinstance(error, Wrong) and "'no'" not in str(error): raise
                await asyncio.sleep(0.05)
            if line: await line.drop()


class EventField(Field):
    def __init__(self, postgres, chance):
        super().__init__(postgres, chance)
        self.entered, self.unknown, self.players = {}, set(), []

    def options(self): return ("--pace", "1")

    # -- before anything goes wrong --

    async def begin(self):
        self.ada = Caller(self, "Ada")
        made = await self.ask("POST", "/api/events", {"form": "swiss", "numbers": {"rounds": 3}, **QUICK}, self.servers[0])
        expect(made.status == 201, made)
        self.code = made.json["event"]["code"]
        self.path = f"/api/events/{self.code}"
        for server in self.servers:  # at once, whoever made it
            answer = await self.ask("GET", self.path, server=server)
            expect(answer.status == 200 and answer.json["event"]["code"] == self.code, answer)

    async def ask(self, *what, **more): return await self.ada.ask(*what, **more)

    async def everybody_enters(self):
        """All at the same moment, at all servers."""
        self.players = [Player(self, f"P{number}", self.code) for number in range(4)]

        async def enter(name, caller, path, body):
            answer = await caller.ask("POST", path, body)
            expect(answer and answer.status in (200, 201), name, answer)
            self.entered[name] = True
        bots = [enter(f"B{n}", self.ada_at(n), self.path + "/entries", {"do": "enter", "name": f"B{n}", "bot": "greedy"}) for n in range(4)]
        typed = [enter(f"T{n}", self.ada_at(n), self.path + "/entries", {"do": "enter", "name": f"T{n}"}) for n in range(4)]
        people = [enter(player.guest.name, player, self.path + "/enter", {}) for player in self.players]
        await gather(*bots, *typed, *people)
        lists = [await self.entries(server) for server in self.servers]
        expect(lists[0] == lists[1] == lists[2], lists)
        names = [words for _, do, words in lists[0] if do == "enter"]
        expect(len(names) == 12, names)
        rows = (await self.ada.get(self.path + "/standings?most=100"))["standings"]
        self.typed = sorted(row["id"] for row in rows if row["kind"] == "written")  # nobody here: others type their results
        expect(len(self.typed) == 4, rows)

    async def race(self):
        """Three entries at three servers in the same moment, until one of them has come too late for its place: it is there all the same."""
        end, number, before = time.monotonic() + PATIENCE_S, 0, races(self)
        callers = [self.ada_at(number) for number in range(NODES)]
        while races(self) == before:
            expect(time.monotonic() < end, "nobody is ever late")
            number += 1
            wishes = [{"do": "rename", "who": self.typed[place], "name": f"Race {number} {place}"} for place in range(NODES)]
            answers = await gather(*(caller.ask("POST", self.path + "/entries", wish, server)
                                     for caller, wish, server in zip(callers, wishes, self.servers)))
            expect(all(answer and answer.status == 200 for answer in answers), answers)
            rows = (await self.ada.get(self.path + "/standings"))["standings"]
            expect(all(any(row["name"] == wish["name"] for row in rows) for wish in wishes), rows)

    def ada_at(self, number):
        caller = Caller.__new__(Caller)
        caller.field, caller.guest = self, Guest(self.servers[number % NODES])
        caller.guest.cookie, caller.guest.id = self.ada.guest.cookie, self.ada.guest.id
        return caller

    async def entries(self, server):
        answer = await self.ask("GET", self.path + "/entries?most=500", server=server)
        expect(answer and answer.status == 200, answer)
        return [(entry["id"], entry["do"], entry["words"]) for entry in reversed(answer.json["entries"])]

    async def told(self):
        """What is answered at one server is known at the next; and whoever follows an event hears of it wherever they are."""
        lines = []
        for server in self.servers:
            self.ada.guest.server = server
            lines.append(await self.ada.guest.line())
            await lines[-1].good("follow", code=self.code)
        for number in range(12):
            name = f"Once more {number}"
            answer = await self.ask("POST", self.path + "/entries", {"do": "rename", "who": self.typed[0], "name": name}, server=self.servers[number % NODES])
            expect(answer.status == 200, answer)
            other = await self.ask("GET", self.path + "/standings", server=self.servers[(number + 1) % NODES])
            expect(any(row["name"] == name for row in other.json["standings"]), name, other)
        seq = (await self.get_event())["seq"]
        for line in lines:
            await line.until(lambda line=line: any(message["t"] == "event" and message["seq"] == seq for message in line.messages), "the change")
            await line.drop()

    async def get_event(self): return (await self.ada.get(self.path))["event"]

    # -- while it does --

    async def organise(self):
        """Types in what bots and people do not play, and opens the rounds, until the event is over. Journal: what was answered."""
        self.results, self.doubtful = {}, 0
        while True:
            event = await self.get_event()
            if event["state"] == "over": break
            if event["state"] == "gathering": await self.ask("POST", self.path + "/entries", {"do": "start"})
            games = (await self.ada.get(self.path + "/games?open=1&most=500"))["games"]
            typed = [game for game in games if any(seat["who"] in self.typed for seat in game["seats"])]
            if typed:
                game = self.chance.choice(typed)
                places = [seat["who"] for seat in game["seats"]]
                self.chance.shuffle(places)
                answer = await self.ask("POST", self.path + "/entries", {"do": "result", "game": game["id"], "places": places})
                if answer is None: self.doubtful += 1
                elif answer.status == 200: self.results[game["id"]] = places
            elif not games: await self.ask("POST", self.path + "/entries", {"do": "round"} if event["round"] < 3 else {"do": "finish"})
            await asyncio.sleep(0.1)
        self.ended = True

    async def trouble_comes(self):
        harms = [kill, pause, restart]
        for _ in range(ROUNDS):
            await asyncio.sleep(self.chance.random() * 2)
            if self.ended: break
            await self.chance.choice(harms)(self)
        while not self.ended: await asyncio.sleep(0.1)
        self.over = True

    async def play(self):
        self.ended = False
        await gather(self.organise(), self.trouble_comes(), *(player.play_on() for player in self.players))

    # -- the checker --

    async def check(self):
        servers = self.up()
        lists = [await self.entries(server) for server in servers]
        expect(all(entries == lists[0] for entries in lists), "the servers do not tell the same", lists)
        log = self.postgres.rows(f"SELECT seq, convert_from(text, 'UTF8') FROM log JOIN events ON id = table_id WHERE code = '{self.code}' ORDER BY seq")
        expect([int(seq) for seq, _ in log] == list(range(1, len(log) + 1)), "the log has gaps")
        lines = [text for _, text in log]
        for game, places in self.results.items():
            expect(sum(re.match(rf": \w+ @\d+ result {game} ", text) is not None for text in lines) == 1, "the result of game", game, "is lost, or twice", *(text for text in lines if f" {game} " in text))
        for name in self.entered:
            expect(sum(re.search(rf" enter {name}\b", text) is not None for text in lines) == 1, name, "is lost, or twice")
        games = (await self.ada.get(self.path + "/games?most=500"))["games"]
        expect(all(game["state"] in ("over", "empty") for game in games), games)
        played = sum(game.get("by") in ("table", "bots") for game in games)
        kept = self.postgres.rows("SELECT id FROM results WHERE event <> 0 AND finished <> 0")
        expect(len(kept) == played, len(kept), "results are kept of", played, "games that were played")
        for (game,) in kept:
            record = self.ada.guest.get(f"/api/games/{int(game):016x}/record")
            expect(record.status == 200 and verify(record.body).returncode == 0, record)
        expect(not self.postgres.rows("SELECT trouble FROM tables WHERE state = 2 UNION SELECT trouble FROM events WHERE state = 2"), "something in quarantine")
        count["games at tables"] = sum(game.get("by") == "table" for game in games)
        count["games of bots"] = sum(game.get("by") == "bots" for game in games)
        count["calls heard"] = sum(player.called for player in self.players)
        count["results typed"] = len(self.results)
        count["races lost"] = races(self)


def races(field):
    return sum(int(re.search(rb"^uno_races_total (\d+)", Guest(server).get("/metrics").body, re.M)[1]) for server in field.up())


async def main():
    print("# seed", SEED)
    postgres = Postgres()
    field = EventField(postgres, random.Random(SEED))
    try:
        for _ in range(NODES): await field.start()
        good = await test("an event that is made at one server is there at all of them", field.begin())
        good = good and await test("twelve enter it at three servers at the same moment", field.everybody_enters())
        good = good and await test("what was answered here is known there", field.told())
        good = good and await test("an entry that lost a race is made after it", field.race())
        good = good and await test(f"it goes to its end while servers come and go, {ROUNDS} times", field.play())
        good = good and await test("nothing of it is lost, nothing is there twice, all servers tell the same", field.check())
        print("#", ", ".join(f"{number} {what}" for what, number in count.items()))
        if good: await test("the servers end in order, and complain of nothing", field.check_ends())
    finally:
        field.over = True
        postgres.end()


run(main)

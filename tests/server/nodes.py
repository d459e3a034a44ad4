#!/usr/bin/env python3
"""nodes.py [ROUNDS [SEED]] -- three servers share a PostgreSQL, and the people at each table are spread over them. Round after round one of
them is killed (kill -9), or stands still for a while (SIGSTOP), or all three end in order one after the other. Whoever was there goes on at another server
from the last thing they heard. Whatever anybody was told is in the log, once and in that order; nothing is done twice;
everybody saw the same."""
from lib import *

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 6
SEED = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(10**6)
chance = random.Random(SEED)
NODES = 3
RACES = 40
TABLES = [  # people, settings
    (3, {"ruleset": "official", "seats": 4, "options": {"cards_dealt": 5, "target": 0, "jump_in": True}, **FAST}),
    (2, {"ruleset": "ultimate", "seats": 3, "options": {"cards_dealt": 5}, **FAST}),
    (2, {"ruleset": "split-v3", "seats": 3, "options": {"numbers_dealt": 6}, **FAST}),
    (3, {"ruleset": "official", "seats": 3, "options": {"cards_dealt": 3, "target": 100}, **FAST, "window_ms": 60}),
]
codes = {}
count = {"told": 0, "acknowledged": 0, "refused": 0, "unanswered": 0, "moves to another server": 0, "kills": 0, "pauses": 0,
         "restarts": 0, "games": 0}

ROOT = os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "..")
base = tempfile.mkdtemp(prefix="uno-nodes-")
url = f"postgresql:///postgres?host={base}&user=postgres"


def postgres(what):
    subprocess.run([os.path.join(ROOT, "tests/postgres"), what, base], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def rows(query):
    """What the database has, as lists of texts."""
    out = subprocess.run(["psql", "-X", "-q", "-At", "-F", "\x1f", "-R", "\x1e", url, "-c", "SET search_path TO uno; " + query], check=True, capture_output=True)
    return [row.split("\x1f") for row in out.stdout.decode().rstrip("\n").split("\x1e") if row]


def entries_of(code):
    found = rows(f"SELECT seq, convert_from(text, 'UTF8') FROM log JOIN tables ON id = table_id WHERE code = '{code}' ORDER BY seq")
    return {int(seq): text for seq, text in found}


class Player(Line):
    """Plays on for ever, at whichever server is there, and sends again what was not answered."""

    def __init__(self, guest, nodes):
        super().__init__(guest)
        self.nodes, self.pending, self.sent, self.all_heard = nodes, None, set(), {}

    async def do(self, do, q, game):
        self.pending = (do, q, game)
        self.sent.add(self.pending)
        answer = await self.ask("do", do=do, q=q)
        self.pending = None
        if answer["t"] == "act":
            expect(answer["by"] == self.you and self.heard[answer["q"]][2] == answer["do"], answer)
            count["acknowledged"] += 1
        elif answer["t"] == "no": count["refused"] += 1; codes[answer["code"]] = codes.get(answer["code"], 0) + 1
        return answer

    async def act(self):
        asked = await self.good("ask")
        if not self.is_awaited() or not asked["actions"]: return None
        return await self.do(self.choose([action["do"] for action in asked["actions"]]), asked["q"], self.game_id)

    def _hear(self, message):
        super()._hear(message)
        q = message.get("q")
        if q in self.heard:  # an entry that is told twice, by two servers, is told the same
            heard = self.heard[q]
            expect(self.all_heard.setdefault(q, heard)[:2] == heard[:2], q, heard, self.all_heard[q])

    async def come(self):
        """To any server that is there; what waits for an answer is sent again."""
        while True:
            server = chance.choice(self.nodes.up())
            self.guest.server = self.server = server
            try:
                answer = await self.again()
                expect(answer["t"] in ("resumed", "joined"), answer)
                expect(self.q >= max(self.all_heard, default=0), f"told of {max(self.all_heard, default=0)}, and then of {self.q}")
                count["moves to another server"] += 1
                if self.pending:
                    count["unanswered"] += 1
                    await self.do(*self.pending)
                return
            except (OSError, EOFError, websockets.WebSocketException, Closed, asyncio.TimeoutError):
                if self.trouble: raise self.trouble
                await self.drop()
                await asyncio.sleep(0.05)

    async def play_on(self, is_host):
        while not self.nodes.over:
            try:
                await asyncio.wait_for(self.step(is_host), 3)  # a server that stands still says nothing
            except (Closed, asyncio.TimeoutError, Wrong) as error:
                if self.trouble: raise self.trouble
                if isinstance(error, Wrong):  # somebody else is the host by now, or somebody is not ready after all
                    if "not_host" not in str(error) and "not_ready" not in str(error): raise
                    await asyncio.sleep(0.05)
                    continue
                if isinstance(error, asyncio.TimeoutError) and self.server not in self.nodes.stopped and not self.closed and chance.randrange(3):
                    continue
                await self.drop()
                await self.come()


class Nodes:
    def __init__(self):
        self.servers, self.stopped, self.over, self.old = [], set(), False, []

    def up(self):
        return [server for server in self.servers if server not in self.stopped and server.process.poll() is None]

    async def start(self):
        server = await asyncio.to_thread(Server, data=url)
        self.servers.append(server)

    async def make_tables(self):
        self.tables = []
        for number, (people, settings) in enumerate(TABLES):
            lines = []
            for name in range(people):
                line = Player(Guest(self.servers[(number + name) % NODES], f"P{number}{name}"), self)
                await line.open()
                lines.append(line)
            code = lines[0].guest.table(**settings, fill="greedy")
            for line in lines:
                await line.join(code)
                if line is not lines[0]: await line.good("sit")
            self.tables.append(lines)

    def lines(self): return [line for lines in self.tables for line in lines]

    async def harm(self):
        """One of the servers comes to grief."""
        server = chance.choice(self.up())
        what = chance.randrange(3)
        if what == 0:
            count["kills"] += 1
            server.kill()
        elif what == 1:
            count["pauses"] += 1
            self.stopped.add(server)
            server.process.send_signal(signal.SIGSTOP)
            await asyncio.sleep(chance.random() * 7)
            server.process.send_signal(signal.SIGCONT)
            self.stopped.discard(server)
            return
        else:
            count["restarts"] += 1
            self.stopped.add(server)
            server.process.send_signal(signal.SIGTERM)
            status = await asyncio.to_thread(server.end)
            expect(status == 0, "it ended with", status, server.log()[-1000:])
        self.servers.remove(server)
        self.old.append(server)
        await self.start()

    async def race(self):
        """Three people at three servers wish something of one table at the same moment, again and again. Whatever is answered for is in the
        log, once each."""
        lines = [Player(Guest(server, f"R{number}"), self) for number, server in enumerate(self.servers)]
        for line in lines: await line.open()
        code = lines[0].guest.table(ruleset="official", seats=4, **FAST)
        for line in lines:
            await line.join(code)
            if line is not lines[0]: await line.good("sit")

        async def change(line):
            done = 0
            for turn in range(RACES):
                answer = await line.ask("ready", yes=turn % 2 == 0)
                expect(answer["t"] != "no", answer)
                done += 1
            return done
        done = await gather(*(change(line) for line in lines))
        entries = entries_of(code)
        for line, wished in zip(lines, done):
            found = [text.split()[0] for text in entries.values() if text.split()[0] in ("ready", "unready") and text.split()[1] == line.you]
            expect(found == ["ready", "unready"] * (wished // 2), f"{line.guest.name} was answered {wished} times, and the log has {len(found)}")
        for line in lines: await line.settled()
        expect(len({line.q for line in lines}) == 1 and lines[0].q == max(entries), [line.q for line in lines], max(entries))
        for line in lines:
            for q, heard in line.all_heard.items(): check_entry(q, entries[q], heard)
            await line.drop()

    def races(self):
        return sum(int(re.search(rb"^uno_races_total (\d+)", Guest(server).get("/metrics").body, re.M)[1]) for server in self.up())

    async def rounds(self):
        for number in range(ROUNDS):
            before = sum(len(line.all_heard) for line in self.lines())
            end = time.monotonic() + PATIENCE_S
            while sum(len(line.all_heard) for line in self.lines()) < before + 100:
                expect(time.monotonic() < end, "nothing goes on any more")
                await asyncio.sleep(0.02)
            await self.harm()
        await asyncio.sleep(2)
        self.over = True

    async def check(self):
        for lines in self.tables:
            for line in lines: await line.come()
            whole = [(await line.join(line.code)) for line in lines]
            expect(all(answer["t"] == "joined" for answer in whole), whole)
            entries = entries_of(lines[0].code)
            expect(list(entries) == list(range(1, len(entries) + 1)), "the log has gaps")
            for line in lines:
                for q, heard in line.all_heard.items():
                    expect(q in entries, f"{line.guest.name} was told of entry {q} {heard}, and it is lost")
                    check_entry(q, entries[q], heard)
                    count["told"] += 1
                mine = sum(text.startswith(f"act {line.you} self ") for text in entries.values())
                expect(mine <= len(line.sent), f"{line.guest.name} did {mine} things, and sent {len(line.sent)}")
            for line in lines: await line.drop()
        expect(not rows("SELECT trouble FROM tables WHERE state = 2 OR trouble <> ''"), "tables in quarantine")
        games = rows("SELECT id FROM results")
        for (game,) in games:
            record = lines[0].guest.get(f"/api/games/{int(game):016x}/record")
            expect(record.status == 200 and verify(record.body).returncode == 0, "a game is lost", record)
        count["games"] = len(games)
        ends = sum(text == "start" or text.startswith("start ") for lines in self.tables for text in entries_of(lines[0].code).values())
        expect(len(games) <= ends, "more results than games")

    async def check_ends(self):
        for server in self.servers:
            expect(server.stop() == 0, "it does not stop in order", server.log()[-1000:])
        for server in self.servers + self.old:
            # the database breaks with one that stood still in the middle of a transaction
            bad = [event for event in server.events() if event.get("level") == "error" and event["event"] != "storage_full"]
            expect(not bad, "the log says", bad)


async def main():
    nodes = Nodes()
    try:
        for _ in range(NODES): await nodes.start()

        async def play():
            await nodes.make_tables()
            await gather(nodes.rounds(), *(line.play_on(line is lines[0]) for lines in nodes.tables for line in lines))
        print("# seed", SEED)
        raced = await test("three servers race for the same places of a log", nodes.race())
        count["races lost"] = nodes.races()
        good = raced and await test("people at three servers play at the same tables, while servers come to grief", play())
        if good: await test("nothing that was told is lost, nothing is done twice, everybody saw the same", nodes.check())
        print("#", ", ".join(f"{number} {what}" for what, number in count.items()))
        print("# refused:", codes)
        if good: await test("the servers end in order, and complain of nothing", nodes.check_ends())
        check("enough has happened to say so", count["races lost"] > 0 and count["told"] > 100 * ROUNDS and count["acknowledged"] > 10 * ROUNDS and count["moves to another server"] > 0)
    finally:
        nodes.over = True
        for server in nodes.servers: server.process.kill()  # they would wait for the database
        postgres("end")


postgres("start")
run(main)

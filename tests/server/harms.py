"""harms.py -- what can come to grief while people play at several servers (field.py). A harm is a function of the field; where the servers have to be
started in a way of their own for it, so is its field."""
import glob, threading
from field import *
from database import Postgres


# ---- servers ----

async def kill(field):
    """kill -9 of a server."""
    server = field.chance.choice(field.up())
    count["kills"] += 1
    field.stopped.add(server)
    server.kill()
    await field.replace(server)


async def pause(field):
    """A server stands still, for longer than it is taken to live."""
    server = field.chance.choice(field.up())
    count["pauses"] += 1
    field.stopped.add(server)
    server.process.send_signal(signal.SIGSTOP)
    await asyncio.sleep(field.chance.random() * 7)
    server.process.send_signal(signal.SIGCONT)
    field.stopped.discard(server)


async def restart(field):
    """A server ends in order, another one comes."""
    server = field.chance.choice(field.up())
    count["restarts"] += 1
    field.stopped.add(server)
    server.process.send_signal(signal.SIGTERM)
    status = await asyncio.to_thread(server.end)
    expect(status == 0, "it ended with", status, server.log()[-1000:])
    await field.replace(server)


# ---- the database ----

async def crash(field):
    """PostgreSQL is killed with all its processes, and started again after a while; it finds its own way back."""
    count["crashes of the database"] += 1
    await asyncio.to_thread(field.postgres.kill)
    await asyncio.sleep(field.chance.random() * 2)
    await asyncio.to_thread(field.postgres.again)


class PairedField(Field):
    """A primary and a standby that every commit waits for; the servers know both, and take the one that can be written."""

    def __init__(self, postgres, chance):
        super().__init__(postgres, chance)
        self.standby = Postgres(standby_of=postgres)

    def address(self):
        return f"postgresql:///postgres?host={self.postgres.folder},{self.standby.folder}&user=postgres&target_session_attrs=read-write"


async def failover(field):
    """The primary is killed for good under load, the standby takes its place; then it gets a standby of its own."""
    count["failovers"] += 1
    await asyncio.to_thread(field.postgres.kill)
    await asyncio.to_thread(field.standby.promote)
    field.postgres, field.standby = field.standby, field.postgres
    await field.goes_on(50)
    await asyncio.to_thread(field.standby.follow, field.postgres)


# ---- what is between them ----

class Wire:
    """A socket that servers reach the database by; what goes over it can be cut off, or stand still. It is carried by a thread of its own, as
    tests may wait for a server without doing anything else."""

    def __init__(self, postgres):
        self.target = f"{postgres.folder}/.s.PGSQL.5432"
        self.folder = tempfile.mkdtemp(prefix="uno-wire-", dir=folder)
        self.ends, self.loop = set(), asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        asyncio.run_coroutine_threadsafe(self._start(), self.loop).result(PATIENCE_S)

    async def _start(self):
        self.open, self.answers = asyncio.Event(), asyncio.Event()
        self.open.set()
        self.answers.set()
        self.listener = await asyncio.start_unix_server(self._carry, f"{self.folder}/.s.PGSQL.5432")

    async def _carry(self, reader, writer):
        try:
            there, to = await asyncio.open_unix_connection(self.target)
        except OSError:
            return writer.transport.abort()
        self.ends |= {writer, to}
        await asyncio.gather(self._pipe(reader, to, self.open), self._pipe(there, writer, self.answers), return_exceptions=True)
        for end in (writer, to):
            self.ends.discard(end)
            end.transport.abort()

    async def _pipe(self, reader, writer, is_open):
        try:
            while data := await reader.read(65536):
                await is_open.wait()
                writer.write(data)
                await writer.drain()
        finally:
            writer.transport.abort()

    def hold(self, answers_only):
        """What the server says still arrives, perhaps, but it hears no answer."""
        self.loop.call_soon_threadsafe(self.answers.clear)
        if not answers_only: self.loop.call_soon_threadsafe(self.open.clear)

    def cut(self):
        """And from now on it carries again."""
        def do():
            for end in list(self.ends): end.transport.abort()
            self.open.set()
            self.answers.set()
        self.loop.call_soon_threadsafe(do)


class WiredField(Field):
    """Each server has a wire of its own to the database."""

    def __init__(self, postgres, chance):
        super().__init__(postgres, chance)
        self.wires = []

    async def start(self):
        self.wires.append(Wire(self.postgres))
        await super().start()

    def address(self): return f"postgresql:///postgres?host={self.wires[-1].folder}&user=postgres"


async def cut(field):
    """All connections of a server to the database break: at once, after they stood still, or after the answers alone were held back, so that what the
    server wrote is there and it does not know."""
    wire, kind = field.chance.choice(field.wires), field.chance.randrange(4)
    count["cuts"] += 1
    if kind: wire.hold(answers_only=kind > 1)
    if kind: await asyncio.sleep(field.chance.random() * (6 if kind == 1 else 0.5))
    wire.cut()


# ---- clocks ----

class FakeClockField(Field):
    """Each server has a clock of its own, hours apart from the others'."""

    def __init__(self, postgres, chance):
        super().__init__(postgres, chance)
        self.clocks = []
        found = glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1")
        expect(found, "Debian's package faketime is missing")
        self.library = found[0]

    def environment(self):
        self.clocks.append(f"{folder}/clock-{len(self.clocks)}")
        set_clock(self, self.clocks[-1])
        return preloaded(self.library, FAKETIME_TIMESTAMP_FILE=self.clocks[-1], FAKETIME_NO_CACHE="1", DONT_FAKE_MONOTONIC="1")

    def settings(self): return {"think_s": 600, "reserve_s": 0}

    def check_entries(self, entries):
        late = [text for text in entries.values() if re.match("act . clock (?!deal)", text)]  # the next deal always comes so
        expect(not late, "somebody who had ten minutes ran out of time:", late[:3])

    def options(self): return ("--no-sandbox",)  # the library reads its file again and again


def set_clock(field, path):
    with open(path + ".new", "w") as file: file.write(f"{field.chance.randrange(-86400, 86400):+d}\n")
    os.replace(path + ".new", path)


async def clock(field):
    """The clock of a server jumps by up to two days, forwards or back."""
    count["jumps of a clock"] += 1
    set_clock(field, field.chance.choice(field.clocks))


HARMS = {"kill": (kill, Field), "pause": (pause, Field), "restart": (restart, Field), "crash": (crash, Field), "failover": (failover, PairedField),
         "cut": (cut, WiredField), "clock": (clock, FakeClockField)}

"""lib.py -- for the tests of the running server: the real program on a free port with a database
of its own, and clients that fold what they hear as docs/protocol.md says and doubt all of it.

A Server is the process, a Guest a person with a session, a Line one WebSocket of theirs. A line
notes everything it is told of its table in `heard`, complains about a gap or a repetition, and
checks its view whenever the server shows it whole."""
import asyncio, atexit, hashlib, http.client, json, os, random, re, shutil, signal, sqlite3, ssl, subprocess, sys, tempfile, threading, time
import websockets

UNO = os.path.realpath(os.environ.get("UNO", "build/uno"))
PATIENCE_S = 120  # before a test gives up: never what is measured

# ---- telling ----

failures = 0


def check(name, good, more=""):
    global failures
    failures += not good
    print(("ok " if good else "not ok ") + name, f"# {more}" if more != "" and not good else "", flush=True)
    return good


class Wrong(Exception):
    """The server did what it must not."""


def expect(good, *more):
    if not good: raise Wrong(" ".join(str(part) for part in more) or "that was not expected")


async def test(name, deed):
    """One test: a coroutine that fails by an exception."""
    try:
        await asyncio.wait_for(deed, 4 * PATIENCE_S)
        return check(name, True)
    except Exception as error:
        where = error.__traceback__
        while where.tb_next and where.tb_next.tb_frame.f_code.co_filename.startswith(os.path.dirname(__file__)):
            where = where.tb_next
        return check(name, False, f"{os.path.basename(where.tb_frame.f_code.co_filename)}:{where.tb_lineno} "
                                  f"{type(error).__name__}: {error}"[:2000])


def finish():
    sys.exit(failures > 0)


def run(main):
    """Runs the tests and leaves; nothing that was started is left behind."""
    async def until_the_end():
        try:
            await main()
        finally:  # a thread that waits for a server to say something would keep the loop from closing
            for server in list(running): server.process.kill()
    asyncio.run(until_the_end())
    finish()


# ---- the server ----

folder = tempfile.mkdtemp(prefix="uno-server-")
running = []


@atexit.register
def leave_nothing():
    for server in list(running): server.kill()
    if os.environ.get("KEEP"): print("# kept", folder)
    else: shutil.rmtree(folder, ignore_errors=True)


class Server:
    """`uno serve`. With a `data` that is there already it goes on where that was."""

    count = 0

    def __init__(self, *options, data=None, limited=False, prepare=None, wait=True, tls=False, env=None):
        Server.count += 1
        self.data = data or f"{folder}/{Server.count}.db"
        self.log_path = f"{folder}/{Server.count}.log"
        self.tls = tls
        command = [UNO, "serve", "--data", self.data, "--port", "0", "--listen", "127.0.0.1", *options]
        if not limited: command.append("--unlimited")
        with open(self.log_path, "wb") as log:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log,
                                            preexec_fn=prepare, restore_signals=False, env={**os.environ, **(env or {})})
        running.append(self)
        self.port = None
        if wait: self.await_ready()

    def await_ready(self):
        for line in self.process.stdout:
            found = re.match(rb"Open https?://127\.0\.0\.1:(\d+)", line)
            if found: self.port = int(found[1])
            if line.startswith(b"Ctrl-C"): break
        expect(self.port, "the server did not start:", self.log()[-2000:])

    def end(self):
        """Waits for its end; gives its status."""
        status = self.process.wait(PATIENCE_S)
        self.process.stdout.close()
        if self in running: running.remove(self)
        return status

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.end()

    def kill(self):
        self.process.kill()
        return self.end()

    def log(self):
        with open(self.log_path, errors="replace") as log: return log.read()

    def events(self, name=None):
        """The lines of its log, all of which are JSON."""
        lines = [json.loads(line) for line in self.log().splitlines()]
        return [line for line in lines if name is None or line.get("event") == name]

    def admin(self, *words):
        return subprocess.run([UNO, "admin", "--data", self.data, *words], capture_output=True, text=True,
                              timeout=PATIENCE_S)

    def rows(self, query, *values):
        """What the database has."""
        base = sqlite3.connect(f"file:{self.data}?mode=ro", uri=True, timeout=PATIENCE_S)
        try:
            return base.execute(query, values).fetchall()
        finally:
            base.close()

    def entries(self, code):
        """The log of a table: {seq: text}."""
        return dict(self.rows("SELECT seq, text FROM log JOIN tables ON id = table_id WHERE code = ? ORDER BY seq", code))

    def connection(self):
        if not self.tls: return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        return http.client.HTTPSConnection("127.0.0.1", self.port, timeout=PATIENCE_S, context=trusting())


def preloaded(library, **more):
    """The environment of a server that loads this first, where ASan must not mind."""
    options = ":".join(filter(None, (os.environ.get("ASAN_OPTIONS"), "verify_asan_link_order=0")))
    return {"LD_PRELOAD": library, "ASAN_OPTIONS": options, **more}


def trusting():
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def check_good_end(name, server):
    """It stops when it is told to, with everything written, and has logged nothing but JSON and nothing bad."""
    status = server.stop()
    try:
        bad = [event for event in server.events() if event.get("level") == "error"]
    except ValueError:
        bad = server.log()[-3000:]
    return check(name + ": it stops in order", status == 0 and not bad, f"status {status} {bad}")


# ---- people ----

class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self): return json.loads(self.body)

    @property
    def error(self): return self.json.get("error")

    def __repr__(self): return f"{self.status} {self.body[:300]!r}"


class Guest:
    """Somebody with a session; `name` None: somebody without."""

    def __init__(self, server, name=None):
        self.server, self.cookie, self.id, self.name = server, None, None, name
        if name is not None:
            answer = self.post("/api/guest", name=name)
            expect(answer.status == 201, answer)
            self.id = answer.json["user"]["id"]

    def ask(self, method, path, body=None, headers=None):
        connection = self.server.connection()
        headers = dict(headers or {})
        if self.cookie: headers.setdefault("Cookie", self.cookie)
        if isinstance(body, (dict, list)): body = json.dumps(body)
        if isinstance(body, str): body = body.encode()
        try:
            connection.request(method, path, body=body, headers=headers)
            response = connection.getresponse()
            answer = Answer(response.status, response.headers, response.read())
        finally:
            connection.close()
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            self.cookie = cookie.split(";")[0]
            if self.cookie.endswith("="): self.cookie = None
        return answer

    def get(self, path): return self.ask("GET", path)

    def post(self, path, **body): return self.ask("POST", path, body)

    def table(self, **settings):
        """A new table; its code."""
        answer = self.post("/api/tables", **settings)
        expect(answer.status == 201, answer)
        return answer.json["code"]

    async def line(self, code=None):
        line = Line(self)
        await line.open()
        if code: await line.join(code)
        return line


class Account(Guest):
    """Somebody with a password."""

    def __init__(self, server, name):
        super().__init__(server, name)
        answer = self.post("/api/claim", name=name, password="password of " + name)
        expect(answer.status == 200, answer)


# ---- what is seen ----

def apply_change(view, change, order):
    """docs/protocol.md, "An action"."""
    for name, new in change.items():
        old = view.get(name)
        if not isinstance(new, dict): view[name] = new
        elif name == "players":
            for seat in new: apply_change(old[ord(seat) - 65], new[seat], order)
        elif not isinstance(old, list): apply_change(old, new, order)
        else:
            for card in new.get("-", []): old.remove(card)
            old.extend(new.get("+", []))
            old.sort(key=order.__getitem__)


class Closed(Exception):
    def __init__(self, code, reason=""):
        super().__init__(f"closed with {code} {reason}")
        self.code = code


def commit_of(seed):
    return hashlib.blake2b(b"uno seat seed 1" + seed, digest_size=32).hexdigest()


class Line:
    """One WebSocket at a table."""

    def __init__(self, guest, code=None):
        self.guest, self.server = guest, guest.server
        self.socket = self.reader = None
        self.code = code       # of the table
        self.q = 0             # the last number heard
        self.you = self.table = self.view = self.rules = self.over = self.game_id = self.here = None
        self.chat = []
        self.lobby = None
        self.messages = []     # that are of no kind below
        self.heard = {}        # q -> (t, by, do, how, game): all that was told of the table's log
        self.catching_up = self.joining = False
        self.closed = None     # the close code
        self.trouble = None    # what the server did wrong
        self.answers, self.asked = {}, 0
        self.waiters = []
        self.chance = random.Random(guest.name)
        self.seeds = {}        # commitment -> seed
        self.reveals = True    # when the table is sealed

    # -- coming and going --

    async def open(self, origin=None, **more):
        url = f"{'wss' if self.server.tls else 'ws'}://127.0.0.1:{self.server.port}/ws"
        if self.server.tls: more["ssl"] = trusting()
        headers = {"Cookie": self.guest.cookie} if self.guest.cookie else {}
        self.closed = None
        self.socket = await websockets.connect(url, subprotocols=["uno.1"], extra_headers=headers, origin=origin,
                                               max_size=None, max_queue=None, compression=None, ping_interval=None,
                                               close_timeout=PATIENCE_S, open_timeout=PATIENCE_S, **more)
        self.hello = asyncio.get_running_loop().create_future()
        self.reader = asyncio.create_task(self._read(self.socket))
        await asyncio.wait_for(asyncio.shield(self.hello), PATIENCE_S)

    async def _read(self, socket):
        try:
            async for frame in socket:
                for text in frame.split("\n"): self._hear(json.loads(text))
                self._wake()
            self.closed = socket.close_code or 1006
        except websockets.ConnectionClosed:
            self.closed = socket.close_code or 1006
        except Exception as error:
            self.trouble = self.trouble or Wrong(f"{type(error).__name__}: {error} in {text[:500] if frame else ''}")
            self.closed = 1006
        for answer in self.answers.values():
            if not answer.done(): answer.set_exception(self.trouble or Closed(self.closed, socket.close_reason))
            if not answer.cancelled(): answer.exception()  # nobody need ask for it
        self.answers.clear()
        if not self.hello.done(): self.hello.set_exception(Closed(self.closed, socket.close_reason))
        self._wake()

    def _wake(self):
        waiters, self.waiters = self.waiters, []
        for waiter in waiters:
            if not waiter.done(): waiter.set_result(None)

    async def drop(self):
        """The connection breaks, without goodbye."""
        if self.socket and self.socket.transport: self.socket.transport.abort()
        if self.reader: await self.reader

    async def close(self):
        await self.socket.close()
        await self.reader

    # -- asking --

    def check(self):
        if self.trouble: raise self.trouble
        if self.closed: raise Closed(self.closed, self.socket.close_reason)

    async def send(self, message):
        await self.socket.send(message if isinstance(message, (str, bytes)) else json.dumps(message))

    async def ask(self, t, **message):
        """Sends it with an id; gives the answer that carries the same."""
        self.check()
        self.asked += 1
        number = self.asked
        answer = self.answers[number] = asyncio.get_running_loop().create_future()
        try:
            await self.send({"t": t, "id": number, **message})
        except websockets.ConnectionClosed:
            await self.reader
        return await asyncio.wait_for(answer, PATIENCE_S)

    async def good(self, t, **message):
        answer = await self.ask(t, **message)
        expect(answer["t"] != "no", t, message, answer)
        return answer

    async def refused(self, why, t, **message):
        answer = await self.ask(t, **message)
        expect(answer["t"] == "no" and answer["code"] == why and answer["message"], t, message, answer, "not", why)
        return answer

    async def join(self, code=None, since=None):
        code = code or self.code
        self.catching_up, self.joining = since is not None, True
        if code != self.code: self.heard, self.q, self.game_id = {}, 0, None
        message = {} if since is None else {"since": since}
        try:
            answer = await self.ask("join", code=code, **message)
        finally:
            self.catching_up = self.joining = False
        if answer["t"] != "no": self.code = code
        return answer

    async def again(self):
        """A new connection that takes up where the last one was."""
        await self.open()
        return await self.join(self.code, self.q if self.game_id else None)

    async def until(self, is_so, what=""):
        try:
            end = time.monotonic() + PATIENCE_S
            while not is_so():
                self.check()
                waiter = asyncio.get_running_loop().create_future()
                self.waiters.append(waiter)
                await asyncio.wait_for(waiter, max(0.01, end - time.monotonic()))
        except asyncio.TimeoutError:
            raise Wrong(f"waited in vain for {what or is_so}: q {self.q}, {self.table and self.table['stage']}, "
                        f"you {self.you}, awaited {self.view and self.view['awaited']}, over {self.over}") from None

    async def settled(self):
        """Everything that was on its way has been heard."""
        await self.good("ping")

    async def until_closed(self):
        await asyncio.wait_for(asyncio.shield(self.reader), PATIENCE_S)
        if self.trouble: raise self.trouble
        return self.closed

    # -- hearing --

    def _hear(self, message):
        kind = message["t"]
        hear = getattr(self, "_hear_" + kind, None)
        if hear: hear(message)
        elif kind not in ("ok", "no", "held", "actions"): self.messages.append(message)
        answer = self.answers.pop(message.get("id"), None)
        if answer and not answer.done(): answer.set_result(message)

    def _hear_hello(self, message):
        expect(message["protocol"] == "uno.1" and message["user"]["id"] == self.guest.id, message)
        self.hello.set_result(message)

    def _count(self, message):
        q = message["q"]
        if self.catching_up: expect(q > self.q, f"told of {q} after {self.q}")
        else: expect(q == self.q + 1, f"told of {q} after {self.q}: {str(message)[:300]}")
        self.q = q
        self.heard[q] = (message["t"], message.get("by"), message.get("do"), message.get("how"), self.game_id)

    def _hear_act(self, message):
        self._count(message)
        apply_change(self.view, message["v"], self.order)
        expect(isinstance(message["e"], list), message)
        if "over" in message: self.over = message["over"]
        if "do" in message: expect(message["by"] == self.you, message)

    def _hear_start(self, message):
        self.game_id = message["game"]["id"]
        self._count(message)
        self.table, self.you, self.over = message["table"], message["you"], None
        self.view = message["game"]["view"]
        self._check_view()

    def _hear_table(self, message):
        self._count(message)
        self.table = message["table"]
        mine = [seat["seat"] for seat in self.table["seats"] if seat.get("user") == self.guest.id]
        self.you = mine[0] if mine else None
        if "rules" in message: self._take_rules(message["rules"])
        if "over" in message: self.over = message["over"]
        if "game" in message: self.view = self.game_id = self.over = None
        self._reveal()

    def _take_rules(self, rules):
        self.rules = rules
        self.order = {card: place for place, card in enumerate(rules["cards"])}

    def _hear_joined(self, message):
        q, game = message["q"], message["game"]
        same = self.code == message["table"]["code"] and game and game["id"] == self.game_id and self.you == message["you"]
        if self.code and not self.joining: expect(q == self.q + 1, f"joined at {q} after {self.q}")
        if same and q == self.q: expect(self.view == game["view"], "the view came out otherwise:", self.differences(game["view"]))
        if not self.joining: self.heard[q] = ("joined", None, None, None, self.game_id)
        self.code, self.q, self.you, self.table = message["table"]["code"], q, message["you"], message["table"]
        self.here, self.chat = message["here"], message["chat"]
        self._take_rules(message["rules"])
        self.view, self.game_id = (game["view"], game["id"]) if game else (None, None)
        self.over = game.get("over") if game else None
        self._check_view()
        self._reveal()

    def differences(self, view):
        return {name: (self.view.get(name), view[name]) for name in view if self.view.get(name) != view[name]}

    def _check_view(self):
        """A spectator sees no hand, a player their own."""
        if not self.view: return
        seat = self.view["seat"]
        if seat is None: expect(self.view["hand"] == [] and self.view["choice"] is None, self.view)
        else: expect(seat == self.you, "the view of", seat, "for", self.you)

    def _hear_resumed(self, message):
        expect(message["q"] >= self.q, message["q"], "after", self.q)
        self.q, self.you, self.table, self.here = message["q"], message["you"], message["table"], message["here"]
        self.over = message.get("over")
        self._reveal()

    def _hear_here(self, message): self.here = message["seats"]

    def _hear_chat(self, message): self.chat.append(message)

    def _hear_lobby(self, message): self.lobby = message["tables"]

    def _hear_closed(self, message):
        self.messages.append(message)
        self.code = None

    # -- playing --

    def is_awaited(self):
        return bool(self.view) and self.over is None and self.you is not None and self.you in self.view["awaited"]

    @property
    def is_playing(self): return self.table["stage"] == "playing" and self.over is None

    def seat(self, letter): return self.table["seats"][ord(letter) - 65]

    async def ready(self):
        """Ready for a game, with a part of its chance."""
        seed = bytes(self.chance.randrange(256) for _ in range(32))
        self.seeds[commit_of(seed)] = seed.hex()
        await self.good("ready", commit=commit_of(seed))
        return seed.hex()

    def _reveal(self):
        """The table is sealed: the seed is shown, by itself."""
        mine = self.table["seats"][ord(self.you) - 65] if self.you else {}
        if not self.table.get("sealed") or not self.reveals or mine.get("revealed") or mine.get("commit") not in self.seeds: return
        asyncio.ensure_future(self._send_quietly({"t": "reveal", "seed": self.seeds[mine["commit"]]}))

    async def _send_quietly(self, message):
        try:
            await self.send(message)
        except websockets.ConnectionClosed:
            pass

    def choose(self, actions):
        """Something at random, rather a card than a draw, so that games come to an end."""
        cards = [action for action in actions if action not in ("draw", "pass", "accept", "keep")]
        return self.chance.choice(cards if cards and self.chance.randrange(8) else actions)

    async def act(self):
        """One action, if the table waits for one; the answer, or None."""
        asked = await self.ask("ask")
        if asked["t"] == "no" and asked["code"] == "storage_full": return await asyncio.sleep(0.05)
        expect(asked["t"] == "actions", asked)
        actions = [action["do"] for action in asked["actions"]]
        if not actions or not self.is_awaited(): return None
        answer = await self.ask("do", do=self.choose(actions), q=asked["q"])
        moved_on = self.q > asked["q"] or self.over is not None  # somebody else was faster
        expect(answer["t"] != "no" or moved_on or answer["code"] in ("paused", "storage_full"), actions, answer)
        return answer

    async def play(self, most=None):
        """Until the game is over, or `most` actions are done."""
        done = 0
        while self.over is None and (most is None or done < most):
            self.check()
            await self.until(lambda: self.is_awaited() or self.over is not None, "a turn")
            before = self.q
            if self.over is not None: break
            answer = await self.act()
            if answer and answer["t"] == "act": done += 1
            elif answer and answer["t"] == "held" or self.q == before and not self.is_awaited():
                await self.until(lambda: self.q > before or self.over is not None, "what was held")
        return done


    async def step(self, is_host=False):
        """Whatever is to be done next, game after game."""
        before = self.q
        if not self.is_playing:
            people = [seat for seat in self.table["seats"] if seat["kind"] == "person"]
            if self.table.get("sealed"): await self.until(lambda: self.q > before, "the deal")
            elif not self.seat(self.you)["ready"]: await self.ready()
            elif is_host and all(seat["ready"] for seat in people): await self.good("start")
            else: await self.until(lambda: self.q > before, "the others")
        elif self.is_awaited():
            answer = await self.act()
            if answer and answer["t"] == "held": await self.until(lambda: self.q > before, "what is held")
        else: await self.until(lambda: self.q > before, "the others")


class Program:
    """A program that plays over /api/bot, and loses its stream now and then."""

    def __init__(self, server, token):
        self.server, self.headers = server, {"Authorization": "Bearer " + token}
        self.chance = random.Random(1)
        self.acts = self.streams = 0

    async def open(self):
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.server.port, limit=2**20)
        self.writer.write(f"GET /api/bot/stream HTTP/1.0\r\nHost: x\r\nAuthorization: {self.headers['Authorization']}\r\n\r\n".encode())
        head = await self.reader.readuntil(b"\r\n\r\n")
        expect(b" 200 " in head, head)
        self.streams += 1
        expect((await self.next())["type"] == "hello")

    async def next(self):
        line = await asyncio.wait_for(self.reader.readline(), PATIENCE_S)
        return json.loads(line) if line else None

    async def post(self, what, **body):
        return await asyncio.to_thread(Guest(self.server).ask, "POST", "/api/bot/" + what, body, self.headers)

    async def play(self):
        """Until the end of the game; gives it."""
        while True:
            message = await self.next()
            expect(message, "the stream ended")
            if message["type"] == "end": return message
            if message["type"] != "act" or not message["awaited"]: continue
            expect(message["view"]["seat"] in message["view"]["awaited"] and message["actions"], message)
            answer = await self.post("do", table=message["table"], action=self.chance.choice(message["actions"]), q=message["q"])
            if answer.status == 409: continue  # somebody was faster: what is to be done now has been told, or will be
            expect(answer.status == 200, answer)
            again = await self.post("do", table=message["table"], action="draw", q=message["q"])
            expect(again.status == 409 and again.error in ("stale", "not_playing"), again)
            self.acts += 1
            if self.acts % 4 == 0:
                self.writer.transport.abort()
                await self.open()


class Control:
    """A table where people and bots play on and on, whatever happens beside it."""

    async def open(self, server, pause_s=0, people=2, **settings):
        self.lines = await seat_people(server, [f"Control {i}" for i in range(people)],
                                       {"seats": people + 1, "options": {"cards_dealt": 4, "target": 0}, "fill": "greedy",
                                        **FAST, **settings})
        self.tasks = [asyncio.create_task(self._play(line, pause_s)) for line in self.lines]
        return self

    async def _play(self, line, pause_s):
        while True:
            await line.step(line is self.lines[0])
            await asyncio.sleep(pause_s)

    async def goes_on(self):
        """It has moved on since, and nobody missed anything."""
        try:
            for line in self.lines:
                before = line.q
                await line.until(lambda: line.q > before + 3, "the control game")
        finally:
            bad = [task.exception() for task in self.tasks if task.done() and task.exception()]
            expect(not bad, *(f"{type(error).__name__}: {error};" for error in bad))

    async def close(self):
        await cancel(self.tasks)
        for line in self.lines: await line.drop()


class ControlBeside:
    """A Control in a thread of its own: it goes on while a test asks one request after the other, however long the machine takes for them."""

    async def open(self, *server, **settings):
        self.loop, self.control = asyncio.new_event_loop(), Control()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        await self._do(self.control.open(*server, **settings))
        self.code = self.control.lines[0].code
        return self

    async def _do(self, deed): return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(deed, self.loop))

    async def goes_on(self): await self._do(self.control.goes_on())

    async def close(self):
        await self._do(self.control.close())
        self.loop.call_soon_threadsafe(self.loop.stop)


async def cancel(tasks):
    """They are told until they hear it: a wait that ends in the same moment keeps it to itself."""
    while any(not task.done() for task in tasks):
        for task in tasks: task.cancel()
        await asyncio.wait(tasks, timeout=0.05)
    for task in tasks:
        if not task.cancelled(): task.exception()  # nobody need ask for it


async def gather(*deeds):
    """All of them at once; the first trouble counts."""
    tasks = [asyncio.ensure_future(deed) for deed in deeds]
    try:
        return await asyncio.gather(*tasks)
    finally:
        await cancel(tasks)


async def seat_people(server, names, host_settings, code=None):
    """A new table with these people at it, all connected; their lines, the host first."""
    people = [Guest(server, name) for name in names]
    code = people[0].table(**host_settings)
    lines = [await guest.line(code) for guest in people]
    for line in lines[1:]: await line.good("sit")
    return lines


async def open_tables(tables, player):
    """For each (people, settings) a table with so many people at it and bots in the other seats; player(table, person) is a line of theirs."""
    opened = []
    for number, (people, settings) in enumerate(tables):
        lines = [player(number, person) for person in range(people)]
        for line in lines: await line.open()
        code = lines[0].guest.table(**settings, fill="greedy")
        for line in lines:
            await line.join(code)
            if line is not lines[0]: await line.good("sit")
        opened.append(lines)
    return opened


def check_entry(q, entry, heard):
    """An entry of the log is what somebody was told of it."""
    kind, by, do, how, _ = heard
    word = entry.split()[0]
    expect((kind == "act") == (word == "act") and (kind == "start") == (word == "start"), q, heard, entry)
    if kind != "act": return
    wanted = f"act {by} {how or 'self'} {do or ''}"
    expect(entry.startswith(wanted.strip()) and (not do or (entry + " ").startswith(wanted + " ")), q, heard, entry)


def check_told(server, lines):
    """Everybody heard every entry of the log from their coming on, and the same."""
    entries = server.entries(lines[0].code)
    expect(list(entries) == list(range(1, len(entries) + 1)), "the log has gaps")
    for line in lines:
        for q, heard in line.heard.items(): check_entry(q, entries[q], heard)
        first = min(line.heard)
        expect(sorted(line.heard) == list(range(first, line.q + 1)), line.guest.name, "missed something")


FAST = {"pace_ms": 0, "window_ms": 0, "jump_ms": 0, "think_s": 0}


async def start(lines):
    """Everybody is ready, the host starts; the seeds by seat's user."""
    seeds = {line.guest.id: await line.ready() for line in lines}
    host = lines[0]  # at a server of its own it hears of the others a moment later
    await host.until(lambda: all(seat["ready"] for seat in host.table["seats"] if seat["kind"] == "person"), "everybody to be ready")
    await host.good("start")
    for line in lines: await line.until(lambda line=line: line.is_playing, "the start")
    return seeds


async def play_some(lines, entries):
    """So many entries of the log; then everybody stops where they are."""
    before = lines[0].q
    tasks = [asyncio.create_task(line.play()) for line in lines]
    await lines[0].until(lambda: lines[0].q >= before + entries or lines[0].over is not None, "some play")
    await cancel(tasks)
    for line in lines: await line.settled()


def verify(text):
    """`uno verify` of a record."""
    return subprocess.run([UNO, "verify", "-"], input=text, capture_output=True, timeout=PATIENCE_S)

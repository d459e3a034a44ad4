#!/usr/bin/env python3
"""abuse.py -- everything a person with bad manners, a broken client or a stranger on the network may try. It is
refused with what docs/protocol.md and docs/api.md say, and a game beside it goes on as if nothing had been."""
import base64, socket, struct
from lib import *

NAUGHTY = [
    "", " ", "undefined", "null", "NaN", "true", "0", "-1", "1e309", "0x0", "\\", "\\\\", "'", '"', "''", '"\'"\'', "`id`",
    "$(touch /tmp/uno-was-here)", "; rm -rf /", "../../../../etc/passwd", "%00", "%s%s%s%s%n", "{{7*7}}", "${7*7}",
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "javascript:alert(1)", "]]>", "<!--",
    "'; DROP TABLE users; --", "1 OR 1=1", "Robert'); DELETE FROM log;--", "CON", "NUL", "[ruleset]", "a=b", "A\nB",
    "A\r\nSet-Cookie: uno=1", "\t", "\u0000", "A\u0000B", "\u0007\u001b[31mred", "\u007f", "\u0085", "\u00ad", "\u200b", "A\u200bB",
    "\u202eevil\u202c", "\u2066x\u2069", "\ufeff", "\ufffd", "\ufffe", "\ud800", "\udfff\ud800", "\U000e0001\U000e0041", "\ue000", "\u2800",
    "\u0301", "a" + "\u0301" * 50, "Z\u0351\u036b\u0343\u036a\u0342\u036b\u033d\u034f\u0334\u0319", "ﷺ" * 20, "Ω≈ç√∫˜µ≤≥÷", "田中さん", "ﾊﾝｶｸ",
    "الكل", "שלום", "Ａｄａ", "ＡＤＡ", "𝕬𝖉𝖆", "👩‍👩‍👧‍👦", "🏳️‍🌈", "👍🏿", "🇩🇪", "é", "e\u0301", "ß", "ﬀ", "İstanbul", "ı",
    "x" * 20, "x" * 21, "x" * 47, "x" * 48, "x" * 200, "x" * 201, "x" * 4000, "😀" * 20, "😀" * 21,
]


# ---- raw connections ----

class Raw:
    """Bytes on a connection, as one likes."""

    def __init__(self, server, buffer=None):
        self.socket = socket.socket()
        if buffer: self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self.socket.connect(("127.0.0.1", server.port))
        self.socket.setblocking(False)

    async def send(self, data):
        if isinstance(data, str): data = data.encode()
        await asyncio.wait_for(asyncio.get_running_loop().sock_sendall(self.socket, data), PATIENCE_S)

    async def read(self, enough=lambda data: False):
        """What comes until the other side closes, or it is enough."""
        data = b""
        try:
            while not enough(data):
                piece = await asyncio.wait_for(asyncio.get_running_loop().sock_recv(self.socket, 65536), PATIENCE_S)
                if not piece: break
                data += piece
        except (ConnectionError, BrokenPipeError):
            pass
        return data

    async def upgrade(self, guest, headers="Sec-WebSocket-Protocol: uno.1\r\n"):
        key = base64.b64encode(os.urandom(16)).decode()
        await self.send(f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
                        f"Sec-WebSocket-Version: 13\r\nCookie: {guest.cookie}\r\n{headers}\r\n")
        answer = await self.read(lambda data: b"\r\n\r\n" in data)
        expect(b" 101 " in answer, answer)

    async def closed_with(self):
        """The code of the last frame, if it says goodbye; None: it was simply cut."""
        data = await self.read()
        at, code = data.find(b"\x88"), None
        while at >= 0:
            length = data[at + 1] if at + 1 < len(data) else 0
            if 2 <= length <= 125 and at + 2 + length == len(data): code = struct.unpack(">H", data[at + 2:at + 4])[0]
            at = data.find(b"\x88", at + 1)
        return code

    def close(self): self.socket.close()


def frame(payload, opcode=1, final=True, masked=True, length=None):
    """A frame of a WebSocket; `length`: what it says of itself."""
    size = len(payload) if length is None else length
    head = bytes([(0x80 if final else 0) | opcode])
    bit = 0x80 if masked else 0
    if size < 126: head += bytes([bit | size])
    elif size < 65536: head += bytes([bit | 126]) + struct.pack(">H", size)
    else: head += bytes([bit | 127]) + struct.pack(">Q", size)
    return head + (b"\0\0\0\0" if masked else b"") + payload


# ---- at a table ----

async def wrong_seat(server):
    ada, ben = await seat_people(server, ["Ada W", "Ben W"], {"seats": 2, "options": {"target": 0}, **FAST})
    eve = await Guest(server, "Eve W").line(ada.code)
    await eve.refused("seat_taken", "sit", seat="A")
    await eve.refused("full", "sit")
    for seat in ("K", "b", "AB", "", "\u0000", 1, -1, {}, [], True): await eve.refused("bad_message", "sit", seat=seat)
    await eve.refused("no_such_seat", "sit", seat="C")
    await eve.refused("not_seated", "ready")
    await ben.refused("seated_already", "sit")
    for deed, more in (("start", {}), ("bot", {"seat": "A"}), ("clear", {"seat": "A"}), ("host", {"seat": "B"}), ("close", {}),
                       ("set", {"title": "Mine"})):
        await ben.refused("not_host", deed, **more)
        await eve.refused("not_host", deed, **more)
    await start([ada, ben])
    await eve.refused("not_seated", "do", do="draw", q=ada.q)
    await eve.refused("not_seated", "vote", what="end")
    await eve.refused("not_host", "pause")
    other = ben if ada.is_awaited() else ada
    before = ada.q
    answer = await other.refused("not_your_turn", "do", do="draw", q=other.q)
    expect(answer["rules"] == ["O24", "U6", "V12"] and answer["message"].endswith(" [O24 U6 V12]"), answer)
    await other.refused("not_gathering", "ready")
    await ada.refused("not_gathering", "set", seats=3)
    await ada.refused("not_gathering", "set", options={"target": 100})
    for line in (ada, ben, eve): await line.settled()
    expect(ada.q == ben.q == eve.q == before, "something was done")


async def wrong_table(server):
    eve = await Guest(server, "Eve T").line()
    for t in ("do", "leave", "sit", "stand", "back", "wait", "ready", "bot", "clear", "host", "set", "start", "pause", "resume",
              "vote", "close", "chat", "ask"):
        await eve.refused("not_joined", t, do="draw", q=1, text="hello")
    for code in ("AAAAAAAA", "", "A" * 500, "K7QD2M4P'--", None, 7, "../..", "%00", "\u0000"):
        await eve.refused("no_such_table", "join", code=code)
    for since in (-1, 1e300, "1", None, 1.5, 10**15):
        code = Guest(server, "Host T").table(**FAST)
        expect((await eve.join(code, since=since))["t"] == "joined")


async def replayed(server):
    """Twice, late, out of order and from the future: once is done, and once only."""
    ada, ben = await seat_people(server, ["Ada R", "Ben R"], {"seats": 2, "options": {"target": 0}, **FAST})
    await start([ada, ben])
    for _ in range(12):
        mover, other = (ada, ben) if ada.is_awaited() else (ben, ada)
        asked = await mover.good("ask")
        q, do = asked["q"], mover.choose([action["do"] for action in asked["actions"]])
        await mover.refused("stale", "do", do=do, q=q + 1000)
        message = json.dumps({"t": "do", "do": do, "q": q, "id": "x"})
        for _ in range(3): await mover.send(message)
        await mover.settled()
        await other.until(lambda: other.q >= mover.q)
        if mover.over: break
        mine = [at for at, heard in mover.heard.items() if at > q and heard[1] == mover.you]
        expect(len(mine) == 1, "the same action", len(mine), "times")
        await mover.refused("stale", "do", do=do, q=q)
    await check_both(ada, ben)


async def check_both(*lines):
    for line in lines:
        await line.settled()
        line.check()


async def origins(server):
    guest = Guest(server, "Olga")
    for origin in ("http://evil.example", "null", f"http://127.0.0.1.evil.example:{server.port}", "https://127.0.0.1:1"):
        try:
            await Line(guest).open(origin=origin)
            raise Wrong("a WebSocket for " + origin)
        except websockets.InvalidStatusCode as refusal:
            expect(refusal.status_code == 403, refusal)
        answer = guest.ask("POST", "/api/tables", {}, {"Origin": origin})
        expect(answer.status == 403 and answer.error == "foreign", answer)
    line = Line(guest)
    await line.open(origin=f"http://127.0.0.1:{server.port}")
    await line.close()
    expect(guest.ask("POST", "/api/tables", {}, {"Origin": f"http://127.0.0.1:{server.port}"}).status == 201)
    for method, path in (("PUT", "/api/clubs/0000000000000001/rulesets/x"), ("DELETE", "/api/bots/0000000000000001")):
        expect(guest.ask(method, path, {}, {"Origin": "http://evil.example"}).status == 403)


async def handshakes(server):
    guest, url = Guest(server, "Hans"), f"ws://127.0.0.1:{server.port}"

    async def refusal(path="/ws", protocols=("uno.1",), cookie=guest.cookie):
        try:
            await websockets.connect(url + path, subprotocols=protocols or None, extra_headers={"Cookie": cookie}, close_timeout=5)
        except websockets.InvalidStatusCode as refused:
            return refused.status_code
        raise Wrong("it was taken", path, protocols, cookie)

    expect(await refusal(protocols=None) == 400 and await refusal(protocols=["chat"]) == 400, "a protocol that is not ours")
    expect(await refusal(path="/") == 404 and await refusal(path="/api/me") == 404, "a path that is none")
    for cookie in ("", "uno=", "uno=" + "0" * 64, "uno=" + "f" * 3000, guest.cookie + "0", guest.cookie[:-1], "other=1"):
        expect(await refusal(cookie=cookie) == 401, cookie)
    for text in ("Sec-WebSocket-Version: 8", "Sec-WebSocket-Key: short"):  # a broken handshake of the old days
        raw = Raw(server)
        await raw.send(f"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{text}\r\nCookie: {guest.cookie}\r\n\r\n")
        expect(b" 101 " not in await raw.read(), "a handshake with", text)


# ---- messages that are none ----

async def malformed(server):
    line = await Guest(server, "Mal").line()
    for text in ("", " ", "{", "}", "[]", "1", "null", '"x"', "{}", '{"t":1}', '{"t":"nothing"}', '{"t":null}', '{"t":"JOIN"}', "{'t':'ping'}",
                 '{"t":"ping"', '{"t":"ping"}x', "[" * 4000, '{"a":' * 1500, '{"t":"ping"' + " " * 7000, '{"t":"do"', "\u0000", "\ufeff{}",
                 '{"t":"\\ud800"}', '{"t":"ping","t":"nothing"}'[:-1], "NaN", '{"id":1e999}'):
        await line.send(text)
    for number in (1, 1.5, -7, 0, "text", "ü", "x" * 30): expect((await ask_with(line, number))["id"] == number)
    for none in (None, True, [], {}, "y" * 5000): await line.send({"t": "ping", "id": none})
    await line.settled()
    expect(not line.messages, line.messages)


async def ask_with(line, number):
    answer = line.answers[number] = asyncio.get_running_loop().create_future()
    await line.send({"t": "ping", "id": number})
    return await asyncio.wait_for(answer, PATIENCE_S)


async def no_for_each(server):
    """Every message that is none is answered, and the line goes on."""
    line = await Guest(server, "Nora").line()
    heard = []
    line._hear_no = heard.append
    sent = ["", "{", "[]", "[" * 4000, '{"t":"nothing"}', '{"a":' * 1500]
    for text in sent: await line.send(text)
    await line.settled()
    expect([no["code"] for no in heard] == ["bad_message"] * len(heard) and len(heard) >= len(sent) - 1, heard)


async def closes(server):
    """Frames that end a connection, with the code for it."""
    guest = Guest(server, "Clo")

    async def code_of(data):
        raw = Raw(server)
        await raw.upgrade(guest)
        await raw.send(data)
        code = await raw.closed_with()
        raw.close()
        return code

    async def ends(what, data, *codes): expect((code := await code_of(data)) in codes, what, "ended with", code)

    ping = b'{"t":"ping"}'
    await gather(
        ends("8 KiB and one byte", frame(ping + b" " * 8181), 1009),
        ends("the same in two pieces", frame(b" " * 5000, final=False) + frame(b" " * 5000, opcode=0), 1009),
        ends("a terabyte", frame(b" " * 10000, length=2**40), 1009),
        ends("binary", frame(ping, opcode=2), 1003),
        ends("not UTF-8", frame(b'{"t":"\xff\xfe"}'), 1007),
        ends("half a pair", frame(b'{"t":"\xed\xa0\x80"}'), 1007),
        ends("a longer form than needed", frame(b'{"t":"\xc0\xaf"}'), 1007),
        ends("what is not masked", frame(ping, masked=False), 1002),
        ends("an opcode that is none", frame(b"{}", opcode=5), 1002),
        ends("a long ping", frame(b"x" * 200, opcode=9), 1002),
        ends("a piece of nothing", frame(b"{}", opcode=0), 1002),
        ends("goodbye", frame(struct.pack(">H", 1000), opcode=8), 1000))
    line = await guest.line()
    await line.send('{"t":"ping","id":"just"}' + " " * (8192 - 24))
    await line.settled()


async def half_frames(server):
    """Begun and not ended: nobody waits for it."""
    guest = Guest(server, "Half")
    lines = []
    for data in (frame(b"", length=100), frame(b"", length=2**62), frame(b'{"t":"pi', length=12), b"\x81", frame(b'{"t":', final=False)):
        raw = Raw(server)
        await raw.upgrade(guest)
        await raw.send(data)
        lines.append(raw)
    return lines


async def slow_reader(server, control):
    """Somebody watches a fast game, asks for more and more, and reads nothing of it."""
    guest = Guest(server, "Slow")
    raw = Raw(server, buffer=4096)
    await raw.upgrade(guest)
    join = frame(json.dumps({"t": "join", "code": control.code}).encode())
    dropped = number_of(server, "uno_slow_dropped_total")
    try:
        for _ in range(400):
            await raw.send(join * 10)
            if number_of(server, "uno_slow_dropped_total") > dropped: break
    except (ConnectionError, BrokenPipeError):
        pass
    for _ in range(int(PATIENCE_S / 0.1)):
        if number_of(server, "uno_slow_dropped_total") > dropped: break
        await asyncio.sleep(0.1)
    expect(number_of(server, "uno_slow_dropped_total") == dropped + 1, "it is still there")
    raw.close()


def number_of(server, name):
    text = Guest(server).get("/metrics").body.decode()
    return int(re.search(rf"^{name} (\d+)$", text, re.M)[1])


# ---- requests ----

async def half_requests(server):
    lines = []
    for text in ("GET /api/me HT", "GET /api/me HTTP/1.1\r\nHost: x\r\nX-Long: ", "", "POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{"):
        raw = Raw(server)
        await raw.send(text)
        lines.append(raw)
    return lines


async def until_cut(raw):
    expect(b" 200 " not in await raw.read(), "half a request was answered")
    raw.close()


async def broken_requests(server):
    async def answer(text):
        raw = Raw(server)
        try:
            await raw.send(text)
        except (ConnectionError, BrokenPipeError):
            pass
        data = await raw.read(lambda data: b"\r\n\r\n" in data)
        raw.close()
        return int(data.split()[1]) if data.startswith(b"HTTP/") else None

    many = "".join(f"X-{i}: {'x' * 90}\r\n" for i in range(100))
    expect(await answer(f"GET /api/me HTTP/1.1\r\nHost: x\r\n{many}\r\n") in (None, 400, 403, 413, 431), "10 KB of headers")
    expect(await answer(f"GET /api/me HTTP/1.1\r\nHost: x\r\nCookie: {'x' * 20000}\r\n\r\n") in (None, 400, 403, 413, 431), "a huge cookie")
    expect(await answer(f"GET /{'x' * 9000} HTTP/1.1\r\nHost: x\r\n\r\n") in (None, 400, 403, 404, 414), "a huge path")
    expect(await answer("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03") in (None, 400, 403, 404, 405), "TLS where there is none")
    for line in ("EHLO me", "\x00\x00\x00\x00", "GET", "GET  ", "G" * 3000):
        expect(await answer(line + "\r\n\r\n") in (None, 400, 403, 404, 405), line)
    guest = Guest(server, "Bea")
    for length in ("-1", "0x10", "1e3", "99999999999999999999", "5, 5", "+5"):
        expect(await answer(f"POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Length: {length}\r\n\r\n{{}}   ") in (None, 400, 411, 413), length)
    expect(await answer("POST /api/guest HTTP/1.1\r\nHost: x\r\n\r\n") in (400, 411), "no length")
    expect(await answer("POST /api/guest HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n") == 411, "chunks")
    expect(guest.ask("POST", "/api/rules/check", "x" * 65537).status == 413, "a body of 64 KiB and one byte")
    expect(guest.ask("POST", "/api/rules/check", json.dumps({"text": ""}) + " " * 65000).status == 200, "one that fits")
    for body in ("", "[]", "1", "{", "null", "[" * 60000, '{"a":' * 10000, b"\xff\xfe", b"\0" * 100, '{"text":1}', "{}{}"):
        wanted = guest.ask("POST", "/api/rules/check", body)
        expect(wanted.status == 400 and wanted.error in ("bad_json", "bad_text"), body[:20], wanted)


async def methods(server):
    guest = Guest(server, "Meg")
    for method, path, status in (("DELETE", "/api/guest", 405), ("PUT", "/api/tables", 405), ("GET", "/api/quick", 405), ("POST", "/api/me/", 404),
                                 ("PATCH", "/api/me", 405), ("OPTIONS", "/api/me", 405), ("POST", "/", 405), ("DELETE", "/metrics", 405),
                                 ("GET", "/api/nothing", 404), ("GET", "/api/", 404), ("GET", "/nothing.js", 404),
                                 ("GET", "/api/tables/A/B", 404)):
        body = {} if method in ("POST", "PUT") else None
        answer = guest.ask(method, path, body)
        expect(answer.status == status and answer.error, method, path, answer)
    expect(guest.ask("HEAD", "/healthz").body == b"")
    for method in ("TRACE", "CONNECT", "BREW"):
        try:
            answer = guest.ask(method, "/api/me")
            expect(answer.status in (400, 403, 404, 405, 501), method, answer)
        except (ConnectionError, http.client.HTTPException):
            pass


async def traversal(server):
    guest = Guest(server, "Trav")
    for path in ("/../../../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fetc/passwd", "/%2e%2e%2f%2e%2e%2fetc%2fpasswd", "//etc/passwd",
                 "/assets/../../../../etc/passwd", "/assets/..%5c..%5cetc", "/api/../api/me/../../etc/passwd", "/%00", "/api/me%00.html", "/etc/passwd",
                 "/.git/config", "/uno.db", "/t/../../x", "/%c0%ae%c0%ae/", "/%", "/%zz", "/%2", "/" + "../" * 500, "/" + "a/" * 2000, "/?" + "a=b&" * 1000,
                 "/api/games/..%2f..%2f", "/api/tables/%2e%2e", "/api/rulesets/..%2fofficial", "/api/rulesets/official.ini"):
        try:
            answer = guest.get(path)
        except (ConnectionError, http.client.HTTPException):
            continue  # not even worth an answer
        expect(b"root:" not in answer.body and b"[core]" not in answer.body and b"SQLite" not in answer.body, path)
        expect(answer.status in (200, 400, 403, 404, 414) and (answer.status != 200 or b"<html" in answer.body.lower()), path, answer)
    for query in ("?club=", "?club=%", "?club=0", "?club=" + "f" * 5000, "?before=x&most=-1", "?user=%00", "?most=1e9", "?" + "&" * 3000):
        for path in ("/api/games", "/api/tables", "/api/qr"):
            try:
                answer = guest.get(path + query)
                expect(answer.status in (200, 400, 403, 404, 414), path, query, answer)
            except (ConnectionError, http.client.HTTPException):
                pass


async def guessed(server):
    """Ids that nobody was given lead nowhere."""
    guest = Guest(server, "Gus")
    owner = Guest(server, "Owner G")
    expect(owner.post("/api/claim", name="Owner G", password="correct horse").status == 200)
    club = owner.post("/api/clubs", name="Secret club").json["club"]
    bot = owner.post("/api/bots", name="Secret bot").json
    for number in ("0" * 16, "f" * 16, "0123456789abcdef", "x", "1", "-1", "0" * 15, "0" * 17, "ABCDEF0123456789", "%27"):
        for path in (f"/api/games/{number}", f"/api/games/{number}/record", f"/api/clubs/{number}", f"/api/clubs/{number}/rulesets/x"):
            expect(guest.get(path).status in (400, 404), path)
    expect(guest.get(f"/api/clubs/{club['id']}").status == 404, "a stranger sees the club")
    expect(guest.get(f"/api/tables?club={club['id']}").status == 403)
    expect(guest.ask("PUT", f"/api/clubs/{club['id']}/rulesets/mine", {"text": "", "base": 0}).status == 404)
    expect(guest.post(f"/api/clubs/{club['id']}/members/{guest.id}", role="owner").status == 404)
    expect(guest.post("/api/tables", ruleset=f"club:{club['id']}/x").status in (400, 403, 404))
    expect(guest.ask("DELETE", f"/api/bots/{bot['bot']['id']}").status in (403, 404))
    other = Guest(server, "Other G")
    expect(other.post("/api/claim", name="Other G", password="correct horse").status == 200)
    for method, path in (("DELETE", ""), ("POST", "/token")):
        answer = other.ask(method, f"/api/bots/{bot['bot']['id']}{path}", {} if method == "POST" else None)
        expect(answer.status == 404, answer)
    for token in ("", "x", bot["token"][:-1], "0" * 64, bot["token"] + "0"):
        answer = Guest(server).ask("POST", "/api/bot/sit", {"table": "AAAAAAAA"}, {"Authorization": "Bearer " + token})
        expect(answer.status == 401, token, answer)
    expect(Guest(server).ask("POST", "/api/bot/sit", {"table": "AAAAAAAA"}, {"Authorization": "Bearer " + bot["token"]}).status == 404)
    answer = Guest(server).ask("POST", "/api/tables", {}, {"Authorization": "Bearer " + bot["token"]})
    expect(answer.status == 401, "a bot's token opens no table", answer)
    answer = Guest(server).ask("GET", "/api/me", None, {"Cookie": "uno=" + bot["token"]})
    expect(answer.json["user"] is None, "a bot's token is no session", answer)


# ---- strings ----

def is_tidy(text):
    return text and text == text.strip() and not re.search("[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\ud800-\udfff]", text)


async def naughty_requests(server):
    guest = Guest(server, "Nina")
    expect(guest.post("/api/claim", name="Nina", password="correct horse").status == 200)
    club = guest.post("/api/clubs", name="Naughty").json["club"]["id"]
    for text in NAUGHTY:
        answer = Guest(server).post("/api/guest", name=text)
        expect(answer.status == 201 and is_tidy(answer.json["user"]["name"]) or answer.status in (400, 409) and answer.error in ("bad_name", "name_taken", "bad_json"),
               repr(text), answer)
        for path, member, more, good in (("/api/me", "name", {}, 200), ("/api/clubs", "name", {}, 201), ("/api/bots", "name", {}, 201),
                                         ("/api/tables", "title", {}, 201), ("/api/tables", "ruleset", {}, 201), ("/api/tables", "fill", {}, 201),
                                         ("/api/clubs/join", "invite", {}, 201), ("/api/link/redeem", "token", {}, 200), ("/api/rules/check", "text", {}, 200),
                                         ("/api/rules/diff", "a", {"b": "official"}, 200), ("/api/login", "name", {"password": "x" * 9}, 200)):
            answer = guest.post(path, **{member: text}, **more)
            expect(answer.status in (good, 200, 400, 403, 404, 409) and (answer.json is not None), path, repr(text), answer)
            if answer.status in (200, 201) and member == "name": expect(is_tidy(next(iter(answer.json.values()))["name"]), path, answer)
            if answer.status == 201 and member == "title": expect(is_tidy(answer.json["title"]), answer)
        for options in ({text: "on"}, {"stack_draws": text}, {"target": text}):
            expect(guest.post("/api/tables", options=options).status in (201, 400), options)
        answer = guest.ask("PUT", f"/api/clubs/{club}/rulesets/x", {"text": text, "base": 0})
        expect(answer.status in (200, 201, 400, 409), repr(text), answer)
    for options in (None, 1, [], "x", {"target": None}, {"target": []}, {"target": -1}, {"target": 1e99}, {"target": 1.5}):
        expect(guest.post("/api/tables", options=options).status in (201, 400), options)
    expect(not os.path.exists("/tmp/uno-was-here"))


async def naughty_table(server):
    """The same at a table; and whoever has such a name plays a game whose record holds."""
    names = []
    for text in NAUGHTY:
        guest = Guest(server)
        answer = guest.post("/api/guest", name=text)
        if answer.status == 201 and len(names) < 10:
            guest.id, guest.name = answer.json["user"]["id"], answer.json["user"]["name"]
            names.append(guest)
    code = names[0].table(seats=10, title=names[1].name, options={"cards_dealt": 2, "target": 0}, **FAST)
    lines = [await guest.line(code) for guest in names]
    for line in lines[1:]: await line.good("sit")
    host = lines[0]
    for text in NAUGHTY:
        if re.search("[\ud800-\udfff]", text): continue  # no JSON: refused, and nobody knows its id
        answer = await host.ask("chat", text=text)
        expect(answer["t"] == "chat" and is_tidy(answer["text"]) and len(answer["text"]) <= 900 or answer["t"] == "no" and answer["code"] == "bad_text", repr(text), answer)
        for t, member in (("chat", "phrase"), ("chat", "emote"), ("mute", "user"), ("bot", "kind"), ("vote", "what"), ("ready", "seed"), ("do", "do"),
                          ("set", "ruleset"), ("set", "fill")):
            answer = await host.ask(t, **{member: text}, q=1)
            allowed = answer["t"] == "no" or (t, member) == ("set", "fill") and answer["t"] == "table"
            expect(allowed, t, member, repr(text), answer)
    await host.good("set", ruleset="official", options={"cards_dealt": 2, "target": 0}, fill="")
    await start(lines)
    await gather(*(line.play() for line in lines))
    record = host.guest.get(f"/api/games/{host.over['game']}/record").body
    said = verify(record)
    expect(said.returncode == 0, said.stderr, record[:500])


# ---- too much ----

async def flood(server):
    line = await Guest(server, "Flo").line()
    heard, good = [], []
    line._hear_no, line._hear_ok = heard.append, good.append
    for number in range(1, 2000):  # one after the other, so that nothing is on its way when the line is cut
        await line.send('{"t":"ping"}')
        try:
            await line.until(lambda: len(heard) + len(good) == number, "an answer")
        except Closed:
            break
    expect(await line.until_closed() == 4008, line.closed)
    expect(len(good) >= 100 and len(heard) == 50 and all(no["code"] == "too_often" for no in heard), len(heard))


async def guessing(server):
    guest = Guest(server, "Guess")
    line = await guest.line()
    codes = []
    for number in range(40): codes.append((await line.ask("join", code=f"AAAA{number:04}"))["code"])
    expect(codes[:30] == ["no_such_table"] * 30 and set(codes[31:]) == {"too_often"}, codes)
    expect((await line.ask("join", code="BBBBBBBB"))["code"] == "too_often")
    answer = guest.get("/api/tables/BBBBBBBB")
    expect(answer.status == 429 and answer.error == "too_often", "guessing goes on by requests:", answer)


async def sockets_of_person(server):
    guest = Guest(server, "Many")
    lines = [await guest.line() for _ in range(8)]
    try:
        await guest.line()
        raise Wrong("a ninth socket")
    except websockets.InvalidStatusCode as refusal:
        expect(refusal.status_code == 429, refusal)
    await lines[0].close()
    lines[0] = await guest.line()
    for line in lines: await line.close()


async def sockets_of_address(server, most):
    lines, refused = [], None
    try:
        for number in range(most + 1):
            if number % 8 == 0: guest = Guest(server, f"Crowd {number}")
            lines.append(await guest.line())
    except websockets.InvalidStatusCode as refusal:
        refused = refusal.status_code
    for line in lines: await line.drop()
    expect(refused == 429 and len(lines) <= most, refused, len(lines))


async def tables_of_person(server):
    guest = Guest(server, "Tabea")
    for _ in range(5): guest.table()
    answer = guest.post("/api/tables")
    expect(answer.status == 409 and answer.error == "too_many_tables", answer)


async def too_many_watch(server, control):
    lines = []
    for number in range(3): lines.append(await Guest(server, f"Watch {number}").line(control.code))
    late = await Guest(server, "Watch late").line()
    await late.refused("too_many_spectators", "join", code=control.code)
    for line in lines + [late]: await line.close()


async def chatter(server):
    line = await Guest(server, "Chat").line(Guest(server, "Chat host").table())
    said = [(await line.ask("chat", text=f"line {number}"))["t"] for number in range(12)]
    expect(said[:6] == ["chat"] * 6 and "no" in said[6:8], said)


async def restless(server):
    """Ready and not ready, for ever: each is written down, so there is an end."""
    line = await Guest(server, "Rest").line(Guest(server, "Rest host").table(seats=3))
    await line.good("sit")
    said = []
    for number in range(90):  # fewer than messages may come at once
        answer = await line.ask("ready", yes=number % 2 == 0)
        said.append(answer.get("code", "done") if answer["t"] == "no" else "done")
    expect(set(said) == {"done", "too_often"} and said.index("too_often") >= 50, said)


async def too_many_guests(server):
    refused = [answer for answer in (Guest(server).post("/api/guest", name=f"Mass {number}") for number in range(70)) if answer.status != 201]
    expect(refused and refused[0].status == 429 and refused[0].headers["Retry-After"], refused[:1])


async def too_many_requests(server):
    statuses, last = [], None
    for _ in range(400):
        last = Guest(server).get("/api/me")
        statuses.append(last.status)
        if last.status == 429: break
    expect(last.status == 429 and last.error == "too_often" and int(last.headers["Retry-After"]) > 0, statuses[-3:])


# ---- bots that think for one person, and everybody else ----

async def think_hard(guest, tables):
    """So many tables full of bots that think for long."""
    lines = []
    for _ in range(tables):
        line = await guest.line(guest.table(seats=10, fill="expert", **{**FAST, "think_s": 3}))
        await start([line])
        lines.append(line)
    return lines


async def sign_in_beside_bots(server):
    """Passwords have a thread of their own: signing in is done before the thoughts that waited already."""
    owner = Guest(server, "Owner B")
    expect(owner.post("/api/claim", name="Owner B", password="correct horse").status == 200)
    lines = await think_hard(Guest(server, "Greedy"), 30)
    overtook = False
    for _ in range(5):
        before, waiting = number_of(server, "uno_job_seconds_count"), number_of(server, "uno_jobs_waiting")
        answer = await asyncio.to_thread(Guest(server).post, "/api/login", name="Owner B", password="correct horse")
        expect(answer.status == 200, answer)
        done = number_of(server, "uno_job_seconds_count") - before
        overtook = overtook or waiting > 10 and done < waiting
        if overtook: break
    expect(overtook, "whoever signs in waits for all", waiting, "thoughts;", done, "were done")
    for line in lines: await line.drop()


async def beside_thoughts():
    server = Server("--workers", "1")
    await test("signing in does not wait for bots", sign_in_beside_bots(server))
    check_good_end("beside thoughts", server)


# ---- from many addresses, as a proxy tells them ----

class Somewhere(Guest):
    """A guest at an address."""

    def __init__(self, server, address, name=None):
        self.address = address
        super().__init__(server, name)

    def ask(self, method, path, body=None, headers=None):
        return super().ask(method, path, body, {"X-Forwarded-For": self.address, **(headers or {})})

    async def upgrade(self):
        """Asks for a WebSocket; the status, and the connection if it is one."""
        raw = Raw(self.server)
        await raw.send(f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                       f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\nCookie: {self.cookie}\r\n"
                       f"Sec-WebSocket-Protocol: uno.1\r\nX-Forwarded-For: {self.address}\r\n\r\n")
        answer = await raw.read(lambda data: b"\r\n\r\n" in data)
        status = int(answer.split()[1])
        if status == 101: return status, raw
        raw.close()
        return status, None


async def locked_out(server):
    """Somebody guesses without end; the owner signs in where they did before, and a stranger does not."""
    owner = Somewhere(server, "192.0.2.1", "Owner L")
    expect(owner.post("/api/claim", name="Owner L", password="correct horse").status == 200)
    statuses = []
    for number in range(1000):
        eve = Somewhere(server, "198.51.100.7" if number % 2 else f"203.0.{number % 250}.{number // 4}")
        statuses.append(eve.post("/api/login", name="Owner L", password=f"guess {number}").status)
    expect(set(statuses) == {403, 429} and statuses.count(403) <= 60, {status: statuses.count(status) for status in statuses})
    stranger = Somewhere(server, "198.51.100.99").post("/api/login", name="Owner L", password="correct horse")
    expect(stranger.status == 429, "a stranger", stranger)
    back = Somewhere(server, "192.0.2.1").post("/api/login", name="Owner L", password="correct horse")
    expect(back.status == 200, "the owner", back)


async def codes_run_out(server):
    """Who has guessed too often is not let in by a right guess either; who sits there is."""
    host = Somewhere(server, "192.0.2.2", "Host C")
    code = host.table()
    eve = Somewhere(server, "2001:db8:1:2::3", "Eve C")
    statuses = [eve.get(f"/api/tables/AAAA{number:04}").status for number in range(32)]
    expect(statuses == [404] * 30 + [429] * 2, statuses)
    expect(eve.get(f"/api/tables/{code}").status == 429, "a right guess")
    expect(Somewhere(server, "2001:db8:1:2:ffff::1").get(f"/api/tables/{code}").status == 429, "from the same network")
    expect(Somewhere(server, "2001:db8:1:3::3").get(f"/api/tables/{code}").status == 200, "from another")
    host.address = "2001:db8:1:2::4"
    expect(host.get(f"/api/tables/{code}").status == 200, "who sits there")
    for number in range(32): token = eve.ask("POST", "/api/bot/sit", {"table": code}, {"Authorization": f"Bearer {number:064}"})
    expect(token.status == 429, "tokens of bots", token)


async def upgrades(server):
    """Opening and closing WebSockets costs: nobody does it without end."""
    guest = Somewhere(server, "192.0.2.3", "Upgrade")
    opened = 0
    for opened in range(300):
        status, raw = await guest.upgrade()
        if status != 101: break
        raw.close()
    expect(status == 429, "a person opened", opened, "and got", status)
    nobody = Somewhere(server, "192.0.2.4")
    statuses = [(await nobody.upgrade())[0] for _ in range(1200)]
    expect(set(statuses) == {401, 429}, "an address got", set(statuses))
    status, raw = await Somewhere(server, "192.0.2.5", "Other U").upgrade()
    expect(status == 101, "somebody else")
    raw.close()


async def behind_proxy():
    server = Server("--behind-proxy", "127.0.0.1", "--requests-per-s", "100000", "--guests-per-hour", "100000", limited=True)
    await test("guessing does not lock the owner out", locked_out(server))
    await test("guessed codes are good for nothing once there were too many", codes_run_out(server))
    await test("WebSockets opened and closed", upgrades(server))
    check_good_end("behind a proxy", server)


# ---- all of it ----

async def beside(control, name, deed):
    """A test, after which the game beside it must have gone on."""
    await test(name, deed)
    await test(name + ": the game beside it goes on", control.goes_on())


async def without_limits():
    server = Server()
    control = await ControlBeside().open(server, pause_s=0.01)
    halves = await half_requests(server) + await half_frames(server)
    for name, deed in (("wrong seat", wrong_seat), ("wrong table", wrong_table), ("replayed", replayed), ("foreign origins", origins),
                       ("handshakes", handshakes), ("malformed messages", malformed), ("each is answered", no_for_each), ("frames that end it", closes),
                       ("broken requests", broken_requests), ("wrong methods", methods), ("paths that lead out", traversal), ("guessed ids", guessed),
                       ("naughty strings in requests", naughty_requests), ("naughty strings at a table", naughty_table)):
        await beside(control, name, deed(server))
    await beside(control, "a slow reader is dropped", slow_reader(server, control))
    await beside(control, "half-sent requests are cut", gather(*(until_cut(raw) for raw in halves[:3])))
    for raw in halves: raw.close()
    await control.close()
    check_good_end("abuse", server)


async def with_limits():
    server = Server("--sockets-per-address", "40", "--spectators", "3", "--requests-per-s", "60", "--messages-per-s", "20", "--guests-per-hour", "60", limited=True)
    control = await ControlBeside().open(server, pause_s=0.25, pace_ms=250)
    for name, deed in (("a flood", flood(server)), ("guessed codes", guessing(server)), ("sockets of a person", sockets_of_person(server)),
                       ("sockets of an address", sockets_of_address(server, 40)), ("tables of a person", tables_of_person(server)),
                       ("too many watch", too_many_watch(server, control)), ("too much chat", chatter(server)), ("seats without end", restless(server)),
                       ("too many guests", too_many_guests(server)), ("too many requests", too_many_requests(server))):
        await beside(control, name, deed)
    await control.close()
    check_good_end("abuse of limits", server)


async def main():
    await without_limits()  # one after the other: nobody answers a ping while one of them asks and asks
    await with_limits()
    await behind_proxy()
    await beside_thoughts()


run(main)

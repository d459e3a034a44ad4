#!/usr/bin/env python3
"""wire.py -- the running server, byte by byte: what a stranger sends is read in one way only. Requests that smuggle a
header in by an escape, frames that break RFC 6455, proxies that nobody named, names that are not ours, and those who
would keep the operator out. And what is good but seldom: requests in a row, bytes one at a time, answers read late."""
import base64, hashlib, socket, struct
from lib import *

EVIL = "http://evil.example"
SHORT_S = 20  # for an answer: a case that has none has failed


# ---- bytes ----

class Wire:
    """A connection that is written to and read from as one likes."""

    def __init__(self, server, data=b"", buffer=None):
        self.socket = socket.socket()
        if buffer: self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self.socket.settimeout(SHORT_S)
        self.socket.connect(("127.0.0.1", server.port))
        if server.tls: self.socket = trusting().wrap_socket(self.socket)
        self.rest = b""
        self.send(data)

    def send(self, data):
        if isinstance(data, str): data = data.encode("latin-1")
        try:
            self.socket.sendall(data)
        except OSError:
            pass  # what was answered shows why

    def more(self):
        try:
            piece = self.socket.recv(65536)
        except (ConnectionError, TimeoutError, ssl.SSLError):
            piece = b""
        self.rest += piece
        return piece

    def take(self, count):
        while len(self.rest) < count and self.more(): pass
        taken, self.rest = self.rest[:count], self.rest[count:]
        return taken if len(taken) == count else None

    def answer(self, head=False):
        """The next answer to a request; None: there is none."""
        while b"\r\n\r\n" not in self.rest and self.more(): pass
        if b"\r\n\r\n" not in self.rest: return None
        top, _, self.rest = self.rest.partition(b"\r\n\r\n")
        lines = top.decode().split("\r\n")
        headers = http.client.HTTPMessage()
        for line in lines[1:]: headers.add_header(*line.split(": ", 1))
        status = int(lines[0].split()[1])
        body = self.take(0 if head or status in (100, 101, 304) else int(headers.get("Content-Length", 0)))
        return Answer(status, headers, body) if body is not None else None

    def frame(self):
        """The next frame: (opcode, payload); None: there is none."""
        start = self.take(2)
        if not start: return None
        size = start[1] & 127
        if size == 126: size = struct.unpack(">H", self.take(2))[0]
        elif size == 127: size = struct.unpack(">Q", self.take(8))[0]
        payload = self.take(size)
        return (start[0] & 15, payload) if payload is not None else None

    def frames(self, opcode):
        """Those of a kind, until there are no more."""
        return [payload for kind, payload in iter(self.frame, None) if kind == opcode]

    def closed_with(self):
        """The code of the goodbye; 0: it has none; None: it was simply cut. And nothing follows it."""
        for kind, payload in iter(self.frame, None):
            if kind == 8:
                if self.take(1): return None
                return struct.unpack(">H", payload[:2])[0] if payload else 0
        return None

    def is_closed(self):
        return not self.rest and not self.more()

    def close(self): self.socket.close()


def request(line, *headers, body="", host="127.0.0.1"):
    text = line + "\r\n" + (f"Host: {host}\r\n" if host else "") + "".join(header + "\r\n" for header in headers)
    if body: text += f"Content-Length: {len(body)}\r\n"
    return text + "\r\n" + body


def ask(server, *words, **more):
    """The status of one request; None: no answer."""
    wire = Wire(server, request(*words, **more))
    answer = wire.answer()
    wire.close()
    return answer and answer.status


def refused(name, status, server, data, closes=True):
    """It is refused with that status, by an answer in JSON, and the connection ends."""
    wire = Wire(server, data)
    answer = wire.answer()
    good = answer is not None and answer.status == status and "message" in answer.json and (not closes or wire.is_closed())
    check(name, good, answer)
    wire.close()
    return answer


KEY = base64.b64encode(b"sixteen bytes...").decode()


def handshake(guest, line="GET /ws HTTP/1.1", upgrade="Upgrade: websocket", connection="Connection: keep-alive, Upgrade", version="Sec-WebSocket-Version: 13",
              key="Sec-WebSocket-Key: " + KEY, protocol="Sec-WebSocket-Protocol: chat, uno.1", more=(), **host):
    headers = [header for header in (upgrade, connection, version, key, protocol, f"Cookie: {guest.cookie}", *more) if header]
    return request(line, *headers, **host)


def open_socket(server, guest, buffer=None):
    wire = Wire(server, handshake(guest), buffer)
    answer = wire.answer()
    expect(answer and answer.status == 101, answer)
    return wire


def frame(payload=b"", opcode=1, final=True, masked=True, bits=0, size=None, bytes_of_size=None):
    """A frame; `size`: what it says of itself, in so many bytes."""
    size = len(payload) if size is None else size
    if bytes_of_size is None: bytes_of_size = 0 if size < 126 else 2 if size < 65536 else 8
    head = bytes([(0x80 if final else 0) | bits | opcode, (0x80 if masked else 0) | {0: size, 2: 126, 8: 127}[bytes_of_size]])
    head += size.to_bytes(bytes_of_size, "big") if bytes_of_size else b""
    if not masked: return head + payload
    mask = b"\x37\xfa\x21\x3d"
    return head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))


# ---- requests ----

def smuggled_headers(server):
    """What follows %0a in an address is no line."""
    ours = "http://127.0.0.1"  # as the Host says
    victim, attacker = Guest(server, "Victim"), Guest(server, "Attacker")
    body = json.dumps({"name": "Owned"})
    cookie = "Cookie: " + victim.cookie
    for escape in ("%0a", "%0A", "%0d%0a", "%0d", "%00", "%09", "%7f", "%c0%8a"):
        refused(f"no Origin behind {escape}", 400, server, request(f"POST /api/me{escape}Origin:{ours}/ HTTP/1.1", "Origin: " + EVIL, cookie, body=body))
    check("so nothing was changed", victim.get("/api/me").json["user"]["name"] == "Victim")
    refused("nor for a WebSocket", 400, server, handshake(victim, line=f"GET /ws%0aOrigin:{ours}/ HTTP/1.1", more=["Origin: " + EVIL]))
    answer = refused("no Cookie", 400, server, request(f"GET /api/me%0aCookie:{attacker.cookie}; HTTP/1.1", cookie))
    check("so nobody becomes another", answer and b"Attacker" not in answer.body)
    for target in ("/api/games?x=%0aCookie:a", "/api/games?%00", "/?%0d%0a", "/api/me?a=%7f"):
        refused(f"nor in what follows the question mark: {target}", 400, server, request(f"GET {target} HTTP/1.1"))


def request_lines(server):
    for line in ("GET /api/me", "GET /", "GET", "/ HTTP/1.1", "GET  / HTTP/1.1", "GET / HTTP/1.1 ", "GET / http/1.1", "GET / HTTP/1", "GET / HTTPS/1.1", "GET /a b HTTP/1.1",
                 "G@T / HTTP/1.1", f"GET http://127.0.0.1:{server.port}/api/me HTTP/1.1", "GET http://evil.example/ HTTP/1.1", "GET * HTTP/1.1", "OPTIONS * HTTP/1.1",
                 "CONNECT 127.0.0.1:80 HTTP/1.1", "GET /\x00 HTTP/1.1", "GET /\x7f HTTP/1.1", "GET /\xe4 HTTP/1.1", "GET /\tHTTP/1.1", "GET /# HTTP/1.1", "GET /\\ HTTP/1.1",
                 "GET /% HTTP/1.1", "GET /%zz HTTP/1.1", "GET /a%2fb HTTP/1.1", "GET /a%5Cb HTTP/1.1", "GET /../x HTTP/1.1", "GET /a/%2e%2e/b HTTP/1.1", "GET /./ HTTP/1.1",
                 "GET /%ff HTTP/1.1"):
        refused(f"no request: {line!r}", 400, server, request(line))
    refused("HTTP/0.9", 400, server, "GET /\r\n")
    refused("the beginning of HTTP/2", 400, server, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
    refused("TLS where there is none", 400, server, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03")
    refused("another version", 505, server, request("GET / HTTP/1.2"))
    refused("lines that end with LF alone", 400, server, "GET /api/me HTTP/1.1\nHost: x\n\n")
    refused("a CR in a line", 400, server, "GET /api/me HTTP/1.1\r\nHost: x\rX: y\r\n\r\n")
    refused("an empty line before the first", 400, server, "\r\n" + request("GET / HTTP/1.1"))
    check("an old client", ask(server, "GET /healthz HTTP/1.0", host=None) == 200)
    check("an escape that is one", ask(server, "GET /%68ealthz HTTP/1.1") == 200)


def headers(server):
    for header in ("Origin: " + EVIL, "Cookie: uno=1", "Authorization: Bearer x", "Content-Length: 0", "X-Real-IP: 192.0.2.1", "X-Forwarded-Proto: https",
                   "X-Forwarded-Host: x", "Upgrade: x", "Sec-WebSocket-Key: x", "Sec-WebSocket-Version: 13", "Transfer-Encoding: chunked", "Host: x"):
        refused("twice: " + header, 400, server, request("GET /api/me HTTP/1.1", header, header.upper()))
    for header in ("Name : x", " Host: y", "Name", ": x", "Na me: x", "N\xe4me: x", "A: \x01", "A: x\x00y", "A: x\r\n folded", "A: x\r\n\tfolded"):
        refused(f"no header: {header!r}", 400, server, request("GET /api/me HTTP/1.1", header))
    refused("HTTP/1.1 without a Host", 400, server, request("GET /api/me HTTP/1.1", host=None))
    refused("a Host that is none", 400, server, request("GET /api/me HTTP/1.1", host="a b"))
    refused("8 KiB of headers", 431, server, request("GET /api/me HTTP/1.1", "X: " + "x" * 9000))
    refused("which need not come to their end", 431, server, "GET /api/me HTTP/1.1\r\nX: " + "x" * 9000)
    refused("65 headers", 431, server, request("GET /api/me HTTP/1.1", *(["A: b"] * 64)))
    refused("a long address", 414, server, request(f"GET /{'x' * 2048} HTTP/1.1"))
    check("one that just fits", ask(server, f"GET /{'x' * 2047} HTTP/1.1") == 200)
    refused("an expectation that is none", 417, server, request("POST /api/guest HTTP/1.1", "Expect: more", body="{}"))


def two_lengths(server):
    """One request may not be two."""
    inner = request("GET /healthz HTTP/1.1")
    chunked = "0\r\n\r\n" + inner
    refused("a length and chunks", 400, server, request("POST /api/guest HTTP/1.1", "Transfer-Encoding: chunked", f"Content-Length: {len(chunked)}") + chunked)
    refused("chunks", 411, server, request("POST /api/guest HTTP/1.1", "Transfer-Encoding: chunked") + chunked)
    refused("chunks by another name", 411, server, request("GET /healthz HTTP/1.1", "Transfer-Encoding: xchunked") + chunked)
    refused("two lengths", 400, server, request("POST /api/guest HTTP/1.1", "Content-Length: 2", "content-length: 40") + "{}" + inner)
    for length in ("2, 40", "+2", "-2", "0x2", "", "99999999999999999999"):
        refused(f"the length {length!r}", 400, server, request("POST /api/guest HTTP/1.1", "Content-Length: " + length) + "{}" + inner)
    refused("no length", 411, server, request("POST /api/guest HTTP/1.1") + inner)
    refused("too long a body, whose sender reads late", 413, server, request("POST /api/rules/check HTTP/1.1", body="x" * 1000000))


def in_a_row(server):
    """Several requests at once are answered one after the other."""
    bodies = [json.dumps({"text": "x" * size}) for size in (0, 10, 60000, 1)]
    text = "".join(request("POST /api/rules/check HTTP/1.1", body=body) + request("GET /healthz HTTP/1.1") for body in bodies)
    text += request("HEAD / HTTP/1.1") + request("GET /nothing.js HTTP/1.1") + request("GET /healthz HTTP/1.1", "Connection: close") + request("GET /healthz HTTP/1.1")
    wire = Wire(server, text)
    answers = [wire.answer() for _ in range(8)] + [wire.answer(head=True)] + [wire.answer(), wire.answer()]
    check("requests in a row", all(answers) and [answer.status for answer in answers[1::2]] == [200] * 4 + [404], answers)
    check("with their bodies", all(answer and b"status" not in answer.body for answer in answers[:8:2]) and answers[8] and answers[8].status == 200, answers[:8:2])
    check("until one says that it is the last", answers[10] and answers[10].status == 200 and answers[10].headers["Connection"] == "close" and wire.is_closed(), answers[10])
    wire.close()
    wire = Wire(server, request("GET /healthz HTTP/1.1") * 2000)
    check("two thousand at once", all((answer := wire.answer()) and answer.status == 200 for _ in range(2000)))
    wire.close()
    wire = Wire(server)
    for byte in request("POST /api/rules/check HTTP/1.1", body='{"text":""}') + request("GET /healthz HTTP/1.1"): wire.send(byte)
    check("byte by byte", [wire.answer().status, wire.answer().status] == [200, 200])
    wire.close()
    wire = Wire(server, request("POST /api/rules/check HTTP/1.1", "Expect: 100-continue", "Content-Length: 11"))
    answer = wire.answer()
    wire.send('{"text":""}')
    check("a body that is asked for", answer and answer.status == 100 and wire.answer().status == 200, answer)
    wire.close()


def read_late(server):
    """Answers that fill every buffer before they are read."""
    count, page = 60, next(asset for asset in re.findall(r'src="(/[^"]*\.js)"', Guest(server).get("/").body.decode()))
    whole = Guest(server).get(page).body
    wire = Wire(server, request(f"GET {page} HTTP/1.1") * count, buffer=8192)
    good = all((answer := wire.answer()) and answer.body == whole for _ in range(count))
    check(f"{count} times {len(whole)} bytes, read late", good and len(whole) > 10000)
    wire.close()


# ---- names ----

def names(server):
    named = Server("--host", "Uno.Example.org", "--host", "second.example", "--url", "http://third.example:81", wait=False)
    for line in named.process.stdout:  # it says its other addresses, too
        if found := re.match(rb"  or http://127\.0\.0\.1:(\d+)", line): named.port = int(found[1])
        if line.startswith(b"Ctrl-C"): break
    for host in ("127.0.0.1", "127.0.0.1:8080", "[::1]:80", "localhost", "x", "uno.local", "table.lan:80", socket.gethostname()):
        check(f"it goes by {host}", ask(server, "GET /api/me HTTP/1.1", host=host) == 200)
    for host in ("evil.example", "evil.example:80", "127.0.0.1.evil.example", "local.evil.example", "uno.example.org"):
        answer = refused(f"not by {host}", 421, server, request("GET /metrics HTTP/1.1", host=host))
        check("and says what to do", answer and answer.error == "unknown_host" and "--host" in answer.json["message"], answer)
    check("nor for a WebSocket", (answer := Wire(server, handshake(Guest(server, "Nell"), host="evil.example")).answer()) and answer.status == 421, answer)
    for host in ("uno.example.org", "UNO.EXAMPLE.ORG:8080", "second.example.", "third.example", "third.example:99"):
        check(f"by {host}, when it was told", ask(named, "GET /api/me HTTP/1.1", host=host) == 200)
    guest = Guest(named, "Ned")
    for origin, status in (("http://uno.example.org", 201), ("http://third.example:81", 201), ("http://second.example", 403), (EVIL, 403), ("null", 403)):
        check(f"an Origin of {origin}: {status}", ask(named, "POST /api/tables HTTP/1.1", "Origin: " + origin, "Cookie: " + guest.cookie, body="{}", host="uno.example.org") == status)
    check_good_end("names", named)


# ---- proxies ----

def forwarded(server, *lines, path="/metrics", **host):
    return ask(server, f"GET {path} HTTP/1.1", *lines, **host)


def proxies():
    """/metrics is for addresses near by: so it shows which one counts."""
    server = Server("--behind-proxy", "192.0.2.7", "--behind-proxy", "127.0.0.0/8")
    far, near = "X-Forwarded-For: 203.0.113.9", "X-Forwarded-For: 10.1.2.3"
    for name, status, lines in (
            ("a client far away", 403, [far]), ("one near by", 200, [near]), ("the last of a list", 403, ["X-Forwarded-For: 10.0.0.1, 203.0.113.9"]),
            ("proxies at its end", 403, ["X-Forwarded-For: 10.0.0.1, 203.0.113.9, 192.0.2.7, 127.0.0.1"]),
            ("a list in several lines", 403, ["X-Forwarded-For: 10.0.0.1", far]), ("whose end is a proxy", 403, [far, "X-Forwarded-For: 127.0.0.1"]),
            ("600 bytes of it", 403, ["X-Forwarded-For: " + "x" * 600 + ", 203.0.113.9", "X-Real-IP: 127.0.0.1"]),
            ("600 bytes of addresses", 403, ["X-Forwarded-For: " + "10.0.0.1, " * 60 + "203.0.113.9", "X-Real-IP: 127.0.0.1"]),
            ("with a port", 403, [far + ":4711"]), ("in brackets", 403, ["X-Forwarded-For: [2001:db8::1]:4711"]), ("with neither", 403, ["X-Forwarded-For: 2001:db8::1"]),
            ("unreadable", 400, ["X-Forwarded-For: unknown", "X-Real-IP: 127.0.0.1"]), ("empty", 400, ["X-Forwarded-For:", "X-Real-IP: 127.0.0.1"]),
            ("600 bytes of nothing", 400, ["X-Forwarded-For: " + "x" * 600, "X-Real-IP: 127.0.0.1"]), ("a comma too many", 400, [far + ","]),
            ("another header alone", 403, ["X-Real-IP: 203.0.113.9"]), ("beside the list it does not count", 403, [far, "X-Real-IP: 10.0.0.1"]),
            ("nor if it is unreadable", 400, ["X-Real-IP: me"]), ("nothing", 200, [])):
        status_now = forwarded(server, *lines)
        check(f"behind a proxy: {name}: {status}", status_now == status, status_now)
    for said in (far, "X-Real-IP: 203.0.113.9"):
        escaped = ask(server, "GET /metrics%0aX-Forwarded-For:127.0.0.1 HTTP/1.1", said)
        check(f"behind a proxy: no header in the address, beside {said}", escaped == 400, escaped)
    check("the host that it names counts", forwarded(server, near, "X-Forwarded-Host: evil.example") == 421 and forwarded(server, near, "X-Forwarded-Host: uno.lan") == 200)
    guest = Guest(server)
    secure = guest.ask("POST", "/api/guest", {"name": "Prue"}, {"X-Forwarded-Proto": "https"})
    check("and the scheme", "__Host-uno=" in (secure.headers["Set-Cookie"] or ""), secure.headers["Set-Cookie"])
    check_good_end("proxies", server)

    server = Server("--behind-proxy", "192.0.2.7")
    check("a proxy that was not named says nothing", forwarded(server, far) == 200 and forwarded(server, "X-Forwarded-For: nonsense") == 200)
    check("not of hosts", forwarded(server, "X-Forwarded-Host: evil.example") == 200 and forwarded(server, "X-Forwarded-Host: x", host="evil.example") == 421)
    plain = Guest(server).ask("POST", "/api/guest", {"name": "Pam"}, {"X-Forwarded-Proto": "https"})
    check("nor of the scheme", plain.headers["Set-Cookie"].startswith("uno="), plain.headers["Set-Cookie"])
    check_good_end("a proxy without a name", server)

    for name, words, environment in (("no address", ["--behind-proxy"], {}), ("an option instead", ["--behind-proxy", "--url", "http://x"], {}),
                                     ("no network", ["--behind-proxy", "10.0.0.0/33"], {}), ("no address in the environment", [], {"UNO_BEHIND_PROXY": "yes"}),
                                     ("the last of a list", [], {"UNO_BEHIND_PROXY": "127.0.0.1,x"}), ("no name", ["--host", "a/b"], {})):
        done = subprocess.run([UNO, "serve", "--port", "0", "--listen", "127.0.0.1", "--data", ":memory:", *words], env={**os.environ, **environment}, capture_output=True,
                              text=True, timeout=PATIENCE_S)
        said = "uno.example.org" if "--host" in words else "ADDRESS" if words == ["--behind-proxy"] else "127.0.0.1"
        check(f"{name}: it says what to write", done.returncode == 2 and said in done.stderr, done)


# ---- WebSockets ----

def handshakes(server):
    guest = Guest(server, "Hanna")
    wire = Wire(server, handshake(guest, more=["Sec-WebSocket-Extensions: permessage-deflate"]))
    answer = wire.answer()
    accept = base64.b64encode(hashlib.sha1((KEY + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()).decode()
    check("a handshake", answer and answer.status == 101 and answer.headers["Sec-WebSocket-Accept"] == accept and answer.headers["Sec-WebSocket-Protocol"] == "uno.1"
          and "Sec-WebSocket-Extensions" not in answer.headers, answer and answer.headers)
    wire.close()
    for version in ("99", "8", "14", "13, 8", "013", ""):
        answer = refused(f"version {version!r}", 426, server, handshake(guest, version=version and "Sec-WebSocket-Version: " + version))
        check("and which one is spoken", answer and answer.headers["Sec-WebSocket-Version"] == "13" and answer.headers["Upgrade"] == "websocket", answer and answer.headers)
    for name, status, more in (
            ("no key", 400, {"key": ""}), ("a short key", 400, {"key": "Sec-WebSocket-Key: c2hvcnQ="}), ("a long key", 400, {"key": "Sec-WebSocket-Key: c2l4dGVlbiBieXRlcy4uLi4="}),
            ("a key that is none", 400, {"key": "Sec-WebSocket-Key: " + "!" * 22 + "=="}), ("a key with bits too many", 400, {"key": "Sec-WebSocket-Key: " + "A" * 21 + "B=="}),
            ("no connection", 400, {"connection": ""}), ("another connection", 400, {"connection": "Connection: upgraded"}), ("HTTP/1.0", 400, {"line": "GET /ws HTTP/1.0"}),
            ("a body", 400, {"more": ["Content-Length: 2"]}), ("another method", 404, {"line": "POST /ws HTTP/1.1"}), ("another path", 404, {"line": "GET /ws/ HTTP/1.1"}),
            ("another protocol", 400, {"protocol": "Sec-WebSocket-Protocol: uno.10"}), ("no protocol", 400, {"protocol": ""}), ("another origin", 403, {"more": ["Origin: " + EVIL]})):
        refused(f"a handshake with {name}", status, server, handshake(guest, **more))


def ends(name, code, server, guest, data):
    wire = open_socket(server, guest)
    wire.send(data)
    said = wire.closed_with()
    check(f"{name}: {code}", said == code, said)
    wire.close()


def frames(server):
    guest = Guest(server, "Fred")
    ping = b'{"t":"ping","id":7}'
    for name, code, data in (
            ("not masked", 1002, frame(ping, masked=False)), ("a ping that is not masked", 1002, frame(b"x", 9, masked=False)), ("a goodbye that is not masked", 1002, frame(b"\x03\xe8", 8, masked=False)),
            ("a reserved bit", 1002, frame(ping, bits=0x40)), ("another", 1002, frame(ping, bits=0x10)), ("an opcode that is none", 1002, frame(ping, 3)), ("a control opcode that is none", 1002, frame(b"", 11)),
            ("a ping in pieces", 1002, frame(b"x", 9, final=False)), ("a long ping", 1002, frame(b"x" * 126, 9)), ("a length in too many bytes", 1002, frame(ping, bytes_of_size=2)),
            ("in far too many", 1002, frame(ping, bytes_of_size=8)), ("a piece of nothing", 1002, frame(ping, 0)), ("a message within a message", 1002, frame(b"{", final=False) + frame(ping)),
            ("half a code", 1002, frame(b"\x03", 8)), ("a code that may not be sent", 1002, frame(struct.pack(">H", 1005), 8)), ("a code of nobody", 1002, frame(struct.pack(">H", 2999), 8)),
            ("a reason that is not UTF-8", 1007, frame(b"\x03\xe8\xff", 8)), ("binary", 1003, frame(ping, 2)), ("not UTF-8", 1007, frame(b"\xff")),
            ("not UTF-8 across pieces", 1007, frame(b"\xe2\x82", final=False) + frame(b"x", 0)), ("half a character at the end", 1007, frame(b"\xe2", final=False) + frame(b"\x82", 0)),
            ("too long", 1009, frame(b"x" * 8193)), ("too long in pieces", 1009, frame(b"x" * 8192, final=False) + frame(b"x", 0)), ("a length that is said", 1009, frame(b"", size=2**40)),
            ("a goodbye", 1000, frame(struct.pack(">H", 1000) + "grüß".encode(), 8)), ("one of its own", 4321, frame(struct.pack(">H", 4321), 8)), ("one without words", 0, frame(b"", 8)),
            ("what follows a goodbye", 1000, frame(struct.pack(">H", 1000), 8) + frame(ping) * 3)):
        ends(name, code, server, guest, data)

    wire = open_socket(server, guest)
    wire.send(b"".join(frame(b"%d" % number, 9) for number in range(10)))
    wire.send(frame(struct.pack(">H", 1000), 8))
    pongs = wire.frames(10)
    check("ten pings have ten answers", pongs == [b"%d" % number for number in range(10)], pongs)
    wire.close()
    wire = open_socket(server, guest)
    wire.send(frame(b'{"t":"pi', final=False) + frame(b"between", 9) + frame(b'ng","id":', 0, final=False) + frame(b"", 0, final=False) + frame(b"8}", 0) + frame(struct.pack(">H", 1000), 8))
    heard = list(iter(wire.frame, None))
    check("a message in pieces, a ping between them", (10, b"between") in heard and heard[-1][0] == 8, heard)
    wire.close()
    wire = open_socket(server, guest)
    for byte in frame(ping): wire.send(bytes([byte]))
    texts = b""
    while b'"id":7' not in texts and (found := wire.frame()): texts += found[1]
    check("a frame byte by byte", b'"id":7' in texts, texts)
    wire.close()
    wire = Wire(server, handshake(guest).encode() + frame(b'{"t":"ping","id":9}'))
    answer, texts = wire.answer(), b""
    while b'"id":9' not in texts and (found := wire.frame()): texts += found[1]
    check("a frame right behind the handshake", answer and answer.status == 101 and b'"id":9' in texts, answer)
    wire.close()


def number_of(server, name):
    return int(re.search(rf"^{name} (\d+)$", Guest(server).get("/metrics").body.decode(), re.M)[1])


def floods(server):
    guest = Guest(server, "Flo")
    limited = Server(limited=True)
    wire = open_socket(limited, Guest(limited, "Flood"))
    wire.send(frame(b"x", 9) * 1000)
    heard = list(iter(wire.frame, None))
    pongs = sum(kind == 10 for kind, _ in heard)
    check("a flood of pings is ended", heard[-1][0] == 8 and heard[-1][1][:2] == struct.pack(">H", 4008) and 200 <= pongs < 1000, (pongs, heard[-1:]))
    wire.close()
    ends("a flood of empty pieces", 4008, limited, Guest(limited, "Empty"), frame(b"", final=False) + frame(b"", 0, final=False) * 1000)
    check_good_end("floods", limited)
    dropped, wire = number_of(server, "uno_slow_dropped_total"), open_socket(server, guest, buffer=4096)
    wire.socket.settimeout(1)
    for _ in range(400):
        if number_of(server, "uno_slow_dropped_total") > dropped: break
        wire.send(frame(b"x" * 125, 9) * 1000)
    check("whoever pings and does not read is dropped", number_of(server, "uno_slow_dropped_total") == dropped + 1)
    wire.close()


def frames_read_late(server):
    """Frames that wait for their reader come out whole and in order, and answers to pings between them."""
    guest = Guest(server, "Late")
    join = frame(json.dumps({"t": "join", "code": guest.table(**FAST)}).encode())
    first = number_of(server, "uno_messages_in_total")
    wire, asked, stuck, before = open_socket(server, guest, buffer=4096), 0, 0, -1
    while stuck < 5 and asked < 20000:
        wire.send(join * 10 + frame(b"%d" % asked, 9))
        asked += 10
        for _ in range(1000):
            if number_of(server, "uno_messages_in_total") == first + asked: break
        sent = number_of(server, "uno_frames_out_total")
        stuck, before = stuck + 1 if sent == before else 0, sent
    wire.send(frame(struct.pack(">H", 1000), 8))
    heard = list(iter(wire.frame, None))
    messages = [json.loads(line) for kind, text in heard if kind == 1 for line in text.split(b"\n")]
    pongs = [text for kind, text in heard if kind == 10]
    check(f"{asked} answers read late: those that were sent are whole", stuck == 5 and sum(message["t"] == "joined" for message in messages) > 10 and heard[-1][0] == 8, heard[-1:])
    check("with an answer to each ping", pongs == [b"%d" % number for number in range(0, asked, 10)], pongs[-3:])
    wire.close()


# ---- TLS ----

def over_tls():
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", f"{folder}/wire.key", "-out", f"{folder}/wire.pem", "-days", "2", "-subj", "/CN=127.0.0.1"],
                   check=True, capture_output=True)
    server = Server("--cert", f"{folder}/wire.pem", "--key", f"{folder}/wire.key", tls=True)
    silent = socket.create_connection(("127.0.0.1", server.port), PATIENCE_S)
    guest = Guest(server, "Tess")
    refused("TLS: a header in the address", 400, server, request("GET /api/me%0aCookie:x HTTP/1.1"))
    wire = Wire(server, request("GET /healthz HTTP/1.1") * 500)
    check("TLS: requests in a row", all((answer := wire.answer()) and answer.status == 200 for _ in range(500)))
    wire.close()
    read_late(server)
    frames_read_late(server)
    wire = open_socket(server, guest)
    wire.send(b"".join(frame(b"%d" % number, 9) for number in range(150)) + frame(struct.pack(">H", 1000), 8))
    pongs = wire.frames(10)
    check("TLS: pings and answers", pongs == [b"%d" % number for number in range(150)], len(pongs))
    wire.close()
    check("TLS: whoever says nothing is cut", silent.recv(1) == b"")
    silent.close()
    check_good_end("TLS", server)


# ---- the operator ----

def operator(server):
    path = server.data + ".sock"
    silent = [socket.socket(socket.AF_UNIX) for _ in range(9)]
    for one in silent:
        one.settimeout(PATIENCE_S)
        one.connect(path)
    silent[0].send(b"stat")  # half a line is none

    def is_shut(one):
        try:
            return one.recv(1) == b""
        except ConnectionError:
            return True
        except TimeoutError:
            return False

    check("the ninth of the operators is shut out", is_shut(silent[8]))
    check("those who say nothing are, too", all(is_shut(one) for one in silent[:8]))
    try:
        said = subprocess.run([UNO, "admin", "--data", server.data, "stats"], capture_output=True, text=True, timeout=PATIENCE_S).stdout
    except subprocess.TimeoutExpired:
        said = "nothing"
    check("and the operator is heard", "tables:" in said, said)
    for one in silent: one.close()


# ---- the end ----

def requests_so_far(server):
    return int(re.search(rb"^uno_http_requests_total (\d+)", Guest(server).get("/metrics").body, re.M)[1])


def wait_until_stuck(server):
    """Until the server hears nothing but this question: who sends it more has no room for the answers."""
    heard, alone = requests_so_far(server), 0
    while alone < 3:
        time.sleep(0.1)
        before, heard = heard, requests_so_far(server)
        alone = alone + 1 if heard == before + 1 else 0


def going_down():
    """While somebody reads nothing of what waits for them, the server is going down for as long as --drain says."""
    server = Server("--drain", "10")
    page = next(asset for asset in re.findall(r'src="(/[^"]*\.js)"', Guest(server).get("/").body.decode()))
    busy = open_socket(server, Guest(server, "Busy"))
    slow = Wire(server, request(f"GET {page} HTTP/1.1") * 400, buffer=4096)
    wait_until_stuck(server)
    waiting = Wire(server, request("GET /healthz HTTP/1.1"))
    check("before the end", waiting.answer().status == 200)
    server.process.send_signal(signal.SIGTERM)
    while not server.events("stopping"): time.sleep(0.01)
    waiting.send(request("GET /healthz HTTP/1.1") + request("GET /api/me HTTP/1.1"))
    answers = [waiting.answer(), waiting.answer()]
    check("at the end it says so, and takes no request", [answer and answer.status for answer in answers] == [503, 503] and answers[1].error == "going_down", answers)
    while server.process.poll() is None: busy.send(frame(b'{"t":"ping"}') * 20) or time.sleep(0.002)
    check("whoever goes on talking does not keep it", server.end() == 0, server.log()[-500:])
    for wire in (busy, slow, waiting): wire.close()


def part(deed, *server):
    """One after the other, whatever becomes of those before."""
    try:
        deed(*server)
    except Exception as error:
        check(deed.__name__.replace("_", " "), False, f"line {error.__traceback__.tb_next.tb_lineno}: {type(error).__name__}: {error}"[:500])


async def main():
    server = Server()
    for deed in (smuggled_headers, request_lines, headers, two_lengths, in_a_row, read_late, names, handshakes, frames, frames_read_late, floods, operator): part(deed, server)
    check_good_end("the wire", server)
    for deed in (proxies, over_tls, going_down): part(deed)


run(main)

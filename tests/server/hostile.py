#!/usr/bin/env python3
"""hostile.py -- a server that means harm: whatever it says, the terminal prints nothing that moves its cursor, sets
its title, turns the direction of writing or is no text at all."""
import base64, hashlib, struct
from lib import *

POISON = "\x1b]0;owned\x07\x1b[2J\u009b31m\u202e\u2066\x7f\ufff0"  # the last stands for a byte that is no UTF-8
WORDS = {"name", "title", "rules_title", "message", "text", "phrase", "prompt", "reply", "code", "ruleset", "kind", "error", "bot", "fill"}
KEPT = {"code", "kind", "t"}  # without which nothing comes of it


def poisoned(value, key=""):
    if key == "rules": return {**value, "text": value["text"].replace("title = ", "title = " + POISON)} if "text" in value else value
    if isinstance(value, dict): return {name: poisoned(item, name) for name, item in value.items()}
    if isinstance(value, list): return [poisoned(item, key) for item in value]
    if isinstance(value, str) and key in WORDS - KEPT: return f"{POISON} {value}"
    return value


def spell(value): return json.dumps(value, ensure_ascii=False).encode().replace("\ufff0".encode(), b"\x9b\xff")


class Hostile:
    """Between a client and a real server: every word that comes back is spoilt; `refuses`: so is all that is asked."""

    def __init__(self, server, refuses=False): self.real, self.refuses = server, refuses

    async def open(self):
        self.listener = await asyncio.start_server(self.serve, "127.0.0.1", 0)
        self.port = self.listener.sockets[0].getsockname()[1]
        return self

    async def serve(self, reader, writer):
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            if b"upgrade: websocket" in head.lower(): await self.talk(head, reader, writer)
            else: await self.answer(head, reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        writer.close()

    async def answer(self, head, reader, writer):
        length = re.search(rb"(?i)content-length: (\d+)", head)
        body = await reader.readexactly(int(length[1])) if length else b""
        method, path = head.split()[:2]
        cookie = re.search(rb"(?i)\ncookie: ([^\r]*)", head)
        guest = Guest(self.real)
        said = await asyncio.to_thread(guest.ask, method.decode(), path.decode(), body or None, {"Cookie": cookie[1].decode()} if cookie else {})
        status, text = (409, spell({"error": "no", "message": POISON + " no"})) if self.refuses else (said.status, spell(poisoned(said.json)))
        cookies = "".join(f"Set-Cookie: {line}\r\n" for line in said.headers.get_all("Set-Cookie") or [])
        writer.write(f"HTTP/1.1 {status} {status}\r\nContent-Type: application/json\r\n{cookies}Content-Length: {len(text)}\r\nConnection: close\r\n\r\n".encode() + text)
        await writer.drain()

    async def talk(self, head, reader, writer):
        theirs, ours = await asyncio.open_connection("127.0.0.1", self.real.port)
        ours.write(head)

        async def carry():
            while data := await reader.read(65536): ours.write(data)
            ours.close()

        carrying = asyncio.create_task(carry())
        writer.write(await theirs.readuntil(b"\r\n\r\n"))
        while True:
            first, size = await theirs.readexactly(2)
            if size == 126: size = struct.unpack(">H", await theirs.readexactly(2))[0]
            elif size == 127: size = struct.unpack(">Q", await theirs.readexactly(8))[0]
            payload = await theirs.readexactly(size)
            if first & 15 == 1: payload = b"\n".join(spell(poisoned(json.loads(line))) for line in payload.split(b"\n"))
            size = len(payload)
            writer.write(bytes([first]) + (bytes([size]) if size < 126 else b"\x7e" + struct.pack(">H", size) if size < 65536 else b"\x7f" + struct.pack(">Q", size)) + payload)
            await writer.drain()


async def played(hostile, typed, *options):
    """What `uno play` prints there."""
    process = await asyncio.create_subprocess_exec(UNO, "play", "--connect", f"http://127.0.0.1:{hostile.port}", "--plain", *options,
                                                   stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
                                                   env={**os.environ, "XDG_STATE_HOME": f"{folder}/state", "NO_COLOR": "1"})
    said, _ = await asyncio.wait_for(process.communicate(typed.encode()), PATIENCE_S)
    return said


def expect_harmless(said, *words):
    text = said.decode("utf-8", errors="surrogateescape")
    bad = re.findall("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\udc80-\udcff]", text)
    expect(not bad, "it prints", {hex(ord(character)) for character in bad}, "in", repr(text[:1500]))
    for word in ("owned", *words): expect(word in text, word, "is not in", repr(text[:1500]))


async def table(server):
    hostile = await Hostile(server).open()
    said = await played(hostile, "say hello there\nready\nstart\n?\nnonsense\ndraw\nsay more\nquit\n", "official", "--players", "3", "--name", "Ada",
                        "--option", "target=0")
    expect_harmless(said, "hello there", "UNO")


async def refusals(server):
    hostile = await Hostile(server, refuses=True).open()
    expect_harmless(await played(hostile, "", "official", "--name", "Ben"), "no")
    hostile.refuses = False
    expect_harmless(await played(hostile, "quit\n", "--code", "AAAAAAAA", "--name", "Cleo"), "no table")


async def operator(server):
    """The same for what the operator is shown: a server's answer at the socket beside its database."""
    data = folder + "/hostile.db"

    async def answer(reader, writer):
        await reader.readline()
        writer.write(spell({"tables": [{"code": "AAAA", "title" + POISON: POISON}], "note": POISON + " well"}) + b"\n")
        writer.close()

    listener = await asyncio.start_unix_server(answer, data + ".sock")
    process = await asyncio.create_subprocess_exec(UNO, "admin", "--data", data, "tables", stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT)
    said, _ = await asyncio.wait_for(process.communicate(), PATIENCE_S)
    listener.close()
    expect_harmless(said, "well")


async def main():
    server = Server()
    await test("a hostile server: a table in the terminal", table(server))
    await test("a hostile server: refusals", refusals(server))
    await test("a hostile server: the operator", operator(server))
    check_good_end("behind the hostile one", server)


run(main)

#!/usr/bin/env python3
"""cluster.py -- `make cluster`: PostgreSQL, three servers and nginx in front, without stickiness. People who come by nginx sit at different servers
and play a game together; so does a program; a server that is killed is missed by nobody; and the end leaves nothing behind."""
from lib import *

ROOT = os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "..")


class Front:
    """nginx, in the place of a Server."""
    tls = False

    def __init__(self):
        self.process = subprocess.Popen([os.path.join(ROOT, "tools/cluster"), "--port", "0", UNO, "--unlimited", "--drain", "1"],
                                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        running.append(self)
        said = ""
        for line in self.process.stdout:
            said += line
            if line.startswith("Ctrl-C"): break
        self.nodes = [int(port) for port in re.findall(r"http://127\.0\.0\.1:(\d+)[,;]", said)]
        self.folder = re.search(r"logs in (\S+)", said)[1]
        self.port = int(re.search(r"Open http://127\.0\.0\.1:(\d+)", said)[1])

    connection = Server.connection

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        status = self.process.wait(PATIENCE_S)
        self.process.stdout.close()
        running.remove(self)
        return status

    kill = stop  # it ends what it has started


def node_of(line): return line.socket.response_headers["X-Uno-Node"]


async def lines_apart(front, people):
    """Everybody at a server of their own, by no choice of theirs: nginx takes turns."""
    lines = [await person.line() for person in people]
    while len({node_of(line) for line in lines}) < len(lines):
        await lines[-1].close()
        await lines[-1].open()
    return lines


async def game(front):
    people = [Guest(front, name) for name in ("Ada", "Ben")]
    lines = await lines_apart(front, people)
    code = people[0].table(seats=3, options={"cards_dealt": 4, "target": 0}, fill="greedy", **FAST)
    for line in lines: await line.join(code)
    await lines[1].good("sit")
    await start(lines)
    await gather(*(line.play() for line in lines))
    expect(lines[0].over == lines[1].over, lines[0].over, lines[1].over)
    last = max(line.q for line in lines)  # a bot may be ready again by now: the other server hears of it a moment later
    for line in lines: await line.until(lambda line=line: line.q >= last, "what the other has heard")
    for guest in people:
        record = guest.get(f"/api/games/{lines[0].over['game']}/record")
        expect(record.status == 200 and verify(record.body).returncode == 0, record)
    await start(lines)
    await play_some(lines, 4)
    return lines


async def one_dies(front, lines):
    port = int(node_of(lines[0]).rsplit(":", 1)[1])
    pid = subprocess.run(["pgrep", "-P", str(front.process.pid), "-f", f"serve .*--port {port} "], capture_output=True, text=True).stdout.split()
    expect(len(pid) == 1, "which process has", port, pid)
    os.kill(int(pid[0]), signal.SIGKILL)
    await lines[0].until_closed()
    while True:  # nginx may not know yet that nobody is there
        try:
            answer = await lines[0].again()
            break
        except (OSError, websockets.WebSocketException, Closed):
            await asyncio.sleep(0.05)
    expect(answer["t"] in ("resumed", "joined"), answer)
    await gather(*(line.play() for line in lines))
    expect(lines[0].over == lines[1].over, lines[0].over, lines[1].over)


async def program(front):
    """Its requests find the server that has its stream, which its token chooses; and it plays with somebody elsewhere."""
    owner = Account(front, "Author")
    program = Program(front, owner.post("/api/bots", name="Robo").json["token"])
    ada = Guest(front, "Ada P")
    line = await ada.line(ada.table(seats=2, options={"cards_dealt": 4, "target": 0}, **FAST))
    await program.open()
    expect((await program.post("sit", table=line.code)).status == 200)
    await line.until(lambda: line.seat("B")["kind"] == "program" and line.seat("B")["ready"], "the program")
    await start([line])
    _, end = await gather(line.play(), program.play())
    expect(end["winners"] == line.over["winners"], end, line.over)
    program.writer.transport.abort()
    await line.drop()


async def main():
    front = Front()
    check("three servers", len(set(front.nodes)) == 3, front.nodes)
    lines = []

    async def first(): lines.extend(await game(front))
    await test("two people at two servers play a game by way of nginx", first())
    await test("a program plays by way of nginx", program(front))
    if lines: await test("one of the two servers dies, and both play on", one_dies(front, lines))
    check("it ends in order", front.stop() == 0)
    check("and nothing is left", not os.path.exists(front.folder) and not subprocess.run(["pgrep", "-f", front.folder], capture_output=True).stdout)


run(main)
